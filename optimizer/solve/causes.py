"""Why a place is open: for every person who holds something for it, the first thing in the way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from optimizer.domain import Function, Person, SafetyRole
from optimizer.eligibility import person_bars, place_bars, safety_bars, second_patent_bars
from optimizer.findings import Finding, Text
from optimizer.model.blocks import Block
from optimizer.model.candidates import watch_fits
from optimizer.model.needs import Seat, ShiftNeed
from optimizer.model.problem import Problem
from optimizer.model.travel import NO_TIME_TO_TRAVEL
from optimizer.solve.choice import Choice
from optimizer.solve.company_causes import company_cause, company_obstacle, way_too_long
from optimizer.terms import term
from optimizer.timeline import Interval, local

#: Bars that say a person holds nothing at all for the place: not worth a line in a cause.
_NO_PAPER = frozenset({"certificate.needed", "certificate.boatmaster_needed"})


#: What can be missing on a shift: a seat of the crew, a safety role, a patrol.
Wanted = Seat | SafetyRole | Function


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

    def reason(self, need: ShiftNeed, wanted: Wanted) -> Text:
        """The cause in one sentence per group of people, German and English, with citations."""
        grouped: dict[Text, list[str]] = defaultdict(list)
        without = 0
        for person in self._problem.instance.dataset.crew.values():
            bars = self._bars(person, need, wanted)
            if not person.active:
                continue
            if self._holds_nothing(person, need, wanted, bars):
                without += 1
            else:
                cause, other_shift = self._cause(person, need, bars)
                grouped[cause].append(f"{person.name} ({other_shift})" if other_shift else person.name)
        return Text(self._sentence(wanted, grouped, without, "de"), self._sentence(wanted, grouped, without, "en"))

    def _holds_nothing(self, person: Person, need: ShiftNeed, wanted: Wanted, bars: tuple[Finding, ...]) -> bool:
        """Whether the person holds no certificate at all that could serve the place or role."""
        if isinstance(wanted, Function):
            return False
        if isinstance(wanted, Seat):
            return any(bar.code in _NO_PAPER for bar in bars)
        day, instance = local(need.shift.interval.start).date(), self._problem.instance
        roles = [
            instance.rulebook.values(f"certificate.{certificate.kind}", day) or {}
            for certificate in instance.certificates.get(person.crew_id, ())
        ]
        return not any(wanted in values.get("safety_roles", ()) for values in roles)

    def _bars(self, person: Person, need: ShiftNeed, wanted: Wanted) -> tuple[Finding, ...]:
        instance, shift = self._problem.instance, need.shift
        if isinstance(wanted, Function):
            return person_bars(instance, person, shift.interval, minimum_crew=False, crew=False)
        if not isinstance(wanted, Seat):
            return safety_bars(instance, person, wanted, shift)
        bars = place_bars(instance, person, wanted.place, shift, accompanied=need.accompanied)
        if not bars and wanted.stretch_patent:
            return second_patent_bars(instance, person, shift)
        return bars

    def _cause(self, person: Person, need: ShiftNeed, bars: tuple[Finding, ...]) -> tuple[Text, str]:
        """What stands in the way, and the shift of the person that does (``""`` if none)."""
        if not bars:
            return self._busy(person, self._problem.blocks_of_shift[need.shift.shift_id])
        bar = bars[0]
        cited = f" [{bar.citation}]" if bar.citation else ""
        return Text(_without_name(bar.text.de, person) + cited, _without_name(bar.text.en, person) + cited), ""

    def _busy(self, person: Person, blocks: Iterable[Block]) -> tuple[Text, str]:
        blocks = list(blocks)
        if self._problem.running.keeps_out(person.crew_id, blocks[0].shift):
            return Text(
                "die Reise läuft schon, zusteigen erst am nächsten Ort mit Besatzungswechsel",
                "the voyage is under way, joining only at its next place to change crews",
            ), ""
        fitting = [b for b in blocks if watch_fits(self._problem.instance, person, b)]
        if not fitting:
            return Text("keine Wache für Jugendliche in dieser Schicht", "no watch for minors in this shift"), ""
        obstacles = [self._obstacle(person, block) for block in fitting]
        if all(obstacle is not None for obstacle in obstacles):
            return next(obstacle for obstacle in obstacles if obstacle is not None)
        free = next(block for block, obstacle in zip(fitting, obstacles, strict=True) if obstacle is None)
        return company_cause(self._problem, self._choice, person, free) or self._together(person, free)

    def _obstacle(self, person: Person, block: Block) -> tuple[Text, str] | None:
        """What keeps a person from one block, whatever else is planned than the work they have."""
        fixed, shift = self._problem.fixed[person.crew_id], block.shift
        if any(stay.hinders(block) for stay in fixed.away):
            return Text("anderer Dienst eingetragen", "other duty recorded"), ""
        if self._problem.crew_change.bars(person.crew_id, block):
            return self._rule("mode.crew_change", shift.interval), ""
        if fixed.earliest is not None and block.presence.start < fixed.earliest:
            rule = self._problem.instance.rulebook.citation("rest.elsewhere_counts")
            clock = local(fixed.earliest).strftime("%d.%m. %H:%M")
            return Text(f"Ruhe erst ab {clock} nachgewiesen [{rule}]", f"rest proven only from {clock} [{rule}]"), ""
        company = company_obstacle(self._problem, person, block)
        if company is not None:
            return company, ""
        breach = self._problem.oracle.breach(person, (block,))
        if breach is not None:
            return self._rule(breach.rule_id, shift.interval), ""
        for worked in self._worked[person.crew_id]:
            rule_id = self._pairs(person.crew_id).get((min(worked.index, block.index), max(worked.index, block.index)))
            if worked.shift.interval.overlaps(shift.interval) or rule_id == "presence.two_places":
                return Text("zur selben Zeit eingeteilt", "assigned at the same time"), worked.shift.shift_id
            if rule_id == NO_TIME_TO_TRAVEL:
                return way_too_long(self._problem, worked, block), worked.shift.shift_id
            if rule_id is not None and rule_id in self._problem.instance.rulebook.rules:
                return self._rule(rule_id, shift.interval), worked.shift.shift_id
        return None

    def _together(self, person: Person, block: Block) -> tuple[Text, str]:
        """What the person's whole plan says, where the block alone would be possible."""
        whole = self._problem.oracle.whole_breach(person, [*self._worked[person.crew_id], block])
        if whole is not None:
            return self._rule(whole.rule_id, block.shift.interval), ""
        foreseen = self._choice.foreseen.get(block.shift.shift_id, ())
        if any(candidate.crew_id == person.crew_id for candidate in foreseen):
            return Text(
                "für einen anderen Platz derselben Schicht vorgesehen", "foreseen for another place of the same shift"
            ), ""
        return Text(
            "mit den übrigen Diensten dieses Plans nicht zu verbinden",
            "not to be combined with the other duties of this plan",
        ), ""

    def _pairs(self, crew_id: str) -> Mapping[tuple[int, int], str]:
        conflicts = self._problem.conflicts.get(crew_id)
        return {} if conflicts is None else conflicts.pairs

    def _rule(self, rule_id: str, interval: Interval) -> Text:
        rulebook = self._problem.instance.rulebook
        citation = rulebook.citation(rule_id, local(interval.start).date())
        name = rulebook.rule(rule_id).name
        return Text(f"{name.de} nicht eingehalten [{citation}]", f"{name.en} not kept [{citation}]")

    def _sentence(self, wanted: Wanted, grouped: dict[Text, list[str]], without: int, lang: str) -> str:
        if isinstance(wanted, Seat):
            what = term("function", wanted.place.function, lang)
        elif isinstance(wanted, Function):
            what = term("function", wanted, lang)
        else:
            what = term("safety_role", wanted, lang)
        parts = [f"{cause.in_language(lang)}: {', '.join(names)}" for cause, names in grouped.items()]
        if without:
            paper = "kein Zeugnis dafür" if lang == "de" else "no certificate for it"
            people = (
                ("Person" if without == 1 else "Personen") if lang == "de" else ("person" if without == 1 else "people")
            )
            parts.append(f"{paper}: {without} {people}")
        return "\n".join(
            [f"{what} {'fehlt' if lang == 'de' else 'missing'}.", *(_capital(part) + "." for part in parts)]
        )


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _without_name(sentence: str, person: Person) -> str:
    """The sentence of a bar without the person's name, to stand before a list of names."""
    name = person.name
    for opening in (name, f"Für {name} ", f"For {name} "):
        sentence = sentence.removeprefix(opening)
    for inside in (f" von {name}", f" of {name}"):
        sentence = sentence.replace(inside, "", 1)
    return sentence.lstrip(": ").rstrip(". ")
