"""Two pieces or hexsides, or more, that meet in one move: every way to ask tells the same.

The positions are small boards by chance (meeting.py), full of pieces round one hex. What each move costs
there is held against the independent checker (movement_checker.py), whether the pieces lie there from
the start, are supposed, or are the one world of a family. The checker knows no SMOKE and no dust
(tests/asp/test_clouds.py has these).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

import pytest

from hexcourt.facts.pieces.pieces import read_piece
from hexcourt.solver.api.position import Position
from hexcourt.solver.movement.cutting import candidates, cut
from hexcourt.solver.movement.engine import MoveGraph, MovementEngine
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.position.states import State
from tests import effort
from tests.entry_points.test_moves import (
    Case,
    by_definition,
    by_path,
    by_question,
    by_reach,
    by_search,
)
from tests.meeting import bare_and_laid, meeting
from tests.movement_checker import Ruling, Walker

pytestmark = pytest.mark.usefixtures("engines")

UNITS = ("squad", "tank", "squad", "truck", "squad", "motorcycle", "leader", "wagon")
KINDS = (("rubble", "roadblock"), ("rubble", "wreck"), ("roadblock", "wreck"), ("rubble",))
EVERY = range(effort.sample(1, 150))


def differences(world: MoveGraph, walker: Walker, states: Iterable[State]) -> list[str]:
    """List the moves that the rules and the checker see differently, but for sewers and tunnels."""
    engine = world.engine
    told: dict[tuple[str, str, str], Ruling] = {}
    for table, forbidden in zip(world.tables, world.blocked_edges, strict=True):
        for edge, gone in zip(table.edges, forbidden.tolist(), strict=True):
            if not gone:
                keeps = edge.keeps_bonus and engine.on_foot
                told[edge.source, edge.move, edge.target] = Ruling(
                    edge.price, edge.highest_price, keeps, edge.risky, edge.doubtful
                )
    mine: dict[tuple[str, str, str], Ruling] = {}
    for state in states:
        if "sewer" not in state:
            for (move, target), ruling in walker.moves(state).items():
                keeps = ruling.keeps_bonus and engine.on_foot
                mine[state, move, target] = replace(ruling, keeps_bonus=keeps)
    keys = {key for key in told if "sewer" not in key[1] and "tunnel" not in key[1]} | mine.keys()
    return sorted(
        f"{key}: rules {told.get(key)}, checker {mine.get(key)}"
        for key in keys
        if told.get(key) != mine.get(key)
    )


@pytest.mark.parametrize("number", EVERY)
def test_every_move_costs_what_the_checker_adds_up(number: int) -> None:
    bare, laid = bare_and_laid(number, clouds=False)
    unit = unit_named(UNITS[number % len(UNITS)])
    walker = Walker(laid.board, unit, laid.pieces)
    engine = MovementEngine(laid.board, unit, laid.pieces)
    assert differences(engine.world, walker, engine.states) == []
    supposed = MovementEngine(bare.board, unit).suppose(map(read_piece, laid.placed))
    assert differences(supposed, walker, engine.states) == []


def somewhere(position: Position, unit: str, chance: random.Random) -> str | None:
    """Choose a hex where the unit can start."""
    engine = MovementEngine(position.board, unit_named(unit), position.pieces)
    known = [
        name
        for name in sorted(position.board.by_name)
        if name not in engine.world.forbidden_hexes and Case(position, unit, name).starts(engine)
    ]
    return chance.choice(known) if known else None


@effort.long
@pytest.mark.parametrize("number", EVERY)
def test_every_way_to_ask_tells_the_same(number: int) -> None:
    chance = random.Random(f"asked {number}")
    bare, laid = bare_and_laid(number, clouds=False)
    unit = UNITS[(number + 3) % len(UNITS)]
    start = somewhere(laid, unit, chance)
    if start is None:
        return
    case = Case(laid, unit, start)
    searched = by_search(case)
    assert by_definition(case) == {place: told for place, told in searched.items() if told[1]}
    assert by_reach(case) == searched
    assert by_question(case) == searched
    family = f"{{ {'; '.join(laid.placed)} }} = {len(laid.placed)}"
    found = bare.ask(f'which P, C : reach("{start}", P, C)', unit=unit, vary=[family]).rows
    told = {
        (row["row"]["P"], row["row"]["C"], bool(row["worlds"])) for row in found if "row" in row
    }
    found = laid.ask(f'which P, C : reach("{start}", P, C)', unit=unit).rows
    assert told == {
        (row["row"]["P"], row["row"]["C"], row["certain"]) for row in found if "row" in row
    }
    for goal in goals(laid, start, chance):
        if goal.count("-") == 0:
            verdict, spent = by_path(case, goal)
            least = searched.get(goal)
            assert verdict == ("no" if least is None else "yes" if least[1] else "unknown"), goal
            assert spent == (least and least[0]), goal
        answer = laid.path(start, goal, unit=unit)
        verdict = str(answer.verdict)
        assert "no rule bars" not in "\n".join(answer.lines), goal
        question = f'exists : path("{start}","{goal}")'
        assert str(laid.ask(question, unit=unit).verdict) == verdict, goal
        assert str(bare.ask(question, unit=unit, vary=[family]).verdict) == verdict, goal
        if unit == "squad" and "-" in goal:
            here, there = goal.split("-")
            allowed = str(laid.legal(f'passes_in_bypass("{here}","{there}")').verdict)
            assert allowed == "yes" or verdict != "yes", goal
            assert allowed != "no" or verdict == "no", goal


def goals(position: Position, start: str, chance: random.Random) -> Sequence[str]:
    """Choose hexes, a hexside and an entrenchment to go to."""
    names = [name for name in sorted(position.board.by_name) if name != start]
    beside = [name for name in names if name[0] in "ABC"]
    found = chance.sample(names, 2)
    hub = chance.choice([name for name in ("B2", "C2") if name != start])
    column = chr(ord(hub[0]) + chance.choice((-1, 1)))
    other = f"{column}{hub[1]}" if f"{column}{hub[1]}" in beside else found[0]
    if other != hub and adjoins(position, hub, other):
        found.append(f"{hub}-{other}")
    return found


def adjoins(position: Position, one: str, other: str) -> bool:
    board = position.board
    return board.indices[other] in board.neighbours[board.indices[one]]


# --- cuts -----------------------------------------------------------------------------------------


def least_cut(
    engine: MovementEngine,
    ends: tuple[Sequence[State], Sequence[State]],
    kinds: Sequence[str],
    turns: int | None,
    surely: bool,
) -> int | None:
    """Try all sets of two pieces at most; give the size of a smallest that blocks every path."""
    starts, goals = ends
    begun = {each.hex for each in starts}
    pieces = [
        each
        for each in candidates(engine.hex_facts, kinds)
        if begun.isdisjoint(each.hexes) or engine.suppose([each]).forbidden_hexes.isdisjoint(begun)
    ]
    for size in range(3):
        for chosen in combinations(pieces, size):
            world = engine.suppose(chosen)
            search = world.search(starts, turns, surely) if turns else world.explore(starts, surely)
            if all(search.reached(goal) is None for goal in goals):
                return size
    return None


@pytest.mark.parametrize("number", range(effort.sample(1, 150)))
def test_the_smallest_cut_is_what_trying_all_sets_finds(number: int) -> None:
    """Where pieces open moves too, as rubble on Rail Cars does, and where cost counts."""
    chance = random.Random(f"cut {number}")
    unit, kinds = chance.choice(UNITS[:4]), KINDS[number % len(KINDS)]
    turns, surely = chance.choice((None, 1, 2)), chance.random() < 0.7
    position = meeting(number, clouds=False)
    engine = MovementEngine(position.board, unit_named(unit), position.pieces)
    inside = [each for each in sorted(engine.states) if each.kind in ("at", "heading")]
    names = sorted({each.hex for each in inside} - engine.world.forbidden_hexes)
    first, last = chance.sample(names, 2)
    starts = [each for each in inside if each.hex == first]
    ends = starts, [each for each in inside if each.hex == last]
    found = cut(engine, *ends, kinds, 2, turns, surely)
    size = None if found.pieces is None else len(found.pieces)
    assert size == least_cut(engine, ends, kinds, turns, surely)
    every = candidates(engine.hex_facts, kinds)
    assert found.candidates + len(found.left_out) == len(every)
    assert {first, last}.issuperset(
        each.hexes[0] for each in found.left_out if len(each.hexes) == 1
    )
