"""Turning up a hut on its pile (HUT-3, HUT-5)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

from granada_rules.clauses import Clause, Violation
from granada_rules.events import DrawHut
from granada_rules.hut_set import HUT_BUILDINGS
from granada_rules.play.draft import replaced, without_face
from granada_rules.sealed import stamp_of, stamper
from granada_rules.state import Phase
from granada_rules.tile_set import unknown_face

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.game import Game, Table
    from granada_rules.play.draft import Draft
    from granada_rules.sealed import Stamp
    from granada_rules.tiles import Face

__all__ = ["do_draw_hut", "hut_way", "hut_ways", "legal_hut_draws", "wrong_hut_draw"]

_draws: Callable[[Stamp, Iterable[Face]], list[DrawHut]] = stamper(DrawHut, "face")


def _below(game: Game | Draft) -> list[Face]:
    """Return the huts that lie below in the pile of which one is turned up, in order."""
    modules = game.table.modules
    building = modules.hut_to_draw
    return [hut for hut in modules.huts_below if hut.building is building]


def legal_hut_draws(game: Game | Draft) -> Iterator[tuple[DrawHut, int]]:
    """Generate the huts that can be turned up, in order, each with the number of ways."""
    # HUT-3: the pile was shuffled, so each hut is equally likely.
    many = Counter(_below(game))
    return zip(_draws(stamp_of(game), many), many.values(), strict=True)


def hut_ways(game: Game | Draft) -> int:
    """Return how many equally likely ways there are to turn up a hut."""
    return len(_below(game))


def hut_way(game: Game | Draft, number: int) -> DrawHut:
    """Return the hut that is turned up in the way of that number, counted from 0."""
    return _draws(stamp_of(game), (_below(game)[number],))[0]


def wrong_hut_draw(table: Table, hut: Face) -> Iterator[Violation]:
    """Yield why that hut cannot be turned up."""
    tiles, modules = table.ruleset.tiles, table.modules
    if hut not in tiles or not hut.is_hut:
        yield (
            unknown_face(hut, *tiles.kinds)
            if hut not in tiles
            else Violation(Clause.HUT_3, f"{hut} is a building tile, and a hut is turned up", faces=(hut,))
        )
        return
    # MOD-5: a hut that lies elsewhere is in no pile.
    if hut not in modules.huts_below:
        yield Violation(Clause.MOD_5, f"{hut} is not in the pile", faces=(hut,))
    # HUT-3: one for each type, in order. HUT-5: of the pile from which one was taken.
    lying = {one.building for one in modules.open_huts if one is not None}
    left = {one.building for one in modules.huts_below}
    due = next(building for building in HUT_BUILDINGS if building in left - lying)
    if hut.building is not due:
        clause = Clause.HUT_3 if table.phase is Phase.SETUP else Clause.HUT_5
        yield Violation(clause, f"a hut for {due.label} is turned up, not {hut}", faces=(hut,))


def do_draw_hut(draft: Draft, draw: DrawHut) -> None:
    """Turn up the hut."""
    draft.draws += 1
    modules, hut = draft.modules, draw.face
    # HUT-3, HUT-5: it lies open on its pile.
    draft.modules = attrs.evolve(
        modules,
        open_huts=replaced(modules.open_huts, HUT_BUILDINGS.index(hut.building), hut),
        huts_below=without_face(modules.huts_below, hut),
    )
