"""Rulesets: what is an option, what its default is, and what no ruleset can say."""

from __future__ import annotations

import pickle
from itertools import permutations
from operator import eq
from typing import TYPE_CHECKING, Any, cast

import attrs
import pytest

import granada_rules as g
from granada_rules.box import BONUS_CARDS, wrong_modules
from granada_rules.box import OPTIONS as NEEDED
from granada_rules.testing import rulesets
from tests.helpers import schemas
from tests.helpers.samples import reaches

if TYPE_CHECKING:
    from collections.abc import Mapping

ALL_OPTIONS = [name for name, it in attrs.asdict(g.GRANADA, recurse=False).items() if isinstance(it, bool)]
OPTIONS = [option for option in ALL_OPTIONS if NEEDED[option] in {None, g.Kind.GRANADA}]


@pytest.mark.accepts("BOX-7")
def test_the_yard_may_have_the_currencies_in_any_order() -> None:
    for yard in permutations(g.Currency):
        assert g.Ruleset(yard=yard).yard == yard
    assert g.GRANADA.yard == (g.Currency.YELLOW, g.Currency.GREEN, g.Currency.BLUE, g.Currency.ORANGE)


@pytest.mark.rejects("BOX-7")
@pytest.mark.parametrize(
    "yard",
    [
        (),
        (g.Currency.YELLOW,),
        (g.Currency.YELLOW, g.Currency.GREEN, g.Currency.BLUE, g.Currency.BLUE),
        (*g.Currency, g.Currency.BLUE),
        ("y", "g", "b", "o"),
    ],
)
def test_four_spaces_each_of_another_currency(yard: tuple[object, ...]) -> None:
    with pytest.raises(g.ViolationError) as refused:
        g.Ruleset(yard=cast("Any", yard))
    assert [violation.clause for violation in refused.value.violations] == ["BOX-7"]


@pytest.mark.rejects("BOX-7")
def test_a_space_has_a_currency_and_not_what_equals_one() -> None:
    class Everything:
        code = 7
        __hash__ = object.__hash__

        def __eq__(self, _other: object) -> bool:
            return True

    with pytest.raises(g.ViolationError, match="BOX-7: the yard has four spaces"):
        g.Ruleset(yard=cast("Any", [Everything()] * 4))


@pytest.mark.parametrize(
    "mapping", [g.EDITIONS, BONUS_CARDS, g.GRANADA.deck_plan[0].scoring, g.GRANADA.deck_plan[0].exchange]
)
def test_who_is_compared_with_a_mapping_cannot_change_it(mapping: Mapping[Any, Any]) -> None:
    class Stranger:
        __hash__ = object.__hash__

        def __eq__(self, other: object) -> bool:
            cast("Any", other)["EN"] = g.Ruleset(simplified=True)
            return True

    before = dict(mapping)
    for pair in ((mapping, Stranger()), (Stranger(), mapping)):
        with pytest.raises(TypeError, match="does not support item assignment"):
            eq(*pair)
    assert mapping == before


def test_editions_are_shown_compared_and_copied_like_a_dict() -> None:
    assert dict(g.EDITIONS) == g.EDITIONS == pickle.loads(pickle.dumps(g.EDITIONS))  # noqa: S301 - our own
    assert repr(g.EDITIONS) == repr(dict(g.EDITIONS))
    assert hash(g.EDITIONS) == hash(pickle.loads(pickle.dumps(g.EDITIONS)))  # noqa: S301 - our own


def test_the_default_is_the_english_book() -> None:
    assert g.GRANADA == g.Ruleset() == g.EDITIONS["EN"] == g.EDITIONS["DE"]
    assert g.GRANADA.tiles is g.reference()
    assert not any(
        [g.GRANADA.simplified, g.GRANADA.turning_takes_one_card, g.GRANADA.discards_return_at_once]
    )
    assert g.GRANADA.extra_action_is_a_must


def test_editions_differ_where_their_books_do() -> None:
    assert {name for name, rules in g.EDITIONS.items() if rules.extra_action_is_a_must} == {"EN", "DE"}
    assert {name for name, rules in g.EDITIONS.items() if rules.turning_takes_one_card} == {"FR", "FR-BOX"}
    assert all(not rules.simplified and not rules.discards_return_at_once for rules in g.EDITIONS.values())


