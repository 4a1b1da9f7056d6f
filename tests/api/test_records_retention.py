"""What is over its time goes, and nothing that the law obliges to keep."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from job_bench import new_job, new_plan
from record_bench import planned_plan
from service_fleet import FILES, small_fleet
from sqlalchemy import func, select

from api.clock import now
from api.records.periods import periods
from api.records.retention import Due, seconds_to_next, sweep
from api.rosters.opened import OpenDatasets
from api.store import Store
from api.store.audit import record
from api.store.datasets import add_dataset, add_dataset_version
from api.store.jobs import outcomes
from api.store.plans import NewVersion, add_plan_version, locked_plan, plan_version, publish
from api.store.tables import (
    AuditRow,
    DatasetRow,
    DatasetVersionRow,
    IdempotencyRow,
    JobEventRow,
    JobRow,
    PlanRow,
    PlanVersionRow,
)
from optimizer.timeline import local

#: The fleet's people work until 9 December 2026: confirmed by the end of January, kept 24 months more.
LAW_ENDS = datetime(2029, 1, 31, 23, tzinfo=UTC)
DRAFTS_END = datetime(2027, 3, 13, 23, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def _at(store: Store, at: datetime, *, dry_run: bool = False) -> list[Due]:
    return sweep(store, OpenDatasets(), dry_run=dry_run, at=at)


def _count(store: Store, table: Any) -> int:
    with store.reading() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


def _kinds(found: list[Due]) -> set[str]:
    return {due.kind for due in found}


def test_a_roster_is_kept_to_the_day_that_the_law_names_and_goes_then(store: Store) -> None:
    planned_plan(store)
    assert "plan" not in _kinds(_at(store, LAW_ENDS - MINUTE))
    assert _count(store, PlanVersionRow) == 1
    found = _at(store, LAW_ENDS)
    assert [(due.citation, due.since) for due in found if due.kind == "plan"] == [
        ("BinSchArbZV § 10 Abs. 4 Satz 1", LAW_ENDS)
    ]
    assert [_count(store, table) for table in (PlanRow, PlanVersionRow, JobRow, JobEventRow)] == [0, 0, 0, 0]


def test_proof_of_the_self_employed_goes_after_six_months(store: Store) -> None:
    planned_plan(store, small_fleet(crew=FILES["crew.csv"].replace(";employee;", ";self_employed;")))
    last = datetime(2027, 6, 9, 22, tzinfo=UTC)
    assert "plan" not in _kinds(_at(store, last - MINUTE))
    (due,) = [due for due in _at(store, last) if due.kind == "plan"]
    assert due.citation == "BinSchPersV § 101 Abs. 3 Satz 2"


def test_one_employee_keeps_the_roster_for_all(store: Store) -> None:
    crew = FILES["crew.csv"].replace(";employee;", ";self_employed;", 3)
    planned_plan(store, small_fleet(crew=crew))
    found = _kinds(_at(store, LAW_ENDS - MINUTE))
    # The one employee may be the one who was not needed.
    with store.reading() as session:
        on_duty = {r["crew_id"] for v in session.scalars(select(PlanVersionRow)) for r in v.roster["rows"]}
    assert ("0010" in on_duty) == ("plan" not in found)


def test_superseded_drafts_go_early_and_versions_in_force_and_the_last_one_stay(store: Store) -> None:
    plan_id = planned_plan(store)
    with store.writing() as session:
        plan = locked_plan(session, plan_id)
        assert plan is not None
        first = plan_version(session, plan_id, 1)
        assert first is not None
        for _ in range(3):
            new = NewVersion(
                dataset_version_id=first.dataset_version_id,
                origin="edit",
                lawful=True,
                roster=first.roster,
                summary={},
            )
            last = add_plan_version(session, plan, new)
            if last.number == 2:
                publish(session, plan, last)
    assert "plan_version" not in _kinds(_at(store, DRAFTS_END - MINUTE))
    found = _at(store, DRAFTS_END)
    assert [due.subject for due in found if due.kind == "plan_version"] == [
        f"plan/{plan_id}/version/1",
        f"plan/{plan_id}/version/3",
    ]
    with store.reading() as session:
        assert session.scalars(select(PlanVersionRow.number).order_by(PlanVersionRow.number)).all() == [2, 4]


def test_a_dry_run_lists_exactly_what_goes_and_changes_nothing(store: Store) -> None:
    planned_plan(store)
    late = max(LAW_ENDS, now() + timedelta(days=40))
    told = _at(store, late, dry_run=True)
    assert {"plan", "run"} <= _kinds(told)
    assert (_count(store, PlanRow), _count(store, JobRow)) == (1, 1)
    assert _count(store, AuditRow) == 1, "only the solve itself"
    assert _at(store, late) == told
    assert _at(store, late) == []


def test_deletion_is_told_in_the_audit_trail(store: Store) -> None:
    planned_plan(store)
    _at(store, LAW_ENDS)
    with store.reading() as session:
        last = session.scalars(select(AuditRow).order_by(AuditRow.id.desc())).first()
    assert last is not None and last.action == "retention.delete" and last.detail["plan"] == 1


def test_a_dataset_with_recorded_working_time_is_kept_as_long_as_a_roster(store: Store) -> None:
    day = local(now()) - timedelta(days=1)
    shown = f"{day:%d.%m.%Y}"
    duties = f"crew_id;start;end;kind;vessel_id;source\n0007;{shown} 06:00;{shown} 12:00;duty;F1;recorded\n"
    with store.writing() as session:
        dataset, _ = add_dataset(session, "fleet", small_fleet(duties=duties), {}, None)
        add_dataset_version(session, dataset.id, small_fleet(), {}, None)
        other, _ = add_dataset(session, "other", small_fleet(), {}, None)
        add_dataset_version(session, other.id, small_fleet(), {}, None)
        recorded, without = f"dataset/{dataset.id}/version/1", f"dataset/{other.id}/version/1"
    ends = periods()["employee_record"].over_at(day)
    assert [due.subject for due in _at(store, now() + timedelta(days=120))] == [without]
    assert recorded not in {due.subject for due in _at(store, ends - MINUTE)}
    assert recorded in {due.subject for due in _at(store, ends)}


def test_a_dataset_that_cannot_be_read_any_more_is_not_taken_for_empty(store: Store) -> None:
    with store.writing() as session:
        dataset, _ = add_dataset(session, "fleet", {"crew.csv": b"broken"}, {}, None)
        add_dataset_version(session, dataset.id, small_fleet(), {}, None)
    assert _at(store, now() + timedelta(days=700)) == []


def test_the_newest_dataset_and_one_with_a_plan_stay(store: Store) -> None:
    planned_plan(store)
    _at(store, LAW_ENDS - MINUTE)
    assert (_count(store, DatasetRow), _count(store, DatasetVersionRow)) == (1, 1)
    found = _at(store, max(LAW_ENDS, periods()["unused_input"].over_at(now())))
    assert "dataset_version" in _kinds(found)
    assert (_count(store, DatasetRow), _count(store, DatasetVersionRow)) == (0, 0)


def test_ended_runs_go_after_a_month_and_their_count_stays(store: Store) -> None:
    planned_plan(store)
    with store.reading() as session:
        before = outcomes(session)
    assert before["plan", "done"][0] == 1
    assert "run" not in _kinds(_at(store, now() + timedelta(days=25)))
    assert "run" in _kinds(_at(store, now() + timedelta(days=40)))
    assert _count(store, JobRow) == 0
    with store.reading() as session:
        assert outcomes(session) == before
    planned_plan(store)
    with store.reading() as session:
        assert outcomes(session)["plan", "done"][0] == 2


def test_a_plan_with_a_waiting_run_stays(store: Store) -> None:
    plan_id = new_plan(store, small_fleet())
    new_job(store, plan_id)
    assert _at(store, LAW_ENDS + timedelta(days=4000)) == []


def test_keys_go_after_their_hours(store: Store) -> None:
    with store.writing() as session:
        key = {"actor": "local", "request_hash": "", "status": 201, "location": "", "answer": {}}
        session.add(IdempotencyRow(key="old", created_at=now() - timedelta(hours=49), **key))
        session.add(IdempotencyRow(key="new", created_at=now(), **key))
    assert _kinds(_at(store, now())) == {"idempotency_key"}
    with store.reading() as session:
        assert session.scalars(select(IdempotencyRow.key)).all() == ["new"]


def test_entries_of_the_audit_trail_go_after_three_years(store: Store) -> None:
    with store.writing() as session:
        for days in (3 * 366 + 5, 2 * 366 + 5, 0):
            at = now() - timedelta(days=days)
            session.add(AuditRow(at=at, actor_id=None, actor="x", action="x", subject="x", detail={}, request_id=""))
        record(session, "plan.create", "plan/1")
    assert _kinds(_at(store, now())) == {"audit_entry"}
    assert _count(store, AuditRow) == 4, "three that stay and the one that tells of the deletion"


@pytest.mark.parametrize(
    ("kind", "last", "over"),
    [
        ("employee_record", datetime(2026, 12, 13, 23, tzinfo=UTC), datetime(2029, 1, 31, 23, tzinfo=UTC)),
        ("employee_record", datetime(2026, 12, 31, 23, tzinfo=UTC), datetime(2029, 1, 31, 23, tzinfo=UTC)),
        ("employee_record", datetime(2026, 12, 31, 23, 1, tzinfo=UTC), datetime(2029, 2, 28, 23, tzinfo=UTC)),
        ("crew_change_record", datetime(2026, 8, 31, 12, tzinfo=UTC), datetime(2027, 2, 28, 23, tzinfo=UTC)),
        ("crew_change_record", datetime(2027, 2, 28, 12, tzinfo=UTC), datetime(2027, 8, 31, 22, tzinfo=UTC)),
        ("draft", datetime(2026, 7, 15, 12, tzinfo=UTC), datetime(2026, 10, 15, 22, tzinfo=UTC)),
    ],
)
def test_a_period_ends_with_a_day_of_berlin_and_is_never_short(kind: str, last: datetime, over: datetime) -> None:
    found = periods()[kind].over_at(last)
    assert found == over
    assert local(found).hour == 0


def test_every_period_names_its_paragraph_and_the_trail_is_kept_longer_than_the_database_holds_it() -> None:
    assert all(period.citation and period.name.de and period.name.en for period in periods().values())
    assert periods()["audit"].months > 24
    assert {kind for kind, period in periods().items() if period.law} == {"employee_record", "crew_change_record"}


def test_the_next_deletion_is_at_three_in_the_night() -> None:
    evening = datetime(2026, 12, 1, 20, tzinfo=UTC)
    assert seconds_to_next(evening) == 6 * 3600
    assert seconds_to_next(datetime(2026, 12, 1, 2, tzinfo=UTC)) == 24 * 3600
