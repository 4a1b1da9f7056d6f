"""Every route called by everybody: nobody, each role, somebody with a calendar secret, with a revoked token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx
from access_bench import ROLES, add_accounts, bearer, issued_token, logged_in, opened
from fastapi import routing
from http_service import V1, accepted, planned
from route_roles import ROUTES
from service_fleet import small_fleet

from api.access.roles import Role
from api.app import create_app
from api.settings import Settings
from api.store.accounts import account_named, revoke_all

#: Answers that refuse the caller, whatever was asked for.
_REFUSED = {"access.login", "access.role", "access.csrf", "access.no_accounts"}
#: With these every read is one that the service can answer.
_QUERY = {
    "compare": "?before=1",
    "candidates": "?shift=S-01",
    "explain": "?shift=S-01",
    "rest-clock": "?person=0007",
    "without": "?person=0007&certificate=ferry_certificate",
}


def _routes_of_the_app() -> set[tuple[str, str]]:
    app = create_app(Settings())
    described = {(method.upper(), path) for path, item in app.openapi()["paths"].items() for method in item}
    # Routes that are not described count too; newer frameworks keep included ones one level down.
    every = getattr(routing, "iter_route_contexts", iter)(app.routes)
    found = {(method, route.path) for route in every for method in getattr(route, "methods", None) or {"*"}}
    return {(method, path) for method, path in described | found if method not in ("HEAD", "OPTIONS")}


def test_the_table_names_every_route_of_the_app() -> None:
    assert _routes_of_the_app() == set(ROUTES)


def test_a_route_that_changes_something_is_for_somebody() -> None:
    assert [path for (method, path), role in ROUTES.items() if method != "GET" and role is None] == [f"{V1}/login"]


def _address(path: str, feed: str) -> str:
    known = {"vessel_id": "F1", "crew_id": "0009", "secret": feed}
    filled = re.sub(r"\{(\w+)\}", lambda found: known.get(found[1], "1"), path)
    return filled + _QUERY.get(path.rpartition("/")[2], "")


@contextmanager
def _callers(service: httpx.Client, url: str, calendar: str) -> Iterator[dict[str, tuple[httpx.Client, Role | None]]]:
    """Who calls, with the role that they have."""
    revoked = issued_token(url, "chief")
    with opened(url) as store, store.writing() as session:
        chief = account_named(session, "chief")
        assert chief is not None
        revoke_all(session, chief)
    secret_holder = {
        "Cookie": f"crew_roster_session={calendar}; __Host-crew_roster_session={calendar}",
        "X-CSRF-Token": calendar,
    }
    with ExitStack() as stack:

        def stranger(headers: dict[str, str]) -> httpx.Client:
            client = httpx.Client(base_url=service.base_url, timeout=service.timeout, headers=headers)
            return stack.enter_context(client)

        yield {
            "nobody": (stranger({}), None),
            "calendar as token": (stranger(bearer(calendar)), None),
            "calendar as login": (stranger(secret_holder), None),
            "revoked token": (stranger(bearer(revoked)), None),
            **{name: (stack.enter_context(logged_in(service, name)), role) for name, role in ROLES.items()},
            "token of reader": (stranger(bearer(issued_token(url, "reader"))), Role.VIEWER),
            "token of planner": (stranger(bearer(issued_token(url, "planner"))), Role.DISPATCHER),
        }


def _wrong(answer: httpx.Response, method: str, needed: Role | None, role: Role | None) -> str | None:
    """What is wrong with an answer, if anything is."""
    code = answer.json()["code"] if answer.status_code >= 400 else None
    if needed is None or (role is not None and role.includes(needed)):
        if code in _REFUSED or answer.status_code >= 500 or (method == "GET" and answer.status_code != 200):
            return f"{answer.status_code} {code}, should be allowed"
        return None
    expected = (401, "access.login") if role is None else (403, "access.role")
    return None if (answer.status_code, code) == expected else f"{answer.status_code} {code}, should be {expected}"


def test_every_route_lets_in_whom_the_table_names_and_nobody_else(service: httpx.Client, database_url: str) -> None:
    planned(service, small_fleet())
    feeds = [
        accepted(service.post(f"{V1}/datasets/1/feeds", json={"crew_id": crew_id}), 201)["path"]
        for crew_id in ("0007", "0008")
    ]
    own, other = (path.rpartition("/")[2].removesuffix(".ics") for path in feeds)
    add_accounts(database_url)
    # Who logs out is nobody afterwards.
    last = sorted(ROUTES, key=lambda route: route[1].endswith("/logout"))
    found = []
    with _callers(service, database_url, other) as callers:
        for method, path in last:
            for who, (client, role) in callers.items():
                body = {} if method == "GET" else {"json": {}}
                answer = client.request(method, _address(path, own), **body)
                wrong = _wrong(answer, method, ROUTES[method, path], role)
                found += [f"{who}: {method} {path}: {wrong}"] if wrong else []
    assert found == []
