"""Bonus cards written down, sent and drawn: lines, objects, views, sheets, what a referee tells, drawings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import granada_rules as g
from granada_rules.testing.twins import twins
from tests.helpers.endings import ended
from tests.helpers.games import BLUE, RED, clauses, drawn, faces
from tests.play.test_bonus import BONUS, GARDEN, before_the_deal, built, dealt, in_reveal

if TYPE_CHECKING:
    from collections.abc import Callable


NAMES = ("Red", "Blue", "Green")


def shown() -> Any:  # noqa: ANN401 - a game
    return g.apply(drawn(built()), g.ShowBonus(RED, GARDEN))


def scored() -> Any:  # noqa: ANN401 - a game
    game = in_reveal(shown())
    while game.table.phase is g.Phase.REVEAL:
        assert game.table.to_act is not None
        game = g.apply(game, g.Pass(game.table.to_act))
    return game


@pytest.mark.parametrize(
    ("event", "line", "data"),
    [
        (
            g.ShowBonus(BLUE, GARDEN),
            "Blue shows GA10:-",
            {"type": "show", "seat": 1, "face": "GA10:-"},
        ),
        (g.DrawBonus(GARDEN), "bonus GA10:-", {"type": "bonus", "face": "GA10:-"}),
        (g.DrawBonus(None), "bonus hidden", {"type": "bonus", "face": None}),
    ],
)
def test_events_as_lines_and_as_objects(event: Any, line: str, data: dict[str, object]) -> None:  # noqa: ANN401 - any event
    assert g.notation.write_event(event, NAMES) == line
    assert g.notation.read_event(line, NAMES) == event
    assert g.notation.read_event(line.upper().replace("BLUE", "Blue"), NAMES) == event
    assert g.wire.write_event(event) == data
    assert g.wire.read_event(json.dumps(data)) == event


def test_lines_that_cannot_be_read_say_what_is_expected() -> None:
    with pytest.raises(ValueError, match="expected shows FACE, such as shows GA10:-"):
        g.notation.read_event("Red shows", NAMES)
    with pytest.raises(ValueError, match="expected a bonus card such as bonus GA10:-, or bonus hidden"):
        g.notation.read_event("bonus", NAMES)
    with pytest.raises(g.RecordError, match="face is missing"):
        g.wire.read_event({"type": "bonus"})


def test_a_sheet_keeps_the_cards_that_counted() -> None:
    (sheet,) = scored().sheets
    written = g.write_sheet(sheet)
    assert g.read_sheet(json.dumps(written)) == sheet
    lines: Any = written["lines"]
    assert [line["shown"] for line in lines if "shown" in line] == [["GA10:-"]]
    position = scored().to_position()
    assert g.read_position(g.write_toml(g.write_position(position))) == position


VIEWS: dict[str, Callable[[], g.Game]] = {
    "setup": before_the_deal,
    "deal": lambda: g.apply(before_the_deal(), g.DrawBonus(GARDEN)),
    "shown": shown,
    "reveal": lambda: in_reveal(shown()),
    "gift": lambda: ended("g3", "", "b3", "o3", ruleset=BONUS),
    "last reveal": lambda: ended("", "", "", "", ruleset=BONUS),
}


@pytest.mark.parametrize("moment", VIEWS)
@pytest.mark.parametrize("seat", [RED, BLUE, None])
def test_views_are_sent_and_read(moment: str, seat: g.Seat | None) -> None:
    seen = g.view(VIEWS[moment](), seat)
    assert g.read_view(json.dumps(g.write_view(seen))) == seen


@pytest.mark.rejects("BON-2")
@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"bonus": ["PV8:-"]}, g.RecordError, "bonus: expected 2 cards, the own hidden ones, got 1"),
        ({"hidden": [2, 3]}, g.RecordError, r"hidden: expected 3 entries, got 2 \(BON-2\)"),
        ({"hidden": [2, 3, 11]}, g.RecordError, "expected 0 to 10, got 11"),
        ({"shown": [["GA10:-"], []]}, g.RecordError, "shown: expected 3 entries"),
        ({"hidden": [2, 2, 3]}, g.ViolationError, "BON-2: Blue: 2 bonus cards"),
        ({"asked": 1}, g.ViolationError, "VIZ-9"),
        ({"due": "A"}, g.ViolationError, "SCORE-2"),
    ],
)
def test_views_that_no_game_shows(change: dict[str, object], error: type[Exception], message: str) -> None:
    written = g.write_view(g.view(shown(), RED)) | change
    with pytest.raises(error, match=message):
        g.read_view(json.dumps(written))


@pytest.mark.rejects("BON-4")
def test_a_view_of_a_round_without_a_scoring() -> None:
    written = g.write_view(g.view(in_reveal(shown()), RED)) | {"due": None}
    with pytest.raises(g.ViolationError, match="BON-4: bonus cards are shown, and no scoring is due"):
        g.read_view(json.dumps(written))


@pytest.mark.rejects("BON-4")
def test_a_view_of_a_round_in_which_nobody_is_asked() -> None:
    written = g.write_view(g.view(in_reveal(shown()), RED)) | {"asked": None}
    with pytest.raises(g.ViolationError, match="BON-4: somebody is asked before a scoring"):
        g.read_view(json.dumps(written))


@pytest.mark.rejects("BON-2")
def test_views_of_a_deal_out_of_order() -> None:
    game = g.apply(before_the_deal(), g.DrawBonus(GARDEN))
    for hidden in ([1, 1, 0], [3, 0, 0], [0, 0, 1]):
        written = g.write_view(g.view(game, None)) | {"hidden": hidden}
        with pytest.raises(g.ViolationError, match="BON-2"):
            g.read_view(json.dumps(written))


# What a referee tells.


@pytest.mark.accepts("BON-2")
@pytest.mark.accepts("MOD-6")
def test_a_referee_tells_each_seat_its_own_cards_alone() -> None:
    dealer = g.Dealer(b"sixteen bytes or more")
    referee = g.Referee.open(NAMES, BONUS, dealer=dealer, table_id="bonus")
    assert g.Referee.restore(referee.header, referee.log, dealer) == referee
    for seat in (*map(g.Seat, range(3)), None):
        told = [line for line in referee.since(0, seat) if line.startswith("bonus")]
        cards = [] if seat is None else sorted(map(str, referee.game.bonus[seat]))
        own = [line.removeprefix("bonus ") for line in told if line != "bonus hidden"]
        assert (sorted(own), len(told)) == (cards, 9)
        assert referee.news(seat, since=0).lines == referee.since(0, seat)
    with pytest.raises(g.RefusedError, match="draws are the dealer's"):
        referee.hear(RED, "bonus hidden")


@pytest.mark.accepts("BON-4")
def test_a_referee_hears_a_card_shown_out_of_turn() -> None:
    dealer = g.Dealer(b"sixteen bytes or more")
    referee = g.Referee.open(NAMES, BONUS, dealer=dealer, table_id="bonus")
    other = next(g.Seat(seat) for seat in range(3) if seat != referee.to_act)
    face = referee.game.bonus[other][0]
    with pytest.raises(g.RefusedError, match="BON-4"):
        referee.hear(other, f"{NAMES[other]} shows {face}")


# Drawings.


def test_drawings_show_cards_that_may_be_known() -> None:
    game = shown()
    own, others = g.draw.text(g.view(game, RED)), g.draw.text(g.view(game, BLUE))
    assert "bonus cards: GA10:- shown, PV8:- TO12:- hidden" in own
    assert "bonus cards: GA10:- shown, 2 hidden" in others
    assert "bonus cards: GA10:- shown, 2 hidden" in g.draw.text(game)
    assert "PV8:- TO12:- hidden" in g.draw.text(game.to_position())
    assert "bonus cards" in str(g.draw.svg(g.view(game, RED)))
    all_shown = g.Position(players=(g.NotedPlayer(name="Red", bonus=(), shown=()),))
    assert "bonus cards: none" in g.draw.text(all_shown)
    many = g.Position(players=(g.NotedPlayer(name="Red", bonus=tuple(faces("GA10:-")) * 11),))
    assert "GA10:- … hidden" in g.draw.text(many)


def test_drawings_say_who_may_show_a_card_before_which_scoring() -> None:
    game = in_reveal(shown())
    assert game.table.to_act is not None
    assert game.table.turn is not None
    who, asked = (game.table.players[seat].name for seat in (game.table.turn, game.table.to_act))
    said = f"Before a scoring, after the turn of {who}: {asked} may show a bonus card; scoring A is due"
    assert said in g.draw.text(game)
    assert said in g.draw.text(game.to_position())
    unknown = g.draw.text(attrs.evolve(game.to_position(), due=None))
    assert said.removesuffix("; scoring A is due") in unknown
    end = ended("g3", "", "b3", "o3", ruleset=BONUS)
    assert "End of the game: Red is to place a tile given away" in g.draw.text(end)
    assert "End of the game: Red is to place a tile given away" in g.draw.text(end.to_position())


def test_a_score_pad_names_the_cards_that_counted() -> None:
    (sheet,) = scored().sheets
    assert "Garden: Red has 2: 1 built, 1 by the bonus card GA10:- (BON-5)" in g.draw.text(sheet)
    strange = attrs.evolve(sheet.lines[-1], building=None, place=None, shown=(GARDEN,))
    assert "Red has" in g.draw.text(attrs.evolve(sheet, lines=(strange,)))


def test_a_game_without_the_module_says_nothing_of_bonus_cards() -> None:
    text = g.draw.text(dealt().table)
    assert "bonus cards: 3 hidden" in text
    assert g.Face.parse("GA10:-") == GARDEN


# Sheets in positions.


def with_award(position: g.Position, **fields: Any) -> g.Position:  # noqa: ANN401 - any of its fields
    """Change the award for gardens on the only sheet."""
    sheet = next(iter(position.sheets or ()))
    lines = [attrs.evolve(line, **fields) if line.shown else line for line in sheet.lines]
    return attrs.evolve(position, sheets=(attrs.evolve(sheet, lines=tuple(lines)),))


@pytest.mark.accepts("BON-5")
def test_sheets_with_cards_are_judged() -> None:
    position = scored().to_position()
    assert g.validate(position).violations == ()


@pytest.mark.rejects("BON-4")
@pytest.mark.rejects("BON-5")
def test_a_card_on_a_sheet_counts_with_its_tile_alone() -> None:
    position = scored().to_position()
    wrong = with_award(position, shown=tuple(faces("GA11:-")))
    assert clauses(g.validate(wrong).violations) == ["BON-4"]
    twice = with_award(position, shown=(GARDEN, GARDEN))
    assert clauses(g.validate(twice).violations) == ["MOD-5"]


@pytest.mark.rejects("BON-2")
def test_no_cards_on_a_sheet_without_the_module_or_for_dirk() -> None:
    position = scored().to_position()
    plain = attrs.evolve(
        position,
        ruleset=attrs.evolve(BONUS, modules=()),
        players=tuple(attrs.evolve(player, bonus=None, shown=None) for player in position.players),
        # Without the cards that were drawn there are more draws than the table shows (BOX-11).
        draws=0,
    )
    assert clauses(g.validate(plain).violations) == ["BON-2"]
    unknown = attrs.evolve(plain, ruleset=None)
    assert g.validate(unknown).violations == ()
    sheet = scored().sheets[0]
    dirks = attrs.evolve(sheet, players=("Red", "Blue", g.DIRK))
    told = g.Position(players=(), sheets=(dirks,))
    assert "BON-2" not in clauses(g.validate(told).violations)
    assert "BON-2" in clauses(g.validate(with_award(told, player=g.DIRK)).violations)


@pytest.mark.rejects("MOD-6")
def test_the_kit_finds_a_service_that_tells_the_cards_of_others() -> None:
    referee = g.Referee.open(NAMES, BONUS, dealer=g.Dealer(b"sixteen bytes or more"), table_id="bonus")
    for seat in (RED, None):
        others = [(what, twin) for what, _, twin in twins(referee, seat) if what.startswith("which bonus")]
        ((_, twin),) = others
        assert twin.log != referee.log
        assert twin.since(0, seat) == referee.since(0, seat)
