"""What a viewer is shown: who is where and when. Not births, contacts, health, nor why somebody is absent.

Reasons and findings are sentences about people ("is ill until Friday", "is 16 years old"), so that viewers
get none of them: what is not known to be harmless is left out, also what is added one day.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from optimizer.domain import Dataset, Person
from optimizer.instance import Instance
from optimizer.roster import Roster

#: Keys of documents whose values viewers may see if they are neither text nor objects, or again such documents.
_HARMLESS = frozenset(
    {
        # rosters
        *("window", "start", "end", "rows", "shift_id", "status", "crew_id", "function", "safety_roles", "watch"),
        *("duty", "breaks", "version", "plan_id", "before", "after", "gone", "new", "sails_now", "sails_no_more"),
        *("people", "number", "origin", "lawful", "job_id", "dataset_version_id", "created_at", "published_at"),
        *("roster", "summary", "check", "sailing", "not_sailing", "exit_code", "dataset_changed", "findings"),
        # findings and results: where something is, never what
        *("severity", "vessel_id", "interval", "levels", "value", "bound", "gap"),
        *("unavoidable_cost", "open_positions", "seconds"),
    }
)


def blank_roster(roster: Roster) -> Roster:
    """A roster without reasons and notes."""
    return replace(roster, rows=tuple(replace(row, reason=None) for row in roster.rows), notes=())


def blank_instance(instance: Instance) -> Instance:
    """An instance to write documents with: people have names only.

    Not for judging: ages, certificates, absences and duties elsewhere are gone.
    """
    whole = instance.dataset
    blank = Dataset(
        vessels=whole.vessels,
        crew={crew_id: _blank_person(person) for crew_id, person in whole.crew.items()},
        shifts=whole.shifts,
        movements=whole.movements,
        watch_plans=whole.watch_plans,
        settings=whole.settings,
    )
    return replace(instance, dataset=blank)


def blank_document(document: Any) -> Any:
    """A JSON document with harmless keys only; the others stay as ``null``."""
    if isinstance(document, Mapping):
        return {key: blank_document(value) if key in _HARMLESS else None for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [blank_document(item) for item in document]
    return document


def _blank_person(person: Person) -> Person:
    return Person(
        crew_id=person.crew_id,
        name=person.name,
        birth_date=date.min,
        employment=person.employment,
        home_vessel=person.home_vessel,
    )
