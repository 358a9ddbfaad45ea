"""Legal actions come in their documented order: their places, once more from the words that document it."""

from __future__ import annotations

from itertools import islice

import pytest

import granada_rules as g
from tests.helpers.games import other_face
from tests.helpers.positions import OPTIONS, decisions

MANY = 2000
"""So many actions are looked at; hands of misers allow more."""


def card_place(card: g.AnyCard) -> tuple[int, int]:
    """Return the order of cards: money by currency and value, then exchange cards in the order of EXC-1."""
    if isinstance(card, g.Card):
        return list(g.Currency).index(card.currency), card.value
    return len(g.Currency) + ["yg", "yb", "yo", "gb", "go", "bo"].index(str(card)), 0


def cell_place(cell: g.Cell) -> tuple[int, int]:
    return -cell.y, cell.x


def face_place(face: g.Face) -> tuple[int, ...]:
    """Return the order of faces: Alhambra first, building, price, walls as a number: N 1, E 2, S 4, W 8."""
    walls = sum({"N": 1, "E": 2, "S": 4, "W": 8}[side] for side in str(face.walls or ""))
    building = list(face.kind.buildings).index(face.building)
    return int(face.kind is g.Kind.GRANADA), building, face.value, walls


def payment_place(payment: g.Purse) -> tuple[int, ...]:
    """Yellow first; then the dearest cards first, and more of them before fewer.

    EXC-5: those with an exchange card come after all others, by that card; of equal cards those of its first
    currency are the first.
    """
    places = [card_place(card) for card in payment]
    exchange = max((place for place, _ in places if place >= len(g.Currency)), default=0)
    money = [(place, value) for place, value in places if place < len(g.Currency)]
    currencies = sorted({place for place, _ in money})
    if exchange:
        currencies = [list(g.Currency).index(one) for one in payment.exchange_cards[0].currencies]
    counts = [-money.count((place, value)) for value in range(9, 0, -1) for place in currencies]
    return exchange, 0 if exchange else min(currencies, default=0), *counts


def place_in_order(table: g.Table, action: g.Action) -> tuple[object, ...]:
    place: tuple[object, ...]
    match action:
        case g.TakeMoney(cards=cards):
            place = 0, len(cards), [card_place(card) for card in cards]
        case g.Buy(space=space, payment=payment):
            place = 1, space, payment_place(payment)
        case g.Extend(face=face, cell=cell):
            place = 2, face_place(face), cell_place(cell)
        case g.Reduce(cell=cell):
            place = 3, cell_place(cell)
        case g.Exchange(face=face, cell=cell):
            place = 4, face_place(face), cell_place(cell)
        case g.TakeHut(building=building):
            place = 5, list(g.Building).index(building)
        case g.Reactivate():
            place = (6,)
        case g.ShowBonus(face=face) if table.bought and table.phase is not g.Phase.ACT:
            # While tiles are placed it comes last, after all faces.
            place = (9,), face_place(face)
        case g.ShowBonus(face=face):
            place = 7, face_place(face)
        case g.Pass():
            place = (8,)
        case g.Build(face=face, cell=cell, payment=payment):
            as_it_lies, is_turned = lying(table, face)
            place = as_it_lies, 0, is_turned, payment_place(payment), cell_place(cell)
        case g.Store(face=face):
            as_it_lies, is_turned = lying(table, face)
            place = as_it_lies, 1, is_turned
        case g.GiveToDirk(face=face, payment=payment):
            as_it_lies, is_turned = lying(table, face)
            place = as_it_lies, 2, is_turned, payment_place(payment)
    return place


def lying(table: g.Table, face: g.Face) -> tuple[tuple[int, ...], bool]:
    """Return the place of the face with which a bought tile lies there, and whether another one is meant."""
    is_turned = face not in table.bought
    return face_place(other_face(table.ruleset.tiles, face) if is_turned else face), is_turned


@pytest.mark.parametrize("option", OPTIONS)
def test_actions_are_listed_in_the_order_that_is_documented(option: str) -> None:
    for game in decisions():
        if game.table.ruleset == OPTIONS[option]:
            listed = list(islice(g.legal_actions(game), MANY))
            places = [place_in_order(game.table, action) for action in listed]
            assert places == sorted(places)
