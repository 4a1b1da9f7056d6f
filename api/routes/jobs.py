"""Runs of the solver: state, live events, cancel, finish now."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Header, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse
from fastapi.sse import format_sse_event

from api.routes.access import Actor, Dispatching, Viewing
from api.routes.find import job_of
from api.routes.service import Served, Service
from api.routes.wire import Id, Page
from api.schemas.things import Job, JobWithResult, PageOf
from api.store import jobs as store_jobs
from api.store.audit import record
from api.store.jobs import OPEN, JobState, Wish
from api.store.tables import JobRow

router = APIRouter(tags=["jobs"])

_POLL_S = 0.3
#: A comment so often keeps proxies from closing a quiet line.
_QUIET_S = 15.0
_EVENTS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events: `state`, `progress` (level, best, bound, gap, elapsed_s), `better`, `looked`, `wish`, "
        "`end`. The id of each is the place to go on from, as `Last-Event-ID`.",
        "content": {
            "text/event-stream": {
                "schema": {"type": "string"},
                "example": 'id: 7\nevent: progress\ndata: {"level": 4, "elapsed_s": 12.1, "best": 13085, '
                '"bound": 7289, "gap": 0.795}\n\n',
            }
        },
    }
}


@router.get("/jobs")
def list_jobs(
    served: Served,
    actor: Viewing,
    page: Page,
    plan_id: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    state: JobState | None = None,
) -> PageOf[Job]:
    """The runs, the latest first."""
    with served.store.reading() as session:
        rows, total = store_jobs.jobs(session, plan_id, state, page.limit, page.offset)
    return PageOf[Job](items=[Job.of(row) for row in rows], total=total, limit=page.limit, offset=page.offset)


@router.get("/jobs/{job_id}")
def get_job(job_id: Id, served: Served, actor: Viewing) -> Job:
    """The state of a run."""
    with served.store.reading() as session:
        return Job.of(job_of(session, job_id))


@router.get("/jobs/{job_id}/result")
def job_result(job_id: Id, served: Served, actor: Dispatching) -> JobWithResult:
    """A run with what it has found; while it goes on, `best` is the best so far."""
    with served.store.reading() as session:
        return JobWithResult.of(job_of(session, job_id))  # type: ignore[return-value]


@router.post("/jobs/{job_id}/cancel", status_code=202)
def cancel_job(job_id: Id, served: Served, actor: Dispatching) -> Job:
    """End a run; the best roster so far is kept. One that has ended stays as it is."""
    return _ask(served, actor, job_id, Wish.CANCEL)


@router.post("/jobs/{job_id}/finish", status_code=202)
def finish_job(job_id: Id, served: Served, actor: Dispatching) -> Job:
    """Be content with the best roster so far."""
    return _ask(served, actor, job_id, Wish.FINISH)


def _ask(served: Service, actor: Actor, job_id: int, wish: Wish) -> Job:
    with served.store.writing() as session:
        job_of(session, job_id)
        row = store_jobs.ask(session, job_id, wish)
        assert row is not None
        record(
            session,
            f"job.{wish}",
            f"job/{job_id}",
            actor_id=actor.id,
            actor=actor.name,
            request_id=actor.request_id,
        )
        return Job.of(row)


@router.get("/jobs/{job_id}/events", response_class=StreamingResponse, responses=_EVENTS)
async def job_events(
    job_id: Id,
    request: Request,
    served: Served,
    actor: Viewing,
    last_event_id: Annotated[str | None, Header(pattern="^[0-9]{1,18}$")] = None,
) -> StreamingResponse:
    """Live events of a run as server-sent events, until it ends."""

    def exists() -> None:
        with served.store.reading() as session:
            job_of(session, job_id)

    await run_in_threadpool(exists)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    stream = _stream(served, job_id, int(last_event_id or 0), request)
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


async def _stream(served: Service, job_id: int, last_id: int, request: Request) -> AsyncIterator[bytes]:
    quiet = 0.0
    while True:
        lines, last_id, ended = await run_in_threadpool(_next, served, job_id, last_id)
        for line in lines:
            yield line
        if ended or served.closing.is_set():
            return
        quiet = 0.0 if lines else quiet + _POLL_S
        if quiet >= _QUIET_S:
            quiet = 0.0
            yield b": \n\n"
        await anyio.sleep(_POLL_S)


def _next(served: Service, job_id: int, last_id: int) -> tuple[list[bytes], int, bool]:
    with served.store.reading() as session:
        # The state is read first: what ends a run writes its last event in the same transaction.
        row = session.get(JobRow, job_id)
        ended = row is None or row.state not in OPEN
        rows = store_jobs.events_after(session, job_id, last_id)
    lines = [
        format_sse_event(
            data_str=json.dumps({**row.body, "attempt": row.attempt, "at": row.at.isoformat()}, ensure_ascii=False),
            event=row.kind,
            id=str(row.id),
        )
        for row in rows
    ]
    return lines, rows[-1].id if rows else last_id, ended and len(rows) < 200
