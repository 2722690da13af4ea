"""Answers of games: a choice that holds against every reply, or an answer to each reply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import piece_text
from hexcourt.solver.answer.answer import AskedAnswer
from hexcourt.solver.answer.words import counted
from hexcourt.solver.query.answers import (
    AnswerOptions,
    PositionQuestion,
    Sides,
    claim_of,
    searched,
    send_uncertified,
    with_line,
)
from hexcourt.solver.query.outcomes import few, pieces_of
from hexcourt.solver.query.relevance import Cube
from hexcourt.solver.query.session import QuerySession, Survey
from hexcourt.solver.query.settling import Deadline
from hexcourt.solver.query.two_sided import (
    Game,
    GameOutcome,
    Judge,
    Reply,
    Rescue,
    ThirdMove,
    check_sizes,
    enough_replies,
    every_piece,
    play,
    repeated,
    split_replies,
)
from hexcourt.solver.query.worlds import Family, World
from hexcourt.solver.sandbox.limited_run import Limits

if TYPE_CHECKING:
    from hexcourt.solver.query.best_statement import GuaranteedValue, RefutedChoices
    from hexcourt.solver.query.certifying import Stated

MAX_REPLIES = 999
"""How many replies a certificate lists at most."""


def answer_game(query: PositionQuestion, wanted: AnswerOptions, limits: Limits) -> AskedAnswer:
    """Answer a question for a choice and all replies."""
    assert query.sides is not None
    deadline = Deadline(limits)
    sides = query.sides.written_out(query.position)
    session = query.session()
    found = find(session, query.question, sides, deadline)
    counts = {"choices": len(found.choices), "replies": len(found.replies), "rounds": found.rounds}
    rows, lines = list(_rows(found)), list(_lines(found, sides))
    answer = searched(query, session, found.answer, rows, lines, counts, deadline)
    state = partial(_stated, question=query.question, sides=sides, found=found)
    return with_certificate(answer, session, state, wanted.certify, limits)


def find(session: QuerySession, question: str, sides: Sides, deadline: Deadline) -> GameOutcome:
    """Play the game of a question."""
    survey, families, clear = surveyed(session, question, sides, deadline)

    def is_late() -> bool:
        return deadline.passed

    judge = third_move(survey.asked, survey, sides)
    found = play(judge, families, clear, sides.each_reply, sides.top, is_late)
    if found.answer != "yes" or sides.each_reply:
        return found
    rescues, excluded = rescued(judge, families, clear, found.choices[0])
    return replace(found, rescues=rescues, excluded=excluded)


def rescued(
    judge: Judge, families: tuple[Sequence[Family], Sequence[Family]], clear: int, choice: World
) -> tuple[tuple[Rescue, ...], tuple[World, ...]]:
    """Return what a third move places after each reply to a choice that holds, and which worlds of
    replies cannot be; nothing where there is no such move.
    """
    if not isinstance(judge, ThirdMove):
        return (), ()
    excluded: list[World] = []
    game = Game(judge, *families, clear, (), 1, lambda: False)
    return tuple(judge.rescues(game, choice, excluded)), tuple(excluded)


def third_move(judge: Judge, survey: Survey, sides: Sides) -> Judge:
    """Return the judge of the worlds of choices and replies, after which ``then`` may be placed."""
    if not sides.then:
        return judge
    third = survey.families[-len(sides.then) :]
    check_sizes(third)
    return ThirdMove(judge, third)


def surveyed(
    session: QuerySession, question: str, sides: Sides, deadline: Deadline
) -> tuple[Survey, tuple[Sequence[Family], Sequence[Family]], int]:
    """Survey the worlds of a game, with both sides' families and how many pieces may be cleared."""
    claim_of(session, question, "choose and against")
    placed, clear = split_replies(sides.against)
    if clear and sides.each_reply:
        raise BadInput("clear: takes away what lies; it does not go with each_reply")
    survey = session.survey(question, [*sides.choose, *placed, *sides.then], deadline.limits)
    moves = iter(survey.families)
    ours, theirs = tuple(islice(moves, len(sides.choose))), tuple(islice(moves, len(placed)))
    last = list(every_piece(tuple(moves)))
    before = set(every_piece((*ours, *theirs))).intersection(last)
    if (twice := repeated([*last, *before])) is not None:
        raise BadInput(f"then: {twice} is in another family, too; write each piece once")
    if clear and (both := set(every_piece(ours)).intersection(every_piece(theirs))):
        raise BadInput(
            f"clear: both sides may place {piece_text(min(both))}; give each side its own pieces"
        )
    return survey, (ours, theirs), clear


