"""Terms: what a commitment covers besides the seed. Whatever is changed in them, the commitment changes."""

from __future__ import annotations

import json
import pickle
from itertools import permutations
from typing import Any, cast

import attrs
import pytest

import granada_rules as g
from tests.helpers.games import every_game

DEALER = g.Dealer(b"for each and all the same")
NAMES = ["Ann", "Bo", "Cy"]
START = g.setup(NAMES)
TERMS = g.Terms.of(START, table="table 7")


def other_tiles() -> g.TileSet:
    """Return a set in which one tile has another moat."""
    first, *others = g.reference().tiles
    changed = attrs.evolve(first, moats=g.Edges.S if first.moats is not g.Edges.S else g.Edges.N)
    return g.TileSet.of([changed, *others], name="our box")


def test_terms_are_those_of_the_game() -> None:
    terms = g.Terms.of(g.setup(NAMES, g.ALHAMBRA, ages=[30, 7, 30]), table="table 7")
    assert terms == g.Terms(table="table 7", players=("Ann", "Bo", "Cy"), ages=(1, 0, 1), ruleset=g.ALHAMBRA)
    assert terms.document == {
        "ages": [1, 0, 1],
        "dealer": "granada-dealer/2",
        "players": NAMES,
        "ruleset": {"game": "alhambra"},
        "table": "table 7",
        "tiles": g.alhambra().digest,
    }
    assert json.loads(terms.text) == terms.document
    assert terms.text.isascii()
    assert pickle.loads(pickle.dumps(terms)) == terms  # noqa: S301 - its own pickle


def test_what_terms_hand_out_changes_nothing() -> None:
    TERMS.document["table"] = "another"
    assert TERMS.document["table"] == "table 7"


CHANGED = {
    "a name": g.Terms.of(g.setup(["Ann", "Bo", "Cyd"]), table="table 7"),
    "how a name is composed": g.Terms.of(g.setup(["Ann", "Bo", "Cy\u0301"]), table="table 7"),
    "the seats": g.Terms.of(g.setup(["Ann", "Cy", "Bo"]), table="table 7"),
    "a player less": g.Terms.of(g.setup(["Ann", "Bo"]), table="table 7"),
    "ages": g.Terms.of(g.setup(NAMES, ages=[1, 1, 1]), table="table 7"),
    "other ages": g.Terms.of(g.setup(NAMES, ages=[1, 2, 1]), table="table 7"),
    "the table": g.Terms.of(START, table="table 8"),
    "the game": g.Terms.of(g.setup(NAMES, g.ALHAMBRA), table="table 7"),
    "both games": g.Terms.of(g.setup(NAMES, g.BOTH), table="table 7"),
    "the yard": g.Terms.of(g.setup(NAMES, g.Ruleset(yard=tuple(g.Currency)[::-1])), table="table 7"),
    "an edition": g.Terms.of(g.setup(NAMES, g.EDITIONS["FR"]), table="table 7"),
    "one tile": g.Terms.of(g.setup(NAMES, g.Ruleset(tile_set=other_tiles())), table="table 7"),
    "backs": g.Terms.of(
        g.setup(
            NAMES,
            g.Ruleset(
                tile_set=g.TileSet.of(g.reference().tiles, name="our box", backs=g.Backs.MIRRORED_LEFT_RIGHT)
            ),
        ),
        table="table 7",
    ),
    "points": g.Terms.of(g.setup(NAMES, g.Ruleset(simplified=True)), table="table 7"),
    "turning": g.Terms.of(g.setup(NAMES, g.Ruleset(turning_takes_one_card=True)), table="table 7"),
    "the extra action": g.Terms.of(g.setup(NAMES, g.Ruleset(extra_action_is_a_must=False)), table="table 7"),
    "discards": g.Terms.of(g.setup(NAMES, g.Ruleset(discards_return_at_once=True)), table="table 7"),
}


def test_whatever_is_changed_the_commitment_is_another() -> None:
    committed = {DEALER.commitment_to(terms) for terms in (TERMS, *CHANGED.values())}
    assert len(committed) == len(CHANGED) + 1
    assert DEALER.commitment not in committed
    assert g.Dealer(b"for some better than for others").commitment_to(TERMS) not in committed


