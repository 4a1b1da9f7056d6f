"""The golden rest cases against the checker's own judge."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from optimizer.check.rest import RestBreach, judge_rest
from optimizer.domain import Employment, OperatingMode
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.law import load_rulebook
from optimizer.timeline import Interval, day_start, local, merge

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[1] / "golden" / "rest.json").read_text("utf-8"))
}
RULES_OF_LAW = {
    "BinSchPersV § 103(2)": (
        "rest.consecutive_duty_employee",
        "rest.consecutive_duty_self_employed",
    ),
    "BinSchPersV § 103(3)": (
        "rest.uninterrupted_employee",
        "rest.uninterrupted_self_employed",
        "rest.total_employee",
        "rest.loading_exception",
    ),
    "BinSchPersV § 103(4)": ("rest.soft_window",),
    "BinSchArbZV §§ 4, 6": (
        "work.total_24h",
        "work.total_7d",
        "work.night_7d",
        "work.rest_24h",
        "work.rest_uninterrupted",
        "work.rest_7d",
    ),
    "BinSchArbZV § 5": ("work.breaks",),
    "BinSchArbZV § 7(1)": ("work.consecutive_days",),
    "JArbSchG §§ 8, 12, 13, 14, 20": (
        "youth.daily_hours",
        "youth.weekly_hours",
        "youth.shift",
        "youth.free_time",
        "youth.night",
        "youth.forbidden_days",
    ),
}
RULES_OF_LAW["BinSchPersV § 103(2), § 103(3)"] = (
    *RULES_OF_LAW["BinSchPersV § 103(2)"],
    *RULES_OF_LAW["BinSchPersV § 103(3)"],
)
RULES_OF_LAW["BinSchArbZV §§ 4, 6 + BinSchPersV § 103(3)"] = (
    *RULES_OF_LAW["BinSchArbZV §§ 4, 6"],
    *RULES_OF_LAW["BinSchPersV § 103(3)"],
)
DUE_LATER = {
    "rest days of §§ 7(3)-(5), 8 BinSchArbZV": {
        *(f"REST-{number}" for number in (101, 102, 106, 107, 108, 109, 110, 111, 112, 113)),
        *("REST-115", "REST-116", "REST-120"),
    },
    "free days of § 20(1) Nr. 3 S. 2, 3 JArbSchG": {"REST-139", "REST-140"},
    "regime RheinSchPersV": {
        f"REST-{number}" for number in (123, 124, 126, 128, 130, 131, 132, 134, 135, 136, 137)
    },
}
JUDGED = sorted(set(CASES) - set().union(*DUE_LATER.values()))


def _interval(pair: list[str]) -> Interval:
    return Interval(*(datetime.fromisoformat(text) for text in pair))


def _pieces(facts: Mapping[str, Any]) -> tuple[WorkPiece, ...]:
    """Duties joined over the labelled breaks between them."""
    breaks = [_interval(pair) for pair in facts.get("breaks", ())]
    duties = [_interval(pair) for pair in facts["duties"]]
    joined = [
        item
        for item in merge([*duties, *breaks])
        if any(item.overlaps(labelled) for labelled in breaks)
    ]
    alone = [duty for duty in duties if not any(item.overlaps(duty) for item in joined)]
    return tuple(
        WorkPiece(
            interval=item,
            breaks=tuple(labelled for labelled in breaks if item.covers(labelled)),
            sailing=facts.get("sailing", True),
            mode=OperatingMode(facts["mode"]),
        )
        for item in [*joined, *alone]
    )


def _on_board(facts: Mapping[str, Any]) -> tuple[Interval, ...]:
    days = [
        date.fromisoformat(entry["date"])
        for entry in facts.get("no_duty_days", ())
        if entry["place"] != "free"
    ]
    return tuple(
        Interval(day_start(day), day_start(date.fromordinal(day.toordinal() + 1))) for day in days
    )


def record_of(facts: Mapping[str, Any]) -> WorkRecord:
    return WorkRecord(
        crew_id="golden",
        employment=Employment(facts["employment"]),
        birth_date=date.fromisoformat(facts["birth_date"]),
        pieces=_pieces(facts),
        on_board=_on_board(facts),
        loading_exception=facts.get("loading_exception", False),
    )


def _local_text(instant: datetime | date) -> str:
    """As the cases write instants and days."""
    if isinstance(instant, datetime):
        return local(instant).isoformat(timespec="minutes")
    return instant.isoformat()


def _got(case: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """By golden rule name: the most severe class and the first window of that class."""
    rulebook = load_rulebook()
    order = ("hard", "conservative", "soft", "info")
    got: dict[str, RestBreach] = {}
    for breach in judge_rest(record_of(case["facts"]), rulebook, rules=RULES_OF_LAW[case["law"]]):
        known = got.get(breach.rule_id)
        if known is None or order.index(breach.severity_class) < order.index(known.severity_class):
            got[breach.rule_id] = breach
    return {
        rulebook.rule(rule_id).golden: (
            breach.severity_class,
            _local_text(breach.first_window_start),
        )
        for rule_id, breach in got.items()
    }


@pytest.mark.parametrize("case_id", JUDGED)
def test_golden_rest_case(case_id: str):
    case = CASES[case_id]
    expected = {
        entry["rule"]: (entry["class"], entry["first_window_start"])
        for entry in case["expected"]["violations"]
    }

    assert _got(case) == expected


def test_every_case_is_judged_or_due_later_for_a_named_reason():
    assert len(CASES) == 84
    assert DUE_LATER["regime RheinSchPersV"] == {
        case_id for case_id, case in CASES.items() if case["facts"]["regime"] == "RheinSchPersV"
    }
    assert set(JUDGED) == {
        case_id
        for case_id, case in CASES.items()
        if case["law"] in RULES_OF_LAW and case["facts"]["regime"] == "BinSchPersV"
    }
    assert len(JUDGED) == 84 - 13 - 2 - 11
