"""Bars that hold for any place on board: employment, absence, age, motherhood, children, training."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from optimizer.domain import Absence, Employment, Person
from optimizer.eligibility.bars import bar, on_shift, show, technical, whole_days
from optimizer.eligibility.memory import about
from optimizer.findings import Finding, Text
from optimizer.instance import Instance
from optimizer.law import Rulebook
from optimizer.terms import term
from optimizer.timeline import Interval, add_years, age_on, local

_DAY = timedelta(days=1)


def person_bars(
    instance: Instance,
    person: Person,
    interval: Interval,
    *,
    minimum_crew: bool = True,
    crew: bool = True,
    rhine: bool = False,
) -> tuple[Finding, ...]:
    """Why a person may not serve on board at all during ``interval`` (UTC).

    Parameters
    ----------
    minimum_crew
        The place counts towards the minimum crew (§ 98(5) binds only there).
    crew
        The person serves as crew; false for cabin staff, to whom § 98(8) does not apply
        (§ 2 Nr. 31, 37).
    rhine
        The Rhine's own rules count for the shift.

    Returns
    -------
    tuple of Finding
        Empty if nothing bars; intervals are cut to ``interval``.
    """
    days = interval.days()
    bars = [
        *days_bars(instance, person, days[0], days[-1], minimum_crew=minimum_crew, crew=crew, rhine=rhine),
        *absence_bars(person, instance.absences.get(person.crew_id, ()), interval),
    ]
    return on_shift(bars, "", "", interval)


def days_bars(
    instance: Instance,
    person: Person,
    first: date,
    last: date,
    *,
    minimum_crew: bool,
    crew: bool,
    rhine: bool = False,
) -> tuple[Finding, ...]:
    """The bars of :func:`person_bars` without absences, for two calendar days (inclusive)."""

    def find() -> tuple[Finding, ...]:
        rulebook = instance.rulebook
        return tuple(day_bars(rulebook, person, first, last, minimum_crew=minimum_crew, crew=crew, rhine=rhine))

    return about(instance, person, ("days", first, last, minimum_crew, crew, rhine), find)


def day_bars(
    rulebook: Rulebook,
    person: Person,
    first: date,
    last: date,
    *,
    minimum_crew: bool = True,
    crew: bool = True,
    rhine: bool = False,
) -> Iterator[Finding]:
    """The bars that depend on the calendar days of a duty only (inclusive, Europe/Berlin)."""
    yield from _employment_bars(person, first, last)
    yield from _child_bars(rulebook, person, first, last)
    yield from _maternity_bars(rulebook, person, first, last, rhine=rhine)
    if minimum_crew:
        yield from _child_on_board_bars(rulebook, person, first, last, rhine=rhine)
    if crew:
        yield from _training_bars(rulebook, person, first, last)


def _employment_bars(person: Person, first: date, last: date) -> Iterator[Finding]:
    name = person.name
    if not person.active:
        text = Text(f"{name} ist als nicht aktiv geführt.", f"{name} is marked as inactive.")
        yield technical(person, "person.inactive", whole_days(first, last), text)
    if person.entry_on is not None and first < person.entry_on:
        day = show(person.entry_on)
        text = Text(f"{name} tritt erst am {day} ein.", f"{name} joins only on {day}.")
        yield technical(person, "person.entry", whole_days(first, min(last, person.entry_on - _DAY)), text)
    if person.exit_on is not None and last > person.exit_on:
        day = show(person.exit_on)
        text = Text(f"{name} scheidet am {day} aus.", f"{name} leaves on {day}.")
        yield technical(person, "person.exit", whole_days(max(first, person.exit_on + _DAY), last), text)


def absence_bars(person: Person, absences: tuple[Absence, ...], interval: Interval) -> Iterator[Finding]:
    """Absences that share a minute with ``interval``, by start."""
    for absence in sorted(absences, key=lambda item: item.start):
        if absence.overlaps(interval):
            start = max(absence.start, interval.start)
            end = interval.end if absence.end is None else min(absence.end, interval.end)
            text = Text(
                f"{person.name} ist {_span(absence, 'de')} abwesend ({term('absence', absence.kind)}).",
                f"{person.name} is absent {_span(absence, 'en')} ({term('absence', absence.kind, 'en')}).",
            )
            yield technical(person, "person.absent", Interval(start, end), text)


def _span(absence: Absence, lang: str) -> str:
    start = _clock(absence.start)
    if absence.end is None:
        return f"from {start}" if lang == "en" else f"ab {start}"
    end = _clock(absence.end)
    return f"from {start} to {end}" if lang == "en" else f"vom {start} bis {end}"


def _clock(instant: datetime) -> str:
    return local(instant).strftime("%d.%m. %H:%M")


def _child_bars(rulebook: Rulebook, person: Person, first: date, last: date) -> Iterator[Finding]:
    values = rulebook.values("youth.child", first)
    if values is None or age_on(person.birth_date, first) >= values["min_age"]:
        return
    birthday = add_years(person.birth_date, values["min_age"])
    text = Text(
        f"{person.name} wird erst am {show(birthday)} {values['min_age']} Jahre alt; Kinder dürfen nicht arbeiten.",
        f"{person.name} turns {values['min_age']} only on {show(birthday)}; children must not work.",
    )
    yield bar(
        rulebook,
        person,
        "youth.child",
        (first, min(last, birthday - _DAY)),
        text,
        allowed=str(values["min_age"]),
    )


def _maternity_bars(rulebook: Rulebook, person: Person, first: date, last: date, *, rhine: bool) -> Iterator[Finding]:
    """§ 98(6); on the Rhine § 17.01 Nr. 2, and for employees the weeks of the MuSchG after the birth."""
    rule_id = "rhine.maternity" if rhine else "crew.maternity"
    values = rulebook.values(rule_id, first)
    expected = person.expected_birth or person.birth_on
    if values is None or expected is None:
        return
    begin = expected - timedelta(weeks=values["weeks_before"])
    birth = person.birth_on or expected
    employed = person.employment is Employment.EMPLOYEE
    weeks_after = values.get("weeks_after_employee" if employed else "weeks_after", values["weeks_after"])
    end = max(
        birth + timedelta(weeks=weeks_after),
        begin + timedelta(weeks=values["weeks_total"]),
    )
    begin = min(begin, birth)
    if begin <= last and first <= end:
        text = Text(
            f"{person.name} ist vom {show(begin)} bis {show(end)} in der Schutzfrist vor und nach der Geburt.",
            f"{person.name} is in the protected period around childbirth from {show(begin)} to {show(end)}.",
        )
        yield bar(
            rulebook,
            person,
            rule_id,
            (max(first, begin), min(last, end)),
            text,
            allowed=show(end),
        )


def _child_on_board_bars(
    rulebook: Rulebook, person: Person, first: date, last: date, *, rhine: bool
) -> Iterator[Finding]:
    rule_id = "rhine.child_on_board" if rhine else "crew.child_on_board"
    values = rulebook.values(rule_id, first)
    child = person.child_on_board_birth_date
    if values is None or child is None or child > last or person.child_measures:
        return
    birthday = add_years(child, values["below_age"])
    if first < birthday:
        age = values["below_age"]
        text = Text(
            f"{person.name} betreut ein an Bord lebendes Kind unter {age} Jahren (bis {show(birthday - _DAY)}); "
            "nötig sind Maßnahmen, die das Kind ohne ständige Aufsicht sichern, oder ein Platz über die Mindestbesatzung hinaus.",
            f"{person.name} minds a child under {age} living on board (until {show(birthday - _DAY)}); needed: measures "
            "that keep the child safe without constant supervision, or a place above the minimum crew.",
        )
        yield bar(
            rulebook,
            person,
            rule_id,
            (max(first, child), min(last, birthday - _DAY)),
            text,
        )


def _training_bars(rulebook: Rulebook, person: Person, first: date, last: date) -> Iterator[Finding]:
    values = rulebook.values("crew.safety_training", first)
    if values is None or (values["not_for_stcw"] and person.stcw):
        return
    if person.crew_since is not None and person.crew_since < values["not_for_crew_before"]:
        return
    trained = person.safety_training_on
    if trained is not None and (trained <= first or rulebook.readings["safety_training"] == "first_days"):
        return
    until = last if trained is None else min(last, trained - _DAY)
    reading = "" if trained is None else "safety_training"
    text = _training_text(person, show(values["not_for_crew_before"]))
    yield bar(rulebook, person, "crew.safety_training", (first, until), text, reading=reading)


def _training_text(person: Person, cut: str) -> Text:
    if person.safety_training_on is not None:
        day = show(person.safety_training_on)
        return Text(
            f"{person.name} hat die grundlegende Sicherheitsausbildung erst am {day}; sie muss vor dem ersten Dienst liegen.",
            f"{person.name} has the basic safety training only on {day}; it must precede the first duty.",
        )
    if person.crew_since is None:
        return Text(
            f"Für {person.name} ist weder die grundlegende Sicherheitsausbildung noch eine Tätigkeit an Bord vor dem {cut} angegeben.",
            f"For {person.name} neither the basic safety training nor work on board before {cut} is stated.",
        )
    return Text(
        f"{person.name} fehlt die grundlegende Sicherheitsausbildung (an Bord erst seit {show(person.crew_since)}).",
        f"{person.name} lacks the basic safety training (on board only since {show(person.crew_since)}).",
    )
