"""The referee: what it hears and refuses, what it tells, how games end, and how a table is restored."""

from __future__ import annotations

import pickle
import random
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import attrs
import pytest

import granada_rules as g
from granada_rules.base import LONGEST_NAME, MOST_BYTES
from granada_rules.box import DISPLAY, MOST_PLAYERS
from granada_rules.dealer import part_commitments
from granada_rules.game import LARGEST_RECORD, LONGEST_GAME, LONGEST_STANDSTILL, money, result
from granada_rules.notation import LONGEST_LINE, MOST_EVENTS
from granada_rules.records import record_size
from tests.helpers.games import altered
from tests.helpers.samples import every, fewer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ANN, BO, CY = map(g.Seat, range(3))
NAMES = ["Ann", "Bo", "Cy"]
DEALER = g.Dealer(b"a secret of at least 16 bytes")
GAMES = [g.GRANADA, g.ALHAMBRA, g.BOTH]


def opened(players: int | list[str] = NAMES, ruleset: g.Ruleset = g.GRANADA) -> g.Referee:
    return g.Referee.open(players, ruleset, dealer=DEALER, table_id="table 7")


def restored(referee: g.Referee, log: Any) -> g.Referee:  # noqa: ANN401 - whatever was stored
    return g.Referee.restore(referee.header, log, DEALER)


def builder(referee: g.Referee) -> g.Action:
    """Choose what brings a game to its end: to buy and to build."""
    actions = list(g.legal_actions(referee.view(referee.to_act), minimal_payments=True))
    return next((action for action in actions if isinstance(action, g.Buy | g.Build)), actions[0])


def hoarder(referee: g.Referee) -> g.Action:
    """Choose anything but to buy."""
    actions = g.legal_actions(referee.view(referee.to_act), minimal_payments=True)
    return next(action for action in actions if not isinstance(action, g.Buy))


def stages(referee: g.Referee, choose: Callable[[g.Referee], g.Action] = builder) -> Iterator[g.Referee]:
    """Play on to the end, and show the table after each action."""
    yield referee
    while referee.to_act is not None:
        referee = referee.hear(referee.to_act, choose(referee))
        yield referee


def played(referee: g.Referee, choose: Callable[[g.Referee], g.Action] = builder) -> g.Referee:
    *_, last = stages(referee, choose)
    return last


def refused(referee: g.Referee, seat: g.Seat, said: Any, **options: Any) -> g.RefusedError:  # noqa: ANN401 - anything
    """Have something refused, and nothing changed."""
    before, number = pickle.loads(pickle.dumps(referee)), hash(referee)  # noqa: S301 - its own pickle
    with pytest.raises(g.RefusedError) as refusal:
        referee.hear(seat, said, **options)
    assert (referee, hash(referee)) == (before, number)
    assert str(refusal.value) == "\n".join(refusal.value.reasons)
    return refusal.value


# Open, hear, tell.


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.game)
@pytest.mark.parametrize("players", every(2, range(2, 7)))
def test_every_game_of_the_family_is_refereed_to_its_end(ruleset: g.Ruleset, players: int) -> None:
    versions = [referee.version for referee in stages(opened(players, ruleset))]
    assert versions == sorted(set(versions))
    over = played(opened(players, ruleset))
    assert (over.end, over.to_act, over.is_over) == (g.End.RULES, None, True)
    found = g.replay(over.record())
    assert found.is_right
    assert found.is_over
    assert found.game == over.game
    assert restored(over, over.log) == over
    assert (
        len(g.write_json(g.write_view(over.view(None))).encode()) < LARGEST_VIEW - players * 4 * LONGEST_NAME
    )


def test_a_new_table_is_dealt_and_somebody_is_to_act() -> None:
    referee = opened()
    assert repr(referee) == "<Referee of Ann, Bo, Cy, version 19: Cy is to act>"
    assert (referee.version, referee.to_act, referee.players) == (19, CY, tuple(NAMES))
    assert not referee.game.is_chance
    assert referee.table is referee.game.table
    assert (referee.result, referee.end, referee.is_over) == (None, None, False)
    assert referee.terms.table == "table 7"


