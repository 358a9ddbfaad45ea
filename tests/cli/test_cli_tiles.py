"""``tiles list``: the tiles of a set as a table and as drawings."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest

import granada_rules as g
from tests.helpers.program import run

if TYPE_CHECKING:
    from pathlib import Path


def listed(*arguments: str) -> dict[str, list[str]]:
    """Return the tiles that are listed, by set, as programs get them."""
    result = run("tiles", "list", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return {one["name"]: [tile["tile"] for tile in one["tiles"]] for one in json.loads(result.stdout)["sets"]}


def refused(*arguments: str) -> str:
    result = run("tiles", "list", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr.splitlines()[-1]


def test_tiles_of_a_type_and_a_price_are_a_table_and_drawings() -> None:
    assert run("tiles", "list", "TO9").stdout == dedent("""\
        alhambra: 3 of 54 tiles of Alhambra

        tile    building  price  walls
        TO9:NE  Tower     9      NE
        TO9:ES  Tower     9      ES
        TO9:NW  Tower     9      NW

        ┍━━╱╲━━┓    ┌──╱╲──┒    ┏━━╱╲━━┑
        │ TO9  ┃    │ TO9  ┃    ┃ TO9  │
        └──────┚    ┕━━━━━━┛    ┖──────┘
        TO9:NE      TO9:ES      TO9:NW
        """)  # noqa: RUF001 - a roof is no slash


def test_a_tile_of_granada_has_the_face_up_that_is_asked_for_and_the_set_is_not_the_printed_one() -> None:
    assert run("tiles", "list", "Markt 9").stdout == dedent("""\
        reference: 1 of 54 tiles of Granada, not the printed set

        tile    building  price  moats  back
        MA9:ES  Market    9      ES     BA8:ES

        ┌──╱╲──╖
        │ MA9  ║
        ╘══════╝
        MA9:ES
        back BA8
        """)  # noqa: RUF001 - a roof is no slash


@pytest.mark.parametrize(
    "arguments", [("TO9",), ("to 9",), ("Turm 9",), ("Türme", "9"), ("TO", "9"), ("tuerme9",)]
)
def test_a_tile_is_asked_for_by_code_or_name_and_price(arguments: tuple[str, ...]) -> None:
    found = listed("--set", "alhambra", *arguments)
    assert found == {"alhambra": ["TO9:NE", "TO9:ES", "TO9:NW"]}


def test_tiles_are_narrowed_by_type_price_and_sides() -> None:
    for edges in ("W", "NE", "-"):
        sides = g.Edges.parse(edges)
        walls, moats = listed("--walls", edges.lower()), listed("--moats", edges)
        for found, tiles in ((walls, g.alhambra()), (moats, g.reference())):
            fit = [tile for tile in tiles.tiles if (tile.moats & sides == sides if sides else not tile.moats)]
            assert list(found) == [tiles.name]
            assert len(found[tiles.name]) == len(fit) > 5
    # Moats are no walls.
    assert run("tiles", "list", "--set", "reference", "--walls", "W").stdout == (
        "reference: 0 of 54 tiles of Granada, not the printed set\n"
    )
    assert listed("GA10", "--walls", "W") == {"alhambra": ["GA10:W"]}
    assert listed("GA10:W", "TO9:ES>") == {"alhambra": ["GA10:W", "TO9:NE"]}
    assert listed("13") == {
        "alhambra": ["TO13:E"],
        "reference": [f"{face}:{g.reference().moats(face) or '-'}" for face in _thirteens()],
    }


def _thirteens() -> list[g.Face]:
    return [tile.odd for tile in g.reference().tiles if tile.odd.value == 13]


def test_without_anything_all_tiles_are_listed() -> None:
    found = listed()
    assert {name: len(tiles) for name, tiles in found.items()} == {"alhambra": 54, "reference": 54}
    assert found["alhambra"] == list(map(str, g.alhambra().tiles))
    whole = run("tiles", "list").stdout
    assert whole.startswith("alhambra: 54 tiles of Alhambra\n")
    assert "\nreference: 54 tiles of Granada, not the printed set\n" in whole
    # Six tiles stand side by side, whatever is printed on.
    assert max(map(len, whole.splitlines())) < 72


def test_huts_are_listed_if_they_are_asked_for() -> None:
    assert listed("--set", "huts") == {"huts-reference": list(map(str, g.reference_huts().huts))}
    gardens = [str(hut) for hut in g.reference_huts().huts if hut.building is g.Building.GARDEN]
    assert listed("Kert*") == listed("--set", "huts", "garden") == {"huts-reference": gardens}
    assert listed("GA*", "GA12") == {"alhambra": ["GA12:S"], "huts-reference": gardens}
    text = run("tiles", "list", "*").stdout
    assert text.startswith("huts-reference: 24 huts, not the printed ones\n")
    assert "GA*:NES  Garden    -      NES\n" in text


def test_a_tile_file_is_listed_with_its_own_moats(tmp_path: Path) -> None:
    box = g.TileSet.of(g.reference().tiles, name="our box", backs=g.Backs.MIRRORED_LEFT_RIGHT)
    file = tmp_path / "our-box.toml"
    file.write_text(str(box), "utf-8")
    both = json.loads(run("tiles", "list", "--tiles", str(file), "BA3", "AR2", "--json").stdout)["sets"]
    assert [(one["name"], one["printed"]) for one in both] == [("our box", None)]
    # The even face is shown where either is meant.
    assert [(tile["tile"], tile["back"]) for tile in both[0]["tiles"]] == [("AR2:NEW", "BA3")]
    assert listed("--tiles", str(file), "SC5") == {"our box": ["SC5:NW"]}
    assert listed("--set", "reference", "--tiles", str(file), "SC5") == {
        "reference": ["SC5:NE"],
        "our box": ["SC5:NW"],
    }
    assert "No such file" in refused("--tiles", str(tmp_path / "none.toml"))


def test_programs_get_every_part_of_a_tile() -> None:
    def only(*arguments: str) -> dict[str, Any]:
        (one,) = json.loads(run("tiles", "list", *arguments, "--json").stdout)["sets"]
        (tile,) = one.pop("tiles")
        return {**one, **tile}

    assert only("SC11") == {
        "name": "reference",
        "kind": "granada",
        "printed": False,
        "tile": "SC11:E",
        "face": "SC11",
        "building": "SC",
        "price": 11,
        "edges": "E",
        "back": "BA10",
    }
    hut = only("AC*:NW")
    assert (hut["price"], hut["back"], hut["kind"], hut["printed"]) == (None, None, "alhambra", False)
    assert only("TO13")["printed"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["TO14"], "TO14: no such tile; prices of Tower are 7 to 13"),
        (["SC1"], "SC1: no such face; prices are 2 to 13"),
        (["TO9:W"], "TO9:W: no such tile in alhambra; there is TO9:NE; TO9:ES; TO9:NW"),
        (["SC10:W"], "SC10:W: no such tile in reference; there is SC10:NE"),
        (["GA10", "--set", "reference"], "GA10: no such tile in reference"),
        (["GA*", "--set", "alhambra"], "GA*: no such tile in alhambra"),
        (["GA10", "--walls", "S"], "GA10: no such tile in alhambra"),
        (["14"], "no tile in alhambra or reference is so"),
        (["TO", "--moats", "N"], "tiles of Alhambra have walls, and those of Granada moats"),
    ],
)
def test_what_no_set_has_is_refused_with_what_there_is(arguments: list[str], error: str) -> None:
    assert refused(*arguments) == f"Error: Invalid value for TILE: {error}"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["foo"], "'foo': expected a building, one of PV SE AC CH GA TO AR BA LI HS HP MA PA SC DI, or its"),
        ([""], "'': expected a type, a price or both, such as TO, 9, TO9 or TO9:NE"),
        (["TO100"], "'TO100': expected a type, a price or both"),
        (["TO:NE"], "'TO:NE': expected type and price before the sides, such as TO9:NE"),
        ([":NE"], "':NE': expected a type, a price or both"),
        (["SC10:NO"], "'SC10:NO': expected sides N E S W; O is not read: it is east in German"),
        (["SC10:X"], "'SC10:X': expected a tile such as SC10, SC10:NE or SC10:->"),
        (["x" * 9999], "'xxxx"),
        (["--walls", "NO"], "edges 'NO': expected any of N E S W, each at most once, or -; O is not read: "),
        (["--walls", "N", "--moats", "N"], "--walls are of Alhambra and --moats of Granada, so give one of"),
        (["--set", "atlantis"], "'atlantis' is not one of 'alhambra', 'reference', 'huts'"),
    ],
)
def test_what_cannot_be_read_is_refused(arguments: list[str], error: str) -> None:
    said = refused(*arguments)
    assert error in said
    assert len(said) < 250


def test_what_is_found_is_listed_and_what_is_not_is_said_beside_it() -> None:
    result = run("tiles", "list", "TO9:NE", "TO14", "--json")
    assert (result.exit_code, result.stderr) == (0, "TO14: no such tile; prices of Tower are 7 to 13\n")
    assert [tile["tile"] for one in json.loads(result.stdout)["sets"] for tile in one["tiles"]] == ["TO9:NE"]


def test_drawings_fit_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("granada_rules.cli.paper.is_terminal", lambda _stream: True)
    for width, per_row in (("5", 1), ("30", 2), ("120", 10)):
        monkeypatch.setenv("COLUMNS", width)
        rows = run("tiles", "list", "--set", "alhambra").stdout.splitlines()
        assert max(row.count("╱╲") for row in rows) == per_row  # noqa: RUF001 - a roof is no slash
