"""What stands around every answer: one shape, headers, the page, the audit trail, health."""

from __future__ import annotations

import json
import re
from pathlib import Path

import httpx
import pytest
from http_service import V1, accepted, imported, planned, problem, running_service
from service_fleet import NAMES, small_fleet
from sqlalchemy import text

from api.app import create_app
from api.settings import Settings, settings_table
from api.store import open_store

PROJECT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "not_found"),
        ("GET", f"{V1}/rosters", 404, "not_found"),
        ("DELETE", f"{V1}/plans", 405, "method_not_allowed"),
        ("GET", f"{V1}/plans/7", 404, "not_found"),
        ("GET", f"{V1}/plans/99999999999999999999", 422, "invalid"),
        ("GET", f"{V1}/plans/seven", 422, "invalid"),
        ("GET", f"{V1}/jobs/7/events", 404, "not_found"),
        ("POST", f"{V1}/plans", 422, "invalid"),
        ("POST", f"{V1}/jobs/7/cancel", 404, "not_found"),
        ("GET", f"{V1}/datasets?limit=x", 422, "invalid"),
    ],
)
def test_every_refusal_has_the_one_shape(service: httpx.Client, method: str, path: str, status: int, code: str) -> None:
    problem(service.request(method, path), status, code)


def test_a_method_that_does_not_exist_is_told_all_that_do(service: httpx.Client) -> None:
    assert service.delete(f"{V1}/plans/1/roster").headers["allow"] == "GET, PATCH, PUT"
    assert service.delete(f"{V1}/datasets").headers["allow"] == "GET, POST"


def test_broken_json_is_told_without_a_trace(service: httpx.Client) -> None:
    answer = service.post(f"{V1}/plans", content=b'{"dataset_id": ', headers={"Content-Type": "application/json"})
    assert "Traceback" not in json.dumps(problem(answer, 422, "invalid"))


def test_a_fault_of_the_program_is_a_short_answer_with_a_number(service: httpx.Client, database_url: str) -> None:
    dataset_id = imported(service, small_fleet())
    store = open_store(database_url)
    with store.writing() as session:
        session.execute(text("UPDATE dataset_version SET counts = '\"broken\"'"))
    store.close()
    body = problem(service.get(f"{V1}/datasets/{dataset_id}"), 500, "internal")
    assert set(body) <= {"code", "message", "details", "request_id"}


def test_a_given_request_id_comes_back_unless_it_could_forge_a_log(service: httpx.Client) -> None:
    assert service.get("/healthz", headers={"X-Request-ID": "abc-1"}).headers["x-request-id"] == "abc-1"
    assert service.get("/healthz", headers={"X-Request-ID": "a b"}).headers["x-request-id"] != "a b"


def test_every_answer_carries_the_headers(service: httpx.Client) -> None:
    for path in ("/healthz", "/nowhere", f"{V1}/docs"):
        headers = service.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'")
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers or "uvicorn" in headers["server"]


def test_the_page_of_the_api_names_every_operation_and_loads_nothing_from_elsewhere(service: httpx.Client) -> None:
    page = service.get(f"{V1}/docs").text
    paths = accepted(service.get(f"{V1}/openapi.json"))["paths"]
    assert all(path in page for path in paths)
    assert "<script" not in page
    assert re.findall(r'(?:src|href)="([^"]+)"', page) == ["docs.css", "openapi.json"]
    assert service.get(f"{V1}/docs.css").headers["content-type"].startswith("text/css")


def test_every_operation_names_its_refusals_in_the_one_shape() -> None:
    described = create_app(Settings()).openapi()
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            refusals = {code: answer for code, answer in operation["responses"].items() if code >= "400"}
            wanted = {"404", "409", "422", "429", "500"} if path.startswith(V1) else {"500"}
            assert wanted <= set(refusals), (method, path)
            for answer in refusals.values():
                schema = answer["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Problem"}, (method, path)


def test_health_and_readiness(service: httpx.Client) -> None:
    assert accepted(service.get("/healthz"))["status"] == "ok"
    assert accepted(service.get("/readyz"))["status"] == "ready"


def test_the_audit_trail_tells_who_did_what_and_no_name(service: httpx.Client) -> None:
    plan_id = planned(service, small_fleet())
    accepted(service.post(f"{V1}/plans/{plan_id}/publish", json={"version": 1}))
    entries = accepted(service.get(f"{V1}/audit"))["items"]
    assert [entry["action"] for entry in entries] == ["plan.publish", "plan.solved", "plan.create", "dataset.import"]
    assert not any(name in json.dumps(entries, ensure_ascii=False) for name in NAMES)
    own = accepted(service.get(f"{V1}/audit", params={"subject": f"plan/{plan_id}"}))
    assert own["total"] == 3
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        problem(service.request(method, f"{V1}/audit"), 405, "method_not_allowed")


def test_what_was_stored_is_there_after_a_restart(database_url: str) -> None:
    with running_service(database_url) as service:
        plan_id = planned(service, small_fleet())
    with running_service(database_url) as service:
        assert accepted(service.get(f"{V1}/plans/{plan_id}"))["version"] == 1


def test_the_readme_lists_exactly_the_settings_there_are() -> None:
    readme = (PROJECT / "README.md").read_text("utf-8")
    assert f"<!-- settings -->\n{settings_table()}\n<!-- /settings -->" in readme
