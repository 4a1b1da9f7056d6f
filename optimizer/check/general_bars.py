"""Bars that do not depend on the function: training, maternity, children, age, employment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from optimizer.check.say import long_day
from optimizer.check.validity import Bar
from optimizer.domain import Employment, Person
from optimizer.findings import Text
from optimizer.law import Rulebook
from optimizer.timeline import age_on

NOT_EMPLOYED = "person.not_employed"
_WEEK = timedelta(weeks=1)


def general_bars(
    rulebook: Rulebook,
    person: Person,
    days: Sequence[date],
    *,
    crew: bool = True,
    minimum_crew: bool = True,
    rhine: bool = False,
) -> Iterator[Bar]:
    """Why a person may not serve on one of the days, whatever the function.

    Parameters
    ----------
    crew
        False for cabin staff, whom the rules for members of the crew do not bind (§ 2 Nr. 31, 37).
    minimum_crew
        False for whoever is on board above the minimum crew, whom § 98(5) leaves alone.
    rhine
        Whether § 17.01 RheinSchPersV binds instead of § 98(5), (6).
    """
    bars = [_not_employed(person, days), _child(rulebook, person, days)]
    if crew:
        bars += [_maternity(rulebook, person, days, rhine=rhine), _untrained(rulebook, person, days)]
    if crew and minimum_crew:
        bars.append(_minds_child(rulebook, person, days, rhine=rhine))
    yield from (bar for bar in bars if bar is not None)


def _not_employed(person: Person, days: Sequence[date]) -> Bar | None:
    if not person.active:
        return Bar(NOT_EMPLOYED, "", Text("nicht aktiv", "not active"))
    if person.entry_on is not None and days[0] < person.entry_on:
        when = long_day(person.entry_on)
        return Bar(NOT_EMPLOYED, "", Text(f"Eintritt erst am {when}", f"joins only on {when}"))
    if person.exit_on is not None and days[-1] > person.exit_on:
        when = long_day(person.exit_on)
        return Bar(NOT_EMPLOYED, "", Text(f"Austritt am {when}", f"leaves on {when}"))
    return None


def _child(rulebook: Rulebook, person: Person, days: Sequence[date]) -> Bar | None:
    rule = rulebook.values("youth.child", days[0])
    age = age_on(person.birth_date, days[0])
    if rule is None or age >= rule["min_age"]:
        return None
    text = Text(f"am {long_day(days[0])} erst {age} Jahre alt", f"only {age} on {long_day(days[0])}")
    return Bar("youth.child", rulebook.citation("youth.child", days[0]), text)


def _maternity(rulebook: Rulebook, person: Person, days: Sequence[date], *, rhine: bool) -> Bar | None:
    """§ 98(6): weeks before the expected day to weeks after the birth, and never less than the total.

    An early birth shortens the weeks before it; the total still counts from the day on which they
    were due to begin. Both ends are barred days.
    """
    expected, born = person.expected_birth or person.birth_on, person.birth_on or person.expected_birth
    rule_id = "rhine.maternity" if rhine else "crew.maternity"
    rule = rulebook.values(rule_id, days[0])
    if expected is None or born is None or rule is None:
        return None
    due = expected - rule["weeks_before"] * _WEEK
    first = min(due, born)
    after = rule["weeks_after"]
    if rhine and person.employment is Employment.EMPLOYEE:
        after = max(after, rule["weeks_after_employee"])
    last = max(born + after * _WEEK, due + rule["weeks_total"] * _WEEK)
    if days[-1] < first or days[0] > last:
        return None
    de = f"Schutzfrist vom {long_day(first)} bis {long_day(last)}"
    en = f"protected from {long_day(first)} to {long_day(last)}"
    return Bar(rule_id, rule["cite"], Text(de, en))


def _untrained(rulebook: Rulebook, person: Person, days: Sequence[date]) -> Bar | None:
    rule = rulebook.values("crew.safety_training", days[0])
    if rule is None or (person.stcw and rule["not_for_stcw"]):
        return None
    if person.crew_since is not None and person.crew_since < rule["not_for_crew_before"]:
        return None
    trained = person.safety_training_on
    if trained is None:
        text = Text("ohne grundlegende Sicherheitsausbildung", "without basic safety training")
        return Bar("crew.safety_training", rule["cite"], text)
    strict = rulebook.readings["safety_training"] == "before_duty"
    if trained <= days[0] or not strict:
        return None
    when = long_day(trained)
    text = Text(f"Sicherheitsausbildung erst am {when}", f"safety training only on {when}")
    return Bar("crew.safety_training", rule["cite"], text, "safety_training")


def _minds_child(rulebook: Rulebook, person: Person, days: Sequence[date], *, rhine: bool) -> Bar | None:
    rule_id = "rhine.child_on_board" if rhine else "crew.child_on_board"
    rule, born = rulebook.values(rule_id, days[0]), person.child_on_board_birth_date
    if rule is None or born is None or born > days[-1] or person.child_measures:
        return None
    if age_on(born, days[0]) >= rule["below_age"]:
        return None
    below = rule["below_age"]
    text = Text(
        f"betreut ein an Bord lebendes Kind unter {below} Jahren",
        f"minds a child under {below} living on board",
    )
    return Bar(rule_id, rule["cite"], text)
