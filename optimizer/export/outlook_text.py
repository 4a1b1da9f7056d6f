"""What runs out, and what a roster would be without a certificate, in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from optimizer.domain import Function
from optimizer.eligibility import certificate_last_day
from optimizer.export.clock_text import day_text, span_text, weekday
from optimizer.export.finding_text import finding_lines
from optimizer.export.prose import wrapped
from optimizer.export.summary import compared_line
from optimizer.foresee.outlook import Expiry
from optimizer.foresee.papers import Service
from optimizer.foresee.without import LostPost, Without
from optimizer.instance import Instance
from optimizer.terms import term
from optimizer.timeline import local

_WIDTH = 100
_SHOWN = 6


def outlook_lines(instance: Instance, items: Sequence[Expiry], weeks: int, lang: str = "de") -> list[str]:
    """One block for everything that runs out, the most urgent first."""
    english = lang == "en"
    first = local(instance.window.start).date()
    last = first + timedelta(weeks=weeks) - timedelta(days=1)
    days = f"{weekday(first, lang)} {day_text(first)} – {weekday(last, lang)} {day_text(last)}"
    lines = [f"{'Outlook' if english else 'Ausblick'} {days}"]
    if not items:
        return [*lines, "Nothing runs out." if english else "Nichts läuft aus."]
    spoilt = len({shift_id for item in items for shift_id in item.rostered})
    lines.append(
        f"Running out: {len(items)}; shifts of this roster concerned: {spoilt}."
        if english
        else f"Es laufen aus: {len(items)}; davon betroffene Schichten dieses Dienstplans: {spoilt}."
    )
    for item in items:
        lines += ["", *_expiry(instance, item, lang)]
    return [*lines, "", compared_line(instance, lang), _not_looked_at(lang)]


def _not_looked_at(lang: str) -> str:
    if lang == "en":
        return "Not in the data and so not looked at: medical examinations of young people."
    return "Nicht in den Daten und deshalb nicht betrachtet: Untersuchungen Jugendlicher."


def _expiry(instance: Instance, item: Expiry, lang: str) -> list[str]:
    english = lang == "en"
    dataset = instance.dataset
    if item.crew_id:
        whose = f"{dataset.crew[item.crew_id].name} ({item.crew_id})"
    else:
        whose = f"{dataset.vessels[item.vessel_id].name} ({item.vessel_id})"
    cite = f" [{item.citation}]" if item.citation else ""
    if item.reading:
        cite += f" – {'under the reading' if english else 'nach der Lesart'} {item.reading}"
    lines = [
        f"{'until' if english else 'bis'} {weekday(item.last_day, lang)} {day_text(item.last_day)}  "
        f"{whose}: {item.what.in_language(lang)}",
        *wrapped([f"{item.why.in_language(lang)}{cite}"], "    ", "", _WIDTH),
    ]
    if item.services:
        head = "Then no longer" if english else "Danach nicht mehr"
        lines += wrapped([f"{head}: {_services(item.services, lang)}"], "    ", "  ", _WIDTH)
    elif item.crew_id:
        lines.append("    No function is lost." if english else "    Es geht keine Funktion verloren.")
    head = "Shifts after it in the data" if english else "Schichten danach im Datensatz"
    lines += wrapped([f"{head}: {_ids(item.shifts, lang)}"], "    ", "  ", _WIDTH)
    if item.rostered:
        head = "In this roster" if english else "In diesem Dienstplan eingeteilt"
        lines += wrapped([f"{head}: {_ids(item.rostered, lang)}"], "    ", "  ", _WIDTH)
    return lines


def _services(services: Sequence[Service], lang: str) -> str:
    groups = [("function" if isinstance(item, Function) else "safety_role", item) for item in services]
    return ", ".join(term(group, item, lang) for group, item in groups)


def _ids(shifts: Sequence[str], lang: str) -> str:
    if not shifts:
        return "none" if lang == "en" else "keine"
    shown = ", ".join(shifts[:_SHOWN])
    more = len(shifts) - _SHOWN
    if more <= 0:
        return f"{len(shifts)} – {shown}"
    return f"{len(shifts)} – {shown} {'and' if lang == 'en' else 'und'} {more} {'more' if lang == 'en' else 'weitere'}"


def without_lines(instance: Instance, result: Without, lang: str = "de") -> list[str]:
    """Which shifts would be unlawful, why, and who could serve instead."""
    english = lang == "en"
    person = instance.dataset.crew[result.crew_id]
    kind = result.certificates[0].kind
    name = term("certificate", kind, lang)
    head = (
        f'If {person.name} ({result.crew_id}) did not hold "{name}"'
        if english
        else f"Ohne „{name}“ von {person.name} ({result.crew_id})"
    )
    lines = [head, *_ends(instance, result, lang), ""]
    shifts = len({shift_id for post in result.lost for shift_id in post.shifts})
    if not result.lost and not result.others:
        lines.append(
            "Nothing in the roster would be unlawful." if english else "Im Dienstplan wäre nichts rechtswidrig."
        )
        return [*lines, "", compared_line(instance, lang)]
    lines.append(
        f"Shifts of the roster that would be unlawful: {shifts}"
        if english
        else f"Rechtswidrige Schichten des Dienstplans: {shifts}"
    )
    for post in result.lost:
        lines += _post(instance, post, lang)
    if result.others:
        head = "Besides" if english else "Außerdem"
        lines += [head, *finding_lines(result.others, lang)]
    return [*lines, "", compared_line(instance, lang)]


def _ends(instance: Instance, result: Without, lang: str) -> list[str]:
    """Until when the paper holds, where it has an end."""
    person = instance.dataset.crew[result.crew_id]
    days = [certificate_last_day(instance, item, person) for item in result.certificates]
    if None in days:
        return []
    day = max(item for item in days if item is not None)
    return [
        f"It is valid until {day_text(day)}; not renewed, the same holds from the day after."
        if lang == "en"
        else f"Es gilt bis {day_text(day)}; ohne Verlängerung gilt dasselbe ab dem Tag danach."
    ]


def _post(instance: Instance, post: LostPost, lang: str) -> list[str]:
    english = lang == "en"
    lines = []
    words = [term("function", post.function, lang)] if post.function is not None else []
    words += [term("safety_role", role, lang) for role in post.roles]
    for shift_id in post.shifts:
        shift = instance.dataset.shifts[shift_id]
        vessel = instance.vessel_of(shift).name
        lines += wrapped(
            [f"{span_text(shift.interval, lang)} · {vessel} · {shift_id} · {', '.join(words)}"], "  ", "    ", _WIDTH
        )
    for bar in post.bars:
        lines += wrapped([f"{bar.reason.in_language(lang)} [{bar.citation}]"], "      ", "  ", _WIDTH)
    names = ", ".join(f"{instance.dataset.crew[crew_id].name} ({crew_id})" for crew_id in post.stand_ins)
    if names:
        head = "Could serve instead, nothing else changed" if english else "Könnten sonst unverändert einspringen"
        lines += wrapped([f"{head}: {names}"], "      ", "  ", _WIDTH)
    else:
        lines.append(
            "      Nobody could serve instead without further changes."
            if english
            else "      Ohne weitere Änderungen kann niemand einspringen."
        )
    return lines
