"""Which papers a person would need for a place: renewals and authorisations, and somebody hired with all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations

from optimizer.domain import (
    Certificate,
    CertificateKind,
    Dataset,
    Employment,
    Function,
    Person,
    SafetyRole,
)
from optimizer.eligibility import safety_bars
from optimizer.explain.bars import BESIDE, days_text, seat_bars
from optimizer.explain.facts import Ease, Fact, days_of
from optimizer.explain.positions import Position
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.model.problem import Problem
from optimizer.terms import term
from optimizer.timeline import day_start, local

_OBTAINED = (
    CertificateKind.MARITIME,
    CertificateKind.RISK_STRETCH,
    CertificateKind.RADAR,
    CertificateKind.LARGE_CONVOY,
    CertificateKind.LNG_EXPERT,
)
#: What somebody hired for a function or a role holds.
_HIRED = {
    Function.BOATMASTER: (CertificateKind.UNION_PATENT,),
    Function.HELMSMAN: (CertificateKind.HELMSMAN,),
    Function.ABLE_BOATMAN: (CertificateKind.ABLE_BOATMAN,),
    Function.BOATMAN: (CertificateKind.BOATMAN,),
    Function.APPRENTICE: (CertificateKind.BOATMAN,),
    Function.DECKHAND: (CertificateKind.DECKHAND,),
    Function.DECKHAND_180: (CertificateKind.BOATMAN,),
    Function.ENGINE_MINDER: (CertificateKind.ENGINE_MINDER,),
    Function.ENGINEER: (CertificateKind.RHINE_ENGINEER,),
    Function.FERRY_MASTER: (CertificateKind.UNION_PATENT,),
    Function.FERRY_ASSISTANT: (CertificateKind.BOATMAN,),
    Function.FERRY_APPRENTICE: (CertificateKind.BOATMAN,),
}
_HIRED_FOR_ROLE = {
    SafetyRole.PASSENGER_EXPERT: (CertificateKind.PASSENGER_EXPERT,),
    SafetyRole.FIRST_AIDER: (CertificateKind.FIRST_AIDER,),
    SafetyRole.BREATHING_APPARATUS_WEARER: (CertificateKind.BREATHING_BASIC, CertificateKind.BREATHING_REFRESHER),
}
_DAY = timedelta(days=1)


def paper_bars(
    instance: Instance, problem: Problem, person: Person, position: Position, blocks: Iterable[Block]
) -> set[str]:
    """What the certificates of a person say against a place, as texts; absences are not looked at."""
    found: set[str] = set()
    for block in blocks:
        need = problem.needs[block.shift.shift_id]
        findings = [bar for role in position.roles for bar in safety_bars(instance, person, role, block.shift)]
        if position.function not in BESIDE:
            findings += seat_bars(instance, person, position.function, need)
        found |= {bar.text.de for bar in findings if bar.code != "person.absent"}
    return found


def holds_something(problem: Problem, person: Person, position: Position) -> bool:
    """Whether the person holds a certificate for each safety role of a place, in force or not."""
    rulebook, day = problem.instance.rulebook, local(problem.instance.window.start).date()
    kinds = {certificate.kind for certificate in problem.instance.certificates.get(person.crew_id, ())}
    values = [rulebook.values(f"certificate.{kind}", day) or {} for kind in kinds]
    return all(any(role in held.get("safety_roles", ()) for held in values) for role in position.roles)


def paper_facts(
    problem: Problem, person: Person, position: Position, blocks: Sequence[Block]
) -> tuple[Fact, ...] | None:
    """The fewest papers (at most two) with which nothing of the kind bars a person, ``None`` if there are none."""  # fmt: skip
    instance = problem.instance
    before = paper_bars(instance, problem, person, position, blocks)
    if not before:
        return ()
    helping: list[Fact] = []
    for fact in _offers(problem, person, blocks):
        left = _left(problem, person, position, blocks, (fact,))
        if not left:
            return (fact,)
        helping += [fact] if left != before else []
    pairs = combinations(helping, 2)
    return next((pair for pair in pairs if not _left(problem, person, position, blocks, pair)), None)


def _left(
    problem: Problem, person: Person, position: Position, blocks: Sequence[Block], chosen: Iterable[Fact]
) -> set[str]:
    """What still bars a person with these papers."""
    dataset = problem.instance.dataset
    for fact in chosen:
        dataset = fact.change(dataset)
    alone = replace(
        dataset,
        certificates=tuple(c for c in dataset.certificates if c.crew_id == person.crew_id),
        absences=(),
    )
    changed = replace(problem.instance, dataset=alone)
    return paper_bars(changed, problem, alone.crew[person.crew_id], position, blocks)


def _offers(problem: Problem, person: Person, blocks: Sequence[Block]) -> Iterator[Fact]:
    first = local(blocks[0].shift.interval.start).date()
    proof = first - _DAY
    own = problem.instance.certificates.get(person.crew_id, ())
    for kind in dict.fromkeys(certificate.kind for certificate in own):
        yield _renewed(person, kind, proof, first)
    if any(c.kind is CertificateKind.BREATHING_BASIC for c in own):
        yield _obtained(person, CertificateKind.BREATHING_REFRESHER, proof, first, (), Ease.RENEWAL)
    if person.safety_training_on is None or person.safety_training_on > first:
        yield _trained(person, proof, first)
    stretches = tuple(dict.fromkeys(b.shift.stretch or b.shift.waterway for b in blocks))
    for kind in _OBTAINED:
        if not any(certificate.kind is kind and not certificate.scope for certificate in own):
            scope = stretches if kind is CertificateKind.RISK_STRETCH else ()
            yield _obtained(person, kind, proof, first, scope, Ease.AUTHORISATION)


def _renewed(person: Person, kind: CertificateKind, proof: date, first: date) -> Fact:
    def apply(dataset: Dataset, crew_id: str) -> Dataset:
        def renewed(certificate: Certificate) -> Certificate:
            if certificate.crew_id != crew_id or certificate.kind is not kind:
                return certificate
            return replace(certificate, renewed_on=proof, valid_until=None)

        fit = replace(dataset.crew[crew_id], medical_on=proof)
        return replace(
            dataset,
            crew={**dataset.crew, crew_id: fit},
            certificates=tuple(renewed(certificate) for certificate in dataset.certificates),
        )

    name, name_en = term("certificate", kind), term("certificate", kind, "en")
    return Fact(
        name=f"renewal {person.crew_id} {kind}",
        ease=Ease.RENEWAL,
        text=Text(
            f"{person.name} das Zeugnis „{name}“ vor dem {first:%d.%m.} verlängert hätte (mit Tauglichkeitsnachweis, "
            "wo er fällig ist)",
            f'{person.name} had the certificate "{name_en}" renewed before {first:%d.%m.} (with proof of fitness '
            "where it is due)",
        ),
        apply=apply,
        crew_id=person.crew_id,
        joined=Text(
            f"eine dieser Personen das Zeugnis „{name}“ vor dem {first:%d.%m.} verlängert hätte: {{names}}",
            f'one of these had the certificate "{name_en}" renewed before {first:%d.%m.}: {{names}}',
        ),
    )


def _obtained(
    person: Person, kind: CertificateKind, proof: date, first: date, scope: tuple[str, ...], ease: Ease
) -> Fact:
    def apply(dataset: Dataset, crew_id: str) -> Dataset:
        paper = Certificate(crew_id=crew_id, kind=kind, issued_on=proof, scope=scope)
        return replace(dataset, certificates=(*dataset.certificates, paper))

    where = f" ({', '.join(scope)})" if any(scope) else ""
    name, name_en = term("certificate", kind), term("certificate", kind, "en")
    return Fact(
        name=f"paper {person.crew_id} {kind}",
        ease=ease,
        text=Text(
            f"{person.name} vor dem {first:%d.%m.} „{name}“{where} bekäme",
            f'{person.name} obtained "{name_en}"{where} before {first:%d.%m.}',
        ),
        apply=apply,
        crew_id=person.crew_id,
        joined=Text(
            f"eine dieser Personen vor dem {first:%d.%m.} „{name}“{where} bekäme: {{names}}",
            f'one of these obtained "{name_en}"{where} before {first:%d.%m.}: {{names}}',
        ),
    )


def _trained(person: Person, proof: date, first: date) -> Fact:
    def apply(dataset: Dataset, crew_id: str) -> Dataset:
        trained = replace(dataset.crew[crew_id], safety_training_on=proof)
        return replace(dataset, crew={**dataset.crew, crew_id: trained})

    return Fact(
        name=f"training {person.crew_id}",
        ease=Ease.RENEWAL,
        text=Text(
            f"{person.name} vor dem {first:%d.%m.} die grundlegende Sicherheitsausbildung machte",
            f"{person.name} did the basic safety training before {first:%d.%m.}",
        ),
        apply=apply,
        crew_id=person.crew_id,
    )


def hire_fact(problem: Problem, position: Position, blocks: Sequence[Block], number: int) -> Fact | None:
    """Somebody hired for the days of a place with all the papers it asks, ``None`` if none are enough."""
    kinds = [kind for role in position.roles for kind in _HIRED_FOR_ROLE[role]]
    kinds += _HIRED.get(position.function, ())
    if not kinds and position.function is not Function.NIGHT_PATROL:
        return None
    stranger, papers = _stranger(problem, blocks, kinds, f"+{number}")
    dataset = _with(problem.instance.dataset, stranger, papers)
    instance = replace(problem.instance, dataset=dataset)
    extra: tuple[Fact, ...] | None = ()
    if paper_bars(instance, problem, stranger, position, blocks):
        extra = paper_facts(replace(problem, instance=instance), stranger, position, blocks)
    if extra is None:
        return None

    def apply(changed: Dataset, crew_id: str) -> Dataset:
        changed = _with(changed, stranger, papers)
        for fact in extra:
            changed = fact.change(changed)
        return changed

    held = [f.name.split()[-1] for f in extra]
    also = "".join(f" mit „{term('certificate', kind)}“" for kind in held)
    also_en = "".join(f' with "{term("certificate", kind, "en")}"' for kind in held)
    what, shown = _what(position), days_text(days_of(blocks))
    return Fact(
        name=f"hire {number}",
        ease=Ease.HIRE,
        text=Text(
            f"für {shown.de} zusätzlich jemand als {what.de}{also} angeheuert würde",
            f"somebody were hired in addition as {what.en}{also_en} for {shown.en}",
        ),
        apply=apply,
        crew_id=stranger.crew_id,
    )


def _what(position: Position) -> Text:
    if position.roles:
        return Text(
            " und ".join(term("safety_role", role) for role in position.roles),
            " and ".join(term("safety_role", role, "en") for role in position.roles),
        )
    return Text(term("function", position.function), term("function", position.function, "en"))


def _stranger(
    problem: Problem, blocks: Sequence[Block], kinds: Iterable[CertificateKind], crew_id: str
) -> tuple[Person, tuple[Certificate, ...]]:
    days = days_of(blocks)
    window = problem.instance.window
    born = date(days[0].year - 35, 1, 15)
    person = Person(
        crew_id=crew_id,
        name="N. N.",
        birth_date=born,
        employment=Employment.EMPLOYEE,
        entry_on=days[0],
        exit_on=days[-1],
        crew_since=date(days[0].year - 10, 1, 1),
        service_days=1500,
        safety_training_on=date(days[0].year - 10, 1, 1),
        medical_on=days[0] - _DAY,
        history_known_from=day_start(local(window.start).date() - 40 * _DAY),
        history_known_until=window.start,
    )
    issued = days[0] - 30 * _DAY
    papers = tuple(
        Certificate(crew_id=crew_id, kind=kind, issued_on=issued, validated_days=1500, recorded_days=1500)
        for kind in dict.fromkeys(kinds)
    )
    return person, papers


def _with(dataset: Dataset, person: Person, papers: tuple[Certificate, ...]) -> Dataset:
    if person.crew_id in dataset.crew:
        return dataset
    return replace(dataset, crew={**dataset.crew, person.crew_id: person}, certificates=dataset.certificates + papers)
