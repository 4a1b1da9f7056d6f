"""Names stay in this process: a solver process sees ids and marks, and its texts get the names back here."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from optimizer.domain import Dataset
from optimizer.export.collation import german_key

#: No keyboard writes these brackets; digits of one length keep the order of the names.
_MARK = re.compile("⟦([0-9]{6})⟧")


@dataclass(frozen=True)
class Pseudonyms:
    """A dataset without names, contacts and notes, and the way back."""

    dataset: Dataset
    names: tuple[str, ...]

    def restored(self, value: Any) -> Any:
        """A JSON document with the names in its texts."""
        if isinstance(value, str):
            return _MARK.sub(lambda found: self.names[int(found[1])], value)
        if isinstance(value, list):
            return [self.restored(item) for item in value]
        if isinstance(value, dict):
            return {key: self.restored(item) for key, item in value.items()}
        return value


def without_names(dataset: Dataset) -> Pseudonyms:
    """Marks instead of names, in the order of the names: lists in texts then come out in the same order."""
    people = sorted(dataset.crew.values(), key=lambda person: (german_key(person.name), person.crew_id))
    marked = {
        person.crew_id: replace(person, name=f"⟦{number:06d}⟧", contact="", notes="")
        for number, person in enumerate(people)
    }
    crew = {crew_id: marked[crew_id] for crew_id in dataset.crew}
    return Pseudonyms(replace(dataset, crew=crew), tuple(person.name for person in people))
