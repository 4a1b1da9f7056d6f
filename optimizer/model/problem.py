"""The roster problem of one window: everything the model counts, free of solver types."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from optimizer.domain import Function, Pin, PinStatus
from optimizer.findings import Finding, Severity, Text
from optimizer.instance import Instance
from optimizer.model.blocks import Block, build_blocks
from optimizer.model.candidates import Candidate, CandidateFinder
from optimizer.model.conflicts import ConflictFinder, Conflicts
from optimizer.model.costs import CostTable, build_costs
from optimizer.model.crew_change import CrewChangeRule
from optimizer.model.needs import ShiftNeed, build_need
from optimizer.model.people import FixedTime, fixed_time
from optimizer.model.rest_oracle import RestOracle
from optimizer.model.windows import DaysRow, WindowBuilder, WindowRow
from optimizer.terms import term


@dataclass(frozen=True)
class Problem:
    """What to decide: which candidate works which block, which option crews a shift, what sails.

    ``conflicts`` are, by person, the blocks that exclude each other. ``locked`` are (crew id, block index) pairs that hold whenever the shift sails.
    """

    instance: Instance
    blocks: tuple[Block, ...]
    needs: Mapping[str, ShiftNeed]
    candidates: tuple[Candidate, ...]
    conflicts: Mapping[str, Conflicts]
    window_rows: tuple[WindowRow, ...]
    day_rows: tuple[DaysRow, ...]
    locked: frozenset[tuple[str, int]]
    costs: CostTable
    fixed: Mapping[str, FixedTime]
    oracle: RestOracle
    crew_change: CrewChangeRule
    notes: tuple[Finding, ...] = field(default=())

    @cached_property
    def blocks_of_shift(self) -> Mapping[str, tuple[Block, ...]]:
        grouped: dict[str, list[Block]] = defaultdict(list)
        for block in self.blocks:
            grouped[block.shift.shift_id].append(block)
        return {shift_id: tuple(items) for shift_id, items in grouped.items()}

    @cached_property
    def candidates_of_shift(self) -> Mapping[str, tuple[Candidate, ...]]:
        grouped: dict[str, list[Candidate]] = defaultdict(list)
        for candidate in self.candidates:
            grouped[self.blocks[candidate.block].shift.shift_id].append(candidate)
        return {shift_id: tuple(grouped.get(shift_id, ())) for shift_id in self.needs}

    @cached_property
    def candidates_of_person(self) -> Mapping[str, tuple[Candidate, ...]]:
        grouped: dict[str, list[Candidate]] = defaultdict(list)
        for candidate in self.candidates:
            grouped[candidate.crew_id].append(candidate)
        return {crew_id: tuple(items) for crew_id, items in grouped.items()}

    @cached_property
    def voyages(self) -> tuple[tuple[str, ...], ...]:
        """Shift ids of every voyage of more than one shift, in order of sailing."""
        return self._chains("voyage_id")

    @cached_property
    def duty_groups(self) -> tuple[tuple[str, ...], ...]:
        return self._chains("duty_group")

    def _chains(self, attribute: str) -> tuple[tuple[str, ...], ...]:
        grouped: dict[str, list[str]] = defaultdict(list)
        for shift in self.instance.shifts:
            key = getattr(shift, attribute)
            if key:
                grouped[key].append(shift.shift_id)
        return tuple(tuple(ids) for ids in grouped.values() if len(ids) > 1)


def build_problem(instance: Instance) -> Problem:
    """Derive the problem from an instance; every later step only reads it."""
    fixed = {person.crew_id: fixed_time(instance, person) for person in instance.dataset.crew.values()}
    needs = {shift.shift_id: build_need(instance, shift) for shift in instance.shifts}
    blocks = tuple(_with_alone(block, needs[block.shift.shift_id].one_person_crew) for block in build_blocks(instance))
    oracle = RestOracle(instance, fixed)
    crew_change = CrewChangeRule(instance, frozenset(s for s, need in needs.items() if need.crew_change))
    finder = CandidateFinder(instance, fixed, oracle, crew_change)
    by_shift: dict[str, list[Block]] = defaultdict(list)
    for block in blocks:
        by_shift[block.shift.shift_id].append(block)
    candidates = [
        candidate
        for shift_id, need in needs.items()
        if need.stretches and not need.plan_bars
        for candidate in finder.of_shift(need, by_shift[shift_id])
    ]
    candidates, locked, notes = _apply_locks(instance, blocks, candidates)
    conflict_finder = ConflictFinder(instance, blocks, oracle, crew_change)
    windows = WindowBuilder(instance, blocks, fixed)
    conflicts: dict[str, Conflicts] = {}
    window_rows: list[WindowRow] = []
    day_rows: list[DaysRow] = []
    for crew_id, indices in _blocks_of_people(candidates).items():
        person, own = instance.dataset.crew[crew_id], [blocks[index] for index in sorted(indices)]
        conflicts[crew_id] = conflict_finder.of_person(person, own)
        window_rows += windows.rows(person, own, conflicts[crew_id].pairs)
        day_rows += windows.day_rows(person, own)
    locked, clashes = _compatible_locks(instance, blocks, locked, conflicts)
    return Problem(
        instance=instance,
        blocks=blocks,
        needs=needs,
        candidates=tuple(candidates),
        conflicts=conflicts,
        window_rows=tuple(window_rows),
        day_rows=tuple(day_rows),
        locked=locked,
        costs=build_costs(instance, blocks, needs, candidates, fixed),
        fixed=fixed,
        oracle=oracle,
        crew_change=crew_change,
        notes=(*notes, *clashes, *_history_notes(instance, fixed)),
    )


def _with_alone(block: Block, alone: bool) -> Block:
    return replace(block, alone=alone)


def _blocks_of_people(candidates: list[Candidate]) -> dict[str, set[int]]:
    grouped: dict[str, set[int]] = defaultdict(set)
    for candidate in candidates:
        grouped[candidate.crew_id].add(candidate.block)
    return grouped


def _apply_locks(
    instance: Instance, blocks: tuple[Block, ...], candidates: list[Candidate]
) -> tuple[list[Candidate], frozenset[tuple[str, int]], list[Finding]]:
    """Restrict locked people to their locked function; release and report locks the law forbids."""
    by_key = {(c.crew_id, c.block): position for position, c in enumerate(candidates)}
    locked: set[tuple[str, int]] = set()
    notes: list[Finding] = []
    for pin in instance.dataset.pins:
        if pin.status is not PinStatus.LOCKED or pin.function in (Function.CABIN_STAFF, Function.ADDITIONAL):
            continue
        keys = [
            (pin.crew_id, b.index)
            for b in blocks
            if b.shift.shift_id == pin.shift_id and (b.watch_name == pin.watch or not pin.watch)
        ]
        key = next((key for key in keys if key in by_key), None)
        if not keys:
            continue
        if key is None:
            notes.append(_lock_released(instance, pin, blocks[keys[0][1]]))
            continue
        candidate = candidates[by_key[key]]
        seats = frozenset(s for s in candidate.seats if pin.function in (None, s.place.function))
        if not seats and not candidate.cabin_staff:
            notes.append(_lock_released(instance, pin, blocks[key[1]]))
            continue
        candidates[by_key[key]] = Candidate(
            candidate.crew_id, candidate.block, seats, candidate.roles, candidate.cabin_staff
        )
        locked.add(key)
    return candidates, frozenset(locked), notes


def _lock_released(instance: Instance, pin: Pin, block: Block) -> Finding:
    person, vessel = instance.dataset.crew[pin.crew_id], instance.vessel_of(block.shift)
    function = term("function", pin.function, "de") if pin.function else "Besatzungsmitglied"
    function_en = term("function", pin.function, "en") if pin.function else "crew member"
    return Finding(
        code="lock.released",
        severity=Severity.INFO,
        text=Text(
            f"Sperre gelöst: {person.name} darf oder kann {vessel.name}, Schicht {pin.shift_id}, nicht als {function} fahren.",
            f"Lock released: {person.name} may not or cannot serve on {vessel.name}, shift {pin.shift_id}, as {function_en}.",
        ),
        shift_id=pin.shift_id,
        vessel_id=vessel.vessel_id,
        crew_id=pin.crew_id,
        interval=block.shift.interval,
    )


def _compatible_locks(
    instance: Instance,
    blocks: tuple[Block, ...],
    locked: frozenset[tuple[str, int]],
    conflicts: Mapping[str, Conflicts],
) -> tuple[frozenset[tuple[str, int]], list[Finding]]:
    """Keep the earlier of two locks that exclude each other, and name both."""
    kept: list[tuple[str, int]] = []
    notes: list[Finding] = []
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


def _history_notes(instance: Instance, fixed: Mapping[str, FixedTime]) -> list[Finding]:
    citation = instance.rulebook.citation("rest.elsewhere_counts")
    notes = []
    for person in instance.dataset.crew.values():
        if not fixed[person.crew_id].unknown_history or not person.active:
            continue
        assumed = instance.assume_rested
        notes.append(
            Finding(
                code="history.assumed_rested" if assumed else "history.unknown",
                severity=Severity.INFO,
                text=Text(
                    f"{person.name}: Dienste der letzten 31 Tage nur teilweise bekannt"
                    + ("; als ausgeruht angenommen." if assumed else "; die bekannten Zeiten wurden geprüft."),
                    f"{person.name}: duties of the last 31 days only partly known"
                    + ("; assumed rested." if assumed else "; the known times were judged."),
                ),
                citation=citation,
                crew_id=person.crew_id,
            )
        )
    return notes
