"""Whether the crew of a shift is lawful with somebody else in one place, and its rows with their breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from optimizer.domain import Function, SafetyRole
from optimizer.explain.bar import Bar, BarKind
from optimizer.explain.bars import BESIDE
from optimizer.explain.pauses import pauses_of
from optimizer.explain.positions import Position
from optimizer.explain.standing import Standing
from optimizer.findings import Text
from optimizer.manning import Place
from optimizer.model.blocks import Block
from optimizer.model.candidates import Candidate
from optimizer.model.crew_rows import watch_sets
from optimizer.model.functions import fills
from optimizer.model.needs import Job, JobKind, Option, Seat, ShiftNeed
from optimizer.roster import RosterRow, RowStatus
from optimizer.solve.choice import Choice
from optimizer.solve.duty_check import DutyCheck
from optimizer.solve.seating import assign_roles
from optimizer.terms import term
from optimizer.timeline import Interval

_PATROL = Job(JobKind.PATROL, Function.NIGHT_PATROL)


class CrewTrial:
    """Tries people in places of a roster; everybody else stays where they are.

    ``like`` is a trial of another roster of the same problem.
    """

    def __init__(self, standing: Standing, like: CrewTrial | None = None):
        self._standing = standing
        self._problem = standing.problem
        if like is not None:
            self._candidates, self._able = like._candidates, like._able
            return
        self._candidates = {(c.crew_id, c.block): c for c in standing.problem.candidates}
        self._able: dict[int, set[str]] = {}
        for crew_id, block in self._candidates:
            self._able.setdefault(block, set()).add(crew_id)

    def able(self, block: int) -> set[str]:
        """Everybody who may be planned on a block (by index)."""
        return self._able.get(block, set())

    def rows_with(
        self, position: Position, crew_id: str, blocks: Sequence[Block], *, partial: bool = False
    ) -> tuple[RosterRow, ...] | Bar:
        """The rows of the place's shifts with a person in it, or why their crew would not be lawful.

        Parameters
        ----------
        partial
            Another place of the shifts is vacant, so that only what the person brings along is
            judged. So it is where a shift stays ashore for want of other places too; the person's
            row is then one of the foreseen.
        """
        partial = partial or bool(position.beside)
        rows: list[RosterRow] = []
        for block in blocks:
            own = RosterRow(
                shift_id=block.shift.shift_id,
                status=RowStatus.FORESEEN if position.beside else RowStatus.FILLED,
                crew_id=crew_id,
                function=position.function,
                safety_roles=self._own_roles(position, block),
                watch=block.watch_name,
                duty=() if position.beside else block.duty,
            )
            aboard = self._others(position, block)
            bar = self._pairs(crew_id, aboard)
            if bar is not None:
                return bar
            crewed = self._beside(position, own, block) if partial else self._crewed(own, aboard, block)
            if isinstance(crewed, Bar):
                return crewed
            rows += crewed
        if position.beside:
            return tuple(rows)
        before = {row.shift_id: row.breaks for row in self._own_rows(position)}
        people = [row.crew_id for row in rows if row.duty] if position.open else [crew_id]
        paused = pauses_of(self._standing, rows, people, before if not position.open else None)
        return _no_breaks(self._problem.instance.rulebook.citation("work.breaks")) if paused is None else paused

    def _beside(self, position: Position, own: RosterRow, block: Block) -> list[RosterRow]:
        """The shift's rows with the person's own in the place asked about, whoever else is missing."""
        rows = list(self._standing.rows_of.get(own.shift_id, ()))
        if position.open and own.shift_id != position.shift_id:
            return rows
        return [own, *(row for row in rows if row is not self._row_of(position, own.shift_id))]

    def _row_of(self, position: Position, shift_id: str) -> RosterRow | None:
        """The row of a place on one of its shifts."""
        for row in self._standing.rows_of.get(shift_id, ()):
            if not position.open and row.crew_id == position.crew_id:
                return row
            alike = row.function is position.function and row.safety_roles == position.roles
            if position.open and row.status is RowStatus.OPEN and alike:
                return row
        return None

    def _own_rows(self, position: Position) -> list[RosterRow]:
        rows = (self._row_of(position, shift_id) for shift_id in position.shift_ids)
        return [row for row in rows if row is not None]

    def _others(self, position: Position, block: Block) -> list[RosterRow]:
        """Who else is, or would be, on board: on a voyage that stays ashore the people of its first shift."""
        shift_id = block.shift.shift_id
        if not position.open:
            rows = self._standing.rows_of.get(shift_id, ())
            return [row for row in rows if row.crew_id != position.crew_id and row.crew_id]
        first = self._standing.rows_of.get(position.shift_id, ())
        return [
            replace(row, shift_id=shift_id, status=RowStatus.FILLED, duty=self._duty(shift_id, row.watch), reason=None)
            for row in first
            if row.status is RowStatus.FORESEEN
        ]

    def _duty(self, shift_id: str, watch: str) -> tuple[Interval, ...]:
        block = self._standing.block_of.get((shift_id, watch))
        return () if block is None else block.duty

    def _own_roles(self, position: Position, block: Block) -> tuple[SafetyRole, ...]:
        row = None if position.open else self._row_of(position, block.shift.shift_id)
        return position.roles if row is None else row.safety_roles

    # -- the crew ------------------------------------------------------------------------------------

    def candidate(self, row: RosterRow) -> Candidate:
        """What the person of a row can do there; somebody beside the crew brings no seats."""
        block = self._standing.block_of[row.shift_id, row.watch]
        known = self._candidates.get((row.crew_id, block.index))
        need = self._problem.needs[row.shift_id]
        if known is None:
            seats = frozenset(seat for seat in need.seats if seat.place.function is row.function)
            known = Candidate(row.crew_id, block.index, seats, frozenset(row.safety_roles))
        if row.function is Function.CABIN_STAFF:
            return replace(known, seats=frozenset(), cabin_staff=True, roles=known.roles | frozenset(row.safety_roles))
        if row.function is Function.ADDITIONAL:
            return replace(known, seats=frozenset(), additional=True)
        return known

    def _pairs(self, crew_id: str, aboard: Sequence[RosterRow]) -> Bar | None:
        there = {row.crew_id for row in aboard}
        crew = self._problem.instance.dataset.crew
        for one, other in self._problem.pairs.apart:
            partner = {one: other, other: one}.get(crew_id)
            if partner in there and partner is not None:
                name = crew[partner].name
                text = Text(f"Soll nicht mit {name} fahren", f"Is not to serve with {name}")
                return Bar(BarKind.COMPANY, "plan.pairs", text)
        for trainee, mentor in self._problem.pairs.mentors:
            if trainee == crew_id and mentor not in there:
                name = crew[mentor].name
                text = Text(f"Fährt nur mit Mentor {name}", f"Serves only with mentor {name}")
                return Bar(BarKind.COMPANY, "plan.pairs", text)
            if trainee in there and mentor not in {*there, crew_id}:
                name = crew[trainee].name
                text = Text(f"{name} führe dort ohne Mentor", f"{name} would serve there without their mentor")
                return Bar(BarKind.COMPANY, "plan.pairs", text)
        return None

    def _crewed(self, own: RosterRow, aboard: Sequence[RosterRow], block: Block) -> list[RosterRow] | Bar:
        """All rows of one shift if its crew is lawful."""
        need = self._problem.needs[block.shift.shift_id]
        rows = [*aboard, own]
        people = {row.crew_id: self.candidate(row) for row in rows}
        crew = [people[row.crew_id] for row in rows if row.function not in BESIDE]
        functions = {row.crew_id: row.function for row in rows if row.function is not None}
        if not self._seated(need, crew, people, functions):
            return Bar(
                BarKind.CREW,
                "crew.together",
                Text(
                    "Mit den übrigen Personen an Bord ergibt sich keine vollständige Mindestbesatzung",
                    "With the others on board no complete minimum crew results",
                ),
            )
        rule = self._unmet_certificate(need, list(people.values()))
        if rule is not None:
            return rule
        return self._with_roles(need, rows, people)

    def _seated(
        self,
        need: ShiftNeed,
        crew: Sequence[Candidate],
        people: Mapping[str, Candidate],
        functions: Mapping[str, Function],
    ) -> bool:
        able = [
            replace(c, seats=frozenset(s for s in c.seats if fills(self._problem, c.crew_id, functions[c.crew_id], need.shift.shift_id, s)))
            for c in crew
        ]  # fmt: skip
        first, *smaller = need.stretches
        if not any(
            self._fits(need, option, number, able, people, functions) for number, option in enumerate(first.options)
        ):
            return False
        return all(any(_filled(option, able) for option in stretch.options) for stretch in smaller)

    def _fits(
        self,
        need: ShiftNeed,
        option: Option,
        number: int,
        able: Sequence[Candidate],
        people: Mapping[str, Candidate],
        functions: Mapping[str, Function],
    ) -> bool:
        """Whether an option seats the crew, those wanted above it aside, with enough of them on duty."""
        surplus = len(able) - len(option)
        if surplus < 0 or (surplus and not (need.extra or self._problem.running.on(need.shift))):
            return False
        shift_id = need.shift.shift_id
        patrols = {
            (c.crew_id, c.block): _PATROL for c in people.values() if functions.get(c.crew_id) is Function.NIGHT_PATROL
        }
        for beside in combinations(able, surplus):
            crew = [c for c in able if c not in beside]
            jobs = {(c.crew_id, c.block): Job(JobKind.EXTRA, functions[c.crew_id]) for c in beside} | patrols
            replaced = {c.crew_id: c for c in able}
            there = tuple(replaced.get(c.crew_id, c) for c in people.values())
            choice = Choice({shift_id: there}, {}, {shift_id: number}, {}, jobs)
            duty = DutyCheck(self._problem, need, choice)

            # What counts on duty are the functions people serve in, whichever seats they fill with them.
            seating = {c.crew_id: Seat(Place(functions[c.crew_id])) for c in crew}
            if _filled(option, crew) and (not seating or duty.lawful(seating)):
                return True
        return False

    def _unmet_certificate(self, need: ShiftNeed, people: Sequence[Candidate]) -> Bar | None:
        """A rule that asks for holders of a certificate on duty at every instant."""
        blocks = self._problem.blocks_of_shift[need.shift.shift_id]
        for rule in need.on_duty:
            if rule.functions is not None:
                continue
            counting = [c for c in people if not c.additional]
            if rule.certificate is not None:
                counting = [c for c in counting if rule.certificate in c.certificates]
            for present in watch_sets(blocks, rule.intervals):
                if sum(c.block in present for c in counting) < rule.at_least:
                    what = "" if rule.certificate is None else f" ({term('certificate', rule.certificate)})"
                    what_en = "" if rule.certificate is None else f" ({term('certificate', rule.certificate, 'en')})"
                    text = Text(
                        f"Jederzeit im Dienst nötig: {rule.at_least} Personen{what}",
                        f"Needed on duty at all times: {rule.at_least} people{what_en}",
                    )
                    return Bar(BarKind.CREW, rule.rule_id, text, rule.citation)
        return None

    def _with_roles(
        self, need: ShiftNeed, rows: Sequence[RosterRow], people: Mapping[str, Candidate]
    ) -> list[RosterRow] | Bar:
        """The rows with safety roles: as they were if everybody can take theirs, else given out anew."""
        if all(set(row.safety_roles) <= people[row.crew_id].roles for row in rows if row.safety_roles) and _enough(
            need, rows
        ):
            return list(rows)
        largest = max(need.stretches, key=lambda stretch: sum(stretch.roles.values()))
        given = assign_roles(list(people.values()), largest)
        renewed = [replace(row, safety_roles=given.get(row.crew_id, ())) for row in rows]
        if _enough(need, renewed):
            return renewed
        held = [role for row in renewed for role in row.safety_roles]
        missing = [r for r, count in largest.roles.items() if held.count(r) < count]
        cited = next((r.safety.citation for r in need.requirements if r.safety is not None), "")
        shown = ", ".join(term("safety_role", role) for role in missing)
        shown_en = ", ".join(term("safety_role", role, "en") for role in missing)
        text = Text(f"Dann fehlt Sicherheitspersonal: {shown}", f"Safety staff would be missing: {shown_en}")
        return Bar(BarKind.CREW, "crew.safety", text, cited)


def _enough(need: ShiftNeed, rows: Sequence[RosterRow]) -> bool:
    held = [role for row in rows for role in row.safety_roles]
    return all(held.count(role) >= count for stretch in need.stretches for role, count in stretch.roles.items())


def _filled(option: Option, able: Sequence[Candidate]) -> bool:
    """Whether different people fill all seats of an option."""
    holder: dict[int, int] = {}

    def seat(number: int, seen: set[int]) -> bool:
        for position, person in enumerate(able):
            if option[number] not in person.seats or position in seen:
                continue
            seen.add(position)
            if position not in holder or seat(holder[position], seen):
                holder[position] = number
                return True
        return False

    return all(seat(number, set()) for number in range(len(option)))


def _no_breaks(citation: str) -> Bar:
    text = Text(
        "Keine Pausen möglich, in denen jemand den Schiffsführer ablöst",
        "No breaks possible in which somebody relieves whoever leads",
    )
    return Bar(BarKind.CREW, "work.breaks", text, citation)
