"""Letters on paper: the fonts that are shipped, and text that they can show."""

from __future__ import annotations

import io
import threading
import unicodedata
from importlib.resources import files
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from optimizer.export.plain import plain, shortened

SANS, BOLD = "RosterSans", "RosterSans-Bold"
#: Stands for a letter that the font does not have.
MISSING = "□"
#: A longer line of a cell is cut: a name of 200 letters must not hide the others.
_LONGEST = 120


_registering = threading.Lock()
_registered: set[str] = set()


def register_fonts() -> None:
    """Make DejaVu Sans known to the writer of PDF files, once for all threads.

    A font keeps which letters a document uses; put in anew meanwhile, it would lose them.
    """
    with _registering:
        if SANS in _registered:
            return
        for name, file in ((SANS, "DejaVuSans.ttf"), (BOLD, "DejaVuSans-Bold.ttf")):
            pdfmetrics.registerFont(TTFont(name, io.BytesIO((files("data") / "fonts" / file).read_bytes())))
        pdfmetrics.registerFontFamily(SANS, normal=SANS, bold=BOLD, italic=SANS, boldItalic=BOLD)
        _registered.add(SANS)


def visible(text: str, most: int = _LONGEST) -> str:
    """The text in one line with a box for every letter the font lacks."""
    register_fonts()
    known = pdfmetrics.getFont(SANS).face.charToGlyph
    composed = unicodedata.normalize("NFC", plain(text))
    shown = "".join(ch if ord(ch) in known else MISSING for ch in composed if not _invisible(ch))
    return shortened(shown, most)


def markup(text: str, *, bold: bool = False, most: int = _LONGEST) -> str:
    """The text as a line of a cell; what looks like markup in it is text."""
    shown = escape(visible(text, most))
    return f"<b>{shown}</b>" if bold else shown


def _invisible(ch: str) -> bool:
    """Joiners and selectors of emoji, which would each leave a box of their own."""
    return unicodedata.category(ch) == "Cf" or 0xFE00 <= ord(ch) <= 0xFE0F
