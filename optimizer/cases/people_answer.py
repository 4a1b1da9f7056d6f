"""Whether a person may serve: certificates, ages, protection, substitution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from optimizer.cases.outcome import Outcome
from optimizer.cases.people_case import PeopleCase
from optimizer.check import check_roster
from optimizer.check.crew_check import holders
from optimizer.check.crew_facts import facts_of
from optimizer.check.need import Seat
from optimizer.check.service import Service
from optimizer.check.sheet import Sheet
from optimizer.domain import Function
from optimizer.eligibility import bunkering_bars, place_bars, safety_bars, second_patent_bars
from optimizer.findings import Finding, Text
from optimizer.manning import Place, SecondPatent, crew_requirements
from optimizer.roster import Roster, RosterRow, RowStatus

BUNKERING = "certificate.lng_bunkering"


def certificate_outcome(case: PeopleCase, _facts: Mapping[str, Any], _expected: Mapping[str, Any]) -> Outcome:
    """``eligible`` with the citations of all bars."""
    bars = person_case_bars(case)
    got: dict[str, Any] = {"eligible": not bars, "bars": [{"citation": text} for text in _citations(bars)]}
    if bars:
        got["class"] = _class(bars)
    return Outcome(got, disputes=_disputes(not bars, _checker_allows(case)))


def place_outcome(case: PeopleCase, _facts: Mapping[str, Any], _expected: Mapping[str, Any]) -> Outcome:
    """``allowed``: whether the person may take the place."""
    assert case.place is not None
    answers = [person_case_bars(replace(case, place=place)) for place in (case.place, *case.instead)]
    bars = () if not all(answers) else answers[0]
    service = Service(case.instance, case.shift, case.person)
    checked = any(service.may_sit(_seat(place)) for place in (case.place, *case.instead))
    got = {"allowed": not bars, "class": _class(bars)}
    return Outcome(got, disputes=_disputes(not bars, checked))


def _seat(place: Place) -> Seat:
    return Seat(
        place.function,
        place.min_age,
        place.min_service_days,
        min_training_year=place.min_training_year,
        patent=place.patent,
    )


def person_case_bars(case: PeopleCase) -> tuple[Finding, ...]:
    """Every bar of the planning side against the person, and against the crew the case adds."""
    if case.role is not None:
        return safety_bars(case.instance, case.person, case.role, case.shift)
    assert case.place is not None
    bars = place_bars(case.instance, case.person, case.place, case.shift, accompanied=case.accompanied)
    if case.shift.bunkering:
        bars += bunkering_bars(case.instance, case.person, case.shift)
    return bars + _crew_bars(case)


def _crew_bars(case: PeopleCase) -> tuple[Finding, ...]:
    """Bars of the rest of the crew: their places, and the second patent where one is needed."""
    bars = [b for m in case.mates for b in place_bars(case.instance, m.person, m.place, case.shift)]
    needed = _second_patent(case)
    if needed is not None:
        people = [m.person for m in case.mates if m.place.function in needed.functions]
        answers = [second_patent_bars(case.instance, person, case.shift) for person in people]
        if sum(not answer for answer in answers) < needed.at_least:
            bars += [bar for answer in answers for bar in answer]
    return tuple(bars)


def _second_patent(case: PeopleCase) -> SecondPatent | None:
    return crew_requirements(case.instance, case.shift)[0].second_patent if case.mates else None


def _citations(bars: Iterable[Finding]) -> list[str]:
    return list(dict.fromkeys(bar.citation for bar in bars if bar.citation))


def _class(bars: Iterable[Finding]) -> str:
    """``conservative`` if every bar depends on a reading."""
    readings = [bar.reading for bar in bars]
    return "conservative" if readings and all(readings) else "hard"


# --- what the checker says ----------------------------------------------------------------------


def _disputes(planned: bool, checked: bool) -> tuple[Text, ...]:
    if planned == checked:
        return ()
    return (Text("darf", "may") if checked else Text("darf nicht", "may not"),)


def _checker_allows(case: PeopleCase) -> bool:
    service = Service(case.instance, case.shift, case.person)
    if case.role is not None:
        return not service.role_bars(case.role)
    assert case.place is not None
    if service.bars(case.place.function) or (case.shift.bunkering and not _checker_lets_bunker(case)):
        return False
    return not case.mates or _checker_second_patent(case)


def _checker_lets_bunker(case: PeopleCase) -> bool:
    """Whether the checker finds nothing in the person bunkering alone."""
    findings = check_roster(case.instance, _roster(case, [])).findings
    return not any(finding.code == BUNKERING for finding in findings)


def _roster(case: PeopleCase, mates: Iterable[tuple[str, Function]]) -> Roster:
    """The person of the case in their place, with others."""
    own = Function.BOATMASTER if case.place is None else case.place.function
    rows = tuple(
        RosterRow(shift_id=case.shift.shift_id, status=RowStatus.FILLED, crew_id=crew_id, function=function)
        for crew_id, function in [(case.person.crew_id, own), *mates]
    )
    return Roster(window=case.instance.window, rows=rows)


def _checker_second_patent(case: PeopleCase) -> bool:
    """Whether the crew holds the second patent, if the planning side's law asks for one."""
    needed = _second_patent(case)
    if needed is None:
        return True
    roster = _roster(case, [(member.person.crew_id, member.place.function) for member in case.mates])
    sheet, facts = Sheet(case.instance, roster), facts_of(case.instance, case.shift)
    return len(holders(sheet, facts, needed.functions, roster.rows)) >= needed.at_least
