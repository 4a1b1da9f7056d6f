"""What single files and their rows must keep to, beyond the types of their cells."""

from __future__ import annotations

from datetime import date, time

import pytest
from intake_files import GOOD, faults, more, only_fault, place, read

from optimizer.domain import ClockSpan, Function, MeasureKind, PinStatus, SafetyRole, VesselState
from optimizer.findings import Severity
from optimizer.timeline import local

SHIFTS = "shift_id;vessel_id;start;end;mode;watch_plan;voyage_id;regime\n"
WATCHES = "watch_plan;watch;start;end;needs;for;breaks\n"
TWO = WATCHES + "W2;A;03:00;15:00;Schiffsführer:1 + Matrose:1;;\nW2;B;15:00;03:00;;;23:50-00:20\n"


def shifts(*rows: str, **other: str) -> dict[str, str]:
    files = {"shifts.csv": SHIFTS + "".join(f"{row}\n" for row in rows)}
    return files | {f"{name}.csv": text for name, text in other.items()}


def certificate(tmp_path, row: str):
    return read(tmp_path, {"certificates.csv": more("certificates.csv", row)}).dataset.certificates[-1]


# --- shifts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hours", "notices"), [("20:00", 0), ("20:01", 1), ("22:00", 1)])
def test_a_long_shift_without_watches_is_a_warning(tmp_path, hours, notices):
    result = read(tmp_path, shifts(f"N1;E1;07.12.2026 06:00;07.12.2026 {hours};A;;;"))
    assert [n.code for n in result.notices] == ["input.long_shift"] * notices


@pytest.mark.parametrize("end", ["07.12.2026 22:01", "08.12.2026 06:00", "13.12.2026 06:00"])
def test_a_longer_shift_without_watches_is_refused_with_the_remedy(tmp_path, end):
    error = only_fault(tmp_path, shifts(f"N1;E1;07.12.2026 06:00;{end};A;;;"))
    assert place(error) == ("shifts.csv", 2, "end")
    assert "Wachplan" in error.fix.de
    files = shifts(f"N1;E1;07.12.2026 06:00;{end};A;W2;;", watches=TWO)
    assert read(tmp_path, files).notices == ()


def test_the_long_night_counts_with_its_real_hours(tmp_path):
    result = read(tmp_path, shifts("N1;E1;24.10.2026 20:00;25.10.2026 10:00;A;;;"))
    assert [n.code for n in result.notices] == ["input.long_shift"]


@pytest.mark.parametrize(("vessel", "mode"), [("F1", "A"), ("E1", "")])
def test_modes_belong_to_vessels_that_have_them(tmp_path, vessel, mode):
    error = only_fault(tmp_path, shifts(f"N1;{vessel};07.12.2026 06:00;14:00;{mode};;;"))
    assert place(error) == ("shifts.csv", 2, "mode")


@pytest.mark.parametrize("mode", ["A1", "A2", "E", "AB"])
def test_other_modes_are_refused_once(tmp_path, mode):
    assert place(only_fault(tmp_path, shifts(f"N1;E1;07.12.2026 06:00;14:00;{mode};;;"))) == ("shifts.csv", 2, "mode")


def test_the_rhine_has_modes_of_its_own(tmp_path):
    error = only_fault(tmp_path, shifts("N1;E1;07.12.2026 06:00;14:00;A;;;RheinSchPersV"))
    assert place(error) == ("shifts.csv", 2, "mode")
    assert "A1, A2, B" in error.fix.de
    error = only_fault(tmp_path, shifts("N1;E1;07.12.2026 06:00;14:00;A1;;;"))
    assert "keine Betriebsform der BinSchPersV" in error.problem.de


@pytest.mark.parametrize("mode", ["A1", "A2", "B"])
def test_a_voyage_under_the_rules_of_the_rhine_is_read(tmp_path, mode):
    shift = read(tmp_path, shifts(f"N1;E1;07.12.2026 06:00;14:00;{mode};;;RheinSchPersV")).dataset.shifts["N1"]
    assert (shift.mode, shift.regime) == (mode, "RheinSchPersV")


