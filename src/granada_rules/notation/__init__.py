"""Tiles, cities and events as text: reading and writing are inverse."""

from granada_rules.notation.written_cities import read_city, write_city
from granada_rules.notation.written_events import read_event, write_event
from granada_rules.notation.written_tiles import (
    WrittenTile,
    read_card,
    read_face,
    read_hut_type,
    read_tile,
    seen_moats,
    write_tile,
)

__all__ = [
    "WrittenTile",
    "read_card",
    "read_city",
    "read_event",
    "read_face",
    "read_hut_type",
    "read_tile",
    "seen_moats",
    "write_city",
    "write_event",
    "write_tile",
]
