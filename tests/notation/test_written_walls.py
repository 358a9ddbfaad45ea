"""How tiles of Alhambra are written: with their walls, or without where one tile is called so."""

from __future__ import annotations

import pytest

import granada_rules as g
from granada_rules.notation import (
    WrittenTile,
    read_city,
    read_event,
    read_face,
    read_tile,
    seen_moats,
    write_city,
    write_event,
    write_tile,
)

GA10_N, GA10_W, TO13 = (g.Face.parse(code) for code in ("GA10:N", "GA10:W", "TO13:E"))
WALLS = "expected its walls too, such as {0}:N, or {0}:- for none"
THREE = "GA10: expected its walls too, 3 tiles are called so: GA10:-; GA10:N; GA10:W"


def refused(text: str, tile_set: g.TileSet | None = None) -> str:
    """Have a face refused, and return why."""
    with pytest.raises(ValueError, match=r".") as refusal:
        read_face(text, tile_set)
    return str(refusal.value)


# Faces.


@pytest.mark.parametrize(
    "tile_set", [None, g.alhambra(), g.reference()], ids=["none", "alhambra", "reference"]
)
def test_a_face_with_walls_is_read_whatever_the_tile_set(tile_set: g.TileSet | None) -> None:
    assert read_face("GA10:N", tile_set) == read_face(" ga10:n ", tile_set) == GA10_N
    assert read_face("GA10:-", tile_set) == g.Face(g.Building.GARDEN, 10, g.Edges(0))
    # Walls that no tile has can be written.
    assert read_face("GA10:NESW", tile_set).walls == g.Edges.parse("NESW")
    assert read_face("GA14:N", tile_set).value == 14


@pytest.mark.accepts("A-BOX-2")
def test_walls_may_be_left_out_where_one_tile_is_called_so() -> None:
    assert read_face("TO13", g.alhambra()) == read_face("tower 13", g.alhambra()) == TO13
    for face in g.alhambra().faces:
        code = f"{face.building.code}{face.value}"
        if len(g.alhambra().called(face.building, face.value)) == 1:
            assert read_face(code, g.alhambra()) == face
        else:
            assert str(face) in refused(code, g.alhambra())


@pytest.mark.rejects("A-BOX-2")
def test_a_name_of_several_tiles_is_refused_with_all_of_them() -> None:
    assert refused("GA10", g.alhambra()) == refused("jardin 10", g.alhambra()) == THREE
    assert (
        refused("AC6", g.alhambra()) == "AC6: expected its walls too, 2 tiles are called so: AC6:NE; AC6:SW"
    )


@pytest.mark.parametrize("tile_set", [None, g.reference()], ids=["none", "reference"])
def test_without_its_tile_set_a_face_says_its_walls(tile_set: g.TileSet | None) -> None:
    assert refused("TO13", tile_set) == f"TO13: {WALLS.format('TO13')}"
    assert refused("tour 13", tile_set) == f"TO13: {WALLS.format('TO13')}"


@pytest.mark.parametrize("tile_set", [None, g.alhambra()], ids=["none", "alhambra"])
def test_a_name_of_no_tile_says_the_prices(tile_set: g.TileSet | None) -> None:
    assert refused("GA13", tile_set) == "GA13: no tile is called so, prices of Garden are 6 to 12"
    assert refused("tour 6", tile_set) == "TO6: no tile is called so, prices of Tower are 7 to 13"


ONE_FACE = "expected one face with its walls, any of N E S W, such as GA10:NE, or GA10:- for none"
NO_FACES = [
    # A tile of Alhambra has no back.
    "GA10/TO11:N",
    "ga10 / to11:n",
    "GA10:N/TO11:N",
    # Walls are any of N E S W, or none.
    "GA10:",
    "GA10:X",
    "garden 10:X",
    "GA10-",
    "GA",
    "GA100:-",
]


@pytest.mark.parametrize("tile_set", [None, g.alhambra()], ids=["none", "alhambra"])
@pytest.mark.parametrize("text", NO_FACES)
def test_what_is_no_face_of_alhambra_says_how_one_is_written(text: str, tile_set: g.TileSet | None) -> None:
    assert refused(text, tile_set).endswith(f": {ONE_FACE}")
    with pytest.raises(ValueError, match=rf": {ONE_FACE}$"):
        read_tile(text, tile_set)


@pytest.mark.parametrize("text", ["", "10", ":N", "??"])
def test_what_is_no_face_at_all_is_told_in_the_words_of_the_game(text: str) -> None:
    assert refused(text, g.alhambra()) == f"{text!r}: {ONE_FACE}"
    assert refused(text).endswith(", such as SC10")
    assert refused(text, g.reference()) == refused(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("GA10:N>", f"'GA10:N>': {ONE_FACE}"),
        ("GA10:NN", "edges 'NN': expected any of N E S W, each at most once, or -"),
        ("SC10:N", "'SC10:N': expected a building and a price from 0 to 99, such as SC10"),
        ("XX10:N", "'XX10': no building has the code XX (PV SE AC CH GA TO)"),
    ],
)
def test_what_is_no_face_is_refused(text: str, message: str) -> None:
    assert refused(text, g.alhambra()) == message


