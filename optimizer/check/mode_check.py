"""Sailing time of a vessel against its operating mode, and crews that change (§ 101 BinSchPersV)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from optimizer.check.crew_facts import waterways_of
from optimizer.check.rhine_rules import under_rhine
from optimizer.check.say import hours, span
from optimizer.check.sheet import Sheet
from optimizer.check.stretches import sailing_time
from optimizer.domain import DutyKind, OperatingMode, Shift, VesselType
from optimizer.findings import Finding, Severity, Text
from optimizer.timeline import Interval, merge

HOURS = "mode.sailing_hours"
CHANGE = "mode.crew_change"
BOAT = "mode.passenger_boat"


def minutes_in(window: Interval, pieces: Sequence[Interval]) -> int:
    """Elapsed minutes of the pieces inside a window."""
    return sum(part.minutes for piece in pieces if (part := window.intersection(piece)))


def fullest_window(pieces: Sequence[Interval], minutes: int) -> tuple[Interval, int] | None:
    """The earliest window of that length that holds most of the pieces, and how much."""
    windows = [Interval(start, start + timedelta(minutes=minutes)) for start in _starts(pieces, minutes)]
    scored = [(window, minutes_in(window, pieces)) for window in windows]
    return max(scored, key=lambda item: item[1], default=None)


def _starts(pieces: Sequence[Interval], minutes: int) -> list:
    """Starts that suffice: a fullest window begins with a piece or ends with one."""
    ends = [piece.end - timedelta(minutes=minutes) for piece in pieces]
    return sorted({*(piece.start for piece in pieces), *ends})


@dataclass(frozen=True)
class Overrun:
    """Overlapping windows in which a vessel sails longer than a mode allows."""

    vessel_id: str
    windows: tuple[Interval, ...]
    found: int
    allowed: int
    mode: OperatingMode
    shifts: tuple[Shift, ...]


def mode_findings(sheet: Sheet) -> Iterator[Finding]:
    """Findings about operating modes, vessel by vessel."""
    for vessel_id in dict.fromkeys(shift.vessel_id for shift in (*sheet.sailing, *_just_sailed(sheet))):
        for overrun in _overruns(sheet, vessel_id):
            yield from _judge(sheet, overrun)
    for shift in sheet.sailing:
        yield from _passenger_boat(sheet, shift)


def _just_sailed(sheet: Sheet) -> list[Shift]:
    """Shifts begun before the window whose 24 hours may reach into it."""
    start = sheet.instance.window.start
    return [
        shift
        for shift in sheet.instance.dataset.shifts.values()
        if shift.interval.start < start < shift.interval.end + timedelta(days=2)
    ]


def _limit(sheet: Sheet, shift: Shift) -> tuple[int, OperatingMode] | None:
    """Longest sailing time in 24 hours; a passenger boat without a mode sails in its only one."""
    if under_rhine(sheet.instance, shift):
        return None
    rule = sheet.instance.rulebook.values(HOURS, shift.interval.days()[0])
    boats = sheet.instance.rulebook.values(BOAT, shift.interval.days()[0]) or {}
    mode = shift.mode
    if mode is None and sheet.instance.vessel_of(shift).type in boats.get("vessel_types", ()):
        mode = OperatingMode(boats["modes"][0])
    if rule is None or mode not in rule["max_minutes"]:
        return None
    return rule["max_minutes"][mode], mode


def _sailed(sheet: Sheet, vessel_id: str) -> list[tuple[Shift, list[Interval]]]:
    """Shifts of a vessel that sail by this roster, or that began before it."""
    window = sheet.instance.window
    return [
        (shift, sailing_time(sheet.instance, shift))
        for shift in sheet.instance.dataset.shifts.values()
        if shift.vessel_id == vessel_id
        and (
            shift.shift_id in sheet.sailing_ids
            or (shift.shift_id not in sheet.judged_ids and shift.interval.start < window.start)
        )
    ]


def _overruns(sheet: Sheet, vessel_id: str) -> list[Overrun]:
    sailed = _sailed(sheet, vessel_id)
    pieces = merge(piece for _, times in sailed for piece in times)
    rule = sheet.instance.rulebook.values(HOURS, sheet.instance.window.days()[0])
    if rule is None or not pieces:
        return []
    length, over = rule["window_minutes"], []
    for start in _starts(pieces, length):
        window = Interval(start, start + timedelta(minutes=length))
        touched = [shift for shift, times in sailed if minutes_in(window, times)]
        limits = [limit for shift in touched if (limit := _limit(sheet, shift))]
        found = minutes_in(window, pieces)
        if limits and found > min(limits)[0]:
            allowed, mode = min(limits)
            over.append(Overrun(vessel_id, (window,), found, allowed, mode, tuple(touched)))
    return _joined(over)


def _joined(overruns: Sequence[Overrun]) -> list[Overrun]:
    joined: list[Overrun] = []
    for overrun in overruns:
        last = joined[-1] if joined else None
        if last is not None and last.mode is overrun.mode and last.windows[-1].overlaps(overrun.windows[0]):
            joined[-1] = Overrun(
                last.vessel_id,
                (*last.windows, *overrun.windows),
                max(last.found, overrun.found),
                last.allowed,
                last.mode,
                tuple(dict.fromkeys((*last.shifts, *overrun.shifts))),
            )
        else:
            joined.append(overrun)
    return joined


def _judge(sheet: Sheet, overrun: Overrun) -> Iterator[Finding]:
    """Lawful all the same if the crew changes, stays below the limit and serves nowhere else."""
    mine = [shift for shift in overrun.shifts if shift.shift_id in sheet.sailing_ids]
    people = list(dict.fromkeys(r.crew_id for shift in mine for r in sheet.rows_of(shift)))
    yield from _from_another_vessel(sheet, overrun, people)
    if not mine:
        return
    if not people:
        yield _too_long(sheet, overrun, mine[0], Text("", ""))
    rule = sheet.instance.rulebook.values(CHANGE, mine[0].interval.days()[0])
    for crew_id in people:
        aboard = _around(presence(sheet, crew_id, overrun.vessel_id), _rows_aboard(sheet, mine, crew_id))
        fullest = fullest_window(aboard, rule["window_minutes"]) if rule else None
        if fullest is None or fullest[1] > overrun.allowed:
            yield _too_long(sheet, overrun, mine[0], _no_change(sheet, crew_id, fullest))
            return
    for crew_id in people:
        yield from _other_vessel(sheet, overrun, mine, crew_id, rule["window_minutes"])


def _rows_aboard(sheet: Sheet, mine: Sequence[Shift], crew_id: str) -> list[Interval]:
    return [sheet.aboard(row) for shift in mine for row in sheet.rows_of(shift) if row.crew_id == crew_id]


def _around(stays: Sequence[Interval], own: Sequence[Interval]) -> list[Interval]:
    """The stays within a day of somebody's own rows: what lies further back is judged with its own roster."""
    day = timedelta(days=1)
    return [stay for stay in stays if any(stay.overlaps(Interval(row.start - day, row.end + day)) for row in own)]


