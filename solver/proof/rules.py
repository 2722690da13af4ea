"""Rules with variables as values, read from clingo's parser; what is not understood is refused.

Pools are unfolded by the parser. An interval, and an expression within an atom of a body, becomes a
variable of its own with a goal that says what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cmp_to_key, lru_cache
from itertools import count
from typing import Any

from clingo import Symbol, SymbolType
from clingo.ast import AST, ASTType, Sign, parse_string

from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.proof.residual import NotUnderstoodError

# Terms as plain values
#
# ``#inf``, numbers, names, strings, functions, ``#sup``: that is their order (ASP-Core-2, and clingo).


Value = Any
"""An ``int``; a ``str`` as it is written, quotation marks and all; a tuple of a name and arguments."""

INF, SUP = "#inf", "#sup"
LARGEST = 2**31 - 1


def text_of(value: Value) -> str:
    """Write a term."""
    if isinstance(value, tuple):
        name, *arguments = value
        last = "," if not name and len(arguments) == 1 else ""
        return f"{name}({','.join(map(text_of, arguments))}{last})"
    return str(value)


def compare(one: Value, other: Value) -> int:
    """Return which of two terms comes first: below 0, 0 or above."""
    ranks = _rank(one), _rank(other)
    if ranks[0] != ranks[1]:
        return ranks[0] - ranks[1]
    if isinstance(one, int) and isinstance(other, int):
        return (one > other) - (one < other)
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) > 1:
        mine, yours = (len(one), one[0].encode()), (len(other), other[0].encode())
        if mine != yours:
            return 1 if mine > yours else -1
        pairs = zip(one[1:], other[1:], strict=True)
        return next((found for a, b in pairs if (found := compare(a, b))), 0)
    left, right = _plain(one), _plain(other)
    return (left > right) - (left < right)


ORDER = cmp_to_key(compare)


def _rank(value: Value) -> int:
    if isinstance(value, int):
        return 1
    if isinstance(value, tuple):
        return 4 if len(value) > 1 else 2
    if value in (INF, SUP):
        return 0 if value == INF else 5
    return 3 if value.startswith('"') else 2


def _plain(text: Value) -> bytes:
    if isinstance(text, tuple):  # the empty one, a name without letters
        return b""
    if text.startswith('"'):
        text = text[1:-1].replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")
    return str(text).encode()


def calculated(operator: str, one: Value, other: Value) -> Value | None:
    """Calculate; nothing where it is not defined. Raises OverflowError beyond 32 bits."""
    if not isinstance(one, int) or not isinstance(other, int):
        return None
    if operator in ("/", "\\") and other == 0:
        return None
    if operator == "**" and (other < 0 or (abs(one) > 1 and other > 31)):
        raise OverflowError("a power is out of range")
    found = _OPERATIONS[operator](one, other)
    if abs(found) > LARGEST:
        raise OverflowError("a number is out of range")
    return found


def _divided(one: int, other: int) -> int:
    found = abs(one) // abs(other)
    return found if (one < 0) == (other < 0) else -found


_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divided,
    "\\": lambda a, b: a - b * _divided(a, b),
    "**": lambda a, b: int(a**b),
    "&": lambda a, b: a & b,
    "?": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
}


# A term is ("is", value), ("var", name), ("fun", name, terms), ("calc", operator, terms).
Term = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Atom:
    """A literal: its signature, its terms, and how often it is negated."""

    name: str
    terms: tuple[Term, ...]
    sign: int = 0

    @property
    def signature(self) -> tuple[str, int]:
        """Return name and arity."""
        return self.name, len(self.terms)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two terms compared; ``=`` may bind a variable."""

    operator: str
    one: Term
    other: Term


@dataclass(frozen=True, slots=True)
class Between:
    """A term that is each whole number between two."""

    one: Term
    least: Term
    most: Term


Simple = Atom | Comparison | Between


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a set: its tuple (for a choice the atom), and what it holds under."""

    terms: tuple[Term, ...]
    body: tuple[Simple, ...]
    atom: Atom | None = None


Guard = tuple[str, Term]
"""``value operator term``."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    """An aggregate: the function, its elements, its guards, and how often it is negated."""

    function: str
    elements: tuple[Element, ...]
    guards: tuple[Guard, ...]
    sign: int


@dataclass(frozen=True, slots=True)
class ConditionalLiteral:
    """A conditional literal: it holds wherever the condition does."""

    atom: Atom
    body: tuple[Simple, ...]


Goal = Simple | Aggregate | ConditionalLiteral


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: what it derives (nothing for a constraint), or elements to choose from, and its body."""

    head: Atom | None
    body: tuple[Goal, ...]
    choice: tuple[Element, ...] | None = None
    guards: tuple[Guard, ...] = ()
    text: str = ""


