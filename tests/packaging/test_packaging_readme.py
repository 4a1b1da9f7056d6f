"""The README says what the product does today."""

from __future__ import annotations

import re
from typing import Any

import pytest
from readme_sections import README, generated, written

from optimizer.cli import main
from optimizer.law import load_rulebook

TEXT = README.read_text("utf-8")


@pytest.mark.parametrize("name", ["tables", "not-yet", "dispatcher"])
def test_generated_section_is_current(name: str) -> None:
    """If this fails, run ``python tests/packaging/readme_sections.py``."""
    assert written(TEXT, name) == generated()[name]


def test_everything_not_checked_yet_is_named() -> None:
    listed = written(TEXT, "not-yet")
    missing = [text.de for text in load_rulebook().not_yet_checked() if text.de.split(" (", 1)[0] not in listed]
    assert missing == []
    assert listed.count("\n- ") + 1 == len(load_rulebook().not_yet_checked())


def test_the_example_has_been_run() -> None:
    example = written(TEXT, "example")
    assert "$ crew-roster plan " in example and "$ crew-roster check " in example


def options(command: Any) -> set[str]:
    """All options of a command and of those below it."""
    own = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    return own.union(*(options(below) for below in getattr(command, "commands", {}).values()))


def test_options_of_the_commands_exist() -> None:
    from typer.main import get_command

    from api.cli.app import app

    known = options(get_command(app))
    ours = "\n".join(line for line in TEXT.splitlines() if "pytest" not in line)
    mentioned = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", ours))
    assert {"--week", "--time-limit", "--lang"} <= mentioned
    assert mentioned <= known


def test_the_derivation_shown_is_the_real_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Planning takes a minute and its figures vary; the derivation of a crew does not."""
    command, *shown = written(TEXT, "example").split("$ crew-roster manning ")[1].split("```")[0].splitlines()
    folder, *rest = command.split()
    assert main(["manning", str(README.parent / folder), *rest]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(shown) > 5
    assert [line for line in shown if line.strip() not in ("", "…") and line not in printed] == []


def test_the_command_is_on_the_path_after_the_install_lines() -> None:
    install = TEXT.split("## Install")[1].split("## ")[0]
    assert install.index("pip install .") < install.index("bin/activate") and "Scripts" in install


@pytest.mark.parametrize("word", ["ZIP", "UTF-16", "`30:00`", "`24:30`", "davon 249 Ursachen", "have no paragraph"])
def test_what_a_dispatcher_asked_is_answered(word: str) -> None:
    assert word in TEXT


def test_an_open_place_of_the_example_looks_as_it_is_printed() -> None:
    """One cause a line, with a capital letter and a full stop."""
    shown = written(TEXT, "example").split("harbour_ferries_short --out short.csv")[1].split("```")[0]
    assert "      Schiffsführer fehlt.\n      Ist vom" in shown and ";\n" not in shown
