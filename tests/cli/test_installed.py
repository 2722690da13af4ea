"""The program as `pip install` leaves it: in an environment of its own, in an empty folder."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import hexcourt
from hexcourt.facts.base.kernels import LIBRARY
from hexcourt.solver.rulebase.rulebase import PARSED
from tests.cli.test_commands import hexcourt as in_this_process
from tests.effort import PATIENCE, long, sample
from tests.readme import ShownCommand, shown_commands, told_commands

PROJECT = Path(__file__).resolve().parent.parent.parent
NOT_OURS = (".*", "__pycache__", "build", "dist", "site", "*.egg-info")

pytestmark = [
    pytest.mark.skipif(
        any(importlib.util.find_spec(each) is None for each in ("build", "pip")),
        reason="needs build and pip: pip install 'hexcourt[dev]'",
    ),
    pytest.mark.usefixtures("kept"),
]


def ran(*command: str | Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        list(map(str, command)),
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build sdist and, from it, wheel of a copy of the sources; give the folder that holds them."""
    here = tmp_path_factory.mktemp("built")
    sources = here / "sources"
    shutil.copytree(PROJECT, sources, ignore=shutil.ignore_patterns(*NOT_OURS))
    before = sorted(sources.rglob("*"))
    parsed = {"HEXCOURT_PARSED_RULES": str(PARSED)} if any(PARSED.glob("*.sqlite")) else {}
    told = ("-m", "build", "--no-isolation", "-o", here, sources)
    done = ran(sys.executable, *told, folder=here, **sample(parsed, {}))
    assert done.returncode == 0, done.stdout + done.stderr
    assert sorted(sources.rglob("*")) == before, "building leaves the tree clean"
    return here


