"""A crew member's calendar address: their own duties in force, nothing of others, dead when revoked."""

from __future__ import annotations

import httpx
from access_bench import add_accounts, logged_in, opened
from http_service import V1, accepted, packed, planned, problem
from icalendar import Calendar
from service_fleet import NAMES, small_fleet
from sqlalchemy import select

from api.access.secrecy import fingerprint
from api.store.access_tables import CrewFeedRow

_OWN = {"0007": "Änne Ähring", "0008": "Bob Ahrens", "0009": "Zoë Zander", "0010": "Uwe Übel"}


def _published(service: httpx.Client) -> int:
    plan_id = planned(service, small_fleet())
    accepted(service.post(f"{V1}/plans/{plan_id}/publish", json={"version": 1}))
    return plan_id


def _feed(service: httpx.Client, crew_id: str) -> str:
    return accepted(service.post(f"{V1}/datasets/1/feeds", json={"crew_id": crew_id}), 201)["path"]


def _events(service: httpx.Client, path: str) -> list[tuple[str, str]]:
    answer = service.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/calendar")
    calendar = Calendar.from_ical(answer.content)
    return [(str(event["uid"]), event.decoded("dtstart").isoformat()) for event in calendar.walk("VEVENT")]


def test_everybodys_address_shows_exactly_their_own_duties(service: httpx.Client, database_url: str) -> None:
    plan_id = _published(service)
    rows = accepted(service.get(f"{V1}/plans/{plan_id}/roster"))["roster"]["rows"]
    paths = {crew_id: _feed(service, crew_id) for crew_id in _OWN}
    add_accounts(database_url, "chief")
    wanted = {
        crew_id: sorted(
            (f"{row['shift_id']}-{crew_id}-1@crew-roster", row["duty"][0]["start"].replace("Z", "+00:00"))
            for row in rows
            if row["crew_id"] == crew_id
        )
        for crew_id in _OWN
    }
    assert {crew_id: sorted(_events(service, path)) for crew_id, path in paths.items()} == wanted
    assert sum(map(len, wanted.values())) == 6
    for crew_id, path in paths.items():
        text = service.get(path).text
        assert not [name for other, name in _OWN.items() if other != crew_id and name in text]
        assert not [other for other in _OWN if other != crew_id and f"-{other}-" in text]
    assert set(_OWN.values()) == set(NAMES)


def test_what_is_not_published_is_not_shown(service: httpx.Client) -> None:
    planned(service, small_fleet())
    assert [_events(service, _feed(service, crew_id)) for crew_id in _OWN] == [[], [], [], []]


def test_of_two_rosters_in_force_the_later_published_one_counts(service: httpx.Client) -> None:
    first = _published(service)
    again = accepted(service.post(f"{V1}/plans", json={"dataset_id": 1, "week": "2026-W50", "time_limit_s": 20}), 202)
    second = again["plan"]["id"]
    for _ in service.get(f"{V1}/jobs/{again['job']['id']}/events").iter_lines():
        pass
    rows = accepted(service.get(f"{V1}/plans/{second}/roster"))["roster"]["rows"]
    master = next(row["crew_id"] for row in rows if row["shift_id"] == "S-02" and row["function"] == "ferry_master")
    other = {"0007": "0009", "0009": "0007"}[master]
    change = {"shift_id": "S-02", "function": "Fährführer", "crew_id": master, "to": other}
    accepted(service.patch(f"{V1}/plans/{second}/roster", json={"version": 1, "changes": [change]}))
    accepted(service.post(f"{V1}/plans/{second}/publish", json={"version": 2}))
    shown = [uid for uid, _ in _events(service, _feed(service, other))]
    assert [uid for uid in shown if uid.startswith("S-02-")] == [f"S-02-{other}-1@crew-roster"]
    assert not [uid for uid, _ in _events(service, _feed(service, master)) if uid.startswith("S-02-")]
    assert first != second


def test_a_person_with_the_same_number_in_another_dataset_is_somebody_else(service: httpx.Client) -> None:
    _published(service)
    other = accepted(
        service.post(f"{V1}/datasets", content=packed(small_fleet()), headers={"Content-Type": "application/zip"}),
        201,
    )["id"]
    made = accepted(service.post(f"{V1}/datasets/{other}/feeds", json={"crew_id": "0010"}), 201)
    assert _events(service, made["path"]) == []
    assert _events(service, _feed(service, "0010")) != []


def test_a_revoked_address_and_a_renewed_one_are_dead(service: httpx.Client, database_url: str) -> None:
    _published(service)
    old = _feed(service, "0010")
    new = _feed(service, "0010")
    body = problem(service.get(old), 404, "not_found")
    assert old.rpartition("/")[2].removesuffix(".ics") not in str(body)
    assert _events(service, new)
    with opened(database_url) as store, store.reading() as session:
        kept = session.scalars(select(CrewFeedRow.secret_hash)).all()
    assert kept == [fingerprint(new.rpartition("/")[2].removesuffix(".ics"))]
    assert service.delete(f"{V1}/datasets/1/feeds/0010").status_code == 204
    problem(service.get(new), 404, "not_found")
    problem(service.delete(f"{V1}/datasets/1/feeds/0010"), 404, "not_found")


def test_an_address_is_for_somebody_of_the_dataset_and_shown_once(service: httpx.Client, database_url: str) -> None:
    _published(service)
    problem(service.post(f"{V1}/datasets/1/feeds", json={"crew_id": "9999"}), 404, "not_found")
    path = _feed(service, "0010")
    add_accounts(database_url)
    with logged_in(service, "planner") as planner:
        listed = planner.get(f"{V1}/datasets/1/feeds")
        assert [feed["crew_id"] for feed in accepted(listed)] == ["0010"]
    assert path.rpartition("/")[2].removesuffix(".ics") not in listed.text


def test_somebody_who_left_the_crew_has_no_duties(service: httpx.Client) -> None:
    _published(service)
    path = _feed(service, "0008")
    files = {name: content.decode("utf-8") for name, content in small_fleet().items()}
    left = {
        name: "".join(line for line in text.splitlines(keepends=True) if not line.startswith("0008;"))
        for name, text in files.items()
    }
    content = packed({name: text.encode("utf-8") for name, text in left.items()})
    headers = {"Content-Type": "application/zip", "If-Match": '"1"'}
    accepted(service.put(f"{V1}/datasets/1", content=content, headers=headers))
    assert _events(service, path) == []
