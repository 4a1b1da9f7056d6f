"""Random duty lists for the rest judges, thick around both clock changes and all limits."""

from __future__ import annotations

from datetime import UTC, date, datetime

from hypothesis import strategies as st

from optimizer.domain import Employment, OperatingMode
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.timeline import Interval, from_minute, to_minute

#: A quiet week, the weeks of both clock changes, Easter with the spring change, Christmas.
FIRST_STARTS = [
    to_minute(datetime(*day, hour, tzinfo=UTC))
    for day in (
        (2026, 6, 1),
        (2026, 10, 20),
        (2026, 10, 24),
        (2027, 3, 23),
        (2027, 3, 27),
        (2026, 12, 22),
    )
    for hour in (4, 17, 21)
]
#: Lengths of duty and rest at the limits, a minute beside them, and whatever lies between.
_DUTY = st.one_of(
    st.sampled_from([180, 270, 300, 360, 420, 480, 481, 540, 600, 720, 780, 840, 841, 960, 961]),
    st.integers(1, 1100),
)
_GAP = st.one_of(
    st.sampled_from([1, 14, 15, 16, 30, 60, 120, 359, 360, 479, 480, 599, 600, 660, 720, 840, 1440]),
    st.integers(1, 1800),
)
_BIRTHDAYS = [
    *(date(1985, 3, 10), date(2009, 3, 27), date(2008, 10, 25), date(2010, 10, 25)),
    *(date(2011, 3, 28), date(2009, 12, 25), date(2008, 6, 3), date(2010, 6, 3)),
]


@st.composite
def _breaks(draw: st.DrawFn, start: int, length: int) -> tuple[Interval, ...]:
    """Up to two breaks strictly inside a piece, and apart."""
    breaks: list[Interval] = []
    position = start
    for _ in range(draw(st.integers(0, 2))):
        begin = position + draw(st.integers(1, 400))
        end = begin + draw(st.sampled_from([10, 14, 15, 16, 30, 45, 60]))
        if end >= start + length:
            break
        breaks.append(Interval.from_minutes(begin, end))
        position = end
    return tuple(breaks)


@st.composite
def records(draw: st.DrawFn, most_pieces: int = 12, with_breaks: bool = True) -> WorkRecord:
    """A person's duties in one go, none overlapping, none touching."""
    at = draw(st.sampled_from(FIRST_STARTS)) + draw(st.integers(0, 240))
    pieces: list[WorkPiece] = []
    for _ in range(draw(st.integers(1, most_pieces))):
        length = draw(_DUTY)
        pieces.append(
            WorkPiece(
                interval=Interval(from_minute(at), from_minute(at + length)),
                breaks=draw(_breaks(at, length)) if with_breaks else (),
                sailing=draw(st.booleans()),
                mode=draw(st.sampled_from([None, *OperatingMode])),
            )
        )
        at += length + draw(_GAP)
    return WorkRecord(
        crew_id="4711",
        employment=draw(st.sampled_from(Employment)),
        birth_date=draw(st.sampled_from(_BIRTHDAYS)),
        pieces=tuple(pieces),
        loading_exception=draw(st.booleans()),
    )
