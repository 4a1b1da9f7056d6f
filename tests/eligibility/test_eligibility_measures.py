"""Measures of the authority (§§ 91-95): patents, authorisations, certificates issued anew."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from eligibility_builders import EXCURSION, TODAY, F, K, bars_for, codes, hours, paper

from optimizer.domain import Measure, MeasureKind

pytestmark = pytest.mark.law

DAY = timedelta(days=1)
PATENT, RADAR = paper(K.UNION_PATENT), paper(K.RADAR)
OLD = paper(K.OLD_PATENT, date(2015, 1, 1), unlimited=True)
TAKEN = [MeasureKind.SUSPENDED, MeasureKind.WITHDRAWN, MeasureKind.SEIZED]


def _measure(kind: MeasureKind, from_day=TODAY, until=None, certificate=K.UNION_PATENT, **facts) -> Measure:
    return Measure(crew_id="P1", kind=kind, from_day=from_day, until=until, certificate=certificate, **facts)


def _radar(*certificates, measures, **facts):
    return bars_for(F.BOATMASTER, *certificates, measures=measures, radar_navigation=True, **facts)


# --- authorisations go with the patent ----------------------------------------------------------


@pytest.mark.parametrize("kind", TAKEN)
def test_a_measure_on_the_patent_takes_the_authorisation_along(kind: MeasureKind) -> None:
    measures = [_measure(kind)]
    bars = _radar(PATENT, OLD, RADAR, measures=measures)
    assert f"certificate.{kind}" in codes(bars)
    assert any("83(1)" in bar.citation and "Radar" in bar.text.de for bar in bars)
    assert not bars_for(F.BOATMASTER, PATENT, OLD, RADAR, measures=measures)
    before = hours(TODAY - DAY)
    assert not _radar(PATENT, OLD, RADAR, measures=measures, interval=before)


@pytest.mark.parametrize("kind", TAKEN)
def test_an_authorisation_may_stand_in_any_patent(kind: MeasureKind) -> None:
    """Whatever is older, and whether the patent under the measure is still listed."""
    early = paper(K.RADAR, date(2018, 1, 1))
    for taken in (K.UNION_PATENT, K.OLD_PATENT, K.RHINE_PATENT, K.FERRY_CERTIFICATE):
        assert _radar(PATENT, OLD, early, measures=[_measure(kind, certificate=taken)])
    assert not _radar(PATENT, OLD, early, measures=[_measure(kind, certificate=K.BOATMAN)])


def test_authorisation_of_a_suspension_that_is_over_or_not_enforceable() -> None:
    over = _measure(MeasureKind.SUSPENDED, TODAY - 9 * DAY, TODAY - DAY)
    assert not _radar(PATENT, RADAR, measures=[over])
    idle = _measure(MeasureKind.SUSPENDED, certificate=K.UNION_PATENT, enforceable=False)
    assert not _radar(PATENT, RADAR, measures=[idle])
    # Against everything, the authorisation itself may be meant, which need not be enforceable.
    assert _radar(PATENT, RADAR, measures=[_measure(MeasureKind.SUSPENDED, certificate=None, enforceable=False)])


@pytest.mark.parametrize("kind", TAKEN)
def test_a_measure_against_all_certificates_reaches_the_authorisation(kind: MeasureKind) -> None:
    assert any("83(1)" in bar.citation for bar in _radar(PATENT, RADAR, measures=[_measure(kind, certificate=None)]))


@pytest.mark.parametrize("kind", TAKEN)
def test_a_measure_on_the_authorisation_alone(kind: MeasureKind) -> None:
    measures = [_measure(kind, certificate=K.RADAR)]
    assert codes(_radar(PATENT, RADAR, measures=measures)) == [f"certificate.{kind}"]
    assert not bars_for(F.BOATMASTER, PATENT, RADAR, measures=measures)
    assert not _radar(PATENT, paper(K.RADAR), measures=[_measure(kind, certificate=K.MARITIME)])
    assert bars_for(F.BOATMASTER, PATENT, paper(K.MARITIME), measures=[_measure(kind, certificate=K.MARITIME)], zone=2)


def test_every_authorisation_goes_along() -> None:
    measures = [_measure(MeasureKind.SEIZED)]
    scoped = paper(K.RISK_STRETCH, scope=("Elbe",))
    for authorisation, shift in ((paper(K.MARITIME), {"zone": 1}), (scoped, {"stretch": "Elbe 325"})):
        bars = bars_for(F.BOATMASTER, PATENT, OLD, authorisation, measures=measures, **shift)
        assert any("83(1)" in bar.citation for bar in bars)


# --- withdrawn and issued anew ------------------------------------------------------------------


WITHDRAWN_ON = date(2025, 5, 10)
NEW = paper(K.UNION_PATENT, date(2026, 2, 1))


def test_a_patent_issued_after_the_withdrawal_counts() -> None:
    withdrawn = [_measure(MeasureKind.WITHDRAWN, WITHDRAWN_ON)]
    assert not bars_for(F.BOATMASTER, PATENT, NEW, measures=withdrawn)
    assert not bars_for(F.BOATMASTER, replace(NEW, issued_on=WITHDRAWN_ON + DAY), measures=withdrawn)
    same_day = replace(NEW, issued_on=WITHDRAWN_ON)
    assert codes(bars_for(F.BOATMASTER, same_day, measures=withdrawn)) == ["certificate.withdrawn"]


def test_no_patent_may_be_issued_within_the_period_set() -> None:
    withdrawn = [_measure(MeasureKind.WITHDRAWN, WITHDRAWN_ON, TODAY)]
    assert bars_for(F.BOATMASTER, NEW, measures=withdrawn)
    assert not bars_for(F.BOATMASTER, NEW, measures=withdrawn, interval=hours(TODAY + DAY))


def test_authorisations_of_the_withdrawn_patent_are_to_be_entered_anew() -> None:
    withdrawn = [_measure(MeasureKind.WITHDRAWN, WITHDRAWN_ON)]
    bars = _radar(PATENT, NEW, RADAR, measures=withdrawn)
    assert any("94(3)" in bar.citation and "83(1)" in bar.citation for bar in bars)
    assert not _radar(PATENT, NEW, RADAR, paper(K.RADAR, date(2026, 2, 1)), measures=withdrawn)
    assert _radar(NEW, RADAR, measures=withdrawn)


def test_a_suspension_bars_a_patent_issued_meanwhile() -> None:
    suspended = [_measure(MeasureKind.SUSPENDED, TODAY - 30 * DAY, TODAY)]
    assert bars_for(F.BOATMASTER, replace(PATENT, issued_on=TODAY - DAY), measures=suspended)


def test_withdrawn_safety_certificate() -> None:
    withdrawn = [_measure(MeasureKind.WITHDRAWN, certificate=K.LNG_EXPERT)]
    expert = paper(K.LNG_EXPERT, date(2025, 1, 1))
    vessel = replace(EXCURSION, features={"lng": True})
    assert codes(bars_for(F.BOATMASTER, PATENT, expert, measures=withdrawn, vessel=vessel)) == ["certificate.withdrawn"]
