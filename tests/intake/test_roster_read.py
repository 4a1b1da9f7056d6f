"""The roster CSV as written, and after a round through a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optimizer.domain import (
    ClockSpan,
    Dataset,
    Employment,
    Function,
    OperatingMode,
    Person,
    SafetyRole,
    Shift,
    Vessel,
    VesselType,
    Watch,
    WatchPlan,
)
from optimizer.export import write_roster
from optimizer.findings import DatasetError, InputError, Text
from optimizer.instance import Instance
from optimizer.intake import RosterRead, read_roster
from optimizer.law import load_rulebook
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import BERLIN, Interval, iso_week


def at(text: str, fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN, fold=fold)


def span(start: str, end: str) -> Interval:
    return Interval(at(start), at(end))


def person(crew_id: str, name: str) -> Person:
    return Person(crew_id=crew_id, name=name, birth_date=datetime(1990, 1, 1).date(), employment=Employment.EMPLOYEE)


def shift(shift_id: str, vessel_id: str, start: str, end: str, **more) -> Shift:
    return Shift(shift_id=shift_id, vessel_id=vessel_id, interval=span(start, end), **more)


PEOPLE = [
    person("0012", "Zander, Jörg"),
    person("0013", "Ähring; Änne"),
    person("14", "Bob"),
    person("=1+1", "-Meyer"),
    person("3-4", "Kim"),
]
SHIFTS = [
    shift("S1", "F1", "2026-12-07T06:00", "2026-12-07T14:00", start_place="Höchst"),
    shift("S2", "P1", "2026-12-07T06:00", "2026-12-07T12:00", mode=OperatingMode.A),
    shift("S3", "F1", "2026-12-07T22:00", "2026-12-08T06:00"),
    shift("007", "P1", "2026-12-08T06:00", "2026-12-10T06:00", mode=OperatingMode.B, watch_plan="W"),
    shift("S5", "F1", "2026-12-13T20:00", "2026-12-14T04:00"),
]  # fmt: skip
WATCHES = (
    Watch(name="01", spans=(ClockSpan(start=datetime(1, 1, 1, 3).time(), end=datetime(1, 1, 1, 15).time()),)),
    Watch(name="02", spans=(ClockSpan(start=datetime(1, 1, 1, 15).time(), end=datetime(1, 1, 1, 3).time()),)),
)
DATASET = Dataset(
    vessels={"F1": Vessel(vessel_id="F1", name="Ährenfähre", type=VesselType.VEHICLE_FERRY), "P1": Vessel(vessel_id="P1", name="MS Zander", type=VesselType.DAY_EXCURSION)},
    crew={p.crew_id: p for p in PEOPLE},
    shifts={s.shift_id: s for s in SHIFTS},
    watch_plans={"W": WatchPlan(watch_plan="W", watches=WATCHES)},
)  # fmt: skip
ROWS = [
    RosterRow(shift_id="S1", status=RowStatus.FILLED, crew_id="0012", function=Function.FERRY_MASTER, duty=(SHIFTS[0].interval,),
              breaks=(span("2026-12-07T10:00", "2026-12-07T10:30"),)),
    RosterRow(shift_id="S1", status=RowStatus.LOCKED, crew_id="0013", function=Function.DECKHAND, duty=(SHIFTS[0].interval,)),
    RosterRow(shift_id="S2", status=RowStatus.FILLED, crew_id="=1+1", function=Function.BOATMASTER, duty=(SHIFTS[1].interval,),
              safety_roles=(SafetyRole.PASSENGER_EXPERT, SafetyRole.FIRST_AIDER)),
    RosterRow(shift_id="S2", status=RowStatus.FILLED, crew_id="3-4", safety_roles=(SafetyRole.FIRST_AIDER,), duty=(SHIFTS[1].interval,)),
    RosterRow(shift_id="S3", status=RowStatus.FORESEEN, crew_id="14", function=Function.DECKHAND),
    RosterRow(shift_id="S3", status=RowStatus.OPEN, function=Function.FERRY_MASTER, reason=Text("niemand frei", "niemand frei")),
    RosterRow(shift_id="S3", status=RowStatus.OPEN, function=Function.FERRY_MASTER),
    RosterRow(shift_id="007", status=RowStatus.FILLED, crew_id="14", function=Function.BOATMASTER, watch="02",
              duty=(span("2026-12-08T15:00", "2026-12-09T03:00"), span("2026-12-09T15:00", "2026-12-10T03:00"))),
    RosterRow(shift_id="S5", status=RowStatus.NOT_SAILING, reason=Text("kein Schiffsführer", "kein Schiffsführer")),
]  # fmt: skip
ROSTER = Roster(window=iso_week("2026-W50"), rows=tuple(ROWS), version="3")
INSTANCE = Instance(DATASET, ROSTER.window, load_rulebook())


def exported(tmp_path: Path, lang: str = "de", roster: Roster = ROSTER) -> Path:
    write_roster(tmp_path / "roster.csv", INSTANCE, roster, lang)
    return tmp_path / "roster.csv"


def changed(tmp_path: Path, change: Callable[[dict[str, str]], object], **write) -> Path:
    """The exported file with a change made to every row, saved as a spreadsheet would."""
    path = exported(tmp_path)
    rows = list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig")), delimiter=";"))
    for row in rows:
        change(row)
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0].keys(), delimiter=write.get("separator", ";"), lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    path.write_bytes(text.getvalue().encode(write.get("encoding", "utf-8")))
    return path


def read(path: Path) -> RosterRead:
    return read_roster(path, DATASET)


def refused(path: Path) -> list[InputError]:
    with pytest.raises(DatasetError) as caught:
        read(path)
    assert all(e.problem.de and e.problem.en and e.fix.de and e.fix.en for e in caught.value.errors)
    return caught.value.errors


def counting(roster: Roster) -> set[tuple]:
    """What of a roster counts; the wording of reasons does not."""
    return {
        (r.shift_id, r.status, r.crew_id, r.function, r.safety_roles, r.watch, r.duty, r.breaks) for r in roster.rows
    }


def codes(result: RosterRead) -> list[str]:
    return [finding.code for finding in result.findings]


@pytest.mark.parametrize("lang", ["de", "en"])
def test_an_exported_roster_reads_back_the_same(tmp_path, lang):
    result = read(exported(tmp_path, lang))
    assert counting(result.roster) == counting(ROSTER)
    assert len(result.roster.rows) == len(ROSTER.rows)
    assert (result.roster.window, result.roster.version) == (ROSTER.window, "3")
    assert result.findings == ()


def test_reasons_are_kept_word_for_word(tmp_path):
    reasons = {row.reason.de for row in read(exported(tmp_path)).roster.rows if row.reason}
    assert reasons == {"niemand frei", "kein Schiffsführer"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_spreadsheets_may_save_it_differently(tmp_path, encoding, separator):
    result = read(changed(tmp_path, lambda row: None, encoding=encoding, separator=separator))
    assert counting(result.roster) == counting(ROSTER) and result.findings == ()


def _strip_zeros(row):
    for column in ("Personalnummer", "Schicht-ID", "Wache"):
        row[column] = row[column].lstrip("0")


def test_lost_zeros_are_recognised_and_offered(tmp_path):
    result = read(changed(tmp_path, _strip_zeros))
    assert counting(result.roster) == counting(ROSTER)
    assert set(codes(result)) == {"roster.id_recognised"}
    texts = " ".join(f.text.de for f in result.findings)
    for old, new in (("12", "0012"), ("13", "0013"), ("7", "007"), ("2", "02")):
        assert f"„{old}“" in texts and f"„{new}“" in texts
    assert len(result.findings) == 4


@pytest.mark.parametrize("cell", ["03. Apr", "03.Apr", "3. April", "03.04.2026", "3.4.", "03-Apr"])
def test_an_id_turned_into_a_date_is_recognised(tmp_path, cell):
    def mangle(row):
        row["Personalnummer"] = cell if row["Personalnummer"] == "3-4" else row["Personalnummer"]

    if cell == "3.4.":
        assert refused(changed(tmp_path, mangle))[0].column == "Personalnummer"
        return
    result = read(changed(tmp_path, mangle))
    assert counting(result.roster) == counting(ROSTER) and codes(result) == ["roster.id_recognised"]


def test_zeros_that_fit_two_ids_are_not_guessed(tmp_path):
    path = changed(tmp_path, _strip_zeros)
    both = {**DATASET.crew, "00012": person("00012", "Eva")}
    with pytest.raises(DatasetError) as caught:
        read_roster(
            path, Dataset(vessels=DATASET.vessels, crew=both, shifts=DATASET.shifts, watch_plans=DATASET.watch_plans)
        )
    assert [e.column for e in caught.value.errors] == ["Personalnummer"]
    assert "0012 oder 00012" in caught.value.errors[0].problem.de


def test_an_id_that_may_also_be_a_shortened_one_is_doubted_aloud(tmp_path):
    both = {**DATASET.crew, "0014": person("0014", "Eva")}
    result = read_roster(
        exported(tmp_path),
        Dataset(vessels=DATASET.vessels, crew=both, shifts=DATASET.shifts, watch_plans=DATASET.watch_plans),
    )
    assert codes(result) == ["roster.id_doubtful"]
    assert counting(result.roster) == counting(ROSTER)


def test_the_apostrophe_against_formulas_is_taken_off(tmp_path):
    assert "'=1+1" in exported(tmp_path).read_text("utf-8-sig")
    assert "=1+1" in {row.crew_id for row in read(exported(tmp_path)).roster.rows}


@pytest.mark.parametrize(
    "words",
    [
        {
            "besetzt": "filled",
            "offen": "OPEN",
            "fährt nicht": "not sailing",
            "vorgesehen": "foreseen",
            "gesperrt": "locked",
        },
        {"besetzt": "Besetzt ", "fährt nicht": "Faehrt nicht"},
    ],
)
def test_words_of_either_language_and_case(tmp_path, words):
    def translate(row):
        row["Status"] = words.get(row["Status"], row["Status"])
        row["Funktion"] = {"Fährführer": "Ferry master", "Decksmann": "Decksfrau"}.get(row["Funktion"], row["Funktion"])

    assert counting(read(changed(tmp_path, translate)).roster) == counting(ROSTER)


@pytest.mark.parametrize(
    "form", ["%Y-%m-%d %H:%M", "%d.%m.%Y %H:%M:%S", "%d.%m.%y %H:%M", "%Y-%m-%dT%H:%M", "%d.%m.%Y, %H:%M Uhr"]
)
def test_reformatted_times_are_still_the_same_times(tmp_path, form):
    def reformat(row):
        for column in ("Beginn", "Ende"):
            row[column] = datetime.strptime(row[column], "%d.%m.%Y %H:%M").strftime(form)

    result = read(changed(tmp_path, reformat))
    assert counting(result.roster) == counting(ROSTER) and result.findings == ()


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("Beginn", "07.12.2026 07:00"),
        ("Ende", "07.12.2026 15:00"),
        ("Beginn_ISO", "2026-12-07T06:00+02:00"),
        ("Ende", "mittags"),
    ],
)
def test_times_that_contradict_the_shifts_are_a_warning(tmp_path, column, cell):
    def move(row):
        row[column] = cell if row["Schicht-ID"] == "S1" else row[column]

    result = read(changed(tmp_path, move))
    assert codes(result) == ["roster.times_contradict"]
    assert result.findings[0].shift_id == "S1" and cell in result.findings[0].text.de
    assert counting(result.roster) == counting(ROSTER)


def test_an_hour_shown_twice_is_no_contradiction(tmp_path):
    night = shift("A1", "F1", "2026-10-24T20:00", "2026-10-25T04:00")
    night = Shift(
        shift_id="A1", vessel_id="F1", interval=Interval(night.interval.start, at("2026-10-25T02:30", fold=1))
    )
    data = Dataset(vessels=DATASET.vessels, crew=DATASET.crew, shifts={"A1": night})
    first = Interval(night.interval.start, at("2026-10-25T02:15", fold=0))
    row = RosterRow(shift_id="A1", status=RowStatus.FILLED, crew_id="14", function=Function.FERRY_MASTER, duty=(first,))
    roster = Roster(window=iso_week("2026-W43"), rows=(row,))
    write_roster(tmp_path / "r.csv", Instance(data, roster.window, load_rulebook()), roster)
    result = read_roster(tmp_path / "r.csv", data)
    assert result.roster.rows[0].duty == (first,) and result.findings == ()
    assert result.roster.window == iso_week("2026-W43")


def test_a_sorted_column_of_names_is_noticed(tmp_path):
    def swap(row):
        row["Name"] = "Bob" if row["Personalnummer"] == "0012" else row["Name"]
        row["Schiff"] = "MS Zander" if row["Schicht-ID"] == "S5" else row["Schiff"]

    assert codes(read(changed(tmp_path, swap))) == ["roster.name_contradicts", "roster.vessel_contradicts"]


def test_blank_duty_times_mean_the_whole_watch(tmp_path):
    result = read(changed(tmp_path, lambda row: row.update({"Dienstzeiten": ""})))
    found = {(r.shift_id, r.crew_id): r for r in result.roster.rows}
    assert found["S1", "0012"].duty == (SHIFTS[0].interval,) and found["S1", "0012"].breaks == ()
    assert sum(piece.minutes for piece in found["007", "14"].duty) == 24 * 60
    assert found["S3", "14"].duty == ()


FAULTS = [
    ("S1", {"Schicht-ID": "S9"}, "Schicht-ID"), ("S1", {"Personalnummer": "0099"}, "Personalnummer"), ("S1", {"Personalnummer": ""}, "Personalnummer"),
    ("S1", {"Funktion": "Koch"}, "Funktion"), ("S1", {"Funktion": ""}, "Funktion"), ("S1", {"Status": "vielleicht"}, "Status"), ("S1", {"Status": ""}, "Status"),
    ("S1", {"Dienstzeiten": "05:00-14:00"}, "Dienstzeiten"), ("S1", {"Dienstzeiten": "früh"}, "Dienstzeiten"), ("S1", {"Wache": "A"}, "Wache"),
    ("007", {"Wache": "03"}, "Wache"), ("007", {"Wache": "", "Dienstzeiten": ""}, "Wache"), ("S1", {"Sicherheitsrolle": "Koch"}, "Sicherheitsrolle"),
    ("S1", {"Status": "offen"}, "Status"), ("S1", {"Schicht-ID": ""}, "Schicht-ID"),
]  # fmt: skip


@pytest.mark.parametrize(("shift_id", "cells", "column"), FAULTS)
def test_a_row_that_cannot_be_understood_is_a_fault(tmp_path, shift_id, cells, column):
    def spoil(row):
        if row["Schicht-ID"] == shift_id and row["Personalnummer"] in ("0012", "14"):
            row.update(cells)

    (error,) = refused(changed(tmp_path, spoil))
    assert (error.file, error.column) == ("roster.csv", column)
    assert error.row is not None and error.row >= 2


def test_all_faults_come_at_once(tmp_path):
    errors = refused(changed(tmp_path, lambda row: row.update({"Schicht-ID": "X", "Status": "?"})))
    assert len(errors) == 1 + len(ROSTER.rows)


@pytest.mark.parametrize("column", ["Schicht-ID", "Personalnummer", "Funktion", "Status"])
def test_a_missing_column_is_one_fault(tmp_path, column):
    text = exported(tmp_path).read_text("utf-8-sig").replace(column, "Farbe", 1)
    (tmp_path / "roster.csv").write_text(text, "utf-8")
    (error,) = refused(tmp_path / "roster.csv")
    assert error.row == 1 and f"„{column}“" in error.problem.de


def test_an_unknown_person_is_suggested(tmp_path):
    (error,) = refused(
        changed(
            tmp_path,
            lambda row: row.update(
                {"Personalnummer": "Zander, Joerg" if row["Personalnummer"] == "0012" else row["Personalnummer"]}
            ),
        )
    )
    assert "„0012“ (Zander, Jörg)" in error.fix.de


@pytest.mark.parametrize(
    "content", [b"", b"Woche;Datum\r\n", b"Schicht-ID;Personalnummer;Funktion;Status\r\n", b"PK\x03\x04xx"]
)
def test_empty_and_foreign_files_are_refused(tmp_path, content):
    (tmp_path / "roster.csv").write_bytes(content)
    assert refused(tmp_path / "roster.csv")


def test_a_missing_file_is_refused(tmp_path):
    assert refused(tmp_path / "nirgends.csv")[0].code == "input.source_missing"
    assert refused(tmp_path)[0].code == "input.source_missing"


def test_the_columns_that_count_are_enough(tmp_path):
    path = tmp_path / "plan.csv"
    path.write_text("Schicht-ID;Personalnummer;Funktion;Status\nS1;0012;Fährführer;besetzt\n", "utf-8")
    result = read(path)
    assert result.roster.rows == (
        RosterRow(
            shift_id="S1",
            status=RowStatus.FILLED,
            crew_id="0012",
            function=Function.FERRY_MASTER,
            duty=(SHIFTS[0].interval,),
        ),
    )
    assert result.roster.version == "1"


def test_columns_of_the_users_own_are_named(tmp_path):
    result = read(changed(tmp_path, lambda row: row.update({"Notiz": "x"})))
    assert codes(result) == ["input.unknown_column"]


def test_a_person_twice_alike_counts_once_and_open_places_count_each(tmp_path):
    path = exported(tmp_path)
    lines = path.read_bytes().split(b"\r\n")
    first = next(line for line in lines if b"0012" in line)
    path.write_bytes(b"\r\n".join([*lines[:-1], first, b""]))
    result = read(path)
    assert codes(result) == ["roster.row_repeated"]
    assert len(result.roster.rows) == len(ROSTER.rows)


def test_rows_of_two_versions_are_noticed(tmp_path):
    result = read(changed(tmp_path, lambda row: row.update({"Version": "4"} if row["Schicht-ID"] == "S5" else {})))
    assert codes(result) == ["roster.versions_differ"]


def test_the_window_covers_every_week_in_which_a_shift_starts(tmp_path):
    only = changed(tmp_path, lambda row: None)
    assert read(only).roster.window == iso_week("2026-W50")
    later = shift("S6", "F1", "2026-12-21T06:00", "2026-12-21T08:00")
    data = Dataset(
        vessels=DATASET.vessels,
        crew=DATASET.crew,
        shifts={**DATASET.shifts, "S6": later},
        watch_plans=DATASET.watch_plans,
    )
    extra = "\r\n" + ";".join(["", "", "", "", "S6", *[""] * 7, "Fährführer", "", "", "", "offen", "", "", "", "3"])
    only.write_bytes(only.read_bytes().rstrip() + extra.encode())
    window = read_roster(only, data).roster.window
    assert (window.start, window.end) == (iso_week("2026-W50").start, iso_week("2026-W52").end)


@given(
    st.lists(
        st.tuples(st.sampled_from(SHIFTS), st.sampled_from(PEOPLE), st.sampled_from(list(Function)), st.sampled_from(list(RowStatus)),
                  st.sets(st.sampled_from(list(SafetyRole))), st.integers(0, 20), st.integers(1, 20)),
        min_size=1, max_size=12, unique_by=lambda row: (row[0].shift_id, row[1].crew_id),
    ),
    st.sampled_from(["de", "en"]),
)  # fmt: skip
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_roster_survives_the_file(tmp_path, drawn, lang):
    rows = []
    for chosen, who, function, status, roles, after, length in drawn:
        nobody = status in (RowStatus.OPEN, RowStatus.NOT_SAILING)
        start = chosen.interval.start + timedelta(minutes=15 * after)
        piece = Interval(start, min(chosen.interval.end, start + timedelta(minutes=15 * length)))
        rows.append(
            RosterRow(
                shift_id=chosen.shift_id,
                status=status,
                crew_id="" if nobody else who.crew_id,
                function=function,
                safety_roles=tuple(sorted(roles)),
                watch="01" if chosen.watch_plan else "",
                duty=(piece,) if status in (RowStatus.FILLED, RowStatus.LOCKED) else (),
            )
        )
    roster = Roster(window=ROSTER.window, rows=tuple(rows))
    assert counting(read(exported(tmp_path, lang, roster)).roster) == counting(roster)
