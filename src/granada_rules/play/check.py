"""The second road to legality: what is wrong with an event, whatever it is."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, TypeGuard, assert_never

import attrs

from granada_rules import box, placement
from granada_rules.arguments import expect, short
from granada_rules.city import START, can_be_laid
from granada_rules.clauses import Clause, Violation, some
from granada_rules.events import (
    Action,
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
    Store,
    TakeMoney,
)
from granada_rules.game import Game, View, view
from granada_rules.money import Currency, Purse
from granada_rules.play.chance import draw_clause, draw_violations, unseen
from granada_rules.state import MOST_TOGETHER, TURNING, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from granada_rules.city import City
    from granada_rules.events import Draw, Event
    from granada_rules.game import Player, Table
    from granada_rules.grid import Cell
    from granada_rules.money import Card
    from granada_rules.state import Seat
    from granada_rules.tiles import Face

__all__ = ["check", "is_action", "judge", "wastes"]


def is_action(event: object) -> TypeGuard[Action]:
    """Tell what players do from what chance does, and from what is no event at all."""
    return type(event) in _TIMES


def _is_draw(event: object) -> TypeGuard[Draw]:
    """Tell what chance does; of these kinds exactly, because a stranger's answers may change at any time."""
    return type(event) in _DRAWS


def check(game: Game | View, event: Event) -> tuple[Violation, ...]:
    """Return every reason why an event cannot happen now; none if it can.

    An event at the wrong time is not judged further. A view judges as far as it can know: not which cards are
    in the deck, or in the hand of somebody else.
    """
    expect(game, Game, View)
    if is_action(event):
        return judge(view(game, game.table.to_act) if isinstance(game, Game) else game, event)[0]
    if _is_draw(event):
        return draw_violations(game, event)
    raise TypeError(f"an event is wanted, not {short(event)}")


_DRAWS = frozenset({DrawTile, DrawCard, DrawScoring})
_ACTING = frozenset({Phase.ACT})
_PLACING = frozenset({Phase.PLACE})
_TIMES: dict[type[Action], frozenset[Phase]] = {
    **dict.fromkeys((TakeMoney, Buy, Extend, Reduce, Exchange, Pass), _ACTING),
    **dict.fromkeys((Build, Store), _PLACING | {Phase.GIFT}),
    GiveToDirk: _PLACING,
}
"""When an action has its time: TURN-2, TURN-6, END-3."""


def _untimely(seen: View, action: Action) -> list[Violation]:  # noqa: PLR0911 - one for each reason
    """Return why nobody, or somebody else, or not this can be done now."""
    table, seat = seen.table, action.seat
    if seat == table.to_act and table.phase in _TIMES[type(action)]:
        return []
    name = table.players[seat].name if 0 <= seat < len(table.players) else None

    def untimely(clause: Clause, message: str) -> list[Violation]:
        return [Violation(clause, message, player=name)]

    if table.to_act is None:
        waits = "the game is over" if table.draw_for is None else f"{table.draw_for.value} is drawn first"
        return untimely(draw_clause(table), waits)
    # TURN-1: one after the other.
    whose = table.players[table.to_act].name
    if name is None:
        return untimely(Clause.TURN_1, f"nobody sits at seat {_number(seat)}; {whose} is to act")
    if seat != table.to_act:
        return untimely(Clause.TURN_1, f"{whose} is to act, not {name}")
    match table.phase, action:
        # TURN-6: tiles are placed at the end of the turn.
        case Phase.ACT, Build() | Store() | GiveToDirk():
            return untimely(Clause.TURN_6, "tiles are placed after the last action of the turn")
        # PLACE-1: every tile is placed.
        case Phase.PLACE, Pass():
            return untimely(Clause.PLACE_1, "every bought tile has to be placed")
        # TURN-3: only an exact payment gives another action, and PLACE-3 nothing while tiles are placed.
        case Phase.PLACE, TakeMoney() | Buy() | Extend() | Reduce() | Exchange():
            return untimely(Clause.TURN_3, "the actions of this turn are over, bought tiles are placed now")
        # END-3: a tile given is built at once, and nothing else is done.
        case _:
            return untimely(Clause.END_3, "a tile given at the end is built or stored at once")


