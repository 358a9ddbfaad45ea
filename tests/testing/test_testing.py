"""The kit for tests of others: what it refuses, and that no spoiled game passes its invariants."""

from __future__ import annotations

import random
import re
import sys
from functools import cache
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import granada_rules as g
from granada_rules.testing import (
    assert_consistent,
    assert_keeps_secrets,
    cities,
    events,
    faces,
    games,
    invariants,
    legal_cities,
    legal_events,
    legal_layouts,
    rulesets,
    tile_sets,
)
from granada_rules.testing.cities import laid as lying
from tests.helpers.drawn import with_city
from tests.helpers.games import NAMES, altered, laid
from tests.helpers.positions import decisions, penniless, positions, stages
from tests.house.test_rooms import loaded_modules

if TYPE_CHECKING:
    from collections.abc import Callable


# At the door.


def test_without_hypothesis_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("granada_rules.testing")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ImportError, match=re.escape("install granada-rules with the extra [testing]")):
        import_module("granada_rules.testing")


def test_who_imports_the_package_gets_no_hypothesis() -> None:
    assert not {name for name in loaded_modules("import granada_rules") if "hypothesis" in name}
    assert "hypothesis" in loaded_modules("import granada_rules.testing")


def test_every_name_is_there_and_explained() -> None:
    for name in g.testing.__all__:
        assert getattr(g.testing, name).__doc__


WRONG: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: games(1), ValueError, "players: expected 2 to 6, or several of these, got 1"),
    (lambda: games([]), ValueError, "players: expected 2 to 6, or several of these, got []"),
    (lambda: games([2, 7]), ValueError, "players: expected 2 to 6, or several of these, got [2, 7]"),
    (lambda: games(True), ValueError, "players: expected 2 to 6, or several of these, got True"),  # noqa: FBT003
    (lambda: games(2.0), ValueError, "players: expected 2 to 6, or several of these, got 2.0"),  # type: ignore[arg-type]
    (lambda: games(None), ValueError, "players: expected 2 to 6, or several of these, got None"),  # type: ignore[arg-type]
    (lambda: games(["Red"]), ValueError, "players: expected 2 to 6, or several of these, got ['Red']"),  # type: ignore[list-item]
    (
        lambda: games(ruleset="EN"),  # type: ignore[arg-type]
        TypeError,
        "ruleset: expected Ruleset, or a strategy for rulesets, got 'EN'",
    ),
    (lambda: games(phases=[]), ValueError, "phases: expected one Phase or more, such as [Phase.ACT], got []"),
    (lambda: games(phases=["act"]), ValueError, "phases: expected one Phase or more"),  # type: ignore[list-item]
    (lambda: games(phases=[[g.Phase.ACT]]), ValueError, "phases: expected one Phase or more"),  # type: ignore[list-item]
    (lambda: games(phases="act"), ValueError, "such as [Phase.ACT], got 'act'"),  # type: ignore[arg-type]
    (lambda: games(phases=None), ValueError, "such as [Phase.ACT], got None"),  # type: ignore[arg-type]
    (lambda: legal_cities("reference"), TypeError, "tile_set: expected TileSet, or None"),  # type: ignore[arg-type]
    (lambda: legal_cities(max_size=55), ValueError, "max_size: expected 0 to 54, got 55"),
    (lambda: legal_cities(max_size=-1), ValueError, "max_size: expected 0 to 54, got -1"),
    (
        lambda: legal_cities(g.reference(), kind=g.Kind.ALHAMBRA),
        ValueError,
        "tile_set: expected tiles of Alhambra, got those of Granada",
    ),
    (lambda: legal_cities(kind="alhambra"), TypeError, "kind: expected Kind, or None for both"),  # type: ignore[arg-type]
    (lambda: legal_layouts(max_size=109), ValueError, "max_size: expected 0 to 108, got 109"),
    (lambda: legal_layouts(g.reference()), TypeError, "tile_sets: expected TileSets, or None"),  # type: ignore[arg-type]
    (lambda: cities("granada"), TypeError, "kind: expected Kind, or None for both, got 'granada'"),  # type: ignore[arg-type]
    (lambda: faces(1), TypeError, "kind: expected Kind, or None for both, got 1"),  # type: ignore[arg-type]
    (lambda: tile_sets(g.reference()), TypeError, "kind: expected Kind, or None for both"),  # type: ignore[arg-type]
    (lambda: rulesets(g.GRANADA), TypeError, "kinds: expected Kind, got Ruleset("),  # type: ignore[arg-type]
    (lambda: rulesets(modules=["huts"]), TypeError, "modules: expected Module, got 'huts'"),  # type: ignore[list-item]
    (
        lambda: rulesets(g.Kind.GRANADA, g.Kind.GRANADA),
        ValueError,
        "kinds: expected one kind of tiles, or both",
    ),
    (lambda: events(2), TypeError, "expected Game, got int"),  # type: ignore[arg-type]
    (lambda: legal_events(2), TypeError, "expected Game, got int"),  # type: ignore[arg-type]
    (lambda: assert_consistent(2), TypeError, "expected Game, got int"),  # type: ignore[arg-type]
    (lambda: assert_keeps_secrets(g.view, 2), TypeError, "expected Game, got int"),  # type: ignore[arg-type]
    (lambda: legal_events(over()), ValueError, "the game is over, no event is legal"),
]


