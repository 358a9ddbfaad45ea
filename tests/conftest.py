"""Settings for all tests."""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from granada_rules import TileSet, reference

# Time is measured in benchmarks, never in tests: a busy machine is no failure.
settings.register_profile(
    "granada",
    deadline=None,
    max_examples=12,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
# For the long verification: ``--hypothesis-profile=thorough``.
settings.register_profile("thorough", settings.get_profile("granada"), max_examples=1000)
settings.load_profile("granada")

# Started in the background by a shell, tests and all programs that they start would be deaf to Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def our_box(tmp_path: Path) -> Path:
    """Return a tile file of our own: the reference set under another name."""
    path = tmp_path / "our-box.toml"
    path.write_text(str(TileSet.of(reference().tiles, name="our box")), "utf-8")
    return path
