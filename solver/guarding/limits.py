"""Runs work in a forked child under limits, so that no question can harm the machine or the session."""

from __future__ import annotations

import ctypes
import errno
import faulthandler
import gc
import io
import math
import os
import pickle
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeVar

import clingo

from hexcourt.facts.errors import BadInput
from hexcourt.solver.statutes.program import LawError

T = TypeVar("T")
Budget = Literal["seconds", "memory", "conflicts"]
_ENDLESS = 2**63


@dataclass(frozen=True, slots=True)
class Limits:
    """What work may use up: seconds by the clock, bytes beyond what is loaded, conflicts of a search.

    Work itself gives ``solver_options`` to clingo, and returns ``out_of_budget("conflicts", limits)``
    where a search is broken off. Without ``may_write`` no file can be written. Raises BadInput where a
    limit is no positive number.
    """

    seconds: float = 60.0
    memory: int = 2 * 1024**3
    conflicts: int | None = None
    may_write: bool = True

    def __post_init__(self) -> None:
        given = {"seconds": self.seconds, "memory": self.memory, "conflicts": self.conflicts}
        for what, number in given.items():
            if number is not None and not 0 < number < _ENDLESS:
                raise BadInput(f"--limit-{what}: give a number above 0 and below {_ENDLESS}")

    @property
    def solver_options(self) -> tuple[str, ...]:
        """Give the options of clingo that hold a search to these limits."""
        return () if self.conflicts is None else (f"--solve-limit={self.conflicts}",)


@dataclass(frozen=True, slots=True)
class OutOfBudget:
    """Work was broken off: which limit it met, and a sentence that says so and how to go on."""

    what: Budget
    sentence: str


def out_of_budget(what: Budget, limits: Limits) -> OutOfBudget:
    """Say that a limit was met."""
    reached = {
        "seconds": f"not done in {limits.seconds:g} s",
        "memory": f"more than {limits.memory >> 20} MiB of memory needed",
        "conflicts": f"not done after {limits.conflicts} conflicts",
    }
    return OutOfBudget(what, f"{reached[what]}; ask for less, or raise --limit-{what}")


def run_limited(work: Callable[[], T], limits: Limits) -> T | OutOfBudget:
    """Do work in a child process and return what it returns, or which limit it met.

    What comes back is a copy; a symbol of clingo cannot be copied to another process, so return its
    text. What the work prints is lost. The child, and any process that it starts, has ended when this
    returns. Raises what the work raises, BadInput where the system cannot fork, and RuntimeError where
    the child ends without a word.
    """
    if not hasattr(os, "fork"):
        raise BadInput("this system cannot limit what a question uses up; ask on Linux or macOS")
    deadline = time.monotonic() + limits.seconds
    ceiling = (_mapped("self") or _ENDLESS) + limits.memory
    parent = os.getpid()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        _be_child(work, limits, ceiling, parent, writing)
    try:
        os.close(writing)
        told = _gather(pid, reading, deadline, ceiling)
    finally:
        status = _end(pid)
        os.close(reading)
    if isinstance(told, str):
        return out_of_budget(told, limits)
    if int.from_bytes(told[:_PREFIX], "little") != len(told) - _PREFIX:
        return out_of_budget(_met(status), limits)
    done, value = pickle.loads(memoryview(told)[_PREFIX:])
    if done:
        return value  # type: ignore[no-any-return]
    raise value


_PREFIX = 8
_NO_MEMORY, _BROKEN = 81, 82  # with which a child ends that can say no more
_STARVED = (signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS)
_PR_SET_PDEATHSIG = 1
_LOOK = 0.1  # how often to look after the child, in seconds


