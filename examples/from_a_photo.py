"""What somebody typed in from a photo of a table: what cannot be so, and what it is worth if all can.

``python examples/from_a_photo.py [FILE]`` judges a file, or two attempts at one photo. A photo shows neither
hands nor the bag, and nobody has a list of the tiles: what is not known is not judged.
"""

import sys
from pathlib import Path

from granada_rules import (
    City,
    Position,
    RecordError,
    Report,
    Scoring,
    draw,
    read_position,
    scoring,
    validate,
)

FIRST = """
format = "granada-position/1"
yard = ["LI6:E", "-", "BA12", "HP3"]
display = ["b3", "g7", "o1", "y5"]

[[player]]
name = "Red"
reserve = ["MA4"]
city = '''
.       AR8:NW  PA6:N   LI5:NE
DI7:W<  @       .       SC4:E
.       MA13:W  HP9:S   HS7:ES
'''

[[player]]
name = "Blue"
city = '''
SC10:NW  @      BA3:NE
.        .      SC4:-
'''

[[player]]
name = "Green"
city = '''
@
PA2:-
'''
"""

# A second look: Red's District lies roof up, the Hospital lies on the reserve, and Blue's School costs 6.
SECOND = (
    FIRST.replace("DI7:W<", "DI7:W")
    .replace("HP9:S ", ".")
    .replace('["MA4"]', '["MA4", "HP9"]')
    .replace("SC4:-", "SC6:-")
)


def judge(text: str) -> None:
    """Print everything that cannot be so, all cities, and the points if nothing is wrong."""
    try:
        position = read_position(text)
    except RecordError as error:
        print(f"cannot be read: {error}")
        return
    report = validate(position)
    print(report)
    for player in position.players:
        if player.city is not None:
            print(f"\n{picture(player.name, player.city, report)}", end="")
    if not report.violations:
        print(f"\n{points(position)}")


def picture(name: str | None, city: City, report: Report) -> str:
    """Draw a city, with what is wrong in it, or else with its longest moat."""
    own = [violation for violation in report.violations if violation.player == name]
    show = draw.Show(title=f"The city of {name or 'somebody'}", violations=own, longest_moat=not own)
    return draw.text(city, colour=draw.wants_colour(sys.stdout), width=100, show=show)


def points(position: Position) -> str:
    """Return what scoring B would bring; places depend on all cities, so all have to be known."""
    cities = {
        player.name: player.city
        for player in position.players
        if player.name is not None and player.city is not None
    }
    if not cities or len(cities) < len(position.players):
        return "Not scored: each player needs a name and a city."
    dirk = None if position.dirk is None else [tile.face for tile in position.dirk]
    simplified = position.ruleset is not None and position.ruleset.simplified
    return f"If this were scoring B:\n{scoring.score(cities, Scoring.B, dirk=dirk, simplified=simplified)}"


def main() -> None:
    """Judge the files that are given, or the two attempts."""
    files = {file: Path(file).read_text("utf-8") for file in sys.argv[1:]}
    for name, text in (files or {"First attempt": FIRST, "Second attempt": SECOND}).items():
        print(f"--- {name}\n")
        judge(text)
        print()


if __name__ == "__main__":
    main()
