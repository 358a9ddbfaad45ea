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

import granada_rules as g
from granada_rules.referee import with_fields
from granada_rules.testing import events, games, names, positions, referees
from granada_rules.testing.invariants import everything_is_in_one_place
from tests.helpers import schemas
from tests.helpers.positions import WITHOUT_SHRINKING, stages
from tests.helpers.positions import positions as moments
from tests.property.test_records import LONGEST_MESSAGE, seated_events

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


Thing = TypeVar("Thing")
DEALER = g.Dealer(b"nobody knows what is in the hands")


def lookers(game: g.Game) -> st.SearchStrategy[g.Seat | None]:
    return st.none() | st.sampled_from([*map(g.Seat, range(len(game.hands)))])


def are_told_apart(game: g.Game) -> bool:
    """Tell whether no two tile sets of a game have the same name; else it cannot be written down."""
    sets = game.table.ruleset.tiles.sets
    return len({one.name for one in sets}) == len(sets)


told_apart = games().filter(are_told_apart)


@st.composite
def views(draw: st.DrawFn) -> g.View:
    """Draw what somebody knows of a game at any moment, with tile sets that their names tell apart."""
    game = draw(told_apart)
    return g.view(game, draw(lookers(game)))


def sent(seen: g.View) -> dict[str, Any]:
    """Return a view as it arrives."""
    document: dict[str, Any] = json.loads(g.write_json(g.write_view(seen)))
    return document


# Views.


@given(views())
def test_a_view_is_read_back_and_answers_alike(seen: g.View) -> None:
    document = sent(seen)
    schemas.VIEW.validate(document)
    sets = [seen.table.ruleset.tiles]
    again = g.read_view(document, sets)
    assert again == g.read_view(g.write_json(g.write_view(seen)), sets) == seen
    assert hash(again) == hash(seen)
    assert repr(again) == repr(seen)
    assert sent(again) == document
    listed = [list(islice(g.legal_actions(one, minimal_payments=True), 500)) for one in (seen, again)]
    assert listed[0] == listed[1]
    assert g.complete(again, DEALER) == g.complete(seen, DEALER)


@given(views(), st.data())
def test_a_view_that_was_read_judges_alike(seen: g.View, data: st.DataObject) -> None:
    again = g.read_view(sent(seen), [seen.table.ruleset.tiles])
    for event in data.draw(st.lists(events(g.complete(seen, DEALER)), max_size=10)):
        assert g.check(again, event) == g.check(seen, event)


@given(views())
def test_a_view_as_a_position_is_judged_and_lacks_what_is_hidden(seen: g.View) -> None:
    position, report = seen.to_position(), g.validate(seen.to_position())
    assert report.violations == ()
    names = [player.name for player in seen.table.players]
    hidden = [f"hand of {name}" for name, hand in zip(names, seen.hands, strict=True) if hand is None]
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
    seat = [*map(g.Seat, range(len(game.hands))), None][looker % (len(game.hands) + 1)]
    other = g.complete(g.view(game, seat), DEALER, sample)
    assert g.write_json(g.write_view(g.view(other, seat))) == g.write_json(g.write_view(g.view(game, seat)))


KEYS = {
    *("format", "tiles", "ruleset", "seat", "phase", "turn", "draw_for", "players", "yard", "display"),
    *("marker", "bought", "dirk", "deck_size", "discards", "turned_up", "aside", "due", "age_ranks"),
}
"""All that is sent: nothing of the deck but its size, and no seed, number of draws or stamp."""

OF_MODULES: dict[g.Module, set[str]] = {
    g.Module.VIZIER: {"asked", "pawns"},
    g.Module.EXCHANGE: set(),
    g.Module.BONUS: {"asked", "shown", "hidden", "bonus"},
    g.Module.HUTS: {"huts"},
}
"""What is sent with a module, too."""


@given(told_apart, st.data())
def test_hands_are_sent_to_those_who_may_know_them(game: g.Game, data: st.DataObject) -> None:
    seat = data.draw(lookers(game))
    document = sent(g.view(game, seat))
    assert set(document) == KEYS.union(*(OF_MODULES[module] for module in game.table.ruleset.modules))
    is_last = game.table.phase is g.Phase.REVEAL and game.table.due is g.Scoring.C
    is_open = is_last or game.table.phase in {g.Phase.SETUP, g.Phase.GIFT, g.Phase.OVER}
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


