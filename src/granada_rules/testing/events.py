"""Strategies for events: legal ones, near misses, and arbitrary ones."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import attrs
from hypothesis import strategies as st

from granada_rules.base import expect
from granada_rules.box import Building, Card, Cell, Currency, Phase, Purse, Scoring, Seat, Space
from granada_rules.city import START, faces_of
from granada_rules.game import Game, by_kind, view
from granada_rules.game import events as classes
from granada_rules.play import chance, check, legal_actions
from granada_rules.testing.values import cards, cells, faces

if TYPE_CHECKING:
    from granada_rules.box import AnyCard, Face
    from granada_rules.game import Action, Event

__all__ = ["a_game", "events", "events_of", "legal_events"]


def events(game: Game | None = None) -> st.SearchStrategy[Event]:
    """Generate any events: legal ones, events that name tiles and cards of the game, and arbitrary ones.

    Without a game, only arbitrary ones. Shrinks to a legal event, if the game is not over.
    """
    if game is None:
        return _any_events
    makers = [_near_events, lambda _game: _any_events]
    if a_game(game).table.phase is not Phase.OVER:
        makers.insert(0, legal_events)
    # Not `st.one_of`, in which the many kinds of absurd events would leave little room for others.
    return st.sampled_from(makers).flatmap(lambda make: make(game))


def legal_events(game: Game) -> st.SearchStrategy[Event]:
    """Generate the events that can happen next: draws if one is due, else actions; each kind equally often.

    Shrinks to the first event that `granada_rules.chance` or `granada_rules.legal_actions` lists.

    Raises ``ValueError`` if the game is over.
    """
    if a_game(game).table.phase is Phase.OVER:
        raise ValueError(
            "the game is over, no event is legal: leave Phase.OVER out of games(phases=...), "
            "or assume(not game.is_over)"
        )
    draws, actions = [draw for draw, _ in chance(game)], legal_actions(game, minimal_payments=True)
    # BON-4: others may show a bonus card while somebody else is to act.
    others = [Seat(seat) for seat in range(len(game.bonus)) if seat != game.table.to_act]
    shows = [legal_actions(view(game, seat)) for seat in others]
    possible = by_kind([*draws, *actions, *chain.from_iterable(shows)])
    return st.one_of(*map(st.sampled_from, possible.values())).flatmap(lambda event: _overpaid(game, event))


def a_game(game: Game) -> Game:
    """Return the argument if it is a game."""
    expect(game, Game)
    return game


def _overpaid(game: Game, event: Event) -> st.SearchStrategy[Event]:
    """Generate the event with more cards paid, if overpaying is legal; they are too many to list."""
    if not isinstance(event, classes.Buy | classes.Build | classes.GiveToDirk) or not event.payment:
        return st.just(event)
    pays = event.payment.exchange_cards[:1]
    currencies = pays[0].currencies if pays else (event.payment.money_cards[0].currency,)
    more = [card for one in currencies for card in game.hands[event.seat].only(one) - event.payment.only(one)]

    def paid(added: list[int]) -> Action:
        return attrs.evolve(event, payment=event.payment + Purse.of(more[place] for place in added))

    if not more or check(game, paid([0])):
        return st.just(event)
    return st.sets(st.integers(0, len(more) - 1)).map(sorted).map(paid)


_seats = st.one_of(st.integers(0, 5), st.integers(-2, 8), st.integers()).map(Seat)
_spaces = st.one_of(st.integers(1, 8), st.integers()).map(Space)


def events_of(
    seat: st.SearchStrategy[Seat],
    space: st.SearchStrategy[Space],
    face: st.SearchStrategy[Face],
    card: st.SearchStrategy[AnyCard],
    cell: st.SearchStrategy[Cell],
) -> st.SearchStrategy[Event]:
    """Generate events of every kind from these parts."""
    purse = st.lists(card).map(Purse.of)
    return st.one_of(
        st.builds(classes.TakeMoney, seat, purse),
        st.builds(classes.Buy, seat, space, purse),
        st.builds(classes.Extend, seat, face, cell),
        st.builds(classes.Reduce, seat, cell),
        st.builds(classes.Exchange, seat, face, cell),
        st.builds(classes.TakeHut, seat, st.sampled_from(Building)),
        st.builds(classes.Reactivate, seat),
        st.builds(classes.ShowBonus, seat, face),
        st.builds(classes.Pass, seat),
        st.builds(classes.Build, seat, face, cell, purse),
        st.builds(classes.Store, seat, face),
        st.builds(classes.GiveToDirk, seat, face, purse),
        st.builds(classes.DrawTile, face),
        st.builds(classes.DrawCard, card),
        st.builds(classes.DrawScoring, st.sampled_from(Scoring)),
        st.builds(classes.DrawBonus, st.none() | face),
        st.builds(classes.DrawHut, face),
    )


_any_events = events_of(_seats, _spaces, faces(), cards(), cells())


def _near_events(game: Game) -> st.SearchStrategy[Event]:
    """Generate events that name faces, cards and cells of the game."""
    table, tiles = game.table, game.table.ruleset.tiles
    turn = table.to_act or table.turn or Seat(0)
    own = table.players[turn]
    lying = [*own.reserve, *table.bought, *faces_of(own.city)]
    lying += [*filter(None, table.yard), *tiles.faces[:2], *tiles.faces[-2:]]
    lying += [face for cards in game.bonus for face in cards]
    lying += [*filter(None, table.modules.open_huts), *table.modules.huts_below]
    taken = [START, *own.city.tiles]
    columns, rows = sorted(cell.x for cell in taken), sorted(cell.y for cell in taken)
    there = [*game.hands[turn], *table.display, *(Card(currency, 1) for currency in Currency)]
    return events_of(
        st.just(turn) | _seats,
        st.integers(0, len(table.yard) + 1).map(Space),
        st.sampled_from([*lying, *filter(None, map(tiles.back, lying))]),
        st.sampled_from(there),
        st.builds(Cell, st.integers(columns[0] - 2, columns[-1] + 2), st.integers(rows[0] - 2, rows[-1] + 2)),
    )
