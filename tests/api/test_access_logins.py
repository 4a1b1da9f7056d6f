"""Logging in, staying in, getting out; who cannot, and what nobody learns on the way."""

from __future__ import annotations

import json
from datetime import timedelta

import httpx
import pytest
from access_bench import PASSWORDS, QUICK, add_accounts, bearer, issued_token, logged_in, login, opened
from http_service import V1, accepted, imported, problem, running_service
from pwdlib.hashers.argon2 import Argon2Hasher
from service_fleet import small_fleet
from sqlalchemy import select, update

from api.access import accounts
from api.access.login import FREE_OF_ACCOUNT, FREE_OF_ADDRESS, LoginFailedError, MustWaitError, limits, log_in
from api.access.passwords import Passwords
from api.access.secrecy import fingerprint
from api.clock import now
from api.store import Store
from api.store.access_tables import AccountRow, LoginWaitRow, SessionRow, TokenRow
from api.store.login_waits import LONGEST


@pytest.fixture
def guarded(service: httpx.Client, database_url: str) -> httpx.Client:
    """A running service with one account of each role; the client is nobody."""
    add_accounts(database_url)
    return service


def _expire(url: str, table: type[SessionRow] | type[TokenRow]) -> None:
    with opened(url) as store, store.writing() as session:
        session.execute(update(table).values(expires_at=now() - timedelta(seconds=1)))


def test_a_login_is_a_cookie_that_no_script_and_no_other_site_gets(guarded: httpx.Client) -> None:
    cookie = login(guarded, "reader").headers["set-cookie"]
    assert cookie.startswith("crew_roster_session=")
    assert {"httponly", "samesite=strict", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}


def test_with_https_the_cookie_never_goes_over_a_plain_line(database_url: str) -> None:
    with running_service(database_url, https_only=True) as service:
        add_accounts(database_url, "chief")
        cookie = login(service, "chief").headers["set-cookie"]
        secret = cookie.partition(";")[0]
        assert secret.startswith("__Host-crew_roster_session=") and "; Secure" in cookie
        assert accepted(service.get(f"{V1}/me", headers={"Cookie": secret}))["name"] == "chief"


def test_a_login_says_who_one_is_until_one_logs_out(guarded: httpx.Client) -> None:
    with logged_in(guarded, "planner") as browser:
        me = accepted(browser.get(f"{V1}/me"))
        assert (me["name"], me["role"]) == ("planner", "dispatcher")
        assert me["csrf_token"] == browser.headers["X-CSRF-Token"]
        kept = browser.cookies["crew_roster_session"]
        assert browser.post(f"{V1}/logout").status_code == 204
        again = guarded.get(f"{V1}/me", headers={"Cookie": f"crew_roster_session={kept}"})
        problem(again, 401, "access.login")


def test_capital_letters_of_a_name_and_the_way_an_umlaut_is_typed_make_no_difference(
    guarded: httpx.Client, database_url: str
) -> None:
    with opened(database_url) as store:
        accounts.change_password(store, Passwords(QUICK), "reader", "Fähre-über-die-Elbe")
    assert login(guarded, "READER", "Fa\u0308hre-u\u0308ber-die-Elbe").status_code == 200
    assert login(guarded, "READER", "Fahre-uber-die-Elbe").status_code == 401


def test_without_a_login_one_is_told_to_log_in(guarded: httpx.Client) -> None:
    answer = guarded.get(f"{V1}/plans")
    problem(answer, 401, "access.login")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_login_that_has_expired_is_none(guarded: httpx.Client, database_url: str) -> None:
    with logged_in(guarded, "reader") as browser:
        assert accepted(browser.get(f"{V1}/me"))["name"] == "reader"
        _expire(database_url, SessionRow)
        assert problem(browser.get(f"{V1}/me"), 401, "access.login")


def test_a_disabled_account_ends_at_once_with_logins_and_tokens(guarded: httpx.Client, database_url: str) -> None:
    token = issued_token(database_url, "reader")
    with logged_in(guarded, "reader") as browser:
        with opened(database_url) as store:
            accounts.end(store, "reader")
        assert problem(browser.get(f"{V1}/me"), 401, "access.login")
    assert problem(guarded.get(f"{V1}/me", headers=bearer(token)), 401, "access.login")
    assert problem(login(guarded, "reader"), 401, "login.failed")


def test_a_new_password_ends_what_the_old_one_opened(guarded: httpx.Client, database_url: str) -> None:
    token = issued_token(database_url, "reader")
    with logged_in(guarded, "reader") as browser:
        with opened(database_url) as store:
            accounts.change_password(store, Passwords(QUICK), "reader", "Ein-neues-am-Montag")
        assert problem(browser.get(f"{V1}/me"), 401, "access.login")
    assert problem(guarded.get(f"{V1}/me", headers=bearer(token)), 401, "access.login")
    assert problem(login(guarded, "reader"), 401, "login.failed")
    assert login(guarded, "reader", "Ein-neues-am-Montag").status_code == 200


