"""The command line, run within a test."""

from __future__ import annotations

from inspect import signature
from typing import TYPE_CHECKING

from click.testing import CliRunner

from granada_rules.cli import main

if TYPE_CHECKING:
    from click.testing import Result


RUNNER = CliRunner()
if "mix_stderr" in signature(CliRunner).parameters:
    # Errors are told apart from output since click 8.2; before, one had to say so.
    RUNNER = CliRunner(mix_stderr=False)  # type: ignore[call-arg] # those of the newest are known


def run(*arguments: str, data: str | bytes | None = None) -> Result:
    """Run the program; whatever it is given, it ends by itself."""
    result = RUNNER.invoke(main, arguments, input=data, color=True)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result
