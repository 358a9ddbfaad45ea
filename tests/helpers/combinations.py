"""Random games over every combination of game, modules, options and number of players.

``make verify`` plays them, and the tests a few. Each game is watched event by event; every now and
then it is written down, sent and completed, and what lies close to its legal actions is tried. At the end its
record is written, read and replayed.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations as subsets
from itertools import islice, product, zip_longest
from random import Random
from typing import TYPE_CHECKING, Any, Final

import attrs

from granada_rules import (
    Backs,
    Clause,
    Currency,
    Dealer,
    Kind,
    Module,
    Phase,
    Playout,
    Ruleset,
    Seat,
    ShowBonus,
    TileSets,
    apply,
    check,
    complete,
    draw,
    legal_actions,
    read_view,
    setup,
    view,
    write_view,
)
from granada_rules.box import OPTIONS, meaningless, wrong_modules
from granada_rules.records import GameRecord, read_game, replay, write_game, write_json, write_toml
from granada_rules.testing import assert_consistent
from granada_rules.testing.values import mirrored
from tests.helpers.candidates import mutations, neighbourhood
from tests.helpers.games import NAMES
from tests.helpers.invariants import Watcher
from tests.helpers.module_events import OFTEN, SELDOM, seen_in
from tests.helpers.positions import PLAYERS, alike, other_walls, some_event
from tests.property.test_records import check_is_read_back

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules import Event, Game

__all__ = ["CHAPTERS", "Combination", "combinations", "missed", "named", "play"]

GAMES: Final = (Kind.ALHAMBRA,), (Kind.GRANADA,), tuple(Kind)
"""The kinds of tiles of the three games."""

MANY: Final = 300
"""How many legal actions are compared; a hand with much money can pay in very many ways."""

LOOKS: Final = {Phase.SETUP: 0.02, Phase.ACT: 0.02, Phase.END_OF_TURN: 0.005, Phase.FAVOUR: 0.01}
"""How likely a moment of a phase is looked at closely; of other phases every tenth is, and of each one is."""

FEW: Final = 40
"""In so many games with a module everything has happened that it brings."""

_DEALER = Dealer(b"nobody knows what is in the hands")


@attrs.frozen
class Combination:
    """What is played, by which rules, and by how many."""

    ruleset: Ruleset
    """With the tiles that ship with the library, and the usual yard."""
    players: int

    def __str__(self) -> str:
        return f"{named(self.ruleset)}, {self.players} players"


def named(ruleset: Ruleset) -> str:
    """Return what is played: the game and its modules."""
    return " + ".join([ruleset.game, *(module.value for module in ruleset.modules)])


def _rulesets(kinds: tuple[Kind, ...], modules: tuple[Module, ...]) -> list[Ruleset]:
    """Return all rulesets of a game with these modules; none if it cannot have them."""
    usual = Ruleset(kinds=kinds, modules=modules, house_rules=True)
    if wrong_modules(usual):
        return []
    options = [option for option in OPTIONS if meaningless(usual, option) is None]
    choices = product([False, True], repeat=len(options))
    every = [_with_options(usual, dict(zip(options, chosen, strict=True))) for chosen in choices]
    # MOD-3: what no book describes is played by house rules only.
    return [ruleset for ruleset in every if not wrong_modules(ruleset)]


def _with_options(ruleset: Ruleset, options: dict[str, Any]) -> Ruleset:
    return attrs.evolve(ruleset, **options)


@cache
def combinations() -> tuple[Combination, ...]:
    """Return every combination once.

    The first 180 are every game with all its sets of modules and all numbers of players; the next 180 are the
    same with other options, and so on, until each has had all its options.
    """
    columns = []
    for kinds in GAMES:
        for modules in (some for many in range(len(Module) + 1) for some in subsets(Module, many)):
            rulesets = _rulesets(kinds, modules)
            Random(f"{kinds} {modules}").shuffle(rulesets)
            for players in PLAYERS if rulesets else ():
                first = len(rulesets) * (players - PLAYERS[0]) // len(PLAYERS)
                columns.append(
                    [Combination(ruleset, players) for ruleset in rulesets[first:] + rulesets[:first]]
                )
    return tuple(one for row in zip_longest(*columns) for one in row if one is not None)


def with_tiles(ruleset: Ruleset, rng: Random) -> Ruleset:
    """Return a ruleset with another yard, and now and then with other tiles and huts."""
    yard = rng.sample(list(Currency), k=len(Currency))
    if rng.random() < 0.5:
        return attrs.evolve(ruleset, yard=yard)
    others = {Kind.ALHAMBRA: other_walls(), Kind.GRANADA: mirrored(rng.choice(list(Backs)))}
    sets, huts = [others[kind] for kind in ruleset.kinds], alike() if Module.HUTS in ruleset.modules else None
    tiles = TileSets(sets, huts) if len(sets) > 1 or huts else sets[0]
    return attrs.evolve(ruleset, yard=yard, tile_set=tiles)


def play(combination: Combination, rng: Random) -> Counter[str]:
    """Play a game, looking at it closely; return what was seen in it.

    Raises ``AssertionError`` with what is wrong, if anything is.
    """
    ruleset, label = with_tiles(combination.ruleset, rng), named(combination.ruleset)
    ages = [rng.randrange(9) for _ in range(combination.players)] if rng.random() < 0.5 else None
    game = start = setup(NAMES[: combination.players], ruleset, ages=ages)
    watcher, thrift = Watcher(game), rng.choice([0, 0.4, 0.8])
    events: list[Event] = []
    playout = Playout(start)
    seen, looked_at = Counter({str(combination): 1}), Counter[Phase]()
    # BON-4: some show their cards only when they are asked.
    waits = rng.random() < 0.5
    while (event := some_event(game, rng, thrift)) is not None:
        if waits and isinstance(event, ShowBonus) and game.table.phase is not Phase.REVEAL:
            continue
        phase = game.table.phase
        if not looked_at[phase] or rng.random() < LOOKS.get(phase, 0.1):
            looked_at[phase] += 1
            seen += look_closely(game, rng)
            fewest = playout.legal_actions(minimal_payments=True)
            assert fewest == list(legal_actions(game, minimal_payments=True))
        before, game = game, apply(game, event)
        playout.apply(event)
        watcher.sees(event, game)
        seen.update(f"{label}: {what}" for what in seen_in(before, event, game))
        events.append(event)
    assert game.is_over
    assert playout.game() == game
    assert_consistent(game)
    check_record(start, events, game)
    return seen


def check_record(start: Game, events: list[Event], game: Game) -> None:
    """Write the record of a game, read and replay it."""
    record = GameRecord.of(start, events, result=game.table.points)
    for write in (write_toml, write_json):
        read = read_game(write(write_game(record)), [start.table.ruleset.tiles])
        assert read == record
    found = replay(read)
    assert found.is_right
    assert found.is_over
    assert (found.events, found.game) == (tuple(events), game)
    assert (found.game.sheets, found.game.draws) == (game.sheets, game.draws)
    assert GameRecord.of(start, found.events).digests == record.digests


def look_closely(game: Game, rng: Random) -> Counter[str]:
    """Write a game down, send and draw what a seat can see of it, and try what may be done."""
    table = game.table
    assert_consistent(game)
    check_is_read_back(game.to_position())
    seats = [*map(Seat, range(len(game.hands)))]
    for looker in dict.fromkeys((table.to_act, rng.choice([*seats, None]))):
        _look_from(game, looker, rng)
    if table.to_act is None:
        return Counter({f"{named(table.ruleset)}: draws looked at": 1})
    seen = Counter({f"{named(table.ruleset)}: decisions looked at": 1})
    for seat in (table.to_act, rng.choice(seats)):
        seen += _try_actions(game, seat, rng)
    return seen


def _look_from(game: Game, seat: Seat | None, rng: Random) -> None:
    """Send what somebody sees, complete it, and draw it."""
    seen = view(game, seat)
    again = read_view(write_json(write_view(seen)), [game.table.ruleset.tiles])
    assert again == seen
    guessed = complete(again, _DEALER, rng.randrange(1000))
    assert view(guessed, seat) == seen
    assert_consistent(guessed)
    listed = [list(islice(legal_actions(one), MANY)) for one in (seen, again, view(guessed, seat))]
    assert listed[0] == listed[1] == listed[2]
    if seat is not None and seat == game.table.to_act:
        assert all(list(islice(legal_actions(one), MANY)) == listed[0] for one in (game, guessed))
    width = rng.choice([None, 60, 100])
    assert draw.text(seen, width=width) == draw.text(view(guessed, seat), width=width)


def _try_actions(game: Game, seat: Seat, rng: Random) -> Counter[str]:
    """Compare what is listed for a seat with what passes, over everything near at hand."""
    listed = list(islice(legal_actions(view(game, seat)), MANY))
    legal = set(listed)
    assert len(legal) == len(listed)
    tried = list(neighbourhood(game, seat, rng, most=20))
    for action in rng.sample(listed, min(len(listed), 3)):
        tried += mutations(game, action, rng)
    seen: Counter[str] = Counter()
    for action in tried:
        found = check(game, action)
        is_own = action.seat == seat
        if is_own and len(listed) < MANY:
            assert (not found) == (action in legal), f"{action}: {found}"
        seen["actions tried and allowed" if not found else "actions tried and refused"] += 1
        for violation in found:
            assert isinstance(violation.clause, Clause)
            chapter = violation.clause.partition("-")[0]
            if chapter in CHAPTERS:
                seen[f"{named(game.table.ruleset)}: refused by {chapter}"] += 1
    return seen


CHAPTERS: Final = {"VIZ": Module.VIZIER, "EXC": Module.EXCHANGE, "BON": Module.BONUS, "HUT": Module.HUTS}
"""The chapters of clauses about modules."""


def missed(seen: Counter[str], games: int) -> Iterator[str]:
    """Yield what was not seen often enough in the first so many games.

    Each combination as often as it was played; what modules bring, where they are played, once in as many
    games as there are numbers of players; and what they bring seldom, in each game.
    """
    every = combinations()
    expected = Counter(str(every[number % len(every)]) for number in range(games))
    played = Counter[str]()
    with_modules: dict[str, Ruleset] = {}
    for number in range(games):
        ruleset = every[number % len(every)].ruleset
        played[named(ruleset)] += 1
        with_modules[named(ruleset)] = ruleset
    for label, ruleset in with_modules.items():
        often = played[label] // len(PLAYERS)
        for module in ruleset.modules:
            expected.update({f"{label}: {what}": often for what in OFTEN[module]})
        chapters = [chapter for chapter, module in CHAPTERS.items() if module in ruleset.modules]
        expected.update({f"{label}: refused by {chapter}": often for chapter in chapters})
        expected[f"{label}: decisions looked at"] = 5 * played[label]
        expected[f"{label}: draws looked at"] = played[label]
    for what, number in expected.items():
        if seen[what] < number:
            yield f"{what}: expected {number}, seen {seen[what]}"
    for game, module in product(("alhambra", "granada", "both"), Module):
        labels = [
            label
            for label, ruleset in with_modules.items()
            if ruleset.game == game and module in ruleset.modules
        ]
        number = sum(played[label] for label in labels) // FEW
        for what in SELDOM[module]:
            found = sum(seen[f"{label}: {what}"] for label in labels)
            if found < number:
                yield f"{game}: {what}: expected {number}, seen {found}"
