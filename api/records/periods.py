"""Periods of ``data/retention.yaml``: how long what is kept, and by which paragraph."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import cache
from importlib.resources import files

from dateutil.relativedelta import relativedelta

from optimizer.findings import Text
from optimizer.law.rulebook import read_yaml
from optimizer.timeline import day_start, local


class Begins(StrEnum):
    """The day from which a period is counted."""

    LAST_ENTRY = "last_entry"
    END_OF_FOLLOWING_MONTH = "end_of_following_month"


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """How long one kind of record is kept; ``law``: nobody may delete it before."""

    kind: str
    name: Text
    law: bool
    months: int
    begins: Begins
    citation: str

    def over_at(self, last: datetime) -> datetime:
        """The first instant (UTC) at which a record may go whose last entry is of ``last``."""
        # What ends at midnight belongs to the day before.
        day = local(last - timedelta(microseconds=1)).date()
        if self.begins is Begins.END_OF_FOLLOWING_MONTH:
            day = day.replace(day=1) + relativedelta(months=2, days=-1)
        return day_start(_later(day, self.months) + timedelta(days=1))


def _later(day: date, months: int) -> date:
    """So many months later; the last day of a month stays one, so that no period is a day too short."""
    last = (day + timedelta(days=1)).day == 1
    found = day + relativedelta(months=months)
    return found + relativedelta(day=31) if last else found


@cache
def periods() -> dict[str, Period]:
    """All periods by kind."""
    content = read_yaml((files("data") / "retention.yaml").read_text("utf-8"), "retention.yaml")
    return {
        kind: Period(
            kind=kind,
            name=Text(entry["name"]["de"], entry["name"]["en"]),
            law=bool(entry["law"]),
            months=int(entry["months"]),
            begins=Begins(entry["begins"]),
            citation=str(entry["citation"]),
        )
        for kind, entry in content.items()
    }
