"""Work under limits: what it returns or raises comes back, what runs wild is ended, nothing is left."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from importlib import resources
from itertools import count
from pathlib import Path

import clingo
import pytest

from hexcourt.facts.base import sizes
from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.facts.boards import sizes as board_sizes
from hexcourt.solver.rulebase.untrusted_program import checked_statements
from hexcourt.solver.sandbox import processes
from hexcourt.solver.sandbox.children import send_early
from hexcourt.solver.sandbox.limited_run import (
    Limits,
    OutOfBudget,
    out_of_budget,
    run_each,
    run_limited,
)
from hexcourt.solver.sandbox.processes import Waiting, waited
from tests.effort import PATIENCE, one_in, one_of
from tests.hostile import Hostile, as_program, of_category

PROC = Path("/proc/self/statm")
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="limits need fork")

SMALL = Limits(seconds=0.3, memory=300 << 20)
AMPLE = Limits(seconds=PATIENCE, memory=300 << 20)
NARROW = Limits(seconds=PATIENCE, memory=50 << 20)
HEXES = "".join(f'hex("A{n}").' for n in range(400))


def grounded_and_solved(program: str, options: tuple[str, ...] = ()) -> str:
    """Ground and solve; tell whether it was satisfiable."""
    control = clingo.Control(list(options), logger=lambda code, text: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    return str(control.solve())


def children() -> set[int]:
    """List the child processes that there are, dead ones too."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.add(int(stat.parent.name))
    return found


def open_files() -> int:
    return sum(1 for _ in Path("/dev/fd").iterdir())


def soon_runs(pid: int) -> bool:
    """Tell whether a process still runs some time after it was ended."""
    for _ in range(20 * PATIENCE):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return False
        if state in "ZX":
            return False
        time.sleep(0.05)
    return True


