"""The rooms of the package: each imports only from those above it, and none brings in strangers."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

import granada_rules
from tests.helpers import ROOT

PACKAGE = "granada_rules"
HOUSE = Path(granada_rules.__file__).parent

READING_ORDER = """
    base box city placement moats sheet scoring game position play notation dealer records referee
    wire draw cli testing
"""
ROOMS = READING_ORDER.split()

FRONT = {"__init__.py", "__main__.py"}
"""Modules from where every room may be entered, by its door."""

PLAYING = """
from granada_rules import City, Dealer, apply, audit, chance, check, complete, joint_seed, legal_actions
from granada_rules import moats, placement, reference, scoring, setup, view
"""
"""What most programs take: everything about cities and games that needs no files and no drawings."""

AHEAD = {("game/game.py", "position")}
"""The one room that a module takes names from although it is below: `Game.from_position`, `to_position`."""


def imported_modules(module: Path, package: Path) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of everything a module imports; imports for types count like others.

    ``from a import b`` yields ``a.b``: where b is no module, that still begins with the module a.
    """
    inside = (PACKAGE, *module.relative_to(package).parts[:-1])
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = list(inside[: len(inside) - node.level + 1]) if node.level else []
            origin += [node.module] if node.module else []
            yield from ((node.lineno, ".".join([*origin, alias.name])) for alias in node.names)


def modules_named(module: Path) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of everything that is imported by `import_module`, with ``*`` for a part."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            name = node.args[0]
            parts = name.values if isinstance(name, ast.JoinedStr) else [name]
            yield (
                node.lineno,
                "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts),
            )


def wrong_names(package: Path) -> Iterator[str]:
    """Yield a complaint for everything imported by name that is neither a door nor in the room itself."""
    for module in sorted(package.rglob("*.py")):
        path = module.relative_to(package)
        room = PACKAGE if str(path) in FRONT else f"{PACKAGE}.{path.parts[0].removesuffix('.py')}"
        for line, name in modules_named(module):
            inside, _, last = name.rpartition(".")
            if name != PACKAGE and (inside != room or not last):
                yield f"{path.as_posix()}:{line}: imports {name}"


def late_imports(module: Path) -> Iterator[tuple[int, str]]:
    """Yield line and name of every module that is imported inside a function."""
    for function in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Import):
                    yield from ((node.lineno, alias.name) for alias in node.names)
                elif isinstance(node, ast.ImportFrom):
                    names = (f"{node.module}.{alias.name}" for alias in node.names)
                    yield from ((node.lineno, name if name in SLOW else str(node.module)) for name in names)


def wrong_imports(package: Path) -> Iterator[str]:
    """Yield a complaint for every module without a place in the order and every import against it."""
    for module in sorted(package.rglob("*.py")):
        path = module.relative_to(package)
        if str(path) in FRONT:
            continue
        room = path.parts[0].removesuffix(".py")
        if room not in ROOMS:
            yield f"{path.as_posix()}: not among the rooms"
            continue
        open_rooms = ROOMS[: ROOMS.index(room)] + [room] * (len(path.parts) > 1)
        for line, name in imported_modules(module, package):
            top, _, rest = name.partition(".")
            other = rest.partition(".")[0]
            if top == PACKAGE and other not in open_rooms and (path.as_posix(), other) not in AHEAD:
                yield f"{path.as_posix()}:{line}: imports {name}"


def opened_cellars(package: Path, folder: Path | None = None) -> Iterator[str]:
    """Yield a complaint for every import from inside a room, or a part of one, that the module is not in.

    The modules are those of the package, or of a folder beside it.
    """
    root = folder or package
    for module in sorted(root.rglob("*.py")):
        path = module.relative_to(root)
        for line, name in imported_modules(module, root):
            steps = name.split(".")[1:] if name.startswith(f"{PACKAGE}.") else []
            inside = package
            for step, after in pairwise(steps):
                inside /= step
                if inside in module.parents:
                    continue
                if (inside / after).is_dir() or (inside / f"{after}.py").is_file():
                    # Where a name is both, the door has the name: `play.check`.
                    depth = len(inside.relative_to(package).parts) + 1
                    if after not in opened(inside, package) or name.count(".") > depth:
                        yield f"{path.as_posix()}:{line}: imports {name}"
                    break


def opened(room: Path, package: Path) -> set[str]:
    """Return what the door of a room opens: what it imports, with ``*`` all that a module of it lists."""
    found = set()
    for _, name in imported_modules(room / "__init__.py", package):
        module, _, last = name.rpartition(".")
        if last == "*":
            source = package.joinpath(*module.split(".")[1:]).with_suffix(".py").read_text("utf-8")
            listed = re.search(r"^__all__ = \[(.*?)\]", source, re.MULTILINE | re.DOTALL)
            found |= set(re.findall(r'"(\w+)"', listed[1])) if listed else set()
        else:
            found.add(last)
    return found


