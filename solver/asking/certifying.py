"""Certificates for answers: the question as one program, and a checked proof or model of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hexcourt.facts.boards.writing_boards import board_text
from hexcourt.facts.errors import BadInput
from hexcourt.solver.asking.claims import claim_of
from hexcourt.solver.asking.outcomes import UNIVERSAL, Finding
from hexcourt.solver.asking.session import Court
from hexcourt.solver.asking.statement import Statement, court_of, reopened
from hexcourt.solver.asking.worlds import World
from hexcourt.solver.guarding.limits import Limits, OutOfBudget, out_of_budget
from hexcourt.solver.proving.certificates.certificate import (
    Certificate,
    Draft,
    UndecidedError,
    UnprovedError,
    draft,
    write_certificate,
)
from hexcourt.solver.proving.certificates.layout import UNSATISFIABLE


def certify_answer(
    court: Court, finding: Finding, vary: Sequence[str], folder: Path, limits: Limits
) -> Certificate | OutOfBudget:
    """Certify an answer into a folder; raises BadInput for an answer that nothing certifies.

    Rows and numbers of one world are certified as bounds: no answer set has any beyond them. Else, where
    no world decides, that is certified of all worlds and all readings of what the law leaves open: the
    program that asks for one has no answer set. Where one does, the smallest that decides is shown: by
    an answer set, if nothing that is asked hangs on what is open; if something does, by that no reading
    of it says otherwise there. Bounds over many worlds are certified beside. What comes of it must be
    what the court has found, or else one of them is wrong: UnprovedError.
    """
    if finding.answer not in ("yes", "no"):
        raise BadInput(f"the answer is {finding.answer}: there is nothing to certify; ask for more")
    if finding.worlds is not None and not finding.worlds.total:
        raise BadInput("no world can be: there is nothing to certify; vary otherwise")
    stated = _stated(_plain(court), finding, vary)
    try:
        stated, within = _bounded(stated)
        main = _draft(stated, stated.program(), stated.verdict, limits)
        bounds = None if within is None else _draft(stated, within, UNSATISFIABLE, limits)
    except UndecidedError:
        return out_of_budget("conflicts", limits)
    return write_certificate(folder, main, stated.board, bounds)


def _draft(
    stated: Statement, program: tuple[str, Sequence[str]], verdict: str, limits: Limits
) -> Draft:
    made = draft(*program, stated.as_json, conflicts=limits.conflicts, sought=True)
    if made.made.verdict != verdict:
        raise UnprovedError(
            f"the law as one program is {made.made.verdict}, but the answer was {stated.answer} "
            f"({stated.kind}) to {stated.question}; please report this"
        )
    return made


def _bounded(stated: Statement) -> tuple[Statement, tuple[str, Sequence[str]] | None]:
    """Give the program of the bounds; where it would be told too much, none are stated."""
    try:
        return stated, stated.bounds()
    except BadInput:
        return replace(stated, claim=None), None


def _plain(court: Court) -> Court:
    """Give the court whose board is what its facts tell, which is what anybody verifies."""
    opened = court.position.opened
    plain = reopened(board_text(opened), opened.name)
    if plain == opened:
        return court
    return court_of(plain, court.position, court.mover)


def _stated(court: Court, finding: Finding, vary: Sequence[str]) -> Statement:
    """State what was found."""
    asked, claim = finding.question, claim_of(finding)
    decides = (finding.answer == "yes") != (asked.mode in UNIVERSAL)
    world: World | None = None
    kind = "nowhere"
    if claim is not None and finding.worlds is None and claim.some:
        kind = "rows"
    elif decides:
        claim = claim if finding.worlds is not None else None
        world = _deciding_world(finding)
        kind = "everywhere" if _hangs_on_readings(court, finding, vary, world) else "shown"
    else:
        claim = None
    return Statement(court, asked.text, tuple(vary), finding.answer, kind, world, claim)


def _deciding_world(finding: Finding) -> World:
    return () if finding.worlds is None else finding.worlds.smallest[0]


def _hangs_on_readings(court: Court, finding: Finding, vary: Sequence[str], world: World) -> bool:
    """Tell whether something that is asked in a world is not decided there."""
    survey = court.survey(finding.question.text, vary)
    return bool(court.state(survey.question, survey.demand, world).told.doubts)
