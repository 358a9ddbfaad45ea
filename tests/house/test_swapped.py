"""mypy refuses what ``swapped.py`` marks, as others see the package: installed, with the types it ships."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.helpers import ROOT

if TYPE_CHECKING:
    from pathlib import Path

MARKED = re.compile(r"  # type: ignore\[([\w-]+)\]$")
FOUND = re.compile(r"^[^:]+:(\d+): error: .*\[([\w-]+)\]$", re.MULTILINE)


def test_one_word_of_the_vocabulary_does_not_pass_for_another(tmp_path: Path) -> None:
    lines = (ROOT / "tests/helpers/swapped.py").read_text("utf-8").splitlines()
    marks = {(number, mark[1]) for number, line in enumerate(lines, 1) if (mark := MARKED.search(line))}
    assert len(marks) >= 59
    (tmp_path / "swapped.py").write_text("\n".join(MARKED.sub("", line) for line in lines), "utf-8")
    # Far from our settings, which say where the sources are.
    # And in a process of its own: mypy changes how deep Python may recurse.
    command = [sys.executable, "-m", "mypy", "--strict", "swapped.py"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603 - this Python
    assert {(int(number), code) for number, code in FOUND.findall(run.stdout)} == marks, (
        run.stdout + run.stderr
    )
