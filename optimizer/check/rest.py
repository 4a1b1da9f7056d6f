"""The checker's own judge of duty, work and rest time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType

from optimizer.check import rest_duty, rest_rhine, working_time, working_time_breaks, youth
from optimizer.check.rest_breach import RestBreach
from optimizer.domain import Employment
from optimizer.duty import WorkRecord
from optimizer.law import Rulebook

__all__ = ["JUDGED_RULES", "RestBreach", "judge_rest"]

Judge = Callable[[WorkRecord, Rulebook, str], list[RestBreach]]

_EVERYBODY: Mapping[str, Judge] = {
    "rest.soft_window": rest_duty.soft_window,
    # These find no duties of people of age.
    "youth.child": youth.children,
    "youth.daily_hours": youth.daily_hours,
    "youth.weekly_hours": youth.weekly_hours,
    "youth.breaks": youth.breaks,
    "youth.shift": youth.shift_length,
    "youth.free_time": youth.free_time,
    "youth.night": youth.night,
    "youth.forbidden_days": youth.forbidden_days,
    # These look at duties under the Rhine's regulation only.
    "rest.rhine_a1": rest_rhine.outside_voyage,
    "rest.rhine_a2_total": rest_rhine.total,
    "rest.rhine_a2_outside": rest_rhine.outside_voyage,
    "rest.rhine_a2_minor": rest_rhine.minors,
    "rest.rhine_b_total": rest_rhine.total,
    "rest.rhine_b_blocks": rest_rhine.twice_six_hours,
}
_BY_EMPLOYMENT: Mapping[Employment, Mapping[str, Judge]] = {
    Employment.SELF_EMPLOYED: {
        "rest.consecutive_duty_self_employed": rest_duty.consecutive_duty,
        "rest.uninterrupted_self_employed": rest_duty.uninterrupted_rest,
        "rest.loading_exception": rest_duty.loading_exception,
    },
    Employment.EMPLOYEE: {
        "rest.consecutive_duty_employee": rest_duty.consecutive_duty,
        "rest.uninterrupted_employee": rest_duty.uninterrupted_rest,
        "rest.total_employee": rest_duty.total_rest,
        "work.total_24h": working_time.most_work_24h,
        "work.total_7d": working_time.most_work_7d,
        "work.night_7d": working_time.most_night_work_7d,
        "work.breaks": working_time_breaks.breaks,
        "work.rest_24h": working_time.least_rest,
        "work.rest_uninterrupted": working_time.uninterrupted_rest,
        "work.rest_7d": working_time.least_rest,
        "work.consecutive_days": working_time.consecutive_days,
    },
}
_JUDGES = MappingProxyType({who: {**own, **_EVERYBODY} for who, own in _BY_EMPLOYMENT.items()})

#: Every rule this judge knows.
JUDGED_RULES = frozenset(rule_id for judges in _JUDGES.values() for rule_id in judges)


def judge_rest(
    record: WorkRecord, rulebook: Rulebook, *, rules: Collection[str] | None = None
) -> tuple[RestBreach, ...]:
    """Breaches of duty, work and rest rules in everything one person works.

    § 103 BinSchPersV, on the Rhine § 18.02 RheinSchPersV, is judged for everybody, the BinSchArbZV for employees and the JArbSchG for
    whoever is under 18 on the day; each in the version in force on the day of the duty and under
    the readings of ``rulebook``.

    Parameters
    ----------
    record
        All duties of the person, in UTC; time outside them is rest.
    rules
        Judge these rule ids only.

    Returns
    -------
    tuple of RestBreach
        One for each rule and run, day or cluster of overlapping windows, in the order of the rules.

    Raises
    ------
    KeyError
        For a rule id in ``rules`` that is not one of ``JUDGED_RULES``.
    """
    if rules is not None and (unknown := set(rules) - JUDGED_RULES):
        raise KeyError(f"not judged here: {', '.join(sorted(unknown))}")
    return tuple(
        breach
        for rule_id, judge in _JUDGES[record.employment].items()
        if rules is None or rule_id in rules
        for breach in judge(record, rulebook, rule_id)
    )
