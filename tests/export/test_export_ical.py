"""Duties as a calendar: times that every calendar shows alike, identities that last, cancelled events."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from document_cases import STAMP, one_person
from export_cases import at, span
from icalendar import Calendar, Component

from optimizer.export.calendar_zone import berlin_timezone
from optimizer.export.roster_ical import company_calendar, default_sequence, person_calendar, vessel_calendar
from optimizer.instance import Instance
from optimizer.roster import Roster
from optimizer.timeline import Interval

BERLIN = ZoneInfo("Europe/Berlin")


def _events(content: bytes) -> list[Component]:
    return list(Calendar.from_ical(content).walk("VEVENT"))


def _instant(event: Component, name: str) -> datetime:
    return event[name].dt.astimezone(UTC)


def _of_jörg(instance: Instance, roster: Roster, **more: object) -> list[Component]:
    given = {"sequence": 3, "stamp": STAMP, **more}
    return _events(person_calendar(instance, roster, "0012", **given))  # type: ignore[arg-type]


def test_a_duty_is_an_event_with_all_that_identifies_it(instance: Instance, roster: Roster) -> None:
    (event,) = _of_jörg(instance, roster)
    assert event["SUMMARY"] == "Ährenfähre · Fährführer"
    assert event["LOCATION"] == "Höchst"
    assert event["DESCRIPTION"] == "Schicht S1\nPause Mo 07.12. 10:00–10:30"
    assert (event["SEQUENCE"], event["STATUS"]) == (3, "CONFIRMED")
    assert event["DTSTAMP"].dt == STAMP
    assert event["DTSTART"].params["TZID"] == "Europe/Berlin"
    assert (_instant(event, "DTSTART"), _instant(event, "DTEND")) == (at("2026-12-07T06:00"), at("2026-12-07T14:00"))


def test_only_the_persons_own_duties(instance: Instance, roster: Roster) -> None:
    content = person_calendar(instance, roster, "0012", sequence=1, stamp=STAMP).decode()
    assert "Ähring" not in content and "Ahrens" not in content


def test_nobody_has_a_duty_on_a_shift_that_may_not_sail(instance: Instance, roster: Roster) -> None:
    """0013 is foreseen on the night shift, which lacks its master."""
    events = _events(person_calendar(instance, roster, "0013", sequence=1, stamp=STAMP))
    assert [event["DESCRIPTION"].split("\n")[0] for event in events] == ["Schicht S1"]


def test_the_company_and_a_vessel(instance: Instance, roster: Roster) -> None:
    everybody = _events(company_calendar(instance, roster, sequence=1, stamp=STAMP))
    assert len(everybody) == 4 and len({event["UID"] for event in everybody}) == 4
    ferry = _events(vessel_calendar(instance, roster, "F1", sequence=1, stamp=STAMP))
    assert [event["SUMMARY"].split(" · ")[2] for event in ferry] == ["Ahrens, Bob", "Ähring, Änne", "Zander, Jörg"]


def test_the_zone_changes_its_clocks_when_berlin_does() -> None:
    """Every half hour of the four changes of two years, by the rules of the VTIMEZONE alone."""
    zone = berlin_timezone().to_tz(lookup_tzid=False)
    instants = [datetime(2026, 3, 29, tzinfo=UTC), datetime(2026, 10, 25, tzinfo=UTC)]
    instants += [datetime(2027, 3, 28, tzinfo=UTC), datetime(2027, 10, 31, tzinfo=UTC)]
    for start in instants:
        for half_hours in range(-4, 8):
            instant = start + half_hours * timedelta(minutes=30)
            assert instant.astimezone(zone).utcoffset() == instant.astimezone(BERLIN).utcoffset(), instant


def test_an_hour_that_comes_twice_is_given_in_utc_the_second_time() -> None:
    """With a TZID 02:30 means the first of the two (RFC 5545, 3.3.5)."""
    first = Interval(datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC))
    instance, roster = one_person([first], "2026-W43")
    content = person_calendar(instance, roster, "0012", sequence=1, stamp=STAMP).decode()
    assert "DTSTART;TZID=Europe/Berlin:20261025T023000" in content
    assert "DTEND:20261025T013000Z" in content
    (event,) = _events(content.encode())
    assert _instant(event, "DTEND") - _instant(event, "DTSTART") == timedelta(hours=1)


@pytest.mark.parametrize(
    ("start", "end", "week", "hours"),
    [
        ("2026-10-24T20:00", "2026-10-25T06:00", "2026-W43", 11),
        ("2027-03-27T20:00", "2027-03-28T06:00", "2027-W12", 9),
        ("2026-12-31T22:00", "2027-01-01T06:00", "2026-W53", 8),
    ],
)
def test_nights_of_the_clock_changes_and_of_new_year(start: str, end: str, week: str, hours: int) -> None:
    instance, roster = one_person([span(start, end)], week)
    (event,) = _of_jörg(instance, roster)
    assert _instant(event, "DTEND") - _instant(event, "DTSTART") == timedelta(hours=hours)
    assert event["DTSTART"].dt.replace(tzinfo=None).isoformat(timespec="minutes") == start


def test_a_moved_duty_keeps_its_identity() -> None:
    instance, roster = one_person([span("2026-12-07T06:00", "2026-12-07T14:00")], "2026-W50")
    later = replace(roster, rows=(replace(roster.rows[0], duty=(span("2026-12-07T07:00", "2026-12-07T14:00"),)),))
    (before,), (after,) = _of_jörg(instance, roster), _of_jörg(instance, later, sequence=4, earlier=(roster,))
    assert before["UID"] == after["UID"] and after["STATUS"] == "CONFIRMED"
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (3, 4)
    assert _instant(after, "DTSTART") == at("2026-12-07T07:00")


def test_what_a_later_version_no_longer_has_is_cancelled(instance: Instance, roster: Roster) -> None:
    (before,) = _of_jörg(instance, roster)
    without = replace(roster, rows=tuple(row for row in roster.rows if row.crew_id != "0012"))
    (gone,) = _of_jörg(instance, without, sequence=4, earlier=(roster,))
    assert (gone["UID"], gone["STATUS"], gone["SEQUENCE"]) == (before["UID"], "CANCELLED", 4)
    (again,) = _of_jörg(instance, roster, sequence=5, earlier=(roster, without))
    assert (again["UID"], again["STATUS"]) == (before["UID"], "CONFIRMED")


def test_a_shift_taken_out_of_the_dataset_is_cancelled_too(instance: Instance, roster: Roster) -> None:
    (before,) = _of_jörg(instance, roster)
    shifts = {key: shift for key, shift in instance.dataset.shifts.items() if key != "S1"}
    smaller = replace(instance, dataset=replace(instance.dataset, shifts=shifts))
    left = replace(roster, rows=tuple(row for row in roster.rows if row.shift_id != "S1"))
    (gone,) = _of_jörg(smaller, left, sequence=4, earlier=(roster,))
    assert (gone["UID"], gone["STATUS"]) == (before["UID"], "CANCELLED")


def test_a_naive_stamp_is_refused(instance: Instance, roster: Roster) -> None:
    with pytest.raises(ValueError, match="time zone"):
        person_calendar(instance, roster, "0012", sequence=1, stamp=datetime(2026, 1, 1))


@pytest.mark.parametrize(("version", "number"), [("7", 7), ("", 0), ("b", 0), ("²", 0), ("9" * 5000, 0)])
def test_the_sequence_is_the_version_where_that_is_a_number(roster: Roster, version: str, number: int) -> None:
    assert default_sequence(replace(roster, version=version)) == number