def test_a_voyage_stays_on_one_vessel(tmp_path):
    error = only_fault(tmp_path, shifts("N1;E1;07.12.2026 06:00;14:00;A;;R1;", "N2;F1;07.12.2026 14:00;20:00;;;R1;"))
    assert place(error) == ("shifts.csv", 3, "voyage_id")
    assert "Zeile 2" in error.problem.de


def test_an_unknown_watch_plan_is_refused_once(tmp_path):
    error = only_fault(tmp_path, shifts("N1;E1;07.12.2026 06:00;08.12.2026 06:00;A;W3;;", watches=TWO))
    assert place(error) == ("shifts.csv", 2, "watch_plan")
    assert "vorhanden: W2" in error.fix.de


def test_a_watch_plan_without_a_file_is_refused(tmp_path):
    error = only_fault(tmp_path, shifts("N1;E1;07.12.2026 06:00;14:00;A;W2;;"))
    assert "watches.csv" in error.problem.de


@pytest.mark.parametrize(
    ("word", "change", "notices"),
    [
        ("ja", True, 0), ("Yes", True, 0), ("nein", False, 0), ("", None, 0), ("single", False, 1), ("Einzeln", False, 1), ("emergency", False, 1),
        ("nur im Notfall", False, 1),
    ],
)  # fmt: skip
def test_only_a_regular_change_of_crew_is_one_for_the_plan(tmp_path, word, change, notices):
    text = GOOD["shifts.csv"].replace("mode\n", "mode;Wechsel am Ende\n").replace("00;A", f"00;A;{word}")
    result = read(tmp_path, {"shifts.csv": text.replace("14:00;", "14:00;;ja")})
    assert result.dataset.shifts["N1"].crew_change_at_end is change
    assert result.dataset.shifts["N2"].crew_change_at_end is True
    assert [n.code for n in result.notices] == ["input.crew_change"] * notices
    assert all("Zeile 2:" in n.text.de and n.severity is Severity.INFO for n in result.notices)


def test_another_word_for_a_change_of_crew_is_refused_with_the_possible_ones(tmp_path):
    text = GOOD["shifts.csv"].replace("mode\n", "mode;crew_change_at_end\n").replace("00;A", "00;A;manchmal")
    error = only_fault(tmp_path, {"shifts.csv": text.replace("14:00;", "14:00;;")})
    assert place(error) == ("shifts.csv", 2, "crew_change_at_end")
    assert "einzeln" in error.fix.de and "emergency" in error.fix.en


# --- watches and movements ------------------------------------------------------------------------


def test_rows_of_one_watch_are_its_spans(tmp_path):
    text = (
        WATCHES
        + "W;A;00:00;06:00;Schiffsführer:1 / Steuermann:2;alle;\nW;B;06:00;12:00;;Jugendliche;\nW;A;12:00;18:00;;;\n"
    )
    plan = read(tmp_path, {"watches.csv": text}).dataset.watch_plans["W"]
    first, second = plan.watches
    assert first.spans == (ClockSpan(start=time(0), end=time(6)), ClockSpan(start=time(12), end=time(18)))
    assert first.needs == ({Function.BOATMASTER: 1}, {Function.HELMSMAN: 2})
    assert (first.minor, second.minor) == (False, True)


def test_a_watch_may_pass_midnight_or_last_all_day(tmp_path):
    plan = read(tmp_path, {"watches.csv": TWO + "W2;C;00:00;24:00;;;\n"}).dataset.watch_plans["W2"]
    assert plan.watches[1].breaks == (ClockSpan(start=time(23, 50), end=time(0, 20)),)
    assert plan.watches[2].spans == (ClockSpan(start=time(0), end=time(0)),)


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("W2;B;02:00;04:00;;;", "start"), ("W2;C;06:00;06:00;;;", "end"), ("W2;C;06:00;14:00;;;15:00-15:30", "breaks"),
        ("W2;A;16:00;17:00;Matrose:2;;", "needs"), ("W2;C;06:00;25:00;;;", "end"), ("W2;C;06:00;14:00;Matrose;;", "needs"),
        ("W2;C;06:00;14:00;Matrose:1 + Matrose:1;;", "needs"), ("W2;C;06:00;14:00;Koch:1;;", "needs"), ("W2;C;06:00;14:00;;Kinder;", "for"),
    ],
)  # fmt: skip
def test_faults_of_watches(tmp_path, row, column):
    assert place(only_fault(tmp_path, {"watches.csv": TWO + row + "\n"})) == ("watches.csv", 4, column)


