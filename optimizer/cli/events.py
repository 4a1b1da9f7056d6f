"""Events on the command line: ``CREW_ID@INSTANT`` and ``VESSEL_ID@FROM/TO``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from optimizer.cli.instants import parse_instant
from optimizer.cli.problem import CommandError
from optimizer.domain import Dataset
from optimizer.findings import Text
from optimizer.intake.suggest import nearest_id
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
        found.append(
            VesselOut(
                _known(vessel_id, {v: vessel.name for v, vessel in dataset.vessels.items()}, "vessel"),
                Interval(start, end),
            )
        )
    return tuple(found)


def _parted(text: str) -> tuple[str, str]:
    name, at, rest = text.partition("@")
    if not at:
        raise _not_understood(text, "ID@INSTANT")
    return name, rest


def _not_understood(text: str, form: str) -> CommandError:
    de, en = "0203@09.12.2026 14:00", "0203@2026-12-09T14:00"
    if form.startswith("VESSEL"):
        de, en = "H05@09.12.2026 06:00/10.12.2026 18:00", "H05@2026-12-09T06:00/2026-12-10T18:00"
    return CommandError(
        Text(f"„{text}“: erwartet wird {form}, z. B. {de}.", f'"{text}": expected is {form}, e.g. {en}.')
    )


def _person(crew_id: str, dataset: Dataset) -> str:
    return _known(crew_id, {known: person.name for known, person in dataset.crew.items()}, "person")


def _known(text: str, known: Mapping[str, str], what: str) -> str:
    name = text.strip()
    if name in known:
        return name
    near = nearest_id(name, known)
    hint_de = f" Gemeint vielleicht {near}?" if near else ""
    hint_en = f" Did you mean {near}?" if near else ""
    de, en = {"person": ("Personalnummer", "crew id"), "vessel": ("Schiffsnummer", "vessel id")}[what]
    raise CommandError(
        Text(
            f"Die {de} „{name}“ gibt es im Datensatz nicht.{hint_de}",
            f'There is no {en} "{name}" in the dataset.{hint_en}',
        )
    )
