"""What callers ask for: bodies of requests with examples."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from api.rosters.events import Happened, Instant
from api.schemas.things import Name
from optimizer.domain import Function
from optimizer.terms import recognise, words

Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False, description="time to solve in s")]
Key = Annotated[str, Field(max_length=100)]


class _Order(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SolveOrder(_Order):
    """How long the solver may work, and whether equal input must give an equal roster."""

    time_limit_s: Seconds | None = None
    deterministic: bool = False


class PlanOrder(SolveOrder):
    """A new plan of a dataset; without a wish the week of the earliest shift."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"dataset_id": 1, "week": "2026-W50", "time_limit_s": 60}]},
    )

    dataset_id: int = Field(ge=1, le=2**31 - 1)
    name: Name | None = None
    week: str | None = Field(None, pattern="^[0-9]{4}-[Ww][0-9]{2}$", examples=["2026-W50"])
    start: Instant | None = Field(None, description="instead of `week`: first instant of the window")
    weeks: int = Field(1, ge=1, le=6)
    assume_rested: bool = False


class Change(_Order):
    """One place gets another person; `to` empty leaves it open, `crew_id` empty fills an open one."""

    shift_id: Key = Field(examples=["H04-0912-F"])
    function: str = Field(max_length=60, examples=["Schiffsführer"])
    watch: Key = ""
    crew_id: Key = Field(examples=["0101"])
    to: Key = Field(examples=["0103"])

    @field_validator("function")
    @classmethod
    def _known(cls, value: str) -> str:
        found = recognise("function", value)
        if found is None:
            raise ValueError(f"possible: {', '.join(words('function'))}")
        return str(Function(found).value)


class EditOrder(_Order):
    """Changes by hand, applied as one. An unlawful result is kept only as a draft, and only if asked for."""

    version: int | None = Field(None, ge=0, le=2**31 - 1, description="the version changed, unless If-Match names it")
    changes: list[Change] = Field(min_length=1, max_length=500)
    draft: bool = Field(False, description="keep the result although it is unlawful; it can never be published")


class PublishOrder(_Order):
    """Publish the newest version."""

    version: int | None = Field(None, ge=0, le=2**31 - 1)


class AdoptOrder(_Order):
    """Take what a run has found as the next version: an answer to a drop-out, or a stale roster."""

    job_id: int = Field(ge=1, le=2**31 - 1)
    preference: Literal["changes", "calls", "cost"] = "changes"
    version: int | None = Field(None, ge=0, le=2**31 - 1)
    draft: bool = False


class DropOutOrder(SolveOrder):
    """What happened; answered in three ways, the preferred one first."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "happened": {
                        "start": "2026-12-09T14:00:00+01:00",
                        "drop_outs": [{"crew_id": "0506", "at": "2026-12-09T14:00:00+01:00"}],
                    },
                    "prefer": "changes",
                    "time_limit_s": 30,
                }
            ]
        },
    )

    happened: Happened
    prefer: Literal["changes", "calls", "cost"] = "changes"


class OutagesOrder(_Order):
    """What falls if only this person drops out, for everybody on duty from an instant on."""

    start: Instant | None = None
    time_limit_s: Annotated[float, Field(gt=0, le=60, allow_inf_nan=False)] = 10.0


def plain(order: BaseModel) -> dict[str, Any]:
    """An order as JSON values."""
    return order.model_dump(mode="json")
