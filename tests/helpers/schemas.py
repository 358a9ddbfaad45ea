"""The published JSON Schemas."""

from __future__ import annotations

import json
from importlib import resources

import jsonschema  # type: ignore[import-untyped]


def _validator(name: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((resources.files("granada_rules") / "data" / name).read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


POSITION = _validator("position.schema.json")
GAME = _validator("game.schema.json")
VIEW = _validator("view.schema.json")
EVENT = _validator("event.schema.json")
VIOLATION = _validator("violation.schema.json")
SHEET = _validator("sheet.schema.json")
STANDING = _validator("standing.schema.json")
