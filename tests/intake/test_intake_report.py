"""One report for everything, and the format described from the same source."""

from __future__ import annotations

from dataclasses import fields

import pytest
from intake_files import GOOD, faults, place, read, write

from optimizer.domain import (
    Absence,
    Certificate,
    CertificateCrew,
    Familiar,
    Measure,
    Movement,
    Pair,
    Permit,
    Person,
    Pin,
    RecordedDuty,
    Rotation,
    Shift,
    Travel,
    Vessel,
    Wish,
)
from optimizer.findings import DatasetError
from optimizer.intake import describe_tables, read_dataset
from optimizer.intake.tables import TABLES
from optimizer.terms import normalise

TWENTY = {
    "vessels.csv": "vessel_id;name;type;passengers_max;unmet;Farbe;tonage_t\n"
    "E1;MS Elbe;Tagesausflugsschiff;120;keine;weiß;\n"
    "E1;MS Alster;Tagesausflugsschiff;viele;12;rot;\n"
    "F1;Övelgönne;Fähre;250;;;\n",
    "shifts.csv": "shift_id;vessel_id;start;end;mode;breaks\n"
    "N1;E1;31.11.2026 22:00;06:00;A;\n"
    "N2;E2;07.12.2026 06:00;14:00;A;\n"
    "N3;E1;07.12.2026 06:00;06:00;A;\n"
    "N4;E1;08.12.2026 06:00;14:00;;15:00-15:30\n"
    "N5;E1;09.12.2026 06:00;14:00;A;;zu viel\n",
    "crew.csv": "crew_id;name;birth_date;employment;contract_hours_week;active\n"
    "1001;Jörg Fuß;01.05.68;angestellt;38,5;ja\n"
    "1002;Anna Brandt;46146;Chefin;40 h;vielleicht\n"
    ";Kim;01.01.1990;angestellt;;\n",
    "certificates.csv": "crew_id;certificate;issued_on;valid_until\n1001;Ersthelfer;01.02.2026;\n1003;Unionspatent;01.02.2020;\n",
    "absences.csv": "crew_id;start;end;kind\n1001;08.12.2026;04.12.2026;Urlaub\n",
    "settings.toml": "[weights]\novertime = -1\n",
}
PLACES = [
    ("absences.csv", 2, "end"),
    ("certificates.csv", 2, "valid_until"),
    ("certificates.csv", 3, "crew_id"),
    ("crew.csv", 2, "birth_date"),
    ("crew.csv", 3, "active"),
    ("crew.csv", 3, "birth_date"),
    ("crew.csv", 3, "contract_hours_week"),
    ("crew.csv", 3, "employment"),
    ("crew.csv", 4, "crew_id"),
    ("settings.toml", 2, "overtime"),
    ("shifts.csv", 2, "start"),
    ("shifts.csv", 3, "vessel_id"),
    ("shifts.csv", 4, "end"),
    ("shifts.csv", 5, "breaks"),
    ("shifts.csv", 5, "mode"),
    ("shifts.csv", 6, ""),
    ("vessels.csv", 1, "tonage_t"),
    ("vessels.csv", 3, "passengers_max"),
    ("vessels.csv", 3, "unmet"),
    ("vessels.csv", 3, "vessel_id"),
    ("vessels.csv", 4, "type"),
]


def test_twenty_different_faults_give_twenty_messages_in_one_run(tmp_path):
    write(tmp_path, TWENTY)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    errors = faults(tmp_path, TWENTY)
    assert [place(error) for error in errors] == PLACES
    assert len({(error.problem.de, error.fix.de) for error in errors}) >= 20
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_reading_again_gives_the_same_report(tmp_path):
    assert faults(tmp_path, TWENTY) == faults(tmp_path, TWENTY)


def test_messages_speak_two_languages_and_name_no_code(tmp_path):
    for error in faults(tmp_path, TWENTY):
        assert error.problem.de != error.problem.en
        for sentence in (error.problem.de, error.problem.en, error.fix.de, error.fix.en):
            assert sentence.strip() and "input." not in sentence and "None" not in sentence and "<" not in sentence


def test_a_faultless_folder_gives_no_notice(tmp_path):
    assert read(tmp_path).notices == ()


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_byte_is_a_dataset_or_a_report_never_a_crash(tmp_path, seed):
    """Flip, drop and double bytes of each file in turn."""
    name = list(GOOD)[seed % len(GOOD)]
    content = bytearray(GOOD[name].encode())
    for step in range(1, 6):
        position = (seed * 7919 + step * 104729) % len(content)
        action = (seed + step) % 3
        if action == 0:
            content[position] ^= 1 << (seed % 8)
        elif action == 1:
            del content[position]
        else:
            content[position:position] = content[position : position + 3]
    write(tmp_path, {name: bytes(content)})
    try:
        assert read_dataset(tmp_path).dataset.vessels
    except DatasetError as error:
        assert error.errors


RECORDS = {
    "vessels": Vessel, "certificate_crews": CertificateCrew, "permits": Permit, "shifts": Shift, "movements": Movement, "crew": Person,
    "certificates": Certificate, "measures": Measure, "absences": Absence, "duties": RecordedDuty, "assignments": Pin, "wishes": Wish,
    "rotations": Rotation, "pairs": Pair, "travel": Travel, "familiar": Familiar,
}  # fmt: skip
BUILT = {"interval": ("start", "end"), "start": ("start",), "end": ("end",), "unlimited": ("valid_until",), "valid_until": ("valid_until",),
         "breaks": ("breaks",), "history_known_from": ("history_known_from",), "history_known_until": ("history_known_until",),
         "rested_since": ("rested_since",), "crew_change_at_end": ("crew_change_at_end",), "days_on": ("pattern",), "days_off": ("pattern",),
         # Nobody enters it: a replan sets it on the rows of a voyage that lost somebody.
         "may_change": ()}  # fmt: skip


@pytest.mark.parametrize("name", list(RECORDS))
def test_every_field_of_a_record_has_a_column_and_every_column_a_field(name):
    table, record = TABLES[name], RECORDS[name]
    known = {field.name for field in fields(record)}
    targets = {column.target for column in table.columns if column.target}
    assert targets <= known
    for field in known - targets:
        assert all(table.column(column) for column in BUILT[field]), field


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.name)
def test_headings_are_unique_within_a_table(table):
    spellings = [
        spelling
        for column in table.columns
        for spelling in dict.fromkeys(normalise(word) for word in (column.name, column.de, *column.also))
    ]
    assert len(spellings) == len(set(spellings))
    assert not set(spellings) & {normalise(name) for name in table.later}


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_format_is_described_whole(lang):
    text = describe_tables(lang)
    for table in TABLES.values():
        assert f"`{table.file}`" in text
        section = text.split(f"### `{table.file}`")[1].split("###")[0]
        for column in table.columns:
            assert f"| `{column.name}` | {column.de}" in section
        for name in table.later:
            assert f"`{name}`" in section
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {6}
