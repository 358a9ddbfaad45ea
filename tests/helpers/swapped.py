"""What a type checker has to refuse, one word of the vocabulary in place of another, and what it has to know.

Every line that is marked is refused, for that reason, and no other. Nobody runs this: it is read by mypy.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import assert_type

from granada_rules import (
    Action,
    Build,
    Building,
    Built,
    Buy,
    Card,
    Cell,
    Cells,
    City,
    Clause,
    Currency,
    Dealer,
    Draw,
    DrawCard,
    DrawScoring,
    DrawTile,
    Edge,
    Edges,
    Exchange,
    Extend,
    Face,
    Game,
    GameRecord,
    GiveToDirk,
    Moat,
    Pass,
    Position,
    Purse,
    Reduce,
    Replay,
    Report,
    ScoreSheet,
    Scoring,
    Seat,
    Space,
    Store,
    Table,
    TakeMoney,
    Tile,
    View,
    Violation,
    apply,
    chance,
    check,
    complete,
    deal,
    draws,
    legal_actions,
    moats,
    placement,
    read_game,
    read_position,
    reference,
    replay,
    scoring,
    setup,
    validate,
    view,
    write_game,
    write_position,
)

# ruff: noqa: F821 - what a type checker needs to know of these is their type
seat: Seat
space: Space
cell: Cell
edge: Edge
edges: Edges
building: Building
face: Face
tile: Tile
built: Built
currency: Currency
card: Card
purse: Purse
city: City
game: Game
seen: View
table: Table
position: Position
record: GameRecord
dealer: Dealer
action: Action
draw: Draw

# A seat is no space, and a number is neither.
Buy(seat, space, purse)
Buy(space, space, purse)  # type: ignore[arg-type]
Buy(seat, seat, purse)  # type: ignore[arg-type]
Buy(0, space, purse)  # type: ignore[arg-type]
Buy(seat, 1, purse)  # type: ignore[arg-type]
Pass(space)  # type: ignore[arg-type]
view(game, seat)
view(game, space)  # type: ignore[arg-type]
view(game, 0)  # type: ignore[arg-type]

# A cell is no pair of numbers and no edge, and an edge is not where moats are.
Reduce(seat, cell)
Reduce(seat, (0, 1))  # type: ignore[arg-type]
Reduce(seat, edge)  # type: ignore[arg-type]
Edge(cell, Edges.N)
Edge((0, 1), Edges.N)  # type: ignore[arg-type]
Edge(cell, cell)  # type: ignore[arg-type]
Built(face, edges)
Built(face, edge)  # type: ignore[arg-type]
placement.legal_cells(city, edges)
placement.legal_cells(city, edge)  # type: ignore[arg-type]
placement.legal_cells(city, "N")  # type: ignore[arg-type]
placement.why_not(city, edge, built)  # type: ignore[arg-type]
city.extended(cell, built)
city.extended(edge, built)  # type: ignore[arg-type]
city.reduced(face)  # type: ignore[arg-type]
City.of({cell: (face, edges)})
City.of({cell: (edges, face)})  # type: ignore[dict-item]
City.of({face: built})  # type: ignore[dict-item]

# A face is one side of a tile; what lies in a city has moats as well.
Extend(seat, face, cell)
Extend(seat, tile, cell)  # type: ignore[arg-type]
Extend(seat, cell, face)  # type: ignore[arg-type]
Exchange(seat, building, cell)  # type: ignore[arg-type]
Store(seat, tile)  # type: ignore[arg-type]
Build(seat, built, cell, purse)  # type: ignore[arg-type]
GiveToDirk(seat, card, purse)  # type: ignore[arg-type]
placement.why_not(city, cell, face)  # type: ignore[arg-type]
placement.why_not(city, cell, tile)  # type: ignore[arg-type]
reference().back(tile)  # type: ignore[arg-type]
Face(building, 10)
Face(currency, 10)  # type: ignore[arg-type]
Face("SC", 10)  # type: ignore[arg-type]

# A card is no currency and no purse.
Card(currency, 3)
Card(building, 3)  # type: ignore[arg-type]
TakeMoney(seat, purse)
TakeMoney(seat, card)  # type: ignore[arg-type]
TakeMoney(seat, currency)  # type: ignore[arg-type]
purse.count(card)
purse.count(currency)  # type: ignore[arg-type]
purse.total(currency)
purse.total(card)  # type: ignore[arg-type]
DrawCard(card)
DrawCard(face)  # type: ignore[arg-type]
DrawTile(face)
DrawTile(tile)  # type: ignore[arg-type]
DrawTile(card)  # type: ignore[arg-type]
DrawScoring(Scoring.A)
DrawScoring("A")  # type: ignore[arg-type]

# What is written down is not proven, and what a seat may know is no game.
apply(game, action)
apply(seen, action)  # type: ignore[arg-type]
apply(position, action)  # type: ignore[arg-type]
apply(game, card)  # type: ignore[arg-type]
check(seen, action)
check(table, action)  # type: ignore[arg-type]
legal_actions(seen)
legal_actions(table)  # type: ignore[arg-type]
legal_actions(position)  # type: ignore[arg-type]
chance(game)
chance(seen)  # type: ignore[arg-type]
deal(seen, dealer)  # type: ignore[arg-type]
deal(game, b"seed")  # type: ignore[arg-type]
complete(seen, dealer)
complete(game, dealer)  # type: ignore[arg-type]
Game.from_position(position)
Game.from_position(game)  # type: ignore[arg-type]
validate(game)  # type: ignore[arg-type]
replay(position)  # type: ignore[arg-type]
write_game(position)  # type: ignore[arg-type]
write_position(game)  # type: ignore[arg-type]
setup(3, "EN")  # type: ignore[arg-type]
placement.violations(position)  # type: ignore[arg-type]
moats.longest_moat(table)  # type: ignore[arg-type]
scoring.score({"Red": city}, "A")  # type: ignore[arg-type]
scoring.score({seat: city}, Scoring.A)  # type: ignore[dict-item]

assert_type(setup(3), Game)
assert_type(chance(game), tuple[tuple[Draw, Fraction], ...])
assert_type(draws(game, dealer), Iterator[Draw])
assert_type(deal(game, dealer), Game)
assert_type(list(legal_actions(game)), list[Action])
assert_type(check(game, action), tuple[Violation, ...])
assert_type(check(game, action)[0].clause, Clause)
assert_type(apply(game, draw), Game)
assert_type(view(game, seat), View)
assert_type(view(game, seat).hand, Purse | None)
assert_type(game.table, Table)
assert_type(validate(position), Report)
assert_type(read_position(""), Position)
assert_type(replay(read_game("")), Replay)
assert_type(record.events, tuple[str, ...])
assert_type(placement.violations(city), tuple[Violation, ...])
assert_type(placement.legal_cells(city, edges), Cells)
assert_type(list(placement.legal_cells(city, edges)), list[Cell])
assert_type(moats.longest_moat(city), Moat)
assert_type(scoring.score({"Red": city}, Scoring.B), ScoreSheet)
assert_type(scoring.score({"Red": city}, Scoring.B).totals, dict[str, int])
assert_type(Face.parse("SC10"), Face)
assert_type(Cell(0, 0).neighbour(Edges.N), Cell)