def read_or_refused(read: Callable[[], Thing]) -> Thing | g.ViolationError | g.RecordError:
    """Return what was read, or why it was not."""
    try:
        return read()
    except (g.ViolationError, g.RecordError) as error:
        return error


def check_view(document: object, sets: list[Any]) -> g.View | None:
    """Check that a view is read or refused in few words; return it."""
    assert isinstance(document, dict)
    seen = read_or_refused(lambda: g.read_view(document, sets))
    if isinstance(seen, g.ViolationError):
        assert seen.violations
        assert all(
            violation == g.read_violation(g.write_violation(violation)) for violation in seen.violations
        )
        return None
    if isinstance(seen, g.RecordError):
        assert 0 < len(str(seen)) < LONGEST_MESSAGE
        if schemas.VIEW.is_valid(document):
            assert any(reason in str(seen) for reason in BEYOND_A_SCHEMA), seen
        return None
    written = sent(seen)
    schemas.VIEW.validate(written)
    assert g.read_view(written, sets) == seen
    return seen


@given(st.integers(0, 10**6), st.integers(0, 6), st.randoms(use_true_random=False), st.integers(1, 3))
@settings(max_examples=60)
def test_a_changed_view_is_refused_or_can_be_played_on(
    number: int, looker: int, rng: random.Random, changes: int
) -> None:
    game = moments()[number % len(moments())]
    seat = [*map(g.Seat, range(len(game.hands))), None][looker % (len(game.hands) + 1)]
    document = sent(g.view(game, seat))
    for _ in range(changes):
        document = changed(document, rng)
    seen = check_view(document, [game.table.ruleset.tiles])
    if seen is not None:
        whole = g.complete(seen, DEALER)
        everything_is_in_one_place(whole)
        assert g.view(whole, seen.seat) == seen
        list(islice(g.legal_actions(seen), 100))
        for later in islice(stages(whole, random.Random(number)), 30):
            everything_is_in_one_place(later)


# News and results.


def check_news(document: dict[str, Any], sets: list[Any]) -> g.News | None:
    """Check that news are read or refused in few words; return them."""
    news = read_or_refused(lambda: g.read_news(document, sets))
    if isinstance(news, g.ViolationError):
        return None
    if isinstance(news, g.RecordError):
        assert 0 < len(str(news)) < LONGEST_MESSAGE
        return None
    written = json.loads(g.write_json(g.write_news(news)))
    schemas.NEWS.validate(written)
    assert g.read_news(written, sets) == news
    return news


@given(referees(max_actions=100), st.data())
def test_news_are_read_back_and_say_who_is_to_act(referee: g.Referee, data: st.DataObject) -> None:
    seat = data.draw(lookers(referee.game))
    since = data.draw(st.none() | st.integers(0, referee.version))
    news = referee.news(seat, since)
    assert check_news(json.loads(g.write_json(g.write_news(news))), [referee.table.ruleset.tiles]) == news
    assert (news.to_act, news.result, news.is_over) == (referee.to_act, referee.result, referee.is_over)
    assert news.since >= (referee.version if since is None else since)
    if referee.result is not None:
        assert is_read_back("RESULT", referee.result)


@given(referees(), st.randoms(use_true_random=False), st.integers(1, 3))
@settings(max_examples=30)
def test_changed_news_are_refused_or_fit_together(
    referee: g.Referee, rng: random.Random, changes: int
) -> None:
    document = json.loads(g.write_json(g.write_news(referee.news(g.Seat(0), referee.told_from))))
    for _ in range(changes):
        document = changed(document, rng)
    news = check_news(document, [referee.table.ruleset.tiles])
    if news is not None:
        assert (news.to_act is None) == (news.result is not None)
        assert len(news.lines) == news.version - news.since


