"""Coverage-guided fuzzing of both readers, and of `check` and `apply`, by the laws of the property tests.

``python -m verification.fuzz positions --seconds 60`` looks for bytes that lead the code where none led it
before; what breaks a law, takes longer than seconds or more than 500 MB ends the run with a report and the
bytes. Without a name all targets take their turn.
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
"""So many bytes at most: what is longer leads nowhere else."""

SECONDS_FOR_ONE = 30


LAWS = {
    "positions": "tests.property.test_records:check_is_position_or_error",
    "games": "tests.property.test_game_records:judged",
    "events": "tests.property.test_two_roads:test_no_event_makes_check_stumble_and_apply_obeys_it",
}
PLANTED = {"planted": "tests.house.test_fuzz:nothing_can_be_read"}
"""No law: who looks, finds what breaks it."""


def law_of(target: str) -> Callable[[bytes], object]:
    """Load a law, ready for any bytes: those of a property test decide what it draws."""
    module, _, name = (LAWS | PLANTED)[target].partition(":")
    law = getattr(import_module(module), name)
    one: Callable[[bytes], object] = law.hypothesis.fuzz_one_input if hasattr(law, "hypothesis") else law
    return one


def fuzz(target: str, given: argparse.Namespace, folder: str) -> None:
    """Fuzz a target in this process, which ends with it: 0 if nothing was found."""
    import atheris  # noqa: PLC0415 - not to be had for every system

    with atheris.instrument_imports(include=["granada_rules", "json", "tomllib"]):
        law = law_of(target)
        # What is loaded late is loaded here.
        law(b"")
    bounds = [f"-max_len={LONGEST}", f"-timeout={SECONDS_FOR_ONE}", "-rss_limit_mb=500"]
    run = [f"-max_total_time={given.seconds}", f"-runs={given.runs}", f"-seed={given.seed}"]
    told = [f"-artifact_prefix={folder}/", "-print_final_stats=1", f"{folder}/corpus"]
    atheris.Setup([target, *bounds, *run, *told], law)
    atheris.Fuzz()


def fuzz_apart(target: str) -> int:
    """Fuzz a target in another process; show the bytes with which it failed, if it did."""
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
    """Fuzz the target that is named, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", nargs="?", choices=[*LAWS, *PLANTED], help="all of them if none is named")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--runs", type=int, default=-1, help="inputs for each target, if that is less")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.folder is not None:
        fuzz(given.target, given, given.folder)
        return
    for target in [given.target] if given.target else LAWS:
        sys.stderr.write(f"Fuzzing {target} for {given.seconds} seconds at most\n")
        if code := fuzz_apart(target):
            sys.exit(code)


if __name__ == "__main__":
    main()
