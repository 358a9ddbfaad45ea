"""What holds for all game records: of any games, cut anywhere, changed anywhere, and of anything at all."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from granada_rules import Kind, apply
from granada_rules.notation import digests, read_event, write_event
from granada_rules.records import (
    GameRecord,
    RecordError,
    Replay,
    read_game,
    replay,
    write_game,
    write_json,
    write_toml,
)
from granada_rules.testing import rulesets
from tests.helpers import schemas
from tests.helpers.example_games import EXAMPLES
from tests.helpers.positions import PLAYERS, WITHOUT_SHRINKING, ages, beginning, rngs, some_event
from tests.helpers.schemas import anything

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from granada_rules import Event, Game

LONGEST_MESSAGE = 500

TEXTS = {path.stem: path.read_text("utf-8") for path in sorted(EXAMPLES.iterdir())}
RECORDS = {
    name: read_game(TEXTS[name])
    for name in ("2-players", "3-players", "stopped-early", "wrong-result", "alhambra-3-players")
}
SHORT = RECORDS["stopped-early"]
SHORTS = (SHORT, read_game(TEXTS["alhambra-stopped-early"]))
"""The beginning of a game of each kind."""


def some_game(start: Game, rng: random.Random) -> tuple[list[Event], list[Game]]:
    """Play to the end, and return all events and the games after each of them."""
    events, games = [], [start]
    while (event := some_event(games[-1], rng, thrift=0.5)) is not None:
        events.append(event)
        games.append(apply(games[-1], event))
    return events, games


any_lines = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1).filter(
    lambda line: line == line.strip() and not re.search("#[0-9a-f ]+$", line)
)
headers = st.fixed_dictionaries(
    {},
    optional={
        "commitment": st.just("0123456789abcdef" * 4),
        "seed": st.binary(min_size=16, max_size=1024),
        "table": st.sampled_from(["table 7", "№ 1", '"\U0001f3f0"']),
        "result": st.none(),
        "ended": st.sampled_from(["Ann resigned", "it was late", "№ \U0001f3f0"]),
        "behaviour": st.none() | st.integers(1, 9),
        "digests": st.just(()),
    },
)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=3, deadline=None, phases=WITHOUT_SHRINKING)
@given(st.data(), rngs, headers)
def test_reading_and_writing_are_inverse_and_a_replay_is_the_game(
    players: int,
    kind: Kind,
    data: st.DataObject,
    rng: random.Random,
    header: Mapping[str, Any],
) -> None:
    ruleset, of_age = data.draw(rulesets(kind)), data.draw(ages)
    start = beginning(players, ruleset, of_age)
    events, games = some_game(start, rng)
    table = data.draw(st.none() | st.just("table 1"))
    record = GameRecord.of(start, events, result=games[-1].table.points, table=table)
    record = attrs.evolve(record, **header)
    for write in (write_toml, write_json):
        document = write_game(record)
        schemas.GAME.validate(document)
        read = read_game(write(document), [ruleset.tiles])
        assert read == record
        assert write_game(read) == document
    found = replay(record)
    assert found.is_right
    assert found.is_over
    assert found.events == tuple(events)
    assert found.game == games[-1]
    assert (found.game.sheets, found.game.draws) == (games[-1].sheets, games[-1].draws)
    # Cut anywhere, it is right, and as far as the game was then.
    for _ in range(3):
        number = rng.randrange(len(events))
        part: dict[str, Any] = {"events": record.events[:number], "digests": record.digests[:number]}
        cut = replay(attrs.evolve(record, result=None, **part))
        assert cut.is_right
        assert not cut.is_over
        assert cut.game == games[number]


@given(st.sampled_from(list(RECORDS)), st.data())
@settings(deadline=None, max_examples=60)
def test_a_changed_line_is_located_by_its_digest(name: str, data: st.DataObject) -> None:
    record = RECORDS[name]
    number = data.draw(st.integers(1, min(len(record.events), 80)))
    line = record.events[number - 1]
    other = data.draw(st.sampled_from(record.events) | any_lines)
    changed = (*record.events[: number - 1], other, *record.events[number:])
    found = replay(attrs.evolve(record, events=changed))
    assert found.changed_line == (None if other == line else number)


@given(st.lists(st.text(st.characters(codec="utf-8")), max_size=6), st.data())
def test_a_digest_depends_on_its_line_and_those_before(lines: list[str], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(lines)))
    assert digests(lines[:number]) == digests(lines)[:number]
    other = digests([*lines[:number], "another line", *lines[number:]])
    assert other[:number] == digests(lines)[:number]
    assert not set(digests(lines)[number:]) & set(other[number:])


def judged(text: str | bytes) -> Replay | RecordError:
    """Read and replay anything: what comes out is one of these two, in few words."""
    try:
        record = read_game(text)
        found = replay(record)
    except RecordError as error:
        refusal = error
    else:
        return consistent(record, found)
    assert all(0 < len(line) < LONGEST_MESSAGE for line in str(refusal).split("\n"))
    return refusal


def consistent(record: GameRecord, found: Replay) -> Replay:
    """Make sure that a replay says of a record what is so."""
    bad = found.bad_event
    assert (bad is None) == (len(found.events) == len(record.events))
    if bad is not None:
        assert bad.number == len(found.events) + 1
        assert bad.line == record.events[bad.number - 1]
        assert bad.reasons
        assert all(len(reason) < LONGEST_MESSAGE for reason in bad.reasons)
        assert all(len(violation.message) < LONGEST_MESSAGE for violation in bad.violations)
    # Whatever can be replayed can be written, and is then the same.
    for write in (write_toml, write_json):
        assert read_game(write(write_game(record))) == record
    return found


pieces = st.one_of(
    st.sampled_from([*'"\n#\\=[]{}, \t\x00\ufeff', '"""', "9" * 20, "-1", "1.5"]),
    st.sampled_from(["tile AR8\n", "tile GA10\n", "tile TO13\n", 'ruleset = { game = "alhambra" }\n'])
    | st.sampled_from(["card b3\n", "Red passes\n", "Red takes b4 #00000000\n", "[x]\n", "events = 1\n"]),
    st.text(max_size=5),
)
names = st.sampled_from(
    [
        *("stopped-early", "stopped-in-the-setup", "built-apart", "unreadable-line", "changed-line"),
        *("paid-too-little", "alhambra-stopped-early", "alhambra-walls-left-out", "alhambra-turned-over"),
    ]
)