def test_movements(tmp_path):
    head = "vessel_id;start;end;state\n"
    text = head + "F1;07.12.2026 06:00;08:00;Fahrt\nF1;07.12.2026 08:00;09:00;liegt\n"
    found = read(tmp_path, {"movements.csv": text}).dataset.movements
    assert [m.state for m in found] == [VesselState.SAILING, VesselState.MOORED]
    error = only_fault(tmp_path, {"movements.csv": text + "F1;07.12.2026 08:59;10:00;Fahrt\n"})
    assert place(error) == ("movements.csv", 4, "start")
    notices = read(tmp_path, {"movements.csv": text + "F1;09.12.2026 06:00;08:00;Fahrt\n"}).notices
    assert [n.code for n in notices] == ["input.movement_outside"] and "Zeile 4" in notices[0].text.de


# --- vessels' papers ------------------------------------------------------------------------------


def test_entered_crews(tmp_path):
    text = "vessel_id;mode;crew;valid_until\nE1;A;Schiffsführer:1 + Matrose:1 / Schiffsführerin:1 + Leichtmatrose:2;31.12.2027\nF1;;Fährführer:1;\n"
    first, second = read(tmp_path, {"certificate_crews.csv": text}).dataset.certificate_crews
    assert first.alternatives == (
        {Function.BOATMASTER: 1, Function.BOATMAN: 1},
        {Function.BOATMASTER: 1, Function.APPRENTICE: 2},
    )
    assert first.valid_until == date(2027, 12, 31) and second.mode is None


@pytest.mark.parametrize(("row", "column"), [("F1;A;Fährführer:1;", "mode"), ("E1;;Schiffsführer:1;", "mode"), ("E1;A;;", "crew"), ("E1;A;Schiffsführer 1;", "crew"),
                                             ("E9;A;Schiffsführer:1;", "vessel_id")])  # fmt: skip
def test_faults_of_entered_crews(tmp_path, row, column):
    error = only_fault(tmp_path, {"certificate_crews.csv": "vessel_id;mode;crew;valid_until\n" + row + "\n"})
    assert place(error) == ("certificate_crews.csv", 2, column)


def test_permits(tmp_path):
    head = "vessel_id;paragraph;valid_from;valid_until\n"
    permit = read(tmp_path, {"permits.csv": head + "F1;§ 113(4);01.01.2026;31.12.2026\n"}).dataset.permits[0]
    assert permit.paragraph == "§ 113(4)"
    assert place(only_fault(tmp_path, {"permits.csv": head + "F1;§ 113(4);01.01.2026;31.12.2025\n"})) == (
        "permits.csv",
        2,
        "valid_until",
    )
    assert place(only_fault(tmp_path, {"permits.csv": head + "F1;Paragraf;;\n"})) == ("permits.csv", 2, "paragraph")


def test_numbers_of_conditions_of_another_type_are_a_notice(tmp_path):
    notices = read(tmp_path, {"vessels.csv": GOOD["vessels.csv"].replace("250;;;", "250;;3;")}).notices
    assert [n.code for n in notices] == ["input.unused_value"]


# --- people ---------------------------------------------------------------------------------------


def people(column: str, cell: str) -> dict[str, str]:
    return {
        "crew.csv": f"crew_id;name;birth_date;employment;{column}\n1001;A;01.05.1968;AN;{cell}\n1002;B;12.03.1990;SE;{';' * column.count(';')}\n"
    }


def test_known_history_by_day_or_by_instant(tmp_path):
    person = read(tmp_path, people("history_known_from;history_known_until", "01.11.2026;30.11.2026")).dataset.crew[
        "1001"
    ]
    assert f"{local(person.history_known_from):%d.%m. %H:%M}" == "01.11. 00:00"
    assert f"{local(person.history_known_until):%d.%m. %H:%M}" == "01.12. 00:00"
    person = read(
        tmp_path, people("history_known_from;history_known_until", "01.11.2026 06:00;30.11.2026 18:00")
    ).dataset.crew["1001"]
    assert f"{local(person.history_known_until):%d.%m. %H:%M}" == "30.11. 18:00"
    assert read(tmp_path, people("rested_since", "30.11.2026 18:00")).dataset.crew["1001"].rested_since is not None


