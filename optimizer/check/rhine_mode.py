"""Hours, night stop, change and repetition of the mode on the Rhine (RheinSchPersV §§ 18.01, 18.03), as sailed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any

from optimizer.check.mode_check import fullest_window, minutes_in
from optimizer.check.rhine_rules import under_rhine
from optimizer.check.say import hours, span
from optimizer.check.sheet import Sheet
from optimizer.check.stretches import sailing_time
from optimizer.check.work_records import work_record
from optimizer.domain import Function, Shift
from optimizer.findings import Finding, Severity, Text
from optimizer.timeline import Interval, clock_windows, merge, subtract

HOURS = "rhine.mode.sailing_hours"
EXTENDED = "rhine.mode.extended"
STOP = "rhine.mode.night_stop"
CHANGE = "rhine.mode.change"
REPEAT = "rhine.mode.repeat"
PROOF = "rhine.mode.rest_proof"
_DAY = timedelta(hours=24)


@dataclass(frozen=True)
class Sailed:
    """A shift of a vessel that sails, with its time under way and the people on board."""

    shift: Shift
    pieces: tuple[Interval, ...]
    people: frozenset[str]
    rhine: bool

    @property
    def start(self) -> datetime:
        return self.shift.interval.start

    @property
    def end(self) -> datetime:
        return self.shift.interval.end


def rhine_mode_findings(sheet: Sheet) -> Iterator[Finding]:
    """Findings vessel by vessel; shifts before the window count, but only those of the roster are told."""
    for vessel_id in dict.fromkeys(shift.vessel_id for shift in sheet.sailing):
        sailed = _sailed(sheet, vessel_id)
        if any(item.rhine for item in sailed):
            yield from _too_long(sheet, sailed)
            for item in sailed:
                if item.rhine and item.shift.shift_id in sheet.sailing_ids:
                    yield from _of_shift(sheet, item, sailed)


def _sailed(sheet: Sheet, vessel_id: str) -> list[Sailed]:
    window, found = sheet.instance.window, []
    for shift in sheet.instance.dataset.shifts.values():
        if shift.vessel_id != vessel_id:
            continue
        before = shift.shift_id not in sheet.judged_ids and shift.interval.start < window.start
        if shift.shift_id in sheet.sailing_ids or before:
            people = {row.crew_id for row in sheet.rows_of(shift)}
            people |= {who for shift_id, who, _ in sheet.running_pins if shift_id == shift.shift_id}
            pieces = tuple(sailing_time(sheet.instance, shift))
            rhine = under_rhine(sheet.instance, shift)
            found.append(Sailed(shift, pieces, frozenset(people), rhine))
    return sorted(found, key=lambda item: item.shift.interval)


def _law(sheet: Sheet, rule_id: str, shift: Shift) -> Mapping[str, Any]:
    return sheet.instance.rulebook.values(rule_id, shift.interval.days()[0]) or {}


def _lifted(sheet: Sheet) -> bool:
    """Whether a new crew lifts hours and stop of the vessel (§ 18.03 Nr. 1, 6)."""
    return sheet.instance.rulebook.readings["rhine_repeat"] == "lifts_hours_and_stop"


def _has(sheet: Sheet, shift: Shift, feature: str) -> bool:
    return bool(sheet.instance.vessel_of(shift).features.get(feature))


def _crews(sailed: Sequence[Sailed]) -> list[list[Sailed]]:
    """Shifts of a vessel in groups between which the whole crew is exchanged; nobody known counts as the same."""
    groups: list[list[Sailed]] = []
    for item in sailed:
        if groups and not _new_crew(groups[-1][-1], item):
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


# --- hours --------------------------------------------------------------------------------------


def _too_long(sheet: Sheet, sailed: Sequence[Sailed]) -> Iterator[Finding]:
    """24 hours in which one crew sails longer than its mode allows, told once a mode and vessel."""
    told: set[str] = set()
    extended: dict[tuple[int, int], Interval] = {}
    for item in (s for s in sailed if s.rhine and s.shift.shift_id in sheet.sailing_ids):
        rule = _law(sheet, HOURS, item.shift)
        limit = rule.get("max_minutes", {}).get(item.shift.mode)
        if limit is None or str(item.shift.mode) in told:
            continue
        groups = _crews(sailed) if _lifted(sheet) else [list(sailed)]
        own = next(group for group in groups if item in group)
        worst = _fullest_with(item, own, rule["window_minutes"])
        if worst is None or worst[1] <= limit:
            continue
        if _is_extended(sheet, item, own, worst, extended):
            continue
        told.add(str(item.shift.mode))
        yield _over(sheet, item.shift, worst, limit)


def _fullest_with(item: Sailed, own: Sequence[Sailed], minutes: int) -> tuple[Interval, int] | None:
    """The fullest 24 hours of a crew that hold time of one of its shifts."""
    pieces = merge(piece for other in own for piece in other.pieces)
    starts = {piece.start for piece in pieces} | {piece.end - timedelta(minutes=minutes) for piece in pieces}
    windows = [Interval(start, start + timedelta(minutes=minutes)) for start in sorted(starts)]
    holding = [(w, minutes_in(w, pieces)) for w in windows if minutes_in(w, item.pieces)]
    return max(holding, key=lambda pair: pair[1], default=None)


def _is_extended(
    sheet: Sheet,
    item: Sailed,
    own: Sequence[Sailed],
    worst: tuple[Interval, int],
    known: dict[tuple[int, int], Interval],
) -> bool:
    """§ 18.01 Nr. 2: sixteen hours with tachograph and a second helmsman, once in every calendar week it touches."""
    rule = _law(sheet, EXTENDED, item.shift)
    window, minutes = worst
    if not rule or item.shift.mode != rule["mode"] or minutes > rule["max_minutes"]:
        return False
    if not _has(sheet, item.shift, rule["feature"]) or not all(_two_helmsmen(sheet, o.shift) for o in own if o.rhine):
        return False
    weeks = {day.isocalendar()[:2] for day in item.shift.interval.days()}
    if any(week in known and not known[week].overlaps(window) for week in weeks):
        return False
    known.update(dict.fromkeys(weeks, window))
    return True


def _two_helmsmen(sheet: Sheet, shift: Shift) -> bool:
    rows = [row for row in sheet.rows_of(shift) if not sheet.bars(row)]
    able = (Function.BOATMASTER, Function.HELMSMAN)
    return sum(row.function in able or not sheet.service(row).bars(Function.HELMSMAN) for row in rows) > 1


def _over(sheet: Sheet, shift: Shift, worst: tuple[Interval, int], limit: int) -> Finding:
    window, found = worst
    vessel = sheet.say.vessel(shift)
    text = Text(
        f"{vessel} fährt auf dem Rhein mit denselben Leuten {hours(found)} in 24 Stunden ({span(window)}); "
        f"Betriebsform {shift.mode} erlaubt {hours(limit)}.",
        f"{vessel} sails {hours(found)} on the Rhine with the same people in 24 hours ({span(window)}); mode "
        f"{shift.mode} allows {hours(limit)}.",
    )
    return sheet.say.finding(
        HOURS,
        Severity.UNLAWFUL,
        text,
        shift=shift,
        interval=window,
        found=hours(found),
        allowed=hours(limit),
    )


# --- stop, change, repetition -------------------------------------------------------------------


def _of_shift(sheet: Sheet, item: Sailed, sailed: Sequence[Sailed]) -> Iterator[Finding]:
    before = _before(item, sailed)
    running = _without_stop(sheet, item, sailed)
    if running is not None:
        if before is None or not _may_follow(sheet, before, item):
            yield _no_stop(sheet, item.shift, running)
    if before is None or not before.rhine:
        return
    if before.shift.mode != item.shift.mode:
        yield from _changed(sheet, before, item)
    if _goes_on(sheet, before, item) and _may_follow(sheet, before, item):
        yield from _repeated(sheet, item)


def _before(item: Sailed, sailed: Sequence[Sailed]) -> Sailed | None:
    """The last shift of the vessel that ended less than a day before."""
    earlier = [s for s in sailed if s.end <= item.start and item.start - s.end < _DAY]
    return max(earlier, key=lambda s: s.end, default=None)


def _may_follow(sheet: Sheet, before: Sailed, item: Sailed) -> bool:
    """§ 18.03 Nr. 6: an entirely new crew for another A1 or A2 voyage right after an A1 or A2 voyage."""
    modes = _law(sheet, REPEAT, item.shift).get("rest_before", {})
    both = before.rhine and before.shift.mode in modes and item.shift.mode in modes
    return both and _lifted(sheet) and _new_crew(before, item)


def _new_crew(before: Sailed, item: Sailed) -> bool:
    return bool(before.people and item.people) and not before.people & item.people


def _stop_rule(sheet: Sheet, shift: Shift) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None:
    rule = _law(sheet, STOP, shift)
    entry = rule.get(str(shift.mode)) if rule else None
    if entry is None:
        return None
    exempt = rule["exempt"]
    return None if shift.mode == exempt["mode"] and _has(sheet, shift, exempt["feature"]) else (rule, entry)


def _without_stop(sheet: Sheet, item: Sailed, sailed: Sequence[Sailed]) -> Interval | None:
    """Time under way in which the vessel had to lie still; with a tachograph a run too long for any stop."""
    found = _stop_rule(sheet, item.shift)
    if found is None:
        return None
    rule, entry = found
    if not _has(sheet, item.shift, rule["other_hours_by"]):
        opens, closes = time.fromisoformat(entry["from"]), time.fromisoformat(entry["to"])
        nights = (night for piece in item.pieces for night in clock_windows(piece, opens, closes))
        return next(nights, None)
    own = next(group for group in _crews(sailed) if item in group)
    return _long_run(item, own, entry["minutes"], rule["window_minutes"])


def _long_run(item: Sailed, own: Sequence[Sailed], stop: int, window: int) -> Interval | None:
    """The span of the crew's sailing around a shift, if it leaves no room for the stop in the window."""
    runs: list[list[Interval]] = []
    for piece in merge(piece for other in own for piece in other.pieces):
        if runs and piece.start - runs[-1][-1].end < timedelta(minutes=stop):
            runs[-1].append(piece)
        else:
            runs.append([piece])
    spans = [Interval(run[0].start, run[-1].end) for run in runs]
    return next((s for s in spans if s.minutes > window - stop and minutes_in(s, item.pieces)), None)


