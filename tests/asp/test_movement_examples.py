"""The worked examples of moving: each row of examples.csv on movement, adjacency and legality.

Where a row asks for a map that is not embedded, it is read from the boards that a user has; where these
are absent, the test is skipped.
"""

from __future__ import annotations

import csv
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_board
from hexcourt.facts.formats.import_archive import import_board
from hexcourt.facts.pieces.pieces import read_piece
from hexcourt.solver.movement.engine import MovementEngine, ReachSearch
from hexcourt.solver.movement.moves import MoveReasons, entry, explain
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.surroundings import neighbours_of, surroundings_of
from hexcourt.solver.rulebase.ground import ActiveRules
from tests.rulings import rule
from tests.tiny import tiny

SHARED = Path(__file__).parent.parent.parent.parent / "shared"
KINDS = ("movement", "movement cost", "legal move", "adjacency", "trench", "choice")
ROADBLOCK = 'roadblock("L12","K13","K12")'


@cache
def board(name: str) -> Board:
    if not name.startswith("bd"):
        return embedded_board(name)
    path = SHARED / "vasl" / "boards" / name
    if not path.exists():
        pytest.skip(f"{name} is not at hand")
    return import_board(path)


@cache
def engine(name: str, unit: str, *pieces: str) -> MovementEngine:
    return MovementEngine(board(name), unit_named(unit), map(read_piece, pieces))


def reached(of: MovementEngine, *starts: str, surely: bool = True) -> ReachSearch:
    return of.world.search(starts, surely=surely)


def cost(of: MovementEngine, start: str, goal: str, surely: bool = True) -> int | None:
    at = reached(of, start, surely=surely).reached(goal)
    return None if at is None else at[1]


def reasons(of: MovementEngine, move: str) -> MoveReasons:
    return explain(of.hex_facts, [move], of.pieces)[move]


def moves_between(of: MovementEngine, start: str, goal: str) -> list[str]:
    edges = of.world.tables[0].edges
    return [edge.move for edge in edges if edge.source == start and edge.target == goal]


def test_every_row_is_tried_here() -> None:
    path = SHARED / "examples" / "examples.csv"
    if not path.exists():
        pytest.skip("the table of examples is not at hand")
    with path.open(encoding="utf-8", newline="") as opened:
        wanted = {row["id"] for row in csv.DictReader(opened) if row["query_kind"] in KINDS}
    text = Path(__file__).read_text("utf-8").lower()
    assert {row for row in wanted if f"_{row.lower()}" not in text} == set()


# --- Narrow Streets -------------------------------------------------------------------------------

ALONG = 'bypass("K13",1,1)'
"""In Bypass in K13, along K13-L12 to the vertex K13-L12-K12."""


@rule("A4.3", "Q4.141")
def test_pb03_pb12_bypass_across_the_roadblock_is_one_expenditure_of_2_mf() -> None:
    pegasus = engine("pegasus", "squad", ROADBLOCK)
    (step,) = [
        edge
        for edge in pegasus.world.tables[0].edges
        if (edge.source, edge.target) == ('at("L13",ground)', ALONG)
    ]
    charged = {
        (each.what, each.cost, each.citation.number) for each in reasons(pegasus, step.move).charges
    }
    assert {("bypass", 2, "A4.3"), ("roadblock", 2, "Q4.141")} == charged
    assert step.price == step.highest_price == 4
    assert cost(engine("pegasus", "squad"), 'at("L13",ground)', ALONG) == 2


@rule("Q4.11")
def test_pb04_into_the_building_costs_2_mf_from_bypass() -> None:
    (move,) = moves_between(engine("pegasus", "squad"), ALONG, 'at("K12",ground)')
    assert sum(each.cost for each in reasons(engine("pegasus", "squad"), move).charges) == 4


def test_pb05_into_the_building_costs_2_mf_without_bypass() -> None:
    assert cost(engine("pegasus", "squad"), 'at("L13",ground)', 'at("K13",ground)') == 4


