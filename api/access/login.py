"""Logging in: failures cost a growing wait, and nothing tells whether an account exists."""

from __future__ import annotations

import hashlib
import ipaddress
import math
from dataclasses import dataclass
from datetime import timedelta

from api.access.passwords import Passwords
from api.access.roles import Role
from api.access.secrecy import fingerprint, new_secret
from api.store import Store
from api.store.accounts import account_named, add_session
from api.store.audit import record
from api.store.login_waits import Limit, begin_attempt, succeeded

#: Failures that are free: of one account from one address, and of one address over all accounts.
FREE_OF_ACCOUNT, FREE_OF_ADDRESS = 5, 50


class LoginFailedError(Exception):
    """Name or password is wrong, or the account is disabled: which of them is not told."""


class MustWaitError(Exception):
    """Too many failures; ``seconds`` is the time to wait, at least 1."""

    def __init__(self, wait: timedelta):
        super().__init__("too many failed logins")
        self.seconds = max(1, math.ceil(wait.total_seconds()))


@dataclass(frozen=True)
class LoggedIn:
    """A login that succeeded; ``secret`` is the cookie and is shown to nobody else."""

    account_id: int
    name: str
    role: Role
    secret: str


def log_in(
    store: Store, passwords: Passwords, name: str, password: str, address: str, hours: float, request_id: str = ""
) -> LoggedIn:
    """Check a password and open a login of ``hours``.

    Raises
    ------
    MustWaitError
        After too many failures of the account from this address, or of this address.
    LoginFailedError
        For a wrong name or password, or a disabled account.
    """
    own, shared = limits(name, address)
    with store.writing() as session:
        wait = begin_attempt(session, (own, shared))
    if wait:
        raise MustWaitError(wait)
    with store.reading() as session:
        account = account_named(session, name)
    usable = account is not None and account.disabled_at is None
    right = passwords.verify(password, account.password_hash if account is not None and usable else None)
    with store.writing() as session:
        # While the password was checked the account may have got another one, or have been disabled.
        fresh = account_named(session, name) if right else None
        if fresh is None or account is None or fresh.disabled_at or fresh.password_hash != account.password_hash:
            subject = "login" if account is None else f"account/{account.id}"
            record(session, "login.failed", subject, request_id=request_id)
            failed = True
        else:
            failed = False
            succeeded(session, own, shared)
            secret = new_secret()
            add_session(session, fresh.id, fingerprint(secret), hours)
            record(
                session,
                "login",
                f"account/{fresh.id}",
                actor_id=fresh.id,
                actor=fresh.name,
                request_id=request_id,
            )
    if failed:
        raise LoginFailedError
    assert fresh is not None
    return LoggedIn(fresh.id, fresh.name, Role(fresh.role), secret)


def limits(name: str, address: str) -> tuple[Limit, Limit]:
    """The limits of an account from an address, and of the address."""
    network = _network(address)
    return (
        Limit(_key("account", name.lower(), network), FREE_OF_ACCOUNT),
        Limit(_key("address", network), FREE_OF_ADDRESS),
    )


def _network(address: str) -> str:
    """An IPv6 host has a whole /64 to choose addresses from."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 6:
        return (
            str(ipaddress.ip_network(f"{parsed}/64", strict=False))
            if parsed.ipv4_mapped is None
            else str(parsed.ipv4_mapped)
        )
    return str(parsed)


def _key(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
