"""Explainers of the rosters asked about last: building one takes seconds, asking it takes little."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from optimizer.explain import Explainer
from optimizer.instance import Instance
from optimizer.roster import Roster

_KEPT = 3


@dataclass
class _Desk:
    lock: threading.Lock = field(default_factory=threading.Lock)
    explainer: Explainer | None = None


class Explainers:
    """One explainer for each version of a plan, asked by one caller at a time."""

    def __init__(self) -> None:
        self._desks: OrderedDict[int, _Desk] = OrderedDict()
        self._lock = threading.Lock()

    def forget(self) -> None:
        """Let go of everything: somebody in it has been erased."""
        with self._lock:
            self._desks.clear()

    @contextmanager
    def of(self, version_id: int, instance: Instance, roster: Roster) -> Iterator[Explainer]:
        """The explainer of a version, built once; callers that come together wait for it."""
        with self._lock:
            desk = self._desks.setdefault(version_id, _Desk())
            self._desks.move_to_end(version_id)
            while len(self._desks) > _KEPT:
                self._desks.popitem(last=False)
        with desk.lock:
            if desk.explainer is None:
                desk.explainer = Explainer(instance, roster)
            yield desk.explainer
