"""Drawing a tile from the bag, for the yard or for Dirk."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING

from granada_rules.base import maker, stamp_of, stamper
from granada_rules.box import SPACES, Clause, DrawFor, Phase, Violation, tiles_of, unknown_face
from granada_rules.game import DirksTiles, DrawTile, kinds_in, space_to_fill
from granada_rules.play.draft import replaced, with_face

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from granada_rules.base import Stamp
    from granada_rules.box import Face, Kind, Tile
    from granada_rules.game import Desk, Game, Table
    from granada_rules.play.draft import Draft

__all__ = ["do_draw_tile", "legal_tile_draws", "tile_way", "tile_ways", "wrong_tile_draw"]

_tile_draws: Callable[[Stamp, Iterable[Face]], list[DrawTile]] = stamper(DrawTile, "face")
_dirks = maker(DirksTiles, DirksTiles.__init__)

_SETUP, _FOR_DIRK, _FOR_THE_YARD = Phase.SETUP, DrawFor.DIRK, DrawFor.YARD


def legal_tile_draws(game: Game | Draft) -> Iterator[tuple[DrawTile, int]]:
    """Generate the tiles that can be drawn, in their order, each with the number of ways: one."""
    table = game.table
    draws = _tile_draws(stamp_of(game), [_up(table, tile) for tile in _drawable(table)])
    return ((draw, 1) for draw in draws)


def tile_way(game: Game | Draft, number: int) -> DrawTile:
    """Return the tile that is drawn in the way of that number, counted from 0."""
    table = game.table
    return _tile_draws(stamp_of(game), (_up(table, _drawable(table)[number]),))[0]


def tile_ways(game: Game | Draft) -> int:
    """Return how many tiles can be drawn."""
    return len(_drawable(game.table))


def _drawable(table: Desk) -> Sequence[Tile]:
    """Return the tiles that can be drawn, in their order."""
    if len(table.ruleset.kinds) == 1:
        return table.bag
    # MIX-3: from the bag of the kind that is due.
    kind = table.tile_to_draw
    tiles = [tile for tile in table.bag if tile.kind is kind]
    # MIX-6: the first tiles of Granada in the yard have a moat.
    if table.phase is _SETUP and table.draw_for is _FOR_THE_YARD:
        return [tile for tile in tiles if tile.back is None or tile.moats]
    return tiles


def _up(table: Desk, tile: Tile) -> Face:
    # BOX-9: with the face up that the marker shows. A tile without a back has only one.
    return tile.front if table.marker is None else table.marker.up(tile)


def wrong_tile_draw(table: Table, face: Face) -> Iterator[Violation]:
    """Yield why that tile cannot come out of the bag."""
    tiles = tiles_of(table.ruleset)
    if face not in tiles:
        yield unknown_face(face, *tiles.kinds)
        return
    tile, is_first = tiles.tile(face), table.phase is Phase.SETUP and table.draw_for is DrawFor.YARD
    # BOX-11: a tile that lies elsewhere is not in the bag. To compare whole tiles would take long.
    if tile.front.rank not in map(_rank, table.bag):
        yield Violation(Clause.BOX_11, f"{face} is not in the bag", faces=(face,))
    # MIX-6, MIX-13, MIX-37: of the kind that is due.
    due = _kind_due(table)
    if due is not face.kind:
        clause = Clause.MIX_6 if is_first else Clause.MIX_13
        if table.draw_for is DrawFor.DIRK:
            clause = Clause.MIX_37
        yield Violation(clause, f"a tile of {due.label} is drawn first, not {face}", faces=(face,))
    # MIX-6: in a game of both the yard begins with tiles of Granada that have a moat.
    elif is_first and tile.back is not None and not tile.moats and len(tiles.kinds) > 1:
        yield Violation(Clause.MIX_6, f"{face} has no moat, so it goes back into the bag", faces=(face,))
    # BOX-9, TURN-9, DIRK-5, DIRK-6: with the face that the marker shows.
    if table.marker is not None and face != table.marker.up(tile):
        message = f"the marker shows {table.marker.value}: {table.marker.up(tile)} lies up, not {face}"
        yield Violation(Clause.BOX_9, message, faces=(face,))


def _kind_due(table: Table) -> Kind:
    """Return the kind of the tile that is drawn next: the second road, by plain looks."""
    kinds = table.ruleset.kinds
    # MIX-37: all tiles of Alhambra for Dirk, then those of Granada.
    if table.draw_for is DrawFor.DIRK and table.dirk is not None:
        return next(kind for kind, owed in zip(kinds, table.dirk.owed_by_kind, strict=True) if owed)
    # MIX-13: space by space, the tile of Alhambra first, as far as there are any.
    lacking = [
        kind
        for number in range(SPACES)
        for place, kind in enumerate(kinds)
        if table.yard[number + SPACES * place] is None
    ]
    return next(kind for kind in lacking if any(tile.kind is kind for tile in table.bag))


_rank = attrgetter("front.rank")


def do_draw_tile(draft: Draft, draw: DrawTile) -> None:
    """Take the tile out of the bag, and lay it down."""
    draft.draws += 1
    bag = draft.bag
    place = bisect_left(bag, tiles_of(draft.ruleset).tile(draw.face).front.rank, key=_rank)
    draft.bag = bag[:place] + bag[place + 1 :]
    if draft.draw_for is _FOR_DIRK:
        # DIRK-3, DIRK-5, DIRK-6, A-DIRK-3, A-DIRK-5, A-DIRK-6, MIX-37: for Dirk. The marker stays.
        assert draft.dirk is not None
        place = draft.ruleset.kinds.index(draw.face.kind)
        owed = replaced(draft.dirk.owed_by_kind, place, draft.dirk.owed_by_kind[place] - 1)
        draft.dirk = _dirks(with_face(draft.dirk.faces, draw.face), draft.dirk.points, owed)
        return
    # SETUP-2, TURN-9, A-SETUP-2, A-TURN-9, MIX-6, MIX-13: on the lowest free space for its kind.
    space = space_to_fill(draft.yard, bag, draft.ruleset)
    assert space is not None
    draft.yard = replaced(draft.yard, space, draw.face)
    # SETUP-2, TURN-10, MIX-14: the marker changes sides when the last tile with a back is added.
    first = space - space % SPACES
    is_last = all(draft.yard[first : first + SPACES]) or draw.face.kind not in kinds_in(draft.bag)
    if draft.marker is not None and is_last and draw.face.walls is None:
        draft.marker = draft.marker.moved
