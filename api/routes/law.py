"""The rules and readings of the product, and the audit trail of the service."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import BeforeValidator

from api.rosters.documents import document
from api.routes.access import Administering, Viewing
from api.routes.service import Served
from api.routes.wire import Page
from api.schemas.things import AuditEntry, PageOf
from api.store.audit import entries
from optimizer.law import load_rulebook

router = APIRouter()


def _plain_day(value: object) -> object:
    # "0" would be read as a number of seconds, and so as the first of January 1970.
    if isinstance(value, str) and not (len(value) == 10 and value[4] == value[7] == "-"):
        raise ValueError("a day is written like 2026-12-07")
    return value


@router.get("/law", tags=["law"])
def law(
    actor: Viewing,
    on: Annotated[date | None, BeforeValidator(_plain_day), Query(description="in force that day")] = None,
) -> dict[str, Any]:
    """The rules with citation, dates, values and the day they were compared with the official text."""
    rulebook = load_rulebook()
    rules = []
    for rule in sorted(rulebook.rules.values(), key=lambda rule: rule.rule_id):
        versions = [v for v in rule.versions if on is None or v.in_force(on)]
        if versions:
            rules.append({**document(rule), "versions": document(versions)})
    return {
        "compared_on": document(rulebook.compared_on),
        "readings": document(dict(rulebook.readings)),
        "rules": rules,
    }


@router.get("/audit", tags=["audit"])
def audit(
    served: Served,
    actor: Administering,
    page: Page,
    subject: Annotated[str | None, Query(max_length=120, pattern=r"^[^\x00-\x1f\x7f]*$", examples=["plan/1"])] = None,
) -> PageOf[AuditEntry]:
    """Who did what and when, the latest first."""
    with served.store.reading() as session:
        rows, total = entries(session, subject, page.limit, page.offset)
    items = [AuditEntry.of(row) for row in rows]
    return PageOf[AuditEntry](items=items, total=total, limit=page.limit, offset=page.offset)
