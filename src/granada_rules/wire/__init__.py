"""JSON for programs: views, events, violations, score sheets and standings, both ways."""

from granada_rules.wire.event_object import read_action, read_event, write_action, write_event
from granada_rules.wire.sheet_object import read_sheet, write_sheet
from granada_rules.wire.standing_object import read_standing, write_standing
from granada_rules.wire.view_object import read_view, write_view
from granada_rules.wire.violation_object import read_violation, write_violation

__all__ = [
    "read_action",
    "read_event",
    "read_sheet",
    "read_standing",
    "read_view",
    "read_violation",
    "write_action",
    "write_event",
    "write_sheet",
    "write_standing",
    "write_view",
    "write_violation",
]
