"""Whatever an open function is given: an answer, a TypeError or a ValueError, and nothing else."""

from __future__ import annotations

import inspect
import sys
from contextlib import suppress
from types import FunctionType, MethodType
from typing import TYPE_CHECKING

import pytest

from granada_rules import (
    Backs,
    Card,
    Cell,
    Cells,
    City,
    Clause,
    Currency,
    Dealer,
    Edge,
    Edges,
    End,
    ExchangeCard,
    Face,
    Game,
    GameRecord,
    HutSet,
    Kind,
    LegalActions,
    Marker,
    Playout,
    Purse,
    Referee,
    Result,
    Ruleset,
    Scoring,
    Seat,
    SeedPart,
    Terms,
    Tile,
    TileSet,
    TileSets,
    alhambra,
    apply,
    audit,
    audit_record,
    chance,
    check,
    complete,
    deal,
    draw,
    draws,
    joint_seed,
    legal_actions,
    moats,
    notation,
    placement,
    read_action,
    read_game,
    read_news,
    read_position,
    read_result,
    read_sheet,
    read_standing,
    read_view,
    read_violation,
    reference,
    reference_huts,
    replay,
    scoring,
    setup,
    standings,
    tile_violations,
    validate,
    view,
    wire,
    write_action,
    write_game,
    write_json,
    write_news,
    write_position,
    write_result,
    write_sheet,
    write_standing,
    write_toml,
    write_view,
    write_violation,
)
from granada_rules.notation import WrittenTile
from tests.house.test_reference import open_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TILES = reference()
BOTH_SETS = TileSets([alhambra(), TILES])
DEALER = Dealer(bytes(16))
START = setup(["Red", "Blue", "Green"])
GAME = deal(START, DEALER)
NAMES = [player.name for player in GAME.table.players]
SEEN = view(GAME, Seat(0))
ACTION = next(iter(legal_actions(GAME)))
CITY = notation.read_city("@ SC10:-", TILES)
CELL, BEYOND = Cell(1, 0), Cell(2, 0)
LAID = CITY.tiles[CELL]
OTHER = LAID.__class__(Face.parse("AR8"), Edges(0))
PURSE = Purse.parse("b1 b2 g3")
BLUE, CARD, FACE = Currency.BLUE, Card.parse("b1"), Face.parse("SC10")
POSITION = GAME.to_position()
RECORD = GameRecord.of(START, [])
REFEREE = Referee.open(NAMES, dealer=DEALER, table_id="table 7")
TERMS = Terms.of(START, table="x")
PROMISED = DEALER.commitment_to(TERMS)
PARTS = [SeedPart(bytes(16))] * 4
PUBLISHED = [PARTS[0].commitment(TERMS, seat) for seat in (Seat(0), Seat(1), Seat(2), None)]
SHEET = scoring.score({"Red": CITY}, Scoring.A)
RESULT = Result(End.ABANDONED, ())
STANDING = standings({"Red": 1})[0]
VIOLATION = placement.why_not(CITY, CELL, OTHER)[0]

