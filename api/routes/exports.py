"""Rosters as files. A further format is one more entry here, made by ``optimizer.export``."""

from __future__ import annotations

from collections.abc import Callable

from optimizer.export import roster_csv
from optimizer.instance import Instance
from optimizer.roster import Roster

Writer = Callable[[Instance, Roster, str], bytes]

#: Name in the query to media type and writer.
FORMATS: dict[str, tuple[str, Writer]] = {
    "csv": ("text/csv; charset=utf-8", roster_csv),
}
