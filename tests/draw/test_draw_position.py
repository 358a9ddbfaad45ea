"""Positions as drawings: all that was written down, nothing that was not, by the means that draw tables."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from granada_rules import (
    ALHAMBRA,
    GRANADA,
    Card,
    City,
    Clause,
    Edges,
    Face,
    Kind,
    Line,
    Marker,
    NotedPlayer,
    NotedTile,
    Phase,
    Pile,
    Position,
    Purse,
    Ruleset,
    ScoreSheet,
    Scoring,
    TileSet,
    draw,
    reference,
    testing,
    validate,
)
from granada_rules.draw import Show, words
from tests.helpers.drawn import faces_in, in_kind, is_harmless, shows
from tests.helpers.noted import noted
from tests.helpers.positions import decisions

CITY = City.of({})
SHEET = ScoreSheet(
    Scoring.A, simplified=False, players=("Red", "Blue"), lines=(Line(Clause.SCORE_4, "Red", 1, 4),)
)


def texts(thing: draw.Thing, show: Show | None = None) -> list[str]:
    """Return the words in a picture, without its title, description and style."""
    picture = ET.fromstring(str(draw.svg(thing, show=show or Show())))  # noqa: S314 - our own drawing
    return [each.text or "" for each in picture.iter("{http://www.w3.org/2000/svg}text")]


# What is noted alone, how that reads, and which words are in its picture.
ALONE: list[tuple[Position, str, list[str]]] = [
    (Position(), "", []),
    (Position(draws=3), "Draws so far: 3\n", ["Draws so far: 3"]),
    (Position(ruleset=GRANADA), "Ruleset: EN\n", ["Ruleset: EN"]),
    (Position(ruleset=ALHAMBRA), "Ruleset: Alhambra\n", ["Ruleset: Alhambra"]),
    (
        Position(ruleset=Ruleset(simplified=True, extra_action_is_a_must=False)),
        "Ruleset: EN, simplified = true, extra_action_is_a_must = false\n",
        ["Ruleset: EN, simplified = true, extra_action_is_a_must = false"],
    ),
    (
        Position(ruleset=Ruleset(yard=tuple(reversed(GRANADA.yard)))),
        "Ruleset: EN, yard = o b g y\n",
        ["Ruleset: EN, yard = o b g y"],
    ),
    (Position(sheets=()), "Score sheets: none\n", ["Score sheets: none"]),
    (Position(sheets=(SHEET,)), "Score sheet A: Red 4, Blue 0\n", ["Score sheet A: Red 4, Blue 0"]),
    (
        Position(sheets=(attrs.evolve(SHEET, players=()),)),
        "Score sheet A: nobody\n",
        ["Score sheet A: nobody"],
    ),
    (Position(marker=Marker.ODD), "Marker odd\n", ["Marker on odd"]),
    (Position(display=Purse.parse("y3 o9")), "Display y3 o9\n", ["Display", "y3", "o9"]),
    (Position(display=Purse()), "Display none\n", ["Display"]),
    (Position(bag=()), "Bag 0 tiles\n", ["Bag: 0 tiles"]),
    (
        Position(bag=noted("AR8:N PA6:-")),
        "Bag 2 tiles: AR8:N PA6:-\n",
        ["Bag: 2 tiles", "AR 8", "PA 6"],
    ),
    (
        Position(discards=Purse.parse("b1")),
        "Discards 1 card: b1\n",
        ["Discards: 1 card", "b1"],
    ),
    (Position(discards=Purse()), "Discards 0 cards\n", ["Discards: 0 cards"]),
    (
        Position(piles=(Pile(3), Pile(12, Scoring.B))),
        "Deck 15 cards\nPiles 3 12B\n",
        ["Deck: 15 cards", "Piles: 3 12B"],
    ),
    (Position(piles=()), "Deck 0 cards\nPiles none\n", ["Deck: 0 cards", "Piles: none"]),
    (Position(bought=()), "To be placed none\n", ["To be placed", "none"]),
    (Position(yard=()), "Yard none\n", ["Yard"]),
    (Position(turn="Red"), "It is the turn of Red\n", ["It is the turn of Red"]),
    (Position(phase=Phase.ACT), "Phase: act\n", ["Phase: act"]),
    (Position(phase=Phase.OVER), "The game is over\n", ["The game is over"]),
    (Position(dirks_points=7), "Dirk: 7 points\n", ["Dirk", "7 points"]),
    (Position(dirk=()), "Dirk\n  Tiles none\n", ["Dirk", "none"]),
    (Position(players=(NotedPlayer(),)), "player 1\n", ["player 1"]),
    (Position(players=(NotedPlayer(name="Red", points=1),)), "Red: 1 point\n", ["Red", "1 point"]),
    (
        Position(
            players=(NotedPlayer(name="Red", hand=Purse.parse("y1 g2")),), turn="Red", phase=Phase.PLACE
        ),
        "Red is to place a bought tile\n\nRed: 2 cards, has the turn\n  Hand y1 g2\n",
        ["Red is to place a bought tile", "Red", "2 cards, has the turn", "Hand", "y1", "g2"],
    ),
    (
        Position(players=(NotedPlayer(name="Red", reserve=()),)),
        "Red\n  Reserve none\n",
        ["Red", "Reserve", "none"],
    ),
]


@pytest.mark.parametrize(("position", "text", "words"), ALONE)
def test_what_is_noted_is_drawn_and_nothing_else(position: Position, text: str, words: list[str]) -> None:
    assert draw.text(position) == text
    assert [word for word in texts(position) if word] == words


def test_a_title_stands_above_all_else() -> None:
    marked = Position(marker=Marker.EVEN, players=(NotedPlayer(city=CITY),))
    assert draw.text(marked, show=Show(title="Ours")).startswith("Ours\n\nMarker even\n\nplayer 1\n")
    alone = Position(players=(NotedPlayer(city=CITY),))
    assert draw.text(alone, show=Show(title="Ours")).startswith("Ours\n\nplayer 1\n    ")


def test_a_yard_of_any_size_with_known_and_unknown_moats() -> None:
    tiles = (NotedTile(Face.parse("AR8"), Edges.parse("N")), None, NotedTile(Face.parse("LI6")))
    position = Position(yard=(*tiles, *tiles[:2]))
    expected = """\
