"""Of unknown history: a first start after ten hours of known rest, under every wording."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from solve_cases import person

from optimizer.domain import Dataset
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.model.people import fixed_time
from optimizer.model.travel import TravelTimes
from optimizer.timeline import Interval, day_start

pytestmark = pytest.mark.law


@pytest.mark.parametrize("monday", [date(2022, 3, 7), date(2023, 6, 5), date(2026, 12, 7)])
@pytest.mark.parametrize(("known_minutes", "earliest"), [(540, 60), (599, 1), (600, None)])
def test_ten_hours_of_known_rest_come_first(monday: date, known_minutes: int, earliest: int | None) -> None:
    start = day_start(monday)
    somebody = person("B0", history_known_from=start - timedelta(minutes=known_minutes), history_known_until=start)
    dataset = Dataset(vessels={}, crew={"B0": somebody}, shifts={})
    instance = Instance(dataset, Interval(start, day_start(monday + timedelta(days=7))), load_rulebook())
    found: datetime | None = fixed_time(instance, somebody, TravelTimes(instance)).earliest
    assert found == (None if earliest is None else start + timedelta(minutes=earliest))
