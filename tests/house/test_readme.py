"""What the README and the documentation show is what happens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.helpers import ROOT
from tests.helpers.pages import PAGES, TUTORIALS, examples, failures, pictures

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder beside the examples, and go there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


def test_there_are_pages() -> None:
    assert len(PAGES) >= 3
    assert [page.name for page in TUTORIALS] == ["at-the-table.md", "bot.md", "position.md", "referee.md"]


def test_the_page_of_the_table_shows_the_examples_of_families() -> None:
    page = (ROOT / "docs" / "tutorial" / "at-the-table.md").read_text("utf-8")
    files = {path.name: path.read_text("utf-8") for path in (ROOT / "examples/positions").glob("family-*")}
    shown = re.findall(r"^```toml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert sorted(shown) == sorted(files.values())
    assert all(f"examples/positions/{name}" in page for name in files)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_shows_is_what_happens(page: Path, folder: Path) -> None:
    assert failures(page) == 0
    lying = pictures(page.parent)
    assert {name: lying.get(name) for name in pictures(folder)} == pictures(folder)


def test_the_readme_has_snippets() -> None:
    assert len(examples(ROOT / "README.md")) > 10


RIGHT = """
```toml
# city.toml
format = "granada-position/1"
```

```console
$ granada-rules validate city.toml
city.toml: legal (consistent)
$ echo $?
0
$ granada-rules play --seed x > game.toml
commitment: 82e1bfa2ee8ee6d3e6c1841434f9d9cb0b070aae2f3ad71759333979b79bd491
seed: x
```

>>> from pathlib import Path
>>> Path("game.toml").read_text("utf-8").partition("-")[0]
'format = "granada'
"""


def test_a_page_is_done_from_top_to_bottom(folder: Path) -> None:
    (folder / "page.md").write_text(RIGHT, "utf-8")
    assert failures(folder / "page.md") == 0


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        ("(consistent)", "(complete)"),
        ("\n0\n", "\n1\n"),
        ("seed: x\n", ""),
        ("'format", "'form"),
        ("granada-position/1", "granada-position/0"),
        ("$ granada-rules play", "$ granada-rule play"),
    ],
)
def test_a_page_that_shows_something_else_is_found(
    part: str, instead: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert part in RIGHT
    (folder / "page.md").write_text(RIGHT.replace(part, instead), "utf-8")
    assert failures(folder / "page.md") > 0
    assert "Failed example" in capsys.readouterr().out


def test_every_picture_beside_the_tutorials_is_on_a_page() -> None:
    text = "".join(page.read_text("utf-8") for page in TUTORIALS)
    for name in pictures(TUTORIALS[0].parent):
        assert f"]({name})" in text
        assert text.count(name) > 1, "the page says how it is made"
