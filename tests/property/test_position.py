"""What holds for all positions: those of games, those with something spoiled, and any at all."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import granada_rules as g
from granada_rules.box import DECISIONS, Box, labels, names
from granada_rules.position import CHECKS, Level, NotedPlayer, NotedTile, Position, facts_of, validate
from granada_rules.testing import rulesets
from granada_rules.testing.invariants import everything_is_in_one_place
from granada_rules.testing.values import mirrored
from tests.helpers.games import NAMES, clauses
from tests.helpers.invariants import (
    MIRRORS,
    city_is_legal,
)
from tests.helpers.noted import but, changed, is_complete
from tests.helpers.positions import (
    PLAYERS,
    WITHOUT_SHRINKING,
    ages,
    beginning,
    decisions,
    positions,
    rngs,
    some_event,
    stages,
)
from tests.helpers.samples import fewer
from tests.helpers.written_down import with_things_left_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from granada_rules.box import Tiles

DEALER = g.Dealer(bytes(16))
MANY = 100
"""So many actions are compared; hands of misers allow more."""

seeds = st.integers(0, 2**32).map(random.Random)


# Positions of games.


def is_read_back(game: g.Game) -> None:
    """Write a game down in which somebody decides, and read it back."""
    position = game.to_position()
    again = g.Game.from_position(position)
    assert again == game
    assert hash(again) == hash(game)
    assert (again.draws, again.sheets) == (game.draws, game.sheets)
    assert again.to_position() == position


@pytest.mark.accepts("BOX-11", "SETUP-6", "TURN-6", "TURN-7", "TURN-9", "END-1", "END-2", "END-3")
@pytest.mark.accepts("A-TURN-9", "A-END-3")
@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=fewer(1, 2), phases=WITHOUT_SHRINKING)
@given(rulesets(), ages, rngs, st.sampled_from([0, 0.4, 0.8]))
def test_every_game_can_be_written_down_and_at_a_decision_read_back(
    players: int, ruleset: g.Ruleset, ages: list[float] | None, rng: random.Random, thrift: float
) -> None:
    for game in stages(beginning(players, ruleset, ages), rng, thrift):
        if rng.random() < 0.7:
            continue
        if game.table.to_act is not None:
            is_read_back(game)
        else:
            report = validate(game.to_position())
            assert (report.level, report.violations) == (Level.CONSISTENT, ())


@pytest.mark.accepts("END-2", "END-3", "DIRK-5", "A-END-3", "A-DIRK-5")
def test_games_with_every_option_are_read_back_and_go_on_in_the_same_way() -> None:
    seen = Counter((len(game.hands), game.table.phase) for game in decisions())
    assert {phase for _, phase in seen} == DECISIONS
    assert {many for many, phase in seen if phase is g.Phase.GIFT} == set(PLAYERS)
    for game in decisions()[::3]:
        is_read_back(game)
        assert is_complete(game.to_position())
        again = g.Game.from_position(game.to_position())
        actions = list(islice(g.legal_actions(game), MANY))
        assert list(islice(g.legal_actions(again), MANY)) == actions
        assert g.apply(again, actions[-1]) == g.apply(game, actions[-1])


@pytest.mark.parametrize("players", PLAYERS)
@settings(max_examples=fewer(1, 2), phases=WITHOUT_SHRINKING)
@given(rulesets(), rngs, st.sampled_from([0, 0.4]))
def test_a_game_that_was_read_back_is_played_on_to_the_same_end(
    players: int, ruleset: g.Ruleset, rng: random.Random, thrift: float
) -> None:
    game = beginning(players, ruleset, None)
    played: list[tuple[g.Game, g.Event]] = []
    while (event := some_event(game, rng, thrift)) is not None:
        played.append((game, event))
        game = g.apply(game, event)
    starts = [number for number, (before, _) in enumerate(played) if before.table.to_act is not None]
    number = rng.choice(starts)
    again = g.Game.from_position(played[number][0].to_position())
    for before, event in played[number:]:
        assert again == before
        again = g.apply(again, event)
    assert again == game
    assert again.table.points == game.table.points
    assert again.draws == game.draws


@settings(max_examples=30)
@given(st.data(), st.integers(0, 1000))
def test_a_view_of_a_game_that_was_read_back_can_be_completed(data: st.DataObject, sample: int) -> None:
    game = g.Game.from_position(data.draw(st.sampled_from(decisions())).to_position())
    seen = g.view(game, game.table.to_act)
    guessed = g.complete(seen, DEALER, sample)
    assert g.view(guessed, game.table.to_act) == seen
    is_read_back(guessed)


@settings(max_examples=100)
@given(seeds, st.sampled_from(positions()))
def test_what_is_left_out_of_a_game_is_not_held_against_it(rng: random.Random, game: g.Game) -> None:
    for _ in range(10):
        position = with_things_left_out(game.to_position(), rng)
        # What shows nothing that only both together have is taken for a game of one kind.
        if {*game.table.ruleset.kinds} == {*facts_of(position).kinds}:
            assert validate(position).violations == ()
        else:
            assert (position.ruleset, position.tile_set) == (None, None)


# Positions with something spoiled.

Place = str | int
"""A field of a position, or a seat."""


def cards_at(position: Position, place: Place) -> g.Purse:
    cards = position.players[place].hand if isinstance(place, int) else getattr(position, place)
    assert isinstance(cards, g.Purse)
    return cards


def with_cards(position: Position, place: Place, cards: g.Purse) -> Position:
    if isinstance(place, int):
        return changed(position, place, hand=cards)
    return but(position, **{place: cards})


def purses_of(position: Position) -> list[Place]:
    return ["display", "discards", *range(len(position.players))]


def filled_purse(position: Position, rng: random.Random) -> tuple[Place, g.Purse]:
    """Choose a place with money, and a card of it."""
    place = rng.choice([place for place in purses_of(position) if cards_at(position, place)])
    return place, g.Purse.of([rng.choice(list(cards_at(position, place)))])


def with_a_card_less(position: Position, rng: random.Random) -> Position:
    place, card = filled_purse(position, rng)
    return with_cards(position, place, cards_at(position, place) - card)


def with_a_card_more(position: Position, rng: random.Random) -> Position:
    place = rng.choice(purses_of(position))
    card = g.Card(rng.choice(list(g.Currency)), rng.randrange(11))
    return with_cards(position, place, cards_at(position, place) + g.Purse.of([card]))


def with_a_card_elsewhere(position: Position, rng: random.Random) -> Position:
    place, card = filled_purse(position, rng)
    without = with_cards(position, place, cards_at(position, place) - card)
    other = rng.choice([other for other in purses_of(position) if other != place])
    return with_cards(without, other, cards_at(without, other) + card)


def with_hands_swapped(position: Position, rng: random.Random) -> Position:
    one, other = rng.sample(range(len(position.players)), 2)
    swapped = changed(position, one, hand=position.players[other].hand)
    return changed(swapped, other, hand=position.players[one].hand)


def tiles_at(position: Position, place: Place) -> tuple[NotedTile, ...]:
    tiles = position.players[place].reserve if isinstance(place, int) else getattr(position, place)
    return tuple(tile for tile in tiles or () if tile is not None)


def with_tiles(position: Position, place: Place, tiles: tuple[NotedTile, ...]) -> Position:
    if isinstance(place, int):
        return changed(position, place, reserve=tiles)
    if place == "yard":
        kinds = facts_of(position).kinds
        rows = [[tile for tile in tiles if len(kinds) == 1 or tile.face.kind is kind] for kind in kinds]
        return but(position, yard=tuple(tile for row in rows for tile in (*row, *[None] * (4 - len(row)))))
    return but(position, **{place: tiles})


def heaps_of(position: Position) -> list[Place]:
    dirk = ["dirk"] if position.dirk is not None else []
    return ["yard", "bought", *dirk, *range(len(position.players))]


def some_tile(position: Position, rng: random.Random) -> tuple[Place, NotedTile]:
    """Choose a building tile outside the cities, and where it lies."""
    there = [(place, tile) for place in heaps_of(position) for tile in tiles_at(position, place)]
    return rng.choice([(place, tile) for place, tile in there if not tile.face.is_hut])


def without(tiles: tuple[NotedTile, ...], tile: NotedTile) -> tuple[NotedTile, ...]:
    # HUT-1: huts may be alike, so one of them is taken away.
    place = tiles.index(tile)
    return (*tiles[:place], *tiles[place + 1 :])


def with_a_tile_less(position: Position, rng: random.Random) -> Position:
    place, tile = some_tile(position, rng)
    return with_tiles(position, place, without(tiles_at(position, place), tile))


def with_a_tile_elsewhere(position: Position, rng: random.Random) -> Position:
    place, tile = some_tile(position, rng)
    taken = with_tiles(position, place, without(tiles_at(position, place), tile))
    other = rng.choice([other for other in heaps_of(position) if other != place])
    return with_tiles(taken, other, (*tiles_at(taken, other), tile))


def with_a_tile_twice(position: Position, rng: random.Random) -> Position:
    _, tile = some_tile(position, rng)
    place = rng.choice(heaps_of(position))
    return with_tiles(position, place, (*tiles_at(position, place), tile))


def another_look(position: Position, tile: NotedTile, rng: random.Random) -> NotedTile:
    """Show the back of a tile; if it has none, another tile of its type and price that the box lacks."""
    tile_set, face = position.tile_set, tile.face
    assert tile_set is not None
    if (back := tile_set.back(face)) is not None:
        return NotedTile(back)
    alike = [g.Face(face.building, face.value, g.Edges(walls)) for walls in range(16)]
    return NotedTile(rng.choice([other for other in alike if other not in tile_set]))


def with_both_faces(position: Position, rng: random.Random) -> Position:
    _, tile = some_tile(position, rng)
    place = rng.choice(heaps_of(position))
    return with_tiles(position, place, (*tiles_at(position, place), another_look(position, tile, rng)))


def with_a_tile_turned(position: Position, rng: random.Random) -> Position:
    place, tile = some_tile(position, rng)
    others = without(tiles_at(position, place), tile)
    return with_tiles(position, place, (*others, another_look(position, tile, rng)))


def with_another_city(position: Position, rng: random.Random) -> Position:
    """Build a tile anywhere beside a city, or take one away; or move one."""
    seat = rng.randrange(len(position.players))
    city = position.players[seat].city
    assert city is not None
    assert position.tile_set is not None
    face = rng.choice(position.tile_set.faces)
    # MIX-20: the first tile of Granada stays.
    if city.tiles.keys() - {city.second} and rng.random() < 0.7:
        cell = rng.choice([cell for cell in city.tiles if cell != city.second])
        face = city.tiles[cell].face
        city = city.reduced(cell)
    beside = {cell.neighbour(side) for cell in city.cells for side in g.Edges} - city.cells
    if rng.random() < 0.7:
        city = city.extended(rng.choice(sorted(beside)), (face, position.tile_set.moats(face)))
    return changed(position, seat, city=city)


def with_other_piles(position: Position, rng: random.Random) -> Position:
    piles = list(position.piles or ())
    if not piles or rng.random() < 0.2:
        piles.insert(rng.randint(0, len(piles)), g.Pile(rng.randint(1, 5), rng.choice([None, *g.Scoring])))
    elif rng.random() < 0.3:
        del piles[rng.randrange(len(piles))]
    elif rng.random() < 0.5:
        rng.shuffle(piles)
    else:
        number, other = (rng.randrange(len(piles)) for _ in range(2))
        piles[number] = g.Pile(piles[number].size + 1, piles[number].scoring)
        piles[other] = g.Pile(max(1, piles[other].size - 1), piles[other].scoring)
    return but(position, piles=tuple(piles))


def with_another_word(position: Position, rng: random.Random) -> Position:
    """Change whose turn it is, the phase, the marker, points, the ruleset or the tile set."""
    alhambra_reversed = g.Ruleset(
        kinds=(g.Kind.ALHAMBRA,), yard=tuple(g.Currency)[::-1], gifts_one_by_one=True
    )
    words: dict[str, list[object]] = {
        "turn": list(NAMES),
        "phase": list(g.Phase),
        "marker": list(g.Marker),
        "dirks_points": [None, -1, 0, 50],
        "ruleset": [g.Ruleset(simplified=True), g.Ruleset(yard=tuple(g.Currency)[::-1]), alhambra_reversed],
        "tile_set": [None, *map(mirrored, g.Backs), g.alhambra()],
        "yard": [position.yard, (position.yard or ())[::-1], (position.yard or ())[1:]],
    }
    field = rng.choice(list(words))
    return but(position, **{field: rng.choice(words[field])})


def with_others_at_the_table(position: Position, rng: random.Random) -> Position:
    """Change who plays, or one player's name or points."""
    players = list(position.players)
    number = rng.randrange(len(players))
    wish = rng.randrange(4)
    if wish == 0:
        del players[number]
    elif wish == 1:
        city = g.City.of(start=rng.choice([*g.Kind]))
        players.append(NotedPlayer(name="Pink", city=city, reserve=(), hand=g.Purse(), points=0))
    elif wish == 2:
        players[number] = attrs.evolve(players[number], name=rng.choice(["Dirk", "Red", "", "Pink"]))
    else:
        players[number] = attrs.evolve(players[number], points=rng.randint(-1, 200))
    return but(position, players=tuple(players))


