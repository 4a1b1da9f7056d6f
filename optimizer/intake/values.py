"""Typed values out of cleaned cell texts; a cell that cannot be read is a :class:`Fault`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal

from optimizer.domain import Function
from optimizer.findings import Text
from optimizer.intake.faults import Fault, quoted
from optimizer.intake.suggest import nearest
from optimizer.terms import normalise, recognise, words

YES = frozenset({"ja", "j", "yes", "y", "x", "wahr", "true", "1"})
NO = frozenset({"nein", "n", "no", "falsch", "false", "0"})
NONE_WORDS = frozenset({"-", "–", "keine", "keiner", "none"})

#: Written for "no end" and for "until further notice".
UNLIMITED = frozenset({"unbefristet", "unlimited", "unbegrenzt"})

_GROUPED = re.compile(r"\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*", re.ASCII)
_GROUPED_WHOLE = re.compile(r"\d{1,3}(?:([.' ])\d{3})(?:\1\d{3})*", re.ASCII)
_PLAIN = re.compile(r"\d+(?:[.,]\d+)?", re.ASCII)
_MIXED = re.compile(r"\d{1,3}(?:(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+)", re.ASCII)
#: ``-5``, also with the dashes of word processors, and ``5-`` as accounting programs write it.
_NEGATIVE = re.compile(r"[-−–]\s*[\d.,' :]*\d|\d[\d.,' :]*-", re.ASCII)


def parse_int(text: str, low: int = 0, high: int = 1_000_000_000) -> int:
    """A whole number; ``1.200`` has a thousands point here, ``12,0`` is 12."""
    if _GROUPED_WHOLE.fullmatch(text):
        number = Decimal(re.sub(r"\D", "", text))
    elif _PLAIN.fullmatch(text) and not re.fullmatch(r"\d{1,3},\d{3}", text):
        number = Decimal(text.replace(",", "."))
    else:
        raise _no_number(text, whole=True)
    if number != int(number):
        raise _no_number(text, whole=True)
    return int(_in_range(number, low, high))


def parse_decimal(text: str, low: int = 0, high: int = 1_000_000_000) -> Decimal:
    """A number with decimal comma or point; what could be a thousands mark is refused."""
    if _MIXED.fullmatch(text):
        thousands = "." if text.rfind(",") > text.rfind(".") else ","
        return _in_range(Decimal(text.replace(thousands, "").replace(",", ".")), low, high)
    grouped = _GROUPED.fullmatch(text)
    if grouped is not None and not text.startswith("0"):
        if grouped[1] in "' " or len(text) > 7:
            return _in_range(Decimal(re.sub(r"\D", "", text)), low, high)
        whole = re.sub(r"\D", "", text)
        comma = re.sub(r"\D", ",", text)
        short = comma.rstrip("0").rstrip(",") if comma.endswith("0") else f"{comma}0"
        raise Fault(
            "input.ambiguous_number",
            Text(
                "Das kann ein Tausendertrennzeichen oder ein Komma sein.",
                "This can be a thousands mark or a decimal mark.",
            ),
            Text(f"{whole} oder {short} schreiben.", f"Write {whole} or {short.replace(',', '.')}."),
        )
    if not _PLAIN.fullmatch(text):
        raise _no_number(text, whole=False)
    return _in_range(Decimal(text.replace(",", ".")), low, high)


def parse_float(text: str, low: int = 0, high: int = 1_000_000_000) -> float:
    return float(parse_decimal(text, low, high))


def parse_money(text: str) -> float:
    """Euros, with or without the sign."""
    return parse_float(re.sub(r"\s*(?:€|EUR|Euro)$", "", text, flags=re.IGNORECASE))


def parse_hours(text: str) -> int:
    """Hours as a number or ``38:30``, in whole minutes."""
    clock = re.fullmatch(r"(\d{1,3}):([0-5]\d)", text, re.ASCII)
    if clock is not None:
        minutes = Decimal(int(clock[1]) * 60 + int(clock[2]))
    else:
        minutes = parse_decimal(text) * 60
    return int(_in_range((minutes / 60), 0, 168) * 60 + Decimal("0.5"))


def parse_bool(text: str) -> bool:
    word = text.casefold()
    if word in YES:
        return True
    if word in NO:
        return False
    raise Fault(
        "input.yes_no",
        Text("Erwartet ist ja oder nein.", "Yes or no is expected."),
        Text(
            "ja, nein, x, wahr, falsch, 1 oder 0 schreiben oder die Zelle leer lassen.",
            "Write yes, no, x, true, false, 1 or 0, or leave the cell blank.",
        ),
    )


def parse_list(text: str) -> tuple[str, ...]:
    """The parts between ``|``, without blanks and repetitions."""
    return tuple(dict.fromkeys(part.strip() for part in text.split("|") if part.strip()))


def parse_zone(text: str) -> int:
    return parse_int(re.sub(r"^zone\s*", "", text, flags=re.IGNORECASE), 1, 4)


def parse_term(text: str, group: str) -> str:
    """The identifier of a word of ``data/terms.yaml``, in any accepted spelling."""
    found = recognise(group, text)
    if found is None:
        raise unknown_word(text, words(group, "de"), words(group, "en"))
    return found


def parse_choice(text: str, choices: Mapping[str, object], label: Text) -> object:
    """The value of one of a few fixed words (keys are normalised; ``label`` lists those to offer)."""
    if normalise(text) in choices:
        return choices[normalise(text)]
    raise unknown_word(text, label.de.split(", "), label.en.split(", "))


def parse_standard(text: str) -> str:
    """``S1``, ``S2``, or ``none`` where the vessel has shown neither."""
    if text.casefold() in NONE_WORDS:
        return "none"
    if text.upper() in ("S1", "S2"):
        return text.upper()
    raise unknown_word(text, ["S1", "S2", "keiner"], ["S1", "S2", "none"])


def parse_unmet(text: str) -> frozenset[str]:
    """Numbers of unfulfilled equipment conditions, letters of standard S1 on the Rhine; ``-`` or ``keine``: all are met."""
    if text.casefold() in NONE_WORDS:
        return frozenset()
    entries = parse_list(text.replace(",", "|"))
    for entry in entries:
        if not re.fullmatch(r"[1-9]\d?[a-z]?|[a-m]", entry.casefold()):
            raise Fault(
                "input.number_list",
                Text(
                    f"„{entry}“ ist keine Nummer einer Ausrüstungsbedingung.",
                    f'"{entry}" is no number of an equipment condition.',
                ),
                Text(
                    "Die Nummern der nicht erfüllten Bedingungen durch | trennen, z. B. 1|5a (auf dem Rhein die Buchstaben "
                    "des Standards S1, z. B. a|g), oder „keine“ schreiben.",
                    "Separate the numbers of the unfulfilled conditions by |, e.g. 1|5a (on the Rhine the letters of "
                    'standard S1, e.g. a|g), or write "none".',
                ),
            )
    return frozenset(entries)


def parse_features(text: str, known: Mapping[str, str]) -> dict[str, bool]:
    """Features with yes or no: ``name`` is yes, ``name=nein`` or ``-name`` is no.

    Parameters
    ----------
    known
        Identifiers with their German word.
    """
    spellings = {normalise(word): name for name, german in known.items() for word in (name, german)}
    found: dict[str, bool] = {}
    for entry in parse_list(text):
        word, _, answer = entry.partition("=")
        value = parse_bool(answer.strip()) if answer else not word.startswith("-")
        name = spellings.get(normalise(word))
        if name is None:
            raise unknown_word(word.lstrip("-").strip(), list(known.values()), list(known))
        if found.setdefault(name, value) != value:
            raise Fault(
                "input.contradiction",
                Text(f"„{word}“ steht mit ja und mit nein da.", f'"{word}" is given as yes and as no.'),
                Text("Eine der beiden Angaben entfernen.", "Remove one of the two."),
            )
    return found


def parse_crews(text: str) -> tuple[dict[Function, int], ...]:
    """Alternative crews: ``Schiffsführer:1 + Matrose:1 / Schiffsführer:1 + Leichtmatrose:2``."""
    return tuple(_parse_crew(part) for part in text.split("/"))


def _parse_crew(text: str) -> dict[Function, int]:
    crew: dict[Function, int] = {}
    for part in text.split("+"):
        match = re.fullmatch(r"\s*([^:]*[^:\s])\s*:\s*([1-9]\d?)\s*", part)
        if match is None:
            raise Fault(
                "input.crew",
                Text(
                    f"„{part.strip()}“ ist keine Angabe „Funktion:Anzahl“.",
                    f'"{part.strip()}" is not "function:number".',
                ),
                Text(
                    "Wie „Schiffsführer:1 + Matrose:1 / Schiffsführer:1 + Leichtmatrose:2“ schreiben.",
                    'Write it like "Boatmaster:1 + Boatman:1 / Boatmaster:1 + Apprentice:2".',
                ),
            )
        function = Function(parse_term(match[1], "function"))
        if function in crew:
            raise Fault(
                "input.crew",
                Text(f"„{match[1]}“ steht zweimal in einer Besatzung.", f'"{match[1]}" stands twice in one crew.'),
                Text("Die Anzahlen zusammenzählen.", "Add the numbers up."),
            )
        crew[function] = int(match[2])
    return crew


def unknown_word(text: str, german: Iterable[str], english: Iterable[str]) -> Fault:
    """Fault for a word of a closed list, with the list and the nearest word."""
    german, english = list(german), list(english)
    guess_de, guess_en = nearest(text, german), nearest(text, [*english, *german])
    hint_de = f"Meinten Sie „{guess_de or guess_en}“? " if guess_de or guess_en else ""
    hint_en = f'Did you mean "{guess_en}"? ' if guess_en else ""
    return Fault(
        "input.unknown_word",
        Text(f"„{text}“ ist hier nicht bekannt.", f'"{text}" is not known here.'),
        Text(f"{hint_de}Möglich: {quoted(german, 20)}.", f"{hint_en}Possible: {quoted(english, 20)}."),
    )


def _in_range(number: Decimal, low: int, high: int) -> Decimal:
    if not low <= number <= high:
        raise Fault(
            "input.range",
            Text(f"Die Zahl liegt nicht zwischen {low} und {high}.", f"The number is not between {low} and {high}."),
            Text("Die Angabe und ihre Einheit prüfen.", "Check the figure and its unit."),
        )
    return number


def _no_number(text: str, *, whole: bool) -> Fault:
    if _NEGATIVE.fullmatch(text):
        return Fault(
            "input.negative",
            Text("Die Zahl darf nicht negativ sein.", "The number must not be negative."),
            Text(
                "Das Minuszeichen entfernen oder die Angabe prüfen.",
                "Remove the minus sign or check the figure.",
            ),
        )
    de, en = ("keine ganze Zahl", "not a whole number") if whole else ("keine Zahl", "not a number")
    example_de, example_en = ("z. B. 1200", "e.g. 1200") if whole else ("z. B. 38,5", "e.g. 38.5")
    return Fault(
        "input.number",
        Text(f"Das ist {de}.", f"This is {en}."),
        Text(f"Nur Ziffern ohne Einheit schreiben, {example_de}.", f"Write digits without a unit, {example_en}."),
    )
