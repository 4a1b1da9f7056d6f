"""From bytes to text: UTF-8 (with or without mark), UTF-16 with mark, else Windows-1252."""

from __future__ import annotations

import codecs
import re

from optimizer.findings import Text
from optimizer.intake.faults import Fault

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAVE_AS_UTF8 = Text(
    "Im Tabellenprogramm als „CSV UTF-8“ speichern.", 'Save it as "CSV UTF-8" in the spreadsheet program.'
)
#: Letters that only appear inside German words when MS-DOS or Mac text is read as Windows-1252.
_FOREIGN = re.compile(
    r"[A-Za-zß](?:[„”™‹›§¤¬¶¼½¾¢¥†‡•]|[ŠŸŽŒ](?=[a-z]))(?=[A-Za-zß])|(?<=[a-z])[ŠŸŽ](?=[a-z])"
    "|(?<=[BCDFGHJKLMNPQRSTVWXZbcdfghjklmnpqrstvwxz])š(?=[bcdfghjklmnpqrstvwxz])"
)
#: UTF-8 that was once read as Windows-1252 and saved again.
_MOJIBAKE = re.compile("Ã[¤¶¼Ÿ„–œ©¨]|Â[\u00a0§]|â€[“”œ™žš]|ï»¿")
_LINE_END = re.compile("\r\r\n|\r\n|\r")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def decode(content: bytes) -> str:
    """The text of a file, without a byte-order mark.

    Raises
    ------
    Fault
        For workbooks, other encodings, text that was saved in a wrong encoding before, and control
        characters; the fault names the row where it can.
    """
    if content[:4] == b"PK\x03\x04" or content[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        raise Fault(
            "input.workbook",
            Text(
                "Das ist eine Arbeitsmappe (Excel, LibreOffice) und keine CSV-Datei.",
                "This is a workbook, not a CSV file.",
            ),
            Text("Die Tabelle als „CSV UTF-8“ speichern.", 'Save the table as "CSV UTF-8".'),
        )
    text = unify_line_ends(_decode(content))
    _refuse(text, _MOJIBAKE, "input.encoding", Text(
        "Umlaute oder Striche sind beim früheren Speichern zerstört worden (UTF-8, als Windows-1252 gelesen).",
        "Umlauts or dashes were damaged when the file was saved before (UTF-8 read as Windows-1252).",
    ))  # fmt: skip
    _refuse(text, _CONTROL, "input.encoding", Text(
        "Die Datei enthält Steuerzeichen; die Zeichenkodierung ist weder UTF-8 noch Windows-1252.",
        "The file holds control characters; its encoding is neither UTF-8 nor Windows-1252.",
    ))  # fmt: skip
    return text


def unify_line_ends(text: str) -> str:
    """Every kind of line end, also the doubled CR CR LF of some programs, becomes one newline."""
    return _LINE_END.sub("\n", text)


def _decode(content: bytes) -> str:
    for mark, name in _MARKS:
        if content.startswith(mark):
            try:
                return content.decode(name).removeprefix("\ufeff")
            except UnicodeDecodeError as error:
                raise _unknown(name.upper(), content, error.start) from None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return _windows_1252(content)


def _windows_1252(content: bytes) -> str:
    try:
        text = unify_line_ends(content.decode("cp1252"))
    except UnicodeDecodeError as error:
        raise _unknown("UTF-8, Windows-1252", content, error.start) from None
    _refuse(text, _FOREIGN, "input.encoding", Text(
        "Die Umlaute sind in einer anderen Kodierung gespeichert (MS-DOS 850 oder Mac), nicht in UTF-8 oder Windows-1252.",
        "The umlauts are stored in another encoding (MS-DOS 850 or Mac), not in UTF-8 or Windows-1252.",
    ))  # fmt: skip
    return text


def _refuse(text: str, pattern: re.Pattern[str], code: str, problem: Text) -> None:
    match = pattern.search(text)
    if match is not None:
        line_start = text.rfind("\n", 0, match.start()) + 1
        line = text[line_start : match.end() + 10].split("\n")[0]
        shown = "".join(ch if ch.isprintable() else "\N{REPLACEMENT CHARACTER}" for ch in line)
        raise Fault(code, problem, _SAVE_AS_UTF8, row=text.count("\n", 0, match.start()) + 1, value=shown[-40:])


def _unknown(tried: str, content: bytes, position: int) -> Fault:
    return Fault(
        "input.encoding",
        Text(
            f"Die Zeichenkodierung ist nicht erkennbar (versucht: {tried}).",
            f"The encoding cannot be recognised (tried: {tried}).",
        ),
        _SAVE_AS_UTF8,
        row=content.count(b"\n", 0, position) + 1,
    )
