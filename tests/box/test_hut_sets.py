"""Huts: faces without a price, lists of huts, the reference list, and tiles with huts beside them."""

from __future__ import annotations

import pickle
from collections import Counter

import attrs
import pytest
from hypothesis.vendor.pretty import pretty

import granada_rules as g
from granada_rules.base import RecordError
from granada_rules.box import Module, Tile, lying_hut_violations, parse_tile_file
from tests.helpers.games import clauses, faces

HUT, TILE = faces("AC*:N AC9:-")
WITH_HUTS = g.TileSets([g.alhambra()], g.reference_huts())


def ours(*replaced: tuple[str, str]) -> g.HutSet:
    """Return the reference list under another name, with some huts replaced."""
    codes = [str(hut) for hut in g.reference_huts().huts]
    for old, new in replaced:
        codes[codes.index(old)] = new
    return g.HutSet.of(map(g.Face.parse, codes), name="ours")


# Faces.


@pytest.mark.accepts("HUT-1")
def test_a_hut_is_a_face_of_alhambra_without_a_price() -> None:
    assert g.Face(g.Building.ARCADES, 0, g.Edges.N) == HUT
    assert HUT.is_hut
    assert not TILE.is_hut
    assert not g.Face(g.Building.ARENA, 0).is_hut
    assert (str(HUT), HUT.name, TILE.name, str(g.Face(g.Building.ARCADES, 0, g.Edges(0)))) == (
        "AC*:N",
        "AC*",
        "AC9",
        "AC*:-",
    )
    assert HUT.kind is g.Kind.ALHAMBRA
    # It comes before the tiles of its type.
    assert sorted([TILE, HUT, *faces("SE9:- CH5:NSW")]) == faces("SE9:- AC*:N AC9:- CH5:NSW")
    assert sorted([TILE, HUT], key=lambda face: face.rank) == [HUT, TILE]


@pytest.mark.rejects("HUT-1")
@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("AC0:N", "no tile costs 0; a hut is written AC*:N"),
        ("AC*", "expected its walls too, such as AC*:N"),
        ("AR*", "expected a building and a price such as SC10"),
        ("AR*:N", "expected a building and a price such as SC10"),
        ("AC**:N", "expected one face with its walls, any of N E S W, such as GA10:NE, or GA10:- for none"),
    ],
)
def test_what_is_no_hut_is_refused_with_the_reason(code: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"^face ") as refusal:
        g.Face.parse(code)
    assert str(refusal.value) == f"face {code!r}: {reason}"


@pytest.mark.accepts("HUT-1", "A-BOX-14")
def test_huts_are_read_as_people_write_them() -> None:
    for text in ("AC*:N", " ac*:n", "Arcades *:N", "arcades*:n"):
        assert g.notation.read_face(text) == HUT
    turned = g.notation.read_tile("AC*:N>")
    assert (turned.face, turned.roof, g.notation.write_tile(turned)) == (
        faces("AC*:W")[0],
        g.Edges.E,
        "AC*:N>",
    )
    alone = g.HutSet.of([*(one for one in alike_but_one()), HUT], name="one of a kind")
    assert g.notation.read_face("AC*:N", g.TileSets([g.alhambra()], alone)) == HUT
    for text in ("AC", "ac", "Arcades", "brown", " Brown "):
        assert g.notation.read_hut_type(text) is g.Building.ARCADES


def alike_but_one() -> list[g.Face]:
    """Return 23 huts, all of a type alike, of which one for Arcades is missing."""
    huts = [attrs.evolve(one, walls=g.Edges.S) for one in g.reference_huts().huts]
    huts.remove(faces("AC*:S")[0])
    return huts


@pytest.mark.rejects("HUT-1", "A-BOX-14")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AC0:N", "'AC0': no tile costs 0; a hut is written AC*:N"),
        ("SC*", "'SC*': expected a building and a price from 0 to 99, such as SC10"),
        ("AC*", "AC*: expected its walls too, such as AC*:N"),
    ],
)
def test_what_is_no_hut_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"expected|costs") as refusal:
        g.notation.read_tile(text)
    assert str(refusal.value) == reason
    with pytest.raises(ValueError, match=r"^AC\*: expected its walls too, 4 tiles are called so: AC\*:N"):
        g.notation.read_tile("AC*", WITH_HUTS)
    message = "'pink': expected the type of a hut (PV blue SE red AC brown CH white GA green TO purple)"
    with pytest.raises(ValueError, match="pink") as refusal:
        g.notation.read_hut_type("pink")
    assert str(refusal.value) == message


@pytest.mark.accepts("A-BOX-14", game="any")
def test_types_of_alhambra_have_colours() -> None:
    colours = [building.colour for building in g.Kind.ALHAMBRA.buildings]
    assert colours == ["blue", "red", "brown", "white", "green", "purple"]


@pytest.mark.rejects("A-BOX-14", game="any")
def test_types_of_granada_have_none() -> None:
    assert {building.colour for building in g.Kind.GRANADA.buildings} == {None}


