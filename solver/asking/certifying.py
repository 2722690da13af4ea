"""Certificates for answers: the question as one program, and a checked proof or model of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import clingo

from hexcourt.facts.errors import BadInput
from hexcourt.facts.pieces.laid_pieces import piece_text
from hexcourt.solver.asking.one_program import Direct, direct_program, without_doubt
from hexcourt.solver.asking.outcomes import UNIVERSAL, Finding
from hexcourt.solver.asking.session import Court
from hexcourt.solver.asking.worlds import World
from hexcourt.solver.guarding.limits import Limits, OutOfBudget, out_of_budget
from hexcourt.solver.proving.certificates.certificate import (
    Certificate,
    UndecidedError,
    UnprovedError,
    certify,
)
from hexcourt.solver.proving.certificates.layout import SATISFIABLE, UNSATISFIABLE


def certify_answer(
    court: Court, finding: Finding, vary: Sequence[str], folder: Path, limits: Limits
) -> Certificate | OutOfBudget:
    """Certify an answer into a folder; raises BadInput for an answer that nothing certifies.

    Where no world decides, that is certified of all worlds and all readings of what the law leaves open:
    the program that asks for one has no answer set. Else the smallest world that decides is shown: by
    an answer set, if nothing that is asked hangs on what is open; if something does, by that no reading
    of it says otherwise there. What comes of it must be what the court has found, or else one of them is
    wrong: UnprovedError.
    """
    asked = finding.question
    if finding.answer not in ("yes", "no"):
        raise BadInput(f"the answer is {finding.answer}: there is nothing to certify; ask for more")
    decides = (finding.answer == "yes") != (asked.mode in UNIVERSAL)
    world = _deciding_world(finding) if decides else None
    is_open = world is not None and _hangs_on_readings(court, finding, vary, world)
    direct = direct_program(court, asked.text, vary, world)
    if world is not None and not is_open:
        direct = without_doubt(direct)
    constraint = direct.confirming if is_open else direct.refuting
    expected, meaning = _meaning(decides, is_open)
    about = {
        "question": asked.text,
        "board": court.board.name,
        "vary": list(vary),
        "supposed": [piece_text(piece) for piece in court.pieces],
        "world": None if world is None else [piece_text(piece) for piece in world],
        "counters": [f"{each.terrain} in {each.hex}" for each in court.board.counters],
        "unit": court.mover.unit.name,
        "allowance": court.mover.unit.allowance / 2,
        "from": court.mover.start,
        "turns": court.mover.turns,
        "answer": finding.answer,
        "meaning": meaning,
        "granted": list(_granted(court, finding, vary, world)),
    }
    rules = f"{direct.rules}\n{constraint}\n"
    try:
        made = certify(folder, rules, direct.given, about, conflicts=limits.conflicts)
    except UndecidedError:
        return out_of_budget("conflicts", limits)
    if made.verdict != expected or (is_open and not _has_answer_set(direct)):
        raise UnprovedError(
            f"the law as one program is {made.verdict}, but the answer was {finding.answer}; please "
            f"report this, with the folder {folder}"
        )
    return made


def _granted(
    court: Court, finding: Finding, vary: Sequence[str], world: World | None
) -> tuple[str, ...]:
    """Say which statuses of units are in doubt in the world that decides, or in how many of all."""
    if world is None and finding.worlds is not None:
        return finding.worlds.granted
    return court.survey(finding.question.text, vary).statuses.words(world or ())


def _deciding_world(finding: Finding) -> World:
    return () if finding.worlds is None else finding.worlds.smallest[0]


def _hangs_on_readings(court: Court, finding: Finding, vary: Sequence[str], world: World) -> bool:
    """Tell whether something that is asked in a world is not decided there."""
    survey = court.survey(finding.question.text, vary)
    return bool(court.state(survey.question, survey.demand, world).told.doubts)


def _has_answer_set(direct: Direct) -> bool:
    """Tell whether there is any: else nothing follows from there being none that says otherwise."""
    control = clingo.Control(logger=lambda code, text: None)
    control.add("base", [], direct.text)
    control.ground([("base", [])])
    return bool(control.solve().satisfiable)


def _meaning(decides: bool, is_open: bool) -> tuple[str, str]:
    """Give the verdict that is expected, and what it tells of the question."""
    if not decides:
        return (
            UNSATISFIABLE,
            "no world decides the question, however the law is read where it is open",
        )
    if is_open:
        return UNSATISFIABLE, "this world decides it, however the law is read where it is open"
    return (
        SATISFIABLE,
        "this world decides it; nothing that is asked hangs on what the law leaves open",
    )
