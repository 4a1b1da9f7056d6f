"""Sailing hours, night stop, change and repetition of the mode on the Rhine (§§ 18.01, 18.03 RheinSchPersV).

Planning keeps a little more than the text: whoever serves after a change of the mode has rested before
it, also where the whole crew is exchanged and the text asks for no rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from optimizer.domain import Function, OperatingMode, Shift
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.manning.facts import Facts
from optimizer.manning.log import Log
from optimizer.manning.modes import (
    RHINE_HOURS,
    exceeds_mode_limit,
    minutes_in,
    mode_limit,
    own_crew_exceeds,
    own_sailing,
    sails_too_long_with,
    same_people,
    shift_sailing,
    vessel_sailing,
)
from optimizer.manning.places import ordered
from optimizer.manning.regime import rhine_applies
from optimizer.manning.requirement import Alternative, Place
from optimizer.timeline import Interval, clock_windows, local, merge

EXTENDED = "rhine.mode.extended"
NIGHT_STOP = "rhine.mode.night_stop"
CHANGE = "rhine.mode.change"
REPEAT = "rhine.mode.repeat"
_REACH = timedelta(hours=24)
#: Deck functions below the helmsman, the highest first: whose place the second helmsman takes.
_BELOW = (Function.ABLE_BOATMAN, Function.BOATMAN, Function.APPRENTICE, Function.DECKHAND)


def _law(instance: Instance, rule_id: str, shift: Shift) -> Any:
    return instance.rulebook.values(rule_id, local(shift.interval.start).date())


def _has(instance: Instance, shift: Shift, feature: str) -> bool:
    return bool(instance.vessel_of(shift).features.get(feature))


# --- what a shift breaks whatever its crew ------------------------------------------------------


def log_rhine_bars(facts: Facts, log: Log) -> None:
    """Bars of a sailing stretch: hours and night stop; and what an exchange of the crew asks for."""
    _hours(facts, log)
    _change_under_way(facts, log)
    part = night_sailing(facts.instance, facts.shift)
    if part is None:
        return
    if _may_repeat(facts.instance, facts.shift) and _follows(facts.instance, facts.shift) is not None:
        log.note(REPEAT, _only_with_new_crew(facts))
        return
    log.bar(
        NIGHT_STOP, _no_stop(facts, part), found=f"{local(part.start):%d.%m. %H:%M} – {local(part.end):%d.%m. %H:%M}"
    )


def _change_under_way(facts: Facts, log: Log) -> None:
    """A voyage whose people cannot be exchanged changes its mode only after the rest of § 18.03."""
    instance, shift = facts.instance, facts.shift
    before = _last_before(instance, shift, shift.interval.start)
    if before is None or before.shift_id not in {s.shift_id for s in same_people(instance, shift)}:
        return
    if not rhine_applies(instance, before):
        return
    needed = rest_for_change(instance, before, shift)
    stop = (shift.interval.start - before.interval.end) // timedelta(minutes=1)
    if stop < needed:
        log.bar(CHANGE, _too_soon(facts, before, needed), found=f"{stop} min", allowed=f"{needed} min")


def _hours(facts: Facts, log: Log) -> None:
    instance, shift = facts.instance, facts.shift
    limit, worst = mode_limit(instance, shift), _too_long_in(instance, shift)
    if limit is None:
        return
    if worst is None:
        if exceeds_mode_limit(instance, shift) is not None:
            log.note(REPEAT, _only_with_new_crew(facts))
        return
    window, minutes = worst
    if not extended(instance, shift):
        log.bar(RHINE_HOURS, _too_long(facts, window, minutes, limit), found=f"{minutes} min", allowed=f"{limit} min")


def _too_long_in(instance: Instance, shift: Shift) -> tuple[Interval, int] | None:
    """24 hours with more sailing than the mode allows, and how much: of its people, literally of the vessel."""
    if _may_repeat(instance, shift):
        window, sailing = own_crew_exceeds(instance, shift), own_sailing(instance, shift)
    else:
        window = exceeds_mode_limit(instance, shift)
        sailing = vessel_sailing(instance, shift.vessel_id)
    return None if window is None else (window, minutes_in(sailing, window))


def extended(instance: Instance, shift: Shift) -> bool:
    """§ 18.01 Nr. 2: A1 sails up to 16 hours, with a tachograph, as the vessel's first time of the week."""
    rule, worst = _law(instance, EXTENDED, shift), _too_long_in(instance, shift)
    if rule is None or worst is None or shift.mode != rule["mode"] or not _has(instance, shift, rule["feature"]):
        return False
    if worst[1] > rule["max_minutes"]:
        return False
    own = {s.shift_id for s in same_people(instance, shift)}
    days = [day for s in same_people(instance, shift) for day in s.interval.days()]
    return not any(
        set(_weeks(days)) & set(_weeks(other.interval.days()))
        for other in _of_vessel(instance, shift)
        if other.shift_id not in own and other.interval.start < shift.interval.start
        if _too_long_in(instance, other) is not None
    )


