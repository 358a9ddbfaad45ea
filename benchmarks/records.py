"""How fast files are read and judged, how long an import takes, and what hostile files cost.

What is read is asserted: the six cities are legal, the games are right, and the hostile files are refused or
full of violations, without taking long or much memory.
"""

from __future__ import annotations

import json
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
    Kind,
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
from granada_rules.base import LONGEST_WORD, MOST_BYTES, MOST_DOTS, MOST_ENTRIES
from granada_rules.placement import legal_cells

STARTS = 15
NAMES = "from granada_rules import Dealer, apply, deal, legal_actions, setup"
"""What a game needs: a bare import loads none of it."""
FILES = 3000
MEGABYTE = 1_000_000

MOST_SECONDS = 10
"""What no hostile file takes, however busy the machine is; the target is 2."""
MOST_MEGABYTES = 200

_POSITION = 'format = "granada-position/1"\n'
_GAME = b'format = "granada-game/1"\ntiles = "reference"\nplayers = ["A", "B"]\nevents = """\n'
_ROW = ".  " * 108 + ".\n"


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


# As installed: the modules are compiled once.
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def run(*program: str) -> None:
    """Run a program with this interpreter."""
    subprocess.run([sys.executable, *program], check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)  # noqa: S603 - as said


def cpu_milliseconds_of(*program: str) -> float:
    """Return the milliseconds that a process works, whatever else the machine does, in the best round."""
    times = []
    for _ in range(STARTS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(*program)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return 1e3 * min(times)


def seconds_of(*program: str) -> float:
    """Return the seconds that a process takes, in the best of three rounds."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        run(*program)
        times.append(time.perf_counter() - begin)
    return min(times)


def drawn(players: int, tile: str, step: int) -> bytes:
    """Draw so many cities in TOML: every so many places a tile, as large as a city can be."""
    places = [[tile if (x + y) % step == 0 else "." for x in range(109)] for y in range(109)]
    places[54][54] = "@"
    city = 'city = """\n' + "".join(f"{' '.join(row)}\n" for row in places) + '"""\n'
    each = (f'[[player]]\nname = "{number:060}"\n{city}' for number in range(players))
    return (_POSITION + "".join(each)).encode()


BUILDINGS = Kind.GRANADA.buildings


def full_table(moats: str, step: int) -> bytes:
    """Write as much as can be read, and as much of it wrong as can be: ten players, 200 tiles everywhere."""
    tiles = [f"{building.code}{value}:NESW" for value in (2, 3, 98, 99) for building in BUILDINGS]
    cards = [f"{currency}{value}" for currency in "ygbo" for value in range(50, 100)]
    cells = [
        (x, y) for y in range(-54, 55) for x in range(-54, 55) if (x + y) % step == 0 and (x, y) != (0, 0)
    ]
    city = [{"at": cell, "tile": f"AR99:{moats}>"} for cell in cells[:: len(cells) // 200][:200]]
    all_tiles, places = (tiles * 6)[:200], ("yard", "bought", "dirk", "bag")
    player = {"reserve": all_tiles, "hand": cards, "points": -1, "city": city}
    document = dict.fromkeys(places, all_tiles) | {"display": cards, "discards": cards, "dirks_points": -1}
    named = [player | {"name": f"{number:060}"} for number in range(10)]
    return json.dumps({"format": "granada-position/1", **document, "player": named}).encode()


def full_sheets() -> bytes:
    """Write as many score sheets as can be read, with as many awards as a file can hold."""
    moat = {"clause": "SCORE-4", "player": "Red", "factor": 1, "count": 1, "edges": ["1,0:N"]}
    sheet = {"scoring": "A", "simplified": False, "players": ["Red", "Blue", "Green"], "lines": [moat] * 200}
    return json.dumps({"format": "granada-position/1", "sheets": [sheet] * 10}).encode()


def many_payments() -> bytes:
    """Write eight tiles that may have lain anywhere and been paid with any of six exchange cards."""
    document = {
        "format": "granada-position/1",
        "ruleset": {"game": "both", "modules": ["exchange"], "house_rules": True},
        "phase": "place",
        "yard": ["-"] * 8,
        "bought": ["PV2:NEW", "SE3:ESW", "AC5:NW", "GA10:N", "AR2", "BA4", "LI6", "HS8"],
        "discards": [*(["y9", "g9", "b9", "o9"] * 12), "yg", "yb", "yo", "gb", "go", "bo"],
    }
    return json.dumps(document).encode()


def hostile_files() -> dict[str, bytes]:
    """Return files that are as bad as they can be within what is read at all, and beyond."""
    return _of_many_entries() | {
        "44 cities full of tiles": drawn(44, "AR2:-", 1),
        "66 checkerboards": drawn(66, "AR2:-", 2),
        "a city full of tiles": drawn(1, "AR2:-", 1),
        "ten checkerboards": drawn(10, "AR2:-", 2),
        "ten cities of 200 tiles": drawn(10, "AR99:NESW>", 60),
        "a full table": full_table("-", 2),
        "a full table of moats": full_table("NESW", 1),
        "ten full score sheets": full_sheets(),
        "very many ways to pay": many_payments(),
        "one face everywhere": (
            _POSITION
            + "".join(f'[[player]]\nname = "{n:060}"\nreserve = {["AR2"] * 200}\n' for n in range(10))
        ).encode(),
        "a city of dots": (
            _POSITION + '[[player]]\ncity = """\n' + _ROW * (MOST_BYTES // len(_ROW) - 1) + '"""\n'
        ).encode(),
        "very many names": (_POSITION + '[[player]]\nname = "x"\n' * (MOST_ENTRIES // 4)).encode(),
        "very many events": _GAME + b"tile AR8\n" * (MOST_BYTES // 9 - 20) + b'"""\n',
        "as many events as can be": _GAME + b"A takes y1,y2\n" * 20_000 + b'"""\n',
        "as many listed events as can be": _GAME.replace(b'"""', b"[")
        + b'"A takes y1, and nothing else at all, ever",\n' * 20_000
        + b"]\n",
        "one long event": _GAME + (b"A takes " + b"y1 " * 330 + b"\n") * 1000 + b'"""\n',
    }


