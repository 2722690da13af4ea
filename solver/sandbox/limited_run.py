"""Runs work in a forked child under limits, so that no question can harm the machine or the session."""

from __future__ import annotations

import faulthandler
import gc
import io
import math
import os
import pickle
import select
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, NoReturn, TypeVar

import hexcourt.facts.base.packing  # noqa: F401 - mappings can be packed
from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.solver.sandbox.forking import CONTEXTS, alone, away, stays_here
from hexcourt.solver.sandbox.processes import (
    ENDLESS,
    NO_MEMORY,
    STARVED,
    STARVED_ON_WINDOWS,
    Watched,
    can_fork,
    confine,
    cpu_of_children,
    end,
    end_with,
    held,
    is_starved,
    mapped,
    python,
    system_limit,
)

T = TypeVar("T")
Budget = Literal["seconds", "memory", "conflicts"]

SECONDS, MEMORY = 60.0, 2048
"""What a question may use up where nothing else is said: seconds, and MiB."""

SECONDS_NAME, MEMORY_NAME = "HEXCOURT_LIMIT_SECONDS", "HEXCOURT_LIMIT_MEMORY"
"""Variables of the environment that say otherwise."""


def _seconds() -> float:
    return _from_environment(SECONDS_NAME, SECONDS)


def _memory() -> int:
    return int(_from_environment(MEMORY_NAME, MEMORY)) << 20


def _from_environment(name: str, default: float) -> float:
    told = os.environ.get(name)
    try:
        number = float(told) if told else default
    except ValueError:
        number = -1
    if not 0 < number < ENDLESS:
        raise BadInput(f"{name}: give a number above 0, and nothing else")
    return number


@dataclass(frozen=True, slots=True)
class Limits:
    """What work may use up: seconds by the clock, bytes beyond what is loaded, conflicts of a search.

    Work itself gives ``solver_options`` to clingo, and returns ``out_of_budget("conflicts", limits)``
    where a search is broken off. Without ``may_write`` no file can be written. What is not given is
    read from the environment, ``HEXCOURT_LIMIT_SECONDS`` and ``HEXCOURT_LIMIT_MEMORY`` (in MiB). Raises
    BadInput where a limit is no positive number.
    """

    seconds: float = field(default_factory=_seconds)
    memory: int = field(default_factory=_memory)
    conflicts: int | None = None
    may_write: bool = True

    def __post_init__(self) -> None:
        given = {"seconds": self.seconds, "memory": self.memory, "conflicts": self.conflicts}
        for what, number in given.items():
            kinds = (int, float) if what == "seconds" else (int,)
            fits = isinstance(number, kinds) and not isinstance(number, bool)
            if number is None and what == "conflicts":
                continue
            if not fits or not 0 < number < ENDLESS:  # type: ignore[operator]
                raise BadInput(f"--limit-{what}: give a number above 0 and below {ENDLESS}")

    @property
    def solver_options(self) -> tuple[str, ...]:
        """Return the options of clingo that hold a search to these limits."""
        return () if self.conflicts is None else (f"--solve-limit={self.conflicts}",)


@dataclass(frozen=True, slots=True)
class OutOfBudget:
    """Work was broken off: which limit it met, and a sentence that says so and how to go on."""

    what: Budget
    sentence: str


def out_of_budget(what: Budget, limits: Limits, used: float | None = None) -> OutOfBudget:
    """Report that a limit was met, and how many seconds were used where these were not all."""
    time_used = limits.seconds if used is None else round(used, 1) if used >= 1 else used
    reached = {
        "seconds": f"not done in {time_used:g} s",
        "memory": f"more than {limits.memory >> 20} MiB of memory needed",
        "conflicts": f"not done after {limits.conflicts} conflicts",
    }
    return OutOfBudget(what, f"{reached[what]}; ask for less, or raise --limit-{what}")


