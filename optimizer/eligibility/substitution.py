"""By which rule a certificate serves in a place on a day: its own function or a lower one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from optimizer.domain import CertificateKind, Function
from optimizer.law import Rulebook
from optimizer.manning.requirement import Place

OWN = "certificate.needed"
DECKHAND_180 = "certificate.deckhand_180"
LOWER = "substitution.lower_function"
APPRENTICE = "substitution.apprentice"
ENGINE_MINDER = "substitution.engineer_as_engine_minder"
RHINE_LOWER = "rhine.lower_function"
RHINE_OLD_ENGINEER = "rhine.old_engineer"


@lru_cache(maxsize=4096)
def kind_values(rulebook: Rulebook, kind: CertificateKind, day: date) -> Mapping[str, Any]:
    """The law's values for a kind of certificate on a day, empty where it did not exist yet."""
    return rulebook.values(f"certificate.{kind}", day) or {}


@lru_cache(maxsize=4096)
def own_functions(rulebook: Rulebook, kind: CertificateKind, acquired_by: str, day: date) -> frozenset[Function]:
    """Functions a certificate is made out for, on the wording of ``day``."""
    values = kind_values(rulebook, kind, day)
    by_route: Mapping[str, Any] = values.get("functions_by_route", {})
    names = [*values.get("functions", ()), *by_route.get(acquired_by, ())]
    return frozenset(Function(name) for name in names)


@lru_cache(maxsize=65536)
def serving_rule(
    rulebook: Rulebook,
    kind: CertificateKind,
    acquired_by: str,
    function: Function,
    place: Place,
    day: date,
    rhine: bool = False,
) -> str | None:
    """Id of the rule by which a certificate fills ``place`` as ``function``, ``None`` if by none.

    ``function`` is the place's own or one of those that fill it as well. A place opened by an
    exchange takes only certificates made out for it. ``rhine``: § 3.02 Nr. 2 RheinSchPersV counts.
    """
    if rhine:
        return _on_the_rhine(rulebook, kind, acquired_by, function, place, day)
    if function in own_functions(rulebook, kind, acquired_by, day):
        return OWN
    if _as_deckhand_180(rulebook, kind, function, day):
        return DECKHAND_180
    if _as_engine_minder(rulebook, kind, function, day):
        return ENGINE_MINDER
    if place.exchanged or function in place.also:
        return None
    if _in_lower_function(rulebook, kind, acquired_by, function, day):
        return LOWER
    return APPRENTICE if _for_apprentice(rulebook, kind, place, day) else None


def _on_the_rhine(
    rulebook: Rulebook, kind: CertificateKind, acquired_by: str, function: Function, place: Place, day: date
) -> str | None:
    """The certificate's own function, those § 3.02 Nr. 2 names below it, and the old engineer's (§ 20.01)."""
    listed, old = rulebook.values(RHINE_LOWER, day) or {}, rulebook.values(RHINE_OLD_ENGINEER, day) or {}
    if place.patent:
        return RHINE_LOWER if kind in listed.get("any_lower", ()) else None
    own = own_functions(rulebook, kind, acquired_by, day)
    if function in own:
        return OWN
    if kind == old.get("certificate") and function in old["functions"]:
        return RHINE_OLD_ENGINEER
    if function is Function.APPRENTICE and rulebook.readings["rhine_apprentice_place"] == "deck_crew":
        return APPRENTICE if _for_apprentice(rulebook, kind, place, day) else None
    order: list[str] = listed.get("order", [])
    if function not in order:
        return None
    if kind in listed["any_lower"]:
        return RHINE_LOWER
    below = (order.index(function) < order.index(higher) for higher in own if higher in order)
    return RHINE_LOWER if kind in listed["own_level_down"] and any(below) else None


def serves_as(
    rulebook: Rulebook, function: Function, place: Place, days: Iterable[date], *, rhine: bool = False
) -> bool:
    """Whether whoever serves in a function fills a place on every day, whatever certificate they serve with."""
    return all(
        any(
            serving_rule(rulebook, kind, "", wanted, place, day, rhine)
            for kind in kinds_for(rulebook, function, day)
            for wanted in (place.function, *place.also)
        )
        for day in days
    )


def _as_deckhand_180(rulebook: Rulebook, kind: CertificateKind, function: Function, day: date) -> bool:
    values = rulebook.values(DECKHAND_180, day)
    own = function is Function.DECKHAND_180
    return own and values is not None and kind == values["certificate"]


def _as_engine_minder(rulebook: Rulebook, kind: CertificateKind, function: Function, day: date) -> bool:
    values = rulebook.values(ENGINE_MINDER, day)
    return values is not None and function == values["fills"] and kind in values["certificates"]


def _in_lower_function(
    rulebook: Rulebook, kind: CertificateKind, acquired_by: str, function: Function, day: date
) -> bool:
    values = rulebook.values(LOWER, day)
    if values is None or function in values["except"] or function not in values["order"]:
        return False
    if kind in values["any_lower"]:
        return True
    if kind not in values["own_level_down"]:
        return False
    order: list[str] = values["order"]
    own = own_functions(rulebook, kind, acquired_by, day)
    return any(order.index(function) < order.index(higher) for higher in own)


def _for_apprentice(rulebook: Rulebook, kind: CertificateKind, place: Place, day: date) -> bool:
    values = rulebook.values(APPRENTICE, day)
    if values is None or place.function is not Function.APPRENTICE:
        return False
    if place.min_service_days is not None and values["without_service_time"]:
        return False
    return kind_values(rulebook, kind, day).get("level") in values["levels"]


@lru_cache(maxsize=1024)
def kinds_for(rulebook: Rulebook, function: Function, day: date) -> tuple[CertificateKind, ...]:
    """Certificates made out for a function, in the order of the law's hierarchy."""
    return tuple(kind for kind in CertificateKind if function in kind_values(rulebook, kind, day).get("functions", ()))


@lru_cache(maxsize=4096)
def rank(rulebook: Rulebook, kind: CertificateKind, day: date) -> tuple[int, int]:
    """How high a certificate stands: its level, then its function."""
    values = kind_values(rulebook, kind, day)
    level = values.get("level", "")
    order: list[str] = (rulebook.values(LOWER, day) or {}).get("order", [])
    own = [order.index(name) for name in values.get("functions", ()) if name in order]
    return _LEVELS.index(level) if level in _LEVELS else -1, max(own, default=-1)


_LEVELS = ("ferry_entry", "entry", "engine", "operational", "management")
