"""Results of the optimizer as JSON documents, and rosters back from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python

from optimizer.check import CheckReport
from optimizer.plan import PlannedWeek
from optimizer.roster import Roster

_ROSTER = TypeAdapter(Roster)


def document(value: object) -> Any:
    """Plain JSON values of any result: instants with offset, sets in order, text in both languages."""
    return to_jsonable_python(_ordered(value), fallback=_plain)


def _plain(value: object) -> object:
    """Read-only views of mappings, which the law's values are."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"no JSON for {type(value).__name__}")


def roster_document(roster: Roster) -> dict[str, Any]:
    """A roster as JSON; :func:`read_roster_document` gives the same roster again."""
    return _ROSTER.dump_python(roster, mode="json")


def read_roster_document(stored: object) -> Roster:
    """The roster of a document.

    Raises
    ------
    pydantic.ValidationError
        If it is none.
    """
    return _ROSTER.validate_python(stored)


def report_document(report: CheckReport) -> dict[str, Any]:
    """The checker's verdict; ``lawful`` is false where any finding is unlawful."""
    found: dict[str, Any] = document(report)
    return {"lawful": report.exit_code != 1, **found}


def plan_document(planned: PlannedWeek) -> dict[str, Any]:
    """What a run of planning tells beside the roster: levels, what does not sail and why, the checker's verdict."""
    result = planned.result
    return {
        "status": result.status.value,
        "levels": [{**document(level), "gap": level.gap} for level in result.levels],
        "unavoidable_cost": result.unavoidable_cost,
        "open_positions": result.open_positions,
        "seconds": round(result.seconds, 2),
        "not_sailing": [{"shift_id": shift_id, "reason": document(text)} for shift_id, text in result.not_sailing],
        "notes": document(result.notes),
        "check": None if planned.report is None else report_document(planned.report),
    }


def _ordered(value: object) -> object:
    """Sets have no order; a document has one, so that equal results are equal texts."""
    if isinstance(value, CheckReport):
        return {
            "findings": value.findings,
            "sailing": sorted(value.sailing),
            "not_sailing": sorted(value.not_sailing),
            "readings": dict(value.readings),
            "exit_code": value.exit_code,
        }
    return value
