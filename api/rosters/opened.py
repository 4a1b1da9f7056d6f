"""A version of a dataset, read and ready to plan with; the last ones are kept in memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.store.datasets import files_of
from api.store.tables import DatasetVersionRow
from optimizer.domain import Dataset
from optimizer.findings import DatasetError, Finding, InputError, Text
from optimizer.instance import Instance
from optimizer.intake import IntakeResult, read_files
from optimizer.law import LawDataError, Rulebook, load_rulebook
from optimizer.timeline import Interval

_KEPT = 8


@dataclass(frozen=True)
class Opened:
    """A dataset version with the law under its readings."""

    version_id: int
    dataset_id: int
    number: int
    dataset: Dataset
    rulebook: Rulebook
    notices: tuple[Finding, ...]

    def instance(self, window: Interval, assume_rested: bool) -> Instance:
        return Instance(self.dataset, window, self.rulebook, assume_rested)


def checked(files: Mapping[str, bytes]) -> IntakeResult:
    """Read files as a dataset, readings of the law included.

    Raises
    ------
    DatasetError
        With every fault of every file; nothing may be stored then.
    """
    result = read_files(files)
    _rulebook(result.dataset)
    return result


def counts(dataset: Dataset) -> dict[str, int]:
    """How much a dataset holds, for lists."""
    return {"vessels": len(dataset.vessels), "crew": len(dataset.crew), "shifts": len(dataset.shifts)}


class OpenDatasets:
    """The last dataset versions used; what a version holds never changes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str], Opened] = OrderedDict()
        self._lock = threading.Lock()

    def forget(self) -> None:
        """Let go of everything: somebody in it has been erased."""
        with self._lock:
            self._kept.clear()

    def open(self, session: Session, version: DatasetVersionRow) -> Opened:
        """Read a version, or take it from memory.

        Raises
        ------
        DatasetError
            If what was valid when it was stored is not valid for this program any more.
        """
        key = (version.id, version.content_hash)
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        result = read_files(files_of(session, version.id))
        opened = Opened(
            version.id, version.dataset_id, version.number, result.dataset, _rulebook(result.dataset), result.notices
        )
        with self._lock:
            self._kept[key] = opened
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return opened


def _rulebook(dataset: Dataset) -> Rulebook:
    try:
        return load_rulebook().with_readings(dataset.settings.readings)
    except LawDataError as error:
        fault = InputError(
            code="input.reading",
            file="settings.toml",
            row=None,
            column="readings",
            value="",
            problem=Text(str(error), str(error)),
            fix=Text("Namen und Werte nennt „crew-roster law --readings“.", "See crew-roster law --readings."),
        )
        raise DatasetError([fault]) from None
