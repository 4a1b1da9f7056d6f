"""Who is calling. The only place that decides it: every route takes its actor from here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from sqlalchemy.orm import Session

from api.access.origin import SAFE_METHODS, from_elsewhere, is_loopback
from api.access.roles import Actor, Role
from api.access.secrecy import csrf_token, fingerprint, same
from api.errors import ServiceError, refused
from api.routes.service import Served
from api.store.access_tables import AccountRow
from api.store.accounts import account_of_token, any_account, session_of

COOKIE = "crew_roster_session"
#: Browsers take a cookie of this name only over https, for this host alone.
COOKIE_HTTPS = f"__Host-{COOKIE}"
CSRF_HEADER = "x-csrf-token"

# Only described here; what they carry is read below, where it can be refused in the one shape.
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="a login, with X-CSRF-Token on every change")
_bearer = HTTPBearer(auto_error=False, description="an API token")


@dataclass(frozen=True, slots=True)
class Presented:
    """What a request shows of itself: an API token, the secret of a login, or neither."""

    token: str = ""
    login: str = ""


def presented(request: Request) -> Presented:
    """The credentials of a request; a token goes before a cookie."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and value:
        return Presented(token=value.strip())
    return Presented(login=request.cookies.get(COOKIE_HTTPS) or request.cookies.get(COOKIE) or "")


def current_actor(
    request: Request,
    served: Served,
    _described: Annotated[object, Security(_cookie)] = None,
    _described_too: Annotated[object, Security(_bearer)] = None,
) -> Actor:
    """The caller: by API token or login; without accounts whoever is on this machine.

    Raises
    ------
    ServiceError
        401 without valid credentials, 403 for a change that another site's page may have sent.
    """
    shown = presented(request)
    with served.store.reading() as session:
        if not any_account(session):
            return _local(request)
        actor = _of_token(session, shown, request) if shown.token else _of_login(session, shown, request)
    if actor is None:
        raise needs_login()
    return actor


def at_least(role: Role) -> Callable[..., Actor]:
    """The dependency of a role; it lets higher roles pass too."""

    def allowed(actor: Annotated[Actor, Depends(current_actor)]) -> Actor:
        if not actor.role.includes(role):
            raise refused(
                403,
                "access.role",
                f"Dafür ist die Rolle „{role}“ nötig.",
                f'This needs the role "{role}".',
            )
        return actor

    return allowed


Viewing = Annotated[Actor, Depends(at_least(Role.VIEWER))]
Dispatching = Annotated[Actor, Depends(at_least(Role.DISPATCHER))]
Administering = Annotated[Actor, Depends(at_least(Role.ADMIN))]


def needs_login() -> ServiceError:
    """401: the caller is not known, whatever was shown."""
    return refused(
        401,
        "access.login",
        "Bitte anmelden oder einen gültigen API-Schlüssel senden.",
        "Please log in or send a valid API token.",
        headers={"WWW-Authenticate": "Bearer"},
    )


def refuse_foreign_page(request: Request) -> None:
    """Refuse a change that a browser sends for another site's page.

    Raises
    ------
    ServiceError
        403.
    """
    if request.method not in SAFE_METHODS and from_elsewhere(request.headers):
        raise _foreign()


def client_address(request: Request) -> str:
    return "" if request.client is None else request.client.host


def _local(request: Request) -> Actor:
    """Without accounts everybody on this machine may do all, but no page of another site and no proxy's guest."""
    forwarded = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-forwarded-host"))
    if forwarded or not (is_loopback(client_address(request)) and is_loopback(request.headers.get("host"))):
        raise refused(
            403,
            "access.no_accounts",
            "Ohne Konten antwortet der Dienst nur auf diesem Rechner selbst; erst „crew-roster user add“ aufrufen.",
            "Without accounts the service only answers on this machine; call `crew-roster user add` first.",
        )
    refuse_foreign_page(request)
    return Actor(None, "local", Role.ADMIN, request.scope.get("request_id", ""))


def _of_token(session: Session, shown: Presented, request: Request) -> Actor | None:
    account = account_of_token(session, fingerprint(shown.token))
    return None if account is None else _actor(account, request)


def _of_login(session: Session, shown: Presented, request: Request) -> Actor | None:
    found = session_of(session, fingerprint(shown.login)) if shown.login else None
    if found is None:
        return None
    refuse_foreign_page(request)
    given = request.headers.get(CSRF_HEADER, "")
    if request.method not in SAFE_METHODS and not same(given, csrf_token(shown.login)):
        raise _foreign()
    return _actor(found[1], request, found[0].id)


def _actor(account: AccountRow, request: Request, session_id: int | None = None) -> Actor:
    return Actor(account.id, account.name, Role(account.role), request.scope.get("request_id", ""), session_id)


def _foreign() -> ServiceError:
    return refused(
        403,
        "access.csrf",
        "Änderungen mit einer Anmeldung brauchen X-CSRF-Token und dürfen nicht von fremden Seiten kommen.",
        "Changes by a login need X-CSRF-Token and must not come from other sites' pages.",
        part="header.X-CSRF-Token",
    )
