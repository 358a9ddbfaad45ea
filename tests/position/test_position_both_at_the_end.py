"""The end of a game of both kinds: bare spaces, gifts of one or two tiles, sheets with borders."""

from __future__ import annotations

import attrs
import pytest

import granada_rules as g
from tests.helpers.games import clauses, money
from tests.helpers.layouts import both
from tests.helpers.noted import but, changed, ending, found, is_complete, is_consistent, noted, only
from tests.rules.test_layouts import PAIR

ONE_BY_ONE = g.Ruleset(kinds=g.Kind, gifts_one_by_one=True)
TILES = g.TileSets([g.alhambra(), g.reference()])
BARE = g.City.of(start=g.Kind.ALHAMBRA)
HANDS = "y5 b5", "g5", "o5"
"""Red has the most yellow and blue, Blue the most green, Green the most orange."""


def giving(left: str, given: str, turn: str, *hands: str, ruleset: g.Ruleset = g.BOTH) -> g.Position:
    """Return a gift; the marker does not matter any more."""
    table = ending(left, given, turn, *hands, ruleset=ruleset)
    return but(table, marker=g.Marker.EVEN, turned_up=(g.Scoring.A, g.Scoring.B))


# Turns without supplies.


def turn(left: str, bought: str = "", discards: str = "") -> g.Position:
    """Return a turn of Red in which these tiles were bought; no tile is left for the yard."""
    position = ending(left, bought, "Red", *HANDS, ruleset=g.BOTH, phase=g.Phase.ACT)
    turned_up = (g.Scoring.A, g.Scoring.B)
    return but(position, marker=g.Marker.ODD, turned_up=turned_up, discards=money(discards), piles=None)


@pytest.mark.accepts("MIX-13", "MIX-33")
@pytest.mark.parametrize("left", ["12345678", "1234", "5678", "1278", "1634", "5234678"])
def test_a_space_that_lacks_one_kind_ends_nothing(left: str) -> None:
    assert is_consistent(turn(left))


@pytest.mark.rejects("MIX-33")
@pytest.mark.parametrize(("left", "bare"), [("234678", 1), ("347", 2), ("", 4)])
def test_a_turn_does_not_begin_with_a_space_without_any_tile(left: str, bare: int) -> None:
    violation = only(turn(left))
    assert violation.clause == "MIX-33"
    spaces = "1 space" if bare == 1 else f"{bare} spaces"
    assert violation.message == (
        f"{spaces} of the yard without any tile, and the game ends before such a turn"
    )


@pytest.mark.accepts("MIX-33")
@pytest.mark.rejects("MIX-33")
def test_what_is_bought_may_leave_a_space_without_any_tile() -> None:
    assert is_consistent(turn("234678", "1", "y2"))
    assert is_consistent(turn("234678", "15", "y2 y2"))
    assert is_consistent(turn("3478", "16", "y2 g4"))
    assert "MIX-33" in clauses(found(turn("3478", "1", "y2")))


@pytest.mark.rejects("MIX-5", "MIX-13")
def test_without_supplies_a_bought_tile_came_from_one_of_the_empty_spaces() -> None:
    # AR2 lay on the space of yellow or on that of green, and was paid in one of these.
    assert is_consistent(turn("123478", "5", "y2"))
    assert is_consistent(turn("123478", "5", "g2"))
    assert only(turn("123478", "5", "b2")).clause == "MIX-5"
    # HS8 cannot have lain where a tile lies.
    assert "MIX-13" in clauses(found(turn("12345678", "8", "o8")))


# Gifts.


@pytest.mark.accepts("MIX-33", "MIX-34", "MIX-35")
def test_both_tiles_of_a_space_are_given_at_once() -> None:
    """Orange is bare; Red gets those of yellow, and then those of blue; Blue those of green."""
    assert is_complete(giving("2367", "15", "Red", *HANDS))
    for placed in ("1", "5"):
        assert is_complete(giving("2367", placed, "Red", *HANDS))
    assert is_complete(giving("37", "26", "Blue", *HANDS))
    assert is_complete(giving("", "37", "Red", *HANDS))
    # Of some spaces there is one tile only.
    assert is_complete(giving("27", "5", "Red", *HANDS))
    position = giving("2367", "15", "Red", *HANDS)
    assert g.Game.from_position(position).to_position() == position


@pytest.mark.rejects("MIX-35")
def test_no_tile_of_the_space_is_left_for_later() -> None:
    violation = only(giving("2356", "1", "Red", *HANDS))
    assert (violation.clause, violation.faces) == ("MIX-35", (noted("AR2")[0].face,))
    assert violation.message == "AR2 goes to Red together with what is given now"
    # Only the space of yellow is bare, so the gift is from that of blue, where LI6 still lies.
    violation = only(giving("2678", "3", "Red", *("y5 b5", "", "")))
    assert (violation.clause, violation.faces) == ("MIX-35", (noted("LI6")[0].face,))


