"""The program that counts how far one walks through the package."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from benchmarks.walks import WALKS, Steps, counted, steps

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HALL = """
from a_house.rooms import kitchen
from a_house.rooms.stairs import climb

def enter():
    return [kitchen.cook(meal) for meal in range(2)] + sorted([1, 2], key=lambda step: climb(step))
"""

STAIRS = """
def climb(step):
    from a_house import cellar
    return cellar.fetch(step)
"""

CELLAR = """
def fetch(bottles):
    def count(): return bottles
    return count()

class Shelf:
    exec("fetch(1)")

fetch(0)
"""


@pytest.fixture
def enter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], object]:
    rooms = tmp_path / "a_house" / "rooms"
    rooms.mkdir(parents=True)
    for path, source in {
        "__init__.py": "",
        "hall.py": HALL,
        "cellar.py": CELLAR,
        "rooms/__init__.py": "",
        "rooms/kitchen.py": "def cook(meal): return meal",
        "rooms/stairs.py": STAIRS,
    }.items():
        (tmp_path / "a_house" / path).write_text(source, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found: Callable[[], object] = import_module("a_house.hall").enter
    return found


def test_functions_files_rooms_and_ways_between_them_are_counted(
    tmp_path: Path, enter: Callable[[], object]
) -> None:
    # enter, and twice each: cook, the lambda, climb, fetch, count. Loading the cellar is no part of the walk.
    # The ways, twice each: from the hall to the kitchen and to the stairs, from there to the cellar.
    assert steps(enter, tmp_path / "a_house") == Steps(calls=11, functions=6, files=4, rooms=3, changes=6)


def test_a_walk_that_fails_is_not_followed_on(tmp_path: Path) -> None:
    def fall() -> None:
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        steps(fall, tmp_path)
    assert sys.getprofile() is None


@pytest.mark.parametrize("name", WALKS)
def test_a_newcomer_arrives(name: str) -> None:
    found = counted(name)
    assert found.calls > found.functions > found.files > found.rooms > 3
    assert found.calls > found.changes > found.rooms