def test_a_city_with_huts_is_drawn_and_read_back() -> None:
    city = g.notation.read_city("@ AC*:N AC9:-")
    assert isinstance(city, g.City)
    assert [str(tile.face) for tile in city.tiles.values()] == ["AC*:N", "AC9:-"]
    assert g.notation.read_city(g.notation.write_city(city)) == city


# Lists.


@pytest.mark.accepts("HUT-1", "HUT-2")
def test_the_reference_list_obeys_the_ruling_and_says_that_it_is_not_the_printed_one() -> None:
    huts = g.reference_huts().huts
    assert Counter(hut.building.code for hut in huts) == {
        "PV": 3,
        "SE": 3,
        "AC": 4,
        "CH": 4,
        "GA": 5,
        "TO": 5,
    }
    assert Counter(len(hut.walls or ()) for hut in huts) == {1: 12, 2: 8, 3: 4}
    assert Counter(side for hut in huts for side in str(hut.walls)) == dict.fromkeys("NESW", 10)
    assert not any(str(hut.walls) in {"NS", "EW"} for hut in huts)
    assert len(set(huts)) == 24
    assert {hut.building for hut in huts if len(hut.walls or ()) == 1} == set(g.Kind.ALHAMBRA.buildings)
    assert "not the printed list" in g.reference_huts().note
    assert g.reference_huts().is_shipped


@pytest.mark.accepts("HUT-2")
def test_equal_huts_may_be_there_several_times() -> None:
    several = ours(("GA*:NE", "GA*:N"), ("GA*:W", "GA*:N"))
    assert several.huts.count(faces("GA*:N")[0]) == 3
    assert len(several.distinct) == 22
    assert g.HutSet.parse(str(several)) == several
    assert repr(several) == f"HutSet.parse({several.to_toml()!r})"
    assert repr(g.reference_huts()) == "reference_huts()"
    assert pickle.loads(pickle.dumps(several)) == several  # noqa: S301 - its own pickle
    assert not several.is_shipped


@pytest.mark.rejects("HUT-1", "HUT-2")
@pytest.mark.parametrize(
    ("replaced", "expected"),
    [
        (("AC*:N", "CH*:N"), ["HUT-1", "HUT-1"]),
        (("AC*:N", "AC9:-"), ["HUT-1"]),
        (("AC*:N", "AC*:-"), ["HUT-2"]),
        (("AC*:N", "AC*:NESW"), ["HUT-2"]),
    ],
)
def test_a_list_that_breaks_a_clause_is_refused(replaced: tuple[str, str], expected: list[str]) -> None:
    with pytest.raises(g.ViolationError) as refusal:
        ours(replaced)
    assert clauses(refusal.value.violations) == expected
    with pytest.raises(g.ViolationError):
        g.HutSet.of(g.reference_huts().huts[1:], name="too few")


def test_names_of_shipped_sets_are_taken() -> None:
    for name in ("huts-reference", "alhambra", "reference", "unlisted"):
        with pytest.raises(ValueError, match=r"^name: "):
            g.HutSet.of(ours(("GA*:NE", "GA*:N")).huts, name=name)
    with pytest.raises(TypeError, match="Face"):
        g.HutSet.of(["AC*:N"], name="ours")  # type: ignore[list-item] # on purpose


def test_files_list_tiles_or_huts() -> None:
    assert parse_tile_file(str(g.reference_huts())) == g.reference_huts()
    assert parse_tile_file(g.alhambra().to_toml()) == g.alhambra()
    with pytest.raises(RecordError, match=r"(?s)tiles is missing.*'huts': no such entry"):
        g.TileSet.parse(str(g.reference_huts()))
    with pytest.raises(RecordError, match=r"huts is missing"):
        g.HutSet.parse(g.alhambra().to_toml())
    with pytest.raises(RecordError, match=r"huts, entry 6, face 'AC0:N': no tile costs 0"):
        g.HutSet.parse(str(g.reference_huts()).replace("AC*:N", "AC0:N").replace('"PV*:N",\n', ""))


# Tiles with huts.


@pytest.mark.accepts("HUT-1")
def test_huts_lie_beside_tiles() -> None:
    assert (WITH_HUTS.kinds, len(WITH_HUTS.tiles), len(WITH_HUTS.faces)) == ((g.Kind.ALHAMBRA,), 54, 54)
    assert HUT in WITH_HUTS
    assert TILE in WITH_HUTS
    assert (WITH_HUTS.tile(HUT), WITH_HUTS.back(HUT)) == (Tile.of(HUT), None)
    assert (WITH_HUTS.moats(HUT), WITH_HUTS.built(HUT).face) == (g.Edges.N, HUT)
    assert WITH_HUTS.coded("AC*:N") == HUT
    assert WITH_HUTS.coded("AC*:E") is None
    assert WITH_HUTS.called(g.Building.ARCADES, 0) == tuple(faces("AC*:N AC*:S AC*:NW AC*:ESW"))
    assert WITH_HUTS.called(g.Building.ARCADES, 9) == (TILE,)
    assert repr(WITH_HUTS) == "TileSets(sets=(alhambra(),), huts=reference_huts())"
    both = g.TileSets([g.reference(), g.alhambra()], g.reference_huts())
    assert both.kinds == tuple(g.Kind)


