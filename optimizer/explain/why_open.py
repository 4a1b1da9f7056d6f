"""Why a place is open, and the smallest changes with which its shift could sail."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from optimizer.check import check_roster
from optimizer.explain.clashes import ways_too_long
from optimizer.explain.explainer import Candidates, Explainer
from optimizer.explain.facts import Fact
from optimizer.explain.narrow import narrowed
from optimizer.explain.positions import Position
from optimizer.explain.remedies import Remedies, remedies
from optimizer.explain.shift_facts import shift_facts
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.model.problem import build_problem
from optimizer.roster import Roster, RosterRow
from optimizer.solve.choice import Choice
from optimizer.solve.closing import Closing, Closings, Goal, closings, reachable
from optimizer.solve.read_out import roster_of
from optimizer.solve.result import SolveOptions
from optimizer.timeline import Interval

#: Crews of shifts further from the open one than this stay as they are.
AROUND = timedelta(hours=36)
#: Time for confirming one set (seconds); such a problem has a few shifts only.
_CONFIRM_S = 10.0
#: Sets that may be confirmed on the whole window where a few shifts alone do not do.
_WHOLE = 4


@dataclass(frozen=True)
class Remedy:
    """A smallest set of changes with which the shift sails, confirmed by a fresh solve and the checker.

    ``moved`` are the people of other shifts who would serve elsewhere then; ``roster`` is that roster.
    """

    facts: tuple[Fact, ...]
    moved: tuple[str, ...]
    roster: Roster

    @property
    def effort(self) -> tuple[int, ...]:
        """For ordering: what is easiest first."""
        return (sum(fact.ease for fact in self.facts), len(self.facts), len(self.moved))


@dataclass(frozen=True)
class WhyOpen:
    """The answer for the open places of a shift.

    ``by_moving`` is a roster in which the shift sails with nothing changed but who serves where.
    ``complete_to`` is the largest number of changes for which all sets are known (-1: none proven);
    ``around`` the time outside which all duties were left as they are; ``unconfirmed`` counts sets
    found that could not be confirmed and are not shown; ``left_out`` people whose changes were not
    looked at.
    """

    positions: tuple[Position, ...]
    candidates: tuple[Candidates, ...]
    remedies: tuple[Remedy, ...]
    by_moving: Roster | None
    complete_to: int
    around: Interval
    unconfirmed: int = 0
    left_out: int = 0


def why_open(
    explainer: Explainer,
    shift_id: str,
    options: SolveOptions,
    *,
    most: int = 16,
    stop: threading.Event | None = None,
    listener: Callable[[Text], None] | None = None,
) -> WhyOpen | None:
    """Explain the open places of a shift, ``None`` if it has none.

    Every shift that sails in the roster still has to sail. The changes are looked for together on one
    model; changes of the shift itself (times, mode, the way) are tried alone.

    Parameters
    ----------
    options
        The time limit is for the search; confirming a set takes a few seconds more.
    most
        Sets after which the search ends.
    """
    positions = tuple(p for p in explainer.positions(shift_id) if p.open)
    if not positions:
        return None
    tell = listener or (lambda text: None)
    stop = stop or threading.Event()
    search = _Search(explainer, positions, options, stop)
    candidates = tuple(explainer.candidates(position) for position in positions)
    tell(Text("Mögliche Änderungen werden gesammelt", "Collecting possible changes"))
    offered = remedies(explainer, positions)
    tell(Text("Kleinste Änderungen werden gesucht", "Looking for the smallest changes"))
    found = search.closings(offered, most)
    moving = next((closing for closing in found.found if not closing.changes), None)
    if moving is not None:
        roster = search.confirmed(explainer.instance, moving.choice)
        if roster is not None:
            return WhyOpen(positions, candidates, (), roster, 0, search.around, 0, offered.left_out)
    confirmed: list[Remedy] = []
    unconfirmed = 0
    effort = {name: int(fact.ease) for name, fact in offered.facts.items()}
    for closing in sorted(found.found, key=lambda c: (sum(effort[name] for name in c.changes), sorted(c.changes))):
        tell(Text("Gefundene Änderungen werden nachgerechnet", "Confirming the changes found"))
        remedy = search.remedy(offered.facts, closing)
        unconfirmed += remedy is None
        confirmed += [remedy] if remedy is not None else []
    for fact in shift_facts(explainer, positions):
        remedy = search.alone(fact)
        confirmed += [remedy] if remedy is not None else []
    return WhyOpen(
        positions=positions,
        candidates=candidates,
        remedies=tuple(sorted(confirmed, key=lambda remedy: remedy.effort)),
        by_moving=None,
        complete_to=found.complete_to,
        around=search.around,
        unconfirmed=unconfirmed,
        left_out=offered.left_out,
    )


class _Search:
    def __init__(
        self, explainer: Explainer, positions: tuple[Position, ...], options: SolveOptions, stop: threading.Event
    ) -> None:
        self._explainer, self._options, self._stop = explainer, options, stop
        self._standing = explainer.standing
        self._whole_left = _WHOLE
        self._chain = frozenset(shift_id for position in positions for shift_id in position.shift_ids)
        self._sails = self._standing.sailing & explainer.problem.needs.keys() | self._chain
        shifts = [explainer.instance.dataset.shifts[shift_id].interval for shift_id in self._chain]
        self.around = Interval(min(s.start for s in shifts) - AROUND, max(s.end for s in shifts) + AROUND)

    def closings(self, offered: Remedies, most: int) -> Closings:
        """Sets of changes on the problem in which everybody stands beside what they would be."""
        instance = replace(self._explainer.instance, dataset=offered.dataset)
        kept = self._kept()
        goal = Goal(self._sails, kept, self._staying(self._sails - self._chain - kept.keys()))
        return closings(build_problem(instance), goal, offered.switches, self._options, most=most, stop=self._stop)

    def _kept(self) -> dict[str, frozenset[tuple[str, str]]]:
        """Who stays where: on shifts outside the time looked at."""
        kept: dict[str, frozenset[tuple[str, str]]] = {}
        for shift_id in self._sails - self._chain:
            tied = self._standing.tied(shift_id)
            shifts = [self._explainer.instance.dataset.shifts[s].interval for s in tied]
            if not any(interval.overlaps(self.around) for interval in shifts):
                kept |= self._staying([shift_id])
        return kept

    def _staying(self, shift_ids: Iterable[str]) -> dict[str, frozenset[tuple[str, str]]]:
        """Who is on these shifts now."""
        rows_of = self._standing.rows_of
        return {s: frozenset((row.crew_id, row.watch) for row in rows_of.get(s, ()) if row.crew_id) for s in shift_ids}

    def remedy(self, facts: Mapping[str, Fact], closing: Closing) -> Remedy | None:
        """The set as changes of the dataset, if a fresh solve and the checker confirm it."""
        chosen = tuple(sorted((facts[name] for name in closing.changes), key=lambda fact: (fact.ease, fact.name)))
        dataset = self._explainer.instance.dataset
        for fact in chosen:
            dataset = fact.change(dataset)
        instance = replace(self._explainer.instance, dataset=dataset)
        roster = self.confirmed(instance, closing.choice)
        return None if roster is None else Remedy(chosen, self._moved(roster, chosen), roster)

    def alone(self, fact: Fact) -> Remedy | None:
        """A change of the shift itself, with everybody else where they are."""
        instance = replace(self._explainer.instance, dataset=fact.change(self._explainer.instance.dataset))
        roster = self._solved(instance, self._chain)
        return None if roster is None else Remedy((fact,), self._moved(roster, (fact,)), roster)

    def confirmed(self, instance: Instance, choice: Choice) -> Roster | None:
        """A roster of the changed dataset by a fresh solve of the shifts whose crews differ.

        Where those alone are not enough, for breaks may reach into the duties beside them, the whole
        window is solved with everybody else in place.
        """
        loose = self._chain | self._changed(choice)
        roster = self._solved(instance, loose)
        if roster is None and self._whole_left > 0:
            self._whole_left -= 1
            roster = self._solved_whole(instance, loose)
        return roster

    def _solved_whole(self, instance: Instance, loose: frozenset[str]) -> Roster | None:
        problem = build_problem(instance)
        goal = Goal(self._sails, self._staying(self._sails - loose), self._staying(loose - self._chain))
        choice = reachable(problem, goal, replace(self._options, time_limit_s=_CONFIRM_S), self._stop)
        if choice is None:
            return None
        roster = roster_of(problem, choice, lambda need, wanted: Text("", ""))
        report = check_roster(instance, roster)
        return roster if report.exit_code != 1 and self._sails <= report.sailing else None

    def _changed(self, choice: Choice) -> frozenset[str]:
        """Sailing shifts whose people differ from the roster's, with those tied to them."""
        changed: set[str] = set()
        for shift_id, people in choice.serves.items():
            before = {row.crew_id for row in self._standing.rows_of.get(shift_id, ()) if row.crew_id}
            if shift_id in self._sails and before != {c.crew_id for c in people}:
                changed |= set(self._standing.tied(shift_id))
        return frozenset(changed & self._sails)

    def _solved(self, instance: Instance, loose: frozenset[str]) -> Roster | None:
        kept = [(s.row, s.block) for own in self._standing.stints.values() for s in own]
        problem = build_problem(narrowed(instance, instance.dataset, loose, kept))
        limited = replace(self._options, time_limit_s=_CONFIRM_S)
        if not loose <= problem.needs.keys():
            return None
        goal = Goal(loose, {}, self._staying(loose - self._chain), self._barred(loose))
        choice = reachable(problem, goal, limited, self._stop)
        if choice is None:
            return None
        fresh = roster_of(problem, choice, lambda need, wanted: Text("", ""))
        old = self._explainer.roster
        rows: list[RosterRow] = [row for row in old.rows if row.shift_id not in loose]
        roster = replace(old, rows=(*rows, *(row for row in fresh.rows if row.shift_id in loose)))
        report = check_roster(instance, roster)
        return roster if report.exit_code != 1 and self._sails <= report.sailing else None

    def _barred(self, loose: frozenset[str]) -> frozenset[tuple[str, str, str]]:
        """Whom the duties that stay keep away by a way or as the crew of a vessel that changes crews.

        A problem of the loose shifts alone knows those duties as recorded time only.
        """
        problem = self._explainer.problem
        blocks = [block for block in problem.blocks if block.shift.shift_id in loose]
        barred: set[tuple[str, str, str]] = set()
        for crew_id, stints in self._standing.stints.items():
            stay = [stint.block for stint in stints if stint.row.shift_id not in loose]
            for block in blocks:
                near = [other for other in stay if problem.crew_change.excludes(other, block)]
                if near or ways_too_long(problem, stay, block):
                    barred.add((crew_id, block.shift.shift_id, block.watch_name))
        return frozenset(barred)

    def _moved(self, roster: Roster, facts: tuple[Fact, ...]) -> tuple[str, ...]:
        """People whose shifts are others than before, those of the changes and of the open shift aside."""

        def duties(rows: tuple[RosterRow, ...]) -> dict[str, set[str]]:
            found: dict[str, set[str]] = {}
            for row in rows:
                if row.on_duty and row.crew_id and row.shift_id in self._sails - self._chain:
                    found.setdefault(row.crew_id, set()).add(row.shift_id)
            return found

        before, after = duties(self._explainer.roster.rows), duties(roster.rows)
        own = {fact.crew_id for fact in facts}
        return tuple(c for c in sorted({*before, *after}) if before.get(c) != after.get(c) and c not in own)
