"""The program where systems lack what Linux has, and consoles lack our signs.

``elsewhere/sitecustomize.py`` takes away what POSIX alone has, in the program and all that it starts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hexcourt as package
from hexcourt.cli.render.output import plain
from hexcourt.solver.sandbox.processes import can_fork
from tests.cli.test_commands import hexcourt
from tests.effort import PATIENCE, long, sample
from tests.readme import ShownCommand, shown_commands, told_commands

pytestmark = [
    pytest.mark.skipif(not can_fork(), reason="the system itself is one of these"),
    pytest.mark.usefixtures("kept"),
]

ELSEWHERE = Path(__file__).parent.parent / "elsewhere"
CODE_PAGES = {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0", "LC_ALL": "C"}
LINE = ("los", "budapest", "G39", "I39", "--place", 'rubble("H38",stone)', "--why")


def elsewhere(
    *arguments: str, folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program where POSIX alone is missing."""
    return subprocess.run(
        [sys.executable, "-m", "hexcourt", *arguments],
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ELSEWHERE), **environment},
    )


def here(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return elsewhere(*arguments, PYTHONPATH="", **environment)


def test_nothing_of_posix_is_left() -> None:
    asked = "import os, signal; print(hasattr(os, 'fork'), hasattr(signal, 'SIGKILL'))"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ELSEWHERE)},
    )
    assert done.stdout.split() == [b"False", b"False"]


IMPORT_ALL = """
import importlib, pkgutil, hexcourt
from hexcourt.solver.sandbox.processes import resident
for each in pkgutil.walk_packages(hexcourt.__path__, "hexcourt."):
    # mcp asks the system's name itself, and finds Linux here
    if not each.name.endswith(("__main__", "mcp.server")):
        try:
            importlib.import_module(each.name)
        except ModuleNotFoundError as error:  # of an extra that is not installed
            assert not (error.name or "").startswith("hexcourt"), error
            assert error.name not in ("fcntl", "resource", "pwd", "grp", "termios"), each.name
            print("without", error.name)
print("all", resident("self") > 0)
"""


def test_every_module_is_imported_elsewhere() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ELSEWHERE)},
    )
    assert done.stdout.endswith("all True\n"), done.stderr


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        (b"blocked by FB6.12423", LINE),
        *sample([], [(b"yes", ("ask", "budapest", 'exists : sees("G30", "F31")'))]),
        (b"no: mines", ("legal", "pegasus", 'mines("K12",ap,12,hidden)')),
    ],
)
def test_commands_answer_elsewhere_in_any_code_page(
    said: bytes, arguments: tuple[str, ...]
) -> None:
    done = elsewhere(*arguments, **CODE_PAGES)
    wanted = hexcourt(*arguments)
    assert (done.returncode, done.stderr) == (wanted.exit_code, b"")
    assert said in done.stdout
    assert done.stdout.decode("cp1252").count("\n") == wanted.stdout.count("\n")
    assert b"?" not in done.stdout


@pytest.mark.parametrize(
    "arguments", [LINE, ("ask", "budapest", 'exists : sees("G30", "F31")')], ids=["los", "ask"]
)
@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (("--limit-seconds", "0.001"), b"not done in 0.001 s"),
        (("--limit-memory", "1"), b"more than 1 MiB of memory needed"),
    ],
    ids=["seconds", "memory"],
)
def test_limits_hold_elsewhere(
    limit: tuple[str, ...], said: bytes, arguments: tuple[str, ...]
) -> None:
    done = elsewhere(*arguments, *limit)
    assert done.returncode == 3
    assert said in done.stdout + done.stderr


def test_help_says_what_is_not_limited_there() -> None:
    assert b"may go beyond" in elsewhere("los", "--help").stdout
    assert b"may go beyond" not in here("los", "--help").stdout


def test_what_was_raised_comes_back_elsewhere() -> None:
    done = elsewhere("ask", "budapest", 'exists : sees("G30", "F99")')
    assert done.returncode == 2
    assert done.stderr.startswith(b"hexcourt: ") and b"F99" in done.stderr


@long
def test_house_rules_are_in_force_elsewhere(tmp_path: Path) -> None:
    house = package.__path__[0] + "/examples/house_rules"
    rules = sorted(Path(house).glob("*.lp"))[0]
    question = ("ask", "budapest", 'exists : sees("G30", "F31")', "--amend", str(rules), "--json")
    assert elsewhere(*question).stdout.decode() == hexcourt(*question).stdout


STUDY = """\
question = 'exists : path("K30", "K31")'
board = "budapest"
vary = ['{ rubble("K31",stone) }']
"""


def test_a_sweep_is_carried_through_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(STUDY)
    done = elsewhere("sweep", "study.toml", "--jobs", "2", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"2 worlds, 2 decided now" in done.stdout


@long
@pytest.mark.parametrize("shown", shown_commands(), ids=str)
def test_every_command_that_the_readme_shows_works_elsewhere(shown: ShownCommand) -> None:
    done = elsewhere(*shown.arguments)
    assert shown.says(done.stdout.decode())


@long
@pytest.mark.parametrize("arguments", told_commands(), ids=" ".join)
def test_every_command_that_the_readme_tells_works_elsewhere(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    done = elsewhere(*arguments, folder=tmp_path, **CODE_PAGES)
    assert done.returncode in (0, 1, 3), done.stderr  # 3: boards that are not at hand


# --- consoles and files ---------------------------------------------------------------------------


def test_signs_that_a_code_page_lacks_are_written_by_others() -> None:
    assert plain("−1 ≥ 2½ → É") == "-1 >= 2.5 -> E"


@pytest.mark.parametrize("page", sample(["cp437"], ["cp1252", "cp437", "ascii"]))
def test_data_is_the_same_in_every_code_page(page: str) -> None:
    facts = here("board", "facts", "budapest", PYTHONIOENCODING=page).stdout
    assert facts.decode() == hexcourt("board", "facts", "budapest").stdout
    answered = here("los", "budapest", "G39", "I39", "--json", PYTHONIOENCODING=page).stdout
    told = json.loads(hexcourt("los", "budapest", "G39", "I39", "--json").stdout)
    assert json.loads(answered) == told


@pytest.mark.parametrize("path", ["C:\\Users\\me\\bd01", "D:\\vasl\\bd01"])
def test_a_path_with_backslashes_in_toml_is_told_how_to_write(path: str, tmp_path: Path) -> None:
    written = tmp_path / "map.toml"
    written.write_text(f'rows = [["{path}"]]')
    done = hexcourt("map", "show", str(written))
    assert done.exit_code == 2 and "write / for \\ in paths" in done.stderr
    written.write_text(f"\ufeffrows = [['{path}']]\r\n", "utf-8")
    done = hexcourt("map", "show", str(written))
    assert done.exit_code == 2 and "bd01" in done.stderr and "TOML" not in done.stderr
