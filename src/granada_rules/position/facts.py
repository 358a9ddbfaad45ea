"""Facts of a position: who plays, where tiles lie, what is in the bag and in the deck."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, final

from granada_rules.box import TILES, Box
from granada_rules.deck import money
from granada_rules.money import Purse
from granada_rules.names import labels, names
from granada_rules.position.model import Position
from granada_rules.sealed import made_once, remembered
from granada_rules.state import (
    DECK_PLAN,
    DIRK,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    PLAYERS_WITH_DIRK,
    SCORING_CARDS,
    SPACES,
    Phase,
    Scoring,
)
from granada_rules.tiles import Kind

if TYPE_CHECKING:
    from granada_rules.position.model import NotedPlayer, NotedTile
    from granada_rules.state import DeckPlan
    from granada_rules.tiles import Face

__all__ = ["Facts"]


@final
@made_once(eq=False)
class Facts:
    """What follows from a position. Each fact is computed when it is first asked for, and once."""

    position: Position

    @staticmethod
    def of(position: Position) -> Facts:
        """Return the facts that a position remembers."""
        return _facts(position)

    # The game.

    @cached_property
    def kind(self) -> Kind:
        """What is played.

        As the ruleset says, or else the tile set, the first city, the first tile, the first sheet; if none of
        these is noted, Granada.
        """
        position = self.position
        noted = [one.kind for one in (position.ruleset, position.tile_set) if one is not None]
        noted += [player.city.start for player in position.players if player.city is not None]
        noted += [tile.face.kind for _, tiles in self.open_tiles for tile in tiles]
        noted += [kind for sheet in position.sheets or () for kind in sheet.kinds]
        return noted[0] if noted else Kind.GRANADA

    @cached_property
    def box(self) -> Box:
        """The data of that kind."""
        return Box.of(self.kind)

    @cached_property
    def gives_together(self) -> bool:
        """Whether somebody may get several tiles at once at the end (A-END-3)."""
        ruleset = self.position.ruleset
        return self.box.gives_together if ruleset is None else ruleset.gives_together

    # Players.

    @cached_property
    def names(self) -> tuple[str | None, ...]:
        """The names by which players can be told apart, by seat; ``None`` for any other."""
        return names([player.name for player in self.position.players])

    @cached_property
    def everybody(self) -> tuple[str, ...]:
        """Who plays, by seat; empty as long as not all names are known."""
        known = tuple(name for name in self.names if name is not None)
        return known if FEWEST_PLAYERS <= len(self.names) == len(known) else ()

    @cached_property
    def named(self) -> tuple[tuple[str, NotedPlayer], ...]:
        """The players with what reports call them."""
        players = self.position.players
        called = labels([player.name for player in players], self.names)
        return tuple(zip(called, players, strict=True))

    @cached_property
    def has_dirk(self) -> bool:
        """Whether something of Dirk's is noted."""
        return self.position.dirk is not None or self.position.dirks_points is not None

    @cached_property
    def is_for_two(self) -> bool:
        """Whether two play: they are noted, or Dirk is, who plays with two (DIRK-2)."""
        many = len(self.position.players)
        return many == PLAYERS_WITH_DIRK or (self.has_dirk and many < PLAYERS_WITH_DIRK)

    @cached_property
    def has_begun(self) -> bool:
        """Whether the setup is certainly over: the phase says so, or something that only a turn brings."""
        position = self.position
        if position.phase is not None:
            return position.phase is not Phase.SETUP
        brought: list[object] = [position.bought, position.discards, position.dirks_points]
        for player in position.players:
            brought += [player.reserve, player.points, player.city is not None and player.city.tiles]
        return any(brought)

    # Tiles.

    @cached_property
    def open_tiles(self) -> tuple[tuple[str, tuple[NotedTile, ...]], ...]:
        """The noted tiles outside the cities, with where they are."""
        position = self.position
        return (
            ("the yard", tuple(tile for tile in position.yard or () if tile is not None)),
            ("the bought tiles", position.bought or ()),
            (f"{DIRK}'s tiles", position.dirk or ()),
            ("the bag", position.bag or ()),
            *((f"{name}'s reserve", player.reserve or ()) for name, player in self.named),
        )

    @cached_property
    def open_faces(self) -> tuple[tuple[str, Face], ...]:
        """Every noted face, with where it is."""
        cities = [
            (f"{name}'s {self.box.city}", player.city)
            for name, player in self.named
            if player.city is not None
        ]
        return (
            *((where, built.face) for where, city in cities for built in city.tiles.values()),
            *((where, tile.face) for where, tiles in self.open_tiles for tile in tiles),
        )

    @cached_property
    def all_lie_open(self) -> bool:
        """Whether everything outside the bag is noted."""
        position = self.position
        places: list[object] = [position.yard, position.bought]
        places += [place for player in position.players for place in (player.city, player.reserve)]
        if self.is_for_two:
            places.append(position.dirk)
        return len(position.players) >= FEWEST_PLAYERS and all(place is not None for place in places)

    @cached_property
    def in_bag(self) -> int | None:
        """How many tiles are in the bag, if that is known: those that are nowhere else (BOX-11)."""
        if self.position.bag is not None:
            return len(self.position.bag)
        return max(0, TILES - len(self.open_faces)) if self.all_lie_open else None

    @cached_property
    def empty_spaces(self) -> tuple[int, ...] | None:
        """The empty spaces of the yard, counted from 0, if it is known and has its four (BOX-7)."""
        yard = self.position.yard
        if yard is None or len(yard) != SPACES:
            return None
        return tuple(space for space, tile in enumerate(yard) if tile is None)

    # Money.

    @cached_property
    def money(self) -> Purse:
        """The money that is played with; all of the box unless two play for certain (DIRK-1)."""
        return money(PLAYERS_WITH_DIRK if self.is_for_two else MOST_PLAYERS)

    @cached_property
    def deck_money(self) -> Purse:
        """The money that is noted nowhere: if all else is known, that of the deck (BOX-11)."""
        position = self.position
        elsewhere = (position.display or Purse()) + (position.discards or Purse())
        for player in position.players:
            elsewhere += player.hand or Purse()
        return self.money.missing_from(elsewhere)

    @property
    def deck_plan(self) -> DeckPlan:
        """Which scoring card goes into which pile."""
        return DECK_PLAN if self.position.ruleset is None else self.position.ruleset.deck_plan

    @cached_property
    def scoring_cards(self) -> tuple[Scoring, ...] | None:
        """The scoring cards in the piles, if those are known and can hold these cards (BOX-6)."""
        if self.position.piles is None:
            return None
        noted = tuple(pile.scoring for pile in self.position.piles if pile.scoring is not None)
        return noted if noted in {SCORING_CARDS, SCORING_CARDS[1:], ()} else None

    # Scorings.

    @cached_property
    def possible_scorings(self) -> frozenset[tuple[Scoring, ...]]:
        """The scorings that may have taken place so far, in their order (SCORE-1)."""
        phase, left = self.position.phase, self.scoring_cards
        if phase is Phase.SETUP:
            return frozenset({()})
        numbers = range(len(SCORING_CARDS) + 1) if left is None else [len(SCORING_CARDS) - len(left)]
        scorings = {SCORING_CARDS[:number] for number in numbers}
        # SCORE-2: a card was turned up, and its scoring is yet to take place.
        if phase in {None, Phase.END_OF_TURN}:
            scorings |= {turned_up[:-1] for turned_up in scorings}
        with_last = {(*before, Scoring.C) for before in scorings}
        if phase is Phase.OVER:
            return frozenset(with_last)
        return frozenset(scorings | with_last if phase is None else scorings)

    @cached_property
    def scorings_before_sheets(self) -> frozenset[int]:
        """How many scorings may have taken place before the first noted sheet; empty if none fit them."""
        noted = tuple(sheet.scoring for sheet in self.position.sheets or ())
        before = ((len(scorings) - len(noted), scorings) for scorings in self.possible_scorings)
        return frozenset(number for number, scorings in before if scorings[number:] == noted)


@remembered(Position)
def _facts(position: Position) -> Facts:
    return Facts(position)
