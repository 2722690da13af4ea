"""What pieces change is asked of the rules locally, and is what the rules say of the whole board.

Random small boards with Narrow Streets on crest lines, buildings with Cellars, factories and roads, and
pieces of every kind: a world made of what groups of pieces change is the world asked about anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import Piece, read_piece
from hexcourt.solver.movement.engine import MoveGraph, MovementEngine
from hexcourt.solver.movement.mover import Mover, open_engine
from hexcourt.solver.movement.moves import MoveEdge, moves_of
from hexcourt.solver.movement.path_answers import find_path, list_reached
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.placement import check_pieces
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.scenario.opening import open_board
from tests import effort
from tests.tiny import tiny

HEXES = [f"{column}{row}" for column in "ABCD" for row in range(1, 5)]
TERRAIN = (
    *("", "", "@2", "woods", "woods@2", "brush", "rail_cars", "gully@-2 bed@-2"),
    *("building(stone,1) level(1) stairwell", "building(stone,1)@2", "building(wood,0)"),
    *("building(stone,1) feature(manhole)", "factory(stone,1) stairwell"),
)
SIDES = ("narrow_street(paved)", "narrow_street(paved)", "road(paved)", "building_side", "wall", "")
UNITS = ("squad", "tank", "truck")


def random_board(chance: random.Random) -> Board:
    bare = tiny("A1:A4, B1:B4, C1:C4, D1:D4")
    names = [record.name for record in bare.hexes]
    entries = [f"{name} {chance.choice(TERRAIN)}" for name in names]
    for number, row in enumerate(bare.neighbours.tolist()):
        for other in (each for each in row if each > number):
            if side := chance.choice(SIDES):
                entries.append(f"{names[number]}-{names[other]} {side}")
    if chance.random() < 0.7:
        entries.append("map_rule(cellars)")
    return tiny(", ".join(entries), rim=300)


def random_pieces(board: Board, chance: random.Random) -> Iterator[str]:
    """Give pieces of every kind, anywhere; some may not lie."""
    names = [record.name for record in board.hexes]
    one = [
        *("rubble({},stone)", "rubble({},stone,cellar)", "debris({})", "wreck({})", "afv({})"),
        *("trench({})", "foxhole({})", "trail_break({})", "enemy({})", "enemy({},cellar)"),
    ]
    for number, row in enumerate(board.neighbours.tolist()):
        name = f'"{names[number]}"'
        yield from (each.format(name) for each in one)
        far = f'"{chance.choice(names)}"'
        if far != name:
            yield f"tunnel({name},{far})"
        for other in (f'"{names[each]}"' for each in row if each > number):
            yield f"roadblock({name},{other})"
            yield f"breach({name},{other})"
            yield f"street_vehicle({name},{other})"


def those_that_fit(
    engine: MovementEngine, texts: Sequence[str], count: int, chance: random.Random
) -> list[Piece]:
    """Choose pieces that may lie together."""
    chosen: list[Piece] = []
    for text in chance.sample(texts, len(texts)):
        if len(chosen) == count:
            break
        piece = read_piece(text)
        try:
            check_pieces(engine.hex_facts, [*chosen, piece])
        except BadInput:
            continue
        chosen.append(piece)
    return chosen


def live(world: MoveGraph) -> set[MoveEdge]:
    return {
        edge
        for table, forbidden in zip(world.tables, world.blocked_edges, strict=True)
        for edge, closed in zip(table.edges, forbidden.tolist(), strict=True)
        if not closed
    }


@effort.one_in(3)
@pytest.mark.parametrize("seed", range(effort.sample(1, 8)))
@pytest.mark.parametrize("unit", UNITS)
def test_local_answers_are_those_of_the_whole_board(unit: str, seed: int) -> None:
    chance = random.Random(f"{unit} {seed}")
    board, mover = random_board(chance), unit_named(unit)
    texts = sorted(set(random_pieces(board, chance)))
    bare = MovementEngine(board, mover)
    pieces = those_that_fit(bare, texts, effort.sample(4, 8), chance)
    laid = [*pieces[:2], *(piece for piece in pieces[2:] if piece.predicate == "tunnel")]
    further = [piece for piece in pieces if piece not in laid]
    engine = MovementEngine(board, mover, laid)
    alone = effort.some_of(further, 3)
    together = (further[:2], further[2:4], further)
    for world in [*([each] for each in alone), *effort.some_of(together, 2)]:
        anew = MovementEngine(board, mover, [*laid, *world]).world
        supposed = engine.suppose(world)
        assert live(supposed) == live(anew), (laid, world)
        assert supposed.forbidden_hexes == anew.forbidden_hexes


@pytest.mark.parametrize("unit", UNITS)
def test_hexes_that_are_not_asked_for_have_no_moves_among_them(unit: str) -> None:
    hex_facts = HexFacts(tiny("A1:A4, A1-A2 road(paved), A3 woods"), unit_named(unit))
    every = moves_of(hex_facts).edges
    named = frozenset({"A2"})
    grounded = ActiveRules(hex_facts.unit.profile).ground(
        "\n".join([hex_facts.facts(), *hex_facts.unasked(["A1", "A2", "A3", "A4"], named)])
    )
    among = grounded.symbolic_atoms.by_signature("leads", 3)
    derived = {str(atom.symbol.arguments[0]) for atom in among}
    step = 'go(at("A3",ground),at("A4",ground))'
    assert step not in derived
    assert step in {edge.move for edge in every}
    assert moves_of(hex_facts, ["A1", "A2", "A3", "A4"], naming=named).edges == tuple(
        edge for edge in every if "A2" in edge.move.hexes
    )


# --- what is reached, asked of the hexes near the start alone ------------------------------------------


def path_or_refusal(mover: Mover, goal: str, turns: int) -> str:
    try:
        return find_path(mover, goal, turns=turns).as_json()
    except BadInput as error:
        return str(error)


@pytest.mark.parametrize(
    ("name", "unit", "allowance", "laid"),
    effort.one_of(
        [
            ("pegasus", "leader", 2, ('roadblock("L12","K13")', 'debris("K11")')),
            ("budapest", "squad", 4, ('rubble("G37",stone)',)),
            ("budapest", "truck", 2, ()),
            ("barricades", "squad", 2, ('tunnel("C25","E25")',)),
        ],
        4,
    ),
)
def test_what_is_reached_near_the_start_is_what_is_reached_on_the_whole_board(
    name: str, unit: str, allowance: int, laid: tuple[str, ...]
) -> None:
    board = open_board(name)
    chance = random.Random(33)
    local = 0
    for start in chance.sample(sorted(board.by_name), effort.of(2)):
        for turns in effort.sample((1,), (1, 2)):
            here, whole = (Mover(BoardState(board, laid), start, unit, allowance) for _ in "ab")
            try:
                open_engine(whole)
            except BadInput as error:
                with pytest.raises(BadInput) as told:
                    list_reached(here, turns)
                assert str(told.value) == str(error)
                continue
            assert list_reached(here, turns).as_json() == list_reached(whole, turns).as_json()
            local += not here.position.has_kept((unit_named(unit, 2 * allowance), ()))
            for goal in chance.sample(sorted(board.by_name), effort.of(1)):
                there = Mover(BoardState(board, laid), start, unit, allowance)
                assert path_or_refusal(there, goal, turns) == path_or_refusal(whole, goal, turns)
    assert local


@pytest.mark.parametrize(("start", "outcome"), [("A2", "a truck cannot be there"), ("A1", "done")])
def test_a_start_on_a_small_part_of_a_board_is_answered(start: str, outcome: str) -> None:
    board = tiny("A1:A3, H1:H4, I1:I4, A2 building(stone,0)")
    mover = Mover(BoardState(board), start, "truck")
    for turns in (1, 9):
        try:
            assert list_reached(mover, turns).verdict == outcome
        except BadInput as error:
            assert outcome in str(error)


def test_a_second_start_farther_off_is_asked_of_the_whole_board() -> None:
    position = BoardState(open_board("pegasus"))
    every = (unit_named("squad", 4), ())
    for start, asks_all in (("K12", False), ("K12", False), ("I15", True), ("K12", True)):
        assert list_reached(Mover(position, start, "squad", 2)).rows
        assert position.has_kept(every) == asks_all
