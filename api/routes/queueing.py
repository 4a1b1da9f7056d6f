"""Runs put into the queue: within its bounds, under the limits of the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from api.errors import refused
from api.routes.access import Actor
from api.routes.service import Service
from api.store.datasets import newest_version
from api.store.jobs import NewJob, QueueFullError, enqueue
from api.store.tables import JobRow, PlanRow


def time_limit(service: Service, wished: float | None) -> float:
    """The time to solve in s.

    Raises
    ------
    ServiceError
        422 if it is longer than the settings allow.
    """
    most = service.settings.time_limit_most_s
    if wished is not None and wished > most:
        raise refused(
            422,
            "time_limit.range",
            f"Die Rechenzeit muss zwischen 0 und {most:g} s liegen.",
            f"The time to solve must lie between 0 and {most:g} s.",
            part="body.time_limit_s",
        )
    return wished if wished is not None else min(service.settings.time_limit_s, most)


def queue(
    service: Service,
    session: Session,
    actor: Actor,
    kind: str,
    plan: PlanRow,
    payload: Mapping[str, Any],
    dataset_version_id: int | None = None,
) -> JobRow:
    """Queue a run on the newest version of a plan; without a dataset version on the newest one.

    Raises
    ------
    ServiceError
        429 if as many are waiting as may wait, 503 if the service is about to end.
    """
    if service.closing.is_set():
        raise refused(
            503,
            "service.closing",
            "Der Dienst wird gerade beendet und nimmt nichts mehr an.",
            "The service is about to end and takes nothing more.",
            headers={"Retry-After": "30"},
        )
    used = newest_version(session, plan.dataset_id).id if dataset_version_id is None else dataset_version_id
    new = NewJob(
        kind=kind,
        plan_id=plan.id,
        dataset_version_id=used,
        base_version=plan.version,
        payload=payload,
        actor_id=actor.id,
    )
    try:
        job = enqueue(session, new, service.settings.queue_most)
    except QueueFullError:
        raise refused(
            429,
            "queue.full",
            f"Es warten schon {service.settings.queue_most} Läufe. Später noch einmal versuchen oder Läufe abbrechen.",
            f"{service.settings.queue_most} runs are waiting already. Try again later or cancel some.",
            headers={"Retry-After": "30"},
        ) from None
    service.engine.submit(session, job.id)
    return job