def test_pb06_the_whole_way_takes_the_4_mf_of_a_squad() -> None:
    pegasus = engine("pegasus", "squad", ROADBLOCK)
    way = reached(pegasus, 'at("L13",ground)').way('at("K12",ground)')
    assert way is not None
    by_bypass = pegasus.world.search(
        ['at("L13",ground)'], wanted=lambda edge: edge.target in (ALONG, 'at("K12",ground)')
    )
    assert by_bypass.reached('at("K12",ground)') == (1, 8)


@rule("Q4.141")
def test_pb13_pb14_the_roadblock_does_not_touch_entry_of_k12() -> None:
    for pieces in ((), (ROADBLOCK,)):
        pegasus = engine("pegasus", "squad", *pieces)
        assert cost(pegasus, 'at("L12",ground)', 'at("K12",ground)') == 4
        first = [e for e in pegasus.world.tables[0].edges if e.source == 'at("L12",ground)']
        assert min(e.highest_price for e in first if e.target.startswith('bypass("K12"')) == 2


@rule("Q4.141")
def test_pb15_pb16_from_centre_to_centre_a_vertex_is_declared_and_the_cost_is_not_printed() -> None:
    pegasus = engine("pegasus", "squad", ROADBLOCK)
    (move,) = moves_between(pegasus, 'at("L12",ground)', 'at("K13",ground)')
    said = reasons(pegasus, move)
    assert said.choices == (4, 5)  # the ends of hexside L12-K13
    assert [each.citation.number for each in said.charges if each.perhaps] == ["Q4.141"]
    assert cost(pegasus, 'at("L12",ground)', 'at("K13",ground)', surely=False) == 4
    assert cost(pegasus, 'at("L12",ground)', 'at("K13",ground)') == 6


def vbm(of: MovementEngine, owner: str, direction: int) -> list[str]:
    return [s for s in of.states if s.startswith(f'vbm("{owner}",{direction},')]


@rule("Q4.141")
def test_pb23_no_vbm_along_the_hexside_of_the_roadblock() -> None:
    assert vbm(engine("pegasus", "tank"), "K13", 1) and vbm(engine("pegasus", "tank"), "L12", 4)
    blocked = engine("pegasus", "tank", ROADBLOCK)
    into = {edge.target for edge in blocked.world.tables[0].edges}
    assert not into & {*vbm(blocked, "K13", 1), *vbm(blocked, "L12", 4)}


@rule("Q4.1411")
@pytest.mark.parametrize("side", ["L12", "K13"])
def test_pb24_pb25_who_may_clear_the_roadblock(side: str) -> None:
    pegasus = engine("pegasus", "squad", ROADBLOCK)
    grounded = pegasus.hex_facts.ground(pieces=pegasus.pieces)
    atoms = grounded.symbolic_atoms
    clearing = {
        a.symbol.arguments[0].arguments[0].string
        for a in atoms.by_signature("may_clear", 3)
        if a.symbol.arguments[1].string == side
    }
    assert clearing == {"K13", "L12", "K12", "L13"}
    by_vertex: dict[int, set[str]] = {}
    for atom in atoms.by_signature("may_place_dc", 4):
        if atom.symbol.arguments[2].string == side:
            by_vertex.setdefault(atom.symbol.arguments[1].number, set()).add(
                atom.symbol.arguments[0].string
            )
    assert sorted(map(sorted, by_vertex.values())) == [["K12", "K13", "L12"], ["K13", "L12", "L13"]]


ON_STREET = 'vehicle_on_street("V"). turreted("V"). buttoned_up("V").'


def says(facts: str, predicate: str, arity: int) -> list[list[str]]:
    grounded = ActiveRules("turrets").ground(f"{ON_STREET} {facts}")
    found = grounded.symbolic_atoms.by_signature(predicate, arity)
    return sorted([str(each) for each in atom.symbol.arguments] for atom in found)