def test_the_store_holds_fingerprints_only(guarded: httpx.Client, database_url: str) -> None:
    token = issued_token(database_url, "planner")
    with logged_in(guarded, "planner") as browser, opened(database_url) as store, store.reading() as session:
        assert session.scalars(select(SessionRow.secret_hash)).all() == [
            fingerprint(browser.cookies["crew_roster_session"])
        ]
        assert session.scalars(select(TokenRow.secret_hash)).all() == [fingerprint(token)]
        hashes = session.scalars(select(AccountRow.password_hash)).all()
    assert all(kept.startswith("$argon2id$") for kept in hashes)
    assert len(set(hashes)) == len(PASSWORDS)


def test_nobody_learns_whether_an_account_exists(guarded: httpx.Client, database_url: str) -> None:
    with opened(database_url) as store:
        accounts.end(store, "planner")
    bodies = []
    for name in ("reader", "planner", "nobody-of-this-name", "no name at all; '--"):
        body = problem(login(guarded, name, "wrong-wrong-wrong"), 401, "login.failed")
        bodies.append({key: value for key, value in body.items() if key != "request_id"})
    assert all(body == bodies[0] for body in bodies)


class _Counting(Argon2Hasher):
    """The real hasher, which counts how often it does the slow work of checking."""

    checked = 0

    def verify(self, password: str | bytes, hash: str | bytes) -> bool:  # noqa: A002 - as in the library
        self.checked += 1
        return super().verify(password, hash)


@pytest.mark.parametrize("name", ["reader", "planner", "unknown"])
def test_the_slow_work_is_done_for_unknown_and_disabled_accounts_too(
    store: Store, database_url: str, name: str
) -> None:
    add_accounts(database_url)
    accounts.end(store, "planner")
    hasher = _Counting()
    with pytest.raises(LoginFailedError):
        log_in(store, Passwords(hasher), name, "wrong-wrong-wrong", "192.0.2.1", 1.0)
    assert hasher.checked == 1


def test_failed_logins_cost_a_growing_wait(guarded: httpx.Client, database_url: str) -> None:
    waits = []
    for _ in range(FREE_OF_ACCOUNT):
        problem(login(guarded, "reader", "wrong"), 401, "login.failed")
    for _ in range(4):
        answer = login(guarded, "reader")
        problem(answer, 429, "login.wait")
        waits.append(int(answer.headers["retry-after"]))
        with opened(database_url) as store, store.writing() as session:
            session.execute(update(LoginWaitRow).values(blocked_until=now() - timedelta(seconds=1)))
        problem(login(guarded, "reader", "wrong"), 401, "login.failed")
    # Each is rounded up and some of it has passed; the next one is twice as long.
    assert all(2 * one - 5 <= two + 5 and two > one for one, two in zip(waits, waits[1:], strict=False)), waits
    accepted(login(guarded, "planner"))


def test_an_account_that_does_not_exist_makes_one_wait_all_the_same(guarded: httpx.Client) -> None:
    for _ in range(FREE_OF_ACCOUNT):
        assert problem(login(guarded, "unknown", "wrong"), 401, "login.failed")
    assert problem(login(guarded, "unknown", "wrong"), 429, "login.wait")


def test_the_wait_is_that_of_the_account_from_this_address(store: Store, database_url: str) -> None:
    add_accounts(database_url)
    passwords = Passwords(QUICK)
    for _ in range(FREE_OF_ACCOUNT):
        with pytest.raises(LoginFailedError):
            log_in(store, passwords, "reader", "wrong", "2001:db8::1", 1.0)
    with pytest.raises(MustWaitError):
        log_in(store, passwords, "Reader", PASSWORDS["reader"], "2001:db8::2", 1.0)
    assert log_in(store, passwords, "reader", PASSWORDS["reader"], "192.0.2.1", 1.0).name == "reader"


def test_an_address_that_tries_many_names_has_to_wait_also_after_a_login_of_its_own(
    store: Store, database_url: str
) -> None:
    add_accounts(database_url)
    passwords = Passwords(QUICK)
    own, shared = limits("reader", "192.0.2.1")
    with store.writing() as session:
        session.add(LoginWaitRow(key=shared.key, failures=FREE_OF_ADDRESS - 1, last_at=now(), blocked_until=None))
    log_in(store, passwords, "reader", PASSWORDS["reader"], "192.0.2.1", 1.0)
    with pytest.raises(LoginFailedError):
        log_in(store, passwords, "somebody", "wrong", "192.0.2.1", 1.0)
    with pytest.raises(MustWaitError):
        log_in(store, passwords, "another", "wrong", "192.0.2.1", 1.0)
    assert own.wait(10**6) == LONGEST


def test_a_success_forgets_the_failures_of_the_account(store: Store, database_url: str) -> None:
    add_accounts(database_url)
    passwords = Passwords(QUICK)
    for _ in range(2):
        for _ in range(FREE_OF_ACCOUNT - 1):
            with pytest.raises(LoginFailedError):
                log_in(store, passwords, "reader", "wrong", "192.0.2.1", 1.0)
        log_in(store, passwords, "reader", PASSWORDS["reader"], "192.0.2.1", 1.0)


