"""Whole tables that somebody wrote down: what they lack, what cannot be so at once, and the games of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
import pytest

import granada_rules as g
from granada_rules.position import Level, NotedPlayer, NotedTile, Position, Report, validate
from granada_rules.testing.values import mirrored
from tests.helpers.games import NAMES, clauses, drawn, faces, laid, money
from tests.helpers.noted import (
    EVENS,
    GAP,
    after_a,
    after_b,
    but,
    changed,
    city,
    found,
    in_all_hands,
    is_complete,
    is_consistent,
    late,
    noted,
    only,
    paid,
    piled,
    spent,
    three,
    two,
    with_dirks,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

# What is left out.

LABELS = {"tile_set": "a listed tile set", "phase": "a phase in which somebody decides"}
NOT_NEEDED = {
    *("players", "bag", "draws", "sheets", "dirk", "dirks_points", "turned_up", "to_act", "due"),
    "open_huts",
}
SEEN = {name for kind in (Position, NotedPlayer) for name in attrs.fields_dict(kind) if "seen_" in name}
"""What is noted of something that is not seen as a whole."""
LEFT_OUT = sorted(set(attrs.fields_dict(Position)) - NOT_NEEDED - SEEN)
OF_PLAYERS = sorted(set(attrs.fields_dict(NotedPlayer)) - {"pawn", "bonus", "shown"} - SEEN)
"""What is needed of each player; with vizier's favour also the pawn."""


@pytest.mark.parametrize("field", LEFT_OUT)
def test_a_whole_table_without_one_thing_is_consistent_and_lacks_just_that(field: str) -> None:
    position = but(three(), **{field: None})
    assert is_complete(three())
    assert is_consistent(position)
    assert validate(position).missing == (LABELS.get(field, field),)
    with pytest.raises(ValueError, match=r"^the position is not complete: .* missing$") as refusal:
        g.Game.from_position(position)
    assert not isinstance(refusal.value, g.ViolationError)
    assert LABELS.get(field, field) in str(refusal.value)


@pytest.mark.parametrize("field", OF_PLAYERS)
def test_a_whole_table_lacks_what_is_not_known_about_a_player(field: str) -> None:
    report = validate(changed(three(), 1, **{field: None}))
    called = "player 2" if field == "name" else "Blue"
    assert (report.level, report.missing) == (Level.CONSISTENT, (f"{field} of {called}",))


@pytest.mark.accepts("DIRK-2")
@pytest.mark.parametrize("field", ["dirk", "dirks_points"])
def test_with_two_players_dirk_has_to_be_known(field: str) -> None:
    assert is_complete(two())
    assert validate(but(two(), **{field: None})).missing == (field,)
    assert getattr(three(), field) is None


def all_given() -> Position:
    """Return a table from which Red got all that was left in the yard."""
    left = tuple(tile for tile in in_all_hands().yard or () if tile is not None)
    reserve = (*(in_all_hands().players[0].reserve or ()), *left)
    reserve += in_all_hands().bought or ()
    return but(
        changed(in_all_hands(), 0, reserve=reserve, points=99), yard=(None,) * 4, bought=(), sheets=None
    )


@pytest.mark.parametrize(
    ("position", "phase"),
    [
        (three(), g.Phase.SETUP),
        (spent(), g.Phase.END_OF_TURN),
        (all_given(), g.Phase.OVER),
    ],
    ids=["setup", "end of turn", "over"],
)
def test_a_table_at_which_nobody_decides_is_not_complete(position: Position, phase: g.Phase) -> None:
    report = validate(but(position, phase=phase))
    assert (report.level, report.missing) == (Level.CONSISTENT, ("a phase in which somebody decides",))


@pytest.mark.parametrize("name", ["", " ", "Red ", "Re\nd", "\u200b", "R" * 61])
def test_a_name_that_cannot_be_read_in_one_line_is_none(name: str) -> None:
    position = changed(three(), 0, name=name)
    assert validate(position).missing == ("name of player 1",)
    spoiled = changed(position, 0, points=-1)
    assert only(spoiled).player == "player 1"


