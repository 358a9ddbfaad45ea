"""Games for tests: laid out card by card as wanted, because chance is a player; or played at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules import (
    GRANADA,
    Card,
    DrawCard,
    DrawFor,
    DrawTile,
    Face,
    Phase,
    Purse,
    apply,
    chance,
    legal_actions,
    setup,
)
from granada_rules.play.chances import way, ways

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator

    from granada_rules import Event, Game, Ruleset

NAMES = ("Red", "Blue", "Green", "Yellow", "White", "Orange")


def faces(text: str) -> list[Face]:
    """Read faces such as ``"AR4 SC10"``."""
    return [Face.parse(code) for code in text.split()]


def played(game: Game, *events: Event) -> Game:
    """Apply one event after the other."""
    for event in events:
        game = apply(game, event)
    return game


def drawn(game: Game, cards: str = "", tiles: str = "") -> Game:
    """Draw these cards and tiles, each kind in this order, as they are due; where none is left, the first possible."""
    left_cards, left_tiles = list(map(Card.parse, cards.split())), faces(tiles)
    while (due := game.table.draw_for) is not None:
        if due in {DrawFor.DIRK, DrawFor.YARD} and left_tiles:
            game = apply(game, DrawTile(left_tiles.pop(0)))
        elif due in {DrawFor.HAND, DrawFor.DISPLAY} and left_cards:
            game = apply(game, DrawCard(left_cards.pop(0)))
        else:
            game = apply(game, chance(game)[-1][0])
    assert not left_cards
    assert not left_tiles
    return game


def laid(
    hands: Iterable[str],
    display: str = "",
    yard: str = "",
    dirk: str = "",
    ruleset: Ruleset = GRANADA,
    ages: Iterable[float] | None = None,
) -> Game:
    """Set up a game for as many as there are hands, and deal it as wanted.

    Each hand is worth 20 to 28, and less than 20 without its last card, or it could not have been dealt
    (SETUP-3). Without a display or tiles any are drawn; for two, Dirk's six tiles are drawn before the yard.
    """
    dealt = list(hands)
    game = setup(NAMES[: len(dealt)], ruleset, ages=ages)
    tiles = faces(dirk) + faces(yard)
    if dirk or len(dealt) != 2:
        return drawn(game, " ".join([*dealt, display]), yard if not dirk else f"{dirk} {yard}")
    spare = [tile.even for tile in ruleset.tiles.tiles if tile.even not in tiles]
    return drawn(game, " ".join([*dealt, display]), " ".join(map(str, [*spare[:6], *tiles])))


def at_random(
    game: Game, rng: random.Random, *, minimal: bool = True, most: int = 20_000
) -> Iterator[tuple[Game, Event]]:
    """Play on at random to the end, all legal actions equally likely, showing each event with the game before it."""
    for _ in range(most):
        if game.table.phase is Phase.OVER:
            return
        number = ways(game)
        event: Event
        if number:
            event = way(game, rng.randrange(number))
        else:
            event = rng.choice(list(legal_actions(game, minimal_payments=minimal)))
        yield game, event
        game = apply(game, event)
    raise AssertionError(f"not over after {most} events")


def at_decisions(game: Game, rng: random.Random) -> Iterator[Game]:
    """Play on at random, and show the games in which somebody has to decide."""
    return (before for before, _ in at_random(game, rng) if before.table.to_act is not None)


def money(text: str) -> Purse:
    """Read cards such as ``"y3 y4"``."""
    return Purse.parse(text)
