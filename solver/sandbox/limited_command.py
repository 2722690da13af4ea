"""Runs a whole command in a forked child, which keeps the terminal, while this process watches it.

Where the system cannot fork, ``respawning.py`` does the same with a process started anew.

Whatever the child meets, a crash of a library among it, this process says in one sentence what it was.
A status counts as computed only where the child has said it: clingo ends its process with 1, which
would be a no, where memory is short.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn

from hexcourt.solver.sandbox.forking import alone
from hexcourt.solver.sandbox.limited_run import (
    Budget,
    Limits,
    OutOfBudget,
    ended_by,
    met_by,
    out_of_budget,
)
from hexcourt.solver.sandbox.processes import (
    ENDLESS,
    NO_MEMORY,
    Watched,
    confine,
    end_with,
    held,
    hold_more,
    mapped,
    python,
    resident,
)

LIBRARIES = 1 << 30
"""How much address space libraries may reserve, most of which is never used."""

_LOOK = 0.05  # how often to look after the child, in seconds
_GRACE = 10.0  # how many seconds a command has to end by itself that was interrupted


class CommandDied(RuntimeError):
    """A command ended without a result, for no limit that is known."""


def run_fenced(work: Callable[[], int], limits: Limits) -> int | OutOfBudget:
    """Do a command's work in a child; give its exit status, or the limit that it met.

    Returns in the parent alone: the child ends with the status. Raises CommandDied where it ends
    without a word.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # it will be told where it is written to
            stream.flush()
    ceiling = (mapped("self") or ENDLESS) + limits.memory + LIBRARIES
    most = resident("self") + limits.memory
    parent = os.getpid()
    watched = {signal.SIGINT, signal.SIGTERM, signal.SIGCHLD}
    with alone():
        reading, writing = os.pipe()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, watched)
        gc.freeze()  # else the child's first collection copies every page of what is loaded
        pid = os.fork()
    if pid == 0:
        end_with(parent)
        signal.signal(signal.SIGTERM, _interrupt)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(reading)
        _work(work, limits, ceiling, writing)
    os.close(writing)
    try:
        met, status = _watch(pid, watched, time.monotonic() + limits.seconds, most)
    finally:
        _drain(watched)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    told = os.read(reading, 1)
    os.close(reading)
    if told:
        return told[0]
    if met:
        return out_of_budget(met, limits)
    try:
        return ended_by(status, limits, ceiling)
    except RuntimeError as error:
        raise CommandDied(str(error).replace("child process", "command")) from None


def _interrupt(number: int, _: object) -> NoReturn:
    """Take a termination signal as Ctrl-C, once: a command then shows what it found."""
    signal.signal(number, lambda *_: None)
    raise KeyboardInterrupt


def _work(work: Callable[[], int], limits: Limits, ceiling: int, writing: int) -> NoReturn:
    confine(limits.seconds, ceiling)
    try:
        status = work()
    except MemoryError:
        os._exit(NO_MEMORY)
    os.write(writing, bytes([status & 255]))
    _leave(status)


def _leave(status: int) -> NoReturn:
    """End this child as a process does, but leave its memory, and that of the parent, as it lies."""
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status & 255)


def _watch(
    pid: int, signals: set[signal.Signals], deadline: float, most: int
) -> tuple[Budget | None, int]:
    """Wait for the child, and end it where it meets a limit; pass on signals that end a command.

    Raises KeyboardInterrupt where a child that was told to end did not within ``_GRACE`` seconds.
    """
    met: Budget | None = None
    is_terminated = False
    while True:
        left = deadline - time.monotonic()
        told = signal.sigtimedwait(signals, max(0.0, min(left, _LOOK)))
        if told is not None and told.si_signo == signal.SIGINT and told.si_code <= 0:
            # one sent to this process alone; the terminal sends its own to both
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGINT)
        if told is not None and told.si_signo == signal.SIGTERM and not is_terminated:
            is_terminated, deadline = True, min(deadline, time.monotonic() + _GRACE)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            if is_terminated and met is not None:
                raise KeyboardInterrupt
            return met, os.waitstatus_to_exitcode(status)
        if met is None and (left <= 0 or hold_more(pid, most)):
            met = "seconds" if left <= 0 else "memory"
            os.kill(pid, signal.SIGKILL)


def _drain(signals: set[signal.Signals]) -> None:
    while signal.sigtimedwait(signals, 0) is not None:
        pass


# Where the system cannot fork: a command in a new process, which is watched
#
# The child is told by its environment that it is held to limits, and says its status shifted, so that
# none of a crash or of a library is taken for a computed one.


_FENCED = "HEXCOURT_FENCED"
_SHIFT = 100
_INTERRUPTED = 130


def run_respawned(arguments: Sequence[str], limits: Limits) -> int | OutOfBudget:
    """Run ``hexcourt`` with some arguments in a child; give its exit status, or the limit that it met.

    Raises CommandDied where it ends without a result.
    """
    deadline, most = time.monotonic() + limits.seconds, held() + limits.memory
    environment = {**os.environ, _FENCED: str(os.getpid())}
    with subprocess.Popen([*python("hexcourt"), *arguments], env=environment) as process:
        watched = Watched(process)
        try:
            met = watched.wait(deadline, most)
        except KeyboardInterrupt:  # the terminal told the child, too
            watched.wait(time.monotonic() + _GRACE, most)
            return _INTERRUPTED
        except BaseException:
            watched.end()
            raise
    if process.returncode >= _SHIFT and process.returncode < _SHIFT + 256:
        return process.returncode - _SHIFT
    try:
        return out_of_budget(met or met_by(process.returncode), limits)
    except RuntimeError as error:
        raise CommandDied(str(error)) from None


def is_respawned() -> bool:
    """Return whether this process is a child held to limits; what it starts in turn is not."""
    parent = os.environ.pop(_FENCED, None)
    if parent is None:
        return False
    if parent.isdecimal():
        end_with(int(parent))
    return True


def said(status: int) -> int:
    """Return the status with which a child says that its own was computed."""
    return (status & 255) + _SHIFT
