"""The command ``audit``: whether a game record is right, and its draws those that its dealer committed to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from granada_rules import records
from granada_rules.base import count
from granada_rules.cli.files import printable, reason
from granada_rules.cli.options import FILE, JSON, TILES
from granada_rules.cli.paper import Paper
from granada_rules.cli.replay import (
    OTHER_BEHAVIOUR,
    game_verdict,
    how_it_ended,
    read_record,
    written_unreadable,
)
from granada_rules.cli.verdict import Verdict, leave, say, say_json
from granada_rules.position import Level
from granada_rules.wire import write_result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.box import Listed
    from granada_rules.records import RecordAudit

    _Given = str | tuple[str, ...] | None

__all__ = ["audit"]


_SEED_BY = {
    "all": "the seed was made by all players and the dealer",
    "dealer": "the dealer alone chose the seed",
    None: "who made the seed is not proven",
}


def _digits(_context: click.Context, parameter: click.Parameter, given: _Given) -> _Given:
    pattern, wanted = "[0-9a-f]{64}", "64 digits, 0 to 9 and a to f"
    if parameter.name == "seed":
        pattern = "(?:[0-9a-f]{2}){16,1024}"
        wanted = "32 to 2048 digits, 0 to 9 and a to f, two for each byte"
    for entry in given if isinstance(given, tuple) else (given,):
        if entry is not None and not re.fullmatch(pattern, entry):
            raise click.BadParameter(f"expected {wanted}")
    return given


@click.command()
@FILE
@click.option(
    "--seed", metavar="HEX", callback=_digits, help="The opened seed; that of the record by default."
)
@click.option(
    "--commitment",
    metavar="HEX",
    callback=_digits,
    help="What was published before the game; that of the record by default.",
)
@click.option(
    "--seed-commitment",
    "seed_commitments",
    metavar="HEX",
    multiple=True,
    callback=_digits,
    help="What was published for a part of a joint seed; give all, by seat, the dealer's last.",
)
@TILES
@JSON
def audit(
    file: str,
    seed: str | None,
    commitment: str | None,
    seed_commitments: tuple[str, ...],
    tile_sets: tuple[Listed, ...],
    *,
    as_json: bool,
) -> None:
    """Tell whether a game record is right and its draws are fair.

    FILE is a game record in TOML or JSON; - is standard input. Events, points and end are judged as replay
    does. Every draw is compared with the opened seed, and the seed with the commitment. With
    granada-dealer/2 the commitment covers the table, too: names, seats, ages, ruleset, tiles and id. A joint
    seed is compared with its parts, and each part with what was committed to.

    The report says who made the seed: all players and the dealer, or the dealer alone. A joint seed whose
    parts are not there cannot be audited.

    A record can hold any commitment: compare it with the one that was published before the game, or give
    that one.

    Exit code: 0 if the game is fair, even if it stops early; 1 if it is not, if an event is illegal, or if
    stated points or a stated end are wrong; 2 if the record or an event cannot be read, or if seed, parts or
    commitment are missing.

    \b
    Examples:
      granada-rules audit game.toml
      granada-rules audit game.toml --seed 000102030405060708090a0b0c0d0e0f
      granada-rules play | granada-rules audit --json -
    """
    record = read_record(file, tile_sets, as_json=as_json)
    try:
        opened = None if seed is None else bytes.fromhex(seed)
        found = records.audit_record(
            record, opened, commitment=commitment, seed_commitments=seed_commitments or None
        )
    except ValueError as error:
        leave(Verdict(file, Level.UNREADABLE, error=reason(error)), "", as_json=as_json)
    verdict = game_verdict(file, found.replay, is_right=found.fair)
    if as_json:
        say_json({**verdict.document, **_document(found)}, [verdict])
    else:
        click.echo("\n".join(_lines(file, found, given=(commitment is not None, bool(seed_commitments)))))
        say(verdict, "")
    click.get_current_context().exit(verdict.exit_code or int(not found.fair))


def _document(found: RecordAudit) -> dict[str, object]:
    foreign = found.audit.foreign_draw
    return {
        "fair": found.fair,
        "dealer": found.record.dealer,
        "table": found.record.table,
        "commitment": found.commitment,
        "commitment_kept": found.audit.commitment_kept,
        "foreign_draw": None if foreign is None else foreign + 1,
        "draws": found.audit.game.draws,
        "seed_by": found.seed_by,
        "seed_commitments": None if found.seed_commitments is None else list(found.seed_commitments),
        "over": found.replay.is_over,
        "ended": found.record.ended,
        "unproven_end": found.unproven_end,
        "result": None if found.replay.result is None else write_result(found.replay.result),
        **written_unreadable(found.replay),
        "complaints": list(found.complaints),
    }


def _lines(file: str, found: RecordAudit, *, given: tuple[bool, bool]) -> Iterator[str]:
    """Yield the report: the verdict, everything that is wrong, and what the verdict rests on.

    ``given`` tells whether the commitment was, and those to the parts of a joint seed.
    """
    word, colour = ("fair", "green") if found.fair else ("not fair", "red")
    end = how_it_ended(found.replay, found.record.ended)
    many = count(found.audit.game.draws, "draw")
    dealer = found.record.dealer
    yield f"{printable(file)}: {Paper.of_output().stressed(word, colour)} ({dealer}, {many} compared, {end})"
    yield from (f"  {printable(complaint)}" for complaint in found.complaints)
    if found.replay.behaviour_differs:
        yield f"  {OTHER_BEHAVIOUR}"
    if found.unproven_end is not None:
        yield f"  taken as stated, for no event can prove it: {printable(found.unproven_end)}"
    if found.terms is None:
        yield "  this commitment covers the seed only: not names, seats, ages, ruleset or tiles"
    yield f"  {_SEED_BY[found.seed_by]}"
    if not given[0]:
        yield f"  compare with what was published before the game: {found.commitment}"
    if found.seed_commitments is not None and not given[1]:
        yield "  the seed is a joint one; compare with what was published for its parts:"
        parties = (*found.record.players, "the dealer")
        for party, commitment in zip(parties, found.seed_commitments, strict=True):
            yield f"    {commitment} {printable(party)}"
