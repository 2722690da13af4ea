"""The worlds of some families in which a claim holds, and a number or two are greatest or least.

Worlds that differ only in pieces that bear on none of it are looked at once. Of two numbers those pairs
are best to which no other is better in one and no worse in the other (the Pareto front). The best are
proved when all worlds are looked at; where the time is too short, the best so far are given, without a
proof.

With replies of another side a choice is worth what the worst reply leaves of it, of each number by
itself. Games are played for more than what was found guarantees, until none holds. Of two numbers the
first is made best, then the second for that; then a better second is asked for at the cost of the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.answer.answer import AskedAnswer
from hexcourt.solver.answer.words import counted
from hexcourt.solver.language.question import Question
from hexcourt.solver.position.board_state import families_of
from hexcourt.solver.query.answers import AnswerOptions, PositionQuestion, Sides, claim_of, searched
from hexcourt.solver.query.best_statement import BestStatement, GuaranteedValue
from hexcourt.solver.query.deciding import Decision
from hexcourt.solver.query.game_answers import (
    held,
    refutation,
    rescued,
    surveyed,
    third_move,
    with_certificate,
)
from hexcourt.solver.query.objectives import Values, objectives_of, signed, signs_of, values_words
from hexcourt.solver.query.outcomes import few, is_halved, number_of, pieces_of, verdict
from hexcourt.solver.query.relevance import Cube, FamilyQuestion, reduced_to
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import CHUNKS, Deadline
from hexcourt.solver.query.two_sided import (
    Game,
    GameOutcome,
    Judge,
    Rescue,
    ThirdMove,
    check_bounds,
    far_from,
    play,
    split_replies,
)
from hexcourt.solver.query.worlds import World, worlds_of
from hexcourt.solver.sandbox.limited_run import Limits, OutOfBudget

MAX_EQUAL = 5_000
"""How many worlds that are worth the same are compared for those that differ most."""


@dataclass(frozen=True)
class Best:
    """The best worlds, each with its values, best first; ``looked_at`` so many classes of worlds.

    ``answer`` is yes where the best are proved, no where there are none, unknown where a world that is
    not decided may be better (``may_reach``), and out_of_budget where not all were looked at. So many
    pairs of values of the front are ``unlisted``.
    """

    objectives: tuple[Question, ...]
    answer: str
    worlds: tuple[tuple[World, Values], ...]
    looked_at: int
    may_reach: Values | None = None
    unlisted: int = 0


@dataclass(frozen=True)
class Point:
    """What some choices guarantee; ``reply`` and ``cleared`` hold the first to the first value. A third
    move is as in ``GameOutcome``.
    """

    values: Values
    choices: tuple[World, ...]
    reply: World
    cleared: World
    rescues: tuple[Rescue, ...] = ()
    excluded: tuple[World, ...] = ()


@dataclass(frozen=True)
class Guaranteed:
    """The choices that guarantee the best, whatever the other side replies: one point, or of two numbers
    the front.

    ``answer`` is as that of ``Best``; ``complete`` if no other choice of as few pieces is as good.
    ``refuted`` are the games for more than that, in the order of the front.
    """

    objectives: tuple[Question, ...]
    answer: str
    points: tuple[Point, ...]
    complete: bool
    rounds: int
    refuted: tuple[GameOutcome, ...] = ()


# --- the worlds of families ----------------------------------------------------------------------------


def find_best(
    session: QuerySession,
    question: str,
    best: Sequence[str],
    vary: tuple[str, ...],
    top: int,
    deadline: Deadline,
) -> Best:
    """Find the best worlds of some families in which a claim holds, at most ``top``.

    Of worlds that are worth the same, that is next which does without the most pieces of each before.
    """
    query, objectives = claim_of(session, question, "best"), objectives_of(session, best)
    claim = session.survey(question, vary, deadline.limits)
    check_bounds(claim.families)
    numbers = [session.survey(each, vary, deadline.limits).asked for each in best]
    bearing = claim.asked.relevant_pieces.union(*(each.relevant_pieces for each in numbers))
    families = claim.families
    if not claim.asked.share_pieces:
        families = reduced_to(families, bearing)
    worlds = (claim.asked.completed(each, bearing) for each in worlds_of(families))
    signs = signs_of(objectives)
    leaders = _Leaders(len(objectives), top)
    looked_at, late = 0, False
    sizes = iter(CHUNKS)
    while chunk := list(islice(worlds, next(sizes, CHUNKS[-1]))):
        if deadline.passed:
            late = True
            break
        held = [
            (world, verdict(query, outcome))
            for world, outcome in claim.asked.decide(chunk)
            if not isinstance(outcome, str) and verdict(query, outcome) != "no"
        ]
        here = [world for world, _ in held]
        decided = [[outcome for _, outcome in each.decide(here)] for each in numbers]
        for (world, says), *outcomes in zip(held, *decided, strict=True):
            least, most = _bounds(objectives, outcomes, signs)
            if least is not None and says == "yes":
                leaders.add(least, world)
            if most is not None and (says != "yes" or least != most):
                leaders.hope(most)
        looked_at += len(chunk)
    items = [(world, signed(signs, values)) for values, world in leaders.listed()]
    better = leaders.better
    answer = "out_of_budget" if late else "unknown" if better else "yes" if items else "no"
    may_reach = signed(signs, max(better)) if better else None
    unlisted = max(0, len(leaders.worlds) - top) if len(objectives) > 1 else 0
    return Best(objectives, answer, tuple(items), looked_at, may_reach, unlisted)


@dataclass
class _Leaders:
    """The best worlds so far by what they are worth: of one number the ``top`` best, of several the
    front; and what worlds that are not decided may be worth.
    """

    numbers: int
    top: int
    worlds: dict[Values, list[World]] = field(default_factory=dict)
    hoped: list[Values] = field(default_factory=list)

    def add(self, values: Values, world: World) -> None:
        """Keep a world, unless enough better ones are known."""
        if values in self.worlds:
            if len(self.worlds[values]) < MAX_EQUAL:
                self.worlds[values].append(world)
            return
        if self.numbers == 1:
            before = sum(len(some) for each, some in self.worlds.items() if each > values)
            if before >= self.top:
                return
        elif self._is_reached(values):
            return
        self.worlds[values] = [world]
        if self.numbers == 1:
            room = self.top
            for each in sorted(self.worlds, reverse=True):
                if room <= 0:
                    del self.worlds[each]
                else:
                    room -= len(self.worlds[each])
        else:
            for each in [e for e in self.worlds if e != values and _reaches(values, e)]:
                del self.worlds[each]

    def hope(self, values: Values) -> None:
        """Keep what a world may be worth that is not decided."""
        if not any(_reaches(each, values) for each in self.hoped):
            self.hoped = [*(e for e in self.hoped if not _reaches(values, e)), values]

    def _is_reached(self, values: Values) -> bool:
        return any(_reaches(each, values) for each in self.worlds)

    @property
    def better(self) -> list[Values]:
        """List what may be had beyond what is certain."""
        return [each for each in self.hoped if not self._is_reached(each)]

    def listed(self) -> Iterator[tuple[Values, World]]:
        """Name at most ``top`` worlds, best first: of several numbers one of each pair."""
        named: list[World] = []
        for values in sorted(self.worlds, reverse=True):
            some = far_from(self.worlds[values], named)
            for world in islice(some, 1 if self.numbers > 1 else None):
                if len(named) == self.top:
                    return
                yield values, world
                named.append(world)


def _reaches(values: Values, others: Values) -> bool:
    """Return whether some values are nowhere less than others."""
    return all(one >= other for one, other in zip(values, others, strict=True))


def _bounds(
    objectives: Sequence[Question], outcomes: Iterable[Decision | str], signs: Values
) -> tuple[Values | None, Values | None]:
    """Return what a world is worth for certain and at best, greater being better; nothing where a number
    is lacking.
    """
    least, most = [], []
    for objective, outcome, sign in zip(objectives, outcomes, signs, strict=True):
        if isinstance(outcome, str | OutOfBudget):
            return None, None
        number = number_of(objective, outcome)
        if number is None or number.least is None or number.most is None:
            return None, None
        low, high = sorted((sign * number.least, sign * number.most))
        least += [] if number.may_lack else [low]
        most.append(high)
    return tuple(least) if len(least) == len(most) else None, tuple(most)


# --- choices against replies ---------------------------------------------------------------------------


@dataclass
class _AtLeast:
    """A claim, and that numbers are worth so much (``bounds``, where there are any), as games judge it;
    what worlds are worth is cached for all bounds.
    """

    claim: FamilyQuestion
    numbers: tuple[FamilyQuestion, ...]
    signs: Values
    bounds: tuple[int | None, ...]
    _known: dict[World, tuple[str | None, Values | None, Values | None]] = field(
        default_factory=dict
    )

    def worth(self, world: World) -> tuple[str | None, Values | None, Values | None]:
        """Return whether the claim holds in a world, and what that is worth for certain and at best."""
        if world not in self._known:
            says = self.claim.says(world)
            least = most = None
            if says not in (None, "no"):
                outcomes = [outcome for each in self.numbers for _, outcome in each.decide([world])]
                objectives = [each.question for each in self.numbers]
                least, most = _bounds(objectives, outcomes, self.signs)
            self._known[world] = says, least, most
        return self._known[world]

    def says(self, world: World) -> str | None:
        """Return whether the claim holds in a world that is worth so much."""
        says, least, most = self.worth(world)
        if says is None:
            return None
        if most is None or not self._is_enough(most):
            return "no"
        return says if least is not None and self._is_enough(least) else "unknown"

    def _is_enough(self, values: Values) -> bool:
        return all(
            bound is None or each >= bound for each, bound in zip(values, self.bounds, strict=True)
        )

    def cube(self, world: World, can_be: bool = True) -> Cube:
        """Return what that rests on."""
        cube = self.claim.cube(world, can_be)
        if self.worth(world)[0] not in (None, "no"):
            for each in self.numbers:
                cube |= each.cube(world)
        return cube


def find_guaranteed(
    session: QuerySession, question: str, best: Sequence[str], sides: Sides, deadline: Deadline
) -> Guaranteed:
    """Find the choices with which a claim holds and a number is best, or two, whatever the replies."""
    objectives = objectives_of(session, best)
    if sides.each_reply:
        raise BadInput("best: is looked for in choices; leave each_reply out")
    survey, families, clear = surveyed(session, question, sides, deadline)
    among = [*sides.choose, *split_replies(sides.against)[0], *sides.then]
    numbers = tuple(session.survey(each, among, deadline.limits).asked for each in best)
    signs = signs_of(objectives)
    judge = _AtLeast(survey.asked, numbers, signs, (None,) * len(best))
    referee: Judge = judge
    answers: list[str] = []
    refuted: list[GameOutcome] = []
    rounds = 0

    def played(bounds: Iterable[int | None], most: int = 1) -> GameOutcome:
        nonlocal rounds, referee
        judge.bounds = tuple(bounds)
        referee = third_move(judge, survey, sides)
        found = play(referee, families, clear, False, most, lambda: deadline.passed)
        rounds += found.rounds
        return found

    def left_of(choice: World) -> list[tuple[Values, World, World]]:
        """List what replies leave of a choice, with the world and what they place."""
        game = Game(referee, *families, clear, (), 1, lambda: False)
        return [
            (least, world, reply)
            for world, reply in game.replies_to(choice)
            if (least := judge.worth(_at_last(referee, world))[1]) is not None
        ]

    def improved(bounds: list[int | None], at: int) -> tuple[World | None, list[int | None]]:
        """Make one number as good as it can be, with bounds for the others; give its bound, too."""
        choice = None
        while (found := played(bounds)).answer == "yes":
            choice = found.choices[0]
            bounds = [*bounds]
            bounds[at] = 1 + min(values[at] for values, _, _ in left_of(choice))
        answers.append(found.answer)
        if at == 0:
            refuted.append(found)
        return choice, bounds

    points: list[Point] = []
    complete = True
    second: int | None = None
    while "out_of_budget" not in answers:
        bounds: list[int | None] = [None, second][: len(best)]
        choice, bounds = improved(bounds, 0)
        if choice is None:
            break
        assert bounds[0] is not None
        values = [bounds[0] - 1]
        choices: tuple[World, ...] = (choice,)
        if len(best) > 1:
            # with the first as good as that, the second
            there = 1 + min(values[1] for values, _, _ in left_of(choice))
            better, (_, second) = improved([values[0], there], 1)
            assert second is not None
            values, choices = [*values, second - 1], (better or choice,)
            if sides.then:
                played(values)  # what is placed at last is to be as good
        else:
            last = played(values, sides.top)
            complete, choices = last.complete, last.choices or choices
        _, world, reply = min(left_of(choices[0]))
        cleared = tuple(sorted(set(choices[0]).difference(world)))
        after = rescued(referee, families, clear, choices[0])
        points.append(Point(signed(signs, tuple(values)), choices, reply, cleared, *after))
        if len(best) == 1:
            break
    answer = next((each for each in ("out_of_budget", "unknown") if each in answers), "yes")
    if not points and answer == "yes":
        answer = "no"
    return Guaranteed(objectives, answer, tuple(points), complete, rounds, tuple(refuted))


def _at_last(referee: Judge, world: World) -> World:
    """Return a world with what a third move places there."""
    last = referee.rescue(world) if isinstance(referee, ThirdMove) else ()
    return tuple(sorted({*world, *last}))


# Answers that name the best worlds of a family, or the choices that guarantee most.

WHAT_IS_BEST = "what is best"
"""What a certificate is of, in words."""


def answer_best(query: PositionQuestion, wanted: AnswerOptions, limits: Limits) -> AskedAnswer:
    """Find the best worlds, or of a game the best choices."""
    if query.sides is not None:
        return _answer_guaranteed(query, query.sides, wanted, limits)
    deadline = Deadline(limits)
    vary = families_of(query.position.scenario, query.vary)
    session = query.session()
    found = find_best(session, query.question, query.best, vary, query.top, deadline)
    counts = {"worlds_looked_at": found.looked_at}
    rows, lines = list(_rows(found)), list(_lines(found))
    answer = searched(query, session, found.answer, rows, lines, counts, deadline)

    def state(session: QuerySession) -> tuple[BestStatement, str]:
        if found.unlisted:
            raise BadInput(f"{counted(found.unlisted, 'pair')} not listed; raise top")
        held = tuple(GuaranteedValue(world, values) for world, values in _points(found))
        return BestStatement(session, query.question, query.best, held, vary=vary), WHAT_IS_BEST

    return with_certificate(answer, session, state, wanted.certify, limits)


def _answer_guaranteed(
    query: PositionQuestion, sides: Sides, wanted: AnswerOptions, limits: Limits
) -> AskedAnswer:
    deadline = Deadline(limits)
    session = query.session()
    sides = sides.written_out(query.position)
    found = find_guaranteed(session, query.question, query.best, sides, deadline)
    choices = sum(len(each.choices) for each in found.points)
    counts = {"choices": choices, "rounds": found.rounds}
    rows, lines = list(_choice_rows(found)), list(_choice_lines(found))
    answer = searched(query, session, found.answer, rows, lines, counts, deadline)

    def state(session: QuerySession) -> tuple[BestStatement, str]:
        ours, (theirs, clear) = session.families(sides.choose), split_replies(sides.against)
        refuted = tuple(refutation(ours, clear, each) for each in found.refuted)
        stated = BestStatement(
            session,
            query.question,
            query.best,
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

    return with_certificate(answer, session, state, wanted.certify, limits)


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
