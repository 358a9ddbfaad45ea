"""The cities that tests and benchmarks grow."""

from __future__ import annotations

from random import Random

from granada_rules import placement
from tests.helpers.cities import grow, grown_at_random


class WetAtFirst(Random):
    """Random numbers of which the first ask for moats on all sides; at some time they run out."""

    left = 10_000

    def random(self) -> float:
        self.left -= 1
        assert self.left, "it asks for ever"
        return 0 if self.left > 9_000 else super().random()

    def getrandbits(self, k: int) -> int:
        return super().getrandbits(k)


def test_with_moats_all_around_growing_ends() -> None:
    choices = iter([(number, "NESW") for number in range(1000)])
    *_, tiles = grow(choices)
    assert tiles == {(0, 0): "", (-1, 0): "NSW", (0, 1): "NEW", (0, -1): "ESW", (1, 0): "NES"}
    assert list(choices)


def test_a_city_that_cannot_grow_is_given_up_for_another() -> None:
    rng = WetAtFirst(1)
    city = grown_at_random(rng, 10)
    assert rng.left < 9_000
    assert len(city.tiles) == 10
    assert placement.violations(city) == ()
