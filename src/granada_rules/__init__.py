"""The rules of Granada as pure functions: what is legal, why not, and what it is worth.

`City.of` describes a city, `placement.violations` says what is wrong with it, `placement.legal_cells`
where a tile may be built, `moats.longest_moat` and `scoring.score` what it is worth. `setup` begins a game,
`chance` and `legal_actions` say what can happen next, `check` why something cannot, `apply` makes it happen,
and `view` is what a seat may know. Every answer names a `Clause` and shows the witness.
"""

from importlib import import_module

TYPE_CHECKING = False
"""As in `typing`, which takes longer to load than this module."""

_FOR_TYPE_CHECKERS = False
"""The imports below are for type checkers, in two blocks: mypy reads those under TYPE_CHECKING later. Were
all of them in one block, it would take the function `check` for the module of that name.

Importing the package loads nothing of it: the command line takes care of Ctrl-C first, and few who want a
city note positions, read files, send views or draw.
"""

if _FOR_TYPE_CHECKERS:
    from granada_rules import moats, placement, scoring
    from granada_rules.box import (
        ALHAMBRA,
        BEHAVIOUR,
        BOTH,
        DIRK,
        EDITIONS,
        GRANADA,
        AnyCard,
        Backs,
        Building,
        Built,
        Card,
        Cell,
        Cells,
        Clause,
        Currency,
        DrawFor,
        Edge,
        Edges,
        ExchangeCard,
        Face,
        HutSet,
        Kind,
        Laid,
        Marker,
        Module,
        Phase,
        Pile,
        Purse,
        Ruleset,
        Scoring,
        Seat,
        Space,
        Tile,
        TileSet,
        TileSets,
        Violation,
        ViolationError,
        alhambra,
        general_ruling,
        reference,
        reference_huts,
        tile_violations,
    )
    from granada_rules.city import START, City, SeenCity, SeenTile
    from granada_rules.dealer import Audit, Dealer, SeedPart, audit, complete, deal, draws, joint_seed
    from granada_rules.game import (
        Action,
        Build,
        Buy,
        DirksTiles,
        Draw,
        DrawBonus,
        DrawCard,
        DrawHut,
        DrawScoring,
        DrawTile,
        End,
        Event,
        Exchange,
        Extend,
        Game,
        GiveToDirk,
        ModuleState,
        Pass,
        Player,
        Reactivate,
        Reduce,
        Result,
        ShowBonus,
        Store,
        Table,
        TakeHut,
        TakeMoney,
        Terms,
        View,
        setup,
        view,
    )
    from granada_rules.moats import Moat
    from granada_rules.play import LegalActions, Playout, apply, chance, check, legal_actions
    from granada_rules.scoring import Standing, Tally, standings, tally
    from granada_rules.sheet import Line, ScoreSheet

if TYPE_CHECKING:
    from granada_rules import draw, notation, records, wire
    from granada_rules.base import RecordError, write_json, write_toml
    from granada_rules.position import (
        Level,
        NotedPlayer,
        NotedTile,
        Position,
        Report,
        SeenCards,
        UndecidedError,
        score_position,
        tile_list_notes,
        validate,
    )
    from granada_rules.records import (
        BadEvent,
        GameRecord,
        RecordAudit,
        Replay,
        audit_record,
        read_game,
        read_position,
        replay,
        write_game,
        write_position,
    )
    from granada_rules.referee import News, Referee, RefusedError
    from granada_rules.wire import (
        read_action,
        read_news,
        read_result,
        read_sheet,
        read_standing,
        read_view,
        read_violation,
        write_action,
        write_news,
        write_result,
        write_sheet,
        write_standing,
        write_view,
        write_violation,
    )
else:
    # A name is looked for when somebody wants it, in one room after the other; the quick ones come first.
    _ROOMS = (
        *("base", "box", "city", "placement", "moats", "sheet", "scoring", "game", "play"),
        *("dealer", "position", "notation", "records", "referee", "wire", "draw"),
    )

    def __getattr__(name: str) -> object:
        if name in _ROOMS:
            return import_module(f"granada_rules.{name}")
        if name in __all__:
            rooms = (import_module(f"granada_rules.{room}") for room in _ROOMS)
            globals()[name] = found = next(getattr(room, name) for room in rooms if hasattr(room, name))
            return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


__version__ = "0.1.0"

__all__ = [
    "ALHAMBRA",
    "BEHAVIOUR",
    "BOTH",
    "DIRK",
    "EDITIONS",
    "GRANADA",
    "START",
    "Action",
    "AnyCard",
    "Audit",
    "Backs",
    "BadEvent",
    "Build",
    "Building",
    "Built",
    "Buy",
    "Card",
    "Cell",
    "Cells",
    "City",
    "Clause",
    "Currency",
    "Dealer",
    "DirksTiles",
    "Draw",
    "DrawBonus",
    "DrawCard",
    "DrawFor",
    "DrawHut",
    "DrawScoring",
    "DrawTile",
    "Edge",
    "Edges",
    "End",
    "Event",
    "Exchange",
    "ExchangeCard",
    "Extend",
    "Face",
    "Game",
    "GameRecord",
    "GiveToDirk",
    "HutSet",
    "Kind",
    "Laid",
    "LegalActions",
    "Level",
    "Line",
    "Marker",
    "Moat",
    "Module",
    "ModuleState",
    "News",
    "NotedPlayer",
    "NotedTile",
    "Pass",
    "Phase",
    "Pile",
    "Player",
    "Playout",
    "Position",
    "Purse",
    "Reactivate",
    "RecordAudit",
    "RecordError",
    "Reduce",
    "Referee",
    "RefusedError",
    "Replay",
    "Report",
    "Result",
    "Ruleset",
    "ScoreSheet",
    "Scoring",
    "Seat",
    "SeedPart",
    "SeenCards",
    "SeenCity",
    "SeenTile",
    "ShowBonus",
    "Space",
    "Standing",
    "Store",
    "Table",
    "TakeHut",
    "TakeMoney",
    "Tally",
    "Terms",
    "Tile",
    "TileSet",
    "TileSets",
    "UndecidedError",
    "View",
    "Violation",
    "ViolationError",
    "alhambra",
    "apply",
    "audit",
    "audit_record",
    "chance",
    "check",
    "complete",
    "deal",
    "draw",
    "draws",
    "general_ruling",
    "joint_seed",
    "legal_actions",
    "moats",
    "notation",
    "placement",
    "read_action",
    "read_game",
    "read_news",
    "read_position",
    "read_result",
    "read_sheet",
    "read_standing",
    "read_view",
    "read_violation",
    "records",
    "reference",
    "reference_huts",
    "replay",
    "score_position",
    "scoring",
    "setup",
    "standings",
    "tally",
    "tile_list_notes",
    "tile_violations",
    "validate",
    "view",
    "wire",
    "write_action",
    "write_game",
    "write_json",
    "write_news",
    "write_position",
    "write_result",
    "write_sheet",
    "write_standing",
    "write_toml",
    "write_view",
    "write_violation",
]
