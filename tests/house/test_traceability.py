"""The traceability of this project, and that the check finds every kind of gap."""

from functools import cache
from pathlib import Path

import pytest

from granada_rules.box import Clause, Module
from tests.helpers import ROOT, traceability
from tests.helpers.traceability import NOTHING_TO_ENFORCE, PENDING, Trace, main, problems, table, trace

NO_SUCH_CLAUSE = f"BUILD-{99}"
"""Put together here, so that this file does not cite it."""

ACCEPTING = '@every_game\n@pytest.mark.accepts("BUILD-2")\ndef test_fits(): ...\n'
REJECTING = '@every_game\n@pytest.mark.rejects("BUILD-2")\ndef test_does_not_fit(): ...\n'
ALL_TESTS = [
    f"no {what} test in {game}"
    for game in ("Alhambra", "Granada", "Both")
    for what in ("accepting", "rejecting")
]
IN_NO_GAME = "no {0} test in Alhambra, no {0} test in Granada, no {0} test in Both"
CODE = {"src/granada_rules/placement.py": "# BUILD-2: touching edges match.\n"}
TESTS = {"tests/test_placement.py": ACCEPTING + REJECTING}

OTHERS_PENDING: dict[Clause, str] = {clause: "later" for clause in Clause if clause != Clause.BUILD_2}


def write(root: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content, "utf-8")
    return root


def found_in(root: Path, files: dict[str, str]) -> list[str]:
    return problems(trace(write(root, files)), {}, OTHERS_PENDING)


@cache
def this_project() -> Trace:
    """Scan the tree once."""
    return trace(ROOT)


def test_this_project_is_traceable() -> None:
    assert problems(this_project(), NOTHING_TO_ENFORCE, PENDING) == []


def test_this_project_is_scanned() -> None:
    found = this_project()
    assert any(place.startswith("src/granada_rules/box/grid.py:") for place in found.code[Clause.BOX_2])
    assert not any("clauses.py" in place for places in found.code.values() for place in places)


def test_pending_clauses_name_the_part_that_brings_them() -> None:
    assert set(PENDING.values()) <= {"modules", *(module.label for module in Module)}


def test_code_and_both_tests_are_enough(tmp_path: Path) -> None:
    assert found_in(tmp_path, CODE | TESTS) == []


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({}, f"BUILD-2: no citation in the code, {', '.join(ALL_TESTS)}"),
        (TESTS, "BUILD-2: no citation in the code"),
        (CODE | {"tests/test_a.py": ACCEPTING}, f"BUILD-2: {IN_NO_GAME.format('rejecting')}"),
        (CODE | {"tests/test_a.py": REJECTING}, f"BUILD-2: {IN_NO_GAME.format('accepting')}"),
    ],
)
def test_an_incomplete_clause_is_reported(tmp_path: Path, files: dict[str, str], problem: str) -> None:
    assert found_in(tmp_path, files) == [problem]


@pytest.mark.parametrize(
    "code",
    [
        {"src/granada_rules/box/clauses.py": "# BUILD-2"},
        {"src/granada_rules/data/rules.toml": "# BUILD-2"},
        {"tests/helper.py": "# BUILD-2"},
        {"examples/city.py": "# BUILD-2"},
        {"src/granada_rules/city.py": "# BUILD-3 BUILD_2 REBUILD-2 FR-BUILD-2"},
    ],
)
def test_what_is_no_citation_in_the_code(tmp_path: Path, code: dict[str, str]) -> None:
    assert found_in(tmp_path, code | TESTS) == ["BUILD-2: no citation in the code"]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("# BUILD-2: match", [1]),
        ('"""Edges match (BUILD-2)."""', [1]),
        ("\nVIOLATION = Clause.BUILD_2\n", [2]),
        ("# BUILD-2 again BUILD-2 and Clause.BUILD_2\n# BUILD-1 … BUILD-2", [1, 2]),
    ],
)
def test_what_is_a_citation_in_the_code(tmp_path: Path, source: str, lines: list[int]) -> None:
    found = trace(write(tmp_path, {"src/granada_rules/draw/svg.py": source}))
    assert found.code["BUILD-2"] == [f"src/granada_rules/draw/svg.py:{line}" for line in lines]


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("tests/helper.py", ACCEPTING),
        ("examples/test_a.py", ACCEPTING),
        ("tests/test_a.py", ACCEPTING.replace("test_fits", "fits")),
        ("tests/test_a.py", ACCEPTING.replace("@pytest", "# @pytest")),
        ("tests/test_a.py", ACCEPTING.replace("accepts", "mentions")),
        ("tests/test_a.py", f"TEXT = {ACCEPTING!r}"),
    ],
)
def test_what_is_no_accepting_test(tmp_path: Path, path: str, test: str) -> None:
    rest = CODE | {"tests/test_b.py": REJECTING}
    assert found_in(tmp_path, rest | {path: test}) == [f"BUILD-2: {IN_NO_GAME.format('accepting')}"]


