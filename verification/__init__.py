"""Programs that verify for minutes or hours; ``python -m verification.verify`` does all of it.

Those that try mutants must not load the tests before they are copied, so ``ROOT`` is here a second time.
"""

from pathlib import Path

ROOT = Path(__file__).parent.parent
"""The folder of the project."""
