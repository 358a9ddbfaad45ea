"""The program: its commands, and how it ends when something around it goes wrong."""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, final

import click

from granada_rules.cli.draw import draw
from granada_rules.cli.explain import explain
from granada_rules.cli.moves import moves
from granada_rules.cli.play import play
from granada_rules.cli.replay import replay
from granada_rules.cli.score import score
from granada_rules.cli.tiles import tiles
from granada_rules.cli.validate import validate

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["main"]

_INTERRUPTED = 130
_PIPE_CLOSED = 141
"""As shells report them of any program; 0 and 1 would be verdicts."""


@final
class _Failure(click.ClickException):
    """Something that is neither legal nor illegal."""

    exit_code = 2


@contextmanager
def _no_traceback() -> Iterator[None]:
    """End in few words, whatever becomes of input and output."""
    for stream in (sys.stdout, sys.stderr):
        # Where a terminal has no box characters, something else stands for them.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        yield
    except KeyboardInterrupt:
        raise click.exceptions.Exit(_INTERRUPTED) from None
    except BrokenProcessPool:
        raise _Failure("a process that judged files was ended from outside") from None
    except OSError as error:
        if error.errno != errno.EPIPE:
            raise _Failure(error.strerror or str(error)) from None
        # What is still waiting to be printed has nowhere to go.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(_PIPE_CLOSED) from None


@final
class _Program(click.Group):
    """Commands that are never the end of a traceback; help is printed while arguments are read."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:  # noqa: ANN401 - as click has it
        with _no_traceback():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        with _no_traceback():
            return super().invoke(ctx)


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


for _command in (validate, score, moves, replay, draw, play, explain, tiles):
    main.add_command(_command)
