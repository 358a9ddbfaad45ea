"""What is sent is read back the same, tells nothing hidden, and any bytes give a value or an error."""

from __future__ import annotations

import copy
import json
import random
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from granada_rules import (
    Action,
    Dealer,
    Game,
    Module,
    News,
    Phase,
    RecordError,
    Referee,
    Ruleset,
    Scoring,
    Seat,
    View,
    ViolationError,
    check,
    complete,
    legal_actions,
    notation,
    read_action,
    read_news,
    read_result,
    read_sheet,
    read_standing,
    read_view,
    read_violation,
    scoring,
    standings,
    validate,
    view,
    wire,
    write_action,
    write_json,
    write_news,
    write_result,
    write_sheet,
    write_standing,
    write_view,
    write_violation,
)
from granada_rules.referee import with_fields
from granada_rules.testing import events, games, names, positions, referees
from granada_rules.testing.invariants import everything_is_in_one_place
from tests.helpers import schemas
from tests.helpers.positions import WITHOUT_SHRINKING, stages
from tests.helpers.positions import positions as moments
from tests.property.test_records import LONGEST_MESSAGE, seated_events

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada_rules import Event, Position

Thing = TypeVar("Thing")
DEALER = Dealer(b"nobody knows what is in the hands")


def lookers(game: Game) -> st.SearchStrategy[Seat | None]:
    return st.none() | st.sampled_from([*map(Seat, range(len(game.hands)))])


def are_told_apart(game: Game) -> bool:
    """Tell whether no two tile sets of a game have the same name; else it cannot be written down."""
    sets = game.table.ruleset.tiles.sets
    return len({one.name for one in sets}) == len(sets)


told_apart = games().filter(are_told_apart)


@st.composite
def views(draw: st.DrawFn) -> View:
    """Draw what somebody knows of a game at any moment, with tile sets that their names tell apart."""
    game = draw(told_apart)
    return view(game, draw(lookers(game)))


def sent(seen: View) -> dict[str, Any]:
    """Return a view as it arrives."""
    document: dict[str, Any] = json.loads(write_json(write_view(seen)))
    return document


# Views.


@given(views())
def test_a_view_is_read_back_and_answers_alike(seen: View) -> None:
    document = sent(seen)
    schemas.VIEW.validate(document)
    sets = [seen.table.ruleset.tiles]
    again = read_view(document, sets)
    assert again == read_view(write_json(write_view(seen)), sets) == seen
    assert hash(again) == hash(seen)
    assert repr(again) == repr(seen)
    assert sent(again) == document
    listed = [list(islice(legal_actions(one, minimal_payments=True), 500)) for one in (seen, again)]
    assert listed[0] == listed[1]
    assert complete(again, DEALER) == complete(seen, DEALER)


@given(views(), st.data())
def test_a_view_that_was_read_judges_alike(seen: View, data: st.DataObject) -> None:
    again = read_view(sent(seen), [seen.table.ruleset.tiles])
    for event in data.draw(st.lists(events(complete(seen, DEALER)), max_size=10)):
        assert check(again, event) == check(seen, event)


@given(views())
def test_a_view_as_a_position_is_judged_and_lacks_what_is_hidden(seen: View) -> None:
    position, report = seen.to_position(), validate(seen.to_position())
    assert report.violations == ()
    hidden = [f"hand of player {seat + 1}" for seat, hand in enumerate(seen.hands) if hand is None]
    assert "piles" in report.missing
    assert [each for each in report.missing if each.startswith("hand of")] == hidden
    assert ("hand_size" in seen.lost) == bool(hidden)
    assert position.turned_up == seen.table.turned_up


# What is hidden.


@given(st.integers(0, 10**6), st.integers(0, 6), st.integers(0, 1000))
def test_what_is_sent_is_the_same_for_all_games_that_look_the_same(
    number: int, looker: int, sample: int
) -> None:
    game = moments()[number % len(moments())]
    seat = [*map(Seat, range(len(game.hands))), None][looker % (len(game.hands) + 1)]
    other = complete(view(game, seat), DEALER, sample)
    assert write_json(write_view(view(other, seat))) == write_json(write_view(view(game, seat)))


KEYS = {
    *("format", "tiles", "ruleset", "seat", "phase", "turn", "draw_for", "players", "yard", "display"),
    *("marker", "bought", "dirk", "deck_size", "discards", "turned_up", "aside", "due", "age_ranks"),
}
"""All that is sent: nothing of the deck but its size, and no seed, number of draws or stamp."""

