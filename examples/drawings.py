"""Cities with moats, walls and huts, and tables: drawn on the terminal and, into a folder, as SVG.

``python examples/drawings.py [FOLDER]``
"""

import sys
from pathlib import Path

from granada_rules import (
    Build,
    Buy,
    Cell,
    City,
    Dealer,
    Edges,
    Face,
    Game,
    Kind,
    Seat,
    apply,
    deal,
    draw,
    legal_actions,
    notation,
    placement,
    read_position,
    setup,
    view,
)

LEGAL = City.of(
    {
        Cell(0, 1): (Face.parse("AR8"), Edges.parse("NW")),
        Cell(1, 1): (Face.parse("PA6"), Edges.parse("N")),
        Cell(1, 0): (Face.parse("SC4"), Edges.parse("E")),
        Cell(0, -1): (Face.parse("MA13"), Edges.parse("SW")),
        Cell(-1, 0): (Face.parse("LI5"), Edges.parse("NW")),
    }
)

# A tile turned sideways, a moat against the start tile and one against no moat, tiles out of reach, a hole.
ILLEGAL = City.of(
    {
        **LEGAL.tiles,
        Cell(-1, 0): (Face.parse("LI5"), Edges.parse("NW"), Edges.E),
        Cell(0, -1): (Face.parse("BA2"), Edges.parse("N")),
        Cell(2, 0): (Face.parse("MA3"), Edges(0)),
        Cell(2, -1): (Face.parse("HS7"), Edges(0)),
        Cell(2, -2): (Face.parse("HP9"), Edges(0)),
        Cell(1, -2): (Face.parse("DI11"), Edges(0)),
        Cell(0, -2): (Face.parse("SC12"), Edges(0)),
    }
)

ALHAMBRA = City.of(
    {
        Cell(0, 1): (Face.parse("PV5:NW"), Edges.parse("NW")),
        Cell(1, 1): (Face.parse("SE4:NE"), Edges.parse("NE")),
        Cell(1, 0): (Face.parse("TO13:E"), Edges.parse("E")),
        Cell(0, -1): (Face.parse("CH6:ES"), Edges.parse("ES")),
        Cell(-1, 0): (Face.parse("GA8:NW"), Edges.parse("NW")),
        Cell(-1, -1): (Face.parse("AC6:SW"), Edges.parse("SW")),
    },
    start=Kind.ALHAMBRA,
)


# The hut for Gardens counts as two: a third Garden beside it is behind a wall. That for Towers counts as one.
HUTS = notation.read_city("""
.       TO11:N  GA12:S  .
.       @       GA*:N   GA9:E
TO9:NW  TO*:S   GA10:-  .
""")

NOTED = Path(__file__).parent / "positions" / "legal-modules-table.toml"


def played() -> Game:
    """Return a game of two who buy and build whenever they can, after forty actions."""
    dealer = Dealer(b"a seed for an example")
    game = deal(setup(["Red", "Blue"]), dealer)
    for _ in range(40):
        actions = list(legal_actions(game, minimal_payments=True))
        wanted = [action for action in actions if isinstance(action, Buy | Build)]
        game = deal(apply(game, (wanted or actions)[0]), dealer)
    return game


def with_modules() -> Game:
    """Return a game with all four modules, from what was noted of it."""
    return Game.from_position(read_position(NOTED.read_bytes()))


def main() -> None:
    """Print the drawings, and write them if a folder is given."""
    things: list[tuple[str, draw.Thing, draw.Show]] = [
        ("legal", LEGAL, draw.Show(title="A legal city", longest_moat=True, legal_for=Edges.parse("NE"))),
        ("illegal", ILLEGAL, draw.Show(title="An illegal city", violations=placement.violations(ILLEGAL))),
        ("alhambra", ALHAMBRA, draw.Show(title="An Alhambra", longest_moat=True)),
        ("huts", HUTS, draw.Show(title="An Alhambra with huts")),
        ("table", view(played(), Seat(0)), draw.Show(title="As Red sees it", longest_moat=True)),
        ("modules", view(with_modules(), Seat(1)), draw.Show(title="With all modules, as Blue sees it")),
    ]
    for name, thing, show in things:
        print(draw.text(thing, colour=draw.wants_colour(sys.stdout), width=100, show=show))
        for folder in sys.argv[1:]:
            Path(folder, f"{name}.svg").write_text(str(draw.svg(thing, show=show)), "utf-8")


if __name__ == "__main__":
    main()
