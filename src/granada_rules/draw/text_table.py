"""A table in text: yard, display and heaps, then player by player, then Dirk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from granada_rules.draw import words
from granada_rules.draw.canvas import BUILDINGS, CURRENCIES, Style
from granada_rules.draw.plan import plan
from granada_rules.draw.text_city import HIGH, Box, put_box, put_city
from granada_rules.grid import Edges
from granada_rules.state import DIRK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.draw.canvas import Canvas
    from granada_rules.draw.plan import Numbered
    from granada_rules.draw.show import Seen, Show
    from granada_rules.game import Player, Table
    from granada_rules.money import Purse
    from granada_rules.ruleset import Ruleset
    from granada_rules.tiles import Face

__all__ = ["put_table"]

_SPACE = 12
"""How wide a space of the yard is."""


def put_table(canvas: Canvas, seen: Seen, show: Show, violations: Numbered) -> None:
    """Add a table, with the hands that may be known, below what is on the canvas."""
    table = seen.table
    canvas.paragraph(words.state(table), Style.STRONG)
    canvas.add()
    _put_yard(canvas, table)
    canvas.add()
    _put_cards(canvas, "Display", table.display)
    canvas.add(("Marker", Style.PLAIN), (table.marker.value, Style.STRONG))
    heaps = f"Bag {words.count(len(table.bag), 'tile')}, deck {words.count(table.deck_size, 'card')}"
    canvas.paragraph(f"{heaps}, discards {words.count(len(table.discards), 'card')}")
    if table.turned_up:
        canvas.paragraph(f"Scoring cards turned up: {words.turned_up(table)}")
    if table.bought:
        _put_faces(canvas, "To be placed", table.bought, table.ruleset)
    for seat, (player, hand) in enumerate(zip(table.players, seen.hands, strict=True)):
        is_turn = seat == table.turn
        canvas.add()
        _put_player(canvas, player, hand, table.ruleset, is_turn=is_turn)
        own = tuple((number, wrong) for number, wrong in violations if wrong.player == player.name)
        whole = plan(player.city, show, own, with_legal_cells=is_turn)
        put_city(canvas, player.city, whole)
        for said in words.captions(whole, longest_moat=show.longest_moat):
            canvas.paragraph(said, indent=2)
    if table.dirk is not None:
        canvas.add()
        canvas.paragraph(f"{DIRK}: {words.count(table.dirk.points, 'point')}", Style.STRONG)
        _put_faces(canvas, "  Tiles", table.dirk.faces, table.ruleset)


def _put_yard(canvas: Canvas, table: Table) -> None:
    """Add the spaces: currency (BOX-7), the tile, what it costs, and what is on its back (BOX-13)."""
    top = canvas.height
    canvas.put(top, 0, "Yard")
    tiles = table.ruleset.tiles
    for number, (currency, face) in enumerate(zip(table.ruleset.yard, table.yard, strict=True)):
        column = number * _SPACE
        canvas.put(top + 1, column, f"{number + 1} {currency.label}", CURRENCIES[currency])
        if face is None:
            put_box(canvas, top + 2, column, Box(label="", is_tile=False))
            continue
        style = BUILDINGS[face.building]
        put_box(
            canvas, top + 2, column, Box(label=str(face), style=style, moats=tiles.moats(face), roof=Edges.N)
        )
        canvas.put(top + 2 + HIGH, column, f"price {face.value}")
        canvas.put(top + 3 + HIGH, column, f"back {tiles.back(face)}", Style.FAINT)


def _put_player(
    canvas: Canvas, player: Player, hand: Purse | None, ruleset: Ruleset, *, is_turn: bool
) -> None:
    said = f"{words.name_of(player.name)}: {words.counts(player, is_turn=is_turn)}"
    canvas.paragraph(said, Style.STRONG, indent=2)
    if hand is not None:
        _put_cards(canvas, "  Hand", hand)
    if player.reserve:
        _put_faces(canvas, "  Reserve", player.reserve, ruleset)


def _put_cards(canvas: Canvas, name: str, cards: Purse) -> None:
    _put_codes(canvas, name, [(str(card), CURRENCIES[card.currency]) for card in cards])


def _put_faces(canvas: Canvas, name: str, faces: Iterable[Face], ruleset: Ruleset) -> None:
    """Add faces, each as it is written with its moats, such as ``AR8:NE``."""
    moats = ruleset.tiles.moats
    _put_codes(canvas, name, [(f"{face}:{moats(face) or '-'}", BUILDINGS[face.building]) for face in faces])


def _put_codes(canvas: Canvas, name: str, codes: list[tuple[str, Style]]) -> None:
    """Add a name and codes behind it, in as many lines as they take."""
    row, begin = canvas.height, len(name) + 1
    canvas.put(row, 0, name)
    column = begin
    for code, style in codes or [("none", Style.FAINT)]:
        if canvas.width is not None and column + len(code) > canvas.width:
            row, column = row + 1, begin
        canvas.put(row, column, code, style)
        column += len(code) + 1
