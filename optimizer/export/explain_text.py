"""Explanations in plain text: who could take a place, why one is open, and what would close it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from optimizer.explain import Bar, BarKind, Candidacy, Candidates, Explainer, Position, Remedy, WhyOpen, WhyPerson
from optimizer.explain.why_person import CostPart
from optimizer.export.clock_text import span_text
from optimizer.export.level_text import number_text
from optimizer.export.prose import wrapped
from optimizer.findings import Text
from optimizer.terms import term

#: So many people of a group are written out where the whole list was not asked for.
_SHORT = 5
_NO_PAPER = frozenset({"certificate.needed", "certificate.boatmaster_needed"})


def shift_title(explainer: Explainer, shift_id: str, lang: str) -> str:
    """``Brachvogel · Schicht H01-1112-S · Fr 11.12. 14:00–22:30``."""
    shift = explainer.instance.dataset.shifts[shift_id]
    vessel = explainer.instance.vessel_of(shift).name
    return f"{vessel} · {_say(lang, 'Schicht', 'shift')} {shift_id} · {span_text(shift.interval, lang)}"


def place_title(explainer: Explainer, position: Position, lang: str) -> str:
    """``Bootsmann: Petra Bischoff (0151)`` or ``Bootsmann: offen``."""
    roles = ", ".join(term("safety_role", role, lang) for role in position.roles)
    what = term("function", position.function, lang) + (f" ({roles})" if roles else "")
    who = _say(lang, "offen", "open") if position.open else _person(explainer, position.crew_id)
    more = len(position.shift_ids) - 1
    through = _say(lang, f", mit {more} weiteren Schichten", f", with {more} more shifts") if more else ""
    locked = _say(lang, ", gesperrt", ", locked") if position.locked else ""
    return f"{what}: {who}{through}{locked}"


def why_person_lines(explainer: Explainer, answer: WhyPerson, lang: str = "de", *, whole: bool = False) -> list[str]:
    """Why the person is there, who else could be and at what price.

    Parameters
    ----------
    whole
        Everybody is listed with every bar, not only the first of each group.
    """
    lines = [place_title(explainer, answer.position, lang)]
    lines += [f"  {_cost(answer.parts, lang)}"]
    best = answer.next_best
    if best is not None:
        price = _price(best, lang)
        lines += wrapped(
            [
                _say(
                    lang,
                    f"Sonst wäre {_person(explainer, best.crew_id)} der Nächste: {price}; {_cost(answer.next_parts, lang)}",
                    f"Next would be {_person(explainer, best.crew_id)}: {price}; {_cost(answer.next_parts, lang)}",
                )
            ],
            "  ",
            "  ",
        )
    elif answer.falls:
        shown = ", ".join(answer.falls[:_SHORT]) + (" …" if len(answer.falls) > _SHORT else "")
        lines += wrapped(
            [
                _say(
                    lang,
                    f"Ohne diese Person bliebe der Platz offen, denn niemand sonst ist frei; es führe nicht: {shown}.",
                    f"Without this person the place would stay open, for nobody else is free; not sailing: {shown}.",
                )
            ],
            "  ",
            "  ",
        )
    return [*lines, *candidate_lines(explainer, answer.candidates, lang, whole=whole)]


def candidate_lines(explainer: Explainer, answer: Candidates, lang: str = "de", *, whole: bool = True) -> list[str]:
    """The three groups of people for a place."""
    lines: list[str] = []
    if answer.free:
        lines.append(f"  {_say(lang, 'Frei und erlaubt', 'Free and lawful')} ({len(answer.free)})")
        lines += [
            f"    - {_person(explainer, c.crew_id)}: {_price(c, lang)}" for c in _first(answer.free, whole)
        ] + _more(answer.free, whole, lang)
    else:
        lines.append(f"  {_say(lang, 'Frei und erlaubt: niemand', 'Free and lawful: nobody')}")
    if answer.one_change:
        head = _say(lang, "Erlaubt mit einer weiteren Änderung", "Lawful with one more change")
        lines.append(f"  {head} ({len(answer.one_change)})")
        for candidacy in _first(answer.one_change, whole):
            lines += wrapped([_change(explainer, candidacy, lang)], "    ", "  ")
        lines += _more(answer.one_change, whole, lang)
    return lines + barred_lines(explainer, answer.barred, lang, whole=whole)


def barred_lines(
    explainer: Explainer, barred: Sequence[Candidacy], lang: str = "de", *, whole: bool = True
) -> list[str]:
    """People who may not take the place, with every bar; who holds no certificate for it is counted only."""
    if not barred:
        return []
    without = [c for c in barred if any(bar.code in _NO_PAPER for bar in c.bars)]
    rest = [c for c in barred if c not in without]
    lines = [f"  {_say(lang, 'Nicht möglich', 'Not possible')} ({len(barred)})"]
    for candidacy in _first(rest, whole):
        lines += wrapped(
            [f"- {_person(explainer, candidacy.crew_id)}: {bars_text(candidacy.bars, lang)}"], "    ", "  "
        )
    lines += _more(rest, whole, lang)
    if without:
        cited = next(bar.citation for bar in without[0].bars if bar.code in _NO_PAPER)
        what = _say(lang, "ohne ein Zeugnis dafür", "without a certificate for it")
        lines.append(f"    - {what}: {len(without)} [{cited}]")
    return lines


def verdict_lines(explainer: Explainer, candidacy: Candidacy, lang: str = "de") -> list[str]:
    """The answer for one person and one place, with every bar."""
    who = _person(explainer, candidacy.crew_id)
    if candidacy.group == "free":
        return [f"  {who}: {_say(lang, 'frei und erlaubt', 'free and lawful')}, {_price(candidacy, lang)}"]
    if candidacy.group == "one_change":
        return wrapped([_change(explainer, candidacy, lang)], "  ", "  ")
    lines = [f"  {who}: {_say(lang, 'nicht möglich', 'not possible')}"]
    return lines + [line for bar in candidacy.bars for line in wrapped([f"- {bars_text((bar,), lang)}"], "    ", "  ")]


def bars_text(bars: Iterable[Bar], lang: str) -> str:
    """Bars as sentences, each with its citation and the own duty that stands in the way."""
    parts = []
    for bar in bars:
        cited = f" [{bar.citation}]" if bar.citation else ""
        own = f" ({bar.shift_id})" if bar.shift_id else ""
        parts.append(f"{bar.text.in_language(lang)}{own}{cited}")
    return "; ".join(parts)


def why_open_lines(explainer: Explainer, answer: WhyOpen, lang: str = "de") -> list[str]:
    """The open places with everybody's bars, and the smallest changes, the easiest first."""
    lines: list[str] = []
    for candidates in answer.candidates:
        lines += [place_title(explainer, candidates.position, lang), *candidate_lines(explainer, candidates, lang), ""]
    lines += remedy_lines(explainer, answer, lang)
    return lines


