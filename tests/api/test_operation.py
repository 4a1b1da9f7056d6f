"""Running the service: alive, ready, measured, logged, ended in order."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from http_service import V1, accepted, events, imported, planned, problem
from job_bench import job_row, new_job, new_plan, new_runner
from service_fleet import NAMES, harbour_fleet, small_fleet
from sqlalchemy import func, select, text

from api.clock import now
from api.jobs.embedded import EmbeddedEngine
from api.operation.logs import configure_logs
from api.operation.nightly import Nightly
from api.operation.readiness import obstacles
from api.settings import Settings
from api.store import Store, open_store
from api.store.jobs import JobState
from api.store.tables import IdempotencyRow

PROJECT = Path(__file__).resolve().parents[2]
_PATIENCE_S = 300.0


def _until(condition: object) -> None:
    end = time.monotonic() + _PATIENCE_S
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.05)


def _figures(client: httpx.Client) -> dict[str, float]:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    lines = (line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


def test_figures_count_requests_by_pattern_and_runs_by_outcome(service: httpx.Client) -> None:
    before = _figures(service)
    assert before['crew_roster_jobs_ended_total{kind="plan",state="done"}'] == 0
    plan_id = planned(service, small_fleet())
    service.get(f"{V1}/plans/{plan_id}")
    service.get(f"{V1}/plans/{plan_id + 1}")
    service.get("/nowhere/secret-token")
    figures = _figures(service)
    assert figures['crew_roster_jobs_ended_total{kind="plan",state="done"}'] == 1
    assert (figures["crew_roster_jobs_waiting"], figures["crew_roster_jobs_running"]) == (0, 0)
    pattern = 'method="GET",route="/api/v1/plans/{plan_id}"'
    assert figures[f'crew_roster_http_requests_total{{{pattern},status="200"}}'] == 1
    assert figures[f'crew_roster_http_requests_total{{{pattern},status="404"}}'] == 1
    assert figures[f"crew_roster_http_request_seconds_count{{{pattern}}}"] == 2
    assert not any("secret-token" in name for name in figures)


def test_the_queue_is_told_while_runs_wait(service: httpx.Client, database_url: str) -> None:
    store = open_store(database_url)
    service.post("/nowhere")
    plan_id = new_plan(store, harbour_fleet())
    for _ in range(3):
        new_job(store, plan_id, time_limit_s=3000)
    _until(lambda: _figures(service)["crew_roster_jobs_running"] == 1)
    assert _figures(service)["crew_roster_jobs_waiting"] == 2
    store.close()


def test_figures_are_not_given_to_whom_a_proxy_lets_through(service: httpx.Client) -> None:
    problem(service.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"}), 403, "access.no_accounts")


def test_tables_of_another_version_are_not_ready(service: httpx.Client, database_url: str) -> None:
    store = open_store(database_url)
    with store.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    store.close()
    body = problem(service.get("/readyz"), 503, "not_ready")
    assert [detail["code"] for detail in body["details"]] == ["ready.schema"]
    accepted(service.get("/healthz"))


def test_without_a_living_worker_the_service_is_not_ready(store: Store) -> None:
    engine = EmbeddedEngine(new_runner(store))
    assert [one.code for one in obstacles(store, engine, closing=False)] == ["ready.workers"]
    engine.start()
    assert obstacles(store, engine, closing=False) == []
    engine.close()
    assert [one.code for one in obstacles(store, engine, closing=True)] == ["ready.workers", "ready.closing"]


def test_a_run_hands_in_its_best_roster_when_the_service_ends(store: Store) -> None:
    job_id = new_job(store, new_plan(store, harbour_fleet()), time_limit_s=3000)
    engine = EmbeddedEngine(new_runner(store, shutdown_s=600))
    engine.start()
    _until(lambda: job_row(store, job_id).best is not None)
    engine.close()
    job = job_row(store, job_id)
    assert (job.state, job.result["version"] if job.result else None) == (JobState.DONE, 1)


def test_a_run_that_is_to_be_the_same_every_time_goes_back_instead(store: Store) -> None:
    job_id = new_job(store, new_plan(store, harbour_fleet()), time_limit_s=3000, deterministic=True)
    engine = EmbeddedEngine(new_runner(store, shutdown_s=600))
    engine.start()
    _until(lambda: job_row(store, job_id).state == JobState.RUNNING)
    engine.close()
    assert (job_row(store, job_id).state, job_row(store, job_id).crashes) == (JobState.QUEUED, 0)


def test_the_nightly_work_deletes_what_is_over_its_time(store: Store) -> None:
    with store.writing() as session:
        old = {"actor": "local", "request_hash": "", "status": 201, "location": "", "answer": {}}
        session.add(IdempotencyRow(key="old", created_at=now() - timedelta(hours=49), **old))
    closing = threading.Event()
    nightly = Nightly(store, Settings(), closing, until_next=lambda: 0.05)
    nightly.start()

    def gone() -> bool:
        with store.reading() as session:
            return session.scalar(select(func.count()).select_from(IdempotencyRow)) == 0

    _until(gone)
    closing.set()
    nightly.join()


@pytest.fixture
def restored_logs() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers, root.level = handlers, level


@pytest.mark.usefixtures("restored_logs")
def test_a_log_is_one_json_object_a_line_with_its_trace_and_no_values_of_variables() -> None:
    out = io.StringIO()
    configure_logs(out)
    try:
        password = "gibt-es-nicht"
        raise ZeroDivisionError(len(password))
    except ZeroDivisionError:
        logging.getLogger("crew_roster.test").exception("line\nbreak %s", "ä")
    (line,) = out.getvalue().splitlines()
    told = json.loads(line)
    assert told["event"] == "line\nbreak ä"
    assert told["level"] == "error" and "ZeroDivisionError" in told["exception"]
    assert password not in line.replace('password = "gibt-es-nicht"', "")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z", told["at"])


@contextmanager
def _served(database_url: str, log: Path) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "PYTHONPATH": str(PROJECT),
        "CREW_ROSTER_DATABASE_URL": database_url,
        "CREW_ROSTER_SHUTDOWN_S": "600",
    }
    command = [
        sys.executable,
        "-c",
        "import sys; from api.cli import main; sys.exit(main())",
        "serve",
        "--port",
        str(port),
    ]
    with log.open("wb") as out:
        process = subprocess.Popen(command, env=environment, stderr=out, stdout=out)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=_PATIENCE_S) as client:

            def up() -> bool:
                assert process.poll() is None, log.read_text("utf-8")
                try:
                    return client.get("/readyz").status_code == 200
                except httpx.TransportError:
                    return False

            _until(up)
            yield process, client
    finally:
        process.kill()
        process.wait()


def test_sigterm_ends_a_real_service_in_order(database_url: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with _served(database_url, log) as (process, client):
        order = {"dataset_id": imported(client, harbour_fleet()), "week": "2026-W50", "time_limit_s": 3000}
        made = accepted(client.post(f"{V1}/plans", json=order, headers={"X-Request-ID": "order-1"}), 202)
        job_id = made["job"]["id"]
        for _, kind, _ in events(client, job_id):
            if kind == "better":
                process.send_signal(signal.SIGTERM)
                break
        assert process.wait(_PATIENCE_S) in (0, -signal.SIGTERM)
    store = open_store(database_url)
    job = job_row(store, job_id)
    store.close()
    assert (job.state, job.crashes) == (JobState.DONE, 0)
    assert job.result is not None and job.result["version"] == 1
    told = [json.loads(line) for line in log.read_text("utf-8").splitlines() if line.startswith("{")]
    assert any(one.get("request_id") == "order-1" and one.get("route") == f"{V1}/plans" for one in told)
    assert any(one.get("job_id") == job_id and "ended: done" in one["event"] for one in told)
    assert len(told) >= len(log.read_text("utf-8").splitlines()) - 1, "only the address is no JSON"
    assert not any(name in log.read_text("utf-8") for name in NAMES)
