"""The program as a process: what becomes of it when input, output or Ctrl-C are not as usual."""

from __future__ import annotations

import json
import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.helpers import ROOT
from tests.helpers.samples import every, fewer

POSITIONS, GAMES = ROOT / "examples" / "positions", ROOT / "examples" / "games"
CITY, HOLE = POSITIONS / "legal-city.toml", POSITIONS / "illegal-hole.toml"
TABLE, GAME = POSITIONS / "legal-table.toml", GAMES / "3-players.toml"
MISSING = "none.toml"

PROGRAM = [sys.executable, "-m", "granada_rules"]

Streams = dict[str, str]
"""What standard output and standard error are: ``full``, ``closed``, or as usual."""


def run(
    *arguments: str | os.PathLike[str] | bytes, streams: Streams | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program, and return what could be read of it."""
    shell = " ".join(
        {"full": f"{number}>/dev/full", "closed": f"{number}>&-"}[how]
        for name, how in (streams or {}).items()
        for number in ({"stdout": 1, "stderr": 2}[name],)
    )
    return subprocess.run(  # noqa: S603 - this interpreter
        ["/bin/sh", "-c", f'exec "$@" {shell}', "sh", *PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, **environment},
    )


# By command: which of the two streams it writes to, and how it ends as a rule.
COMMANDS = {
    f"validate {CITY}": ("stdout", 0),
    f"validate {MISSING}": ("stderr", 2),
    f"validate --json {HOLE} {MISSING}": ("stdout stderr", 2),
    f"validate --jobs 2 {CITY} {HOLE}": ("stdout", 1),
    f"score {CITY} --scoring A": ("stdout", 0),
    f"moves {TABLE} --most 2": ("stdout stderr", 0),
    f"moves {CITY}": ("stderr", 2),
    f"draw {HOLE}": ("stdout", 1),
    f"draw {CITY} --svg -": ("stdout", 0),
    f"replay {GAME}": ("stdout", 0),
    f"audit {GAME} --seed {b'playthrough 3-players'.hex()}": ("stdout", 0),
    f"audit {GAME}": ("stderr", 2),
    "play --seed x": ("stdout stderr", 0),
    "explain BUILD-5": ("stdout", 0),
    f"tiles check {MISSING}": ("stderr", 2),
    "draw --help": ("stdout", 0),
    "nonsense": ("stderr", 2),
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", every(6, COMMANDS))
def test_what_cannot_be_printed_is_no_verdict(command: str) -> None:
    written, code = COMMANDS[command]
    arguments = shlex.split(command)
    usual = run(*arguments)
    assert usual.returncode == code
    assert (bool(usual.stdout), bool(usual.stderr)) == ("stdout" in written, "stderr" in written)
    for how, reason in (("full", b"No space left on device"), ("closed", b"Bad file descriptor")):
        for name in ("stdout", "stderr"):
            ended = run(*arguments, streams={name: how})
            assert ended.returncode == (2 if name in written else code), (how, name)
            if name == "stdout" and "stdout" in written:
                # The commitment of a game is printed before it.
                said = ended.stderr.splitlines(keepends=True)[command.startswith("play") :]
                assert said == [b"Error: " + reason + b"\n"]
    assert run(*arguments, streams={"stdout": "closed", "stderr": "full"}).returncode == 2


def test_standard_input_may_be_closed() -> None:
    for command in ("validate -", "replay -", "audit -", "play --script -", "tiles check -")[:: fewer(2, 1)]:
        ended = subprocess.run(  # noqa: S603 - this interpreter
            ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *PROGRAM, *command.split()],
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert (ended.returncode, ended.stdout) == (2, b"")
        assert ended.stderr.splitlines()[command.startswith("play") :] == [b"-: standard input is closed"]


def test_a_picture_never_takes_the_place_of_what_was_read(tmp_path: Path) -> None:
    position, box = tmp_path / "x.toml", tmp_path / "box.toml"
    position.write_bytes(CITY.read_bytes())
    box.write_bytes((ROOT / "src/granada_rules/data/reference-tiles.toml").read_bytes())
    box.write_text(box.read_text("utf-8").replace('name = "reference"', 'name = "our box"'), "utf-8")
    before = position.read_bytes(), box.read_bytes()
    (tmp_path / "hard").hardlink_to(position)
    (tmp_path / "soft").symlink_to(position)
    for out in ("x.toml", "hard", "soft", "./x.toml", "box.toml")[:: fewer(2, 1)]:
        ended = run("draw", position, "--tiles", box, "--svg", tmp_path / out)
        assert ended.returncode == 2
        assert b"the picture would replace" in ended.stderr
    with position.open("rb") as stream:
        ended = subprocess.run(  # noqa: S603 - this interpreter
            [*PROGRAM, "draw", "-", "--svg", position], stdin=stream, capture_output=True, check=False
        )
    assert (ended.returncode, b"the picture would replace" in ended.stderr) == (2, True)
    assert (position.read_bytes(), box.read_bytes()) == before
    assert run("draw", position, "--svg", tmp_path / "x.svg").returncode == 0
    assert run("draw", position, "--svg", tmp_path / "x.svg").returncode == 0


# Begins as the installed command does, and says when Ctrl-C is taken care of.
BEGINNING = """
import signal
take_care = signal.signal
def told(*arguments):
    signal.signal = take_care
    before = take_care(*arguments)
    print(flush=True)
    return before
signal.signal = told
from granada_rules.__main__ import main
main()
"""


def interrupted(delay: float, *arguments: str | os.PathLike[str]) -> tuple[int, bytes]:
    """Send SIGINT to the program and all its processes, as a terminal does; return how it ended."""
    with subprocess.Popen(  # noqa: S603 - this interpreter
        [sys.executable, "-c", BEGINNING, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)
        process.stdout.close()
        # The end of this pipe comes with the end of the last process that holds it.
        said = process.stderr.read()
    return process.returncode, said


@pytest.mark.parametrize("delay", [0.01, 0.1, 0.2, 0.4])
def test_ctrl_c_ends_in_silence(delay: float) -> None:
    assert interrupted(delay, "validate", *[HOLE] * 10_000) == (130, b"")


@pytest.mark.parametrize("delay", every(2, [0.02, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.7, 1]))
def test_ctrl_c_ends_all_processes_in_silence(delay: float) -> None:
    assert interrupted(delay, "validate", "--jobs", "4", *[HOLE] * 10_000) == (130, b"")


@pytest.mark.parametrize(
    "module",
    ["granada_rules.cli", "attrs", "granada_rules.game", "click", "granada_rules.cli.play", "hashlib"],
)
def test_ctrl_c_ends_in_silence_while_modules_are_loaded(module: str) -> None:
    program = f"""
import os, signal, sys
class Interrupting:
    def find_spec(name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting)
from granada_rules.__main__ import main
main()
"""
    ended = subprocess.run([sys.executable, "-c", program, "play"], capture_output=True, check=False)  # noqa: S603 - ours
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")


def test_who_ignores_ctrl_c_is_not_interrupted() -> None:
    program = """
import os, signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
from granada_rules.__main__ import main
os.kill(os.getpid(), signal.SIGINT)
main()
"""
    ended = subprocess.run([sys.executable, "-c", program, "--version"], capture_output=True, check=False)  # noqa: S603 - ours
    assert ended.returncode == 0


def test_a_name_that_is_no_text_is_shown_byte_by_byte(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9-\xf0\x9f\x98\x80.toml"
    shown = f"{tmp_path}/caf\\xe9-\N{GRINNING FACE}.toml"
    Path(os.fsdecode(path)).write_bytes(CITY.read_bytes())
    commands = ("validate", "score --scoring A", "draw", "moves", "replay", "tiles check")
    for command in commands[:: fewer(3, 1)]:
        for file, name in ((path, shown), (path + b"\xff", f"{shown}\\xff")):
            ended = run(*command.split(), "--json", file)
            ended.stdout.decode("ascii")
            found = json.loads(ended.stdout)
            (found,) = found if isinstance(found, list) else (found,)
            assert found["file"] == name
            json.dumps(found, ensure_ascii=False).encode("utf-8")
    assert run("validate", path).stdout.decode() == f"{shown}: legal (consistent)\n"
    nobody = json.loads(run("draw", TABLE, "--json", "--player", b"\xe9").stdout)
    assert nobody["error"] == "cannot be drawn: no city of \\xe9 is written down"
    seeded = run("play", "--seed", b"caf\xe9")
    assert (seeded.returncode, seeded.stdout) == (2, b"")
    assert seeded.stderr.endswith(b"Invalid value for --seed: expected UTF-8, got caf\\xe9\n")
    tiles = run("play", "--tiles", b"miss\xe9")
    assert tiles.returncode == 2
    assert b"miss\\xe9: No such file or directory" in tiles.stderr
    assert json.loads(run("play", "--json", "--script", path + b"\xff").stdout)["file"] == f"{shown}\\xff"


def in_terminal(*arguments: str | os.PathLike[str], columns: int = 80, **environment: str) -> bytes:
    """Run the program in a terminal, and return what that shows."""
    reading, writing = pty.openpty()
    with ExitStack() as stack:
        stack.callback(os.close, reading)
        with subprocess.Popen(  # noqa: S603 - this interpreter
            [*PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=writing,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "COLUMNS": str(columns), "NO_COLOR": "1", **environment},
        ):
            os.close(writing)
            shown = b""
            # A terminal that nobody writes to any more cannot be read (Linux), or has an end.
            try:
                while piece := os.read(reading, 1 << 16):
                    shown += piece
            except OSError:
                pass
    return shown.replace(b"\r\n", b"\n")


@pytest.mark.parametrize("encoding", every(3, ["latin-1", "ascii", "cp437"]))
@pytest.mark.parametrize("command", [f"draw {TABLE} --longest-moat", f"validate --jobs 2 {HOLE} {HOLE}"])
def test_where_there_are_no_box_characters_lines_are_drawn_in_ascii(encoding: str, command: str) -> None:
    arguments = shlex.split(command)
    piped = run(*arguments, PYTHONIOENCODING=encoding).stdout.decode(encoding)
    assert "?" not in piped
    assert "+==/\\==+" in piped
    assert piped != run(*arguments, PYTHONIOENCODING="utf-8").stdout.decode()
    shown = in_terminal(*arguments, PYTHONIOENCODING=encoding).decode(encoding)
    assert "?" not in shown
    assert "+==/\\==+" in shown
    assert ("*" in shown) == ("--longest-moat" in command)
    assert "\N{BOX DRAWINGS DOUBLE HORIZONTAL}" in in_terminal(*arguments, PYTHONIOENCODING="utf-8").decode()


def test_letters_that_an_encoding_has_stay_what_they_are() -> None:
    data = CITY.read_text("utf-8").replace('"Red"', '"Ren\xe9"')
    ended = subprocess.run(  # noqa: S603 - this interpreter
        [*PROGRAM, "draw", "-"],
        input=data.encode(),
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )
    assert "Ren\xe9" in ended.stdout.decode("latin-1")
