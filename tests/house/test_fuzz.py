"""Bytes that a fuzzer thinks of break no law; a longer search is ``python -m verification.fuzz``."""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import Namespace
from typing import TYPE_CHECKING, get_args

import pytest

from granada_rules import (
    Event,
    RecordError,
    ShowBonus,
    TakeHut,
    TileSet,
    read_game,
    read_position,
    replay,
    wire,
)
from tests.helpers.samples import every
from verification.fuzz import CODES, FILES, SEEDS, fuzz_blindly, words, write_dictionary

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("atheris", reason="the fuzzer is not to be had for every system")

RUNS = 400


def nothing_can_be_read(data: bytes) -> None:
    """Assert what is wrong."""
    with pytest.raises(RecordError):
        read_position(data)


def fuzzed(target: str) -> subprocess.CompletedProcess[str]:
    """Fuzz a target for a short time."""
    return subprocess.run(  # noqa: S603 - this interpreter
        [sys.executable, "-m", "verification.fuzz", target, "--runs", str(RUNS), "--seconds", "600"],
        capture_output=True,
        text=True,
        check=False,
        timeout=700,
    )


@pytest.mark.parametrize("target", every(5, ["positions", "tiles", "games", "objects", "views", "events"]))
def test_no_bytes_break_a_law(target: str) -> None:
    run = fuzzed(target)
    assert run.returncode == 0, run.stderr
    found = {name: int(number) for name, number in re.findall(r"stat::(\w+): +(\d+)", run.stderr)}
    # Not blind: it saw where bytes led the code, and found some that led elsewhere.
    assert found["number_of_executed_units"] >= RUNS
    assert found["new_units_added"] > 5


@pytest.mark.parametrize("target", ["positions", "tiles", "games"])
def test_blind_fuzzing_tries_as_many_inputs_as_are_wanted(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fuzz_blindly(target, Namespace(seed=1, runs=20, seconds=600))
    assert capsys.readouterr().out.startswith(f"{target}: 20 inputs in ")
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        fuzz_blindly("planted", Namespace(seed=1, runs=-1, seconds=600))
    assert "crash: b" in capsys.readouterr().out


def test_what_breaks_a_law_is_found() -> None:
    run = fuzzed("planted")
    assert run.returncode != 0
    assert "DID NOT RAISE" in run.stdout
    # With the bytes, to be pasted into a test.
    assert "crash-" in run.stdout
    assert "granada-position/1" in run.stdout


def test_the_fuzzer_begins_with_events_of_modules_and_knows_their_words(tmp_path: Path) -> None:
    events = [wire.read_event(seed) for seed in SEEDS]
    assert {TakeHut, ShowBonus} <= {type(event) for event in events} <= {*get_args(Event)}
    known = {*words()}
    assert {*CODES, "pawn", "to_act", "favour", "place favour", "reveal", "shown", "modules"} <= known
    assert {"vizier", "exchange", "bonus", "huts", "exchange_pays_exactly", "take_hut", "hut_edges"} <= known
    assert {"Bo reactivates the pawn", "Cy shows GA10:-", "bonus hidden", "hut AC*:N"} <= known
    write_dictionary(tmp_path / "words")
    written = (tmp_path / "words").read_text("utf-8").splitlines()
    assert len(written) == len(known)
    assert all(re.fullmatch(r'"(?:[^"\\]|\\x[0-9A-F]{2})+"', line) for line in written)
    assert '"\\xEF\\xBB\\xBF"' in written


def test_the_fuzzer_begins_with_files_with_slips() -> None:
    *noted, game, tiles, huts = FILES
    for read, files in ((read_position, noted), (TileSet.parse, (tiles, huts))):
        for data in files:
            with pytest.raises(RecordError) as refused:
                read(data)
            # They are of the right format, or slips hide it.
            assert not str(refused.value).startswith("format: ")
    assert len(replay(read_game(game)).unreadable) == 4