@pytest.mark.rejects("MIX-35")
@pytest.mark.parametrize("given", ["", "12", "56", "125"])
def test_a_gift_is_one_tile_of_a_kind_or_one_of_each(given: str) -> None:
    violation = only(giving("37", given, "Red", *HANDS))
    assert violation.clause == "MIX-35"
    assert violation.message == (f"{len(given)} tiles are given at once, and it is at most one of each kind")


@pytest.mark.accepts("MIX-35")
@pytest.mark.rejects("MIX-35", "MIX-34")
def test_by_agreement_gifts_are_given_one_by_one_those_of_alhambra_first() -> None:
    assert is_complete(giving("23567", "1", "Red", *HANDS, ruleset=ONE_BY_ONE))
    assert is_complete(giving("2367", "5", "Red", *HANDS, ruleset=ONE_BY_ONE))
    assert only(giving("1236", "5", "Red", *HANDS, ruleset=ONE_BY_ONE)).clause == "MIX-34"
    violation = only(giving("2367", "15", "Red", *HANDS, ruleset=ONE_BY_ONE))
    assert violation.message == "2 tiles are given at once, and it is one after the other"


@pytest.mark.rejects("MIX-34")
def test_gifts_are_given_in_the_order_of_the_spaces() -> None:
    violation = only(giving("1", "26", "Blue", *HANDS))
    assert (violation.clause, violation.faces) == ("MIX-34", (noted("PV2:NEW")[0].face,))
    assert violation.message == "PV2:NEW goes to Red before any tile of a later space"
    # Of the first space nobody has the most: all that lies there stays.
    assert is_complete(giving("15", "26", "Blue", "b5", "g5", "o5"))


@pytest.mark.rejects("MIX-34")
def test_nobody_else_gets_them() -> None:
    violation = only(giving("", "15", "Red", "", "g5", "o5"))
    assert violation.clause == "MIX-34"
    assert violation.message == "'Red' has the most money of no currency whose tile is given away"


@pytest.mark.rejects("MIX-33")
@pytest.mark.parametrize(
    ("left", "given", "ruleset"),
    [
        ("234678", "15", g.BOTH),
        ("234678", "1", g.BOTH),
        ("2345678", "1", ONE_BY_ONE),
        ("234678", "5", ONE_BY_ONE),
    ],
)
def test_the_game_ended_because_another_space_was_bare(left: str, given: str, ruleset: g.Ruleset) -> None:
    violation = only(giving(left, given, "Red", *HANDS, ruleset=ruleset))
    assert violation.clause == "MIX-33"
    assert violation.message == "tiles are given away, and no space was without any tile"


def test_one_by_one_the_bare_space_may_be_the_first() -> None:
    # The space of yellow was bare; of that of blue Red gets the tile of Alhambra.
    assert is_complete(giving("7", "3", "Red", *HANDS, ruleset=ONE_BY_ONE))
    assert is_consistent(but(giving("7", "3", "Red", *HANDS), yard=None))


@pytest.mark.rejects("MIX-33")
def test_both_supplies_are_empty_at_the_end() -> None:
    position = giving("2367", "15", "Red", *HANDS)
    for tile in ("TO13:E", "SC12"):
        player = position.players[2]
        reserve = tuple(one for one in player.reserve or () if str(one.face) != tile)
        violation = only(changed(position, 2, reserve=reserve))
        assert (violation.clause, violation.message) == (
            "MIX-33",
            "the game is at its end, and the bag is not empty",
        )


# Sheets.


def lone(sheet: g.ScoreSheet) -> g.Position:
    """Return a position in which nothing is noted but the sheet of the last scoring."""
    return g.Position(sheets=(sheet,), ruleset=g.BOTH, phase=g.Phase.OVER)


def example() -> g.ScoreSheet:
    """Return a sheet with walls, moats and a border."""
    blue = both("@ GA8:N GA9:N SE3:NE", ". DI5:SW AR4:S\n@ . .")
    cities = {"Red": PAIR, "Blue": blue, "Green": BARE}
    return g.scoring.score(cities, g.Scoring.C)


def with_line(number: int, **fields: object) -> g.Position:
    """Return the sheet in which something is different about one line."""
    lines = list(example().lines)
    lines[number] = attrs.evolve(lines[number], **fields)  # type: ignore[arg-type] # any of them
    return lone(attrs.evolve(example(), lines=tuple(lines)))


@pytest.mark.accepts("MIX-26", "MIX-32")
def test_a_sheet_of_both_kinds_fits() -> None:
    assert is_consistent(lone(example()))
    assert is_consistent(but(lone(example()), ruleset=None))
    simplified = g.scoring.score({"Red": PAIR, "Blue": BARE, "Green": BARE}, g.Scoring.C, simplified=True)
    assert is_consistent(but(lone(simplified), ruleset=attrs.evolve(g.BOTH, simplified=True)))
    assert only(lone(simplified)).clause == "SIMPLE-1"


