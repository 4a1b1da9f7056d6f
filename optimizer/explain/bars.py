"""What keeps a person from a place, whatever else they are planned for: every bar, cited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta

from optimizer.domain import Function, Person
from optimizer.eligibility import person_bars, place_bars, safety_bars, second_patent_bars
from optimizer.explain.bar import Bar, BarKind
from optimizer.explain.positions import Position
from optimizer.explain.rest_bars import rest_bar
from optimizer.explain.rest_words import named_rule
from optimizer.explain.standing import Standing
from optimizer.findings import Finding, Text
from optimizer.instance import Instance
from optimizer.manning import Place
from optimizer.model.blocks import Block
from optimizer.model.candidates import last_departure, watch_fits
from optimizer.model.needs import Seat, ShiftNeed
from optimizer.model.problem import Problem
from optimizer.timeline import local, to_minute

#: Kinds of place nobody needs a seat of the crew for.
BESIDE = frozenset({Function.CABIN_STAFF, Function.NIGHT_PATROL, Function.ADDITIONAL})


def standing_bars(standing: Standing, person: Person, position: Position, blocks: Iterable[Block]) -> tuple[Bar, ...]:
    """Bars on any of the blocks that hold whatever else the person is planned for, each said once."""
    found: dict[tuple[str, str], Bar] = {}
    blocks, problem = tuple(blocks), standing.problem
    for block in blocks:
        for bar in (*qualified_bars(standing, person, position, block), *_free(problem, person, block)):
            found.setdefault((bar.code, bar.text.de), bar)
    return (*found.values(), *_days_off(problem, person, blocks))


def refused_days(problem: Problem, person: Person, blocks: Iterable[Block]) -> list[date]:
    """The days off by the person's rotation on which the blocks lie and no consent is given."""
    days: set[date] = set()
    for block in blocks:
        if problem.rotations.refused(person.crew_id, block) is not None:
            days |= {day for day in problem.rotations.rest_days(person.crew_id, block)}
    return sorted(days)


def _days_off(problem: Problem, person: Person, blocks: Iterable[Block]) -> Iterator[Bar]:
    days = refused_days(problem, person, blocks)
    if days:
        shown = days_text(days)
        yield _plain(
            BarKind.ROTATION,
            "plan.rotation_rest_day",
            f"Freie Tage der Rotation ({shown.de}), Einverständnis fehlt",
            f"Days off by the rotation ({shown.en}), no consent given",
        )


def days_text(days: Sequence[date]) -> Text:
    """``11.12.`` or ``11.12. bis 13.12.``; days that do not adjoin are listed."""
    runs: list[list[date]] = []
    for day in days:
        if runs and day - runs[-1][-1] == timedelta(days=1):
            runs[-1].append(day)
        else:
            runs.append([day])

    def listed(until: str) -> str:
        spans = (f"{run[0]:%d.%m.}" if len(run) == 1 else f"{run[0]:%d.%m.} {until} {run[-1]:%d.%m.}" for run in runs)
        return ", ".join(spans)

    return Text(listed("bis"), listed("to"))


def qualified_bars(standing: Standing, person: Person, position: Position, block: Block) -> tuple[Bar, ...]:
    """Bars that lie in papers, age, employment and absence: the same in every watch, and asked for once."""
    key = (person.crew_id, position.function, position.roles, block.shift.shift_id)
    if key not in standing.memory:
        standing.memory[key] = tuple(_qualified(standing.problem, person, position, block))
    return standing.memory[key]


def _qualified(problem: Problem, person: Person, position: Position, block: Block) -> Iterator[Bar]:
    instance, need = problem.instance, problem.needs[block.shift.shift_id]
    if position.function in BESIDE:
        findings = [
            *person_bars(instance, person, block.shift.interval, minimum_crew=False, crew=False),
            *(bar for role in position.roles for bar in safety_bars(instance, person, role, block.shift)),
        ]
    else:
        findings = list(seat_bars(instance, person, position.function, need))
    for finding in findings:
        yield Bar(_kind(finding), finding.code, _anonymous(finding.text, person), finding.citation)


def seat_bars(instance: Instance, person: Person, function: Function, need: ShiftNeed) -> tuple[Finding, ...]:
    """Bars against the seat of a function that asks least; where the function has none of its own, a plain one."""
    answers = []
    for seat in seats_of(need, function):
        bars = place_bars(instance, person, seat.place, need.shift, accompanied=need.accompanied)
        if seat.stretch_patent:
            bars += second_patent_bars(instance, person, need.shift)
        if not bars:
            return ()
        answers.append(bars)
    return min(answers, key=len)


def seats_of(need: ShiftNeed, function: Function) -> list[Seat]:
    """The seats of a function on a shift."""
    seats = {seat for stretch in need.stretches for option in stretch.options for seat in option}
    return sorted(seat for seat in seats if seat.place.function is function) or [Seat(Place(function))]


