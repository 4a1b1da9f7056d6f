"""Datasets: import of CSV files, a zip or JSON; list; export; the crew a vessel needs."""

from __future__ import annotations

import io
import zipfile
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from sqlalchemy.orm import Session

from api.errors import not_found, refused
from api.rosters.documents import document
from api.rosters.opened import checked, counts
from api.rosters.upload import UploadError, files_from_json, parse_json
from api.routes.access import Dispatching, Viewing
from api.routes.find import dataset_of, opened_newest
from api.routes.once import IdempotencyKey, digest, once
from api.routes.service import Served, Service
from api.routes.wire import Id, Page, RequiredIfMatch, ThingId, stale
from api.schemas.things import Dataset, PageOf
from api.store import datasets as store_datasets
from api.store.audit import record
from optimizer.domain import Shift
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.intake import IntakeResult, unpacked
from optimizer.manning import crew_requirements, explain
from optimizer.timeline import Interval

router = APIRouter(tags=["datasets"])

_FILES = {"type": "array", "items": {"type": "string", "format": "binary"}}
_EXAMPLE = {
    "name": "Woche 50",
    "tables": {"vessels": [{"vessel_id": "F1", "name": "Ährenfähre", "type": "vehicle_ferry"}]},
    "settings": {"land": "HH"},
}
#: The three forms of a dataset; FastAPI reads none of them itself, so that limits hold before anything is parsed.
_UPLOAD: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {"type": "object", "properties": {"files": _FILES}, "required": ["files"]}
            },
            "application/zip": {"schema": {"type": "string", "format": "binary"}},
            "application/json": {
                "schema": {"type": "object", "required": ["tables"], "properties": {"tables": {"type": "object"}}},
                "examples": {"small": {"value": _EXAMPLE}},
            },
        },
    }
}
_NAME = Query(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$", description="name to show")


@router.post("/datasets", status_code=201, response_model=Dataset, openapi_extra=_UPLOAD)
async def import_dataset(
    request: Request,
    served: Served,
    actor: Dispatching,
    name: Annotated[str | None, _NAME] = None,
    idempotency_key: IdempotencyKey = None,
) -> Response:
    """Import a dataset: whole or not at all."""
    files = await _sent_files(request)

    def create(session: Session) -> tuple[str, dict[str, Any]]:
        row, version = store_datasets.add_dataset(session, name or "dataset", files, numbers, actor.id)
        record(
            session,
            "dataset.import",
            f"dataset/{row.id}",
            actor_id=actor.id,
            actor=actor.name,
            request_id=actor.request_id,
            detail={"version": 1, "content_hash": version.content_hash},
        )
        answer = Dataset.of(row, version, notices).model_dump(mode="json")
        return f"/api/v1/datasets/{row.id}", answer

    result = await run_in_threadpool(_read, served, files)
    numbers, notices = counts(result.dataset), document(result.notices)
    key = digest("dataset", name, store_datasets.content_hash(files))
    return await run_in_threadpool(once, served, actor, idempotency_key, key, 201, create)


@router.put("/datasets/{dataset_id}", response_model=Dataset, openapi_extra=_UPLOAD)
async def replace_dataset(
    dataset_id: Id, request: Request, served: Served, actor: Dispatching, expected: RequiredIfMatch
) -> Dataset:
    """A new version of a dataset; runs on the one before become stale."""
    files = await _sent_files(request)
    return await run_in_threadpool(_replace, served, actor, dataset_id, files, expected)


def _read(served: Service, files: dict[str, bytes]) -> IntakeResult:
    with served.imports.turn():
        return checked(files)


def _replace(served: Service, actor: Dispatching, dataset_id: int, files: dict[str, bytes], expected: int) -> Dataset:
    result = _read(served, files)
    with served.store.writing() as session:
        row = store_datasets.locked_dataset(session, dataset_id)
        if row is None:
            raise not_found(Text("den Datensatz", "dataset"), dataset_id, "path.dataset_id")
        newest = store_datasets.newest_version(session, dataset_id)
        if newest.number != expected:
            raise stale(
                f"Der Datensatz hat inzwischen die Version {newest.number}.",
                f"The dataset has version {newest.number} by now.",
                Dataset.of(row, newest).model_dump(mode="json"),
            )
        version = store_datasets.add_dataset_version(session, dataset_id, files, counts(result.dataset), actor.id)
        record(
            session,
            "dataset.replace",
            f"dataset/{dataset_id}",
            actor_id=actor.id,
            actor=actor.name,
            request_id=actor.request_id,
            detail={"version": version.number, "content_hash": version.content_hash},
        )
        return Dataset.of(row, version, document(result.notices))


@router.get("/datasets")
def list_datasets(served: Served, actor: Viewing, page: Page) -> PageOf[Dataset]:
    """The datasets, the latest first."""
    with served.store.reading() as session:
        rows, total = store_datasets.datasets(session, page.limit, page.offset)
    items = [Dataset.of(row, version) for row, version in rows]
    return PageOf[Dataset](items=items, total=total, limit=page.limit, offset=page.offset)


@router.get("/datasets/{dataset_id}")
def get_dataset(dataset_id: Id, served: Served, actor: Viewing) -> Dataset:
    """A dataset with its newest version."""
    with served.store.reading() as session:
        row = dataset_of(session, dataset_id)
        return Dataset.of(row, store_datasets.newest_version(session, dataset_id))


@router.get(
    "/datasets/{dataset_id}/export",
    response_class=Response,
    responses={200: {"content": {"application/zip": {}, "application/json": {}}}},
)
def export_dataset(
    dataset_id: Id,
    served: Served,
    actor: Dispatching,
    form: Annotated[str, Query(alias="format", pattern="^(zip|json)$")] = "zip",
) -> Response:
    """The files as they were imported, as a zip or as JSON (text by file name)."""
    with served.store.reading() as session:
        dataset_of(session, dataset_id)
        version = store_datasets.newest_version(session, dataset_id)
        files = store_datasets.files_of(session, version.id)
    if form == "json":
        return JSONResponse({"files": {name: content.decode("utf-8", "replace") for name, content in files.items()}})
    headers = {"Content-Disposition": f'attachment; filename="dataset-{dataset_id}-{version.number}.zip"'}
    return Response(_zip(files), media_type="application/zip", headers=headers)


@router.get("/datasets/{dataset_id}/manning/{vessel_id}")
def manning(
    dataset_id: Id,
    vessel_id: ThingId,
    served: Served,
    actor: Viewing,
    shift: Annotated[str | None, Query(max_length=100)] = None,
) -> dict[str, Any]:
    """The crew that the shifts of a vessel need, derived step by step with citations."""
    opened = opened_newest(served, dataset_id)
    if vessel_id not in opened.dataset.vessels:
        raise not_found(Text("das Schiff", "vessel"), vessel_id, "path.vessel_id")
    own = [s for s in opened.dataset.shifts.values() if s.vessel_id == vessel_id and shift in (None, s.shift_id)]
    if shift is not None and not own:
        raise not_found(Text("die Schicht", "shift"), shift, "query.shift")
    own.sort(key=lambda s: (s.interval.start, s.shift_id))
    window = Interval(own[0].interval.start, max(s.interval.end for s in own)) if own else None
    needs = [] if window is None else [_need(opened.instance(window, False), item) for item in own]
    return {"vessel_id": vessel_id, "shifts": needs}


def _need(instance: Instance, shift: Shift) -> dict[str, Any]:
    requirements = crew_requirements(instance, shift)
    return {
        "shift_id": shift.shift_id,
        "interval": document(shift.interval),
        "requirements": [
            {
                "alternatives": document(requirement.alternatives),
                "derivation": document(requirement.derivation),
                "text": {lang: "\n".join(explain(requirement, lang)) for lang in ("de", "en")},
            }
            for requirement in requirements
        ],
    }


def _zip(files: dict[str, bytes]) -> bytes:
    """The same bytes for the same files: no time of packing inside."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED)
    return packed.getvalue()


async def _sent_files(request: Request) -> dict[str, bytes]:
    """The files of an upload, in whichever of the three forms it came."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        return await _form_files(request)
    if kind in ("application/zip", "application/x-zip-compressed"):
        return await run_in_threadpool(unpacked, await request.body())
    if kind == "application/json":
        content = await request.body()
        try:
            return await run_in_threadpool(lambda: files_from_json(parse_json(content)))
        except UploadError as error:
            raise refused(422, "input.json", error.de, error.en, part=error.part) from None
    raise refused(
        422,
        "input.kind",
        "Einen Datensatz als CSV-Dateien (multipart/form-data), als application/zip oder als application/json senden.",
        "Send a dataset as CSV files (multipart/form-data), as application/zip or as application/json.",
        part="header.Content-Type",
    )


async def _form_files(request: Request) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    async with request.form(max_files=250, max_fields=50) as form:
        for _, value in form.multi_items():
            if isinstance(value, str):
                continue
            name = value.filename or ""
            if not name or "/" in name or "\\" in name or name.startswith(".") or not name.isprintable():
                raise _bad_name(name)
            if name in files:
                raise refused(422, "input.file_twice", f"„{name}“ ist zweimal da.", f'"{name}" is there twice.')
            files[name] = await value.read()
    packed = [name for name in files if name.lower().endswith(".zip")]
    if packed and len(files) > 1:
        raise refused(
            422, "input.zip_beside", "Eine ZIP-Datei muss allein gesendet werden.", "A zip must be sent alone."
        )
    return await run_in_threadpool(unpacked, files[packed[0]]) if packed else files


def _bad_name(name: str) -> Exception:
    shown = "".join(ch if ch.isprintable() else "?" for ch in name[:80])
    return refused(
        422,
        "input.file_name",
        f"„{shown}“ ist kein Dateiname eines Datensatzes; erlaubt sind einfache Namen wie crew.csv.",
        f'"{shown}" is no file name of a dataset; plain names like crew.csv are allowed.',
        part="body.files",
    )
