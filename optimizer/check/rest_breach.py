"""Breaches of rest rules, and how firm they are: what every reading finds is hard."""

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
        ``hard``: every reading of the text finds a breach here. ``conservative``: another reading
        than the one in use does not. ``soft``: a rule that only says how it should be.
    first_window_start
        Where the earliest breached window of that class begins (UTC); a calendar day in
        Europe/Berlin where the rule counts days.
    interval
        The window, run or rest that was judged.
    found_minutes, allowed_minutes
        The figures compared, in minutes; where the rule counts days, days of 1440 minutes.
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


def weigh(rule_id: str, rulebook: Rulebook, names: Sequence[str], find: Finder) -> list[RestBreach]:
    """Breaches that ``find`` sees under the readings in use, one for each cluster of windows.

    Parameters
    ----------
    names
        The readings the rule depends on; the other choices of each decide hard or conservative.
    find
        Breached windows under given readings.
    """
    used = {name: rulebook.readings[name] for name in names}
    clusters = _clusters(find(used))
    if not clusters:
        return []
    others = [(other, find(other)) for other in _alternatives(rulebook, used)]
    return [_breach(rule_id, rulebook, cluster, used, others) for cluster in clusters]


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
    rulebook: Rulebook,
    cluster: list[Breached],
    used: Readings,
    others: list[tuple[Readings, list[Breached]]],
) -> RestBreach:
    without = [other for other, windows in others if not _touches(cluster, windows)]
    first = cluster[0] if without else _first_in_all(cluster, [windows for _, windows in others])
    severity_class = rulebook.rule(rule_id).severity_class
    return RestBreach(
        rule_id=rule_id,
        severity_class="conservative" if without and severity_class == "hard" else severity_class,
        first_window_start=first.start,
        interval=first.interval,
        found_minutes=first.found,
        allowed_minutes=first.allowed,
        reading=", ".join(_needed(used, without)),
    )


def _touches(cluster: list[Breached], windows: list[Breached]) -> bool:
    return any(mine.interval.overlaps(other.interval) for mine in cluster for other in windows)


def _first_in_all(cluster: list[Breached], others: list[list[Breached]]) -> Breached:
    """The first window that no reading lets pass, else the first of the cluster."""
    starts = [{window.start for window in windows} for windows in others]
    return next(
        (item for item in cluster if all(item.start in known for known in starts)), cluster[0]
    )


def _needed(used: Readings, without: list[Readings]) -> list[str]:
    """The fewest readings whose change makes the breach go away."""
    changed = [[name for name in used if used[name] != other[name]] for other in without]
    fewest = min((len(names) for names in changed), default=0)
    return sorted({name for names in changed if len(names) == fewest for name in names})
