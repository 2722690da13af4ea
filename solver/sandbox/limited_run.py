"""Runs work under limits, so that no question can harm the machine or the session: a question's work in
a forked child without a terminal, a whole command's in one that keeps it.

Whatever a child meets, a crash of a library among it, its parent says in one sentence what it was. A
result counts as computed only where the child has said it whole: clingo ends its process with 1, which
as the status of a command would be a no, where memory is short.
"""

from __future__ import annotations

import atexit
import faulthandler
import os
import pickle
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import Any, Literal, NoReturn, TypeVar

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.sandbox.children import (
    Child,
    cut_piece,
    end_children,
    fork_child,
    last_message,
    packed,
    run_and_report,
    send_each,
    send_nothing_early,
)
from hexcourt.solver.sandbox.processes import (
    ENDLESS,
    NO_MEMORY,
    OUT_OF_MEMORY,
    OUT_OF_MEMORY_ON_WINDOWS,
    Waiting,
    WatchedProcess,
    can_fork,
    confine,
    cpu_of_children,
    end_with,
    held,
    hold_more,
    mapped,
    python,
    resident,
    system_limit,
)
from hexcourt.solver.sandbox.threads import CONTEXTS, away, stays_here

T = TypeVar("T")
Budget = Literal["seconds", "memory", "conflicts"]
Ended = Literal["seconds", "memory", "paused"]

SECONDS, MEMORY = 60.0, 2048
"""What a question may use up where nothing else is said: seconds, and MiB."""

SECONDS_NAME, MEMORY_NAME = "HEXCOURT_LIMIT_SECONDS", "HEXCOURT_LIMIT_MEMORY"
"""Variables of the environment that say otherwise."""


def _seconds() -> float:
    return _from_environment(SECONDS_NAME, SECONDS)


def _memory() -> int:
    return int(_from_environment(MEMORY_NAME, MEMORY)) << 20


def _from_environment(name: str, default: float) -> float:
    result = os.environ.get(name)
    try:
        number = float(result) if result else default
    except ValueError:
        number = -1
    if not 0 < number < ENDLESS:
        raise BadInput(f"{name}: give a number above 0, and nothing else")
    return number


