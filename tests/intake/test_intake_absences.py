"""Absences become intervals at import; every blank has one meaning."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from intake_files import only_fault, place, read

from optimizer.domain import AbsenceKind
from optimizer.timeline import Interval, at_wall_clock, day_start, local

HEAD = "crew_id;start;end;kind\n"


def absences(*rows: str) -> dict[str, str]:
    return {"absences.csv": HEAD + "".join(f"{row}\n" for row in rows)}


def one(tmp_path, row):
    return read(tmp_path, absences(row)).dataset.absences[0]


def duty(first: str, last: str) -> Interval:
    ends = [datetime.strptime(text, "%d.%m.%Y %H:%M") for text in (first, last)]
    return Interval(*(at_wall_clock(end.date(), end.time()) for end in ends))


def test_the_last_day_is_blocked_to_its_end(tmp_path):
    leave = one(tmp_path, "1001;2026-05-04;2026-05-06;Urlaub")
    assert f"{local(leave.end):%d.%m. %H:%M}" == "07.05. 00:00"
    assert leave.overlaps(duty("06.05.2026 22:00", "07.05.2026 06:00"))
    assert not leave.overlaps(duty("07.05.2026 06:00", "07.05.2026 14:00"))
    assert len(Interval(leave.start, leave.end).days()) == 3


def test_a_single_day_is_blocked_whole(tmp_path):
    blocked = one(tmp_path, "1001;05.05.2026;05.05.2026;gesperrt")
    assert (blocked.start, blocked.end) == (
        day_start(local(blocked.start).date()),
        day_start(local(blocked.end).date()),
    )
    assert blocked.kind is AbsenceKind.BLOCKED


def test_the_day_of_the_clock_change_has_25_hours(tmp_path):
    leave = one(tmp_path, "1001;25.10.2026;25.10.2026;Urlaub")
    assert Interval(leave.start, leave.end).minutes == 25 * 60


def test_an_absence_around_the_week_blocks_it(tmp_path):
    sick = one(tmp_path, "1001;2026-04-20;2026-05-31;krank")
    assert sick.overlaps(duty("04.05.2026 06:00", "04.05.2026 14:00"))


def test_a_sickness_may_begin_within_a_duty_and_stay_open(tmp_path):
    sick = one(tmp_path, "1001;2026-05-06 11:00;;krank")
    assert sick.end is None
    assert sick.overlaps(duty("06.05.2026 06:00", "06.05.2026 14:00"))
    assert not sick.overlaps(duty("06.05.2026 06:00", "06.05.2026 11:00"))


@pytest.mark.parametrize("kind", ["Urlaub", "Lehrgang", "gesperrt", "Elternzeit", "sonstiges"])
def test_only_a_sickness_may_stay_open(tmp_path, kind):
    error = only_fault(tmp_path, absences(f"1001;2026-05-06;;{kind}"))
    assert place(error) == ("absences.csv", 2, "end")


@pytest.mark.parametrize("row", ["1001;2026-05-08;2026-05-04;Urlaub", "1001;2026-05-08 10:00;2026-05-08 09:00;krank"])
def test_an_end_before_the_start_is_a_fault(tmp_path, row):
    assert place(only_fault(tmp_path, absences(row))) == ("absences.csv", 2, "end")


def test_a_message_names_the_day_as_written(tmp_path):
    error = only_fault(tmp_path, absences("1001;2026-05-08;2026-05-04;Urlaub"))
    assert "04.05.2026 24:00" in error.problem.de and "05.05." not in error.problem.de


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("Urlaub", AbsenceKind.LEAVE), ("urlaub ", AbsenceKind.LEAVE), ("U", AbsenceKind.LEAVE), ("LEAVE", AbsenceKind.LEAVE),
        ("krank", AbsenceKind.SICK), ("AU", AbsenceKind.SICK), ("Krankheit", AbsenceKind.SICK), ("sick", AbsenceKind.SICK),
        ("PRÜFUNG", AbsenceKind.EXAM), ("Pruefung", AbsenceKind.EXAM), ("Berufsschule", AbsenceKind.SCHOOL),
    ],
)  # fmt: skip
def test_spellings_of_a_kind_are_one_kind(tmp_path, word, kind):
    assert one(tmp_path, f"1001;2026-05-04;2026-05-06;{word}").kind is kind


@pytest.mark.parametrize("word", ["1", "Urlop", "frei", "Home"])
def test_other_words_are_faults_that_list_what_is_possible(tmp_path, word):
    error = only_fault(tmp_path, absences(f"1001;2026-05-04;2026-05-06;{word}"))
    assert place(error) == ("absences.csv", 2, "kind")
    assert "Urlaub" in error.fix.de and "leave" in error.fix.en


def test_overlapping_absences_are_both_kept(tmp_path):
    found = read(
        tmp_path, absences("1001;04.05.2026;08.05.2026;Urlaub", "1001;06.05.2026;10.05.2026;krank")
    ).dataset.absences
    assert [item.kind for item in found] == [AbsenceKind.LEAVE, AbsenceKind.SICK]


def test_the_order_of_rows_does_not_matter(tmp_path):
    rows = [
        "1001;04.05.2026;05.05.2026;Urlaub",
        "1002;01.05.2026;02.05.2026;krank",
        "1001;01.05.2026;02.05.2026;Urlaub",
    ]
    forward = read(tmp_path, absences(*rows)).dataset.absences
    backward = read(tmp_path, absences(*reversed(rows))).dataset.absences
    assert set(forward) == set(backward)


def test_a_wish_keeps_its_date(tmp_path):
    wish = read(tmp_path, {"wishes.csv": "crew_id;kind;Datum\n1001;frei;2026-05-06\n"}).dataset.wishes[0]
    assert wish.day == date(2026, 5, 6)


def test_a_wish_about_nothing_is_a_fault(tmp_path):
    error = only_fault(tmp_path, {"wishes.csv": "crew_id;kind;day;shift_id;vessel_id\n1001;frei;;;\n"})
    assert place(error) == ("wishes.csv", 2, "day")
