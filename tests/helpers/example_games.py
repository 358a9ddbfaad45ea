"""The game records in ``examples/games``: ``python -m tests.helpers.example_games`` writes them.

For people to look at: the golden playthroughs as records, and variants of one with each kind of error that a
record can have.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import attrs

import granada_rules as g
from granada_rules.box import BEHAVIOUR, MOST_HUTS
from granada_rules.notation import write_event
from granada_rules.records import GameRecord, write_game, write_toml
from tests.helpers import ROOT
from tests.helpers.playthroughs import WHOLE_GAMES, Playthrough

if TYPE_CHECKING:
    from collections.abc import Iterator


EXAMPLES = ROOT / "examples" / "games"

PLAYED = {played.name: played for played in WHOLE_GAMES}
"""The whole games, by name."""

BOTH_TILES = 'tiles = { alhambra = "alhambra", granada = "reference" }'
"""How a record of both together names its tiles."""

HOUSE_RULES = ", house_rules = true"
"""How a record says that it is played as no book describes."""

WRITTEN_BY = 1
"""The version of behaviour of the release that wrote them: old records stay as they are."""

SPOILED = "3-players"
"""The playthrough that the variants are made of."""


OF_ALHAMBRA = "alhambra-3-players"
"""The game of Alhambra that variants are made of."""

WITH_EXCHANGE = "exchange-alhambra-3-players"
"""The game with exchange cards that variants are made of."""

OF_BOTH = "both-3-players"
"""The game of both together that variants are made of."""

OF_BONUS = "bonus-alhambra-4-players"
"""The game with bonus cards that variants are made of."""

OF_HUTS = "huts-alhambra-3-players"
"""The game with huts that variants are made of."""

OF_VIZIER = "vizier-alhambra-3-players"
"""The game with vizier's favour that variants are made of."""

OF_ALL = "modules-both-2-players"
"""The game with all modules that variants are made of."""


@cache
def steps(playthrough: Playthrough) -> tuple[tuple[g.Game, g.Event], ...]:
    """Return the events of a playthrough, each with the game before it."""
    return tuple(playthrough.events())


def recorded(playthrough: Playthrough) -> GameRecord:
    """Write down a playthrough."""
    before, last = steps(playthrough)[-1]
    return GameRecord.of(
        playthrough.beginning(),
        [event for _, event in steps(playthrough)],
        result=g.apply(before, last).table.points,
        commitment=playthrough.dealer.commitment,
    )


def _first(kind: type[g.Event], spoiled: str = SPOILED) -> int:
    """Return how many events come before the first of a kind in the game that the variants are made of."""
    return next(number for number, (_, event) in enumerate(_spoiled(spoiled)) if isinstance(event, kind))


def _spoiled(spoiled: str = SPOILED) -> tuple[tuple[g.Game, g.Event], ...]:
    return steps(PLAYED[spoiled])


def _cut(number: int, *instead: g.Event, spoiled: str = SPOILED) -> GameRecord:
    """Write down the first events, and others after them."""
    start = _spoiled(spoiled)[0][0]
    return GameRecord.of(start, [*(event for _, event in _spoiled(spoiled)[:number]), *instead])


def _changed(record: GameRecord, line: str) -> GameRecord:
    """Write another last line, and leave the digest behind it as it was."""
    return attrs.evolve(record, events=(*record.events[:-1], line))


def _variants() -> Iterator[tuple[str, GameRecord]]:
    whole = recorded(PLAYED[SPOILED])
    names = whole.players
    yield "stopped-early", _cut(60)
    yield "stopped-in-the-setup", _cut(7)

    number = _first(g.Buy)
    buy = _spoiled()[number][1]
    assert isinstance(buy, g.Buy)
    yield "paid-too-little", _cut(number, g.Buy(buy.seat, buy.space, g.Purse(list(buy.payment)[1:])))
    yield "not-their-turn", _cut(number, attrs.evolve(buy, seat=g.Seat((buy.seat + 1) % len(names))))

    number = _first(g.Build)
    build = _spoiled()[number][1]
    assert isinstance(build, g.Build)
    yield "built-apart", _cut(number, attrs.evolve(build, cell=g.Cell(2, 2)))

    tile, card = _first(g.DrawTile), _first(g.DrawCard)
    yield "tile-drawn-twice", _cut(tile + 1, _spoiled()[tile][1])
    yield "card-drawn-for-a-tile", _cut(tile, _spoiled()[card][1])

    number = _first(g.TakeMoney)
    record = _cut(number + 1)
    misspelt = _changed(record, record.events[-1].replace("takes", "tkaes"))
    yield "unreadable-line", attrs.evolve(misspelt, digests=())
    # Legal as well, so that nothing but the digest tells.
    other = next(draw for draw, _ in g.chance(_spoiled()[card][0]) if draw != _spoiled()[card][1])
    yield "changed-line", _changed(_cut(card + 1), write_event(other, names))

    points = dict(whole.result or {})
    yield "wrong-result", attrs.evolve(whole, result=points | {names[0]: points[names[0]] + 10})
    events = (
        *(event for _, event in _spoiled()),
        g.TakeMoney(g.Seat(0), [_spoiled()[-1][0].table.display[0]]),
    )
    yield "after-the-end", GameRecord.of(_spoiled()[0][0], events)
    yield "other-behaviour", attrs.evolve(_cut(60), behaviour=BEHAVIOUR + 1)
    yield "one-player", attrs.evolve(_cut(60), players=names[:1])


