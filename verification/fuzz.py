"""Coverage-guided fuzzing of all readers, and of `check` and `apply`, with the laws of the property tests.

``python -m verification.fuzz positions --seconds 60`` looks for bytes that reach new code. An input that
breaks a law, takes longer than 30 seconds or more than 500 MB ends the run with a report and the bytes.
Without a name all targets are fuzzed, one after the other.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from verification import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = ROOT / "examples"
LONGEST = 4000
"""How many bytes an input has at most; longer ones reach no new code."""

SECONDS_FOR_ONE = 30


LAWS = {
    "positions": "tests.property.test_records:check_is_position_or_error",
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


def fuzz(target: str, given: argparse.Namespace, folder: str) -> None:
    """Fuzz a target in this process, and end the process: with 0 if nothing was found."""
    import atheris  # noqa: PLC0415 - not available on every system

    with atheris.instrument_imports(include=["granada_rules", "json", "tomllib"]):
        law = law_of(target)
        # Load late imports now, while they are instrumented.
        law(b"")
    bounds = [f"-max_len={LONGEST}", f"-timeout={SECONDS_FOR_ONE}", "-rss_limit_mb=500"]
    run = [f"-max_total_time={given.seconds}", f"-runs={given.runs}", f"-seed={given.seed}"]
    told = [f"-artifact_prefix={folder}/", "-print_final_stats=1", f"{folder}/corpus"]
    atheris.Setup([target, *bounds, *run, *told], law)
    atheris.Fuzz()


def fuzz_apart(target: str) -> int:
    """Fuzz a target in another process; print the bytes that made it fail, if any."""
    with TemporaryDirectory() as folder:
        corpus = Path(folder, "corpus")
        corpus.mkdir()
        for path in EXAMPLES.glob("*/*"):
            if path.stat().st_size <= LONGEST:
                shutil.copy(path, corpus)
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
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.folder is not None:
        fuzz(given.target, given, given.folder)
        return
    for target in [given.target] if given.target else LAWS:
        sys.stderr.write(f"Fuzzing {target} for at most {given.seconds} seconds\n")
        if code := fuzz_apart(target):
            sys.exit(code)


if __name__ == "__main__":
    main()
