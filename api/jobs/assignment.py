"""From a run in the store to the work of a solver process, and its results to documents with names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from api.jobs.work import OutagesWork, PlanWork, ReplanWork, Work
from api.rosters.documents import read_roster_document
from api.rosters.events import Happened, request_of
from api.rosters.opened import OpenDatasets
from api.rosters.pseudonyms import Pseudonyms, without_names
from api.store.jobs import Lease, locked_job
from api.store.plans import plan_version
from api.store.tables import DatasetVersionRow, JobRow, PlanRow
from optimizer.domain import Person
from optimizer.instance import Instance
from optimizer.roster import Roster
from optimizer.solve.replanning import Preference
from optimizer.solve.result import SolveOptions
from optimizer.timeline import Interval

PLAN, DROP_OUT, OUTAGES = "plan", "drop_out", "outages"


@dataclass(frozen=True)
class Assignment:
    """One attempt at a run: the work without names, and what is needed to read its results."""

    lease: Lease
    work: Work
    crew: Mapping[str, Person]
    pseudonyms: Pseudonyms
    crashes: int

    def with_names(self, found: dict[str, Any]) -> dict[str, Any]:
        """What was found, with names in its texts and names and contacts in its calls."""
        named: dict[str, Any] = self.pseudonyms.restored(found)
        for answer in named.get("answers", ()):
            for call in answer["calls"]:
                person = self.crew[call["crew_id"]]
                call |= {"name": person.name, "contact": person.contact}
        return named


def assignment(session: Session, datasets: OpenDatasets, lease: Lease, threads: int) -> Assignment:
    """Read a run from the store.

    Raises
    ------
    LeaseLostError
        If the run is not the caller's any more.
    DatasetError
        If its dataset is not valid for this program any more.
    """
    job = locked_job(session, lease)
    version = session.get_one(DatasetVersionRow, job.dataset_version_id)
    plan = session.get_one(PlanRow, job.plan_id)
    opened = datasets.open(session, version)
    instance = opened.instance(Interval(plan.window_start, plan.window_end), plan.assume_rested)
    pseudonyms = without_names(opened.dataset)
    roster = None if job.kind == PLAN else _roster(session, plan, job)
    work = _work(job, instance, pseudonyms, roster, threads)
    return Assignment(lease, work, opened.dataset.crew, pseudonyms, job.crashes)


def _roster(session: Session, plan: PlanRow, job: JobRow) -> Roster:
    row = plan_version(session, plan.id, job.base_version)
    assert row is not None
    return read_roster_document(row.roster)


def _work(job: JobRow, instance: Instance, pseudonyms: Pseudonyms, roster: Roster | None, threads: int) -> Work:
    options = SolveOptions(
        time_limit_s=float(job.payload["time_limit_s"]),
        deterministic=bool(job.payload.get("deterministic", False)),
        workers=1 if job.kind == OUTAGES else threads,
    )
    common: dict[str, Any] = {
        "dataset": pseudonyms.dataset,
        "window": instance.window,
        "assume_rested": instance.assume_rested,
        "options": options,
    }
    if roster is None:
        return PlanWork(**common)
    if job.kind == OUTAGES:
        return OutagesWork(**common, roster=_blank(roster), start=datetime.fromisoformat(job.payload["start"]))
    request = request_of(Happened.model_validate(job.payload["happened"]))
    first = Preference(job.payload["prefer"])
    order = (first, *(p for p in Preference if p is not first))
    return ReplanWork(**common, roster=_blank(roster), request=request, preferences=order)


def _blank(roster: Roster) -> Roster:
    """A roster without its texts, which name people; planning does not read them."""
    return replace(roster, rows=tuple(replace(row, reason=None) for row in roster.rows), notes=())