def _goes_on(sheet: Sheet, before: Sailed, item: Sailed) -> bool:
    """Whether a voyage follows another one without the stop between them, or sails longer than one may."""
    found = _stop_rule(sheet, item.shift)
    if found is not None:
        rule, entry = found
        if _without_stop(sheet, item, [item]) is not None:
            return True
        if _long_run(item, [before, item], entry["minutes"], rule["window_minutes"]) is not None:
            return True
    hours_rule = _law(sheet, HOURS, item.shift)
    limit = hours_rule.get("max_minutes", {}).get(item.shift.mode)
    both = merge((*before.pieces, *item.pieces))
    fullest = fullest_window(both, hours_rule["window_minutes"]) if hours_rule else None
    return limit is not None and fullest is not None and fullest[1] > limit


def _changed(sheet: Sheet, before: Sailed, item: Sailed) -> Iterator[Finding]:
    """§ 18.03 Nr. 2-5: an entirely new crew, or everybody has rested right before."""
    needed = _law(sheet, CHANGE, item.shift).get("rest_before", {}).get(str(before.shift.mode), {})
    entry = needed.get(str(item.shift.mode))
    if entry is None or not item.people:
        return
    tired = [who for who in sorted(item.people) if not _rested(sheet, who, item.start, entry)]
    if tired and not _new_crew(before, item):
        yield _tired(sheet, CHANGE, item.shift, tired, entry["minutes"], before.shift)
    else:
        yield _proof(sheet, item.shift, CHANGE)


