"""Programs that verify for minutes or hours: ``make verify`` and ``make package`` run them.

Those that try mutants must not load the tests before they are copied, so ``ROOT`` is here a second time.
"""

from pathlib import Path

ROOT = Path(__file__).parent.parent
"""The folder of the project."""
