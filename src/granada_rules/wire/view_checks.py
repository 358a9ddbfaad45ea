"""Checks of a view that was read: whether some game looks like it.

Its table is judged as a position is. What a position has no room for is judged here: the size of the deck,
the scoring cards, what is drawn next, what Dirk is owed, ages.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

from granada_rules.base import count
from granada_rules.box import (
    ASKED,
    ASKED_WITH_BONUS,
    DECISIONS,
    DIRK,
    DIRKS_SHARE,
    DIRKS_TILES,
    DISPLAY,
    PLAYERS_WITH_DIRK,
    SCORING_CARDS,
    STARTING_MONEY,
    Clause,
    DrawFor,
    Phase,
    Scoring,
    Seat,
    Violation,
    ViolationError,
    most_cards,
)
from granada_rules.game import (
    all_cards,
    aside_after,
    has_empty_space,
    possible_decks,
    richest,
    space_to_fill,
)
from granada_rules.position import validate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.game import Table, View

__all__ = ["refuse_impossible"]


def refuse_impossible(seen: View) -> None:
    """Raise ``ViolationError`` with all violations if no game looks like this."""
    checks = (_deck, _noted, _parts, _setup, _next_draw, _owed, _over)
    violations = [violation for check in checks for violation in check(seen)]
    if violations:
        raise ViolationError(violations)


def _noted(seen: View) -> Iterator[Violation]:
    """Yield what is wrong with the position."""
    table, position = seen.table, seen.to_position()
    # Which scoring cards are in the piles is known, and their sizes make no difference to other checks.
    deck = None if table.phase is Phase.SETUP else next(possible_decks(seen), None)
    yield from validate(attrs.evolve(position, piles=deck)).violations


# The deck.


def _deck(seen: View) -> Iterator[Violation]:
    table = seen.table
    players, kinds = len(table.players), table.ruleset.kinds
    if not _is_hidden_so(table):
        message = "no deck hides its scoring cards so: A comes before B, and neither is set aside for long"
        yield Violation(Clause.SETUP_6.of(*kinds), message)
        return
    hidden = len(SCORING_CARDS) - len(table.turned_up) - len(table.aside)
    elsewhere = len(table.display) + len(table.discards) + sum(player.hand_size for player in table.players)
    there = all_cards(players, table.ruleset, table.phase)
    has_exchange, left = bool(there.exchange_cards), len(there) - elsewhere
    # BOX-11, MOD-5: what is nowhere else is in the deck.
    if table.deck_size - hidden != left:
        kind = "card" if has_exchange else "money card"
        message = f"{count(table.deck_size - hidden, kind)} in the deck, and {left} nowhere else"
        yield Violation(Clause.BOX_11, message)
    # SETUP-6, MIX-7: the piles are what is left of five equal ones. EXC-2: with exchange cards in three.
    elif table.phase is not Phase.SETUP and next(possible_decks(seen), None) is None:
        clause = Clause.EXC_2 if has_exchange else Clause.SETUP_6.of(*kinds)
        yield Violation(clause, f"no deal leads to a deck of {count(table.deck_size, 'card')}")


def _is_hidden_so(table: Table) -> bool:
    """Tell whether these scoring cards can be turned up and set aside."""
    plan, turned_up, aside = table.ruleset.deck_plan, table.turned_up, table.aside
    # SETUP-3: A and B are set aside until the deck is made.
    if table.phase is Phase.SETUP:
        return not turned_up and aside == aside_after(0, plan)
    # SCORE-1: A comes before B.
    if turned_up != SCORING_CARDS[: len(turned_up)] or {*turned_up} & {*aside}:
        return False
    # MIX-7, MIX-11: with both kinds B is set aside until the first deck is used up.
    if len(plan) > 1 and not aside:
        return {*plan[0].scorings} <= {*turned_up}
    return aside == aside_after(1, plan)


# What a view has besides.


def _parts(seen: View) -> Iterator[Violation]:
    table = seen.table
    phase, ruleset = table.phase, table.ruleset
    # DIRK-2: Dirk plays with two.
    if (table.dirk is None) == (len(table.players) == PLAYERS_WITH_DIRK):
        yield Violation(Clause.DIRK_2, "he plays with two, and with them always", player=DIRK)
    # BOX-9: there is a marker where tiles have backs; that there is none elsewhere a position says.
    if table.marker is None and ruleset.has_marker:
        yield Violation(Clause.BOX_9, "there is no marker, and one says which faces lie up")
    # TURN-6, END-3: bought and given tiles wait until they are placed.
    # HUT-5: or until the next hut is turned up.
    if table.bought and phase not in DECISIONS and table.draw_for is not DrawFor.HUT:
        yield Violation(
            Clause.TURN_6, "tiles are yet to be placed, and nobody is to do so", faces=table.bought
        )
    # VIZ-8, VIZ-9: between turns somebody is asked, unless a tile is drawn, and else nobody. BON-4: or before
    # a scoring, and with bonus cards at the end.
    asking = ASKED_WITH_BONUS if table.modules.shown else ASKED
    if (table.modules.asked is not None) is not (phase in asking and table.draw_for is None):
        between, clause = "between turns, while no tile is drawn,", Clause.VIZ_9
        if phase in {Phase.REVEAL, Phase.GIFT}:
            between, clause = "before a scoring and, with bonus cards, at the end,", Clause.BON_4
        yield Violation(clause, f"somebody is asked {between} and only then")
    yield from _bonus(seen)
    is_awaited = phase in {Phase.END_OF_TURN, Phase.REVEAL} and table.due in table.turned_up[-1:]
    is_last = phase is Phase.REVEAL and table.due is Scoring.C
    # SCORE-2: the scoring takes place at the end of the turn in which its card was turned up.
    if table.due is not None and not (is_awaited or is_last):
        yield Violation(Clause.SCORE_2, f"scoring {table.due.value} is due, and its card did not just come")
    # BON-4: cards are shown before a scoring.
    elif table.due is None and phase is Phase.REVEAL:
        yield Violation(Clause.BON_4, "bonus cards are shown, and no scoring is due")
    # SCORE-1: there are no points before the first scoring.
    elif table.due is Scoring.A and any(table.points.values()):
        yield Violation(Clause.SCORE_1, "there are points, and no scoring has taken place")
    # SETUP-4: ages break ties for who begins, and then nobody asks for them.
    ranks = table.age_ranks
    is_ranked = len(ranks) == len(table.players) and {*ranks} == {*range(len({*ranks}))}
    if ranks and not (phase is Phase.SETUP and is_ranked):
        yield Violation(Clause.SETUP_4, "ages are ranks from 0 for each player, during the setup alone")


def _bonus(seen: View) -> Iterator[Violation]:
    """Yield what is wrong with the numbers of bonus cards."""
    table, modules = seen.table, seen.table.modules
    each, due = most_cards(len(table.players)), table.draw_for
    for seat, hidden in enumerate(modules.hidden):
        many = hidden + len(modules.shown[seat])
        wanted = {each}
        if due is DrawFor.BONUS and seat == table.turn:
            wanted = {*range(each)}
        elif table.phase is Phase.SETUP:
            before = due is DrawFor.BONUS and table.turn is not None and seat < table.turn
            wanted = {each if before or due is DrawFor.DISPLAY else 0}
        # BON-2: so many were dealt, to one player after the other.
        if many not in wanted:
            message = f"{count(many, 'bonus card')}, and everybody gets {each}, one after the other"
            yield Violation(Clause.BON_2, message, player=table.players[seat].name)


def _setup(seen: View) -> Iterator[Violation]:
    """Yield what is wrong with a table that is being laid; what comes later is not there yet."""
    table = seen.table
    if table.phase is not Phase.SETUP:
        return
    ruleset, kinds = table.ruleset, table.ruleset.kinds
    is_due = table.draw_for
    filled = [table.yard[space] is not None for space in ruleset.filling]
    # SETUP-2, A-SETUP-2, MIX-6: the yard is filled in the order of its spaces, after Dirk got his tiles.
    if filled != sorted(filled, reverse=True) or (is_due is DrawFor.DIRK and any(filled)):
        yield Violation(Clause.SETUP_2.of(*kinds), "the spaces of the yard are filled one after the other")
    # HUT-3: then a hut for each type, one after the other.
    open_huts = [hut is not None for hut in table.modules.open_huts]
    is_early = any(open_huts) and not all(filled)
    if is_early or open_huts != sorted(open_huts, reverse=True):
        yield Violation(Clause.HUT_3, "huts are turned up one after the other, when the yard is full")
    # SETUP-3: cards are dealt to one player after the other, when the yard is full.
    begun = 0 if is_due in {DrawFor.DIRK, DrawFor.YARD, DrawFor.HUT} else len(table.players)
    if table.turn is not None and is_due is not DrawFor.BONUS:
        begun = table.turn + 1
    if table.discards or any(player.hand_size for player in table.players[begun:]):
        yield Violation(Clause.SETUP_3, "cards are dealt to one player after the other, and nobody has paid")
    # SETUP-5: then the display.
    if table.display and is_due is not DrawFor.DISPLAY:
        yield Violation(Clause.SETUP_5, "the display is filled last", cards=tuple(table.display))


def _next_draw(seen: View) -> Iterator[Violation]:
    table = seen.table
    clause, draw_for, turns = _expected_draw(seen)
    if table.draw_for is not draw_for:
        draws = [None if draw is None else draw.value for draw in (draw_for, table.draw_for)]
        yield Violation(clause, f"next {draws[0] or 'nothing'} is drawn, not {draws[1] or 'nothing'}")
    # TURN-1: it is somebody's turn, but not while the table is laid, nor when the game is over.
    if table.turn not in turns:
        whose = "nobody's turn" if table.turn is None else f"{table.players[table.turn].name}'s turn"
        yield Violation(Clause.TURN_1, f"it is {whose} in the phase {table.phase.value!r}")


_Turns = tuple[Seat | None, ...]


def _expected_draw(seen: View) -> tuple[Clause, DrawFor | None, _Turns]:  # noqa: PLR0911 - one for each draw
    """Return what is drawn next, by which clause, and whose turn it can be."""
    table = seen.table
    everybody = tuple(map(Seat, range(len(table.players))))
    if table.phase is Phase.SETUP:
        return _expected_in_setup(seen)
    # VIZ-8: after the use of a pawn the yard is refilled.
    if table.phase is Phase.FAVOUR and space_to_fill(table.yard, table.bag, table.ruleset) is not None:
        return Clause.VIZ_8, DrawFor.YARD, everybody
    if table.phase is not Phase.END_OF_TURN:
        return Clause.TURN_2, None, everybody if table.phase in DECISIONS else (None,)
    # HUT-5: before tiles are placed a hut is turned up.
    if table.modules.hut_to_draw is not None:
        return Clause.HUT_5, DrawFor.HUT, everybody
    # TURN-7, TURN-8: first the display is refilled, as long as there is money; the deck is not empty then.
    if len(table.display) < DISPLAY and (table.deck_size or table.discards):
        return Clause.TURN_7, DrawFor.DISPLAY, everybody
    # TURN-9, MIX-13: then the yard, as far as the bag goes.
    if space_to_fill(table.yard, table.bag, table.ruleset) is not None:
        return Clause.TURN_9.of(*table.ruleset.kinds), DrawFor.YARD, everybody
    # DIRK-5, DIRK-6: and after a scoring Dirk draws.
    return Clause.TURN_7, DrawFor.DIRK, everybody


def _expected_in_setup(seen: View) -> tuple[Clause, DrawFor | None, _Turns]:
    table = seen.table
    if table.dirk is not None and table.dirk.owed:
        return Clause.DIRK_3.of(*table.ruleset.kinds), DrawFor.DIRK, (None,)
    if not all(table.yard):
        return Clause.SETUP_2.of(*table.ruleset.kinds), DrawFor.YARD, (None,)
    if table.modules.hut_to_draw is not None:
        return Clause.HUT_3, DrawFor.HUT, (None,)
    for seat, hand in enumerate(seen.hands):
        if hand is not None and hand.total() < STARTING_MONEY:
            return Clause.SETUP_3, DrawFor.HAND, (Seat(seat),)
    for seat, hidden in enumerate(table.modules.hidden):
        if hidden < most_cards(len(table.players)):
            return Clause.BON_2, DrawFor.BONUS, (Seat(seat),)
    return Clause.SETUP_5, DrawFor.DISPLAY, (None,)


def _owed(seen: View) -> Iterator[Violation]:
    """Yield what is wrong with the tiles that Dirk is about to draw."""
    table, dirk = seen.table, seen.table.dirk
    if dirk is None:
        return
    kinds, in_bag = table.ruleset.kinds, Counter(tile.kind for tile in table.bag)
    owed = (dirk.owed_by_kind[0], sum(dirk.owed_by_kind[1:]))
    each = [min(DIRKS_TILES, in_bag[kind]) for kind in kinds]
    clause = Clause.DIRK_5
    if table.phase is Phase.SETUP:
        # DIRK-3, A-DIRK-3: six tiles. MIX-37: of each kind.
        his = Counter(face.kind for face in dirk.faces)
        expected = [DIRKS_TILES - his[kind] for kind in kinds]
        is_right = (*expected, 0)[:2] == owed and (owed[0] == 0 or len(kinds) == 1 or not his[kinds[1]])
        clause = Clause.DIRK_3
    elif table.draw_for is not DrawFor.DIRK:
        is_right = owed == (0, 0)
    else:
        # DIRK-5: up to six after A. DIRK-6: a third of the bag after B, of which some may be drawn.
        if Scoring.B in table.turned_up:
            clause, each = Clause.DIRK_6, [in_bag[kind] // DIRKS_SHARE for kind in kinds]
        is_right = bool(table.turned_up) and table.due is None and _can_be_owed(owed, each)
    if not is_right:
        many = " and ".join(map(str, dirk.owed_by_kind))
        yield Violation(clause.of(*kinds), f"he cannot have {many} tiles to draw", player=DIRK)


def _can_be_owed(owed: tuple[int, int], most: list[int]) -> bool:
    """Tell whether so many tiles of each kind can still be owed, if so many were owed at most."""
    first, second = (*most, 0)[:2]
    # MIX-37: those of the second kind come last, so they are all owed as long as one of the first is.
    is_second_whole = owed[1] == second or (owed[0] == 0 and owed[1] <= second)
    return sum(owed) > 0 and 0 <= owed[0] <= first and owed[1] >= 0 and is_second_whole


def _over(seen: View) -> Iterator[Violation]:
    table = seen.table
    if table.phase is not Phase.OVER:
        return
    kinds = table.ruleset.kinds
    # END-1, MIX-33: a space could not be refilled.
    if not has_empty_space(table.yard):
        yield Violation(Clause.END_1.of(*kinds), "the game is over, and the yard is full")
    # END-2, MIX-34: what is left there nobody gets, because two have the most money of its currency.
    hands = [hand for hand in seen.hands if hand is not None]
    for face, (currency, _) in zip(table.yard, table.ruleset.spaces, strict=True):
        seat = richest(hands, currency)
        if face is not None and seat is not None:
            name = table.players[seat].name
            message = f"{face} is left in the yard, and {name} has the most {currency.label}"
            yield Violation(Clause.END_2.of(*kinds), message, faces=(face,))
