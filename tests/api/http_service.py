"""A service on loopback with a client: the real server, the real store, real solver processes."""

from __future__ import annotations

import io
import json
import threading
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn

from api.app import create_app
from api.settings import Settings

V1 = "/api/v1"
#: Nothing here is about speed; a machine busy with other work may take its time.
_PATIENCE_S = 300.0


@contextmanager
def running_service(database_url: str, **settings: Any) -> Iterator[httpx.Client]:
    """A client of a service that works on a database."""
    config = uvicorn.Config(
        create_app(Settings(database_url=database_url, port=0, **settings)),
        host="127.0.0.1",
        port=0,
        log_config=None,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=_PATIENCE_S) as client:
        yield client
    server.should_exit = True
    thread.join()


def packed(files: Mapping[str, bytes]) -> bytes:
    """The files as a zip."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()


def imported(client: httpx.Client, files: Mapping[str, bytes]) -> int:
    """Import a dataset; returns its id."""
    return accepted(
        client.post(f"{V1}/datasets", content=packed(files), headers={"Content-Type": "application/zip"}), 201
    )["id"]


def accepted(answer: httpx.Response, status: int = 200) -> Any:
    """The body of an answer that must have this status."""
    assert answer.status_code == status, answer.text
    return answer.json()


def problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The body of a refusal, which must have the one shape."""
    body = accepted(answer, status)
    assert body["code"] == code, body
    assert body["message"]["de"] and body["message"]["en"]
    assert body["request_id"] == answer.headers["x-request-id"]
    return body


def planned(client: httpx.Client, files: Mapping[str, bytes], **order: Any) -> int:
    """Import, plan, wait; returns the plan's id."""
    body = {"dataset_id": imported(client, files), "week": "2026-W50", "time_limit_s": 20, **order}
    made = accepted(client.post(f"{V1}/plans", json=body), 202)
    assert ended(client, made["job"]["id"])["state"] == "done"
    return made["plan"]["id"]


def finished_soon(client: httpx.Client, job_id: int) -> list[tuple[int, str, dict[str, Any]]]:
    """Let a run end with its first roster; returns its events."""
    heard = []
    for event in events(client, job_id):
        heard.append(event)
        if event[1] == "better":
            accepted(client.post(f"{V1}/jobs/{job_id}/finish"), 202)
    return heard


def ended(client: httpx.Client, job_id: int) -> dict[str, Any]:
    """Wait for the end of a run; returns it with its result."""
    for _ in events(client, job_id):
        pass
    return accepted(client.get(f"{V1}/jobs/{job_id}/result"))


def events(client: httpx.Client, job_id: int, last: int | None = None) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Events of a run as they come: id, kind, body."""
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    with client.stream("GET", f"{V1}/jobs/{job_id}/events", headers=headers) as answer:
        assert answer.status_code == 200
        fields: dict[str, str] = {}
        for line in answer.iter_lines():
            if line:
                name, _, value = line.partition(": ")
                fields[name] = value
            elif fields.get("id"):
                yield int(fields["id"]), fields["event"], json.loads(fields["data"])
                fields = {}