def remedy_lines(explainer: Explainer, answer: WhyOpen, lang: str = "de") -> list[str]:
    """What would let the shift sail, as sentences a dispatcher can act on, and what was not looked at."""
    shift_id = answer.positions[0].shift_id
    if answer.by_moving is not None:
        return wrapped(
            [
                _say(
                    lang,
                    f"Die Schicht {shift_id} kann fahren, wenn nur andere Personen eingeteilt werden: neu planen "
                    "(crew-roster plan).",
                    f"Shift {shift_id} can sail if people are only assigned otherwise: plan again (crew-roster plan).",
                )
            ]
        )
    head = _say(lang, "Was helfen würde (das Leichteste zuerst)", "What would help (the easiest first)")
    lines = [head]
    for alike in _alike(answer.remedies):
        lines += wrapped([f"- {remedy_text(explainer, alike, shift_id, lang)}"], "  ", "  ")
    if not answer.remedies:
        lines.append(f"  {_say(lang, 'Keine solche Änderung gefunden.', 'No such change was found.')}")
    return lines + _limits(answer, lang)


def _alike(found: Sequence[Remedy]) -> list[list[Remedy]]:
    """Remedies in their order, those that are one change of the same kind for several people together."""
    groups: dict[object, list[Remedy]] = {}
    for number, remedy in enumerate(found):
        joined = remedy.facts[0].joined if len(remedy.facts) == 1 else None
        groups.setdefault(number if joined is None else joined, []).append(remedy)
    return list(groups.values())


def remedy_text(explainer: Explainer, alike: Sequence[Remedy], shift_id: str, lang: str) -> str:
    """``Wenn X am 11.12. aus dem Urlaub käme (Einverständnis nötig), könnte die Schicht … fahren.``

    ``alike`` is one remedy, or several that differ only in whose change it is.
    """
    if len(alike) > 1:
        people = [_with_moves(explainer, _person(explainer, r.facts[0].crew_id), r, lang) for r in alike]
        joined = alike[0].facts[0].joined
        assert joined is not None
        clauses, moved = joined.in_language(lang).format(names="; ".join(people)), ""
    else:
        joint = " and " if lang == "en" else " und "
        clauses = joint.join(fact.text.in_language(lang) for fact in alike[0].facts)
        names = _moves(explainer, alike[0])
        moved = _say(lang, f" Dazu wechseln: {names}.", f" Others move: {names}.") if names else ""
    return _say(
        lang,
        f"Wenn {clauses}, könnte die Schicht {shift_id} fahren.{moved}",
        f"If {clauses}, shift {shift_id} could sail.{moved}",
    )


def _moves(explainer: Explainer, remedy: Remedy) -> str:
    people = explainer.instance.dataset.crew
    names = [people[crew_id].name for crew_id in remedy.moved if crew_id in people]
    return ", ".join(names[:_SHORT]) + (" …" if len(names) > _SHORT else "")


