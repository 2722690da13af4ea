"""The worlds of some families in which a number is greatest or least, and a claim holds.

Worlds that differ only in pieces that bear on neither are looked at once. The optimum is proved when all
are looked at; where the time is too short, the best world so far is told, without a proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from time import monotonic
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import piece_text
from hexcourt.solver.answer.answer import AS_DRAWN
from hexcourt.solver.answer.words import counted, laid_words
from hexcourt.solver.language.question import Question
from hexcourt.solver.position.board_state import families_of
from hexcourt.solver.query.answers import Asked, AskedAnswer
from hexcourt.solver.query.bearing import reduced_to
from hexcourt.solver.query.deciding import Decision, Number
from hexcourt.solver.query.finding_rows import is_halved, number_words
from hexcourt.solver.query.outcomes import UNIVERSAL, number_of, verdict
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import CHUNKS, TO_DECIDE
from hexcourt.solver.query.worlds import World, worlds_of
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget, out_of_budget, run_limited


@dataclass(frozen=True)
class Best:
    """The best worlds, each with its value, best first; ``looked_at`` so many classes of worlds.

    ``answer`` is yes where the first is proved best, no where there is none, unknown where a world that
    is not decided may be better, and out_of_budget where not all were looked at.
    """

    objective: Question
    answer: str
    worlds: tuple[tuple[World, int], ...]
    looked_at: int
    may_reach: int | None = None


def answer_best(asked: Asked, best: str, top: int = 8, limits: Limits | None = None) -> AskedAnswer:
    """Find the best worlds, in a process of its own."""
    allowed = limits or Limits()
    if not asked.vary:
        raise BadInput("best: is looked for in the worlds of a family; give vary as well")
    found = run_limited(partial(_answer, asked, best, top, allowed), allowed)
    if not isinstance(found, OutOfBudget):
        return found
    row = {"limit": found.what, "why": found.sentence}
    said = (f"out of budget: {found.sentence}",)
    arguments = asked.arguments | {"best": best}
    return AskedAnswer("ask", None, "out_of_budget", arguments, [row], lines=said)


def _answer(asked: Asked, best: str, top: int, limits: Limits) -> AskedAnswer:
    began = monotonic()
    vary = families_of(asked.position.scenario, asked.vary)
    session = asked.session()
    found = find_best(session, asked.question, best, vary, top, limits)
    lines, rows = list(_lines(found)), list(_rows(found))
    if found.answer == "out_of_budget":
        over = out_of_budget("seconds", limits, monotonic() - began)
        lines.append(f"out of budget: {over.sentence}")
        rows.append({"limit": over.what, "why": over.sentence})
    return AskedAnswer(
        "ask",
        session.board,
        found.answer,
        asked.arguments | {"best": best},
        rows,
        {"worlds_looked_at": found.looked_at},
        (*laid_words(session.board, session.pieces), AS_DRAWN),
        "asking",
        tuple(lines),
    )


def find_best(
    session: QuerySession,
    question: str,
    best: str,
    vary: tuple[str, ...],
    top: int,
    limits: Limits,
) -> Best:
    """Find the best worlds of some families in which a claim holds."""
    began = monotonic()
    asked, objective = session.read(question), session.read(best)
    if objective.mode not in ("min", "max"):
        raise BadInput(f"best: {objective.mode} has no best; write 'max N : ...' or 'min N : ...'")
    if asked.mode not in ("exists", *UNIVERSAL):
        raise BadInput(f"{asked.mode}: is no claim; with best ask exists, all, always or never")
    claim, value = session.survey(question, vary, limits), session.survey(best, vary, limits)
    bearing = claim.asked.bearing | value.asked.bearing
    families = claim.families
    if not claim.asked.share_pieces:
        families = reduced_to(families, bearing)
    worlds = (claim.asked.completed(each, bearing) for each in worlds_of(families))
    sign = 1 if objective.mode == "max" else -1
    sure: list[tuple[int, World]] = []
    hoped: list[int] = []
    looked_at, late = 0, False
    sizes = iter(CHUNKS)
    while chunk := list(islice(worlds, next(sizes, CHUNKS[-1]))):
        if monotonic() - began > TO_DECIDE * limits.seconds:
            late = True
            break
        said = [outcome for _, outcome in claim.asked.decide(chunk)]
        held = [
            (world, verdict(asked, outcome))
            for world, outcome in zip(chunk, said, strict=True)
            if not isinstance(outcome, str) and verdict(asked, outcome) != "no"
        ]
        values = value.asked.decide([world for world, _ in held])
        for (world, says), (_, outcome) in zip(held, values, strict=True):
            least, most = _bounds(objective, outcome, sign)
            if least is not None and says == "yes":
                sure.append((least, world))
            if most is not None and (says != "yes" or least != most):
                hoped.append(most)
        looked_at += len(chunk)
        sure = sorted(sure, key=lambda each: (-each[0], len(each[1]), each[1]))[:top]
    first = sure[0][0] if sure else None
    better = [each for each in hoped if first is None or each > first]
    answer = "out_of_budget" if late else "unknown" if better else "yes" if sure else "no"
    told = tuple((world, sign * each) for each, world in sure)
    return Best(objective, answer, told, looked_at, sign * max(better) if better else None)


def _bounds(
    objective: Question, outcome: Decision | str, sign: int
) -> tuple[int | None, int | None]:
    """Give what a world is worth for certain and at best, greater being better; nothing for no value."""
    if isinstance(outcome, str | OutOfBudget):
        return None, None
    number = number_of(objective, outcome)
    if number is None or number.least is None or number.most is None:
        return None, None
    least, most = sorted((sign * number.least, sign * number.most))
    return None if number.may_lack else least, most


def _lines(found: Best) -> Iterator[str]:
    objective = found.objective
    word = "greatest" if objective.mode == "max" else "least"
    looked_at = f"{counted(found.looked_at, 'world')} looked at"
    if not found.worlds:
        yield f"{found.answer.replace('_', ' ')}: no world has such a number for certain; {looked_at}"
        return
    value = found.worlds[0][1]
    shown = number_words(objective, Number(value, value))
    proved = "proved" if found.answer == "yes" else "not proved"
    yield f"{found.answer.replace('_', ' ')}: the {word} is {shown} ({proved}); {looked_at}"
    for world, each in found.worlds:
        pieces = " and ".join(map(piece_text, world)) or "none"
        yield f"  {number_words(objective, Number(each, each))}: {pieces}"
    if found.may_reach is not None:
        reach = number_words(objective, Number(found.may_reach, found.may_reach))
        yield f"a world that is not decided may have {reach}"
    yield "not certified: the best worlds have no certificate"


def _rows(found: Best) -> Iterator[Mapping[str, Any]]:
    halved = is_halved(found.objective, found.objective.names[0])
    for world, value in found.worlds:
        yield {
            "best": value / 2 if halved else value,
            "pieces": [piece_text(each) for each in world],
        }