def test_ages_decide_who_begins_also_after_a_restart() -> None:
    dealers = (g.Dealer(number.to_bytes(16, "big")) for number in range(1000))
    for dealer in dealers:
        tables = [
            g.Referee.open(6, dealer=dealer, table_id="t", ages=ages) for ages in (range(6), range(6, 0, -1))
        ]
        for table in tables:
            again = g.Referee.restore(table.header, table.log, dealer)
            assert again == table
            assert again.header.ages is not None
        if len({table.to_act for table in tables}) == 2:
            return
    pytest.fail("no tie among a thousand deals")


def test_actions_are_heard_as_values_and_as_lines() -> None:
    referee = opened()
    line = "Cy buys 4 for o7"
    heard = referee.hear(CY, g.Buy(CY, g.Space(4), g.Purse.parse("o7")))
    assert heard.log[referee.version :] == (line,)
    assert referee.hear(CY, line) == referee.hear(CY, f"  {line} ") == heard
    assert referee.hear(CY, line, version=19) == heard
    assert heard.since(19, ANN) == (line,)
    built = heard.hear(CY, "Cy builds LI6 at 1,0")
    assert built.since(20, None)[0] == "Cy builds LI6 at 1,0"
    assert built.since(20, None)[1].startswith("tile ")
    assert built.to_act == ANN


def test_in_alhambra_walls_may_be_left_out_where_one_tile_is_called_so() -> None:
    for referee in stages(opened(3, g.ALHAMBRA)):
        for action in g.legal_actions(referee.view(referee.to_act), minimal_payments=True):
            tiles = referee.start.table.ruleset.tiles
            if isinstance(action, g.Build) and tiles.called(action.face.building, action.face.value) == (
                action.face,
            ):
                name, act = referee.players[action.seat], str(action.face).partition(":")[0]
                line = f"{name} builds {act} at {action.cell}"
                assert referee.hear(action.seat, line) == referee.hear(action.seat, action)
                return
    pytest.fail("no such tile was built")


def test_all_seats_are_told_everything_once() -> None:
    over = played(opened())
    for seat in (None, ANN, BO, CY):
        assert over.since(0, seat) == over.log
        assert over.since(over.version, seat) == ()
        for version in range(0, over.version, 7):
            assert over.log[:version] + over.since(version, seat) == over.log


def test_a_seat_sees_its_own_hand() -> None:
    referee = opened()
    for seat in (ANN, BO, CY):
        hands = referee.view(seat).hands
        assert [owner for owner, hand in enumerate(hands) if hand is not None] == [seat]
    assert set(referee.view(None).hands) == {None}


@pytest.mark.parametrize("seat", [3, -1, True, "Ann", 1.0, None])
def test_nobody_speaks_or_looks_from_a_seat_that_is_not_there(seat: Any) -> None:  # noqa: ANN401
    referee = opened()
    calls: list[Callable[[], object]] = [
        lambda: referee.hear(seat, "Cy passes"),
        lambda: referee.resign(seat),
    ]
    if seat is not None:
        calls += [lambda: referee.view(seat), lambda: referee.since(0, seat)]
    for call in calls:
        with pytest.raises(ValueError, match=r"^seat: expected 0 to 2"):
            call()


@pytest.mark.parametrize("version", [-1, 20, True, "19", None, 10**30])
def test_what_happened_since_a_version_that_never_was_is_not_told(version: Any) -> None:  # noqa: ANN401
    with pytest.raises(ValueError, match=r"^version: expected 0 to 19, got "):
        opened().since(version, ANN)


# How far back seats are told.


