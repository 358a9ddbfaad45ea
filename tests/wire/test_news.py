"""Results and news as JSON objects: how a game ended, and all that a seat is told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs
import pytest

import granada_rules as g
from granada_rules.game import result_of
from tests.helpers import schemas

if TYPE_CHECKING:
    from collections.abc import Callable

DEALER = g.Dealer(b"a secret of at least 16 bytes")
ANN, BO, CY = map(g.Seat, range(3))


def opened(players: int | list[str] | None = None, ruleset: g.Ruleset = g.GRANADA) -> g.Referee:
    return g.Referee.open(players or ["Ann", "Bo", "Cy"], ruleset, dealer=DEALER, table_id="table 7")


def played(table: g.Referee, *, buys: bool) -> g.Referee:
    """Play to the end, which is a standstill if nobody buys."""
    while table.to_act is not None:
        actions = list(g.legal_actions(table.view(table.to_act), minimal_payments=True))
        wanted = [action for action in actions if isinstance(action, g.Buy) is buys]
        table = table.hear(table.to_act, (wanted or actions)[0])
    return table


TABLE = opened()
OVER = played(TABLE, buys=True)
IDLE = played(TABLE, buys=False)
ENDED = [OVER, IDLE, TABLE.resign(BO), TABLE.abandon()]


def sent(news: g.News) -> dict[str, Any]:
    """Return news as they arrive."""
    document: dict[str, Any] = json.loads(g.write_json(g.write_news(news)))
    return document


# Results.


def test_what_a_result_looks_like() -> None:
    found = TABLE.resign(BO).result
    assert found is not None
    document = g.write_result(found)
    assert document == {
        "end": "resigned",
        "resigned": "Bo",
        "standings": [
            {"rank": 1, "player": "Ann", "points": 0, "wins": True},
            {"rank": 1, "player": "Cy", "points": 0, "wins": True},
            {"rank": 3, "player": "Bo", "points": 0, "wins": False},
        ],
    }
    assert g.read_result(g.write_json(document)) == found
    assert g.read_result({"format": "granada-result/1", **document}) == found


@pytest.mark.parametrize("end", g.End)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_every_end_is_sent_and_read_back(end: g.End, players: int) -> None:
    table = OVER.table if players == 3 else opened(players).table
    name = table.players[-1].name if end is g.End.RESIGNED else None
    found = result_of(table, end, name)
    document = g.write_result(found)
    schemas.RESULT.validate(document)
    assert g.read_result(g.write_json(document)) == found


RESULT = {
    "end": "abandoned",
    "resigned": None,
    "standings": [
        {"rank": 1, "player": "Bo", "points": 126, "wins": False},
        {"rank": 2, "player": "Ann", "points": 98, "wins": False},
    ],
}
ROWS: list[dict[str, Any]] = RESULT["standings"]  # type: ignore[assignment] # as it is written above


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"end": "by the rules"}, "end: expected one of rules, resigned, abandoned, standstill, too long, "),
        ({"end": "resigned"}, "resigned: expected a name, for the end is 'resigned'"),
        ({"resigned": "Ann"}, "resigned: expected null, for the end is 'abandoned'"),
        ({"resigned": ""}, "resigned: expected one printable line"),
        (
            {"end": "resigned", "resigned": "Zoe"},
            "resigned: expected one of the players in standings, got 'Zoe'",
        ),
        (
            {"end": "resigned", "resigned": "Dirk", "standings": [{**ROWS[0], "player": "Dirk"}]},
            "resigned: expected one of the players in standings, got 'Dirk'",
        ),
        ({"standings": None}, "standings: expected a list, got null"),
        ({"standings": [3]}, "standings, entry 1, a standing: expected a table, got 3"),
        ({"standings": ROWS * 4}, "standings: more than 7 entries"),
        ({"standings": ROWS[:1] * 2}, "standings: expected each player once"),
        (
            {"standings": ROWS[::-1]},
            "standings, entry 1: expected rank 1 for 'Bo', who does not win, got rank",
        ),
        (
            {"end": "standstill"},
            "standings, entry 1: expected rank 1 for 'Bo', who wins, got rank 1 for 'Bo'",
        ),
        ({"winner": "Bo"}, "'winner': no such entry (end format resigned standings)"),
    ],
)
def test_what_is_no_result_is_refused_with_its_place(entries: dict[str, Any], message: str) -> None:
    assert g.read_result(RESULT).end is g.End.ABANDONED
    with pytest.raises(g.RecordError) as refusal:
        g.read_result({**RESULT, **entries})
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize("key", ["end", "resigned", "standings"])
def test_nothing_of_a_result_may_be_missing(key: str) -> None:
    document = {entry: value for entry, value in RESULT.items() if entry != key}
    assert not schemas.RESULT.is_valid(document)
    with pytest.raises(g.RecordError, match=f"^{key} is missing$"):
        g.read_result(document)


def test_a_result_that_could_not_be_read_back_is_not_written() -> None:
    with pytest.raises(g.RecordError, match=r"^standings, entry 1: expected rank 1"):
        g.write_result(g.Result(g.End.RULES, (g.Standing(2, "Ann", 3, wins=True),)))
    with pytest.raises(TypeError, match=r"^expected Result, got str$"):
        g.write_result("abandoned")  # type: ignore[arg-type] # on purpose


@pytest.mark.parametrize(
    "given", [("rules", ()), (g.End.RULES, []), (g.End.RULES, ("Ann",)), (g.End.RESIGNED, (), 3)], ids=str
)
def test_a_result_is_made_of_an_end_and_standings(given: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError, match=r"^(end|standings|resigned): expected "):
        g.Result(*given)


# News.


def test_what_news_look_like() -> None:
    table = TABLE.hear(CY, "Cy buys 4 for o7").hear(CY, "Cy builds LI6 at 1,0")
    document = sent(table.news(ANN, since=19))
    seen = document.pop("view")
    assert document == {
        "format": "granada-news/1",
        "table": "table 7",
        "version": 22,
        "to_act": ANN,
        "result": None,
        "since": 19,
        "lines": ["Cy buys 4 for o7", "Cy builds LI6 at 1,0", "tile MA11"],
    }
    assert (seen["format"], seen["seat"]) == ("granada-view/1", ANN)


@pytest.mark.parametrize("ruleset", [g.GRANADA, g.ALHAMBRA, g.BOTH], ids=lambda ruleset: ruleset.game)
def test_news_are_read_back(ruleset: g.Ruleset) -> None:
    table = opened(2, ruleset)
    for stage in (table, table.resign(BO), table.abandon(), played(table, buys=True)):
        for seat in (None, ANN, BO):
            for since in (None, 0, stage.version - 1):
                news = stage.news(seat, since)
                document = sent(news)
                schemas.NEWS.validate(document)
                assert g.read_news(document) == g.read_news(g.write_json(document)) == news
                assert news.to_act == stage.to_act == document["to_act"]
                assert news.is_over == stage.is_over == (document["result"] is not None)


def test_after_every_end_nobody_is_to_act_and_the_news_say_how_it_ended() -> None:
    ends = ["rules", "standstill", "resigned", "abandoned"]
    for table, end in zip(ENDED, ends, strict=True):
        for seat in (None, ANN, BO, CY):
            document = sent(table.news(seat, since=table.version - 1))
            assert (document["to_act"], document["result"]["end"]) == (None, end)
            assert len(document["lines"]) == 1
    # The view is what it was: there somebody was about to act.
    assert sent(TABLE.abandon().news(ANN))["view"]["turn"] == CY


def wrong(table: g.Referee, entries: dict[str, Any]) -> str:
    """Return why news in which something was changed are refused."""
    with pytest.raises(g.RecordError) as refusal:
        g.read_news({**sent(table.news(ANN, since=table.version - 1)), **entries})
    return str(refusal.value)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"format": "granada-news/2"}, 'format: expected "granada-news/1", got '),
        ({"table": ""}, "table: expected 1 to 60 printable characters"),
        ({"table": None}, "table: expected a string, got null"),
        ({"version": -1}, "version: expected 0 to 20001, got -1"),
        ({"version": True}, "version: expected an integer, got true"),
        ({"version": 20_002}, "version: expected 0 to 20001, got 20002"),
        ({"version": 17}, "since: expected 0 to the version, 17, got 18"),
        ({"since": 0}, "lines: expected 19, from version 0 to 19, got 1"),
        ({"to_act": None}, "to_act: expected 2, got null"),
        ({"to_act": 0}, "to_act: expected 2, got 0"),
        ({"lines": "card b3"}, "lines: expected a list, got 'card b3'"),
        ({"lines": [3]}, "lines, entry 1, a line: expected a string, got 3"),
        ({"lines": ["Zoe passes"]}, "lines, entry 1: 'Zoe passes': a line begins with"),
        ({"lines": ["Cy resigns"]}, "lines, entry 1: 'Cy resigns': expected one of takes"),
        ({"lines": ["x" * 1001]}, "lines, entry 1: longer than 1000 characters"),
        ({"view": None}, "view: expected a table, got null"),
        ({"view": {}}, "view, format is missing"),
        ({"result": 3}, "result: expected a table, got 3"),
        ({"result": {}}, "result, end is missing"),
        ({"seed": ""}, "'seed': no such entry (format lines result since table to_act version view)"),
    ],
)
def test_what_are_no_news_is_refused_with_its_place(entries: dict[str, Any], message: str) -> None:
    assert wrong(TABLE, entries).startswith(message)


@pytest.mark.parametrize("key", ["format", "table", "version", "to_act", "result", "since", "lines", "view"])
def test_nothing_of_news_may_be_missing(key: str) -> None:
    document = sent(TABLE.news(ANN))
    del document[key]
    assert not schemas.NEWS.is_valid(document)
    with pytest.raises(g.RecordError, match=f"^{key} is missing"):
        g.read_news(document)


def written(table: g.Referee, **changes: object) -> dict[str, Any]:
    assert table.result is not None
    return {**g.write_result(table.result), **changes}


def test_a_result_fits_the_view() -> None:
    over, idle, resigned, abandoned = ENDED
    ended = {"to_act": None}
    assert wrong(over, {"result": None}) == "result: expected one, for the game is over"
    by_the_rules = "result: the end is 'by the rules', and by the rules the game is not over"
    assert wrong(TABLE, {**ended, "result": written(abandoned, end="rules", standings=[])}) == by_the_rules
    assert wrong(over, {"result": written(abandoned, standings=[])}) == (
        "result: the end is 'abandoned', and by the rules the game is over"
    )
    assert wrong(resigned, {"result": written(abandoned)}).startswith("lines, entry 1: expected 'abandoned'")
    assert wrong(abandoned, {"result": written(resigned)}).startswith("lines, entry 1: expected 'Bo resigns'")
    rows: list[dict[str, Any]] = written(idle)["standings"]
    more = [{**row, "points": row["points"] + 1} for row in rows]
    assert wrong(idle, {"result": written(idle, standings=more)}) == (
        "result, standings: expected those of the points in the view"
    )
    zoe = [*written(resigned)["standings"][:2], {**written(resigned)["standings"][2], "player": "Zoe"}]
    assert wrong(resigned, {"result": written(resigned, resigned="Zoe", standings=zoe)}) == (
        "result, resigned: nobody is called 'Zoe'"
    )
    placing = TABLE.hear(CY, "Cy buys 4 for o7")
    assert wrong(placing, {**ended, "result": written(idle, standings=written(idle)["standings"])}) == (
        "result: the end is '60 turns without a purchase', and no turn is about to begin"
    )
    assert wrong(idle, {"to_act": 0}) == "to_act: expected null, got 0"


def test_a_referee_draws_at_once() -> None:
    start = g.setup(["Ann", "Bo", "Cy"])
    waiting = {**sent(TABLE.news(ANN)), "view": _written_view(g.view(start, ANN)), "to_act": None}
    with pytest.raises(
        g.RecordError, match=r"^view: a tile for the yard is to be drawn, and a referee draws"
    ):
        g.read_news(waiting)
    first = next(g.draws(start, DEALER))
    with pytest.raises(ValueError, match=r"^view: "):
        attrs.evolve(TABLE.news(ANN), view=g.view(g.apply(start, first), ANN))


def _written_view(seen: g.View) -> object:
    from granada_rules import write_view  # noqa: PLC0415 - of this test alone

    return write_view(seen)


def test_a_view_that_no_game_looks_like_is_refused() -> None:
    document = sent(TABLE.news(ANN))
    with pytest.raises(g.ViolationError, match="BOX-11"):
        g.read_news({**document, "view": {**document["view"], "deck_size": 99}})


@pytest.mark.parametrize(
    "changes",
    [
        {"version": True},
        {"since": "0"},
        {"lines": ["card b3"]},
        {"view": None},
        {"result": "x"},
        {"table_id": 3},
    ],
    ids=str,
)
def test_news_are_made_of_their_kinds(changes: dict[str, Any]) -> None:
    make: Callable[..., g.News] = attrs.evolve
    with pytest.raises(TypeError, match="expected"):
        make(TABLE.news(ANN), **changes)


def test_only_news_are_written() -> None:
    with pytest.raises(TypeError, match=r"^expected News, got View$"):
        g.write_news(TABLE.view(ANN))  # type: ignore[arg-type] # on purpose
