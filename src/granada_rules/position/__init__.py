"""Positions as somebody wrote them down, and their validation."""

from granada_rules.position.facts import Facts
from granada_rules.position.facts_of import facts_of
from granada_rules.position.kinds_noted import kinds_noted
from granada_rules.position.model import Level, NotedPlayer, NotedTile, Position, Report, noted
from granada_rules.position.validate import validate

__all__ = [
    "Facts",
    "Level",
    "NotedPlayer",
    "NotedTile",
    "Position",
    "Report",
    "facts_of",
    "kinds_noted",
    "noted",
    "validate",
]
