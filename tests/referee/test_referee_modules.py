"""The referee in games with modules: who speaks when, how far back seats are told, and what stays secret."""

from __future__ import annotations

import random
from functools import cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import pytest

import granada_rules as g
from granada_rules.game import events
from granada_rules.testing.twins import twins
from tests.helpers.games import NAMES
from tests.helpers.positions import some_event
from tests.helpers.samples import fewer

if TYPE_CHECKING:
    from collections.abc import Iterator

DEALER = g.Dealer(b"a secret of at least 16 bytes")
VIZIER = g.Ruleset(kinds=[g.Kind.ALHAMBRA], modules=[g.Module.VIZIER])
ALL = g.Ruleset(kinds=[g.Kind.ALHAMBRA], modules=g.Module)
BOTH_WITH_ALL = g.Ruleset(kinds=g.Kind, modules=g.Module, house_rules=True)


@cache
def tables(ruleset: g.Ruleset, players: int) -> tuple[g.Referee, ...]:
    """Return a table after each action of a game that is played at random to its end."""
    rng = random.Random(players)
    return tuple(_tables(g.Referee.open(NAMES[:players], ruleset, dealer=DEALER, table_id="7"), rng))


def _tables(referee: g.Referee, rng: random.Random) -> Iterator[g.Referee]:
    yield referee
    while referee.to_act is not None:
        action = some_event(referee.game, rng, thrift=0.4)
        assert isinstance(action, g.Action)
        referee = referee.hear(action.seat, action)
        yield referee


def lookers(referee: g.Referee) -> list[g.Seat | None]:
    return [*map(g.Seat, range(len(referee.players))), None]


# How far back seats are told.


@pytest.mark.parametrize(("ruleset", "players"), [(VIZIER, 5), (ALL, 4), (BOTH_WITH_ALL, 2)])
def test_who_looks_once_in_a_turn_misses_nothing(ruleset: g.Ruleset, players: int) -> None:
    """Also if others are asked between turns all the time, or show cards (VIZ-9, BON-4)."""
    ended: dict[g.Seat, int] = {}
    compared = 0
    for before, after in zip(tables(ruleset, players), tables(ruleset, players)[1:], strict=False):
        table, event = before.table, after.events[before.version]
        if table.phase in {g.Phase.ACT, g.Phase.PLACE} and not isinstance(event, events.ShowBonus):
            assert isinstance(event, g.Action)
            ended[event.seat] = before.version + 1
        is_turn_ahead = after.table.phase is g.Phase.ACT and not after.table.extra and not after.is_over
        if is_turn_ahead and after.to_act in ended:
            assert after.told_from <= ended[after.to_act]
            compared += 1
    assert compared > 20


@pytest.mark.parametrize(("ruleset", "players"), [(VIZIER, 5), (ALL, 4), (BOTH_WITH_ALL, 2)])
def test_what_is_older_than_a_round_is_not_told(ruleset: g.Ruleset, players: int) -> None:
    turns: list[tuple[int, g.Seat]] = []
    for before, after in zip(tables(ruleset, players), tables(ruleset, players)[1:], strict=False):
        event = after.events[before.version]
        if before.table.phase in {g.Phase.ACT, g.Phase.PLACE} and not isinstance(event, events.ShowBonus):
            assert isinstance(event, g.Action)
            turns.append((before.version, event.seat))
        if not after.is_over:
            told = [seat for version, seat in turns if version >= after.told_from]
            assert len([*groupby(told)]) <= players
            for seat in lookers(after) if after.told_from else ():
                with pytest.raises(ValueError, match="only the last round is told"):
                    after.since(after.told_from - 1, seat)
    assert len(turns) > 50


# What stays secret.


def told(referee: g.Referee, seat: g.Seat | None) -> tuple[str, str]:
    """Return all that a seat can be sent."""
    news = referee.news(seat, referee.told_from)
    return g.write_json(g.write_news(news)), g.draw.text(news.view)


