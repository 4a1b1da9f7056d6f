"""The facts a crew requirement depends on, and how a condition in the law's data reads them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from optimizer.domain import Regime, Shift, Vessel, VesselType
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.terms import normalise, recognise
from optimizer.timeline import local

_ON_THE_SHIFT = frozenset(
    {
        "towed_vessels",
        "towed_empty_alongside_downstream",
        "single_tow_line",
        "as_vorspann",
        "persons_aboard",
        "beds_occupied",
        "daylight",
        "good_visibility",
        "zone",
        "on_elbe",
        "route_km",
        "shuttle",
        "tow_position",
    }
)


RHINE = "rhine"
_FACT_WORDS = {
    "mode": Text("Betriebsform", "operating mode"),
    "tonnage_t": Text("Tragfähigkeit", "tonnage"),
    "displacement_t": Text("Wasserverdrängung", "displacement"),
    "passengers_max": Text("zulässige Fahrgäste", "permitted passengers"),
    "power_kw": Text("Maschinenleistung", "engine power"),
    "beds": Text("zulässige Betten", "permitted beds"),
    "lead": Text("führendes Fahrzeug des Verbands", "leading vessel of the convoy"),
    "lighters": Text("Zahl oder Längen der Schubleichter", "number or lengths of the lighters"),
}


class MissingFactError(LookupError):
    """A rule needs a fact that the dataset does not state."""

    def __init__(self, fact: str, rule_id: str):
        super().__init__(fact)
        self.fact = fact
        self.rule_id = rule_id

    @property
    def words(self) -> Text:
        """What a dispatcher calls the fact."""
        return _FACT_WORDS.get(self.fact, Text(self.fact, self.fact))


@dataclass(frozen=True)
class CrewFacts:
    """Vessel and shift on one day, with or without passengers.

    ``renamed`` lets another fact stand in for the one a table names (§ 108(4): displacement for
    tonnage).
    """

    instance: Instance
    shift: Shift
    with_passengers: bool
    day: date
    renamed: Mapping[str, str] = field(default_factory=dict)

    @property
    def vessel(self) -> Vessel:
        return self.instance.vessel_of(self.shift)

    def sails_on(self, waterways: Collection[str], *, unknown: bool = False) -> bool:
        """Whether the shift touches one of the waters; ``unknown`` answers where that is not stated."""
        stated = waterways_of(self.shift)
        if stated & set(waterways):
            return True
        rivers = {name.split("_")[0] for name in waterways}
        return unknown and (not stated or any(normalise(text) in rivers for text in stated))

    def values(self, rule_id: str) -> Mapping[str, Any] | None:
        """Values of a rule in force on the day, ``None`` where there is no such rule."""
        rulebook = self.instance.rulebook
        return rulebook.values(rule_id, self.day) if rule_id in rulebook.rules else None

    def fact(self, name: str) -> Any:
        """A stated fact of shift or vessel, ``None`` where it is not stated."""
        name = self.renamed.get(name, name)
        source = self.shift if name in _ON_THE_SHIFT else self.vessel
        return getattr(source, name)

    def needed(self, name: str, rule_id: str) -> Any:
        """A fact a rule cannot do without.

        Raises
        ------
        MissingFactError
            If it is not stated.
        """
        value = self.fact(name)
        if value is None:
            raise MissingFactError(self.renamed.get(name, name), rule_id)
        return value

    def feature(self, name: str) -> bool | None:
        return self.vessel.features.get(name)

    def permitted(self, paragraph: str) -> bool:
        permit = self.instance.has_permit(self.vessel.vessel_id, paragraph, self.shift.interval)
        return permit is not None

    def renaming(self, renamed: Mapping[str, str]) -> CrewFacts:
        return replace(self, renamed=renamed)

    def meets(self, condition: Mapping[str, Any], step: str, *, unknown: bool) -> bool:
        """Whether every part of a condition holds; ``unknown`` is the answer for unstated facts."""
        return all(self._part(key, wanted, step, unknown) for key, wanted in condition.items())

    def _part(self, key: str, wanted: Any, step: str, unknown: bool) -> bool:
        if key == "steps":
            return step in wanted
        value = self.fact(key)
        if value is None:
            return unknown
        if isinstance(wanted, Mapping):
            return within(value, wanted)
        return value in wanted if isinstance(wanted, list) else value == wanted


def waterways_of(shift: Shift) -> frozenset[str]:
    """Waterways of a shift: the identifier where a rule names one, else the user's own word.

    A shift under the Rhine's own regulation is on the Rhine, whatever its waterway says.
    """
    texts = (text.strip() for text in shift.waterway.split("|"))
    stated = {recognise("waterway", text) or text for text in texts if text}
    return frozenset(stated | {RHINE} if shift.regime is Regime.RHEINSCHPERSV else stated)


def named_stretches(shift: Shift) -> frozenset[str]:
    """Stretches of a shift: the identifier of a named one, else the user's own words."""
    texts = (text.strip() for text in shift.stretch.split("|"))
    return frozenset(recognise("stretch", text) or text for text in texts if text)


def within(value: float, band: Mapping[str, float]) -> bool:
    """Whether a value lies in a band: ``over`` excludes, ``from`` and ``up_to`` include."""
    return (
        ("over" not in band or value > band["over"])
        and ("from" not in band or value >= band["from"])
        and ("up_to" not in band or value <= band["up_to"])
    )


def carries_passengers(vessel: Vessel, stated: bool | None) -> bool:
    """Passengers are taken to be aboard a passenger vessel unless the dataset says no."""
    passenger_vessel = vessel.type not in (
        VesselType.MOTOR_CARGO,
        VesselType.MOTOR_TANKER,
        VesselType.TOWED_BARGE,
        VesselType.CONVOY,
        VesselType.TUG,
        VesselType.HARBOUR_TUG,
        VesselType.OTHER,
    )
    return passenger_vessel if stated is None else stated


def facts_of(
    instance: Instance,
    shift: Shift,
    *,
    with_passengers: bool | None = None,
    day: date | None = None,
) -> CrewFacts:
    """Facts of a shift as stated; ``day`` (the law's day) defaults to the day it starts."""
    stated = shift.with_passengers if with_passengers is None else with_passengers
    aboard = carries_passengers(instance.vessel_of(shift), stated)
    return CrewFacts(instance, shift, aboard, day or local(shift.interval.start).date())
