"""What the system says about processes, and how one is held to limits and ended."""

from __future__ import annotations

import ctypes
import errno
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import psutil


ENDLESS = 2**63

NO_MEMORY = 81
"""The status with which a child ends that has no memory left to say so."""

OUT_OF_MEMORY = frozenset(
    getattr(signal, name)
    for name in ("SIGKILL", "SIGSEGV", "SIGABRT", "SIGBUS")
    if hasattr(signal, name)
)
"""The signals by which a process ends that gets no more memory, as far as the system has them."""

_OUT_OF_RESOURCES = (errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE)
"""What a system says that has no more memory, processes or open files to give."""

_PR_SET_PDEATHSIG = 1
_LOOK = 0.5  # how often to look after a parent, in seconds


def can_fork() -> bool:
    """Return whether a child can be forked, and awaited by signals; macOS and Windows lack some of
    it.
    """
    return hasattr(os, "fork") and hasattr(signal, "sigtimedwait")


def mapped(process: int | str) -> int:
    """Return the bytes of address space of a process, 0 where the system does not tell."""
    return _pages(process, 0)


def resident(process: int | str) -> int:
    """Return the bytes of memory that a process holds, 0 where the system does not tell."""
    return _pages(process, 1) or (0 if can_fork() else _by_psutil(process))


def waited(process: int | str) -> float:
    """Return for how many seconds a process was ready to run while others had the processors; 0 where
    the system does not tell.
    """
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


class Waiting:
    """For how many seconds a process and all that it started ``waited``, what has ended since, too.

    Limits lie within each other, and who waits for a processor is the innermost process.
    """

    def __init__(self, process: int) -> None:
        self._process = process
        self._seen: dict[int, float] = {}
        self._before = self._sum()

    def seconds(self) -> float:
        """Return how long it was since this was made; to be asked often, as processes end."""
        return self._sum() - self._before

    def _sum(self) -> float:
        for each in (self._process, *_started_by(self._process)):
            self._seen[each] = max(self._seen.get(each, 0.0), waited(each))
        return sum(self._seen.values())


def hold_more(pid: int, most: int) -> bool:
    """Return whether a process and all that it started hold more than some bytes of memory; what they
    share is counted once.
    """
    held = resident(pid)
    started = _started_by(pid)
    if not started:
        return held > most
    if held + sum(map(resident, started)) <= most:
        return False  # to tell what is shared takes longer
    return resident_of_all(pid) > most


def resident_of_all(pid: int) -> int:
    """Return the bytes of memory that a process and all that it started hold, what they share once."""
    return sum(map(_share_of_memory, (pid, *_started_by(pid))))


def _started_by(pid: int) -> list[int]:
    """List the processes that one has started, and what these have; none if the system does not tell."""
    found: list[int] = []
    for entry in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, entry.read_bytes().split())
    return found + [each for child in found for each in _started_by(child)]


def _share_of_memory(pid: int) -> int:
    """Return the bytes that a process holds, of what several hold its share."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_bytes().splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) << 10
    return resident(pid)


def _by_psutil(process: int | str) -> int:
    """Ask psutil, where there are no files that tell of processes."""
    return held(None if process == "self" else int(process))


def _pages(process: int | str, column: int) -> int:
    with suppress(OSError, IndexError):  # a dead process has an empty file, then none
        pages = Path(f"/proc/{process}/statm").read_bytes().split()[column]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    return 0


def end(pid: int) -> int:
    """End a child and all that it started; give the status of one that had ended by itself."""
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def end_with(parent: int) -> None:
    """End this process with its parent, however that ends."""
    if sys.platform == "linux" and can_fork():
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    else:
        threading.Thread(target=follow, args=(parent, NO_MEMORY), daemon=True).start()
    # on Windows what starts the Python of a virtual environment stands between both
    if sys.platform != "win32" and os.getppid() != parent:
        os._exit(NO_MEMORY)


def follow(parent: int, status: int) -> None:
    """End this process once its parent is gone, however that ended; Windows goes on naming it."""
    is_there = _watching(parent) if sys.platform == "win32" else lambda: os.getppid() == parent
    while is_there():
        time.sleep(_LOOK)
    os._exit(status)


def _watching(pid: int) -> Callable[[], bool]:
    import psutil

    try:
        process = psutil.Process(pid)
        return lambda: bool(process.is_running())
    except psutil.Error:
        return lambda: False


def system_limit(name: str) -> int | None:
    """Return a limit that the system held this program to when it began; None where it held to none."""
    try:
        import resource
    except ImportError:
        return None
    if name not in _FIRST:
        held = resource.getrlimit(getattr(resource, name))
        _FIRST[name] = min((each for each in held if each != resource.RLIM_INFINITY), default=None)
    return _FIRST[name]


def cpu_of_children() -> float:
    """Return the seconds of processors that the children of this process took that have ended."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return math.ceil(used.ru_utime + used.ru_stime)


