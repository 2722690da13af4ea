"""Answers whatever is asked of a BoardState, in its one world or in every world of some families."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.facts.pieces.pieces import piece_text
from hexcourt.solver.answer.answer import AS_DRAWN, Answer, unspoken_by
from hexcourt.solver.answer.proofs import certificate_row, check_lines, check_row, what_failed
from hexcourt.solver.answer.words import counted, laid_words, level_words
from hexcourt.solver.language.question import Question
from hexcourt.solver.movement.mover import read_unit
from hexcourt.solver.placement.statuses import doubt_words, status_words, supposed_words
from hexcourt.solver.position.board_state import BoardState, families_of
from hexcourt.solver.position.given import bears_on_moves
from hexcourt.solver.proof.certificate import UNSATISFIABLE
from hexcourt.solver.proof.verification import Verification
from hexcourt.solver.query.certifying import Verified, bound, certify_answer
from hexcourt.solver.query.explanations import Explained, explained, turned
from hexcourt.solver.query.finding_rows import counts_of, lines_of, number_words, rows_of, table
from hexcourt.solver.query.outcomes import Finding
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.statement import Claim, Statement
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget, run_limited, say_early

# --- Certificates of answers: made, and checked from their folder alone ---------------------------


def certified(
    session: QuerySession, finding: Finding, vary: Sequence[str], folder: Path, limits: Limits
) -> tuple[str, dict[str, Any]]:
    """Certify an answer into a folder; say what was certified, and give it as a row."""
    made = certify_answer(session, finding, vary, folder, limits)
    if isinstance(made, OutOfBudget):
        return f"no certificate: {made.sentence}", {"limit": made.what, "why": made.sentence}
    proof = f", proof of {counted(made.proof_lines, 'line')}" if made.proof_lines else ""
    size = f"{made.rules} ground rules, {made.clauses} clauses{proof}"
    return f"certified in {folder}: {made.verdict}; {size}", certificate_row(made, folder)


def verify_answer(checked: Verification) -> Answer:
    """Compare a certificate whose folder was checked with its question and the installed rules."""
    found = bound(checked)
    rows: list[dict[str, Any]] = [_statement_row(found.statement)] if found.statement else []
    rows += map(check_row, found.every)
    verdict = "yes" if found.is_bound else "unbound" if found.ok else "no"
    board = found.statement.session.position.opened if found.is_bound and found.statement else None
    arguments = {"folder": str(checked.folder)}
    lines = tuple(_lines(found))
    return Answer("verify", board, verdict, arguments, rows, profile="asking", lines=lines)


def _lines(found: Verified) -> Iterator[str]:
    if found.is_bound and found.statement is not None:
        yield f"yes: {proved(found.statement)}"
        yield from _row_lines(found.statement)
        yield from (f"taken for granted: {each}" for each in found.statement.granted)
        yield f"by: {chain(found)}"
        yield f"taken on trust: {trusted(found)}"
    elif found.ok and found.needed is not None:
        what = "refuted" if found.folder.verdict == UNSATISFIABLE else "shown to have a model"
        yield (
            f"a ground program is {what}; that it is the question's was not checked: "
            f"{found.needed.sentence}"
        )
    else:
        yield what_failed(found.every)
    yield from check_lines(found.every)


def proved(stated: Statement) -> str:
    """Say what is proved: question and answer, of which board and law."""
    session, board = stated.session, stated.session.position.opened
    asked = session.read(stated.question)
    about = "".join(f" {each}" for each in _setting_words(session, asked))
    whose = "that comes with hexcourt" if board.name in embedded_names() else "of that digest"
    return (
        f"proved that {' '.join(stated.question.split())!r}{about} is answered {_said(asked, stated)}, "
        f"on the board {board.title!a} {whose} ({board.digest}), by the law {active_rules().digest} of "
        f"hexcourt {version('hexcourt')}"
    )


def _said(asked: Question, stated: Statement) -> str:
    """Say the answer, where it is so, and what is claimed of rows and numbers."""
    families = ", ".join(" ".join(each.split()) for each in stated.vary)
    where = f" in every world of {families}" if families else ""
    if families and stated.world is not None:
        pieces = ", ".join(map(piece_text, stated.world)) or "no piece"
        where = f" in the world of {pieces}, one of {families}"
    claimed = "" if stated.claim is None else _claimed(asked, stated.claim, stated.kind)
    return f"{stated.answer}{where}{claimed}"


def _claimed(asked: Question, claim: Claim, kind: str) -> str:
    some = "" if claim.some or asked.mode == "count" else " that has any"
    if claim.number is not None:
        every = "" if kind == "rows" else f"in every world{some} "
        return f", {every}{asked.mode} {number_words(asked, claim.number)}"
    if kind != "rows":
        listed = counted(len(claim.possible or ()), "row")
        return f", with no row in any world but {listed}, listed below"
    more = len(claim.possible or ()) - len(claim.certain)
    perhaps = f" and at most {more} more" if more else ""
    return f", {counted(len(claim.certain), 'row')}{perhaps}, listed below, and no further one"


def _row_lines(stated: Statement) -> Iterator[str]:
    """List the rows that are claimed."""
    claim, asked = stated.claim, stated.session.read(stated.question)
    if claim is None or claim.possible is None:
        return
    perhaps = [row for row in claim.possible if row not in set(claim.certain)]
    for rows, what in ((claim.certain, "rows"), (perhaps, "at most these beside")):
        if rows:
            yield f"{what}:"
            yield from table(asked, rows)


def _setting_words(session: QuerySession, asked: Question) -> Iterator[str]:
    position, mover = session.position, session.mover
    for word, some in (
        ("with", position.placed),
        ("given", position.given),
        ("without", position.taken),
    ):
        if some:
            yield f"{word} {', '.join(some)}"
    named = {name for body in asked.bodies for name, _ in body.signatures}
    if not named.isdisjoint(session.ways.names):
        spent = f" of {level_words(mover.unit.allowance)} MF or MP"
        start = f" from {mover.start}" if mover.start else ""
        yield f"for a {mover.unit.name}{spent}{start} in {counted(mover.turns, 'turn')}"


def chain(found: Verified) -> str:
    """Say by which links what is stated hangs on what was checked."""
    proofs = [each.name for each in found.folder.checks if "proof by " in each.name]
    tools = list(dict.fromkeys(name.rpartition("proof by ")[2] for name in proofs))
    last = "clauses translated anew, their refutation checked by " + " and ".join(tools)
    apart = ", and by a grounder of our own" if found.is_grounded_apart else ""
    if not tools:
        last = "the model checked rule by rule"
    return (
        "the program written again from question, board and law; grounded again by clingo "
        f"{version('clingo')} and compared{apart}; {last}"
    )


def trusted(found: Verified) -> str:
    """Say what has to be believed still."""
    proof = "the translation into clauses" if found.folder.verdict == UNSATISFIABLE else ""
    links = ["that the rules read the rulebook rightly and the board is as printed"]
    links.append("how hexcourt writes questions and lines as a program")
    if not found.is_grounded_apart:
        links.append("clingo's grounder")
    return ", ".join([*links, *filter(None, [proof])])


def _statement_row(stated: Statement) -> dict[str, Any]:
    return {"statement": proved(stated), "stated": stated.as_json}


# --- What is said of named areas that a question is asked about -----------------------------------


NORTH = "North is at the top of the map"
_BY_COMPASS = re.compile(r"\b(north|east|south|west)(ern)?\b", re.IGNORECASE)


def area_arguments(board: Board) -> dict[str, Any]:
    """Give the named areas of a board as arguments of an answer; nothing where there are none."""
    told = {name: list(each) for name, each in board.area_sentences.items()}
    return {"areas": told} if told else {}


def north_granted(board: Board, *texts: str) -> Iterator[str]:
    """Say that North is taken to be at the top: sides are named by the compass, and none is told."""
    told = [*texts, *(each for some in board.area_sentences.values() for each in some)]
    if not board.north and any(map(_BY_COMPASS.search, told)):
        yield NORTH


@dataclass(frozen=True)
class Asked:
    """A question, the BoardState that it is asked of, and the unit that moves in it."""

    position: BoardState
    question: str
    vary: tuple[str, ...] = ()
    unit: str = "squad"
    allowance: float | str | None = None
    start: str | None = None
    turns: int = 1

    @property
    def arguments(self) -> dict[str, Any]:
        """Give the question's arguments for JSON."""
        return {
            "question": self.question,
            "place": list(self.position.laid),
            "without": list(self.position.taken),
            "vary": list(self.vary),
            "unit": self.unit,
            "start": self.start,
            "turns": self.turns,
            **({"given": list(self.position.facts)} if self.position.facts else {}),
            **area_arguments(self.position.opened),
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


@dataclass(frozen=True)
class Wanted:
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


@dataclass(frozen=True, repr=False, eq=False)
class AskedAnswer(Answer):
    """An answer to a question: with its derivation as a tree, and written out as one program, where
    these were wanted.
    """

    tree: Mapping[str, Any] | None = None
    program: str | None = None


def answer_question(
    asked: Asked, wanted: Wanted | None = None, limits: Limits | None = None
) -> AskedAnswer:
    """Answer a question, in a process of its own: it may come from anybody."""
    allowed = limits or Limits()
    told = wanted or Wanted()
    found = run_limited(partial(_answer, asked, told, allowed), allowed)
    if not isinstance(found, OutOfBudget):
        return found
    row = {"limit": found.what, "why": found.sentence}
    said = (f"out of budget: {found.sentence}",)
    return AskedAnswer("ask", None, "out_of_budget", asked.arguments, [row], lines=said)


def _answer(asked: Asked, wanted: Wanted, limits: Limits) -> AskedAnswer:
    asked = replace(asked, vary=families_of(asked.position.scenario, asked.vary))
    session = asked.session()

    def tell(found: Finding) -> None:
        say_early(_answered(asked, wanted, limits, session, found, settled=True))

    found = session.ask(asked.question, vary=asked.vary, limits=limits, tell=tell)
    return _answered(asked, wanted, limits, session, found)


def _answered(
    asked: Asked,
    wanted: Wanted,
    limits: Limits,
    session: QuerySession,
    finding: Finding,
    settled: bool = False,
) -> AskedAnswer:
    """Put the answer together; one that is merely ``settled`` has nothing else that was wanted."""
    rows: list[Mapping[str, Any]] = list(rows_of(finding))
    granted = (*_granted(session, finding, asked), *north_granted(session.board, asked.question))
    lines = [*lines_of(finding), *(f"taken for granted: {each}" for each in granted)]
    tree = None
    for told in () if settled else _further(session, finding, asked, wanted, limits):
        lines += told.lines
        rows += told.rows
        tree = tree or next(
            (row["why"] for row in told.rows if "why" in row and "world" in row), None
        )
    return AskedAnswer(
        "ask",
        session.board,
        finding.answer,
        asked.arguments,
        rows,
        counts_of(finding),
        (
            *laid_words(session.board, session.pieces),
            AS_DRAWN,
            *granted,
            *_unspoken(session, asked.position),
        ),
        "asking",
        tuple(lines),
        tree=tree,
        program=_program(session, asked) if wanted.program and not settled else None,
    )


def _granted(session: QuerySession, finding: Finding, asked: Asked) -> tuple[str, ...]:
    """Say which statuses, supposed or given, are in doubt: world by world where there are several."""
    if finding.worlds is not None:
        return finding.worlds.granted
    supposed = supposed_words(session.board, session.posts(asked.question))
    return (*supposed, *doubt_words(session.board, asked.position.statuses))


def _unspoken(session: QuerySession, position: BoardState) -> Iterator[str]:
    """Say what is given besides: statuses that are in no doubt, and what no rule speaks of."""
    doubtful = set(doubt_words(session.board, position.statuses))
    for each in status_words(session.board, position.statuses):
        if each not in doubtful:
            yield each
    for said in position.said:
        if not bears_on_moves(session.mover.unit, said):
            yield f"given {said.text}{unspoken_by('these questions')}"


def _further(
    session: QuerySession, finding: Finding, asked: Asked, wanted: Wanted, limits: Limits
) -> Iterator[Explained]:
    """Give what else was wanted: reasons, what would turn the answer, a certificate."""
    if wanted.why:
        yield explained(session, finding, wanted.lines, wanted.every)
    if wanted.why_not:
        yield turned(session, finding, asked.vary)
    if wanted.certify is not None:
        line, row = certified(session, finding, asked.vary, wanted.certify, limits)
        yield Explained((line,), (row,))


def _program(session: QuerySession, asked: Asked) -> str:
    from hexcourt.solver.query.direct_encoding import direct_program

    return direct_program(session, asked.question, asked.vary, by_hand=True).text
