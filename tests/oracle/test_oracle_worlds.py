"""The oracle on small worlds: both sides agree on all there is in each, and the numbers are right."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, perm
from random import Random
from typing import TYPE_CHECKING

import pytest

from granada_rules import Cell, City, Edges, Kind, moats, placement
from tests.helpers.cities import PICTURES, moved
from tests.helpers.samples import every
from tests.oracle import bridge, compare_cities, compare_worlds
from tests.oracle.random_cities import any_city
from tests.oracle.switched_off import WATCHED, rules, survivors
from tests.oracle.world_facts import BOTH, Area, Handful

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.oracle.compare_cities import Verdict


@pytest.mark.parametrize("world", every(2, compare_worlds.SAMPLE), ids=str)
def test_both_sides_agree_on_all_of_a_small_world(world: compare_worlds.World) -> None:
    assert compare_worlds.explore(world)["cities"] == world.cases


def test_the_worlds_hold_every_moat_in_two_by_three_and_each_start_or_its_mirror_image() -> None:
    """In an area of 3 x 2 or 2 x 3 any start is, mirrored, in a corner or in the middle of a long side.

    What is mirrored is judged alike, by the package and by the oracle, as the test below shows; so it is
    enough to explore one of each.
    """
    cases: Counter[tuple[int, int, tuple[int, int]]] = Counter()
    for world in set(compare_worlds.WORLDS):
        if isinstance(world, Area) and world.moats and not world.turned and len(world.kinds) == 1:
            cases[world.wide, world.high, world.start] += world.cases
    for wide, high in ((3, 2), (2, 3)):
        for x, y in product(range(wide), range(high)):
            images = product((x, wide - 1 - x), (y, high - 1 - y))
            assert 17**5 in {cases[wide, high, start] for start in images}


@pytest.mark.parametrize(
    ("move", "flip"), PICTURES, ids=["left and right", "top and bottom", "turned by a quarter"]
)
def test_another_picture_is_judged_alike_by_both_sides(
    move: Callable[[Cell], Cell], flip: Callable[[Edges], Edges]
) -> None:
    for seed in range(60):
        city = any_city(Random(seed))
        for judge in (package_verdict, oracle_verdict):
            verdict, moat = judge(city)
            expected = {(clause, frozenset(map(move, cells))) for clause, cells in verdict}
            assert judge(moved(city, move, flip)) == (expected, moat)


def package_verdict(city: City) -> tuple[Verdict, int | None]:
    """Return what the package finds broken and where, or else the length of the longest moat."""
    found = {(violation.clause, frozenset(violation.cells)) for violation in placement.violations(city)}
    return found, None if found else moats.longest_moat(city).length


def oracle_verdict(city: City) -> tuple[Verdict, int | None]:
    """Return what the oracle finds broken and where, or else the length of the longest moat."""
    facts = bridge.city("c", city)
    (model,) = bridge.models(compare_cities.PROGRAMS, facts, compare_cities.WANTED)
    lengths = [bridge.number(length) for _, barrier, length in model["longest"] if barrier == "moat"]
    return compare_cities.oracle_verdict(model), lengths[0] if lengths else None


def built_by_the_package(world: Handful) -> set[compare_worlds.Laid]:
    """Return all cities that can be built tile by tile, as the package allows it.

    With so few all legal ones can: the last one on a walk from the first tile of its kind is not surrounded,
    so it can be taken out.
    """
    found: set[compare_worlds.Laid] = {frozenset()}
    ahead = list(found)
    for laid in ahead:
        city = compare_worlds.built(laid, world.start)
        for piece in compare_worlds.left_over(world, laid):
            cells = placement.legal_cells(city, Edges.parse(piece[1]), piece[0])
            more = {laid | {(piece, cell)} for cell in cells if len(laid) < world.most} - found
            found |= more
            ahead += more
    return found


@pytest.mark.parametrize(
    "world",
    [world for world in compare_worlds.WORLDS if isinstance(world, Handful) and not world.anyhow],
    ids=str,
)
def test_the_package_builds_as_many_cities_of_a_handful_as_the_oracle_finds(world: Handful) -> None:
    assert len(built_by_the_package(world)) == world.cases


def test_an_area_and_its_parts_hold_the_same_cities() -> None:
    for kinds in ((Kind.GRANADA,), BOTH):
        area = Area(1, 3, (0, 1), moats=True, kinds=kinds)
        parts: Counter[str] = Counter()
        for part in area.parts():
            parts.update(compare_worlds.explore(part))
        whole = compare_worlds.explore(area)
        # Changes are compared where all that they lead to is there.
        assert any(what.startswith("REBUILD") for what in whole)
        assert parts == {what: number for what, number in whole.items() if not what.startswith("REBUILD")}


def ways_to_lay_out(tiles: int, most: int, cells: int) -> int:
    """Count how at most so many of these tiles, all different, can lie in these cells."""
    return sum(comb(cells, built) * perm(tiles, built) for built in range(most + 1))


@pytest.mark.parametrize(
    "world",
    [world for world in compare_worlds.WORLDS if isinstance(world, Handful) and world.anyhow],
    ids=str,
)
def test_a_handful_is_laid_out_in_every_way(world: Handful) -> None:
    assert len(set(world.pieces)) == len(world.pieces)
    assert world.cases == ways_to_lay_out(len(world.pieces), world.most, len(world.cells))


@pytest.mark.parametrize("program", ["areas.lp", "handful.lp"])
def test_no_rule_can_be_left_out(program: str) -> None:
    assert list(map(str, survivors(rules(program), WATCHED[program], [0]))) == []