@pytest.mark.parametrize("changed", CHANGED)
def test_what_was_changed_is_said(changed: str) -> None:
    differences = TERMS.differences(CHANGED[changed])
    assert differences
    assert all(" was agreed, not " in difference for difference in differences)
    assert TERMS.differences(TERMS) == ()
    keys = {
        *[key for key, value in TERMS.document.items() if value != CHANGED[changed].document[key]],
    }
    assert {difference.partition(":")[0] for difference in differences} == keys


def test_a_changed_order_is_called_one() -> None:
    assert TERMS.differences(CHANGED["the seats"]) == (
        'players: another order of seats: ["Ann","Bo","Cy"] was agreed, not ["Ann","Cy","Bo"]',
    )
    assert TERMS.differences(CHANGED["a name"]) == (
        'players: ["Ann","Bo","Cy"] was agreed, not ["Ann","Bo","Cyd"]',
    )


def test_the_name_and_the_note_of_a_tile_set_do_not_matter() -> None:
    same = g.TileSet.of(g.reference().tiles, name="our box", note="read off our own copy")
    assert same.digest == g.reference().digest != other_tiles().digest
    assert g.Terms.of(g.setup(NAMES, g.Ruleset(tile_set=same)), table="table 7").text == TERMS.text


def test_the_digest_of_two_sets_depends_on_both() -> None:
    own = g.TileSets([other_tiles(), g.alhambra()])
    digests = {
        own.digest,
        g.BOTH.tiles.digest,
        g.alhambra().digest,
        g.reference().digest,
        other_tiles().digest,
    }
    assert len(digests) == 5
    assert all(len(bytes.fromhex(digest)) == 32 for digest in digests)
    assert g.TileSets([g.alhambra(), g.reference()]).digest == g.BOTH.tiles.digest


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"table": ""}, "table: expected 1 to 60 printable characters without blanks around them, got ''"),
        ({"table": " x"}, "table: expected 1 to 60 printable"),
        ({"table": "x" * 61}, "table: expected 1 to 60 printable"),
        ({"table": "\ud83c\udff0"}, "table: expected 1 to 60 printable"),
        ({"players": ("Ann", "Bo\n")}, "players: expected 1 to 60 printable"),
        ({"ages": (0, 1)}, "ages: expected one for each of 3 players, got 2"),
        ({"ages": (0, 2, 0)}, r"ages: expected ranks, 0 for the youngest and none left out, got \(0, 2, 0\)"),
    ],
)
def test_what_no_record_could_hold_is_no_term(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        attrs.evolve(TERMS, **cast("Any", changes))


@pytest.mark.parametrize(
    "changes", [{"table": 7}, {"players": ["Ann", "Bo"]}, {"ages": ("0",) * 3}, {"ruleset": "EN"}]
)
def test_terms_have_their_types(changes: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="expected"):
        attrs.evolve(TERMS, **cast("Any", changes))


def test_terms_are_agreed_before_the_first_draw() -> None:
    with pytest.raises(ValueError, match="expected a game as `setup` returns it"):
        g.Terms.of(g.deal(START, DEALER), table="table 7")


def test_a_commitment_tells_neither_the_seed_nor_that_of_the_seed_alone() -> None:
    promised = DEALER.commitment_to(TERMS)
    assert DEALER.keeps(promised, TERMS)
    assert not DEALER.keeps(promised)
    assert not DEALER.keeps(DEALER.commitment, TERMS)
    assert not DEALER.keeps("ä", TERMS)
    assert DEALER.keeps(DEALER.commitment)


def some_events(names: list[str], rules: g.Ruleset) -> list[g.Event]:
    """Return the setup and the first turn of a game."""
    start = g.setup(names, rules)
    game = g.deal(start, DEALER)
    action = next(iter(g.legal_actions(game)))
    return [*g.draws(start, DEALER), action, *g.draws(g.apply(game, action), DEALER)]


@every_game
def test_the_six_seat_orders_of_one_commitment_are_no_longer_fair(rules: g.Ruleset) -> None:
    """A dealer who knows the draws chooses who gets which: with the commitment of the seed alone it could."""
    start = g.setup(NAMES, rules)
    terms = g.Terms.of(start, table="table 7")
    promised = DEALER.commitment_to(terms)
    by_seed_alone, by_terms, said = [], [], set()
    for order in permutations(NAMES):
        other, events = g.setup(order, rules), some_events([*order], rules)
        by_seed_alone.append(g.audit(other, events, DEALER, DEALER.commitment).fair)
        # Whether the terms are those of before or are made up to fit.
        found = g.audit(other, events, DEALER, promised, terms)
        made_up = g.audit(other, events, DEALER, promised, g.Terms.of(other, table="table 7"))
        assert found.fair is made_up.fair
        by_terms.append(found.fair)
        said |= {*found.complaints} if found.complaints == made_up.complaints else {"differ"}
    assert by_seed_alone == [True] * 6
    assert by_terms == [True, False, False, False, False, False]
    assert len(said) == 5
    assert all(each.startswith('players: another order of seats: ["Ann","Bo","Cy"] was') for each in said)


def test_ages_change_seats_with_their_players() -> None:
    start = g.setup(NAMES, ages=[9, 8, 7])
    promised = DEALER.commitment_to(g.Terms.of(start, table="table 7"))
    other = g.setup(["Cy", "Ann", "Bo"], ages=[7, 9, 8])
    found = g.audit(other, [], DEALER, promised, g.Terms.of(other, table="table 7"))
    assert found.complaints == (
        "ages: [2,1,0] was agreed, not [0,2,1]",
        'players: another order of seats: ["Ann","Bo","Cy"] was agreed, not ["Cy","Ann","Bo"]',
    )


@every_game
def test_a_fair_game_is_found_fair_by_its_terms(rules: g.Ruleset) -> None:
    start = g.setup(NAMES, rules, ages=[3, 1, 2])
    terms = g.Terms.of(start, table="table 7")
    found = g.audit(start, some_events(NAMES, rules)[:20], DEALER, DEALER.commitment_to(terms), terms)
    assert found.fair
    assert found.complaints == found.wrong_terms == ()


def test_an_audit_says_what_is_wrong() -> None:
    events, promised = some_events(NAMES, g.GRANADA), DEALER.commitment_to(TERMS)
    other = g.Dealer(b"for some better than for others")
    for found, complaints in (
        (
            g.audit(START, events, other, promised, TERMS),
            ["seed: this is", "event 1: the seed does not give"],
        ),
        (g.audit(START, [], other, promised, TERMS), ["seed: this is not the seed that was committed to"]),
        (g.audit(START, events, DEALER, DEALER.commitment, TERMS), ["commitment: the seed gives every draw"]),
        (g.audit(START, events, DEALER, promised), ["commitment: the seed gives every draw"]),
        (g.audit(START, events[1:], DEALER, promised, TERMS), ["event 1: the seed does not give this draw"]),
        (
            g.audit(g.setup(NAMES, g.Ruleset(simplified=True)), events, DEALER, promised, TERMS),
            ['ruleset: {"game":"granada"} was agreed, not {"game":"granada","simplified":true}'],
        ),
    ):
        assert not found.fair
        assert len(found.complaints) == len(complaints)
        assert all(
            said.startswith(begun) for said, begun in zip(found.complaints, complaints, strict=True)
        ), found.complaints


def test_terms_that_are_not_those_of_the_game_are_told_whatever_was_committed_to() -> None:
    other = g.setup(NAMES, g.Ruleset(simplified=True))
    found = g.audit(other, g.draws(other, DEALER), DEALER, "0" * 64, TERMS)
    assert not found.commitment_kept
    assert [complaint.partition(":")[0] for complaint in found.complaints] == ["ruleset"]


def test_another_table_is_not_guessed() -> None:
    promised = DEALER.commitment_to(CHANGED["the table"])
    found = g.audit(START, g.draws(START, DEALER), DEALER, promised, TERMS)
    assert found == g.Audit(
        commitment_kept=False, foreign_draw=None, game=g.deal(START, DEALER), wrong_terms=()
    )
    assert "another table (granada-dealer/2: names, seats, ages, ruleset, tiles, id)" in found.complaints[0]


def test_only_terms_are_terms() -> None:
    for given in ("terms", START, None):
        with pytest.raises(TypeError, match="expected Terms"):
            DEALER.commitment_to(cast("Any", given))
        with pytest.raises(TypeError, match="expected Terms"):
            TERMS.differences(cast("Any", given))


def test_terms_of_both_kinds_name_the_game() -> None:
    assert g.Terms.of(g.setup(3, g.BOTH), table="x").document["ruleset"] == {"game": "both"}
    assert g.Terms.of(g.setup(3, g.Ruleset(kinds=g.Kind, gifts_one_by_one=True)), table="x").document[
        "ruleset"
    ] == {
        "game": "both",
        "gifts_one_by_one": True,
    }
