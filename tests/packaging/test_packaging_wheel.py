"""What a user installs: the wheel and the editable install hold the law, the words and a command."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
SOURCES = ("optimizer", "api", "data", "pyproject.toml", "README.md")


def _run(*command: str | Path, cwd: Path) -> str:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, so that building leaves nothing behind in the project."""
    copy = tmp_path_factory.mktemp("source")
    for name in SOURCES:
        origin = PROJECT / name
        if origin.is_dir():
            shutil.copytree(origin, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(origin, copy / name)
    return copy


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    _run(
        sys.executable,
        "-m",
        "build",
        "--wheel",
        "--no-isolation",
        "--outdir",
        target,
        source,
        cwd=target,
    )
    (built,) = target.glob("*.whl")
    return built


def test_wheel_holds_law_words_and_sample_fleets_but_no_tests(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    packaged = {name for name in names if ".dist-info/" not in name}
    expected = {
        path.relative_to(PROJECT).as_posix()
        for top in ("optimizer", "api", "data")
        for path in (PROJECT / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packaged == expected
    assert "data/terms.yaml" in packaged
    assert "data/law/binschpersv/rest.yaml" in packaged
    assert "data/fleets/harbour_ferries/shifts.csv" in packaged
    assert {"data/fonts/DejaVuSans.ttf", "data/fonts/DejaVuSans-Bold.ttf", "data/fonts/LICENSE.txt"} <= packaged


def _environment(folder: Path) -> tuple[Path, Path]:
    """A fresh virtual environment: its Python and its site-packages, still empty."""
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    site = _run(
        scripts / "python",
        "-c",
        "import sysconfig; print(sysconfig.get_path('purelib'))",
        cwd=folder,
    )
    return scripts, Path(site.strip())


def _install(scripts: Path, site: Path, *what: str | Path) -> None:
    """Install the project alone, then lend the libraries of this interpreter, after its own."""
    python = scripts / "python"
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    (site / "zz_lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    _run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        "--ignore-installed",
        *options,
        *what,
        cwd=site,
    )


def _located(scripts: Path, cwd: Path) -> dict[str, str]:
    code = (
        "import json, optimizer, api, data;print(json.dumps({m.__name__: m.__file__ for m in (optimizer, api, data)}))"
    )
    return json.loads(_run(scripts / "python", "-c", code, cwd=cwd))


def test_wheel_installs_and_runs(wheel: Path, tmp_path: Path) -> None:
    scripts, site = _environment(tmp_path / "venv")
    _install(scripts, site, wheel)
    for name, file in _located(scripts, tmp_path).items():
        assert Path(file) == site / name / "__init__.py"
    printed = _run(scripts / "crew-roster", "law", "--on", "2026-12-07", cwd=tmp_path)
    assert "Regeln in Kraft am 07.12.2026" in printed
    assert "BinSchPersV § 103 Abs. 3 Satz 2" in printed


def test_editable_install_runs_from_the_sources(source: Path, tmp_path: Path) -> None:
    scripts, site = _environment(tmp_path / "venv")
    _install(scripts, site, "--editable", source)
    for name, file in _located(scripts, tmp_path).items():
        assert Path(file) == source / name / "__init__.py"
    printed = _run(scripts / "crew-roster", "law", "--readings", "--lang", "en", cwd=tmp_path)
    assert "breaks_in_rest" in printed
