"""What follows from an event without anybody's choice, up to the next draw or decision."""

from granada_rules.play.flow.deal import go_on_dealing
from granada_rules.play.flow.refill import end_actions, end_placing, end_turn, reshuffle

__all__ = ["end_actions", "end_placing", "end_turn", "go_on_dealing", "reshuffle"]
