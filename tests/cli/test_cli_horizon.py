"""Windows of one to six weeks, and voyages that sail over their end."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta
from pathlib import Path

import pytest
from cli_fleet import write_fleet

from optimizer.cli import main

MONDAY = date(2026, 12, 7)
HEAD = "shift_id;vessel_id;start;end;waterway;zone;crew_change_at_end;start_place;end_place;with_passengers;persons_aboard;voyage_id;prepare_min\n"


def shift(day: int, voyage_id: str = "") -> str:
    when = f"{MONDAY + timedelta(days=day):%d.%m.%Y}"
    change = "nein" if voyage_id else "ja"
    return f"S{day:02d};F1;{when} 06:00;{when} 12:00;Elbe;3;{change};Over;Over;ja;20;{voyage_id};15\n"


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    capsys.readouterr()
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return code, captured.out + captured.err


def planned(path: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig")), delimiter=";"):
        found.setdefault(row["Schicht-ID"], set()).add(row["Personalnummer"])
    return found


@pytest.mark.parametrize("weeks", range(1, 7))
def test_plan_and_check_of_several_weeks(tmp_path: Path, capsys: pytest.CaptureFixture[str], weeks: int) -> None:
    days = [7 * week + day for week in range(7) for day in (1, 4)]
    fleet = write_fleet(tmp_path / "fleet", shifts=HEAD + "".join(shift(day) for day in days))
    roster = tmp_path / "r.csv"
    window = ("--week", "2026-W50", "--weeks", str(weeks))
    code, out = run(capsys, "plan", fleet, "--out", roster, *window, "--time-limit", "20")
    assert code == 0, out
    assert f"{2 * weeks} von {2 * weeks} Schichten fahren" in out
    assert set(planned(roster)) == {f"S{day:02d}" for day in days if day < 7 * weeks}
    assert run(capsys, "check", fleet, roster, *window)[0] == 0
    assert run(capsys, "check", fleet, roster)[0] == 0


def test_a_voyage_over_the_end_is_planned_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [shift(3), shift(5, "V"), shift(6, "V"), shift(7, "V"), shift(9)]
    fleet = write_fleet(tmp_path / "fleet", shifts=HEAD + "".join(rows))
    roster = tmp_path / "r.csv"
    code, out = run(capsys, "plan", fleet, "--out", roster, "--time-limit", "20")
    assert code == 0, out
    found = planned(roster)
    assert set(found) == {"S03", "S05", "S06", "S07"}
    assert found["S05"] == found["S06"] == found["S07"]
    assert "11:45" not in out and "05:45-12:00" in roster.read_text("utf-8-sig")
    assert run(capsys, "check", fleet, roster)[0] == 0


def test_the_end_of_a_voyage_may_not_be_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [shift(5, "V"), shift(6, "V"), shift(7, "V")]
    fleet = write_fleet(tmp_path / "fleet", shifts=HEAD + "".join(rows))
    roster = tmp_path / "r.csv"
    assert run(capsys, "plan", fleet, "--out", roster, "--time-limit", "20")[0] == 0
    lines = roster.read_bytes().split(b"\r\n")
    roster.write_bytes(b"\r\n".join(line for line in lines if b"S07" not in line))
    code, out = run(capsys, "check", fleet, roster)
    assert code == 1, out
    assert "14.12. 06:00–12:00: keine Zeile im Dienstplan" in out
