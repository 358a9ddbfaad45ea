"""The search of the site: what people call things leads to *How do I …*, which no generated page drowns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import index
from sphinx.errors import ExtensionError
from sphinx.search.en import SearchEnglish

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

ANSWERS = "how-do-i"

PHRASES = ("winner", "who wins", "legal moves", "undo", "save", "save a game", "final score")
"""What people type who know neither the words of the game nor those of the library."""

NOT_SEARCHED = ("reference/", "rules/formal", "changelog")
"""Pages whose text comes from docstrings, programs and history; their titles and names are found."""


def leave_out(app: Sphinx, tree: nodes.document) -> None:
    """Keep the text of generated pages out of the index, and nothing but the text."""
    if app.env.docname.startswith(NOT_SEARCHED):
        for entry in list(tree.findall(index)):
            entry.parent.remove(entry)  # names are found as such, each once
        for parent in (tree, *tree.findall(nodes.section)):
            for child in parent.children:
                if isinstance(child, nodes.Element) and not isinstance(child, nodes.section | nodes.title):
                    child["classes"].append("no-search")


def complaints(found: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with an index: phrases that lead elsewhere, pages without titles or with text.

    A phrase leads to the answers first if they alone have its words in titles, which count most. It leads to
    a section if it is at least half of its heading.
    """
    language = SearchEnglish({})
    names = found["docnames"]
    answers = names.index(ANSWERS)
    headings = [title.lower() for title, places in found["alltitles"].items() if answers in dict(places)]
    for phrase in PHRASES:
        words = [language.stem(word) for word in language.split(phrase) if language.word_filter(word)]
        best = set.intersection(*(pages(found["titleterms"].get(word, [])) for word in words))
        if best != {answers}:
            others = sorted(names[page] for page in best)
            yield f"{phrase!r}: in the titles of {others or 'no page'}, not of {ANSWERS} alone"
        if not any(phrase in heading and 2 * len(phrase) >= len(heading) for heading in headings):
            yield f"{phrase!r}: leads to no section of {ANSWERS}"
    yield from (f"{name}: is not found by its title" for name, title in titles(found) if not title)
    searched = {names[page] for listed in found["terms"].values() for page in pages(listed)}
    yield from (f"{page}: its text is searched" for page in sorted(searched) if page.startswith(NOT_SEARCHED))


def titles(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each page with its title; a title that a search does not find is left out."""
    for number, (name, title) in enumerate(zip(found["docnames"], found["titles"], strict=True)):
        yield name, title if number in dict(found["alltitles"].get(title, [])) else ""


def pages(listed: int | list[int]) -> set[int]:
    """Return the pages of a word: the index has one number, or a list."""
    return {listed} if isinstance(listed, int) else {*listed}


def try_out(app: Sphinx, exception: Exception | None) -> None:
    """Try what people type when the site is built."""
    if exception is None and app.builder.name == "html":
        text = (Path(app.outdir) / "searchindex.js").read_text("utf-8")
        if found := list(complaints(json.loads(text.removeprefix("Search.setIndex(").removesuffix(")")))):
            raise ExtensionError("the search: " + "; ".join(found))
