"""Short ways to write duties for the tests of the checker's rest judge."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from optimizer.check.rest import RestBreach, judge_rest
from optimizer.domain import Employment, OperatingMode
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.law import Rulebook, load_rulebook
from optimizer.timeline import Interval, at_wall_clock

ADULT = date(1985, 3, 10)


def at(text: str, fold: int | None = None) -> datetime:
    """UTC instant of a wall-clock time in Berlin such as ``2026-06-01 06:00``."""
    moment = datetime.fromisoformat(text)
    return at_wall_clock(moment.date(), moment.time(), fold=fold)


def span(text: str) -> Interval:
    """``2026-06-01 06:00-20:00`` or ``2026-06-01 22:00-06:00``; an end not after the start is next day."""
    day, clocks = text.split(" ")
    start, end = (at(f"{day} {clock}") for clock in clocks.split("-"))
    if end <= start:
        following = date.fromisoformat(day) + timedelta(days=1)
        end = at(f"{following.isoformat()} {clocks.split('-')[1]}")
    return Interval(start, end)


def duty(text: str, *breaks: str, sailing: bool = True, mode: OperatingMode | None = None) -> WorkPiece:
    """A piece of work; breaks are written like it."""
    return WorkPiece(interval=span(text), breaks=tuple(map(span, breaks)), sailing=sailing, mode=mode)


def daily(first: str, days: int, clocks: str, **facts: object) -> list[WorkPiece]:
    """The same duty on consecutive days."""
    start = date.fromisoformat(first)
    return [duty(f"{start + timedelta(days=n)} {clocks}", **facts) for n in range(days)]


def record(
    *pieces: WorkPiece,
    employment: Employment = Employment.EMPLOYEE,
    born: date = ADULT,
    on_board: tuple[Interval, ...] = (),
    loading_exception: bool = False,
) -> WorkRecord:
    return WorkRecord(
        crew_id="4711",
        employment=employment,
        birth_date=born,
        pieces=pieces,
        on_board=on_board,
        loading_exception=loading_exception,
    )


def self_employed(*pieces: WorkPiece, loading_exception: bool = False) -> WorkRecord:
    return record(*pieces, employment=Employment.SELF_EMPLOYED, loading_exception=loading_exception)


def judged(
    subject: WorkRecord, *rules: str, rulebook: Rulebook | None = None, **readings: str
) -> tuple[RestBreach, ...]:
    """Breaches of the named rules (all where none is named) under readings."""
    used = (rulebook or load_rulebook()).with_readings(readings)
    return judge_rest(subject, used, rules=rules or None)


def classes(breaches: tuple[RestBreach, ...]) -> set[tuple[str, str]]:
    return {(breach.rule_id, breach.severity_class) for breach in breaches}
