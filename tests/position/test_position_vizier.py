"""Positions with vizier's favour: pawns, who is asked, what was bought between turns."""

from __future__ import annotations

import random

import attrs
import pytest

import granada_rules as g
from granada_rules.position import Level
from tests.helpers.endings import bag_emptied, finished
from tests.helpers.favours import begun, favoured, last_window, stored, used, window, with_pawns
from tests.helpers.games import (
    BLUE,
    GREEN,
    NAMES,
    RED,
    YELLOW,
    at_decisions,
    buy,
    clauses,
    drawn,
    each_game,
    every_game,
    money,
    played,
)
from tests.helpers.noted import but, changed, found, is_complete, is_consistent, noted, only, three
from tests.helpers.samples import every


def again(game: g.Game) -> g.Game:
    return g.Game.from_position(game.to_position())


# What is written down.


@pytest.mark.accepts("VIZ-1")
@pytest.mark.accepts("MOD-5")
@every_game
def test_a_position_says_whose_pawns_are_active_and_who_is_asked(rules: g.Ruleset) -> None:
    game = played(window(rules), g.Pass(BLUE))
    position = game.to_position()
    assert (position.phase, position.turn, position.to_act) == (g.Phase.FAVOUR, "Red", "Green")
    assert [player.pawn for player in position.players] == [True, True, True]
    assert is_complete(position)
    assert again(game) == game
    # It is left out where the player whose turn it is, or was, decides.
    last = g.apply(game, g.Pass(GREEN))
    assert (last.table.to_act, last.to_position().to_act) == (RED, None)
    assert again(last) == last
    assert begun(rules).to_position().to_act is None


@every_game
def test_every_moment_of_a_use_can_be_written_down(rules: g.Ruleset) -> None:
    game = used(rules)
    assert [player.pawn for player in game.to_position().players] == [True, False, True]
    assert (game.to_position().phase, game.to_position().to_act) == (g.Phase.PLACE_FAVOUR, "Blue")
    assert is_complete(game.to_position())
    assert again(game) == game
    # While a tile is to be drawn, nobody decides.
    refilled = stored(game)
    position = refilled.to_position()
    assert (position.phase, position.to_act) == (g.Phase.FAVOUR, None)
    assert is_consistent(position)
    assert g.validate(position).missing == ("a phase in which somebody decides",)
    with pytest.raises(
        ValueError, match=r"^the position is not complete: a phase in which somebody decides "
    ):
        g.Game.from_position(position)
    assert again(drawn(refilled)) == drawn(refilled)


@pytest.mark.parametrize("players", every(2, [2, 6, 3]))
@every_game
def test_whole_games_can_be_written_down_at_every_decision(rules: g.Ruleset, players: int) -> None:
    rng = random.Random(players)
    short = bool(players % 2)
    seen = set()
    for game in at_decisions(g.setup(NAMES[:players], favoured(rules, short=short)), rng):
        if game.table.phase is g.Phase.PLACE_FAVOUR or rng.random() < 0.1:
            assert again(game) == game
            seen.add((game.table.phase, game.table.to_act == game.table.turn))
    assert {(g.Phase.FAVOUR, True), (g.Phase.FAVOUR, False), (g.Phase.ACT, True)} <= seen


def test_a_position_of_a_game_with_pawns_lacks_them_if_they_are_not_noted() -> None:
    position = changed(begun(g.GRANADA).to_position(), 1, pawn=None)
    assert is_consistent(position)
    assert g.validate(position).missing == ("pawn of Blue",)
    # Without a ruleset pawns say that the module is played.
    unruled = but(position, ruleset=None)
    assert g.validate(unruled).missing == ("ruleset", "pawn of Blue")
    assert g.validate(but(three(), ruleset=None)).missing == ("ruleset",)


