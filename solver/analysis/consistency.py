"""Two entry points to one verdict, held against each other in random worlds: a line judged as a
whole, and by the situations that it meets, as matrices and questions judge it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import clingo
import numpy as np

from hexcourt.facts.base.errors import BadInput
from hexcourt.solver.analysis.core.programs import BoundedPositions, PositionFamily, worlds_of
from hexcourt.solver.analysis.generators.line_positions import SightPosition, WorldLine
from hexcourt.solver.boards.line_differences import verdict_of
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.locations import read_location
from hexcourt.solver.position.opening import reopened
from hexcourt.solver.rulebase.program import grounded
from hexcourt.solver.rulebase.rulebase import active_rules
from hexcourt.solver.sight.los_engine import LosEngine

_CHOSEN = ("printed_in", "solid_at", "on_hexside", "stands", "lies_there")
"""What is chosen of a world, in this order."""

_TRIED = 4
"""How many of each are tried."""


@dataclass(frozen=True, slots=True)
class TwoWays:
    """A line that is given in two ways: as a whole, and by its situations."""

    line: WorldLine
    whole: str
    fast: str


@dataclass(frozen=True)
class EntryPointsTried:
    """How many random worlds of a family were asked, of how many wanted, and what differs."""

    family: PositionFamily
    worlds: int
    wanted: int
    differing: tuple[TwoWays, ...]


def try_entry_points(
    family: PositionFamily,
    wanted: int,
    until: float = float("inf"),
    tell: Callable[[str], None] = lambda _: None,
) -> EntryPointsTried:
    """Ask about random worlds of a family at both entry points, up to a point in time."""
    tell(f"{family.name}: grounding")
    found: dict[str, TwoWays] = {}
    tried = 0
    for atoms in _random_worlds(worlds_of(family, active_rules()), wanted):
        tried += 1
        position = family.read(atoms)
        assert isinstance(position, SightPosition)
        for line in position.lines:
            ways = compare_line(line)
            if ways is not None and ways.whole != ways.fast:
                found.setdefault(f"{ways.whole} {ways.fast}", ways)
        tell(f"{family.name}: {tried} of {wanted} worlds")
        if time.monotonic() >= until:
            break
    return EntryPointsTried(family, tried, wanted, tuple(found.values()))


def compare_line(line: WorldLine) -> TwoWays | None:
    """Judge a line at both entry points; nothing where no unit may be there as it says."""
    try:
        whole = line.program_verdict()
    except BadInput:
        return None
    board = BoardState(reopened(line.board), line.placed).board_of_lines
    ends = [read_location(board, each)[0] for each in line.ends]
    statuses = {
        end.name: line.statuses[name]
        for end, name in zip(ends, line.ends, strict=True)
        if name in line.statuses
    }
    engine = LosEngine(board)
    one = engine.rule(ends[0], ends[1], statuses)[1]
    table = engine.table(ends, np.array([[0, 1]]), statuses, measured=False)
    hindered = f"+{one.hindrance}" if one.verdict == "clear" and one.hindrance else ""
    fast = verdict_of(table, 0).partition(" by ")[0]
    return TwoWays(line, f"{whole.verdict}{hindered}", fast)


def _random_worlds(worlds: BoundedPositions, count: int) -> Iterator[Iterable[str]]:
    """Return worlds by chance, the same each time: what is chosen at random one by one, as far as it
    goes together.
    """
    control = grounded(worlds.nodes, worlds.generated)
    free: dict[str, list[clingo.Symbol]] = {}
    for name in _CHOSEN:
        atoms = (each for each in control.symbolic_atoms if each.symbol.name == name)
        free[name] = sorted((each.symbol for each in atoms if not each.is_fact), key=str)
    for seed in range(count):
        chance = random.Random(seed)
        assumed: list[tuple[clingo.Symbol, bool]] = []
        for name in _CHOSEN:
            for each in chance.sample(free[name], min(_TRIED, len(free[name]))):
                if control.solve(assumptions=[*assumed, (each, True)]).satisfiable:
                    assumed.append((each, True))
        with control.solve(yield_=True, assumptions=assumed) as handle:
            model = handle.model()
            assert model is not None
            yield sorted(map(str, model.symbols(atoms=True)))
