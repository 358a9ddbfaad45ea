"""The command ``tiles list``: the tiles of a set as a table and as drawings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, final

import attrs
import click

from granada_rules.base import short
from granada_rules.box import (
    HUT_MARK,
    HUTS_REFERENCE,
    REFERENCE,
    Box,
    Building,
    Built,
    Edges,
    Face,
    HutSet,
    Kind,
    TileSet,
    alhambra,
    no_such,
    reference,
    reference_huts,
    some,
    written_tile,
)
from granada_rules.cli.files import printable
from granada_rules.cli.options import JSON, TILES, sides
from granada_rules.cli.paper import Paper
from granada_rules.cli.verdict import say_json
from granada_rules.notation import read_building, read_tile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    _Set = TileSet | HutSet

__all__ = ["tile_list"]

_SHIPPED: dict[str, Callable[[], _Set]] = {
    "alhambra": alhambra,
    "reference": reference,
    "huts": reference_huts,
}

_NOT_PRINTED = {REFERENCE: "not the printed set", HUTS_REFERENCE: "not the printed ones"}

_WANTED = re.compile(r"(?P<name>[^0-9:*]*?) *(?P<price>[1-9][0-9]?|\*)?(?P<sides>:.*)?")


@final
@attrs.frozen
class _Wanted:
    """A tile that is looked for: what is known of it."""

    text: str
    building: Building | None
    price: int | None
    """0 for a hut."""
    edges: Edges | None = None
    """All its moats or walls."""

    @property
    def is_hut(self) -> bool:
        """Whether it is a hut."""
        return self.price == 0

    @property
    def is_one(self) -> bool:
        """Whether type and price are known."""
        return self.building is not None and self.price is not None

    def fits(self, built: Built) -> bool:
        """Tell whether a tile is of this type and price, with these sides if they are known."""
        face = built.face
        is_called_so = (face.building, face.value) == (self.building, self.price)
        return is_called_so and self.edges in {None, built.moats}


@final
@attrs.frozen
class _Shown:
    """A tile of a set: the face that is up, and the other one, if there is one."""

    up: Built
    back: Built | None = None


def _read(text: str) -> _Wanted:
    """Read a type, a price, both, or a tile with its sides.

    Raises ``ValueError`` if it is anything else.
    """
    match = _WANTED.fullmatch(text.strip())
    if match is None or not (match["name"] or match["price"]):
        raise ValueError(f"{short(text)}: expected a type, a price or both, such as TO, 9, TO9 or TO9:NE")
    building = read_building(match["name"]) if match["name"] else None
    price = None if match["price"] is None else 0 if match["price"] == HUT_MARK else int(match["price"])
    if match["sides"] is None:
        return _Wanted(short(text)[1:-1], building, price)
    if building is None or price is None:
        raise ValueError(f"{short(text)}: expected type and price before the sides, such as TO9:NE")
    tile = read_tile(text)
    return _Wanted(
        short(text)[1:-1], building, price, tile.moats if tile.face.walls is None else tile.face.walls
    )


def _all_wanted(
    _context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]
) -> list[_Wanted]:
    try:
        return list(map(_read, given))
    except ValueError as error:
        raise click.BadParameter(printable(str(error))) from None


@click.command("list")
@click.argument("which", nargs=-1, metavar="[TILE]...", callback=_all_wanted)
@click.option("--walls", callback=sides, metavar="SIDES", help="Only tiles with walls there, such as NE.")
@click.option("--moats", callback=sides, metavar="SIDES", help="Only tiles with moats there; - for none.")
@click.option(
    "--set",
    "names",
    multiple=True,
    type=click.Choice(list(_SHIPPED)),
    help="A set that ships with the program; repeatable.",
)
@TILES
@JSON
def tile_list(
    which: list[_Wanted],
    walls: Edges | None,
    moats: Edges | None,
    names: tuple[str, ...],
    tile_sets: tuple[_Set, ...],
    *,
    as_json: bool,
) -> None:
    """List the tiles of a set, as a table and as drawings.

    TILE is a type, a price, or both, with code or name: TO, 9, TO9, "Turm 9", TO9:NE; GA* is a hut. Sides are
    any of N E S W: tiles that have more are listed, too; - is for tiles without. Without --set and --tiles
    the sets that ship with the program are looked through: the tiles of Alhambra, and a reference set of
    Granada, which is not the printed one.

    Exit code: 0, or 2 if no set has such a tile.

    \b
    Examples:
      granada-rules tiles list TO9
      granada-rules tiles list --walls W
      granada-rules tiles list --set huts garden
      granada-rules tiles list --tiles our-box.toml SC --moats NE
    """
    if walls is not None and moats is not None:
        raise click.UsageError("--walls are of Alhambra and --moats of Granada, so give one of them")
    kind = None if walls is moats else Kind.GRANADA if walls is None else Kind.ALHAMBRA
    sets = [*(_SHIPPED[name]() for name in dict.fromkeys(names)), *tile_sets] or list(_looked_at(which, kind))
    edges = moats if walls is None else walls
    found = [(one, _found(one, which, edges, kind)) for one in sets]
    up = [tile.up for _, shown in found for tile in shown]
    lacking = [each for each in which if each.is_one and not any(map(each.fits, up))]
    why = "\n".join(printable(_why_none(each, sets)) for each in lacking)
    if which and not up:
        nowhere = "tiles of Alhambra have walls, and those of Granada moats"
        none = f"no tile in {' or '.join(one.name for one in sets)} is so" if sets else nowhere
        raise click.BadParameter(why or none, param_hint="TILE")
    if as_json:
        say_json({"sets": [_document(one, shown) for one, shown in found]})
    else:
        paper = Paper.of_output()
        click.echo("\n".join(_text(one, shown, paper) for one, shown in found), nl=False)
    if why:
        click.echo(why, err=True)


def _looked_at(which: Sequence[_Wanted], kind: Kind | None) -> Iterator[_Set]:
    """Yield the shipped sets in which such tiles may be; huts are listed only if they are looked for."""
    tiles = [each for each in which if not each.is_hut]
    # A type says its kind; a price alone, and nothing at all, does not.
    kinds = {each.building.kind if each.building else None for each in tiles}
    for one in (alhambra(), reference()):
        if kind in {None, one.kind} and (kinds & {None, one.kind} or not which):
            yield one
    if len(tiles) < len(which) and kind is not Kind.GRANADA:
        yield reference_huts()


def _found(one: _Set, which: Sequence[_Wanted], edges: Edges | None, kind: Kind | None) -> list[_Shown]:
    """Return the tiles of a set that are looked for, each with the first such face up."""
    found = []
    for faces in _faces(one):
        fits = [built for built in faces if _is_meant(built, which) and _has(built, edges, kind)]
        if fits:
            back = [built for built in faces if built is not fits[0]]
            found.append(_Shown(fits[0], back[0] if back else None))
    return found


def _faces(one: _Set) -> Iterator[tuple[Built, ...]]:
    """Yield the tiles of a set: each as it lies with its front up, and with its back."""
    if isinstance(one, HutSet):
        yield from ((Built(hut, hut.walls or Edges(0)),) for hut in one.huts)
    else:
        for tile in one.tiles:
            yield tuple(one.built(face) for face in (tile.front, tile.back) if face is not None)


def _is_meant(built: Built, which: Sequence[_Wanted]) -> bool:
    """Tell whether this is one of the tiles, or of one of the types and one of the prices alone."""
    face = built.face
    if not which:
        return True
    if any(each.is_one and each.fits(built) for each in which):
        return True
    types = [each.building for each in which if each.price is None]
    prices = [each.price for each in which if each.building is None]
    is_so = (not types or face.building in types) and (not prices or face.value in prices)
    return is_so and bool(types or prices)


def _has(built: Built, edges: Edges | None, kind: Kind | None) -> bool:
    """Tell whether a tile has moats or walls there, among others; none if none are asked for."""
    if kind not in {None, built.face.kind}:
        return False
    return edges is None or (built.moats & edges == edges if edges else not built.moats)


def _why_none(each: _Wanted, sets: Iterable[_Set]) -> str:
    """Return why no set has such a tile."""
    if each.building is not None and each.price:
        box = Box.of(each.building.kind)
        face = Face(each.building, each.price, None if box.has_backs else Edges(0))
        # BOX-2, A-BOX-2: prices of each type.
        if each.price not in box.prices[each.building]:
            return f"{each.text}: {no_such(face, box.kind)}"
    called = [
        _name(built)
        for one in sets
        for faces in _faces(one)
        for built in faces
        if each.edges is not None and attrs.evolve(each, edges=None).fits(built)
    ]
    has = f"; there is {some(dict.fromkeys(called))}" if called else ""
    return f"{each.text}: no such tile in {' and '.join(one.name for one in sets)}{has}"


def _name(built: Built) -> str:
    """Return a tile with its moats or walls, such as ``SC10:NE``."""
    return written_tile(built.face, built.moats, built.roof)


def _about(one: _Set) -> str:
    what = "huts" if isinstance(one, HutSet) else f"tiles of {one.kind.label}"
    return f"{what}, {_NOT_PRINTED[one.name]}" if one.name in _NOT_PRINTED else what


def _text(one: _Set, shown: Sequence[_Shown], paper: Paper) -> str:
    """Return the table of these tiles, and their drawings."""
    listed = one.huts if isinstance(one, HutSet) else one.tiles
    number = f"{len(shown)} of {len(listed)}" if len(shown) < len(listed) else str(len(listed))
    head = paper.stressed(printable(one.name), "cyan")
    lines = [f"{head}: {number} {_about(one)}"]
    if not shown:
        return "\n".join(lines) + "\n"
    box = Box.of(shown[0].up.face.kind)
    rows = [("tile", "building", "price", f"{box.barrier}s", "back" * box.has_backs)]
    rows += [_row(tile) for tile in shown]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines += ["", *("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows), ""]
    backs = ["" if tile.back is None else f"back {tile.back.face}" for tile in shown]
    return "\n".join(lines) + "\n" + paper.tiles([tile.up for tile in shown], backs)


def _row(tile: _Shown) -> tuple[str, str, str, str, str]:
    face = tile.up.face
    price = "-" if face.is_hut else str(face.value)
    back = "" if tile.back is None else _name(tile.back)
    return _name(tile.up), face.building.label, price, str(tile.up.moats) or "-", back


def _document(one: _Set, shown: Sequence[_Shown]) -> dict[str, object]:
    return {
        "name": one.name,
        "kind": Kind.ALHAMBRA.value if isinstance(one, HutSet) else one.kind.value,
        "printed": one.name not in _NOT_PRINTED if one.is_shipped else None,
        "tiles": [
            {
                "tile": _name(built),
                "face": str(built.face),
                "building": built.face.building.code,
                "price": None if built.face.is_hut else built.face.value,
                "edges": str(built.moats),
                "back": None if tile.back is None else str(tile.back.face),
            }
            for tile in shown
            for built in [tile.up]
        ],
    }
