"""Games and views as positions, and the game of a complete position."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import attrs

from granada_rules.box import (
    ASKED,
    ASKED_WITH_BONUS,
    PLAYERS_WITH_DIRK,
    Face,
    Module,
    Phase,
    Purse,
    Seat,
    ViolationError,
    huts_left,
    tiles_left,
)
from granada_rules.game import (
    DirksTiles,
    Game,
    Player,
    Table,
    View,
    module_state,
    new_game,
    new_table,
)
from granada_rules.position.model import Level, NotedPlayer, NotedTile, Position, noted
from granada_rules.position.validation import facts_of, validate

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["game_of", "position_of_game", "position_of_view"]

_Thing = TypeVar("_Thing")


def position_of_game(game: Game) -> Position:
    """Return a game as a position."""
    # MIX-7: as long as B is set aside, and once it is gone, the piles do not tell which it is.
    is_told = len(game.table.ruleset.deck_plan) == 1 or any(pile.scoring is not None for pile in game.piles)
    hidden = {Seat(seat): cards for seat, cards in enumerate(game.bonus)}
    return attrs.evolve(
        _public_position(game.table, game.hands, hidden),
        piles=game.piles,
        turned_up=None if is_told else game.table.turned_up,
        draws=game.draws,
        sheets=game.sheets or None,
    )


def position_of_view(seen: View) -> Position:
    """Return what a view shows as a position."""
    own = {} if seen.seat is None or not seen.table.modules.shown else {seen.seat: seen.bonus}
    return _public_position(seen.table, seen.hands, own)


def game_of(position: Position) -> Game:
    """Return the game of a complete position.

    Raises ``ViolationError`` if the position breaks a clause; ``ValueError`` if it is not complete.
    """
    report = validate(position)
    if report.violations:
        raise ViolationError(report.violations)
    if report.level is not Level.COMPLETE:
        raise ValueError(f"the position is not complete: {'; '.join(report.missing)} missing")
    return _from_complete(position)


def _public_position(
    table: Table, hands: tuple[Purse | None, ...], bonus: Mapping[Seat, tuple[Face, ...]]
) -> Position:
    """Return a table with the hands and the hidden bonus cards that are known as a position."""
    dirk, to_act = table.dirk, table.to_act
    return Position(
        tile_set=table.ruleset.tiles,
        players=tuple(
            NotedPlayer(
                name=player.name,
                city=player.city,
                reserve=noted(player.reserve),
                hand=hand,
                points=player.points,
                pawn=table.modules.pawns[seat] if table.modules.pawns else None,
                bonus=bonus.get(Seat(seat)),
                shown=table.modules.shown[seat] if table.modules.shown else None,
            )
            for seat, (player, hand) in enumerate(zip(table.players, hands, strict=True))
        ),
        yard=tuple(None if face is None else NotedTile(face) for face in table.yard),
        display=table.display,
        marker=table.marker,
        dirk=None if dirk is None else noted(dirk.faces),
        dirks_points=None if dirk is None else dirk.points,
        bought=noted(table.bought),
        open_huts=table.modules.open_huts or None,
        discards=table.discards,
        turned_up=table.turned_up,
        ruleset=attrs.evolve(table.ruleset, tile_set=None),
        turn=None if table.turn is None else table.players[table.turn].name,
        # VIZ-9, BON-4: it is noted only if somebody else than the player whose turn it is decides.
        to_act=None if to_act is None or to_act == table.turn else table.players[to_act].name,
        due=table.due if table.phase is Phase.REVEAL else None,
        phase=table.phase,
    )


def _known(given: _Thing | None) -> _Thing:
    """Return what every complete position has."""
    if given is None:
        raise ValueError("a position found complete lacks something")
    return given


def _sorted(tiles: tuple[NotedTile, ...] | None) -> tuple[Face, ...]:
    return tuple(sorted(tile.face for tile in _known(tiles)))


def _from_complete(position: Position) -> Game:
    """Return the game of a complete position."""
    names = [_known(player.name) for player in position.players]
    ruleset = attrs.evolve(_known(position.ruleset), tile_set=_known(position.tile_set))
    facts = facts_of(position)
    lying = [face for where, face in facts.open_faces if where != "the bag"]
    hands = tuple(_known(player.hand) for player in position.players)
    piles = _known(position.piles)
    # VIZ-9: between turns, BON-4: and before a scoring somebody is asked; and with bonus cards at the end.
    is_window = position.phase in (ASKED_WITH_BONUS if Module.BONUS in ruleset.modules else ASKED)
    table = new_table(
        ruleset=ruleset,
        phase=_known(position.phase),
        turn=Seat(names.index(_known(position.turn))),
        draw_for=None,
        players=tuple(
            Player(name, _known(player.city), _sorted(player.reserve), _known(player.points), len(hand))
            for name, player, hand in zip(names, position.players, hands, strict=True)
        ),
        yard=tuple(None if tile is None else tile.face for tile in _known(position.yard)),
        display=_known(position.display),
        marker=_known(position.marker) if ruleset.has_marker else None,
        bought=_sorted(position.bought),
        dirk=DirksTiles(_sorted(position.dirk), _known(position.dirks_points), (0,) * len(ruleset.kinds))
        if len(names) == PLAYERS_WITH_DIRK
        else None,
        bag=tiles_left(ruleset.tiles, lying),
        deck_size=sum(pile.size for pile in piles),
        discards=_known(position.discards),
        turned_up=_known(facts.turned_up),
        aside=facts.aside,
        due=position.due,
        age_ranks=(),
        modules=module_state(
            ruleset,
            asked=Seat(names.index(_known(position.to_act or position.turn))) if is_window else None,
            pawns=(_known(player.pawn) for player in position.players),
            shown=(tuple(sorted(_known(player.shown))) for player in position.players),
            hidden=(len(_known(player.bonus)) for player in position.players),
            open_huts=position.open_huts or (),
            huts_below=huts_left(ruleset.tiles, lying),
        ),
    )
    return new_game(
        table=table,
        hands=hands,
        bonus=tuple(tuple(sorted(_known(player.bonus))) for player in position.players)
        if table.modules.shown
        else (),
        deck=facts.deck_cards,
        piles=piles,
        draws=position.draws,
        sheets=position.sheets or (),
    )
