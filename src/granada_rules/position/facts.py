"""Facts of a position: who plays, where tiles lie, what is in the bag and in the deck."""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, final

from granada_rules.base import made_once
from granada_rules.box import (
    DECISIONS,
    DIRK,
    DIRKS_SHARE,
    DIRKS_TILES,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    PLAYERS_WITH_DIRK,
    SCORING_CARDS,
    SPACES,
    TILES,
    WINDOWS,
    Box,
    Kind,
    Module,
    Phase,
    Purse,
    Ruleset,
    Scoring,
    Seat,
    labels,
    names,
)
from granada_rules.game import EXCHANGE, all_cards, fewest_undealt, richest
from granada_rules.position.model import NotedTile, faces_built, known_cards, noted, own_faces
from granada_rules.sheet import sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from granada_rules.box import Clause, Face
    from granada_rules.city import SeenTile
    from granada_rules.position.model import NotedPlayer, Position, SeenCards
    from granada_rules.sheet import ScoreSheet

__all__ = ["Facts"]


@final
@made_once(eq=False)
class Facts:
    """What follows from a position. Each fact is computed when it is first asked for, and once."""

    position: Position
    kinds: tuple[Kind, ...]
    """The kinds of tiles that are played with."""

    @cached_property
    def _memory(self) -> dict[object, Any]:
        # No field: what others remember of it.
        return {}

    # The game.

    @cached_property
    def kind(self) -> Kind:
        """The kind of the start tiles."""
        return self.kinds[0]

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """The data of these kinds."""
        return tuple(map(Box.of, self.kinds))

    @cached_property
    def rules(self) -> Ruleset:
        """The ruleset that is noted, or else the usual one; with exchange cards if some are noted."""
        if self.position.ruleset is not None:
            return self.position.ruleset
        has_exchange = self.noted_cards.exchange_cards or self.bound
        return Ruleset(kinds=self.kinds, modules=[Module.EXCHANGE] if has_exchange else [])

    def clause(self, clause: Clause) -> Clause:
        """Return the clause that holds in this game: that one, or the one that replaces it."""
        return clause.of(*self.kinds)

    def of_kind(self, kind: Kind) -> str:
        """Return words that say of which kind something is, where there are two, such as `` of Granada``."""
        return f" of {kind.label}" if len(self.kinds) > 1 else ""

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
        position = self.position
        noted = (position.dirk, position.seen_dirk, position.dirks_points)
        return any(something is not None for something in noted)

    @cached_property
    def is_for_two(self) -> bool:
        """Whether two play: they are noted, or Dirk is, who plays with two (DIRK-2)."""
        many = len(self.position.players)
        return many == PLAYERS_WITH_DIRK or (self.has_dirk and many < PLAYERS_WITH_DIRK)

    @cached_property
    def lacks_dirk(self) -> bool:
        """Whether both cities of a game for two are noted, and not Dirk's tiles, which count (DIRK-4)."""
        position = self.position
        are_noted = all(
            player.city is not None or player.seen_city is not None for player in position.players
        )
        is_for_two = len(position.players) == PLAYERS_WITH_DIRK
        return is_for_two and are_noted and position.dirk is None and position.seen_dirk is None

    @cached_property
    def has_begun(self) -> bool:
        """Whether the setup is certainly over: the phase says so, or something that only a turn brings."""
        position = self.position
        if position.phase is not None:
            return position.phase is not Phase.SETUP
        brought: list[object] = [position.bought, position.discards, position.dirks_points]
        brought += [position.seen_bought, position.seen_discards]
        for player in position.players:
            brought += [player.seen_city, player.seen_reserve]
            brought += [player.reserve, player.points, player.city is not None and player.city.tiles]
            brought += [player.pawn is False, player.shown]
        return any(brought)

    @cached_property
    def may_be_dealing(self) -> bool:
        """Whether hands may still be dealt, so that the deck is one pile of money (SETUP-3, SETUP-6)."""
        if self.has_begun or not self.position.piles:
            return not self.has_begun
        first, *others = self.position.piles
        is_money = not (others or first.scoring or first.exchange)
        return is_money and first.size >= fewest_undealt(len(self.position.players))

    # Modules.

    def _is_played(self, module: Module, *noted: bool) -> bool:
        """Tell whether the ruleset says that a module is played or, without one, something of it is noted."""
        ruleset = self.position.ruleset
        return any(noted) if ruleset is None else module in ruleset.modules

    @cached_property
    def has_pawns(self) -> bool:
        """Whether vizier's favour is played, as far as that is known."""
        are_noted = (player.pawn is not None for player in self.position.players)
        return self._is_played(Module.VIZIER, self.position.phase in WINDOWS, *are_noted)

    @cached_property
    def has_bonus(self) -> bool:
        """Whether bonus cards are played, as far as that is known."""
        cards = [cards for player in self.position.players for cards in (player.bonus, player.shown)]
        are_noted = (noted is not None for noted in cards)
        return self._is_played(Module.BONUS, self.position.phase is Phase.REVEAL, *are_noted)

    @cached_property
    def may_have_bonus(self) -> bool:
        """Whether bonus cards are played, or may be although none is noted."""
        return self.has_bonus or (self.position.ruleset is None and Kind.ALHAMBRA in self.kinds)

    @cached_property
    def is_at_end(self) -> bool:
        """Whether the game has certainly ended, but for gifts or the last scoring (END-1)."""
        phase, due = self.position.phase, self.position.due
        return phase in {Phase.GIFT, Phase.OVER} or (phase is Phase.REVEAL and due is Scoring.C)

    @cached_property
    def is_before_scoring(self) -> bool:
        """Whether bonus cards are shown before scoring A or B, at the end of a turn (BON-4)."""
        return self.position.phase is Phase.REVEAL and self.position.due in SCORING_CARDS

    @cached_property
    def may_have_used_pawns(self) -> bool:
        """Whether a pawn may be inactive (VIZ-5), also if nobody noted that there are pawns."""
        pawns = [player.pawn for player in self.position.players]
        may_be_played = self.has_pawns or self.position.ruleset is None
        return may_be_played and (len(pawns) < FEWEST_PLAYERS or not all(pawns))

    @cached_property
    def to_act(self) -> str | None:
        """Who is to act, if known: who is noted, or else the player whose turn it is (VIZ-9, BON-4)."""
        position = self.position
        if position.phase not in DECISIONS or self.is_refilling:
            return None
        if position.to_act is None and self.may_be_refilling:
            return None
        return position.turn if position.to_act is None else position.to_act

    @cached_property
    def is_refilling(self) -> bool:
        """Whether a tile is about to be drawn after the use of a pawn: one is missing that the bag has."""
        return self.position.phase is Phase.FAVOUR and bool(self.fillable)

    @cached_property
    def may_be_refilling(self) -> bool:
        """Whether a tile is about to be drawn after the use of a pawn, as far as that is known."""
        if self.position.phase is not Phase.FAVOUR or self.is_refilling:
            return self.is_refilling
        empty = self.empty_spaces
        return empty is None or (any(empty.values()) and self.in_bag is None)

    @cached_property
    def fillable(self) -> tuple[Kind, ...]:
        """For each empty space of the yard that can be refilled, its kind; as far as that is known."""
        empty, bag = self.empty_spaces or {}, self.in_bag or {}
        return tuple(kind for kind, spaces in empty.items() if bag.get(kind) for _ in spaces)

    # Tiles.

    @cached_property
    def tiles_elsewhere(self) -> tuple[tuple[str, tuple[NotedTile | SeenTile, ...]], ...]:
        """The noted tiles outside the cities, with where they are."""
        position = self.position
        places: list[tuple[str, Iterable[NotedTile | SeenTile | None] | None]] = [
            ("the yard", position.yard or position.seen_yard),
            ("the bought tiles", position.bought or position.seen_bought),
            (f"{DIRK}'s tiles", position.dirk or position.seen_dirk),
            ("the bag", position.bag or position.seen_bag),
            ("the open huts", noted(hut for hut in position.open_huts or () if hut is not None)),
            *((f"{name}'s reserve", player.reserve or player.seen_reserve) for name, player in self.named),
        ]
        return tuple(
            (where, tuple(tile for tile in tiles or () if tile is not None)) for where, tiles in places
        )

    @cached_property
    def open_tiles(self) -> tuple[tuple[str, tuple[NotedTile, ...]], ...]:
        """Those whose faces are certain, with where they are."""
        return tuple(
            (where, tuple(tile for tile in tiles if isinstance(tile, NotedTile)))
            for where, tiles in self.tiles_elsewhere
        )

    @cached_property
    def open_faces(self) -> tuple[tuple[str, Face], ...]:
        """Every noted face that is certain, with where it is."""
        built = ((f"{name}'s {self.rules.city}", faces_built(player)) for name, player in self.named)
        return (
            *((where, face) for where, faces in built for face in faces),
            *((where, tile.face) for where, tiles in self.open_tiles for tile in tiles),
        )

    @cached_property
    def has_huts(self) -> bool:
        """Whether huts are played with, as far as that is known; a tile set may have them, too."""
        position, tiles = self.position, self.position.tile_set
        has_list = tiles is not None and tiles.huts is not None
        are_noted = (face.is_hut for _, face in self.open_faces)
        # Also those whose walls are not seen.
        cities = (player.seen_city.tiles.values() for player in position.players if player.seen_city)
        seen = chain(*cities, *(tiles for _, tiles in self.tiles_elsewhere))
        are_seen = (tile.is_hut for tile in seen if not isinstance(tile, NotedTile))
        is_played = self._is_played(Module.HUTS, has_list, bool(position.open_huts), *are_noted, *are_seen)
        return is_played and Kind.ALHAMBRA in self.kinds

    @cached_property
    def may_have_huts(self) -> bool:
        """Whether huts are played with, or may be although none is noted."""
        return self.has_huts or (self.position.ruleset is None and Kind.ALHAMBRA in self.kinds)

    @cached_property
    def taken_huts(self) -> tuple[Face, ...]:
        """The huts among the tiles that are to be placed (HUT-6)."""
        return tuple(sorted(tile.face for tile in self.position.bought or () if tile.face.is_hut))

    @cached_property
    def all_lie_open(self) -> bool:
        """Whether everything outside the bag is noted."""
        position = self.position
        places: list[object] = [position.yard, position.bought]
        places += [place for player in position.players for place in (player.city, player.reserve)]
        if self.is_for_two:
            places.append(position.dirk)
        return len(position.players) >= FEWEST_PLAYERS and all(place is not None for place in places)

    def among(self, faces: Iterable[Face], kind: Kind) -> tuple[Face, ...]:
        """Return the building tiles that count for a kind: if one kind is played, all of them."""
        # HUT-1: huts are no building tiles.
        buildings = (face for face in faces if not face.is_hut)
        if len(self.kinds) == 1:
            return tuple(buildings)
        return tuple(face for face in buildings if face.kind is kind)

    @cached_property
    def in_bag(self) -> Mapping[Kind, int] | None:
        """How many tiles of each kind are in the bag, if known: those that are nowhere else (BOX-11)."""
        if self.position.bag is not None:
            faces = [tile.face for tile in self.position.bag]
            return {kind: len(self.among(faces, kind)) for kind in self.kinds}
        if not self.all_lie_open:
            return None
        faces = [face for _, face in self.open_faces]
        return {kind: max(0, TILES - len(self.among(faces, kind))) for kind in self.kinds}

    def is_refilled(self, kind: Kind) -> bool:
        """Tell whether every space certainly had a tile of that kind when the turn began.

        TURN-9, A-TURN-9: otherwise the game had ended. MIX-13: or its supply had run out.
        """
        return len(self.kinds) == 1 or bool((self.in_bag or {}).get(kind))

    @cached_property
    def yard(self) -> Mapping[Kind, tuple[NotedTile | None, ...]] | None:
        """The four spaces of the yard for each kind, if it is known and has as many (BOX-7, MIX-5)."""
        yard = self.position.yard
        if yard is None or len(yard) != len(self.rules.spaces):
            return None
        firsts = range(0, len(yard), SPACES)
        return {kind: yard[first : first + SPACES] for kind, first in zip(self.kinds, firsts, strict=True)}

    @cached_property
    def empty_spaces(self) -> Mapping[Kind, tuple[int, ...]] | None:
        """The empty spaces of the yard for each kind, counted from 0 to 3; None if they are not known."""
        if self.yard is None:
            return None
        return {
            kind: tuple(space for space, tile in enumerate(row) if tile is None)
            for kind, row in self.yard.items()
        }

    @cached_property
    def bare_spaces(self) -> frozenset[int] | None:
        """The spaces of the yard without a tile of any kind, counted from 0; None if they are not known."""
        empty = self.empty_spaces
        return None if empty is None else frozenset.intersection(*map(frozenset, empty.values()))

    @cached_property
    def bought(self) -> Mapping[Kind, tuple[Face, ...]] | None:
        """The tiles of each kind that are to be placed, if known."""
        if self.position.bought is None:
            return None
        faces = [tile.face for tile in self.position.bought]
        return {kind: self.among(faces, kind) for kind in self.kinds}

    @cached_property
    def own_faces(self) -> tuple[Face, ...] | None:
        """Everything that players have bought, got or taken, if all of that is known."""
        position, players = self.position, self.position.players
        places = [place for player in players for place in (player.city, player.reserve)]
        if len(players) < FEWEST_PLAYERS or position.bought is None or None in places:
            return None
        return (*chain(*map(own_faces, players)), *(tile.face for tile in position.bought))

    @cached_property
    def nobody_has_bought(self) -> bool:
        """Whether certainly no tile has been bought in this game; huts are free of charge (HUT-4)."""
        own = self.own_faces
        return own is not None and all(face.is_hut for face in own) and self._gave_dirk_nothing

    @cached_property
    def _gave_dirk_nothing(self) -> bool:
        """Whether Dirk certainly has nothing but what he drew, if two play and nobody has a tile."""
        dirk, most = self.position.dirk, DIRKS_TILES
        if not self.is_for_two:
            return True
        if dirk is None or self.turned_up is None:
            return False
        # DIRK-3, DIRK-5, DIRK-6: six, six more after A, and after B a third of the bag. MIX-37: of each kind.
        if all(Scoring.A in before for before in self.possible_scorings):
            most += DIRKS_TILES
        if all(Scoring.B in before for before in self.possible_scorings):
            most += (TILES - SPACES - most) // DIRKS_SHARE
        faces = [tile.face for tile in dirk]
        return all(len(self.among(faces, kind)) <= most for kind in self.kinds)

    # Money.

    @cached_property
    def most_players(self) -> int:
        """How many there are cards for: for all unless two play for certain (DIRK-1)."""
        return PLAYERS_WITH_DIRK if self.is_for_two else MOST_PLAYERS

    @cached_property
    def cards(self) -> Purse:
        """All cards that are played with (BOX-1, EXC-1)."""
        return all_cards(self.most_players, self.rules)

    @cached_property
    def noted_cards(self) -> Purse:
        """The cards on the display, in the discards and in hands, as far as they are noted."""
        return sum((cards for _, cards in self.open_cards), Purse())

    @cached_property
    def open_cards(self) -> tuple[tuple[str, Purse], ...]:
        """The cards on the display, in the discards and in hands, with where they are."""
        position = self.position
        return (
            ("the display", known_cards(position.display, position.seen_display)),
            ("the discards", known_cards(position.discards, position.seen_discards)),
            *((f"{name}'s hand", known_cards(player.hand, player.seen_hand)) for name, player in self.named),
        )

    @cached_property
    def seen_cards(self) -> tuple[tuple[str, SeenCards], ...]:
        """The same of which not all cards are seen, with where they are."""
        position = self.position
        noted = (
            ("the display", position.seen_display),
            ("the discards", position.seen_discards),
            *((f"{name}'s hand", player.seen_hand) for name, player in self.named),
        )
        return tuple((where, cards) for where, cards in noted if cards is not None)

    @cached_property
    def hidden_cards(self) -> int:
        """How many cards are there of which not everything is seen."""
        return sum(len(cards) - len(cards.known) for _, cards in self.seen_cards)

    @cached_property
    def deck_cards(self) -> Purse:
        """The cards that are noted nowhere: if all else is known, those of the deck (BOX-11)."""
        there = all_cards(self.most_players, self.rules, self.position.phase)
        return there.missing_from(self.noted_cards)

    @cached_property
    def may_be_more(self) -> int:
        """How many exchange cards may be in the deck although nobody noted that they are played with."""
        is_unknown = self.position.ruleset is None and not self.rules.has_exchange
        return len(EXCHANGE) if is_unknown else 0

    @cached_property
    def bound(self) -> int:
        """How many exchange cards are in certain piles, as far as those are noted (EXC-2)."""
        return sum(pile.exchange for pile in self.position.piles or ())

    @cached_property
    def turned_up(self) -> tuple[Scoring, ...] | None:
        """The scoring cards that have left the game, if that is known and can be (SCORE-2)."""
        possible = self.possible_turned_up
        return next(iter(possible)) if len(possible) == 1 else None

    @cached_property
    def possible_turned_up(self) -> frozenset[tuple[Scoring, ...]]:
        """The scoring cards that may have left the game, as far as it is noted; none if that cannot be."""
        position, gone = self.position, set[tuple[Scoring, ...]]()
        hidden = tuple(pile.scoring for pile in position.piles or () if pile.scoring is not None)
        # SETUP-6: A and B are in the deck until they are turned up. MIX-7, MIX-11: first A, then B.
        before: tuple[Scoring, ...] = ()
        for shuffle in self.rules.deck_plan:
            cards = shuffle.scorings
            for number in range(len(cards) + 1):
                if position.piles is None or hidden == cards[number:]:
                    gone.add((*before, *cards[:number]))
            before += cards
        # SETUP-3: while hands are dealt the scoring cards lie aside.
        if self.may_be_dealing and (len(self.rules.deck_plan) > 1 or position.turned_up is not None):
            gone.add(())
        return frozenset(gone if position.turned_up is None else gone & {position.turned_up})

    @cached_property
    def aside(self) -> tuple[Scoring, ...]:
        """The scoring cards that are certainly set aside until the first reshuffle (MIX-7)."""
        first, *later = (shuffle.scorings for shuffle in self.rules.deck_plan)
        waiting, turned_up, piles = tuple(chain(*later)), self.turned_up, self.position.piles
        if turned_up is None or {*waiting} & {*turned_up}:
            return ()
        # As long as A is in the deck B is aside; afterwards only the piles tell.
        hidden = None if piles is None else {pile.scoring for pile in piles}
        is_aside = not {*first} <= {*turned_up} or (hidden is not None and not {*waiting} & hidden)
        return waiting if is_aside else ()

    @cached_property
    def scoring_cards(self) -> tuple[Scoring, ...] | None:
        """The scoring cards in the piles, if those are known and can hold these cards (BOX-6)."""
        if self.position.piles is None:
            return None
        noted = tuple(pile.scoring for pile in self.position.piles if pile.scoring is not None)
        decks = [shuffle.scorings for shuffle in self.rules.deck_plan]
        left = {cards[number:] for cards in decks for number in range(len(cards) + 1)}
        return noted if noted in left else None

    @cached_property
    def winners(self) -> tuple[Seat | None, ...] | None:
        """For each space who has the most money of its currency (END-2), if all of that is known."""
        hands = [player.hand for player in self.position.players if player.hand is not None]
        if (
            self.position.ruleset is None
            or self.yard is None
            or not hands
            or len(hands) != len(self.everybody)
        ):
            return None
        return tuple(richest(hands, currency) for currency, _ in self.rules.spaces)

    # Scorings.

    @cached_property
    def scored(self) -> tuple[Scoring, ...] | None:
        """The scoring cards that have left the game and were scored, if that is known."""
        turned_up = self.turned_up
        return turned_up[:-1] if turned_up is not None and self.is_before_scoring else turned_up

    @cached_property
    def next_scoring(self) -> Scoring | None:
        """The scoring that comes next, or after the game scoring C; ``None`` if that is not known.

        Without a phase a scoring card that was turned up counts as scored.
        """
        phase = self.position.phase
        # END-5: the last one.
        if phase in {Phase.GIFT, Phase.OVER}:
            return Scoring.C
        if phase is Phase.REVEAL:
            return self.position.due
        scorings = {self.turned_up} if phase is None else self.possible_scorings
        scored = next(iter(scorings)) if len(scorings) == 1 else None
        return None if scored is None else tuple(Scoring)[len(scored)]

    @cached_property
    def possible_scorings(self) -> frozenset[tuple[Scoring, ...]]:
        """The scorings that may have taken place so far, in their order (SCORE-1)."""
        phase = self.position.phase
        if phase is Phase.SETUP:
            return frozenset({()})
        every = {SCORING_CARDS[:number] for number in range(len(SCORING_CARDS) + 1)}
        scorings = {*self.possible_turned_up} or every
        # SCORE-2: a card was turned up, and its scoring is yet to take place.
        due = self.position.due if phase is Phase.REVEAL else None
        if due in SCORING_CARDS:
            scorings = {turned_up[:-1] for turned_up in scorings if turned_up[-1:] == (due,)}
        elif phase in {None, Phase.END_OF_TURN} or (phase is Phase.REVEAL and due is None):
            scorings |= {turned_up[:-1] for turned_up in scorings}
        with_last = {(*before, Scoring.C) for before in scorings}
        if phase is Phase.OVER:
            return frozenset(with_last)
        return frozenset(scorings | with_last if phase is None else scorings)

    @cached_property
    def last_sheet(self) -> ScoreSheet | None:
        """The sheet of scoring C, if the game is over and everything is known that counts (END-5)."""
        position, ruleset, players = self.position, self.position.ruleset, self.position.players
        cities = {name: player.city for name, player in self.named if player.city is not None}
        are_shown = not self.has_bonus or all(player.shown is not None for player in players)
        # DIRK-4: he is scored if two play.
        is_known = are_shown and self.is_for_two == (position.dirk is not None)
        if position.phase is not Phase.OVER or ruleset is None or not is_known:
            return None
        if not self.everybody or tuple(cities) != self.everybody:
            return None
        return sheet(
            cities,
            Scoring.C,
            None if position.dirk is None else [tile.face for tile in position.dirk],
            simplified=ruleset.simplified,
            kinds=self.kinds,
            shown={name: player.shown or () for name, player in self.named},
        )

    @cached_property
    def scorings_before_sheets(self) -> frozenset[int]:
        """How many scorings may have taken place before the first noted sheet; empty if none fit them."""
        noted = tuple(sheet.scoring for sheet in self.position.sheets or ())
        before = ((len(scorings) - len(noted), scorings) for scorings in self.possible_scorings)
        return frozenset(number for number, scorings in before if scorings[number:] == noted)