@pytest.mark.rejects("MIX-32")
def test_the_lines_are_those_of_both_kinds_in_their_order() -> None:
    sheet = example()
    moats_first = (*sheet.lines[-8:-6], *sheet.lines[:-8], *sheet.lines[-6:])
    border_first = (sheet.lines[-1], *sheet.lines[:-1])
    for lines in (moats_first, border_first, sheet.lines[::-1]):
        violation = only(lone(attrs.evolve(sheet, lines=lines)))
        assert violation.clause == "MIX-32"
    for kinds in ((g.Kind.ALHAMBRA,), (g.Kind.GRANADA, g.Kind.ALHAMBRA), ()):
        violation = only(lone(attrs.evolve(sheet, kinds=kinds)))
        assert violation.message == "sheet C: expected awards of Alhambra and Granada and nothing else"
    # A border names the edges of its wall.
    assert only(with_line(-1, kind=g.Kind.GRANADA)).clause == "MIX-32"


@pytest.mark.rejects("MIX-28", "MIX-30", "MIX-31")
@pytest.mark.parametrize(
    ("number", "fields", "clause", "message"),
    [
        (0, {"clause": g.Clause.SCORE_4}, "MIX-28", "sheet C: expected a point for each edge of one wall"),
        (0, {"factor": 2}, "MIX-28", "sheet C: expected a point for each edge of one wall"),
        (-1, {"factor": 1}, "MIX-31", "sheet C: expected 2 points for each edge of one border"),
        (-1, {"count": 1}, "MIX-31", "sheet C: expected 2 points for each edge of one border"),
        (-1, {"shares": 2}, "MIX-31", "sheet C: expected 2 points for each edge of one border"),
    ],
)
def test_walls_and_borders_have_their_points(
    number: int, fields: dict[str, object], clause: str, message: str
) -> None:
    violation = only(with_line(number, **fields))
    assert (violation.clause, violation.message) == (clause, message)


@pytest.mark.rejects("MIX-31")
def test_a_border_is_no_longer_than_wall_and_moat() -> None:
    sheet = example()
    lines = [line for line in sheet.lines if line.clause != "MIX-30" or line.player != "Red"]
    violation = only(lone(attrs.evolve(sheet, lines=tuple(lines))))
    assert (violation.clause, violation.player) == ("MIX-31", "Red")
    assert violation.message == "sheet C: a border longer than the longest wall or moat"
    edges = tuple(g.Edge(g.Cell(x, 0), g.Edges.N) for x in range(1, 5))
    longer = [
        attrs.evolve(line, edges=edges, count=4) if line.is_border and line.player == "Red" else line
        for line in sheet.lines
    ]
    assert only(lone(attrs.evolve(sheet, lines=tuple(longer)))).clause == "MIX-31"


def test_a_wall_reaches_as_far_as_tiles_of_both_kinds_lead() -> None:
    far = tuple(g.Edge(g.Cell(x, 0), g.Edges.N) for x in (80, 81, 82, 83))
    assert is_consistent(with_line(0, edges=far))
    beyond = tuple(g.Edge(g.Cell(x, 0), g.Edges.N) for x in range(109, 113))
    assert only(with_line(0, edges=beyond)).clause == "MIX-28"


@pytest.mark.rejects("MIX-37")
def test_dirk_has_no_border() -> None:
    scored = g.scoring.score({"Red": PAIR, "Blue": BARE}, g.Scoring.C, dirk=[])
    border = attrs.evolve(scored.lines[-1], player="Dirk")
    violations = found(lone(attrs.evolve(scored, lines=(*scored.lines, border))))
    assert clauses(violations) == ["MIX-37", "MIX-31"]
    assert violations[0].message == "sheet C: Dirk builds no layout, so he has no border"


@pytest.mark.accepts("MIX-37")
@pytest.mark.rejects("MIX-37")
@pytest.mark.parametrize("players", [("Red", "Blue"), ("Dirk", "Red", "Blue")])
def test_dirk_is_scored_last_if_two_play(players: tuple[str, ...]) -> None:
    scored = g.scoring.score({"Red": PAIR, "Blue": BARE}, g.Scoring.C, dirk=[])
    assert scored.players == ("Red", "Blue", "Dirk")
    assert is_consistent(lone(scored))
    violation = only(lone(attrs.evolve(scored, players=players)))
    assert (violation.clause, violation.player) == ("MIX-37", "Dirk")
    assert violation.message == "sheet C: Dirk is scored last if two play, else not"


def test_a_border_says_what_it_is() -> None:
    assert [line.barrier for line in example().lines if line.building is None] == [
        *("wall", "wall", "moat", "moat", "border", "border"),
    ]
    assert g.Line(g.Clause.A_SCORE_7, "Red", 1, 1, g.Building.TOWER, 1, kind=g.Kind.ALHAMBRA).barrier is None