def test_any_proven_tile_set_can_be_played_with() -> None:
    mirrored = g.TileSet.of(g.reference().tiles, name="mirrored", backs=g.Backs.MIRRORED_LEFT_RIGHT)
    assert g.Ruleset(tile_set=mirrored).tiles is mirrored
    assert hash(g.Ruleset(tile_set=mirrored)) != hash(g.GRANADA)
    with pytest.raises(TypeError):
        g.Ruleset(tile_set=cast("Any", "reference"))


@pytest.mark.parametrize("option", OPTIONS)
def test_options_are_yes_or_no(option: str) -> None:
    assert getattr(g.Ruleset(**cast("Any", {option: True})), option) is True
    with pytest.raises(TypeError):
        g.Ruleset(**cast("Any", {option: 1}))


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_can_be_written_down_and_is_tried_in_tests(option: str) -> None:
    other = not getattr(g.GRANADA, option)
    document = g.write_position(g.Position(ruleset=g.Ruleset(**cast("Any", {option: other}))))
    assert document["ruleset"] == {option: other}
    schemas.POSITION.validate(document)
    assert getattr(g.read_position(g.write_json(document)).ruleset, option) is other
    assert getattr(reaches(rulesets(), lambda rules: getattr(rules, option) is other), option) is other


OF_MODULES = {
    "favour_until_yard_short": g.Module.VIZIER,
    "exchange_cards_with_money": g.Module.EXCHANGE,
    "exchange_pays_exactly": g.Module.EXCHANGE,
}


def test_there_are_five_options_beside_tiles_and_yard_and_those_of_alhambra_and_modules() -> None:
    assert len(OPTIONS) == 5
    assert {*NEEDED} == {*ALL_OPTIONS} == {*OPTIONS, "gifts_one_by_one", *OF_MODULES}


def options_in_schemas() -> dict[str, object]:
    """Return what a schema says about a ruleset, by the options and what they need."""
    needed = {need: [one for one, needs in NEEDED.items() if needs is need] for need in {*NEEDED.values()}}
    without = {need: {"properties": dict.fromkeys(options, False)} for need, options in needed.items()}
    of_modules = {option: module for module in g.Module for option in needed.get(module, ())}
    is_game = {
        game: {"required": ["game"], "properties": {"game": {"const": game}}} for game in ("alhambra", "both")
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "game": {"description": "Left out: granada.", "enum": ["alhambra", "granada", "both"]},
            "edition": {"$ref": "#/$defs/edition"},
            "modules": {
                "description": "What is added; left out: nothing.",
                "type": "array",
                "uniqueItems": True,
                "items": {"enum": [module.value for module in g.Module]},
            },
            **{option: {"type": "boolean"} for option in NEEDED},
            "yard": {
                "type": "array",
                "minItems": len(g.Currency),
                "maxItems": len(g.Currency),
                "uniqueItems": True,
                "items": {"enum": [currency.code for currency in g.GRANADA.yard]},
            },
        },
        "dependentSchemas": {
            option: {
                "required": ["modules"],
                "properties": {"modules": {"contains": {"const": module.value}}},
            }
            for option, module in of_modules.items()
        },
        "if": is_game["alhambra"],
        "then": without[g.Kind.GRANADA],
        "else": {"if": is_game["both"], "else": without[g.Kind.ALHAMBRA]},
    }


def test_the_options_of_the_schemas_are_those_of_the_ruleset() -> None:
    for schema in (schemas.POSITION, schemas.GAME, schemas.VIEW):
        assert schema.schema["$defs"]["options"] == options_in_schemas()


@pytest.mark.parametrize("option", OF_MODULES)
def test_an_option_of_a_module_means_something_with_it_alone(option: str) -> None:
    module = OF_MODULES[option]
    rules = g.Ruleset(**cast("Any", {"kinds": (g.Kind.ALHAMBRA,), "modules": [module], option: True}))
    assert getattr(rules, option) is True
    document = g.write_position(g.Position(ruleset=rules))
    assert document["ruleset"] == {"game": "alhambra", "modules": [module.value], option: True}
    schemas.POSITION.validate(document)
    assert g.read_position(g.write_json(document)).ruleset == rules
    assert getattr(reaches(rulesets(), lambda rules: getattr(rules, option)), option) is True
    with pytest.raises(ValueError, match=f"^{option}: this means nothing without {module.label}$"):
        g.Ruleset(**cast("Any", {option: True}))
    for given in (True, False):
        document["ruleset"] = {"game": "alhambra", option: given}
        assert not schemas.POSITION.is_valid(document)
        with pytest.raises(g.RecordError, match=f"^ruleset, {option}: this means nothing without "):
            g.read_position(g.write_json(document))