@given(referees(), st.integers(0, 6), st.integers(0, 1000))
def test_news_are_the_same_for_all_tables_that_look_the_same(
    referee: g.Referee, looker: int, sample: int
) -> None:
    seat = [*map(g.Seat, range(len(referee.players))), None][looker % (len(referee.players) + 1)]
    other = with_fields(referee, game=g.complete(referee.view(seat), DEALER, sample))
    since = referee.told_from
    assert g.write_news(other.news(seat, since)) == g.write_news(referee.news(seat, since))


READERS: dict[str, tuple[Callable[[bytes], Any], Callable[[Any], dict[str, object]]]] = {
    "NEWS": (g.read_news, g.write_news),
    "RESULT": (g.read_result, g.write_result),
    "VIEW": (g.read_view, g.write_view),
    "EVENT": (g.wire.read_event, g.wire.write_event),
    "VIOLATION": (g.read_violation, g.write_violation),
    "SHEET": (g.read_sheet, g.write_sheet),
    "STANDING": (g.read_standing, g.write_standing),
}


def check_is_object_or_error(data: bytes) -> None:
    """Check that every reader gives a value that can be sent again, or an error in few words."""
    for name, (read, _) in READERS.items():
        value = read_or_refused(partial(read, data))
        if isinstance(value, g.RecordError):
            assert 0 < len(str(value)) < LONGEST_MESSAGE
        elif not isinstance(value, g.ViolationError):
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
def test_an_event_is_read_back_as_an_object_and_as_a_line(seated: tuple[list[str], g.Event]) -> None:
    players, event = seated
    document = g.wire.write_event(event)
    schemas.EVENT.validate(document)
    assert g.wire.read_event(g.write_json(document)) == event
    assert (
        g.wire.write_event(g.notation.read_event(g.notation.write_event(event, players), players)) == document
    )
    if isinstance(event, g.Action):
        assert g.read_action(document) == event
        assert g.write_action(event) == document
    else:
        with pytest.raises(g.RecordError, match=r"^type: expected one of take, .*, got a draw$"):
            g.read_action(document)


@given(events())
def test_an_event_is_written_if_it_can_be_read(event: g.Event) -> None:
    document = read_or_refused(lambda: g.wire.write_event(event))
    if isinstance(document, dict):
        assert g.wire.read_event(document) == event
    else:
        assert "expected" in str(document) or "numbers go from" in str(document)


# Violations, sheets, standings.


def is_read_back(name: str, value: object) -> bool:
    """Tell whether what is sent fits its schema, and is read back the same."""
    read, write = READERS[name]
    document = write(value)
    getattr(schemas, name).validate(document)
    return bool(read(g.write_json(document).encode()) == value)


@given(positions())
def test_violations_of_positions_are_read_back(position: g.Position) -> None:
    assert all(is_read_back("VIOLATION", violation) for violation in g.validate(position).violations)


@given(games(), st.data())
def test_violations_of_events_are_read_back(game: g.Game, data: st.DataObject) -> None:
    found = g.check(game, data.draw(events(game)))
    assert all(is_read_back("VIOLATION", violation) for violation in found)


@given(games(phases=[g.Phase.PLACE, g.Phase.GIFT, g.Phase.OVER]))
def test_score_sheets_are_read_back(game: g.Game) -> None:
    rules: g.Ruleset = game.table.ruleset
    cities = {player.name: player.city for player in game.table.players}
    dirk = None if game.table.dirk is None else game.table.dirk.faces
    for which in g.scoring.Scoring:
        options: Any = {"dirk": dirk, "simplified": rules.simplified, "kinds": rules.kinds}
        assert is_read_back("SHEET", g.scoring.score(cities, which, **options))
    assert all(is_read_back("SHEET", sheet) for sheet in game.sheets)


@given(st.dictionaries(names() | st.just("Dirk"), st.integers(-(10**9), 10**9)))
def test_standings_are_read_back(points: dict[str, int]) -> None:
    assert all(is_read_back("STANDING", row) for row in g.standings(points))


@settings(max_examples=8, phases=WITHOUT_SHRINKING)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_a_view_that_was_read_can_be_completed_and_played_to_the_end(number: int, rng: random.Random) -> None:
    game = moments()[number % len(moments())]
    seen = g.read_view(sent(g.view(game, None)), [game.table.ruleset.tiles])
    *_, last = stages(g.complete(seen, DEALER, number), rng)
    assert last.is_over
