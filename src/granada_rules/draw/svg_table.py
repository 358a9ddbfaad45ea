"""A table as SVG: yard, display and heaps, then the players side by side, then Dirk."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

import attrs

from granada_rules.base import count
from granada_rules.box import DIRK, DISPLAY, SPACES, Card, Currency
from granada_rules.city import HIDDEN
from granada_rules.draw import words
from granada_rules.draw.glyphs import TILE
from granada_rules.draw.markup import Drawing, Markup, class_of, group, joined, label, lines, rect
from granada_rules.draw.plan import plan
from granada_rules.draw.svg_city import city_drawing, tile_markup
from granada_rules.position import SeenCards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from granada_rules.box import AnyCard, Purse
    from granada_rules.city import SeenTile
    from granada_rules.draw.plan import Numbered
    from granada_rules.draw.scene import Scene, ScenePlayer
    from granada_rules.draw.show import Show
    from granada_rules.position import NotedTile

__all__ = ["table_drawing"]

_WIDTH = 760
"""Width of a table; narrow enough to be readable on a small screen."""

_BETWEEN = 12
"""Space between panels, and padding inside them."""

_BELOW = 7
"""Space between the parts of a panel."""

_HALF = (_WIDTH - _BETWEEN) // 2

_YARD_TILE, _SMALL_TILE = 82, 54
_LARGEST_CITY_TILE = 0.8
_HIGHEST_CITY = 620

_CARD = (56, 74, 26)
_CHIP = (34, 24, 14)
"""Width, height and font size of a card on the display, and in a hand."""

_Shape = tuple[float, float, float]


@final
@attrs.frozen
class _Panel:
    """A part of the table with its own background."""

    content: Drawing
    is_turn: bool = False
    """Whether it belongs to the player whose turn it is."""

    @property
    def width(self) -> float:
        return self.content.width


def table_drawing(scene: Scene, show: Show, violations: Numbered) -> Drawing:
    """Return the known parts of a table."""
    heading = lines(scene.state, _WIDTH, 18, "strong")
    pieces = [heading.markup]
    y = heading.height + 8 if scene.state else 0.0
    for row in _rows(_panels(scene, show, violations)):
        high = max(panel.content.height for panel in row)
        x = 0.0
        for panel in row:
            pieces.append(rect((x, y, panel.width, high), "panel", 8))
            if panel.is_turn:
                pieces.append(rect((x, y, panel.width, high), "turn", 8))
            pieces.append(group(panel.content.markup, x, y))
            x += panel.width + _BETWEEN
        y += high + _BETWEEN
    return Drawing(joined(pieces), _WIDTH, max(y - _BETWEEN, 0))


def _rows(panels: Iterable[_Panel]) -> Iterator[list[_Panel]]:
    """Arrange panels in rows."""
    row: list[_Panel] = []
    for panel in panels:
        if row and sum(one.width + _BETWEEN for one in row) + panel.width > _WIDTH:
            yield row
            row = []
        row.append(panel)
    if row:
        yield row


def _panels(scene: Scene, show: Show, violations: Numbered) -> Iterator[_Panel]:
    room = float(_WIDTH)
    if scene.yard is not None:
        yard = _yard(scene, scene.yard)
        room -= yard.width + _BETWEEN
        yield yard
    money = list(_money(scene, room))
    if money:
        yield _stacked(money, room)
    if scene.bag is not None:
        heading = f"Bag: {count(len(scene.bag), 'tile')}"
        yield _stacked([_heading(heading, _WIDTH), _tiles(scene.bag, scene, _WIDTH)], _WIDTH)
    if scene.huts is not None:
        huts = [hut for hut in scene.huts if hut is not None]
        yield _stacked([_heading("Open huts", _WIDTH), _tiles(huts, scene, _WIDTH)], _WIDTH)
    if scene.bought is not None:
        yield _stacked([_heading("To be placed", _WIDTH), _tiles(scene.bought, scene, _WIDTH)], _WIDTH)
    if scene.discards is not None:
        heading = f"Discards: {count(len(scene.discards), 'card')}"
        yield _stacked([_heading(heading, _WIDTH), _hand(scene.discards, _WIDTH)], _WIDTH)
    for player in scene.players:
        yield _player(scene, player, show, violations)
    if scene.dirk is not None:
        parts = [_heading(DIRK, _WIDTH)]
        if scene.dirk.points is not None:
            parts.append(lines(count(scene.dirk.points, "point"), _WIDTH, 13))
        if scene.dirk.tiles is not None:
            parts.append(_tiles(scene.dirk.tiles, scene, _WIDTH))
        yield _stacked(parts, _WIDTH)


def _stacked(parts: Iterable[Drawing], width: float, *, is_turn: bool = False) -> _Panel:
    """Stack drawings on a panel."""
    pieces = []
    y = float(_BETWEEN)
    for part in parts:
        pieces.append(group(part.markup, _BETWEEN, y))
        y += part.height + _BELOW
    return _Panel(Drawing(joined(pieces), width, y - _BELOW + _BETWEEN), is_turn)


def _heading(name: str, width: float) -> Drawing:
    return lines(name, width - 2 * _BETWEEN, 16, "strong")


def _yard(scene: Scene, yard: Sequence[NotedTile | SeenTile | None]) -> _Panel:
    """Return the spaces of the yard, in rows of four (BOX-7)."""
    step, high = _YARD_TILE + 16, _YARD_TILE + 64
    rows = max(1, -(-len(yard) // SPACES))
    spaces = (
        piece
        for number, tile in enumerate(yard)
        for piece in _space(number, tile, scene, number % SPACES * step, number // SPACES * (high + _BELOW))
    )
    width = SPACES * step - 16 + 2 * _BETWEEN
    drawn = Drawing(joined(spaces), width, rows * (high + _BELOW) - _BELOW)
    return _stacked([_heading("Yard", width), drawn], width)


def _space(
    number: int, tile: NotedTile | SeenTile | None, scene: Scene, x: float, y: float
) -> Iterator[Markup]:
    """Yield a space: currency (BOX-7), tile, price and back (BOX-13)."""
    wide, middle = _YARD_TILE, x + _YARD_TILE / 2
    if number < len(scene.currencies):
        currency = scene.currencies[number]
        yield rect((x, y, wide, 20), f"card {class_of(currency)}", 4)
        yield label(middle, y + 15, f"{number + 1} {currency.label}", 13, "on-card")
    else:
        yield label(middle, y + 15, str(number + 1), 13, "middle strong")
    if tile is None:
        yield rect((x + 1, y + 27, wide - 2, wide - 2), "space", 3)
        return
    seen, back = scene.seen(tile), scene.back(tile)
    price = HIDDEN if seen.price is None else seen.price
    yield group(tile_markup(seen), x, y + 26, wide / TILE)
    yield label(middle, y + wide + 44, f"price {price}", 13, "middle strong")
    if seen.sides is None:
        barriers = words.barriers(seen.kind or scene.played[0])
        yield label(middle, y + wide + 61, f"{barriers} ?", 12, "middle muted")
    elif back is not None:
        yield label(middle, y + wide + 61, f"back {back}", 12, "middle muted")


def _money(scene: Scene, width: float) -> Iterator[Drawing]:
    """Yield the display (BOX-8), the marker, the sizes of the heaps and the notes."""
    if scene.display is not None:
        wide, high, _ = _CARD
        cards = _cards(scene.display, _CARD)
        free = [rect((1, 1, wide - 2, high - 2), "space", 6)] * (DISPLAY - len(cards))
        yield _heading("Display", width)
        yield _flow([*cards, *free], wide, high, width)
    said = [] if scene.marker is None else [f"Marker on {scene.marker.value}"]
    said += [f"{name}: {number}" for name, number in scene.heaps]
    if scene.turned_up:
        said.append(f"Scoring cards: {scene.turned_up}")
    if said:
        written = (label(number % 2 * 140, 13 + number // 2 * 19, one, 13) for number, one in enumerate(said))
        yield Drawing(joined(written), width, 19 * ((len(said) + 1) // 2))
    if scene.piles is not None:
        yield lines(f"Piles: {' '.join(scene.piles) or 'none'}", width - 2 * _BETWEEN, 13)
    for note in scene.notes:
        yield lines(note, width - 2 * _BETWEEN, 13)


def _cards(cards: Purse | SeenCards, shape: _Shape) -> list[Markup]:
    if not isinstance(cards, SeenCards):
        return [_card(card, shape) for card in cards]
    drawn = [_card(card, shape) for card in (*cards.known, *cards.hidden)]
    wide, high, size = shape
    if cards.more:
        number = label(wide / 2, high / 2 + size * 0.36, f"{cards.more} {HIDDEN}", size, "middle strong")
        drawn.append(joined([rect((1, 1, wide - 2, high - 2), "space", 5), number]))
    return drawn


def _card(card: AnyCard | Currency, shape: _Shape) -> Markup:
    wide, high, size = shape
    if isinstance(card, Currency):
        first, others, code = card, [], f"{card.code}{HIDDEN}"
    else:
        first, *others = [card.currency] if isinstance(card, Card) else card.currencies
        code = str(card)
    ground = [rect((0, 0, wide, high), f"card {class_of(first)}", 5)]
    # EXC-1: the right half of an exchange card is of its second currency.
    ground += [rect((wide / 2, 0, wide / 2, high), f"card {class_of(second)}", 5) for second in others]
    return joined([*ground, label(wide / 2, high / 2 + size * 0.36, code, size, "on-card")])


def _player(scene: Scene, player: ScenePlayer, show: Show, violations: Numbered) -> _Panel:
    own = tuple((number, wrong) for number, wrong in violations if wrong.player == player.name)
    whole = city = None
    width = _HALF
    if player.city is not None:
        whole = plan(player.city, show, own, with_legal_cells=player.shows_legal_cells)
        city = city_drawing(player.city, whole)
        # A long, low city gets the full width.
        is_long = city.width > 2 * city.height and city.width * _LARGEST_CITY_TILE > _HALF
        width = _WIDTH if is_long else _HALF
    room = width - 2 * _BETWEEN
    parts = [_heading(words.name_of(player.name), width)]
    if counts := player.counts:
        parts.append(lines(counts, room, 13))
    if player.hand is not None:
        parts.append(_labelled("Hand", _hand(player.hand, width)))
    if player.reserve is not None:
        parts.append(_labelled("Reserve", _tiles(player.reserve, scene, width)))
    if city is not None and whole is not None:
        scale = min(_LARGEST_CITY_TILE, room / city.width, _HIGHEST_CITY / city.height)
        left = (room - city.width * scale) / 2
        parts.append(Drawing(group(city.markup, left, 0, scale), room, city.height * scale))
        parts += [lines(said, room, 13) for said in words.captions(whole, longest_moat=show.longest_moat)]
    return _stacked(parts, width, is_turn=player.is_turn)


def _labelled(name: str, drawing: Drawing) -> Drawing:
    both = [label(0, 11, name, 12, "muted"), group(drawing.markup, 0, 16)]
    return Drawing(joined(both), drawing.width, drawing.height + 16)


def _flow(things: Sequence[Markup], wide: float, high: float, width: float) -> Drawing:
    """Return things of one size in rows that fit the width."""
    each = int((width - 2 * _BETWEEN + 6) // (wide + 6))
    places = (
        group(thing, number % each * (wide + 6), number // each * (high + 6))
        for number, thing in enumerate(things)
    )
    rows = -(-len(things) // each)
    return Drawing(joined(places), width, rows * (high + 6) - 6)


def _hand(hand: Purse | SeenCards, width: float) -> Drawing:
    if not hand:
        return lines("none", width, 13)
    wide, high, _ = _CHIP
    return _flow(_cards(hand, _CHIP), wide, high, width)


def _tiles(tiles: Sequence[NotedTile | SeenTile], scene: Scene, width: float) -> Drawing:
    if not tiles:
        return lines("none", width, 13)
    size = _SMALL_TILE / TILE
    drawn = [group(tile_markup(scene.seen(tile)), 0, 0, size) for tile in tiles]
    return _flow(drawn, _SMALL_TILE, _SMALL_TILE, width)
