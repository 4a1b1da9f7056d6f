"""Fleets made by hand for the documents: the clock changes, the turn of the year, hostile names."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

from export_cases import at, person

from optimizer.domain import (
    Absence,
    AbsenceKind,
    Certificate,
    CertificateKind,
    Dataset,
    Function,
    OperatingMode,
    Shift,
    Vessel,
    VesselType,
)
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval, iso_week

STAMP = datetime(2026, 9, 1, 8, 0, tzinfo=UTC)


def one_person(
    spans: Sequence[Interval], week: str, breaks: Sequence[Interval] = (), **facts: object
) -> tuple[Instance, Roster]:
    """One boatmaster alone on one vessel: a shift for every span, all sailing."""
    shifts = {
        f"S{number}": Shift(shift_id=f"S{number}", vessel_id="F1", interval=span, mode=OperatingMode.A)
        for number, span in enumerate(spans, start=1)
    }
    dataset = Dataset(
        vessels={"F1": Vessel(vessel_id="F1", name="Ährenfähre", type=VesselType.VEHICLE_FERRY)},
        crew={"0012": person("0012", "Zander, Jörg", **facts)},
        shifts=shifts,
        certificates=(Certificate(crew_id="0012", kind=CertificateKind.UNION_PATENT, issued_on=date(2020, 1, 1)),),
    )
    rows = tuple(
        RosterRow(
            shift_id=shift.shift_id,
            status=RowStatus.FILLED,
            crew_id="0012",
            function=Function.BOATMASTER,
            duty=(shift.interval,),
            breaks=tuple(item for item in breaks if shift.interval.covers(item)),
        )
        for shift in shifts.values()
    )
    return Instance(dataset, iso_week(week), load_rulebook()), Roster(window=iso_week(week), rows=rows, version="3")


def hostile_fleet(names: Sequence[str]) -> tuple[Instance, Roster]:
    """Every free text of a fleet taken from ``names``: a sailing shift, an open one, an absence."""

    def name(number: int) -> str:
        return names[number % len(names)]

    vessels = {f"V{n}": Vessel(vessel_id=f"V{n}", name=name(n), type=VesselType.DAY_EXCURSION) for n in range(2)}
    crew = {
        f"P{n}": person(f"P{n}", name(n + 2), contact=name(n + 3), employer=name(n + 1), notes=name(n))
        for n in range(3)
    }
    shifts = {
        f"S{n}": Shift(
            shift_id=f"S{n}",
            vessel_id=f"V{n}",
            interval=Interval(at("2026-12-07T22:00"), at("2026-12-08T06:00")),
            start_place=name(n + 1),
            end_place=name(n + 2),
        )
        for n in range(2)
    }
    absences = (Absence(crew_id="P2", start=at("2026-12-07T00:00"), end=at("2026-12-09T00:00"), kind=AbsenceKind.SICK),)
    rows = [
        RosterRow(
            shift_id="S0",
            status=RowStatus.FILLED,
            crew_id=f"P{n}",
            function=(Function.BOATMASTER, Function.BOATMAN)[n],
            watch=name(n),
            duty=(shifts["S0"].interval,),
        )
        for n in range(2)
    ]
    rows.append(
        RosterRow(shift_id="S1", status=RowStatus.OPEN, function=Function.BOATMASTER, reason=Text("krank", "sick"))
    )
    dataset = Dataset(vessels=vessels, crew=crew, shifts=shifts, absences=absences)
    week = iso_week("2026-W50")
    return Instance(dataset, week, load_rulebook()), Roster(window=week, rows=tuple(rows))
