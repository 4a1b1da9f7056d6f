"""Days and instants on the command line: every form the roster CSV prints.

Without an offset the wall clock of Europe/Berlin is meant; the hour that the autumn clock change
shows twice then needs one, and the hour that spring skips does not exist.
"""

from __future__ import annotations

from datetime import date, datetime

from optimizer.cli.problem import CommandError
from optimizer.findings import Text
from optimizer.intake.faults import Fault
from optimizer.intake.moments import parse_date, parse_stamp


def parse_day(text: str) -> date:
    """A calendar day, ``07.12.2026`` or ``2026-12-07``.

    Raises
    ------
    CommandError
        If the text is no such day.
    """
    try:
        return parse_date(text.strip())
    except Fault as fault:
        raise _said(text, fault) from None


def parse_instant(text: str) -> datetime:
    """An instant in UTC, from ``07.12.2026 06:00`` or ``2026-12-07T06:00+01:00``; a day is its start.

    Raises
    ------
    CommandError
        If the text is no instant, or one that the clock change skips or shows twice.
    """
    try:
        return parse_stamp(text.strip()).instant()
    except Fault as fault:
        raise _said(text, fault) from None


def _said(text: str, fault: Fault) -> CommandError:
    return CommandError(
        Text(
            f"„{text}“: {fault.problem.de} {fault.fix.de}",
            f'"{text}": {fault.problem.en} {fault.fix.en}',
        )
    )