@dataclass(frozen=True, slots=True)
class Limits:
    """What work may use up: seconds by the clock, in which it did not have to wait for a processor that
    others had, bytes beyond what is loaded, conflicts of a search.

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
    time_used = (
        limits.seconds if used is None else round(used, 1) if used >= 1 else float(f"{used:.2g}")
    )
    reached = {
        "seconds": f"not done in {time_used:g} s",
        "memory": f"more than {limits.memory >> 20} MiB of memory needed",
        "conflicts": f"not done after {limits.conflicts} conflicts",
    }
    return OutOfBudget(what, f"{reached[what]}; ask for less, or raise --limit-{what}")


LIBRARIES = 1 << 30
"""How much address space the libraries of a command may reserve, most of which is never used."""

CLOCK_FACTOR = 3
"""How many times as long as its limit work may take by the clock where a machine is busy."""

_SECONDS_TO_END = 10.0  # how many seconds a command has to end by itself that was interrupted
_POLL_SECONDS = 0.05  # how often to look after a child, in seconds
_INTERRUPTED = 130


def run_limited(
    work: Callable[[], T], limits: Limits, command: Sequence[str] | None = None
) -> T | OutOfBudget:
    """Do work in a child process and return what it returns, or which limit it met.

    Work may ``send_early`` what it will return at least: where it meets a limit after, that is returned.

    What comes back is a copy; a symbol of clingo cannot be copied to another process, so return its
    text. What the work prints is lost, unless it is that of a whole ``command``, whose arguments are
    given: it keeps terminal and signals, and returns an exit status. The child, and any process that it
    starts, has ended when this returns. Raises what the work raises, and RuntimeError where the child
    ends without a result.

    Where the system cannot fork, work is copied to another process, too (no lambda can be), and a
    command is started anew by its arguments. Where forking is turned off work is done here, without
    limits.
    """
    if stays_here():
        return work()
    with away():
        if not can_fork():
            return _run_in_new_process(work, limits, command)
        return _run_forked(work, limits, command is not None)


def _run_forked(work: Callable[[], T], limits: Limits, is_command: bool) -> T | OutOfBudget:
    ceiling = (mapped("self") or ENDLESS) + limits.memory + is_command * LIBRARIES
    children: list[Child] = []

    def begin() -> None:
        if is_command:
            signal.signal(signal.SIGTERM, _interrupt)
        else:
            _leave_terminal()
        confine(limits.seconds, ceiling, limits.may_write)

    with _signals_held(is_command) as signals:
        try:
            fork_child(
                begin, (lambda: _as_command(work, signals)) if is_command else work, children
            )
            most, until = resident("self") + limits.memory, time.monotonic() + limits.seconds
            longest = (CLOCK_FACTOR - 1) * limits.seconds
            met, content = _gather(children[0], until, longest, ceiling, most, signals)
        finally:
            statuses = end_children(children)
    if told_whole := last_message(content):
        return told_whole[0]  # type: ignore[no-any-return]
    if met and met != "paused":
        return out_of_budget(met, limits)
    return ended_by(statuses[0], limits, ceiling, "command" if is_command else "child process")


def run_each(
    works: Sequence[Callable[[], T]], limits: Callable[[], Limits]
) -> Generator[tuple[T | None, OutOfBudget | None], None, None]:
    """Do pieces of work one after another in one child process, so that each finds what those before it
    computed; yield of each, when it is done, what it returns, or what it sent last and the limit it met.

    ``limits`` tells those of the next piece. A piece that meets one ends the child, and the next begins
    another one; a piece that lacks memory where others came before it is tried again alone. Otherwise
    as ``run_limited``; where the system cannot fork, all is done here, without limits.
    """
    if stays_here() or not can_fork():
        yield from ((work(), None) for work in works)
        return
    at = 0
    while at < len(works):
        first, here = at, limits()
        ceiling, most = (mapped("self") or ENDLESS) + here.memory, resident("self") + here.memory
        children: list[Child] = []

        def begin(here: Limits = here, pieces: int = len(works) - at, most: int = ceiling) -> None:
            _leave_terminal()
            confine(here.seconds * pieces, most, here.may_write)

        buffered = bytearray()
        try:
            with away():
                fork_child(begin, partial(send_each, works[at:]), children)
            met: Ended | None = "paused"
            while met == "paused" and at < len(works):
                here = limits()
                until, longest = time.monotonic() + here.seconds, (CLOCK_FACTOR - 1) * here.seconds
                with away():
                    met, piece = _gather(
                        children[0], until, longest, ceiling, most, set(), buffered
                    )
                if met == "paused":
                    at += 1
                    yield _last(piece), None
        finally:
            statuses = end_children(children)
        if met != "paused":
            over = (
                out_of_budget(met, here)
                if met
                else ended_by(statuses[0], here, ceiling, "child process")
            )
            if over.what != "memory" or at == first:
                at += 1
                yield _last(piece), over


def _last(content: bytes) -> Any:
    """Return what a child said last, or raise it; None where it said nothing whole."""
    return (last_message(content) or (None,))[0]


def _interrupt(number: int, _: object) -> NoReturn:
    """Take a termination signal as Ctrl-C, once: a command then shows what it found."""
    signal.signal(number, lambda *_: None)
    raise KeyboardInterrupt


def _leave_terminal() -> None:
    """Leave the parent's terminal and output."""
    os.setsid()
    faulthandler.disable()
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)


def _as_command(work: Callable[[], T], signals: set[signal.Signals]) -> T:
    """Do a command's work in a child, and what a process does at its end, before it says a status."""
    send_nothing_early()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)
    status = work()
    atexit._run_exitfuncs()
    _flush()
    return status


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # whoever writes there next is told
            stream.flush()


@contextmanager
def _signals_held(is_command: bool) -> Iterator[set[signal.Signals]]:
    """Defer the signals that end a command, which are passed on to it; of other work none."""
    if not is_command:
        yield set()
        return
    signals = {signal.SIGINT, signal.SIGTERM}
    _flush()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield signals
    finally:
        while signal.sigtimedwait(signals, 0) is not None:
            pass
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _gather(
    child: Child,
    deadline: float,
    longest: float,
    ceiling: int,
    most: int,
    signals: set[signal.Signals],
    before: bytearray | None = None,
) -> tuple[Ended | None, bytes]:
    """Read what a child says until it falls silent, or meets a limit; tell which, and what it said.

    One that does pieces of work is read until it pauses; what it said after an earlier pause is in
    ``before``, which is changed. While others have the processors the ``deadline`` waits, ``longest``
    seconds at most. ``ceiling`` is of its address space, to which some systems do not hold a process,
    ``most`` of what it and its own children hold. Raises KeyboardInterrupt where a child that was asked
    to end does not within ``_SECONDS_TO_END`` seconds.
    """
    found = bytearray() if before is None else before
    is_terminated = False
    poll = select.poll()
    poll.register(child.reading, select.POLLIN)
    waiting = Waiting(child.pid)
    while True:
        if before is not None and (piece := cut_piece(before)) is not None:
            return "paused", piece
        while signals and (result := signal.sigtimedwait(signals, 0)) is not None:
            # an interruption by the terminal reaches the child by itself
            if result.si_signo == signal.SIGTERM or result.si_code <= 0:
                with suppress(ProcessLookupError):
                    os.kill(child.pid, result.si_signo)
            if result.si_signo == signal.SIGTERM and not is_terminated:
                is_terminated, deadline = True, min(deadline, time.monotonic() + _SECONDS_TO_END)
        left = deadline - time.monotonic()
        waited = waiting.seconds()
        if left <= 0 and is_terminated:
            raise KeyboardInterrupt
        if left <= 0:
            left += min(longest, waited)
        if left <= 0:
            return "seconds", bytes(found)
        if mapped(child.pid) > ceiling or hold_more(child.pid, most):
            return "memory", bytes(found)
        if poll.poll(ceil(1000 * min(left, _POLL_SECONDS))):
            chunk = os.read(child.reading, 1 << 20)
            if not chunk:
                return None, bytes(found)
            found += chunk


