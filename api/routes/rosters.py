"""The roster of a plan: read, changed by hand, published, compared, judged."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from sqlalchemy.orm import Session

from api.access.blank import blank_document, blank_instance, blank_roster
from api.errors import Bilingual, Problem, ServiceError, Where, refused
from api.rosters.compare import comparison
from api.rosters.documents import document, read_roster_document, report_document, roster_document
from api.rosters.edit import EditError, PlaceChange, edited
from api.routes.access import Actor, Dispatching, Viewing
from api.routes.exports import FORMATS
from api.routes.find import Standing, job_of, plan_of, standing, version_of
from api.routes.service import Served, Service
from api.routes.wire import Id, IfMatch, Lang, RequiredIfMatch, needed_version, stale
from api.schemas.orders import AdoptOrder, EditOrder, PublishOrder
from api.schemas.things import PlanVersion
from api.store.audit import record
from api.store.datasets import locked_dataset, newest_version
from api.store.plans import NewVersion, add_plan_version, locked_plan, publish
from api.store.tables import PlanRow
from optimizer.check import check_roster
from optimizer.domain import Function
from optimizer.findings import Finding
from optimizer.intake import read_roster
from optimizer.roster import Roster

router = APIRouter(tags=["rosters"])

VersionQuery = Annotated[int | None, Query(ge=1, le=2**31 - 1, description="without: the newest version")]
_FORMAT = Query(alias="format", pattern=f"^(json|{'|'.join(FORMATS)})$")
_CSV_BODY: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"text/csv": {"schema": {"type": "string", "format": "binary"}}}}
}


@router.get(
    "/plans/{plan_id}/roster",
    response_class=Response,
    responses={200: {"content": {"application/json": {}, "text/csv": {}}}},
)
def get_roster(
    plan_id: Id,
    served: Served,
    actor: Viewing,
    form: Annotated[str, _FORMAT] = "json",
    version: VersionQuery = None,
    lang: Lang = "de",
) -> Response:
    """A version of the roster as JSON or CSV; the CSV is that of the command line, byte for byte."""
    with served.store.reading() as session:
        row = version_of(session, plan_of(session, plan_id), version)
    headers = {"ETag": f'"{row.number}"'}
    if form == "json":
        whole = {**PlanVersion.of(row).model_dump(mode="json"), "roster": row.roster}
        return JSONResponse(whole if actor.sees_reasons else blank_document(whole), headers=headers)
    media, write = FORMATS[form]
    content = served.files.kept(row.id, form, lang, reasons=actor.sees_reasons)
    if content is None:
        here = standing(served, plan_id, row.number)
        instance, roster = here.instance, here.roster
        if not actor.sees_reasons:
            instance, roster = blank_instance(instance), blank_roster(roster)
        content = write(instance, roster, lang)
        served.files.keep(row.id, form, lang, content, reasons=actor.sees_reasons)
    headers["Content-Disposition"] = f'attachment; filename="roster-{plan_id}-{row.number}.{form}"'
    return Response(content, headers={**headers, "Content-Type": media})


@router.get("/plans/{plan_id}/check")
def check(
    plan_id: Id,
    served: Served,
    actor: Viewing,
    version: VersionQuery = None,
    newest_dataset: Annotated[bool, Query(description="judge by the newest version of the dataset")] = False,
) -> dict[str, Any]:
    """The independent checker's verdict on a version."""
    here = standing(served, plan_id, version, newest=newest_dataset)
    verdict = report_document(check_roster(here.instance, here.roster))
    verdict = verdict if actor.sees_reasons else blank_document(verdict)
    stale_dataset = here.newest_dataset_version != here.version.dataset_version_id
    return {"plan_id": plan_id, "version": here.version.number, "dataset_changed": stale_dataset, **verdict}


