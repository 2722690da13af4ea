"""Certificates for answers: the question as one program, and a checked proof or model of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.boards.board import Board, board_text
from hexcourt.facts.formats.embedded import embedded_names
from hexcourt.facts.pieces.pieces import piece_text
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import (
    certificate_row,
    certificate_size,
    check_lines,
    check_row,
    counted,
    level_words,
    what_failed,
)
from hexcourt.solver.language.question import UNIVERSAL, Question
from hexcourt.solver.position.areas import with_areas
from hexcourt.solver.position.opening import open_board
from hexcourt.solver.proof.certificate import (
    BOARD,
    BOUNDS,
    UNSATISFIABLE,
    Certificate,
    CertificateDraft,
    UndecidedError,
    UnprovedError,
    check_statement,
    draft,
    question_object,
    write_certificate,
)
from hexcourt.solver.proof.grounding import program_text
from hexcourt.solver.proof.proof_checking import ProofCheck
from hexcourt.solver.proof.second_grounder import OWN_GROUNDING, program_checks
from hexcourt.solver.proof.verification import Verification, kind_stated, verify
from hexcourt.solver.query.best_statement import KIND as BEST
from hexcourt.solver.query.best_statement import BestStatement, read_best
from hexcourt.solver.query.game_statement import KIND as GAME
from hexcourt.solver.query.game_statement import GameStatement, read_game
from hexcourt.solver.query.outcomes import QueryResult, number_words, table
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.statement import (
    Claim,
    RulesNeeded,
    Statement,
    claim_of,
    read_statement,
    reopened,
    session_of,
)
from hexcourt.solver.query.worlds import World
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget, out_of_budget

Stated = Statement | GameStatement | BestStatement
"""What a certificate may state."""


def certify_answer(
    session: QuerySession, finding: QueryResult, vary: Sequence[str], folder: Path, limits: Limits
) -> Certificate | OutOfBudget:
    """Certify an answer into a folder; raises BadInput for an answer that nothing certifies.

    Rows and numbers of one world are certified as bounds: no answer set has any beyond them. Else, where
    no world decides, that is certified of all worlds and all readings of what the rules leave open: the
    program that asks for one has no answer set. Where one does, the smallest that decides is shown: by
    an answer set, if nothing that is asked depends on what is open; if something does, by that
    no reading of it says otherwise there. Bounds over many worlds are certified beside. What
    comes of it must be what the session has found, or else one of them is wrong: UnprovedError.
    """
    if finding.answer not in ("yes", "no"):
        raise BadInput(f"the answer is {finding.answer}: there is nothing to certify; ask for more")
    if finding.worlds is not None and not finding.worlds.total:
        raise BadInput("no world can be: there is nothing to certify; vary otherwise")
    stated = _stated(plain(session), finding, vary)
    try:
        stated, within = _bounded(stated)
        main = _draft(stated, stated.program(), stated.verdict, limits)
        bounds = None if within is None else _draft(stated, within, UNSATISFIABLE, limits)
    except UndecidedError:
        return out_of_budget("conflicts", limits)
    return write_certificate(folder, main, stated.board, {} if bounds is None else {BOUNDS: bounds})


def certify_statement(stated: Stated, folder: Path, limits: Limits) -> Certificate | OutOfBudget:
    """Certify what is stated of every world, or of a game, into a folder.

    Raises BadInput for what is too large to be written out, and UnprovedError where it is not so.
    """
    parts: Mapping[str, Statement | GameStatement] = {}
    if not isinstance(stated, Statement):
        parts, objection = stated.parts, stated.objection()
        if objection:
            raise BadInput(objection)
    try:
        main = _draft(stated, stated.program(), stated.verdict, limits)
        inner = {
            name: _draft(each, each.program(), each.verdict, limits) for name, each in parts.items()
        }
    except UndecidedError:
        return out_of_budget("conflicts", limits)
    return write_certificate(folder, main, board_text(stated.session.position.opened), inner)


def _draft(
    stated: Stated,
    program: tuple[str, Sequence[str]],
    verdict: str,
    limits: Limits,
) -> CertificateDraft:
    made = draft(*program, stated.as_json, conflicts=limits.conflicts, about_goal=True)
    if made.made.verdict != verdict:
        raise UnprovedError(
            f"the rules as one program is {made.made.verdict}, but the answer was {stated.answer} "
            f"to {stated.question}; please report this"
        )
    return made


def _bounded(stated: Statement) -> tuple[Statement, tuple[str, Sequence[str]] | None]:
    """Return the program of the bounds; where it would be given too much, none are stated."""
    try:
        return stated, stated.bounds()
    except BadInput:
        return replace(stated, claim=None), None


def plain(session: QuerySession) -> QuerySession:
    """Return the session whose board is what its facts tell, which is what anybody verifies."""
    opened = session.position.opened
    plain = reopened(board_text(opened), opened.name)
    if plain == opened:
        return session
    return session_of(plain, session.position, session.mover)


def _stated(session: QuerySession, finding: QueryResult, vary: Sequence[str]) -> Statement:
    """State what was found."""
    question, claim = finding.question, claim_of(finding)
    decides = (finding.answer == "yes") != (question.mode in UNIVERSAL)
    world: World | None = None
    kind = "nowhere"
    if claim is not None and finding.worlds is None and claim.some:
        kind = "rows"
    elif decides:
        claim = claim if finding.worlds is not None else None
        world = () if finding.worlds is None else finding.worlds.smallest[0]
        kind = "everywhere" if _hangs_on_readings(session, finding, vary, world) else "shown"
    else:
        claim = None
    return Statement(session, question.text, tuple(vary), finding.answer, kind, world, claim)


def _hangs_on_readings(
    session: QuerySession, finding: QueryResult, vary: Sequence[str], world: World
) -> bool:
    """Return whether something that is asked in a world is not decided there."""
    survey = session.survey(finding.question.text, vary)
    return bool(session.state(survey.question, survey.demand, world).known_facts.doubts)


# Certificates of answers checked against what they state: written again, grounded again, compared
#
# The folder's own files are checked first, without a logic solver (``solver/proof/``). Then the
# program is written anew from question, board and the rules that are installed, and must be
# ``program.lp`` letter for letter; it is grounded anew, and must be ``ground.aspif``. Nothing of the
# folder's programs is ever run.


@dataclass(frozen=True, slots=True)
class CertificateChecks:
    """What is known of a certificate: the checks of its folder, and those that bind it to a statement.

    ``statement`` is what it states, where that could be read and written again; ``needed`` is the rules
    that would have to be installed for that.
    """

    folder: Verification
    checks: tuple[ProofCheck, ...]
    statement: Stated | None = None
    needed: RulesNeeded | None = None

    @property
    def ok(self) -> bool:
        """Return whether all checks held."""
        return self.folder.ok and all(check.ok for check in self.checks)

    @property
    def is_bound(self) -> bool:
        """Return whether what is proved is what is stated."""
        return self.ok and self.statement is not None

    @property
    def is_grounded_independently(self) -> bool:
        """Return whether every grounding was checked without clingo's grounder, too."""
        apart = [each.name for each in self.checks if each.name.endswith(OWN_GROUNDING)]
        return len(apart) == 1 + len(self.folder.parts)

    @property
    def every(self) -> tuple[ProofCheck, ...]:
        """List all checks, in order."""
        return (*self.folder.checks, *self.checks)


