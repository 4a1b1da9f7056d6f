"""Every exception as an answer in the one shape."""

from __future__ import annotations

import re

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException

from api.errors import Bilingual, Problem, ServiceError, Where, input_faults
from optimizer.findings import DatasetError

_WORDS = {
    400: ("bad_request", "Die Anfrage lässt sich nicht lesen.", "The request cannot be read."),
    404: ("not_found", "Das gibt es nicht.", "There is no such thing."),
    405: ("method_not_allowed", "Das geht hier nicht.", "This is not possible here."),
    413: ("too_large", "Die Anfrage ist zu groß.", "The request is too large."),
    500: (
        "internal",
        "Programmfehler. Die Einzelheiten stehen unter der Nummer der Anfrage im Protokoll.",
        "Internal error. The log has the details under the request's id.",
    ),
    503: (
        "store.unavailable",
        "Die Datenbank ist gerade nicht erreichbar. Bitte später noch einmal versuchen.",
        "The database cannot be reached. Please try again later.",
    ),
}


def plain_problem(status: int, request_id: str) -> Problem:
    """The problem of a status that says nothing more by itself."""
    code, de, en = _WORDS.get(status, (f"http_{status}", "Das ist nicht möglich.", "This is not possible."))
    return Problem(code=code, message=Bilingual(de=de, en=en), request_id=request_id or None)


def answer(status: int, problem: Problem, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse(problem.model_dump(mode="json", exclude_none=True), status, headers)


def install_faults(app: FastAPI) -> None:
    """Answer every exception of a route in the one shape; what is not foreseen goes on to the outermost layer."""

    async def service_error(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, ServiceError)
        return answer(error.status, _numbered(error.problem, request), error.headers)

    async def dataset_error(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, DatasetError)
        found = input_faults(error.errors)
        return answer(found.status, _numbered(found.problem, request))

    async def invalid(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        return answer(422, _numbered(_validation(error), request))

    async def http(request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        problem = plain_problem(error.status_code, request.scope.get("request_id", ""))
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(sorted(_methods(app, request.url.path)))
        return answer(error.status_code, problem, headers)

    async def unreachable(request: Request, error: Exception) -> JSONResponse:
        return answer(503, plain_problem(503, request.scope.get("request_id", "")), {"Retry-After": "5"})

    app.add_exception_handler(ServiceError, service_error)
    app.add_exception_handler(DatasetError, dataset_error)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(OperationalError, unreachable)


def _methods(app: FastAPI, path: str) -> set[str]:
    """All methods of a path; the framework itself would name those of its first route only."""
    pattern = re.compile("{[^}]*}")
    found: set[str] = set()
    for template, operations in app.openapi()["paths"].items():
        if re.fullmatch(pattern.sub("[^/]+", template), path):
            found |= {method.upper() for method in operations}
    return found


def _numbered(problem: Problem, request: Request) -> Problem:
    return problem.model_copy(update={"request_id": request.scope.get("request_id") or None})


def _validation(error: RequestValidationError) -> Problem:
    """Where and what; the value itself is not repeated, it may be anything."""
    details = [
        Problem(
            code=f"invalid.{item['type']}",
            message=Bilingual(de=f"Ungültig: {item['msg']}", en=item["msg"]),
            where=Where(part=".".join(map(str, item["loc"]))),
        )
        for item in error.errors()[:100]
    ]
    return Problem(
        code="invalid",
        message=Bilingual(de="Die Anfrage ist nicht gültig.", en="The request is not valid."),
        where=details[0].where if len(details) == 1 else None,
        details=details,
    )
