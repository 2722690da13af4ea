"""The search for ways against an independent checker, the rules' own definition and brute force."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.pieces.pieces import Piece, read_piece
from hexcourt.solver.movement.cutting import PLURALS, candidates, cut, smallest_hitting_set
from hexcourt.solver.movement.engine import MoveGraph, MovementEngine
from hexcourt.solver.movement.moves import MoveEdge
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.placement.placement import check_pieces
from tests import movement_checker as checker
from tests.effort import of, one_in, some_of, tries
from tests.movement_checker import Ruling, Walker, brute_force, disagreements
from tests.tiny import outline, tiny

pytestmark = pytest.mark.usefixtures("engines")

FOOT = ("squad", "leader")
WHEELS = ("tank", "truck", "halftrack")

# --- random boards --------------------------------------------------------------------------------

PLAIN = ("", "", "", "brush", "grain", "orchard", "shellholes", "graveyard", "@2", "@2", "@4", "marsh",
         "crag", "plowed", "vineyard", "brush@2", "+debris", "+rubble(stone)", "@-2")  # fmt: skip
SUNK = ("gully@-2", "gully@-2", "gully@-2 brush", "gully@0", "dry_stream@-2", "sunken_road@-2",
        "gully@-2 +rubble(wood)")  # fmt: skip
FILLED = ("woods", "building(stone,1) level(1) stairwell", "building(stone,1) level(1)",
          "building(wood,0)", "woods@2", "building(stone,1) level(1) +rubble(stone)",
          "building(wood,1)@2 level(1) stairwell", "factory(stone,1)", "factory(stone,2)")  # fmt: skip
ON_SIDES = ("wall", "hedge", "bocage", "cliff", "fence", "road(paved)", "road(dirt)", "road(paved)",
            "road(dirt)", "gully", "building_side", "building_side", "building_side rowhouse_wall(1)",
            "narrow_street(paved)", "narrow_street(paved)", "narrow_street(unpaved)",
            "road(dirt) wall")  # fmt: skip
DRAWN = ("woods", "building(stone,1)", "building(wood,0)", "woods", "factory(stone,1)")
_CORNERS = ((-291, -500), (291, -500), (581, 0), (291, 500), (-291, 500), (-581, 0))


def hexes_of(columns: int, rows: int) -> list[str]:
    return [f"{column}{row}" for column in "ABCDEF"[:columns] for row in range(1, rows + 1)]


def sides_of(columns: int, rows: int) -> list[tuple[str, str]]:
    """List the hexsides between the hexes of a board; odd columns lie half a hex lower."""
    found = []
    for number in range(columns):
        for row in range(1, rows + 1):
            here = f"{'ABCDEF'[number]}{row}"
            if row < rows:
                found.append((here, f"{'ABCDEF'[number]}{row + 1}"))
            if number + 1 < columns:
                other = "ABCDEF"[number + 1]
                beside = (row, row + 1) if number % 2 else (row - 1, row)
                found += [(here, f"{other}{n}") for n in beside if 1 <= n <= rows]
    return found


def partly(name: str, terrain: str, sides: frozenset[int], share: float) -> str:
    """Draw terrain round a hex's middle that reaches over some of its hexsides."""
    column, row = ord(name[0]) - ord("A"), int(name[1:])
    x, y = 872 * column, 1000 * (row - 1) + 500 * (column % 2)
    corners = []
    for side in range(6):
        (a, b), (c, d) = _CORNERS[side], _CORNERS[(side + 1) % 6]
        far = 1.1 if side in sides else share
        corners.append((x + round(share * a), y + round(share * b)))
        corners.append((x + round(far * (a + c) / 2), y + round(far * (b + d) / 2)))
    drawn = outline(f"{name}{terrain}", terrain, 0, corners)
    return "\n".join([f'terrain("{name}",{terrain}).', *drawn]) + "\n"


