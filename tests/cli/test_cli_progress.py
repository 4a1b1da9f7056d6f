"""Progress on stderr, with and without a terminal."""

from __future__ import annotations

import io
import re

from optimizer.cli.progress import ProgressLine
from optimizer.solve.result import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def progress(level: int, best: int | None, bound: int | None, gap: float | None, elapsed: float = 1.2) -> Progress:
    return Progress(level=level, elapsed_s=elapsed, best=best, bound=bound, gap=gap)


STEPS = [
    progress(1, None, None, None),
    progress(1, 3, 0, 3.0),
    progress(1, 3, 0, 3.0, elapsed=2.0),
    progress(1, 2, 2, 0.0),
    progress(4, 12345, 12000, 0.02875),
]


def test_one_line_a_change_where_there_is_no_terminal() -> None:
    stream = io.StringIO()
    line = ProgressLine("de", stream)
    for step in STEPS:
        line(step)
    line.tick()
    line.close()
    assert stream.getvalue().splitlines() == [
        "   1 s · Stufe 1 · Bester – · Schranke – · Abstand –",
        "   1 s · Stufe 1 · Bester 3 · Schranke 0 · Abstand –",
        "   1 s · Stufe 1 · Bester 2 · Schranke 2 · Abstand 0,0 %",
        "   1 s · Stufe 4 · Bester 12.345 · Schranke 12.000 · Abstand 2,9 %",
    ]


def test_rewritten_in_place_on_a_terminal() -> None:
    stream = Terminal()
    line = ProgressLine("en", stream)
    for step in [STEPS[4], STEPS[3]]:
        line(step)
    line.close()
    written = stream.getvalue()
    assert written.count("\n") == 1 and written.endswith("\n")
    shown = written.rstrip("\n").split("\r")[1:]
    assert shown[0] == "   1 s · Level 4 · best 12,345 · bound 12,000 · gap 2.9 %"
    assert shown[1].rstrip() == "   1 s · Level 1 · best 2 · bound 2 · gap 0.0 %"
    assert len(shown[1]) == len(shown[0]), "the longer line is covered"


def test_seconds_go_on_while_the_solver_is_silent() -> None:
    stream = Terminal()
    line = ProgressLine("de", stream)
    line(progress(1, 1, 0, 1.0, elapsed=41.0))
    line._heard -= 10
    line.tick()
    assert re.search(r"\r +51 s · Stufe 1", stream.getvalue())


def test_nothing_is_written_before_anything_is_known() -> None:
    stream = Terminal()
    line = ProgressLine("de", stream)
    line.tick()
    line.close()
    assert stream.getvalue() == ""
