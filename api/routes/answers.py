"""Questions about a plan: somebody drops out, who could, why, and what is to come."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic_core import from_json, to_json
from sqlalchemy.orm import Session

from api.errors import not_found, refused
from api.rosters.documents import document
from api.rosters.events import Happened, Instant
from api.routes.access import Actor, Dispatching
from api.routes.find import Standing, plan_of, standing, version_of
from api.routes.once import IdempotencyKey, digest, once
from api.routes.queueing import queue, time_limit
from api.routes.rosters import VersionQuery
from api.routes.service import Served
from api.routes.wire import Id
from api.schemas.orders import DropOutOrder, OutagesOrder, plain
from api.schemas.things import Job
from api.store.audit import record
from api.store.tables import PlanRow
from optimizer.domain import CertificateKind, Function
from optimizer.explain import Explainer, Position, why_person
from optimizer.findings import Text
from optimizer.foresee import mode_answers, outlook, rest_clock, without_certificate
from optimizer.instance import Instance
from optimizer.roster import Roster
from optimizer.terms import recognise

router = APIRouter(tags=["answers"])

Id100 = Annotated[str | None, Query(max_length=100)]


@router.post("/plans/{plan_id}/drop-outs", status_code=202, response_model=Job)
def drop_out(
    plan_id: Id, order: DropOutOrder, served: Served, actor: Dispatching, idempotency_key: IdempotencyKey = None
) -> Response:
    """Plan the rest anew in three ways; the answers are the run's result, and one of them can be adopted."""
    _known(standing(served, plan_id, None).instance, order.happened)
    payload = {
        "happened": plain(order.happened),
        "prefer": order.prefer,
        "time_limit_s": time_limit(served, order.time_limit_s),
        "deterministic": order.deterministic,
    }

    def create(session: Session) -> tuple[str, dict[str, Any]]:
        plan = plan_of(session, plan_id)
        used = version_of(session, plan, None).dataset_version_id
        job = queue(served, session, actor, "drop_out", plan, payload, used)
        _record(session, actor, "plan.drop_out", plan, job.id)
        return f"/api/v1/jobs/{job.id}", Job.of(job).model_dump(mode="json")

    return once(served, actor, idempotency_key, digest("drop_out", plan_id, plain(order)), 202, create)


@router.post("/plans/{plan_id}/foresight/n-1", status_code=202, response_model=Job)
def n_minus_1(
    plan_id: Id, order: OutagesOrder, served: Served, actor: Dispatching, idempotency_key: IdempotencyKey = None
) -> Response:
    """What falls if only this person drops out, for everybody: a run."""
    here = standing(served, plan_id, None)
    start = order.start or here.instance.window.start
    _inside(here.instance, start, "body.start")

    def create(session: Session) -> tuple[str, dict[str, Any]]:
        plan = plan_of(session, plan_id)
        payload = {"start": document(start), "time_limit_s": order.time_limit_s}
        used = version_of(session, plan, None).dataset_version_id
        job = queue(served, session, actor, "outages", plan, payload, used)
        _record(session, actor, "plan.n_minus_1", plan, job.id)
        return f"/api/v1/jobs/{job.id}", Job.of(job).model_dump(mode="json")

    return once(served, actor, idempotency_key, digest("n-1", plan_id, plain(order)), 202, create)


@router.get("/plans/{plan_id}/candidates")
def candidates(
    plan_id: Id,
    served: Served,
    actor: Dispatching,
    shift: Annotated[str, Query(min_length=1, max_length=100)],
    function: Id100 = None,
    version: VersionQuery = None,
) -> dict[str, Any]:
    """Everybody for every place of a shift: free and lawful, lawful with one more change, or what bars them."""
    here = standing(served, plan_id, version)
    wanted = _asked_for(here.instance, shift, function)
    with served.explainers.of(here.version.id, here.instance, _whole(here)) as explainer:
        places = _places(explainer, shift, wanted)
        return {
            "shift_id": shift,
            "places": [_with_names(explainer, document(explainer.candidates(p))) for p in places],
        }


@router.get("/plans/{plan_id}/explain")
def explain(
    plan_id: Id,
    served: Served,
    actor: Dispatching,
    shift: Id100 = None,
    person: Id100 = None,
    function: Id100 = None,
    version: VersionQuery = None,
) -> dict[str, Any]:
    """Why these people: for the filled places of a shift, or for every duty of a person."""
    here = standing(served, plan_id, version)
    if person is not None:
        _person(here.instance, person)
    if shift is None and person is None:
        raise refused(422, "explain.what", "„shift“ oder „person“ angeben.", "Name `shift` or `person`.", part="query")
    wanted = _asked_for(here.instance, shift, function)
    with served.explainers.of(here.version.id, here.instance, _whole(here)) as explainer:
        places = _duties(explainer, person or "") if shift is None else _places(explainer, shift, wanted)
        chosen = [p for p in places if person in (None, p.crew_id)]
        filled = [p for p in chosen if not p.open and p.crew_id]
        return {
            "open": [document(p) for p in chosen if p.open],
            "places": [_with_names(explainer, document(why_person(explainer, p))) for p in filled],
        }


def _duties(explainer: Explainer, crew_id: str) -> list[Position]:
    return [place for unit in explainer.standing.units(crew_id) for place in explainer.positions(unit[0])]


@router.get("/plans/{plan_id}/foresight/modes")
def modes(plan_id: Id, served: Served, actor: Dispatching, version: VersionQuery = None) -> dict[str, Any]:
    """The highest operating mode that each crew allows, and what the next one lacks."""
    here = standing(served, plan_id, version)
    kept = served.files.kept(here.version.id, "modes", "", reasons=True)
    if kept is None:
        kept = to_json(document(mode_answers(here.instance, _whole(here))))
        served.files.keep(here.version.id, "modes", "", kept, reasons=True)
    return {"modes": from_json(kept)}


