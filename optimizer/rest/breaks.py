"""Breaks for one person's duty where the plan names none: § 5 BinSchArbZV, § 11 JArbSchG.

Whether breaks suffice is asked of the judge's own rules; this module only looks for a good place:
in stops where there are any, else spread over the duty, staggered between the people of a shift.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from optimizer.domain import Employment
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.law import Rulebook
from optimizer.rest.berlin import day_of
from optimizer.rest.judging import judge
from optimizer.rest.spread import Span, chunks_of, place
from optimizer.rest.statute import Statute, statute_of
from optimizer.rest.stretches import Pair, joined, without
from optimizer.timeline import Interval, add_years

_RULES = ("work.breaks", "youth.breaks")
_ATTEMPTS = 8
_GRID = 5


@dataclass(frozen=True, slots=True)
class _Case:
    """One person's duty and who the person is."""

    spans: tuple[Pair, ...]
    employment: Employment
    birth_date: date
    rulebook: Rulebook
    statute: Statute
    minor: bool

    def suffices(self, breaks: Sequence[Pair]) -> bool:
        return not judge(self._record(breaks), self.rulebook, rules=_RULES)

    def _record(self, breaks: Sequence[Pair]) -> WorkRecord:
        pieces = tuple(
            WorkPiece(
                interval=Interval.from_minutes(start, end),
                breaks=tuple(
                    Interval.from_minutes(max(s, start), min(e, end)) for s, e in breaks if s < end and start < e
                ),
            )
            for start, end in self.spans
        )
        return WorkRecord(crew_id="", employment=self.employment, birth_date=self.birth_date, pieces=pieces)


def propose(
    duty: tuple[Interval, ...],
    fixed: tuple[Interval, ...],
    stops: tuple[Interval, ...],
    employment: Employment,
    birth_date: date,
    rulebook: Rulebook,
    *,
    order: int,
    alone: bool,
    taken: tuple[Interval, ...] = (),
) -> tuple[Interval, ...] | None:
    """Breaks that make one person's duty lawful, the fixed ones included.

    Parameters
    ----------
    duty
        On-duty intervals of one run of work; gaps of 15 minutes or more between them count.
    fixed
        Breaks the plan already names; they stay.
    stops
        Time the vessel lies still inside the duty; breaks go there first.
    order
        Rank of the person among those on the shift: equal duties get different times.
    alone
        Nobody else of the deck crew is on duty, so breaks are possible in stops only.
    taken
        Breaks of others on the shift, to be avoided where possible.

    Returns
    -------
    tuple of Interval or None
        Sorted breaks in UTC, empty where none is due (self-employed adults); ``None`` where no
        lawful break is possible: the duty then breaks § 5 BinSchArbZV.
    """
    case = _case(duty, employment, birth_date, rulebook)
    named = _inside(fixed, case.spans)
    if case.suffices(named):
        return _intervals(named)
    in_stops = without(_inside(stops, case.spans), named)
    if in_stops and case.suffices(named + in_stops):
        return _intervals(_reduced(case, named, in_stops, order))
    if alone:
        return None
    others = [item.bounds for item in taken]
    for helpful in (in_stops, []) if in_stops else ([],):
        for attempt in range(_ATTEMPTS):
            chunks = _spread(case, joined(sorted(named + helpful)), order + attempt, others)
            if case.suffices(joined(sorted(named + helpful + chunks))):
                return _intervals(_reduced(case, joined(sorted(named + chunks)), helpful, order))
    return None


def _case(duty: tuple[Interval, ...], employment: Employment, birth_date: date, rulebook: Rulebook) -> _Case:
    spans = tuple(joined(sorted(item.bounds for item in duty)))
    statute = statute_of(rulebook)
    age = statute.definition("youth.age_limit", "adult_age", spans[0][0])
    minor = day_of(spans[0][0]) < add_years(birth_date, age).toordinal()
    return _Case(spans, employment, birth_date, rulebook, statute, minor)


def _inside(items: tuple[Interval, ...], spans: tuple[Pair, ...]) -> list[Pair]:
    pairs = [item.bounds for item in items]
    parts = [(max(s, start), min(e, end)) for s, e in pairs for start, end in spans]
    return joined(sorted(part for part in parts if part[0] < part[1]))


def _intervals(pairs: Sequence[Pair]) -> tuple[Interval, ...]:
    return tuple(Interval.from_minutes(start, end) for start, end in joined(sorted(pairs)))


def _reduced(case: _Case, named: list[Pair], stops: list[Pair], order: int) -> list[Pair]:
    """Leave out stops that are not needed, farthest from the middle first, and shorten the rest."""
    middle = (case.spans[0][0] + case.spans[-1][1]) // 2
    kept = list(stops)
    for stop in sorted(stops, key=lambda s: -abs(s[0] + s[1] - 2 * middle)):
        fewer = [item for item in kept if item != stop]
        if case.suffices(named + fewer):
            kept = fewer
    shortest = case.statute.definition("work.breaks", "min_piece_minutes", case.spans[0][0])
    for stop in kept:
        others = [item for item in kept if item != stop]
        kept = [*others, _shortened(case, named + others, stop, shortest, order)]
    return joined(sorted(named + kept))


def _shortened(case: _Case, others: list[Pair], stop: Pair, shortest: int, order: int) -> Pair:
    start, end = stop
    for minutes in range(shortest, end - start, _GRID):
        begins = start + order * minutes if start + (order + 1) * minutes <= end else start
        for candidate in ((begins, begins + minutes), (start, start + minutes)):
            if case.suffices([*others, candidate]):
                return candidate
    return stop


def _spread(case: _Case, named: list[Pair], order: int, taken: list[Pair]) -> list[Pair]:
    """New breaks inside the duty: for each ordinance that binds, run by run."""
    chunks: list[Pair] = []
    for rule_id in _rules_for(case):
        for spans in _runs(case, rule_id):
            values = case.statute.at(rule_id, spans[0][0])
            if values is not None:
                span = Span.of(spans, joined(sorted(named + chunks)), values)
                chunks += _first_fit(span, order, taken)
    return chunks


def _first_fit(span: Span, order: int, taken: list[Pair]) -> list[Pair]:
    for sizes in chunks_of(span):
        placed = place(span, sizes, order, taken)
        if placed is not None:
            return placed
    return []


def _rules_for(case: _Case) -> list[str]:
    rules = ["youth.breaks"] if case.minor else []
    return [*rules, "work.breaks"] if case.employment is Employment.EMPLOYEE else rules


def _runs(case: _Case, rule_id: str) -> list[list[Pair]]:
    """Young people: duty by day of its start; employees: duty not parted by the main rest."""
    values = case.statute.at("work.rest_uninterrupted", case.spans[0][0])
    rest = values["min_uninterrupted_minutes"] if values is not None else 0
    runs: list[list[Pair]] = []
    for span in case.spans:
        before = runs[-1][-1] if runs else None
        if before is not None and (
            day_of(before[0]) == day_of(span[0]) if rule_id == "youth.breaks" else span[0] - before[1] < rest
        ):
            runs[-1].append(span)
        else:
            runs.append([span])
    return runs
