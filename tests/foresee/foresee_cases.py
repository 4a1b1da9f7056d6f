"""Tiny instances for foresight: people with recorded duties, and rosters of one line a duty."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from optimizer.domain import Dataset, DutyKind, Employment, Function, Person, RecordedDuty, Shift, Vessel, VesselType
from optimizer.instance import Instance
from optimizer.law import Rulebook, load_rulebook
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval, at_wall_clock, day_start

BOOK = load_rulebook()
ADULT = date(1985, 3, 10)
LONG_AGO = timedelta(days=60)


def at(text: str, fold: int | None = None) -> datetime:
    """UTC instant of ``YYYY-MM-DD HH:MM`` on the Berlin clock."""
    here = datetime.fromisoformat(text)
    return at_wall_clock(here.date(), here.time(), fold=fold)


def span(start: str, end: str) -> Interval:
    """Interval of two instants; an end given as ``HH:MM`` is on the start's day or the next."""
    if len(end) == len("HH:MM"):
        day = date.fromisoformat(start[:10])
        end = f"{day if end > start[11:] else day + timedelta(days=1)} {end}"
    return Interval(at(start), at(end))


def worker(window: Interval, **facts: Any) -> Person:
    given: dict[str, Any] = {
        "name": "Ida Ahrens",
        "birth_date": ADULT,
        "employment": Employment.EMPLOYEE,
        "crew_since": date(2015, 1, 1),
        "history_known_from": window.start - LONG_AGO,
        "history_known_until": window.start,
        **facts,
    }
    return Person(crew_id="P1", **given)


def recorded(*spans: Interval, kind: DutyKind = DutyKind.DUTY, crew_id: str = "P1") -> tuple[RecordedDuty, ...]:
    return tuple(RecordedDuty(crew_id=crew_id, interval=item, kind=kind, vessel_id="V1") for item in spans)


def week_of(day: str, days: int = 7) -> Interval:
    first = date.fromisoformat(day)
    return Interval(day_start(first), day_start(first + timedelta(days=days)))


def case(
    window: Interval,
    *duties: RecordedDuty,
    shifts: Iterable[Interval] = (),
    book: Rulebook = BOOK,
    assume_rested: bool = False,
    **facts: Any,
) -> tuple[Instance, Roster]:
    """One person with recorded duties, who serves alone on every given shift of vessel ``V1``."""
    person = worker(window, **facts)
    vessel = Vessel(vessel_id="V1", name="MS V1", type=VesselType.OTHER)
    made = [Shift(shift_id=f"S{number}", vessel_id="V1", interval=item) for number, item in enumerate(shifts, start=1)]
    dataset = Dataset(
        vessels={"V1": vessel},
        crew={"P1": person},
        shifts={shift.shift_id: shift for shift in made},
        duties=duties,
    )
    rows = tuple(row(shift) for shift in made)
    return Instance(dataset, window, book, assume_rested), Roster(window=window, rows=rows)


def row(shift: Shift, crew_id: str = "P1", *breaks: Interval, **more: Any) -> RosterRow:
    given = {"function": Function.BOATMASTER, "duty": (shift.interval,), **more}
    return RosterRow(shift_id=shift.shift_id, status=RowStatus.FILLED, crew_id=crew_id, breaks=breaks, **given)


def with_shift(instance: Instance, interval: Interval, *breaks: Interval) -> tuple[Instance, Roster]:
    """The instance with one more shift in which the person serves, and only that in the roster."""
    shift = Shift(shift_id="X", vessel_id="V1", interval=interval)
    dataset = replace(instance.dataset, shifts={**instance.dataset.shifts, "X": shift})
    return replace(instance, dataset=dataset), Roster(window=instance.window, rows=(row(shift, "P1", *breaks),))
