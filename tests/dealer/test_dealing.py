"""Dealing with a dealer: the draws that are due, all of them at once, and the proof that they were fair."""

from __future__ import annotations

import random
from hashlib import shake_256

import attrs
import pytest

import granada_rules as g
from granada_rules.game.game import _without_borders
from tests.helpers.games import every_game, played
from tests.helpers.positions import PLAYERS, decisions, draws_due, positions

DEALER = g.Dealer(b"for each and all the same")
OTHER = g.Dealer(b"for some better than for others")


def dealt(players: int, seed: int = 0, rules: g.Ruleset = g.GRANADA) -> list[g.Event]:
    """Return all events of a game that the dealer deals and everybody plays at random."""
    rng = random.Random(seed)
    game, events = g.setup(players, rules), []
    while game.table.phase is not g.Phase.OVER:
        now: list[g.Event] = list(g.draws(game, DEALER))
        if not now:
            now = [rng.choice(list(g.legal_actions(game, minimal_payments=True)))]
        events += now
        game = played(game, *now)
    return events


def test_draws_are_all_those_that_are_due_and_no_more() -> None:
    for game in draws_due():
        after = game
        for draw in g.draws(game, DEALER):
            assert draw in dict(g.chance(after))
            after = g.apply(after, draw)
        assert after.table.draw_for is None
        assert after == g.deal(game, DEALER)


def test_where_no_draw_is_due_nothing_is_dealt() -> None:
    for game in positions():
        if game.table.draw_for is None:
            assert list(g.draws(game, DEALER)) == []
            assert g.deal(game, DEALER) == game


@every_game
def test_a_draw_depends_on_the_seed_and_on_how_many_there_were(rules: g.Ruleset) -> None:
    """The draws are the same, in whatever portions they are asked for."""
    begun = g.setup(4, rules)
    at_once = list(g.draws(begun, DEALER))
    game = begun
    for number, draw in enumerate(at_once):
        assert game.draws == number
        assert next(g.draws(game, DEALER)) == draw
        game = g.apply(game, draw)
    assert list(g.draws(begun, OTHER)) != at_once
    assert g.deal(begun, DEALER) == game != g.deal(begun, OTHER)


def test_draws_come_one_by_one() -> None:
    coming = g.draws(g.setup(2), DEALER)
    assert isinstance(next(coming), g.DrawTile)
    assert isinstance(next(coming), g.DrawTile)


@pytest.mark.parametrize("players", PLAYERS)
@every_game
def test_a_fair_game_is_found_fair(rules: g.Ruleset, players: int) -> None:
    events = dealt(players, rules=rules)
    found = g.audit(g.setup(players, rules), events, DEALER, DEALER.commitment)
    assert found == g.Audit(
        commitment_kept=True, foreign_draw=None, game=played(g.setup(players, rules), *events)
    )
    assert found.fair
    assert found.game.table.phase is g.Phase.OVER


@every_game
def test_an_unfinished_game_is_judged_as_far_as_it_goes(rules: g.Ruleset) -> None:
    events = dealt(3, rules=rules)
    for length in (0, 1, 40, 200):
        found = g.audit(g.setup(3, rules), iter(events[:length]), DEALER, DEALER.commitment)
        assert found.fair
        assert found.game == played(g.setup(3, rules), *events[:length])


def changed_draws(events: list[g.Event]) -> list[tuple[int, g.Draw]]:
    """Return some draws of a game, each with another that was as possible then."""
    changed, game = [], g.setup(3)
    for number, event in enumerate(events):
        others = [draw for draw, _ in g.chance(game) if draw != event]
        if others and number % 25 == 0:
            changed.append((number, others[number % len(others)]))
        game = g.apply(game, event)
    return changed


def test_a_draw_that_is_not_the_dealers_is_found_where_it_is() -> None:
    events = dealt(3)
    changed = changed_draws(events)
    assert len(changed) > 5
    for number, draw in changed:
        found = g.audit(
            g.setup(3), [*events[:number], draw, *events[number + 1 :]], DEALER, DEALER.commitment
        )
        assert found == g.Audit(
            commitment_kept=True, foreign_draw=number, game=played(g.setup(3), *events[:number])
        )
        assert not found.fair


def test_another_dealers_game_is_not_this_ones() -> None:
    found = g.audit(g.setup(3), dealt(3), OTHER, OTHER.commitment)
    assert found.commitment_kept
    assert found.foreign_draw == 0
    assert not found.fair


