"""Names in the reference: a type that the front shows is linked there, wherever it is defined."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

import granada_rules

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def homes() -> dict[str, str]:
    """Return where each name of the front is defined, and under which name it is open."""
    found: dict[str, str] = {}
    for name in granada_rules.__all__:
        thing = getattr(granada_rules, name)
        if not isinstance(thing, ModuleType) and hasattr(thing, "__qualname__"):
            found[f"{thing.__module__}.{thing.__qualname__}"] = f"granada_rules.{name}"
    return found


def lead(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.reference | None:
    """Find a name that is written where it is defined, or short, as the front shows it."""
    target = str(node.get("reftarget", ""))
    module, _, short = target.rpartition(".")
    open_name = homes().get(target) or (f"granada_rules.{short}" if not module else "")
    if node.get("refdomain") != "py" or not open_name or open_name == target:
        return None
    python = env.domains["py"]
    found: nodes.reference | None = python.resolve_xref(
        env, node["refdoc"], app.builder, "obj", open_name, node, content
    )
    return found