@pytest.mark.rejects("HUT-1")
def test_a_hut_that_is_not_there_is_unknown() -> None:
    for tiles in (WITH_HUTS, g.alhambra()):
        with pytest.raises(
            g.ViolationError, match=r"^A-BOX-2: AC\*:E is a hut, which is not among the tiles"
        ):
            tiles.tile(faces("AC*:E")[0])
    with pytest.raises(g.ViolationError):
        WITH_HUTS.built(faces("AR2")[0])
    found = g.tile_violations([*g.alhambra().tiles[1:], Tile.of(HUT)])
    assert clauses(found) == ["A-BOX-2", "A-BOX-2"]
    for sets in ([g.reference()], []):
        with pytest.raises(ValueError, match=r"or with huts that of Alhambra alone, got "):
            g.TileSets(sets, g.reference_huts())
    with pytest.raises(ValueError, match=r"^sets: expected one of Alhambra and one of Granada, got Al"):
        g.TileSets([g.alhambra()])
    with pytest.raises(TypeError, match="huts"):
        g.TileSets([g.alhambra()], g.alhambra())  # type: ignore[arg-type] # on purpose


def test_the_digest_covers_huts_and_is_what_it_was_without() -> None:
    other = g.TileSets([g.alhambra()], ours(("GA*:NE", "GA*:N")))
    same = g.TileSets([g.alhambra()], g.HutSet.of(g.reference_huts().huts, name="ours"))
    assert WITH_HUTS.digest == same.digest
    assert len({WITH_HUTS.digest, other.digest, g.alhambra().digest}) == 3
    assert g.alhambra().digest == "da7bb667a2c132bd54a8c7437bbafb7750a40613bfc487126ef3e4dee02f9b2e"


# Rulesets.


def test_a_ruleset_with_huts_has_the_reference_list_unless_another_is_given() -> None:
    rules = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[Module.HUTS])
    assert rules.tiles == WITH_HUTS
    assert attrs.evolve(rules, tile_set=WITH_HUTS) == rules
    assert attrs.evolve(rules, tile_set=g.alhambra()) == rules
    own = g.TileSets([g.alhambra()], ours(("GA*:NE", "GA*:N")))
    assert attrs.evolve(rules, tile_set=own).tiles == own
    both = attrs.evolve(g.BOTH, modules=[Module.HUTS], tile_set=own)
    assert both.tiles.huts == own.huts
    assert both.tiles.kinds == tuple(g.Kind)
    assert g.ALHAMBRA.tiles.huts is None
    with pytest.raises(ValueError, match=r"^tile_set: expected tiles alone, got huts, which need the module"):
        attrs.evolve(g.ALHAMBRA, tile_set=WITH_HUTS)
    # MOD-3: huts need tiles of Alhambra.
    assert g.Ruleset(modules=[Module.HUTS]).tiles == g.reference()


# Huts that lie open.


@pytest.mark.accepts("HUT-1")
@pytest.mark.rejects("HUT-1")
def test_tiles_beside_huts_are_not_counted_as_huts() -> None:
    huts = [("Red's tiles", hut) for hut in faces("PV*:N PV*:S PV*:E")]
    tiles = [("Red's tiles", TILE), ("Red's tiles", g.Face.parse("PV8:-"))]
    assert [*lying_hut_violations([*tiles, *huts])] == []
    assert [*lying_hut_violations(tiles, g.reference_huts())] == []
    (violation,) = lying_hut_violations([*tiles, *huts, ("the yard", g.Face.parse("PV*:W"))])
    assert (violation.clause, len(violation.faces)) == ("HUT-1", 4)
    assert violation.message == "4 huts for Pavilion, and the box has 3"


@pytest.mark.rejects("HUT-1")
def test_a_hut_lies_there_as_often_as_the_list_has_it() -> None:
    twice = [("the reserve", HUT), ("the yard", HUT)]
    (violation,) = lying_hut_violations(twice, g.reference_huts())
    among = "is there 2 times (among the reserve and the yard)"
    assert violation.message == f"the hut AC*:N {among}, and the list has 1"
    strange = g.Face.parse("AC*:NESW")
    (violation,) = lying_hut_violations([("the reserve", strange)], g.reference_huts())
    assert violation.message.endswith("is there 1 time (among the reserve), and the list does not have it")
    assert not [*lying_hut_violations(twice)]


def test_a_list_is_printed_as_what_makes_it() -> None:
    assert pretty(g.reference_huts()) == "reference_huts()"
    own = g.HutSet.of(g.reference_huts().huts, name="our huts")
    assert pretty(own) == repr(own)
