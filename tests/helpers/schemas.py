"""The published JSON Schemas, and anything that JSON can say."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import jsonschema  # type: ignore[import-untyped]
from hypothesis import strategies as st
from referencing import Registry, Resource

NAMES = ("position", "game", "news", "view", "event", "violation", "sheet", "standing", "result")


def _schema(name: str) -> dict[str, Any]:
    text = (resources.files("granada_rules") / "data" / f"{name}.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    return schema


_SCHEMAS = {name: _schema(name) for name in NAMES}
# Some refer to others by their ids.
_ALL: Registry[Any] = Registry().with_resources(
    (schema["$id"], Resource.from_contents(schema)) for schema in _SCHEMAS.values()
)


def _validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(_SCHEMAS[name], registry=_ALL)


POSITION = _validator("position")
GAME = _validator("game")
NEWS = _validator("news")
VIEW = _validator("view")
EVENT = _validator("event")
VIOLATION = _validator("violation")
SHEET = _validator("sheet")
STANDING = _validator("standing")
RESULT = _validator("result")

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=80) | st.just("x" * 3000),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