def test_tests_are_found_by_path_and_name(tmp_path: Path) -> None:
    deep = (
        "class TestCity:\n"
        '    @pytest.mark.parametrize("x", [1])\n'
        '    @pytest.mark.accepts(*("BUILD-1",), "BUILD-2")\n'
        '    @pytest.mark.rejects("BUILD-3")\n'
        "    def test_method(self, x): ...\n"
        '@pytest.mark.rejects("BUILD-2")\n'
        "async def test_later(): ...\n"
    )
    found = trace(write(tmp_path, {"tests/property/test_a.py": deep}))
    method, later = (f"tests/property/test_a.py::{name}" for name in ("test_method", "test_later"))
    assert found.accepting == {("BUILD-1", "granada"): [method], ("BUILD-2", "granada"): [method]}
    assert found.rejecting == {("BUILD-3", "granada"): [method], ("BUILD-2", "granada"): [later]}
    assert found.unknown == []


@pytest.mark.parametrize(
    ("row", "accepting", "rejecting"),
    [
        ("", ["BUILD-2 granada"], []),
        ('rules = "both"', ["BUILD-2 both"], []),
        ('laid = "two"', ["BUILD-2 alhambra"], []),
        ('laid.like = "two"', ["BUILD-2 alhambra"], []),
        ('breaks = ["BUILD-2"]', [], ["BUILD-2 granada"]),
        ('breaks = ["BUILD-3", "BUILD-3"]', [], ["BUILD-2 granada", "BUILD-3 granada"]),
        ('each = ["a", "b"]\nbreaks = ["BUILD-2"]', [], ["BUILD-2 granada"]),
        ('[case.each]\n"a" = "BUILD-2: why"', [], ["BUILD-2 granada"]),
        ('[case.each]\n"a" = ["BUILD-3", "BUILD-4"]\n"b" = []', ["BUILD-2 granada"], 3),
    ],
)
def test_a_row_of_cases_counts_for_its_clause_and_what_it_breaks(
    tmp_path: Path, row: str, accepting: list[str], rejecting: list[str] | int
) -> None:
    rows = f'[laid.two]\nrules = "alhambra"\n[[case]]\nclause = "BUILD-2"\ntitle = "A."\n{row}\n'
    found = trace(write(tmp_path, {"tests/cases/a.toml": rows}))
    assert [" ".join(key) for key in found.accepting] == accepting
    rejected = [" ".join(key) for key in found.rejecting]
    assert rejecting in (rejected, len(rejected))
    assert {*map(tuple, (*found.accepting.values(), *found.rejecting.values()))} == {
        ("tests/cases/a.toml::A.",)
    }
    assert found.unknown == []


@pytest.mark.parametrize(
    ("decorators", "games"),
    [
        ('@pytest.mark.accepts("BUILD-2")', ["granada"]),
        ('@pytest.mark.accepts("BUILD-2", game="granada")', ["granada"]),
        ('@pytest.mark.accepts("BUILD-2", game="alhambra")', ["alhambra"]),
        ('@pytest.mark.accepts("BUILD-2", game="both")', ["both"]),
        ('@pytest.mark.accepts("BUILD-2", game="any")', ["alhambra", "granada", "both"]),
        ('@every_game\n@pytest.mark.accepts("BUILD-2")', ["alhambra", "granada", "both"]),
        ('@pytest.mark.accepts("BUILD-2")\n@every_game', ["alhambra", "granada", "both"]),
        ('@each_game\n@pytest.mark.accepts("BUILD-2")', ["alhambra", "granada"]),
        ('@pytest.mark.accepts("BUILD-2")\n@each_game', ["alhambra", "granada"]),
        ('@each_game\n@pytest.mark.accepts("BUILD-2", game="alhambra")', ["alhambra"]),
        ('@each_game\n@pytest.mark.accepts("BOX-3", "BUILD-2")', ["alhambra", "granada"]),
    ],
)
def test_a_test_counts_for_the_games_that_it_names_or_is_run_in(
    tmp_path: Path, decorators: str, games: list[str]
) -> None:
    found = trace(write(tmp_path, {"tests/test_a.py": f"{decorators}\ndef test_a(): ...\n"}))
    assert [game for name, game in found.accepting if name == "BUILD-2"] == games
    assert found.unknown == []


