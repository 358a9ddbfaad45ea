"""A table at which actions can be taken back, as long as nobody has seen anything new."""

from __future__ import annotations

import attrs

from granada_rules import Draw, Event, Game, Phase, Seat, apply, view

OPEN_HANDS = (Phase.GIFT, Phase.OVER)


@attrs.frozen
class History:
    """A game, the games before it that one can go back to, and those that one came back from."""

    game: Game
    before: tuple[Game, ...] = ()
    after: tuple[Game, ...] = ()

    def done(self, event: Event) -> History:
        """Return what comes of an event; what is illegal raises a ``ViolationError``, and changes nothing."""
        game = apply(self.game, event)
        # A draw cannot be unseen, nor can the hands that are laid open at the end.
        is_new = isinstance(event, Draw) or game.table.phase in OPEN_HANDS
        return History(game, () if is_new else (*self.before, self.game))

    def undone(self) -> History:
        """Return to the game before the last action; nothing changes if there is no way back."""
        if not self.before:
            return self
        return History(self.before[-1], self.before[:-1], (self.game, *self.after))

    def redone(self) -> History:
        """Return to the game that was left by going back; nothing changes if there was none."""
        if not self.after:
            return self
        return History(self.after[0], (*self.before, self.game), self.after[1:])

    def page(self, seat: Seat | None) -> str:
        """Return what somebody at that seat gets to see, or a spectator."""
        seen = view(self.game, seat)
        lines = [f"{player.name}: {player.points} points" for player in seen.table.players]
        lines.append(f"display: {seen.table.display}")
        lines.append(f"your hand: {'-' if seen.hand is None else seen.hand}")
        lines.append(f"actions to take back: {len(self.before)}")
        return "\n".join(lines)
