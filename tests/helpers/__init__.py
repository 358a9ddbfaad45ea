"""What tests share and is no test itself, and the programs that write what tests compare."""

from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
"""The folder of the project."""
