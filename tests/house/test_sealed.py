"""Cities and games come from the rules, or from a reader that validates; and nothing writes over a value."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import attrs
import pytest

import granada_rules
import granada_rules as g
from granada_rules import testing
from granada_rules.base import Entries, Sealed, made_once, maker
from granada_rules.box import WIDTH, Box, Majorities, deck_plan
from tests.helpers import ROOT
from tests.helpers.noted import but, late

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SEALED = (g.City, g.Table, g.Game, g.View, g.Referee)


def values() -> list[Any]:
    """Return one value of each sealed class, with something in it."""
    game = g.deal(g.setup(["Red", "Blue"]), g.Dealer(bytes(range(16))))
    city = g.City.of({g.Cell(1, 0): (g.Face(g.Building.SCHOOL, 4), g.Edges.parse("NE"))})
    referee = g.Referee.open(["Red", "Blue"], dealer=g.Dealer(bytes(range(16))), table_id="table 7")
    return [city, game.table, game, g.view(game, g.Seat(0)), referee]


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_no_field_can_be_changed_by_evolving(value: Any) -> None:  # noqa: ANN401
    assert type(value) in SEALED
    replaced: Callable[..., object] = getattr(copy, "replace", attrs.evolve)
    for field in attrs.fields(type(value)):
        if field.init:
            for evolve in (attrs.evolve, replaced):
                with pytest.raises(TypeError, match="cannot be made from its fields"):
                    evolve(value, **{field.alias: getattr(value, field.name)})
    with pytest.raises(TypeError, match="cannot be made from its fields"):
        attrs.evolve(value)


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_nothing_makes_or_writes_one_by_hand(value: Any) -> None:  # noqa: ANN401
    kind: Any = type(value)
    given = [getattr(value, field.name) for field in attrs.fields(kind)]
    for arguments in ([], given):
        with pytest.raises(TypeError, match=f"^{kind.__name__} cannot be made from its fields; use "):
            kind(*arguments)
        with pytest.raises(TypeError, match="cannot be made from its fields"):
            value.__init__(*arguments)
    with pytest.raises(AttributeError):
        value.__attrs_init__(*given)
    for field in attrs.fields(kind):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(value, field.name, None)


class Mixin:
    """Something to inherit from that does not pass on what it is told about its heirs."""

    def __init_subclass__(cls) -> None:
        pass


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_no_subclass_is_taken_for_the_class(value: Any) -> None:  # noqa: ANN401
    kind: Any = type(value)
    for bases in ((kind,), (kind, Sealed), (kind, Mixin)):
        with pytest.raises(TypeError, match=f"^{kind.__name__} cannot be subclassed$"):
            type("Own", bases, {})
    # A class can be smuggled past that, and its values are refused.
    own: Any = type("Own", (Mixin, kind), {"__slots__": ()})
    smuggled = object.__new__(own)
    assert isinstance(smuggled, kind)
    calls: list[Callable[[], object]] = [
        lambda: g.legal_actions(smuggled),
        lambda: g.apply(smuggled, g.Pass(g.Seat(0))),
        lambda: g.check(smuggled, g.Pass(g.Seat(0))),
        lambda: g.view(smuggled, None),
        lambda: g.placement.violations(smuggled),
        lambda: g.LegalActions(smuggled),
        lambda: g.NotedPlayer(city=smuggled),
        lambda: g.draw.text(smuggled),
        lambda: g.complete(smuggled, g.Dealer(bytes(16))),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()


def test_what_compares_itself_with_the_tiles_of_a_city_cannot_change_them() -> None:
    city: g.City = values()[0]

    class Thief:
        def __eq__(self, other: object) -> bool:
            cast("dict[object, object]", other).clear()
            return True

        __hash__ = None  # type: ignore[assignment] # as Python has it

    assert city.tiles == Thief()
    assert len(city.tiles) == 1
    with pytest.raises(TypeError):
        cast("Any", city.tiles)[g.Cell(2, 0)] = city.tiles[g.Cell(1, 0)]


def test_what_is_open_makes_no_city_whose_bits_disagree_with_its_tiles() -> None:
    city: g.City = values()[0]
    rebuilt = [
        city.extended(g.Cell(5, 5), (g.Face(g.Building.ARENA, 2), g.Edges.parse("N"), g.Edges.S)),
        city.exchanged(g.Cell(1, 0), (g.Face(g.Building.ARENA, 2), g.Edges.parse("SW"))),
        city.reduced(g.Cell(1, 0)),
        city.extended(g.Cell(0, 9), (g.Face(g.Building.ARENA, 2), g.Edges(0))).reduced(g.Cell(0, 9)),
    ]
    for each in (city, *rebuilt):
        afresh = g.City.of(each.tiles)
        assert each.cells == afresh.cells
        assert g.placement.violations(each) == g.placement.violations(afresh)
        down = (each.top - afresh.top) * WIDTH
        for plane in ("occupied", "north", "east", "south", "west", "turned"):
            assert getattr(each, plane) == getattr(afresh, plane) << down


def test_no_maker_is_promised() -> None:
    for module in (granada_rules, g.draw, g.moats, g.notation, g.placement, g.records, g.scoring, testing):
        assert not {"Sealed", "maker", "new_game", "new_table"} & set(module.__all__)


class _Far(g.Cell):  # type: ignore[misc] # the type checker refuses it, too
    """A cell that says it is elsewhere."""


class _Dry(g.Built):  # type: ignore[misc] # as above
    """A tile that says it has no moats."""


def test_a_city_takes_no_values_that_may_change_their_mind() -> None:
    school, edges = g.Face(g.Building.SCHOOL, 4), g.Edges.parse("NE")
    for cell, tile in ((_Far(1, 0), g.Built(school, edges)), (g.Cell(1, 0), _Dry(school, edges))):
        with pytest.raises(TypeError):
            g.City.of({cell: tile})
        with pytest.raises(TypeError):
            g.City.of().extended(cell, tile)


@attrs.frozen(init=False)
class _Point(Sealed):
    x: int
    _y: int
    memory: dict[str, int] = attrs.field(factory=dict, init=False)


def test_a_maker_takes_fields_by_name_or_in_order_and_fills_the_rest() -> None:
    make: Callable[..., _Point] = maker(_Point, _Point.__attrs_init__)
    assert make(1, 2) == make(y=2, x=1)
    assert make(1, 2).memory is not make(1, 2).memory
    with pytest.raises(TypeError):
        make(1)
    with pytest.raises(TypeError, match=r"^_Point cannot be made from its fields; the rules make it$"):
        _Point()


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_a_value_has_its_fields_and_no_room_for_more(value: Any) -> None:  # noqa: ANN401
    assert not hasattr(value, "__dict__")


def test_the_sealed_class_is_named_also_if_there_are_other_bases() -> None:
    with pytest.raises(TypeError, match=r"^_Point cannot be subclassed$"):
        type("Own", (_Point, type("Other", (), {})), {})


def reachable(*roots: object) -> dict[type, Any]:
    """Return the first value of each attrs class that can be reached from these values."""
    found: dict[type, Any] = {}
    ahead, seen = list(roots), set()
    while ahead:
        value: Any = ahead.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if attrs.has(type(value)):
            found.setdefault(type(value), value)
            ahead += [getattr(value, field.name) for field in attrs.fields(type(value))]
            ahead += [getattr(value, "_memory", ()), getattr(value, "_tiles", ())]
        if isinstance(value, Mapping):
            ahead += [*value.keys(), *value.values()]
        elif isinstance(value, tuple | frozenset | g.Purse):
            ahead += value
    return found


def value_classes() -> set[type]:
    """Return the frozen classes of the package, but those of `NEVER_PROVEN` and private ones."""
    names = [module.name for module in pkgutil.walk_packages(granada_rules.__path__, "granada_rules.")]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    kinds = {thing for module in modules for thing in vars(module).values() if isinstance(thing, type)}
    return {
        kind
        for kind in kinds
        if attrs.has(kind) and "frozen" in kind.__setattr__.__name__
        if kind.__module__.startswith("granada_rules") and not kind.__module__.startswith(NEVER_PROVEN)
        if not kind.__name__.startswith("_")
    }


NEVER_PROVEN = tuple(
    f"granada_rules.{room}"
    for room in ("draw", "cli", "testing", "base.documents", "notation.drawings", "records.cities")
)
"""Where values are made to be shown, or read, at once."""


def proven() -> dict[type, Any]:
    """Return a value of each class whose values proven ones are made of, or say what was proven."""
    games = ROOT / "examples" / "games"
    names = ("2-players", "modules-both-2-players", "exchange-both-2-players-all-options", "built-apart")
    read = [g.records.read_game((games / f"{name}.toml").read_bytes()) for name in names]
    played = [g.records.replay(record) for record in read]
    wrong = g.NotedPlayer(city=g.City.of({g.Cell(1, 0): (g.Face(g.Building.SCHOOL, 4), g.Edges.W)}))
    positions = [played[0].game.to_position(), g.Position(players=(wrong,))]
    for position in positions:
        g.validate(position)
    for player in played[0].game.table.players:
        g.moats.longest_moat(player.city)
    ruleset = g.Ruleset(tile_set=attrs.evolve(g.reference(), name="ours"))
    legal = g.legal_actions(g.setup(["Red", "Blue"]))
    standing = (*g.scoring.standings({"Red": 1}), g.tally(*played[0].game.sheets))
    referee: g.Referee = values()[-1]
    others = [
        *(referee, referee.news(RED), g.audit_record(read[0], bytes(16), commitment="0" * 64)),
        *(g.notation.read_tile("SC4:N"), Box.of(g.Kind.GRANADA), g.SeedPart(bytes(16)), g.Purse.parse("yb")),
        *deck_plan(1, has_exchange=True),
        g.Slip("line 1", "a = Red", "words stand in quotes"),
        *(g.SeenCity({g.Cell(1, 0): g.SeenTile()}), g.SeenCards(more=7)),
    ]
    face, cell = g.Face(g.Building.SCHOOL, 4), g.Cell(1, 0)
    events = (
        g.Pass(RED),
        g.Reduce(RED, cell),
        g.Exchange(RED, face, cell),
        g.Reactivate(RED),
        g.ShowBonus(RED, TOWER),
    )
    huts = g.TakeHut(RED, g.Building.TOWER), g.DrawHut(TOWER), g.DrawBonus(TOWER)
    roots = *played, *read, *positions, ruleset, legal, standing, g.Cells.of([cell]), *others, *events, *huts
    return reachable(*roots)


RED = g.Seat(0)
TOWER = g.Face(g.Building.TOWER, 9, g.Edges(0))
PROVEN = proven()


def test_every_class_of_values_is_tried() -> None:
    assert not {kind.__name__ for kind in value_classes() - PROVEN.keys()}


def slots(value: object) -> dict[str, Any]:
    """Return what is in the slots of a value, by name; those that are empty are left out."""
    found = {}
    for kind in type(value).__mro__:
        for name in {*vars(kind).get("__slots__", ())} - {"__weakref__"}:
            with suppress(AttributeError):
                found[name] = vars(kind)[name].__get__(value)
    return found


def arguments(value: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return what a value is made of, by the names of the arguments."""
    return {
        field.alias: getattr(value, field.name, None) for field in attrs.fields(type(value)) if field.init
    }


