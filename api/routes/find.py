"""Things named in a path, or the 404 that says which one is missing."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.errors import not_found, refused
from api.rosters.documents import read_roster_document
from api.rosters.opened import Opened
from api.routes.service import Service
from api.store.datasets import newest_version
from api.store.plans import plan_version
from api.store.tables import DatasetRow, DatasetVersionRow, JobRow, PlanRow, PlanVersionRow
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.roster import Roster
from optimizer.timeline import Interval


def dataset_of(session: Session, dataset_id: int) -> DatasetRow:
    row = session.get(DatasetRow, dataset_id)
    if row is None:
        raise not_found(Text("den Datensatz", "dataset"), dataset_id, "path.dataset_id")
    return row


def plan_of(session: Session, plan_id: int) -> PlanRow:
    row = session.get(PlanRow, plan_id)
    if row is None:
        raise not_found(Text("den Plan", "plan"), plan_id, "path.plan_id")
    return row


def job_of(session: Session, job_id: int) -> JobRow:
    row = session.get(JobRow, job_id)
    if row is None:
        raise not_found(Text("den Lauf", "run"), job_id, "path.job_id")
    return row


def version_of(session: Session, plan: PlanRow, number: int | None) -> PlanVersionRow:
    """A version of a plan, without a number the newest one."""
    row = plan_version(session, plan.id, plan.version if number is None else number)
    if row is not None:
        return row
    if plan.version == 0:
        raise refused(
            409,
            "plan.no_roster",
            "Der Plan hat noch keinen Dienstplan; seine Läufe stehen unter /jobs.",
            "The plan has no roster yet; its runs are under /jobs.",
        )
    raise not_found(Text("die Version", "version"), number, "query.version")


def opened_newest(service: Service, dataset_id: int) -> Opened:
    """The newest version of a dataset, ready to work with."""
    with service.store.reading() as session:
        dataset_of(session, dataset_id)
        return service.datasets.open(session, newest_version(session, dataset_id))


@dataclass(frozen=True)
class Standing:
    """A roster of a plan with the instance it belongs to."""

    plan: PlanRow
    version: PlanVersionRow
    roster: Roster
    instance: Instance
    newest_dataset_version: int


def standing(service: Service, plan_id: int, number: int | None, *, newest: bool = False) -> Standing:
    """A version of a plan with the dataset it was made for, or with the newest one of that dataset."""
    with service.store.reading() as session:
        plan = plan_of(session, plan_id)
        row = version_of(session, plan, number)
        last = newest_version(session, plan.dataset_id)
        used = last if newest else session.get_one(DatasetVersionRow, row.dataset_version_id)
        opened = service.datasets.open(session, used)
    instance = opened.instance(Interval(plan.window_start, plan.window_end), plan.assume_rested)
    roster = read_roster_document(row.roster)
    if newest:
        _still_there(roster, opened)
    return Standing(plan, row, roster, instance, last.id)


def _still_there(roster: Roster, opened: Opened) -> None:
    gone = {row.shift_id for row in roster.rows} - set(opened.dataset.shifts)
    gone |= {row.crew_id for row in roster.rows if row.crew_id} - set(opened.dataset.crew)
    if gone:
        names = ", ".join(sorted(gone)[:20])
        raise refused(
            409,
            "dataset.changed",
            f"Der Datensatz hat sich geändert und kennt nicht mehr: {names}. Bitte neu planen.",
            f"The dataset has changed and no longer has: {names}. Please plan anew.",
        )
