"""The start of ``granada-rules``: outside the package, so that Ctrl-C is quiet while that is loaded."""

import os
import signal

__all__ = ["INTERRUPTED", "main"]

INTERRUPTED = 130
"""What shells report after Ctrl-C."""


def main() -> None:
    """Run the command line; Ctrl-C ends it at once and without a word, also while modules are loaded."""
    # Python ignores Ctrl-C if it was ignored before, as behind nohup.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Not an exception: the import system would print those that reach its callbacks.
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from granada_rules.cli import main as program

    program(prog_name="granada-rules")
