"""Load ``data/law`` into rules with dated versions; refuse gaps, overlaps and missing citations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

import yaml

from optimizer.findings import Text

_RULE_KEYS = {"citation", "name", "answers", "class", "golden", "compared_on", "note", "reading", "versions"}
_VERSION_KEYS = {"from", "from_at_latest", "until", "act", "citation", "values", "note"}
_CLASSES = {"hard", "conservative", "soft", "info"}
_NOT_RULES = {"coverage.yaml", "readings.yaml"}


class LawDataError(ValueError):
    """``data/law`` is not well formed; the message names the file and the rule."""


@dataclass(frozen=True, slots=True)
class RuleVersion:
    """The wording of a rule between two days (``valid_until`` is the last one, ``None``: open).

    ``from_at_latest`` closes a bracket: the exact day of the change is not known, and the stricter
    wording already stands in this version from the first day of the bracket.
    """

    valid_from: date
    valid_until: date | None
    act: str
    citation: str
    values: Mapping[str, Any]
    from_at_latest: date | None = None

    def in_force(self, day: date) -> bool:
        return self.valid_from <= day and (self.valid_until is None or day <= self.valid_until)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of one paragraph: citation, name, who answers for a breach, and its versions."""

    rule_id: str
    citation: str
    name: Text
    versions: tuple[RuleVersion, ...]
    compared_on: date
    severity_class: str = "hard"
    answers: str = ""
    golden: str = ""
    reading: str = ""
    note: str = ""

    def on(self, day: date) -> RuleVersion | None:
        """The version in force on ``day``, ``None`` where the rule did not (yet) exist."""
        for version in self.versions:
            if version.in_force(day):
                return version
        return None


class Rulebook:
    """All rules and readings of ``data/law``.

    Parameters
    ----------
    readings
        Choices that differ from the default, by the name of the reading.

    Raises
    ------
    KeyError
        For an unknown rule id.
    LawDataError
        For a reading or a choice that ``readings.yaml`` does not know.
    """

    def __init__(
        self,
        rules: Mapping[str, Rule],
        coverage: Mapping[str, Any],
        reading_table: Mapping[str, Any],
        readings: Mapping[str, str] | None = None,
    ):
        self.rules = MappingProxyType(dict(rules))
        # The same few rules are asked for the same days all the time.
        self._versions: dict[tuple[str, date], RuleVersion | None] = {}
        self.coverage = coverage
        self.reading_table = reading_table
        chosen = {name: str(entry["default"]) for name, entry in reading_table.items()}
        for name, choice in (readings or {}).items():
            if name not in reading_table:
                raise LawDataError(f"unknown reading {name!r}; known: {', '.join(sorted(reading_table))}")
            if str(choice) not in reading_table[name]["choices"]:
                allowed = ", ".join(reading_table[name]["choices"])
                raise LawDataError(f"reading {name!r} has no choice {choice!r}; possible: {allowed}")
            chosen[name] = str(choice)
        self.readings: Mapping[str, str] = MappingProxyType(chosen)

    def with_readings(self, readings: Mapping[str, str]) -> Rulebook:
        return Rulebook(self.rules, self.coverage, self.reading_table, {**self.readings, **readings})

    def rule(self, rule_id: str) -> Rule:
        return self.rules[rule_id]

    def version(self, rule_id: str, day: date) -> RuleVersion | None:
        if (rule_id, day) not in self._versions:
            self._versions[rule_id, day] = self.rules[rule_id].on(day)
        return self._versions[rule_id, day]

    def values(self, rule_id: str, day: date) -> Mapping[str, Any] | None:
        """The values in force on ``day``, ``None`` where the rule is not in force."""
        version = self.version(rule_id, day)
        return None if version is None else version.values

    def citation(self, rule_id: str, day: date | None = None) -> str:
        version = self.version(rule_id, day) if day is not None else None
        return version.citation if version is not None else self.rules[rule_id].citation

    def starting_with(self, prefix: str) -> Iterator[Rule]:
        return (rule for rule_id, rule in self.rules.items() if rule_id.startswith(prefix))

    @property
    def compared_on(self) -> date:
        """The earliest day on which any rule was last compared with the official text."""
        return min(rule.compared_on for rule in self.rules.values())

    def not_yet_checked(self) -> list[Text]:
        """What bears on a roster but is not in the product yet, for every summary and the README."""
        return [
            Text(f"{entry['paragraph']} ({entry['de']})", f"{entry['paragraph']} ({entry['en']})")
            for entry in self.coverage["paragraphs"]
            if entry["status"] == "not_yet"
        ]


