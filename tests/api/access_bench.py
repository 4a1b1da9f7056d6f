"""Accounts with their logins for the tests of access: real passwords, real cookies, real tokens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from http_service import V1, accepted
from pwdlib.hashers.argon2 import Argon2Hasher

from api.access import accounts
from api.access.passwords import Passwords
from api.access.roles import Role
from api.store import Store, open_store

#: One password for each account, so that a test can look for it where it must not be.
PASSWORDS = {
    "chief": "Chefin-mit-Steuerrad-1",
    "planner": "Einsatzplan-am-Deich-2",
    "reader": "Aushang-in-der-Messe-3",
}
#: The real kind of hash at a fraction of the work, which would be most of the time of these tests.
QUICK = Argon2Hasher(time_cost=1, memory_cost=64, parallelism=1)
ROLES = {"chief": Role.ADMIN, "planner": Role.DISPATCHER, "reader": Role.VIEWER}


@contextmanager
def opened(url: str) -> Iterator[Store]:
    """The store of a running service, opened beside it."""
    store = open_store(url)
    try:
        yield store
    finally:
        store.close()


def add_accounts(url: str, *names: str) -> None:
    """Make accounts as the command line does; without names one of each role."""
    passwords = Passwords(QUICK)
    with opened(url) as store:
        for name in names or PASSWORDS:
            accounts.add(store, passwords, name, ROLES[name], PASSWORDS[name])


def issued_token(url: str, name: str) -> str:
    """An API token of an account."""
    with opened(url) as store:
        return accounts.issue_token(store, name, "test", 1)


@contextmanager
def logged_in(service: httpx.Client, name: str) -> Iterator[httpx.Client]:
    """A browser of its own, logged in; it sends the token with every request."""
    with httpx.Client(base_url=service.base_url, timeout=service.timeout) as browser:
        answer = login(browser, name)
        browser.headers["X-CSRF-Token"] = accepted(answer)["csrf_token"]
        yield browser


def login(browser: httpx.Client, name: str, password: str | None = None) -> httpx.Response:
    """Send name and password, by default the right one."""
    body = {"name": name, "password": PASSWORDS.get(name, "") if password is None else password}
    return browser.post(f"{V1}/login", json=body)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