def verify_statement(folder: Path) -> CertificateChecks:
    """Check a certificate of an answer; raises BadInput for what is no certificate."""
    return bound(verify(folder))


def bound(found: Verification) -> CertificateChecks:
    """Check that a certificate whose folder was checked is one of an answer."""
    if not found.ok:
        return CertificateChecks(found, ())
    if BOARD not in found.texts or not found.has_goal:
        text = "the certificate names no board, or seeks nothing: it is none of an answer"
        return CertificateChecks(found, (ProofCheck("statement", False, text),))
    try:
        text, board = found.texts["question.json"], found.texts[BOARD]
        readers = {GAME: read_game, BEST: read_best}
        stated = readers.get(kind_stated(found), read_statement)(text, board)
        if isinstance(stated, RulesNeeded):
            return CertificateChecks(found, (), needed=stated)
        checks = tuple(_bound(found, stated))
    except BadInput as error:
        return CertificateChecks(found, (ProofCheck("statement", False, str(error)),))
    return CertificateChecks(found, checks, stated)


def _bound(found: Verification, stated: Stated) -> Iterator[ProofCheck]:
    """Check that a certificate is one of what it states."""
    yield _board_check(found.texts[BOARD], stated.session)
    if found.verdict != stated.verdict:
        text = f"such a statement is proved by a program that is {stated.verdict}; certify anew"
        yield ProofCheck("statement", False, text)
        return
    if not isinstance(stated, Statement):
        objection = stated.objection()
        if objection:
            yield ProofCheck("statement", False, f"{objection}; certify anew")
            return
        inner = {
            name: (each.as_json, each.program(), each.verdict)
            for name, each in stated.parts.items()
        }
    else:
        bounds = stated.bounds()
        inner = {} if bounds is None else {BOUNDS: (stated.as_json, bounds, UNSATISFIABLE)}
    yield from program_checks(found, program_text(*stated.program()), _WRITTEN_FROM)
    if found.parts.keys() != inner.keys():
        text = f"it has {listed(found.parts) or 'none'} within it, and should have {listed(inner)}"
        yield ProofCheck("parts", False, f"{text}; certify anew")
        return
    for name, (document, program, verdict) in inner.items():
        part = found.parts[name]
        check_statement(question_object(part.texts["question.json"]), document)
        if part.verdict != verdict or not part.has_goal:
            text = f"{name}/ is no proof of what is stated of it; certify anew"
            yield ProofCheck(name, False, text)
            return
        yield from program_checks(part, program_text(*program), _WRITTEN_FROM, f"{name}: ")