def _variants_of_alhambra() -> Iterator[tuple[str, GameRecord]]:
    early = _cut(60, spoiled=OF_ALHAMBRA)
    yield "alhambra-stopped-early", early
    # Nothing but the codes, and no digests: walls are left out where one tile is called so.
    tiles = early.ruleset.tiles
    plain = [
        line.partition(":")[0]
        if isinstance(event, g.DrawTile) and len(tiles.called(event.face.building, event.face.value)) == 1
        else line
        for line, (_, event) in zip(early.events, _spoiled(OF_ALHAMBRA), strict=False)
    ]
    yield "alhambra-walls-left-out", attrs.evolve(early, events=tuple(plain), digests=())
    yield "alhambra-unclear-tile", attrs.evolve(early, events=("tile GA10",), digests=())
    no_tile = g.Face(g.Building.GARDEN, 10, g.Edges.parse("NESW"))
    yield "alhambra-walls-that-no-tile-has", _cut(0, g.DrawTile(no_tile), spoiled=OF_ALHAMBRA)
    yield "alhambra-face-of-granada", _cut(0, g.DrawTile(g.Face(g.Building.SCHOOL, 10)), spoiled=OF_ALHAMBRA)
    number = _first(g.Build, OF_ALHAMBRA)
    build = _spoiled(OF_ALHAMBRA)[number][1]
    assert isinstance(build, g.Build)
    hand = _spoiled(OF_ALHAMBRA)[number][0].hands[build.seat]
    turned = attrs.evolve(build, payment=g.Purse(list(hand)[-1:]))
    yield "alhambra-turned-over", _cut(number, turned, spoiled=OF_ALHAMBRA)


def _variants_of_both() -> Iterator[tuple[str, GameRecord]]:
    yield "both-stopped-early", _cut(60, spoiled=OF_BOTH)
    whole = _spoiled(OF_BOTH)
    # MIX-13: the space lacks a tile of Granada, and one of Alhambra is drawn.
    yield "both-tile-of-the-other-kind", _cut(1, whole[2][1], spoiled=OF_BOTH)
    # MIX-6: the first tiles of Granada have a moat.
    dry = next(tile.front for tile in whole[1][0].table.bag if tile.back is not None and not tile.moats)
    yield "both-first-tile-without-moat", _cut(1, g.DrawTile(dry), spoiled=OF_BOTH)
    # MIX-7: B is set aside when the deck is made.
    number = next(number for number, (_, event) in enumerate(whole) if isinstance(event, g.DrawScoring))
    yield "both-b-from-the-first-deck", _cut(number, g.DrawScoring(g.Scoring.B), spoiled=OF_BOTH)
    # MIX-19: a tile of Granada beside the start tile, before there is a wall.
    number, face = next(
        (number, face)
        for number, (game, _) in enumerate(whole)
        if game.table.phase is g.Phase.PLACE and not _own_city(game).tiles
        for face in game.table.bought
        if face.kind is g.Kind.GRANADA
    )
    seat = whole[number][0].table.to_act
    assert seat is not None
    yield "both-granada-before-a-wall", _cut(number, g.Build(seat, face, g.Cell(1, 0)), spoiled=OF_BOTH)
    # MIX-20: the first tile of Granada is never removed.
    number, cell = next(
        (number, cell)
        for number, (game, _) in enumerate(whole)
        if game.table.phase is g.Phase.ACT and not game.table.extra and (cell := _own_city(game).second)
    )
    seat = whole[number][0].table.to_act
    assert seat is not None
    yield "both-first-tile-removed", _cut(number, g.Reduce(seat, cell), spoiled=OF_BOTH)


