"""Short spellings for duties in tests: wall-clock times of Europe/Berlin."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from optimizer.domain import Employment, Regime, modes_of
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.law.rulebook import load_rulebook
from optimizer.rest import judge
from optimizer.timeline import Interval, at_wall_clock

BOOK = load_rulebook()
ADULT = date(1985, 3, 10)
SEVENTEEN = date(2008, 12, 1)
EMPLOYEE, SELF_EMPLOYED = Employment.EMPLOYEE, Employment.SELF_EMPLOYED


def at(text, fold=None):
    """UTC instant of ``YYYY-MM-DD HH:MM`` on the Berlin clock."""
    here = datetime.fromisoformat(text)
    return at_wall_clock(here.date(), here.time(), fold=fold)


def span(start, end):
    """Interval of two instants; an end given as ``HH:MM`` is on the start's day or the next."""
    if len(end) == len("HH:MM"):
        day = date.fromisoformat(start[:10])
        end = f"{day if end > start[11:] else day + timedelta(days=1)} {end}"
    return Interval(at(start), at(end))


def piece(start, end, *breaks, sailing=True, mode=None):
    """A duty; breaks as pairs of ``HH:MM`` on the day of the start."""
    labelled = tuple(span(f"{start[:10]} {begin}", until) for begin, until in breaks)
    return WorkPiece(interval=span(start, end), breaks=labelled, sailing=sailing, mode=mode)


def record(*pieces, employment=EMPLOYEE, birth=ADULT, on_board=(), loading=False):
    return WorkRecord(
        crew_id="P1",
        employment=employment,
        birth_date=birth,
        pieces=pieces,
        on_board=tuple(on_board),
        loading_exception=loading,
    )


def days(first, count, start, end, *breaks):
    """The same duty on ``count`` days from ``first``."""
    dates = (date.fromisoformat(first) + timedelta(days=n) for n in range(count))
    return [piece(f"{day} {start}", end, *breaks) for day in dates]


def found(work, book=BOOK, rules=None):
    """Class by rule id; the most severe first, so the later entries do not overwrite."""
    classes = {}
    for breach in judge(work, book, rules=rules):
        classes.setdefault(breach.rule_id, breach.severity_class)
    return classes


def without_breaks(classes):
    """Classes without the rules about breaks, for records that name none."""
    return {rule: c for rule, c in classes.items() if not rule.endswith(".breaks")}


A, B, C, D = modes_of(Regime.BINSCHPERSV)
