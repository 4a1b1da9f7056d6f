"""The roster problem of one window: everything the model counts, free of solver types."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from optimizer.findings import Finding, Severity, Text
from optimizer.instance import Instance
from optimizer.model.before import Before
from optimizer.model.blocks import Block, build_blocks
from optimizer.model.candidates import Candidate, CandidateFinder
from optimizer.model.conflicts import ConflictFinder, Conflicts
from optimizer.model.costs import CostTable, build_costs
from optimizer.model.crew_change import CrewChangeRule
from optimizer.model.locks import apply_locks, compatible_locks
from optimizer.model.needs import ShiftNeed, build_need
from optimizer.model.pairs import PairRules
from optimizer.model.people import FixedTime, fixed_time
from optimizer.model.rest_oracle import Judgements, RestOracle
from optimizer.model.rotations import Rotations
from optimizer.model.running import RunningVoyages, begun_groups, keep_running, running_notes, running_voyages
from optimizer.model.travel import TravelTimes
from optimizer.model.windows import DaysRow, WindowBuilder, WindowRow


@dataclass(frozen=True)
class Problem:
    """What to decide: which candidate works which block, which option crews a shift, what sails.

    ``conflicts`` are, by person, the blocks that exclude each other. ``locked`` are
    (crew id, block index) pairs that hold whenever the shift sails; who is ``aboard`` works one of
    these blocks then. ``before`` is the roster a replan is compared with.
    """

    instance: Instance
    blocks: tuple[Block, ...]
    needs: Mapping[str, ShiftNeed]
    candidates: tuple[Candidate, ...]
    conflicts: Mapping[str, Conflicts]
    window_rows: tuple[WindowRow, ...]
    day_rows: tuple[DaysRow, ...]
    locked: frozenset[tuple[str, int]]
    aboard: tuple[tuple[str, tuple[int, ...]], ...]
    costs: CostTable
    fixed: Mapping[str, FixedTime]
    oracle: RestOracle
    crew_change: CrewChangeRule
    rotations: Rotations
    running: RunningVoyages
    pairs: PairRules
    begun_groups: Mapping[str, frozenset[str]]
    notes: tuple[Finding, ...] = field(default=())
    before: Before | None = None

    @cached_property
    def blocks_of_shift(self) -> Mapping[str, tuple[Block, ...]]:
        grouped: dict[str, list[Block]] = defaultdict(list)
        for block in self.blocks:
            grouped[block.shift.shift_id].append(block)
        return {shift_id: tuple(items) for shift_id, items in grouped.items()}

    @cached_property
    def ashore(self) -> frozenset[str]:
        """Shifts that cannot sail whatever the crew, and what would follow them on their voyage."""
        barred = {shift_id for shift_id, need in self.needs.items() if need.no_crew_known}
        for chain in self.voyages:
            first = next((position for position, shift_id in enumerate(chain) if shift_id in barred), len(chain))
            barred |= set(chain[first:])
        return frozenset(barred)

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


def build_problem(instance: Instance, known: Judgements | None = None) -> Problem:
    """Derive the problem from an instance; every later step only reads it.

    ``known`` are judgements of rest from another window of the same dataset, and takes the new ones.
    """
    travel = TravelTimes(instance)
    fixed = {person.crew_id: fixed_time(instance, person, travel) for person in instance.dataset.crew.values()}
    needs = {shift.shift_id: build_need(instance, shift) for shift in instance.shifts}
    blocks = tuple(_with_alone(block, needs[block.shift.shift_id].one_person_crew) for block in build_blocks(instance))
    oracle = RestOracle(instance, fixed, travel, known)
    crew_change = CrewChangeRule(instance, frozenset(s for s, need in needs.items() if need.crew_change))
    rotations, running, pairs = Rotations(instance), running_voyages(instance), PairRules.of(instance)
    finder = CandidateFinder(instance, fixed, oracle, crew_change, rotations)
    candidates, kept = _candidates(finder, needs, blocks, running)
    locks = apply_locks(instance, blocks, candidates, finder, running)
    candidates = pairs.with_mentors(locks.candidates, blocks, running)
    conflict_finder = ConflictFinder(instance, blocks, oracle, crew_change)
    windows = WindowBuilder(instance, blocks, fixed)
    conflicts: dict[str, Conflicts] = {}
    window_rows: list[WindowRow] = []
    day_rows: list[DaysRow] = []
    for crew_id, indices in _blocks_of_people(candidates).items():
        person, own = instance.dataset.crew[crew_id], [blocks[index] for index in sorted(indices)]
        conflicts[crew_id] = conflict_finder.of_person(person, own)
        window_rows += windows.rows(person, own, conflicts[crew_id].common)
        day_rows += windows.day_rows(person, own)
    here = {(c.crew_id, c.block) for c in candidates}
    aboard = [(c, still) for c, own in kept if (still := tuple(b for b in own if (c, b) in here))]
    locked, clashes = compatible_locks(instance, blocks, locks.locked, here, conflicts, pairs)
    return Problem(
        instance=instance,
        blocks=blocks,
        needs=needs,
        candidates=tuple(candidates),
        conflicts=conflicts,
        window_rows=tuple(window_rows),
        day_rows=tuple(day_rows),
        locked=locked | {(c, blocks[0]) for c, blocks in aboard if len(blocks) == 1},
        aboard=tuple((c, blocks) for c, blocks in aboard if len(blocks) > 1),
        costs=build_costs(instance, blocks, needs, candidates, fixed, rotations, pairs),
        fixed=fixed,
        oracle=oracle,
        crew_change=crew_change,
        rotations=rotations,
        running=running,
        pairs=pairs,
        begun_groups=begun_groups(instance),
        notes=(*locks.notes, *clashes, *running_notes(instance, running), *_history_notes(instance, fixed)),
    )


def _candidates(
    finder: CandidateFinder, needs: Mapping[str, ShiftNeed], blocks: tuple[Block, ...], running: RunningVoyages
) -> tuple[list[Candidate], list[tuple[str, tuple[int, ...]]]]:
    """Who may serve where, and who must because they are on board already."""
    by_shift: dict[str, list[Block]] = defaultdict(list)
    for block in blocks:
        by_shift[block.shift.shift_id].append(block)
    candidates: list[Candidate] = []
    kept: list[tuple[str, tuple[int, ...]]] = []
    for shift_id, need in needs.items():
        if not need.stretches or need.plan_bars:
            continue
        found, stay = keep_running(running, by_shift, finder.of_shift(need, by_shift[shift_id]), need.shift)
        candidates += found
        kept += stay
    return candidates, kept


def _with_alone(block: Block, alone: bool) -> Block:
    return replace(block, alone=alone)


def _blocks_of_people(candidates: list[Candidate]) -> dict[str, set[int]]:
    grouped: dict[str, set[int]] = defaultdict(set)
    for candidate in candidates:
        grouped[candidate.crew_id].add(candidate.block)
    return grouped


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