@pytest.mark.accepts("MOD-6")
@pytest.mark.parametrize(("ruleset", "players"), [(ALL, 3), (BOTH_WITH_ALL, 2)])
def test_no_seat_is_sent_what_is_hidden_or_comes_next(ruleset: g.Ruleset, players: int) -> None:
    compared: set[str] = set()
    going_on = tables(ruleset, players)[:-1]
    for referee in going_on[:: len(going_on) // fewer(3, 5)]:
        for seat in lookers(referee):
            sent = told(referee, seat)
            for what, how, twin in twins(referee, seat):
                assert told(twin, seat) == sent, f"{what} {how}"
                compared.add(what)
    assert len(compared) == 4


def said(referee: g.Referee, seat: g.Seat, line: str) -> str:
    """Return what a seat is told that says something which cannot be."""
    try:
        referee.hear(seat, line)
    except g.RefusedError as refusal:
        return str(refusal)
    return "heard"


@pytest.mark.accepts("BON-2", "MOD-6")
def test_to_try_every_card_tells_only_the_own_ones() -> None:
    answers: set[str] = set()
    every = tables(ALL, 3)
    pairs = pairwise(every)
    before_a_show = next(
        one for one, after in pairs if isinstance(after.events[one.version], events.ShowBonus)
    )
    for referee in (*every[10:-1:60], before_a_show):
        for seat in map(g.Seat, range(3)):
            lines = [f"{NAMES[seat]} shows {face}" for face in ALL.bonus_faces]
            answered = [said(referee, seat, line) for line in lines]
            for what, how, twin in twins(referee, seat):
                assert [said(twin, seat, line) for line in lines] == answered, f"{what} {how}"
            for face, answer in zip(ALL.bonus_faces, answered, strict=True):
                assert ("not in this hand" in answer) == (
                    face not in {*referee.game.bonus[seat], *referee.table.modules.shown[seat]}
                )
            answers.update(answered)
    assert "heard" in answers


@pytest.mark.accepts("MOD-6")
def test_an_exchange_card_in_a_hand_is_told_to_nobody_else() -> None:
    compared = 0
    for referee in tables(ALL, 3)[:-1:5]:
        if referee.view(None).hands[0] is not None:
            # END-2: hands are open when tiles are given away.
            continue
        game, recent = referee.game, " ".join(referee.log[referee.told_from :])
        open_cards = {*game.table.display, *game.table.discards}
        told_to = {seat: told(referee, seat) for seat in lookers(referee)}
        for owner, hand in enumerate(game.hands):
            for card in hand.exchange_cards:
                if card in open_cards or str(card) in recent:
                    continue
                for seat, (sent, drawn) in told_to.items():
                    assert (f'"{card}"' in sent) == (seat == owner)
                    assert (str(card) in drawn.split()) == (seat == owner)
                    compared += 1
    assert compared > 20


@pytest.mark.accepts("BON-4")
def test_a_shown_card_is_told_to_all_and_its_deal_to_none_but_its_owner() -> None:
    over = tables(ALL, 3)[-1]
    shows = [event for event in over.events if isinstance(event, events.ShowBonus)]
    assert shows
    first = tables(ALL, 3)[0]
    dealt = [event.face for event in first.events if isinstance(event, events.DrawBonus)]
    for seat in lookers(first):
        lines = [line for line in first.since(0, seat) if line.startswith("bonus")]
        own = [
            f"bonus {face}" if number // 3 == seat else "bonus hidden" for number, face in enumerate(dealt)
        ]
        assert lines == own
    for before, after in zip(tables(ALL, 3), tables(ALL, 3)[1:], strict=False):
        event = after.events[before.version]
        if isinstance(event, events.ShowBonus):
            line = f"{NAMES[event.seat]} shows {event.face}"
            assert all(after.since(before.version, seat)[0] == line for seat in lookers(after))


# Who speaks when.


@pytest.mark.accepts("VIZ-9")
def test_only_who_is_asked_buys_or_passes_between_turns() -> None:
    asked = [referee for referee in tables(VIZIER, 5) if referee.table.phase is g.Phase.FAVOUR]
    for referee in asked[::20]:
        for seat in map(g.Seat, range(5)):
            answer = said(referee, seat, f"{NAMES[seat]} passes")
            assert (answer == "heard") == (seat == referee.to_act)
    assert any(
        isinstance(action, events.Buy) for referee in asked for action in g.legal_actions(referee.game)
    )
    assert all(
        events.Pass(referee.to_act) in g.legal_actions(referee.game) for referee in asked if referee.to_act
    )


@pytest.mark.parametrize(("ruleset", "players"), [(ALL, 3), (BOTH_WITH_ALL, 2), (VIZIER, 5)])
def test_a_table_with_modules_is_restored_from_any_beginning_of_its_log(
    ruleset: g.Ruleset, players: int
) -> None:
    every = tables(ruleset, players)
    over = every[-1]
    assert g.Referee.restore(over.header, over.log, DEALER) == over
    for referee in every[:: len(every) // 5]:
        again = g.Referee.restore(over.header, over.log[: referee.version], DEALER)
        assert (again, again.told_from) == (referee, referee.told_from)
    kinds = {type(event) for event in over.events}
    assert (events.ShowBonus in kinds) <= (g.Module.BONUS in ruleset.modules)
    taken = [
        event for event in over.events if isinstance(event, events.TakeMoney) and event.cards.exchange_cards
    ]
    drawn = [
        event
        for event in over.events
        if isinstance(event, events.DrawCard) and type(event.card) is g.ExchangeCard
    ]
    assert bool(taken) == bool(drawn) == (g.Module.EXCHANGE in ruleset.modules)
