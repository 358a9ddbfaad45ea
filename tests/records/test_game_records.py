"""Game records: what they say, what is wrong with them and where; ``examples/games`` has them all."""

from __future__ import annotations

import hashlib
import json
import pickle
import re
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import granada_rules
import granada_rules as g
from granada_rules.box import BEHAVIOUR
from granada_rules.notation import digests
from granada_rules.records import (
    GameRecord,
    RecordError,
    Replay,
    Slip,
    read_game,
    replay,
    write_game,
    write_json,
    write_toml,
)
from granada_rules.testing.values import mirrored
from tests.helpers import schemas
from tests.helpers.example_games import EXAMPLES, PLAYED, WRITTEN_BY, recorded, steps, texts
from tests.helpers.games import clauses, drawn
from tests.helpers.samples import every

if TYPE_CHECKING:
    from pathlib import Path

    from tests.helpers.playthroughs import Playthrough

LONGEST_MESSAGE = 500

each = pytest.mark.parametrize("playthrough", PLAYED.values(), ids=PLAYED)
some = pytest.mark.parametrize("playthrough", every(3, PLAYED.values()), ids=PLAYED)


def example(name: str) -> GameRecord:
    return read_game((EXAMPLES / f"{name}.toml").read_bytes())


def header(**entries: object) -> str:
    """Write a record for three without events; entries may be changed, and are left out if nothing."""
    document: dict[str, object] = {
        "format": "granada-game/1",
        "tiles": "reference",
        "players": ["Red", "Blue", "Green"],
    }
    return json.dumps({key: value for key, value in (document | entries).items() if value is not None})


def outcome(result: Replay) -> dict[str, Any]:
    """Say what a replay found, as far as it is out of the ordinary."""
    bad = result.bad_event
    found = {
        "prefix": len(result.events),
        "bad": None if bad is None else bad.number,
        "clauses": [] if bad is None else clauses(bad.violations),
        "changed": result.changed_line,
        "results": result.wrong_results,
        "over": result.is_over,
    }
    return {what: value for what, value in found.items() if value}


OUTCOMES: dict[str, dict[str, Any]] = {
    "2-players": {"prefix": 357, "over": True},
    "2-players-french": {"prefix": 346, "over": True},
    "3-players": {"prefix": 463, "over": True},
    "4-players": {"prefix": 523, "over": True},
    "5-players-all-options": {"prefix": 526, "over": True},
    "6-players": {"prefix": 469, "over": True},
    "stopped-early": {"prefix": 60},
    "bonus-alhambra-4-players": {"prefix": 457, "over": True},
    "bonus-both-2-players": {"prefix": 656, "over": True},
    "bonus-without-its-tile": {"prefix": 181, "bad": 182, "clauses": ["BON-4"]},
    "bonus-dealt-twice": {"prefix": 25, "bad": 26, "clauses": ["MOD-5"]},
    "bonus-hidden": {"prefix": 24, "bad": 25, "clauses": ["BON-2"]},
    "stopped-in-the-setup": {"prefix": 7},
    "paid-too-little": {"prefix": 21, "bad": 22, "clauses": ["BUY-1"]},
    "not-their-turn": {"prefix": 21, "bad": 22, "clauses": ["TURN-1"]},
    "built-apart": {"prefix": 34, "bad": 35, "clauses": ["BUILD-3", "BUILD-4", "BUILD-4"]},
    "tile-drawn-twice": {"prefix": 1, "bad": 2, "clauses": ["BOX-11"]},
    "card-drawn-for-a-tile": {"bad": 1, "clauses": ["SETUP-2"]},
    "unreadable-line": {"prefix": 27, "bad": 28},
    "changed-line": {"prefix": 5, "changed": 5},
    "wrong-result": {"prefix": 463, "results": {"Red": (136, 126)}, "over": True},
    "after-the-end": {"prefix": 463, "bad": 464, "clauses": ["END-5"], "over": True},
    "other-behaviour": {"prefix": 60},
    "alhambra-2-players": {"prefix": 342, "over": True},
    "alhambra-3-players": {"prefix": 461, "over": True},
    "alhambra-4-players": {"prefix": 478, "over": True},
    "alhambra-5-players-all-options": {"prefix": 426, "over": True},
    "alhambra-6-players": {"prefix": 432, "over": True},
    "alhambra-stopped-early": {"prefix": 60},
    "alhambra-walls-left-out": {"prefix": 60},
    "alhambra-unclear-tile": {"bad": 1},
    "alhambra-walls-that-no-tile-has": {"bad": 1, "clauses": ["A-BOX-2"]},
    "alhambra-face-of-granada": {"bad": 1, "clauses": ["A-BOX-2"]},
    "alhambra-turned-over": {"prefix": 41, "bad": 42, "clauses": ["PLACE-1"]},
    "both-2-players": {"prefix": 695, "over": True},
    "both-3-players": {"prefix": 866, "over": True},
    "both-4-players": {"prefix": 861, "over": True},
    "both-5-players-all-options": {"prefix": 927, "over": True},
    "both-6-players": {"prefix": 906, "over": True},
    "both-stopped-early": {"prefix": 60},
    "both-tile-of-the-other-kind": {"prefix": 1, "bad": 2, "clauses": ["MIX-6"]},
    "both-first-tile-without-moat": {"prefix": 1, "bad": 2, "clauses": ["MIX-6"]},
    "both-b-from-the-first-deck": {"prefix": 211, "bad": 212, "clauses": ["MIX-7"]},
    "both-granada-before-a-wall": {"prefix": 27, "bad": 28, "clauses": ["MIX-17", "MIX-19"]},
    "both-first-tile-removed": {"prefix": 88, "bad": 89, "clauses": ["MIX-20"]},
    "exchange-alhambra-3-players": {"prefix": 451, "over": True},
    "exchange-both-2-players-all-options": {"prefix": 635, "over": True},
    "exchange-card-too-early": {"prefix": 24, "bad": 25, "clauses": ["EXC-2"]},
    "exchange-card-with-money": {"prefix": 124, "bad": 125, "clauses": ["EXC-4"]},
    "exchange-card-of-other-currencies": {"prefix": 160, "bad": 161, "clauses": ["EXC-5"]},
    "huts-alhambra-3-players": {"prefix": 490, "over": True},
    "huts-both-2-players-all-options": {"prefix": 706, "over": True},
    "huts-a-fourth-one": {"prefix": 115, "bad": 116, "clauses": ["HUT-7"]},
    "huts-of-another-pile": {"prefix": 72, "bad": 73, "clauses": ["HUT-5"]},
    "huts-placed-too-early": {"prefix": 72, "bad": 73, "clauses": ["HUT-5"]},
    "modules-alhambra-3-players": {"prefix": 970, "over": True},
    "modules-alhambra-4-players-all-options": {"prefix": 1032, "over": True},
    "modules-both-2-players": {"prefix": 1254, "over": True},
    "modules-hut-given-to-dirk": {"prefix": 46, "bad": 47, "clauses": ["HUT-4"]},
    "modules-hut-with-the-pawn": {"prefix": 47, "bad": 48, "clauses": ["VIZ-13"]},
    "modules-stopped-early": {"prefix": 60},
    "vizier-2-players": {"prefix": 627, "over": True},
    "vizier-alhambra-3-players": {"prefix": 1001, "over": True},
    "vizier-both-4-players-all-options": {"prefix": 2057, "over": True},
    "vizier-active-pawn": {"prefix": 34, "bad": 35, "clauses": ["VIZ-11"]},
    "vizier-out-of-order": {"prefix": 59, "bad": 60, "clauses": ["VIZ-9"]},
    "vizier-overpaid": {"prefix": 59, "bad": 60, "clauses": ["VIZ-4"]},
}
OF_EACH = (
    "tiles: a game of Alhambra and Granada needs a listed tile set of each, "
    'such as { alhambra = "alhambra", granada = "reference" }'
)
UNREADABLE = {
    "modules-without-house-rules": "\n".join(
        f"MOD-3: no book adds {module.label} to Alhambra and Granada; house_rules allows it: "
        "ruleset = { …, house_rules = true }"
        for module in g.Module
    ),
    "both-one-tile-set": OF_EACH,
    "both-tiles-of-one-kind": OF_EACH,
    "both-without-tiles": "tiles is missing",
    "one-player": "BOX-12: the game is for 2 to 6 players",
    "unlisted-tiles": "tiles: a game needs a listed tile set",
    "alhambra-without-ruleset": (
        "tiles: 'alhambra' is of Alhambra, and without a ruleset this is Granada; "
        'for Alhambra write ruleset = { game = "alhambra" }'
    ),
    "unknown-game": "ruleset, game: expected one of alhambra, granada, both, got 'atlantis'",
}
RIGHT = {
    "stopped-early",
    "stopped-in-the-setup",
    "other-behaviour",
    "alhambra-stopped-early",
    "alhambra-walls-left-out",
    "both-stopped-early",
    "modules-stopped-early",
    *PLAYED,
}


