"""What explains a gap on a shift: the fewest bars without which it would not be there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import combinations

from optimizer.check.fundamental import weight
from optimizer.check.sheet import UNKNOWN_ID, Sheet
from optimizer.check.validity import Bar
from optimizer.findings import Cause, Text
from optimizer.roster import RosterRow

#: A person of a row, and everything that keeps them from counting.
Barred = tuple[RosterRow, tuple[Bar, ...]]
_NOBODY = Bar(UNKNOWN_ID, "", Text("unbekannte Personalnummer", "unknown crew id"))


def barred(sheet: Sheet, rows: Iterable[RosterRow]) -> list[Barred]:
    """Rows of people who may not serve as the row says, with what keeps them."""
    found = ((row, bars_of(sheet, row)) for row in rows)
    return [(row, bars) for row, bars in found if bars]


def is_known(sheet: Sheet, row: RosterRow) -> bool:
    return row.crew_id in sheet.instance.dataset.crew


def bars_of(sheet: Sheet, row: RosterRow) -> tuple[Bar, ...]:
    return sheet.bars(row) if is_known(sheet, row) else (_NOBODY,)


def explain(sheet: Sheet, people: Collection[Barred], mended: Callable[[frozenset[str]], bool]) -> Cause | None:
    """The cause of a gap, ``None`` where no bar explains it.

    Parameters
    ----------
    people
        Who does not count, and why.
    mended
        Whether the gap is gone once these people have what their bars ask for.

    Returns
    -------
    Cause
        What mends the gap with the fewest bars; of equals the most fundamental.
    """
    if not people or not mended(frozenset(row.crew_id for row, _ in people)):
        return None
    sets = [[one] for one in people if mended(frozenset({one[0].crew_id}))] or [_fewest(sheet, people, mended)]
    best = min((_bars(sheet, chosen) for chosen in sets), key=lambda bars: (len(bars), weight(bars[0][1].rule_id)))
    crew_id, head = best[0]
    return Cause(head.rule_id, crew_id, _words(sheet, best[1:]) if best[1:] else None)


def _fewest(sheet: Sheet, people: Collection[Barred], mended: Callable[[frozenset[str]], bool]) -> list[Barred]:
    """The smallest group of people whose bars explain the gap together."""
    for size in range(2, len(people)):
        for chosen in combinations(people, size):
            if mended(frozenset(row.crew_id for row, _ in chosen)):
                return list(chosen)
    return list(people)


def _bars(sheet: Sheet, chosen: Iterable[Barred]) -> list[tuple[str, Bar]]:
    """Every bar of the people, the most fundamental first; what follows from another is not one."""
    found = [(row.crew_id, bar) for row, bars in chosen for bar in bars if not bar.follows]
    return sorted(dict.fromkeys(found), key=lambda item: weight(item[1].rule_id))


def _words(sheet: Sheet, bars: Iterable[tuple[str, Bar]]) -> Text:
    told = [(sheet.say.name(crew_id), bar.reason) for crew_id, bar in bars]
    return Text(
        "; ".join(f"{name}: {reason.de}" for name, reason in told),
        "; ".join(f"{name}: {reason.en}" for name, reason in told),
    )
