"""The engines are one to whoever queues a run: two real processes share the work, and one of them is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from job_bench import event_kinds, job_row, new_job, new_plan, new_runner
from postgres_server import drop_database, new_database
from real_processes import alive, command, solvers_of
from service_fleet import harbour_fleet, small_fleet
from sqlalchemy import text

from api.jobs.cluster import ClusterEngine
from api.jobs.engine import JobEngine
from api.jobs.engines import EngineUnavailableError, new_engine, require_cluster
from api.jobs.messages import install, send, send_missing, upgrades
from api.settings import Settings
from api.store import Store, open_store
from api.store.datasets import newest_version
from api.store.jobs import JobState, NewJob, Wish, ask, claim, enqueue
from api.store.tables import PlanRow

#: A process that gets no time for so long (s) is given up; too long for any busy machine, or soon.
PATIENT_S, QUICK_S = 600, 3


@dataclass(frozen=True)
class Bench:
    """A store, the engine that runs are queued with, and the processes that do them."""

    store: Store
    engine: JobEngine
    processes: list[subprocess.Popen[bytes]]
    log: Path

    def owner_of(self, job_id: int) -> subprocess.Popen[bytes]:
        pid = int(job_row(self.store, job_id).owner.split(":")[1])
        return next(process for process in self.processes if process.pid == pid)

    def at_work_on(self, job_id: int) -> subprocess.Popen[bytes]:
        """The process that does a run, as soon as it has a solver process for it."""
        self.until(lambda: job_row(self.store, job_id).state == JobState.RUNNING)
        self.until(lambda: bool(solvers_of(self.owner_of(job_id).pid)))
        return self.owner_of(job_id)

    def until(self, true: Callable[[], bool]) -> None:
        while not true():
            assert any(process.poll() is None for process in self.processes), self.log.read_text("utf-8")[-4000:]
            time.sleep(0.05)


@pytest.fixture(params=["embedded-sqlite", "embedded-postgresql", "cluster-postgresql"])
def two_processes(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[int], Bench]]:
    """Start two processes of an engine on an empty database; how long one may be silent (s) is the caller's."""
    kind, _, database = request.param.partition("-")
    server = request.getfixturevalue("postgres") if database == "postgresql" else ""
    url = new_database(server, tmp_path.name) if server else f"sqlite:///{tmp_path / 'crew-roster.sqlite3'}"
    store = open_store(url)
    # Here it only queues: that is the service's part of an engine.
    engine = new_engine(new_runner(store, database_url=url, engine=kind, solver_processes=0))
    engine.start()
    processes: list[subprocess.Popen[bytes]] = []

    def start(lease_s: int) -> Bench:
        arguments = ("worker",) if kind == "cluster" else ("serve", "--port", "0")
        settings = {
            "CREW_ROSTER_DATABASE_URL": url,
            "CREW_ROSTER_LEASE_S": str(lease_s),
            "CREW_ROSTER_ATTEMPTS_MOST": "99",
            "CREW_ROSTER_GRACE_S": "600",
        }
        log = tmp_path / "processes.log"
        processes.extend(command(*arguments, log=log, **settings) for _ in range(2))
        return Bench(store, engine, processes, log)

    yield start
    for process in processes:
        process.kill()
        process.wait()
    engine.close()
    store.close()
    if server:
        drop_database(server, tmp_path.name)


def _version(store: Store, plan_id: int) -> int:
    with store.reading() as session:
        return session.get_one(PlanRow, plan_id).version


def test_runs_are_shared_and_each_is_done_once(two_processes: Callable[[int], Bench]) -> None:
    bench = two_processes(PATIENT_S)
    plans = [new_plan(bench.store, small_fleet()) for _ in range(4)]
    jobs = [new_job(bench.store, plan_id, engine=bench.engine, time_limit_s=600) for plan_id in plans]
    bench.until(lambda: all(job_row(bench.store, job_id).state == JobState.DONE for job_id in jobs))
    assert [job_row(bench.store, job_id).attempt for job_id in jobs] == [1] * 4
    assert [event_kinds(bench.store, job_id).count("end") for job_id in jobs] == [1] * 4
    assert [_version(bench.store, plan_id) for plan_id in plans] == [1] * 4


def test_a_killed_process_leaves_no_orphan_and_the_other_one_takes_over_its_run(
    two_processes: Callable[[int], Bench],
) -> None:
    bench = two_processes(QUICK_S)
    plan_id = new_plan(bench.store, small_fleet())
    job_id = new_job(bench.store, plan_id, engine=bench.engine, time_limit_s=600)
    killed = bench.at_work_on(job_id)
    solvers = solvers_of(killed.pid)
    killed.kill()
    killed.wait()
    bench.until(lambda: not any(alive(pid) for pid in solvers))
    bench.until(lambda: job_row(bench.store, job_id).state == JobState.DONE)
    assert bench.owner_of(job_id) is not killed
    assert _version(bench.store, plan_id) == 1
    assert job_row(bench.store, job_id).crashes >= 1
    assert event_kinds(bench.store, job_id).count("end") == 1


