"""The answers in plain text, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from optimizer.cases.answer import CaseAnswer
from optimizer.cases.files import fault_text


def answers_json(answers: Sequence[CaseAnswer]) -> str:
    """One list of ``id``, ``expected``, ``got``, ``agrees``, with ``note`` where there is something to say."""
    return json.dumps([_entry(answer) for answer in answers], ensure_ascii=False, indent=1)


def answer_lines(file: str, answers: Sequence[CaseAnswer], lang: str) -> list[str]:
    """How many agree, every one that does not with both values, and where the checker disagrees."""
    right = sum(answer.agrees for answer in answers)
    of, agree = ("of", "agree") if lang == "en" else ("von", "stimmen überein")
    return [
        f"{file}: {right} {of} {len(answers)} {agree}",
        *(line for answer in answers for line in _lines(answer, lang)),
    ]


def fault_lines(file: str, answers: Sequence[CaseAnswer], lang: str) -> list[str]:
    """What cannot be read, with case and fix."""
    return [
        fault_text(file, answer.case.case_id, answer.fault.problem, answer.fault.fix).in_language(lang)
        for answer in answers
        if answer.fault is not None
    ]


def note_text(answer: CaseAnswer, lang: str) -> str:
    """Notes and what the checker sees otherwise, as one text; empty if there is nothing to say."""
    return " ".join([*(note.in_language(lang) for note in answer.notes), *_dispute(answer, lang)])


def _entry(answer: CaseAnswer) -> dict[str, Any]:
    entry = {
        "id": answer.case.case_id,
        "expected": answer.case.expected,
        "got": answer.got,
        "agrees": answer.agrees,
    }
    note = note_text(answer, "en")
    return {**entry, "note": note} if note else entry


def _lines(answer: CaseAnswer, lang: str) -> Iterator[str]:
    if answer.agrees and not answer.disputes:
        return
    yield f"  {answer.case.case_id} ({answer.case.law})"
    if not answer.agrees:
        expected, got = ("expected", "answer") if lang == "en" else ("erwartet", "Antwort")
        yield f"    {expected}: {_shown(answer.case.expected)}"
        yield f"    {got}: {_shown(answer.got)}"
    if note := note_text(answer, lang):
        yield f"    {note}"


def _shown(value: Mapping[str, Any] | None) -> str:
    return "–" if value is None else json.dumps(value, ensure_ascii=False)


def _dispute(answer: CaseAnswer, lang: str) -> list[str]:
    if not answer.disputes:
        return []
    head = "The checker disagrees" if lang == "en" else "Die Prüfung sieht es anders"
    return [f"{head}: {'; '.join(text.in_language(lang) for text in answer.disputes)}."]