# Modules.


def with_another_pawn(position: Position, rng: random.Random) -> Position:
    """Turn over a pawn, or give one to somebody who has none."""
    seat = rng.randrange(len(position.players))
    return changed(position, seat, pawn=not position.players[seat].pawn)


def with_another_bonus_card(position: Position, rng: random.Random) -> Position:
    """Give somebody a bonus card more, hidden or shown, take one away, or turn one over."""
    seat = rng.randrange(len(position.players))
    hidden, shown = position.players[seat].bonus or (), position.players[seat].shown or ()
    faces = [face for face in g.alhambra().faces if not face.walls]
    if hidden and rng.random() < 0.6:
        card, *others = rng.sample(hidden, len(hidden))
        more = rng.choice([(), (card,)])
        return changed(position, seat, bonus=tuple(others), shown=(*shown, *more))
    cards = [(*hidden, rng.choice(faces)), shown]
    if rng.random() < 0.5:
        cards = [hidden, (*shown, rng.choice(faces))]
    return changed(position, seat, bonus=cards[0], shown=cards[1])


def with_another_hut(position: Position, rng: random.Random) -> Position:
    """Let a hut lie somewhere once more, or turn up another one, or none."""
    hut = rng.choice(g.reference_huts().huts)
    if position.open_huts and rng.random() < 0.4:
        place = rng.randrange(len(position.open_huts))
        huts = [*position.open_huts]
        huts[place] = rng.choice([None, hut])
        return but(position, open_huts=tuple(huts))
    heap = rng.choice(heaps_of(position))
    return with_tiles(position, heap, (*tiles_at(position, heap), NotedTile(hut)))


