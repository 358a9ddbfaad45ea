"""Whole games, printed event by event into ``tests/golden``: ``python -m tests.helpers.playthroughs``.

The draws are a dealer's. Players choose by a rule that any program can follow, and that a change somewhere
does not upset everywhere: of the kinds of action that are legal, then of the actions of that kind, the one
for which another dealer draws the smallest number. Which number that is depends on how many decisions
there were before, and on the words for the kind or the action; not on what else is legal.
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, assert_never

import attrs

import granada_rules as g
from granada_rules.box import Box
from tests.helpers import ROOT
from tests.helpers.games import NAMES, otherwise

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path


GOLDEN = ROOT / "tests" / "golden"

VIEWS_EVERY = 10
"""In every so manieth turn it is shown what each seat, and a spectator, can see of the hands."""

MOST_EVENTS = 5_000


def kind(action: g.Action) -> str:
    """Say what kind of thing a player does; the three ways to rebuild are one kind (TURN-2)."""
    return "Rebuild" if isinstance(action, g.Extend | g.Reduce | g.Exchange) else type(action).__name__


def _parts(action: g.Action) -> tuple[str, g.Purse, g.Cell | None]:
    """Take apart what is done, for which cards, and at which cell."""
    cards, cell = g.Purse(), None
    match action:
        case g.TakeMoney():
            act, cards = "take", action.cards
        case g.Buy():
            act, cards = f"buy {action.space} for", action.payment
        case g.Extend():
            act, cell = f"extend {action.face}", action.cell
        case g.Reduce():
            act, cell = "reduce", action.cell
        case g.Exchange():
            act, cell = f"exchange {action.face}", action.cell
        case g.TakeHut():
            act = f"hut {action.building.code}"
        case g.Reactivate():
            act = "reactivate"
        case g.ShowBonus():
            act = f"show {action.face}"
        case g.Pass():
            act = "pass"
        case g.Build():
            act, cards, cell = f"build {action.face}", action.payment, action.cell
        case g.Store():
            act = f"store {action.face}"
        case g.GiveToDirk():
            act, cards = f"give {action.face}", action.payment
        case _:
            assert_never(action)
    # What is paid for, beside what is bought, is that a tile is turned over.
    return f"{act} turned for" if cards and isinstance(action, g.Build | g.GiveToDirk) else act, cards, cell


def listed(actions: Iterable[g.Action]) -> str:
    """Say all these actions, in this order, and what they have in common once."""
    by_cell = [
        (act, str(cards), " ".join(str(cell) for _, _, cell in same if cell is not None))
        for (act, cards), same in groupby(map(_parts, actions), key=itemgetter(0, 1))
    ]
    by_cards = [
        (act, " | ".join(cards for _, cards, _ in same), cells)
        for (act, cells), same in groupby(by_cell, key=itemgetter(0, 2))
    ]
    return "; ".join(
        f"{act}{' ' if cards else ''}{cards}{' at ' if cells else ''}{cells}"
        for act, cards, cells in by_cards
    )


def told(event: g.Event, names: Sequence[str]) -> str:
    """Say what happens."""
    match event:
        case g.DrawTile():
            return f"tile {event.face}"
        case g.DrawCard():
            return f"card {event.card}"
        case g.DrawScoring():
            return f"scoring card {event.scoring.value}"
        case g.DrawBonus():
            return f"bonus card {event.face}"
        case g.DrawHut():
            return f"hut {event.face}"
        case _:
            return f"{names[event.seat]}: {listed([event])}"


def drawing(city: g.City) -> Iterator[str]:
    """Draw a city: north is up, ``@`` is the start tile, behind each face the sides with a moat or wall."""
    codes = {cell: _named(tile) for cell, tile in city.tiles.items()} | {g.START: "@"}
    xs, ys = [cell.x for cell in codes], [cell.y for cell in codes]
    for y in range(max(ys), min(ys) - 1, -1):
        row = (codes.get(g.Cell(x, y), ".") for x in range(min(xs), max(xs) + 1))
        yield "    " + "".join(f"{code:10}" for code in row).rstrip()


def _named(tile: g.Built) -> str:
    # A face of Alhambra has its walls in its name.
    return str(tile.face) if tile.face.walls is not None else f"{tile.face}:{tile.moats or '-'}"


def _city(ruleset: g.Ruleset) -> str:
    return Box.of(ruleset.kind).city if len(ruleset.kinds) == 1 else "layout"


def laid_out(table: g.Table) -> Iterator[str]:
    """Say what lies on the table, for everybody to see."""
    yard = zip(table.yard, table.ruleset.spaces, strict=True)
    tiles = " ".join(f"{currency.code}:{face or '-'}" for face, (currency, _) in yard)
    marker = "" if table.marker is None else f"marker {table.marker.value}; "
    yield (
        f"  yard {tiles}; display {table.display or '-'}; {marker}bag {len(table.bag)}, "
        f"deck {table.deck_size}, discards {len(table.discards)}"
    )
    if pawns := table.modules.pawns:
        who = [player.name for player, is_active in zip(table.players, pawns, strict=True) if is_active]
        yield f"  active pawns: {' '.join(who) or '-'}"
    if huts := table.modules.open_huts:
        lying = " ".join("-" if hut is None else str(hut) for hut in huts)
        yield f"  open huts {lying}; {len(table.modules.huts_below)} below"
    for player, shown, many in zip(table.players, table.modules.shown, table.modules.hidden, strict=False):
        yield f"  bonus cards of {player.name}: {' '.join(map(str, shown)) or '-'} shown, {many} hidden"
    for player in table.players:
        city = " ".join(f"{cell}:{player.city.tiles[cell].face}" for cell in sorted(player.city.tiles))
        reserve = " ".join(map(str, player.reserve))
        second = "" if player.city.second is None else f"; Granada began at {player.city.second}"
        yield (
            f"  {player.name}: points {player.points}; cards {player.hand_size}; reserve {reserve or '-'}; "
            f"{_city(table.ruleset)} {city or '-'}{second}"
        )
    if table.dirk is not None:
        yield f"  Dirk: points {table.dirk.points}; tiles {' '.join(map(str, table.dirk.faces))}"


def hands(game: g.Game) -> Iterator[str]:
    """Say what each seat, and a spectator, can see of the hands."""
    names = [player.name for player in game.table.players]
    viewers = {name: g.view(game, g.Seat(seat)).hands for seat, name in enumerate(names)}
    viewers["a spectator"] = g.view(game, None).hands
    if len(set(viewers.values())) == 1:
        viewers = {"everybody": viewers["a spectator"]}
    for viewer, seen in viewers.items():
        shown = (
            f"{name} {'?' if hand is None else hand or '-'}" for name, hand in zip(names, seen, strict=True)
        )
        yield f"  {viewer} sees the hands: {'; '.join(shown)}"


@attrs.frozen
class Playthrough:
    """A whole game that is the same whenever it is played."""

    name: str
    players: int
    ruleset: g.Ruleset = g.GRANADA

    @property
    def dealer(self) -> g.Dealer:
        """Who draws."""
        return g.Dealer(f"playthrough {self.name}".encode())

    @property
    def policy(self) -> g.Dealer:
        """By whose numbers the players choose."""
        return g.Dealer(f"policy of playthrough {self.name}".encode())

    @property
    def path(self) -> Path:
        """Where it is printed."""
        return GOLDEN / f"{self.name}.txt"

    def beginning(self) -> g.Game:
        """Return the game before its first draw."""
        return g.setup(NAMES[: self.players], self.ruleset)

    def events(self) -> Iterator[tuple[g.Game, g.Event]]:
        """Play to the end, and show each event with the game before it."""
        game, decisions = self.beginning(), 0
        for _ in range(MOST_EVENTS):
            event: g.Event | None = next(g.draws(game, self.dealer), None)
            if event is None:
                if game.table.phase is g.Phase.OVER:
                    return
                event = self.choice(game, decisions)
                decisions += 1
            yield game, event
            game = g.apply(game, event)
        raise AssertionError(f"{self.name}: not over after {MOST_EVENTS} events")

    def choice(self, game: g.Game, decisions: int) -> g.Action:
        """Return what is chosen, after so many decisions."""

        def number(words: str) -> int:
            return self.policy.number(decisions, 1 << 32, purpose=words)

        actions = list(g.legal_actions(game, minimal_payments=True))
        chosen = min({kind(action) for action in actions}, key=number)
        of_kind = (action for action in actions if kind(action) == chosen)
        return min(of_kind, key=lambda action: number(told(action, NAMES)))

    def lines(self) -> Iterator[str]:
        """Print the whole game."""
        yield from self._heading()
        turns, game, last = 0, self.beginning(), None
        for number, (before, event) in enumerate(self.events(), 1):
            # BON-4: to show a card begins no turn.
            is_shown = isinstance(last, g.ShowBonus) and game.table.phase is g.Phase.ACT
            last = event
            if before.table.phase is g.Phase.ACT and not before.table.extra and not is_shown:
                turns += 1
                yield from _turn(before, turns)
            yield from _happens(before, event, number)
            game = g.apply(before, event)
            yield from _follows(before, game)
        yield from _end(game)

    def _heading(self) -> Iterator[str]:
        usual = g.Ruleset(kinds=self.ruleset.kinds, modules=self.ruleset.modules)
        changed = {
            field.name: getattr(self.ruleset, field.name)
            for field in attrs.fields(g.Ruleset)
            if field.init and getattr(self.ruleset, field.name) != getattr(usual, field.name)
        }
        yield f"{self.ruleset.label} for {self.players}: {', '.join(NAMES[: self.players])}"
        for module in self.ruleset.modules:
            yield f"with {module.label}"
        for option, value in changed.items():
            said = " ".join(currency.label for currency in value) if option == "yard" else value
            yield f"ruleset: {option} = {said}"
        yield f"dealer: {self.dealer.seed.decode()}"
        yield f"players choose by: {self.policy.seed.decode()}"
        yield "before each decision: how many actions are legal, with minimal payments, and all of them"
        yield ""
        yield "=== setup"


def _turn(game: g.Game, turns: int) -> Iterator[str]:
    table = game.table
    assert table.to_act is not None
    yield ""
    yield f"=== turn {turns}: {table.players[table.to_act].name}"
    yield from laid_out(g.view(game, None).table)
    if turns % VIEWS_EVERY == 1:
        yield from hands(game)
    else:
        yield f"  hand {g.view(game, table.to_act).hand or '-'}"
    if cards := g.view(game, table.to_act).bonus:
        yield f"  hidden bonus cards {' '.join(map(str, cards))}"


def _happens(game: g.Game, event: g.Event, number: int) -> Iterator[str]:
    table = game.table
    said = told(event, [player.name for player in table.players])
    if isinstance(event, g.Draw):
        assert table.draw_for is not None
        # Cards for the display are drawn in somebody's turn too, but not for anybody.
        whose = table.turn if table.draw_for in {g.DrawFor.HAND, g.DrawFor.BONUS} else None
        owner = "" if whose is None else f" ({table.players[whose].name})"
        yield f"{number:4} {table.draw_for.value}{owner}: {said} ({dict(g.chance(game))[event]})"
    else:
        actions = list(g.legal_actions(game, minimal_payments=True))
        yield f"     {len(actions)}: {listed(actions)}"
        yield f"{number:4} {said}"


def _follows(before: g.Game, after: g.Game) -> Iterator[str]:
    """Say what followed from an event without anybody's choice."""
    table = after.table
    if before.table.discards and not table.discards:
        yield "     the discards become the deck"
    if table.marker is not None and table.marker is not before.table.marker:
        yield f"     the marker moves to {table.marker.value}"
    for sheet in after.sheets[len(before.sheets) :]:
        yield from _scoring(table, sheet)
    if table.phase is g.Phase.GIFT:
        if before.table.phase is not g.Phase.GIFT:
            yield ""
            yield "=== the tiles left in the yard are given away"
            yield from laid_out(table)
            yield from hands(after)
        assert table.to_act is not None
        if new := [face for face in table.bought if face not in before.table.bought]:
            go = "goes" if len(new) == 1 else "go"
            yield f"     {' '.join(map(str, new))} {go} to {table.players[table.to_act].name}"


