"""Whether the people of a shift, seated, are on duty as watches and rules ask; and what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from optimizer.domain import Function
from optimizer.findings import Text
from optimizer.manning import OnDutyRule
from optimizer.model.blocks import Block, sailing_parts
from optimizer.model.candidates import Candidate
from optimizer.model.crew_rows import watch_sets
from optimizer.model.needs import MASTER_FUNCTIONS, ShiftNeed
from optimizer.model.problem import Problem
from optimizer.solve.choice import Choice
from optimizer.solve.seating import Seating
from optimizer.terms import term


class DutyCheck:
    """Who of one shift is on duty when, for a choice of people."""

    def __init__(self, problem: Problem, need: ShiftNeed, choice: Choice):
        self._problem = problem
        self._need = need
        self._choice = choice
        self._blocks = problem.blocks_of_shift[need.shift.shift_id]

    def lawful(self, seating: Seating) -> bool:
        """Whether masters, watches and the rules on duty are satisfied by the places people sit in."""
        if len(self._blocks) == 1 and not self._need.watch_needs and not self._need.on_duty:
            return True
        crew = self._choice.crew(self._need.shift.shift_id)
        masters = {c.block for c in crew if seating[c.crew_id].place.function in MASTER_FUNCTIONS}
        sailing = sailing_parts(self._problem.instance, self._need.shift)
        if not all(masters & present for present in watch_sets(self._blocks, sailing)):
            return False
        if not all(self._watch_manned(block, crew, seating) for block in self._blocks):
            return False
        return all(self._enough(rule, crew, seating) for rule in self._need.on_duty if rule.functions is not None)

    def _watch_manned(self, block: Block, crew: Sequence[Candidate], seating: Seating) -> bool:
        """Whether a crew the watch needs is seated in it."""
        needs = self._need.watch_needs.get(block.watch_name, ())
        there = Counter(seating[c.crew_id].place.function for c in crew if c.block == block.index)
        there[Function.NIGHT_PATROL] = sum(
            1
            for (_, index), job in self._choice.jobs.items()
            if index == block.index and job.function is Function.NIGHT_PATROL
        )
        return not needs or any(all(there[f] >= n for f, n in wanted.items()) for wanted in needs)

    def _enough(self, rule: OnDutyRule, crew: Sequence[Candidate], seating: Seating) -> bool:
        """Whether enough people sit in places that count for a rule, at every instant of it."""
        functions = [(c.block, seating[c.crew_id].place.function) for c in crew]
        own = {block.index for block in self._blocks}
        functions += [(index, job.function) for (_, index), job in self._choice.jobs.items() if index in own]
        counting = [index for index, function in functions if function in (rule.functions or ())]
        return all(
            sum(1 for index in counting if index in present) >= rule.at_least
            for present in watch_sets(self._blocks, rule.intervals)
        )

    def gap(self) -> Text | None:
        """What the foreseen people could not meet on duty, or that the voyage has stopped before."""
        stopped = stopped_before(self._problem, self._need, self._choice)
        if stopped is not None:
            return stopped
        people = self._choice.foreseen.get(self._need.shift.shift_id, ())
        for rule in self._need.on_duty:
            counting = [c.block for c in people if _counts(c, rule)]
            for present in watch_sets(self._blocks, rule.intervals):
                if sum(1 for index in counting if index in present) < rule.at_least:
                    return _needed_on_duty(rule)
        return None


def _needed_on_duty(rule: OnDutyRule) -> Text:
    which = Text("", "")
    if rule.certificate is not None:
        which = Text(
            f" mit Zeugnis {term('certificate', rule.certificate, 'de')}",
            f" holding the certificate {term('certificate', rule.certificate, 'en')}",
        )
    elif rule.functions is not None:
        which = Text(" der Decksmannschaft", " of the deck crew")
    return Text(
        f"Jederzeit im Dienst nötig: {rule.at_least} Personen{which.de} [{rule.citation}].",
        f"Needed on duty at all times: {rule.at_least} people{which.en} [{rule.citation}].",
    )


def _counts(candidate: Candidate, rule: OnDutyRule) -> bool:
    if rule.certificate is not None and rule.certificate not in candidate.certificates:
        return False
    return rule.functions is None or any(seat.place.function in rule.functions for seat in candidate.seats)


def stopped_before(problem: Problem, need: ShiftNeed, choice: Choice) -> Text | None:
    """That the voyage of a shift already stopped with an earlier one."""
    shift_id = need.shift.shift_id
    chain = next((chain for chain in problem.voyages if shift_id in chain), (shift_id,))
    before = [earlier for earlier in chain[: chain.index(shift_id)] if earlier not in choice.option]
    if not before:
        return None
    return Text(
        f"Die Reise kann schon mit Schicht {before[0]} nicht fahren und geht ohne Besatzungswechsel nicht weiter.",
        f"The voyage already may not sail with shift {before[0]} and does not go on without a change of crew.",
    )
