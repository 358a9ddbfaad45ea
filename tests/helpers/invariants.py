"""What holds in every game, counted anew: someone who sees each event, and the game before and after it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

import granada_rules as g
from granada_rules.testing.invariants import everything_is_in_one_place
from tests.helpers import plain, plain_layouts

if TYPE_CHECKING:
    from collections.abc import Iterator


ACTIONS = g.TakeMoney | g.Buy | g.Extend | g.Reduce | g.Exchange | g.TakeHut | g.Reactivate | g.Pass
PLACEMENTS = g.Build | g.Store | g.GiveToDirk
DRAWS = g.DrawCard | g.DrawScoring | g.DrawTile | g.DrawBonus | g.DrawHut

MIRRORS = {
    "as-seen": "NESW",
    "mirrored-left-right": "NWSE",
    "mirrored-top-bottom": "SENW",
}
"""What becomes of the sides N, E, S and W of a tile that is turned over (BOX-4)."""

AFTER = {
    g.Phase.SETUP: {g.Phase.SETUP, g.Phase.ACT},
    g.Phase.ACT: {g.Phase.ACT, g.Phase.PLACE, g.Phase.END_OF_TURN},
    g.Phase.PLACE: {g.Phase.PLACE, g.Phase.END_OF_TURN, g.Phase.REVEAL, g.Phase.GIFT, g.Phase.OVER},
    g.Phase.END_OF_TURN: {
        g.Phase.END_OF_TURN,
        g.Phase.PLACE,
        g.Phase.ACT,
        g.Phase.REVEAL,
        g.Phase.GIFT,
        g.Phase.OVER,
    },
    g.Phase.FAVOUR: {
        g.Phase.FAVOUR,
        g.Phase.PLACE_FAVOUR,
        g.Phase.ACT,
        g.Phase.REVEAL,
        g.Phase.GIFT,
        g.Phase.OVER,
    },
    g.Phase.PLACE_FAVOUR: {g.Phase.FAVOUR, g.Phase.ACT, g.Phase.REVEAL, g.Phase.GIFT, g.Phase.OVER},
    g.Phase.REVEAL: {g.Phase.REVEAL, g.Phase.END_OF_TURN, g.Phase.ACT, g.Phase.GIFT, g.Phase.OVER},
    g.Phase.GIFT: {g.Phase.GIFT, g.Phase.REVEAL, g.Phase.OVER},
    g.Phase.OVER: set(),
}
"""What a phase may be followed by. Where tiles were bought there are draws first, or the game ends."""

TURNS = {g.Phase.ACT, g.Phase.PLACE, g.Phase.END_OF_TURN}

EVENTS = {
    g.Phase.SETUP: g.DrawTile | g.DrawHut | g.DrawCard | g.DrawBonus,
    g.Phase.ACT: ACTIONS | g.ShowBonus,
    g.Phase.PLACE: PLACEMENTS | g.ShowBonus,
    g.Phase.END_OF_TURN: DRAWS,
    g.Phase.FAVOUR: g.Buy | g.Pass | g.DrawTile | g.ShowBonus,
    g.Phase.PLACE_FAVOUR: PLACEMENTS | g.ShowBonus,
    g.Phase.REVEAL: g.ShowBonus | g.Pass,
    g.Phase.GIFT: g.Build | g.Store | g.ShowBonus,
}
"""What can happen in a phase."""


def faces_of(player: g.Player) -> Counter[g.Face]:
    return Counter([*player.reserve, *(tile.face for tile in player.city.tiles.values())])


def city_is_legal(city: g.City, table: g.Table) -> None:
    """BUILD-1 … BUILD-6, MIX-15 … MIX-23 by plain searches; and barriers are those of the tiles, as seen."""
    is_mixed = any(built.face.kind is not city.start for built in city.tiles.values())
    assert (plain_layouts if is_mixed else plain).verdict(city) == set()
    # MIX-20: where Granada began is known.
    assert (city.second is not None) == is_mixed
    tiles = table.ruleset.tiles
    seen = {tile.front: str(tile.moats) for tile in tiles.tiles}
    for one in tiles.sets:
        if one.backs is not None:
            turned = str.maketrans("NESW", MIRRORS[one.backs.value])
            seen |= {tile.odd: str(tile.moats).translate(turned) for tile in one.tiles}
    for built in city.tiles.values():
        # HUT-1: a hut of the list has the walls that it is called after.
        if "*" in str(built.face):
            assert tiles.huts is not None
            assert str(built.face) in map(str, tiles.huts.huts)
            assert str(built.face).endswith(f"*:{built.moats}")
        else:
            assert set(str(built.moats)) == set(seen[built.face])


def buildings_of_huts(city: g.City) -> Iterator[str]:
    """Yield the type of a hut for each building that it counts as, by plain looks (HUT-9)."""
    codes = {(cell.x, cell.y): str(tile.face) for cell, tile in city.tiles.items()}
    for (x, y), hut in codes.items():
        if hut[2] == "*":
            sides = {"N": (x, y + 1), "E": (x + 1, y), "S": (x, y - 1), "W": (x - 1, y)}
            beside = [codes.get(place, "") for side, place in sides.items() if side not in hut[4:]]
            yield from (hut[:2] for code in beside if code[:2] == hut[:2] and code[2] != "*")


def points_of_a_scoring(table: g.Table, scoring: g.Scoring) -> dict[str, int]:
    """Return what everybody gets, by plain counting (SCORE-4 … SCORE-9, DIRK-4, SIMPLE-1, A-SCORE-8, MIX)."""
    lying = {player.name: [tile.face for tile in player.city.tiles.values()] for player in table.players}
    if table.dirk is not None:
        lying[g.DIRK] = list(table.dirk.faces)
    owned: dict[str, dict[str, list[int]]] = {name: {} for name in lying}
    for name, faces in lying.items():
        for face in faces:
            if not face.is_hut:
                owned[name].setdefault(face.building.code, []).append(face.value)
    for player in table.players:
        for code in buildings_of_huts(player.city):
            owned[player.name][code].append(0)
    # BON-5: a shown card is one more.
    for player, cards in zip(table.players, table.modules.shown, strict=False):
        for face in cards:
            owned[player.name][face.building.code].append(face.value)
    points = plain.majority_points(owned, scoring.value, simplified=table.ruleset.simplified)
    for player in table.players:
        if len(table.ruleset.kinds) == 1:
            points[player.name] += max(plain.moat_lengths(plain.read(player.city)), default=0)
        else:
            # MIX-28, MIX-30, MIX-31: the longest wall, the longest moat, and twice the longest border.
            layout = plain_layouts.read(player.city)
            points[player.name] += max(plain_layouts.lengths(layout, plain_layouts.A), default=0)
            points[player.name] += max(plain_layouts.lengths(layout, plain_layouts.G), default=0)
            points[player.name] += 2 * max(plain_layouts.border_lengths(layout), default=0)
    return points


def bags(table: g.Table) -> dict[g.Kind, int]:
    """Count the tiles in the bag of each kind (MIX-3)."""
    return {kind: sum(tile.kind is kind for tile in table.bag) for kind in table.ruleset.kinds}


def fillable(table: g.Table) -> list[int]:
    """Return the spaces, counted from 0, that lack a tile of a kind of which there are more, in order.

    TURN-9, A-TURN-9: the lowest first. MIX-13: 1, 5, 2, 6, 3, 7, 4, 8.
    """
    left = bags(table)
    empty = [space for space, face in enumerate(table.yard) if face is None]
    return [
        space
        for space in sorted(empty, key=lambda space: (space % 4, space // 4))
        if left[table.ruleset.kinds[space // 4]]
    ]


@attrs.define
class Watcher:
    """Sees a game from its beginning, and objects to whatever cannot be."""

    game: g.Game
    events: int = 0
    draws: int = 0
    actions: int = 0
    """In this turn."""
    drawn: list[str] = attrs.field(factory=list)
    """What the draws since the last decision were for."""
    refills: int = 0
    """How often tiles were added to the yard, the setup included."""
    scorings: list[g.Scoring] = attrs.field(factory=list)
    pawns: list[bool] = attrs.field(factory=list)
    declined: set[int] = attrs.field(factory=set)
    """Who has declined to use the pawn since the turn was over, or since the last use."""
    uses: int = 0
    """How many pawns were used since the last turn was over."""
    show_nothing: list[int] = attrs.field(factory=list)
    """Who has declined to show a bonus card since the last one was shown, in this round."""

    def sees(self, event: g.Event, after: g.Game) -> None:
        before, self.game = self.game, after
        self.events += 1
        everything_is_in_one_place(after)
        for old, new in zip(before.table.players, after.table.players, strict=True):
            if new.city is not old.city:
                city_is_legal(new.city, after.table)
        self._draws_are_counted_and_in_order(event, before.table, after)
        self._phases_follow_one_another(event, before.table, after.table)
        self._actions_of_a_turn(event, before.table, after.table)
        self._turns_go_round(event, before, after)
        self._pawns_are_used_in_order(event, before.table, after.table)
        self._marker_changes_with_each_refill(event, before.table, after.table)
        self._points_come_from_scorings(before, after)
        self._what_lies_with_somebody_stays(event, before, after)
        self._bonus_cards_stay_with_their_players(event, before, after)
        self._all_are_asked_to_show(event, before, after)
        self._everything_is_full_before_a_turn(after.table)
        self._discards_are_shuffled(event, before.table, after.table)
        self._money_is_dealt_seat_by_seat(event, before, after)
        self._dirk_gets_his_tiles(event, before, after)
        self._the_yard_is_given_away(event, before, after)

    def _draws_are_counted_and_in_order(self, event: g.Event, before: g.Table, after: g.Game) -> None:
        self.draws += isinstance(event, DRAWS)
        assert after.draws == self.draws
        if not isinstance(event, DRAWS):
            self.drawn = []
            return
        # DIRK-3, SETUP-2, HUT-3, SETUP-3, BON-2, SETUP-5: Dirk's six tiles first. TURN-7: after the yard's.
        if isinstance(event, g.DrawHut):
            self.drawn.append("hut")
            self._hut_is_of_the_pile_that_is_due(event.face, before, after.table)
        elif isinstance(event, g.DrawBonus):
            self.drawn.append("bonus")
        elif before.phase is g.Phase.SETUP and before.draw_for is g.DrawFor.DISPLAY:
            self.drawn.append("display")
        elif not isinstance(event, g.DrawTile):
            self.drawn.append("money")
        elif before.phase is g.Phase.SETUP:
            six = 6 * len(before.ruleset.kinds)
            self.drawn.append("yard" if before.dirk is None or len(before.dirk.faces) == six else "Dirk")
        else:
            self.drawn.append("yard" if fillable(before) else "Dirk")
        if isinstance(event, g.DrawTile):
            self._tile_is_of_the_kind_that_is_due(event.face, before, after.table)
        order = ["Dirk", "yard", "hut", "money", "bonus", "display"]
        # HUT-5: a hut is turned up in the middle of a turn, and that is all.
        order = order if before.phase is g.Phase.SETUP else ["money", "yard", "Dirk", "hut"]
        assert before.phase is g.Phase.SETUP or "hut" not in self.drawn or self.drawn == ["hut"]
        assert sorted(self.drawn, key=order.index) == self.drawn

    def _hut_is_of_the_pile_that_is_due(self, hut: g.Face, before: g.Table, after: g.Table) -> None:
        # HUT-3: type by type. HUT-5: on the pile from which a hut was taken.
        lacking = [place for place, one in enumerate(before.modules.open_huts) if one is None]
        below = [str(one)[:2] for one in before.modules.huts_below]
        piles = ["PV", "SE", "AC", "CH", "GA", "TO"]
        due = next(place for place in lacking if piles[place] in below)
        assert str(hut)[:2] == piles[due]
        assert after.modules.open_huts[due] == hut
        if before.phase is not g.Phase.SETUP:
            assert [str(face)[:2] for face in before.bought if face.is_hut] == [piles[due]]
            assert after.phase is g.Phase.PLACE

    def _tile_is_of_the_kind_that_is_due(self, face: g.Face, before: g.Table, after: g.Table) -> None:
        if self.drawn[-1] == "yard":
            space = fillable(before)[0]
            filled = (*before.yard[:space], face, *before.yard[space + 1 :])
            assert after.yard == filled or after.phase is g.Phase.GIFT
            assert face.kind is before.ruleset.kinds[space // 4]
            # MIX-6: the first tiles of Granada have a moat.
            if before.phase is g.Phase.SETUP and len(before.ruleset.kinds) == 2 and face.walls is None:
                assert len(before.ruleset.tiles.tile(face).moats) > 0
        else:
            # MIX-37: tiles of Alhambra come first.
            assert before.dirk is not None
            is_second = not before.dirk.owed_by_kind[0]
            assert face.kind is before.ruleset.kinds[-1 if is_second else 0]

    def _phases_follow_one_another(self, event: g.Event, before: g.Table, after: g.Table) -> None:
        assert isinstance(event, EVENTS[before.phase])
        # MIX-33: what was bought may not be refilled, and yet the game goes on.
        # HUT-4: who takes a hut leaves nothing to refill.
        may_go_on = len(after.ruleset.kinds) == 2 or all(face.is_hut for face in before.bought)
        goes_on = {g.Phase.ACT} if may_go_on and before.phase is g.Phase.PLACE else set()
        # VIZ-3: after a turn there may be offers.
        window = (
            {g.Phase.FAVOUR} if before.phase in {*TURNS, g.Phase.REVEAL} and after.modules.pawns else set()
        )
        # BON-4: a card is shown in between.
        same = {before.phase} if isinstance(event, g.ShowBonus) else set()
        assert after.phase in AFTER[before.phase] | goes_on | window | same
        # TURN-7: if there is nothing to refill, or nothing to refill it with, the next turn begins at once.
        if isinstance(event, g.ShowBonus):
            # BON-4: it changes nothing else.
            assert after.phase is before.phase or before.phase is g.Phase.REVEAL
        elif before.phase is after.phase is g.Phase.ACT and not after.extra:
            assert not before.bought
            assert len(after.display) == 4 or not (after.deck_size or after.discards)
        # TURN-6, END-3: tiles wait to be placed exactly then.
        # HUT-5: or the next hut is turned up before.
        is_hut_drawn = after.phase is g.Phase.END_OF_TURN and after.draw_for is g.DrawFor.HUT
        is_placing = after.phase in {g.Phase.PLACE, g.Phase.PLACE_FAVOUR, g.Phase.GIFT}
        assert bool(after.bought) == (is_placing or after.extra or is_hut_drawn)
        # VIZ-8: after the use of a pawn a tile may be drawn.
        refilled = after.phase is g.Phase.FAVOUR and bool(fillable(after))
        draws = after.phase in {g.Phase.SETUP, g.Phase.END_OF_TURN} or refilled
        assert (after.to_act is None) == (draws or after.phase is g.Phase.OVER)
        assert (after.draw_for is not None) == draws
        assert after.due is None or after.phase in {g.Phase.END_OF_TURN, g.Phase.REVEAL}

    def _actions_of_a_turn(self, event: g.Event, before: g.Table, after: g.Table) -> None:
        # VIZ-6: what is bought with a pawn is no action of a turn. BON-4: nor is declining to show a card.
        if not isinstance(event, ACTIONS) or before.phase is not g.Phase.ACT:
            return
        # TURN-4, MIX-9: at most five or nine, all but the last of them exact purchases (TURN-3).
        self.actions += 1
        assert self.actions <= 1 + 4 * len(before.ruleset.kinds)
        price = before.yard[event.space - 1] if isinstance(event, g.Buy) else None
        is_exact = isinstance(event, g.Buy) and price is not None and event.payment.total() == price.value
        assert is_exact == after.extra
        # HUT-4: a hut is free of charge. HUT-5: the next one is turned up, if there is one.
        if isinstance(event, g.TakeHut):
            taken = [face for face in after.bought if face not in before.bought]
            assert [face.building for face in taken] == [event.building]
            assert taken[0] in before.modules.open_huts
            is_more = event.building in {hut.building for hut in before.modules.huts_below}
            assert (after.draw_for is g.DrawFor.HUT) == is_more
        if not is_exact:
            self.actions = 0

    def _turns_go_round(self, event: g.Event, before: g.Game, after: g.Game) -> None:
        old, new = before.table, after.table
        if isinstance(event, g.ShowBonus) and old.phase is not g.Phase.REVEAL:
            # BON-4: at any moment, whoever is to act.
            assert (new.turn, new.to_act, new.phase) == (old.turn, old.to_act, old.phase)
            return
        if new.phase is not g.Phase.ACT or new.extra:
            return
        if old.phase is g.Phase.SETUP:
            # SETUP-4: the fewest cards, the lowest total, the youngest, the lowest seat.
            ages = old.age_ranks or (0,) * len(after.hands)
            order = [(len(hand), hand.total(), ages[seat], seat) for seat, hand in enumerate(after.hands)]
            assert new.turn == min(order)[-1]
        else:
            # TURN-1: clockwise.
            assert old.turn is not None
            assert new.turn == (old.turn + 1) % len(new.players)

    def _pawns_are_used_in_order(self, event: g.Event, before: g.Table, after: g.Table) -> None:
        if g.Module.VIZIER not in after.ruleset.modules:
            # BON-4: somebody is asked before a scoring, too, and who gets tiles is asked at the end.
            is_asked = bool(after.modules.shown) and after.phase in {g.Phase.REVEAL, g.Phase.GIFT}
            assert (after.modules.asked is not None, after.modules.pawns) == (is_asked, ())
            return
        # VIZ-2: everybody begins with an active pawn.
        if before.phase is g.Phase.SETUP:
            self.pawns = [True] * len(after.players)
        # VIZ-11: an inactive one can be reactivated, which is the last action. VIZ-3: only in one's own turn.
        if isinstance(event, g.Reactivate):
            assert (event.seat, self.pawns[event.seat]) == (before.turn, False)
            self.pawns[event.seat] = True
        # BON-4: to show a card changes nothing.
        if isinstance(event, g.ShowBonus) and before.phase is not g.Phase.REVEAL:
            assert after.modules.pawns == before.modules.pawns
            return
        if before.phase in TURNS:
            self.declined, self.uses = set(), 0
        # VIZ-9: every decline is an event.
        if before.phase is g.Phase.FAVOUR and isinstance(event, g.Pass):
            self.declined.add(event.seat)
        # VIZ-4, VIZ-5, VIZ-6, VIZ-7: one tile, for exactly its price, and it is placed at once.
        if before.phase is g.Phase.FAVOUR and isinstance(event, g.Buy):
            face = before.yard[event.space - 1]
            assert face is not None
            assert event.payment.total() == face.value
            assert (after.phase, after.to_act, after.bought) == (g.Phase.PLACE_FAVOUR, event.seat, (face,))
            assert self.pawns[event.seat]
            self.pawns[event.seat] = False
            self.declined, self.uses = set(), self.uses + 1
        assert after.modules.pawns == tuple(self.pawns)
        # VIZ-8: the display is left as it is, and nothing is scored.
        if before.phase in {g.Phase.FAVOUR, g.Phase.PLACE_FAVOUR}:
            assert (after.display, after.deck_size) == (before.display, before.deck_size)
            assert after.turned_up == before.turned_up
        self._offers_are_made(before, after)

    def _offers_are_made(self, before: g.Table, after: g.Table) -> None:
        many = len(after.players)
        if before.turn is None or before.phase in {g.Phase.SETUP, g.Phase.GIFT}:
            return
        # VIZ-9: first who is next, last whose turn it was.
        order = [(before.turn + step) % many for step in range(1, many + 1)]
        left = [seat for seat in order if self.pawns[seat] and seat not in self.declined]
        if after.phase is g.Phase.FAVOUR and after.draw_for is None:
            assert (after.turn, after.to_act) == (before.turn, left[0])
        # VIZ-3, VIZ-10: the window is closed when nobody is left. VIZ-12: or, by agreement, when the yard is
        # short.
        is_over = after.phase in {g.Phase.GIFT, g.Phase.OVER}
        if is_over or (after.phase is g.Phase.ACT and not after.extra):
            assert not left or (is_over and after.ruleset.favour_until_yard_short)
        # VIZ-12: then there is no offer at all.
        is_short = not all(any(after.yard[space::4]) for space in range(4))
        if after.ruleset.favour_until_yard_short and is_short:
            assert after.phase is not g.Phase.FAVOUR or after.draw_for is not None

    def _marker_changes_with_each_refill(self, event: g.Event, before: g.Table, after: g.Table) -> None:
        # BOX-9: a marker is for tiles with backs.
        if after.marker is None:
            assert before.marker is None
            assert not any(tile.back for tile in after.ruleset.tiles.tiles)
            return
        if isinstance(event, g.DrawTile) and event.face.kind is g.Kind.GRANADA:
            # BOX-9: an even price is on the even face.
            assert (event.face.value % 2 == 0) == (before.marker is g.Marker.EVEN)
            # TURN-10, MIX-14: once for each refill with tiles of Granada, when that is done.
            if self.drawn[-1:] == ["yard"]:
                more = [
                    space for space in fillable(after) if after.ruleset.spaces[space][1] is g.Kind.GRANADA
                ]
                self.refills += not more
        assert (after.marker is g.Marker.ODD) == (self.refills % 2 == 1)

    def _points_come_from_scorings(self, before: g.Game, after: g.Game) -> None:
        new = after.sheets[len(before.sheets) :]
        assert after.sheets[: len(before.sheets)] == before.sheets
        points = before.table.points
        for sheet in new:
            gained = points_of_a_scoring(after.table, sheet.scoring)
            assert sheet.totals == gained
            assert all(gain >= 0 for gain in gained.values())
            points = {name: points[name] + gained[name] for name in points}
            self.scorings.append(sheet.scoring)
        assert after.table.points == points
        # SCORE-1: A and B if their card came, C at the end.
        happened = [*after.table.turned_up, *([g.Scoring.C] if after.table.phase is g.Phase.OVER else [])]
        assert self.scorings == [scoring for scoring in happened if scoring is not after.table.due]

    def _what_lies_with_somebody_stays(self, event: g.Event, before: g.Game, after: g.Game) -> None:
        # PLACE-5: nothing is turned over again, or given away; and nobody touches what is others'.
        seat = None if isinstance(event, DRAWS) else event.seat
        for number, old in enumerate(before.table.players):
            new = after.table.players[number]
            if number == seat:
                assert faces_of(old) <= faces_of(new)
            else:
                assert (new.city, new.reserve) == (old.city, old.reserve)
                is_dealt_to = before.table.phase is g.Phase.SETUP and number == before.table.turn
                assert is_dealt_to or after.hands[number] == before.hands[number]
        if before.table.dirk is None or after.table.dirk is None:
            assert before.table.dirk is after.table.dirk
            assert len(after.hands) > 2
        else:
            gained = set(after.table.dirk.faces) - set(before.table.dirk.faces)
            assert set(before.table.dirk.faces) <= set(after.table.dirk.faces)
            assert len(gained) == (isinstance(event, g.GiveToDirk) or self.drawn[-1:] == ["Dirk"])

    def _bonus_cards_stay_with_their_players(self, event: g.Event, before: g.Game, after: g.Game) -> None:
        modules = after.table.modules
        assert modules.hidden == tuple(map(len, after.bonus))
        if before.table.phase is g.Phase.SETUP:
            # BON-2, BON-4: one card for the player who is due, and nobody shows any.
            assert not any(modules.shown)
            gained = sum(modules.hidden) - sum(before.table.modules.hidden)
            assert gained == isinstance(event, g.DrawBonus)
            return
        for seat, player in enumerate(after.table.players if after.bonus else ()):
            old, new = before.table.modules.shown[seat], modules.shown[seat]
            # MOD-5, BON-2: as many as were dealt, and always the same.
            assert {*after.bonus[seat], *new} == {*before.bonus[seat], *old}
            assert modules.hidden[seat] + len(new) == {2: 3, 3: 3, 4: 2, 5: 2, 6: 1}[len(after.bonus)]
            built = {tile.face for tile in player.city.tiles.values()}
            # BON-4: only by its owner, while its tile lies there.
            is_own = isinstance(event, g.ShowBonus) and event.seat == seat
            assert {*new} - {*old} == ({event.face} if isinstance(event, g.ShowBonus) and is_own else set())
            # BON-6: it goes back exactly with its tile.
            assert {*new} == {face for face in {*old, *new} if face in built}

    def _all_are_asked_to_show(self, event: g.Event, before: g.Game, after: g.Game) -> None:
        old, new = before.table, after.table
        if old.phase is g.Phase.REVEAL and isinstance(event, g.Pass):
            self.show_nothing.append(event.seat)
        else:
            self.show_nothing = []
        # BON-4: from the player after the one whose turn was last, all who hide cards.
        if new.phase is g.Phase.REVEAL or (after.sheets != before.sheets and after.bonus):
            assert old.turn is not None
            many, hidden = len(new.players), new.modules.hidden
            order = [seat % many for seat in range(old.turn + 1, old.turn + many + 1)]
            left = [seat for seat in order if hidden[seat]]
            assert self.show_nothing == left[: len(self.show_nothing)]
            if new.phase is g.Phase.REVEAL:
                assert new.turn == old.turn
                assert new.to_act == left[len(self.show_nothing)]
            else:
                assert self.show_nothing == left

    def _everything_is_full_before_a_turn(self, table: g.Table) -> None:
        assert len(table.display) <= 4
        if table.phase is g.Phase.ACT and not table.extra:
            # TURN-7, TURN-8, TURN-9, END-1. MIX-33: with both kinds a space may lack one of them.
            # VIZ-8: what was paid with pawns comes back only after the next turn.
            assert len(table.display) == 4 or not (table.deck_size or (table.discards and not self.uses))
            assert not fillable(table)
            assert all(any(table.yard[space::4]) for space in range(4))

    def _discards_are_shuffled(self, event: g.Event, before: g.Table, after: g.Table) -> None:
        if isinstance(event, g.DrawCard) and before.phase is g.Phase.END_OF_TURN:
            # TURN-8: with the last card by agreement, otherwise when the next one is needed.
            is_wanted = before.ruleset.discards_return_at_once or len(after.display) < 4
            if before.deck_size == 1 and is_wanted and before.discards:
                # MIX-11: the first time B comes back with the discards.
                back = [scoring for scoring in before.aside if scoring not in after.aside]
                assert (after.deck_size, len(after.discards)) == (len(before.discards) + len(back), 0)
                assert after.aside == ()
            else:
                assert (after.deck_size, after.discards) == (before.deck_size - 1, before.discards)
                assert after.aside == before.aside

    def _money_is_dealt_seat_by_seat(self, event: g.Event, before: g.Game, after: g.Game) -> None:
        if isinstance(event, g.DrawCard) and before.table.phase is g.Phase.SETUP:
            # SETUP-3, SETUP-5: until one has 20, then the next one, then the display.
            poor = [seat for seat, hand in enumerate(before.hands) if hand.total() < 20]
            for seat, hand in enumerate(after.hands):
                assert len(hand) - len(before.hands[seat]) == (poor[:1] == [seat])
            assert len(after.table.display) - len(before.table.display) == (not poor)
        if after.table.phase is not g.Phase.SETUP and before.table.phase is g.Phase.SETUP:
            assert all(20 <= hand.total() <= 28 for hand in after.hands)

    def _dirk_gets_his_tiles(self, event: g.Event, before: g.Game, after: g.Game) -> None:
        old, new = before.table.dirk, after.table.dirk
        if old is None or new is None:
            return
        happened = [sheet.scoring for sheet in after.sheets[len(before.sheets) :]]
        left = bags(after.table)
        # DIRK-5: six after A. DIRK-6: a third of the bag after B. MIX-37: of each kind.
        if g.Scoring.A in happened:
            assert new.owed == sum(min(6, tiles) for tiles in left.values())
        elif g.Scoring.B in happened:
            assert new.owed == sum(tiles // 3 for tiles in left.values())
        else:
            is_for_dirk = isinstance(event, g.DrawTile) and self.drawn[-1] == "Dirk"
            assert new.owed == old.owed - is_for_dirk
        assert not new.owed or after.table.phase in {g.Phase.SETUP, g.Phase.END_OF_TURN}

    def _the_yard_is_given_away(self, event: g.Event, before: g.Game, after: g.Game) -> None:
        old = before.table
        is_last_reveal = after.table.due is g.Scoring.C
        if after.table.phase not in {g.Phase.GIFT, g.Phase.OVER} and not is_last_reveal:
            return
        if isinstance(event, g.ShowBonus) or old.due is g.Scoring.C:
            assert (after.table.bought, after.table.yard) == (old.bought, old.yard)
            return
        # A-END-3, MIX-35: who gets several tiles places them one after the other, in any order.
        if old.phase is g.Phase.GIFT and len(old.bought) > 1:
            assert isinstance(event, g.Build | g.Store)
            # MIX-35: tiles of Granada are not turned over.
            assert event.face in old.bought
            left = tuple(face for face in old.bought if face != event.face)
            assert (after.table.phase, after.table.to_act) == (g.Phase.GIFT, old.to_act)
            assert (after.table.bought, after.table.yard) == (left, old.yard)
            return
        yard = list(before.table.yard)
        if isinstance(event, g.DrawTile) and fillable(before.table):
            yard[fillable(before.table)[0]] = event.face
        # END-1, MIX-33: a space has no tile at all, so no bag has one left.
        assert after.table.bag == ()
        # END-2: each to the one with the most money of its currency, if there is only one.
        gets: list[tuple[int, int, g.Face]] = []
        for space in sorted(range(len(yard)), key=lambda space: (space % 4, space // 4)):
            face, currency = yard[space], after.table.ruleset.yard[space % 4]
            money = [hand.total(currency) for hand in after.hands]
            if face is not None and money.count(max(money)) == 1:
                gets.append((money.index(max(money)), space, face))
        if not gets:
            # BON-4: the last tiles were given, and cards may be shown.
            assert after.table.phase is (g.Phase.REVEAL if is_last_reveal else g.Phase.OVER)
            assert after.table.yard == tuple(yard)
            return
        # END-3: space by space. A-END-3: all that a player gets at once. MIX-35: both of a space.
        first, number, _ = gets[0]
        is_mixed = len(after.table.ruleset.kinds) == 2
        given = [
            face for seat, space, face in gets if seat == first and (not is_mixed or space % 4 == number % 4)
        ]
        if not after.table.ruleset.gives_together:
            given = given[:1]
        assert (after.table.phase, after.table.to_act) == (g.Phase.GIFT, first)
        # BON-4: with bonus cards the table keeps whose turn was last.
        assert after.table.turn == (old.turn if after.bonus else first)
        assert after.table.bought == tuple(sorted(given))
        assert after.table.yard == tuple(None if face in given else face for face in yard)