def _mapped(process: int | str) -> int:
    """Give the bytes of address space of a process, 0 where the system does not tell."""
    with suppress(OSError, IndexError):  # a dead process has an empty file, then none
        pages = Path(f"/proc/{process}/statm").read_bytes().split()[0]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _gather(pid: int, reading: int, deadline: float, ceiling: int) -> bytes | Budget:
    """Read what the child says until it falls silent; tell which limit it meets before."""
    chunks: list[bytes] = []
    poll = select.poll()
    poll.register(reading, select.POLLIN)
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            return "seconds"
        # some systems do not hold a process to its address space
        if _mapped(pid) > ceiling:
            return "memory"
        if poll.poll(math.ceil(1000 * min(left, _LOOK))):
            chunk = os.read(reading, 1 << 20)
            if not chunk:
                return b"".join(chunks)
            chunks.append(chunk)


def _end(pid: int) -> int:
    """End the child and all that it started; give the status of one that had ended by itself."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _met(status: int) -> Budget:
    """Tell from the status of a child that said nothing which limit it met."""
    if status == -signal.SIGXCPU:
        return "seconds"
    # clingo ends its process with 1, and the loader with 127, where memory is too short to say more
    if status in (_NO_MEMORY, 1, 127) or -status in _STARVED:
        return "memory"
    raise RuntimeError(f"the child process ended with status {status} and said nothing")


def _be_child(
    work: Callable[[], object], limits: Limits, ceiling: int, parent: int, writing: int
) -> NoReturn:
    status = _BROKEN
    try:
        _leave(parent)
        _limit(limits, ceiling)
        content = _content(work)
        waiting = memoryview(len(content).to_bytes(_PREFIX, "little") + content)
        while waiting:
            waiting = waiting[os.write(writing, waiting) :]
        status = 0
    except MemoryError:
        status = _NO_MEMORY
    finally:
        os._exit(status)  # nothing of the parent's may be flushed or cleaned up here


def _leave(parent: int) -> None:
    """Part from the parent's terminal, signals and output, but not outlive it."""
    os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(_BROKEN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    faulthandler.disable()
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)
    gc.freeze()  # else the first collection copies every page of what is inherited


def _limit(limits: Limits, ceiling: int) -> None:
    import resource  # not on every system

    def lower(which: int, soft: int, hard: int) -> None:  # never raises what is low already
        held = resource.getrlimit(which)
        now = [_ENDLESS - 1 if each == resource.RLIM_INFINITY else each for each in held]
        resource.setrlimit(which, (min(soft, *now), min(hard, now[1])))

    # all cores may be at work: the clock is the parent's business, this is the fence behind it
    seconds = math.ceil(limits.seconds * (os.cpu_count() or 1)) + 1
    lower(resource.RLIMIT_CPU, seconds, seconds + 1)
    lower(resource.RLIMIT_CORE, 0, 0)
    lower(resource.RLIMIT_AS, ceiling, ceiling)
    if not limits.may_write:
        lower(resource.RLIMIT_FSIZE, 0, 0)


def _content(work: Callable[[], object]) -> bytes:
    """Do the work and pack what it returns or raises; raises MemoryError where it runs out."""
    try:
        return _packed(True, work())
    except MemoryError:
        raise
    except BaseException as error:
        if _is_starved(error):
            raise MemoryError from None
        if not isinstance(error, BadInput | LawError | KeyboardInterrupt):
            error.add_note(f"in the child process:\n{traceback.format_exc()}")
        with suppress(Exception):
            content = _packed(False, error)
            pickle.loads(content)
            return content
        return _packed(False, RuntimeError(f"{type(error).__name__}: {error}"))


def _is_starved(error: BaseException) -> bool:
    told = isinstance(error, RuntimeError) and str(error) in ("bad_alloc", "std::bad_alloc")
    return told or (isinstance(error, OSError) and error.errno == errno.ENOMEM)


class _Packer(pickle.Pickler):
    """Packs what has a meaning in another process; a symbol is an address in this one."""

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, clingo.Symbol):
            raise TypeError("a symbol of clingo cannot leave its process; return its text")
        return NotImplemented


def _packed(done: bool, value: object) -> bytes:
    packed = io.BytesIO()
    _Packer(packed).dump((done, value))
    return packed.getvalue()
