"""The story of a game as one page of HTML: words, code and what it shows, as in a notebook.

``python examples/page.py story.html``. Each function of the story is a cell: its docstring is the text, its
body the code, and what it returns is shown below. The page needs nothing else, no network and no script.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path

from granada_rules import (
    Build,
    Buy,
    Cell,
    Dealer,
    Edges,
    Face,
    Game,
    Seat,
    apply,
    deal,
    draw,
    legal_actions,
    notation,
    placement,
    setup,
    standings,
    view,
)

NAMES = ["Red", "Blue", "Green"]


@cache
def games() -> list[Game]:
    """Three play, and buy and build whenever they can. A game is a value, so all of them can be kept."""
    dealer = Dealer(b"a seed for a story")
    story = [deal(setup(NAMES), dealer)]
    while story[-1].table.to_act is not None:
        actions = list(legal_actions(story[-1], minimal_payments=True))
        wanted = [action for action in actions if isinstance(action, Buy | Build)]
        story.append(deal(apply(story[-1], (wanted or actions)[0]), dealer))
    return story


def how_many() -> str:
    """From the first decision to the end, this many games were there, one after each action."""
    return f"{len(games())} games"


def the_beginning() -> draw.Svg:
    """Look at the table as Blue sees it, with no hand but the own."""
    return draw.svg(view(games()[0], Seat(1)))


def first_choices() -> str:
    """Somebody has to begin, and may do any of this."""
    return "\n".join(notation.write_event(action, NAMES) for action in legal_actions(games()[0]))


def a_city() -> draw.Svg:
    """Green's city after 70 actions, its longest moat, and the places for a tile with moats N and E."""
    city = games()[70].table.players[2].city
    return draw.svg(city, show=draw.Show(longest_moat=True, legal_for=Edges.parse("NE")))


def why_not() -> draw.Svg:
    """Why not anywhere else? Put such a tile there, and the drawing says so."""
    city = games()[70].table.players[2].city
    spoiled = city.extended(Cell(0, -1), (Face.parse("SC10"), Edges.parse("NE")))
    return draw.svg(spoiled, show=draw.Show(violations=placement.violations(spoiled)))


def the_last_scoring() -> str:
    """At the end there is scoring C, award by award."""
    return str(games()[-1].sheets[-1])


def the_end() -> draw.Svg:
    """So the table looked when everything was over, with the longest moats."""
    return draw.svg(games()[-1], show=draw.Show(longest_moat=True))


def the_winner() -> str:
    """Rank them by their points, and the evening is over."""
    rows = standings(games()[-1].table.points)
    return "\n".join(f"{row.rank}. {row.player}: {row.points}{' wins' * row.wins}" for row in rows)


STORY: list[Callable[[], draw.Svg | str]] = [
    how_many,
    the_beginning,
    first_choices,
    a_city,
    why_not,
    the_last_scoring,
    the_end,
    the_winner,
]

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The story of a game</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
pre {{ overflow-x: auto; padding: 0.75rem 1rem; border: 1px solid #8886; border-radius: 0.5rem; }}
pre.code {{ background: #8881; }}
svg {{ max-width: 100%; height: auto; }}
</style>
</head>
<body>
<h1>The story of a game</h1>
{cells}
</body>
</html>
"""


def code(function: Callable[[], object]) -> str:
    """Return the body of a function without its docstring."""
    source = textwrap.dedent(inspect.getsource(function))
    definition = next(node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    return textwrap.dedent("\n".join(source.splitlines()[definition.body[1].lineno - 1 :]))


def words(function: Callable[[], object]) -> str:
    """Return the text and the code of a cell."""
    text = escape(inspect.getdoc(function) or "", quote=False)
    return f'<p>{text}</p>\n<pre class="code">{escape(code(function), quote=False)}</pre>'


def page() -> str:
    """Return the page."""
    cells = [words(games)]
    for function in STORY:
        shown = function()
        result = str(shown) if isinstance(shown, draw.Svg) else f"<pre>{escape(shown, quote=False)}</pre>"
        cells.append(f"{words(function)}\n{result}")
    return PAGE.format(cells="\n".join(cells))


def main() -> None:
    """Write the page."""
    name = sys.argv[1] if len(sys.argv) > 1 else "page.html"
    Path(name).write_text(page(), "utf-8")
    print(f"{name} is written: open it in a browser")


if __name__ == "__main__":
    main()