def test_only_the_last_round_is_told_as_long_as_a_game_goes_on() -> None:
    """A record would tell all hands, and so would all events (SETUP-7)."""
    for table in [*stages(opened())][:-1]:
        first = table.told_from
        acted = [event.seat for event in table.events[first:] if isinstance(event, g.Action)]
        turns = [seat for seat, before in zip(acted, [None, *acted], strict=False) if seat != before]
        assert len(turns) <= len(NAMES)
        for seat in (None, ANN, BO, CY):
            assert table.since(first, seat) == table.log[first:]
            if first:
                message = (
                    f"version: expected {first} to {table.version}, got {first - 1}: only the last round"
                )
                with pytest.raises(ValueError, match=f"^{message} is told, as long as the game goes on$"):
                    table.since(first - 1, seat)


def test_a_seat_is_told_everything_since_its_last_turn() -> None:
    for before, after in pairwise(stages(opened())):
        for seat in (ANN, BO, CY):
            if before.to_act == seat:
                assert after.told_from <= before.version
            acted = [n for n, event in enumerate(after.events) if getattr(event, "seat", None) == seat]
            others = [n for n in acted if any(getattr(e, "seat", seat) != seat for e in after.events[n:])]
            # All that happened after the last turn of a seat before the one that goes on.
            assert not others or after.told_from <= others[-1] + 1


def test_in_the_first_round_the_deal_is_told() -> None:
    """It is made in the open; from then on hands are secret (SETUP-7)."""
    table = opened()
    assert table.told_from == 0
    assert table.since(0, None) == table.log
    while table.told_from == 0:
        table = table.hear(cast("g.Seat", table.to_act), hoarder(table))
    assert len({event.seat for event in table.events if isinstance(event, g.Action)}) == len(NAMES)
    with pytest.raises(ValueError, match="only the last round is told"):
        table.since(0, None)
    assert table.abandon().since(0, None) == table.abandon().log


def test_news_begin_where_they_may() -> None:
    table = late()
    first = table.told_from
    assert first > 0
    for seat in (None, ANN):
        news = table.news(seat, since=0)
        assert (news.since, news.lines, news.version) == (first, table.log[first:], table.version)
        assert (news.view, news.to_act, news.table_id) == (table.view(seat), table.to_act, "table 7")
        assert table.news(seat).lines == ()
    assert table.news(ANN, table.version) == table.news(ANN)
    for version in (-1, table.version + 1, True, "0"):
        with pytest.raises(ValueError, match=f"^version: expected 0 to {table.version}, got "):
            table.news(ANN, cast("Any", version))
    with pytest.raises(ValueError, match=r"^seat: expected 0 to 2"):
        table.news(g.Seat(3))


# Refuse.


class Forged(g.Buy):  # type: ignore[misc] # the type checker refuses it, too
    """A purchase that may change its mind."""


HOSTILE: list[tuple[g.Seat, object, str]] = [
    (ANN, "Ann takes o4", "TURN-1: Ann: Cy is to act, not Ann"),
    (CY, "Ann takes o4", "Cy acts for Cy, and for nobody else"),
    (ANN, "Cy buys 4 for o7", "Ann acts for Ann, and for nobody else"),
    (CY, g.TakeMoney(ANN, []), "Cy acts for Cy, and for nobody else"),
    (CY, "card b9", "Cy cannot draw: draws are the dealer's"),
    (CY, "scoring A", "Cy cannot draw: draws are the dealer's"),
    (CY, g.DrawCard(next(iter(money(3)))), "Cy cannot draw: draws are the dealer's"),
    (CY, "Cy resigns", "expected one of takes"),
    (CY, "abandoned", "a line begins with"),
    (CY, "Cy takes everything", "card 'everything': expected"),
    (CY, "", "expected an event, got blanks only"),
    (CY, "Cy takes" + " b9" * LONGEST_LINE, "a line has at most 1000 characters"),
    (CY, Forged(CY, cast("Any", 4), []), "expected an action or its line, got Forged"),
    (CY, 7, "expected an action or its line, got int"),
    (CY, None, "expected an action or its line, got NoneType"),
    (CY, b"Cy passes", "expected an action or its line, got bytes"),
    (CY, ["Cy passes"], "expected an action or its line, got list"),
]


