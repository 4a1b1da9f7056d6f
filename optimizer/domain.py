"""Frozen records of one planning run: people, vessels, shifts and what is known about them.

Identifiers are the user's own (text, never list positions). Instants are UTC; dates are calendar
days in Europe/Berlin. ``None`` means *not stated*: a rule that needs such a fact says so and never
guesses. Functions, certificates and roles carry the English term of Directive (EU) 2017/2397; the
German legal term of each stands in ``data/terms.yaml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time

from optimizer.company import (
    Familiar,
    Pair,
    Rotation,
    Settings,
    Travel,
    Wish,
)
from optimizer.timeline import Interval
from optimizer.vocabulary import (
    AbsenceKind,
    CertificateKind,
    ConvoyLead,
    CrewScope,
    DutyKind,
    Employment,
    Function,
    MeasureKind,
    OperatingMode,
    PairKind,
    PinStatus,
    PushedUnit,
    Regime,
    SafetyRole,
    TowPosition,
    VesselState,
    VesselType,
    WishKind,
    modes_of,
)

__all__ = [
    "REST_KINDS", "Absence", "AbsenceKind", "Certificate", "CertificateCrew", "CertificateKind", "ClockSpan",
    "ConvoyLead", "Crew", "CrewScope", "Dataset", "DutyKind", "Employment", "Familiar", "Function", "Measure",
    "MeasureKind", "Movement", "OperatingMode", "Pair", "PairKind", "Permit", "Person", "Pin", "PinStatus",
    "PushedUnit", "RecordedDuty", "Regime", "Rotation", "SafetyRole", "Settings", "Shift", "TowPosition", "Travel",
    "Vessel", "VesselState", "VesselType", "Watch", "WatchPlan", "Wish", "WishKind", "modes_of",
]  # fmt: skip

#: Kinds of recorded time that are rest; every other kind is work (§ 3 Nr. 5, 6 BinSchArbZV).
REST_KINDS = frozenset({DutyKind.ON_BOARD_FREE, DutyKind.REST_DAY})

Crew = Mapping[Function, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Vessel:
    """A vessel and the facts its crew requirement depends on.

    Tonnage and displacement in t, power in kW, lengths in m, crossing time in minutes.
    ``features`` maps a stated feature to yes or no; a feature that is not in it is not stated.
    ``unmet`` holds the numbers of unfulfilled equipment conditions of the paragraph for this type.
    ``lighters`` counts whole lighters, ``lighter_lengths_m`` single ones; length and breadth of a
    convoy are those of the whole formation. ``extra_crew`` is what the company wants above the law.
    """

    vessel_id: str
    name: str
    type: VesselType
    eni: str = ""
    home_port: str = ""
    holiday_land: str | None = None
    tonnage_t: float | None = None
    displacement_t: float | None = None
    power_kw: float | None = None
    length_m: float | None = None
    breadth_m: float | None = None
    passengers_max: int | None = None
    persons_max: int | None = None
    beds: int | None = None
    standard: str | None = None
    unmet: frozenset[str] | None = None
    lead: ConvoyLead | None = None
    lighters: int | None = None
    lighter_lengths_m: tuple[float, ...] = ()
    extra_crew: tuple[Crew, ...] = ()
    engine_rooms: int | None = None
    crossing_minutes: int | None = None
    escape_hoods: int | None = None
    ferry_sites: tuple[str, ...] = ()
    steam: bool | None = None
    commercial: bool | None = None
    public_service: bool | None = None
    features: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificateCrew:
    """The crew entered in the vessel's papers, which binds (§ 96(1) S. 2, 3 BinSchPersV)."""

    vessel_id: str
    mode: OperatingMode | None
    alternatives: tuple[Crew, ...]
    with_passengers: bool | None = None
    zone: int | None = None
    valid_until: date | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Permit:
    """A permit of the authority, e.g. ``§ 111(2)``; ``valid_until`` is its last day."""

    vessel_id: str
    paragraph: str
    valid_from: date | None = None
    valid_until: date | None = None
    conditions: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """What a vessel does for a stretch of time inside its shifts."""

    vessel_id: str
    interval: Interval
    state: VesselState
    with_passengers: bool | None = None
    from_place: str = ""
    to_place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSpan:
    """A daily stretch between two wall-clock times; it passes midnight when ``end <= start``."""

    start: time
    end: time


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """A watch of a watch plan: its daily duty spans, breaks and the functions it needs on duty."""

    name: str
    spans: tuple[ClockSpan, ...]
    breaks: tuple[ClockSpan, ...] = ()
    needs: tuple[Crew, ...] = ()
    minor: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchPlan:
    watch_plan: str
    watches: tuple[Watch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """One vessel, one interval, one mode: what must be crewed.

    ``breaks`` are breaks the user fixed for everybody on the shift. ``voyage_id`` joins consecutive
    shifts without a crew-change opportunity; ``duty_group`` ties separate shifts to the same people.
    """

    shift_id: str
    vessel_id: str
    interval: Interval
    mode: OperatingMode | None = None
    regime: Regime = Regime.BINSCHPERSV
    waterway: str = ""
    stretch: str = ""
    zone: int | None = None
    voyage_id: str = ""
    duty_group: str = ""
    watch_plan: str = ""
    breaks: tuple[Interval, ...] = ()
    crew_change_at_end: bool | None = None
    start_place: str = ""
    end_place: str = ""
    with_passengers: bool | None = None
    persons_aboard: int | None = None
    beds_occupied: int | None = None
    charter_passengers: int | None = None
    towed_vessels: int | None = None
    towed_empty_alongside_downstream: bool | None = None
    single_tow_line: bool | None = None
    as_vorspann: bool | None = None
    radar_navigation: bool | None = None
    daylight: bool | None = None
    good_visibility: bool | None = None
    loading_exception: bool | None = None
    on_elbe: bool | None = None
    lead: ConvoyLead | None = None
    lighters: int | None = None
    lighter_lengths_m: tuple[float, ...] = ()
    formation_length_m: float | None = None
    formation_breadth_m: float | None = None
    pushed_units: tuple[PushedUnit, ...] = ()
    tow_position: TowPosition | None = None
    crew_scope: CrewScope | None = None
    route_km: float | None = None
    shuttle: bool | None = None
    bunkering: bool | None = None
    prepare_min: int = 0
    wrapup_min: int = 0
    handover_min: int = 0
    extra_crew: tuple[Crew, ...] = ()
    priority: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """One certificate or authorisation of a person.

    ``valid_until`` is the last valid day stated on the document, ``None`` where the law computes
    it; ``unlimited`` is true only where the user wrote so. ``scope`` holds ferry sites or stretches.
    """

    crew_id: str
    kind: CertificateKind
    issued_on: date
    valid_until: date | None = None
    unlimited: bool = False
    route: str = ""
    validated_days: int | None = None
    recorded_days: int | None = None
    acquired_by: str = ""
    training_end: date | None = None
    renewed_on: date | None = None
    scope: tuple[str, ...] = ()
    restrictions: tuple[str, ...] = ()
    issuer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """Suspension, withdrawal, seizure or prohibition; ``until`` is its last day (``None``: open)."""

    crew_id: str
    kind: MeasureKind
    from_day: date
    until: date | None = None
    certificate: CertificateKind | None = None
    enforceable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """Time a person cannot serve; ``end`` is ``None`` for an open sickness.

    ``school_certificate_on_board`` is the proof of § 117(2) BinSchPersV.
    """

    crew_id: str
    start: datetime
    end: datetime | None
    kind: AbsenceKind
    school_certificate_on_board: bool = False

    def overlaps(self, interval: Interval) -> bool:
        return self.start < interval.end and (self.end is None or interval.start < self.end)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedDuty:
    """Time a person already spent or is committed to outside this plan (history, courses, land)."""

    crew_id: str
    interval: Interval
    kind: DutyKind
    vessel_id: str = ""
    regime: Regime = Regime.BINSCHPERSV
    breaks: tuple[Interval, ...] = ()
    planned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A crew member. Contract hours in minutes a week; ``history_*`` bound the known duties."""

    crew_id: str
    name: str
    birth_date: date
    employment: Employment
    employer: str = ""
    contract_minutes_week: int | None = None
    home_vessel: str = ""
    home_place: str = ""
    entry_on: date | None = None
    exit_on: date | None = None
    crew_since: date | None = None
    service_days: int | None = None
    training_year: int | None = None
    training_contract_until: date | None = None
    final_exam_on: date | None = None
    medical_on: date | None = None
    medical_restrictions: tuple[str, ...] = ()
    safety_training_on: date | None = None
    stcw: bool = False
    expected_birth: date | None = None
    birth_on: date | None = None
    child_on_board_birth_date: date | None = None
    child_measures: bool | None = None
    history_known_from: datetime | None = None
    history_known_until: datetime | None = None
    rested_since: datetime | None = None
    day_rate: float | None = None
    notice_min: int | None = None
    contact: str = ""
    active: bool = True
    notes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """A row of ``assignments.csv``: a lock, a running voyage or the roster to start from.

    ``may_change``: whoever is on board of a running voyage may take another function and watch on its
    shifts to come, because somebody of the crew dropped out.
    """

    shift_id: str
    crew_id: str
    function: Function | None = None
    watch: str = ""
    safety_role: SafetyRole | None = None
    status: PinStatus = PinStatus.LOCKED
    may_change: bool = False

    @property
    def onward(self) -> Pin:
        """The row as far as it binds the shifts still to come."""
        return replace(self, function=None, watch="") if self.may_change else self


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """Everything one folder holds; cross references are resolved, nothing is left to validate."""

    vessels: Mapping[str, Vessel]
    crew: Mapping[str, Person]
    shifts: Mapping[str, Shift]
    certificates: tuple[Certificate, ...] = ()
    certificate_crews: tuple[CertificateCrew, ...] = ()
    permits: tuple[Permit, ...] = ()
    movements: tuple[Movement, ...] = ()
    watch_plans: Mapping[str, WatchPlan] = field(default_factory=dict)
    measures: tuple[Measure, ...] = ()
    absences: tuple[Absence, ...] = ()
    duties: tuple[RecordedDuty, ...] = ()
    pins: tuple[Pin, ...] = ()
    wishes: tuple[Wish, ...] = ()
    rotations: tuple[Rotation, ...] = ()
    pairs: tuple[Pair, ...] = ()
    travel: tuple[Travel, ...] = ()
    familiar: tuple[Familiar, ...] = ()
    settings: Settings = Settings()
