"""The counts that docs/perft.md publishes are those that the rules give."""

from __future__ import annotations

import re
from itertools import takewhile

import pytest

from granada_rules import Card, DrawBonus, DrawCard, DrawHut, DrawTile, Face, Ruleset, apply, setup
from tests.helpers import ROOT
from tests.helpers.games import every_game
from tests.helpers.perft import ALL_MODULES, PLAYERS, dealt, divide, perft, reached, start

PAGE = (ROOT / "docs" / "perft.md").read_text("utf-8")

MOST_COUNTED = 40_000
"""Higher counts than this are left to the command; a test would take too long."""


def rows(kind: str) -> dict[str, list[int]]:
    """Read the counts of a table by what stands in front of them."""
    found = re.findall(rf"^\| ({kind}) \| ([\d |]+) \|$", PAGE, re.MULTILINE)
    return {name: [int(count) for count in counts.split("|") if count.strip()] for name, counts in found}


def shallow(counts: list[int]) -> list[int]:
    """Return the counts down to where they take too long."""
    return list(takewhile(lambda count: count <= MOST_COUNTED, counts))


DEALS = rows(r"(?:[\w ]+, )?\d players")
MIDDLES = rows(r"[\d\w-]+-players[\w-]* \| \d+ \| [^|]*?")


WITH_MODULES = "Alhambra with all modules, 3 players"


def called(players: int, rules: Ruleset) -> str:
    """Return what a deal is called on the page."""
    return f"{players} players" if rules.game == "granada" else f"{rules.label}, {players} players"


def test_all_tables_are_there() -> None:
    numbers = [f"{players} players" for players in PLAYERS]
    games = ("", "Alhambra, ", "Alhambra and Granada, ")
    assert list(DEALS) == [*(game + number for game in games for number in numbers), WITH_MODULES]
    # Each game, and modules: vizier's favour, exchange cards, bonus cards, huts.
    assert len(MIDDLES) == 5 + 5 + 5 + 5 + 4 + 5 + 3
    assert all(len(counts) >= 3 for counts in (*DEALS.values(), *MIDDLES.values()))


@every_game
@pytest.mark.parametrize("players", PLAYERS)
def test_the_published_deal_is_the_one_that_is_counted_from(players: int, rules: Ruleset) -> None:
    (codes,) = re.findall(rf"^{called(players, rules)}: (.*)$", PAGE, re.MULTILINE)
    draws = [
        DrawTile(Face.parse(code)) if code[0].isupper() else DrawCard(Card.parse(code))
        for code in codes.split()
    ]
    assert draws == list(dealt(players, rules))
    game = setup(players, rules)
    for draw in draws:
        game = apply(game, draw)
    assert game == start(players, rules)


@every_game
@pytest.mark.parametrize("players", PLAYERS)
def test_counts_from_a_deal_are_as_published(players: int, rules: Ruleset) -> None:
    published = shallow(DEALS[called(players, rules)])
    assert len(published) >= 3
    assert [perft(start(players, rules), depth) for depth in range(1, len(published) + 1)] == published


@pytest.mark.parametrize("row", MIDDLES)
def test_counts_from_the_middle_of_a_game_are_as_published(row: str) -> None:
    name, events, _ = row.split(" | ")
    published = shallow(MIDDLES[row])
    assert len(published) >= 2
    game = reached(name, int(events))
    assert [perft(game, depth) for depth in range(1, len(published) + 1)] == published


@every_game
def test_the_divide_listing_is_as_published(rules: Ruleset) -> None:
    parts = list(divide(start(3, rules), 3))
    listing = "\n".join(f"{words}: {count}" for words, count in parts)
    assert f"```text\n{listing}\ntotal: {DEALS[called(3, rules)][2]}\n```" in PAGE


@every_game
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_parts_of_a_count_add_up(players: int, depth: int, rules: Ruleset) -> None:
    game = start(players, rules)
    assert sum(count for _, count in divide(game, depth)) == perft(game, depth)


def test_the_deal_with_all_modules_and_its_counts_are_as_published() -> None:
    (codes,) = re.findall(rf"^{WITH_MODULES}: (.*)$", PAGE, re.MULTILINE)
    game, first_card = setup(3, ALL_MODULES), re.search(r"[a-z]\d", codes)
    assert first_card is not None
    for code in re.finditer(r"\S+", codes):
        if code[0][0].islower():
            game = apply(game, DrawCard(Card.parse(code[0])))
        elif "*" in code[0]:
            game = apply(game, DrawHut(Face.parse(code[0])))
        else:
            # Tiles come before money, bonus cards after it.
            draw = DrawTile if code.start() < first_card.start() else DrawBonus
            game = apply(game, draw(Face.parse(code[0])))
    assert game == start(3, ALL_MODULES)
    assert [perft(game, depth) for depth in range(1, 6)] == DEALS[WITH_MODULES]
    listing = "\n".join(f"{words}: {count}" for words, count in divide(game, 3))
    assert f"```text\n{listing}\ntotal: {DEALS[WITH_MODULES][2]}\n```" in PAGE
