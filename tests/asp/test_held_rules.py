"""Rules that no other test is about, each on the smallest board on which it decides something."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import clingo
import pytest
from clingo.symbol import parse_term

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.facts.pieces.pieces import read_piece
from hexcourt.solver.movement.moves import entry
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.sight.los_engine import LosEngine
from tests.asp.test_los_rules import outcome_of
from tests.rulings import rule
from tests.tiny import strip, tiny

# --- heights and kinds of terrain --------------------------------------------------------------------

LINES = [
    ("B13.2", "A1, A2 woods, A3", "A1 A3", "blocked A6.2"),
    ("B13.7", "A1 @2, A2 pine_woods, A3 @2", "A1 A3", "blocked A6.2"),
    ("G2.2", "A1 @2, A2 dense_jungle, A3 @2", "A1 A3", "blocked A6.2"),
    ("B23.211", "A1, A2 lumberyard, A3", "A1 A3", "blocked A6.2"),
    ("B13.31", "A1, A2 light_woods, A3", "A1 A3", "clear+2"),
    ("B12.2", "A1, A2 brush, A3", "A1 A3", "clear+1"),
    ("B17.2", "A1, A2 graveyard, A3", "A1 A3", "clear+1"),
    ("O1.1", "A1, A2 debris, A3", "A1 A3", "clear+1"),
    ("B24.2", "A1, A2 rubble(stone), A3", "A1 A3", "blocked A6.2"),
    ("B24.3", "A1 @2, A2 rubble_pile(stone,1), A3 @2", "A1 A3", "clear"),
    ("B24.3", "A1, A2 rubble_pile(stone,1), A3", "A1 A3", "blocked A6.2"),
    ("F7.2", "A1, A2 sand_dune, A3", "A1 A3", "blocked A6.2"),
    ("B23.21", "A1, A2 building(stone,0), A3", "A1 A3", "blocked A6.2"),
    ("B23.21", "A1 @2, A2 tower(1), A3 @2", "A1 A3", "blocked A6.2"),
    ("B23.73", "A1 @2, A2 market_place(stone), A3 @2", "A1 A3", "blocked A6.2"),
    ("B23.74", "A1 @2, A2 factory(stone,1), A3 @2", "A1 A3", "blocked A6.2"),
    ("O5.4", "A1, A2 roofless_factory(1), A3", "A1 A3", "clear+2"),
    ("FB6.21", "A1, A2 rail_cars, A3", "A1 A3", "blocked A6.2"),
    ("O2.1", "A1:A4, A2-A3 railway_embankment", "A1 A4", "blocked B9.2"),
    ("B9.5", "A1:A4, A2-A3 bocage", "A1 A4", "blocked B9.52"),
    ("O5.31", "A1:A4, A2-A3 interior_factory_wall(1)", "A1 A4", "blocked B23.71"),
]  # fmt: skip


@pytest.mark.parametrize(("number", "board", "ends", "expected"), LINES)
def test_what_terrain_does_to_a_line(number: str, board: str, ends: str, expected: str) -> None:
    assert outcome_of(tiny(board), *ends.split()) == expected, number


# --- what a clear line passes --------------------------------------------------------------------------

PASSED = [
    ("A6.2", "A1 @2, A2 woods, A3 @2", "A1 A3"),
    ("A6.4", "A1 @8, A2 woods, A3:A6", "A1 A6"),
    ("B14.2", "A1, A2 orchard, A3", "A1 A3"),
    ("B10.23", "A1 @8, A2 @2, A3:A6", "A1 A6"),
    ("FB6.123", "A1 emrr@1, A2 emrr@1, A3", "A1 A3"),
    ("FB6.1231", "A1 emrr@1, A2, A3 emrr@1, A4", "A1 A4"),
    ("FB6.1232", "A1 @4, A2 emrr@1, A3", "A1 A3"),
    ("FB6.1234", "A1, A2 emrr@1, A3", "A1 A3"),
    ("FB6.12311", "A1 emrr@1, A2:A4, A2-A3 wall", "A1 A4"),
    ("B9.2", "A1:A3, A1-A2 wall", "A1 A3"),
    ("B9.2", "A1 @2, A2:A4, A2-A3 wall", "A1 A4"),
]


def passed(board: Board, ends: Sequence[str]) -> set[str]:
    a, b = (board.location(each) for each in ends)
    _, ruling = LosEngine(board).rule(a, b, explain=True)
    return {each.citation.number for each in ruling.reasons if each.effect == "passes"}


@pytest.mark.parametrize(("number", "board", "ends"), PASSED)
def test_a_clear_line_tells_what_it_passes(number: str, board: str, ends: str) -> None:
    assert number in passed(tiny(board), ends.split())


# --- moves ---------------------------------------------------------------------------------------------


@cache
def hex_facts_of(board: str, unit: str) -> HexFacts:
    if unit == "cellars":
        return HexFacts(embedded_board("barricades"), unit_named("squad"))
    return HexFacts(tiny(board), unit_named(unit))


def told(board: str, unit: str, pieces: Sequence[str], profile: str) -> clingo.Control:
    """Ask the rules of a board and pieces on it."""
    hex_facts = hex_facts_of(board, unit)
    facts = hex_facts.facts([read_piece(each) for each in pieces])
    return ActiveRules(profile or hex_facts.unit.profile).ground(facts)


def is_said(derived: str, board: str, unit: str, pieces: Sequence[str], profile: str) -> bool:
    """Tell whether the rules derive an atom."""
    grounded = told(board, unit, pieces, profile)  # atoms live no longer
    atom = grounded.symbolic_atoms[parse_term(derived)]
    return atom is not None and atom.is_fact


ROADBLOCK = 'roadblock("A1","A2","B1")'
STREET = "A1, A2, B1, A1-A2 narrow_street(paved)"
HOUSES = (
    "A1 building(stone,1) level(1) stairwell, A2 building(stone,1) level(1), A1-A2 building_side"
)
FLOWER = "A2, A3, B1:B3, C2, C3"
TWO_BLOCKS = ('roadblock("A2","A3")', 'roadblock("A3","B3")')
TO_A2 = 'go(at("A1",ground),at("A2",ground))'
OFF = 'go(at("A2",ground),off("A2",3))'
LAID = [
    ("A4.1", "squad", "A1, A2", (), "", 'start_price(0,"A4.1")'),
    ("A2.51", "squad", "A1, A2", (), "",
     'charged(go(outside("A1",0),outside("A1",1)),terrain(open),2,"A2.51")'),
    ("A2.9", "truck", "A1, A2 marsh", (), "", 'unfit("A2","B16.4")'),
    ("A2.8", "squad", "A1, A2", ('enemy("A2")', 'trench("A2")'), "",
     'barred(go(at("A2",ground),at("A2",trench)),"A4.14")'),
    ("D2.13", "truck", "A1, A2 woods", (), "", f'charged({TO_A2},terrain(woods),54,"B13.41")'),
    ("A2.4", "truck", "A1, A2 woods", (), "", f'charged({OFF},terrain(woods),54,"A2.6")'),
    ("A2.4", "squad", "A1, A2 @2", (), "", 'cot("A2",2)'),
    ("A2.4", "squad", "A1, A2 olive_grove +wreck, A3 kunai", (), "",
     'doubtful(go(at("A2",ground),at("A3",ground)),"A2.4")'),
    ("A2.4", "squad", "A1, A2 kunai", (), "", f'doubtful({OFF},"A2.4")'),
    ("A2.4", "squad", "A1 woods, A2 kunai woods, B1", (), "",
     'doubtful(go(bypass("A2",0,0),at("A2",ground)),"A2.4")'),
    ("B20.4", "truck", "A1, A2 sunken_road@-2", (), "", f'doubtful({TO_A2},"B20.4")'),
    ("B20.4", "truck", "A1, A2 sunken_road@-2", (), "", f'doubtful({OFF},"B20.4")'),
    ("B2.4", "truck", "A1, A2 shellholes", (), "", f'charged({TO_A2},terrain(shellholes),8,"B2.4")'),
    ("B2.4", "squad", "A1, A2 shellholes", (), "", f'for_cover({TO_A2},shellholes,2,"B2.4")'),
    ("B19.1", "squad", "A1, A2 gully@-2", (), "", f'charged({TO_A2},terrain(gully),4,"B19.4")'),
    ("D1.12", "truck", "A1, A2 woods", (), "", f'charged({TO_A2},terrain(woods),54,"B13.41")'),
    ("D12.1", "wagon", "A1, A2", (), "", f'charged({TO_A2},terrain(open),8,"B1.4")'),
    ("D2.11", "tank", "A1, A2", (), "", 'stop_price(2,"D2.11")'),
    ("D2.14", "tank", "A1, A2 +wreck", (), "", f'perhaps({TO_A2},vehicle_there,2,"D2.14")'),
    ("D2.14", "tank", "A1, A2 +wreck +afv", (), "", f'perhaps({TO_A2},vehicle_there,4,"D2.14")'),
    ("B27.4", "truck", "A1, A2", ('trench("A2")',), "", f'risky({TO_A2},entrenchment,"B27.4")'),
    ("B27.4", "wagon", "A1, A2", ('foxhole("A2")',), "", f'risky({TO_A2},entrenchment,"B27.4")'),
    ("B29.2", "squad", f"{FLOWER}, B2 woods, A2-A3 road(paved), A3-B3 road(paved)", TWO_BLOCKS, "",
     'charged(go(at("B1",ground),bypass("B2",2,2),by(0,ccw,4)),roadblock_extension,4,"B29.2")'),
    ("B29.2", "squad", f"{FLOWER}, B2 woods, A2-A3 road(paved), A3-B3 road(paved)", TWO_BLOCKS[:1],
     "", 'charged(go(at("B1",ground),bypass("B2",2,2),by(0,ccw,4)),roadblock_extension,2,"B29.2")'),
    ("FB6.26", "squad", "A1, A2 rail_cars +rubble(stone)", (), "", 'away("A2",rail_cars)'),
    ("FB6.31", "tank", "A1, A2, A1-A2 rail(tram)", (), "", 'rail_hex("A2")'),
    ("O.4", "truck", "A1, A2 roofless_factory(1), A1-A2 road(dirt)", (), "", 'roadless("A2")'),
    ("Q4.1", "squad", STREET, (ROADBLOCK,), "", 'narrow_block("A1",3)'),
    ("Q4.11", "squad", "A1, A2 woods, B1, A1-A2 narrow_street(paved)", (), "",
     'remark(go(at("B1",ground),bypass("A2",0,0),by(1,ccw,1)),"Q4.11")'),
    ("Q4.1411", "squad", STREET, (ROADBLOCK,), "", 'may_clear(at("B1",ground),"A1",3)'),
    ("Q4.1411", "squad", STREET, (ROADBLOCK,), "", 'may_place_dc("B1",3,"A1",3)'),
    ("B29.1", "squad", STREET, (), "placing", 'may_lay(roadblock,roadblock("A1","A2"))'),
    ("B6.431", "squad", STREET, (), "placing", 'may_lay(wreck,street_vehicle("A1","A2"))'),
    ("A4.14", "squad", STREET, (), "placing", 'may_lay(enemy,enemy("A1",ground))'),
    ("B24.1", "squad", "A1 building(stone,1), A2", (), "placing",
     'may_lay(rubble,counter("A1",ground,rubble(stone)))'),
    ("FB6.26", "squad", "A1 rail_cars, A2", (), "placing",
     'may_lay(rubble,counter("A1",ground,rubble(stone)))'),
    ("A.8", "squad", "A1, A2", (), "adjacency",
     'adjacent(at("A1",ground),at("A2",ground),hexside,"A.8")'),
    ("A.8", "squad", HOUSES, (), "adjacency",
     'adjacent(at("A1",ground),at("A1",level(1)),stairwell,"A.8")'),
    ("B23.25", "squad", HOUSES, (), "adjacency",
     'adjacent(at("A1",level(1)),at("A2",level(1)),building_hexside,"B23.25")'),
    ("O.4B", "squad", "A1 factory(stone,1) stairwell, A2", (), "adjacency",
     'adjacent(at("A1",ground),at("A1",rooftop),roof_access,"O.4B")'),
    ("B23.8", "squad", "A1:A2 factory(stone,1), A1-A2 building_side", (), "adjacency",
     'adjacent(at("A1",rooftop),at("A2",rooftop),rooftop,"B23.8")'),
    ("B27.5", "squad", "A1, A2", ('trench("A1")', 'trench("A2")'), "adjacency",
     'connected(at("A1",trench),at("A2",trench),trench,"B27.5")'),
    ("B27.1", "squad", "A1, A2", ('foxhole("A1")',), "adjacency",
     'connected(at("A1",ground),at("A1",foxhole),entrenchment,"B27.1")'),
    ("B8.2", "cellars", "", (), "adjacency",
     'connected(at("C25",cellar),at("C25",sewer),manhole,"B8.2")'),
    ("B8.6", "squad", "A1:A3", ('tunnel("A1","A3")',), "adjacency",
     'connected(at("A1",ground),at("A3",ground),tunnel,"B8.6")'),
    ("O6.2", "cellars", "", (), "adjacency",
     'adjacent(at("B25",cellar),at("C25",cellar),building_hexside,"O6.2")'),
    ("O6.2", "cellars", "", (), "adjacency",
     'adjacent(at("C25",ground),at("C25",cellar),stairwell,"A.8")'),
    ("O6.61", "cellars", "", (), "adjacency",
     'adjacent(at("C25",cellar),at("C25",ground),stairwell,"A.8")'),
    ("O6.21", "cellars", "", ('trench("D24")',), "adjacency",
     'connected(at("D24",trench),at("C25",cellar),trench,"O6.21")'),
]  # fmt: skip
"""Rule, unit, board, pieces, profile, and what the rules derive; cellars: of Red Barricades."""


@pytest.mark.parametrize(("number", "unit", "board", "pieces", "profile", "derived"), LAID)
def test_the_rules_derive(
    number: str, unit: str, board: str, pieces: tuple[str, ...], profile: str, derived: str
) -> None:
    assert is_said(derived, board, unit, pieces, profile), number


NOT_SAID = [
    ("Q4.14", "A1, A2, A1-A2 road(paved) narrow_street(paved)", ('trench("A1")',), "placing",
     'refused(trench("A1"),"B27.1")'),
    ("O6.61", "", ('rubble("C25",stone)',), "adjacency",
     'adjacent(at("C25",ground),at("C25",cellar),stairwell,"A.8")'),
    ("A2.4", "A1, A2 marsh +debris", (), "", f'charged({TO_A2},terrain(debris),4,"O1.4")'),
    ("FB6.31", "A1, A2, A1-A2 rail(tram) road(paved)", (), "", 'rail_hex("A2")'),
    ("B23.71", "A1:A2 building(stone,1) level(1), A1-A2 rowhouse_wall(1)", (), "adjacency",
     'adjacent(at("A1",level(1)),at("A2",level(1)),building_hexside,"B23.25")'),
]  # fmt: skip
"""Rule, board ("": Red Barricades), pieces, profile, and what the rules do not derive for that rule."""


@pytest.mark.parametrize(("number", "board", "pieces", "profile", "derived"), NOT_SAID)
def test_the_rules_do_not_derive(
    number: str, board: str, pieces: tuple[str, ...], profile: str, derived: str
) -> None:
    assert not is_said(derived, board, "squad" if board else "cellars", pieces, profile), number


# --- by themselves ----------------------------------------------------------------------------------


@rule("FB6.1242")
def test_a_counter_on_the_railway_tells_its_top() -> None:
    board = tiny("A1 emrr@1, A2 emrr@1 +rubble(stone), A3 emrr@1")
    ends = [board.location(each) for each in ("A1", "A3")]
    assert 2 in LosEngine(board).rule(*ends, explain=True)[1].tops.values()


@rule("B10.2")
def test_an_end_looks_down_its_own_slope() -> None:
    board = tiny("A1 @4, A2 @2, A3", strip("open", 4, 900, 1000))
    assert "B10.2" in passed(board, ("A1", "A3"))


@rule("A2.5")
def test_entry_is_by_the_edge() -> None:
    with pytest.raises(BadInput, match=r"A2\.5"):
        entry(tiny("A1:A3, B0:B3, C1:C3"), unit_named("squad"), ["B1"])


@rule("A2.1")
def test_beyond_a_cut_edge_nothing_is_known() -> None:
    grounded = told("", "cellars", (), "")  # atoms live no longer
    derived = [str(e.symbol) for e in grounded.symbolic_atoms.by_signature("doubtful", 2)]
    for move in ("at", "bypass"):
        begun = (each for each in derived if each.startswith(f"doubtful(go({move}("))
        assert any(each.endswith('"A2.1")') for each in begun)
