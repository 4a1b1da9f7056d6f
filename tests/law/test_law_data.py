"""What the loader refuses, and what every file of data/law must hold."""

from __future__ import annotations

import re
from datetime import date, timedelta
from enum import StrEnum

import pytest

from optimizer import domain
from optimizer.law import LawDataError, load_rulebook
from optimizer.law.rulebook import parse_rules, read_yaml
from optimizer.terms import term, words

BOOK = load_rulebook()
FIRST_DAY = date(2021, 12, 7)

GOOD = """
a.rule:
  citation: "X § 1"
  name: {de: Regel, en: Rule}
  compared_on: 2026-01-01
  versions:
    - from: 2021-12-07
      act: "first"
      values: {n: 1}
    - from: 2024-05-01
      act: "second"
      values: {n: 2}
"""


def _parse(text: str):
    return parse_rules(read_yaml(text, "x.yaml"), "x.yaml")


def test_the_pattern_of_the_refusals_is_taken() -> None:
    (rule,) = _parse(GOOD).values()
    assert [version.values["n"] for version in rule.versions] == [1, 2]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('      act: "first"\n', '      act: "first"\n      until: 2024-05-01\n', "overlap"),
        ('      act: "first"\n', '      act: "first"\n      until: 2024-04-29\n', "gap"),
        ("from: 2024-05-01", "from: 2021-12-07", "ends on 2021-12-06 before it begins"),
        ('      act: "second"\n', '      act: "second"\n      until: 2024-04-30\n', "before it begins"),
        ("{n: 1}", "{n: 1, n: 2}", "'n' twice"),
        ('  citation: "X § 1"\n', '  citation: "X § 1"\n  citation: "X § 2"\n', "'citation' twice"),
        ('  citation: "X § 1"\n', "", "citation is missing"),
        ('"X § 1"', '""', "citation is missing"),
        ("  name: {de: Regel, en: Rule}\n", "", "name is missing"),
        ("  compared_on: 2026-01-01\n", "", "compared_on is missing"),
        ('      act: "second"\n', "", "act is missing"),
        ("  compared_on:", "  remark: x\n  compared_on:", "unknown keys ['remark']"),
        ("      values: {n: 2}", "      figures: {n: 2}", "unknown keys ['figures']"),
        ("  compared_on:", "  class: strict\n  compared_on:", "class 'strict'"),
    ],
)
def test_refused(old: str, new: str, complaint: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(LawDataError, match=re.escape(complaint)) as refusal:
        _parse(GOOD.replace(old, new))
    assert "x.yaml" in str(refusal.value)


def test_a_rule_given_twice_in_one_file_is_refused() -> None:
    with pytest.raises(LawDataError, match=re.escape("'a.rule' twice")):
        _parse(GOOD + GOOD)


def test_versions_may_stand_in_any_order() -> None:
    head, *versions = GOOD.split("    - from")
    (rule,) = _parse(head + "".join(f"    - from{text}" for text in reversed(versions))).values()
    assert [version.valid_from.year for version in rule.versions] == [2021, 2024]


@pytest.mark.parametrize("rule", BOOK.rules.values(), ids=BOOK.rules)
def test_rule_is_cited_and_dated(rule) -> None:
    assert re.match(r"(BinSchPersV|RheinSchPersV|BinSchArbZV|JArbSchG|BinSchUO Anhang II) §§? \d", rule.citation)
    assert rule.name.de and rule.name.en and rule.name.de != rule.name.en
    assert isinstance(rule.compared_on, date)
    for version in rule.versions:
        assert version.act and version.citation
        if version.from_at_latest is not None:
            assert version.valid_from < version.from_at_latest
    assert not rule.reading or rule.reading in BOOK.readings
    assert not rule.answers or rule.answers.startswith("§") and rule.answers.endswith("V")


@pytest.mark.parametrize("rule", BOOK.rules.values(), ids=BOOK.rules)
def test_exactly_one_version_on_every_day(rule) -> None:
    assert rule.versions[0].valid_from <= FIRST_DAY
    assert rule.versions[-1].valid_until is None
    day = FIRST_DAY
    while day <= date.today():
        assert sum(version.in_force(day) for version in rule.versions) == 1, day
        day += timedelta(days=1)


@pytest.mark.parametrize(
    ("rule_id", "day", "citation"),
    [
        ("substitution.apprentice", date(2025, 12, 30), "BinSchPersV § 98 Abs. 7 Satz 2 (Fassung bis 30.12.2025)"),
        ("substitution.apprentice", date(2025, 12, 31), "BinSchPersV § 96 Abs. 2 Satz 2"),
        ("substitution.engineer_as_engine_minder", date(2025, 12, 30), "BinSchPersV § 96 Abs. 2 Satz 3 (Fassung bis 30.12.2025)"),
        ("substitution.engineer_as_engine_minder", date(2025, 12, 31), "BinSchPersV § 96 Abs. 2 Satz 4"),
        ("rest.elsewhere_counts", date(2022, 9, 29), "BinSchPersV § 103 Abs. 3 (vor Einfügung von § 98 Abs. 11)"),
        ("rest.elsewhere_counts", date(2022, 9, 30), "BinSchPersV § 98 Abs. 11"),
        ("manning.certificate_crew", date(2022, 9, 29), "BinSchPersV § 96 Abs. 1 (Fassung 07.12.2021)"),
        ("manning.certificate_crew", date(2022, 9, 30), "BinSchPersV § 96 Abs. 1 Satz 2, 3"),
    ],
)  # fmt: skip
def test_citation_moves_with_the_wording(rule_id: str, day: date, citation: str) -> None:
    assert BOOK.citation(rule_id, day) == citation


@pytest.mark.parametrize(
    ("rule_id", "key", "day", "value"),
    [
        ("manning.entry_level_exchange", "by", date(2024, 4, 30), ["apprentice"]),
        ("manning.entry_level_exchange", "by", date(2024, 5, 1), ["deckhand"]),
        ("manning.entry_level_exchange", "by", date(2025, 10, 20), ["deckhand"]),
        ("manning.entry_level_exchange", "by", date(2025, 10, 21), ["apprentice", "deckhand"]),
        ("certificate.breathing_basic", "valid", date(2022, 1, 27), {"years": 5}),
        ("certificate.breathing_basic", "valid", date(2022, 1, 28), {"years": 2}),
        ("crew.safety_training", "not_for_stcw", date(2023, 4, 13), False),
        ("crew.safety_training", "not_for_stcw", date(2023, 4, 14), True),
    ],
)
def test_value_changes_on_the_day_of_the_amendment(rule_id: str, key: str, day: date, value: object) -> None:
    values = BOOK.values(rule_id, day)
    assert values is not None and values[key] == value


def test_old_patents_serve_lower_except_in_the_wording_that_left_them_out() -> None:
    days = (date(2022, 9, 29), date(2022, 9, 30), date(2025, 12, 30), date(2025, 12, 31))
    serving = ["old_patent" in BOOK.values("substitution.lower_function", day)["any_lower"] for day in days]
    assert serving == [True, False, False, True]


def test_every_reading_is_complete_and_named_by_a_rule() -> None:
    named = {rule.reading for rule in BOOK.rules.values()}
    for name, entry in BOOK.reading_table.items():
        assert name in named
        assert entry["default"] in entry["choices"] and len(set(entry["choices"])) > 1
        assert entry["citation"]
        for lang in ("de", "en"):
            assert all(f"{choice}:" in entry["effect"][lang] for choice in entry["choices"])


def test_coverage_has_a_status_and_words_for_every_entry() -> None:
    entries = BOOK.coverage["paragraphs"]
    assert len({entry["paragraph"] for entry in entries}) == len(entries)
    for entry in entries:
        assert {"paragraph", "status", "de", "en"} <= set(entry) <= {"paragraph", "status", "de", "en", "why", "rules"}
        assert entry["status"] in {"planned", "checked", "dispatcher", "not_yet"}
        assert entry["de"] and entry["en"]


@pytest.mark.parametrize(
    ("rule_id", "paragraph"),
    [
        ("youth.school_eve", "14(4)"),
        ("youth.free_days", "20(1) Nr. 3 Satz 2, 3"),
        ("work.rest_days_more_work", "§ 7(2)-(5)"),
        ("work.season", "§ 8"),
    ],
)
def test_figures_that_nothing_enforces_are_listed_as_such(rule_id: str, paragraph: str) -> None:
    """If a rule becomes enforced, move its paragraph in coverage.yaml and take it from this list."""
    assert rule_id in BOOK.rules
    not_yet = [entry["paragraph"] for entry in BOOK.coverage["paragraphs"] if entry["status"] == "not_yet"]
    assert [entry for entry in not_yet if paragraph in entry]


#: Groups of ``data/terms.yaml`` and the enumeration each gives words to.
GROUPS: dict[str, type[StrEnum]] = {
    "function": domain.Function,
    "safety_role": domain.SafetyRole,
    "certificate": domain.CertificateKind,
    "vessel_type": domain.VesselType,
    "vessel_state": domain.VesselState,
    "employment": domain.Employment,
    "absence": domain.AbsenceKind,
    "duty_kind": domain.DutyKind,
    "pin_status": domain.PinStatus,
    "wish": domain.WishKind,
    "measure": domain.MeasureKind,
    "convoy_lead": domain.ConvoyLead,
    "pushed_unit": domain.PushedUnit,
    "tow_position": domain.TowPosition,
    "crew_scope": domain.CrewScope,
    "pair_kind": domain.PairKind,
}
#: Written as they are in every language.
WITHOUT_WORDS = {domain.OperatingMode, domain.Regime}


def test_every_enumeration_has_a_group() -> None:
    enumerations = {
        value for value in vars(domain).values() if isinstance(value, type) and issubclass(value, StrEnum)
    } - {StrEnum}
    assert enumerations - WITHOUT_WORDS == set(GROUPS.values())


@pytest.mark.parametrize(("group", "member"), [(group, m) for group, enum in GROUPS.items() for m in enum])
def test_every_member_has_a_word_in_both_languages(group: str, member: StrEnum) -> None:
    assert term(group, member) and term(group, member, "en")


@pytest.mark.parametrize("group", GROUPS)
def test_no_two_members_share_a_word(group: str) -> None:
    for lang in ("de", "en"):
        assert len(set(words(group, lang))) == len(list(GROUPS[group]))


@pytest.mark.parametrize("rule", [r for r in BOOK.rules.values() if r.rule_id.startswith("certificate.")], ids=str)
def test_functions_and_roles_of_certificates_exist(rule) -> None:
    for version in rule.versions:
        for name in version.values.get("functions", ()):
            assert name in set(domain.Function)
        for name in version.values.get("safety_roles", ()):
            assert name in set(domain.SafetyRole)
