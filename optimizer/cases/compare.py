"""Whether an answer agrees with the expected one; wording, order and conditions do not count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from optimizer.cases.words import crew_of, function_of, paragraphs, role_of, same_citation


def agrees(expected: Mapping[str, Any], got: Mapping[str, Any] | None) -> bool:
    """Whether everything that is compared is the same; what the case does not ask is not compared."""
    if got is None:
        return False
    return all(_SAME[name](expected[name], got) for name in _SAME if name in expected and name in _asked(expected))


def _asked(expected: Mapping[str, Any]) -> set[str]:
    return {name for name, value in expected.items() if value is not None}


def _same_crews(expected: Iterable[Mapping[str, int]], got: Mapping[str, Any]) -> bool:
    return _crews(expected) == _crews(got.get("crews") or ()) and got.get("crews") is not None


def _crews(crews: Iterable[Mapping[str, int]]) -> set[frozenset[tuple[Any, int]]]:
    return {frozenset(crew_of(crew).items()) for crew in crews}


def _all_offered(expected: Iterable[Mapping[str, Any]], got: Mapping[str, Any]) -> bool:
    """Every option listed is offered; of several alike in people, all cite it."""
    offered = list(got.get("substitutions", ()))
    for option in expected:
        wanted = _exchange(option)
        alike = [other for other in offered if _exchange(other) == wanted]
        if not alike or not all(same_citation(other["citation"], option["citation"]) for other in alike):
            return False
    return True


def _exchange(option: Mapping[str, Any]) -> tuple[Any, ...]:
    by = Counter(function_of(name) for name in option["by"])
    counts = option.get("replace_count", 1), option.get("max", 1)
    return function_of(option["replace"]), frozenset(by.items()), *counts


def _same_safety(expected: Mapping[str, Any], got: Mapping[str, Any]) -> bool:
    return _staff(expected) == _staff(got.get("safety") or {})


def _staff(staff: Mapping[str, Any]) -> tuple[bool, dict[Any, int]]:
    roles = {name: number for name, number in staff.items() if name != "may_be_one_person"}
    return bool(staff.get("may_be_one_person")), {role_of(name): number for name, number in roles.items() if number}


def _same_violations(expected: Iterable[Mapping[str, Any]], got: Mapping[str, Any]) -> bool:
    wanted = {_key(entry): entry.get("first_window_start") for entry in expected}
    found = {_key(entry): entry["first_window_start"] for entry in got.get("violations", ())}
    starts = (key for key, start in wanted.items() if start)
    return set(wanted) == set(found) and all(_instant(wanted[key]) == _instant(found[key]) for key in starts)


def _key(entry: Mapping[str, Any]) -> tuple[str, str]:
    return entry["rule"], entry["class"]


def _instant(text: str | None) -> datetime | str | None:
    return datetime.fromisoformat(text) if text and "T" in text else text


def _same_eligible(expected: bool, got: Mapping[str, Any]) -> bool:
    return expected == got.get("eligible")


def _one_bar_cited(expected: Iterable[Mapping[str, Any]], got: Mapping[str, Any]) -> bool:
    """Whether a bar cites a paragraph of the case."""
    wanted = {paragraph for bar in expected for paragraph in paragraphs(bar["citation"])}
    return not wanted or bool(wanted & {p for bar in got.get("bars", ()) for p in paragraphs(bar["citation"])})


def _same(name: str) -> Any:
    return lambda expected, got: expected == got.get(name)


_SAME = {
    "crews": _same_crews,
    "substitutions": _all_offered,
    "safety": _same_safety,
    "violations": _same_violations,
    "ledger": _same("ledger"),
    "free_days_due": _same("free_days_due"),
    "eligible": _same_eligible,
    "bars": _one_bar_cited,
    "allowed": _same("allowed"),
}
