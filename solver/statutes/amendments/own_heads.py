"""What house rules may derive: not what precedence alone decides or a user asks, no word where the law
reckons with numbers, no helper of a name by which worlds are told, nothing by intervals without end.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from math import prod

from clingo import SymbolType, ast

from hexcourt.facts.errors import BadInput
from hexcourt.solver.statutes.declarations import GIVEN_OUT, declarations, told_otherwise
from hexcourt.solver.statutes.lawbook import Lawbook, all_worlds_programs
from hexcourt.solver.statutes.statute import Signature, Statute

_VERDICT = Signature("verdict", 2)

_NUMBERS = frozenset({"Halves", "Value", "TEM", "Hindrance", "Turns"})
"""The arguments that are whole numbers, of which none is below 0."""

_BEFORE = "before_"
"""What names begin with that two laws compared have for one of them."""


MOST_COMBINATIONS = 1_000_000
"""How many combinations the intervals of one rule come to at the most."""


def check_size(statute: Statute) -> str:
    """Say that the intervals of a rule would take the machine, "" if they do not."""
    combinations = prod(_lengths(statute.node))
    if combinations <= MOST_COMBINATIONS:
        return ""
    return (
        f"its intervals come to {combinations} combinations; let them come to {MOST_COMBINATIONS} "
        "at the most"
    )


def _lengths(node: ast.AST) -> Iterator[int]:
    """List how many numbers the intervals between two numbers have."""
    if node.ast_type is ast.ASTType.Interval:
        ends = (node.left, node.right)
        if all(e.ast_type is ast.ASTType.SymbolicTerm for e in ends):
            low, high = (each.symbol for each in ends)
            if low.type == high.type == SymbolType.Number:
                yield max(1, high.number - low.number + 1)
        return
    for key in node.child_keys:
        child = getattr(node, key)
        for each in child if isinstance(child, ast.ASTSequence) else (child,):
            if isinstance(each, ast.AST):
                yield from _lengths(each)


def check_head(lawbook: Lawbook, statute: Statute) -> str:
    """Say what is wrong with what a rule derives, "" if nothing."""
    for signature in statute.heads:
        if signature == _VERDICT:
            return f"{signature} comes of precedence alone; derive refused, doubtful or allowed"
        instead = told_otherwise(lawbook).get(signature)
        if instead:
            return f"{signature} {instead}"
        for name, term in _numbers(lawbook, signature, statute):
            if _is_no_number(term):
                return (
                    f"{term} stands where {name} is a number; write a whole number, 0 at the least"
                )
    return ""


def check_helper(name: Signature) -> str:
    """Say what is wrong with the name of a helper that the law does not know, "" if nothing."""
    if name.name.startswith(_BEFORE) or name.name in _names_of_worlds():
        return f"{name} is a name by which worlds are told (asp/worlds); choose another"
    return ""


def reckons_ill(names: Collection[str], told: str) -> BadInput:
    """Refuse house rules over whose numbers the law stumbles; ``told`` is what clingo says."""
    _, _, said = " ".join(told.split()).partition("info: ")
    what = said.partition(";")[0].removeprefix("tuple ignored: ").strip() or told[:80]
    return BadInput(
        f"{', '.join(names)}: the law cannot reckon with what it derives, {what}; derive whole numbers"
    )


def _numbers(
    lawbook: Lawbook, signature: Signature, statute: Statute
) -> Iterator[tuple[str, ast.AST]]:
    """List the arguments of a head that are to be numbers, with their names."""
    for place, name in _numbered(lawbook).get(signature, ()):
        yield name, statute.node.head.atom.symbol.arguments[place]


@cache
def _numbered(lawbook: Lawbook) -> Mapping[Signature, tuple[tuple[int, str], ...]]:
    return {
        each.signature: tuple(
            (place, name) for place, (_, name) in enumerate(each.arguments) if name in _NUMBERS
        )
        for each in declarations(lawbook, GIVEN_OUT)
    }


def _is_no_number(term: ast.AST) -> bool:
    """Tell whether a term is surely no whole number from 0 on."""
    if term.ast_type is ast.ASTType.SymbolicTerm:
        return term.symbol.type is not SymbolType.Number or term.symbol.number < 0
    if term.ast_type is ast.ASTType.UnaryOperation:
        return term.operator_type == ast.UnaryOperator.Minus and (
            term.argument.ast_type is ast.ASTType.SymbolicTerm
        )
    return term.ast_type is ast.ASTType.Function


@cache
def _names_of_worlds() -> frozenset[str]:
    told = (s for program in all_worlds_programs() for s in program.statutes)
    return frozenset(head.name for s in told for head in s.heads)
