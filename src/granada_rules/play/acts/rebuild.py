"""Rebuilding a city: extending, reducing, exchanging (REBUILD-1 … REBUILD-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules import placement
from granada_rules.base import stamper
from granada_rules.box import Clause, Violation, edges_of, tiles_of, unknown_face
from granada_rules.city import START, START_STAYS, can_be_laid, changed, sites, tile_at
from granada_rules.game import Exchange, Extend, Reduce
from granada_rules.play.acts.bonus import do_return_bonus
from granada_rules.play.draft import with_face, without_face
from granada_rules.play.flow import end_actions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.base import Stamp
    from granada_rules.box import Cell, Face, Seat
    from granada_rules.game import Player, Table
    from granada_rules.play.decision import Decision
    from granada_rules.play.draft import Draft

__all__ = [
    "do_exchange",
    "do_extend",
    "do_reduce",
    "legal_rebuilds",
    "wrong_exchange",
    "wrong_extension",
    "wrong_place",
    "wrong_reduction",
]

_extensions: Callable[[Stamp, Seat, Face, Iterable[Cell]], list[Extend]] = stamper(Extend, "cell")
_reductions: Callable[[Stamp, Seat, Iterable[Cell]], list[Reduce]] = stamper(Reduce, "cell")
_exchanges: Callable[[Stamp, Seat, Face, Iterable[Cell]], list[Exchange]] = stamper(Exchange, "cell")


def legal_rebuilds(decision: Decision) -> list[Iterable[Extend | Reduce | Exchange]]:
    """Return every way to rebuild the city, in groups; none of them is empty."""
    # One listing for three events: to look twice where each tile fits would slow down games by a twentieth.
    table, seat, stamp = decision.table, decision.seat, decision.stamp
    player, edges = table.players[seat], edges_of(tiles_of(table.ruleset))
    city = player.city
    rebuilds: list[Iterable[Extend | Reduce | Exchange]] = []
    exchanges: list[list[Exchange]] = []
    # HUT-1: equal huts are interchangeable, so they are listed once.
    reserve = dict.fromkeys(player.reserve) if table.modules.open_huts else player.reserve
    for face in reserve:
        free, taken = sites(city, face.kind).listed(edges[face.rank])
        # REBUILD-1, REBUILD-4, MIX-24: extend by a tile of the reserve. REBUILD-6: bought ones are not there.
        if free:
            rebuilds.append(_extensions(stamp, seat, face, free))
        # REBUILD-3, REBUILD-4, REBUILD-5, MIX-24: exchange a tile for one of the reserve.
        if taken:
            exchanges.append(_exchanges(stamp, seat, face, taken))
    # REBUILD-2, REBUILD-4, REBUILD-5: reduce by a tile that can be missed.
    quickly = None if len(table.ruleset.kinds) > 1 else sites(city, city.start).removable()
    if cells := placement.removable_cells(city) if quickly is None else quickly:
        rebuilds.append(_reductions(stamp, seat, cells))
    return rebuilds + exchanges


def wrong_extension(table: Table, player: Player, action: Extend) -> Iterator[Violation]:
    """Yield what is wrong with an extension."""
    yield from _not_in_reserve(table, player, action.face, Clause.REBUILD_1)
    yield from wrong_place(table, player, action.face, action.cell)


def wrong_reduction(table: Table, player: Player, action: Reduce) -> Iterable[Violation]:
    """Return what is wrong with a reduction."""
    # REBUILD-4: afterwards the city obeys all building rules.
    return _not_in_city(table, player, action.cell, Clause.REBUILD_2) or placement.violations(
        changed(player.city, action.cell, None)
    )


def wrong_exchange(table: Table, player: Player, action: Exchange) -> Iterator[Violation]:
    """Yield what is wrong with an exchange."""
    yield from _not_in_reserve(table, player, action.face, Clause.REBUILD_3)
    tiles = tiles_of(table.ruleset)
    if missing := _not_in_city(table, player, action.cell, Clause.REBUILD_3):
        yield from missing
    # REBUILD-4: afterwards the city obeys all building rules.
    elif action.face in tiles:
        yield from placement.violations(changed(player.city, action.cell, tiles.built(action.face)))


def wrong_place(table: Table, player: Player, face: Face, cell: Cell) -> Iterable[Violation]:
    """Return why a tile with this face cannot be built there."""
    tiles, city = tiles_of(table.ruleset), player.city
    if face not in tiles:
        return ()
    # REBUILD-4, PLACE-1, END-3: afterwards the city obeys all building rules.
    if can_be_laid(city, cell):
        return placement.violations(changed(city, cell, tiles.built(face)))
    return placement.why_not(city, cell, tiles.built(face))


def _not_in_reserve(table: Table, player: Player, face: Face, clause: Clause) -> Iterator[Violation]:
    tiles = tiles_of(table.ruleset)
    if face not in tiles:
        yield unknown_face(face, *tiles.kinds)
    elif face not in player.reserve:
        back = tiles.back(face)
        # PLACE-5: never turned over again.
        if back is not None and back in player.reserve:
            yield Violation(
                Clause.PLACE_5, f"{back} lies on the reserve, and is not turned over to {face}", faces=(face,)
            )
        # REBUILD-6: what was bought in this turn is not on the reserve yet.
        elif {face, back} & {*table.bought}:
            yield Violation(
                Clause.REBUILD_6, f"{face} was bought in this turn, and takes no part", faces=(face,)
            )
        # REBUILD-1, REBUILD-3: a tile of the own reserve.
        else:
            yield Violation(clause, f"{face} is not on the own reserve", faces=(face,))


def _not_in_city(table: Table, player: Player, cell: Cell, clause: Clause) -> tuple[Violation, ...]:
    # REBUILD-5: the start tile stays.
    if cell == START:
        return (START_STAYS,)
    # MIX-20: nor does the first tile of Granada.
    if cell == player.city.second:
        message = "the first tile of Granada is never moved or removed"
        return (Violation(Clause.MIX_20, message, cells=(cell,)),)
    # REBUILD-2, REBUILD-3: a tile of the own city.
    if cell not in player.city.tiles:
        return (Violation(clause, f"no tile of the {table.ruleset.city} lies at {cell}", cells=(cell,)),)
    return ()


def do_extend(draft: Draft, action: Extend) -> None:
    """Add the tile to the city."""
    player, face = draft.players[action.seat], action.face
    # REBUILD-1: from the reserve.
    city = changed(player.city, action.cell, tiles_of(draft.ruleset).built(face))
    draft.change_tiles(action.seat, city, without_face(player.reserve, face))
    end_actions(draft)


def do_reduce(draft: Draft, action: Reduce) -> None:
    """Take the tile out of the city."""
    player, cell = draft.players[action.seat], action.cell
    # REBUILD-2, PLACE-5: into the reserve, as it lay.
    old = tile_at(player.city, cell).face
    draft.change_tiles(action.seat, changed(player.city, cell, None), with_face(player.reserve, old))
    if draft.bonus:
        do_return_bonus(draft, action.seat, old)
    end_actions(draft)


def do_exchange(draft: Draft, action: Exchange) -> None:
    """Swap the tiles."""
    player, cell, face = draft.players[action.seat], action.cell, action.face
    # REBUILD-3, PLACE-5: one from the reserve, the other into it, each as it lay.
    city = changed(player.city, cell, tiles_of(draft.ruleset).built(face))
    old = tile_at(player.city, cell).face
    draft.change_tiles(action.seat, city, with_face(without_face(player.reserve, face), old))
    if draft.bonus:
        do_return_bonus(draft, action.seat, old)
    end_actions(draft)
