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
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import IO, Any

import msgspec

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import IrregularError, opened, read_json, whole_file, write_whole
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.language.question import Question
from hexcourt.solver.position.board_language import HALVED
from hexcourt.solver.query.deciding import Decision
from hexcourt.solver.query.outcomes import finding, pieces_of
from hexcourt.solver.query.session import QuerySession, Survey
from hexcourt.solver.query.worlds import World, count_worlds
from hexcourt.solver.rulebase.ground import under_house_rules
from hexcourt.solver.studies.study import Study, StudyCase

COLUMNS = (
    *("board", "unit", "question", "world", "answer"),
    *("at_least", "at_most", "rows", "perhaps", "undecided", "granted", "why"),
)
"""What a row tells of a world; ``granted`` are statuses of units that are in doubt there."""

IMPOSSIBLE = "impossible"
"""The answer in a world that may not be; ``why`` tells the rule."""

WORTH_WARMING = 4
"""From how many worlds for each piece it is worth while to ask about the pieces beforehand, once for
all workers.
"""

MAX_WARMED = 20_000
"""In how many worlds of a case it is asked beforehand what the groups of pieces change."""

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True, order=True)
class Chunk:
    """Worlds of one case, from one number up to another; chunks are numbered through the study."""

    number: int
    case: int
    first: int
    last: int

    def __len__(self) -> int:
        """Count the worlds."""
        return self.last - self.first


def cut(study: Study, worlds: Mapping[str, int], size: int) -> tuple[Chunk, ...]:
    """Cut a study into chunks, the number of worlds on each board being known."""
    chunks: list[Chunk] = []
    for number, case in enumerate(study.cases):
        count = worlds[case.board.name]
        for first in range(0, count, size):
            chunks.append(Chunk(len(chunks), number, first, min(first + size, count)))
    return tuple(chunks)


def count_on_boards(study: Study) -> tuple[Mapping[str, int], Mapping[str, str]]:
    """Count the worlds of each board; for a board without any, say which family leaves none.

    Every question is read on every board, so raises BadInput where one cannot be asked.
    """
    counts: dict[str, int] = {}
    empty: dict[str, str] = {}
    for case in study.cases:
        name = case.board.name
        if name in counts:
            continue
        session = study.session(case)
        try:
            for question in study.questions:
                session.read(question)
            families = session.families(study.families(case))
        except BadInput as error:
            raise study.wrong(name, error) from None
        counts[name] = count_worlds(families)
        empty.update((name, family.text) for family in families if not family.size)
    return counts, empty


@dataclass
class Session:
    """Decides chunks of one study, the session and the survey of the case at hand being kept warm.

    It can be sent to another process: what is warm stays behind.
    """

    study: Study
    _session: tuple[tuple[str, str], QuerySession] | None = field(default=None, repr=False)
    _survey: tuple[int, Survey] | None = field(default=None, repr=False)
    _at_home: bool = True

    def __call__(self, chunk: Chunk) -> list[Row]:
        """Decide a chunk; raises BadInput where its question cannot be asked."""
        with under_house_rules(self.study.house_rules):
            return list(_rows(self.study.cases[chunk.case], self.survey(chunk.case), chunk))

    def survey(self, number: int) -> Survey:
        """Open the survey of a case, or give the one that is open."""
        if not self._at_home:
            self._check_place()
        if self._survey is None or self._survey[0] != number:
            case = self.study.cases[number]
            self._survey = None  # let go of the last one before there are two
            about = case.board.name, case.unit
            if self._session is None or self._session[0] != about:
                self._session = None
                self._session = about, self.study.session(case)
            session = self._session[1]
            try:
                self._survey = number, session.survey(case.question, self.study.families(case))
            except BadInput as error:
                raise self.study.wrong(case.board.name, error) from None
        return self._survey[1]

    def _check_place(self) -> None:
        """Raise BadInput where boards or rules are not here what they are where the study was
        read.
        """
        if replace(self.study).digest != self.study.digest:  # a copy has its fingerprint taken anew
            raise BadInput(
                f"{self.study.file}: a worker has other boards or another state of the rules; have the "
                "same files and the same version of hexcourt there"
            )
        self._at_home = True

    def warm(self, chunks: Sequence[Chunk], members: int = 1) -> None:
        """Open the case of some chunks, and ask by so many processes what pieces change in their worlds;
        of single pieces where many worlds will want to know.
        """
        with under_house_rules(self.study.house_rules):
            survey = self.survey(chunks[0].case)
            first, last = chunks[0].first, chunks[-1].last
            survey.warm(first, min(last, first + MAX_WARMED), members)
            pieces = sorted({piece for family in survey.families for piece in family.pieces})
            if survey.size >= WORTH_WARMING * len(pieces):
                alone = [(piece,) for piece in pieces]
                survey.session.prepare(survey.question, survey.demand, alone)

    def __getstate__(self) -> dict[str, Any]:
        """Leave behind what is warm: it belongs to its process."""
        _ = self.study.digest  # which then goes with the study
        return {"study": self.study, "_session": None, "_survey": None, "_at_home": False}