def attempts(value: Any) -> Iterator[Callable[[], object]]:  # noqa: ANN401
    """Yield every way to write over a value, but by force."""
    kind: Any = type(value)
    fields = dict.fromkeys(arguments(value))
    for given, named in (((), {}), (tuple(fields.values()), {}), ((), fields)):
        yield partial(value.__init__, *given, **named)
        yield partial(kind.__new__, kind, *given, **named)
        yield partial(attrs.evolve, value, **named)
        yield partial(getattr(copy, "replace", attrs.evolve), value, **named)
    for base in kind.__mro__:
        for name in ("__init__", "__attrs_init__", "__setstate__", "__attrs_post_init__"):
            if name in vars(base):
                yield partial(vars(base)[name], value, *fields.values())
        for name in vars(base).get("__slots__", ()):
            yield partial(setattr, value, name, None)
            yield partial(delattr, value, name)
    yield partial(copy.copy, value)
    yield partial(copy.deepcopy, value)
    yield lambda: value.__reduce__()[0](*value.__reduce__()[1])
    yield value.__getstate__


def tried(value: Any) -> None:  # noqa: ANN401
    """Try to write over a value, and find in it what was there, or what follows from its fields."""
    before = slots(value)
    for attempt in attempts(value):
        with suppress(TypeError, ValueError, AttributeError):
            attempt()
        after = slots(value)
        assert {name: after.get(name) for name in before} == before
        for field in attrs.fields(type(value)):
            assert after.get(field.name) is before.get(field.name)


