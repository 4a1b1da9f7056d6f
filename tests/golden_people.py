"""The golden certificate and substitution cases, read by the adapter of ``law-cases``.

Planning and checking are both tested through :func:`people_case`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from optimizer.cases.people_case import Mate as Mate
from optimizer.cases.people_case import PeopleCase
from optimizer.cases.person_facts import certificate_case
from optimizer.cases.place_facts import place_case
from optimizer.cases.words import paragraphs as paragraphs
from optimizer.domain import Person, SafetyRole, Shift
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.manning import Place

_GOLDEN = Path(__file__).parent / "golden"

#: The other reading of a conservative case, by the paragraph the case is about.
OTHER_READING: Mapping[str, Mapping[str, str]] = {
    "CERT-016": {"five_years": "anniversary"},
    "CERT-024": {"breathing_refresher": "calendar_year"},
    "CERT-030": {"apprentice_exam": "contract_ends"},
    "CERT-034": {"suspended_patent_lower": "allowed"},
    "CERT-049": {"safety_training": "first_days"},
    "CERT-075": {"stretch_certificate": "patent_only"},
}


@dataclass(frozen=True, slots=True)
class GoldenPeople:
    """A golden case as records, with the answer it expects."""

    case_id: str
    asked: PeopleCase
    eligible: bool
    cited: frozenset[str]
    severity: str
    other_eligible: bool

    @property
    def instance(self) -> Instance:
        return self.asked.instance

    @property
    def shift(self) -> Shift:
        return self.asked.shift

    @property
    def person(self) -> Person:
        return self.asked.person

    @property
    def place(self) -> Place | None:
        return self.asked.place

    @property
    def role(self) -> SafetyRole | None:
        return self.asked.role

    @property
    def mates(self) -> tuple[Mate, ...]:
        return self.asked.mates

    @property
    def accompanied(self) -> bool:
        return self.asked.accompanied


def certificate_cases() -> list[dict[str, Any]]:
    """All golden certificate cases, in file order."""
    return json.loads((_GOLDEN / "cert.json").read_text("utf-8"))


def substitution_cases() -> list[dict[str, Any]]:
    """All golden substitution cases, in file order."""
    return json.loads((_GOLDEN / "subst.json").read_text("utf-8"))


def people_case(case: Mapping[str, Any], readings: Mapping[str, str] | None = None) -> GoldenPeople:
    """A certificate case, or a substitution case with ``qualifications``, as records.

    Parameters
    ----------
    readings
        Choices that differ from the default readings.
    """
    rulebook, expected = load_rulebook().with_readings(readings or {}), case["expected"]
    read = place_case if "qualifications" in case["facts"] else certificate_case
    return GoldenPeople(
        case_id=case["id"],
        asked=read(case["facts"], rulebook),
        eligible=expected["eligible"] if "eligible" in expected else expected["allowed"],
        cited=frozenset(p for bar in expected.get("bars", ()) for p in paragraphs(bar["citation"])),
        severity=expected.get("class", ""),
        other_eligible=expected.get("alt_eligible", expected.get("alt_allowed", False)),
    )
