"""Random games over combinations of game, modules, options and players: a few of those of ``make verify``."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import combinations as subsets
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING

import attrs
import pytest

from granada_rules import BOTH, Kind, Module, ModuleState, Pass, Ruleset, Seat, ViolationError, setup
from granada_rules.box import OPTIONS, meaningless
from granada_rules.records import replay
from tests.helpers import combinations as helper
from tests.helpers.combinations import Combination, combinations, missed, named, play
from tests.helpers.games import altered
from tests.helpers.module_events import OFTEN, SELDOM
from verification.parts import GAMES, Played

if TYPE_CHECKING:
    from collections.abc import Callable

SETS = [some for many in range(5) for some in subsets(Module, many)]
FIRST = 180
"""Every game with all its sets of modules and all numbers of players."""


def test_every_game_and_set_of_modules_that_can_be_played_is_there_with_all_numbers_of_players() -> None:
    playable = set()
    for kinds in ((Kind.ALHAMBRA,), (Kind.GRANADA,), tuple(Kind)):
        for modules in SETS:
            with suppress(ViolationError):
                setup(2, Ruleset(kinds=kinds, modules=modules, house_rules=True))
                playable.add((kinds, modules))
    # MOD-3: bonus cards and huts need tiles of Alhambra.
    assert len(playable) == 16 + 4 + 16
    first = [(one.ruleset.kinds, one.ruleset.modules, one.players) for one in combinations()[:FIRST]]
    assert Counter(first) == {(*what, players): 1 for what in playable for players in range(2, 7)}


def test_every_combination_of_options_is_there_once() -> None:
    every = combinations()
    assert len(set(every)) == len(every) == 16_000
    together = Counter((one.ruleset.kinds, one.ruleset.modules, one.players) for one in every)
    for (kinds, modules, players), number in together.items():
        usual = Ruleset(kinds=kinds, modules=modules, house_rules=True)
        options = [one for one in OPTIONS if meaningless(usual, one) is None]
        # MOD-3: what is in no book is played by house rules only.
        in_books = kinds == (Kind.ALHAMBRA,) or not modules or (kinds, modules) == ((Kind.GRANADA,), SETS[1])
        assert number == 2 ** (len(options) - (not in_books)), (kinds, modules, players)


def numbered(label: str, players: int) -> int:
    """Return the number of the first game that is called so."""
    return [str(one) for one in combinations()].index(f"{label}, {players} players")


def test_a_game_with_all_modules_is_sound_and_shows_what_modules_bring() -> None:
    label = "alhambra + vizier + exchange + bonus + huts"
    number = numbered(label, 2)
    seen = play(combinations()[number], Random(number))
    assert seen[f"{label}, 2 players"] == 1
    assert seen[f"{label}: decisions looked at"] > 5
    assert seen["actions tried and refused"] > 1000
    assert seen["actions tried and allowed"] > 50
    shown = {what.removeprefix(f"{label}: ") for what in seen}
    brought = {what for often in OFTEN.values() for what in often}
    assert len(brought & shown) > len(brought) / 2


def quick() -> Combination:
    return Combination(Ruleset(kinds=[Kind.ALHAMBRA], modules=[Module.VIZIER]), 2)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("read_view", lambda *_: None),
        ("legal_actions", lambda *_, **__: [Pass(Seat(0))]),
        ("Playout", lambda _: SimpleNamespace(apply=lambda _: None, legal_actions=lambda **_: [])),
        ("check", lambda *_: ()),
        ("complete", lambda *_: setup(2)),
        ("replay", lambda record: attrs.evolve(replay(record), game=setup(2))),
        ("read_game", lambda *_: None),
    ],
)
def test_whatever_goes_wrong_is_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: Callable[..., object]
) -> None:
    monkeypatch.setattr(helper, name, wrong)
    with pytest.raises((AssertionError, AttributeError)):
        play(quick(), Random(0))


def test_a_pawn_that_is_lost_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def losing(*arguments: object, **options: object) -> object:
        game = setup(*arguments, **options)  # type: ignore[arg-type] # as they were given
        return altered(game, table=altered(game.table, modules=ModuleState()))

    monkeypatch.setattr(helper, "setup", losing)
    with pytest.raises(AssertionError, match="pawns: expected 2, got 0"):
        play(quick(), Random(0))


def test_a_blind_spot_is_noticed() -> None:
    nothing = list(missed(Counter(), FIRST))
    assert "both + huts, 4 players: expected 1, seen 0" in nothing
    assert "alhambra + exchange: an exchange card pays: expected 1, seen 0" in nothing
    assert "granada + vizier: refused by VIZ: expected 1, seen 0" in nothing
    assert "alhambra: a hut counts: expected 1, seen 0" in nothing
    assert not [what for what in nothing if what.startswith("granada") and "bonus" in what]
    # What was asked for is enough.
    enough: Counter[str] = Counter()
    for line in nothing:
        what, _, numbers = line.rpartition(": expected ")
        game, _, event = what.partition(": ")
        label = game if "," in game or event in EVENTS_OF_LABELS else f"{game} + {MODULE_OF[event]}"
        enough[f"{label}: {event}" if event else label] += int(numbers.partition(",")[0])
    assert list(missed(enough, FIRST)) == []


MODULE_OF = {what: module.value for module, seldom in SELDOM.items() for what in seldom}
EVENTS_OF_LABELS = {
    *("decisions looked at", "draws looked at"),
    *(f"refused by {chapter}" for chapter in helper.CHAPTERS),
    *(what for often in OFTEN.values() for what in often),
}


def test_games_are_counted_by_what_is_played() -> None:
    assert named(BOTH) == "both"
    assert named(quick().ruleset) == "alhambra + vizier"
    assert str(quick()) == "alhambra + vizier, 2 players"


def test_a_portion_plays_its_games_and_tells_which_one_went_wrong() -> None:
    played: list[Combination] = []

    def noting(combination: Combination, rng: Random) -> Counter[str]:
        played.append(combination)
        if len(played) == 2 * GAMES + 3:
            raise ZeroDivisionError("it was the third")
        return Counter({str(rng.random()): 1})

    part = Played(noting, missed)
    assert part.portions(GAMES + 1) == 2
    assert part.work(0, 7) == Counter(str(Random(7 + number).random()) for number in range(GAMES))
    last = len(combinations()) // GAMES - 1
    part.work(last, 7)
    assert played == [*combinations()[:GAMES], *combinations()[-GAMES:]]
    with pytest.raises(
        AssertionError, match=r"^game 42 with seed 49, .* players, .*: ZeroDivisionError: it was the third$"
    ):
        part.work(2, 7)
    assert part.seeds([0, 2], 7) == f"Seeds 7 to {7 + 3 * GAMES - 1}"
    assert part.seeds([], 7) == ""
    assert list(part.missing(Counter(), 1))