def judge(  # noqa: C901 - one case for each kind of action
    seen: View, action: Action
) -> tuple[tuple[Violation, ...], City | None]:
    """Return what is wrong with an action, and the player's city as it becomes if the action changes it."""
    if untimely := _untimely(seen, action):
        return tuple(untimely), None
    table = seen.table
    player = table.players[action.seat]
    hand = _possible_hand(seen, action.seat)
    city = _rebuilt(table, player.city, action)
    match action:
        case TakeMoney():
            found = _take(table, action)
        case Buy():
            found = _buy(table, player, hand, action)
        case Extend():
            found = _extend(table, player, action)
        case Reduce():
            found = _not_in_city(player, action.cell, Clause.REBUILD_2)
        case Exchange():
            found = _exchange(table, player, action)
        case Pass():
            found = _pass(table, player, seen.hands[action.seat] or Purse())
        case Build():
            found = _build(table, player, hand, action)
        case Store():
            found = _not_waiting(table, action.face, Clause.PLACE_1)
        case GiveToDirk():
            found = _give(table, player, hand, action)
        case _:
            assert_never(action)
    violations = tuple(found)
    # REBUILD-4, PLACE-1, END-3: afterwards the city obeys all building rules.
    if city is not None:
        violations += placement.violations(city)
    return tuple([attrs.evolve(violation, player=player.name) for violation in violations]), city


def _rebuilt(table: Table, city: City, action: Action) -> City | None:
    """Return the city after an action that changes it; nothing if that cannot even be laid out."""
    tiles = table.ruleset.tiles
    match action:
        case Extend() | Build() if action.face in tiles and can_be_laid(city, action.cell):
            return city.extended(action.cell, (action.face, tiles.moats(action.face)))
        case Reduce() if action.cell in city.tiles:
            return city.reduced(action.cell)
        case Exchange() if action.cell in city.tiles and action.face in tiles:
            return city.exchanged(action.cell, (action.face, tiles.moats(action.face)))
        case _:
            return None


def _take(table: Table, action: TakeMoney) -> Iterator[Violation]:
    cards = action.cards
    # MONEY-1: at least one card.
    if not cards:
        yield Violation(Clause.MONEY_1, "no card is taken")
    # MONEY-1: cards of the display.
    if missing := cards.missing_from(table.display):
        yield Violation(Clause.MONEY_1, f"not on the display: {some(missing)}", cards=tuple(missing))
    # MONEY-1: several only if they are worth at most 5 together.
    if len(cards) > 1 and cards.total() > MOST_TOGETHER:
        message = f"several cards are taken if they are worth at most {MOST_TOGETHER}, not {cards.total()}"
        yield Violation(Clause.MONEY_1, message, cards=_too_much(cards))


def _too_much(cards: Purse) -> tuple[Card, ...]:
    """Return as few of the cards as are worth too much together: the dearest, and at least two."""
    dearest = sorted(cards, key=attrgetter("value"), reverse=True)
    few = next(few for few in range(2, len(dearest) + 1) if _worth(dearest[:few]) > MOST_TOGETHER)
    return tuple(sorted(dearest[:few]))


def _worth(cards: Iterable[Card]) -> int:
    return sum(card.value for card in cards)


def _buy(table: Table, player: Player, hand: Purse, action: Buy) -> Iterator[Violation]:
    yield from _not_in_hand(player, hand, action.payment, Clause.BUY_1)
    # BOX-7: four spaces.
    if not 1 <= action.space <= len(table.yard):
        yield Violation(
            Clause.BOX_7, f"the yard has spaces 1 to {len(table.yard)}, not {_number(action.space)}"
        )
        return
    face, currency = table.yard[action.space - 1], table.ruleset.yard[action.space - 1]
    # BUY-1: in the currency of the space.
    if foreign := tuple(card for card in action.payment if card.currency is not currency):
        message = f"space {action.space} is paid in {currency.label}, not with {some(foreign)}"
        yield Violation(Clause.BUY_1, message, cards=foreign)
    # TURN-5: a space stays empty while the turn lasts.
    if face is None:
        yield Violation(Clause.TURN_5, f"space {action.space} of the yard is empty until the turn is over")
    # BUY-1: at least the visible price.
    elif (paid := action.payment.total(currency)) < face.value:
        message = f"{face} costs {face.value} {currency.label}, and {paid} is paid"
        yield Violation(Clause.BUY_1, message, faces=(face,), cards=tuple(action.payment.only(currency)))