def test_the_examples_are_as_they_are_written_anew() -> None:
    assert {path.name: path.read_text("utf-8") for path in EXAMPLES.iterdir()} == texts()


def test_every_example_has_its_expected_outcome() -> None:
    assert {path.stem for path in EXAMPLES.iterdir()} == OUTCOMES.keys() | UNREADABLE.keys()
    assert len(OUTCOMES) >= 29


@pytest.mark.parametrize("name", OUTCOMES)
def test_a_replay_finds_what_is_wrong_and_where(name: str) -> None:
    record = example(name)
    found = replay(record)
    assert outcome(found) == OUTCOMES[name]
    assert found.is_right == (name in RIGHT)
    # The examples are old records, but for one of a later release.
    assert record.behaviour == (BEHAVIOUR + 1 if name == "other-behaviour" else WRITTEN_BY)
    assert found.behaviour_differs
    if found.bad_event is not None:
        assert found.bad_event.line == record.events[found.bad_event.number - 1]
        assert found.bad_event.reasons
        assert all(len(reason) < LONGEST_MESSAGE for reason in found.bad_event.reasons)
        assert found.bad_event.number == len(found.events) + 1


@pytest.mark.parametrize("name", UNREADABLE)
def test_a_record_that_cannot_even_begin_says_why(name: str) -> None:
    with pytest.raises(RecordError) as refusal:
        replay(example(name))
    assert str(refusal.value) == UNREADABLE[name]


@some
def test_a_replay_is_the_game_that_was_played(playthrough: Playthrough) -> None:
    found = replay(example(playthrough.name))
    before, last = steps(playthrough)[-1]
    game = g.apply(before, last)
    assert found.events == tuple(event for _, event in steps(playthrough))
    assert found.game == game
    assert (found.game.sheets, found.game.draws) == (game.sheets, game.draws)
    assert [sheet.scoring.value for sheet in found.game.sheets] == ["A", "B", "C"]


@some
def test_a_recorded_game_can_be_audited(playthrough: Playthrough) -> None:
    record = example(playthrough.name)
    assert record.commitment is not None
    found = g.audit(
        g.setup(record.players, record.ruleset, ages=record.ages),
        replay(record).events,
        playthrough.dealer,
        record.commitment,
    )
    assert found.commitment_kept
    assert found.foreign_draw is None


def test_the_game_before_the_bad_event_is_given() -> None:
    for name in ("paid-too-little", "after-the-end", "unreadable-line"):
        found = replay(example(name))
        whole = steps(PLAYED["3-players"])
        number = len(found.events)
        assert found.game == (whole[number][0] if number < len(whole) else g.apply(*whole[-1]))


