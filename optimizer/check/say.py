"""How the checker speaks: names, local times, hours, and findings with figures and citation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property

from optimizer.domain import Function, Shift
from optimizer.findings import Cause, Finding, Severity, Text
from optimizer.instance import Instance
from optimizer.terms import term
from optimizer.timeline import Interval, day_start, local

#: Functions as a crew list names them: who leads first.
HIGH_TO_LOW = (
    Function.BOATMASTER,
    Function.FERRY_MASTER,
    *(f for f in Function if f not in (Function.BOATMASTER, Function.FERRY_MASTER)),
)


def clock(instant: datetime) -> str:
    """``05.05. 06:00`` on the wall clock of Europe/Berlin."""
    return f"{local(instant):%d.%m. %H:%M}"


def span(interval: Interval) -> str:
    """``05.05. 06:00-14:00``; the second date is only said where it differs."""
    start, end = local(interval.start), local(interval.end)
    if start.date() == end.date():
        return f"{start:%d.%m. %H:%M}–{end:%H:%M}"
    return f"{start:%d.%m. %H:%M} – {end:%d.%m. %H:%M}"


def whole_days(interval: Interval) -> str:
    """``05.05.-08.05.`` where an interval is made of whole days, else as :func:`span`."""
    days = interval.days()
    if Interval(day_start(days[0]), day_start(days[-1] + timedelta(days=1))) != interval:
        return span(interval)
    return f"{days[0]:%d.%m.}" if len(days) == 1 else f"{days[0]:%d.%m.}–{days[-1]:%d.%m.}"


def more_shifts(count: int) -> Text:
    """`` und 2 weitere Schichten``, nothing for none."""
    if count == 0:
        return Text("", "")
    if count == 1:
        return Text(" und 1 weitere Schicht", " and 1 further shift")
    return Text(f" und {count} weitere Schichten", f" and {count} further shifts")


def spans(intervals: Iterable[Interval]) -> str:
    return ", ".join(span(interval) for interval in intervals) or "–"


def hours(minutes: int) -> str:
    """``9:59 h`` of elapsed minutes."""
    return f"{minutes // 60}:{minutes % 60:02d} h"


def long_day(day: date) -> str:
    return f"{day:%d.%m.%Y}"


def function_word(function: Function) -> Text:
    return Text(term("function", function, "de"), term("function", function, "en"))


def crew_words(functions: Iterable[Function]) -> Text:
    """``1 × Schiffsführer, 2 × Matrose`` in both languages, in the order of the functions."""
    counts = Counter(functions)
    ordered = [function for function in HIGH_TO_LOW if counts[function]]
    de = ", ".join(f"{counts[f]} × {term('function', f, 'de')}" for f in ordered)
    en = ", ".join(f"{counts[f]} × {term('function', f, 'en')}" for f in ordered)
    return Text(de or "–", en or "–")


@dataclass(frozen=True)
class Say:
    """Names and findings of one instance."""

    instance: Instance

    @cached_property
    def _doubled(self) -> frozenset[str]:
        counts = Counter(person.name for person in self.instance.dataset.crew.values())
        return frozenset(name for name, count in counts.items() if count > 1)

    def name(self, crew_id: str) -> str:
        """The person's name, with the number where two people share it."""
        person = self.instance.dataset.crew.get(crew_id)
        if person is None:
            return crew_id
        return f"{person.name} ({crew_id})" if person.name in self._doubled else person.name

    def vessel(self, shift: Shift) -> str:
        return self.instance.vessel_of(shift).name

    def place(self, shift: Shift) -> str:
        """Vessel and time of a shift."""
        return f"{self.vessel(shift)}, {span(shift.interval)}"

    def finding(
        self,
        code: str,
        severity: Severity,
        text: Text,
        *,
        shift: Shift | None = None,
        day: date | None = None,
        citation: str = "",
        interval: Interval | None = None,
        crew_id: str = "",
        vessel_id: str = "",
        cause: Cause | None = None,
        **figures: str,
    ) -> Finding:
        """A finding; citation and who answers come from the rule the code names, if it names one."""
        rulebook = self.instance.rulebook
        rule = rulebook.rules.get(code)
        if day is None and shift is not None:
            day = local(shift.interval.start).date()
        if rule is not None:
            citation = citation or rulebook.citation(code, day)
            figures.setdefault("answers", rule.answers)
        if shift is not None:
            vessel_id = vessel_id or shift.vessel_id
            interval = interval or shift.interval
        return Finding(
            code=code,
            severity=severity,
            text=text,
            citation=citation,
            shift_id=shift.shift_id if shift is not None else "",
            vessel_id=vessel_id,
            crew_id=crew_id,
            interval=interval,
            consequence_of=cause.code if cause is not None else "",
            cause_crew_id=cause.crew_id if cause is not None else "",
            jointly=cause.jointly if cause is not None else None,
            **figures,
        )
