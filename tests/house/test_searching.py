"""What people type into the search of the site leads to *How do I …*; `make docs` tries it on the index."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from tests.helpers import ROOT

sys.path.insert(0, str(ROOT / "docs"))

import searching

PAGES = ["game", searching.ANSWERS, "reference/play"]
TITLES = ["The whole game", "How do I …", "Names in play"]
WORDS = ["winner", "who", "win", "legal", "move", "undo", "save", "game", "final", "score"]
"""The stems of the words of all phrases."""


HEADINGS = ["Winner", "Who wins a tie", "Legal moves", "Undo", "Save it", "Save a game", "Final score"]


def index(**more: object) -> dict[str, Any]:
    """Return an index in which the headings of the answers have all words."""
    return {
        "docnames": PAGES,
        "titles": TITLES,
        "alltitles": {title: [[number, None]] for number, title in enumerate(TITLES)}
        | {heading: [[1, heading.lower()]] for heading in HEADINGS},
        "titleterms": dict.fromkeys(WORDS, 1) | more,
        "terms": {"yard": [0, 1]},
    }


def test_a_phrase_that_leads_to_the_answers_alone_is_right() -> None:
    assert list(searching.complaints(index())) == []
    assert list(searching.complaints(index(game=[0, 1], save=1))) == []


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ({"undo": []}, "'undo': in the titles of no page, not of how-do-i alone"),
        ({"undo": 0}, "'undo': in the titles of ['game'], not of how-do-i alone"),
        (
            {"final": [0, 1], "score": [0, 1]},
            "'final score': in the titles of ['game', 'how-do-i'], not of how-do-i alone",
        ),
    ],
)
def test_a_phrase_that_leads_elsewhere_is_found(more: dict[str, Any], complaint: str) -> None:
    assert list(searching.complaints(index(**more))) == [complaint]


def test_a_generated_page_that_is_searched_is_found() -> None:
    searched = index() | {"terms": {"yard": 2, "hand": [0, 2]}}
    assert list(searching.complaints(searched)) == ["reference/play: its text is searched"]


@pytest.mark.parametrize("heading", ["Winner: who it is", "Who won"])
def test_a_phrase_without_a_section_is_found(heading: str) -> None:
    """It is shown where it is at least half of the heading."""
    found = index()
    found["alltitles"][heading] = found["alltitles"].pop("Winner")
    assert list(searching.complaints(found)) == ["'winner': leads to no section of how-do-i"]
    found["alltitles"]["Winner"] = [[0, "winner"]]
    assert list(searching.complaints(found)) == ["'winner': leads to no section of how-do-i"]
    found["alltitles"]["Winner"].append([1, "winner"])
    assert list(searching.complaints(found)) == []


def test_a_page_without_a_title_is_found() -> None:
    unnamed = index() | {"titles": [*TITLES[:2], ""]}
    assert list(searching.complaints(unnamed)) == ["reference/play: is not found by its title"]
    hidden = index()
    del hidden["alltitles"]["Names in play"]
    assert list(searching.complaints(hidden)) == ["reference/play: is not found by its title"]


def test_what_is_asked_is_a_heading_of_the_answers() -> None:
    page = (ROOT / "docs" / f"{searching.ANSWERS}.md").read_text("utf-8")
    headings = " ".join(line.lower() for line in page.splitlines() if line.startswith("##"))
    assert [phrase for phrase in searching.PHRASES if phrase not in headings] == []