def _of_many_entries() -> dict[str, bytes]:
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
        "words without quotes in TOML": "".join(f"k{n} = Red\n" for n in range(2500)).encode(),
        "names that are nearly known": _POSITION.encode()
        + "".join(f"player{n} = 1\n" for n in range(MOST_ENTRIES - 2)).encode(),
        "nearly known in many tables": _POSITION.encode()
        + ("[[player]]\nname = 'x'\n" + "".join(f"points{n} = 1\n" for n in range(2000))).encode() * 10,
        "a list in TOML": (b"a = [\n" + b"1,\n" * (MOST_ENTRIES - 3)) + b"]\n",
        "comments in TOML": b"#\n" * (MOST_BYTES // 2),
        "blank lines in TOML": b"\n" * MOST_BYTES,
        "words in TOML": (b"a" * LONGEST_WORD + b" ") * (MOST_BYTES // (LONGEST_WORD + 1)),
        "a long number in TOML": b"a = " + b"9" * (MOST_BYTES - 10),
        "a long key in TOML": b"a" * (MOST_BYTES - 10) + b" = 1",
        "a long quoted key in TOML": b'"' + b"\\n" * (MOST_BYTES // 2 - 10) + b'" = 1',
        "one long string in TOML": b'a = "' + b"." * (MOST_BYTES - 10) + b'"',
        "escapes in TOML": b'a = """' + b"\\n" * (MOST_BYTES // 2 - 10) + b'"""',
        "quotes in TOML": b'"' * MOST_BYTES,
        "strings without an end": b'"""\n' + b'\\"""\n' * (MOST_BYTES // 5 - 1),
    }


def hostile(data: bytes) -> tuple[float, float]:
    """Return the seconds that both readers take together, and the megabytes that this process ever had.

    What can be read is judged, too, and what is said about it is written.
    """
    begin = time.perf_counter()
    for read in (read_position, read_game):
        try:
            found = read(data)
        except RecordError:
            pass
        else:
            if isinstance(found, Position):
                report = validate(found)
                assert report.violations
                assert str(report)
            else:
                assert replay(found).bad_event
    return time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def many_files(folder: Path) -> None:
    """Validate very many files, with one process and with two."""
    for number in range(FILES):
        (folder / f"{number}.json").write_bytes(six_cities())
    files = [str(path) for path in folder.iterdir()]
    program = ("-m", "granada_rules", "validate", "--json", "--jobs")
    one, two = (seconds_of(*program, jobs, *files) for jobs in ("1", "2"))
    shown(f"seconds for {FILES} files, one process", one, digits=2)
    shown("two processes, times as fast", one / two, "more than 1, for many files", digits=2)


def main() -> None:
    """Print all figures."""
    print(f"Python {sys.version.split()[0]}; microseconds unless it says otherwise, the best round")
    imports = ("import sys", "import attrs", "import granada_rules", NAMES)
    bare, attrs, front, names = (cpu_milliseconds_of("-c", wanted) for wanted in imports)
    shown("bare Python, milliseconds", bare)
    shown("import attrs, milliseconds more", attrs - bare)
    shown("import granada_rules, without a name", front - bare, "5")
    shown("import the names for a game, milliseconds more", names - bare, "85")
    helped = cpu_milliseconds_of("-m", "granada_rules", "--help")
    shown("granada-rules --help, all in all", helped, "200")
    shown("six full cities in JSON, read and judged", best(judged, [six_cities()], bytes), "1000")
    with TemporaryDirectory() as folder:
        many_files(Path(folder))
    print("\nHostile files: seconds of both readers together (target: 2), megabytes of the process (200)")
    for what, data in hostile_files().items():
        with get_context("spawn").Pool(1) as pool:
            seconds, megabytes = pool.apply(hostile, (data,))
        print(f"{what:>52}{seconds:12.2f}{megabytes:10.0f}", flush=True)
        assert seconds < MOST_SECONDS
        assert megabytes < MOST_MEGABYTES
    # Last, because the memory of a new process counts from what this one has, and chess takes some.
    from benchmarks.replay import beside_chess  # noqa: PLC0415 - as said above

    print("\nNew games of Granada and of chess in turn")
    beside_chess(random.Random(8))


if __name__ == "__main__":
    main()