@pytest.fixture(scope="module")
def installed(built: Path) -> Path:
    """Install the wheel into an environment that has what it depends on, and nothing else; offline."""
    where = built / "environment"
    venv.create(where, symlinks=os.name == "posix")
    python = where / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    (wheel,) = built.glob("*.whl")
    told = (
        "install",
        "--quiet",
        "--no-compile",
        "--no-index",
        "--no-deps",
        "--disable-pip-version-check",
    )
    done = ran(sys.executable, "-m", "pip", "--python", python, *told, wheel, folder=built)
    assert done.returncode == 0, done.stderr
    # what it depends on is taken from here: a path in a .pth file does not lead to other such files
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(ran(python, "-c", asked, folder=built).stdout.strip())
    (packages / "shared.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def test_a_wheel_and_an_sdist_hold_all_that_is_read(built: Path) -> None:
    (wheel,), (sdist,) = built.glob("*.whl"), built.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as opened:
        held = set(opened.namelist())
    with tarfile.open(sdist) as opened:
        sources = {name.partition("/")[2] for name in opened.getnames()}
    rooms = ("asp", "facts", "solver", "cli", "docs", "examples")
    wanted = {
        path.relative_to(PROJECT).as_posix()
        for room in rooms
        for path in (PROJECT / room).rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and path.suffix not in (".nbi", ".nbc")
    }
    wanted |= {"py.typed", "__main__.py", "README.md", "CHANGELOG.md", "SECURITY.md"}
    in_c = "facts/base/kernels.c"
    assert in_c in wanted and f"hexcourt/{in_c}" not in held
    assert wanted - {in_c} - {name.removeprefix("hexcourt/") for name in held} == set()
    assert wanted | {"tests/tiny.py", "Makefile", "bench/predicates.py"} <= sources
    assert "hexcourt/docs/held_by.csv" in held
    assert not [name for name in held if name.endswith(("setup.py", ".pyc")) or "/tests/" in name]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_a_wheel_has_the_kernels_in_c_for_any_version_of_python(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    platform = re.sub(r"\W", "_", sysconfig.get_platform())
    assert wheel.name.endswith(f"-py3-none-{platform}.whl")
    with zipfile.ZipFile(wheel) as opened:
        assert f"hexcourt/facts/base/{LIBRARY}" in opened.namelist()


@long
@pytest.mark.parametrize("release", [False, True])
def test_without_a_compiler_a_wheel_is_for_any_machine_and_none_is_released(
    release: bool, tmp_path: Path
) -> None:
    sources = tmp_path / "sources"
    shutil.copytree(PROJECT, sources, ignore=shutil.ignore_patterns(*NOT_OURS))
    told = {"CC": str(tmp_path / "no_compiler"), "HEXCOURT_BUILD": "release" if release else ""}
    command = (sys.executable, "-m", "build", "--no-isolation", "--wheel", "-o", tmp_path, sources)
    done = ran(*command, folder=tmp_path, **told)
    assert (done.returncode != 0) == release
    assert [each.name.endswith("-py3-none-any.whl") for each in tmp_path.glob("*.whl")] == (
        [] if release else [True]
    )
    assert release or "warning: the kernels are not compiled" in done.stdout + done.stderr


def test_what_an_index_shows_of_a_wheel_has_no_links_that_lead_nowhere(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        (told,) = (each for each in names if each.endswith(".dist-info/METADATA"))
        text = opened.read(told).decode("utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert [each for each in links if not each.startswith(("https://", "#"))] == []
    assert "Author: The hexcourt authors" in text and "## Two commands" in text
    assert any(each.endswith("share/man/man1/hexcourt.1") for each in names)


def test_the_installed_program_is_the_one_that_runs(installed: Path, tmp_path: Path) -> None:
    asked = "import hexcourt; print(hexcourt.__version__, hexcourt.__file__)"
    version, file = ran(installed, "-c", asked, folder=tmp_path).stdout.split()
    assert version == hexcourt.__version__
    assert Path(file).is_relative_to(installed.parent.parent)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--version",), hexcourt.__version__),
        (("rules", "Q4.142"), "tests/asp/test_"),
        (("docs", "limits"), "# Limits"),
        (("los", "budapest", "L33h2", "E31"), "blocked by A6.4"),
    ],
)
def test_the_register_and_the_documents_are_installed(
    installed: Path, arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    assert said in ran(installed, "-m", "hexcourt", *arguments, folder=tmp_path).stdout
    assert list(tmp_path.iterdir()) == []


def test_a_first_command_parses_no_rules(installed: Path, tmp_path: Path) -> None:
    asked = (
        "import clingo.ast, hexcourt.cli.main\n"
        "def refuse(*_, **__): raise AssertionError('rules are parsed')\n"
        "clingo.ast.parse_string = clingo.ast.parse_files = refuse\n"
        "hexcourt.cli.main.main(['path', 'pegasus', 'L13', 'K12', '--unit', 'squad'])"
    )
    done = ran(installed, "-c", asked, folder=tmp_path, HEXCOURT_CACHE="off", HEXCOURT_NO_FORK="1")
    assert (done.stderr, done.returncode) == ("", 0)


def test_the_register_is_that_of_the_sources(installed: Path, tmp_path: Path) -> None:
    said = ran(installed, "-m", "hexcourt", "rules", folder=tmp_path)
    assert said.returncode == 0
    assert said.stdout == in_this_process("rules").stdout


@long
@pytest.mark.parametrize("shown", shown_commands(), ids=str)
def test_every_command_that_the_readme_shows_works(
    shown: ShownCommand, installed: Path, tmp_path: Path
) -> None:
    program = installed.with_name("hexcourt" + installed.suffix)
    assert shown.says(ran(program, *shown.arguments, folder=tmp_path).stdout)


@long
@pytest.mark.parametrize("arguments", told_commands(), ids=" ".join)
def test_every_command_that_the_readme_tells_works(
    arguments: tuple[str, ...], installed: Path, tmp_path: Path
) -> None:
    program = installed.with_name("hexcourt" + installed.suffix)
    done = ran(program, *arguments, folder=tmp_path)
    assert done.returncode in (0, 1, 3), done.stderr  # 3: boards that are not at hand


@long
def test_pip_fetches_what_the_wheel_depends_on(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    venv.create(tmp_path / "fresh", with_pip=True)
    python = tmp_path / "fresh" / "bin" / "python"
    done = ran(python, "-m", "pip", "install", "--quiet", wheel, folder=tmp_path)
    if done.returncode and "No matching distribution" in done.stderr:
        pytest.skip("no registry of packages can be reached")
    assert done.returncode == 0, done.stderr
    said = ran(python, "-m", "hexcourt", "los", "budapest", "L33h2", "E31", folder=tmp_path)
    assert said.returncode == 1 and "blocked by A6.4" in said.stdout
