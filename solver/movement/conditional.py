"""What pieces change, asked of the rules for many of them at once.

The rules are grounded with the pieces as free choices, and what it says is computed for many sets
of them side by side. So a set costs a millisecond or two, where asking about its surroundings anew
costs tens or hundreds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

import clingo

from hexcourt.facts.pieces.pieces import Piece
from hexcourt.solver.movement.bit_parallel import (
    AT_ONCE,
    Atom,
    OutOfOrderError,
    SideBySide,
    string_of,
)
from hexcourt.solver.movement.moves import OF_MOVES, Moves, read_moves
from hexcourt.solver.placement.hex_facts import HexFacts
from hexcourt.solver.placement.placement import PLACING_PROFILE as LAYING
from hexcourt.solver.position.states import Move
from hexcourt.solver.rulebase.ground import ActiveRules

FEWEST = 8
"""From how many pieces on it pays to ask about them together."""


def asked_together(
    hex_facts: HexFacts,
    pieces: Iterable[Piece],
    placed: Sequence[Piece],
    hexes: Collection[str] | None = None,
) -> list[Conditional]:
    """Ask about pieces in as few groundings as serve; ``placed`` are those that lie in any case.

    The rules are given about some hexes alone, if they are given: of all that the moves depend on that
    the pieces change. Pieces that fill one hex are asked about apart: else every mixture of them
    has prices of its own.
    """
    listed = sorted(set(pieces))
    on_hexsides = [each for each in listed if len(each.hexes) > 1]
    in_hexes: dict[str, list[Piece]] = {}
    for piece in (each for each in listed if len(each.hexes) == 1):
        in_hexes.setdefault(piece.hexes[0], []).append(piece)
    batches = [
        [some[number] for some in in_hexes.values() if number < len(some)]
        for number in range(max(map(len, in_hexes.values()), default=1))
    ]
    facts = hex_facts.facts(placed, hexes)
    try:
        return [Conditional(hex_facts, (*on_hexsides, *batch), facts) for batch in batches]
    except OutOfOrderError:  # as house rules may have it
        return []


class JointPlacement:
    """Which of some pieces may lie together; ``facts`` tell the board and what lies in any case."""

    def __init__(self, facts: str, pieces: Iterable[Piece]) -> None:
        self._grounded = _Grounded(LAYING, facts, pieces)
        self._refused = self._grounded.atoms("refused", 2)

    @property
    def may_be_refused(self) -> frozenset[str]:
        """List the facts of what may not lie in some worlds."""
        return frozenset(str(arguments[0]) for arguments, _ in self._refused)

    def refusals(self, group: Collection[Piece]) -> list[tuple[str, str]]:
        """List what may not lie where a group of the pieces lies, each with the rule."""
        if not self._refused:
            return []
        true = self._grounded.true(group, (lit for _, lit in self._refused if lit is not None))
        return sorted(
            (str(args[0]), args[1].string)
            for args, literal in self._refused
            if literal is None or literal in true
        )


_Atoms = dict[str, dict[str, list[tuple[Sequence[str], int]]]]
"""What the rules say of moves, by move and by name: arguments, with a bit for each world."""

_ALWAYS = -1


class Conditional:
    """The moves on a board, conditional on which of some pieces lie; ``facts`` tell of the board.

    Raises OutOfOrderError where the rules cannot be decided side by side.
    """

    def __init__(self, hex_facts: HexFacts, pieces: Sequence[Piece], facts: str) -> None:
        self.pieces = frozenset(pieces)
        self.joint = JointPlacement(facts, pieces)
        shown = (*OF_MOVES, ("rests", 1), ("unfit", 2))
        self._side_by_side = SideBySide(hex_facts.unit.profile, facts, pieces, shown)
        self._facts = _Decided((atom, _ALWAYS) for atom in self._side_by_side.facts)

    def moves_of(
        self, cores: Sequence[Collection[str]], groups: Sequence[Collection[Piece]]
    ) -> list[tuple[frozenset[str], Moves]]:
        """Return the moves naming some hexes that groups of the pieces change: by name, and as they are
        where just one of the groups lies; for each group and its core of hexes.
        """
        found = []
        for first in range(0, len(groups), AT_ONCE):
            decided = _Decided(self._side_by_side.decide(groups[first : first + AT_ONCE]))
            changed = decided.changed(len(groups))
            for bit, core in enumerate(cores[first : first + AT_ONCE], start=1):
                near = {each for name in core for each in changed.get(name, ())}
                moves = {move for move, worlds in near if worlds >> bit & 1}
                found.append((frozenset(moves), self._read(moves, decided, bit)))
        return found

    def _read(self, moves: Collection[str], decided: _Decided, bit: int) -> Moves:
        """Read some moves in one of the worlds."""
        sources = (self._facts, decided)

        def atoms(name: str) -> Iterable[Sequence[str]]:
            items = (each.atoms_of.get(move, {}) for move in moves for each in sources)
            return [args for some in items for args, on in some.get(name, ()) if on >> bit & 1]

        read = read_moves(atoms)
        ends = {state for edge in read.edges for state in (edge.source, edge.target)}
        resting = (
            state for state in ends if any(each.rests.get(state, 0) >> bit & 1 for each in sources)
        )
        forbidden = {
            hex: rule for each in sources for hex, rule, on in each.forbidden if on >> bit & 1
        }
        return replace(read, resting=frozenset(resting), forbidden_hexes=forbidden)


class _Decided:
    """What the rules say in some worlds, sorted: of moves, of where a phase may end, of hexes where the
    unit may not be.
    """

    def __init__(self, atoms: Iterable[tuple[Atom, int]]) -> None:
        self.atoms_of: _Atoms = {}
        self.rests: dict[str, int] = {}
        self.forbidden: list[tuple[str, str, int]] = []
        for (name, args), worlds in atoms:
            if name == "rests":
                self.rests[args[0]] = worlds
            elif name == "unfit":
                self.forbidden.append((string_of(args[0]), string_of(args[1]), worlds))
            else:
                result = self.atoms_of.setdefault(args[0], {})
                result.setdefault(name, []).append((args, worlds))

    def changed(self, count: int) -> dict[str, list[tuple[str, int]]]:
        """List by the hexes that they name the moves of which something else holds than without any
        piece, each with the bits of these worlds.
        """
        found: dict[str, list[tuple[str, int]]] = {}
        every = (1 << count + 1) - 1
        for move, entry in self.atoms_of.items():
            changed = 0
            for worlds in (on for some in entry.values() for _, on in some):
                changed |= worlds ^ every if worlds & 1 else worlds
            if changed:
                for name in Move(move).hexes:
                    found.setdefault(name, []).append((move, changed))
        return found


_Atom = tuple[Sequence[clingo.Symbol], int | None]
"""The arguments of an atom, and its literal: none for a fact."""


class _Grounded:
    """A program grounded with some pieces as free choices."""

    def __init__(self, profile: str, facts: str, pieces: Iterable[Piece]) -> None:
        choices = "".join(f"{{ {each.fact} }}." for each in sorted(pieces))
        self.control = ActiveRules(profile).ground(f"{facts}\n{choices}")
        known = self.control.symbolic_atoms
        found = {each: known[clingo.parse_term(each.fact)] for each in sorted(pieces)}
        self._literals = {each: atom.literal for each, atom in found.items() if atom is not None}

    def atoms(self, name: str, arity: int) -> list[_Atom]:
        """List the atoms of a predicate."""
        found = self.control.symbolic_atoms.by_signature(name, arity)
        return [(a.symbol.arguments, None if a.is_fact else a.literal) for a in found]

    def true(self, group: Collection[Piece], literals: Iterable[int]) -> frozenset[int]:
        """List those literals that hold where just a group of the pieces lies."""
        assumed = [
            literal if piece in group else -literal for piece, literal in self._literals.items()
        ]
        with self.control.solve(assumptions=assumed, yield_=True) as models:
            model = models.model()
            if model is None:
                raise ValueError("the rules have no answer for a group of pieces")
            return frozenset(each for each in literals if model.is_true(each))
