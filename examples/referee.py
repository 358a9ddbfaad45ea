"""A table on standard input and output: who speaks and what, a line each; the referee answers.

``python examples/referee.py [NAME...] [FILE]`` keeps a table of Ann, Bo and Cy. Those who are named speak in
lines such as ``Bo: Bo takes g3`` and ``Bo: resigns``; bots play the others. The record goes into the file.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from granada_rules import (
    Action,
    Build,
    Buy,
    Dealer,
    Referee,
    RefusedError,
    Seat,
    View,
    audit_record,
    legal_actions,
    write_game,
    write_toml,
)

PLAYERS = ("Ann", "Bo", "Cy")


def bot(seen: View) -> Action:
    """Choose an action by what a seat may know: buy and build, if possible."""
    actions = list(legal_actions(seen, minimal_payments=True))
    return next((action for action in actions if isinstance(action, Buy | Build)), actions[0])


class KeptTable:
    """A table with its players: keeps a referee, and what was stored of it."""

    def __init__(self, dealer: Dealer, people: Iterable[str]) -> None:
        self.referee = Referee.open(PLAYERS, dealer=dealer, table_id="the table in the example")
        self.people = set(people)
        self.stored: list[str] = []
        self.told = 0

    def say(self, name: str, said: str) -> None:
        """Hear what somebody says, who has been authenticated by somebody else: here by nobody."""
        if name not in PLAYERS:
            raise ValueError(f"nobody at this table is called {name!r}")
        seat = Seat(PLAYERS.index(name))
        resigns = said == "resigns"
        self._go_on(self.referee.resign(seat) if resigns else self.referee.hear(seat, said))

    def play_bots(self) -> None:
        """Let bots act until a person has to."""
        while (seat := self.referee.to_act) is not None and PLAYERS[seat] not in self.people:
            self._go_on(self.referee.hear(seat, bot(self.referee.view(seat))))

    def _go_on(self, referee: Referee) -> None:
        # First it is stored, and only then does it count.
        self.stored += referee.log[len(self.stored) :]
        self.referee = referee

    def news(self) -> Iterator[str]:
        """Yield what everybody may be told since the last time, and each person's own hand."""
        news = self.referee.news(None, since=self.told)
        yield from news.lines
        self.told = news.version
        for seat, name in enumerate(PLAYERS):
            if name in self.people and not self.referee.is_over:
                yield f"to {name}: you have {self.referee.view(Seat(seat)).hand}"


def answers(kept: KeptTable, lines: Iterable[str]) -> Iterator[str]:
    """Yield what comes of lines such as ``Bo: Bo takes g3``."""
    kept.play_bots()
    yield from kept.news()
    for line in lines:
        name, _, said = line.rstrip("\n").partition(": ")
        try:
            kept.say(name, said)
        except RefusedError as refusal:
            yield from (f"to {name}: refused: {reason}" for reason in refusal.reasons)
        except ValueError as error:
            yield f"refused: {error}"
        kept.play_bots()
        yield from kept.news()
        if kept.referee.is_over:
            return


def main() -> None:
    """Keep a table: with the people who are named first, or with bots alone."""
    dealer = Dealer.fresh()
    people = [name for name in sys.argv[1:] if name in PLAYERS]
    kept = KeptTable(dealer, people)
    print(f"The commitment is {kept.referee.commitment}")
    for answer in answers(kept, sys.stdin if people else ()):
        print(answer)
    if not kept.referee.is_over:
        kept.referee = kept.referee.abandon()
    record = kept.referee.record()
    for file in sys.argv[1 + len(people) :]:
        Path(file).write_text(write_toml(write_game(record)), "utf-8")
    print(f"\nThe game ended: {kept.referee.result}")
    for row in kept.referee.result.standings if kept.referee.result else ():
        print(f"{row.rank}. {row.player}: {row.points}{' wins' * row.wins}")
    print(f"The seed was {dealer.seed.hex()}; all draws came from it: {audit_record(record).fair}")


if __name__ == "__main__":
    main()
