"""Is the service alive, is it ready."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from sqlalchemy import select

from api.routes.service import Served
from api.routes.wire import PROBLEMS
from api.store.tables import DatasetRow
from optimizer.law import load_rulebook

router = APIRouter(tags=["operation"], responses={500: PROBLEMS[500]})


@router.get("/healthz")
def health(request: Request) -> dict[str, str]:
    """The process answers; version and the day the law was last compared."""
    return {
        "status": "ok",
        "version": request.app.version,
        "law_compared_on": load_rulebook().compared_on.isoformat(),
    }


@router.get("/readyz", responses={503: PROBLEMS[503]})
def ready(served: Served) -> dict[str, Any]:
    """The database answers too."""
    with served.store.reading() as session:
        session.execute(select(DatasetRow.id).limit(1)).all()
    return {"status": "ready"}
