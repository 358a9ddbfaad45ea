"""The command line, run within a test."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner

from granada_rules.cli import main

if TYPE_CHECKING:
    from click.testing import Result


def run(*arguments: str, data: str | bytes | None = None) -> Result:
    """Run the program; whatever it is given, it ends by itself."""
    result = CliRunner().invoke(main, arguments, input=data, color=True)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result