def test_a_game_lasts_longer_than_the_display_if_all_money_is_in_hands() -> None:
    """What is paid with a pawn is discarded, and the display is not refilled before the next turn."""
    position = window(g.GRANADA).to_position()
    everything = g.Purse.of([*g.Game.from_position(begun(g.GRANADA).to_position()).deck])
    red, blue, green = position.players
    assert red.hand is not None
    assert position.display is not None
    rich = attrs.evolve(red, hand=red.hand + (everything - money("o8")) + position.display)
    poor = but(position, players=(rich, blue, green), display=g.Purse(), piles=(), draws=0)
    game = g.Game.from_position(poor)
    game = drawn(stored(g.apply(game, buy(2, "g1 g3", BLUE))))
    assert (len(game.table.display), len(game.table.discards)) == (0, 2)
    assert again(game) == game
    game = played(game, g.Pass(GREEN), g.Pass(RED))
    assert (game.table.phase, game.table.turn, len(game.table.display)) == (g.Phase.ACT, BLUE, 0)
    assert again(game) == game
    # But if nobody has used a pawn, the discards would lie on the display.
    wrong = changed(game.to_position(), 1, pawn=True)
    assert clauses(found(wrong)) == ["TURN-7"]


# Pawns.


@pytest.mark.rejects("VIZ-2")
@pytest.mark.rejects("MOD-5")
@each_game
def test_without_the_module_nobody_has_a_pawn(rules: g.Ruleset) -> None:
    position = begun(rules).to_position()
    violations = found(but(position, ruleset=rules))
    assert clauses(violations) == ["VIZ-2"] * 3
    assert [violation.player for violation in violations] == ["Red", "Blue", "Green"]
    assert violations[0].message == "a pawn, and vizier's favour is not played"


@pytest.mark.rejects("VIZ-2")
@each_game
def test_before_the_first_turn_pawns_are_active(rules: g.Ruleset) -> None:
    position = g.setup(3, favoured(rules)).to_position()
    assert is_consistent(position)
    violation = only(changed(position, 2, pawn=False))
    assert (violation.clause, violation.player) == ("VIZ-2", "Player 3")
    assert violation.message == "the pawn is inactive, and the first turn is to come"


@pytest.mark.rejects("VIZ-5")
@each_game
def test_who_has_an_inactive_pawn_has_bought_a_tile(rules: g.Ruleset) -> None:
    position = begun(rules).to_position()
    violation = only(changed(position, 1, pawn=False))
    assert (violation.clause, violation.player) == ("VIZ-5", "Blue")
    assert violation.message == "the pawn is inactive, and no tile was bought with it"
    # It may be on a reserve or in a city that nobody noted; with two players it may be Dirk's.
    assert is_consistent(changed(position, 1, pawn=False, reserve=None))
    assert is_consistent(changed(position, 1, pawn=False, city=None))
    of_two = changed(begun(rules, 2).to_position(), 1, pawn=False)
    assert is_consistent(but(of_two, dirk=None))
    assert only(of_two).clause == "VIZ-5"
    alone = g.NotedPlayer(name="Red", pawn=False, reserve=(), city=position.players[0].city)
    assert is_consistent(g.Position(players=(alone,)))
    # Or it is placed just now.
    assert is_complete(used(rules).to_position())
    other = changed(used(rules).to_position(), 2, pawn=False)
    assert only(other).player == "Green"
    unnamed = but(used(rules).to_position(), turn=None, to_act=None)
    assert is_consistent(unnamed)


def test_an_inactive_pawn_says_that_the_game_has_begun() -> None:
    dirk = noted("SC2 SC4 SC6 SC8 SC10")
    position = g.Position(dirk=dirk, players=(g.NotedPlayer(name="Red", pawn=True),))
    assert is_consistent(position)
    assert clauses(found(changed(position, 0, pawn=False))) == ["DIRK-3"]


# Who is asked.


