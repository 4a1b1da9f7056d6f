"""The closed vocabularies of the domain: functions, certificates, vessel types, kinds and statuses.

Values are English identifiers from Directive (EU) 2017/2397; the German legal term of each stands
in ``data/terms.yaml``.
"""

from enum import StrEnum


class Function(StrEnum):
    """A place in a crew table (§§ 104-113 BinSchPersV), or a role on board beside it."""

    BOATMASTER = "boatmaster"
    HELMSMAN = "helmsman"
    ABLE_BOATMAN = "able_boatman"
    BOATMAN = "boatman"
    APPRENTICE = "apprentice"
    DECKHAND = "deckhand"
    DECKHAND_180 = "deckhand_180"
    ENGINE_MINDER = "engine_minder"
    ENGINEER = "engineer"
    FERRY_MASTER = "ferry_master"
    FERRY_ASSISTANT = "ferry_assistant"
    FERRY_APPRENTICE = "ferry_apprentice"
    CABIN_STAFF = "cabin_staff"
    NIGHT_PATROL = "night_patrol"
    ADDITIONAL = "additional"


class SafetyRole(StrEnum):
    """Safety staff on passenger ships, § 2 Nr. 39 and § 110 BinSchPersV."""

    PASSENGER_EXPERT = "passenger_expert"
    FIRST_AIDER = "first_aider"
    BREATHING_APPARATUS_WEARER = "breathing_apparatus_wearer"


class CertificateKind(StrEnum):
    """What a person can hold; validity and age rules stand in ``data/law``."""

    UNION_PATENT = "union_patent"
    RHINE_PATENT = "rhine_patent"
    OLD_PATENT = "old_patent"
    FERRY_CERTIFICATE = "ferry_certificate"
    OLD_FERRY_PATENT = "old_ferry_patent"
    AUTHORITY_CERTIFICATE = "authority_certificate"
    SPORT_CERTIFICATE = "sport_certificate"
    SMALL_CRAFT_CERTIFICATE = "small_craft_certificate"
    HELMSMAN = "helmsman"
    ABLE_BOATMAN = "able_boatman"
    BOATMAN = "boatman"
    APPRENTICE = "apprentice"
    DECKHAND = "deckhand"
    ENGINE_MINDER = "engine_minder"
    RHINE_ENGINEER = "rhine_engineer"
    OLD_RHINE_ENGINEER = "old_rhine_engineer"
    FERRY_APPRENTICE = "ferry_apprentice"
    FERRY_ASSISTANT = "ferry_assistant"
    PASSENGER_EXPERT = "passenger_expert"
    LNG_EXPERT = "lng_expert"
    FIRST_AIDER = "first_aider"
    BREATHING_BASIC = "breathing_basic"
    BREATHING_REFRESHER = "breathing_refresher"
    RADAR = "radar"
    RISK_STRETCH = "risk_stretch"
    MARITIME = "maritime"
    LARGE_CONVOY = "large_convoy"


class VesselType(StrEnum):
    MOTOR_CARGO = "motor_cargo"
    MOTOR_TANKER = "motor_tanker"
    TOWED_BARGE = "towed_barge"
    CONVOY = "convoy"
    TUG = "tug"
    HARBOUR_TUG = "harbour_tug"
    DAY_EXCURSION = "day_excursion"
    CABIN = "cabin"
    PASSENGER_BOAT = "passenger_boat"
    PASSENGER_FERRY = "passenger_ferry"
    VEHICLE_FERRY = "vehicle_ferry"
    OTHER = "other"


class ConvoyLead(StrEnum):
    """The vessel that moves a convoy, § 106(1) BinSchPersV."""

    PUSHER = "pusher"
    MOTOR_VESSEL = "motor_vessel"


class PushedUnit(StrEnum):
    """What counts as a lighter of a convoy, § 106(4)(5) BinSchPersV."""

    LIGHTER = "lighter"
    MOTOR_VESSEL_ENGINE_OFF = "motor_vessel_engine_off"
    TOWED_BARGE = "towed_barge"


class TowPosition(StrEnum):
    """Place of a towed barge, § 104(5) BinSchPersV."""

    BEHIND_TUG = "behind_tug"
    PAIR_ALONGSIDE_BEHIND_TUG = "pair_alongside_behind_tug"
    ALONGSIDE_TUG = "alongside_tug"


class CrewScope(StrEnum):
    """Whether a crew is that of one vessel or of two barges coupled alongside, § 104(5) Nr. 2."""

    VESSEL = "vessel"
    PAIR = "pair"


class OperatingMode(StrEnum):
    """Operating modes of § 101(2) BinSchPersV and § 18.01 RheinSchPersV; ferries have none.

    ``B`` is a mode of both and means nothing without the regime.
    """

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    A1 = "A1"
    A2 = "A2"


class Regime(StrEnum):
    BINSCHPERSV = "BinSchPersV"
    RHEINSCHPERSV = "RheinSchPersV"


def modes_of(regime: Regime) -> tuple[OperatingMode, ...]:
    """The operating modes of an ordinance, the one with the shortest sailing time first."""
    if regime is Regime.RHEINSCHPERSV:
        return (OperatingMode.A1, OperatingMode.A2, OperatingMode.B)
    return (OperatingMode.A, OperatingMode.B, OperatingMode.C, OperatingMode.D)


class Employment(StrEnum):
    EMPLOYEE = "employee"
    SELF_EMPLOYED = "self_employed"


class VesselState(StrEnum):
    SAILING = "sailing"
    LOADING = "loading"
    BUNKERING = "bunkering"
    MOORED = "moored"


class AbsenceKind(StrEnum):
    LEAVE = "leave"
    SICK = "sick"
    COURSE = "course"
    SCHOOL = "school"
    EXAM = "exam"
    MATERNITY = "maternity"
    PARENTAL = "parental"
    BLOCKED = "blocked"
    OTHER = "other"


class DutyKind(StrEnum):
    DUTY = "duty"
    LOADING = "loading"
    STANDBY = "standby"
    LAND = "land"
    COURSE = "course"
    SCHOOL = "school"
    DRILL = "drill"
    TRAVEL = "travel"
    ON_BOARD_FREE = "on_board_free"
    REST_DAY = "rest_day"


class PinStatus(StrEnum):
    """Status of a row in ``assignments.csv``."""

    LOCKED = "locked"
    RUNNING = "running"
    PLANNED = "planned"


class WishKind(StrEnum):
    WANT = "want"
    AVOID = "avoid"
    FREE = "free"
    CONSENT = "consent"


class PairKind(StrEnum):
    """Who should or may not serve together."""

    TOGETHER = "together"
    APART = "apart"
    MENTOR = "mentor"


class MeasureKind(StrEnum):
    """Authority measures against a certificate, §§ 91-95 and 98(10) BinSchPersV."""

    SUSPENDED = "suspended"
    WITHDRAWN = "withdrawn"
    SEIZED = "seized"
    PROHIBITED = "prohibited"
