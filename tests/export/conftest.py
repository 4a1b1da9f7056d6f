"""A small ferry week, made by hand, whose roster has every kind of row."""

from __future__ import annotations

from datetime import date

import pytest
from export_cases import at, person, span

from optimizer.domain import (
    Certificate,
    CertificateKind,
    Dataset,
    Function,
    OperatingMode,
    SafetyRole,
    Shift,
    Vessel,
    VesselType,
)
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import iso_week


@pytest.fixture
def dataset() -> Dataset:
    vessels = [
        Vessel(vessel_id="F1", name="Ährenfähre", type=VesselType.VEHICLE_FERRY),
        Vessel(vessel_id="P1", name="MS Zander", type=VesselType.DAY_EXCURSION),
    ]
    crew = [
        person("0012", "Zander, Jörg", history_known_from=at("2026-11-01T00:00")),
        person("0013", "Ähring, Änne"),
        person("0014", "Ahrens, Bob"),
        person("=1+1", "-Meyer"),
    ]
    shifts = [
        Shift(
            shift_id="S1",
            vessel_id="F1",
            interval=span("2026-12-07T06:00", "2026-12-07T14:00"),
            start_place="Höchst",
        ),
        Shift(
            shift_id="S2",
            vessel_id="P1",
            interval=span("2026-12-07T06:00", "2026-12-07T12:00"),
            mode=OperatingMode.A,
        ),
        Shift(shift_id="S3", vessel_id="F1", interval=span("2026-12-07T22:00", "2026-12-08T06:00")),
    ]
    certificates = [
        Certificate(crew_id=one.crew_id, kind=CertificateKind.DECKHAND, issued_on=date(2020, 1, 1)) for one in crew
    ]
    return Dataset(
        vessels={vessel.vessel_id: vessel for vessel in vessels},
        crew={one.crew_id: one for one in crew},
        shifts={shift.shift_id: shift for shift in shifts},
        certificates=tuple(certificates),
    )


@pytest.fixture
def instance(dataset: Dataset) -> Instance:
    return Instance(dataset, iso_week("2026-W50"), load_rulebook())


def _filled(shift: Shift, crew_id: str, function: Function, **more: object) -> RosterRow:
    return RosterRow(
        shift_id=shift.shift_id,
        status=RowStatus.FILLED,
        crew_id=crew_id,
        function=function,
        duty=(shift.interval,),
        **more,  # type: ignore[arg-type]
    )


@pytest.fixture
def roster(dataset: Dataset) -> Roster:
    s1, s2 = dataset.shifts["S1"], dataset.shifts["S2"]
    rows = [
        RosterRow(
            shift_id="S3",
            status=RowStatus.OPEN,
            function=Function.FERRY_MASTER,
            reason=Text(
                "Niemand frei:\n- Zander, Jörg: Ruhezeit bis 08.12. 00:00",
                "Nobody free:\n- Zander, Jörg: resting",
            ),
        ),
        RosterRow(shift_id="S3", status=RowStatus.FORESEEN, crew_id="0013", function=Function.DECKHAND),
        _filled(
            s1,
            "0012",
            Function.FERRY_MASTER,
            breaks=(span("2026-12-07T10:00", "2026-12-07T10:30"),),
        ),
        _filled(s1, "0014", Function.DECKHAND),
        _filled(s1, "0013", Function.DECKHAND),
        _filled(
            s2,
            "=1+1",
            Function.BOATMASTER,
            safety_roles=(SafetyRole.PASSENGER_EXPERT, SafetyRole.FIRST_AIDER),
        ),
    ]
    return Roster(window=iso_week("2026-W50"), rows=tuple(rows))
