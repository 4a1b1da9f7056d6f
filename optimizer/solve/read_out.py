"""From solver values to a roster: who sits where, breaks, open places, shifts that may not sail."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from optimizer.domain import Function, SafetyRole
from optimizer.duty import WorkPiece
from optimizer.findings import Text
from optimizer.model.blocks import Block, sailing_parts
from optimizer.model.candidates import Candidate
from optimizer.model.needs import MASTER_FUNCTIONS, Seat, ShiftNeed
from optimizer.model.problem import Problem
from optimizer.model.roster_model import RosterModel, watch_sets
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.break_slots import place_breaks
from optimizer.solve.choice import Choice, ReadOutError
from optimizer.solve.seating import Seating, assign_roles, largest_seating, seat_people


def choice_of(model: RosterModel, values: Sequence[int]) -> Choice:
    """The choice behind solver values."""
    problem = model.problem

    def people(table: Mapping[tuple[str, int], object]) -> dict[str, tuple[Candidate, ...]]:
        grouped: dict[str, list[Candidate]] = defaultdict(list)
        for candidate in problem.candidates:
            variable = table.get((candidate.crew_id, candidate.block))
            if variable is not None and values[variable.index]:  # type: ignore[attr-defined]
                grouped[problem.blocks[candidate.block].shift.shift_id].append(candidate)
        return {shift_id: tuple(items) for shift_id, items in grouped.items()}

    return Choice(
        serves=people(model.serves),
        foreseen=people(model.foreseen),
        option={s: k for (s, number, k), var in model.option.items() if number == 0 and values[var.index]},
        foreseen_option={s: k for (s, k), var in model.foreseen_option.items() if values[var.index]},
    )


def try_out(problem: Problem, choice: Choice) -> ReadOutError | None:
    """Whether people can be seated and breaks placed; the error names the shifts where they cannot."""
    try:
        seatings = {shift_id: _seating(problem, problem.needs[shift_id], choice) for shift_id in choice.option}
        place_breaks(problem, choice, seatings)
    except ReadOutError as error:
        return error
    return None


ReasonGiver = Callable[[ShiftNeed, Seat | SafetyRole], Text]


def roster_of(problem: Problem, choice: Choice, reason: ReasonGiver) -> Roster:
    """The roster of a choice.

    Raises
    ------
    ReadOutError
        If people cannot be seated or breaks not be placed, which the model should have prevented.
    """
    seatings = {shift_id: _seating(problem, problem.needs[shift_id], choice) for shift_id in choice.option}
    pieces = place_breaks(problem, choice, seatings)
    rows: list[RosterRow] = []
    for shift_id, need in problem.needs.items():
        if shift_id in choice.option:
            rows += _crew_rows(problem, need, choice.serves.get(shift_id, ()), seatings[shift_id], pieces)
        elif need.plan_bars or not need.stretches or not need.stretches[0].options:
            rows.append(RosterRow(shift_id=shift_id, status=RowStatus.NOT_SAILING, reason=_plan_reason(need)))
        else:
            rows += _foreseen_rows(problem, need, choice, reason)
    return Roster(window=problem.instance.window, rows=tuple(rows))


def _seating(problem: Problem, need: ShiftNeed, choice: Choice) -> Seating:
    crew = [c for c in choice.serves.get(need.shift.shift_id, ()) if not c.cabin_staff]
    seats = need.stretches[0].options[choice.option[need.shift.shift_id]]
    seating = seat_people(crew, seats, problem.costs.rank, lambda s: _masters_on_duty(problem, need, crew, s))
    if seating is None or len(seating) != len(seats):
        shift_id = need.shift.shift_id
        raise ReadOutError(f"shift {shift_id}: the people on board do not fit the seats", (shift_id,))
    return seating


def _crew_rows(
    problem: Problem,
    need: ShiftNeed,
    people: Sequence[Candidate],
    seating: Seating,
    pieces: Mapping[tuple[str, int], tuple[WorkPiece, ...]],
) -> list[RosterRow]:
    shift_id = need.shift.shift_id
    largest = max(need.stretches, key=lambda stretch: sum(stretch.roles.values()))
    roles = assign_roles(people, largest)
    rows = []
    for candidate in people:
        seat = seating.get(candidate.crew_id)
        worked = pieces[candidate.crew_id, candidate.block]
        locked = (candidate.crew_id, candidate.block) in problem.locked
        rows.append(
            RosterRow(
                shift_id=shift_id,
                status=RowStatus.LOCKED if locked else RowStatus.FILLED,
                crew_id=candidate.crew_id,
                function=Function.CABIN_STAFF if seat is None else seat.place.function,
                safety_roles=roles.get(candidate.crew_id, ()),
                watch=problem.blocks[candidate.block].watch_name,
                duty=tuple(piece.interval for piece in worked),
                breaks=tuple(b for piece in worked for b in piece.breaks),
            )
        )
    return rows


def _masters_on_duty(problem: Problem, need: ShiftNeed, crew: Sequence[Candidate], seating: Seating) -> bool:
    blocks = problem.blocks_of_shift[need.shift.shift_id]
    if len(blocks) == 1:
        return True
    masters = {c.block for c in crew if seating[c.crew_id].place.function in MASTER_FUNCTIONS}
    if not all(masters & present for present in watch_sets(blocks, sailing_parts(problem.instance, need.shift))):
        return False
    return all(_watch_manned(block, need, crew, seating) for block in blocks)


def _watch_manned(block: Block, need: ShiftNeed, crew: Sequence[Candidate], seating: Seating) -> bool:
    """Whether the functions a watch needs are seated in it."""
    needs = need.watch_needs.get(block.watch_name, ())
    there = Counter(seating[c.crew_id].place.function for c in crew if c.block == block.index)
    return not needs or any(all(there[f] >= n for f, n in wanted.items()) for wanted in needs)


def _foreseen_rows(problem: Problem, need: ShiftNeed, choice: Choice, reason: ReasonGiver) -> list[RosterRow]:
    shift_id, stretch = need.shift.shift_id, need.stretches[0]
    people = choice.foreseen.get(shift_id, ())
    crew = [c for c in people if not c.cabin_staff]
    seats = stretch.options[choice.foreseen_option.get(shift_id, 0)]
    seating = largest_seating(crew, seats, problem.costs.rank)
    roles = assign_roles(people, stretch)
    rows = []
    for candidate in people:
        seat = seating.get(candidate.crew_id)
        if seat is None and not candidate.cabin_staff:
            continue
        rows.append(
            RosterRow(
                shift_id=shift_id,
                status=RowStatus.FORESEEN,
                crew_id=candidate.crew_id,
                function=Function.CABIN_STAFF if seat is None else seat.place.function,
                safety_roles=roles.get(candidate.crew_id, ()),
                watch=problem.blocks[candidate.block].watch_name,
            )
        )
    empty = Counter(seats) - Counter(seating.values())
    for seat, count in sorted(empty.items()):
        text = reason(need, seat)
        rows += [RosterRow(shift_id=shift_id, status=RowStatus.OPEN, function=seat.place.function, reason=text)] * count
    held = Counter(role for taken in roles.values() for role in taken)
    for role, count in sorted((Counter(stretch.roles) - held).items()):
        text = reason(need, role)
        rows += [
            RosterRow(
                shift_id=shift_id,
                status=RowStatus.OPEN,
                function=Function.CABIN_STAFF,
                safety_roles=(role,),
                reason=text,
            )
        ] * count
    if not any(row.status is RowStatus.OPEN for row in rows):
        # Every place could be filled, yet not together with the people's other duties in the window.
        text = reason(need, seats[0])
        rows = [row for row in rows if row.function is not seats[0].place.function]
        rows.append(RosterRow(shift_id=shift_id, status=RowStatus.OPEN, function=seats[0].place.function, reason=text))
    return rows


def _plan_reason(need: ShiftNeed) -> Text:
    if not need.plan_bars:
        return Text("Keine Mindestbesatzung bestimmbar.", "No minimum crew can be determined.")
    return Text(
        " ".join(f"{bar.text.de} [{bar.citation}]" for bar in need.plan_bars),
        " ".join(f"{bar.text.en} [{bar.citation}]" for bar in need.plan_bars),
    )
