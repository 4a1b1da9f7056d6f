"""Shifts, movements and watch plans."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from optimizer.domain import ClockSpan, Movement, Regime, Shift, Vessel, Watch, WatchPlan
from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report
from optimizer.intake.formation_checks import check_shift_formation, report_unused
from optimizer.intake.kinds import CrewChange
from optimizer.intake.rows import Row
from optimizer.intake.spans import breaks, clock_span, clock_spans, interval
from optimizer.intake.vessel_records import check_crew_words, check_mode
from optimizer.terms import recognise
from optimizer.timeline import Interval

#: Longest planning window; a longer shift is a slip in a date.
_LONGEST = timedelta(weeks=6)
_DAY = 24 * 60


def shifts(rows: Sequence[Row], known: dict[str, Vessel], report: Report) -> dict[str, tuple[Row, Shift]]:
    """Valid shifts, cancelled ones too, with the row they come from."""
    found: dict[str, tuple[Row, Shift]] = {}
    for row in rows:
        vessel = known.get(row["vessel_id"] or "")
        if vessel is not None:
            check_mode(row, vessel, _regime(row))
            check_shift_formation(row, vessel, report)
            _check_beds(row, vessel)
        check_crew_words(row, "extra_crew")
        span = interval(row)
        if span is not None and span.end - span.start > _LONGEST:
            row.fault("end", _too_long())
        pauses = breaks(row, span)
        change = row["crew_change_at_end"]
        regular = None if change is None else change is CrewChange.REGULAR
        shift = None if span is None else row.record(Shift, interval=span, breaks=pauses, crew_change_at_end=regular)
        if shift is not None:
            found.setdefault(shift.shift_id, (row, shift))
    report_unused(rows, {vessel_id: vessel.type for vessel_id, vessel in known.items()}, report)
    return found


def _regime(row: Row) -> Regime:
    """Whose modes a shift may state: the Rhine's where its rules are chosen or its waterway is the Rhine."""
    waters = [recognise("waterway", part.strip()) for part in (row["waterway"] or "").split("|") if part.strip()]
    return Regime.RHEINSCHPERSV if "rhine" in waters else row["regime"] or Regime.BINSCHPERSV


def _check_beds(row: Row, vessel: Vessel) -> None:
    occupied = row["beds_occupied"]
    if occupied is not None and vessel.beds is not None and occupied > vessel.beds:
        row.fault("beds_occupied", Fault(
            "input.contradiction",
            Text(f"Es sind mehr Betten belegt ({occupied}), als „{vessel.name}“ hat ({vessel.beds}).",
                 f'More beds are occupied ({occupied}) than "{vessel.name}" has ({vessel.beds}).'),
            Text("Die Zahl prüfen, auch „beds“ in vessels.csv.", 'Check the number, also "beds" in vessels.csv.'),
        ))  # fmt: skip


def movements(rows: Sequence[Row]) -> list[tuple[Row, Movement]]:
    found = []
    for row in rows:
        span = interval(row)
        record = None if span is None else row.record(Movement, interval=span)
        if record is not None:
            found.append((row, record))
    return found


def watch_plans(rows: Sequence[Row]) -> dict[str, WatchPlan]:
    """Plans in the order of the file; the rows of one watch are its duty spans."""
    plans: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        if row["watch_plan"] is not None and row["watch"] is not None:
            plans.setdefault(row["watch_plan"], {}).setdefault(row["watch"], []).append(row)
    return {
        name: WatchPlan(watch_plan=name, watches=tuple(_watch(watch, group) for watch, group in watches.items()))
        for name, watches in plans.items()
    }


def _watch(name: str, rows: Sequence[Row]) -> Watch:
    for row in rows:
        check_crew_words(row, "needs", patrol=True)
    spans = [(row, span) for row in rows if (span := _span(row)) is not None]
    _check_overlap(spans)
    pauses = [(row, pause) for row in rows for pause in clock_spans(row, "breaks")]
    for row, pause in pauses:
        if spans and not any(_inside(pause, span) for _, span in spans):
            row.fault("breaks", _break_outside())
    return Watch(
        name=name,
        spans=tuple(span for _, span in spans),
        breaks=tuple(pause for _, pause in pauses),
        needs=_same(rows, "needs") or (),
        minor=bool(_same(rows, "for")),
    )


def _span(row: Row) -> ClockSpan | None:
    start, end = row["start"], row["end"]
    if start is None or end is None:
        return None
    try:
        return clock_span(start, end)
    except Fault as fault:
        row.fault("end", fault)
        return None


def _same(rows: Sequence[Row], name: str) -> object:
    """The value of a column that all rows of a watch share; blank cells repeat the first one."""
    stated = [row for row in rows if row[name] is not None]
    for row in stated[1:]:
        if row[name] != stated[0][name]:
            row.fault(name, Fault(
                "input.contradiction",
                Text(f"Dieselbe Wache hat in Zeile {stated[0].number} eine andere Angabe.",
                     f"The same watch has another entry in row {stated[0].number}."),
                Text("Beide gleich schreiben oder eine Zelle leer lassen.", "Write both alike or leave one cell blank."),
            ))  # fmt: skip
    return stated[0][name] if stated else None


def _check_overlap(spans: Sequence[tuple[Row, ClockSpan]]) -> None:
    for index, (row, span) in enumerate(spans):
        for other_row, other in spans[:index]:
            if _minutes(span) & _minutes(other):
                row.fault("start", Fault(
                    "input.overlap",
                    Text(f"Die Zeit überschneidet sich mit Zeile {other_row.number} derselben Wache.",
                         f"The time overlaps with row {other_row.number} of the same watch."),
                    Text("Die Zeiten der Wache trennen oder zusammenfassen.", "Separate or join the times of the watch."),
                ))  # fmt: skip
                break


def _minutes(span: ClockSpan) -> set[int]:
    start = span.start.hour * 60 + span.start.minute
    length = (span.end.hour * 60 + span.end.minute - start) % _DAY or _DAY
    return {(start + minute) % _DAY for minute in range(length)}


def _inside(pause: ClockSpan, span: ClockSpan) -> bool:
    return _minutes(pause) <= _minutes(span)


def overlapping(spans: Sequence[tuple[Row, Interval]]) -> list[tuple[Row, Row]]:
    """Pairs of rows whose intervals share time: the later row with the earlier one it runs into."""
    pairs = []
    latest: tuple[Row, Interval] | None = None
    for row, span in sorted(spans, key=lambda item: (item[1], item[0].number)):
        if latest is not None and latest[1].overlaps(span):
            pairs.append((row, latest[0]))
        if latest is None or span.end > latest[1].end:
            latest = (row, span)
    return pairs


def _too_long() -> Fault:
    return Fault(
        "input.interval",
        Text("Die Schicht dauert länger als sechs Wochen.", "The shift is longer than six weeks."),
        Text("Das Datum prüfen oder die Schicht teilen.", "Check the date or split the shift."),
    )


def _break_outside() -> Fault:
    return Fault(
        "input.breaks",
        Text("Die Pause liegt nicht in der Zeit der Wache.", "The break is not within the time of the watch."),
        Text("Die Pause in eine Zeit der Wache legen.", "Place the break within a time of the watch."),
    )
