"""Does pieces of work by several threads or processes at once.

Threads are worth it for what runs without Python's lock. Processes are forked, so each begins with all
that this process holds; all are ended when one fails, or when this process is interrupted.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from math import ceil, inf
from threading import Event, Thread
from typing import Any, TypeVar

from hexcourt.solver.sandbox.forking import away, stays_here
from hexcourt.solver.sandbox.limited_run import Child, end_children, fork_child, last_said
from hexcourt.solver.sandbox.processes import NO_MEMORY, STARVED, can_fork, mapped

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
    """Return how many members a team may have: so many as are wanted, or one a core, for which there is
    memory; one where the system cannot fork, or is not to.
    """
    if stays_here() or not can_fork():
        return 1
    return max(1, min(wanted or usable_cores(), _room() // A_MEMBER))


def _room() -> int:
    """Return how much address space this process may still take."""
    import resource

    ceiling = resource.getrlimit(resource.RLIMIT_AS)[0]
    return 1 << 62 if ceiling == resource.RLIM_INFINITY else ceiling - mapped("self")


def run_team(work: Callable[[int], T], count: int, until: float = inf) -> list[T]:
    """Call ``work`` in ``count`` processes, each with its number from 0; return what they return.

    Raises what a process raises, MemoryError where one had no memory left, RuntimeError where one ended
    without a word, and TimeoutError at a point in time (``until``).
    """
    team: list[Child] = []
    try:
        with away():
            for number in range(count):
                fork_child(_join_team, partial(work, number), team)
            return _attend(team, until)
    finally:
        end_children(team)


def _join_team() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its team


def _attend(team: list[Child], until: float) -> list[Any]:
    """Wait until all have returned something; return it in their order, or raise what one raised."""
    said = {each: bytearray() for each in team}
    returned: dict[Child, Any] = {}
    poll = select.poll()
    by_pipe = {each.reading: each for each in team}
    for pipe in by_pipe:
        poll.register(pipe, select.POLLIN)
    while len(returned) < len(team):
        left = None if until == inf else max(0.0, until - time.monotonic())
        ready = poll.poll(None if left is None else ceil(1000 * left))
        if not ready:
            raise TimeoutError
        for pipe, _ in ready:
            child = by_pipe[pipe]
            if chunk := os.read(pipe, 1 << 20):
                said[child] += chunk
                continue
            poll.unregister(pipe)
            found = last_said(bytes(said.pop(child)))
            if found is None:
                team.remove(child)
                raise _ended(*end_children([child]))
            returned[child] = found[0]
    return [returned[child] for child in team]


def _ended(status: int) -> Exception:
    """Return why a process ended that returned nothing."""
    if status == NO_MEMORY or -status in STARVED:
        return MemoryError()
    return RuntimeError(f"a process of a team ended with status {status} and said nothing")
