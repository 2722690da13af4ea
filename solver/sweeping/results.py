"""The folder that a study's results lie in: one file a chunk, written whole or not at all.

``study.json`` says which study it is. ``part-000123.csv`` holds the rows of a chunk, and ends with a
line that vouches for them; a part without it is not read. ``results.csv`` is all of them in their order.
"""

from __future__ import annotations

import csv
import errno
import hashlib
import importlib
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO, Any

import msgspec

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.json_text import read_json
from hexcourt.facts.formats.text_files import IrregularError, opened
from hexcourt.facts.formats.whole_files import whole_file, write_whole
from hexcourt.solver.sweeping.chunks import COLUMNS, Chunk, Row
from hexcourt.solver.sweeping.study import Study

STUDY, RESULTS, PARQUET = "study.json", "results.csv", "results.parquet"
_LARGEST = 512 << 20
"""The largest file of results that is read again, in bytes."""
_LOCK = ".lock"
_PART = re.compile(r"part-([0-9]{6,})\.csv")
_TEMPORARY = re.compile(r"\..+\.[^.]+\.tmp")
_END = "#end"


@dataclass(frozen=True, slots=True)
class Record:
    """What a folder keeps of its study: its fingerprint and settings, how it was cut, how many worlds
    each board has, and for a board without any the family that leaves none.
    """

    digest: str
    settings: Mapping[str, Any]
    chunk: int
    worlds: Mapping[str, int]
    empty: Mapping[str, str]