def test_a_change_by_cookie_needs_the_token_of_this_login(guarded: httpx.Client) -> None:
    with logged_in(guarded, "planner") as browser, logged_in(guarded, "chief") as other:
        for wrong in ("", "x", other.headers["X-CSRF-Token"]):
            refused = browser.post(f"{V1}/tokens", json={"name": "t"}, headers={"X-CSRF-Token": wrong})
            assert problem(refused, 403, "access.csrf")
        assert browser.post(f"{V1}/tokens", json={"name": "t"}).status_code == 201


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://elsewhere.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_no_other_sites_page_changes_anything_or_logs_in(guarded: httpx.Client, headers: dict[str, str]) -> None:
    with logged_in(guarded, "planner") as browser:
        problem(browser.post(f"{V1}/tokens", json={"name": "t"}, headers=headers), 403, "access.csrf")
    body = {"name": "planner", "password": PASSWORDS["planner"]}
    problem(guarded.post(f"{V1}/login", json=body, headers=headers), 403, "access.csrf")


def test_the_own_page_may_change_things(guarded: httpx.Client) -> None:
    own = {"Origin": str(guarded.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    with logged_in(guarded, "planner") as browser:
        accepted(browser.post(f"{V1}/tokens", json={"name": "t"}, headers=own), 201)


def test_an_api_token_needs_nothing_else_and_can_be_revoked(guarded: httpx.Client) -> None:
    with logged_in(guarded, "planner") as browser:
        made = accepted(browser.post(f"{V1}/tokens", json={"name": "head office", "days": 30}), 201)
        key = bearer(made["secret"])
        with httpx.Client(base_url=guarded.base_url, timeout=guarded.timeout) as program:
            packed_files = {"files": ("crew.csv", b"")}
            assert program.post(f"{V1}/datasets", files=packed_files, headers=key).status_code == 422
            assert accepted(program.get(f"{V1}/me", headers=key)) == {
                "name": "planner",
                "role": "dispatcher",
                "csrf_token": None,
            }
            listed = accepted(browser.get(f"{V1}/tokens"))
            assert [token["hint"] for token in listed] == [made["secret"][-4:]]
            assert made["secret"] not in json.dumps(listed)
            assert browser.delete(f"{V1}/tokens/{made['id']}").status_code == 204
            problem(program.get(f"{V1}/me", headers=key), 401, "access.login")
        assert accepted(browser.get(f"{V1}/tokens"))[0]["revoked_at"]


def test_an_api_token_ends_and_makes_no_further_ones(guarded: httpx.Client, database_url: str) -> None:
    key = bearer(issued_token(database_url, "chief"))
    problem(guarded.post(f"{V1}/tokens", json={"name": "second"}, headers=key), 403, "access.by_login")
    _expire(database_url, TokenRow)
    problem(guarded.get(f"{V1}/me", headers=key), 401, "access.login")


def test_nobody_revokes_somebody_elses_token(guarded: httpx.Client, database_url: str) -> None:
    key = bearer(issued_token(database_url, "planner"))
    with logged_in(guarded, "chief") as browser:
        problem(browser.delete(f"{V1}/tokens/1"), 404, "not_found")
    accepted(guarded.get(f"{V1}/me", headers=key))


def test_a_wrong_token_does_not_fall_back_to_the_cookie(guarded: httpx.Client) -> None:
    with logged_in(guarded, "planner") as browser:
        problem(browser.get(f"{V1}/me", headers=bearer("wrong")), 401, "access.login")


def test_records_name_the_account(guarded: httpx.Client) -> None:
    with logged_in(guarded, "planner") as planner:
        imported(planner, small_fleet())
    with logged_in(guarded, "chief") as chief:
        entries = accepted(chief.get(f"{V1}/audit"))["items"]
    done = [(entry["actor"], entry["action"]) for entry in entries]
    assert done[:3] == [("chief", "login"), ("planner", "dataset.import"), ("planner", "login")]
    assert done[3:] == [("command line", "account.add")] * 3


def test_without_accounts_this_machine_may_do_all_until_the_first_account_is_made(
    service: httpx.Client, database_url: str
) -> None:
    assert accepted(service.get(f"{V1}/me"))["role"] == "admin"
    problem(service.post(f"{V1}/tokens", json={"name": "t"}), 409, "access.no_accounts")
    add_accounts(database_url, "chief")
    problem(service.get(f"{V1}/me"), 401, "access.login")


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Host": "roster.example"}, "access.no_accounts"),
        ({"Host": "127.0.0.1.elsewhere.example"}, "access.no_accounts"),
        ({"Host": "[::1"}, "access.no_accounts"),
        ({"X-Forwarded-For": "192.0.2.1"}, "access.no_accounts"),
        ({"Origin": "https://elsewhere.example"}, "access.csrf"),
        ({"Sec-Fetch-Site": "cross-site"}, "access.csrf"),
    ],
)
def test_without_accounts_no_other_sites_page_and_no_proxys_guest_gets_in(
    service: httpx.Client, headers: dict[str, str], code: str
) -> None:
    problem(service.post(f"{V1}/logout", headers=headers), 403, code)
