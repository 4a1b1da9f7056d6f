"""From solver values to a roster: who sits where, breaks, open places, shifts that may not sail."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from optimizer.domain import Function, SafetyRole
from optimizer.duty import WorkPiece
from optimizer.findings import Text
from optimizer.model.candidates import Candidate
from optimizer.model.needs import Job, Seat, ShiftNeed
from optimizer.model.problem import Problem
from optimizer.model.roster_model import RosterModel
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.break_slots import place_breaks
from optimizer.solve.causes import Wanted
from optimizer.solve.choice import Choice, ReadOutError
from optimizer.solve.duty_check import DutyCheck
from optimizer.solve.seating import Seating, assign_roles, largest_seating, seat_people
from optimizer.solve.voyage_functions import as_kept, through_voyages


def choice_of(model: RosterModel, values: Sequence[int]) -> Choice:
    """The choice behind solver values."""
    problem = model.problem
    seated = {} if model.changes is None else model.changes.seated(values)

    def people(table: Mapping[tuple[str, int], object]) -> dict[str, tuple[Candidate, ...]]:
        grouped: dict[str, list[Candidate]] = defaultdict(list)
        for candidate in problem.candidates:
            variable = table.get((candidate.crew_id, candidate.block))
            if variable is not None and values[variable.index]:  # type: ignore[attr-defined]
                narrowed = seated.get((candidate.crew_id, candidate.block), (None, candidate.seats))[1]
                grouped[problem.blocks[candidate.block].shift.shift_id].append(replace(candidate, seats=narrowed))
        return {shift_id: tuple(items) for shift_id, items in grouped.items()}

    def jobs(table: Mapping[tuple[str, int, Job], object]) -> dict[tuple[str, int], Job]:
        chosen = (key for key, variable in table.items() if values[variable.index])  # type: ignore[attr-defined]
        return {(crew_id, block): job for crew_id, block, job in chosen}

    return Choice(
        serves=people(model.serves),
        foreseen=people(model.foreseen),
        option={s: k for (s, number, k), var in model.option.items() if number == 0 and values[var.index]},
        foreseen_option={s: k for (s, k), var in model.foreseen_option.items() if values[var.index]},
        jobs=jobs(model.jobs),
        foreseen_jobs=jobs(model.foreseen_jobs),
        kept={key: function for key, (function, _) in seated.items()},
    )


def try_out(problem: Problem, choice: Choice) -> ReadOutError | None:
    """Whether people can be seated and breaks placed; the error names the shifts where they cannot."""
    try:
        place_breaks(problem, choice, _seatings(problem, choice))
    except ReadOutError as error:
        return error
    return None


ReasonGiver = Callable[[ShiftNeed, Wanted], Text]


def roster_of(problem: Problem, choice: Choice, reason: ReasonGiver) -> Roster:
    """The roster of a choice.

    Raises
    ------
    ReadOutError
        If people cannot be seated or breaks not be placed, which the model should have prevented.
    """
    seatings = _seatings(problem, choice)
    pieces = place_breaks(problem, choice, seatings)
    rows: list[RosterRow] = []
    for shift_id, need in problem.needs.items():
        if shift_id in choice.option:
            rows += _crew_rows(problem, need, choice, seatings[shift_id], pieces)
        elif need.no_crew_known:
            rows.append(RosterRow(shift_id=shift_id, status=RowStatus.NOT_SAILING, reason=_plan_reason(need)))
        else:
            rows += _foreseen_rows(problem, need, choice, reason)
    return Roster(window=problem.instance.window, rows=tuple(rows))


def _seatings(problem: Problem, choice: Choice) -> dict[str, Seating]:
    seatings = {shift_id: _seating(problem, problem.needs[shift_id], choice) for shift_id in choice.option}
    return through_voyages(problem, choice, seatings)


def _seating(problem: Problem, need: ShiftNeed, choice: Choice) -> Seating:
    shift_id = need.shift.shift_id
    options = need.stretches[0].options
    chosen, crew = options[choice.option[shift_id]], choice.crew(shift_id)
    duty = DutyCheck(problem, need, choice)
    # Another lawful crew of as many may be on duty as the rules ask where the chosen one is not.
    alike = [option for option in options if option is not chosen and len(option) == len(chosen)]
    for seats in (chosen, *alike):
        seating = seat_people(crew, seats, problem.costs.rank, lambda s: not s or duty.lawful(as_kept(crew, s, choice)))
        if seating is not None and len(seating) == len(seats):
            return as_kept(crew, seating, choice)
    raise ReadOutError(f"shift {shift_id}: the people on board do not fit the seats", (shift_id,))


def _crew_rows(
    problem: Problem,
    need: ShiftNeed,
    choice: Choice,
    seating: Seating,
    pieces: Mapping[tuple[str, int], tuple[WorkPiece, ...]],
) -> list[RosterRow]:
    shift_id = need.shift.shift_id
    people = choice.serves.get(shift_id, ())
    if not people:
        # Lawful with nobody on board: the row says that the vessel sails.
        return [RosterRow(shift_id=shift_id, status=RowStatus.FILLED, reason=_unmanned(need))]
    largest = max(need.stretches, key=lambda stretch: sum(stretch.roles.values()))
    roles = assign_roles(people, largest)
    rows = []
    for candidate in people:
        key = (candidate.crew_id, candidate.block)
        worked = pieces[key]
        rows.append(
            RosterRow(
                shift_id=shift_id,
                status=RowStatus.LOCKED if key in problem.locked else RowStatus.FILLED,
                crew_id=candidate.crew_id,
                function=_function(candidate, seating, choice.jobs),
                safety_roles=roles.get(candidate.crew_id, ()),
                watch=problem.blocks[candidate.block].watch_name,
                duty=tuple(piece.interval for piece in worked),
                breaks=tuple(b for piece in worked for b in piece.breaks),
            )
        )
    return rows


def _function(candidate: Candidate, seating: Seating, jobs: Mapping[tuple[str, int], Job]) -> Function:
    job = jobs.get((candidate.crew_id, candidate.block))
    if job is not None:
        return job.function
    if candidate.crew_id in seating:
        return seating[candidate.crew_id].place.function
    return Function.ADDITIONAL if candidate.additional else Function.CABIN_STAFF


def _unmanned(need: ShiftNeed) -> Text:
    steps = need.requirements[0].derivation
    cited = f" [{steps[-1].citation}]" if steps else ""
    return Text(f"fährt ohne Besatzung{cited}", f"sails without a crew{cited}")


def _foreseen_rows(problem: Problem, need: ShiftNeed, choice: Choice, reason: ReasonGiver) -> list[RosterRow]:
    shift_id, stretch = need.shift.shift_id, need.stretches[0]
    people = choice.foreseen.get(shift_id, ())
    seats = stretch.options[choice.foreseen_option.get(shift_id, 0)]
    seating = largest_seating(choice.foreseen_crew(shift_id), seats, problem.costs.rank)
    roles = assign_roles(people, stretch)
    rows = []
    for candidate in people:
        beside = candidate.cabin_staff or (candidate.crew_id, candidate.block) in choice.foreseen_jobs
        if candidate.crew_id not in seating and not beside:
            continue
        rows.append(
            RosterRow(
                shift_id=shift_id,
                status=RowStatus.FORESEEN,
                crew_id=candidate.crew_id,
                function=_function(candidate, seating, choice.foreseen_jobs),
                safety_roles=roles.get(candidate.crew_id, ()),
                watch=problem.blocks[candidate.block].watch_name,
            )
        )
    told = DutyCheck(problem, need, choice).gap()

    def full_reason(wanted: Wanted) -> Text:
        own = reason(need, wanted)
        return own if told is None else Text(f"{told.de}\n{own.de}", f"{told.en}\n{own.en}")

    rows += _open_rows(problem, need, choice, full_reason, Counter(seats) - Counter(seating.values()), roles)
    if any(row.status is RowStatus.OPEN for row in rows):
        return rows
    if not seats:
        return [RosterRow(shift_id=shift_id, status=RowStatus.NOT_SAILING, reason=told)]
    # Every place could be filled, yet not together with the people's other duties in the window.
    text = full_reason(seats[0])
    rows = [row for row in rows if row.function is not seats[0].place.function]
    rows.append(RosterRow(shift_id=shift_id, status=RowStatus.OPEN, function=seats[0].place.function, reason=text))
    return rows


def _open_rows(
    problem: Problem,
    need: ShiftNeed,
    choice: Choice,
    reason: Callable[[Wanted], Text],
    empty: Counter[Seat],
    roles: Mapping[str, tuple[SafetyRole, ...]],
) -> list[RosterRow]:
    """The seats, safety roles and patrols nobody is foreseen for."""
    shift_id, rows = need.shift.shift_id, []
    for seat, count in sorted(empty.items()):
        text = reason(seat)
        rows += [RosterRow(shift_id=shift_id, status=RowStatus.OPEN, function=seat.place.function, reason=text)] * count
    held = Counter(role for taken in roles.values() for role in taken)
    for role, count in sorted((Counter(need.stretches[0].roles) - held).items()):
        text = reason(role)
        rows += [
            RosterRow(
                shift_id=shift_id,
                status=RowStatus.OPEN,
                function=Function.CABIN_STAFF,
                safety_roles=(role,),
                reason=text,
            )
        ] * count
    for watch_name, crews in need.watch_needs.items():
        asked = min(crew.get(Function.NIGHT_PATROL, 0) for crew in crews)
        going = sum(
            1
            for _, index in choice.foreseen_jobs
            if problem.blocks[index].shift is need.shift and problem.blocks[index].watch_name == watch_name
        )
        if asked > going:
            text = reason(Function.NIGHT_PATROL)
            rows += [
                RosterRow(
                    shift_id=shift_id,
                    status=RowStatus.OPEN,
                    function=Function.NIGHT_PATROL,
                    watch=watch_name,
                    reason=text,
                )
            ] * (asked - going)
    return rows


def _plan_reason(need: ShiftNeed) -> Text:
    if not need.plan_bars:
        return Text("Keine Mindestbesatzung bestimmbar.", "No minimum crew can be determined.")
    return Text(
        " ".join(f"{bar.text.de} [{bar.citation}]" for bar in need.plan_bars),
        " ".join(f"{bar.text.en} [{bar.citation}]" for bar in need.plan_bars),
    )
