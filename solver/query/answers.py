"""Answers whatever is asked of a BoardState, in its one world or in every world of some families."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board
from hexcourt.solver.answer.answer import AS_DRAWN, AskedAnswer, not_read_by
from hexcourt.solver.answer.words import pieces_in_words
from hexcourt.solver.language.question import UNIVERSAL, Question
from hexcourt.solver.placement.hex_facts import read_unit
from hexcourt.solver.placement.statuses import doubt_words, status_words, supposed_words
from hexcourt.solver.position.board_state import BoardState, bears_on_moves, families_of
from hexcourt.solver.position.read_actions import bears_on_lines, lays_counters
from hexcourt.solver.query.outcomes import QueryResult, counts_of, lines_of, rows_of
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.sandbox.children import send_early
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget, out_of_budget, run_limited

if TYPE_CHECKING:  # loading them takes time that most questions do not need
    from hexcourt.solver.query.reasons import ExplanationText
    from hexcourt.solver.query.settling import Deadline

NORTH = "North is at the top of the map"
_BY_COMPASS = pattern(r"\b(north|east|south|west)(ern)?\b", re.IGNORECASE)


def area_arguments(board: Board) -> dict[str, Any]:
    """Return the named areas of a board as arguments of an answer; nothing where there are none."""
    fields = {name: list(each) for name, each in board.area_sentences.items()}
    return {"areas": fields} if fields else {}


def north_assumption(board: Board, *texts: str) -> Iterator[str]:
    """Report that North is taken to be at the top: sides are named by the compass, and none is
    given.
    """
    items = [*texts, *(each for some in board.area_sentences.values() for each in some)]
    if not board.north and any(map(_BY_COMPASS.search, items)):
        yield NORTH


@dataclass(frozen=True)
class Sides:
    """The families of both sides of a game: ``choose`` places first, unless there is to be an answer to
    ``each_reply`` of those ``against`` it. After choice and reply, families of ``then`` are placed so
    that the claim holds if it can. At most ``top`` choices are listed.
    """

    choose: tuple[str, ...]
    against: tuple[str, ...]
    each_reply: bool = False
    top: int = 8
    then: tuple[str, ...] = ()

    @property
    def arguments(self) -> dict[str, Any]:
        """Return a game's arguments for JSON."""
        more: dict[str, Any] = {"each_reply": True} if self.each_reply else {}
        more |= {"then": list(self.then)} if self.then else {}
        return {"choose": list(self.choose), "against": list(self.against), **more}

    def written_out(self, position: BoardState) -> Sides:
        """Return the sides with the families that the card has for them."""
        moves = (self.choose, self.against, self.then)
        choose, against, then = (families_of(position.scenario, each) for each in moves)
        return replace(self, choose=choose, against=against, then=then)


@dataclass(frozen=True)
class AnswerOptions:
    """What is wanted beside the answer: ``why``, in at most so many ``lines`` and with ``every``
    reason; ``why_not``: what would turn it; the question as one ``program``; a certificate in the
    folder ``certify``.
    """

    why: bool = False
    why_not: bool = False
    every: bool = False
    lines: int = 40
    program: bool = False
    certify: Path | None = None


