"""The commands as a dispatcher runs them: results, exit codes, and every way to get them wrong."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path

import pytest
from cli_fleet import CERTIFICATES, CREW, SHIFTS, write_fleet

from optimizer.check import CheckReport
from optimizer.cli import main
from optimizer.findings import Finding, Severity, Text


@pytest.fixture
def fleet(tmp_path: Path) -> Path:
    return write_fleet(tmp_path / "fleet")


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return code, captured.out, captured.err


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig")), delimiter=";"))


def test_plan_then_check(fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roster = tmp_path / "plan.csv"
    code, out, err = run(capsys, "plan", fleet, "--out", roster, "--time-limit", "20")
    assert code == 0, out + err
    assert "2 von 2 Schichten fahren" in out and "bewiesen optimal" in out
    assert f"Dienstplan geschrieben: {roster}" in out
    assert "Stufe 1" in err
    assert {(row["Schicht-ID"], row["Personalnummer"], row["Funktion"]) for row in rows(roster)} == {
        (shift, crew, function)
        for shift in ("S-01", "S-02")
        for crew, function in (("0007", "Fährführer"), ("0008", "Decksmann"))
    }
    code, out, _ = run(capsys, "check", fleet, roster)
    assert code == 0, out
    assert "Nichts Rechtswidriges" in out


def test_plan_in_english(fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "plan", fleet, "--out", tmp_path / "r.csv", "--lang", "en")
    assert code == 0
    assert "2 of 2 shifts sail" in out and "proven optimal" in out
    assert rows(tmp_path / "r.csv")[0]["Function"] == "Ferry master"
    assert run(capsys, "check", fleet, tmp_path / "r.csv", "--lang", "en")[0] == 0


def test_default_file_is_roster_csv_here(
    fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(capsys, "plan", "fleet")[0] == 0
    assert rows(tmp_path / "roster.csv")


def test_deterministic_runs_are_equal(fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.csv", "b.csv"):
        assert run(capsys, "plan", fleet, "--out", tmp_path / name, "--deterministic")[0] == 0
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_open_place_gives_three_from_both_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fleet = write_fleet(tmp_path / "short", certificates=CERTIFICATES.replace("0008;deckhand;01.02.2014;\n", ""))
    roster = tmp_path / "short.csv"
    code, out, _ = run(capsys, "plan", fleet, "--out", roster)
    assert code == 3
    assert "nicht fahren dürfen: 2" in out and "offen: Decksmann" in out
    assert {row["Status"] for row in rows(roster)} == {"offen", "vorgesehen"}
    assert all(row["Grund"] for row in rows(roster) if row["Status"] == "offen")
    assert run(capsys, "check", fleet, roster)[0] == 3


def test_check_finds_what_was_changed_by_hand(fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roster = tmp_path / "r.csv"
    run(capsys, "plan", fleet, "--out", roster)
    text = roster.read_text("utf-8-sig").replace(";0007;", ";0008;")
    roster.write_text(text, "utf-8-sig")
    code, out, _ = run(capsys, "check", fleet, roster)
    assert code == 1
    assert "Rechtswidrig" in out and "§" in out


def test_no_plan_in_time_writes_nothing(fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "plan", fleet, "--out", tmp_path / "r.csv", "--time-limit", "0.000001")
    assert code == 4
    assert "kein Plan gefunden" in out and "Zielgrößen" not in out
    assert not (tmp_path / "r.csv").exists()


def test_unknown_history_needs_to_be_assumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fleet = write_fleet(tmp_path / "new", crew=CREW.replace("01.10.2026 00:00;07.12.2026 00:00", ";"))
    roster = tmp_path / "r.csv"
    code, out, _ = run(capsys, "plan", fleet, "--out", roster)
    assert code == 3
    assert "Frühere Dienste nicht vollständig bekannt: Änne Ähring, Bob Ahrens" in out
    code, out, _ = run(capsys, "plan", fleet, "--out", roster, "--assume-rested")
    assert code == 0
    assert "--assume-rested" in out
    assert run(capsys, "check", fleet, roster)[0] == 1
    assert run(capsys, "check", fleet, roster, "--assume-rested")[0] == 0


def test_week_and_weeks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fleet = write_fleet(tmp_path / "known", crew=CREW.replace(";07.12.2026 00:00", ";08.12.2026 00:00"))
    out = tmp_path / "r.csv"
    assert run(capsys, "plan", fleet, "--out", out, "--week", "2026-W50")[0] == 0
    assert len(rows(out)) == 4
    assert run(capsys, "plan", fleet, "--out", out, "--from", "08.12.2026", "--weeks", "1")[0] == 0
    assert {row["Schicht-ID"] for row in rows(out)} == {"S-02"}
    assert run(capsys, "check", fleet, out, "--from", "08.12.2026")[0] == 0
    code, printed, _ = run(capsys, "check", fleet, out)
    assert code == 1
    assert "07.12. 06:00–12:00: keine Zeile im Dienstplan" in printed


@pytest.mark.parametrize(
    "arguments",
    [
        ["--week", "2025-W53"],
        ["--week", "2026-W49"],
        ["--week", "nächste"],
        ["--from", "31.02.2026"],
        ["--from", "08.12.2026", "--weeks", "9"],
        ["--week", "2026-W50", "--from", "08.12.2026"],
        ["--time-limit", "schnell"],
        ["--time-limit", "0"],
        ["--lang", "fr"],
        ["--out", "missing/r.csv"],
        ["--out", "."],
        ["--out", "/dev/null"],
        ["--unknown"],
        ["--week"],
        ["one", "too", "many"],
    ],
)
def test_bad_arguments_end_with_two_and_write_nothing(
    fleet: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "plan", fleet, *arguments)
    assert (code, out) == (2, "")
    assert err.strip()
    assert [entry.name for entry in tmp_path.iterdir()] == ["fleet"]


@pytest.mark.parametrize("command", ["plan", "check", "manning"])
@pytest.mark.parametrize("kind", ["missing", "file", "empty"])
def test_unusable_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, kind: str) -> None:
    folder = tmp_path / "data"
    if kind == "file":
        folder.write_text("x", "utf-8")
    if kind == "empty":
        folder.mkdir()
    more = {
        "plan": ["--out", tmp_path / "r.csv"],
        "check": [tmp_path / "r.csv"],
        "manning": ["F1"],
    }[command]
    code, out, err = run(capsys, command, folder, *more)
    assert (code, out) == (2, "")
    assert "data" in err or "vessels" in err


def test_all_faults_of_all_files_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fleet = write_fleet(
        tmp_path / "bad",
        shifts=SHIFTS.replace("07.12.2026 12:00", "07.12.2026 27:99").replace("S-02;F1", "S-02;F9"),
        crew=CREW.replace("01.02.1990", "31.02.1990"),
    )
    code, out, err = run(capsys, "plan", fleet, "--out", tmp_path / "r.csv")
    assert (code, out) == (2, "")
    assert "27:99" in err and "F9" in err and "31.02.1990" in err
    assert "shifts.csv, Zeile 2" in err and "shifts.csv, Zeile 3" in err and "crew.csv, Zeile 2" in err
    assert not (tmp_path / "r.csv").exists()


def test_an_unknown_reading(fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (fleet / "settings.toml").write_text('[readings]\nbreaks_in_rest = "maybe"\n', "utf-8")
    code, _, err = run(capsys, "plan", fleet, "--out", tmp_path / "r.csv")
    assert code == 2
    assert "breaks_in_rest" in err


@pytest.mark.parametrize("name", ["missing.csv", "fleet", "empty.csv", "other.csv"])
def test_unusable_rosters(fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    (tmp_path / "empty.csv").write_text("", "utf-8")
    (tmp_path / "other.csv").write_text("a;b\n1;2\n", "utf-8")
    code, out, err = run(capsys, "check", fleet, tmp_path / name)
    assert (code, out) == (2, "")
    assert err.strip()


def test_manning_derives_the_crew(fleet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "manning", fleet, "F1")
    assert code == 0
    assert "Ährenfähre (F1), Wagenfähre" in out
    assert "S-01" in out and "S-02" in out
    assert "§ 113" in out and "Fährführer" in out
    code, out, _ = run(capsys, "manning", fleet, "F1", "--shift", "S-02", "--lang", "en")
    assert code == 0
    assert "S-01" not in out and "Ferry master" in out


@pytest.mark.parametrize(("arguments", "known"), [(["F9"], "F1"), (["F1", "--shift", "S-09"], "S-01, S-02")])
def test_manning_of_unknown_things_lists_the_known(
    fleet: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], known: str
) -> None:
    code, _, err = run(capsys, "manning", fleet, *arguments)
    assert code == 2
    assert known in err


def test_law(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "law")
    assert code == 0
    assert "BinSchPersV § 103 Abs. 3 Satz 2 · verglichen am 29.04.2026" in out
    code, readings, _ = run(capsys, "law", "--readings", "--lang", "en")
    assert code == 0
    assert "breaks_in_rest" in readings and "In force" not in readings
    code, both, _ = run(capsys, "law", "--on", "2026-12-07", "--readings")
    assert code == 0
    assert "Regeln in Kraft am 07.12.2026" in both and "breaks_in_rest" in both


def test_law_of_a_day_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "law", "--on", "30.02.2026")
    assert (code, out) == (2, "")
    assert "30.02.2026" in err


def test_help_without_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys)
    assert code == 0
    assert all(command in out for command in ("plan", "check", "manning", "law"))


def test_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "plann")
    assert (code, out) == (2, "")
    assert "Aufruf nicht verstanden" in err


def test_a_roster_that_the_checker_faults_is_never_written(
    fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = Finding(
        code="x",
        severity=Severity.UNLAWFUL,
        text=Text("Ruhe zu kurz", "rest too short"),
        citation="§ X",
    )
    faulty = CheckReport((fault,), frozenset(), frozenset(), {}, 1)
    monkeypatch.setattr("optimizer.plan.check_roster", lambda _instance, _roster: faulty)
    code, out, err = run(capsys, "plan", fleet, "--out", tmp_path / "r.csv")
    assert (code, out) == (70, "")
    assert "Es wurde nichts geschrieben" in err and "Ruhe zu kurz" in err and "§ X" in err
    assert not (tmp_path / "r.csv").exists()


def test_a_fault_of_the_program_is_short_unless_asked(
    fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("deep inside")

    monkeypatch.setattr("optimizer.plan.build_problem", broken)
    code, out, err = run(capsys, "plan", fleet, "--out", tmp_path / "r.csv")
    assert (code, out) == (70, "")
    assert "ZeroDivisionError" in err and "deep inside" not in err
    assert main(["plan", str(fleet), "--out", str(tmp_path / "r.csv"), "--debug"]) == 70
    assert "deep inside" in capsys.readouterr().err


def test_ctrl_c_while_reading(
    fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("optimizer.cli.load.read_dataset", interrupted)
    assert run(capsys, "plan", fleet, "--out", tmp_path / "r.csv")[0] == 130


def test_a_disk_that_fills_up_keeps_the_old_roster(
    fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    roster = tmp_path / "r.csv"
    roster.write_text("old", "utf-8")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    code, _, err = run(capsys, "plan", fleet, "--out", roster)
    assert code == 2
    assert "No space left on device" in err
    assert roster.read_text("utf-8") == "old"


def test_a_file_locked_during_the_run_does_not_cost_the_roster(
    fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "r.csv").write_text("open in another program", "utf-8")
    replace_file = os.replace

    def locked(source: str, target: Path) -> None:
        if Path(target).name == "r.csv":
            raise PermissionError(13, "Permission denied", str(target))
        replace_file(source, target)

    monkeypatch.setattr("os.replace", locked)
    code, out, _ = run(capsys, "plan", fleet, "--out", tmp_path / "r.csv")
    assert code == 0
    assert f"Dienstplan geschrieben: {tmp_path / 'r-2.csv'}" in out
    assert len(rows(tmp_path / "r-2.csv")) == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fleet", "r-2.csv", "r.csv"]


@pytest.mark.parametrize(
    ("command", "said", "english"),
    [
        ("plan", "Es wurde nichts geplant.", "Nothing was planned."),
        ("check", "Es wurde nichts geprüft.", "Nothing was checked."),
        ("manning", "Es wurde keine Besatzung hergeleitet.", "No crew was derived."),
    ],
)
def test_faults_say_what_the_command_has_not_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, said: str, english: str
) -> None:
    fleet = write_fleet(tmp_path / "bad", shifts=SHIFTS.replace("07.12.2026 12:00", "07.12.2026 27:99"))
    more = {"plan": [], "check": [tmp_path / "r.csv"], "manning": ["F1"]}[command]
    _, _, err = run(capsys, command, fleet, *more)
    assert err.count("Es wurde") == 1 and said in err
    assert english in run(capsys, command, fleet, *more, "--lang", "en")[2]


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff", ";;;\r\n"])
def test_an_empty_roster_is_not_to_be_left_out(
    fleet: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str
) -> None:
    roster = tmp_path / "r.csv"
    roster.write_text(content, "utf-8")
    code, _, err = run(capsys, "check", fleet, roster)
    assert code == 2
    assert "Die Datei ist leer" in err and "weglassen" not in err and "die richtige Datei" in err


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("missing/r.csv", "Den Ordner „{}/missing“ gibt es nicht"),
        ("a/b/c/r.csv", "Den Ordner „{}/a/b/c“ gibt es nicht"),
        (".", "Das ist ein Ordner"),
        ("fleet", "Das ist ein Ordner"),
        ("fleet/crew.csv/r.csv", "„{}/fleet/crew.csv“ ist eine Datei und kein Ordner"),
        ("/dev/null", "keine gewöhnliche Datei"),
    ],
)
def test_each_place_that_cannot_be_written_has_its_own_reason(
    fleet: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    target: str,
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = run(capsys, "plan", fleet, "--out", target)
    assert code == 2
    assert words.format(tmp_path) in err and "anderen Programm" not in err and "--out" in err


@pytest.mark.parametrize(("exists", "words"), [(True, "in einem anderen Programm offen"), (False, "In diesem Ordner")])
def test_missing_rights_are_told_from_a_locked_file(
    fleet: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    exists: bool,
    words: str,
) -> None:
    roster = tmp_path / "r.csv"
    if exists:
        roster.write_text("old", "utf-8")

    def refused(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("optimizer.cli.plan.check_writable", refused)
    code, _, err = run(capsys, "plan", fleet, "--out", roster)
    assert code == 2 and words in err
