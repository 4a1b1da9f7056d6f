"""What counts as agreement with a known answer, and what a changed crew is judged on."""

from __future__ import annotations

from typing import Any

import pytest

from optimizer.cases import Case, answer_case
from optimizer.cases.compare import agrees
from optimizer.cases.people_case import PeopleCase
from optimizer.cases.person_facts import certificate_case
from optimizer.cases.words import paragraphs, same_citation
from optimizer.domain import MeasureKind
from optimizer.law import load_rulebook

BOOK = load_rulebook()
LM = {"Schiffsführer": 1, "Leichtmatrose": 1}
MA = {"Schiffsführer": 1, "Matrose": 1}
OPTION = {"replace": "Matrose", "by": ["Leichtmatrose", "Decksmann"], "citation": "BinSchPersV § 118 Abs. 1 S. 1-2"}
BREACH = {"rule": "A", "class": "hard", "first_window_start": "2026-06-01T06:00+02:00"}


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        ({"crews": [LM, MA]}, {"crews": [MA, LM]}, True),
        ({"crews": [LM]}, {"crews": [{**LM, "Steuermann": 0}]}, True),
        ({"crews": [LM]}, {"crews": [LM, MA]}, False),
        ({"crews": []}, {"crews": []}, True),
        ({"crews": []}, {"crews": [{}]}, False),
        ({"crews": [{}]}, {"crews": [{}]}, True),
        ({"crews": []}, {"crews": None}, False),
        ({"crews": None}, {"crews": [LM]}, True),
        ({"conditions": ["a"]}, {"conditions": ["b"]}, True),
        ({"substitutions": [OPTION]}, {"substitutions": [{**OPTION, "by": OPTION["by"][::-1]}]}, True),
        ({"substitutions": []}, {"substitutions": [OPTION]}, True),
        ({"substitutions": [OPTION]}, {"substitutions": []}, False),
        ({"substitutions": [OPTION]}, {"substitutions": [{**OPTION, "max": 2}]}, False),
        ({"substitutions": [{**OPTION, "max": 1}]}, {"substitutions": [OPTION]}, True),
        ({"substitutions": [OPTION]}, {"substitutions": [{**OPTION, "replace_count": 2}]}, False),
        ({"substitutions": [OPTION]}, {"substitutions": [{**OPTION, "citation": "BinSchPersV § 117"}]}, False),
        ({"safety": {"Ersthelfer": 1}}, {"safety": {"Ersthelfer": 1, "may_be_one_person": False}}, True),
        ({"safety": {"Ersthelfer": 1}}, {"safety": {"Ersthelfer": 1, "may_be_one_person": True}}, False),
        ({"safety": {"Ersthelfer": 1}}, {"safety": {"Ersthelfer": 2}}, False),
        ({"violations": [BREACH]}, {"violations": [BREACH]}, True),
        ({"violations": [BREACH]}, {"violations": [{**BREACH, "first_window_start": "2026-06-01T04:00+00:00"}]}, True),
        ({"violations": [BREACH]}, {"violations": [{**BREACH, "first_window_start": "2026-06-01T06:01+02:00"}]}, False),
        ({"violations": [{"rule": "A", "class": "hard"}]}, {"violations": [BREACH]}, True),
        ({"violations": [BREACH]}, {"violations": [{**BREACH, "class": "conservative"}]}, False),
        ({"violations": []}, {"violations": [BREACH]}, False),
        ({"violations": [], "free_days_due": 9}, {"violations": [], "free_days_due": 10}, False),
        ({"violations": [], "ledger": {"due": 1}}, {"violations": []}, False),
        ({"eligible": True, "bars": []}, {"eligible": True, "bars": []}, True),
        ({"eligible": False, "bars": [{"citation": "§ 81(1) S. 2"}]}, {"eligible": False, "bars": []}, False),
        (
            {"eligible": False, "bars": [{"citation": "§ 86(1)"}, {"citation": "§ 81(1) S. 2"}]},
            {"eligible": False, "bars": [{"citation": "BinSchPersV § 81 Abs. 1 Satz 2"}]},
            True,
        ),
        ({"allowed": True, "class": "hard"}, {"allowed": True, "class": "conservative"}, True),
        ({"allowed": True}, {"allowed": False}, False),
        ({"allowed": False}, None, False),
    ],
)
def test_what_agrees(expected: dict[str, Any], got: dict[str, Any] | None, same: bool) -> None:
    assert agrees(expected, got) is same


def test_citations() -> None:
    assert same_citation("BinSchPersV § 118 Abs. 1 Satz 1, 2 (Fassung 21.10.2025)", "§ 118 Abs. 1 S. 1-2")
    assert same_citation("BinSchPersV § 118(1)", "BinSchPersV § 118 Abs. 1 S. 3")
    assert not same_citation("BinSchPersV § 118 Abs. 1 S. 1", "BinSchPersV § 118 Abs. 1 S. 1-2")
    assert not same_citation("BinSchPersV § 118 Abs. 2", "BinSchPersV § 118 Abs. 1")
    assert paragraphs("BinSchPersV § 81(3) S. 2, § 22 Abs. 1") == {"81(3)", "22(1)"}


