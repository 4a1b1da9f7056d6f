"""Accounts as they are looked after on the command line: rules, and an entry in the audit trail for each change."""

from __future__ import annotations

import re

from sqlalchemy.orm import Session

from api.access.passwords import SHORTEST, Passwords, WeakPasswordError, acceptable
from api.access.roles import Role
from api.access.secrecy import TOKEN_PREFIX, fingerprint, new_secret
from api.store import Store
from api.store.access_tables import AccountRow
from api.store.accounts import account_named, add_account, add_token, any_account, disable, other_admins, set_password
from api.store.audit import record
from optimizer.findings import Text

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,59}")


class AccountError(ValueError):
    """What was asked for would break a rule of accounts; ``text`` says which."""

    def __init__(self, de: str, en: str):
        super().__init__(en)
        self.text = Text(de, en)


def check_new(store: Store, name: str, role: Role) -> None:
    """Whether an account of this name and role may be made; asked before a password is typed.

    Raises
    ------
    AccountError
        For a name that is taken or cannot be one, and for a first account that is no admin.
    """
    if not _NAME.fullmatch(name):
        raise AccountError(
            f"„{name}“ kann kein Kontoname sein: bis zu 60 Buchstaben ohne Umlaute, Ziffern und . _ @ + -.",
            f'"{name}" cannot be an account name: up to 60 plain letters, digits and . _ @ + -.',
        )
    with store.reading() as session:
        _check_free(session, name, role)


def add(store: Store, passwords: Passwords, name: str, role: Role, password: str) -> None:
    """Make an account.

    Raises
    ------
    AccountError
        As :func:`check_new`, and for a password that must not be set.
    """
    check_new(store, name, role)
    password_hash = _hashed(passwords, password, name)
    with store.writing() as session:
        _check_free(session, name, role)
        account = add_account(session, name, role, password_hash)
        record(session, "account.add", f"account/{account.id}", actor="command line", detail={"role": role})


def change_password(store: Store, passwords: Passwords, name: str, password: str) -> None:
    """Set a password; logins and API tokens of the account end.

    Raises
    ------
    AccountError
        For an unknown account or a password that must not be set.
    """
    password_hash = _hashed(passwords, password, name)
    with store.writing() as session:
        account = found(session, name)
        set_password(session, account, password_hash)
        record(session, "account.password", f"account/{account.id}", actor="command line")


def end(store: Store, name: str) -> None:
    """Disable an account with its logins and API tokens.

    Raises
    ------
    AccountError
        For an unknown account and for the last admin.
    """
    with store.writing() as session:
        account = found(session, name)
        if account.role == Role.ADMIN and not other_admins(session, account):
            raise AccountError(
                f"„{name}“ ist der letzte Administrator; erst einen anderen anlegen.",
                f'"{name}" is the last admin; add another one first.',
            )
        disable(session, account)
        record(session, "account.disable", f"account/{account.id}", actor="command line")


def issue_token(store: Store, name: str, label: str, days: int) -> str:
    """A new API token of an account; the secret is returned this once.

    Raises
    ------
    AccountError
        For an unknown or disabled account.
    """
    secret = new_secret(TOKEN_PREFIX)
    with store.writing() as session:
        account = found(session, name)
        if account.disabled_at is not None:
            raise AccountError(f"„{name}“ ist gesperrt.", f'"{name}" is disabled.')
        token = add_token(session, account.id, label, fingerprint(secret), secret[-4:], days)
        record(session, "token.create", f"token/{token.id}", actor="command line", detail={"account": account.id})
    return secret


def found(session: Session, name: str) -> AccountRow:
    """The account of a name.

    Raises
    ------
    AccountError
        If there is none.
    """
    account = account_named(session, name)
    if account is None:
        raise AccountError(f"Es gibt kein Konto „{name}“.", f'There is no account "{name}".')
    return account


def _check_free(session: Session, name: str, role: Role) -> None:
    if account_named(session, name) is not None:
        raise AccountError(f"Das Konto „{name}“ gibt es schon.", f'There is an account "{name}" already.')
    if role is not Role.ADMIN and not any_account(session):
        raise AccountError(
            "Das erste Konto muss ein Administrator sein (--role admin).",
            "The first account must be an admin (--role admin).",
        )


def _hashed(passwords: Passwords, password: str, name: str) -> str:
    try:
        return passwords.hashed(acceptable(password, name))
    except WeakPasswordError:
        raise AccountError(
            f"Das Passwort braucht {SHORTEST} bis 256 Zeichen, vier verschiedene, und darf nicht der Name sein.",
            f"The password needs {SHORTEST} to 256 characters, four different ones, and must not be the name.",
        ) from None
