"""One way to every document: names of files, what is refused, what stays with those who plan."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from export_cases import person

from optimizer.export.documents import FOR_ONE_PERSON, Format, Wanted, document
from optimizer.export.roster_csv import roster_csv
from optimizer.instance import Instance
from optimizer.roster import Roster
from optimizer.timeline import Interval, day_start


@pytest.mark.parametrize(
    ("wanted", "name", "kind"),
    [
        (Wanted(format=Format.CSV), "dienstplan-2026-W50.csv", "text/csv; charset=utf-8"),
        (Wanted(format=Format.ICAL, crew_id="0012"), "dienstplan-2026-W50-0012.ics", "text/calendar; charset=utf-8"),
        (Wanted(format=Format.PDF, lang="en"), "roster-2026-W50.pdf", "application/pdf"),
        (Wanted(format=Format.PHONE, lang="en"), "telephone-list-2026-W50.csv", "text/csv; charset=utf-8"),
        (Wanted(format=Format.RECORD, paper=True), "arbeitszeit-2026-W50.pdf", "application/pdf"),
    ],
)
def test_name_and_media_type(instance: Instance, roster: Roster, wanted: Wanted, name: str, kind: str) -> None:
    made = document(instance, roster, wanted)
    assert (made.name, made.media_type) == (name, kind)


def test_a_window_from_the_first_of_january_is_named_by_its_iso_week(instance: Instance, roster: Roster) -> None:
    new_year = Interval(day_start(date(2027, 1, 1)), day_start(date(2027, 1, 4)))
    made = document(replace(instance, window=new_year), roster, Wanted(format=Format.PHONE))
    assert made.name == "telefonliste-2026-W53.csv"


def test_an_id_cannot_lead_out_of_the_folder(instance: Instance, roster: Roster) -> None:
    crew_id = "../../etc/ä\n" + "x" * 300
    dataset = replace(instance.dataset, crew={**instance.dataset.crew, crew_id: person(crew_id, "Ä")})
    made = document(replace(instance, dataset=dataset), roster, Wanted(format=Format.ICAL, crew_id=crew_id))
    assert made.name.startswith("dienstplan-2026-W50-------etc-") and len(made.name) < 70
    assert "/" not in made.name and "\n" not in made.name


@pytest.mark.parametrize("kind", [kind for kind in Format if kind in FOR_ONE_PERSON])
def test_nobody_gets_a_document_for_an_unknown_id(instance: Instance, roster: Roster, kind: Format) -> None:
    with pytest.raises(KeyError):
        document(instance, roster, Wanted(format=kind, crew_id="9999"))


@pytest.mark.parametrize("kind", [kind for kind in Format if kind not in FOR_ONE_PERSON])
def test_lists_are_not_made_for_one_person(instance: Instance, roster: Roster, kind: Format) -> None:
    with pytest.raises(ValueError, match="one person"):
        document(instance, roster, Wanted(format=kind, crew_id="0012"))


def test_reasons_are_blank_for_whoever_does_not_plan(instance: Instance, roster: Roster) -> None:
    whole = roster_csv(instance, roster).decode("utf-8-sig")
    bare = document(instance, roster, Wanted(format=Format.CSV, reasons=False)).content.decode("utf-8-sig")
    assert "Ruhezeit bis" in whole and "Ruhezeit" not in bare
    assert bare.splitlines()[0] == whole.splitlines()[0] and len(bare.splitlines()) == len(whole.splitlines())


@pytest.mark.parametrize("kind", list(Format))
def test_a_roster_without_rows_is_a_document_too(instance: Instance, roster: Roster, kind: Format) -> None:
    for paper in (False, True):
        assert document(instance, replace(roster, rows=()), Wanted(format=kind, paper=paper)).content
