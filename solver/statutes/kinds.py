"""What kinds of terms stand at each place of a predicate, in facts and in the rules of the law.

A kind is the name of a constant, a function's name with ``(`` after it, or one of the two marks below.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from clingo import SymbolType, ast

Kinds = frozenset[str]

NUMBER: Kinds = frozenset("#")
STRING: Kinds = frozenset('"')

Key = tuple[str, int]
"""A predicate's name, and the number of its arguments."""

Places = tuple[Kinds | None, ...]
"""The kinds at each place of a predicate; None is any kind."""

Pattern = Kinds | str | None
"""What an atom of a rule asks for at a place: kinds, a variable, or anything."""

_TOKEN = re.compile(
    r'\s+|%(?!\*)[^\n]*|(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<number>-?[0-9]+)|(?P<name>[a-z]\w*)'
    r"|(?P<mark>[(),.])|(?P<other>.)"
)


def kinds_of_facts(text: str) -> Mapping[Key, Places] | None:
    """Tell the kinds at each place of the facts of a text; None where it is more than plain facts."""
    found: dict[Key, list[set[str]]] = {}
    predicate, places = "", [""]
    depth = 0
    for token in _TOKEN.finditer(text):
        group, word = token.lastgroup, token.group()
        if group is None:
            continue
        if group == "mark" and word == "." and depth == 0 and predicate:
            key = (predicate, len(places) if places[0] else 0)
            for known, kind in zip(
                found.setdefault(key, [set() for _ in places]), places, strict=True
            ):
                known.add(kind)
            predicate, places = "", [""]
        elif group == "mark" and word in "()" and predicate:
            if word == "(" and depth == 1:
                places[-1] += word
            depth += 1 if word == "(" else -1
        elif group == "mark" and word == "," and depth:
            if depth == 1:
                places.append("")
        elif group == "name" and depth == 0 and not predicate:
            predicate = word
        elif group in ("name", "number", "string") and depth:
            if depth == 1 and not places[-1]:
                places[-1] = {"number": "#", "string": '"'}.get(group, word)
        else:
            return None
    if predicate or depth:
        return None
    return {key: tuple(frozenset(known) for known in each[: key[1]]) for key, each in found.items()}


def atoms(symbol: ast.AST, constants: frozenset[str]) -> Sequence[tuple[Key, tuple[Pattern, ...]]]:
    """Tell what the atoms of a symbol ask for; a pool is several. ``constants`` stand for others."""
    if symbol.ast_type is ast.ASTType.Pool:
        return [each for part in symbol.arguments for each in atoms(part, constants)]
    if symbol.ast_type is ast.ASTType.UnaryOperation:  # an atom that is denied: -wet("A1")
        return [((f"-{key[0]}", key[1]), asked) for key, asked in atoms(symbol.argument, constants)]
    asked = tuple(_pattern(each, constants) for each in symbol.arguments)
    return [((symbol.name, len(asked)), asked)]


def _pattern(term: ast.AST, constants: frozenset[str]) -> Pattern:
    kind = term.ast_type
    if kind is ast.ASTType.Variable:
        return None if term.name == "_" else str(term.name)
    if kind is ast.ASTType.SymbolicTerm and term.symbol.type is SymbolType.Number:
        return NUMBER
    if kind is ast.ASTType.SymbolicTerm and term.symbol.type is SymbolType.String:
        return STRING
    if kind is ast.ASTType.SymbolicTerm and term.symbol.type is SymbolType.Function:
        return None if term.symbol.name in constants else frozenset([term.symbol.name])
    if kind is ast.ASTType.Function and not term.external and term.arguments:
        return frozenset([f"{term.name}("])
    if kind in (ast.ASTType.BinaryOperation, ast.ASTType.Interval):
        return NUMBER
    if kind is ast.ASTType.Pool:
        parts = [_pattern(each, constants) for each in term.arguments]
        known = [each for each in parts if isinstance(each, frozenset)]
        return frozenset().union(*known) if len(known) == len(parts) else None
    return None
