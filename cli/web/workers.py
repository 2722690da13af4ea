"""Workers that answer in processes of their own: one that runs over its time or memory is ended, and
another takes its place.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from multiprocessing.connection import Connection

from hexcourt.cli.web.questions import SLOW
from hexcourt.cli.web.work import (
    BROKEN,
    MAX_POSITIONS,
    OVER,
    RequestedBoard,
    Task,
    WorkerSettings,
    be_worker,
    error_body,
)
from hexcourt.solver.sandbox.limited_run import out_of_budget
from hexcourt.solver.sandbox.processes import resident

MAX_WAITING = 100
"""How many tasks may wait for a worker."""

GRACE = 2.0
"""How many seconds a task has beyond its limit, to say itself that it met it."""

_LOOK = 0.05  # how often to look after a worker, in seconds
_BUSY = 503


Wish = Callable[[], Awaitable[bool]]


async def _always() -> bool:
    return True


class Workers:
    """A few workers, and who of them has which positions open."""

    def __init__(self, settings: WorkerSettings, count: int | None = None) -> None:
        self.settings = settings
        self.count = count or max(2, min(8, os.cpu_count() or 1))
        self._context = multiprocessing.get_context(_method())
        if _method() == "forkserver":  # a new worker is there at once
            self._context.set_forkserver_preload(["hexcourt.cli.web.work"])
        self._threads = ThreadPoolExecutor(self.count, "worker")
        self._every: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._turn = asyncio.Condition()
        self._waiting = 0
        self._slow = 0
        self._stopped = False

    async def start(self) -> None:
        """Start all workers."""
        self._idle += [self._new() for _ in range(self.count)]

    async def warm(self, task: Task) -> None:
        """Start each worker with a small task, one after the other: the others answer meanwhile."""
        for worker in list(self._idle):
            await self._warm(worker, task)

    async def _warm(self, worker: _Worker, task: Task) -> None:
        async with self._turn:
            await self._turn.wait_for(lambda: worker in self._idle or not worker.alive)
            if not worker.alive:
                return
            self._idle.remove(worker)
        try:
            await self._run(worker, task)
        finally:
            await asyncio.shield(self._back(worker, slow=False))

    async def stop(self) -> None:
        """End all workers; whoever waits for them learns so."""
        self._stopped = True
        for each in self._every:
            each.process.kill()
        async with self._turn:
            self._turn.notify_all()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def do(self, task: Task, is_wanted: Wish = _always) -> tuple[int, bytes]:
        """Do a task in a worker, if it is still wanted then; give the HTTP status and the body."""
        if self._waiting >= MAX_WAITING:
            return _BUSY, error_body("too many questions wait; ask again in a moment")
        ended = _BUSY, error_body("the server has ended; start it again")
        async with self._worker(task) as worker:
            if self._stopped:
                return ended
            if not await is_wanted():
                return _BUSY, error_body("nobody waits for the answer any more")
            done = await self._run(worker, task)
        return ended if self._stopped else done

    async def _run(self, worker: _Worker, task: Task) -> tuple[int, bytes]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, worker.do, task)

    @asynccontextmanager
    async def _worker(self, task: Task) -> AsyncIterator[_Worker]:
        slow = task.what in SLOW
        self._waiting += 1
        try:
            async with self._turn:
                await self._turn.wait_for(lambda: self._is_free(slow))
                worker = max(self._idle, key=lambda each: each.knows(task.board))
                self._idle.remove(worker)
                self._slow += slow
        finally:
            self._waiting -= 1
        try:
            yield worker
        finally:
            await asyncio.shield(self._back(worker, slow))

    def _is_free(self, slow: bool) -> bool:
        full = slow and self._slow >= max(1, self.count - 1)
        return bool(self._idle) and (self._stopped or not full)

    async def _back(self, worker: _Worker, slow: bool) -> None:
        if worker.is_over:
            worker.end()
        async with self._turn:
            self._idle.append(worker if worker.alive else self._replaced(worker))
            self._slow -= slow
            self._turn.notify_all()

    def _replaced(self, worker: _Worker) -> _Worker:
        if self._stopped:
            return worker
        try:
            made = self._new()
        except OSError:  # no process to be had: the next task says so, and tries again
            return worker
        self._every.discard(worker)
        return made

    def _new(self) -> _Worker:
        here, there = self._context.Pipe()
        process = self._context.Process(  # type: ignore[attr-defined]
            target=be_worker, args=(there, self.settings), daemon=True
        )
        process.start()
        there.close()
        made = _Worker(process, here, self.settings)
        self._every.add(made)
        return made


class _Worker:
    """One worker, from this side."""

    def __init__(
        self,
        process: multiprocessing.process.BaseProcess,
        connection: Connection,
        settings: WorkerSettings,
    ) -> None:
        self.process = process
        self.connection = connection
        self.settings = settings
        self.alive = True
        self._open: OrderedDict[RequestedBoard, None] = OrderedDict()

    def knows(self, placed: RequestedBoard) -> tuple[bool, bool]:
        """Return whether it has a position open, and its board."""
        return placed in self._open, any(each.board == placed.board for each in self._open)

    @property
    def is_over(self) -> bool:
        """Return whether it holds so much that a next question would have too little."""
        return self.alive and _held(self._pid) > self.settings.limits.memory // 2

    @property
    def _pid(self) -> int:
        return self.process.pid or 0

    def do(self, task: Task) -> tuple[int, bytes]:
        """Run a task, and end it where it meets a limit."""
        limits = self.settings.limits
        deadline = time.monotonic() + limits.seconds + GRACE
        try:
            self.connection.send(task)
            while not self.connection.poll(_LOOK):
                if time.monotonic() > deadline:
                    used = limits.seconds + GRACE
                    return self._ended(out_of_budget("seconds", limits, used).sentence)
                if _held(self._pid) > limits.memory:
                    return self._ended(out_of_budget("memory", limits).sentence)
            result = self.connection.recv_bytes()
        except (EOFError, OSError):  # clingo ends its process where memory is short
            return self._ended(out_of_budget("memory", limits).sentence)
        status, body = int(result[:3]), result[3:]
        self._open[task.board] = None
        self._open.move_to_end(task.board)
        while len(self._open) > MAX_POSITIONS:
            self._open.popitem(last=False)
        if status in (OVER, BROKEN):
            self.end()
        return status, body

    def _ended(self, sentence: str) -> tuple[int, bytes]:
        self.end()
        return OVER, error_body(sentence)

    def end(self) -> None:
        """End it, whatever it does."""
        self.alive = False
        with suppress(OSError):
            self.connection.close()
        self.process.kill()
        self.process.join(5)


def _held(pid: int) -> int:
    """Return the bytes of memory that a process holds, 0 where nobody tells."""
    if sys.platform == "linux":
        return resident(pid)
    import psutil

    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0


def _method() -> str:
    """Choose how workers are started: by a server that forks them, where there is such a thing."""
    known = multiprocessing.get_all_start_methods()
    return "forkserver" if "forkserver" in known else "spawn"
