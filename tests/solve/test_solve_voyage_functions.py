"""Everybody keeps one function through a voyage, though its shifts need different crews."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from solve_cases import instance, shift, ship

from optimizer.domain import Certificate, CertificateKind, Employment, Function
from optimizer.instance import Instance
from optimizer.manning import Alternative, CrewRequirement, Place
from optimizer.model import needs
from optimizer.model.problem import build_problem
from optimizer.plan import make_plan
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import PlanResult, SolveOptions

QUICK = SolveOptions(time_limit_s=20, workers=1)
K, F = CertificateKind, Function


def papers(crew_id: str, *kinds: CertificateKind) -> tuple[Certificate, ...]:
    issued, until = date(2025, 3, 15), date(2027, 12, 31)
    return tuple(
        Certificate(crew_id=crew_id, kind=kind, issued_on=issued, valid_until=until, route="exam") for kind in kinds
    )


def voyage(letters: str, *held: Certificate, **vessel: object) -> Instance:
    """Two shifts of one voyage, the first without passengers."""
    given = {"voyage_id": "V", "zone": 4, "waterway": "Havel"}
    shifts = [
        shift("S0", "X", 0, "08:00", "12:00", crew_change_at_end=False, with_passengers=False, **given),
        shift("S1", "X", 0, "12:00", "16:00", with_passengers=True, **given),
    ]
    base = instance([ship("X", **vessel)], shifts, letters)
    certificates = (*base.dataset.certificates, *held)
    return replace(base, dataset=replace(base.dataset, certificates=certificates))


def functions(result: PlanResult, shift_id: str) -> dict[str, Function | None]:
    assert result.roster is not None
    return {row.crew_id: row.function for row in result.roster.of_shift(shift_id)}


def test_the_higher_function_is_kept() -> None:
    """Without passengers boatmaster, boatman and apprentice; with them boatmaster, helmsman and boatman."""
    safety = [p for who in ("B0", "M1", "M2") for p in papers(who, K.PASSENGER_EXPERT, K.FIRST_AIDER)]
    base = voyage("BMM", *papers("M1", K.HELMSMAN), *safety, passengers=600, displacement_t=900.0)
    result = make_plan(base, QUICK).result
    expected = {"B0": F.BOATMASTER, "M1": F.HELMSMAN, "M2": F.BOATMAN}
    assert functions(result, "S0") == functions(result, "S1") == expected


@pytest.mark.parametrize(
    ("first", "second", "ashore"),
    [
        (Place(F.BOATMAN), Place(F.ABLE_BOATMAN), 0),
        (Place(F.APPRENTICE), Place(F.ABLE_BOATMAN), 0),
        # a place of one's own certificate is nobody's by a higher function
        (Place(F.APPRENTICE, exchanged=True), Place(F.ABLE_BOATMAN), 1),
        (Place(F.APPRENTICE, min_age=17, min_service_days=720), Place(F.ABLE_BOATMAN), 1),
        (Place(F.ENGINE_MINDER), Place(F.ABLE_BOATMAN), 1),
        (Place(F.ENGINE_MINDER), Place(F.ENGINEER), 0),
    ],
)
def test_without_a_function_for_all_seats_the_voyage_stops(
    monkeypatch: pytest.MonkeyPatch, first: Place, second: Place, ashore: int
) -> None:
    more = papers("A1", K.APPRENTICE, K.ENGINE_MINDER, K.RHINE_ENGINEER)
    base = voyage("BA", *more)
    # Nobody needs a break, in which the engineer could not relieve the boatmaster.
    crew = {c: replace(p, employment=Employment.SELF_EMPLOYED, service_days=720) for c, p in base.dataset.crew.items()}
    base = replace(base, dataset=replace(base.dataset, crew=crew))

    def required(instance: Instance, shift: object) -> list[CrewRequirement]:
        place = first if shift.shift_id == "S0" else second  # type: ignore[attr-defined]
        crew = Alternative((Place(F.BOATMASTER), place))
        return [CrewRequirement((crew,), (crew,))]

    monkeypatch.setattr(needs, "crew_requirements", required)
    result = solve_problem(build_problem(base), QUICK)
    assert result.levels[0].value == ashore
    if not ashore:
        assert functions(result, "S0") == functions(result, "S1") == {"B0": F.BOATMASTER, "A1": second.function}


def test_other_seats_are_tried_before_a_voyage_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """B0 would lead the first shift; on the risk stretch of the second only B1 may, who so leads both."""
    (risk,) = papers("B1", K.RISK_STRETCH)
    base = voyage("BBM", replace(risk, scope=("Elbe 300-327",)))
    crew = {c: replace(p, employment=Employment.SELF_EMPLOYED) for c, p in base.dataset.crew.items()}
    shifts = base.dataset.shifts
    shifts = {**shifts, "S1": replace(shifts["S1"], waterway="Elbe", stretch="Elbe 300-327", with_passengers=False)}
    base = replace(base, dataset=replace(base.dataset, crew=crew, shifts=shifts))

    def required(instance: Instance, shift: object) -> list[CrewRequirement]:
        crew = Alternative((Place(F.BOATMASTER), Place(F.HELMSMAN), Place(F.BOATMAN)))
        return [CrewRequirement((crew,), (crew,))]

    monkeypatch.setattr(needs, "crew_requirements", required)
    result = solve_problem(build_problem(base), QUICK)
    assert result.levels[0].value == 0
    expected = {"B0": F.HELMSMAN, "B1": F.BOATMASTER, "M2": F.BOATMAN}
    assert functions(result, "S0") == functions(result, "S1") == expected