def with_somebody_else_asked(position: Position, rng: random.Random) -> Position:
    """Change who is to act, or which scoring is due."""
    if rng.random() < 0.3:
        return but(position, due=rng.choice([None, *g.Scoring]))
    # It is left out where the player whose turn it is decides.
    asked = rng.choice(NAMES)
    return but(position, to_act=None if asked == position.turn else asked)


SPOILING: list[Callable[[Position, random.Random], Position]] = [
    with_a_card_less,
    with_a_card_more,
    with_a_card_elsewhere,
    with_hands_swapped,
    with_a_tile_less,
    with_a_tile_elsewhere,
    with_a_tile_twice,
    with_both_faces,
    with_a_tile_turned,
    with_another_city,
    with_other_piles,
    with_another_word,
    with_others_at_the_table,
    with_another_pawn,
    with_another_bonus_card,
    with_another_hut,
    with_somebody_else_asked,
]


def is_sound(game: g.Game) -> None:
    everything_is_in_one_place(game)
    for player in game.table.players:
        city_is_legal(player.city, game.table)


def judged(position: Position) -> g.Game | None:
    """Return the game of a position; if there is none, it has been refused in an orderly way."""
    report = validate(position)
    if report.level is Level.COMPLETE:
        assert (report.violations, report.missing) == ((), ())
        return g.Game.from_position(position)
    with pytest.raises(ValueError, match=r"\w") as refusal:
        g.Game.from_position(position)
    if report.violations:
        assert report.level is Level.WELL_FORMED
        assert isinstance(refusal.value, g.ViolationError)
        assert refusal.value.violations == report.violations
    else:
        assert report.level is Level.CONSISTENT
        assert report.missing
        assert report.missing[0] in str(refusal.value)
    return None