def _extend(table: Table, player: Player, action: Extend) -> Iterator[Violation]:
    yield from _not_in_reserve(table, player, action.face, Clause.REBUILD_1)
    yield from _no_place(table, player, action.face, action.cell)


def _exchange(table: Table, player: Player, action: Exchange) -> Iterator[Violation]:
    yield from _not_in_reserve(table, player, action.face, Clause.REBUILD_3)
    yield from _not_in_city(player, action.cell, Clause.REBUILD_3)


def _pass(table: Table, player: Player, hand: Purse) -> Iterator[Violation]:
    # TURN-2: the extra action may be declined by agreement.
    if table.extra and not table.ruleset.extra_action_is_a_must:
        return
    # TURN-2: otherwise one passes only if nothing at all is possible.
    if table.display:
        yield Violation(Clause.TURN_2, "there is money to take", cards=(table.display[0],))
    spaces = zip(table.yard, table.ruleset.yard, strict=True)
    if tiles := [face for face, currency in spaces if face and hand.total(currency) >= face.value]:
        yield Violation(Clause.TURN_2, f"the hand can pay for {some(tiles)}", faces=(tiles[0],))
    city, moats = player.city, table.ruleset.tiles.moats
    if cells := tuple(placement.removable_cells(city)):
        yield Violation(Clause.TURN_2, f"the city can be reduced at {some(cells)}", cells=(cells[0],))
    if fitting := tuple(
        face
        for face in player.reserve
        if placement.legal_cells(city, moats(face)) or placement.exchangeable_cells(city, moats(face))
    ):
        yield Violation(Clause.TURN_2, f"the city can be rebuilt with {some(fitting)}", faces=(fitting[0],))


def _build(table: Table, player: Player, hand: Purse, action: Build) -> Iterator[Violation]:
    yield from _not_waiting(table, action.face, Clause.PLACE_1)
    # END-2: for a tile that is given nothing is paid.
    clause = Clause.PLACE_2 if table.phase is Phase.PLACE else Clause.END_2
    yield from _not_in_hand(player, hand, action.payment, clause)
    yield from _wrongly_paid(table, action.face, action.payment, clause)
    yield from _no_place(table, player, action.face, action.cell)


def _give(table: Table, player: Player, hand: Purse, action: GiveToDirk) -> Iterator[Violation]:
    # DIRK-2: he plays with two.
    if table.dirk is None:
        yield Violation(Clause.DIRK_2, "Dirk takes part only if two play")
    yield from _not_waiting(table, action.face, Clause.DIRK_7)
    yield from _not_in_hand(player, hand, action.payment, Clause.DIRK_7)
    yield from _wrongly_paid(table, action.face, action.payment, Clause.DIRK_7)


def _not_waiting(table: Table, face: Face, clause: Clause) -> Iterator[Violation]:
    """Return why that face cannot be placed: no tile that waits has it, or one that is not turned over."""
    tiles = table.ruleset.tiles
    if face not in tiles:
        yield box.unknown_face(face)
    elif face not in table.bought:
        is_back = tiles.back(face) in table.bought
        # END-3: that tile and no other, and never turned over.
        if table.phase is Phase.GIFT:
            turned = f", and is not turned over to {face}" if is_back else f", not {face}"
            yield Violation(Clause.END_3, f"{table.bought[0]} was given{turned}", faces=(face,))
        # PLACE-1, DIRK-7: only what was bought in this turn.
        elif not is_back:
            yield Violation(
                clause, f"{face} was not bought in this turn, or is placed already", faces=(face,)
            )