@pytest.mark.rejects("VIZ-3")
@each_game
def test_only_who_has_an_active_pawn_is_asked_and_only_with_the_module(rules: g.Ruleset) -> None:
    position = drawn(stored(used(rules))).to_position()
    assert (position.to_act, is_complete(position)) == ("Green", True)
    violation = only(but(position, to_act="Blue"))
    assert (violation.clause, violation.player) == ("VIZ-3", "Blue")
    assert violation.message == "the pawn is inactive, so its owner is not asked"
    players = tuple(attrs.evolve(player, pawn=None) for player in position.players)
    violation = only(but(position, players=players, ruleset=rules))
    assert (violation.clause, violation.player) == ("VIZ-3", None)
    assert violation.message == "the phase 'favour', and vizier's favour is not played"
    # If it is not noted who is asked, or which pawns are active, nothing is wrong.
    assert is_consistent(but(position, players=players))
    assert is_consistent(but(position, turn=None, to_act=None))


@pytest.mark.rejects("VIZ-5")
@each_game
def test_the_pawn_of_who_places_a_tile_is_inactive(rules: g.Ruleset) -> None:
    position = used(rules).to_position()
    violation = only(changed(position, 1, pawn=True))
    assert (violation.clause, violation.player) == ("VIZ-5", "Blue")
    assert violation.message == "a tile was bought with the pawn, and it is active"


@pytest.mark.rejects("VIZ-9")
@pytest.mark.rejects("TURN-1")
@each_game
def test_somebody_else_than_whose_turn_it_is_decides_between_turns_only(rules: g.Ruleset) -> None:
    position = begun(rules).to_position()
    assert is_complete(but(position, to_act="Red"))
    violation = only(but(position, to_act="Blue"))
    assert (violation.clause, violation.message) == ("TURN-1", "'Blue' is to act in the turn of 'Red'")
    violation = only(but(position, to_act="White"))
    assert (violation.clause, violation.message) == ("TURN-1", "'White' is to act, who does not play")
    assert "VIZ-3" not in clauses(found(but(window(rules).to_position(), to_act="White")))
    laying = g.setup(NAMES[:3], favoured(rules)).to_position()
    violation = only(but(laying, to_act="Red"))
    assert violation.clause == "TURN-1"
    assert violation.message == "'Red' is to act, and nobody decides in the phase 'setup'"
    assert is_consistent(but(position, to_act="Blue", phase=None))
    assert is_consistent(but(position, to_act="Blue", turn=None))


@pytest.mark.rejects("VIZ-8")
@each_game
def test_nobody_is_asked_while_a_tile_is_to_be_drawn(rules: g.Ruleset) -> None:
    position = stored(used(rules)).to_position()
    violation = only(but(position, to_act="Green"))
    assert (violation.clause, violation.player) == ("VIZ-8", None)
    assert violation.message == "'Green' is asked, and the yard is to be refilled first"


# What was bought.


@pytest.mark.rejects("VIZ-7")
@each_game
def test_nobody_is_asked_while_a_tile_is_to_be_placed(rules: g.Ruleset) -> None:
    position = but(changed(used(rules).to_position(), 1, pawn=None), phase=g.Phase.FAVOUR, to_act=None)
    violation, bought = only(position), position.bought or ()
    assert (violation.clause, violation.faces) == ("VIZ-7", tuple(tile.face for tile in bought))
    assert violation.message == "1 tile to place, and that comes before anybody is asked"
    assert is_consistent(but(position, bought=None))


@pytest.mark.rejects("VIZ-4")
@each_game
def test_one_tile_is_bought_with_a_pawn(rules: g.Ruleset) -> None:
    position = used(rules).to_position()
    assert position.bought is not None
    assert position.yard is not None
    none = but(position, bought=())
    assert "0 tiles to place, and with a pawn one is bought" in [wrong.message for wrong in found(none)]
    first, *others = position.yard
    assert first is not None
    two = but(position, bought=(*position.bought, first), yard=(None, *others))
    assert "VIZ-4" in clauses(found(two))