@dataclass(frozen=True)
class PositionQuestion:
    """A question, the BoardState that it is asked of, and the unit that moves in it.

    It is asked in the worlds of the families ``vary``, or as a game of two ``sides``; ``best`` are one
    or two numbers to be best there, of which so many worlds are listed (``top``).
    """

    position: BoardState
    question: str
    vary: tuple[str, ...] = ()
    unit: str = "squad"
    allowance: float | str | None = None
    start: str | None = None
    turns: int = 1
    count: bool = False
    best: tuple[str, ...] = ()
    top: int = 8
    sides: Sides | None = None

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the question's arguments for JSON."""
        return {
            "question": self.question,
            "place": list(self.position.placed_texts),
            "without": list(self.position.taken),
            **({"vary": list(self.vary)} if self.sides is None else {}),
            "unit": self.unit,
            "start": self.start,
            "turns": self.turns,
            **({"count": True} if self.count else {}),
            **({"given": list(self.position.facts)} if self.position.facts else {}),
            **area_arguments(self.position.opened),
            **({} if self.sides is None else self.sides.arguments),
            **({"best": list(self.best)} if self.best else {}),
        }

    def session(self) -> QuerySession:
        """Open the session that it is put to."""
        unit = read_unit(self.unit, self.allowance)
        return QuerySession(
            self.position,
            unit=unit.name,
            allowance=unit.allowance,
            start=self.start,
            turns=self.turns,
        )

    def check(self, wanted: AnswerOptions) -> None:
        """Refuse arguments, and what is ``wanted`` beside the answer, that do not go together."""
        sides = self.sides
        if sides is not None and not sides.choose and not sides.against:
            name = "each_reply" if sides.each_reply else "then"
            raise BadInput(f"{name} goes with choose and against; give both")
        if self.best or sides is not None:
            search = "best" if self.best else "choose and against"
            options = ("why", "why_not", "every", "program")
            given = [name for name in options if getattr(wanted, name)] + ["count"] * self.count
            if given:
                raise BadInput(f"{given[0]} does not go with {search}; leave it out")
        if wanted.every and not wanted.why:
            raise BadInput("every goes with why; give both")
        if sides is None:
            if self.best and not self.vary:
                raise BadInput("best: is looked for in the worlds of a family; give vary as well")
            return
        if not sides.choose or not sides.against:
            missing = "against" if sides.choose else "choose"
            raise BadInput(f"{missing} is missing; give choose and against, a family of each side")
        if self.vary:
            raise BadInput("vary does not go with choose and against; write its families into them")
        if sides.then and sides.each_reply:
            raise BadInput("then: is placed after a reply; leave each_reply out")


def answer_limited(
    work: Callable[[], AskedAnswer], arguments: Mapping[str, Any], limits: Limits
) -> AskedAnswer:
    """Return what work answers in a process of its own, or which limit it met."""
    found = run_limited(work, limits)
    if not isinstance(found, OutOfBudget):
        return found
    line, row = over_budget(found)
    return AskedAnswer("ask", None, "out_of_budget", arguments, [row], lines=(line,))


def over_budget(over: OutOfBudget) -> tuple[str, Mapping[str, Any]]:
    """Return the line and the row of an answer that say which limit was met."""
    return f"out of budget: {over.sentence}", {"limit": over.what, "why": over.sentence}


def searched(
    query: PositionQuestion,
    session: QuerySession,
    answer: str,
    rows: list[Mapping[str, Any]],
    lines: list[str],
    counts: Mapping[str, int],
    deadline: Deadline,
) -> AskedAnswer:
    """Put together the answer of a search among worlds that is no plain question."""
    if answer == "out_of_budget":
        line, row = over_budget(deadline.over)
        lines, rows = [*lines, line], [*rows, row]
    notes = (*pieces_in_words(session.board, session.pieces), AS_DRAWN)
    return AskedAnswer(
        "ask", session.board, answer, query.arguments, rows, counts, notes, "asking", tuple(lines)
    )


def claim_of(session: QuerySession, question: str, beside: str) -> Question:
    """Read a question that is a claim, one that holds or not; ``beside`` says what asks for one.

    Raises BadInput for any other question.
    """
    query = session.read(question)
    if query.mode in ("exists", *UNIVERSAL):
        return query
    raise BadInput(f"{query.mode}: is no claim; with {beside} ask exists, all, always or never")


def answer_question(query: PositionQuestion, wanted: AnswerOptions, limits: Limits) -> AskedAnswer:
    """Answer a question about the one world that there is, or about every world of some families."""
    query = replace(query, vary=families_of(query.position.scenario, query.vary))
    session = query.session()

    def report(found: QueryResult) -> None:
        send_early(_answered(query, wanted, limits, session, found, settled=True))

    found = session.ask(
        query.question, vary=query.vary, limits=limits, tell=report, count=query.count
    )
    if wanted.certify is not None:
        send_uncertified(_answered(query, wanted, limits, session, found, settled=True), limits)
    elif wanted.why_not:
        report(found)  # what would turn it may take longer than there is time
    return _answered(query, wanted, limits, session, found)


