"""What the rows of the model do not state: people's whole records, seats and breaks, judged and cut off."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from optimizer.domain import Person
from optimizer.model.blocks import Block
from optimizer.model.problem import Problem
from optimizer.model.roster_model import RosterModel
from optimizer.solve.choice import Choice
from optimizer.solve.read_out import try_out

Key = tuple[str, int]

#: A person, the blocks (by index) of which the person may work all but one, and others that lift this.
Cut = tuple[str, tuple[int, ...], tuple[int, ...]]


@dataclass
class Cuts:
    """Sets of duties and crews found unlawful so far; every model of the run is told of them."""

    problem: Problem
    _records: list[Cut] = field(default_factory=list)
    _misfits: list[tuple[tuple[Key, ...], tuple[Key, ...]]] = field(default_factory=list)

    def cut_off(self, model: RosterModel, choice: Choice) -> bool:
        """Forbid the unlawful records of a choice; whether there were any."""
        fresh = _faulted_records(self.problem, choice)
        if fresh:
            for cut in sorted(_for_all_alike(self.problem, fresh)):
                model.forbid(*cut)
                self._records.append(cut)
            return True
        misfit = try_out(self.problem, choice)
        if misfit is None:
            return False
        # Where the crew is only at odds with the functions it keeps, other functions may still do.
        freely = try_out(self.problem, self._without_kept(choice)) if choice.kept else misfit
        shifts = misfit.shift_ids if freely is None else freely.shift_ids
        crews = tuple((c.crew_id, c.block) for shift_id in shifts for c in choice.serves.get(shift_id, ()))
        kept = tuple(key for key in crews if key in choice.kept) if freely is None else ()
        self._misfits.append((crews, kept))
        model.forbid_together(crews, kept)
        return True

    def apply(self, model: RosterModel) -> None:
        """Forbid in another model of the same problem what was found so far."""
        for cut in self._records:
            model.forbid(*cut)
        for crews, kept in self._misfits:
            model.forbid_together(crews, kept)

    def _without_kept(self, choice: Choice) -> Choice:
        """The choice with everybody free for any of their seats."""
        free = {(c.crew_id, c.block): c for c in self.problem.candidates}
        serves = {s: tuple(free[c.crew_id, c.block] for c in people) for s, people in choice.serves.items()}
        return replace(choice, serves=serves, kept={})

    def repaired(self, choice: Choice) -> Choice:
        """A lawful choice from an unlawful one: shifts of faulted people or crews stay at the quay."""
        while ashore := _faulted_shifts(self.problem, choice):
            ashore = _with_dependent(self.problem, choice, ashore)
            choice = replace(
                choice,
                serves={shift_id: people for shift_id, people in choice.serves.items() if shift_id not in ashore},
                option={shift_id: k for shift_id, k in choice.option.items() if shift_id not in ashore},
            )
        return choice


def _with_dependent(problem: Problem, choice: Choice, ashore: set[str]) -> set[str]:
    """Shifts ashore with those that then may not sail: later ones of a voyage, and voyages that go on after one."""
    while True:
        afloat = choice.option.keys() - ashore
        needs = {shift_id: problem.needs[shift_id].only_after for shift_id in afloat}
        more = {shift_id for shift_id, first in needs.items() if first in problem.needs and first not in afloat}
        more |= {later for chain in problem.voyages for later in _from_first(chain, ashore)}
        if more <= ashore:
            return ashore
        ashore = ashore | more


def _faulted_shifts(problem: Problem, choice: Choice) -> set[str]:
    """One shift of every unlawful record, else the shifts whose crew cannot be seated or given breaks."""
    cuts = _faulted_records(problem, choice)
    if cuts:
        return {problem.blocks[blocks[-1]].shift.shift_id for _, blocks, _ in cuts}
    misfit = try_out(problem, choice)
    return set() if misfit is None else set(misfit.shift_ids) & set(choice.option)


def _from_first(chain: tuple[str, ...], ashore: set[str]) -> tuple[str, ...]:
    """A voyage stops at its first shift that stays ashore; the later ones stay with it."""
    return next((chain[position:] for position, shift_id in enumerate(chain) if shift_id in ashore), ())


def _faulted_records(problem: Problem, choice: Choice) -> list[Cut]:
    """For every person whose whole record breaks a rule, a smallest set of blocks that does."""
    cuts = []
    for crew_id in sorted({c.crew_id for people in choice.serves.values() for c in people}):
        person = problem.instance.dataset.crew[crew_id]
        blocks = [problem.blocks[index] for index in sorted(choice.blocks_of(crew_id))]
        if not _unlawful(problem, person, blocks):
            continue
        for block in list(blocks):
            smaller = [other for other in blocks if other is not block]
            if smaller and _unlawful(problem, person, smaller):
                blocks = smaller
        unless = problem.oracle.travel.shortening(blocks, problem.blocks)
        cuts.append((crew_id, tuple(block.index for block in blocks), unless))
    return cuts


def _for_all_alike(problem: Problem, cuts: Iterable[Cut]) -> set[Cut]:
    """The cuts for everybody whom the rules bar from the same duties, so that none is found one by one."""
    able: dict[int, set[str]] = {}
    for candidate in problem.candidates:
        able.setdefault(candidate.block, set()).add(candidate.crew_id)
    everybody = set(cuts)
    for blocks in {blocks for _, blocks, _ in cuts}:
        duties = [problem.blocks[index] for index in blocks]
        unless = problem.oracle.travel.shortening(duties, problem.blocks)
        for crew_id in set.intersection(*(able.get(index, set()) for index in blocks)):
            if _unlawful(problem, problem.instance.dataset.crew[crew_id], duties):
                everybody.add((crew_id, blocks, unless))
    return everybody


def _unlawful(problem: Problem, person: Person, blocks: list[Block]) -> bool:
    """Whether rest, or the time on board of a changing crew, forbids a person's whole record."""
    too_long = problem.crew_change.too_long_on_board(blocks, person.crew_id)
    return too_long or problem.oracle.whole_breach(person, blocks) is not None
