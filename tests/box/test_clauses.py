"""The clauses, their texts, and violations of them."""

import pickle
import re
import tomllib
from importlib import resources

import attrs
import pytest

from granada_rules.box import (
    Card,
    Cell,
    Clause,
    Edge,
    Face,
    Kind,
    Module,
    Violation,
    ViolationError,
    general_ruling,
)

DATA = tomllib.loads((resources.files("granada_rules") / "data" / "clauses.toml").read_text("utf-8"))

SECTIONS = {
    "BOX": 13,
    "SETUP": 7,
    "TURN": 10,
    "MONEY": 1,
    "BUY": 3,
    "REBUILD": 6,
    "PLACE": 6,
    "BUILD": 6,
    "SCORE": 10,
    "END": 5,
    "DIRK": 7,
    "SIMPLE": 2,
}

MODULES = {"MOD": 6, "VIZ": 13, "EXC": 9, "BON": 7, "HUT": 11}

ALHAMBRAS = """
    A-BOX-2 A-BOX-4 A-BOX-14 A-SETUP-2 A-TURN-9 A-SCORE-3 A-SCORE-7 A-SCORE-8 A-END-3 A-DIRK-3 A-DIRK-5
    A-DIRK-6 A-DIRK-7
"""
ABSENT = "BOX-3 BOX-9 BOX-13 TURN-10 BUY-3 PLACE-2 PLACE-3 PLACE-4 PLACE-5 PLACE-6 SIMPLE-1 SIMPLE-2"

RULED = """
    BOX-2 BOX-4 BOX-7 SETUP-4 SETUP-6 SETUP-7 TURN-2 TURN-7 TURN-8 TURN-10 MONEY-1 BUY-1 REBUILD-4
    PLACE-1 PLACE-2 BUILD-1 BUILD-3 BUILD-4 BUILD-5 SCORE-1 SCORE-2 SCORE-4 SCORE-8 SCORE-10
    END-1 END-2 END-3 DIRK-3 DIRK-4 DIRK-5 DIRK-6 DIRK-7
    A-BOX-2 A-SCORE-3 A-SCORE-8 A-END-3 A-DIRK-5 A-DIRK-6 A-DIRK-7
    MIX-3 MIX-5 MIX-6 MIX-11 MIX-13 MIX-14 MIX-19 MIX-20 MIX-21 MIX-22 MIX-23 MIX-28 MIX-29 MIX-30 MIX-31
    MIX-32 MIX-34 MIX-35 MIX-37
    MOD-3 VIZ-3 VIZ-7 VIZ-8 VIZ-9 VIZ-11 VIZ-12 EXC-1 EXC-2 EXC-4 EXC-5 EXC-9 BON-1 BON-2 BON-4 HUT-2 HUT-4
    HUT-5 HUT-7 HUT-9
"""

IN_BOTH = {
    "BOX-5": "MIX-2",
    "BOX-7": "MIX-5",
    "SETUP-1": "MIX-4",
    "SETUP-2": "MIX-6",
    "SETUP-6": "MIX-7",
    "TURN-4": "MIX-9",
    "TURN-8": "MIX-11 MIX-12",
    "TURN-9": "MIX-13",
    "TURN-10": "MIX-14",
    "BUY-1": "MIX-5 MIX-8",
    "SCORE-3": "MIX-32",
    "SCORE-4": "MIX-28 MIX-30",
    "SCORE-5": "MIX-28 MIX-30",
    "END-1": "MIX-33",
    "END-2": "MIX-34",
    "END-3": "MIX-35",
    "DIRK-3": "MIX-37",
    "DIRK-4": "MIX-37",
    "DIRK-5": "MIX-37",
    "DIRK-6": "MIX-37",
    "DIRK-7": "MIX-37",
}
"""What replaces a clause of Granada if both kinds are played."""

IN_LAYOUTS = {
    "REBUILD-5": "MIX-20",
    "BUILD-2": "MIX-16 MIX-17",
    "BUILD-3": "MIX-21",
    "BUILD-4": "MIX-22",
    "BUILD-5": "MIX-23",
}
"""What replaces a clause where tiles of both kinds lie; where those of one kind do, it holds."""

HOLE = Violation(Clause.BUILD_5, "the empty cell 1,1 is enclosed", "Red", cells=(Cell(1, 1),))
MISMATCH = Violation(
    Clause.BUILD_2,
    "a moat against none",
    cells=(Cell(0, 0), Cell(0, 1)),
    edges=(Edge.parse("0,0:N"),),
    faces=(Face.parse("SC10"),),
    cards=(Card.parse("b3"),),
)


