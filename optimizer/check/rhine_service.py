"""Which certificate serves in which function on the Rhine (RheinSchPersV §§ 3.02, 20.01)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from optimizer.domain import CertificateKind, Function
from optimizer.law import Rulebook


def opens_on_rhine(
    rulebook: Rulebook, kind: CertificateKind, own: Collection[str], level: str | None, function: Function, day: date
) -> bool:
    """Its own functions (``own``), those § 3.02 Nr. 2 lists below them, and the old engineer's by § 20.01."""
    listed, old = rulebook.values("rhine.lower_function", day) or {}, rulebook.values("rhine.old_engineer", day) or {}
    if function in own or (kind == old.get("certificate") and function in old["functions"]):
        return True
    if function is Function.APPRENTICE:
        levels = (rulebook.values("substitution.apprentice", day) or {}).get("levels", ())
        return rulebook.readings["rhine_apprentice_place"] == "deck_crew" and level in levels
    names = listed.get("order", [])
    if function not in names:
        return False
    if kind in listed["any_lower"]:
        return True
    held = [names.index(name) for name in own if name in names]
    return kind in listed["own_level_down"] and max(held, default=-1) > names.index(function)
