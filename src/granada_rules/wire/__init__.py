"""JSON for programs: news, views, events, violations, score sheets, standings and results, both ways."""

from granada_rules.wire.events import read_action, read_event, write_action, write_event
from granada_rules.wire.news import read_news, write_news
from granada_rules.wire.results import read_result, read_standing, write_result, write_standing
from granada_rules.wire.sheets import read_sheet, write_sheet
from granada_rules.wire.views import read_view, write_view
from granada_rules.wire.violations import read_violation, write_violation

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