_WRITTEN_FROM = "question, board and rules"


def _board_check(text: str, session: QuerySession) -> ProofCheck:
    """Check that the board is written as boards are, and is the one that its name is known for."""
    board = session.position.opened
    if board_text(board) != text:
        words = "board.lp is not as hexcourt writes the board that it names; certify anew"
        return ProofCheck("board", False, words)
    if board.name not in embedded_names():
        words = f"board.lp is the board {board.title!a}, {board.digest}"
        return ProofCheck("board", True, f"{words}; none of that name comes with hexcourt")
    if _own_digest(board) != board.digest:
        words = f"board.lp calls itself {board.name}, but is not the board {board.name} installed"
        return ProofCheck("board", False, f"{words}; certify anew")
    return ProofCheck(
        "board", True, f"board.lp is the board {board.name} installed, {board.digest}"
    )


def _own_digest(board: Board) -> str:
    """Fingerprint the board of that name that comes with hexcourt, given the same areas."""
    try:
        return with_areas(open_board(board.name), board.area_sentences).digest
    except BadInput:  # areas of which the board knows nothing
        return ""


def certified(
    session: QuerySession, finding: QueryResult, vary: Sequence[str], folder: Path, limits: Limits
) -> tuple[str, dict[str, Any]]:
    """Certify an answer into a folder; say what was certified, and give it as a row."""
    return certificate_line(certify_answer(session, finding, vary, folder, limits), folder)


def certificate_line(made: Certificate | OutOfBudget, folder: Path) -> tuple[str, dict[str, Any]]:
    """Describe what was certified into a folder, in a line and in a row."""
    if isinstance(made, OutOfBudget):
        return f"no certificate: {made.sentence}", {"limit": made.what, "why": made.sentence}
    text = f"certified in {folder}: {made.verdict}; {certificate_size(made)}"
    return text, certificate_row(made, folder)


def verify_answer(checked: Verification) -> Answer:
    """Compare a certificate whose folder was checked with its question and the installed rules."""
    found = bound(checked)
    rows: list[dict[str, Any]] = []
    if found.statement is not None:
        rows.append({"statement": proved(found.statement), "stated": found.statement.as_json})
    rows += map(check_row, found.every)
    verdict = "yes" if found.is_bound else "unbound" if found.ok else "no"
    board = found.statement.session.position.opened if found.is_bound and found.statement else None
    arguments = {"folder": str(checked.folder)}
    lines = tuple(_lines(found))
    return Answer("verify", board, verdict, arguments, rows, profile="asking", lines=lines)


def _lines(found: CertificateChecks) -> Iterator[str]:
    if found.is_bound and found.statement is not None:
        yield f"yes: {proved(found.statement)}"
        yield from _row_lines(found.statement)
        yield from (f"taken for granted: {each}" for each in found.statement.undetermined_statuses)
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


def proved(stated: Stated) -> str:
    """Describe what is proved: question and answer, of which board and rules."""
    session, board = stated.session, stated.session.position.opened
    query = session.read(stated.question)
    about = "".join(f" {each}" for each in _setting_words(session, query))
    whose = "that comes with hexcourt" if board.name in embedded_names() else "of that digest"
    if isinstance(stated, GameStatement):
        answer = _game_in_words(stated)
    elif isinstance(stated, BestStatement):
        answer = _best_in_words(stated)
    else:
        answer = _answer_in_words(query, stated)
    return (
        f"proved that {' '.join(stated.question.split())!r}{about} {answer}, "
        f"on the board {board.title!a} {whose} ({board.digest}), by the rules "
        f"{active_rules().digest} of hexcourt {version('hexcourt')}"
    )


def _game_in_words(stated: GameStatement) -> str:
    """Write what is so of a game."""
    ours, theirs = (
        " and ".join(" ".join(e.split()) for e in side) for side in (stated.choose, stated.against)
    )
    replies = f"{counted(len(stated.replies), 'reply', 'replies')} listed"
    if stated.then:
        theirs += f", whatever is placed of {_families_words(stated.then)} then"
    if stated.each_reply:
        return f"holds for some choice of {ours}, whichever of {theirs} is placed first ({replies})"
    return f"holds for no choice of {ours} against every reply of {theirs} ({replies})"


