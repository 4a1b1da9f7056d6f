"""Rosters as files. A further format is one more entry here, made by ``optimizer.export``."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from optimizer.export import roster_csv
from optimizer.instance import Instance
from optimizer.roster import Roster

Writer = Callable[[Instance, Roster, str], bytes]

#: Name in the query to media type and writer.
FORMATS: dict[str, tuple[str, Writer]] = {
    "csv": ("text/csv; charset=utf-8", roster_csv),
}


class Files:
    """The files made last: a version of a plan never changes, and many look at the newest one."""

    def __init__(self, most_bytes: int = 32 * 1024 * 1024):
        self._most_bytes = most_bytes
        self._made: OrderedDict[tuple[int, str, str, bool], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def forget(self) -> None:
        """Let go of everything: somebody in it has been erased."""
        with self._lock:
            self._made.clear()

    def kept(self, version_id: int, form: str, lang: str, *, reasons: bool) -> bytes | None:
        """A file of a version of a plan, if it has been made lately with or without reasons."""
        with self._lock:
            found = self._made.get((version_id, form, lang, reasons))
            if found is not None:
                self._made.move_to_end((version_id, form, lang, reasons))
            return found

    def keep(self, version_id: int, form: str, lang: str, content: bytes, *, reasons: bool) -> None:
        with self._lock:
            self._made[version_id, form, lang, reasons] = content
            while sum(map(len, self._made.values())) > self._most_bytes:
                self._made.popitem(last=False)
