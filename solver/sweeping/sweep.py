"""A study carried through: what is not done yet is decided, kept, and put together at the end."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from hexcourt.solver.guarding.processes import can_fork
from hexcourt.solver.sweeping.chunks import Chunk, Session, count_on_boards, cut
from hexcourt.solver.sweeping.results import STUDY, Record, Results
from hexcourt.solver.sweeping.study import Study
from hexcourt.solver.sweeping.workers import Decided, run


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


def usable_cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
