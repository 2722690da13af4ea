"""The best worlds of a family, against every world."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import Any

import pytest

from hexcourt import open_board
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import read_piece
from hexcourt.solver.api.position import Position
from hexcourt.solver.query.answers import Sides
from hexcourt.solver.query.best import find_best, find_guaranteed
from hexcourt.solver.query.game_answers import surveyed
from hexcourt.solver.query.objectives import signed, signs_of
from hexcourt.solver.query.outcomes import number_of, verdict
from hexcourt.solver.query.session import QuerySession
from hexcourt.solver.query.settling import Deadline
from hexcourt.solver.query.two_sided import check_sizes, far_from
from hexcourt.solver.query.worlds import World, worlds_of
from hexcourt.solver.sandbox.limited_run import Limits
from tests import effort
from tests.solver.query.test_families import Case, _pieces_near, board_of
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("engines")

NUMBERS = (
    '{m} N : N = #count {{ H : sees(H,"{a}"), hex(H), range(H,"{a}") <= 2 }}, hex("{a}")',
    '{m} C : reach("{a}","{b}",C)',
    '{m} T : arrives("{a}","{b}",T)',
    '{m} N : hindrance("{a}","{b}",N)',
)
CLAIMS = ('exists : path("{a}","{b}")', 'never : sees("{a}","{b}")', 'exists : hex("{a}")')

EVER = Deadline(Limits(seconds=10_000))

Worth = tuple[float, ...]
"""What a world is worth, by number; greater is better."""

NOTHING = float("-inf")
"""What a world is worth that has no such number, or in which the claim fails."""


def any_case(chance: random.Random) -> tuple[Case, str, tuple[str, str]]:
    board = board_of(chance.choice(["village", "cut out", "pegasus", "budapest"]))
    a = chance.choice(board.hexes).name
    b = chance.choice([each.name for each in board.hexes if 0 < board.range(a, each.name) <= 3])
    pieces = _pieces_near(board, a, b, chance)[:7]
    families = ((tuple(pieces), chance.choice((0, 0, 1)), min(2, len(pieces))),)
    unit = chance.choice(["squad", "truck"])
    claim = chance.choice(CLAIMS).format(a=a, b=b)
    return Case(board.name, unit, claim, families), any_best(a, b, chance), (a, b)


def any_best(a: str, b: str, chance: random.Random) -> str:
    return chance.choice(NUMBERS).format(a=a, b=b, m=chance.choice(["max", "min"]))


def two_of(best: str, ends: tuple[str, str], chance: random.Random) -> tuple[str, ...]:
    """Return one number to make best, or two of one place."""
    other = any_best(*ends, chance)
    return (best, other) if chance.random() < 0.5 else (best,)


def front_of(points: Iterable[Worth]) -> set[Worth]:
    """List the points that no other reaches."""
    every = set(points)
    return {each for each in every if not any(reaches(o, each) for o in every if o != each)}


def reaches(one: Worth, other: Worth) -> bool:
    return all(a >= b for a, b in zip(one, other, strict=True))


def worth_of(
    session: QuerySession, case: Case, best: Sequence[str], claim: object, values: Sequence[object]
) -> tuple[Worth, Worth]:
    """Return what a world is worth for certain and at best, greater being better."""
    says = verdict(session.read(case.question), claim)  # type: ignore[arg-type]
    least, most = [], []
    for text, value in zip(best, values, strict=True):
        objective = session.read(text)
        lacks = says == "no" or isinstance(value, str)
        worth = None if lacks else number_of(objective, value)  # type: ignore[arg-type]
        if worth is None or worth.least is None or worth.most is None:
            return (NOTHING,) * len(best), (NOTHING,) * len(best)
        sign = 1 if objective.mode == "max" else -1
        low, high = sorted((sign * worth.least, sign * worth.most))
        least.append(low if says == "yes" and not worth.may_lack else NOTHING)
        most.append(high)
    sure = tuple(least) if NOTHING not in least else (NOTHING,) * len(best)
    return sure, tuple(most)


def expected(sure: Iterable[Worth], hoped: Iterable[Worth]) -> tuple[str, set[Worth]]:
    """Return the answer, and the front."""
    front = front_of(each for each in sure if NOTHING not in each)
    is_open = any(
        NOTHING not in each and not any(reaches(one, each) for one in front) for each in hoped
    )
    return ("unknown" if is_open else "yes" if front else "no"), front


@pytest.mark.parametrize("number", range(effort.sample(2, 100)))
def test_the_best_are_those_of_every_world(number: int) -> None:
    for attempt in range(99):
        chance = random.Random(f"best {number} {attempt}")
        case, best, ends = any_case(chance)
        numbers = two_of(best, ends, chance)
        try:
            session = QuerySession(Position(board_of(case.board)), unit=case.unit)
            for each in numbers:
                session.ask(each)
            claims = list(session.survey(case.question, case.vary).decided())
            values = [[v for _, v in session.survey(b, case.vary).decided()] for b in numbers]
        except BadInput:
            continue
        break
    worths = [
        worth_of(session, case, numbers, claim, each)
        for (_, claim), *each in zip(claims, *values, strict=True)
        if not isinstance(claim, str)
    ]
    sure = [each for each, _ in worths]
    answer, front = expected(sure, (each for _, each in worths))
    found = find_best(session, case.question, numbers, tuple(case.vary), 50, EVER)
    signs = signs_of(found.objectives)
    listed = [signed(signs, each) for _, each in found.worlds]
    assert found.answer == answer, case
    if len(numbers) == 1:
        assert set(listed[:1]) == front, case
        assert listed == sorted(listed, reverse=True)
    else:
        assert (set(listed), len(listed)) == (front, len(front)), case
    assert len({world for world, _ in found.worlds}) == len(found.worlds)


@effort.one_in(4)
@pytest.mark.parametrize("number", range(effort.sample(4, 100)))
def test_a_choice_guarantees_what_the_worst_reply_leaves(number: int) -> None:
    for attempt in range(99):
        chance = random.Random(f"guaranteed {number} {attempt}")
        case, best, ends = any_case(chance)
        numbers = two_of(best, ends, chance)
        ((pieces, least, most),) = case.families
        half = len(pieces) // 2
        if half < 1:
            continue
        sides = Sides(
            (f"{least} {{ {'; '.join(pieces[:half])} }} {most}",),
            (f"{{ {'; '.join(pieces[half:])} }} <= 1",) if chance.random() < 0.6 else ("clear(1)",),
            top=1000,
        )
        if len(numbers) == 1 and len(pieces[half:]) > 1 and chance.random() < 0.4:
            against = (f"{{ {'; '.join(pieces[half:-1])} }} <= 1", *sides.against[:1])[:1]
            third = f"{chance.choice((0, 0, 1))} {{ {pieces[-1]} }} 1"
            sides = replace(
                sides,
                against=sides.against if "clear" in sides.against[0] else against,
                then=(third,),
            )
        try:
            session = QuerySession(Position(board_of(case.board)), unit=case.unit)
            for each in numbers:
                session.ask(each)
            survey, (ours, theirs), clear = surveyed(session, case.question, sides, EVER)
            every = [each.text for each in (*ours, *theirs)]
            surveys = [session.survey(each, [*every, *sides.then]) for each in numbers]
            third = survey.families[len(every) :]
            check_sizes([*ours, *theirs, *third])
        except BadInput:
            continue
        break

    def worths(choice: World) -> Iterator[tuple[Worth, Worth]]:
        """Give what each reply leaves of a choice that can be, at least and at best."""
        for gone in [(), *combinations(choice, 1)][: None if clear else 1]:
            for reply in worlds_of(theirs):
                before = {*set(choice).difference(gone), *reply}
                if survey.asked.says(tuple(sorted(before))) is None:
                    continue
                placements = [
                    worths_of_world(tuple(sorted({*before, *last}))) for last in worlds_of(third)
                ]
                sure, hoped = zip(*placements, strict=True)
                yield max(sure), max(hoped)

    def worths_of_world(world: World) -> tuple[Worth, Worth]:
        ((_, claim),) = survey.asked.decide([world])
        if isinstance(claim, str):
            return (NOTHING,) * len(numbers), (NOTHING,) * len(numbers)
        values = [value for each in surveys for _, value in each.asked.decide([world])]
        return worth_of(session, case, numbers, claim, values)

    sure: dict[World, Worth] = {}
    hoped = []
    for choice in worlds_of(ours):
        if left := list(worths(choice)):
            sure[choice], at_best = (
                tuple(min(each) for each in zip(*some, strict=True))
                for some in zip(*left, strict=True)
            )
            hoped.append(at_best)
    answer, front = expected(sure.values(), hoped)
    found = find_guaranteed(session, case.question, numbers, sides, EVER)
    signs = signs_of(found.objectives)
    assert found.answer == answer, case
    assert {signed(signs, each.values) for each in found.points} == front, case
    assert len(found.points) == len(front)
    for point in found.points:
        as_good = [choice for choice, worth in sure.items() if worth == signed(signs, point.values)]
        fewest = min(map(len, as_good))
        best_ones = {each for each in as_good if len(each) == fewest}
        if len(numbers) == 1:
            assert set(point.choices) == best_ones, case
        else:
            assert best_ones.issuperset(point.choices), case
        choice = set(point.choices[0]).difference(point.cleared)
        rescue = next(
            (
                e.then
                for e in point.rescues
                if (e.placed, e.cleared) == (point.reply, point.cleared)
            ),
            (),
        )
        left = tuple(sorted({*choice, *point.reply, *rescue}))
        ((_, outcome),) = surveys[0].asked.decide([left])
        assert number_of(session.read(numbers[0]), outcome).least == point.values[0]  # type: ignore[union-attr,arg-type]


def test_of_worlds_worth_the_same_the_next_does_without_what_was_named() -> None:
    a, b, c, d = (read_piece(f'wreck("A{n}")') for n in range(1, 5))
    worlds = [(a,), (a, b), (b, c), (c, d), (d,), (a, c)]
    assert list(islice(far_from(worlds, []), 2)) == [(a,), (d,)]
    assert next(far_from(worlds, [(a,), (d,)])) == (b, c)
    assert list(far_from([()], [(a,)])) == [()]


@pytest.mark.parametrize("top", [1, 2, 3, 50])
def test_choices_named_one_after_the_other_differ_as_much_as_they_can(top: int) -> None:
    """Any two of four foxholes do: of six pairs the second has neither piece of the first."""
    found = Position(tiny("A1:A6")).ask(
        "exists : N = #count { H : foxhole(H), hex(H) }, N = 2",
        choose=['{ foxhole(("A1";"A2";"A3";"A4")) } <= 3'],
        against=['{ wreck("A6") } <= 1'],
        top=top,
    )
    named = [set(row["choice"]) for row in found.rows if "choice" in row]
    assert len(named) == min(top, 6)
    assert len({frozenset(each) for each in named}) == len(named)
    assert top == 1 or named[0].isdisjoint(named[1])


def test_what_has_no_best_is_refused() -> None:
    session = QuerySession("pegasus")
    family = ("{ roadblock(A,B) : road(A,B) } <= 1",)
    with pytest.raises(BadInput, match="has no best"):
        find_best(session, "exists : hex(H)", ["exists : hex(H)"], family, 1, EVER)
    with pytest.raises(BadInput, match="is no claim"):
        find_best(
            session,
            "which H : hex(H)",
            ["max N : level(H,N)"],
            family,
            1,
            EVER,
        )


def test_a_choice_is_worth_what_the_worst_reply_leaves_of_it() -> None:
    """From A1 and A7 one hex each is seen past rubble, from A4 two on one side at least."""
    count = 'max N : N = #count { H : H = ("A2";"A3";"A5";"A6"), enemy(E), sees(E,H) }, hex("A1")'
    found = Position(tiny("A1:A7")).ask(
        "exists : enemy(E)",
        best=[count],
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
    """One message for what goes with neither games nor the best."""
    position = open_board("pegasus")
    family = ["{ roadblock(A,B) : road(A,B) } <= 1"]
    with pytest.raises(BadInput, match=r"why does not go with best; leave it out"):
        position.ask("exists : hex(H)", vary=family, best=["max N : N = 1"], why=True)
    with pytest.raises(BadInput, match=r"best: 3 numbers are too many"):
        position.ask("exists : hex(H)", vary=family, best=["max N : N = 1"] * 3)
    with pytest.raises(BadInput, match=r"leave each_reply out"):
        position.ask(
            "exists : hex(H)",
            choose=family,
            against=["{ wreck(H) : road(H) } <= 1"],
            each_reply=True,
            best=["max N : N = 1"],
        )
    with pytest.raises(BadInput, match=r"why does not go with choose and against; leave it out"):
        position.ask("exists : hex(H)", choose=family, against=["clear(1)"], why=True)


ENEMY, RUBBLE = '{ enemy(("C1";"C5")) } = 1', '{ rubble(("C2";"C4"),stone) } <= 1'
SEEN = 'max N : N = #count { H : sees("C3",H), hex(H) }, hex("C3")'
GAME = {"choose": [ENEMY], "against": [RUBBLE]}
TOO_FEW = "no choice has at least"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({**GAME, "choose": [""]}, "the family of worlds is missing"),
        ({**GAME, "choose": ["{ enemy(H) : hex(H), not hex(H) } = 1"]}, TOO_FEW),
        ({**GAME, "choose": ['3 { enemy("C1"); enemy("C2") } 2']}, TOO_FEW),
        ({**GAME, "against": ['2 { rubble("C2",stone) } 1']}, TOO_FEW),
        ({"vary": ['2 { rubble("C2",stone) } 2'], "best": [SEEN]}, TOO_FEW),
        ({**GAME, "choose": [ENEMY, ENEMY]}, r'enemy\("C1"\): is in two families of one side'),
        ({**GAME, "against": [ENEMY, "clear(1)"]}, r'clear: both sides may place enemy\("C1"\)'),
        ({**GAME, "against": ["clear(1)", "clear(2)"]}, "clear is written twice"),
        ({**GAME, "against": ["clear(x)"]}, "is no choice between braces"),
        ({"choose": [ENEMY]}, "against is missing"),
        ({"against": [RUBBLE]}, "choose is missing"),
        ({"then": [RUBBLE]}, "then goes with choose and against"),
        ({"then": [RUBBLE], "choose": [ENEMY]}, "against is missing"),
        ({**GAME, "vary": [RUBBLE]}, "vary does not go with"),
        ({**GAME, "question": "which H : hex(H)"}, "which: is no claim"),
        ({"vary": [RUBBLE], "best": [SEEN], "question": "count H : hex(H)"}, "count: is no claim"),
        ({"vary": [RUBBLE], "best": ["max H : hex(H)"]}, "max H: is a hex, no number"),
        ({"vary": [RUBBLE], "best": ["max N : "]}, "nothing is asked after the colon"),
        ({"vary": [RUBBLE], "best": [""]}, "the question is missing"),
        ({"vary": [RUBBLE], "best": [SEEN, "exists : hex(H)"]}, "exists has no best"),
        ({"vary": [RUBBLE], "best": SEEN}, "give a list of texts"),
        ({"best": [SEEN]}, "give vary as well"),
        ({"vary": [RUBBLE], "best": [SEEN], "top": 0}, "give a whole number from 1 to 1000"),
        ({**GAME, "best": [SEEN], "each_reply": True}, "leave each_reply out"),
        ({**GAME, "against": ["clear(1)"], "each_reply": True}, "does not go with each_reply"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_sentence(asked: dict[str, Any], told: str) -> None:
    question = asked.get("question", 'never : enemy(E), sees(E,"C3")')
    with pytest.raises(BadInput, match=told) as refused:
        Position(tiny("C1:C5")).ask(**{**asked, "question": question})
    assert "\n" not in str(refused.value)
