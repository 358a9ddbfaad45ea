"""Compare the end of the last turn: whether the game ends, and who gets which tile of the yard."""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING

import attrs

from granada_rules import DrawFor, DrawTile, Kind, NotedTile, Pass, Phase, Store, apply
from granada_rules.play import way, ways
from tests.oracle import action_facts, bridge
from tests.oracle.bridge import agree
from tests.oracle.plain_actions import Case

if TYPE_CHECKING:
    from random import Random

    from granada_rules import Face, Game

Yard = list["Face | None"]


def compare_gifts(last: Game, random: Random) -> Counter[str]:
    """END-1 … END-3, A-END-3: from the last placement on the same tiles go to the same players, in order."""
    game, yard = refilled(last, random)
    noted = [None if face is None else NotedTile(face) for face in yard]
    facts = action_facts.table(attrs.evolve(game.to_position(), yard=tuple(noted)))
    (model,) = bridge.models(["gifts.lp"], facts, ["ends/0", "gift/3", "stays/1"])
    over = game.table.phase in {Phase.GIFT, Phase.OVER}
    agree("whether the game ends", Case(last), over, bool(model["ends"]))
    if not over:
        return Counter({"END-1 not yet": 1})
    gifts, left = given(game, yard, random)
    agree("gifts in their order", Case(last), gifts, sorted(model["gift"]))
    agree("tiles that nobody gets", Case(last), left, {space for (space,) in model["stays"]})
    seen = Counter(tie(game, space) for space in left)
    if game.table.ruleset.kinds != (Kind.GRANADA,):
        clause = "A-END-3" if len(game.table.ruleset.kinds) == 1 else "MIX-35"
        several = [many for many in Counter(number for number, _, _ in gifts).values() if many > 1]
        seen.update(f"{clause} a gift of {many} tiles" for many in several)
        seats = [seat for _, _, seat in gifts]
        again = {seat for seat in seats if seats.count(seat) > 1}
        seen[f"{clause} several tiles one by one"] += bool(again) and not several
        seen["A-END-3 others between the tiles of a receiver"] += (
            clause == "A-END-3" and sorted(gifts, key=itemgetter(1)) != gifts
        )
    return seen + Counter(
        {"END-1 ended": 1, "END-2 given": len(gifts), "END-2 nobody gets any": bool(left) and not gifts}
    )


def refilled(game: Game, random: Random) -> tuple[Game, Yard]:
    """Store the last tile and draw what is due; return the game then, and the yard before any gift."""
    table = game.table
    assert table.turn is not None
    yard, spaces = list(table.yard), [kind for _, kind in table.ruleset.spaces]
    for face in table.bought:
        game = declined(apply(game, Store(table.turn, face)))
    while number := ways(game):
        draw = way(game, random.randrange(number))
        if game.table.draw_for is DrawFor.YARD and isinstance(draw, DrawTile):
            # TURN-9, MIX-13: the lowest free space for its kind.
            yard[yard.index(None, spaces.index(draw.face.kind))] = draw.face
        game = declined(apply(game, draw))
    return game, yard


def declined(game: Game) -> Game:
    """Let everybody decline who is asked to use a pawn, or to show a bonus card (VIZ-9, BON-4)."""
    while game.table.phase in {Phase.FAVOUR, Phase.REVEAL} and game.table.to_act is not None:
        game = apply(game, Pass(game.table.to_act))
    return game


def given(game: Game, yard: Yard, random: Random) -> tuple[list[tuple[int, int, int]], set[int]]:
    """Return which gift comes from which space to whom, and the spaces that keep their tiles."""
    gifts: list[tuple[int, int, int]] = []
    number, lying = 0, list(yard)
    while game.table.phase is Phase.GIFT:
        together, seat = game.table.bought, game.table.to_act
        assert seat is not None
        number += 1
        gifts += sorted((number, yard.index(face) + 1, int(seat)) for face in together)
        # BOX-11: what others get later stays on its space meanwhile.
        lying = [None if face in together else face for face in lying]
        for left in range(len(together), 0, -1):
            agree("the yard while tiles are given", Case(game), list(game.table.yard), lying)
            whose = game.table.to_act, len(game.table.bought)
            agree("whose gift it is, and how many are left", Case(game), whose, (seat, left))
            # A-END-3: in any order.
            game = declined(apply(game, Store(seat, random.choice(game.table.bought))))
    assert game.table.phase is Phase.OVER
    return gifts, {space for space, face in enumerate(game.table.yard, 1) if face is not None}


def tie(game: Game, space: int) -> str:
    """Say what kind of tie there is about a tile that stays."""
    money = sorted(hand.total(game.table.ruleset.spaces[space - 1][0]) for hand in game.hands)
    if not money[-1]:
        return "END-2 nobody has money"
    return f"END-2 tie{' above somebody poorer' if money[0] < money[-1] else ''}"
