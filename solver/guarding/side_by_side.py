"""Has pieces of work done by threads side by side: worth it for what runs without Python's lock."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from threading import Event, Thread
from typing import TypeVar

T = TypeVar("T")

TURN = 0.0005
"""After so many seconds a thread lets another go on in Python, which is about to give it back."""


def usable_cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def side_by_side(
    work: Callable[[T], object],
    pieces: Sequence[T],
    threads: int,
    tell: Callable[[T], None] = lambda piece: None,
) -> None:
    """Do pieces of work, this thread and so many less one; ``tell`` is told here which ones are done.

    Every other thread begins with the last piece, so that they come to work at what lies together late.
    What one raises is raised here, once all have left off.
    """
    left, done = deque(pieces), deque[T]()
    failed: list[BaseException] = []
    stop = Event()

    def go_on(take: Callable[[], T], rest: Callable[[], None]) -> None:
        while not stop.is_set():
            try:
                piece = take()
            except IndexError:
                return
            work(piece)
            done.append(piece)
            rest()

    def help_out(take: Callable[[], T]) -> None:
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