def _repeated(sheet: Sheet, item: Sailed) -> Iterator[Finding]:
    """§ 18.03 Nr. 6: the new crew has rested outside a voyage right before."""
    minutes = _law(sheet, REPEAT, item.shift).get("rest_before", {}).get(str(item.shift.mode))
    if minutes is None:
        return
    entry = {"minutes": minutes, "outside_minutes": minutes}
    tired = [who for who in sorted(item.people) if not _rested(sheet, who, item.start, entry)]
    if tired:
        yield _tired(sheet, REPEAT, item.shift, tired, minutes, None)
    else:
        yield _proof(sheet, item.shift, REPEAT)


def _rested(sheet: Sheet, crew_id: str, start: datetime, entry: Mapping[str, int]) -> bool:
    """Whether a person had the rest right before, as much of it outside a voyage as is asked."""
    record = work_record(sheet, crew_id)
    since = start - timedelta(minutes=entry["minutes"])
    if any(piece.interval.end > since and piece.interval.start < start for piece in record.pieces):
        return False
    earlier = [piece.interval.end for piece in record.pieces if piece.interval.end <= since]
    rest = Interval(max(earlier, default=since - _DAY), start)
    outside = subtract(rest, merge(part for piece in record.pieces for part in piece.voyage))
    return not entry["outside_minutes"] or any(part.minutes >= entry["outside_minutes"] for part in outside)