@dataclass
class Results:
    """A folder of results that this process has to itself until it is closed."""

    folder: Path
    digest: str
    _lock: IO[str] | None = field(default=None, repr=False)

    @classmethod
    def open(cls, folder: Path, study: Study) -> Results:
        """Open a folder for a study, made if need be; what an earlier run left half written is removed.

        Raises BadInput where the folder holds something else, or another run is at work in it.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = _locked(folder)
        except OSError as error:
            raise BadInput(
                f"{folder}: cannot be used for results ({error.strerror}); choose another --out"
            ) from None
        opened = cls(folder, study.digest, lock)
        try:
            opened._check(study)
        except BaseException:
            opened.close()
            raise
        return opened

    def close(self) -> None:
        """Let others have the folder."""
        if self._lock is not None:
            self._lock.close()

    def _check(self, study: Study) -> None:
        for path in sorted(self.folder.iterdir()):
            if _TEMPORARY.fullmatch(path.name):
                path.unlink()
        found = {path.name for path in self.folder.iterdir()} - {_LOCK}
        if found and STUDY not in found:
            raise BadInput(
                f"{self.folder}: holds {min(found)}, but no results; choose an empty folder for --out"
            )
        kept = self.record()
        if kept is not None and kept.digest != study.digest:
            raise BadInput(f"{self.folder}: {_difference(kept, study)}; choose another --out")

    # --- what is there ------------------------------------------------------------------------------

    def record(self) -> Record | None:
        """Give what is kept of the study, nothing where it is new here."""
        path = self.folder / STUDY
        if not path.exists():
            return None
        try:
            return msgspec.convert(read_json(_content(path)), Record)
        except (msgspec.MsgspecError, ValueError, RecursionError, OSError):
            raise BadInput(
                f"{path}: is damaged; delete the folder and run the same command again"
            ) from None

    def begin(self, record: Record) -> None:
        """Keep what the study is."""
        text = msgspec.json.format(msgspec.json.encode(record, order="sorted"), indent=2).decode()
        write_whole(self.folder / STUDY, f"{text}\n")

    def done(self, chunks: Sequence[Chunk]) -> tuple[frozenset[int], tuple[str, ...]]:
        """Tell which chunks are done, by number, and which parts were damaged: these are removed."""
        done: set[int] = set()
        damaged: list[str] = []
        for path in sorted(self.folder.iterdir()):
            match = _PART.fullmatch(path.name)
            if match is None:
                continue
            number = int(match[1])
            if number < len(chunks) and self._body(chunks[number]) is not None:
                done.add(number)
            else:
                damaged.append(path.name)
                path.unlink()
        return frozenset(done), tuple(damaged)

    # --- parts --------------------------------------------------------------------------------------

    def put(self, chunk: Chunk, rows: Iterable[Row]) -> None:
        """Keep the rows of a chunk."""
        body = _as_csv(rows)
        end = f"{_END},{len(chunk)},{self._seal(chunk, body)}\n"
        write_whole(self._part(chunk), [body, end])

    def rows(self, chunk: Chunk) -> Iterator[Row]:
        """Give the rows of a chunk that is done."""
        return (tuple(row) for row in csv.reader(io.StringIO(self._sound(chunk), newline="")))

    def _part(self, chunk: Chunk) -> Path:
        return self.folder / f"part-{chunk.number:06d}.csv"

    def _seal(self, chunk: Chunk, body: str) -> str:
        about = f"{self.digest} {chunk.number} {chunk.case} {chunk.first} {chunk.last}\n"
        return hashlib.sha256((about + body).encode()).hexdigest()[:32]

    def _body(self, chunk: Chunk) -> str | None:
        """Read the rows of a chunk; nothing where its part is not what was written."""
        try:
            text = _content(self._part(chunk)).decode()
        except (OSError, ValueError):
            return None
        body, mark, _ = text.rpartition(_END)
        sound = mark and text == f"{body}{_END},{len(chunk)},{self._seal(chunk, body)}\n"
        return body if sound else None

    def _sound(self, chunk: Chunk) -> str:
        body = self._body(chunk)
        if body is None:
            raise BadInput(
                f"{self._part(chunk)}: is damaged; run the same command again to have it decided anew"
            )
        return body

    # --- all together -------------------------------------------------------------------------------

    def merge(self, chunks: Iterable[Chunk]) -> Path:
        """Put all parts together in their order, with a headline."""
        path = self.folder / RESULTS
        write_whole(path, chain([_as_csv([COLUMNS])], (self._sound(chunk) for chunk in chunks)))
        return path

    def counts(self, chunks: Iterable[Chunk]) -> Mapping[str, Counter[str]]:
        """Count the answers to each question."""
        question, answer = COLUMNS.index("question"), COLUMNS.index("answer")
        found: dict[str, Counter[str]] = {}
        for chunk in chunks:
            for row in self.rows(chunk):
                found.setdefault(row[question], Counter())[row[answer]] += 1
        return found

    def write_parquet(self) -> Path:
        """Write the merged results as Parquet, too."""
        pyarrow, csv_reader, writer = check_parquet()
        texts = {name: pyarrow.string() for name in COLUMNS}
        numbers = {"at_least": pyarrow.float64(), "at_most": pyarrow.float64()}
        rows = {"rows": pyarrow.int64(), "perhaps": pyarrow.int64()}
        options = csv_reader.ConvertOptions(
            column_types={**texts, **numbers, **rows}, strings_can_be_null=False
        )
        table = csv_reader.read_csv(self.folder / RESULTS, convert_options=options)
        path = self.folder / PARQUET
        with whole_file(path) as temporary:
            writer.write_table(table, temporary)
        return path


def check_parquet() -> tuple[Any, Any, Any]:
    """Give the library for Parquet; raises BadInput where it is missing."""
    names = ("pyarrow", "pyarrow.csv", "pyarrow.parquet")
    try:
        found = [importlib.import_module(name) for name in names]
    except ImportError:
        raise BadInput(
            "--parquet: needs pyarrow; install it with pip install 'hexcourt[parquet]'"
        ) from None
    return found[0], found[1], found[2]


def _difference(kept: Record, study: Study) -> str:
    """Say in what another study differs, as far as its settings tell."""
    now = study.settings
    changed = sorted(key for key in now if kept.settings.get(key) != now[key])
    if changed:
        return f"holds the results of another study, with other {changed[0]}"
    return "holds the results of this study on other boards or by another state of the law"


def _as_csv(rows: Iterable[Sequence[str]]) -> str:
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue()


def _lock(file: IO[str]) -> None:
    """Lock a file by what the system has; raises OSError where another process has done so."""
    with suppress(ImportError):
        posix = importlib.import_module("fcntl")
        posix.lockf(file, posix.LOCK_EX | posix.LOCK_NB)
        return
    with suppress(ImportError):
        windows = importlib.import_module("msvcrt")
        windows.locking(file.fileno(), windows.LK_NBLCK, 1)


def _content(path: Path) -> bytes:
    """Read a file of results; raises OSError or ValueError where it is a link, no file, or too large."""
    with opened(path, links=False) as (stream, size):
        if size > _LARGEST:
            raise ValueError("too large")
        return stream.read(_LARGEST)


def _lock_file(path: Path) -> IO[str]:
    """Open the file that is locked; raises OSError where it is a link or no file."""
    try:
        with suppress(FileNotFoundError), opened(path, links=False):
            pass  # what is there already is a file
    except IrregularError as error:
        raise OSError(errno.EINVAL, f"{_LOCK} {error}") from None
    return path.open("w")


def _locked(folder: Path) -> IO[str] | None:
    """Have a folder to oneself; the lock goes with the process, however that ends."""
    lock = _lock_file(folder / _LOCK)
    try:
        _lock(lock)
    except OSError:
        lock.close()
        raise BadInput(
            f"{folder}: another run is at work there; wait for it, or choose another --out"
        ) from None
    return lock
