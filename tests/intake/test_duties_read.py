"""A logbook in the format of ``duties.csv``, read by the same rules and with the same reports."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.cli_fleet import write_fleet

from optimizer.domain import DutyKind
from optimizer.findings import DatasetError
from optimizer.intake import read_dataset
from optimizer.intake.duties_read import read_duties
from optimizer.timeline import local


@pytest.fixture
def dataset(tmp_path: Path):
    return read_dataset(write_fleet(tmp_path / "fleet")).dataset


def write(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "log.csv"
    path.write_bytes(text.encode(encoding))
    return path


def test_the_format_of_duties_csv(tmp_path, dataset):
    text = (
        "Personalnummer;Beginn;Ende;Art;Schiff;Pausen;Quelle\r\n"
        "0007;07.12.2026 06:00;12:30;duty;F1;09:00-09:30;recorded\r\n"
    )
    for encoding in ("utf-8", "utf-8-sig", "cp1252"):
        (duty,) = read_duties(write(tmp_path, text, encoding), dataset).duties
        assert (duty.crew_id, duty.kind, duty.vessel_id, duty.planned) == ("0007", DutyKind.DUTY, "F1", False)
        assert f"{local(duty.interval.end):%d.%m. %H:%M}" == "07.12. 12:30"
        assert len(duty.breaks) == 1


def test_all_faults_are_reported_together(tmp_path, dataset):
    text = (
        "crew_id;start;end;kind;vessel_id\n"
        "0070;07.12.2026 06:00;07.12.2026 12:00;duty;F1\n"
        "0007;07.12.2026 06:00;07.12.2026 05:00;duty;F7\n"
        "0008;2026-03-29 02:30;2026-03-29 06:00;duty;F1\n"
        "0070;08.12.2026 06:00;08.12.2026 12:00;nap;F1\n"
    )
    with pytest.raises(DatasetError) as caught:
        read_duties(write(tmp_path, text), dataset)
    errors = caught.value.errors
    assert {error.file for error in errors} == {"log.csv"}
    assert {(error.row, error.column) for error in errors} >= {
        (2, "crew_id"), (3, "end"), (3, "vessel_id"), (4, "start"), (5, "kind")
    }  # fmt: skip
    unknown = [error for error in errors if error.column == "crew_id"]
    assert len(unknown) == 1 and "2 Zeilen" in unknown[0].problem.de


def test_nobody_works_twice_at_a_time(tmp_path, dataset):
    text = (
        "crew_id;start;end;kind;vessel_id\n"
        "0007;07.12.2026 06:00;07.12.2026 12:00;duty;F1\n"
        "0007;07.12.2026 11:00;07.12.2026 13:00;land;\n"
    )
    with pytest.raises(DatasetError):
        read_duties(write(tmp_path, text), dataset)


def test_a_missing_file_is_said(tmp_path, dataset):
    with pytest.raises(DatasetError) as caught:
        read_duties(tmp_path / "none.csv", dataset)
    assert [error.code for error in caught.value.errors] == ["input.source_missing"]