def test_the_ids_are_numbered_without_gaps_section_by_section() -> None:
    expected = [f"{section}-{n + 1}" for section, last in SECTIONS.items() for n in range(last)]
    assert [clause for clause in Clause if not clause.startswith(("A-", "MIX-", *MODULES))] == expected
    assert len(expected) == 76


def test_modules_have_clauses_of_their_own() -> None:
    expected = [f"{section}-{n + 1}" for section, last in MODULES.items() for n in range(last)]
    assert [clause for clause in Clause if clause.startswith(tuple(MODULES))] == expected
    chapters = {clause.partition("-")[0]: clause.module for clause in Clause}
    assert chapters["VIZ"] is Module.VIZIER
    assert chapters["EXC"] is Module.EXCHANGE
    assert chapters["BON"] is Module.BONUS
    assert chapters["HUT"] is Module.HUTS
    assert [chapter for chapter, module in chapters.items() if module is not None] == [*MODULES][1:]
    for clause in (Clause.VIZ_1, Clause.EXC_1, Clause.BON_1, Clause.HUT_1):
        assert clause.holds_in_both
        assert clause.kinds == (tuple(Kind) if clause is Clause.VIZ_1 else (Kind.ALHAMBRA,))


def test_both_together_has_clauses_that_hold_in_neither_game_alone() -> None:
    of_both = [clause for clause in Clause if clause.startswith("MIX-")]
    assert of_both == [f"MIX-{number}" for number in range(1, 38)]
    for clause in of_both:
        assert clause.holds_in_both
        assert clause.of(*Kind) is clause
        assert (clause.kinds, clause.replaces) == ((), None)
        for kind in Kind:
            with pytest.raises(ValueError, match=f"^{clause} is not in force in {kind.label}$"):
                clause.of(kind)


def test_both_together_replaces_clauses_of_either_game() -> None:
    replaced = {clause: " ".join(clause.in_both) for clause in Clause if not clause.holds_in_both}
    own = {f"A-{clause}": mixed for clause, mixed in IN_BOTH.items() if f"A-{clause}" in ALHAMBRAS.split()}
    assert replaced == IN_BOTH | own
    # Violations cite the first.
    assert all(clause.of(*Kind) is clause.in_both[0] for clause in replaced)
    kept = [clause for clause in Clause if clause.holds_in_both]
    assert all(clause.of(*Kind) is clause for clause in kept)
    assert {clause: " ".join(clause.in_both) for clause in kept if clause.in_both} == IN_LAYOUTS
    # The order of the kinds does not matter, and one of them twice is that one.
    assert Clause.END_3.of(Kind.GRANADA, Kind.ALHAMBRA) is Clause.MIX_35
    assert Clause.END_3.of(Kind.ALHAMBRA, Kind.ALHAMBRA) is Clause.A_END_3


def test_alhambra_replaces_twelve_clauses_drops_twelve_and_has_one_of_its_own() -> None:
    of_alhambra = [clause for clause in Clause if clause.startswith("A-")]
    assert of_alhambra == ALHAMBRAS.split()
    assert [clause for clause in of_alhambra if clause.replaces is None] == ["A-BOX-14"]
    for clause in of_alhambra:
        assert clause.module is None
        assert clause.kinds == (Kind.ALHAMBRA,)
        if clause.replaces is not None:
            assert clause == f"A-{clause.replaces}"
            assert clause.replaces.of(Kind.ALHAMBRA) is clause
            assert clause.replaces.of(Kind.GRANADA) is clause.replaces
            assert clause.replaces.kinds == (Kind.GRANADA,)
    in_both = [clause for clause in Clause if clause.kinds == (Kind.ALHAMBRA, Kind.GRANADA)]
    in_both = [clause for clause in in_both if not clause.startswith(tuple(MODULES))]
    assert len(in_both) == 52
    assert all(clause.of(kind) is clause for clause in in_both for kind in Kind)
    in_granada = [clause for clause in Clause if clause.kinds == (Kind.GRANADA,)]
    absent = [clause for clause in in_granada if f"A-{clause}" not in of_alhambra]
    assert absent == ABSENT.split()
    for clause, kind in [*((clause, Kind.ALHAMBRA) for clause in absent), (of_alhambra[0], Kind.GRANADA)]:
        with pytest.raises(ValueError, match=f"^{clause} is not in force in {kind.label}$"):
            clause.of(kind)


def test_the_data_holds_these_clauses_in_this_order_and_the_general_ruling() -> None:
    assert list(DATA) == ["all", *Clause]


@pytest.mark.parametrize("clause", Clause)
def test_a_clause_says_what_it_says_and_who_says_it(clause: Clause) -> None:
    assert clause.text == DATA[clause]["text"]
    assert clause.editions == DATA[clause]["editions"]
    assert clause.ruling == DATA[clause].get("ruling")
    assert DATA[clause].keys() <= {"text", "editions", "ruling"}


