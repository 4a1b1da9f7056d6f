"""Lawful crews as rows: seats, safety roles, who is on duty when, patrols and extra places.

Crews are counted by Hall rows (Hall's marriage theorem): for every set of seats, at least as many
people on board can fill one of them as the chosen crew has seats in that set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from optimizer.domain import Crew, Function, SafetyRole
from optimizer.manning import OnDutyRule
from optimizer.model.blocks import Block, sailing_parts
from optimizer.model.candidates import Candidate
from optimizer.model.needs import ENGINE_CREW, MASTER_FUNCTIONS, Job, JobKind, Option, Seat, ShiftNeed, StretchNeed
from optimizer.timeline import Interval

if TYPE_CHECKING:
    from optimizer.model.roster_model import RosterModel

_PATROL = Job(JobKind.PATROL, Function.NIGHT_PATROL)


def add_crew(model: RosterModel, need: ShiftNeed) -> None:
    """The crew of a shift if it sails, nobody if it does not."""
    shift_id, sails = need.shift.shift_id, model.sails[need.shift.shift_id]
    candidates = model.of_shift.get(shift_id, [])
    if need.no_crew_known:
        model.model.add(sails == 0)
        for candidate in candidates:
            model.model.add(model.y(candidate) == 0)
        return
    if need.only_after in model.sails:
        model.model.add_implication(sails, model.sails[need.only_after])
    crew = [c for c in candidates if c.seats]
    for number, stretch in enumerate(need.stretches):
        chosen = [model.model.new_bool_var(f"option {shift_id} {number} {k}") for k in range(len(stretch.options))]
        model.option.update({(shift_id, number, k): var for k, var in enumerate(chosen)})
        model.model.add(sum(chosen) == sails)
        for seats, people in hall_rows(stretch, crew):
            demand = [(var, _count(option, seats)) for var, option in zip(chosen, stretch.options, strict=True)]
            model.model.add(sum(model.in_crew(c) for c in people) >= sum(n * var for var, n in demand))
        for roles, amount in _role_sets(stretch):
            holders = [model.y(c) for c in candidates if c.roles & roles]
            model.model.add(sum(holders) >= amount * sails)
    sizes = [len(option) for option in need.stretches[0].options]
    main = [model.option[shift_id, 0, k] for k in range(len(sizes))]
    size = sum(n * var for var, n in zip(main, sizes, strict=True))
    model.model.add(sum(model.in_crew(c) for c in crew) == size)
    _beside_the_crew(model, candidates, sails)
    crewed = sails - sum(var for var, n in zip(main, sizes, strict=True) if n == 0)
    _masters(model, need, crew, crewed)
    for rule in need.on_duty:
        _on_duty(model, need, candidates, rule, sails)
    _watch_needs(model, need, candidates, crewed)
    _extra(model, need, candidates)


def _beside_the_crew(model: RosterModel, candidates: Iterable[Candidate], sails: cp_model.IntVar) -> None:
    """Nobody on board of a shift that does not sail, and a job only for who is there."""
    for candidate in candidates:
        jobs = model.job_vars(candidate)
        if candidate.cabin_staff or candidate.additional:
            model.model.add_implication(model.y(candidate), sails)
        if candidate.additional and (candidate.crew_id, candidate.block) not in model.problem.locked:
            model.model.add(model.y(candidate) == 0)
        if candidate.only_jobs:
            model.model.add(sum(jobs) == model.y(candidate))
        elif jobs:
            model.model.add(sum(jobs) <= model.y(candidate))
        for job in jobs:
            model.model.add_implication(job, sails)


def _masters(model: RosterModel, need: ShiftNeed, crew: Sequence[Candidate], crewed: cp_model.LinearExprT) -> None:
    """A master on duty at every instant of sailing."""
    blocks = model.problem.blocks_of_shift[need.shift.shift_id]
    if len(blocks) == 1 and not need.watch_needs:
        return
    masters = [c for c in crew if any(seat.place.function in MASTER_FUNCTIONS for seat in c.seats)]
    hands = [c for c in crew if any(seat.place.function not in ENGINE_CREW for seat in c.seats)]
    for present in watch_sets(blocks, sailing_parts(model.problem.instance, need.shift)):
        model.model.add(sum(model.in_crew(c) for c in masters if c.block in present) >= crewed)
    for block in blocks:
        _relief(model, block, [c for c in masters if c.block == block.index], hands)


def _relief(model: RosterModel, block: Block, masters: Sequence[Candidate], crew: Sequence[Candidate]) -> None:
    """Whoever leads a watch and must pause while the vessel sails has somebody of the deck crew on duty too."""
    problem = model.problem
    beside = {b.index for b in problem.blocks_of_shift[block.shift.shift_id] if _share_duty(b, block)}
    lone = replace(block, alone=True)
    there = tuple(c.crew_id for c in crew if c.block in beside)
    groups = tuple(model.first_of_group[index] for index in (block.index, *sorted(beside)))
    if not model.first_time((groups, there)):
        return
    for master in masters:
        if problem.oracle.breach(problem.instance.dataset.crew[master.crew_id], (lone,)) is not None:
            others = [model.in_crew(c) for c in crew if c.block in beside and c.crew_id != master.crew_id]
            model.model.add(model.in_crew(master) <= sum(others))


def _share_duty(one: Block, other: Block) -> bool:
    return any(first.overlaps(second) for first in one.duty for second in other.duty)


def _on_duty(
    model: RosterModel,
    need: ShiftNeed,
    candidates: Sequence[Candidate],
    rule: OnDutyRule,
    sails: cp_model.IntVar,
) -> None:
    """Enough people who count on duty at every instant of the rule, also where no crew is needed."""
    blocks = model.problem.blocks_of_shift[need.shift.shift_id]
    aside = _aside(model, need, candidates, rule)
    for present in watch_sets(blocks, rule.intervals):
        there = [_counts(model, c, rule) - aside.get(c, 0) for c in candidates if c.block in present]
        model.model.add(sum(there) >= rule.at_least * sails)


def _aside(
    model: RosterModel, need: ShiftNeed, candidates: Sequence[Candidate], rule: OnDutyRule
) -> dict[Candidate, cp_model.IntVar]:
    """Who could sit in a seat that counts for a rule and sits in one that does not (an engineer's)."""
    if rule.functions is None:
        return {}
    shift_id, options = need.shift.shift_id, need.stretches[0].options
    other = {seat for seat in need.stretches[0].seats if seat.place.function not in rule.functions}
    able = [c for c in candidates if c.seats & other]
    torn = [c for c in able if any(seat.place.function in rule.functions for seat in c.seats)]
    aside = {c: model.model.new_bool_var(f"aside {rule.rule_id} {c.crew_id} {c.block}") for c in torn}
    for candidate, var in aside.items():
        model.model.add(var <= model.in_crew(candidate))
    places = sum(_count(option, other) * model.option[shift_id, 0, k] for k, option in enumerate(options))
    model.model.add(sum(aside.get(c, model.in_crew(c)) for c in able) >= places)
    return aside


def _counts(model: RosterModel, candidate: Candidate, rule: OnDutyRule) -> cp_model.LinearExprT:
    """Whether a person on duty counts for a rule: by the seats they can fill, the job they do and what they hold."""
    if rule.certificate is not None and rule.certificate not in candidate.certificates:
        return 0
    if rule.certificate is None and rule.functions is None:
        return 0 if candidate.additional else model.y(candidate)
    wanted = rule.functions
    jobs = [
        model.job(candidate, job)
        for job in candidate.jobs
        if job.kind is not JobKind.PATROL and (wanted is None or job.function in wanted)
    ]
    if candidate.seats and (wanted is None or any(seat.place.function in wanted for seat in candidate.seats)):
        return model.in_crew(candidate) + sum(jobs)
    return sum(jobs)


def _watch_needs(
    model: RosterModel, need: ShiftNeed, candidates: Sequence[Candidate], crewed: cp_model.LinearExprT
) -> None:
    """Every watch has one of the crews it needs, and as many people on patrol as that crew asks."""
    shift_id = need.shift.shift_id
    for block in model.problem.blocks_of_shift[shift_id]:
        there = [c for c in candidates if c.block == block.index]
        crews = need.watch_needs.get(block.watch_name, ())
        chosen = [model.model.new_bool_var(f"watch {shift_id} {block.watch_name} {k}") for k in range(len(crews))]
        if crews:
            model.model.add(sum(chosen) == crewed)
        for var, wanted in zip(chosen, crews, strict=True):
            for functions, amount in _function_sets(wanted):
                able = [model.in_crew(c) for c in there if any(s.place.function in functions for s in c.seats)]
                model.model.add(sum(able) >= amount * var)
        patrols = [model.job(c, _PATROL) for c in there if _PATROL in c.jobs]
        asked = [wanted.get(Function.NIGHT_PATROL, 0) for wanted in crews]
        if patrols or any(asked):
            model.model.add(sum(patrols) == sum(n * var for var, n in zip(chosen, asked, strict=True)))


def _function_sets(wanted: Crew) -> Iterator[tuple[frozenset[Function], int]]:
    functions = sorted(function for function in wanted if function is not Function.NIGHT_PATROL)
    for size in range(1, len(functions) + 1):
        for chosen in combinations(functions, size):
            yield frozenset(chosen), sum(wanted[function] for function in chosen)


def _extra(model: RosterModel, need: ShiftNeed, candidates: Sequence[Candidate]) -> None:
    """Places the company wants above the crew: at most as many as one of its wishes names."""
    if not need.extra:
        return
    shift_id = need.shift.shift_id
    chosen = [model.model.new_bool_var(f"extra {shift_id} {k}") for k in range(len(need.extra))]
    model.extra_crew.update({(shift_id, k): var for k, var in enumerate(chosen)})
    model.model.add(sum(chosen) == model.sails[shift_id])
    for function in sorted({function for crew in need.extra for function in crew}):
        job = Job(JobKind.EXTRA, function)
        filled = [model.job(c, job) for c in candidates if job in c.jobs]
        wanted = sum(crew.get(function, 0) * var for var, crew in zip(chosen, need.extra, strict=True))
        model.model.add(sum(filled) <= wanted)


def add_foreseen_crew(model: RosterModel, need: ShiftNeed) -> None:
    """Who could be there although the shift may not sail, and the places nobody can fill."""
    if need.no_crew_known:
        return
    shift_id, sails, stretch = need.shift.shift_id, model.sails[need.shift.shift_id], need.stretches[0]
    candidates = [c for c in model.of_shift.get(shift_id, []) if not c.additional]
    for candidate in candidates:
        model.foreseen[candidate.crew_id, candidate.block] = model.model.new_bool_var(
            f"foreseen {candidate.crew_id} {candidate.block}"
        )
    chosen = [model.model.new_bool_var(f"foreseen option {shift_id} {k}") for k in range(len(stretch.options))]
    model.foreseen_option.update({(shift_id, k): var for k, var in enumerate(chosen)})
    model.model.add(sum(chosen) == 1 - sails)
    for seat in stretch.seats:
        most = max(option.count(seat) for option in stretch.options)
        model.open_seats[shift_id, seat] = model.model.new_int_var(0, most, f"open {shift_id}")
    for role, amount in stretch.roles.items():
        model.open_roles[shift_id, role] = model.model.new_int_var(0, amount, f"open role {shift_id}")
    patrol = _foreseen_patrols(model, need, candidates)
    crew = [c for c in candidates if c.seats]

    def in_crew(candidate: Candidate) -> cp_model.LinearExprT:
        return model.q(candidate) - patrol.get((candidate.crew_id, candidate.block), 0)

    for seats, people in hall_rows(stretch, crew):
        demand = sum(_count(o, seats) * var for var, o in zip(chosen, stretch.options, strict=True))
        filled = sum(in_crew(c) for c in people) + sum(model.open_seats[shift_id, seat] for seat in seats)
        model.model.add(filled >= demand)
    size = sum(len(option) * var for var, option in zip(chosen, stretch.options, strict=True))
    open_seats = [model.open_seats[shift_id, seat] for seat in stretch.seats]
    model.model.add(sum(in_crew(c) for c in crew) + sum(open_seats) == size)
    for roles, amount in _role_sets(stretch):
        holders = sum(model.q(c) for c in candidates if c.roles & roles)
        model.model.add(holders + sum(model.open_roles[shift_id, r] for r in roles) >= amount * (1 - sails))
    open_roles = [model.open_roles[shift_id, role] for role in stretch.roles]
    open_patrols = [var for (shift, _), var in model.open_patrols.items() if shift == shift_id]
    some = [*open_seats, *open_roles, *open_patrols]
    if some:
        model.model.add(sum(some) >= 1 - sails)
    for candidate in candidates:
        if not candidate.seats:
            model.model.add_implication(model.q(candidate), ~sails)
        if candidate.only_jobs:
            model.model.add(model.q(candidate) == patrol.get((candidate.crew_id, candidate.block), 0))


def _foreseen_patrols(
    model: RosterModel, need: ShiftNeed, candidates: Sequence[Candidate]
) -> dict[tuple[str, int], cp_model.IntVar]:
    """Who would go on patrol, and the patrols nobody can go on: as few as any crew of the watch needs."""
    shift_id, sails = need.shift.shift_id, model.sails[need.shift.shift_id]
    going: dict[tuple[str, int], cp_model.IntVar] = {}
    for block in model.problem.blocks_of_shift[shift_id]:
        crews = need.watch_needs.get(block.watch_name, ())
        asked = min((crew.get(Function.NIGHT_PATROL, 0) for crew in crews), default=0)
        if not asked:
            continue
        able = [c for c in candidates if c.block == block.index and _PATROL in c.jobs]
        for c in able:
            var = model.model.new_bool_var(f"foreseen patrol {c.crew_id} {c.block}")
            model.model.add_implication(var, model.q(c))
            model.foreseen_jobs[c.crew_id, c.block, _PATROL] = going[c.crew_id, c.block] = var
        missing = model.model.new_int_var(0, asked, f"open patrol {shift_id}")
        model.open_patrols[shift_id, block.watch_name] = missing
        model.model.add(sum(going[c.crew_id, c.block] for c in able) + missing == asked * (1 - sails))
    return going


def hall_rows(stretch: StretchNeed, crew: Iterable[Candidate]) -> list[tuple[frozenset[Seat], list[Candidate]]]:
    """Sets of seats with the candidates who can fill one of them; per group of people the largest set."""
    by_seats: dict[frozenset[Seat], list[Candidate]] = {}
    for candidate in crew:
        by_seats.setdefault(candidate.seats, []).append(candidate)
    kinds = list(by_seats)
    largest: dict[tuple[int, ...], frozenset[Seat]] = {}
    for size in range(1, len(stretch.seats) + 1):
        for seats in combinations(stretch.seats, size):
            chosen = frozenset(seats)
            largest[tuple(number for number, kind in enumerate(kinds) if kind & chosen)] = chosen
    return [(seats, [c for number in numbers for c in by_seats[kinds[number]]]) for numbers, seats in largest.items()]


def _count(option: Option, seats: Iterable[Seat]) -> int:
    wanted = set(seats)
    return sum(1 for seat in option if seat in wanted)


def _role_sets(stretch: StretchNeed) -> Iterator[tuple[frozenset[SafetyRole], int]]:
    """Sets of roles with the number of distinct people they need."""
    joined = {SafetyRole.PASSENGER_EXPERT, SafetyRole.FIRST_AIDER} if stretch.roles_in_one_person else set()
    for size in range(1, len(stretch.roles) + 1):
        for roles in combinations(sorted(stretch.roles), size):
            amount = sum(stretch.roles[role] for role in roles)
            if joined <= set(roles) and joined:
                amount -= min(stretch.roles[role] for role in joined)
            yield frozenset(roles), amount


def watch_sets(blocks: Sequence[Block], times: Iterable[Interval]) -> set[frozenset[int]]:
    """For every instant of the times, the indices of the blocks on duty; each set once."""
    found: set[frozenset[int]] = set()
    for stretch in times:
        cuts = {stretch.start, stretch.end}
        cuts |= {t for b in blocks for d in b.duty for t in (d.start, d.end) if stretch.start < t < stretch.end}
        edges = sorted(cuts)
        for start, end in zip(edges, edges[1:], strict=False):
            part = Interval(start, end)
            found.add(frozenset(b.index for b in blocks if any(d.covers(part) for d in b.duty)))
    return found