def _no_stop(sheet: Sheet, shift: Shift, running: Interval) -> Finding:
    vessel = sheet.say.vessel(shift)
    text = Text(
        f"{vessel} fährt {span(running)} und hält die Fahrtunterbrechung der Betriebsform {shift.mode} nicht ein; ohne "
        "sie nur mit vollständig neuer Besatzung im Anschluss an eine andere Fahrt.",
        f"{vessel} sails {span(running)} and does not keep the stop of mode {shift.mode}; without it only with an "
        "entirely new crew right after another voyage.",
    )
    return sheet.say.finding(STOP, Severity.UNLAWFUL, text, shift=shift, interval=running, found=span(running))


def _tired(
    sheet: Sheet, rule_id: str, shift: Shift, people: Sequence[str], minutes: int, before: Shift | None
) -> Finding:
    names, vessel = ", ".join(map(sheet.say.name, people)), sheet.say.vessel(shift)
    if before is not None:
        change = Text(
            f"{vessel} wechselt von Betriebsform {before.mode} zu {shift.mode}",
            f"{vessel} changes from mode {before.mode} to {shift.mode}",
        )
    else:
        change = Text(f"{vessel} fährt mit neuer Besatzung weiter", f"{vessel} goes on with a new crew")
    text = Text(
        f"{change.de}; unmittelbar vorher fehlen {hours(minutes)} Ruhe bei {names}.",
        f"{change.en}; {hours(minutes)} of rest right before are missing for {names}.",
    )
    return sheet.say.finding(
        rule_id, Severity.UNLAWFUL, text, shift=shift, crew_id=people[0], found="", allowed=hours(minutes)
    )


def _proof(sheet: Sheet, shift: Shift, rule_id: str) -> Finding:
    rule = _law(sheet, PROOF, shift)
    assert not rule or rule_id in rule["applies_to"]
    vessel = sheet.say.vessel(shift)
    text = Text(
        f"{vessel}: Zum Wechsel oder zur weiteren Fahrt gehört für jedes neue Mitglied der Nachweis der Ruhezeit "
        "(Anlage 8 oder Kopie des Bordbuchs).",
        f"{vessel}: the change or further voyage needs the proof of rest of every new member (annex 8 or a copy of "
        "the logbook).",
    )
    return sheet.say.finding(PROOF, Severity.INFO, text, shift=shift)
