"""`Difference`: the package and the oracle disagree."""

from __future__ import annotations


class Difference(AssertionError):  # noqa: N818 - it is what a comparison looks for
    """The package and the oracle disagree about a case."""


def agree(question: str, case: object, package: object, oracle: object) -> None:
    """Raise a Difference unless both sides give the same answer; it shows the case, to be pasted back."""
    if package != oracle:
        raise Difference(f"{question}\n  case: {case!r}\n  package: {package}\n  oracle: {oracle}")