@pytest.mark.parametrize(("call", "error", "message"), WRONG)
def test_what_cannot_be_is_refused_at_once(
    call: Callable[[], object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=re.escape(message)):
        call()


# Consistent games.


def over() -> g.Game:
    return next(game for game in positions() if game.table.phase is g.Phase.OVER)


def waiting(phase: g.Phase, kind: g.Kind = g.Kind.GRANADA) -> g.Game:
    """Return a game of that kind in that phase, with tiles in a city."""
    there = [game for game in positions() if (game.table.phase, game.table.ruleset.kinds) == (phase, (kind,))]
    return next(game for game in there if game.table.players[0].city.tiles and len(game.hands) > 2)


def test_games_at_all_kinds_of_moments_are_consistent() -> None:
    for game in positions()[::3]:
        assert_consistent(game)


@pytest.mark.parametrize("with_sheets", [True, False])
@pytest.mark.parametrize("scorings", range(3))
def test_games_from_positions_are_consistent_to_the_end(scorings: int, *, with_sheets: bool) -> None:
    noted = next(game for game in decisions() if len(game.table.turned_up) == scorings).to_position()
    start = g.Game.from_position(noted if with_sheets else attrs.evolve(noted, sheets=None))
    assert len(start.sheets) == (scorings if with_sheets else 0)
    for game in islice(stages(start, random.Random(scorings)), None, None, 9):
        assert_consistent(game)
        assert len(start.sheets) <= len(game.sheets) <= len(start.sheets) + 3 - scorings


def on_the_table(game: g.Game, **fields: Any) -> g.Game:  # noqa: ANN401 - any of its fields
    return altered(game, table=altered(game.table, **fields))


def table_with(**fields: Any) -> Callable[[g.Game], g.Game]:  # noqa: ANN401 - any of its fields
    """Return what changes fields of the table."""
    return lambda game: on_the_table(game, **fields)


def with_a_tile(game: g.Game, change: Callable[[g.Built], g.Built]) -> g.Game:
    """Change the first tile of the first city."""
    city = game.table.players[0].city
    cell, tile = next(iter(city.tiles.items()))
    return altered(game, table=with_city(game.table, city.exchanged(cell, change(tile))))


def of_first_player(game: g.Game, **fields: Any) -> g.Game:  # noqa: ANN401 - any of its fields
    first, *others = game.table.players
    return on_the_table(game, players=(attrs.evolve(first, **fields), *others))


def first_player_with(**fields: Any) -> Callable[[g.Game], g.Game]:  # noqa: ANN401 - any of its fields
    """Return what changes fields of the first player."""
    return lambda game: of_first_player(game, **fields)


def in_a_row(city: g.City) -> g.City:
    """Lay the same tiles, as they are, far from the start tile."""
    cells = (g.Cell(number + 2, 0) for number in range(54))
    return g.City.of(zip(cells, city.tiles.values(), strict=False), city.start)


def with_another_moat(game: g.Game) -> g.Game:
    """Change an outer edge of the first city between barrier and none, which no building rule minds."""
    city = game.table.players[0].city
    cell, side = next(
        (cell, side) for cell in city.tiles for side in g.Edges if cell.neighbour(side) not in city.cells
    )
    tile = city.tiles[cell]
    changed = city.exchanged(cell, lying(tile.face, tile.moats ^ side))
    return altered(game, table=with_city(game.table, changed))


def with_tile_of_the_yard(game: g.Game) -> tuple[g.Tile, ...]:
    """Return the bag with the tile of the first space."""
    face, tiles = game.table.yard[0], game.table.ruleset.tiles
    assert face is not None
    return tuple(tile for tile in tiles.tiles if tile in game.table.bag or tile == tiles.tile(face))


GONE = {g.Kind.GRANADA: g.Face.parse("PA14"), g.Kind.ALHAMBRA: g.Face.parse("PV14:N")}


def with_what_no_box_has(game: g.Game) -> g.Game:
    """Give the first player a tile that no box has."""
    first = game.table.players[0]
    return of_first_player(game, reserve=(*first.reserve, GONE[game.table.ruleset.kind]))


SPOILED: dict[str, tuple[g.Phase, Callable[[g.Game], g.Game], str]] = {
    "a tile too few": (
        g.Phase.ACT,
        lambda game: on_the_table(game, bag=game.table.bag[1:]),
        "BOX-11, tiles: nowhere",
    ),
    "a tile twice": (
        g.Phase.ACT,
        lambda game: on_the_table(game, bag=(*game.table.bag, game.table.bag[0])),
        "BOX-11, tiles: too often",
    ),
    "a tile of no box": (g.Phase.ACT, with_what_no_box_has, "BOX-11, tiles: the box has no P"),
    "a card too few": (
        g.Phase.ACT,
        lambda game: altered(game, deck=game.deck - g.Purse.of([game.deck[0]])),
        "BOX-11, cards: nowhere",
    ),
    "a card twice": (
        g.Phase.ACT,
        lambda game: on_the_table(game, discards=game.table.discards + g.Purse.of([game.deck[0]])),
        "BOX-11, cards: too often",
    ),
    "no scoring card": (
        g.Phase.ACT,
        lambda game: altered(
            on_the_table(game, turned_up=()), piles=tuple(g.Pile(pile.size) for pile in game.piles)
        ),
        "BOX-11, scoring cards: none turned up or in the deck, none set aside",
    ),
    "B before A": (
        g.Phase.ACT,
        lambda game: altered(
            on_the_table(game, turned_up=(g.Scoring.B, g.Scoring.A)),
            piles=tuple(g.Pile(pile.size) for pile in game.piles),
        ),
        "BOX-11, scoring cards: B A turned up or in the deck, none set aside",
    ),
    "a deck told too small": (
        g.Phase.ACT,
        lambda game: on_the_table(game, deck_size=game.table.deck_size - 1),
        "on the table",
    ),
    "a hand told too large": (
        g.Phase.ACT,
        lambda game: of_first_player(game, hand_size=len(game.hands[0]) + 1),
        "cards, ",
    ),
    "a hand of nobody": (
        g.Phase.ACT,
        lambda game: altered(game, hands=(*game.hands, g.Purse())),
        "hands: expected one for each player",
    ),
    "a city that leads nowhere": (
        g.Phase.ACT,
        lambda game: altered(game, table=with_city(game.table, in_a_row(game.table.players[0].city))),
        "BUILD-3: ",
    ),
    "a roof turned": (
        g.Phase.ACT,
        lambda game: with_a_tile(
            game, lambda tile: g.Built(tile.face, tile.moats.turned(g.Edges.E), g.Edges.E)
        ),
        "BUILD-1: ",
    ),
    "nothing to draw for": (
        g.Phase.END_OF_TURN,
        table_with(draw_for=None),
        "phase end of turn: draw_for is None",
    ),
    "nobody to act": (g.Phase.ACT, table_with(turn=None), "phase act: turn is None"),
    "the turn of nobody": (g.Phase.ACT, table_with(turn=7), "phase act: turn is 7"),
    "nobody's turn ends": (g.Phase.END_OF_TURN, table_with(turn=None), "phase end of turn: turn is None"),
    "a turn when all is over": (g.Phase.OVER, table_with(turn=1), "phase over: turn is 1"),
    "nothing to place": (g.Phase.ACT, table_with(phase=g.Phase.PLACE), "phase place: bought is "),
    "ages in the midst of a game": (
        g.Phase.ACT,
        lambda game: on_the_table(game, age_ranks=tuple(range(len(game.hands)))),
        "phase act: ",
    ),
    "a draw for a hand in the midst of a game": (
        g.Phase.END_OF_TURN,
        table_with(draw_for=g.DrawFor.HAND),
        "phase end of turn: draw_for is DrawFor.HAND, expected ",
    ),
    "a scoring due whose card is not turned up": (
        g.Phase.END_OF_TURN,
        table_with(due=g.Scoring.C),
        "phase end of turn: the scoring Scoring.C is due",
    ),
    "a scoring due in a turn": (
        g.Phase.PLACE,
        lambda game: on_the_table(game, due=next(iter(game.table.turned_up), g.Scoring.A)),
        "phase place: the scoring Scoring.A is due",
    ),
    "Dirk at a table of many": (
        g.Phase.ACT,
        table_with(dirk=g.DirksTiles()),
        "Dirk: expected with two players, and only then",
    ),
    "points that nobody scored": (g.Phase.OVER, first_player_with(points=999), "points of "),
    "points lost": (g.Phase.OVER, first_player_with(points=0), "points of "),
    "a scoring without a sheet": (
        g.Phase.OVER,
        lambda game: altered(game, sheets=game.sheets[:-1]),
        "sheets: ",
    ),
    "a scoring twice": (
        g.Phase.OVER,
        lambda game: altered(game, sheets=(*game.sheets, game.sheets[-1])),
        "sheets: ",
    ),
    "fewer draws than none": (g.Phase.ACT, lambda game: altered(game, draws=-1), "cannot be written down: "),
    "a gap in the yard": (
        g.Phase.ACT,
        lambda game: on_the_table(game, yard=(None, *game.table.yard[1:]), bag=with_tile_of_the_yard(game)),
        "TURN-9: ",
    ),
    "a bag in another order": (
        g.Phase.ACT,
        lambda game: on_the_table(game, bag=game.table.bag[::-1]),
        "written down: read back as another game",
    ),
}


def only_the_spoiled_one_is_not_consistent(
    game: g.Game, spoil: Callable[[g.Game], g.Game], message: str
) -> None:
    """Have a game accepted as it is, and refused when something in it is spoiled, for this reason."""
    assert_consistent(game)
    with pytest.raises(AssertionError, match=re.escape(message)):
        assert_consistent(spoil(game))


@pytest.mark.parametrize("kind", g.Kind)
@pytest.mark.parametrize("spoiled", SPOILED)
def test_a_spoiled_game_is_not_consistent_and_the_reason_is_told(spoiled: str, kind: g.Kind) -> None:
    phase, spoil, message = SPOILED[spoiled]
    only_the_spoiled_one_is_not_consistent(waiting(phase, kind), spoil, message)


def with_start_of(kind: g.Kind) -> Callable[[g.Game], g.Game]:
    """Let the first player begin again, with the start tile of that kind, and take all to the reserve."""

    def spoil(game: g.Game) -> g.Game:
        first = game.table.players[0]
        faces = (*first.reserve, *(tile.face for tile in first.city.tiles.values()))
        return of_first_player(game, city=g.City.of(start=kind), reserve=faces)

    return spoil


def given_at_once(game: g.Game) -> g.Game:
    """Give a tile of the bag together with the one that waits."""
    tile, bag = game.table.bag[0], game.table.bag[1:]
    return on_the_table(game, bag=bag, bought=(*game.table.bought, tile.front), phase=g.Phase.GIFT)


SPOILED_BY_KIND: dict[str, tuple[g.Kind, g.Phase, Callable[[g.Game], g.Game], str]] = {
    "other moats than the tile set has": (g.Kind.GRANADA, g.Phase.ACT, with_another_moat, " has the moats "),
    "other walls than the tile set has": (
        *(g.Kind.ALHAMBRA, g.Phase.ACT, with_another_moat),
        "BOX-11, tiles: the box has no ",
    ),
    "no marker where tiles have backs": (
        *(g.Kind.GRANADA, g.Phase.ACT, table_with(marker=None)),
        "marker: expected one of even and odd, got None",
    ),
    "a marker where tiles have no backs": (
        *(g.Kind.ALHAMBRA, g.Phase.ACT, table_with(marker=g.Marker.ODD)),
        "marker: expected None, because tiles have no backs, got Marker.ODD",
    ),
    "a city of Alhambra in Granada": (
        *(g.Kind.GRANADA, g.Phase.ACT, with_start_of(g.Kind.ALHAMBRA)),
        ": a start tile of Alhambra, expected Granada",
    ),
    "a city of Granada in Alhambra": (
        *(g.Kind.ALHAMBRA, g.Phase.ACT, with_start_of(g.Kind.GRANADA)),
        ": a start tile of Granada, expected Alhambra",
    ),
    "a tile of Alhambra in Granada": (
        *(g.Kind.GRANADA, g.Phase.ACT, first_player_with(reserve=g.alhambra().faces[:1])),
        "BOX-11, tiles: the box has no PV2:NEW",
    ),
    "a tile of Granada in Alhambra": (
        *(g.Kind.ALHAMBRA, g.Phase.ACT, first_player_with(reserve=g.reference().faces[:1])),
        "BOX-11, tiles: the box has no AR2",
    ),
    "several gifts at once in Granada": (g.Kind.GRANADA, g.Phase.PLACE, given_at_once, " were given at once"),
}


@pytest.mark.parametrize("spoiled", SPOILED_BY_KIND)
def test_what_is_right_in_one_game_can_be_wrong_in_the_other(spoiled: str) -> None:
    kind, phase, spoil, message = SPOILED_BY_KIND[spoiled]
    only_the_spoiled_one_is_not_consistent(waiting(phase, kind), spoil, message)


@cache
def games_of_both(players: int = 3) -> tuple[g.Game, ...]:
    """Return a game of both together, event by event."""
    return tuple(stages(g.setup(NAMES[:players], g.BOTH), random.Random(players), thrift=0.4))


def without_a_beginning(game: g.Game) -> g.Game:
    """Forget where a layout of several tiles of Granada began."""
    table = game.table
    for seat, player in enumerate(table.players):
        forgotten = g.City.of(player.city.tiles, player.city.start)
        if forgotten.second is None and player.city.second is not None:
            players = [*table.players]
            players[seat] = attrs.evolve(player, city=forgotten)
            return on_the_table(game, players=tuple(players))
    raise LookupError("no Granada of several tiles")


def has_a_granada(game: g.Game) -> bool:
    granada = [
        [tile for tile in player.city.tiles.values() if tile.face.kind is g.Kind.GRANADA]
        for player in game.table.players
    ]
    return game.table.phase is g.Phase.ACT and max(map(len, granada)) > 1


def two_of_granada_given(game: g.Game) -> g.Game:
    """Give two tiles of Granada of the bag at once."""
    bag, last = game.table.bag[:-2], game.table.bag[-2:]
    bought = tuple(tile.front for tile in last)
    return on_the_table(game, bag=bag, bought=bought, phase=g.Phase.GIFT)


SPOILED_OF_BOTH: dict[str, tuple[int, Callable[[g.Game], bool], Callable[[g.Game], g.Game], str]] = {
    "Granada began nowhere": (3, has_a_granada, without_a_beginning, ": Granada began at None"),
    "B is nowhere": (
        3,
        lambda game: bool(game.table.aside and game.table.phase is g.Phase.ACT),
        table_with(aside=()),
        "BOX-11, scoring cards: A turned up or in the deck, none set aside",
    ),
    "B is set aside in the setup, and A is not": (
        3,
        lambda game: game.table.phase is g.Phase.SETUP,
        table_with(aside=(g.Scoring.B,), turned_up=(g.Scoring.A,)),
        "BOX-11, scoring cards: A turned up or in the deck, B set aside",
    ),
    "two tiles of one kind are given at once": (
        3,
        lambda game: game.table.phase is g.Phase.ACT and not game.table.extra,
        two_of_granada_given,
        " were given at once",
    ),
    "Dirk is owed a tile of Granada too many": (
        2,
        lambda game: game.table.draw_for is g.DrawFor.DIRK and game.table.phase is g.Phase.SETUP,
        table_with(dirk=g.DirksTiles((), 0, (5, 7))),
        "Dirk: 5 tiles of Alhambra owed, ",
    ),
    "a tile of Alhambra is drawn though its bag is empty": (
        3,
        lambda game: game.table.phase is g.Phase.ACT and None in game.table.yard and not game.table.extra,
        table_with(phase=g.Phase.END_OF_TURN, draw_for=g.DrawFor.YARD),
        "draw_for is DrawFor.YARD, expected None",
    ),
}


@pytest.mark.parametrize("spoiled", SPOILED_OF_BOTH)
def test_a_spoiled_game_of_both_is_not_consistent(spoiled: str) -> None:
    players, fits, spoil, message = SPOILED_OF_BOTH[spoiled]
    game = next(game for game in games_of_both(players) if fits(game))
    only_the_spoiled_one_is_not_consistent(game, spoil, message)


def test_several_gifts_at_once_are_consistent_only_where_they_are_given_together() -> None:
    game = next(
        game for game in positions() if game.table.phase is g.Phase.GIFT and len(game.table.bought) > 1
    )
    assert_consistent(game)
    one_by_one = attrs.evolve(game.table.ruleset, gifts_one_by_one=True)
    with pytest.raises(AssertionError, match=r"phase gift: .* were given at once"):
        assert_consistent(on_the_table(game, ruleset=one_by_one))


def drawing(phase: g.Phase, draw_for: g.DrawFor, scorings: int = 0) -> g.Game:
    """Return a game in which that is drawn for, after so many scoring cards."""
    for game in positions():
        table = game.table
        if (table.phase, table.draw_for, len(table.turned_up)) == (phase, draw_for, scorings):
            return game
    raise LookupError(f"{phase}, {draw_for}")


def owing(game: g.Game, tiles: int) -> g.Game:
    assert game.table.dirk is not None
    return on_the_table(game, dirk=attrs.evolve(game.table.dirk, owed_by_kind=(tiles,)))


def all_of_the_bag(game: g.Game) -> tuple[g.Face, ...]:
    """Return the reserve of the first player with all tiles of the bag."""
    return (*game.table.players[0].reserve, *(tile.front for tile in game.table.bag))


def with_nothing_but_discards(game: g.Game) -> g.Game:
    """Pay the whole deck."""
    emptied = on_the_table(game, discards=game.table.discards + game.deck, deck_size=0)
    return altered(emptied, deck=g.Purse(), piles=())


SPOILED_DRAWS: dict[str, tuple[tuple[g.Phase, g.DrawFor, int], Callable[[g.Game], g.Game], str]] = {
    "a yard refilled that is full": (
        (g.Phase.END_OF_TURN, g.DrawFor.DIRK, 1),
        table_with(draw_for=g.DrawFor.YARD),
        "draw_for is DrawFor.YARD, expected DrawFor.DIRK",
    ),
    "a yard refilled before the display": (
        (g.Phase.END_OF_TURN, g.DrawFor.DISPLAY, 0),
        table_with(draw_for=g.DrawFor.YARD),
        "draw_for is DrawFor.YARD, expected DrawFor.DISPLAY",
    ),
    "a display refilled from an empty deck": (
        (g.Phase.END_OF_TURN, g.DrawFor.DISPLAY, 2),
        with_nothing_but_discards,
        "deck: empty, but a card is to be drawn",
    ),
    "a card for nobody": (
        (g.Phase.SETUP, g.DrawFor.HAND, 0),
        table_with(turn=None),
        "phase setup: turn is None",
    ),
    "a card for the wrong seat": (
        (g.Phase.SETUP, g.DrawFor.HAND, 0),
        lambda game: on_the_table(game, turn=len(game.hands) - 1 - (game.table.turn or 0)),
        "phase setup: turn is ",
    ),
    "a setup that never ends": (
        (g.Phase.SETUP, g.DrawFor.DISPLAY, 0),
        table_with(draw_for=g.DrawFor.HAND, turn=0),
        "phase setup: turn is 0",
    ),
    "the age of only one": (
        (g.Phase.SETUP, g.DrawFor.YARD, 0),
        table_with(age_ranks=(0,)),
        "phase setup: 1 ages are known",
    ),
    "Dirk owed too much at the start": (
        (g.Phase.SETUP, g.DrawFor.DIRK, 0),
        lambda game: owing(game, 7),
        "Dirk: 7 tiles owed, ",
    ),
    "Dirk owed more than six after A": (
        (g.Phase.END_OF_TURN, g.DrawFor.DIRK, 1),
        lambda game: owing(game, 7),
        "Dirk: 7 tiles owed, ",
    ),
    "Dirk owed more than a third after B": (
        (g.Phase.END_OF_TURN, g.DrawFor.DIRK, 2),
        lambda game: owing(game, len(game.table.bag) // 3 + 1),
        " tiles owed, ",
    ),
    "a scoring due that has taken place": (
        (g.Phase.END_OF_TURN, g.DrawFor.DIRK, 1),
        table_with(due=g.Scoring.A),
        "phase end of turn: the scoring Scoring.A is due",
    ),
    "a yard refilled from an empty bag": (
        (g.Phase.END_OF_TURN, g.DrawFor.YARD, 0),
        lambda game: on_the_table(of_first_player(game, reserve=all_of_the_bag(game)), bag=()),
        "draw_for is DrawFor.YARD, expected None",
    ),
}


@pytest.mark.parametrize("spoiled", SPOILED_DRAWS)
def test_a_draw_that_is_not_due_is_not_consistent(spoiled: str) -> None:
    moment, spoil, message = SPOILED_DRAWS[spoiled]
    only_the_spoiled_one_is_not_consistent(drawing(*moment), spoil, message)


def test_a_display_that_stays_short_is_consistent() -> None:
    game = drawing(g.Phase.END_OF_TURN, g.DrawFor.YARD, 2)
    hoard = game.hands[0] + game.deck + game.table.discards + game.table.display
    hoarded = on_the_table(
        of_first_player(game, hand_size=len(hoard)), display=g.Purse(), discards=g.Purse(), deck_size=0
    )
    assert_consistent(altered(hoarded, hands=(hoard, *game.hands[1:]), deck=g.Purse(), piles=()))


def test_dirk_is_owed_nothing_in_a_turn() -> None:
    with pytest.raises(AssertionError, match="Dirk: 1 tile owed"):
        assert_consistent(owing(penniless(), 1))


@pytest.mark.parametrize(
    ("phase", "name", "lie", "message"),
    [
        (
            g.Phase.END_OF_TURN,
            "chance",
            lambda game: g.chance(game)[1:],
            "chance: the probabilities do not add up to 1",
        ),
        (g.Phase.ACT, "legal_actions", lambda _game: [], "legal_actions: expected some at a decision"),
        (
            g.Phase.OVER,
            "legal_actions",
            lambda _game: [g.Pass(g.Seat(0))],
            "legal_actions: expected some at a decision",
        ),
        (
            g.Phase.ACT,
            "legal_actions",
            lambda _game: [g.Pass(g.Seat(0))],
            "is listed, but check refuses it: TURN-",
        ),
        (g.Phase.END_OF_TURN, "check", lambda *_: ["so"], "is listed, but check refuses it: so"),
    ],
)
def test_a_game_in_which_the_rules_contradict_themselves_is_not_consistent(
    monkeypatch: pytest.MonkeyPatch, phase: g.Phase, name: str, lie: Callable[..., object], message: str
) -> None:
    game = waiting(phase)
    monkeypatch.setattr(invariants, name, lie)
    with pytest.raises(AssertionError, match=re.escape(message)):
        assert_consistent(game)


# Secrets.


def test_what_is_made_of_views_keeps_secrets() -> None:
    for game in positions()[::20]:
        assert_keeps_secrets(g.view, game)
        assert_keeps_secrets(lambda game, seat: repr(g.view(game, seat)), game)


def test_what_has_happened_in_public_is_no_secret() -> None:
    for game in positions()[::20]:
        assert_keeps_secrets(lambda game, _seat: (game.table, game.draws, game.sheets), game)


def in_secret() -> g.Game:
    return laid(["y9 y9 y2", "b9 b9 b3", "g9 g9 g4"], "o1 o2 o3 o4", "AR2 BA4 LI6 HS8")


@pytest.mark.parametrize(
    ("show", "message"),
    [
        (lambda game, _seat: game.hands[0], "seat 1, Blue, can tell what is hidden: Purse.parse('y2 y9 y9')"),
        (lambda game, seat: game.hands[0] if seat == 1 else "", "seat 1, Blue, can tell what is hidden"),
        (lambda game, seat: game.hands[0] if seat is None else "", "a spectator can tell what is hidden"),
        (lambda game, _seat: game.deck, "seat 0, Red, can tell what is hidden"),
        (
            lambda game, _seat: f"Red\n{game.hands[0]}\n{game.hands[1]}\n",
            "seat 0, Red, can tell what is hidden: 'b3 b9 b9\\n' here, ",
        ),
    ],
)
def test_a_page_that_tells_a_secret_is_found(
    show: Callable[[g.Game, g.Seat | None], object], message: str
) -> None:
    with pytest.raises(AssertionError, match=re.escape(message)):
        assert_keeps_secrets(show, in_secret())
