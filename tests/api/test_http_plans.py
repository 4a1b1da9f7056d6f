"""Plans over HTTP: run, events, files, changes by hand, two dispatchers, publishing."""

from __future__ import annotations

import threading
from pathlib import Path

import httpx
import pytest
from http_service import (
    V1,
    accepted,
    ended,
    events,
    finished_soon,
    imported,
    packed,
    planned,
    problem,
    running_service,
)
from job_bench import carry_out, new_runner
from service_fleet import FILES, harbour_fleet, small_fleet

from api.cli import main
from api.store import Store


def _roster(service: httpx.Client, plan_id: int, **params: object) -> dict[str, object]:
    return accepted(service.get(f"{V1}/plans/{plan_id}/roster", params=params))


def _rows(service: httpx.Client, plan_id: int) -> list[dict[str, str]]:
    return _roster(service, plan_id)["roster"]["rows"]  # type: ignore[index, no-any-return]


def _swap(rows: list[dict[str, str]], shift_id: str, function: str, to: str) -> dict[str, str]:
    (row,) = [row for row in rows if row["shift_id"] == shift_id and row["function"] == function]
    return {"shift_id": shift_id, "function": function, "watch": row["watch"], "crew_id": row["crew_id"], "to": to}


def _other(crew_id: str) -> str:
    return {"0007": "0009", "0009": "0007", "0008": "0010", "0010": "0008"}[crew_id]


