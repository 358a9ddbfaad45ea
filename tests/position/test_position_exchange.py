"""Positions with exchange cards: which there are, in which piles, and what they paid for (EXC-1 … EXC-6)."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import islice

import attrs
import pytest

from granada_rules import Buy, Game, Kind, Module, Phase, Pile, Purse, Ruleset, Scoring, ViolationError, setup
from granada_rules.position import NotedPlayer, Position, validate
from granada_rules.position.checks import payments
from tests.helpers.games import NAMES, at_decisions, at_random, laid, money
from tests.helpers.noted import but, changed, is_complete, is_consistent, noted, only
from tests.helpers.samples import fewer

EXCHANGED = Ruleset(kinds=(Kind.ALHAMBRA,), modules=[Module.EXCHANGE])
EXACTLY = attrs.evolve(EXCHANGED, exchange_pays_exactly=True)
YARD = "PV2:NEW SE3:ESW AC5:NW GA10:N"


@cache
def begun() -> Position:
    """Return the first turn of three players; Red is to act."""
    hands = ["y9 y9 y2", "b9 b9 b3", "g9 g9 g4"]
    return laid(hands, "o1 o2 o3 o4", YARD, ruleset=EXCHANGED).to_position()


def come(cards: str) -> Position:
    """Return a turn of Red, who holds these exchange cards; the first pile is among the discards.

    Green paid so much for a tile.
    """
    first = Game.from_position(begun())
    top, second, *others = first.piles
    many = len(money(cards))
    second = Pile(second.size - many, second.scoring, second.exchange - many)
    discards = Purse(list(first.deck.money)[: top.size])
    bought = changed(begun(), 2, reserve=noted("PV8:-"))
    return changed(
        but(bought, piles=(second, *others), discards=discards), 0, hand=first.hands[0] + money(cards)
    )


@pytest.mark.accepts("EXC-2")
def test_a_game_with_exchange_cards_is_written_and_read_at_every_decision() -> None:
    for number, rules in enumerate([EXCHANGED, EXACTLY]):
        seen = set()
        games = at_decisions(setup(NAMES[: 3 + number], rules), random.Random(number))
        for game in islice(games, None, None, fewer(4, 1)):
            position = game.to_position()
            assert is_complete(position)
            assert Game.from_position(position) == game
            seen.add(sum(pile.exchange for pile in game.piles))
        assert {6, 5, 4, 0} <= seen


@pytest.mark.accepts("EXC-1")
def test_without_a_ruleset_exchange_cards_may_be_noted() -> None:
    assert is_consistent(Position(display=money("y1 yb")))
    assert is_consistent(Position(piles=(Pile(14, Scoring.A, 2), Pile(13, None, 2), Pile(14, Scoring.B, 2))))
    assert is_consistent(Position(players=(NotedPlayer(hand=money("yg yb yo gb go bo")),)))


@pytest.mark.accepts("EXC-2")
def test_exchange_cards_that_have_come_are_in_hands() -> None:
    assert is_complete(come(""))
    assert is_complete(come("yb"))
    assert is_complete(come("yb go"))


@pytest.mark.rejects("EXC-2")
def test_exchange_cards_that_have_not_come_are_in_their_piles() -> None:
    position = come("yb")
    assert position.piles is not None
    second, *others = position.piles
    short = but(position, piles=(Pile(second.size, Scoring.A), *others))
    assert only(short).message == "4 exchange cards in the piles, and 5 nowhere else"
    assert only(short).clause == "EXC-2"
    # More than there can be.
    violation = only(changed(short, 0, hand=None))
    assert violation.clause == "SETUP-6"
    many = but(changed(position, 0, hand=None), piles=(Pile(second.size, Scoring.A, 4), *others))
    assert only(many).message == "8 exchange cards in the piles, and 6 nowhere else"


@pytest.mark.rejects("EXC-2")
def test_no_exchange_card_is_there_while_the_table_is_laid() -> None:
    for game, _ in at_random(setup(NAMES[:3], EXCHANGED), random.Random(0)):
        if game.table.display:
            break
    position = game.to_position()
    assert position.phase is Phase.SETUP
    assert not validate(position).violations
    display = money("yb") + game.table.display
    found = validate(but(position, display=display, piles=None)).violations
    assert [violation.clause for violation in found] == ["EXC-2"]
    assert found[0].message == "no starting hand and no first display holds an exchange card"
    bound = but(position, piles=(Pile(game.table.deck_size, None, 2),))
    assert [violation.clause for violation in validate(bound).violations] == ["EXC-2"]


def test_cards_are_counted_with_exchange_cards() -> None:
    position = come("yb")
    assert position.piles is not None
    fewer = but(position, piles=position.piles[:-1])
    assert only(fewer).clause == "BOX-11"
    assert "cards in the piles" in only(fewer).message
    assert "money" not in only(fewer).message
    # Without a ruleset six more cards may be in the deck than anybody has noted.
    first = Game.from_position(begun())
    both_up = (Pile(len(first.deck)),)
    unknown = but(begun(), ruleset=None, piles=both_up)
    assert not [one for one in validate(unknown).violations if one.clause == "BOX-11"]
    assert "BOX-11" in [
        one.clause for one in validate(but(unknown, piles=(Pile(len(first.deck) + 1),))).violations
    ]


def test_shuffled_exchange_cards_are_in_no_certain_pile() -> None:
    for game, _ in at_random(setup(NAMES[:3], EXCHANGED), random.Random(2)):
        is_free = game.deck.exchange_cards and not any(pile.exchange for pile in game.piles)
        if is_free and game.table.to_act is not None:
            assert is_complete(game.to_position())
            break
    else:
        raise AssertionError("no exchange card comes back")


# What they paid for.


def paid(cards: str, rules: Ruleset = EXCHANGED, phase: Phase = Phase.ACT) -> Position:
    """Return a turn in which Red bought the tile for 5 on the space of blue for these cards."""
    yard = noted(YARD)
    return but(
        changed(begun(), 0, hand=money("y9")),
        yard=(*yard[:2], None, yard[3]),
        bought=yard[2:3],
        discards=money(cards),
        piles=None,
        phase=phase,
        ruleset=rules,
    )


@pytest.mark.accepts("EXC-5", "EXC-6", "EXC-7")
@pytest.mark.parametrize("cards", ["y2 b3 yb", "y5 yb", "b5", "b5 yb", "y2 y2 b1 yb"])
def test_a_tile_was_paid_with_an_exchange_card_among_the_discards(cards: str) -> None:
    assert not validate(paid(cards)).violations


@pytest.mark.rejects("EXC-5")
@pytest.mark.parametrize(
    ("cards", "clause"),
    [
        ("y2 b3", "BUY-1"),
        ("y2 b3 yg", "BUY-1"),
        ("y2 b2 yb", "BUY-1"),
        ("y9 yb", "TURN-3"),
        ("g5 yb", "BUY-1"),
    ],
)
def test_otherwise_it_was_paid_in_its_own_currency(cards: str, clause: str) -> None:
    assert [one.clause for one in validate(paid(cards)).violations] == [clause]


@pytest.mark.accepts("EXC-5")
@pytest.mark.rejects("EXC-5")
def test_by_agreement_the_last_tile_too_was_paid_exactly() -> None:
    assert not validate(paid("y9 yb", phase=Phase.PLACE)).violations
    (violation,) = validate(paid("y9 yb", EXACTLY, Phase.PLACE)).violations
    assert violation.clause == "BUY-1"
    assert not validate(paid("y2 b3 yb", EXACTLY, Phase.PLACE)).violations


def test_what_was_paid_on_a_space_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ways there are in which eight tiles lay on eight spaces: 576 with 247 choices each."""
    computed: Counter[object] = Counter()
    overpaid = payments._overpaid  # noqa: SLF001 - its calls are counted

    def counted(purse: Purse, prices: tuple[range, ...]) -> int | None:
        computed[purse, prices] += 1
        # The cards of two currencies are asked for by the spaces of both.
        assert computed[purse, prices] <= 2
        return overpaid(purse, prices)

    monkeypatch.setattr(payments, "_overpaid", counted)
    nines = " ".join(f"{currency}9 " * 12 for currency in "ygbo")
    position = Position(
        ruleset=Ruleset(kinds=Kind, modules=[Module.EXCHANGE], house_rules=True),
        phase=Phase.PLACE,
        yard=(None,) * 8,
        bought=noted(f"{YARD} AR2 BA4 LI6 HS8"),
        discards=money(f"{nines} yg yb yo gb go bo"),
    )
    assert "TURN-3" in {violation.clause for violation in validate(position).violations}
    # On four spaces: nothing, one of eight tiles, or one of each kind; and one of eight with three cards.
    assert computed.total() <= 4 * (1 + 8 + 16) + 4 * 8 * 3


@pytest.mark.rejects("EXC-6")
def test_as_many_exchange_cards_as_tiles_were_paid_at_most() -> None:
    position = changed(come("yb go"), 0, hand=money("y2 y9 y9"))
    assert position.discards is not None
    discarded = but(position, discards=position.discards + money("yb go"))
    violation = only(discarded)
    assert (violation.clause, violation.message) == (
        "EXC-6",
        "2 exchange cards in the discards, and 1 tile bought",
    )


@pytest.mark.accepts("EXC-6")
def test_exchange_cards_of_real_games_are_among_the_discards() -> None:
    helped = 0
    for game, event in at_random(setup(NAMES[:3], EXCHANGED), random.Random(4)):
        helped += isinstance(event, Buy) and bool(event.payment.exchange_cards)
        if game.table.to_act is not None:
            assert not validate(game.to_position()).violations
    assert helped


def test_a_position_that_is_wrong_is_no_game() -> None:
    with pytest.raises(ViolationError, match="EXC-1"):
        Game.from_position(changed(begun(), 0, hand=money("y2 y9 y9 yb yb")))