@pytest.mark.rejects("VIZ-4")
@each_game
def test_it_was_paid_exactly(rules: g.Ruleset) -> None:
    position = used(rules).to_position()
    assert position.discards == money("g1 g3")
    # For a tile of 4 on the green space: another exact payment, more, less, or of another currency.
    assert is_consistent(_paid(position, "g2 g2"))
    assert is_consistent(_paid(position, "g4 b9"))
    for payment in ("g5", "g9", "g2", "b4", "b1 b3"):
        violation = only(_paid(position, payment))
        assert (violation.clause, violation.player) == ("VIZ-4", None)
        expected = "the discards do not hold an exact payment for the tile bought with the pawn"
        assert violation.message == expected
    assert is_consistent(but(_paid(position, "g5"), discards=None))
    assert is_consistent(but(_paid(position, "g5"), ruleset=None))
    assert is_consistent(but(_paid(position, "g5"), yard=None))
    assert is_consistent(but(_paid(position, "g5"), bought=None))


def _paid(position: g.Position, payment: str) -> g.Position:
    """Return a position with these discards; nothing else is known of the money."""
    players = tuple(attrs.evolve(player, hand=None) for player in position.players)
    return but(position, players=players, discards=money(payment), piles=None)


# The yard.


@pytest.mark.rejects("VIZ-8")
@each_game
def test_the_space_of_the_tile_is_empty_and_no_other(rules: g.Ruleset) -> None:
    position = used(rules).to_position()
    assert position.yard is not None
    spare = g.NotedTile(g.Game.from_position(position).table.bag[0].front)
    violation = only(but(position, yard=tuple(tile or spare for tile in position.yard)))
    assert violation.clause == "VIZ-8"
    assert violation.message == "a tile was bought with a pawn, and its space is not empty"
    violation = only(but(position, yard=(None, *position.yard[1:])))
    assert violation.clause == "VIZ-8"
    assert violation.message == "2 empty spaces, and the yard is refilled after each use"
    # If the bag is empty, more may be missing.
    ended = stored_at_the_end(rules)
    assert ended.table.yard[:2] == (None, None)
    assert is_complete(ended.to_position())
    assert is_consistent(but(position, yard=None))
    assert clauses(found(but(position, yard=()))) == ["BOX-7"]


def stored_at_the_end(rules: g.Ruleset) -> g.Game:
    """Return a window at the end, in which Red used the pawn, and two spaces cannot be refilled."""
    game = played(last_window(rules), g.Pass(GREEN), g.Pass(YELLOW), buy(2, "g3", RED))
    assert again(game) == game
    return stored(game)


@pytest.mark.rejects("VIZ-8")
@each_game
def test_before_somebody_is_asked_the_yard_was_refilled(rules: g.Ruleset) -> None:
    position = window(rules).to_position()
    assert position.yard is not None
    # Of a tile that is about to be drawn somebody used the pawn.
    gap = but(position, yard=(None, *position.yard[1:]), to_act=None, draws=0)
    violation = only(gap)
    assert violation.clause == "VIZ-8"
    assert violation.message == "an empty space to refill, and all pawns are active"
    assert is_consistent(changed(gap, 0, pawn=None))
    two = but(gap, yard=(None, None, *position.yard[2:]))
    assert only(two).message == "2 empty spaces, and the yard is refilled after each use"


def test_of_both_kinds_only_the_kind_that_was_bought_is_missing() -> None:
    position = used(g.BOTH).to_position()
    assert position.yard is not None
    # A tile of Alhambra was bought, and one of Granada is missing, too, or instead.
    both = but(position, yard=(*position.yard[:4], None, *position.yard[5:]))
    assert only(both).message == "2 empty spaces, and the yard is refilled after each use"
    spare = next(
        tile.front for tile in g.Game.from_position(position).table.bag if tile.kind is g.Kind.ALHAMBRA
    )
    other = but(
        both, yard=(position.yard[0], g.NotedTile(spare), *position.yard[2:4], *(both.yard or ())[4:])
    )
    violations = found(other)
    assert "a tile was bought with a pawn, and its space is not empty" in [
        violation.message for violation in violations
    ]


