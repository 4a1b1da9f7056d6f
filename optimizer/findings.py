"""One currency for everything the product reports: findings with a citation, in two languages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from optimizer.timeline import Interval

#: A lock the roster does not keep: the dispatcher's own wish, told before other remarks.
LOCK = "roster.lock_not_kept"


class Severity(StrEnum):
    """``unlawful`` breaks a hard rule; ``warning`` a "soll" rule; ``info`` is no breach by itself."""

    UNLAWFUL = "unlawful"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence in German and English."""

    de: str
    en: str

    def in_language(self, lang: str) -> str:
        return self.en if lang == "en" else self.de


@dataclass(frozen=True, slots=True)
class Cause:
    """The finding without which another one would not be there.

    ``crew_id`` is the person that finding is about. ``jointly`` says what else has to be mended
    before the consequence is gone, ``None`` where the cause alone decides.
    """

    code: str
    crew_id: str = ""
    jointly: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One reported fact.

    ``code`` is the id of a rule in ``data/law`` or a technical code without a paragraph. ``found``
    and ``allowed`` are figures in the rule's own unit. ``reading`` names the reading of an unclear
    text under which alone the finding holds; ``answers`` says whose duty is breached (§§ 119, 120).
    ``consequence_of``, ``cause_crew_id`` and ``jointly`` are the parts of its :class:`Cause`: with
    that mended, and nothing else changed, the finding would be gone.
    """

    code: str
    severity: Severity
    text: Text
    citation: str = ""
    shift_id: str = ""
    vessel_id: str = ""
    crew_id: str = ""
    interval: Interval | None = None
    found: str = ""
    allowed: str = ""
    reading: str = ""
    answers: str = ""
    consequence_of: str = ""
    cause_crew_id: str = ""
    jointly: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InputError:
    """One fault of the input: where it is, what was read, what is wrong, how to mend it.

    ``row`` is the line number a spreadsheet shows (headings are row 1), ``None`` for a whole file.
    """

    code: str
    file: str
    row: int | None
    column: str
    value: str
    problem: Text
    fix: Text


class DatasetError(Exception):
    """The input cannot be used; carries every fault of every file."""

    def __init__(self, errors: list[InputError]):
        super().__init__(f"{len(errors)} input errors")
        self.errors = errors
