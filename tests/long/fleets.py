"""Plan the canal and the cruise fleet with their short copies: one week and two weeks.

Prints for each what was proven and when, the gap of level 4, what may not sail and why, and the
checker's verdict, for one machine and one run: ``python tests/long/fleets.py [NAME ...] [--weeks 1 2]``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from optimizer.check import check_roster
from optimizer.findings import Severity
from optimizer.instance import Instance
from optimizer.intake import read_dataset
from optimizer.law import load_rulebook
from optimizer.model.problem import build_problem
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import PlanResult, SolveOptions
from optimizer.timeline import Interval, iso_week

FLEETS = ("canal_cargo", "canal_cargo_short", "excursion_cruise", "excursion_cruise_short")
WEEKS = ("2026-W50", "2026-W51")
#: Seconds for one and for two weeks.
LIMITS = {1: 300.0, 2: 600.0}


def instance_of(name: str, weeks: int) -> Instance:
    dataset = read_dataset(Path(str(files("data") / "fleets" / name))).dataset
    window = Interval(iso_week(WEEKS[0]).start, iso_week(WEEKS[weeks - 1]).end)
    return Instance(dataset, window, load_rulebook().with_readings(dataset.settings.readings))


def plan(name: str, weeks: int) -> None:
    instance = instance_of(name, weeks)
    started = time.monotonic()
    problem = build_problem(instance)
    built = time.monotonic() - started
    reached: dict[int, float] = {}
    options = SolveOptions(time_limit_s=LIMITS[weeks] - built)
    result = solve_problem(problem, options, lambda p: reached.setdefault(p.level, p.elapsed_s))
    times = f"built in {built:.1f} s, solved in {result.seconds:.1f} s"
    print(f"{name}, {weeks} week(s): {len(problem.needs)} shifts, {times}")
    if result.roster is None:
        print(f"  {result.status}")
        return
    for level in result.levels:
        print(f"  level {level.number}: {level.value} (bound {level.bound}), {level.status}, gap {level.gap:.1%}")
    proven = {level.status for level in result.levels[:2]} == {"optimal"}
    print(f"  levels 1-2 proven: {f'at {built + reached.get(4, result.seconds):.1f} s' if proven else 'no'}")
    _print_ashore(instance, result)
    report = check_roster(instance, result.roster)
    unlawful = [finding for finding in report.findings if finding.severity is Severity.UNLAWFUL]
    print(f"  check: exit {report.exit_code}, {len(unlawful)} unlawful", flush=True)
    for finding in unlawful[:10]:
        print(f"    {finding.text.de}")


def _print_ashore(instance: Instance, result: PlanResult) -> None:
    """The voyages that may not sail, each with its first shift and the first reason."""
    told: set[str] = set()
    print(f"  not sailing: {len(result.not_sailing)} shift(s)")
    for shift_id, reason in result.not_sailing:
        voyage = instance.dataset.shifts[shift_id].voyage_id or shift_id
        if voyage not in told:
            told.add(voyage)
            print(f"    {voyage} from {shift_id}: {reason.de[:600]}")


def main(arguments: Iterable[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="canal_cargo, excursion_cruise ...; all by default")
    parser.add_argument("--weeks", nargs="*", type=int, choices=(1, 2), default=(1, 2))
    wanted = parser.parse_args(None if arguments is None else list(arguments))
    for name in wanted.names or FLEETS:
        for weeks in wanted.weeks:
            plan(name, weeks)


if __name__ == "__main__":
    main()