@rule("Q4.122")
def test_pb37_which_dice_turn_the_turret() -> None:
    assert says('main_armament("V",75,"L").', "succeeds", 2) == [['"V"', "1"]]
    assert says('main_armament("V",75,"LL").', "succeeds", 2) == []


@rule("Q4.122")
def test_pb38_each_failed_tca_change_costs_2_mp() -> None:
    lost = {(f, cost) for _, f, cost in says('main_armament("V",75,"L").', "lost", 3)}
    assert lost == {("0", "0"), ("1", "4"), ("2", "8")}  # in halves


@rule("Q4.121")
def test_pb39_a_long_gun_turned_aside_may_not_be_non_stopped() -> None:
    def refused(calibre: int, barrel: str, tca: int) -> bool:
        facts = f'main_armament("V",{calibre},"{barrel}"). turret_at("V",{tca}).'
        return bool(says(facts, "refused", 2))

    assert refused(75, "L", 1)
    assert not refused(75, "L", 0) and not refused(75, "L", 3)
    assert not refused(40, "L", 1) and not refused(75, "*", 1)


@rule("Q4.11")
def test_pb40_vbm_along_a_narrow_street_costs_half_but_for_a_turn() -> None:
    pegasus = engine("pegasus", "tank")
    edges = [e for e in pegasus.world.tables[0].edges if e.target in vbm(pegasus, "K13", 1)]
    straight = {edge.move for edge in edges if edge.source.startswith("heading(")}
    for move in straight:
        charged = {(c.what, c.cost, c.citation.number) for c in reasons(pegasus, move).charges}
        assert charged == {("vbm", 2, "Q4.11")}
    turning = [e.move for e in edges if e.source.startswith("vbm(")]
    assert straight and turning
    for move in turning:
        assert ("vca", 2) in {(c.what, c.cost) for c in reasons(pegasus, move).charges}


# --- the mapboard ---------------------------------------------------------------------------------


@rule("A2.4")
def test_a207_building_and_woods_add_up() -> None:
    boards = engine("bd02", "leader")
    into = [
        e
        for e in boards.world.tables[0].edges
        if e.target == 'at("I9",ground)'
        and e.source in ('at("H8",ground)', 'at("I10",ground)', 'at("J9",ground)')
    ]
    assert into and {
        sum(c.cost for c in reasons(boards, e.move).charges if c.what.startswith("terrain("))
        for e in into
    } == {8}


def exits(of: MovementEngine, source: str) -> dict[str, int]:
    return {
        edge.target: edge.highest_price
        for edge in of.world.tables[0].edges
        if edge.source == source and edge.target.startswith("off(")
    }


@rule("A2.6")
def test_a209_a215_a216_bypass_out_of_x0_needs_1_mf_more_in_the_open_ground_beside_w1() -> None:
    boards = engine("bd02", "squad")
    way = 'bypass("X0",4,5)'
    assert cost(boards, 'at("X1",ground)', way) == 2
    assert exits(boards, way)['off("W1",0)'] == 2
    assert cost(boards, 'at("X1",ground)', 'off("W1",0)') == 4


@rule("A2.6")
def test_a210_a211_the_road_runs_off_the_map_at_y1_and_not_at_w1() -> None:
    squad, truck = engine("bd02", "squad"), engine("bd02", "truck")
    assert exits(squad, 'at("Y1",ground)') == {'off("Y1",0)': 2}
    assert exits(truck, 'heading("Y1",ground,0)') == {'off("Y1",0)': 1}
    assert exits(truck, 'heading("W1",ground,0)') == {'off("W1",0)': 8}


@rule("A2.6")
def test_a212_a213_a214_a_vehicle_leaves_aa1_by_its_woods_or_beside_them() -> None:
    boards = engine("bd02", "tank")
    by_vbm = [e for e in boards.world.tables[0].edges if e.source.startswith('vbm("AA1"')]
    assert not [e for e in by_vbm if e.target == 'off("AA1",0)']
    assert exits(boards, 'heading("AA1",ground,0)') == {'off("AA1",0)': 13}
    assert exits(boards, 'heading("BB0",ground,0)')['off("BB0",0)'] == 2