def circles(package: Path) -> list[str]:
    """Return the modules of one room that import one another in a circle."""
    modules = {
        ".".join(path.relative_to(package).with_suffix("").parts): path for path in package.rglob("*.py")
    }
    asks = {
        name: {
            other
            for _, imported in imported_modules(path, package)
            for other in modules
            if other != name
            and other.partition(".")[0] == name.partition(".")[0]
            and f"{imported}.".startswith(f"{PACKAGE}.{other}.")
            and not other.endswith("__init__")
        }
        for name, path in modules.items()
        if path.name != "__init__.py"
    }
    while free := {name for name, others in asks.items() if not others & asks.keys()}:
        asks = {name: others for name, others in asks.items() if name not in free}
    return sorted(asks)


def loaded_modules(statement: str) -> set[str]:
    """Return the modules that a statement loads."""
    program = f"import sys\nbefore = set(sys.modules)\n{statement}\nprint(*set(sys.modules) - before)"
    run = subprocess.run(  # noqa: S603 # this interpreter, and a program written above
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


def third_party_modules(statement: str) -> set[str]:
    """Return the top-level modules, neither ours nor of the standard library, that a statement loads."""
    top = {name.partition(".")[0] for name in loaded_modules(statement)}
    return top - sys.stdlib_module_names - {PACKAGE}


def test_each_room_imports_only_from_rooms_above() -> None:
    assert (HOUSE / "box" / "grid.py").exists()
    assert list(wrong_imports(HOUSE)) == []


def test_nobody_imports_from_inside_another_room() -> None:
    assert list(opened_cellars(HOUSE)) == []


WHITE_BOX = {
    *("game.game._without_borders", "game.result", "position.checks.payments"),
    *(
        "cli.files.contents",
        "draw.canvas.BOX_CHARACTERS",
        "draw.canvas.BUILDINGS",
        "draw.glyphs",
        "draw.markup.element",
    ),
    *("draw.columns", "draw.plan.line", "draw.words", "play.acts.timing.is_action"),
    *(
        "play.draft.Draft",
        "play.flow.end.score_table",
        "play.acts.place.do_store",
        "testing.cities.laid",
        "testing.cities.spoiled",
    ),
    *("testing.events.events_of", "testing.games.is_exact", "testing.invariants"),
    *("testing.positions._near", "testing.positions._seen_in_part"),
    *("testing.invariants.everything_is_in_one_place", "testing.twins.twins", "testing.values.mirrored"),
}
"""What tests use that no door opens: steps of an event, payments, parts of drawings and of the kit."""


def test_tests_and_programs_use_the_doors() -> None:
    folders = ("benchmarks", "docs", "examples", "tests", "verification")
    opened = [complaint for folder in folders for complaint in opened_cellars(HOUSE, ROOT / folder)]
    used = {complaint.rpartition(f" {PACKAGE}.")[2] for complaint in opened}
    assert used - WHITE_BOX == set()
    assert WHITE_BOX - used == set()


@pytest.mark.parametrize(
    ("path", "source", "is_fine"),
    [
        ("sheet.py", "from granada_rules.position import Facts", True),
        ("sheet.py", "from granada_rules.position.facts import Facts", False),
        ("sheet.py", "from granada_rules import position", True),
        ("sheet.py", "import granada_rules.position.facts", False),
        ("sheet.py", "from granada_rules.position import facts", False),
        ("sheet.py", "from granada_rules.position import check", True),
        ("sheet.py", "from granada_rules.position.check import check", False),
        ("position/facts.py", "from granada_rules.position.model import Position", True),
        ("position/facts.py", "from .inner import x", True),
        ("position/facts.py", "from .inner.cellar import x", False),
        ("position/inner/cellar.py", "from granada_rules.position.facts import Facts", True),
        ("__init__.py", "from granada_rules.position import Facts", True),
        ("__init__.py", "from granada_rules.position.facts import Facts", False),
    ],
)
def test_an_import_from_inside_another_room_is_found(
    tmp_path: Path, path: str, source: str, *, is_fine: bool
) -> None:
    for room in ("position", "position/inner"):
        (tmp_path / room).mkdir()
    door = "from granada_rules.position.facts import *\nfrom granada_rules.position.check import check\n"
    for module, text in {
        "position/__init__.py": door,
        "position/inner/__init__.py": "",
        "position/facts.py": '__all__ = ["Facts"]',
        "position/model.py": "",
        "position/check.py": "",
        "position/inner/cellar.py": "",
    }.items():
        (tmp_path / module).write_text(text, "utf-8")
    (tmp_path / path).write_text(source, "utf-8")
    complaints = [found for found in opened_cellars(tmp_path) if not found.startswith("position/__init__")]
    assert (complaints == []) is is_fine
    assert all(complaint.startswith(f"{path}:1: imports ") for complaint in complaints)


def test_inside_a_room_nobody_imports_in_a_circle() -> None:
    assert circles(HOUSE) == []


def test_a_circle_inside_a_room_is_found(tmp_path: Path) -> None:
    (tmp_path / "draw").mkdir()
    for name, source in {
        "svg": "from .text import x",
        "text": "from . import svg",
        "page": "from .svg import y",
    }.items():
        (tmp_path / "draw" / f"{name}.py").write_text(source, "utf-8")
    assert circles(tmp_path) == ["draw.page", "draw.svg", "draw.text"]


GUIDE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def test_the_map_of_the_rooms_is_right() -> None:
    guides = GUIDE + (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"`((?:benchmarks|docs|examples|src|tests|verification)/[\w./-]*)`", guides)
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).exists()] == []
    assert re.findall(r"^\| `(\w+)` \|", GUIDE, re.MULTILINE) == ROOMS
    assert all((HOUSE / room).is_dir() or (HOUSE / f"{room}.py").is_file() for room in ROOMS)


