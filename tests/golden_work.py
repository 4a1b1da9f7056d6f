"""The golden rest cases, read by the adapter of ``law-cases``; both rest judges are tested through it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from optimizer.cases.work_facts import record_of as record_of
from optimizer.cases.work_facts import rules_named as rules_named

_CASES = Path(__file__).parent / "golden" / "rest.json"


def rest_cases() -> list[dict[str, Any]]:
    """All golden rest cases, in file order."""
    return json.loads(_CASES.read_text("utf-8"))


def expected_violations(case: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Golden rule name and class of every expected violation."""
    return {(entry["rule"], entry["class"]) for entry in case["expected"]["violations"]}


def expected_starts(case: Mapping[str, Any]) -> dict[tuple[str, str], datetime | date]:
    """Start of the first breached window by golden rule name and class, where the case gives it."""
    return {
        (entry["rule"], entry["class"]): _instant(entry["first_window_start"])
        for entry in case["expected"]["violations"]
        if entry.get("first_window_start")
    }


def _instant(text: str) -> datetime | date:
    return datetime.fromisoformat(text) if "T" in text else date.fromisoformat(text)
