"""Tile files, ``granada-tiles/1``: what they say, or every reason why one cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import (
    Fields,
    Slips,
    canonical_json,
    expected,
    labelled,
    read_text,
    read_toml,
    write_simple,
)
from granada_rules.box.tiles import Backs, Face, Tile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "lists_huts",
    "read_hut_file",
    "read_tile_file",
    "tiles_digest",
    "write_hut_file",
    "write_tile_file",
]


_FORMAT = "granada-tiles/1"

_BACKS = {backs.code: backs for backs in Backs}


def read_tile_file(text: str | bytes) -> tuple[str, str, Backs | None, tuple[Tile, ...]]:
    """Return the name, the note, the backs and the tiles of a tile file.

    If the file does not say how backs are, they are as seen; tiles without backs leave that None.

    Raises ``RecordError`` if it cannot be read, with one line for each reason.
    """
    fields = Fields(_entries(text), "", taken={"format"}, slips=(slips := Slips()))
    name, note = _name_and_note(fields)
    backs = fields.one_of("backs", _BACKS)
    tiles = fields.needed("tiles", fields.listed("tiles", _tile))
    fields.no_others()
    slips.refuse()
    if backs is None and any(tile.back is not None for tile in tiles):
        backs = Backs.AS_SEEN
    return name, note, backs, tiles


def read_hut_file(text: str | bytes) -> tuple[str, str, tuple[Face, ...]]:
    """Return the name, the note and the huts of a tile file that lists huts.

    Raises ``RecordError`` if it cannot be read, with one line for each reason.
    """
    fields = Fields(_entries(text), "", taken={"format"}, slips=(slips := Slips()))
    name, note = _name_and_note(fields)
    huts = fields.needed("huts", fields.listed("huts", _hut))
    fields.no_others()
    slips.refuse()
    return name, note, huts


def _entries(text: str | bytes) -> Mapping[str, object]:
    entries = read_toml(read_text(text))
    # The format first: nothing else can be judged in a file of another kind.
    Fields(entries, "").expect_format(_FORMAT, "a tile file")
    return entries


def _name_and_note(fields: Fields) -> tuple[str, str]:
    return fields.needed("name", fields.name("name")), fields.optional("note", str) or ""


def lists_huts(text: str | bytes) -> bool:
    """Tell whether a tile file lists huts, not tiles.

    Raises ``RecordError`` if it is no TOML.
    """
    entries = read_toml(read_text(text))
    return "huts" in entries and "tiles" not in entries


def _tile(entry: object) -> Tile:
    return Tile.parse(expected(str, entry, "a tile"))


def _hut(entry: object) -> Face:
    return Face.parse(expected(str, entry, "a hut"))


def write_tile_file(name: str, note: str, backs: Backs | None, tiles: Iterable[Tile]) -> str:
    """Return the text of a tile file."""
    said = [] if backs is None else [f"backs = {write_simple(backs.code)}"]
    return _written(name, note, [*said, "tiles = ["], tiles)


def write_hut_file(name: str, note: str, huts: Iterable[Face]) -> str:
    """Return the text of a tile file that lists huts."""
    return _written(name, note, ["huts = ["], huts)


def _written(name: str, note: str, said: Iterable[str], listed: Iterable[object]) -> str:
    lines = (
        f"format = {write_simple(_FORMAT)}",
        f"name = {write_simple(name)}",
        f"note = {write_simple(note)}",
        *said,
        *(f"  {write_simple(str(one))}," for one in listed),
        "]",
    )
    return "\n".join(lines) + "\n"


def tiles_digest(
    sets: Iterable[tuple[Backs | None, Iterable[Tile]]], huts: Iterable[Face] | None = None
) -> str:
    """Return 64 hexadecimal digits that stand for the backs and tiles of one set, or of two, and for huts."""
    listed: list[dict[str, object]] = [
        {"backs": None if backs is None else backs.code, "tiles": sorted(map(str, tiles))}
        for backs, tiles in sets
    ]
    # HUT-1: a game without huts has the digest of its tiles alone.
    listed += [] if huts is None else [{"huts": sorted(map(str, huts))}]
    return labelled(f"{_FORMAT} digest", canonical_json(listed).encode()).hex()
