"""What earlier questions opened serves later ones, and changes no answer."""

from __future__ import annotations

import pytest

from hexcourt.solver.api.position import Position
from hexcourt.solver.rulebase.rulebase import active_rules, use_rules
from tests.effort import one_in, one_of
from tests.tiny import tiny

BOARD = tiny(
    "A1:A6, B1:B6, C1:C6, B3 building(stone,1), B4 woods, A4-B4 hedge, C3 @2, A4-A5 road(paved)"
)
PIECES = ('rubble("B3",stone)', 'wreck("C3")', 'roadblock("A4","A5")', 'hedge("A2","A3")')


@one_in(2)
@pytest.mark.parametrize("piece", one_of(PIECES, 2))
def test_a_position_made_from_another_answers_like_one_of_its_own(piece: str) -> None:
    first = Position(BOARD)
    ends = [each.name for each in BOARD.ground_locations]
    before = [first.see(each) for each in ends]
    laid, alone = first.place(piece), Position(BOARD, (piece,))
    assert laid.lender is first
    assert [laid.see(each) for each in ends] == [alone.see(each) for each in ends]
    assert laid.los("A1", "A6") == alone.los("A1", "A6")
    assert laid.reach("A1", unit="squad") == alone.reach("A1", unit="squad")
    assert [first.see(each) for each in ends] == before


def test_without_a_piece_that_a_lender_has() -> None:
    first = Position(BOARD)
    assert first.see("A1") != first.without('hedge("A4","B4")').see("A6")
    taken = first.without('hedge("A4","B4")')
    assert taken.see("A6") == Position(BOARD, taken=('hedge("A4","B4")',)).see("A6")


def test_what_one_rule_set_decided_is_not_kept_for_another() -> None:
    position = Position(BOARD)
    assert position.los("B1", "B5").answer == "no"
    with use_rules(active_rules().without(["A6.2", "A6.4"])):
        assert position.los("B1", "B5").answer != "no"
    assert position.los("B1", "B5").answer == "no"
