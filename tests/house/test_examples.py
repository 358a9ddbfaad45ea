"""The examples run, and say the right things."""

from __future__ import annotations

import re
import sys
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from examples import bots, from_a_photo, page, referee
from granada_rules import (
    Clause,
    Dealer,
    Referee,
    Seat,
    audit_record,
    read_game,
    replay,
)
from granada_rules.testing import assert_refuses, assert_restores, assert_sends_no_secrets
from tests.helpers import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
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
    assert reasons == ["BOX-2", "BOX-2", "BUILD-1", "BUILD-5"]
    assert "!1 BOX-2: Blue: SC4 at 1,-1 and at 2,0 in Red's city: the box has it once" in first
    assert "!3 BUILD-5: Red: tiles enclose the empty cell 1,0" in first
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


@pytest.mark.parametrize("game", ["alhambra", "both"])
def test_greed_beats_dice_in_the_other_games(said: Callable[..., str], game: str) -> None:
    *_, row, _, wins = said(bots.main, "--games", 1, "--game", game).splitlines()
    assert row.split()[-1] == "Greedy"
    assert wins.split() == ["wins", "1", "0", "0"]


def test_the_same_seed_gives_the_same_games() -> None:
    games = [next(bots.tournament(1, seed)) for seed in ("y", "y", "z")]
    assert games[0] == games[1] != games[2]


def test_seats_change_from_game_to_game() -> None:
    first, second = bots.tournament(2, "seats")
    assert list(first) == ["Greedy", "Dice", "Dirk"]
    assert list(second) == ["Dice", "Greedy", "Dirk"]


# A referee.


def kept_table(*people: str) -> referee.KeptTable:
    return referee.KeptTable(Dealer(bytes(range(16))), people)


def test_bots_play_a_whole_game_and_the_record_is_fair(said: Callable[..., str], tmp_path: Path) -> None:
    text = said(referee.main, tmp_path / "evening.toml")
    assert "The game ended: by the rules" in text
    assert text.count(" wins") >= 1
    assert text.endswith("all draws came from it: True\n")
    record = read_game((tmp_path / "evening.toml").read_bytes())
    assert f"The commitment is {record.commitment}\n" in text
    assert audit_record(record).fair
    assert replay(record).is_over


def test_people_speak_in_lines_until_one_resigns() -> None:
    table = kept_table("Bo", "Cy")
    lines = [
        "Bo: Cy passes\n",
        "Eve: Bo passes\n",
        "Cy: tile SC10\n",
        "Cy: Cy takes y1 o4\n",
        "Bo: resigns\n",
    ]
    told = list(referee.answers(table, [*lines, "Cy: passes\n"]))
    assert "to Bo: refused: Bo acts for Bo, and for nobody else" in told
    assert "refused: nobody at this table is called 'Eve'" in told
    assert "to Cy: refused: Cy cannot draw: draws are the dealer's" in told
    assert told[-1] == "Bo resigns"
    assert "Cy takes y1 o4" in told
    assert table.stored == list(table.referee.log)
    assert str(table.referee.result) == "Bo resigned"
    # Nobody is told a hand but who holds it.
    assert {line.partition(":")[0] for line in told if "you have" in line} == {"to Bo", "to Cy"}


def test_who_hangs_up_leaves_an_abandoned_table(
    said: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    assert "The game ended: abandoned" in said(referee.main, "Ann")


def test_the_example_passes_the_kit() -> None:
    class KeptTables:
        """The example as a service."""

        def begin(self, table: Referee) -> referee.KeptTable:
            begun = kept_table(*referee.PLAYERS)
            begun.referee, begun.stored = table, list(table.log)
            return begun

        def hear(self, table: referee.KeptTable, seat: Seat, line: str) -> referee.KeptTable:
            table.say(referee.PLAYERS[seat], line)
            return table

        def send(self, table: referee.KeptTable, seat: Seat | None) -> object:
            return table.referee.view(seat), table.referee.since(0, seat)

        def log(self, table: referee.KeptTable) -> list[str]:
            return table.stored

        def restore(self, table: referee.KeptTable, log: Sequence[object]) -> referee.KeptTable:
            lines = [line for line in log if isinstance(line, str)]
            return self.begin(Referee.restore(table.referee.header, lines, Dealer(bytes(range(16)))))

    table = kept_table().referee
    assert table.to_act is not None
    heard = table.hear(table.to_act, referee.bot(table.view(table.to_act)))
    for check in (assert_sends_no_secrets, assert_refuses, assert_restores):
        check(KeptTables(), heard)


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
