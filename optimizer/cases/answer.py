"""One case answered: which kind it is, its facts as records, the answer, and whether it agrees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from optimizer.cases import change_answer, person_facts, place_facts, vessel_facts, work_facts
from optimizer.cases.change_answer import change_case, change_outcome
from optimizer.cases.compare import agrees
from optimizer.cases.crew_answer import crew_case, crew_outcome
from optimizer.cases.files import Case
from optimizer.cases.outcome import Outcome
from optimizer.cases.people_answer import certificate_outcome, place_outcome
from optimizer.cases.person_facts import certificate_case
from optimizer.cases.place_facts import place_case
from optimizer.cases.rest_answer import rest_case, rest_outcome
from optimizer.cases.words import CaseFault, unread
from optimizer.findings import Text
from optimizer.law import Rulebook


@dataclass(frozen=True, slots=True)
class CaseAnswer:
    """The answer to a case; ``fault`` says what of its facts cannot be read, and how to mend it."""

    case: Case
    got: Mapping[str, Any] | None
    agrees: bool
    notes: tuple[Text, ...] = ()
    disputes: tuple[Text, ...] = ()
    fault: CaseFault | None = None


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of case: the facts it may state, how they become records, how those are answered."""

    known: frozenset[str]
    read: Callable[[Case, Rulebook], Any]
    answer: Callable[[Any, Mapping[str, Any], Mapping[str, Any]], Outcome]


_CREW = _Kind(vessel_facts.KNOWN, lambda case, book: crew_case(case.facts, book), crew_outcome)
_PERSON = _Kind(person_facts.KNOWN, lambda case, book: certificate_case(case.facts, book), certificate_outcome)
_PLACE = _Kind(place_facts.KNOWN, lambda case, book: place_case(case.facts, book), place_outcome)
_CHANGE = _Kind(change_answer.KNOWN, lambda case, book: change_case(case.facts, case.law, book), change_outcome)
_REST = _Kind(
    work_facts.KNOWN | {"blocks", "roster_type", "balanced_within_reference_period"}
    | {"vessel_kind", "max_24h_hours", "max_7d_hours"},
    lambda case, book: rest_case(case.facts, case.law, book),
    rest_outcome,
)  # fmt: skip
#: The fact that tells a kind from the others.
_KINDS = {
    "person": _PERSON,
    "qualifications": _PLACE,
    "change": _CHANGE,
    "duties": _REST,
    "blocks": _REST,
    "sat_sun_worked": _REST,
    "type": _CREW,
}


def answer_case(case: Case, rulebook: Rulebook) -> CaseAnswer:
    """The product's answer to a case, compared with the expected one.

    The planning side answers; the checker is asked the same, and what it sees otherwise is named.
    """
    try:
        kind = _kind_of(case)
        outcome = kind.answer(_read(kind, case, rulebook), case.facts, case.expected)
    except CaseFault as fault:
        return CaseAnswer(case, None, False, (fault.problem,), fault=fault)
    try:
        same = agrees(case.expected, outcome.got)
    except (CaseFault, KeyError, TypeError, ValueError, AttributeError) as error:
        expected_fault = _fault(error, "expected")
        return CaseAnswer(case, outcome.got, False, (expected_fault.problem,), fault=expected_fault)
    notes = (*outcome.notes, *_unread_notes(kind, case))
    return CaseAnswer(case, outcome.got, same, notes, outcome.disputes)


def _kind_of(case: Case) -> _Kind:
    kind = next((kind for fact, kind in _KINDS.items() if fact in case.facts), None)
    if kind is None:
        known = ", ".join(_KINDS)
        raise CaseFault(
            Text("Es ist nicht zu erkennen, was gefragt ist.", "It cannot be told what is asked."),
            Text(f"Die Angaben müssen eine von diesen enthalten: {known}.", f"The facts need one of: {known}."),
        )
    return kind


def _read(kind: _Kind, case: Case, rulebook: Rulebook) -> Any:
    try:
        return kind.read(case, rulebook)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _fault(error, "facts") from error


def _fault(error: Exception, part: str) -> CaseFault:
    if isinstance(error, CaseFault):
        return error
    if isinstance(error, KeyError):
        name = str(error.args[0])
        return CaseFault(
            Text(f"In „{part}“ fehlt „{name}“.", f'"{part}" lacks "{name}".'),
            Text(f"Bitte „{name}“ ergänzen.", f'Add "{name}".'),
        )
    return CaseFault(
        Text(f"„{part}“ ist nicht zu verstehen ({error}).", f'"{part}" cannot be understood ({error}).'),
        Text("Bitte den Wert berichtigen.", "Correct the value."),
    )


def _unread_notes(kind: _Kind, case: Case) -> list[Text]:
    names = ", ".join(unread(case.facts, kind.known))
    return [Text(f"Nicht ausgewertet: {names}.", f"Not evaluated: {names}.")] if names else []
