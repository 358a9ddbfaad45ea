"""Tile files, ``granada-tiles/1``: what they say, or every reason why one cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, ParamSpec, TypeVar

from granada_rules.canonical import canonical_json, labelled
from granada_rules.fields import Fields, expected
from granada_rules.tiles import Backs, Tile
from granada_rules.toml import RecordError, read_text, read_toml, write_simple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["read_tile_file", "tiles_digest", "write_tile_file"]

_FORMAT = "granada-tiles/1"
_REQUIRED = ("name", "tiles")
_BACKS = {backs.code: backs for backs in Backs}
_MOST_PROBLEMS = 20

_Given = ParamSpec("_Given")
_Read = TypeVar("_Read")


def read_tile_file(text: str | bytes) -> tuple[str, str, Backs | None, tuple[Tile, ...]]:
    """Return the name, the note, the backs and the tiles of a tile file.

    If the file does not say how backs are, they are as seen; tiles without backs leave that None.

    Raises ``RecordError`` if it cannot be read, with one line for each reason.
    """
    fields = Fields(read_toml(read_text(text)), "")
    # The format first: nothing else can be judged in a file of another kind.
    fields.expect_format(_FORMAT, "a tile file")
    problems = [f"{key} is missing" for key in _REQUIRED if key not in fields.entries]

    def tried(read: Callable[_Given, _Read], *given: _Given.args, **named: _Given.kwargs) -> _Read | None:
        try:
            return read(*given, **named)
        except RecordError as error:
            problems.append(str(error))
            return None

    name = tried(fields.name, "name") or ""
    note = tried(fields.optional, "note", str) or ""
    backs = tried(fields.one_of, "backs", _BACKS)
    entries = tried(fields.items, "tiles") or []
    tiles = [tried(fields.item, "tiles", number, entry, _tile) for number, entry in enumerate(entries, 1)]
    problems += fields.others()
    if (more := len(problems) - _MOST_PROBLEMS) > 0:
        problems[_MOST_PROBLEMS:] = [f"and {more} more"]
    if problems:
        raise RecordError("\n".join(problems))
    read = tuple(tile for tile in tiles if tile is not None)
    if backs is None and any(tile.back is not None for tile in read):
        backs = Backs.AS_SEEN
    return name, note, backs, read


def _tile(entry: object) -> Tile:
    return Tile.parse(expected(str, entry, "a tile"))


def write_tile_file(name: str, note: str, backs: Backs | None, tiles: Iterable[Tile]) -> str:
    """Return the text of a tile file."""
    lines = (
        f"format = {write_simple(_FORMAT)}",
        f"name = {write_simple(name)}",
        f"note = {write_simple(note)}",
        *([] if backs is None else [f"backs = {write_simple(backs.code)}"]),
        "tiles = [",
        *(f"  {write_simple(str(tile))}," for tile in tiles),
        "]",
    )
    return "\n".join(lines) + "\n"


def tiles_digest(sets: Iterable[tuple[Backs | None, Iterable[Tile]]]) -> str:
    """Return 64 hexadecimal digits that stand for the backs and tiles of one set, or of two."""
    listed = [
        {"backs": None if backs is None else backs.code, "tiles": sorted(map(str, tiles))}
        for backs, tiles in sets
    ]
    return labelled(f"{_FORMAT} digest", canonical_json(listed).encode()).hex()
