"""What the law obliges to keep: whose working time a stored roster or dataset records, and until when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.records.periods import Period, periods
from api.rosters.documents import read_roster_document
from api.rosters.opened import OpenDatasets, Opened
from api.store.tables import DatasetVersionRow, PlanRow, PlanVersionRow
from optimizer.domain import Employment
from optimizer.findings import DatasetError


@dataclass(frozen=True, slots=True)
class Kept:
    """A record that must be kept until an instant (UTC), by which period."""

    until: datetime
    period: Period


Known = dict[tuple[str, int, str, str | None], Kept | None]


def record_of(employment: Employment | None, last: datetime) -> Kept:
    """The duty to keep somebody's working time that ended at ``last``; who is unknown counts as employed."""
    kind = "crew_change_record" if employment is Employment.SELF_EMPLOYED else "employee_record"
    period = periods()[kind]
    return Kept(period.over_at(last), period)


def longest(kept: Iterable[Kept]) -> Kept | None:
    return max(kept, key=lambda one: one.until, default=None)


def is_record(plan: PlanRow, version: PlanVersionRow) -> bool:
    """Whether a version tells who worked: it was in force, or nothing later is there."""
    return version.published_at is not None or version.number == plan.version


class WorkKept:
    """The duties to keep that follow from rosters and datasets of a store.

    What was found once is remembered in ``known``: versions do not change, and reading them takes its time.
    """

    def __init__(self, session: Session, datasets: OpenDatasets, known: Known | None = None):
        self._session, self._datasets = session, datasets
        self._known: Known = {} if known is None else known

    def of_roster(self, version: PlanVersionRow, crew_id: str | None = None) -> Kept | None:
        """The longest duty to keep a roster, for everybody on duty in it or for one person."""
        key = ("roster", version.id, "", crew_id)
        if key not in self._known:
            self._known[key] = self._of_roster(version, crew_id)
        return self._known[key]

    def of_dataset(self, version: DatasetVersionRow, crew_id: str | None = None) -> Kept | None:
        """The longest duty to keep recorded working time that a dataset holds."""
        key = ("dataset", version.id, version.content_hash, crew_id)
        if key not in self._known:
            self._known[key] = self._of_dataset(version, crew_id)
        return self._known[key]

    def _of_roster(self, version: PlanVersionRow, crew_id: str | None) -> Kept | None:
        opened = self._opened(self._session.get_one(DatasetVersionRow, version.dataset_version_id))
        found = []
        for row in read_roster_document(version.roster).rows:
            if not row.on_duty or not row.crew_id or (crew_id is not None and row.crew_id != crew_id):
                continue
            ends = [part.end for part in row.duty]
            if ends:
                found.append(record_of(_employment(opened, row.crew_id), max(ends)))
        return longest(found)

    def _of_dataset(self, version: DatasetVersionRow, crew_id: str | None) -> Kept | None:
        opened = self._opened(version)
        if opened is None:
            # What cannot be read any more is kept as if somebody had worked until it was stored.
            return record_of(None, version.created_at)
        duties = (duty for duty in opened.dataset.duties if not duty.planned)
        return longest(
            record_of(_employment(opened, duty.crew_id), duty.interval.end)
            for duty in duties
            if crew_id is None or duty.crew_id == crew_id
        )

    def of_plan(self, plan: PlanRow, crew_id: str | None = None) -> Kept | None:
        """The longest duty to keep a plan, by the versions that tell who worked."""
        versions = self._session.scalars(select(PlanVersionRow).where(PlanVersionRow.plan_id == plan.id))
        return longest(
            kept for one in versions if is_record(plan, one) and (kept := self.of_roster(one, crew_id)) is not None
        )

    def _opened(self, version: DatasetVersionRow) -> Opened | None:
        try:
            return self._datasets.open(self._session, version)
        except DatasetError:
            return None


def _employment(opened: Opened | None, crew_id: str) -> Employment | None:
    person = None if opened is None else opened.dataset.crew.get(crew_id)
    return None if person is None else person.employment
