"""What the rules say of named places belongs to the board's facts: no board's name decides anything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexcourt.facts.boards.board import Board, board_text
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.maps.frames import with_named_places
from hexcourt.solver.actions.judging import judge_actions
from tests.rulings import rule
from tests.tiny import tiny


@rule("O6.1")
@pytest.mark.parametrize(("rules", "verdict"), [(("cellars",), "yes"), ((), "no")])
def test_a_maps_rule_makes_cellars_and_its_name_does_not(
    rules: tuple[str, ...], verdict: str
) -> None:
    board = replace(embedded_board("barricades"), name="mine", map_rules=rules)
    (ruling,) = judge_actions(board, ['stack("C25/cellar",6)'])
    assert ruling.verdict == verdict


def test_a_facts_file_keeps_what_is_said_of_a_map() -> None:
    board = embedded_board("barricades")
    assert board.map_rules == ("cellars",)
    assert parse_board(board_text(board), "again.lp") == board


def of_map(name: str) -> Board:
    return with_named_places(replace(tiny("NN13, NN14, QQ12, A1"), name=name))


@pytest.mark.parametrize("name", ["FB", "bdFB"])
def test_an_archive_of_a_map_is_told_of_its_places(name: str) -> None:
    found = {record.name: record.features for record in of_map(name).hexes if record.features}
    assert found == {"NN14": ("turntable",), "QQ12": ("tram_terminal",)}
    assert of_map("RB").map_rules == ("cellars",)
    assert of_map("bd01") == replace(tiny("NN13, NN14, QQ12, A1"), name="bd01")
