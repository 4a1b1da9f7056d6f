"""Minutes, lengths, counted words and rotation patterns out of cleaned cell texts."""

from __future__ import annotations

import re

from optimizer.findings import Text
from optimizer.intake.faults import Fault
from optimizer.intake.values import NONE_WORDS, parse_float, parse_int, parse_list, parse_term
from optimizer.terms import recognise

_MOST_MINUTES = 24 * 60
_MOST_DAYS = 366
_LONGEST_M = 1000
#: A lighter or a formation smaller than that is a slip of the pen.
_SHORTEST_M = 1

_UNIT = re.compile(r"\s*(?:min\.?|minuten?|minutes?)$", re.IGNORECASE)
_HOURS = re.compile(r"(\d{1,2}):([0-5]\d)(?:\s*h)?", re.ASCII)
_PATTERN = re.compile(r"(\d{1,4})\s*[/:]\s*(\d{1,4})", re.ASCII)
#: What spreadsheets make of ``7/7``: ``07.07.2026``, ``2026-07-07``, ``7. Jul``, ``Jul 07``, ``46210``.
_A_DATE = re.compile(
    r"\d{1,2}\.\d{1,2}\.(?:\d{2,4})?|\d{4}-\d{2}-\d{2}|\d{1,2}/\d{1,2}/\d{2,4}|\d{5}"
    r"|\d{1,2}[.-]?\s*[a-zä]{3,9}\.?(?:[ -]\d{2,4})?|[a-zä]{3,9}[. -]+\d{2,4}",
    re.ASCII | re.IGNORECASE,
)
_COUNTED = re.compile(r"(.*?)\s*:\s*([1-9]\d?)", re.ASCII)


def parse_minutes(text: str) -> int:
    """Minutes as ``30``, ``30 min`` or ``0:30``, at most a day."""
    if re.match(r"[-–−]\s*\d", text):
        raise Fault(
            "input.range",
            Text("Eine Dauer kann nicht negativ sein.", "A duration cannot be negative."),
            Text("Die Minuten ohne Minuszeichen schreiben, z. B. 30.", "Write the minutes without a sign, e.g. 30."),
        )
    clock = _HOURS.fullmatch(text)
    if clock is not None:
        return parse_int(str(int(clock[1]) * 60 + int(clock[2])), 0, _MOST_MINUTES)
    return parse_int(_UNIT.sub("", text), 0, _MOST_MINUTES)


def parse_size(text: str) -> float:
    """A length or breadth in metres."""
    return parse_float(re.sub(r"\s*m$", "", text), _SHORTEST_M, _LONGEST_M)


def parse_lengths(text: str) -> tuple[float, ...]:
    """Lengths in metres, separated by ``|``; equal ones stand as often as they occur."""
    return tuple(parse_size(part.strip()) for part in text.split("|") if part.strip())


def parse_counted(text: str, group: str) -> tuple[str, ...]:
    """Words of a group, separated by ``|``, each repeated or with its number: ``Schubleichter:2``."""
    found: list[str] = []
    for part in text.split("|"):
        if not part.strip():
            continue
        counted = _COUNTED.fullmatch(part.strip())
        word, number = (counted[1], int(counted[2])) if counted is not None else (part.strip(), 1)
        found += [parse_term(word, group)] * number
    return tuple(found)


def parse_pattern(text: str) -> tuple[int, int]:
    """Days on board and days off of a rotation, e.g. ``14/14``."""
    match = _PATTERN.fullmatch(re.sub(r"\s*(?:tagen?|days?)\b", "", text, flags=re.IGNORECASE))
    if match is None:
        raise Fault("input.pattern", *_no_pattern(text))
    on, off = int(match[1]), int(match[2])
    if not (0 < on <= _MOST_DAYS and 0 < off <= _MOST_DAYS):
        raise Fault(
            "input.pattern",
            Text(f"Ein Törn hat je 1 bis {_MOST_DAYS} Tage an Bord und frei.",
                 f"A rotation has 1 to {_MOST_DAYS} days on board and as many off."),
            Text("Tage an Bord/freie Tage schreiben, z. B. 14/14. Wer keine freien Tage hat, gehört nicht in diese Datei.",
                 "Write days on/days off, e.g. 14/14. People without days off do not belong in this file."),
        )  # fmt: skip
    return on, off


def _no_pattern(text: str) -> tuple[Text, Text]:
    fix = Text("Tage an Bord/freie Tage schreiben, z. B. 14/14.", "Write days on/days off, e.g. 14/14.")
    if _A_DATE.fullmatch(text):
        return (
            Text("Das ist ein Datum; ein Tabellenprogramm hat den Törn verändert.",
                 "This is a date; a spreadsheet program changed the pattern."),
            Text(f"Die Zelle als Text formatieren und neu eingeben. {fix.de}",
                 f"Format the cell as text and enter it again. {fix.en}"),
        )  # fmt: skip
    return Text(f"„{text}“ ist kein Törn.", f'"{text}" is not a rotation.'), fix


def parse_restrictions(text: str) -> tuple[str, ...]:
    """Restrictions separated by ``|``, those of ``data/terms.yaml`` by their name; ``keine`` is none."""
    if text.casefold() in NONE_WORDS:
        return ()
    return tuple(dict.fromkeys(recognise("restriction", part) or part for part in parse_list(text)))
