"""News as objects, ``granada-news/1``: all that a referee sends to a seat or to a spectator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import (
    LARGEST,
    Fields,
    Given,
    RecordError,
    an_object,
    expect,
    expected,
    is_null,
    number,
    several,
    short,
    there,
)
from granada_rules.notation import MOST_EVENTS
from granada_rules.referee import News
from granada_rules.wire.results import read_result, write_result
from granada_rules.wire.views import read_view, write_view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from granada_rules.box import Tiles

__all__ = ["read_news", "write_news"]


if TYPE_CHECKING:
    _Thing = TypeVar("_Thing")

_FORMAT = "granada-news/1"


def read_news(data: Given, tile_sets: Iterable[Tiles] = ()) -> News:
    """Read what a seat is told from an object of JSON: as text, or as plain data.

    ``tile_sets`` are those of `read_view`. View, lines and result are judged, and have to fit one another.

    >>> from granada_rules import Dealer, Referee, Seat, read_news, write_json, write_news
    >>> referee = Referee.open(["Ann", "Bo"], dealer=Dealer(b"sixteen bytes or more"), table_id="table 7")
    >>> news = referee.news(Seat(1))
    >>> read_news(write_json(write_news(news))) == news
    True

    Raises ``RecordError`` if it cannot be read, with the place and the reason; ``ViolationError`` with all
    violations if no game looks like the view.
    """
    fields = an_object(data, _FORMAT, "news")
    there(fields, "format", str)
    table_id = there(fields, "table", str)
    version, since = (number(fields, key, 0, MOST_EVENTS + 1) for key in ("version", "since"))
    to_act = None if is_null(fields, "to_act") else number(fields, "to_act", 0, LARGEST)
    there(fields, "lines", list)
    lines = several(fields, "lines", "a line", str, MOST_EVENTS + 1)
    view = _inside(fields, "view", lambda entry: read_view(entry, tile_sets))
    result = None if is_null(fields, "result") else _inside(fields, "result", read_result)
    fields.no_others()
    try:
        news = News(table_id=table_id, version=version, since=since, lines=lines, view=view, result=result)
    except ValueError as error:
        raise RecordError(str(error)) from None
    if to_act != news.to_act:
        wanted = "null" if news.to_act is None else news.to_act
        raise RecordError(f"to_act: expected {wanted}, got {'null' if to_act is None else short(to_act)}")
    return news


def _inside(fields: Fields, key: str, read: Callable[[dict[str, object]], _Thing]) -> _Thing:
    """Read an object inside of this one."""
    entry = expected(dict, there(fields, key, dict), key)
    try:
        return read(entry)
    except RecordError as error:
        raise RecordError(f"{key}, {error}") from None


def write_news(news: News) -> dict[str, object]:
    """Return what a seat is told as plain data for JSON, and nothing else.

    >>> from granada_rules import Dealer, Referee, Seat, write_news
    >>> referee = Referee.open(["Ann", "Bo"], dealer=Dealer(b"sixteen bytes or more"), table_id="table 7")
    >>> written = write_news(referee.abandon().news(None, since=referee.version))
    >>> written["version"], written["to_act"], written["lines"], written["result"]["end"]
    (23, None, ['abandoned'], 'abandoned')

    Raises ``RecordError`` if a tile set has the name of another.
    """
    expect(news, News)
    return {
        "format": _FORMAT,
        "table": news.table_id,
        "version": news.version,
        "to_act": news.to_act,
        "result": None if news.result is None else write_result(news.result),
        "since": news.since,
        "lines": list(news.lines),
        "view": write_view(news.view),
    }