def _rows(case: StudyCase, survey: Survey, chunk: Chunk) -> Iterator[Row]:
    about = (case.board.name, case.unit, case.question)
    for world, outcome in survey.decided(chunk.first, chunk.last):
        *result, why = _outcome_row(survey.question, outcome)
        assumptions = () if isinstance(outcome, str) else survey.statuses.words(world)
        yield (*about, world_text(world), *result, "; ".join(assumptions), why)


def world_text(world: World) -> str:
    """Write the pieces of a world as a user lays them."""
    return "; ".join(pieces_of(world))


def _outcome_row(question: Question, outcome: Decision | str) -> Row:
    if isinstance(outcome, str):
        return (IMPOSSIBLE, "", "", "", "", "", outcome)
    found = finding(question, outcome)
    if found.over is not None:
        return (found.answer, "", "", "", "", "", found.over.sentence)
    least, most = found.value or (None, None)
    rows = (str(len(found.rows)), str(len(found.perhaps)))
    numbers = (_number(question, least), _number(question, most), *rows)
    return (found.answer, *numbers, "; ".join(found.undecided), "")


def _number(question: Question, value: int | None) -> str:
    """Write a number that was asked for; levels and costs are counted in halves, and given in
    wholes.
    """
    if value is None:
        return ""
    halved = (
        question.mode != "count"
        and question.names
        and question.kinds.get(question.names[0]) in HALVED
    )
    return f"{value / 2:g}" if halved else str(value)


STUDY, RESULTS, PARQUET = "study.json", "results.csv", "results.parquet"
_LARGEST = 512 << 20
"""The largest file of results that is read again, in bytes."""
_LOCK = ".lock"
_PART = pattern(r"part-([0-9]{6,})\.csv")
_TEMPORARY = pattern(r"\..+\.[^.]+\.tmp")
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
        """Release the folder."""
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
        stored = self.record()
        if stored is not None and stored.digest != study.digest:
            raise BadInput(f"{self.folder}: {_difference(stored, study)}; choose another --out")

    # --- what is there ------------------------------------------------------------------------------

    def record(self) -> Record | None:
        """Return what is kept of the study, nothing where it is new here."""
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
        """Return which chunks are done, by number, and which parts were damaged: these are removed."""
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
        """Return the rows of a chunk that is done."""
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
    """Return the library for Parquet; raises BadInput where it is missing."""
    names = ("pyarrow", "pyarrow.csv", "pyarrow.parquet")
    try:
        found = [importlib.import_module(name) for name in names]
    except ImportError:
        raise BadInput(
            "--parquet: needs pyarrow; install it with pip install 'hexcourt[parquet]'"
        ) from None
    return found[0], found[1], found[2]


def _difference(record: Record, study: Study) -> str:
    """Write in what another study differs, as far as its settings tell."""
    now = study.settings
    changed = sorted(key for key in now if record.settings.get(key) != now[key])
    if changed:
        return f"holds the results of another study, with other {changed[0]}"
    return "holds the results of this study on other boards or by another state of the rules"


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


def _locked(folder: Path) -> IO[str] | None:
    """Lock a folder; the lock goes with the process, however that ends."""
    # Open the file that is locked; raises OSError where it is a link or no file.
    path = folder / _LOCK
    try:
        with suppress(FileNotFoundError), opened(path, links=False):
            pass  # what is there already is a file
    except IrregularError as error:
        raise OSError(errno.EINVAL, f"{_LOCK} {error}") from None
    lock = path.open("w")
    try:
        _lock(lock)
    except OSError:
        lock.close()
        raise BadInput(
            f"{folder}: another run is at work there; wait for it, or choose another --out"
        ) from None
    return lock