def _kind(finding: Finding) -> BarKind:
    if finding.code == "person.absent":
        return BarKind.ABSENCE
    if finding.code.startswith(("person.", "crew.", "youth.")):
        return BarKind.PERSON
    return BarKind.PAPERS


def _free(problem: Problem, person: Person, block: Block) -> Iterator[Bar]:
    """Bars of time and place: watch, voyage under way, recorded duty, first rest, rotation, way, own rest."""
    instance, fixed, shift = problem.instance, problem.fixed[person.crew_id], block.shift
    if problem.running.keeps_out(person.crew_id, shift):
        yield _plain(
            BarKind.VESSEL,
            "voyage.running",
            "Die Reise läuft schon; zusteigen erst am nächsten Ort mit Besatzungswechsel",
            "The voyage is under way; joining only at its next place to change crews",
        )
    if not watch_fits(instance, person, block):
        yield _plain(
            BarKind.PERSON,
            "watch.minors",
            "Jugendliche stehen nur Jugendwachen, Erwachsene nur die anderen",
            "Minors stand watches for minors only, adults the others",
        )
    for stay in fixed.away:
        if stay.hinders(block):
            start, end = local(stay.presence.start), local(stay.presence.end)
            yield _plain(
                BarKind.ELSEWHERE,
                "presence.recorded",
                f"Anderer Dienst eingetragen, {start:%d.%m. %H:%M} bis {end:%d.%m. %H:%M}",
                f"Other duty recorded, {start:%d.%m. %H:%M} to {end:%d.%m. %H:%M}",
            )
    if problem.crew_change.bars(person.crew_id, block):
        rule = named_rule(problem, "mode.crew_change", block)
        yield Bar(BarKind.VESSEL, "mode.crew_change", rule.text, rule.citation)
    if fixed.earliest is not None and block.presence.start < fixed.earliest:
        yield _first_rest(problem, fixed.earliest, block)
    yield from _company(problem, person, block)
    for departure in last_departure(fixed, block):
        if not problem.oracle.travel.fits(departure, block):
            way = to_minute(departure.instant + problem.oracle.travel.way(departure, block))
            short = way - to_minute(block.presence.start)
            yield way_bar(departure.place, block, short)
    breach = problem.oracle.breach(person, (block,))
    if breach is not None:
        yield rest_bar(problem, person, breach, (), (block,))


def _first_rest(problem: Problem, earliest: datetime, block: Block) -> Bar:
    short = to_minute(earliest) - to_minute(block.presence.start)
    shown, start = local(earliest), local(block.presence.start)
    return Bar(
        BarKind.REST,
        "rest.elsewhere_counts",
        Text(
            f"Ruhe erst bis {shown:%d.%m. %H:%M} nachgewiesen, Schicht beginnt {start:%d.%m. %H:%M} ({short} min fehlen)",
            f"Rest proven only by {shown:%d.%m. %H:%M}, shift starts {start:%d.%m. %H:%M} ({short} min short)",
        ),
        problem.instance.rulebook.citation("rest.elsewhere_counts"),
        short_minutes=short,
    )


def _company(problem: Problem, person: Person, block: Block) -> Iterator[Bar]:
    for absence in problem.instance.absences.get(person.crew_id, ()):
        if absence.overlaps(block.presence) and not absence.overlaps(block.shift.interval):
            yield _plain(
                BarKind.ABSENCE,
                "person.absent_beside",
                "Abwesend in der Zeit unmittelbar vor oder nach der Schicht",
                "Absent right before or after the shift",
            )


def way_bar(place: str, block: Block, short: int, shift_id: str = "") -> Bar:
    """The way from a place to a block takes longer than there is time."""
    return Bar(
        BarKind.TRAVEL,
        "presence.travel",
        Text(
            f"Weg von {place} nach {block.shift.start_place} nicht zu schaffen ({short} min fehlen)",
            f"No time for the way from {place} to {block.shift.start_place} ({short} min short)",
        ),
        shift_id=shift_id,
        short_minutes=short,
    )


def _plain(kind: BarKind, code: str, de: str, en: str) -> Bar:
    return Bar(kind, code, Text(de, en))


def _anonymous(text: Text, person: Person) -> Text:
    return Text(_without_name(text.de, person.name), _without_name(text.en, person.name))


def _without_name(sentence: str, name: str) -> str:
    """The sentence of a bar without the person's name, to stand beside it."""
    for opening in (name, f"Für {name} ", f"For {name} "):
        sentence = sentence.removeprefix(opening)
    for inside in (f" von {name}", f" of {name}"):
        sentence = sentence.replace(inside, "", 1)
    sentence = sentence.lstrip(": ").rstrip(". ")
    return sentence[:1].upper() + sentence[1:]
