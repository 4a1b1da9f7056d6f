"""What routes share: ids in paths, pages, versions, languages, and the refusals that the document names."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query, Request
from pydantic import BaseModel

from api.errors import Problem, ServiceError, refused

Id = Annotated[int, Path(ge=1, le=2**31 - 1)]
ThingId = Annotated[str, Path(min_length=1, max_length=100)]
Lang = Annotated[str, Query(pattern="^(de|en)$", description="language of the file: `de` or `en`")]

#: Refusals that any route may answer with; the models of all of them are the same.
PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "The request cannot be read."},
    401: {"model": Problem, "description": "The caller is not known."},
    403: {"model": Problem, "description": "The caller's role does not allow it, or another site's page sent it."},
    404: {"model": Problem, "description": "There is no such thing."},
    405: {"model": Problem, "description": "The thing cannot do this."},
    409: {"model": Problem, "description": "Something has changed meanwhile; `current` is the state that counts."},
    413: {"model": Problem, "description": "The request is too large."},
    422: {"model": Problem, "description": "What was sent is not valid; every fault is named."},
    429: {
        "model": Problem,
        "description": "Too many runs are waiting, or too many logins failed; `Retry-After` tells when to try again.",
    },
    500: {"model": Problem, "description": "A fault of the program; the log has the details."},
    503: {"model": Problem, "description": "The database cannot be reached."},
}


class Paging(BaseModel):
    """Part of a list."""

    limit: int
    offset: int


def paging(
    limit: Annotated[int, Query(ge=1, le=200, description="so many at most")] = 50,
    offset: Annotated[int, Query(ge=0, le=2**31 - 1, description="so many are left out first")] = 0,
) -> Paging:
    return Paging(limit=limit, offset=offset)


Page = Annotated[Paging, Depends(paging)]


def expected_version(
    if_match: Annotated[
        str | None,
        Header(description='version that the change starts from, `"3"`', pattern='^(W/)?"?[0-9]{1,9}"?$'),
    ] = None,
) -> int | None:
    """The version named by ``If-Match``."""
    return None if if_match is None else int(if_match.removeprefix("W/").strip('"'))


IfMatch = Annotated[int | None, Depends(expected_version)]


def required_version(
    if_match: Annotated[
        str, Header(description='version that is replaced, `"3"`', pattern='^(W/)?"?[0-9]{1,9}"?$', examples=['"1"'])
    ],
) -> int:
    """The version named by ``If-Match``, without which nothing can be replaced."""
    return int(if_match.removeprefix("W/").strip('"'))


RequiredIfMatch = Annotated[int, Depends(required_version)]


def needed_version(named: int | None, in_body: int | None) -> int:
    """The version that a change starts from, by header or body.

    Raises
    ------
    ServiceError
        422 if it is missing: a change that does not say what it saw could undo somebody else's.
    """
    version = named if named is not None else in_body
    if version is None:
        raise refused(
            422,
            "version.missing",
            "Es fehlt die Version, von der die Änderung ausgeht (Kopfzeile If-Match oder „version“).",
            "The version that the change starts from is missing (header If-Match or `version`).",
            part="header.If-Match",
        )
    return version


def stale(de: str, en: str, current: Any) -> ServiceError:
    """409 with the state that counts."""
    return refused(409, "version.stale", de, en, current=current)


def request_id(request: Request) -> str:
    found: str = request.scope.get("request_id", "")
    return found
