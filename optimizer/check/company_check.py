"""What the company has promised or wants: rest days of a rotation, and who serves with whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from optimizer.check.say import long_day
from optimizer.check.sheet import Sheet
from optimizer.domain import PairKind, Rotation, WishKind
from optimizer.findings import Finding, Severity, Text
from optimizer.roster import RosterRow

REST_DAY = "plan.rotation_rest_day"
PAIRS = "plan.pairs"
_DAY = timedelta(days=1)


def protected(rotations: Sequence[Rotation], day: date) -> bool:
    """Whether a day is a protected rest day: in the days off of every rotation, but not their first.

    On the first day off people change over.
    """
    return bool(rotations) and all(_off(rotation, day) and _off(rotation, day - _DAY) for rotation in rotations)


def _off(rotation: Rotation, day: date) -> bool:
    return (day - rotation.anchor_date).days % (rotation.days_on + rotation.days_off) >= rotation.days_on


def rotation_findings(sheet: Sheet) -> Iterator[Finding]:
    """Days on board or on duty that the published rotation keeps free, without consent for the day."""
    dataset = sheet.instance.dataset
    agreed = {(wish.crew_id, wish.day) for wish in dataset.wishes if wish.kind is WishKind.CONSENT}
    for crew_id, rows in sheet.rows_by_person.items():
        rotations = [rotation for rotation in dataset.rotations if rotation.crew_id == crew_id]
        for row in rows:
            days = [d for d in sheet.aboard(row).days() if protected(rotations, d) and (crew_id, d) not in agreed]
            if days:
                yield _works(sheet, row, days)


def _works(sheet: Sheet, row: RosterRow, days: Sequence[date]) -> Finding:
    shift, when = sheet.shift_of(row), ", ".join(map(long_day, days))
    name, place = sheet.say.name(row.crew_id), sheet.say.place(shift)
    text = Text(
        f"{name} hat nach dem Turnus frei und nicht zugestimmt ({when}), ist aber eingeteilt: {place}.",
        f"{name} is off by the rotation and has not consented ({when}), but is rostered: {place}.",
    )
    return sheet.say.finding(REST_DAY, Severity.WARNING, text, shift=shift, crew_id=row.crew_id)


def pair_findings(sheet: Sheet) -> Iterator[Finding]:
    """People on one shift who should not be, and trainees without the person who guides them."""
    for shift in sheet.sailing:
        aboard = {row.crew_id for row in sheet.rows_of(shift)}
        for pair in sheet.instance.dataset.pairs:
            both = {pair.crew_id, pair.other_id} <= aboard
            mine, other = sheet.say.name(pair.crew_id), sheet.say.name(pair.other_id)
            place = sheet.say.place(shift)
            if pair.kind is PairKind.APART and both:
                text = Text(
                    f"{place}: {mine} und {other} sollen nicht zusammen fahren.",
                    f"{place}: {mine} and {other} are not to serve together.",
                )
            elif pair.kind is PairKind.MENTOR and pair.crew_id in aboard and not both:
                text = Text(
                    f"{place}: {mine} fährt ohne {other}, die Person, die sie oder ihn anleitet.",
                    f"{place}: {mine} serves without {other}, who guides them.",
                )
            else:
                continue
            yield sheet.say.finding(PAIRS, Severity.WARNING, text, shift=shift, crew_id=pair.crew_id)
