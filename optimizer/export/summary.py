"""The result of a planning run in plain text, for a dispatcher."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta

from optimizer.domain import Person
from optimizer.export.clock_text import day_text, span_text, window_text
from optimizer.export.collation import german_key
from optimizer.export.level_text import decimal_text, level_lines, number_text
from optimizer.export.prose import wrapped
from optimizer.instance import Instance
from optimizer.law import Rulebook
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.result import PlanResult, PlanStatus
from optimizer.terms import term
from optimizer.timeline import day_start, local


def summary_lines(instance: Instance, result: PlanResult, lang: str = "de") -> list[str]:
    """What sails and what does not and why, the objective, and what the result rests on.

    Without a plan no values are shown.
    """
    title = "Roster" if lang == "en" else "Dienstplan"
    blocks = [[f"{title} {window_text(instance.window, lang)}", *_outcome(instance, result, lang)]]
    if result.roster is not None:
        blocks.append(_not_sailing(instance, result, result.roster, lang))
        blocks.append(_objective(result, lang))
    blocks.append(_basis(instance, result, lang))
    return [line for block in blocks if block for line in (*block, "")][:-1]


def readings_lines(rulebook: Rulebook, lang: str = "de") -> list[str]:
    """Default readings in one line, changed ones each with its effect."""
    changed = {
        name: choice for name, choice in rulebook.readings.items() if choice != rulebook.reading_table[name]["default"]
    }
    default = len(rulebook.readings) - len(changed)
    if lang == "en":
        lines = [f"Readings of unclear texts: {default} at their default (crew-roster law --readings)"]
    else:
        lines = [f"Lesarten unklarer Texte: {default} wie voreingestellt (crew-roster law --readings)"]
    return [
        *lines,
        *(_changed_reading(rulebook, name, choice, lang) for name, choice in sorted(changed.items())),
    ]


def not_yet_checked_lines(rulebook: Rulebook, lang: str = "de") -> list[str]:
    """What bears on rosters but is not in the product yet."""
    label = "Not checked yet" if lang == "en" else "Noch nicht geprüft"
    text = f"{label}: " + "; ".join(text.in_language(lang) for text in rulebook.not_yet_checked())
    return wrapped([text], hanging="  ")


def unknown_history(instance: Instance) -> list[Person]:
    """Active people whose duties before the window are not known for the whole look-back (31 days)."""
    rule = instance.rulebook.values("rest.elsewhere_counts", local(instance.window.start).date()) or {}
    first = local(instance.window.start).date() - timedelta(days=int(rule.get("history_days", 0)))

    def known(person: Person) -> bool:
        since, until = person.history_known_from, person.history_known_until
        return since is not None and since <= day_start(first) and (until is None or until >= instance.window.start)

    people = (person for person in instance.dataset.crew.values() if person.active and not known(person))
    return sorted(people, key=lambda person: german_key(person.name))


def _outcome(instance: Instance, result: PlanResult, lang: str) -> list[str]:
    seconds = decimal_text(result.seconds, lang)
    if result.roster is None:
        return [f"No plan found in {seconds} s." if lang == "en" else f"In {seconds} s wurde kein Plan gefunden."]
    stopped = len({shift_id for shift_id, _ in result.not_sailing})
    total = len({row.shift_id for row in result.roster.rows})
    open_positions = result.open_positions
    if lang == "en":
        sail = "shift sails" if total == 1 else "shifts sail"
        lines = [f"{total - stopped} of {total} {sail}; may not sail: {stopped}; open positions: {open_positions}."]
        cut_short = "Stopped early: this is the best roster found so far."
    else:
        sail = "Schicht fährt" if total == 1 else "Schichten fahren"
        lines = [
            f"{total - stopped} von {total} {sail}; nicht fahren dürfen: {stopped}; offene Plätze: {open_positions}."
        ]
        cut_short = "Vorzeitig beendet: Das ist der beste bisher gefundene Plan."
    return [*lines, cut_short] if result.status is PlanStatus.INTERRUPTED else lines


def _not_sailing(instance: Instance, result: PlanResult, roster: Roster, lang: str) -> list[str]:
    if not result.not_sailing:
        return []
    lines = ["May not sail" if lang == "en" else "Dürfen nicht fahren"]
    for shift_id in dict.fromkeys(shift_id for shift_id, _ in result.not_sailing):
        shift = instance.dataset.shifts[shift_id]
        label = "shift" if lang == "en" else "Schicht"
        lines.append(f"  {instance.vessel_of(shift).name} · {label} {shift_id} · {span_text(shift.interval, lang)}")
        open_rows = [row for row in roster.of_shift(shift_id) if row.status is RowStatus.OPEN]
        if not any(row.reason for row in open_rows):
            lines += wrapped(
                (text.in_language(lang) for of, text in result.not_sailing if of == shift_id),
                "    ",
            )
        lines += _open_places(open_rows, lang)
    return lines


def _open_places(rows: Iterable[RosterRow], lang: str) -> list[str]:
    """Open places with why nobody fills them; equal ones once, with their number."""
    places = Counter((_place(row, lang), "" if row.reason is None else row.reason.in_language(lang)) for row in rows)
    lines: list[str] = []
    for (place, reason), count in places.items():
        number = f"{count} × " if count > 1 else ""
        lines.append(f"    {term('row_status', RowStatus.OPEN, lang)}: {number}{place}")
        lines += wrapped([reason], "      ")
    return lines


def _place(row: RosterRow, lang: str) -> str:
    function = "" if row.function is None else term("function", row.function, lang)
    roles = "|".join(term("safety_role", role, lang) for role in row.safety_roles)
    return " · ".join(part for part in (function, roles, row.watch) if part)


def _objective(result: PlanResult, lang: str) -> list[str]:
    lines = ["Objective, level by level" if lang == "en" else "Zielgrößen, Stufe für Stufe"]
    lines += [f"  {line}" for line in level_lines(result.levels, result.unavoidable_cost, lang)]
    if result.unavoidable_cost:
        base = number_text(result.unavoidable_cost, lang)
        lines.append(
            f"  Unavoidable base of the cost: {base}" if lang == "en" else f"  Unvermeidbarer Sockel der Kosten: {base}"
        )
    return lines


def _basis(instance: Instance, result: PlanResult, lang: str) -> list[str]:
    lines = readings_lines(instance.rulebook, lang)
    lines += _history_lines(instance, lang)
    lines.append(compared_line(instance, lang))
    seconds = decimal_text(result.seconds, lang)
    if lang == "en":
        lines += [*not_yet_checked_lines(instance.rulebook, lang), f"Time: {seconds} s"]
    else:
        lines += [*not_yet_checked_lines(instance.rulebook, lang), f"Rechenzeit: {seconds} s"]
    return lines


def _history_lines(instance: Instance, lang: str) -> list[str]:
    names = ", ".join(person.name for person in unknown_history(instance))
    lines = []
    if names:
        lines.append(
            f"Earlier duties not fully known: {names}"
            if lang == "en"
            else f"Frühere Dienste nicht vollständig bekannt: {names}"
        )
    if instance.assume_rested:
        lines.append(
            "Assumed (--assume-rested): unknown time before the week is taken as rest."
            if lang == "en"
            else "Angenommen (--assume-rested): Unbekannte Zeit vor der Woche gilt als Ruhezeit."
        )
    return lines


def _changed_reading(rulebook: Rulebook, name: str, choice: str, lang: str) -> str:
    entry = rulebook.reading_table[name]
    default = "default" if lang == "en" else "voreingestellt"
    return f"  {name} = {choice} ({default}: {entry['default']}) – {entry['citation']}: {entry['effect'][lang]}"


def compared_line(instance: Instance, lang: str) -> str:
    """Up to which day the law is known, and that a later week may know a later wording."""
    compared = instance.rulebook.compared_on
    later = instance.window.end > day_start(compared + timedelta(days=1))
    if lang == "en":
        tail = "; later amendments are not considered" if later else ""
        return f"Law compared with the official text as of {day_text(compared)}{tail}"
    tail = "; spätere Änderungen sind nicht berücksichtigt" if later else ""
    return f"Rechtsstand: amtlicher Text vom {day_text(compared)}{tail}"
