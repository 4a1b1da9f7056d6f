"""The parts of the README that follow from the data; run this file to write them anew."""

from __future__ import annotations

import re
from pathlib import Path

from optimizer.intake import describe_tables
from optimizer.law import load_rulebook

README = Path(__file__).resolve().parents[2] / "README.md"


def _paragraphs(status: str) -> str:
    entries = [entry for entry in load_rulebook().coverage["paragraphs"] if entry["status"] == status]
    return "\n".join(f"- {entry['paragraph']}: *{entry['de']}*, {entry['en']}" for entry in entries)


def generated() -> dict[str, str]:
    """Section name to its text."""
    return {
        "tables": describe_tables("en").strip(),
        "not-yet": _paragraphs("not_yet"),
        "dispatcher": _paragraphs("dispatcher"),
    }


def written(text: str, name: str) -> str:
    """What the README holds between the marks of a section."""
    match = re.search(_pattern(name), text, re.DOTALL)
    assert match is not None, f"the README has no section {name}"
    return match[1].strip()


def renewed(text: str) -> str:
    """The README with every generated section as it should be."""
    for name, content in generated().items():
        block = f"<!-- {name} -->\n{content}\n<!-- /{name} -->"
        text = re.sub(_pattern(name), lambda _match, block=block: block, text, flags=re.DOTALL)
    return text


def _pattern(name: str) -> str:
    return rf"<!-- {name} -->\n(.*?)<!-- /{name} -->"


if __name__ == "__main__":
    README.write_text(renewed(README.read_text("utf-8")), "utf-8")