@router.get("/plans/{plan_id}/compare")
def compare(
    plan_id: Id,
    served: Served,
    actor: Viewing,
    before: Annotated[int, Query(ge=1, le=2**31 - 1)],
    after: VersionQuery = None,
    other_plan: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="plan of `after`, else this one")] = None,
) -> dict[str, Any]:
    """What differs between two versions, or between versions of two plans."""
    with served.store.reading() as session:
        one = version_of(session, plan_of(session, plan_id), before)
        two = version_of(session, plan_of(session, other_plan or plan_id), after)
    found = comparison(read_roster_document(one.roster), read_roster_document(two.roster))
    whole = {"before": one.number, "after": two.number, **found}
    return whole if actor.sees_reasons else blank_document(whole)


@router.patch("/plans/{plan_id}/roster")
def edit_roster(
    plan_id: Id, order: EditOrder, served: Served, actor: Dispatching, if_match: IfMatch = None
) -> PlanVersion:
    """Change places by hand: all changes or none, judged before anything is kept."""
    expected = needed_version(if_match, order.version)
    changes = [
        PlaceChange(shift_id=c.shift_id, function=Function(c.function), watch=c.watch, crew_id=c.crew_id, to=c.to)
        for c in order.changes
    ]

    def change(here: Standing) -> tuple[Roster, tuple[Finding, ...]]:
        try:
            return edited(here.instance.dataset, here.roster, changes), ()
        except EditError as error:
            part = f"body.changes[{error.number}]"
            raise refused(422, "edit.no_place", error.text.de, error.text.en, part=part) from None

    return _changed(served, actor, plan_id, expected, "edit", order.draft, change)


@router.put("/plans/{plan_id}/roster", openapi_extra=_CSV_BODY)
async def upload_roster(
    plan_id: Id,
    request: Request,
    served: Served,
    actor: Dispatching,
    expected: RequiredIfMatch,
    draft: Annotated[bool, Query(description="keep it although it is unlawful")] = False,
) -> PlanVersion:
    """The roster CSV after a round through a spreadsheet, as the next version."""
    content = await request.body()

    def change(here: Standing) -> tuple[Roster, tuple[Finding, ...]]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "roster.csv"
            path.write_bytes(content)
            read = read_roster(path, here.instance.dataset)
        return read.roster, read.findings

    return await run_in_threadpool(_changed, served, actor, plan_id, expected, "upload", draft, change)


@router.post("/plans/{plan_id}/publish")
def publish_plan(
    plan_id: Id, order: PublishOrder, served: Served, actor: Dispatching, if_match: IfMatch = None
) -> PlanVersion:
    """Put the newest version in force, if it is lawful by the newest version of the dataset."""
    expected = needed_version(if_match, order.version)
    here = _expected_standing(served, plan_id, expected)
    report = check_roster(here.instance, here.roster)
    if report.exit_code == 1:
        raise _unlawful(409, report.unlawful)
    with served.store.writing() as session:
        plan = _unchanged(session, plan_id, expected, here.newest_dataset_version)
        row = version_of(session, plan, expected)
        publish(session, plan, row)
        _record(session, actor, "plan.publish", plan_id, {"version": expected})
        return PlanVersion.of(row)


@router.post("/plans/{plan_id}/adopt")
def adopt(plan_id: Id, order: AdoptOrder, served: Served, actor: Dispatching, if_match: IfMatch = None) -> PlanVersion:
    """Take what a run has found as the next version: an answer to a drop-out, or a roster that was stale."""
    expected = needed_version(if_match, order.version)
    with served.store.reading() as session:
        job = job_of(session, order.job_id)
    found = job.result or job.best or {}
    offered = [found] if "roster" in found else found.get("answers", [])
    chosen = [answer for answer in offered if answer.get("preference", order.preference) == order.preference]
    if job.plan_id != plan_id or not chosen:
        raise refused(
            422,
            "adopt.nothing",
            "Dieser Lauf hat für diesen Plan keinen solchen Dienstplan gefunden.",
            "This run has found no such roster for this plan.",
            part="body.job_id",
        )
    roster = read_roster_document(chosen[0]["roster"])
    origin = "drop_out" if "answers" in found else "solve"
    return _changed(served, actor, plan_id, expected, origin, order.draft, lambda here: (roster, ()), job.id)


