"""Rules with their citations and places, and the variants in which they can be asked about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from clingo import ast

from hexcourt.solver.explaining.programs.literals import BodyLiteral, take_apart
from hexcourt.solver.explaining.programs.terms import (
    Names,
    Signature,
    predicate_of,
    variables_of,
    without_intervals,
)
from hexcourt.solver.statutes.statute import Citation

DERIVED = "derived"
CHOSEN = "chosen"
"""The head of a choice: the body only allows it."""
ONE_OF = "one of"
"""A part of a disjunction: the body asks for one of them."""


@dataclass(frozen=True, eq=False)
class Rule:
    """A rule: its statement, its text, what is cited for it, and where it stands."""

    statement: ast.AST
    citation: Citation | None
    file: str
    line: int

    @cached_property
    def text(self) -> str:
        """Write the rule."""
        return str(self.statement)

    @property
    def place(self) -> str:
        """Name file and line; a text that is no file is the question."""
        return f"{self.file}:{self.line}" if self.file else "the question"

    @cached_property
    def signatures(self) -> frozenset[Signature]:
        """List the predicates of its heads."""
        found = {
            predicate_of(head)
            for plain in _unpooled_heads(self.statement)
            for _, head, _ in _heads(plain)
        }
        return frozenset(each for each in found if each is not None)

    @cached_property
    def variants(self) -> tuple[Variant, ...]:
        """List its variants: one for each head, and for each choice from its pools."""
        return tuple(
            make_variant(self, kind, head, [*plain.body, *condition])
            for plain in self.statement.unpool()
            for kind, head, condition in _heads(plain)
            if predicate_of(head) is not None
        )


@dataclass(frozen=True, eq=False)
class Variant:
    """A rule with one head and no pools; intervals in its atoms stand apart, as comparisons.

    ``written`` gives the text of each body literal as it is in the rule.
    """

    rule: Rule
    kind: str
    head: ast.AST
    body: tuple[BodyLiteral, ...]
    variables: tuple[str, ...]
    written: tuple[str, ...]

    @cached_property
    def signature(self) -> Signature:
        """Name the predicate of the head."""
        found = predicate_of(self.head)
        assert found is not None
        return found

    @cached_property
    def needs(self) -> tuple[tuple[str, ...], ...]:
        """List for each body literal the rule's variables that occur in it."""
        known = set(self.variables)
        return tuple(
            tuple(name for name in variables_of([each.node]) if name in known) for each in self.body
        )


def make_variant(rule: Rule, kind: str, head: ast.AST, body: Sequence[ast.AST]) -> Variant:
    """Make a variant of a rule."""
    taken = variables_of([head, *body])
    ranges = Names(taken, "Range")
    plain_head, equations = without_intervals(head, ranges)
    literals: list[ast.AST] = []
    for node in body:
        if is_plain_atom(node):
            plain, further = without_intervals(node, ranges)
            literals.append(plain)
            equations += further
        else:
            literals.append(node)
    literals += equations
    names = Names(taken, "Any")
    taken_apart = tuple(take_apart(each, names) for each in literals)
    written = tuple(each.text for each in taken_apart)
    variables = globals_of(plain_head, literals)
    return Variant(rule, kind, plain_head, taken_apart, variables, written)


def is_plain_atom(node: ast.AST) -> bool:
    """Tell whether a body literal is an atom, negated or not."""
    return node.ast_type is ast.ASTType.Literal and node.atom.ast_type is ast.ASTType.SymbolicAtom


def globals_of(head: ast.AST, body: Sequence[ast.AST]) -> tuple[str, ...]:
    """List the variables that are not local to an aggregate or a conditional literal."""
    return variables_of([head, *(node for each in body for node in outside(each))])


def outside(literal: ast.AST) -> Iterator[ast.AST]:
    """Give the parts of a literal whose variables are global."""
    if literal.ast_type is ast.ASTType.ConditionalLiteral:
        return
    if literal.atom.ast_type in (ast.ASTType.BodyAggregate, ast.ASTType.Aggregate):
        for guard in (literal.atom.left_guard, literal.atom.right_guard):
            if guard is not None:
                yield guard.term
        return
    yield literal


def _unpooled_heads(statement: ast.AST) -> Sequence[ast.AST]:
    return statement.update(body=[]).unpool()


def _heads(statement: ast.AST) -> Iterator[tuple[str, ast.AST, Sequence[ast.AST]]]:
    """Give the heads of a rule, what they come by, and their conditions."""
    head = statement.head
    if head.ast_type is ast.ASTType.Literal:
        if head.atom.ast_type is ast.ASTType.SymbolicAtom and head.sign == ast.Sign.NoSign:
            yield DERIVED, head.atom.symbol, ()
        return
    if head.ast_type is ast.ASTType.Disjunction:
        kind, elements = ONE_OF, list(head.elements)
    elif head.ast_type is ast.ASTType.Aggregate:
        kind, elements = CHOSEN, list(head.elements)
    elif head.ast_type is ast.ASTType.HeadAggregate:
        kind, elements = CHOSEN, [each.condition for each in head.elements]
    else:
        return
    for each in elements:
        if each.literal.atom.ast_type is ast.ASTType.SymbolicAtom and not each.literal.sign:
            yield kind, each.literal.atom.symbol, list(each.condition)
