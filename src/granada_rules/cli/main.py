"""The program ``granada-rules``: its commands, and exit codes when output fails or Ctrl-C is pressed."""

from __future__ import annotations

import importlib
import io
import os
import signal
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn, final

import click

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

__all__ = ["main"]

_INTERRUPTED = 128 + signal.SIGINT
"""What shells report after Ctrl-C."""

_PIPE_CLOSED = 141
"""What shells report if a pipe is closed; 0 and 1 would be verdicts."""

_UNUSABLE = 2

_COMMANDS = {
    "validate": "Validate positions, and show every violation.",
    "score": "Score the cities of a position, and print the score pad.",
    "moves": "List the legal actions of the player to act, one per line.",
    "replay": "Replay a game record, and show the first error and all lines that cannot be read.",
    "audit": "Tell whether a game record is right and its draws are fair.",
    "draw": "Draw a position, and mark its violations.",
    "play": "Play a game, and print its record.",
    "explain": "Show what a clause says, and how it was ruled.",
    "tiles": "List tiles, and check tile sets of your own.",
}
"""Short help by command. Modules of commands are loaded when they run, so their help is repeated here."""


@final
class _Program(click.Group):
    """A group that loads commands lazily and never ends with a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click has it
        """Return the names of the commands."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - as click has it
        """Load and return a command; ``None`` if there is no such command."""
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"granada_rules.cli.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - as click has it
        """List the commands in the help without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def make_context(self, *args: Any, **extra: Any) -> click.Context:  # noqa: ANN401 - as click has it
        """Parse the arguments; ``--help`` prints here."""
        with _quiet():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """Run a command."""
        with _quiet():
            return super().invoke(ctx)

    def main(self, *args: Any, **extra: Any) -> NoReturn:  # noqa: ANN401 - as click has it
        """Run the program, and exit."""
        _prepare_output()
        try:
            try:
                # Commands return None, or exit with a code, which click returns.
                code = super().main(*args, **{**extra, "standalone_mode": False}) or 0
            except click.ClickException as error:
                error.show()
                code = error.exit_code
        except OSError as error:
            code = _UNUSABLE
            with suppress(OSError):
                click.echo(f"Error: {error.strerror or error}", err=True)
            _discard_output()
        sys.exit(code)


@contextmanager
def _quiet() -> Iterator[None]:
    """Exit silently after Ctrl-C, or when the reader of a pipe has gone."""
    try:
        yield
    except KeyboardInterrupt:
        raise click.exceptions.Exit(_INTERRUPTED) from None
    except BrokenPipeError:
        _discard_output()
        raise click.exceptions.Exit(_PIPE_CLOSED) from None


def _prepare_output() -> None:
    """Make printing to a closed stream an error, and characters that the encoding lacks none."""
    for name in ("stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            # Writing to a descriptor opened for reading fails like writing to a closed one.
            unwritable = os.open(os.devnull, os.O_RDONLY)
            setattr(sys, name, os.fdopen(unwritable, "w", encoding="utf-8"))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _discard_output() -> None:
    """Drop output that cannot be written; Python would try again at exit, and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@click.group(cls=_Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
# Imported by name: the front of the package is no room.
@click.version_option(importlib.import_module("granada_rules").__version__, prog_name="granada-rules")
def main() -> None:
    """Validate, score and draw positions and games of Granada.

    \b
    Examples:
      granada-rules validate table.toml
      granada-rules score table.toml --scoring B
      granada-rules replay game.toml
      granada-rules explain BUILD-5
    """