def _scoring(table: g.Table, sheet: g.ScoreSheet) -> Iterator[str]:
    yield ""
    yield f"=== scoring {sheet.scoring.value}"
    for player in table.players:
        yield f"  {player.name}'s {_city(table.ruleset)}"
        yield from drawing(player.city)
    if table.dirk is not None:
        yield f"  Dirk's tiles {' '.join(map(str, table.dirk.faces))}"
    for line in str(sheet).splitlines():
        yield f"  {line}"
    yield f"  points: {', '.join(f'{name} {points}' for name, points in table.points.items())}"


def _end(game: g.Game) -> Iterator[str]:
    assert game.table.phase is g.Phase.OVER
    yield ""
    yield "=== over"
    yield from laid_out(game.table)
    yield from hands(game)
    for row in g.standings(game.table.points):
        yield f"  {row.rank}. {row.player} {row.points}{' wins' if row.wins else ''}"


YARD = (g.Currency.ORANGE, g.Currency.BLUE, g.Currency.GREEN, g.Currency.YELLOW)
"""Other colours for the spaces than usual."""

PLAYTHROUGHS = (
    *(Playthrough(f"{number}-players", number) for number in (2, 3, 4, 6)),
    Playthrough("2-players-french", 2, g.EDITIONS["FR"]),
    Playthrough("5-players-all-options", 5, otherwise(g.GRANADA, yard=YARD)),
)
"""Of Granada."""

