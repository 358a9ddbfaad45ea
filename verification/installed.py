"""The whole suite against the installed package: ``python -m verification.installed PYTHON ...``.

Builds sdist and wheel. For each interpreter, installs the wheel and the development tools into a new
environment and runs the tests of the sdist there. Then runs the tests that use most of attrs and click with
the oldest versions that the package supports.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import granada_rules
from verification import ROOT

THOROUGH = [
    "tests/cli/test_cli.py",
    "tests/game/test_setup.py",
    "tests/position/test_position.py",
    "tests/records/test_game_records.py",
    "tests/records/test_records.py",
]
"""The tests that use most of attrs and click."""


def run(*command: str | Path, at: Path) -> None:
    """Run a program in a folder; raise if it fails."""
    subprocess.run(command, cwd=at, check=True)  # noqa: S603 - interpreters, given by the caller


def built(folder: Path) -> tuple[Path, Path]:
    """Build the sdist, and the wheel from it, without a network; return both."""
    # -P: a folder called build in the working directory must not shadow the tool.
    run(sys.executable, "-P", "-m", "build", "--no-isolation", "--outdir", folder, ROOT, at=folder)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


def unpacked(sdist: Path, folder: Path) -> Path:
    """Unpack the sdist, and return its folder."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


def oldest(tree: Path) -> list[str]:
    """Return the oldest versions of the libraries that the package supports."""
    project = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))["project"]
    return [wanted.replace(">=", "==") for wanted in project["dependencies"]]


def pytest_configure() -> None:
    """Stop, in every process, if the imported package is not the installed one."""
    if not Path(granada_rules.__file__).is_relative_to(sys.prefix):
        raise pytest.UsageError(f"expected the installed package, got {granada_rules.__file__}")


def main() -> None:
    """Build, install and test, with one interpreter after the other."""
    parser = argparse.ArgumentParser(
        prog="python -m verification.installed", description=__doc__.splitlines()[0]
    )
    parser.add_argument("pythons", nargs="+", metavar="PYTHON", help="an interpreter: its name, or its path")
    parser.add_argument(
        "--pytest", type=shlex.split, default=[], metavar="OPTIONS", help="options for pytest"
    )
    given = parser.parse_args()
    for python in given.pythons:
        # Fail early if an interpreter is missing.
        run(python, "--version", at=ROOT)
    for python in given.pythons:
        with TemporaryDirectory() as name:
            folder = Path(name)
            sdist, wheel = built(folder)
            tree, environment = unpacked(sdist, folder), folder / "environment"
            run(python, "-m", "venv", environment, at=folder)
            tested = environment / "bin" / "python"
            run(tested, "-m", "pip", "install", "--quiet", "-r", "requirements-dev.txt", wheel, at=tree)
            suite = (tested, "-m", "pytest", "-p", "verification.installed", *given.pytest)
            run(*suite, at=tree)
            run(tested, "-m", "pip", "install", "--quiet", *oldest(tree), at=tree)
            run(*suite, *THOROUGH, at=tree)


if __name__ == "__main__":
    main()
