"""mypy refuses what ``swapped.py`` marks, as others see the package: installed, with the types it ships."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from mypy import api

if TYPE_CHECKING:
    import pytest

MARKED = re.compile(r"  # type: ignore\[([\w-]+)\]$")
FOUND = re.compile(r"^[^:]+:(\d+): error: .*\[([\w-]+)\]$", re.MULTILINE)


def test_one_word_of_the_vocabulary_does_not_pass_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = Path(__file__).with_name("swapped.py").read_text("utf-8").splitlines()
    marks = {(number, mark[1]) for number, line in enumerate(lines, 1) if (mark := MARKED.search(line))}
    assert len(marks) >= 59
    (tmp_path / "swapped.py").write_text("\n".join(MARKED.sub("", line) for line in lines), "utf-8")
    # Far from our settings, which say where the sources are.
    monkeypatch.chdir(tmp_path)
    told, trouble, _ = api.run(["--strict", "swapped.py"])
    assert {(int(number), code) for number, code in FOUND.findall(told)} == marks, told + trouble
