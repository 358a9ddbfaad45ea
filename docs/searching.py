"""The search of the site: what people call things leads to *How do I …*, which no generated page drowns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.errors import ExtensionError
from sphinx.search.en import SearchEnglish

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx

ANSWERS = "how-do-i"

PHRASES = ("winner", "who wins", "legal moves", "undo", "save a game", "final score")
"""What people type who know neither the words of the game nor those of the library."""

NOT_SEARCHED = ("reference/", "rules/formal", "changelog")
"""Pages whose text comes from docstrings, programs and history; their titles and names are still found."""


def leave_out(app: Sphinx, _tree: object) -> None:
    """Keep the text of generated pages out of the index."""
    page = app.env.docname
    if page.startswith(NOT_SEARCHED):
        app.env.metadata[page]["nosearch"] = "true"


def complaints(index: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with an index: phrases that lead elsewhere, pages whose text is in it.

    A phrase leads to the answers first if they alone have its words in titles, which count most.
    """
    language = SearchEnglish({})
    answers = index["docnames"].index(ANSWERS)
    for phrase in PHRASES:
        words = [language.stem(word) for word in language.split(phrase) if language.word_filter(word)]
        found = [pages(index["titleterms"].get(word, [])) for word in words]
        best = set.intersection(*found)
        if best != {answers}:
            others = sorted(index["docnames"][page] for page in best)
            yield f"{phrase!r}: in the titles of {others or 'no page'}, not of {ANSWERS} alone"
    searched = {index["docnames"][page] for listed in index["terms"].values() for page in pages(listed)}
    yield from (f"{page}: its text is searched" for page in sorted(searched) if page.startswith(NOT_SEARCHED))


def pages(listed: int | list[int]) -> set[int]:
    """Return the pages of a word: the index has one number, or a list."""
    return {listed} if isinstance(listed, int) else {*listed}


def try_out(app: Sphinx, exception: Exception | None) -> None:
    """Try what people type when the site is built."""
    if exception is None and app.builder.name == "html":
        text = (Path(app.outdir) / "searchindex.js").read_text("utf-8")
        if found := list(complaints(json.loads(text.removeprefix("Search.setIndex(").removesuffix(")")))):
            raise ExtensionError("the search: " + "; ".join(found))
