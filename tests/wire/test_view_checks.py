"""A view that no game looks like is refused, with the clause."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

import granada_rules as g
from tests.helpers.games import NAMES, clauses
from tests.helpers.positions import stages

if TYPE_CHECKING:
    from collections.abc import Iterator

Document = dict[str, Any]


@cache
def moments(rules: g.Ruleset, players: int = 2) -> tuple[g.Game, ...]:
    """Return a whole game, from its setup to the end."""
    return tuple(stages(g.setup(NAMES[:players], rules, ages=range(players)), random.Random(1)))


def moment(
    phase: g.Phase, draw_for: g.DrawFor | None = None, rules: g.Ruleset = g.GRANADA, players: int = 2
) -> Document:
    """Return what a spectator sees in the middle of the moments that are so."""
    wanted = [game for game in moments(rules, players) if _is(game, phase, draw_for)]
    return seen(wanted[len(wanted) // 2])


def _is(game: g.Game, phase: g.Phase, draw_for: g.DrawFor | None) -> bool:
    return game.table.phase is phase and game.table.draw_for is draw_for


def seen(game: g.Game, seat: g.Seat | None = None) -> Document:
    document: Document = json.loads(g.write_json(g.write_view(g.view(game, seat))))
    return document


def refused(document: Document) -> list[str]:
    """Return the clauses that a view breaks."""
    with pytest.raises(g.ViolationError) as refusal:
        g.read_view(document)
    return clauses(refusal.value.violations)


def several(rules: g.Ruleset = g.GRANADA) -> Iterator[g.Game]:
    """Yield games at all moments, until there are enough of them."""
    for seed in count():
        yield from stages(g.setup(2, rules), random.Random(seed))


def after(scoring: g.Scoring, rules: g.Ruleset) -> Document:
    """Return a table at which Dirk has drawn none of what he gets after a scoring."""
    return next(
        seen(game)
        for game in several(rules)
        if _is(game, g.Phase.END_OF_TURN, g.DrawFor.DIRK) and game.table.turned_up[-1] is scoring
    )


# The deck.


@pytest.mark.parametrize("rules", [g.GRANADA, g.ALHAMBRA, g.BOTH], ids=lambda rules: rules.game)
@pytest.mark.parametrize(
    ("turned_up", "aside"),
    [(["B"], []), (["A", "A"], []), (["A", "B", "C"], []), ([], ["A"]), (["A"], ["A"]), (["B"], ["A"])],
)
def test_scoring_cards_come_in_their_order(rules: g.Ruleset, turned_up: list[str], aside: list[str]) -> None:
    document = moment(g.Phase.ACT, rules=rules, players=3)
    clause = "MIX-7" if rules == g.BOTH else "SETUP-6"
    assert clause in refused({**document, "turned_up": turned_up, "aside": aside})


def test_in_the_setup_scoring_cards_are_set_aside() -> None:
    document = moment(g.Phase.SETUP, g.DrawFor.HAND)
    assert "SETUP-6" in refused({**document, "aside": ["B"], "deck_size": document["deck_size"] + 1})


def test_with_both_kinds_b_comes_with_the_first_reshuffle() -> None:
    document = seen(next(game for game in moments(g.BOTH, 3) if game.table.phase is g.Phase.ACT))
    assert document["aside"] == ["B"]
    assert "MIX-7" in refused({**document, "aside": [], "deck_size": document["deck_size"] + 1})


def test_every_card_is_somewhere() -> None:
    document = moment(g.Phase.ACT)
    assert refused({**document, "deck_size": document["deck_size"] + 1}) == ["BOX-11"]


def test_a_deck_is_what_is_left_of_a_deal() -> None:
    document = seen(next(game for game in moments(g.GRANADA) if game.table.phase is g.Phase.ACT))
    # Nobody is dealt fifty cards.
    many = 50 - document["players"][0]["hand_size"]
    document["players"][0]["hand_size"] += many
    document["deck_size"] -= many
    assert "SETUP-6" in refused(document)


# Parts.


def test_dirk_plays_with_two_alone() -> None:
    assert "DIRK-2" in refused({**moment(g.Phase.ACT), "dirk": None})
    his = {"tiles": [], "points": 0, "owed": [0]}
    assert "DIRK-2" in refused({**moment(g.Phase.ACT, players=3), "dirk": his})


def test_there_is_a_marker_where_tiles_have_backs() -> None:
    assert refused({**moment(g.Phase.ACT), "marker": None}) == ["BOX-9"]
    assert refused({**moment(g.Phase.ACT, rules=g.ALHAMBRA), "marker": "odd"}) == ["A-BOX-2"]


def test_bought_tiles_wait_for_somebody() -> None:
    document = moment(g.Phase.END_OF_TURN, g.DrawFor.YARD)
    tile = next(tile for tile in document["yard"] if tile is not None)
    document["yard"] = [None if one == tile else one for one in document["yard"]]
    assert "TURN-6" in refused({**document, "bought": [tile]})


def test_a_scoring_is_due_in_the_refill_in_which_its_card_came() -> None:
    assert refused({**moment(g.Phase.ACT), "due": "A"}) == ["SCORE-2"]
    document = next(seen(game) for game in several() if game.table.due is g.Scoring.A)
    assert g.read_view(document).table.due is g.Scoring.A
    document["players"][0]["points"] = 3
    assert refused(document) == ["SCORE-1"]


@pytest.mark.parametrize("ranks", [[0], [0, 2], [1, 1], [0, 1, 2]])
def test_ages_are_ranks(ranks: list[int]) -> None:
    assert refused({**moment(g.Phase.SETUP, g.DrawFor.HAND), "age_ranks": ranks}) == ["SETUP-4"]


def test_ages_matter_in_the_setup_alone() -> None:
    assert moment(g.Phase.SETUP, g.DrawFor.HAND)["age_ranks"] == [0, 1]
    assert refused({**moment(g.Phase.ACT), "age_ranks": [0, 1]}) == ["SETUP-4"]


# The setup.


def test_the_yard_is_filled_in_order() -> None:
    document = moment(g.Phase.SETUP, g.DrawFor.YARD)
    assert document["yard"][1] is not None
    assert "SETUP-2" in refused({**document, "yard": [None, *document["yard"][1:]]})


def test_dirk_gets_his_tiles_before_the_yard_is_filled() -> None:
    document = moment(g.Phase.SETUP, g.DrawFor.DIRK)
    tile = seen(moments(g.GRANADA)[-1])["dirk"]["tiles"][-1]
    assert tile not in document["dirk"]["tiles"]
    assert "SETUP-2" in refused({**document, "yard": [tile, None, None, None]})


def test_the_first_tiles_lie_with_their_even_faces_up() -> None:
    document = moment(g.Phase.SETUP, g.DrawFor.YARD)
    assert refused({**document, "marker": "odd"}) == ["SETUP-2"]
    taken = {*filter(None, document["yard"]), *document["dirk"]["tiles"]}
    backs = {str(tile.front): str(tile.back) for tile in g.GRANADA.tiles.tiles}
    odd = backs[document["yard"][0].partition(":")[0]]
    assert odd not in taken
    assert refused({**document, "yard": [odd, *document["yard"][1:]]}) == ["SETUP-2"]


def test_the_first_tiles_of_granada_have_a_moat_if_both_kinds_are_played() -> None:
    document = moment(g.Phase.SETUP, g.DrawFor.HAND, g.BOTH)
    dry = next(str(tile.front) for tile in g.BOTH.tiles.tiles if tile.back is not None and not tile.moats)
    document["yard"][4] = dry
    assert refused(document) == ["MIX-6"]


def test_cards_are_dealt_to_one_after_the_other() -> None:
    document = moment(g.Phase.SETUP, g.DrawFor.YARD)
    document["players"][0] |= {"hand": ["b1"], "hand_size": 1}
    assert refused({**document, "deck_size": document["deck_size"] - 1}) == ["SETUP-3"]
    document = seen(next(game for game in moments(g.GRANADA) if _is(game, g.Phase.SETUP, g.DrawFor.HAND)))
    document["players"][1] |= {"hand": ["b1"], "hand_size": 1}
    assert refused({**document, "deck_size": document["deck_size"] - 1}) == ["SETUP-3"]
    document = moment(g.Phase.SETUP, g.DrawFor.DISPLAY)
    discarded = {"discards": ["b1"], "deck_size": document["deck_size"] - 1}
    assert "SETUP-3" in refused({**document, **discarded})


def test_the_display_is_filled_last() -> None:
    document = moment(g.Phase.SETUP, g.DrawFor.YARD)
    assert refused({**document, "display": ["b1"], "deck_size": document["deck_size"] - 1}) == ["SETUP-5"]


def test_dirk_has_no_points_in_the_setup() -> None:
    document = moment(g.Phase.SETUP, g.DrawFor.YARD)
    document["dirk"]["points"] = 1
    assert refused(document) == ["SCORE-1"]


# What is drawn next.


@pytest.mark.parametrize(
    ("phase", "draw_for", "instead", "clause"),
    [
        (g.Phase.SETUP, g.DrawFor.DIRK, "yard", "DIRK-3"),
        (g.Phase.SETUP, g.DrawFor.YARD, "dirk", "SETUP-2"),
        (g.Phase.SETUP, g.DrawFor.YARD, None, "SETUP-2"),
        (g.Phase.SETUP, g.DrawFor.HAND, "yard", "SETUP-3"),
        (g.Phase.SETUP, g.DrawFor.DISPLAY, "hand", "SETUP-5"),
        (g.Phase.ACT, None, "yard", "TURN-2"),
        (g.Phase.OVER, None, "yard", "TURN-2"),
        (g.Phase.END_OF_TURN, g.DrawFor.DISPLAY, "yard", "TURN-7"),
        (g.Phase.END_OF_TURN, g.DrawFor.YARD, "display", "TURN-9"),
        (g.Phase.END_OF_TURN, g.DrawFor.DIRK, "yard", "TURN-7"),
        (g.Phase.END_OF_TURN, g.DrawFor.DIRK, None, "TURN-7"),
    ],
)
def test_the_next_draw_follows_from_the_table(
    phase: g.Phase, draw_for: g.DrawFor | None, instead: str | None, clause: str
) -> None:
    document = moment(phase, draw_for)
    assert clause in refused({**document, "draw_for": instead})


def test_it_is_somebodys_turn_while_the_game_goes_on() -> None:
    assert refused({**moment(g.Phase.ACT), "turn": None}) == ["TURN-1"]
    assert refused({**moment(g.Phase.END_OF_TURN, g.DrawFor.YARD), "turn": None}) == ["TURN-1"]
    assert refused({**moment(g.Phase.OVER), "turn": 0}) == ["TURN-1"]
    assert refused({**moment(g.Phase.SETUP, g.DrawFor.YARD), "turn": 0}) == ["TURN-1"]
    dealt = moment(g.Phase.SETUP, g.DrawFor.HAND)
    assert refused({**dealt, "turn": 1 - dealt["turn"]})[-1] == "TURN-1"


# What Dirk is owed.


def owed(document: Document, *many: int) -> Document:
    return {**document, "dirk": {**document["dirk"], "owed": list(many)}}


@pytest.mark.parametrize("rules", [g.GRANADA, g.ALHAMBRA, g.BOTH], ids=lambda rules: rules.game)
def test_dirk_draws_what_a_setup_gives_him(rules: g.Ruleset) -> None:
    document = moment(g.Phase.SETUP, g.DrawFor.DIRK, rules)
    first, *others = document["dirk"]["owed"]
    clause = {"granada": "DIRK-3", "alhambra": "A-DIRK-3", "both": "MIX-37"}[rules.game]
    assert clause in refused(owed(document, first + 1, *others))
    for second in others:
        assert clause in refused(owed(document, first, second + 1))


@pytest.mark.parametrize("rules", [g.GRANADA, g.ALHAMBRA, g.BOTH], ids=lambda rules: rules.game)
def test_dirk_draws_six_after_a_and_a_third_after_b(rules: g.Ruleset) -> None:
    for scoring, one_kind in ((g.Scoring.A, "DIRK-5"), (g.Scoring.B, "DIRK-6")):
        document = after(scoring, rules)
        assert g.read_view(document).table.draw_for is g.DrawFor.DIRK
        clause = {"granada": one_kind, "alhambra": f"A-{one_kind}", "both": "MIX-37"}[rules.game]
        first, *others = document["dirk"]["owed"]
        assert clause in refused(owed(document, first + 1, *others))
        assert clause in refused(owed(document, *(0 for _ in rules.kinds)))
        for second in others:
            assert clause in refused(owed(document, first, second + 1))
            # Those of Granada come last, so they are all owed.
            assert clause in refused(owed(document, first, second - 1))
            assert g.read_view(owed(document, 0, second - 1)).table.tile_to_draw is not None
        if rules != g.BOTH and first > 1:
            assert g.read_view(owed(document, first - 1)).table.dirk is not None


def test_dirk_is_owed_tiles_after_a_scoring_alone() -> None:
    assert "DIRK-5" in refused(owed(moment(g.Phase.ACT), 3))
    for wrong in ((), (0, 0), (-1,), (201,)):
        with pytest.raises(g.RecordError, match=r"^dirk, owed"):
            g.read_view(owed(moment(g.Phase.ACT), *wrong))
    document = after(g.Scoring.A, g.GRANADA)
    assert "DIRK-5" in refused({**document, "due": "A"})


# The end.


@pytest.mark.parametrize("rules", [g.GRANADA, g.ALHAMBRA, g.BOTH], ids=lambda rules: rules.game)
def test_what_is_left_in_the_yard_nobody_gets(rules: g.Ruleset) -> None:
    document = moment(g.Phase.OVER, rules=rules, players=3)
    spaces = [space for space, (_, kind) in enumerate(rules.spaces) if kind is rules.kinds[-1]]
    taken = next(tile for player in document["players"] for tile in player["city"] if _is_of(tile, rules))
    found = []
    for player in document["players"]:
        player["city"] = [tile for tile in player["city"] if tile is not taken]
    for space in spaces:
        left = list(document["yard"])
        left[space] = taken["tile"]
        try:
            g.read_view({**document, "yard": left})
        except g.ViolationError as error:
            found += clauses(error.violations)
    assert ("MIX-34" if rules == g.BOTH else "END-2") in found


def _is_of(tile: Document, rules: g.Ruleset) -> bool:
    """Tell whether a tile is of the kind of the last spaces."""
    return tile["tile"][:2] in {building.code for building in rules.kinds[-1].buildings}


def test_the_game_is_over_when_a_space_is_empty() -> None:
    document = moment(g.Phase.OVER, players=3)
    tiles = [tile for player in document["players"] for tile in player["reserve"]]
    taken = 0
    for space, tile in enumerate(document["yard"]):
        if tile is None:
            document["yard"][space] = tiles[taken]
            taken += 1
    for player in document["players"]:
        player["reserve"] = [tile for tile in player["reserve"] if tile not in tiles[:taken]]
    assert "END-1" in refused(document)


def test_all_violations_come_at_once() -> None:
    document = {**moment(g.Phase.ACT), "marker": None, "age_ranks": [0, 1], "due": "A", "turn": None}
    assert refused(document) == ["BOX-9", "SCORE-2", "SETUP-4", "TURN-1"]
