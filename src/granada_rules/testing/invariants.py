"""Invariants: `assert_consistent` for games, `assert_keeps_secrets` for what players are shown."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, islice, zip_longest
from typing import TYPE_CHECKING, TypeVar

from granada_rules import placement
from granada_rules.base import count, short
from granada_rules.box import (
    ASKED,
    ASKED_WITH_BONUS,
    BONUS_CARDS,
    DIRKS_TILES,
    DISPLAY,
    HUT_BUILDINGS,
    MOST_HUTS,
    STARTING_MONEY,
    WINDOWS,
    Box,
    Card,
    Currency,
    DrawFor,
    ExchangeCard,
    Module,
    Phase,
    Scoring,
    Seat,
    some,
)
from granada_rules.city import faces_of
from granada_rules.dealer import Dealer, complete
from granada_rules.game import Game, aside_after, is_first_deck, new_game, view
from granada_rules.play import chance, check, legal_actions
from granada_rules.position import validate
from granada_rules.testing.events import a_game

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from granada_rules.box import Face
    from granada_rules.game import Table
    from granada_rules.sheet import ScoreSheet

__all__ = [
    "SAMPLES",
    "assert_consistent",
    "assert_keeps_secrets",
    "difference",
    "everything_is_in_one_place",
    "looking_alike",
    "with_past",
]

_MANY = 100
"""How many actions are checked; a hand with much money can pay in very many ways."""

SAMPLES = 3
"""How many other games are compared for each seat."""


def assert_consistent(game: Game) -> None:
    """Check that a game is one that the rules can have made.

    - Every tile, hut and card is in one place (BOX-11, MOD-5); the public sizes of hands and deck are right.
    - All cities are legal, and built of the tiles of the ruleset.
    - There is a marker if tiles have backs, and only then; several tiles are given at once only by A-END-3
      or MIX-35.
    - The turn, the bought tiles, the pawns, the bonus cards and who is asked, the draw that is due, the
      scoring that is due and the tiles that Dirk is owed fit the phase and the table.
    - Every draw that `granada_rules.chance` lists and the first 100 legal actions pass `granada_rules.check`.
    - The points are those of the sheets; more, if the game comes from a position without sheets.
    - The game can be written as a position and, at a decision, read back.

    >>> from granada_rules import setup
    >>> from granada_rules.testing import assert_consistent
    >>> assert_consistent(setup(3))

    Raises ``AssertionError`` that says what is wrong, if anything is.
    """
    everything_is_in_one_place(a_game(game))
    _cities_are_legal(game)
    _the_marker_fits(game.table)
    _the_turn_fits(game)
    _the_pawns_fit(game.table)
    _bonus_cards_fit(game)
    _the_draw_fits(game)
    _dirk_is_owed_what_he_gets(game.table)
    _what_is_possible_passes(game)
    _points_are_those_of_the_sheets(game)
    _it_can_be_written_down(game)


def everything_is_in_one_place(game: Game) -> None:
    """Count all tiles and cards (BOX-11), and compare the public sizes of hands and deck."""
    _each_tile_is_in_one_place(game)
    _each_hut_is_in_one_place(game.table)
    _each_card_is_in_one_place(game)
    _each_scoring_card_is_in_one_place(game)
    _each_bonus_card_is_in_one_place(game)
    _what_is_told_of_hidden_cards_is_so(game)


def _demand(holds: object, what_is_wrong: str) -> None:
    if not holds:
        raise AssertionError(what_is_wrong)


_Thing = TypeVar("_Thing", bound="Hashable")


def _are_all_there(where: str, things: Iterable[_Thing], wanted: Iterable[_Thing]) -> None:
    """Compare what lies somewhere with what the box holds."""
    found, expected = Counter(things), Counter(wanted)
    _demand(not (found - expected), f"{where}: too often {some((found - expected).elements())}")
    _demand(not (expected - found), f"{where}: nowhere {some((expected - found).elements())}")


def _each_tile_is_in_one_place(game: Game) -> None:
    """BOX-11: bag, yard, bought, city, reserve, Dirk."""
    table = game.table
    faces: list[Face] = [*table.bought, *filter(None, table.yard)]
    for player in table.players:
        faces += [*player.reserve, *faces_of(player.city)]
    faces += table.dirk.faces if table.dirk is not None else ()
    tile = {face: tile for tile in table.ruleset.tiles.tiles for face in (tile.front, tile.back) if face}
    # MOD-5: huts are counted by themselves.
    faces = [face for face in faces if not face.is_hut]
    strange = [face for face in faces if face not in tile]
    _demand(not strange, f"BOX-11, tiles: the box has no {some(strange)}")
    lying = [*table.bag, *(tile[face] for face in faces)]
    _are_all_there("BOX-11, tiles", lying, table.ruleset.tiles.tiles)


def _each_hut_is_in_one_place(table: Table) -> None:
    """MOD-5: in its pile, open on it, taken in this turn, city, reserve. HUT-7: three of a player at most."""
    modules, listed = table.modules, table.ruleset.tiles.huts
    piles = len(HUT_BUILDINGS) if listed is not None else 0
    _demand(len(modules.open_huts) == piles, f"huts: {len(modules.open_huts)} piles, expected {piles}")
    lying = [*modules.huts_below, *filter(None, modules.open_huts)]
    lying += [face for face in table.bought if face.is_hut]
    for player in table.players:
        own = [*player.reserve, *faces_of(player.city)]
        huts = [face for face in own if face.is_hut]
        _demand(len(huts) <= MOST_HUTS, f"HUT-7, huts of {player.name}: {some(map(str, huts))}")
        lying += huts
    _are_all_there("MOD-5, huts", lying, () if listed is None else listed.huts)
    for building, hut in zip(HUT_BUILDINGS, modules.open_huts, strict=False):
        message = f"HUT-3, huts: {hut} lies open on the pile for {building.label}"
        _demand(hut is None or hut.building is building, message)


def _each_card_is_in_one_place(game: Game) -> None:
    """BOX-11: deck, display, hand, discards; and with two players a third of them in the box (DIRK-1)."""
    copies = 2 if len(game.hands) == 2 else 3
    cards = [*game.deck, *game.table.display, *game.table.discards]
    cards += [card for hand in game.hands for card in hand]
    each = [Card(currency, value) for currency in Currency for value in range(1, 10)]
    # MOD-5: exchange cards are in these places, too, and set aside until the deck is made.
    are_there = game.table.ruleset.has_exchange and game.table.phase is not Phase.SETUP
    exchange = [ExchangeCard(*pair) for pair in combinations(Currency, 2)] if are_there else []
    _are_all_there("BOX-11, cards", cards, [*each * copies, *exchange])
    # EXC-2: in certain piles, until the discards are shuffled.
    bound = sum(pile.exchange for pile in game.piles)
    inside = len(game.deck.exchange_cards)
    message = f"EXC-2: {count(bound, 'exchange card')} in certain piles, and {inside} in the deck"
    table = game.table
    is_first = is_first_deck(table.turned_up, table.aside, table.ruleset.deck_plan)
    _demand(bound in ({inside} if is_first else {0, inside}), message)


def _each_scoring_card_is_in_one_place(game: Game) -> None:
    """BOX-11: set aside, deck, out of the game. SETUP-6, MIX-7: A comes before B."""
    table = game.table
    found = [*table.turned_up, *(pile.scoring for pile in game.piles if pile.scoring is not None)]
    message = (
        f"BOX-11, scoring cards: {_named(found)} turned up or in the deck, {_named(table.aside)} set aside"
    )
    _demand([*found, *table.aside] == [Scoring.A, Scoring.B], message)
    # SETUP-3: both are set aside until the deck is made. MIX-7, MIX-11: B until the discards are shuffled.
    plan = table.ruleset.deck_plan
    allowed = [aside_after(shuffles, plan) for shuffles in range(1, len(plan) + 1)]
    _demand(table.aside in (allowed if table.phase is not Phase.SETUP else [aside_after(0, plan)]), message)


def _each_bonus_card_is_in_one_place(game: Game) -> None:
    """MOD-5: with a player, hidden or shown, or out of the game."""
    faces, modules = game.table.ruleset.bonus_faces, game.table.modules
    many = len(game.table.players) if faces else 0
    numbers = (len(game.bonus), len(modules.shown), len(modules.hidden))
    _demand(numbers == (many,) * 3, f"bonus cards: expected those of {many} players, got {numbers}")
    held = [face for cards in (*game.bonus, *modules.shown) for face in cards]
    _demand(
        not (Counter(held) - Counter(faces)), f"MOD-5, bonus cards: too often or unknown among {some(held)}"
    )
    for player, cards, told in zip(game.table.players, game.bonus, modules.hidden, strict=False):
        message = f"bonus cards of {player.name}: {len(cards)} hidden, {told} on the table"
        _demand(len(cards) == told, message)


def _what_is_told_of_hidden_cards_is_so(game: Game) -> None:
    scorings = sum(pile.scoring is not None for pile in game.piles)
    piled, cards, told = (
        sum(pile.size for pile in game.piles),
        len(game.deck) + scorings,
        game.table.deck_size,
    )
    _demand(piled == cards == told, f"deck: {cards} cards, {piled} in its piles, {told} on the table")
    _demand(len(game.table.players) == len(game.hands), "hands: expected one for each player")
    for player, hand in zip(game.table.players, game.hands, strict=True):
        message = f"hand of {player.name}: {len(hand)} cards, {player.hand_size} on the table"
        _demand(player.hand_size == len(hand), message)


def _cities_are_legal(game: Game) -> None:
    tiles = game.table.ruleset.tiles
    for player in game.table.players:
        found = placement.violations(player.city)
        _demand(not found, f"city of {player.name}: {some(found)}")
        # SETUP-1, MIX-4: everybody has a start tile of the game.
        kind = game.table.ruleset.kind
        message = f"city of {player.name}: a start tile of {player.city.start.label}, expected {kind.label}"
        _demand(player.city.start is kind, message)
        # MIX-20: where Granada began is known as soon as it has.
        has_begun = any(tile.face.kind is not kind for tile in player.city.tiles.values())
        message = f"city of {player.name}: Granada began at {player.city.second}"
        _demand((player.city.second is not None) == has_begun, message)
        for cell, tile in player.city.tiles.items():
            listed = tiles.moats(tile.face)
            barriers = f"{Box.of(tile.face.kind).barrier}s {tile.moats or '-'}"
            message = f"city of {player.name}: {tile.face} at {cell} has the {barriers}"
            _demand(tile.moats == listed, f"{message}, expected {listed or '-'}")


def _the_marker_fits(table: Table) -> None:
    # BOX-9: it says which face of a new tile lies up.
    expected = "one of even and odd" if table.ruleset.has_marker else "None, because tiles have no backs"
    fits = (table.marker is not None) == table.ruleset.has_marker
    _demand(fits, f"marker: expected {expected}, got {short(table.marker)}")


def _the_turn_fits(game: Game) -> None:
    table = game.table
    poor = [seat for seat, hand in enumerate(game.hands) if hand.total() < STARTING_MONEY]
    if table.phase is Phase.SETUP:
        # SETUP-3: money is dealt to one after the other.
        # BON-2: and then bonus cards.
        each = BONUS_CARDS[len(table.players)]
        short_of = [seat for seat, cards in enumerate(game.bonus) if len(cards) < each]
        waiting_for = {DrawFor.HAND: poor, DrawFor.BONUS: short_of}.get(table.draw_for or DrawFor.YARD, [])
        fits = table.turn == (waiting_for[0] if waiting_for else None)
    elif table.phase is Phase.OVER:
        fits = table.turn is None
    else:
        fits = table.turn in range(len(table.players))
    _demand(fits, f"phase {table.phase.value}: turn is {short(table.turn)}")
    # SETUP-4: ages are kept until it is known who begins.
    known = {0, len(table.players)} if table.phase is Phase.SETUP else {0}
    _demand(
        len(table.age_ranks) in known, f"phase {table.phase.value}: {len(table.age_ranks)} ages are known"
    )
    # TURN-6, END-3: tiles wait to be placed exactly then.
    # HUT-5: also while a hut is turned up.
    is_hut_drawn = table.draw_for is DrawFor.HUT and table.phase is Phase.END_OF_TURN
    is_placing = table.phase in {Phase.PLACE, Phase.PLACE_FAVOUR, Phase.GIFT}
    waiting = is_placing or table.extra or is_hut_drawn
    _demand(bool(table.bought) == waiting, f"phase {table.phase.value}: bought is {some(table.bought)}")
    # END-3: tiles are given one at a time. A-END-3: or all that one player gets. MIX-35: or both of a space.
    kinds = [face.kind for face in table.bought]
    together = table.ruleset.gives_together and (
        len(table.ruleset.kinds) == 1 or len(kinds) == len(set(kinds))
    )
    _demand(
        table.phase is not Phase.GIFT or len(kinds) < 2 or together,
        f"phase gift: {some(table.bought)} were given at once",
    )


def _the_pawns_fit(table: Table) -> None:
    phase, asked, pawns = table.phase, table.modules.asked, table.modules.pawns
    # VIZ-2, MOD-5: everybody has a pawn, if the module is played.
    wanted = len(table.players) if Module.VIZIER in table.ruleset.modules else 0
    _demand(len(pawns) == wanted, f"pawns: expected {wanted}, got {len(pawns)}")
    # VIZ-3, VIZ-8, VIZ-9: between turns somebody is asked, unless a tile is drawn.
    # BON-4: and before a scoring, and with bonus cards at the end.
    asking = ASKED_WITH_BONUS if table.modules.shown else ASKED
    is_window = phase in asking and table.draw_for is None
    _demand((asked is not None) == is_window, f"phase {phase.value}: {short(asked)} is asked")
    # VIZ-3: who has an active pawn. VIZ-5: until it was used.
    if asked is not None and phase in WINDOWS:
        is_active = phase is not Phase.PLACE_FAVOUR
        _demand(pawns[asked] is is_active, f"phase {phase.value}: the pawn of {table.players[asked].name}")
    # VIZ-4: one tile is bought with it.
    many = len(table.bought)
    _demand(phase is not Phase.PLACE_FAVOUR or many == 1, f"phase {phase.value}: {many} tiles were bought")


def _bonus_cards_fit(game: Game) -> None:
    table, modules = game.table, game.table.modules
    each = BONUS_CARDS[len(table.players)]
    for player, shown, hidden in zip(table.players, modules.shown, modules.hidden, strict=False):
        # BON-2: everybody keeps the cards that were dealt.
        many = len(shown) + hidden
        _demand(
            many == each or table.phase is Phase.SETUP, f"bonus cards of {player.name}: {many}, not {each}"
        )
        # BON-4, BON-6: shown while their tiles lie there.
        built = {*faces_of(player.city)}
        _demand({*shown} <= built, f"bonus cards of {player.name}: {some(shown)} shown")
    # BON-4: who hides cards is asked.
    if table.phase is Phase.REVEAL and modules.asked is not None:
        name = table.players[modules.asked].name
        _demand(modules.hidden[modules.asked], f"phase reveal: {name} is asked, and hides nothing")


def _the_draw_fits(game: Game) -> None:
    table = game.table
    wanted = _to_be_drawn_for(game)
    message = f"phase {table.phase.value}: draw_for is {table.draw_for}, expected {wanted}"
    # VIZ-8: in the window of vizier's favour there are draws and decisions.
    draws = table.phase in {Phase.SETUP, Phase.END_OF_TURN}
    fits = table.phase is Phase.FAVOUR or draws == (wanted is not None)
    _demand(table.draw_for is wanted and fits, message)
    # TURN-8: the discards are the deck as soon as a card is needed and there is none.
    _demand(
        table.deck_size > 0 or table.draw_for not in {DrawFor.HAND, DrawFor.DISPLAY},
        "deck: empty, but a card is to be drawn",
    )
    # SCORE-2: a scoring waits until display and yard are full.
    refilled = table.draw_for in {DrawFor.DISPLAY, DrawFor.YARD} and table.phase is Phase.END_OF_TURN
    # BON-4: then bonus cards may be shown; and before scoring C.
    reveal = table.phase is Phase.REVEAL
    _demand(reveal <= (table.due is not None), "phase reveal: no scoring is due")
    _demand(
        table.due is None
        or ((refilled or reveal) and table.turned_up[-1:] == (table.due,))
        or (reveal and table.due is Scoring.C),
        f"phase {table.phase.value}: the scoring {table.due} is due",
    )


def _to_be_drawn_for(game: Game) -> DrawFor | None:
    """Return what has to be drawn for next, by what the table lacks."""
    table = game.table
    left = {tile.kind for tile in table.bag}
    lacks = {
        DrawFor.DIRK: table.dirk is not None and table.dirk.owed > 0,
        # MIX-13: as far as there are tiles of the kind that a space lacks.
        DrawFor.YARD: any(
            face is None and kind in left
            for face, (_, kind) in zip(table.yard, table.ruleset.spaces, strict=True)
        ),
        DrawFor.HUT: any(
            hut is None and any(one.building is building for one in table.modules.huts_below)
            for building, hut in zip(HUT_BUILDINGS, table.modules.open_huts, strict=False)
        ),
        DrawFor.HAND: any(hand.total() < STARTING_MONEY for hand in game.hands),
        DrawFor.BONUS: any(len(cards) < BONUS_CARDS[len(game.bonus)] for cards in game.bonus),
        DrawFor.DISPLAY: len(table.display) < DISPLAY and bool(table.deck_size or table.discards),
    }
    order: tuple[DrawFor, ...] = ()
    if table.phase is Phase.SETUP:
        # DIRK-3, SETUP-2, HUT-3, SETUP-3, BON-2, SETUP-5.
        order = (*(DrawFor.DIRK, DrawFor.YARD, DrawFor.HUT, DrawFor.HAND, DrawFor.BONUS, DrawFor.DISPLAY),)
    elif table.phase is Phase.END_OF_TURN:
        # HUT-5, TURN-7, TURN-9, DIRK-5, DIRK-6.
        order = (DrawFor.HUT, DrawFor.DISPLAY, DrawFor.YARD, DrawFor.DIRK)
    elif table.phase is Phase.FAVOUR:
        # VIZ-8.
        order = (DrawFor.YARD,)
    return next((draw_for for draw_for in order if lacks[draw_for]), None)


def _dirk_is_owed_what_he_gets(table: Table) -> None:
    # DIRK-2: he plays with two.
    _demand(
        (table.dirk is not None) == (len(table.players) == 2),
        "Dirk: expected with two players, and only then",
    )
    if table.dirk is None:
        return
    kinds, dirk = table.ruleset.kinds, table.dirk
    # MIX-37: first he gets tiles of Alhambra, then those of Granada.
    owed = dict(zip(kinds, dirk.owed_by_kind, strict=True))
    for kind in kinds:
        bag = sum(tile.kind is kind for tile in table.bag)
        if table.phase is Phase.SETUP:
            # DIRK-3: six at the start. MIX-37: of each kind.
            fits = owed[kind] == DIRKS_TILES - sum(face.kind is kind for face in dirk.faces)
        elif table.draw_for is DrawFor.DIRK:
            # DIRK-5: six after A, or what there is. DIRK-6: a third of the bag after B. MIX-37: of each kind.
            fits = 0 <= owed[kind] <= (0, min(DIRKS_TILES, bag), bag // 3)[len(table.turned_up)]
        else:
            fits = owed[kind] == 0
        of_kind = f" of {kind.label}" if len(kinds) > 1 else ""
        _demand(fits, f"Dirk: {count(owed[kind], 'tile')}{of_kind} owed, {bag} in the bag")


def _what_is_possible_passes(game: Game) -> None:
    draws = chance(game)
    _demand(
        sum(likely for _, likely in draws) == (game.table.draw_for is not None),
        "chance: the probabilities do not add up to 1",
    )
    actions = list(islice(legal_actions(game), _MANY))
    _demand(
        bool(actions) == (game.table.to_act is not None),
        "legal_actions: expected some at a decision, and none elsewhere",
    )
    for event in (*(draw for draw, _ in draws), *actions):
        found = check(game, event)
        _demand(not found, f"{event} is listed, but check refuses it: {some(found)}")


def _points_are_those_of_the_sheets(game: Game) -> None:
    table = game.table
    # SCORE-1: A and B when their card has come, C at the end.
    happened = [scoring for scoring in table.turned_up if scoring is not table.due]
    happened += [Scoring.C] if table.phase is Phase.OVER else []
    told = [sheet.scoring for sheet in game.sheets]
    # A game from a position without sheets has only the points of the scorings before.
    before = len(happened) - len(told)
    message = f"sheets: expected {_named(happened)}, got {_named(told)}"
    _demand(happened[before:] == told, message)
    for name, points in table.points.items():
        scored = sum(sheet.totals.get(name, 0) for sheet in game.sheets)
        message = f"points of {name}: expected {scored}, as on the sheets, got {short(points)}"
        _demand(points == scored or (points > scored and before > 0), message)


def _named(scorings: Iterable[Scoring]) -> str:
    return " ".join(scoring.value for scoring in scorings) or "none"


def _it_can_be_written_down(game: Game) -> None:
    try:
        position = game.to_position()
    except (TypeError, ValueError) as error:
        raise AssertionError(f"cannot be written down: {error}") from error
    found = validate(position).violations
    _demand(not found, f"written down: {some(found)}")
    if game.table.to_act is not None:
        _demand(Game.from_position(position) == game, "written down: read back as another game")


def assert_keeps_secrets(show: Callable[[Game, Seat | None], object], game: Game) -> None:
    """Check that what a seat is shown does not depend on what it may not know (SETUP-7).

    ``show(game, seat)`` returns what the seat is shown, or a spectator if the seat is ``None``: a page, a
    message, anything that can be compared. It is also called with other games that look the same from that
    seat.

    >>> from granada_rules import Dealer, deal, draw, setup, testing, view
    >>> game = deal(setup(3), Dealer(b"sixteen bytes or more"))
    >>> testing.assert_keeps_secrets(lambda game, seat: draw.text(view(game, seat)), game)

    Raises ``AssertionError`` with the first difference, if there is one.
    """
    seats: list[Seat | None] = [*map(Seat, range(len(a_game(game).hands))), None]
    for seat in seats:
        who = "a spectator" if seat is None else f"seat {seat}, {game.table.players[seat].name},"
        shown = show(game, seat)
        for sample in range(SAMPLES):
            other = show(looking_alike(game, seat, sample), seat)
            if shown != other:
                raise AssertionError(f"{who} can tell what is hidden: {difference(shown, other)}")


def looking_alike(game: Game, seat: Seat | None, sample: int) -> Game:
    """Return another game that looks the same to that seat; draws and sheets stay."""
    return with_past(complete(view(game, seat), _DEALER, sample), game.draws, game.sheets)


_DEALER = Dealer(b"deals what nobody knows")


def with_past(game: Game, draws: int, sheets: tuple[ScoreSheet, ...]) -> Game:
    """Return the same position after that many draws and these scorings."""
    return new_game(game.table, game.hands, game.bonus, game.deck, game.piles, draws, sheets)


def difference(shown: object, other: object, how: str = "with other cards") -> str:
    """Return the first lines that differ, or the values if they are not strings."""
    if isinstance(shown, str) and isinstance(other, str):
        lines = zip_longest(shown.splitlines(keepends=True), other.splitlines(keepends=True), fillvalue="")
        shown, other = next((one, another) for one, another in lines if one != another)
    return f"{short(shown)} here, {short(other)} {how}"
