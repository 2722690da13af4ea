"""What pieces change, asked of the law for many of them at once.

The law is grounded with the pieces as free choices; what a set of them changes is then read from it
under the full assumption that these lie and no others. So a piece costs some milliseconds, where asking
about its surroundings anew costs tens or hundreds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache

import clingo

from hexcourt.facts.pieces.laid_pieces import Piece
from hexcourt.solver.moving.moves import OF_MOVES, MoveLaw, Moves, read_moves
from hexcourt.solver.placing.laying import PROFILE as LAYING
from hexcourt.solver.position.states import Move, State
from hexcourt.solver.statutes.law import Law

FEWEST = 8
"""From how many pieces on it pays to ask about them together."""


def asked_together(
    law: MoveLaw,
    pieces: Iterable[Piece],
    laid: Sequence[Piece],
    hexes: Collection[str] | None = None,
) -> list[Conditional]:
    """Ask about pieces in as few groundings as serve; ``laid`` are those that lie in any case.

    The law is told of some hexes alone, if they are given: of all that the moves hang on that the pieces
    change. Pieces that fill one hex are asked about apart: else every mixture of them has prices of its
    own.
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
    facts = law.facts(laid, hexes)
    bare = _by_move(Law(law.unit.profile).ground(facts))
    return [Conditional(law, (*on_hexsides, *batch), facts, bare) for batch in batches]


class Laying:
    """Which of some pieces may lie together; ``facts`` tell the board and what lies in any case."""

    def __init__(self, facts: str, pieces: Iterable[Piece]) -> None:
        self._grounded = _Grounded(LAYING, facts, pieces)
        self._refused = self._grounded.atoms("refused", 2)

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


_Atom = tuple[Sequence[clingo.Symbol], int | None]
"""The arguments of an atom, and its literal: none for a fact."""

_ByMove = dict[str, dict[clingo.Symbol, list[_Atom]]]


class Conditional:
    """The moves on a board, conditional on which of some pieces lie; ``facts`` tell of the board.

    ``bare`` are the atoms of the board without them: what is no fact of these hangs on the pieces.
    """

    def __init__(self, law: MoveLaw, pieces: Sequence[Piece], facts: str, bare: _ByMove) -> None:
        self.pieces = frozenset(pieces)
        self._moving = _Grounded(law.unit.profile, facts, pieces)
        self.laying = Laying(facts, pieces)
        self._text = cache(str)  # symbols are written again and again
        self._rests = {
            self._text(args[0]): literal for args, literal in self._moving.atoms("rests", 1)
        }
        self._unfit = self._moving.atoms("unfit", 2)
        self._atoms = _by_move(self._moving.control, facts_too=False)
        self._move_of: dict[int, clingo.Symbol] = {}
        self._literals_at: dict[str, set[int]] = defaultdict(set)
        for name, some in self._atoms.items():
            for move, atoms in some.items():
                literals = {literal for _, literal in atoms if literal is not None}
                self._move_of.update(dict.fromkeys(literals, move))
                if name == "leads":
                    literals |= self._rests_after(atoms)
                for place in Move(self._text(move)).hexes:
                    self._literals_at[place] |= literals
        self._bare_true = self._moving.true((), self._move_of)
        for move in set(self._move_of.values()):
            self._add_facts(move, bare)

    def _rests_after(self, leads: Iterable[_Atom]) -> set[int]:
        """List what a phase that ends at either end of some moves hangs on."""
        states = (self._text(state) for args, _ in leads for state in args[1:])
        return {literal for state in states if (literal := self._rests.get(state)) is not None}

    def _add_facts(self, move: clingo.Symbol, bare: _ByMove) -> None:
        """Add what holds of a move in any case: what the bare board has of it and hangs on nothing."""
        for name, by_move in bare.items():
            hanging = self._atoms.setdefault(name, {}).setdefault(move, [])
            known = {tuple(args) for args, _ in hanging}
            hanging += [each for each in by_move.get(move, ()) if tuple(each[0]) not in known]

    def moves_of(
        self, cores: Sequence[Collection[str]], group: Collection[Piece]
    ) -> list[tuple[frozenset[str], Moves]]:
        """Give the moves naming some hexes that a group of the pieces changes: by name, and as they are
        where just this group lies; for each of some cores of hexes.
        """
        none = frozenset[int]()
        wanted = [none.union(*(self._literals_at.get(name, ()) for name in core)) for core in cores]
        unfit = {literal for _, literal in self._unfit if literal is not None}
        true = self._moving.true(group, none.union(*wanted, unfit))
        unfit_now = {
            args[0].string: args[1].string
            for args, literal in self._unfit
            if literal is None or literal in true
        }
        return [
            (told, replace(moves, unfit=unfit_now))
            for told, moves in (
                self._changed(true & some, self._bare_true & some) for some in wanted
            )
        ]

    def _changed(
        self, true: frozenset[int], before: frozenset[int]
    ) -> tuple[frozenset[str], Moves]:
        """Read the moves of which something else holds than before."""
        changed = {self._move_of[each] for each in true ^ before if each in self._move_of}

        def atoms(name: str, arity: int) -> Iterable[Sequence[clingo.Symbol]]:
            by_move = self._atoms.get(name, {})
            return [
                args
                for move in changed
                for args, literal in by_move.get(move, ())
                if literal is None or literal in true
            ]

        moves = read_moves(atoms, self._text)
        ends = {state for edge in moves.edges for state in (edge.source, edge.target)}
        resting = frozenset(state for state in ends if self._may_rest(state, true))
        return frozenset(map(self._text, changed)), replace(moves, resting=resting)

    def _may_rest(self, state: State, true: frozenset[int]) -> bool:
        if state not in self._rests:
            return False
        literal = self._rests[state]
        return literal is None or literal in true


def _by_move(control: clingo.Control, facts_too: bool = True) -> _ByMove:
    """List what a grounding derives of moves; facts have no literal."""
    found: _ByMove = {}
    for name, arity in OF_MOVES:
        by_move = found.setdefault(name, {})
        for atom in control.symbolic_atoms.by_signature(name, arity):
            if facts_too or not atom.is_fact:
                args = atom.symbol.arguments
                literal = None if facts_too else atom.literal
                by_move.setdefault(args[0], []).append((args, literal))
    return found


class _Grounded:
    """A program grounded with some pieces as free choices."""

    def __init__(self, profile: str, facts: str, pieces: Iterable[Piece]) -> None:
        choices = "".join(f"{{ {each.fact} }}." for each in sorted(pieces))
        self.control = Law(profile).ground(f"{facts}\n{choices}")
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
                raise ValueError("the law has no answer for a group of pieces")
            return frozenset(each for each in literals if model.is_true(each))
