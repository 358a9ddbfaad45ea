"""What an event does, and all that follows from it without anybody's choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, assert_never

import attrs

from granada_rules import box, scoring
from granada_rules.clauses import ViolationError
from granada_rules.events import (
    Build,
    Buy,
    DrawCard,
    DrawScoring,
    DrawTile,
    Exchange,
    Extend,
    GiveToDirk,
    Pass,
    Reduce,
    Seat,
    Store,
    TakeMoney,
)
from granada_rules.game import DrawFor, Game, Phase, Pile, changed
from granada_rules.money import Purse
from granada_rules.play.judging import check
from granada_rules.scoring import DIRK, Scoring
from granada_rules.setup import DIRKS_TILES, STARTING_MONEY, first_player, piles

if TYPE_CHECKING:
    from granada_rules.events import Event
    from granada_rules.grid import Cell
    from granada_rules.tiles import Face

__all__ = ["apply"]


def apply(game: Game, event: Event) -> Game:
    """Return the game after an event, and after everything that follows from it without a choice.

    A ``ViolationError`` holds all reasons why it cannot happen; the game given is never changed.
    """
    if not isinstance(game, Game):
        raise TypeError(f"a Game is wanted, not a {type(game).__name__}")
    if found := check(game, event):
        raise ViolationError(found)
    match event:
        case TakeMoney():
            return _actions_end(_taken(game, event))
        case Buy():
            return _bought(game, event)
        case Extend():
            return _actions_end(_extended(game, event))
        case Reduce():
            return _actions_end(_reduced(game, event))
        case Exchange():
            return _actions_end(_exchanged(game, event))
        case Pass():
            return _actions_end(game)
        case Build():
            return _placed(
                _built(_paid(game, event.seat, event.payment), event.seat, event.face, event.cell), event.face
            )
        case Store():
            return _placed(_stored(game, event.seat, event.face), event.face)
        case GiveToDirk():
            return _placed(_given(_paid(game, event.seat, event.payment), event.face), event.face)
        case DrawTile():
            return _goes_on(_tile_drawn(game, event))
        case DrawCard():
            return _goes_on(_card_drawn(game, event))
        case DrawScoring():
            return _goes_on(_scoring_drawn(game, event))
        case _:
            assert_never(event)


# What becomes of the parts of a game.


Thing = TypeVar("Thing")


def _replaced(things: tuple[Thing, ...], number: int, thing: Thing) -> tuple[Thing, ...]:
    return (*things[:number], thing, *things[number + 1 :])


def _without(faces: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    return tuple(other for other in faces if other != face)


def _with(faces: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    return tuple(sorted((*faces, face)))


def _table(game: Game, **fields: Any) -> Game:  # noqa: ANN401 - whatever its fields are
    return changed(game, table=changed(game.table, **fields))


def _player(game: Game, seat: Seat, **fields: Any) -> Game:  # noqa: ANN401 - whatever its fields are
    players = game.table.players
    return _table(game, players=_replaced(players, seat, attrs.evolve(players[seat], **fields)))


def _hand(game: Game, seat: Seat, hand: Purse) -> Game:
    return changed(_player(game, seat, cards=len(hand)), hands=_replaced(game.hands, seat, hand))


def _paid(game: Game, seat: Seat, payment: Purse) -> Game:
    # BUY-2, PLACE-2: no change is given, and the cards go to the discards.
    if not payment:
        return game
    paid = _hand(game, seat, game.hands[seat] - payment)
    return _table(paid, discards=game.table.discards + payment)


# What players do.


def _taken(game: Game, event: TakeMoney) -> Game:
    # MONEY-1: from the display into the hand.
    taken = _hand(game, event.seat, game.hands[event.seat] + event.cards)
    return _table(taken, display=game.table.display - event.cards)


def _bought(game: Game, event: Buy) -> Game:
    table = game.table
    face = table.yard[event.space - 1]
    assert face is not None
    # TURN-6, BUY-3: it lies beside the city, as it lay in the yard.
    game = _table(
        _paid(game, event.seat, event.payment),
        yard=_replaced(table.yard, event.space - 1, None),
        bought=_with(table.bought, face),
    )
    # TURN-3: a purchase paid exactly gives another action.
    return game if event.payment.total() == face.value else _actions_end(game)


def _built(game: Game, seat: Seat, face: Face, cell: Cell) -> Game:
    tile = face, game.table.ruleset.tiles.moats(face)
    return _player(game, seat, city=game.table.players[seat].city.extended(cell, tile))


def _stored(game: Game, seat: Seat, face: Face) -> Game:
    # PLACE-4, END-4: on the reserve, free of charge.
    return _player(game, seat, reserve=_with(game.table.players[seat].reserve, face))


def _given(game: Game, face: Face) -> Game:
    # DIRK-7: to Dirk.
    dirk = game.table.dirk
    assert dirk is not None
    return _table(game, dirk=attrs.evolve(dirk, faces=_with(dirk.faces, face)))


def _extended(game: Game, event: Extend) -> Game:
    # REBUILD-1: from the reserve into the city.
    reserve = _without(game.table.players[event.seat].reserve, event.face)
    return _player(_built(game, event.seat, event.face, event.cell), event.seat, reserve=reserve)


def _reduced(game: Game, event: Reduce) -> Game:
    # REBUILD-2, PLACE-5: from the city into the reserve, as it lies.
    city = game.table.players[event.seat].city
    game = _stored(game, event.seat, city.tiles[event.cell].face)
    return _player(game, event.seat, city=city.reduced(event.cell))


def _exchanged(game: Game, event: Exchange) -> Game:
    # REBUILD-3: the new one takes the place of the old one.
    player = game.table.players[event.seat]
    tile = event.face, game.table.ruleset.tiles.moats(event.face)
    old = player.city.tiles[event.cell].face
    return _player(
        game,
        event.seat,
        city=player.city.exchanged(event.cell, tile),
        reserve=_with(_without(player.reserve, event.face), old),
    )


def _actions_end(game: Game) -> Game:
    # TURN-6: bought tiles are placed at the end of the turn.
    if game.table.bought:
        return _table(game, phase=Phase.PLACE)
    return _goes_on(_table(game, phase=Phase.END_OF_TURN))


def _placed(game: Game, face: Face) -> Game:
    table = game.table
    bought = _without(_without(table.bought, face), table.ruleset.tiles.back(face))
    if table.phase is Phase.GIFT:
        return _gives_away(_table(game, bought=bought))
    if bought:
        return _table(game, bought=bought)
    return _goes_on(_table(game, bought=bought, phase=Phase.END_OF_TURN))


# What chance does.


def _tile_drawn(game: Game, event: DrawTile) -> Game:
    table = game.table
    drawn = table.ruleset.tiles.tile(event.face)
    bag = tuple(tile for tile in table.bag if tile != drawn)
    game = changed(game, draws=game.draws + 1)
    if table.draw_for is DrawFor.DIRK:
        # DIRK-3, DIRK-5, DIRK-6: for Dirk. The marker stays where it is.
        dirk = table.dirk
        assert dirk is not None
        dirk = attrs.evolve(dirk, faces=_with(dirk.faces, event.face), owed=dirk.owed - 1)
        return _table(game, bag=bag, dirk=dirk)
    # SETUP-2, TURN-9: the lowest free space first.
    yard = _replaced(table.yard, table.yard.index(None), event.face)
    # SETUP-2, TURN-10: tiles were added, so at the end the marker changes sides.
    is_last = None not in yard or not bag
    return _table(game, bag=bag, yard=yard, marker=table.marker.moved if is_last else table.marker)


def _card_drawn(game: Game, event: DrawCard) -> Game:
    table, card = game.table, Purse.of([event.card])
    left = _off_the_top(changed(game, deck=game.deck - card))
    if table.draw_for is DrawFor.HAND:
        # SETUP-3: one after the other.
        assert table.turn is not None
        return _hand(left, table.turn, game.hands[table.turn] + card)
    # SETUP-5, TURN-7: on the display.
    left = _table(left, display=table.display + card)
    # TURN-8: by agreement the discards come back with the last card.
    if table.ruleset.discards_return_at_once and not left.deck:
        return _reshuffled(left)
    return left


def _scoring_drawn(game: Game, event: DrawScoring) -> Game:
    # SCORE-2: it leaves the game, and a money card is drawn in its place.
    turned_up = (*game.table.turned_up, event.scoring)
    pile = attrs.evolve(game.piles[0], scoring=None)
    game = _off_the_top(changed(game, piles=(pile, *game.piles[1:])))
    return _table(game, turned_up=turned_up, due=event.scoring)


def _off_the_top(game: Game) -> Game:
    """Take a card from the uppermost pile."""
    pile = attrs.evolve(game.piles[0], cards=game.piles[0].cards - 1)
    left = (pile, *game.piles[1:]) if pile.cards else game.piles[1:]
    return _table(changed(game, piles=left, draws=game.draws + 1), deck=game.table.deck - 1)


def _reshuffled(game: Game) -> Game:
    # TURN-8: the discards become the deck.
    discards = game.table.discards
    game = changed(game, deck=discards, piles=(Pile(len(discards)),) if discards else ())
    return _table(game, deck=len(discards), discards=Purse())


# What follows.


def _goes_on(game: Game) -> Game:
    """Do what comes before the next draw or decision."""
    return _sets_up(game) if game.table.phase is Phase.SETUP else _ends_turn(game)


def _sets_up(game: Game) -> Game:
    table = game.table
    if table.draw_for in {DrawFor.DIRK, DrawFor.YARD}:
        return game
    # SETUP-3: cards for one player after the other, until everybody has 20 or more.
    for seat, hand in enumerate(game.hands):
        if hand.total() < STARTING_MONEY:
            return _table(game, turn=Seat(seat))
    # SETUP-5: four cards on the display.
    if len(table.display) < box.DISPLAY:
        return _table(game, turn=None)
    # SETUP-6: the others become the deck. SETUP-4: who begins. SETUP-7: from now on hands are secret.
    split = piles(len(game.deck))
    game = _table(
        game,
        phase=Phase.ACT,
        turn=first_player(game.hands, table.ages),
        ages=(),
        deck=sum(pile.cards for pile in split),
    )
    return changed(game, piles=split)


def _ends_turn(game: Game) -> Game:
    """Do what is left to do at the end of a turn, in the order of TURN-7."""
    # TURN-8: the discards are shuffled when a card is needed and the deck has none.
    if len(game.table.display) < box.DISPLAY and not game.table.deck:
        game = _reshuffled(game)
    table = game.table
    if table.draw_for is not None:
        return game
    # SCORE-1, SCORE-2: a scoring whose card came, after both refills.
    if table.due is not None:
        return _ends_turn(_dirk_is_owed(_scored(game, table.due), table.due))
    # END-1: the game ends if the yard could not be refilled.
    if None in table.yard:
        return _gives_away(game)
    # TURN-1: clockwise.
    assert table.turn is not None
    return _table(game, phase=Phase.ACT, turn=Seat((table.turn + 1) % len(table.players)))


def _scored(game: Game, which: Scoring) -> Game:
    table = game.table
    sheet = scoring.score(
        {player.name: player.city for player in table.players},
        which,
        dirk=None if table.dirk is None else table.dirk.faces,
        simplified=table.ruleset.simplified,
    )
    totals = sheet.totals
    players = tuple(
        attrs.evolve(player, points=player.points + totals[player.name]) for player in table.players
    )
    dirk = table.dirk
    if dirk is not None:
        dirk = attrs.evolve(dirk, points=dirk.points + totals[DIRK])
    game = changed(game, sheets=(*game.sheets, sheet))
    return _table(game, players=players, dirk=dirk, due=None)


def _dirk_is_owed(game: Game, after: Scoring) -> Game:
    dirk, left = game.table.dirk, len(game.table.bag)
    if dirk is None:
        return game
    # DIRK-5: six tiles after A, or what there is. DIRK-6: a third of the bag after B.
    owed = min(DIRKS_TILES, left) if after is Scoring.A else left // 3
    return _table(game, dirk=attrs.evolve(dirk, owed=owed))


def _gives_away(game: Game) -> Game:
    """Give away the next tile of the yard that somebody gets; after the last one the game is over."""
    table = game.table
    for number, (face, currency) in enumerate(zip(table.yard, table.ruleset.yard, strict=True)):
        money = [hand.total(currency) for hand in game.hands]
        # END-2: to the one with the most money of its currency; on a tie to nobody.
        if face is not None and money.count(max(money)) == 1:
            return _table(
                game,
                phase=Phase.GIFT,
                turn=Seat(money.index(max(money))),
                yard=_replaced(table.yard, number, None),
                bought=(face,),
            )
    # END-5: scoring C, and that is all.
    return _scored(_table(game, phase=Phase.OVER, turn=None), Scoring.C)
