"""Positions with huts: where they may lie, how many there are, what is missing, and score sheets."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs
import pytest

import granada_rules as g
from granada_rules.base import RecordError
from granada_rules.box import Building, Module
from granada_rules.position import Level
from tests.helpers.games import RED, buy, cheap, clauses, drawn, faces, played
from tests.helpers.noted import alhambra_of, changed, noted
from tests.play.test_huts import OPEN, WITH_HUTS, stored

HUTS = g.TileSets([g.alhambra()], g.reference_huts())


@cache
def whole(players: int = 3) -> g.Position:
    """Return a whole table before the first action."""
    return cheap(WITH_HUTS, players, huts=OPEN).to_position()


@cache
def placing() -> g.Position:
    """Return a table in which Red has bought a tile and taken a hut, and has to place both."""
    return drawn(
        played(cheap(WITH_HUTS, huts=OPEN), buy(1, "y2"), g.TakeHut(RED, Building.ARCADES)), huts="AC*:S"
    ).to_position()


def but(position: g.Position, **fields: Any) -> g.Position:  # noqa: ANN401 - any of its fields
    return attrs.evolve(position, **fields)


def found(position: g.Position) -> list[str]:
    return clauses(g.validate(position).violations)


def piles(text: str) -> tuple[Any, ...]:
    return tuple(None if code == "-" else faces(code)[0] for code in text.split())


# Complete positions.


@pytest.mark.accepts("MOD-5", "MOD-6")
def test_a_whole_table_with_huts_is_complete_and_played_on() -> None:
    for position in (whole(), whole(2), placing()):
        assert g.validate(position).level is Level.COMPLETE
        game = g.Game.from_position(position)
        assert game.to_position() == position
    assert len(g.Game.from_position(placing()).table.modules.huts_below) == 17


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({"open_huts": None}, ("huts",)),
        ({"tile_set": g.alhambra()}, ("a listed set of huts",)),
        ({"tile_set": None}, ("a listed tile set", "a listed set of huts")),
    ],
)
def test_a_table_without_its_huts_is_not_complete(fields: dict[str, Any], missing: tuple[str, ...]) -> None:
    report = g.validate(but(whole(), **fields))
    assert (report.level, report.missing) == (Level.CONSISTENT, missing)


def test_huts_are_recognized_without_a_ruleset() -> None:
    bare = g.Position(players=(g.NotedPlayer(name="Red", city=alhambra_of("1,0 AC*:N", "2,0 AC9:-")),))
    assert found(bare) == []
    assert "huts" in g.validate(bare).missing
    assert "a listed set of huts" in g.validate(g.Position(open_huts=piles(OPEN))).missing
    assert "huts" in g.validate(g.Position(tile_set=HUTS)).missing
    assert "huts" not in g.validate(g.Position(tile_set=g.alhambra())).missing


@pytest.mark.rejects("HUT-1")
def test_huts_in_a_game_without_them_are_refused() -> None:
    assert found(but(whole(), ruleset=g.ALHAMBRA, tile_set=g.alhambra())) == ["HUT-1"]
    city = alhambra_of("1,0 AC*:N")
    assert found(g.Position(ruleset=g.ALHAMBRA, players=(g.NotedPlayer(name="Red", city=city),))) == ["HUT-1"]
    assert "HUT-1" in found(g.Position(ruleset=g.GRANADA, open_huts=piles(OPEN)))


# Where huts lie.


@pytest.mark.accepts("HUT-1", "HUT-2")
@pytest.mark.rejects("HUT-1", "HUT-2")
def test_there_are_so_many_huts_of_a_type_and_those_of_the_list() -> None:
    reserve = noted("PV*:E PV*:SW")
    assert found(changed(whole(), 0, reserve=reserve)) == []
    assert found(changed(but(whole(), tile_set=g.alhambra()), 0, reserve=noted("PV*:E PV*:S"))) == []
    many = changed(but(whole(), tile_set=g.alhambra()), 0, reserve=noted("PV*:E PV*:S PV*:W"))
    assert found(many) == ["HUT-1"]
    assert found(changed(whole(), 0, reserve=noted("PV*:S"))) == ["HUT-1"]
    assert found(changed(whole(), 0, reserve=noted("PV*:N"))) == ["HUT-1"]
    for code in ("PV*:-", "PV*:NESW"):
        assert found(changed(but(whole(), tile_set=g.alhambra()), 0, reserve=noted(code))) == ["HUT-2"]
    alike = g.HutSet.of(
        [attrs.evolve(hut, walls=faces("PV*:N")[0].walls) for hut in g.reference_huts().huts], name="n"
    )
    several = changed(
        but(whole(), tile_set=g.TileSets([g.alhambra()], alike)), 0, reserve=noted("PV*:N PV*:N")
    )
    assert "HUT-1" in found(several)
    opened = piles("PV*:N SE*:N AC*:N CH*:N GA*:N TO*:N")
    assert found(attrs.evolve(several, open_huts=opened)) == []


@pytest.mark.rejects("MOD-5", "HUT-4")
def test_no_hut_is_in_the_yard_in_the_bag_or_with_dirk() -> None:
    position = whole(2)
    assert position.yard is not None
    assert position.dirk is not None
    yard = (g.NotedTile(faces("TO*:S")[0]), *position.yard[1:])
    assert "MOD-5" in found(but(position, yard=yard))
    assert "MOD-5" in found(but(position, bag=noted("TO*:S")))
    assert found(but(position, dirk=(*position.dirk, *noted("TO*:S")))) == ["HUT-4"]


@pytest.mark.rejects("HUT-3", "HUT-5")
def test_every_pile_has_an_open_hut_of_its_type_unless_it_is_empty() -> None:
    assert found(but(whole(), open_huts=piles("PV*:N SE*:S AC*:N"))) == ["HUT-3"]
    swapped = piles("SE*:S PV*:N AC*:N CH*:E GA*:N TO*:E")
    assert found(but(whole(), open_huts=swapped)) == ["HUT-3", "HUT-3"]
    assert "HUT-3" in found(but(whole(), open_huts=piles("PV2:NEW SE*:S AC*:N CH*:E GA*:N TO*:E")))
    assert found(but(whole(), open_huts=piles("- SE*:S AC*:N CH*:E GA*:N TO*:E"))) == ["HUT-5"]
    # Without all that lies open nobody knows.
    partly = but(whole(), open_huts=piles("- SE*:S AC*:N CH*:E GA*:N TO*:E"), yard=None)
    assert found(partly) == []


@pytest.mark.accepts("HUT-3", "HUT-5")
def test_an_empty_pile_and_the_moment_before_the_next_hut_are_fine() -> None:
    game = cheap(WITH_HUTS, huts=OPEN)
    for _ in range(3):
        game = stored(game, Building.PAVILION)
    assert game.table.modules.open_huts[0] is None
    assert found(game.to_position()) == []
    between = g.apply(cheap(WITH_HUTS, huts=OPEN), g.TakeHut(RED, Building.ARCADES)).to_position()
    assert (between.phase, found(between)) == (g.Phase.END_OF_TURN, [])
    assert found(but(between, open_huts=piles("PV*:N - - CH*:E GA*:N TO*:E"))) == ["HUT-5"]


@pytest.mark.accepts("HUT-7")
@pytest.mark.rejects("HUT-7")
def test_a_player_has_at_most_three_huts_with_the_one_that_was_just_taken() -> None:
    two, three = noted("TO*:S TO*:ES"), noted("TO*:S TO*:ES GA*:W")
    assert found(changed(placing(), 0, reserve=two)) == []
    assert found(changed(placing(), 0, reserve=three)) == ["HUT-7"]
    assert found(changed(placing(), 1, reserve=three)) == []
    assert found(changed(whole(), 0, reserve=three)) == []
    city = alhambra_of("1,0 GA*:NE")
    assert found(changed(whole(), 0, reserve=three, city=city)) == ["HUT-7"]


@pytest.mark.accepts("MOD-4")
@pytest.mark.rejects("MOD-4", "HUT-4")
def test_a_hut_is_taken_last_and_once_in_a_turn() -> None:
    assert found(placing()) == []
    assert "MOD-4" in found(but(placing(), phase=g.Phase.ACT))
    assert "MOD-4" in found(but(placing(), phase=g.Phase.GIFT))
    bought = placing().bought
    assert bought is not None
    assert found(but(placing(), bought=(*bought, *noted("GA*:W")))) == ["HUT-4"]
    # TURN-3: what was bought before it was paid exactly.
    discards = placing().discards
    assert discards == g.Purse.parse("y2")
    hand = placing().players[0].hand
    assert hand is not None
    kept = hand + g.Purse.parse("y2") - g.Purse.parse("y5")
    overpaid = but(changed(placing(), 0, hand=kept), discards=g.Purse.parse("y5"))
    assert found(overpaid) == ["TURN-3"]
    # TURN-7: nor was money taken.
    short = but(placing(), display=g.Purse.parse("g8 b3 o9"))
    assert "TURN-7" in found(changed(short, 0, hand=hand + g.Purse.parse("y1")))
    assert found(but(placing(), phase=None)) == []


@pytest.mark.rejects("VIZ-13")
def test_a_hut_is_not_taken_with_the_pawn() -> None:
    rules = attrs.evolve(WITH_HUTS, modules=[Module.VIZIER, Module.HUTS])
    pawns = tuple(attrs.evolve(player, pawn=True) for player in placing().players)
    position = but(placing(), ruleset=rules, phase=g.Phase.PLACE_FAVOUR, players=pawns, bought=noted("AC*:N"))
    assert "VIZ-13" in found(position)


# Score sheets.


def scored() -> g.ScoreSheet:
    cities = {
        "Red": alhambra_of("1,0 AC9:-", "2,0 AC*:N"),
        "Blue": alhambra_of("1,0 AC10:-"),
        "Green": alhambra_of(),
    }
    return g.scoring.score(cities, g.Scoring.A)


def with_sheet(sheet: g.ScoreSheet, position: g.Position | None = None) -> g.Position:
    totals = sheet.totals
    base = whole() if position is None else position
    players = tuple(attrs.evolve(one, points=totals[one.name or ""]) for one in base.players)
    return but(base, players=players, sheets=(sheet,), piles=None, phase=None)


def altered(sheet: g.ScoreSheet, **fields: Any) -> g.ScoreSheet:  # noqa: ANN401 - any of its fields
    """Change the award of the one with a hut."""

    def change(line: g.Line) -> g.Line:
        return attrs.evolve(line, **fields) if line.hut_edges else line

    return attrs.evolve(sheet, lines=tuple(map(change, sheet.lines)))


@pytest.mark.accepts("HUT-9")
@pytest.mark.rejects("HUT-9")
def test_sheets_tell_the_sides_of_huts_that_count() -> None:
    sheet = scored()
    assert found(with_sheet(sheet)) == []
    # Without them the places would not follow: both would have as many.
    assert found(with_sheet(altered(sheet, hut_edges=()))) == []
    for wrong in (
        ["2,0:W", "2,0:W"],
        ["0,0:W"],
        ["1,1:N", "2,2:N", "3,3:N", "4,4:N"],
        ["1,1:N", "1,1:E", "1,1:S", "1,1:W"],
        ["99,0:N"],
    ):
        assert found(with_sheet(altered(sheet, hut_edges=tuple(map(g.Edge.parse, wrong))))) == ["HUT-9"]
    without = but(whole(), ruleset=g.ALHAMBRA, tile_set=g.alhambra(), open_huts=None)
    assert found(with_sheet(sheet, without)) == ["HUT-9"]


def test_awards_of_walls_and_of_granada_have_no_huts() -> None:
    sheet = scored()
    edge = (g.Edge.parse("2,0:W"),)
    walls = tuple(
        attrs.evolve(line, hut_edges=edge) if line.building is None else line for line in sheet.lines
    )
    assert "SCORE-4" in found(with_sheet(attrs.evolve(sheet, lines=walls)))
    hut = faces("AC*:N")
    assert "SCORE-6" in found(with_sheet(altered(sheet, faces=(*faces("AC9:-"), *hut))))


# Files.


def test_positions_with_huts_are_written_and_read_back() -> None:
    for position in (whole(), placing(), with_sheet(scored())):
        text = g.write_toml(g.write_position(position))
        assert g.read_position(text) == position
    written = g.write_position(whole())
    assert written["tiles"] == {"alhambra": "alhambra", "huts": "huts-reference"}
    assert written["huts"] == OPEN.split()
    empty = but(whole(), open_huts=piles("- SE*:S AC*:N CH*:E GA*:N TO*:E"))
    assert g.write_position(empty)["huts"] == ["-", *OPEN.split()[1:]]
    assert g.read_position(g.write_toml(g.write_position(empty))) == empty


def test_owners_name_their_huts() -> None:
    ours = g.HutSet.of(g.reference_huts().huts, name="ours")
    position = but(whole(), tile_set=g.TileSets([g.alhambra()], ours))
    text = g.write_toml(g.write_position(position))
    assert g.read_position(text, [ours]) == position
    assert g.read_position(text, [g.TileSets([g.alhambra()], ours)]) == position
    with pytest.raises(RecordError, match=r"^tiles, huts: no tile set is called 'ours'"):
        g.read_position(text)


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        (
            'tiles = "huts-reference"',
            "tiles: 'huts-reference' lists huts, which are named beside tiles, such as",
        ),
        ('tiles = { huts = "huts-reference" }', "tiles, huts: expected a tile set of Alhambra beside huts"),
        (
            'tiles = { alhambra = "alhambra", huts = "alhambra" }',
            "tiles, huts: 'alhambra' is a tile set, and lists no huts",
        ),
        (
            'tiles = { alhambra = "alhambra", huts = "huts-reference" }\nruleset = { game = "alhambra" }',
            "tiles, huts: the game is played without huts; to add them write modules",
        ),
        ('huts = ["AC9:-"]', "huts, entry 1, 'AC9:-': expected a hut such as AC*:N, or - for an empty pile"),
        ('huts = ["AC0:N"]', "huts, entry 1, 'AC0': no tile costs 0; a hut is written AC*:N"),
    ],
)
def test_what_cannot_be_read_of_huts_is_refused(entries: str, reason: str) -> None:
    with pytest.raises(RecordError) as refusal:
        g.read_position(f'format = "granada-position/1"\n{entries}\n')
    assert str(refusal.value).startswith(reason)


def test_a_listed_set_without_huts_is_read_as_that() -> None:
    read = g.read_position(
        'format = "granada-position/1"\ntiles = { alhambra = "alhambra", huts = "unlisted" }\n'
    )
    assert read.tile_set == g.alhambra()


def test_a_hut_placed_leaves_a_position_that_is_fine() -> None:
    game = g.Game.from_position(placing())
    for face in game.table.bought:
        game = g.apply(game, g.Store(RED, face))
    assert found(game.to_position()) == []
