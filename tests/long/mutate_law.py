"""Change one figure of ``data/law`` after the other and see whether the law's tests notice.

``python tests/long/mutate_law.py [--sample 300] [--seed 1]`` copies the project, changes a figure
by its smallest unit in the copy and runs ``pytest -m law`` there, two copies at a time. Whatever
no test noticed is printed with its rule. Takes about half an hour.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from queue import Queue

import yaml

PROJECT = Path(__file__).resolve().parents[2]
_CLOCK = re.compile(r"\d\d:\d\d")
_PROCESSES = 2
#: The files that hold tests of ``pytest -m law``; the others need not be collected.
LAW_TESTS = sorted(
    str(path.relative_to(PROJECT))
    for path in (PROJECT / "tests").rglob("test_*.py")
    if "mark.law" in path.read_text("utf-8")
)


@dataclass(frozen=True)
class Figure:
    """A figure in a file of ``data/law``: where it stands, and what it becomes."""

    file: str
    rule: str
    start: int
    end: int
    line: int
    old: str
    new: str


def figures(rng: random.Random) -> Iterator[Figure]:
    """Every number, clock time and day in the values of a rule, and the day a wording changes."""
    for path in sorted((PROJECT / "data" / "law").glob("*/*.yaml")):
        text = path.read_text("utf-8")
        for rule, node in _pairs(yaml.compose(text)):
            for number, version in enumerate(_value(node, "versions").value):
                nodes = list(_scalars(_value(version, "values")))
                if number:
                    nodes.append(_value(version, "from"))
                for scalar in nodes:
                    old = text[scalar.start_mark.index : scalar.end_mark.index]
                    new = _changed(scalar, old, rng)
                    if new is not None:
                        place = (scalar.start_mark.index, scalar.end_mark.index, scalar.start_mark.line + 1)
                        yield Figure(str(path.relative_to(PROJECT)), rule, *place, old, new)


def _pairs(node: yaml.Node) -> Iterator[tuple[str, yaml.Node]]:
    for key, value in node.value:
        yield key.value, value


def _value(node: yaml.Node, name: str) -> yaml.Node:
    return next(value for key, value in _pairs(node) if key == name)


def _scalars(node: yaml.Node) -> Iterator[yaml.ScalarNode]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    elif isinstance(node, yaml.MappingNode):
        for _, value in node.value:
            yield from _scalars(value)
    else:
        for item in node.value:
            yield from _scalars(item)


def _changed(scalar: yaml.ScalarNode, old: str, rng: random.Random) -> str | None:
    """The figure one smallest unit away, up or down; ``None`` for words and step names."""
    step = rng.choice((-1, 1))
    kind = scalar.tag.rsplit(":", 1)[-1]
    if kind == "int":
        return str(int(old) + step) if int(old) + step >= 0 else str(int(old) + 1)
    if kind == "float":
        decimals = len(old.split(".")[1])
        return f"{float(old) + step * 10**-decimals:.{decimals}f}"
    if kind == "timestamp":
        return (date.fromisoformat(old) + timedelta(days=step)).isoformat()
    if kind == "str" and scalar.style == '"' and _CLOCK.fullmatch(scalar.value):
        minutes = int(scalar.value[:2]) * 60 + int(scalar.value[3:]) + step
        minutes %= 24 * 60
        return f'"{minutes // 60:02}:{minutes % 60:02}"'
    return None


def noticed(copy: Path, figure: Figure) -> bool:
    """Whether the law's tests fail in a copy of the project with the changed figure."""
    path = copy / figure.file
    text = path.read_text("utf-8")
    path.write_text(text[: figure.start] + figure.new + text[figure.end :], "utf-8")
    try:
        command = [sys.executable, "-m", "pytest", "-m", "law", "-q", "-x", "-p", "no:cacheprovider", *LAW_TESTS]
        result = subprocess.run(command, cwd=copy, env={"PYTHONPATH": str(copy)}, capture_output=True, check=False)
        return result.returncode != 0
    finally:
        path.write_text(text, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="go on after so many of the sample")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    everything = list(figures(rng))
    sample = rng.sample(everything, min(options.sample, len(everything)))[options.skip :]
    with tempfile.TemporaryDirectory() as folder:
        copies: Queue[Path] = Queue()
        for number in range(_PROCESSES):
            copies.put(
                Path(
                    shutil.copytree(PROJECT, Path(folder) / str(number), ignore=shutil.ignore_patterns(".git", ".venv"))
                )
            )

        def judged(figure: Figure) -> tuple[Figure, bool]:
            copy = copies.get()
            try:
                return figure, noticed(copy, figure)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(_PROCESSES) as pool:
            results = []
            for number, (figure, seen) in enumerate(pool.map(judged, sample), 1):
                results.append(seen)
                if not seen:
                    print(
                        f"not noticed: {figure.file}:{figure.line} {figure.rule}: {figure.old} -> {figure.new}",
                        flush=True,
                    )
                if number % 25 == 0:
                    print(f"{number} of {len(sample)}: {sum(results)} noticed", file=sys.stderr, flush=True)
    print(
        f"{sum(results)} of {len(results)} noticed ({sum(results) / len(results):.1%}); {len(everything)} figures in all"
    )


if __name__ == "__main__":
    main()