def test_the_clauses_with_a_ruling() -> None:
    assert [clause for clause in Clause if clause.ruling is not None] == RULED.split()


def test_the_general_ruling_stands_alone() -> None:
    assert DATA["all"] == {"ruling": general_ruling()}


@pytest.mark.parametrize("table", DATA)
def test_texts_are_sentences_on_one_line(table: str) -> None:
    for key, text in DATA[table].items():
        assert " ".join(text.split()) == text != ""
        if key != "editions":
            assert re.fullmatch(r"[A-Z0-9].*[.)]", text)


@pytest.mark.parametrize("table", DATA)
def test_texts_use_one_word_for_one_thing(table: str) -> None:
    other_words = r"\b(we|our|supply|draw pile|discard pile|construction yard|victory points?|flip)\b"
    other_barrier = r"\bwalls?\b" if not table.startswith("A-") else r"\bmoats?\b"
    for key, text in DATA[table].items():
        assert not re.search(other_words, text, re.IGNORECASE)
        is_free = key == "ruling" or table.startswith(("MIX-", *MODULES))
        assert is_free or not re.search(other_barrier, text, re.IGNORECASE)


def test_a_ruling_for_two_clauses_stands_with_both() -> None:
    assert Clause.DIRK_5.ruling == Clause.DIRK_6.ruling


@pytest.mark.parametrize("clause", Clause)
def test_a_clause_is_its_id(clause: Clause) -> None:
    assert str(clause) == f"{clause}" == clause == clause.value
    assert clause.name == clause.replace("-", "_")
    assert Clause(str(clause)) is clause
    assert hash(clause) == hash(str(clause))


def test_a_clause_equals_a_plain_string() -> None:
    plain: str = "BUILD-5"
    assert plain == Clause.BUILD_5
    assert {plain: "found"}[Clause.BUILD_5] == "found"


def test_the_representation_of_a_clause_is_its_name_in_python() -> None:
    assert repr(Clause.BUILD_5) == "Clause.BUILD_5"


@pytest.mark.parametrize("text", ["", "BUILD", "BUILD_5", "build-5", f"BUILD-{0}", f"BUILD-{7}", "all"])
def test_other_strings_are_no_clause(text: str) -> None:
    with pytest.raises(ValueError, match="is not a valid Clause"):
        Clause(text)


def test_a_violation_names_clause_and_player() -> None:
    assert str(HOLE) == "BUILD-5: Red: the empty cell 1,1 is enclosed"


def test_a_violation_without_a_player_names_nobody() -> None:
    assert str(MISMATCH) == "BUILD-2: a moat against none"


def test_an_empty_name_is_a_name() -> None:
    assert str(Violation(Clause.BOX_1, "four of b3", player="")) == "BOX-1: : four of b3"


def test_a_violation_has_no_witness_but_the_given_one() -> None:
    bare = Violation(Clause.BOX_1, "four of b3")
    assert attrs.astuple(bare) == (Clause.BOX_1, "four of b3", None, (), (), (), ())


def test_violations_are_values() -> None:
    again = attrs.evolve(HOLE)
    assert again == HOLE
    assert hash(again) == hash(HOLE)
    assert len({HOLE, again, MISMATCH}) == 2
    assert attrs.evolve(HOLE, cells=()) != HOLE
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        HOLE.message = "nothing wrong"  # type: ignore[misc] # that is what is refused


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_violations_and_their_error_survive_pickling(protocol: int) -> None:
    error = pickle.loads(pickle.dumps(ViolationError([HOLE, MISMATCH]), protocol))  # noqa: S301 # our own bytes
    assert type(error) is ViolationError
    assert error.violations == (HOLE, MISMATCH)
    assert str(error) == f"{HOLE}\n{MISMATCH}"


def test_the_error_carries_every_violation_in_order() -> None:
    assert ViolationError([MISMATCH, HOLE]).violations == (MISMATCH, HOLE)
    assert ViolationError(iter([HOLE, HOLE])).violations == (HOLE, HOLE)


def test_the_error_prints_every_violation_on_a_line() -> None:
    assert str(ViolationError([HOLE, MISMATCH])) == (
        "BUILD-5: Red: the empty cell 1,1 is enclosed\nBUILD-2: a moat against none"
    )


def test_the_error_is_caught_as_a_value_error() -> None:
    with pytest.raises(ValueError, match=r"^BUILD-5: Red: ") as caught:
        raise ViolationError([HOLE])
    assert isinstance(caught.value, ViolationError)
