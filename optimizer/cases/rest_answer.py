"""Breaches of duty, work and rest time, and free days of young people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Protocol

from optimizer.cases.outcome import Outcome, unanswered
from optimizer.cases.work_facts import record_of, rules_named
from optimizer.check.rest import JUDGED_RULES, judge_rest
from optimizer.duty import WorkRecord
from optimizer.findings import Text
from optimizer.law import Rulebook
from optimizer.rest import free_days_due, judge
from optimizer.timeline import local

_CLASSES = ("hard", "conservative", "soft", "info")


class _Breach(Protocol):
    @property
    def rule_id(self) -> str: ...
    @property
    def severity_class(self) -> str: ...
    @property
    def first_window_start(self) -> datetime | date: ...


@dataclass(frozen=True, slots=True)
class RestCase:
    """A person's work, or the days a young person worked at weekends; the rules that are asked."""

    rulebook: Rulebook
    rules: frozenset[str]
    record: WorkRecord | None
    worked: tuple[date, ...] = ()
    granted: int = 0
    as_of: date = date.min


def rest_case(facts: Mapping[str, Any], law: str, rulebook: Rulebook) -> RestCase:
    rules = rules_named(law, rulebook)
    if "sat_sun_worked" in facts:
        days = tuple(date.fromisoformat(day) for day in [*facts["sat_sun_worked"], *facts.get("holidays", ())])
        as_of = date.fromisoformat(facts["as_of"])
        return RestCase(rulebook, rules, None, days, facts.get("free_days_granted", 0), as_of)
    return RestCase(rulebook, rules, record_of(facts) if "duties" in facts else None)


def rest_outcome(case: RestCase, facts: Mapping[str, Any], _expected: Mapping[str, Any]) -> Outcome:
    """The violations of the rules named, each with its most severe class."""
    if "sat_sun_worked" in facts:
        return _free_days(case)
    if case.record is None:
        return unanswered(
            "Ruhetage nach § 7 Abs. 3 bis 5 und die Saison nach § 8 BinSchArbZV gibt es noch nicht.",
            "Rest days of § 7(3)-(5) and the season of § 8 BinSchArbZV are not in yet.",
        )
    found = _violations(judge(case.record, case.rulebook, rules=case.rules), case.rulebook)
    checked = _violations(
        _worst(judge_rest(case.record, case.rulebook, rules=case.rules & JUDGED_RULES)), case.rulebook
    )
    disputes = () if _comparable(found) == _comparable(checked) else (_shown(checked),)
    return Outcome({"violations": found}, disputes=disputes)


def _free_days(case: RestCase) -> Outcome:
    answer = free_days_due(case.worked, case.granted, case.as_of, case.rulebook)
    breaches = [] if answer.breach is None else [answer.breach]
    return Outcome({"violations": _violations(breaches, case.rulebook), "free_days_due": answer.due})


def _violations(breaches: Iterable[_Breach], rulebook: Rulebook) -> list[dict[str, Any]]:
    """One entry for each rule and class, with the start of the first window."""
    entries: dict[tuple[str, str], dict[str, Any]] = {}
    for breach in breaches:
        name = rulebook.rule(breach.rule_id).golden
        start = _written(breach.first_window_start)
        entry = {"rule": name, "first_window_start": start, "class": breach.severity_class}
        entries.setdefault((name, breach.severity_class), entry)
    return list(entries.values())


def _worst(breaches: Iterable[_Breach]) -> list[_Breach]:
    """The most severe breach of each rule, the earliest of several."""
    found: dict[str, _Breach] = {}
    for breach in breaches:
        known = found.get(breach.rule_id)
        if known is None or _CLASSES.index(breach.severity_class) < _CLASSES.index(known.severity_class):
            found[breach.rule_id] = breach
    return list(found.values())


def _written(start: datetime | date) -> str:
    return local(start).isoformat(timespec="minutes") if isinstance(start, datetime) else start.isoformat()


def _comparable(violations: list[dict[str, Any]]) -> set[tuple[str, ...]]:
    return {tuple(entry.values()) for entry in violations}


def _shown(violations: list[dict[str, Any]]) -> Text:
    text = "; ".join(" ".join(entry.values()) for entry in violations)
    return Text(text or "kein Verstoß", text or "no breach")
