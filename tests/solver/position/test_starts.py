"""Where a unit may begin (A2.9): in a Position, in every world of a family, and in a cut."""

from __future__ import annotations

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.pieces.pieces import Piece, read_piece
from hexcourt.solver.api.position import Position
from hexcourt.solver.movement.conditional import FEWEST
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import unit_named
from tests.effort import one_of
from tests.rulings import rule
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("kept")

COLUMN = "A1:A9, A3-A4 road(paved), A5 brush"


def rubble(row: int) -> Piece:
    return read_piece(f'rubble("A{row}",stone)')


@rule("A2.9", "B24.4")
@pytest.mark.parametrize("unit", one_of(["truck", "squad", "halftrack", "tank"], 4))
@pytest.mark.parametrize("together", [False, True])
def test_every_world_says_where_a_unit_may_not_be(unit: str, together: bool) -> None:
    board, mover = tiny(COLUMN), unit_named(unit)
    engine = MovementEngine(board, mover)
    pieces = [rubble(row) for row in range(1, FEWEST + 1)]
    if together:
        engine.prepare(pieces)
        engine.ask({(piece,) for piece in pieces})
    assert engine.world.forbidden_hexes == frozenset()
    for laid in [[], *([piece] for piece in pieces), pieces[1:3], pieces]:
        asked_anew = MovementEngine(board, mover, laid).world.forbidden_hexes
        assert engine.suppose(laid).forbidden_hexes == asked_anew
        shut = {piece.hexes[0] for piece in laid} if unit in ("truck", "halftrack") else set()
        assert asked_anew == shut


@rule("A2.9")
def test_a_world_in_which_the_unit_cannot_be_where_it_starts_is_none() -> None:
    position = Position(tiny("A1:A4"))
    family = "{ rubble(H,stone) : hex(H) } <= 1"
    answer = position.ask('exists : path("A2", "A3")', vary=[family], unit="truck")
    impossible = [row for row in answer.rows if "impossible" in row]
    with pytest.raises(BadInput, match=r"A2: a truck cannot be there \(B24\.4"):
        position.place('rubble("A2",stone)').ask('exists : path("A2", "A3")', unit="truck")
    assert len(impossible) == 1
    assert 'rubble("A2",stone)' in str(impossible) and "B24.4" in str(impossible)
    on_foot = position.ask('exists : path("A2", "A3")', vary=[family], unit="squad")
    assert not [row for row in on_foot.rows if "impossible" in row]


@rule("A2.9")
def test_no_cut_buries_the_unit_where_it_starts() -> None:
    """Rubble in A1 would bar the truck's way too, but there it could not be."""
    house = "building(stone,1) feature(building_tram_line)"
    roads = "A1-A2 road(paved), A2-A3 road(paved)"
    position = Position(tiny(f"A1 {house}, A2 {house}, A3, {roads}"))
    (first, *_) = position.cut("A1", "A3", unit="truck", kinds=["rubble"]).rows
    assert "A2" in str(first["pieces"]) and "A1" not in str(first["pieces"])
