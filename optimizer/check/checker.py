"""Verify any roster, planned, edited or imported, against the law."""

from __future__ import annotations

from collections.abc import Iterator

from optimizer.check.bunkering import bunkering_findings
from optimizer.check.causes import link_times
from optimizer.check.company_check import pair_findings, rotation_findings
from optimizer.check.crew_check import OPEN_PLACE, crew_findings, crew_gap
from optimizer.check.crew_facts import MissingFactError
from optimizer.check.deck_watch import deck_watch_findings
from optimizer.check.duty_check import duty_findings
from optimizer.check.history_check import history_findings
from optimizer.check.mode_check import mode_findings
from optimizer.check.papers_check import paper_warnings
from optimizer.check.patrol import patrol_findings
from optimizer.check.people_check import barred_people, minors_outside_their_watches, two_places
from optimizer.check.plan_check import group_findings, lock_findings, row_findings
from optimizer.check.report import CheckReport, build_report
from optimizer.check.rest_check import rest_findings
from optimizer.check.rhine_mode import rhine_mode_findings
from optimizer.check.safety_check import safety_findings
from optimizer.check.sheet import Sheet
from optimizer.check.travel import travel_findings
from optimizer.check.voyage_check import voyage_findings
from optimizer.domain import Shift
from optimizer.findings import Finding
from optimizer.instance import Instance
from optimizer.roster import Roster


def check_roster(instance: Instance, roster: Roster) -> CheckReport:
    """Judge a roster with the checker's own logic.

    Parameters
    ----------
    instance
        Dataset, window and law.
    roster
        Rows of the window; rows of other known shifts are judged too.

    Returns
    -------
    CheckReport
        Findings with the intended breach first, what sails, the readings used and the exit code.
    """
    sheet = Sheet(instance, roster)
    findings = link_times(list(_all_findings(sheet)), sheet)
    sailing = frozenset(shift.shift_id for shift in sheet.sailing)
    with_rows = {row.shift_id for row in roster.rows}
    may_not = {s.shift_id for s in sheet.judged if s.shift_id in with_rows} - sailing
    return build_report(findings, sailing, frozenset(may_not), instance.rulebook.readings)


def _all_findings(sheet: Sheet) -> Iterator[Finding]:
    yield from row_findings(sheet)
    yield from barred_people(sheet)
    yield from two_places(sheet)
    yield from travel_findings(sheet)
    yield from minors_outside_their_watches(sheet)
    short: set[str] = set()
    for shift in sheet.sailing:
        found = list(_shift_findings(sheet, shift))
        short |= {f.shift_id for f in found if f.code == OPEN_PLACE and not f.consequence_of}
        yield from found
    yield from paper_warnings(sheet)
    yield from mode_findings(sheet)
    yield from rhine_mode_findings(sheet)
    yield from voyage_findings(sheet, frozenset(short))
    yield from group_findings(sheet, frozenset(short))
    yield from lock_findings(sheet)
    yield from rotation_findings(sheet)
    yield from pair_findings(sheet)
    yield from history_findings(sheet)
    yield from rest_findings(sheet)


def _shift_findings(sheet: Sheet, shift: Shift) -> Iterator[Finding]:
    try:
        gap = crew_gap(sheet, shift)
    except MissingFactError:
        gap = None
    yield from crew_findings(sheet, shift, gap)
    yield from duty_findings(sheet, shift, gap)
    yield from deck_watch_findings(sheet, shift, gap)
    yield from patrol_findings(sheet, shift, gap)
    yield from bunkering_findings(sheet, shift, gap)
    yield from safety_findings(sheet, shift, gap)
