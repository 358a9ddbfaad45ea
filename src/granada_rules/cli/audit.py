"""The command ``audit``: whether the draws of a game record are those that its dealer committed to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from granada_rules import records
from granada_rules.arguments import count
from granada_rules.cli.files import contents, printable, reason
from granada_rules.cli.options import FILE, JSON, TILES
from granada_rules.cli.paper import Paper
from granada_rules.cli.verdict import Verdict, leave, say, say_json
from granada_rules.position import Level

if TYPE_CHECKING:
    from collections.abc import Iterator

    from granada_rules.records import RecordAudit
    from granada_rules.tile_sets import Listed

__all__ = ["audit"]


def _digits(_context: click.Context, parameter: click.Parameter, given: Any) -> Any:  # noqa: ANN401 - as click has it
    pattern, wanted = {
        "seed": ("(?:[0-9a-f]{2}){16,1024}", "32 to 2048 digits, 0 to 9 and a to f, two for each byte"),
        "commitment": ("[0-9a-f]{64}", "64 digits, 0 to 9 and a to f"),
    }[parameter.name or ""]
    if given is not None and not re.fullmatch(pattern, given):
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
@TILES
@JSON
def audit(
    file: str, seed: str | None, commitment: str | None, tile_sets: tuple[Listed, ...], *, as_json: bool
) -> None:
    """Tell whether the draws of a game record are fair.

    FILE is a game record in TOML or JSON; - is standard input. Every draw is compared with the opened seed,
    and the seed with the commitment. With granada-dealer/2 the commitment covers the table, too: names,
    seats, ages, ruleset, tiles and id.

    A record can hold any commitment: compare it with the one that was published before the game, or give
    that one.

    Exit code: 0 if the game is fair, even if it stops early; 1 if it is not, or if an event is illegal;
    2 if the record cannot be read, or seed or commitment is missing.

    \b
    Examples:
      granada-rules audit game.toml
      granada-rules audit game.toml --seed 000102030405060708090a0b0c0d0e0f
      granada-rules play | granada-rules audit --json -
    """  # noqa: D301 - click reads \b, which keeps the lines
    try:
        record = records.read_game(contents(file), tile_sets)
        opened = None if seed is None else bytes.fromhex(seed)
        found = records.audit_record(record, opened, commitment=commitment)
    except (OSError, ValueError) as error:
        leave(Verdict(file, Level.UNREADABLE, error=reason(error)), "", as_json=as_json)
    verdict = _verdict(file, found)
    if as_json:
        say_json({**verdict.document, **_document(found)}, [verdict])
    else:
        click.echo("\n".join(_lines(file, found, is_published=commitment is not None)))
        say(verdict, "")
    click.get_current_context().exit(verdict.exit_code or int(not found.fair))


def _verdict(file: str, found: RecordAudit) -> Verdict:
    bad = found.replay.bad_event
    if bad is not None and not bad.violations:
        return Verdict(file, Level.UNREADABLE, error=f"event {bad.number}: {'; '.join(bad.reasons)}")
    level = Level.CONSISTENT if found.fair else Level.WELL_FORMED
    return Verdict(file, level, () if bad is None else bad.violations)


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
        "over": found.replay.is_over,
        "complaints": list(found.complaints),
    }


def _lines(file: str, found: RecordAudit, *, is_published: bool) -> Iterator[str]:
    """Yield the report: the verdict, everything that is wrong, and what the verdict rests on."""
    word, colour = ("fair", "green") if found.fair else ("not fair", "red")
    end = "the game is over" if found.replay.is_over else "the game is not over"
    many = count(found.audit.game.draws, "draw")
    dealer = found.record.dealer
    yield f"{printable(file)}: {Paper.of_output().stressed(word, colour)} ({dealer}, {many} compared, {end})"
    yield from (f"  {printable(complaint)}" for complaint in found.complaints)
    if found.terms is None:
        yield "  this commitment covers the seed only: not names, seats, ages, ruleset or tiles"
    if not is_published:
        yield f"  compare with what was published before the game: {found.commitment}"
