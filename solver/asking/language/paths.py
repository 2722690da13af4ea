"""What is asked of a path, crosses and enters, is written into the path itself."""

from __future__ import annotations

from clingo import String, ast

from hexcourt.facts.errors import BadInput, listed
from hexcourt.solver.asking.language.terms import (
    Wording,
    alternatives,
    has_variable,
    is_atom,
    name_of,
    string_in,
    walk,
)

_AT = ast.ASTType

PATHS, PATH_TERMS = ("path", "bypass_path"), ("crosses", "enters")
"""The predicates of a path, and those of what it passes, which are asked of the one path beside them."""

CROSSED = ("roadblock",)
"""The kinds of pieces that a path may cross."""


def with_path_terms(literals: list[ast.AST], wording: Wording) -> list[ast.AST]:
    """Write what is asked of a path into the path: its last argument, as words."""
    _check_conditions(literals)
    terms = [each for each in literals if name_of(each) in PATH_TERMS]
    paths = [each for each in literals if _is_path(each)]
    if terms and len(paths) != 1:
        shown = wording.of(terms[0])
        raise BadInput(f"{shown}: of which path? Write one path or bypass_path beside it")
    told = "; ".join(sorted(_in_words(each, wording) for each in terms))
    return [
        each.update(atom=each.atom.update(symbol=_joined(each.atom.symbol, told)))
        if _is_path(each)
        else each
        for each in literals
        if name_of(each) not in PATH_TERMS
    ]


def _is_path(node: ast.AST) -> bool:
    return is_atom(node) and next(alternatives(node.atom.symbol)).name in PATHS


def _joined(symbol: ast.AST, told: str) -> ast.AST:
    if symbol.ast_type is _AT.Pool:
        return symbol.update(arguments=[_joined(each, told) for each in symbol.arguments])
    last = ast.SymbolicTerm(symbol.location, String(told))
    return symbol.update(arguments=[*symbol.arguments, last])


def _check_conditions(literals: list[ast.AST]) -> None:
    def check(node: ast.AST) -> None:
        if not is_atom(node):
            return
        names = {each.name for each in alternatives(node.atom.symbol)}
        if not any(node is each for each in literals) and names & {*PATHS, *PATH_TERMS}:
            raise BadInput(
                "path, crosses and enters cannot stand in a condition; write them in the body"
            )
        if node.atom.symbol.ast_type is _AT.Pool and names & set(PATH_TERMS):
            raise BadInput("crosses and enters take no ; between arguments; write each by itself")

    walk(literals, lambda node, scope: check(node))


def _in_words(node: ast.AST, wording: Wording) -> str:
    """Write what is asked of a path as words: ``not crosses L12 K12``."""
    symbol = node.atom.symbol
    shown = wording.of(node)
    if any(has_variable(each) or each.ast_type is _AT.Pool for each in symbol.arguments):
        raise BadInput(f"{shown}: takes no variable; name a hex, or ask once for each hex")
    arguments = [string_in(each) or str(each) for each in symbol.arguments]
    if symbol.name == "crosses" and len(arguments) == 1 and arguments[0] not in CROSSED:
        raise BadInput(
            f"{shown}: a path may cross a {listed(CROSSED, 'or')}, or the hexside of two hexes; write "
            f'crosses("{CROSSED[0]}")'
        )
    return " ".join(["not"] * (node.sign == ast.Sign.Negation) + [symbol.name, *arguments])