Yard
1           2           3           4
╒══╱╲══╕    ┌╌╌╌╌╌╌┐    ┌╌╌╱╲╌╌┐    ╒══╱╲══╕
│ AR8  │    ╎      ╎    ╎ LI6  ╎    │ AR8  │
└──────┘    └╌╌╌╌╌╌┘    └╌╌╌╌╌╌┘    └──────┘
price 8                 price 6     price 8
                        moats ?
5
┌╌╌╌╌╌╌┐
╎      ╎
└╌╌╌╌╌╌┘
"""  # noqa: RUF001 - a roof is no slash
    assert draw.text(position) == expected
    assert texts(position).count("moats ?") == 1
    assert texts(position).count("?") == 4
    known = attrs.evolve(position, tile_set=TileSet.parse(reference_toml()), ruleset=GRANADA)
    assert "1 yellow    2 green     3 blue      4 orange\n" in draw.text(known)
    assert "back " in draw.text(known)
    assert "?" not in draw.text(known)
    assert "?" not in texts(known)


def reference_toml() -> str:
    """Return the reference set under another name."""
    return reference().to_toml().replace('name = "reference"', 'name = "ours"')


def test_tiles_that_no_list_has_and_nobody_described_have_unknown_moats() -> None:
    strange = NotedTile(Face.parse("AR99"))
    for tile_set in (None, GRANADA.tiles):
        position = Position(tile_set=tile_set, bought=(strange,), yard=(strange,))
        assert draw.text(position).endswith("To be placed AR99:?\n")
        assert "moats ?" in draw.text(position)
        assert texts(position).count("?") == 8


def test_walls_are_in_the_name_of_a_tile_and_shown_once() -> None:
    tiles = (NotedTile(Face.parse("GA10:NE")), NotedTile(Face.parse("GA10:-"), Edges(0)))
    expected = """\
Yard
1           2
┍━━╱╲━━┓    ┌──╱╲──┐
│ GA10 ┃    │ GA10 │
└──────┚    └──────┘
price 10    price 10