def _with_moves(explainer: Explainer, name: str, remedy: Remedy, lang: str) -> str:
    names = _moves(explainer, remedy)
    return name + (_say(lang, f" (dazu wechseln: {names})", f" (others move: {names})") if names else "")


def _limits(answer: WhyOpen, lang: str) -> list[str]:
    around = span_text(answer.around, lang)
    texts = [
        _say(
            lang,
            f"Jede Änderung ist neu gerechnet und geprüft; Dienste außerhalb {around} und alle Schichten, die "
            "fahren, bleiben bestehen.",
            f"Every change was solved and checked anew; duties outside {around} and all shifts that sail stay.",
        )
    ]
    if answer.complete_to < 0:
        texts.append(
            _say(
                lang,
                "Nicht bewiesen: ob es auch ohne jede Änderung ginge, nur mit anderen Personen (Zeit zu Ende).",
                "Not proven: whether it could be done without any change, by other people alone (out of time).",
            )
        )
    elif answer.complete_to == 0:
        texts.append(
            _say(
                lang,
                "Nicht bewiesen: dass dies alle einzelnen Änderungen sind (Zeit zu Ende oder genug gefunden).",
                "Not proven: that these are all single changes (out of time, or enough were found).",
            )
        )
    if answer.unconfirmed:
        texts.append(
            _say(
                lang,
                f"Nicht bestätigt und darum weggelassen: {answer.unconfirmed}.",
                f"Not confirmed and so left out: {answer.unconfirmed}.",
            )
        )
    if answer.left_out:
        texts.append(
            _say(
                lang,
                f"Nicht betrachtet: Änderungen von {answer.left_out} weiteren Personen.",
                f"Not looked at: changes of {answer.left_out} more people.",
            )
        )
    return wrapped(texts, "  ")


def _change(explainer: Explainer, candidacy: Candidacy, lang: str) -> str:
    """What has to happen first, and who could do it."""
    change = candidacy.change
    assert change is not None
    first, more = change.shift_ids[0], len(change.shift_ids) - 1
    duty = f"{first} ({span_text(explainer.instance.dataset.shifts[first].interval, lang)})"
    duty += _say(lang, f" und {more} weitere", f" and {more} more") if more else ""
    locked = _say(lang, "; dort gesperrt", "; locked there") if change.locked else ""
    why = _why(candidacy, lang)
    who = _person(explainer, candidacy.crew_id)
    if change.taker:
        taker = _person(explainer, change.taker)
        return _say(
            lang,
            f"- {who}, wenn {taker} {duty} übernimmt{locked}: {_price(candidacy, lang)}{why}",
            f"- {who}, if {taker} takes over {duty}{locked}: {_price(candidacy, lang)}{why}",
        )
    return _say(
        lang,
        f"- {who}, wenn {duty} wegfällt{locked}; allein dafür ist niemand frei{why}",
        f"- {who}, if {duty} is dropped{locked}; nobody is free for that alone{why}",
    )


def _why(candidacy: Candidacy, lang: str) -> str:
    """The bars of rest, way and crew that the change lifts; being elsewhere at the time speaks for itself."""
    telling = [bar for bar in candidacy.bars if bar.kind is not BarKind.ELSEWHERE]
    return f" ({bars_text(telling, lang)})" if telling else ""


def _cost(parts: Sequence[CostPart], lang: str) -> str:
    total = sum(part.points for part in parts)
    shown = ", ".join(f"{part.text.in_language(lang)} {_signed(part.points, lang)}" for part in parts)
    return f"{_say(lang, 'Kosten des Platzes', 'cost of the place')}: {number_text(total, lang)}" + (
        f" ({shown})" if shown else ""
    )


def _price(candidacy: Candidacy, lang: str) -> str:
    if candidacy.price is None:
        return _say(lang, "Kosten nicht berechnet", "cost not computed")
    return f"{_signed(candidacy.price, lang)} {_say(lang, 'Punkte', 'points')}"


def _signed(points: int, lang: str) -> str:
    return f"{'+' if points > 0 else '−' if points < 0 else '±'}{number_text(abs(points), lang)}"


def _person(explainer: Explainer, crew_id: str) -> str:
    people: Mapping[str, object] = explainer.instance.dataset.crew
    return f"{people[crew_id].name} ({crew_id})" if crew_id in people else crew_id  # type: ignore[attr-defined]


def _first(people: Sequence[Candidacy], whole: bool) -> Sequence[Candidacy]:
    return people if whole else people[:_SHORT]


def _more(people: Sequence[Candidacy], whole: bool, lang: str) -> list[str]:
    more = 0 if whole else max(0, len(people) - _SHORT)
    return [f"    - {_say(lang, f'und {more} weitere', f'and {more} more')}: --function"] if more else []


def _say(lang: str, de: str, en: str) -> str:
    return Text(de, en).in_language(lang)
