"""Canonical JSON, and labelled SHAKE-256: what digests and commitments are made of (docs/dealer.md)."""

from __future__ import annotations

__all__ = ["canonical_json", "framed", "labelled"]

_LENGTH = 8
"""How many bytes a length or a number takes, most significant first."""


def canonical_json(document: object) -> str:
    """Return the only form of plain data: keys sorted, no blanks, ASCII."""
    import json  # noqa: PLC0415 - importing the package stays fast

    return json.dumps(document, ensure_ascii=True, sort_keys=True, separators=(",", ":"), allow_nan=False)


def framed(*parts: bytes) -> bytes:
    """Return the parts one after the other, each behind its length, so that they have borders."""
    return b"".join(len(part).to_bytes(_LENGTH, "big") + part for part in parts)


def labelled(label: str, content: bytes, length: int = 32) -> bytes:
    """Return bytes of SHAKE-256: of a label, a line feed, and the content."""
    import hashlib  # noqa: PLC0415 - importing the package stays fast

    return hashlib.shake_256(f"{label}\n".encode() + content).digest(length)
