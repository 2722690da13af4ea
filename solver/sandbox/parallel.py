"""Runs one piece of work in several processes at once.

Workers are forked, so each begins with all that this process holds. All are ended when one fails, or
when this process is interrupted.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from math import inf
from multiprocessing.connection import Connection, Pipe, wait
from threading import Event, Thread
from typing import Any, NoReturn, TypeVar

from hexcourt.solver.sandbox.forking import alone, away, stays_here
from hexcourt.solver.sandbox.limited_run import content_of
from hexcourt.solver.sandbox.processes import NO_MEMORY, STARVED, can_fork, end, end_with, mapped

# --- Has pieces of work done by threads side by side: worth it for what runs without Python's lock


Item = TypeVar("Item")

TURN = 0.0005
"""After so many seconds a thread lets another go on in Python, which is about to give it back."""


def usable_cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def side_by_side(
    work: Callable[[Item], object],
    pieces: Sequence[Item],
    threads: int,
    tell: Callable[[Item], None] = lambda piece: None,
) -> None:
    """Do pieces of work, this thread and so many less one; ``tell`` is told here which ones are done.

    Every other thread begins with the last piece, so that they come to work at what lies together late.
    What one raises is raised here, once all have left off.
    """
    left, done = deque(pieces), deque[Item]()
    failed: list[BaseException] = []
    stop = Event()

    def go_on(take: Callable[[], Item], rest: Callable[[], None]) -> None:
        while not stop.is_set():
            try:
                piece = take()
            except IndexError:
                return
            work(piece)
            done.append(piece)
            rest()

    def help_out(take: Callable[[], Item]) -> None:
        try:
            go_on(take, lambda: None)
        except BaseException as error:  # it is raised where it can be dealt with
            failed.append(error)
            stop.set()

    def tell_all() -> None:
        while done:
            tell(done.popleft())

    with _quick_turns(threads):
        helpers = [
            Thread(
                target=copy_context().run,
                args=(help_out, left.popleft if number % 2 else left.pop),
                daemon=True,
            )
            for number in range(min(threads, len(left)) - 1)
        ]
        try:
            for each in helpers:
                each.start()
            go_on(left.popleft, tell_all)
            for each in helpers:
                each.join()
        except BaseException:
            stop.set()
            for each in helpers:
                if each.is_alive():
                    each.join()
            raise
    if failed:
        raise failed[0]
    tell_all()


@contextmanager
def _quick_turns(threads: int) -> Iterator[None]:
    before = sys.getswitchinterval()
    if threads > 1:
        sys.setswitchinterval(TURN)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


T = TypeVar("T")

A_MEMBER = 128 << 20
"""How many bytes of memory there should be for each member."""


def most_members(wanted: int | None) -> int:
    """Tell how many members a team may have: so many as are wanted, or one a core, for which there is
    memory; one where the system cannot fork, or is not to.
    """
    if stays_here() or not can_fork():
        return 1
    return max(1, min(wanted or usable_cores(), _room() // A_MEMBER))


def _room() -> int:
    """Tell how much address space this process may still take."""
    import resource

    ceiling = resource.getrlimit(resource.RLIMIT_AS)[0]
    return 1 << 62 if ceiling == resource.RLIM_INFINITY else ceiling - mapped("self")


def run_team(work: Callable[[int], T], count: int, until: float = inf) -> list[T]:
    """Call ``work`` in ``count`` processes, each with its number from 0; return what they return.

    Raises what a process raises, MemoryError where one had no memory left, RuntimeError where one ended
    without a word, and TimeoutError at a moment of the clock (``until``).
    """
    team: dict[Connection, int] = {}
    try:
        with away():
            for number in range(count):
                _start(work, number, team)
            told = _attend(team, until)
        return told
    finally:
        for line, pid in team.items():
            end(pid)
            line.close()


def _returned(content: bytes) -> Any:
    done, value = pickle.loads(content)
    if done:
        return value
    raise value


def _start(work: Callable[[int], object], number: int, team: dict[Connection, int]) -> None:
    parent = os.getpid()
    with alone(), _uninterrupted():
        here, there = Pipe()
        pid = os.fork()
        if pid == 0:
            _be_member(work, number, there, parent)
        team[here] = pid
    there.close()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put an interruption off: no member may be forked and not be known of."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _be_member(
    work: Callable[[int], object], number: int, line: Connection, parent: int
) -> NoReturn:
    status = 1
    try:
        end_with(parent)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its team
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        gc.freeze()  # else the first collection copies every page of what is inherited
        line.send_bytes(content_of(lambda: work(number)))
        status = 0
    except MemoryError:
        status = NO_MEMORY
    finally:
        os._exit(status)  # nothing of the parent's may be flushed or cleaned up here


def _attend(team: dict[Connection, int], until: float) -> list[Any]:
    """Wait until all have returned something; return it in their order, or raise what one raised."""
    returned: dict[Connection, Any] = {}
    while len(returned) < len(team):
        left = None if until == inf else max(0.0, until - time.monotonic())
        ready = wait([each for each in team if each not in returned], left)
        if not ready:
            raise TimeoutError
        for line in ready:
            assert isinstance(line, Connection)
            try:
                content = line.recv_bytes()
            except (EOFError, ConnectionError):
                raise _ended(end(team.pop(line))) from None
            returned[line] = _returned(content)
    return [returned[line] for line in team]


def _ended(status: int) -> Exception:
    """Tell why a member ended that returned nothing."""
    if status == NO_MEMORY or -status in STARVED:
        return MemoryError()
    return RuntimeError(f"a process of a team ended with status {status} and said nothing")
