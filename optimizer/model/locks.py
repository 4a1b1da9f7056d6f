"""Locks of ``assignments.csv``: kept where the law allows them, released and reported where not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from optimizer.domain import Function, Pin, PinStatus
from optimizer.findings import Finding, Severity, Text
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.model.candidates import Candidate, CandidateFinder
from optimizer.model.conflicts import Conflicts
from optimizer.model.pairs import PairRules
from optimizer.model.running import RunningVoyages
from optimizer.terms import term

Key = tuple[str, int]


@dataclass
class Locks:
    """Candidates with locked people restricted to their locked place, the locks kept, what was released."""

    candidates: list[Candidate]
    locked: frozenset[Key] = frozenset()
    notes: list[Finding] = field(default_factory=list)


def apply_locks(
    instance: Instance,
    blocks: tuple[Block, ...],
    candidates: list[Candidate],
    finder: CandidateFinder,
    running: RunningVoyages,
) -> Locks:
    """Restrict locked people to their locked function; release and report locks the law forbids."""
    extra, kept, notes = _on_board_in_addition(instance, blocks, finder, running)
    replaced = {(c.crew_id, blocks[c.block].shift.shift_id) for c in extra}
    candidates = [c for c in candidates if (c.crew_id, blocks[c.block].shift.shift_id) not in replaced] + extra
    by_key = {(c.crew_id, c.block): position for position, c in enumerate(candidates)}
    locked: set[Key] = {(c.crew_id, c.block) for c in extra}
    for pin in instance.dataset.pins:
        if pin.status is not PinStatus.LOCKED or pin.function in (Function.CABIN_STAFF, Function.ADDITIONAL):
            continue
        keys = [(pin.crew_id, block.index) for block in _blocks_of(pin, blocks)]
        key = next((key for key in keys if key in by_key), None)
        if not keys:
            continue
        chosen = None if key is None else _restricted(candidates[by_key[key]], pin)
        if key is None or chosen is None:
            notes.append(_released(instance, pin, blocks[keys[0][1]]))
            continue
        candidates[by_key[key]] = chosen
        locked.add(key)
    return Locks(candidates, frozenset(locked), notes)


def _blocks_of(pin: Pin, blocks: Iterable[Block]) -> list[Block]:
    return [b for b in blocks if b.shift.shift_id == pin.shift_id and (b.watch_name == pin.watch or not pin.watch)]


def _restricted(candidate: Candidate, pin: Pin) -> Candidate | None:
    """The candidate in the locked function only, ``None`` if they cannot fill it."""
    if candidate.additional:
        return candidate
    seats = frozenset(s for s in candidate.seats if pin.function in (None, s.place.function))
    jobs = frozenset(job for job in candidate.jobs if pin.function in (None, job.function))
    if not seats and not jobs and not candidate.cabin_staff:
        return None
    return replace(candidate, seats=seats, jobs=jobs)


def _on_board_in_addition(
    instance: Instance, blocks: tuple[Block, ...], finder: CandidateFinder, running: RunningVoyages
) -> tuple[list[Candidate], list[Key], list[Finding]]:
    """People locked on board above the crew; on a voyage they stay to its end."""
    found: dict[Key, Candidate] = {}
    notes: list[Finding] = []
    for pin in _additional_pins(instance, running):
        voyage = instance.dataset.shifts[pin.shift_id].voyage_id
        own = [b for b in blocks if b.shift.shift_id == pin.shift_id or (voyage and b.shift.voyage_id == voyage)]
        if not own or any(key[0] == pin.crew_id and blocks[key[1]] in own for key in found):
            continue
        person = instance.dataset.crew[pin.crew_id]
        shifts = {block.shift.shift_id for block in own}
        for watch in dict.fromkeys(block.watch_name for block in own if pin.watch in ("", block.watch_name)):
            there = [finder.additional(person, block) for block in own if block.watch_name == watch]
            aboard = [candidate for candidate in there if candidate is not None]
            if len(aboard) == len(shifts):
                found |= {(c.crew_id, c.block): c for c in aboard}
                break
        else:
            notes.append(_released(instance, pin, own[0]))
    return list(found.values()), list(found), notes


def _additional_pins(instance: Instance, running: RunningVoyages) -> list[Pin]:
    locked = [pin for pin in instance.dataset.pins if pin.status is PinStatus.LOCKED]
    aboard = [pin for pins in running.crew.values() for pin in pins]
    return [pin for pin in (*aboard, *locked) if pin.function is Function.ADDITIONAL]


def _released(instance: Instance, pin: Pin, block: Block) -> Finding:
    person, vessel = instance.dataset.crew[pin.crew_id], instance.vessel_of(block.shift)
    function = term("function", pin.function, "de") if pin.function else "Besatzungsmitglied"
    function_en = term("function", pin.function, "en") if pin.function else "crew member"
    return Finding(
        code="lock.released",
        severity=Severity.INFO,
        text=Text(
            f"Sperre gelöst: {person.name} darf oder kann {vessel.name}, Schicht {pin.shift_id}, nicht als "
            f"{function} fahren.",
            f"Lock released: {person.name} may not or cannot serve on {vessel.name}, shift {pin.shift_id}, as "
            f"{function_en}.",
        ),
        shift_id=pin.shift_id,
        vessel_id=vessel.vessel_id,
        crew_id=pin.crew_id,
        interval=block.shift.interval,
    )


def compatible_locks(
    instance: Instance,
    blocks: tuple[Block, ...],
    locked: frozenset[Key],
    here: Collection[Key],
    conflicts: Mapping[str, Conflicts],
    pairs: PairRules,
) -> tuple[frozenset[Key], list[Finding]]:
    """Keep the earlier of two locks that exclude each other, and name both; ``here`` are the candidates."""
    notes = [_without_mentor(instance, blocks, key) for key in sorted(locked) if key not in here]
    locked, clashes = _without_clashing_pairs(instance, blocks, locked.intersection(here), pairs)
    notes += clashes
    kept: list[Key] = []
    for crew_id, index in sorted(locked, key=lambda key: (key[0], blocks[key[1]].shift.interval)):
        clash = next((k for k in kept if k[0] == crew_id and _pair(k[1], index) in conflicts[crew_id].pairs), None)
        if clash is None:
            kept.append((crew_id, index))
            continue
        rule_id = conflicts[crew_id].pairs[_pair(clash[1], index)]
        first, second = blocks[clash[1]].shift.shift_id, blocks[index].shift.shift_id
        name = instance.dataset.crew[crew_id].name
        known = rule_id in instance.rulebook.rules
        notes.append(
            Finding(
                code="lock.clash",
                severity=Severity.INFO,
                text=Text(
                    f"Die Sperren von {name} auf {first} und {second} schließen sich aus; {second} wurde gelöst.",
                    f"The locks of {name} on {first} and {second} exclude each other; {second} was released.",
                ),
                citation=instance.rulebook.citation(rule_id) if known else "",
                shift_id=second,
                crew_id=crew_id,
            )
        )
    return frozenset(kept), notes


def _pair(a: int, b: int) -> tuple[int, int]:
    return (min(a, b), max(a, b))


def _without_mentor(instance: Instance, blocks: tuple[Block, ...], key: Key) -> Finding:
    person, shift = instance.dataset.crew[key[0]], blocks[key[1]].shift
    return Finding(
        code="lock.released",
        severity=Severity.INFO,
        text=Text(
            f"Sperre gelöst: {person.name} fährt nur mit Mentor, und der kann auf Schicht {shift.shift_id} "
            "nicht fahren.",
            f"Lock released: {person.name} serves only with their mentor, who cannot serve on shift {shift.shift_id}.",
        ),
        shift_id=shift.shift_id,
        vessel_id=shift.vessel_id,
        crew_id=person.crew_id,
        interval=shift.interval,
    )


def _without_clashing_pairs(
    instance: Instance, blocks: tuple[Block, ...], locked: frozenset[Key], pairs: PairRules
) -> tuple[frozenset[Key], list[Finding]]:
    """Of two people who may not serve together only the first one keeps the lock on a shift."""
    kept = set(locked)
    notes: list[Finding] = []
    for first, second in pairs.apart:
        there = {blocks[index].shift.shift_id for crew_id, index in kept if crew_id == first}
        for key in sorted(k for k in kept if k[0] == second and blocks[k[1]].shift.shift_id in there):
            kept.discard(key)
            shift_id = blocks[key[1]].shift.shift_id
            names = [instance.dataset.crew[crew_id].name for crew_id in (first, second)]
            notes.append(
                Finding(
                    code="lock.clash",
                    severity=Severity.INFO,
                    text=Text(
                        f"{names[0]} und {names[1]} sollen nicht zusammen fahren; die Sperre von {names[1]} "
                        f"auf {shift_id} wurde gelöst.",
                        f"{names[0]} and {names[1]} are to serve apart; the lock of {names[1]} on {shift_id} "
                        "was released.",
                    ),
                    shift_id=shift_id,
                    crew_id=second,
                )
            )
    return frozenset(kept), notes
