"""Why a place is open: for every person who holds something for it, the first thing in the way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from optimizer.domain import Person, SafetyRole
from optimizer.eligibility import holds_something_for, person_bars, place_bars, safety_bars, second_patent_bars
from optimizer.findings import Text
from optimizer.model.blocks import Block
from optimizer.model.needs import Seat, ShiftNeed
from optimizer.model.people import is_minor
from optimizer.model.problem import Problem
from optimizer.solve.read_out import Choice
from optimizer.terms import term
from optimizer.timeline import Interval, local


class CauseFinder:
    """Explain open places of a choice from facts: bars, absence, other duties, rest.

    Every person with a certificate for the place is named once, under the first cause that holds.
    """

    def __init__(self, problem: Problem, choice: Choice):
        self._problem = problem
        self._choice = choice
        self._worked = {
            crew_id: [problem.blocks[index] for index in choice.blocks_of(crew_id)]
            for crew_id in problem.instance.dataset.crew
        }

    def reason(self, need: ShiftNeed, wanted: Seat | SafetyRole) -> Text:
        """The cause in one sentence per group of people, German and English, with citations."""
        grouped: dict[Text, list[str]] = defaultdict(list)
        for person in self._problem.instance.dataset.crew.values():
            if person.active and self._relevant(person, need, wanted):
                grouped[self._cause(person, need, wanted)].append(person.name)
        return Text(self._sentence(wanted, grouped, "de"), self._sentence(wanted, grouped, "en"))

    def _relevant(self, person: Person, need: ShiftNeed, wanted: Seat | SafetyRole) -> bool:
        """Whether the person holds (or held) any certificate that could serve this place."""
        return holds_something_for(self._problem.instance, person, wanted.place if isinstance(wanted, Seat) else wanted, need.shift)

    def _cause(self, person: Person, need: ShiftNeed, wanted: Seat | SafetyRole) -> Text:
        instance, shift = self._problem.instance, need.shift
        bars = person_bars(instance, person, shift.interval)
        if not bars and isinstance(wanted, Seat):
            bars = place_bars(instance, person, wanted.place, shift)
            if not bars and wanted.stretch_patent:
                bars = second_patent_bars(instance, person, shift)
        elif not bars:
            bars = safety_bars(instance, person, wanted, shift)
        if bars:
            cited = f" [{bars[0].citation}]" if bars[0].citation else ""
            return Text(_short(bars[0].text.de) + cited, _short(bars[0].text.en) + cited)
        return self._busy(person, self._problem.blocks_of_shift[shift.shift_id])

    def _busy(self, person: Person, blocks: Iterable[Block]) -> Text:
        fixed = self._problem.fixed[person.crew_id]
        for block in blocks:
            shift = block.shift
            if any(shift.interval.overlaps(part) for part in fixed.away):
                return Text("anderer Dienst eingetragen", "other duty recorded")
            if fixed.earliest is not None and shift.interval.start < fixed.earliest:
                rule = self._problem.instance.rulebook.citation("rest.elsewhere_counts")
                clock = local(fixed.earliest).strftime("%d.%m. %H:%M")
                return Text(f"Ruhe erst ab {clock} nachgewiesen [{rule}]", f"rest proven only from {clock} [{rule}]")
            for worked in self._worked[person.crew_id]:
                if worked.shift.interval.overlaps(shift.interval):
                    return Text("zur selben Zeit an anderer Stelle eingeteilt", "assigned elsewhere at the same time")
        return self._rest(person, list(blocks))

    def _rest(self, person: Person, blocks: list[Block]) -> Text:
        problem = self._problem
        fitting = [b for b in blocks if self._watch_fits(person, b)]
        if not fitting:
            return Text("keine Wache für Jugendliche in dieser Schicht", "no watch for minors in this shift")
        breach = problem.oracle.breach(person, (fitting[0],))
        if breach is not None:
            return self._rule(breach.rule_id, fitting[0].shift.interval)
        for worked in self._worked[person.crew_id]:
            key = (min(worked.index, fitting[0].index), max(worked.index, fitting[0].index))
            rule_id = problem.pairs.get(person.crew_id, {}).get(key)
            if rule_id is not None and rule_id in problem.instance.rulebook.rules:
                return self._rule(rule_id, fitting[0].shift.interval)
        whole = problem.oracle.whole_breach(person, [*self._worked[person.crew_id], fitting[0]])
        if whole is not None:
            return self._rule(whole.rule_id, fitting[0].shift.interval)
        return Text("für einen anderen Platz derselben Schicht vorgesehen", "foreseen for another place of the same shift")

    def _watch_fits(self, person: Person, block: Block) -> bool:
        instance = self._problem.instance
        values = instance.rulebook.values("youth.age_limit", local(block.shift.interval.start).date())
        adult_age = int(values["adult_age"]) if values is not None else 0
        return is_minor(person, block.shift.interval.start, adult_age) == block.for_minors

    def _rule(self, rule_id: str, interval: Interval) -> Text:
        rulebook = self._problem.instance.rulebook
        citation = rulebook.citation(rule_id, local(interval.start).date())
        name = rulebook.rule(rule_id).name
        return Text(f"{name.de} nicht eingehalten [{citation}]", f"{name.en} not kept [{citation}]")

    def _sentence(self, wanted: Seat | SafetyRole, grouped: dict[Text, list[str]], lang: str) -> str:
        if isinstance(wanted, Seat):
            what = term("function", wanted.place.function, lang)
        else:
            what = term("safety_role", wanted, lang)
        missing = f"{what} fehlt" if lang == "de" else f"{what} missing"
        if not grouped:
            nobody = "niemand hat ein Zeugnis dafür" if lang == "de" else "nobody holds a certificate for it"
            return f"{missing}: {nobody}."
        parts = [f"{cause.in_language(lang)}: {', '.join(names)}" for cause, names in grouped.items()]
        return f"{missing}. " + "; ".join(parts) + "."


def _short(sentence: str) -> str:
    return sentence.rstrip(". ")
