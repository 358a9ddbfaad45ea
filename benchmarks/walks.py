"""How far one walks through the package: three walks of a newcomer, counted by ``sys.setprofile``.

Each walk is the first of its kind in a new process, so nothing is remembered of it; what it begins with is
made before. Functions that stand in files of the package count, comprehensions as parts of them. Not counted
are loading modules and what calls that, functions made from strings, and other packages. A generator counts
each time it goes on. A room is the first part of a path in the package; a call changes the room if the next
function of the package up the stack stands in another one.

``PYTHONPATH=other/src python -m benchmarks.walks`` walks through another tree of the package.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, NamedTuple

from click.testing import CliRunner

import granada_rules
from benchmarks.timing import anew
from granada_rules import Dealer, Referee, Scoring, legal_actions, read_position, scoring
from granada_rules.cli import main as program
from granada_rules.notation import write_event

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

ROOT = Path(__file__).parents[1]
POSITION = ROOT / "examples" / "positions" / "legal-table.toml"
NAMES = ("Ann", "Bo", "Cy")


class Steps(NamedTuple):
    """What a walk comes by."""

    calls: int
    functions: int
    files: int
    rooms: int
    changes: int
    """How many calls lead to another room."""


def steps(walk: Callable[[], object], package: Path) -> Steps:
    """Walk, and count the steps through a package."""
    inside, calls = f"{package}{os.sep}", Counter[CodeType]()
    changes, loading = 0, 0

    def room(code: CodeType) -> str:
        return code.co_filename.removeprefix(inside).partition(os.sep)[0].removesuffix(".py")

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal changes, loading
        code = frame.f_code
        if code.co_name == "<module>":
            loading += (event == "call") - (event == "return")
        elif event == "call" and not loading and is_function(code) and code.co_filename.startswith(inside):
            calls[code] += 1
            caller = frame.f_back
            while caller is not None and not caller.f_code.co_filename.startswith(inside):
                caller = caller.f_back
            changes += caller is not None and room(caller.f_code) != room(code)

    sys.setprofile(watch)
    try:
        walk()
    finally:
        sys.setprofile(None)
    files = {code.co_filename for code in calls}
    return Steps(calls.total(), len(calls), len(files), len({*map(room, calls)}), changes)


def is_function(code: CodeType) -> bool:
    """Tell whether code is that of a function with a name, or of a lambda; Python 3.12 has fewer others."""
    return not code.co_name.startswith("<") or code.co_name == "<lambda>"


def position() -> Callable[[], object]:
    """Return the walk from a file to the verdict, on the command line."""

    def walk() -> None:
        run = CliRunner().invoke(program, ["validate", str(POSITION)])
        assert run.exit_code == 0
        assert "legal" in run.output

    return walk


def action() -> Callable[[], object]:
    """Return the walk of an action that is said to a referee, with the draws that follow."""
    table = Referee.open(NAMES, dealer=Dealer(b"sixteen bytes or more"), table_id="a walk")
    seat = table.to_act
    assert seat is not None
    said = write_event(next(iter(legal_actions(table.view(seat)))), NAMES)

    def walk() -> None:
        assert table.hear(seat, said).log[len(table.log)] == said

    return walk


def points() -> Callable[[], object]:
    """Return the walk of the last scoring of the cities of a position."""
    noted = read_position(POSITION.read_bytes()).players
    cities = {str(player.name): anew(player.city) for player in noted if player.city is not None}

    def walk() -> None:
        assert len(scoring.score(cities, Scoring.C).totals) == len(NAMES)

    return walk


WALKS = {
    "a position, from file to verdict": position,
    "an action said to a referee": action,
    "a scoring": points,
}


def counted(name: str) -> Steps:
    """Walk in a new process, through the tree of the package that is loaded here."""
    package = Path(granada_rules.__file__).parent
    program = [sys.executable, "-m", "benchmarks.walks", name]
    run = subprocess.run(  # noqa: S603 - this program
        program,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(package.parent), "PYTHONHASHSEED": "0"},
        check=True,
        stdout=subprocess.PIPE,
    )
    return Steps(*json.loads(run.stdout))


def main() -> None:
    """Walk, count, print; one walk only if it is named."""
    package = Path(granada_rules.__file__).parent
    if sys.argv[1:]:
        print(json.dumps(steps(WALKS[sys.argv[1]](), package)))
        return
    print(f"Python {sys.version.split()[0]}; the first walk of a process through {package}, loading left out")
    print(f"{'':>34}" + "".join(f"{name:>11}" for name in Steps._fields))
    for name in WALKS:
        print(f"{name:>34}" + "".join(f"{number:11,}" for number in counted(name)), flush=True)


if __name__ == "__main__":
    main()
