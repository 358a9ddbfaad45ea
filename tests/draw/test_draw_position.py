"""Positions as drawings: all that was written down, nothing that was not, by the means that draw tables."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import granada_rules as g
from granada_rules import draw
from granada_rules.draw import Show, columns, words
from tests.helpers.drawn import faces_in, in_kind, is_harmless, shows
from tests.helpers.noted import noted
from tests.helpers.positions import decisions

CITY = g.City.of({})
SHEET = g.ScoreSheet(
    g.Scoring.A, simplified=False, players=("Red", "Blue"), lines=(g.Line(g.Clause.SCORE_4, "Red", 1, 4),)
)


def texts(thing: draw.Thing, show: Show | None = None) -> list[str]:
    """Return the words in a picture, without its title, description and style."""
    picture = ET.fromstring(str(draw.svg(thing, show=show or Show())))  # noqa: S314 - our own drawing
    return [each.text or "" for each in picture.iter("{http://www.w3.org/2000/svg}text")]


# What is noted alone, how that reads, and which words are in its picture.
ALONE: list[tuple[g.Position, str, list[str]]] = [
    (g.Position(), "", []),
    (g.Position(draws=3), "Draws so far: 3\n", ["Draws so far: 3"]),
    (g.Position(ruleset=g.GRANADA), "Ruleset: EN\n", ["Ruleset: EN"]),
    (g.Position(ruleset=g.ALHAMBRA), "Ruleset: Alhambra\n", ["Ruleset: Alhambra"]),
    (
        g.Position(ruleset=g.Ruleset(simplified=True, extra_action_is_a_must=False)),
        "Ruleset: EN, simplified = true, extra_action_is_a_must = false\n",
        ["Ruleset: EN, simplified = true, extra_action_is_a_must = false"],
    ),
    (
        g.Position(ruleset=g.Ruleset(yard=tuple(reversed(g.GRANADA.yard)))),
        "Ruleset: EN, yard = o b g y\n",
        ["Ruleset: EN, yard = o b g y"],
    ),
    (g.Position(sheets=()), "Score sheets: none\n", ["Score sheets: none"]),
    (g.Position(sheets=(SHEET,)), "Score sheet A: Red 4, Blue 0\n", ["Score sheet A: Red 4, Blue 0"]),
    (
        g.Position(sheets=(attrs.evolve(SHEET, players=()),)),
        "Score sheet A: nobody\n",
        ["Score sheet A: nobody"],
    ),
    (g.Position(marker=g.Marker.ODD), "Marker odd\n", ["Marker on odd"]),
    (g.Position(display=g.Purse.parse("y3 o9")), "Display y3 o9\n", ["Display", "y3", "o9"]),
    (g.Position(display=g.Purse()), "Display none\n", ["Display"]),
    (g.Position(bag=()), "Bag 0 tiles\n", ["Bag: 0 tiles"]),
    (
        g.Position(bag=noted("AR8:N PA6:-")),
        "Bag 2 tiles: AR8:N PA6:-\n",
        ["Bag: 2 tiles", "AR 8", "PA 6"],
    ),
    (
        g.Position(discards=g.Purse.parse("b1")),
        "Discards 1 card: b1\n",
        ["Discards: 1 card", "b1"],
    ),
    (g.Position(discards=g.Purse()), "Discards 0 cards\n", ["Discards: 0 cards"]),
    (
        g.Position(piles=(g.Pile(3), g.Pile(12, g.Scoring.B))),
        "Deck 15 cards\nPiles 3 12B\n",
        ["Deck: 15 cards", "Piles: 3 12B"],
    ),
    (g.Position(piles=()), "Deck 0 cards\nPiles none\n", ["Deck: 0 cards", "Piles: none"]),
    (g.Position(bought=()), "To be placed none\n", ["To be placed", "none"]),
    (g.Position(yard=()), "Yard none\n", ["Yard"]),
    (g.Position(turn="Red"), "It is the turn of Red\n", ["It is the turn of Red"]),
    (g.Position(phase=g.Phase.ACT), "Phase: act\n", ["Phase: act"]),
    (g.Position(phase=g.Phase.OVER), "The game is over\n", ["The game is over"]),
    (g.Position(dirks_points=7), "Dirk: 7 points\n", ["Dirk", "7 points"]),
    (g.Position(dirk=()), "Dirk\n  Tiles none\n", ["Dirk", "none"]),
    (g.Position(players=(g.NotedPlayer(),)), "player 1\n", ["player 1"]),
    (g.Position(players=(g.NotedPlayer(name="Red", points=1),)), "Red: 1 point\n", ["Red", "1 point"]),
    (
        g.Position(
            players=(g.NotedPlayer(name="Red", hand=g.Purse.parse("y1 g2")),), turn="Red", phase=g.Phase.PLACE
        ),
        "Red is to place a bought tile\n\nRed: 2 cards, has the turn\n  Hand y1 g2\n",
        ["Red is to place a bought tile", "Red", "2 cards, has the turn", "Hand", "y1", "g2"],
    ),
    (
        g.Position(players=(g.NotedPlayer(name="Red", reserve=()),)),
        "Red\n  Reserve none\n",
        ["Red", "Reserve", "none"],
    ),
]


@pytest.mark.parametrize(("position", "text", "words"), ALONE)
def test_what_is_noted_is_drawn_and_nothing_else(position: g.Position, text: str, words: list[str]) -> None:
    assert draw.text(position) == text
    assert [word for word in texts(position) if word] == words


def test_a_title_stands_above_all_else() -> None:
    marked = g.Position(marker=g.Marker.EVEN, players=(g.NotedPlayer(city=CITY),))
    assert draw.text(marked, show=Show(title="Ours")).startswith("Ours\n\nMarker even\n\nplayer 1\n")
    alone = g.Position(players=(g.NotedPlayer(city=CITY),))
    assert draw.text(alone, show=Show(title="Ours")).startswith("Ours\n\nplayer 1\n    ")


def test_a_yard_of_any_size_with_known_and_unknown_moats() -> None:
    tiles = (g.NotedTile(g.Face.parse("AR8"), g.Edges.parse("N")), None, g.NotedTile(g.Face.parse("LI6")))
    position = g.Position(yard=(*tiles, *tiles[:2]))
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
    known = attrs.evolve(position, tile_set=g.TileSet.parse(reference_toml()), ruleset=g.GRANADA)
    assert "1 yellow    2 green     3 blue      4 orange\n" in draw.text(known)
    assert "back " in draw.text(known)
    assert "?" not in draw.text(known)
    assert "?" not in texts(known)


def reference_toml() -> str:
    """Return the reference set under another name."""
    return g.reference().to_toml().replace('name = "reference"', 'name = "ours"')


def test_tiles_that_no_list_has_and_nobody_described_have_unknown_moats() -> None:
    strange = g.NotedTile(g.Face.parse("AR99"))
    for tile_set in (None, g.GRANADA.tiles):
        position = g.Position(tile_set=tile_set, bought=(strange,), yard=(strange,))
        assert draw.text(position).endswith("To be placed AR99:?\n")
        assert "moats ?" in draw.text(position)
        assert texts(position).count("?") == 8


def test_walls_are_in_the_name_of_a_tile_and_shown_once() -> None:
    tiles = (g.NotedTile(g.Face.parse("GA10:NE")), g.NotedTile(g.Face.parse("GA10:-"), g.Edges(0)))
    expected = """\
