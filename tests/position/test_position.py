"""What is wrong with positions that somebody wrote down, from one lone city on."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

import granada_rules as g
from granada_rules.position import Level, NotedPlayer, NotedTile, Position, validate
from granada_rules.testing.values import mirrored
from tests.helpers.games import clauses, faces, money
from tests.helpers.noted import (
    AR8,
    EVENS,
    HP9,
    but,
    city,
    found,
    is_consistent,
    noted,
    only,
    piled,
    players,
)

if TYPE_CHECKING:
    from collections.abc import Callable

# What is left out.


def test_nothing_at_all_is_consistent_and_lacks_everything() -> None:
    report = validate(Position())
    assert (report.level, report.violations) == (Level.CONSISTENT, ())
    assert report.missing == (
        "two players or more",
        "a listed tile set",
        "ruleset",
        "marker",
        "yard",
        "display",
        "discards",
        "piles",
        "bought",
        "a phase in which somebody decides",
        "turn",
    )
    assert str(report) == "consistent"


def test_one_lone_city_is_judged_and_nothing_else() -> None:
    legal = NotedPlayer(city=city("1,0 AR8 N", "-1,0 LI5 W"))
    report = validate(Position(players=(legal,)))
    assert (report.level, report.violations) == (Level.CONSISTENT, ())
    assert report.missing[-4:] == (
        "name of player 1",
        "reserve of player 1",
        "hand of player 1",
        "points of player 1",
    )
    assert "city of player 1" not in report.missing


def test_players_of_whom_nothing_is_known_break_no_clause() -> None:
    report = validate(Position(players=(NotedPlayer(), NotedPlayer())))
    assert report.violations == ()
    assert {"dirk", "dirks_points", "city of player 1", "city of player 2"} <= set(report.missing)
    assert "two players or more" not in report.missing


# Players.


@pytest.mark.accepts("BOX-12")
@pytest.mark.parametrize("many", range(7))
def test_up_to_six_players_can_be_written_down(many: int) -> None:
    assert is_consistent(Position(players=(NotedPlayer(),) * many))


@pytest.mark.accepts("DIRK-2")
@pytest.mark.parametrize("many", [0, 1, 2])
def test_dirk_plays_with_two_of_whom_not_all_have_to_be_known(many: int) -> None:
    assert is_consistent(Position(players=players(of=many), dirk=noted(DIRKS_FIRST), dirks_points=3))


@pytest.mark.rejects("TURN-1")
def test_it_is_nobodys_turn_who_is_not_among_the_names() -> None:
    assert only(Position(players=players(of=3), turn="Pink")).clause == "TURN-1"
    assert only(Position(players=players(), turn="Dirk")).clause == "TURN-1"


@pytest.mark.accepts("TURN-1")
def test_it_may_be_the_turn_of_somebody_whose_name_is_not_known() -> None:
    assert is_consistent(Position(players=players(NotedPlayer()), turn="Pink"))
    assert is_consistent(Position(players=players(of=1), turn="Pink"))
    assert is_consistent(Position(turn="Pink"))


@pytest.mark.accepts("DIRK-3")
def test_in_the_setup_dirk_does_not_have_all_of_his_tiles_yet() -> None:
    for phase in (None, g.Phase.SETUP):
        assert is_consistent(Position(players=players(), dirk=noted("AR2 BA2 LI2"), phase=phase))


# Names.


def test_no_two_players_are_called_the_same_in_a_report() -> None:
    wrong = city("1,0 BA8 W")
    for given, called in (
        (("player 2", None), ("player 2", "unnamed player 2")),
        ((None, "player 1"), ("unnamed player 1", "player 1")),
        (
            ("unnamed player 3", "player 3", None),
            ("unnamed player 3", "player 3", "unnamed unnamed player 3"),
        ),
        (("Red", "Red", "Blue"), ("player 1", "player 2", "Blue")),
        (("\u00e9", "e\u0301"), ("player 1", "player 2")),
        (("Dirk", " Red"), ("player 1", "player 2")),
    ):
        position = Position(players=tuple(NotedPlayer(name=name, city=wrong) for name in given))
        accused = [violation.player for violation in found(position) if violation.clause == "BUILD-2"]
        assert tuple(accused) == called


# Tiles over the whole table.

PLACES = ("city", "yard", "bought", "dirk", "bag", "reserve")
PAIRS = list(combinations(PLACES, 2))
NAMED_PLACES = {
    "city": "Red's city",
    "yard": "the yard",
    "bought": "the bought tiles",
    "dirk": "Dirk's tiles",
    "bag": "the bag",
    "reserve": "Blue's reserve",
}
INSIDE = {place: f"{'among' if 'tiles' in name else 'in'} {name}" for place, name in NAMED_PLACES.items()}
INSIDE["city"] = "at 1,0"


DIRKS_FIRST = "AR2 BA2 LI2 HS2 HP2 MA2"


def lying(*tiles: tuple[str, str], listed: bool = False) -> Position:
    """Return a position in which these faces, without moats, lie in these places; Dirk has six more."""
    where: dict[str, str] = dict.fromkeys(PLACES, "")
    for place, code in tiles:
        where[place] += f" {code}"
    built = [f"{x},0 {face} -" for x, face in enumerate(where["city"].split(), 1)]
    yard = noted(where["yard"])
    return Position(
        tile_set=g.reference() if listed else None,
        players=(
            NotedPlayer(name="Red", city=city(*built), reserve=()),
            NotedPlayer(name="Blue", reserve=noted(where["reserve"])),
        ),
        yard=(None,) * (4 - len(yard)) + yard,
        bought=noted(where["bought"]),
        dirk=noted(f"{DIRKS_FIRST} {where['dirk']}"),
        bag=noted(where["bag"]),
    )


@pytest.mark.rejects("BOX-2")
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_a_face_is_not_in_two_places(one: str, other: str) -> None:
    violation = only(lying((one, "HS8"), (other, "HS8")))
    assert (violation.clause, violation.faces) == ("BOX-2", (g.Face.parse("HS8"),))
    if one == "city":
        assert (violation.player, violation.cells) == ("Red", (g.Cell(1, 0),))
        assert violation.message == f"HS8 at 1,0 and {INSIDE[other]}: the box has it once"
    else:
        assert (violation.player, violation.cells) == (None, ())
        among = f"among {NAMED_PLACES[one]} and among {NAMED_PLACES[other]}"
        assert violation.message == f"the face HS8 is {among}, and the box has it once"


@pytest.mark.rejects("BOX-2")
@pytest.mark.parametrize("place", PLACES)
def test_a_face_is_not_in_one_place_twice(place: str) -> None:
    violation = only(lying((place, "HS8"), (place, "HS8")))
    assert (violation.clause, violation.faces) == ("BOX-2", (g.Face.parse("HS8"),))
    if place == "city":
        assert (violation.player, violation.cells) == ("Red", (g.Cell(1, 0), g.Cell(2, 0)))
        assert violation.message == "HS8 at 1,0 and at 2,0: the box has it once"
    else:
        assert f"among {NAMED_PLACES[place]} 2 times" in violation.message


@pytest.mark.rejects("BOX-11")
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_a_tile_of_the_list_does_not_show_both_faces(one: str, other: str) -> None:
    violation = only(lying((one, "HS8"), (other, "SC9"), listed=True))
    assert (violation.clause, violation.faces) == ("BOX-11", tuple(faces("HS8 SC9")))
    if one == "city":
        assert (violation.player, violation.cells) == ("Red", (g.Cell(1, 0),))
        assert violation.message == f"HS8 at 1,0 and SC9 {INSIDE[other]}: the two faces of one tile"
    else:
        pair = f"HS8 (among {NAMED_PLACES[one]}) and SC9 (among {NAMED_PLACES[other]})"
        assert (violation.player, violation.cells) == (None, ())
        assert violation.message == f"{pair} are the two faces of one tile"
    # Without a list they may be on two tiles.
    assert is_consistent(lying((one, "HS8"), (other, "SC9")))


@pytest.mark.accepts("BOX-2", "BOX-11")
@pytest.mark.parametrize("listed", [True, False], ids=["listed", "unlisted"])
def test_each_face_once_is_what_the_box_has(listed: bool) -> None:  # noqa: FBT001
    everywhere = zip(PLACES, ["HS8", "PA8", "HS10", "HP10", "DI10", "AR12"], strict=True)
    assert is_consistent(lying(*everywhere, listed=listed))
    assert is_consistent(Position(tile_set=g.reference(), bag=tuple(map(NotedTile, EVENS))))


@pytest.mark.rejects("BOX-2")
@pytest.mark.parametrize("listed", [True, False], ids=["listed", "unlisted"])
@pytest.mark.parametrize("face", ["SC14", "SC1", "SC0", "SC99"])
@pytest.mark.parametrize("place", PLACES)
def test_a_value_that_the_box_does_not_have_is_a_violation(
    place: str,
    face: str,
    listed: bool,  # noqa: FBT001
) -> None:
    violation = only(lying((place, face), listed=listed))
    assert (violation.clause, violation.faces) == ("BOX-2", (g.Face.parse(face),))
    assert violation.message == f"{face} {INSIDE[place]}: no such face; prices are 2 to 13"
    where = ("Red", (g.Cell(1, 0),)) if place == "city" else (None, ())
    assert (violation.player, violation.cells) == where


@pytest.mark.accepts("BOX-2")
@pytest.mark.parametrize("face", ["SC2", "SC13"])
def test_values_are_two_to_thirteen(face: str) -> None:
    assert is_consistent(lying(("reserve", face)))


TWOS, THREES = ([g.Face(building, price) for building in g.Kind.GRANADA.buildings] for price in (2, 3))


def in_the_bag(*lying_open: g.Face) -> Position:
    return Position(bag=tuple(map(NotedTile, lying_open)))


@pytest.mark.rejects("BOX-2")
def test_price_pairs_come_from_cheap_to_dear() -> None:
    dear = [g.Face(building, price) for building in g.Kind.GRANADA.buildings for price in (8, 9)]
    messages = [violation.message for violation in found(in_the_bag(*dear, *TWOS, *THREES))]
    assert messages == [
        f"18 tiles of the prices {price} and {price + 1}, and the box has 9" for price in (2, 8)
    ]


@pytest.mark.accepts("BOX-2", "BOX-3")
@pytest.mark.parametrize("even", [0, 1, 2, 5, 7, 8, 9])
def test_of_a_price_pair_there_are_nine_tiles(even: int) -> None:
    assert is_consistent(in_the_bag(*TWOS[:even], *THREES[: 9 - even]))


@pytest.mark.rejects("BOX-2", "BOX-11")
def test_with_a_list_it_is_said_of_which_tiles_both_faces_lie_open() -> None:
    position = but(in_the_bag(TWOS[4], *THREES[:4], *THREES[5:]), tile_set=g.reference())
    assert [(found.clause, found.faces) for found in found(position)] == [("BOX-11", tuple(faces("HP2 MA3")))]
    ten = but(in_the_bag(*TWOS, THREES[0]), tile_set=g.reference())
    assert clauses(found(ten)) == ["BOX-2", "BOX-11"]


@pytest.mark.rejects("BOX-2")
def test_there_are_not_more_tiles_than_in_the_box() -> None:
    position = in_the_bag(*EVENS, g.Face.parse("AR3"))
    assert [violation.message for violation in found(position)] == [
        "55 faces lie open, and the box has 54 building tiles",
        "10 tiles of the prices 2 and 3, and the box has 9",
    ]


# Moats.


def one_tile(tile: str, **fields: Any) -> Position:  # noqa: ANN401 - any of its fields
    return Position(players=(NotedPlayer(name="Red", city=city(f"1,0 {tile}")),), **fields)


@pytest.mark.rejects("BOX-4")
@pytest.mark.parametrize("place", ["yard", "bought", "dirk", "bag"])
def test_moats_elsewhere_that_the_list_does_not_have(place: str) -> None:
    violation = only(Position(tile_set=g.reference(), **{place: noted("AR8:- HS8:-")} | blank(place)))
    assert (violation.clause, violation.player, violation.cells) == ("BOX-4", None, ())
    assert violation.faces == (AR8,)
    assert violation.message == (
        f"AR8 with moats -, and the tile set has it with N (among {NAMED_PLACES[place]})"
    )


def blank(place: str) -> dict[str, Any]:
    """Fill the yard up, if that is the place."""
    return {"yard": (*noted("AR8:- HS8:-"), None, None)} if place == "yard" else {}


@pytest.mark.accepts("BOX-4")
def test_moats_that_the_list_has_or_that_were_not_noted() -> None:
    assert is_consistent(one_tile("AR8 N", tile_set=g.reference()))
    assert is_consistent(Position(tile_set=g.reference(), bag=noted("AR8:N BA8:ES HS8:- HP8")))
    # A back is seen as its set says.
    assert is_consistent(one_tile("SC5 NE", tile_set=g.reference()))
    assert is_consistent(one_tile("DI11 S", tile_set=g.reference()))
    assert is_consistent(one_tile("DI11 N", tile_set=mirrored(g.Backs.MIRRORED_TOP_BOTTOM)))
    assert clauses(found(one_tile("DI11 S", tile_set=mirrored(g.Backs.MIRRORED_TOP_BOTTOM)))) == ["BOX-4"]


@pytest.mark.accepts("BOX-4")
def test_without_a_list_a_tile_may_have_any_three_moats() -> None:
    for moats in ("-", "N", "ES", "NES"):
        assert is_consistent(one_tile(f"AR8 {moats}"))
        assert is_consistent(Position(bag=noted(f"AR8:{moats}")))


@pytest.mark.rejects("BUILD-1", "BOX-4")
@pytest.mark.parametrize(
    ("roof", "cell", "seen", "other"),
    [("E", "1,0", "ES", "NE"), ("S", "0,-1", "SW", "ES"), ("W", "-1,0", "NW", "SW")],
)
def test_the_moats_of_a_turned_tile_are_turned_back_before_they_are_compared(
    roof: str, cell: str, seen: str, other: str
) -> None:
    # The list has AR4 with moats to the north and east.
    right, wrong = (
        Position(tile_set=g.reference(), players=(NotedPlayer(city=city(f"{cell} AR4 {moats} {roof}")),))
        for moats in (seen, other)
    )
    assert clauses(found(right)) == ["BUILD-1"]
    assert clauses(found(wrong)) == ["BOX-4", "BUILD-1"]
    assert found(wrong)[0].cells == (g.Cell.parse(cell),)


@pytest.mark.rejects("BOX-4")
@pytest.mark.parametrize("tile_set", [None, g.reference()], ids=["unlisted", "listed"])
def test_no_tile_has_four_moats(tile_set: object) -> None:
    in_city = found(one_tile("AR8 NESW", tile_set=tile_set))[0]
    assert (in_city.clause, in_city.player, in_city.cells) == ("BOX-4", "Red", (g.Cell(1, 0),))
    in_bag = only(Position(tile_set=tile_set, bag=noted("AR8:NESW")))  # type: ignore[arg-type] # or none
    for violation in (in_city, in_bag):
        assert violation.faces == (AR8,)
        assert violation.message.startswith("AR8 with 4 moats, and a tile has at most 3")


# Money.

PURSES = ("display", "discards", "hand")


def held(place: str, cards: str, many: int = 3) -> Position:
    """Return a position of so many players in which these cards are in one place."""
    if place == "hand":
        return Position(players=players(*[NotedPlayer(name="Red", hand=money(cards))] * (many > 0), of=many))
    return Position(players=players(of=many), **{place: money(cards)})  # type: ignore[arg-type] # a purse


@pytest.mark.rejects("BOX-1")
@pytest.mark.parametrize("place", PURSES)
@pytest.mark.parametrize("card", ["b0", "b10", "y99"])
def test_a_card_that_the_box_does_not_have(card: str, place: str) -> None:
    violation = only(held(place, card))
    assert (violation.clause, violation.cards) == ("BOX-1", (g.Card.parse(card),))
    shown = "Red's hand" if place == "hand" else f"the {place}"
    assert violation.message == f"the box has no card {card}: values are 1 to 9 ({shown})"


@pytest.mark.rejects("BOX-1")
@pytest.mark.parametrize("many", [1, 3, 6])
@pytest.mark.parametrize("place", PURSES)
def test_a_card_is_not_there_four_times(place: str, many: int) -> None:
    violation = only(held(place, "b3 b3 b3 b3", many))
    assert (violation.clause, violation.cards) == ("BOX-1", (g.Card.parse("b3"),) * 4)
    assert violation.message.startswith("b3 is there 4 times, and there are 3 (")
    assert is_consistent(held(place, "b3 b3 b3", many))


@pytest.mark.rejects("BOX-1")
def test_cards_of_players_with_one_name_are_counted_too() -> None:
    position = Position(players=(NotedPlayer(name="Red", hand=money("b3 b3")),) * 3)
    assert only(position).cards == (g.Card.parse("b3"),) * 6


@pytest.mark.accepts("BOX-1")
@pytest.mark.parametrize("many", [1, 3])
def test_each_card_may_be_there_three_times(many: int) -> None:
    everything = [g.Card(currency, value) for currency in g.Currency for value in range(1, 10)] * 3
    assert is_consistent(Position(players=players(of=many), discards=g.Purse.of(everything)))


@pytest.mark.rejects("DIRK-1")
@pytest.mark.parametrize("place", PURSES)
def test_with_two_players_a_card_is_not_there_three_times(place: str) -> None:
    violation = only(held(place, "b3 b3 b3", 2))
    assert (violation.clause, violation.cards) == ("DIRK-1", (g.Card.parse("b3"),) * 3)
    assert violation.message.startswith("b3 is there 3 times, and there are 2 (")


@pytest.mark.rejects("DIRK-1")
@pytest.mark.parametrize("fields", [{"dirk": ()}, {"dirks_points": 0}])
@pytest.mark.parametrize("many", [0, 1])
def test_where_dirk_is_noted_two_play_even_if_not_both_are(many: int, fields: dict[str, Any]) -> None:
    assert only(but(held("discards", "b3 b3 b3", many), phase=g.Phase.SETUP, **fields)).clause == "DIRK-1"
    assert is_consistent(but(held("discards", "b3 b3", many), phase=g.Phase.SETUP, **fields))


@pytest.mark.accepts("DIRK-1")
@pytest.mark.parametrize("place", PURSES)
def test_with_two_players_a_card_is_there_twice(place: str) -> None:
    assert is_consistent(held(place, "b3 b3", 2))


# Yard, display, piles, points.


@pytest.mark.rejects("BOX-7")
@pytest.mark.parametrize("spaces", [0, 3, 5])
def test_a_yard_without_four_spaces(spaces: int) -> None:
    violation = only(Position(yard=(None,) * spaces))
    assert violation.clause == "BOX-7"
    assert violation.message == f"the yard has 4 spaces, not {spaces}"


@pytest.mark.accepts("BOX-7")
@pytest.mark.parametrize("yard", ["", "AR2 BA4 LI6", "AR2 BA4 LI6 HS8"])
def test_a_yard_of_four_spaces(yard: str) -> None:
    assert is_consistent(Position(yard=(*noted(yard), *(None,) * (4 - len(yard.split())))))


@pytest.mark.accepts("BOX-8")
@pytest.mark.parametrize("display", ["", "b1", "b1 b2 b3 b4"])
def test_up_to_four_cards_on_the_display(display: str) -> None:
    assert is_consistent(Position(display=money(display)))


@pytest.mark.rejects("BOX-6")
@pytest.mark.parametrize("piles", ["5A", "5B 5A", "5A 5A 5B", "5B 5B", "5C", "5A 5B 5C"])
def test_scoring_cards_that_cannot_be_in_the_piles(piles: str) -> None:
    violation = only(Position(ruleset=g.GRANADA, piles=piled(piles)))
    assert violation.clause == "BOX-6"
    named = "; ".join(letter for letter in piles if letter in "ABC")
    assert violation.message == (
        f"scoring cards in the piles: {named}; there are A above B, then B alone, then none"
    )


@pytest.mark.accepts("BOX-6")
@pytest.mark.parametrize("piles", ["", "5", "5 5", "5 5B 5", "5 5A 5 5B 5"])
def test_scoring_cards_that_can_be_in_the_piles(piles: str) -> None:
    assert is_consistent(Position(piles=piled(piles)))


@pytest.mark.rejects("SCORE-7")
def test_nobody_has_less_than_no_points() -> None:
    position = Position(
        players=(NotedPlayer(name="Red", points=-1), NotedPlayer(points=-(10**5000))), dirks_points=-3
    )
    assert [(violation.clause, violation.player) for violation in found(position)] == [
        ("SCORE-7", "Red"),
        ("SCORE-7", "player 2"),
        ("SCORE-7", "Dirk"),
    ]


@pytest.mark.accepts("SCORE-7")
def test_points_may_be_any_number_from_0_on() -> None:
    assert is_consistent(Position(players=players(NotedPlayer(points=0), NotedPlayer(points=10**5000))))


# Cities.


AROUND = ((0, 1), (1, 1), (2, 1), (2, 0), (2, -1), (1, -1), (0, -1))
RING = ["HS10", "HP10", "DI10", "AR12", "BA12", "LI12", "HS12"]


@pytest.mark.accepts("BUILD-2", "BUILD-3", "BUILD-4", "BUILD-5")
def test_a_ring_that_is_not_closed_is_legal() -> None:
    open_ring = city(*(f"{x},{y} {face} -" for (x, y), face in list(zip(AROUND, RING, strict=True))[:-2]))
    assert is_consistent(Position(players=(NotedPlayer(city=open_ring),)))


def test_everything_is_said_at_once_and_in_this_order() -> None:
    position = Position(
        tile_set=g.reference(),
        players=(
            NotedPlayer(name="Dirk", city=city("1,0 AR8 E", "2,0 HS8 -"), points=-1),
            *(NotedPlayer(reserve=noted("HS8")),) * 6,
        ),
        yard=(NotedTile(HP9),),
        display=money("b1 b1 b1 b1 b10"),
        dirk=noted("SC14"),
        piles=piled("1C"),
    )
    report = validate(position)
    assert clauses(report.violations) == [
        *("BOX-12", "DIRK-2", "DIRK-2"),
        *("BOX-2", "BOX-2", "BOX-11", "BOX-4"),
        *("BOX-1", "BOX-1"),
        *("BOX-7", "BOX-8", "BOX-6", "SCORE-7"),
        *("BUILD-2", "BUILD-3"),
    ]
    assert report.level is Level.WELL_FORMED
    assert "marker" in report.missing
    *lines, level = str(report).splitlines()
    assert lines == [str(violation) for violation in report.violations]
    assert level == "well-formed"


# What is handed in.


def anything(value: object) -> Any:  # noqa: ANN401 - what no type checker would let through
    return value


@pytest.mark.parametrize(
    "call",
    [
        lambda: validate(anything(None)),
        lambda: validate(anything("x" * 10**6)),
        lambda: g.Game.from_position(anything({"players": []})),
        lambda: Position(players=anything([NotedPlayer()])),
        lambda: Position(players=anything((g.City.of(),))),
        lambda: Position(yard=anything(["AR8"])),
        lambda: Position(yard=anything((AR8, None))),
        lambda: Position(piles=anything([g.Pile(3)])),
        lambda: Position(bag=anything(("x" * 10**6,))),
        lambda: Position(display=anything("b3")),
        lambda: Position(dirks_points=anything(1.5)),
        lambda: Position(draws=anything(bool(1))),
        lambda: Position(turn=anything(0)),
        lambda: Position(phase=anything("act")),
        lambda: Position(marker=anything("odd")),
        lambda: Position(tile_set=anything("reference")),
        lambda: Position(ruleset=anything(None.__class__)),
        lambda: NotedPlayer(reserve=anything([NotedTile(AR8)])),
        lambda: NotedPlayer(points=anything("3")),
        lambda: NotedPlayer(hand=anything(["b3"])),
        lambda: NotedTile(anything("AR8")),
        lambda: NotedTile(AR8, anything("N")),
        lambda: g.Pile(anything(2.0)),
        lambda: g.Pile(2, anything("A")),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused_in_few_words(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError) as refusal:
        call()
    assert 10 < len(str(refusal.value)) < 200


@pytest.mark.parametrize("call", [lambda: g.Pile(0), lambda: g.Pile(-1), lambda: Position(draws=-1)])
def test_there_are_no_empty_piles_and_no_draws_before_the_first(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"^(draws|size): expected [01] or more, got "):
        call()


def test_words_of_a_position_are_shown_as_they_are_written_in_code() -> None:
    for word in (*Level, *g.Phase, *g.Marker):
        assert repr(word) == f"{type(word).__name__}.{word.name}"
