"""A consequence is gone with its cause, and whatever is no consequence stays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from itertools import combinations

import pytest
from check_build import Fleet, absence
from test_check_roster_edits import LAWFUL

from optimizer.check import CheckReport
from optimizer.check.fundamental import weight
from optimizer.domain import Pin
from optimizer.export import finding_lines
from optimizer.findings import Finding, Severity

Spoil = Callable[[Fleet, str], Fleet]
_TIME = ("rest.", "work.", "youth.")


def without_papers(fleet: Fleet, who: str) -> Fleet:
    return fleet.set(certificates=tuple(c for c in fleet.dataset.certificates if c.crew_id != who))


def lapsed_papers(fleet: Fleet, who: str) -> Fleet:
    """Everything the person holds ended before the week."""
    over = {"valid_until": date(2026, 1, 1), "unlimited": False}
    return fleet.set(
        certificates=tuple(replace(c, **over) if c.crew_id == who else c for c in fleet.dataset.certificates)
    )


SPOILS: dict[str, Spoil] = {
    "not active": lambda f, who: f.set_person(who, active=False),
    "absent": lambda f, who: f.add("absences", absence(who, 0, 6)),
    "no papers": without_papers,
    "lapsed papers": lapsed_papers,
    "untrained": lambda f, who: f.set_person(who, crew_since=date(2024, 1, 1), safety_training_on=None, stcw=False),
    "a child": lambda f, who: f.set_person(who, birth_date=date(2012, 1, 1)),
    "protected": lambda f, who: f.set_person(who, expected_birth=date(2026, 5, 20)),
}


#: Who holds nothing holds nothing that has lapsed either.
PAIRS = [pair for pair in combinations(SPOILS, 2) if set(pair) != {"no papers", "lapsed papers"}]


def spoilt(fleet: Fleet, who: str, names: Iterable[str]) -> CheckReport:
    for name in names:
        fleet = SPOILS[name](fleet, who)
    return fleet.check()


def same(finding: Finding, others: Iterable[Finding]) -> bool:
    return any((o.code, o.shift_id, o.crew_id) == (finding.code, finding.shift_id, finding.crew_id) for o in others)


def people(fleet: Fleet) -> list[str]:
    return sorted({row.crew_id for row in fleet.rows})


FLEETS = [name for name in LAWFUL if LAWFUL[name]().check().exit_code == 0]


@pytest.mark.parametrize("fleet_name", FLEETS)
@pytest.mark.parametrize("names", [*((n,) for n in SPOILS), *PAIRS], ids="+".join)
def test_mending_the_cause_clears_its_consequences(fleet_name, names):
    fleet = LAWFUL[fleet_name]()
    for who in people(fleet)[:4]:
        report = spoilt(fleet, who, names)
        own = {n: {f.code for f in spoilt(fleet, who, [n]).findings if f.crew_id == who} for n in names}
        for mended in names:
            left = spoilt(fleet, who, [n for n in names if n != mended]).findings
            gone = {f.code for f in report.findings if f.crew_id == who and not same(f, left)} & own[mended]
            for finding in report.findings:
                if finding.cause_crew_id == who and finding.consequence_of in gone and finding.jointly is None:
                    assert not same(finding, left), (who, finding.text.de)


@pytest.mark.parametrize("fleet_name", FLEETS)
@pytest.mark.parametrize("name", SPOILS)
def test_only_the_crew_of_a_shift_follows_from_a_bar(fleet_name, name):
    fleet = LAWFUL[fleet_name]()
    for who in people(fleet)[:4]:
        for finding in spoilt(fleet, who, [name]).findings:
            root = finding.consequence_of
            if weight(root) < weight("") and root and not root.startswith("person.two"):
                assert finding.code == root or not finding.code.startswith(_TIME), finding.text.de
                assert finding.code == root or not finding.crew_id or root.startswith("certificate."), finding.text.de


@pytest.mark.parametrize("fleet_name", FLEETS)
@pytest.mark.parametrize("names", PAIRS, ids="+".join)
def test_the_most_fundamental_of_several_bars_is_named(fleet_name, names):
    fleet = LAWFUL[fleet_name]()
    for who in people(fleet)[:4]:
        report = spoilt(fleet, who, names)
        for finding in report.findings:
            if finding.code == "manning.open_place" and finding.jointly is not None:
                bars = [weight(f.code) for f in report.findings if f.crew_id == who and not f.consequence_of]
                assert weight(finding.consequence_of) == min(bars)


def test_what_must_be_mended_besides_is_said():
    fleet = LAWFUL["day ship"]()
    master = next(row.crew_id for row in fleet.rows if row.function == "boatmaster")
    lines = finding_lines(spoilt(fleet, master, ["absent", "no papers"]).findings)
    assert any("Folge (zusammen mit " in line for line in lines)


def test_a_lock_the_law_forbids_says_why():
    fleet = LAWFUL["day ship"]()
    row = next(row for row in fleet.rows if row.function == "boatmaster")
    spare = next(w for w in people(fleet) if w not in {r.crew_id for r in fleet.rows if r.shift_id == row.shift_id})
    pin = Pin(shift_id=row.shift_id, crew_id=spare, function=row.function)
    locked = without_papers(fleet, spare).add("pins", pin)
    found = [f for f in locked.check().findings if f.code == "roster.lock_not_kept"]
    assert len(found) == 1
    assert "wäre rechtswidrig (kein Zeugnis als Schiffsführer)" in found[0].text.de
    assert "§ 11" in found[0].citation
    warnings = [f for f in locked.check().findings if f.severity is Severity.WARNING]
    assert warnings[0] == found[0]