def _weeks(days: Iterable[date]) -> Iterable[tuple[int, int]]:
    return (day.isocalendar()[:2] for day in days)


def second_helmsman(
    facts: Facts, named: list[Alternative], opened: list[Alternative], log: Log
) -> tuple[list[Alternative], list[Alternative]]:
    """The crews with a second holder of a helmsman's certificate, where the voyage is extended by it."""
    if not extended(facts.instance, facts.shift):
        return named, opened
    rule = facts.law(EXTENDED)
    assert rule is not None
    function = Function(rule["second_function"])
    log.step(EXTENDED, _SECOND)
    return [_with(item, function) for item in named], [_with(item, function) for item in opened]


def _with(alternative: Alternative, function: Function) -> Alternative:
    crew = alternative.functions()
    if crew.get(function) or crew.get(Function.BOATMASTER, 0) > 1:
        return alternative
    places = list(alternative.places)
    for lower in _BELOW:
        found = next((place for place in places if place.function is lower), None)
        if found is not None:
            places.remove(found)
            return replace(alternative, places=ordered([*places, Place(function)]))
    return replace(alternative, places=ordered([*places, Place(function)]))


# --- the night stop -----------------------------------------------------------------------------


def night_sailing(instance: Instance, shift: Shift) -> Interval | None:
    """Time in which the people of a shift sail though the vessel has to lie still, ``None`` where it does."""
    rule = _law(instance, NIGHT_STOP, shift)
    entry = rule.get(str(shift.mode)) if rule is not None else None
    if entry is None or not rhine_applies(instance, shift):
        return None
    exempt = rule["exempt"]
    if shift.mode == exempt["mode"] and _has(instance, shift, exempt["feature"]):
        return None
    own = own_sailing(instance, shift)
    if _has(instance, shift, rule["other_hours_by"]):
        return run_without_stop(own, entry["minutes"], rule["window_minutes"])
    opens, closes = time.fromisoformat(entry["from"]), time.fromisoformat(entry["to"])
    return next((part for piece in own for part in clock_windows(piece, opens, closes)), None)


def run_without_stop(sailing: Sequence[Interval], stop: int, window: int) -> Interval | None:
    """The first span between two stops that leaves no room for one within the window."""
    runs: list[Interval] = []
    for piece in sailing:
        if runs and (piece.start - runs[-1].end) < timedelta(minutes=stop):
            runs[-1] = Interval(runs[-1].start, piece.end)
        else:
            runs.append(piece)
    return next((run for run in runs if run.minutes > window - stop), None)


# --- other shifts of the vessel -----------------------------------------------------------------


def _of_vessel(instance: Instance, shift: Shift) -> list[Shift]:
    """Shifts of the vessel under the Rhine's rules, by start."""
    mine = [s for s in instance.dataset.shifts.values() if s.vessel_id == shift.vessel_id]
    return sorted((s for s in mine if rhine_applies(instance, s)), key=lambda s: s.interval)


