"""A complete position as facts for the programs on actions and on gifts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from granada_rules.box import Card
from tests.oracle.bridge import face

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.box import AnyCard
    from granada_rules.position import NotedPlayer, NotedTile, Position


def counted(cards: Iterable[AnyCard] | None) -> Iterator[str]:
    """Yield each card that is there with how often, as two arguments of a fact."""
    for card, number in Counter(cards or ()).items():
        yield f"{_card(card)},{number}"


def _card(card: AnyCard) -> str:
    if isinstance(card, Card):
        return f"card({card.currency.code},{card.value})"
    # EXC-9: it has no value.
    return f"exchange({card.first.code},{card.second.code})"


def played(position: Position) -> Iterator[str]:
    """Yield with which kinds of tiles the game is played."""
    if position.ruleset is not None:
        yield from (f"kind({kind.value})" for kind in position.ruleset.kinds)


def modules(position: Position) -> Iterator[str]:
    """Yield with which modules the game is played."""
    if position.ruleset is not None:
        yield from (f"module({module.value})" for module in position.ruleset.modules)


def table(position: Position) -> Iterator[str]:
    """Yield what everybody holds and what the yard offers: all that the gifts at the end depend on."""
    for seat, player in enumerate(position.players):
        yield f"seat({seat})"
        yield from (f"hand({seat},{held})" for held in counted(player.hand))
    for space, tile in enumerate(position.yard or (), 1):
        if tile is not None:
            yield f"yard({space},{face(tile.face)})"
    if position.ruleset is not None:
        yield from played(position)
        yield from _options(position)
        for space, currency in enumerate(position.ruleset.yard, 1):
            yield f"currency({space},{currency.code})"


def decision(position: Position) -> Iterator[str]:
    """Yield all that a decision depends on."""
    yield from table(position)
    yield from pawns(position)
    yield from modules(position)
    yield from (f"display({lying})" for lying in counted(position.display))
    yield from (f"bought({up})" for up in _faces(position.bought))
    yield from open_huts(position)
    yield from bonus_cards(position)
    for seat, player in enumerate(position.players):
        yield from _player(seat, player)
        if player.name == (position.turn if position.to_act is None else position.to_act):
            yield f"turn({seat})"
    if position.phase is not None:
        yield f"phase({position.phase.value.replace(' ', '_')})"
    yield from _tile_set(position)


def pawns(position: Position) -> Iterator[str]:
    """Yield which pawns are active, if the module is played."""
    for seat, player in enumerate(position.players):
        if player.pawn is not None:
            yield f"pawn({seat},{'active' if player.pawn else 'inactive'})"


def open_huts(position: Position) -> Iterator[str]:
    """Yield which huts lie open on their piles."""
    for hut in position.open_huts or ():
        if hut is not None:
            yield f"open_hut({hut.building.code.lower()},{face(hut)})"


def bonus_cards(position: Position) -> Iterator[str]:
    """Yield who has which bonus cards, and which of them are shown."""
    for seat, player in enumerate(position.players):
        yield from (f"bonus({seat},{face(card)},hidden)" for card in player.bonus or ())
        yield from (f"bonus({seat},{face(card)},shown)" for card in player.shown or ())


def _player(seat: int, player: NotedPlayer) -> Iterator[str]:
    yield from (f"reserve({seat},{up})" for up in _faces(player.reserve))
    if player.city is not None:
        for cell, tile in player.city.tiles.items():
            yield f"built({seat},{face(tile.face)},{cell.x},{cell.y})"
        if player.city.second is not None:
            yield f"first({seat},{player.city.second.x},{player.city.second.y})"


def _options(position: Position) -> Iterator[str]:
    if position.ruleset is not None and position.ruleset.turning_takes_one_card:
        yield "option(one_card_turns)"
    if position.ruleset is not None and not position.ruleset.extra_action_is_a_must:
        yield "option(extra_action_is_free)"
    if position.ruleset is not None and position.ruleset.gifts_one_by_one:
        yield "option(gifts_one_by_one)"
    for option in ("exchange_cards_with_money", "exchange_pays_exactly"):
        if position.ruleset is not None and getattr(position.ruleset, option):
            yield f"option({option})"


def _tile_set(position: Position) -> Iterator[str]:
    if position.tile_set is None:
        return
    for one in position.tile_set.sets:
        if one.backs is not None:
            yield f"backs({one.backs.value.replace('-', '_')})"
    # HUT-1: equal huts could not be told apart here.
    for hut in () if position.tile_set.huts is None else position.tile_set.huts.huts:
        yield f"hut({face(hut)})"
        yield from (f"printed({face(hut)},{side})" for side in str(hut.walls).lower())
    for tile in position.tile_set.tiles:
        front, back = tile.front, tile.back
        yield f"front({face(front)})" if back is None else f"even_and_odd({face(front)},{face(back)})"
        yield from (f"printed({face(front)},{side})" for side in str(tile.moats).lower())


def _faces(tiles: Iterable[NotedTile] | None) -> Iterator[str]:
    return (face(tile.face) for tile in tiles or ())
