"""``crew-roster foresee`` as a dispatcher runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_fleet import CREW, write_fleet

from optimizer.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return code, captured.out, captured.err


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The small fleet and its roster: 0007 leads and 0008 helps on both shifts."""
    folder = tmp_path_factory.mktemp("foresee")
    fleet, roster = write_fleet(folder / "fleet"), folder / "roster.csv"
    assert main(["plan", str(fleet), "--out", str(roster), "--time-limit", "20"]) == 0
    return fleet, roster


def narrow(text: str) -> bool:
    return all(len(line) <= 100 for line in text.splitlines())


def test_rest_clock(planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "foresee", *planned, "--rest-clock", "0007", "--at", "07.12.2026 09:00")
    assert code == 0
    assert "Ruheuhr Änne Ähring (0007) · Mo 07.12.2026 09:00" in out
    assert "Im Dienst bis Mo 07.12.2026 12:00" in out
    assert "Längster Dienst von da an: 8:00 h (bis Mo 07.12.2026 20:00)" in out
    assert "BinSchPersV § 103 Abs. 3 Satz 2" in out and "BinSchArbZV § 4 Abs. 3" in out
    assert "S-02" in out and "S-01" not in out
    assert narrow(out)


def test_rest_clock_in_english(planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "foresee", *planned, "--rest-clock", "0008", "--lang", "en")
    assert code == 0
    assert "Earliest start: Mon 07.12.2026 00:00 – at once" in out
    assert "Next rest day: Thu 07.01.2027 at the latest" in out
    assert narrow(out)


def test_rest_clock_of_nobody(planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "foresee", *planned, "--rest-clock", "7")
    assert (code, out) == (2, "")
    assert "Gemeint ist vielleicht 0007 (Änne Ähring)." in err
    code, _, err = run(capsys, "foresee", *planned, "--rest-clock", "0007", "--at", "25.10.2026 02:30")
    assert code == 2 and "zweimal" in err


