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
    """A mark for every name, in the order of the names, so that texts come out as they would with names.

    Namesakes share a mark: texts tell them apart by their ids.
    """
    names = tuple(sorted({person.name for person in dataset.crew.values()}, key=german_key))
    mark = {name: f"⟦{number:06d}⟧" for number, name in enumerate(names)}
    crew = {
        crew_id: replace(person, name=mark[person.name], contact="", notes="")
        for crew_id, person in dataset.crew.items()
    }
    return Pseudonyms(replace(dataset, crew=crew), names)