@st.composite
def boards(draw: st.DrawFn, most: int = 30) -> Board:
    """Draw a board of up to 30 hexes with mixed terrain, hexsides, roads, and obstacles to pass by."""
    columns = draw(st.integers(2, 5))
    rows = draw(st.integers(2, min(6, most // columns)))
    names, sides = hexes_of(columns, rows), sides_of(columns, rows)
    kinds = draw(
        st.sampled_from(((*PLAIN, *FILLED), (*PLAIN, *PLAIN, *SUNK, *FILLED), ("", *PLAIN)))
    )
    told = draw(st.lists(st.sampled_from(kinds), min_size=len(names), max_size=len(names)))
    terrain = dict(zip(names, told, strict=True))
    bare = ("",) * draw(st.sampled_from((5, 20, 60)))
    lined = st.sampled_from((*bare, *ON_SIDES))
    told = draw(st.lists(lined, min_size=len(sides), max_size=len(sides)))
    on_sides = {side: term for side, term in zip(sides, told, strict=True) if term}
    shapes = st.tuples(
        st.sampled_from(DRAWN),
        st.frozensets(st.integers(0, 5), max_size=3),
        st.sampled_from((0.4, 0.55)),
    )
    plain = [name for name in names if terrain[name] in PLAIN]
    drawn_in = st.lists(st.none() | shapes, min_size=len(plain), max_size=len(plain))
    drawn = {n: shape for n, shape in zip(plain, draw(drawn_in), strict=True) if shape is not None}
    edges = draw(st.sets(st.sampled_from(names), max_size=2))
    parts = [*names, *(f"{name} {told}" for name, told in terrain.items())]
    parts += [f"{one}-{two} {told}" for (one, two), told in on_sides.items()]
    more = "".join(partly(name, *shape) for name, shape in drawn.items())
    for name in sorted(edges):
        more += f'feature("{name}",map_edge).\n'
        if int(name[1:]) == 1:
            more += f'feature("{name}",road(dirt,"{name[0]}0")).\n'
    return tiny(", ".join(parts), more)


@st.composite
def laid_boards(
    draw: st.DrawFn, units: Sequence[str], most: int = 30
) -> tuple[Board, str, tuple[Piece, ...]]:
    """Draw a board, at times one of the Red Barricades map, a unit, and pieces that may lie there."""
    board = draw(boards(most))
    unit = draw(st.sampled_from(units))
    if draw(st.booleans()):
        board = replace(board, map_rules=("cellars",))
    hex_facts = HexFacts(board, unit_named(unit))
    pieces: tuple[Piece, ...] = ()
    chance = draw(st.randoms(use_true_random=False))
    wanted = [
        *chance.sample(
            may_lie := _candidates(hex_facts), min(len(may_lie), chance.choice((0, 0, 2)))
        )
    ]
    for kind in ("trench", "foxhole") if unit in FOOT else ():
        wanted.append(_single(kind, chance.choice(board.hexes).name))
    for piece in wanted:
        if fits(hex_facts, (*pieces, piece)):
            pieces = (*pieces, piece)
    return board, unit, pieces


def _single(kind: str, name: str) -> Piece:
    return read_piece(f'{kind}("{name}")')


def _candidates(hex_facts: HexFacts, kinds: Collection[str] = PLURALS) -> list[Piece]:
    return list(candidates(hex_facts, kinds))


def fits(hex_facts: HexFacts, pieces: Sequence[Piece]) -> bool:
    """Tell whether pieces may lie together."""
    try:
        check_pieces(hex_facts, pieces)
    except BadInput:
        return False
    return True


def some_start(engine: MovementEngine, chance: random.Random) -> str | None:
    """Choose a state to set out from: Infantry also upstairs, in Crest status, entrenched."""
    kinds = ("at(", "at(", "crest(") if engine.on_foot else ("heading(",)
    kind = chance.choice(kinds)
    known = [state for state in sorted(engine.states) if state.startswith(kind)]
    return chance.choice(known) if known else None


# --- the checker walks every way ------------------------------------------------------------------


def walk_all(engine: MovementEngine, walker: Walker, starts: Sequence[str], turns: int = 1) -> int:
    """Walk the cheapest way to every state that is reached; give how many there are."""
    search = engine.world.search(starts, turns)
    for state in search.all_reached:
        way = search.way(state)
        assert way is not None
        assert (way.steps[-1].edge.target if way.steps else way.start) == state
        assert disagreements(walker, way) == []
    return len(search.all_reached)


def compare_with_brute_force(engine: MovementEngine, walker: Walker, start: str) -> None:
    found = {s: cost for s, (_, cost) in engine.world.search([start]).all_reached.items()}
    assert found == brute_force(walker, [start])


def rules_and_checker(
    board: Board, unit: str, pieces: Sequence[Piece]
) -> tuple[MovementEngine, Walker]:
    """Give the engine and the checker of one unit on one board."""
    return (
        MovementEngine(board, unit_named(unit), pieces),
        Walker(board, unit_named(unit), pieces),
    )


@one_in(2)
@pytest.mark.parametrize("units", [FOOT, WHEELS])
@tries(6)
@given(st.data())
def test_every_way_passes_the_checker_and_brute_force_finds_the_same(
    units: Sequence[str], data: st.DataObject
) -> None:
    board, unit, pieces = data.draw(laid_boards(units))
    engine, walker = rules_and_checker(board, unit, pieces)
    start = some_start(engine, data.draw(st.randoms(use_true_random=False)))
    if start is None:
        return
    walk_all(engine, walker, [start])
    compare_with_brute_force(engine, walker, start)


@tries(4)
@given(st.data())
def test_ways_of_more_than_one_turn(data: st.DataObject) -> None:
    board, unit, pieces = data.draw(laid_boards((*FOOT, *WHEELS), 16))
    engine, walker = rules_and_checker(board, unit, pieces)
    start = some_start(engine, data.draw(st.randoms(use_true_random=False)))
    if start is not None:
        walk_all(engine, walker, [start], turns=3)


@tries(4)
@given(st.data())
def test_merely_possible_ways_pass_the_checker(data: st.DataObject) -> None:
    board, unit, pieces = data.draw(laid_boards((*FOOT, *WHEELS), 20))
    engine, walker = rules_and_checker(board, unit, pieces)
    start = some_start(engine, data.draw(st.randoms(use_true_random=False)))
    if start is None:
        return
    search = engine.world.search([start], surely=False)
    for state in search.all_reached:
        way = search.way(state)
        assert way is not None
        if not any("sewer" in step.edge.move for step in way.steps):
            assert disagreements(walker, way) == []


EMBEDDED = some_of(
    [(name, unit) for name in embedded_names() for unit in ("squad", "tank", "truck")], 2
)


@cache
def embedded_engine(name: str, unit: str) -> MovementEngine:
    return MovementEngine(embedded_board(name), unit_named(unit))


@one_in(3)
@pytest.mark.parametrize(("name", "unit"), EMBEDDED)
def test_ways_on_embedded_boards(name: str, unit: str) -> None:
    engine = embedded_engine(name, unit)
    walker = Walker(engine.board, engine.unit)
    chance = random.Random(name + unit)
    starts = [
        start for start in (some_start(engine, chance) for _ in range(4)) if start is not None
    ]
    assert max(walk_all(engine, walker, [start]) for start in starts) > 10
    compare_with_brute_force(engine, walker, starts[0])


@one_in(3)
@pytest.mark.parametrize(("name", "unit"), EMBEDDED)
def test_every_move_on_embedded_boards(name: str, unit: str) -> None:
    engine = embedded_engine(name, unit)
    assert differences(engine, Walker(engine.board, engine.unit)) == []


def differences(engine: MovementEngine, walker: Walker) -> list[str]:
    """List the moves that the rules and the checker see differently, but for sewers and tunnels."""
    told: dict[tuple[str, str, str], Ruling] = {}
    for edge in engine.world.tables[0].edges:
        keeps = edge.keeps_bonus and engine.on_foot
        told[edge.source, edge.move, edge.target] = Ruling(
            edge.price, edge.highest_price, keeps, edge.risky, edge.doubtful
        )
    mine: dict[tuple[str, str, str], Ruling] = {}
    for state in engine.states:
        if "sewer" not in state:
            for (move, target), ruling in walker.moves(state).items():
                mine[state, move, target] = replace(
                    ruling, keeps_bonus=ruling.keeps_bonus and engine.on_foot
                )
    keys = {key for key in told if "sewer" not in key[1] and "tunnel" not in key[1]} | mine.keys()
    return sorted(
        f"{key}: rules {told.get(key)}, checker {mine.get(key)}"
        for key in keys
        if told.get(key) != mine.get(key)
    )


# --- where the rules are not what the checker reads in the rules -------------------------------------

WOODS = partly("B2", "woods", frozenset(), 0.4)
AROUND = "A1:A3, B1:B3, C1:C3"
BOARDS = {
    "B20.4 leaving a stream": ("tank", "A1 dry_stream@-2, A2", "", ()),
    "B2.4 shellholes": ("truck", "A1, A2 brush shellholes", "", ()),
    "A2.6 what lies on the edge": ("tank", "A1, A2",
                                   'feature("A1",map_edge).feature("A1",hexside(wall,"A0")).', ()),
    "B10.4 Crest": ("squad", "A1 @2, A2 gully@-2", "", ()),
    "B3.4 out of Bypass": ("truck", f"{AROUND}, C2 brush, B2-C2 road(dirt)", WOODS, ()),
    "B10.4 off the map": ("squad", "A1, A2, B1 @2, B2, C1, C2",
                              partly("C1", "woods", frozenset(), 0.4), ()),
    "Q4.11 lower hex": ("squad", f"{AROUND}, B2 @4, B2-C2 narrow_street(paved)", WOODS, ()),
    "A4.3 debris": ("squad", AROUND, WOODS, ('debris("B2")',)),
    "D2.3 other terrain": ("truck", f"{AROUND}, B2 marsh", WOODS, ()),
    "B29.2 a roadblock": ("squad", f"{AROUND}, A2-A3 road(dirt)", WOODS, ('roadblock("A2","A3")',)),
    "A2.6 rubble": ("tank", "A1 building(stone,1), A2, B1, B2",
                          partly("A2", "woods", frozenset(), 0.4), ('rubble("A1",stone)',)),
    "B20.9 gullies": ("tank", "A1 gully@-2, A2 gully@-2", "", ()),
    "B19.4 trenches in a gully": ("squad", "A1 @2, A2 gully@-2", "", ('trench("A1")', 'trench("A2")')),
    "B27.5 Factory": ("squad", "A1 factory(stone,1), A2", "", ('trench("A2")',)),
}  # fmt: skip
"""Where each reading of the checker bears: unit, board, further facts, pieces."""


def disputed(reading: str) -> list[str]:
    """List the differences on a reading's board."""
    unit, text, more, told = BOARDS[reading]
    board, pieces = tiny(text, more), [read_piece(piece) for piece in told]
    engine = MovementEngine(board, unit_named(unit), pieces)
    return differences(engine, Walker(board, unit_named(unit), pieces))


@pytest.mark.parametrize("reading", sorted(BOARDS))
def test_readings_of_the_rules(reading: str) -> None:
    """The rules shares the checker's readings."""
    assert disputed(reading) == []


# --- least costs as the rules defines them ----------------------------------------------------------


def least_of_rules(engine: MovementEngine, start: str) -> dict[str, int]:
    """Ask the rules for the least cost of every state (asp/cheapest.lp)."""
    profile = "cheapest_infantry" if engine.on_foot else "cheapest_vehicle"
    hex_facts = HexFacts(engine.board, engine.unit, [f"start({start})."])
    grounded = hex_facts.ground(
        pieces=engine.pieces, profile=profile
    )  # atoms live no longer than this
    atoms = grounded.symbolic_atoms
    return {
        str(atom.symbol.arguments[0]): atom.symbol.arguments[1].number
        for atom in atoms.by_signature("least", 2)
    }


def costs(engine: MovementEngine, start: str) -> dict[str, int]:
    return {s: cost for s, (_, cost) in engine.world.search([start]).all_reached.items()}


@tries(4)
@given(st.data())
def test_the_search_finds_what_the_rules_define(data: st.DataObject) -> None:
    board, unit, pieces = data.draw(laid_boards((*FOOT, *WHEELS), 20))
    engine = MovementEngine(board, unit_named(unit), pieces)
    start = some_start(engine, data.draw(st.randoms(use_true_random=False)))
    if start is not None:
        assert costs(engine, start) == least_of_rules(engine, start)


@one_in(3)
@pytest.mark.parametrize(
    ("name", "unit", "starts"),
    some_of([("barricades", "tank", 1), ("pegasus", "squad", 1), ("barricades", "squad", 2),
             ("budapest", "leader", 1), ("pegasus", "truck", 1)], 2),
)  # fmt: skip
def test_the_search_finds_what_the_rules_define_on_embedded_boards(
    name: str, unit: str, starts: int
) -> None:
    engine = embedded_engine(name, unit)
    chance = random.Random(unit + name)
    for _ in range(starts):
        start = some_start(engine, chance)
        assert start is not None
        assert costs(engine, start) == least_of_rules(engine, start)


# --- what if further pieces lay there -------------------------------------------------------------


def live(world: MoveGraph) -> set[MoveEdge]:
    """List the edges of a world that may be used."""
    return {
        edge
        for table, forbidden in zip(world.tables, world.blocked_edges, strict=True)
        for edge, closed in zip(table.edges, forbidden.tolist(), strict=True)
        if not closed
    }


def suppose_as_built(board: Board, pieces: Iterable[Piece], engine: MovementEngine) -> None:
    """Hold a supposition against an engine built with the pieces from the start."""
    supposed = live(engine.suppose(pieces))
    built = live(MovementEngine(board, engine.unit, [*engine.pieces, *pieces]).world)
    assert supposed == built


def near_and_far(
    hex_facts: HexFacts, pieces: Sequence[Piece], chance: random.Random
) -> list[tuple[Piece, ...]]:
    """Choose a piece, a pair next to each other and a pair anywhere, as far as they fit together."""
    one = chance.choice(pieces)
    around = hex_facts.around(hex_facts.touched(one))
    near = [each for each in pieces if each != one and not around.isdisjoint(each.hexes)]
    chosen = [(one,), (one, chance.choice(near or list(pieces))), (one, chance.choice(pieces))]
    return [each for each in chosen if fits(hex_facts, sorted(set(each)))]


@tries(2)
@given(st.data())
def test_a_supposition_is_what_it_would_be_from_the_start(data: st.DataObject) -> None:
    board, unit, pieces = data.draw(laid_boards((*FOOT, *WHEELS), 20))
    engine = MovementEngine(board, unit_named(unit), pieces)
    chance = data.draw(st.randoms(use_true_random=False))
    further = [each for each in _candidates(engine.hex_facts) if each not in pieces]
    further += [_single(kind, h.name) for kind in ("trench", "foxhole") for h in board.hexes]
    further = chance.sample(further, min(len(further), of(12)))
    further = [each for each in further if fits(engine.hex_facts, (*pieces, each))]
    for group in near_and_far(engine.hex_facts, further, chance) if further else ():
        if fits(engine.hex_facts, sorted({*pieces, *group})):
            suppose_as_built(board, group, engine)


@pytest.mark.parametrize(
    ("more", "laid"), [("B2 @2, A2-B2 narrow_street(paved)", ()),
                       ("A2-B2 narrow_street(paved)", ('roadblock("A2","B2","B1")',))]
)  # fmt: skip
def test_a_supposition_beside_a_narrow_street(more: str, laid: tuple[str, ...]) -> None:
    """From C3 one passes in Bypass of B2 along its Narrow Street with A2, which C3 does not adjoin."""
    board = tiny(f"{AROUND}, {more}", WOODS)
    engine = MovementEngine(board, unit_named("squad"), [read_piece(each) for each in laid])
    suppose_as_built(board, [read_piece('enemy("C3")')], engine)


@pytest.mark.parametrize(
    ("name", "unit"),
    some_of([(n, u) for n in ("barricades", "pegasus") for u in ("tank", "squad")], 4),
)
def test_suppositions_on_embedded_boards(name: str, unit: str) -> None:
    engine = embedded_engine(name, unit)
    chance = random.Random(f"{name} {unit}")
    for group in near_and_far(engine.hex_facts, _candidates(engine.hex_facts), chance):
        suppose_as_built(engine.board, group, engine)


def moves_of(edges: Iterable[MoveEdge]) -> set[tuple[str, str, str]]:
    return {(edge.source, edge.move, edge.target) for edge in edges}


@tries(2)
@given(st.data())
def test_two_pieces_bar_only_what_one_of_them_bars(data: st.DataObject) -> None:
    """What the smallest cuts rest on: a move that no piece alone changes, no two change together."""
    board, unit, _ = data.draw(laid_boards((*FOOT, *WHEELS), 20))
    engine = MovementEngine(board, unit_named(unit))
    pieces = _candidates(engine.hex_facts)
    chance = data.draw(st.randoms(use_true_random=False))
    if not pieces:
        return
    for _ in range(4):
        one = chance.choice(pieces)
        around = engine.hex_facts.around(engine.hex_facts.touched(one))
        near = [each for each in pieces if each != one and not around.isdisjoint(each.hexes)]
        if near and fits(engine.hex_facts, pair := (one, chance.choice(near))):
            before = set(live(engine.world))
            changed = [before.difference(live(engine.suppose([each]))) for each in pair]
            together = before.difference(live(engine.suppose(pair)))
            assert together <= changed[0] | changed[1]


# --- the smallest cut -----------------------------------------------------------------------------


def least_cut(
    engine: MovementEngine,
    starts: Sequence[str],
    goals: Collection[str],
    kinds: Collection[str],
    most: int,
) -> int | None:
    """Try all sets of pieces, of ``most`` at most; give the size of a smallest blocking set."""
    pieces = tuple(candidates(engine.hex_facts, kinds))
    ends = {checker.parsed(state)[1] for state in (*starts, *goals)}
    pieces = tuple(p for p in pieces if p.predicate != "enemy" or ends.isdisjoint(p.hexes))
    for size in range(most + 1):
        for chosen in combinations(pieces, size):
            search = engine.suppose(chosen).explore(starts)
            if all(search.reached(goal) is None for goal in goals):
                return size
    return None


@st.composite
def cut_boards(draw: st.DrawFn) -> tuple[Board, str, tuple[str, ...]]:
    """Draw a small board with walls and water, through which few ways lead."""
    columns, rows = draw(st.sampled_from(((2, 3), (3, 2), (3, 3), (2, 4))))
    names, sides = hexes_of(columns, rows), sides_of(columns, rows)
    ground = ("", "", "river", "river", "building(stone,1) level(1)", "@2", "woods", "rail_cars")
    terrain = draw(st.lists(st.sampled_from(ground), min_size=len(names), max_size=len(names)))
    closed = (
        "cliff",
        "cliff",
        "road(paved)",
        "road(paved)",
        "narrow_street(paved)",
        "cliff road(dirt)",
    )
    on_sides = draw(st.dictionaries(st.sampled_from(sides), st.sampled_from(closed), min_size=2))
    parts = [f"{name} {told}" for name, told in zip(names, terrain, strict=True)]
    parts += [f"{one}-{two} {told}" for (one, two), told in sorted(on_sides.items())]
    kinds = draw(
        st.sampled_from((("enemy",), ("roadblock", "rubble"), ("enemy", "roadblock", "wreck")))
    )
    return tiny(", ".join(parts)), draw(st.sampled_from(("squad", "tank"))), kinds


@tries(2)
@given(cut_boards(), st.randoms(use_true_random=False))
def test_the_smallest_cut_is_what_trying_all_sets_finds(
    drawn: tuple[Board, str, tuple[str, ...]], chance: random.Random
) -> None:
    board, unit, kinds = drawn
    engine = MovementEngine(board, unit_named(unit))
    inside = [state for state in sorted(engine.states) if state.startswith(("at(", "heading("))]
    names = sorted({str(checker.parsed(state)[1]) for state in inside})
    if len(names) < 2:
        return
    first, last = chance.sample(names, 2)
    starts = [state for state in inside if f'"{first}"' in state]
    goals = [state for state in inside if f'"{last}"' in state]
    most = 3 if len(candidates(engine.hex_facts, kinds)) <= 6 else 2
    found = cut(engine, starts, goals, kinds, most)
    wanted = least_cut(engine, starts, goals, kinds, most)
    assert (len(found.pieces) if found.pieces is not None else None) == wanted
    assert found.at_least >= (most + 1 if wanted is None else wanted)
    if found.pieces is not None:
        search = engine.suppose(found.pieces).explore(starts)
        assert all(search.reached(goal) is None for goal in goals)


NUMBERS = st.integers(0, 6)


@tries(100)
@given(
    st.lists(st.sets(NUMBERS, min_size=1), max_size=6),
    st.lists(st.tuples(st.sets(NUMBERS), st.sets(NUMBERS, min_size=1)), max_size=6),
)
def test_the_smallest_hitting_set_is_what_trying_all_sets_finds(
    sets: list[set[int]], either: list[tuple[set[int], set[int]]]
) -> None:
    every = range(7)

    def fits(chosen: set[int]) -> bool:
        differs = all(chosen & have or lack - chosen for have, lack in either)
        return differs and all(chosen & each for each in sets)

    sizes = (n for n in range(len(every) + 1) for c in combinations(every, n) if fits(set(c)))
    found = smallest_hitting_set(
        [sorted(each) for each in sets], [(sorted(have), sorted(lack)) for have, lack in either]
    )
    assert (None if found is None else len(found)) == next(sizes, None)
    assert found is None or fits(set(found))


# --- the same way each time -----------------------------------------------------------------------


@tries(4)
@given(st.data())
def test_ways_are_the_same_each_time(data: st.DataObject) -> None:
    board, unit, pieces = data.draw(laid_boards((*FOOT, *WHEELS), 20))
    chance = data.draw(st.randoms(use_true_random=False))
    hexes = list(board.hexes)
    chance.shuffle(hexes)
    sides = list(board.hexsides.items())
    chance.shuffle(sides)
    other = replace(board, hexes=tuple(hexes), hexsides=dict(sides))
    engines = [
        MovementEngine(board, unit_named(unit), pieces),
        MovementEngine(board, unit_named(unit), pieces[::-1]),
        MovementEngine(other, unit_named(unit), pieces),
    ]
    start = some_start(engines[0], chance)
    if start is None:
        return
    first, *others = (engine.world.search([start], 2) for engine in engines)
    for state in first.all_reached:
        assert all(search.way(state) == first.way(state) for search in others)
