"""Files: positions and game records in TOML and JSON, read, written and replayed."""

from granada_rules.base import RecordError, Slip, write_json, write_toml
from granada_rules.records.audit import RecordAudit, audit_record
from granada_rules.records.games import GameRecord, read_game, write_game
from granada_rules.records.positions import read_position, write_position
from granada_rules.records.progress import *
from granada_rules.records.replays import BadEvent, Replay, replay
from granada_rules.records.rulesets import *
from granada_rules.records.sheets import *

__all__ = [
    "BadEvent",
    "GameRecord",
    "RecordAudit",
    "RecordError",
    "Replay",
    "Slip",
    "audit_record",
    "read_game",
    "read_position",
    "replay",
    "write_game",
    "write_json",
    "write_position",
    "write_toml",
]
