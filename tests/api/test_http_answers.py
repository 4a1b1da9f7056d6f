"""Somebody drops out, who could, why, what is to come: answered by a running service."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from http_service import V1, accepted, ended, planned, problem
from service_fleet import small_fleet

START = "2026-12-08T00:00:00+01:00"


def _master(service: httpx.Client, plan_id: int, shift_id: str) -> str:
    rows = accepted(service.get(f"{V1}/plans/{plan_id}/roster"))["roster"]["rows"]
    (found,) = [r["crew_id"] for r in rows if (r["shift_id"], r["function"]) == (shift_id, "ferry_master")]
    return found


def test_a_drop_out_is_answered_in_three_ways_and_one_of_them_adopted(service: httpx.Client) -> None:
    plan_id = planned(service, small_fleet())
    gone = _master(service, plan_id, "S-02")
    order = {"happened": {"start": START, "drop_outs": [{"crew_id": gone}]}, "prefer": "calls", "time_limit_s": 20}
    job = accepted(service.post(f"{V1}/plans/{plan_id}/drop-outs", json=order), 202)
    done = ended(service, job["id"])
    answers = done["result"]["answers"]
    assert done["state"] == "done"
    assert {answer["preference"] for answer in answers} == {"changes", "calls", "cost"}
    for answer in answers:
        assert answer["not_sailing"] == []
        assert answer["check"]["lawful"]
        assert {row["crew_id"] for row in answer["roster"]["rows"] if row["shift_id"] != "S-01"}.isdisjoint({gone})
    calls = answers[0]["calls"]
    assert calls and all(call["name"] and call["contact"].startswith("040") for call in calls)
    adopt = {"job_id": job["id"], "preference": "calls", "version": 1}
    made = accepted(service.post(f"{V1}/plans/{plan_id}/adopt", json=adopt))
    assert (made["number"], made["origin"]) == (2, "drop_out")
    assert _master(service, plan_id, "S-02") != gone
    again = service.post(f"{V1}/plans/{plan_id}/adopt", json={**adopt, "version": 1})
    problem(again, 409, "version.stale")


@pytest.mark.parametrize(
    ("happened", "code"),
    [
        ({"start": START, "drop_outs": [{"crew_id": "9999"}]}, "unknown_person"),
        ({"start": START, "vessels_out": [{"vessel_id": "X", "start": START, "end": START}]}, "unknown_vessel"),
        ({"start": START, "vessels_out": [{"vessel_id": "F1", "start": START, "end": START}]}, "span.empty"),
        ({"start": "2027-12-08T00:00:00+01:00"}, "start.outside"),
        ({"start": "2026-12-08T00:00:00"}, "invalid"),
        ({"start": "2026-12-08T00:00:30+01:00"}, "invalid"),
        ({"start": 0}, "invalid"),
        ({"start": "0"}, "invalid"),
        ({"start": "1765281600"}, "invalid"),
        ({"start": START, "drop_out": []}, "invalid"),
    ],
)
def test_events_that_cannot_be_are_refused(service: httpx.Client, happened: dict[str, Any], code: str) -> None:
    plan_id = planned(service, small_fleet())
    order = {"happened": happened, "time_limit_s": 20}
    problem(service.post(f"{V1}/plans/{plan_id}/drop-outs", json=order), 422, code)
    assert accepted(service.get(f"{V1}/jobs"))["total"] == 1


def test_the_loss_of_every_single_person_is_looked_at(service: httpx.Client) -> None:
    plan_id = planned(service, small_fleet())
    job = accepted(service.post(f"{V1}/plans/{plan_id}/foresight/n-1", json={"time_limit_s": 5}), 202)
    done = ended(service, job["id"])
    found = done["result"]["outages"]
    rows = accepted(service.get(f"{V1}/plans/{plan_id}/roster"))["roster"]["rows"]
    assert {item["crew_id"] for item in found} == {row["crew_id"] for row in rows}
    assert all(item["falls"] == [] and item["proven"] for item in found)


def test_everybody_is_asked_for_a_place(service: httpx.Client) -> None:
    plan_id = planned(service, small_fleet())
    params = {"shift": "S-02", "function": "Fährführer"}
    (place,) = accepted(service.get(f"{V1}/plans/{plan_id}/candidates", params=params))["places"]
    groups = [place["free"], place["one_change"], place["barred"]]
    asked = {item["crew_id"] for group in groups for item in group}
    assert asked | {place["position"]["crew_id"]} == {"0007", "0008", "0009", "0010"}
    barred = {item["crew_id"]: item["bars"] for item in place["barred"]}
    assert barred["0008"] and barred["0008"][0]["citation"]
    problem(service.get(f"{V1}/plans/{plan_id}/candidates", params={"shift": "S-99"}), 404, "not_found")


def test_why_somebody_is_there_is_explained(service: httpx.Client) -> None:
    plan_id = planned(service, small_fleet())
    master = _master(service, plan_id, "S-02")
    by_shift = accepted(service.get(f"{V1}/plans/{plan_id}/explain", params={"shift": "S-02"}))
    by_person = accepted(service.get(f"{V1}/plans/{plan_id}/explain", params={"person": master}))
    assert {item["position"]["crew_id"] for item in by_shift["places"]} >= {master}
    assert {item["position"]["crew_id"] for item in by_person["places"]} == {master}
    problem(service.get(f"{V1}/plans/{plan_id}/explain"), 422, "explain.what")


def test_what_is_to_come_is_told(service: httpx.Client) -> None:
    plan_id = planned(service, small_fleet())
    url = f"{V1}/plans/{plan_id}/foresight"
    person = _master(service, plan_id, "S-01")
    assert {item["vessel_id"] for item in accepted(service.get(f"{url}/modes"))["modes"]} == {"F1"}
    assert accepted(service.get(f"{url}/outlook", params={"weeks": 4}))["weeks"] == 4
    clock = accepted(service.get(f"{url}/rest-clock", params={"person": person, "at": "2026-12-07T13:00:00+01:00"}))
    assert clock["rest_clock"]["crew_id"] == person
    params = {"person": person, "certificate": "ferry_certificate"}
    lost = accepted(service.get(f"{url}/without", params=params))["lost"]
    assert "S-01" in json.dumps(lost)
    problem(service.get(f"{url}/rest-clock", params={"person": "9999"}), 404, "not_found")
    problem(service.get(f"{url}/rest-clock", params={"person": person, "at": "0"}), 422, "invalid")
    problem(service.get(f"{url}/without", params={"person": person, "certificate": "x"}), 404, "not_found")


def test_the_law_of_a_day_is_told_with_its_citations(service: httpx.Client) -> None:
    found = accepted(service.get(f"{V1}/law", params={"on": "2026-12-07"}))
    assert len(found["rules"]) > 50
    assert all(rule["citation"] and len(rule["versions"]) == 1 for rule in found["rules"])
    assert "breaks_in_rest" in found["readings"]
    for day in ("0", "07.12.2026", "1970", "2026-13-01"):
        problem(service.get(f"{V1}/law", params={"on": day}), 422, "invalid")
