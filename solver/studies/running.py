"""Run a study: decide what is not done yet here, by processes of this machine, or by a cluster.

A process of this machine is forked where the system can, so that it begins with all that is warm.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.sandbox.processes import can_fork, follow
from hexcourt.solver.sandbox.threads import stays_here
from hexcourt.solver.studies.results import (
    STUDY,
    Chunk,
    Record,
    Results,
    Row,
    Session,
    count_on_boards,
    cut,
)
from hexcourt.solver.studies.study import Study

Decide = Callable[[Chunk], list[Row]]
Decided = tuple[Chunk, list[Row]]

AHEAD = 2
"""How many chunks wait for each worker: enough that none is idle, and few are lost at an end."""

_CONNECT = 20  # how long to wait for a cluster, in seconds


def run(
    chunks: Iterable[Chunk], decide: Decide, jobs: int = 1, cluster: str | None = None
) -> Generator[Decided, None, None]:
    """Decide chunks by so many processes, or by the cluster at an address; they come back in any
    order.

    ``decide`` must be fit to be sent to another process. Whoever leaves the iterator early should close
    it: the processes end then. Raises BadInput where no cluster answers or a process dies, and what
    ``decide`` raises.
    """
    if cluster is not None:
        return _by_cluster(iter(chunks), decide, cluster)
    if jobs > 1 and not stays_here():
        return _by_processes(iter(chunks), decide, jobs)
    return ((chunk, decide(chunk)) for chunk in chunks)


_decide: Decide | None = None  # of this process, where it is a worker


def _begin(decide: Decide, parent: int) -> None:
    global _decide
    _decide = decide
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=follow, args=(parent, 1), daemon=True).start()


def _decided(chunk: Chunk) -> list[Row]:
    if _decide is None:
        raise RuntimeError("a worker was given a chunk before it was set up")
    return _decide(chunk)


def _by_processes(
    chunks: Iterator[Chunk], decide: Decide, jobs: int
) -> Generator[Decided, None, None]:
    context = multiprocessing.get_context("fork" if can_fork() else "spawn")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(decide, os.getpid()))
    try:
        yield from _results_in_order(chunks, lambda chunk: pool.submit(_decided, chunk), jobs)
    except BrokenProcessPool:
        raise BadInput(
            "a worker ended before its time, possibly for want of memory; run the same command again, "
            "with fewer --workers"
        ) from None
    finally:
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()  # all is done, or nobody waits for what they do
        pool.shutdown(cancel_futures=True)


def _results_in_order(
    chunks: Iterator[Chunk], submit: Callable[[Chunk], Future[list[Row]]], jobs: int
) -> Generator[Decided, None, None]:
    """Keep some chunks ahead of the workers, and give what is done."""
    waiting = {submit(chunk): chunk for chunk in islice(chunks, AHEAD * jobs)}
    while waiting:
        done, _ = wait(waiting, return_when=FIRST_COMPLETED)
        for future in done:
            chunk = waiting.pop(future)
            waiting.update((submit(each), each) for each in islice(chunks, 1))
            yield chunk, future.result()


def check_cluster() -> None:
    """Raise BadInput where the library for clusters is missing."""
    _distributed()


def _distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise BadInput(
            "--cluster: needs dask.distributed; install it with pip install 'hexcourt[cluster]'"
        ) from None


def _by_cluster(
    chunks: Iterator[Chunk], decide: Decide, address: str
) -> Generator[Decided, None, None]:
    distributed = _distributed()
    _check_address(address)
    lost = (OSError, CancelledError, distributed.KilledWorker)
    try:
        with closing(distributed.Client(address, timeout=_CONNECT, set_as_default=False)) as client:
            yield from _on_cluster(distributed, client, chunks, decide)
    except lost as error:
        entry = " ".join(str(error).split())[:100]
        raise BadInput(
            f"--cluster: the cluster at {address[:60]} was lost ({entry}); run the same command again"
        ) from None


def _check_address(address: str) -> None:
    try:
        parts = urlsplit(address)
        if parts.scheme not in ("tcp", "tls") or not parts.hostname or not parts.port:
            raise ValueError("write it such as tcp://localhost:8786")
        socket.create_connection((parts.hostname, parts.port), _CONNECT).close()
    except (OSError, ValueError) as error:
        raise BadInput(
            f"--cluster: no cluster answers at {address[:60]} ({error}); check the address"
        ) from None


def _on_cluster(
    distributed: Any, client: Any, chunks: Iterator[Chunk], decide: Decide
) -> Iterator[Decided]:
    stored = client.scatter(decide, broadcast=True, hash=False)
    workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
    waiting: Any = distributed.as_completed(loop=client.loop)
    numbers: dict[Any, Chunk] = {}

    def submit(count: int) -> None:
        for chunk in islice(chunks, count):
            future = client.submit(_decided_alone, stored, chunk, pure=False)
            numbers[future.key] = chunk
            waiting.add(future)

    submit(AHEAD * workers)
    while numbers:
        future = next(waiting)
        submit(1)
        yield numbers.pop(future.key), future.result()


_one_at_a_time = threading.Lock()  # a worker of a cluster may have many threads, a session has none


def _decided_alone(decide: Decide, chunk: Chunk) -> list[Row]:
    with _one_at_a_time:
        return decide(chunk)


@dataclass(frozen=True)
class Sweep:
    """A study and the folder of its results, as it was found: ``done`` numbers the chunks that were
    there, ``damaged`` names the parts that were not sound; ``empty`` maps boards without any world to
    the family that leaves none.
    """

    study: Study
    results: Results
    chunks: tuple[Chunk, ...]
    done: frozenset[int]
    damaged: tuple[str, ...]
    empty: Mapping[str, str]

    @property
    def pending(self) -> tuple[Chunk, ...]:
        """List the chunks that were not done."""
        return tuple(chunk for chunk in self.chunks if chunk.number not in self.done)

    def run(self, jobs: int, cluster: str | None = None) -> Iterator[Chunk]:
        """Decide what is not done, by so many processes or a cluster, and give each chunk once it is
        kept.

        Raises BadInput where a case cannot be asked, or the workers fail.
        """
        with closing(self._decided(self.pending, jobs, cluster)) as decided:
            for chunk, rows in decided:
                self.results.put(chunk, rows)
                yield chunk

    def _decided(
        self, pending: Sequence[Chunk], jobs: int, cluster: str | None
    ) -> Generator[Decided, None, None]:
        session = Session(self.study)
        if cluster is not None or not can_fork():
            yield from run(pending, session, jobs, cluster)
            return
        for _, some in groupby(pending, key=lambda chunk: chunk.case):
            chunks = list(some)
            workers = min(jobs, len(chunks))
            session.warm(chunks, workers)  # before they part: what is warm then is warm in each
            yield from run(chunks, session, workers)


@contextmanager
def opened(study: Study, folder: Path) -> Iterator[Sweep]:
    """Open the folder of a study, to begin it or to go on with it.

    A study that has begun goes on in chunks of the size that it began with. Raises BadInput where the
    study cannot be asked, or the folder holds something else; then nothing new is left there.
    """
    digest = study.digest
    counted = None if (folder / STUDY).exists() else count_on_boards(study)
    results = Results.open(folder, study)
    try:
        record = results.record()
        if record is None:
            worlds, empty = counted or count_on_boards(study)
            record = Record(digest, study.settings, study.chunk, worlds, empty)
            results.begin(record)
        chunks = cut(study, record.worlds, record.chunk)
        done, damaged = results.done(chunks)
        yield Sweep(study, results, chunks, done, damaged, record.empty)
    finally:
        results.close()
