"""The direction of imports, read from the sources: who may know whom."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
MODULES = sorted([*(PROJECT / "optimizer").rglob("*.py"), *(PROJECT / "api").rglob("*.py")])

#: From the ground up; a module may import its own package and every lower layer. The shared ground
#: is the law and the single modules of ``optimizer`` that are not named here.
LAYERS = (
    {"intake"},
    {"manning", "eligibility", "rest"},
    {"model"},
    {"solve"},
    {"check"},
    {"plan"},
    {"replan"},
    {"foresee", "explain"},
    {"export"},
    {"cases"},
    {"cli"},
)
RANK = {name: rank for rank, layer in enumerate(LAYERS, start=1) for name in layer}
NOT_FOR_CHECK = {
    "manning",
    "eligibility",
    "rest",
    "model",
    "solve",
    "plan",
    "replan",
    "foresee",
    "explain",
    "export",
    "cases",
    "cli",
    "intake",
}
#: The parts of the service from the ground up, by the first name after ``api``.
SERVICE_LAYERS = (
    {"clock", "settings"},
    {"errors"},
    {"store"},
    {"access"},
    {"rosters"},
    {"records"},
    {"jobs"},
    {"operation"},
    {"schemas"},
    {"routes"},
    {"web"},
    {"app"},
    {"cli"},
)
SERVICE_RANK = {name: rank for rank, layer in enumerate(SERVICE_LAYERS) for name in layer}
#: Who may ask what time it is: a service has deadlines and keeps records.
CLOCK = "api.clock"
JUDGES = ("check", "manning", "eligibility", "rest", "model")


def _name(path: Path) -> str:
    return path.relative_to(PROJECT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")


def _part(module: str) -> str:
    """``optimizer.check.rest`` belongs to ``check``, ``optimizer.domain`` to the ground."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def _imports(path: Path) -> Iterator[str]:
    package = _name(path) if path.name == "__init__.py" else _name(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            origin = ".".join(part for part in (base, node.module or "") if part)
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def _own(path: Path) -> list[str]:
    return [name for name in _imports(path) if name.split(".")[0] == "optimizer"]


def _ids(path: Path) -> str:
    return _name(path)


def test_the_sources_are_found() -> None:
    assert len(MODULES) > 30
    assert all((PROJECT / "optimizer" / layer).is_dir() or layer == "plan" for layer in RANK)


@pytest.mark.parametrize("path", MODULES, ids=_ids)
def test_imports_only_go_down(path: Path) -> None:
    part = _part(_name(path)) if _name(path).startswith("optimizer") else "api"
    rank = len(LAYERS) + 1 if part == "api" else RANK.get(part, 0)
    upwards = [name for name in _own(path) if _part(name) != part and RANK.get(_part(name), 0) > rank]
    assert upwards == []


@pytest.mark.parametrize("path", [p for p in MODULES if _part(_name(p)) == "check"], ids=_ids)
def test_the_checker_shares_nothing_with_planning(path: Path) -> None:
    assert [name for name in _own(path) if _part(name) in NOT_FOR_CHECK] == []


def test_no_layer_imports_the_service() -> None:
    users = [
        _name(p)
        for p in MODULES
        if _name(p).startswith("optimizer") and any(n.split(".")[0] == "api" for n in _imports(p))
    ]
    assert users == []


@pytest.mark.parametrize("path", [p for p in MODULES if _name(p).startswith("api.")], ids=_ids)
def test_the_parts_of_the_service_only_import_downwards(path: Path) -> None:
    part = _part(_name(path))
    assert part in SERVICE_RANK, f"{part} has no place in the order yet"
    used = {_part(name) for name in _imports(path) if name.startswith("api.")}
    assert {name for name in used if name != part and SERVICE_RANK[name] >= SERVICE_RANK[part]} == set()


@pytest.mark.parametrize("path", MODULES, ids=_ids)
def test_only_solve_calls_a_solver(path: Path) -> None:
    solver = [name for name in _imports(path) if name.split(".")[0] == "ortools"]
    calls = [
        node.attr
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in {"CpSolver", "Solve", "solve_with_solution_callback"}
    ]
    part = _part(_name(path))
    assert part in {"solve", "model"} or not solver
    assert part == "solve" or not calls


@pytest.mark.parametrize("path", MODULES, ids=_ids)
def test_no_module_is_too_long(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 400


def _docstrings(tree: ast.AST) -> set[int]:
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, owners) and node.body and isinstance(node.body[0], ast.Expr)
    }


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    tree = ast.parse(path.read_text("utf-8"))
    described = _docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described:
            yield node.lineno, node.value


@pytest.mark.parametrize("path", [p for p in MODULES if _part(_name(p)) in JUDGES], ids=_ids)
def test_no_paragraph_is_written_into_code(path: Path) -> None:
    cited = [(line, text) for line, text in _texts(path) if re.search(r"§+\s*\d", text)]
    assert cited == []


def test_nothing_depends_on_todays_date() -> None:
    """Results must not change with the day or hour they are computed on; durations use monotonic time."""
    for path in (path for path in MODULES if _name(path) != CLOCK):
        calls = {
            ast.unparse(node.func)
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call)
        }
        clock = {call for call in calls if call.endswith((".now", ".today", ".utcnow")) or call == "time.time"}
        assert not clock, f"{path.name} reads the machine's clock: {clock}"