Yard
1           2
┍━━╱╲━━┓    ┌──╱╲──┐
│ GA10 ┃    │ GA10 │
└──────┚    └──────┘
price 10    price 10

Bag 2 tiles: GA10:NE GA10:-
"""  # noqa: RUF001 - a roof is no slash
    position = g.Position(yard=tiles, bag=tiles)
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
    both = (g.NotedPlayer(name="Red", city=CITY), g.NotedPlayer(name="Blue", city=CITY))
    show = Show(legal_for=g.Edges(0))
    assert draw.text(g.Position(players=both), show=show).count("╎  +   ╎") == 8
    red, blue = draw.text(g.Position(players=both, turn="Red"), show=show).split("\nBlue\n")
    assert (red.count("╎  +   ╎"), blue.count("╎  +   ╎")) == (4, 0)


any_faces = st.builds(g.Face, st.sampled_from(g.Kind.GRANADA.buildings), st.integers(0, 99)) | st.builds(
    g.Face, st.sampled_from(g.Kind.ALHAMBRA.buildings), st.integers(0, 99), g.testing.edges()
)
any_tiles = st.builds(g.NotedTile, any_faces, st.none() | g.testing.edges())


@st.composite
def of_both_kinds(draw: st.DrawFn) -> g.Position:
    """Positions with tiles of both kinds, or cities of one beside tiles of the other."""
    position, kind = draw(g.testing.positions()), draw(st.sampled_from(g.Kind))
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
        # What is noted is not noted with covered tiles as well.
        seen_yard=None,
        seen_bag=None,
        seen_bought=None,
        seen_dirk=None,
    )


@settings(max_examples=25)
@given(g.testing.positions() | of_both_kinds(), shows, st.none() | st.integers(48, 120))
def test_nothing_that_can_be_said_makes_a_drawing_fail(
    position: g.Position, show: Show, width: int | None
) -> None:
    everything = attrs.evolve(show, violations=(*show.violations, *g.validate(position).violations))
    plain = draw.text(position, show=everything, width=width)
    assert all(is_harmless(line) for line in plain.split("\n"))
    assert width is None or max(map(columns.width_of, plain.split("\n"))) <= width
    assert texts(position, everything) or not plain


def test_all_phases_of_a_noted_game_have_words() -> None:
    said = {words.noted_state(g.Position(turn="Red", phase=phase)) for phase in (None, *g.Phase)}
    assert len(said) == len(g.Phase) + 1
    assert all("None" not in sentence for sentence in said)
    assert words.noted_state(g.Position(turn="Red", phase=g.Phase.ACT, bought=noted("AR8"))).endswith(
        " once more"
    )


def test_cards_of_any_number_are_counted() -> None:
    many = g.Position(players=(g.NotedPlayer(points=10**5000),), discards=g.Purse([g.Card.parse("y1")] * 99))
    assert "99 cards" in draw.text(many)
    assert len(draw.text(many)) < 1000
