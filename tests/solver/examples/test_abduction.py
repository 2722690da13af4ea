"""The search for where units stand: what may be otherwise bears on posts, lines and marks."""

from __future__ import annotations

from hexcourt.facts.boards.board import Board
from hexcourt.facts.examples.worked_example import parse_example
from hexcourt.solver.examples.abduction import ExampleSearch, Solution, fixed_counters
from hexcourt.solver.examples.conformance import NamedExample
from tests.tiny import tiny


def solved(board: Board, facts: str) -> Solution:
    units = 'unit("A",squad). unit("B",squad). '
    example = parse_example('on_board("x"). ' + units + facts, "x.lp")
    named = NamedExample("x.lp", example, board)
    return ExampleSearch(example, named.position(fixed_counters(example))).solve()


HOUSE = "A1:A6, A4 building(stone,1) stairwell level(1)"


def test_nobody_stays_upstairs_in_rubble() -> None:
    found = solved(
        tiny(HOUSE),
        'at("B","A1"). may_be_at("A","A4h1"). may_be_at("A","A6"). may_be_rubble("A4",stone).'
        'claim(1,"A","B",yes).',
    )
    assert not found.contradicted
    if found.chosen["rubble in A4"] != "as_printed":
        assert found.posts["A"].name != "A4h1"


def test_rubble_of_either_material_is_one_question() -> None:
    found = solved(
        tiny("A1:A6, A4 building(stone,1)"),
        'at("B","A1"). at("A","A6"). may_be_rubble("A4",wood). may_be_rubble("A4",stone).'
        'claim(1,"A","B",no).',
    )
    assert found.values == {"rubble in A4": ("as_printed", "rubble(stone)", "rubble(wood)")}
    assert found.chosen == {"rubble in A4": "as_printed"}


def test_marks_are_tried_on_the_board_as_it_is_chosen() -> None:
    facts = (
        'at("A","A1"). at("B","A5"). may_be_rubble("A4",stone). claim(1,"A","B",yes).'
        'mark_means(star,shelters,"FB6.12312").'
    )
    board = tiny("A1 emrr@1, A2:A5")
    plain, marked = solved(board, facts), solved(board, facts + "mark(1,star).")
    assert plain.chosen == {"rubble in A4": "as_printed"}
    assert marked.chosen == {"rubble in A4": "rubble(stone)"}
    assert not marked.missed


def test_a_contradiction_that_cannot_be_avoided() -> None:
    found = solved(
        tiny("A1, A2 woods, A3"),
        'at("A","A1"). at("B","A3"). claim(1,"A","B",yes). claim(2,"B","A",no).',
    )
    assert found.contradicted == (1,)


def test_the_first_of_equal_placements_in_the_order_of_the_file() -> None:
    facts = 'may_be_at("A","A3"). may_be_at("A","A1"). at("B","A2"). claim(1,"A","B",yes).'
    found = solved(tiny("A1:A3"), facts)
    assert found.posts["A"].name == "A3"
    assert [post.name for post in found.every["A"]] == ["A3", "A1"]
