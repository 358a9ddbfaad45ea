"""A grid of styled characters that becomes lines of text, with or without colour."""

from __future__ import annotations

import enum
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, final

import attrs

from granada_rules.box import Building, Currency
from granada_rules.draw.columns import is_plain, width_of, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["BOX_CHARACTERS", "BUILDINGS", "CURRENCIES", "Canvas", "Style"]


class Style(enum.Enum):
    """Styles of characters, as parameters of ANSI escape sequences."""

    PLAIN = ""
    STRONG = "1"
    FAINT = "2"
    WATER = "38;5;33"
    LONGEST = "1;38;5;39"
    BRICK = "38;5;130"
    LONGEST_BRICK = "1;38;5;166"
    LEGAL = "1;38;5;34"
    WRONG = "1;38;5;231;48;5;160"
    # A-BOX-14: blue, red, brown, white, green, purple; white needs a ground that is dark in every terminal.
    PAVILION = "1;38;5;69"
    SERAGLIO = "1;38;5;160"
    ARCADES = "1;38;5;131"
    CHAMBERS = "1;38;5;231;48;5;240"
    GARDEN = "1;38;5;71"
    TOWER = "1;38;5;134"
    ARENA = "1;38;5;167"
    BATH_HOUSE = "1;38;5;37"
    LIBRARY = "1;38;5;99"
    HOSTEL = "1;38;5;136"
    HOSPITAL = "1;38;5;169"
    MARKET = "1;38;5;172"
    PARK = "1;38;5;64"
    SCHOOL = "1;38;5;103"
    DISTRICT = "1;38;5;137"
    YELLOW = "1;38;5;178"
    GREEN = "1;38;5;70"
    BLUE = "1;38;5;68"
    ORANGE = "1;38;5;208"


_IN_ASCII = str.maketrans(
    {
        **dict.fromkeys("┌┐└┘╒╕╘╛╓╖╙╜╔╗╚╝┍┑┕┙┎┒┖┚┏┓┗┛", "+"),
        "─": "-",
        "│": "|",
        "╌": ".",
        "╎": ":",
        "⋮": ":",
        # Moats are told from plain edges, and the longest moat stands out.
        "═": "=",
        "║": "#",
        **dict.fromkeys("▄▀▌▐", "*"),
        # So are walls, from both.
        **dict.fromkeys("━┃", "%"),
        "▓": "@",
        "╱": "/",  # noqa: RUF001 - a roof is no slash
        "╲": "\\",
        "…": "~",
    }
)
"""ASCII stand-ins for the characters of drawings, one for one."""

BOX_CHARACTERS = "".join(map(chr, _IN_ASCII))
"""The characters of drawings that are not ASCII."""

BUILDINGS = {building: Style[building.name] for building in Building}
CURRENCIES = {currency: Style[currency.name] for currency in Currency}


@final
@attrs.define
class Canvas:
    """A grid of characters that grows downwards; later characters replace earlier ones."""

    width: int | None
    """The greatest width of a line; ``None`` for no limit."""
    _rows: list[dict[int, tuple[str, Style]]] = attrs.field(factory=list, init=False)

    @property
    def height(self) -> int:
        """The number of lines."""
        return len(self._rows)

    @contextmanager
    def part(self) -> Iterator[None]:
        """Separate what is added from what is above by a blank line; nothing added, no line."""
        begin = self.height
        yield
        if self.height > begin and begin and self._rows[begin - 1]:
            self._rows.insert(begin, {})

    def put(self, row: int, column: int, text: str, style: Style = Style.PLAIN) -> None:
        """Put a text at a row and column.

        A text with characters that do not take one column each is put as a whole.
        """
        while self.height <= row:
            self._rows.append({})
        places = self._rows[row]
        if is_plain(text):
            places.update({column + number: (letter, style) for number, letter in enumerate(text)})
        elif wide := width_of(text):
            places.update(dict.fromkeys(range(column + 1, column + wide), ("", style)))
            places[column] = text, style
        else:
            # Nothing but accents: they stand on what is before.
            place = max(column - 1, 0)
            before, worn = places.get(place, (" " * bool(column), style))
            places[place] = f"{before}{text}", worn

    def add(self, *words: tuple[str, Style], indent: int = 0) -> None:
        """Add a line of styled words, separated by blanks."""
        row, column = self.height, indent
        self.put(row, 0, "")
        for text, style in words:
            self.put(row, column, text, style)
            column += width_of(text) + 1

    def paragraph(self, text: str, style: Style = Style.PLAIN, *, indent: int = 0) -> None:
        """Add a text, wrapped; lines after the first are indented."""
        lines = [text] if self.width is None else list(wrapped(text, self.width, indent))
        for number, line in enumerate(lines):
            self.put(self.height, indent if number else 0, line, style)

    def lines(self, *, colour: bool, ascii_lines: bool) -> Iterator[str]:
        """Yield the lines of text."""
        for row in self._rows:
            letters = [row.get(column, (" ", Style.PLAIN)) for column in range(max(row, default=-1) + 1)]
            parts = []
            for style, run in groupby(letters, lambda letter: letter[1]):
                text = "".join(letter for letter, _ in run)
                parts.append(f"\x1b[{style.value}m{text}\x1b[0m" if colour and style.value else text)
            line = "".join(parts)
            yield line.translate(_IN_ASCII) if ascii_lines else line