def test_of_both_kinds_a_space_that_can_be_refilled_is_of_the_kind_that_was_bought() -> None:
    position = used(g.BOTH).to_position()
    assert position.yard is not None
    # Nothing of Alhambra is left in the bag, so a space for its tiles may have been empty for long.
    granada = [tile.front for tile in g.Game.from_position(position).table.bag if tile.kind is g.Kind.GRANADA]
    bag = tuple(map(g.NotedTile, granada))
    gap = but(position, yard=(*position.yard[:4], None, *position.yard[5:]), bag=bag)
    messages = [violation.message for violation in found(gap)]
    assert "1 empty space, and the yard is refilled after each use" in messages


@pytest.mark.rejects("VIZ-12")
@each_game
def test_by_agreement_nobody_is_asked_once_the_yard_is_short(rules: g.Ruleset) -> None:
    position = last_window(rules).to_position()
    assert is_complete(position)
    violation = only(but(position, ruleset=favoured(rules, short=True)))
    assert violation.clause == "VIZ-12"
    assert violation.message == "1 empty space, so that pawns cannot be used any more"
    # The tile that is placed may have been the first one that cannot be replaced.
    game = finished(with_pawns(bag_emptied(4, rules), (True,) * 4, short=True))
    assert (game.table.phase, all(game.table.yard)) == (g.Phase.FAVOUR, True)
    assert is_complete(game.to_position())
    short = played(last_window(rules), g.Pass(GREEN), g.Pass(YELLOW), buy(2, "g3", RED)).to_position()
    violation = only(but(short, ruleset=favoured(rules, short=True)))
    assert (violation.clause, violation.message[:14]) == ("VIZ-12", "2 empty spaces")
    assert is_complete(used(rules, short=True).to_position())
    assert is_consistent(stored(used(rules, short=True)).to_position())


@pytest.mark.rejects("VIZ-8")
def test_after_a_use_the_marker_has_changed_sides() -> None:
    game = drawn(stored(used(g.GRANADA)))
    position = game.to_position()
    assert position.marker is not None
    assert is_complete(position)
    # All tiles of the yard show what the marker shows now.
    first = window(g.GRANADA).to_position()
    assert first.marker is not None
    assert clauses(found(but(first, marker=first.marker.moved))) == ["TURN-10"]
    assert clauses(found(but(used(g.GRANADA).to_position(), marker=first.marker.moved))) == ["TURN-10"]


def test_dirk_has_his_tiles_between_turns_too() -> None:
    position = window(g.GRANADA, 2).to_position()
    assert is_complete(position)
    assert "DIRK-3" in clauses(found(but(position, dirk=(position.dirk or ())[1:])))


def test_what_was_bought_was_paid_between_turns_too() -> None:
    position = drawn(stored(used(g.ALHAMBRA))).to_position()
    assert position.discards == money("g1 g3")
    hand = (position.players[0].hand or g.Purse()) + money("g3")
    violation = only(but(changed(position, 0, hand=hand), discards=money("g1")))
    assert violation.clause == "BUY-2"


def test_a_position_in_a_window_goes_on_as_the_game_does() -> None:
    game = g.Game.from_position(window(g.GRANADA).to_position())
    assert list(g.legal_actions(game)) == [buy(2, "g3 g1", BLUE), g.Pass(BLUE)]
    turn = played(game, g.Pass(BLUE), g.Pass(GREEN), g.Pass(RED))
    assert (turn.table.phase, turn.table.turn) == (g.Phase.ACT, BLUE)
    inactive = g.Game.from_position(drawn(stored(used(g.GRANADA))).to_position())
    turn = played(inactive, g.Pass(GREEN), g.Pass(RED))
    assert drawn(g.apply(turn, g.Reactivate(BLUE))).table.modules.pawns == (True, True, True)
    assert g.validate(turn.to_position()).level is Level.COMPLETE
