"""The worked example of data/law/README.md is a rule that the loader takes."""

from __future__ import annotations

import re
from datetime import date
from importlib.resources import files

import pytest

from optimizer.law.rulebook import Rule, parse_rules, read_yaml

TEXT = (files("data") / "law" / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def example() -> Rule:
    (block,) = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    (rule,) = parse_rules(read_yaml(block, "README.md"), "README.md").values()
    return rule


@pytest.mark.parametrize(
    ("day", "minutes", "citation"),
    [
        (date(2021, 12, 7), 840, "Satz 2 (Fassung bis 31.03.2027)"),
        (date(2027, 3, 31), 840, "Satz 2 (Fassung bis 31.03.2027)"),
        (date(2027, 4, 1), 780, "BeispielV § 3 Abs. 2 Satz 1"),
        (date(2040, 1, 1), 780, "BeispielV § 3 Abs. 2 Satz 1"),
    ],
)
def test_the_amendment_counts_from_its_first_day(example: Rule, day: date, minutes: int, citation: str) -> None:
    version = example.on(day)
    assert version is not None
    assert version.values["max_minutes"] == minutes
    assert version.citation.endswith(citation)


def test_nothing_before_the_first_version(example: Rule) -> None:
    assert example.on(date(2021, 12, 6)) is None


def test_the_first_version_ends_the_day_before_the_second(example: Rule) -> None:
    first, second = example.versions
    assert first.valid_until == date(2027, 3, 31)
    assert second.valid_until is None
    assert (second.act, example.severity_class) == ("Art. 1 V v. 02.03.2027 BGBl. 2027 I Nr. 2", "hard")


def test_every_key_of_the_format_is_explained() -> None:
    from optimizer.law import rulebook

    keys = rulebook._RULE_KEYS | rulebook._VERSION_KEYS
    assert [key for key in sorted(keys) if f"`{key}`" not in TEXT] == []
