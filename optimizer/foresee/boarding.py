"""A roster row as somebody would serve it: the duty of its watch, with breaks that suffice for them."""

from __future__ import annotations

from dataclasses import replace

from optimizer.check.sheet import Sheet
from optimizer.instance import Instance
from optimizer.rest.breaks import propose
from optimizer.roster import Roster, RosterRow, RowStatus


def boarded(instance: Instance, row: RosterRow, crew_id: str, *, order: int = 0) -> RosterRow:
    """The row filled by a person of the dataset; breaks it names stay where they suffice.

    Parameters
    ----------
    order
        Rank of the person among those whose breaks are planned together: equal duties get other times.
    """
    person = instance.dataset.crew[crew_id]
    sheet = Sheet(instance, Roster(window=instance.window, rows=(row,)))
    duty, fixed = sheet.duty(row), sheet.breaks(row)
    breaks = propose(duty, fixed, (), person.employment, person.birth_date, instance.rulebook, order=order, alone=False)
    return replace(row, crew_id=crew_id, status=RowStatus.FILLED, duty=duty, breaks=fixed if breaks is None else breaks)