# --- changes of a crew --------------------------------------------------------------------------


def _change(law: str, mode: str, crew: dict[str, int], replace: dict[str, int], by: dict[str, int], **facts) -> Any:
    change = {"replace": replace, "by": by}
    facts |= {"date": "2026-06-10", "regime": "BinSchPersV", "mode": mode, "minimum_crew": crew, "change": change}
    return answer_case(Case("X", law, facts, {"allowed": True}), BOOK)


CONVOY_2 = {"Schiffsführer": 2, "Steuermann": 1, "Matrose": 2}
CABIN_1_D = {"Schiffsführer": 3, "Leichtmatrose": 1, "Maschinist": 1}


@pytest.mark.parametrize(
    ("law", "mode", "crew", "replace", "by", "step", "allowed"),
    [
        ("§ 106(3)", "D", CONVOY_2, {"Matrose": 1}, {"Leichtmatrose": 1}, "2", True),
        ("§ 106(3)", "D", CONVOY_2, {"Matrose": 1}, {"Leichtmatrose": 1}, "2a", True),
        ("§ 106(3)", "D", CONVOY_2, {"Matrose": 2}, {"Leichtmatrose": 2}, "2", False),
        ("§ 106(3)", "D", CONVOY_2, {"Steuermann": 1}, {"Leichtmatrose": 1}, "2", False),
        ("§ 109(5)", "D", CABIN_1_D, {"Schiffsführer": 1}, {"Steuermann": 1}, None, True),
        ("§ 109(5)", "D", CABIN_1_D, {"Schiffsführer": 2}, {"Steuermann": 2}, None, False),
        ("§ 109(5)", "D", CABIN_1_D, {"Maschinist": 1}, {"Maschinenkundiger": 1}, None, False),
        ("§ 96(2)", "A", {**MA, "Steuermann": 1}, {"Steuermann": 1}, {"Schiffsführer": 1}, None, True),
    ],
)
def test_changes_on_the_vessel_with_that_crew(law, mode, crew, replace, by, step, allowed) -> None:
    answer = _change(law, mode, crew, replace, by, step=step)
    assert answer.got["allowed"] is allowed
    assert not answer.disputes and not answer.notes


def test_a_crew_of_no_table_is_taken_as_it_stands() -> None:
    answer = _change("§ 118(1)", "B", {**MA, "Steuermann": 1}, {"Matrose": 1}, {"Decksmann": 2})
    assert answer.got["allowed"] is False and "Tabelle" in answer.notes[0].de
    odd = {"Schiffsführer": 4, "Steuermann": 1, "Matrose": 1}
    assert _change("§ 118(1)", "A", odd, {"Matrose": 1}, {"Decksmann": 2}).got["allowed"] is True


# --- people -------------------------------------------------------------------------------------


PATENT = {"type": "Unionspatent", "issued": "2022-03-15"}


def _person(*certificates: dict[str, Any], **facts: Any) -> dict[str, Any]:
    person = {"birth_date": "1985-03-10", "certificates": list(certificates), "crew_since": "2021-01-01", **facts}
    return {
        "person": person,
        "function": "Schiffsführer",
        "duty_from": "2026-06-10",
        "duty_to": "2026-06-10",
        "regime": "BinSchPersV",
        "vessel": {"kind": "Gütermotorschiff"},
    }


@pytest.mark.parametrize("measure", ["suspended", "withdrawn", "seized"])
def test_measures_of_an_entry(measure: str) -> None:
    facts = _person({**PATENT, measure: [{"from": "2026-06-01", "to": "2026-06-30"}]})
    case: PeopleCase = certificate_case(facts, BOOK)
    (read,) = case.instance.dataset.measures
    assert (read.kind, read.enforceable) == (MeasureKind(measure), True)
    answer = answer_case(Case("X", "§ 91", facts, {"eligible": False, "bars": []}), BOOK)
    assert answer.agrees and not answer.disputes


def test_authorisations_stand_in_rows_of_their_own_with_their_stretches() -> None:
    entry = {**PATENT, "authorisations": ["Risikostrecke"], "stretches": ["Elbe 320-330"]}
    vessel = {"kind": "Gütermotorschiff", "stretch": "Elbe 325-326"}
    for held, eligible in ((PATENT, False), (entry, True)):
        facts = {**_person(held), "vessel": vessel}
        answer = answer_case(Case("X", "§ 16(1) S. 1 Nr. 2", facts, {"eligible": eligible}), BOOK)
        assert answer.agrees and not answer.disputes, answer


def test_what_nobody_can_answer_is_no_agreement() -> None:
    facts = {"blocks": [], "employment": "employee", "regime": "BinSchPersV"}
    answer = answer_case(Case("X", "BinSchArbZV § 7(4)", facts, {"violations": []}), BOOK)
    assert (answer.got, answer.agrees) == (None, False) and answer.notes