def _variants_with_modules() -> Iterator[tuple[str, GameRecord]]:
    whole = _spoiled(OF_VIZIER)
    # VIZ-4: a favour is paid exactly. VIZ-9: whose turn it was is asked last.
    number, favour = next(
        (number, event)
        for number, (game, event) in enumerate(whole)
        if game.table.phase is g.Phase.FAVOUR and isinstance(event, g.Buy) and event.seat != game.table.turn
    )
    before = whole[number][0]
    more = before.hands[favour.seat].only(favour.payment.money_cards[0].currency) - favour.payment
    overpaid = attrs.evolve(favour, payment=favour.payment + g.Purse(list(more)[:1]))
    yield "vizier-overpaid", _cut(number, overpaid, spoiled=OF_VIZIER)
    assert before.table.turn is not None
    yield "vizier-out-of-order", _cut(number, g.Pass(before.table.turn), spoiled=OF_VIZIER)
    # VIZ-11: only an inactive pawn is reactivated.
    number = _first(g.TakeMoney, OF_VIZIER)
    taker = whole[number][0].table.to_act
    assert taker is not None
    yield "vizier-active-pawn", _cut(number, g.Reactivate(taker), spoiled=OF_VIZIER)


def _variants_with_exchange_cards() -> Iterator[tuple[str, GameRecord]]:
    whole = _spoiled(WITH_EXCHANGE)
    card = g.ExchangeCard.parse("yb")
    # EXC-2: none is in the first pile.
    number = next(number for number, (game, _) in enumerate(whole) if game.table.phase is g.Phase.END_OF_TURN)
    yield "exchange-card-too-early", _cut(number, g.DrawCard(card), spoiled=WITH_EXCHANGE)
    # EXC-4: an exchange card is taken alone.
    number, taking = next(
        (number, event)
        for number, (_, event) in enumerate(whole)
        if isinstance(event, g.TakeMoney) and event.cards.exchange_cards
    )
    more = whole[number][0].table.display.money
    both = attrs.evolve(taking, cards=taking.cards + g.Purse(more.money_cards[:1]))
    yield "exchange-card-with-money", _cut(number, both, spoiled=WITH_EXCHANGE)
    # EXC-5: the exchange card shows the currency of the space.
    number, buy, other = next(
        (number, event, other)
        for number, (game, event) in enumerate(whole)
        if isinstance(event, g.Buy)
        for other in game.hands[event.seat].exchange_cards
        if game.table.ruleset.spaces[event.space - 1][0] not in other.currencies
        and not event.payment.exchange_cards
    )
    mixed = attrs.evolve(buy, payment=buy.payment + g.Purse([other]))
    yield "exchange-card-of-other-currencies", _cut(number, mixed, spoiled=WITH_EXCHANGE)


def _variants_with_huts() -> Iterator[tuple[str, GameRecord]]:
    whole = _spoiled(OF_HUTS)
    # HUT-7: somebody has three huts, and takes a fourth.
    number, taker = next(
        (number, seat)
        for number, (game, _) in enumerate(whole)
        if game.table.phase is g.Phase.ACT
        and (seat := game.table.to_act) is not None
        and _huts_of(game, seat) == MOST_HUTS
    )
    fourth = next(hut for hut in whole[number][0].table.modules.open_huts if hut is not None)
    yield "huts-a-fourth-one", _cut(number, g.TakeHut(taker, fourth.building), spoiled=OF_HUTS)
    # HUT-5: the next hut is of the pile from which one was taken.
    number = _first(g.TakeHut, OF_HUTS) + 1
    below = whole[number][0].table.modules.huts_below
    drawn = whole[number][1]
    assert isinstance(drawn, g.DrawHut)
    other = next(hut for hut in below if hut.building is not drawn.face.building)
    yield "huts-of-another-pile", _cut(number, g.DrawHut(other), spoiled=OF_HUTS)
    # HUT-5: it is turned up before anything is placed.
    taken = whole[number][0].table
    assert taken.turn is not None
    store = g.Store(taken.turn, next(face for face in taken.bought if face.is_hut))
    yield "huts-placed-too-early", _cut(number, store, spoiled=OF_HUTS)