def test_codes_are_those_of_the_tile_set_or_all() -> None:
    assert refused("XX10", g.reference()).endswith("(AR BA LI HS HP MA PA SC DI)")
    assert refused("XX10", g.alhambra()).endswith("(PV SE AC CH GA TO)")
    assert refused("XX10").endswith("(PV SE AC CH GA TO AR BA LI HS HP MA PA SC DI)")


# Tiles as they lie.


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("GA10:N", WrittenTile(GA10_N)),
        ("GA10:-", WrittenTile(g.Face.parse("GA10:-"))),
        ("GA10:N>", WrittenTile(GA10_W, None, g.Edges.E)),
        ("GA10:Sv", WrittenTile(GA10_N, None, g.Edges.S)),
        ("GA10:W<", WrittenTile(GA10_N, None, g.Edges.W)),
        ("TO7:NES>", WrittenTile(g.Face.parse("TO7:NEW"), None, g.Edges.E)),
    ],
)
def test_walls_of_a_tile_are_written_as_seen_and_those_of_its_face_are_roof_up(
    text: str, tile: WrittenTile
) -> None:
    assert read_tile(text) == read_tile(text.lower(), g.alhambra()) == tile
    assert write_tile(tile) == text
    assert seen_moats(tile, None) == seen_moats(tile, g.alhambra()) == tile.face.walls.turned(tile.roof)  # type: ignore[union-attr] # it has walls


def test_a_turned_tile_may_be_written_without_its_walls() -> None:
    assert read_tile("TO13v", g.alhambra()) == WrittenTile(TO13, None, g.Edges.S)
    assert write_tile(read_tile("TO13v", g.alhambra())) == "TO13:Wv"


def test_walls_are_not_written_twice() -> None:
    for moats in (g.Edges.N, g.Edges(0)):
        with pytest.raises(ValueError, match=r"^moats: GA10:N says its walls, expected None, got [N-]$"):
            WrittenTile(GA10_N, moats)


# Cities.

DRAWING = """\
.       PV6:N  .
GA10:W  @      GA10:W>
"""
BUILT = g.City.of(
    {
        g.Cell(-1, 0): (GA10_W, g.Edges.W),
        g.Cell(0, 1): (g.Face.parse("PV6:N"), g.Edges.N),
        g.Cell(1, 0): (g.Face.parse("GA10:S"), g.Edges.W, g.Edges.E),
    },
    g.Kind.ALHAMBRA,
)


@pytest.mark.parametrize("tile_set", [None, g.alhambra()], ids=["none", "alhambra"])
def test_a_drawing_shows_walls_whatever_the_tile_set(tile_set: g.TileSet | None) -> None:
    assert read_city(DRAWING, tile_set) == BUILT
    assert write_city(BUILT, tile_set) == DRAWING


def test_a_drawing_without_walls_is_read_by_the_tile_set() -> None:
    assert write_city(read_city("@ TO13\n. TO12>", g.alhambra())) == "@  TO13:E\n.  TO12:->\n"


def test_the_start_tile_is_as_said_or_of_the_tile_set_or_of_the_tiles() -> None:
    for kind, tile_set, tile in (
        (g.Kind.ALHAMBRA, g.alhambra(), "TO12:-"),
        (g.Kind.GRANADA, g.reference(), "AR8:N"),
    ):
        assert read_city("@", start=kind) == read_city("@", tile_set) == g.City.of(start=kind)
        assert read_city(f"@ {tile}").start is kind
    assert read_city("@") == g.City.of()
    assert read_city("@", g.reference(), g.Kind.ALHAMBRA).start is g.Kind.ALHAMBRA


@pytest.mark.rejects("A-BOX-2")
def test_a_tile_of_the_other_game_is_refused_with_its_row() -> None:
    for given in ((g.alhambra(),), (None, g.Kind.ALHAMBRA), (g.reference(), g.Kind.ALHAMBRA)):
        with pytest.raises(ValueError, match=r"^row 2, SC10 is of Granada, and the start tile of Alhambra$"):
            read_city("@\nSC10:-", *given)
    with pytest.raises(ValueError, match=r"^row 1, TO12:- is of Alhambra, and the start tile of Granada$"):
        read_city("@ TO12:-", g.reference())
    with pytest.raises(ValueError, match=r"^row 1, TO12:- is of Alhambra, and the start tile of Granada$"):
        read_city("@ TO12:-\n. AR8:N", kinds=[g.Kind.GRANADA])


@pytest.mark.rejects("MIX-4")
def test_a_start_tile_of_granada_is_refused_where_both_kinds_lie() -> None:
    message = r"^start: expected Kind.ALHAMBRA, with which these kinds are played, got Kind.GRANADA$"
    for start in (g.Kind.ALHAMBRA, None):
        assert read_city("@", start=start, kinds=g.Kind).start is g.Kind.ALHAMBRA
    with pytest.raises(ValueError, match=message):
        read_city("@", start=g.Kind.GRANADA, kinds=g.Kind)
    with pytest.raises(ValueError, match=message):
        read_city("@", g.TileSets([g.reference(), g.alhambra()]), g.Kind.GRANADA)


