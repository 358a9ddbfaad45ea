"""What the README and the documentation show is what happens."""

from __future__ import annotations

import doctest
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_there_are_pages() -> None:
    assert len(PAGES) >= 3


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_snippets_of_a_page_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False)
    assert result.failed == 0
    assert result.attempted or ">>>" not in page.read_text("utf-8")


def test_the_readme_has_snippets() -> None:
    assert ">>>" in PAGES[0].read_text("utf-8")


def test_the_example_tells_the_legal_city_from_the_illegal_one(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "verdicts.py"), run_name="__main__")
    printed = capsys.readouterr().out
    assert "First city: legal" in printed
    for clause in ("BUILD-1", "BUILD-2", "BUILD-3", "BUILD-4", "BUILD-5"):
        assert f"\n{clause}: " in printed or f"\n  {clause}: " in printed
