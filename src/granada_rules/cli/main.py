"""The program: its commands, and how it ends when something goes wrong around it."""

from __future__ import annotations

import importlib
import io
import os
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn, final

import click

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

__all__ = ["main"]

_INTERRUPTED = 130
_PIPE_CLOSED = 141
"""As shells report them of any program; 0 and 1 would be verdicts."""

_UNUSABLE = 2

_COMMANDS = {
    "validate": "Judge positions, and show what is wrong.",
    "score": "Score the cities of a position, and print the table of the score pad.",
    "moves": "List what the one to act may do, one action a line.",
    "replay": "Play a game record again, and show the first thing that is wrong.",
    "draw": "Draw a position, and mark what is wrong.",
    "play": "Play a game, and print its record.",
    "explain": "Say what a clause says, and how it was ruled.",
    "tiles": "Tile sets of your own.",
}
"""Each has a module of its name, which is loaded when the command runs; so its help is here once more."""


@final
class _Program(click.Group):
    """The commands; whatever happens, the program ends with an exit code and no traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click has it
        """Return the names of the commands."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as click has it
        """Load a command; ``None`` if there is none of that name."""
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"granada_rules.cli.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - as click has it
        """Write the commands into the help without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def make_context(self, *args: Any, **extra: Any) -> click.Context:  # noqa: ANN401 - as click has it
        """Read the arguments, which may mean to print the help."""
        with _quiet():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """Run a command."""
        with _quiet():
            return super().invoke(ctx)

    def main(self, *args: Any, **extra: Any) -> NoReturn:  # noqa: ANN401 - as click has it
        """Run the program, and end."""
        _prepare_output()
        try:
            sys.exit(self._exit_code(*args, **extra))
        except OSError as error:
            with suppress(OSError):
                click.echo(f"Error: {error.strerror or error}", err=True)
            _discard_output()
            sys.exit(_UNUSABLE)

    def _exit_code(self, *args: Any, **extra: Any) -> int:  # noqa: ANN401 - as click has it
        try:
            # Commands return nothing, and leave with their exit code.
            return super().main(*args, **{**extra, "standalone_mode": False}) or 0
        except click.ClickException as error:
            error.show()
            return error.exit_code


@contextmanager
def _quiet() -> Iterator[None]:
    """End without a word after Ctrl-C, and when whoever read the output went away."""
    try:
        yield
    except KeyboardInterrupt:
        raise click.exceptions.Exit(_INTERRUPTED) from None
    except BrokenPipeError:
        _discard_output()
        raise click.exceptions.Exit(_PIPE_CLOSED) from None


def _prepare_output() -> None:
    """Make printing to a closed stream fail, and letters that an encoding lacks not."""
    sys.stdout, sys.stderr = (_printable_to(stream) for stream in (sys.stdout, sys.stderr))


def _printable_to(stream: TextIO | None) -> TextIO:
    if stream is None:
        # What is written there meets the error that it would have met: a bad file descriptor.
        return open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")  # noqa: PTH123 - lasts as long as the program
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return stream


def _discard_output() -> None:
    """Send what cannot be printed nowhere: Python would try once more at its end, and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@click.group(cls=_Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
# The front of the package is no room, so it is asked by its name.
@click.version_option(importlib.import_module("granada_rules").__version__, prog_name="granada-rules")
def main() -> None:
    """Judge, score and draw what was written down of a game of Granada.

    \b
    Examples:
      granada-rules validate table.toml
      granada-rules score table.toml --scoring B
      granada-rules replay game.toml
      granada-rules explain BUILD-5
    """  # noqa: D301 - click reads \b, which keeps the lines
