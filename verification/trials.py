"""Trials of mutants: the tests of a module run with the source of a mutant, in a forked process.

A mutant is never written to a file. The parent process has imported the tools but not the package; the child
finds the mutant when it imports the module.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.util import spec_from_loader
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import hypothesis
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    from verification.mutants import Mutant

Stages = tuple[tuple[str, ...], ...]

_CASES = ("cases/test_cases.py",)
_TURN, _PLACING, _REBUILDING, _END, _SETUP, _CHANCE, _DEALING = (
    (f"{name}.py", *_CASES)
    for name in (
        *("play/test_turn", "play/test_placing", "play/test_rebuilding", "play/test_end"),
        *("game/test_setup", "play/test_chance", "dealer/test_dealing"),
    )
)
_GAMES = tuple(dict.fromkeys((*_TURN, *_PLACING, *_REBUILDING, *_END, *_SETUP)))
_RULEBOOK = ("rulebook/test_examples.py",)
_ROADS = ("property/test_two_roads.py", "play/test_chance.py", "property/test_order_of_actions.py")
_ALHAMBRA = ("rules/test_alhambra_misread.py",)
_MOATS = ("rules/test_moats.py", "rulebook/test_scoring.py", *_ALHAMBRA)
_LAYOUTS = ("rules/test_layouts.py", "property/test_layouts.py")
_SCORING = (
    "rules/test_scoring.py",
    "rules/test_alhambra_scoring.py",
    "rules/test_scoring_both.py",
    "rulebook/test_scoring.py",
    *_ALHAMBRA,
)
_TILES = ("box/test_box.py", "box/test_alhambra_box.py", "box/test_tile_set_alhambra.py")
# The others of that file want failures made small, and here that is left out.
_PRINTED = ("testing/test_printed.py::test_cells_tiles_and_tile_sets_are_printed_as_what_makes_them",)
_SECRETS = ("property/test_secrets.py",)
_STRANGE = ("house/test_strange_arguments.py",)
_NONSENSE = ("house/test_nonsense.py",)
_POSITIONS = _CASES + tuple(
    f"position/test_{name}.py"
    for name in (
        "position",
        "position_alhambra",
        "position_both",
        "position_both_at_the_end",
        "position_in_a_turn",
        "position_cells",
        "position_at_the_end",
        "complete_position",
    )
)
_SHEETS = ("position/test_position_alhambra_sheets.py", "position/test_position_sheets.py")
_ALL_POSITIONS = ("property/test_position.py",)
_MODULES = tuple(
    f"position/test_position_{name}.py"
    for name in ("vizier", "exchange", "bonus", "huts", "modules", "left_out")
)
_VIZIER, _EXCHANGE, _BONUS, _HUTS = (
    (f"play/test_{play}.py", f"position/test_position_{position}.py", *_CASES)
    for play, position in (
        ("vizier", "vizier"),
        ("exchange_cards", "exchange"),
        ("bonus", "bonus"),
        ("huts", "huts"),
    )
)
TESTS: dict[str, Stages] = {
    "box/bonus_cards.py": (_BONUS, ("rules/test_bonus_scoring.py",)),
    "box/box.py": ((*_SCORING, *_TILES), ("box/test_ruleset.py", "city/test_city.py"), _STRANGE),
    "game/deck.py": (_SETUP, _END, _POSITIONS, ("dealer/test_complete.py", *_ALL_POSITIONS)),
    "game/table.py": (
        _SETUP,
        (*_TURN, *_END),
        _HUTS,
        _BONUS,
        _VIZIER,
        _NONSENSE,
        ("property/test_secrets.py",),
    ),
    "game/game.py": (_SETUP, (*_TURN, *_END), _SECRETS),
    "box/hut_set.py": (("box/test_hut_sets.py", "rulebook/test_modules.py"), _HUTS, _STRANGE),
    "moats.py": (
        _MOATS,
        ("property/test_layouts.py",),
        ("property/test_moats.py",),
        _STRANGE,
    ),
    "box/money.py": (("box/test_money.py", "property/test_money.py"), _RULEBOOK, _GAMES, _STRANGE),
    "base/names.py": (_SETUP, _POSITIONS, _ALL_POSITIONS),
    "placement.py": (
        ("rules/test_placement.py", "rulebook/test_building.py", *_CASES),
        _LAYOUTS,
        ("property/test_placement.py",),
        _REBUILDING,
        _STRANGE,
    ),
    "city/reasons.py": (
        ("rules/test_placement.py", "city/test_city.py", "rulebook/test_building.py", *_CASES),
        _LAYOUTS,
        _ALHAMBRA,
    ),
    "scoring.py": (_SCORING, ("rules/test_alhambra_scoring.py", "property/test_scoring.py"), _STRANGE),
    "base/values.py": (("house/test_sealed.py", "play/test_stamps.py"), _SETUP, _NONSENSE),
    "game/setup.py": (_SETUP, ("base/test_names.py", "records/test_game_records.py"), _RULEBOOK, _END),
    "sheet.py": (_SCORING, ("property/test_scoring.py",), _END),
    "city/sites.py": (
        ("rules/test_placement.py", "rulebook/test_building.py", *_CASES),
        _REBUILDING,
        (*_LAYOUTS, "city/test_city.py"),
        _ROADS,
    ),
    "box/tile_set.py": (
        _TILES,
        ("box/test_ruleset.py", *_PRINTED, "property/test_box.py"),
        _POSITIONS,
        _STRANGE,
    ),
    "position/checks/gifts.py": (_POSITIONS, _MODULES, _ALL_POSITIONS),
    "position/checks/lying.py": (("position/test_position_cells.py",), _POSITIONS, _ALL_POSITIONS),
    "position/checks/sheets.py": (_SHEETS, _POSITIONS, _MODULES, _ALL_POSITIONS),
    "position/checks/table.py": (_POSITIONS, _SHEETS, _MODULES, _ALL_POSITIONS),
    "position/checks/parts.py": (_POSITIONS, _SHEETS, _MODULES, _ALL_POSITIONS),
    "play/apply.py": (("play/test_stamps.py", "play/test_playout.py"), _RULEBOOK, _GAMES, _CHANCE),
    "play/chance.py": (_SETUP, _CHANCE, _DEALING, _GAMES),
    "play/check.py": (_RULEBOOK, _GAMES, _ROADS, _NONSENSE),
    "play/decision.py": (_RULEBOOK, _GAMES, _ROADS),
    "play/draft.py": (("play/test_playout.py",), _RULEBOOK, _GAMES),
    "play/legal.py": (_RULEBOOK, _GAMES, ("play/test_waiting.py",), _ROADS, _NONSENSE),
    "play/playout.py": (("play/test_playout.py",),),
    "play/acts/bonus.py": (_BONUS, _GAMES, _ROADS),
    "play/acts/buy.py": (_TURN, _EXCHANGE, _RULEBOOK, _GAMES, _ROADS),
    "play/acts/draw_card.py": (_SETUP, _TURN, _CHANCE, _DEALING, _END),
    "play/acts/draw_tile.py": (_SETUP, _TURN, _CHANCE, _DEALING, _END),
    "play/acts/favour.py": (_VIZIER, _GAMES, _ROADS),
    "play/acts/huts.py": (_HUTS, _GAMES, _ROADS, _CHANCE),
    "play/acts/passing.py": (_TURN, _REBUILDING, _ROADS),
    "play/acts/pay.py": (_PLACING, _TURN, _END, _ROADS),
    "play/acts/place.py": (_ALHAMBRA, _PLACING, _END, _ROADS),
    "play/acts/rebuild.py": (_REBUILDING, _PLACING, _ROADS),
    "play/acts/money.py": (_TURN, _RULEBOOK, _ROADS),
    "play/acts/timing.py": (_TURN, _GAMES, _ROADS),
    "play/flow/begin.py": (_SETUP, _RULEBOOK, _END),
    "play/flow/end.py": (_ALHAMBRA, _TURN, _END, _RULEBOOK),
    "play/flow/turn.py": (_ALHAMBRA, _TURN, _RULEBOOK, _END, _PLACING, _VIZIER, _BONUS),
}
"""By module, the tests in stages, quickest first; a mutant that passes a stage goes on to the next."""

SURVIVED, NOT_LOADED = 0, 70
OUT_OF_TIME = frozenset({-signal.SIGVTALRM, -signal.SIGXCPU})
KILLED = OUT_OF_TIME | {
    pytest.ExitCode.TESTS_FAILED,
    pytest.ExitCode.INTERRUPTED,  # a test file could not be imported
    pytest.ExitCode.INTERNAL_ERROR,  # a failure could not be reported
    pytest.ExitCode.USAGE_ERROR,  # conftest.py could not be imported
}
"""The exit codes of tests that notice a mutant; without one they all pass."""

LONGEST = 600
"""How many seconds of processor time all tests together may take."""
MEMORY_LIMIT = 1 << 30

hypothesis.settings.register_profile(
    "mutation",
    derandomize=True,
    max_examples=40,
    database=None,
    deadline=None,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    suppress_health_check=list(hypothesis.HealthCheck),
)


@attrs.define
class Changed(MetaPathFinder, SourceLoader):  # type: ignore[misc] # its bases differ in an argument
    """Import hook that gives one module another source."""

    name: str
    path: str
    source: str
    is_loaded: bool = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find that module only."""
        del path, target
        return spec_from_loader(fullname, self, origin=self.path) if fullname == self.name else None

    def get_filename(self, fullname: str) -> str:
        """Return the path of the file."""
        del fullname
        return self.path

    def get_data(self, path: str) -> bytes:
        """Return the changed source. Raises ``OSError`` for any other path."""
        if path != self.path:
            raise OSError(path)
        self.is_loaded = True
        return self.source.encode()


