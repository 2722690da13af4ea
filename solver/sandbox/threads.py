"""Threads that work in parallel, and forks only while none of them answers a question.

A forked child has one thread, and finds what the others were at as they left it, for ever: a lock held,
a table half written, a module half imported, clingo inside a statement. So a thread that answers is
``at_work``, one that forks waits until nobody else is (``alone``), and one that only waits for children
is ``away``. Any fork of the process waits so, whoever asks for it.

``HEXCOURT_NO_FORK=1`` turns off all forking, for debuggers: questions and commands are then answered in
this process, and no limit of time or memory is kept.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import copy_context
from threading import Condition, Event, Thread, get_ident
from typing import Any, TypeVar

Item = TypeVar("Item")

NO_FORK = "HEXCOURT_NO_FORK"
"""The variable of the environment that turns all forking off."""


def stays_here() -> bool:
    """Return whether all forking is turned off."""
    return os.environ.get(NO_FORK, "0") not in ("", "0")


@contextmanager
def at_work() -> Iterator[None]:
    """Keep other threads from forking meanwhile; wait while one is about to."""
    me = get_ident()
    _enter(me, 1)
    try:
        yield
    finally:
        with _turn:
            _set(me, _at_work.get(me, 0) - 1)


@contextmanager
def away() -> Iterator[None]:
    """Allow others to fork meanwhile, though this thread is at work: it only waits, for its own
    children.
    """
    me = get_ident()
    with _turn:
        depth = _at_work.get(me, 0)
        _set(me, 0)
    try:
        yield
    finally:
        if depth:
            _enter(me, depth)


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other thread is at work, and keep all from it meanwhile."""
    _close()
    try:
        yield
    finally:
        _open()


def free_in_children(lock: Any) -> Any:
    """Free a lock in every forked child, whoever held it where the child comes from."""
    _locks.append(lock)
    return lock


Context = Callable[[Any], AbstractContextManager[object]]

CONTEXTS: dict[Context, Callable[[], object]] = {}
"""What a new process restores before it works, each with what tells its current value."""


def carry(restore: Context, current: Callable[[], object]) -> None:
    """Run work in a new process inside ``restore(current())``; a forked one inherits it anyway."""
    CONTEXTS[restore] = current


_turn = Condition()
_at_work: dict[int, int] = {}  # how deep each thread is at work
_waiting: list[int] = []  # threads that wait to fork
_alone: list[int] = []  # the thread that forks, as often as it has begun to
_locks: list[Any] = []


def _set(me: int, depth: int) -> None:
    if depth > 0:
        _at_work[me] = depth
    else:
        _at_work.pop(me, None)
        _turn.notify_all()


def _enter(me: int, depth: int) -> None:
    with _turn:
        if me not in _at_work:
            _turn.wait_for(lambda: me in _alone or not (_waiting or _alone))
        _at_work[me] = _at_work.get(me, 0) + depth


def _close() -> None:
    me = get_ident()
    with _turn:
        depth = _at_work.get(me, 0)
        _set(me, 0)  # two threads that wait to fork do not wait for each other
        _waiting.append(me)
        try:
            _turn.wait_for(lambda: me in _alone or not (_at_work or _alone))
            _alone.append(me)
        finally:
            _waiting.remove(me)
            _set(me, depth)


def _open() -> None:
    with _turn:
        if get_ident() in _alone:
            _alone.remove(get_ident())
        _turn.notify_all()


def _begin() -> None:
    """Forget, in a child, the threads that are not there."""
    global _turn
    _turn = Condition()
    me = get_ident()
    others = [each for each in _at_work if each != me]
    for each in others:
        del _at_work[each]
    _waiting.clear()
    _alone.clear()
    for lock in _locks:
        if not (hasattr(lock, "_is_owned") and lock._is_owned()):
            lock._at_fork_reinit()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_close, after_in_parent=_open, after_in_child=_begin)


TURN = 0.0005
"""After so many seconds a thread lets another go on in Python, which is about to give it back."""


def usable_cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_in_threads(
    work: Callable[[Item], object],
    pieces: Sequence[Item],
    threads: int,
    tell: Callable[[Item], None] = lambda piece: None,
) -> None:
    """Do pieces of work, this thread and so many less one; ``tell`` is given here which ones are
    done.

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

    def report_all() -> None:
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
            go_on(left.popleft, report_all)
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
    report_all()


@contextmanager
def _quick_turns(threads: int) -> Iterator[None]:
    before = sys.getswitchinterval()
    if threads > 1:
        sys.setswitchinterval(TURN)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
