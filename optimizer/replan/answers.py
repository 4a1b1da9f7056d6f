"""Answers to what happened: planned anew, compared with the roster before, verified before anyone sees them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from optimizer.check import CheckReport, check_roster
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.model.problem import build_problem
from optimizer.model.rest_oracle import Judgements
from optimizer.plan import UnlawfulRosterError
from optimizer.replan.compare import Difference, before_of, difference
from optimizer.replan.narrow import narrowed, stopped, widened
from optimizer.replan.request import ReplanRequest
from optimizer.replan.situation import Situation, situation_of
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.plan_result import ModelContradictionError, Proof
from optimizer.solve.replanning import CALLED, CHANGED, ORDERS, Known, Preference, Replanned, replan_problem
from optimizer.solve.result import LevelStatus, ProgressListener, SolveOptions
from optimizer.solve.search import COST

#: Seconds after which the search for a first answer makes room for the whole one.
_FIRST_ANSWER_S = 4.0
_OUT_OF_SERVICE = Text("Schiff außer Betrieb.", "Vessel out of service.")


@dataclass(frozen=True)
class Answer:
    """One new roster for the whole window.

    ``preference`` is the order of levels under which it is the best found; ``roster`` holds the
    frozen part too. ``planned`` says what was proven, ``None`` for a first answer, in which only the
    shifts that lost somebody are crewed anew. ``falls`` are the shifts that sailed and do not any
    more. ``report`` is the checker's verdict on the new part.
    """

    preference: Preference
    roster: Roster
    planned: Replanned | None
    difference: Difference
    falls: tuple[str, ...]
    report: CheckReport
    seconds: float


@dataclass
class Replanner:
    """Replan one roster, again and again: what does not depend on the event is judged once."""

    instance: Instance
    roster: Roster
    _known: Judgements = field(default_factory=dict)

    def prepare(self) -> None:
        """Judge the rest of all duties of the window beforehand, so that answers come faster."""
        build_problem(self.instance, self._known)

    def situation(self, request: ReplanRequest) -> Situation:
        """What a request leaves to plan.

        Raises
        ------
        ValueError
            If the replan starts outside the roster's window.
        """
        return situation_of(self.instance, self.roster, request)

    def first_answers(self, situation: Situation, options: SolveOptions) -> Iterator[Answer]:
        """Lawful rosters in which only shifts that lost somebody, or some near them, are crewed anew.

        The first one comes in a moment; another one only if it keeps more sailing (``Answer.falls``
        is what falls). Nothing where none of that kind is lawful.
        """
        started = time.monotonic()
        best: Answer | None = None
        for wider in (False, True):
            small = narrowed(situation, wider=wider)
            roster = None if small is None else self._crewed(small, options, started)
            if roster is None:
                continue
            roster = widened(situation, roster)
            if best is not None and len(best.roster.sailing_shifts()) >= len(
                whole_roster(situation, roster).sailing_shifts()
            ):
                continue
            report = check_roster(situation.instance, roster)
            # Ways from and to the duties that stay are not looked at here; the whole answer does.
            if report.exit_code == 1:
                continue
            best = _answer(situation, Preference.CHANGES, roster, None, report, time.monotonic() - started)
            yield best
            if not best.falls:
                return

    def first_answer(self, situation: Situation, options: SolveOptions) -> Answer | None:
        """The best of the first answers, ``None`` where there is none."""
        best = None
        for best in self.first_answers(situation, options):
            pass
        return best

    def fallback(self, situation: Situation) -> Answer | None:
        """What can be said at once: shifts that lost somebody stop, with the rest of their voyages; all else stays.

        ``None`` where even that is not lawful.
        """
        roster = stopped(situation)
        report = check_roster(situation.instance, roster)
        if report.exit_code == 1:
            return None
        return _answer(situation, Preference.CHANGES, roster, None, report, 0.0)

    def _crewed(self, small: Situation, options: SolveOptions, started: float) -> Roster | None:
        """The shifts of a narrowed situation with as few ashore and as few changes as possible."""
        problem = build_problem(small.instance, self._known)
        problem = replace(problem, before=before_of(small, problem))
        quick = replace(options, time_limit_s=min(options.time_limit_s, _FIRST_ANSWER_S))
        planned = next(replan_problem(problem, (Preference.CHANGES,), quick, started=started), None)
        return None if planned is None else planned.result.roster

    def answers(
        self,
        situation: Situation,
        options: SolveOptions,
        preferences: tuple[Preference, ...] = tuple(Preference),
        listener: ProgressListener | None = None,
        stop: threading.Event | None = None,
        first: Answer | None = None,
        levels_below: int | None = None,
    ) -> Iterator[Answer]:
        """The answers to a situation, each as soon as it is found and checked.

        The search starts from ``first``, if there is one. ``levels_below`` limits what is looked at below
        what sails and what is open, as in :func:`optimizer.solve.replanning.replan_problem`.

        Raises
        ------
        UnlawfulRosterError
            If the checker faults an answer; it may not be shown or written then.
        """
        started = time.monotonic()
        problem = build_problem(situation.instance, self._known)
        problem = replace(problem, before=before_of(situation, problem))
        known = None if first is None else _known(situation, first)
        verdicts: dict[Roster, CheckReport] = {}
        for planned in replan_problem(problem, preferences, options, listener, stop, started, known, levels_below):
            assert planned.result.roster is not None
            report = _verdict(situation, planned.result.roster, verdicts)
            if report.exit_code == 1:
                raise UnlawfulRosterError(report)
            seconds = time.monotonic() - started
            yield _answer(situation, planned.preference, planned.result.roster, planned, report, seconds)


def _known(situation: Situation, first: Answer) -> Known:
    """The first answer as the search of the whole problem starts from it."""
    planned = {shift.shift_id: shift for shift in situation.instance.shifts}
    sailing = first.roster.sailing_shifts()
    there = (row for row in first.roster.rows if row.on_duty and row.shift_id in sailing & planned.keys())
    ashore = sum(shift.priority for shift_id, shift in planned.items() if shift_id not in sailing)
    return Known(frozenset((row.crew_id, row.shift_id, row.watch) for row in there), ashore)


def _verdict(situation: Situation, roster: Roster, verdicts: dict[Roster, CheckReport]) -> CheckReport:
    """The checker's verdict; answers are often alike."""
    if roster not in verdicts:
        verdicts[roster] = check_roster(situation.instance, roster)
    return verdicts[roster]


