"""A fault of the command line itself, said in one sentence; the exit code is 2."""

from __future__ import annotations

from optimizer.findings import Text


class CommandError(Exception):
    """What the user asked for cannot be done; ``text`` says why and what to write instead."""

    def __init__(self, text: Text):
        super().__init__(text.en)
        self.text = text