def test_an_unreadable_line_says_what_could_stand_there() -> None:
    bad = replay(example("unreadable-line")).bad_event
    assert bad is not None
    assert not bad.violations
    assert bad.line == "Red tkaes b4"
    assert "takes" in bad.reasons[0]


NO_EVENT = "a line begins with tile, card, scoring, bonus, hut, or one of 'Red'; 'Blue'; 'Green'"


def test_every_line_that_is_no_event_is_told_and_not_what_is_illegal_behind_the_first_one() -> None:
    lines = ["tile AR8", "scoring A", "tile DI6", "tiel MA4", "", "Red buys 9 for g4", "Red buys x for g4"]
    found = replay(read_game(header(events=lines)))
    assert found.bad_event is not None
    assert (found.bad_event.number, len(found.events), found.more_unreadable) == (2, 1, 0)
    assert [(event.number, event.line) for event in found.unreadable] == [
        (4, "tiel MA4"),
        (6, "Red buys x for g4"),
    ]
    assert found.bad_events == (found.bad_event, *found.unreadable)
    assert found.complaints[1:] == (
        f"event 4: 'tiel MA4': {NO_EVENT}",
        f"event 6: {found.unreadable[1].reasons[0]}",
    )


def test_a_first_line_that_is_no_event_is_told_once() -> None:
    found = replay(read_game(header(events="tile AR8\ntiel DI6\ntile MA4\ntile MA44\ncard 3b\n")))
    assert found.unreadable[0] == found.bad_event
    assert [event.number for event in found.bad_events] == [2, 5]
    assert len(found.complaints) == 2
    assert replay(example("3-players")).bad_events == ()


def test_of_very_many_lines_that_are_no_events_the_first_40_are_told() -> None:
    head = 'format = "granada-game/1"\ntiles = "reference"\nplayers = ["Red", "Bo"]\n'
    lines = "".join(f"Red {number}\n" for number in range(45))
    found = replay(read_game(f'{head}events = """\n{lines}"""'))
    assert [event.file_line for event in found.unreadable] == [*range(5, 45)]
    assert found.more_unreadable == 5
    assert len(found.complaints) == 41
    assert found.complaints[-1] == "and 5 more lines that cannot be read"
    found = replay(read_game(header(events=["Red 1"] * 41)))
    assert found.complaints[-1] == "and 1 more line that cannot be read"


LINES = """
tile AR8
tile\x07DI6

tiel MA4
Red pas\u2028ses
"""


def test_lines_that_no_record_can_hold_are_told_with_all_that_are_no_events() -> None:
    head = 'format = "granada-game/1"\ntiles = "reference"\nplayers = ["Red", "Blue", "Green"]\n'
    with pytest.raises(RecordError) as refused:
        read_game(f"{head}events = [{', '.join(map(json.dumps, LINES.split(chr(10))))}]")
    assert str(refused.value).split("\n") == [
        "line 4 of the file: events, line 2: U+0007 is not allowed in a line",
        f"line 4 of the file: events, line 3: 'tiel MA4': {NO_EVENT}",
        "line 4 of the file: events, line 4: U+2028 is not allowed in a line",
    ]
    with pytest.raises(RecordError) as refused:
        read_game(header(events=["x", 5] * 25))
    told = str(refused.value).split("\n")
    assert told[:2] == [f"events, line 1: 'x': {NO_EVENT}", "events, line 2: expected a string, got 5"]
    assert told[40:] == ["and 10 more"]
    second = Slip("events, line 2", "5", "events, line 2: expected a string, got 5")
    assert refused.value.slips[1] == second
    assert (refused.value.slips[0].given, len(refused.value.slips), refused.value.more) == ("x", 40, 10)


def test_a_tile_that_could_be_several_is_refused_with_their_names() -> None:
    bad = replay(example("alhambra-unclear-tile")).bad_event
    assert bad is not None
    assert bad.reasons == ("GA10: expected its walls too, 3 tiles are called so: GA10:-; GA10:N; GA10:W",)


def test_walls_may_be_left_out_in_a_record_and_the_game_is_the_same() -> None:
    whole, plain = example("alhambra-stopped-early"), example("alhambra-walls-left-out")
    assert replay(plain).events == replay(whole).events
    assert replay(plain).game == replay(whole).game
    assert sum(":" in line for line in plain.events) < sum(":" in line for line in whole.events)


def test_a_record_may_be_written_by_hand() -> None:
    record = read_game("""
format = "granada-game/1"
tiles = "reference"
ruleset = "fr"
players = ["Ann", "Ann Lee", "Tile"]
events = '''

    TILE  Arena 8
tile di6
  tile MA4\t
tile Herberge 2

'''
""")
    found = replay(record)
    assert record.ruleset == g.EDITIONS["FR"]
    assert record.events == ("TILE  Arena 8", "tile di6", "tile MA4", "tile Herberge 2")
    assert record.digests == ()
    assert record.behaviour is None
    assert found.is_right
    assert not found.behaviour_differs
    assert [str(face) for face in found.game.table.yard] == ["AR8", "DI6", "MA4", "HS2"]


def test_events_may_be_a_list_of_lines() -> None:
    lines = ["tile AR8 #DD25FD3E", "", "  tile DI6  # 686fe8ab "]
    record = read_game(header(events=lines))
    assert record.events == ("tile AR8", "tile DI6")
    assert record.digests == ("dd25fd3e", "686fe8ab")
    assert record == read_game(header(events="\n".join(lines)))
    assert record == read_game(header(events="\r\n".join(lines)))
    assert replay(record).changed_line is None


def test_a_record_without_events_is_a_game_before_its_first_draw() -> None:
    nothing: tuple[object, ...] = (None, [], "", "\n \n")
    for given in nothing:
        found = replay(read_game(header(events=given)))
        assert found.is_right
        assert found.game == g.setup(["Red", "Blue", "Green"])


