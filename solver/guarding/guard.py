"""Lets in a program from outside only when all that it holds is on a list of what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from clingo.ast import AST, ASTSequence, ASTType, Sign, parse_string

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import COMMENTED
from hexcourt.solver.guarding.lexing import refusal, without_comments


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a program may hold beyond plain rules and constraints.

    ``choices`` are choice heads, ``minimize`` weak constraints and ``#minimize`` or ``#maximize``,
    ``constants`` are ``#const`` definitions, ``comments`` are what a text may hold that is a file's.
    """

    choices: bool = True
    minimize: bool = False
    constants: bool = False
    comments: bool = True


RULES = Allowed()
ONE_LINE = Allowed(comments=False)
"""What an option may hold: it is shown as it was written."""


@dataclass(frozen=True, slots=True)
class Name:
    """A predicate as a program uses it, and where; ``column`` counts bytes of UTF-8, as clingo does.

    A name with a minus before it is the classical negation. ``in_head`` tells what a rule derives from
    what it asks.
    """

    predicate: str
    arity: int
    line: int
    column: int
    in_head: bool


_WORDS = frozenset(
    {
        *("#true", "#false", "#count", "#sum", "#sum+", "#min", "#max"),
        *("#inf", "#infimum", "#sup", "#supremum", "#program"),
    }
)
_BEST = frozenset(("#minimize", "#minimise", "#maximize", "#maximise"))

_PARTS = frozenset(
    {
        ASTType.Aggregate,
        ASTType.BinaryOperation,
        ASTType.BodyAggregate,
        ASTType.BodyAggregateElement,
        ASTType.BooleanConstant,
        ASTType.Comparison,
        ASTType.ConditionalLiteral,
        ASTType.Function,
        ASTType.Guard,
        ASTType.Interval,
        ASTType.Literal,
        ASTType.Pool,
        ASTType.Program,
        ASTType.Rule,
        ASTType.SymbolicAtom,
        ASTType.SymbolicTerm,
        ASTType.UnaryOperation,
        ASTType.Variable,
    }
)
"""What a program may be made of."""

_WHY_NOT = {
    ASTType.Disjunction: "a head holds one atom or one choice; write a rule for each atom",
    ASTType.HeadAggregate: "a head holds no aggregate; ask for it in the body",
    ASTType.Minimize: "a weak constraint asks for the best answer; write a constraint with :-",
    ASTType.TheoryAtom: "& begins a theory atom; leave it out",
}

_TOLD = re.compile(
    r"<string>:(\d+):(\d+)[-:\d]*: error: syntax error, unexpected (\S+?),?\s.*", re.DOTALL
)
_WORDED = {
    "<IDENTIFIER>": "a name",
    "<NUMBER>": "a number",
    "<STRING>": "a string",
    "<VARIABLE>": "a variable",
    "<ANONYMOUS>": "_",
}


def checked_statements(text: str, source: str, *, allowed: Allowed = RULES) -> tuple[AST, ...]:
    """Parse a program from outside; comments and ``#program base`` are not among the statements.

    Nothing is run, read or grounded. Raises BadInput, with the line and the column, at the first thing
    that is no rule or is not allowed.
    """
    plain = without_comments(text, source, _directives(allowed))
    if not allowed.comments and plain != text:
        at = next(n for n, (one, other) in enumerate(zip(text, plain, strict=True)) if one != other)
        raise refusal(text, source, at, COMMENTED)
    statements = _parsed(plain, source)
    parts = _parts(allowed)
    for statement in statements:
        for node in _nodes(statement):
            sentence = _why_not(node, parts, allowed)
            if sentence:
                begin = node.location.begin
                raise _refusal(plain, source, begin.line, begin.column, sentence)
    return tuple(each for each in statements if each.ast_type != ASTType.Program)


def names_used(statements: Iterable[AST]) -> tuple[Name, ...]:
    """List the predicates that statements use, with those in aggregates and conditions, in order."""
    return tuple(name for statement in statements for name in _names(statement, False))


def _directives(allowed: Allowed) -> frozenset[str]:
    best = _BEST if allowed.minimize else frozenset()
    return _WORDS | best | ({"#const"} if allowed.constants else frozenset())