_FIRST: dict[str, int | None] = {}  # before this program lowered them for its children


def confine(seconds: float, ceiling: int, may_write: bool = True) -> None:
    """Limit this process to some seconds of all cores, and to a ceiling of address space."""
    try:
        import resource
    except ImportError:  # Windows: the parent watches, no more
        return

    for name in ("RLIMIT_AS", "RLIMIT_DATA", "RLIMIT_CPU"):
        system_limit(name)

    def lower(which: int, soft: int, hard: int) -> None:  # never raises what is low already
        held = resource.getrlimit(which)
        now = [ENDLESS - 1 if each == resource.RLIM_INFINITY else each for each in held]
        resource.setrlimit(which, (min(soft, *now), min(hard, now[1])))

    # all cores may be at work: the clock is the parent's business, this is the fence behind it
    most = math.ceil(seconds * (os.cpu_count() or 1)) + 1
    lower(resource.RLIMIT_CPU, most, most + 1)
    lower(resource.RLIMIT_CORE, 0, 0)
    lower(resource.RLIMIT_AS, ceiling, ceiling)
    if not may_write:
        lower(resource.RLIMIT_FSIZE, 0, 0)


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether an error is want of memory, in whichever words."""
    is_given = isinstance(error, RuntimeError) and str(error) in ("bad_alloc", "std::bad_alloc")
    out_of_memory = isinstance(error, OSError) and error.errno in _OUT_OF_RESOURCES
    return is_given or out_of_memory or isinstance(error, MemoryError)


# Watching a process from outside, where the system cannot fork or enforce limits: Windows, macOS
#
# Time and memory are looked at a few times a second, so work may go beyond its memory for a moment.


LOOK = 0.2
"""How often to look after a process, in seconds: each look lists all processes of the machine."""

OUT_OF_MEMORY_ON_WINDOWS = frozenset(
    {3, 0xC0000005, 0xC0000017, 0xC000012D, 0xC00000FD, 0xC0000409}
)
"""The statuses with which Windows ends what gets no more memory, or the C library what fails."""


def python(*module: str) -> tuple[str, ...]:
    """Return the command that runs a module anew; nothing is imported from the folder it is run in."""
    return (sys.executable, "-P", "-m", *module)


class WatchedProcess:
    """A process that was started, with all that it starts."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        import psutil

        self._process = process
        self._measured: psutil.Process | None = None
        with suppress(psutil.Error):
            self._measured = psutil.Process(process.pid)

    def holds(self) -> int:
        """Return the bytes of memory that it and its children hold, 0 where the system does not tell."""
        return sum(map(_held, self._all()))

    def end(self) -> None:
        """End it and all that it started."""
        import psutil

        for each in self._all():
            with suppress(psutil.Error):
                each.kill()
        with suppress(OSError):
            self._process.kill()

    def wait(self, deadline: float, most: int) -> Literal["seconds", "memory"] | None:
        """Wait until it has ended by itself; end it where it meets a limit, and tell which."""
        while True:
            left = deadline - time.monotonic()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(max(0.0, min(left, LOOK)))
                return None
            if left <= 0 or self.holds() > most:
                self.end()
                self._process.wait()
                return "seconds" if left <= 0 else "memory"

    def _all(self) -> Iterable[psutil.Process]:
        import psutil

        if self._measured is None:
            return ()
        children: list[psutil.Process] = []
        with suppress(psutil.Error):
            children = self._measured.children(recursive=True)
        return (self._measured, *children)


def held(pid: int | None = None) -> int:
    """Return the bytes of memory that a process holds, this one where none is named; 0 if it is gone."""
    import psutil

    with suppress(psutil.Error):
        return _held(psutil.Process(pid))
    return 0


def _held(process: psutil.Process) -> int:
    """Return what a process holds: on Windows what was promised to it, which is what runs out."""
    import psutil

    with suppress(psutil.Error):
        result = process.memory_info()
        return int(getattr(result, "private", result.rss))
    return 0
