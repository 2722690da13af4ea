"""Answers that name the best worlds of a family, or the choices that guarantee most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.answer.answer import AskedAnswer
from hexcourt.solver.answer.words import counted
from hexcourt.solver.language.question import Question
from hexcourt.solver.position.board_state import families_of
from hexcourt.solver.query.answers import (
    PositionQuestion,
    answer_limited,
    searched,
)
from hexcourt.solver.query.best import Best, Guaranteed, Point, find_best, find_guaranteed
from hexcourt.solver.query.best_statement import BestStatement, GuaranteedValue
from hexcourt.solver.query.game_answers import (
    Sides,
    held,
    refutation,
    with_certificate,
)
from hexcourt.solver.query.objectives import Values, values_words
from hexcourt.solver.query.outcomes import few, is_halved, pieces_of
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import Deadline
from hexcourt.solver.query.two_sided import split_replies
from hexcourt.solver.query.worlds import World
from hexcourt.solver.sandbox.limited_run import Limits

WHAT_IS_BEST = "what is best"
"""What a certificate is of, in words."""


def answer_best(
    query: PositionQuestion,
    best: Sequence[str],
    top: int = 8,
    limits: Limits | None = None,
    sides: Sides | None = None,
    certify: Path | None = None,
) -> AskedAnswer:
    """Find the best worlds, or with ``sides`` the best choices, in a process of its own; ``certify``
    names the folder of a certificate that is wanted.
    """
    allowed = limits or Limits()
    if sides is not None:
        sides.check(query)
        arguments = sides.arguments(query) | {"best": list(best)}
        work = partial(_answer_guaranteed, query, best, sides, arguments, allowed, certify)
        return answer_limited(work, arguments, allowed)
    if not query.vary:
        raise BadInput("best: is looked for in the worlds of a family; give vary as well")
    arguments = query.arguments | {"best": list(best)}
    work = partial(_answer, query, best, top, arguments, allowed, certify)
    return answer_limited(work, arguments, allowed)


def _answer(
    query: PositionQuestion,
    best: Sequence[str],
    top: int,
    arguments: Mapping[str, Any],
    limits: Limits,
    certify: Path | None,
) -> AskedAnswer:
    deadline = Deadline(limits)
    vary = families_of(query.position.scenario, query.vary)
    session = query.session()
    found = find_best(session, query.question, best, vary, top, deadline)
    counts = {"worlds_looked_at": found.looked_at}
    rows, lines = list(_rows(found)), list(_lines(found))
    answer = searched(session, arguments, found.answer, rows, lines, counts, deadline)

    def state(session: QuerySession) -> tuple[BestStatement, str]:
        if found.unlisted:
            raise BadInput(f"{counted(found.unlisted, 'pair')} not listed; raise top")
        held = tuple(GuaranteedValue(world, values) for world, values in _points(found))
        return BestStatement(session, query.question, tuple(best), held, vary=vary), WHAT_IS_BEST

    return with_certificate(answer, session, state, certify, limits)


def _answer_guaranteed(
    query: PositionQuestion,
    best: Sequence[str],
    sides: Sides,
    arguments: Mapping[str, Any],
    limits: Limits,
    certify: Path | None,
) -> AskedAnswer:
    deadline = Deadline(limits)
    session = query.session()
    sides = sides.written_out(query)
    found = find_guaranteed(session, query.question, best, sides, deadline)
    choices = sum(len(each.choices) for each in found.points)
    counts = {"choices": choices, "rounds": found.rounds}
    rows, lines = list(_choice_rows(found)), list(_choice_lines(found))
    answer = searched(session, arguments, found.answer, rows, lines, counts, deadline)

    def state(session: QuerySession) -> tuple[BestStatement, str]:
        ours, (theirs, clear) = session.families(sides.choose), split_replies(sides.against)
        refuted = tuple(refutation(ours, clear, each) for each in found.refuted)
        stated = BestStatement(
            session,
            query.question,
            tuple(best),
            tuple(
                held(session, theirs, each.choices[0], each.values, each.rescues, each.excluded)
                for each in found.points
            ),
            choose=sides.choose,
            against=sides.against,
            then=sides.then,
            refuted=tuple(each for each in refuted if each is not None),
        )
        return stated, WHAT_IS_BEST

    return with_certificate(answer, session, state, certify, limits)


def _points(found: Best) -> tuple[tuple[World, Values], ...]:
    """Return what is best itself: of one number the first, of two one world of each pair."""
    return found.worlds if len(found.objectives) > 1 else found.worlds[:1]


def _rows(found: Best) -> Iterator[Mapping[str, Any]]:
    for world, values in found.worlds:
        yield {**_values_row(found.objectives, values), "pieces": pieces_of(world)}


def _lines(found: Best) -> Iterator[str]:
    answer = found.answer.replace("_", " ")
    looked_at = f"{counted(found.looked_at, 'world')} looked at"
    if not found.worlds:
        yield f"{answer}: no world has {_such(found.objectives)} for certain; {looked_at}"
        return
    front = [values for _, values in found.worlds]
    yield f"{answer}: {_best_words(found, front, found.unlisted, '')}; {looked_at}"
    for world, values in found.worlds:
        yield f"  {values_words(found.objectives, values)}: {_world_words(world)}"
    if found.unlisted:
        yield f"{counted(found.unlisted, 'further pair')} not listed; raise top to see all"
    if found.may_reach is not None:
        reach = values_words(found.objectives, found.may_reach)
        yield f"a world that is not decided may have {reach}"


def _choice_lines(found: Guaranteed) -> Iterator[str]:
    answer, rounds = found.answer.replace("_", " "), counted(found.rounds, "round")
    if not found.points:
        such = _such(found.objectives)
        yield f"{answer}: no choice has {such} for certain against every reply; {rounds}"
        return
    front = [each.values for each in found.points]
    yield f"{answer}: {_best_words(found, front, 0, ' that a choice guarantees')}; {rounds}"
    if len(found.objectives) > 1:
        for each in found.points:
            worth = values_words(found.objectives, each.values)
            yield f"  {worth}: {_world_words(each.choices[0])}"
    else:
        (point,) = found.points
        yield from few(map(_world_words, point.choices))
        yield f"a reply that leaves no more: {_reply_words(point)}"


def _choice_rows(found: Guaranteed) -> Iterator[Mapping[str, Any]]:
    for point in found.points:
        worth = _values_row(found.objectives, point.values)
        reply = {"reply": pieces_of(point.reply), "clears": pieces_of(point.cleared)}
        for number, each in enumerate(point.choices):
            yield {**worth, "pieces": pieces_of(each), **({} if number else reply)}


def _such(objectives: Sequence[Question]) -> str:
    return "such a number" if len(objectives) == 1 else "both numbers"


def _best_words(found: Best | Guaranteed, front: Sequence[Values], more: int, whose: str) -> str:
    """Describe what is best, and whether that is proved."""
    proved = "proved" if found.answer == "yes" else "not proved"
    if len(found.objectives) > 1:
        pairs = counted(len(front) + more, "pair")
        return f"{pairs} of numbers{whose}, none better in both than another ({proved})"
    word = "greatest" if found.objectives[0].mode == "max" else "least"
    return f"the {word}{whose} is {values_words(found.objectives, front[0])} ({proved})"


def _values_row(objectives: Sequence[Question], values: Values) -> dict[str, Any]:
    numbers = [
        value / 2 if is_halved(objective, objective.names[0]) else value
        for objective, value in zip(objectives, values, strict=True)
    ]
    return dict(zip(("best", "second"), numbers, strict=False))


def _world_words(world: World) -> str:
    return " and ".join(pieces_of(world)) or "none"


def _reply_words(point: Point) -> str:
    placed, cleared = (" and ".join(pieces_of(each)) for each in (point.reply, point.cleared))
    return ", ".join(filter(None, (placed, f"clearing {cleared}" if cleared else ""))) or (
        "doing nothing"
    )