def settled(found: Sequence[Answer]) -> list[Answer]:
    """Every order with the best roster that any of the answers found, where time was too short for its own.

    All answers let the same shifts sail; a roster taken from another order is not proven for this one.
    """
    best = []
    for answer in found:
        chosen = min(found, key=lambda other: (*_figures(answer.preference, other), other is not answer))
        if chosen is not answer:
            chosen = _unproven(chosen, answer)
        best.append(chosen)
    return best


def _unproven(chosen: Answer, own: Answer) -> Answer:
    """A roster found for another order: of its cost only the bound of this order's own search holds, if there is one."""
    assert chosen.planned is not None and own.planned is not None
    *levels, cost = chosen.planned.result.levels
    bound = min(own.planned.result.levels[-1].bound, cost.value) if own.preference is Preference.COST else 0
    levels.append(replace(cost, status=LevelStatus.FEASIBLE, bound=bound))
    result = replace(chosen.planned.result, levels=tuple(levels))
    planned = replace(chosen.planned, preference=own.preference, result=result, changed=None, called=None)
    return replace(chosen, preference=own.preference, planned=planned)


def _figures(preference: Preference, answer: Answer) -> tuple[int, ...]:
    assert answer.planned is not None
    figures = {
        CHANGED: answer.difference.changed,
        CALLED: len(answer.difference.called),
        COST: answer.planned.result.levels[-1].value,
    }
    return tuple(figures[level] for level in ORDERS[preference])


def _answer(
    situation: Situation,
    preference: Preference,
    roster: Roster,
    planned: Replanned | None,
    report: CheckReport,
    seconds: float,
) -> Answer:
    found = difference(situation, roster)
    if planned is not None:
        _agrees(planned.changed, found.changed)
        _agrees(planned.called, len(found.called))
    whole = whole_roster(situation, roster)
    falls = tuple(sorted(situation.roster.sailing_shifts() - whole.sailing_shifts()))
    return Answer(preference, whole, planned, found, falls, report, seconds)


def _agrees(proof: Proof | None, counted: int) -> None:
    """What the solver claims of its own roster may not be less than what the rows show."""
    if proof is None or proof.value is None:
        return
    if counted > proof.value or (proof.optimal and counted < proof.value):
        raise ModelContradictionError(f"the solver claims {proof.value}, the rows show {counted}")


def whole_roster(situation: Situation, planned: Roster) -> Roster:
    """The roster of the whole window: the frozen rows, the new ones, and what does not sail any more."""
    stopped = [
        RosterRow(shift_id=shift_id, status=RowStatus.NOT_SAILING, reason=_OUT_OF_SERVICE)
        for shift_id in situation.idle
    ]
    shifts = situation.shifts
    rows = sorted(
        (*situation.frozen, *planned.rows, *stopped),
        key=lambda row: (shifts[row.shift_id].interval.start, shifts[row.shift_id].vessel_id, row.shift_id),
    )
    return replace(planned, window=situation.before.window, rows=tuple(rows), version=_next(situation.roster.version))


def _next(version: str) -> str:
    return str(int(version) + 1) if version.isdecimal() else f"{version}.1"
