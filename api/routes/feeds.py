"""Calendar addresses: a secret in the address shows one crew member's own duties, and nothing else."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response
from sqlalchemy.orm import Session

from api.access.blank import blank_instance
from api.access.roles import Actor
from api.access.secrecy import fingerprint, new_secret
from api.errors import not_found
from api.rosters.documents import read_roster_document
from api.rosters.feed import own_roster, person_calendar
from api.routes.access import Dispatching
from api.routes.find import dataset_of, opened_newest
from api.routes.service import Served
from api.routes.wire import Id, Lang, ThingId
from api.schemas.access import Feed, FeedOrder, NewFeed
from api.store.audit import record
from api.store.datasets import newest_version
from api.store.feeds import end_feed, feed_of, feeds, published, renew_feed
from optimizer.findings import Text
from optimizer.timeline import Interval

router = APIRouter(tags=["calendars"])

_CALENDAR = {200: {"content": {"text/calendar": {"schema": {"type": "string"}}}}}


@router.get("/datasets/{dataset_id}/feeds")
def list_feeds(dataset_id: Id, served: Served, actor: Dispatching) -> list[Feed]:
    """Who has a calendar address; the secrets are not shown again."""
    with served.store.reading() as session:
        dataset_of(session, dataset_id)
        return [Feed.of(row) for row in feeds(session, dataset_id)]


@router.post("/datasets/{dataset_id}/feeds", status_code=201)
def create_feed(dataset_id: Id, order: FeedOrder, served: Served, actor: Dispatching) -> NewFeed:
    """A new calendar address for a crew member; an older one of theirs is dead."""
    opened = opened_newest(served, dataset_id)
    if order.crew_id not in opened.dataset.crew:
        raise _nobody(order.crew_id, "body.crew_id")
    secret = new_secret()
    with served.store.writing() as session:
        row = renew_feed(session, dataset_id, order.crew_id, fingerprint(secret), actor.id)
        _record(session, actor, "feed.create", dataset_id, row.id)
        return NewFeed(**Feed.of(row).model_dump(), path=f"/api/v1/ical/{secret}.ics")


@router.delete("/datasets/{dataset_id}/feeds/{crew_id}", status_code=204)
def delete_feed(dataset_id: Id, crew_id: ThingId, served: Served, actor: Dispatching) -> None:
    """Revoke a crew member's calendar address."""
    with served.store.writing() as session:
        dataset_of(session, dataset_id)
        if not end_feed(session, dataset_id, crew_id):
            raise _nobody(crew_id, "path.crew_id")
        _record(session, actor, "feed.revoke", dataset_id, None)


@router.get("/ical/{secret}.ics", response_class=Response, responses=_CALENDAR)
def crew_calendar(
    secret: Annotated[str, Path(min_length=1, max_length=100, pattern="^[A-Za-z0-9_-]+$")],
    served: Served,
    lang: Lang = "de",
) -> Response:
    """A crew member's own duties in the rosters in force, for a calendar program. The secret is the key."""
    with served.store.reading() as session:
        feed = feed_of(session, fingerprint(secret))
        if feed is None:
            # A wrong secret is not told from one that was revoked, nor repeated.
            raise not_found(Text("den Kalender", "calendar"), "…", "path.secret")
        in_force = published(session, feed.dataset_id)
        opened = served.datasets.open(session, newest_version(session, feed.dataset_id))
    rosters = [read_roster_document(version.roster) for _, version in in_force]
    stamp = max((version.published_at for _, version in in_force if version.published_at), default=feed.created_at)
    windows = [roster.window for roster in rosters] or [Interval.from_minutes(0, 1)]
    window = Interval(min(each.start for each in windows), max(each.end for each in windows))
    instance = blank_instance(opened.instance(window, False))
    own = own_roster(instance, rosters, feed.crew_id)
    sequence = sum(version.number for _, version in in_force)
    content = person_calendar(instance, own, feed.crew_id, lang, sequence=sequence, stamp=stamp)
    return Response(content, media_type="text/calendar; charset=utf-8")


def _nobody(crew_id: str, part: str) -> Exception:
    return not_found(Text("die Person", "person"), crew_id, part)


def _record(session: Session, actor: Actor, action: str, dataset_id: int, feed_id: int | None) -> None:
    record(
        session,
        action,
        f"dataset/{dataset_id}",
        actor_id=actor.id,
        actor=actor.name,
        request_id=actor.request_id,
        detail={} if feed_id is None else {"feed": feed_id},
    )
