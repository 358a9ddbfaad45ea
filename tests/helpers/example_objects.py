"""Examples of what is sent: ``python -m tests.helpers.example_objects`` writes ``examples/wire``."""

from __future__ import annotations

from granada_rules import (
    ALHAMBRA,
    BOTH,
    GRANADA,
    Buy,
    Dealer,
    DrawBonus,
    Face,
    Game,
    Referee,
    Scoring,
    Seat,
    apply,
    chance,
    deal,
    legal_actions,
    notation,
    placement,
    read_position,
    scoring,
    setup,
    standings,
    view,
    wire,
    write_action,
    write_json,
    write_news,
    write_result,
    write_sheet,
    write_standing,
    write_view,
    write_violation,
)
from tests.helpers import ROOT

EXAMPLES = ROOT / "examples" / "wire"
POSITIONS = ROOT / "examples" / "positions"
_DEALER = Dealer(b"sixteen bytes or more")


def texts() -> dict[str, str]:
    """Return all examples by the names of their files."""
    written: dict[str, dict[str, object]] = {}
    for rules in (GRANADA, ALHAMBRA, BOTH):
        beginning = setup(["Red", "Blue"], rules, ages=[30, 31])
        game = deal(beginning, _DEALER)
        written[f"view-{rules.game}"] = write_view(view(game, Seat(0)))
        written[f"view-{rules.game}-setup"] = write_view(
            view(apply(beginning, chance(beginning)[0][0]), None)
        )
        action = next(iter(legal_actions(game)))
        written[f"view-{rules.game}-end-of-turn"] = write_view(view(apply(game, action), None))
    # With all modules, between turns and before a scoring: as a seat that hides bonus cards, and a spectator.
    noted = [
        Game.from_position(read_position((POSITIONS / f"{name}.toml").read_bytes()))
        for name in ("legal-modules-table", "legal-bonus-reveal")
    ]
    written["view-modules"] = write_view(view(noted[0], Seat(1)))
    written["view-bonus-reveal"] = write_view(view(noted[1], None))
    buy = next(
        action
        for action in legal_actions(deal(setup(["Red", "Blue"]), _DEALER), minimal_payments=True)
        if isinstance(action, Buy)
    )
    cities = {"Red": notation.read_city("@ SC4:N"), "Blue": notation.read_city("@ SC8:S AR2:-")}
    written["action"] = write_action(buy)
    written["violation"] = write_violation(placement.violations(notation.read_city("@ SC4:W"))[0])
    written["sheet"] = write_sheet(scoring.score(cities, Scoring.B))
    with_a_hut = {"Red": notation.read_city("@ GA10:- GA*:N"), "Blue": notation.read_city("@ GA11:-")}
    shown = {"Red": [Face.parse("GA10:-")]}
    written["sheet-modules"] = write_sheet(scoring.score(with_a_hut, Scoring.A, shown=shown))
    written["draw-bonus-hidden"] = wire.write_event(DrawBonus(None))
    written["standing"] = write_standing(standings({"Ann": 98, "Bo": 126})[0])
    table = Referee.open(["Red", "Blue"], dealer=_DEALER, table_id="table 7")
    resigned = table.resign(Seat(1)).news(Seat(0), since=table.version)
    written["news"] = write_news(table.news(Seat(0), since=table.version - 2))
    written["news-resigned"] = write_news(resigned)
    assert resigned.result is not None
    written["result"] = write_result(resigned.result)
    return {f"{name}.json": write_json(document) for name, document in written.items()}


def main() -> None:
    """Write all of them anew."""
    EXAMPLES.mkdir(parents=True, exist_ok=True)
    for name, text in texts().items():
        (EXAMPLES / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
