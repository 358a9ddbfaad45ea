"""Decisions and actions in words that both sides know, and what kinds of them there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import attrs

import granada_rules as g
from granada_rules.records import write_position, write_toml
from tests.oracle import action_facts, bridge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracle.bridge import Model, Value

Plain = tuple[frozenset[str], ...]
"""An action as both sides can tell it: whose it is, what it is, and the cards that go with it, as terms."""


@attrs.frozen(repr=False)
class Case:
    """A decision as files to paste back: ``read_position(first, map(TileSet.parse, second))``."""

    game: g.Game

    def __repr__(self) -> str:
        position = self.game.to_position()
        sets = () if position.tile_set is None else position.tile_set.sets
        return f"{write_toml(write_position(position))!r}, {list(map(str, sets))!r}"


def plain(action: g.Action) -> Plain:
    """Return an action of the package in plain words."""
    cards = g.Purse()
    match action:
        case g.TakeMoney(cards=cards):
            term = "take"
        case g.Buy(space=space, payment=cards):
            term = f"buy({space})"
        case g.Extend(face=face, cell=cell):
            term = f"extend({bridge.face(face)},{cell.x},{cell.y})"
        case g.Reduce(cell=cell):
            term = f"reduce({cell.x},{cell.y})"
        case g.Exchange(face=face, cell=cell):
            term = f"exchange({bridge.face(face)},{cell.x},{cell.y})"
        case g.TakeHut(building=building):
            term = f"hut({building.code.lower()})"
        case g.Reactivate():
            term = "reactivate"
        case g.ShowBonus(face=face):
            term = f"show({bridge.face(face)})"
        case g.Pass():
            term = "pass"
        case g.Build(face=face, cell=cell, payment=cards):
            term = f"build({bridge.face(face)},{cell.x},{cell.y})"
        case g.Store(face=face):
            term = f"store({bridge.face(face)})"
        case g.GiveToDirk(face=face, payment=cards):
            term = f"give({bridge.face(face)})"
        case _:
            assert_never(action)
    return frozenset([str(action.seat)]), frozenset([term]), frozenset(action_facts.counted(cards))


def plain_model(model: Model) -> Plain:
    """Return the action of an answer set in plain words."""
    return tuple(
        frozenset(",".join(map(_told, arguments)) for arguments in model[name])
        for name in ("actor", "action", "cards")
    )


def _told(value: Value) -> str:
    match value:
        case (name, *arguments):
            return f"{name}({','.join(map(_told, arguments))})"
        case _:
            return str(value)


def kinds(game: g.Game, action: g.Action) -> Iterator[str]:
    """Say what kind of action it is, and what else there is to see about it."""
    table, kind = game.table, type(action).__name__
    yield kind
    match action:
        case g.TakeMoney(cards=cards) if len(cards) > 1:
            yield f"{kind} several{' with exchange card' if cards.exchange_cards else ''}"
        case g.TakeMoney(cards=cards) if cards.exchange_cards:
            yield f"{kind} exchange card"
        case g.Buy(payment=payment):
            face = table.yard[action.space - 1]
            how = "exactly" if face and payment.total() == face.value else "overpaid"
            yield f"{kind} {how}{' with exchange card' if payment.exchange_cards else ''}"
        case g.Pass() if table.phase in {g.Phase.FAVOUR, g.Phase.REVEAL}:
            yield f"{kind} in {table.phase.value}"
        case g.ShowBonus():
            yield f"{kind} {'of the one to act' if action.seat == table.to_act else 'of another'}"
            yield f"{kind} in {table.phase.value}"
        case g.Reduce(cell=cell) | g.Exchange(cell=cell):
            left = table.players[action.seat].city.tiles[cell].face
            if any(left in cards for cards in table.modules.shown):
                yield f"{kind} with a shown card"
        case g.Pass():
            yield f"{kind} {'extra' if table.extra and table.display else 'where nothing is possible'}"
        case g.Build(face=face) | g.Store(face=face) | g.GiveToDirk(face=face):
            if face.is_hut:
                yield f"{kind} a hut"
            how = "turned" if face not in table.bought else "as it was"
            yield f"{kind} {'given' if table.phase is g.Phase.GIFT else how}"
            if table.phase is g.Phase.GIFT and len(table.bought) > 1:
                yield f"{kind} given with others"
            if not isinstance(action, g.Store) and len(action.payment) > 1:
                yield f"{kind} turned for several cards"
        case _:
            pass


def moments(game: g.Game) -> set[str]:
    """Say by which rules a decision is taken, and what is used up."""
    table, ruleset = game.table, game.table.ruleset
    backs = ruleset.tiles.sets[-1].backs
    holds = {
        f"{len(table.players)} players": True,
        f"backs {'none' if backs is None else backs.code}": True,
        "turning takes one card": ruleset.turning_takes_one_card,
        "the extra action is no must": not ruleset.extra_action_is_a_must,
        "gifts one by one": ruleset.gifts_one_by_one,
        "exchange cards with money": ruleset.exchange_cards_with_money,
        "exchange pays exactly": ruleset.exchange_pays_exactly,
        "15 tiles in the city": len(table.players[table.turn or 0].city.tiles) >= 15,
        "25 tiles in the city": len(table.players[table.turn or 0].city.tiles) >= 25,
        "empty display": not table.display,
        "empty yard": not any(table.yard),
        "empty bag": not table.bag,
        "empty hand": not game.hands[table.turn or 0],
        "empty reserve": not table.players[table.turn or 0].reserve,
    }
    return {what for what, is_so in holds.items() if is_so}