def test_what_the_walks_name_is_there() -> None:
    steps = re.findall(r"`(\w+)` \(`([\w/]+\.py)`\)", GUIDE)
    assert len(steps) > 20
    there = {path: definitions(HOUSE / path) for _, path in steps}
    assert [f"{path}: {name}" for name, path in steps if name not in there[path]] == []


def definitions(module: Path) -> set[str]:
    """Return the functions, methods and classes that a module defines."""
    tree = ast.parse(module.read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def with_module(package: Path, path: str, source: str) -> Path:
    """Return the package with a module in it."""
    module = package / path
    module.parent.mkdir(exist_ok=True)
    module.write_text(source, "utf-8")
    return package


@pytest.mark.parametrize(
    ("path", "source", "complaint"),
    [
        (
            "box/grid.py",
            "from granada_rules.city import City",
            "box/grid.py:1: imports granada_rules.city.City",
        ),
        ("box/grid.py", "import granada_rules.city", "box/grid.py:1: imports granada_rules.city"),
        ("box/grid.py", "import enum, granada_rules.city as c", "box/grid.py:1: imports granada_rules.city"),
        ("city/city.py", "from granada_rules import play", "city/city.py:1: imports granada_rules.play"),
        ("city/city.py", "from granada_rules import City", "city/city.py:1: imports granada_rules.City"),
        ("city/city.py", "import granada_rules", "city/city.py:1: imports granada_rules"),
        ("city/city.py", "from .. import placement", "city/city.py:1: imports granada_rules.placement"),
        ("city/city.py", "from ..placement import x", "city/city.py:1: imports granada_rules.placement.x"),
        (
            "placement.py",
            "from granada_rules.placement import x",
            "placement.py:1: imports granada_rules.placement.x",
        ),
        ("city/city.py", "def f():\n  import granada_rules.cli", "city/city.py:2: imports granada_rules.cli"),
        (
            "city/city.py",
            "if TYPE_CHECKING:\n  from ..game import Game",
            "city/city.py:2: imports granada_rules.game.Game",
        ),
        ("draw/svg.py", "from ..cli import main", "draw/svg.py:1: imports granada_rules.cli.main"),
        ("utils.py", "", "utils.py: not among the rooms"),
        ("draw2/svg.py", "", "draw2/svg.py: not among the rooms"),
        ("cellar/__init__.py", "", "cellar/__init__.py: not among the rooms"),
    ],
)
def test_an_import_against_the_order_is_found(tmp_path: Path, path: str, source: str, complaint: str) -> None:
    assert list(wrong_imports(with_module(tmp_path, path, source))) == [complaint]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("box/grid.py", "import enum\nfrom collections.abc import Iterable\nimport granada_rules_extra.city"),
        (
            "city/city.py",
            "from granada_rules.box import Cell\nfrom granada_rules import base, box\nfrom .. import box",
        ),
        ("draw/svg.py", "from granada_rules.draw.text import x\nfrom . import text\nfrom ..records import y"),
        ("draw/__init__.py", "from granada_rules.draw import svg\nfrom .svg import svg"),
        ("__init__.py", "from granada_rules.testing import x"),
        ("__main__.py", "from granada_rules.cli import main"),
    ],
)
def test_an_import_along_the_order_is_fine(tmp_path: Path, path: str, source: str) -> None:
    assert list(wrong_imports(with_module(tmp_path, path, source))) == []


def test_what_is_imported_by_its_name_is_a_door_or_in_the_same_room() -> None:
    assert {name for path in FRONT for _, name in modules_named(HOUSE / path)} == {f"{PACKAGE}.*"}
    assert len(list(modules_named(HOUSE / "cli" / "main.py"))) == 2
    assert list(wrong_names(HOUSE)) == []


