"""The long verification in short: it goes on where it was, and says what was done and what was not."""

from __future__ import annotations

import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from tests.oracle.bridge import Difference
from verification import ROOT, verify
from verification.parts import LAW_FILES, PARTS, PORTION, Compared, Each, mutants_are_noticed
from verification.verify import Done, Progress

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from verification.parts import Part


def compared(_random: Random) -> Counter[str]:
    """Agree."""
    return Counter(cases=1)


def differing(_random: Random) -> Counter[str]:
    """Disagree."""
    raise Difference("here they differ")


def breaking(_random: Random) -> Counter[str]:
    """Break down."""
    raise ZeroDivisionError("none are left")


def tried(thing: str, _seed: int) -> Counter[str]:
    """Refuse one thing."""
    if thing == "bad":
        raise AssertionError("nobody noticed")
    return Counter({thing: 1})


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> dict[str, Part]:
    """Put parts in place of the real ones."""
    made: dict[str, Part] = {
        "cases": Compared(compared, {"cases": 100, "rare": 10}, 100),
        "things": Each(["one", "two", "three"], tried, "Seed {seed}"),
    }
    monkeypatch.setattr(verify, "PARTS", made)
    return made


def verified(names: list[str], cases: int, state: Path, minutes: float = 1, seed: int = 0) -> Progress:
    """Verify in threads of this process, as far as there is time."""
    progress = Progress.kept(seed, state)
    for name in names:
        progress.parts.setdefault(name, Done(0)).wanted = verify.PARTS[name].portions(cases)
    with ThreadPoolExecutor(2) as pool:
        for _ in verify.run(progress, names, time.monotonic() + 60 * minutes, pool, 2):
            progress.keep(state)
    return progress


@pytest.mark.usefixtures("parts")
def test_everything_is_done_and_told(tmp_path: Path) -> None:
    progress = verified(["cases", "things"], 200, tmp_path / "state.json")
    assert progress.exit_code(["cases", "things"]) == 0
    assert progress.parts["cases"].seen == {"cases": 200}
    assert progress.parts["things"].seen == {"one": 1, "two": 1, "three": 1}
    report = (tmp_path / "state.md").read_text("utf-8")
    assert f"{200 // PORTION} of {200 // PORTION} portions" in report
    assert "Seeds 0 to 199." in report
    assert "| cases | 200 |" in report
    assert "Nothing went wrong." in report


@pytest.mark.usefixtures("parts")
def test_what_there_was_no_time_for_is_done_by_the_next_run(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    first = verified(["things"], 0, state, minutes=0)
    assert first.exit_code(["things"]) == 3
    first.keep(state)
    assert "0 of 3 portions" in (tmp_path / "state.md").read_text("utf-8")
    assert "Not finished." in (tmp_path / "state.md").read_text("utf-8")
    one = verified(["cases"], PORTION, state)
    assert one.parts["cases"].portions == [0]
    more = verified(["cases", "things"], 3 * PORTION, state)
    assert sorted(more.parts["cases"].portions) == [0, 1, 2]
    assert more.parts["cases"].seen["cases"] == 3 * PORTION
    assert more.exit_code(["cases", "things"]) == 0


@pytest.mark.usefixtures("parts")
def test_other_sources_or_another_seed_begin_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = tmp_path / "state.json"
    verified(["things"], 0, state)
    assert Progress.kept(0, state).parts
    assert not Progress.kept(1, state).parts
    monkeypatch.setattr(verify, "sources", lambda: "others")
    assert not Progress.kept(0, state).parts


@pytest.mark.usefixtures("parts")
def test_a_failure_is_told_until_the_portion_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts: dict[str, Part]
) -> None:
    state = tmp_path / "state.json"
    monkeypatch.setitem(parts, "things", Each(["one", "bad"], tried))
    progress = verified(["things"], 0, state)
    assert progress.exit_code(["things"]) == 1
    progress.keep(state)
    # Also if another part is verified next.
    assert verified(["cases"], PORTION, state).parts["things"].failures == {
        "1": "AssertionError: nobody noticed"
    }
    assert "Portion 1: AssertionError: nobody noticed" in (tmp_path / "state.md").read_text("utf-8")
    monkeypatch.setitem(parts, "things", Each(["one", "good"], tried))
    assert verified(["things"], 0, state).exit_code(["things"]) == 0


def test_whatever_ordinary_tests_try_only_a_part_of_is_tried_as_a_whole() -> None:
    partly = re.compile(r"\b(every|fewer)\(\d|mark\.thorough")
    found = {path for path in ROOT.glob("tests/*/test_*.py") if partly.search(path.read_text("utf-8"))}
    assert len(found) > 10
    assert found <= {*LAW_FILES}


def test_a_difference_is_told_with_its_seed() -> None:
    part = Compared(differing, {}, 1)
    with pytest.raises(AssertionError, match=f"seed {7 + 2 * PORTION}: here they differ"):
        part.work(2, 7)


def test_whatever_goes_wrong_is_told_with_its_seed() -> None:
    with pytest.raises(AssertionError, match=f"seed {PORTION}: ZeroDivisionError: none are left"):
        Compared(breaking, {}, 1).work(1, 0)


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"sources": 1}', '{"sources": 1, "seed": 0, "parts": 1}'])
def test_what_was_kept_and_is_damaged_is_named(
    kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "sources", lambda: 1)
    state = tmp_path / "state.json"
    state.write_text(kept, "utf-8")
    with pytest.raises(ValueError, match=r"state\.json: cannot be read"):
        Progress.kept(0, state)


def test_each_seed_has_its_own_state() -> None:
    assert verify.state_of(0).name == "verification.json"
    assert verify.state_of(100_000).name == "verification-100000.json"


@pytest.mark.parametrize("arguments", [["--cases", "0"], ["--jobs", "-1"], ["--cases", "x"], ["citys"]])
def test_what_cannot_be_verified_is_refused(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["verify", *arguments])
    with pytest.raises(SystemExit) as end:
        verify.main()
    assert end.value.code == 2


def test_the_figures_of_mutants_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    told = "money.py 2/2, 1 s\nmoney.py: 297 mutants, 291 killed, 1 of them out of time, 6 survivors\n"
    monkeypatch.setattr("verification.parts.passed", lambda *_: told)
    seen = {"mutants": 297, "killed": 291, "of them out of time": 1, "survivors": 6}
    assert mutants_are_noticed("money.py", 0) == {f"mutants: {what}": seen[what] for what in seen}


def test_a_blind_generator_is_noticed() -> None:
    part = Compared(compared, {"cases": 100, "rare": 10}, 100)
    assert list(part.missing(Counter(cases=500), 500 // PORTION)) == ["rare: expected 25, seen 0"]
    assert list(part.missing(Counter(cases=500, rare=25), 500 // PORTION)) == []
    assert list(part.missing(Counter(), 1)) == []


def test_every_part_has_portions() -> None:
    for name, part in PARTS.items():
        assert part.portions(1000) > 0, name
