"""Facts a company can change, each as a change of the dataset; the law is never among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from enum import IntEnum

from optimizer.domain import Absence, AbsenceKind, Dataset, Person, Pin, PinStatus, Wish, WishKind
from optimizer.explain.bars import days_text, refused_days
from optimizer.findings import Text
from optimizer.model.blocks import Block
from optimizer.model.problem import Problem
from optimizer.terms import term
from optimizer.timeline import Interval, day_start


class Ease(IntEnum):
    """How easy a change is, from what the dispatcher decides alone to hiring somebody."""

    LOCK = 1
    PAIR = 2
    CONSENT = 3
    ABSENCE = 4
    TIMES = 5
    TRAVEL = 6
    MODE = 7
    RENEWAL = 8
    AUTHORISATION = 9
    HIRE = 10


@dataclass(frozen=True, slots=True)
class Fact:
    """One change; ``text`` is the clause after "if", ``apply`` makes it for a person (by crew id) or the dataset.

    Facts are told apart by ``name``. ``crew_id`` is blank for a change that is nobody's own. ``kind``
    joins changes that a dispatcher reads as the same one for several people; ``joined`` is then the
    clause for a list of names, with ``{names}``.
    """

    name: str
    ease: Ease
    text: Text
    apply: Callable[[Dataset, str], Dataset] = field(compare=False, repr=False)
    crew_id: str = ""
    joined: Text | None = field(default=None, compare=False)

    def change(self, dataset: Dataset) -> Dataset:
        """The dataset with this fact changed."""
        return self.apply(dataset, self.crew_id)


#: Absences that end with the person's agreement; from all others nobody is called in.
_CALLED_IN = {
    AbsenceKind.LEAVE: Text("aus dem Urlaub käme (Einverständnis nötig)", "came in from leave (consent needed)"),
    AbsenceKind.COURSE: Text("nicht auf dem Lehrgang wäre (verschieben)", "were not on the course (postpone it)"),
    AbsenceKind.BLOCKED: Text("nicht gesperrt wäre", "were not blocked"),
    AbsenceKind.OTHER: Text("trotz der Abwesenheit käme (Einverständnis nötig)", "came in all the same (consent needed)"),
}  # fmt: skip


def days_of(blocks: Iterable[Block]) -> list[date]:
    """Calendar days in Europe/Berlin that somebody with these blocks is on board or on duty."""
    return sorted({day for block in blocks for day in block.presence.days()})


def absence_fact(problem: Problem, person: Person, blocks: Iterable[Block]) -> Fact | None:
    """The person's absences lifted on the days of the blocks; ``None`` where one of them cannot be."""
    blocks = tuple(blocks)
    own = [
        absence
        for absence in problem.instance.absences.get(person.crew_id, ())
        if any(absence.overlaps(block.presence) for block in blocks)
    ]
    if not own or any(absence.kind not in _CALLED_IN for absence in own):
        return None
    days = days_of(blocks)
    shown, how = days_text(days), _CALLED_IN[own[0].kind]

    def apply(dataset: Dataset, crew_id: str) -> Dataset:
        kept = [
            part for item in dataset.absences for part in (_without(item, days) if item.crew_id == crew_id else [item])
        ]
        return replace(dataset, absences=tuple(kept))  # fmt: skip

    kind = term("absence", own[0].kind)
    return Fact(
        name=f"absence {person.crew_id}",
        ease=Ease.ABSENCE,
        text=Text(f"{person.name} am {shown.de} {how.de}", f"{person.name} on {shown.en} {how.en}"),
        apply=apply,
        crew_id=person.crew_id,
        joined=Text(
            f"eine dieser Personen am {shown.de} trotz {kind} käme (Einverständnis nötig): {{names}}",
            f"one of these came in on {shown.en} (consent needed): {{names}}",
        ),
    )


def _without(absence: Absence, days: list[date]) -> Iterator[Absence]:
    """What is left of an absence when these calendar days are taken out."""
    first, last = day_start(days[0]), day_start(days[-1] + timedelta(days=1))
    if not absence.overlaps(Interval(first, last)):
        yield absence
        return
    if absence.start < first:
        yield replace(absence, end=first)
    if absence.end is None or absence.end > last:
        yield replace(absence, start=last)


def consent_fact(problem: Problem, person: Person, blocks: Iterable[Block]) -> Fact | None:
    """Consent to work on the days off by the rotation, where it is missing."""
    days = refused_days(problem, person, blocks)
    if not days:
        return None
    shown = days_text(days)

    def apply(dataset: Dataset, crew_id: str) -> Dataset:
        given = tuple(Wish(crew_id=crew_id, kind=WishKind.CONSENT, day=day) for day in days)
        return replace(dataset, wishes=dataset.wishes + given)

    return Fact(
        name=f"consent {person.crew_id}",
        ease=Ease.CONSENT,
        text=Text(
            f"{person.name} einverstanden wäre, an freien Tagen der Rotation zu fahren ({shown.de})",
            f"{person.name} agreed to serve on days off by the rotation ({shown.en})",
        ),
        apply=apply,
        crew_id=person.crew_id,
        joined=Text(
            f"eine dieser Personen einverstanden wäre, an freien Tagen der Rotation zu fahren ({shown.de}): {{names}}",
            f"one of these agreed to serve on days off by the rotation ({shown.en}): {{names}}",
        ),
    )


def lock_fact(problem: Problem, person: Person, shift_ids: Iterable[str]) -> Fact | None:
    """The dispatcher's own lock of a person on one of these shifts lifted."""
    there = frozenset(shift_ids)
    own = [
        pin
        for pin in problem.instance.pins.get(person.crew_id, ())
        if pin.status is PinStatus.LOCKED and pin.shift_id in there
    ]
    if not own:
        return None
    shown = ", ".join(dict.fromkeys(pin.shift_id for pin in own))

    def apply(dataset: Dataset, crew_id: str) -> Dataset:
        def lifted(pin: Pin) -> bool:
            return pin.crew_id == crew_id and pin.status is PinStatus.LOCKED and pin.shift_id in there

        return replace(dataset, pins=tuple(pin for pin in dataset.pins if not lifted(pin)))

    return Fact(
        name=f"lock {person.crew_id} {shown}",
        ease=Ease.LOCK,
        text=Text(
            f"die Sperre von {person.name} auf {shown} gelöst würde",
            f"the lock of {person.name} on {shown} were lifted",
        ),
        apply=apply,
        crew_id=person.crew_id,
    )


def with_variant(dataset: Dataset, crew_id: str, variant: str) -> Dataset:
    """The dataset with a second record of a person under another id, and all that is known about them."""

    def doubled(records: tuple[object, ...]) -> tuple[object, ...]:
        more = [replace(r, crew_id=variant) for r in records if r.crew_id == crew_id]  # type: ignore[attr-defined,type-var]
        return (*records, *more)

    person = replace(dataset.crew[crew_id], crew_id=variant)
    pairs = [
        replace(pair, **{side: variant})
        for pair in dataset.pairs
        for side in ("crew_id", "other_id")
        if getattr(pair, side) == crew_id
    ]
    return replace(
        dataset,
        crew={**dataset.crew, variant: person},
        certificates=doubled(dataset.certificates),
        measures=doubled(dataset.measures),
        absences=doubled(dataset.absences),
        duties=doubled(dataset.duties),
        pins=doubled(dataset.pins),
        wishes=doubled(dataset.wishes),
        rotations=doubled(dataset.rotations),
        familiar=doubled(dataset.familiar),
        pairs=(*dataset.pairs, *pairs),
    )
