"""Figures for Prometheus: requests of this process, and the queue as the store has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from api.store import Store
from api.store.jobs import JobState, outcomes, waiting_and_running

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
#: Bounds in s: reads are to be answered within 0.1 s, imports of large datasets take seconds.
_BOUNDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)


class Metrics:
    """Counters of one application; runs are counted in the store, whichever process carries them out."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "crew_roster_http_requests", "requests answered", ("method", "route", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "crew_roster_http_request_seconds",
            "seconds until an answer begins",
            ("method", "route"),
            buckets=_BOUNDS,
            registry=self.registry,
        )
        ProcessCollector(registry=self.registry)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; ``route`` is the pattern of its path, never the path itself."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)

    def watch(self, store: Callable[[], Store]) -> None:
        """Read the queue from a store whenever the figures are asked for."""
        self.registry.register(_Queue(store))

    def text(self) -> bytes:
        """All figures in the text format of Prometheus.

        Raises
        ------
        sqlalchemy.exc.SQLAlchemyError
            If the database cannot be reached.
        """
        return generate_latest(self.registry)


class _Queue(Collector):
    def __init__(self, store: Callable[[], Store]):
        self._store = store

    def describe(self) -> Iterable[Metric]:
        # Otherwise the database would be asked when it is not open yet.
        return ()

    def collect(self) -> Iterable[Metric]:
        with self._store().reading() as session:
            waiting, running = waiting_and_running(session)
            ended = outcomes(session)
        yield GaugeMetricFamily("crew_roster_jobs_waiting", "runs that wait", value=waiting)
        yield GaugeMetricFamily("crew_roster_jobs_running", "runs under way", value=running)
        counts = CounterMetricFamily("crew_roster_jobs_ended", "runs that have ended", labels=("kind", "state"))
        seconds = CounterMetricFamily("crew_roster_solver_seconds", "seconds runs took", labels=("kind", "state"))
        for (kind, state), (runs, took) in sorted({**_NONE, **ended}.items()):
            counts.add_metric((kind, state), runs)
            seconds.add_metric((kind, state), took)
        yield counts
        yield seconds


#: A figure that appears only with the first failure cannot be watched.
_NONE = {("plan", state.value): (0, 0) for state in (JobState.DONE, JobState.FAILED, JobState.CANCELLED)}
