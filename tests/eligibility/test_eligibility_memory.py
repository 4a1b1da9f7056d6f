"""Remembered answers: never for somebody else, never for another dataset, gone with the instance."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from datetime import date

from eligibility_builders import ADULT, TODAY, F, K, hours, make_instance, paper

from optimizer.domain import Dataset
from optimizer.eligibility import eligible_places, person_bars, place_bars
from optimizer.eligibility.memory import remembered
from optimizer.instance import Instance
from optimizer.manning.requirement import Place

DECKHAND = Place(F.DECKHAND)


def test_a_changed_copy_of_a_person_is_looked_at_afresh() -> None:
    instance, shift = make_instance(ADULT, [paper(K.DECKHAND)])
    assert place_bars(instance, ADULT, DECKHAND, shift) == ()
    old = replace(ADULT, birth_date=date(1966, 1, 1))
    assert place_bars(instance, old, DECKHAND, shift)
    assert person_bars(instance, ADULT, shift.interval) == ()
    assert person_bars(instance, replace(ADULT, active=False), shift.interval)
    assert place_bars(instance, ADULT, DECKHAND, shift) == ()


def test_the_same_question_about_another_dataset_has_its_own_answer() -> None:
    with_paper, shift = make_instance(ADULT, [paper(K.DECKHAND)])
    without, same = make_instance(ADULT, [])
    assert eligible_places(with_paper, shift, [DECKHAND])["P1"] == {DECKHAND}
    assert eligible_places(without, same, [DECKHAND])["P1"] == frozenset()


def test_another_reading_has_its_own_answer() -> None:
    expert = paper(K.UNION_PATENT, date(2022, 3, 15))
    for choice, may in (("day_before", False), ("anniversary", True)):
        instance, shift = make_instance(
            ADULT,
            [expert],
            interval=hours(date(2035, 3, 15)),
            readings={"five_years": choice},
        )
        place = Place(F.BOATMASTER)
        assert bool(eligible_places(instance, shift, [place])["P1"]) is may


def test_an_answer_is_found_once_and_dropped_with_its_instance() -> None:
    instance, _ = make_instance(ADULT)
    calls: list[int] = []
    for _ in range(3):
        remembered(instance, "question", lambda: calls.append(1))
    assert calls == [1]
    gone = weakref.ref(instance)
    del instance
    gc.collect()
    assert gone() is None


def test_everybody_of_the_crew_has_an_answer() -> None:
    other = replace(ADULT, crew_id="P2", name="Ole Hansen", active=False)
    instance, shift = make_instance(ADULT, [paper(K.DECKHAND)], interval=hours(TODAY))
    crew = {"P1": ADULT, "P2": other}
    dataset = Dataset(
        vessels=instance.dataset.vessels,
        crew=crew,
        shifts=instance.dataset.shifts,
        certificates=(paper(K.DECKHAND), replace(paper(K.DECKHAND), crew_id="P2")),
    )
    both = Instance(dataset, instance.window, instance.rulebook)
    answer = eligible_places(both, shift, [DECKHAND, Place(F.BOATMASTER)])
    assert answer == {"P1": frozenset([DECKHAND]), "P2": frozenset()}
