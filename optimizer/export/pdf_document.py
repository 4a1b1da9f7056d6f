"""Tables as a PDF whose bytes repeat: landscape, headings and titles on every page, page numbers."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from reportlab.lib import colors
from reportlab.lib.pagesizes import A3, A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, LongTable, PageBreak, Paragraph, SimpleDocTemplate

from optimizer.export.pdf_text import BOLD, SANS, markup, register_fonts, visible

PAGES = {"A3": landscape(A3), "A4": landscape(A4)}
_MARGIN = 12 * mm
_PADDING = 2
#: Cells are cut into rows of this height (points), so that any row fits on any page.
_ROW_HEIGHT = 150.0
_WARNING = colors.HexColor("#F2C4C4")
_HEADING = colors.HexColor("#D9D9D9")
#: Lines of markup, see :func:`optimizer.export.pdf_text.markup`.
Lines = Sequence[str]


@dataclass(frozen=True)
class Section:
    """A table that begins on a page of its own; widths are relative.

    ``marked`` are cells (row, column) printed on a coloured ground in a frame; their text carries a
    sign as well, for whoever prints in grey.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Lines]]
    widths: Sequence[float]
    marked: frozenset[tuple[int, int]] = field(default=frozenset())
    notes: Sequence[str] = ()


def pdf(sections: Sequence[Section], title: str, lang: str = "de", *, page: str = "A4", font_size: float = 7) -> bytes:
    """The sections as a PDF file; the same input gives the same bytes.

    Parameters
    ----------
    page
        ``A3`` or ``A4``, always landscape.

    Raises
    ------
    KeyError
        For another page.
    """
    register_fonts()
    size = PAGES[page]
    stream = io.BytesIO()
    document = SimpleDocTemplate(
        stream,
        pagesize=size,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=_MARGIN,
        bottomMargin=_MARGIN + 4 * mm,
        title=visible(title),
        author="crew-roster",
        lang=lang,
        invariant=1,
    )
    story: list[Flowable] = []
    for section in sections:
        story += [PageBreak()] if story else []
        story += _flowables(section, size[0] - 2 * _MARGIN - 12, font_size)
    document.build(story, canvasmaker=_numbered(visible(title), lang))
    return stream.getvalue()


def _flowables(section: Section, width: float, font_size: float) -> list[Flowable]:
    style = ParagraphStyle("cell", fontName=SANS, fontSize=font_size, leading=font_size * 1.2, splitLongWords=1)
    head = ParagraphStyle("title", parent=style, fontName=BOLD, fontSize=font_size + 4, leading=font_size * 1.2 + 6)
    widths = [width * part / sum(section.widths) for part in section.widths]
    cells: list[list[Any]] = [
        [Paragraph(markup(section.title, most=300), head), *[""] * (len(widths) - 1)],
        [Paragraph(markup(text, bold=True), style) for text in section.headings],
    ]
    look: list[tuple[Any, ...]] = [
        ("SPAN", (0, 0), (-1, 0)),
        ("BACKGROUND", (0, 1), (-1, 1), _HEADING),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("INNERGRID", (0, 1), (-1, -1), 0.25, colors.grey),
        ("BOX", (0, 1), (-1, -1), 0.5, colors.black),
        *((f"{side}PADDING", (0, 0), (-1, -1), _PADDING) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
    ]
    for number, row in enumerate(section.rows):
        columns = [_chunks(lines, style, room - 2 * _PADDING) for lines, room in zip(row, widths, strict=True)]
        for parts in zip_longest(*columns, fillvalue=[]):
            at = len(cells)
            cells.append([part or "" for part in parts])
            for column in range(len(widths)):
                if (number, column) in section.marked and parts[column]:
                    look += [
                        ("BACKGROUND", (column, at), (column, at), _WARNING),
                        ("BOX", (column, at), (column, at), 1.2, colors.black),
                    ]
    table = LongTable(cells, colWidths=widths, repeatRows=2, style=look)
    return [table, *(Paragraph(markup(note, most=1000), style) for note in section.notes)]


def _chunks(lines: Lines, style: ParagraphStyle, width: float) -> list[list[Paragraph]]:
    """The lines of a cell in stacks that are not higher than a row."""
    stacks: list[list[Paragraph]] = [[]]
    height = 0.0
    for line in lines:
        paragraph = Paragraph(line, style)
        tall = paragraph.wrap(width, 1e6)[1]
        if stacks[-1] and height + tall > _ROW_HEIGHT:
            stacks.append([])
            height = 0.0
        stacks[-1].append(paragraph)
        height += tall
    return stacks


def _numbered(title: str, lang: str) -> type[Canvas]:
    page, of = ("Page", "of") if lang == "en" else ("Seite", "von")

    class Numbered(Canvas):  # type: ignore[misc]
        """Pages are kept until their number is known."""

        def __init__(self, *args: Any, **more: Any):
            super().__init__(*args, **more)
            self._kept: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802 - the name is the library's
            self._kept.append(dict(self.__dict__))
            self._startPage()

        def save(self) -> None:
            for number, state in enumerate(self._kept, start=1):
                self.__dict__.update(state)
                self.setFont(SANS, 7)
                self.drawString(_MARGIN, _MARGIN - 2 * mm, title)
                right = self._pagesize[0] - _MARGIN
                self.drawRightString(right, _MARGIN - 2 * mm, f"{page} {number} {of} {len(self._kept)}")
                super().showPage()
            super().save()

    return Numbered
