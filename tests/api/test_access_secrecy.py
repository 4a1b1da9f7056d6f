"""No secret is written anywhere: not into logs, answers, errors or the audit trail."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from access_bench import PASSWORDS, QUICK, add_accounts, bearer, issued_token, logged_in, login, opened
from http_service import V1, accepted, imported
from service_fleet import small_fleet
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from api.access.passwords import LONGEST, SHORTEST, Passwords, WeakPasswordError, acceptable
from api.access.secrecy import WithoutFeedSecrets, csrf_token, fingerprint, new_secret
from api.store import Store
from api.store.accounts import add_account

_MAIN = "import sys; from api.cli import main; sys.exit(main())"
_PROJECT = Path(__file__).resolve().parents[2]


def test_a_run_with_passwords_and_tokens_leaves_none_in_the_logs(
    service: httpx.Client, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    imported(service, small_fleet())
    path = accepted(service.post(f"{V1}/datasets/1/feeds", json={"crew_id": "0007"}), 201)["path"]
    add_accounts(database_url)
    token = issued_token(database_url, "planner")
    wrong = "falsch-geraten-und-lang"
    secrets = [*PASSWORDS.values(), token, wrong, path.rpartition("/")[2].removesuffix(".ics")]
    answers = [login(service, "reader", wrong), login(service, "x" * 300, wrong)]
    answers.append(service.post(f"{V1}/login", content=f'{{"password": "{wrong}"'))
    answers.append(service.post(f"{V1}/login", json={"name": "reader", "password": [wrong]}))
    answers.append(service.get(f"{V1}/me", headers=bearer(token)))
    answers.append(service.get(path))
    with logged_in(service, "chief") as chief:
        secrets += [chief.cookies["crew_roster_session"], chief.headers["X-CSRF-Token"]]
        answers.append(chief.get(f"{V1}/audit"))
        with opened(database_url) as store, store.writing() as session:
            # A fault of the program while a secret is at hand.
            session.execute(text("DROP TABLE crew_feed"))
        answers.append(chief.get(path))
    assert answers[-1].status_code in (500, 503)
    # What the client of this test writes is its own affair.
    records = [record for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    assert any(record.name == "uvicorn.access" and "/ical/" in record.getMessage() for record in records)
    formatter = logging.Formatter()
    written = "".join(map(formatter.format, records)) + "".join(answer.text for answer in answers)
    assert [secret for secret in secrets if secret in written] == []
    assert [secret for secret in secrets if fingerprint(secret) in written] == []


def test_the_servers_own_record_of_requests_has_calendar_addresses_without_their_secret() -> None:
    record = logging.LogRecord(
        "uvicorn.access",
        logging.INFO,
        "",
        0,
        '%s - "%s %s HTTP/%s" %d',
        ("127.0.0.1:1", "GET", f"{V1}/ical/abc-DEF_123.ics?lang=en", "1.1", 200),
        None,
    )
    assert WithoutFeedSecrets().filter(record)
    assert record.getMessage() == f'127.0.0.1:1 - "GET {V1}/ical/…?lang=en HTTP/1.1" 200'


def test_an_error_of_the_database_does_not_repeat_what_was_to_be_written(store: Store) -> None:
    with pytest.raises(IntegrityError) as raised, store.writing() as session:
        for _ in range(2):
            add_account(session, "twice", "admin", "$argon2id$secret-hash")
    assert "secret-hash" not in str(raised.value.args) + repr(raised.value.statement)
    assert "secret-hash" not in str(raised.value).replace(str(raised.value.orig), "")


@pytest.mark.parametrize("password", ["x" * SHORTEST, "kurz-1234", "a1b" * 90, "administrator", "abcabcabcabcabc"])
def test_passwords_that_are_guessed_at_once_are_refused(password: str) -> None:
    with pytest.raises(WeakPasswordError):
        acceptable(password, "Administrator")


def test_long_passwords_in_any_alphabet_are_taken() -> None:
    for password in ("Fähre über die Elbe", "пароль на мостике", "ab12" * (LONGEST // 4)):
        passwords = Passwords(QUICK)
        assert passwords.verify(acceptable(password, "x"), passwords.hashed(password))


def test_secrets_are_random_and_the_token_of_a_login_does_not_give_it_away() -> None:
    drawn = {new_secret() for _ in range(100)}
    assert len(drawn) == 100 and all(len(secret) >= 43 for secret in drawn)
    one, two = sorted(drawn)[:2]
    assert csrf_token(one) != csrf_token(two) and one not in csrf_token(one)


def _command(url: str, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CREW_ROSTER_")}
    return subprocess.run(
        [sys.executable, "-c", _MAIN, *arguments],
        env={**kept, "CREW_ROSTER_DATABASE_URL": url, "PYTHONPATH": str(_PROJECT)},
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_accounts_are_looked_after_on_the_command_line(service: httpx.Client, database_url: str) -> None:
    def user(*arguments: str, password: str = "") -> tuple[int, str]:
        typed = ("--password-stdin",) if password else ()
        done = _command(database_url, "user", *arguments, *typed, stdin=f"{password}\n")
        written = done.stdout + done.stderr
        assert "Traceback" not in written and (not password or password not in written), written
        return done.returncode, written

    code, told = user("add", "planner", password=PASSWORDS["planner"])
    assert code == 2 and "--role admin" in told
    code, told = user("add", "chief", "--role", "admin", password="kurz")
    assert code == 2 and "12" in told
    assert user("add", "chief", "--role", "admin", password=PASSWORDS["chief"]) == (0, "ok\n")
    assert user("add", "planner", password=PASSWORDS["planner"]) == (0, "ok\n")
    code, told = user("add", "PLANNER", password=PASSWORDS["planner"])
    assert code == 2 and "PLANNER" in told
    code, told = user("add", "x", "--role", "captain", password=PASSWORDS["planner"])
    assert code == 2 and "captain" in told
    assert user("list") == (0, "chief\tadmin\tactive\nplanner\tdispatcher\tactive\n")
    accepted(login(service, "planner"))
    code, token = user("token", "planner", "--days", "7")
    assert code == 0
    assert accepted(service.get(f"{V1}/me", headers=bearer(token.strip())))["name"] == "planner"
    assert user("password", "planner", password="Ein-anderes-Wort-7") == (0, "ok\n")
    assert service.get(f"{V1}/me", headers=bearer(token.strip())).status_code == 401
    accepted(login(service, "planner", "Ein-anderes-Wort-7"))
    assert user("disable", "planner") == (0, "ok\n")
    assert user("list")[1].splitlines()[1] == "planner\tdispatcher\tdisabled"
    for refused in (
        ("disable", "chief"),
        ("disable", "nobody"),
        ("token", "planner"),
        ("add", "Ä b", "--role", "admin"),
    ):
        assert user(*refused)[0] == 2, refused
