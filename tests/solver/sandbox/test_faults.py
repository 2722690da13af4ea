"""A full disk, no permission, too little memory, a killed child: nothing lost, no status guessed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hexcourt.cli.main import main
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import write_whole
from hexcourt.solver.sandbox.limited_run import MEMORY_NAME
from hexcourt.solver.sandbox.processes import can_fork
from tests.effort import PATIENCE, one_in, sample
from tests.solver.sandbox.test_limited_command import played

pytestmark = pytest.mark.usefixtures("kept")

FULL, BARRED = OSError(28, "No space left on device"), PermissionError(13, "Permission denied")
WRITING = "hexcourt.facts.base.files"


@one_in(3)
@pytest.mark.parametrize(
    ("where", "fault"),
    [("os.fsync", FULL), ("tempfile.mkstemp", FULL), ("tempfile.mkstemp", BARRED)],
)
@pytest.mark.parametrize(
    "arguments",
    [
        ("matrix", "pegasus", "--out"),
        ("see", "pegasus", "K12", "--svg"),
        ("ask", "pegasus", "exists : hex(H)", "--dump"),
    ],
)
def test_a_file_that_cannot_be_written_is_named_and_the_old_one_kept(
    where: str,
    fault: OSError,
    arguments: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "kept"
    path.write_text("old")

    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(f"{WRITING}.{where}", fail)
    result = CliRunner().invoke(main, [*arguments, str(path)])
    assert result.exit_code == 2
    assert f"{path}: cannot be written ({fault.strerror})" in result.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["kept"] and path.read_text() == "old"


def test_want_of_memory_in_the_midst_of_writing_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("old")

    def starving() -> object:
        yield "new"
        raise MemoryError

    with pytest.raises(MemoryError):
        write_whole(path, starving())  # type: ignore[arg-type]
    assert [each.name for each in tmp_path.iterdir()] == ["kept"] and path.read_text() == "old"


def test_a_file_that_has_the_number_of_one_that_is_gone_may_be_written(tmp_path: Path) -> None:
    from hexcourt.facts.base import files as text_files

    gone, new = tmp_path / "gone", tmp_path / "new"
    gone.write_text("x")
    text_files.read_bytes(gone, 10, "a file")
    gone.rename(new)  # the same number, by another name
    write_whole(new, "y")
    text_files.read_bytes(new, 10, "a file")
    with pytest.raises(BadInput, match="was read for this answer"):
        write_whole(new, "z")


@pytest.mark.skipif(not can_fork(), reason="needs fork")
@pytest.mark.parametrize("mebibytes", [2, 9, 30][: sample(2, 3)])
def test_too_little_memory_is_out_of_budget_or_no_matter(mebibytes: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hexcourt.cli.main", "los", "pegasus", "K12", "L13"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, MEMORY_NAME: str(mebibytes)},
    )
    assert done.returncode in (0, 3)
    assert (done.returncode == 3) == done.stderr.startswith("hexcourt: out of budget: ")


@pytest.mark.skipif(not can_fork(), reason="needs fork")
def test_a_killed_child_has_no_answer() -> None:
    assert played(f"die({int(signal.SIGKILL)})") == "memory"


def started(arguments: tuple[str, ...], **streams: int | None) -> int:
    """Run a command with streams of its own; give its status."""
    command = [sys.executable, "-m", "hexcourt.cli.main", *arguments]
    return subprocess.run(command, timeout=PATIENCE, check=False, **streams).returncode  # type: ignore[call-overload,no-any-return]


FULL_DISK = Path("/dev/full")


@pytest.mark.skipif(not FULL_DISK.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [("--help",), ("los", "pegasus", "K12", "L13"), ("los", "x")])
def test_an_answer_that_cannot_be_written_is_no_no(arguments: tuple[str, ...]) -> None:
    with FULL_DISK.open("w") as full:
        assert started(arguments, stdout=full.fileno(), stderr=full.fileno()) == 2


CLOSED = """
import os, sys
os.close(int(sys.argv[1]))
os.execv(sys.executable, [sys.executable, "-m", "hexcourt.cli.main", *sys.argv[2:]])
"""


@pytest.mark.parametrize(("handle", "status"), [(0, 0), (1, 2), (2, 0)])
def test_a_stream_that_is_closed_is_no_no(handle: int, status: int) -> None:
    asked = ("los", "pegasus", "K12", "L13")
    done = subprocess.run(
        [sys.executable, "-c", CLOSED, str(handle), *asked], capture_output=True, check=False
    )
    assert done.returncode == status, done.stderr


NO_FORK = """
import os, sys
def fork():
    raise BlockingIOError(11, "Resource temporarily unavailable")
os.fork = fork
from hexcourt.cli.main import main
main(["los", "pegasus", "K12", "L13"])
"""


@pytest.mark.skipif(not can_fork(), reason="needs fork")
def test_where_no_process_can_be_started_it_is_out_of_budget() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NO_FORK], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("hexcourt: out of budget: no process could be started")


def test_a_certificate_that_cannot_be_read_is_bad_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "made"
    runner = CliRunner()
    runner.invoke(main, ["ask", "pegasus", "exists : hex(H)", "--certify", str(made)])
    real = os.open

    def barred(path: str | Path, *more: int) -> int:
        if str(path).endswith("model.txt"):
            raise BARRED
        return real(path, *more)

    monkeypatch.setattr("hexcourt.facts.base.files.os.open", barred)
    result = runner.invoke(main, ["verify", str(made)])
    assert result.exit_code == 2
    assert "model.txt: cannot be read (Permission denied)" in result.stderr
