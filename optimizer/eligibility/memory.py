"""Answers already found for an instance, whose data never change."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from typing import TypeVar

from optimizer.domain import Person
from optimizer.instance import Instance

Answer = TypeVar("Answer")

# Keyed by identity because an instance holds mappings and has no hash; dropped with the instance.
_ANSWERS: dict[int, dict[Hashable, object]] = {}


def remembered(instance: Instance, key: Hashable, find: Callable[[], Answer]) -> Answer:
    """The answer to ``key`` for this instance; ``find`` is called the first time only."""
    answers = _answers(instance)
    if key not in answers:
        answers[key] = find()
    return answers[key]  # type: ignore[return-value]


def about(instance: Instance, person: Person, key: tuple[Hashable, ...], find: Callable[[], Answer]) -> Answer:
    """The remembered answer about a person of the dataset; anybody else is looked at afresh."""
    if instance.dataset.crew.get(person.crew_id) is not person:
        return find()
    return remembered(instance, (person.crew_id, *key), find)


def share_answers(instance: Instance, other: Instance) -> None:
    """Let the answers found for ``other`` hold for ``instance`` too.

    Only for instances with the same people's papers, vessels and law: a replan changes none of them.
    """
    if id(instance) not in _ANSWERS:
        weakref.finalize(instance, _ANSWERS.pop, id(instance), None)
    _ANSWERS[id(instance)] = _answers(other)


def _answers(instance: Instance) -> dict[Hashable, object]:
    key = id(instance)
    if key not in _ANSWERS:
        _ANSWERS[key] = {}
        weakref.finalize(instance, _ANSWERS.pop, key, None)
    return _ANSWERS[key]
