"""Families decided as soon as they are settled, and counted without going through them."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.query import settling
from hexcourt.solver.query.outcomes import QueryResult
from hexcourt.solver.query.session import QuerySession
from tests import effort
from tests.solver.query.test_families import MIXED, MOVEMENT, SIGHT, Case, _pieces_near, board_of

pytestmark = pytest.mark.usefixtures("engines")

RUBBLE = "{ rubble(H,stone) : hex(H) } <= 5"


def same(found: QueryResult, plain: QueryResult) -> None:
    """Hold two answers equal in all that does not hang on which worlds are named."""
    worlds, every = found.worlds, plain.worlds
    assert worlds is not None
    assert every is not None
    assert (found.answer, found.number) == (plain.answer, plain.number)
    assert (worlds.counts, worlds.excluded) == (every.counts, every.excluded)
    for name in ("total", "rows", "perhaps", "values", "open_values", "valueless", "vacuous"):
        assert getattr(worlds, name) == getattr(every, name), name
    assert [len(each) for each in worlds.smallest[:1]] == [len(each) for each in every.smallest[:1]]


def larger_case(number: int) -> Case | None:
    """Make up a question whose family has some hundred worlds; nothing where it cannot be asked."""
    chance = random.Random(f"settling {number}")
    board = board_of(chance.choice(["village", "village", "cut out", "pegasus", "barricades"]))
    a = chance.choice(board.hexes).name
    near = [each.name for each in board.hexes if 0 < board.range(a, each.name) <= 4]
    b, c = chance.sample(near, 2)
    shapes = (*MOVEMENT, *SIGHT, *MIXED, *(['exists : not path("{a}", "{b}")'] * 12))
    pieces = _pieces_near(board, a, b, chance)[:8]
    least = chance.choice((0, 0, 0, 1, 2))
    families = ((tuple(pieces), min(least, len(pieces)), min(4, len(pieces))),)
    unit = chance.choice(["squad", "tank", "truck", "truck"])
    case = Case(board.name, unit, chance.choice(shapes).format(a=a, b=b, c=c), families)
    try:
        case.session().ask(case.question)
    except BadInput:
        return None
    return case


@pytest.mark.parametrize("number", range(effort.sample(10, 400)))
def test_counts_are_those_of_every_world(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    case = larger_case(number)
    if case is None or not any(some for some, _, _ in case.families):
        return
    plain = case.session().ask(case.question, vary=case.vary)
    monkeypatch.setattr(settling, "COUNTED", 0)
    monkeypatch.setattr(settling, "GONE_THROUGH", 0)
    monkeypatch.setattr(settling, "FEW_ON_LINES", 0)
    session = case.session()
    same(session.ask(case.question, vary=case.vary, count=True), plain)
    decided = session.ask(case.question, vary=case.vary)
    assert decided.answer == plain.answer
    assert decided.worlds is not None
    assert plain.worlds is not None
    assert decided.worlds.every == plain.worlds.every


def test_a_large_family_is_settled_by_its_first_world() -> None:
    found = QuerySession("budapest").ask('exists : sees("F31","F33")', vary=[RUBBLE])
    assert found.answer == "yes"
    assert found.worlds is not None
    assert found.worlds.uncounted + sum(found.worlds.counts.values()) == 321_785_520


def test_what_bears_on_nothing_is_counted_by_binomials() -> None:
    found = QuerySession("budapest").ask('exists : sees("F31","F33")', vary=[RUBBLE], count=True)
    assert found.worlds is not None
    assert found.worlds.counts == {"yes": 309_694_088, "no": 12_091_432, "unknown": 0}
    assert found.worlds.dropped == 129


def test_a_line_is_counted_from_what_its_verdicts_rest_on() -> None:
    session = QuerySession("budapest")
    for ends, counts in (
        (("C36", "F31"), {"yes": 234_849_150, "no": 86_936_370, "unknown": 0}),
        (("C30", "N39"), {"yes": 0, "no": 321_785_520, "unknown": 0}),
    ):
        question = 'exists : sees("{}","{}")'.format(*ends)
        found = session.ask(question, vary=[RUBBLE], count=True)
        assert found.worlds is not None
        assert found.worlds.counts == counts


def test_worlds_that_bar_every_path_are_counted_from_the_smallest_sets() -> None:
    session = QuerySession("pegasus", unit="truck", turns=9)
    found = session.ask(
        'exists : not path("I9","J14")', vary=["{ roadblock(A,B) : road(A,B) } <= 4"], count=True
    )
    assert found.worlds is not None
    assert found.worlds.counts == {"yes": 206_839, "no": 249_999, "unknown": 0}
    assert len(found.worlds.minimal) == 9


def test_a_piece_that_helps_the_unit_is_not_taken_for_one_that_harms() -> None:
    session = QuerySession("budapest", unit="tank")
    survey = session.survey('exists : path("G30","I30")', ["{ rubble(H,stone) : hex(H) } <= 2"])
    assert not survey.asked.has_cubes


def test_every_world_of_a_cube_has_its_outcome() -> None:
    session = QuerySession("pegasus", unit="truck", turns=9)
    survey = session.survey(
        'exists : not path("I9","J14")',
        ['{ roadblock(A,B) : road(A,B), range(A,"J10") <= 2 } <= 2'],
    )
    asked = survey.asked
    outcomes = dict(survey.decided())
    assert len(set(outcomes.values())) > 1
    for world in random.Random(1).sample(sorted(outcomes), 12):
        cube = asked.cube(world)
        for other in (w for n in range(3) for w in combinations(asked.families[0].pieces, n)):
            if cube.has <= set(other) and cube.lacks.isdisjoint(other):
                assert outcomes[other] == outcomes[world]
