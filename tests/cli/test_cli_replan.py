"""``crew-roster replan`` on the sample ferry week: output, files, exit codes, clear words for bad input."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from optimizer.cli import main

DATA = Path(__file__).resolve().parents[2] / "data" / "fleets" / "harbour_ferries"


@pytest.fixture(scope="module")
def roster(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("replan") / "roster.csv"
    # A machine busy with other work may need more than the usual seconds.
    assert any(main(["plan", str(DATA), "--out", str(target), "--time-limit", limit]) == 0 for limit in ("20", "120"))
    return target


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def boatmaster_on(roster: Path, day: str) -> tuple[str, str, str]:
    """Crew id, shift and begin of a boatmaster's shift on a day of the roster."""
    with roster.open(encoding="utf-8-sig", newline="") as stream:
        everything = list(csv.DictReader(stream, delimiter=";"))
    # A lock would bring its person back as soon as they return.
    locked = {r["Personalnummer"] for r in everything if r["Status"] == "gesperrt"}
    rows = [
        r for r in everything if r["Datum"] == day and r["Funktion"] == "Schiffsführer" and r["Status"] == "besetzt"
    ]
    row = max((r for r in rows if r["Personalnummer"] not in locked), key=lambda r: r["Beginn"])
    return row["Personalnummer"], row["Schicht-ID"], row["Beginn"]


def test_a_drop_out_is_answered_and_written(capsys: pytest.CaptureFixture[str], roster: Path, tmp_path: Path) -> None:
    crew_id, shift_id, begin = boatmaster_on(roster, "12.12.2026")
    new, folder = tmp_path / "new.csv", tmp_path / "all"
    code, out, _ = run(
        capsys,
        "replan",
        DATA,
        roster,
        "--drop",
        crew_id,
        "--from",
        begin,
        "--out",
        new,
        "--all",
        folder,
        "--time-limit",
        20,
    )
    assert code == 0
    for words in (
        "Umplanung ab",
        "Fällt aus",
        "Wenig Änderungen",
        "Anrufe in dieser Reihenfolge",
        "nichts Rechtswidriges",
    ):
        assert words in out
    assert shift_id in out
    assert sorted(path.name for path in folder.iterdir()) == [f"roster-{p}.csv" for p in ("calls", "changes", "cost")]
    with new.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter=";"))
    assert {row["Version"] for row in rows} == {"2"}
    assert not [row for row in rows if row["Personalnummer"] == crew_id and row["Schicht-ID"] == shift_id]
    assert run(capsys, "check", DATA, new)[0] == 0
    code, out, _ = run(
        capsys,
        "replan",
        DATA,
        new,
        "--returns",
        f"{crew_id}@{begin}",
        "--from",
        begin,
        "--lang",
        "en",
        "--time-limit",
        10,
    )
    assert code == 0
    assert "No assignment changes." in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--from", "12.12.2026 08:00", "--drop", "99999"), "gibt es im Datensatz nicht"),
        (("--from", "12.12.2027 08:00"), "nicht im Zeitraum"),
        (("--from", "gestern"), "gestern"),
        (("--from", "12.12.2026 08:00", "--returns", "0101"), "ID@INSTANT"),
        (("--from", "12.12.2026 08:00", "--vessel-out", "F01@12.12.2026 08:00"), "VESSEL_ID@FROM/TO"),
        (
            ("--from", "12.12.2026 08:00", "--vessel-out", "F01@12.12.2026 08:00/12.12.2026 07:00"),
            "nicht nach dem Anfang",
        ),
        (("--from", "12.12.2026 08:00", "--prefer", "money"), "changes, calls, cost"),
        (("--from", "12.12.2026 08:00", "--shifts", "missing.csv"), "missing.csv"),
        (
            (
                "--drop",
                "0101",
            ),
            "--from",
        ),
    ],
)
def test_bad_input_gets_a_clear_sentence(
    capsys: pytest.CaptureFixture[str], roster: Path, arguments: tuple[str, ...], says: str
) -> None:
    code, _, err = run(capsys, "replan", DATA, roster, *arguments)
    assert code == 2
    assert says in err
    assert "Traceback" not in err


def test_a_fault_in_the_new_shifts_names_their_file(
    capsys: pytest.CaptureFixture[str], roster: Path, tmp_path: Path
) -> None:
    lines = (DATA / "shifts.csv").read_text("utf-8-sig").splitlines()
    begin = lines[1].split(";")[lines[0].split(";").index("start")]
    new = tmp_path / "heute.csv"
    new.write_text("\n".join([lines[0], lines[1].replace(begin, "gestern"), *lines[2:]]), "utf-8-sig")
    code, _, err = run(capsys, "replan", DATA, roster, "--from", "12.12.2026 08:00", "--shifts", new)
    assert code == 2
    assert "heute.csv" in err and "gestern" in err and "shifts.csv" not in err


def test_the_progress_names_what_is_counted(capsys: pytest.CaptureFixture[str], roster: Path) -> None:
    crew_id, _, begin = boatmaster_on(roster, "12.12.2026")
    code, _, err = run(
        capsys, "replan", DATA, roster, "--drop", crew_id, "--from", begin, "--time-limit", 20, "--lang", "en"
    )
    assert code == 0
    assert "· Changes ·" in err and "· Calls ·" in err and "Level 3" not in err and "Level 5" not in err


def test_left_overs_in_the_roster_are_noted(capsys: pytest.CaptureFixture[str], roster: Path, tmp_path: Path) -> None:
    text = roster.read_text("utf-8-sig")
    lines = text.splitlines()
    old = tmp_path / "old.csv"
    gone = lines[1].replace(lines[1].split(";")[4], "OLD-SHIFT")
    old.write_text("\n".join([*lines, gone]), "utf-8-sig")
    code, _, err = run(capsys, "replan", DATA, old, "--from", "13.12.2026 12:00", "--time-limit", 10)
    assert code == 0
    assert "OLD-SHIFT" in err and "nicht (mehr)" in err
