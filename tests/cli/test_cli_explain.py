"""``crew-roster explain`` as a dispatcher runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_fleet import CERTIFICATES, CREW, write_fleet

from optimizer.cli import main

ABSENT = "crew_id;start;end;kind\n0007;07.12.2026;07.12.2026;Urlaub\n"
SICK = "crew_id;start;end;kind\n0007;07.12.2026;07.12.2026;krank\n"


@pytest.fixture
def fleet(tmp_path: Path) -> Path:
    return write_fleet(tmp_path / "fleet")


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return code, captured.out, captured.err


def roster_of(fleet: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = fleet.parent / "roster.csv"
    code, out, err = run(capsys, "plan", fleet, "--out", path, "--time-limit", "20")
    assert code in (0, 3), out + err
    return path


def test_why_somebody_is_there_and_who_else(fleet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roster = roster_of(fleet, capsys)
    code, out, _ = run(capsys, "explain", fleet, roster, "--shift", "S-01")
    assert code == 0
    assert "Fährführer: Änne Ähring (0007)" in out
    assert "Ohne diese Person bliebe der Platz offen" in out
    assert "ohne ein Zeugnis dafür: 1 [" in out and "§" in out
    code, out, _ = run(capsys, "explain", fleet, roster, "--shift", "S-01", "--lang", "en")
    assert code == 0 and "Free and lawful: nobody" in out


def test_a_second_ferry_master_is_free_with_a_price(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = CREW + (
        "0009;Cora Zeh;01.02.1991;employee;12;;01.03.2012;900;;01.10.2026 00:00;07.12.2026 00:00\n"
        "0010;Dirk Zeh;01.02.1991;employee;12;;01.03.2012;900;;01.10.2026 00:00;07.12.2026 00:00\n"
    )
    papers = CERTIFICATES + (
        "0009;ferry_certificate;01.02.2015;Over\n0009;boatman;01.02.2012;\n"
        "0010;ferry_certificate;01.02.2015;Over\n0010;boatman;01.02.2012;\n"
    )
    fleet = write_fleet(tmp_path / "fleet", crew=more, certificates=papers)
    roster = roster_of(fleet, capsys)
    code, out, _ = run(capsys, "explain", fleet, roster, "--shift", "S-01", "--function", "Fährführer")
    assert code == 0
    assert "Frei und erlaubt (" in out and "Punkte" in out


def test_why_open_names_the_leave_and_the_hiring(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fleet = write_fleet(tmp_path / "fleet", absences=ABSENT)
    roster = roster_of(fleet, capsys)
    code, out, err = run(capsys, "explain", fleet, roster, "--shift", "S-01")
    assert code == 0
    assert "Fährführer: offen" in out
    assert "Wenn Änne Ähring am 07.12. aus dem Urlaub käme (Einverständnis nötig), könnte die" in out
    assert "als Fährführer" in out and "angeheuert" in out
    assert "nachgerechnet" in err
    code, out, _ = run(capsys, "explain", fleet, roster, "--shift", "S-01", "--lang", "en")
    assert "If Änne Ähring on 07.12. came in from leave (consent needed), shift S-01 could sail." in out


def test_sickness_is_never_lifted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fleet = write_fleet(tmp_path / "fleet", absences=SICK)
    code, out, _ = run(capsys, "explain", fleet, roster_of(fleet, capsys), "--shift", "S-01")
    assert code == 0
    assert "abwesend (krank)" in out.replace("Krankheit", "krank")
    assert "Wenn Änne" not in out and "angeheuert" in out


def test_why_not_this_person(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fleet = write_fleet(tmp_path / "fleet", absences=ABSENT)
    roster = roster_of(fleet, capsys)
    code, out, _ = run(capsys, "explain", fleet, roster, "--shift", "S-01", "--person", "0007")
    assert code == 0
    assert "Änne Ähring (0007): nicht möglich" in out and "Urlaub" in out


def test_a_persons_duties(fleet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "explain", fleet, roster_of(fleet, capsys), "--person", "0008")
    assert code == 0
    assert out.startswith("Bob Ahrens (0008)")
    assert "Schicht S-01" in out and "Schicht S-02" in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "--shift ID"),
        (("--shift", "S-1"), "S-01"),
        (("--person", "7"), "0007 (Änne Ähring)"),
        (("--person", "Bob Ahrens"), "0008 (Bob Ahrens)"),
        (("--shift", "S-01", "--function", "Kapitän"), "Fährführer"),
        (("--shift", "S-01", "--function", "Steuermann"), "Vorhanden: Fährführer"),
        (("--shift", "S-01", "--lang", "fr"), "--lang de"),
        (("--shift", "S-01", "--week", "2026-W20"), "2026-W50"),
    ],
)
def test_bad_questions_are_answered_with_the_nearest(
    fleet: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    roster = roster_of(fleet, capsys)
    code, out, err = run(capsys, "explain", fleet, roster, *arguments)
    assert code == 2
    assert told in err and not out


def test_an_unlawful_roster_is_said_to_be_one(fleet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roster = roster_of(fleet, capsys)
    text = roster.read_text("utf-8-sig").replace("0007;Änne Ähring", "0008;Bob Ahrens", 1)
    roster.write_text(text, "utf-8-sig")
    code, _, err = run(capsys, "explain", fleet, roster, "--shift", "S-02")
    assert code == 0 and "nicht rechtmäßig" in err