@pytest.mark.parametrize(("seat", "said", "reason"), HOSTILE)
def test_what_a_seat_cannot_say_is_refused_and_changes_nothing(
    seat: g.Seat, said: object, reason: str
) -> None:
    assert reason in str(refused(opened(), seat, said))


def test_all_reasons_are_given_at_once_and_as_values() -> None:
    refusal = refused(opened(), CY, "Cy buys 1 for b9 o7")
    assert refusal.reasons == (
        "BUY-1: Cy: space 1 is paid in yellow, not with b9; o7",
        "BUY-1: Cy: HP10 costs 10 yellow, and 0 is paid",
    )
    assert [violation.clause for violation in refusal.violations] == ["BUY-1", "BUY-1"]
    assert refused(opened(), CY, "nonsense").violations == ()


@pytest.mark.parametrize("version", [18, 20, -1, "19", 19.0, True])
def test_an_action_on_another_version_is_refused(version: object) -> None:
    line = "Cy buys 4 for o7"
    refusal = refused(opened(), CY, line, version=version)
    assert str(refusal).startswith("Cy acts on version ")
    assert str(refusal).endswith(", and this is 19")


def test_what_is_sent_twice_is_heard_once() -> None:
    first = opened(2, g.Ruleset())
    while not isinstance(builder(first), g.TakeMoney):
        first = first.hear(cast("g.Seat", first.to_act), builder(first))
    seat, action = cast("g.Seat", first.to_act), builder(first)
    heard = first.hear(seat, action, version=first.version)
    assert "acts on version" in str(refused(heard, seat, action, version=first.version))


# Ends outside the rules.


def rows(referee: g.Referee) -> list[tuple[int, str, int, bool]]:
    assert referee.result is not None
    return [(row.rank, row.player, row.points, row.wins) for row in referee.result.standings]


def late() -> g.Referee:
    """Return a table with different points."""
    return next(table for table in stages(opened()) if len(set(table.table.points.values())) == 3)


def test_who_resigns_is_last_and_the_others_are_ranked_by_points() -> None:
    table = late()
    points = table.table.points
    first = max(points, key=points.__getitem__)
    over = table.resign(g.Seat(NAMES.index(first)))
    assert over.result is not None
    assert (over.end, over.result.resigned, str(over.result)) == (g.End.RESIGNED, first, f"{first} resigned")
    others = sorted((name for name in NAMES if name != first), key=points.__getitem__, reverse=True)
    assert rows(over) == [
        (1, others[0], points[others[0]], True),
        (2, others[1], points[others[1]], False),
        (3, first, points[first], False),
    ]
    assert over.log == (*table.log, f"{first} resigns")
    assert over.version == table.version + 1
    assert over.since(table.version, None) == (f"{first} resigns",)
    assert over.since(over.version, None) == ()
    assert repr(over).endswith(f": {first} resigned>")


def test_of_two_the_other_wins_also_behind_dirk() -> None:
    table = altered(opened(2).table, dirk=g.DirksTiles(points=9))
    found = result.result_of(table, g.End.RESIGNED, "Player 2")
    assert found.standings == (
        g.Standing(1, g.DIRK, 9, wins=False),
        g.Standing(2, "Player 1", 0, wins=True),
        g.Standing(3, "Player 2", 0, wins=False),
    )


def test_equal_points_share_a_rank_but_not_with_who_resigned() -> None:
    assert rows(opened().resign(BO)) == [(1, "Ann", 0, True), (1, "Cy", 0, True), (3, "Bo", 0, False)]


def test_anybody_can_resign_at_any_time() -> None:
    for referee in [*stages(opened())][:-1:9]:
        for seat in (ANN, BO, CY):
            assert referee.resign(seat).is_over