@pytest.mark.parametrize(
    ("clause", "game"), [("A-BOX-2", "alhambra"), ("BOX-2", "granada"), ("MIX-17", "both")]
)
@pytest.mark.parametrize("each", ["", "@each_game\n"])
def test_a_clause_of_one_game_needs_no_word_about_it(
    tmp_path: Path, clause: str, game: str, each: str
) -> None:
    source = f'{each}@pytest.mark.rejects("{clause}")\ndef test_a(): ...\n'
    found = trace(write(tmp_path, {"tests/test_a.py": source}))
    assert found.rejecting == {(clause, game): ["tests/test_a.py::test_a"]}


@pytest.mark.parametrize(
    ("clause", "game"),
    [
        ("BOX-3", "alhambra"),
        ("A-BOX-2", "granada"),
        ("BUILD-2", "carcassonne"),
        ("TURN-10", "alhambra"),
        ("MIX-17", "granada"),
        ("BUY-1", "both"),
        ("A-END-3", "both"),
    ],
)
def test_a_game_in_which_the_clause_is_not_in_force_is_reported(
    tmp_path: Path, clause: str, game: str
) -> None:
    source = f'@pytest.mark.accepts("{clause}", game="{game}")\ndef test_b(): ...\n'
    problem = f"tests/test_b.py::test_b: accepts {clause!r} in {game!r}, where it is not in force"
    assert found_in(tmp_path, CODE | TESTS | {"tests/test_b.py": source}) == [problem]


@pytest.mark.parametrize(
    ("game", "others"),
    [
        ("alhambra", ["Granada", "Both"]),
        ("granada", ["Alhambra", "Both"]),
        ("both", ["Alhambra", "Granada"]),
    ],
)
def test_a_clause_of_all_games_that_is_tested_in_one_is_reported(
    tmp_path: Path, game: str, others: list[str]
) -> None:
    only = {
        "tests/test_a.py": REJECTING,
        "tests/test_b.py": f'@pytest.mark.accepts("BUILD-2", game="{game}")\ndef test_b(): ...\n',
    }
    lacking = ", ".join(f"no accepting test in {other}" for other in others)
    assert found_in(tmp_path, CODE | only) == [f"BUILD-2: {lacking}"]


@pytest.mark.parametrize(
    "path",
    [
        "src/granada_rules/box/clauses.py",
        "src/granada_rules/data/clauses.toml",
        "tests/oracle/rules.lp",
        "docs/guide/start.md",
        "examples/city.toml",
        "benchmarks/speed.py",
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
    ],
)
@pytest.mark.parametrize(
    "citation", [NO_SUCH_CLAUSE, f"BUILD-{0}", f"BUILD-{0}2", f"SIMPLE-{3}", f"BULID-{2}", f"A-BUILD-{2}"]
)
def test_an_unknown_citation_is_reported(tmp_path: Path, path: str, citation: str) -> None:
    files = CODE | TESTS | {path: f"# BUILD-1\n# see {citation}.\n"}
    assert found_in(tmp_path, files) == [f"{path}:2: there is no clause {citation}"]


@pytest.mark.parametrize("name", ["BUILD", "ROOF"])
def test_an_unknown_member_is_reported(tmp_path: Path, name: str) -> None:
    files = CODE | TESTS | {"docs/a.md": f"`Clause.{name}_99`"}
    assert found_in(tmp_path, files) == [f"docs/a.md:1: there is no clause {name}-99"]


@pytest.mark.parametrize("path", ["docs/picture.svg", "notes.md", "docs/directory.md/a.txt"])
def test_other_files_are_not_scanned(tmp_path: Path, path: str) -> None:
    assert found_in(tmp_path, CODE | TESTS | {path: NO_SUCH_CLAUSE}) == []


