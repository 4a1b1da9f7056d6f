"""The coverage manifest, the rules of ``data/law`` and the code of both sides say the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from optimizer.law import load_rulebook

BOOK = load_rulebook()
ENTRIES: list[dict[str, Any]] = BOOK.coverage["paragraphs"]
PACKAGE = Path(__file__).parents[2] / "optimizer"
PLANNING = ("manning", "eligibility", "rest", "model", "solve")
#: Last Absatz of every paragraph of Part 3, and of the ends of certificates, that bears on a roster.
LAST_ABSATZ = {
    "81": 3, "82": 2, "83": 2, "86": 3, "87": 3, "88": 3, "91": 5, "92": 2, "93": 2, "94": 4, "95": 4, "96": 2,
    "97": 2, "98": 11, "99": 2, "100": 3, "101": 3, "102": 5, "103": 7, "104": 7, "105": 7, "106": 5, "107": 3,
    "108": 6, "109": 6, "110": 4, "111": 3, "112": 5, "113": 6, "114": 1, "115": 1, "116": 3, "117": 2, "118": 2,
}  # fmt: skip
#: Rules that planning keeps by how it is built, without reading a value of theirs.
BY_CONSTRUCTION = {
    "manning.open_place": "a shift with an open place does not sail in the model",
    "duty.master_on_duty": "the model asks for a master on duty at every instant of sailing",
    "youth.only_minor_watches": "minors are candidates of the watches marked for them only",
}
#: Ordinance, paragraph, Absatz (``None``: all of them).
Place = tuple[str, str, int | None]


def places(text: str) -> Iterator[Place]:
    """Places of a line, e.g. of ``BinSchPersV §§ 98(3)(4), 102, 103(1)-(3)``."""
    ordinance = paragraph = ""
    for part in re.split(r",\s*", text):
        named = re.match(r"(BinSchPersV|BinSchArbZV|JArbSchG|ArbZG|MuSchG|RheinSchPersV|BinSchUO Anhang II)\b\s*", part)
        if named:
            ordinance, part = named[1], part[named.end() :]
        match = re.match(r"(\d+[a-z]?)(?:-(\d+))?", part := part.lstrip("§ "))
        span = [paragraph]
        if match:
            paragraph, part = match[1], part[match.end() :]
            span = [str(n) for n in range(int(match[1]), int(match[2]) + 1)] if match[2] else [paragraph]
        found = [int(number) for number in re.findall(r"\((\d+)\)", part)]
        if between := re.search(r"\((\d+)\)-\((\d+)\)", part):
            found = list(range(int(between[1]), int(between[2]) + 1))
        yield from ((ordinance, number, absatz) for number in span for absatz in found or [None])


def source_of(*folders: str) -> str:
    return "\n".join(path.read_text("utf-8") for folder in folders for path in sorted((PACKAGE / folder).rglob("*.py")))


PLANNER, CHECKER = source_of(*PLANNING), source_of("check")


def is_read(rule_id: str, source: str) -> bool:
    """By its id, by its last part behind a table's id, or found as one of a family."""
    family, _, last = rule_id.rpartition(".")
    table = (
        family in ("manning", "safety", "rhine", "rhine.safety") and "steps" in BOOK.rules[rule_id].versions[-1].values
    )
    return (
        table
        or family == "certificate"
        or any(f'{name}"' in source for name in (f'"{rule_id}', f'"{last}', f".{last}"))
    )


@pytest.mark.parametrize("paragraph", LAST_ABSATZ)
def test_every_paragraph_that_bears_on_a_roster_has_its_line(paragraph: str) -> None:
    held = [place for entry in ENTRIES for place in places(entry["paragraph"])]
    for absatz in range(1, LAST_ABSATZ[paragraph] + 1):
        owned = [own for own in held if own[:2] == ("BinSchPersV", paragraph) and own[2] in (None, absatz)]
        assert owned, f"§ {paragraph}({absatz}) has no line"


def test_every_rule_stands_in_one_line() -> None:
    assert Counter(rule_id for entry in ENTRIES for rule_id in entry.get("rules", ())) == Counter(list(BOOK.rules))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["paragraph"])
def test_a_line_claims_what_the_code_does(entry: dict[str, Any]) -> None:
    rules = entry.get("rules", [])
    assert bool(rules) or entry["status"] not in ("planned", "checked")
    assert ("why" in entry) == (entry["status"] == "dispatcher")
    for rule_id in rules:
        planned, checked = is_read(rule_id, PLANNER), is_read(rule_id, CHECKER)
        if entry["status"] == "planned":
            assert planned or rule_id in BY_CONSTRUCTION, f"{rule_id} is not read by planning"
        if entry["status"] in ("planned", "checked"):
            assert checked, f"{rule_id} is not read by checking"
        else:
            assert not checked, f"{rule_id} is checked, but not claimed"