@pytest.mark.parametrize("spoil", SPOILING, ids=lambda spoil: spoil.__name__)
@settings(max_examples=25)
@given(seeds)
def test_a_spoiled_position_is_refused_or_another_game_that_can_be_played(
    spoil: Callable[[Position, random.Random], Position], rng: random.Random
) -> None:
    game = rng.choice(decisions())
    position = game.to_position()
    spoiled = spoil(position, rng)
    other = judged(spoiled)
    if other is None:
        return
    # Borders between piles without a scoring card make no difference.
    assert (other == game) == (but(spoiled, piles=position.piles) == position) or spoil is with_other_piles
    is_read_back(other)
    is_sound(other)
    for _ in range(30):
        if (event := some_event(other, rng)) is None:
            break
        other = g.apply(other, event)
    is_sound(other)


@pytest.mark.rejects("BOX-11", "BOX-2", "A-BOX-2")
@given(seeds)
def test_what_is_missing_or_twice_is_always_found(rng: random.Random) -> None:
    position = rng.choice(decisions()).to_position()
    kinds = facts_of(position).kinds
    # Where nobody has bought a tile a hand may be worth too little then, too (SETUP-3).
    assert "BOX-11" in clauses(validate(with_a_card_less(position, rng)).violations)[:2]
    twice = clauses(validate(with_a_tile_twice(position, rng)).violations)[0]
    assert twice in {g.Clause.BOX_2.of(kind) for kind in kinds}
    expected = {g.Clause.BOX_11 if Box.of(kind).has_backs else g.Clause.A_BOX_2 for kind in kinds}
    assert expected & {*clauses(validate(with_both_faces(position, rng)).violations)}


