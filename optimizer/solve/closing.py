"""Can these shifts sail, and which of some changes would it take: questions without an objective.

The changes are switches. Sets of them are asked for in the order of their size, and every set found
forbids itself and whatever holds it; so each is as small as can be, wherever all smaller sizes were
answered to the end.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ortools.sat.python import cp_model

from optimizer.model.problem import Problem
from optimizer.model.roster_model import RosterModel
from optimizer.solve.choice import Choice
from optimizer.solve.cuts import Cuts
from optimizer.solve.engine import solve_model
from optimizer.solve.read_out import choice_of
from optimizer.solve.result import SolveOptions


@dataclass(frozen=True)
class Switches:
    """Changes that may be made, by name, and the people they make.

    ``variants`` are the crew ids of people as they would be, with the crew id of who they are
    (``""`` for somebody new) and the changes that take. Of one person and their variants only one
    works in the whole window. ``tiers`` are changes to be tried before all the others, the first
    ones first.
    """

    names: tuple[str, ...] = ()
    tiers: tuple[frozenset[str], ...] = ()
    variants: Mapping[str, tuple[str, frozenset[str]]] = field(default_factory=dict)

    def of(self, crew_id: str) -> list[str]:
        """A person and their variants."""
        return [crew_id, *(v for v, (origin, _) in self.variants.items() if origin == crew_id)]


@dataclass(frozen=True)
class Goal:
    """``sails`` must sail; on the shifts of ``kept`` everybody stays, given as (crew id, watch).

    On those of ``first_kept`` everybody stays as long as that is enough; otherwise, and where moves
    are counted, as many of them stay as can. ``barred`` are people (crew id, shift id, watch) whom
    duties outside the problem keep away.
    """

    sails: frozenset[str]
    kept: Mapping[str, frozenset[tuple[str, str]]] = field(default_factory=dict)
    first_kept: Mapping[str, frozenset[tuple[str, str]]] = field(default_factory=dict)
    barred: frozenset[tuple[str, str, str]] = frozenset()


@dataclass(frozen=True)
class Closing:
    """A way to reach the goal: the changes it takes and who serves where then."""

    changes: frozenset[str]
    choice: Choice


@dataclass(frozen=True)
class Closings:
    """Ways found; ``complete_to`` is the largest size of sets all of which are known (-1: none proven)."""

    found: tuple[Closing, ...]
    complete_to: int


def closings(
    problem: Problem,
    goal: Goal,
    switches: Switches,
    options: SolveOptions,
    *,
    largest: int = 3,
    most: int = 12,
    stop: threading.Event | None = None,
) -> Closings:
    """The smallest sets of changes with which the goal is reached, by size.

    Parameters
    ----------
    problem
        The problem of the dataset in which every variant of ``switches`` is a person of its own.
    largest
        The most changes in one set.
    most
        Sets after which the search ends.
    """
    search = _Search(problem, goal, switches, options, stop or threading.Event())
    largest = min(largest, len(switches.names))
    found: list[Closing] = []
    if goal.first_kept:
        search.stay(True)
        for size in range(largest + 1):
            found += search.of_size(size, most - len(found))
        search.stay(False)
    complete = -1
    for size in range(largest + 1):
        search.certain = True
        found += search.of_size(size, most - len(found))
        if not search.certain or len(found) >= most or any(not closing.changes for closing in found):
            break
        complete = size
    if any(not closing.changes for closing in found):
        complete = 0
    smallest = [c for c in found if not any(other.changes < c.changes for other in found)]
    return Closings(tuple(smallest), complete)


def reachable(
    problem: Problem, goal: Goal, options: SolveOptions, stop: threading.Event | None = None
) -> Choice | None:
    """A lawful choice with which the goal is reached and few people of ``first_kept`` move.

    ``None`` if there is none or none was found in time.
    """
    search = _Search(problem, goal, Switches(), options, stop or threading.Event())
    search.few_moves()
    found = search.of_size(0, 1)
    return found[0].choice if found else None


class _Search:
    def __init__(
        self, problem: Problem, goal: Goal, switches: Switches, options: SolveOptions, stop: threading.Event
    ) -> None:
        self._problem, self._options, self._stop, self._switches = problem, options, stop, switches
        self._ends = time.monotonic() + options.time_limit_s
        self._cuts = Cuts(problem)
        self._model = _Model(problem, goal, switches)
        #: Whether every question since this was set was answered for certain.
        self.certain = True

    def of_size(self, size: int, most: int) -> list[Closing]:
        """Ways with at most so many changes that hold no earlier one, until there is no other or time is up."""
        found: list[Closing] = []
        for names in (*self._switches.tiers, frozenset(self._switches.names)):
            self._model.allow(size, names)
            while len(found) < most and (closing := self._ask()) is not None:
                found.append(closing if len(closing.changes) < 2 or self.certain else self._shrunk(closing))
                self._model.forbid(found[-1].changes)
                self._model.allow(size, names)
        return found

    def stay(self, wanted: bool) -> None:
        """Whether everybody of ``first_kept`` has to stay."""
        self._model.stay(wanted)

    def few_moves(self) -> None:
        self._model.few_moves()

    def _shrunk(self, closing: Closing) -> Closing:
        """A way with as few of the changes as still do, found by leaving out one after another."""
        kept = closing
        for name in sorted(closing.changes):
            self._model.allow(len(kept.changes), sorted(kept.changes - {name}))
            kept = self._ask() or kept
        return kept

    def _ask(self) -> Closing | None:
        while (seconds := self._ends - time.monotonic()) > 0.05 and not self._stop.is_set():
            outcome = solve_model(
                self._model.roster.model, self._options, seconds, self._stop, lambda best, bound: None
            )
            if outcome.infeasible:
                return None
            if outcome.values is None:
                break
            choice = choice_of(self._model.roster, outcome.values)
            if not self._cuts.cut_off(self._model.roster, choice):
                return Closing(self._model.changes(outcome.values), choice)
        self.certain = False
        return None


class _Model:
    """The roster model with the goal as constraints and the changes as switches."""

    def __init__(self, problem: Problem, goal: Goal, switches: Switches) -> None:
        locked = _Locks(problem, switches)
        self.roster = RosterModel(locked.problem, foreseen=False)
        self._model = self.roster.model
        self._switches = switches
        self._on = {name: self._model.new_bool_var(f"change {name}") for name in switches.names}
        self._most = self._model.new_int_var(0, len(switches.names), "changes")
        self._model.add(sum(self._on.values()) <= self._most)
        self._stay = self._model.new_bool_var("stay")
        self._stays: list[cp_model.LinearExprT] = []
        self.stay(False)
        self._used = {v: self._model.new_bool_var(f"used {v}") for v in switches.variants}
        for shift_id in goal.sails:
            self._model.add(self.roster.sails[shift_id] == 1)
        for candidate in self.roster.candidates:
            block = problem.blocks[candidate.block]
            if (candidate.crew_id, block.shift.shift_id, block.watch_name) in goal.barred:
                self._model.add(self.roster.y(candidate) == 0)
        self._variants()
        self._kept(goal)
        locked.add_to(self.roster)

    def _variants(self) -> None:
        for variant, (_, changes) in self._switches.variants.items():
            for name in changes:
                self._model.add_implication(self._used[variant], self._on[name])
            for variable in self._work(variant):
                self._model.add_implication(variable, self._used[variant])
        for origin in sorted({origin for origin, _ in self._switches.variants.values() if origin}):
            others = [self._used[v] for v in self._switches.of(origin) if v != origin]
            self._model.add_at_most_one(others)
            for variable in self._work(origin):
                for other in others:
                    self._model.add_implication(other, ~variable)

    def _work(self, crew_id: str) -> list[cp_model.IntVar]:
        return [self.roster.serves[c.crew_id, c.block] for c in self.roster.of_person.get(crew_id, ())]

    def _kept(self, goal: Goal) -> None:
        for shift_id, people in goal.kept.items():
            for there in self._in_place(shift_id, people):
                self._model.add(sum(there) == 1)
        for shift_id, people in goal.first_kept.items():
            for there in self._in_place(shift_id, people):
                if there:
                    self._stays.append(sum(there))
                    self._model.add(sum(there) == 1).only_enforce_if(self._stay)
                    self._model.add_hint(there[0], 1)

    def _in_place(self, shift_id: str, people: frozenset[tuple[str, str]]) -> Iterator[list[cp_model.IntVar]]:
        """For every person on a shift the decisions that keep them there, as they are or would be."""
        blocks = self.roster.problem.blocks_of_shift[shift_id]
        for crew_id, watch in sorted(people):
            indices = [block.index for block in blocks if block.watch_name == watch]
            keys = [(variant, index) for variant in self._switches.of(crew_id) for index in indices]
            yield [self.roster.serves[key] for key in keys if key in self.roster.serves]

    def stay(self, wanted: bool) -> None:
        domain = self._model.proto.variables[self._stay.index].domain
        domain[0] = domain[1] = int(wanted)

    def few_moves(self) -> None:
        """Among all rosters one in which as many as can stay where they are."""
        if self._stays:
            self._model.maximize(sum(self._stays))

    def allow(self, most: int, names: Iterable[str]) -> None:
        """From now on at most so many changes, and only these."""
        self._model.proto.variables[self._most.index].domain[1] = most
        allowed = set(names)
        for name, variable in self._on.items():
            self._model.proto.variables[variable.index].domain[1] = int(name in allowed)

    def forbid(self, changes: frozenset[str]) -> None:
        self._model.add_bool_or([~self._on[name] for name in changes])

    def changes(self, values: tuple[int, ...]) -> frozenset[str]:
        """The changes made by the people who work."""
        made: set[str] = set()
        for variant, (_, names) in self._switches.variants.items():
            if any(values[variable.index] for variable in self._work(variant)):
                made |= names
        return frozenset(made)


class _Locks:
    """Locks of people who have variants hold for one of them."""

    def __init__(self, problem: Problem, switches: Switches) -> None:
        origins = {v: origin for v, (origin, _) in switches.variants.items()}
        several = set(origins) | set(origins.values())
        self._groups: dict[tuple[str, int], list[tuple[str, int]]] = {}
        for crew_id, block in problem.locked:
            if crew_id in several:
                self._groups.setdefault((origins.get(crew_id, crew_id), block), []).append((crew_id, block))
        alone = frozenset(key for key in problem.locked if key[0] not in several)
        self.problem = replace(problem, locked=alone)

    def add_to(self, roster: RosterModel) -> None:
        for keys in self._groups.values():
            shift_id = roster.problem.blocks[keys[0][1]].shift.shift_id
            there = [roster.serves[key] for key in keys if key in roster.serves]
            roster.model.add(sum(there) >= roster.sails[shift_id])
