"""Playing: which events are legal or why they are not, what chance can bring, and what happens then."""

from granada_rules.play.applying import apply
from granada_rules.play.chances import chance
from granada_rules.play.judging import check
from granada_rules.play.listing import LegalActions, legal_actions

__all__ = ["LegalActions", "apply", "chance", "check", "legal_actions"]
