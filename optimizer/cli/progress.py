"""Live progress on stderr: one line rewritten in place on a terminal, one line a change elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from typing import TextIO

from optimizer.export.level_text import gap_text, number_text
from optimizer.findings import Text
from optimizer.solve.replanning import CALLED, CHANGED, GIVEN_UP
from optimizer.solve.result import Progress


class ProgressLine:
    """A listener for a planning run; may be called from any thread."""

    def __init__(self, lang: str, stream: TextIO | None = None):
        self._lang = lang
        self._stream = stream or sys.stderr
        self._in_place = self._stream.isatty()
        self._lock = threading.Lock()
        self._last: Progress | None = None
        self._heard = 0.0
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        with self._lock:
            changed = self._last is None or _figures(progress) != _figures(self._last)
            self._last, self._heard = progress, time.monotonic()
            if self._in_place:
                self._rewrite(progress_text(progress, progress.elapsed_s, self._lang))
            elif changed:
                print(
                    progress_text(progress, progress.elapsed_s, self._lang),
                    file=self._stream,
                    flush=True,
                )

    def tick(self) -> None:
        """Let the seconds go on while the solver is silent."""
        with self._lock:
            if self._in_place and self._last is not None:
                elapsed = self._last.elapsed_s + time.monotonic() - self._heard
                self._rewrite(progress_text(self._last, elapsed, self._lang))

    def close(self) -> None:
        """Leave the last line standing."""
        with self._lock:
            if self._in_place and self._width:
                print(file=self._stream, flush=True)
                self._width = 0

    def _rewrite(self, text: str) -> None:
        print(f"\r{text.ljust(self._width)}", end="", file=self._stream, flush=True)
        self._width = len(text)


def progress_text(progress: Progress, elapsed_s: float, lang: str) -> str:
    """``  12 s · Stufe 1 · Bester 2 · Schranke 1 · Abstand 100,0 %``."""
    level, best, bound, gap = (
        ("Level", "best", "bound", "gap") if lang == "en" else ("Stufe", "Bester", "Schranke", "Abstand")
    )
    no_share = progress.gap is None or (progress.gap > 0 and not progress.bound)
    share = "–" if no_share else gap_text(progress.gap, lang)
    return (
        f"{elapsed_s:4.0f} s · {_level(progress.level, lang) or f'{level} {progress.level}'} · {best} {_figure(progress.best, lang)}"
        f" · {bound} {_figure(progress.bound, lang)} · {gap} {share}"
    )


#: What a replan counts beside the levels of planning.
_COUNTED = {
    GIVEN_UP: Text("Schichten, die zu halten sind", "Shifts to be kept"),
    CHANGED: Text("Änderungen", "Changes"),
    CALLED: Text("Anrufe", "Calls"),
}


def _level(number: int, lang: str) -> str:
    return _COUNTED[number].in_language(lang) if number in _COUNTED else ""


def _figure(value: int | None, lang: str) -> str:
    return "–" if value is None else number_text(value, lang)


def _figures(progress: Progress) -> tuple[object, ...]:
    return progress.level, progress.best, progress.bound
