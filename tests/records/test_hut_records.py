"""Huts in lines, records, views and what is committed to."""

from __future__ import annotations

import attrs
import pytest

import granada_rules as g
from granada_rules.base import RecordError
from granada_rules.box import Module
from tests.helpers import schemas
from tests.helpers.games import RED, cheap, clauses, faces
from tests.play.test_huts import BOTH_WITH_HUTS, OPEN, WITH_HUTS, hut

NAMES = ["Red", "Blue", "hut"]
DEALER = g.Dealer(b"sixteen bytes or more")


def test_lines_of_huts_are_read_and_written() -> None:
    taking, turning = g.TakeHut(RED, g.Building.ARCADES), g.DrawHut(faces("AC*:N")[0])
    assert g.notation.write_event(taking, NAMES) == "Red takes the AC hut"
    assert g.notation.write_event(turning, NAMES) == "hut AC*:N"
    for line in (
        "Red takes the AC hut",
        " Red  takes  The  ac  HUT ",
        "Red takes the Arcades hut",
        "Red takes the brown hut",
    ):
        assert g.notation.read_event(line, NAMES) == taking
    for line in ("hut AC*:N", "Hut  ac*:n"):
        assert g.notation.read_event(line, NAMES) == turning
    # Somebody may be called so.
    assert g.notation.read_event("hut takes the AC hut", NAMES) == g.TakeHut(g.Seat(2), g.Building.ARCADES)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Red takes the", "expected takes the BUILDING hut, such as takes the AC hut, or by its colour"),
        ("Red takes the AC", "expected takes the BUILDING hut"),
        ("Red takes the hut", "expected takes the BUILDING hut"),
        ("Red takes the pink hut", "expected the type of a hut (PV blue SE red"),
        ("hut", "expected a draw such as tile SC10, card b3, scoring A, hut AC*:N"),
    ],
)
def test_what_is_no_line_of_a_hut_is_refused(line: str, reason: str) -> None:
    with pytest.raises(ValueError, match="expected") as refusal:
        g.notation.read_event(line, ["Red", "Blue"])
    assert reason in str(refusal.value)


def walled_in_the_south() -> g.HutSet:
    return g.HutSet.of([attrs.evolve(one, walls=g.Edges.S) for one in g.reference_huts().huts], name="x")


def record(tiles: g.TileSets | None = None) -> g.GameRecord:
    start = g.setup(["Red", "Blue", "Green"], attrs.evolve(WITH_HUTS, tile_set=tiles))
    events: list[g.Event] = [*g.draws(start, DEALER)]
    game = g.deal(start, DEALER)
    assert game.table.to_act is not None
    taking = g.TakeHut(game.table.to_act, g.Building.GARDEN)
    events += [taking, *g.draws(g.apply(game, taking), DEALER)]
    return g.GameRecord.of(start, events, table="table 7", commitment=DEALER.commitment)


def test_a_game_with_huts_is_written_read_and_replayed() -> None:
    written = g.write_game(record())
    schemas.GAME.validate(written)
    assert written["tiles"] == {"alhambra": "alhambra", "huts": "huts-reference"}
    again = g.read_game(g.write_toml(written))
    assert again == record()
    found = g.replay(again)
    assert found.bad_event is None
    assert found.game.table.phase.value == "place"


def test_a_game_with_huts_names_its_list() -> None:
    written = g.write_game(record())
    for tiles in ("alhambra", {"alhambra": "alhambra"}):
        with pytest.raises(RecordError, match=r"^tiles: a game with huts needs a list of them, such as"):
            g.read_game(g.write_json({**written, "tiles": tiles}))
    ours = walled_in_the_south()
    own = g.write_game(record(g.TileSets([g.alhambra()], ours)))
    assert g.read_game(g.write_json(own), [ours]).ruleset.tiles.huts == ours
    # The digest tells whether the list is still the same.
    other = g.HutSet.of(g.reference_huts().huts, name="x")
    with pytest.raises(RecordError, match=r"the tiles of 'alhambra' and 'x' are not those of the record"):
        g.read_game(g.write_json(own), [other])


