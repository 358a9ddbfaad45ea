"""The command line ``granada-rules``: a module for each command.

`main` puts them together. They share `options`, `files` that are read, positions that are `noted` in them,
the `verdict` on each, and `paper`, which is where it is printed.
"""

from granada_rules.cli.main import main

__all__ = ["main"]