def send_uncertified(answer: AskedAnswer, limits: Limits) -> None:
    """Send an answer before its certificate, for which there may not be the time, and say so there."""
    late = out_of_budget("seconds", limits)
    row = {"limit": late.what, "why": late.sentence}
    send_early(with_line(answer, f"no certificate: {late.sentence}", row))


def with_line(answer: AskedAnswer, line: str, row: Mapping[str, Any] | None = None) -> AskedAnswer:
    """Add a line, and a row if there is one, to an answer."""
    more = [] if row is None else [row]
    return replace(answer, lines=(*answer.lines, line), rows=[*answer.rows, *more])


def _answered(
    query: PositionQuestion,
    wanted: AnswerOptions,
    limits: Limits,
    session: QuerySession,
    finding: QueryResult,
    settled: bool = False,
) -> AskedAnswer:
    """Put the answer together; one that is merely ``settled`` has nothing else that was wanted."""
    rows: list[Mapping[str, Any]] = list(rows_of(finding))
    assumptions = (
        *_undetermined_statuses(session, finding, query),
        *north_assumption(session.board, query.question),
    )
    lines = [*lines_of(finding), *(f"taken for granted: {each}" for each in assumptions)]
    tree = None
    for entry in () if settled else _further(session, finding, query, wanted, limits):
        lines += entry.lines
        rows += entry.rows
        tree = tree or next(
            (row["why"] for row in entry.rows if "why" in row and "world" in row), None
        )
    return AskedAnswer(
        "ask",
        session.board,
        finding.answer,
        query.arguments,
        rows,
        counts_of(finding),
        (
            *pieces_in_words(session.board, session.pieces),
            AS_DRAWN,
            *assumptions,
            *_unread(session, query.position),
        ),
        "asking",
        tuple(lines),
        tree=tree,
        program=_program(session, query) if wanted.program and not settled else None,
    )


def _undetermined_statuses(
    session: QuerySession, finding: QueryResult, query: PositionQuestion
) -> tuple[str, ...]:
    """Describe which statuses, supposed or given, are undetermined, in each of several worlds."""
    if finding.worlds is not None:
        return finding.worlds.undetermined_statuses
    supposed = supposed_words(session.board, session.posts(query.question))
    return (*supposed, *doubt_words(session.board, query.position.statuses))


def _unread(session: QuerySession, position: BoardState) -> Iterator[str]:
    """Describe what is given besides: statuses that are certain, and what no rule speaks of."""
    doubtful = set(doubt_words(session.board, position.statuses))
    for each in status_words(session.board, position.statuses):
        if each not in doubtful:
            yield each
    for entry in position.parsed_facts:
        read = bears_on_lines(entry) or bears_on_moves(session.mover.unit, entry)
        if not read and not lays_counters(entry):
            yield f"given {entry.text}{not_read_by('these questions')}"


def _further(
    session: QuerySession,
    finding: QueryResult,
    query: PositionQuestion,
    wanted: AnswerOptions,
    limits: Limits,
) -> Iterator[ExplanationText]:
    """Return what else was wanted: reasons, what would turn the answer, a certificate."""
    if wanted == AnswerOptions():
        return
    # these take some time to import
    from hexcourt.solver.query.reasons import ExplanationText, explain_answer
    from hexcourt.solver.query.turning import changes_of_family, changes_of_position

    if wanted.why:
        yield explain_answer(session, finding, wanted.lines, wanted.every)
    if wanted.why_not:
        if query.vary:
            yield changes_of_family(session, finding, query.vary)
        else:
            yield changes_of_position(
                session, finding, lambda other: replace(query, position=other).session(), limits
            )
    if wanted.certify is not None:
        from hexcourt.solver.query.certifying import certified

        line, row = certified(session, finding, query.vary, wanted.certify, limits)
        yield ExplanationText((line,), (row,))


def _program(session: QuerySession, query: PositionQuestion) -> str:
    from hexcourt.solver.query.direct_encoding import direct_program

    return direct_program(session, query.question, query.vary, by_hand=True).text