Bag 2 tiles: GA10:NE GA10:-
"""  # noqa: RUF001 - a roof is no slash
    position = Position(yard=tiles, bag=tiles)
    assert draw.text(position) == expected
    assert texts(position).count("GA 10") == 4
    assert "?" not in texts(position)


def test_a_hand_that_was_written_down_is_shown_though_that_of_a_game_is_not() -> None:
    for game in decisions()[::29]:
        position = game.to_position()
        shown = re.findall(r"^  Hand (.*)$", draw.text(position), re.MULTILINE)
        assert shown == [str(hand) or "none" for hand in game.hands]
        assert "Hand" not in draw.text(game)
        hidden = tuple(attrs.evolve(player, hand=None) for player in position.players)
        assert "Hand" not in draw.text(attrs.evolve(position, players=hidden))


HIDDEN = re.compile(r"(?:[A-Z]{2}[0-9]+:[NESW-]+ )+hidden\b")
"""Bonus cards that a position says are hidden."""


def test_a_game_that_was_written_down_looks_like_the_game() -> None:
    for game in decisions()[::29]:
        # BON-2: a position tells which bonus cards are hidden, a table how many.
        noted = HIDDEN.sub(lambda cards: f"{len(cards[0].split()) - 1} hidden", draw.text(game.to_position()))
        table, position = draw.text(game).splitlines(), noted.splitlines()
        differing = [line for line in table if line not in position]
        assert all(line.startswith(("Bag ", "Scoring cards turned up")) for line in differing)
        assert faces_in(draw.text(game)) == faces_in(noted)


def test_legal_cells_are_marked_for_the_one_whose_turn_it_is_or_for_all() -> None:
    both = (NotedPlayer(name="Red", city=CITY), NotedPlayer(name="Blue", city=CITY))
    show = Show(legal_for=Edges(0))
    assert draw.text(Position(players=both), show=show).count("╎  +   ╎") == 8
    red, blue = draw.text(Position(players=both, turn="Red"), show=show).split("\nBlue\n")
    assert (red.count("╎  +   ╎"), blue.count("╎  +   ╎")) == (4, 0)


any_faces = st.builds(Face, st.sampled_from(Kind.GRANADA.buildings), st.integers(0, 99)) | st.builds(
    Face, st.sampled_from(Kind.ALHAMBRA.buildings), st.integers(0, 99), testing.edges()
)
any_tiles = st.builds(NotedTile, any_faces, st.none() | testing.edges())


@st.composite
def of_both_kinds(draw: st.DrawFn) -> Position:
    """Positions with tiles of both kinds, or cities of one beside tiles of the other."""
    position, kind = draw(testing.positions()), draw(st.sampled_from(Kind))
    players = [
        attrs.evolve(player, city=player.city and in_kind(player.city, kind)) for player in position.players
    ]
    some = st.none() | st.lists(any_tiles, max_size=5).map(tuple)
    return attrs.evolve(
        position,
        players=tuple(players),
        yard=draw(some),
        bag=draw(some),
        bought=draw(some),
        dirk=draw(some),
    )


@settings(max_examples=25)
@given(testing.positions() | of_both_kinds(), shows, st.none() | st.integers(48, 120))
def test_nothing_that_can_be_said_makes_a_drawing_fail(
    position: Position, show: Show, width: int | None
) -> None:
    everything = attrs.evolve(show, violations=(*show.violations, *validate(position).violations))
    plain = draw.text(position, show=everything, width=width)
    assert all(is_harmless(line) for line in plain.split("\n"))
    assert width is None or max(map(words.width_of, plain.split("\n"))) <= width
    assert texts(position, everything) or not plain


def test_all_phases_of_a_noted_game_have_words() -> None:
    said = {words.noted_state(Position(turn="Red", phase=phase)) for phase in (None, *Phase)}
    assert len(said) == len(Phase) + 1
    assert all("None" not in sentence for sentence in said)
    assert words.noted_state(Position(turn="Red", phase=Phase.ACT, bought=noted("AR8"))).endswith(
        " once more"
    )


def test_cards_of_any_number_are_counted() -> None:
    many = Position(players=(NotedPlayer(points=10**5000),), discards=Purse([Card.parse("y1")] * 99))
    assert "99 cards" in draw.text(many)
    assert len(draw.text(many)) < 1000