SYSTEM_MEMORY = {
    "RLIMIT_AS": "address space that there are (ulimit -v)",
    "RLIMIT_DATA": "data that there may be (ulimit -d)",
}
"""The limits of memory that a system may hold a program to, in words."""


def ended_by(status: int, limits: Limits, ceiling: int, who: str) -> OutOfBudget:
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
    if status in (NO_MEMORY, 1, 127) or -status in OUT_OF_MEMORY:
        held, what = min((system_limit(n) or ceiling, entry) for n, entry in SYSTEM_MEMORY.items())
        if held >= ceiling:
            return out_of_budget("memory", limits)
        text = f"more needed than the {held >> 20} MiB of {what}"
        return OutOfBudget("memory", f"{text}; ask for less, or raise that")
    raise RuntimeError(f"the {who} ended with status {status} and said nothing")


# Where the system cannot fork: a new process, which runs this module, or the command, as a program
#
# A command is told by its environment that it is held to limits, and says its status shifted, so that
# none of a crash or of a library is taken for a computed one.


_MODULE = "hexcourt.solver.sandbox.limited_run"
_UNDER_LIMITS = "HEXCOURT_FENCED"
_SHIFT = 100


def _run_in_new_process(
    work: Callable[[], T], limits: Limits, command: Sequence[str] | None
) -> T | OutOfBudget:
    """Run work or a command in a new process as ``run_limited`` does; what work holds is pickled."""
    deadline, most = time.monotonic() + limits.seconds, held() + limits.memory
    content, items = b"", [b""]
    if command is not None:
        environment = {**os.environ, _UNDER_LIMITS: str(os.getpid())}
        process = subprocess.Popen([*python("hexcourt"), *command], env=environment)
    else:
        contexts = [(restore, current()) for restore, current in CONTEXTS.items()]
        content = packed((contexts, limits, work))
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        process = subprocess.Popen(python(_MODULE), stdin=pipe, stdout=pipe, stderr=nowhere)

    def listen() -> None:  # a command has no pipe, and says nothing
        items.append(process.communicate(content)[0] or b"")

    with process:
        watched = WatchedProcess(process)
        talk = threading.Thread(target=listen, daemon=True)
        talk.start()
        try:
            met = watched.wait(deadline, most)
        except BaseException as error:
            if command is None or not isinstance(error, KeyboardInterrupt):
                watched.end()
                raise
            watched.wait(
                time.monotonic() + _SECONDS_TO_END, most
            )  # the terminal told the command, too
            return _INTERRUPTED  # type: ignore[return-value]
        talk.join()
    if found := last_message(b"".join(items)):
        return found[0]  # type: ignore[no-any-return]
    status = process.returncode
    if command is not None and _SHIFT <= status < _SHIFT + 256:
        return status - _SHIFT  # type: ignore[return-value]
    return out_of_budget(met or met_by(status), limits)


def met_by(status: int) -> Budget:
    """Return which limit a process met, by the status of one that said nothing."""
    if (
        status in (NO_MEMORY, 1, 127)
        or -status in OUT_OF_MEMORY
        or status in OUT_OF_MEMORY_ON_WINDOWS
    ):
        return "memory"
    raise RuntimeError(f"the process ended with status {status} and said nothing")


def is_respawned() -> bool:
    """Return whether this process is a command held to limits; what it starts in turn is not."""
    parent = os.environ.pop(_UNDER_LIMITS, None)
    if parent is None:
        return False
    if parent.isdecimal():
        end_with(int(parent))
    return True


def shifted(status: int) -> int:
    """Return the status with which a command says that its own was computed."""
    return (status & 255) + _SHIFT


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
            run_and_report(writing, work)
    except MemoryError:
        os._exit(NO_MEMORY)
    os._exit(0)


if __name__ == "__main__":
    _main()
