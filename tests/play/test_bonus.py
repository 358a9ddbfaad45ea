"""Bonus cards in play: dealt in secret, shown at any decision and before scorings, counted, taken back."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
import pytest

from granada_rules import (
    ALHAMBRA,
    DIRK,
    GRANADA,
    Build,
    Cell,
    City,
    Dealer,
    DrawBonus,
    DrawCard,
    DrawFor,
    DrawScoring,
    Edges,
    Exchange,
    Extend,
    Face,
    Kind,
    Module,
    ModuleState,
    Pass,
    Phase,
    Purse,
    Reduce,
    Ruleset,
    Scoring,
    Seat,
    ShowBonus,
    Store,
    TakeMoney,
    ViolationError,
    apply,
    chance,
    check,
    complete,
    deal,
    legal_actions,
    placement,
    setup,
    view,
)
from granada_rules.box import MOST_BONUS_CARDS
from granada_rules.play import way, ways
from tests.helpers.endings import ended, stored
from tests.helpers.games import (
    BLUE,
    GREEN,
    RED,
    altered,
    at_random,
    buy,
    cheap,
    clauses,
    drawn,
    faces,
    laid,
    played,
    refused,
    taken,
    until,
)

if TYPE_CHECKING:
    from granada_rules import Event, Game

BONUS = Ruleset(kinds=(Kind.ALHAMBRA,), modules=(Module.BONUS,))
BOTH_WITH_BONUS = Ruleset(kinds=Kind, modules=(Module.BONUS,), house_rules=True)

TEN = faces("PV8:- SE9:- AC9:- AC10:- CH10:- CH11:- GA10:- GA11:- TO11:- TO12:-")
"""BON-1: the tiles without walls."""

GARDEN = Face.parse("GA10:-")
EAST, WEST = Cell(1, 0), Cell(-1, 0)

REDS, BLUES, GREENS = "GA10:- PV8:- TO12:-", "SE9:- AC9:- AC10:-", "CH10:- CH11:- GA11:-"


def dealt(players: int = 3, ruleset: Ruleset = BONUS) -> Game:
    """Lay out a game in which Red begins, can pay exactly for GA10:-, and holds its card."""
    hands = ["y9 y1 g9 g8", "g1 g2 g3 g3 g5 g5 g9", "b1 b2 b3 b4 b4 b5 b9"][:players]
    tiles = "GA10:- PV2:NEW PV4:ES SE4:NE"
    dirk = "TO10:W TO11:- TO11:N TO11:S TO9:NE TO13:E" if players == 2 else ""
    bonus = " ".join([REDS, BLUES, GREENS][:players])
    game = laid(hands, "y1 g8 b3 o9", tiles, dirk, ruleset=ruleset, bonus=bonus)
    assert game.table.to_act == RED
    return game


def built(game: Game | None = None) -> Game:
    """Let Red buy and build the garden, up to the next draw."""
    return played(game or dealt(), buy(1, "y9 y1"), Pass(RED), Build(RED, GARDEN, EAST))


def in_reveal(game: Game, which: Scoring = Scoring.A) -> Game:
    """Let that card come as soon as it can, and stop where the first one is asked."""
    while game.table.phase is not Phase.REVEAL:
        if game.table.to_act is not None:
            game = taken(game)
            continue
        draws = [draw for draw, _ in chance(game)]
        game = apply(game, next((draw for draw in draws if isinstance(draw, DrawScoring)), draws[-1]))
    assert game.table.due is which
    return game


def hides(game: Game) -> list[list[str]]:
    return [sorted(map(str, cards)) for cards in game.bonus]


# The deal.


@pytest.mark.accepts("BON-1")
def test_the_cards_are_for_the_ten_tiles_without_walls() -> None:
    assert list(BONUS.bonus_faces) == TEN
    assert list(BOTH_WITH_BONUS.bonus_faces) == TEN
    assert len(TEN) == MOST_BONUS_CARDS
    assert ALHAMBRA.bonus_faces == GRANADA.bonus_faces == ()


@pytest.mark.accepts("BON-2")
@pytest.mark.accepts("BON-3")
@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 3), (4, 2), (5, 2), (6, 1)])
@pytest.mark.parametrize("ruleset", [BONUS, BOTH_WITH_BONUS], ids=["Alhambra", "both"])
def test_everybody_gets_as_many_cards_and_the_others_are_gone(
    players: int, each: int, ruleset: Ruleset
) -> None:
    game = deal(setup(players, ruleset), Dealer(b"sixteen bytes or more"))
    assert [len(cards) for cards in game.bonus] == [each] * players
    assert game.table.modules.hidden == (each,) * players
    assert game.table.modules.shown == ((),) * players
    held = Counter(face for cards in game.bonus for face in cards)
    assert set(held) <= set(TEN)
    assert set(held.values()) == {1}
    assert all(list(cards) == sorted(cards) for cards in game.bonus)


@pytest.mark.accepts("BON-2")
def test_cards_are_dealt_seat_by_seat_between_hands_and_display_each_equally_likely() -> None:
    game = setup(3, BONUS)
    order: list[DrawFor] = []
    left = list(TEN)
    while game.table.phase is Phase.SETUP:
        due, turn = game.table.draw_for, game.table.turn
        assert due is not None
        order.append(due)
        if due is DrawFor.BONUS:
            assert turn == (10 - len(left)) // 3
            assert chance(game) == tuple((DrawBonus(face), Fraction(1, len(left))) for face in left)
            assert ways(game) == len(left)
            assert [way(game, number) for number in range(len(left))] == [DrawBonus(face) for face in left]
            assert game.table.waits_for == "a bonus card is to be drawn"
            game = apply(game, DrawBonus(left.pop(len(left) // 2)))
        else:
            game = apply(game, chance(game)[0][0])
    assert len(left) == 1
    expected = [DrawFor.YARD, DrawFor.HAND, DrawFor.BONUS, DrawFor.DISPLAY]
    assert sorted(order, key=expected.index) == order
    assert Counter(order)[DrawFor.BONUS] == 9


@pytest.mark.rejects("BON-1")
def test_no_card_is_dealt_for_a_tile_with_walls() -> None:
    game = before_the_deal()
    for code in ("GA10:N", "TO11:S", "GA12:S", "AR4"):
        assert clauses(refused(game, DrawBonus(Face.parse(code)))) == ["BON-1"]


def before_the_deal() -> Game:
    game = setup(3, BONUS)
    while game.table.draw_for is not DrawFor.BONUS:
        game = apply(game, chance(game)[0][0])
    return game


@pytest.mark.rejects("BON-2")
@pytest.mark.rejects("MOD-5")
def test_a_card_is_dealt_once_and_has_to_be_told() -> None:
    game = apply(before_the_deal(), DrawBonus(GARDEN))
    assert game.draws == before_the_deal().draws + 1
    assert clauses(refused(game, DrawBonus(GARDEN))) == ["MOD-5"]
    assert clauses(refused(game, DrawBonus(None))) == ["BON-2"]
    card = next(iter(game.deck))
    assert clauses(refused(game, DrawCard(card))) == ["BON-2"]


def test_where_another_draw_is_due_no_bonus_card_is_drawn_and_without_the_module_none_ever() -> None:
    assert clauses(refused(setup(3, BONUS), DrawBonus(GARDEN))) == ["A-SETUP-2"]
    assert clauses(refused(cheap(ALHAMBRA), DrawBonus(GARDEN))) == ["BON-2"]
    assert clauses(refused(cheap(ALHAMBRA), ShowBonus(RED, GARDEN))) == ["BON-2"]
    assert cheap(ALHAMBRA).bonus == ()
    assert cheap(ALHAMBRA).table.modules == ModuleState()


@pytest.mark.accepts("BON-2")
def test_dirk_gets_no_card() -> None:
    game = dealt(players=2)
    assert hides(game) == [sorted(REDS.split()), sorted(BLUES.split())]
    assert len(game.table.modules.hidden) == 2


# What is secret.


@pytest.mark.accepts("MOD-6")
@pytest.mark.accepts("BON-2")
def test_a_view_knows_the_own_cards_and_the_numbers_of_all() -> None:
    game = before_the_deal()
    for face in faces(f"{REDS} {BLUES}"):
        game = apply(game, DrawBonus(face))
    # Hands are open in the setup, bonus cards are not.
    assert [hand is not None for hand in view(game, BLUE).hands] == [True] * 3
    assert view(game, BLUE).bonus == tuple(sorted(faces(BLUES)))
    assert view(game, None).bonus == view(game, GREEN).bonus == ()
    assert view(game, GREEN).table.modules.hidden == (3, 3, 0)


@pytest.mark.rejects("MOD-6")
def test_a_view_does_not_tell_which_cards_others_hide() -> None:
    game = built()
    seen = view(game, BLUE)
    other = altered(game, bonus=(tuple(sorted(faces("TO11:- PV8:- TO12:-"))), *game.bonus[1:]))
    assert view(other, BLUE) == seen
    game, other = drawn(game), drawn(other)
    show = ShowBonus(RED, GARDEN)
    # Blue cannot know whether Red holds it; Red and the referee can.
    assert check(view(game, BLUE), show) == check(view(other, BLUE), show) == ()
    assert check(view(game, None), show) == ()
    assert check(view(game, RED), show) == check(game, show) == ()
    assert clauses(check(other, show)) == clauses(check(view(other, RED), show)) == ["BON-2"]
    # What Blue holds, or what lies open, nobody else holds.
    for face in (Face.parse("SE9:-"), GARDEN):
        after = apply(game, show)
        assert "BON-2" in clauses(check(view(after, BLUE), ShowBonus(GREEN, face)))
    bare = altered(game, table=altered(game.table, modules=ModuleState(shown=((),) * 3, hidden=(0, 3, 3))))
    assert clauses(check(view(bare, BLUE), show)) == ["BON-2"]


def test_a_view_in_the_setup_judges_the_deal_by_the_own_cards_alone() -> None:
    game = apply(before_the_deal(), DrawBonus(GARDEN))
    assert clauses(check(view(game, RED), DrawBonus(GARDEN))) == ["MOD-5"]
    assert check(view(game, BLUE), DrawBonus(GARDEN)) == check(view(game, None), DrawBonus(GARDEN)) == ()
    assert clauses(check(view(game, BLUE), DrawBonus(None))) == ["BON-2"]


def test_complete_guesses_the_cards_of_others_each_equally_likely() -> None:
    game = apply(drawn(built()), ShowBonus(RED, GARDEN))
    seen, dealer = view(game, BLUE), Dealer(b"sixteen bytes of a bot")
    guessed: Counter[Face] = Counter()
    for sample in range(300):
        whole = complete(seen, dealer, sample)
        assert view(whole, BLUE) == seen
        assert whole.bonus[1] == game.bonus[1]
        assert [len(cards) for cards in whole.bonus] == [2, 3, 3]
        everything = [face for cards in (*whole.bonus, *whole.table.modules.shown) for face in cards]
        assert len(set(everything)) == len(everything) == 9
        guessed.update(whole.bonus[0])
    # Six cards are not seen, and Red hides two of them.
    assert set(guessed) == set(TEN) - set(faces(BLUES)) - {GARDEN}
    assert all(60 < number < 140 for number in guessed.values())
    assert complete(view(cheap(ALHAMBRA), RED), dealer).bonus == ()


# Showing.


@pytest.mark.accepts("BON-4")
def test_a_card_is_shown_while_its_tile_lies_in_the_own_alhambra() -> None:
    game = drawn(built())
    after = apply(game, ShowBonus(RED, GARDEN))
    assert after.table.modules.shown == ((GARDEN,), (), ())
    assert after.table.modules.hidden == (2, 3, 3)
    assert hides(after)[0] == ["PV8:-", "TO12:-"]
    assert view(after, BLUE).table.modules.shown[0] == (GARDEN,)
    # Nothing else changes, and it is still Blue's turn.
    same = {"modules": game.table.modules}
    assert altered(after, table=altered(after.table, **same), bonus=game.bonus) == game
    assert (after.table.turn, after.table.to_act) == (BLUE, BLUE)


@pytest.mark.accepts("BON-4")
def test_it_is_allowed_while_somebody_else_is_to_act_and_in_the_own_turn() -> None:
    game = drawn(built())
    show = ShowBonus(RED, GARDEN)
    assert show not in legal_actions(game)
    assert list(legal_actions(view(game, RED))) == [show]
    assert repr(legal_actions(view(game, RED))) == "<LegalActions of Red>"
    assert repr(legal_actions(view(game, GREEN))) == "<LegalActions of Green: none, Blue is to act>"
    own = until(game, RED)
    assert [action for action in legal_actions(own) if isinstance(action, ShowBonus)] == [show]
    assert list(legal_actions(own))[-1] == show
    # What is listed for a view of this very game needs no second judgement.
    listed = next(iter(legal_actions(view(game, RED))))
    assert apply(game, listed) == apply(game, show)


def test_to_show_is_listed_before_passing_and_after_placing() -> None:
    own = until(drawn(built()), RED)
    face = own.table.yard[0]
    assert face is not None
    table = altered(own.table, bought=(face,), yard=(None, *own.table.yard[1:]))
    extra = altered(own, table=table)
    show = ShowBonus(RED, GARDEN)
    assert list(legal_actions(extra))[-2:] == [show, Pass(RED)]
    placing = apply(extra, Pass(RED))
    listed = list(legal_actions(placing))
    assert placing.table.phase is Phase.PLACE
    assert listed[-1] == show
    assert isinstance(listed[-2], Store)
    # It ends neither the actions nor the placing.
    assert apply(extra, show).table.extra
    assert apply(placing, show).table.phase is Phase.PLACE
    assert apply(placing, show).table.bought == (face,)


@pytest.mark.rejects("BON-4")
def test_no_card_is_shown_without_its_tile_or_twice_or_while_chance_is_due() -> None:
    game = dealt()
    assert clauses(refused(game, ShowBonus(RED, GARDEN))) == ["BON-4"]
    waiting = played(game, buy(1, "y9 y1"), Pass(RED))
    # Bought is not built.
    assert clauses(refused(waiting, ShowBonus(RED, GARDEN))) == ["BON-4"]
    due = built()
    assert due.table.draw_for is not None
    assert clauses(refused(due, ShowBonus(RED, GARDEN))) == ["A-TURN-9"]
    assert list(legal_actions(view(due, RED))) == []
    shown = apply(drawn(due), ShowBonus(RED, GARDEN))
    assert clauses(refused(shown, ShowBonus(RED, GARDEN))) == ["BON-4"]
    assert clauses(refused(shown, ShowBonus(BLUE, GARDEN))) == ["BON-2", "BON-4"]
    assert clauses(refused(shown, ShowBonus(Seat(7), GARDEN))) == ["TURN-1"]
    assert clauses(refused(shown, ShowBonus(RED, Face.parse("GA10:N")))) == ["BON-1"]


@pytest.mark.accepts("BON-4")
def test_one_may_pass_for_lack_of_actions_although_a_card_could_be_shown() -> None:
    """A pass tells nobody whether a card is hidden."""
    game = dealt(ruleset=BOTH_WITH_BONUS)
    tiles = game.table.ruleset.tiles
    lying = {EAST: GARDEN, Cell(2, 0): Face.parse("PV4:ES"), Cell(2, -1): Face.parse("AR2")}
    city = City.of(
        {cell: (face, tiles.moats(face)) for cell, face in lying.items()},
        start=Kind.ALHAMBRA,
        second=Cell(2, -1),
    )
    assert placement.violations(city) == ()
    assert not placement.removable_cells(city)
    players = (attrs.evolve(game.table.players[0], city=city), *game.table.players[1:])
    table = altered(game.table, players=players, yard=(None,) * 8, display=Purse())
    stuck = altered(game, table=table)
    assert list(legal_actions(stuck)) == [ShowBonus(RED, GARDEN), Pass(RED)]
    assert check(stuck, Pass(RED)) == ()


# Back to the hand.


@pytest.mark.accepts("BON-6")
def test_the_card_goes_back_to_the_hand_when_its_tile_is_taken_out_and_can_be_shown_again() -> None:
    game = until(apply(drawn(built()), ShowBonus(RED, GARDEN)), RED)
    after = apply(game, Reduce(RED, EAST))
    assert after.table.modules.shown == ((), (), ())
    assert after.table.modules.hidden == (3, 3, 3)
    assert hides(after)[0] == sorted(REDS.split())
    again = until(drawn(after), RED)
    assert clauses(refused(again, ShowBonus(RED, GARDEN))) == ["BON-4"]
    assert apply(drawn(apply(again, Extend(RED, GARDEN, EAST))), ShowBonus(RED, GARDEN)).table.modules.shown[
        0
    ] == (GARDEN,)


@pytest.mark.accepts("BON-6")
def test_the_card_goes_back_when_its_tile_is_exchanged() -> None:
    game = until(apply(drawn(built()), ShowBonus(RED, GARDEN)), RED)
    red = game.table.players[0]
    spare = Face.parse("TO11:-")
    players = (attrs.evolve(red, reserve=(spare,)), *game.table.players[1:])
    bag = tuple(tile for tile in game.table.bag if tile.front != spare)
    game = altered(game, table=altered(game.table, players=players, bag=bag))
    after = apply(game, Exchange(RED, spare, EAST))
    assert after.table.modules.shown[0] == ()
    assert GARDEN in after.bonus[0]
    # A hidden card stays where it is, and a card for the new tile is not shown by itself.
    assert after.table.modules.hidden == (3, 3, 3)


@pytest.mark.rejects("BON-6")
def test_other_changes_leave_shown_cards_where_they_are() -> None:
    game = until(apply(drawn(built()), ShowBonus(RED, GARDEN)), RED)
    after = drawn(taken(game))
    assert after.table.modules.shown[0] == (GARDEN,)
    # Another tile is taken out.
    red = after.table.players[0]
    city = red.city.extended(WEST, (Face.parse("TO11:-"), Edges(0)))
    players = (attrs.evolve(red, city=city), *after.table.players[1:])
    own = until(altered(after, table=altered(after.table, players=players)), RED)
    assert apply(own, Reduce(RED, WEST)).table.modules.shown[0] == (GARDEN,)


# Before a scoring.


@pytest.mark.accepts("BON-4")
def test_before_a_scoring_all_who_hide_cards_are_asked_in_order() -> None:
    game = in_reveal(drawn(built()))
    turn = game.table.turn
    assert turn is not None
    asked = []
    while game.table.phase is Phase.REVEAL:
        assert game.table.turn == turn
        assert (game.table.due, game.sheets, game.table.draw_for) == (Scoring.A, (), None)
        assert Pass(game.table.to_act or RED) in legal_actions(game)
        asked.append(game.table.to_act)
        game = apply(game, Pass(game.table.to_act or RED))
    # From the player after the one whose turn was last, who comes last.
    assert asked == [(turn + step) % 3 for step in (1, 2, 3)]
    assert [sheet.scoring for sheet in game.sheets] == [Scoring.A]
    assert (game.table.phase, game.table.turn) == (Phase.ACT, (turn + 1) % 3)
    assert (game.table.due, game.table.modules.asked) == (None, None)


@pytest.mark.accepts("BON-4")
def test_after_a_card_is_shown_asking_begins_anew() -> None:
    game = in_reveal(drawn(built()))
    first = game.table.to_act
    while game.table.to_act != RED:
        assert game.table.to_act is not None
        game = apply(game, Pass(game.table.to_act))
    assert list(legal_actions(game)) == [ShowBonus(RED, GARDEN), Pass(RED)]
    after = apply(game, ShowBonus(RED, GARDEN))
    assert (after.table.phase, after.table.to_act, after.sheets) == (Phase.REVEAL, first, ())


@pytest.mark.accepts("BON-4")
def test_also_after_one_who_is_not_asked_shows_a_card() -> None:
    game = in_reveal(drawn(built()))
    first = game.table.to_act
    while game.table.to_act in {first, RED}:
        assert game.table.to_act is not None
        game = apply(game, Pass(game.table.to_act))
    assert game.table.to_act not in {first, RED}
    assert list(legal_actions(view(game, RED))) == [ShowBonus(RED, GARDEN)]
    assert apply(game, ShowBonus(RED, GARDEN)).table.to_act == first


@pytest.mark.accepts("BON-4")
def test_who_hides_nothing_is_not_asked_and_if_nobody_does_there_is_no_round() -> None:
    game = drawn(built())
    only = altered(
        game,
        bonus=((GARDEN,), (), ()),
        table=altered(game.table, modules=ModuleState(shown=((),) * 3, hidden=(1, 0, 0))),
    )
    asked = in_reveal(only)
    assert asked.table.to_act == RED
    # The last card is shown, so that nobody is left to be asked.
    scored = apply(asked, ShowBonus(RED, GARDEN))
    assert [sheet.scoring for sheet in scored.sheets] == [Scoring.A]
    assert scored.table.phase is Phase.ACT
    nobody = altered(
        game,
        bonus=((), (), ()),
        table=altered(game.table, modules=ModuleState(shown=((),) * 3, hidden=(0, 0, 0))),
    )
    while not nobody.sheets:
        assert nobody.table.phase is not Phase.REVEAL
        nobody = apply(nobody, _towards_a_scoring(nobody))


def _towards_a_scoring(game: Game) -> Event:
    if game.table.to_act is not None:
        return TakeMoney(game.table.to_act, [game.table.display[0]])
    draws = [draw for draw, _ in chance(game)]
    return next((draw for draw in draws if isinstance(draw, DrawScoring)), draws[-1])


@pytest.mark.rejects("BON-4")
def test_before_a_scoring_nothing_else_is_done() -> None:
    game = in_reveal(drawn(built()))
    asked = game.table.to_act
    assert asked is not None
    other = Seat((asked + 1) % 3)
    card = game.table.display[0]
    assert clauses(refused(game, TakeMoney(asked, [card]))) == ["BON-4"]
    assert clauses(refused(game, Store(asked, GARDEN))) == ["BON-4"]
    assert clauses(refused(game, Pass(other))) == ["BON-4"]
    assert clauses(refused(game, Pass(Seat(9)))) == ["BON-4"]
    assert clauses(refused(game, DrawCard(next(iter(game.deck))))) == ["TURN-7"]


@pytest.mark.accepts("BON-4")
def test_the_order_of_offers_tells_nothing() -> None:
    """Everybody who hides cards is asked, able to show one or not."""
    game = in_reveal(drawn(built()))
    other = altered(game, bonus=(tuple(sorted(faces("TO11:- PV8:- TO12:-"))), *game.bonus[1:]))
    while game.table.phase is Phase.REVEAL:
        assert (game.table, other.table.to_act) == (other.table, game.table.to_act)
        assert game.table.to_act is not None
        game, other = (apply(one, Pass(one.table.to_act or RED)) for one in (game, other))


# Counting.


@pytest.mark.accepts("BON-5")
def test_a_shown_card_counts_as_one_more_building_of_its_type() -> None:
    game = in_reveal(apply(drawn(built()), ShowBonus(RED, GARDEN)))
    while game.table.phase is Phase.REVEAL:
        game = apply(game, Pass(game.table.to_act or RED))
    line = next(line for line in game.sheets[0].lines if line.building is GARDEN.building)
    assert (line.player, line.faces, line.shown, line.owned, line.points) == (
        "Red",
        (GARDEN,),
        (GARDEN,),
        2,
        5,
    )
    assert str(line) == ("A-SCORE-7: Garden, first is Red (GA10:-; by bonus cards 1 more: GA10:-): 5")


@pytest.mark.rejects("BON-5")
@pytest.mark.accepts("BON-7")
def test_a_card_that_is_not_shown_counts_nothing() -> None:
    game = in_reveal(drawn(built()))
    while game.table.phase is Phase.REVEAL:
        game = apply(game, Pass(game.table.to_act or RED))
    line = next(line for line in game.sheets[0].lines if line.building is GARDEN.building)
    assert (line.player, line.shown, line.owned) == ("Red", (), 1)


def test_dirks_tiles_make_no_card_count_and_he_draws_after_the_round() -> None:
    game = in_reveal(dealt(players=2))
    assert game.table.dirk is not None
    assert game.table.dirk.owed == 0
    while game.table.phase is Phase.REVEAL:
        game = apply(game, Pass(game.table.to_act or RED))
    assert (game.table.phase, game.table.draw_for) == (Phase.END_OF_TURN, DrawFor.DIRK)
    tower = next(line for line in game.sheets[0].lines if line.player == DIRK)
    assert (tower.shown, tower.owned) == ((), 6)


# The end.


@pytest.mark.accepts("BON-4")
def test_before_the_last_scoring_cards_can_be_shown_with_open_hands() -> None:
    game = ended("g3", "", "b3", "o3", ruleset=BONUS)
    assert game.table.phase is Phase.GIFT
    last = game.table.turn
    assert last == BLUE
    receivers = []
    while game.table.phase is Phase.GIFT:
        assert game.table.turn == last
        assert game.table.modules.asked == game.table.to_act
        assert game.table.to_act is not None
        receivers.append(game.table.to_act)
        face = game.table.bought[0]
        assert clauses(refused(game, Pass(game.table.to_act))) == ["A-END-3"]
        assert clauses(refused(game, Store(Seat((game.table.to_act + 1) % 4), face))) == ["TURN-1"]
        game = apply(game, Store(game.table.to_act, face))
    assert len(receivers) > 1
    asked = []
    while game.table.phase is Phase.REVEAL:
        assert (game.table.due, game.table.turn) == (Scoring.C, last)
        assert game.table.hands_are_open
        assert view(game, None).hands == game.hands
        assert view(game, None).bonus == ()
        assert clauses(refused(game, DrawCard(next(iter(game.deck))))) == ["END-1"]
        asked.append(game.table.to_act)
        game = apply(game, Pass(game.table.to_act or RED))
    assert asked == [2, 3, 0, 1]
    assert (game.table.phase, game.table.turn, game.table.to_act) == (Phase.OVER, None, None)
    assert (game.table.due, game.table.modules.asked) == (None, None)
    assert game.sheets[-1].scoring is Scoring.C
    # Cards that were never shown stay secret.
    assert view(game, RED).bonus == game.bonus[0]
    assert view(game, None).bonus == ()
    assert clauses(refused(game, ShowBonus(RED, game.bonus[0][0]))) == ["END-5"]


def test_if_nobody_gets_a_tile_cards_are_shown_at_once_and_without_any_the_game_is_over() -> None:
    game = ended("", "", "", "", ruleset=BONUS)
    assert (game.table.phase, game.table.due, game.table.to_act) == (Phase.REVEAL, Scoring.C, GREEN)
    while game.table.phase is Phase.REVEAL:
        assert game.table.to_act is not None
        game = apply(game, Pass(game.table.to_act))
    assert game.table.phase is Phase.OVER
    gift = ended("g3", "", "b3", "o3", ruleset=BONUS)
    modules = attrs.evolve(gift.table.modules, hidden=(0,) * 4)
    bare = stored(altered(gift, bonus=((),) * 4, table=altered(gift.table, modules=modules)))
    assert (bare.table.phase, bare.table.turn, bare.table.modules.asked) == (Phase.OVER, None, None)


# Whole games.


@pytest.mark.parametrize("players", range(2, 7))
def test_whole_games_at_random_end_and_keep_every_card(players: int) -> None:
    rng = random.Random(f"bonus {players}")
    for before, event in at_random(setup(players, BONUS), rng):
        after = apply(before, event)
        if after.table.phase is not Phase.SETUP:
            for seat, cards in enumerate(after.bonus):
                shown = after.table.modules.shown[seat]
                assert (
                    sorted((*cards, *shown))
                    == sorted((*before.bonus[seat], *before.table.modules.shown[seat]))
                    or before.table.phase is Phase.SETUP
                )
                built = {tile.face for tile in after.table.players[seat].city.tiles.values()}
                assert set(shown) <= built
                assert after.table.modules.hidden[seat] == len(cards)
    assert after.table.phase is Phase.OVER


def test_a_game_with_other_cards_is_another_game() -> None:
    game = dealt()
    other = altered(game, bonus=(tuple(sorted(faces("TO11:- PV8:- TO12:-"))), *game.bonus[1:]))
    assert game != other
    assert hash(game) != hash(other)


def test_the_module_is_refused_where_no_book_adds_it() -> None:
    with pytest.raises(ViolationError, match="MOD-3: bonus cards need tiles of Alhambra"):
        setup(3, Ruleset(modules=(Module.BONUS,)))
    with pytest.raises(ViolationError, match="MOD-3: no book adds bonus cards"):
        setup(3, Ruleset(kinds=Kind, modules=(Module.BONUS,)))
