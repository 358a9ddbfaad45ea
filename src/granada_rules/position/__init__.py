"""What somebody wrote down, and everything that is wrong with it."""

from granada_rules.position.validating import validate
from granada_rules.position.values import Level, Marker, NotedPlayer, NotedTile, Phase, Pile, Position, Report

__all__ = [
    "Level",
    "Marker",
    "NotedPlayer",
    "NotedTile",
    "Phase",
    "Pile",
    "Position",
    "Report",
    "validate",
]