@pytest.mark.parametrize("name", ["R", "R" * 60, "Rød 1", "赤"])
def test_any_other_name_is_a_name(name: str) -> None:
    position = but(changed(three(), 0, name=name), turn=name)
    assert is_complete(position)
    assert g.Game.from_position(position).table.players[0].name == name


@pytest.mark.parametrize(("one", "other"), [("Red", "Red"), ("é", "e\u0301")])
def test_a_name_by_which_a_player_cannot_be_told_apart_is_none(one: str, other: str) -> None:
    position = changed(changed(three(), 0, name=one), 2, name=other)
    assert validate(position).missing == ("name of player 1", "name of player 3")
    assert is_consistent(position)


def test_names_that_only_look_alike_are_different() -> None:
    assert is_complete(but(changed(changed(three(), 0, name="1"), 2, name="\u2460"), turn="1"))


# Whole tables.


def many_things_wrong() -> Position:
    wrong = but(two(), turn="Pink", phase=g.Phase.PLACE, piles=piled("5A 5B"))
    return but(wrong, dirk=noted("HP10 MA10"), dirks_points=7)


@pytest.mark.rejects("TURN-1", "BOX-11", "TURN-6", "SCORE-1", "DIRK-3", "SCORE-7", "BUILD-3", "SETUP-6")
def test_nothing_that_is_wrong_or_not_known_hides_anything_else() -> None:
    everything = ["TURN-1", "BOX-11", "TURN-6", "SCORE-1", "DIRK-3"]
    assert clauses(found(many_things_wrong())) == everything
    loser = changed(many_things_wrong(), 0, points=-1)
    assert clauses(found(loser)) == ["SCORE-7", *everything]
    built = changed(many_things_wrong(), 0, city=city("2,0 AR8 N"))
    assert clauses(found(built)) == [
        "BUILD-3",
        "BUILD-4",
        "BUILD-4",
        *everything[:3],
        "BUY-2",
        *everything[3:],
    ]
    # Without the hand nobody can tell how much money is left, but no deal leads to such piles either.
    without_hand = changed(many_things_wrong(), 0, hand=None)
    assert clauses(found(without_hand)) == ["TURN-1", "SETUP-6", "TURN-6", "SCORE-1", "DIRK-3"]


@pytest.mark.rejects("BOX-1", "BOX-6", "BOX-7", "SCORE-7", "BOX-2", "BUY-1")
def test_what_only_follows_from_something_wrong_is_not_told() -> None:
    assert only(changed(three(), 1, hand=money("b9 b9 b3 b10"))).clause == "BOX-1"
    too_many = changed(three(), 1, hand=money("b9 b9 b9 b9 b3"))
    assert only(but(too_many, piles=piled("18 20A 19 20B 19"))).clause == "BOX-1"
    assert only(changed(three(), 0, points=-1)).clause == "SCORE-7"
    assert only(but(three(), piles=piled("19 20B 19 20A 19"))).clause == "BOX-6"
    assert only(but(three(), yard=noted("AR2 BA4 LI6"))).clause == "BOX-7"
    assert only(but(three(), yard=(*noted("AR2 BA4 LI6 HS8"), None))).clause == "BOX-7"
    assert only(but(three(), yard=GAP)).clause == "TURN-9"
    assert only(but(three(), yard=GAP, phase=g.Phase.PLACE)).clause == "TURN-6"
    assert only(but(paid("y2"), bought=noted("AR99"))).clause == "BOX-2"
    assert clauses(found(but(paid(""), bought=noted("AR2")))) == ["BOX-11", "BUY-1"]
    assert only(changed(three(), 1, name="Dirk", points=0)).clause == "DIRK-2"


@pytest.mark.accepts("TURN-1")
@pytest.mark.parametrize("turn", NAMES[:3])
def test_it_may_be_the_turn_of_anybody_who_plays(turn: str) -> None:
    position = but(spent(), turn=turn)
    assert is_complete(position)
    assert g.Game.from_position(position).table.turn == NAMES.index(turn)


