"""Coverage-guided fuzzing of all readers, and of `check` and `apply`, with the laws of the property tests.

``python -m verification.fuzz positions --seconds 60`` looks for bytes that reach new code. An input that
breaks a law, takes longer than 30 seconds or more than 500 MB ends the run with a report and the bytes.
Without a name all targets are fuzzed, one after the other.

``--blind`` changes examples and files with slips at random, and does not look at the code that is reached:
many more inputs in the same time. An input takes at most ``SECONDS_FOR_ONE`` then, too.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from verification import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

EXAMPLES = ROOT / "examples"
LONGEST = 4000
"""How many bytes an input has at most; longer ones reach no new code."""

SECONDS_FOR_ONE = 30

SCHEMAS = ROOT / "src" / "granada_rules" / "data"
CODES = (
    *("AR8", "GA10:-", "TO13:NE", "AC*:N", "PV*:NEW", "b3", "yg", "yb", "yo", "gb", "go", "bo"),
    *("14A+2", "20+2", "15B", "huts-reference", "unlisted", "tile ", "card ", "scoring ", "hut ", "bonus "),
    *("bonus hidden", " takes ", " buys 1 for ", " shows "),
    *(" passes", " builds ", " stores ", " gives ", " to Dirk", " at 1,0", " for "),
)
"""Faces, huts, cards, piles and words of the notation."""

SLIPS = (
    *(
        "\ufeff",
        "\ufffe",
        "\u201c",
        "\u201d",
        "\u201e",
        "\u00bb",
        "\u2019",
        "\u00a0",
        "\u200b",
        "\u00e9",
        "e\u0301",
    ),
    *(
        "[player]",
        "[[player]]",
        "[[player]",
        "[ruleset]",
        '"""',
        "'''",
        "\t",
        "\r\n",
        ",,",
        ",]",
        ", }",
        "//",
        "\\x",
    ),
    *(
        " = ",
        ": ",
        "= Red",
        "True",
        "012",
        "12A",
        "@",
        "\n. AR8:N\n",
        "name = Red\n",
        "markr = 1\n",
        "house_rules = true\n",
    ),
    *(
        "Gem\u00e4cher 9",
        "Gemaecher 9",
        "Szer\u00e1j 5",
        "\u00c1rk\u00e1d 5",
        "Badehaus 4",
        "Jardin 10",
        "AR?",
        "?",
        "b?",
    ),
)
"""What people write by mistake, in the wrong place, or in other languages."""

SEEDS = (
    b'{"type": "take_hut", "seat": 0, "building": "AC"}',
    b'{"type": "reactivate", "seat": 1}',
    b'{"type": "show", "seat": 2, "face": "GA10:-"}',
    b'{"type": "buy", "seat": 0, "space": 3, "payment": ["y9", "b2", "yb"]}',
    b'{"type": "bonus", "face": null}',
    b'{"type": "bonus", "face": "GA10:-"}',
    b'{"type": "hut", "face": "AC*:N"}',
    b'{"type": "card", "card": "yb"}',
)
"""Inputs to begin with, beside the examples: what modules add to events."""

_NOTED = 'format = "granada-position/1"\n'

_WRONG = f"""{_NOTED}markr = "odd"
house_rules = true
yard = ["SX10", 5, "AR4:NE", "Bath House"]
display = ["b3", "x9"]
turn = "Ren\u00e9"
[[player]]
name = ""
hand = "b3"
city = '''
@ AR8:X
. SC
'''
[[player]]
name = "Ren\u00e9"
marker = "even"
reserve = ["AR99", "Gem\u00e4cher 9:-"]
"""
"""Several slips at once."""

_GAME = '''format = "granada-game/1"
tiles = "reference"
players = ["Ann", "Bo", "Cy"]
events = """
tile AR8
tiel DI6
Ann buys 9 for g4
ann passes
tile \u00c1rk\u00e1d 5
\t
Bo builds
"""
'''
"""Lines that are no events."""

