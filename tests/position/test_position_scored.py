"""Scoring positions, also with tiles of which not everything is seen."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import granada_rules as g
from granada_rules import Kind, NotedPlayer, Position, Scoring, UndecidedError, score_position
from granada_rules.position import noted
from tests.helpers.games import faces
from tests.helpers.noted import city
from tests.helpers.seen import seen_city, tile, with_city

ALHAMBRA = Kind.ALHAMBRA
SIX = "SC6 PA6 AR6 HS6 LI6 MA6"


def having(name: str, *tiles: str, start: Kind = Kind.GRANADA) -> NotedPlayer:
    return NotedPlayer(name=name, seen_city=seen_city(*tiles, start=start))


def refused(position: Position, scoring: Scoring = Scoring.A) -> str:
    """Return why the points of a position are not certain."""
    with pytest.raises(UndecidedError) as refusal:
        score_position(position, scoring)
    assert pickle.loads(pickle.dumps(refusal.value)).cells == refusal.value.cells  # noqa: S301 - made here
    return str(refusal.value)


def test_a_position_that_is_seen_as_a_whole_is_scored_as_its_cities_are() -> None:
    """With Dirk's tiles, and as the ruleset says."""
    own = city("1,0 SC4 N")
    players = NotedPlayer(name="Red", city=own), NotedPlayer(name="Blue", city=city("1,0 SC8 -"))
    for simplified in (False, True):
        rules = g.Ruleset(simplified=simplified)
        position = Position(players=players, dirk=noted(faces(SIX)), ruleset=rules)
        expected = g.scoring.score(
            {"Red": own, "Blue": city("1,0 SC8 -")},
            Scoring.B,
            dirk=faces(SIX),
            simplified=simplified,
        )
        assert score_position(position, Scoring.B) == expected
        assert score_position(position, Scoring.B, simplified=simplified) == expected


def test_what_breaks_a_clause_or_lacks_a_city_is_not_scored() -> None:
    with pytest.raises(g.ViolationError, match="BUILD-2"):
        score_position(with_city("1,0 SC?:W"), Scoring.A)
    for position in (Position(), Position(players=(having("Red", "1,0 ?"), NotedPlayer(name="Blue")))):
        with pytest.raises(ValueError, match=r"^the city of every player is needed$"):
            score_position(position, Scoring.A)
    with pytest.raises(ValueError, match=r"^simplified: this means nothing in Alhambra$"):
        score_position(with_city("1,0 TO?:N", start=ALHAMBRA), Scoring.A, simplified=True)
    # TO9 has walls on NE, on ES, or on NW, and each of them meets a side without.
    between = ["0,1 PV8:-", "1,1 SE9:-", "1,0 TO9:?", "0,-1 AC10:-", "1,-1 CH11:-"]
    with pytest.raises(ValueError, match=r"^whatever the unknown tiles are, a clause is broken$"):
        score_position(with_city(*between, tile_set=g.alhambra(), start=ALHAMBRA), Scoring.A)
    # And two of them, one of which has to be NE, and the other NW or NE.
    below = ["0,-1 PV8:-", "1,-1 SE9:-", "2,-1 AC10:-", "3,-1 CH11:-", "3,0 GA10:W"]
    beside = with_city(*below, "1,0 TO9:?", "2,0 TO9:?", tile_set=g.alhambra(), start=ALHAMBRA)
    with pytest.raises(ValueError, match=r"^whatever the unknown tiles are, a clause is broken$"):
        score_position(beside, Scoring.A)


def test_what_counts_only_together_is_named_together() -> None:
    """With walls on NE below ES two walls follow one another, with ES below NE four."""
    tiles = ["0,1 PV8:-", "1,0 TO9:?", "1,1 TO9:?"]
    position = with_city(*tiles, tile_set=g.alhambra(), start=ALHAMBRA)
    assert refused(position) == (
        "the points depend on TO9:? at 1,1 in Red's Alhambra; TO9:? at 1,0 in Red's Alhambra"
    )


def test_a_hidden_price_counts_only_in_a_tie() -> None:
    """SCORE-7, SCORE-8."""
    alone = with_city("1,0 SC?:N")
    sheet = score_position(alone, Scoring.A)
    assert sheet.totals == {"Red": 2}
    assert [line.faces for line in sheet.lines] == [(), ()]
    tied = having("Red", "1,0 SC?:N"), NotedPlayer(name="Blue", city=city("1,0 SC8 N"))
    assert refused(Position(players=tied)) == "the points depend on SC?:N at 1,0 in Red's city"
    more = having("Red", "1,0 SC?:N", "0,1 SC4:-"), tied[1]
    sheet = score_position(Position(players=more), Scoring.A)
    assert sheet.totals == {"Red": 4, "Blue": 1}
    assert [str(face) for line in sheet.lines for face in line.faces] == ["SC4"]
    # Dearer than the other or not: any that is left is dearer than SC2.
    cheap = tied[0], NotedPlayer(name="Blue", city=city("1,0 SC2 N"))
    assert score_position(Position(players=cheap), Scoring.A).totals == {"Red": 3, "Blue": 1}


def test_of_several_hidden_prices_only_those_of_a_type_depend_on_each_other() -> None:
    """Twelve prices each would be too much to try together."""
    tiles = ["1,0 PA?:N", "0,1 AR?:-", "0,-1 SC?:-", "-1,0 SC?:-"]
    position = Position(players=(having("Red", *tiles), having("Blue", *tiles[:3])))
    assert refused(position) == (
        "the points depend on AR?:- at 0,1 in Red's city; PA?:N at 1,0 in Red's city"
    )


