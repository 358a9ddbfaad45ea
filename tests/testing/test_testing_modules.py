"""The kit for tests of others, with modules: no game with a spoiled module passes its invariants."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING, Any

import attrs
import pytest

from granada_rules import DrawFor, Face, Kind, Module, Phase, Pile, Purse, Ruleset, Seat, setup
from granada_rules.testing import assert_consistent
from tests.helpers.games import NAMES, altered
from tests.helpers.positions import stages
from tests.testing.test_testing import on_the_table, only_the_spoiled_one_is_not_consistent, table_with

if TYPE_CHECKING:
    from collections.abc import Callable

    from granada_rules import Game

WITH_MODULES = Ruleset(kinds=[Kind.ALHAMBRA], modules=Module)


@cache
def games(players: int = 3) -> tuple[Game, ...]:
    """Return a game with all modules, event by event."""
    return tuple(stages(setup(NAMES[:players], WITH_MODULES), random.Random(players), thrift=0.4))


def with_modules(game: Game, **fields: Any) -> Game:  # noqa: ANN401 - any of its fields
    return on_the_table(game, modules=attrs.evolve(game.table.modules, **fields))


def modules_with(**fields: Any) -> Callable[[Game], Game]:  # noqa: ANN401 - any of its fields
    """Return what changes fields of the modules."""
    return lambda game: with_modules(game, **fields)


def in_phase(phase: Phase, draw_for: DrawFor | None = None) -> Callable[[Game], bool]:
    return lambda game: (game.table.phase, game.table.draw_for) == (phase, draw_for)


def replaced(things: tuple[Any, ...], place: int, thing: object) -> tuple[Any, ...]:
    return (*things[:place], thing, *things[place + 1 :])


def asked(game: Game) -> Seat:
    assert game.table.modules.asked is not None
    return game.table.modules.asked


def with_pawn_turned(game: Game) -> Game:
    """Turn over the pawn of who is asked."""
    pawns = game.table.modules.pawns
    return with_modules(game, pawns=replaced(pawns, asked(game), not pawns[asked(game)]))


def with_two_favours(game: Game) -> Game:
    """Let the one who used the pawn place a tile of the bag, too."""
    bag, tile = game.table.bag[1:], game.table.bag[0]
    return on_the_table(game, bag=bag, bought=tuple(sorted((*game.table.bought, tile.front))))


def with_an_exchange_card_less(game: Game) -> Game:
    """Forget that a pile has an exchange card."""
    place = next(number for number, pile in enumerate(game.piles) if pile.exchange)
    pile = game.piles[place]
    return altered(game, piles=replaced(game.piles, place, attrs.evolve(pile, exchange=pile.exchange - 1)))


def with_exchange_cards_bound_again(game: Game) -> Game:
    """Bind one of the shuffled exchange cards to its pile."""
    pile = game.piles[0]
    return altered(game, piles=(Pile(pile.size, pile.scoring, 1), *game.piles[1:]))


def shuffled(game: Game) -> bool:
    """Tell whether several exchange cards are in the deck, and in no certain pile."""
    is_free = not any(pile.exchange for pile in game.piles)
    return game.table.phase is Phase.ACT and is_free and len(game.deck.exchange_cards) > 1


def with_cards_of(game: Game, cards: tuple[Face, ...]) -> Game:
    """Let the first player hide these cards."""
    hidden = (len(cards), *game.table.modules.hidden[1:])
    return altered(with_modules(game, hidden=hidden), bonus=(cards, *game.bonus[1:]))


def shown_without_a_tile(game: Game) -> bool:
    """Tell whether the first player hides a card, and has not built its tile."""
    built = {tile.face for tile in game.table.players[0].city.tiles.values()}
    return game.table.phase is Phase.ACT and bool({*game.bonus[0]} - built)


def with_a_card_shown(game: Game) -> Game:
    built = {tile.face for tile in game.table.players[0].city.tiles.values()}
    card = next(face for face in game.bonus[0] if face not in built)
    shown = tuple(sorted((*game.table.modules.shown[0], card)))
    less = with_cards_of(game, tuple(face for face in game.bonus[0] if face != card))
    return with_modules(less, shown=replaced(game.table.modules.shown, 0, shown))


def with_four_huts(game: Game) -> Game:
    """Give the first player four huts that lie below."""
    below = game.table.modules.huts_below
    first, *others = game.table.players
    rich = attrs.evolve(first, reserve=tuple(sorted((*first.reserve, *below[:4]))))
    return on_the_table(with_modules(game, huts_below=below[4:]), players=(rich, *others))


def with_open_huts_exchanged(game: Game) -> Game:
    one, other, *rest = game.table.modules.open_huts
    return with_modules(game, open_huts=(other, one, *rest))


def with_a_pile_turned_down(game: Game) -> Game:
    """Turn down an open hut."""
    first, *others = game.table.modules.open_huts
    below = tuple(sorted(hut for hut in (*game.table.modules.huts_below, first) if hut is not None))
    return with_modules(game, open_huts=(None, *others), huts_below=below)


def with_a_hut_in_the_hand(game: Game) -> Game:
    below = game.table.modules.huts_below
    return on_the_table(with_modules(game, huts_below=below[1:]), bought=below[:1])


ACT = in_phase(Phase.ACT)

SPOILED: dict[str, tuple[Callable[[Game], bool], Callable[[Game], Game], str]] = {
    # Vizier's favour.
    "a pawn is missing": (
        ACT,
        lambda game: with_modules(game, pawns=game.table.modules.pawns[1:]),
        "pawns: expected 3, got 2",
    ),
    "nobody is asked between turns": (
        in_phase(Phase.FAVOUR),
        modules_with(asked=None),
        "phase favour: None is asked",
    ),
    "somebody is asked in a turn": (ACT, modules_with(asked=Seat(0)), "phase act: 0 is asked"),
    "somebody is asked whose pawn is inactive": (
        in_phase(Phase.FAVOUR),
        with_pawn_turned,
        "phase favour: the pawn of ",
    ),
    "a pawn was used, and is active": (
        in_phase(Phase.PLACE_FAVOUR),
        with_pawn_turned,
        "phase place favour: the pawn of ",
    ),
    "two tiles were bought with a pawn": (
        in_phase(Phase.PLACE_FAVOUR),
        with_two_favours,
        "phase place favour: 2 tiles were bought",
    ),
    "a card is drawn between turns": (
        in_phase(Phase.FAVOUR, DrawFor.YARD),
        table_with(draw_for=DrawFor.DISPLAY),
        "phase favour: draw_for is DrawFor.DISPLAY, expected DrawFor.YARD",
    ),
    # Currency exchange.
    "an exchange card is in no pile": (
        ACT,
        with_an_exchange_card_less,
        "EXC-2: 5 exchange cards in certain piles, and 6 in the deck",
    ),
    "exchange cards are in a certain pile again": (
        shuffled,
        with_exchange_cards_bound_again,
        "EXC-2: 1 exchange card in certain piles, and ",
    ),
    "an exchange card is there twice": (
        ACT,
        lambda game: altered(game, hands=(game.hands[0] + Purse.parse("yb"), *game.hands[1:])),
        "BOX-11, cards: too often yb",
    ),
    "an exchange card is nowhere": (
        ACT,
        lambda game: altered(game, deck=game.deck - Purse.parse("go")),
        "BOX-11, cards: nowhere go",
    ),
    "exchange cards are in the deck while hands are dealt": (
        in_phase(Phase.SETUP, DrawFor.HAND),
        lambda game: altered(game, deck=game.deck + Purse.parse("yg")),
        "BOX-11, cards: too often yg",
    ),
    # Bonus cards.
    "nobody has a bonus card": (
        ACT,
        lambda game: altered(game, bonus=()),
        "bonus cards: expected those of 3 players, got (0, 3, 3)",
    ),
    "two players have the same bonus card": (
        ACT,
        lambda game: with_cards_of(game, (game.bonus[1][0], *game.bonus[0][1:])),
        "MOD-5, bonus cards: too often or unknown among ",
    ),
    "a bonus card is for a tile with walls": (
        ACT,
        lambda game: with_cards_of(game, (Face.parse("GA10:N"), *game.bonus[0][1:])),
        "MOD-5, bonus cards: too often or unknown among ",
    ),
    "fewer bonus cards are told of than there are": (
        ACT,
        lambda game: with_modules(game, hidden=replaced(game.table.modules.hidden, 0, 2)),
        "bonus cards of Red: 3 hidden, 2 on the table",
    ),
    "a bonus card is lost": (
        ACT,
        lambda game: with_cards_of(game, game.bonus[0][1:]),
        "bonus cards of Red: 2, not 3",
    ),
    "a bonus card is shown without its tile": (shown_without_a_tile, with_a_card_shown, " shown"),
    "bonus cards are shown, and no scoring is due": (
        in_phase(Phase.REVEAL),
        table_with(due=None),
        "phase reveal: no scoring is due",
    ),
    "a bonus card is dealt to a seat that is not due": (
        in_phase(Phase.SETUP, DrawFor.BONUS),
        table_with(turn=Seat(2)),
        "phase setup: turn is 2",
    ),
    "the display is dealt before bonus cards": (
        in_phase(Phase.SETUP, DrawFor.BONUS),
        table_with(draw_for=DrawFor.DISPLAY, turn=None),
        "draw_for is DrawFor.DISPLAY, expected DrawFor.BONUS",
    ),
    "nobody is asked who gets tiles": (
        in_phase(Phase.GIFT),
        modules_with(asked=None),
        "phase gift: None is asked",
    ),
    # Builders' huts.
    "there are no piles of huts": (ACT, modules_with(open_huts=()), "huts: 0 piles, expected 6"),
    "a hut is nowhere": (
        ACT,
        lambda game: with_modules(game, huts_below=game.table.modules.huts_below[1:]),
        "MOD-5, huts: nowhere ",
    ),
    "a hut is there twice": (
        ACT,
        lambda game: with_modules(game, huts_below=(below(game)[0], *below(game)[1:], below(game)[-1])),
        "MOD-5, huts: too often ",
    ),
    "a player has four huts": (ACT, with_four_huts, "HUT-7, huts of Red: "),
    "a hut lies on another pile": (ACT, with_open_huts_exchanged, "lies open on the pile for Pavilion"),
    "a hut was taken, and nothing is placed": (ACT, with_a_hut_in_the_hand, "written down: MOD-4: "),
    "no hut is turned up in a turn": (ACT, with_a_pile_turned_down, "written down: "),
    "tiles are drawn while a hut is due": (
        in_phase(Phase.END_OF_TURN, DrawFor.HUT),
        table_with(draw_for=DrawFor.YARD),
        "phase end of turn: bought is ",
    ),
    "hands are dealt before huts": (
        in_phase(Phase.SETUP, DrawFor.HUT),
        table_with(draw_for=DrawFor.HAND, turn=Seat(0)),
        "draw_for is DrawFor.HAND, expected DrawFor.HUT",
    ),
}


def below(game: Game) -> tuple[Face, ...]:
    return game.table.modules.huts_below


@pytest.mark.parametrize("spoiled", SPOILED)
def test_a_game_with_a_spoiled_module_is_not_consistent_and_the_reason_is_told(spoiled: str) -> None:
    fits, spoil, message = SPOILED[spoiled]
    only_the_spoiled_one_is_not_consistent(next(game for game in games() if fits(game)), spoil, message)


def test_who_hides_nothing_is_not_asked_to_show_a_card() -> None:
    game = next(game for game in games(6) if in_phase(Phase.REVEAL)(game) and 0 in game.table.modules.hidden)
    assert_consistent(game)
    seat = Seat(game.table.modules.hidden.index(0))
    with pytest.raises(AssertionError, match=f"phase reveal: {NAMES[seat]} is asked, and hides nothing"):
        assert_consistent(with_modules(game, asked=seat))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"pawns": (True,) * 3}, "pawns: expected 0, got 3"),
        ({"asked": Seat(0)}, "phase act: 0 is asked"),
        ({"shown": ((), (), ())}, "bonus cards: expected those of 0 players, got (0, 3, 0)"),
        ({"open_huts": (None,) * 6}, "huts: 6 piles, expected 0"),
        ({"huts_below": (Face.parse("AC*:N"),)}, "MOD-5, huts: too often AC*:N"),
    ],
)
def test_without_modules_nothing_of_them_is_there(fields: dict[str, object], message: str) -> None:
    rules = Ruleset(kinds=[Kind.ALHAMBRA])
    game = next(game for game in stages(setup(NAMES[:3], rules), random.Random(0)) if ACT(game))
    only_the_spoiled_one_is_not_consistent(game, modules_with(**fields), message)
