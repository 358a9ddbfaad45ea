"""Positions with bonus cards: which, how many, shown with their tiles, and who is asked before a scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import pytest

import granada_rules as g
from granada_rules.position import NotedTile
from tests.helpers.endings import ended
from tests.helpers.games import RED, clauses, drawn, faces
from tests.play.test_bonus import BONUS, GARDEN, REDS, built, dealt, in_reveal

if TYPE_CHECKING:
    from collections.abc import Iterable

CARDS = tuple(faces(REDS))


def wrong(position: g.Position) -> list[str]:
    return clauses(g.validate(position).violations)


def with_player(position: g.Position, seat: int, **fields: Any) -> g.Position:  # noqa: ANN401 - any of its fields
    players = list(position.players)
    players[seat] = attrs.evolve(players[seat], **fields)
    return attrs.evolve(position, players=tuple(players))


def shown() -> g.Game:
    return g.apply(drawn(built()), g.ShowBonus(RED, GARDEN))


def revealing() -> g.Game:
    return in_reveal(shown())


def last_reveal() -> g.Game:
    game = ended("g3", "", "b3", "o3", ruleset=BONUS)
    while game.table.phase is g.Phase.GIFT:
        assert game.table.to_act is not None
        game = g.apply(game, g.Store(game.table.to_act, game.table.bought[0]))
    return game


def gift() -> g.Game:
    return ended("g3", "", "b3", "o3", ruleset=BONUS)


@pytest.mark.accepts("BON-2")
@pytest.mark.accepts("BON-4")
@pytest.mark.parametrize("make", [dealt, shown, revealing, gift, last_reveal])
def test_a_game_is_a_complete_position_and_read_back(make: Any) -> None:  # noqa: ANN401 - of several functions
    game = make()
    position = game.to_position()
    report = g.validate(position)
    assert (report.level, report.violations) == (g.Level.COMPLETE, ())
    assert g.Game.from_position(position) == game
    again = g.read_position(g.write_toml(g.write_position(position)))
    assert g.Game.from_position(again) == game


def test_what_is_noted() -> None:
    position = shown().to_position()
    red, blue, _ = position.players
    assert (red.bonus, red.shown) == (tuple(faces("PV8:- TO12:-")), (GARDEN,))
    assert (len(blue.bonus or ()), blue.shown) == (3, ())
    assert (position.due, position.to_act) == (None, None)
    asked = revealing()
    position = asked.to_position()
    assert asked.table.to_act is not None
    assert (position.due, position.to_act) == (g.Scoring.A, asked.table.players[asked.table.to_act].name)
    end = gift().to_position()
    assert (end.turn, end.to_act, end.due) == ("Blue", "Red", None)


def test_a_view_notes_its_own_cards_alone_and_says_what_is_lost() -> None:
    seen = g.view(shown(), RED)
    position = seen.to_position()
    assert [player.bonus for player in position.players] == [tuple(faces("PV8:- TO12:-")), None, None]
    assert [player.shown for player in position.players] == [(GARDEN,), (), ()]
    assert g.validate(position).violations == ()
    assert "hidden" in seen.lost
    spectator = g.view(revealing(), None)
    assert [player.bonus for player in spectator.to_position().players] == [None] * 3
    assert "due" not in spectator.lost


def test_what_is_missing() -> None:
    position = revealing().to_position()
    assert g.validate(attrs.evolve(position, due=None)).missing == ("due",)
    lacking = with_player(with_player(position, 0, bonus=None), 1, shown=None)
    assert g.validate(lacking).missing == ("bonus of Red", "shown of Blue")
    with pytest.raises(ValueError, match="not complete: bonus of Red"):
        g.Game.from_position(with_player(position, 0, bonus=None))


@pytest.mark.rejects("BON-1")
def test_cards_for_other_tiles() -> None:
    position = dealt().to_position()
    for code in ("GA10:N", "AR4"):
        assert "BON-1" in wrong(with_player(position, 0, bonus=tuple(faces(f"{code} PV8:- TO12:-"))))
    strange = with_player(position, 0, bonus=tuple(faces("PV9:- PV8:- TO12:-")))
    assert wrong(strange) == ["BON-1"]
    # Without a list of tiles any of them may exist.
    assert "BON-1" not in wrong(attrs.evolve(strange, tile_set=None))


@pytest.mark.rejects("MOD-5")
def test_a_card_in_two_places() -> None:
    position = shown().to_position()
    assert wrong(with_player(position, 0, bonus=(GARDEN, g.Face.parse("PV8:-")))) == ["MOD-5"]
    assert wrong(with_player(position, 1, bonus=tuple(faces("PV8:- AC9:- AC10:-")))) == ["MOD-5"]


@pytest.mark.rejects("BON-2")
@pytest.mark.parametrize("cards", ["", "GA10:-", "GA10:- PV8:-", "GA10:- PV8:- TO12:- TO11:-"])
def test_too_few_or_too_many_cards(cards: str) -> None:
    assert wrong(with_player(dealt().to_position(), 0, bonus=tuple(faces(cards)))) == ["BON-2"]


def test_as_long_as_it_is_not_known_how_many_play_few_cards_are_fine() -> None:
    alone = g.Position(players=(g.NotedPlayer(bonus=(GARDEN,), shown=()),), phase=g.Phase.ACT)
    assert wrong(alone) == []
    many = g.Position(players=(g.NotedPlayer(bonus=tuple(faces("GA10:- PV8:- TO12:- TO11:-"))),))
    assert wrong(many) == ["BON-2"]
    setup = g.Position(players=(g.NotedPlayer(bonus=(), shown=()),) * 3, phase=g.Phase.SETUP)
    assert wrong(setup) == []


@pytest.mark.rejects("BON-4")
@pytest.mark.rejects("BON-7")
def test_a_card_is_not_shown_without_its_tile() -> None:
    position = dealt().to_position()
    cards = {"bonus": tuple(faces("PV8:- TO12:-")), "shown": (GARDEN,)}
    assert wrong(with_player(position, 0, **cards)) == ["BON-4"]
    # Where the city is not noted it may lie there.
    assert "BON-4" not in wrong(with_player(position, 0, **cards, city=None))


@pytest.mark.rejects("BON-2")
def test_no_cards_without_the_module() -> None:
    position = attrs.evolve(dealt().to_position(), ruleset=g.Ruleset(kinds=BONUS.kinds), draws=0)
    assert wrong(position) == ["BON-2"] * 3
    bare = position
    for seat in range(3):
        bare = with_player(bare, seat, bonus=None, shown=None)
    assert g.validate(bare).level is g.Level.COMPLETE
    # Without a ruleset cards tell that they are played with.
    unknown = attrs.evolve(dealt().to_position(), ruleset=None)
    assert wrong(unknown) == []
    assert g.validate(unknown).missing == ("ruleset",)


@pytest.mark.rejects("BON-4")
def test_before_a_scoring() -> None:
    position = revealing().to_position()
    assert wrong(attrs.evolve(position, ruleset=g.Ruleset(kinds=BONUS.kinds)))[-1] == "BON-4"
    tile = (NotedTile(g.Face.parse("SE4:NE")),)
    yard = tuple(None if noted in tile else noted for noted in position.yard or ())
    waiting = attrs.evolve(position, bought=tile, yard=yard)
    assert "BON-4" in wrong(waiting)
    name = position.to_act or position.turn
    seat = [player.name for player in position.players].index(name)
    assert "BON-4" in wrong(with_player(position, seat, bonus=()))
    assert wrong(attrs.evolve(position, to_act="Pink")) == ["TURN-1"]


@pytest.mark.rejects("BON-4")
def test_who_has_shown_all_cards_is_not_asked() -> None:
    """The others are known to be dealt as many, so nobody needs to have seen what they hide."""
    position = revealing().to_position()
    asked = position.to_act or position.turn
    seat = [player.name for player in position.players].index(asked)
    city = position.players[0].city
    every = with_player(position, seat, bonus=None, shown=CARDS, city=city)
    assert "BON-4" in wrong(every)


@pytest.mark.rejects("SCORE-2", game="alhambra")
def test_the_scoring_that_is_due_is_that_of_the_last_card() -> None:
    position = revealing().to_position()
    assert wrong(attrs.evolve(position, due=g.Scoring.B)) == ["SCORE-2"]
    assert wrong(attrs.evolve(dealt().to_position(), due=g.Scoring.A)) == ["SCORE-2"]
    assert wrong(attrs.evolve(dealt().to_position(), due=g.Scoring.A, phase=None)) == ["SCORE-2"]


def test_the_yard_is_refilled_before_a_scoring_and_short_before_the_last_one() -> None:
    position = revealing().to_position()
    yard = (None, *(position.yard or ())[1:])
    assert wrong(attrs.evolve(position, yard=yard)) == ["A-TURN-9"]
    assert {*wrong(attrs.evolve(position, due=g.Scoring.C))} == {"END-1", "END-2"}
    short = g.Purse.of(list(position.display or ())[1:])
    assert "TURN-7" in wrong(attrs.evolve(position, display=short))


def test_before_scoring_a_nobody_has_points_and_no_sheet_is_there() -> None:
    position = revealing().to_position()
    assert wrong(with_player(position, 0, points=3)) == ["SCORE-1"]
    game = revealing()
    while game.table.phase is g.Phase.REVEAL:
        assert game.table.to_act is not None
        game = g.apply(game, g.Pass(game.table.to_act))
    assert "SCORE-1" in wrong(attrs.evolve(position, sheets=game.sheets))
    # If it is not known which scoring is due, the sheet may be there or not.
    assert "SCORE-1" not in wrong(attrs.evolve(position, due=None, sheets=game.sheets))
    assert wrong(attrs.evolve(last_reveal().to_position(), sheets=None)) == []


@pytest.mark.rejects("END-2", game="alhambra")
def test_before_the_last_scoring_all_tiles_have_been_given_away() -> None:
    game = gift()
    position = attrs.evolve(last_reveal().to_position(), sheets=None)
    left = list(game.to_position().bought or ())
    given = {tile.face for tile in left}
    players = tuple(
        attrs.evolve(player, reserve=tuple(tile for tile in player.reserve or () if tile.face not in given))
        for player in position.players
    )
    # The tile that Red got lies in the yard again.
    space = next(
        space
        for space, (before, now) in enumerate(zip(_full_yard(), position.yard or (), strict=True))
        if now is None and before in given
    )
    yard = tuple(left[0] if place == space else tile for place, tile in enumerate(position.yard or ()))
    again = attrs.evolve(position, players=players, yard=yard)
    assert "END-2" in wrong(again)
    # Where hands are not known nobody can say who gets it.
    unknown = with_player(again, 0, hand=None)
    assert "END-2" not in wrong(unknown)


def _full_yard() -> Iterable[g.Face | None]:
    yard = list(gift().table.yard)
    for face in gift().table.bought:
        yard[yard.index(None, 1)] = face
    return yard


def test_only_with_bonus_cards_somebody_else_gets_tiles_at_the_end() -> None:
    position = gift().to_position()
    assert position.to_act != position.turn
    plain = attrs.evolve(position, ruleset=attrs.evolve(BONUS, modules=()))
    for seat in range(4):
        plain = with_player(plain, seat, bonus=None, shown=None)
    assert "TURN-1" in wrong(plain)
