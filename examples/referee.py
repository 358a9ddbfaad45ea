"""A referee that keeps a table in memory: who sits there, what they say, and what came of it.

``python examples/referee.py [FILE]`` lets three players join, refuses some of what they say, lets them play
to the end, and checks the record, which goes into the file.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from granada_rules import (
    Action,
    Build,
    Buy,
    Dealer,
    Event,
    Game,
    GameRecord,
    Seat,
    View,
    apply,
    audit,
    draw,
    draws,
    legal_actions,
    notation,
    read_game,
    replay,
    setup,
    view,
    write_game,
    write_toml,
)


class Referee:
    """One table. What cannot be is refused with a ``ValueError`` that says why, and changes nothing."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.names: list[str] = []
        self.events: list[Event] = []
        self._game: Game | None = None

    @property
    def game(self) -> Game:
        """The game as it is; nobody but the referee sees all of it."""
        if self._game is None:
            raise ValueError("the game has not begun")
        return self._game

    def join(self, name: str) -> Seat:
        """Take the next seat."""
        self._not_yet()
        # Two of one name, somebody called Dirk, seven players: `setup` refuses what no table can have.
        stand_in = "B" if name == "A" else "A"
        setup([*(self.names or [stand_in]), name])
        self.names.append(name)
        return Seat(len(self.names) - 1)

    def begin(self) -> None:
        """Lay the table, and deal."""
        self._not_yet()
        self._deal(setup(self.names))

    def _not_yet(self) -> None:
        if self._game is not None:
            raise ValueError("the game has begun")

    def hear(self, seat: Seat, line: str) -> None:
        """Make happen what a seat says."""
        event = notation.read_event(line, self.names)
        if not isinstance(event, Action) or event.seat != seat:
            raise ValueError(f"{self.names[seat]} acts for {self.names[seat]}, and for nobody else")
        after = apply(self.game, event)
        self.events.append(event)
        self._deal(after)

    def _deal(self, game: Game) -> None:
        for due in draws(game, self.dealer):
            self.events.append(due)
            game = apply(game, due)
        self._game = game

    def show(self, seat: Seat | None) -> View:
        """Return what a seat may see; without a seat, what everybody may see."""
        return view(self.game, seat)

    def record(self) -> str:
        """Return the game as it was written down so far."""
        points, commitment = self.game.table.points, self.dealer.commitment
        record = GameRecord.of(setup(self.names), self.events, result=points, commitment=commitment)
        return write_toml(write_game(record))


def talk(referee: Referee) -> Iterator[tuple[Seat, str]]:
    """Yield what the players say: some of it wrong, and then whatever they can buy and build, to the end."""
    yield from (
        (Seat(0), "Ann takes the red ones"),
        (Seat(1), "Ann passes"),
        (Seat(1), "tile SC10"),
        (Seat(1), "Bo takes y9"),
        (Seat(2), "Cy buys 4 for o1"),
    )
    while (seat := referee.game.table.to_act) is not None:
        actions = list(legal_actions(referee.show(seat), minimal_payments=True))
        wanted = [action for action in actions if isinstance(action, Buy | Build)]
        yield seat, notation.write_event((wanted or actions)[0], referee.names)


def main() -> None:
    """Referee a game, and check its record as a stranger would."""
    dealer = Dealer(b"a secret of at least 16 bytes")
    print(f"The dealer is committed to {dealer.commitment}")
    referee = Referee(dealer)
    for name in ("Ann", "Bo", "Ann", "Dirk", "Cy"):
        try:
            print(f"{name} sits on seat {referee.join(name)}")
        except ValueError as error:
            print(f"{name} cannot join: {error}")
    referee.begin()
    print(f"\n{draw.text(referee.show(Seat(1)), show=draw.Show(title='What Bo sees'))}")
    for seat, line in talk(referee):
        try:
            referee.hear(seat, line)
        except ValueError as error:
            print(f"{referee.names[seat]} says {line!r}", *str(error).splitlines(), sep="\n  refused: ")
    text = referee.record()
    for file in sys.argv[1:]:
        Path(file).write_text(text, "utf-8")
    record = read_game(text)
    again = replay(record)
    print(f"\n{len(again.events)} events, right: {again.is_right}, over: {again.is_over}")
    print(again.game.table.points)
    found = audit(setup(record.players), again.events, dealer, record.commitment or "")
    print(f"The seed was {dealer.seed!r}; all draws came from it: {found.fair}")


if __name__ == "__main__":
    main()