def _parts(allowed: Allowed) -> frozenset[ASTType]:
    best = {ASTType.Minimize} if allowed.minimize else frozenset[ASTType]()
    return _PARTS | best | ({ASTType.Definition} if allowed.constants else frozenset())


def _parsed(plain: str, source: str) -> list[AST]:
    statements: list[AST] = []
    told: list[str] = []
    reason = ""
    try:
        parse_string(plain, statements.append, logger=lambda code, message: told.append(message))
    except RuntimeError as error:
        reason = str(error)
    if not told and not reason:
        return statements
    match = _TOLD.fullmatch(told[0]) if told else None
    if match is None:
        raise BadInput(f"{source}: {' '.join((told or [reason])[0].split())}; mend the rule")
    word = _WORDED.get(match[3], f'"{match[3]}"')
    sentence = f"{word} does not belong here; mend the rule"
    if match[3] == "EOF":
        sentence = "the text ends too soon; complete the rule"
    raise _refusal(plain, source, int(match[1]), int(match[2]), sentence)


def _refusal(plain: str, source: str, line: int, column: int, sentence: str) -> BadInput:
    """Word a refusal where clingo counts columns in bytes."""
    lines = plain.split("\n")
    if line > len(lines):  # clingo ends a text with a line end of its own
        return refusal(plain, source, len(plain), sentence)
    before = sum(len(each) + 1 for each in lines[: line - 1])
    within = lines[line - 1].encode()[: column - 1].decode(errors="ignore")
    return refusal(plain, source, before + len(within), sentence)


def _nodes(root: AST) -> Iterator[AST]:
    """Give a tree's nodes, each before what it holds."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(_held(node))))


def _held(node: AST) -> Iterator[AST]:
    for value in node.values():
        if isinstance(value, AST):
            yield value
        elif isinstance(value, ASTSequence):
            yield from value


def _why_not(node: AST, parts: frozenset[ASTType], allowed: Allowed) -> str:
    """Say why something is not allowed; empty where it is."""
    kind = node.ast_type
    if kind not in parts:
        return _WHY_NOT.get(kind, "this is not allowed here; write rules alone")
    if kind == ASTType.Function and node.external:
        return f"@{node.name} calls a script; leave it out"
    if kind == ASTType.Program and (node.name != "base" or node.parameters):
        return "#program begins another part; leave it out"
    if kind == ASTType.Rule:
        return _why_no_head(node.head, allowed)
    return ""


def _why_no_head(head: AST, allowed: Allowed) -> str:
    derived = [head]
    if head.ast_type == ASTType.Aggregate:
        if not allowed.choices:
            return "{ } makes this a choice; derive one atom"
        derived = [element.literal for element in head.elements]
    for literal in derived:
        if literal.ast_type != ASTType.Literal:
            continue  # refused as what it is
        if literal.sign != Sign.NoSign:
            return "not stands in a head; write a constraint with :-"
        if literal.atom.ast_type == ASTType.Comparison:
            return "a head compares; write the comparison in the body"
    return ""


def _names(node: AST, in_head: bool) -> Iterator[Name]:
    kind = node.ast_type
    if kind == ASTType.SymbolicAtom:
        yield from _names_of(node.symbol, "", in_head)
    elif kind == ASTType.Rule:
        yield from _names(node.head, True)
        for literal in node.body:
            yield from _names(literal, False)
    elif kind == ASTType.ConditionalLiteral:
        yield from _names(node.literal, in_head)
        for literal in node.condition:
            yield from _names(literal, False)
    else:
        for each in _held(node):
            yield from _names(each, in_head)


def _names_of(symbol: AST, sign: str, in_head: bool) -> Iterator[Name]:
    """Give the predicates of an atom: several where its arguments are a pool."""
    if symbol.ast_type == ASTType.UnaryOperation:
        yield from _names_of(symbol.argument, "-", in_head)
    elif symbol.ast_type == ASTType.Pool:
        for each in symbol.arguments:
            yield from _names_of(each, sign, in_head)
    else:
        begin = symbol.location.begin
        arity = len(symbol.arguments)
        yield Name(sign + symbol.name, arity, begin.line, begin.column, in_head)