def presence(sheet: Sheet, crew_id: str, vessel_id: str, *, elsewhere: bool = False) -> list[Interval]:
    """When a person is on board a vessel, or (``elsewhere``) on board any other one."""

    def wanted(other: str) -> bool:
        return bool(other) and (other != vessel_id if elsewhere else other == vessel_id)

    rows = sheet.rows_by_person.get(crew_id, ())
    times = [sheet.aboard(row) for row in rows if wanted(sheet.shift_of(row).vessel_id)]
    times += [
        duty.interval
        for duty in sheet.instance.duties.get(crew_id, ())
        if duty.kind is not DutyKind.REST_DAY and wanted(duty.vessel_id)
    ]
    times += [
        sheet.running_aboard(shift_id, watch)
        for shift_id, who, watch in sheet.running_pins
        if who == crew_id and wanted(sheet.instance.dataset.shifts[shift_id].vessel_id)
    ]
    return merge(times)


def _no_change(sheet: Sheet, crew_id: str, fullest: tuple[Interval, int] | None) -> Text:
    name, aboard = sheet.say.name(crew_id), hours(fullest[1]) if fullest else "–"
    return Text(
        f" Die Besatzung wechselt nicht rechtzeitig: {name} ist {aboard} an Bord.",
        f" The crew does not change in time: {name} is on board for {aboard}.",
    )


def _too_long(sheet: Sheet, overrun: Overrun, shift: Shift, why: Text) -> Finding:
    vessel = sheet.say.vessel(shift)
    window = span(overrun.windows[0])
    found, allowed = hours(overrun.found), hours(overrun.allowed)
    text = Text(
        f"{vessel} fährt in 24 Stunden ({window}) {found}; Betriebsform {overrun.mode} erlaubt {allowed}.{why.de}",
        f"{vessel} sails {found} in 24 hours ({window}); mode {overrun.mode} allows {allowed}.{why.en}",
    )
    return sheet.say.finding(
        HOURS,
        Severity.UNLAWFUL,
        text,
        shift=shift,
        interval=overrun.windows[0],
        found=found,
        allowed=allowed,
    )


