"""Every command behind one fence: limits told and settable, and no status but a computed one."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from hexcourt.cli.main import main
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.sandbox.limited_run import MEMORY_NAME, SECONDS_NAME, Limits
from hexcourt.solver.sandbox.processes import can_fork
from tests.effort import PATIENCE

pytestmark = pytest.mark.skipif(not can_fork(), reason="needs fork and signals that can be awaited")

LINE = ("los", "pegasus", "K12", "L13")

PLAYED = """
import os, signal, sys, time
from hexcourt.solver.sandbox.limited_run import Limits, run_limited
def hold():
    kept = []
    while True:
        kept.append(bytearray(1 << 20))
def spin():
    while True:
        pass
def die(number):
    os.kill(os.getpid(), number)
def starve():
    raise MemoryError
def wait():
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        print("ready", flush=True)
        time.sleep(1000)
    except KeyboardInterrupt:
        return 130
met = run_limited(lambda: eval(sys.argv[1]), Limits(float(sys.argv[2]), 60 << 20), command=())
print(getattr(met, "what", met))
"""


def played(work: str, seconds: float = PATIENCE) -> str:
    """Play a command that does some work behind the fence; give what the parent then says."""
    told = [sys.executable, "-c", PLAYED, work, str(seconds)]
    done = subprocess.run(told, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.stdout.strip() or done.stderr.strip().split("\n")[-1]


def commands(group: click.Command, path: tuple[str, ...] = ()) -> dict[str, click.Command]:
    if not isinstance(group, click.Group):
        return {" ".join(path): group}
    found = {}
    for name, command in group.commands.items():
        found.update(commands(command, (*path, name)))
    return found


def asked(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hexcourt.cli.main", *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("name", sorted(commands(main)))
def test_every_command_takes_the_same_pair_of_limits(name: str) -> None:
    options = {each.name: each for each in commands(main)[name].params}
    assert options["limit_seconds"].envvar == SECONDS_NAME
    assert options["limit_memory"].envvar == MEMORY_NAME


def test_a_status_is_handed_on() -> None:
    for status in (0, 1, 2, 3, 130):
        assert played(str(status)) == str(status)


def test_limits_end_a_command() -> None:
    assert played("hold()") == "memory"
    assert played("spin()", 0.3) == "seconds"
    assert played("starve()") == "memory"


def test_the_status_of_a_library_that_ends_the_process_is_no_answer() -> None:
    assert played("os._exit(1)") == "memory"
    assert played("die(signal.SIGSEGV)") == "memory"
    assert played("die(signal.SIGXCPU)") == "seconds"
    assert "status -8 and said nothing" in played("die(signal.SIGFPE)")


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({SECONDS_NAME: "0.001"}, "not done in 0.001 s"),
        ({MEMORY_NAME: "1"}, "more than 1 MiB of memory needed"),
    ],
)
def test_out_of_budget_is_one_sentence_and_3(limits: dict[str, str], said: str) -> None:
    done = asked(*LINE, **limits)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(
        f"hexcourt: out of budget: {said}; ask for less, or raise --limit"
    )
    assert done.stderr.count("\n") == 1


def test_an_answer_within_limits_is_the_answer() -> None:
    done = asked(*LINE)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "K12 (level −1) to L13 (level −1), range 2: clear\n"


def test_a_full_disk_is_bad_input_of_the_place_that_is_full() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no such device here")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "hexcourt.cli.main", *LINE],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.startswith("hexcourt: standard output: No space left on device")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_reaches_the_command(number: int) -> None:
    told = [sys.executable, "-c", PLAYED, "wait()", str(PATIENCE)]
    with subprocess.Popen(told, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        assert process.stdout.read().strip() == "130"


def test_the_library_reads_its_limits_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECONDS_NAME, "7.5")
    monkeypatch.setenv(MEMORY_NAME, "100")
    assert (Limits().seconds, Limits().memory) == (7.5, 100 << 20)
    monkeypatch.setenv(MEMORY_NAME, "much")
    with pytest.raises(BadInput, match=MEMORY_NAME):
        Limits()


HELD = """
import os, resource, signal, sys
from hexcourt.solver.sandbox.limited_run import Limits, run_limited
from hexcourt.solver.sandbox.processes import mapped
which, most = sys.argv[1], int(sys.argv[2])
most += mapped("self") if which == "RLIMIT_AS" else 0
resource.setrlimit(getattr(resource, which), (most, most))
def work():
    if which != "RLIMIT_CPU":
        raise MemoryError
    os.kill(os.getpid(), signal.SIGXCPU)
print(run_limited(work, Limits(memory=int(sys.argv[3]))).sentence)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems hold to other limits")
@pytest.mark.parametrize(
    ("which", "most", "memory", "said"),
    [
        ("RLIMIT_AS", 1 << 30, 1 << 34, r"more needed than the \d+ MiB of .* \(ulimit -v\); "),
        ("RLIMIT_AS", 1 << 34, 1 << 30, r"more than 1024 MiB of memory needed; .* --limit-memory"),
        ("RLIMIT_DATA", 1 << 30, 1 << 34, r"more needed than the 1024 MiB of .* \(ulimit -d\); "),
        ("RLIMIT_CPU", 500, 1 << 30, r"not done in 500 s of a processor \(ulimit -t\); raise that"),
    ],
)
def test_the_limit_that_was_met_is_named(which: str, most: int, memory: int, said: str) -> None:
    told = [sys.executable, "-c", HELD, which, str(most), str(memory)]
    done = subprocess.run(told, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert re.match(said, done.stdout), (done.stdout, done.stderr)
