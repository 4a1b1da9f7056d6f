"""Builders for hand-made export cases: local times, people, shifts around the clock changes."""

from __future__ import annotations

from datetime import UTC, date, datetime

from optimizer.domain import Employment, Person, Shift
from optimizer.timeline import BERLIN, Interval


def at(text: str, fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN, fold=fold)


def span(start: str, end: str) -> Interval:
    return Interval(at(start), at(end))


def person(crew_id: str, name: str, **facts: object) -> Person:
    known = {"birth_date": date(1990, 1, 1), "employment": Employment.EMPLOYEE, **facts}
    return Person(crew_id=crew_id, name=name, **known)  # type: ignore[arg-type]


def _shift(shift_id: str, start: datetime, end: datetime) -> Shift:
    return Shift(shift_id=shift_id, vessel_id="F1", interval=Interval(start, end))


def clock_change_shifts() -> list[Shift]:
    return [
        _shift(
            "autumn",
            datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
            datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
        ),
        _shift(
            "spring",
            datetime(2027, 3, 28, 0, 30, tzinfo=UTC),
            datetime(2027, 3, 28, 1, 30, tzinfo=UTC),
        ),
        _shift(
            "new_year",
            datetime(2027, 1, 1, 5, 0, tzinfo=UTC),
            datetime(2027, 1, 1, 9, 0, tzinfo=UTC),
        ),
    ]
