"""Permits and crew entries of vessels that run out, and the shifts that need them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from optimizer.domain import CertificateCrew, Dataset, Permit, Shift
from optimizer.findings import Text
from optimizer.foresee.papers import Shifts
from optimizer.instance import Instance
from optimizer.manning import crew_requirements
from optimizer.timeline import local

_ENTERED = "manning.certificate_crew"


@dataclass(frozen=True, slots=True, kw_only=True)
class VesselPaper:
    """A permit or entry with its last day, and the shifts whose crew requirement changes without it."""

    vessel_id: str
    what: Text
    last_day: date
    why: Text
    citation: str
    shifts: tuple[str, ...]


def lapsing_vessel_papers(instance: Instance, shifts: Shifts, first: date, last: date) -> Iterator[VesselPaper]:
    """Papers whose last day lies between two days (both included)."""
    dataset = instance.dataset
    for number, permit in enumerate(dataset.permits):
        day = permit.valid_until
        if day is not None and first <= day <= last and not _renewed(dataset, permit):
            kept = tuple(
                replace(item, valid_until=None) if index == number else item
                for index, item in enumerate(dataset.permits)
            )
            affected = _affected(instance, replace(dataset, permits=kept), shifts, permit.vessel_id, day)
            yield _permit(instance, permit, day, affected)
    for number, entry in enumerate(dataset.certificate_crews):
        day = entry.valid_until
        if day is not None and first <= day <= last:
            entries = tuple(
                replace(item, valid_until=None) if index == number else item
                for index, item in enumerate(dataset.certificate_crews)
            )
            changed = replace(dataset, certificate_crews=entries)
            affected = _affected(instance, changed, shifts, entry.vessel_id, day)
            if affected or not _another(dataset, entry):
                yield _entry(instance, entry, day, affected)


def _renewed(dataset: Dataset, permit: Permit) -> bool:
    """Whether the same permit goes on without a gap."""
    end = permit.valid_until
    assert end is not None
    return any(
        other is not permit
        and (other.vessel_id, other.paragraph) == (permit.vessel_id, permit.paragraph)
        and (other.valid_from is None or (other.valid_from - end).days <= 1)
        and (other.valid_until is None or other.valid_until > end)
        for other in dataset.permits
    )


def _another(dataset: Dataset, entry: CertificateCrew) -> bool:
    """Whether another entry for the same mode stays valid longer."""
    end = entry.valid_until
    assert end is not None
    return any(
        other is not entry
        and (other.vessel_id, other.mode) == (entry.vessel_id, entry.mode)
        and (other.valid_until is None or other.valid_until > end)
        for other in dataset.certificate_crews
    )


def _affected(instance: Instance, kept: Dataset, shifts: Shifts, vessel_id: str, day: date) -> tuple[str, ...]:
    """Shifts of the vessel after ``day`` that would need another crew with the paper than without."""
    other = replace(instance, dataset=kept)
    return tuple(
        shift.shift_id
        for shift in shifts.in_order
        if shift.vessel_id == vessel_id
        and shift.interval.days()[-1] > day
        and _asked(instance, shift) != _asked(other, shift)
    )


def _asked(instance: Instance, shift: Shift) -> list[tuple[object, ...]]:
    return [
        (item.alternatives, tuple(bar.code for bar in item.plan_bars)) for item in crew_requirements(instance, shift)
    ]


def _permit(instance: Instance, permit: Permit, day: date, affected: tuple[str, ...]) -> VesselPaper:
    paragraph = permit.paragraph if "binschpersv" in permit.paragraph.lower() else f"BinSchPersV {permit.paragraph}"
    reference = f" ({permit.reference})" if permit.reference else ""
    vessel = instance.dataset.vessels[permit.vessel_id].name
    return VesselPaper(
        vessel_id=permit.vessel_id,
        what=Text(f"Genehmigung{reference}", f"permit{reference}"),
        last_day=day,
        why=Text(
            f"Die Genehmigung der {vessel} läuft ab; danach gilt die Besatzung ohne sie.",
            f"The permit of {vessel} ends; the crew without it is needed from then on.",
        ),
        citation=paragraph,
        shifts=affected,
    )


def _entry(instance: Instance, entry: CertificateCrew, day: date, affected: tuple[str, ...]) -> VesselPaper:
    vessel = instance.dataset.vessels[entry.vessel_id].name
    mode = f" {entry.mode}" if entry.mode is not None else ""
    return VesselPaper(
        vessel_id=entry.vessel_id,
        what=Text(f"eingetragene Besatzung{mode}", f"entered crew{mode}"),
        last_day=day,
        why=Text(
            f"Die in den Papieren der {vessel} eingetragene Besatzung gilt nur bis dahin; danach zählt die Tabelle.",
            f"The crew entered in the papers of {vessel} holds until then; the table counts afterwards.",
        ),
        citation=instance.rulebook.citation(_ENTERED, local(instance.window.start).date()),
        shifts=affected,
    )
