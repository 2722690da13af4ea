"""Cuts a study into chunks of worlds, and decides a chunk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import piece_text
from hexcourt.solver.asking.deciding import Decision
from hexcourt.solver.asking.language.question import Question
from hexcourt.solver.asking.language.vocabulary import HALVED
from hexcourt.solver.asking.outcomes import finding
from hexcourt.solver.asking.session import Court, Survey
from hexcourt.solver.asking.worlds import World, count_worlds
from hexcourt.solver.statutes.house_rules import under
from hexcourt.solver.sweeping.study import Case, Study

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

MOST_WARMED = 20_000
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
        court = study.court(case)
        try:
            for question in study.questions:
                court.read(question)
            families = court.families(study.families(case))
        except BadInput as error:
            raise study.wrong(name, error) from None
        counts[name] = count_worlds(families)
        empty.update((name, family.text) for family in families if not family.size)
    return counts, empty


@dataclass
class Session:
    """Decides chunks of one study, the court and the survey of the case at hand being kept warm.

    It can be sent to another process: what is warm stays behind.
    """

    study: Study
    _court: tuple[tuple[str, str], Court] | None = field(default=None, repr=False)
    _survey: tuple[int, Survey] | None = field(default=None, repr=False)
    _at_home: bool = True

    def __call__(self, chunk: Chunk) -> list[Row]:
        """Decide a chunk; raises BadInput where its question cannot be asked."""
        with under(self.study.house_rules):
            return list(_rows(self.study.cases[chunk.case], self.survey(chunk.case), chunk))

    def survey(self, number: int) -> Survey:
        """Open the survey of a case, or give the one that is open."""
        if not self._at_home:
            self._check_place()
        if self._survey is None or self._survey[0] != number:
            case = self.study.cases[number]
            self._survey = None  # let go of the last one before there are two
            court = self._court_of(case)
            try:
                self._survey = number, court.survey(case.question, self.study.families(case))
            except BadInput as error:
                raise self.study.wrong(case.board.name, error) from None
        return self._survey[1]

    def _check_place(self) -> None:
        """Raise BadInput where boards or law are not here what they are where the study was read."""
        if replace(self.study).digest != self.study.digest:  # a copy has its fingerprint taken anew
            raise BadInput(
                f"{self.study.file}: a worker has other boards or another state of the law; have the "
                "same files and the same version of hexcourt there"
            )
        self._at_home = True

    def _court_of(self, case: Case) -> Court:
        about = case.board.name, case.unit
        if self._court is None or self._court[0] != about:
            self._court = None
            self._court = about, self.study.court(case)
        return self._court[1]

    def warm(self, chunks: Sequence[Chunk], members: int = 1) -> None:
        """Open the case of some chunks, and ask by so many processes what pieces change in their worlds;
        of single pieces where many worlds will want to know.
        """
        with under(self.study.house_rules):
            survey = self.survey(chunks[0].case)
            first, last = chunks[0].first, chunks[-1].last
            survey.warm(first, min(last, first + MOST_WARMED), members)
            pieces = sorted({piece for family in survey.families for piece in family.pieces})
            if survey.size >= WORTH_WARMING * len(pieces):
                alone = [(piece,) for piece in pieces]
                survey.court.prepare(survey.question, survey.demand, alone)

    def __getstate__(self) -> dict[str, Any]:
        """Leave behind what is warm: it belongs to its process."""
        _ = self.study.digest  # which then goes with the study
        return {"study": self.study, "_court": None, "_survey": None, "_at_home": False}


def _rows(case: Case, survey: Survey, chunk: Chunk) -> Iterator[Row]:
    about = (case.board.name, case.unit, case.question)
    for world, outcome in survey.decided(chunk.first, chunk.last):
        *told, why = _told(survey.question, outcome)
        granted = () if isinstance(outcome, str) else survey.statuses.words(world)
        yield (*about, world_text(world), *told, "; ".join(granted), why)


def world_text(world: World) -> str:
    """Write the pieces of a world as a user lays them."""
    return "; ".join(piece_text(piece) for piece in world)


def _told(asked: Question, outcome: Decision | str) -> Row:
    if isinstance(outcome, str):
        return (IMPOSSIBLE, "", "", "", "", "", outcome)
    found = finding(asked, outcome)
    if found.over is not None:
        return (found.answer, "", "", "", "", "", found.over.sentence)
    least, most = found.value or (None, None)
    rows = (str(len(found.rows)), str(len(found.perhaps)))
    numbers = (_number(asked, least), _number(asked, most), *rows)
    return (found.answer, *numbers, "; ".join(found.undecided), "")


def _number(asked: Question, value: int | None) -> str:
    """Write a number that was asked for; levels and costs are counted in halves, and told in wholes."""
    if value is None:
        return ""
    halved = asked.mode != "count" and asked.names and asked.kinds.get(asked.names[0]) in HALVED
    return f"{value / 2:g}" if halved else str(value)
