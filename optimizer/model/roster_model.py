"""The CP-SAT model of a problem: its variables, what rest and locks forbid, and the levels to minimise.

Crews are counted by Hall rows (``crew_rows``); people are matched to seats only when the roster is
read out, so the model needs no variable per person and function. Voyages stand in ``voyage_rows``,
cost in ``cost_rows``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from ortools.sat.python import cp_model

from optimizer.domain import SafetyRole
from optimizer.model import cost_rows, crew_rows, voyage_rows
from optimizer.model.candidates import Candidate
from optimizer.model.change_rows import ChangeRows
from optimizer.model.needs import Job, JobKind, Seat
from optimizer.model.problem import Problem
from optimizer.model.regions import add_regions

Key = tuple[str, int]
JobKey = tuple[str, int, Job]

#: More than any roster costs.
_ANY_COST = 2**40


class RosterModel:
    """Variables and constraints; ``level`` gives the expression of one level.

    Parameters
    ----------
    foreseen
        Whether shifts that may not sail get the crew that could lawfully be there (level 2). Not
        needed while every shift can sail, so the first model leaves it out.
    whole_voyages
        Everything that can sail does. A voyage is then one decision per person and watch instead of
        one per shift, which makes the model of long voyages far smaller.
    """

    def __init__(self, problem: Problem, *, foreseen: bool, whole_voyages: bool = False):
        self.problem = problem
        self.model = cp_model.CpModel()
        self.whole_voyages = whole_voyages
        self._cost: cp_model.LinearExprT | None = None
        self._most_cost: cp_model.IntVar | None = None
        self.candidates = voyage_rows.whole_voyage_candidates(problem) if whole_voyages else problem.candidates
        self.serves: dict[Key, cp_model.IntVar] = {}
        self.jobs: dict[JobKey, cp_model.IntVar] = {}
        self._written: set[object] = set()
        self._days: dict[tuple[str, tuple[int, ...]], cp_model.IntVar] = {}
        self._shared: dict[object, cp_model.IntVar] = {}
        self.first_of_group = voyage_rows.first_of_group(problem, whole_voyages=whole_voyages)
        for candidate in self.candidates:
            self._decide(candidate)
        self.sails = {shift_id: self._sails(shift_id) for shift_id in problem.needs}
        self.option: dict[tuple[str, int, int], cp_model.IntVar] = {}
        self.extra_crew: dict[tuple[str, int], cp_model.IntVar] = {}
        self.foreseen: dict[Key, cp_model.IntVar] = {}
        self.foreseen_jobs: dict[JobKey, cp_model.IntVar] = {}
        self.foreseen_option: dict[tuple[str, int], cp_model.IntVar] = {}
        self.open_seats: dict[tuple[str, Seat], cp_model.IntVar] = {}
        self.open_roles: dict[tuple[str, SafetyRole], cp_model.IntVar] = {}
        self.open_patrols: dict[tuple[str, str], cp_model.IntVar] = {}
        self.derived: list[tuple[cp_model.IntVar, Callable[[Sequence[int]], int]]] = []
        self.of_shift = _grouped(self.candidates, lambda c: problem.blocks[c.block].shift.shift_id)
        self.of_person = _grouped(self.candidates, lambda c: c.crew_id)
        for need in problem.needs.values():
            crew_rows.add_crew(self, need)
            if foreseen:
                crew_rows.add_foreseen_crew(self, need)
        self._rest()
        voyage_rows.add_voyages(self)
        self._pairs()
        self._locks()
        self._settled = add_regions(self)
        self.changes = None if problem.before is None else ChangeRows(self, problem.before)
        self._most = {1: self._at_most(self.not_sailing()), 2: self._at_most(self.open_positions())}

    # -- variables -------------------------------------------------------------------------------

    def _decide(self, candidate: Candidate) -> None:
        """The decision whether a person works a block, and as what beside the crew."""
        group = (candidate.crew_id, self.first_of_group[candidate.block])
        name = f"serves {candidate.crew_id} {candidate.block}"
        self.serves[candidate.crew_id, candidate.block] = self.shared(group, name)
        for job in sorted(candidate.jobs):
            self.jobs[candidate.crew_id, candidate.block, job] = self.shared((*group, job), f"{job.kind} {name}")

    def shared(self, group: object, name: str) -> cp_model.IntVar:
        """The decision of a group, one variable for all who ask for it."""
        if group not in self._shared:
            self._shared[group] = self.model.new_bool_var(name)
        return self._shared[group]

    def first_time(self, row: object) -> bool:
        """Whether a row is asked for the first time; shifts of a voyage in one decision repeat theirs."""
        fresh = row not in self._written
        self._written.add(row)
        return fresh

    def _sails(self, shift_id: str) -> cp_model.IntVar:
        if self.whole_voyages:
            return self.model.new_constant(int(shift_id not in self.problem.ashore))
        return self.model.new_bool_var(f"sails {shift_id}")

    def y(self, candidate: Candidate) -> cp_model.IntVar:
        """Whether the person works the block."""
        return self.serves[candidate.crew_id, candidate.block]

    def q(self, candidate: Candidate) -> cp_model.IntVar:
        """Whether the person is foreseen for the block of a shift that may not sail."""
        return self.foreseen[candidate.crew_id, candidate.block]

    def job(self, candidate: Candidate, job: Job) -> cp_model.IntVar:
        return self.jobs[candidate.crew_id, candidate.block, job]

    def job_vars(self, candidate: Candidate, *kinds: JobKind) -> list[cp_model.IntVar]:
        """The decisions on a person's jobs beside the crew, of all kinds or of these."""
        return [self.job(candidate, job) for job in sorted(candidate.jobs) if not kinds or job.kind in kinds]

    def in_crew(self, candidate: Candidate) -> cp_model.LinearExprT:
        """Whether the person counts as one of the crew on the block."""
        return self.y(candidate) - sum(self.job_vars(candidate)) if candidate.jobs else self.y(candidate)

    def at_work(self, crew_id: str, block: int) -> list[cp_model.IntVar]:
        """Whether the person is there, serving or foreseen."""
        both = self.serves.get((crew_id, block)), self.foreseen.get((crew_id, block))
        return [variable for variable in both if variable is not None]

    # -- limits and hints --------------------------------------------------------------------------

    def _at_most(self, level: cp_model.LinearExprT) -> cp_model.IntVar:
        limit = self.model.new_int_var(0, self.unbounded, "at most")
        self.model.add(level <= limit)
        return limit

    @property
    def unbounded(self) -> int:
        """A limit that no level can exceed."""
        needs = self.problem.needs.values()
        places = sum(len(o) for n in needs for s in n.stretches for o in s.options)
        roles = sum(sum(s.roles.values()) for n in needs for s in n.stretches)
        patrols = sum(n.patrol(watch_name) for n in needs for watch_name in n.watch_needs)
        return places + roles + patrols + sum(n.shift.priority for n in needs)

    def allow_at_most(self, level: int, most: int) -> None:
        """From now on only rosters whose level 1 or 2 is at most this."""
        self.model.proto.variables[self._most[level].index].domain[1] = most

    @contextmanager
    def fixed(self, values: Mapping[int, int]) -> Iterator[None]:
        """Inside the block these decisions, by variable index, have these values."""
        variables = self.model.proto.variables
        for index, value in values.items():
            variables[index].domain[0] = variables[index].domain[1] = int(value)
        yield
        for index in values:
            variables[index].domain[0], variables[index].domain[1] = 0, 1

    def everybody_settled(self, wanted: bool) -> bool:
        """Whether from now on nobody may work in two regions within two days; ``False``: there is one only."""
        if self._settled is not None:
            self.model.proto.variables[self._settled.index].domain[0] = int(wanted)
        return wanted and self._settled is not None

    def hint(self, values: Sequence[int]) -> None:
        """Start the next solve from these values; variables added since get what follows from them."""
        self.model.clear_hints()
        for index, value in enumerate(values):
            self.model.add_hint(self.model.get_int_var_from_proto_index(index), value)
        if values:
            for variable, value_of in self.derived:
                if variable.index < len(values):
                    continue
                self.model.add_hint(variable, value_of(values))

    # -- rest, pairs, locks --------------------------------------------------------------------------

    def _rest(self) -> None:
        alike: dict[tuple[int, ...], tuple[int, ...]] = {}
        for crew_id, conflicts in self.problem.conflicts.items():
            seen: set[tuple[int, ...]] = set()
            for clique in conflicts.cliques:
                if clique not in alike:
                    alike[clique] = tuple(sorted(self.first_of_group[block] for block in clique))
                if alike[clique] in seen:
                    continue
                seen.add(alike[clique])
                there = [v for block in alike[clique] for v in self.at_work(crew_id, block)]
                if len(there) > 1:
                    self.model.add_at_most_one(there)
            for conflict in conflicts.larger:
                self.forbid(crew_id, conflict.blocks, conflict.unless)
        rows: set[tuple[object, ...]] = set()
        for row in self.problem.window_rows:
            minutes: dict[int, int] = {}
            for block, amount in row.minutes:
                for variable in self.at_work(row.crew_id, block):
                    minutes[variable.index] = minutes.get(variable.index, 0) + amount
            key = (row.limit, tuple(minutes.items()))
            if key not in rows and sum(minutes.values()) > row.limit:
                rows.add(key)
                there = [self.model.get_int_var_from_proto_index(index) for index in minutes]
                self.model.add(cp_model.LinearExpr.weighted_sum(there, list(minutes.values())) <= row.limit)
        for days in self.problem.day_rows:
            worked = [self._works_on(days.crew_id, blocks) for blocks in days.days]
            self.model.add(sum(worked) <= days.limit)

    def _works_on(self, crew_id: str, blocks: tuple[int, ...]) -> cp_model.IntVar:
        """Whether a person works any of the blocks of one day; the same day stands in many rows."""
        key = crew_id, blocks
        if key not in self._days:
            self._days[key] = self.model.new_bool_var(f"works {crew_id} {blocks[0]}")
            for variable in {v.index: v for block in blocks for v in self.at_work(crew_id, block)}.values():
                self.model.add_implication(variable, self._days[key])
        return self._days[key]

    def forbid(self, crew_id: str, blocks: Sequence[int], unless: Sequence[int] = ()) -> None:
        """A person may not work all of these blocks, unless one of the others too."""
        if any((crew_id, block) not in self.serves and (crew_id, block) not in self.foreseen for block in blocks):
            return
        there = [v for block in blocks for v in self.at_work(crew_id, block)]
        lifted = [v for block in unless for v in self.at_work(crew_id, block)]
        self.model.add(sum(there) <= len(blocks) - 1 + sum(lifted))

    def forbid_together(self, crews: Sequence[Key], kept: Sequence[Key] = ()) -> None:
        """The crews of one or more shifts may not all be there as they are, these of them in their old functions."""
        if all(key in self.serves for key in crews):
            in_function = [] if self.changes is None else self.changes.in_seats(kept)
            self.model.add(
                sum(self.serves[key] for key in crews) + sum(in_function) <= len(crews) + len(in_function) - 1
            )

    def _pairs(self) -> None:
        """Who may not serve together, and who only beside a mentor; a running crew stays as it is."""
        pairs = self.problem.pairs
        if not pairs.apart and not pairs.mentors:
            return
        for shift_id, candidates in self.of_shift.items():
            if self.problem.running.on(self.problem.needs[shift_id].shift) is not None:
                continue
            for table in (self.serves, self.foreseen):
                there: dict[str, list[cp_model.IntVar]] = {}
                for c in candidates:
                    if (c.crew_id, c.block) in table:
                        there.setdefault(c.crew_id, []).append(table[c.crew_id, c.block])
                for one, other in pairs.apart:
                    if one in there and other in there:
                        self.model.add_at_most_one([*there[one], *there[other]])
                for trainee, mentor in pairs.mentors:
                    if trainee in there:
                        self.model.add(sum(there[trainee]) <= sum(there.get(mentor, [])))

    def _locks(self) -> None:
        for key in self.problem.locked:
            shift_id = self.problem.blocks[key[1]].shift.shift_id
            if key in self.serves:
                self.model.add_implication(self.sails[shift_id], self.serves[key])
            else:
                self.model.add(self.sails[shift_id] == 0)
        for crew_id, blocks in self.problem.aboard:
            there = [self.serves[crew_id, block] for block in blocks if (crew_id, block) in self.serves]
            self.model.add(sum(there) >= self.sails[self.problem.blocks[blocks[0]].shift.shift_id])

    # -- levels ----------------------------------------------------------------------------------

    def not_sailing(self) -> cp_model.LinearExprT:
        """Level 1: weighted shifts that may not sail."""
        return sum(self.problem.needs[s].shift.priority * (1 - var) for s, var in self.sails.items())

    def value_of(self, level: int, values: Sequence[int]) -> int:
        """Level 1 or 2 of solver values."""
        if level == 1:
            ashore = (s for s, var in self.sails.items() if not values[var.index])
            return sum(self.problem.needs[shift_id].shift.priority for shift_id in ashore)
        return sum(values[var.index] for var in self._open())

    def open_positions(self) -> cp_model.LinearExprT:
        """Level 2: places, safety roles and patrols nobody lawfully fills in them."""
        return sum(self._open())

    def _open(self) -> Iterator[cp_model.IntVar]:
        yield from self.open_seats.values()
        yield from self.open_roles.values()
        yield from self.open_patrols.values()

    def cost(self) -> cp_model.LinearExprT:
        """Level 4: cost, with the auxiliary variables it needs."""
        if self._cost is None:
            self._cost = cost_rows.cost(self)
        return self._cost

    def allow_at_most_cost(self, most: int | None) -> None:
        """From now on only rosters that cost at most this; ``None``: any."""
        if self._most_cost is None:
            if most is None:
                return
            self._most_cost = self.model.new_int_var(0, _ANY_COST, "cost at most")
            self.model.add(self.cost() <= self._most_cost)
        self.model.proto.variables[self._most_cost.index].domain[1] = _ANY_COST if most is None else most


def _grouped(candidates: Iterable[Candidate], key: Callable[[Candidate], str]) -> dict[str, list[Candidate]]:
    grouped: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        grouped.setdefault(key(candidate), []).append(candidate)
    return grouped