def test_at_an_abandoned_table_nobody_wins() -> None:
    table = late()
    over = table.abandon()
    assert over.result is not None
    assert (over.end, str(over.result), over.result.resigned) == (g.End.ABANDONED, "abandoned", None)
    assert [row.points for row in over.result.standings] == sorted(table.table.points.values(), reverse=True)
    assert not any(row.wins for row in over.result.standings)
    assert over.log[-1] == "abandoned"


@pytest.mark.parametrize("end", [lambda table: table.resign(BO), lambda table: table.abandon(), played])
def test_when_a_game_is_over_nothing_more_happens(end: Callable[[g.Referee], g.Referee]) -> None:
    over = end(opened())
    assert over.to_act is None
    message = f"the game is over: {over.result}"
    assert str(refused(over, CY, "Cy buys 4 for o7")) == message
    for call in (over.abandon, lambda: over.resign(CY)):
        with pytest.raises(g.RefusedError, match=re.escape(message)):
            call()


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.game)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_after_sixty_turns_without_a_purchase_a_game_ends(ruleset: g.Ruleset, players: int) -> None:
    tables = list(stages(opened(players, ruleset), hoarder))
    over = tables[-1]
    assert [table.idle_turns for table in tables] == list(range(LONGEST_STANDSTILL + 1))
    assert over.end is g.End.STANDSTILL
    assert str(over.result) == "60 turns without a purchase"
    assert over.result == result.result_of(over.table, g.End.STANDSTILL)
    assert any(row.wins for row in over.result.standings)
    assert not over.game.is_over
    assert g.replay(over.record()).is_right
    assert restored(over, over.log) == over


def test_a_purchase_starts_the_count_anew_and_its_own_turn_does_not_count() -> None:
    table, idle = opened(), 0
    rng = random.Random(5)
    while not table.is_over:
        seat, turn = cast("g.Seat", table.to_act), table.table.turn
        action = builder(table) if rng.random() < 0.1 else hoarder(table)
        placing = table.table.bought
        table = table.hear(seat, action)
        if isinstance(action, g.Buy):
            idle = 0
        elif table.table.turn != turn and not placing:
            idle += 1
        assert table.idle_turns == idle or table.game.is_over


def alternating(referee: g.Referee) -> g.Action:
    """Choose to build a tile, and then to add it and take it away, for ever."""
    names = {"Extend": 0, "Reduce": 1, "Build": 2, "Buy": 3}
    actions = g.legal_actions(referee.view(referee.to_act), minimal_payments=True)
    return min(actions, key=lambda action: names.get(type(action).__name__, 4))


def test_a_game_that_goes_nowhere_ends() -> None:
    """Extending and reducing bring no game to its end, and the readers have bounds."""
    over = played(opened(2), alternating)
    assert over.end is g.End.STANDSTILL
    assert {line.split()[2] for line in over.log[-20:]} <= {"extends", "reduces"}


@pytest.mark.parametrize(
    ("name", "bound", "end"),
    [("LONGEST_GAME", 200, g.End.TOO_LONG), ("LARGEST_RECORD", 5000, g.End.TOO_LARGE)],
)
def test_a_game_that_is_too_long_ends_when_a_turn_begins(
    monkeypatch: pytest.MonkeyPatch, name: str, bound: int, end: g.End
) -> None:
    monkeypatch.setattr(result, name, bound)
    for ruleset in GAMES:
        tables = list(stages(opened(4, ruleset)))
        over = tables[-1]
        measured = [table.version if end is g.End.TOO_LONG else table.size for table in tables]
        assert over.end is end
        assert not over.table.bought
        assert measured[-1] >= bound
        # Only turns that had begun before were played to their end.
        late = [table for table, many in zip(tables, measured, strict=True) if many >= bound]
        assert all(table.table.bought for table in late[:-1])
        assert restored(over, over.log) == over
        assert g.replay(over.record()).is_right


def test_a_game_by_the_rules_may_end_beyond_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, before, over = stages(opened())
    monkeypatch.setattr(result, "LONGEST_GAME", before.version)
    assert played(opened()).end is g.End.RULES
    assert over.end is g.End.RULES


