"""Words and citations of the cases, in and out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from optimizer.domain import Function, SafetyRole
from optimizer.findings import Text
from optimizer.terms import recognise, term, words

Word = TypeVar("Word", bound=StrEnum)


class CaseFault(Exception):
    """A case whose facts cannot be read: what is wrong, and how to mend it."""

    def __init__(self, problem: Text, fix: Text):
        super().__init__(problem.en)
        self.problem = problem
        self.fix = fix


def word(group: str, kind: type[Word], text: str) -> Word:
    """The member of an enumeration that a spelling stands for.

    Raises
    ------
    CaseFault
        If the word is not known.
    """
    identifier = recognise(group, str(text))
    if identifier is None:
        possible = Text(", ".join(words(group)), ", ".join(words(group, "en")))
        raise CaseFault(
            Text(f"„{text}“ ist kein bekanntes Wort.", f'"{text}" is no known word.'),
            Text(f"Möglich sind: {possible.de}.", f"Possible: {possible.en}."),
        )
    return kind(identifier)


def function_of(text: str) -> Function:
    """The function of a crew; what stands in brackets does not matter."""
    return word("function", Function, text.split("(")[0].strip())


def role_of(text: str) -> SafetyRole:
    return word("safety_role", SafetyRole, text)


def crew_of(entries: Mapping[str, int]) -> dict[Function, int]:
    """A crew by function, from the words of a case; nobody is left out."""
    return {function_of(name): count for name, count in entries.items() if count}


def crew_words(crew: Mapping[Function, int]) -> dict[str, int]:
    return {term("function", function): count for function, count in crew.items() if count}


def paragraphs(citation: str) -> frozenset[str]:
    """Paragraphs with their Absatz in a citation: ``§ 81(1) S. 2`` and ``§ 81 Abs. 1`` are ``81(1)``.

    The Absatz stands without sentence and number; a paragraph cited without one stands alone.
    """
    text = re.sub(r"\s*Abs\.\s*(\d+)", r"(\1)", re.sub(r"\([^)]*[a-zA-Z][^)]*\)", "", citation))
    return frozenset(re.findall(r"(?:§+|,)\s*(\d+(?:\.\d+)?[a-z]?(?:\(\d+\))?)", text))


def citation_key(citation: str) -> tuple[str, str, frozenset[str]]:
    """Paragraph, Absatz and sentences of a citation, however it is written.

    The ordinance's name and the version in brackets are left out; an absent sentence means all. On the
    Rhine (``§ 19.04 Nr. 1 Fn 1``) number and footnote stand for the Absatz.
    """
    text = re.sub(r"\(.*?\)", "", re.sub(r"(§\s*\d+\w?)\s*\((\d+)\)", r"\1 Abs. \2", citation))
    paragraph = re.search(r"§+\s*(\d+(?:\.\d+)?[a-z]?)", text)
    section = re.search(r"Abs(?:atz|\.)\s*(\d+)", text)
    sentences = re.search(r"(?:S\.|Satz)\s*([\d ,–-]+)", text)
    named = paragraph.group(1) if paragraph else ""
    absatz = section.group(1) if section else ""
    if "." in named:
        absatz = " ".join(part for kind in ("Nr\\.", "Fn") for part in re.findall(rf"{kind}\s*[\d*]+", text))
    return (named, absatz, frozenset(_numbers(sentences.group(1)) if sentences else ()))


def _numbers(text: str) -> list[str]:
    found: list[str] = []
    for part in re.split(r",", text):
        ends = [int(number) for number in re.findall(r"\d+", part)]
        if ends:
            found += [str(number) for number in range(ends[0], ends[-1] + 1)]
    return found


def same_citation(offered: str, expected: str) -> bool:
    """Whether an offered citation names at least the sentences of the expected one."""
    mine, theirs = citation_key(offered), citation_key(expected)
    return mine[:2] == theirs[:2] and (not mine[2] or theirs[2] <= mine[2])


def unread(facts: Mapping[str, Any], known: frozenset[str]) -> list[str]:
    """Names of facts that nothing reads."""
    return [name for name in facts if name not in known]
