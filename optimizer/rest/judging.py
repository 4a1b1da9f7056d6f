"""The planning side's judge of one person's duty, work and rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from functools import cache
from typing import Any

from optimizer.duty import WorkRecord
from optimizer.law import Rulebook
from optimizer.rest import rhine_rest, safety_rest, working_time, youth
from optimizer.rest.account import Account
from optimizer.rest.berlin import midnight
from optimizer.rest.breach import PLANNING, Breach
from optimizer.rest.statute import Statute, statute_of
from optimizer.timeline import add_years, day_start

_Rule = Callable[[Account, Statute, str], Iterable[Breach]]

_EMPLOYEE: Mapping[str, _Rule] = {
    "rest.consecutive_duty_employee": safety_rest.consecutive_duty,
    "rest.uninterrupted_employee": safety_rest.uninterrupted_rest,
    "rest.total_employee": safety_rest.total_rest,
    "work.total_24h": working_time.total_work,
    "work.rest_24h": working_time.total_rest,
    "work.rest_uninterrupted": working_time.uninterrupted_rest,
    "work.breaks": working_time.breaks,
    "work.total_7d": working_time.total_work,
    "work.rest_7d": working_time.total_rest,
    "work.night_7d": working_time.night_work,
    "work.consecutive_days": working_time.consecutive_days,
}
_SELF_EMPLOYED: Mapping[str, _Rule] = {
    "rest.consecutive_duty_self_employed": safety_rest.consecutive_duty,
    "rest.uninterrupted_self_employed": safety_rest.uninterrupted_rest,
}
_SELF_EMPLOYED_LOADING: Mapping[str, _Rule] = {
    "rest.consecutive_duty_self_employed": safety_rest.consecutive_duty,
    "rest.loading_exception": safety_rest.loading_exception,
}
_MINOR: Mapping[str, _Rule] = {
    "youth.child": youth.child,
    "youth.daily_hours": youth.daily_hours,
    "youth.weekly_hours": youth.weekly_hours,
    "youth.breaks": youth.breaks,
    "youth.shift": youth.shift,
    "youth.free_time": youth.free_time,
    "youth.night": youth.night,
    "youth.forbidden_days": youth.forbidden_days,
}
_RHINE: Mapping[str, _Rule] = {
    "rest.rhine_a1": rhine_rest.outside_voyage,
    "rest.rhine_a2_total": rhine_rest.total_rest,
    "rest.rhine_a2_outside": rhine_rest.outside_voyage,
    "rest.rhine_b_total": rhine_rest.total_rest,
    "rest.rhine_b_blocks": rhine_rest.two_rests,
}
_RHINE_MINOR: Mapping[str, _Rule] = {"rest.rhine_a2_minor": rhine_rest.of_minors}
_ALL: Mapping[str, _Rule] = {"rest.soft_window": safety_rest.soft_window}


def judge(record: WorkRecord, rulebook: Rulebook, *, rules: Iterable[str] | None = None) -> tuple[Breach, ...]:
    """Every breach of § 103 BinSchPersV, § 18.02 RheinSchPersV, BinSchArbZV and JArbSchG, earliest first.

    Parameters
    ----------
    record
        All duty of one person, history included. Time outside the pieces is rest. Of overlapping
        pieces the overlap counts once, as part of the earlier one.
    rulebook
        Values by the version in force at the start of each window; readings as chosen in it.
    rules
        Rule ids to judge; by default all that apply to the person.

    Returns
    -------
    tuple of Breach
        One per rule and per run of duty or cluster of overlapping windows, all exact to the minute
        of elapsed time.

    Notes
    -----
    Taking a piece away never adds a hard or conservative breach, except of ``youth.free_time`` (a
    shorter shift no longer shortens the free time after it), ``work.breaks`` and ``youth.breaks``
    (a gap counts as break only while duty follows) and ``rest.loading_exception`` (a longer rest
    opens a new 48-hour window).
    """
    statute = statute_of(rulebook)
    account = _account(record, statute)
    if not account.pieces and not account.on_board:
        return ()
    wanted = None if rules is None else frozenset(rules)
    found: list[Breach] = []
    for group in _groups(account):
        for rule_id, rule in group.items():
            if wanted is None or rule_id in wanted:
                found.extend(rule(account, statute, rule_id))
    if len(found) > 1:
        found.sort(key=_order)
    return tuple(found)


def breaks_anything(record: WorkRecord, rulebook: Rulebook) -> bool:
    """Whether a record is unlawful under the readings in force; stops at the first such breach."""
    statute = statute_of(rulebook)
    account = _account(record, statute)
    return any(
        breach.severity_class in PLANNING
        for group in _groups(account)
        if group is not _ALL
        for rule_id, rule in group.items()
        for breach in rule(account, statute, rule_id)
    )


def _account(record: WorkRecord, statute: Statute) -> Account:
    first = record.pieces[0].interval.start if record.pieces else day_start(record.birth_date)
    minute = int(first.timestamp()) // 60
    age = statute.definition("youth.age_limit", "adult_age", minute)
    return Account(record, statute, _comes_of_age(record.birth_date, age))


@cache
def _comes_of_age(birth_date: date, age: int) -> int:
    return midnight(add_years(birth_date, age).toordinal())


def _groups(account: Account) -> list[Mapping[str, _Rule]]:
    groups = [_EMPLOYEE] if account.employee else [_self_employed(account)]
    if account.has_minor:
        groups.append(_MINOR)
    if account.rhine:
        groups += [_RHINE, *([_RHINE_MINOR] if account.has_minor else [])]
    groups.append(_ALL)
    return groups


def _self_employed(account: Account) -> Mapping[str, _Rule]:
    return _SELF_EMPLOYED_LOADING if account.record.loading_exception else _SELF_EMPLOYED


def _order(breach: Breach) -> tuple[Any, str]:
    window = breach.window
    return (window.start if window is not None else day_start(date.max), breach.rule_id)
