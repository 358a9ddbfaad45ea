"""The start of the command line: ``granada-rules``, and ``python -m granada_rules``."""

import os
import signal

__all__ = ["main"]


def main() -> None:
    """Run the command line; Ctrl-C ends it at once and without a word, also while modules are loaded."""
    # Python ignores Ctrl-C if it was ignored before, as behind nohup.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Not an exception: the import system would print those that reach its callbacks. Shells report 128
        # and the number of the signal.
        signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))
    from granada_rules.cli import main as program

    program(prog_name="granada-rules")


if __name__ == "__main__":
    main()