def test_what_is_committed_to_covers_the_huts() -> None:
    start = g.setup(3, WITH_HUTS)
    ours = walled_in_the_south()
    other = g.setup(3, attrs.evolve(WITH_HUTS, tile_set=g.TileSets([g.alhambra()], ours)))
    terms, others = g.Terms.of(start, table="1"), g.Terms.of(other, table="1")
    assert DEALER.commitment_to(terms) != DEALER.commitment_to(others)
    assert [one.partition(":")[0] for one in terms.differences(others)] == ["tiles"]
    assert g.audit(start, g.draws(start, DEALER), DEALER, DEALER.commitment_to(terms), terms).fair


# Views.


def test_views_with_huts_are_sent_and_read_at_every_moment() -> None:
    for rules in (WITH_HUTS, BOTH_WITH_HUTS):
        game = g.setup(2, rules)
        while game.table.draw_for is not None:
            seen = g.view(game, g.Seat(0))
            written = g.write_view(seen)
            assert g.read_view(g.write_json(written)) == seen
            schemas.VIEW.validate(written)
            game = g.apply(game, g.chance(game)[0][0])
    game = g.apply(cheap(WITH_HUTS, huts=OPEN), hut())
    assert game.table.draw_for is g.DrawFor.HUT
    for seat in (None, g.Seat(0), g.Seat(1)):
        written = g.write_view(g.view(game, seat))
        schemas.VIEW.validate(written)
        assert written["huts"] == ["PV*:N", "SE*:S", None, "CH*:E", "GA*:N", "TO*:E"]
        assert g.read_view(written) == g.view(game, seat)
    assert "huts" not in g.write_view(g.view(cheap(g.ALHAMBRA), None))


def test_views_that_no_game_has_are_refused() -> None:
    written = g.write_view(g.view(cheap(WITH_HUTS, huts=OPEN), g.Seat(0)))
    with pytest.raises(RecordError, match=r"^huts: expected 6 entries, got 5 \(HUT-3\)$"):
        g.read_view({**written, "huts": OPEN.split()[1:]})
    with pytest.raises(RecordError, match=r"^huts, entry 1, A-BOX-2: PV\*:S is a hut, which is not among"):
        g.read_view({**written, "huts": ["PV*:S", *OPEN.split()[1:]]})
    with pytest.raises(g.ViolationError) as refusal:
        g.read_view({**written, "huts": [None, *OPEN.split()[1:]]})
    assert clauses(refusal.value.violations) == ["HUT-5"]
    with pytest.raises(g.ViolationError) as refusal:
        g.read_view({**written, "draw_for": "hut"})
    assert clauses(refusal.value.violations) == ["TURN-2"]
    # In the setup huts come after the yard, type by type.
    game = g.setup(3, WITH_HUTS)
    early = g.write_view(g.view(game, None))
    with pytest.raises(g.ViolationError) as refusal:
        g.read_view({**early, "huts": ["PV*:N", None, None, None, None, None]})
    assert clauses(refusal.value.violations) == ["HUT-3"]
    while game.table.draw_for is not g.DrawFor.HUT:
        game = g.apply(game, g.chance(game)[0][0])
    due = g.write_view(g.view(game, None))
    with pytest.raises(g.ViolationError) as refusal:
        g.read_view({**due, "huts": [None, "SE*:S", None, None, None, None]})
    assert clauses(refusal.value.violations) == ["HUT-3"]
    with pytest.raises(g.ViolationError) as refusal:
        g.read_view({**due, "draw_for": "hand"})
    assert "HUT-3" in clauses(refusal.value.violations)
    between = g.write_view(g.view(g.apply(cheap(WITH_HUTS, huts=OPEN), hut()), None))
    with pytest.raises(g.ViolationError) as refusal:
        g.read_view({**between, "draw_for": "display"})
    assert "HUT-5" in clauses(refusal.value.violations)


def test_events_of_huts_are_sent_and_read() -> None:
    for event in (hut(), g.DrawHut(faces("AC*:N")[0])):
        written = g.wire.write_event(event)
        schemas.EVENT.validate(written)
        assert g.wire.read_event(written) == event
    with pytest.raises(RecordError, match=r"^building: expected one of PV, SE, AC"):
        g.wire.read_event({"type": "take_hut", "seat": 0, "building": "XX"})


def test_modules_of_other_games_are_refused() -> None:
    written = g.write_game(record())
    with pytest.raises(RecordError, match=r"^tiles, huts: the game is played without huts"):
        g.read_game(g.write_json({**written, "ruleset": {"game": "alhambra"}}))
    assert Module.HUTS in g.read_game(g.write_json(written)).ruleset.modules
