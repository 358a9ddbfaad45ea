"""What somebody wrote down, and everything that is wrong with it."""

from granada_rules.position.facts import deck_money, open_faces
from granada_rules.position.labels import named
from granada_rules.position.model import Level, NotedPlayer, NotedTile, Position, Report
from granada_rules.position.validate import validate

__all__ = [
    "Level",
    "NotedPlayer",
    "NotedTile",
    "Position",
    "Report",
    "deck_money",
    "named",
    "open_faces",
    "validate",
]
