"""The package as people install it: what is in it, that it runs anywhere, and that all it opens is typed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import granada_rules
from tests.helpers import ROOT
from verification.installed import built

DATA = {"clauses.toml", "reference-tiles.toml"} | {
    f"{name}.schema.json" for name in ("event", "game", "position", "sheet", "standing", "view", "violation")
}
FOLDERS = ("benchmarks", "docs", "examples", "src", "tests", "verification")
BESIDE = {
    ".editorconfig",
    ".gitignore",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CITATION.cff",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "PKG-INFO",
    "README.md",
    "SECURITY.md",
    "pyproject.toml",
    "requirements-dev.txt",
}


def files(folder: Path, below: Path) -> set[str]:
    """Return the files of a folder that somebody wrote, as they are named from another above it."""
    found = (path.relative_to(below) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in found if not {"__pycache__", ".hypothesis"} & set(path.parts)}


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Build the sdist and the wheel."""
    return built(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory, distributions: tuple[Path, Path]) -> Path:
    """Make an environment with the wheel; what that depends on comes from this one, looked into last."""
    folder = tmp_path_factory.mktemp("environment")
    for command in (
        ["venv", "--without-pip", str(folder)],
        [
            "pip",
            "--python",
            str(folder),
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            str(distributions[1]),
        ],
    ):
        subprocess.run([sys.executable, "-P", "-m", *command], check=True)  # noqa: S603 - this interpreter
    (site_packages,) = folder.glob("lib/*/site-packages")
    # What a file of paths adds is not looked through for such files, so no other granada_rules comes with it.
    (site_packages / "others.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return folder


def output(environment: Path, *command: str) -> str:
    """Return what a program prints that is run in the environment, far from here."""
    paths = os.pathsep.join([str(environment / "bin"), os.environ["PATH"]])
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    run = subprocess.run(  # noqa: S603 - our programs
        command,
        cwd=environment,
        env={**inherited, "PATH": paths, "VIRTUAL_ENV": str(environment)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_the_wheel_holds_the_package_and_its_data_and_nothing_else(distributions: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(distributions[1]) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == files(ROOT / "src", ROOT / "src")
    assert names >= {"granada_rules/py.typed", *(f"granada_rules/data/{name}" for name in DATA)}


def test_the_wheel_says_what_it_is(distributions: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(distributions[1]) as wheel:
        (name,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
        told = Parser().parsestr(wheel.read(name).decode())
    assert (told["Name"], told["Version"]) == ("granada-rules", granada_rules.__version__)
    assert (told["Requires-Python"], told["License-Expression"]) == (">=3.11", "MIT")
    needed = [each for each in told.get_all("Requires-Dist", []) if "extra ==" not in each]
    assert needed == ["attrs>=24.2", "click>=8.1.4", "wcwidth>=0.6"]
    assert "Typing :: Typed" in told.get_all("Classifier", [])


def test_the_sdist_holds_all_that_a_test_needs(distributions: tuple[Path, Path]) -> None:
    with tarfile.open(distributions[0]) as sdist:
        names = {member.name.partition("/")[2] for member in sdist.getmembers() if member.isfile()}
    assert names == BESIDE.union(*(files(ROOT / folder, ROOT) for folder in FOLDERS))


def test_the_wheel_works_far_from_here(environment: Path) -> None:
    program = (
        "import granada_rules as it; print(it.__file__, len(it.reference().tiles), it.Clause.BUILD_5.text)"
    )
    file, tiles, text = output(environment, "python", "-c", program).split(maxsplit=2)
    assert Path(file).is_relative_to(environment)
    assert (tiles, text) == ("54", granada_rules.Clause.BUILD_5.text + "\n")
    explained = output(environment, "granada-rules", "explain", "BUILD-5")
    assert granada_rules.Clause.BUILD_5.text in explained
    assert output(environment, "python", "-m", "granada_rules", "explain", "BUILD-5") == explained


def test_every_open_name_has_a_whole_type(environment: Path) -> None:
    command = [sys.executable, "-m", "basedpyright", "--verifytypes", "granada_rules", "--ignoreexternal"]
    told = json.loads(output(environment, *command, "--outputjson"))["typeCompleteness"]
    assert Path(told["packageRootDirectory"]).is_relative_to(environment)
    unclear = [each["name"] for each in told["symbols"] if not each["isTypeKnown"] or each["isTypeAmbiguous"]]
    assert unclear == []
    assert told["completenessScore"] == 1
    assert told["exportedSymbolCounts"]["withKnownType"] > 1000


def test_the_changelog_has_this_version_and_the_behaviour_of_what_comes_next() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"\n## {granada_rules.__version__}\n" in changelog
    # At the top is this version, or what has changed since.
    newest = changelog.split("\n## ")[1]
    assert re.findall(r"^Behaviour (\d+)", newest, re.MULTILINE) == [str(granada_rules.BEHAVIOUR)]


def test_the_citation_names_this_version() -> None:
    lines = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {granada_rules.__version__}" in lines
    assert "license: MIT" in lines


def test_every_file_is_as_the_settings_of_editors_say() -> None:
    names = {name for folder in FOLDERS for name in files(ROOT / folder, ROOT)} | BESIDE - {"PKG-INFO"}
    for name in names:
        content = (ROOT / name).read_bytes()
        content.decode("utf-8")
        assert b"\r" not in content, name
        assert b" \n" not in content, name
        assert content == b"" or content.endswith(b"\n"), name
