"""The HTTP service; so far only the health check."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from fastapi import FastAPI

from optimizer.law import load_rulebook


def create_app() -> FastAPI:
    """The application; ``/healthz`` names the version and the day the law was last compared."""
    app = FastAPI(title="crew-roster", version=_version())

    @app.get("/healthz")
    def health() -> dict[str, str]:
        return {
            "status": "ok",
            "version": app.version,
            "law_compared_on": load_rulebook().compared_on.isoformat(),
        }

    return app


def _version() -> str:
    try:
        return version("crew-roster")
    except PackageNotFoundError:
        return "source"
