"""Ages that certificates ask for or end with, under every wording that was in force."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from eligibility_builders import TODAY, F, K, bars_for, born, hours, make_instance, paper

from optimizer.eligibility import certificate_bars

pytestmark = pytest.mark.law


@pytest.mark.parametrize("year", [2022, 2024, 2026])
def test_from_60_on_an_engineer_proves_fitness_under_every_wording(year: int) -> None:
    instance, _ = make_instance()
    engineer, certificate = born(date(year - 60, 7, 1)), paper(K.RHINE_ENGINEER)
    assert certificate_bars(instance, certificate, engineer, hours(date(year, 6, 30))) == ()
    assert certificate_bars(instance, certificate, engineer, hours(date(year, 7, 1))) != ()


@pytest.mark.parametrize("kind", [K.UNION_PATENT, K.RHINE_PATENT])
def test_who_leads_a_vessel_is_18(kind: K) -> None:
    birthday = date(TODAY.year - 18, TODAY.month, TODAY.day)
    assert not bars_for(F.BOATMASTER, paper(kind), person=born(birthday))
    assert bars_for(F.BOATMASTER, paper(kind), person=born(birthday + timedelta(days=1)))
