"""Safety staff on passenger ships (§ 110 BinSchPersV): distinct people for every role."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from optimizer.check.crew_check import OPEN_PLACE, CrewGap
from optimizer.check.crew_facts import CrewFacts, carries_passengers, facts_of, within
from optimizer.check.explain import Barred, bars_of, explain, is_known
from optimizer.check.rhine_rules import judged_by_rhine
from optimizer.check.sheet import Sheet
from optimizer.check.stretches import Stretch, stretches
from optimizer.check.validity import Bar
from optimizer.domain import SafetyRole, Shift, Vessel
from optimizer.findings import Cause, Finding, Severity, Text
from optimizer.roster import RosterRow
from optimizer.terms import term

ONE_PERSON = "safety.one_person"
_STANDS_IN = {"persons_aboard": ("persons_max", "passengers_max"), "beds_occupied": ("beds",)}


@dataclass(frozen=True)
class StaffNeed:
    """Roles to be filled, and whether expert and first aider may be one person."""

    rule_id: str
    roles: Mapping[SafetyRole, int]
    one_person: bool


def staff_need(facts: CrewFacts, part: Stretch) -> StaffNeed | None:
    """The safety staff for one stretch, ``None`` where none is required.

    Where nobody says how many persons are aboard, the permitted number counts.
    """
    if not carries_passengers(facts.vessel, part.with_passengers):
        return None
    for rule in facts.instance.rulebook.starting_with(_own(facts, "safety.")):
        values = facts.values(rule.rule_id) or {}
        if "steps" in values and facts.vessel.type in values["vessel_types"]:
            return _need(facts, part, rule.rule_id, values)
    return None


def _own(facts: CrewFacts, rule_id: str) -> str:
    """§ 16.11 RheinSchPersV on the Rhine, § 110 elsewhere."""
    return f"rhine.{rule_id}" if judged_by_rhine(facts) else rule_id


def _need(facts: CrewFacts, part: Stretch, rule_id: str, values: Mapping) -> StaffNeed | None:
    criterion = values["criteria"][0]
    count, steps = _count(facts, criterion), values["steps"]
    moored = facts.values(_own(facts, "safety.moored"))
    if not part.sailing and moored is not None:
        step = next(s for s in steps if s["step"] == moored["step"])
    else:
        step = next((s for s in steps if count is not None and within(count, s[criterion])), steps[-1])
    roles = {SafetyRole(name): number for name, number in step["roles"].items()}
    if _no_breathing(facts):
        roles.pop(SafetyRole.BREATHING_APPARATUS_WEARER, None)
    return StaffNeed(rule_id, roles, _one_person(facts, part))


def _count(facts: CrewFacts, criterion: str) -> int | None:
    stated = facts.fact(criterion)
    if stated is not None:
        return stated
    permitted = (getattr(facts.vessel, name) for name in _STANDS_IN[criterion])
    return next((number for number in permitted if number is not None), None)


def _no_breathing(facts: CrewFacts) -> bool:
    rule, vessel = facts.values(_own(facts, "safety.no_breathing")), facts.vessel
    if rule is None or vessel.type not in rule["vessel_types"]:
        return False
    short = facts.meets({"length_m": rule["length_m"]}, "", unknown=False)
    hoods, beds = vessel.escape_hoods, vessel.beds
    return short and hoods is not None and beds is not None and hoods >= beds


def _one_person(facts: CrewFacts, part: Stretch) -> bool:
    """§ 110(4): small day-excursion vessels, and every passenger vessel that is moored."""
    rule = facts.values(_own(facts, ONE_PERSON))
    if rule is None:
        return False
    if not part.sailing and rule["moored"]:
        return True
    permitted = permitted_persons(facts.vessel)
    small = permitted is not None and within(permitted, rule["day_excursion_passengers_max"])
    return small and facts.vessel.type == "day_excursion"


def permitted_persons(vessel: Vessel) -> int | None:
    return vessel.passengers_max if vessel.persons_max is None else vessel.persons_max


def staffed(need: StaffNeed, people: Sequence[frozenset[SafetyRole]], pair: Sequence[str]) -> bool:
    """Whether distinct people fill the roles; the pair may be one person where that is open."""
    slots = [role for role, number in need.roles.items() for _ in range(number)]

    def fill(left: Sequence[SafetyRole], taken: Mapping[int, tuple[SafetyRole, ...]]) -> bool:
        if not left:
            return True
        role, rest = left[0], left[1:]
        for index, roles in enumerate(people):
            held = taken.get(index, ())
            doubled = need.one_person and len(held) == 1 and {role, *held} == set(pair)
            if role in roles and (not held or doubled):
                if fill(rest, {**taken, index: (*held, role)}):
                    return True
        return False

    return fill(slots, {})


def safety_findings(sheet: Sheet, shift: Shift, gap: CrewGap | None) -> Iterator[Finding]:
    """The first stretch of a sailing shift without its safety staff."""
    for part in stretches(sheet.instance, shift):
        facts = facts_of(sheet.instance, shift, day=part.interval.days()[0])
        need = staff_need(facts, part)
        if need is None:
            continue
        pair = (facts.values(_own(facts, ONE_PERSON)) or {}).get("roles", ())
        rows = sheet.rows_of(shift)
        if not staffed(need, _people(sheet, rows), pair):
            yield _finding(sheet, shift, part, need, pair, gap)
            return


def _people(sheet: Sheet, rows: Sequence[RosterRow], mended: Collection[str] = ()) -> list[frozenset[SafetyRole]]:
    """Roles everybody may act in; ``mended`` have what their bars ask for."""
    return [
        frozenset(role for role in row.safety_roles if row.crew_id in mended or not sheet.service(row).role_bars(role))
        for row in rows
        if row.crew_id in mended or (is_known(sheet, row) and not _kept_ashore(sheet, row))
    ]


def _kept_ashore(sheet: Sheet, row: RosterRow) -> tuple[Bar, ...]:
    """Bars that are not about a certificate: the person may not be there at all."""
    certificates = ("certificate.", "substitution.")
    return tuple(bar for bar in bars_of(sheet, row) if not bar.rule_id.startswith(certificates))


def _idle(sheet: Sheet, rows: Sequence[RosterRow]) -> Iterator[Barred]:
    """People whose roles do not count, and why."""
    for row in rows:
        bars = _kept_ashore(sheet, row)
        if is_known(sheet, row):
            bars += tuple(bar for role in row.safety_roles for bar in sheet.service(row).role_bars(role))
        if row.safety_roles and bars:
            yield row, bars


def _cause(sheet: Sheet, shift: Shift, pair: Sequence[str], gap: CrewGap | None) -> Cause | None:
    """A bar of somebody with a role, or open places whose people would bring the roles.

    The staff of every stretch of the shift has to be complete then.
    """
    everybody, needs = sheet.claimed_rows(shift), [need for _, need in _asked(sheet, shift)]

    def mended(people: frozenset[str]) -> bool:
        return all(staffed(need, _people(sheet, everybody, people), pair) for need in needs)

    cause = explain(sheet, list(_idle(sheet, everybody)), mended)
    if cause is not None or gap is None:
        return cause
    able = [*_people(sheet, sheet.rows_of(shift)), *(frozenset(SafetyRole) for _ in gap.open)]
    return Cause(OPEN_PLACE) if all(staffed(need, able, pair) for need in needs) else None


def _asked(sheet: Sheet, shift: Shift) -> Iterator[tuple[Stretch, StaffNeed]]:
    for part in stretches(sheet.instance, shift):
        need = staff_need(facts_of(sheet.instance, shift, day=part.interval.days()[0]), part)
        if need is not None:
            yield part, need


def _finding(
    sheet: Sheet,
    shift: Shift,
    part: Stretch,
    need: StaffNeed,
    pair: Sequence[str],
    gap: CrewGap | None,
) -> Finding:
    rows = sheet.rows_of(shift)
    alone = StaffNeed(need.rule_id, need.roles, one_person=True)
    doubled = staffed(alone, _people(sheet, rows), pair)
    code = ONE_PERSON if doubled else need.rule_id
    place = sheet.say.place(shift)
    able = [role for roles in _people(sheet, rows) for role in roles]
    wanted, there = _words(_wanted(need)), _words(able)
    note = Text("", "")
    if doubled:
        note = Text(
            " Sachkundiger und Ersthelfer müssen hier verschiedene Personen sein.",
            " Passenger expert and first aider must be different people here.",
        )
    text = Text(
        f"{place}: Sicherheitspersonal nicht vollständig. Nötig: {wanted.de}; einsetzbar: {there.de}.{note.de}",
        f"{place}: safety staff incomplete. Required: {wanted.en}; able to serve: {there.en}.{note.en}",
    )
    return sheet.say.finding(
        code,
        Severity.UNLAWFUL,
        text,
        shift=shift,
        interval=part.interval,
        found=there.de,
        allowed=wanted.de,
        cause=_cause(sheet, shift, pair, gap),
    )


def _wanted(need: StaffNeed) -> list[SafetyRole]:
    return [role for role, number in need.roles.items() for _ in range(number)]


def _words(roles: Sequence[SafetyRole]) -> Text:
    counted = [(role, roles.count(role)) for role in SafetyRole if role in roles]
    de, en = (
        ", ".join(f"{number} {term('safety_role', role, lang)}" for role, number in counted) or "–"
        for lang in ("de", "en")
    )
    return Text(de, en)
