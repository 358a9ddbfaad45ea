"""Pages that do what they show: snippets, shell commands and files, from top to bottom.

``python -m tests.helpers.pages`` writes what programs write on pages: the clauses with their pictures, the
tables of names in the reference, and the pictures that the tutorials make beside them.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from tests.helpers import ROOT, rule_pages
from tests.helpers.program import run

sys.path.insert(0, str(ROOT / "docs"))

import name_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TUTORIALS = [page for page in PAGES if page.parent.name == "tutorial"]

_BLOCK = re.compile(r"^```(?P<kind>\w+)\n(?P<content>.*?)^```$", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^\$ (?P<command>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)
_FILE = re.compile(r"# (?P<name>[\w-]+\.toml)\n")


@attrs.define
class Shell:
    """What the pages need of a shell: the program, where its output goes, and how it ended."""

    exit_code: int = 0

    def __call__(self, command: str) -> None:
        """Run a command, and print what it prints."""
        if command == "echo $?":
            print(self.exit_code)  # noqa: T201 - it is what the page shows
            return
        called, _, file = command.partition(" > ")
        program, *arguments = shlex.split(called)
        assert program == "granada-rules", f"no page runs {program}"
        result = run(*arguments)
        self.exit_code = result.exit_code
        if file:
            Path(file).write_bytes(result.stdout_bytes)
        # Pages do not show the blank lines at the end.
        shown = (result.stderr if file else result.output).rstrip()
        print(shown, end="\n" if shown else "")  # noqa: T201 - it is what the page shows


def write(name: str, content: str) -> None:
    """Save a file that a page shows under its name."""
    Path(name).write_text(content, "utf-8")


def told(text: str) -> Iterator[doctest.Example]:
    """Yield what a page does besides its snippets: the files that it shows, and the commands."""
    for block in _BLOCK.finditer(text):
        content = block["content"]
        line = text[: block.start("content")].count("\n")
        if block["kind"] == "toml" and (file := _FILE.match(content)):
            yield doctest.Example(f"__write__({file['name']!r}, {content!r})\n", "", lineno=line)
        for said in _COMMAND.finditer(content):
            place = line + content[: said.start()].count("\n")
            output = said["output"].rstrip() + "\n"
            yield doctest.Example(f"__shell__({said['command']!r})\n", output.lstrip("\n"), lineno=place)


def examples(page: Path) -> list[doctest.Example]:
    """Return everything that a page does, in its order."""
    text = page.read_text("utf-8")
    return sorted(
        [*doctest.DocTestParser().get_examples(text), *told(text)], key=lambda example: example.lineno
    )


def failures(page: Path) -> int:
    """Do what a page does, in the folder where we are, and return how much did not come out as shown."""
    names = {"__name__": "__main__", "__shell__": Shell(), "__write__": write}
    test = doctest.DocTest(examples(page), names, page.name, str(page), 0, None)
    return doctest.DocTestRunner().run(test).failed


def pictures(folder: Path) -> dict[str, str]:
    """Return the pictures in a folder by name."""
    return {path.name: path.read_text("utf-8") for path in folder.glob("*.svg")}


def generated() -> dict[Path, str]:
    """Return what programs write: the pages of clauses and of the reference, and the pictures of cases."""
    rules, reference = ROOT / "docs" / "rules", ROOT / "docs" / "reference"
    found = {page: rule_pages.written(page.read_text("utf-8")) for page in sorted(rules.glob("*.md"))}
    found |= {page: name_tables.written(page.read_text("utf-8")) for page in sorted(reference.glob("*.md"))}
    for name, case in rule_pages.pictures().items():
        found[rules / "pictures" / name] = str(rule_pages.drawn(case))
    return found


def main() -> None:
    """Write what programs write; follow the tutorials, and keep the pictures that come out."""
    for path, content in generated().items():
        path.write_text(content, "utf-8")
    for page in TUTORIALS:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            Path("examples").symlink_to(ROOT / "examples")
            failures(page)
            for name, source in pictures(Path(folder)).items():
                (page.parent / name).write_text(source, "utf-8")
            os.chdir(ROOT)


if __name__ == "__main__":
    main()
