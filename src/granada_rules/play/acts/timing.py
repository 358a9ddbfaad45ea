"""Which event may come now: whose turn it is, what the phase allows, which draw is due."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from granada_rules.base import kind_of_event, short
from granada_rules.box import DECISIONS, WINDOWS, Clause, DrawFor, Phase, Violation
from granada_rules.game import Action, events

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from granada_rules.game import Draw, Table

__all__ = ["is_action", "is_draw", "wrong_time", "wrong_time_to_draw"]

_DRAWN: dict[DrawFor, tuple[type[Draw], ...]] = {
    **dict.fromkeys((DrawFor.DIRK, DrawFor.YARD), (events.DrawTile,)),
    **dict.fromkeys((DrawFor.HAND, DrawFor.DISPLAY), (events.DrawCard, events.DrawScoring)),
    DrawFor.BONUS: (events.DrawBonus,),
    DrawFor.HUT: (events.DrawHut,),
}
"""What can be drawn, by what it is for."""

_DRAWS = frozenset(chain.from_iterable(_DRAWN.values()))
_ACTING = frozenset({Phase.ACT})
_PLACING = frozenset({Phase.PLACE, Phase.PLACE_FAVOUR})
_TIMES: dict[type[Action], frozenset[Phase]] = {
    **dict.fromkeys(
        (events.TakeMoney, events.Extend, events.Reduce, events.Exchange, events.TakeHut, events.Reactivate),
        _ACTING,
    ),
    events.Buy: _ACTING | {Phase.FAVOUR},
    events.ShowBonus: DECISIONS,
    events.Pass: _ACTING | {Phase.FAVOUR, Phase.REVEAL},
    **dict.fromkeys((events.Build, events.Store), _PLACING | {Phase.GIFT}),
    events.GiveToDirk: _PLACING,
}
"""The phases of an action: TURN-2, TURN-6, VIZ-4, VIZ-7, BON-4, END-3."""


_ASKED_BY = {
    Phase.FAVOUR: Clause.VIZ_9,
    Phase.PLACE_FAVOUR: Clause.VIZ_9,
    Phase.REVEAL: Clause.BON_4,
}
"""By phase, why it is not the player whose turn it is who is to act."""


def is_action(event: object) -> TypeIs[Action]:
    """Tell whether something is an action of a player."""
    return kind_of_event(event) in _TIMES


def is_draw(event: object) -> TypeIs[Draw]:
    """Tell whether something is a draw; of these classes exactly, since a subclass may behave differently."""
    return kind_of_event(event) in _DRAWS


def wrong_time(table: Table, action: Action) -> list[Violation]:
    """Return why this action cannot be done now, by this seat."""
    seat = action.seat
    if (seat == table.to_act or _shows_a_card(table, action)) and table.phase in _TIMES[type(action)]:
        return []
    name = table.players[seat].name if 0 <= seat < len(table.players) else None

    def untimely(clause: Clause, message: str) -> list[Violation]:
        return [Violation(clause, message, player=name)]

    if table.to_act is None:
        waits = "the game is over" if table.draw_for is None else f"{table.draw_for.value} is drawn first"
        return untimely(_draw_clause(table), waits)
    # TURN-1: one after the other. VIZ-9, BON-4: also those who are asked between turns, or before a scoring.
    whose = table.players[table.to_act].name
    clause = _ASKED_BY.get(table.phase, Clause.TURN_1)
    if name is None:
        return untimely(clause, f"nobody sits at seat {short(seat)}; {whose} is to act")
    # VIZ-3, VIZ-5: only active pawns are used, and one that was used is not.
    if table.phase is Phase.FAVOUR and not table.modules.pawns[seat]:
        return untimely(Clause.VIZ_5, f"the pawn is inactive; {whose} is to act")
    if seat != table.to_act:
        return untimely(clause, f"{whose} is to act, not {name}")
    return untimely(*_wrong_phase(table, action))


def _shows_a_card(table: Table, action: Action) -> bool:
    """Tell whether a player shows a bonus card, which is done at every decision of anybody (BON-4)."""
    is_decision = type(action) is events.ShowBonus and table.to_act is not None
    return is_decision and 0 <= action.seat < len(table.players)


def _wrong_phase(  # noqa: PLR0911 - one for each phase
    table: Table, action: Action
) -> tuple[Clause, str]:
    """Return why the player to act cannot do this now: the clause and the reason."""
    match table.phase, action:
        # TURN-6: tiles are placed at the end of the turn.
        case Phase.ACT, events.Build() | events.Store() | events.GiveToDirk():
            return Clause.TURN_6, "tiles are placed after the last action of the turn"
        # VIZ-13: not even a hut can be taken with the pawn.
        case Phase.FAVOUR, events.TakeHut():
            return Clause.VIZ_13, "the pawn cannot be used to take a hut"
        # VIZ-4: nothing else can be done with the pawn.
        case Phase.FAVOUR, _:
            return Clause.VIZ_4, "the pawn is used to buy a tile, and for nothing else"
        # BON-4: before a scoring cards are shown.
        case Phase.REVEAL, _:
            return Clause.BON_4, "a scoring is due, before which bonus cards can be shown, and nothing else"
        # PLACE-1: every tile is placed.
        case Phase.PLACE | Phase.PLACE_FAVOUR, events.Pass():
            return Clause.PLACE_1, "every bought tile has to be placed"
        # VIZ-6: there is no extra action. VIZ-7: the tile is placed at once.
        case Phase.PLACE_FAVOUR, _:
            return Clause.VIZ_6, "the pawn gives no extra action, the tile bought with it is placed now"
        # TURN-3: only an exact payment gives another action, and PLACE-3 nothing while tiles are placed.
        case Phase.PLACE, _:
            return Clause.TURN_3, "the actions of this turn are over, bought tiles are placed now"
        # END-3, A-END-3, MIX-35: a tile given is built at once, and nothing else is done.
        case _:
            return Clause.END_3.of(*table.ruleset.kinds), "a tile given at the end is built or stored at once"


_BEFORE_PLAY = {
    DrawFor.DIRK: Clause.DIRK_3,
    DrawFor.YARD: Clause.SETUP_2,
    DrawFor.HUT: Clause.HUT_3,
    DrawFor.HAND: Clause.SETUP_3,
    DrawFor.BONUS: Clause.BON_2,
    DrawFor.DISPLAY: Clause.SETUP_5,
}
_BEFORE_NEXT_TURN = {
    DrawFor.DIRK: Clause.TURN_7,
    DrawFor.YARD: Clause.TURN_9,
    DrawFor.HUT: Clause.HUT_5,
    DrawFor.DISPLAY: Clause.TURN_7,
}


def _draw_clause(table: Table) -> Clause:
    """Return the clause by which a draw is due, or by which there is no draw any more."""
    if table.draw_for is None:
        return Clause.END_5
    # VIZ-8: after a favour the yard is refilled.
    if table.phase is Phase.FAVOUR:
        return Clause.VIZ_8
    clauses = _BEFORE_PLAY if table.phase is Phase.SETUP else _BEFORE_NEXT_TURN
    return clauses[table.draw_for].of(*table.ruleset.kinds)


def wrong_time_to_draw(table: Table, draw: Draw) -> list[Violation]:
    """Return why nothing, or something else, is drawn now."""
    if table.draw_for is None:
        if table.hands_are_open:
            clause = Clause.END_1.of(*table.ruleset.kinds)
            return [Violation(clause, "the game has ended, and nothing is drawn any more")]
        # TURN-5: the yard is not refilled while the turn lasts, and TURN-7 neither is the display.
        clause = Clause.TURN_5 if isinstance(draw, events.DrawTile) else Clause.TURN_7
        # VIZ-8: between turns a tile is drawn after each use, and nothing else.
        if table.phase in WINDOWS:
            clause = Clause.VIZ_8
        # HUT-5: a hut is turned up only after one was taken.
        elif isinstance(draw, events.DrawHut):
            clause = Clause.HUT_5
        # BON-2: bonus cards are dealt in the setup only.
        clause = Clause.BON_2 if isinstance(draw, events.DrawBonus) else clause
        assert table.to_act is not None
        return [Violation(clause, f"{table.players[table.to_act].name} is to act first")]
    if not isinstance(draw, _DRAWN[table.draw_for]):
        return [Violation(_draw_clause(table), f"{table.draw_for.value} is drawn first")]
    return []