@rule("A2.5")
def test_a221_delayed_entry_and_its_growing_radius() -> None:
    boards = board("bd01")
    squad = unit_named("squad")
    assert entry(boards, squad, ["A5"]).turns == 0
    once = entry(boards, squad, ["A5"], given=['is_blocked("A5")'])
    assert once.turns == 1
    assert {boards.range("A5", name) for name, _ in once.surely} <= {1, 2, 3, 4}
    held = [read_piece(f'enemy("A{row}")') for row in range(1, 10)]
    twice = entry(boards, squad, ["A5"], held)
    assert twice.turns == 2
    assert {boards.range("A5", name) for name, _ in twice.surely} <= {5, 6, 7, 8}


# --- cellars --------------------------------------------------------------------------------------


@rule("O6.2")
def test_o602_o603_o604_o608_what_c25_cellar_is_adjacent_to() -> None:
    found = neighbours_of(board("barricades"), "C25", "cellar", [read_piece('trench("D24")')])
    assert {(each.hex, each.place, each.why, each.adjacent) for each in found} == {
        ("B25", "cellar", "building_hexside", True),
        ("C25", "ground", "stairwell", True),
        ("D24", "trench", "trench", False),
        ("C25", "sewer", "manhole", False),
    }
    tunnel = [read_piece('tunnel("C25","D22")')]
    assert ("D22", "ground", "tunnel") in {
        (each.hex, each.place, each.why)
        for each in neighbours_of(board("barricades"), "C25", "cellar", tunnel)
    }


def cellar_graph(of: MovementEngine) -> set[frozenset[str]]:
    return {
        frozenset(state.split('"')[1] for state in (edge.source, edge.target))
        for edge in of.world.tables[0].edges
        if edge.source.endswith(",cellar)") and edge.target.endswith(",cellar)")
    }


@rule("O6.2")
def test_o605_the_cellars_of_the_building_are_a_path() -> None:
    path = ["C24", "C23", "B23", "B24", "B25", "C25"]
    graph = cellar_graph(engine("barricades", "squad"))
    here = {pair for pair in graph if pair & set(path)}
    assert here == {frozenset(pair) for pair in pairwise(path)}


@rule("O6.21")
@pytest.mark.parametrize("cellar", ["C25", "C24"])
def test_o606_o607_from_the_trench_of_d24_into_a_cellar(cellar: str) -> None:
    trench = engine("barricades", "squad", 'trench("D24")')
    assert cost(trench, 'at("D24",trench)', f'at("{cellar}",cellar)') == 4


@rule("O6.6")
def test_o612_o613_o614_cellars_under_rubble() -> None:
    ground_only = engine("barricades", "squad", 'rubble("M6",stone)')
    assert frozenset({"L5", "M6"}) in cellar_graph(ground_only)
    rubbled = engine("barricades", "leader", 'rubble("M6",stone,cellar)')
    assert not any("M6" in pair for pair in cellar_graph(rubbled))
    way = reached(rubbled, 'at("L5",cellar)').way('at("N5",cellar)')
    assert way is None or 'at("L5",ground)' in {step.edge.source for step in way.steps}
    assert "cellar" not in surroundings_of(board("barricades"), "M6", rubbled.pieces).places


@rule("O6.6")
def test_o615_a_trench_does_not_lead_beneath_rubble() -> None:
    beside = 'trench("N6")'
    open_ = engine("barricades", "squad", beside)
    assert moves_between(open_, 'at("N6",trench)', 'at("M6",cellar)')
    shut = engine("barricades", "squad", beside, 'rubble("M6",stone)')
    assert not moves_between(shut, 'at("N6",trench)', 'at("M6",cellar)')
    tunnel = engine("barricades", "squad", 'rubble("M6",stone)', 'tunnel("M5","M6")')
    assert moves_between(tunnel, 'at("M5",ground)', 'at("M6",cellar)')