@given(seeds)
def test_hands_may_be_anybodys_until_they_are_laid_open(rng: random.Random) -> None:
    game = rng.choice([game for game in decisions() if game.table.phase is not g.Phase.GIFT])
    other = g.Game.from_position(with_hands_swapped(game.to_position(), rng))
    assert other.deck == game.deck
    assert (other == game) == (other.hands == game.hands)
    assert sorted(map(str, other.hands)) == sorted(map(str, game.hands))


# Names.


@given(st.lists(st.none() | st.sampled_from(["player 1", "player 2", "unnamed player 2", "Red", "Dirk"])))
def test_everybody_is_called_something_else_and_by_a_name_of_their_own_if_there_is_one(
    given: list[str | None],
) -> None:
    called = labels(given, names(given))
    assert len(set(called)) == len(called) == len(given)
    assert "Dirk" not in called
    for name, label in zip(given, called, strict=True):
        assert (label == name) == (name is not None and name != "Dirk" and given.count(name) == 1)


# Any positions at all.

BUILDING = {f"MIX-{number}" for number in range(16, 24)}


def is_of_module(violation: g.Violation) -> bool:
    """Tell whether a violation is of a module, or of adding one."""
    return violation.clause.module is not None or violation.clause.startswith("MOD-")


def is_seen_in_part(position: Position) -> bool:
    """Tell whether something is noted of which not everything is seen."""
    parts: list[Position | NotedPlayer] = [position, *position.players]
    return any(
        name.startswith("seen_") and getattr(noted, name) is not None
        for noted in parts
        for name in attrs.fields_dict(type(noted))
    )


@given(g.testing.positions())
def test_any_position_is_judged_always_in_the_same_way_and_order(position: Position) -> None:
    report = validate(position)
    assert validate(pickle.loads(pickle.dumps(position))) == report  # noqa: S301 - its own pickle
    assert (judged(position) is not None) == (report.level is Level.COMPLETE)
    facts = facts_of(position)
    assert report.violations == tuple(violation for check in CHECKS for violation in check(facts))
    for violation in report.violations:
        holds = violation.clause.holds_in_both, facts.kind in violation.clause.kinds
        # What is noted of a module that is not played is refused by its clauses.
        is_held = holds[len(facts.kinds) == 1] or violation.clause in BUILDING
        assert is_held or is_of_module(violation)
    assert all(len(str(violation)) < 1000 for violation in report.violations)
    *listed, last = str(report).splitlines()
    assert listed == list(map(str, (*report.violations, *report.undecided)))
    assert not is_seen_in_part(position) or report.level is not Level.COMPLETE
    assert last == report.level.value + f" (not noted: {', '.join(report.lost)})" * bool(report.lost)
    assert report.level is Level.COMPLETE or not report.lost
    assert len(set(report.missing)) == len(report.missing)


