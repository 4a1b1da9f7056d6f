"""Plan the sample fleet, its short variant and five variants with 10 % of the crew removed.

Those removed are drawn from the boatmasters, so that places stay open.

Prints for each what was proven, the gap of level 4 and the checker's verdict, for one machine and
one run: ``python tests/long/levels.py [--time-limit 60]``.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from optimizer.check import check_roster
from optimizer.domain import CertificateKind, Dataset
from optimizer.instance import Instance
from optimizer.intake import read_dataset
from optimizer.law import load_rulebook
from optimizer.model.problem import build_problem
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import SolveOptions
from optimizer.timeline import iso_week

WEEK = "2026-W50"
#: Seeds whose draw leaves shifts uncrewed (3 and 4 do not).
SEEDS = (1, 2, 5, 6, 7)
_SHARE_REMOVED = 0.1
_BOATMASTER = {CertificateKind.UNION_PATENT, CertificateKind.OLD_PATENT}


def fleet(name: str) -> Dataset:
    return read_dataset(Path(str(files("data") / "fleets" / name))).dataset


def without_a_tenth(dataset: Dataset, seed: int) -> Dataset:
    """The dataset less a tenth of its people, a seeded draw from the boatmasters."""
    boatmasters = sorted({c.crew_id for c in dataset.certificates if c.kind in _BOATMASTER})
    gone = set(random.Random(seed).sample(boatmasters, round(len(dataset.crew) * _SHARE_REMOVED)))
    crew = {key: replace(person, active=person.active and key not in gone) for key, person in dataset.crew.items()}
    return replace(dataset, crew=crew)


def cases() -> Iterator[tuple[str, Dataset]]:
    whole = fleet("harbour_ferries")
    yield "harbour_ferries", whole
    yield "harbour_ferries_short", fleet("harbour_ferries_short")
    for seed in SEEDS:
        yield f"10 % removed, seed {seed}", without_a_tenth(whole, seed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--time-limit", type=float, default=60.0)
    limit = parser.parse_args().time_limit
    print(
        f"{'case':28} {'build':>6} {'solve':>6}  level 1 (bound)  level 2 (bound)  proven at  cost (bound)      gap  check"
    )
    for name, dataset in cases():
        instance = Instance(dataset, iso_week(WEEK), load_rulebook())
        started = time.monotonic()
        problem = build_problem(instance)
        built = time.monotonic() - started
        reached: dict[int, float] = {}
        result = solve_problem(
            problem, SolveOptions(time_limit_s=limit), lambda p: reached.setdefault(p.level, p.elapsed_s)
        )
        if result.roster is None:
            print(f"{name:28} {built:6.1f} {result.seconds:6.1f}  {result.status}")
            continue
        first, second, cost = result.levels
        proven = f"{reached.get(4, result.seconds):.1f} s" if {first.status, second.status} == {"optimal"} else "no"
        report = check_roster(instance, result.roster)
        print(
            f"{name:28} {built:6.1f} {result.seconds:6.1f}  {first.value:7} ({first.bound:5})  {second.value:7} ({second.bound:5})"
            f"  {proven:>9}  {cost.value:6} ({cost.bound:6})  {cost.gap:6.1%}  exit {report.exit_code}",
            flush=True,
        )


if __name__ == "__main__":
    main()
