"""Exchange cards in files, lines, JSON, drawings and on the command line."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

import granada_rules as g
from granada_rules.position import Position
from tests.helpers import schemas
from tests.helpers.games import BLUE, NAMES, RED, at_random, buy, clauses, take
from tests.helpers.program import run
from tests.helpers.samples import fewer

EXCHANGED = g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.EXCHANGE])
YB = g.ExchangeCard.parse("yb")


@cache
def moments() -> tuple[g.Game, ...]:
    """Return the games of a whole game, one after the other."""
    games = [game for game, _ in at_random(g.setup(NAMES[:3], EXCHANGED), random.Random(6))]
    return tuple(games)


def with_cards_of_all_kinds() -> g.Game:
    """Return a decision with exchange cards on the display and in hands, while others are in their piles."""
    return next(
        game
        for game in moments()
        if game.table.to_act is not None
        and game.table.display.exchange_cards
        and any(hand.exchange_cards for hand in game.hands)
        and any(pile.exchange for pile in game.piles)
    )


@pytest.mark.parametrize(
    ("written", "pile"),
    [
        (12, g.Pile(12)),
        ("12A", g.Pile(12, g.Scoring.A)),
        ("14A+2", g.Pile(14, g.Scoring.A, 2)),
        ("13+2", g.Pile(13, None, 2)),
        ("2+2", g.Pile(2, None, 2)),
    ],
)
def test_piles_say_how_many_exchange_cards_they_hold(written: object, pile: g.Pile) -> None:
    document = {"format": "granada-position/1", "piles": [written]}
    schemas.POSITION.validate(document)
    assert g.read_position(g.write_json(document)).piles == (pile,)
    assert g.write_position(Position(piles=(pile,)))["piles"] == [written]


@pytest.mark.parametrize("written", ["14A+0", "14A+", "+2", "14+", "14", "14A+2+2", "14 A", "14D+2", ""])
def test_other_piles_are_refused(written: str) -> None:
    document = {"format": "granada-position/1", "piles": [written]}
    assert not schemas.POSITION.is_valid(document)
    with pytest.raises(g.RecordError, match="a pile"):
        g.read_position(g.write_json(document))


def test_a_pile_holds_no_more_exchange_cards_than_cards() -> None:
    with pytest.raises(g.RecordError, match="exchange: expected 1 or fewer in a pile of 2"):
        g.read_position(g.write_json({"format": "granada-position/1", "piles": ["2A+2"]}))


def test_positions_are_written_and_read_at_all_decisions() -> None:
    for number, game in enumerate(moments()):
        if game.table.to_act is not None and number % fewer(9, 3) == 0:
            document = g.write_position(game.to_position())
            schemas.POSITION.validate(document)
            assert g.Game.from_position(g.read_position(g.write_json(document))) == game
            assert g.Game.from_position(g.read_position(g.write_toml(document))) == game


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (g.DrawCard(YB), "card yb"),
        (take("yb"), "Red takes yb"),
        (take("y3 yb"), "Red takes y3 yb"),
        (buy(3, "y2 b3 yb"), "Red buys 3 for y2 b3 yb"),
    ],
)
def test_events_are_lines_and_objects(event: Any, line: str) -> None:  # noqa: ANN401 - of several kinds
    table = moments()[-1].table
    assert g.notation.write_event(event, NAMES[:3]) == line
    assert g.notation.read_event(line, NAMES[:3]) == event
    document = g.wire.write_event(event)
    schemas.EVENT.validate(document)
    assert g.wire.read_event(document) == event
    assert table.ruleset is EXCHANGED


@pytest.mark.parametrize("card", ["by", "yy", "yx", "ybo", "y+b"])
def test_no_other_pair_is_a_card(card: str) -> None:
    document = {"type": "card", "card": card}
    assert not schemas.EVENT.is_valid(document)
    with pytest.raises(g.RecordError):
        g.wire.read_event(document)


def test_whole_games_are_recorded_and_replayed() -> None:
    start = g.setup(NAMES[:3], EXCHANGED)
    events = [event for _, event in at_random(start, random.Random(6))]
    record = g.GameRecord.of(start, events)
    document = g.write_game(record)
    schemas.GAME.validate(document)
    assert document["ruleset"] == {"game": "alhambra", "modules": ["exchange"]}
    for text in (g.write_json(document), g.write_toml(document)):
        found = g.replay(g.read_game(text))
        assert found.is_right
        assert found.game.table.phase is g.Phase.OVER


def test_violations_name_exchange_cards() -> None:
    game = with_cards_of_all_kinds()
    turn = game.table.to_act
    assert turn is not None
    with pytest.raises(g.ViolationError) as refusal:
        g.apply(game, take("y1 yb", turn))
    for violation in refusal.value.violations:
        document = g.wire.write_violation(violation)
        schemas.VIOLATION.validate(document)
        assert g.wire.read_violation(document) == violation


# Views.


def test_views_are_sent_at_all_moments_and_hide_exchange_cards_in_hands() -> None:
    for number, game in enumerate(moments()):
        if number % fewer(15, 5) == 0:
            for seat in (None, RED, BLUE):
                seen = g.view(game, seat)
                document = json.loads(g.write_json(g.write_view(seen)))
                schemas.VIEW.validate(document)
                assert g.read_view(document) == seen
    game = with_cards_of_all_kinds()
    holder = next(g.Seat(seat) for seat, hand in enumerate(game.hands) if hand.exchange_cards)
    (held, *_) = game.hands[holder].exchange_cards
    for seat in [None, *(g.Seat(other) for other in range(3) if other != holder)]:
        told = g.write_json(g.write_view(g.view(game, seat)))
        assert f'"{held}"' not in told
    assert f'"{held}"' in g.write_json(g.write_view(g.view(game, holder)))


def refused(document: dict[str, Any]) -> list[str]:
    with pytest.raises(g.ViolationError) as refusal:
        g.read_view(document)
    return clauses(refusal.value.violations)


@pytest.mark.rejects("EXC-2")
def test_a_view_of_exchange_cards_that_cannot_have_come_is_refused() -> None:
    first = next(game for game in moments() if game.table.phase is g.Phase.ACT)
    document = json.loads(g.write_json(g.write_view(g.view(first, None))))
    come = {**document, "display": [*document["display"][:3], "yb"]}
    assert "EXC-2" in refused(come)
    assert refused({**document, "deck_size": document["deck_size"] - 1}) == ["BOX-11"]
    twice = {**document, "display": [*document["display"][:2], "yb", "yb"]}
    assert "EXC-1" in refused(twice)


# Drawings and commands.


def test_drawings_show_exchange_cards_in_two_colours() -> None:
    game = with_cards_of_all_kinds()
    position, (shown, *_) = game.to_position(), game.table.display.exchange_cards
    for drawn in (
        g.draw.text(g.view(game, None)),
        g.draw.text(position),
        g.draw.text(position, ascii_lines=True),
    ):
        assert f" {shown}" in drawn
    piles = next(line for line in g.draw.text(position).splitlines() if line.startswith("Piles"))
    assert piles == " ".join(["Piles", *map(str, game.piles)])
    assert "+" in piles
    svg = str(g.draw.svg(g.view(game, None)))
    assert f">{shown}<" in svg
    assert f"{shown.first.code}\x1b" in g.draw.text(g.view(game, None), colour=True)


def test_commands_play_judge_and_show_games_with_exchange_cards() -> None:
    played = run("play", "--game", "alhambra", "--players", "3", "--with", "exchange", "--seed", "x").stdout
    record = g.read_game(played)
    assert record.ruleset.modules == (g.Module.EXCHANGE,)
    assert any("card yb" in event for event in record.events)
    assert run("replay", "-", data=played).exit_code == 0
    text = g.write_toml(g.write_position(with_cards_of_all_kinds().to_position()))
    for command in (["validate"], ["score", "--scoring", "A"], ["moves"], ["draw"]):
        answer = run(*command, "-", data=text)
        assert answer.exit_code == 0, answer
    refusal = run("play", "--with", "exchange")
    assert refusal.exit_code != 0
    assert "house_rules allows it" in refusal.stderr