CALLS: dict[str, tuple[Callable[..., object], list[object]]] = {
    "Card.parse": (Card.parse, ["b1"]),
    "ExchangeCard.parse": (ExchangeCard.parse, ["yb"]),
    "Cell.parse": (Cell.parse, ["1,0"]),
    "Cell.neighbour": (CELL.neighbour, [Edges.N]),
    "Cells.of": (Cells.of, [[CELL]]),
    "Cells.isdisjoint": (Cells.of([CELL]).isdisjoint, [[CELL]]),
    "City.of": (City.of, [[(CELL, LAID)], Kind.GRANADA, None]),
    "City.extended": (CITY.extended, [BEYOND, OTHER]),
    "City.reduced": (CITY.reduced, [CELL]),
    "City.exchanged": (CITY.exchanged, [CELL, OTHER]),
    "Dealer.commitment_to": (DEALER.commitment_to, [TERMS]),
    "Dealer.keeps": (DEALER.keeps, [PROMISED, TERMS]),
    "Dealer.number": (DEALER.number, [0, 6, "draw"]),
    "Edge.parse": (Edge.parse, ["1,0:N"]),
    "Edges.parse": (Edges.parse, ["NE"]),
    "Edges.turned": (Edges.N.turned, [Edges.E]),
    "Edges.turned_back": (Edges.N.turned_back, [Edges.E]),
    "Face.parse": (Face.parse, ["SC10"]),
    "Game.from_position": (Game.from_position, [POSITION]),
    "GameRecord.of": (
        lambda start, events, result, promise, table, seed: GameRecord.of(
            start, events, result=result, commitment=promise, table=table, seed=seed
        ),
        [START, [], dict.fromkeys(NAMES, 5), PROMISED, "x", DEALER.seed],
    ),
    "LegalActions": (LegalActions, [SEEN, False]),
    "Marker.shows": (Marker.EVEN.shows, [FACE]),
    "Marker.up": (Marker.EVEN.up, [TILES.tile(FACE)]),
    "Purse.count": (PURSE.count, [CARD]),
    "Purse.missing_from": (PURSE.missing_from, [Purse()]),
    "Purse.of": (Purse.of, [[CARD]]),
    "Purse.only": (PURSE.only, [BLUE]),
    "Purse.parse": (Purse.parse, ["b1"]),
    "Purse.mixed_payments": (
        lambda *given: list(PURSE.mixed_payments(*given[:2], minimal=given[2])),
        [BLUE, 1, False],
    ),
    "Purse.payments": (lambda *given: list(PURSE.payments(*given[:2], minimal=given[2])), [BLUE, 1, False]),
    "Purse.takings": (lambda most: list(PURSE.takings(most)), [5]),
    "Purse.total": (PURSE.total, [BLUE]),
    "Referee.hear": (
        lambda seat, said, version: REFEREE.hear(seat, said, version=version),
        [REFEREE.to_act, next(iter(legal_actions(REFEREE.view(REFEREE.to_act)))), REFEREE.version],
    ),
    "Referee.news": (REFEREE.news, [0, 0]),
    "Referee.open": (
        lambda players, ruleset, dealer, table_id, ages: Referee.open(
            players, ruleset, dealer=dealer, table_id=table_id, ages=ages
        ),
        [NAMES, Ruleset(), DEALER, "table 7", [3, 4, 5]],
    ),
    "Referee.resign": (REFEREE.resign, [0]),
    "Referee.restore": (Referee.restore, [REFEREE.header, REFEREE.log, DEALER]),
    "Referee.since": (REFEREE.since, [0, None]),
    "Referee.view": (REFEREE.view, [0]),
    "SeedPart": (SeedPart, [bytes(16)]),
    "SeedPart.commitment": (PARTS[0].commitment, [TERMS, Seat(0)]),
    "Terms": (
        lambda table, players, ages, ruleset: Terms(table=table, players=players, ages=ages, ruleset=ruleset),
        ["x", ("Red", "Blue"), (0, 1), Ruleset()],
    ),
    "Terms.differences": (TERMS.differences, [TERMS]),
    "Terms.of": (lambda start, table: Terms.of(start, table=table), [START, "x"]),
    "Tile.parse": (Tile.parse, ["AR8/HP9:NE"]),
    "HutSet.of": (
        lambda huts, name, note: HutSet.of(huts, name=name, note=note),
        [reference_huts().huts, "ours", ""],
    ),
    "HutSet.parse": (HutSet.parse, [reference_huts().to_toml()]),
    "TileSet.back": (TILES.back, [FACE]),
    "TileSet.built": (TILES.built, [FACE]),
    "TileSet.coded": (TILES.coded, ["SC10"]),
    "TileSet.is_reserved": (TileSet.is_reserved, ["reference"]),
    "TileSet.moats": (TILES.moats, [FACE]),
    "TileSet.of": (
        lambda tiles, name, backs, note: TileSet.of(tiles, name=name, backs=backs, note=note),
        [TILES.tiles, "ours", TILES.backs, ""],
    ),
    "TileSet.parse": (TileSet.parse, [TILES.to_toml()]),
    "TileSet.tile": (TILES.tile, [FACE]),
    "TileSets.back": (BOTH_SETS.back, [FACE]),
    "TileSets.built": (BOTH_SETS.built, [FACE]),
    "TileSets.called": (BOTH_SETS.called, [FACE.building, 10]),
    "TileSets.coded": (BOTH_SETS.coded, ["SC10"]),
    "TileSets.moats": (BOTH_SETS.moats, [FACE]),
    "TileSets.tile": (BOTH_SETS.tile, [FACE]),
    "Backs.turned": (Backs.AS_SEEN.turned, [Edges.N]),
    "Playout": (Playout, [GAME]),
    "Playout.apply": (lambda event: Playout(GAME).apply(event), [ACTION]),
    "Playout.legal_actions": (Playout(GAME).legal_actions, [True]),
    "Playout.deal": (lambda choose: Playout(START).deal(choose), [lambda _: 0]),
    "apply": (apply, [GAME, ACTION]),
    "audit": (audit, [START, [], DEALER, PROMISED, TERMS]),
    "audit_record": (
        lambda record, seed, promise, terms, parts: audit_record(
            record, seed, commitment=promise, terms=terms, seed_commitments=parts
        ),
        [RECORD, DEALER.seed, PROMISED, TERMS, PUBLISHED],
    ),
    "chance": (chance, [START]),
    "check": (check, [GAME, ACTION]),
    "complete": (complete, [SEEN, DEALER, 0]),
    "deal": (deal, [START, DEALER]),
    "draws": (lambda *given: list(draws(*given)), [START, DEALER]),
    "joint_seed": (joint_seed, [TERMS, PARTS, PUBLISHED]),
    "legal_actions": (legal_actions, [GAME, False]),
    "read_action": (read_action, [write_action(ACTION)]),
    "read_game": (read_game, [write_json(write_game(RECORD)), [TILES]]),
    "read_position": (read_position, [write_json(write_position(POSITION)), [TILES]]),
    "read_news": (read_news, [write_news(REFEREE.news(None))]),
    "read_result": (read_result, [write_result(RESULT)]),
    "read_sheet": (read_sheet, [write_sheet(SHEET)]),
    "read_standing": (read_standing, [write_standing(STANDING)]),
    "read_view": (read_view, [write_view(SEEN), [TILES]]),
    "read_violation": (read_violation, [write_violation(VIOLATION)]),
    "replay": (replay, [RECORD]),
    "setup": (
        lambda players, ruleset, ages: setup(players, ruleset, ages=ages),
        [NAMES, Ruleset(), [3, 4, 5]],
    ),
    "standings": (standings, [{"Red": 1}]),
    "tile_violations": (tile_violations, [TILES.tiles]),
    "validate": (validate, [POSITION]),
    "view": (view, [GAME, 0]),
    "wire.read_event": (wire.read_event, [wire.write_event(ACTION)]),
    "wire.write_event": (wire.write_event, [ACTION]),
    "write_action": (write_action, [ACTION]),
    "write_game": (write_game, [RECORD]),
    "write_json": (write_json, [write_game(RECORD)]),
    "write_position": (write_position, [POSITION]),
    "write_news": (write_news, [REFEREE.news(None)]),
    "write_result": (write_result, [RESULT]),
    "write_sheet": (write_sheet, [SHEET]),
    "write_standing": (write_standing, [STANDING]),
    "write_toml": (write_toml, [write_game(RECORD)]),
    "write_view": (write_view, [SEEN]),
    "write_violation": (write_violation, [VIOLATION]),
    "draw.Show": (
        lambda wrong, moat, edges, title: draw.Show(
            violations=wrong, longest_moat=moat, legal_for=edges, title=title
        ),
        [(), False, None, None],
    ),
    "draw.svg": (lambda thing, show: draw.svg(thing, show=show), [CITY, draw.Show()]),
    "draw.text": (
        lambda thing, colour, width, show: draw.text(thing, colour=colour, width=width, show=show),
        [CITY, False, 80, draw.Show()],
    ),
    "draw.wants_ascii": (draw.wants_ascii, [sys.stdout]),
    "draw.wants_colour": (draw.wants_colour, [sys.stdout]),
    "Clause.of": (Clause.BOX_2.of, [Kind.GRANADA]),
    "Tile.of": (Tile.of, [Face.parse("GA10:N")]),
    "TileSet.called": (TILES.called, [FACE.building, 10]),
    "moats.longest_barrier": (moats.longest_barrier, [CITY, Kind.GRANADA]),
    "moats.longest_moat": (moats.longest_moat, [CITY]),
    "moats.longest_border": (moats.longest_border, [CITY]),
    "moats.longest_wall": (moats.longest_wall, [CITY]),
    "moats.outer_moats": (moats.outer_moats, [CITY]),
    "moats.outline": (moats.outline, [CITY]),
    "notation.WrittenTile": (WrittenTile, [FACE, Edges.N, Edges.N]),
    "notation.read_card": (notation.read_card, ["b1"]),
    "notation.read_city": (notation.read_city, ["@", TILES, Kind.GRANADA]),
    "notation.read_event": (notation.read_event, ["tile SC10", NAMES, TILES]),
    "notation.read_hut_type": (notation.read_hut_type, ["AC"]),
    "notation.read_face": (notation.read_face, ["SC10", TILES]),
    "notation.read_tile": (notation.read_tile, ["SC10", TILES]),
    "notation.seen_moats": (notation.seen_moats, [WrittenTile(FACE), TILES]),
    "notation.write_city": (notation.write_city, [CITY, TILES]),
    "notation.write_event": (notation.write_event, [ACTION, NAMES]),
    "notation.write_tile": (notation.write_tile, [WrittenTile(FACE)]),
    "placement.exchangeable_cells": (placement.exchangeable_cells, [CITY, Edges.N, Kind.GRANADA]),
    "placement.legal_cells": (placement.legal_cells, [CITY, Edges.N, Kind.GRANADA]),
    "placement.removable_cells": (placement.removable_cells, [CITY]),
    "placement.violations": (placement.violations, [CITY]),
    "placement.why_not": (placement.why_not, [CITY, BEYOND, OTHER]),
    "scoring.score": (
        lambda cities, card, dirk, simplified: scoring.score(cities, card, dirk=dirk, simplified=simplified),
        [{"Red": CITY}, Scoring.A, None, False],
    ),
    "scoring.score_if_built": (
        lambda *given: scoring.score_if_built(*given[:5], dirk=given[5], simplified=given[6]),
        [{"Red": CITY}, Scoring.A, "Red", BEYOND, OTHER, None, False],
    ),
}
"""Every open function and method that takes anything, with arguments that are right."""

