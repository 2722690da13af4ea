"""Forked children: how they begin, what they tell their parent, how they end; several that work as one.

Each child begins with all that this process holds. All end when one fails, or when this process is
interrupted.
"""

from __future__ import annotations

import gc
import io
import os
import pickle
import select
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from math import ceil, inf
from typing import Any, NamedTuple, NoReturn, TypeVar

import hexcourt.facts.base.packing  # noqa: F401 - mappings can be packed
from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.solver.sandbox.processes import (
    NO_MEMORY,
    OUT_OF_MEMORY,
    can_fork,
    end,
    end_with,
    is_out_of_memory,
    mapped,
)
from hexcourt.solver.sandbox.threads import alone, away, stays_here, usable_cores

T = TypeVar("T")


class Child(NamedTuple):
    """A forked child, and the end of the pipe by which it returns its result."""

    pid: int
    reading: int


def fork_child(
    begin: Callable[[], None], work: Callable[[], object], children: list[Child]
) -> None:
    """Fork a child that begins, works and writes what the work returns or raises; add it to a list.

    No interruption can come between the fork and the list: a child that nobody knows of never ends.
    """
    parent = os.getpid()
    with alone(), _later() as handlers:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTIONS)
        try:
            reading, writing = os.pipe()
            pid = os.fork()
            if pid == 0:
                _be_child(begin, work, parent, writing, before, handlers)
            os.close(writing)
            children.append(Child(pid, reading))
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM)

Handlers = Mapping[signal.Signals, Callable[[int, Any], object]]


@contextmanager
def _later() -> Iterator[Handlers]:
    """Handle interruptions when this is over; give the handlers, which a child has from its beginning.

    To block them in this thread is not enough: the main one handles in Python what any thread receives.
    """
    met: list[signal.Signals] = []
    is_main = threading.current_thread() is threading.main_thread()
    found = {each: signal.getsignal(each) for each in INTERRUPTIONS if is_main}
    handlers = {each: handler for each, handler in found.items() if callable(handler)}
    try:
        for each in handlers:
            signal.signal(each, lambda number, _: met.append(signal.Signals(number)))
        yield handlers
    finally:
        _handle_by(handlers)
        for each in met:
            handlers[each](each, None)


def _handle_by(handlers: Handlers) -> None:
    for each, handler in handlers.items():
        signal.signal(each, handler)


def end_children(children: list[Child]) -> list[int]:
    """End children with all that they started; return the statuses of those that had ended."""
    statuses = []
    while children:
        pid, reading = children.pop(0)
        statuses.append(end(pid))
        os.close(reading)
    return statuses


def last_message(data: bytes) -> tuple[Any] | None:
    """Return what a child said last, or raise it; nothing where it said nothing whole."""
    frames = list(_frames(data))
    if not frames:
        return None
    done, value = pickle.loads(frames[-1])
    if done:
        return (value,)
    raise value


def run_and_report(writing: int, work: Callable[[], object]) -> None:
    """Do work in a child, and write to the parent what it returns or raises.

    Raises MemoryError where the memory runs out.
    """
    global _report_pipe
    _report_pipe = writing
    _write_message(writing, content_of(work))


def send_each(works: Iterable[Callable[[], object]]) -> None:
    """Do pieces of work in a child, and send the parent of each what it returns or raises, and a pause.

    Raises MemoryError where the memory runs out.
    """
    for work in works:
        if _report_pipe is not None:
            _write_message(_report_pipe, content_of(work))
            _write_message(_report_pipe, b"")


def cut_piece(data: bytearray) -> bytes | None:
    """Cut off what a child said until its first pause, and return it; None where it has not paused."""
    at = 0
    while at + _PREFIX <= len(data):
        size = int.from_bytes(data[at : at + _PREFIX], "little")
        if not size:
            piece = bytes(data[:at])
            del data[: at + _PREFIX]
            return piece
        at += _PREFIX + size
    return None