def test_modules_are_in_order_and_each_at_most_once() -> None:
    assert g.Ruleset(modules=[g.Module.HUTS, g.Module.VIZIER]).modules == (g.Module.VIZIER, g.Module.HUTS)
    assert g.GRANADA.modules == g.ALHAMBRA.modules == g.BOTH.modules == ()
    with pytest.raises(ValueError, match=r"^modules: expected each at most once, got "):
        g.Ruleset(modules=[g.Module.HUTS, g.Module.HUTS])
    for wrong in (g.Module.HUTS, "huts", 5):
        with pytest.raises(TypeError, match=r"^modules: expected a list of modules, such as \[Module"):
            g.Ruleset(modules=cast("Any", wrong))
    with pytest.raises(TypeError, match=r"^modules: expected Module, got 'huts'$"):
        g.Ruleset(modules=cast("Any", ["huts"]))


IN_BOOKS = [
    *((g.ALHAMBRA.kinds, (module,)) for module in g.Module),
    (g.ALHAMBRA.kinds, tuple(g.Module)),
    (g.GRANADA.kinds, (g.Module.VIZIER,)),
]
BY_HOUSE_RULES = [(g.GRANADA.kinds, g.Module.EXCHANGE), *((g.BOTH.kinds, module) for module in g.Module)]
NEVER = [(g.GRANADA.kinds, g.Module.BONUS), (g.GRANADA.kinds, g.Module.HUTS)]


@pytest.mark.accepts("MOD-1", "MOD-2", "MOD-3")
@pytest.mark.parametrize(("kinds", "modules"), IN_BOOKS)
def test_modules_are_added_as_the_book_has_it(
    kinds: tuple[g.Kind, ...], modules: tuple[g.Module, ...]
) -> None:
    assert wrong_modules(g.Ruleset(kinds=kinds, modules=modules)) == []


@pytest.mark.accepts("MOD-3")
@pytest.mark.rejects("MOD-1", "MOD-2", "MOD-3")
@pytest.mark.parametrize(("kinds", "module"), BY_HOUSE_RULES)
def test_what_no_book_describes_needs_house_rules(kinds: tuple[g.Kind, ...], module: g.Module) -> None:
    ruleset = g.Ruleset(kinds=kinds, modules=[module])
    with pytest.raises(g.ViolationError, match=rf"^MOD-3: no book adds {module.label} to {ruleset.label}; "):
        g.setup(3, ruleset)
    assert [wrong.clause for wrong in g.validate(g.Position(ruleset=ruleset)).violations] == ["MOD-3"]
    assert wrong_modules(attrs.evolve(ruleset, house_rules=True)) == []


@pytest.mark.rejects("MOD-3")
@pytest.mark.parametrize(("kinds", "module"), NEVER)
def test_cards_and_huts_of_alhambra_need_its_tiles(kinds: tuple[g.Kind, ...], module: g.Module) -> None:
    ruleset = g.Ruleset(kinds=kinds, modules=[module], house_rules=True)
    with pytest.raises(g.ViolationError, match=rf"^MOD-3: {module.label} need tiles of Alhambra, which "):
        g.setup(3, ruleset)


def test_modules_are_written_down() -> None:
    ruleset = g.Ruleset(kinds=g.Kind, modules=[g.Module.HUTS, g.Module.VIZIER], house_rules=True)
    document = g.write_position(g.Position(ruleset=ruleset))
    assert document["ruleset"] == {"game": "both", "modules": ["vizier", "huts"], "house_rules": True}
    schemas.POSITION.validate(document)
    assert g.read_position(g.write_json(document)).ruleset == ruleset


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        (["viziers"], r"ruleset, modules, entry 1, 'viziers': no such module \(vizier exchange bonus huts\)"),
        (["huts", "huts"], "ruleset, modules: modules: expected each at most once"),
        ("huts", "ruleset, modules: expected "),
    ],
)
def test_modules_that_cannot_be_read(modules: object, message: str) -> None:
    document = {"format": "granada-position/1", "ruleset": {"modules": modules}}
    with pytest.raises(g.RecordError, match=message):
        g.read_position(g.write_json(document))
    assert not schemas.POSITION.is_valid(document)


