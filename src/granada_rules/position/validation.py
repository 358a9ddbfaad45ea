"""`validate`: all that is wrong with a position, and what it lacks to be played on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs

from granada_rules.base import count, expect, remembered
from granada_rules.box import DECISIONS, FEWEST_PLAYERS, PLAYERS_WITH_DIRK, Kind, Phase, some
from granada_rules.city import HIDDEN, SeenCity, SeenTile
from granada_rules.position.checks import beginning, gifts, modules, parts, payments, sheets, table, unseen
from granada_rules.position.facts import Facts
from granada_rules.position.judgement import judgements
from granada_rules.position.model import (
    Level,
    NotedPlayer,
    Position,
    Report,
    SeenCards,
    cities_noted,
    kinds_noted,
    may_be_of_both,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from granada_rules.box import Violation

__all__ = ["CHECKS", "facts_of", "validate", "violations_of"]

CHECKS: Final[tuple[Callable[[Facts], Iterable[Violation]], ...]] = (
    # Parts, one by one.
    parts.players,  # BOX-12, DIRK-2
    parts.added_modules,  # MOD-3
    parts.tile_kinds,  # BOX-2
    parts.open_faces,  # BOX-2, BOX-4
    parts.price_pairs,  # BOX-2, BOX-3
    parts.both_faces,  # BOX-11
    parts.moats,  # BOX-4
    unseen.tiles,  # BOX-2, BOX-11
    modules.huts,  # HUT-1, HUT-2, MOD-5
    modules.hut_piles,  # HUT-3, HUT-5
    modules.taken_huts,  # HUT-4, MOD-4, VIZ-13
    modules.own_huts,  # HUT-4, HUT-7
    parts.money,  # BOX-1, DIRK-1, EXC-1
    parts.places,  # BOX-7, BOX-8, MIX-5
    parts.scoring_cards,  # BOX-6, MIX-7
    parts.points,  # SCORE-7
    parts.cities,  # BOX-5, BUILD-1 … BUILD-5, MIX-16, MIX-17, MIX-19, MIX-21 … MIX-23
    unseen.cities,  # BOX-5, BUILD-1 … BUILD-5, MIX-16, MIX-17, MIX-19, MIX-21 … MIX-23
    # Whatever contradicts something else.
    table.setup,  # SETUP-1, SETUP-3, EXC-2
    beginning.hands,  # SETUP-3
    beginning.first_yard,  # SETUP-2, MIX-6
    beginning.discards,  # BUY-2
    table.turn,  # TURN-1
    beginning.first_player,  # SETUP-4
    beginning.first_action,  # TURN-2
    table.bag,  # BOX-11
    table.deck,  # BOX-11, SETUP-6, MIX-11, EXC-2
    table.placed,  # TURN-6, END-3
    table.yard,  # TURN-4, TURN-6, TURN-9, MIX-33
    payments.payments,  # BUY-1, BUY-2, TURN-3, VIZ-4, EXC-6
    table.marker,  # TURN-10
    table.display,  # TURN-7
    modules.pawns,  # VIZ-2, VIZ-5
    modules.asked,  # VIZ-3, VIZ-5, VIZ-8
    modules.bought_with_pawn,  # VIZ-4, VIZ-7
    modules.yard_in_window,  # VIZ-8, VIZ-12
    modules.bonus_cards,  # BON-1, BON-2, BON-4, MOD-5
    modules.due,  # SCORE-2
    modules.reveal,  # BON-4, TURN-9, END-1
    gifts.end,  # END-1
    gifts.left_in_yard,  # END-2
    gifts.gifts,  # END-1 … END-3
    table.points,  # SCORE-1
    table.dirk,  # DIRK-3, DIRK-5, DIRK-6
    table.draws,  # BOX-11
    # Score sheets.
    sheets.score_sheets,  # SCORE-1, SCORE-3, SCORE-4, SCORE-6 … SCORE-8, SIMPLE-1, BOX-2, BOX-4, BOX-12,
    # DIRK-4, MIX-31, BON-1, BON-2, BON-4, MOD-5, HUT-9
    gifts.last_scoring,  # END-5
)
"""All checks in their order, each with its clauses; those that replace them in another game are meant, too.