# The record can always be read.

MOST_DRAWS = 2 * 54 + DISPLAY + 2
"""More than there can be at the end of a turn: all tiles for the yard and for Dirk, cards, scoring cards."""

LARGEST_VIEW = 24 * 1024
"""More than a view of six players at the end of a game takes in JSON."""

MOST_ACTIONS = 8 + 8 + 8 + 1 + 8
"""In a turn, and at the end: purchases on eight spaces, an action after each, placing, one more, gifts."""

LONGEST_EVENT = "\N{HIGH VOLTAGE SIGN}" * LONGEST_NAME + " builds SC10:NESW at -111,-111 for" + " b9" * 108


def test_no_reader_finds_a_game_too_long_that_the_referee_let_go_on() -> None:
    assert LONGEST_GAME + MOST_ACTIONS + MOST_DRAWS < MOST_EVENTS
    assert len(LONGEST_EVENT) < LONGEST_LINE
    wide = LONGEST_EVENT.replace("\N{HIGH VOLTAGE SIGN}", "\N{GAME DIE}")
    turn = MOST_ACTIONS * record_size(wide) + MOST_DRAWS * record_size("tile SC10:NESW")
    # At the end: the points by name, Dirk's included, the seed, and some digests.
    end = (MOST_PLAYERS + 1) * (4 * LONGEST_NAME + 20) + 2 * 1024 + 1000
    # And with a joint seed its parts.
    end += (MOST_PLAYERS + 1) * (2 * 1024 + 20)
    assert LARGEST_RECORD + turn + end < MOST_BYTES
    # In news a line takes less than in a record, where a digest follows; and there is a view.
    assert len(f'    "{wide}",\n'.encode()) < record_size(wide)
    assert LARGEST_RECORD + turn + end + LARGEST_VIEW < MOST_BYTES


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.game)
def test_the_size_is_that_of_the_record(ruleset: g.Ruleset) -> None:
    names = ['"Ann" \\', "Bo \N{GAME DIE}" + "\N{GAME DIE}" * 50, "Cy"]
    over = played(opened(names, ruleset))
    record = over.record()
    unfinished = g.GameRecord.of(over.start, over.events, commitment=over.commitment, table="table 7")
    assert len(g.write_json(g.write_game(unfinished)).encode()) == over.size
    assert len(g.write_toml(g.write_game(unfinished)).encode()) <= over.size
    assert (
        g.read_game(g.write_json(g.write_game(record)))
        == g.read_game(g.write_toml(g.write_game(record)))
        == record
    )


# Secrets.


def test_with_the_record_the_seed_is_opened_and_the_game_can_be_audited() -> None:
    for over in (played(opened()), opened().resign(BO), opened().abandon()):
        record = over.record()
        assert (record.dealer, record.table, record.seed) == ("granada-dealer/2", "table 7", DEALER.seed)
        assert record.commitment == over.commitment == DEALER.commitment_to(over.terms)
        assert g.audit_record(record).fair
        assert over.header.seed is None
        assert record.ended == (None if over.end is g.End.RULES else str(over.result))
        assert g.read_game(g.write_toml(g.write_game(record))) == record


def test_there_is_no_record_before_the_end() -> None:
    message = "the game goes on, and its record tells all hands: store header and log, send news, or end it"
    for table in [*stages(opened())][:-1:20]:
        with pytest.raises(ValueError, match=message):
            table.record()


def test_neither_repr_nor_errors_show_the_seed_or_a_hand() -> None:
    table = opened()
    shown = [
        repr(table),
        str(table),
        repr(table.header),
        *(str(refused(table, *said[:2])) for said in HOSTILE[:8]),
    ]
    for log in (["tile SC10"], [*table.log[:-1], "card b1"], [*table.log, "Cy passes"]):
        with pytest.raises(ValueError, match="log, entry") as error:
            restored(table, log)
        shown.append(str(error.value))
    for text in shown:
        assert DEALER.seed.decode() not in text
        assert DEALER.seed.hex() not in text
        for hand in table.game.hands:
            assert str(hand) not in text


