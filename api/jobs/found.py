"""What a solver process has found, as JSON documents; names are marks in them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from api.rosters.documents import document, plan_document, report_document, roster_document
from optimizer.foresee import Outage, danger
from optimizer.plan import PlannedWeek
from optimizer.replan.answers import Answer
from optimizer.replan.calls import Call, calls
from optimizer.replan.situation import Situation


def planned_week(planned: PlannedWeek) -> dict[str, Any]:
    """A plan: levels, causes, the checker's verdict, and the roster if there is one."""
    roster = planned.result.roster
    found = plan_document(planned)
    return found if roster is None else {**found, "roster": roster_document(roster)}


def answers(situation: Situation, found: Sequence[Answer]) -> dict[str, Any]:
    """Answers to what happened, side by side."""
    return {"answers": [_answer(situation, answer) for answer in found]}


def outages(start: datetime, found: Sequence[Outage]) -> dict[str, Any]:
    """What falls if only this person drops out, the most dangerous loss first."""
    return {"start": document(start), "outages": document(sorted(found, key=danger))}


def _answer(situation: Situation, answer: Answer) -> dict[str, Any]:
    planned, difference = answer.planned, answer.difference
    proven = None
    if planned is not None:
        proven = {"changed": document(planned.changed), "called": document(planned.called)}
    return {
        "preference": answer.preference.value,
        "changed": difference.changed,
        "called": len(difference.called),
        "gone": document(difference.gone),
        "new": document(difference.new),
        "calls": [_call(call) for call in calls(situation, answer.roster, difference)],
        "not_sailing": sorted({row.shift_id for row in answer.roster.rows} - answer.roster.sailing_shifts()),
        "levels": [] if planned is None else [{**document(x), "gap": x.gap} for x in planned.result.levels],
        "proven": proven,
        "check": report_document(answer.report),
        "seconds": round(answer.seconds, 2),
        "roster": roster_document(answer.roster),
    }


def _call(call: Call) -> dict[str, Any]:
    return {
        "crew_id": call.crew_id,
        "new": [document(row) for row, _ in call.new],
        "gone": [document(row) for row, _ in call.gone],
        "by": document(call.by),
        "in_time": call.in_time,
        "rate_days": call.rate_days,
    }