A check runs as soon as its inputs are noted.
"""


@remembered(Position)
def facts_of(position: Position) -> Facts:
    """Return the facts of a position, which remembers them.

    It is of the game that the ruleset says, or else the tile set, or what is noted first; if nothing is, of
    Granada. Without ruleset and tile set it is of both kinds if it may be and only then nothing is
    wrong.
    """
    for said in (position.ruleset, position.tile_set):
        if said is not None:
            return Facts(position, said.kinds)
    cities = cities_noted(position)
    facts = Facts(position, kinds_noted(position, cities) or (Kind.GRANADA,))
    if len(facts.kinds) > 1 or not may_be_of_both(position, cities):
        return facts
    together = Facts(position, tuple(Kind))
    return together if violations_of(facts) and not violations_of(together) else facts


_COUNTED = frozenset({table.draws, gifts.last_scoring})
"""The checks that count on everything that was checked before."""


@remembered(Facts)
def violations_of(facts: Facts) -> tuple[Violation, ...]:
    """Return what the checks find, in their order."""
    found: list[Violation] = []
    for check in CHECKS:
        # What is wrong elsewhere is told already, and neither draws nor points can be counted then.
        if not (found and check in _COUNTED):
            found += check(facts)
    return tuple(found)


def validate(position: Position) -> Report:
    """Return all that is wrong with a position, and how far it can be used.

    Parts come first: players, tiles, money, places, cities. Then whatever contradicts something else, then
    score sheets. Each check runs as soon as its inputs are noted. A position remembers its report.

    >>> from granada_rules import NotedPlayer, Position, notation, validate
    >>> city = notation.read_city("@ SC4:W")
    >>> report = validate(Position(players=(NotedPlayer(name="Red", city=city),)))
    >>> report.level, [str(violation.clause) for violation in report.violations]
    (Level.WELL_FORMED, ['BUILD-2', 'BUILD-3'])
    """
    expect(position, Position)
    return _report(position)


@remembered(Position)
def _report(position: Position) -> Report:
    facts = facts_of(position)
    missing = tuple(_missing(facts))
    violations = violations_of(facts)
    level = Level.WELL_FORMED if violations else Level.CONSISTENT if missing else Level.COMPLETE
    lost = tuple(_lost(facts)) if level is Level.COMPLETE else ()
    return Report(level, violations, missing, lost, tuple(_undecided(facts)))


def _undecided(facts: Facts) -> Iterator[Violation]:
    for name, found in judgements(facts).items():
        for violation in found.undecided:
            yield attrs.evolve(violation, player=name)


def _missing(facts: Facts) -> Iterator[str]:
    players = facts.position.players
    if len(players) < FEWEST_PLAYERS:
        yield "two players or more"
    in_part = dict(_unseen(facts.position))
    for entry in (name for name, given in _of_the_table(facts).items() if given is None):
        yield f"{entry}{in_part.pop(entry, '')}"
    yield from (f"{entry}{said}" for entry, said in in_part.items())
    for (called, player), name in zip(facts.named, facts.names, strict=True):
        noted = attrs.asdict(player, recurse=False) | {"name": name}
        fields = {field: given for field, given in noted.items() if not field.startswith("seen_")}
        # MIX-20: which tile of Granada was the first.
        if player.city is not None and player.city.other:
            fields["second"] = player.city.second
        # VIZ-2: everybody has a pawn, if the module is played.
        if not facts.has_pawns:
            del fields["pawn"]
        # BON-2: and bonus cards, hidden or shown.
        if not facts.has_bonus:
            del fields["bonus"], fields["shown"]
        in_part = dict(_unseen(player))
        for field in (field for field, given in fields.items() if given is None):
            yield f"{field} of {called}{in_part.get(field, '')}"


def _unseen(noted: Position | NotedPlayer) -> Iterator[tuple[str, str]]:
    """Yield what is seen in part: the entry, and what of it is not seen, in words."""
    for field in attrs.fields(type(noted)):
        part = getattr(noted, field.name) if field.name.startswith("seen_") else None
        if part is not None:
            if isinstance(part, SeenCity):
                hidden: list[str] = [f"{part.tiles[cell]} at {cell}" for cell in part.unknown]
            elif isinstance(part, SeenCards):
                hidden = [f"{currency.code}{HIDDEN}" for currency in part.hidden]
                hidden += [count(part.more, "card")] if part.more else []
            else:
                hidden = [str(tile) for tile in part if isinstance(tile, SeenTile)]
            yield field.name.removeprefix("seen_"), f" (not seen: {some(hidden)})"


def _of_the_table(facts: Facts) -> dict[str, object]:
    """Return what has to be noted beside the players; ``None`` for what is not."""
    position, tiles = facts.position, facts.position.tile_set
    # VIZ-8: after the use of a pawn a tile is drawn first.
    is_decided = position.phase in DECISIONS and not facts.is_refilling
    wanted: dict[str, object] = {
        # MIX-2: tiles of each kind.
        "a listed tile set": tiles if tiles and len(tiles.kinds) >= len(facts.kinds) else None,
        "ruleset": position.ruleset,
        # BOX-9: there is a marker only where tiles have backs.
        **({"marker": position.marker} if facts.rules.has_marker else {}),
        "yard": position.yard,
        "display": position.display,
        "discards": position.discards,
        "piles": position.piles,
        "bought": position.bought,
        "a phase in which somebody decides": position.phase if is_decided else None,
        "turn": position.turn,
    }
    # HUT-1, HUT-3: with huts, which ones there are and lie open.
    if facts.has_huts:
        wanted["a listed set of huts"] = None if tiles is None else tiles.huts
        wanted["huts"] = position.open_huts
    # MIX-7: piles without a scoring card do not tell whether B is still to come.
    if position.piles is not None and len(facts.possible_turned_up) > 1:
        wanted["turned_up"] = None
    # BON-4: before which scoring cards are shown.
    if position.phase is Phase.REVEAL:
        wanted["due"] = position.due
    if len(position.players) == PLAYERS_WITH_DIRK:
        wanted |= {"dirk": position.dirk, "dirks_points": position.dirks_points}
    return wanted


def _lost(facts: Facts) -> Iterator[str]:
    # SETUP-2, SETUP-3: before the first decision there are draws.
    if facts.position.draws == 0:
        yield "draws"
    if any(facts.scorings_before_sheets):
        yield "sheets"
