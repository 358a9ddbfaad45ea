"""`validate`: all that is wrong with a position, and what it lacks to be played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from granada_rules.base import expect, remembered
from granada_rules.box import DECISIONS, FEWEST_PLAYERS, PLAYERS_WITH_DIRK, Kind, Phase
from granada_rules.position.checks import part_violations, sheet_violations, whole_violations
from granada_rules.position.facts import Facts
from granada_rules.position.model import Level, Position, Report, kinds_noted, may_be_of_both

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import Violation

__all__ = ["facts_of", "validate", "violations_of"]


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
    cities = [player.city for player in position.players if player.city is not None]
    facts = Facts(position, kinds_noted(position, cities) or (Kind.GRANADA,))
    if len(facts.kinds) > 1 or not may_be_of_both(position, cities):
        return facts
    together = Facts(position, tuple(Kind))
    return together if violations_of(facts) and not violations_of(together) else facts


@remembered(Facts)
def violations_of(facts: Facts) -> tuple[Violation, ...]:
    """Return what is wrong with the parts, with the table as a whole, with the score sheets."""
    return tuple(_violations(facts))


def _violations(facts: Facts) -> Iterator[Violation]:
    yield from part_violations(facts)
    yield from whole_violations(facts)
    if facts.position.sheets:
        yield from sheet_violations(facts, facts.position.sheets)


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
    return Report(level, violations, missing, lost)


def _missing(facts: Facts) -> Iterator[str]:
    position = facts.position
    wanted: dict[str, object] = {
        "a listed tile set": position.tile_set,
        "ruleset": position.ruleset,
        "marker": position.marker,
        "yard": position.yard,
        "display": position.display,
        "discards": position.discards,
        "piles": position.piles,
        "bought": position.bought,
        # VIZ-8: after the use of a pawn a tile is drawn first.
        "a phase in which somebody decides": position.phase
        if position.phase in DECISIONS and not facts.is_refilling
        else None,
        "turn": position.turn,
    }
    # BOX-9: there is a marker only where tiles have backs.
    if not facts.rules.has_marker:
        del wanted["marker"]
    # MIX-2: tiles of each kind.
    if position.tile_set is not None and len(position.tile_set.kinds) < len(facts.kinds):
        wanted["a listed tile set"] = None
    # HUT-1, HUT-3: with huts, which ones there are and lie open.
    if facts.has_huts:
        wanted |= {
            "a listed set of huts": None if position.tile_set is None else position.tile_set.huts,
            "huts": position.open_huts,
        }
    # MIX-7: piles without a scoring card do not tell whether B is still to come.
    if position.piles is not None and len(facts.possible_turned_up) > 1:
        wanted["turned_up"] = None
    # BON-4: before which scoring cards are shown.
    if position.phase is Phase.REVEAL:
        wanted["due"] = position.due
    if len(position.players) < FEWEST_PLAYERS:
        yield "two players or more"
    if len(position.players) == PLAYERS_WITH_DIRK:
        wanted |= {"dirk": position.dirk, "dirks_points": position.dirks_points}
    yield from (name for name, given in wanted.items() if given is None)
    for number, (player, name) in enumerate(zip(position.players, facts.names, strict=True), 1):
        fields = attrs.asdict(player, recurse=False) | {"name": name}
        # MIX-20: which tile of Granada was the first.
        if player.city is not None and player.city.other:
            fields["second"] = player.city.second
        # VIZ-2: everybody has a pawn, if the module is played.
        if not facts.has_pawns:
            del fields["pawn"]
        # BON-2: and bonus cards, hidden or shown.
        if not facts.has_bonus:
            del fields["bonus"], fields["shown"]
        yield from (f"{field} of player {number}" for field, given in fields.items() if given is None)


def _lost(facts: Facts) -> Iterator[str]:
    # SETUP-2, SETUP-3: before the first decision there are draws.
    if facts.position.draws == 0:
        yield "draws"
    if any(facts.scorings_before_sheets):
        yield "sheets"