@router.get("/plans/{plan_id}/foresight/outlook")
def runs_out(
    plan_id: Id,
    served: Served,
    actor: Dispatching,
    weeks: Annotated[int, Query(ge=1, le=104)] = 20,
    version: VersionQuery = None,
) -> dict[str, Any]:
    """What runs out in the next weeks, by date, with the shifts behind it."""
    here = standing(served, plan_id, version)
    return {"weeks": weeks, "expiries": document(outlook(here.instance, _whole(here), weeks))}


@router.get("/plans/{plan_id}/foresight/rest-clock")
def clock(
    plan_id: Id,
    served: Served,
    actor: Dispatching,
    person: Annotated[str, Query(min_length=1, max_length=100)],
    at: Annotated[Instant | None, Query(description="without: the start of the roster")] = None,
    version: VersionQuery = None,
) -> dict[str, Any]:
    """How long a person may work, and from when."""
    here = standing(served, plan_id, version)
    _person(here.instance, person)
    return {"rest_clock": document(rest_clock(here.instance, _whole(here), person, at))}


@router.get("/plans/{plan_id}/foresight/without")
def without(
    plan_id: Id,
    served: Served,
    actor: Dispatching,
    person: Annotated[str, Query(min_length=1, max_length=100)],
    certificate: Annotated[str, Query(min_length=1, max_length=100, examples=["Unionspatent"])],
    version: VersionQuery = None,
) -> dict[str, Any]:
    """The roster as if a certificate were not renewed: what falls, and who could stand in."""
    here = standing(served, plan_id, version)
    _person(here.instance, person)
    kind = _held(here.instance, person, certificate)
    found = without_certificate(here.instance, _whole(here), person, kind)
    return {
        "crew_id": person,
        "certificates": document(found.certificates),
        "lost": document(found.lost),
        "others": document(found.others),
    }


def _whole(here: Standing) -> Roster:
    """The roster of the plan's whole window, whatever weeks its rows lie in."""
    return replace(here.roster, window=here.instance.window)


def _person(instance: Instance, crew_id: str) -> None:
    if crew_id not in instance.dataset.crew:
        raise not_found(Text("die Person", "person"), crew_id, "query.person")


def _known(instance: Instance, happened: Happened) -> None:
    people = [(item.crew_id, f"body.happened.drop_outs[{n}]") for n, item in enumerate(happened.drop_outs)]
    people += [(item.crew_id, f"body.happened.returns[{n}]") for n, item in enumerate(happened.returns)]
    for crew_id, part in people:
        if crew_id not in instance.dataset.crew:
            raise refused(
                422, "unknown_person", f"Es gibt niemanden „{crew_id}“.", f'There is nobody "{crew_id}".', part=part
            )
    for number, item in enumerate(happened.vessels_out):
        part = f"body.happened.vessels_out[{number}]"
        if item.vessel_id not in instance.dataset.vessels:
            vessel_id = item.vessel_id
            raise refused(
                422,
                "unknown_vessel",
                f"Es gibt kein Schiff „{vessel_id}“.",
                f'There is no vessel "{vessel_id}".',
                part=part,
            )
        if item.end <= item.start:
            raise refused(
                422,
                "span.empty",
                "Das Ende liegt nicht nach dem Anfang.",
                "The end is not later than the start.",
                part=part,
            )
    _inside(instance, happened.start, "body.happened.start")


def _inside(instance: Instance, start: Instant, part: str) -> None:
    if not instance.window.start <= start < instance.window.end:
        raise refused(
            422,
            "start.outside",
            "Der Zeitpunkt liegt nicht im Zeitraum des Dienstplans.",
            "The instant does not lie in the roster's window.",
            part=part,
        )


def _asked_for(instance: Instance, shift_id: str | None, function: str | None) -> Function | None:
    """The function asked about; what does not exist is refused before anything is computed."""
    if shift_id is not None and shift_id not in {shift.shift_id for shift in instance.shifts}:
        raise not_found(Text("die Schicht", "shift"), shift_id, "query.shift")
    known = None if function is None else recognise("function", function)
    if function is not None and known is None:
        raise not_found(Text("die Funktion", "function"), function, "query.function")
    return None if known is None else Function(known)


def _places(explainer: Explainer, shift_id: str, function: Function | None) -> tuple[Position, ...]:
    places = explainer.positions(shift_id, function)
    if not places:
        raise not_found(Text("einen solchen Platz in Schicht", "such place in shift"), shift_id, "query.function")
    return places


def _held(instance: Instance, crew_id: str, name: str) -> CertificateKind:
    found = recognise("certificate", name)
    held = {item.kind for item in instance.certificates.get(crew_id, ())}
    if found is None or CertificateKind(found) not in held:
        raise not_found(Text("bei dieser Person das Zeugnis", "certificate of this person"), name, "query.certificate")
    return CertificateKind(found)


def _with_names(explainer: Explainer, value: Any) -> Any:
    """Names beside the ids of people, for those who read."""
    crew = explainer.instance.dataset.crew
    if isinstance(value, list):
        return [_with_names(explainer, item) for item in value]
    if isinstance(value, dict):
        named = {key: _with_names(explainer, item) for key, item in value.items()}
        person = crew.get(value["crew_id"]) if isinstance(value.get("crew_id"), str) else None
        return named if person is None else {**named, "name": person.name}
    return value


def _record(session: Session, actor: Actor, action: str, plan: PlanRow, job_id: int) -> None:
    record(
        session,
        action,
        f"plan/{plan.id}",
        actor_id=actor.id,
        actor=actor.name,
        request_id=actor.request_id,
        detail={"job": job_id},
    )