OF_MODULES: dict[Module, set[str]] = {
    Module.VIZIER: {"asked", "pawns"},
    Module.EXCHANGE: set(),
    Module.BONUS: {"asked", "shown", "hidden", "bonus"},
    Module.HUTS: {"huts"},
}
"""What is sent with a module, too."""


@given(told_apart, st.data())
def test_hands_are_sent_to_those_who_may_know_them(game: Game, data: st.DataObject) -> None:
    seat = data.draw(lookers(game))
    document = sent(view(game, seat))
    assert set(document) == KEYS.union(*(OF_MODULES[module] for module in game.table.ruleset.modules))
    is_last = game.table.phase is Phase.REVEAL and game.table.due is Scoring.C
    is_open = is_last or game.table.phase in {Phase.SETUP, Phase.GIFT, Phase.OVER}
    for owner, player in enumerate(document["players"]):
        assert set(player) == {"name", "points", "reserve", "hand_size", "hand", "city", "second"}
        known = [str(card) for card in game.hands[owner]] if is_open or owner == seat else None
        assert player["hand"] == known


# Any bytes, and views with something changed.

Path = tuple[str | int, ...]


def paths(document: object, before: Path = ()) -> Iterator[Path]:
    """Yield where something is in a document."""
    entries: Iterator[tuple[str | int, object]] = iter(())
    if isinstance(document, dict):
        entries = iter(document.items())
    elif isinstance(document, list):
        entries = iter(enumerate(document))
    for key, value in entries:
        yield (*before, key)
        yield from paths(value, (*before, key))


STRANGE: list[object] = [
    *[None, True, False, 0, 1, -1, 2, 6, 10**12, 1.5, float("nan"), "", "x", "A", "B", "C", "b3", "y9"],
    *["SC10", "GA10:N", "\ud800", "setup", "act", "place", "end of turn", "gift", "over", "even", "odd"],
    *["dirk", "yard", "hand", "display", [], {}, [0, 1], [1, 0], ["A"], ["B"], ["A", "B"], ["b3"], [0, 0]],
]


