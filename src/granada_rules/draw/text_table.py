"""A table as text: yard, display and heaps, then the players, then Dirk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.base import count
from granada_rules.box import DIRK, SPACES, Card, Currency
from granada_rules.city import HIDDEN
from granada_rules.draw import words
from granada_rules.draw.canvas import BUILDINGS, CURRENCIES, Style
from granada_rules.draw.plan import plan
from granada_rules.draw.text_city import HIGH, Box, put_box, put_city
from granada_rules.position import SeenCards

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.box import AnyCard, Purse
    from granada_rules.city import SeenTile
    from granada_rules.draw.canvas import Canvas
    from granada_rules.draw.plan import Numbered
    from granada_rules.draw.scene import Scene, ScenePlayer
    from granada_rules.draw.show import Show
    from granada_rules.position import NotedTile

__all__ = ["put_table"]

_SPACE = 12
"""Width of a space of the yard."""


def put_table(canvas: Canvas, scene: Scene, show: Show, violations: Numbered) -> None:
    """Add the known parts of a table to a canvas."""
    with canvas.part():
        if scene.state:
            canvas.paragraph(scene.state, Style.STRONG)
    with canvas.part():
        _put_yard(canvas, scene)
    with canvas.part():
        _put_heaps(canvas, scene)
    for player in scene.players:
        with canvas.part():
            _put_player(canvas, scene, player)
            _put_city(canvas, player, show, violations)
    if scene.dirk is not None:
        with canvas.part():
            points = scene.dirk.points
            said = DIRK if points is None else f"{DIRK}: {count(points, 'point')}"
            canvas.paragraph(said, Style.STRONG)
            _put_tiles(canvas, "  Tiles", scene.dirk.tiles, scene)


def _put_yard(canvas: Canvas, scene: Scene) -> None:
    """Add the spaces in rows of four, each with its currency (BOX-7)."""
    if scene.yard is None:
        return
    canvas.paragraph("Yard" if scene.yard else "Yard none")
    for first in range(0, len(scene.yard), SPACES):
        top = canvas.height
        for number, tile in enumerate(scene.yard[first : first + SPACES], first):
            column = (number - first) * _SPACE
            name, style = str(number + 1), Style.PLAIN
            if number < len(scene.currencies):
                currency = scene.currencies[number]
                name, style = f"{name} {currency.label}", CURRENCIES[currency]
            canvas.put(top, column, name, style)
            _put_space(canvas, top + 1, column, tile, scene)


def _put_space(
    canvas: Canvas, top: int, column: int, tile: NotedTile | SeenTile | None, scene: Scene
) -> None:
    """Put a space of the yard: tile, price and back (BOX-13)."""
    if tile is None:
        put_box(canvas, top, column, Box(label="", is_tile=False))
        return
    seen, back = scene.seen(tile), scene.back(tile)
    kind = seen.kind or scene.played[0]
    put_box(canvas, top, column, Box.of(seen, kind))
    canvas.put(top + HIGH, column, f"price {HIDDEN if seen.price is None else seen.price}")
    if seen.sides is None:
        canvas.put(top + HIGH + 1, column, f"{words.barriers(kind)} ?", Style.FAINT)
    elif back is not None:
        canvas.put(top + HIGH + 1, column, f"back {back}", Style.FAINT)


def _put_heaps(canvas: Canvas, scene: Scene) -> None:
    """Add display, marker, heaps, bought tiles and notes."""
    _put_cards(canvas, "Display", scene.display)
    if scene.marker is not None:
        canvas.add(("Marker", Style.PLAIN), (scene.marker.value, Style.STRONG))
    if scene.heaps:
        canvas.paragraph(", ".join(f"{name} {number}" for name, number in scene.heaps).capitalize())
    if scene.bag is not None:
        _put_tiles(canvas, f"Bag {count(len(scene.bag), 'tile')}:", scene.bag, scene)
    if scene.piles is not None:
        _put_codes(canvas, "Piles", [[(pile, Style.PLAIN)] for pile in scene.piles])
    if scene.discards is not None:
        _put_cards(canvas, f"Discards {count(len(scene.discards), 'card')}:", scene.discards)
    if scene.turned_up:
        canvas.paragraph(f"Scoring cards turned up: {scene.turned_up}")
    if scene.huts is not None:
        _put_tiles(canvas, "Open huts", [hut for hut in scene.huts if hut is not None], scene)
    _put_tiles(canvas, "To be placed", scene.bought, scene)
    for note in scene.notes:
        canvas.paragraph(note, indent=2)


def _put_player(canvas: Canvas, scene: Scene, player: ScenePlayer) -> None:
    name, counts = words.name_of(player.name), player.counts
    canvas.paragraph(f"{name}: {counts}" if counts else name, Style.STRONG, indent=2)
    _put_cards(canvas, "  Hand", player.hand)
    _put_tiles(canvas, "  Reserve", player.reserve, scene)


def _put_city(canvas: Canvas, player: ScenePlayer, show: Show, violations: Numbered) -> None:
    if player.city is None:
        return
    own = tuple((number, wrong) for number, wrong in violations if wrong.player == player.name)
    whole = plan(player.city, show, own, with_legal_cells=player.shows_legal_cells)
    put_city(canvas, player.city, whole)
    for said in words.captions(whole, longest_moat=show.longest_moat):
        canvas.paragraph(said, indent=2)


def _put_cards(canvas: Canvas, name: str, cards: Purse | SeenCards | None) -> None:
    if isinstance(cards, SeenCards):
        codes = [_card(card) for card in (*cards.known, *cards.hidden)]
        more = [[(f"{cards.more} not seen", Style.FAINT)]] if cards.more else []
        _put_codes(canvas, name, [*codes, *more])
    elif cards is not None:
        _put_codes(canvas, name, [_card(card) for card in cards])


def _card(card: AnyCard | Currency) -> _Code:
    """Return the code of a card; that of an exchange card is of two colours (EXC-1)."""
    if isinstance(card, Currency):
        return [(f"{card.code}{HIDDEN}", CURRENCIES[card])]
    if isinstance(card, Card):
        return [(str(card), CURRENCIES[card.currency])]
    return [(currency.code, CURRENCIES[currency]) for currency in card.currencies]


def _put_tiles(canvas: Canvas, name: str, tiles: Iterable[NotedTile | SeenTile] | None, scene: Scene) -> None:
    """Add tiles with their moats or walls, such as ``AR8:NE``; ``AR8:?`` if the moats are unknown."""
    if tiles is not None:
        _put_codes(canvas, name, [_tile(scene.seen(tile)) for tile in tiles])


def _tile(tile: SeenTile) -> _Code:
    return [(str(tile), Style.FAINT if tile.building is None else BUILDINGS[tile.building])]


_Code = list[tuple[str, Style]]
"""The parts of a code, each with its style."""


def _put_codes(canvas: Canvas, name: str, codes: list[_Code]) -> None:
    """Add a name followed by codes, wrapped."""
    row, begin = canvas.height, len(name) + 1
    canvas.put(row, 0, name)
    column = begin
    for code in codes or [[("none", Style.FAINT)]]:
        if canvas.width is not None and column + sum(len(part) for part, _ in code) > canvas.width:
            row, column = row + 1, begin
        for part, style in code:
            canvas.put(row, column, part, style)
            column += len(part)
        column += 1
