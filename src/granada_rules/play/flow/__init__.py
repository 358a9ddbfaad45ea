"""What follows from an event without anybody's choice, up to the next draw or decision."""

from granada_rules.play.flow.end_turn import (
    end_actions,
    end_placing,
    end_turn,
    offer_favours,
    offer_to_show,
    reshuffle,
)
from granada_rules.play.flow.lay_table import lay_table

__all__ = [
    "end_actions",
    "end_placing",
    "end_turn",
    "lay_table",
    "offer_favours",
    "offer_to_show",
    "reshuffle",
]
