"""Times questions of movement: reach, what-if and cut, on a board that a user names or on embedded ones.

Usage: python bench/movement.py [BOARD ...]
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from hexcourt.facts.boards.board import Board
from hexcourt.solver.movement.cutting import candidates, cut
from hexcourt.solver.movement.engine import MovementEngine
from hexcourt.solver.placement.hex_facts import unit_named
from hexcourt.solver.scenario.opening import open_board

UNITS = (("leader", 16), ("tank", 32), ("truck", 32))
"""Units with an allowance in halves: 8 MF, 16 MP."""
REPEATS = 30


def main(names: Sequence[str]) -> None:
    for name in names or ("pegasus", "barricades", "budapest"):
        board = open_board(name)
        print(f"{board.name}: {len(board.hexes)} hexes, {len(board.locations)} Locations")
        for unit, allowance in UNITS:
            measure(board, unit, allowance)


def measure(board: Board, unit: str, allowance: int) -> None:
    seconds, engine = timed(lambda: MovementEngine(board, unit_named(unit, allowance)))
    edges = sum(len(table.edges) for table in engine.world.tables)
    print(
        f"  {unit}, {allowance / 2:g} {engine.unit.factor}: rules asked in {seconds:.2f} s, ",
        end="",
    )
    print(f"{len(engine.states)} states, {edges} moves")
    chosen = random.Random(1).sample(sorted(board.by_name), 20)
    starts = [starts_in(engine, name) for name in chosen]
    starts = [each for each in starts if each]
    reach = [
        timed(lambda each=each: engine.world.search(each).all_reached)[0] for each in starts * 2
    ]
    print(f"    reach: {spread(reach)}")
    pieces = tuple(candidates(engine.hex_facts, ("roadblock", "rubble")))
    pieces = tuple(random.Random(2).sample(pieces, min(30, len(pieces))))
    first = [timed(lambda p=piece: engine.suppose([p]))[0] for piece in pieces]
    again = [
        timed(lambda p=piece, s=each: engine.suppose([p]).search(s))[0]
        for piece in pieces
        for each in starts[:3]
    ]
    if pieces:
        print(f"    a piece asked of the rules once: {spread(first)}")
        print(f"    what-if, answered again: {spread(again)}")
    if unit != "leader":
        cuts(engine, starts)


def cuts(engine: MovementEngine, starts: Sequence[Sequence[str]]) -> None:
    found = []
    for here, there in zip(starts[:6], starts[6:12], strict=False):
        seconds, answer = timed(lambda a=here, b=there: cut(engine, a, b, ("roadblock",), 2))
        found.append(seconds)
        kind = "none of 2" if answer.pieces is None else f"{len(answer.pieces)} found"
        print(f"    cut by roadblocks: {kind}, {len(answer.ways)} ways, {seconds:.2f} s")


def starts_in(engine: MovementEngine, name: str) -> list[str]:
    return sorted(
        state
        for state in engine.states
        if state.startswith((f'at("{name}",ground', f'heading("{name}",ground'))
    )


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = time.perf_counter()
    result = work()
    return time.perf_counter() - begun, result


def spread(seconds: Sequence[float]) -> str:
    return (
        f"median {1000 * statistics.median(seconds):.2f} ms, "
        f"worst {1000 * max(seconds):.2f} ms of {len(seconds)}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
