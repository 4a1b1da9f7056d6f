"""Kill -9 at random moments: the solver, the service, a worker, PostgreSQL; nothing may be lost or come twice.

``python tests/long/crash.py [--rounds 50] [--seed 1] [--kinds solver api worker postgres]`` orders a
plan over HTTP in each round and kills one of the processes somewhere between the order and the
roster. Solver and service are killed with the embedded engine on SQLite, workers and the database
with two workers on PostgreSQL, which this script starts itself. What has died is started again, as
systemd would. After each round: the order is done, and once; every roster that can be seen is read and
accepted by the checker; no process is left over. Prints counts for each kind; ends with 1 for any trouble.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

_HERE = Path(__file__).resolve().parent
for _folder in (_HERE, _HERE.parent / "api", _HERE.parents[1]):
    if str(_folder) not in sys.path:
        sys.path.insert(0, str(_folder))

from crash_bench import Bench, bench, instance  # noqa: E402
from crash_judge import Progress, messages_left, progress, troubles, unreadable  # noqa: E402
from sqlalchemy.exc import SQLAlchemyError  # noqa: E402

from api.store import Store  # noqa: E402

ENGINES = {"solver": "embedded", "api": "embedded", "worker": "cluster", "postgres": "cluster"}
#: A round that has not come to its end by then counts as a lost run.
PATIENCE_S = 300.0
_POLL_S = 0.02
#: From which moment on the time to the kill is counted.
_SINCE: dict[str, Callable[[Progress], bool]] = {
    "the order": lambda seen: True,
    "the start": lambda seen: seen.running,
    "a better roster": lambda seen: seen.better,
}


class Rounds:
    """Rounds of one kind on one bench."""

    def __init__(self, made: Bench, kind: str, chance: random.Random):
        self._bench, self._kind, self._chance = made, kind, chance
        self._store: Store = made.store()
        self._instance = instance()
        self._usual_s = 0.0
        self.counts: Counter[str] = Counter()
        self.troubles: list[str] = []

    def play(self, rounds: int) -> None:
        """Orders until so many met a kill; the first one is left alone and shows how long one takes here."""
        with ThreadPoolExecutor(1) as pool:
            began, key = time.monotonic(), f"{self._kind}-undisturbed"
            self._finish(key, pool.submit(self._bench.order, key, began + PATIENCE_S))
            self._usual_s = time.monotonic() - began
            while self.counts["rounds"] < rounds:
                key = f"{self._kind}-{self.counts['orders']}"
                self.counts["orders"] += 1
                self._round(key, pool.submit(self._bench.order, key, time.monotonic() + PATIENCE_S))
        self._store.close()

    def _round(self, key: str, order: Future[tuple[int, int]]) -> None:
        since = self._chance.choice(list(_SINCE))
        share = 1.0 if since == "the order" else 0.3
        self._wait_for(lambda: _SINCE[since](self._seen(key)) or self._seen(key).over or _refused(order))
        time.sleep(self._chance.uniform(0.0, share * self._usual_s))
        before = self._seen(key)
        # Without a solver process there is none to kill: the order is done undisturbed, and another one follows.
        if self._kill(before):
            self.counts["rounds"] += 1
            self.counts["before the run"] += not before.running and not before.over
            self.counts["in the run"] += before.running
            self.counts["after the run"] += before.over
            if self._kind != "postgres":
                self._note(key, unreadable(self._store, self._instance, key))
            self._revive()
        self._finish(key, order)
        self.counts["taken over"] += self._seen(key).attempt > 1

    def _kill(self, seen: Progress) -> bool:
        """Kill what this kind of round is about; whether there was anything to kill."""
        if self._kind == "postgres":
            assert self._bench.postgres is not None
            self._bench.postgres.kill()
            return True
        if self._kind == "solver":
            return self._bench.kill_solver()
        name = "api" if self._kind == "api" else self._bench.worker_of(seen.owner, self._chance)
        self._bench.processes[name].kill()
        self._bench.processes[name].wait()
        return True

    def _revive(self) -> None:
        """The database is away for a moment; processes are started again by whoever looks after them."""
        if self._kind == "postgres":
            time.sleep(self._chance.uniform(0.0, 2.0))
            assert self._bench.postgres is not None
            self._bench.postgres.start()

    def _finish(self, key: str, order: Future[tuple[int, int]]) -> None:
        """Wait for the end of the order, then ask what must hold."""
        try:
            self._wait_for(order.done)
            order.result()
            self._wait_for(lambda: self._seen(key).over)
            self._wait_for(lambda: not self._bench.orphans() and not self._bench.solvers())
            if self._bench.kind == "cluster":
                self._wait_for(lambda: messages_left(self._store) == 0)
        except TimeoutError:
            left = f"orphans {self._bench.orphans()}, solvers {self._bench.solvers()}"
            self._note(key, [f"not at its end after {PATIENCE_S:g} s: {self._seen(key)}, {left}"])
            return
        self._note(key, troubles(self._store, self._instance, key))

    def _wait_for(self, true: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE_S
        while True:
            self._bench.look_after()
            try:
                if true():
                    return
            except SQLAlchemyError:
                pass
            if time.monotonic() > until:
                raise TimeoutError
            time.sleep(_POLL_S)

    def _seen(self, key: str) -> Progress:
        return progress(self._store, key)

    def _note(self, key: str, found: Iterable[str]) -> None:
        self.troubles += [f"{key}: {trouble}" for trouble in found]


def _refused(order: Future[tuple[int, int]]) -> bool:
    return order.done() and order.exception() is not None


def play(kinds: Iterable[str], rounds: int, seed: int) -> dict[str, Rounds]:
    """So many rounds of each kind, the engines side by side; returns what was counted and what went wrong."""
    wanted = list(kinds)
    engines = list(dict.fromkeys(ENGINES[kind] for kind in wanted))
    with ThreadPoolExecutor(len(engines)) as pool:
        parts = pool.map(
            lambda engine: _play(engine, [kind for kind in wanted if ENGINES[kind] == engine], rounds, seed), engines
        )
        played = {kind: result for part in parts for kind, result in part.items()}
    return {kind: played[kind] for kind in wanted}


def _play(engine: str, kinds: list[str], rounds: int, seed: int) -> dict[str, Rounds]:
    played = {}
    folder = Path(tempfile.mkdtemp(prefix="crew-roster-crash-"))
    with bench(engine, folder) as made:
        for kind in kinds:
            began, again = time.monotonic(), made.started_again
            played[kind] = Rounds(made, kind, random.Random(f"{seed} {kind}"))
            played[kind].play(rounds)
            played[kind].counts["started again"] = made.started_again - again
            played[kind].counts["seconds"] = round(time.monotonic() - began)
    if any(each.troubles for each in played.values()):
        print(f"logs: {folder}", file=sys.stderr)
    else:
        shutil.rmtree(folder)
    return played


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="*", choices=tuple(ENGINES), default=tuple(ENGINES))
    wanted = parser.parse_args(None if arguments is None else list(arguments))
    played = play(wanted.kinds, wanted.rounds, wanted.seed)
    for kind, rounds in played.items():
        counts = ", ".join(f"{what} {number}" for what, number in rounds.counts.items())
        print(f"{kind}: {counts}, troubles {len(rounds.troubles)}", *rounds.troubles, sep="\n  ", flush=True)
    return int(any(rounds.troubles for rounds in played.values()))


if __name__ == "__main__":
    sys.exit(main())
