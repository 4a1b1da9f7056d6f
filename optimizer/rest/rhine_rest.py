"""Minimum rest on the Rhine: § 18.02 RheinSchPersV, window by window of the mode that opens it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from optimizer.rest.account import Account
from optimizer.rest.breach import Breach, Hit, clustered
from optimizer.rest.statute import Statute
from optimizer.rest.stretches import Pair, Stretches, joined

#: What a window holds and what it needs, from the time that is no rest, the voyage, its start and its values.
_Measure = Callable[[Stretches, list[Pair], int, Mapping[str, Any]], Pair]


def outside_voyage(account: Account, statute: Statute, rule_id: str) -> list[Breach]:
    """Nr. 1, Nr. 2 S. 1: uninterrupted rest while the vessel does not sail or the person is ashore."""
    return clustered(rule_id, _windows(account, statute, rule_id, _outside))


def total_rest(account: Account, statute: Statute, rule_id: str) -> list[Breach]:
    """Nr. 2 S. 1, Nr. 3: all rest of the window."""
    return clustered(rule_id, _windows(account, statute, rule_id, _total))


def of_minors(account: Account, statute: Statute, rule_id: str) -> list[Breach]:
    """Nr. 2 S. 2: a long rest with enough of it outside the voyage in one piece, for whoever is not of age."""
    hits = _windows(account, statute, rule_id, _long_and_outside)
    return clustered(rule_id, (hit for hit in hits if hit.start < account.minor_until))


def two_rests(account: Account, statute: Statute, rule_id: str) -> list[Breach]:
    """Nr. 3: twice six hours; whether one rest of twelve is enough is a reading."""
    return clustered(rule_id, _windows(account, statute, rule_id, _blocks(statute), other=_in_one))


def _windows(
    account: Account, statute: Statute, rule_id: str, measure: _Measure, other: _Measure | None = None
) -> Iterator[Hit]:
    """Windows of the rule's mode with too little rest.

    One opens at every duty after a rest that is long enough, and at the first one; hard where neither
    breaks nor ``other``, the lenient way to measure, would make it good.
    """
    voyage = _voyage(account)
    duty, literal = account.duty, account.duty_literal
    rested_from: int | None = None
    for start, end in duty.pairs():
        values = statute.at(rule_id, start)
        if values is not None and _opens(account, values, voyage, rested_from, start):
            found, needed = measure(duty, voyage, start, values)
            if found < needed:
                reading = ""
                if other is not None and measure is not other:
                    free, enough = other(duty, voyage, start, values)
                    reading = "rhine_two_blocks" if free >= enough else ""
                if not reading and literal is not duty:
                    free, enough = measure(literal, voyage, start, values)
                    reading = "breaks_in_rest" if free >= enough else ""
                yield Hit(start, start + values["window_minutes"], found, needed, reading)
        rested_from = end


def _opens(
    account: Account, values: Mapping[str, Any], voyage: list[Pair], rested_from: int | None, start: int
) -> bool:
    piece = account.piece_at(start)
    if piece is None or not account.under_rhine(start) or str(piece.mode) != values["mode"]:
        return False
    least = values.get("window_opened_by_rest_minutes")
    if least is None or rested_from is None:
        return True
    if "min_outside_minutes" in values and values["min_outside_minutes"] == least:
        return Stretches(joined(sorted(voyage))).longest_gap(rested_from, start) >= least
    return start - rested_from >= least


def _voyage(account: Account) -> list[Pair]:
    return joined(sorted(part.bounds for piece in account.record.pieces for part in piece.voyage))


def _outside(duty: Stretches, voyage: list[Pair], start: int, values: Mapping[str, Any]) -> Pair:
    bound = Stretches(joined(sorted([*duty.pairs(), *voyage])))
    return bound.longest_gap(start, start + values["window_minutes"]), values["min_outside_minutes"]


def _total(duty: Stretches, _voyage: list[Pair], start: int, values: Mapping[str, Any]) -> Pair:
    window = values["window_minutes"]
    return window - duty.inside(start, start + window), values["min_total_minutes"]


def _long_and_outside(duty: Stretches, voyage: list[Pair], start: int, values: Mapping[str, Any]) -> Pair:
    """The longest rest of which enough lies outside the voyage, 0 where none does."""
    at_sea = Stretches(voyage)
    rests = [
        (begin, end)
        for begin, end in _rests(duty, start, start + values["window_minutes"])
        if at_sea.longest_gap(begin, end) >= values["of_it_outside_minutes"]
    ]
    return max((end - begin for begin, end in rests), default=0), values["min_uninterrupted_minutes"]


def _blocks(statute: Statute) -> _Measure:
    return _in_one if statute.readings["rhine_two_blocks"] == "in_one" else _separate


def _separate(duty: Stretches, _voyage: list[Pair], start: int, values: Mapping[str, Any]) -> Pair:
    """Rests one by one; a rest that goes on behind the window is not cut short and needs no second one."""
    least, close = values["min_block_minutes"], start + values["window_minutes"]
    rests = _rests(duty, start, close)
    count = sum(end - begin >= least for begin, end in rests)
    if rests and rests[-1][1] == close and close not in duty.starts:
        count += max(0, (close - rests[-1][0]) // least - 1)
    return least * count, least * values["blocks"]


def _in_one(duty: Stretches, _voyage: list[Pair], start: int, values: Mapping[str, Any]) -> Pair:
    least = values["min_block_minutes"]
    rests = _rests(duty, start, start + values["window_minutes"])
    return least * sum((end - begin) // least for begin, end in rests), least * values["blocks"]


def _rests(duty: Stretches, start: int, end: int) -> list[Pair]:
    """The rests inside a window, cut off at both ends."""
    rests, free_from = [], start
    for begin, stop in duty.pairs():
        if stop <= start or begin >= end:
            continue
        if begin > free_from:
            rests.append((free_from, begin))
        free_from = max(free_from, stop)
    return [*rests, (free_from, end)] if free_from < end else rests