def test_outlook(tmp_path: Path, planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    fleet = write_fleet(tmp_path / "old", crew=CREW.replace("01.02.1990", "09.12.1966"))
    code, out, _ = run(capsys, "foresee", fleet, planned[1], "--outlook", "2")
    assert code == 0
    assert "Ausblick Mo 07.12.2026 – So 20.12.2026" in out
    assert "bis Di 08.12.2026  Änne Ähring (0007): Fährschifferzeugnis" in out
    assert "mit dem 60. Geburtstag" in out and "BinSchPersV §" in out
    assert narrow(out)
    code, out, _ = run(capsys, "foresee", fleet, planned[1], "--outlook", "2", "--lang", "en")
    assert code == 0 and "until Tue 08.12.2026  Änne Ähring (0007): Ferry master certificate" in out
    assert narrow(out)


def test_outlook_of_a_number_of_weeks_only(planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    for weeks in ("0", "105", "-1", "viele"):
        code, _, err = run(capsys, "foresee", *planned, f"--outlook={weeks}")
        assert code == 2 and "1 bis 104 Wochen" in err


def test_without_a_certificate(planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "foresee", *planned, "--without", "0007:Fährschifferzeugnis")
    assert code == 0
    assert "Ohne „Fährschifferzeugnis“ von Änne Ähring (0007)" in out
    assert "Rechtswidrige Schichten des Dienstplans: 2" in out
    assert "S-01" in out and "S-02" in out and "BinSchPersV § 11" in out
    assert "Ohne weitere Änderungen kann niemand einspringen." in out
    assert narrow(out)
    code, out, _ = run(capsys, "foresee", *planned, "--without", "0007:boatman", "--lang", "en")
    assert code == 0 and "Nothing in the roster would be unlawful." in out


def test_without_what_nobody_holds(planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "foresee", *planned, "--without", "0008:Radar")
    assert code == 2 and "hat kein Zeugnis „Radar“. Vorhanden: „UBZ Decksmann“." in err
    code, _, err = run(capsys, "foresee", *planned, "--without", "0008")
    assert code == 2 and "fehlt das Zeugnis: --without 0008:ZEUGNIS. Vorhanden: „UBZ Decksmann“." in err
    code, _, err = run(capsys, "foresee", *planned, "--without", "9:Radar")
    assert code == 2 and "Es gibt niemanden „9“" in err


def test_modes(planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "foresee", *planned, "--modes")
    assert code == 0
    assert "Ährenfähre (F1)\n  2 Schichten: S-01, S-02\n    Fähren haben keine Betriebsform." in out
    assert "BinSchPersV § 101 Abs. 2" in out
    code, out, _ = run(capsys, "foresee", *planned, "--modes", "--lang", "en")
    assert code == 0 and "Ferries have no operating mode." in out


LOG = "crew_id;start;end;kind;vessel_id;breaks;source\n"
_DAY = "07.12.2026 06:00;07.12.2026 12:00;duty;F1;;recorded\n"
AS_PLANNED = f"0007;{_DAY}0008;{_DAY}"


def logbook(folder: Path, rows: str) -> Path:
    path = folder / "bordbuch.csv"
    path.write_text(LOG + rows, "utf-8")
    return path


def test_logbook_as_planned(tmp_path: Path, planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "foresee", *planned, "--logbook", logbook(tmp_path, AS_PLANNED))
    assert code == 0
    assert "Bordbuch bis Mo 07.12.2026 12:00, 2 Einträge" in out
    assert "Keine Abweichungen vom Dienstplan." in out
    assert "Kein späterer Beginn ist dadurch rechtswidrig." in out


def test_logbook_that_makes_a_start_unlawful(
    tmp_path: Path, planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    late = AS_PLANNED.replace("0007;07.12.2026 06:00;07.12.2026 12:00", "0007;07.12.2026 08:00;07.12.2026 20:45")
    path = logbook(tmp_path, late)
    code, out, _ = run(capsys, "foresee", *planned, "--logbook", path)
    assert code == 1
    assert "geplant Mo 07.12. 06:00–12:00, erfasst Mo 07.12. 08:00–20:45" in out
    assert "8:45 h später zu Ende" in " ".join(out.split())
    assert "Ruhe endet Di 08.12. 06:45, Schicht beginnt Di 08.12. 06:00" in " ".join(out.split())
    assert "Durch das Bordbuch rechtswidrig geworden" in out
    code, out, _ = run(capsys, "foresee", *planned, "--logbook", path, "--lang", "en")
    assert code == 1 and "rest ends Tue 08.12. 06:45, shift starts Tue 08.12. 06:00" in " ".join(out.split())


def test_logbook_with_faults(tmp_path: Path, planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    bad = "007;07.12.2026 06:00;07.12.2026 12:00;duty;F9;;recorded\n0008;07.12.2026 12:00;x;duty;F1;;recorded\n"
    code, out, err = run(capsys, "foresee", *planned, "--logbook", logbook(tmp_path, bad))
    assert (code, out) == (2, "")
    assert "bordbuch.csv" in err and "0007" in err and "F1" in err and "Zeile 3" in err
    code, _, err = run(capsys, "foresee", *planned, "--logbook", tmp_path / "keins.csv")
    assert code == 2 and "keins.csv" in err


def test_logbook_of_another_week(
    tmp_path: Path, planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = logbook(tmp_path, AS_PLANNED.replace(".12.2026", ".11.2026"))
    code, _, err = run(capsys, "foresee", *planned, "--logbook", path)
    assert code == 2 and "endet nicht innerhalb des Dienstplans 2026-W50" in err


def test_an_instant_belongs_to_the_rest_clock(planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "foresee", *planned, "--modes", "--at", "07.12.2026")
    assert code == 2 and "--at gehört zu --rest-clock" in err


def test_exactly_one_question(planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "foresee", *planned)
    assert code == 2 and "Genau eine Frage" in err and "--rest-clock" in err
    code, _, err = run(capsys, "foresee", *planned, "--modes", "--outlook", "3", "--lang", "en")
    assert code == 2 and "Ask exactly one question" in err
