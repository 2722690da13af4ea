"""The best worlds of a family, against every world."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from hexcourt import open_board
from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.api.position import Position
from hexcourt.solver.query.best import find_best, find_guaranteed
from hexcourt.solver.query.game_answers import Sides, surveyed
from hexcourt.solver.query.outcomes import number_of, verdict
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import Deadline
from hexcourt.solver.query.two_sided import check_sizes
from hexcourt.solver.query.worlds import World, worlds_of
from hexcourt.solver.sandbox.limited_run import Limits
from tests import effort
from tests.solver.query.test_families import Case, _pieces_near, board_of
from tests.tiny import tiny

NUMBERS = (
    '{m} N : N = #count {{ H : sees(H,"{a}"), hex(H), range(H,"{a}") <= 2 }}, hex("{a}")',
    '{m} C : reach("{a}","{b}",C)',
    '{m} T : arrives("{a}","{b}",T)',
    '{m} N : hindrance("{a}","{b}",N)',
)
CLAIMS = ('exists : path("{a}","{b}")', 'never : sees("{a}","{b}")', 'exists : hex("{a}")')

NOTHING = float("-inf")
"""What a world is worth that has no such number, or in which the claim fails."""


def any_case(chance: random.Random) -> tuple[Case, str]:
    board = board_of(chance.choice(["village", "cut out", "pegasus", "budapest"]))
    a = chance.choice(board.hexes).name
    b = chance.choice([each.name for each in board.hexes if 0 < board.range(a, each.name) <= 3])
    pieces = _pieces_near(board, a, b, chance)[:7]
    families = ((tuple(pieces), chance.choice((0, 0, 1)), min(2, len(pieces))),)
    unit = chance.choice(["squad", "truck"])
    claim = chance.choice(CLAIMS).format(a=a, b=b)
    best = chance.choice(NUMBERS).format(a=a, b=b, m=chance.choice(["max", "min"]))
    return Case(board.name, unit, claim, families), best


@pytest.mark.parametrize("number", range(effort.sample(2, 100)))
def test_the_best_is_that_of_every_world(number: int) -> None:
    for attempt in range(99):
        case, best = any_case(random.Random(f"best {number} {attempt}"))
        try:
            case.session().ask(best)
            session = QuerySession(Position(board_of(case.board)), unit=case.unit)
            claims = list(session.survey(case.question, case.vary).decided())
            values = list(session.survey(best, case.vary).decided())
        except BadInput:
            continue
        break
    objective = session.read(best)
    sign = 1 if objective.mode == "max" else -1
    sure, hoped = [], []
    for (_, claim), (_, value) in zip(claims, values, strict=True):
        if isinstance(claim, str) or isinstance(value, str):
            continue
        says, worth = verdict(session.read(case.question), claim), number_of(objective, value)  # type: ignore[arg-type]
        if says == "no" or worth is None or worth.least is None or worth.most is None:
            continue
        ends = sorted((sign * worth.least, sign * worth.most))
        if says == "yes" and not worth.may_lack:
            sure.append(ends[0])
        hoped.append(ends[1])
    found = find_best(
        session, case.question, best, tuple(case.vary), 3, Deadline(Limits(seconds=10_000))
    )
    top = max(sure, default=None)
    better = [each for each in hoped if top is None or each > top]
    assert found.answer == ("unknown" if better else "no" if top is None else "yes")
    assert [sign * each for _, each in found.worlds[:1]] == ([] if top is None else [top])


@pytest.mark.parametrize("number", range(effort.sample(4, 100)))
def test_a_choice_guarantees_what_the_worst_reply_leaves(number: int) -> None:
    for attempt in range(99):
        chance = random.Random(f"guaranteed {number} {attempt}")
        case, best = any_case(chance)
        ((pieces, least, most),) = case.families
        half = len(pieces) // 2
        if half < 1:
            continue
        sides = Sides(
            (f"{least} {{ {'; '.join(pieces[:half])} }} {most}",),
            (f"{{ {'; '.join(pieces[half:])} }} <= 1",) if chance.random() < 0.6 else ("clear(1)",),
        )
        try:
            case.session().ask(best)
            session = QuerySession(Position(board_of(case.board)), unit=case.unit)
            survey, (ours, theirs), clear = surveyed(
                session, case.question, sides, Deadline(Limits(seconds=10_000))
            )
            number_survey = session.survey(best, [each.text for each in (*ours, *theirs)])
            check_sizes([*ours, *theirs])
        except BadInput:
            continue
        break
    sign = 1 if session.read(best).mode == "max" else -1

    def worths(choice: World) -> Iterator[tuple[float, float] | None]:
        """Give what each reply leaves of a choice, at least and at best; nothing where it cannot be."""
        for gone in [(), *combinations(choice, 1)][: None if clear else 1]:
            for reply in worlds_of(theirs):
                world = tuple(sorted({*set(choice).difference(gone), *reply}))
                says = survey.asked.says(world)
                if says is None:
                    continue
                ((_, outcome),) = number_survey.asked.decide([world])
                worth = None if says == "no" else number_of(session.read(best), outcome)  # type: ignore[arg-type]
                if worth is None or worth.least is None or worth.most is None:
                    yield NOTHING, NOTHING
                    continue
                low, high = sorted((sign * worth.least, sign * worth.most))
                yield NOTHING if says != "yes" or worth.may_lack else low, high

    sure, hoped = {}, {}
    for choice in worlds_of(ours):
        if left := [each for each in worths(choice) if each is not None]:
            sure[choice], hoped[choice] = (min(each[n] for each in left) for n in (0, 1))
    top = max(sure.values(), default=NOTHING)
    is_open = max(hoped.values(), default=NOTHING) > top
    found = find_guaranteed(session, case.question, best, sides, Deadline(Limits(seconds=10_000)))
    assert found.answer == ("unknown" if is_open else "no" if top == NOTHING else "yes"), case
    assert found.value == (None if top == NOTHING else sign * top), case
    best_ones = [choice for choice, worth in sure.items() if worth == top != NOTHING]
    fewest = min(map(len, best_ones), default=0)
    assert set(found.choices) == {each for each in best_ones if len(each) == fewest}, case
    if found.choices:
        left = tuple(sorted({*set(found.choices[0]).difference(found.cleared), *found.reply}))
        ((_, outcome),) = number_survey.asked.decide([left])
        assert number_of(session.read(best), outcome).least == found.value  # type: ignore[union-attr,arg-type]


def test_what_has_no_best_is_refused() -> None:
    session = QuerySession("pegasus")
    family = ("{ roadblock(A,B) : road(A,B) } <= 1",)
    with pytest.raises(BadInput, match="has no best"):
        find_best(
            session, "exists : hex(H)", "exists : hex(H)", family, 1, Deadline(Limits(seconds=100))
        )
    with pytest.raises(BadInput, match="is no claim"):
        find_best(
            session,
            "which H : hex(H)",
            "max N : level(H,N)",
            family,
            1,
            Deadline(Limits(seconds=100)),
        )


def test_a_choice_is_worth_what_the_worst_reply_leaves_of_it() -> None:
    """From A1 and A7 one hex each is seen past rubble, from A4 two on one side at least."""
    count = 'max N : N = #count { H : H = ("A2";"A3";"A5";"A6"), enemy(E), sees(E,H) }, hex("A1")'
    found = Position(tiny("A1:A7")).ask(
        "exists : enemy(E)",
        best=count,
        choose=['{ enemy(("A1";"A4";"A7")) } = 1'],
        against=['{ rubble(("A2";"A3";"A5";"A6"),stone) } <= 1'],
    )
    assert found.lines[:2] == (
        "yes: the greatest that a choice guarantees is 3 (proved); 10 rounds",
        '  enemy("A4")',
    )
    (row,) = found.rows
    assert (row["best"], row["pieces"], row["clears"]) == (3, ['enemy("A4")'], [])
    assert row["reply"] in (['rubble("A3",stone)'], ['rubble("A5",stone)'])


def test_what_does_not_go_together_is_named() -> None:
    """A choice can be certified, a best world cannot: so no message names both."""
    position = open_board("pegasus")
    family = ["{ roadblock(A,B) : road(A,B) } <= 1"]
    with pytest.raises(BadInput, match=r"certify does not go with best; leave it out"):
        position.ask("exists : hex(H)", vary=family, best="max N : N = 1", certify=Path("proof"))
    with pytest.raises(BadInput, match=r"leave each_reply out"):
        position.ask(
            "exists : hex(H)",
            choose=family,
            against=["{ wreck(H) : road(H) } <= 1"],
            each_reply=True,
            best="max N : N = 1",
        )
    with pytest.raises(BadInput, match=r"why does not go with choose and against; leave it out"):
        position.ask("exists : hex(H)", choose=family, against=["clear(1)"], why=True)