@pytest.mark.rejects("TURN-1")
@pytest.mark.parametrize("turn", ["Yellow", "red", "", "x" * 10**6])
def test_it_is_nobodys_turn_who_does_not_play(turn: str) -> None:
    violation = only(but(three(), turn=turn))
    assert violation.clause == "TURN-1"
    assert "who does not play" in violation.message
    assert len(violation.message) < 100


@pytest.mark.rejects("BOX-11")
def test_piles_with_more_or_fewer_cards_than_are_left() -> None:
    whole = three().piles
    assert whole is not None
    for piles in ((), whole[1:], (g.Pile(18), *whole[1:]), (g.Pile(10**5000), *whole[1:])):
        violation = only(but(three(), piles=piles))
        assert violation.clause == "BOX-11"
        assert len(violation.message) < 150


@pytest.mark.accepts("SETUP-6", "BOX-11")
def test_five_piles_of_equal_height() -> None:
    assert three().piles == piled("19 20A 19 20B 19")
    assert is_complete(three())
    # Red took four cards. If those that are discards by now had been dealt, the piles had been smaller.
    richer = changed(three(), 0, hand=money("y9 y9 y2 o5 o6 o7 o8"))
    assert is_complete(but(richer, piles=piled("15 20A 19 20B 19")))
    assert is_complete(but(richer, piles=piled("16 20A 19 20B 18")))


@pytest.mark.accepts("SETUP-6")
@pytest.mark.rejects("SETUP-6")
def test_the_piles_of_six_are_judged_as_well() -> None:
    six = laid(["y9 y9 y2", "b9 b9 b3", "g9 g9 g4", "o9 o9 o5", "y8 y8 y6", "g8 g8 g6"]).to_position()
    assert is_complete(six)
    upper, *others = six.piles or ()
    assert clauses(found(but(six, piles=(*others, upper)))) == ["SETUP-6"]


@pytest.mark.accepts("SETUP-6", "TURN-8")
def test_without_scoring_cards_the_deck_is_what_is_left_of_two_piles_or_one_of_shuffled_discards() -> None:
    assert is_complete(late())
    upper, lower = late().piles or ()
    assert is_complete(but(late(), piles=(g.Pile(upper.size + lower.size),)))
    assert clauses(found(but(late(), piles=(lower, upper)))) == ["SETUP-6"]
    assert clauses(found(but(late(), piles=(g.Pile(1), g.Pile(upper.size - 1), lower)))) == ["SETUP-6"]


@pytest.mark.accepts("BOX-11")
def test_a_bag_may_be_written_down_with_either_face_up() -> None:
    lie = faces("AR2 BA4 LI6 HS8")
    left = [tile for tile in g.reference().tiles if tile.even not in lie]
    for bag in ([tile.even for tile in left], [tile.odd for tile in left[::-1]]):
        position = but(three(), bag=tuple(map(NotedTile, bag)))
        assert is_complete(position)
        assert g.Game.from_position(position) == g.Game.from_position(three())


@pytest.mark.rejects("BOX-11")
def test_a_bag_without_a_tile_that_is_nowhere_else() -> None:
    left = [NotedTile(face) for face in EVENS if face not in faces("AR2 BA4 LI6 HS8")]
    for missing, told in ((1, "1 tile"), (2, "2 tiles")):
        violation = only(but(three(), bag=tuple(left[missing:])))
        assert violation.clause == "BOX-11"
        assert violation.message == f"{told} not in the bag, nor anywhere else"
    # One that lies twice is said to do so, and nothing else.
    assert clauses(found(but(three(), bag=(*left, left[0])))) == ["BOX-2", "BOX-2"]


# What each check takes.


def reduced(position: Position, kept: Collection[str]) -> Position:
    """Leave out all but these fields of a position and of its players."""
    players = tuple(
        NotedPlayer(
            **{field: getattr(player, field) for field in attrs.fields_dict(NotedPlayer) if field in kept}
        )
        for player in position.players
    )
    fields = {field: getattr(position, field) for field in attrs.fields_dict(Position) if field in kept}
    return Position(**{**fields, "players": players})


def with_little_in_the_bag() -> Position:
    return but(three(), bag=noted("PA8 HS10"))


