"""Shifts under way that lose somebody: whether those still on board are a crew, and what § 118(2) allows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from optimizer.domain import Employment, Function, OperatingMode, Person, Shift, modes_of
from optimizer.eligibility import place_bars
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.manning import Place
from optimizer.manning.regime import rhine_applies
from optimizer.model.needs import MASTER_FUNCTIONS
from optimizer.model.problem import build_problem
from optimizer.replan.situation import Situation
from optimizer.roster import RosterRow
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import SolveOptions
from optimizer.timeline import local

RULE = "manning.loss_under_way"
RHINE_RULE = "rhine.loss_under_way"
_TIME_LIMIT_S = 5.0


@dataclass(frozen=True)
class Interrupted:
    """A shift that loses ``lost`` at ``at`` (UTC) on its way.

    ``functions`` are those of the people still on board if they are a lawful crew for the shift, else
    ``None``. ``lower_mode`` is the highest mode below the planned one for which they are a
    crew and which allows the sailing time of the whole shift; ``goes_on`` says under which conditions
    § 118(2) BinSchPersV lets the vessel go on, or why not.
    """

    shift: Shift
    lost: tuple[str, ...]
    at: datetime
    functions: dict[str, Function | None] | None
    lower_mode: OperatingMode | None
    goes_on: Text


def interrupted_shifts(situation: Situation) -> list[Interrupted]:
    """Every shift under way at the start of the replan that somebody leaves before its end."""
    dropped, shifts = (
        {event.crew_id: event.at for event in situation.request.drop_outs},
        situation.instance.dataset.shifts,
    )
    start = situation.request.start
    gone: dict[str, dict[str, datetime]] = defaultdict(dict)
    aboard: dict[str, list[RosterRow]] = defaultdict(list)
    for row in situation.roster.rows:
        shift = shifts.get(row.shift_id)
        if shift is None or not row.on_duty or not shift.interval.start < start < shift.interval.end:
            continue
        at = dropped.get(row.crew_id)
        if at is not None and at < shift.interval.end:
            gone[row.shift_id][row.crew_id] = max(at, shift.interval.start)
        else:
            aboard[row.shift_id].append(row)
    return [
        _judged(situation.instance, shifts[shift_id], tuple(sorted(lost)), min(lost.values()), aboard[shift_id])
        for shift_id, lost in gone.items()
    ]


def _judged(
    instance: Instance, shift: Shift, lost: tuple[str, ...], at: datetime, aboard: Iterable[RosterRow]
) -> Interrupted:
    people = {row.crew_id: instance.dataset.crew[row.crew_id] for row in aboard}
    alone = replace(shift, voyage_id="", duty_group="")
    functions = _crew_of(instance, alone, people)
    lower = None if functions is not None else _lower_mode(instance, alone, people)
    return Interrupted(shift, lost, at, functions, lower, _goes_on(instance, alone, lost, list(people.values())))


def _lower_mode(instance: Instance, shift: Shift, people: dict[str, Person]) -> OperatingMode | None:
    """The highest lower mode in which these people may sail the whole shift."""
    modes = modes_of(shift.regime)
    below = () if shift.mode not in modes else modes[: modes.index(shift.mode)]
    return next((m for m in reversed(below) if _crew_of(instance, replace(shift, mode=m), people)), None)


def _crew_of(instance: Instance, shift: Shift, people: dict[str, Person]) -> dict[str, Function | None] | None:
    """The functions in which these people may sail the shift; their rest was judged when it was planned."""
    if not people:
        return None
    # Their duty goes on as planned, so breaks and rest are not asked for a second time.
    crew = {c: replace(p, employment=Employment.SELF_EMPLOYED) for c, p in people.items()}
    dataset = replace(
        instance.dataset,
        crew=crew,
        shifts={shift.shift_id: shift},
        duties=(),
        pins=(),
        rotations=(),
        pairs=(),
        wishes=(),
    )
    alone = Instance(dataset, shift.interval, instance.rulebook, assume_rested=True)
    result = solve_problem(build_problem(alone), SolveOptions(time_limit_s=_TIME_LIMIT_S, workers=1))
    if result.roster is None or result.not_sailing:
        return None
    return {row.crew_id: row.function for row in result.roster.rows}


def _goes_on(instance: Instance, shift: Shift, lost: tuple[str, ...], people: list[Person]) -> Text:
    """What § 118(2), on the Rhine § 17.01 Nr. 1, says of the people still on board; never planned with."""
    day = local(shift.interval.start).date()
    rhine = rhine_applies(instance, shift)
    rule_id = RHINE_RULE if rhine else RULE
    values = instance.rulebook.values(rule_id, day)
    assert values is not None, "the rules on going on are as old as the law held here"
    cited = f"[{instance.rulebook.citation(rule_id, day)}]"
    holders = [p for p in people if any(not place_bars(instance, p, Place(f), shift) for f in sorted(MASTER_FUNCTIONS))]
    enough = len(people) > int(values["beside_the_holder"])
    if len(lost) > int(values["lost_at_most"]):
        return Text(
            f"Keine Weiterfahrt: mehr als ein Mitglied der Besatzung ist ausgefallen {cited}.",
            f"No going on: more than one member of the crew is lost {cited}.",
        )
    if not holders or not enough:
        missing = ("kein Schiffsführer für die Strecke", "no boatmaster for the stretch")
        if holders:
            missing = ("neben dem Schiffsführer niemand mehr", "nobody beside the boatmaster")
        return Text(
            f"Keine Weiterfahrt: an Bord ist {missing[0]} {cited}.",
            f"No going on: there is {missing[1]} on board {cited}.",
        )
    terminal = instance.vessel_of(shift).type in values["to_terminal_of_the_day"]
    next_place = ("bis zum nächsten Lade- oder Löschplatz", "to the next place of loading or discharge")
    if rhine:
        next_place = ("bis zum nächsten geeigneten Liegeplatz in Fahrtrichtung", "to the next suitable berth ahead")
    place_de, place_en = ("bis zur Tagesendstation", "to the terminal of the day") if terminal else next_place
    names = ", ".join(p.name for p in holders)
    return Text(
        f"Weiterfahrt nur {place_de}, wenn der Ausfall unvorhergesehen war (Krankheit, Unfall, behördliche "
        f"Anordnung); führen darf: {names} {cited}.",
        f"Going on only {place_en}, if the loss was unforeseen (illness, accident, order of an authority); "
        f"in command: {names} {cited}.",
    )