def test_only_what_is_a_digest_is_one() -> None:
    lines = [
        "tile AR8 #dd25fd3",
        "tile AR8 #dd25fd3eg",
        "#dd25fd3e",
        "tile AR8 # dd25 fd3e",
        "a #11111111 #22222222",
    ]
    record = read_game(header(events=lines))
    assert record.events == (*lines[:4], "a #11111111")
    assert record.digests == (None, None, None, None, "22222222")


def test_a_digest_is_of_the_format_and_all_lines_so_far() -> None:
    lines = ["tile AR8", "tile Hôtel 6", "Red takes b4"]
    for number in range(1, 4):
        said = "\n".join(["granada-game/1", *lines[:number]])
        assert digests(lines)[number - 1] == hashlib.sha256(said.encode()).hexdigest()[:8]
    assert digests(["tile AR8"]) == ("dd25fd3e",)


def test_of_a_line_with_a_digest_more_blanks_are_dropped_than_of_one_without() -> None:
    record = read_game(header(events=["\u2003tile AR8\u2003", "\xa0\u2003tile AR8\u2003 #dd25fd3e\xa0"]))
    assert record.events == ("\u2003tile AR8\u2003", "tile AR8")
    assert digests(record.events) == ("bd73bef4", "208fbb63")
    assert replay(record).changed_line == 2


def test_a_line_of_other_blanks_counts_and_cannot_be_read() -> None:
    record = read_game(toml('"tile AR8", " ", "\u3000"'))
    bad = replay(record).bad_event
    assert bad is not None
    assert (bad.number, bad.file_line) == (2, 4)
    assert bad.reasons == ("'\\u3000': expected an event, got blanks only",)


def toml(events: str) -> str:
    """Return a record with a list of events, as TOML."""
    return f'format = "granada-game/1"\ntiles = "reference"\nplayers = ["Red", "Blue"]\nevents = [{events}]\n'


def test_digests_are_compared_where_there_are_some() -> None:
    record = example("stopped-early")
    some = tuple(digest if number % 7 == 3 else None for number, digest in enumerate(record.digests))
    assert replay(attrs.evolve(record, digests=some)).is_right
    events = (*record.events[:5], "card b1", *record.events[6:])
    assert replay(attrs.evolve(record, digests=some, events=events)).changed_line == 11
    assert replay(attrs.evolve(record, digests=(), events=events)).changed_line is None


def test_a_line_left_out_put_in_or_moved_is_located() -> None:
    record = example("stopped-early")
    lines, noted = list(record.events), list(record.digests)
    left_out = attrs.evolve(
        record, events=tuple(lines[:9] + lines[10:]), digests=tuple(noted[:9] + noted[10:])
    )
    put_in = attrs.evolve(
        record,
        events=(*lines[:9], lines[8], *lines[9:]),
        digests=(*noted[:9], noted[8], *noted[9:]),
    )
    moved = attrs.evolve(
        record,
        events=(*lines[:9], lines[10], lines[9], *lines[11:]),
        digests=(*noted[:9], noted[10], noted[9], *noted[11:]),
    )
    assert [replay(spoiled).changed_line for spoiled in (left_out, put_in, moved)] == [10, 10, 10]


def test_a_record_has_a_digest_for_each_line_or_none_at_all() -> None:
    with pytest.raises(ValueError, match="1 digest for 2 events"):
        GameRecord(players=("Red", "Blue"), events=("tile AR8", "tile DI6"), digests=("dd25fd3e",))
    without = GameRecord(players=("Red", "Blue"), events=("tile AR8",), digests=(None,))
    assert without.digests == ()
    assert without == attrs.evolve(without, digests=())


def test_only_stated_points_are_compared() -> None:
    record = example("2-players")
    points = replay(record).game.table.points
    assert points.keys() == {"Red", "Blue", "Dirk"}
    assert replay(attrs.evolve(record, result={"Blue": points["Blue"]})).is_right
    assert replay(attrs.evolve(record, result=None)).is_right
    stated = {"Red": 0, "Blue": points["Blue"], "Dirk": -1, "Green": 7}
    found = replay(attrs.evolve(record, result=stated))
    assert found.wrong_results == {
        "Red": (0, points["Red"]),
        "Dirk": (-1, points["Dirk"]),
        "Green": (7, None),
    }
    assert not found.is_right


def test_points_are_those_after_the_last_event() -> None:
    record = example("stopped-early")
    assert replay(attrs.evolve(record, result={"Red": 0, "Blue": 0, "Green": 0})).is_right
    assert replay(attrs.evolve(record, result={"Red": 1})).wrong_results == {"Red": (1, 0)}
    spoiled = attrs.evolve(record, events=("tile tile", *record.events[1:]), result={"Red": 1})
    assert replay(spoiled).wrong_results == {}


def test_a_record_begins_where_a_game_begins() -> None:
    with pytest.raises(ValueError, match="before the first draw"):
        GameRecord.of(drawn(g.setup(3)), [])


def test_another_behaviour_is_kept_and_reported() -> None:
    record = read_game(header(behaviour=BEHAVIOUR + 6))
    assert record.behaviour == BEHAVIOUR + 6
    assert write_game(record)["behaviour"] == BEHAVIOUR + 6
    assert replay(record).behaviour_differs
    assert replay(record).is_right
    assert not replay(read_game(header(behaviour=BEHAVIOUR))).behaviour_differs
    assert "behaviour" not in write_game(read_game(header()))
    assert GameRecord.of(g.setup(3), []).behaviour == BEHAVIOUR


def test_what_is_as_usual_is_not_written() -> None:
    assert write_game(GameRecord(players=("Red", "Blue"))) == {
        "format": "granada-game/1",
        "tiles": "reference",
        "players": ["Red", "Blue"],
        "behaviour": BEHAVIOUR,
        "events": "",
    }


