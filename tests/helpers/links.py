"""Links of a Markdown file, followed as a forge does: relative paths, and anchors made from headings."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_FENCE = re.compile(r"^(?P<fence>```+|~~~+|:::+).*?^(?P=fence)\s*$", re.DOTALL | re.MULTILINE)
_INDENTED_FENCE = re.compile(r"^ +```.*?^ +```$", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_HEADING = re.compile(r"^#{1,6} (.*?)(?: #+)?$", re.MULTILINE)
_LINK = re.compile(r"\]\((?P<target>[^()\s]+)(?: \"[^\"]*\")?\)")
_ID = re.compile(r"<a (?:id|name)=\"([^\"]+)\">")


def slug(heading: str) -> str:
    """Return the anchor of a heading: small letters, digits, hyphens for blanks, and no other signs."""
    shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    # Signs of emphasis are not shown; an underscore within a word is.
    shown = re.sub(r"(?<!\w)_|_(?!\w)", "", shown)
    return re.sub(r"[^\w\- ]", "", shown.strip().lower()).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """Return the anchors of a page; a heading that comes again gets a number."""
    prose = _FENCE.sub("", text)
    found: set[str] = set(_ID.findall(prose))
    for heading in _HEADING.findall(prose):
        first = slug(heading)
        names = (first, *(f"{first}-{number}" for number in range(1, 99)))
        found.add(next(name for name in names if name not in found))
    return found


@cache
def _anchors_of(page: Path) -> set[str]:
    return anchors(page.read_text("utf-8"))


def dead_links(page: Path) -> list[str]:
    """Return the links of a page that lead to no file, or to no anchor there; those to elsewhere are left."""
    prose = _CODE.sub("", _INDENTED_FENCE.sub("", _FENCE.sub("", page.read_text("utf-8"))))
    dead = []
    for found in _LINK.finditer(prose):
        path, _, anchor = found["target"].partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        target = page.parent / path if path else page
        if not target.exists() or (anchor and anchor not in _anchors_of(target)):
            dead.append(found["target"])
    return dead
