"""Operating modes the crews on board would allow, in plain text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from optimizer.export.prose import wrapped
from optimizer.export.summary import compared_line
from optimizer.findings import Finding
from optimizer.foresee.modes import ModeAnswer, NextMode, mode_citation
from optimizer.instance import Instance
from optimizer.manning.places import condition_text
from optimizer.manning.requirement import Place
from optimizer.terms import term

_WIDTH = 100
_SHOWN = 4
_REASONS = 3
#: Said better by the missing places.
_NOBODY_THERE = frozenset({"manning.open_place", "roster.no_row"})


def mode_lines(instance: Instance, answers: Sequence[ModeAnswer], lang: str = "de") -> list[str]:
    """Vessel by vessel; shifts with the same answer share it."""
    english = lang == "en"
    cite = mode_citation(instance)
    lines = [
        f"Operating modes with the crews on board (hours: {cite})"
        if english
        else f"Betriebsformen mit den Leuten an Bord (Stunden: {cite})"
    ]
    for vessel_id in dict.fromkeys(answer.vessel_id for answer in answers):
        own = [answer for answer in answers if answer.vessel_id == vessel_id]
        lines += ["", f"{instance.dataset.vessels[vessel_id].name} ({vessel_id})"]
        lines += [line for block in _blocks(instance, own, lang) for line in block]
    return [*lines, "", compared_line(instance, lang)]


def _blocks(instance: Instance, answers: Sequence[ModeAnswer], lang: str) -> Iterable[list[str]]:
    alike: dict[tuple[str, ...], list[ModeAnswer]] = {}
    for answer in answers:
        alike.setdefault(tuple(_answer(instance, answer, lang)), []).append(answer)
    for said, members in alike.items():
        shifts = [shift_id for answer in members for shift_id in answer.shifts]
        yield [*wrapped([_shifts(shifts, lang)], "  ", "  ", _WIDTH), *said]


def _shifts(shifts: Sequence[str], lang: str) -> str:
    english = lang == "en"
    count = len(shifts)
    word = ("shift" if count == 1 else "shifts") if english else ("Schicht" if count == 1 else "Schichten")
    shown, more = ", ".join(shifts[:_SHOWN]), count - _SHOWN
    if more > 0:
        shown += f" and {more} more" if english else f" und {more} weitere"
    return f"{count} {word}: {shown}"


def _answer(instance: Instance, answer: ModeAnswer, lang: str) -> list[str]:
    if answer.silent is not None:
        return wrapped([answer.silent.in_language(lang)], "    ", "", _WIDTH)
    english = lang == "en"
    planned = "–" if answer.planned is None else str(answer.planned)
    highest = ("none" if english else "keine") if answer.highest is None else str(answer.highest)
    head = (
        f"planned {planned}, highest lawful {highest}"
        if english
        else f"geplant {planned}, höchstens zulässig {highest}"
    )
    if not answer.sails:
        head += " (does not sail as planned; foreseen crew)" if english else " (fährt nicht; vorgesehene Besatzung)"
    lines = [f"    {head}"]
    if answer.changed:
        changes = ", ".join(
            f"{instance.dataset.crew[crew_id].name} {'as' if english else 'als'} {term('function', function, lang)}"
            for crew_id, function in answer.changed
        )
        lines += wrapped([f"{'with' if english else 'mit'} {changes}"], "      ", "  ", _WIDTH)
    return lines if answer.step is None else [*lines, *_step(answer.step, lang)]


def _step(step: NextMode, lang: str) -> list[str]:
    english = lang == "en"
    lines = []
    others = [finding for finding in step.reasons if finding.code not in _NOBODY_THERE]
    if step.missing:
        head = f"missing for {step.mode}" if english else f"für {step.mode} fehlt"
        lines += wrapped([f"{head}: {_places(step.missing, lang)}"], "    ", "  ", _WIDTH)
    elif others or not step.reasons:
        lines.append(f"    {step.mode} is not lawful:" if english else f"    {step.mode} ist nicht zulässig:")
    else:
        lines += wrapped(
            [f"{step.mode}: {step.reasons[0].text.in_language(lang)} [{step.reasons[0].citation}]"],
            "    ",
            "  ",
            _WIDTH,
        )
    for item in step.steps:
        lines += wrapped([f"{item.text.in_language(lang)} [{item.citation}]"], "      ", "  ", _WIDTH)
    for finding in step.nearest:
        lines += wrapped([f"{finding.text.in_language(lang)} [{finding.citation}]"], "      ", "  ", _WIDTH)
    return [*lines, *_reasons(others, lang)]


def _reasons(findings: Sequence[Finding], lang: str) -> list[str]:
    lines = []
    for finding in findings[:_REASONS]:
        cite = f" [{finding.citation}]" if finding.citation else ""
        lines += wrapped([f"- {finding.text.in_language(lang)}{cite}"], "      ", "  ", _WIDTH)
    more = len(findings) - _REASONS
    if more > 0:
        lines.append(f"      - and {more} more" if lang == "en" else f"      - und {more} weitere")
    return lines


def _places(places: Sequence[Place], lang: str) -> str:
    return " + ".join(f"{count} × {_place(place, lang)}" for place, count in Counter(places).items())


def _place(place: Place, lang: str) -> str:
    if place.min_age is None and place.min_service_days is None:
        return term("function", place.function, lang)
    facts = {"min_age": place.min_age, "min_service_days": place.min_service_days}
    return condition_text(place.function, facts).in_language(lang)