def run_limited(work: Callable[[], T], limits: Limits) -> T | OutOfBudget:
    """Do work in a child process and return what it returns, or which limit it met.

    Work may ``say_early`` what it will return at least: where it meets a limit after, that is returned.

    What comes back is a copy; a symbol of clingo cannot be copied to another process, so return its
    text. What the work prints is lost. The child, and any process that it starts, has ended when this
    returns. Raises what the work raises, and RuntimeError where the child ends without a result. Where
    the system cannot fork, the work is copied to another process, too: no lambda can be. Where forking
    is turned off it is done here, without limits.
    """
    if stays_here():
        return work()
    with away():
        return _run_elsewhere(work, limits)


def _run_elsewhere(work: Callable[[], T], limits: Limits) -> T | OutOfBudget:
    if not can_fork():
        return run_apart(work, limits)
    ceiling = (mapped("self") or ENDLESS) + limits.memory
    children: list[Child] = []

    def begin() -> None:
        _leave()
        confine(limits.seconds, ceiling, limits.may_write)

    try:
        fork_child(begin, work, children)
        pid, reading = children[0]
        met, told = _gather(pid, reading, time.monotonic() + limits.seconds, ceiling)
    finally:
        statuses = end_children(children)
    if told_whole := last_said(told):
        return told_whole[0]  # type: ignore[no-any-return]
    return out_of_budget(met, limits) if met else ended_by(statuses[0], limits, ceiling)


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
    parent, interruptions = os.getpid(), {signal.SIGINT, signal.SIGTERM}
    with alone():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, interruptions)
        try:
            reading, writing = os.pipe()
            pid = os.fork()
            if pid == 0:
                _be_child(begin, work, parent, writing, before)
            os.close(writing)
            children.append(Child(pid, reading))
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_children(children: list[Child]) -> list[int]:
    """End children with all that they started; return the statuses of those that had ended."""
    statuses = []
    while children:
        pid, reading = children.pop(0)
        statuses.append(end(pid))
        os.close(reading)
    return statuses


def last_said(told: bytes) -> tuple[Any] | None:
    """Return what a child said last, or raise it; nothing where it said nothing whole."""
    frames = list(_frames(told))
    if not frames:
        return None
    done, value = pickle.loads(frames[-1])
    if done:
        return (value,)
    raise value


def tell_to(writing: int, work: Callable[[], object]) -> None:
    """Do work in a child, and write to the parent what it returns or raises.

    Raises MemoryError where the memory runs out.
    """
    global _telling
    _telling = writing
    _tell(writing, content_of(work))


def say_early(value: object) -> None:
    """Send the parent, from within work, what to return where a limit is met later."""
    if _telling is not None:
        _tell(_telling, _packed(True, value))


_telling: int | None = None  # of this process, where it is a child at work


def _tell(writing: int, content: bytes) -> None:
    waiting = memoryview(len(content).to_bytes(_PREFIX, "little") + content)
    while waiting:
        waiting = waiting[os.write(writing, waiting) :]


def _frames(told: bytes) -> Iterator[memoryview]:
    """List what a child said whole."""
    at = 0
    while at + _PREFIX <= len(told):
        size = int.from_bytes(told[at : at + _PREFIX], "little")
        at += _PREFIX + size
        if at <= len(told):
            yield memoryview(told)[at - size : at]


_PREFIX = 8
_BROKEN = 82  # with which a child ends that can say no more
_LOOK = 0.1  # how often to look after the child, in seconds


def _gather(pid: int, reading: int, deadline: float, ceiling: int) -> tuple[Budget | None, bytes]:
    """Read what the child says until it falls silent, or meets a limit; tell which, and what it said."""
    chunks: list[bytes] = []
    poll = select.poll()
    poll.register(reading, select.POLLIN)
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            return "seconds", b"".join(chunks)
        # some systems do not hold a process to its address space
        if mapped(pid) > ceiling:
            return "memory", b"".join(chunks)
        if poll.poll(math.ceil(1000 * min(left, _LOOK))):
            chunk = os.read(reading, 1 << 20)
            if not chunk:
                return None, b"".join(chunks)
            chunks.append(chunk)


