"""The worlds of some families in which a number is greatest or least, and a claim holds.

Worlds that differ only in pieces that bear on neither are looked at once. The optimum is proved when all
are looked at; where the time is too short, the best world so far is given, without a proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import piece_text
from hexcourt.solver.answer.answer import AskedAnswer
from hexcourt.solver.answer.words import counted
from hexcourt.solver.language.question import Question
from hexcourt.solver.position.board_state import families_of
from hexcourt.solver.query.answers import (
    PositionQuestion,
    answer_limited,
    claim_of,
    searched,
)
from hexcourt.solver.query.deciding import Decision, Number
from hexcourt.solver.query.finding_rows import is_halved, number_words
from hexcourt.solver.query.outcomes import number_of, verdict
from hexcourt.solver.query.relevance import reduced_to
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import CHUNKS, Deadline
from hexcourt.solver.query.worlds import World, worlds_of
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget


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


def answer_best(
    query: PositionQuestion, best: str, top: int = 8, limits: Limits | None = None
) -> AskedAnswer:
    """Find the best worlds, in a process of its own."""
    allowed = limits or Limits()
    if not query.vary:
        raise BadInput("best: is looked for in the worlds of a family; give vary as well")
    arguments = query.arguments | {"best": best}
    return answer_limited(
        partial(_answer, query, best, top, arguments, allowed), arguments, allowed
    )


def _answer(
    query: PositionQuestion, best: str, top: int, arguments: Mapping[str, Any], limits: Limits
) -> AskedAnswer:
    deadline = Deadline(limits)
    vary = families_of(query.position.scenario, query.vary)
    session = query.session()
    found = find_best(session, query.question, best, vary, top, deadline)
    counts = {"worlds_looked_at": found.looked_at}
    rows, lines = list(_rows(found)), list(_lines(found))
    return searched(session, arguments, found.answer, rows, lines, counts, deadline)


def find_best(
    session: QuerySession,
    question: str,
    best: str,
    vary: tuple[str, ...],
    top: int,
    deadline: Deadline,
) -> Best:
    """Find the best worlds of some families in which a claim holds."""
    query, objective = claim_of(session, question, "best"), session.read(best)
    if objective.mode not in ("min", "max"):
        raise BadInput(f"best: {objective.mode} has no best; write 'max N : ...' or 'min N : ...'")
    claim = session.survey(question, vary, deadline.limits)
    value = session.survey(best, vary, deadline.limits)
    bearing = claim.asked.relevant_pieces | value.asked.relevant_pieces
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
        if deadline.passed:
            late = True
            break
        entries = [outcome for _, outcome in claim.asked.decide(chunk)]
        held = [
            (world, verdict(query, outcome))
            for world, outcome in zip(chunk, entries, strict=True)
            if not isinstance(outcome, str) and verdict(query, outcome) != "no"
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
    items = tuple((world, sign * each) for each, world in sure)
    return Best(objective, answer, items, looked_at, sign * max(better) if better else None)


def _bounds(
    objective: Question, outcome: Decision | str, sign: int
) -> tuple[int | None, int | None]:
    """Return what a world is worth for certain and at best, greater being better; nothing for no
    value.
    """
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
