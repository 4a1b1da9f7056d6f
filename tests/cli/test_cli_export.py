"""``crew-roster export`` as a dispatcher runs it."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from cli_fleet import write_fleet
from icalendar import Calendar
from pypdf import PdfReader

from optimizer.cli import main
from optimizer.export.documents import Format, Wanted, document
from optimizer.instance import Instance
from optimizer.intake import read_dataset, read_roster
from optimizer.law import load_rulebook


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The small fleet and its roster: 0007 leads and 0008 helps on both shifts."""
    folder = tmp_path_factory.mktemp("export")
    fleet, roster = write_fleet(folder / "fleet"), folder / "roster.csv"
    assert main(["plan", str(fleet), "--out", str(roster), "--time-limit", "20"]) == 0
    return fleet, roster


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    capsys.readouterr()
    code = main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    return code, captured.out, captured.err


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (["csv"], "dienstplan-2026-W50.csv"),
        (["xlsx"], "dienstplan-2026-W50.xlsx"),
        (["xlsx", "--person", "0007"], "dienstplan-2026-W50-0007.xlsx"),
        (["ical", "--person", "0007"], "dienstplan-2026-W50-0007.ics"),
        (["ical", "--lang", "en"], "roster-2026-W50.ics"),
        (["pdf"], "dienstplan-2026-W50.pdf"),
        (["phone"], "telefonliste-2026-W50.csv"),
        (["phone", "--page", "A4"], "telefonliste-2026-W50.pdf"),
        (["record", "--person", "0008"], "arbeitszeit-2026-W50-0008.csv"),
        (["record", "--lang", "en", "--page", "A4"], "working-time-2026-W50.pdf"),
    ],
)
def test_every_format_has_a_name_of_its_own(
    planned: tuple[Path, Path], here: Path, capsys: pytest.CaptureFixture[str], options: list[str], name: str
) -> None:
    code, out, _ = run(capsys, "export", *planned, "--format", *options)
    assert code == 0 and out.strip().endswith(name)
    starts = {"xlsx": b"PK", "pdf": b"%PDF", "ics": b"BEGIN:VCALENDAR", "csv": b"\xef\xbb\xbf"}
    assert (here / name).read_bytes().startswith(starts[name.rpartition(".")[2]])


@pytest.mark.parametrize("kind", list(Format))
def test_the_command_writes_the_bytes_of_the_one_function(
    planned: tuple[Path, Path], here: Path, capsys: pytest.CaptureFixture[str], kind: Format
) -> None:
    """What the service answers with comes from the same function."""
    dataset = read_dataset(planned[0]).dataset
    roster = read_roster(planned[1], dataset).roster
    made = document(Instance(dataset, roster.window, load_rulebook()), roster, Wanted(format=kind))
    assert run(capsys, "export", *planned, "--format", kind, "--out", "x.bin")[0] == 0
    assert (here / "x.bin").read_bytes() == made.content


def test_csv_is_the_roster_as_it_was_planned(
    planned: tuple[Path, Path], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "export", *planned, "--format", "csv", "--out", "again.csv")
    assert (here / "again.csv").read_bytes() == planned[1].read_bytes()


def test_an_ending_chooses_paper(planned: tuple[Path, Path], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "export", *planned, "--format", "record", "--out", "r.pdf")[0] == 0
    text = PdfReader(here / "r.pdf").pages[0].extract_text()
    assert "Arbeitszeitnachweis" in text and "Änne Ähring" in text
    run(capsys, "export", *planned, "--format", "xlsx", "--out", "r.xlsx")
    assert "Änne Ähring" in openpyxl.load_workbook(here / "r.xlsx").sheetnames


def test_a_calendar_cancels_what_an_earlier_version_had(
    planned: tuple[Path, Path], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fleet, roster = planned
    lines = roster.read_bytes().decode("utf-8-sig").splitlines(keepends=True)
    newer = here / "newer.csv"
    newer.write_text("".join(line for line in lines if ";S-02;" not in line), "utf-8-sig", newline="")
    options = ["--person", "0007", "--sequence", "2", "--stamp", "06.12.2026 12:00", "--earlier", roster]
    code, _, _ = run(capsys, "export", fleet, newer, "--format", "ical", "--out", "c.ics", *options)
    assert code == 0
    events = list(Calendar.from_ical((here / "c.ics").read_bytes()).walk("VEVENT"))
    assert [(event["STATUS"], event["SEQUENCE"]) for event in events] == [("CONFIRMED", 2), ("CANCELLED", 2)]
    assert b"DTSTAMP:20261206T110000Z" in (here / "c.ics").read_bytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["doc"], "möglich: csv, xlsx, ical, pdf, phone, record"),
        (["ical", "--person", "7"], "Gemeint ist vielleicht 0007 (Änne Ähring)."),
        (["phone", "--person", "0007"], "mit --person gehen: xlsx, ical, pdf, record"),
        (["pdf", "--page", "A5"], "möglich sind A3 und A4"),
        (["csv", "--page", "A4"], "mit --format pdf, phone, record"),
        (["pdf", "--sequence", "2"], "Nur mit --format ical: --sequence."),
        (["ical", "--sequence", "-1"], "nötig ist eine ganze Zahl"),
        (["ical", "--sequence", "9" * 5000], "nötig ist eine ganze Zahl"),
        (["ical", "--stamp", "25.10.2026 02:30"], "zweimal"),
        (["xlsx", "--out", "missing/r.xlsx"], "Den Ordner"),
        (["xlsx", "--lang", "fr"], "Die Sprache „fr“ gibt es nicht"),
    ],
)
def test_what_cannot_be_done_is_said(
    planned: tuple[Path, Path], here: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    code, out, err = run(capsys, "export", *planned, "--format", *options)
    assert (code, out) == (2, "") and said in err
    assert list(here.iterdir()) == []


def test_bytes_repeat(planned: tuple[Path, Path], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.pdf", "b.pdf"):
        run(capsys, "export", *planned, "--format", "pdf", "--out", name)
    assert (here / "a.pdf").read_bytes() == (here / "b.pdf").read_bytes()