def _variants_with_bonus_cards() -> Iterator[tuple[str, GameRecord]]:
    whole = _spoiled(OF_BONUS)
    # BON-4: the tile of a card lies elsewhere.
    number, game = next(
        (number, game) for number, (game, _) in enumerate(whole) if game.table.phase is g.Phase.REVEAL
    )
    seat, face = next(
        (g.Seat(seat), face)
        for seat, cards in enumerate(game.bonus)
        for face in cards
        if all(tile.face != face for tile in game.table.players[seat].city.tiles.values())
    )
    yield "bonus-without-its-tile", _cut(number, g.ShowBonus(seat, face), spoiled=OF_BONUS)
    # MOD-5: a card is dealt a second time.
    number = _first(g.DrawBonus, OF_BONUS)
    yield "bonus-dealt-twice", _cut(number + 1, whole[number][1], spoiled=OF_BONUS)
    # BON-2: what others are told is not enough.
    yield "bonus-hidden", _cut(number, g.DrawBonus(None), spoiled=OF_BONUS)


def _variants_with_all_modules() -> Iterator[tuple[str, GameRecord]]:
    whole = _spoiled(OF_ALL)
    # VIZ-13: the pawn buys a tile, and takes no hut.
    number, asked = next(
        (number, seat)
        for number, (game, _) in enumerate(whole)
        if game.table.phase is g.Phase.FAVOUR and (seat := game.table.to_act) is not None
    )
    hut = next(hut for hut in whole[number][0].table.modules.open_huts if hut is not None)
    yield "modules-hut-with-the-pawn", _cut(number, g.TakeHut(asked, hut.building), spoiled=OF_ALL)
    # HUT-4: a hut was not bought, so Dirk does not get it.
    number, taker, face = next(
        (number, seat, face)
        for number, (game, _) in enumerate(whole)
        if game.table.phase is g.Phase.PLACE and (seat := game.table.to_act) is not None
        for face in game.table.bought
        if face.is_hut
    )
    yield "modules-hut-given-to-dirk", _cut(number, g.GiveToDirk(taker, face), spoiled=OF_ALL)
    yield "modules-stopped-early", _cut(60, spoiled=OF_ALL)


def _huts_of(game: g.Game, seat: g.Seat) -> int:
    player = game.table.players[seat]
    own = [*player.reserve, *(tile.face for tile in player.city.tiles.values())]
    return sum(face.is_hut for face in own)


def _own_city(game: g.Game) -> g.City:
    """Return the city of the player to act."""
    assert game.table.to_act is not None
    return game.table.players[game.table.to_act].city


def texts() -> dict[str, str]:
    """Return all examples by the names of their files."""
    records = {name: recorded(playthrough) for name, playthrough in PLAYED.items()}
    records |= dict(_variants()) | dict(_variants_of_alhambra()) | dict(_variants_of_both())
    records |= dict(_variants_with_modules()) | dict(_variants_with_exchange_cards())
    records |= dict(_variants_with_bonus_cards())
    records |= dict(_variants_with_huts()) | dict(_variants_with_all_modules())
    records = {
        name: attrs.evolve(record, behaviour=WRITTEN_BY) if record.behaviour == BEHAVIOUR else record
        for name, record in records.items()
    }
    written = {f"{name}.toml": write_toml(write_game(record)) for name, record in records.items()}
    early, alhambra = written["stopped-early.toml"], written["alhambra-stopped-early.toml"]
    both, modules = written["both-stopped-early.toml"], written["modules-stopped-early.toml"]
    assert BOTH_TILES in both
    assert HOUSE_RULES in modules
    return written | {
        "unlisted-tiles.toml": early.replace('tiles = "reference"', 'tiles = "unlisted"'),
        "alhambra-without-ruleset.toml": alhambra.replace('ruleset = { game = "alhambra" }\n', ""),
        "unknown-game.toml": alhambra.replace('game = "alhambra"', 'game = "atlantis"'),
        "both-tiles-of-one-kind.toml": both.replace(BOTH_TILES, 'tiles = { alhambra = "alhambra" }'),
        "both-one-tile-set.toml": both.replace(BOTH_TILES, 'tiles = "reference"'),
        "modules-without-house-rules.toml": modules.replace(HOUSE_RULES, ""),
        "both-without-tiles.toml": both.replace(BOTH_TILES + "\n", ""),
    }


def main() -> None:
    """Write all of them anew."""
    EXAMPLES.mkdir(parents=True, exist_ok=True)
    for name, text in texts().items():
        (EXAMPLES / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
