"""How far what is asked reaches: the hexes around what is named are enough to find it."""

from __future__ import annotations

import pytest

from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.solver.actions.judging import REACH, _Case
from hexcourt.solver.position.read_actions import read_given
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of
from tests.tiny import tiny

ROW = "A1 building(stone,1), " + ", ".join(
    f"A{n} building(stone,1), A{n - 1}-A{n} building_side" for n in range(2, 10)
)
FAR_STREET = ", ".join(f"A{n}" for n in range(1, 10)) + ", A8-A9 narrow_street(paved)"


def reached(board: Board, named: str, *facts: str) -> tuple[set[str], set[str]]:
    """List the hexes found around what is named, and those found with the whole board given."""
    case = _Case(board, read_given(board, ()))
    text = "\n".join([case.hex_facts.facts(), f'concerned("{named}").', *facts])
    whole = ActiveRules(REACH).ground(text)
    found = {name.string for (name,) in arguments_of(whole, "reach", 1)}
    return set(case._reach({named}, (), facts)), found


@pytest.mark.parametrize("named", ["A1", "A5", "A9"])
def test_a_building_is_looked_at_to_its_end(named: str) -> None:
    near, whole = reached(tiny(ROW), named)
    assert near == whole == {f"A{n}" for n in range(1, 10)}


def test_what_is_beyond_what_is_named_is_left_out() -> None:
    near, whole = reached(tiny(FAR_STREET), "A1")
    assert near == whole == {"A1", "A2", "A3"}


def test_a_narrow_street_far_away_is_looked_at_where_it_is_asked_about() -> None:
    near, whole = reached(tiny(FAR_STREET), "A1", 'asked(unhooks("A1","A2","A3")).')
    assert near == whole == {"A1", "A2", "A3", "A8", "A9"}


@pytest.mark.parametrize(("board", "named"), [("barricades", "C24"), ("pegasus", "L13")])
def test_buildings_of_real_boards(board: str, named: str) -> None:
    near, whole = reached(embedded_board(board), named)
    assert near == whole
    assert len(near) > 7
