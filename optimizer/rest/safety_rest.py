"""Duty and rest of every crew member: § 103 BinSchPersV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from optimizer.domain import OperatingMode, Regime
from optimizer.rest.account import Account
from optimizer.rest.berlin import clock, day_of
from optimizer.rest.breach import SOFT, Breach, Hit, clustered, single
from optimizer.rest.statute import Statute
from optimizer.rest.stretches import Pair, Stretches

ALSO_103 = "rhine_also_103"


def consecutive_duty(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    """§ 103(2): the span between main rests; literally the longest duty without any interruption."""
    duty, unbroken = account.duty, account.unbroken
    if statute.readings["consecutive_duty"] == "gap_interrupts":
        yield from _unbroken_duty(account, statute, rule_id)
        return
    for first, last in _runs(duty, statute, rule_id):
        start, end = duty.starts[first], duty.ends[last]
        values = statute.at(rule_id, start)
        if values is None or end - start <= values["max_minutes"]:
            continue
        if account.only_rhine(start, end):
            if _also_on_the_rhine(statute):
                yield single(rule_id, Hit(start, end, end - start, values["max_minutes"], ALSO_103))
            continue
        longest = _longest(unbroken, start, end)
        reading = "" if longest > values["max_minutes"] else "consecutive_duty"
        yield single(rule_id, Hit(start, end, end - start, values["max_minutes"], reading))


def _runs(duty: Stretches, statute: Statute, rule_id: str) -> list[tuple[int, int]]:
    if not duty.starts:
        return []
    return duty.runs(statute.definition(rule_id, "reset_by_rest_minutes", duty.starts[0]))


def _unbroken_duty(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    for start, end in account.unbroken.pairs():
        values, rhine = statute.at(rule_id, start), account.only_rhine(start, end)
        if values is None or end - start <= values["max_minutes"] or (rhine and not _also_on_the_rhine(statute)):
            continue
        yield single(rule_id, Hit(start, end, end - start, values["max_minutes"], ALSO_103 if rhine else ""))


def _longest(stretches: Stretches, start: int, end: int) -> int:
    return max((e - s for s, e in stretches.pairs() if start <= s < end), default=0)


def uninterrupted_rest(account: Account, statute: Statute, rule_id: str) -> list[Breach]:
    """§ 103(3): the longest rest in the 24 hours from the end of each rest."""
    return clustered(rule_id, _short_windows(account, statute, rule_id, _uninterrupted))


def total_rest(account: Account, statute: Statute, rule_id: str) -> list[Breach]:
    """§ 103(3) S. 2: all rest in the 24 hours from the end of each rest."""
    return clustered(rule_id, _short_windows(account, statute, rule_id, _total))


def loading_exception(account: Account, statute: Statute, rule_id: str) -> list[Breach]:
    """§ 103(3) S. 3: rest in 48 hours, where the 24 hours from the end of a main rest lack it.

    For self-employed people only; the exception stands in for the uninterrupted rest of S. 1.
    """

    def measure(duty: Stretches, start: int, values: Mapping[str, Any]) -> Pair:
        plain = statute.at("rest.uninterrupted_self_employed", start)
        if plain is not None:
            found, needed = _uninterrupted(duty, start, plain)
            if found >= needed:
                return found, needed
        return _both(duty, start, values)

    return clustered(rule_id, _short_windows(account, statute, rule_id, measure, main_only=True))


def _total(duty: Stretches, start: int, values: Mapping[str, Any]) -> Pair:
    window = values["window_minutes"]
    return window - duty.inside(start, start + window), values["min_total_minutes"]


def _uninterrupted(duty: Stretches, start: int, values: Mapping[str, Any]) -> Pair:
    longest = duty.longest_gap(start, start + values["window_minutes"])
    return longest, values["min_uninterrupted_minutes"]


def _both(duty: Stretches, start: int, values: Mapping[str, Any]) -> Pair:
    total = _total(duty, start, values)
    return total if total[0] < total[1] else _uninterrupted(duty, start, values)


def _short_windows(
    account: Account, statute: Statute, rule_id: str, measure: Any, *, main_only: bool = False
) -> Iterator[Hit]:
    """Windows with too little rest; hard only where a main rest opened them and breaks do not matter."""
    duty, literal = account.duty, account.duty_literal
    main_only = main_only or statute.readings["rest_windows"] == "main_rest"
    rested_from: int | None = None
    for start, end in duty.pairs():
        values = statute.at(rule_id, start)
        rhine = account.under_rhine(start)
        if values is not None and (not rhine or _also_on_the_rhine(statute)):
            opener = values["window_opened_by_rest_minutes"]
            main = rested_from is None or start - rested_from >= opener
            found, needed = measure(duty, start, values) if main or not main_only else (0, 0)
            if found < needed:
                reading = "" if main else "rest_windows"
                if main and literal is not duty:
                    free, enough = measure(literal, start, values)
                    reading = "" if free < enough else "breaks_in_rest"
                reading = ALSO_103 if rhine else reading
                yield Hit(start, start + values["window_minutes"], found, needed, reading)
        rested_from = end


def soft_window(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    """§ 103(4): where the main rest between two duties should lie, by the mode of the duty before.

    A rest that is longer than the window of mode A cannot lie in it; it then should include it.
    """
    duty = account.duty
    for index in range(1, len(duty.starts)):
        start, end = duty.ends[index - 1], duty.starts[index]
        values = statute.at(rule_id, start)
        mode = _mode_before(account, start)
        if values is None or mode is None or end - start < _main_rest(account, statute, start):
            continue
        hit = _outside(start, end, values["lies_within"].get(mode), values["includes"].get(mode))
        if hit is not None:
            yield single(rule_id, hit, SOFT)


def _main_rest(account: Account, statute: Statute, minute: int) -> int:
    rule_id = "rest.uninterrupted_employee" if account.employee else "rest.uninterrupted_self_employed"
    return int(statute.definition(rule_id, "window_opened_by_rest_minutes", minute))


def _mode_before(account: Account, minute: int) -> OperatingMode | None:
    """The mode of the duty before, ``None`` on the Rhine, whose modes are not those of § 103(4)."""
    before = next((piece for start, _, piece in reversed(account.pieces) if start < minute), None)
    return None if before is None or before.regime is Regime.RHEINSCHPERSV else before.mode


def _also_on_the_rhine(statute: Statute) -> bool:
    return statute.readings[ALSO_103] == "applied"


def _outside(start: int, end: int, within: list[str] | None, includes: list[str] | None) -> Hit | None:
    """The rest as a hit where no daily window is where it should be."""
    span = within or includes
    if span is None:
        return None
    covered = 0
    length = 0
    for day in range(day_of(start) - 1, day_of(end) + 1):
        opens, closes = _window(day, span)
        if (opens >= start and closes <= end) or (within and opens <= start and end <= closes):
            return None
        overlap = min(end, closes) - max(start, opens)
        if overlap > covered or not length:
            covered, length = max(overlap, 0), closes - opens
    return Hit(start, end, covered, min(length, end - start) if within else length)


def _window(day: int, span: list[str]) -> Pair:
    opens = clock(day, span[0])
    closes = clock(day, span[1])
    return opens, closes if closes > opens else clock(day + 1, span[1])
