"""A playout lists and does what `legal_actions` and `apply` list and do, in place."""

from __future__ import annotations

import copy
import pickle
import random
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import granada_rules as g
from granada_rules.play import way, ways
from tests.helpers.positions import others_shows

if TYPE_CHECKING:
    from collections.abc import Callable


RULESETS = {
    "granada": g.GRANADA,
    "alhambra": g.ALHAMBRA,
    "both": g.BOTH,
    "modules": g.Ruleset(kinds=[g.Kind.ALHAMBRA], modules=g.Module),
    "modules of both": g.Ruleset(kinds=g.Kind, modules=g.Module, house_rules=True),
}

BEGUN = g.deal(g.setup(3), g.Dealer(b"a game that is played on"))


def same(playout: g.Playout, game: g.Game) -> bool:
    """Tell whether a playout is at that game, with its history."""
    now = playout.game()
    return (now, now.draws, now.sheets) == (game, game.draws, game.sheets)


def listed(game: g.Game, minimal_payments: bool = False) -> list[g.Action]:  # noqa: FBT001, FBT002 - as the function
    return list(g.legal_actions(game, minimal_payments))


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("players", [2, 4])
def test_a_playout_does_what_games_do(name: str, players: int) -> None:
    rng = random.Random(f"{name} {players}")
    game = g.setup(players, RULESETS[name])
    playout = g.Playout(game)
    while not game.is_over:
        assert (playout.to_act, playout.is_chance, playout.is_over) == (
            game.table.to_act,
            game.is_chance,
            False,
        )
        actions = playout.legal_actions(minimal_payments=True)
        assert actions == listed(game, minimal_payments=True)
        if many := ways(game):
            number = rng.randrange(many)
            game = g.apply(game, way(game, number))
            # One draw; whatever else is due waits for its own number.
            one_draw(playout, many, number)
        else:
            event = rng.choice([*actions, *others_shows(game)])
            game = g.apply(game, event)
            playout.apply(event)
        if rng.random() < 0.2 or game.is_over:
            assert same(playout, game)
    assert playout.is_over
    assert playout.legal_actions() == []


def one_draw(playout: g.Playout, many: int, number: int) -> None:
    """Make one draw, and no other."""
    asked: list[int] = []

    def choose(ways: int) -> int:
        asked.append(ways)
        if len(asked) > 1:
            raise EOFError
        return number

    try:
        playout.deal(choose)
    except EOFError:
        assert len(asked) == 2
    assert asked[0] == many


def test_all_draws_that_are_due_are_dealt() -> None:
    game, dealer = g.setup(3), g.Dealer(bytes(range(16)))
    playout = g.Playout(game)
    playout.deal(lambda many: dealer.number(playout.game().draws, many))
    assert same(playout, g.deal(game, dealer))
    before = playout.game()
    playout.deal(lambda _: pytest.fail("nothing is due"))
    assert same(playout, before)


def test_the_game_given_stays_as_it_is() -> None:
    written, hashed = repr(BEGUN), hash(BEGUN)
    playout = g.Playout(BEGUN)
    playout.apply(playout.legal_actions()[0])
    assert not same(playout, BEGUN)
    assert (repr(BEGUN), hash(BEGUN)) == (written, hashed)


def test_a_game_that_was_made_stays_as_it_is() -> None:
    playout = g.Playout(BEGUN)
    kept = playout.game()
    playout.apply(playout.legal_actions()[0])
    assert kept == BEGUN


def test_what_is_refused_changes_nothing_and_has_all_reasons() -> None:
    playout = g.Playout(BEGUN)
    seat = playout.to_act
    assert seat is not None
    for action in (g.TakeMoney(seat, g.Purse.parse("y9 y9 y9 y9")), g.Buy(seat, g.Space(9), g.Purse())):
        with pytest.raises(g.ViolationError) as refused:
            playout.apply(action)
        assert refused.value.violations == g.check(BEGUN, action)
        assert same(playout, BEGUN)
    strange: Any
    for strange in (BEGUN, None, type("Mine", (g.TakeMoney,), {})(seat, g.Purse.parse("y1"))):
        with pytest.raises(TypeError, match="expected an event"):
            playout.apply(strange)
    assert same(playout, BEGUN)


