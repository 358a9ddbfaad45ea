"""What the rules answer on a fixed corpus, as digests that belong to a version of behaviour.

``tests/answers.json`` has a digest for every example, and for counts of events. Where one differs, a verdict
or a score has changed, so ``BEHAVIOUR`` has to change; then ``python -m tests.helpers.answers`` notes all
digests anew. It also notes those of new examples, and replaces none while the number is the same: to
change an example, take its digest out by hand.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import TYPE_CHECKING

import granada_rules as g
from granada_rules.notation import write_event
from tests.helpers import ROOT
from tests.helpers.perft import GAMES, PLAYERS, perft, start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


NOTED = ROOT / "tests" / "answers.json"
EXAMPLES = ROOT / "examples"


def verdict(violations: Iterable[g.Violation]) -> str:
    """Say what is broken and what proves it, without the words of the message."""
    parts = (
        (each.clause, each.player or "", *each.cells, *each.edges, *each.faces, *each.cards)
        for each in violations
    )
    return "; ".join(" ".join(map(str, each)) for each in parts)


def position_answers(data: bytes) -> Iterator[str]:
    """Judge a position."""
    report = g.validate(g.read_position(data))
    yield report.level.value
    yield verdict(report.violations)


def game_answers(data: bytes) -> Iterator[str]:
    """Replay a record: before each event what is possible, after it the points, and why not once more."""
    record = g.read_game(data)
    replayed = g.replay(record)
    game = g.setup(record.players, record.ruleset, ages=record.ages)
    for event in replayed.events:
        for draw, odds in g.chance(game):
            yield f"{write_event(draw, record.players)}: {odds}"
        for action in g.legal_actions(game, minimal_payments=True):
            yield write_event(action, record.players)
        game = g.apply(game, event)
        yield str(game.table.points)
        yield verdict(g.check(game, event))
    yield verdict(replayed.bad_event.violations if replayed.bad_event else ())
    yield str(dict(replayed.wrong_results))


def digest(answers: Iterator[str]) -> str:
    """Return the digest of answers; that there are none, because something is unreadable, is one as well."""
    whole = hashlib.sha256()
    try:
        for answer in answers:
            whole.update(f"{answer}\n".encode())
    except g.RecordError:
        return "unreadable"
    return whole.hexdigest()[:16]


def digests() -> dict[str, str]:
    """Ask everything."""
    found = {}
    asked: dict[str, Callable[[bytes], Iterator[str]]] = {
        "positions": position_answers,
        "games": game_answers,
    }
    for folder, answers in asked.items():
        for path in sorted((EXAMPLES / folder).iterdir()):
            found[f"{folder}/{path.name}"] = digest(answers(path.read_bytes()))
    for rules in GAMES.values():
        of_game = (
            "" if rules.game == "granada" else f" of {rules.label}{' with modules' * bool(rules.modules)}"
        )
        for players in PLAYERS:
            counts = (str(perft(start(players, rules), depth)) for depth in (1, 2))
            found[f"events for {players} players{of_game}"] = digest(counts)
    return found


def noted() -> tuple[int, dict[str, str]]:
    """Return what is noted: the version of behaviour, and the digests."""
    document = json.loads(NOTED.read_text("utf-8"))
    return document["behaviour"], document["digests"]


def renewed(old: tuple[int, dict[str, str]], new: tuple[int, dict[str, str]]) -> dict[str, str]:
    """Return the digests to note; a ``ValueError`` names what differs though the number is the same."""
    (old_number, before), (number, now) = old, new
    if number < old_number:
        raise ValueError(f"behaviour {number} is older than {old_number}, which is noted")
    if number == old_number and (
        differing := sorted(name for name in before if before[name] != now.get(name))
    ):
        raise ValueError(
            f"BEHAVIOUR is still {number}, but other answers are given to {', '.join(differing)}"
        )
    return now


def main() -> None:
    """Note the digests, unless the number has to change first."""
    try:
        found = renewed(noted(), (g.BEHAVIOUR, digests()))
    except ValueError as error:
        sys.exit(str(error))
    NOTED.write_text(json.dumps({"behaviour": g.BEHAVIOUR, "digests": found}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
