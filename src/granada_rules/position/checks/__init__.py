"""What can be wrong with a position, a file for each subject."""

from granada_rules.position.checks import beginning, gifts, modules, parts, payments, sheets, table, unseen

__all__ = ["beginning", "gifts", "modules", "parts", "payments", "sheets", "table", "unseen"]
