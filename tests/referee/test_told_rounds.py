"""How far back seats are told in games with windows: offers cut no round short."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

import pytest

import granada_rules as g
from tests.helpers.positions import others_shows

if TYPE_CHECKING:
    from collections.abc import Iterator


FAVOUR = g.Ruleset(kinds=g.ALHAMBRA.kinds, modules=[g.Module.VIZIER])
ALL = {
    "alhambra": g.Ruleset(kinds=g.ALHAMBRA.kinds, modules=g.Module),
    "both": g.Ruleset(kinds=g.Kind, modules=g.Module, house_rules=True),
}
NAMES = ["Ann", "Bo", "Cy", "Di"]
GAMES = [("alhambra", 2), ("alhambra", 4), ("both", 3)]
MANY = 420
"""So many events are enough for a scoring."""


def opened(players: int, rules: g.Ruleset) -> g.Referee:
    return g.Referee.open(NAMES[:players], rules, dealer=g.Dealer(b"how far back is told"), table_id="told")


def test_offers_between_turns_cut_no_round_short() -> None:
    """In the first round the deal is told (SETUP-7), however often somebody declines in it."""
    table, declined = opened(3, FAVOUR), 0
    while table.told_from == 0:
        before, seat = table, table.to_act
        assert seat is not None
        assert table.since(0, seat) == table.log
        is_offer = table.table.phase is g.Phase.FAVOUR
        declined += is_offer
        table = table.hear(seat, g.Pass(seat) if is_offer else g.TakeMoney(seat, [table.table.display[0]]))
    # Three turns with three answers each. With the fourth turn the first one is too long ago; what followed
    # its last action is told.
    turns = [number for number, event in enumerate(table.events) if isinstance(event, g.TakeMoney)]
    assert (len(turns), declined) == (4, 9)
    assert (before.told_from, table.told_from) == (0, turns[0] + 1)


@cache
def tables(game: str, players: int) -> list[g.Referee]:
    """Return a table with all modules after each of many actions at random."""
    table, rng = opened(players, ALL[game]), random.Random(players)
    found = [table]
    while not table.is_over and len(table.events) < MANY:
        assert table.to_act is not None
        actions = [*islice(g.legal_actions(table.view(table.to_act), minimal_payments=True), 100)]
        shows = [
            action for action in (*actions, *others_shows(table.game)) if isinstance(action, g.ShowBonus)
        ]
        action = rng.choice(shows or actions)
        table = table.hear(action.seat, action)
        found.append(table)
    return found


def turns_of(table: g.Referee) -> Iterator[tuple[g.Phase, g.Event, list[tuple[g.Seat, int]]]]:
    """Yield each event with its phase, and whose turns there were so far, with where they ended."""
    game, ends = table.start, list[tuple[g.Seat, int]]()
    for number, event in enumerate(table.events, 1):
        phase = game.table.phase
        game = g.apply(game, event)
        if (
            phase in {g.Phase.ACT, g.Phase.PLACE}
            and isinstance(event, g.Action)
            and type(event) is not g.ShowBonus
        ):
            ends = [*(ends[:-1] if ends and ends[-1][0] == event.seat else ends), (event.seat, number)]
        yield phase, event, ends


@pytest.mark.accepts("SETUP-7")
def test_a_round_goes_back_to_the_end_of_the_own_last_turn_and_no_further() -> None:
    seen = set()
    for game, players in GAMES:
        *_, last = tables(game, players)
        ends = {}
        for number, (phase, event, turns) in enumerate(turns_of(last), 1):
            ends[number] = turns
            seen.add((phase, type(event)))
        for table in tables(game, players):
            # END-2: tiles that somebody gets count like a turn.
            if table.is_over or table.table.phase is g.Phase.GIFT:
                continue
            first, turns = table.told_from, ends[table.version]
            for seat in map(g.Seat, range(players)):
                # All that happened since the last turn of that seat before the one that goes on.
                own = [end for who, end in turns[:-1] if who == seat]
                assert not own or first <= own[-1]
            assert sum(end > first for _, end in turns) <= players
    assert {phase for phase, _ in seen} >= {g.Phase.FAVOUR, g.Phase.PLACE_FAVOUR, g.Phase.REVEAL}
    assert g.ShowBonus in {kind for _, kind in seen}


@pytest.mark.accepts("MOD-6", "BON-2")
def test_a_seat_is_told_its_own_bonus_cards_and_everything_that_lay_open() -> None:
    for game, players in GAMES:
        first, *_, last = tables(game, players)
        dealt = sum(isinstance(event, g.DrawBonus) for event in last.events)
        for table in (first, last):
            log, is_deal = table.log[table.told_from :], table.told_from == 0
            for seat in (None, *map(g.Seat, range(players))):
                news = table.news(seat, since=0)
                assert news.since == table.told_from
                differing = [real for told, real in zip(news.lines, log, strict=True) if told != real]
                assert len(differing) == is_deal * (dealt if seat is None else dealt - dealt // players)
                assert all("bonus" in line for line in differing)
