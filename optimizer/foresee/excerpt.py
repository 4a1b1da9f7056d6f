"""A small part of an instance and its roster, to ask the checker about single shifts at little cost."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from optimizer.domain import PinStatus
from optimizer.instance import Instance
from optimizer.roster import Roster


def excerpt(
    instance: Instance, roster: Roster, shift_ids: Collection[str], people: Collection[str]
) -> tuple[Instance, Roster]:
    """The shifts with all their rows, and everything else these people do.

    Kept are all shifts of the vessels concerned (sailing hours count over them), those before the
    window, and those in which one of ``people`` serves. Rows of other shifts are left out, so that
    findings about shifts without a row mean nothing here.
    """
    dataset = instance.dataset
    rows = tuple(row for row in roster.rows if row.shift_id in shift_ids or (row.crew_id in people and row.on_duty))
    named = {row.shift_id for row in rows} | set(shift_ids)
    vessels = {dataset.shifts[shift_id].vessel_id for shift_id in shift_ids}
    begun = {pin.shift_id for pin in dataset.pins if pin.status is PinStatus.RUNNING}
    shifts = {
        shift_id: shift
        for shift_id, shift in dataset.shifts.items()
        if shift_id in named or shift_id in begun or shift.vessel_id in vessels
    }
    pins = tuple(pin for pin in dataset.pins if pin.status is PinStatus.RUNNING)
    small = replace(dataset, shifts=shifts, pins=pins)
    return replace(instance, dataset=small), replace(roster, rows=rows)