def _may_repeat(instance: Instance, shift: Shift) -> bool:
    """Whether § 18.03 Nr. 6 is open to a voyage in this mode under the reading in use."""
    rule = _law(instance, REPEAT, shift)
    open_to = rhine_applies(instance, shift) and rule is not None and str(shift.mode) in rule["rest_before"]
    return open_to and instance.rulebook.readings["rhine_repeat"] == "lifts_hours_and_stop"


def _follows(instance: Instance, shift: Shift) -> Shift | None:
    """The A1 or A2 voyage of other people that a shift's voyage follows on the same vessel within 24 hours."""
    own = {s.shift_id for s in same_people(instance, shift)}
    sailing = own_sailing(instance, shift)
    start = sailing[0].start if sailing else shift.interval.start
    before = _last_before(instance, shift, start, own)
    return before if before is not None and _may_repeat(instance, before) else None


def _last_before(instance: Instance, shift: Shift, start: datetime, but: Collection[str] = ()) -> Shift | None:
    """The last shift of the vessel that ended by ``start`` and less than a day before."""
    earlier = [
        s
        for s in instance.dataset.shifts.values()
        if s.vessel_id == shift.vessel_id
        if s.shift_id not in but and s.interval.end <= start and start - s.interval.end < _REACH
    ]
    return max(earlier, key=lambda s: s.interval.end, default=None)


def exchange_needed(instance: Instance, first: Shift, second: Shift) -> str | None:
    """The rule by which nobody serves on both shifts of a vessel (the whole crew is exchanged), if one does."""
    if first.vessel_id != second.vessel_id:
        return None
    early, late = sorted((first, second), key=lambda s: s.interval)
    rhine = [shift for shift in (early, late) if rhine_applies(instance, shift)]
    if not rhine or late.shift_id in {s.shift_id for s in same_people(instance, early)}:
        return None
    if any(sails_too_long_with(instance, shift, late if shift is early else early) for shift in rhine):
        return REPEAT
    if len(rhine) < 2:
        return None
    if late.interval.start - early.interval.end >= _REACH:
        return None
    if _may_repeat(instance, early) and night_sailing(instance, late) is not None:
        return REPEAT
    if early.mode != late.mode:
        needed = rest_for_change(instance, early, late)
        return CHANGE if late.interval.start - early.interval.end < timedelta(minutes=needed) else None
    return REPEAT if _one_run(instance, early, late) else None


def _one_run(instance: Instance, early: Shift, late: Shift) -> bool:
    """Whether both voyages together leave no room for the stop of their mode."""
    rule = _law(instance, NIGHT_STOP, late)
    entry = rule.get(str(late.mode)) if rule is not None else None
    if entry is None:
        return False
    both = merge([*own_sailing(instance, early), *own_sailing(instance, late)])
    return run_without_stop(both, entry["minutes"], rule["window_minutes"]) is not None


def rest_for_change(instance: Instance, early: Shift, late: Shift) -> int:
    """Minutes of rest before a change from one mode to another, 0 where there is no change."""
    rule = _law(instance, CHANGE, late)
    if rule is None or early.mode == late.mode:
        return 0
    entry = rule["rest_before"].get(str(early.mode), {}).get(str(late.mode), {})
    return int(entry.get("minutes", 0))


def rest_before(instance: Instance, shift: Shift) -> tuple[int, str]:
    """Minutes everybody on a shift must have rested right before it, and by which rule; 0 where none.

    Whichever of the vessel's shifts of the day before sails last, it is enough.
    """
    needs = [_rest_after(instance, before, shift) for before in _day_before(instance, shift)]
    return max(needs, default=(0, ""))


def _rest_after(instance: Instance, before: Shift, shift: Shift) -> tuple[int, str]:
    change = (rest_for_change(instance, before, shift), CHANGE) if before.mode != shift.mode else (0, "")
    rule = _law(instance, REPEAT, shift)
    if rule is None or exchange_needed(instance, before, shift) != REPEAT:
        return change
    return max(change, (int(rule["rest_before"].get(str(shift.mode), 0)), REPEAT))