def test_records_and_replays_are_values() -> None:
    record = example("wrong-result")
    again = example("wrong-result")
    assert (record, hash(record)) == (again, hash(again))
    assert (replay(record), hash(replay(record))) == (replay(again), hash(replay(again)))
    assert pickle.loads(pickle.dumps(replay(record))) == replay(again)  # noqa: S301 - our own bytes
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 - our own bytes
    names = {name: getattr(granada_rules, name) for name in granada_rules.__all__}
    assert eval(repr(record), names) == record  # noqa: S307 - our own text


def test_what_a_record_states_cannot_be_changed_afterwards() -> None:
    stated = {"Red": 1}
    record = attrs.evolve(example("wrong-result"), result=stated)
    stated["Red"] = 2
    assert record.result == {"Red": 1}
    for mapping in (record.result, replay(record).wrong_results):
        assert len(mapping) == 1
        with pytest.raises(TypeError):
            mapping["Red"] = 3  # type: ignore[index] # that it cannot be is what is tested


NO_RECORD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"players": 5}, TypeError, "players: expected tuple, got 5"),
    ({"players": ["Red", "Blue"]}, TypeError, "players: expected tuple, got ['Red', 'Blue']"),
    ({"players": ("Red", 5)}, TypeError, "players: expected str, got 5"),
    ({"players": ("Red", "")}, ValueError, "players, entry 2: expected 1 to 60 printable characters"),
    ({"ruleset": "EN"}, TypeError, "ruleset: expected Ruleset, got 'EN'"),
    ({"ages": (1.5, 2)}, TypeError, "ages: expected int, got 1.5"),
    ({"ages": (10**12, 2)}, ValueError, "ages: numbers go from -1000000000 to 1000000000"),
    ({"ages": (1,) * 201}, ValueError, "ages: more than 200 entries"),
    ({"behaviour": "1"}, TypeError, "behaviour: expected int, got '1'"),
    ({"behaviour": 0}, ValueError, "behaviour: versions are counted from 1"),
    ({"commitment": 7}, TypeError, "commitment: expected str, got 7"),
    ({"commitment": "x" * 64}, ValueError, "commitment: expected 64 digits, 0 to 9 and a to f"),
    ({"dealer": 2}, TypeError, "dealer: expected str, got 2"),
    (
        {"dealer": "granada-dealer/3"},
        ValueError,
        "dealer: expected one of granada-dealer/1, granada-dealer/2, got 'granada-dealer/3'",
    ),
    ({"dealer": "granada-dealer/2"}, ValueError, "table is missing: granada-dealer/2 commits to it"),
    (
        {"dealer": "granada-dealer/2", "table": "x"},
        ValueError,
        "tiles_digest is missing: granada-dealer/2 commits to it",
    ),
    ({"table": 7}, TypeError, "table: expected str, got 7"),
    ({"table": "x "}, ValueError, "table: expected 1 to 60 printable characters without blanks"),
    ({"tiles_digest": b""}, TypeError, "tiles_digest: expected str, got b''"),
    ({"tiles_digest": "x" * 64}, ValueError, "tiles_digest: expected 64 digits, 0 to 9 and a to f"),
    ({"tiles_digest": "0" * 64}, ValueError, "tiles_digest: the tiles of 'reference' are not those of the"),
    ({"seed": "a secret that is a text"}, TypeError, "seed: expected bytes, got str"),
    ({"ended": ""}, ValueError, "ended: expected 1 to 100 printable characters without blanks around them"),
    ({"ended": "x" * 101}, ValueError, "ended: expected 1 to 100 printable characters"),
    ({"ended": "Ann resigned "}, ValueError, "ended: expected 1 to 100 printable characters"),
    ({"ended": "Ann\nresigned"}, ValueError, "ended: expected 1 to 100 printable characters"),
    ({"ended": 7}, TypeError, "ended: expected str, got 7"),
    ({"seed": b"a short secret"}, ValueError, "seed: expected 16 to 1024 bytes, got 14"),
    ({"result": 5}, TypeError, "result: expected Mapping, got 5"),
    ({"result": {"A": "x"}}, TypeError, "result: expected int, got 'x'"),
    ({"result": {5: 5}}, TypeError, "result: expected str, got 5"),
    ({"events": "tile AR8"}, TypeError, "events: expected tuple, got 'tile AR8'"),
    ({"events": (5,)}, TypeError, "events: expected str, got 5"),
    ({"events": ("tile AR8\ntile DI6",)}, ValueError, "events, line 1: U+000A is not allowed"),
    ({"events": ("\ud800",)}, ValueError, "events, line 1: U+D800 is not allowed"),
    ({"events": ("x" * 1001,)}, ValueError, "events, line 1: longer than 1000 characters"),
    ({"events": ("x",) * 20_001}, ValueError, "events: more than 20000"),
    (
        {"events": ("tile AR8", "tile DI6 #dd25fd3e")},
        ValueError,
        "events, line 2: 'tile DI6 #dd25fd3e' with the digest None would be read as something else",
    ),
    ({"events": (" tile AR8",)}, ValueError, "events, line 1: ' tile AR8' with the digest None would be"),
    ({"events": ("",)}, ValueError, "events, line 1: '' with the digest None would be read as"),
    (
        {"events": ("x",), "digests": ("DD25FD3E",)},
        ValueError,
        "events, line 1: 'x' with the digest 'DD25FD3E'",
    ),
    (
        {"events": ("x",), "digests": ("\n",)},
        ValueError,
        "events, line 1: U+000A is not allowed in a line",
    ),
    ({"events": ("x",), "digests": (5,)}, TypeError, "digests: expected str, got 5"),
    ({"digests": ("dd25fd3e",)}, ValueError, "1 digest for 0 events"),
    ({"file_lines": "1"}, TypeError, "file_lines: expected tuple, got '1'"),
]


