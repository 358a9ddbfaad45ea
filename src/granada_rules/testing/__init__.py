"""Hypothesis strategies and invariants, for tests of programs that use the rules.

Each strategy generates everything that its name promises. Examples shrink to few players, the default
ruleset, an early moment and a small city. Hypothesis comes with the extra ``granada-rules[testing]``.
"""

from importlib.util import find_spec

if find_spec("hypothesis") is None:
    raise ImportError(
        "granada_rules.testing needs Hypothesis: install granada-rules with the extra [testing]"
    )

from granada_rules.testing.cities import cities, layouts, legal_cities, legal_layouts
from granada_rules.testing.events import events, legal_events
from granada_rules.testing.games import games
from granada_rules.testing.invariants import assert_consistent, assert_keeps_secrets
from granada_rules.testing.positions import positions
from granada_rules.testing.referees import referees
from granada_rules.testing.services import (
    Service,
    assert_refuses,
    assert_restores,
    assert_sends_no_secrets,
)
from granada_rules.testing.values import (
    cards,
    cells,
    edges,
    faces,
    hut_sets,
    names,
    purses,
    rulesets,
    tile_sets,
)

__all__ = [
    "Service",
    "assert_consistent",
    "assert_keeps_secrets",
    "assert_refuses",
    "assert_restores",
    "assert_sends_no_secrets",
    "cards",
    "cells",
    "cities",
    "edges",
    "events",
    "faces",
    "games",
    "hut_sets",
    "layouts",
    "legal_cities",
    "legal_events",
    "legal_layouts",
    "names",
    "positions",
    "purses",
    "referees",
    "rulesets",
    "tile_sets",
]
