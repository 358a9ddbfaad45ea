"""Examples of what is sent: ``python -m tests.helpers.example_objects`` writes ``examples/wire``."""

from __future__ import annotations

import granada_rules as g
from tests.helpers import ROOT

EXAMPLES = ROOT / "examples" / "wire"
POSITIONS = ROOT / "examples" / "positions"
_DEALER = g.Dealer(b"sixteen bytes or more")


def texts() -> dict[str, str]:
    """Return all examples by the names of their files."""
    written: dict[str, dict[str, object]] = {}
    for rules in (g.GRANADA, g.ALHAMBRA, g.BOTH):
        beginning = g.setup(["Red", "Blue"], rules, ages=[30, 31])
        game = g.deal(beginning, _DEALER)
        written[f"view-{rules.game}"] = g.write_view(g.view(game, g.Seat(0)))
        written[f"view-{rules.game}-setup"] = g.write_view(
            g.view(g.apply(beginning, g.chance(beginning)[0][0]), None)
        )
        action = next(iter(g.legal_actions(game)))
        written[f"view-{rules.game}-end-of-turn"] = g.write_view(g.view(g.apply(game, action), None))
    # With all modules, between turns and before a scoring: as a seat that hides bonus cards, and a spectator.
    noted = [
        g.Game.from_position(g.read_position((POSITIONS / f"{name}.toml").read_bytes()))
        for name in ("legal-modules-table", "legal-bonus-reveal")
    ]
    written["view-modules"] = g.write_view(g.view(noted[0], g.Seat(1)))
    written["view-bonus-reveal"] = g.write_view(g.view(noted[1], None))
    buy = next(
        action
        for action in g.legal_actions(g.deal(g.setup(["Red", "Blue"]), _DEALER), minimal_payments=True)
        if isinstance(action, g.Buy)
    )
    cities = {"Red": g.notation.read_city("@ SC4:N"), "Blue": g.notation.read_city("@ SC8:S AR2:-")}
    written["action"] = g.write_action(buy)
    written["violation"] = g.write_violation(g.placement.violations(g.notation.read_city("@ SC4:W"))[0])
    written["sheet"] = g.write_sheet(g.scoring.score(cities, g.Scoring.B))
    with_a_hut = {"Red": g.notation.read_city("@ GA10:- GA*:N"), "Blue": g.notation.read_city("@ GA11:-")}
    shown = {"Red": [g.Face.parse("GA10:-")]}
    written["sheet-modules"] = g.write_sheet(g.scoring.score(with_a_hut, g.Scoring.A, shown=shown))
    written["draw-bonus-hidden"] = g.wire.write_event(g.DrawBonus(None))
    written["standing"] = g.write_standing(g.standings({"Ann": 98, "Bo": 126})[0])
    table = g.Referee.open(["Red", "Blue"], dealer=_DEALER, table_id="table 7")
    resigned = table.resign(g.Seat(1)).news(g.Seat(0), since=table.version)
    written["news"] = g.write_news(table.news(g.Seat(0), since=table.version - 2))
    written["news-resigned"] = g.write_news(resigned)
    assert resigned.result is not None
    written["result"] = g.write_result(resigned.result)
    return {f"{name}.json": g.write_json(document) for name, document in written.items()}


def main() -> None:
    """Write all of them anew."""
    EXAMPLES.mkdir(parents=True, exist_ok=True)
    for name, text in texts().items():
        (EXAMPLES / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
