"""``crew-roster user``: accounts and API tokens of the service, on the machine of its database."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli.serve import read_settings
from optimizer.cli.problem import CommandError
from optimizer.findings import Text

if TYPE_CHECKING:
    from api.store import Store

user = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Konten des Dienstes / accounts of the service")

_Name = Annotated[str, typer.Argument(metavar="NAME", help="Kontoname / account name")]
_Stdin = Annotated[
    bool, typer.Option("--password-stdin", help="Passwort als Zeile der Eingabe / password as a line of stdin")
]


@user.command()
def add(
    name: _Name,
    role: Annotated[str, typer.Option("--role", help="viewer|dispatcher|admin")] = "dispatcher",
    password_stdin: _Stdin = False,
) -> None:
    """Konto anlegen; das erste muss admin sein / add an account; the first one must be an admin."""
    from api.access import accounts
    from api.access.passwords import Passwords
    from api.access.roles import Role

    if role not in tuple(Role):
        raise CommandError(
            Text(f"Rollen sind {', '.join(Role)}; „{role}“ nicht.", f'Roles are {", ".join(Role)}; not "{role}".')
        )
    with _store() as store:
        accounts.check_new(store, name, Role(role))
        accounts.add(store, Passwords(), name, Role(role), _password(password_stdin))
    typer.echo("ok")


@user.command("list")
def list_accounts() -> None:
    """Konten mit Rolle und Stand / accounts with role and state."""
    from api.store.accounts import accounts

    with _store() as store, store.reading() as session:
        for account in accounts(session):
            typer.echo(f"{account.name}\t{account.role}\t{'disabled' if account.disabled_at else 'active'}")


@user.command()
def disable(name: _Name) -> None:
    """Konto mit Anmeldungen und API-Schlüsseln sperren / disable an account with logins and tokens."""
    from api.access import accounts

    with _store() as store:
        accounts.end(store, name)
    typer.echo("ok")


@user.command()
def password(name: _Name, password_stdin: _Stdin = False) -> None:
    """Neues Passwort; Anmeldungen und API-Schlüssel enden / new password; logins and tokens end."""
    from api.access import accounts
    from api.access.passwords import Passwords

    with _store() as store:
        with store.reading() as session:
            accounts.found(session, name)
        accounts.change_password(store, Passwords(), name, _password(password_stdin))
    typer.echo("ok")


@user.command()
def token(
    name: _Name,
    label: Annotated[str, typer.Option("--name", help="wofür / what for")] = "command line",
    days: Annotated[int, typer.Option("--days", min=1, max=730, help="gilt so viele Tage / valid for days")] = 90,
) -> None:
    """Neuer API-Schlüssel; er wird nur dieses Mal gezeigt / new API token, shown this once."""
    from api.access import accounts

    with _store() as store:
        typer.echo(accounts.issue_token(store, name, label[:200], days))


@contextmanager
def _store() -> Iterator[Store]:
    from api.access.accounts import AccountError
    from api.store import open_store

    store = open_store(read_settings().url)
    try:
        yield store
    except AccountError as error:
        raise CommandError(error.text) from None
    finally:
        store.close()


def _password(from_stdin: bool) -> str:
    """A password from a line of the input or typed twice unseen; never an argument, which others could see."""
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    typed = getpass.getpass("Passwort / password: ")
    if typed != getpass.getpass("noch einmal / again: "):
        raise CommandError(Text("Die beiden Eingaben sind verschieden.", "The two entries differ."))
    return typed
