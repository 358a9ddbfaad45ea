"""Checks of the entries of a game record: it holds only what can be written and read back the same."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from attrs.validators import optional

from granada_rules.arguments import short, whole
from granada_rules.dealer import DEALER_1
from granada_rules.fields import LARGEST, MOST_LISTED, good_name
from granada_rules.names import is_printable
from granada_rules.terms import DEALER_2
from granada_rules.toml import RecordError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import attrs

    _Field = attrs.Attribute[Any]

__all__ = [
    "digits",
    "few",
    "good_names",
    "known_dealer",
    "one_of_each_party",
    "printable",
    "same_tiles",
    "sentence",
    "small_number",
    "table_id",
    "version",
]

_COMMITMENT = re.compile(r"[0-9a-f]{64}")
_DEALERS = (DEALER_1, DEALER_2)
_LONGEST_END = 100


def good_names(_record: object, _field: _Field, names: tuple[str, ...]) -> None:
    """Validate names of players."""
    for number, name in enumerate(names, 1):
        good_name(name, f"players, entry {number}")


def few(_record: object, field: _Field, things: tuple[object, ...] | Mapping[str, object]) -> None:
    """Validate that there are not too many entries."""
    if len(things) > MOST_LISTED:
        raise RecordError(f"{field.name}: more than {MOST_LISTED} entries")


def small_number(_record: object, field: _Field, number: int) -> None:
    """Validate a whole number that a file can hold."""
    whole(_record, field, number)
    if abs(number) > LARGEST:
        raise RecordError(f"{field.name}: numbers go from {-LARGEST} to {LARGEST}")


def version(_record: object, field: _Field, given: int | None) -> None:
    """Validate a version of behaviour, if there is one."""
    optional(small_number)(_record, field, given)
    if given is not None and given < 1:
        raise RecordError("behaviour: versions are counted from 1")


def digits(_record: object, field: _Field, given: str) -> None:
    """Validate a digest or a commitment."""
    if not _COMMITMENT.fullmatch(given):
        raise RecordError(f"{field.name}: expected 64 digits, 0 to 9 and a to f")


def known_dealer(_record: object, field: _Field, given: str) -> None:
    """Validate the version of a dealer."""
    if given not in _DEALERS:
        raise RecordError(f"{field.name}: expected one of {', '.join(_DEALERS)}, got {short(given)}")


def table_id(_record: object, field: _Field, table: str) -> None:
    """Validate the id of a table."""
    good_name(table, field.name)


def same_tiles(record: Any, field: _Field, digest: str) -> None:  # noqa: ANN401 - a record, made later
    """Validate that the tiles are those of the digest."""
    tiles = record.ruleset.tiles
    # Records identify a set by its name, and the digest tells whether that set is still the same.
    if digest != tiles.digest:
        named = [one.name for one in tiles.sets]
        named += [] if tiles.huts is None else [tiles.huts.name]
        names = " and ".join(map(short, named))
        raise RecordError(
            f"{field.name}: the tiles of {names} are not those of the record: their digest is {tiles.digest}"
        )


def printable(_record: object, field: _Field, name: str) -> None:
    """Validate a name that can be printed."""
    if not is_printable(name):
        raise RecordError(f"{field.name}: expected a printable name, got {short(name)}")


def sentence(_record: object, field: _Field, text: str) -> None:
    """Validate a few words."""
    if not 1 <= len(text) <= _LONGEST_END or text != text.strip() or not is_printable(text):
        wanted = f"1 to {_LONGEST_END} printable characters without blanks around them"
        raise RecordError(f"{field.name}: expected {wanted}, got {short(text)}")


def one_of_each_party(record: Any, field: _Field, given: tuple[object, ...]) -> None:  # noqa: ANN401 - as above
    """Validate that every player and the dealer have one: a commitment to a part of the seed, or a part."""
    if len(given) != len(record.players) + 1:
        wanted = f"{len(record.players) + 1} entries, of the players and of the dealer"
        raise RecordError(f"{field.name}: expected {wanted}, got {len(given)}")
    for number, entry in enumerate(given, 1):
        if isinstance(entry, str) and not _COMMITMENT.fullmatch(entry):
            raise RecordError(f"{field.name}, entry {number}: expected 64 digits, 0 to 9 and a to f")
