"""Views as JSON: what they look like, and how what is no view is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

import granada_rules as g
from granada_rules.base import bears, stamp_of
from granada_rules.box import Backs
from granada_rules.testing.values import mirrored
from tests.helpers import schemas
from tests.helpers.favours import begun, stored, used, window
from tests.helpers.games import BLUE, GREEN, cheap, clauses, drawn, every_game
from tests.helpers.positions import positions
from tests.helpers.samples import fewer

DEALER = g.Dealer(b"sixteen bytes or more")
GAME = g.deal(g.setup(["Red", "Blue"]), DEALER)
BOTHS = next(
    game
    for game in positions()
    if game.table.ruleset == g.BOTH and any(player.city.second for player in game.table.players)
)


def sent(seen: g.View) -> dict[str, Any]:
    """Return a view as it arrives."""
    document: dict[str, Any] = json.loads(g.write_json(g.write_view(seen)))
    return document


def seen_by_blue() -> dict[str, Any]:
    return sent(g.view(GAME, g.Seat(1)))


def test_what_a_view_looks_like() -> None:
    document = seen_by_blue()
    assert document["format"] == "granada-view/1"
    assert document["tiles"] == "reference"
    assert document["ruleset"] == {}
    assert (document["seat"], document["phase"], document["turn"]) == (1, "act", 0)
    assert document["draw_for"] is None
    red, blue = document["players"]
    assert red == {
        "name": "Red",
        "points": 0,
        "reserve": [],
        "hand_size": len(GAME.hands[0]),
        "hand": None,
        "city": [],
        "second": None,
    }
    assert blue["hand"] == [str(card) for card in GAME.hands[1]]
    assert document["yard"][0] == f"{GAME.table.yard[0]}:{g.reference().moats(GAME.table.yard[0]) or '-'}"  # type: ignore[arg-type] # a tile lies there
    assert document["dirk"]["owed"] == [0]


@every_game
def test_views_of_all_moments_are_read_back(rules: g.Ruleset) -> None:
    games = [game for game in positions() if game.table.ruleset == rules]
    assert games
    for game in games[:: fewer(3, 1)]:
        for seat in (None, g.Seat(0)):
            seen = g.view(game, seat)
            schemas.VIEW.validate(sent(seen))
            assert g.read_view(sent(seen)) == seen


def test_a_tile_that_lies_in_a_city_says_where_and_its_moats() -> None:
    document = sent(g.view(BOTHS, None))
    begun = next(player for player in document["players"] if player["second"] is not None)
    assert {"at": begun["second"], "tile": begun["city"][0]["tile"]}.keys() == begun["city"][0].keys()
    assert begun["second"] in [laid["at"] for laid in begun["city"]]
    assert all(":" in laid["tile"] for laid in begun["city"])


def test_a_tile_set_of_an_owner_is_handed_to_the_reader() -> None:
    ours = mirrored(Backs.MIRRORED_TOP_BOTTOM)
    seen = g.view(g.deal(g.setup(3, g.Ruleset(tile_set=ours)), DEALER), g.Seat(0))
    assert g.read_view(g.write_json(g.write_view(seen)), [ours]) == seen
    with pytest.raises(g.RecordError, match=r"^tiles: no tile set is called "):
        g.read_view(sent(seen))


def test_two_tile_sets_of_one_name_cannot_be_told_apart() -> None:
    ours = g.TileSet.of(g.reference().tiles, name="ours", backs=g.reference().backs)
    theirs = g.TileSet.of(g.alhambra().tiles, name="ours")
    seen = g.view(g.setup(3, g.Ruleset(kinds=g.Kind, tile_set=g.TileSets([theirs, ours]))), None)
    with pytest.raises(g.RecordError, match=r"^tiles: two tile sets are called 'ours'$"):
        g.write_view(seen)


def test_what_is_read_is_trusted_with_no_stamp() -> None:
    """What is listed for a view that was read is judged when it is applied."""
    seen, again = g.view(GAME, g.Seat(0)), g.read_view(sent(g.view(GAME, g.Seat(0))))
    for trusted, one in ((True, seen), (False, again)):
        actions = list(g.legal_actions(one, minimal_payments=True))
        assert actions
        assert all(bears(action, stamp_of(GAME)) is trusted for action in actions)
        assert all(g.apply(GAME, action) for action in actions)


def test_a_view_is_written_down_as_a_position() -> None:
    seen = g.view(GAME, g.Seat(1))
    position = seen.to_position()
    assert g.read_position(g.write_json(g.write_position(position))) == position
    assert [player.hand for player in position.players] == [None, GAME.hands[1]]
    assert seen.lost == ("seat", "deck_size", "hand_size")
    beginning = g.setup(2, ages=[3, 4])
    assert g.view(beginning, None).lost == ("deck_size", "draw_for", "owed", "age_ranks")
    assert g.view(g.deal(g.setup(3, g.BOTH), DEALER), None).lost == ("deck_size", "hand_size", "aside")
    due = next(game for game in positions() if game.table.due is not None)
    assert "due" in g.view(due, None).lost


def at(document: Any, *path: str | int) -> Any:  # noqa: ANN401 - whatever is there
    for step in path:
        document = document[step]
    return document


REFUSED: dict[str, tuple[tuple[str | int, ...], object]] = {
    "format: expected \"granada-view/1\", got 'granada-view/2'": (("format",), "granada-view/2"),
    "tiles: expected a name, or a table of names, got null": (("tiles",), None),
    "tiles: a game needs a listed tile set": (("tiles",), "unlisted"),
    "phase: expected one of setup, act, place, end of turn, favour, place favour, reveal, gift, over, "
    "got 'Act'": (
        ("phase",),
        "Act",
    ),
    "seat: expected 0 to 1, got 2": (("seat",), 2),
    "seat: expected an integer, got 'Red'": (("seat",), "Red"),
    "turn: expected 0 to 1, got -1": (("turn",), -1),
    "draw_for: expected one of dirk, yard, hut, hand, bonus, display, got 'deck'": (("draw_for",), "deck"),
    "yard: expected 4 entries, got 3": (("yard",), [None] * 3),
    "yard, entry 1, BOX-2: the box has no face SC14: prices are 2 to 13": (("yard", 0), "SC14"),
    "yard, entry 1, expected SC10:NE, got 'SC10:N'": (("yard", 0), "SC10:N"),
    "yard, entry 1, expected SC10:NE, got 'SC10>'": (("yard", 0), "SC10>"),
    "display, entry 1, card 'x1': no currency has the code x (y g b o)": (("display", 0), "x1"),
    "display, entry 1, a card: expected a string, got 3": (("display", 0), 3),
    "deck_size: expected 0 to 200, got 201": (("deck_size",), 201),
    "turned_up, entry 1, expected one of A, B, C, got 'D'": (("turned_up",), ["D"]),
    "aside: more than 3 entries": (("aside",), ["A"] * 4),
    "due: expected a string, got 1": (("due",), 1),
    "age_ranks, entry 1, a rank: expected an integer, got 'x'": (("age_ranks",), ["x"]),
    "dirk: expected a table, got []": (("dirk",), []),
    "dirk, points: expected 0 to 1000000000, got -1": (("dirk", "points"), -1),
    "players: expected 2 to 6, got 0 (BOX-12)": (("players",), []),
    "players: more than 6 entries": (("players",), [{}] * 7),
    "players: two players are called 'Red'": (("players", 1, "name"), "Red"),
    "players, entry 1, name: expected 1 to 60 printable characters without blanks around them, got ' Red'": (
        ("players", 0, "name"),
        " Red",
    ),
    "players, entry 1, a player: expected a table, got 'Red'": (("players", 0), "Red"),
    "players, entry 1, hand: expected null, for it is secret (SETUP-7)": (("players", 0, "hand"), []),
    "players, entry 2, hand: expected its cards, for they are known (SETUP-7)": (
        ("players", 1, "hand"),
        None,
    ),
    "players, entry 2, hand: 1 card, and hand_size is 4": (("players", 1, "hand"), ["b1"]),
    "players, entry 1, 'seed': no such entry (city hand hand_size name points reserve second)": (
        ("players", 0, "seed"),
        1,
    ),
    "players, entry 1, city, second: no tile of the other kind lies at 1,0": (
        ("players", 0, "second"),
        [1, 0],
    ),
    "players, entry 1, city, entry 1, at is missing": (("players", 0, "city"), [{"tile": "SC10"}]),
    "players, entry 1, city, entry 1, at, a cell: expected x and y, such as [1, -2]": (
        ("players", 0, "city"),
        [{"tile": "SC10", "at": [1]}],
    ),
    "players, entry 1, city, entry 1, at, a cell: expected -9999 to 9999, got 10000": (
        ("players", 0, "city"),
        [{"tile": "SC10", "at": [1, 10000]}],
    ),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_is_no_view_is_refused_with_its_place(message: str) -> None:
    path, value = REFUSED[message]
    document = seen_by_blue()
    at(document, *path[:-1])[path[-1]] = value
    with pytest.raises(g.RecordError) as refusal:
        g.read_view(document)
    assert message.partition(" got ")[0] in str(refusal.value)


@pytest.mark.parametrize("key", [key for key in g.write_view(g.view(GAME, None)) if key != "ruleset"])
def test_nothing_may_be_missing_and_nothing_added(key: str) -> None:
    document = seen_by_blue()
    value = document.pop(key)
    with pytest.raises(g.RecordError, match=f"^{key} is missing|^players: expected 2 to 6"):
        g.read_view(document)
    with pytest.raises(g.RecordError, match=f"^'{key}_': no such entry"):
        g.read_view({**document, key: value, f"{key}_": value})


def test_without_a_ruleset_it_is_granada() -> None:
    document = seen_by_blue()
    del document["ruleset"]
    assert g.read_view(document) == g.view(GAME, g.Seat(1))


def test_tiles_of_another_game_are_refused() -> None:
    document = sent(g.view(g.deal(g.setup(3, g.ALHAMBRA), DEALER), None))
    document["ruleset"] = {}
    with pytest.raises(g.RecordError, match=r"^tiles: 'alhambra' is of Alhambra"):
        g.read_view(document)
    document = sent(g.view(BOTHS, None))
    document["yard"] = [*document["yard"][4:], *document["yard"][:4]]
    with pytest.raises(
        g.RecordError, match=r"^yard, entry 1: expected a tile of Alhambra, got .* \(MIX-5\)$"
    ):
        g.read_view(document)


def test_where_the_second_kind_began_has_to_be_said() -> None:
    document = sent(g.view(BOTHS, None))
    begun = next(player for player in document["players"] if player["second"] is not None)
    begun["second"] = None
    with pytest.raises(
        g.RecordError, match=r"second: expected the cell of the first tile of Granada"
    ) as error:
        g.read_view(document)
    assert "(MIX-20)" in str(error.value)


@pytest.mark.parametrize("data", ["[]", "3", 'format = "granada-view/1"', "", b"\xff"])
def test_anything_but_an_object_is_refused(data: str | bytes) -> None:
    with pytest.raises(
        g.RecordError, match=r"^not JSON: expected an object, which begins with \{$|not UTF-8"
    ):
        g.read_view(data)


def test_only_views_are_written() -> None:
    with pytest.raises(TypeError, match=r"^expected View, got Game$"):
        g.write_view(GAME)  # type: ignore[arg-type] # on purpose


# Views of games with vizier's favour: pawns, and who is asked.

Document = dict[str, Any]


def seen(game: Any, seat: g.Seat | None = None) -> Document:  # noqa: ANN401 - a game
    document: Document = json.loads(g.write_json(g.write_view(g.view(game, seat))))
    schemas.VIEW.validate(document)
    return document


def refused(document: Document) -> list[str]:
    with pytest.raises(g.ViolationError) as refusal:
        g.read_view(document)
    return clauses(refusal.value.violations)


@pytest.mark.accepts("MOD-6")
@every_game
def test_everybody_sees_the_pawns_and_who_is_asked(rules: g.Ruleset) -> None:
    for game in (begun(rules), window(rules), used(rules), stored(used(rules)), drawn(stored(used(rules)))):
        for seat in (None, *map(g.Seat, range(3))):
            document = seen(game, seat)
            assert document["pawns"] == list(game.table.modules.pawns)
            assert document["asked"] == game.table.modules.asked
            assert g.read_view(document) == g.view(game, seat)
            assert g.read_view(document).table.to_act == game.table.to_act
    assert seen(window(rules))["asked"] == BLUE
    assert seen(g.apply(window(rules), g.Pass(BLUE)))["asked"] == GREEN


def test_a_game_without_modules_says_nothing_of_them() -> None:
    document = seen(cheap(g.GRANADA))
    assert not {"pawns", "asked"} & set(document)
    with pytest.raises(g.RecordError, match=r"^'asked': no such entry"):
        g.read_view({**document, "asked": None})
    with pytest.raises(g.RecordError, match=r"^'pawns': no such entry"):
        g.read_view({**document, "pawns": [True, True, True]})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"pawns": [True, True]}, "pawns: expected 3 entries, got 2 (VIZ-2)"),
        ({"pawns": []}, "pawns: expected 3 entries, got 0 (VIZ-2)"),
        ({"pawns": [True, True, 1]}, "pawns, entry 3, a pawn: expected true or false, got 1"),
        ({"pawns": True}, "pawns: expected a list, got true"),
        ({"asked": 3}, "asked: expected 0 to 2, got 3"),
        ({"asked": "Blue"}, "asked: expected an integer, got 'Blue'"),
    ],
)
def test_what_is_no_pawn_is_refused_with_its_place(changed: Document, message: str) -> None:
    with pytest.raises(g.RecordError) as refusal:
        g.read_view({**seen(window(g.ALHAMBRA)), **changed})
    assert str(refusal.value) == message


@pytest.mark.parametrize("key", ["pawns", "asked"])
def test_pawns_are_not_left_out(key: str) -> None:
    document = seen(window(g.ALHAMBRA))
    del document[key]
    with pytest.raises(g.RecordError, match=f"^{key} is missing$"):
        g.read_view(document)


@pytest.mark.rejects("MOD-6")
@every_game
def test_a_view_in_which_somebody_else_could_not_be_asked_is_refused(rules: g.Ruleset) -> None:
    # In a turn nobody is asked; in a window somebody is, unless a tile is drawn.
    assert refused({**seen(begun(rules)), "asked": 1}) == ["TURN-1", "VIZ-9"]
    assert refused({**seen(begun(rules)), "asked": 0}) == ["VIZ-9"]
    assert refused({**seen(window(rules)), "asked": None}) == ["VIZ-9"]
    due = seen(stored(used(rules)))
    assert due["draw_for"] == "yard"
    assert refused({**due, "asked": 2}) == ["VIZ-9"]
    assert refused({**due, "draw_for": None}) == ["VIZ-9", "VIZ-8"]
    assert "TURN-2" in refused({**seen(window(rules)), "draw_for": "yard"})
    # Who is asked has an active pawn, and who places a tile has not.
    after = seen(drawn(stored(used(rules))))
    assert refused({**after, "asked": 1}) == ["VIZ-3"]
    assert refused({**seen(used(rules)), "pawns": [True, True, True]}) == ["VIZ-5"]


def test_a_view_of_both_is_read_back_in_the_middle_of_a_use() -> None:
    game = used(g.BOTH)
    assert g.read_view(seen(game, BLUE)).hand == game.hands[BLUE]
