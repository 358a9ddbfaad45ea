"""Tiles, cities and events as text: reading and writing are inverse."""

from granada_rules.notation.buildings import building_names, read_building
from granada_rules.notation.cities import read_city, read_seen_city, write_city, write_seen_city
from granada_rules.notation.drawings import *
from granada_rules.notation.events import read_event, write_event
from granada_rules.notation.lines import *
from granada_rules.notation.tiles import (
    WrittenTile,
    read_card,
    read_face,
    read_hut_type,
    read_seen_card,
    read_seen_tile,
    read_tile,
    seen_moats,
    write_seen_tile,
    write_tile,
)

__all__ = [
    "WrittenTile",
    "building_names",
    "read_building",
    "read_card",
    "read_city",
    "read_event",
    "read_face",
    "read_hut_type",
    "read_seen_card",
    "read_seen_city",
    "read_seen_tile",
    "read_tile",
    "seen_moats",
    "write_city",
    "write_event",
    "write_seen_city",
    "write_seen_tile",
    "write_tile",
]
