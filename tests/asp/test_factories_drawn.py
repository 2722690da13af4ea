"""Factories drawn as archives draw them: their Locations, and their stairwells (O.4B)."""

from __future__ import annotations

import pytest

from hexcourt.facts.formats.import_archive import board_of
from hexcourt.facts.linting.codes import CODES
from hexcourt.facts.linting.lint import lint_archive
from hexcourt.solver.api.position import Position
from hexcourt.solver.position.opening import reopened
from tests.entry_points.test_lines import by_ask, by_legal, by_los, by_see
from tests.rulings import rule
from tests.sheets import COLUMN_START, Sheet

FACTORY_1, FACTORY_2, WALLS = 47, 48, 45


def plant(code: int, stairwell: bool) -> Sheet:
    sheet = Sheet()
    sheet.fill("C2", code)
    sheet.stairways[COLUMN_START["C"] + 1] = stairwell
    return sheet


def drawn(code: int, stairwell: bool) -> Position:
    return Position(reopened(board_of(plant(code, stairwell).archive())))


@rule("O.4B", "B23.8")
@pytest.mark.parametrize(("code", "level"), [(FACTORY_1, 3), (FACTORY_2, 5)])
@pytest.mark.parametrize("stairwell", [False, True])
def test_a_factory_has_a_rooftop_and_no_level_between(
    code: int, level: int, stairwell: bool
) -> None:
    board = drawn(code, stairwell).board
    there = [(each.place, each.level) for each in board.locations_of("C2")]
    assert there == [("ground", 0), ("rooftop", level)]


@rule("O.4B")
@pytest.mark.parametrize(("stairwell", "said"), [(False, "blocked"), (True, "clear+0")])
def test_its_stairwell_is_a_rooftop_access_point(stairwell: bool, said: str) -> None:
    position, ends = drawn(FACTORY_1, stairwell), ("C2", "C2/rooftop")
    for asked in (by_los, by_see, by_ask):
        assert asked(position, [ends]) == {ends: said}
    assert by_legal(position, [ends]) == {ends: said.split("+")[0]}
    adjacent = {row["location"] for row in position.adjacent("C2").rows}
    assert ("C2/rooftop" in adjacent) == stairwell
    way = position.path("C2", "C2/rooftop", unit="squad")
    assert way.verdict == ("yes" if stairwell else "no")


@rule("O.4B")
def test_a_stairwell_in_a_factory_is_no_error() -> None:
    codes = {each.code for each in lint_archive(plant(FACTORY_1, True).archive(), CODES)[1]}
    assert "B104" not in codes
