"""One question of movement in every way: path, reach, questions, the search and its definition.

Positions are tiny boards and the embedded ones, with pieces near the start; what they are asked is
what a unit reaches, for how much, and whether that is certain.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import pytest

from hexcourt import open_board
from hexcourt.facts.pieces.pieces import Piece, piece_text
from hexcourt.solver.api.position import Position
from hexcourt.solver.movement.cutting import candidates
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.movement.moves import explain
from hexcourt.solver.placement.hex_facts import HexFacts, unit_named
from hexcourt.solver.position.board_state import mover_terms
from hexcourt.solver.position.states import State, place_words
from tests import effort
from tests.tiny import tiny

UNITS = ("squad", "tank", "truck", "motorcycle")
Least = Mapping[str, tuple[float, bool]]
"""By Location the least cost, and whether it is certain: MF or MP."""

TERRAIN = (
    *(
        "",
        "",
        "",
        "",
        "woods",
        "brush",
        "building(stone,0)",
        "orchard",
        "shellholes",
        "gully@-2",
        "@2",
    ),
    *("building(stone,1) level(1) stairwell", "building(wood,0)@2", "rail_cars"),
)
SIDES = (
    *("road(paved)", "road(dirt)", "narrow_street(paved)", "narrow_street(paved)", "wall", "hedge"),
    *("rail(glrr)", "rail(tram) road(paved)", "gully", "building_side"),
)


@dataclass(frozen=True)
class Case:
    """A Position, and a unit that starts in one of its hexes."""

    position: Position
    unit: str
    start: str
    given: tuple[str, ...] = ()

    def engine(self) -> MovementEngine:
        """Open the engine of the unit."""
        board, unit = self.position.board, unit_named(self.unit)
        told = mover_terms(unit, self.position.parsed_facts)
        return MovementEngine(board, unit, self.position.pieces, told)

    def starts(self, engine: MovementEngine) -> list[State]:
        """List the states that the unit may start in."""
        kinds = [State.at(self.start), *(State.heading(self.start, "ground", v) for v in range(6))]
        return [each for each in kinds if each in engine.states]


# --- the entry points ---------------------------------------------------------------------------


def by_search(case: Case) -> Least:
    """Ask the fast search."""
    engine = case.engine()
    found: dict[str, tuple[float, bool]] = {}
    for surely in (False, True):
        for state, (_, spent) in engine.world.search(
            case.starts(engine), 1, surely
        ).all_reached.items():
            if state.in_location:
                place = place_words(engine.board, state)
                known = found.get(place)
                if known is None or known[1] != surely or spent / 2 < known[0]:
                    found[place] = (spent / 2, surely)
    return {place: told for place, told in found.items() if place != case.start}


def by_definition(case: Case) -> Least:
    """Ask the rules itself for the least costs that are certain (asp/moving/a04_spending.lp)."""
    engine = case.engine()
    told = [f"start({each})." for each in case.starts(engine)]
    told += [f"given({each})." for each in mover_terms(engine.unit, case.position.parsed_facts)]
    hex_facts = HexFacts(engine.board, engine.unit, told)
    profile = f"cheapest_{'infantry' if engine.on_foot else 'vehicle'}"
    grounded = hex_facts.ground(
        pieces=case.position.pieces, profile=profile
    )  # atoms live no longer
    found: dict[str, tuple[float, bool]] = {}
    for atom in grounded.symbolic_atoms.by_signature("least", 2):
        state, cost = State.parse(atom.symbol.arguments[0]), atom.symbol.arguments[1].number / 2
        if state.in_location:
            place = place_words(engine.board, state)
            found[place] = min(found.get(place, (cost, True)), (cost, True))
    return {place: told for place, told in found.items() if place != case.start}


def by_reach(case: Case) -> Least:
    """Ask what is in reach."""
    rows = case.position.reach(case.start, unit=case.unit).rows
    return {
        row["location"]: (row["spent"], row["certain"])
        for row in rows
        if not row["location"].endswith("/off") and "/CR" not in row["location"]
    }


def by_question(case: Case) -> Least:
    """Ask a question: the dearer of two costs is the one that is certain."""
    answer = case.position.ask(f'which P, C : reach("{case.start}", P, C)', unit=case.unit)
    found: dict[str, tuple[float, bool]] = {}
    costs: dict[str, list[float]] = {}
    for row in (each for each in answer.rows if "row" in each):
        place, cost = row["row"]["P"], row["row"]["C"]
        costs.setdefault(place, []).append(cost)
        found[place] = (cost, row["certain"])
    for place, several in costs.items():
        if len(several) > 1:
            found[place] = (max(several), True)
    return {place: told for place, told in found.items() if place != case.start}


def by_path(case: Case, goal: str) -> tuple[str, float | None]:
    """Ask for one path."""
    answer = case.position.path(case.start, goal, unit=case.unit)
    way = next((row for row in answer.rows if row.get("way") in ("found", "possible")), None)
    if way is None:
        return str(answer.verdict), None
    return str(answer.verdict), way["spent_most"] if answer.verdict == "yes" else way["spent"]


# --- cases ----------------------------------------------------------------------------------------


def random_board(chance: random.Random) -> Position:
    """Make a Position of a dozen hexes with streets, roads and obstacles, and a piece or two."""
    names = [f"{column}{row}" for column in "ABCD" for row in range(1, 4)]
    told = [f"{name} {chance.choice(TERRAIN)}" for name in names]
    sides = [(a, b) for a in names for b in names if a < b and adjoin(a, b)]
    told += [f"{a}-{b} {chance.choice(SIDES)}" for a, b in sides if chance.random() < 0.4]
    return with_pieces(Position(tiny(", ".join(told), rim=chance.choice((20, 300)))), None, chance)


def adjoin(one: str, other: str) -> bool:
    """Tell whether two hexes adjoin; even columns lie half a hex lower."""
    (x, y), (u, v) = ((ord(n[0]), 2 * int(n[1:]) + ord(n[0]) % 2 * -1) for n in (one, other))
    return (abs(x - u), abs(y - v)) in ((0, 2), (1, 1))


def with_pieces(position: Position, near: str | None, chance: random.Random) -> Position:
    """Lay a piece or two that may lie there."""
    hex_facts = HexFacts(position.board, unit_named("squad"))
    pieces = candidates(hex_facts, ("roadblock", "rubble", "wreck", "enemy"))
    close = hex_facts.around(hex_facts.around({near})) if near else hex_facts.neighbours.keys()
    known: list[Piece] = [each for each in pieces if close >= set(each.hexes)]
    for piece in chance.sample(known, min(len(known), chance.choice((0, 1, 2)))):
        if near not in piece.hexes or piece.predicate != "enemy":
            position = position.place(piece_text(piece))
    return position


def fitting(position: Position, unit: str, hexes: list[str], chance: random.Random) -> str | None:
    """Choose a hex where the unit can be."""
    engine = MovementEngine(position.board, unit_named(unit), position.pieces)
    known = [
        name
        for name in hexes
        if name not in engine.world.forbidden_hexes and Case(position, unit, name).starts(engine)
    ]
    return chance.choice(known) if known else None


TINY, PRINTED = effort.sample(1, 20), effort.sample(1, 12)
"""How many cases are on tiny boards, and how many on the embedded ones."""

STREETS = {"barricades": (), "budapest": (), "pegasus": ("K13", "L12", "L13", "J12")}


def unit_of(number: int) -> str:
    later = number - TINY
    return UNITS[(number if later < 0 else later + later // 4) % len(UNITS)]


@cache
def case_of(number: int) -> Case:
    """Make a case: of the boards and pieces that chance gives, the first on which the unit can be."""
    tried = (made(number, random.Random(f"doors of movement {number} {n}")) for n in range(99))
    return next(case for case in tried if case is not None)


def made(number: int, chance: random.Random) -> Case | None:
    if number < TINY:
        position = random_board(chance)
        hexes = sorted(position.board.by_name)
    else:
        name = sorted(STREETS)[(number - TINY) % len(STREETS)]
        opened = open_board(name)
        hexes = [chance.choice(STREETS[name] or sorted(opened.board.by_name))]
        position = with_pieces(opened, hexes[0], chance)
    start = fitting(position, unit_of(number), hexes, chance)
    return None if start is None else Case(position, unit_of(number), start)


EVERY = range(TINY + PRINTED)
ON_FOOT = [number for number in EVERY if unit_of(number) == "squad"]


def named(case: Case) -> str:
    return f"{case.position.opened.name}-{case.unit}-{case.start}-{len(case.position.placed)}"


@pytest.mark.parametrize("number", EVERY)
def test_every_entry_point_tells_the_same_moves(number: int) -> None:
    case = case_of(number)
    searched = by_search(case)
    certain = {place: told for place, told in searched.items() if told[1]}
    assert by_definition(case) == certain
    assert by_reach(case) == searched
    assert by_question(case) == searched
    chance = random.Random(named(case))
    for goal in chance.sample(sorted(case.position.board.by_name), 2):
        if goal != case.start:
            verdict, spent = by_path(case, goal)
            told = searched.get(goal)
            assert verdict == ("no" if told is None else "yes" if told[1] else "unknown"), goal
            assert spent == (told and told[0]), goal
            asked = case.position.ask(f'exists : path("{case.start}","{goal}")', unit=case.unit)
            assert asked.verdict == verdict, goal


@pytest.mark.parametrize("number", ON_FOOT)
def test_adjacent_and_questions_tell_the_same(number: int) -> None:
    case = case_of(number)
    rows = case.position.adjacent(case.start).rows
    told = {row["location"] for row in rows if row["from"] == case.start and row["adjacent"]}
    asked = case.position.ask(f'which P : adjacent("{case.start}", P)').rows
    assert {row["row"]["P"] for row in asked if "row" in row} == told


def test_what_is_given_of_a_unit_counts_in_every_entry_point() -> None:
    road = "A1:A5, A3 shellholes, " + ", ".join(f"A{n}-A{n + 1} road(paved)" for n in range(1, 5))
    bare = Position(tiny(road))
    for position, spent in ((bare, 4.0), (bare.give('took_cover("A3",shellholes)'), None)):
        case = Case(position, "squad", "A1")
        for found in (by_search(case), by_definition(case), by_reach(case), by_question(case)):
            assert found.get("A5", (None, True))[0] == spent


@pytest.mark.parametrize("number", EVERY)
def test_what_is_told_of_few_hexes_is_what_the_whole_board_says(number: int) -> None:
    """Reasons are asked of the hexes round a move alone: they come to what the whole board charges."""
    case = case_of(number)
    engine = case.engine()
    edges = [edge for table in engine.world.tables for edge in table.edges]
    for edge in random.Random(named(case)).sample(edges, min(len(edges), effort.of(3))):
        reasons = explain(engine.hex_facts, [edge.move], engine.pieces)[edge.move]
        sure = sum(each.cost for each in reasons.charges if not each.perhaps)
        most = sum(each.cost for each in reasons.charges)
        assert (sure, most) == (edge.price, edge.highest_price), edge.move
        assert bool(reasons.doubts) == edge.doubtful, edge.move
        assert bool(reasons.risks) == edge.risky, edge.move
        assert bool(reasons.bonus) == edge.may_keep_bonus, edge.move
        assert not reasons.blocking, edge.move