def with_certificate(
    answer: AskedAnswer,
    session: QuerySession,
    state: Callable[[QuerySession], tuple[Stated, str]],
    folder: Path | None,
    limits: Limits,
) -> AskedAnswer:
    """Add a certificate to an answer, if a ``folder`` for it is given, or why there is none.

    ``state`` states what was found, with words for what that is about, or raises BadInput.
    """
    if folder is None:
        return answer
    send_uncertified(answer, limits)
    # it takes some time to import
    from hexcourt.solver.query.certifying import certificate_line, certify_statement, plain

    if answer.answer not in ("yes", "no"):
        return with_line(answer, f"not certified: the answer is {answer.answer.replace('_', ' ')}")
    try:
        stated, about = state(plain(session))
        line, row = certificate_line(certify_statement(stated, folder, limits), folder)
    except BadInput as error:
        return with_line(answer, f"not certified: {error}")
    return with_line(answer, f"{line}: of {about}", row)


def _stated(
    session: QuerySession, question: str, sides: Sides, found: GameOutcome
) -> tuple[Stated, str]:
    """State what a game came to, and say what that is about.

    Where one choice holds, or one reply beats every choice, that is so in every world of both. Else each
    choice has a reply of a list that beats it, or each reply an answer.
    """
    from hexcourt.solver.query.best_statement import BestStatement, just
    from hexcourt.solver.query.game_statement import GameStatement, everywhere

    theirs, clear = split_replies(sides.against)
    first, second = (theirs, sides.choose) if sides.each_reply else (sides.choose, theirs)
    beating = next((each.placed for each in found.replies if each.beats_all), None)
    if found.choices and sides.each_reply:
        families = (*just(found.choices[0], clear), *second)
        stated = everywhere(session, question, families, found.answer)
        return stated, "a reply that no choice answers"
    if found.choices:
        choice, ours = found.choices[0], session.families(first)
        fewer = len(choice) if len(choice) > sum(each.least for each in ours) else None
        refuted = None if fewer is None else refutation(ours, clear, found, fewer)
        if not sides.then and refuted is None:
            about = "a choice that holds"
            if fewer is not None:
                about += "; not that no choice of fewer pieces does, as that is undetermined"
            return everywhere(session, question, (*just(choice, clear), *second), "yes"), about
        best = BestStatement(
            session,
            question,
            (),
            (held(session, theirs, choice, (), found.rescues, found.excluded),),
            choose=sides.choose,
            against=sides.against,
            then=sides.then,
            refuted=() if refuted is None else (refuted,),
            fewer=None if refuted is None else fewer,
        )
        return best, "a choice that holds" + (
            "" if refuted is None else ", and that none of fewer pieces does"
        )
    if beating is not None and not sides.then:
        about = "a choice that answers every reply" if sides.each_reply else "a reply to all"
        return everywhere(session, question, (*first, *just(beating, 0)), found.answer), about
    refuted = refutation(session.families(first), clear, found)
    assert refuted is not None
    game = GameStatement(
        session, question, sides.choose, sides.against, sides.each_reply, *refuted, sides.then
    )
    return game, counted(len(refuted.replies), "reply", "replies")


def held(
    session: QuerySession,
    theirs: Sequence[str],
    choice: World,
    values: tuple[int, ...],
    rescues: Sequence[Rescue] = (),
    excluded: Sequence[World] = (),
) -> GuaranteedValue:
    """State that a choice holds, with what is placed at last after which replies of ``theirs``."""
    from hexcourt.solver.query.best_statement import GuaranteedValue
    from hexcourt.solver.query.game_statement import Rebuttal

    if len(rescues) + len(excluded) > MAX_REPLIES:
        raise BadInput(f"more than {MAX_REPLIES} replies are too many; choose among fewer")
    here = frozenset((*choice, *every_piece(session.families(theirs))))
    answers = (
        Rebuttal(Cube(each.after.has & here, each.after.lacks & here), each.then)
        for each in rescues
    )
    return GuaranteedValue(choice, values, tuple(answers), tuple(excluded))


