"""Bonus cards in play: dealt in secret, shown at any decision and before scorings, counted, taken back."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import attrs
import pytest

import granada_rules as g
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

BONUS = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=(g.Module.BONUS,))
BOTH_WITH_BONUS = g.Ruleset(kinds=g.Kind, modules=(g.Module.BONUS,), house_rules=True)

TEN = faces("PV8:- SE9:- AC9:- AC10:- CH10:- CH11:- GA10:- GA11:- TO11:- TO12:-")
"""BON-1: the tiles without walls."""

GARDEN = g.Face.parse("GA10:-")
EAST, WEST = g.Cell(1, 0), g.Cell(-1, 0)

REDS, BLUES, GREENS = "GA10:- PV8:- TO12:-", "SE9:- AC9:- AC10:-", "CH10:- CH11:- GA11:-"


def dealt(players: int = 3, ruleset: g.Ruleset = BONUS) -> g.Game:
    """Lay out a game in which Red begins, can pay exactly for GA10:-, and holds its card."""
    hands = ["y9 y1 g9 g8", "g1 g2 g3 g3 g5 g5 g9", "b1 b2 b3 b4 b4 b5 b9"][:players]
    tiles = "GA10:- PV2:NEW PV4:ES SE4:NE"
    dirk = "TO10:W TO11:- TO11:N TO11:S TO9:NE TO13:E" if players == 2 else ""
    bonus = " ".join([REDS, BLUES, GREENS][:players])
    game = laid(hands, "y1 g8 b3 o9", tiles, dirk, ruleset=ruleset, bonus=bonus)
    assert game.table.to_act == RED
    return game


def built(game: g.Game | None = None) -> g.Game:
    """Let Red buy and build the garden, up to the next draw."""
    return played(game or dealt(), buy(1, "y9 y1"), g.Pass(RED), g.Build(RED, GARDEN, EAST))


def in_reveal(game: g.Game, which: g.Scoring = g.Scoring.A) -> g.Game:
    """Let that card come as soon as it can, and stop where the first one is asked."""
    while game.table.phase is not g.Phase.REVEAL:
        if game.table.to_act is not None:
            game = taken(game)
            continue
        draws = [draw for draw, _ in g.chance(game)]
        game = g.apply(game, next((draw for draw in draws if isinstance(draw, g.DrawScoring)), draws[-1]))
    assert game.table.due is which
    return game


def hides(game: g.Game) -> list[list[str]]:
    return [sorted(map(str, cards)) for cards in game.bonus]


# The deal.


@pytest.mark.accepts("BON-1")
def test_the_cards_are_for_the_ten_tiles_without_walls() -> None:
    assert list(BONUS.bonus_faces) == TEN
    assert list(BOTH_WITH_BONUS.bonus_faces) == TEN
    assert len(TEN) == MOST_BONUS_CARDS
    assert g.ALHAMBRA.bonus_faces == g.GRANADA.bonus_faces == ()


@pytest.mark.accepts("BON-2")
@pytest.mark.accepts("BON-3")
@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 3), (4, 2), (5, 2), (6, 1)])
@pytest.mark.parametrize("ruleset", [BONUS, BOTH_WITH_BONUS], ids=["Alhambra", "both"])
def test_everybody_gets_as_many_cards_and_the_others_are_gone(
    players: int, each: int, ruleset: g.Ruleset
) -> None:
    game = g.deal(g.setup(players, ruleset), g.Dealer(b"sixteen bytes or more"))
    assert [len(cards) for cards in game.bonus] == [each] * players
    assert game.table.modules.hidden == (each,) * players
    assert game.table.modules.shown == ((),) * players
    held = Counter(face for cards in game.bonus for face in cards)
    assert set(held) <= set(TEN)
    assert set(held.values()) == {1}
    assert all(list(cards) == sorted(cards) for cards in game.bonus)


@pytest.mark.accepts("BON-2")
def test_cards_are_dealt_seat_by_seat_between_hands_and_display_each_equally_likely() -> None:
    game = g.setup(3, BONUS)
    order: list[g.DrawFor] = []
    left = list(TEN)
    while game.table.phase is g.Phase.SETUP:
        due, turn = game.table.draw_for, game.table.turn
        assert due is not None
        order.append(due)
        if due is g.DrawFor.BONUS:
            assert turn == (10 - len(left)) // 3
            assert g.chance(game) == tuple((g.DrawBonus(face), Fraction(1, len(left))) for face in left)
            assert ways(game) == len(left)
            assert [way(game, number) for number in range(len(left))] == [g.DrawBonus(face) for face in left]
            assert game.table.waits_for == "a bonus card is to be drawn"
            game = g.apply(game, g.DrawBonus(left.pop(len(left) // 2)))
        else:
            game = g.apply(game, g.chance(game)[0][0])
    assert len(left) == 1
    expected = [g.DrawFor.YARD, g.DrawFor.HAND, g.DrawFor.BONUS, g.DrawFor.DISPLAY]
    assert sorted(order, key=expected.index) == order
    assert Counter(order)[g.DrawFor.BONUS] == 9


@pytest.mark.rejects("BON-1")
def test_no_card_is_dealt_for_a_tile_with_walls() -> None:
    game = before_the_deal()
    for code in ("GA10:N", "TO11:S", "GA12:S", "AR4"):
        assert clauses(refused(game, g.DrawBonus(g.Face.parse(code)))) == ["BON-1"]


def before_the_deal() -> g.Game:
    game = g.setup(3, BONUS)
    while game.table.draw_for is not g.DrawFor.BONUS:
        game = g.apply(game, g.chance(game)[0][0])
    return game


@pytest.mark.rejects("BON-2")
@pytest.mark.rejects("MOD-5")
def test_a_card_is_dealt_once_and_has_to_be_told() -> None:
    game = g.apply(before_the_deal(), g.DrawBonus(GARDEN))
    assert game.draws == before_the_deal().draws + 1
    assert clauses(refused(game, g.DrawBonus(GARDEN))) == ["MOD-5"]
    assert clauses(refused(game, g.DrawBonus(None))) == ["BON-2"]
    card = next(iter(game.deck))
    assert clauses(refused(game, g.DrawCard(card))) == ["BON-2"]


def test_where_another_draw_is_due_no_bonus_card_is_drawn_and_without_the_module_none_ever() -> None:
    assert clauses(refused(g.setup(3, BONUS), g.DrawBonus(GARDEN))) == ["A-SETUP-2"]
    assert clauses(refused(cheap(g.ALHAMBRA), g.DrawBonus(GARDEN))) == ["BON-2"]
    assert clauses(refused(cheap(g.ALHAMBRA), g.ShowBonus(RED, GARDEN))) == ["BON-2"]
    assert cheap(g.ALHAMBRA).bonus == ()
    assert cheap(g.ALHAMBRA).table.modules == g.ModuleState()


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
        game = g.apply(game, g.DrawBonus(face))
    # Hands are open in the setup, bonus cards are not.
    assert [hand is not None for hand in g.view(game, BLUE).hands] == [True] * 3
    assert g.view(game, BLUE).bonus == tuple(sorted(faces(BLUES)))
    assert g.view(game, None).bonus == g.view(game, GREEN).bonus == ()
    assert g.view(game, GREEN).table.modules.hidden == (3, 3, 0)


@pytest.mark.rejects("MOD-6")
def test_a_view_does_not_tell_which_cards_others_hide() -> None:
    game = built()
    seen = g.view(game, BLUE)
    other = altered(game, bonus=(tuple(sorted(faces("TO11:- PV8:- TO12:-"))), *game.bonus[1:]))
    assert g.view(other, BLUE) == seen
    game, other = drawn(game), drawn(other)
    show = g.ShowBonus(RED, GARDEN)
    # Blue cannot know whether Red holds it; Red and the referee can.
    assert g.check(g.view(game, BLUE), show) == g.check(g.view(other, BLUE), show) == ()
    assert g.check(g.view(game, None), show) == ()
    assert g.check(g.view(game, RED), show) == g.check(game, show) == ()
    assert clauses(g.check(other, show)) == clauses(g.check(g.view(other, RED), show)) == ["BON-2"]
    # What Blue holds, or what lies open, nobody else holds.
    for face in (g.Face.parse("SE9:-"), GARDEN):
        after = g.apply(game, show)
        assert "BON-2" in clauses(g.check(g.view(after, BLUE), g.ShowBonus(GREEN, face)))
    bare = altered(game, table=altered(game.table, modules=g.ModuleState(shown=((),) * 3, hidden=(0, 3, 3))))
    assert clauses(g.check(g.view(bare, BLUE), show)) == ["BON-2"]


def test_a_view_in_the_setup_judges_the_deal_by_the_own_cards_alone() -> None:
    game = g.apply(before_the_deal(), g.DrawBonus(GARDEN))
    assert clauses(g.check(g.view(game, RED), g.DrawBonus(GARDEN))) == ["MOD-5"]
    assert (
        g.check(g.view(game, BLUE), g.DrawBonus(GARDEN))
        == g.check(g.view(game, None), g.DrawBonus(GARDEN))
        == ()
    )
    assert clauses(g.check(g.view(game, BLUE), g.DrawBonus(None))) == ["BON-2"]


def test_complete_guesses_the_cards_of_others_each_equally_likely() -> None:
    game = g.apply(drawn(built()), g.ShowBonus(RED, GARDEN))
    seen, dealer = g.view(game, BLUE), g.Dealer(b"sixteen bytes of a bot")
    guessed: Counter[g.Face] = Counter()
    for sample in range(300):
        whole = g.complete(seen, dealer, sample)
        assert g.view(whole, BLUE) == seen
        assert whole.bonus[1] == game.bonus[1]
        assert [len(cards) for cards in whole.bonus] == [2, 3, 3]
        everything = [face for cards in (*whole.bonus, *whole.table.modules.shown) for face in cards]
        assert len(set(everything)) == len(everything) == 9
        guessed.update(whole.bonus[0])
    # Six cards are not seen, and Red hides two of them.
    assert set(guessed) == set(TEN) - set(faces(BLUES)) - {GARDEN}
    assert all(60 < number < 140 for number in guessed.values())
    assert g.complete(g.view(cheap(g.ALHAMBRA), RED), dealer).bonus == ()


# Showing.


@pytest.mark.accepts("BON-4")
def test_a_card_is_shown_while_its_tile_lies_in_the_own_alhambra() -> None:
    game = drawn(built())
    after = g.apply(game, g.ShowBonus(RED, GARDEN))
    assert after.table.modules.shown == ((GARDEN,), (), ())
    assert after.table.modules.hidden == (2, 3, 3)
    assert hides(after)[0] == ["PV8:-", "TO12:-"]
    assert g.view(after, BLUE).table.modules.shown[0] == (GARDEN,)
    # Nothing else changes, and it is still Blue's turn.
    same = {"modules": game.table.modules}
    assert altered(after, table=altered(after.table, **same), bonus=game.bonus) == game
    assert (after.table.turn, after.table.to_act) == (BLUE, BLUE)


@pytest.mark.accepts("BON-4")
def test_it_is_allowed_while_somebody_else_is_to_act_and_in_the_own_turn() -> None:
    game = drawn(built())
    show = g.ShowBonus(RED, GARDEN)
    assert show not in g.legal_actions(game)
    assert list(g.legal_actions(g.view(game, RED))) == [show]
    assert repr(g.legal_actions(g.view(game, RED))) == "<LegalActions of Red>"
    assert repr(g.legal_actions(g.view(game, GREEN))) == "<LegalActions of Green: none, Blue is to act>"
    own = until(game, RED)
    assert [action for action in g.legal_actions(own) if isinstance(action, g.ShowBonus)] == [show]
    assert list(g.legal_actions(own))[-1] == show
    # What is listed for a view of this very game needs no second judgement.
    listed = next(iter(g.legal_actions(g.view(game, RED))))
    assert g.apply(game, listed) == g.apply(game, show)


def test_to_show_is_listed_before_passing_and_after_placing() -> None:
    own = until(drawn(built()), RED)
    face = own.table.yard[0]
    assert face is not None
    table = altered(own.table, bought=(face,), yard=(None, *own.table.yard[1:]))
    extra = altered(own, table=table)
    show = g.ShowBonus(RED, GARDEN)
    assert list(g.legal_actions(extra))[-2:] == [show, g.Pass(RED)]
    placing = g.apply(extra, g.Pass(RED))
    listed = list(g.legal_actions(placing))
    assert placing.table.phase is g.Phase.PLACE
    assert listed[-1] == show
    assert isinstance(listed[-2], g.Store)
    # It ends neither the actions nor the placing.
    assert g.apply(extra, show).table.extra
    assert g.apply(placing, show).table.phase is g.Phase.PLACE
    assert g.apply(placing, show).table.bought == (face,)


@pytest.mark.rejects("BON-4")
def test_no_card_is_shown_without_its_tile_or_twice_or_while_chance_is_due() -> None:
    game = dealt()
    assert clauses(refused(game, g.ShowBonus(RED, GARDEN))) == ["BON-4"]
    waiting = played(game, buy(1, "y9 y1"), g.Pass(RED))
    # Bought is not built.
    assert clauses(refused(waiting, g.ShowBonus(RED, GARDEN))) == ["BON-4"]
    due = built()
    assert due.table.draw_for is not None
    assert clauses(refused(due, g.ShowBonus(RED, GARDEN))) == ["A-TURN-9"]
    assert list(g.legal_actions(g.view(due, RED))) == []
    shown = g.apply(drawn(due), g.ShowBonus(RED, GARDEN))
    assert clauses(refused(shown, g.ShowBonus(RED, GARDEN))) == ["BON-4"]
    assert clauses(refused(shown, g.ShowBonus(BLUE, GARDEN))) == ["BON-2", "BON-4"]
    assert clauses(refused(shown, g.ShowBonus(g.Seat(7), GARDEN))) == ["TURN-1"]
    assert clauses(refused(shown, g.ShowBonus(RED, g.Face.parse("GA10:N")))) == ["BON-1"]


@pytest.mark.accepts("BON-4")
def test_one_may_pass_for_lack_of_actions_although_a_card_could_be_shown() -> None:
    """A pass tells nobody whether a card is hidden."""
    game = dealt(ruleset=BOTH_WITH_BONUS)
    tiles = game.table.ruleset.tiles
    lying = {EAST: GARDEN, g.Cell(2, 0): g.Face.parse("PV4:ES"), g.Cell(2, -1): g.Face.parse("AR2")}
    city = g.City.of(
        {cell: (face, tiles.moats(face)) for cell, face in lying.items()},
        start=g.Kind.ALHAMBRA,
        second=g.Cell(2, -1),
    )
    assert g.placement.violations(city) == ()
    assert not g.placement.removable_cells(city)
    players = (attrs.evolve(game.table.players[0], city=city), *game.table.players[1:])
    table = altered(game.table, players=players, yard=(None,) * 8, display=g.Purse())
    stuck = altered(game, table=table)
    assert list(g.legal_actions(stuck)) == [g.ShowBonus(RED, GARDEN), g.Pass(RED)]
    assert g.check(stuck, g.Pass(RED)) == ()


# Back to the hand.


@pytest.mark.accepts("BON-6")
def test_the_card_goes_back_to_the_hand_when_its_tile_is_taken_out_and_can_be_shown_again() -> None:
    game = until(g.apply(drawn(built()), g.ShowBonus(RED, GARDEN)), RED)
    after = g.apply(game, g.Reduce(RED, EAST))
    assert after.table.modules.shown == ((), (), ())
    assert after.table.modules.hidden == (3, 3, 3)
    assert hides(after)[0] == sorted(REDS.split())
    again = until(drawn(after), RED)
    assert clauses(refused(again, g.ShowBonus(RED, GARDEN))) == ["BON-4"]
    assert g.apply(
        drawn(g.apply(again, g.Extend(RED, GARDEN, EAST))), g.ShowBonus(RED, GARDEN)
    ).table.modules.shown[0] == (GARDEN,)


@pytest.mark.accepts("BON-6")
def test_the_card_goes_back_when_its_tile_is_exchanged() -> None:
    game = until(g.apply(drawn(built()), g.ShowBonus(RED, GARDEN)), RED)
    red = game.table.players[0]
    spare = g.Face.parse("TO11:-")
    players = (attrs.evolve(red, reserve=(spare,)), *game.table.players[1:])
    bag = tuple(tile for tile in game.table.bag if tile.front != spare)
    game = altered(game, table=altered(game.table, players=players, bag=bag))
    after = g.apply(game, g.Exchange(RED, spare, EAST))
    assert after.table.modules.shown[0] == ()
    assert GARDEN in after.bonus[0]
    # A hidden card stays where it is, and a card for the new tile is not shown by itself.
    assert after.table.modules.hidden == (3, 3, 3)


@pytest.mark.rejects("BON-6")
def test_other_changes_leave_shown_cards_where_they_are() -> None:
    game = until(g.apply(drawn(built()), g.ShowBonus(RED, GARDEN)), RED)
    after = drawn(taken(game))
    assert after.table.modules.shown[0] == (GARDEN,)
    # Another tile is taken out.
    red = after.table.players[0]
    city = red.city.extended(WEST, (g.Face.parse("TO11:-"), g.Edges(0)))
    players = (attrs.evolve(red, city=city), *after.table.players[1:])
    own = until(altered(after, table=altered(after.table, players=players)), RED)
    assert g.apply(own, g.Reduce(RED, WEST)).table.modules.shown[0] == (GARDEN,)


# Before a scoring.


@pytest.mark.accepts("BON-4")
def test_before_a_scoring_all_who_hide_cards_are_asked_in_order() -> None:
    game = in_reveal(drawn(built()))
    turn = game.table.turn
    assert turn is not None
    asked = []
    while game.table.phase is g.Phase.REVEAL:
        assert game.table.turn == turn
        assert (game.table.due, game.sheets, game.table.draw_for) == (g.Scoring.A, (), None)
        assert g.Pass(game.table.to_act or RED) in g.legal_actions(game)
        asked.append(game.table.to_act)
        game = g.apply(game, g.Pass(game.table.to_act or RED))
    # From the player after the one whose turn was last, who comes last.
    assert asked == [(turn + step) % 3 for step in (1, 2, 3)]
    assert [sheet.scoring for sheet in game.sheets] == [g.Scoring.A]
    assert (game.table.phase, game.table.turn) == (g.Phase.ACT, (turn + 1) % 3)
    assert (game.table.due, game.table.modules.asked) == (None, None)


@pytest.mark.accepts("BON-4")
def test_after_a_card_is_shown_asking_begins_anew() -> None:
    game = in_reveal(drawn(built()))
    first = game.table.to_act
    while game.table.to_act != RED:
        assert game.table.to_act is not None
        game = g.apply(game, g.Pass(game.table.to_act))
    assert list(g.legal_actions(game)) == [g.ShowBonus(RED, GARDEN), g.Pass(RED)]
    after = g.apply(game, g.ShowBonus(RED, GARDEN))
    assert (after.table.phase, after.table.to_act, after.sheets) == (g.Phase.REVEAL, first, ())


@pytest.mark.accepts("BON-4")
def test_also_after_one_who_is_not_asked_shows_a_card() -> None:
    game = in_reveal(drawn(built()))
    first = game.table.to_act
    while game.table.to_act in {first, RED}:
        assert game.table.to_act is not None
        game = g.apply(game, g.Pass(game.table.to_act))
    assert game.table.to_act not in {first, RED}
    assert list(g.legal_actions(g.view(game, RED))) == [g.ShowBonus(RED, GARDEN)]
    assert g.apply(game, g.ShowBonus(RED, GARDEN)).table.to_act == first


@pytest.mark.accepts("BON-4")
def test_who_hides_nothing_is_not_asked_and_if_nobody_does_there_is_no_round() -> None:
    game = drawn(built())
    only = altered(
        game,
        bonus=((GARDEN,), (), ()),
        table=altered(game.table, modules=g.ModuleState(shown=((),) * 3, hidden=(1, 0, 0))),
    )
    asked = in_reveal(only)
    assert asked.table.to_act == RED
    # The last card is shown, so that nobody is left to be asked.
    scored = g.apply(asked, g.ShowBonus(RED, GARDEN))
    assert [sheet.scoring for sheet in scored.sheets] == [g.Scoring.A]
    assert scored.table.phase is g.Phase.ACT
    nobody = altered(
        game,
        bonus=((), (), ()),
        table=altered(game.table, modules=g.ModuleState(shown=((),) * 3, hidden=(0, 0, 0))),
    )
    while not nobody.sheets:
        assert nobody.table.phase is not g.Phase.REVEAL
        nobody = g.apply(nobody, _towards_a_scoring(nobody))


def _towards_a_scoring(game: g.Game) -> g.Event:
    if game.table.to_act is not None:
        return g.TakeMoney(game.table.to_act, [game.table.display[0]])
    draws = [draw for draw, _ in g.chance(game)]
    return next((draw for draw in draws if isinstance(draw, g.DrawScoring)), draws[-1])


@pytest.mark.rejects("BON-4")
def test_before_a_scoring_nothing_else_is_done() -> None:
    game = in_reveal(drawn(built()))
    asked = game.table.to_act
    assert asked is not None
    other = g.Seat((asked + 1) % 3)
    card = game.table.display[0]
    assert clauses(refused(game, g.TakeMoney(asked, [card]))) == ["BON-4"]
    assert clauses(refused(game, g.Store(asked, GARDEN))) == ["BON-4"]
    assert clauses(refused(game, g.Pass(other))) == ["BON-4"]
    assert clauses(refused(game, g.Pass(g.Seat(9)))) == ["BON-4"]
    assert clauses(refused(game, g.DrawCard(next(iter(game.deck))))) == ["TURN-7"]


@pytest.mark.accepts("BON-4")
def test_the_order_of_offers_tells_nothing() -> None:
    """Everybody who hides cards is asked, able to show one or not."""
    game = in_reveal(drawn(built()))
    other = altered(game, bonus=(tuple(sorted(faces("TO11:- PV8:- TO12:-"))), *game.bonus[1:]))
    while game.table.phase is g.Phase.REVEAL:
        assert (game.table, other.table.to_act) == (other.table, game.table.to_act)
        assert game.table.to_act is not None
        game, other = (g.apply(one, g.Pass(one.table.to_act or RED)) for one in (game, other))


# Counting.


@pytest.mark.accepts("BON-5")
def test_a_shown_card_counts_as_one_more_building_of_its_type() -> None:
    game = in_reveal(g.apply(drawn(built()), g.ShowBonus(RED, GARDEN)))
    while game.table.phase is g.Phase.REVEAL:
        game = g.apply(game, g.Pass(game.table.to_act or RED))
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
    while game.table.phase is g.Phase.REVEAL:
        game = g.apply(game, g.Pass(game.table.to_act or RED))
    line = next(line for line in game.sheets[0].lines if line.building is GARDEN.building)
    assert (line.player, line.shown, line.owned) == ("Red", (), 1)


def test_dirks_tiles_make_no_card_count_and_he_draws_after_the_round() -> None:
    game = in_reveal(dealt(players=2))
    assert game.table.dirk is not None
    assert game.table.dirk.owed == 0
    while game.table.phase is g.Phase.REVEAL:
        game = g.apply(game, g.Pass(game.table.to_act or RED))
    assert (game.table.phase, game.table.draw_for) == (g.Phase.END_OF_TURN, g.DrawFor.DIRK)
    tower = next(line for line in game.sheets[0].lines if line.player == g.DIRK)
    assert (tower.shown, tower.owned) == ((), 6)


# The end.


@pytest.mark.accepts("BON-4")
def test_before_the_last_scoring_cards_can_be_shown_with_open_hands() -> None:
    game = ended("g3", "", "b3", "o3", ruleset=BONUS)
    assert game.table.phase is g.Phase.GIFT
    last = game.table.turn
    assert last == BLUE
    receivers = []
    while game.table.phase is g.Phase.GIFT:
        assert game.table.turn == last
        assert game.table.modules.asked == game.table.to_act
        assert game.table.to_act is not None
        receivers.append(game.table.to_act)
        face = game.table.bought[0]
        assert clauses(refused(game, g.Pass(game.table.to_act))) == ["A-END-3"]
        assert clauses(refused(game, g.Store(g.Seat((game.table.to_act + 1) % 4), face))) == ["TURN-1"]
        game = g.apply(game, g.Store(game.table.to_act, face))
    assert len(receivers) > 1
    asked = []
    while game.table.phase is g.Phase.REVEAL:
        assert (game.table.due, game.table.turn) == (g.Scoring.C, last)
        assert game.table.hands_are_open
        assert g.view(game, None).hands == game.hands
        assert g.view(game, None).bonus == ()
        assert clauses(refused(game, g.DrawCard(next(iter(game.deck))))) == ["END-1"]
        asked.append(game.table.to_act)
        game = g.apply(game, g.Pass(game.table.to_act or RED))
    assert asked == [2, 3, 0, 1]
    assert (game.table.phase, game.table.turn, game.table.to_act) == (g.Phase.OVER, None, None)
    assert (game.table.due, game.table.modules.asked) == (None, None)
    assert game.sheets[-1].scoring is g.Scoring.C
    # Cards that were never shown stay secret.
    assert g.view(game, RED).bonus == game.bonus[0]
    assert g.view(game, None).bonus == ()
    assert clauses(refused(game, g.ShowBonus(RED, game.bonus[0][0]))) == ["END-5"]


def test_if_nobody_gets_a_tile_cards_are_shown_at_once_and_without_any_the_game_is_over() -> None:
    game = ended("", "", "", "", ruleset=BONUS)
    assert (game.table.phase, game.table.due, game.table.to_act) == (g.Phase.REVEAL, g.Scoring.C, GREEN)
    while game.table.phase is g.Phase.REVEAL:
        assert game.table.to_act is not None
        game = g.apply(game, g.Pass(game.table.to_act))
    assert game.table.phase is g.Phase.OVER
    gift = ended("g3", "", "b3", "o3", ruleset=BONUS)
    modules = attrs.evolve(gift.table.modules, hidden=(0,) * 4)
    bare = stored(altered(gift, bonus=((),) * 4, table=altered(gift.table, modules=modules)))
    assert (bare.table.phase, bare.table.turn, bare.table.modules.asked) == (g.Phase.OVER, None, None)


# Whole games.


@pytest.mark.parametrize("players", range(2, 7))
def test_whole_games_at_random_end_and_keep_every_card(players: int) -> None:
    rng = random.Random(f"bonus {players}")
    for before, event in at_random(g.setup(players, BONUS), rng):
        after = g.apply(before, event)
        if after.table.phase is not g.Phase.SETUP:
            for seat, cards in enumerate(after.bonus):
                shown = after.table.modules.shown[seat]
                assert (
                    sorted((*cards, *shown))
                    == sorted((*before.bonus[seat], *before.table.modules.shown[seat]))
                    or before.table.phase is g.Phase.SETUP
                )
                built = {tile.face for tile in after.table.players[seat].city.tiles.values()}
                assert set(shown) <= built
                assert after.table.modules.hidden[seat] == len(cards)
    assert after.table.phase is g.Phase.OVER


def test_a_game_with_other_cards_is_another_game() -> None:
    game = dealt()
    other = altered(game, bonus=(tuple(sorted(faces("TO11:- PV8:- TO12:-"))), *game.bonus[1:]))
    assert game != other
    assert hash(game) != hash(other)


def test_the_module_is_refused_where_no_book_adds_it() -> None:
    with pytest.raises(g.ViolationError, match="MOD-3: bonus cards need tiles of Alhambra"):
        g.setup(3, g.Ruleset(modules=(g.Module.BONUS,)))
    with pytest.raises(g.ViolationError, match="MOD-3: no book adds bonus cards"):
        g.setup(3, g.Ruleset(kinds=g.Kind, modules=(g.Module.BONUS,)))
