"""Whatever seats say: a referee hears what is legal, refuses everything else, and can be restored."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from granada_rules import (
    Action,
    Dealer,
    Referee,
    RefusedError,
    Seat,
    audit_record,
    check,
    notation,
    read_game,
    replay,
    write_game,
    write_json,
)
from granada_rules.testing import (
    assert_consistent,
    assert_refuses,
    assert_restores,
    assert_sends_no_secrets,
    events,
    referees,
)
from tests.helpers.samples import fewer
from tests.kit.test_services import Values


def dealer(referee: Referee) -> Dealer:
    over = referee if referee.is_over else referee.abandon()
    return Dealer(over.record().seed or b"")


class Service(Values):
    """The referee itself, with any seed."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer

    def restore(self, room: Referee, log: object) -> Referee:
        return Referee.restore(room.header, log, self.dealer)  # type: ignore[arg-type]


@given(referees(max_actions=400))
@settings(max_examples=4)
def test_a_table_is_sound_and_its_record_is_right(referee: Referee) -> None:
    assert_consistent(referee.game)
    assert (referee.to_act is None) == referee.is_over == (referee.result is not None)
    assert referee.version == len(referee.log)
    over = referee if referee.is_over else referee.abandon()
    record = over.record()
    tiles = referee.start.table.ruleset.tiles
    assert read_game(write_json(write_game(record)), [tiles]) == record
    found = replay(record)
    assert found.is_right
    assert found.game == referee.game
    assert audit_record(record).fair


@given(referees(max_actions=120), st.data())
def test_a_table_is_restored_from_any_beginning_of_its_log(referee: Referee, data: st.DataObject) -> None:
    many = data.draw(st.integers(0, referee.version))
    again = Referee.restore(referee.header, referee.log[:many], dealer(referee))
    assert again.version >= many
    assert again.log[:many] == referee.log[:many]
    assert referee.log[: len(again.log)] == again.log
    # What is said after that leads to the same table.
    for line in referee.log[again.version :]:
        event = _action(line, referee)
        if event is not None:
            again = again.hear(event.seat, line)
    if not again.is_over and referee.is_over:
        last = referee.log[-1]
        gone = [seat for seat, name in enumerate(referee.players) if last == f"{name} resigns"]
        again = again.resign(Seat(gone[0])) if gone else again.abandon()
    assert again == referee
    assert pickle.loads(pickle.dumps(again)) == referee  # noqa: S301 - its own pickle


def _action(line: str, referee: Referee) -> Action | None:
    try:
        event = notation.read_event(line, referee.players, referee.start.table.ruleset.tiles)
    except ValueError:
        return None
    return event if isinstance(event, Action) else None


@given(referees(), st.data())
def test_whatever_a_seat_says_is_heard_exactly_if_it_is_its_own_and_legal(
    referee: Referee, data: st.DataObject
) -> None:
    before = pickle.dumps(referee)
    seat = data.draw(st.sampled_from(range(len(referee.players))).map(Seat))
    said = data.draw(events(referee.game) | st.text() | st.none() | st.integers() | st.binary())
    version = data.draw(st.none() | st.just(referee.version) | st.integers())
    is_own = isinstance(said, Action) and said.seat == seat
    legal = is_own and not referee.is_over and not check(referee.game, said)  # type: ignore[arg-type]
    if legal and version in {None, referee.version}:
        after = referee.hear(seat, said, version=version)  # type: ignore[arg-type]
        assert after.events[len(referee.events)] == said
        assert after.version > referee.version
    else:
        with pytest.raises(RefusedError) as refusal:
            referee.hear(seat, said, version=version)  # type: ignore[arg-type]
        assert refusal.value.reasons
    assert pickle.dumps(referee) == before


@given(referees())
@settings(max_examples=8)
def test_what_seats_are_sent_tells_no_secrets(referee: Referee) -> None:
    assert_sends_no_secrets(Values(), referee)


@given(referees())
@settings(max_examples=fewer(4, 8))
def test_what_is_refused_changes_nothing(referee: Referee) -> None:
    assert_refuses(Values(), referee)


@given(referees(max_actions=15))
@settings(max_examples=fewer(3, 6))
def test_every_beginning_of_a_log_restores_a_table(referee: Referee) -> None:
    assert_restores(Service(dealer(referee)), referee)