def ended_by(status: int, limits: Limits, ceiling: int) -> OutOfBudget:
    """Return which limit a child met, by the status of one that said nothing: ours, which gave it a
    ``ceiling`` of address space, or one of the system. Raises RuntimeError where it was none.
    """
    held = system_limit("RLIMIT_CPU")
    # where its soft and hard limit are one, the system kills at once
    killed = status == -signal.SIGKILL and cpu_of_children() >= (held or ENDLESS)
    if killed or status == -signal.SIGXCPU:
        if held is None:
            return out_of_budget("seconds", limits)
        return OutOfBudget(
            "seconds", f"not done in {held} s of a processor (ulimit -t); raise that"
        )
    # clingo ends its process with 1, and the loader with 127, where memory is too short to say more
    if status in (NO_MEMORY, 1, 127) or -status in STARVED:
        held = system_limit("RLIMIT_AS")
        if held is None or held >= ceiling:
            return out_of_budget("memory", limits)
        told = f"more needed than the {held >> 20} MiB of address space that there are (ulimit -v)"
        return OutOfBudget("memory", f"{told}; ask for less, or raise that")
    raise RuntimeError(f"the child process ended with status {status} and said nothing")


def _be_child(
    begin: Callable[[], None],
    work: Callable[[], object],
    parent: int,
    writing: int,
    mask: Iterable[int],
) -> NoReturn:
    status = _BROKEN
    try:
        end_with(parent)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        begin()
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        gc.freeze()  # else the first collection copies every page of what is inherited
        tell_to(writing, work)
        status = 0
    except MemoryError:
        status = NO_MEMORY
    finally:
        os._exit(status)  # nothing of the parent's may be flushed or cleaned up here


def _leave() -> None:
    """Part from the parent's terminal and output."""
    os.setsid()
    faulthandler.disable()
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)


def content_of(work: Callable[[], object]) -> bytes:
    """Do the work and pack what it returns or raises; raises MemoryError where it runs out."""
    try:
        return _packed(True, work())
    except MemoryError:
        raise
    except BaseException as error:
        if is_starved(error):
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


# Where the system cannot fork: a new process, which runs this module as a program


_MODULE = "hexcourt.solver.sandbox.limited_run"


def run_apart(work: Callable[[], T], limits: Limits) -> T | OutOfBudget:
    """Run work in a new process as ``run_limited`` does; what the work holds is pickled."""
    deadline = time.monotonic() + limits.seconds
    contexts = [(restore, current()) for restore, current in CONTEXTS.items()]
    content = packed((contexts, limits, work))
    with subprocess.Popen(
        python(_MODULE),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        watched = Watched(process)
        said: list[bytes] = []
        talk = threading.Thread(
            target=lambda: said.append(process.communicate(content)[0]), daemon=True
        )
        talk.start()
        try:
            met = watched.wait(deadline, held() + limits.memory)
        except BaseException:
            watched.end()
            raise
        talk.join()
    if found := last_said(b"".join(said)):
        return found[0]  # type: ignore[no-any-return]
    return out_of_budget(met or met_by(process.returncode), limits)


def met_by(status: int) -> Budget:
    """Return which limit a process met, by the status of one that said nothing."""
    if status in (NO_MEMORY, 1, 127) or -status in STARVED or status in STARVED_ON_WINDOWS:
        return "memory"
    raise RuntimeError(f"the process ended with status {status} and said nothing")


def _main() -> None:
    """Do the work that is read from standard input; what it prints itself is lost."""
    end_with(os.getppid())
    writing = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    content = sys.stdin.buffer.read()
    for stream in range(3):
        os.dup2(null, stream)
    try:
        contexts, limits, work = pickle.loads(content)
        confine(limits.seconds, ENDLESS, limits.may_write)
        with ExitStack() as stack:
            for restore, value in contexts:
                stack.enter_context(restore(value))
            tell_to(writing, work)
    except MemoryError:
        os._exit(NO_MEMORY)
    os._exit(0)


if __name__ == "__main__":
    _main()
