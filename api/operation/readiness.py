"""Whether the service can do its work now, and what is in the way."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from api.store import Store
from api.store.migrations import newest_revision, revision_of
from api.store.tables import DatasetRow
from optimizer.findings import Text


@dataclass(frozen=True, slots=True)
class Obstacle:
    """One reason why the service is not ready."""

    code: str
    text: Text


def obstacles(store: Store, engine: object, *, closing: bool) -> list[Obstacle]:
    """What is in the way; nothing if the service is ready.

    Raises
    ------
    sqlalchemy.exc.SQLAlchemyError
        If the database cannot be reached.
    """
    found = []
    with store.reading() as session:
        revision = revision_of(session.connection())
        if revision == newest_revision():
            session.execute(select(DatasetRow.id).limit(1)).all()
    if revision != newest_revision():
        found.append(
            Obstacle(
                "ready.schema",
                Text(
                    f"Die Tabellen haben den Stand {revision}, das Programm braucht {newest_revision()}.",
                    f"The tables are at {revision}, the program needs {newest_revision()}.",
                ),
            )
        )
    # An engine whose workers are other processes cannot tell.
    beating = getattr(engine, "beating", None)
    if beating is not None and not beating():
        found.append(
            Obstacle(
                "ready.workers",
                Text(
                    "Ein Rechenfaden gibt kein Lebenszeichen.", "A thread that carries out runs gives no sign of life."
                ),
            )
        )
    if closing:
        found.append(Obstacle("ready.closing", Text("Der Dienst wird beendet.", "The service is about to end.")))
    return found
