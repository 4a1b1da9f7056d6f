"""Plans: created with a run of the solver, solved again, listed."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from sqlalchemy.orm import Session

from api.access.blank import blank_document
from api.errors import not_found, refused
from api.routes.access import Actor, Dispatching, Viewing
from api.routes.find import plan_of
from api.routes.once import IdempotencyKey, digest, once
from api.routes.queueing import queue, time_limit
from api.routes.service import Served
from api.routes.wire import Id, Page
from api.schemas.orders import PlanOrder, SolveOrder, plain
from api.schemas.things import Job, PageOf, Plan, PlanAndJob, PlanVersion
from api.store.audit import record
from api.store.datasets import newest_version
from api.store.plans import add_plan, plan_versions, plans
from api.store.tables import DatasetRow, PlanRow
from optimizer.cli.arguments import plan_window
from optimizer.cli.problem import CommandError
from optimizer.domain import Dataset
from optimizer.findings import Text
from optimizer.timeline import Interval, local

router = APIRouter(tags=["plans"])


@router.post("/plans", status_code=202, response_model=PlanAndJob)
def create_plan(
    order: PlanOrder, served: Served, actor: Dispatching, idempotency_key: IdempotencyKey = None
) -> Response:
    """Plan a window of a dataset: answered at once, the run goes on behind it."""
    payload = {"time_limit_s": time_limit(served, order.time_limit_s), "deterministic": order.deterministic}
    with served.store.reading() as session:
        if session.get(DatasetRow, order.dataset_id) is None:
            raise not_found(Text("den Datensatz", "dataset"), order.dataset_id, "body.dataset_id")
        opened = served.datasets.open(session, newest_version(session, order.dataset_id))
    window = _window(opened.dataset, order)

    def create(session: Session) -> tuple[str, dict[str, Any]]:
        name = order.name or f"{local(window.start):%d.%m.%Y}"
        plan = add_plan(session, order.dataset_id, name, window, order.assume_rested, actor.id)
        job = queue(served, session, actor, "plan", plan, payload)
        _record(session, actor, "plan.create", plan, job.id)
        answer = PlanAndJob(plan=Plan.of(plan), job=Job.of(job)).model_dump(mode="json")
        return f"/api/v1/plans/{plan.id}", answer

    return once(served, actor, idempotency_key, digest("plan", plain(order)), 202, create)


@router.post("/plans/{plan_id}/solve", status_code=202, response_model=Job)
def solve_again(
    plan_id: Id, order: SolveOrder, served: Served, actor: Dispatching, idempotency_key: IdempotencyKey = None
) -> Response:
    """Plan the same window anew with the newest version of the dataset."""
    payload = {"time_limit_s": time_limit(served, order.time_limit_s), "deterministic": order.deterministic}

    def create(session: Session) -> tuple[str, dict[str, Any]]:
        plan = plan_of(session, plan_id)
        job = queue(served, session, actor, "plan", plan, payload)
        _record(session, actor, "plan.solve", plan, job.id)
        return f"/api/v1/jobs/{job.id}", Job.of(job).model_dump(mode="json")

    return once(served, actor, idempotency_key, digest("solve", plan_id, plain(order)), 202, create)


@router.get("/plans")
def list_plans(
    served: Served,
    actor: Viewing,
    page: Page,
    dataset_id: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
) -> PageOf[Plan]:
    """The plans, the latest first."""
    with served.store.reading() as session:
        rows, total = plans(session, dataset_id, page.limit, page.offset)
    return PageOf[Plan](items=[Plan.of(row) for row in rows], total=total, limit=page.limit, offset=page.offset)


@router.get("/plans/{plan_id}")
def get_plan(plan_id: Id, served: Served, actor: Viewing, response: Response) -> Plan:
    """A plan; `ETag` is its version, to be sent back as `If-Match` with a change."""
    with served.store.reading() as session:
        plan = Plan.of(plan_of(session, plan_id))
    response.headers["ETag"] = f'"{plan.version}"'
    return plan


@router.get("/plans/{plan_id}/versions")
def list_versions(plan_id: Id, served: Served, actor: Viewing, page: Page) -> PageOf[PlanVersion]:
    """The versions of a plan, the newest first."""
    with served.store.reading() as session:
        plan_of(session, plan_id)
        rows, total = plan_versions(session, plan_id, page.limit, page.offset)
    items = [PlanVersion.of(row) for row in rows]
    if not actor.sees_reasons:
        items = [item.model_copy(update={"summary": blank_document(item.summary)}) for item in items]
    return PageOf[PlanVersion](items=items, total=total, limit=page.limit, offset=page.offset)


def _window(dataset: Dataset, order: PlanOrder) -> Interval:
    start = None if order.start is None else order.start.isoformat()
    try:
        return plan_window(dataset, order.week, start, str(order.weeks))
    except CommandError as error:
        raise refused(422, "plan.window", error.text.de, error.text.en, part="body.week") from None


def _record(session: Session, actor: Actor, action: str, plan: PlanRow, job_id: int) -> None:
    record(
        session,
        action,
        f"plan/{plan.id}",
        actor_id=actor.id,
        actor=actor.name,
        request_id=actor.request_id,
        detail={"job": job_id},
    )
