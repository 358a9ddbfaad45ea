"""The examples run, and say the right things."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest

from examples import bots, from_a_photo, page, referee
from granada_rules import Clause, Dealer, Phase, Seat, ViolationError, audit, read_game, replay, setup
from tests.helpers import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EXAMPLES = ROOT / "examples"


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return a function that runs an example as a program, and returns what it prints."""

    def run(main: Callable[[], None], *arguments: object) -> str:
        monkeypatch.setattr(sys, "argv", ["example", *map(str, arguments)])
        main()
        return capsys.readouterr().out

    return run


def test_no_example_needs_a_private_name() -> None:
    sources = {path.name: path.read_text("utf-8") for path in EXAMPLES.glob("*.py")}
    assert set(sources) == {"bots.py", "drawings.py", "from_a_photo.py", "page.py", "referee.py"}
    assert not [name for name, source in sources.items() if re.search(r"(?<!self)\._|import _", source)]


# From a photo.


def test_of_a_photo_all_that_is_wrong_is_said_and_then_what_it_is_worth(said: Callable[..., str]) -> None:
    first, second = said(from_a_photo.main).split("--- Second attempt")
    reasons = re.findall(r"^([A-Z]+-\d+):", first, re.MULTILINE)
    assert reasons == ["BOX-2", "BUILD-1", "BUILD-5"]
    assert "!2 BUILD-5: Red: tiles enclose the empty cell 1,0" in first
    assert "total" not in first
    assert "\n\nconsistent\n\nThe city of Red\n" in second
    assert second.rstrip().endswith("total: Red 25, Blue 10, Green 2")


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("unreadable-building.toml", "cannot be read: Red, city, row 1, 'SX10'"),
        ("illegal-hole.toml", "BUILD-5: Red: tiles enclose the empty cell 1,0"),
        ("legal-two-players.toml", "Dirk "),
        ("legal-table.toml", "total: Red"),
    ],
)
def test_a_photo_may_be_a_file(file: str, expected: str, said: Callable[..., str]) -> None:
    assert expected in said(from_a_photo.main, EXAMPLES / "positions" / file)


def test_places_are_not_given_while_a_city_is_unknown(tmp_path: Path, said: Callable[..., str]) -> None:
    (tmp_path / "half.toml").write_text(
        'format = "granada-position/1"\n[[player]]\nname = "Red"\ncity = "@"\n[[player]]\nname = "Blue"\n',
        "utf-8",
    )
    assert "Not scored" in said(from_a_photo.main, tmp_path / "half.toml")


# Bots.


def test_greed_beats_dice_and_the_table_adds_up(said: Callable[..., str]) -> None:
    head, *rows, mean, wins = said(bots.main, "--games", 2).splitlines()
    assert head.split() == ["game", "Greedy", "Dice", "Dirk", "winner"]
    points = [[int(number) for number in row.split()[1:4]] for row in rows]
    assert [row.split()[4] for row in rows] == ["Greedy", "Greedy"]
    assert [float(number) for number in mean.split()[1:]] == [
        sum(column) / 2 for column in zip(*points, strict=True)
    ]
    assert wins.split() == ["wins", "2", "0", "0"]


def test_the_same_seed_gives_the_same_games() -> None:
    games = [next(bots.tournament(1, seed)) for seed in ("y", "y", "z")]
    assert games[0] == games[1] != games[2]


def test_seats_change_from_game_to_game() -> None:
    first, second = bots.tournament(2, "seats")
    assert list(first) == ["Greedy", "Dice", "Dirk"]
    assert list(second) == ["Dice", "Greedy", "Dirk"]


# A referee.


@pytest.fixture
def table() -> referee.Referee:
    """Return a referee with three at the table, who have been dealt to."""
    table = referee.Referee(Dealer(bytes(range(16))))
    assert [table.join(name) for name in ("Ann", "Bo", "Cy")] == [0, 1, 2]
    table.begin()
    return table


def test_a_referee_lets_everybody_join_until_it_begins() -> None:
    table = referee.Referee(Dealer(bytes(range(16))))
    with pytest.raises(ValueError, match="not begun"):
        table.record()
    with pytest.raises(ViolationError, match="DIRK-2"):
        table.join("Dirk")
    table.join("A")
    with pytest.raises(ValueError, match="these names look alike"):
        table.join("A")
    for name in "BCDEF":
        table.join(name)
    with pytest.raises(ViolationError, match="BOX-12"):
        table.join("G")
    table.begin()
    for late in (table.begin, lambda: table.join("G")):
        with pytest.raises(ValueError, match="the game has begun"):
            late()
    assert table.names == list("ABCDEF")


@pytest.mark.parametrize(
    ("seat", "line", "reason"),
    [
        (2, "Cy juggles", "expected one of"),
        (2, "Ann takes y1", "Cy acts for Cy"),
        (2, "card y1", "Cy acts for Cy"),
        (0, "Ann takes y1", "TURN-1"),
        (2, "Cy takes y6 o4", "MONEY-1"),
    ],
)
def test_what_a_referee_refuses_changes_nothing(
    table: referee.Referee, seat: int, line: str, reason: str
) -> None:
    game, events = table.game, list(table.events)
    with pytest.raises(ValueError, match=reason):
        table.hear(Seat(seat), line)
    assert table.game is game
    assert table.events == events


def test_a_referee_shows_a_seat_its_own_hand_alone(table: referee.Referee) -> None:
    for seat in range(3):
        known = [hand is not None for hand in table.show(Seat(seat)).hands]
        assert known == [seat == other for other in range(3)]
    assert table.show(None).hands == (None, None, None)


def test_a_referee_leaves_a_record_that_can_be_audited(table: referee.Referee) -> None:
    table.hear(Seat(2), "Cy takes y1 o4")
    record = read_game(table.record())
    again = replay(record)
    assert again.is_right
    assert again.game == table.game
    assert audit(setup(record.players), again.events, table.dealer, record.commitment or "").fair


def test_the_referee_tells_what_it_refuses_and_how_it_ended(said: Callable[..., str], tmp_path: Path) -> None:
    text = said(referee.main, tmp_path / "evening.toml")
    assert "Dirk cannot join: DIRK-2" in text
    assert text.count("refused: ") == 6
    assert "refused: BUY-1: Cy: not in the hand: o1" in text
    assert text.count("Hand ") == 1
    assert "events, right: True, over: True" in text
    assert text.endswith("all draws came from it: True\n")
    again = replay(read_game((tmp_path / "evening.toml").read_bytes()))
    assert again.is_right
    assert again.game.table.phase is Phase.OVER


# A page.


def test_the_page_shows_what_its_code_gives(said: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "story.html"
    assert "story.html is written" in said(page.main, file)
    source = file.read_text("utf-8")
    assert source == page.page()
    assert source.count('<pre class="code">') == len(page.STORY) + 1
    for function in page.STORY:
        shown = function()
        assert str(shown) in source or f"<pre>{shown}</pre>" in source
    assert 'return draw.svg(view(games()[0], Seat(1)))</pre>\n<svg xmlns="' in source


def test_the_page_needs_nothing_else() -> None:
    source = page.page()
    assert set(re.findall(r"\bhttps?:[^\"]*", source)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(script|link|img|iframe)|@import|url\((?!#)", source)


def test_the_page_shows_why_not_and_who_wins() -> None:
    source = page.page()
    assert {Clause.BUILD_2, Clause.BUILD_3} <= {clause for clause in Clause if f"{clause}: SC10" in source}
    assert re.search(r"1\. \w+: \d+ wins", source)