_WORD = pattern(r'\s*(?:("(?:[^"\\\n]|\\["\\n])*")|(-?[0-9]+)|([a-z_][A-Za-z0-9_\']*)|(\(|\)|,))')
_STOP = pattern(r'"(?:[^"\\\n]|\\["\\n])*"|\.\.|\.')


def read_rules(text: str) -> tuple[list[tuple[str, tuple[Value, ...]]], list[Rule]]:
    """Read a program without comments: its plain facts, and its rules."""
    facts: list[tuple[str, tuple[Value, ...]]] = []
    others: list[str] = []
    for statement in _statements(text):
        fact = _fact(statement)
        if fact is None:
            others.append(statement)
        else:
            facts.append(fact)
    defined = (each for each in others if each.startswith("#const"))
    constants = _constants(node for each in defined for node in _parsed(each))
    if constants and any(not constants.keys().isdisjoint(_named(row)) for _, row in facts):
        raise NotUnderstoodError("a fact names a constant")
    settings = tuple(constants.items())
    return facts, [rule for each in others for rule in _rules_of(each, settings)]


def _parsed(statement: str) -> list[AST]:
    nodes: list[AST] = []
    try:
        parse_string(statement, nodes.append, logger=lambda code, result: None)
    except RuntimeError:
        raise NotUnderstoodError(f"{statement[:40]!r} is no statement of its own") from None
    return nodes


@lru_cache(maxsize=5_000)
def _rules_of(statement: str, constants: tuple[tuple[str, int], ...]) -> tuple[Rule, ...]:
    """Read the rules of one statement: programs that are verified in turn share most of them."""
    settings = dict(constants)
    found = (_statement(each, settings) for node in _parsed(statement) for each in node.unpool())
    return tuple(rule for rule in found if rule is not None)


def _constants(nodes: Iterable[AST]) -> dict[str, int]:
    """List the constants that a program sets to numbers."""
    found: dict[str, int] = {}
    for node in nodes:
        if node.ast_type != ASTType.Definition:
            continue
        term = node.value
        is_number = term.ast_type == ASTType.SymbolicTerm and term.symbol.type == SymbolType.Number
        if node.name in found or not is_number:
            raise NotUnderstoodError(f"{node}: what the constant is set to")
        found[node.name] = term.symbol.number
    return found


def _named(terms: Iterable[Value]) -> Iterator[str]:
    """List the names in terms."""
    for each in terms:
        if isinstance(each, tuple):
            yield from _named(each[1:])
        elif isinstance(each, str):
            yield each


def _statements(text: str) -> Iterator[str]:
    """Split a program at its stops."""
    begin = 0
    for match in _STOP.finditer(text):
        if match[0] == ".":
            yield text[begin : match.end()].strip()
            begin = match.end()
    if text[begin:].strip():
        raise NotUnderstoodError(f"a statement does not end: {text[begin:].strip()[:40]}")


def _fact(statement: str) -> tuple[str, tuple[Value, ...]] | None:
    """Read a ground fact; nothing for any other statement."""
    match = _WORD.match(statement)
    if match is None or match[3] is None or match[3].startswith("_"):
        return None
    words = list(_words(statement[:-1]))
    if None in words:
        return None
    place = 0

    def term() -> Value:
        nonlocal place
        word = words[place]
        place += 1
        assert word is not None
        if isinstance(word, int) or word.startswith('"'):
            return word
        if word == "(":
            place -= 1
            parts, comma = arguments()
            if len(parts) == 1 and not comma:
                return parts[0]
            return ("", *parts)
        if word in (")", ","):
            raise ValueError
        if place < len(words) and words[place] == "(":
            return (word, *arguments()[0])
        return word

    def arguments() -> tuple[list[Value], bool]:
        nonlocal place
        place += 1
        found: list[Value] = []
        comma = False
        while words[place] != ")":
            found.append(term())
            comma = words[place] == ","
            if comma:
                place += 1
            elif words[place] != ")":
                raise ValueError
        place += 1
        return found, comma

    try:
        value = term()
    except (ValueError, IndexError):
        return None
    if place != len(words):
        return None
    if isinstance(value, str):
        return value, ()
    return value[0], tuple(value[1:])


def _words(text: str) -> Iterator[int | str | None]:
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = _WORD.match(text, at)
        if match is None:
            yield None
            return
        at = match.end()
        if match[2] is not None:
            yield int(match[2])
        elif match[3] is not None:
            yield None if match[3] == "not" or match[3].lstrip("_")[:1].isupper() else match[3]
        else:
            yield match[1] or match[4]


# Statements