def _other_vessel(
    sheet: Sheet, overrun: Overrun, mine: Sequence[Shift], crew_id: str, minutes: int
) -> Iterator[Finding]:
    """Nobody of a changing crew serves on another vessel in the same 24 hours."""
    rows = [s for s in mine if any(r.crew_id == crew_id for r in sheet.rows_of(s))]
    rolling = sheet.instance.rulebook.readings["crew_change_window"] == "rolling"
    for shift in rows:
        for other in presence(sheet, crew_id, overrun.vessel_id, elsewhere=True):
            if _same_window(shift.interval, other, minutes, rolling=rolling):
                yield _elsewhere(sheet, overrun, shift, crew_id, other)
                return


def _from_another_vessel(sheet: Sheet, overrun: Overrun, people: Sequence[str]) -> Iterator[Finding]:
    """Whoever was of the changing crew before the roster serves on no other vessel in the same 24 hours by it."""
    begun = [shift for shift in overrun.shifts if shift.shift_id not in sheet.sailing_ids]
    rolling = sheet.instance.rulebook.readings["crew_change_window"] == "rolling"
    for crew_id in sheet.rows_by_person.keys() - set(people) if begun else ():
        stays = presence(sheet, crew_id, overrun.vessel_id)
        stays = [stay for stay in stays if any(stay.overlaps(shift.interval) for shift in begun)]
        for row in sheet.rows_by_person[crew_id]:
            shift, there = sheet.shift_of(row), sheet.aboard(row)
            rule = sheet.instance.rulebook.values(CHANGE, shift.interval.days()[0])
            if rule is None or shift.vessel_id == overrun.vessel_id:
                continue
            if any(_same_window(stay, there, rule["window_minutes"], rolling=rolling) for stay in stays):
                yield _elsewhere(sheet, overrun, shift, crew_id, there)
                break


def _same_window(here: Interval, there: Interval, minutes: int, *, rolling: bool) -> bool:
    """Whether one window of that length holds time on both vessels."""
    length = timedelta(minutes=minutes)
    if rolling:
        gap = max(there.start - here.end, here.start - there.end)
        return gap < length
    return there.overlaps(Interval(here.start, here.start + length))


def _elsewhere(sheet: Sheet, overrun: Overrun, shift: Shift, crew_id: str, other: Interval) -> Finding:
    vessel, name = sheet.instance.dataset.vessels[overrun.vessel_id].name, sheet.say.name(crew_id)
    found, allowed = hours(overrun.found), hours(overrun.allowed)
    text = Text(
        f"{vessel} fährt {found} in 24 Stunden in Betriebsform {overrun.mode} (erlaubt {allowed}); "
        f"das geht nur mit wechselnder Besatzung. {name} fährt aber innerhalb von 24 Stunden auch "
        f"auf einem anderen Schiff ({span(other)}).",
        f"{vessel} sails {found} in 24 hours in mode {overrun.mode} (allowed {allowed}), which is "
        f"only lawful with a changing crew. But {name} also serves on another vessel within 24 "
        f"hours ({span(other)}).",
    )
    return sheet.say.finding(
        CHANGE,
        Severity.UNLAWFUL,
        text,
        shift=shift,
        crew_id=crew_id,
        found=found,
        allowed=allowed,
        reading="crew_change_window",
    )


def _passenger_boat(sheet: Sheet, shift: Shift) -> Iterator[Finding]:
    vessel = sheet.instance.vessel_of(shift)
    rule = sheet.instance.rulebook.values(BOAT, shift.interval.days()[0])
    if rule is None or vessel.type is not VesselType.PASSENGER_BOAT:
        return
    barred_water = shift.zone in rule["not_in_zones"] or waterways_of(shift) & set(rule["not_on"])
    strict = shift.zone is None or shift.zone in rule["zones"]
    wrong_mode = strict and shift.mode not in (None, *rule["modes"])
    if not wrong_mode and not barred_water:
        return
    place = sheet.say.place(shift)
    why = (f"in Betriebsform {shift.mode}", f"in mode {shift.mode}")
    if not wrong_mode:
        why = ("auf diesem Gewässer", "on this waterway")
    zone = ("nicht angegeben", "not stated") if shift.zone is None else (str(shift.zone),) * 2
    text = Text(
        f"{place}: Ein Fahrgastboot darf {why[0]} nicht fahren (Zone {zone[0]}).",
        f"{place}: a passenger boat may not sail {why[1]} (zone {zone[1]}).",
    )
    yield sheet.say.finding(BOAT, Severity.UNLAWFUL, text, shift=shift)
