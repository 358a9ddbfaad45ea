"""Programs that verify for minutes or hours: ``make verify`` and ``make package`` run them.

``ROOT`` is defined here a second time: mutation testing must not import ``tests`` before they are copied.
"""

from pathlib import Path

ROOT = Path(__file__).parent.parent
"""The folder of the project."""
