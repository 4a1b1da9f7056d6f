"""What viewers see, searched for secrets that were planted: births, contacts, health, reasons of absence."""

from __future__ import annotations

import json
from datetime import date

import httpx
import pytest
from access_bench import add_accounts, logged_in
from http_service import V1, accepted, planned
from route_roles import ROUTES
from service_fleet import FILES, small_fleet

from api.access.blank import blank_document, blank_instance, blank_roster
from api.access.roles import Role
from api.rosters.documents import document
from optimizer.export import roster_csv
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.intake import read_files
from optimizer.law import load_rulebook
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval

#: Words that stand in the dataset and nowhere else; the fourth shift finds no ferry master because of illness.
_SECRETS = (
    *("1987-03-29", "29.03.1987", "0171 5550123", "Notiz-nur-fuer-die-Disposition", "krank", "sick", "abwesend"),
    *("absent", "Mutterschutz", "maternity", "04.05.2027", "2027-05-04"),
)
_CREW = (
    FILES["crew.csv"]
    .replace(";contact\n", ";contact;notes;expected_birth\n")
    .replace("01.02.1991", "29.03.1987")
    .replace("040 1", "0171 5550123;Notiz-nur-fuer-die-Disposition;")
    .replace("040 2", "040 2;;04.05.2027")
    .replace("040 3", "040 3;;")
    .replace("040 4", "040 4;;")
)
_ABSENCES = (
    "crew_id;start;end;kind\n0007;09.12.2026 00:00;10.12.2026 00:00;sick\n0009;09.12.2026 00:00;10.12.2026 00:00;sick\n"
)


def _files() -> dict[str, bytes]:
    return small_fleet(crew=_CREW, absences=_ABSENCES)


def _reads(plan_id: int, role: Role) -> list[str]:
    """Every read with parameters that a role may call, in each form and language."""
    known = {"plan_id": plan_id, "dataset_id": 1, "job_id": 1, "vessel_id": "F1"}
    paths = []
    for (method, path), needed in ROUTES.items():
        # The law itself speaks of illness and maternity, of nobody's.
        if method == "GET" and needed is not None and role.includes(needed) and not path.endswith("/law"):
            paths.append(path.format(**known))
    forms = [
        f"{V1}/plans/{plan_id}/roster?version=1&format={form}&lang={lang}"
        for form in ("csv", "json")
        for lang in ("de", "en")
    ]
    extra = [f"{V1}/plans/{plan_id}/compare?before=1&after=2", f"{V1}/plans/{plan_id}/check?version=2"]
    return [path for path in paths if not path.endswith("/compare")] + forms + extra


def _seen(browser: httpx.Client, plan_id: int, role: Role) -> dict[str, str]:
    """The answers by path; each must be one."""
    seen = {}
    for path in _reads(plan_id, role):
        answer = browser.get(path)
        if answer.status_code != 422:
            assert answer.status_code == 200, (path, answer.text)
            seen[path] = answer.text + "".join(answer.headers.values())
    return seen


def test_viewers_find_none_of_the_planted_secrets_and_dispatchers_do(service: httpx.Client, database_url: str) -> None:
    plan_id = planned(service, _files())
    # An unlawful draft: one who is ill is on board, which the checker says in so many words.
    change = {"shift_id": "S-03", "function": "Fährführer", "crew_id": "", "to": "0009"}
    edit = {"version": 1, "draft": True, "changes": [change]}
    accepted(service.patch(f"{V1}/plans/{plan_id}/roster", json=edit))
    add_accounts(database_url)
    with logged_in(service, "planner") as planner, logged_in(service, "reader") as reader:
        whole = _seen(planner, plan_id, Role.DISPATCHER)
        seen = _seen(reader, plan_id, Role.VIEWER)
    told = [path for path, text in whole.items() if any(secret in text for secret in _SECRETS)]
    # Reasons in the roster, its CSV, its versions, and the verdict: all of them asked of viewers too.
    for ending in (
        "/roster",
        "format=csv&lang=de",
        "format=csv&lang=en",
        "/versions",
        "/check",
    ):
        assert any(path.endswith(ending) and path in seen for path in told), ending
    found = [(path, secret) for path, text in seen.items() for secret in _SECRETS if secret in text]
    assert found == []
    assert "Änne Ähring" in seen[f"{V1}/plans/{plan_id}/roster?version=1&format=csv&lang=de"]


def test_viewers_still_see_who_is_where_and_what_does_not_sail(service: httpx.Client, database_url: str) -> None:
    plan_id = planned(service, _files())
    add_accounts(database_url)
    with logged_in(service, "reader") as reader:
        roster = accepted(reader.get(f"{V1}/plans/{plan_id}/roster"))
        check = accepted(reader.get(f"{V1}/plans/{plan_id}/check"))
    rows = {(row["shift_id"], row["crew_id"], row["status"]) for row in roster["roster"]["rows"]}
    assert {("S-01", "0010", "filled"), ("S-03", "", "open")} <= rows
    assert all(row["reason"] is None for row in roster["roster"]["rows"])
    assert roster["summary"]["not_sailing"] == [{"shift_id": "S-03", "reason": None}]
    assert check["lawful"] is True and check["not_sailing"] == ["S-03"]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_documents_are_written_from_people_without_anything_but_their_names(lang: str) -> None:
    dataset = read_files(_files()).dataset
    instance = Instance(dataset, Interval.from_minutes(0, 60), load_rulebook())
    row = RosterRow(shift_id="S-01", status=RowStatus.OPEN, reason=Text("ist krank", "is sick"))
    roster = Roster(window=instance.window, rows=(row,), notes=(Text("krank", "sick"),))
    blank, shown = blank_instance(instance), blank_roster(roster)
    assert "krank" not in str(shown) and "sick" not in str(shown)
    assert not any(secret in roster_csv(blank, shown, lang).decode("utf-8") for secret in _SECRETS)
    assert blank.dataset.absences == () and blank.dataset.certificates == ()
    assert {person.birth_date for person in blank.dataset.crew.values()} == {date.min}
    assert not any(secret in json.dumps(document(blank.dataset.crew["0007"])) for secret in _SECRETS)


def test_what_is_not_known_to_be_harmless_is_left_out() -> None:
    given = {"rows": [{"shift_id": "S-01", "one_day_added": {"de": "krank"}, "reason": {"de": "krank"}}], "new": "x"}
    assert blank_document(given) == {"rows": [{"shift_id": "S-01", "one_day_added": None, "reason": None}], "new": "x"}