_IGNORED = (ASTType.Defined, ASTType.Definition, ASTType.ShowSignature, ASTType.Comment)
_OPERATORS = (">", "<", "<=", ">=", "!=", "=")
_TURNED = {">": "<", "<": ">", "<=": ">=", ">=": "<=", "!=": "!=", "=": "="}
_DENIED = {">": "<=", "<": ">=", "<=": ">", ">=": "<", "!=": "=", "=": "!="}
_CALCULATIONS = ("^", "?", "&", "+", "-", "*", "/", "\\", "**")
_FUNCTIONS = ("#count", "#sum", "#sum+", "#min", "#max")


@dataclass
class _Reading:
    """What is read of one rule: names for variables of its own."""

    constants: Mapping[str, int]
    numbers: Iterator[int] = field(default_factory=count)

    def fresh(self) -> Term:
        return ("var", f"_{next(self.numbers)}")


def _statement(node: AST, constants: Mapping[str, int]) -> Rule | None:
    kind = node.ast_type
    if kind in _IGNORED:
        return None
    if kind == ASTType.Program:
        if node.name != "base" or node.parameters:
            raise NotUnderstoodError("#program begins another part")
        return None
    if kind != ASTType.Rule:
        raise NotUnderstoodError(f"{str(node)[:40]!r} is no rule")
    return _rule(node, _Reading(constants))


def _rule(node: AST, reading: _Reading) -> Rule:
    body: list[Goal] = []
    for each in node.body:
        body += _goals(each, reading)
    text, head = str(node)[:80], node.head
    if head.ast_type == ASTType.Aggregate:
        elements = tuple(_choice_element(each, reading) for each in head.elements)
        return Rule(None, tuple(body), elements, _guards(head, reading, body), text)
    if head.ast_type != ASTType.Literal or head.sign != Sign.NoSign:
        raise NotUnderstoodError(f"the head of {text!r}")
    if head.atom.ast_type == ASTType.BooleanConstant:
        if head.atom.value:
            raise NotUnderstoodError(f"the head of {text!r}")
        return Rule(None, tuple(body), text=text)
    goals: list[Goal] = []
    atom = _atom(head.atom, 0, reading, goals, in_head=True)
    return Rule(atom, (*body, *goals), text=text)


def _choice_element(node: AST, reading: _Reading) -> Element:
    if node.literal.sign != Sign.NoSign or node.literal.atom.ast_type != ASTType.SymbolicAtom:
        raise NotUnderstoodError(f"{node} in a choice")
    goals: list[Goal] = []
    for each in node.condition:
        goals += _goals(each, reading)
    atom = _atom(node.literal.atom, 0, reading, goals, in_head=True)
    return Element((), _simple(goals), atom)


def _simple(goals: Sequence[Goal]) -> tuple[Simple, ...]:
    found = []
    for each in goals:
        if isinstance(each, Aggregate | ConditionalLiteral):
            raise NotUnderstoodError("a condition holds an aggregate")
        found.append(each)
    return tuple(found)


def _goals(node: AST, reading: _Reading) -> list[Goal]:
    """Read an item of a body; what its terms hide comes with it."""
    goals: list[Goal] = []
    if node.ast_type == ASTType.ConditionalLiteral:
        for each in node.condition:
            goals += _goals(each, reading)
        inner: list[Goal] = []
        literal = node.literal
        if literal.atom.ast_type != ASTType.SymbolicAtom:
            raise NotUnderstoodError(f"{node}: no atom stands under a condition")
        atom = _atom(literal.atom, literal.sign, reading, inner, in_head=True)
        if inner:
            raise NotUnderstoodError(f"{node}: an interval stands under a condition")
        return [ConditionalLiteral(atom, _simple(goals))]
    if node.ast_type != ASTType.Literal:
        raise NotUnderstoodError(f"{str(node)[:40]!r} in a body")
    sign, atom_node = int(node.sign), node.atom
    kind = atom_node.ast_type
    if kind == ASTType.SymbolicAtom:
        goals.append(_atom(atom_node, sign, reading, goals, in_head=False))
    elif kind == ASTType.Comparison:
        goals += _comparisons(atom_node, sign, reading, goals)
    elif kind == ASTType.BodyAggregate:
        elements = tuple(_element(each, reading) for each in atom_node.elements)
        guards = _guards(atom_node, reading, goals)
        goals.append(Aggregate(_FUNCTIONS[atom_node.function], elements, guards, sign))
    elif kind == ASTType.BooleanConstant:
        truth = bool(atom_node.value) == (sign != 1)
        goals.append(Comparison("=" if truth else "!=", ("is", 0), ("is", 0)))
    else:
        raise NotUnderstoodError(f"{str(node)[:40]!r} in a body")
    return goals


def _element(node: AST, reading: _Reading) -> Element:
    goals: list[Goal] = []
    terms = tuple(_term(each, reading, goals, False) for each in node.terms)
    for each in node.condition:
        goals += _goals(each, reading)
    return Element(terms, _simple(goals))