ALHAMBRAS = (
    *(Playthrough(f"alhambra-{number}-players", number, g.ALHAMBRA) for number in (2, 3, 4, 6)),
    Playthrough("alhambra-5-players-all-options", 5, otherwise(g.ALHAMBRA, yard=YARD)),
)
"""Of Alhambra."""

BOTHS = (
    *(Playthrough(f"both-{number}-players", number, g.BOTH) for number in (2, 3, 4, 6)),
    Playthrough("both-5-players-all-options", 5, otherwise(g.BOTH, yard=YARD)),
)
"""Of both together."""

WITH_MODULES = (
    Playthrough("vizier-2-players", 2, g.Ruleset(modules=[g.Module.VIZIER])),
    Playthrough(
        "vizier-alhambra-3-players", 3, g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.VIZIER])
    ),
    Playthrough(
        "vizier-both-4-players-all-options",
        4,
        g.Ruleset(kinds=g.Kind, modules=[g.Module.VIZIER], favour_until_yard_short=True, house_rules=True),
    ),
    Playthrough(
        "exchange-alhambra-3-players", 3, g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.EXCHANGE])
    ),
    Playthrough(
        "exchange-both-2-players-all-options",
        2,
        g.Ruleset(
            kinds=g.Kind,
            modules=[g.Module.EXCHANGE],
            house_rules=True,
            exchange_cards_with_money=True,
            exchange_pays_exactly=True,
            discards_return_at_once=True,
        ),
    ),
    Playthrough("bonus-alhambra-4-players", 4, g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.BONUS])),
    Playthrough(
        "bonus-both-2-players", 2, g.Ruleset(kinds=g.Kind, modules=[g.Module.BONUS], house_rules=True)
    ),
    Playthrough("huts-alhambra-3-players", 3, g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=[g.Module.HUTS])),
    Playthrough(
        "huts-both-2-players-all-options",
        2,
        g.Ruleset(
            kinds=g.Kind,
            modules=[g.Module.HUTS],
            house_rules=True,
            simplified=True,
            extra_action_is_a_must=True,
            gifts_one_by_one=True,
        ),
    ),
    Playthrough("modules-alhambra-3-players", 3, g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=g.Module)),
    Playthrough("modules-both-2-players", 2, g.Ruleset(kinds=g.Kind, modules=g.Module, house_rules=True)),
    Playthrough(
        "modules-alhambra-4-players-all-options",
        4,
        otherwise(g.Ruleset(kinds=(g.Kind.ALHAMBRA,), modules=g.Module), yard=YARD),
    ),
)
"""With modules: each by itself, then all of them at once."""

WHOLE_GAMES = PLAYTHROUGHS + ALHAMBRAS + BOTHS + WITH_MODULES
"""All of them."""


def main() -> None:
    """Print all of them anew."""
    GOLDEN.mkdir(exist_ok=True)
    for playthrough in WHOLE_GAMES:
        playthrough.path.write_text("\n".join(playthrough.lines()) + "\n", "utf-8")


if __name__ == "__main__":
    main()
