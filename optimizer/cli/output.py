"""Text to the terminal: any encoding can show it, if need be with question marks."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from typing import TextIO


def tolerate_any_encoding() -> None:
    """A cp1252 or ASCII terminal must not end the program over a dash or an umlaut."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def say(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Print lines, to stdout unless told otherwise."""
    print("\n".join(lines), file=stream or sys.stdout)


def complain(lines: Iterable[str]) -> None:
    """Print lines to stderr."""
    say(lines, sys.stderr)
