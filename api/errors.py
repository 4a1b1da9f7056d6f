"""The one shape of every answer from 400 on, and the exceptions that become such answers."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from optimizer.findings import InputError, Text


class Bilingual(BaseModel):
    """A sentence in German and English."""

    de: str
    en: str

    @classmethod
    def of(cls, text: Text) -> Bilingual:
        return cls(de=text.de, en=text.en)


class Where(BaseModel):
    """The place of a fault: file, row and column of an upload, or the part of the request."""

    file: str | None = None
    row: int | None = Field(None, description="line as a spreadsheet counts it; headings are row 1")
    column: str | None = None
    value: str | None = None
    part: str | None = Field(None, description="part of the request, e.g. `body.time_limit_s`")


class Problem(BaseModel):
    """What is wrong, where, and how to mend it; the same for every answer from 400 on."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "code": "not_found",
                    "message": {"de": "Den Plan 7 gibt es nicht.", "en": "There is no plan 7."},
                    "where": {"part": "path.plan_id"},
                }
            ]
        }
    )

    code: str
    message: Bilingual
    where: Where | None = None
    fix: Bilingual | None = None
    citation: str | None = Field(None, description="paragraph of the law, if one stands behind it")
    details: list[Problem] = Field(default_factory=list, description="single faults, each in this same shape")
    current: Any = Field(None, description="with 409: the state that counts now")
    request_id: str | None = None


class ServiceError(Exception):
    """An answer from 400 on; ``problem`` is what the caller is told."""

    def __init__(self, status: int, problem: Problem, headers: dict[str, str] | None = None):
        super().__init__(problem.code)
        self.status = status
        self.problem = problem
        self.headers = headers or {}


def refused(
    status: int,
    code: str,
    de: str,
    en: str,
    *,
    part: str | None = None,
    current: Any = None,
    details: list[Problem] | None = None,
    headers: dict[str, str] | None = None,
) -> ServiceError:
    """A :class:`ServiceError` with one sentence in both languages."""
    problem = Problem(
        code=code,
        message=Bilingual(de=de, en=en),
        where=None if part is None else Where(part=part),
        current=current,
        details=details or [],
    )
    return ServiceError(status, problem, headers)


def not_found(what: Text, key: object, part: str) -> ServiceError:
    """404 for a thing named in the path; ``what`` with its article: *den Plan*, *plan*."""
    return refused(404, "not_found", f"Es gibt {what.de} „{key}“ nicht.", f'There is no {what.en} "{key}".', part=part)


def input_faults(errors: list[InputError]) -> ServiceError:
    """422 with every fault of every file: row, column, what is wrong and how to mend it."""
    ordered = sorted(errors, key=lambda e: (e.file, e.row or 0, e.column))
    count = len(ordered)
    return refused(
        422,
        "input_faults",
        f"Die Eingabe kann nicht verwendet werden: {count} Fehler. Es wurde nichts gespeichert.",
        f"The input cannot be used: {count} {'fault' if count == 1 else 'faults'}. Nothing was stored.",
        details=[_fault(error) for error in ordered],
    )


def _fault(error: InputError) -> Problem:
    return Problem(
        code=error.code,
        message=Bilingual.of(error.problem),
        where=Where(file=error.file, row=error.row, column=error.column or None, value=error.value[:200] or None),
        fix=Bilingual.of(error.fix) if error.fix.de else None,
    )