def _guards(node: AST, reading: _Reading, goals: list[Goal]) -> tuple[Guard, ...]:
    found = []
    for guard, is_left in ((node.left_guard, True), (node.right_guard, False)):
        if guard is not None:
            operator = _OPERATORS[guard.comparison]
            term = _term(guard.term, reading, goals, False)
            found.append((_TURNED[operator] if is_left else operator, term))
    return tuple(found)


def _comparisons(node: AST, sign: int, reading: _Reading, goals: list[Goal]) -> Iterator[Goal]:
    if sign == 1 and len(node.guards) > 1:
        raise NotUnderstoodError(f"{node}: a chain of comparisons is negated")
    one = _term(node.term, reading, goals, False)
    found: list[Goal] = []
    for guard in node.guards:
        operator = _OPERATORS[guard.comparison]
        operator = _DENIED[operator] if sign == 1 else operator
        if operator == "=" and guard.term.ast_type == ASTType.Interval:
            ends = (_term(e, reading, goals, False) for e in (guard.term.left, guard.term.right))
            found.append(Between(one, *ends))
            other = one
        elif operator != "=" and guard.term.ast_type == ASTType.Interval:
            raise NotUnderstoodError(f"{node}: an interval is compared")
        else:
            other = _term(guard.term, reading, goals, False)
            found.append(Comparison(operator, one, other))
        one = other
    return iter(found)


def _atom(node: AST, sign: int, reading: _Reading, goals: list[Goal], *, in_head: bool) -> Atom:
    symbol = node.symbol
    if symbol.ast_type == ASTType.SymbolicTerm and symbol.symbol.type == SymbolType.Function:
        value = _value(symbol.symbol)
        if isinstance(value, tuple):
            raise NotUnderstoodError(f"{str(node)[:40]!r} is no plain atom")
        return Atom(str(value), (), sign)
    if symbol.ast_type != ASTType.Function or symbol.external:
        raise NotUnderstoodError(f"{str(node)[:40]!r} is no plain atom")
    terms = (_term(each, reading, goals, not in_head and not sign) for each in symbol.arguments)
    return Atom(symbol.name, tuple(terms), sign)


def _term(node: AST, reading: _Reading, goals: list[Goal], names_calculations: bool) -> Term:
    """Read a term; ``names_calculations`` gives each expression a variable, which an atom can bind."""
    kind = node.ast_type

    def again(part: AST) -> Term:
        return _term(part, reading, goals, names_calculations)

    if kind == ASTType.SymbolicTerm:
        value = _value(node.symbol)
        return ("is", reading.constants.get(value, value) if isinstance(value, str) else value)
    if kind == ASTType.Variable:
        return reading.fresh() if node.name == "_" else ("var", node.name)
    if kind == ASTType.Function and not node.external:
        return ("fun", node.name, tuple(map(again, node.arguments)))
    if kind == ASTType.Interval:
        fresh = reading.fresh()
        ends = (_term(each, reading, goals, False) for each in (node.left, node.right))
        goals.append(Between(fresh, *ends))
        return fresh
    if kind == ASTType.BinaryOperation:
        parts = tuple(_term(each, reading, goals, False) for each in (node.left, node.right))
        found: Term = ("calc", _CALCULATIONS[node.operator_type], parts)
    elif kind == ASTType.UnaryOperation:
        part = _term(node.argument, reading, goals, False)
        if node.operator_type == 2:
            found = ("calc", "abs", (part,))
        elif node.operator_type == 0:
            found = ("calc", "-", (("is", 0), part))
        else:
            found = ("calc", "-", (("is", -1), part))
    else:
        raise NotUnderstoodError(f"{str(node)[:40]!r} in a term")
    if isinstance(found[2], tuple) and all(part[0] == "is" for part in found[2]):
        return found
    if names_calculations:
        fresh = reading.fresh()
        goals.append(Comparison("=", fresh, found))
        return fresh
    return found


def _value(symbol: Symbol) -> Value:
    if symbol.type == SymbolType.Number:
        return symbol.number
    if symbol.type == SymbolType.Function:
        if symbol.negative:
            raise NotUnderstoodError(f"{symbol}: classical negation")
        if not symbol.arguments and symbol.name:
            return symbol.name
        return (symbol.name, *map(_value, symbol.arguments))
    return {SymbolType.Infimum: INF, SymbolType.Supremum: SUP}.get(symbol.type) or str(symbol)


def variables(term: Term) -> Iterator[str]:
    """List the variables of a term."""
    if term[0] == "var":
        yield str(term[1])
    elif term[0] in ("fun", "calc"):
        for part in term[2]:
            yield from variables(part)
