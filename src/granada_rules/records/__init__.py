"""Files: positions in TOML and JSON, read and written."""

from granada_rules.records.documents import RecordError, write_json, write_toml
from granada_rules.records.positions import read_position, write_position

__all__ = ["RecordError", "read_position", "write_json", "write_position", "write_toml"]
