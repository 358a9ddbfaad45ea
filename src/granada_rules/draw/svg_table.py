"""A table as a picture: yard, display and heaps above, then the players side by side, then Dirk."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.draw import words
from granada_rules.draw.markup import Drawing, Markup, group, joined, label, lines, rect
from granada_rules.draw.plan import plan
from granada_rules.draw.style import class_of
from granada_rules.draw.svg_city import TILE, city_drawing, tile_markup
from granada_rules.state import DIRK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from granada_rules.draw.plan import Numbered
    from granada_rules.draw.show import Seen, Show
    from granada_rules.game import Table
    from granada_rules.money import Card, Purse
    from granada_rules.ruleset import Ruleset
    from granada_rules.tiles import Face

__all__ = ["table_drawing"]

_WIDTH = 760
"""How wide a table is: narrow enough for its words to be read on a small screen."""

_BETWEEN = 12
"""What is free between panels, and inside them along their edges."""

_BELOW = 7
"""What is free between one thing on a panel and the next below it."""

_HALF = (_WIDTH - _BETWEEN) // 2

_YARD_TILE, _SMALL_TILE = 82, 54
_LARGEST_CITY_TILE = 0.8
_HIGHEST_CITY = 620

_CARD = (56, 74, 26)
_CHIP = (34, 24, 14)
"""Width, height and size of letters of a card on the display, and of one in a hand."""


@final
@attrs.frozen
class _Panel:
    """A part of the table on a ground of its own."""

    content: Drawing
    is_turn: bool = False
    """Whether it belongs to the one whose turn it is."""

    @property
    def width(self) -> float:
        return self.content.width


def table_drawing(seen: Seen, show: Show, violations: Numbered) -> Drawing:
    """Return a table with the hands that may be known."""
    heading = lines(words.state(seen.table), _WIDTH, 18, "strong")
    pieces = [heading.markup]
    y = heading.height + 8
    for row in _rows(_panels(seen, show, violations)):
        high = max(panel.content.height for panel in row)
        x = 0.0
        for panel in row:
            pieces.append(rect((x, y, panel.width, high), "panel", 8))
            if panel.is_turn:
                pieces.append(rect((x, y, panel.width, high), "turn", 8))
            pieces.append(group(panel.content.markup, x, y))
            x += panel.width + _BETWEEN
        y += high + _BETWEEN
    return Drawing(joined(pieces), _WIDTH, y - _BETWEEN)


def _rows(panels: Iterable[_Panel]) -> Iterator[list[_Panel]]:
    """Put panels side by side as long as there is room."""
    row: list[_Panel] = []
    for panel in panels:
        if row and sum(one.width + _BETWEEN for one in row) + panel.width > _WIDTH:
            yield row
            row = []
        row.append(panel)
    yield row


def _panels(seen: Seen, show: Show, violations: Numbered) -> Iterator[_Panel]:
    table = seen.table
    yard = _yard(table)
    yield yard
    yield _money(table, _WIDTH - yard.width - _BETWEEN)
    if table.bought:
        yield _stacked(
            [_heading("To be placed", _WIDTH), _faces(table.bought, table.ruleset, _WIDTH)], _WIDTH
        )
    for seat in range(len(table.players)):
        yield _player(seen, seat, show, violations)
    if table.dirk is not None:
        parts = [_heading(DIRK, _WIDTH), lines(words.count(table.dirk.points, "point"), _WIDTH, 13)]
        yield _stacked([*parts, _faces(table.dirk.faces, table.ruleset, _WIDTH)], _WIDTH)


def _stacked(parts: Iterable[Drawing], width: float, *, is_turn: bool = False) -> _Panel:
    """Put drawings below one another on a panel."""
    pieces = []
    y = float(_BETWEEN)
    for part in parts:
        pieces.append(group(part.markup, _BETWEEN, y))
        y += part.height + _BELOW
    return _Panel(Drawing(joined(pieces), width, y - _BELOW + _BETWEEN), is_turn)


def _heading(name: str, width: float) -> Drawing:
    return lines(name, width - 2 * _BETWEEN, 16, "strong")


def _yard(table: Table) -> _Panel:
    """Return the spaces: currency (BOX-7), the tile, what it costs, and what is on its back (BOX-13)."""
    tiles = table.ruleset.tiles
    wide, step = _YARD_TILE, _YARD_TILE + 16
    pieces = []
    for number, (currency, face) in enumerate(zip(table.ruleset.yard, table.yard, strict=True)):
        x, middle = number * step, number * step + wide / 2
        pieces.append(rect((x, 0, wide, 20), f"card {class_of(currency)}", 4))
        pieces.append(label(middle, 15, f"{number + 1} {currency.label}", 13, "on-card"))
        if face is None:
            pieces.append(rect((x + 1, 27, wide - 2, wide - 2), "space", 3))
            continue
        pieces.append(group(tile_markup(face, tiles.moats(face)), x, 26, wide / TILE))
        pieces.append(label(middle, wide + 44, f"price {face.value}", 13, "middle strong"))
        pieces.append(label(middle, wide + 61, f"back {tiles.back(face)}", 12, "middle muted"))
    width = len(table.yard) * step - 16 + 2 * _BETWEEN
    return _stacked([_heading("Yard", width), Drawing(joined(pieces), width, wide + 64)], width)


def _money(table: Table, width: float) -> _Panel:
    """Return the display (BOX-8) and how much there is elsewhere."""
    wide, high, _ = _CARD
    cards = [_card(card, _CARD) for card in table.display]
    free = [rect((1, 1, wide - 2, high - 2), "space", 6)] * (len(table.yard) - len(cards))
    heaps = [
        f"Marker on {table.marker.value}",
        f"Bag: {words.count(len(table.bag), 'tile')}",
        f"Deck: {words.count(table.deck_size, 'card')}",
        f"Discards: {words.count(len(table.discards), 'card')}",
    ]
    if table.turned_up:
        heaps.append(f"Scoring cards: {words.turned_up(table)}")
    written = [label(number % 2 * 140, 13 + number // 2 * 19, heap, 13) for number, heap in enumerate(heaps)]
    numbers = Drawing(joined(written), width, 19 * ((len(heaps) + 1) // 2))
    return _stacked([_heading("Display", width), _flow([*cards, *free], wide, high, width), numbers], width)


def _card(card: Card, shape: tuple[float, float, float]) -> Markup:
    wide, high, size = shape
    ground = rect((0, 0, wide, high), f"card {class_of(card.currency)}", 5)
    return joined([ground, label(wide / 2, high / 2 + size * 0.36, str(card), size, "on-card")])


def _player(seen: Seen, seat: int, show: Show, violations: Numbered) -> _Panel:
    table, hand = seen.table, seen.hands[seat]
    player, is_turn = table.players[seat], seat == table.turn
    own = tuple((number, wrong) for number, wrong in violations if wrong.player == player.name)
    whole = plan(player.city, show, own, with_legal_cells=is_turn)
    city = city_drawing(player.city, whole)
    # A city that is long and low could hardly be read beside another one.
    is_long = city.width > 2 * city.height and city.width * _LARGEST_CITY_TILE > _HALF
    width = _WIDTH if is_long else _HALF
    room = width - 2 * _BETWEEN
    parts = [
        _heading(words.name_of(player.name), width),
        lines(words.counts(player, is_turn=is_turn), room, 13),
    ]
    if hand is not None:
        parts.append(_labelled("Hand", _hand(hand, width)))
    if player.reserve:
        parts.append(_labelled("Reserve", _faces(player.reserve, table.ruleset, width)))
    scale = min(_LARGEST_CITY_TILE, room / city.width, _HIGHEST_CITY / city.height)
    left = (room - city.width * scale) / 2
    parts.append(Drawing(group(city.markup, left, 0, scale), room, city.height * scale))
    parts += [lines(said, room, 13) for said in words.captions(whole, longest_moat=show.longest_moat)]
    return _stacked(parts, width, is_turn=is_turn)


def _labelled(name: str, drawing: Drawing) -> Drawing:
    both = [label(0, 11, name, 12, "muted"), group(drawing.markup, 0, 16)]
    return Drawing(joined(both), drawing.width, drawing.height + 16)


def _flow(things: Sequence[Markup], wide: float, high: float, width: float) -> Drawing:
    """Return things of one size side by side, in as many rows as they take on a panel of that width."""
    each = int((width - 2 * _BETWEEN + 6) // (wide + 6))
    places = (
        group(thing, number % each * (wide + 6), number // each * (high + 6))
        for number, thing in enumerate(things)
    )
    rows = -(-len(things) // each)
    return Drawing(joined(places), width, rows * (high + 6) - 6)


def _hand(hand: Purse, width: float) -> Drawing:
    if not hand:
        return lines("none", width, 13)
    wide, high, _ = _CHIP
    return _flow([_card(card, _CHIP) for card in hand], wide, high, width)


def _faces(faces: Sequence[Face], ruleset: Ruleset, width: float) -> Drawing:
    if not faces:
        return lines("none", width, 13)
    size = _SMALL_TILE / TILE
    tiles = [group(tile_markup(face, ruleset.tiles.moats(face)), 0, 0, size) for face in faces]
    return _flow(tiles, _SMALL_TILE, _SMALL_TILE, width)
