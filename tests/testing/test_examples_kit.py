"""The example that tests itself with the kit passes, and notices when it is broken."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT
from tests.helpers.samples import every, fewer

UNDO = Path("examples", "undo")

WITHOUT_SHRINKING = """
from hypothesis import Phase, settings
settings.register_profile("quick", database=None, phases=[Phase.generate], derandomize=True)
settings.load_profile("quick")
"""


def run_in(
    folder: Path, before: str = "", after: str = "", only: str = "test"
) -> subprocess.CompletedProcess[str]:
    """Copy the example with something exchanged, and let it test itself there."""
    (folder / UNDO).mkdir(parents=True)
    (folder / "conftest.py").write_text(WITHOUT_SHRINKING, "utf-8")
    for path in (ROOT / UNDO).glob("*.py"):
        (folder / UNDO / path.name).write_text(path.read_text("utf-8").replace(before, after, 1), "utf-8")
    return subprocess.run(  # noqa: S603 - this very Python
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", only, UNDO],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_table_with_a_way_back_passes_its_own_tests(tmp_path: Path) -> None:
    run = run_in(tmp_path, "max_examples=25", f"max_examples={fewer(8, 25)}")
    assert run.returncode == 0, run.stdout
    assert "3 passed" in run.stdout


@pytest.mark.parametrize(
    ("before", "after", "failing"),
    every(
        4,
        [
            ("isinstance(event, Draw) or game.table", "game.table", "test_what_was_done_can_be_taken_back"),
            ("self.after[0], (*self.before, self.game)", "self.after[0], self.before", "test_what_was_done"),
            ("{seen.table.display}", "{self.game.piles}", "test_no_page_tells_a_secret"),
            ("game = apply(self.game, event)", "game = self.game", "test_whatever_is_tried"),
        ],
    ),
)
def test_a_broken_table_fails_its_own_tests(tmp_path: Path, before: str, after: str, failing: str) -> None:
    assert before in (ROOT / UNDO / "history.py").read_text("utf-8")
    run = run_in(tmp_path, before, after, failing)
    assert run.returncode == 1, run.stdout + run.stderr
    assert f"FAILED examples/undo/test_history.py::{failing}" in run.stdout
