"""Stamps: what was listed for a game is not judged again by `apply` of that game, and everything else is."""

from __future__ import annotations

import copy
import pickle
import random
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import granada_rules as g
from granada_rules.base import bears, stamp_of
from granada_rules.city import sites
from granada_rules.play import apply as applying
from granada_rules.play import way, ways

if TYPE_CHECKING:
    from collections.abc import Iterator


DEALER = g.Dealer(b"stamps on what was listed")


def decisions(ruleset: g.Ruleset, seed: int) -> Iterator[g.Game]:
    """Play at random, and yield the game at every decision."""
    rng = random.Random(seed)
    game = g.deal(g.setup(2 + seed % 3, ruleset), DEALER)
    while not game.is_over:
        yield game
        actions = list(g.legal_actions(game, minimal_payments=True))
        game = g.deal(g.apply(game, rng.choice(actions)), DEALER)


def some_decisions() -> list[g.Game]:
    return [game for ruleset in (g.GRANADA, g.ALHAMBRA) for game in list(decisions(ruleset, 3))[::25]]


GAMES = some_decisions()


class Judged(Exception):  # noqa: N818 - no error, it only tells that something happened
    """An event was judged."""


@pytest.fixture
def no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(*_: object) -> None:
        raise Judged

    module: Any = __import__("sys").modules[applying.__module__]
    monkeypatch.setattr(module, "check", judge)


def judged(game: g.Game, event: g.Event) -> bool:
    """Tell whether `apply` judges an event; with the fixture above."""
    try:
        g.apply(game, event)
    except Judged:
        return True
    return False


@pytest.mark.usefixtures("no_judge")
def test_what_a_game_or_its_own_view_lists_is_not_judged_again() -> None:
    for game in GAMES:
        seat = game.table.to_act
        for source in (game, g.view(game, seat)):
            for minimal in (True, False):
                assert not any(judged(game, action) for action in g.legal_actions(source, minimal))


@pytest.mark.usefixtures("no_judge")
def test_draws_of_a_game_are_not_judged_again() -> None:
    game = g.setup(3)
    for draw, _ in g.chance(game):
        assert not judged(game, draw)
    while many := ways(game):
        game = g.apply(game, way(game, many - 1))
    assert not game.is_chance


@pytest.mark.usefixtures("no_judge")
def test_an_equal_event_that_was_not_listed_for_this_very_game_is_judged() -> None:
    for game in GAMES:
        again = g.Game.from_position(game.to_position())
        assert again == game
        for action in list(g.legal_actions(game, minimal_payments=True))[:20]:
            assert judged(again, action)
            assert judged(game, attrs.evolve(action))
            assert judged(game, pickle.loads(pickle.dumps(action)))  # noqa: S301 - made just now
            assert judged(pickle.loads(pickle.dumps(game)), action)  # noqa: S301 - as above
        for action in list(g.legal_actions(again, minimal_payments=True))[:20]:
            assert judged(game, action)
        sent = pickle.loads(pickle.dumps(g.view(game, game.table.to_act)))  # noqa: S301 - as above
        assert all(judged(game, action) for action in list(g.legal_actions(sent, minimal_payments=True))[:20])


@pytest.mark.usefixtures("no_judge")
def test_a_copy_is_the_same_event_and_the_same_game() -> None:
    game = GAMES[0]
    action = next(iter(g.legal_actions(game)))
    assert not judged(copy.deepcopy(game), copy.copy(action))


def test_a_game_that_shares_the_table_lends_no_stamp() -> None:
    illegal = 0
    for game in GAMES:
        seat = game.table.to_act
        other = g.Seat((seat or 0) + 1) if seat == 0 else g.Seat(0)
        for sample in range(3):
            guess = g.complete(g.view(game, other), DEALER, sample)
            assert guess.table is game.table
            for action in g.legal_actions(guess, minimal_payments=True):
                found = g.check(game, action)
                illegal += bool(found)
                if found:
                    with pytest.raises(g.ViolationError) as refused:
                        g.apply(game, action)
                    assert refused.value.violations == found
                else:
                    assert g.apply(game, action) == g.apply(game, attrs.evolve(action))
    assert illegal > 20


def planted(event: Any, stamp: object) -> Any:  # noqa: ANN401 - any event
    object.__setattr__(event, "_stamp", stamp)
    return event


def test_a_planted_action_with_a_borrowed_stamp_is_refused() -> None:
    for game, lender in pairwise(GAMES):
        seat = game.table.turn
        assert seat is not None
        for listed in list(g.legal_actions(lender))[:5]:
            borrowed: Any = listed
            for action in (
                g.TakeMoney(seat, g.Purse.parse("y9 y9 y9 y9")),
                g.Buy(seat, g.Space(1), g.Purse()),
            ):
                with pytest.raises(g.ViolationError):
                    g.apply(game, planted(action, borrowed._stamp))  # noqa: SLF001 - to borrow it
                with pytest.raises(g.ViolationError):
                    g.apply(game, planted(action, None))


