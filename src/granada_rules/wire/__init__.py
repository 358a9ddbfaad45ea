"""JSON for programs: news, views, events, violations, score sheets, standings and results, both ways."""

from granada_rules.wire.event_object import read_action, read_event, write_action, write_event
from granada_rules.wire.news_object import read_news, write_news
from granada_rules.wire.result_object import read_result, write_result
from granada_rules.wire.sheet_object import read_sheet, write_sheet
from granada_rules.wire.standing_object import read_standing, write_standing
from granada_rules.wire.view_object import read_view, write_view
from granada_rules.wire.violation_object import read_violation, write_violation

__all__ = [
    "read_action",
    "read_event",
    "read_news",
    "read_result",
    "read_sheet",
    "read_standing",
    "read_view",
    "read_violation",
    "write_action",
    "write_event",
    "write_news",
    "write_result",
    "write_sheet",
    "write_standing",
    "write_view",
    "write_violation",
]
