"""Certificates of answers: made, and checked from their folder alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hexcourt.facts.boards.embedded import embedded_names
from hexcourt.facts.pieces.laid_pieces import piece_text
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.asking.finding_words import number_words, table
from hexcourt.solver.answering.proofs import certificate_row, check_lines, check_row, what_failed
from hexcourt.solver.answering.rules.certified import verify_certified
from hexcourt.solver.answering.words import counted, level_words
from hexcourt.solver.asking.certifying import certify_answer
from hexcourt.solver.asking.claims import Claim
from hexcourt.solver.asking.language.question import Question
from hexcourt.solver.asking.outcomes import Finding
from hexcourt.solver.asking.session import Court
from hexcourt.solver.asking.statement import Statement
from hexcourt.solver.asking.verifying import Verified, bound
from hexcourt.solver.examining.searching.certifying import is_of_worlds
from hexcourt.solver.guarding.limits import Limits, OutOfBudget
from hexcourt.solver.proving.certificates.layout import UNSATISFIABLE
from hexcourt.solver.proving.certificates.verification import verify
from hexcourt.solver.statutes.lawbook import in_force


def certified(
    court: Court, finding: Finding, vary: Sequence[str], folder: Path, limits: Limits
) -> tuple[str, dict[str, Any]]:
    """Certify an answer into a folder; say what was certified, and give it as a row."""
    made = certify_answer(court, finding, vary, folder, limits)
    if isinstance(made, OutOfBudget):
        return f"no certificate: {made.sentence}", {"limit": made.what, "why": made.sentence}
    proof = f", proof of {counted(made.proof_lines, 'line')}" if made.proof_lines else ""
    size = f"{made.rules} ground rules, {made.clauses} clauses{proof}"
    return f"certified in {folder}: {made.verdict}; {size}", certificate_row(made, folder)


def verify_folder(folder: Path, checkers: str | None = None) -> Answer:
    """Check a certificate from its folder, against the law that is installed.

    ``checkers`` is a folder in which ``drat-trim`` and ``cake_lpr`` are looked for before the path.
    """
    checked = verify(folder, checkers=checkers)
    if is_of_worlds(checked):
        return verify_certified(checked)
    found = bound(checked)
    rows: list[dict[str, Any]] = [_statement_row(found.statement)] if found.statement else []
    rows += map(check_row, found.every)
    verdict = "yes" if found.is_bound else "unbound" if found.ok else "no"
    board = found.statement.court.position.opened if found.is_bound and found.statement else None
    arguments = {"folder": str(folder)}
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
    court, board = stated.court, stated.court.position.opened
    asked = court.read(stated.question)
    about = "".join(f" {each}" for each in _setting_words(court, asked))
    whose = "that comes with hexcourt" if board.name in embedded_names() else "of that digest"
    return (
        f"proved that {' '.join(stated.question.split())!r}{about} is answered {_said(asked, stated)}, "
        f"on the board {board.title!a} {whose} ({board.digest}), by the law {in_force().digest} of "
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
    claim, asked = stated.claim, stated.court.read(stated.question)
    if claim is None or claim.possible is None:
        return
    perhaps = [row for row in claim.possible if row not in set(claim.certain)]
    for rows, what in ((claim.certain, "rows"), (perhaps, "at most these beside")):
        if rows:
            yield f"{what}:"
            yield from table(asked, rows)


def _setting_words(court: Court, asked: Question) -> Iterator[str]:
    position, mover = court.position, court.mover
    for word, some in (
        ("with", position.placed),
        ("given", position.given),
        ("without", position.taken),
    ):
        if some:
            yield f"{word} {', '.join(some)}"
    named = {name for body in asked.bodies for name, _ in body.signatures}
    if not named.isdisjoint(court.ways.names):
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
    links = ["that the law reads the rulebook rightly and the board is as printed"]
    links.append("how hexcourt writes questions and lines as a program")
    if not found.is_grounded_apart:
        links.append("clingo's grounder")
    return ", ".join([*links, *filter(None, [proof])])


def _statement_row(stated: Statement) -> dict[str, Any]:
    return {"statement": proved(stated), "stated": stated.as_json}
