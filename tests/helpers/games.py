"""Games for tests: laid out card by card as wanted, because chance is a player; or played at random."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any, TypeVar, cast

import attrs
import pytest

import granada_rules as g
from granada_rules.box import OPTIONS, meaningless
from granada_rules.game import new_game, new_table
from granada_rules.play import way, ways

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Iterator

    from granada_rules.box import Tiles

each_game = pytest.mark.parametrize(
    "rules", [g.ALHAMBRA, g.GRANADA], ids=lambda rules: cast("g.Ruleset", rules).game
)
"""Runs a test in both games; it then counts for both where their clauses are the same."""

every_game = pytest.mark.parametrize(
    "rules", [g.ALHAMBRA, g.GRANADA, g.BOTH], ids=lambda rules: cast("g.Ruleset", rules).game
)
"""Runs a test in both games and in the game of both together; it then counts for all three."""


def otherwise(usual: g.Ruleset, **fields: Any) -> g.Ruleset:  # noqa: ANN401 - any of its fields
    """Return a ruleset in which every option that means something is the other way round, but for these."""
    options = [one for one in OPTIONS if one != "house_rules" and meaningless(usual, one) is None]
    return attrs.evolve(usual, **{one: not getattr(usual, one) for one in options} | fields)


NAMES = ("Red", "Blue", "Green", "Yellow", "White", "Orange")
RED, BLUE, GREEN, YELLOW = map(g.Seat, range(4))

OTHERS = ["g1 g2 g3 g3 g5 g5 g9", "b1 b2 b3 b4 b4 b5 b9"]
"""Hands of so many cards that Red begins."""

CHEAP = {g.Kind.ALHAMBRA: "PV2:NEW PV4:ES SE4:NE AC4:NES", g.Kind.GRANADA: "AR2 BA4 AR4 LI4"}
"""Tiles for 2, 4, 4 and 4. The first three have moats or walls on NEW, ES and NE."""

DIRKS = {
    g.Kind.ALHAMBRA: "TO10:W TO11:- TO11:N TO11:S TO9:NE TO13:E",
    g.Kind.GRANADA: "SC2 SC4 SC6 SC8 SC10 SC12",
}
"""Six buildings of one type."""


def faces(text: str) -> list[g.Face]:
    """Read faces such as ``"AR4 SC10"``."""
    return [g.Face.parse(code) for code in text.split()]


def other_face(tiles: Tiles, face: g.Face) -> g.Face:
    """Return the face on the other side of a tile of Granada."""
    back = tiles.back(face)
    assert back is not None
    return back


def played(game: g.Game, *events: g.Event) -> g.Game:
    """Apply one event after the other."""
    for event in events:
        game = g.apply(game, event)
    return game


def drawn(game: g.Game, cards: str = "", tiles: str = "", huts: str = "", bonus: str = "") -> g.Game:
    """Draw these cards, tiles, huts and bonus cards, each kind in this order, as they are due; else any."""
    left_cards, left_tiles = list(map(g.Card.parse, cards.split())), faces(tiles)
    left_huts, left_bonus = faces(huts), faces(bonus)
    while (due := game.table.draw_for) is not None:
        if due in {g.DrawFor.DIRK, g.DrawFor.YARD} and left_tiles:
            game = g.apply(game, g.DrawTile(left_tiles.pop(0)))
        elif due in {g.DrawFor.HAND, g.DrawFor.DISPLAY} and left_cards:
            game = g.apply(game, g.DrawCard(left_cards.pop(0)))
        elif due is g.DrawFor.BONUS and left_bonus:
            game = g.apply(game, g.DrawBonus(left_bonus.pop(0)))
        elif due is g.DrawFor.HUT and left_huts:
            game = g.apply(game, g.DrawHut(left_huts.pop(0)))
        else:
            game = g.apply(game, g.chance(game)[-1][0])
    assert not left_cards
    assert not left_tiles
    assert not left_bonus
    assert not left_huts
    return game


def laid(
    hands: Iterable[str],
    display: str = "",
    yard: str = "",
    dirk: str = "",
    *,
    huts: str = "",
    ruleset: g.Ruleset = g.GRANADA,
    ages: Iterable[float] | None = None,
    bonus: str = "",
) -> g.Game:
    """Set up a game for as many as there are hands, and deal it as wanted.

    Each hand is worth 20 to 28, and less than 20 without its last card, or it could not have been dealt
    (SETUP-3). Without a display or tiles any are drawn; for two, Dirk's six tiles are drawn before the yard.
    If both kinds are played, the tiles given are those of Alhambra.
    """
    dealt = list(hands)
    game = g.setup(NAMES[: len(dealt)], ruleset, ages=ages)
    if len(ruleset.kinds) > 1:
        # On each space a tile of Granada, too; for Dirk others after his.
        pairs = zip(yard.split(), CHEAP[g.Kind.GRANADA].split(), strict=False)
        yard = " ".join(f"{face} {other}" for face, other in pairs)
        dirk = f"{dirk} {DIRKS[g.Kind.GRANADA]}" if dirk else ""
    tiles = faces(dirk) + faces(yard)
    if dirk or len(dealt) != 2:
        tiles_due = yard if not dirk else f"{dirk} {yard}"
        return drawn(game, " ".join([*dealt, display]), tiles_due, huts, bonus)
    spare = [tile.front for tile in ruleset.tiles.tiles if tile.front not in tiles]
    return drawn(game, " ".join([*dealt, display]), " ".join(map(str, [*spare[:6], *tiles])), huts, bonus)


def cheap(rules: g.Ruleset, players: int = 3, display: str = "y1 g8 b3 o9", huts: str = "") -> g.Game:
    """Lay out a game in which Red begins, and can pay exactly for each of the cheap tiles."""
    hands = ["y2 g4 b4 o4 y5 g9", *OTHERS[: players - 1]]
    dirk = DIRKS[rules.kind] if players == 2 else ""
    game = laid(hands, display, CHEAP[rules.kind], dirk, huts=huts, ruleset=rules)
    assert game.table.to_act == RED
    return game


def buy(space: int, payment: str, seat: g.Seat = RED) -> g.Buy:
    """Return a purchase, such as ``buy(1, "y3 y4")``."""
    return g.Buy(seat, g.Space(space), money(payment))


def take(cards: str, seat: g.Seat = RED) -> g.TakeMoney:
    """Return the taking of cards, such as ``take("y3 g1")``."""
    return g.TakeMoney(seat, money(cards))


def taken(game: g.Game) -> g.Game:
    """Have the first card of the display taken by the player to act."""
    assert game.table.to_act is not None
    return g.apply(game, g.TakeMoney(game.table.to_act, [game.table.display[0]]))


def dirk(game: g.Game) -> g.DirksTiles:
    """Return Dirk's tiles in a game of two."""
    assert game.table.dirk is not None
    return game.table.dirk


