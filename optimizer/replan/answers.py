"""Answers to a drop-out: planned, compared with the roster before, and verified before anyone sees them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from optimizer.check import CheckReport, check_roster
from optimizer.findings import Text
from optimizer.model.problem import build_problem
from optimizer.plan import UnlawfulRosterError
from optimizer.replan.compare import Difference, before_of, difference
from optimizer.replan.situation import Situation
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.plan_result import ModelContradictionError, Proof
from optimizer.solve.replanning import Preference, Replanned, replan_problem
from optimizer.solve.result import ProgressListener, SolveOptions


@dataclass(frozen=True)
class Answer:
    """One new roster for the whole week.

    ``preferences`` are all orders under which this roster is the best one found; ``roster`` holds
    the frozen part too, ``planned`` only what was planned anew. ``report`` is the checker's verdict.
    """

    preferences: tuple[Preference, ...]
    roster: Roster
    planned: Replanned
    difference: Difference
    report: CheckReport


def answers(
    situation: Situation,
    options: SolveOptions,
    preferences: tuple[Preference, ...] = tuple(Preference),
    listener: ProgressListener | None = None,
    stop: threading.Event | None = None,
) -> Iterator[Answer]:
    """The answers to a situation, each as soon as it is found and checked.

    Raises
    ------
    UnlawfulRosterError
        If the checker faults an answer; it may not be shown or written then.
    """
    started = time.monotonic()
    problem = build_problem(situation.instance)
    problem = replace(problem, before=before_of(situation, problem))
    for planned in replan_problem(problem, preferences, options, listener, stop, started):
        assert planned.result.roster is not None
        found = difference(situation, planned.result.roster)
        _agrees(planned.changed, found.changed)
        _agrees(planned.called, len(found.called))
        report = check_roster(situation.instance, planned.result.roster)
        if report.exit_code == 1:
            raise UnlawfulRosterError(report)
        yield Answer((planned.preference,), whole_roster(situation, planned.result.roster), planned, found, report)


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
    shifts = {**situation.before.dataset.shifts, **situation.instance.dataset.shifts}
    rows = sorted(
        (*situation.frozen, *planned.rows, *stopped),
        key=lambda row: (shifts[row.shift_id].interval.start, shifts[row.shift_id].vessel_id, row.shift_id),
    )
    return replace(planned, window=situation.before.window, rows=tuple(rows), version=_next(situation.roster.version))


_OUT_OF_SERVICE = Text("Schiff außer Betrieb.", "Vessel out of service.")


def _next(version: str) -> str:
    return str(int(version) + 1) if version.isdecimal() else f"{version}.1"