STRANGE: list[object] = [
    *[None, True, 7, -1, 10**30, 1.5, float("nan"), "x", "", "\ud800", b"x", bytearray(b"x"), object(), int],
    *[[], (), {}, [None], [[]], [7], ["x"], [(CELL, None)], {"x": None}, {"x": 7}, {1: 2}, {CELL: None}],
    *[{"Red": None}, ["\ud800", "x"], {7, 8}, range(3), lambda: 0, NAMES, CELL, BEYOND, FACE, CARD, PURSE],
    *[
        Edges(0),
        Edges.N,
        Edges.parse("NE"),
        CITY,
        GAME,
        SEEN,
        GAME.table,
        POSITION,
        RECORD,
        TILES,
        DEALER,
        ACTION,
        SHEET,
        STANDING,
        VIOLATION,
    ],
]
"""What somebody may hand in, on purpose or by mistake."""


@pytest.mark.parametrize("name", CALLS)
def test_what_is_strange_is_answered_or_refused(name: str) -> None:
    call, right = CALLS[name]
    call(*right)
    for place in range(len(right)):
        for given in [*STRANGE, iter([])]:
            with suppress(TypeError, ValueError):
                call(*right[:place], given, *right[place + 1 :])


def takers() -> Iterator[str]:
    """Yield every open function, and every open method of a class, that takes anything besides itself."""
    for name, thing in open_names().items():
        short = name.removeprefix("granada_rules.")
        if short.startswith("testing") or not isinstance(thing, FunctionType | type):
            continue
        if isinstance(thing, FunctionType):
            if inspect.signature(thing).parameters:
                yield short
        elif not issubclass(thing, Exception):
            for method in vars(thing):
                made = getattr(thing, method)
                if not method.startswith("_") and isinstance(made, FunctionType | MethodType):
                    taken = list(inspect.signature(made).parameters)
                    if taken not in ([], ["self"]):
                        yield f"{short}.{method}"


def test_every_open_function_is_among_the_calls() -> None:
    assert set(takers()) <= set(CALLS)
    assert len(list(takers())) > 50