def until(game: g.Game, seat: g.Seat) -> g.Game:
    """Let the others take money, the first card of the display, until that seat is to act."""
    while game.table.to_act != seat:
        game = drawn(game if game.table.to_act is None else taken(game))
    return game


def refused(game: g.Game, event: g.Event) -> tuple[g.Violation, ...]:
    """Have an event refused with all reasons at once, and without a trace; return them."""
    before, number = pickle.loads(pickle.dumps(game)), hash(game)  # noqa: S301 - its own pickle
    found = g.check(game, event)
    assert found
    with pytest.raises(g.ViolationError) as refusal:
        g.apply(game, event)
    assert refusal.value.violations == found
    assert event not in g.legal_actions(game)
    assert (game, hash(game)) == (before, number)
    return found


def clauses(violations: Iterable[g.Violation]) -> list[str]:
    """Return the clauses that are broken, in order."""
    return [violation.clause for violation in violations]


def at_random(
    game: g.Game, rng: random.Random, *, minimal: bool = True, most: int = 20_000
) -> Iterator[tuple[g.Game, g.Event]]:
    """Play on to the end, all legal actions equally likely, and show each event with the game before it."""
    for _ in range(most):
        if game.table.phase is g.Phase.OVER:
            return
        number = ways(game)
        event: g.Event
        if number:
            event = way(game, rng.randrange(number))
        else:
            event = rng.choice(list(g.legal_actions(game, minimal_payments=minimal)))
        yield game, event
        game = g.apply(game, event)
    raise AssertionError(f"not over after {most} events")


def at_decisions(game: g.Game, rng: random.Random) -> Iterator[g.Game]:
    """Play on at random, and show the games in which somebody has to decide."""
    return (before for before, _ in at_random(game, rng) if before.table.to_act is not None)


def money(text: str) -> g.Purse:
    """Read cards such as ``"y3 y4"``."""
    return g.Purse.parse(text)


Made = TypeVar("Made", g.Table, g.Game)


def altered(made: Made, **fields: Any) -> Made:  # noqa: ANN401 - any of its fields
    """Return a table or a game in which something is different, whether or not the rules allow it."""
    make: Any = {g.Table: new_table, g.Game: new_game}[type(made)]
    kept = {field.name: getattr(made, field.name) for field in attrs.fields(type(made)) if field.init}
    return cast("Made", make(**kept | fields))
