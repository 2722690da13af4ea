"""Answers that name the best worlds of a family, or the choices that guarantee most."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
    send_uncertified,
    with_line,
)
from hexcourt.solver.query.best import Best, Guaranteed, Point, find_best, find_guaranteed
from hexcourt.solver.query.best_statement import BestStatement, GuaranteedValue
from hexcourt.solver.query.deciding import AskedNumber
from hexcourt.solver.query.finding_rows import few, is_halved, number_words, pieces_of
from hexcourt.solver.query.game_answers import (
    Sides,
    certified,
    held,
    refutation,
)
from hexcourt.solver.query.objectives import Values
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import Deadline
from hexcourt.solver.query.two_sided import split_replies
from hexcourt.solver.query.worlds import World
from hexcourt.solver.sandbox.limited_run import Limits


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

    def state(session: QuerySession) -> BestStatement:
        front = _points(found)
        held = tuple(GuaranteedValue(world, values) for world, values in front)
        return BestStatement(session, query.question, tuple(best), held, vary=vary)

    return _with_certificate(answer, session, found, state, certify, limits)


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

    def state(session: QuerySession) -> BestStatement:
        ours, (theirs, clear) = session.families(sides.choose), split_replies(sides.against)
        refuted = tuple(refutation(ours, clear, each) for each in found.refuted)
        return BestStatement(
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

    return _with_certificate(answer, session, found, state, certify, limits)


def _with_certificate(
    answer: AskedAnswer,
    session: QuerySession,
    found: Best | Guaranteed,
    state: Callable[[QuerySession], BestStatement],
    folder: Path | None,
    limits: Limits,
) -> AskedAnswer:
    """Add a certificate to an answer, where one is wanted, or why there is none."""
    if folder is None:
        return answer
    send_uncertified(answer, limits)
    from hexcourt.solver.query.certifying import plain

    row = None
    if found.answer not in ("yes", "no"):
        line = f"not certified: the answer is {found.answer.replace('_', ' ')}"
    elif isinstance(found, Best) and found.unlisted:
        line = f"not certified: {counted(found.unlisted, 'pair')} not listed; raise top"
    else:
        try:
            line, row = certified(state(plain(session)), "what is best", folder, limits)
        except BadInput as error:
            line = f"not certified: {error}"
    return with_line(answer, line, row)


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
        yield f"  {_values_words(found.objectives, values)}: {_world_words(world)}"
    if found.unlisted:
        yield f"{counted(found.unlisted, 'further pair')} not listed; raise top to see all"
    if found.may_reach is not None:
        reach = _values_words(found.objectives, found.may_reach)
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
            worth = _values_words(found.objectives, each.values)
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
    return f"the {word}{whose} is {_values_words(found.objectives, front[0])} ({proved})"


def _values_words(objectives: Sequence[Question], values: Values) -> str:
    return " and ".join(
        number_words(objective, AskedNumber(value, value))
        for objective, value in zip(objectives, values, strict=True)
    )


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