def _day_before(instance: Instance, shift: Shift) -> list[Shift]:
    if not rhine_applies(instance, shift):
        return []
    start = shift.interval.start
    return [s for s in _of_vessel(instance, shift) if s.interval.end <= start and start - s.interval.end < _REACH]


def sails_only_after(instance: Instance, shift: Shift) -> str:
    """The shift that must sail for this one to be the further voyage of § 18.03 Nr. 6; empty where none need."""
    if night_sailing(instance, shift) is None or not _may_repeat(instance, shift):
        return ""
    before = _follows(instance, shift)
    return "" if before is None else before.shift_id


def voyage_time(instance: Instance, shift: Shift) -> tuple[Interval, ...]:
    """When whoever is on board of a shift is on a voyage for § 18.02: nobody in a quiet room of their own (Nr. 4)."""
    rule = _law(instance, "rest.rhine_under_way", shift)
    if not rhine_applies(instance, shift):
        return ()
    plan = instance.dataset.watch_plans.get(shift.watch_plan)
    if rule is not None and str(shift.mode) in rule["modes"] and _has(instance, shift, rule["feature"]):
        if plan is not None and all(watch.needs for watch in plan.watches):
            return ()
    return tuple(shift_sailing(instance, shift))


# --- texts --------------------------------------------------------------------------------------


def _hm(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02d}"


def _too_long(facts: Facts, window: Interval, minutes: int, limit: int) -> Text:
    start, end = local(window.start), local(window.end)
    span = f"{start:%d.%m. %H:%M} – {end:%d.%m. %H:%M}"
    return Text(
        f"{facts.vessel.name} fährt {span} {_hm(minutes)} Stunden mit denselben Leuten; Betriebsform {facts.mode} auf dem "
        f"Rhein erlaubt {_hm(limit)}.",
        f"{facts.vessel.name} sails {_hm(minutes)} hours with the same people in {span}; mode {facts.mode} on the Rhine "
        f"allows {_hm(limit)}.",
    )


def _too_soon(facts: Facts, before: Shift, needed: int) -> Text:
    return Text(
        f"{facts.vessel.name} wechselt mit denselben Leuten von Betriebsform {before.mode} zu {facts.mode}; dazwischen "
        f"liegen keine {_hm(needed)} Stunden.",
        f"{facts.vessel.name} changes from mode {before.mode} to {facts.mode} with the same people; there are no "
        f"{_hm(needed)} hours between.",
    )


def _no_stop(facts: Facts, part: Interval) -> Text:
    start, end = local(part.start), local(part.end)
    when = f"{start:%d.%m. %H:%M} – {end:%d.%m. %H:%M}"
    return Text(
        f"{facts.vessel.name} fährt {when} und hält die Fahrtunterbrechung der Betriebsform {facts.mode} auf dem Rhein "
        "nicht ein.",
        f"{facts.vessel.name} sails {when} and does not keep the stop of mode {facts.mode} on the Rhine.",
    )


def _only_with_new_crew(facts: Facts) -> Text:
    rule = facts.law(REPEAT)
    minutes = 0 if rule is None else rule["rest_before"].get(str(OperatingMode(facts.mode or "B")), 0)
    return Text(
        f"{facts.vessel.name} fährt ohne die Fahrtunterbrechung weiter. Zulässig nur mit vollständig neuer Besatzung, die "
        f"unmittelbar vorher {_hm(minutes)} Stunden außerhalb der Fahrt geruht hat; Nachweis nach Anlage 8 oder Bordbuch.",
        f"{facts.vessel.name} goes on without the stop. Lawful only with an entirely new crew that has rested "
        f"{_hm(minutes)} hours outside a voyage right before; proof by annex 8 or the logbook.",
    )


_SECOND = Text(
    "A1 bis 16 Stunden: außer dem Schiffsführer hat noch ein Mitglied der Mindestbesatzung das Zeugnis als Steuermann",
    "A1 up to 16 hours: besides the boatmaster another member of the minimum crew holds a helmsman's certificate",
)
