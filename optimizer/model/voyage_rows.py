"""Voyages and duty groups: the same people and watches from shift to shift, as long as they sail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from optimizer.model.candidates import Candidate
from optimizer.model.problem import Problem

if TYPE_CHECKING:
    from optimizer.model.roster_model import RosterModel


def whole_voyage_candidates(problem: Problem) -> tuple[Candidate, ...]:
    """Candidates on shifts that can sail; on a voyage only who can stay for all of those."""
    length = Counter(
        shift.voyage_id for shift in problem.instance.shifts if shift.voyage_id and shift.shift_id not in problem.ashore
    )
    afloat = [c for c in problem.candidates if problem.blocks[c.block].shift.shift_id not in problem.ashore]
    stays = Counter(_voyage_key(problem, candidate) for candidate in afloat)
    return tuple(
        candidate
        for candidate in afloat
        if (voyage := problem.blocks[candidate.block].shift.voyage_id) == ""
        or stays[_voyage_key(problem, candidate)] == length[voyage]
    )


def first_of_group(problem: Problem, *, whole_voyages: bool) -> list[int]:
    """Of every block (by index) the block that stands for it: on whole voyages the same watch's first one."""
    first: dict[Hashable, int] = {}
    result = []
    for block in problem.blocks:
        group: Hashable = block.index
        if whole_voyages and block.shift.voyage_id and block.shift.shift_id not in problem.ashore:
            group = (block.shift.voyage_id, block.watch_name)
        result.append(first.setdefault(group, block.index))
    return result


def _voyage_key(problem: Problem, candidate: Candidate) -> tuple[str, str, str]:
    block = problem.blocks[candidate.block]
    return candidate.crew_id, block.shift.voyage_id, block.watch_name


def add_voyages(model: RosterModel) -> None:
    """Same people and watch on all shifts of a voyage; it may stop, never resume."""
    if not model.whole_voyages:
        for chain in model.problem.voyages:
            for earlier, later in zip(chain, chain[1:], strict=False):
                model.model.add_implication(model.sails[later], model.sails[earlier])
                _go_on(model, _people(model, earlier), _people(model, later), model.sails[later])
                _go_on(model, _jobs(model, earlier), _jobs(model, later), model.sails[later], required=False)
    for chain in model.problem.duty_groups:
        for earlier, later in zip(chain, chain[1:], strict=False):
            _same_people(model, earlier, later)
    for shift_id, served in model.problem.begun_groups.items():
        _same_as_before(model, shift_id, served)


def _same_as_before(model: RosterModel, shift_id: str, served: frozenset[str]) -> None:
    """A duty group begun before the window goes on with the people who served."""
    there = _by_person(model, shift_id)
    for crew_id in sorted({*there, *served}):
        own = there.get(crew_id, [])
        if crew_id in served:
            model.model.add(sum(own) >= model.sails[shift_id])
        for variable in own if crew_id not in served else ():
            model.model.add(variable == 0)


def _people(model: RosterModel, shift_id: str) -> dict[Hashable, cp_model.IntVar]:
    blocks = model.problem.blocks
    return {(c.crew_id, blocks[c.block].watch_name): model.y(c) for c in model.of_shift.get(shift_id, ())}


def _jobs(model: RosterModel, shift_id: str) -> dict[Hashable, cp_model.IntVar]:
    blocks = model.problem.blocks
    return {
        (c.crew_id, blocks[c.block].watch_name, job): model.job(c, job)
        for c in model.of_shift.get(shift_id, ())
        for job in c.jobs
    }


def _go_on(
    model: RosterModel,
    here: dict[Hashable, cp_model.IntVar],
    there: dict[Hashable, cp_model.IntVar],
    sails: cp_model.IntVar,
    *,
    required: bool = True,
) -> None:
    """Whoever is here stays if the voyage sails on, and nobody joins.

    What exists on one of the shifts only binds nobody unless ``required``.
    """
    for key, before in here.items():
        after = there.get(key)
        if after is not None:
            model.model.add_implication(after, before)
            model.model.add_bool_or([~before, ~sails, after])
        elif required:
            model.model.add_bool_or([~before, ~sails])
    if required:
        for key in there.keys() - here.keys():
            model.model.add(there[key] == 0)


def _same_people(model: RosterModel, first: str, second: str) -> None:
    """The same people on two shifts of a duty group if both sail, in whatever watch."""
    here, there = _by_person(model, first), _by_person(model, second)
    unless: Sequence[cp_model.LiteralT] = [~model.sails[first], ~model.sails[second]]
    for crew_id in sorted({*here, *there}):
        difference = sum(here.get(crew_id, [])) - sum(there.get(crew_id, []))
        model.model.add(difference <= sum(unless))
        model.model.add(-difference <= sum(unless))


def _by_person(model: RosterModel, shift_id: str) -> dict[str, list[cp_model.IntVar]]:
    grouped: dict[str, list[cp_model.IntVar]] = {}
    for candidate in model.of_shift.get(shift_id, ()):
        grouped.setdefault(candidate.crew_id, []).append(model.y(candidate))
    return grouped
