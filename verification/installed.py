"""The whole suite against the installed package: ``python -m verification.installed PYTHON ...``.

Sdist and wheel are built. For each interpreter that is named, the wheel and the development tools are put in
a new environment, and the tests of the sdist run there, beside sources that nothing imports. Then those tests
that use most of the libraries run with the oldest versions of them that the package says it can do with.
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
    "tests/play/test_setup.py",
    "tests/positions/test_position.py",
    "tests/records/test_game_records.py",
    "tests/records/test_records.py",
]
"""What uses most of attrs and click."""


def run(*command: str | Path, at: Path) -> None:
    """Run a program somewhere; unless it ends well, so does nothing else."""
    subprocess.run(command, cwd=at, check=True)  # noqa: S603 - interpreters, named by who calls this


def built(folder: Path) -> tuple[Path, Path]:
    """Build the sdist, and the wheel from it, without a network; return both."""
    # Nothing is taken from where the interpreter stands: a folder called build would pass for the tool.
    run(sys.executable, "-P", "-m", "build", "--no-isolation", "--outdir", folder, ROOT, at=folder)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


def unpacked(sdist: Path, folder: Path) -> Path:
    """Unpack the sdist, and return its folder."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


def oldest(tree: Path) -> list[str]:
    """Return the oldest versions of the libraries that the package says it can do with."""
    project = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))["project"]
    return [wanted.replace(">=", "==") for wanted in project["dependencies"]]


def pytest_configure() -> None:
    """Let no test run, in whatever process, if the package is not the one that was installed."""
    if not Path(granada_rules.__file__).is_relative_to(sys.prefix):
        raise pytest.UsageError(f"not installed, but taken from elsewhere: {granada_rules.__file__}")


def main() -> None:
    """Build, install, and test, with one interpreter after the other."""
    parser = argparse.ArgumentParser(
        prog="python -m verification.installed", description=__doc__.splitlines()[0]
    )
    parser.add_argument("pythons", nargs="+", metavar="PYTHON", help="an interpreter: its name, or its path")
    parser.add_argument(
        "--pytest", type=shlex.split, default=[], metavar="OPTIONS", help="what pytest is told"
    )
    given = parser.parse_args()
    for python in given.pythons:
        # Who waits for the first does not want to hear afterwards that there is no second.
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
