"""Sentences of findings: one full stop, singular and plural, names that say what they count."""

from __future__ import annotations

from datetime import timedelta

import pytest

from optimizer.check.people_check import _ended
from optimizer.check.rest_check import _again
from optimizer.check.say import whole_days
from optimizer.domain import Employment, Person
from optimizer.law import load_rulebook
from optimizer.solve.causes import _without_name
from optimizer.timeline import Interval, iso_week


@pytest.mark.parametrize("days", [1, 7])
def test_a_date_at_the_end_brings_no_second_full_stop(days: int) -> None:
    week = iso_week("2026-W50")
    leave = whole_days(Interval(week.start, week.start + timedelta(days=days)))
    assert leave.endswith(".") and _ended(f"Urlaub {leave}").endswith("12.") and ".." not in _ended(f"Urlaub {leave}")
    assert _ended("krank seit 07.12. 06:00") == "krank seit 07.12. 06:00."


@pytest.mark.parametrize(
    ("count", "words"), [(0, ""), (1, " Danach ebenso noch einmal."), (3, " Danach ebenso noch 3-mal.")]
)
def test_repetitions_are_counted_in_words(count: int, words: str) -> None:
    assert _again(count).de == words and bool(_again(count).en) == bool(words)


def test_names_of_rules_stand_on_their_own() -> None:
    """Nobody sees the rule before it."""
    names = [rule.name for rule in load_rulebook().rules.values()]
    assert not [name for name in names if name.de.startswith(("Davon", "Dabei")) or " of them" in name.en]


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("Kim Ahr ist vom 07.12. bis 08.12. abwesend (Urlaub).", "ist vom 07.12. bis 08.12. abwesend (Urlaub)"),
        ("Das Zeugnis „Unionspatent“ von Kim Ahr gilt nur bis 10.12.", "Das Zeugnis „Unionspatent“ gilt nur bis 10.12"),
        ("Kim Ahr: Fahrzeit ist nicht angegeben.", "Fahrzeit ist nicht angegeben"),
        ("Für Kim Ahr ist weder dies noch das angegeben.", "ist weder dies noch das angegeben"),
        ("The certificate X of Kim Ahr is valid only until 10.12.", "The certificate X is valid only until 10.12"),
    ],
)
def test_a_cause_before_a_list_of_names_says_no_name_itself(sentence: str, left: str) -> None:
    born = iso_week("1990-W50").start.date()
    person = Person(crew_id="1", name="Kim Ahr", birth_date=born, employment=Employment.EMPLOYEE)
    assert _without_name(sentence, person) == left
