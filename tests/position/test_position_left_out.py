"""What is left out of a position of a game with modules is not held against it."""

from __future__ import annotations

import copy
import pickle
import sys
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import attrs
import pytest
from hypothesis import given

import granada_rules as g
from granada_rules import testing
from granada_rules.game import fewest_undealt
from granada_rules.position import Facts, facts_of
from tests.helpers import ROOT
from tests.helpers.favours import begun, stored, used, window
from tests.helpers.games import (
    BLUE,
    GREEN,
    NAMES,
    RED,
    buy,
    clauses,
    drawn,
    every_game,
    faces,
    laid,
    money,
    played,
)
from tests.helpers.noted import but, changed, is_consistent, late, noted, only, three, two
from tests.play.test_bonus import BOTH_WITH_BONUS, dealt
from tests.position.test_position_bonus import gift

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import FrameType


EXCHANGED = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.EXCHANGE])


def wrong(position: g.Position) -> list[str]:
    return clauses(g.validate(position).violations)


# While the table is laid.


def dealing(rules: g.Ruleset) -> g.Position:
    """Return a table on which everything lies but the last card of the display."""
    game = g.setup(NAMES[:3], rules)
    while len(game.table.display) < 3:
        game = g.apply(game, g.chance(game)[-1][0])
    return game.to_position()


@pytest.mark.accepts("BOX-6", "SETUP-6")
@every_game
def test_without_the_phase_scoring_cards_may_still_lie_aside(rules: g.Ruleset) -> None:
    position = but(dealing(rules), turned_up=())
    for phase in (g.Phase.SETUP, None):
        for ruleset in (rules, None):
            assert is_consistent(but(position, phase=phase, ruleset=ruleset))
            assert is_consistent(but(position, phase=phase, ruleset=ruleset, tile_set=None))


@pytest.mark.rejects("BOX-6")
@every_game
def test_once_the_deck_has_piles_or_is_too_small_they_do_not(rules: g.Ruleset) -> None:
    position = but(dealing(rules), turned_up=(), phase=None, players=())
    fewest = fewest_undealt(0)
    assert is_consistent(but(position, piles=(g.Pile(fewest),)))
    for piles in ((g.Pile(fewest - 1),), (g.Pile(fewest), g.Pile(1)), (g.Pile(fewest, g.Scoring.B),)):
        assert only(but(position, piles=piles)).clause == "BOX-6"
    # Somebody has paid already.
    assert only(but(position, discards=money("y1"))).clause == "BOX-6"


def test_so_many_cards_are_left_when_all_are_dealt() -> None:
    """SETUP-3: everybody has less than 20 but for the last card, and the cheapest cards are dealt first."""
    assert [fewest_undealt(players) for players in range(2, 7)] == [46, 70, 63, 58, 52]
    assert fewest_undealt(1) == fewest_undealt(7) == 46


@pytest.mark.accepts("EXC-2")
def test_without_the_phase_exchange_cards_may_still_lie_aside() -> None:
    position = dealing(EXCHANGED)
    assert is_consistent(position)
    assert is_consistent(but(position, phase=None))


@pytest.mark.rejects("EXC-2", "BOX-11")
def test_all_six_of_them_or_none_lie_aside() -> None:
    position = but(dealing(EXCHANGED), phase=None)
    assert position.piles is not None
    (deck,) = position.piles
    for many in (-1, 1, 5):
        violation = only(but(position, piles=(g.Pile(deck.size + many),)))
        message = f"{deck.size + many} cards in the piles, and {deck.size + 6} nowhere else"
        assert (violation.clause, violation.message) == ("BOX-11", message)
    # Once the deck has piles, they are in these.
    first = laid(["y9 y9 y2", "b9 b9 b3", "g9 g9 g4"], "o1 o2 o3 o4", ruleset=EXCHANGED)
    piles = tuple(g.Pile(pile.size, pile.scoring) for pile in first.piles)
    violation = only(but(first.to_position(), phase=None, piles=piles))
    message = "0 exchange cards in the piles, and 6 nowhere else"
    assert (violation.clause, violation.message) == ("EXC-2", message)


# Without a ruleset.


