"""Files: positions and game records in TOML and JSON, read, written and replayed."""

from granada_rules.documents import write_json, write_toml
from granada_rules.records.game_record import GameRecord, read_game, write_game
from granada_rules.records.position_record import read_position, write_position
from granada_rules.records.record_audit import RecordAudit, audit_record
from granada_rules.records.replay import BadEvent, Replay, replay
from granada_rules.toml import RecordError

__all__ = [
    "BadEvent",
    "GameRecord",
    "RecordAudit",
    "RecordError",
    "Replay",
    "audit_record",
    "read_game",
    "read_position",
    "replay",
    "write_game",
    "write_json",
    "write_position",
    "write_toml",
]
