"""Everybody drops out, one at a time: are all answers lawful, least, and is nothing frozen touched?

On ``harbour_ferries`` every person drops out at the start of each of their shifts; on the other
fleets a seeded sample of such starts, and everywhere a seeded sample of other instants. Results go
to a file, a line an event; a second run goes on where the first one stopped. Run it as
``python tests/long/dropouts.py DIR [--starts 300] [--others 200] [--processes 2] [--limit 10]``.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path

from optimizer.export import write_roster
from optimizer.instance import Instance
from optimizer.intake import read_dataset, read_roster
from optimizer.law import load_rulebook
from optimizer.model.before import Before
from optimizer.model.problem import build_problem
from optimizer.plan import make_plan
from optimizer.replan.answers import Answer, Replanner, settled
from optimizer.replan.request import DropOut, ReplanRequest
from optimizer.replan.situation import Situation
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.replanning import Preference
from optimizer.solve.result import SolveOptions
from optimizer.timeline import iso_week

FLEETS = (
    "harbour_ferries",
    "canal_cargo",
    "excursion_cruise",
    "harbour_ferries_short",
    "canal_cargo_short",
    "excursion_cruise_short",
)
WEEK = "2026-W50"
_PLAN_S = 120.0
COST = Preference.COST
Event = tuple[str, str, str]


def roster_file(folder: Path, fleet: str) -> Path:
    return folder / f"{fleet}.csv"


def instance_of(fleet: str) -> Instance:
    dataset = read_dataset(Path(str(files("data") / "fleets" / fleet))).dataset
    return Instance(dataset, iso_week(WEEK), load_rulebook().with_readings(dataset.settings.readings))


def prepare(folder: Path) -> None:
    """Plan every fleet once; later runs take the same rosters."""
    folder.mkdir(parents=True, exist_ok=True)
    for fleet in FLEETS:
        target = roster_file(folder, fleet)
        if not target.exists():
            instance = instance_of(fleet)
            result = make_plan(instance, SolveOptions(time_limit_s=_PLAN_S)).result
            assert result.roster is not None, fleet
            write_roster(target, instance, result.roster, "de")


@lru_cache(maxsize=2)
def replanner_of(folder: Path, fleet: str) -> Replanner:
    instance = instance_of(fleet)
    roster = read_roster(roster_file(folder, fleet), instance.dataset).roster
    replanner = Replanner(instance, replace(roster, window=instance.window))
    replanner.prepare()
    return replanner


def events_of(folder: Path, starts: int, others: int) -> list[Event]:
    """The events, in the order of the fleets; equal arguments give equal events."""
    rng = random.Random(20261201)
    found: list[Event] = []
    sampled: list[Event] = []
    everyone: list[tuple[str, str, datetime, datetime]] = []
    for fleet in FLEETS:
        instance = instance_of(fleet)
        roster = read_roster(roster_file(folder, fleet), instance.dataset).roster
        own = sorted(
            {
                (fleet, row.crew_id, instance.dataset.shifts[row.shift_id].interval.start)
                for row in roster.rows
                if row.on_duty and row.crew_id and row.shift_id in roster.sailing_shifts()
            }
        )
        inside = [event for event in own if instance.window.start <= event[2] < instance.window.end]
        named = [(fleet, crew_id, start.isoformat()) for _, crew_id, start in inside]
        (found if fleet == "harbour_ferries" else sampled).extend(named)
        people = sorted({crew_id for _, crew_id, _ in inside})
        everyone += [(fleet, crew_id, instance.window.start, instance.window.end) for crew_id in people]
    found += rng.sample(sampled, min(starts, len(sampled)))
    for _ in range(others):
        fleet, crew_id, first, last = rng.choice(everyone)
        minute = rng.randrange(int((last - first) / timedelta(minutes=15)))
        found.append((fleet, crew_id, (first + minute * timedelta(minutes=15)).isoformat()))
    return sorted(dict.fromkeys(found), key=lambda event: FLEETS.index(event[0]))


def judge(folder: Path, event: Event, limit: float, compare: bool) -> dict[str, object]:
    """One event: times, what was proven, and every promise that was not kept."""
    fleet, crew_id, text = event
    at = datetime.fromisoformat(text)
    replanner = replanner_of(folder, fleet)
    options = SolveOptions(time_limit_s=limit, workers=1)
    began = time.monotonic()
    situation = replanner.situation(ReplanRequest(start=at, drop_outs=(DropOut(crew_id, at),)))
    first, first_s = None, None
    for first in replanner.first_answers(situation, options):
        first_s = time.monotonic() - began if first_s is None else first_s
    answers = []
    proven_s = None
    for answer in replanner.answers(situation, options, first=first):
        answers.append(answer)
        first_s = time.monotonic() - began if first_s is None else first_s
        if len(answers) == 2 and all(map(proven, answers)):
            proven_s = time.monotonic() - began
    answers = settled(answers)
    broken = [fault for answer in answers for fault in faults(situation, answer)] + compared(answers)
    if first is not None:
        broken += [f"first: {fault}" for fault in faults(situation, first)]
    if compare and answers:
        broken += resolved(situation, answers[0], limit)
    return {
        "event": event,
        "lost": len(situation.lost),
        "first_s": first_s,
        "proven_s": proven_s,
        "all_s": time.monotonic() - began,
        "answers": len(answers),
        "proven": sum(proven(answer) for answer in answers),
        "least_cost": any(a.planned.result.levels[-1].status == "optimal" for a in answers if a.preference is COST),
        "cost_gap": [answer.planned.result.levels[-1].gap for answer in answers if answer.planned],
        "changed": [answer.difference.changed for answer in answers],
        "called": [len(answer.difference.called) for answer in answers],
        "ashore": len(answers[0].planned.result.not_sailing) if answers and answers[0].planned else None,
        "given_up": answers[0].planned.given_up.value if answers and answers[0].planned else None,
        "broken": broken,
    }


def proven(answer: Answer) -> bool:
    """Whether what sails, what is open, and the changes or calls the answer puts first are proven.

    The cost of an answer is shown with its gap, as that of a plan is.
    """
    assert answer.planned is not None
    first = {Preference.CHANGES: answer.planned.changed, Preference.CALLS: answer.planned.called}
    levels = all(level.status == "optimal" for level in answer.planned.result.levels[:2])
    if answer.preference is COST:
        return levels
    proof = first[answer.preference]
    return levels and proof is not None and proof.optimal


def faults(situation: Situation, answer: Answer) -> list[str]:
    found = []
    if answer.report.exit_code == 1:
        found.append("unlawful")
    dropped, start = situation.dropped, situation.request.start
    shifts = situation.before.dataset.shifts
    old = [r for r in situation.roster.rows if shifts[r.shift_id].interval.start < start]
    new = [r for r in answer.roster.rows if shifts[r.shift_id].interval.start < start]
    staying = [{r for r in rows if r.crew_id and r.crew_id not in dropped} for rows in (old, new)]
    if staying[0] != staying[1]:
        found.append("frozen rows touched")
    stopped = situation.keeps_sailing - answer.roster.sailing_shifts()
    if stopped and (answer.planned is None or len(stopped) > (answer.planned.given_up.value or 0)):
        found.append(f"stopped although complete: {sorted(stopped)}")
    late = [r for r in answer.roster.rows if r.crew_id in dropped and r.on_duty and absent(situation, r)]
    if late:
        found.append("the drop-out is still on duty")
    return found


def absent(situation: Situation, row: object) -> bool:
    at = {event.crew_id: event.at for event in situation.request.drop_outs}
    return any(part.end > at[row.crew_id] for part in row.duty)  # type: ignore[attr-defined]


def compared(answers: list[Answer]) -> list[str]:
    """Nobody changes less than ``changes`` or calls fewer than ``calls`` with as much sailing."""
    found = []
    by = {answer.preference: answer for answer in answers}
    for preference, figure in ((Preference.CHANGES, "changed"), (Preference.CALLS, "called")):
        own = by.get(preference)
        for other in answers if own is not None else ():
            mine, theirs = (_figure(a, figure) for a in (own, other))
            if theirs < mine:
                found.append(f"{other.preference.value} has {figure} {theirs}, {preference.value} has {mine}")
    return found


def _figure(answer: Answer, name: str) -> int:
    return answer.difference.changed if name == "changed" else len(answer.difference.called)


def resolved(situation: Situation, answer: Answer, limit: float) -> list[str]:
    """A plan from scratch, bound to the same shifts, lets no more shifts sail."""
    assert answer.planned is not None
    problem = build_problem(situation.instance)
    bound = Before(rows=(), meetings={}, keeps_sailing=situation.keeps_sailing)
    if not answer.planned.given_up.value:
        problem = replace(problem, before=bound)
    afresh = solve_problem(problem, SolveOptions(time_limit_s=6 * limit, workers=2))
    if afresh.roster is None or afresh.levels[0].value >= answer.planned.result.levels[0].value:
        return []
    return [f"from scratch {afresh.levels[0].value} ashore, answer {answer.planned.result.levels[0].value}"]


def report(lines: list[dict[str, object]], seconds: float) -> None:
    """Shares, medians and worst cases, by fleet."""
    print(f"{len(lines)} events, {seconds / 60:.0f} min in this run")
    for fleet in FLEETS:
        own = [line for line in lines if line["event"][0] == fleet]  # type: ignore[index]
        if not own:
            continue
        hit = [line for line in own if line["lost"]]
        first = sorted(line["first_s"] for line in own if line["first_s"] is not None)
        every = sorted(line["all_s"] for line in own)
        print(f"{fleet}: {len(own)} events, {len(hit)} with places lost, {_share(own, 'broken')} broken promises")
        print(
            f"  first answer: median {statistics.median(first):.2f} s, worst {first[-1]:.2f} s; none: {len(own) - len(first)};"
            f" all, at the time limit: median {statistics.median(every):.2f} s, worst {every[-1]:.2f} s"
        )
        answered = [line for line in own if line["answers"]]
        quick = sorted(line["proven_s"] for line in own if line["proven_s"] is not None)
        print(
            f"  fewest changes and fewest calls proven: {len(quick)}, median {statistics.median(quick):.2f} s,"
            f" worst {quick[-1]:.2f} s"
        )
        print(
            f"  three answers: {sum(line['answers'] == 3 for line in own)}; all three proven:"
            f" {sum(line['proven'] == 3 for line in own)}; least cost proven too: {_share(own, 'least_cost')}"
        )
        for name in ("changed", "called"):
            values = sorted(line[name][0] for line in answered)
            print(f"  {name} (changes): median {statistics.median(values)}, worst {values[-1]}")
        print(
            f"  shifts ashore: worst {max(line['ashore'] or 0 for line in answered)}; given up: {_share(own, 'given_up')}"
        )
    for line in lines:
        if line["broken"]:
            print("BROKEN", line["event"], line["broken"])


def _share(lines: list[dict[str, object]], name: str) -> int:
    return sum(bool(line[name]) for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--starts", type=int, default=300)
    parser.add_argument("--others", type=int, default=200)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for the three answers to one event")
    parser.add_argument("--compare", type=int, default=30, help="events that are solved from scratch too")
    wanted = parser.parse_args()
    began = time.monotonic()
    prepare(wanted.folder)
    events = events_of(wanted.folder, wanted.starts, wanted.others)
    results = wanted.folder / "results.jsonl"
    lines = [json.loads(line) for line in results.read_text("utf-8").splitlines()] if results.exists() else []
    done = {tuple(line["event"]) for line in lines}
    left = [event for event in events if event not in done]
    chosen = set(random.Random(30).sample(events, min(wanted.compare, len(events))))
    print(f"{len(events)} events, {len(left)} to do", flush=True)
    with ProcessPoolExecutor(wanted.processes, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(judge, wanted.folder, event, wanted.limit, event in chosen) for event in left]
        with results.open("a", encoding="utf-8") as stream:
            for number, job in enumerate(as_completed(jobs), start=1):
                lines.append(job.result())
                stream.write(json.dumps(lines[-1]) + "\n")
                stream.flush()
                if number % 25 == 0:
                    print(f"{number} of {len(left)}, {(time.monotonic() - began) / 60:.0f} min", flush=True)
    report(lines, time.monotonic() - began)


if __name__ == "__main__":
    main()
