"""What holds for every duty list, whatever the limits are."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from check_rest_records import ADULT, classes, judged
from check_rest_strategies import records
from hypothesis import given, settings

from optimizer.check.rest import RestBreach
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.law import load_rulebook
from optimizer.timeline import Interval, day_start

LITERAL = {
    "breaks_in_rest": "rest",
    "rest_windows": "main_rest",
    "consecutive_duty": "gap_interrupts",
    "seven_days": "calendar",
    "youth_free_time": "hour_for_hour",
}


def _cut(piece: WorkPiece) -> list[WorkPiece]:
    """A piece in two halves, cut outside its breaks."""
    start, end = piece.interval.bounds
    middle = Interval.from_minutes(start, end).start + timedelta(minutes=(end - start) // 2)
    inside = any(item.start < middle < item.end for item in piece.breaks)
    if end - start < 2 or inside:
        return [piece]
    halves = (Interval(piece.interval.start, middle), Interval(middle, piece.interval.end))
    return [
        replace(piece, interval=half, breaks=tuple(item for item in piece.breaks if half.covers(item)))
        for half in halves
    ]


def _moved(record: WorkRecord, by: timedelta) -> WorkRecord:
    def move(interval: Interval) -> Interval:
        return Interval(interval.start + by, interval.end + by)

    pieces = [
        replace(piece, interval=move(piece.interval), breaks=tuple(map(move, piece.breaks))) for piece in record.pieces
    ]
    return replace(record, pieces=tuple(pieces))


@given(records())
@settings(max_examples=100, deadline=None)
def test_a_piece_cut_in_two_is_the_same_duty(record: WorkRecord):
    adult = replace(record, birth_date=ADULT)
    cut = replace(adult, pieces=tuple(half for piece in adult.pieces for half in _cut(piece)))

    assert judged(cut) == judged(adult)


@given(records())
@settings(max_examples=100, deadline=None)
def test_duties_long_before_do_not_change_what_is_found_now(record: WorkRecord):
    long_before = _moved(record, timedelta(days=-7 * 26))
    both = replace(record, pieces=(*long_before.pieces, *record.pieces))
    since = record.pieces[0].interval.start - timedelta(days=20)

    def recent(breaches: tuple[RestBreach, ...]) -> list[RestBreach]:
        return [item for item in breaches if item.interval is not None and item.interval.start > since]

    assert recent(judged(both)) == recent(judged(record))


@given(records())
@settings(max_examples=100, deadline=None)
def test_what_is_hard_is_found_under_the_literal_readings_too(record: WorkRecord):
    hard = {rule for rule, severity in classes(judged(record)) if severity == "hard"}
    literal = judged(record, **LITERAL)

    assert hard <= {item.rule_id for item in literal}


@given(records())
@settings(max_examples=100, deadline=None)
def test_what_is_conservative_names_readings_and_vanishes_with_one_of_their_choices(
    record: WorkRecord,
):
    table = load_rulebook().reading_table
    for breach in judged(record):
        if breach.severity_class != "conservative":
            continue
        names = breach.reading.split(", ")
        used = load_rulebook().readings
        flipped = {name: next(choice for choice in table[name]["choices"] if choice != used[name]) for name in names}
        elsewhere = judged(record, breach.rule_id, **flipped)
        singly = [judged(record, breach.rule_id, **{name: flipped[name]}) for name in names]
        assert any(breach.interval not in [item.interval for item in found] for found in [elsewhere, *singly])


@given(records())
@settings(max_examples=100, deadline=None)
def test_figures_contradict_the_limit_and_lie_where_there_is_duty(record: WorkRecord):
    first = day_start(date(2026, 1, 1))
    for breach in judged(record):
        assert breach.found_minutes != breach.allowed_minutes
        assert breach.interval is not None
        assert breach.interval.start > first
        assert any(
            breach.interval.overlaps(piece.interval) or breach.interval.start == piece.interval.end
            for piece in record.pieces
        )


@given(records())
@settings(max_examples=60, deadline=None)
def test_the_same_duties_a_week_later_in_summer_break_the_same_rules(record: WorkRecord):
    start = record.pieces[0].interval.start
    first = _moved(
        replace(record, birth_date=ADULT),
        timedelta(days=(date(2026, 6, 8) - start.date()).days),
    )

    assert classes(judged(_moved(first, timedelta(days=7)))) == classes(judged(first))
