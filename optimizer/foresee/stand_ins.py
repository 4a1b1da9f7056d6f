"""Who could take somebody's place as the roster stands: free, qualified and rested."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from optimizer.check import check_roster
from optimizer.check.sheet import Sheet
from optimizer.check.work_records import work_record
from optimizer.domain import Person
from optimizer.duty import duty_bounds
from optimizer.eligibility.papers import papers_of
from optimizer.findings import Finding, Severity
from optimizer.foresee.boarding import boarded
from optimizer.foresee.excerpt import excerpt
from optimizer.foresee.papers import Shifts
from optimizer.instance import Instance
from optimizer.rest.clock import binding_breaches
from optimizer.roster import Roster, RosterRow


def stand_ins(instance: Instance, roster: Roster, rows: Sequence[RosterRow]) -> tuple[str, ...]:
    """Ids of the people who may serve in all these rows of one person, by name.

    Nothing else in the roster changes: whoever is on duty elsewhere at the time, absent, not
    qualified or without the rest needed is left out. Every answer is confirmed by the checker on
    the changed rows; breaks are planned anew where the stand-in needs other ones.
    """
    shifts = Shifts(instance)
    people = sorted(instance.dataset.crew.values(), key=lambda person: (person.name, person.crew_id))
    return tuple(
        person.crew_id
        for person in people
        if person.active
        and person.crew_id not in {row.crew_id for row in rows}
        and _could(instance, roster, shifts, rows, person)
        and _lawful(instance, roster, rows, person)
    )


def _could(instance: Instance, roster: Roster, shifts: Shifts, rows: Sequence[RosterRow], person: Person) -> bool:
    """A quick look at papers and time, so that few have to be checked as a whole."""
    own = {row.shift_id for row in roster.rows if row.crew_id == person.crew_id and row.on_duty}
    busy = [instance.dataset.shifts[shift_id].interval for shift_id in own]
    papers = papers_of(instance, person)
    for row in rows:
        shift = instance.dataset.shifts[row.shift_id]
        served = shifts.asked(shift).served_with(papers)
        crew = row.function in {seat.place.function for seat in shifts.asked(shift).seats}
        if (crew and row.function not in served) or not set(row.safety_roles) <= served:
            return False
        if any(item.overlaps(shift.interval) for item in busy):
            return False
        if any(absence.overlaps(duty_bounds(shift)) for absence in instance.absences.get(person.crew_id, ())):
            return False
    return True


def _lawful(instance: Instance, roster: Roster, rows: Sequence[RosterRow], person: Person) -> bool:
    ids = {row.shift_id for row in rows}
    old = {row.crew_id for row in rows}
    swapped = replace(
        roster,
        rows=tuple(
            boarded(instance, row, person.crew_id) if row.shift_id in ids and row.crew_id in old else row
            for row in roster.rows
        ),
    )
    old_part, part = (excerpt(instance, each, ids, {person.crew_id}) for each in (roster, swapped))
    if not _rested(old_part, part, person):
        return False
    found = _unlawful(*part, ids, person)
    if not found:
        return True
    before = {_key(finding) for finding in _unlawful(*old_part, ids, person)}
    return all(_key(finding) in before and finding.crew_id not in old for finding in found)


def _rested(old: tuple[Instance, Roster], new: tuple[Instance, Roster], person: Person) -> bool:
    """Whether the planning side finds the person's rest no worse than before: a quick look, the checker decides."""
    book = old[0].rulebook
    before, after = (binding_breaches(work_record(Sheet(*case), person.crew_id), book) for case in (old, new))
    known = {(breach.rule_id, breach.first_window_start, breach.found_minutes) for breach in before}
    return all((breach.rule_id, breach.first_window_start, breach.found_minutes) in known for breach in after)


def _unlawful(instance: Instance, roster: Roster, ids: set[str], person: Person) -> list[Finding]:
    """What is unlawful about these shifts or this person."""
    return [
        finding
        for finding in check_roster(instance, roster).findings
        if finding.severity is Severity.UNLAWFUL and (finding.shift_id in ids or finding.crew_id == person.crew_id)
    ]


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.shift_id, finding.crew_id, finding.interval
