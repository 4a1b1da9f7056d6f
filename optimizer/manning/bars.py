"""Facts of a shift that break the law whatever its crew: the shift may not sail for cause plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from optimizer.findings import Text
from optimizer.manning.facts import RHINE, Facts
from optimizer.manning.log import Log
from optimizer.manning.modes import (
    PASSENGER_BOAT,
    SAILING_HOURS,
    effective_mode,
    exceeds_mode_limit,
    minutes_in,
    mode_limit,
    own_crew_exceeds,
    own_sailing,
    required_mode,
)
from optimizer.manning.reliefs import bar_shared_crew
from optimizer.timeline import Interval, local

CREW_CHANGE = "mode.crew_change"


def log_bars(facts: Facts, log: Log) -> None:
    """Add every bar of a sailing stretch to ``log``, and what a change of crew asks for."""
    _sailing_hours(facts, log)
    bar_shared_crew(facts, log)
    log_boat_bars(facts, log)


def log_boat_bars(facts: Facts, log: Log) -> None:
    """Where a passenger boat may not sail, and in which mode."""
    rule = facts.law(PASSENGER_BOAT)
    if rule is not None and facts.vessel.type in rule["vessel_types"]:
        _boat_waters(facts, rule, log)
        _boat_mode(facts, rule, log)


def _sailing_hours(facts: Facts, log: Log) -> None:
    window = own_crew_exceeds(facts.instance, facts.shift)
    limit = mode_limit(facts.instance, facts.shift)
    if limit is None:
        return
    if window is None:
        if exceeds_mode_limit(facts.instance, facts.shift) is not None:
            log.note(CREW_CHANGE, _changing_crew(facts, limit))
        return
    minutes = minutes_in(own_sailing(facts.instance, facts.shift), window)
    log.bar(
        SAILING_HOURS,
        _too_long(facts, window, minutes, limit),
        found=f"{minutes} min",
        allowed=f"{limit} min",
    )


def _too_long(facts: Facts, window: Interval, minutes: int, limit: int) -> Text:
    start, end = local(window.start), local(window.end)
    span = f"{start:%d.%m. %H:%M} – {end:%d.%m. %H:%M}"
    needed = required_mode(minutes, facts.instance.rulebook, facts.day) or "–"
    mode = effective_mode(facts.instance, facts.shift)
    return Text(
        f"{facts.vessel.name} fährt {span} {_hours(minutes)} Stunden mit denselben Leuten; "
        f"Betriebsform {mode} erlaubt {_hours(limit)}. "
        f"Nötig: Betriebsform {needed} oder ein Besatzungswechsel.",
        f"{facts.vessel.name} sails {_hours(minutes)} hours with the same people in {span}; operating "
        f"mode {mode} allows {_hours(limit)}. Needed: mode {needed} or a change of crew.",
    )


def _changing_crew(facts: Facts, limit: int) -> Text:
    mode = effective_mode(facts.instance, facts.shift)
    rule = facts.law(CREW_CHANGE)
    months = rule["keep_working_time_record_months"] if rule else "–"
    return Text(
        f"{facts.vessel.name} fährt in 24 Stunden länger als Betriebsform {mode} erlaubt. Zulässig nur "
        f"mit wechselnder Besatzung: höchstens {_hours(limit)} Stunden an Bord und niemand in dieser "
        f"Zeit auf einem anderen Schiff. Arbeitszeiten gesondert aufschreiben, {months} Monate "
        "aufbewahren.",
        f"{facts.vessel.name} sails longer in 24 hours than operating mode {mode} allows. Lawful only "
        f"with changing crews: at most {_hours(limit)} hours on board and nobody on another vessel in "
        f"that time. Record working times separately and keep them for {months} months.",
    )


def _hours(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02d}"


def _boat_waters(facts: Facts, rule: Mapping[str, Any], log: Log) -> None:
    if RHINE in rule["not_on"] and facts.on_rhine:
        log.bar(PASSENGER_BOAT, _not_admitted(facts, Text("auf dem Rhein", "on the Rhine")))
    zone = facts.shift.zone
    if zone is None:
        log.assumed(PASSENGER_BOAT, ["zone"], _CHECK_ZONE)
    elif zone in rule["not_in_zones"]:
        log.bar(PASSENGER_BOAT, _not_admitted(facts, Text(f"in Zone {zone}", f"in zone {zone}")))


def _boat_mode(facts: Facts, rule: Mapping[str, Any], log: Log) -> None:
    """In zones 3 and 4 one mode only; without a stated zone the strict one is kept."""
    if facts.shift.zone is not None and facts.shift.zone not in rule["zones"]:
        return
    if facts.mode is None:
        log.assumed(PASSENGER_BOAT, ["mode"], _STRICT_MODE)
    elif facts.mode not in rule["modes"]:
        allowed = ", ".join(rule["modes"])
        log.bar(
            PASSENGER_BOAT,
            Text(
                f"{facts.vessel.name}: Ein Fahrgastboot darf hier nur in Betriebsform {allowed} fahren, "
                f"geplant ist {facts.mode}.",
                f"{facts.vessel.name}: A passenger boat may only sail in mode {allowed} here, planned is {facts.mode}.",
            ),
            found=str(facts.mode),
            allowed=allowed,
        )


def _not_admitted(facts: Facts, where: Text) -> Text:
    return Text(
        f"{facts.vessel.name}: Fahrgastboote sind {where.de} nicht zugelassen.",
        f"{facts.vessel.name}: Passenger boats are not admitted {where.en}.",
    )


_CHECK_ZONE = Text(
    "Fahrgastboote sind in Zone 1 und auf dem Rhein nicht zugelassen.",
    "Passenger boats are not admitted in zone 1 or on the Rhine.",
)
_STRICT_MODE = Text("Geplant wird mit der strengsten Betriebsform.", "Planned as the strictest operating mode.")