@attrs.define
class Clock:
    """Gives each test five times as long as it took without a mutant, and one second more."""

    before: dict[str, float]
    """Seconds by test; if empty, there is no limit."""
    now: dict[str, float] = attrs.field(factory=dict)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Measure a test; the timer ends the process when the time is over."""
        begun = time.process_time()
        if self.before:
            signal.setitimer(signal.ITIMER_VIRTUAL, 1 + 5 * self.before.get(item.nodeid, 0))
        result = yield
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        self.now[item.nodeid] = time.process_time() - begun
        return result


def fork(module: str, source: str, clock: Clock, measured: Path | None = None) -> int:
    """Run the tests of a module with that source in a new process; return its id."""
    child = os.fork()
    if child:
        return child
    # Whatever happens, the child ends here.
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
        # Each test has its clock; this limit is for what runs while tests are collected.
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST + 5))
        ending = verdict(module, source, clock)
        if measured is not None:
            measured.write_text(json.dumps(clock.now), "utf-8")
        os._exit(ending)
    finally:
        os._exit(NOT_LOADED)


def verdict(module: str, source: str, clock: Clock) -> int:
    """Run the tests of a module with that source in this process; return the exit code."""
    name = f"granada_rules.{module.removesuffix('.py').replace('/', '.')}"
    changed = Changed(name, str(Path("src", "granada_rules", module).resolve()), source)
    sys.meta_path.insert(0, changed)
    sys.dont_write_bytecode = True
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin"]
    options += ["-m", "thorough or not thorough"]
    # Hypothesis was imported before pytest could rewrite its assertions.
    options += ["-W", "ignore::pytest.PytestAssertRewriteWarning", "--hypothesis-profile=mutation"]
    for stage in TESTS[module]:
        ending = int(pytest.main([*options, *(f"tests/{name}" for name in stage)], plugins=[clock]))
        if not changed.is_loaded:
            return NOT_LOADED
        if ending != SURVIVED:
            return ending
    return SURVIVED


def judged(module: str, wanted: Sequence[Mutant], clock: Clock, jobs: int) -> Iterator[tuple[Mutant, int]]:
    """Try mutants, several at once, and yield each with its exit code as soon as it is known."""
    ahead = list(reversed(wanted))
    running: dict[int, Mutant] = {}
    while ahead or running:
        while ahead and len(running) < jobs:
            mutant = ahead.pop()
            running[fork(module, mutant.source, clock)] = mutant
        child, status = os.wait()
        yield running.pop(child), os.waitstatus_to_exitcode(status)


def clocked(module: str, source: str) -> Clock:
    """Measure the tests of a module; end the program if they do not pass."""
    measured = Path("measured.json")
    _, status = os.waitpid(fork(module, source, Clock({}), measured), 0)
    if os.waitstatus_to_exitcode(status) != SURVIVED:
        sys.exit(f"{module}: its tests fail without a mutant, or never import it")
    return Clock(json.loads(measured.read_text("utf-8")))