def _wrongly_paid(table: Table, face: Face, payment: Purse, clause: Clause) -> Iterator[Violation]:
    """Return what is wrong with the payment for turning a tile over, or for not turning it."""
    tiles = table.ruleset.tiles
    is_turned = face in tiles and tiles.back(face) in table.bought and table.phase is Phase.PLACE
    if not is_turned:
        # PLACE-2, END-2: only turning costs something.
        if payment:
            message = f"{some(payment)} paid for nothing: {face} is not turned over"
            yield Violation(clause, message, cards=tuple(payment))
        return
    # PLACE-2: one currency; by agreement one card. Two cards prove that it is not so.
    a_card_of_each = tuple({card.currency: card for card in payment}.values())
    if len(a_card_of_each) > 1:
        message = f"a tile is turned over for one currency, not for {some(payment)}"
        yield Violation(clause, message, faces=(face,), cards=a_card_of_each[:2])
    if table.ruleset.turning_takes_one_card and len(payment) > 1:
        message = f"a tile is turned over for one card, not for {some(payment)}"
        yield Violation(clause, message, faces=(face,), cards=tuple(payment)[:2])
    # PLACE-2: at least 3 money.
    most = max(payment.total(currency) for currency in Currency)
    if most < TURNING:
        message = f"turning {tiles.back(face)} to {face} costs {TURNING} of one currency, and {most} is paid"
        yield Violation(clause, message, faces=(face,), cards=tuple(payment))


def _possible_hand(seen: View, seat: Seat) -> Purse:
    """Return the hand, with money taken in this turn (PLACE-6); an unknown one with all that may be in it."""
    hand = seen.hands[seat]
    return unseen(seen) if hand is None else hand


def _not_in_hand(player: Player, hand: Purse, payment: Purse, clause: Clause) -> Iterator[Violation]:
    if missing := payment.missing_from(hand):
        yield Violation(clause, f"not in the hand: {some(missing)}", cards=tuple(missing))
    # The size of a hand is known to everybody, also where its cards are not.
    elif len(payment) > player.hand_size:
        message = f"{len(payment)} cards are paid, and the hand has {player.hand_size}"
        yield Violation(clause, message, cards=tuple(payment))


def _not_in_reserve(table: Table, player: Player, face: Face, clause: Clause) -> Iterator[Violation]:
    tiles = table.ruleset.tiles
    if face not in tiles:
        yield box.unknown_face(face)
    elif face not in player.reserve:
        back = tiles.back(face)
        # PLACE-5: never turned over again.
        if back in player.reserve:
            yield Violation(
                Clause.PLACE_5, f"{back} lies on the reserve, and is not turned over to {face}", faces=(face,)
            )
        # REBUILD-6: what was bought in this turn is not on the reserve yet.
        elif face in table.bought or back in table.bought:
            yield Violation(
                Clause.REBUILD_6, f"{face} was bought in this turn, and takes no part", faces=(face,)
            )
        # REBUILD-1, REBUILD-3: a tile of the own reserve.
        else:
            yield Violation(clause, f"{face} is not on the own reserve", faces=(face,))


def _not_in_city(player: Player, cell: Cell, clause: Clause) -> Iterator[Violation]:
    # REBUILD-5: the start tile stays.
    if cell == START:
        yield Violation(Clause.REBUILD_5, "the start tile is never moved or removed", cells=(cell,))
    # REBUILD-2, REBUILD-3: a tile of the own city.
    elif cell not in player.city.tiles:
        yield Violation(clause, f"no tile of the city lies at {cell}", cells=(cell,))


def _no_place(table: Table, player: Player, face: Face, cell: Cell) -> Iterable[Violation]:
    """Return why no tile at all can be laid there."""
    tiles = table.ruleset.tiles
    if face not in tiles or can_be_laid(player.city, cell):
        return ()
    return placement.why_not(player.city, cell, (face, tiles.moats(face)))


def wastes(seen: View, action: Action) -> bool:
    """Tell whether an action pays with a card that was not needed."""
    match action:
        case Buy(space=space, payment=payment) if 1 <= space <= len(seen.table.yard):
            face = seen.table.yard[space - 1]
            price = face.value if face is not None else 0
        case Build(payment=payment) | GiveToDirk(payment=payment):
            price = TURNING
        case _:
            return False
    return bool(payment) and payment.total() - min(card.value for card in payment) >= price


def _number(number: int) -> str:
    return str(number) if abs(number) < 10**6 else "a number as long as that"
