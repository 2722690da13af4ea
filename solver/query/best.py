"""The worlds of some families in which a number is greatest or least, and a claim holds.

Worlds that differ only in pieces that bear on neither are looked at once. The optimum is proved when all
are looked at; where the time is too short, the best world so far is given, without a proof.

With replies of another side a choice is worth what the worst reply leaves of it. Games are played for
more than the choice that was found guarantees, until none holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
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
from hexcourt.solver.query.finding_rows import few, is_halved, number_words, pieces_of
from hexcourt.solver.query.game_answers import Sides, surveyed
from hexcourt.solver.query.outcomes import number_of, verdict
from hexcourt.solver.query.relevance import Cube, FamilyQuestion, reduced_to
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import CHUNKS, Deadline
from hexcourt.solver.query.two_sided import Game, Outcome, play, split_replies
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


@dataclass(frozen=True)
class Guaranteed:
    """The choices that guarantee the best value, whatever the other side replies.

    ``answer`` is as that of ``Best``; ``reply`` and ``cleared`` hold the first choice to the value.
    """

    objective: Question
    answer: str
    value: int | None
    choices: tuple[World, ...]
    complete: bool
    reply: World
    cleared: World
    rounds: int


def answer_best(
    query: PositionQuestion,
    best: str,
    top: int = 8,
    limits: Limits | None = None,
    sides: Sides | None = None,
) -> AskedAnswer:
    """Find the best worlds, or with ``sides`` the best choices, in a process of its own."""
    allowed = limits or Limits()
    if sides is not None:
        sides.check(query)
        arguments = sides.arguments(query) | {"best": best}
        work = partial(_answer_guaranteed, query, best, sides, arguments, allowed)
        return answer_limited(work, arguments, allowed)
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


def _answer_guaranteed(
    query: PositionQuestion, best: str, sides: Sides, arguments: Mapping[str, Any], limits: Limits
) -> AskedAnswer:
    deadline = Deadline(limits)
    session = query.session()
    found = find_guaranteed(session, query.question, best, sides.written_out(query), deadline)
    counts = {"choices": len(found.choices), "rounds": found.rounds}
    rows, lines = list(_choice_rows(found)), list(_choice_lines(found))
    return searched(session, arguments, found.answer, rows, lines, counts, deadline)


@dataclass
class _AtLeast:
    """A claim, and that a number is worth so much (``bound``), as games judge it; what worlds are worth
    is cached for every bound.
    """

    claim: FamilyQuestion
    number: FamilyQuestion
    sign: int
    bound: int | None = None
    _known: dict[World, tuple[str | None, int | None, int | None]] = field(default_factory=dict)

    def worth(self, world: World) -> tuple[str | None, int | None, int | None]:
        """Return whether the claim holds in a world, and what that is worth for certain and at best."""
        if world not in self._known:
            says = self.claim.says(world)
            least = most = None
            if says not in (None, "no"):
                ((_, outcome),) = self.number.decide([world])
                least, most = _bounds(self.number.question, outcome, self.sign)
            self._known[world] = says, least, most
        return self._known[world]

    def says(self, world: World) -> str | None:
        """Return whether the claim holds in a world that is worth so much."""
        says, least, most = self.worth(world)
        if says is None:
            return None
        if most is None or (self.bound is not None and most < self.bound):
            return "no"
        is_enough = least is not None and (self.bound is None or least >= self.bound)
        return says if is_enough else "unknown"

    def cube(self, world: World, can_be: bool = True) -> Cube:
        """Return what that rests on."""
        cube = self.claim.cube(world, can_be)
        return cube if self.worth(world)[0] in (None, "no") else cube | self.number.cube(world)


def find_guaranteed(
    session: QuerySession, question: str, best: str, sides: Sides, deadline: Deadline
) -> Guaranteed:
    """Find the choices with which a claim holds and a number is best, whatever the replies."""
    objective = _objective(session, best)
    if sides.each_reply:
        raise BadInput("best: is looked for in choices; leave each_reply out")
    survey, families, clear = surveyed(session, question, sides, deadline)
    number = session.survey(
        best, [*sides.choose, *split_replies(sides.against)[0]], deadline.limits
    )
    sign = 1 if objective.mode == "max" else -1
    judge = _AtLeast(survey.asked, number.asked, sign)
    value: int | None = None
    rounds = 0

    def played(most: int) -> Outcome:
        return play(judge, families, clear, False, most, lambda: deadline.passed)

    def worst(choice: World) -> tuple[int, World, World]:
        """Return what a choice guarantees, with a world that is worth just that and what is placed."""
        game = Game(judge, *families, clear, bool, 1, lambda: False)
        return min(
            (least, world, reply)
            for world, reply in game.replies_to(choice)
            if (least := judge.worth(world)[1]) is not None
        )

    choices: tuple[World, ...] = ()
    while (found := played(1)).answer == "yes":
        rounds += found.rounds
        choices = found.choices
        value, _, _ = worst(choices[0])
        judge.bound = value + 1
    rounds += found.rounds
    answer = {"no": "no" if value is None else "yes"}.get(found.answer, found.answer)
    if value is None:
        return Guaranteed(objective, answer, None, (), True, (), (), rounds)
    judge.bound = value
    last = played(sides.top)
    choices = last.choices or choices
    _, world, reply = worst(choices[0])
    cleared = tuple(sorted(set(choices[0]).difference(world)))
    rounds += last.rounds
    return Guaranteed(
        objective, answer, sign * value, choices, last.complete, reply, cleared, rounds
    )


def find_best(
    session: QuerySession,
    question: str,
    best: str,
    vary: tuple[str, ...],
    top: int,
    deadline: Deadline,
) -> Best:
    """Find the best worlds of some families in which a claim holds."""
    query, objective = claim_of(session, question, "best"), _objective(session, best)
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


def _objective(session: QuerySession, best: str) -> Question:
    objective = session.read(best)
    if objective.mode not in ("min", "max"):
        raise BadInput(f"best: {objective.mode} has no best; write 'max N : ...' or 'min N : ...'")
    return objective


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


def _choice_lines(found: Guaranteed) -> Iterator[str]:
    objective, answer = found.objective, found.answer.replace("_", " ")
    word = "greatest" if objective.mode == "max" else "least"
    rounds = counted(found.rounds, "round")
    if found.value is None:
        yield f"{answer}: no choice has such a number for certain against every reply; {rounds}"
        return
    value = number_words(objective, Number(found.value, found.value))
    proved = "proved" if found.answer == "yes" else "not proved"
    yield f"{answer}: the {word} that a choice guarantees is {value} ({proved}); {rounds}"
    yield from few(" and ".join(map(piece_text, each)) or "none" for each in found.choices)
    placed, cleared = (" and ".join(map(piece_text, each)) for each in (found.reply, found.cleared))
    reply = ", ".join(filter(None, (placed, f"clearing {cleared}" if cleared else "")))
    yield f"a reply that leaves no more: {reply or 'doing nothing'}"
    yield "not certified: the best choices have no certificate"


def _choice_rows(found: Guaranteed) -> Iterator[Mapping[str, Any]]:
    if found.value is None:
        return
    halved = is_halved(found.objective, found.objective.names[0])
    value = found.value / 2 if halved else found.value
    reply = {"reply": pieces_of(found.reply), "clears": pieces_of(found.cleared)}
    for number, each in enumerate(found.choices):
        yield {"best": value, "pieces": pieces_of(each), **({} if number else reply)}


def _rows(found: Best) -> Iterator[Mapping[str, Any]]:
    halved = is_halved(found.objective, found.objective.names[0])
    for world, value in found.worlds:
        yield {
            "best": value / 2 if halved else value,
            "pieces": [piece_text(each) for each in world],
        }