def noted_tiles(position: Position) -> list[tuple[g.Face, str | None]]:
    """Return all faces with the moats that are noted, as they would be with the roof up."""
    open_tiles = [*(position.yard or ()), *(position.bought or ()), *(position.dirk or ())]
    open_tiles += position.bag or ()
    open_tiles += [NotedTile(hut) for hut in position.open_huts or () if hut is not None]
    noted: list[tuple[g.Face, str | None]] = []
    for player in position.players:
        open_tiles += player.reserve or ()
        for tile in player.city.tiles.values() if player.city is not None else ():
            quarters = "NESW".index(str(tile.roof))
            back = str.maketrans("NESW", ("NESW" * 2)[4 - quarters : 8 - quarters])
            noted.append((tile.face, str(tile.moats).translate(back)))
    lying = [tile for tile in open_tiles if tile is not None]
    return noted + [(tile.face, None if tile.moats is None else str(tile.moats)) for tile in lying]


def has_wrong_moats(tile_set: Tiles | None, face: g.Face, moats: str | None) -> bool:
    if moats is None or face.walls is not None:
        return moats is not None and set(moats) != set(str(face.walls))
    if len(moats) == 4 or tile_set is None:
        return len(moats) == 4
    over = str.maketrans("NESW", MIRRORS[(tile_set.sets[-1].backs or g.Backs.AS_SEEN).value])
    listed = {tile.front: str(tile.moats) for tile in tile_set.tiles}
    listed |= {tile.back: str(tile.moats).translate(over) for tile in tile_set.tiles if tile.back is not None}
    return face in listed and set(moats) != set(listed[face])


def prices(building: g.Building) -> range:
    """Return what buildings of a type cost (BOX-2, A-BOX-2)."""
    if building.kind is g.Kind.GRANADA:
        return range(2, 14)
    lowest = 2 + g.Kind.ALHAMBRA.buildings.index(building)
    return range(lowest, lowest + 7)


PATTERNS = Counter(str(tile.moats) for tile in g.alhambra().tiles)


def patterns_too_often(faces: Iterable[g.Face]) -> int:
    """Return how many patterns of walls are on more tiles than the box of Alhambra has."""
    walls = Counter(str(face.walls) for face in faces if face.walls is not None)
    return sum(often > PATTERNS[pattern] for pattern, often in walls.items())


@pytest.mark.accepts("BOX-1", "BOX-2", "BOX-4", "DIRK-1", "A-BOX-2", "A-BOX-4")
@pytest.mark.rejects("BOX-1", "BOX-2", "BOX-4", "DIRK-1", "A-BOX-2", "A-BOX-4", "BOX-5")
@pytest.mark.rejects("BUILD-1", "BUILD-2", "BUILD-3")
@given(g.testing.positions())
def test_what_is_wrong_is_what_plain_counting_finds(position: Position) -> None:
    assume(not is_seen_in_part(position))
    found: dict[str, list[g.Violation]] = {}
    for violation in validate(position).violations:
        if not violation.message.startswith("sheet"):
            found.setdefault(violation.clause.removeprefix("A-"), []).append(violation)

    def blamed(clause: str) -> list[g.Violation]:
        return found.get(clause, [])

    kinds, tile_set, noted = facts_of(position).kinds, position.tile_set, noted_tiles(position)
    # HUT-1: huts have clauses of their own.
    tiles = [(face, moats) for face, moats in noted if not face.is_hut]
    times = Counter(face for face, _ in tiles)
    known = {face for face in times if face.kind in kinds and face.value in prices(face.building)}
    wrong = {face for face, often in times.items() if often > 1 or face not in known}
    listed = () if tile_set is None else tile_set.kinds
    unlisted = {face for face in known if tile_set and face.kind in listed and face not in tile_set}
    assert {violation.faces for violation in blamed("BOX-2") if len(violation.faces) == 1} == {
        (face,) for face in wrong | unlisted
    }
    own = [tile for tile in tiles if tile[0].kind in kinds]
    is_unlisted = tile_set is None or (len(kinds) > 1 and g.Kind.ALHAMBRA not in listed)
    too_often = patterns_too_often(known) if is_unlisted else 0
    # A pattern that is there too often is told in each city with such a tile.
    patterns = [violation for violation in blamed("BOX-4") if "the box has" in violation.message]
    assert len({violation.faces for violation in patterns}) == too_often
    assert len(blamed("BOX-4")) - len(patterns) == sum(has_wrong_moats(tile_set, *tile) for tile in own)
    others = [player.city for player in position.players if player.city and player.city.start is not kinds[0]]
    assert len([*blamed("BOX-5"), *blamed("MIX-2")]) == len(others)

    purses = [position.display, position.discards, *(player.hand for player in position.players)]
    cards = Counter(card for purse in purses for card in (purse or g.Purse()).money_cards)
    exchange = Counter(card for purse in purses for card in (purse or g.Purse()).exchange_cards)
    # EXC-1: one of each; none if the ruleset does not play with them.
    there = 0 if position.ruleset is not None and g.Module.EXCHANGE not in position.ruleset.modules else 1
    assert {violation.cards for violation in blamed("EXC-1")} == {
        (card,) * often for card, often in exchange.items() if often > there
    }
    dirk_is_noted = (position.dirk, position.dirks_points) != (None, None)
    is_for_two = len(position.players) == 2 or (dirk_is_noted and len(position.players) < 2)
    copies, clause = (2, "DIRK-1") if is_for_two else (3, "BOX-1")
    unknown = {(card,) * often for card, often in cards.items() if not 1 <= card.value <= 9}
    too_many = {(card,) * often for card, often in cards.items() if often > copies} - unknown
    assert {violation.cards for violation in [*blamed("BOX-1"), *blamed("DIRK-1")]} == too_many | {
        cards[:1] for cards in unknown
    }
    assert all(cards in {violation.cards for violation in blamed(clause)} for cards in too_many)

    built = [player.city for player in position.players if player.city is not None]
    misbuilt = [violation for city in built for violation in g.placement.violations(city)]
    for rule in ("BUILD-1", "BUILD-2", "BUILD-3", "BUILD-4", "BUILD-5", *BUILDING):
        cells = [violation.cells for violation in misbuilt if violation.clause == rule]
        assert [violation.cells for violation in blamed(rule)] == cells


