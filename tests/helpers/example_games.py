"""The game records in ``examples/games``: ``python -m tests.helpers.example_games`` writes them.

For people to look at: the golden playthroughs as records, and variants of one with each kind of error that a
record can have.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import attrs

from granada_rules import (
    ALHAMBRA,
    Build,
    Building,
    Buy,
    Cell,
    Currency,
    DrawCard,
    DrawTile,
    Edges,
    Face,
    Kind,
    Purse,
    Ruleset,
    Seat,
    TakeMoney,
    apply,
    chance,
)
from granada_rules.notation import write_event
from granada_rules.records import GameRecord, write_game, write_toml
from granada_rules.ruleset import BEHAVIOUR
from tests.helpers import ROOT
from tests.helpers.playthroughs import PLAYTHROUGHS, Playthrough

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules import Event, Game

EXAMPLES = ROOT / "examples" / "games"

_ALL_OPTIONS = Ruleset(
    kinds=(Kind.ALHAMBRA,),
    yard=(Currency.ORANGE, Currency.BLUE, Currency.GREEN, Currency.YELLOW),
    extra_action_is_a_must=True,
    discards_return_at_once=True,
    gifts_one_by_one=True,
)
_OF_ALHAMBRA = (
    *(Playthrough(f"alhambra-{players}-players", players, ALHAMBRA) for players in (2, 3, 4, 6)),
    Playthrough("alhambra-5-players-all-options", 5, _ALL_OPTIONS),
)
PLAYED = {played.name: played for played in (*_OF_ALHAMBRA, *PLAYTHROUGHS)}
"""The whole games, by name."""

SPOILED = "3-players"
"""The playthrough that the variants are made of."""


OF_ALHAMBRA = "alhambra-3-players"
"""The game of Alhambra that variants are made of."""


@cache
def steps(playthrough: Playthrough) -> tuple[tuple[Game, Event], ...]:
    """Return the events of a playthrough, each with the game before it."""
    return tuple(playthrough.events())


def recorded(playthrough: Playthrough) -> GameRecord:
    """Write down a playthrough."""
    before, last = steps(playthrough)[-1]
    return GameRecord.of(
        playthrough.beginning(),
        [event for _, event in steps(playthrough)],
        result=apply(before, last).table.points,
        commitment=playthrough.dealer.commitment,
    )


def _first(kind: type[Event], spoiled: str = SPOILED) -> int:
    """Return how many events come before the first of a kind in the game that the variants are made of."""
    return next(number for number, (_, event) in enumerate(_spoiled(spoiled)) if isinstance(event, kind))


def _spoiled(spoiled: str = SPOILED) -> tuple[tuple[Game, Event], ...]:
    return steps(PLAYED[spoiled])


def _cut(number: int, *instead: Event, spoiled: str = SPOILED) -> GameRecord:
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

    number = _first(Buy)
    buy = _spoiled()[number][1]
    assert isinstance(buy, Buy)
    yield "paid-too-little", _cut(number, Buy(buy.seat, buy.space, Purse(list(buy.payment)[1:])))
    yield "not-their-turn", _cut(number, attrs.evolve(buy, seat=Seat((buy.seat + 1) % len(names))))

    number = _first(Build)
    build = _spoiled()[number][1]
    assert isinstance(build, Build)
    yield "built-apart", _cut(number, attrs.evolve(build, cell=Cell(2, 2)))

    tile, card = _first(DrawTile), _first(DrawCard)
    yield "tile-drawn-twice", _cut(tile + 1, _spoiled()[tile][1])
    yield "card-drawn-for-a-tile", _cut(tile, _spoiled()[card][1])

    number = _first(TakeMoney)
    record = _cut(number + 1)
    misspelt = _changed(record, record.events[-1].replace("takes", "tkaes"))
    yield "unreadable-line", attrs.evolve(misspelt, digests=())
    # Legal as well, so that nothing but the digest tells.
    other = next(draw for draw, _ in chance(_spoiled()[card][0]) if draw != _spoiled()[card][1])
    yield "changed-line", _changed(_cut(card + 1), write_event(other, names))

    points = dict(whole.result or {})
    yield "wrong-result", attrs.evolve(whole, result=points | {names[0]: points[names[0]] + 10})
    events = (*(event for _, event in _spoiled()), TakeMoney(Seat(0), [_spoiled()[-1][0].table.display[0]]))
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
        if isinstance(event, DrawTile) and len(tiles.called(event.face.building, event.face.value)) == 1
        else line
        for line, (_, event) in zip(early.events, _spoiled(OF_ALHAMBRA), strict=False)
    ]
    yield "alhambra-walls-left-out", attrs.evolve(early, events=tuple(plain), digests=())
    yield "alhambra-unclear-tile", attrs.evolve(early, events=("tile GA10",), digests=())
    no_tile = Face(Building.GARDEN, 10, Edges.parse("NESW"))
    yield "alhambra-walls-that-no-tile-has", _cut(0, DrawTile(no_tile), spoiled=OF_ALHAMBRA)
    yield "alhambra-face-of-granada", _cut(0, DrawTile(Face(Building.SCHOOL, 10)), spoiled=OF_ALHAMBRA)
    number = _first(Build, OF_ALHAMBRA)
    build = _spoiled(OF_ALHAMBRA)[number][1]
    assert isinstance(build, Build)
    hand = _spoiled(OF_ALHAMBRA)[number][0].hands[build.seat]
    turned = attrs.evolve(build, payment=Purse(list(hand)[-1:]))
    yield "alhambra-turned-over", _cut(number, turned, spoiled=OF_ALHAMBRA)


def texts() -> dict[str, str]:
    """Return all examples by the names of their files."""
    records = {name: recorded(playthrough) for name, playthrough in PLAYED.items()}
    records |= dict(_variants()) | dict(_variants_of_alhambra())
    written = {f"{name}.toml": write_toml(write_game(record)) for name, record in records.items()}
    early, alhambra = written["stopped-early.toml"], written["alhambra-stopped-early.toml"]
    return written | {
        "unlisted-tiles.toml": early.replace('tiles = "reference"', 'tiles = "unlisted"'),
        "alhambra-without-ruleset.toml": alhambra.replace('ruleset = { game = "alhambra" }\n', ""),
        "unknown-game.toml": alhambra.replace('game = "alhambra"', 'game = "atlantis"'),
    }


def main() -> None:
    """Write all of them anew."""
    EXAMPLES.mkdir(parents=True, exist_ok=True)
    for name, text in texts().items():
        (EXAMPLES / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