def test_nothing_but_an_event_is_taken_for_one() -> None:
    game: Any = GAMES[0]
    strange: Any
    for strange in (game, game.table, g.view(game, None), stamp_of(game), g.legal_actions(game), None):
        with pytest.raises(TypeError, match="expected an event"):
            g.apply(game, strange)


def test_an_event_made_by_hand_bears_no_stamp() -> None:
    game = GAMES[0]
    action = next(iter(g.legal_actions(game)))
    assert bears(action, stamp_of(game))
    assert not bears(attrs.evolve(action), stamp_of(game))
    assert action == attrs.evolve(action)
    assert repr(action) == repr(attrs.evolve(action))
    assert hash(action) == hash(attrs.evolve(action))
    assert "stamp" not in {field.name for field in attrs.fields(type(action))}
    # Without a stamp is not with the stamp of a game that has none: every game has one.
    by_hand: Any = attrs.evolve(action)
    assert not hasattr(by_hand, "_stamp")
    assert all(stamp_of(game) is not None for game in GAMES)


def test_what_is_listed_has_the_same_effect_judged_or_not() -> None:
    for game in GAMES[::2]:
        for action in list(g.legal_actions(game, minimal_payments=True))[:30]:
            assert g.apply(game, action) == g.apply(game, attrs.evolve(action))


def test_views_of_one_game_bear_its_stamp() -> None:
    game = GAMES[0]
    assert isinstance(g.view(game, None), g.View)
    assert stamp_of(g.view(game, None)) is stamp_of(g.view(game, g.Seat(0))) is stamp_of(game)
    assert stamp_of(GAMES[1]) is not stamp_of(game)


class Proxy:
    """Looks like another object, also to `isinstance`, with other fields."""

    def __init__(self, other: object, **fields: object) -> None:
        self.__dict__.update(fields, other=other)

    def __getattr__(self, name: str) -> object:
        return getattr(self.__dict__["other"], name)

    @property
    def __class__(self) -> type:
        return type(self.__dict__["other"])

    @__class__.setter
    def __class__(self, kind: type) -> None:
        raise TypeError(kind)


def test_what_only_looks_like_a_listed_event_is_no_event() -> None:
    begin = g.setup(3)
    first: Any = g.chance(begin)[0][0]
    game = g.apply(begin, first)
    second = g.chance(game)[0][0]
    decision = GAMES[0]
    action: Any = next(iter(g.legal_actions(g.view(decision, decision.table.to_act))))
    strange: Any
    for where, strange in (
        (game, Proxy(second)),
        (game, Proxy(second, face=first.face)),
        (decision, Proxy(action)),
        (decision, type("Mine", (g.DrawScoring,), {"_stamp": action._stamp})(g.Scoring.C)),  # noqa: SLF001 - to borrow it
        (decision, type("Mine", (g.Pass,), {"_stamp": action._stamp})(action.seat)),  # noqa: SLF001 - as above
    ):
        with pytest.raises(TypeError, match="expected an event"):
            g.apply(where, strange)


class Pretender(type):
    """Lets a class pass for another one."""

    other: type

    def __eq__(cls, other: object) -> bool:
        return other in (cls.other, cls)

    def __hash__(cls) -> int:
        return hash(cls.other)


def pretend(kind: type, **more: object) -> Any:  # noqa: ANN401 - of a strange class
    return Pretender("Mine", (kind,), {"other": kind, **more})


def test_a_class_that_says_that_it_equals_another_is_not_taken_for_it() -> None:
    game = GAMES[0]
    action: Any = next(iter(g.legal_actions(game)))
    stamped = pretend(g.TakeMoney, _stamp=action._stamp)  # noqa: SLF001 - to borrow it
    assert stamped == g.TakeMoney
    for strange in (stamped, pretend(g.TakeMoney)):
        event = strange(action.seat, g.Purse.parse("y9 y9 y9 y9"))
        for refuse in (g.apply, g.check):
            with pytest.raises(TypeError, match="expected an event"):
                refuse(game, event)
        with pytest.raises(TypeError, match="expected an event"):
            g.Playout(game).apply(event)
    with pytest.raises(TypeError, match="expected Game or View, got Mine"):
        g.legal_actions(pretend(object, other=g.Game)())
    # The others are taken for what they are, as before.
    assert g.apply(game, action) == g.apply(game, attrs.evolve(action))


def test_an_event_that_was_never_filled_is_no_listed_one() -> None:
    with pytest.raises(AttributeError, match="seat"):
        g.apply(GAMES[0], object.__new__(g.TakeMoney))


def test_an_event_hands_out_no_stamp() -> None:
    with pytest.raises(TypeError, match="hands out no state"):
        next(iter(g.legal_actions(GAMES[0]))).__getstate__()


def test_nothing_that_is_remembered_for_listings_can_be_changed() -> None:
    for game in GAMES[::3]:
        city = game.table.players[0].city
        for moats in range(16):
            for cells in sites(city, city.start).listed(moats):
                assert type(cells) is tuple
