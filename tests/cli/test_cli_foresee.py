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
    assert code == 2 and "hat kein Zeugnis „Radar“. Vorhanden: deckhand (UBZ Decksmann)." in err
    code, _, err = run(capsys, "foresee", *planned, "--without", "9:Radar")
    assert code == 2 and "Es gibt niemanden „9“" in err


def test_modes(planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "foresee", *planned, "--modes")
    assert code == 0
    assert "Ährenfähre (F1)\n  2 Schichten: S-01, S-02\n    Fähren haben keine Betriebsform." in out
    assert "BinSchPersV § 101 Abs. 2" in out
    code, out, _ = run(capsys, "foresee", *planned, "--modes", "--lang", "en")
    assert code == 0 and "Ferries have no operating mode." in out


def test_exactly_one_question(planned: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "foresee", *planned)
    assert code == 2 and "Genau eine Frage" in err and "--rest-clock" in err
