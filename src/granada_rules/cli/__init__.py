"""The command line ``granada-rules``."""

from granada_rules.cli.program import main

__all__ = ["main"]
