"""Backup and restore of a store at work, on both databases."""

from __future__ import annotations

import json
import stat
import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest
from job_bench import new_job, new_plan
from record_bench import planned_plan
from service_fleet import small_fleet
from sqlalchemy import func, select

from api.cli import main
from api.operation.backup import BackupError, back_up, restore
from api.store import Store, open_store
from api.store.audit import broken_at, record
from api.store.datasets import add_dataset
from api.store.tables import AuditRow, DatasetRow, JobRow, PlanVersionRow


def _names(store: Store) -> list[str]:
    with store.reading() as session:
        return list(session.scalars(select(DatasetRow.name).order_by(DatasetRow.id)))


def _add(store: Store, name: str) -> None:
    with store.writing() as session:
        add_dataset(session, name, small_fleet(), {}, None)
        record(session, "dataset.import", name)


def test_what_was_backed_up_comes_back_and_nothing_of_later(store: Store, database_url: str, tmp_path: Path) -> None:
    planned_plan(store)
    with store.reading() as session:
        roster = session.scalars(select(PlanVersionRow)).one().roster
    back_up(store, tmp_path / "b")
    _add(store, "later")
    restore(database_url, tmp_path / "b", replace=True)
    assert _names(store) == ["fleet"]
    with store.reading() as session:
        assert session.scalars(select(PlanVersionRow)).one().roster == roster
        assert broken_at(session) is None
    _add(store, "after the restore")
    assert _names(store) == ["fleet", "after the restore"]


def test_a_store_with_something_in_it_is_only_replaced_when_that_is_said(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    _add(store, "first")
    back_up(store, tmp_path / "b")
    _add(store, "second")
    with pytest.raises(BackupError, match="--replace"):
        restore(database_url, tmp_path / "b", replace=False)
    assert _names(store) == ["first", "second"]


def test_a_backup_is_made_while_others_write(store: Store, database_url: str, tmp_path: Path) -> None:
    end, written = threading.Event(), []

    def write() -> None:
        other = open_store(database_url, upgraded=False)
        while not end.is_set():
            _add(other, f"set {len(written)}")
            written.append(1)
        other.close()

    _add(store, "first")
    writer = threading.Thread(target=write)
    writer.start()
    manifests = [back_up(store, tmp_path / f"b{number}") for number in range(3)]
    end.set()
    writer.join()
    assert written
    for number, manifest in enumerate(manifests):
        restore(database_url, tmp_path / f"b{number}", replace=True)
        tables = manifest["content"]["tables"]
        with store.reading() as session:
            assert session.scalar(select(func.count()).select_from(DatasetRow)) == tables["dataset"]["rows"]
            # A dataset and its entry in the trail are one transaction: neither is there without the other.
            assert tables["dataset"]["rows"] == session.scalar(select(func.count()).select_from(AuditRow))


def test_runs_that_wait_are_restored_and_may_go_on_at_once(store: Store, database_url: str, tmp_path: Path) -> None:
    job_id = new_job(store, new_plan(store, small_fleet()))
    back_up(store, tmp_path / "b")
    with store.writing() as session:
        session.get_one(JobRow, job_id).state = "failed"
    restore(database_url, tmp_path / "b", replace=True)
    with store.reading() as session:
        assert session.get_one(JobRow, job_id).state == "queued"


def test_a_file_that_was_changed_is_refused_and_changes_nothing(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    _add(store, "first")
    manifest = back_up(store, tmp_path / "b")
    _add(store, "second")
    manifest["content"]["tables"]["dataset"]["sha256"] = "0" * 64
    _repack(tmp_path / "b", tmp_path / "other", manifest)
    with pytest.raises(BackupError, match="dataset"):
        restore(database_url, tmp_path / "other", replace=True)
    if store.engine.dialect.name == "sqlite":
        assert _names(store) == ["first", "second"], "compared before anything is replaced"
    (tmp_path / "b").write_bytes((tmp_path / "b").read_bytes()[:2000])
    with pytest.raises(BackupError, match="damaged"):
        restore(database_url, tmp_path / "b", replace=True)


def test_a_backup_of_the_other_database_or_of_a_newer_program_is_refused(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    manifest = back_up(store, tmp_path / "b")
    for key, value, said in (("database", "other", "backup is of other"), ("revision", "9999", "newer")):
        _repack(tmp_path / "b", tmp_path / key, {**manifest, key: value})
        with pytest.raises(BackupError, match=said):
            restore(database_url, tmp_path / key, replace=True)


def test_a_backup_is_never_written_over_and_only_its_owner_may_read_it(store: Store, tmp_path: Path) -> None:
    back_up(store, tmp_path / "b")
    assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o600
    with pytest.raises(BackupError, match="exists"):
        back_up(store, tmp_path / "b")
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_the_commands_back_up_restore_list_and_erase(
    store: Store, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CREW_ROSTER_DATABASE_URL", database_url)
    planned_plan(store)
    assert main(["backup", str(tmp_path / "b")]) == 0
    assert main(["backup", str(tmp_path / "b")]) == 2
    assert main(["restore", str(tmp_path / "b")]) == 2
    assert main(["restore", str(tmp_path / "b"), "--replace"]) == 0
    capsys.readouterr()
    assert main(["person", "export", "0007"]) == 0
    assert json.loads(capsys.readouterr().out)["held"][0]["names"] == ["Änne Ähring"]
    assert main(["person", "export", "nobody"]) == 2
    assert main(["person", "erase", "nobody", "--yes"]) == 2
    capsys.readouterr()
    assert main(["retention", "--dry-run"]) == 0
    listed = capsys.readouterr().out
    assert main(["retention", "--now"]) == 0
    assert capsys.readouterr().out == listed


def _repack(source: Path, target: Path, manifest: dict[str, Any]) -> None:
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        new.writestr("manifest.json", json.dumps(manifest))
        new.writestr("store", old.read("store"))