FILES = (
    _WRONG.encode("utf-8-sig"),
    _WRONG.encode("utf-16"),
    _WRONG.encode("utf-16-be"),
    _WRONG.encode("cp1252"),
    _WRONG.replace('"', "\u201c").encode(),
    _NOTED.encode() + b"[player]\nname = Red\n[player]\n",
    _NOTED.encode() + b"yard = ['AR8',, 'AR4'\n[[player]]\ncity = '''\n@ AR8:N\n[[player]]\nname = 'Bo'\n",
    b'{"format": "granada-position/1",\n"yard": ["AR8" "AR4",],\n\'turn\': Red, "player": [{"name": True}]}',
    _GAME.encode(),
    b'\xef\xbb\xbfformat = "granada-tiles/1"\nnme = "ours"\ntiles = ["AR2/BA3:NEW", "AR2", 5, "SX4/AR5:N"]\n',
    b'format = "granada-tiles/1"\nname = "ours"\nhuts = ["AC*:N", "AC0:N", "PV*"]\nbacks = 1\n',
)
"""Files with slips to begin with, beside the examples."""


LAWS = {
    "positions": "tests.property.test_records:check_is_position_or_error",
    "tiles": "tests.property.test_box:read_or_refused",
    "games": "tests.property.test_game_records:judged",
    "objects": "tests.property.test_wire:check_is_object_or_error",
    "views": "tests.property.test_wire:test_a_changed_view_is_refused_or_can_be_played_on",
    "events": "tests.property.test_two_roads:test_no_event_makes_check_stumble_and_apply_obeys_it",
}
PLANTED = {"planted": "tests.house.test_fuzz:nothing_can_be_read"}
"""A law that is wrong: fuzzing has to find an input that breaks it."""


def law_of(target: str) -> Callable[[bytes], object]:
    """Load a law as a function of bytes; for a property test they decide what is drawn."""
    module, _, name = (LAWS | PLANTED)[target].partition(":")
    law = getattr(import_module(module), name)
    one: Callable[[bytes], object] = law.hypothesis.fuzz_one_input if hasattr(law, "hypothesis") else law
    return one


def words() -> list[str]:
    """Return the words of all formats: keys and values that the schemas name, codes, and lines."""
    from granada_rules import notation, wire  # noqa: PLC0415 - a target imports it instrumented

    names = ["Ann", "Bo", "Cy"]
    found = {*CODES, *SLIPS, *(notation.write_event(wire.read_event(seed), names) for seed in SEEDS)}
    ahead: list[object] = [
        json.loads(path.read_text("utf-8")) for path in sorted(SCHEMAS.glob("*.schema.json"))
    ]
    while ahead:
        thing = ahead.pop()
        if isinstance(thing, dict):
            found.update(map(str, thing.get("properties", ())))
            values = [*thing.get("enum", ()), thing.get("const")]
            found.update(value for value in values if isinstance(value, str))
            ahead += thing.values()
        elif isinstance(thing, list):
            ahead += thing
    return sorted(found)


def write_dictionary(path: Path) -> None:
    """Write the words as a dictionary of libFuzzer, which reads plain letters and escaped bytes."""
    escaped = ("".join(map(_escaped, word.encode())) for word in words())
    path.write_text("".join(f'"{word}"\n' for word in escaped), "ascii")


def _escaped(byte: int) -> str:
    letter = chr(byte)
    return letter if letter.isascii() and letter.isprintable() and letter not in '"\\' else f"\\x{byte:02X}"


def fuzz(target: str, given: argparse.Namespace, folder: str) -> None:
    """Fuzz a target in this process, and end the process: with 0 if nothing was found."""
    import atheris  # noqa: PLC0415 - not available on every system

    with atheris.instrument_imports(include=["granada_rules", "json", "tomllib"]):
        law = law_of(target)
        # Load late imports now, while they are instrumented.
        law(b"")
    bounds = [f"-max_len={LONGEST}", f"-timeout={SECONDS_FOR_ONE}", "-rss_limit_mb=500"]
    run = [f"-max_total_time={given.seconds}", f"-runs={given.runs}", f"-seed={given.seed}"]
    told = [f"-artifact_prefix={folder}/", "-print_final_stats=1", f"-dict={folder}/words"]
    told.append(f"{folder}/corpus")
    atheris.Setup([target, *bounds, *run, *told], law)
    atheris.Fuzz()


