"""Runs on both databases: what is kept, what is refused, and what happens when a process dies."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from job_bench import carry_out, event_kinds, job_row, new_job, new_plan, new_runner, take
from service_fleet import NAMES, harbour_fleet, small_fleet

from api.jobs import task
from api.jobs.assignment import assignment
from api.jobs.embedded import EmbeddedEngine
from api.jobs.process import solver_process
from api.jobs.task import run_job
from api.jobs.work import Done
from api.rosters.best import better_of
from api.rosters.documents import read_roster_document
from api.rosters.opened import OpenDatasets
from api.store import Store, open_store
from api.store.datasets import add_dataset_version
from api.store.jobs import JobState, LeaseLostError, QueueFullError, Wish, ask, claim, end, keep_best, locked_job, tell
from api.store.plans import plan_version
from api.store.tables import PlanRow
from optimizer.check import check_roster
from optimizer.instance import Instance
from optimizer.intake import read_files
from optimizer.law import load_rulebook
from optimizer.plan import make_plan
from optimizer.solve.result import SolveOptions
from optimizer.timeline import iso_week

PROJECT = Path(__file__).resolve().parents[2]


def _until(true: Callable[[], bool]) -> None:
    while not true():
        time.sleep(0.05)


def _version(store: Store, plan_id: int) -> int:
    with store.reading() as session:
        return session.get_one(PlanRow, plan_id).version


def test_a_run_becomes_the_next_version_of_its_plan(store: Store) -> None:
    plan_id = new_plan(store, small_fleet())
    job = carry_out(new_runner(store), new_job(store, plan_id))
    assert (job.state, job.error, job.result["version"]) == (JobState.DONE, None, 1)
    with store.reading() as session:
        version = plan_version(session, plan_id, 1)
    assert version is not None and version.lawful
    assert [level["status"] for level in version.summary["levels"]] == ["optimal"] * 3
    roster = read_roster_document(version.roster)
    assert roster.sailing_shifts() == {"S-01", "S-02", "S-03"}
    kinds = event_kinds(store, job.id)
    assert kinds[:2] == ["state", "state"] and kinds[-1] == "end" and "progress" in kinds


def test_the_solver_process_is_given_no_name_and_the_texts_come_back_with_them(store: Store) -> None:
    absences = "crew_id;start;end;kind\n0007;07.12.2026;08.12.2026;leave\n0009;07.12.2026;08.12.2026;leave\n"
    job_id = new_job(store, new_plan(store, small_fleet(absences=absences)))
    lease = take(store, job_id)
    with store.reading() as session:
        given = assignment(session, OpenDatasets(), lease, 1)
    sent = pickle.dumps(given.work).decode("utf-8", "replace")
    assert [name for name in (*NAMES, "040 1") if name in sent] == []
    with solver_process(given.work) as process:
        while not isinstance(message := process.next_message(60.0), Done):
            assert message is not None
    text = str(given.with_names(message.found))
    assert "Änne Ähring" in text
    assert "⟦" not in text


def test_equal_input_gives_the_roster_of_the_planner_itself(store: Store) -> None:
    files = small_fleet()
    dataset = read_files(files).dataset
    rulebook = load_rulebook().with_readings(dataset.settings.readings)
    options = SolveOptions(time_limit_s=20, deterministic=True)
    direct = make_plan(Instance(dataset, iso_week("2026-W50"), rulebook), options).result.roster
    plan_id = new_plan(store, files)
    carry_out(new_runner(store), new_job(store, plan_id, deterministic=True))
    with store.reading() as session:
        version = plan_version(session, plan_id, 1)
    assert version is not None
    assert read_roster_document(version.roster) == direct


def test_a_stop_before_the_search_has_begun_is_heard(store: Store) -> None:
    plan_id = new_plan(store, harbour_fleet())
    job_id = new_job(store, plan_id, time_limit_s=3000)
    lease = take(store, job_id)
    with store.writing() as session:
        ask(session, job_id, Wish.FINISH)
    run_job(new_runner(store, grace_s=600), lease)
    assert job_row(store, job_id).state == JobState.DONE


def test_a_run_that_waits_is_cancelled_at_once(store: Store) -> None:
    job_id = new_job(store, new_plan(store, small_fleet()))
    with store.writing() as session:
        ask(session, job_id, Wish.CANCEL)
    assert job_row(store, job_id).state == JobState.CANCELLED
    with store.writing() as session:
        assert claim(session, "test", 10.0) is None


@pytest.mark.parametrize(("wish", "state"), [(Wish.CANCEL, JobState.CANCELLED), (Wish.FINISH, JobState.DONE)])
def test_a_stopped_run_keeps_its_best_roster(store: Store, wish: Wish, state: JobState) -> None:
    plan_id = new_plan(store, harbour_fleet())
    job_id = new_job(store, plan_id, time_limit_s=3000)
    engine = EmbeddedEngine(new_runner(store, grace_s=600))
    engine.start()
    _until(lambda: job_row(store, job_id).best is not None)
    with store.writing() as session:
        ask(session, job_id, wish)
    _until(lambda: job_row(store, job_id).state not in (JobState.QUEUED, JobState.RUNNING))
    engine.close()
    assert job_row(store, job_id).state == state
    assert _version(store, plan_id) == 1
    with store.reading() as session:
        version = plan_version(session, plan_id, 1)
    assert version is not None
    dataset = read_files(harbour_fleet()).dataset
    instance = Instance(dataset, iso_week("2026-W50"), load_rulebook().with_readings(dataset.settings.readings))
    assert check_roster(instance, read_roster_document(version.roster)).exit_code == 0


def test_a_process_that_does_not_stop_is_ended_and_its_best_roster_kept(store: Store) -> None:
    plan_id = new_plan(store, harbour_fleet())
    job_id = new_job(store, plan_id, time_limit_s=3000)
    runner = new_runner(store, grace_s=0.001)
    thread = threading.Thread(target=run_job, args=(runner, take(store, job_id)))
    thread.start()
    _until(lambda: job_row(store, job_id).best is not None)
    with store.writing() as session:
        ask(session, job_id, Wish.FINISH)
    thread.join()
    assert job_row(store, job_id).state == JobState.DONE
    assert _version(store, plan_id) == 1


def test_a_run_whose_dataset_has_changed_is_stale_and_keeps_its_roster_for_itself(store: Store) -> None:
    plan_id = new_plan(store, small_fleet())
    job_id = new_job(store, plan_id)
    lease = take(store, job_id)
    with store.writing() as session:
        dataset_id = session.get_one(PlanRow, plan_id).dataset_id
        add_dataset_version(session, dataset_id, small_fleet(), {}, None)
    run_job(new_runner(store), lease)
    job = job_row(store, job_id)
    assert (job.state, _version(store, plan_id)) == (JobState.STALE, 0)
    assert read_roster_document(job.result["roster"]).sailing_shifts() == {"S-01", "S-02", "S-03"}


def test_of_two_runs_on_one_version_the_later_one_is_stale(store: Store) -> None:
    plan_id = new_plan(store, small_fleet())
    first, second = new_job(store, plan_id), new_job(store, plan_id)
    runner = new_runner(store)
    assert carry_out(runner, first).state == JobState.DONE
    assert carry_out(runner, second).state == JobState.STALE
    assert _version(store, plan_id) == 1


def test_results_of_an_older_attempt_are_refused(store: Store) -> None:
    job_id = new_job(store, new_plan(store, small_fleet()))
    old = take(store, job_id, "slow", lease_s=-1.0)
    new = take(store, job_id, "quick")
    assert (old.attempt, new.attempt, job_row(store, job_id).crashes) == (1, 2, 1)
    for write in (
        lambda session: keep_best(session, old, {"roster": {}}),
        lambda session: tell(session, old, "progress", {}),
        lambda session: end(session, locked_job(session, old), JobState.DONE),
    ):
        with pytest.raises(LeaseLostError), store.writing() as session:
            write(session)
    assert job_row(store, job_id).best is None
    run_job(new_runner(store), old)
    assert job_row(store, job_id).state == JobState.RUNNING


def test_a_run_with_a_living_owner_is_given_to_nobody_else(store: Store) -> None:
    take(store, new_job(store, new_plan(store, small_fleet())))
    with store.writing() as session:
        assert claim(session, "other", 10.0) is None


def test_no_more_runs_wait_than_may_wait(store: Store) -> None:
    plan_id = new_plan(store, small_fleet())
    new_job(store, plan_id, queue_most=2)
    new_job(store, plan_id, queue_most=2)
    with pytest.raises(QueueFullError):
        new_job(store, plan_id, queue_most=2)


def test_many_who_queue_at_once_do_not_share_the_last_place(store: Store) -> None:
    plan_id = new_plan(store, small_fleet())
    refused: list[bool] = []

    def queue() -> None:
        try:
            new_job(store, plan_id, queue_most=3)
        except QueueFullError:
            refused.append(True)

    threads = [threading.Thread(target=queue) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 9


def _claim_all(url: str) -> list[int]:
    opened, taken = open_store(url, upgraded=False), []
    while True:
        with opened.writing() as session:
            lease = claim(session, str(os.getpid()), 60.0)
        if lease is None:
            opened.close()
            return taken
        taken.append(lease.job_id)


def test_every_run_is_claimed_once_by_several_processes(store: Store, database_url: str) -> None:
    plan_id = new_plan(store, small_fleet())
    expected = [new_job(store, plan_id) for _ in range(60)]
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        taken = pool.map(_claim_all, [database_url] * 3)
    assert sorted(sum(taken, [])) == expected


def _children() -> set[int]:
    mine = str(os.getpid())
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            command = (stat.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if fields[1] == mine and b"spawn_main" in command and b"resource_tracker" not in command:
            found.add(int(stat.parent.name))
    return found


def test_a_killed_solver_process_costs_an_attempt_and_not_the_run(store: Store) -> None:
    plan_id = new_plan(store, harbour_fleet())
    job_id = new_job(store, plan_id, time_limit_s=3000)
    engine = EmbeddedEngine(new_runner(store))
    engine.start()
    _until(lambda: job_row(store, job_id).best is not None)
    for pid in _children():
        os.kill(pid, signal.SIGKILL)
    _until(lambda: job_row(store, job_id).attempt == 2)
    row = job_row(store, job_id)
    assert (row.crashes, row.best is not None) == (1, True)
    with store.writing() as session:
        ask(session, job_id, Wish.CANCEL)
    _until(lambda: job_row(store, job_id).state == JobState.CANCELLED)
    engine.close()
    assert _version(store, plan_id) == 1


def test_a_later_attempt_never_replaces_a_better_roster_by_a_worse_one() -> None:
    def plan(*values: int) -> dict[str, object]:
        return {"roster": {"rows": list(values)}, "levels": [{"value": value} for value in values]}

    none = {"levels": [], "status": "interrupted"}
    assert better_of(plan(0, 0, 500), plan(1, 0, 100)) == plan(0, 0, 500)
    assert better_of(plan(0, 0, 500), plan(0, 0, 400)) == plan(0, 0, 400)
    assert better_of(plan(0, 0, 500), none) == plan(0, 0, 500)
    assert better_of(none, plan(3, 9, 500)) == plan(3, 9, 500)
    assert better_of({"answers": [1, 2]}, {"answers": [1]}) == {"answers": [1, 2]}
    assert better_of(None, none) == none


def test_a_run_whose_process_dies_again_and_again_ends_with_a_clear_word(store: Store) -> None:
    job_id = new_job(store, new_plan(store, small_fleet()))
    for _ in range(3):
        take(store, job_id, lease_s=-1.0)
    run_job(new_runner(store), take(store, job_id))
    job = job_row(store, job_id)
    assert job.state == JobState.FAILED
    assert job.error is not None and job.error["code"] == task._CRASHED["code"]


def test_closing_gives_the_run_back_without_counting_it_as_a_crash(store: Store) -> None:
    job_id = new_job(store, new_plan(store, harbour_fleet()), time_limit_s=3000)
    engine = EmbeddedEngine(new_runner(store, shutdown_s=0))
    engine.start()
    _until(lambda: job_row(store, job_id).state == JobState.RUNNING)
    engine.close()
    job = job_row(store, job_id)
    assert (job.state, job.crashes) == (JobState.QUEUED, 0)


_SERVICE = """
import sys, time
from job_bench import new_runner
from api.jobs.embedded import EmbeddedEngine
from api.store import open_store
if __name__ == "__main__":
    engine = EmbeddedEngine(new_runner(open_store(sys.argv[1]), lease_s=1.0))
    engine.start()
    while True:
        time.sleep(1)
"""


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_killed_service_leaves_no_orphan_and_its_run_is_taken_over(
    store: Store, database_url: str, tmp_path: Path
) -> None:
    plan_id = new_plan(store, harbour_fleet())
    job_id = new_job(store, plan_id, time_limit_s=3000)
    script = tmp_path / "service.py"
    script.write_text(_SERVICE, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(PROJECT), str(Path(__file__).parent)])}
    service = subprocess.Popen([sys.executable, str(script), database_url], env=environment)
    _until(lambda: job_row(store, job_id).best is not None)
    tasks = Path(f"/proc/{service.pid}/task").glob("*/children")
    solvers = [int(pid) for file in tasks for pid in file.read_text().split()]
    assert solvers
    service.send_signal(signal.SIGKILL)
    service.wait()
    _until(lambda: not any(_alive(pid) for pid in solvers))
    taken: list[bool] = []
    _until(lambda: bool(taken) or bool(_try_to_take(store, taken)))
    assert job_row(store, job_id).attempt == 2


def _try_to_take(store: Store, taken: list[bool]) -> bool:
    with store.writing() as session:
        if claim(session, "next", 30.0) is not None:
            taken.append(True)
    return bool(taken)