@pytest.mark.parametrize(
    ("path", "source", "is_fine"),
    [
        ("__init__.py", 'import_module(f"granada_rules.{name}")', True),
        ("__init__.py", 'import_module("granada_rules.draw")', True),
        ("__init__.py", 'import_module(f"granada_rules.{room}.{name}")', False),
        ("__init__.py", 'import_module("granada_rules.draw.svg")', False),
        ("__init__.py", "import_module(name)", False),
        ("cli/main.py", 'importlib.import_module(f"granada_rules.cli.{name}")', True),
        ("cli/main.py", 'importlib.import_module("granada_rules")', True),
        ("cli/main.py", 'importlib.import_module("granada_rules.draw")', False),
        ("cli/main.py", 'importlib.import_module(f"granada_rules.{name}")', False),
    ],
)
def test_an_import_by_a_name_that_is_no_door_is_found(
    tmp_path: Path, path: str, source: str, *, is_fine: bool
) -> None:
    complaints = list(wrong_names(with_module(tmp_path, path, f"def f(name, room):\n    {source}")))
    assert (complaints == []) is is_fine
    assert all(complaint.startswith(f"{path}:2: imports ") for complaint in complaints)


def test_the_front_looks_into_every_room_but_the_program_and_the_kit() -> None:
    assert sorted(vars(granada_rules)["_ROOMS"]) == sorted({*ROOMS} - {"cli", "testing"})


def test_every_name_at_the_front_is_that_of_its_room() -> None:
    source = Path(granada_rules.__file__).read_text("utf-8")
    doors = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    named = {
        alias.name: import_module(f"{PACKAGE}.{alias.name}")
        if door.module == PACKAGE
        else getattr(import_module(str(door.module)), alias.name)
        for door in doors
        for alias in door.names
        if str(door.module).startswith(PACKAGE)
    }
    assert sorted(named) == sorted(granada_rules.__all__)
    assert [name for name, found in named.items() if getattr(granada_rules, name) is not found] == []


def test_the_package_loads_nothing_of_others_but_attrs() -> None:
    assert third_party_modules("from granada_rules import *") == {"attr", "attrs"}


def test_only_names_that_need_it_in_a_drawing_as_text_load_the_widths_of_letters() -> None:
    city = "from granada_rules import City, draw; name, Show = 'Zo\\xe9', draw.Show; city = City.of()"
    drawn = f"{city}; draw.svg(city, show=Show(title=name)); draw.text(city, show=Show(title='Zoe'))"
    assert "wcwidth" not in loaded_modules(drawn)
    assert "wcwidth" in loaded_modules(f"{city}; draw.text(city, show=Show(title=name))")


def test_a_stranger_is_found() -> None:
    assert third_party_modules("import attrs, pytest") >= {"attr", "attrs", "pytest", "_pytest"}


SLOW = {"decimal", "hashlib", "importlib.resources", "json", "secrets", "tomllib"}
"""Modules of the standard library that together take longer than all of ours."""


def test_importing_the_package_loads_nothing_of_it_so_that_ctrl_c_is_taken_care_of_first() -> None:
    loaded = loaded_modules("import granada_rules.__main__")
    assert {name for name in loaded if name.startswith(PACKAGE)} == {PACKAGE, f"{PACKAGE}.__main__"}
    assert not loaded & {"attr", "attrs", "click", "typing"}


def test_who_plays_does_not_wait_for_files_and_drawings() -> None:
    rooms = {f"{PACKAGE}.{room}" for room in ROOMS[ROOMS.index("records") :]} | {f"{PACKAGE}.notation"}
    assert not loaded_modules(PLAYING) & (SLOW | rooms)
    # They would be seen.
    assert loaded_modules("import granada_rules; granada_rules.records, granada_rules.draw") >= {
        "granada_rules.draw",
        "granada_rules.records",
    }


def test_what_is_imported_in_a_function_would_otherwise_not_be_loaded() -> None:
    late = {module: list(late_imports(module)) for module in HOUSE.rglob("*.py")}
    assert sum(map(len, late.values())) > 20
    loaded = loaded_modules(PLAYING)
    needless = [
        f"{module.relative_to(HOUSE)}:{line}: imports {name}"
        for module, found in late.items()
        for line, name in found
        if name in loaded
    ]
    assert needless == []


def test_every_public_name_is_there_and_no_other() -> None:
    assert set(granada_rules.__all__) <= set(dir(granada_rules))
    for name in granada_rules.__all__:
        assert getattr(granada_rules, name) is not None
    with pytest.raises(AttributeError, match="module 'granada_rules' has no attribute 'read_gmae'"):
        granada_rules.read_gmae  # type: ignore[attr-defined]  # noqa: B018