def changed(rng: random.Random, known: Sequence[bytes], spliced: Sequence[bytes]) -> bytes:
    """Return one of the known inputs with some places changed: words, parts of other inputs, bytes, lines."""
    data = rng.choice(known)
    for _ in range(rng.randint(1, 6)):
        begin = rng.randint(0, len(data))
        end = min(len(data), begin + rng.choice([0, 0, 1, 1, 2, 5, 30]))
        other = rng.choice(known)
        start = rng.randint(0, len(other))
        lines = data.split(b"\n")
        rng.shuffle(lines)
        put = rng.choice(
            [
                rng.choice(spliced),
                rng.choice(spliced),
                other[start : start + 40],
                rng.randbytes(1),
                lines[0],
                b"",
            ]
        )
        data = data[:begin] + put + data[end:]
    return data[:LONGEST]


def fuzz_blindly(target: str, given: argparse.Namespace) -> None:
    """Try changed inputs until time or number are reached; print how many, and how long the slowest took."""
    law, rng = law_of(target), random.Random(given.seed)  # noqa: S311 - nothing secret
    files = [data for path in sorted(EXAMPLES.glob("*/*")) if len(data := path.read_bytes()) <= LONGEST]
    known, spliced = [*files, *SEEDS, *FILES, *FILES], [word.encode() for word in words()]
    begin, slowest, runs = time.perf_counter(), 0.0, 0
    while runs != given.runs and time.perf_counter() - begin < given.seconds:
        data, started = changed(rng, known, spliced), time.perf_counter()
        try:
            law(data)
        except BaseException:
            sys.stdout.write(f"crash: {data!r}\n")
            raise
        runs, slowest = runs + 1, max(slowest, time.perf_counter() - started)
        if slowest > SECONDS_FOR_ONE:
            sys.exit(f"slow: {data!r}")
    seconds = time.perf_counter() - begin
    sys.stdout.write(f"{target}: {runs} inputs in {seconds:.0f} seconds, the slowest took {slowest:.3f}\n")


def fuzz_apart(target: str) -> int:
    """Fuzz a target in another process; print the bytes that made it fail, if any."""
    with TemporaryDirectory() as folder:
        corpus = Path(folder, "corpus")
        corpus.mkdir()
        for path in EXAMPLES.glob("*/*"):
            if path.stat().st_size <= LONGEST:
                shutil.copy(path, corpus)
        for number, seed in enumerate((*SEEDS, *FILES)):
            (corpus / f"seed-{number}").write_bytes(seed)
        write_dictionary(Path(folder, "words"))
        options = [option for option in sys.argv[1:] if option != target]
        program = [sys.executable, "-m", "verification.fuzz", target, "--folder", folder, *options]
        code = subprocess.run(program, check=False).returncode  # noqa: S603 - this interpreter
        for path in Path(folder).glob("*-*"):
            sys.stdout.write(f"{path.name}: {path.read_bytes()!r}\n")
    return code


def main() -> None:
    """Fuzz the target given, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", nargs="?", choices=[*LAWS, *PLANTED], help="default: all")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--runs", type=int, default=-1, help="at most this many inputs for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--blind", action="store_true", help="change inputs at random")
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.folder is not None:
        fuzz(given.target, given, given.folder)
        return
    for target in [given.target] if given.target else LAWS:
        if given.blind:
            fuzz_blindly(target, given)
            continue
        sys.stderr.write(f"Fuzzing {target} for at most {given.seconds} seconds\n")
        if code := fuzz_apart(target):
            sys.exit(code)


if __name__ == "__main__":
    main()