CHECKS: list[tuple[str, Callable[[], Position], str]] = [
    ("TURN-1", lambda: but(three(), turn="Pink"), "turn name"),
    ("BOX-11", with_little_in_the_bag, "bag yard bought city reserve"),
    ("BOX-11", lambda: changed(three(), 0, hand=money("y9 y9")), "piles display discards hand"),
    ("BOX-11", lambda: but(three(), piles=piled("999")), "piles"),
    ("SETUP-6", lambda: but(three(), piles=piled("20A 19 19 20B 19")), "piles"),
    ("TURN-9", lambda: but(three(), bought=noted("PA8 HS10")), "phase yard bought"),
    ("TURN-6", lambda: but(three(), phase=g.Phase.PLACE), "phase yard bought"),
    ("BUY-1", lambda: paid("b2"), "phase yard bought discards ruleset"),
    ("TURN-3", lambda: paid("y3"), "phase yard bought discards ruleset"),
    ("BUY-2", lambda: changed(three(), 0, reserve=noted("PA8")), "phase piles discards reserve"),
    ("BUY-2", lambda: changed(three(), 0, city=city("1,0 PA8 -")), "phase piles discards city"),
    ("BUY-2", lambda: but(two(), dirk=noted("PA8 HS8 HS10 PA10 PA12 AR2 HP2")), "phase piles discards dirk"),
    ("TURN-10", lambda: but(three(), marker=g.Marker.EVEN), "phase yard bought marker"),
    ("TURN-7", lambda: but(three(), display=money("o1")), "phase display piles"),
    ("TURN-7", lambda: but(spent(), display=money("o1"), piles=()), "phase display discards bought ruleset"),
    ("END-1", lambda: but(in_all_hands(), bag=noted("PA8")), "phase bag"),
    (
        "END-1",
        lambda: but(three(), phase=g.Phase.GIFT, yard=(None, *GAP[:3])),
        "phase yard bought city reserve",
    ),
    ("END-1", lambda: but(in_all_hands(), yard=noted("AR2 BA4 LI6 HS8")), "phase yard"),
    ("END-3", lambda: but(in_all_hands(), bought=noted("PA8 HS10")), "phase bought"),
    ("END-2", lambda: but(in_all_hands(), turn="Blue"), "phase yard hand turn name ruleset"),
    ("SCORE-1", lambda: changed(three(), 0, points=3), "phase piles points"),
    ("SCORE-1", lambda: but(two(), dirks_points=3), "phase piles dirks_points"),
    ("DIRK-3", lambda: but(two(), dirk=noted("PA8 HS8 HS10")), "phase dirk"),
    ("DIRK-5", lambda: with_dirks(after_a(), 11), "phase piles dirk yard bought city reserve"),
    ("DIRK-6", lambda: with_dirks(after_b(), 12), "phase piles dirk yard bought city reserve"),
    ("DIRK-6", lambda: but(with_dirks(after_b(), 12), bag=noted("PA8 HS8 HS10")), "phase piles dirk bag"),
]


@pytest.mark.parametrize(("clause", "wrong", "takes"), CHECKS)
def test_each_check_is_made_as_soon_as_what_it_takes_is_known(
    clause: str, wrong: Callable[[], Position], takes: str
) -> None:
    position, kept = wrong(), set(takes.split())
    assert clause in clauses(validate(position).violations)
    assert clause in clauses(validate(reduced(position, kept)).violations)
    for field in kept:
        assert clause not in clauses(validate(reduced(position, kept - {field})).violations)


@pytest.mark.accepts("SCORE-1", "BUY-2", "BOX-11")
def test_what_is_left_of_a_game_that_was_never_scored_is_judged_by_what_is_known() -> None:
    position = changed(three(), 0, points=3, reserve=noted("PA8"))
    assert is_consistent(but(position, phase=None))
    # What the bag lacks may be in a city that is not known.
    assert is_consistent(but(changed(position, 1, city=None), phase=g.Phase.OVER, yard=None))
    # There may be as much money in hands that are not known.
    assert is_consistent(changed(three(), 1, hand=None))
    assert is_consistent(but(three(), players=three().players[:1]))