def changed(document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Return a document with something else at one place, or nothing, or something doubled or moved."""
    other = copy.deepcopy(document)
    places = list(paths(other))
    path = rng.choice(places)
    inside: Any = other
    for key in path[:-1]:
        inside = inside[key]
    key, value = path[-1], inside[path[-1]]
    match rng.randrange(6):
        case 0:
            del inside[key]
        case 1 if isinstance(inside, list):
            inside.append(copy.deepcopy(value))
        case 2 if isinstance(value, int):
            inside[key] = value + rng.choice([-1, 1])
        case 3:
            # What lies elsewhere lies here.
            from_path = rng.choice(places)
            source: Any = document
            for step in from_path:
                source = source[step]
            inside[key] = copy.deepcopy(source)
        case 4 if isinstance(inside, dict):
            inside[rng.choice(["piles", "seed", "draws", "x"])] = value
        case _:
            inside[key] = rng.choice(STRANGE)
    return other


BEYOND_A_SCHEMA = (
    "dirk, owed: expected ",
    *("expected its cards", "expected null, for it is secret", "and hand_size is", "two players are called"),
    *("no tile set is called", "of each, such as", "is of", "means nothing in", "expected 4 entries"),
    *("expected 8 entries", "BOX-2", "expected a tile of", "expected 0 to", "printable characters", "city, "),
    *("second: ", "needs a listed tile set", ", got ", "a cell:", "not the shipped", "played without huts"),
)


def read_or_refused(read: Callable[[], Thing]) -> Thing | ViolationError | RecordError:
    """Return what was read, or why it was not."""
    try:
        return read()
    except (ViolationError, RecordError) as error:
        return error


def check_view(document: object, sets: list[Any]) -> View | None:
    """Check that a view is read or refused in few words; return it."""
    assert isinstance(document, dict)
    seen = read_or_refused(lambda: read_view(document, sets))
    if isinstance(seen, ViolationError):
        assert seen.violations
        assert all(violation == read_violation(write_violation(violation)) for violation in seen.violations)
        return None
    if isinstance(seen, RecordError):
        assert 0 < len(str(seen)) < LONGEST_MESSAGE
        if schemas.VIEW.is_valid(document):
            assert any(reason in str(seen) for reason in BEYOND_A_SCHEMA), seen
        return None
    written = sent(seen)
    schemas.VIEW.validate(written)
    assert read_view(written, sets) == seen
    return seen


@given(st.integers(0, 10**6), st.integers(0, 6), st.randoms(use_true_random=False), st.integers(1, 3))
@settings(max_examples=60)
def test_a_changed_view_is_refused_or_can_be_played_on(
    number: int, looker: int, rng: random.Random, changes: int
) -> None:
    game = moments()[number % len(moments())]
    seat = [*map(Seat, range(len(game.hands))), None][looker % (len(game.hands) + 1)]
    document = sent(view(game, seat))
    for _ in range(changes):
        document = changed(document, rng)
    seen = check_view(document, [game.table.ruleset.tiles])
    if seen is not None:
        whole = complete(seen, DEALER)
        everything_is_in_one_place(whole)
        assert view(whole, seen.seat) == seen
        list(islice(legal_actions(seen), 100))
        for later in islice(stages(whole, random.Random(number)), 30):
            everything_is_in_one_place(later)


# News and results.


def check_news(document: dict[str, Any], sets: list[Any]) -> News | None:
    """Check that news are read or refused in few words; return them."""
    news = read_or_refused(lambda: read_news(document, sets))
    if isinstance(news, ViolationError):
        return None
    if isinstance(news, RecordError):
        assert 0 < len(str(news)) < LONGEST_MESSAGE
        return None
    written = json.loads(write_json(write_news(news)))
    schemas.NEWS.validate(written)
    assert read_news(written, sets) == news
    return news


@given(referees(max_actions=100), st.data())
def test_news_are_read_back_and_say_who_is_to_act(referee: Referee, data: st.DataObject) -> None:
    seat = data.draw(lookers(referee.game))
    since = data.draw(st.none() | st.integers(0, referee.version))
    news = referee.news(seat, since)
    assert check_news(json.loads(write_json(write_news(news))), [referee.table.ruleset.tiles]) == news
    assert (news.to_act, news.result, news.is_over) == (referee.to_act, referee.result, referee.is_over)
    assert news.since >= (referee.version if since is None else since)
    if referee.result is not None:
        assert is_read_back("RESULT", referee.result)


@given(referees(), st.randoms(use_true_random=False), st.integers(1, 3))
@settings(max_examples=30)
def test_changed_news_are_refused_or_fit_together(referee: Referee, rng: random.Random, changes: int) -> None:
    document = json.loads(write_json(write_news(referee.news(Seat(0), referee.told_from))))
    for _ in range(changes):
        document = changed(document, rng)
    news = check_news(document, [referee.table.ruleset.tiles])
    if news is not None:
        assert (news.to_act is None) == (news.result is not None)
        assert len(news.lines) == news.version - news.since


@given(referees(), st.integers(0, 6), st.integers(0, 1000))
def test_news_are_the_same_for_all_tables_that_look_the_same(
    referee: Referee, looker: int, sample: int
) -> None:
    seat = [*map(Seat, range(len(referee.players))), None][looker % (len(referee.players) + 1)]
    other = with_fields(referee, game=complete(referee.view(seat), DEALER, sample))
    since = referee.told_from
    assert write_news(other.news(seat, since)) == write_news(referee.news(seat, since))


READERS: dict[str, tuple[Callable[[bytes], Any], Callable[[Any], dict[str, object]]]] = {
    "NEWS": (read_news, write_news),
    "RESULT": (read_result, write_result),
    "VIEW": (read_view, write_view),
    "EVENT": (wire.read_event, wire.write_event),
    "VIOLATION": (read_violation, write_violation),
    "SHEET": (read_sheet, write_sheet),
    "STANDING": (read_standing, write_standing),
}


def check_is_object_or_error(data: bytes) -> None:
    """Check that every reader gives a value that can be sent again, or an error in few words."""
    for name, (read, _) in READERS.items():
        value = read_or_refused(partial(read, data))
        if isinstance(value, RecordError):
            assert 0 < len(str(value)) < LONGEST_MESSAGE
        elif not isinstance(value, ViolationError):
            assert is_read_back(name, value)


SOME = [
    b'{"type": "pass", "seat": 0}',
    b'{"type": "pass", "seat": 0, "seat": 1}',
    b'{"type": "build", "seat": 1, "face": "SC10", "cell": [0, -1], "payment": ["b3"]}',
    b'{"clause": "BUILD-5", "message": "\\ud800"}',
    b'{"clause": "BUILD-5", "message": "tiles enclose 1,0", "player": "Red", "cells": [[1, 0]]}',
    b'{"rank": 1, "player": "Bo", "points": NaN, "wins": true}',
    b'{"rank": 1, "player": "Bo", "points": 1e400, "wins": true}',
    b'{"scoring": "A", "simplified": false, "players": ["Red"], "lines": [], "totals": {"Red": 0}}',
    b'{"end": "abandoned", "resigned": null, "standings": []}',
    b'{"end": "resigned", "resigned": "Bo", "standings": [{"rank":1,"player":"Bo","points":1,"wins":false}]}',
    b'{"format": ' + b"[" * 9000,
    b"\xff",
    b"format = 3",
]


@pytest.mark.parametrize("data", SOME)
def test_some_bytes_are_an_object_or_an_error(data: bytes) -> None:
    check_is_object_or_error(data)


@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_an_object_or_an_error(data: bytes) -> None:
    check_is_object_or_error(data)


@given(st.sampled_from(SOME[:10]), st.randoms(use_true_random=False))
@example(SOME[0], random.Random(0))
def test_bytes_that_are_nearly_an_object_are_one_or_an_error(data: bytes, rng: random.Random) -> None:
    near = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(near))
        near[place : place + rng.randrange(3)] = rng.choice([b"", b'"', b"[", b"0", b"-", b"null", b"\xc3"])
    check_is_object_or_error(bytes(near) or b"{")


# Events.


@given(seated_events())
def test_an_event_is_read_back_as_an_object_and_as_a_line(seated: tuple[list[str], Event]) -> None:
    players, event = seated
    document = wire.write_event(event)
    schemas.EVENT.validate(document)
    assert wire.read_event(write_json(document)) == event
    assert wire.write_event(notation.read_event(notation.write_event(event, players), players)) == document
    if isinstance(event, Action):
        assert read_action(document) == event
        assert write_action(event) == document
    else:
        with pytest.raises(RecordError, match=r"^type: expected one of take, .*, got a draw$"):
            read_action(document)


@given(events())
def test_an_event_is_written_if_it_can_be_read(event: Event) -> None:
    document = read_or_refused(lambda: wire.write_event(event))
    if isinstance(document, dict):
        assert wire.read_event(document) == event
    else:
        assert "expected" in str(document) or "numbers go from" in str(document)


# Violations, sheets, standings.


def is_read_back(name: str, value: object) -> bool:
    """Tell whether what is sent fits its schema, and is read back the same."""
    read, write = READERS[name]
    document = write(value)
    getattr(schemas, name).validate(document)
    return bool(read(write_json(document).encode()) == value)


@given(positions())
def test_violations_of_positions_are_read_back(position: Position) -> None:
    assert all(is_read_back("VIOLATION", violation) for violation in validate(position).violations)


@given(games(), st.data())
def test_violations_of_events_are_read_back(game: Game, data: st.DataObject) -> None:
    found = check(game, data.draw(events(game)))
    assert all(is_read_back("VIOLATION", violation) for violation in found)


@given(games(phases=[Phase.PLACE, Phase.GIFT, Phase.OVER]))
def test_score_sheets_are_read_back(game: Game) -> None:
    rules: Ruleset = game.table.ruleset
    cities = {player.name: player.city for player in game.table.players}
    dirk = None if game.table.dirk is None else game.table.dirk.faces
    for which in scoring.Scoring:
        options: Any = {"dirk": dirk, "simplified": rules.simplified, "kinds": rules.kinds}
        assert is_read_back("SHEET", scoring.score(cities, which, **options))
    assert all(is_read_back("SHEET", sheet) for sheet in game.sheets)


@given(st.dictionaries(names() | st.just("Dirk"), st.integers(-(10**9), 10**9)))
def test_standings_are_read_back(points: dict[str, int]) -> None:
    assert all(is_read_back("STANDING", row) for row in standings(points))


@settings(max_examples=8, phases=WITHOUT_SHRINKING)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_a_view_that_was_read_can_be_completed_and_played_to_the_end(number: int, rng: random.Random) -> None:
    game = moments()[number % len(moments())]
    seen = read_view(sent(view(game, None)), [game.table.ruleset.tiles])
    *_, last = stages(complete(seen, DEALER, number), rng)
    assert last.is_over