@pytest.mark.parametrize(("fields", "kind", "message"), NO_RECORD, ids=range(len(NO_RECORD)))
def test_what_could_not_be_written_and_read_back_is_no_record(
    fields: dict[str, Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as refusal:
        GameRecord(**({"players": ("Red", "Blue")} | fields))
    assert str(refusal.value).startswith(message)
    assert len(str(refusal.value)) < LONGEST_MESSAGE


@pytest.mark.parametrize("record", [5, None, "Red", header()])
def test_nothing_but_a_record_is_replayed(record: Any) -> None:  # noqa: ANN401 - anything else
    with pytest.raises(TypeError, match=r"^expected GameRecord, got "):
        replay(record)


# Where an event is in its file.


def bad_line(text: str) -> int | None:
    """Return the line of the file in which the first bad event stands."""
    bad = replay(read_game(text)).bad_event
    assert bad is not None
    if bad.file_line is not None:
        assert "Q" in text.split("\n")[bad.file_line - 1]
    return bad.file_line


HEADER = 'format = "granada-game/1"\ntiles = "reference"\nplayers = ["A", "B", "C"]\n'


def test_a_bad_event_is_found_in_the_examples() -> None:
    for path in EXAMPLES.iterdir():
        if OUTCOMES.get(path.stem, {}).get("bad"):
            bad = replay(example(path.stem)).bad_event
            assert bad is not None
            assert bad.file_line is not None
            assert path.read_text("utf-8").split("\n")[bad.file_line - 1].startswith(bad.line)
    bad = replay(example("built-apart")).bad_event
    assert bad is not None
    assert (bad.number, bad.file_line) == (35, 40)


@pytest.mark.parametrize(
    ("events", "line"),
    [
        ('events = """\ntile AR8\nQ\n"""\n', 6),
        ('events = """tile AR8\nQ\n"""\n', 5),
        ('events = """\n\n\ntile AR8\n \nQ\n"""\n', 9),
        ('# events = """\n\nevents = """\ntile AR8\nQ\n"""\n', 8),
        ("events = '''\ntile AR8\nQ\\n\n'''\n", 6),
        ('  "events"\t=\t"""\r\ntile AR8\r\nQ\r\n"""\n', 6),
        ('events = "tile AR8\\nQ"\n', 4),
        ('events = """tile AR8\\nQ\ntile DI6"""\n', 4),
        ('events = """\ntile \\\n   AR8\nQ\ntile DI6"""\n', 7),
        ('events = """\ntile AR8\\u000aQ\ntile DI6"""\n', 5),
        ('events = """\ntile AR8\\u000AQ\ntile DI6"""\n', 5),
        ('events = """\ntile AR8\\U0000000AQ\ntile DI6"""\n', 5),
        ('events = """\ntile \\u0041R8\n\\\\nQ"""\n', 6),
        ('events = ["tile AR8", "Q"]\n', 4),
        ("events = [ # ]\n\"tile AR8\", # \"x\"\n\n'', 'Q]', 'tile DI6']\n", 7),
        ("'events' = 'Q'\n", 4),
        ('"ev\\u0065nts" = "Q"\n', None),
        ('"ev\\u0065nts" = "Q"\n[result]\nevents = 5\n', None),
        ('"ev\\u0065nts" = "Q"\n[result]\n"events" = 5\n# Q', None),
    ],
    ids=range(19),
)
def test_of_a_bad_event_the_line_of_the_file_is_told(events: str, line: int | None) -> None:
    assert bad_line(HEADER + events) == line


def test_where_lines_were_read_does_not_make_a_difference() -> None:
    text = HEADER + 'events = """\nQ\n"""\n'
    apart = read_game(text.replace('"""\n', '"""\n\n\n'))
    record = read_game(text)
    assert record == apart
    assert (hash(record), repr(record), write_game(record)) == (hash(apart), repr(apart), write_game(apart))
    assert (record.file_lines, apart.file_lines) == ((5,), (7,))
    assert read_game(write_json(write_game(record))).file_lines == ()
    bad = replay(attrs.evolve(record, events=("Q", "Q"))).bad_event
    assert bad is not None
    assert bad.file_line is None


def test_an_own_tile_set_is_given_beside_the_record() -> None:
    own = mirrored(g.Backs.MIRRORED_TOP_BOTTOM)
    start = g.setup(3, g.Ruleset(tile_set=own))
    record = GameRecord.of(start, g.draws(start, g.Dealer(bytes(16))))
    written = write_toml(write_game(record))
    assert f'tiles = "{own.name}"' in written
    assert read_game(written, [own]) == record
    assert replay(record).game == g.deal(start, g.Dealer(bytes(16)))
    with pytest.raises(RecordError, match="no tile set is called"):
        read_game(written)


@pytest.mark.parametrize(
    "names",
    [
        ('"', "'", "\\"),
        ('"""', "'''", "\\\\n"),
        ("tile", "card", "scoring"),
        ("Ann", "Ann takes", "Ann takes b3"),
        ("Ann  Lee", "Ann", "Ann  L"),
        ("takes", "passes", "Tile AR8"),
        ("#", "# dd25fd3e", "Ann #dd25fd3e"),
        ("events", "[x]", "{ a = 1 }"),
        ("Zoë", "李", "🎲"),
        ("Dirk's", "to Dirk", "Red for b3"),
    ],
)
def test_players_may_have_strange_names(names: tuple[str, ...]) -> None:
    start, playthrough = g.setup(names), PLAYED["3-players"]
    events = [event for _, event in steps(playthrough)]
    record = GameRecord.of(start, events, result=dict(zip(names, (126, 98, 107), strict=True)))
    for text in (write_toml(write_game(record)), write_json(write_game(record))):
        assert read_game(text) == record
        assert read_game(text.encode()) == record
    found = replay(record)
    assert outcome(found) == {"prefix": len(events), "over": True}
    assert found.events == tuple(events)


MESSAGES = [
    (header(format="granada-game/2"), "format: expected \"granada-game/1\", got 'granada-game/2'"),
    (header(format=None), 'format is missing: a game record says format = "granada-game/1"'),
    (header(format=1), "format: expected a string, got 1"),
    (header(tiles="unlisted"), "tiles: a game needs a listed tile set"),
    (header(tiles=None), "tiles is missing"),
    (header(tiles="mine"), "tiles: no tile set is called 'mine'"),
    (header(commitment="abc"), "commitment: expected 64 digits, 0 to 9 and a to f"),
    (header(commitment="A" * 64), "commitment: expected 64 digits, 0 to 9 and a to f"),
    (header(commitment="a" * 65), "commitment: expected 64 digits, 0 to 9 and a to f"),
    (header(commitment=7), "commitment: expected a string, got 7"),
    (header(dealer="granada-dealer/0"), "dealer: expected one of granada-dealer/1, granada-dealer/2, got"),
    (header(dealer=""), "dealer: expected one of granada-dealer/1, granada-dealer/2, got ''"),
    (header(dealer=2), "dealer: expected a string, got 2"),
    (header(dealer="granada-dealer/2"), "table is missing: granada-dealer/2 commits to it"),
    (
        header(dealer="granada-dealer/2", tiles_digest=g.reference().digest),
        "table is missing: granada-dealer/2 commits to it",
    ),
    (
        header(dealer="granada-dealer/2", table="x"),
        "tiles_digest is missing: granada-dealer/2 commits to it",
    ),
    (header(table=""), "table: expected 1 to 60 printable characters without blanks around them, got ''"),
    (header(table=["x"]), "table: expected a string, got a list"),
    (header(tiles_digest="A" * 64), "tiles_digest: expected 64 digits, 0 to 9 and a to f"),
    (header(tiles_digest=7), "tiles_digest: expected a string, got 7"),
    *(
        (
            header(seed=seed),
            "seed: expected a string of 32 to 2048 digits, 0 to 9 and a to f, two for each byte",
        )
        for seed in ("", "ab" * 15, "ab" * 1025, "ab" * 16 + "a", "AB" * 16, "xy" * 16, 12345, ["ab" * 16])
    ),
    (header(behaviour=0), "behaviour: versions are counted from 1"),
    (header(behaviour="1"), "behaviour: expected an integer, got '1'"),
    (header(ages=[1, 2]), "2 ages for 3 players"),
    (header(ages=[1]), "1 age for 3 players"),
    (header(ruleset=5), "ruleset: expected an edition or a table of options, got 5"),
    (header(ages=[1, "old", 2]), "ages, entry 2, an age: expected an integer, got 'old'"),
    (header(ages=30), "ages: expected a list, got 30"),
    (header(winner="Red"), "'winner': no such entry"),
    (header(players=["Red"]), "BOX-12: the game is for 2 to 6 players"),
    (header(players=list("ABCDEFG")), "BOX-12: the game is for 2 to 6 players"),
    (header(players=None), "players is missing"),
    (header(players=[]), "BOX-12: the game is for 2 to 6 players"),
    (header(players=["Red", "Red"]), "players: these names look alike: 'Red'; 'Red'"),
    (header(players=["Red", "Dirk"]), "DIRK-2: Dirk: he is imaginary, so no player can have his name"),
    (header(players=["Red", " Blue"]), "players, entry 2: expected 1 to 60 printable characters"),
    (header(players=["Red", "\ud800"]), "players, entry 2: expected 1 to 60 printable characters"),
    (header(players=["Red"] * 201), "players: more than 200 entries"),
    (header(ages=[10**12]), "ages, entry 1, an age: numbers go from -1000000000 to 1000000000"),
    (header(result={str(number): 1 for number in range(201)}), "result: more than 200 entries"),
    (header(result={"\ud800": 1}), "result: expected a printable name, got '\\ud800'"),
    (header(players=["Red", 2]), "players, entry 2, a name: expected a string, got 2"),
    (header(players="Red"), "players: expected a list"),
    (header(ruleset={"yard": ["y", "y", "b", "o"]}), "ruleset, yard: BOX-7: the yard has four spaces"),
    (header(ruleset={"open_hands": True}), "ruleset, 'open_hands': no such entry"),
    (
        header(ruleset={"game": "both"}),
        (
            "tiles: a game of Alhambra and Granada needs a listed tile set of each, "
            'such as { alhambra = "alhambra", granada = "reference" }'
        ),
    ),
    (header(ruleset={"game": 5}), "ruleset, game: expected a string, got 5"),
    (
        header(ruleset={"game": "alhambra", "simplified": True}),
        "ruleset, simplified: this means nothing in Alhambra",
    ),
    (
        header(ruleset={"game": "alhambra", "turning_takes_one_card": False}),
        "ruleset, turning_takes_one_card: this means nothing in Alhambra",
    ),
    (header(ruleset={"gifts_one_by_one": True}), "ruleset, gifts_one_by_one: this means nothing in Granada"),
    (
        header(ruleset={"game": "alhambra"}),
        "tiles: 'reference' is of Granada, and the ruleset is of Alhambra",
    ),
    (header(ruleset="ES"), "ruleset: expected one of EN, DE, NL, HU, FR, FR-BOX"),
    (header(result=[1, 2, 3]), "result: expected a table"),
    (header(result={"Red": "126"}), "result, 'Red': expected an integer, got '126'"),
    (header(result={"R" * 9999: None}), "result, 'RRRRR"),
    (header(events=7), "events: expected a text or a list, got 7"),
    (header(events=["tile AR8", 7]), "events, line 2: expected a string, got 7"),
    (header(events=["tile AR8\ntile DI6"]), "events, line 1: U+000A is not allowed in a line"),
    (header(events="tile AR8\n\ntile\x00DI6"), "events, line 2: U+0000 is not allowed in a line"),
    (header(events="tile \ud800"), "events, line 1: U+D800 is not allowed in a line"),
    (
        '{"format": "granada-game/1", "tiles": "reference", "players": [], "events": [], "events": []}',
        "events: duplicate key",
    ),
    (header(events=["tile AR8\u2028"]), "events, line 1: U+2028 is not allowed in a line"),
    (header(events=["\x1ftile AR8"]), "events, line 1: U+001F is not allowed in a line"),
    (header(events="tile AR8\n" + "x" * 1001), "events, line 2: longer than 1000 characters"),
    (header(events="x\n" * 20_001), "events: more than 20000"),
    (header(events=["x"] * 20_001), "events: more than 20000"),
]


@pytest.mark.parametrize(("text", "message"), MESSAGES, ids=[message for _, message in MESSAGES])
def test_a_record_that_cannot_be_read_says_where_and_why(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=f"^{re.escape(message)}") as refusal:
        replay(read_game(text))
    assert len(str(refusal.value)) < LONGEST_MESSAGE


def test_as_many_events_and_as_long_lines_as_allowed_are_read() -> None:
    assert len(read_game(header(events="x\n" * 20_000)).events) == 20_000
    assert read_game(header(events=" " * 5000 + "x" * 1000)).events == ("x" * 1000,)


def test_the_youngest_of_the_tied_begins() -> None:
    hands = "y9 y9 y2 g9 g9 g2 b9 b9 b2"
    lines = [
        *(f"tile {face}" for face in ("AR8", "DI6", "MA4", "HS2")),
        *(f"card {card}" for card in hands.split()),
    ]
    lines += ["card o1", "card o2", "card o3", "card o4", "Blue takes o1"]
    assert replay(read_game(header(events=lines, ages=[40, 8, 12]))).is_right
    for ages in (None, [40, 8, 7]):
        bad = replay(read_game(header(events=lines, ages=ages))).bad_event
        assert bad is not None
        assert (bad.number, clauses(bad.violations)) == (18, ["TURN-1"])


def test_of_ages_a_record_keeps_who_is_younger() -> None:
    record = GameRecord.of(g.setup(["Red", "Blue", "Green"], ages=[40, 8.5, 12]), [])
    assert record.ages == (2, 0, 1)
    assert read_game(write_json(write_game(record))) == record
    assert read_game(header(ages=[40, 8, 12])).ages == (40, 8, 12)


def test_a_line_may_be_as_long_with_a_digest_as_without() -> None:
    record = GameRecord(players=("Red", "Blue"), events=("x" * 1000,), digests=("00000000",))
    for write in (write_toml, write_json):
        assert read_game(write(write_game(record))) == record


def test_the_longest_line_of_a_game_is_not_too_long() -> None:
    cards = " ".join(f"{currency}{value}" for currency in "ygbo" for value in range(1, 10) for _ in range(3))
    line = f"{'N' * 60} buys 4 for {cards}"
    assert read_game(header(events=[f"{line}  #00000000"])).events == (line,)


def test_records_of_playthroughs_state_result_and_commitment() -> None:
    for playthrough in PLAYED.values():
        assert attrs.evolve(recorded(playthrough), behaviour=WRITTEN_BY) == example(playthrough.name)
        assert recorded(playthrough).result == replay(example(playthrough.name)).game.table.points


# The published schema.


def test_rulesets_are_the_same_in_both_schemas() -> None:
    game, position = schemas.GAME.schema, schemas.POSITION.schema
    assert game["properties"]["ruleset"] == position["properties"]["ruleset"]
    assert game["$defs"]["edition"] == position["$defs"]["edition"]


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.stem)
def test_written_games_validate_against_the_schema(path: Path) -> None:
    if path.stem in UNREADABLE:
        with pytest.raises(RecordError):
            replay(read_game(path.read_bytes()))
        return
    document = write_game(read_game(path.read_bytes()))
    schemas.GAME.validate(document)
    schemas.GAME.validate(document | {"events": str(document["events"]).splitlines()})


@pytest.mark.parametrize(
    "text",
    [text for text, message in MESSAGES if "tile set" not in message and "events" not in message],
    ids=lambda text: text[:60],
)
def test_what_cannot_be_read_does_not_validate_against_the_schema(text: str) -> None:
    beyond_a_schema = ('ages": [1, 2]', "Dirk", '" Blue', "ud800", '{"game": "alhambra"}')
    document = json.loads(text)
    assert schemas.GAME.is_valid(document) == any(each in text for each in beyond_a_schema)


def test_each_step_of_a_replay_can_be_watched() -> None:
    record = read_game((EXAMPLES / "2-players.toml").read_bytes())
    watched: list[tuple[g.Event, g.Game]] = []
    found = replay(record, watch=lambda event, game: watched.append((event, game)))
    assert found == replay(record)
    assert tuple(event for event, _ in watched) == found.events
    assert watched[-1][1] is found.game
    game = g.setup(record.players, record.ruleset, ages=record.ages)
    for event, after in watched:
        game = g.apply(game, event)
        assert after == game


def test_a_watcher_sees_no_event_from_the_first_bad_one_on() -> None:
    record = read_game((EXAMPLES / "paid-too-little.toml").read_bytes())
    watched: list[g.Event] = []
    found = replay(record, watch=lambda event, _game: watched.append(event))
    assert found.bad_event is not None
    assert len(watched) == found.bad_event.number - 1 > 0


def test_what_a_watcher_raises_is_not_taken_for_a_bad_event() -> None:
    def stop(_event: g.Event, _game: g.Game) -> None:
        raise ValueError("seen enough")

    with pytest.raises(ValueError, match=r"^seen enough$"):
        replay(read_game((EXAMPLES / "2-players.toml").read_bytes()), watch=stop)


def test_a_watcher_is_a_function() -> None:
    nothing_to_call: Any = 3
    with pytest.raises(TypeError, match=r"^watch: expected a function, got 3$"):
        replay(read_game((EXAMPLES / "2-players.toml").read_bytes()), watch=nothing_to_call)