@pytest.mark.parametrize("kind", PROVEN, ids=lambda kind: kind.__name__)
def test_nothing_writes_over_a_value(kind: type) -> None:
    tried(PROVEN[kind])
    for method in ("__attrs_init__", "__setstate__"):
        assert not hasattr(PROVEN[kind], method)


@pytest.mark.parametrize("kind", PROVEN, ids=lambda kind: kind.__name__)
def test_what_fills_a_value_is_not_handed_out(kind: type) -> None:
    assert not hasattr(kind.__new__, "__wrapped__")


def test_no_class_fills_a_value_of_another() -> None:
    # The seat alone would make half an event, and what was written takes any moats.
    tile = g.notation.read_tile("SC4")
    for kind, other, given in (
        (g.Pass, g.TakeHut, (RED,)),
        (type(tile), g.Built, attrs.astuple(tile, recurse=False)),
    ):
        with pytest.raises(TypeError, match=f"^{kind.__name__}.__new__ makes no {other.__name__}$"):
            kind.__new__(other, *given)


@pytest.mark.parametrize("kind", PROVEN, ids=lambda kind: kind.__name__)
def test_a_value_without_fields_stays_so(kind: Any) -> None:  # noqa: ANN401
    # Else one whose fields were refused could be kept half made.
    empty: Any = object.__new__(kind)
    tried(empty)
    with suppress(TypeError):
        empty.__init__(**arguments(PROVEN[kind]))
    assert not {field.name for field in attrs.fields(kind)} & slots(empty).keys()