# Games of positions, and positions of games.


@pytest.mark.parametrize("field", [*LEFT_OUT, "dirk", "dirks_points", *OF_PLAYERS])
def test_no_game_is_made_up_where_something_is_missing(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = Report(Level.COMPLETE, (), ())
    monkeypatch.setattr("granada_rules.position.from_game.validate", lambda _position: everything)
    assert g.Game.from_position(two()) == g.Game.from_position(two())
    if field in attrs.fields_dict(NotedPlayer):
        hole = changed(two(), 1, **{field: None})
    else:
        hole = but(two(), **{field: None})
    with pytest.raises(ValueError, match="a position found complete lacks something"):
        g.Game.from_position(hole)


def test_a_game_is_made_of_what_was_written_down() -> None:
    game = g.Game.from_position(two())
    table = game.table
    assert (table.phase, table.turn, table.draw_for, table.due) == (g.Phase.ACT, 0, None, None)
    assert table.yard == tuple(faces("AR2 BA4 LI6 HS8"))
    assert table.display == money("o1 o2 o3 o4")
    assert table.marker is g.Marker.ODD
    assert table.dirk is not None
    assert table.dirk.faces == tuple(sorted(faces("HP10 MA10 PA10 SC10 DI10 AR10")))
    assert [player.name for player in table.players] == ["Red", "Blue"]
    assert [player.hand_size for player in table.players] == [3, 3]
    assert game.hands == (money("y9 y9 y2"), money("b9 b9 b3"))
    assert len(table.bag) == 54 - 4 - 6
    assert len(game.deck) == 72 - 6 - 4
    assert table.deck_size == 72 - 6 - 4 + 2
    assert table.turned_up == ()
    assert game.draws == 6 + 4 + 6 + 4
    assert game.sheets == ()
    assert late().piles == g.Game.from_position(late()).piles
    assert g.Game.from_position(late()).table.turned_up == (g.Scoring.A, g.Scoring.B)


def test_the_order_in_which_tiles_were_written_down_does_not_matter() -> None:
    game = g.Game.from_position(late())
    back_to_front = late()
    for seat, player in enumerate(late().players):
        assert player.reserve is not None
        assert player.city is not None
        tiles = dict(reversed(list(player.city.tiles.items())))
        back_to_front = changed(back_to_front, seat, reserve=player.reserve[::-1], city=g.City.of(tiles))
    assert g.Game.from_position(back_to_front) == game
    assert hash(g.Game.from_position(back_to_front)) == hash(game)


def test_a_game_is_played_with_the_tile_set_of_the_position() -> None:
    other = mirrored(g.Backs.MIRRORED_TOP_BOTTOM)
    assert three().ruleset == g.GRANADA
    assert g.Game.from_position(but(three(), tile_set=other)).table.ruleset == g.Ruleset(tile_set=other)
    of_the_rules = but(three(), ruleset=g.Ruleset(tile_set=other, simplified=True))
    assert g.Game.from_position(of_the_rules).table.ruleset == g.Ruleset(simplified=True)


def test_a_game_that_was_written_down_is_played_on() -> None:
    game = g.Game.from_position(three())
    assert list(g.legal_actions(game))
    bought = g.apply(game, g.Buy(g.Seat(0), g.Space(1), money("y2")))
    assert bought.table.extra
    taken = g.apply(bought, g.TakeMoney(g.Seat(0), money("o4")))
    built = drawn(g.apply(taken, g.Build(g.Seat(0), g.Face.parse("AR2"), g.Cell(0, 1), g.Purse())))
    assert built.table.to_act == 1
    assert is_complete(built.to_position())


def test_a_game_that_waits_for_chance_can_be_written_down_but_not_played_on() -> None:
    for game in (
        g.setup(2),
        g.setup(3),
        g.apply(g.Game.from_position(three()), g.TakeMoney(g.Seat(0), money("o4"))),
    ):
        position = game.to_position()
        assert is_consistent(position)
        with pytest.raises(ValueError, match="a phase in which somebody decides"):
            g.Game.from_position(position)
