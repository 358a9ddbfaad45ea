"""How fast files are read and judged, how long an import takes, and what hostile files cost.

What is read is asserted: the six cities are legal, the games are right, and the hostile files are refused.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.timing import best, shown
from granada_rules import (
    City,
    Level,
    NotedPlayer,
    Position,
    RecordError,
    read_game,
    read_position,
    reference,
    replay,
    validate,
    write_json,
    write_position,
)
from granada_rules.placement import legal_cells
from granada_rules.records.documents import MOST_BYTES, MOST_DOTS, MOST_ENTRIES, MOST_IN_LINE

EXAMPLES = Path(__file__).parent.parent / "examples"
STARTS = 15
GAMES = ("2-players", "3-players", "4-players", "5-players-all-options", "6-players")
FILES = 3000
MEGABYTE = 1_000_000

_POSITION = 'format = "granada-position/1"\n'
_GAME = b'format = "granada-game/1"\ntiles = "reference"\nplayers = ["A", "B"]\nevents = """\n'
_ROW = ".  " * 1300 + "\n"


def six_cities() -> bytes:
    """Build all 54 tiles in six cities, the next tile always in the smallest that takes it, as JSON."""
    rng, tile_set = random.Random(8), reference()
    cities = [City.of()] * 6
    for tile in rng.sample(tile_set.tiles, len(tile_set.tiles)):
        face = rng.choice([tile.even, tile.odd])
        moats = tile_set.moats(face)
        smallest = min(
            (city for city in cities if legal_cells(city, moats)), key=lambda city: len(city.tiles)
        )
        cell = rng.choice(list(legal_cells(smallest, moats)))
        cities[cities.index(smallest)] = smallest.extended(cell, (face, moats))
    players = tuple(NotedPlayer(name=f"player {seat}", city=city) for seat, city in enumerate(cities))
    return write_json(write_position(Position(tile_set=tile_set, players=players))).encode()


def judged(data: bytes) -> None:
    """Read and judge a position that is legal."""
    assert validate(read_position(data)).level is not Level.WELL_FORMED


def replayed(data: bytes) -> int:
    """Read and replay a game that is right; return its number of events."""
    found = replay(read_game(data))
    assert found.is_right
    return len(found.events)


def seconds_of(*program: str, rounds: int = STARTS) -> float:
    """Return the seconds of a process, in the best round."""
    times = []
    # As installed: the modules are compiled once.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(rounds):
        begin = time.perf_counter()
        subprocess.run([sys.executable, *program], check=True, stdout=subprocess.DEVNULL, env=environment)  # noqa: S603 - this interpreter
        times.append(time.perf_counter() - begin)
    return min(times)


def hostile_files() -> dict[str, bytes]:
    """Return files that are as bad as they can be within what is read at all, and beyond."""
    return {
        "10 MB of zeros": bytes(10 * MEGABYTE),
        "10 MB of brackets": b"[" * 10 * MEGABYTE,
        "10 MB of JSON": b'{"a":[' + b'"b",' * (10 * MEGABYTE // 4),
        "brackets in JSON": b'{"a":' + b"[" * (MOST_ENTRIES - 2),
        "entries in JSON": b'{"a":[' + b"1," * (MOST_ENTRIES - 2) + b"1]}",
        "keys in JSON": ("{" + ",".join(f'"{n}":1' for n in range(MOST_ENTRIES // 2 - 1)) + "}").encode(),
        "quotes in JSON": b'{"a": ' + b'"\\' * (MOST_BYTES // 2 - 10),
        "one long string in JSON": b'{"format": "' + b"x" * (MOST_BYTES - 20) + b'"}',
        "a long number in JSON": b'{"a": ' + b"9" * (MOST_BYTES - 10) + b"}",
        "keys in TOML": "".join(f"k{n}=1\n" for n in range(MOST_ENTRIES - 1)).encode(),
        "keys under a deep header": ("[" + "a." * MOST_DOTS + "b]\n").encode()
        + "".join(f"k{n}=1\n" for n in range(MOST_ENTRIES - 2)).encode(),
        "tables in TOML": b"[[a]]\n" * (MOST_ENTRIES // 2 - 1),
        "lines of dots": ("a." * (MOST_DOTS - 1) + "b=1\n").encode() * 2 + b"#" + b"." * 3000 + b"\n",
        "a list in TOML": (b"a = [\n" + b"1,\n" * (MOST_ENTRIES - 3)) + b"]\n",
        "comments in TOML": (b"#" * (MOST_IN_LINE - 1) + b"\n") * (MOST_BYTES // MOST_IN_LINE),
        "a city of dots": (
            _POSITION + '[[player]]\ncity = """\n' + _ROW * (MOST_BYTES // len(_ROW) - 1) + '"""\n'
        ).encode(),
        "very many names": (_POSITION + '[[player]]\nname = "x"\n' * (MOST_ENTRIES // 4)).encode(),
        "very many events": _GAME + b"tile AR8\n" * (MOST_BYTES // 9 - 20) + b'"""\n',
        "one long event": _GAME + (b"A takes " + b"y1 " * 1200 + b"\n") * 800 + b'"""\n',
    }


def hostile(data: bytes) -> tuple[float, float]:
    """Return the seconds that both readers take together, and the megabytes that this process ever had."""
    begin = time.perf_counter()
    for read in (read_position, read_game):
        try:
            found = read(data)
        except RecordError:
            pass
        else:
            assert validate(found).violations if isinstance(found, Position) else replay(found).bad_event
    return time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def many_files(folder: Path) -> None:
    """Validate very many files, with one process and with two."""
    for number in range(FILES):
        (folder / f"{number}.json").write_bytes(six_cities())
    files = [str(path) for path in folder.iterdir()]
    program = ("-m", "granada_rules", "validate", "--json", "--jobs")
    one, two = (seconds_of(*program, jobs, *files, rounds=3) for jobs in ("1", "2"))
    shown(f"seconds for {FILES} files, one process", one, digits=2)
    shown("two processes, times as fast", one / two, "more than 1, for many files", digits=2)


def main() -> None:
    """Print all figures."""
    print(f"Python {sys.version.split()[0]}; microseconds unless it says otherwise, the best round")
    bare, attrs, ours = (
        1e3 * seconds_of("-c", f"import {name}") for name in ("sys", "attrs", "granada_rules")
    )
    shown("bare Python, milliseconds", bare)
    shown("import attrs, milliseconds more", attrs - bare)
    shown("import granada_rules, milliseconds more", ours - bare, "100")
    shown("six full cities in JSON, read and judged", best(judged, [six_cities()], bytes), "3000")
    games = [(EXAMPLES / "games" / f"{name}.toml").read_bytes() for name in GAMES]
    events = sum(map(replayed, games)) / len(games)
    shown("events replayed in a second", 1e6 * events / best(replayed, games, bytes, 5), "5000", digits=0)
    with TemporaryDirectory() as folder:
        many_files(Path(folder))
    print("\nHostile files: seconds of both readers together (wanted: 2), megabytes of the process (200)")
    for what, data in hostile_files().items():
        with get_context("spawn").Pool(1) as pool:
            seconds, megabytes = pool.apply(hostile, (data,))
        print(f"{what:>52}{seconds:12.2f}{megabytes:10.0f}", flush=True)


if __name__ == "__main__":
    main()