@pytest.mark.parametrize(
    "kind", [kind for kind in PROVEN if kind not in {Box, Majorities}], ids=lambda kind: kind.__name__
)
def test_no_field_can_be_taken_out_and_changed(kind: Any) -> None:  # noqa: ANN401
    # Fields are handed out by `match`, `attrs.astuple` and `attrs.asdict`. Nobody is given a box.
    for given in attrs.astuple(PROVEN[kind], recurse=False):
        assert not isinstance(given, dict | list | set | MappingProxyType)


@pytest.mark.parametrize("kind", PROVEN, ids=lambda kind: kind.__name__)
def test_values_are_copied_pickled_and_changed_into_others(kind: Any) -> None:  # noqa: ANN401
    value = PROVEN[kind]
    assert copy.copy(value) is value
    assert copy.deepcopy(value) is value
    again = pickle.loads(pickle.dumps(value))  # noqa: S301 - made just now
    assert repr(again) == repr(value)
    assert again == value or kind.__eq__ is object.__eq__
    assert arguments(again) == arguments(value)
    if not issubclass(kind, Sealed) and kind not in {g.Purse, Entries}:
        assert repr(attrs.evolve(value)) == repr(value)


def test_a_position_cannot_be_exchanged_after_it_was_judged() -> None:
    position = late()
    assert g.validate(position).level is g.Level.COMPLETE
    wrong = but(position, players=())
    g.Position.__init__(position, **attrs.asdict(wrong, recurse=False))
    assert position == late()
    assert g.Game.from_position(position).to_position().players == position.players


def test_a_position_that_was_refused_is_none_that_can_be_judged() -> None:
    # If it kept this list, the list could be changed after the report.
    position: Any = object.__new__(g.Position)
    with suppress(TypeError):
        position.__init__(**arguments(late()) | {"players": list(late().players)})
    with pytest.raises(AttributeError):
        g.validate(position)


@made_once
class _Pair:
    one: int = attrs.field(default=1, converter=int)
    rest: list[int] = attrs.field(factory=list)
    seen: int = attrs.field(default=3, repr=hex)
    unseen: int = attrs.field(default=4, repr=False)


def test_a_repr_shows_fields_as_they_say() -> None:
    assert repr(_Pair()) == "_Pair(one=1, rest=[], seen=0x3)"


def test_a_class_that_makes_its_values_once_looks_like_any_other() -> None:
    signature = "(one=1, rest: 'list[int]' = NOTHING, seen: 'int' = 3, unseen: 'int' = 4) -> None"
    assert str(inspect.signature(_Pair)) == signature
    assert _Pair("2") == _Pair(one=2, rest=[])  # a converter takes it
    assert _Pair().rest is not _Pair().rest
    assert str(inspect.signature(_Pair)) == signature
    with pytest.raises(TypeError, match=r"^_Pair\(\) got an unexpected keyword argument 'two'$"):
        _Pair(two=2)  # type: ignore[call-arg]


def test_no_sealed_value_hands_out_what_it_keeps() -> None:
    for value in values():
        with pytest.raises(TypeError, match="hands out no state"):
            value.__getstate__()


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_the_hash_of_cities_tables_and_games_is_found_once(
    value: Any,  # noqa: ANN401
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fresh = pickle.loads(pickle.dumps(value))  # noqa: S301 - made just now
    assert hash(fresh) == hash(value)
    if not isinstance(value, g.View):
        monkeypatch.setattr(g.Purse, "__hash__", None)
        monkeypatch.setattr(g.Built, "__hash__", None)
        assert hash(fresh) == hash(value)