def test_a_process_told_to_end_gives_its_run_back_without_a_crash(two_processes: Callable[[int], Bench]) -> None:
    bench = two_processes(PATIENT_S)
    job_id = new_job(bench.store, new_plan(bench.store, harbour_fleet()), engine=bench.engine, time_limit_s=3000)
    told = bench.at_work_on(job_id)
    told.send_signal(signal.SIGTERM)
    told.wait()
    bench.until(lambda: job_row(bench.store, job_id).attempt == 2)
    assert (bench.owner_of(job_id) is told, job_row(bench.store, job_id).crashes) == (False, 0)
    with bench.store.writing() as session:
        ask(session, job_id, Wish.CANCEL)
    bench.until(lambda: job_row(bench.store, job_id).state == JobState.CANCELLED)


@pytest.fixture
def cluster(postgres: str, tmp_path: Path) -> Iterator[tuple[Store, ClusterEngine]]:
    """An engine for many machines without a worker."""
    store = open_store(new_database(postgres, tmp_path.name))
    engine = ClusterEngine(new_runner(store))
    engine.start()
    yield store, engine
    store.close()
    drop_database(postgres, tmp_path.name)


def _messages(store: Store) -> list[tuple[str, dict[str, int]]]:
    with store.reading() as session:
        rows = session.execute(text("SELECT status::text, args FROM procrastinate_jobs ORDER BY id"))
        return [(status, args) for status, args in rows]


def test_a_run_and_its_message_are_queued_together_or_not_at_all(cluster: tuple[Store, ClusterEngine]) -> None:
    store, engine = cluster
    plan_id = new_plan(store, small_fleet())
    with store.reading() as session:
        version = newest_version(session, session.get_one(PlanRow, plan_id).dataset_id)
    new = NewJob(kind="plan", plan_id=plan_id, dataset_version_id=version.id, base_version=0, payload={})
    with pytest.raises(RuntimeError, match="too late"), store.writing() as session:
        engine.submit(session, enqueue(session, new, 99).id)
        raise RuntimeError("too late")
    assert _messages(store) == []
    job_id = new_job(store, plan_id, engine=engine)
    assert _messages(store) == [("todo", {"job_id": job_id})]


def test_one_message_waits_for_a_run_however_often_it_is_sent(cluster: tuple[Store, ClusterEngine]) -> None:
    store, engine = cluster
    job_id = new_job(store, new_plan(store, small_fleet()), engine=engine)
    with store.writing() as session:
        send(session, job_id)
        assert send_missing(session) == []
    assert len(_messages(store)) == 1


def test_runs_without_a_message_get_one_and_runs_with_an_owner_do_not(cluster: tuple[Store, ClusterEngine]) -> None:
    store, _ = cluster
    plan_id = new_plan(store, small_fleet())
    waiting, held, left = (new_job(store, plan_id) for _ in range(3))
    with store.writing() as session:
        claim(session, "alive", 600.0, held)
        claim(session, "dead", -1.0, left)
        assert send_missing(session) == [waiting, left]
    assert _messages(store) == [("todo", {"job_id": waiting}), ("todo", {"job_id": left})]


def test_the_messengers_tables_are_upgraded_from_where_they_stand(cluster: tuple[Store, ClusterEngine]) -> None:
    store, engine = cluster
    before, last = upgrades("")[-2:]
    function = "procrastinate_trigger_function_status_events_update_v1"
    with store.writing() as session:
        session.execute(text(f"COMMENT ON TABLE procrastinate_jobs IS '{before.name}'"))
        session.execute(text(f"DROP FUNCTION {function} CASCADE"))
    install(store)
    install(store)
    with store.reading() as session:
        assert session.scalar(text(f"SELECT count(*) FROM pg_proc WHERE proname = '{function}'")) == 1
        noted = session.scalar(text("SELECT obj_description('procrastinate_jobs'::regclass, 'pg_class')"))
    assert noted == last.name
    new_job(store, new_plan(store, small_fleet()), engine=engine)


def test_many_machines_need_a_postgresql(tmp_path: Path) -> None:
    with pytest.raises(EngineUnavailableError, match="PostgreSQL"):
        require_cluster(Settings(database_url=f"sqlite:///{tmp_path / 'x.sqlite3'}"))


@pytest.mark.parametrize("name", ["procrastinate", "psycopg"])
def test_many_machines_need_the_extra_packages(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(EngineUnavailableError, match=r"crew-roster\[postgres\]"):
        require_cluster(Settings(database_url="postgresql://db/roster"))


@pytest.mark.parametrize("arguments", [("worker",), ("serve",)])
def test_the_commands_say_in_one_sentence_what_is_missing(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    log = tmp_path / "log"
    process = command(*arguments, log=log, CREW_ROSTER_ENGINE="cluster", CREW_ROSTER_DATA_FOLDER=str(tmp_path))
    assert process.wait() == 2
    assert "CREW_ROSTER_DATABASE_URL" in log.read_text("utf-8") and "Traceback" not in log.read_text("utf-8")


def test_a_worker_without_a_database_asks_to_be_started_again(tmp_path: Path) -> None:
    log = tmp_path / "log"
    nobody = f"postgresql://u:s3cret@127.0.0.1:1/{os.getpid()}"
    assert command("worker", log=log, CREW_ROSTER_DATABASE_URL=nobody).wait() == 75
    assert "s3cret" not in log.read_text("utf-8")
