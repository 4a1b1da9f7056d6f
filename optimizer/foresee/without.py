"""What if a certificate were not there: which shifts of the roster fall, and who else could serve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from optimizer.check import check_roster
from optimizer.check.sheet import Sheet
from optimizer.check.validity import Bar
from optimizer.domain import Certificate, CertificateKind, Function, SafetyRole
from optimizer.findings import Finding, Severity
from optimizer.foresee.stand_ins import stand_ins
from optimizer.instance import Instance
from optimizer.roster import Roster, RosterRow


@dataclass(frozen=True, slots=True, kw_only=True)
class LostPost:
    """A post of the person that the roster could no longer give them.

    Attributes
    ----------
    shifts
        Its shifts, by start: several where a voyage or a split duty needs the same person.
    bars
        Why, by the checker: rule, citation and reason.
    stand_ins
        Who may take the post on all these shifts with nothing else changed, confirmed by the
        checker; by name.
    """

    shifts: tuple[str, ...]
    function: Function | None
    roles: tuple[SafetyRole, ...]
    bars: tuple[Bar, ...]
    stand_ins: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Without:
    """The roster without some certificates of one person.

    ``others`` are further unlawful findings that the certificate alone kept away, e.g. that nobody
    else on board holds it. ``instance`` is the dataset without it.
    """

    crew_id: str
    certificates: tuple[Certificate, ...]
    lost: tuple[LostPost, ...]
    others: tuple[Finding, ...]
    instance: Instance


def without_certificate(instance: Instance, roster: Roster, crew_id: str, kind: CertificateKind) -> Without:
    """Judge the roster as if the person did not hold any certificate of a kind.

    Raises
    ------
    KeyError
        For a person the dataset does not have.
    """
    person = instance.dataset.crew[crew_id]
    gone = tuple(item for item in instance.certificates.get(person.crew_id, ()) if item.kind is kind)
    kept = tuple(item for item in instance.dataset.certificates if item not in gone)
    other = replace(instance, dataset=replace(instance.dataset, certificates=kept))
    lost = tuple(_lost_posts(instance, other, roster, crew_id))
    spoilt = {shift_id for post in lost for shift_id in post.shifts}
    return Without(
        crew_id=crew_id,
        certificates=gone,
        lost=lost,
        others=tuple(f for f in _fresh(instance, other, roster) if not (f.shift_id in spoilt or f.consequence_of)),
        instance=other,
    )


def _lost_posts(instance: Instance, other: Instance, roster: Roster, crew_id: str) -> Iterator[LostPost]:
    before, after = Sheet(instance, roster), Sheet(other, roster)
    groups: dict[tuple[object, ...], list[tuple[RosterRow, tuple[Bar, ...]]]] = {}
    for row in after.rows_by_person.get(crew_id, ()):
        known = _bars(before, row)
        bars = tuple(bar for bar in _bars(after, row) if bar not in known)
        if bars:
            groups.setdefault((*_tied(after, row), row.function, row.safety_roles), []).append((row, bars))
    for items in groups.values():
        rows = [row for row, _ in items]
        yield LostPost(
            shifts=tuple(row.shift_id for row in rows),
            function=rows[0].function,
            roles=rows[0].safety_roles,
            bars=tuple(dict.fromkeys(bar for _, bars in items for bar in bars)),
            stand_ins=stand_ins(other, roster, rows),
        )


def _tied(sheet: Sheet, row: RosterRow) -> tuple[str, str]:
    """What ties shifts to the same people: voyage or split duty, else the shift itself."""
    shift = sheet.shift_of(row)
    return (shift.vessel_id, shift.voyage_id or shift.duty_group or shift.shift_id)


def _bars(sheet: Sheet, row: RosterRow) -> tuple[Bar, ...]:
    roles = [bar for role in row.safety_roles for bar in sheet.service(row).role_bars(role)]
    return (*sheet.bars(row), *roles)


def _fresh(instance: Instance, other: Instance, roster: Roster) -> Sequence[Finding]:
    """What the checker finds unlawful only without the certificate."""
    known = {_key(finding) for finding in check_roster(instance, roster).findings}
    return [
        finding
        for finding in check_roster(other, roster).findings
        if finding.severity is Severity.UNLAWFUL and _key(finding) not in known
    ]


def _key(finding: Finding) -> tuple[str, ...]:
    return finding.code, finding.shift_id, finding.crew_id, finding.text.de
