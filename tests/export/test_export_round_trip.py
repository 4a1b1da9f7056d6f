"""A roster that leaves as CSV comes back as the same roster, also by way of a spreadsheet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from excel_round import excel_round
from export_cases import clock_change_shifts, person, span
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optimizer.domain import Dataset, Function, SafetyRole, Shift
from optimizer.export import ordered_rows, write_roster
from optimizer.findings import Severity
from optimizer.instance import Instance
from optimizer.intake import read_roster
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval


def bare(rows: tuple[RosterRow, ...]) -> list[RosterRow]:
    """Rows without the reason, which a file holds in one language only."""
    return [replace(row, reason=None) for row in rows]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_written_and_read_again(tmp_path: Path, instance: Instance, roster: Roster, lang: str) -> None:
    path = tmp_path / "roster.csv"
    write_roster(path, instance, roster, lang)
    read = read_roster(path, instance.dataset)
    assert bare(read.roster.rows) == bare(ordered_rows(instance, roster))
    assert (read.roster.window, read.roster.version) == (roster.window, roster.version)
    assert read.findings == ()


def test_reasons_come_back_in_the_language_of_the_file(tmp_path: Path, instance: Instance, roster: Roster) -> None:
    write_roster(tmp_path / "roster.csv", instance, roster)
    (place,) = [row for row in read_roster(tmp_path / "roster.csv", instance.dataset).roster.rows if row.reason]
    assert place.reason is not None
    assert place.reason.de == "Niemand frei:; - Zander, Jörg: Ruhezeit bis 08.12. 00:00"


def test_writing_what_was_read_gives_the_same_file(tmp_path: Path, instance: Instance, roster: Roster) -> None:
    write_roster(tmp_path / "a.csv", instance, roster)
    write_roster(tmp_path / "b.csv", instance, read_roster(tmp_path / "a.csv", instance.dataset).roster)
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


@pytest.mark.parametrize("short_year", [False, True])
def test_by_way_of_a_spreadsheet(tmp_path: Path, instance: Instance, roster: Roster, short_year: bool) -> None:
    write_roster(tmp_path / "roster.csv", instance, roster)
    excel_round(tmp_path / "roster.csv", tmp_path / "edited.csv", short_year=short_year)
    assert b";12;" in (tmp_path / "edited.csv").read_bytes(), "the leading zeros are gone"
    read = read_roster(tmp_path / "edited.csv", instance.dataset)
    assert bare(read.roster.rows) == bare(ordered_rows(instance, roster))
    assert [finding for finding in read.findings if finding.severity is Severity.UNLAWFUL] == []
    offered = " ".join(finding.text.de for finding in read.findings)
    assert all(crew_id in offered for crew_id in ("0012", "0013", "0014"))


def test_duty_over_the_clock_changes(tmp_path: Path, instance: Instance, roster: Roster) -> None:
    for shift in clock_change_shifts():
        _assert_round_trip(tmp_path, instance, shift, (shift.interval,), ())


def test_split_duty_with_breaks_over_midnight(tmp_path: Path, instance: Instance) -> None:
    shift = Shift(shift_id="N", vessel_id="F1", interval=span("2026-12-07T18:00", "2026-12-09T18:00"))
    duty = (
        span("2026-12-07T20:00", "2026-12-08T02:00"),
        span("2026-12-08T20:00", "2026-12-09T02:00"),
    )
    breaks = (
        span("2026-12-07T23:45", "2026-12-08T00:15"),
        span("2026-12-09T00:00", "2026-12-09T00:30"),
    )
    _assert_round_trip(tmp_path, instance, shift, duty, breaks)


AWKWARD = st.sampled_from(
    [
        "0007",
        "7a",
        "1-2",
        "=1+1",
        "-Meyer",
        "@x",
        "+49",
        "'x",
        "ü/ß",
        "12 34",
        "1;2",
        'a"b',
        "1.5",
        "1e5",
        "TRUE",
        "NA",
    ]
)


@given(
    shift_id=AWKWARD,
    crew_id=AWKWARD,
    name=st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_awkward_ids_and_names(tmp_path: Path, instance: Instance, shift_id: str, crew_id: str, name: str) -> None:
    shift = Shift(shift_id=shift_id, vessel_id="F1", interval=span("2026-12-07T06:00", "2026-12-07T14:00"))
    _assert_round_trip(tmp_path, instance, shift, (shift.interval,), (), crew_id=crew_id, name=name)


def _assert_round_trip(
    tmp_path: Path,
    instance: Instance,
    shift: Shift,
    duty: tuple[Interval, ...],
    breaks: tuple[Interval, ...],
    *,
    crew_id: str = "0012",
    name: str = "Zander",
) -> None:
    dataset = Dataset(
        vessels=instance.dataset.vessels,
        crew={crew_id: person(crew_id, name)},
        shifts={shift.shift_id: shift},
    )
    row = RosterRow(
        shift_id=shift.shift_id,
        status=RowStatus.LOCKED,
        crew_id=crew_id,
        function=Function.BOATMASTER,
        safety_roles=(SafetyRole.FIRST_AIDER,),
        duty=duty,
        breaks=breaks,
    )
    path = tmp_path / "one.csv"
    write_roster(
        path,
        replace(instance, dataset=dataset),
        Roster(window=instance.window, rows=(row,), version="2"),
    )
    read = read_roster(path, dataset)
    assert read.roster.rows == (row,)
    assert read.roster.version == "2"
    assert read.findings == ()
