"""The CP-SAT model of a problem: variables, lawful-crew rows, rest rows and the levels to minimise.

Crews are counted by Hall rows (Hall's marriage theorem): for every set of seats, at least as many
people on board can fill one of them as the chosen crew has seats in that set. People are matched
to seats only when the roster is read out, so the model needs no variable per person and function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from ortools.sat.python import cp_model

from optimizer.domain import SafetyRole
from optimizer.model.blocks import Block, sailing_parts
from optimizer.model.candidates import Candidate
from optimizer.model.costs import QUARTER, seat_rank
from optimizer.model.needs import MASTER_FUNCTIONS, Option, Seat, ShiftNeed, StretchNeed
from optimizer.model.problem import Problem
from optimizer.timeline import Interval

Key = tuple[str, int]


class RosterModel:
    """Variables and constraints; ``level`` gives the expression of one level.

    Parameters
    ----------
    foreseen
        Whether shifts that may not sail get the crew that could lawfully be there (level 2). Not
        needed while every shift can sail, so the first model leaves it out.
    """

    def __init__(self, problem: Problem, *, foreseen: bool):
        self.problem = problem
        self.model = cp_model.CpModel()
        self.serves: dict[Key, cp_model.IntVar] = {
            (c.crew_id, c.block): self.model.new_bool_var(f"serves {c.crew_id} {c.block}") for c in problem.candidates
        }
        self.sails = {shift_id: self.model.new_bool_var(f"sails {shift_id}") for shift_id in problem.needs}
        self.option: dict[tuple[str, int, int], cp_model.IntVar] = {}
        self.foreseen: dict[Key, cp_model.IntVar] = {}
        self.foreseen_option: dict[tuple[str, int], cp_model.IntVar] = {}
        self.open_seats: dict[tuple[str, Seat], cp_model.IntVar] = {}
        self.open_roles: dict[tuple[str, SafetyRole], cp_model.IntVar] = {}
        for need in problem.needs.values():
            self._crew(need)
            if foreseen:
                self._foreseen_crew(need)
        self._rest()
        self._voyages()
        self._locks()
        self._most = {1: self._at_most(self.not_sailing()), 2: self._at_most(self.open_positions())}
        self._derived: list[tuple[cp_model.IntVar, Callable[[Sequence[int]], int]]] = []

    def _at_most(self, level: cp_model.LinearExprT) -> cp_model.IntVar:
        limit = self.model.new_int_var(0, self.unbounded, "at most")
        self.model.add(level <= limit)
        return limit

    @property
    def unbounded(self) -> int:
        """A limit that no level can exceed."""
        places = sum(len(o) for n in self.problem.needs.values() for s in n.stretches for o in s.options)
        roles = sum(sum(s.roles.values()) for n in self.problem.needs.values() for s in n.stretches)
        return places + roles + sum(n.shift.priority for n in self.problem.needs.values())

    def allow_at_most(self, level: int, most: int) -> None:
        """From now on only rosters whose level 1 or 2 is at most this."""
        self.model.proto.variables[self._most[level].index].domain[1] = most

    def hint(self, values: Sequence[int]) -> None:
        """Start the next solve from these values; variables added since get what follows from them."""
        self.model.clear_hints()
        for index, value in enumerate(values):
            self.model.add_hint(self.model.get_int_var_from_proto_index(index), value)
        if values:
            for variable, value_of in self._derived:
                if variable.index < len(values):
                    continue
                self.model.add_hint(variable, value_of(values))

    # -- crews -----------------------------------------------------------------------------------

    def _crew(self, need: ShiftNeed) -> None:
        shift_id, sails = need.shift.shift_id, self.sails[need.shift.shift_id]
        candidates = self.problem.candidates_of_shift[shift_id]
        crew = [c for c in candidates if not c.cabin_staff]
        if need.plan_bars or not need.stretches or any(not stretch.options for stretch in need.stretches):
            self.model.add(sails == 0)
            for candidate in candidates:
                self.model.add(self._y(candidate) == 0)
            return
        for number, stretch in enumerate(need.stretches):
            chosen = [self.model.new_bool_var(f"option {shift_id} {number} {k}") for k in range(len(stretch.options))]
            self.option.update({(shift_id, number, k): var for k, var in enumerate(chosen)})
            self.model.add(sum(chosen) == sails)
            for seats, people in hall_rows(stretch, crew):
                demand = [(var, _count(option, seats)) for var, option in zip(chosen, stretch.options, strict=True)]
                self.model.add(sum(self._y(c) for c in people) >= sum(n * var for var, n in demand))
            self._safety(stretch, candidates, sails)
        sizes = [len(option) for option in need.stretches[0].options]
        main = [self.option[shift_id, 0, k] for k in range(len(sizes))]
        self.model.add(sum(self._y(c) for c in crew) == sum(n * var for var, n in zip(main, sizes, strict=True)))
        for candidate in candidates:
            if candidate.cabin_staff:
                self.model.add_implication(self._y(candidate), sails)
        self._on_duty(need, crew)

    def _safety(self, stretch: StretchNeed, candidates: Sequence[Candidate], sails: cp_model.IntVar) -> None:
        for roles, amount in _role_sets(stretch):
            holders = [self._y(c) for c in candidates if c.roles & roles]
            self.model.add(sum(holders) >= amount * sails)

    def _on_duty(self, need: ShiftNeed, crew: Sequence[Candidate]) -> None:
        """A master on duty at every instant of sailing, and what a watch needs."""
        shift_id = need.shift.shift_id
        blocks = self.problem.blocks_of_shift[shift_id]
        if len(blocks) == 1 and not need.watch_needs:
            return
        masters = [c for c in crew if any(seat.place.function in MASTER_FUNCTIONS for seat in c.seats)]
        for present in watch_sets(blocks, sailing_parts(self.problem.instance, need.shift)):
            on_duty = [self._y(c) for c in masters if c.block in present]
            self.model.add(sum(on_duty) >= self.sails[shift_id])
        for block in blocks:
            for functions in need.watch_needs.get(block.watch_name, ())[:1]:
                for function, amount in functions.items():
                    able = [
                        self._y(c)
                        for c in crew
                        if c.block == block.index and any(s.place.function is function for s in c.seats)
                    ]
                    self.model.add(sum(able) >= amount * self.sails[shift_id])

    def _foreseen_crew(self, need: ShiftNeed) -> None:
        """Who could be there although the shift may not sail, and the places nobody can fill."""
        shift_id, sails = need.shift.shift_id, self.sails[need.shift.shift_id]
        if need.plan_bars or not need.stretches or any(not stretch.options for stretch in need.stretches):
            return
        stretch = need.stretches[0]
        candidates = self.problem.candidates_of_shift[shift_id]
        for candidate in candidates:
            self.foreseen[candidate.crew_id, candidate.block] = self.model.new_bool_var(
                f"foreseen {candidate.crew_id} {candidate.block}"
            )
        chosen = [self.model.new_bool_var(f"foreseen option {shift_id} {k}") for k in range(len(stretch.options))]
        self.foreseen_option.update({(shift_id, k): var for k, var in enumerate(chosen)})
        self.model.add(sum(chosen) == 1 - sails)
        for seat in stretch.seats:
            most = max(option.count(seat) for option in stretch.options)
            self.open_seats[shift_id, seat] = self.model.new_int_var(0, most, f"open {shift_id}")
        crew = [c for c in candidates if not c.cabin_staff]
        for seats, people in hall_rows(stretch, crew):
            demand = sum(_count(o, seats) * var for var, o in zip(chosen, stretch.options, strict=True))
            filled = sum(self._q(c) for c in people) + sum(self.open_seats[shift_id, seat] for seat in seats)
            self.model.add(filled >= demand)
        size = sum(len(option) * var for var, option in zip(chosen, stretch.options, strict=True))
        open_seats = [self.open_seats[shift_id, seat] for seat in stretch.seats]
        self.model.add(sum(self._q(c) for c in crew) + sum(open_seats) == size)
        for role, amount in stretch.roles.items():
            self.open_roles[shift_id, role] = self.model.new_int_var(0, amount, f"open role {shift_id}")
        for roles, amount in _role_sets(stretch):
            holders = sum(self._q(c) for c in candidates if c.roles & roles)
            self.model.add(holders + sum(self.open_roles[shift_id, r] for r in roles) >= amount * (1 - sails))
        open_roles = [self.open_roles[shift_id, role] for role in stretch.roles]
        self.model.add(sum(open_seats) + sum(open_roles) >= 1 - sails)
        for candidate in candidates:
            if candidate.cabin_staff:
                self.model.add_implication(self._q(candidate), ~sails)

    # -- rest, continuity, locks -----------------------------------------------------------------

    def _rest(self) -> None:
        for crew_id, conflicts in self.problem.conflicts.items():
            for clique in conflicts.cliques:
                self.model.add_at_most_one(v for block in clique for v in self._there(crew_id, block))
            for conflict in conflicts.larger:
                self.forbid(crew_id, conflict.blocks)
        for row in self.problem.window_rows:
            terms = [m * v for block, m in row.minutes for v in self._there(row.crew_id, block)]
            self.model.add(sum(terms) <= row.limit)
        for number, days in enumerate(self.problem.day_rows):
            worked = []
            for position, blocks in enumerate(days.days):
                day = self.model.new_bool_var(f"works {days.crew_id} {number} {position}")
                for block in blocks:
                    for variable in self._there(days.crew_id, block):
                        self.model.add_implication(variable, day)
                worked.append(day)
            self.model.add(sum(worked) <= days.limit)

    def forbid(self, crew_id: str, blocks: Sequence[int]) -> None:
        """A person may not work all of these blocks."""
        there = [v for block in blocks for v in self._there(crew_id, block)]
        self.model.add(sum(there) <= len(blocks) - 1)

    def forbid_together(self, crews: Sequence[Key]) -> None:
        """The crews of one or more shifts (people with their blocks) may not all be there as they are."""
        self.model.add(sum(self.serves[key] for key in crews) <= len(crews) - 1)

    def _voyages(self) -> None:
        """Same people and watch on all shifts of a voyage; it may stop, never resume."""
        for chain in self.problem.voyages:
            for earlier, later in zip(chain, chain[1:], strict=False):
                self.model.add_implication(self.sails[later], self.sails[earlier])
                self._same_people(earlier, later, [~self.sails[later]])
        for chain in self.problem.duty_groups:
            for earlier, later in zip(chain, chain[1:], strict=False):
                self._same_people(earlier, later, [~self.sails[earlier], ~self.sails[later]], watch=False)

    def _same_people(self, first: str, second: str, unless: Sequence[cp_model.LiteralT], *, watch: bool = True) -> None:
        def people(shift_id: str) -> dict[tuple[str, str], list[cp_model.IntVar]]:
            grouped: dict[tuple[str, str], list[cp_model.IntVar]] = {}
            for candidate in self.problem.candidates_of_shift[shift_id]:
                name = self.problem.blocks[candidate.block].watch_name if watch else ""
                grouped.setdefault((candidate.crew_id, name), []).append(self._y(candidate))
            return grouped

        here, there = people(first), people(second)
        for key in sorted({*here, *there}):
            difference = sum(here.get(key, [])) - sum(there.get(key, []))
            self.model.add(difference <= sum(unless))
            self.model.add(-difference <= sum(unless))

    def _locks(self) -> None:
        for key in self.problem.locked:
            shift_id = self.problem.blocks[key[1]].shift.shift_id
            self.model.add_implication(self.sails[shift_id], self.serves[key])

    # -- levels ----------------------------------------------------------------------------------

    def not_sailing(self) -> cp_model.LinearExprT:
        """Level 1: weighted shifts that may not sail."""
        return sum(self.problem.needs[s].shift.priority * (1 - var) for s, var in self.sails.items())

    def value_of(self, level: int, values: Sequence[int]) -> int:
        """Level 1 or 2 of solver values."""
        if level == 1:
            ashore = (s for s, var in self.sails.items() if not values[var.index])
            return sum(self.problem.needs[shift_id].shift.priority for shift_id in ashore)
        return sum(values[var.index] for table in (self.open_seats, self.open_roles) for var in table.values())

    def open_positions(self) -> cp_model.LinearExprT:
        """Level 2: places and safety roles nobody lawfully fills in them."""
        return sum(self.open_seats.values()) + sum(self.open_roles.values())

    def cost(self) -> cp_model.LinearExprT:
        """Level 4: cost, with the auxiliary variables it needs."""
        costs, weight = self.problem.costs, self.problem.costs.weights
        terms: list[cp_model.LinearExprT] = []
        for candidate in self.problem.candidates:
            rank = 0 if candidate.cabin_staff else weight["below_rank"] * costs.rank[candidate.crew_id]
            terms.append((costs.of_candidate[candidate.crew_id, candidate.block] + rank) * self._y(candidate))
        for (shift_id, number, k), var in self.option.items():
            if number == 0:
                option = self.problem.needs[shift_id].stretches[0].options[k]
                terms.append(-weight["below_rank"] * sum(seat_rank(s.place.function) for s in option) * var)
        for crew_id, own in self.problem.candidates_of_person.items():
            terms += self._hours(crew_id, own) + self._other_vessels(crew_id, own)
        for wish in costs.wishes:
            worked = [self.serves[wish.crew_id, b] for b in wish.blocks if (wish.crew_id, b) in self.serves]
            missed = self.model.new_bool_var("wish missed")
            self.model.add(missed + sum(worked) >= 1)
            self._derived.append((missed, _none_of(worked)))
            terms.append(wish.weight * missed)
        idle = set(costs.targets) - set(self.problem.candidates_of_person)
        return sum(terms) + sum(costs.hours_cost(crew_id, 0) for crew_id in idle)

    def _hours(self, crew_id: str, own: Sequence[Candidate]) -> list[cp_model.LinearExprT]:
        target, weight = self.problem.costs.targets.get(crew_id), self.problem.costs.weights
        if target is None:
            return []
        minutes = sum(self.problem.blocks[c.block].duty_minutes * self._y(c) for c in own)
        difference = minutes + target.committed_minutes - target.target_minutes
        most = (
            sum(self.problem.blocks[c.block].duty_minutes for c in own)
            + target.committed_minutes
            + target.target_minutes
        )
        over = self.model.new_int_var(0, most // QUARTER + 1, f"over {crew_id}")
        under = self.model.new_int_var(0, most // QUARTER + 1, f"under {crew_id}")
        self.model.add(QUARTER * over >= difference)
        self.model.add(QUARTER * under >= -difference)
        served = [(self._y(c).index, self.problem.blocks[c.block].duty_minutes) for c in own]
        contracted = target.target_minutes - target.committed_minutes
        self._derived += [(over, _quarters(served, -contracted, 1)), (under, _quarters(served, -contracted, -1))]
        return [weight["overtime"] * over, weight["undertime"] * under]

    def _other_vessels(self, crew_id: str, own: Sequence[Candidate]) -> list[cp_model.LinearExprT]:
        of_vessel: dict[str, list[Candidate]] = {}
        for candidate in own:
            of_vessel.setdefault(self.problem.blocks[candidate.block].shift.vessel_id, []).append(candidate)
        terms: list[cp_model.LinearExprT] = []
        for vessel_id, candidates in of_vessel.items():
            if vessel_id == self.problem.costs.home_vessel[crew_id]:
                continue
            used = self.model.new_bool_var(f"used {crew_id} {vessel_id}")
            for candidate in candidates:
                self.model.add_implication(self._y(candidate), used)
            self._derived.append((used, _any_of([self._y(c) for c in candidates])))
            terms.append(self.problem.costs.weights["other_vessel"] * used)
        return terms

    # -- small helpers ---------------------------------------------------------------------------

    def _y(self, candidate: Candidate) -> cp_model.IntVar:
        return self.serves[candidate.crew_id, candidate.block]

    def _q(self, candidate: Candidate) -> cp_model.IntVar:
        return self.foreseen[candidate.crew_id, candidate.block]

    def _there(self, crew_id: str, block: int) -> Iterator[cp_model.IntVar]:
        for table in (self.serves, self.foreseen):
            if (crew_id, block) in table:
                yield table[crew_id, block]


def hall_rows(stretch: StretchNeed, crew: Iterable[Candidate]) -> list[tuple[frozenset[Seat], list[Candidate]]]:
    """Sets of seats with the candidates who can fill one of them; per group of people the largest set."""
    crew = list(crew)
    largest: dict[tuple[Key, ...], tuple[frozenset[Seat], list[Candidate]]] = {}
    for size in range(1, len(stretch.seats) + 1):
        for seats in combinations(stretch.seats, size):
            chosen = frozenset(seats)
            people = [c for c in crew if c.seats & chosen]
            largest[tuple((c.crew_id, c.block) for c in people)] = (chosen, people)
    return list(largest.values())


def _count(option: Option, seats: Iterable[Seat]) -> int:
    wanted = set(seats)
    return sum(1 for seat in option if seat in wanted)


def _role_sets(stretch: StretchNeed) -> Iterator[tuple[frozenset[SafetyRole], int]]:
    """Sets of roles with the number of distinct people they need."""
    joined = {SafetyRole.PASSENGER_EXPERT, SafetyRole.FIRST_AIDER} if stretch.roles_in_one_person else set()
    for size in range(1, len(stretch.roles) + 1):
        for roles in combinations(sorted(stretch.roles), size):
            amount = sum(stretch.roles[role] for role in roles)
            if joined <= set(roles) and joined:
                amount -= min(stretch.roles[role] for role in joined)
            yield frozenset(roles), amount


def watch_sets(blocks: Sequence[Block], sailing: Iterable[Interval]) -> set[frozenset[int]]:
    """For every instant of sailing, the indices of the blocks on duty; each set once."""
    found: set[frozenset[int]] = set()
    for stretch in sailing:
        cuts = {stretch.start, stretch.end}
        cuts |= {t for b in blocks for d in b.duty for t in (d.start, d.end) if stretch.start < t < stretch.end}
        edges = sorted(cuts)
        for start, end in zip(edges, edges[1:], strict=False):
            part = Interval(start, end)
            found.add(frozenset(b.index for b in blocks if any(d.covers(part) for d in b.duty)))
    return found


def _any_of(variables: Sequence[cp_model.IntVar]) -> Callable[[Sequence[int]], int]:
    return lambda values: int(any(values[v.index] for v in variables))


def _none_of(variables: Sequence[cp_model.IntVar]) -> Callable[[Sequence[int]], int]:
    return lambda values: int(not any(values[v.index] for v in variables))


def _quarters(served: Sequence[tuple[int, int]], offset: int, sign: int) -> Callable[[Sequence[int]], int]:
    """Quarter hours by which the minutes served plus ``offset`` exceed zero (``sign`` -1: fall short)."""

    def value_of(values: Sequence[int]) -> int:
        difference = sign * (sum(minutes * values[index] for index, minutes in served) + offset)
        return -(-max(difference, 0) // QUARTER)

    return value_of
