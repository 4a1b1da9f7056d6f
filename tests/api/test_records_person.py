"""One person's data: all of it is given out, and erased up to what the law still obliges to keep."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from job_bench import job_row, new_job
from record_bench import planned_plan
from service_fleet import FILES, small_fleet
from sqlalchemy import select

from api.records.erasure import Erased, StillNeededError, erase
from api.records.mentions import Mentions
from api.records.person import UnknownPersonError, person_document
from api.records.retention import sweep
from api.rosters.documents import read_roster_document
from api.rosters.opened import OpenDatasets
from api.store import Store
from api.store.audit import broken_at
from api.store.datasets import files_of
from api.store.tables import AuditRow, DatasetVersionRow, PlanVersionRow, WithheldIdentityRow
from optimizer.check import check_roster
from optimizer.intake import read_files

AFTER = datetime(2027, 1, 10, tzinfo=UTC)
LAW_ENDS = datetime(2029, 1, 31, 23, tzinfo=UTC)
NAME, OTHER = "Änne Ähring", "Bob Ahrens"
CREW_HEAD, *CREW_ROWS = FILES["crew.csv"].splitlines()


def _secrets() -> dict[str, bytes]:
    """The fleet with everything about 0007 that may be known about somebody."""
    rows = [row + (";Diabetes" if row.startswith("0007") else f";Vertretung: {NAME}") for row in CREW_ROWS]
    return small_fleet(
        crew="\n".join([f"{CREW_HEAD};notes", *rows]) + "\n",
        absences=(
            "Personalnummer;Beginn;Ende;Art\n0007;20.12.2026 00:00;24.12.2026 00:00;Krankheit\n"
            "0008;20.12.2026 00:00;22.12.2026 00:00;Urlaub\n"
        ),
        duties=("crew_id;start;end;kind;vessel_id;source\n0007;01.12.2026 06:00;01.12.2026 12:00;duty;F1;recorded\n"),
        wishes="crew_id;kind;day\n0007;avoid;10.12.2026\n",
    )


def _erased(store: Store, crew_id: str = "0007", at: datetime = AFTER) -> Erased:
    with store.writing() as session:
        return erase(session, OpenDatasets(), crew_id, at=at)


def _document(store: Store, crew_id: str = "0007") -> dict[str, Any]:
    with store.reading() as session:
        return person_document(session, OpenDatasets(), crew_id)


def _everything(store: Store) -> str:
    """All that all tables hold, as one text, without the names kept aside."""
    told = []
    with store.engine.connect() as connection:
        for table in WithheldIdentityRow.metadata.sorted_tables:
            if table.name != "withheld_identity":
                for row in connection.execute(table.select()):
                    told += [
                        v.decode("utf-8", "replace")
                        if isinstance(v, bytes)
                        else json.dumps(v, default=str, ensure_ascii=False)
                        for v in row
                    ]
    return "\n".join(told)


def test_the_document_holds_every_row_roster_and_run_about_the_person_and_nobody_else(store: Store) -> None:
    plan_id = planned_plan(store, _secrets())
    held = _document(store)["held"][0]
    (dataset,) = held["datasets"]
    assert set(dataset["rows"]) == {"crew.csv", "certificates.csv", "absences.csv", "duties.csv", "wishes.csv"}
    assert dataset["rows"]["absences.csv"] == [
        {"Personalnummer": "0007", "Beginn": "20.12.2026 00:00", "Ende": "24.12.2026 00:00", "Art": "Krankheit"}
    ]
    assert held["names"] == [NAME]
    with store.reading() as session:
        rows = session.scalars(select(PlanVersionRow)).one().roster["rows"]
    assert held["rosters"][0]["rows"] == [row for row in rows if row["crew_id"] == "0007"]
    assert held["rosters"][0]["plan"]["id"] == plan_id
    assert OTHER not in json.dumps(held, ensure_ascii=False)
    assert {entry["citation"] for entry in held["kept_by_law"]} == {"BinSchArbZV § 10 Abs. 4 Satz 1"}


def test_nobody_is_known_under_an_id_that_is_nowhere(store: Store) -> None:
    planned_plan(store)
    with pytest.raises(UnknownPersonError):
        _document(store, "7")
    with pytest.raises(UnknownPersonError):
        _erased(store, "7")


def test_after_erasure_no_table_holds_the_name_contact_health_or_birth_date(store: Store) -> None:
    planned_plan(store, _secrets())
    before = _everything(store)
    secrets = (NAME, "Diabetes", "040 1", "01.02.1990", "20.12.2026 00:00;24.12.2026")
    assert all(secret in before for secret in secrets), "what is looked for was there"
    done = _erased(store)
    after = _everything(store)
    assert [secret for secret in secrets if secret in after] == []
    assert '"0007"' not in after and "0007;" not in after
    assert OTHER in after and "22.12.2026" in after and "040 2" in after
    assert done.pseudonym in after


def test_the_record_of_working_time_stays_readable_and_lawful_under_the_pseudonym(store: Store) -> None:
    planned_plan(store, _secrets())
    with store.reading() as session:
        before = session.scalars(select(PlanVersionRow)).one().roster
    done = _erased(store)
    datasets = OpenDatasets()
    with store.reading() as session:
        version = session.scalars(select(PlanVersionRow)).one()
        opened = datasets.open(session, session.get_one(DatasetVersionRow, version.dataset_version_id))
    roster = read_roster_document(version.roster)
    renamed = {"0007": done.pseudonym}
    assert [row.crew_id for row in roster.rows] == [
        renamed.get(row["crew_id"], row["crew_id"]) for row in before["rows"]
    ]
    assert opened.dataset.crew[done.pseudonym].birth_date.isoformat() == "1990-01-01"
    assert [duty.crew_id for duty in opened.dataset.duties] == [done.pseudonym]
    assert check_roster(opened.instance(roster.window, False), roster).exit_code == 0


def test_name_and_id_are_kept_aside_as_long_as_the_law_wants_the_record_and_no_longer(store: Store) -> None:
    planned_plan(store, _secrets())
    done = _erased(store)
    assert done.kept_until == LAW_ENDS
    assert _document(store)["erased"] == [
        {
            "pseudonym": done.pseudonym,
            "name": NAME,
            "keep_until": "2029-01-31T23:00:00Z",
            "citation": "BinSchArbZV § 10 Abs. 4 Satz 1",
        }
    ]
    sweep(store, OpenDatasets(), dry_run=False, at=LAW_ENDS - timedelta(minutes=1))
    with store.reading() as session:
        assert session.scalars(select(WithheldIdentityRow.name)).all() == [NAME]
    sweep(store, OpenDatasets(), dry_run=False, at=LAW_ENDS)
    with store.reading() as session:
        assert session.scalars(select(WithheldIdentityRow)).all() == []


def test_where_no_record_must_be_kept_nobody_can_tell_who_it_was(store: Store) -> None:
    planned_plan(store, _secrets())
    done = _erased(store, at=LAW_ENDS)
    assert (done.kept, done.kept_until) == ((), None)
    with store.reading() as session:
        assert session.scalars(select(WithheldIdentityRow)).all() == []
    with pytest.raises(UnknownPersonError):
        _document(store)


def test_who_has_duties_ahead_is_not_erased(store: Store) -> None:
    planned_plan(store)
    with pytest.raises(StillNeededError, match="duties ahead"):
        _erased(store, at=datetime(2026, 12, 7, tzinfo=UTC))
    assert NAME in _everything(store)


def test_nobody_is_erased_under_a_run(store: Store) -> None:
    plan_id = planned_plan(store)
    new_job(store, plan_id)
    with pytest.raises(StillNeededError, match="run"):
        _erased(store)


def test_orders_of_runs_lose_the_person_too(store: Store) -> None:
    plan_id = planned_plan(store)
    order = {"start": "2026-12-08T00:00:00Z", "drop_outs": [{"crew_id": "0007", "at": None}]}
    job_id = new_job(store, plan_id, "drop_out", happened=order)
    assert [run["order"]["happened"] for run in _document(store)["held"][0]["runs"]] == [order]
    with store.writing() as session:
        session.merge(job_row(store, job_id)).state = "cancelled"
    done = _erased(store)
    assert job_row(store, job_id).payload["happened"]["drop_outs"] == [{"crew_id": done.pseudonym, "at": None}]


def test_erasure_is_in_the_audit_trail_without_id_or_name_and_the_chain_holds(store: Store) -> None:
    planned_plan(store)
    done = _erased(store)
    with store.reading() as session:
        entry = session.scalars(select(AuditRow).where(AuditRow.action == "person.erase")).one()
        assert entry.subject == f"person/{done.pseudonym}"
        assert "0007" not in json.dumps(entry.detail)
        assert broken_at(session) is None


def test_files_that_do_not_name_the_person_stay_byte_for_byte(store: Store) -> None:
    planned_plan(store, _secrets())
    _erased(store)
    with store.reading() as session:
        files = files_of(session, session.scalars(select(DatasetVersionRow.id)).one())
    for name in ("vessels.csv", "shifts.csv"):
        assert files[name] == _secrets()[name]
    assert read_files(files).dataset.crew["0008"].notes == f"Vertretung: {_pseudonym(store)}"


def test_the_database_file_itself_holds_no_name_any_more(tmp_path: Path) -> None:
    from api.store import open_store

    store = open_store(f"sqlite:///{tmp_path / 'store.sqlite3'}")
    planned_plan(store, _secrets())
    _erased(store, at=LAW_ENDS)
    store.close()
    content = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert OTHER.encode() in content
    assert [secret for secret in (NAME, "Diabetes", "040 1") if secret.encode() in content] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Änne Ähring (0007) hat frei.", "X (X) hat frei."),
        ("Änne Ähringer bleibt.", "Änne Ähringer bleibt."),
        ("Schicht 0007 bleibt, „0007“ nicht.", "Schicht 0007 bleibt, „X“ nicht."),
        ("0007@2026-12-08T00:00", "X@2026-12-08T00:00"),
        ("Personalnummer 0007 fehlt.", "Personalnummer X fehlt."),
    ],
)
def test_a_sentence_loses_the_person_and_keeps_other_numbers(text: str, expected: str) -> None:
    assert Mentions.of("0007", [NAME]).in_text(text, "X") == expected


def test_a_shift_that_is_called_like_the_person_keeps_its_id() -> None:
    row = {"shift_id": "0007", "crew_id": "0007", "by": {"0007": "0007"}}
    assert Mentions.of("0007", []).replaced(row, "X") == {"shift_id": "0007", "crew_id": "X", "by": {"X": "X"}}


def _pseudonym(store: Store) -> str:
    with store.reading() as session:
        return session.scalars(select(WithheldIdentityRow.pseudonym)).one()