@pytest.mark.parametrize(
    ("marker", "argument"),
    [
        (f'accepts("Roof-{1}")', f"Roof-{1}"),
        ('rejects("BUILD-2", "BUILD2")', "BUILD2"),
        ("accepts(Clause.BUILD_2)", "Clause.BUILD_2"),
        ("accepts(2)", "2"),
        ("accepts(*CLAUSES)", "*CLAUSES"),
        ("accepts()", ""),
        ("accepts", ""),
    ],
)
def test_a_marker_without_a_clause_is_reported(tmp_path: Path, marker: str, argument: str) -> None:
    files = CODE | TESTS | {"tests/test_b.py": f"@pytest.mark.{marker}\ndef test_b(): ...\n"}
    problem = f"tests/test_b.py::test_b: {marker[:7]} {argument!r}, which is no clause"
    assert found_in(tmp_path, files) == [problem]


def test_a_pending_clause_with_code_and_both_tests_is_reported(tmp_path: Path) -> None:
    found = trace(write(tmp_path, CODE | TESTS))
    pending = OTHERS_PENDING | {Clause.BUILD_2: "later"}
    assert problems(found, {}, pending) == ["BUILD-2: no longer pending"]


@pytest.mark.parametrize("files", [{}, CODE, TESTS, CODE | {"tests/test_a.py": REJECTING}])
def test_a_pending_clause_may_be_under_way(tmp_path: Path, files: dict[str, str]) -> None:
    pending = OTHERS_PENDING | {Clause.BUILD_2: "later"}
    assert problems(trace(write(tmp_path, files)), {}, pending) == []


def test_a_clause_is_not_in_two_states(tmp_path: Path) -> None:
    nothing = {Clause.BUILD_2: "why not"}
    pending = OTHERS_PENDING | {Clause.BUILD_2: "later"}
    assert problems(trace(tmp_path), nothing, pending) == ["BUILD-2: both pending and nothing to enforce"]


def test_nothing_to_enforce_means_that_no_test_rejects(tmp_path: Path) -> None:
    nothing = {Clause.BUILD_2: "why not"}
    found = trace(write(tmp_path, CODE | {"tests/test_a.py": ACCEPTING}))
    assert problems(found, nothing, OTHERS_PENDING) == []
    found = trace(write(tmp_path, TESTS))
    assert problems(found, nothing, OTHERS_PENDING) == [
        "BUILD-2: nothing to enforce, but a test rejects by it"
    ]


def test_the_table_names_code_tests_and_state(tmp_path: Path) -> None:
    nothing = {Clause.BUILD_1: "why not"}
    pending = OTHERS_PENDING.copy()
    del pending[Clause.BUILD_1], pending[Clause.BUILD_4]
    lines = list(table(trace(write(tmp_path, CODE | TESTS)), nothing, pending))
    assert lines[0] == "clause      code   Alhambra    Granada       Both  state"
    start = lines.index("BUILD-1        0        0+0        0+0        0+0  nothing to enforce: why not")
    assert lines[start + 1 : start + 11] == [
        "BUILD-2        1        1+1        1+1        1+1  enforced",
        "    code     src/granada_rules/placement.py:1",
        "    accepts  Alhambra  tests/test_placement.py::test_fits",
        "    rejects  Alhambra  tests/test_placement.py::test_does_not_fit",
        "    accepts  Granada   tests/test_placement.py::test_fits",
        "    rejects  Granada   tests/test_placement.py::test_does_not_fit",
        "    accepts  Both      tests/test_placement.py::test_fits",
        "    rejects  Both      tests/test_placement.py::test_does_not_fit",
        "BUILD-3        0        0+0        0+0        0+0  pending: later",
        "BUILD-4        0        0+0        0+0        0+0  INCOMPLETE",
    ]
    assert "BOX-3          0          -        0+0        0+0  pending: later" in lines
    assert "A-BOX-2        0        0+0          -        0+0  pending: later" in lines
    assert "BUY-1          0        0+0        0+0          -  pending: later" in lines
    assert "A-END-3        0        0+0          -          -  pending: later" in lines
    assert "MIX-17         0          -          -        0+0  pending: later" in lines
    assert len(lines) == 1 + len(Clause) + 7


def test_the_command_lists_problems_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(write(tmp_path, {"README.md": NO_SUCH_CLAUSE})) == 1
    printed = capsys.readouterr().out
    assert f"\nREADME.md:1: there is no clause {NO_SUCH_CLAUSE}\n" in printed
    assert printed.endswith(" problems\n")


def test_the_command_succeeds_without_problems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(traceability, "PENDING", dict.fromkeys(Clause, "later"))
    monkeypatch.setattr(traceability, "NOTHING_TO_ENFORCE", {})
    assert main(tmp_path) == 0
    assert capsys.readouterr().out.endswith("\n0 problems\n")