# --- chapter O ------------------------------------------------------------------------------------


def covers(of: MovementEngine, move: str) -> set[tuple[str, int]]:
    grounded = of.hex_facts.ground()
    return {
        (str(a.symbol.arguments[1]), a.symbol.arguments[2].number)
        for a in grounded.symbolic_atoms.by_signature("for_cover", 4)
        if str(a.symbol.arguments[0]) == move
    }


@rule("O.3A")
def test_o01_o02_o03_gullies_and_shellholes() -> None:
    barricades = engine("barricades", "squad")
    into = 'go(at("CC3",ground),at("BB3",ground))'
    out = 'go(at("BB3",ground),at("AA3",ground))'
    assert cost(barricades, 'at("CC3",ground)', 'at("BB3",ground)') == 4
    assert covers(barricades, into) == {("shellholes", 2)}
    (onward,) = moves_between(barricades, 'at("BB3",ground)', 'at("AA3",ground)')
    assert onward == out
    assert sum(each.cost for each in reasons(barricades, out).charges) == 4
    assert covers(barricades, out) == {("shellholes", 2)}
    # the row names this way the cheapest; up the bank into BB2 and across open ground is one MF less
    assert cost(barricades, 'at("CC3",ground)', 'at("BB2",ground)') == 4
    assert cost(barricades, 'at("CC3",ground)', 'at("AA3",ground)') == 6


@rule("O.1")
@pytest.mark.parametrize(
    ("terrain", "covers"),
    [
        ("woods", {("woods", 2)}),
        ("orchard", {("orchard", 0)}),
        ("shellholes", {("shellholes", 2)}),
        ("brush", set()),
    ],
)
def test_o05_who_takes_cover_in_a_road_hex_has_no_road_bonus(
    terrain: str, covers: set[tuple[str, int]]
) -> None:
    hex_facts = HexFacts(tiny(f"A1, A2 {terrain}, A1-A2 road(dirt)"), unit_named("squad"))
    grounded = hex_facts.ground()
    atoms = grounded.symbolic_atoms
    into = 'go(at("A1",ground),at("A2",ground))'
    chosen = {
        (str(a.symbol.arguments[1]), a.symbol.arguments[2].number)
        for a in atoms.by_signature("for_cover", 4)
        if str(a.symbol.arguments[0]) == into
    }
    assert chosen == covers
    for term, _ in covers:
        told = HexFacts(
            hex_facts.board, hex_facts.unit, [f'given(took_cover("A2",{term})).']
        ).ground()
        kept = told.symbolic_atoms.by_signature("keeps_bonus", 1)
        assert into not in {str(a.symbol.arguments[0]) for a in kept}


@rule("O.3")
def test_o04_from_gully_rubble_to_crest_status() -> None:
    rubbled = engine("barricades", "squad", 'rubble("BB3",stone)')
    (edge,) = [
        e
        for e in rubbled.world.tables[0].edges
        if e.source == 'at("BB3",ground)' and e.target == 'crest("BB3",0)'
    ]
    assert (edge.price, {c.citation.number for c in reasons(rubbled, edge.move).charges}) == (
        8,
        {"O.3"},
    )


@rule("O.4B")
def test_o11_onto_a_factory_roof() -> None:
    barricades = engine("barricades", "leader")
    up = [
        e
        for e in barricades.world.tables[0].edges
        if e.target.endswith(",rooftop)") and e.source.endswith(",ground)")
    ]
    assert up and {edge.price for edge in up} == {6}


def test_unknown_pieces_are_refused_with_the_rule() -> None:
    with pytest.raises(BadInput, match=r"Q4\.141"):
        engine("pegasus", "squad", 'roadblock("L12","K13","M13")')
