"""What can be wrong with a position, a file for each subject."""

from granada_rules.position.checks import gifts, modules, parts, payments, sheets, table, unseen

__all__ = ["gifts", "modules", "parts", "payments", "sheets", "table", "unseen"]
