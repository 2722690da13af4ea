"""Questions evaluated by arrays: held equal to the solver for random questions; what is left to it."""

from __future__ import annotations

import random
from functools import cache

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.query.array_evaluation import evaluate
from hexcourt.solver.query.deciding import Outcome
from hexcourt.solver.query.outcomes import finding
from hexcourt.solver.query.session import QuerySession, asks_for_pairs
from tests.effort import one_in, sample
from tests.tiny import tiny

TALL = """A1:A6, B1:B6, A1 building(stone,1) level(1) stairwell, A2 @2, B2 woods, A5 brush,
          B4 @-2, B3 +debris, A4-B4 hedge, A3 orchard, B6 grain, A1-A2 road(dirt)"""
"""A board of two columns: no line runs along the edge of the map, which may be undecided."""


@cache
def tall(*laid: str) -> QuerySession:
    return QuerySession(BoardState(tiny(TALL), laid))


def by_arrays(session: QuerySession, question: str) -> Outcome | None:
    asked = session.read(question)
    assert asks_for_pairs(asked)
    return evaluate(asked, session.base(asked), session.sights, session.pieces)


def by_rules(session: QuerySession, question: str) -> Outcome:
    asked = session.read(question)
    outcome = session.decider(asked).decide([session.state(asked, session.demand(asked, ()), ())])
    assert isinstance(outcome[0], Outcome)
    return outcome[0]


def check(session: QuerySession, question: str) -> bool:
    """Compare both ways, and say whether the question was evaluated by arrays."""
    found = by_arrays(session, question)
    asked = session.read(question)
    if found is not None:
        assert finding(asked, found) == finding(asked, by_rules(session, question)), question
    assert session.ask(question) == finding(asked, by_rules(session, question)), question
    return found is not None


@one_in(3)
@pytest.mark.parametrize(
    "question",
    [
        "count A, B : hex(A), hex(B), sees(A,B), A < B",
        "max R : hex(A), hex(B), sees(A,B), R=range(A,B)",
        "min R : sees(A,B), A != B, R = 2*range(A,B) - 1",
        "which A : sees(A,B), level(A) >= 1, not sees(B,A)",
        "which A, N : hindrance(A,B,N), N >= 1",
        "which A : hex(A), sees(A,_), building(A)",
        "exists : sees(A,B), range(A,B) = 2, hindrance(A,B) = 0, level(A) > level(B)",
        "never : sees(A,B), range(A,B) > 99",
        "which A, B, C : hex(A), hex(B), hex(C), sees(A,B), sees(B,C), not sees(A,C), A < B",
        "all A, B : hex(A), hex(B), sees(A,B), A < B -> range(A,B) <= 2, level(A) >= 0",
        "all A, B : hex(A), hex(B), sees(A,B) -> sees(B,A)",
        "all A, B : sees(A,B), level(A) > 9 -> sees(B,A)",
        'which A, B : sees(A,B), A != "B2", not woods(B)',
        'count A, B : hex(A), hex(B), sees(A,B), building("A1")',
        "count A, B : hex(A), hex(B), sees(A,B), adjoins(A,B)",
    ],
)
def test_both_ways_agree(question: str) -> None:
    question = question.replace("not woods(B)", "not terrain(B,woods)")
    for laid in ((), ('rubble("A1",stone)',), ('debris("B3")', 'afv("B6")')):
        assert check(tall(*laid), question)


@pytest.mark.parametrize(
    "question",
    [
        "which A : hex(A), #count { B : sees(A,B), hex(B) } > 3",
        "which A, B : sees(A,B), embankments(A,B) = 0, hex(A), hex(B)",
        "count A, B : sees(A,B), range(A,B) = 1..2",
        "count A, B : sees(A,B), adjacent(A,B)",
        "count A, B : sees(A,B), X = range(A,B) / 2, X > 0",
        "count A, B : sees(A,B,entrenched), sees(A,B)",
    ],
)
def test_other_forms_are_left_to_the_solver(question: str) -> None:
    assert not check(tall(), question)


def test_lines_to_one_place_are_not_asked_by_arrays() -> None:
    assert not asks_for_pairs(tall().read('which H : sees(H, "A1")'))


def random_question(chance: random.Random) -> str:
    """Write a question of some literals about two or three variables."""
    variables = "ABC"[: chance.choice((2, 2, 3))]

    def ends() -> str:
        return ",".join(chance.sample([*variables, '"B2"', "_"], 2))

    def literal() -> str:
        one, other = chance.sample(variables, 2)
        return chance.choice(
            [
                f"sees({ends()})",
                f"sees({one},{other})",
                f"not sees({one},{other})",
                f"hindrance({one},{other}) {chance.choice(['<', '=', '>='])} {chance.randint(0, 2)}",
                f"hindrance({one},{other},N)",
                f"range({one},{other}) {chance.choice(['<', '=', '!=', '>='])} {chance.randint(0, 3)}",
                f"range({one},{other},N)",
                f"level({one}) {chance.choice(['<', '=', '>='])} level({other})",
                f"level({one},M), M >= {chance.randint(-1, 1)}",
                f"{one} {chance.choice(['<', '!=', '>='])} {other}",
                f"building({one})",
                f"not building({one})",
                f"hex({one})",
                f"adjoins({one},{other})",
                f"N = range({one},{other}) + {chance.randint(0, 2)}",
            ]
        )

    told = [f"sees({','.join(variables[:2])})"]
    told += [f"location({each})" for each in variables if chance.random() < 0.7]
    told += [literal() for _ in range(chance.randint(0, 4))]
    body = ", ".join(told)
    has_number = "N" in body.replace("not", "")
    mode = chance.choice(["which", "count", "exists", "never", "all", "max", "min"])
    if mode in ("max", "min"):
        return f"{mode} N : {body}" if has_number else f"{mode} N : {body}, N = range(A,B)"
    if mode in ("exists", "never"):
        return f"{mode} : {body}"
    terms = ", ".join(chance.sample(variables, chance.randint(1, len(variables))))
    if mode == "all":
        return f"all {terms} : {body} -> {literal()}, {literal()}"
    return f"{mode} {terms} : {body}"


def test_random_questions() -> None:
    chance = random.Random(33)
    boards = [tall(), tall('rubble("A1",stone)')]
    tried = 0
    for _ in range(sample(24, 240)):
        question = random_question(chance)
        session = chance.choice(boards)
        try:
            session.read(question)
        except BadInput:
            continue
        tried += check(session, question)
    assert tried > sample(8, 80)
