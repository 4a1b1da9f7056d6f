"""Random work records on the edges of the rest rules, around both clock changes."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from hypothesis import strategies as st

from optimizer.domain import Employment, OperatingMode, Regime, modes_of
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.law.rulebook import load_rulebook
from optimizer.timeline import Interval, from_minute, to_minute

BOOK = load_rulebook()

#: First days: before the spring change, Easter, an ordinary week, the autumn change, New Year.
FIRST_DAYS = (
    date(2026, 3, 24),
    date(2026, 3, 1),
    date(2026, 5, 28),
    date(2026, 10, 19),
    date(2026, 9, 28),
    date(2026, 12, 20),
    date(2027, 3, 22),
)
BIRTHDAYS = (
    date(1985, 3, 10),
    date(2009, 2, 1),
    date(2008, 4, 2),
    date(2010, 10, 25),
    date(2011, 5, 30),
)

SHORT_GAPS = st.integers(1, 20)
GAPS = st.one_of(
    SHORT_GAPS,
    st.integers(0, 900),
    st.sampled_from([0, 359, 360, 361, 479, 480, 481, 599, 600, 601, 659, 660, 719, 720, 721]),
    st.sampled_from([1380, 1439, 1440, 1441, 2000, 3000, 4320]),
)
LENGTHS = st.one_of(
    st.integers(1, 960),
    st.sampled_from([15, 240, 270, 271, 360, 361, 480, 481, 540, 600, 660, 720, 839, 840, 841]),
    st.sampled_from([900, 901, 959, 960, 961]),
)
READINGS = st.fixed_dictionaries(
    {
        name: st.sampled_from(sorted(BOOK.reading_table[name]["choices"], key=lambda c: c != default))
        for name, default in (
            ("breaks_in_rest", "duty"),
            ("rest_windows", "every_rest"),
            ("consecutive_duty", "span"),
            ("seven_days", "elapsed"),
            ("work_day", "calendar_day"),
            ("youth_free_time", "remaining_day"),
        )
    }
)


@st.composite
def breaks_inside(draw, start, end):
    """Up to three labelled breaks strictly inside a piece, apart from each other."""
    breaks, at = [], start + 1
    for _ in range(draw(st.integers(0, 3))):
        length = draw(st.one_of(st.sampled_from([5, 14, 15, 16, 30, 45, 60]), st.integers(1, 90)))
        begin = at + draw(st.integers(0, 400))
        if begin + length >= end:
            break
        breaks.append(Interval.from_minutes(begin, begin + length))
        at = begin + length + 1
    return tuple(breaks)


@st.composite
def irregular_pieces(draw, first, most):
    """Pieces one after another with any gaps."""
    minute, pieces = first, []
    for _ in range(draw(st.integers(1, most))):
        start = minute + draw(GAPS)
        end = start + draw(LENGTHS)
        pieces.append(_piece(draw, start, end))
        minute = end
    return pieces


@st.composite
def daily_pieces(draw, first):
    """The same duty day after day by elapsed time, with small deviations: long runs, nights."""
    length = draw(LENGTHS)
    step = draw(st.sampled_from([1440, 1440, 1440, 1439, 1441, 1500, 960]))
    pieces = []
    for day in range(draw(st.integers(3, 35))):
        shift = draw(st.sampled_from([0, 0, 0, 0, 1, -1, 15]))
        start = first + day * step + shift + 1
        end = min(start + length, first + (day + 1) * step - 20)
        if end > start:
            pieces.append(_piece(draw, start, end))
    return pieces


@st.composite
def gentle_pieces(draw, first):
    """Days near the limits: one or two pieces a day from a common hour, few of them in a row."""
    opens = draw(st.integers(240, 720))
    first_length = draw(st.integers(180, 480))
    second_length = draw(st.sampled_from([0, 0, draw(st.integers(30, 420))]))
    between = draw(st.sampled_from([15, 16, 30, 60, 120, 240]))
    pieces = []
    for day in range(draw(st.integers(1, 9))):
        start = first // 1440 * 1440 + day * 1440 + opens + draw(st.sampled_from([0, 0, 1, -1]))
        end = start + first_length + (0 if second_length else draw(st.integers(0, 400)))
        pieces.append(_piece(draw, start, end))
        if second_length:
            again = end + between
            pieces.append(_piece(draw, again, again + second_length))
    return pieces


@st.composite
def split_days(draw, first):
    """Two short pieces a day, early and late, always sailing: the extended shift of young people."""
    pieces = []
    at = first // 1440 * 1440 + draw(st.integers(240, 420))
    for _ in range(draw(st.integers(1, 5))):
        length = draw(st.sampled_from([120, 170, 180, 181]))
        late = at + draw(st.sampled_from([600, 601, 660, 720, 780, 840, 841])) - length
        for start in (at, late):
            interval = Interval.from_minutes(start, start + length)
            pieces.append(WorkPiece(interval=interval, mode=OperatingMode.A))
        at = late + length + draw(st.sampled_from([599, 600, 601, 660, 661, 700, 719, 720, 780]))
    return pieces


def _piece(draw, start, end):
    return WorkPiece(
        interval=Interval.from_minutes(start, end),
        breaks=draw(breaks_inside(start, end)),
        sailing=draw(st.booleans()),
        mode=draw(st.sampled_from([None, *modes_of(Regime.BINSCHPERSV)])),
    )


def _kinds(first, most):
    any_kind = [irregular_pieces(first, 3), irregular_pieces(first, most), daily_pieces(first)]
    return [*any_kind, gentle_pieces(first), gentle_pieces(first), split_days(first)]


@st.composite
def records(draw, most=14):
    """A record of one person over up to five weeks."""
    day = draw(st.sampled_from(FIRST_DAYS))
    midnight = to_minute(datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(hours=2))
    first = midnight + draw(st.integers(0, 2880))
    pieces = draw(st.one_of(*_kinds(first, most)))
    return WorkRecord(
        crew_id="P1",
        employment=draw(st.sampled_from(Employment)),
        birth_date=draw(st.sampled_from(BIRTHDAYS)),
        pieces=tuple(pieces),
        on_board=draw(free_on_board(pieces)),
        loading_exception=draw(st.booleans()),
    )


@st.composite
def free_on_board(draw, pieces):
    """Some free time on board in gaps between pieces."""
    chosen = []
    for before, after in pairwise(pieces):
        start, end = to_minute(before.interval.end), to_minute(after.interval.start)
        if end - start > 60 and draw(st.integers(0, 5)) == 0:
            chosen.append(Interval(from_minute(start + 1), from_minute(start + 61)))
    return tuple(chosen)
