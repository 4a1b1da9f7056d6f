"""Log in and out, who am I, API tokens of the own account."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from sqlalchemy.orm import Session

from api.access.login import LoggedIn, LoginFailedError, MustWaitError, log_in
from api.access.roles import Actor
from api.access.secrecy import TOKEN_PREFIX, csrf_token, fingerprint, new_secret
from api.errors import not_found, refused
from api.routes.access import COOKIE, COOKIE_HTTPS, Viewing, client_address, presented, refuse_foreign_page
from api.routes.service import Served
from api.routes.wire import Id
from api.schemas.access import LoginOrder, Me, NewToken, Token, TokenOrder
from api.store.accounts import add_token, end_session, revoke_token, tokens_of
from api.store.audit import record
from optimizer.findings import Text

router = APIRouter(tags=["access"])


@router.post("/login")
def login(order: LoginOrder, request: Request, response: Response, served: Served) -> Me:
    """Log in: the cookie is the login, `csrf_token` goes with every change."""
    refuse_foreign_page(request)
    settings = served.settings
    try:
        done = log_in(
            served.store,
            served.passwords,
            order.name,
            order.password.get_secret_value(),
            client_address(request),
            settings.session_hours,
            request.scope.get("request_id", ""),
        )
    except MustWaitError as error:
        raise refused(
            429,
            "login.wait",
            f"Zu viele Fehlversuche; in {error.seconds} s noch einmal versuchen.",
            f"Too many failed attempts; try again in {error.seconds} s.",
            headers={"Retry-After": str(error.seconds)},
        ) from None
    except LoginFailedError:
        raise refused(401, "login.failed", "Name oder Passwort stimmt nicht.", "Name or password is wrong.") from None
    _set_cookie(response, done, request.url.scheme == "https" or settings.https_only, settings.session_hours)
    return Me(name=done.name, role=done.role, csrf_token=csrf_token(done.secret))


@router.post("/logout", status_code=204)
def logout(served: Served, actor: Viewing, response: Response) -> None:
    """End the login; its cookie is worthless from now on."""
    if actor.session_id is not None:
        with served.store.writing() as session:
            end_session(session, actor.session_id)
            _record(session, actor, "logout", f"account/{actor.id}")
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    response.delete_cookie(COOKIE_HTTPS, path="/", httponly=True, samesite="strict", secure=True)


@router.get("/me")
def me(request: Request, actor: Viewing) -> Me:
    """The caller."""
    token = None if actor.session_id is None else csrf_token(presented(request).login)
    return Me(name=actor.name, role=actor.role, csrf_token=token)


@router.get("/tokens")
def list_tokens(served: Served, actor: Viewing) -> list[Token]:
    """The API tokens of the own account, the latest first."""
    with served.store.reading() as session:
        return [Token.of(row) for row in tokens_of(session, _own_account(actor))]


@router.post("/tokens", status_code=201)
def create_token(order: TokenOrder, served: Served, actor: Viewing) -> NewToken:
    """A new API token with the rights of the own account; its secret is shown this once."""
    account_id = _own_account(actor)
    if actor.session_id is None:
        raise refused(
            403,
            "access.by_login",
            "Ein API-Schlüssel kann keine weiteren ausstellen; bitte anmelden.",
            "An API token cannot make further ones; please log in.",
        )
    secret = new_secret(TOKEN_PREFIX)
    with served.store.writing() as session:
        row = add_token(session, account_id, order.name, fingerprint(secret), secret[-4:], order.days)
        _record(session, actor, "token.create", f"token/{row.id}")
        return NewToken(**Token.of(row).model_dump(), secret=secret)


@router.delete("/tokens/{token_id}", status_code=204)
def delete_token(token_id: Id, served: Served, actor: Viewing) -> None:
    """Revoke a token of the own account."""
    with served.store.writing() as session:
        if not revoke_token(session, _own_account(actor), token_id):
            raise not_found(Text("den Schlüssel", "token"), token_id, "path.token_id")
        _record(session, actor, "token.revoke", f"token/{token_id}")


def _own_account(actor: Actor) -> int:
    if actor.id is None:
        raise refused(
            409,
            "access.no_accounts",
            "Ohne Konten gibt es keine API-Schlüssel; erst „crew-roster user add“ aufrufen.",
            "Without accounts there are no API tokens; call `crew-roster user add` first.",
        )
    return actor.id


def _set_cookie(response: Response, done: LoggedIn, https: bool, hours: float) -> None:
    response.set_cookie(
        COOKIE_HTTPS if https else COOKIE,
        done.secret,
        max_age=int(hours * 3600),
        path="/",
        secure=https,
        httponly=True,
        samesite="strict",
    )


def _record(session: Session, actor: Actor, action: str, subject: str) -> None:
    record(session, action, subject, actor_id=actor.id, actor=actor.name, request_id=actor.request_id)
