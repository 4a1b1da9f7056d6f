"""What a replan changes, as rows: assignments kept or not, people who must be called, shifts given up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from optimizer.domain import Function
from optimizer.model.before import Before, Meeting, OldRow
from optimizer.model.blocks import Block
from optimizer.model.candidates import Candidate
from optimizer.model.functions import fills
from optimizer.model.needs import Option, Seat, ShiftNeed

if TYPE_CHECKING:
    from optimizer.model.roster_model import RosterModel


def meeting(block: Block) -> Meeting:
    """When and where the person on a block comes and goes."""
    shift = block.shift
    return shift.vessel_id, block.start, block.end, shift.start_place, shift.end_place


class ChangeRows:
    """Variables and rows that compare a model with the roster before.

    ``kept`` says of an old assignment, by person and block, that person, function and watch stay.
    Whoever keeps a seat's function is counted in no other seat: the Hall rows of the shift are
    repeated with the seats of those people narrowed to their function.
    """

    def __init__(self, model: RosterModel, before: Before):
        self._model = model
        self._before = before
        self.kept: dict[tuple[str, int], cp_model.IntVar] = {}
        self.functions: dict[tuple[str, int], Function] = {}
        self._in_seat: dict[tuple[str, int], cp_model.IntVar] = {}
        self._seats: dict[tuple[str, int], frozenset[Seat]] = {}
        candidates = {(c.crew_id, c.block): c for c in model.candidates}
        for row in before.rows:
            candidate = candidates.get((row.crew_id, row.block))
            if candidate is not None:
                self._keep(row, candidate)
        for need in model.problem.needs.values():
            if not need.no_crew_known:
                self._hall(need)
        self.called = {crew_id: var for crew_id in sorted(self._people()) if (var := self._call(crew_id)) is not None}
        given_up = [1 - model.sails[shift_id] for shift_id in sorted(before.keeps_sailing)]
        self.given_up = sum(given_up)
        self._most = {
            "given_up": len(given_up),
            "changed": len(before.rows) + len(model.serves),
            "called": len(self.called),
        }
        self._limits = {
            "given_up": self._limit(self.given_up, "given_up"),
            "changed": self._limit(self.changed(), "changed"),
            "called": self._limit(self.calls(), "called"),
        }
        self.allow_at_most("given_up", 0)

    def changed(self) -> cp_model.LinearExprT:
        """Old assignments that are gone, and new ones that were not there before."""
        kept = sum(self.kept.values())
        return (len(self._before.rows) - kept) + (sum(self._model.serves.values()) - kept)

    def calls(self) -> cp_model.LinearExprT:
        """People whose begin, end, place or vessel changes, or who newly work."""
        return sum(self.called.values())

    def called_by(self, values: Sequence[int]) -> int:
        """How many people these values take as called."""
        return sum(values[variable.index] for variable in self.called.values())

    def tightened(self, values: Sequence[int]) -> tuple[int, ...]:
        """The same decisions with only those people called whose duties make it so."""
        tight = list(values)
        for crew_id, variable in self.called.items():
            before = self._before.meetings.get(crew_id, frozenset())
            now = {
                meeting(self._model.problem.blocks[c.block])
                for c in self._model.of_person.get(crew_id, ())
                if values[self._model.y(c).index]
            }
            tight[variable.index] = int(now != before)
        return tuple(tight)

    def seated(self, values: Sequence[int]) -> dict[tuple[str, int], tuple[Function, frozenset[Seat]]]:
        """Who keeps a function in the crew, with that function and the seats it fills."""
        return {
            key: (self.functions[key], self._seats[key])
            for key, variable in self._in_seat.items()
            if values[variable.index]
        }

    def in_seats(self, keys: Sequence[tuple[str, int]]) -> list[cp_model.IntVar]:
        """The decisions that these people keep their function in the crew."""
        return [self._in_seat[key] for key in keys if key in self._in_seat]

    def allow_at_most(self, what: str, most: int | None) -> None:
        """From now on only rosters with at most so many given up, changed or called; ``None``: any number."""
        domain = self._model.model.proto.variables[self._limits[what].index].domain
        domain[1] = self._most[what] if most is None else most

    # -- rows --------------------------------------------------------------------------------------

    def _limit(self, expression: cp_model.LinearExprT, what: str) -> cp_model.IntVar:
        limit = self._model.model.new_int_var(0, self._most[what], f"{what} at most")
        self._model.model.add(expression <= limit)
        return limit

    def _keep(self, row: OldRow, candidate: Candidate) -> None:
        """Whether an old assignment stays; on whole voyages one decision for all its shifts."""
        model, key = self._model, (row.crew_id, row.block)
        group = ("kept", row.crew_id, model.first_of_group[row.block], row.function)
        kept = model.shared(group, f"kept {row.crew_id} {row.block} {row.function}")
        self.kept[key], self.functions[key] = kept, row.function
        there = model.y(candidate)
        if row.function is Function.CABIN_STAFF:
            model.model.add(kept <= (there if candidate.cabin_staff else 0))
            return
        if row.function is Function.ADDITIONAL:
            model.model.add(kept <= (there if candidate.additional else 0))
            return
        jobs = [model.job(candidate, job) for job in sorted(candidate.jobs) if job.function is row.function]
        seats = self._seats_in(row, candidate)
        in_seat: list[cp_model.IntVar] = []
        if seats:
            seated = model.shared((*group, "seat"), f"kept seat {row.crew_id} {row.block}")
            model.model.add(seated <= model.in_crew(candidate))
            self._in_seat[key], self._seats[key] = seated, seats
            in_seat = [seated]
        model.model.add(kept <= sum(in_seat) + sum(jobs))
        for seated in in_seat:
            model.model.add_implication(seated, kept)

    def _seats_in(self, row: OldRow, candidate: Candidate) -> frozenset[Seat]:
        shift = self._model.problem.blocks[row.block].shift
        return frozenset(
            seat
            for seat in candidate.seats
            if seat.place.function is row.function
            or (
                bool(shift.voyage_id)
                and fills(self._model.problem, candidate.crew_id, row.function, shift.shift_id, seat)
            )
        )

    def _hall(self, need: ShiftNeed) -> None:
        """Enough people for every set of seats when those who keep their function sit in no other seat."""
        model, shift_id, stretch = self._model, need.shift.shift_id, need.stretches[0]
        crew = [c for c in model.of_shift.get(shift_id, ()) if c.seats]
        narrowed = [c for c in crew if (c.crew_id, c.block) in self._in_seat]
        narrowed = [c for c in narrowed if self._seats[c.crew_id, c.block] != c.seats]
        if not narrowed:
            return
        chosen = [model.option[shift_id, 0, k] for k in range(len(stretch.options))]
        largest: dict[tuple[frozenset[int], frozenset[int]], frozenset[Seat]] = {}
        for size in range(1, len(stretch.seats) + 1):
            for seats in combinations(stretch.seats, size):
                wanted = frozenset(seats)
                able = frozenset(n for n, c in enumerate(crew) if c.seats & wanted)
                lost = frozenset(
                    n for n, c in enumerate(narrowed) if c.seats & wanted and not self._seats_of(c) & wanted
                )
                if lost:
                    largest[able, lost] = wanted
        for (able, lost), wanted in largest.items():
            people = sum(model.in_crew(crew[n]) for n in sorted(able))
            away = sum(self._in_seat[narrowed[n].crew_id, narrowed[n].block] for n in sorted(lost))
            demand = sum(_count(option, wanted) * var for var, option in zip(chosen, stretch.options, strict=True))
            model.model.add(people - away >= demand)

    def _seats_of(self, candidate: Candidate) -> frozenset[Seat]:
        return self._seats[candidate.crew_id, candidate.block]

    def _people(self) -> set[str]:
        return ({c.crew_id for c in self._model.candidates} | set(self._before.meetings)) - self._before.dropped

    def _call(self, crew_id: str) -> cp_model.IntVar | None:
        """Whether a person must be told of a change: another duty than before, or one less."""
        model = self._model
        before = self._before.meetings.get(crew_id, frozenset())
        own = [c for c in model.of_person.get(crew_id, ())]
        by_meeting: dict[Meeting, dict[int, cp_model.IntVar]] = {}
        for candidate in own:
            variable = model.y(candidate)
            by_meeting.setdefault(meeting(model.problem.blocks[candidate.block]), {})[variable.index] = variable
        if not own and not before:
            return None
        called = model.model.new_bool_var(f"called {crew_id}")
        for when, variables in by_meeting.items():
            if when in before:
                model.model.add(sum(variables.values()) + called >= 1)
            else:
                for variable in variables.values():
                    model.model.add_implication(variable, called)
        if before - set(by_meeting):
            model.model.add(called == 1)
        return called


def _count(option: Option, seats: Iterable[Seat]) -> int:
    wanted = set(seats)
    return sum(1 for seat in option if seat in wanted)
