"""Reads the bodies of a question: checked, and as the solver reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clingo import ast

from hexcourt.facts.boards.board import Board
from hexcourt.solver.asking.language.naming import Names
from hexcourt.solver.asking.language.paths import PATHS, with_path_terms
from hexcourt.solver.asking.language.terms import (
    Scope,
    Wording,
    alternatives,
    is_atom,
    is_comparison,
    variables,
    walk,
)
from hexcourt.solver.asking.language.units import Units
from hexcourt.solver.asking.language.values import Values
from hexcourt.solver.asking.language.vocabulary import STEADY, Askable, askables

_NESTED = 3
"""How often a variable may get its kind by way of another's."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A literal of a question about a predicate that is told: its arguments as the solver reads them.

    ``beside`` are the literals that hold wherever it is asked: what is looked up, or hangs on the
    board alone, and comparisons.
    """

    askable: Askable
    arguments: tuple[str, ...]
    beside: tuple[str, ...]
    positive: bool


@dataclass(frozen=True)
class Body:
    """A body as the solver reads it: its text, its predicates, what it asks to be told, its variables.

    ``looked_up`` are its literals that hang on the board alone, and its comparisons.
    """

    text: str
    signatures: frozenset[tuple[str, int]]
    asked: tuple[Asked, ...]
    variables: tuple[str, ...]
    looked_up: tuple[str, ...]

    def after(self, premise: Body) -> Body:
        """Give the body as it is asked where a premise holds."""
        asked = tuple(
            replace(each, beside=(*premise.looked_up, *each.beside)) for each in self.asked
        )
        return replace(self, asked=asked)


@dataclass(frozen=True)
class Read:
    """What a question comes to: its bodies, its terms, and the kinds of terms and variables."""

    bodies: tuple[Body, ...]
    terms: tuple[str, ...]
    term_kinds: tuple[str, ...]
    kinds: dict[str, str]


class Reader:
    """Reads the bodies of one question."""

    def __init__(self, board: Board) -> None:
        self.wording = Wording()
        self.names = Names(board, self.wording)
        self.units = Units(self.names)

    def finished(self, bodies: Sequence[list[ast.AST]], terms: Sequence[ast.AST]) -> Read:
        """Check everything, write values and units out, and give what is left.

        The terms are those of the first body.
        """
        named = [
            name for node in (*terms, *(n for b in bodies for n in b)) for name in variables(node)
        ]
        self.names.check_variables(named)
        values = Values(self.wording, named)
        written = [values.body(body) for body in bodies]
        asked, needed = values.terms(terms)
        if needed:
            written[0] = [*written[0], *needed]
        self._check(written)
        self.names.check_terms(asked)
        read = tuple(self._body([self.units.literal(each) for each in body]) for body in written)
        return Read(
            read,
            tuple(str(self.units.term(each)) for each in asked),
            tuple(self.names.kind_of(each) for each in asked),
            dict(self.names.kinds),
        )

    def _check(self, bodies: list[list[ast.AST]]) -> None:
        passes = [self.names.check]
        for _ in range(_NESTED):
            passes += [self.units.infer_bounds, self.units.infer]
        for visit in (*passes, self.names.check_use):
            for body in bodies:
                walk(body, visit)

    def _body(self, literals: list[ast.AST]) -> Body:
        literals = with_path_terms(literals, self.wording)
        looked_up = tuple(str(each) for each in literals if _is_steady(each))
        signatures: set[tuple[str, int]] = set()
        asked: list[Asked] = []

        def gather(node: ast.AST, scope: Scope) -> None:
            if not is_atom(node):
                return
            for function in alternatives(node.atom.symbol):
                signatures.add((function.name, len(function.arguments)))
                askable = _askable(function)
                if askable is not None and askable.told:
                    beside = (*looked_up, *(str(x) for x in scope.literals if _is_steady(x)))
                    arguments = tuple(map(str, function.arguments))
                    positive = node.sign == ast.Sign.NoSign
                    asked.append(Asked(askable, arguments, tuple(dict.fromkeys(beside)), positive))

        walk(literals, gather)
        return Body(
            "; ".join(map(str, literals)),
            frozenset(signatures),
            tuple(asked),
            self._variables(literals),
            looked_up,
        )

    def _variables(self, literals: list[ast.AST]) -> tuple[str, ...]:
        """List the variables that are named outside of conditions."""
        named = (
            name
            for each in literals
            if (is_atom(each) or is_comparison(each)) and each.sign == ast.Sign.NoSign
            for name in variables(each)
            if name not in self.wording.fresh
        )
        return tuple(dict.fromkeys(named))


def _askable(function: ast.AST) -> Askable | None:
    """Find the predicate of a literal that is written out: nothing for one that goes by another name."""
    joined = function.name in PATHS  # what is asked of the path is its last argument
    return askables().get((function.name, len(function.arguments) - joined))


def _is_steady(node: ast.AST) -> bool:
    """Tell whether a literal hangs on the board alone, or compares."""
    if is_comparison(node):
        return bool(node.sign == ast.Sign.NoSign)
    if not is_atom(node) or node.sign != ast.Sign.NoSign:
        return False
    found = [_askable(each) for each in alternatives(node.atom.symbol)]
    return all(each is None or each.name in STEADY or not each.told for each in found)
