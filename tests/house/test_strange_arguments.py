"""Whatever an open function is given: an answer, a TypeError or a ValueError, and nothing else."""

from __future__ import annotations

import inspect
import sys
from contextlib import suppress
from types import FunctionType, MethodType
from typing import TYPE_CHECKING

import pytest

import granada_rules as g
from granada_rules.notation import WrittenTile
from tests.house.test_reference import open_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

TILES = g.reference()
BOTH_SETS = g.TileSets([g.alhambra(), TILES])
DEALER = g.Dealer(bytes(16))
START = g.setup(["Red", "Blue", "Green"])
GAME = g.deal(START, DEALER)
NAMES = [player.name for player in GAME.table.players]
SEEN = g.view(GAME, g.Seat(0))
ACTION = next(iter(g.legal_actions(GAME)))
CITY = g.notation.read_city("@ SC10:-", TILES)
CELL, BEYOND = g.Cell(1, 0), g.Cell(2, 0)
LAID = CITY.tiles[CELL]
OTHER = LAID.__class__(g.Face.parse("AR8"), g.Edges(0))
PURSE = g.Purse.parse("b1 b2 g3")
BLUE, CARD, FACE = g.Currency.BLUE, g.Card.parse("b1"), g.Face.parse("SC10")
POSITION = GAME.to_position()
RECORD = g.GameRecord.of(START, [])
REFEREE = g.Referee.open(NAMES, dealer=DEALER, table_id="table 7")
TERMS = g.Terms.of(START, table="x")
PROMISED = DEALER.commitment_to(TERMS)
PARTS = [g.SeedPart(bytes(16))] * 4
PUBLISHED = [PARTS[0].commitment(TERMS, seat) for seat in (g.Seat(0), g.Seat(1), g.Seat(2), None)]
JOINT = g.GameRecord.of(START, [], table="x", seed_commitments=tuple(PUBLISHED), seed_parts=tuple(PARTS))
SHEET = g.scoring.score({"Red": CITY}, g.Scoring.A)
RESULT = g.Result(g.End.ABANDONED, ())
STANDING = g.standings({"Red": 1})[0]
VIOLATION = g.placement.why_not(CITY, CELL, OTHER)[0]

