"""The clauses: every rule under an id that never changes, and violations of them.

The texts, the editions that have them, and the rulings where editions are silent or disagree are in
``data/clauses.toml``.
"""

from __future__ import annotations

import enum
from functools import cache
from typing import TYPE_CHECKING, final

from granada_rules.base import made_once
from granada_rules.box.tiles import Kind
from granada_rules.box.words import Module

if TYPE_CHECKING:
    from collections.abc import Iterable

    from granada_rules.box.cards import AnyCard
    from granada_rules.box.grid import Cell, Edge
    from granada_rules.box.tiles import Face

__all__ = ["Clause", "Violation", "ViolationError", "general_ruling", "shipped", "some"]


def shipped(name: str) -> bytes:
    """Return the content of a data file of the package."""
    from importlib import resources

    return (resources.files("granada_rules") / "data" / name).read_bytes()


@cache
def _texts() -> dict[str, dict[str, str]]:
    import tomllib

    return tomllib.loads(shipped("clauses.toml").decode())


class Clause(enum.StrEnum):
    """A rule by its id: ``Clause.BUILD_5`` is the text ``"BUILD-5"`` and equals it.

    In Alhambra, ``A-SCORE-7`` replaces Granada's ``SCORE-7``; some clauses hold in both games. Those that
    begin with ``MIX`` hold if Alhambra and Granada are played together, those of a `module` if that is added.
    """

    BOX_1 = "BOX-1"
    BOX_2 = "BOX-2"
    BOX_3 = "BOX-3"
    BOX_4 = "BOX-4"
    BOX_5 = "BOX-5"
    BOX_6 = "BOX-6"
    BOX_7 = "BOX-7"
    BOX_8 = "BOX-8"
    BOX_9 = "BOX-9"
    BOX_10 = "BOX-10"
    BOX_11 = "BOX-11"
    BOX_12 = "BOX-12"
    BOX_13 = "BOX-13"

    SETUP_1 = "SETUP-1"
    SETUP_2 = "SETUP-2"
    SETUP_3 = "SETUP-3"
    SETUP_4 = "SETUP-4"
    SETUP_5 = "SETUP-5"
    SETUP_6 = "SETUP-6"
    SETUP_7 = "SETUP-7"

    TURN_1 = "TURN-1"
    TURN_2 = "TURN-2"
    TURN_3 = "TURN-3"
    TURN_4 = "TURN-4"
    TURN_5 = "TURN-5"
    TURN_6 = "TURN-6"
    TURN_7 = "TURN-7"
    TURN_8 = "TURN-8"
    TURN_9 = "TURN-9"
    TURN_10 = "TURN-10"

    MONEY_1 = "MONEY-1"

    BUY_1 = "BUY-1"
    BUY_2 = "BUY-2"
    BUY_3 = "BUY-3"

    REBUILD_1 = "REBUILD-1"
    REBUILD_2 = "REBUILD-2"
    REBUILD_3 = "REBUILD-3"
    REBUILD_4 = "REBUILD-4"
    REBUILD_5 = "REBUILD-5"
    REBUILD_6 = "REBUILD-6"

    PLACE_1 = "PLACE-1"
    PLACE_2 = "PLACE-2"
    PLACE_3 = "PLACE-3"
    PLACE_4 = "PLACE-4"
    PLACE_5 = "PLACE-5"
    PLACE_6 = "PLACE-6"

    BUILD_1 = "BUILD-1"
    BUILD_2 = "BUILD-2"
    BUILD_3 = "BUILD-3"
    BUILD_4 = "BUILD-4"
    BUILD_5 = "BUILD-5"
    BUILD_6 = "BUILD-6"

    SCORE_1 = "SCORE-1"
    SCORE_2 = "SCORE-2"
    SCORE_3 = "SCORE-3"
    SCORE_4 = "SCORE-4"
    SCORE_5 = "SCORE-5"
    SCORE_6 = "SCORE-6"
    SCORE_7 = "SCORE-7"
    SCORE_8 = "SCORE-8"
    SCORE_9 = "SCORE-9"
    SCORE_10 = "SCORE-10"

    END_1 = "END-1"
    END_2 = "END-2"
    END_3 = "END-3"
    END_4 = "END-4"
    END_5 = "END-5"

    DIRK_1 = "DIRK-1"
    DIRK_2 = "DIRK-2"
    DIRK_3 = "DIRK-3"
    DIRK_4 = "DIRK-4"
    DIRK_5 = "DIRK-5"
    DIRK_6 = "DIRK-6"
    DIRK_7 = "DIRK-7"

    SIMPLE_1 = "SIMPLE-1"
    SIMPLE_2 = "SIMPLE-2"

    A_BOX_2 = "A-BOX-2"
    A_BOX_4 = "A-BOX-4"
    A_BOX_14 = "A-BOX-14"
    A_SETUP_2 = "A-SETUP-2"
    A_TURN_9 = "A-TURN-9"
    A_SCORE_3 = "A-SCORE-3"
    A_SCORE_7 = "A-SCORE-7"
    A_SCORE_8 = "A-SCORE-8"
    A_END_3 = "A-END-3"
    A_DIRK_3 = "A-DIRK-3"
    A_DIRK_5 = "A-DIRK-5"
    A_DIRK_6 = "A-DIRK-6"
    A_DIRK_7 = "A-DIRK-7"

    MIX_1 = "MIX-1"
    MIX_2 = "MIX-2"
    MIX_3 = "MIX-3"
    MIX_4 = "MIX-4"
    MIX_5 = "MIX-5"
    MIX_6 = "MIX-6"
    MIX_7 = "MIX-7"
    MIX_8 = "MIX-8"
    MIX_9 = "MIX-9"
    MIX_10 = "MIX-10"
    MIX_11 = "MIX-11"
    MIX_12 = "MIX-12"
    MIX_13 = "MIX-13"
    MIX_14 = "MIX-14"
    MIX_15 = "MIX-15"
    MIX_16 = "MIX-16"
    MIX_17 = "MIX-17"
    MIX_18 = "MIX-18"
    MIX_19 = "MIX-19"
    MIX_20 = "MIX-20"
    MIX_21 = "MIX-21"
    MIX_22 = "MIX-22"
    MIX_23 = "MIX-23"
    MIX_24 = "MIX-24"
    MIX_25 = "MIX-25"
    MIX_26 = "MIX-26"
    MIX_27 = "MIX-27"
    MIX_28 = "MIX-28"
    MIX_29 = "MIX-29"
    MIX_30 = "MIX-30"
    MIX_31 = "MIX-31"
    MIX_32 = "MIX-32"
    MIX_33 = "MIX-33"
    MIX_34 = "MIX-34"
    MIX_35 = "MIX-35"
    MIX_36 = "MIX-36"
    MIX_37 = "MIX-37"

    MOD_1 = "MOD-1"
    MOD_2 = "MOD-2"
    MOD_3 = "MOD-3"
    MOD_4 = "MOD-4"
    MOD_5 = "MOD-5"
    MOD_6 = "MOD-6"

    VIZ_1 = "VIZ-1"
    VIZ_2 = "VIZ-2"
    VIZ_3 = "VIZ-3"
    VIZ_4 = "VIZ-4"
    VIZ_5 = "VIZ-5"
    VIZ_6 = "VIZ-6"
    VIZ_7 = "VIZ-7"
    VIZ_8 = "VIZ-8"
    VIZ_9 = "VIZ-9"
    VIZ_10 = "VIZ-10"
    VIZ_11 = "VIZ-11"
    VIZ_12 = "VIZ-12"
    VIZ_13 = "VIZ-13"

    EXC_1 = "EXC-1"
    EXC_2 = "EXC-2"
    EXC_3 = "EXC-3"
    EXC_4 = "EXC-4"
    EXC_5 = "EXC-5"
    EXC_6 = "EXC-6"
    EXC_7 = "EXC-7"
    EXC_8 = "EXC-8"
    EXC_9 = "EXC-9"

    BON_1 = "BON-1"
    BON_2 = "BON-2"
    BON_3 = "BON-3"
    BON_4 = "BON-4"
    BON_5 = "BON-5"
    BON_6 = "BON-6"
    BON_7 = "BON-7"

    HUT_1 = "HUT-1"
    HUT_2 = "HUT-2"
    HUT_3 = "HUT-3"
    HUT_4 = "HUT-4"
    HUT_5 = "HUT-5"
    HUT_6 = "HUT-6"
    HUT_7 = "HUT-7"
    HUT_8 = "HUT-8"
    HUT_9 = "HUT-9"
    HUT_10 = "HUT-10"
    HUT_11 = "HUT-11"

    @property
    def replaces(self) -> Clause | None:
        """The clause of Granada that this one replaces in Alhambra; ``None`` if it replaces none."""
        return _REPLACES.get(self)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The games of one kind in which it is in force; none if it is a clause of both kinds together.

        Of a clause of a module, the games to which the book adds it.
        """
        if self.startswith(_OF_BOTH):
            return ()
        if self.module is not None:
            return tuple(Kind) if self.module is Module.VIZIER else (Kind.ALHAMBRA,)
        if self.startswith(_ALHAMBRAS_OWN):
            return (Kind.ALHAMBRA,)
        return (Kind.GRANADA,) if self in _REPLACED or self in _GRANADAS_OWN else tuple(Kind)

    @property
    def module(self) -> Module | None:
        """The module that brings it; ``None`` if it holds without any."""
        return _CHAPTERS.get(self.partition("-")[0])

    @property
    def holds_in_both(self) -> bool:
        """Whether it is in force if Alhambra and Granada are played together."""
        return self not in _IN_BOTH

    @property
    def in_both(self) -> tuple[Clause, ...]:
        """The clauses that hold instead if both are played together; for building, in layouts of both kinds.

        >>> print(*Clause.TURN_8.in_both, *Clause.BUILD_2.in_both)
        MIX-11 MIX-12 MIX-16 MIX-17
        """
        return _IN_BOTH.get(self) or _IN_LAYOUTS_OF_BOTH.get(self, ())

    def of(self, kind: Kind, *others: Kind) -> Clause:
        """Return the clause that holds in that game, or if these kinds are played together.

        It is this one, or the one that replaces it there.

        >>> print(Clause.END_3.of(Kind.ALHAMBRA), Clause.END_3.of(*Kind))
        A-END-3 MIX-35

        Raises ``ValueError`` if neither is in force in that game.
        """
        for given in (kind, *others):
            if type(given) is not Kind:
                raise TypeError(f"expected Kind, got {type(given).__name__}")
        if {*others} - {kind}:
            return _IN_BOTH.get(self, (self,))[0]
        clause = _REPLACED.get(self, self) if kind is Kind.ALHAMBRA else self
        if kind not in clause.kinds:
            raise ValueError(f"{self} is not in force in {kind.label}")
        return clause

    @property
    def text(self) -> str:
        """What the clause says."""
        return _texts()[self]["text"]

    @property
    def editions(self) -> str:
        """Which rulebooks have it."""
        return _texts()[self]["editions"]

    @property
    def ruling(self) -> str | None:
        """How it is read where the books are silent or disagree; ``None`` where they are clear."""
        return _texts()[self].get("ruling")

    def __repr__(self) -> str:
        return f"Clause.{self.name}"


_CHAPTERS = dict(zip(("VIZ", "EXC", "BON", "HUT"), Module, strict=True))

_ALHAMBRAS_OWN = "A-"

_OF_BOTH = "MIX-"

_IDS = {str(clause): clause for clause in Clause}

_REPLACES = {
    clause: _IDS[clause.removeprefix(_ALHAMBRAS_OWN)]
    for clause in Clause
    if clause.startswith(_ALHAMBRAS_OWN) and clause.removeprefix(_ALHAMBRAS_OWN) in _IDS
}

_REPLACED = {granadas: clause for clause, granadas in _REPLACES.items()}

_GRANADAS_OWN = frozenset(
    {
        Clause.BOX_3,
        Clause.BOX_9,
        Clause.BOX_13,
        Clause.TURN_10,
        Clause.BUY_3,
        Clause.PLACE_2,
        Clause.PLACE_3,
        Clause.PLACE_4,
        Clause.PLACE_5,
        Clause.PLACE_6,
        Clause.SIMPLE_1,
        Clause.SIMPLE_2,
    }
)
"""Clauses that need a back, a marker or fixed points: there is nothing of the kind in Alhambra."""

_IN_BOTH: dict[Clause, tuple[Clause, ...]] = {
    Clause.BOX_5: (Clause.MIX_2,),
    Clause.BOX_7: (Clause.MIX_5,),
    Clause.SETUP_1: (Clause.MIX_4,),
    Clause.SETUP_2: (Clause.MIX_6,),
    Clause.SETUP_6: (Clause.MIX_7,),
    Clause.TURN_4: (Clause.MIX_9,),
    Clause.TURN_8: (Clause.MIX_11, Clause.MIX_12),
    Clause.TURN_9: (Clause.MIX_13,),
    Clause.TURN_10: (Clause.MIX_14,),
    Clause.BUY_1: (Clause.MIX_5, Clause.MIX_8),
    Clause.SCORE_3: (Clause.MIX_32,),
    Clause.SCORE_4: (Clause.MIX_28, Clause.MIX_30),
    Clause.SCORE_5: (Clause.MIX_28, Clause.MIX_30),
    Clause.END_1: (Clause.MIX_33,),
    Clause.END_2: (Clause.MIX_34,),
    Clause.END_3: (Clause.MIX_35,),
    **dict.fromkeys(
        (Clause.DIRK_3, Clause.DIRK_4, Clause.DIRK_5, Clause.DIRK_6, Clause.DIRK_7), (Clause.MIX_37,)
    ),
}

_IN_BOTH |= {_REPLACED[clause]: mixed for clause, mixed in _IN_BOTH.items() if clause in _REPLACED}
"""What replaces a clause if both kinds are played; violations cite the first."""

_IN_LAYOUTS_OF_BOTH = {
    Clause.REBUILD_5: (Clause.MIX_20,),
    Clause.BUILD_2: (Clause.MIX_16, Clause.MIX_17),
    Clause.BUILD_3: (Clause.MIX_21,),
    Clause.BUILD_4: (Clause.MIX_22,),
    Clause.BUILD_5: (Clause.MIX_23,),
}
"""What replaces a clause where tiles of both kinds lie; it holds where those of one kind do."""


def general_ruling() -> str:
    """Return the ruling on everything that no clause covers."""
    return _texts()["all"]["ruling"]


@final
@made_once
class Violation:
    """A broken clause and its witness: the smallest evidence that proves it.

    The clause decides which of cells, edges, faces and cards are set.
    """

    clause: Clause
    """The broken clause."""
    message: str
    """What is wrong, in one line."""
    player: str | None = None
    """The name of the player concerned, if it is one player."""
    cells: tuple[Cell, ...] = ()
    """In reading order."""
    edges: tuple[Edge, ...] = ()
    """Edges that do not match."""
    faces: tuple[Face, ...] = ()
    """The tiles concerned, by their faces."""
    cards: tuple[AnyCard, ...] = ()
    """The money cards concerned."""

    def __str__(self) -> str:
        whose = f"{self.player}: " if self.player is not None else ""
        return f"{self.clause}: {whose}{self.message}"


class ViolationError(ValueError):
    """Raised if something breaks clauses: a ``ValueError`` whose text has one line for each violation."""

    __module__ = "granada_rules"  # where users find it, for tracebacks

    violations: tuple[Violation, ...]
    """All violations."""

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations: tuple[Violation, ...] = tuple(violations)
        super().__init__(self.violations)

    def __str__(self) -> str:
        return "\n".join(map(str, self.violations))


def some(things: Iterable[object]) -> str:
    """List up to six things and the number of others, to keep messages short."""
    named = list(map(str, things))
    rest = f" and {len(named) - 6} more" if len(named) > 6 else ""
    return "; ".join(named[:6]) + rest