def _changed(
    service: Service,
    actor: Actor,
    plan_id: int,
    expected: int,
    origin: str,
    draft: bool,
    change: Callable[[Standing], tuple[Roster, tuple[Finding, ...]]],
    job_id: int | None = None,
) -> PlanVersion:
    """Apply a change to the version the caller has seen, have it judged, and keep it as the next one."""
    here = _expected_standing(service, plan_id, expected)
    roster, noticed = change(here)
    report = check_roster(here.instance, roster)
    unlawful = (*(f for f in noticed if f.severity == "unlawful"), *report.unlawful)
    if unlawful and not draft:
        raise _unlawful(422, unlawful)
    summary = {"check": report_document(report), "noticed": document(noticed)}
    with service.store.writing() as session:
        plan = _unchanged(session, plan_id, expected, here.newest_dataset_version)
        new = NewVersion(
            dataset_version_id=here.newest_dataset_version,
            origin=origin,
            lawful=not unlawful,
            roster=roster_document(roster),
            summary=summary,
            job_id=job_id,
            actor_id=actor.id,
        )
        row = add_plan_version(session, plan, new)
        _record(session, actor, f"plan.{origin}", plan_id, {"version": row.number, "lawful": row.lawful})
        return PlanVersion.of(row)


def _expected_standing(service: Service, plan_id: int, expected: int) -> Standing:
    with service.store.reading() as session:
        _same_version(session, plan_of(session, plan_id), expected)
    return standing(service, plan_id, None if expected == 0 else expected, newest=True)


def _unchanged(session: Session, plan_id: int, expected: int, dataset_version_id: int) -> PlanRow:
    """The plan, locked, if neither it nor its dataset has changed while the change was judged."""
    plan_of(session, plan_id)
    plan = locked_plan(session, plan_id)
    assert plan is not None
    session.refresh(plan)
    _same_version(session, plan, expected)
    locked_dataset(session, plan.dataset_id)
    newest = newest_version(session, plan.dataset_id)
    if newest.id != dataset_version_id:
        raise stale(
            "Der Datensatz hat sich inzwischen geändert; bitte noch einmal versuchen.",
            "The dataset has changed meanwhile; please try again.",
            {"dataset_version": newest.number},
        )
    return plan


def _same_version(session: Session, plan: PlanRow, expected: int) -> None:
    if plan.version == expected:
        return
    current = None
    if plan.version:
        row = version_of(session, plan, None)
        current = {**PlanVersion.of(row).model_dump(mode="json"), "roster": row.roster}
    raise stale(
        f"Der Plan hat inzwischen die Version {plan.version}; die Änderung ging von {expected} aus.",
        f"The plan has version {plan.version} by now; the change started from {expected}.",
        current,
    )


def _unlawful(status: int, findings: tuple[Finding, ...]) -> ServiceError:
    count = len(findings)
    return refused(
        status,
        "roster.unlawful",
        f"Der Dienstplan wäre rechtswidrig ({count}). Nichts wurde geändert.",
        f"The roster would be unlawful ({count}). Nothing was changed.",
        details=[_problem(finding) for finding in findings[:50]],
    )


def _problem(finding: Finding) -> Problem:
    place = finding.shift_id or finding.crew_id or finding.vessel_id
    return Problem(
        code=finding.code,
        message=Bilingual.of(finding.text),
        citation=finding.citation or None,
        where=Where(part=place) if place else None,
    )


def _record(session: Session, actor: Actor, action: str, plan_id: int, detail: dict[str, Any]) -> None:
    record(
        session,
        action,
        f"plan/{plan_id}",
        actor_id=actor.id,
        actor=actor.name,
        request_id=actor.request_id,
        detail=detail,
    )