def test_prices_of_a_type_that_one_player_alone_has_do_not_count() -> None:
    own = ["1,0 SC?:-", "2,0 SC?:-", "0,1 SC?:-", "0,2 SC?:-", "0,-1 SC4:-"]
    assert score_position(with_city(*own), Scoring.A).totals == {"Red": 5}
    players = having("Red", *own[:3]), having("Blue", *own[2:])
    assert refused(Position(players=players)).startswith("the points depend on SC?:- at ")
    fewer = having("Red", *own), having("Blue", "1,0 SC?:-")
    assert refused(Position(players=fewer)).startswith(
        "too many tiles are unknown to try all that they could be"
    )


def test_as_many_tiles_as_a_type_has_prices_are_not_tried_for_ever() -> None:
    """BOX-2: twelve prices for twelve schools; to try them all is hopeless."""
    own = [f"{x},0 SC?:-" for x in range(1, 8)]
    players = having("Red", *own), having("Blue", *own[:5])
    assert refused(Position(players=players)).startswith(
        "too many tiles are unknown to try all that they could be"
    )


def test_more_unknown_tiles_than_both_boxes_have_are_too_many() -> None:
    dirk = (g.SeenTile(Kind.GRANADA),) * 55 + (g.SeenTile(Kind.ALHAMBRA),) * 54
    city = g.City.of(start=ALHAMBRA)
    empty = NotedPlayer(name="Red", city=city), NotedPlayer(name="Blue", city=city)
    said = "too many tiles are unknown to try all that they could be: G? among Dirk's tiles; "
    assert refused(Position(players=empty, seen_dirk=dirk, ruleset=g.BOTH)).startswith(said)


def test_hidden_moats_count_if_they_may_be_outer_ones() -> None:
    assert refused(with_city("1,0 SC10:?")) == "the points depend on SC10:? at 1,0 in Red's city"
    assert score_position(with_city("1,0 SC10:?", tile_set=g.reference()), Scoring.A).totals == {"Red": 3}
    # All sides touch other tiles; with a moat to the north nobody comes there.
    around = ["1,0 SC4:-", "2,0 SC6:-", "2,1 SC8:-", "2,2 SC3:-", "1,2 PA4:-", "0,2 PA6:-", "0,1 PA8:-"]
    sheet = score_position(with_city(*around, "1,1 AR4:?"), Scoring.A)
    assert sheet.totals == {"Red": 4 + 3 + 1}


def test_moats_of_one_length_at_different_places_are_counted_and_not_shown() -> None:
    """A-SCORE-8: who shares is left out, too, as long as the buildings are not certain."""
    red, blue = (having(name, "1,0 TO?:N", start=ALHAMBRA) for name in ("Red", "Blue"))
    sheet = score_position(Position(players=(red, blue)), Scoring.A)
    assert sheet.totals == {"Red": 4, "Blue": 4}
    assert (
        str(sheet.lines[-1])
        == "A-SCORE-8: Tower, first to second are shared by 2 players, Blue (): 6 / 2 = 3"
    )


def test_a_covered_tile_has_to_be_looked_up() -> None:
    for tile_set in (None, g.reference()):
        report = refused(with_city("1,0 ?", "0,1 SC9:-", tile_set=tile_set))
        assert report == "the points depend on ? at 1,0 in Red's city"


def test_dirks_unknown_tiles_count() -> None:
    """DIRK-4."""
    players = NotedPlayer(name="Red", city=city("1,0 SC4 -")), NotedPlayer(name="Blue", city=city())
    position = Position(players=players, seen_dirk=(tile("SC?:-"), tile("PA?:N"), *noted(faces("AR8"))))
    assert refused(position) == "the points depend on SC?:- among Dirk's tiles"
    dearer = Position(players=(players[1],), seen_dirk=(tile("SC?:-"),))
    assert score_position(dearer, Scoring.A).totals == {"Blue": 0, "Dirk": 1}


def test_dirks_unknown_tiles_are_no_huts() -> None:
    """HUT-4: he has none; MOD-5: nor has the yard or the bag."""
    rules = g.Ruleset(kinds=[ALHAMBRA], modules=[g.Module.HUTS])
    *others, last = noted(g.alhambra().faces)
    red = NotedPlayer(name="Red", city=g.City.of({}, ALHAMBRA), reserve=tuple(others))
    covered = (g.SeenTile(),)
    sheet = score_position(Position(players=(red,), ruleset=rules, seen_dirk=covered), Scoring.A)
    assert sheet.totals == {"Red": 0, "Dirk": 6}
    gone = NotedPlayer(name="Red", reserve=(*others, last))
    everywhere: list[dict[str, Any]] = [{"seen_dirk": covered}, {"seen_yard": covered}, {"seen_bag": covered}]
    for lying in everywhere:
        report = g.validate(Position(players=(gone,), ruleset=rules, **lying))
        assert "everything that it could be lies elsewhere" in str(report)


def test_with_too_many_unknown_tiles_it_cannot_be_told() -> None:
    cells = [f"{x},{y} ?" for x in range(4) for y in range(4) if (x, y) != (0, 0)]
    for tile_set in (None, g.reference()):
        report = refused(with_city(*cells, tile_set=tile_set))
        assert "? at 0,3 in Red's city; ? at 1,3 in Red's city" in report
