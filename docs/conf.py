"""The documentation site. ``make docs`` builds it; it needs no network, and every warning is an error."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

import granada_rules

sys.path.insert(0, str(Path(__file__).parent))

import clause_pages
import name_tables
import open_names
import searching

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "granada_rules"
author = "The granada_rules contributors"
version = release = granada_rules.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
nitpicky = True
# Names of the standard library and of the tools have their pages elsewhere.
nitpick_ignore_regex = [("py:.*", r"(?!granada_rules\.).*")]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# What stands in single backticks in a docstring is a name.
default_role = "py:obj"

autodoc_member_order = "bysource"
autodoc_type_aliases = {"Laid": "granada_rules.Laid", "Thing": "granada_rules.draw.Thing"}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "granada_rules"
html_static_path = ["style"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}


OUTSIDE = re.compile(r"\]\(((?:\.\./)*)\.\./(CHANGELOG|CONTRIBUTING)\.md")
"""A link to a file beside this folder, which the site shows on a page of its own."""

FILE = re.compile(r"^\[\S+\]\((\S+\.(json|lp))\)$", re.MULTILINE)
"""A link to a file of code as a paragraph of its own: the site shows the file there."""

LANGUAGES = {"json": "json", "lp": "prolog"}


def come_inside(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Show what links to files beside this folder lead to."""

    def shown(found: re.Match[str]) -> str:
        return f"```{{literalinclude}} {found[1]}\n:language: {LANGUAGES[found[2]]}\n```"

    source[0] = OUTSIDE.sub(lambda found: f"]({found[1]}{found[2].lower()}.md", source[0])
    source[0] = FILE.sub(shown, source[0])


def end_with_code(_app: Sphinx, tree: nodes.document) -> None:
    """Show examples without the empty line at their end, which doctest needs before the closing fence."""
    for block in tree.findall(nodes.literal_block):
        if block.rawsource == block.astext():  # or else it is marked up, and no code
            block.rawsource = block.rawsource.rstrip("\n")
            block[:] = [nodes.Text(block.rawsource)]


def setup(app: Sphinx) -> None:
    """Label the clauses, lead names to where they are open, and try the search."""
    # What is not searched is marked when a page is read: if this changes, all pages are read anew.
    app.add_config_value("not_searched", searching.NOT_SEARCHED, "env")
    app.connect("source-read", come_inside)
    app.connect("source-read", clause_pages.label)
    app.connect("source-read", name_tables.fill)
    app.connect("doctree-read", searching.leave_out)
    app.connect("doctree-read", end_with_code)
    app.connect("build-finished", searching.try_out)
    app.connect("missing-reference", open_names.lead)
    app.connect("autodoc-process-signature", open_names.signature)
    app.connect("autodoc-process-docstring", open_names.docstring)
