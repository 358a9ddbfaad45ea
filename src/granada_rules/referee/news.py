"""`News`: what a seat is told of a refereed table, and how far back that goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

import attrs

from granada_rules.base import GOOD_NAME, is_good_name, made_once, maker, of_kind, short, tuple_of, whole
from granada_rules.box import BONUS_CARDS, Phase, Seat
from granada_rules.game import NO_PROGRESS, OUTSIDE, DrawBonus, End, Result, View, result_of
from granada_rules.notation import LONGEST_LINE, read_event
from granada_rules.referee.ledger import written

if TYPE_CHECKING:
    from granada_rules.game import Event
    from granada_rules.referee.ledger import Turns

__all__ = ["News", "as_told", "new_news", "told_from"]


def told_from(turns: Turns, players: int) -> int:
    """Return after how many events begins what everybody may be told now: the last round.

    Everybody saw that at the table. All events together tell all hands (SETUP-7), also to those who did not
    pay attention, so what is older is not told again as long as the game goes on.
    """
    return turns[-players - 1][1] if len(turns) > players else 0


def as_told(events: tuple[Event, ...], seat: Seat | None, *, players: int) -> tuple[Event, ...]:
    """Return events from the first draw on as a seat, or a spectator, may be told."""
    # BON-2: dealt seat by seat, and face down: of others it is told only that they got a card.
    dealt = [place for place, event in enumerate(events) if type(event) is DrawBonus]
    others = {place for number, place in enumerate(dealt) if number // BONUS_CARDS[players] != seat}
    return tuple(DrawBonus(None) if place in others else event for place, event in enumerate(events))


@final
@made_once(kw_only=True)
class News:
    """What a seat is told: the table as it may see it, what happened, who is to act, how the game ended.

    >>> from granada_rules import Dealer, Referee, Seat
    >>> referee = Referee.open(["Ann", "Bo"], dealer=Dealer(b"sixteen bytes or more"), table_id="table 7")
    >>> news = referee.news(Seat(1))
    >>> news.version, news.to_act, news.result
    (22, 0, None)
    >>> news = referee.resign(Seat(0)).news(Seat(1), since=news.version)
    >>> news.lines, news.to_act, str(news.result)
    (('Ann resigns',), None, 'Ann resigned')

    Raises ``ValueError`` if no referee would say so.
    """

    table_id: str = attrs.field(validator=of_kind(str))
    """The id of the table."""
    version: int = attrs.field(validator=whole)
    """How many entries the log has."""
    since: int = attrs.field(validator=whole)
    """The version after which the lines begin; later than the one asked for, if that was too long ago."""
    lines: tuple[str, ...] = attrs.field(validator=tuple_of(str))
    """What happened since then, a line for each entry."""
    view: View = attrs.field(validator=of_kind(View))
    """What the seat sees. If the game ended outside the rules, it is as it was then."""
    result: Result | None = attrs.field(default=None, validator=of_kind(Result, type(None)))
    """How the game ended, and who stands where; ``None`` if it goes on."""

    def __attrs_post_init__(self) -> None:
        if not is_good_name(self.table_id):
            raise ValueError(f"table: expected {GOOD_NAME}, got {short(self.table_id)}")
        if not 0 <= self.since <= self.version:
            raise ValueError(
                f"since: expected 0 to the version, {short(self.version)}, got {short(self.since)}"
            )
        if len(self.lines) != self.version - self.since:
            many = f"{self.version - self.since}, from version {self.since} to {self.version}"
            raise ValueError(f"lines: expected {many}, got {len(self.lines)}")
        self._refuse_other_result()
        self._refuse_other_lines()

    def _refuse_other_result(self) -> None:
        table, result = self.view.table, self.result
        if table.is_chance:
            raise ValueError(f"view: {table.waits_for}, and a referee draws at once")
        if result is None:
            if table.is_over:
                raise ValueError("result: expected one, for the game is over")
            return
        if (result.end is End.RULES) != table.is_over:
            how = "over" if table.is_over else "not over"
            raise ValueError(f"result: the end is {result.end.value!r}, and by the rules the game is {how}")
        if result.end in NO_PROGRESS and (table.phase is not Phase.ACT or table.extra):
            raise ValueError(f"result: the end is {result.end.value!r}, and no turn is about to begin")
        if result.resigned is not None and result.resigned not in self._names:
            raise ValueError(f"result, resigned: nobody is called {short(result.resigned)}")
        if result != result_of(table, result.end, result.resigned):
            raise ValueError("result, standings: expected those of the points in the view")

    def _refuse_other_lines(self) -> None:
        names, lines = self._names, self.lines
        if lines and self.result is not None and self.result.end in OUTSIDE:
            gone = None if self.result.resigned is None else Seat(names.index(self.result.resigned))
            last = written(self.result.end, gone, names)
            if lines[-1] != last:
                raise ValueError(f"lines, entry {len(lines)}: expected {short(last)}, got {short(lines[-1])}")
            lines = lines[:-1]
        for number, line in enumerate(lines, 1):
            if len(line) > LONGEST_LINE:
                raise ValueError(f"lines, entry {number}: longer than {LONGEST_LINE} characters")
            try:
                read_event(line, names, self.view.table.ruleset.tiles)
            except ValueError as error:
                raise ValueError(f"lines, entry {number}: {error}") from None

    @property
    def to_act(self) -> Seat | None:
        """Who has to decide something; ``None`` when the game is over, by the rules or not."""
        return self.view.table.to_act if self.result is None else None

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules or not."""
        return self.result is not None

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.view.table.players)


new_news: Final = maker(News, News.__init__)
"""Makes news of what a referee knows, and judges nothing."""
