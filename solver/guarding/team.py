"""Has one piece of work done by several processes at once, which can take counsel in rounds.

Members are forked, so each begins with all that this process holds. A round is over when every member
has told what it has to tell, or has left the rounds; each then gets what all have told. This process
only hands on what is told. It ends all members when one fails, or when it is interrupted itself.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, NoReturn, TypeVar

from hexcourt.solver.guarding.forking import alone, away, stays_here
from hexcourt.solver.guarding.limits import content_of, packed
from hexcourt.solver.guarding.processes import NO_MEMORY, STARVED, can_fork, end, end_with, mapped
from hexcourt.solver.guarding.side_by_side import usable_cores

T = TypeVar("T")

A_MEMBER = 128 << 20
"""How many bytes of memory there should be for each member."""

_TOLD, _LEFT, _DONE_MORE, _RETURNED = range(4)


@dataclass(eq=False)
class Member:
    """One of a team, at work in a process of its own: ``rank`` is its number among ``count``."""

    rank: int
    count: int
    _line: Connection = field(repr=False)
    in_rounds: bool = True

    def share(self, told: object) -> dict[int, Any]:
        """Tell all others something in a round; give what was told, by rank, one's own too."""
        self._say(_TOLD, packed(told))
        parts: dict[int, bytes] = pickle.loads(self._line.recv_bytes())
        return {rank: pickle.loads(part) for rank, part in parts.items()}

    def leave(self) -> None:
        """Take part in no more rounds: nobody waits for this member any longer."""
        if self.in_rounds:
            self.in_rounds = False
            self._say(_LEFT)

    def tell(self, done: int) -> None:
        """Tell that so much more is done."""
        self._say(_DONE_MORE, packed(done))

    def _say(self, kind: int, content: bytes = b"") -> None:
        self._line.send_bytes(bytes([kind]) + content)


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


def run_team(
    work: Callable[[Member], T], count: int, tell: Callable[[int], None] = lambda done: None
) -> list[T]:
    """Do work in so many members at once; give what each returns, by rank.

    ``tell`` is told what the members tell of how much is done. Raises what a member raises, MemoryError
    where one had no memory left, and RuntimeError where one ended without a word.
    """
    team: dict[Connection, int] = {}
    try:
        with away():
            for rank in range(count):
                _start(work, rank, count, team)
            told = _attend(team, tell)
        return [_returned(each) for each in told]
    finally:
        for line, pid in team.items():
            end(pid)
            line.close()


def _returned(content: bytes) -> Any:
    done, value = pickle.loads(content)
    if done:
        return value
    raise value


def _start(
    work: Callable[[Member], object], rank: int, count: int, team: dict[Connection, int]
) -> None:
    parent = os.getpid()
    with alone(), _uninterrupted():
        here, there = Pipe()
        pid = os.fork()
        if pid == 0:
            _be_member(work, Member(rank, count, there), parent)
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


def _be_member(work: Callable[[Member], object], member: Member, parent: int) -> NoReturn:
    status = 1
    try:
        end_with(parent)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its team
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        gc.freeze()  # else the first collection copies every page of what is inherited
        content = content_of(lambda: work(member))
        member.leave()
        member._say(_RETURNED, content)
        status = 0
    except MemoryError:
        status = NO_MEMORY
    finally:
        os._exit(status)  # nothing of the parent's may be flushed or cleaned up here


def _attend(team: dict[Connection, int], tell: Callable[[int], None]) -> list[bytes]:
    """Hand on what members tell until all have returned; give what they returned, by rank."""
    ranks = {line: rank for rank, line in enumerate(team)}
    returned: dict[int, bytes] = {}
    told: dict[int, bytes] = {}
    at_work, in_rounds = set(team), set(team)
    while at_work:
        for line in at_work.intersection(wait(list(at_work))):
            try:
                content = line.recv_bytes()
            except (EOFError, ConnectionError):
                raise _ended(end(team.pop(line))) from None
            kind, content = content[0], content[1:]
            if kind == _TOLD:
                told[ranks[line]] = content
            elif kind == _LEFT:
                in_rounds.discard(line)
            elif kind == _DONE_MORE:
                tell(pickle.loads(content))
            else:
                returned[ranks[line]] = content
                at_work.discard(line)
        if told and len(told) == len(in_rounds):
            for line in in_rounds:
                line.send_bytes(packed(told))
            told = {}
    return [returned[rank] for rank in sorted(returned)]


def _ended(status: int) -> Exception:
    """Tell why a member ended that returned nothing."""
    if status == NO_MEMORY or -status in STARVED:
        return MemoryError()
    return RuntimeError(f"a process of a team ended with status {status} and said nothing")
