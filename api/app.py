"""The HTTP service, put together: settings, store, engine, routes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version

from fastapi import APIRouter, FastAPI
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, Response

from api.access.secrecy import hide_feed_secrets
from api.jobs.engines import new_engine, require_cluster
from api.jobs.task import Runner
from api.operation.metrics import Metrics
from api.operation.nightly import Nightly
from api.rosters.opened import OpenDatasets
from api.routes import answers, datasets, feeds, jobs, law, logins, operation, people, plans, rosters
from api.routes.service import Service
from api.routes.wire import PROBLEMS
from api.settings import Settings
from api.store import open_store
from api.web.faults import install_faults
from api.web.layers import Outermost, SizeLimit
from api.web.observed import Observed
from api.web.reference import STYLE, reference_page

PREFIX = "/api/v1"


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application. Its store is opened and its engine works between start-up and shutdown.

    Raises
    ------
    pydantic.ValidationError
        For settings that are not valid.
    EngineUnavailableError
        If the engine that the settings name cannot work here.
    """
    settings = settings or Settings()
    hide_feed_secrets()
    metrics = Metrics()
    if settings.engine == "cluster":
        require_cluster(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await run_in_threadpool(open_store, settings.url)
        known = OpenDatasets()
        runner = Runner(store, settings, known)
        engine = new_engine(runner)
        app.state.service = Service(settings, store, engine, known, metrics=metrics, closing=runner.closing)
        nightly = Nightly(store, settings, runner.closing)
        await run_in_threadpool(engine.start)
        nightly.start()
        yield
        runner.closing.set()
        await run_in_threadpool(engine.close)
        await run_in_threadpool(nightly.join)
        store.close()

    app = FastAPI(
        title="crew-roster",
        version=_version(),
        lifespan=lifespan,
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    routes = APIRouter(prefix=PREFIX, responses=PROBLEMS)
    for module in (logins, datasets, plans, rosters, answers, jobs, law, feeds, people):
        routes.include_router(module.router)
    app.include_router(routes)
    app.include_router(operation.router)
    _serve_reference(app)
    install_faults(app)
    metrics.watch(lambda: app.state.service.store)
    app.add_middleware(Observed, answered=metrics.answered, prefix=PREFIX)
    app.add_middleware(SizeLimit, most=settings.upload_most_bytes)
    app.add_middleware(Outermost)
    return app


def _serve_reference(app: FastAPI) -> None:
    @app.get(f"{PREFIX}/docs", include_in_schema=False)
    def docs() -> HTMLResponse:
        return HTMLResponse(reference_page(app.openapi()))

    @app.get(f"{PREFIX}/docs.css", include_in_schema=False)
    def docs_style() -> Response:
        return Response(STYLE, media_type="text/css")


def _version() -> str:
    try:
        return version("crew-roster")
    except PackageNotFoundError:
        return "source"