def test_a_seed_that_was_not_committed_to_is_found_out() -> None:
    events = dealt(3)
    for commitment in (OTHER.commitment, "", DEALER.commitment.upper(), DEALER.commitment[:-1]):
        found = g.audit(g.setup(3), events, DEALER, commitment)
        assert not found.commitment_kept
        assert found.foreign_draw is None
        assert not found.fair


def test_an_event_against_the_rules_is_refused_as_ever() -> None:
    events = dealt(3)
    game = g.setup(3)
    for number, event in enumerate(events):
        if not isinstance(event, g.Draw):
            wrong: g.Event = attrs.evolve(event, seat=g.Seat((event.seat + 1) % 3))
            with pytest.raises(g.ViolationError) as refused:
                g.audit(g.setup(3), [*events[:number], wrong], DEALER, DEALER.commitment)
            assert [violation.clause for violation in refused.value.violations] == ["TURN-1"]
            break
        game = g.apply(game, event)
    assert game.table.phase is g.Phase.ACT


@every_game
def test_a_draw_that_nothing_called_for_is_not_the_dealers(rules: g.Ruleset) -> None:
    due = list(g.draws(g.setup(3, rules), DEALER))
    found = g.audit(g.setup(3, rules), [*due, g.DrawTile(rules.tiles.faces[0])], DEALER, DEALER.commitment)
    assert found.foreign_draw == len(due)
    assert found.game == g.deal(g.setup(3, rules), DEALER)
    assert found.game.table.to_act is not None


# Purposes: numbers for one have nothing to do with those for another.


def test_numbers_for_another_purpose_are_others() -> None:
    for purpose in ("completion", "shuffle", ""):
        own = [DEALER.number(draw, 2**64, purpose=purpose) for draw in range(50)]
        assert own == [DEALER.number(draw, 2**64, purpose=purpose) for draw in range(50)]
        assert not set(own) & {DEALER.number(draw, 2**64) for draw in range(50)}
    assert DEALER.number(7, 2**64, purpose="draw") == DEALER.number(7, 2**64)


def test_the_purpose_stands_in_the_label() -> None:
    label = b"granada-dealer/1 completion\n" + bytes(7) + b"\x05" + DEALER.seed
    assert DEALER.number(5, 2**64, purpose="completion") == int.from_bytes(shake_256(label).digest(8), "big")


def test_a_commitment_is_no_number_for_any_draw() -> None:
    committed = int(DEALER.commitment, 16)
    numbers = {
        DEALER.number(draw, 2**256, purpose=purpose)
        for draw in range(50)
        for purpose in ("draw", "completion", "commitment")
    }
    assert len(numbers) == 150
    assert committed not in numbers


def test_views_are_completed_with_numbers_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game = g.deal(g.setup(3), DEALER)
    asked: set[tuple[int, str]] = set()
    number = g.Dealer.number

    def listening(dealer: g.Dealer, draw: int, below: int, purpose: str = "draw") -> int:
        asked.add((draw, purpose))
        return number(dealer, draw, below, purpose)

    monkeypatch.setattr(g.Dealer, "number", listening)
    g.complete(g.view(game, g.Seat(0)), DEALER)
    first, asked = asked, set()
    g.complete(g.view(game, g.Seat(0)), DEALER, 1)
    assert {purpose for _, purpose in first | asked} == {"completion"}
    assert first.isdisjoint(asked)
    asked = set()
    g.deal(g.setup(3), DEALER)
    assert asked == {(draw, "draw") for draw in range(game.draws)}


def test_where_no_scoring_card_is_the_border_between_two_piles_makes_no_difference() -> None:
    seen = 0
    for game in decisions():
        # EXC-2: an exchange card that is bound to a pile is as certain as a scoring card.
        certain = [pile.scoring or pile.exchange for pile in game.piles]
        # MIX-7: as long as B is set aside, the piles are those of the first deck.
        if len(certain) > 1 and not any(certain) and not game.table.aside:
            whole = (g.Pile(sum(pile.size for pile in game.piles)),)
            other = g.Game.from_position(attrs.evolve(game.to_position(), piles=whole))
            assert other == game
            assert hash(other) == hash(game)
            seen += 1
    assert seen


def test_a_scoring_card_in_another_pile_makes_a_difference() -> None:
    game = next(game for game in decisions() if [pile.scoring for pile in game.piles][1:2] == [g.Scoring.A])
    first, second, *others = game.piles
    moved = (g.Pile(first.size + 1, g.Scoring.A), g.Pile(second.size - 1), *others)
    assert _without_borders(moved) != _without_borders(game.piles)
    assert len(_without_borders(game.piles)) == 5