@pytest.mark.parametrize(
    ("columns", "cells", "column"),
    [
        ("history_known_from;history_known_until", "02.11.2026;01.11.2026", "history_known_until"),
        ("entry_on;exit_on", "02.11.2026;01.11.2026", "exit_on"),
        ("rested_since", "abends", "rested_since"),
        ("home_vessel", "E9", "home_vessel"),
        ("contract_hours_week", "169", "contract_hours_week"),
        ("history_known_until", "25.10.2026 02:30", "history_known_until"),
    ],
)
def test_faults_of_people(tmp_path, columns, cells, column):
    assert place(only_fault(tmp_path, people(columns, cells))) == ("crew.csv", 2, column)


def test_a_blank_end_is_computed_by_law(tmp_path):
    found = certificate(tmp_path, "1002;Matrose;01.01.2020;")
    assert found.valid_until is None and not found.unlimited


@pytest.mark.parametrize("word", ["unbefristet", "Unlimited", "UNBEFRISTET"])
def test_unlimited_must_be_written(tmp_path, word):
    found = certificate(tmp_path, f"1002;Schifferpatent B;01.01.2020;{word}")
    assert found.valid_until is None and found.unlimited


@pytest.mark.parametrize("kind", ["Ersthelfer", "Schifferpatent B"])
def test_a_blank_end_is_a_fault_where_the_law_fixes_none(tmp_path, kind):
    error = only_fault(tmp_path, {"certificates.csv": more("certificates.csv", f"1001;{kind};01.01.2020;")})
    assert place(error) == ("certificates.csv", 4, "valid_until")


def test_a_certificate_does_not_end_before_it_begins(tmp_path):
    error = only_fault(tmp_path, {"certificates.csv": more("certificates.csv", "1001;Matrose;01.01.2020;31.12.2019")})
    assert place(error) == ("certificates.csv", 4, "valid_until")


def test_rows_that_repeat_others_are_dropped_with_a_notice(tmp_path):
    result = read(tmp_path, {"certificates.csv": more("certificates.csv", "1001;Unionspatent;2020-02-01;")})
    assert len(result.dataset.certificates) == 2
    assert [n.code for n in result.notices] == ["input.row_repeated"]
    assert "Zeile 4 wiederholt Zeile 2" in result.notices[0].text.de


def test_measures(tmp_path):
    head = "crew_id;certificate;kind;from;until\n"
    found = read(tmp_path, {"measures.csv": head + "1001;;entzogen;01.12.2026;\n"}).dataset.measures[0]
    assert (found.kind, found.certificate, found.until, found.enforceable) == (MeasureKind.WITHDRAWN, None, None, True)
    error = only_fault(tmp_path, {"measures.csv": head + "1001;Unionspatent;ausgesetzt;02.12.2026;01.12.2026\n"})
    assert place(error) == ("measures.csv", 2, "until")


# --- recorded time --------------------------------------------------------------------------------

DUTIES = "crew_id;start;end;kind;vessel_id;breaks;source;regime\n"


def duties(*rows: str) -> dict[str, str]:
    return {"duties.csv": DUTIES + "".join(f"{row}\n" for row in rows)}


def test_recorded_duties(tmp_path):
    rows = duties(
        "1001;2026-05-31 20:00;06:00;Dienst;E1;23:00-23:30;Ist;", "1001;01.06.2026;02.06.2026;Ruhetag;;;geplant;"
    )
    night, rest = read(tmp_path, rows).dataset.duties
    assert [part.minutes for _, part in night.interval.by_day()] == [240, 360]
    assert night.breaks[0].minutes == 30 and not night.planned
    assert rest.interval.minutes == 2880 and rest.planned


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("1001;01.06.2026;02.06.2026;Dienst;E1;;;", "start"), ("1001;01.06.2026 06:00;05:00;Fest;E1;;;", "kind"),
        ("1001;01.06.2026 06:00;06:00;Dienst;E1;;;", "end"), ("1001;01.06.2026 06:00;14:00;Dienst;E1;15:00-15:30;;", "breaks"),
        ("1009;01.06.2026 06:00;14:00;Dienst;E1;;;", "crew_id"), ("1001;01.06.2026 06:00;14:00;Dienst;E1;;vielleicht;", "source"),
    ],
)  # fmt: skip
def test_faults_of_recorded_duties(tmp_path, row, column):
    assert ("duties.csv", 2, column) in [place(e) for e in faults(tmp_path, duties(row))]


