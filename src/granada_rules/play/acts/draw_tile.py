"""Drawing a tile from the bag, for the yard or for Dirk."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING

from granada_rules.clauses import Clause, Violation
from granada_rules.events import DrawTile
from granada_rules.game import DirksTiles
from granada_rules.play.draft import replaced, with_face
from granada_rules.sealed import maker, stamp_of, stamper
from granada_rules.state import DrawFor
from granada_rules.tile_set import unknown_face

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.game import Game, Table
    from granada_rules.play.draft import Draft
    from granada_rules.sealed import Stamp
    from granada_rules.tiles import Face, Tile

__all__ = ["do_draw_tile", "legal_tile_draws", "tile_way", "wrong_tile_draw"]

_tile_draws: Callable[[Stamp, Iterable[Face]], list[DrawTile]] = stamper(DrawTile, "face")
_dirks = maker(DirksTiles, DirksTiles.__init__)

# On Python 3.11 a constant takes a tenth of the time of an enum member.
_FOR_DIRK = DrawFor.DIRK


def legal_tile_draws(game: Game) -> list[DrawTile]:
    """Return the tiles that can be drawn, in their order; each is equally likely."""
    table = game.table
    return _tile_draws(stamp_of(game), [_up(table, tile) for tile in table.bag])


def tile_way(game: Game, number: int) -> DrawTile:
    """Return the tile that is drawn in the way of that number, counted from 0."""
    table = game.table
    return _tile_draws(stamp_of(game), (_up(table, table.bag[number]),))[0]


def _up(table: Table, tile: Tile) -> Face:
    # BOX-9: with the face up that the marker shows. A tile without a back has only one.
    return tile.front if table.marker is None else table.marker.up(tile)


def wrong_tile_draw(table: Table, face: Face) -> Iterator[Violation]:
    """Yield why that tile cannot come out of the bag."""
    tiles = table.ruleset.tiles
    if face not in tiles:
        yield unknown_face(face, tiles.kind)
        return
    tile = tiles.tile(face)
    # BOX-11: a tile that lies elsewhere is not in the bag.
    if tile not in table.bag:
        yield Violation(Clause.BOX_11, f"{face} is not in the bag", faces=(face,))
    # BOX-9, TURN-9, DIRK-5, DIRK-6: with the face that the marker shows.
    if table.marker is not None and face != table.marker.up(tile):
        message = f"the marker shows {table.marker.value}: {table.marker.up(tile)} lies up, not {face}"
        yield Violation(Clause.BOX_9, message, faces=(face,))


_rank = attrgetter("front.rank")


def do_draw_tile(draft: Draft, draw: DrawTile) -> None:
    """Take the tile out of the bag, and lay it down."""
    draft.draws += 1
    place = bisect_left(draft.bag, draft.ruleset.tiles.tile(draw.face).front.rank, key=_rank)
    draft.bag = draft.bag[:place] + draft.bag[place + 1 :]
    if draft.draw_for is _FOR_DIRK:
        # DIRK-3, DIRK-5, DIRK-6, A-DIRK-3, A-DIRK-5, A-DIRK-6: for Dirk. The marker stays where it is.
        assert draft.dirk is not None
        faces, owed = with_face(draft.dirk.faces, draw.face), draft.dirk.owed - 1
        draft.dirk = _dirks(faces, draft.dirk.points, owed)
        return
    # SETUP-2, TURN-9, A-SETUP-2, A-TURN-9: on the lowest free space.
    draft.yard = replaced(draft.yard, draft.yard.index(None), draw.face)
    # SETUP-2, TURN-10: when tiles were added, and no more can be, the marker changes sides.
    if draft.marker is not None and (all(draft.yard) or not draft.bag):
        draft.marker = draft.marker.moved