def test_the_header_is_public_and_can_be_stored() -> None:
    table = opened()
    header = table.header
    assert header.events == ()
    assert header.result is None
    assert header.commitment == table.commitment
    assert g.read_game(g.write_json(g.write_game(header))) == header
    assert g.Referee.restore(g.read_game(g.write_toml(g.write_game(header))), table.log, DEALER) == table


# Restore.


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.game)
@pytest.mark.parametrize("players", every(2, [2, 3]))
def test_from_every_beginning_of_the_log_a_table_is_restored(ruleset: g.Ruleset, players: int) -> None:
    tables = list(stages(opened(players, ruleset)))[: fewer(15, 40)]
    last = tables[-1].resign(ANN)
    for many in range(last.version + 1):
        # Draws that are due are made again.
        expected = next(table for table in [*tables, last] if table.version >= many)
        assert restored(last, last.log[:many]) == expected


def test_a_restored_table_goes_on_as_before() -> None:
    table = late()
    again = restored(table, iter(table.log))
    assert (again, hash(again), repr(again)) == (table, hash(table), repr(table))
    assert again.game.sheets == table.game.sheets
    assert again.game.draws == table.game.draws
    assert played(again) == played(table)
    assert restored(table, [*table.log, "abandoned"]) == table.abandon()


def test_a_log_that_is_none_of_this_table_is_refused() -> None:
    table = opened()
    dealt = list(table.log)
    swapped = [dealt[1], dealt[0], *dealt[2:]]
    wrong: list[tuple[list[str], str]] = [
        (swapped, "log, entry 1: a draw that is not this dealer's: another seed, or a changed log"),
        (dealt[1:], "log, entry 1: a draw that is not this dealer's"),
        ([*dealt, "card b1"], "log, entry 20: a draw that is not this dealer's"),
        ([*dealt, "Cy passes"], "log, entry 20: TURN-2: Cy: "),
        ([*dealt, "Cy passes?"], "log, entry 20: 'Cy passes?': expected"),
        ([*dealt[:9], "Cy resigns"], "log, entry 10: 'Cy resigns': expected"),
        ([*dealt, "Cy resigns", "Ann resigns"], "log, entry 21: the game was over before it"),
        ([*dealt, "abandoned", "Cy buys 4 for o7"], "log, entry 21: the game was over before it"),
    ]
    for log, message in wrong:
        with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
            restored(table, log)


def test_a_header_of_another_table_is_refused() -> None:
    table = opened()
    other = g.Dealer(b"another secret of 16 bytes")
    with pytest.raises(ValueError, match=r"^header: the commitment is not one of this dealer to this table$"):
        g.Referee.restore(table.header, table.log, other)
    with pytest.raises(ValueError, match=r"^header: expected a record with the id of the table"):
        g.Referee.restore(g.GameRecord(players=("Ann", "Bo")), [], DEALER)
    with pytest.raises(ValueError, match=r"^header: expected a record without events; the log has them$"):
        g.Referee.restore(table.abandon().record(), [], DEALER)


@pytest.mark.parametrize("log", ["tile SC10", b"tile SC10", 7, None, [7], [None], [b"tile SC10"]])
def test_a_log_has_lines(log: object) -> None:
    with pytest.raises(TypeError, match=r"^log: expected lines, got "):
        restored(opened(), log)


@pytest.mark.parametrize("table_id", ["", " x", "x" * 61, "a\nb", "\ud800", 7, None])
def test_a_table_has_an_id_that_can_be_printed(table_id: Any) -> None:  # noqa: ANN401
    with pytest.raises((TypeError, ValueError), match="expected"):
        g.Referee.open(2, dealer=DEALER, table_id=table_id)