def test_an_action_by_hand_is_judged_and_happens() -> None:
    for action in listed(BEGUN):
        playout = g.Playout(BEGUN)
        playout.apply(attrs.evolve(action))
        assert same(playout, g.apply(BEGUN, action))


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Note what is judged, and by which game."""
    found: list[object] = []
    module: Any = __import__("sys").modules[g.Playout.__module__]

    def noted(game: g.Game, event: g.Event) -> object:
        found.append((game, event))
        return g.check(game, event)

    monkeypatch.setattr(module, "check", noted)
    return found


def test_what_was_listed_since_the_last_event_is_not_judged(judged: list[object]) -> None:
    for number in range(len(listed(BEGUN))):
        playout = g.Playout(BEGUN)
        action = playout.legal_actions()[number]
        # Listing twice takes nothing back.
        playout.legal_actions()
        playout.apply(action)
        assert not judged


@pytest.mark.parametrize(
    "make",
    [
        lambda playout: attrs.evolve(playout.legal_actions()[0]),
        lambda playout: pickle.loads(pickle.dumps(playout.legal_actions()[0])),  # noqa: S301 - made just now
        lambda playout: listed(playout.game())[0],
        lambda playout: g.Playout(playout.game()).legal_actions()[0],
        lambda playout: copy.copy(playout).legal_actions()[0],
    ],
)
def test_an_equal_action_that_this_playout_did_not_list_is_judged(
    make: Callable[[g.Playout], g.Action], judged: list[object]
) -> None:
    playout = g.Playout(BEGUN)
    assert playout.legal_actions()
    action = make(playout)
    playout.apply(action)
    assert judged == [(BEGUN, action)]
    assert same(playout, g.apply(BEGUN, action))


def test_a_game_judges_what_a_playout_listed() -> None:
    playout = g.Playout(BEGUN)
    other = g.deal(g.setup(3), g.Dealer(b"another game of three players"))
    illegal = 0
    for action in playout.legal_actions():
        if found := g.check(other, action):
            illegal += 1
            with pytest.raises(g.ViolationError) as refused:
                g.apply(other, action)
            assert refused.value.violations == found
    assert illegal


def test_a_list_is_of_its_moment(judged: list[object]) -> None:
    """An action of a list that was kept is judged, and refused if it is not legal any more."""
    playout, refusals, rng = g.Playout(BEGUN), 0, random.Random(5)
    old = playout.legal_actions()
    while len(judged) < 60:
        playout.apply(rng.choice(playout.legal_actions()))
        playout.deal(rng.randrange)
        before = playout.game()
        for action in old:
            if g.check(before, action):
                with pytest.raises(g.ViolationError):
                    playout.apply(action)
                refusals += 1
        assert same(playout, before)
        old = playout.legal_actions()
    assert refusals == len(judged)


def test_payments_with_a_card_too_many_are_listed_unless_they_are_not_wanted() -> None:
    playout, rng = g.Playout(BEGUN), random.Random(3)
    more = 0
    for _ in range(40):
        game = playout.game()
        assert playout.legal_actions() == listed(game)
        more += len(playout.legal_actions()) > len(playout.legal_actions(minimal_payments=True))
        playout.apply(rng.choice(playout.legal_actions()))
        playout.deal(rng.randrange)
    assert more
    strange: Any = 1
    with pytest.raises(TypeError, match="expected bool, got int"):
        playout.legal_actions(strange)


@pytest.mark.parametrize("strange", [-1, 54, 10**6, 0.0, True, None, "0"])
def test_a_number_that_is_no_way_to_draw_is_refused(strange: Any) -> None:  # noqa: ANN401 - anything
    playout = g.Playout(g.setup(3))
    error, expected = (ValueError, "0 to 53") if type(strange) is int else (TypeError, "int")
    with pytest.raises(error, match=f"^number of a way to draw: expected {expected}, got "):
        playout.deal(lambda _: strange)
    assert same(playout, g.setup(3))


def test_what_chooses_draws_is_a_function_also_where_none_is_due() -> None:
    strange: Any
    for strange in (None, 7, random.Random(7)):
        with pytest.raises(TypeError, match="choose: expected a function, got "):
            g.Playout(BEGUN).deal(strange)


def test_a_playout_that_changes_while_a_draw_is_chosen_is_noticed() -> None:
    playout = g.Playout(g.setup(3))

    def choose(_: int) -> int:
        if playout.is_chance:
            playout.deal(lambda _: 0)
        return 0

    with pytest.raises(RuntimeError, match=r"^the playout changed in the meantime$"):
        playout.deal(choose)
    # The inner draws are made, and nothing else.
    expected = g.Playout(g.setup(3))
    expected.deal(lambda _: 0)
    assert same(playout, expected.game())


def test_a_playout_that_changes_while_an_action_is_judged_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    playout = g.Playout(BEGUN)
    first, second, *_ = playout.legal_actions()

    def change_and_check(game: g.Game, event: g.Event) -> object:
        if event is not first:
            playout.apply(first)
        return g.check(game, event)

    monkeypatch.setattr(__import__("sys").modules[g.Playout.__module__], "check", change_and_check)
    with pytest.raises(RuntimeError, match=r"^the playout changed in the meantime$"):
        playout.apply(attrs.evolve(second))
    assert same(playout, g.apply(BEGUN, first))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])  # noqa: S301 - made just now
def test_a_copy_is_a_playout_of_its_own(copied: Any) -> None:  # noqa: ANN401 - a function
    playout = g.Playout(BEGUN)
    action = playout.legal_actions()[0]
    other = copied(playout)
    playout.apply(action)
    assert same(other, BEGUN)
    other.apply(action)
    assert same(other, playout.game())


class Interrupted(BaseException):
    """What Ctrl-C, an alarm or too deep a recursion raises in the middle of something."""


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> tuple[g.Playout, list[g.Action], g.Game]:
    """Interrupt a playout in the middle of an event; return it, what it had listed, and where it was."""
    playout = g.Playout(BEGUN)
    actions, before = playout.legal_actions(), playout.game()
    module: Any = __import__("sys").modules[g.apply.__module__]
    effect = module._EFFECTS[g.TakeMoney]  # noqa: SLF001 - it is interrupted

    def half(draft: Any, event: Any) -> None:  # noqa: ANN401 - an effect
        effect(draft, event)
        raise Interrupted

    taking = next(action for action in actions if isinstance(action, g.TakeMoney))
    with monkeypatch.context() as patched:
        patched.setitem(module._EFFECTS, g.TakeMoney, half)  # noqa: SLF001 - as above
        with pytest.raises(Interrupted):
            playout.apply(taking)
    return playout, actions, before


INTERRUPTED = pytest.raises(RuntimeError, match="interrupted while an event happened; begin a new one")


@pytest.mark.parametrize(
    "use",
    [
        *(lambda playout, _: playout.to_act, lambda playout, _: playout.is_chance),
        *(lambda playout, _: playout.is_over, lambda playout, _: playout.game()),
        lambda playout, _: playout.legal_actions(),
        lambda playout, actions: playout.apply(actions[0]),
        lambda playout, actions: playout.apply(attrs.evolve(actions[0])),
        lambda playout, _: playout.deal(lambda _: 0),
        *(lambda playout, _: copy.copy(playout), lambda playout, _: pickle.dumps(playout)),
    ],
)
def test_half_an_event_is_never_seen(
    use: Callable[[g.Playout, list[g.Action]], object], interrupted: tuple[g.Playout, list[g.Action], g.Game]
) -> None:
    playout, actions, before = interrupted
    with INTERRUPTED:
        use(playout, actions)
    assert repr(playout) == "<Playout: interrupted>"
    assert before == BEGUN
    assert same(g.Playout(before), BEGUN)


def test_a_playout_that_has_begun_is_not_begun_again() -> None:
    playout: Any = g.Playout(BEGUN)
    playout.apply(playout.legal_actions()[0])
    after = playout.game()
    playout.__init__(BEGUN)
    assert same(playout, after)
    with pytest.raises(TypeError, match="hands out no state"):
        playout.__getstate__()
    with pytest.raises(TypeError, match="Playout cannot be subclassed"):
        type("Mine", (g.Playout,), {})


def test_a_playout_begins_with_a_game() -> None:
    strange: Any
    for strange in (None, BEGUN.table, g.view(BEGUN, None), g.Playout(BEGUN), 3):
        with pytest.raises(TypeError, match="expected Game"):
            g.Playout(strange)


def test_its_repr_says_what_it_waits_for() -> None:
    assert repr(g.Playout(g.setup(3))) == "<Playout: a tile for the yard is to be drawn>"
    assert repr(g.Playout(BEGUN)) == f"<Playout: {BEGUN.table.waits_for}>"