def _best_in_words(stated: BestStatement) -> str:
    """Write what is best, of which families."""
    where = f"world of {_families_words(stated.vary)}"
    if not stated.vary:
        where = f"choice of {_families_words(stated.choose)}"
        where += f" against every reply of {_families_words(stated.against)}"
        if stated.then:
            where += f", given the third move of {_families_words(stated.then)}"
    if not stated.best:
        fewer = stated.fewer
        more = "" if fewer is None else f", and for none of fewer than {counted(fewer, 'piece')}"
        return f"holds for the {where}, that is listed below{more}"
    where = f"in no {where}" if stated.vary else f"for no {where},"
    numbers = " and ".join(repr(" ".join(each.split())) for each in stated.best)
    if not stated.held:
        return f"holds {where} with {numbers} for certain"
    return f"holds {where} with better {numbers} than is listed below"


def _families_words(families: Sequence[str]) -> str:
    return " and ".join(" ".join(each.split()) for each in families)


def _answer_in_words(question: Question, stated: Statement) -> str:
    """Write the answer, where it is so, and what is claimed of rows and numbers."""
    families = ", ".join(" ".join(each.split()) for each in stated.vary)
    where = f" in every world of {families}" if families else ""
    if families and stated.world is not None:
        pieces = ", ".join(map(piece_text, stated.world)) or "no piece"
        where = f" in the world of {pieces}, one of {families}"
    claimed = "" if stated.claim is None else _claimed(question, stated.claim, stated.kind)
    return f"is answered {stated.answer}{where}{claimed}"


def _claimed(question: Question, claim: Claim, kind: str) -> str:
    some = "" if claim.some or question.mode == "count" else " that has any"
    if claim.number is not None:
        every = "" if kind == "rows" else f"in every world{some} "
        return f", {every}{question.mode} {number_words(question, claim.number)}"
    if kind != "rows":
        listed = counted(len(claim.possible or ()), "row")
        return f", with no row in any world but {listed}, listed below"
    more = len(claim.possible or ()) - len(claim.certain)
    perhaps = f" and at most {more} more" if more else ""
    return f", {counted(len(claim.certain), 'row')}{perhaps}, listed below, and no further one"


def _row_lines(stated: Stated) -> Iterator[str]:
    """List the rows that are claimed, what is best, or the replies of a game."""
    if isinstance(stated, BestStatement):
        yield from stated.held_lines
        return
    if isinstance(stated, GameStatement):
        yield from stated.reply_lines
        return
    claim, query = stated.claim, stated.session.read(stated.question)
    if claim is None or claim.possible is None:
        return
    perhaps = [row for row in claim.possible if row not in set(claim.certain)]
    for rows, what in ((claim.certain, "rows"), (perhaps, "at most these beside")):
        if rows:
            yield f"{what}:"
            yield from table(query, rows)


def _setting_words(session: QuerySession, question: Question) -> Iterator[str]:
    position, mover = session.position, session.mover
    for word, some in (
        ("with", position.placed),
        ("given", position.given),
        ("without", position.taken),
    ):
        if some:
            yield f"{word} {', '.join(some)}"
    named = {name for body in question.bodies for name, _ in body.signatures}
    if not named.isdisjoint(session.ways.names):
        spent = f" of {level_words(mover.unit.allowance)} MF or MP"
        start = f" from {mover.start}" if mover.start else ""
        yield f"for a {mover.unit.name}{spent}{start} in {counted(mover.turns, 'turn')}"


def chain(found: CertificateChecks) -> str:
    """Describe by which links what is stated depends on what was checked."""
    proofs = [each.name for each in found.folder.checks if "proof by " in each.name]
    tools = list(dict.fromkeys(name.rpartition("proof by ")[2] for name in proofs))
    last = "clauses translated anew, their refutation checked by " + " and ".join(tools)
    apart = ", and by a grounder of our own" if found.is_grounded_independently else ""
    if not tools:
        last = "the model checked rule by rule"
    return (
        "the program written again from question, board and rules; grounded again by clingo "
        f"{version('clingo')} and compared{apart}; {last}"
    )


def trusted(found: CertificateChecks) -> str:
    """Describe what has to be believed still."""
    proof = "the translation into clauses" if found.folder.verdict == UNSATISFIABLE else ""
    links = ["that the rules read the rulebook rightly and the board is as printed"]
    links.append("how hexcourt writes questions and lines as a program")
    if not found.is_grounded_independently:
        links.append("clingo's grounder")
    return ", ".join([*links, *filter(None, [proof])])
