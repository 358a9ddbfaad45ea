"""Records of a dealer: what their headers hold, and whether their draws are what was committed to."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any, cast

import attrs
import pytest

import granada_rules as g
from granada_rules.dealer import part_commitments
from granada_rules.game import result as result_module
from granada_rules.notation import digests
from tests.helpers import ROOT, schemas
from tests.helpers.games import every_game

DEALER = g.Dealer(b"for each and all the same")
OTHER = g.Dealer(b"for some better than for others")
NAMES = ["Ann", "Bo", "Cy"]


def recorded(names: list[str], rules: g.Ruleset = g.GRANADA, ages: list[int] | None = None) -> g.GameRecord:
    """Return the record of some turns, with the commitment and the seed."""
    rng, start = random.Random(1), g.setup(names, rules, ages=ages)
    game = g.deal(start, DEALER)
    events: list[g.Event] = [*g.draws(start, DEALER)]
    for _ in range(5):
        action = rng.choice(list(g.legal_actions(game)))
        game = g.apply(game, action)
        events += [action, *g.draws(game, DEALER)]
        game = g.deal(game, DEALER)
    promised = DEALER.commitment_to(g.Terms.of(start, table="table 7"))
    return g.GameRecord.of(start, events, table="table 7", commitment=promised, seed=DEALER.seed)


RECORD = recorded(NAMES)
PROMISED = RECORD.commitment


def box(name: str, *, other: bool) -> g.TileSet:
    """Return the reference tiles under another name; perhaps one of them has another moat."""
    first, *others = g.reference().tiles
    changed = attrs.evolve(first, moats=g.Edges.S if first.moats is not g.Edges.S else g.Edges.N)
    return g.TileSet.of([changed if other else first, *others], name=name)


@every_game
def test_a_fair_record_is_found_fair_and_its_header_says_by_which_dealer(rules: g.Ruleset) -> None:
    record = recorded(NAMES, rules, [30, 7, 30])
    document = g.write_game(record)
    assert list(document)[-6:] == ["dealer", "table", "tiles_digest", "commitment", "seed", "events"]
    assert (document["dealer"], document["table"]) == ("granada-dealer/2", "table 7")
    assert (document["tiles_digest"], document["seed"]) == (rules.tiles.digest, DEALER.seed.hex())
    schemas.GAME.validate(document)
    for write in (g.write_toml, g.write_json):
        again = g.read_game(write(document))
        assert again == record
        found = g.audit_record(again)
        assert found.fair
        assert found.complaints == ()
        assert found.terms == g.Terms.of(g.setup(NAMES, rules, ages=[30, 7, 30]), table="table 7")
        assert found.commitment == record.commitment
    assert g.audit_record(attrs.evolve(record, seed=None), DEALER.seed).fair
    assert g.audit_record(record, DEALER.seed, commitment=record.commitment, terms=found.terms).fair


def test_a_record_of_the_first_dealer_is_audited_as_what_it_is() -> None:
    for name in ("2-players", "3-players", "alhambra-3-players"):
        text = (ROOT / f"examples/games/{name}.toml").read_text("utf-8")
        record = g.read_game(text)
        assert (record.dealer, record.table, record.seed) == ("granada-dealer/1", None, None)
        found = g.audit_record(record, f"playthrough {name}".encode())
        assert found.fair
        assert found.terms is None
        # As before, byte for byte.
        assert g.write_toml(g.write_game(record)) == text
    assert not g.audit_record(record, b"another seed at all").fair


def test_neither_a_repr_nor_a_message_shows_a_seed() -> None:
    for shown in (repr(RECORD), str(RECORD), repr(g.audit_record(RECORD))):
        assert "for each" not in shown
        assert DEALER.seed.hex() not in shown
    early = g.write_json({**g.write_game(RECORD), "seed": DEALER.seed.hex().upper()})
    with pytest.raises(g.RecordError) as refused:
        g.read_game(early)
    assert DEALER.seed.hex()[:6].upper() not in str(refused.value)


def test_the_six_seat_orders_of_one_commitment_are_told_apart() -> None:
    fair = []
    for order in permutations(NAMES):
        record = attrs.evolve(recorded([*order]), commitment=PROMISED)
        found = g.audit_record(record)
        fair.append(found.fair)
        if not found.fair:
            assert found.complaints[0].startswith(
                'players: another order of seats: ["Ann","Bo","Cy"] was agreed'
            )
    assert fair == [True, False, False, False, False, False]


@pytest.mark.parametrize(
    "changes",
    [
        {"table": "table 8"},
        {"players": ("Ann", "Bo", "Cyd"), "events": (), "digests": ()},
        {"ages": (1, 2, 3)},
        {"ruleset": g.Ruleset(simplified=True)},
    ],
    ids=str,
)
def test_a_changed_header_is_not_what_was_committed_to(changes: dict[str, Any]) -> None:
    changed = attrs.evolve(RECORD, **changes)
    found = g.audit_record(changed)
    assert not found.fair
    assert not found.audit.commitment_kept
    agreed = g.Terms.of(g.setup(NAMES), table="table 7")
    told = g.audit_record(changed, terms=agreed)
    (complaint,) = told.complaints
    assert complaint.startswith(f"{next(iter(changes))}: ")
    assert " was agreed, not " in complaint or complaint == "table: the record has another than the one given"


def test_a_header_without_its_dealer_does_not_pass_for_an_older_one() -> None:
    stripped = attrs.evolve(RECORD, dealer="granada-dealer/1", table=None, tiles_digest=None)
    assert not g.audit_record(stripped).fair
    assert g.audit_record(stripped, terms=g.Terms.of(g.setup(NAMES), table="table 7")).fair


def test_another_seed_or_commitment_than_that_of_the_record_is_told() -> None:
    found = g.audit_record(RECORD, OTHER.seed)
    assert found.other_entries == ("seed",)
    assert found.complaints == (
        "seed: the record has another than the one given",
        "seed: this is not the seed that was committed to",
        "event 1: the seed does not give this draw",
    )
    made_up = attrs.evolve(RECORD, commitment=DEALER.commitment)
    found = g.audit_record(made_up, commitment=PROMISED)
    assert found.complaints == ("commitment: the record has another than the one given",)
    assert found.commitment == PROMISED


def test_a_draw_that_is_not_the_dealers_is_found_legal_or_not() -> None:
    events = list(RECORD.events)
    for number, line in ((3, "tile AR2"), (4, events[0]), (7, "card b7"), (7, "scoring A")):
        changed = [*events[:number], line, *events[number + 1 :]]
        record = attrs.evolve(RECORD, events=tuple(changed), digests=digests(changed))
        found = g.audit_record(record)
        assert found.complaints == (f"event {number + 1}: the seed does not give this draw",)
        assert found.audit.foreign_draw == number


def test_what_is_illegal_or_cannot_be_read_is_told_too() -> None:
    events = RECORD.events
    first = next(number for number, line in enumerate(events) if line.startswith(tuple(NAMES)))
    for line, reason in (("Ann takes o9 o9", "Ann"), ("nothing at all", "a line begins with")):
        changed = attrs.evolve(RECORD, events=(*events[:first], line), digests=())
        found = g.audit_record(changed)
        assert found.audit.commitment_kept
        (complaint,) = found.complaints
        assert complaint.startswith(f"event {first + 1}: ")
        assert reason in complaint
        assert complaint.endswith("; what follows was not compared")


def test_a_line_that_was_changed_without_its_digest_is_told() -> None:
    number = next(n for n, line in enumerate(RECORD.events) if " takes " in line)
    spoiled = list(RECORD.digests)
    spoiled[number] = "00000000"
    found = g.audit_record(attrs.evolve(RECORD, digests=tuple(spoiled)))
    assert found.complaints == (
        f"event {number + 1}: digest mismatch, so this line or an earlier one was changed",
    )


def test_seed_and_commitment_are_needed() -> None:
    for key in ("seed", "commitment"):
        with pytest.raises(g.RecordError, match=f"{key} is missing: the record has none, and none was given"):
            g.audit_record(attrs.evolve(RECORD, **cast("Any", {key: None})))
    with pytest.raises(ValueError, match="seed: expected 16 to 1024 bytes, got 5"):
        g.audit_record(RECORD, b"short")
    with pytest.raises(g.RecordError, match="BOX-12"):
        g.audit_record(attrs.evolve(RECORD, players=("Ann",)))
    with pytest.raises(TypeError, match="expected GameRecord"):
        g.audit_record(cast("Any", "record"))
    with pytest.raises(TypeError, match="expected Terms"):
        g.audit_record(RECORD, terms=cast("Any", "terms"))
    for given in ("x" * 64, 7):
        with pytest.raises(TypeError, match="seed_commitments: expected a list of str, got"):
            g.audit_record(RECORD, seed_commitments=cast("Any", given))


def test_other_tiles_of_the_same_name_are_refused() -> None:
    ours, theirs = box("our box", other=False), box("our box", other=True)
    start = g.setup(NAMES, g.Ruleset(tile_set=ours))
    text = g.write_toml(g.write_game(g.GameRecord.of(start, [], table="table 7")))
    assert g.read_game(text, [ours]).ruleset.tiles == ours
    with pytest.raises(g.RecordError) as refused:
        g.read_game(text, [theirs])
    assert str(refused.value) == (
        "tiles_digest: the tiles of 'our box' are not those of the record: their digest is " + theirs.digest
    )


def test_other_tiles_of_one_of_two_kinds_are_refused() -> None:
    ours, theirs = (g.TileSets([g.alhambra(), box("our box", other=other)]) for other in (False, True))
    start = g.setup(NAMES, attrs.evolve(g.BOTH, tile_set=ours))
    text = g.write_json(g.write_game(g.GameRecord.of(start, [], table="table 7")))
    assert g.read_game(text, [ours]).tiles_digest == ours.digest
    with pytest.raises(
        g.RecordError, match="tiles_digest: the tiles of 'alhambra' and 'our box' are not those"
    ):
        g.read_game(text, [theirs])


def test_without_a_table_nothing_new_is_written() -> None:
    start = g.setup(NAMES, g.ALHAMBRA)
    document = g.write_game(g.GameRecord.of(start, g.draws(start, DEALER), commitment=DEALER.commitment))
    assert not {"dealer", "table", "tiles_digest", "seed"} & set(document)
    assert all(isinstance(draw, g.Draw) for draw in g.draws(start, DEALER))


# What a record states besides: the points, and how the game ended.


def refereed(ends: str = "", *, buys: bool = False) -> g.GameRecord:
    """Return the record of a table that ended: by the rules, at a standstill, or as somebody wanted."""
    table = g.Referee.open(NAMES, dealer=DEALER, table_id="table 7")
    while table.to_act is not None and not (ends and table.version > 60):
        actions = list(g.legal_actions(table.view(table.to_act), minimal_payments=True))
        wanted = [action for action in actions if isinstance(action, g.Buy | g.Build) is buys]
        table = table.hear(table.to_act, (wanted or actions)[0])
    if ends:
        table = table.abandon() if ends == "abandon" else table.resign(g.Seat(1))
    return table.record()


WHOLE = refereed(buys=True)
IDLE = refereed()
RESIGNED = refereed("resign")


def complaints(record: g.GameRecord, **changes: Any) -> tuple[str, ...]:  # noqa: ANN401 - any entry
    """Return what is wrong with a record in which something was changed, for both who judge."""
    changed = attrs.evolve(record, **changes)
    found = g.audit_record(changed)
    assert found.fair == (not found.complaints)
    assert g.replay(changed).complaints == found.complaints
    assert g.replay(changed).is_right == found.fair
    return found.complaints


def test_points_that_were_not_scored_are_not_fair() -> None:
    assert WHOLE.result is not None
    assert complaints(WHOLE) == ()
    real = WHOLE.result["Ann"]
    assert complaints(WHOLE, result={**WHOLE.result, "Ann": 999}) == (
        f"result: 'Ann': 999 points stated, {real} scored",
    )
    assert complaints(WHOLE, result={"Zoe": 1}) == ("result: 'Zoe': 1 points stated, but no such player",)
    many = complaints(WHOLE, result={str(number): 1 for number in range(20)})
    assert len(many) == 8
    assert many[-1] == "result: and 13 more"


def test_an_end_that_the_events_prove_is_judged() -> None:
    assert IDLE.ended == "60 turns without a purchase"
    assert complaints(IDLE) == ()
    ends = f"but a referee ends this game after event {len(IDLE.events)}: 60 turns without a purchase"
    for words in ("15000 events", "900 KiB of record", "by the rules", "abandoned", "Ann resigned"):
        assert complaints(IDLE, ended=words) == (f"ended: {words!r} is stated, {ends}",)
    for words in ("60 turns without a purchase", "15000 events", "900 KiB of record", "by the rules"):
        (complaint,) = complaints(RESIGNED, ended=words)
        assert complaint.startswith(f"ended: {words!r} is stated, but there were ")
        assert complaint.endswith(" KiB of record")
    assert complaints(WHOLE, ended="by the rules") == ()
    (complaint,) = complaints(WHOLE, ended="Ann resigned")
    assert complaint == (
        f"ended: 'Ann resigned' is stated, but a referee ends this game after event {len(WHOLE.events)}: "
        "by the rules"
    )


def test_a_game_that_went_on_after_its_end_is_told_from_one_that_ended() -> None:
    start = g.setup(NAMES)
    events = list(g.replay(IDLE).events)
    game = g.replay(IDLE).game
    action = next(iter(g.legal_actions(game)))
    events += [action, *g.draws(g.apply(game, action), DEALER)]
    later = g.GameRecord.of(start, events, table="table 7", commitment=IDLE.commitment, seed=DEALER.seed)
    # By the rules games may go on for ever; only a referee ends them.
    assert complaints(later) == complaints(later, ended="it was late") == ()
    (complaint,) = complaints(later, ended="60 turns without a purchase")
    assert f"a referee ends this game after event {len(IDLE.events)}: " in complaint


def test_nobody_resigns_while_a_draw_is_due() -> None:
    first = next(number for number, line in enumerate(RESIGNED.events) if line.startswith(tuple(NAMES)))
    cut = {"events": RESIGNED.events[: first + 1], "digests": (), "result": None}
    (complaint,) = complaints(RESIGNED, **cut)
    assert complaint == "ended: 'Bo resigned' is stated, but a card for the display is to be drawn"
    assert complaints(RESIGNED, **cut, ended=None) == ()


def test_an_end_that_nothing_proves_is_taken_as_stated_and_called_so() -> None:
    for record in (RESIGNED, refereed("abandon"), attrs.evolve(RESIGNED, ended="the cat jumped in")):
        found = g.audit_record(record)
        assert found.fair
        assert found.unproven_end == record.ended
    for record in (IDLE, WHOLE, RECORD):
        assert g.audit_record(record).unproven_end is None
    assert g.audit_record(attrs.evolve(IDLE, ended="Ann resigned")).unproven_end is None


def test_a_replay_knows_how_a_refereed_game_ended() -> None:
    for record, end in ((WHOLE, g.End.RULES), (IDLE, g.End.STANDSTILL), (RESIGNED, g.End.RESIGNED)):
        result = g.replay(record).result
        assert result is not None
        assert result.end is end
        assert {row.player: row.points for row in result.standings} == record.result
        assert result.resigned == (result.standings[-1].player if end is g.End.RESIGNED else None)
    for changes in ({"ended": None}, {"ended": "the cat jumped in"}, {"ended": "15000 events"}):
        assert g.replay(attrs.evolve(RESIGNED, **cast("Any", changes))).result is None


def test_after_a_bad_event_neither_points_nor_end_are_judged() -> None:
    spoiled = (*IDLE.events[:-1], "Zoe passes")
    found = g.replay(attrs.evolve(IDLE, events=spoiled, digests=(), result={"Ann": 99}))
    assert found.bad_event is not None
    assert (found.wrong_end, found.result, dict(found.wrong_results)) == (None, None, {})
    assert found.complaints == (f"event {len(spoiled)}: {found.bad_event.reasons[0]}",)


@pytest.mark.parametrize(("name", "bound"), [("LONGEST_GAME", 100), ("LARGEST_RECORD", 2500)])
def test_the_bounds_of_a_referee_are_counted_again(
    monkeypatch: pytest.MonkeyPatch, name: str, bound: int
) -> None:
    monkeypatch.setattr(result_module, name, bound)
    for rules in (g.GRANADA, g.ALHAMBRA, g.BOTH):
        table = g.Referee.open(['"Ann" \\', "Bo \N{GAME DIE}"], rules, dealer=DEALER, table_id="table 7")
        while table.to_act is not None:
            table = table.hear(table.to_act, next(iter(g.legal_actions(table.view(table.to_act)))))
        assert table.end in {g.End.TOO_LONG, g.End.TOO_LARGE}
        record = table.record()
        assert g.replay(record).result == table.result
        assert g.audit_record(record).fair


# Joint seeds.

PARTS = [g.SeedPart(bytes([number]) * 32) for number in range(4)]
TERMS = g.Terms.of(g.setup(NAMES), table="table 7")
COMMITTED = part_commitments(TERMS, PARTS)


def joint(*parts: g.SeedPart, committed: tuple[str, ...] = COMMITTED) -> g.GameRecord:
    """Return the record of a deal from the seed of these parts."""
    dealer = g.Dealer(g.joint_seed(TERMS, parts, part_commitments(TERMS, parts)))
    start = g.setup(NAMES)
    return g.GameRecord.of(
        start,
        g.draws(start, dealer),
        table="table 7",
        commitment=dealer.commitment_to(TERMS),
        seed_commitments=committed,
        seed=dealer.seed,
        seed_parts=parts,
    )


def test_a_joint_seed_is_checked_from_the_record() -> None:
    record = joint(*PARTS)
    document = g.write_game(record)
    assert list(document)[-6:-1] == ["tiles_digest", "commitment", "seed_commitments", "seed", "seed_parts"]
    assert document["seed_parts"] == [part.secret.hex() for part in PARTS]
    schemas.GAME.validate(document)
    for write in (g.write_toml, g.write_json):
        again = g.read_game(write(document))
        assert again == record
        found = g.audit_record(again, seed_commitments=list(COMMITTED))
        assert found.fair
        assert (found.seed_commitments, found.wrong_parts, found.seed_by) == (COMMITTED, None, "all")
    alone = g.audit_record(RECORD)
    assert (alone.seed_commitments, alone.seed_by) == (None, "dealer")


def test_whoever_revealed_another_part_is_named() -> None:
    """A dealer who waits for the parts of the players, and then looks for a part that pleases."""
    record = joint(*PARTS[:3], g.SeedPart(b"what pleases the dealer"))
    assert g.audit_record(record).complaints == (
        "seed_parts: the seed is not complete: the dealer has revealed another part than was committed to",
    )
    # With commitments made up later the record is right in itself; what was published tells.
    made_up = part_commitments(TERMS, record.seed_parts or ())
    forged = attrs.evolve(record, seed_commitments=made_up)
    assert g.audit_record(forged).fair
    assert g.audit_record(forged, seed_commitments=COMMITTED).complaints == (
        "seed_commitments: the record has another than the one given",
        "seed_parts: the seed is not complete: the dealer has revealed another part than was committed to",
    )


def test_a_seed_that_the_parts_do_not_make_is_not_fair() -> None:
    record = joint(*PARTS)
    alone = attrs.evolve(RECORD, seed_commitments=COMMITTED, seed_parts=tuple(PARTS))
    assert g.audit_record(alone).complaints == ("seed: this is not the joint seed that the parts make",)
    assert g.audit_record(alone).seed_by is None
    few = g.audit_record(record, seed_commitments=COMMITTED[:2])
    assert few.complaints[1] == (
        "seed_parts: commitments: expected 4, of the players and of the dealer, got 2"
    )


def test_without_the_parts_of_a_joint_seed_nobody_can_tell_who_made_it() -> None:
    closed = attrs.evolve(joint(*PARTS), seed_parts=None)
    hidden = attrs.evolve(closed, seed_commitments=None)
    # Who hides the commitments, too, is told to have chosen the seed alone.
    assert (g.audit_record(hidden).fair, g.audit_record(hidden).seed_by) == (True, "dealer")
    for record, given in ((closed, None), (closed, COMMITTED), (hidden, COMMITTED)):
        with pytest.raises(g.RecordError, match=r"^seed_parts is missing: .* who made the seed$"):
            g.audit_record(record, seed_commitments=given)


def test_the_first_dealer_has_no_joint_seeds() -> None:
    text = (ROOT / "examples/games/3-players.toml").read_text("utf-8")
    found = g.audit_record(g.read_game(text), b"playthrough 3-players", seed_commitments=COMMITTED)
    assert found.complaints == (
        "seed_commitments: joint seeds are of granada-dealer/2, not of granada-dealer/1",
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed_commitments": COMMITTED[:3]}, "seed_commitments: expected 4 entries, of the players and of"),
        (
            {"seed_commitments": (*COMMITTED[:3], "x")},
            "seed_commitments, entry 4: expected 64 digits, 0 to 9",
        ),
        ({"seed_commitments": None}, "seed_commitments is missing: there are seed_parts"),
        (
            {"seed_parts": tuple(PARTS[:3])},
            "seed_parts: expected 4 entries, of the players and of the dealer",
        ),
        ({"seed_parts": ("x",) * 4}, "seed_parts: expected tuple of SeedPart, got"),
        ({"seed_commitments": [*COMMITTED]}, "seed_commitments: expected tuple of str, got"),
        ({"dealer": "granada-dealer/1"}, "seed_commitments: joint seeds are of granada-dealer/2, not of"),
    ],
)
def test_a_record_has_a_part_of_every_party(changes: dict[str, Any], message: str) -> None:
    with pytest.raises((g.RecordError, TypeError)) as refused:
        attrs.evolve(joint(*PARTS), **changes)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ({"seed_commitments": [3]}, "seed_commitments, entry 1, a commitment: expected a string, got 3"),
        ({"seed_commitments": "x"}, "seed_commitments: expected a list, got 'x'"),
        ({"seed_parts": ["ab"]}, "seed_parts, entry 1, a part: expected a string of 32 to 2048 digits"),
        ({"seed_parts": [7]}, "seed_parts, entry 1, a part: expected a string of 32 to 2048 digits"),
        (
            {"seed_parts": ["ab" * 16]},
            "seed_parts: expected 4 entries, of the players",
        ),
    ],
)
def test_what_are_no_parts_is_refused_with_its_place(entries: dict[str, Any], message: str) -> None:
    document = {**g.write_game(joint(*PARTS)), **entries}
    assert not schemas.GAME.is_valid(document)
    with pytest.raises(g.RecordError) as refused:
        g.read_game(g.write_json(document))
    assert str(refused.value).startswith(message)


def test_no_repr_shows_a_part() -> None:
    record = joint(*PARTS)
    for shown in (repr(record), repr(g.audit_record(record))):
        assert all(part.secret.hex() not in shown and str(part.secret) not in shown for part in PARTS)