def with_sheet(ruleset: g.Ruleset | None) -> g.Position:
    """Return Blue, who has no hut, and a sheet on which a hut of Red counts."""
    cities = {"Red": "@ AC9:- AC*:N", "Blue": "@ AC10:-", "Green": "@"}
    built = {name: g.notation.read_city(city, start=g.Kind.ALHAMBRA) for name, city in cities.items()}
    sheet = g.scoring.score(built, g.Scoring.C)
    assert any(line.hut_edges == (g.Edge.parse("2,0:W"),) for line in sheet.lines)
    return g.Position(
        players=(g.NotedPlayer(name="Blue", city=built["Blue"]),), sheets=(sheet,), ruleset=ruleset
    )


@pytest.mark.accepts("HUT-9")
@pytest.mark.rejects("HUT-9")
def test_others_may_have_huts_unless_the_ruleset_says_no() -> None:
    assert is_consistent(with_sheet(None))
    assert is_consistent(with_sheet(attrs.evolve(g.ALHAMBRA, modules=[g.Module.HUTS])))
    assert only(with_sheet(g.ALHAMBRA)).clause == "HUT-9"


@pytest.mark.accepts("TURN-7")
@pytest.mark.rejects("TURN-7")
def test_what_was_paid_with_pawns_may_be_among_the_discards_unless_the_ruleset_says_no() -> None:
    position = window(g.GRANADA).to_position()
    deck = g.Game.from_position(begun(g.GRANADA).to_position()).deck
    red, blue, green = position.players
    assert red.hand is not None
    assert position.display is not None
    rich = attrs.evolve(red, hand=red.hand + (deck - money("o8")) + position.display)
    poor = but(position, players=(rich, blue, green), display=g.Purse(), piles=(), draws=0)
    game = drawn(stored(g.apply(g.Game.from_position(poor), buy(2, "g1 g3", BLUE))))
    position = played(game, g.Pass(GREEN), g.Pass(RED)).to_position()
    assert (position.phase, position.display, position.bought) == (g.Phase.ACT, g.Purse(), ())
    assert position.discards == money("g1 g3")
    for seat in range(3):
        position = changed(position, seat, pawn=None)
    assert is_consistent(position)
    assert is_consistent(but(position, ruleset=None))
    assert wrong(but(position, ruleset=g.GRANADA)) == ["TURN-7"]
    # All pawns are active, so nobody has used one.
    for seat in range(3):
        position = changed(position, seat, pawn=True)
    assert wrong(but(position, ruleset=None)) == ["TURN-7"]


@pytest.mark.accepts("TURN-1")
@pytest.mark.rejects("TURN-1")
def test_somebody_else_may_get_tiles_unless_the_ruleset_says_no() -> None:
    position = gift().to_position()
    assert position.to_act not in {None, position.turn}
    for seat in range(4):
        position = changed(position, seat, bonus=None, shown=None)
    assert is_consistent(position)
    assert is_consistent(but(position, ruleset=None))
    assert "TURN-1" in wrong(but(position, ruleset=g.ALHAMBRA))


def test_in_granada_there_are_no_bonus_cards_so_whose_turn_it_is_gets_tiles() -> None:
    position = g.Position(
        players=tuple(g.NotedPlayer(name=name) for name in NAMES[:3]),
        tile_set=g.reference(),
        phase=g.Phase.GIFT,
        turn="Red",
        to_act="Blue",
    )
    assert only(position).clause == "TURN-1"
    assert only(position).message == "'Blue' is to act in the turn of 'Red'"


# Without names, and without a list.


@pytest.mark.accepts("VIZ-5")
@pytest.mark.rejects("VIZ-5")
def test_who_places_a_tile_may_be_a_player_without_a_name() -> None:
    position = used(g.ALHAMBRA).to_position()
    assert (position.to_act, position.players[1].name) == ("Blue", "Blue")
    assert is_consistent(changed(position, 1, name=None))
    # Somebody else has not bought one.
    other = changed(changed(position, 2, name=None, pawn=False), 1, pawn=False)
    assert only(other).clause == "VIZ-5"
    assert only(other).player == "player 3"


@pytest.mark.accepts("BON-1")
@pytest.mark.rejects("BON-1")
def test_a_list_of_other_tiles_says_nothing_about_bonus_cards() -> None:
    both = dealt(ruleset=BOTH_WITH_BONUS).to_position()
    assert is_consistent(but(both, tile_set=g.reference()))
    assert is_consistent(but(both, tile_set=g.alhambra()))
    # The list of Alhambra says it.
    strange = changed(both, 0, bonus=tuple(faces("PV9:- PV8:- TO12:-")))
    assert is_consistent(but(strange, tile_set=g.reference()))
    assert wrong(but(strange, tile_set=g.alhambra())) == ["BON-1"]


