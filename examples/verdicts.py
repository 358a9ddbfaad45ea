"""Two cities, one legal and one not: what the rules say of them, and where the next tile may go."""

from granada_rules import Building, Built, Cell, City, Edges, Face, Violation, placement

LEGAL = City.of(
    {
        Cell(0, 1): (Face(Building.ARENA, 8), Edges.parse("NW")),
        Cell(1, 1): (Face(Building.PARK, 6), Edges.parse("N")),
        Cell(1, 0): (Face(Building.SCHOOL, 4), Edges.parse("E")),
    }
)

# The same with four mistakes: a tile turned sideways, a moat against none, a tile out of reach, a hole.
ILLEGAL = City.of(
    {
        **LEGAL.tiles,
        Cell(-1, 0): (Face(Building.LIBRARY, 5), Edges.parse(""), Edges.E),
        Cell(2, 0): (Face(Building.MARKET, 3), Edges.parse("")),
        Cell(2, -1): (Face(Building.HOSTEL, 7), Edges.parse("")),
        Cell(2, -2): (Face(Building.HOSPITAL, 9), Edges.parse("")),
        Cell(1, -2): (Face(Building.DISTRICT, 11), Edges.parse("")),
        Cell(0, -2): (Face(Building.SCHOOL, 12), Edges.parse("")),
        Cell(0, -1): (Face(Building.BATH_HOUSE, 2), Edges.parse("N")),
    }
)


def picture(city: City, marked: frozenset[Cell] = frozenset()) -> str:
    """Draw a city as rows of tiles with their moats; marked cells stand in brackets."""
    cells = city.cells | marked
    rows = range(max(cell.y for cell in cells), min(cell.y for cell in cells) - 1, -1)
    columns = range(min(cell.x for cell in cells), max(cell.x for cell in cells) + 1)

    def token(cell: Cell) -> str:
        if cell not in city.tiles:
            name = "@" if cell in city.cells else "."
        else:
            tile = city.tiles[cell]
            roof = {Edges.N: "", Edges.E: ">", Edges.S: "v", Edges.W: "<"}[tile.roof]
            name = f"{tile.face}:{str(tile.moats) or '-'}{roof}"
        return f"[{name}]" if cell in marked else f" {name} "

    return "\n".join("  " + "".join(f"{token(Cell(x, y)):<11}" for x in columns).rstrip() for y in rows)


def report(name: str, city: City) -> None:
    """Print a city and what the building rules say of it."""
    violations = placement.violations(city)
    print(f"{name}: {'legal' if not violations else f'{len(violations)} violations'}\n\n{picture(city)}\n")
    for violation in violations:
        print(f"{violation}\n{picture(city, frozenset(violation.cells))}\n")


def main() -> None:
    """Show both cities, then where a tile may go in the legal one, and why not elsewhere."""
    report("First city", LEGAL)
    report("Second city", ILLEGAL)

    tile = Built(Face(Building.HOSPITAL, 9), Edges.parse("NE"))
    legal = placement.legal_cells(LEGAL, tile.moats)
    print(f"{tile.face}:{tile.moats} may be built in the first city at {' '.join(map(str, legal))}")
    print(picture(LEGAL, frozenset(legal)))
    for cell in (Cell(2, 0), Cell(2, 2), Cell(1, 1)):
        reasons: tuple[Violation, ...] = placement.why_not(LEGAL, cell, tile)
        print(f"\nbut not at {cell}:", *reasons, sep="\n  ")


if __name__ == "__main__":
    main()