@settings(deadline=None, max_examples=100)
@given(
    names, st.booleans(), st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 30), pieces), max_size=4)
)
def test_a_spoiled_file_is_a_replay_or_an_error(
    name: str,
    in_json: bool,  # noqa: FBT001 - drawn
    changes: list[tuple[int, int, str]],
) -> None:
    text = TEXTS[name]
    if in_json:
        text = write_json(write_game(read_game(text)))
    for place, length, piece in changes:
        at = place % (len(text) + 1)
        text = text[:at] + piece + text[at + length :]
    judged(text)


yards = st.lists(st.sampled_from(["y", "g", "b", "o", "Y", "x"]), max_size=5)
options = st.fixed_dictionaries(
    {},
    optional={
        "game": st.sampled_from(["alhambra", "granada", "both"]) | anything,
        "edition": st.sampled_from(["FR", "en"]),
        "yard": yards,
        "simplified": st.booleans(),
        "gifts_one_by_one": st.booleans(),
        "modules": st.lists(st.sampled_from(["vizier", "huts", "bonus", "x"]), max_size=3) | anything,
        "house_rules": st.booleans(),
    },
)
entries = st.fixed_dictionaries(
    {},
    optional={
        "format": st.just("granada-game/1") | anything,
        "tiles": st.sampled_from(["reference", "alhambra"]) | anything,
        "ruleset": st.sampled_from(["FR", "en"]) | options | anything,
        "players": st.lists(st.text(max_size=3) | st.sampled_from(["Dirk", "Red"]), max_size=8) | anything,
        "ages": st.lists(st.integers(), max_size=7) | anything,
        "behaviour": anything,
        "dealer": st.sampled_from(["granada-dealer/1", "granada-dealer/2"]) | anything,
        "table": anything,
        "tiles_digest": st.sampled_from([SHORT.ruleset.tiles.digest, "0" * 64]) | anything,
        "commitment": anything,
        "seed_commitments": st.lists(st.just("0f" * 32), min_size=3, max_size=3) | anything,
        "seed": st.just("0f" * 16) | anything,
        "seed_parts": st.lists(st.just("0f" * 16) | anything, min_size=3, max_size=3) | anything,
        "ended": st.text(max_size=3) | anything,
        "result": st.dictionaries(st.sampled_from(["Red", "Blue", "Dirk", "x"]), st.integers(-9, 9))
        | anything,
        "events": st.lists(st.sampled_from([*SHORT.events, *SHORTS[1].events]) | st.text(max_size=20))
        | anything,
        "else": anything,
    },
)


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(SHORTS), entries)
@example(SHORT, {"events": ["tile AR8"] * 30})
@example(SHORT, {"result": {"Red": 1, "\ud800": 2}})
def test_any_entries_are_a_replay_or_an_error(record: GameRecord, changes: dict[str, Any]) -> None:
    judged(json.dumps(write_game(record) | changes))
    judged(json.dumps(write_game(record) | changes, ensure_ascii=False))


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=200) | st.text(max_size=200))
def test_anything_is_a_replay_or_an_error(data: str | bytes) -> None:
    assert isinstance(judged(data), RecordError)


line_changes = st.lists(
    st.tuples(
        st.integers(0, 59),
        st.sampled_from([*SHORT.events, *SHORTS[1].events]) | any_lines,
    ),
    min_size=1,
    max_size=3,
)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(SHORTS), line_changes)
def test_what_is_replayed_is_what_the_rules_allow(short: GameRecord, changes: list[tuple[int, str]]) -> None:
    lines = list(short.events)
    for number, line in changes:
        lines[number] = line
    record = attrs.evolve(short, events=tuple(lines), digests=())
    tiles = record.ruleset.tiles
    found = replay(record)
    game = replay(attrs.evolve(record, events=())).game
    for event, line in zip(found.events, lines, strict=False):
        assert read_event(line, record.players, tiles) == event
        assert read_event(write_event(event, record.players), record.players) == event
        game = apply(game, event)
    assert found.game == game
    if found.bad_event is not None:
        with pytest.raises(ValueError, match=r"."):
            apply(game, read_event(found.bad_event.line, record.players, tiles))