def send_early(value: object) -> None:
    """Send the parent, from within work, what to return where a limit is met later."""
    if _report_pipe is not None:
        _write_message(_report_pipe, _packed(True, value))


def send_nothing_early() -> None:
    """Count only the result of this child: what it sends early is nobody's result."""
    global _report_pipe
    _report_pipe = None


_report_pipe: int | None = None  # of this process, where it is a child at work


def _write_message(writing: int, content: bytes) -> None:
    waiting = memoryview(len(content).to_bytes(_PREFIX, "little") + content)
    while waiting:
        waiting = waiting[os.write(writing, waiting) :]


def _frames(data: bytes) -> Iterator[memoryview]:
    """List what a child said whole."""
    at = 0
    while at + _PREFIX <= len(data):
        size = int.from_bytes(data[at : at + _PREFIX], "little")
        at += _PREFIX + size
        if at <= len(data):
            yield memoryview(data)[at - size : at]


_PREFIX = 8
_BROKEN = 82  # with which a child ends that can say no more


def _be_child(
    begin: Callable[[], None],
    work: Callable[[], object],
    parent: int,
    writing: int,
    mask: Iterable[int],
    handlers: Handlers,
) -> NoReturn:
    status = _BROKEN
    try:
        _handle_by(handlers)
        end_with(parent)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        begin()
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        gc.freeze()  # else the first collection copies every page of what is inherited
        run_and_report(writing, work)
        status = 0
    except MemoryError:
        status = NO_MEMORY
    finally:
        os._exit(status)  # nothing of the parent's may be flushed or cleaned up here


def content_of(work: Callable[[], object]) -> bytes:
    """Do the work and pack what it returns or raises; raises MemoryError where it runs out."""
    try:
        return _packed(True, work())
    except MemoryError:
        raise
    except BaseException as error:
        if is_out_of_memory(error):
            raise MemoryError from None
        if not isinstance(error, BadInput | RuleError | KeyboardInterrupt):
            error.add_note(f"in the child process:\n{traceback.format_exc()}")
        with suppress(Exception):
            content = _packed(False, error)
            pickle.loads(content)
            return content
        return _packed(False, RuntimeError(f"{type(error).__name__}: {error}"))


class _Packer(pickle.Pickler):
    """Packs what has a meaning in another process; a symbol is an address in this one."""

    def reducer_override(self, value: Any) -> Any:
        if type(value).__module__ == "clingo.symbol" and type(value).__name__ == "Symbol":
            raise TypeError("a symbol of clingo cannot leave its process; return its text")
        return NotImplemented


def _packed(done: bool, value: object) -> bytes:
    return packed((done, value))


def packed(value: object) -> bytes:
    """Pack a value for another process."""
    content = io.BytesIO()
    _Packer(content).dump(value)
    return content.getvalue()


# Several children that work as one team


A_MEMBER = 128 << 20
"""How many bytes of memory there should be for each member."""


def most_members(wanted: int | None) -> int:
    """Return how many members a team may have: so many as are wanted, or one a core, for which there is
    memory; one where the system cannot fork, or is not to.
    """
    if stays_here() or not can_fork():
        return 1
    return max(1, min(wanted or usable_cores(), _address_space_left() // A_MEMBER))


def _address_space_left() -> int:
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
    fields = {each: bytearray() for each in team}
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
                fields[child] += chunk
                continue
            poll.unregister(pipe)
            found = last_message(bytes(fields.pop(child)))
            if found is None:
                team.remove(child)
                raise _ended(*end_children([child]))
            returned[child] = found[0]
    return [returned[child] for child in team]


def _ended(status: int) -> Exception:
    """Return why a process ended that returned nothing."""
    if status == NO_MEMORY or -status in OUT_OF_MEMORY:
        return MemoryError()
    return RuntimeError(f"a process of a team ended with status {status} and said nothing")