def test_alhambra_lets_the_extra_action_be_declined_unless_agreed_otherwise() -> None:
    assert not g.ALHAMBRA.extra_action_is_a_must
    assert g.Ruleset(kinds=[g.Kind.ALHAMBRA], extra_action_is_a_must=True).extra_action_is_a_must
    assert g.ALHAMBRA == g.Ruleset(kinds=(g.Kind.ALHAMBRA,)) != g.GRANADA


@pytest.mark.parametrize("option", ["simplified", "turning_takes_one_card"])
def test_an_option_that_means_nothing_in_alhambra_is_refused(option: str) -> None:
    with pytest.raises(ValueError, match=f"^{option}: this means nothing in Alhambra$"):
        g.Ruleset(kinds=(g.Kind.ALHAMBRA,), **cast("Any", {option: True}))


def test_an_option_that_means_nothing_in_granada_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^gifts_one_by_one: this means nothing in Granada$"):
        g.Ruleset(gifts_one_by_one=True)
    assert not g.Ruleset(kinds=(g.Kind.ALHAMBRA,), gifts_one_by_one=True).gives_together
    assert g.ALHAMBRA.gives_together
    assert not g.GRANADA.gives_together


def test_the_tiles_are_of_the_game() -> None:
    assert g.ALHAMBRA.tiles is g.alhambra()
    assert g.Ruleset(kinds=(g.Kind.ALHAMBRA,), tile_set=g.alhambra()) == g.ALHAMBRA
    with pytest.raises(ValueError, match=r"^tile_set: expected tiles of Alhambra, got those of Granada$"):
        g.Ruleset(kinds=(g.Kind.ALHAMBRA,), tile_set=g.reference())
    with pytest.raises(ValueError, match=r"^tile_set: expected tiles of Granada, got those of Alhambra$"):
        g.Ruleset(tile_set=g.alhambra())


@pytest.mark.parametrize(
    "kinds", [(), (g.Kind.ALHAMBRA, g.Kind.GRANADA, g.Kind.GRANADA), (g.Kind.GRANADA,) * 2]
)
def test_one_kind_of_tiles_is_played_with_or_both(kinds: tuple[g.Kind, ...]) -> None:
    with pytest.raises(ValueError, match=r"^kinds: expected one kind of tiles, or both, got "):
        g.Ruleset(kinds=kinds)
    with pytest.raises(TypeError, match=r"^kinds: expected a list of kinds, such as \[Kind.ALHAMBRA\], got "):
        g.Ruleset(kinds=cast("Any", g.Kind.ALHAMBRA))
    with pytest.raises(TypeError, match=r"^kinds: expected Kind, got 'granada'$"):
        g.Ruleset(kinds=cast("Any", ["granada"]))
    with pytest.raises(TypeError, match=r"^kinds: expected a list of kinds, got 5$"):
        g.Ruleset(kinds=cast("Any", 5))


def test_what_is_no_list_of_currencies_is_a_type_error() -> None:
    with pytest.raises(TypeError, match=r"^yard: expected a list of currencies, got 5$"):
        g.Ruleset(yard=cast("Any", 5))


def test_a_space_has_a_currency_and_a_kind() -> None:
    assert g.GRANADA.spaces == tuple((currency, g.Kind.GRANADA) for currency in g.GRANADA.yard)
    assert g.ALHAMBRA.spaces == tuple((currency, g.Kind.ALHAMBRA) for currency in g.GRANADA.yard)


def test_what_follows_from_a_ruleset_is_no_field_and_follows_anew() -> None:
    facts = ("spaces", "filling", "has_marker", "gives_together")
    assert not {field.name for field in attrs.fields(g.Ruleset)} & {*facts, "tiles"}
    for other in (
        attrs.evolve(g.GRANADA, kinds=(g.Kind.ALHAMBRA,), extra_action_is_a_must=False),
        pickle.loads(pickle.dumps(g.ALHAMBRA)),  # noqa: S301 - made just now
    ):
        assert other == g.ALHAMBRA
        assert other.tiles is g.alhambra()
        assert [getattr(other, fact) for fact in facts] == [getattr(g.ALHAMBRA, fact) for fact in facts]
        for fact in facts:
            with pytest.raises(AttributeError):
                setattr(other, fact, getattr(g.GRANADA, fact))