CALLS: dict[str, tuple[Callable[..., object], list[object]]] = {
    "Card.parse": (g.Card.parse, ["b1"]),
    "ExchangeCard.parse": (g.ExchangeCard.parse, ["yb"]),
    "Cell.parse": (g.Cell.parse, ["1,0"]),
    "Cell.neighbour": (CELL.neighbour, [g.Edges.N]),
    "Cells.of": (g.Cells.of, [[CELL]]),
    "SeenTile.of": (g.SeenTile.of, [LAID]),
    "Cells.isdisjoint": (g.Cells.of([CELL]).isdisjoint, [[CELL]]),
    "City.of": (g.City.of, [[(CELL, LAID)], g.Kind.GRANADA, None]),
    "City.extended": (CITY.extended, [BEYOND, OTHER]),
    "City.reduced": (CITY.reduced, [CELL]),
    "City.exchanged": (CITY.exchanged, [CELL, OTHER]),
    "Dealer.commitment_to": (DEALER.commitment_to, [TERMS]),
    "Dealer.keeps": (DEALER.keeps, [PROMISED, TERMS]),
    "Dealer.number": (DEALER.number, [0, 6, "draw"]),
    "Edge.parse": (g.Edge.parse, ["1,0:N"]),
    "Edges.parse": (g.Edges.parse, ["NE"]),
    "Edges.turned": (g.Edges.N.turned, [g.Edges.E]),
    "Edges.turned_back": (g.Edges.N.turned_back, [g.Edges.E]),
    "Face.parse": (g.Face.parse, ["SC10"]),
    "Game.from_position": (g.Game.from_position, [POSITION]),
    "GameRecord.of": (
        lambda start, events, result, promise, table, seed: g.GameRecord.of(
            start, events, result=result, commitment=promise, table=table, seed=seed
        ),
        [START, [], dict.fromkeys(NAMES, 5), PROMISED, "x", DEALER.seed],
    ),
    "LegalActions": (g.LegalActions, [SEEN, False]),
    "Marker.shows": (g.Marker.EVEN.shows, [FACE]),
    "Marker.up": (g.Marker.EVEN.up, [TILES.tile(FACE)]),
    "Purse.count": (PURSE.count, [CARD]),
    "Purse.missing_from": (PURSE.missing_from, [g.Purse()]),
    "Purse.of": (g.Purse.of, [[CARD]]),
    "Purse.only": (PURSE.only, [BLUE]),
    "Purse.parse": (g.Purse.parse, ["b1"]),
    "Purse.mixed_payments": (
        lambda *given: list(PURSE.mixed_payments(*given[:2], minimal=given[2])),
        [BLUE, 1, False],
    ),
    "Purse.payments": (lambda *given: list(PURSE.payments(*given[:2], minimal=given[2])), [BLUE, 1, False]),
    "Purse.takings": (lambda most: list(PURSE.takings(most)), [5]),
    "Purse.total": (PURSE.total, [BLUE]),
    "Referee.hear": (
        lambda seat, said, version: REFEREE.hear(seat, said, version=version),
        [REFEREE.to_act, next(iter(g.legal_actions(REFEREE.view(REFEREE.to_act)))), REFEREE.version],
    ),
    "Referee.news": (REFEREE.news, [0, 0]),
    "Referee.open": (
        lambda players, ruleset, dealer, table_id, ages: g.Referee.open(
            players, ruleset, dealer=dealer, table_id=table_id, ages=ages
        ),
        [NAMES, g.Ruleset(), DEALER, "table 7", [3, 4, 5]],
    ),
    "Referee.resign": (REFEREE.resign, [0]),
    "Referee.restore": (g.Referee.restore, [REFEREE.header, REFEREE.log, DEALER]),
    "Referee.since": (REFEREE.since, [0, None]),
    "Referee.view": (REFEREE.view, [0]),
    "SeedPart": (g.SeedPart, [bytes(16)]),
    "SeedPart.commitment": (PARTS[0].commitment, [TERMS, g.Seat(0)]),
    "Terms": (
        lambda table, players, ages, ruleset: g.Terms(
            table=table, players=players, ages=ages, ruleset=ruleset
        ),
        ["x", ("Red", "Blue"), (0, 1), g.Ruleset()],
    ),
    "Terms.differences": (TERMS.differences, [TERMS]),
    "Terms.of": (lambda start, table: g.Terms.of(start, table=table), [START, "x"]),
    "Tile.parse": (g.Tile.parse, ["AR8/HP9:NE"]),
    "HutSet.of": (
        lambda huts, name, note: g.HutSet.of(huts, name=name, note=note),
        [g.reference_huts().huts, "ours", ""],
    ),
    "HutSet.parse": (g.HutSet.parse, [g.reference_huts().to_toml()]),
    "TileSet.back": (TILES.back, [FACE]),
    "TileSet.built": (TILES.built, [FACE]),
    "TileSet.coded": (TILES.coded, ["SC10"]),
    "TileSet.is_reserved": (g.TileSet.is_reserved, ["reference"]),
    "TileSet.moats": (TILES.moats, [FACE]),
    "TileSet.of": (
        lambda tiles, name, backs, note: g.TileSet.of(tiles, name=name, backs=backs, note=note),
        [TILES.tiles, "ours", TILES.backs, ""],
    ),
    "TileSet.parse": (g.TileSet.parse, [TILES.to_toml()]),
    "TileSet.tile": (TILES.tile, [FACE]),
    "TileSets.back": (BOTH_SETS.back, [FACE]),
    "TileSets.built": (BOTH_SETS.built, [FACE]),
    "TileSets.called": (BOTH_SETS.called, [FACE.building, 10]),
    "TileSets.coded": (BOTH_SETS.coded, ["SC10"]),
    "TileSets.moats": (BOTH_SETS.moats, [FACE]),
    "TileSets.tile": (BOTH_SETS.tile, [FACE]),
    "Backs.turned": (g.Backs.AS_SEEN.turned, [g.Edges.N]),
    "Playout": (g.Playout, [GAME]),
    "Playout.apply": (lambda event: g.Playout(GAME).apply(event), [ACTION]),
    "Playout.legal_actions": (g.Playout(GAME).legal_actions, [True]),
    "Playout.deal": (lambda choose: g.Playout(START).deal(choose), [lambda _: 0]),
    "apply": (g.apply, [GAME, ACTION]),
    "audit": (g.audit, [START, [], DEALER, PROMISED, TERMS]),
    "audit_record": (
        lambda record, seed, promise, terms, parts: g.audit_record(
            record, seed, commitment=promise, terms=terms, seed_commitments=parts
        ),
        [JOINT, DEALER.seed, PROMISED, TERMS, PUBLISHED],
    ),
    "chance": (g.chance, [START]),
    "check": (g.check, [GAME, ACTION]),
    "complete": (g.complete, [SEEN, DEALER, 0]),
    "deal": (g.deal, [START, DEALER]),
    "draws": (lambda *given: list(g.draws(*given)), [START, DEALER]),
    "joint_seed": (g.joint_seed, [TERMS, PARTS, PUBLISHED]),
    "legal_actions": (g.legal_actions, [GAME, False]),
    "read_action": (g.read_action, [g.write_action(ACTION)]),
    "read_game": (g.read_game, [g.write_json(g.write_game(RECORD)), [TILES]]),
    "read_position": (g.read_position, [g.write_json(g.write_position(POSITION)), [TILES]]),
    "read_news": (g.read_news, [g.write_news(REFEREE.news(None))]),
    "read_result": (g.read_result, [g.write_result(RESULT)]),
    "read_sheet": (g.read_sheet, [g.write_sheet(SHEET)]),
    "read_standing": (g.read_standing, [g.write_standing(STANDING)]),
    "read_view": (g.read_view, [g.write_view(SEEN), [TILES]]),
    "read_violation": (g.read_violation, [g.write_violation(VIOLATION)]),
    "replay": (g.replay, [RECORD]),
    "setup": (
        lambda players, ruleset, ages: g.setup(players, ruleset, ages=ages),
        [NAMES, g.Ruleset(), [3, 4, 5]],
    ),
    "score_position": (g.score_position, [POSITION, g.Scoring.A]),
    "standings": (g.standings, [{"Red": 1}]),
    "tally": (g.tally, [SHEET]),
    "tile_list_notes": (g.tile_list_notes, [POSITION]),
    "tile_violations": (g.tile_violations, [TILES.tiles]),
    "validate": (g.validate, [POSITION]),
    "view": (g.view, [GAME, 0]),
    "wire.read_event": (g.wire.read_event, [g.wire.write_event(ACTION)]),
    "wire.write_event": (g.wire.write_event, [ACTION]),
    "write_action": (g.write_action, [ACTION]),
    "write_game": (g.write_game, [RECORD]),
    "write_json": (g.write_json, [g.write_game(RECORD)]),
    "write_position": (g.write_position, [POSITION]),
    "write_news": (g.write_news, [REFEREE.news(None)]),
    "write_result": (g.write_result, [RESULT]),
    "write_sheet": (g.write_sheet, [SHEET]),
    "write_standing": (g.write_standing, [STANDING]),
    "write_toml": (g.write_toml, [g.write_game(RECORD)]),
    "write_view": (g.write_view, [SEEN]),
    "write_violation": (g.write_violation, [VIOLATION]),
    "draw.Show": (
        lambda wrong, moat, edges, title: g.draw.Show(
            violations=wrong, longest_moat=moat, legal_for=edges, title=title
        ),
        [(), False, None, None],
    ),
    "draw.svg": (lambda thing, show: g.draw.svg(thing, show=show), [CITY, g.draw.Show()]),
    "draw.text": (
        lambda thing, colour, width, show: g.draw.text(thing, colour=colour, width=width, show=show),
        [CITY, False, 80, g.draw.Show()],
    ),
    "draw.tiles": (
        lambda laid, captions, width: g.draw.tiles(laid, captions=captions, width=width),
        [[LAID], [""], 80],
    ),
    "draw.wants_ascii": (g.draw.wants_ascii, [sys.stdout]),
    "draw.wants_colour": (g.draw.wants_colour, [sys.stdout]),
    "Clause.of": (g.Clause.BOX_2.of, [g.Kind.GRANADA]),
    "Tile.of": (g.Tile.of, [g.Face.parse("GA10:N")]),
    "TileSet.called": (TILES.called, [FACE.building, 10]),
    "moats.longest_barrier": (g.moats.longest_barrier, [CITY, g.Kind.GRANADA]),
    "moats.longest_moat": (g.moats.longest_moat, [CITY]),
    "moats.longest_border": (g.moats.longest_border, [CITY]),
    "moats.longest_wall": (g.moats.longest_wall, [CITY]),
    "moats.outer_moats": (g.moats.outer_moats, [CITY]),
    "moats.outline": (g.moats.outline, [CITY]),
    "notation.WrittenTile": (WrittenTile, [FACE, g.Edges.N, g.Edges.N]),
    "notation.read_card": (g.notation.read_card, ["b1"]),
    "notation.read_building": (g.notation.read_building, ["Schule"]),
    "notation.building_names": (g.notation.building_names, [g.Building.SCHOOL]),
    "notation.read_city": (g.notation.read_city, ["@", TILES, g.Kind.GRANADA]),
    "notation.read_event": (g.notation.read_event, ["tile SC10", NAMES, TILES]),
    "notation.read_hut_type": (g.notation.read_hut_type, ["AC"]),
    "notation.read_face": (g.notation.read_face, ["SC10", TILES]),
    "notation.read_seen_card": (g.notation.read_seen_card, ["b?"]),
    "notation.read_seen_city": (g.notation.read_seen_city, ["@ ?", TILES, g.Kind.GRANADA]),
    "notation.read_seen_tile": (g.notation.read_seen_tile, ["SC?:N", TILES]),
    "notation.read_tile": (g.notation.read_tile, ["SC10", TILES]),
    "notation.seen_moats": (g.notation.seen_moats, [WrittenTile(FACE), TILES]),
    "notation.write_city": (g.notation.write_city, [CITY, TILES]),
    "notation.write_event": (g.notation.write_event, [ACTION, NAMES]),
    "notation.write_seen_city": (g.notation.write_seen_city, [g.SeenCity({CELL: LAID}), TILES]),
    "notation.write_seen_tile": (g.notation.write_seen_tile, [g.SeenTile()]),
    "notation.write_tile": (g.notation.write_tile, [WrittenTile(FACE)]),
    "placement.exchangeable_cells": (g.placement.exchangeable_cells, [CITY, g.Edges.N, g.Kind.GRANADA]),
    "placement.legal_cells": (g.placement.legal_cells, [CITY, g.Edges.N, g.Kind.GRANADA]),
    "placement.removable_cells": (g.placement.removable_cells, [CITY]),
    "placement.violations": (g.placement.violations, [CITY]),
    "placement.why_not": (g.placement.why_not, [CITY, BEYOND, OTHER]),
    "scoring.score": (
        lambda cities, card, dirk, simplified: g.scoring.score(
            cities, card, dirk=dirk, simplified=simplified
        ),
        [{"Red": CITY}, g.Scoring.A, None, False],
    ),
    "scoring.score_if_built": (
        lambda *given: g.scoring.score_if_built(*given[:5], dirk=given[5], simplified=given[6]),
        [{"Red": CITY}, g.Scoring.A, "Red", BEYOND, OTHER, None, False],
    ),
}
"""Every open function and method that takes anything, with arguments that are right."""

STRANGE: list[object] = [
    *[None, True, 7, -1, 10**30, 1.5, float("nan"), "x", "", "\ud800", b"x", bytearray(b"x"), object(), int],
    *[[], (), {}, [None], [[]], [7], ["x"], [(CELL, None)], {"x": None}, {"x": 7}, {1: 2}, {CELL: None}],
    *[{"Red": None}, ["\ud800", "x"], {7, 8}, range(3), lambda: 0, NAMES, CELL, BEYOND, FACE, CARD, PURSE],
    *[
        g.Edges(0),
        g.Edges.N,
        g.Edges.parse("NE"),
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
