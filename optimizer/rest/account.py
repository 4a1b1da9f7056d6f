"""One person's record as stretches of minutes: on duty, working, not at rest."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from optimizer.domain import Employment, Regime
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.rest.statute import Statute
from optimizer.rest.stretches import Pair, Stretches, joined, without

OnDuty = tuple[int, int, WorkPiece]


class Account:
    """The minutes of one record, under the readings of a statute.

    Attributes
    ----------
    pieces
        Start, end and piece, disjoint (an overlap belongs to the earlier piece).
    work
        Working time: pieces without labelled breaks of the shortest lawful length or more.
    unbroken
        Pieces without any labelled break: what the literal text calls consecutive duty.
    duty
        Time that is no rest: pieces, breaks as the reading says, gaps too short to be rest.
    duty_literal
        The same with longer breaks taken as rest, whatever the reading.
    rhine
        Whether any duty is under the Rhine's rules.
    days
        Duties by the calendar day of their start; filled by the rules for young people.
    """

    __slots__ = (
        "days",
        "duty",
        "duty_literal",
        "minor_until",
        "on_board",
        "pieces",
        "record",
        "rhine",
        "unbroken",
        "work",
    )

    def __init__(self, record: WorkRecord, statute: Statute, minor_until: int) -> None:
        self.record = record
        self.minor_until = minor_until
        self.days: list[Any] | None = None
        self.pieces = _disjoint(record.pieces)
        self.rhine = any(piece.regime is Regime.RHEINSCHPERSV for piece in record.pieces)
        self.on_board = joined(sorted(item.bounds for item in record.on_board))
        on_duty = joined([(start, end) for start, end, _ in self.pieces])
        first = on_duty[0][0] if on_duty else 0
        too_short = statute.definition("work.rest_24h", "shortest_rest_over_minutes", first)
        breaks = _breaks(self.pieces)
        self.duty = self.duty_literal = Stretches(joined(on_duty, too_short))
        if not breaks:
            self.work = self.unbroken = Stretches(on_duty)
            return
        shortest = statute.definition("work.breaks", "min_piece_minutes", first)
        self.work = Stretches(without(on_duty, _over(breaks, shortest - 1)))
        self.unbroken = Stretches(without(on_duty, breaks))
        self.duty_literal = Stretches(joined(without(on_duty, _over(breaks, too_short)), too_short))
        if statute.readings["breaks_in_rest"] == "rest":
            self.duty = self.duty_literal

    @property
    def employee(self) -> bool:
        return self.record.employment is Employment.EMPLOYEE

    @property
    def has_minor(self) -> bool:
        """Whether any duty begins before the person comes of age."""
        return bool(self.pieces) and self.pieces[0][0] < self.minor_until

    def piece_at(self, minute: int) -> WorkPiece | None:
        """The duty that is under way at a minute."""
        index = bisect_right(self.pieces, minute, key=lambda item: item[0]) - 1
        return self.pieces[index][2] if index >= 0 and minute < self.pieces[index][1] else None

    def under_rhine(self, minute: int) -> bool:
        """Whether a window that opens at a minute is one of the Rhine's rest rules."""
        piece = self.piece_at(minute) if self.rhine else None
        return piece is not None and piece.regime is Regime.RHEINSCHPERSV

    def only_rhine(self, start: int, end: int) -> bool:
        """Whether every duty in a span is under the Rhine's rules."""
        if not self.rhine:
            return False
        return all(piece.regime is Regime.RHEINSCHPERSV for s, e, piece in self.pieces if s < end and start < e)


def _disjoint(pieces: tuple[WorkPiece, ...]) -> list[OnDuty]:
    result: list[OnDuty] = []
    covered = 0
    for piece in pieces:
        start, end = piece.interval.bounds
        if result and start < covered:
            start = covered
        if start < end:
            result.append((start, end, piece))
            covered = end
    return result


def _breaks(pieces: list[OnDuty]) -> list[Pair]:
    clipped: list[Pair] = []
    for start, end, piece in pieces:
        for item in piece.breaks:
            from_minute, to_minute = item.bounds
            from_minute, to_minute = max(from_minute, start), min(to_minute, end)
            if from_minute < to_minute:
                clipped.append((from_minute, to_minute))
    return joined(sorted(clipped))


def _over(pairs: list[Pair], minutes: int) -> list[Pair]:
    return [(start, end) for start, end in pairs if end - start > minutes]
