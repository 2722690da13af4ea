"""Threads beside forked processes: a child never waits for what a thread held that it does not have."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Lock, Thread
from types import SimpleNamespace

import pytest

from hexcourt.solver.api.position import Position
from hexcourt.solver.rulebase.program import IN_CLINGO, grounded
from hexcourt.solver.sandbox import children, limited_run
from hexcourt.solver.sandbox import threads as threads_module
from hexcourt.solver.sandbox.limited_run import Limits, run_limited
from hexcourt.solver.sight.situation_cache import DECIDING
from hexcourt.solver.studies import running
from tests.effort import PATIENCE
from tests.tiny import tiny

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked")
AMPLE = Limits(seconds=PATIENCE)
Work = Callable[[], int]


def limited(work: Work) -> object:
    return run_limited(work, AMPLE)


def as_command(work: Work) -> object:
    return run_limited(work, AMPLE, command=())


def in_a_team(work: Work) -> object:
    return children.run_team(lambda number: work(), 1)[0]


def swept(work: Work) -> object:
    done = running.run(iter([0, 1]), lambda chunk: [work()], jobs=2)  # type: ignore[arg-type, list-item, return-value]
    return {rows[0] for _, rows in done}.pop()


def forked(work: Work) -> object:
    pid = os.fork()
    if pid == 0:
        os._exit(work())
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def of_multiprocessing(work: Work) -> object:
    process = multiprocessing.get_context("fork").Process(target=lambda: os._exit(work()))
    process.start()
    process.join()
    return process.exitcode


WAYS = [limited, as_command, in_a_team, swept, forked, of_multiprocessing]


@pytest.fixture(autouse=True)
def nothing_runs_at_exit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave what the tests themselves do at exit to the process that they run in."""
    monkeypatch.setattr(limited_run, "atexit", SimpleNamespace(_run_exitfuncs=lambda: None))


@pytest.mark.parametrize("way", WAYS)
def test_a_fork_waits_until_no_other_thread_is_at_work(way: Callable[[Work], object]) -> None:
    held, began, forks = Lock(), Event(), Event()  # any lock: a cache's, an import's

    def answer() -> None:
        with threads_module.at_work(), held:
            began.set()
            while not (threads_module._waiting or forks.is_set()):
                forks.wait(0.001)

    def work() -> int:
        with held:
            return 7

    other = Thread(target=answer)
    other.start()
    began.wait()
    try:
        assert way(work) == 7
    finally:
        forks.set()
        other.join()
    assert not threads_module._at_work


@pytest.mark.parametrize("lock", [IN_CLINGO, DECIDING])
def test_a_child_finds_the_locks_of_the_solver_free(lock: Lock) -> None:
    began, done = Event(), Event()

    def hold() -> None:
        with lock:
            began.set()
            done.wait()

    def work() -> int:
        with lock:
            pass
        control = grounded([], "a(1..3).")
        return len(control.symbolic_atoms)

    other = Thread(target=hold)
    other.start()
    began.wait()
    try:
        assert run_limited(work, AMPLE) == 3
    finally:
        done.set()
        other.join()


def test_two_that_fork_amid_questions_do_not_wait_for_each_other() -> None:
    both, found = Barrier(2), list[object]()

    def ask() -> None:
        with threads_module.at_work():
            both.wait()
            found.append(run_limited(lambda: 7, AMPLE))
            both.wait()  # neither leaves off before both have their answer

    threads = [Thread(target=ask) for _ in range(2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert found == [7, 7]


def test_nobody_begins_while_another_forks_and_all_go_on_after() -> None:
    begun = Event()

    def begin() -> None:
        with threads_module.at_work():
            begun.set()

    with threads_module.alone(), threads_module.alone():
        other = Thread(target=begin)
        other.start()
        with threads_module.at_work():  # whoever forks may well ask
            assert not begun.is_set()
    other.join()
    assert begun.is_set()


def questions(position: Position) -> Iterator[Callable[[], object]]:
    """Ask in this process, and in others."""
    yield lambda: position.los("A1", "A5").as_json()
    yield lambda: position.place("rubble(A2,wood)").los("A1", "A3").as_json()
    yield lambda: position.path("A1", "A5", unit="squad").as_json()
    yield lambda: position.ask('which X : sees("A1",X)').as_json()
    yield lambda: position.ask(
        'always : sees("A1","A5")', vary=["{ rubble(A2,wood) } <= 1"]
    ).as_json()


def test_threads_that_ask_side_by_side_hear_what_one_hears() -> None:
    def opened() -> Position:
        return Position(tiny("A1:A5, A2 building(wood,1), A4 woods"))

    alone = [ask() for ask in questions(opened())]
    shared = opened()

    def ask_all(first: int) -> bool:
        asked = list(questions(shared))
        turns = ((first + turn) % len(asked) for turn in range(len(asked)))
        return all(asked[number]() == alone[number] for number in turns)

    with ThreadPoolExecutor(3) as pool:
        assert all(pool.map(ask_all, range(3)))


UNFORKED = """
import os
def refuse(): raise AssertionError("forked")
os.fork = refuse
from hexcourt import open_board
from hexcourt.cli.main import main
from hexcourt.solver.sandbox.children import most_members
assert most_members(8) == 1
print(open_board("pegasus").ask('exists : sees("L13","K12")').answer)
main(["los", "pegasus", "L13", "K12"])
"""


def test_forking_can_be_turned_off() -> None:
    told = {**os.environ, threads_module.NO_FORK: "1"}
    done = subprocess.run(
        [sys.executable, "-c", UNFORKED], env=told, capture_output=True, text=True, check=False
    )
    assert "forked" not in done.stderr
    assert done.stdout.count("\n") >= 2, done.stderr