def refutation(
    families: Sequence[Family], clear: int, found: GameOutcome, fewer: int | None = None
) -> RefutedChoices | None:
    """Return replies enough to beat every choice, or each of ``fewer`` pieces; nothing where some are
    not beaten for certain.
    """
    from hexcourt.solver.query.best_statement import RefutedChoices
    from hexcourt.solver.query.game_statement import Rebuttal

    replies = enough_replies(families, clear, found, fewer)
    if replies is None:
        return None
    if len(replies) > MAX_REPLIES:
        raise BadInput(
            f"{len(replies)} replies are too many (at most {MAX_REPLIES}); choose among fewer"
        )
    return RefutedChoices(
        tuple(Rebuttal(each.beats, each.placed) for each in replies),
        tuple(each for each in found.unanswered if fewer is None or len(each) < fewer),
    )


def _rows(found: GameOutcome) -> Iterator[Mapping[str, Any]]:
    beating = found.beats_every_choice
    says = found.answer if found.answer in ("yes", "unknown") else "no"
    for choice in found.choices:
        yield {"choice": pieces_of(choice), "says": says}
    for rescue in found.rescues:
        yield {
            "rescue": pieces_of(rescue.then),
            "reply": pieces_of(rescue.placed),
            "clears": pieces_of(rescue.cleared),
        }
    for each in found.replies:
        yield {
            "reply": pieces_of(each.placed),
            "clears": pieces_of(each.cleared),
            "beats": pieces_of(each.choice),
            "says": each.says,
            "beats_all": each.beats_all or each is beating,
        }


def _lines(found: GameOutcome, sides: Sides) -> Iterator[str]:
    rounds = counted(found.rounds, "round")
    if sides.each_reply:
        yield from _dual_lines(found, rounds)
        return
    if found.choices:
        size = counted(found.at_least, "piece")
        so_many = counted(len(found.choices), "choice")
        more = "" if found.complete else " (there may be more of that size)"
        holds = "holds" if len(found.choices) == 1 else "hold"
        may = "may hold" if found.answer == "unknown" else holds
        given = ", given the third move" if sides.then else ""
        against = f"{may} against every reply{given}{more}"
        yield f"{found.answer}: {so_many} of {size} {against}; {rounds}"
        yield from few(" and ".join(pieces_of(each)) or "none" for each in found.choices)
        if found.at_least:
            yield "no choice of fewer pieces does"
        if found.rescues:
            one = " and ".join(pieces_of(found.choices[0])) or "none"
            yield f"what the third move places for {one}:"
            yield from few(map(_rescue_words, found.rescues))
        if found.idle:
            yield "no reply changes anything: the best reply is to do nothing"
    elif found.answer == "no":
        whatever = ", whatever the third move" if sides.then else ""
        yield f"no: every choice has a reply that beats it{whatever}; {rounds}"
        if (beating := found.beats_every_choice) is not None:
            yield f"one reply beats every choice: {_reply_words(beating)}"
        else:
            yield "replies, each with a choice that it beats:"
            yield from few(
                f"{_reply_words(each)} beats {' and '.join(pieces_of(each.choice)) or 'none'}"
                for each in found.replies
            )
    else:
        yield f"out of budget: no choice of fewer than {counted(found.at_least, 'piece')} holds"


def _dual_lines(found: GameOutcome, rounds: str) -> Iterator[str]:
    if found.answer == "yes":
        yield f"yes: each reply has a choice that answers it; {rounds}"
    elif found.choices:
        may = "no choice answers" if found.answer == "no" else "it is not known whether one answers"
        yield f"{found.answer}: there are replies that {may}; {rounds}"
        yield from few(" and ".join(pieces_of(each)) or "none" for each in found.choices)
    else:
        yield f"out of budget: {rounds}"


def _rescue_words(rescue: Rescue) -> str:
    return f"{' and '.join(pieces_of(rescue.then)) or 'nothing'} after {_reply_words(rescue)}"


def _reply_words(reply: Reply | Rescue) -> str:
    placed = " and ".join(pieces_of(reply.placed))
    cleared = " and ".join(pieces_of(reply.cleared))
    items = [placed, f"clearing {cleared}" if cleared else ""]
    return ", ".join(filter(None, items)) or "doing nothing"
