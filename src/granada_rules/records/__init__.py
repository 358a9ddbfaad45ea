"""Files: positions and game records in TOML and JSON, read, written and replayed."""

from granada_rules.records.documents import write_json, write_toml
from granada_rules.records.game_record import GameRecord, read_game, write_game
from granada_rules.records.position_record import read_position, write_position
from granada_rules.records.replay import BadEvent, Replay, replay
from granada_rules.toml import RecordError

__all__ = [
    "BadEvent",
    "GameRecord",
    "RecordError",
    "Replay",
    "read_game",
    "read_position",
    "replay",
    "write_game",
    "write_json",
    "write_position",
    "write_toml",
]