# A position is judged once: it remembers its facts and its report, and a changed one is judged anew.

EXAMPLES = sorted((ROOT / "examples" / "positions").glob("*legal-*"))


def facts_computed(act: Callable[[], object]) -> Counter[tuple[str, object]]:
    """Count how often each fact is computed, for each game that is tried, and how often a report is made."""
    computed: Counter[tuple[str, object]] = Counter()

    def count(frame: FrameType, event: str, _argument: object) -> None:
        module, name = frame.f_globals.get("__name__"), frame.f_code.co_name
        # What has arguments is no fact: it looks at some.
        is_alone = frame.f_code.co_varnames[: frame.f_code.co_argcount] == ("self",)
        facts = frame.f_locals.get("self") if is_alone else None
        if event == "call" and isinstance(facts, Facts):
            computed[name, facts.kinds] += 1
        elif event == "call" and (module, name) == ("granada_rules.position.validation", "_report"):
            computed[name, None] += 1

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return computed


def judged_again_and_again(data: bytes) -> None:
    """Read a file, judge it several times and, if that can be done, play on from it."""
    position = g.read_position(data)
    for _ in range(2):
        if g.validate(position).level is g.Level.COMPLETE:
            g.Game.from_position(position)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_a_file_is_judged_once_and_no_fact_is_computed_twice(path: Path) -> None:
    computed = facts_computed(partial(judged_again_and_again, path.read_bytes()))
    assert {name for name, _ in computed} >= {
        "_report",
        "names",
        "named",
        "cards",
        "open_tiles",
        "open_faces",
    }
    assert set(computed.values()) == {1}


def test_a_fact_that_is_computed_twice_would_be_seen() -> None:
    position = three()
    granada, together = (g.Kind.GRANADA,), tuple(g.Kind)
    computed = facts_computed(lambda: [Facts(position, granada).cards, Facts(position, granada).cards])
    assert computed["cards", granada] == 2
    # Of two games that it may be of, each has its own.
    computed = facts_computed(lambda: [Facts(position, granada).cards, Facts(position, together).cards])
    assert set(computed.values()) == {1}


@given(testing.positions())
def test_a_remembered_report_is_the_one_that_is_made_anew(position: g.Position) -> None:
    report = g.validate(position)
    assert g.validate(position) is report
    assert facts_of(position) is facts_of(position)
    assert copy.copy(position) is position is copy.deepcopy(position)
    for again in (
        attrs.evolve(position),
        pickle.loads(pickle.dumps(position)),  # noqa: S301 - its own pickle
    ):
        assert again == position
        assert hash(again) == hash(position)
        assert repr(again) == repr(position)
        assert g.validate(again) == report
        assert facts_of(again) is not facts_of(position)


def test_what_is_remembered_is_no_part_of_the_value() -> None:
    judged, other = attrs.evolve(three()), attrs.evolve(three())
    before = pickle.dumps(judged), repr(judged), hash(judged)
    g.validate(judged)
    g.Game.from_position(judged)
    assert (pickle.dumps(judged), repr(judged), hash(judged)) == before
    assert judged == other
    assert attrs.asdict(judged, recurse=False) == attrs.asdict(other, recurse=False)


def test_a_changed_position_is_judged_anew() -> None:
    legal = three()
    assert g.validate(legal).level is g.Level.COMPLETE
    wrong = changed(legal, 0, reserve=noted("BA4"))
    assert g.validate(wrong).level is g.Level.WELL_FORMED
    with pytest.raises(g.ViolationError):
        g.Game.from_position(wrong)
    lacking = but(legal, marker=None)
    assert g.validate(lacking).missing == ("marker",)
    with pytest.raises(ValueError, match="marker missing"):
        g.Game.from_position(lacking)
    assert g.validate(but(wrong, players=legal.players)).level is g.Level.COMPLETE


@pytest.mark.parametrize("position", [two, late])
def test_no_report_that_somebody_made_makes_a_game(position: Callable[[], g.Position]) -> None:
    wrong = changed(position(), 0, points=-1)
    forged = g.Report(g.Level.COMPLETE, (), ())
    assert g.validate(wrong) != forged
    with pytest.raises(g.ViolationError):
        g.Game.from_position(wrong)
    with pytest.raises(AttributeError):
        wrong.report = forged  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        attrs.evolve(wrong, findings={})  # type: ignore[call-arg]
