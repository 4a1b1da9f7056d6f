"""The rest rules of a rulebook, looked up by minute: the version in force at that time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from optimizer.law import Rulebook
from optimizer.rest.berlin import midnight

_PREFIXES = ("rest.", "work.", "youth.")
_OPEN = 1 << 62


class Statute:
    """Values of the rules ``rest.*``, ``work.*`` and ``youth.*`` and the readings in force."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.readings: Mapping[str, str] = dict(rulebook.readings)
        self._versions = {
            rule.rule_id: tuple(
                (
                    midnight(version.valid_from.toordinal()),
                    _OPEN if version.valid_until is None else midnight(version.valid_until.toordinal() + 1),
                    dict(version.values),
                )
                for version in rule.versions
            )
            for prefix in _PREFIXES
            for rule in rulebook.starting_with(prefix)
        }

    def at(self, rule_id: str, minute: int) -> Mapping[str, Any] | None:
        """Values in force at a minute, ``None`` where the rule is not in force."""
        for opens, closes, values in self._versions[rule_id]:
            if opens <= minute < closes:
                return values
        return None

    def definition(self, rule_id: str, key: str, minute: int) -> Any:
        """A defining value (such as the shortest break); before its first day that of the first."""
        values = self.at(rule_id, minute)
        return (values or self._versions[rule_id][0][2])[key]


_STATUTES: WeakKeyDictionary[Rulebook, Statute] = WeakKeyDictionary()


def statute_of(rulebook: Rulebook) -> Statute:
    """The statute of a rulebook, built once per rulebook."""
    statute = _STATUTES.get(rulebook)
    if statute is None:
        statute = _STATUTES[rulebook] = Statute(rulebook)
    return statute
