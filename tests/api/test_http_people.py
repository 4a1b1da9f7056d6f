"""One person's data and what is due for deletion, over HTTP."""

from __future__ import annotations

import json

import httpx
from http_service import V1, accepted, planned, problem
from service_fleet import small_fleet

NAME = "Änne Ähring"


def test_an_admin_gets_everything_about_a_person_and_the_trail_tells_it(service: httpx.Client) -> None:
    planned(service, small_fleet())
    answer = service.get(f"{V1}/people/0007")
    held = accepted(answer)["held"][0]
    assert held["names"] == [NAME]
    assert held["datasets"][0]["rows"]["crew.csv"][0]["contact"] == "040 1"
    assert "attachment" in answer.headers["content-disposition"]
    entry = accepted(service.get(f"{V1}/audit"))["items"][0]
    assert entry["action"] == "person.export" and "0007" not in json.dumps(entry)


def test_whom_nobody_knows_is_not_found(service: httpx.Client) -> None:
    problem(service.get(f"{V1}/people/0007"), 404, "not_found")
    problem(service.delete(f"{V1}/people/0007"), 404, "not_found")


def test_an_erased_person_is_in_no_answer_any_more(service: httpx.Client) -> None:
    """Week 2 of 2024 is over whenever this runs."""
    files = {
        name: content.replace(b".12.2026", b".01.2024").replace(b".10.2026", b".11.2023")
        for name, content in small_fleet().items()
    }
    files["crew.csv"] = files["crew.csv"].replace(b"07.01.2024 00:00", b"08.01.2024 00:00")
    for old, new in (
        (b"09.01.2024 ", b"10.01.2024 "),
        (b"08.01.2024 ", b"09.01.2024 "),
        (b"07.01.2024 ", b"08.01.2024 "),
    ):
        files["shifts.csv"] = files["shifts.csv"].replace(old, new)
    plan_id = planned(service, files, week="2024-W02")
    addresses = [f"{V1}/plans/{plan_id}/roster?format={form}" for form in ("csv", "json")]
    addresses += [f"{V1}/plans/{plan_id}/check", f"{V1}/datasets/1/export", f"{V1}/jobs/1/result"]
    assert NAME in service.get(addresses[0]).text, "what is looked for was there, and lies in the service's memory"
    done = accepted(service.delete(f"{V1}/people/0007"))
    assert done["pseudonym"].startswith("E-")
    for address in addresses:
        answer = service.get(address)
        assert answer.status_code == 200, answer.text
        assert NAME not in answer.text
        assert "0007" not in answer.text.replace("-0007", "")
    assert done["pseudonym"] in service.get(addresses[0]).text


def test_what_is_due_is_listed(service: httpx.Client) -> None:
    assert accepted(service.get(f"{V1}/retention")) == []
