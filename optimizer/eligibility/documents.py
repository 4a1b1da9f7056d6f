"""Whether one certificate holds on the days of a duty: issue, end, age of its holder, measures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any

from optimizer.domain import Certificate, Function, Person
from optimizer.eligibility.bars import bar, named, show
from optimizer.eligibility.measures import measure_bars
from optimizer.eligibility.papers import Held, Papers
from optimizer.eligibility.validity import Limit, Stretch
from optimizer.findings import Finding, Text
from optimizer.law import Rulebook
from optimizer.timeline import add_years

_DAY = timedelta(days=1)

_ENDS: Mapping[str, tuple[Text, Text]] = {
    "years": (
        Text(
            "{figure} Jahre nach der Ausstellung läuft es ab",
            "it lapses {figure} years after issue",
        ),
        Text(
            "ein neu ausgestelltes oder verlängertes Zeugnis",
            "a newly issued or renewed certificate",
        ),
    ),
    "until_age": (
        Text("mit dem {figure}. Geburtstag läuft es ab", "it lapses on the birthday at {figure}"),
        Text("eine Verlängerung mit Tauglichkeitsnachweis", "a renewal with proof of fitness"),
    ),
    "medical": (
        Text(
            "mit {figure} Jahren ist der nächste Tauglichkeitsnachweis fällig",
            "the next proof of fitness is due at the age of {figure}",
        ),
        Text(
            "eine neue Verlängerung mit Tauglichkeitsnachweis",
            "another renewal with proof of fitness",
        ),
    ),
    "stated": (
        Text("so ist es im Zeugnis eingetragen", "so it says on the certificate"),
        Text("ein verlängertes Zeugnis", "a renewed certificate"),
    ),
    "last_day": (
        Text("dann laufen Zeugnisse des alten Rechts aus", "certificates of the former law end then"),
        Text("der Umtausch in ein neues Zeugnis", "an exchange for a new certificate"),
    ),
    "training_end": (
        Text("dann endet die Ausbildung", "the training ends then"),
        Text("ein Zeugnis als Matrose", "a certificate as boatman"),
    ),
    "final_exam": (
        Text(
            "mit bestandener Abschlussprüfung endet die Ausbildung",
            "the passed final examination ends the training",
        ),
        Text("ein Zeugnis als Matrose", "a certificate as boatman"),
    ),
}

_FACTS: Mapping[str, Text] = {
    "valid_until": Text("das Ende der Gültigkeit (oder „unbefristet“)", "the last day of validity (or 'unlimited')"),
    "training_end": Text("das Ende der Ausbildung", "the end of the training"),
}


def document_bars(papers: Papers, held: Held, function: Function | None, first: date, last: date) -> Iterator[Finding]:
    """Why a certificate does not carry ``function`` on every day from ``first`` to ``last``."""
    yield from validity_bars(papers.rulebook, papers.person, held, first, last)
    yield from measure_bars(papers, held, function, first, last)


def validity_bars(rulebook: Rulebook, person: Person, held: Held, first: date, last: date) -> Iterator[Finding]:
    """Bars of the document itself, without measures: not issued, lapsed, too young, issued too late."""
    if held.validity.missing:
        yield _missing_end(rulebook, person, held, first, last)
    elif (day := held.validity.first_invalid(first, last)) is not None:
        yield _invalid(rulebook, person, held, day, last)
    yield from _age_bar(rulebook, person, held, first, last)
    yield from _issue_bar(rulebook, person, held, first, last)


def _missing_end(rulebook: Rulebook, person: Person, held: Held, first: date, last: date) -> Finding:
    fact, name = _FACTS[held.validity.missing], named(held.certificate)
    text = Text(
        f"{person.name}: Für das Zeugnis {name.de} fehlt die Angabe: {fact.de}.",
        f"{person.name}: the certificate {name.en} lacks a fact: {fact.en}.",
    )
    return bar(
        rulebook,
        person,
        held.rule_id,
        (first, last),
        text,
        citation=_cite(rulebook, held, held.validity.missing, first),
    )


def _invalid(rulebook: Rulebook, person: Person, held: Held, day: date, last: date) -> Finding:
    ended = held.validity.ended_before(day)
    if ended is None or ended.limit is None:
        return _not_yet(rulebook, person, held, day, last)
    return _lapsed(rulebook, person, held, ended, (day, last))


def _not_yet(rulebook: Rulebook, person: Person, held: Held, day: date, last: date) -> Finding:
    name, start = named(held.certificate), _first_day(held)
    text = Text(
        f"Das Zeugnis {name.de} von {person.name} gilt erst ab {show(start)}.",
        f"The certificate {name.en} of {person.name} is valid only from {show(start)}.",
    )
    return bar(
        rulebook,
        person,
        held.rule_id,
        (day, min(last, max(day, start - _DAY))),
        text,
        found=show(day),
        allowed=show(start),
    )


def _first_day(held: Held) -> date:
    stretches = held.validity.stretches
    return stretches[0].first if stretches else held.certificate.issued_on


def _lapsed(rulebook: Rulebook, person: Person, held: Held, ended: Stretch, days: tuple[date, date]) -> Finding:
    limit, name = ended.limit, named(held.certificate)
    assert limit is not None and ended.last is not None
    reason, need = _ENDS[limit.key]
    text = Text(
        f"Das Zeugnis {name.de} von {person.name} gilt nur bis {show(ended.last)} "
        f"({reason.de.format(figure=limit.figure)}); nötig ist {need.de}.",
        f"The certificate {name.en} of {person.name} is valid only until {show(ended.last)} "
        f"({reason.en.format(figure=limit.figure)}); needed: {need.en}.",
    )
    return bar(
        rulebook,
        person,
        held.rule_id,
        days,
        text,
        citation=_cite(rulebook, held, limit.key, days[0]),
        found=show(days[0]),
        allowed=show(ended.last),
        reading=reading_of(limit, days[1]),
    )


def reading_of(limit: Limit, last: date) -> str:
    """The reading under which alone a certificate has ended by ``last``, ``""`` if in every one."""
    return limit.reading if limit.lenient is not None and last <= limit.lenient else ""


def _cite(rulebook: Rulebook, held: Held, key: str, day: date) -> str:
    values = held.values(rulebook, day)
    return str(values.get("cite", {}).get(key) or rulebook.citation(held.rule_id, day))


def _age_bar(rulebook: Rulebook, person: Person, held: Held, first: date, last: date) -> Iterator[Finding]:
    min_age = minimum_age(held.values(rulebook, first), held.certificate)
    if min_age is None:
        return
    birthday = add_years(person.birth_date, min_age)
    if first < birthday:
        name = named(held.certificate)
        text = Text(
            f"{person.name} ist erst ab {show(birthday)} {min_age} Jahre alt; "
            f"das Zeugnis {name.de} setzt {min_age} Jahre voraus.",
            f"{person.name} is not {min_age} years old until {show(birthday)}; "
            f"the certificate {name.en} presupposes {min_age} years.",
        )
        days = (first, min(last, birthday - _DAY))
        yield bar(
            rulebook,
            person,
            held.rule_id,
            days,
            text,
            citation=_cite(rulebook, held, "age", first),
            allowed=str(min_age),
        )


def minimum_age(values: Mapping[str, Any], certificate: Certificate) -> int | None:
    """Least age for a certificate; an unknown route of a boatman is judged like the examination."""
    if "min_age_by_route" in values:
        age = values["min_age_by_route"].get(certificate.route, values["min_age_unknown_route"])
        return None if age is None else int(age)
    return values.get("min_age")


def _issue_bar(rulebook: Rulebook, person: Person, held: Held, first: date, last: date) -> Iterator[Finding]:
    latest = held.values(rulebook, first).get("issued_until")
    if latest is not None and held.certificate.issued_on > latest:
        name = named(held.certificate)
        text = Text(
            f"Das Zeugnis {name.de} von {person.name} ist erst am {show(held.certificate.issued_on)} ausgestellt; "
            f"es zählt nur, wenn es bis {show(latest)} ausgestellt wurde.",
            f"The certificate {name.en} of {person.name} was issued only on {show(held.certificate.issued_on)}; "
            f"it counts only if issued by {show(latest)}.",
        )
        yield bar(
            rulebook, person, held.rule_id, (first, last), text,
            citation=_cite(rulebook, held, "issued_until", first),
            found=show(held.certificate.issued_on), allowed=show(latest),
        )  # fmt: skip
