"""Strategies for positions: those of games, changed ones, and arbitrary ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
from hypothesis import strategies as st

from granada_rules.box import (
    DIRK,
    TILES,
    Card,
    Cell,
    Clause,
    Edge,
    Edges,
    Kind,
    Marker,
    Phase,
    Pile,
    Purse,
    Scoring,
    TileSets,
    shipped_tiles,
)
from granada_rules.city import City, SeenCity, SeenTile
from granada_rules.game import Game
from granada_rules.position import NotedPlayer, NotedTile, Position, SeenCards
from granada_rules.sheet import Line, ScoreSheet
from granada_rules.testing.cities import cities, layouts, spoiled
from granada_rules.testing.games import games
from granada_rules.testing.values import (
    cards,
    edges,
    faces,
    hut_sets,
    kinds_of,
    names,
    purses,
    rulesets,
    tile_sets,
)

if TYPE_CHECKING:
    _Fields = Mapping[str, st.SearchStrategy[object]]

__all__ = ["positions"]

_Told = TypeVar("_Told", Position, NotedPlayer, Line)


def positions() -> st.SearchStrategy[Position]:
    """Generate any positions: those of games, the same with something changed or missing, and arbitrary ones.

    They are of Granada, of Alhambra, or of both, also by mistake; of some not everything is seen. For legal
    positions only, use ``games().map(Game.to_position)``. Shrinks to a position that says nothing.
    """
    of_games = games().map(Game.to_position)
    whole = st.one_of(_any_positions, of_games, of_games.flatmap(_changed))
    return st.one_of(whole, whole.flatmap(_seen_in_part))


_tiles = st.lists(st.builds(NotedTile, faces(), st.none() | edges())).map(tuple)
_names = names() | st.sampled_from([DIRK, "", " Red"]) | st.text()
_piles = st.lists(st.builds(Pile, st.integers(1), st.none() | st.sampled_from(Scoring))).map(tuple)

_edges = st.builds(
    Edge, st.builds(Cell, st.integers(-2, 2), st.integers(-2, 2)), st.sampled_from(list(Edges))
)

_OF_AN_AWARD: _Fields = {
    "clause": st.sampled_from(Clause),
    "player": _names,
    "factor": st.integers(),
    "count": st.integers(),
    "faces": st.lists(faces()).map(tuple),
    "tied": st.lists(st.tuples(_names, faces())).map(tuple),
    "edges": st.lists(_edges).map(tuple),
    "shares": st.integers(1, 7),
    "shown": st.lists(faces()).map(tuple),
}


def _awards_of(kind: Kind) -> st.SearchStrategy[Line]:
    places = {"building": st.sampled_from(kind.buildings), "place": st.integers(-1, 6)}
    barriers = st.builds(Line, **_OF_AN_AWARD, kind=st.just(kind))
    return barriers | st.builds(Line, **_OF_AN_AWARD, **places, kind=st.just(kind))


_score_sheets = st.builds(
    ScoreSheet,
    st.sampled_from(Scoring),
    st.booleans(),
    st.lists(_names).map(tuple),
    st.lists(st.one_of(*map(_awards_of, kinds_of(None)))).map(tuple),
    st.sampled_from([*((kind,) for kind in kinds_of(None)), tuple(Kind)]),
)

_OF_A_PLAYER: _Fields = {
    "name": st.none() | _names,
    # Larger ones of several players would be too much to print.
    "city": st.none() | cities() | layouts(max_size=TILES // 2),
    "reserve": st.none() | _tiles,
    "hand": st.none() | purses(),
    "points": st.none() | st.integers(),
    "pawn": st.none() | st.booleans(),
    "bonus": st.none() | st.lists(faces()).map(tuple),
    "shown": st.none() | st.lists(faces()).map(tuple),
}
_OF_THE_TABLE: _Fields = {
    "tile_set": st.none()
    | tile_sets()
    | st.just(TileSets(map(shipped_tiles, Kind)))
    | st.builds(TileSets, st.just([shipped_tiles(Kind.ALHAMBRA)]), hut_sets()),
    "players": st.lists(st.builds(NotedPlayer, **_OF_A_PLAYER), max_size=7).map(tuple),
    "yard": st.none() | st.lists(st.none() | st.builds(NotedTile, faces()), max_size=9).map(tuple),
    "display": st.none() | purses(),
    "marker": st.none() | st.sampled_from(Marker),
    "dirk": st.none() | _tiles,
    "dirks_points": st.none() | st.integers(),
    "bag": st.none() | _tiles,
    "bought": st.none() | _tiles,
    "open_huts": st.none() | st.lists(st.none() | faces(Kind.ALHAMBRA), max_size=7).map(tuple),
    "discards": st.none() | purses(),
    "piles": st.none() | _piles,
    "turned_up": st.none() | st.lists(st.sampled_from(Scoring), max_size=2).map(tuple),
    "ruleset": st.none() | rulesets(),
    "turn": st.none() | _names,
    "to_act": st.none() | _names,
    "due": st.none() | st.sampled_from(Scoring),
    "phase": st.none() | st.sampled_from(Phase),
    "draws": st.integers(0),
    "sheets": st.none() | st.lists(_score_sheets).map(tuple),
}
_any_positions = st.builds(Position, **_OF_THE_TABLE)


@st.composite
def _changed(draw: st.DrawFn, position: Position) -> Position:
    """Generate positions with one to three fields changed or missing."""
    for _ in range(draw(st.integers(1, 3))):
        parts = (
            [_told_otherwise(position, _OF_THE_TABLE)],
            [_with_player_told_otherwise(position, seat) for seat in range(len(position.players))],
            [
                _with_sheet_told_otherwise(position, number)
                for number, sheet in enumerate(position.sheets or ())
                if sheet.lines
            ],
        )
        position = draw(st.sampled_from([part for part in parts if part]).flatmap(st.one_of))
    return position


_SEEN_IN_PART = ("yard", "display", "discards", "dirk", "bag", "bought", "city", "reserve", "hand")
"""What may be noted although something of it is not seen."""


@st.composite
def _seen_in_part(draw: st.DrawFn, position: Position) -> Position:
    """Generate positions with a tile or a card of which not everything is seen, in up to three entries."""
    for _ in range(draw(st.integers(1, 3))):
        owners: list[Position | NotedPlayer] = [position, *position.players]
        there = [
            (seat, name)
            for seat, owner in enumerate(owners)
            for name in _SEEN_IN_PART
            if _may_hide(getattr(owner, name, None))
        ]
        if there:
            seat, name = draw(st.sampled_from(there))
            part = draw(_with_something_hidden(getattr(owners[seat], name)))
            fields: dict[str, Any] = {name: None, f"seen_{name}": part}
            owner = attrs.evolve(owners[seat], **fields)
            if isinstance(owner, NotedPlayer):
                others = position.players
                owner = attrs.evolve(position, players=(*others[: seat - 1], owner, *others[seat:]))
            position = owner
    return position


def _may_hide(noted: object) -> bool:
    """Tell whether there is a tile or a card in an entry."""
    tiles = noted.tiles if isinstance(noted, City) else noted
    return isinstance(tiles, Purse | tuple | Mapping) and any(tile is not None for tile in tiles)


@st.composite
def _with_something_hidden(draw: st.DrawFn, noted: Any) -> object:  # noqa: ANN401 - of any entry
    if isinstance(noted, Purse):
        card = draw(st.sampled_from(list(noted)))
        is_money = isinstance(card, Card) and draw(st.booleans())
        hidden = (card.currency,) if isinstance(card, Card) and is_money else ()
        return SeenCards(noted - Purse.of([card]), hidden, 0 if hidden else draw(st.integers(1, 9)))
    if isinstance(noted, City):
        tiles = {cell: SeenTile.of(tile) for cell, tile in noted.tiles.items()}
        cell = draw(st.sampled_from(list(tiles)))
        tiles[cell] = draw(_hidden(tiles[cell]))
        return SeenCity(tiles, noted.start, noted.second)
    place = draw(st.sampled_from([place for place, tile in enumerate(noted) if tile is not None]))
    face = noted[place].face
    whole = SeenTile(face.kind, face.building, face.value, noted[place].moats or face.walls)
    hidden_tile = draw(_hidden(whole, is_in_city=False))
    return (*noted[:place], hidden_tile, *noted[place + 1 :])


def _hidden(tile: SeenTile, *, is_in_city: bool = True) -> st.SearchStrategy[SeenTile]:
    """Generate what may be seen of a tile if not everything is; outside a city its face is not certain."""
    covered = SeenTile(tile.kind, roof=tile.roof)
    parts = [covered, attrs.evolve(tile, price=None)]
    # BOX-2: the face of a tile of Granada is certain without its moats.
    if is_in_city or tile.kind is Kind.ALHAMBRA:
        parts.append(attrs.evolve(tile, sides=None))
    return st.sampled_from(parts)


@st.composite
def _with_player_told_otherwise(draw: st.DrawFn, position: Position, seat: int) -> Position:
    players = list(position.players)
    players[seat] = draw(_told_otherwise(players[seat], _OF_A_PLAYER))
    return attrs.evolve(position, players=tuple(players))


@st.composite
def _with_sheet_told_otherwise(draw: st.DrawFn, position: Position, number: int) -> Position:
    sheets = list(position.sheets or ())
    lines = list(sheets[number].lines)
    place = draw(st.integers(0, len(lines) - 1))
    lines[place] = draw(_told_otherwise(lines[place], _OF_AN_AWARD))
    sheets[number] = attrs.evolve(sheets[number], lines=tuple(lines))
    return attrs.evolve(position, sheets=tuple(sheets))


@st.composite
def _told_otherwise(draw: st.DrawFn, told: _Told, fields: _Fields) -> _Told:
    field = draw(st.sampled_from(sorted(fields)))
    # No line has 0 shares, which is near to 1.
    near = None if field == "shares" else _near(getattr(told, field))
    other: dict[str, Any] = {field: draw(fields[field] if near is None or draw(st.booleans()) else near)}
    return attrs.evolve(told, **other)


def _near(value: object) -> st.SearchStrategy[object] | None:
    """Return a strategy for similar values; ``None`` if there is none."""
    match value:
        case Purse():
            more = cards().map(lambda card: value + Purse.of([card]))
            return (
                more | st.sampled_from(list(value)).map(lambda card: value - Purse.of([card]))
                if value
                else more
            )
        case City():
            # MIX-20: or nobody noted where the tiles of Granada began.
            return spoiled(value) | st.just(City.of(value.tiles, value.start))
        case tuple() if value:
            places = st.integers(0, len(value) - 1)
            return places.map(lambda place: value[:place] + value[place + 1 :]) | places.map(
                lambda place: (*value, value[place])
            )
        case bool():
            return st.just(not value)
        case int():
            return st.sampled_from([value + 1, abs(value - 1)])
        case _:
            return None