def resident() -> int:
    return int(PROC.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if PROC.exists() else 0


@pytest.fixture(scope="module", autouse=True)
def _frozen() -> Iterator[None]:
    """Have each test collect its own garbage alone, not look through what others have left."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(autouse=True)
def nothing_left(capfd: pytest.CaptureFixture[str]) -> object:
    """Hold every test here to this: no process, pipe, output or memory is left."""
    gc.collect()
    before = children(), open_files(), resident()
    yield
    after = children(), open_files(), resident()
    assert after[:2] == before[:2]
    assert after[2] - before[2] < 64 << 20
    assert capfd.readouterr() == ("", "")


def spin() -> None:
    while True:
        pass


def fail(error: BaseException) -> None:
    raise error


# --- what comes back ------------------------------------------------------------------------------


def test_what_work_returns_comes_back() -> None:
    inherited = {"board": [1, 2, 3]}
    assert run_limited(lambda: inherited | {"more": None}, AMPLE) == {
        "board": [1, 2, 3],
        "more": None,
    }
    assert run_limited(lambda: None, AMPLE) is None
    large = run_limited(lambda: b"x" * 20_000_000, AMPLE)
    assert isinstance(large, bytes) and len(large) == 20_000_000


def test_what_work_does_to_memory_stays_in_the_child() -> None:
    kept = [1]
    assert run_limited(lambda: kept.append(2) or len(kept), AMPLE) == 2
    assert kept == [1]


@pytest.mark.parametrize(
    "error",
    [BadInput("no such hex; mend it"), RuleError("unsafe"), KeyboardInterrupt(), SystemExit(3)],
)
def test_what_work_raises_is_raised(error: BaseException) -> None:
    with pytest.raises(type(error)) as told:
        run_limited(lambda: fail(error), AMPLE)
    assert told.value.args == error.args


def test_a_fault_of_the_work_keeps_its_traceback() -> None:
    with pytest.raises(ZeroDivisionError) as told:
        run_limited(lambda: 1 // 0, AMPLE)
    assert "solver/sandbox/test_limits.py" in told.value.__notes__[0]


class Unpackable(Exception):
    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)
        self.held = lambda: one  # not to be pickled, whatever other libraries register


def test_what_cannot_be_packed_is_said() -> None:
    with pytest.raises(TypeError, match="return its text"):
        run_limited(lambda: [clingo.Number(1)], AMPLE)
    with pytest.raises((AttributeError, TypeError), match="pickle"):
        run_limited(lambda: lambda: 1, AMPLE)
    with pytest.raises(RuntimeError, match="Unpackable: ab"):
        run_limited(lambda: fail(Unpackable("a", "b")), AMPLE)


def test_output_is_swallowed() -> None:
    def chatter() -> int:
        os.write(1, b"out")
        return os.write(2, b"std::bad_alloc") + len(os.read(0, 1))

    assert run_limited(chatter, AMPLE) == 14


def test_limits_are_checked() -> None:
    for wrong in ({"seconds": 0}, {"seconds": float("nan")}, {"seconds": float("inf")}):
        with pytest.raises(BadInput, match="--limit-seconds"):
            Limits(**wrong)
    with pytest.raises(BadInput, match="--limit-memory"):
        Limits(memory=0)
    with pytest.raises(BadInput, match="--limit-conflicts"):
        Limits(conflicts=0)


def test_without_fork_work_is_done_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    assert run_limited(partial(divmod, 7, 2), AMPLE) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        run_limited(partial(divmod, 7, 0), AMPLE)
    ended = run_limited(partial(time.sleep, PATIENCE), Limits(seconds=0.1))
    assert isinstance(ended, OutOfBudget) and ended.what == "seconds"


# --- what runs wild -------------------------------------------------------------------------------

PIGEONS = "{ in(P,H) : H = 1..14 } = 1 :- P = 1..15. :- in(P,H), in(Q,H), P < Q."


@one_in(2)
@pytest.mark.parametrize(
    "program",
    [
        "p(1..1000000000).",
        "p(0). p(X+1) :- p(X).",
        "p(a). p(f(X)) :- p(X).",
        "p(a). p(g(X,X,X)) :- p(X).",
        "a. a :- " + "b : c; " * 20_000 + "d.",
    ],
    ids=lambda program: program[:30],
)
def test_growth_ends_at_the_memory(program: str) -> None:
    ended = run_limited(lambda: grounded_and_solved(program), NARROW)
    assert isinstance(ended, OutOfBudget) and ended.what == "memory"
    assert "50 MiB" in ended.sentence and "--limit-memory" in ended.sentence


def test_python_growth_ends_at_the_memory() -> None:
    ended = run_limited(lambda: len([0] * 10**9), NARROW)
    assert isinstance(ended, OutOfBudget) and ended.what == "memory"


def test_a_search_without_end_ends_at_the_clock() -> None:
    ended = run_limited(lambda: grounded_and_solved(PIGEONS), SMALL)
    assert isinstance(ended, OutOfBudget) and ended.what == "seconds"
    assert "0.3 s" in ended.sentence and "--limit-seconds" in ended.sentence


def test_time_in_which_others_have_the_processors_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = Limits(seconds=0.3)
    assert isinstance(run_limited(lambda: time.sleep(0.5), limits), OutOfBudget)
    clock = count(0.0, 60.0)
    monkeypatch.setattr(processes, "waited", lambda process: next(clock))
    began = time.monotonic()
    assert run_limited(lambda: time.sleep(0.5) or "done", limits) == "done"
    assert isinstance(run_limited(lambda: time.sleep(PATIENCE), limits), OutOfBudget)
    assert time.monotonic() - began < PATIENCE  # three times as long at most


def test_pieces_of_work_share_a_child_and_each_has_its_limits() -> None:
    done: list[int] = []

    def work() -> int:
        done.append(1)
        return len(done)

    def early() -> None:
        send_early(-1)
        spin()

    limits = Limits(seconds=0.4, memory=NARROW.memory)
    hungry = partial(bytearray, 10**9)
    came = list(run_each([work, work, early, work, hungry, work], lambda: limits))
    assert [found for found, _ in came] == [1, 2, -1, 1, None, 1] and not done
    met = [over.what if over else None for _, over in came]
    assert met == [None, None, "seconds", None, "memory", None]


def test_a_piece_that_lacks_memory_after_others_is_done_alone() -> None:
    kept: list[bytearray] = []

    def work() -> int:
        kept.append(bytearray(NARROW.memory * 2 // 3))
        return len(kept)

    came = list(run_each([work] * 6, lambda: NARROW))
    assert all(over is None for _, over in came)
    assert 1 in [found for found, _ in came[1:]]


def test_pieces_that_are_not_waited_for_end() -> None:
    before = children()  # of other tests
    with closing(run_each([lambda: 1, spin], lambda: AMPLE)) as came:
        assert next(came) == (1, None)
    assert children() <= before


def test_a_process_waits_as_long_as_what_it_started_has_waited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As long as a command, the question in it and the certificate in that, one of which is done."""
    seconds = {1: 0.5, 2: 0.0, 3: 0.0}
    monkeypatch.setattr(processes, "waited", lambda process: seconds[process])
    monkeypatch.setattr(processes, "_started_by", lambda process: sorted(seconds)[1:])
    waiting = Waiting(1)
    assert waiting.seconds() == 0
    seconds.update({1: 1.0, 2: 2.0, 3: 4.0})
    assert waiting.seconds() == 6.5
    del seconds[3]
    assert waiting.seconds() == 6.5
    seconds[2] = 5.0
    assert waiting.seconds() == 9.5


def test_what_the_system_says_of_waiting_is_read() -> None:
    assert 0 <= waited("self") < time.monotonic()
    assert waited("no process") == 0


def test_conflicts_are_counted_by_the_work() -> None:
    limits = Limits(seconds=PATIENCE, conflicts=100)

    def work() -> str | OutOfBudget:
        told = grounded_and_solved(PIGEONS, limits.solver_options)
        return out_of_budget("conflicts", limits) if told == "UNKNOWN" else told

    ended = run_limited(work, limits)
    assert isinstance(ended, OutOfBudget) and ended.what == "conflicts"
    assert "100 conflicts" in ended.sentence and "--limit-conflicts" in ended.sentence


@pytest.mark.parametrize("number", [signal.SIGABRT, signal.SIGSEGV, signal.SIGKILL])
def test_sudden_death_is_want_of_memory(number: int) -> None:
    ended = run_limited(lambda: os.kill(os.getpid(), number), AMPLE)
    assert isinstance(ended, OutOfBudget) and ended.what == "memory"


@pytest.mark.parametrize(
    "error",
    [MemoryError(), RuntimeError("std::bad_alloc"), RuleError("bad_alloc"), OSError(12, "")],
)
def test_every_word_for_want_of_memory_is_known(error: Exception) -> None:
    ended = run_limited(lambda: fail(error), AMPLE)
    assert isinstance(ended, OutOfBudget) and ended.what == "memory"


def test_the_second_clock_is_the_seconds_too() -> None:
    ended = run_limited(lambda: os.kill(os.getpid(), signal.SIGXCPU), AMPLE)
    assert isinstance(ended, OutOfBudget) and ended.what == "seconds"


def test_a_silent_end_is_a_fault() -> None:
    with pytest.raises(RuntimeError, match="status 7"):
        run_limited(lambda: os._exit(7), AMPLE)


def test_files_are_written_only_where_they_may_be(tmp_path: Path) -> None:
    def write() -> int:
        return (tmp_path / "made").write_text("x")

    with pytest.raises(OSError):
        run_limited(write, Limits(may_write=False))
    assert run_limited(write, AMPLE) == 1


def test_what_the_work_started_ends_with_it(tmp_path: Path) -> None:
    for then, limits in ((spin, SMALL), (lambda: None, AMPLE)):

        def work(then: Callable[[], None] = then) -> None:
            pid = subprocess.Popen(["sleep", "600"]).pid
            (tmp_path / "pid").write_text(str(pid))
            then()

        run_limited(work, limits)
        assert not soon_runs(int((tmp_path / "pid").read_text()))


SESSION = """
import os, pathlib, sys
from hexcourt.solver.sandbox import limited_run
from hexcourt.solver.sandbox.limited_run import Limits, run_limited
def work():
    made = pathlib.Path(sys.argv[1])
    made.with_suffix(".new").write_text(str(os.getpid()))
    made.with_suffix(".new").rename(made)
    while True: pass
try:
    run_limited(work, Limits())
except KeyboardInterrupt:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        sys.exit(77)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a child with its parent")
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 77), (signal.SIGKILL, -9), (signal.SIGTERM, -15)]
)
def test_the_child_ends_with_its_parent(number: int, status: int, tmp_path: Path) -> None:
    told = tmp_path / "child"
    with subprocess.Popen([sys.executable, "-c", SESSION, str(told)]) as session:
        for _ in range(20 * PATIENCE):
            if told.exists():
                break
            time.sleep(0.05)
        session.send_signal(number)
        assert session.wait(PATIENCE) == status
    assert not soon_runs(int(told.read_text()))


@pytest.mark.parametrize(
    "hostile",
    one_of([*of_category("explosion"), *of_category("endless")], 16),
    ids=lambda each: each.question[:50],
)
def test_explosions_end_as_out_of_budget(hostile: Hostile) -> None:
    program = as_program(hostile.question)
    assert len(checked_statements(program, "the question")) == 1
    ended = run_limited(lambda: grounded_and_solved(HEXES + program), SMALL)
    assert isinstance(ended, OutOfBudget) and ended.what in ("seconds", "memory")


# --- the page of limits --------------------------------------------------------------------------------


def test_the_page_tells_every_size_that_is_checked() -> None:
    text = (Path(__file__).parents[3] / "docs" / "reference" / "limits.md").read_text("utf-8")
    table = "\n".join(each for each in text.split("\n") if each.startswith("|"))
    told = {int(each.replace(",", "")) for each in re.findall(r"(?<![\w.])\d[\d,]*", table)}
    every = {**vars(sizes), **vars(board_sizes)}
    checked = {name: value for name, value in every.items() if isinstance(value, int)}
    for name, value in checked.items():
        in_bytes = value % (1 << 20) == 0
        assert (value >> 20 if in_bytes else value) in told, name
    known = {value >> 20 if value % (1 << 20) == 0 else value for value in checked.values()}
    for schema in ("cards/card_schema.json", "maps/map_schema.json"):
        text = resources.files("hexcourt.facts").joinpath(schema).read_text("utf-8")
        known |= {int(each) for each in re.findall(r'"max[A-Z]\w+": (\d+)', text)}
    assert told <= known
