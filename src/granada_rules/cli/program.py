"""The program: its commands, and how it ends when something around it goes wrong."""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, final

import click

from granada_rules.cli.asking import draw, moves, score
from granada_rules.cli.explaining import explain
from granada_rules.cli.judging import tiles, validate
from granada_rules.cli.playing import play

__all__ = ["main"]

_INTERRUPTED = 130
_PIPE_CLOSED = 141
"""As shells report them of any program; 0 and 1 would be verdicts."""


@final
class _Program(click.Group):
    """Commands that end without a traceback, whatever becomes of their input and output."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        for stream in (sys.stdout, sys.stderr):
            # Where a terminal has no box characters, something else stands for them.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(_INTERRUPTED)
        except BrokenProcessPool:
            raise _Failure("a process that judged files was ended from outside") from None
        except OSError as error:
            if error.errno == errno.EPIPE:
                # What is still waiting to be printed has nowhere to go.
                with suppress(OSError):
                    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                ctx.exit(_PIPE_CLOSED)
            raise _Failure(error.strerror or str(error)) from None


@final
class _Failure(click.ClickException):
    """Something that is neither legal nor illegal."""

    exit_code = 2


@click.group(cls=_Program, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
# The front of the package is no room, so it is asked by its name.
@click.version_option(importlib.import_module("granada_rules").__version__, prog_name="granada-rules")
def main() -> None:
    """Judge, score and draw what was written down of a game of Granada.

    \b
    Examples:
      granada-rules validate table.toml
      granada-rules score table.toml --scoring B
      granada-rules explain BUILD-5
    """  # noqa: D301 - click reads \b, which keeps the lines


for command in (validate, score, moves, draw, play, explain, tiles):
    main.add_command(command)
