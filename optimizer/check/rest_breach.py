"""Breaches of rest rules, and how firm they are: what no reading lets pass is hard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import product

from optimizer.law import Rulebook
from optimizer.timeline import Interval

Readings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RestBreach:
    """One breach of one rule.

    Attributes
    ----------
    rule_id
        Id of the rule in ``data/law``.
    severity_class
        ``hard``: no reading of the text lets the window pass. ``conservative``: another reading
        than the one in use does. ``soft``: a rule that only says how it should be.
    first_window_start
        Where the earliest breached window of that class begins (UTC); a calendar day in
        Europe/Berlin where the rule counts days.
    interval
        The window, run or rest that was judged.
    found_minutes, allowed_minutes
        The figures compared, in minutes; where the rule counts days, in days.
    reading
        Names of the readings in use without which the breach would not stand, else ``""``.
    """

    rule_id: str
    severity_class: str
    first_window_start: datetime | date
    interval: Interval | None
    found_minutes: int
    allowed_minutes: int
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Breached:
    """A window that breaks a rule under one set of readings."""

    interval: Interval
    found: int
    allowed: int
    begins: datetime | date | None = None

    @property
    def start(self) -> datetime | date:
        return self.interval.start if self.begins is None else self.begins


Finder = Callable[[Readings], list[Breached]]
Same = Callable[[Breached, Breached], bool]


def same_start(mine: Breached, other: Breached) -> bool:
    return mine.start == other.start


def weigh(
    rule_id: str, rulebook: Rulebook, names: Sequence[str], find: Finder, same: Same = same_start
) -> list[RestBreach]:
    """Breaches that ``find`` sees under the readings in use, one for each cluster of windows.

    Parameters
    ----------
    names
        The readings the rule depends on; the other choices of each decide hard or conservative.
    find
        Breached windows under given readings.
    same
        Whether a window breached under another reading is the same breach.
    """
    used = {name: rulebook.readings[name] for name in names}
    clusters = _clusters(find(used))
    if not clusters:
        return []
    others = [(other, find(other)) for other in _alternatives(rulebook, used)]

    def passing(window: Breached) -> list[Readings]:
        """The readings that let a window pass."""
        return [other for other, found in others if not any(same(window, item) for item in found)]

    severity_class = rulebook.rule(rule_id).severity_class
    return [_breach(rule_id, severity_class, cluster, used, passing) for cluster in clusters]


def _alternatives(rulebook: Rulebook, used: Readings) -> list[Readings]:
    choices = [rulebook.reading_table[name]["choices"] for name in used]
    combinations = (dict(zip(used, choice, strict=True)) for choice in product(*choices))
    return [other for other in combinations if other != used]


def _clusters(windows: list[Breached]) -> list[list[Breached]]:
    clusters: list[list[Breached]] = []
    for window in sorted(windows, key=lambda item: item.interval):
        if clusters and any(window.interval.overlaps(item.interval) for item in clusters[-1]):
            clusters[-1].append(window)
        else:
            clusters.append([window])
    return clusters


def _breach(
    rule_id: str,
    severity_class: str,
    cluster: list[Breached],
    used: Readings,
    passing: Callable[[Breached], list[Readings]],
) -> RestBreach:
    """The first window that no reading lets pass speaks for its cluster, else the first of all."""
    first = next((window for window in cluster if not passing(window)), cluster[0])
    lenient = passing(first)
    return RestBreach(
        rule_id=rule_id,
        severity_class="conservative" if lenient and severity_class == "hard" else severity_class,
        first_window_start=first.start,
        interval=first.interval,
        found_minutes=first.found,
        allowed_minutes=first.allowed,
        reading=", ".join(_needed(used, lenient)),
    )


def _needed(used: Readings, lenient: list[Readings]) -> list[str]:
    """The fewest readings whose change makes the breach go away."""
    changed = [[name for name in used if used[name] != other[name]] for other in lenient]
    fewest = min((len(names) for names in changed), default=0)
    return sorted({name for names in changed if len(names) == fewest for name in names})
