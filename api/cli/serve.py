"""``crew-roster serve``: the HTTP service on this machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from optimizer.cli.problem import CommandError
from optimizer.findings import Text

if TYPE_CHECKING:
    from api.settings import Settings


def serve(
    host: Annotated[str | None, typer.Option("--host", help="Adresse / address")] = None,
    port: Annotated[int | None, typer.Option("--port", help="Port; 0: ein freier / 0: a free one")] = None,
) -> None:
    """Dienst starten / start the service."""
    # Only here: every other command would wait a second for libraries that it does not need.
    import uvicorn

    from api.app import PREFIX, create_app
    from api.jobs.engines import EngineUnavailableError
    from api.operation.logs import configure_logs
    from api.web.server import serving

    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    settings = read_settings(**given)
    if not settings.on_loopback and not _has_accounts(settings):
        raise CommandError(
            Text(
                f"„{settings.host}“ ist von anderen Rechnern erreichbar. Ohne Konten hört der Dienst nur auf 127.0.0.1;"
                " das erste legt „crew-roster user add NAME“ an.",
                f'"{settings.host}" can be reached from other machines. Without accounts the service only listens on'
                " 127.0.0.1; `crew-roster user add NAME` makes the first one.",
            )
        )
    configure_logs()
    try:
        app = create_app(settings)
    except EngineUnavailableError as error:
        raise CommandError(error.text) from None
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        host=settings.host,
        port=settings.port,
        server_header=False,
        # Live events would otherwise hold up the end until their runs are over.
        timeout_graceful_shutdown=5,
    )
    print(f"http://{settings.host}:{settings.port}{PREFIX}/docs", file=sys.stderr, flush=True)
    serving(config).run()


def _has_accounts(settings: Settings) -> bool:
    from api.store import open_store
    from api.store.accounts import any_account

    store = open_store(settings.url)
    try:
        with store.reading() as session:
            return any_account(session)
    finally:
        store.close()


def read_settings(**given: object) -> Settings:
    """The settings, or one clear sentence about what is wrong with them.

    Raises
    ------
    CommandError
        For settings that are not valid; their values are not repeated, one may be a password.
    """
    from pydantic import ValidationError

    from api.settings import Settings

    try:
        return Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise CommandError(Text(f"Einstellungen: {wrong}", f"Settings: {wrong}")) from None
