"""Asks the law what roadblocks raise in the way of lines of sight."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import clingo

from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board
from hexcourt.facts.pieces.pieces import Piece
from hexcourt.facts.tracing.touched_counters import Point, Stretch
from hexcourt.solver.movement.moves import MoveLaw, unit_named
from hexcourt.solver.rulebase.ground import ActiveRules
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules

PROFILE = "barriers"


class BarrierLaw:
    """What roadblocks raise on one board, whatever else lies there."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._found: dict[tuple[frozenset[Piece], RuleBase], tuple[Stretch, ...]] = {}

    @cached_property
    def law(self) -> MoveLaw:
        """Give what is told of the board's hexes."""
        return MoveLaw(self.board, unit_named("squad"))

    def raised(self, board: Board) -> tuple[Stretch, ...]:
        """List the stretches that the roadblocks of a board raise, sorted; the board is this one, with
        whatever counters and roadblocks.
        """
        if not board.roadblocks:
            return ()
        pieces = frozenset(pieces_on(board))
        if (pieces, active_rules()) not in self._found:
            self._found[pieces, active_rules()] = self._ask(pieces)
        return self._found[pieces, active_rules()]

    def _ask(self, pieces: Iterable[Piece]) -> tuple[Stretch, ...]:
        blocks = [each for each in pieces if each.predicate == "roadblock"]
        hexes = self.law.around({name for each in blocks for name in self.law.touched(each)})
        here = [each for each in pieces if set(each.hexes) <= hexes]
        grounded = ActiveRules(PROFILE).ground(
            self.law.facts(here, hexes)
        )  # atoms live no longer than this
        atoms = grounded.symbolic_atoms.by_signature("stretch", 6)
        return tuple(sorted(self._stretch(atom.symbol.arguments) for atom in atoms))

    def _stretch(self, told: list[clingo.Symbol]) -> Stretch:
        where, start, end, term, level, side = told
        numbers = self.board.indices
        here = numbers[where.string]
        beyond = -1 if side.name == "none" else numbers[side.arguments[1].string]
        return Stretch(here, _point(start), _point(end), str(term), level.number, beyond)


def _point(symbol: clingo.Symbol) -> Point:
    return symbol.name, symbol.arguments[0].number if symbol.arguments else 0


def pieces_on(board: Board) -> Iterable[Piece]:
    """List the counters and roadblocks that lie on a board."""
    for counter in board.counters:
        fact = f"counter({string_term(counter.hex)},{counter.place},{counter.terrain})"
        yield Piece(fact, (counter.hex,))
    for hexes in board.roadblocks:
        yield Piece(f"roadblock({','.join(map(string_term, hexes))})", hexes)
