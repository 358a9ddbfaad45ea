"""The command line ``granada-rules``."""

from granada_rules.cli.main import main

__all__ = ["main"]
