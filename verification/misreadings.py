"""Misreadings of the rules: each is a change of the code that a named test has to notice.

``python -m verification.misreadings`` tries them all on a copy of the package, and fails if one survives.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import attrs

from granada_rules import Clause
from verification import ROOT

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

LIST = Path(__file__).with_suffix(".toml")
LONGEST = 120
"""How many seconds a test may take."""

# Makes sure that the copy is tested, not the package beside it.
_PYTEST = """
import sys, granada_rules, pytest
if not granada_rules.__file__.startswith(sys.argv[1]):
    sys.exit("the copy was not imported")
options = ["-q", "-x", "-p", "no:cacheprovider", "-m", "thorough or not thorough"]
sys.exit(pytest.main([*options, *sys.argv[2:]]))
"""


@attrs.frozen
class Change:
    """A text replacement in a file of the package."""

    file: str
    before: str
    after: str

    def applied(self, source: str) -> str:
        """Return the source with the change. Raises ``ValueError`` unless ``before`` occurs exactly once."""
        found = source.count(self.before)
        if found != 1:
            raise ValueError(f"{self.file}: expected one place, got {found} places of {self.before}")
        return source.replace(self.before, self.after)


@attrs.frozen
class Misreading:
    """A misreading of a clause: its changes, and the test that notices."""

    name: str
    clause: Clause = attrs.field(converter=Clause)
    test: str
    """The id of the test that fails."""
    changes: tuple[Change, ...]

    def apply_to(self, package: Path) -> None:
        """Change the files of a copy of the package."""
        for change in self.changes:
            path = package / change.file
            path.write_text(change.applied(path.read_text("utf-8")), "utf-8")


def misreadings() -> list[Misreading]:
    """Read the list."""
    known = []
    for entry in tomllib.loads(LIST.read_text("utf-8"))["misreading"]:
        name, clause, test = (entry.pop(key) for key in ("name", "clause", "test"))
        also = entry.pop("also", [])
        known.append(Misreading(name, clause, test, tuple(Change(**change) for change in (entry, *also))))
    return known


@contextmanager
def copied() -> Iterator[Path]:
    """Copy the package into a temporary folder; the folder has to come first on the path."""
    with TemporaryDirectory() as folder:
        package = Path(folder, "granada_rules")
        shutil.copytree(ROOT / "src" / "granada_rules", package, ignore=shutil.ignore_patterns("__pycache__"))
        yield package


def passes(package: Path, tests: Collection[str], *options: str) -> bool:
    """Tell whether tests pass with a copy of the package.

    Raises ``RuntimeError`` if they neither pass nor fail.
    """
    folder = str(package.parent)
    run = subprocess.run(  # noqa: S603 - this interpreter
        [sys.executable, "-c", _PYTEST, folder, *options, *tests],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    if run.returncode not in {0, 1} or (run.returncode == 1 and " failed" not in run.stdout):
        raise RuntimeError(f"no verdict of {' '.join(tests)}:\n{run.stdout}{run.stderr}")
    return run.returncode == 0


def survives(misreading: Misreading) -> bool:
    """Tell whether the test of a misreading passes in spite of it.

    Raises ``RuntimeError`` if the test fails without the misreading.
    """
    with copied() as package:
        if not passes(package, [misreading.test]):
            raise RuntimeError(f"{misreading.test} fails without any misreading")
        misreading.apply_to(package)
        return passes(package, [misreading.test])


def main() -> None:
    """Try them all."""
    known = misreadings()
    survivors = 0
    for number, misreading in enumerate(known, 1):
        survived = survives(misreading)
        survivors += survived
        verdict = "SURVIVES" if survived else "noticed"
        sys.stdout.write(f"{number}/{len(known)} {verdict}: {misreading.name} ({misreading.clause})\n")
        sys.stdout.flush()
    sys.exit(f"{survivors} of {len(known)} survive" if survivors else 0)


if __name__ == "__main__":
    main()