class _UniqueKeyLoader(yaml.SafeLoader):
    """Refuses a key given twice, which YAML would silently overwrite."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                raise LawDataError(f"key {key!r} twice, line {key_node.start_mark.line + 1}")
            seen.add(key)
        return super().construct_mapping(node, deep)


def read_yaml(text: str, name: str) -> dict[str, Any]:
    """Parse one YAML file; duplicate keys are an error that names the file."""
    try:
        content = yaml.load(text, Loader=_UniqueKeyLoader)
    except LawDataError as error:
        raise LawDataError(f"{name}: {error}") from None
    if not isinstance(content, dict):
        raise LawDataError(f"{name}: not a mapping")
    return content


def parse_rules(content: Mapping[str, Any], name: str) -> dict[str, Rule]:
    """Rules of one file.

    Raises
    ------
    LawDataError
        If a citation, act or comparison date is missing, a key is unknown, or versions overlap or
        leave a gap.
    """
    rules: dict[str, Rule] = {}
    for rule_id, entry in content.items():
        where = f"{name}: {rule_id}"
        unknown = set(entry) - _RULE_KEYS
        if unknown:
            raise LawDataError(f"{where}: unknown keys {sorted(unknown)}")
        for key in ("citation", "name", "compared_on", "versions"):
            if not entry.get(key):
                raise LawDataError(f"{where}: {key} is missing")
        severity_class = entry.get("class", "hard")
        if severity_class not in _CLASSES:
            raise LawDataError(f"{where}: class {severity_class!r} is not one of {sorted(_CLASSES)}")
        rules[rule_id] = Rule(
            rule_id=rule_id,
            citation=entry["citation"],
            name=Text(entry["name"]["de"], entry["name"]["en"]),
            versions=_parse_versions(entry["versions"], entry["citation"], where),
            compared_on=entry["compared_on"],
            severity_class=severity_class,
            answers=entry.get("answers", ""),
            golden=entry.get("golden", ""),
            reading=entry.get("reading", ""),
            note=entry.get("note", ""),
        )
    return rules


def _parse_versions(entries: list[Mapping[str, Any]], citation: str, where: str) -> tuple[RuleVersion, ...]:
    entries = sorted(entries, key=lambda entry: entry["from"])
    versions: list[RuleVersion] = []
    for index, entry in enumerate(entries):
        unknown = set(entry) - _VERSION_KEYS
        if unknown:
            raise LawDataError(f"{where}: unknown keys {sorted(unknown)} in a version")
        if not entry.get("act"):
            raise LawDataError(f"{where}: act is missing in the version from {entry['from']}")
        last = index == len(entries) - 1
        next_from = None if last else entries[index + 1]["from"]
        until = entry.get("until", None if last else next_from - timedelta(days=1))
        if next_from is not None and until != next_from - timedelta(days=1):
            kind = "overlap" if until is None or until >= next_from else "leave a gap"
            raise LawDataError(f"{where}: versions {kind} between {until} and {next_from}")
        if until is not None and until < entry["from"]:
            raise LawDataError(f"{where}: version ends on {until} before it begins")
        versions.append(
            RuleVersion(
                valid_from=entry["from"],
                valid_until=until,
                act=entry["act"],
                citation=entry.get("citation", citation),
                values=MappingProxyType(entry.get("values") or {}),
                from_at_latest=entry.get("from_at_latest"),
            )
        )
    return tuple(versions)


def _law_files(folder: Traversable) -> Iterator[Traversable]:
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.is_dir():
            yield from _law_files(entry)
        elif entry.name.endswith(".yaml") and entry.name not in _NOT_RULES:
            yield entry


@cache
def load_rulebook() -> Rulebook:
    """The rulebook with default readings, read once from the installed package ``data``."""
    folder = files("data") / "law"
    rules: dict[str, Rule] = {}
    for file in _law_files(folder):
        for rule_id, rule in parse_rules(read_yaml(file.read_text("utf-8"), file.name), file.name).items():
            if rule_id in rules:
                raise LawDataError(f"{file.name}: {rule_id} is already defined in another file")
            rules[rule_id] = rule
    coverage = read_yaml((folder / "coverage.yaml").read_text("utf-8"), "coverage.yaml")
    readings = read_yaml((folder / "readings.yaml").read_text("utf-8"), "readings.yaml")
    return Rulebook(rules, coverage, readings)
