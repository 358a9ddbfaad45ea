"""Playing: which events are legal or why they are not, what chance can bring, and what happens then."""

from granada_rules.play.apply import apply
from granada_rules.play.chance import chance, way, ways
from granada_rules.play.check import check
from granada_rules.play.legal import LegalActions, legal_actions
from granada_rules.play.playout import Playout

__all__ = ["LegalActions", "Playout", "apply", "chance", "check", "legal_actions", "way", "ways"]