def test_a_tile_that_could_be_several_is_refused_with_its_row() -> None:
    with pytest.raises(ValueError, match=rf"^row 1, {THREE}$"):
        read_city("@ GA10", g.alhambra())


def test_the_kind_of_the_start_tile_is_a_kind() -> None:
    kind: object = "alhambra"
    with pytest.raises(TypeError, match=r"^expected Kind, got str$"):
        read_city("@", start=kind)  # type: ignore[arg-type] # what is tested


# Events.


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("tile GA10:N", g.DrawTile(GA10_N)),
        ("Red extends GA10:N at 1,0", g.Extend(g.Seat(0), GA10_N, g.Cell(1, 0))),
        ("Red builds TO13:E at 0,-1", g.Build(g.Seat(0), TO13, g.Cell(0, -1))),
        ("Red stores GA10:-", g.Store(g.Seat(0), g.Face.parse("GA10:-"))),
    ],
)
def test_an_event_names_a_tile_with_its_walls(
    line: str, event: g.DrawTile | g.Extend | g.Build | g.Store
) -> None:
    assert read_event(line, ["Red"]) == read_event(line.lower().replace("red", "Red"), ["Red"]) == event
    assert write_event(event, ["Red"]) == line


def test_an_event_is_read_by_a_tile_set() -> None:
    for line in ("tile TO13", "tile tower 13", "Tile Tour 13"):
        assert write_event(read_event(line, ["Red"], g.alhambra()), ["Red"]) == "tile TO13:E"
    assert read_event("Red builds TO13 at 1,0", ["Red"], g.alhambra()) == g.Build(
        g.Seat(0), TO13, g.Cell(1, 0)
    )
    for tile_set, message in ((g.alhambra(), THREE), (None, f"GA10: {WALLS.format('GA10')}")):
        with pytest.raises(ValueError, match=rf"^{message}$"):
            read_event("Red stores GA10", ["Red"], tile_set)


# Messages.


@pytest.mark.rejects("BUILD-1")
@pytest.mark.parametrize(
    ("drawing", "start"),
    [
        (". TO9:ES>\n@ TO12:-", "TO9:ES> at 1,1 lies turned"),
        (". SC10:ES>\n@ SC4:-", "SC10:ES> at 1,1 lies turned"),
        (". TO9:NE\n@ TO12:-v", "TO12:-v at 1,0 lies turned"),
    ],
)
def test_a_turned_tile_is_named_as_it_was_written(drawing: str, start: str) -> None:
    found = [str(violation) for violation in g.placement.violations(read_city(drawing))]
    assert found[0].startswith(f"BUILD-1: {start}")


@pytest.mark.rejects("BUILD-2", "BUILD-3")
def test_violations_of_other_clauses_name_a_turned_tile_so_too() -> None:
    city = read_city("TO9:ES>  .\n@  TO12:-")
    assert [str(violation).partition(" to the")[0] for violation in g.placement.violations(city)] == [
        "BUILD-1: TO9:ES> at 0,1 lies turned: its roof points east, not north",
        "BUILD-2: TO9:ES> at 0,1 has a wall",
        "BUILD-3: TO9:ES> at 0,1 cannot be reached on foot from the start tile",
    ]


def test_a_turned_tile_that_cannot_be_read_is_named_as_it_was_written() -> None:
    with pytest.raises(ValueError, match=r"^row 1, TO9:ES> is of Alhambra, and the start tile of Granada$"):
        read_city("@ TO9:ES>", start=g.Kind.GRANADA)
    with pytest.raises(ValueError, match=r"^row 1, SC10> does not say its moats \(SC10:-> for none\), and"):
        read_city("@ SC10>")
    turned = g.Built(g.Face.parse("TO9:NE"), g.Edges.parse("ES"), g.Edges.E)
    with pytest.raises(g.ViolationError, match=r"^BOX-2: TO9:ES> is of Alhambra"):
        g.City.of({g.Cell(1, 0): turned}, start=g.Kind.GRANADA)
    found = g.placement.why_not(g.City.of(start=g.Kind.ALHAMBRA), g.Cell(3, 3), turned)
    assert [str(violation) for violation in found] == [
        "BUILD-1: TO9:ES> at 3,3 lies turned: its roof points east, not north",
        "BUILD-3: TO9:ES> at 3,3 cannot be reached on foot from the start tile",
        "BUILD-4: TO9:ES> at 3,3 touches no other tile edge to edge",
        "BUILD-4: the start tile touches no other tile edge to edge",
    ]


@pytest.mark.rejects("HUT-2")
@pytest.mark.parametrize("building", g.Kind.ALHAMBRA.buildings)
def test_a_hut_without_walls_is_not_advised(building: g.Building) -> None:
    for read in (read_face, read_tile, g.Face.parse):
        with pytest.raises(ValueError, match="expected its walls too") as refusal:
            read(f"{building.code}*")
        advised = str(refusal.value).partition("such as ")[2].split(", or ")
        assert [len(g.Face.parse(code).walls or ()) for code in advised] == [1]
