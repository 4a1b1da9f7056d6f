"""``crew-roster manning``: the crew a vessel needs, derived step by step with citations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import typer

from optimizer.cli.arguments import language
from optimizer.cli.load import load
from optimizer.cli.options import Folder, Language
from optimizer.cli.output import say
from optimizer.cli.problem import CommandError
from optimizer.domain import Dataset, Shift, Vessel
from optimizer.export.clock_text import span_text
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.manning import crew_requirements, explain
from optimizer.terms import term
from optimizer.timeline import Interval


def manning(
    folder: Folder,
    vessel_id: Annotated[str, typer.Argument(metavar="VESSEL_ID", help="Fahrzeug / vessel")],
    shift_id: Annotated[
        str | None,
        typer.Option("--shift", metavar="ID", help="nur diese Schicht / this shift only"),
    ] = None,
    lang: Language = "de",
) -> None:
    """Mindestbesatzung mit Herleitung / minimum crew with derivation."""
    lang = language(lang)
    dataset, rulebook = load(folder, lang)
    vessel = _vessel(dataset, vessel_id)
    shifts = _shifts(dataset, vessel, shift_id)
    window = Interval(min(s.interval.start for s in shifts), max(s.interval.end for s in shifts))
    instance = Instance(dataset, window, rulebook)
    say(_lines(instance, vessel, shifts, lang))


def _vessel(dataset: Dataset, vessel_id: str) -> Vessel:
    if vessel_id not in dataset.vessels:
        known = ", ".join(sorted(dataset.vessels))
        raise CommandError(
            Text(
                f"Es gibt kein Fahrzeug „{vessel_id}“. Vorhanden: {known}.",
                f'No vessel "{vessel_id}". Known: {known}.',
            )
        )
    return dataset.vessels[vessel_id]


def _shifts(dataset: Dataset, vessel: Vessel, shift_id: str | None) -> list[Shift]:
    own = sorted(
        (shift for shift in dataset.shifts.values() if shift.vessel_id == vessel.vessel_id),
        key=lambda shift: (shift.interval, shift.shift_id),
    )
    if not own:
        raise CommandError(
            Text(
                f"{vessel.name} hat keine Schichten im Datensatz, aus denen sich die Besatzung ergäbe.",
                f"{vessel.name} has no shifts in the dataset to derive a crew from.",
            )
        )
    chosen = own if shift_id is None else [shift for shift in own if shift.shift_id == shift_id]
    if not chosen:
        known = ", ".join(shift.shift_id for shift in own)
        raise CommandError(
            Text(
                f"{vessel.name} hat keine Schicht „{shift_id}“. Vorhanden: {known}.",
                f'{vessel.name} has no shift "{shift_id}". Known: {known}.',
            )
        )
    return chosen


def _lines(instance: Instance, vessel: Vessel, shifts: Sequence[Shift], lang: str) -> list[str]:
    """Shifts with the same derivation share it; the times inside a shift are shown for one shift."""
    alike: dict[tuple[str, ...], list[Shift]] = {}
    for shift in shifts:
        alike.setdefault(_derivation(instance, shift, len(shifts) == 1, lang), []).append(shift)
    lines = [f"{vessel.name} ({vessel.vessel_id}), {term('vessel_type', vessel.type, lang)}"]
    for derivation, members in alike.items():
        lines += ["", *(_shift_line(shift, lang) for shift in members), *derivation]
    return lines


def _derivation(instance: Instance, shift: Shift, with_times: bool, lang: str) -> tuple[str, ...]:
    requirements = crew_requirements(instance, shift)
    if not with_times:
        requirements = tuple(replace(requirement, intervals=()) for requirement in requirements)
    return tuple(f"  {line}" for requirement in requirements for line in explain(requirement, lang))


def _shift_line(shift: Shift, lang: str) -> str:
    mode = "" if shift.mode is None else f" · {shift.mode} ({shift.regime})"
    return f"{'Shift' if lang == 'en' else 'Schicht'} {shift.shift_id} · {span_text(shift.interval, lang)}{mode}"