@given(g.testing.positions(), seeds)
def test_the_order_in_which_tiles_are_noted_does_not_matter(position: Position, rng: random.Random) -> None:
    def shuffled(things: Any) -> Any:  # noqa: ANN401 - tiles of one kind or another
        return None if things is None else tuple(rng.sample(things, len(things)))

    other = position
    for seat, player in enumerate(position.players):
        city = player.city
        if city is not None:
            city = g.City.of(shuffled(list(city.tiles.items())), city.start, city.second)
        other = changed(other, seat, city=city, reserve=shuffled(player.reserve))
    for field in ("bag", "bought", "dirk"):
        other = but(other, **{field: shuffled(getattr(other, field))})
    found, again = validate(position).violations, validate(other).violations
    assert Counter(again) == Counter(found)
    assert clauses(again) == clauses(found)


def can_be_backs(even: set[g.Building], odd: set[g.Building]) -> bool:
    """Tell whether these even and these odd faces can be on nine tiles of two prices, each open on one side.

    One building after the other gets a back; where that is taken, the other one moves on to another back.
    """
    front_of: dict[g.Building, g.Building] = {}

    def finds_a_back(front: g.Building, tried: set[g.Building]) -> bool:
        for back in set(g.Kind.GRANADA.buildings) - {front} - (odd if front in even else set()):
            if back not in tried:
                tried.add(back)
                if back not in front_of or finds_a_back(front_of[back], tried):
                    front_of[back] = front
                    return True
        return False

    return all(finds_a_back(front, set()) for front in g.Kind.GRANADA.buildings)


buildings = st.sets(st.sampled_from(g.Kind.GRANADA.buildings))


@pytest.mark.accepts("BOX-2", "BOX-3")
@pytest.mark.rejects("BOX-2", "BOX-3")
@given(buildings, st.none() | buildings, st.sampled_from(range(2, 14, 2)))
def test_without_a_list_faces_lie_open_exactly_if_some_box_has_their_tiles(
    even: set[g.Building], odd: set[g.Building] | None, price: int
) -> None:
    # All nine together are the hard cases.
    others = set(g.Kind.GRANADA.buildings) - even if odd is None else odd
    lying = [g.Face(building, price) for building in even] + [
        g.Face(building, price + 1) for building in others
    ]
    found = validate(Position(bag=tuple(map(NotedTile, lying)))).violations
    if len(lying) > 9:
        assert clauses(found) == ["BOX-2"]
    else:
        assert clauses(found) == ([] if can_be_backs(even, others) else ["BOX-3"])