def test_a_plan_is_answered_at_once_and_its_run_tells_of_itself(service: httpx.Client) -> None:
    order = {"dataset_id": imported(service, harbour_fleet()), "week": "2026-W50", "time_limit_s": 3000}
    made = accepted(service.post(f"{V1}/plans", json=order), 202)
    assert (made["plan"]["version"], made["job"]["state"]) == (0, "queued")
    problem(service.get(f"{V1}/plans/{made['plan']['id']}/roster"), 409, "plan.no_roster")
    heard = finished_soon(service, made["job"]["id"])
    kinds = [kind for _, kind, _ in heard]
    assert kinds[-1] == "end"
    assert {"progress", "better", "wish"} <= set(kinds)
    figures = [body for _, kind, body in heard if kind == "progress"]
    assert {"level", "best", "bound", "gap", "elapsed_s"} <= set(figures[-1])
    assert [number for number, _, _ in heard] == sorted({number for number, _, _ in heard})
    middle = heard[len(heard) // 2][0]
    assert list(events(service, made["job"]["id"], middle)) == [item for item in heard if item[0] > middle]
    assert accepted(service.get(f"{V1}/plans/{made['plan']['id']}"))["version"] == 1


def test_the_csv_of_a_stored_plan_is_that_of_the_command_line_and_lawful_to_its_check(
    service: httpx.Client, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: object
) -> None:
    plan_id = planned(service, small_fleet())
    answer = service.get(f"{V1}/plans/{plan_id}/roster", params={"format": "csv"})
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    monkeypatch.setenv("CREW_ROSTER_DATABASE_URL", database_url)
    target = tmp_path / "exported.csv"
    assert main(["export-plan", str(plan_id), "--out", str(target)]) == 0
    assert target.read_bytes() == answer.content
    folder = tmp_path / "fleet"
    folder.mkdir()
    for name, content in small_fleet().items():
        (folder / name).write_bytes(content)
    assert main(["check", str(folder), str(target)]) == 0


def test_deterministic_runs_give_the_roster_of_the_command_line(
    service: httpx.Client, tmp_path: Path, capsys: object
) -> None:
    plan_id = planned(service, small_fleet(), deterministic=True)
    folder = tmp_path / "fleet"
    folder.mkdir()
    for name, content in small_fleet().items():
        (folder / name).write_bytes(content)
    target = tmp_path / "roster.csv"
    assert main(["plan", str(folder), "--deterministic", "--time-limit", "20", "--out", str(target)]) == 0
    assert service.get(f"{V1}/plans/{plan_id}/roster", params={"format": "csv"}).content == target.read_bytes()


def test_a_name_that_is_a_formula_is_defused_in_the_csv(service: httpx.Client) -> None:
    crew = FILES["crew.csv"].replace("Änne Ähring", "=1+1").replace("Zoë Zander", "=1+2")
    text = service.get(f"{V1}/plans/{planned(service, small_fleet(crew=crew))}/roster", params={"format": "csv"}).text
    assert ";=1+" not in text


def test_a_change_by_hand_is_judged_and_becomes_the_next_version(service: httpx.Client) -> None:
    plan_id = planned(service, small_fleet())
    rows = _rows(service, plan_id)
    (old,) = [row["crew_id"] for row in rows if (row["shift_id"], row["function"]) == ("S-02", "ferry_master")]
    change = _swap(rows, "S-02", "ferry_master", _other(old))
    made = accepted(service.patch(f"{V1}/plans/{plan_id}/roster", json={"version": 1, "changes": [change]}))
    assert (made["number"], made["origin"], made["lawful"]) == (2, "edit", True)
    found = accepted(service.get(f"{V1}/plans/{plan_id}/compare", params={"before": 1, "after": 2}))
    assert [(row["crew_id"]) for row in found["gone"]] == [old]
    assert [(row["crew_id"]) for row in found["new"]] == [_other(old)]
    assert accepted(service.get(f"{V1}/plans/{plan_id}/check"))["lawful"]


def test_an_unlawful_change_is_refused_and_as_a_draft_never_published(service: httpx.Client) -> None:
    plan_id = planned(service, small_fleet())
    change = _swap(_rows(service, plan_id), "S-02", "ferry_master", "0008")
    url = f"{V1}/plans/{plan_id}/roster"
    body = problem(service.patch(url, json={"version": 1, "changes": [change]}), 422, "roster.unlawful")
    assert any(detail.get("citation") for detail in body["details"])
    assert accepted(service.get(f"{V1}/plans/{plan_id}"))["version"] == 1
    draft = accepted(service.patch(url, json={"version": 1, "changes": [change], "draft": True}))
    assert (draft["number"], draft["lawful"]) == (2, False)
    problem(service.post(f"{V1}/plans/{plan_id}/publish", json={"version": 2}), 409, "roster.unlawful")
    assert accepted(service.get(f"{V1}/plans/{plan_id}"))["published_version"] is None


def test_a_swap_is_judged_as_one_change(service: httpx.Client) -> None:
    files = small_fleet(
        shifts=FILES["shifts.csv"] + FILES["shifts.csv"].splitlines()[1].replace("S-01;F1", "T-01;F2") + "\n",
        vessels=FILES["vessels.csv"]
        + FILES["vessels.csv"].splitlines()[1].replace("F1;Ährenfähre", "F2;Fähre 2")
        + "\n",
    )
    plan_id = planned(service, files)
    rows = _rows(service, plan_id)
    masters = {r["shift_id"]: r["crew_id"] for r in rows if r["function"] == "ferry_master"}
    one = _swap(rows, "S-01", "ferry_master", masters["T-01"])
    two = _swap(rows, "T-01", "ferry_master", masters["S-01"])
    url = f"{V1}/plans/{plan_id}/roster"
    problem(service.patch(url, json={"version": 1, "changes": [one]}), 422, "roster.unlawful")
    assert accepted(service.patch(url, json={"version": 1, "changes": [one, two]}))["lawful"]


def test_an_emptied_place_keeps_the_shift_ashore_until_it_is_filled_again(service: httpx.Client) -> None:
    plan_id = planned(service, small_fleet())
    rows = _rows(service, plan_id)
    change = _swap(rows, "S-03", "ferry_master", "")
    url = f"{V1}/plans/{plan_id}/roster"
    accepted(service.patch(url, json={"version": 1, "changes": [change]}))
    assert accepted(service.get(f"{V1}/plans/{plan_id}/check"))["not_sailing"] == ["S-03"]
    back = {**change, "crew_id": "", "to": change["crew_id"]}
    accepted(service.patch(url, json={"version": 2, "changes": [back]}))
    assert accepted(service.get(f"{V1}/plans/{plan_id}/check"))["not_sailing"] == []
    again = accepted(service.get(f"{V1}/plans/{plan_id}/compare", params={"before": 1, "after": 3}))
    assert (again["gone"], again["new"]) == ([], [])


def test_the_csv_goes_through_a_spreadsheet_and_comes_back(service: httpx.Client) -> None:
    plan_id = planned(service, small_fleet())
    url = f"{V1}/plans/{plan_id}/roster"
    text = service.get(url, params={"format": "csv"}).content
    made = accepted(service.put(url, content=text, headers={"Content-Type": "text/csv", "If-Match": '"1"'}))
    assert (made["number"], made["origin"]) == (2, "upload")
    same = accepted(service.get(f"{V1}/plans/{plan_id}/compare", params={"before": 1, "after": 2}))
    assert (same["gone"], same["new"], same["sails_no_more"]) == ([], [], [])
    bad = service.put(url, content=b"x;y\n1;2\n", headers={"Content-Type": "text/csv", "If-Match": '"2"'})
    problem(bad, 422, "input_faults")


def test_of_two_dispatchers_one_is_told_and_loses_nothing(service: httpx.Client) -> None:
    plan_id = planned(service, small_fleet())
    rows = _rows(service, plan_id)
    masters = {r["shift_id"]: r["crew_id"] for r in rows if r["function"] == "ferry_master"}
    changes = [_swap(rows, shift, "ferry_master", _other(masters[shift])) for shift in ("S-01", "S-02")]
    answers: list[httpx.Response] = []

    def send(change: dict[str, str]) -> None:
        url = f"{V1}/plans/{plan_id}/roster"
        answers.append(service.patch(url, json={"changes": [change]}, headers={"If-Match": '"1"'}))

    threads = [threading.Thread(target=send, args=(change,)) for change in changes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    good, bad = sorted(answers, key=lambda answer: answer.status_code)
    assert accepted(good)["number"] == 2
    current = problem(bad, 409, "version.stale")["current"]
    assert current["number"] == 2
    assert current["roster"] == _roster(service, plan_id)["roster"]


def test_a_run_that_ends_after_a_change_by_hand_is_stale_and_can_be_adopted(store: Store, database_url: str) -> None:
    runner = new_runner(store)
    with running_service(database_url, solver_processes=0) as service:
        order = {"dataset_id": imported(service, small_fleet()), "time_limit_s": 20}
        made = accepted(service.post(f"{V1}/plans", json=order), 202)
        plan_id = made["plan"]["id"]
        carry_out(runner, made["job"]["id"])
        job = accepted(service.post(f"{V1}/plans/{plan_id}/solve", json={"time_limit_s": 20}), 202)
        change = _swap(_rows(service, plan_id), "S-03", "ferry_master", "")
        accepted(service.patch(f"{V1}/plans/{plan_id}/roster", json={"version": 1, "changes": [change]}))
        carry_out(runner, job["id"])
        assert accepted(service.get(f"{V1}/jobs/{job['id']}"))["state"] == "stale"
        assert accepted(service.get(f"{V1}/plans/{plan_id}"))["version"] == 2
        assert accepted(service.get(f"{V1}/plans/{plan_id}/check"))["not_sailing"] == ["S-03"]
        adopted = accepted(service.post(f"{V1}/plans/{plan_id}/adopt", json={"job_id": job["id"], "version": 2}))
        assert (adopted["number"], adopted["origin"]) == (3, "solve")
        assert accepted(service.get(f"{V1}/plans/{plan_id}/check"))["not_sailing"] == []


def test_publishing_asks_the_newest_dataset(service: httpx.Client) -> None:
    dataset_id = imported(service, small_fleet())
    made = accepted(service.post(f"{V1}/plans", json={"dataset_id": dataset_id, "time_limit_s": 20}), 202)
    ended(service, made["job"]["id"])
    plan_id = made["plan"]["id"]
    assert accepted(service.post(f"{V1}/plans/{plan_id}/publish", json={"version": 1}))["published_at"]
    sick = "crew_id;start;end;kind\n" + "".join(f"{c};07.12.2026;10.12.2026;sick\n" for c in ("0007", "0009"))
    headers = {"Content-Type": "application/zip", "If-Match": '"1"'}
    accepted(service.put(f"{V1}/datasets/{dataset_id}", content=packed(small_fleet(absences=sick)), headers=headers))
    problem(service.post(f"{V1}/plans/{plan_id}/publish", json={"version": 1}), 409, "roster.unlawful")
    assert accepted(service.get(f"{V1}/plans/{plan_id}/check"))["dataset_changed"]


def test_a_plan_sent_twice_at_once_is_one_plan_and_one_run(service: httpx.Client) -> None:
    order = {"dataset_id": imported(service, small_fleet()), "time_limit_s": 20}
    answers: list[httpx.Response] = []

    def send() -> None:
        answers.append(service.post(f"{V1}/plans", json=order, headers={"Idempotency-Key": "k"}))

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({accepted(answer, 202)["plan"]["id"] for answer in answers}) == 1
    assert accepted(service.get(f"{V1}/plans"))["total"] == accepted(service.get(f"{V1}/jobs"))["total"] == 1
    other = service.post(f"{V1}/plans", json={**order, "weeks": 2}, headers={"Idempotency-Key": "k"})
    problem(other, 409, "idempotency.reused")


def test_a_full_queue_says_so(database_url: str) -> None:
    with running_service(database_url, solver_processes=0, queue_most=2) as service:
        order = {"dataset_id": imported(service, small_fleet())}
        for _ in range(2):
            accepted(service.post(f"{V1}/plans", json=order), 202)
        answer = service.post(f"{V1}/plans", json=order)
        problem(answer, 429, "queue.full")
        assert int(answer.headers["retry-after"]) > 0
        assert accepted(service.get(f"{V1}/plans"))["total"] == 2


@pytest.mark.parametrize("limit", [0, -1, "", "1 min", "5,5", 1e9, None])
def test_time_limits_out_of_range_are_refused(service: httpx.Client, limit: object) -> None:
    dataset_id = imported(service, small_fleet())
    answer = service.post(f"{V1}/plans", json={"dataset_id": dataset_id, "time_limit_s": limit})
    if limit is None:
        accepted(answer, 202)
    else:
        assert accepted(answer, 422)["code"] in ("invalid", "time_limit.range")


def test_nan_as_a_time_limit_is_refused(service: httpx.Client) -> None:
    content = b'{"dataset_id": 1, "time_limit_s": NaN}'
    problem(service.post(f"{V1}/plans", content=content, headers={"Content-Type": "application/json"}), 422, "invalid")


def test_a_week_without_shifts_is_refused_with_those_that_have_some(service: httpx.Client) -> None:
    order = {"dataset_id": imported(service, small_fleet()), "week": "2026-W10"}
    assert "2026-W50" in problem(service.post(f"{V1}/plans", json=order), 422, "plan.window")["message"]["de"]