def test_nobody_works_in_two_places_at_once(tmp_path):
    rows = ["1001;01.06.2026 06:00;14:00;Dienst;E1;;;", "1001;01.06.2026 13:59;15:00;Büro;;;;"]
    error = only_fault(tmp_path, duties(*rows))
    assert place(error) == ("duties.csv", 3, "start")
    assert read(tmp_path, duties(rows[0], rows[1].replace("13:59", "14:00"))).dataset.duties
    assert read(tmp_path, duties(rows[0], rows[1].replace("Büro", "an Bord frei"))).dataset.duties
    assert read(tmp_path, duties(rows[0], rows[1].replace("1001", "1002"))).dataset.duties


def test_a_duty_repeated_word_for_word_counts_once(tmp_path):
    row = "1001;01.06.2026 06:00;14:00;Dienst;E1;;;"
    result = read(tmp_path, duties(row, row))
    assert len(result.dataset.duties) == 1 and [n.code for n in result.notices] == ["input.row_repeated"]


def test_rest_on_the_rhine_is_said_to_be_unjudged(tmp_path):
    result = read(tmp_path, duties("1001;01.06.2026 06:00;14:00;Dienst;E1;;;RheinSchPersV"))
    assert [n.code for n in result.notices] == ["input.not_supported"]


# --- assignments ----------------------------------------------------------------------------------

PINS = "shift_id;crew_id;function;watch;safety_role;status\n"


def pins(*rows: str, **other: str) -> dict[str, str]:
    return {"assignments.csv": PINS + "".join(f"{row}\n" for row in rows)} | {f"{n}.csv": t for n, t in other.items()}


def test_assignments(tmp_path):
    found = read(tmp_path, pins("N1;1001;Schiffsführerin;;;", "N1;1002;;;Ersthelferin;läuft")).dataset.pins
    assert [(p.function, p.safety_role, p.status) for p in found] == [
        (Function.BOATMASTER, None, PinStatus.LOCKED),
        (None, SafetyRole.FIRST_AIDER, PinStatus.RUNNING),
    ]


@pytest.mark.parametrize(
    ("row", "column", "hint"),
    [
        ("N3;1001;Matrose;;;", "shift_id", "N1, N2"), ("N1;Jörg Fuss;Matrose;;;", "crew_id", "„1001“ (Jörg Fuß)"), ("N1;;Matrose;;;", "crew_id", "Eintragen"),
        ("N1;1001;;;;", "function", "Funktion"), ("N1;1001;Matrose;A;;", "watch", "Wachplan"), ("N1;1001;Matrose;;Koch;", "safety_role", "Ersthelfer"),
    ],
)  # fmt: skip
def test_faults_of_assignments(tmp_path, row, column, hint):
    error = only_fault(tmp_path, pins(row))
    assert place(error) == ("assignments.csv", 2, column)
    assert hint in error.fix.de


def test_a_repeated_assignment_is_dropped_and_a_different_one_refused(tmp_path):
    result = read(tmp_path, pins("N1;1001;Schiffsführer;;;", "N1;1001;SF;;;gesperrt"))
    assert len(result.dataset.pins) == 1 and [n.code for n in result.notices] == ["input.row_repeated"]
    error = only_fault(tmp_path, pins("N1;1001;Schiffsführer;;;", "N1;1001;Matrose;;;"))
    assert place(error) == ("assignments.csv", 3, "crew_id") and "Zeile 2" in error.problem.de


def test_the_watch_of_an_assignment_belongs_to_the_plan_of_its_shift(tmp_path):
    rows = shifts("N1;E1;07.12.2026 06:00;08.12.2026 06:00;A;W2;;", watches=TWO)
    assert read(tmp_path, pins("N1;1001;Schiffsführer;A;;") | rows).dataset.pins[0].watch == "A"
    error = only_fault(tmp_path, pins("N1;1001;Schiffsführer;C;;") | rows)
    assert place(error) == ("assignments.csv", 2, "watch") and "A, B" in error.fix.de
