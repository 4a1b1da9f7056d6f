"""Hand edits of the sample fleet's roster CSV: ``check`` puts the intended breach first, cited."""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from candidates import FLEET, instance_of

from optimizer.check import check_roster
from optimizer.domain import CertificateKind
from optimizer.export import write_roster
from optimizer.findings import Finding, Severity
from optimizer.intake import read_roster
from optimizer.plan import make_plan
from optimizer.solve.result import Progress, SolveOptions

Rows = list[dict[str, str]]


@pytest.fixture(scope="module")
def instance():
    return instance_of(FLEET)


@pytest.fixture(scope="module")
def lawful(instance, tmp_path_factory) -> Path:
    stop = threading.Event()

    def listener(progress: Progress) -> None:
        if progress.level == 4:
            stop.set()

    planned = make_plan(instance, SolveOptions(time_limit_s=240), listener, stop)
    path = tmp_path_factory.mktemp("edits") / "roster.csv"
    write_roster(path, instance, planned.result.roster, "de")
    return path


def edited(instance, lawful: Path, target: Path, edit: Callable[[Rows], Rows]) -> list[Finding]:
    """Unlawful findings of the roster file after one edit, in the order shown."""
    text = lawful.read_bytes().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text), delimiter=";"))
    changed = edit(rows)
    with target.open("w", encoding="cp1252", errors="replace", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]), delimiter=";")
        writer.writeheader()
        writer.writerows(changed)
    report = check_roster(instance, read_roster(target, instance.dataset).roster)
    assert report.exit_code == 1
    return [finding for finding in report.findings if finding.severity is Severity.UNLAWFUL]


def served_by(rows: Rows, index: int, instance, crew_id: str) -> Rows:
    person = instance.dataset.crew[crew_id]
    return [
        {**row, "Personalnummer": crew_id, "Name": person.name} if i == index else row for i, row in enumerate(rows)
    ]


def holders(instance, kind: CertificateKind) -> set[str]:
    return {certificate.crew_id for certificate in instance.dataset.certificates if certificate.kind is kind}


def row_of(rows: Rows, function: str, instance, where: Callable[[dict[str, str]], bool] = lambda row: True) -> int:
    return next(
        i for i, row in enumerate(rows) if row["Funktion"] == function and not row["Sicherheitsrolle"] and where(row)
    )


def test_the_roster_itself_is_lawful(instance, lawful):
    report = check_roster(instance, read_roster(lawful, instance.dataset).roster)
    assert report.exit_code == 0


def test_a_person_on_leave(instance, lawful, tmp_path):
    away = next(
        a
        for a in instance.dataset.absences
        if a.kind == "leave" and a.crew_id in holders(instance, CertificateKind.UNION_PATENT)
    )

    def edit(rows: Rows) -> Rows:
        during = lambda row: away.overlaps(instance.dataset.shifts[row["Schicht-ID"]].interval)
        index = next(i for i, row in enumerate(rows) if row["Funktion"] == "Schiffsführer" and during(row))
        return served_by(rows, index, instance, away.crew_id)

    findings = edited(instance, lawful, tmp_path / "leave.csv", edit)
    assert findings[0].code == "person.absent"
    assert away.crew_id == findings[0].crew_id
    assert all(finding.consequence_of or finding.crew_id == away.crew_id for finding in findings[1:])


def test_a_boatman_as_boatmaster(instance, lawful, tmp_path):
    patents = holders(instance, CertificateKind.UNION_PATENT) | holders(instance, CertificateKind.OLD_PATENT)

    def edit(rows: Rows) -> Rows:
        shift = next(
            r["Schicht-ID"]
            for r in rows
            if r["Funktion"] in ("Bootsmann", "Matrose") and r["Personalnummer"] not in patents
        )
        crew = [i for i, r in enumerate(rows) if r["Schicht-ID"] == shift]
        master = next(i for i in crew if rows[i]["Funktion"] == "Schiffsführer")
        mate = next(i for i in crew if rows[i]["Personalnummer"] not in patents)
        swapped = list(rows)
        swapped[master], swapped[mate] = (
            {**rows[master], "Funktion": rows[mate]["Funktion"]},
            {**rows[mate], "Funktion": "Schiffsführer"},
        )
        return swapped

    findings = edited(instance, lawful, tmp_path / "boatman.csv", edit)
    assert findings[0].code == "certificate.boatmaster_needed"
    assert "§ 11" in findings[0].citation
    assert all(finding.consequence_of for finding in findings[1:]), [finding.text.de for finding in findings]


def test_one_person_on_two_vessels(instance, lawful, tmp_path):
    def edit(rows: Rows) -> Rows:
        first = next(i for i, row in enumerate(rows) if row["Funktion"] == "Schiffsführer")
        mine = instance.dataset.shifts[rows[first]["Schicht-ID"]]
        other = next(
            i
            for i, row in enumerate(rows)
            if row["Funktion"] == "Schiffsführer"
            and row["Schiff"] != rows[first]["Schiff"]
            and instance.dataset.shifts[row["Schicht-ID"]].interval == mine.interval
        )
        return served_by(rows, other, instance, rows[first]["Personalnummer"])

    findings = edited(instance, lawful, tmp_path / "two.csv", edit)
    assert findings[0].code == "person.two_places"


def test_a_lapsed_patent(instance, lawful, tmp_path):
    def edit(rows: Rows) -> Rows:
        friday = [i for i, r in enumerate(rows) if r["Funktion"] == "Schiffsführer" and r["Datum"].startswith("11.12.")]
        return served_by(rows, friday[0], instance, "0104")

    findings = edited(instance, lawful, tmp_path / "lapsed.csv", edit)
    assert "81" in findings[0].citation and findings[0].crew_id == "0104"


@pytest.mark.parametrize("function", ["Decksmann", "Bootsmann", "Leichtmatrose"])
def test_a_member_of_the_crew_deleted(instance, lawful, tmp_path, function):
    def edit(rows: Rows) -> Rows:
        index = next(i for i, row in enumerate(rows) if row["Funktion"] == function)
        return rows[:index] + rows[index + 1 :]

    findings = edited(instance, lawful, tmp_path / "deleted.csv", edit)
    assert findings[0].code == "manning.open_place"
    assert "§ 98" in findings[0].citation
