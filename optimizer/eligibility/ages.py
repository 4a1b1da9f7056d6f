"""Ages on the day of duty and the birthdays on which fitness must be proven again."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Mapping
from datetime import date
from typing import Any

from optimizer.domain import Person
from optimizer.law import Rulebook
from optimizer.timeline import add_years, age_on


def is_minor(person: Person, day: date, rulebook: Rulebook) -> bool:
    """Whether a person is a young person or a child on ``day`` (§ 2 JArbSchG).

    The 18th birthday itself is the first day as an adult.
    """
    values = rulebook.values("youth.age_limit", day)
    return values is not None and age_on(person.birth_date, day) < values["adult_age"]


def months_before(day: date, months: int) -> date:
    """The same day of an earlier month, or the last day of that month if it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def next_due_birthday(birth_date: date, renewed_on: date, medical: Mapping[str, Any]) -> tuple[int, date]:
    """Age and birthday at which a renewal lapses because fitness is due again (§ 22(1)).

    A renewal granted within the months the law allows before a due birthday already covers it.
    ``medical`` are the values of the rule ``certificate.medical``.
    """
    age = medical["from_age"]
    while True:
        due = add_years(birth_date, age)
        if renewed_on < months_before(due, medical["earliest_months_before"]):
            return age, due
        second = age >= medical["second_from_age"]
        age += medical["second_every_years"] if second else medical["every_years"]
