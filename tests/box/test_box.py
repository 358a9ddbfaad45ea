"""Tile sets: the reference set, what is refused, the file format, the backs."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections import Counter
from itertools import combinations, pairwise, repeat
from typing import TYPE_CHECKING, Any, cast

import attrs
import pytest

from granada_rules.box import (
    Backs,
    Building,
    Clause,
    Edges,
    Face,
    Kind,
    Tile,
    TileSet,
    Violation,
    ViolationError,
    face_violations,
    reference,
    tile_violations,
)
from tests.helpers.games import faces

if TYPE_CHECKING:
    from collections.abc import Iterable

PRICES = range(2, 14, 2)


def tiles(*codes: str) -> list[Tile]:
    return [Tile.parse(code) for code in codes]


def spoiled(out: Iterable[str], into: Iterable[str]) -> list[Tile]:
    """Return the reference tiles without some of them, and with others."""
    unwanted = tiles(*out)
    assert set(unwanted) <= set(reference().tiles)
    return [tile for tile in reference().tiles if tile not in unwanted] + tiles(*into)


def broken(clause: Clause, message: str, *faces: str) -> Violation:
    return Violation(clause, message, faces=tuple(map(Face.parse, faces)))


def refusal(text: str | bytes) -> str:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 # the callers compare the whole message
        TileSet.parse(text)
    assert not isinstance(refused.value, ViolationError)
    return str(refused.value)


# The reference set.


@pytest.mark.accepts("BOX-2")
def test_the_reference_set_has_each_face_of_the_box_once() -> None:
    assert tile_violations(reference().tiles) == ()
    assert len(reference().tiles) == 54
    assert reference().faces == tuple(
        Face(building, value) for building in Kind.GRANADA.buildings for value in range(2, 14)
    )


@pytest.mark.accepts("BOX-2")
def test_each_price_pair_is_a_permutation_of_the_types_without_a_fixed_point() -> None:
    for price in PRICES:
        backs = {t.even.building: t.odd.building for t in reference().tiles if t.even.value == price}
        assert set(backs) == set(backs.values()) == set(Kind.GRANADA.buildings)
        assert all(front is not back for front, back in backs.items())


@pytest.mark.accepts("BOX-3")
def test_the_reference_set_pairs_an_even_price_with_the_next_and_two_types() -> None:
    for tile in reference().tiles:
        assert tile.even.value % 2 == 0
        assert tile.odd.value == tile.even.value + 1
        assert tile.even.building is not tile.odd.building


@pytest.mark.accepts("BOX-4")
def test_the_reference_set_spreads_its_moats_as_the_sister_game_does() -> None:
    moats = [tile.moats for tile in reference().tiles]
    assert Counter(map(len, moats)) == {0: 10, 1: 16, 2: 20, 3: 8}
    # The sister game's patterns: no two opposite moats alone, and each other pattern as often as its likes.
    assert Counter(map(str, moats)) == Counter(
        [""] * 10 + ["N", "E", "S", "W"] * 4 + ["NE", "ES", "SW", "NW"] * 5 + ["NES", "NEW", "NSW", "ESW"] * 2
    )
    assert Counter(side for edges in moats for side in edges) == dict.fromkeys(Edges, 20)


def test_cheap_tiles_of_the_reference_set_have_more_moats() -> None:
    sums = [sum(len(t.moats) for t in reference().tiles if t.even.value == price) for price in PRICES]
    assert all(cheap > dear for cheap, dear in pairwise(sums))


def test_the_reference_set_treats_all_types_alike() -> None:
    pairs = Counter(frozenset({t.even.building, t.odd.building}) for t in reference().tiles)
    assert set(pairs) == set(map(frozenset, combinations(Kind.GRANADA.buildings, 2)))
    assert set(pairs.values()) == {1, 2}
    for building in Kind.GRANADA.buildings:
        moats = [reference().moats(face) for face in reference().faces if face.building is building]
        assert len(moats) == 12
        assert sum(map(len, moats)) in {17, 18}
        assert moats.count(Edges.parse("")) in {2, 3}
        assert all(sum(side in edges for edges in moats) in {4, 5} for side in Edges)
        assert all(moats.count(edges) <= 2 for edges in moats if edges)


def test_tiles_of_the_reference_set_with_the_same_types_differ_in_moats() -> None:
    assert len({(frozenset({t.even.building, t.odd.building}), t.moats) for t in reference().tiles}) == 54


def test_the_reference_set_says_that_it_is_not_the_printed_one() -> None:
    assert reference().name == "reference"
    assert "not the printed" in reference().note
    assert reference() is reference()


# What breaks a clause, and nothing else.


@pytest.mark.rejects("BOX-2")
def test_a_tile_too_few() -> None:
    assert tile_violations(spoiled(["AR2/BA3:NEW"], [])) == (
        broken(Clause.BOX_2, "the box has 54 building tiles, not 53"),
        broken(Clause.BOX_2, "the face AR2 is missing", "AR2"),
        broken(Clause.BOX_2, "the face BA3 is missing", "BA3"),
    )


@pytest.mark.rejects("BOX-2")
def test_a_tile_too_many() -> None:
    assert tile_violations(spoiled([], ["AR2/BA3:NEW", "AR2/BA3:-"])) == (
        broken(Clause.BOX_2, "the box has 54 building tiles, not 56"),
        broken(Clause.BOX_2, "the face AR2 is there 3 times, and the box has it once", "AR2"),
        broken(Clause.BOX_2, "the face BA3 is there 3 times, and the box has it once", "BA3"),
    )


@pytest.mark.rejects("BOX-2")
def test_a_face_twice_instead_of_another() -> None:
    assert tile_violations(spoiled(["AR2/BA3:NEW"], ["LI2/BA3:NEW"])) == (
        broken(Clause.BOX_2, "the face LI2 is there 2 times, and the box has it once", "LI2"),
        broken(Clause.BOX_2, "the face AR2 is missing", "AR2"),
    )


@pytest.mark.rejects("BOX-2")
@pytest.mark.parametrize(("even", "odd"), [(14, 15), (0, 1)])
def test_faces_that_the_box_does_not_have(even: int, odd: int) -> None:
    assert tile_violations(spoiled(["AR2/BA3:NEW"], [f"SC{even}/DI{odd}:N"])) == (
        broken(Clause.BOX_2, f"the box has no face SC{even}: prices are 2 to 13", f"SC{even}"),
        broken(Clause.BOX_2, f"the box has no face DI{odd}: prices are 2 to 13", f"DI{odd}"),
        broken(Clause.BOX_2, "the face AR2 is missing", "AR2"),
        broken(Clause.BOX_2, "the face BA3 is missing", "BA3"),
    )


@pytest.mark.rejects("BOX-3")
def test_the_odd_face_first() -> None:
    assert tile_violations(spoiled(["AR2/BA3:NEW"], ["BA3/AR2:NEW"])) == (
        broken(
            Clause.BOX_3,
            "tile BA3/AR2:NEW: an even price and then the odd one above it, not 3 and 2",
            *("BA3", "AR2"),
        ),
    )


@pytest.mark.rejects("BOX-3")
def test_an_odd_price_and_the_even_one_above_it() -> None:
    other = reference().tile(Face.parse("BA4"))
    mixed = spoiled(["AR2/BA3:NEW", str(other)], [f"BA3/HS4:{other.moats}", f"AR2/{other.odd}:N"])
    prices = "an even price and then the odd one above it, not"
    assert [v for v in tile_violations(mixed) if v.clause is Clause.BOX_3] == [
        broken(Clause.BOX_3, f"tile AR2/{other.odd}:N: {prices} 2 and 5", "AR2", str(other.odd)),
        broken(Clause.BOX_3, f"tile BA3/HS4:{other.moats}: {prices} 3 and 4", "BA3", "HS4"),
    ]


@pytest.mark.rejects("BOX-3")
@pytest.mark.parametrize("odd", [3, 7, 11])
def test_an_even_price_and_an_odd_one_that_is_not_above_it(odd: int) -> None:
    (found,) = (v for v in tile_violations([Tile.parse(f"AR8/HP{odd}:N")]) if v.clause is Clause.BOX_3)
    assert found.message.endswith(f"an even price and then the odd one above it, not 8 and {odd}")


@pytest.mark.rejects("BOX-3")
def test_tiles_with_the_same_front_are_judged_in_the_order_of_their_backs() -> None:
    backs = faces("BA5 LI5 HS5 HP5 MA5 PA5 SC5 DI5")
    found = tile_violations(Tile.parse(f"AR2/{back}:N") for back in reversed(backs))
    assert [v.faces[1] for v in found if v.clause is Clause.BOX_3] == backs


@pytest.mark.rejects("BOX-3")
def test_the_same_type_on_both_faces() -> None:
    other = reference().tile(Face.parse("AR3"))
    assert tile_violations(spoiled(["AR2/BA3:NEW", str(other)], ["AR2/AR3:NEW", f"{other.even}/BA3:N"])) == (
        broken(
            Clause.BOX_3,
            "tile AR2/AR3:NEW: Arena on both faces, where two different buildings belong",
            *("AR2", "AR3"),
        ),
    )


@pytest.mark.rejects("BOX-4")
def test_four_moats() -> None:
    assert tile_violations(spoiled(["AR2/BA3:NEW"], ["AR2/BA3:NESW"])) == (
        broken(Clause.BOX_4, "tile AR2/BA3:NESW: 4 moats, and a tile has at most 3", "AR2", "BA3"),
    )


@pytest.mark.rejects("BOX-2", "BOX-3", "BOX-4")
def test_everything_at_once_in_the_order_of_the_clauses() -> None:
    bad = Tile.parse("PA1/PA1:NESW")
    found = tile_violations([bad, bad])
    assert [v.clause for v in found] == [Clause.BOX_2] * (1 + 1 + 108) + [Clause.BOX_3] * 2 + [Clause.BOX_4]
    assert found[1].faces == (Face.parse("PA1"),)
    assert [v.faces[0] for v in found[2:110]] == list(reference().faces)


@pytest.mark.rejects("BOX-2")
def test_any_number_of_tiles_gets_an_answer() -> None:
    endless = repeat(Tile.parse("AR2/BA3:N"))
    too_many = (broken(Clause.BOX_2, "the box has 54 building tiles, not more than 200"),)
    assert tile_violations(endless) == too_many
    with pytest.raises(ViolationError) as refused:
        TileSet.of(endless, name="endless")
    assert refused.value.violations == too_many
    assert (
        tile_violations([Tile.parse("AR2/BA3:N")] * 200)[0].message
        == "the box has 54 building tiles, not 200"
    )


def test_a_set_cannot_be_made_of_tiles_that_break_a_clause() -> None:
    bad = spoiled(["AR2/BA3:NEW"], ["AR2/BA3:NESW"])
    with pytest.raises(ViolationError) as refused:
        TileSet.of(bad, name="mine")
    assert refused.value.violations == tile_violations(bad)
    with pytest.raises(ViolationError):
        TileSet("mine", "", Backs.AS_SEEN, bad)


# A set as a value.


def test_sets_are_equal_by_content() -> None:
    ours = reference()
    same = TileSet.of(reversed(ours.tiles), name=ours.name, note=ours.note)
    assert same == ours
    assert hash(same) == hash(ours)
    assert same.tiles == ours.tiles == tuple(sorted(ours.tiles, key=lambda tile: tile.even))
    assert len({same, ours, TileSet.of(ours.tiles, name="other"), TileSet.parse(str(ours))}) == 2
    assert TileSet.of(ours.tiles, name="a", backs=Backs.MIRRORED_LEFT_RIGHT) != TileSet.of(
        ours.tiles, name="a"
    )


def test_a_set_survives_pickling_also_after_use() -> None:
    used = TileSet.parse(str(reference()))
    assert hash(used) == hash(reference())
    assert used.back(Face.parse("AR2")) == Face.parse("BA3")
    again = pickle.loads(pickle.dumps(used))  # noqa: S301 # our own bytes
    assert again == used
    assert hash(again) == hash(used)
    assert again.back(Face.parse("AR2")) == Face.parse("BA3")


def test_what_a_set_is_shown_as_can_be_pasted_back() -> None:
    assert repr(reference()) == "reference()"
    assert repr(Backs.AS_SEEN) == "Backs.AS_SEEN"
    mine = TileSet.of(reference().tiles, name="mine", note='"\\\n', backs=Backs.MIRRORED_TOP_BOTTOM)
    assert eval(repr(mine)) == mine  # noqa: S307 - our own text


@pytest.mark.rejects("BOX-2")
@pytest.mark.parametrize("code", ["SC14", "AR1"])
def test_an_unknown_face_is_refused(code: str) -> None:
    for ask in (reference().tile, reference().back, reference().moats):
        with pytest.raises(ViolationError) as refused:
            ask(Face.parse(code))
        assert refused.value.violations == (
            broken(Clause.BOX_2, f"the box has no face {code}: prices are 2 to 13", code),
        )


@pytest.mark.accepts("BOX-4")
@pytest.mark.parametrize(
    ("backs", "odd"),
    [(Backs.AS_SEEN, "NE"), (Backs.MIRRORED_LEFT_RIGHT, "NW"), (Backs.MIRRORED_TOP_BOTTOM, "ES")],
)
def test_moats_on_the_backs(backs: Backs, odd: str) -> None:
    ours = TileSet.of(spoiled(["AR2/BA3:NEW"], ["AR2/BA3:NE"]), name="mine", backs=backs)
    assert ours.moats(Face.parse("AR2")) == Edges.parse("NE")
    assert ours.moats(Face.parse("BA3")) == Edges.parse(odd)


@pytest.mark.parametrize("name", ["", " mine", "mine ", "a\nb", "x" * 61, "\ud800"])
def test_names_that_nobody_could_read(name: str) -> None:
    with pytest.raises(
        ValueError, match=r"^name: expected 1 to 60 printable characters without blanks around them, got"
    ):
        TileSet.of(reference().tiles, name=name)


def test_a_name_that_means_no_set() -> None:
    with pytest.raises(ValueError, match=r"^name: 'unlisted' is reserved for records without a tile set$"):
        TileSet.of(reference().tiles, name="unlisted")


def test_the_name_of_the_reference_set_is_its_own() -> None:
    shipped = reference()
    again = TileSet.of(shipped.tiles, name="reference", note=shipped.note, backs=shipped.backs)
    assert again == shipped == TileSet.parse(shipped.to_toml())
    others = [
        {"tiles": spoiled(["AR2/BA3:NEW"], ["AR2/BA3:NE"])},
        {"note": shipped.note + "."},
        {"backs": Backs.MIRRORED_LEFT_RIGHT},
    ]
    reserved = "name: 'reference' is reserved for a set that ships with the library"
    for other in others:
        with pytest.raises(ValueError, match=f"^{reserved}$"):
            attrs.evolve(shipped, **cast("Any", other))
    text = shipped.to_toml().replace("AR2/BA3:NEW", "AR2/BA3:NE")
    assert refusal(text) == reserved


# What each statement needs; the set that ships is read for none of them.
WITHOUT_REFERENCE = """
from granada_rules.box import tile_set
from granada_rules import Ruleset, TileSet, read_game, read_position, setup, write_position
ours = TileSet.parse(sys.stdin.read())
Ruleset(tile_set=ours) == Ruleset(), repr(ours), str(ours), hash(ours)
setup(2, Ruleset(tile_set=ours))
write_position(read_position('format = "granada-position/1"'))
write_position(read_position('format = "granada-position/1"\\ntiles = "ours"', [ours]))
read_game('format = "granada-game/1"\\ntiles = "ours"\\nplayers = ["A", "B"]', [ours])
assert tile_set.reference.cache_info().misses == 0
tile_set.reference()
assert tile_set.reference.cache_info().misses == 1
"""


def test_the_reference_set_is_read_only_where_it_is_meant() -> None:
    ours = TileSet.of(spoiled(["AR2/BA3:NEW"], ["AR2/BA3:NE"]), name="ours")
    program = "import sys" + WITHOUT_REFERENCE
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, input=ours.to_toml(), capture_output=True, text=True, check=False)  # noqa: S603 # this interpreter, and a program written above
    assert run.stderr == ""
    assert run.returncode == 0


@pytest.mark.parametrize("letter", ["\0", "\x08", "\x0b", "\r", "\x1b", "\x7f", "\x9f"])
def test_notes_have_no_control_characters(letter: str) -> None:
    message = f"note: control character U+{ord(letter):04X}"
    with pytest.raises(ValueError, match=rf"^{re.escape(message)}$"):
        TileSet.of(reference().tiles, name="mine", note=f"a{letter}b")
    assert refusal(f'{GOOD}note = "\\u{ord(letter):04x}"\n{LISTED}') == message
    assert TileSet.of(reference().tiles, name="mine", note="a\tb\n\xa0~").note


@pytest.mark.parametrize("backs", ["as-seen", True])
def test_backs_are_not_their_words(backs: object) -> None:
    with pytest.raises(TypeError, match=r"^backs: expected Backs, got "):
        TileSet.of(reference().tiles, name="mine", backs=cast("Any", backs))


def test_notes_that_no_file_could_hold() -> None:
    long = TileSet.of(reference().tiles, name="x" * 60, note='."' * 750)
    assert TileSet.parse(long.to_toml()) == long
    with pytest.raises(ValueError, match=r"^note: expected at most 1500 characters, got 1501$"):
        TileSet.of(reference().tiles, name="mine", note="x" * 1501)
    for half in ("\ud800", "\udfff"):
        with pytest.raises(ValueError, match=rf"^note: lone surrogate U\+{ord(half):04X}$"):
            TileSet.of(reference().tiles, name="mine", note=f"a{half}")
    assert TileSet.of(reference().tiles, name="mine", note="\ud7ff\ue000").note


# The file format.

GOOD = 'format = "granada-tiles/1"\nname = "mine"\n'
SAVE = "save the file as UTF-8: editors have that under Save As or Encoding"
MISSING = "a value is missing here; what is not known is left out, with its key"
LISTED = f"tiles = {[str(tile) for tile in reference().tiles]}"


def test_a_file_is_read() -> None:
    assert TileSet.parse(GOOD + LISTED) == TileSet.of(reference().tiles, name="mine")
    assert TileSet.parse(
        f'{GOOD}backs = "mirrored-left-right"\nnote = "ours"\n{LISTED}'.encode()
    ) == TileSet.of(reference().tiles, name="mine", backs=Backs.MIRRORED_LEFT_RIGHT, note="ours")


def test_windows_files_are_read() -> None:
    windows = (GOOD + LISTED).replace("\n", "\r\n")
    assert TileSet.parse(windows) == TileSet.parse(windows.encode()) == TileSet.parse(GOOD + LISTED)
    # Some programs of Windows write a byte order mark.
    assert TileSet.parse("\ufeff" + windows) == TileSet.parse(f"\ufeff{windows}".encode())
    assert TileSet.parse("\ufeff" + windows) == TileSet.parse(windows)


def test_the_canonical_file() -> None:
    text = TileSet.of(reference().tiles, name="mine", note='say "hi"\t\n').to_toml()
    lines = text.split("\n")
    assert lines[:6] == [
        'format = "granada-tiles/1"',
        'name = "mine"',
        'note = "say \\"hi\\"\\t\\n"',
        'backs = "as-seen"',
        "tiles = [",
        '  "AR2/BA3:NEW",',
    ]
    assert lines[-2:] == ["]", ""]
    assert len(lines) == 5 + 54 + 2
    assert str(reference()) == reference().to_toml()


def test_a_file_that_breaks_a_clause_says_which() -> None:
    with pytest.raises(ViolationError) as refused:
        TileSet.parse(GOOD + LISTED.replace("AR2/BA3:NEW", "AR2/BA3:NESW"))
    assert str(refused.value) == "BOX-4: tile AR2/BA3:NESW: 4 moats, and a tile has at most 3"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"# \n# \xff", f"line 2: not UTF-8 (byte 0xff)\n  # ÿ\n    ^\n  {SAVE}"),
        (b"#" * 1048577, "longer than 1 MiB"),
        ("#" * 1048576, 'format is missing: a tile file says format = "granada-tiles/1"'),
        ("\n" + "a." * 21 + "a = 1", "line 2: more than 20 dots in keys"),
        ("#" + "." * 80, 'format is missing: a tile file says format = "granada-tiles/1"'),
        ("name = ", f"not TOML: Invalid value (at end of document)\n  name =\n        ^\n  {MISSING}"),
        ("a = [" + "[" * 1900, "not TOML: nested too deeply"),
        ("name = 'x'", 'format is missing: a tile file says format = "granada-tiles/1"'),
        ("format = 'granada-tiles/2'", "format: expected \"granada-tiles/1\", got 'granada-tiles/2'"),
        ("format = 1", "format: expected a string, got 1"),
        ("format = 'granada-tiles/1'", "name is missing\ntiles is missing"),
        (
            GOOD + "note = 1\nbacks = true\ntiles = {}",
            (
                "note: expected a string, got 1\n"
                "backs: expected a string, got true\n"
                "tiles: expected a list, got a table"
            ),
        ),
        (GOOD.replace('"mine"', "[]") + "tiles = []", "name: expected a string, got a list"),
        (
            GOOD + LISTED + "\nBacks = ''\n[more]",
            (
                "'Backs': no such entry; did you mean backs? (backs format name note tiles)\n"
                "'more': no such entry (backs format name note tiles)"
            ),
        ),
        (
            GOOD + LISTED + "\nbacks = 'mirrored'",
            "backs: expected one of as-seen, mirrored-left-right, mirrored-top-bottom, got 'mirrored'",
        ),
        (GOOD + f"tiles = {[''] * 201}", "tiles: more than 200 entries"),
        (
            GOOD + "tiles = ['AR2/BA3:NEW', 'SX4/AR5:N', 5, 'AR8', 'AR8/HP9:NX', [[1]]]",
            (
                "tiles, entry 2, face 'SX4': no building has the code SX "
                "(PV SE AC CH GA TO AR BA LI HS HP MA PA SC DI)\n"
                "tiles, entry 3, a tile: expected a string, got 5\n"
                "tiles, entry 4, tile 'AR8': expected two faces and moats such as AR8/HP9:NE\n"
                "tiles, entry 5, edges 'NX': expected any of N E S W, each at most once, or -\n"
                "tiles, entry 6, a tile: expected a string, got a list"
            ),
        ),
        (
            GOOD.replace("mine", " mine") + "tiles = []",
            "name: expected 1 to 60 printable characters without blanks",
        ),
        (GOOD + f"note = '{'x' * 1501}'\n{LISTED}", "note: expected at most 1500 characters"),
    ],
)
def test_what_cannot_be_read_says_where_and_why(text: str | bytes, message: str) -> None:
    assert refusal(text).startswith(message)
    assert refusal(text).count("\n") == message.count("\n")


def test_a_long_reason_is_cut() -> None:
    key = f'"{"k" * 900}"'
    assert refusal(f"a = {{ {key} = 1, {key} = 1 }}").startswith("not TOML: ")
    assert len(refusal(f"a = {{ {key} = 1, {key} = 1 }}").partition("\n")[0]) <= 210
    assert len(refusal(f"a = {{ {key} = 1, {key} = 1 }}")) < 500


def test_a_long_number_is_shown_shortly() -> None:
    assert len(refusal(f"format = 0x{'f' * 98}")) < 100


@pytest.mark.parametrize("wrong", [40, 41, 200])
def test_at_most_forty_slips_are_listed(wrong: int) -> None:
    lines = refusal(f"{GOOD}tiles = {['AR2'] * wrong}").split("\n")
    assert len(lines) == min(wrong, 41)
    assert lines[39] == "tiles, entry 40, tile 'AR2': expected two faces and moats such as AR8/HP9:NE"
    assert lines[40:] == [f"and {wrong - 40} more"][: wrong - 40]


@pytest.mark.rejects("BOX-2")
def test_of_very_many_places_of_a_face_few_are_told() -> None:
    places = [f"{'x' * 60} {number}'s reserve" for number in range(12)]
    (found,) = face_violations(((place, Face.parse("AR2")) for place in places), Kind.GRANADA)
    named = " and ".join(f"among {place}" for place in places[:3])
    assert found.message == f"the face AR2 is {named} and 9 more, and the box has it once"
    assert len(found.message) < 400


@pytest.mark.rejects("BOX-2")
def test_few_places_of_a_face_are_all_told() -> None:
    places = [f"{name}'s reserve" for name in ("Red", "Blue", "Green")]
    (found,) = face_violations(((place, Face.parse("AR2")) for place in places), Kind.GRANADA)
    named = " and ".join(f"among {place}" for place in places)
    assert found.message == f"the face AR2 is {named}, and the box has it once"


def test_a_building_a_price_and_a_note_are_what_they_should_be() -> None:
    with pytest.raises(TypeError, match=r"^expected Building, got str$"):
        reference().called(cast("Any", "SC"), 10)
    with pytest.raises(TypeError, match=r"^expected int, got str$"):
        reference().called(Building.SCHOOL, cast("Any", "10"))
    with pytest.raises(TypeError, match=r"^expected str, got int$"):
        TileSet.of(reference().tiles, name="ours", note=cast("Any", 7))


def test_a_face_is_wanted_and_no_text() -> None:
    with pytest.raises(TypeError, match="expected Face, got str"):
        reference().tile(cast("Any", "SC10"))


@pytest.mark.parametrize("name", ["Reference", "REFERENCE", "refe\u200drence", "\uff52eference"])
def test_no_other_set_looks_like_the_shipped_one(name: str) -> None:
    with pytest.raises(ValueError, match="looks like 'reference', which is a shipped set"):
        TileSet.of(reference().tiles, name=name)


@pytest.mark.parametrize("stray", ["\u2028", "\u202e", "\u2067"])
def test_a_note_does_not_turn_the_direction_of_reading(stray: str) -> None:
    with pytest.raises(ValueError, match=f"control character U\\+{ord(stray):04X}"):
        TileSet.of(reference().tiles, name="ours", note=f"a{stray}b")
