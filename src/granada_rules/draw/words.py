"""Text in drawings: cleaned, wrapped, and sentences that describe what is drawn."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import attrs

from granada_rules.base import JOINERS, LONGEST_NAME, count, short
from granada_rules.box import EDITIONS, MOST_BONUS_CARDS, Box, Building, Kind, Phase, Ruleset, some
from granada_rules.draw.plan import shape_of, tile_in
from granada_rules.position import facts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from granada_rules.box import Edges, Face, Violation
    from granada_rules.city import City, SeenCity
    from granada_rules.draw.plan import Longest, Numbered, Plan
    from granada_rules.game import Table
    from granada_rules.position import Position
    from granada_rules.sheet import ScoreSheet

__all__ = [
    "MOST_LISTED",
    "barriers",
    "barriers_of",
    "bonus_cards",
    "captions",
    "cards",
    "city_title",
    "clean",
    "described_city",
    "games",
    "legend",
    "listed",
    "name_of",
    "noted_beside",
    "noted_state",
    "others",
    "state",
    "title_of",
    "wrapped",
]

_LONGEST_TITLE = 120
_LONGEST_MESSAGE = 300

MOST_LISTED = 40
"""How many violations a legend lists; the others are only counted."""


def clean(text: str, longest: int) -> str:
    """Return a text as one printable line of at most ``longest`` characters.

    Other characters could move the cursor, change the reading direction or make a page invalid.
    """
    letters = (
        letter
        if letter.isprintable() or letter in JOINERS
        else " "
        if letter.isspace()
        else "\N{REPLACEMENT CHARACTER}"
        for letter in text[: longest + 1]
    )
    shown = " ".join("".join(letters).split())
    return shown if len(text) <= longest else f"{shown[: longest - 1]}…"


def name_of(player: str) -> str:
    """Return the name of a player, cleaned."""
    return clean(player, LONGEST_NAME)


def title_of(title: str) -> str:
    """Return a title, cleaned."""
    return clean(title, _LONGEST_TITLE)


def _message_of(violation: Violation) -> str:
    """Return clause, player and message of a violation, cleaned."""
    return clean(str(violation), _LONGEST_MESSAGE)


def wrapped(
    text: str,
    width: float,
    indent: float = 0,
    *,
    measure: Callable[[str], float],
    fitting: Callable[[str, float], int],
) -> Iterator[str]:
    """Wrap a text to a width, between words where possible.

    Lines after the first are narrower by ``indent``. ``fitting`` tells how many characters of a word fit, at
    least one.
    """
    current, room = "", width
    for word in text.split():
        if current and measure(f"{current} {word}") > room:
            yield current
            current, room = "", width - indent
        current += f" {word}" if current else word
        while (end := fitting(current, room)) < len(current):
            yield current[:end]
            current, room = current[end:], width - indent
    yield current


def listed(numbers: Sequence[int], between: str, longest: int) -> str:
    """Join as many numbers as fit, with a plus if there are more."""
    shown = str(numbers[0])
    for place, number in enumerate(numbers[1:], 2):
        longer = f"{shown}{between}{number}"
        if len(longer) + (place < len(numbers)) > longest:
            return f"{shown}+"
        shown = longer
    return shown


def others(violations: Numbered) -> str:
    """Return how many violations the legend leaves out, in words; empty if none."""
    return f"and {len(violations) - MOST_LISTED} more" if len(violations) > MOST_LISTED else ""


def legend(violations: Numbered) -> list[tuple[int, str]]:
    """Return the entries of the legend: number and message."""
    return [(number, _message_of(violation)) for number, violation in violations[:MOST_LISTED]]


def barriers_of(edges: Edges | None, kind: Kind) -> str:
    """Return moats or walls in words: ``moats N E``, ``moat N``, ``no moats``; ``moats ?`` if not seen."""
    if edges is None:
        return f"{barriers(kind)} ?"
    if len(edges) == 1:
        return f"{Box.of(kind).barrier} {edges}"
    return f"{barriers(kind)} {' '.join(str(edges))}" if edges else f"no {barriers(kind)}"


def barriers(kind: Kind) -> str:
    """Return what lies between tiles of that kind: ``moats`` or ``walls``."""
    return f"{Box.of(kind).barrier}s"


def games(kinds: Iterable[Kind]) -> str:
    """Return the names of games, such as ``Granada``."""
    return " and ".join(kind.label for kind in kinds)


def captions(plan: Plan, *, longest_moat: bool) -> list[str]:
    """Return captions for the longest moat or wall and the legal cells, if they are shown."""
    if plan.unknown and (longest_moat or plan.legal_for is not None):
        return [
            f"Longest moats and legal cells are not certain: not everything is seen at {some(plan.unknown)}"
        ]
    said = [_longest(longest) for longest in plan.longest if longest_moat]
    if plan.legal_for is not None:
        where = f"may be built at {some(plan.legal)}" if plan.legal else "may be built nowhere"
        said.append(f"A tile with {barriers_of(plan.legal_for, plan.kind)} {where}")
    return said


def _longest(longest: Longest) -> str:
    moat = longest.moat
    length = f"{count(moat.length, 'edge')}{', a ring' if moat.is_ring else ''}" if moat.length else "none"
    where = ""
    if longest.is_border and moat.edges and not moat.is_ring:
        # In text wall and moat have their own marks there, so words say where it is.
        where = f", {' to '.join(map(str, dict.fromkeys([moat.edges[0], moat.edges[-1]])))}"
    return f"Longest {longest.name} ({longest.clause}): {length}{where}"


_CITIES = {Kind.ALHAMBRA: "An Alhambra", Kind.GRANADA: "A city"}
_TITLES = {Kind.ALHAMBRA: "An Alhambra", Kind.GRANADA: "A city of Granada"}


def city_title(city: City | SeenCity) -> str:
    """Return a title for a city that has none."""
    return games(Kind) if shape_of(city).other else _TITLES[city.start]


def described_city(city: City | SeenCity) -> str:
    """Describe the tiles of a city and their extent."""
    shape = shape_of(city)
    what = "A layout" if shape.other else _CITIES[city.start]
    if not city.tiles:
        return f"{what} that is just the start tile."
    tiles = [tile for cell in city.tiles if (tile := tile_in(city, cell)) is not None]
    types = Counter(tile.building for tile in tiles if not tile.is_hut)
    huts = Counter(tile.building for tile in tiles if tile.is_hut)
    said = [f"{types[building]} {building.label}" for building in Building if building in types]
    said += [f"{count(huts[one], 'hut')} for {one.label}" for one in Building if one in huts]
    said += [f"{types[None]} covered"] if None in types else []
    kinds = ", ".join(said)
    turned = shape.turned.bit_count()
    lies = f"; {turned} of them turned" if turned else ""
    cells = shape.cells
    west, east = min(cell.x for cell in cells), max(cell.x for cell in cells)
    south, north = min(cell.y for cell in cells), max(cell.y for cell in cells)
    where = f"x from {west} to {east}, y from {south} to {north}"
    return f"{what} of {count(len(city.tiles), 'tile')} around the start tile, {where}: {kinds}{lies}."


def state(table: Table) -> str:
    """Return what a game waits for, in words."""
    who = None if table.turn is None else name_of(table.players[table.turn].name)
    asked = None if table.to_act is None else name_of(table.players[table.to_act].name)
    drawn = table.waits_for.replace("is to be drawn", "is drawn") if table.is_chance else ""
    said = {
        Phase.SETUP: f"Setup: {drawn}" + f", for {who}" * (who is not None),
        Phase.ACT: f"{who} is to act" + " once more" * table.extra,
        Phase.PLACE: f"{who} is to place a bought tile",
        Phase.END_OF_TURN: f"End of the turn of {who}: {drawn}",
        Phase.FAVOUR: f"After the turn of {who}: {drawn or f'{asked} may use the pawn'}",
        Phase.PLACE_FAVOUR: f"After the turn of {who}: {asked} is to place the tile bought with the pawn",
        Phase.REVEAL: f"Before a scoring, after the turn of {who}: {asked} may show a bonus card",
        Phase.GIFT: f"End of the game: {asked} is to place a tile given away",
        Phase.OVER: "The game is over",
    }[table.phase]
    return said if table.due is None else f"{said}; scoring {table.due.value} is due"


def noted_state(position: Position) -> str:
    """Return what a noted game waits for, in words; empty if unknown."""
    if position.phase is Phase.OVER:
        return "The game is over"
    if position.turn is None:
        return "" if position.phase is None else f"Phase: {position.phase.value}"
    who = name_of(position.turn)
    to_act = facts_of(position).to_act
    asked = "" if to_act is None else name_of(to_act)
    offer = f"{asked} may use the pawn" if asked else "a tile for the yard is drawn"
    return {
        None: f"It is the turn of {who}",
        Phase.SETUP: f"Setup, for {who}",
        Phase.ACT: f"{who} is to act" + " once more" * bool(position.bought),
        Phase.PLACE: f"{who} is to place a bought tile",
        Phase.END_OF_TURN: f"End of the turn of {who}",
        Phase.FAVOUR: f"After the turn of {who}: {offer}",
        Phase.PLACE_FAVOUR: f"After the turn of {who}: {asked} is to place the tile bought with the pawn",
        Phase.REVEAL: f"Before a scoring, after the turn of {who}: {asked} may show a bonus card"
        + ("" if position.due is None else f"; scoring {position.due.value} is due"),
        Phase.GIFT: f"End of the game: {asked} is to place a tile given away",
    }[position.phase]


def cards(faces: tuple[Face, ...]) -> str:
    """Return bonus cards by their tiles; of very many just some."""
    codes = [str(face) for face in faces[:MOST_BONUS_CARDS]]
    return " ".join(codes if len(faces) <= MOST_BONUS_CARDS else [*codes, "…"])


def bonus_cards(
    shown: tuple[Face, ...] | None, hidden: tuple[Face, ...] | None, many: int | None = None
) -> str:
    """Return which bonus cards a player shows and hides, in words; of hidden ones at least how many."""
    said = []
    if shown:
        said.append(f"{cards(shown)} shown")
    if hidden:
        said.append(f"{cards(hidden)} hidden")
    elif many:
        said.append(f"{many} hidden")
    is_noted = shown is not None or hidden is not None
    return f"bonus cards: {', '.join(said) or 'none'}" if is_noted else ""


def noted_beside(position: Position) -> Iterator[str]:
    """Yield what is noted about a game besides what lies on the table."""
    if position.ruleset is not None:
        yield _noted_ruleset(position.ruleset)
    if position.draws:
        yield f"Draws so far: {short(position.draws)}"
    if position.sheets == ():
        yield "Score sheets: none"
    yield from map(_noted_sheet, position.sheets or ())


def _noted_ruleset(ruleset: Ruleset) -> str:
    """Return the options that differ from the English book, or from the book of Alhambra."""
    plain = Ruleset(kinds=ruleset.kinds)
    editions = (name for name, edition in EDITIONS.items() if edition == plain)
    said = [f"Ruleset: {next(editions, ruleset.label)}"]
    said += [f"with {module.label}" for module in ruleset.modules]
    for option in attrs.fields(type(ruleset)):
        value = getattr(ruleset, option.name)
        if isinstance(value, bool) and value != getattr(plain, option.name):
            said.append(f"{option.name} = {str(value).lower()}")
    if ruleset.yard != plain.yard:
        said.append(f"yard = {' '.join(currency.code for currency in ruleset.yard)}")
    return ", ".join(said)


def _noted_sheet(sheet: ScoreSheet) -> str:
    """Return the totals of a score sheet."""
    totals = ", ".join(f"{name_of(name)} {short(points)}" for name, points in sheet.totals.items())
    return f"Score sheet {sheet.scoring.value}: {totals or 'nobody'}"