def test_a_table_that_no_game_can_have_is_not_opened() -> None:
    with pytest.raises(g.ViolationError, match="BOX-12"):
        opened(7)
    with pytest.raises(ValueError, match="look alike"):
        opened(["Ann", "ANN"])
    alike = [attrs.evolve(tiles(), name="our box") for tiles in (g.alhambra, g.reference)]
    with pytest.raises(g.RecordError, match="two tile sets are called 'our box'"):
        opened(3, attrs.evolve(g.BOTH, tile_set=g.TileSets(alike)))
    with pytest.raises(TypeError, match="expected Dealer, got bytes"):
        g.Referee.open(2, dealer=b"x" * 16, table_id="t")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected GameRecord, got dict"):
        g.Referee.restore({}, [], DEALER)  # type: ignore[arg-type]


def test_names_that_look_like_entries_are_told_apart() -> None:
    table = opened(["abandoned", "Ann", "Ann resigns"])
    for seat, name in enumerate(table.players):
        over = table.resign(g.Seat(seat))
        assert over.log[-1] == f"{name} resigns"
        assert restored(table, over.log) == over
    over = table.abandon()
    assert restored(table, over.log) == over
    assert restored(over, played(table).log) == played(table)


# Joint seeds.

PARTS = [g.SeedPart(bytes([number]) * 32) for number in range(4)]


def joint() -> tuple[g.Referee, g.Dealer]:
    """Return a table whose seed all have made."""
    terms = g.Terms.of(g.setup(NAMES), table="table 7")
    dealer = g.Dealer(g.joint_seed(terms, PARTS, part_commitments(terms, PARTS)))
    return g.Referee.open(NAMES, dealer=dealer, table_id="table 7", seed_parts=PARTS), dealer


def test_the_parts_of_a_joint_seed_are_opened_at_the_end() -> None:
    table, dealer = joint()
    header = table.header
    assert header.seed_commitments == part_commitments(table.terms, PARTS)
    assert (header.seed_parts, header.seed) == (None, None)
    assert g.read_game(g.write_toml(g.write_game(header))) == header
    for over in (played(table), table.resign(ANN)):
        record = over.record()
        assert (record.seed_commitments, record.seed_parts) == (header.seed_commitments, tuple(PARTS))
        assert record.seed == dealer.seed
        assert g.read_game(g.write_json(g.write_game(record))) == record
        assert g.audit_record(record, seed_commitments=header.seed_commitments).fair
        again = g.Referee.restore(header, over.log, dealer, seed_parts=PARTS)
        assert again == over
        assert pickle.loads(pickle.dumps(over)) == over  # noqa: S301 - its own pickle


def test_parts_that_do_not_make_the_seed_are_refused() -> None:
    table, dealer = joint()
    with pytest.raises(ValueError, match=r"^seed_parts: expected those that make the seed of the dealer$"):
        g.Referee.open(NAMES, dealer=DEALER, table_id="table 7", seed_parts=PARTS)
    with pytest.raises(ValueError, match=r"^seed_parts: expected those that the header has commitments to$"):
        g.Referee.restore(table.header, table.log, dealer)
    alone = g.Referee.open(NAMES, dealer=dealer, table_id="table 7")
    with pytest.raises(ValueError, match=r"^seed_parts: expected those that the header has commitments to$"):
        g.Referee.restore(alone.header, table.log, dealer, seed_parts=PARTS)
    with pytest.raises(
        ValueError, match=r"^seed_parts: expected 4, of the players and of the dealer, got 3$"
    ):
        g.Referee.open(NAMES, dealer=dealer, table_id="table 7", seed_parts=PARTS[:3])
    with pytest.raises(TypeError, match=r"^expected SeedPart, got NoneType$"):
        g.Referee.open(NAMES, dealer=dealer, table_id="table 7", seed_parts=cast("Any", [None] * 4))


def test_a_standing_is_a_value() -> None:
    over = opened().resign(ANN)
    assert over.result == restored(over, over.log).result
    assert over.result is not None
    assert over.result.standings[-1] == g.Standing(3, "Ann", 0, wins=False)
