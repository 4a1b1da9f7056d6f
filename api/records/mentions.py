"""Where a person is named in stored texts and documents, and the same with a pseudonym instead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

#: What stands under these keys is never a person, whatever it reads like.
_NOT_PEOPLE = frozenset({"shift_id", "vessel_id", "voyage_id", "watch", "function", "code", "rule_id", "version"})


@dataclass(frozen=True)
class Mentions:
    """A person by id and by every name that stored data have for it."""

    crew_id: str
    names: tuple[str, ...]

    @classmethod
    def of(cls, crew_id: str, names: Iterable[str]) -> Mentions:
        # The longest first, so that no part of a name is left over.
        return cls(crew_id, tuple(sorted({name for name in names if name}, key=lambda name: (-len(name), name))))

    def within(self, value: Any) -> bool:
        """Whether a JSON document names the person."""
        return self.replaced(value, "\0") != value

    def replaced(self, value: Any, pseudonym: str, key: str = "") -> Any:
        """A JSON document with a pseudonym for id and names."""
        if isinstance(value, str):
            if key in _NOT_PEOPLE:
                return value
            return pseudonym if value == self.crew_id else self.in_text(value, pseudonym)
        if isinstance(value, list):
            return [self.replaced(item, pseudonym, key) for item in value]
        if isinstance(value, dict):
            return {
                (pseudonym if name == self.crew_id else name): self.replaced(item, pseudonym, name)
                for name, item in value.items()
            }
        return value

    def in_text(self, text: str, pseudonym: str) -> str:
        """A sentence with a pseudonym for the names, and for the id where it stands as one."""
        if self.names:
            text = self._names.sub(lambda _: pseudonym, text)
        return self._id.sub(lambda _: pseudonym, text)

    @cached_property
    def _names(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, self.names))})(?!\w)")

    @cached_property
    def _id(self) -> re.Pattern[str]:
        # A bare number may be anything; in brackets, quotes or before an instant it is the person.
        own = re.escape(self.crew_id)
        return re.compile(
            rf"(?<=[(„\"“]){own}(?=[)“\"”,])|^{own}(?=@)|(?<=Personalnummer ){own}\b|(?<=crew id ){own}\b"
        )
