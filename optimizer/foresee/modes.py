"""Which operating mode the crew on board would allow, and what the next one up would take.

Times, watches and people stay as the roster has them. Members of the crew may take other functions
their papers carry; every mode called lawful has been judged by the checker with those functions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from optimizer.check import check_roster
from optimizer.domain import Function, OperatingMode, Regime, Shift, VesselType, modes_of
from optimizer.findings import Finding, Text
from optimizer.foresee.boarding import boarded
from optimizer.foresee.crew_match import Match, matches, nearest_bars
from optimizer.foresee.excerpt import excerpt
from optimizer.instance import Instance
from optimizer.manning import DerivationStep, Place, exceeds_mode_limit
from optimizer.manning.modes import SAILING_HOURS, effective_mode
from optimizer.model.needs import ShiftNeed, build_need
from optimizer.roster import Roster, RosterRow, RowStatus

_NOT_OF_THE_CREW = frozenset({Function.CABIN_STAFF, Function.NIGHT_PATROL, None})
_OVER_HOURS = frozenset({"mode.sailing_hours", "mode.crew_change"})
_FERRY = Text("Fähren haben keine Betriebsform.", "Ferries have no operating mode.")
_BLANK = Text(
    "Für die Schicht ist keine Betriebsform angegeben; sie braucht keine.",
    "No operating mode is stated for the shift; it needs none.",
)
_MODES = modes_of(Regime.BINSCHPERSV)
_FERRIES = frozenset({VesselType.PASSENGER_FERRY, VesselType.VEHICLE_FERRY})
_RHINE = Text(
    "Auf dem Rhein gelten andere Betriebsformen; sie werden noch nicht gerechnet.",
    "Other operating modes hold on the Rhine; they are not evaluated yet.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextMode:
    """What a mode takes that the crew on board does not give.

    Attributes
    ----------
    missing
        Places nobody on board can fill, for the lawful crew that comes closest; empty where
        something else stands in the way.
    steps
        Steps of the derivation that differ from those of the highest lawful mode.
    nearest
        Why people on board whom that crew does not need cannot fill the missing places.
    reasons
        Everything the checker finds unlawful in that mode.
    """

    mode: OperatingMode
    missing: tuple[Place, ...]
    steps: tuple[DerivationStep, ...]
    nearest: tuple[Finding, ...]
    reasons: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeAnswer:
    """The modes of one shift, or of the shifts of a voyage in this window, which keep their crew.

    Attributes
    ----------
    sails
        Whether the roster lets all the shifts sail; else the foreseen crew is asked about.
    highest
        Highest lawful mode, ``None`` if there is none.
    changed
        People and functions that must change for it.
    step
        The mode asked for next: one above the highest lawful one, or the planned one where none is
        lawful; ``None`` above the last.
    silent
        Why the question has no answer; nothing else is filled then.
    """

    vessel_id: str
    shifts: tuple[str, ...]
    planned: OperatingMode | None
    sails: bool = True
    highest: OperatingMode | None = None
    changed: tuple[tuple[str, Function], ...] = ()
    step: NextMode | None = None
    silent: Text | None = None


def mode_answers(instance: Instance, roster: Roster) -> tuple[ModeAnswer, ...]:
    """Highest lawful mode and the next step for every shift or voyage, by vessel and time."""
    study = _Study(instance, roster)
    groups: dict[tuple[str, str], list[Shift]] = {}
    for shift in instance.shifts:
        groups.setdefault((shift.vessel_id, shift.voyage_id or shift.shift_id), []).append(shift)
    order = sorted(groups.values(), key=lambda group: (group[0].vessel_id, group[0].interval, group[0].shift_id))
    return tuple(study.answer(group) for group in order)


class _Study:
    """The instance once in each mode, and what the checker says of the roster there."""

    def __init__(self, instance: Instance, roster: Roster):
        self._instance = instance
        self._roster = roster
        self._sailing = roster.sailing_shifts()
        self._in_mode = {mode: _in_mode(instance, mode) for mode in _MODES}

    @cached_property
    def _found(self) -> Mapping[OperatingMode, tuple[Finding, ...]]:
        """Unlawful findings of the whole roster in each mode."""
        return {mode: check_roster(case, self._roster).unlawful for mode, case in self._in_mode.items()}

    def answer(self, group: Sequence[Shift]) -> ModeAnswer:
        first = group[0]
        answer = ModeAnswer(
            vessel_id=first.vessel_id, shifts=tuple(shift.shift_id for shift in group), planned=first.mode
        )
        silent = self._silent(group)
        if silent is not None:
            return replace(answer, silent=silent)
        sails = all(shift.shift_id in self._sailing for shift in group)
        verdicts = {mode: self._verdict(group, mode, sails) for mode in _MODES}
        lawful = [mode for mode in _MODES if not verdicts[mode].reasons]
        highest = lawful[-1] if lawful else None
        asked = _after(highest) if highest is not None else first.mode or OperatingMode.A
        return replace(
            answer,
            sails=sails,
            highest=highest,
            changed=verdicts[highest].changed if highest is not None else (),
            step=None if asked is None else self._step(group, asked, highest, verdicts[asked], sails),
        )

    def _silent(self, group: Sequence[Shift]) -> Text | None:
        vessel = self._instance.vessel_of(group[0])
        if vessel.type in _FERRIES:
            return _FERRY
        if any(shift.regime is Regime.RHEINSCHPERSV for shift in group):
            return _RHINE
        if all(effective_mode(self._instance, shift) is None for shift in group):
            return _BLANK
        return None

    def _verdict(self, group: Sequence[Shift], mode: OperatingMode, sails: bool) -> _Verdict:
        case, ids = self._in_mode[mode], {shift.shift_id for shift in group}
        roster = self._roster if sails else _with_foreseen(self._instance, self._roster, ids)
        reasons = self._of_group(group, mode, self._found[mode]) if sails else self._part(case, roster, ids)
        if not reasons:
            return _Verdict((), ())
        for functions in self._other_functions(group, mode, roster):
            changed = _with_functions(roster, ids, functions)
            if not self._part(case, changed, ids) and not self._hours(group, mode, reasons):
                return _Verdict((), _differences(roster, changed, ids))
        return _Verdict(reasons, ())

    def _of_group(self, group: Sequence[Shift], mode: OperatingMode, found: Sequence[Finding]) -> tuple[Finding, ...]:
        ids = {shift.shift_id for shift in group}
        own = [finding for finding in found if finding.shift_id in ids]
        return tuple(dict.fromkeys([*own, *self._hours(group, mode, found)]))

    def _hours(self, group: Sequence[Shift], mode: OperatingMode, found: Sequence[Finding]) -> tuple[Finding, ...]:
        """Findings about too many hours that the checker tells once for several shifts of a vessel.

        Where the hours of a shift are exceeded, one about its vessel is taken to be about it too.
        """
        case = self._in_mode[mode]
        if all(exceeds_mode_limit(case, case.dataset.shifts[shift.shift_id]) is None for shift in group):
            return ()
        return tuple(f for f in found if f.code in _OVER_HOURS and f.vessel_id == group[0].vessel_id)

    def _part(self, case: Instance, roster: Roster, ids: Collection[str]) -> tuple[Finding, ...]:
        """What is unlawful about some shifts, asked with their people's other duties only."""
        people = {row.crew_id for row in roster.rows if row.shift_id in ids and row.crew_id}
        report = check_roster(*excerpt(case, roster, ids, people))
        return tuple(finding for finding in report.unlawful if finding.shift_id in ids)

    def _other_functions(
        self, group: Sequence[Shift], mode: OperatingMode, roster: Roster
    ) -> Iterator[Mapping[str, Function]]:
        """Functions in which the people on board make up a lawful crew of every shift, if there are any."""
        case, shift = self._in_mode[mode], group[0]
        need = build_need(case, case.dataset.shifts[shift.shift_id])
        people = _aboard(roster, shift.shift_id)
        for match in self._matches(case, shift, need, people):
            if match.complete and match.functions:
                yield dict(match.functions)

    def _matches(
        self, case: Instance, shift: Shift, need: ShiftNeed, people: Mapping[str, Function | None]
    ) -> list[Match]:
        largest = next((item for item in need.requirements if item.sailing), None)
        if largest is None or need.plan_bars:
            return []
        return matches(case, case.dataset.shifts[shift.shift_id], largest, people, accompanied=need.accompanied)

    def _step(
        self,
        group: Sequence[Shift],
        mode: OperatingMode,
        highest: OperatingMode | None,
        verdict: _Verdict,
        sails: bool,
    ) -> NextMode:
        """What is missing on the first shift of the group whose crew does not suffice."""
        case = self._in_mode[mode]
        roster = (
            self._roster if sails else _with_foreseen(self._instance, self._roster, {shift.shift_id for shift in group})
        )
        for shift in group:
            moded = case.dataset.shifts[shift.shift_id]
            need = build_need(case, moded)
            people = _aboard(roster, shift.shift_id)
            best = next(iter(self._matches(case, shift, need, people)), None)
            if best is not None and best.missing:
                bars = nearest_bars(case, moded, best, people, accompanied=need.accompanied)
                return NextMode(
                    mode=mode,
                    missing=best.missing,
                    steps=self._steps(shift, need, highest),
                    nearest=tuple(bars),
                    reasons=verdict.reasons,
                )
        need = build_need(case, case.dataset.shifts[group[0].shift_id])
        return NextMode(
            mode=mode, missing=(), steps=self._steps(group[0], need, highest), nearest=(), reasons=verdict.reasons
        )

    def _steps(self, shift: Shift, need: ShiftNeed, highest: OperatingMode | None) -> tuple[DerivationStep, ...]:
        if highest is None:
            largest = next((item for item in need.requirements if item.sailing), None)
            return () if largest is None else largest.derivation
        steps = [step for requirement in need.requirements for step in requirement.derivation]
        case = self._in_mode[highest]
        before = build_need(case, case.dataset.shifts[shift.shift_id]).requirements
        known = {step for requirement in before for step in requirement.derivation}
        return tuple(dict.fromkeys(step for step in steps if step not in known))


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What is unlawful in a mode, and who changes function where nothing is."""

    reasons: tuple[Finding, ...]
    changed: tuple[tuple[str, Function], ...]


def _in_mode(instance: Instance, mode: OperatingMode) -> Instance:
    """The instance with all shifts that have a mode of the BinSchPersV in another one."""
    shifts = {
        shift_id: replace(shift, mode=mode)
        if effective_mode(instance, shift) is not None and shift.regime is Regime.BINSCHPERSV
        else shift
        for shift_id, shift in instance.dataset.shifts.items()
    }
    return replace(instance, dataset=replace(instance.dataset, shifts=shifts))


def _after(mode: OperatingMode) -> OperatingMode | None:
    modes = list(_MODES)
    following = modes.index(mode) + 1
    return modes[following] if following < len(modes) else None


def _aboard(roster: Roster, shift_id: str) -> dict[str, Function | None]:
    """The crew on board and whoever is there above it, with their functions, in the order of the rows."""
    rows = (row for row in roster.of_shift(shift_id) if row.on_duty and row.function not in _NOT_OF_THE_CREW)
    return {row.crew_id: row.function for row in rows}


def _with_foreseen(instance: Instance, roster: Roster, ids: Collection[str]) -> Roster:
    """The roster as if the people foreseen for some shifts sailed them, and nobody else."""
    rows: list[RosterRow] = []
    numbers: Counter[str] = Counter()
    for row in roster.rows:
        if row.shift_id in ids and row.status is RowStatus.FORESEEN:
            row = boarded(instance, row, row.crew_id, order=numbers[row.shift_id])
            numbers[row.shift_id] += 1
        if row.shift_id not in ids or row.on_duty:
            rows.append(row)
    return replace(roster, rows=tuple(rows))


def _with_functions(roster: Roster, ids: Collection[str], functions: Mapping[str, Function]) -> Roster:
    return replace(
        roster,
        rows=tuple(
            replace(row, function=functions[row.crew_id])
            if row.shift_id in ids and row.function not in _NOT_OF_THE_CREW and row.crew_id in functions
            else row
            for row in roster.rows
        ),
    )


def _differences(before: Roster, after: Roster, ids: Collection[str]) -> tuple[tuple[str, Function], ...]:
    pairs = zip(before.rows, after.rows, strict=True)
    changed = {
        new.crew_id: new.function
        for old, new in pairs
        if new.shift_id in ids and new.function is not None and old.function is not new.function
    }
    return tuple(changed.items())


def mode_citation(instance: Instance) -> str:
    """Where the operating modes and their hours are laid down."""
    return instance.rulebook.citation(SAILING_HOURS, instance.window.days()[0])
