"""Events on the command line: ``CREW_ID@INSTANT`` and ``VESSEL_ID@FROM/TO``."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from datetime import datetime

from optimizer.cli.instants import parse_instant
from optimizer.cli.problem import CommandError
from optimizer.domain import Dataset
from optimizer.findings import Text
from optimizer.replan.request import DropOut, Return, VesselOut
from optimizer.timeline import Interval


def drop_outs(texts: Sequence[str] | None, dataset: Dataset, start: datetime) -> tuple[DropOut, ...]:
    """``CREW_ID`` or ``CREW_ID@INSTANT``; without an instant from the start of the replan on.

    Raises
    ------
    CommandError
        If a person is unknown or an instant cannot be read.
    """
    found = []
    for text in texts or ():
        crew_id, _, instant = text.partition("@")
        found.append(DropOut(_person(crew_id, dataset), parse_instant(instant) if instant else start))
    return tuple(found)


def returns(texts: Sequence[str] | None, dataset: Dataset) -> tuple[Return, ...]:
    """``CREW_ID@INSTANT``.

    Raises
    ------
    CommandError
        If a person is unknown or an instant is missing or cannot be read.
    """
    return tuple(Return(_person(crew_id, dataset), parse_instant(at)) for crew_id, at in map(_parted, texts or ()))


def vessels_out(texts: Sequence[str] | None, dataset: Dataset) -> tuple[VesselOut, ...]:
    """``VESSEL_ID@FROM/TO``.

    Raises
    ------
    CommandError
        If a vessel is unknown, an instant is missing or cannot be read, or the end is not later.
    """
    found = []
    for vessel_id, span in map(_parted, texts or ()):
        first, slash, last = span.partition("/")
        if not slash:
            raise _not_understood(f"{vessel_id}@{span}", "VESSEL_ID@FROM/TO")
        start, end = parse_instant(first), parse_instant(last)
        if end <= start:
            raise CommandError(
                Text(
                    f"„{span}“: Das Ende liegt nicht nach dem Anfang.",
                    f'"{span}": the end is not later than the start.',
                )
            )
        found.append(VesselOut(_known(vessel_id, dataset.vessels, "vessel"), Interval(start, end)))
    return tuple(found)


def _parted(text: str) -> tuple[str, str]:
    name, at, rest = text.partition("@")
    if not at:
        raise _not_understood(text, "ID@INSTANT")
    return name, rest


def _not_understood(text: str, form: str) -> CommandError:
    return CommandError(
        Text(
            f"„{text}“: erwartet wird {form}, z. B. 0203@09.12.2026 14:00.",
            f'"{text}": expected is {form}, e.g. 0203@2026-12-09T14:00.',
        )
    )


def _person(crew_id: str, dataset: Dataset) -> str:
    return _known(crew_id, dataset.crew, "person")


def _known(text: str, known: Iterable[str], what: str) -> str:
    name = text.strip()
    known = list(known)
    if name in known:
        return name
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
    hint_de = f" Gemeint {near[0]}?" if near else ""
    hint_en = f" Did you mean {near[0]}?" if near else ""
    de, en = {"person": ("Personalnummer", "crew id"), "vessel": ("Schiffsnummer", "vessel id")}[what]
    raise CommandError(
        Text(
            f"Die {de} „{name}“ gibt es im Datensatz nicht.{hint_de}",
            f'There is no {en} "{name}" in the dataset.{hint_en}',
        )
    )
