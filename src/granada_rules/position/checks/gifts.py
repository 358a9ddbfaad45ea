"""Checks of the end of a game: tiles of the yard are given away (END-1 … END-3), and the last scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import count, short
from granada_rules.box import DIRK, SPACES, Clause, Phase, Scoring, Violation, some

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import Kind
    from granada_rules.position.facts import Facts

__all__ = ["end", "gifts", "last_scoring", "left_in_yard"]


def end(facts: Facts) -> Iterator[Violation]:
    """Yield whether the game is at its end too early."""
    # END-1, MIX-33: the game ends only when the bag is empty.
    if facts.is_at_end and any((facts.in_bag or {}).values()):
        message = "the game is at its end, and the bag is not empty"
        yield Violation(facts.clause(Clause.END_1), message)
    # END-1, MIX-33: and when there is a space without a tile.
    elif facts.position.phase is Phase.OVER and facts.bare_spaces == frozenset():
        yield Violation(facts.clause(Clause.END_1), "the game is over, and no space is without a tile")


def last_scoring(facts: Facts) -> Iterator[Violation]:
    """Yield who has not got what the last scoring brings, or gets something else on its sheet."""
    position, expected = facts.position, facts.last_sheet
    if expected is None:
        return
    sheets = [sheet for sheet in position.sheets or () if sheet.scoring is Scoring.C]
    told = sheets[-1].totals if sheets else expected.totals
    points = {name: player.points for name, player in facts.named} | {DIRK: position.dirks_points}
    for name, brings in expected.totals.items():
        noted, has = told.get(name, 0), points[name]
        # END-5: scoring C is of what lies there at the end.
        if noted != brings:
            message = f"{count(noted, 'point')} on the sheet of scoring C, which brings {brings}"
            yield Violation(Clause.END_5, message, player=name)
        # SCORE-7: nobody loses points. SCORE-1: if the game ended before A, there was no other scoring.
        elif has is not None and (has < brings or (has > brings and facts.turned_up == ())):
            yield Violation(
                Clause.END_5, f"{count(has, 'point')}, and scoring C brings {brings}", player=name
            )


def left_in_yard(facts: Facts) -> Iterator[Violation]:
    """Yield which tiles of the yard somebody should have got before the last scoring."""
    position = facts.position
    # END-2, BON-4: before scoring C all tiles have been given away that somebody gets.
    if position.phase is Phase.GIFT or not facts.is_at_end:
        return
    for seat, tile in zip(facts.winners or (), position.yard or (), strict=False):
        if seat is not None and tile is not None:
            message = f"{tile.face} goes to {facts.everybody[seat]} before the last scoring"
            yield Violation(facts.clause(Clause.END_2), message, faces=(tile.face,))


def gifts(facts: Facts) -> Iterator[Violation]:
    """Yield what is wrong with tiles that are given away: too many, too early, to somebody else."""
    position = facts.position
    if position.phase is not Phase.GIFT:
        return
    tiles = 1 if position.bought is None else len(position.bought)
    # END-3: one at a time. A-END-3: or all that somebody gets, of which one or more are to be placed. MIX-35:
    # those of one space, of each kind one.
    if not tiles or (tiles > 1 and not _can_be_given_together(facts)):
        message = f"{tiles} tiles are given at once, and {_how_many(facts)}"
        yield Violation(facts.clause(Clause.END_3), message)
    # END-1, MIX-33: a space that cannot be refilled, beside those of the tiles that are given away.
    elif _was_full(facts, tiles):
        full = "the yard was full" if len(facts.kinds) == 1 else "no space was without any tile"
        yield Violation(facts.clause(Clause.END_1), f"tiles are given away, and {full}")
    else:
        yield from _receiver(facts, tiles)


def _can_be_given_together(facts: Facts) -> bool:
    are_of_a_space = len(facts.kinds) == 1 or all(len(own) < 2 for own in (facts.bought or {}).values())
    return facts.rules.gives_together and are_of_a_space


def _how_many(facts: Facts) -> str:
    if not facts.rules.gives_together:
        return "it is one after the other"
    return "one or more are to be placed" if len(facts.kinds) == 1 else "it is at most one of each kind"


def _was_full(facts: Facts, tiles: int) -> bool:
    """Tell whether every space had a tile before these were given."""
    bare, empty = facts.bare_spaces, facts.empty_spaces
    if len(facts.kinds) == 1:
        return (SPACES if bare is None else len(bare)) <= tiles
    if bare is None or empty is None:
        return False
    # MIX-35: they lay on one space.
    given = _given(facts)
    from_here = [space for space in range(SPACES) if all(space in empty[kind] for kind in given)]
    return not any(bare - {space} for space in from_here)


def _given(facts: Facts) -> frozenset[Kind]:
    """Return the kinds of the tiles that are to be placed."""
    return frozenset(kind for kind, own in (facts.bought or {}).items() if own)


def _receiver(facts: Facts, tiles: int) -> Iterator[Violation]:
    everybody, yard, rules = facts.everybody, facts.position.yard or (), facts.rules
    receiver, won = facts.to_act, facts.winners
    if won is None or receiver not in everybody:
        return
    given, bare = _given(facts) or {*facts.kinds}, facts.bare_spaces or frozenset()
    # END-2, MIX-34: in the order of the spaces, each to whoever has the most money of its currency.
    for space in rules.filling:
        seat, tile = won[space], yard[space]
        if seat is not None and tile is not None:
            message = f"{tile.face} goes to {everybody[seat]} before any tile of a later space"
            yield Violation(facts.clause(Clause.END_2), message, faces=(tile.face,))
            return
        is_own = seat is not None and everybody[seat] == receiver
        # MIX-33: another space is bare, because the game has ended.
        may_end = len(facts.kinds) == 1 or bare - {space % SPACES}
        if is_own and may_end and (rules.gives_together or rules.spaces[space][1] in given):
            break
    else:
        # END-2, MIX-34: nobody else gets them.
        message = f"{short(receiver)} has the most money of no currency whose tile is given away"
        yield Violation(facts.clause(Clause.END_2), message)
        return
    own = [other for other, seat in enumerate(won) if seat == won[space]]
    # MIX-35: of both kinds those of a space belong together.
    own = own if len(facts.kinds) == 1 else [other for other in own if other % SPACES == space % SPACES]
    left = tuple(tile.face for tile in (yard[other] for other in own) if tile is not None)
    most = len(own) - len(left)
    if tiles > most:
        message = f"{tiles} tiles are given to {receiver}, who can have won {most}"
        yield Violation(facts.clause(Clause.END_2), message)
    # A-END-3, MIX-35: all of them are given at once.
    elif left and rules.gives_together:
        message = f"{some(left)} goes to {receiver} together with what is given now"
        yield Violation(facts.clause(Clause.END_3), message, faces=left)
