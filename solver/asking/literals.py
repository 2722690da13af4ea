"""Reads the literals of a question: names and constants checked, values and units written out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from clingo import Number, String, SymbolType, ast

from hexcourt.facts.board import Board
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.terrain_terms import COUNTERS, known_terms, nearest_term
from hexcourt.solver.asking.vocabulary import (
    HALVED,
    PLACES,
    STATUSES,
    STEADY,
    Askable,
    askables,
    meant,
)
from hexcourt.solver.locations import read_location

_AT = ast.ASTType
_HALVES = "halves"

PATHS, PATH_TERMS = ("path", "bypass_path"), ("crosses", "enters")
"""The predicates of a path, and those of what it passes, which are asked of the one path beside them."""

CROSSED = ("roadblock",)
"""The kinds of pieces that a path may cross."""

_PLAIN, _HALF = "plain", "half"


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

    bodies: tuple[Any, ...]
    terms: tuple[str, ...]
    term_kinds: tuple[str, ...]
    kinds: dict[str, str]


@dataclass
class Scope:
    """The literals of a body, or of a condition in it; values written as functions add to them."""

    literals: list[ast.AST]
    signatures: set[tuple[str, int]] = field(default_factory=set)


class Reader:
    """Reads the bodies of one question."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.kinds: dict[str, str] = {}
        self.fresh = 0
        self.used: set[tuple[str, int]] = set()

    def finished(self, bodies: Sequence[list[ast.AST] | None], terms: Sequence[ast.AST]) -> Read:
        """Check everything, write values and units out, and give what is left."""
        written = [None if body is None else self._with_values(body) for body in bodies]
        for body in written:
            if body is not None:
                _walk(body, self._check)
        for _ in range(3):  # a variable may get its kind from another's
            for body in written:
                if body is not None:
                    _walk(body, self._infer)
        read: list[Body | None] = []
        for body in written:
            if body is None:
                read.append(None)
                continue
            scaled = [self._scaled(each) for each in body]
            read.append(self._body(scaled))
        terms_read = [self._scaled_term(self._unit(term), term) for term in terms]
        kinds = tuple(self._kind_of_term(term) for term in terms)
        return Read(tuple(read), tuple(map(str, terms_read)), kinds, dict(self.kinds))

    # --- values written as functions ---------------------------------------------------------------

    def _with_values(self, body: list[ast.AST]) -> list[ast.AST]:
        found: list[ast.AST] = []
        for literal in body:
            found += self._literal_with_values(literal)
        return found

    def _literal_with_values(self, node: ast.AST) -> list[ast.AST]:
        """Write a literal, and before it the literals that its values need."""
        if node.ast_type is _AT.ConditionalLiteral:
            condition = self._with_values(list(node.condition))
            inner = self._literal_with_values(node.literal)
            return [node.update(literal=inner[-1], condition=[*condition, *inner[:-1]])]
        atom = node.atom
        if atom.ast_type is _AT.Comparison:
            more: list[ast.AST] = []
            term = self._term_with_values(atom.term, more)
            guards = [
                each.update(term=self._term_with_values(each.term, more)) for each in atom.guards
            ]
            return [*more, node.update(atom=atom.update(term=term, guards=guards))]
        if atom.ast_type is _AT.BodyAggregate:
            elements = [self._element_with_values(each) for each in atom.elements]
            return [node.update(atom=atom.update(elements=elements))]
        if atom.ast_type is _AT.Aggregate:
            elements = [
                each.update(condition=self._with_values(list(each.condition)))
                for each in atom.elements
            ]
            return [node.update(atom=atom.update(elements=elements))]
        return [node]

    def _element_with_values(self, element: ast.AST) -> ast.AST:
        condition = self._with_values(list(element.condition))
        more: list[ast.AST] = []
        terms = [self._term_with_values(each, more) for each in element.terms]
        return element.update(terms=terms, condition=[*more, *condition])

    def _term_with_values(self, term: ast.AST, more: list[ast.AST]) -> ast.AST:
        if term.ast_type is _AT.Function and term.name != _HALVES and term.arguments:
            askable = askables().get((term.name, len(term.arguments) + 1))
            if askable is not None and askable.has_value:
                self.fresh += 1
                value = ast.Variable(term.location, f"Value{self.fresh}")
                function = term.update(arguments=[*term.arguments, value])
                more.append(ast.Literal(term.location, ast.Sign.NoSign, ast.SymbolicAtom(function)))
                return value
            if askable is not None or any(name == term.name for name, _ in askables()):
                known = " or ".join(a.form for a in askables().values() if a.name == term.name)
                raise BadInput(f"{_text(term)}: has no value to compare; write {known}")
            if not self._is_constant(term):
                raise BadInput(f"{_text(term)}: nothing of that name has a value{meant(term.name)}")
        if term.ast_type is _AT.BinaryOperation:
            left, right = (self._term_with_values(each, more) for each in (term.left, term.right))
            return term.update(left=left, right=right)
        if term.ast_type is _AT.UnaryOperation:
            return term.update(argument=self._term_with_values(term.argument, more))
        return term

    @staticmethod
    def _is_constant(term: ast.AST) -> bool:
        """Tell whether a function is a term for terrain, or built like one: no number to compare."""
        text = _text(term)
        return text in known_terms() or any(
            each.split("(")[0] == term.name for each in known_terms()
        )

    # --- names and constants ---------------------------------------------------------------------------

    def _check(self, node: ast.AST, scope: Scope) -> None:
        """Check a literal of a predicate, and give its variables their kinds."""
        if node.ast_type is not _AT.Literal or node.atom.ast_type is not _AT.SymbolicAtom:
            return
        symbol = node.atom.symbol
        for function in _alternatives(symbol):
            askable = self._askable(function)
            self.used.add(askable.signature)
            for kind, argument in zip(askable.kinds, function.arguments, strict=True):
                self._check_argument(function, kind, argument)

    def _askable(self, function: ast.AST) -> Askable:
        if function.ast_type is not _AT.Function:
            raise BadInput(f"{_text(function)}: only what the vocabulary lists may be asked")
        known = askables().get((function.name, len(function.arguments)))
        if known is not None:
            return known
        forms = [each.form for each in askables().values() if each.name == function.name]
        if forms:
            raise BadInput(
                f"{_text(function)[:60]}: {function.name} has other arguments; "
                f"write {listed(forms, 'or')}"
            )
        if any(term.split("(")[0] == function.name for term in known_terms()):
            told = f"terrain(H, {function.name}), or shows(H, {function.name}) where it is drawn"
            raise BadInput(f"{function.name}: is terrain; write {told}")
        raise BadInput(f"{function.name[:40]}: may not be asked{meant(function.name)}")

    def _check_argument(self, function: ast.AST, kind: str, argument: ast.AST) -> None:
        if argument.ast_type is _AT.Variable:
            self._give_kind(argument.name, kind)
        elif argument.ast_type is _AT.Pool:
            for each in argument.arguments:
                self._check_argument(function, kind, each)
        elif kind in PLACES:
            self._check_place(function, kind, argument)
        elif kind == "status" and str(argument) not in STATUSES:
            raise BadInput(
                f"{_text(function)}: {argument} is no status; write {listed(STATUSES, 'or')}"
            )
        elif kind in (*HALVED, "number", "turn"):
            if _string_in(argument) is not None or _constant_in(argument):
                raise BadInput(f"{_text(function)}: {argument} is no {kind}; write a number")
        elif kind == "terrain" and not _has_variable(argument):
            term = str(argument)
            if term not in known_terms() and term not in COUNTERS:
                raise BadInput(
                    f"{_text(function)}: terrain {term[:40]} is not known{nearest_term(term)}"
                )

    def _check_place(self, function: ast.AST, kind: str, argument: ast.AST) -> None:
        name = _string_in(argument)
        if name is None:
            raise BadInput(
                f"{_text(function)}: {str(argument)[:40]} is no {kind}; quote its name, such as "
                f'"{_an_example(self.board)}"'
            )
        if kind == "hex":
            self.board.hex(name)
        elif kind == "location":
            read_location(self.board, name)

    def _give_kind(self, variable: str, kind: str) -> None:
        if variable == "_":
            return
        known = self.kinds.setdefault(variable, kind)
        if known == kind:
            return
        if known in PLACES and kind in PLACES:
            self.kinds[variable] = min(known, kind, key=PLACES.index)
            return
        if {known, kind} <= {"number", "turn"}:
            return
        raise BadInput(f"{variable}: is a {known} and a {kind} at once; use two variables")

    # --- units -----------------------------------------------------------------------------------------

    def _infer(self, node: ast.AST, scope: Scope) -> None:
        """Give a variable that is set equal to a level or cost its kind."""
        if node.ast_type is not _AT.Literal or node.atom.ast_type is not _AT.Comparison:
            return
        terms = [node.atom.term, *(each.term for each in node.atom.guards)]
        kinds = {self._kind_of_term(each) for each in terms} - {""}
        halved = sorted(kinds & set(HALVED))
        if len(halved) > 1:
            raise BadInput(f"{_text(node)}: compares a {halved[0]} with a {halved[1]}")
        if (
            len(node.atom.guards) == 1
            and node.atom.guards[0].comparison == ast.ComparisonOperator.Equal
        ):
            for each in terms:
                if each.ast_type is _AT.Variable and each.name not in self.kinds and kinds:
                    self._give_kind(each.name, min(kinds))

    def _kind_of_term(self, term: ast.AST) -> str:
        if term.ast_type is _AT.Variable:
            return self.kinds.get(term.name, "")
        if term.ast_type is _AT.BinaryOperation:
            found = {self._kind_of_term(each) for each in (term.left, term.right)} & set(HALVED)
            return min(found, default="")
        if term.ast_type is _AT.UnaryOperation:
            return self._kind_of_term(term.argument)
        return ""

    def _unit(self, term: ast.AST) -> str:
        if term.ast_type is _AT.Function and term.name == _HALVES:
            return _HALF
        if term.ast_type in (_AT.BinaryOperation, _AT.Interval):
            return _HALF if _HALF in (self._unit(term.left), self._unit(term.right)) else _PLAIN
        if term.ast_type is _AT.UnaryOperation:
            return self._unit(term.argument)
        return _HALF if self._kind_of_term(term) in HALVED else _PLAIN

    def _scaled_term(self, unit: str, term: ast.AST) -> ast.AST:
        """Write a term in halves, or as it is."""
        if unit == _PLAIN:
            if _uses_halves(term):
                raise BadInput(
                    f"{_text(term)}: halves are for levels and costs; write a whole number"
                )
            return term
        if term.ast_type is _AT.Function and term.name == _HALVES:
            halves: ast.AST = term.arguments[0]
            return halves
        if self._unit(term) == _PLAIN:
            return self._doubled(term)
        if term.ast_type is _AT.BinaryOperation:
            return self._scaled_operation(term)
        if term.ast_type is _AT.Interval:
            return term.update(
                left=self._scaled_term(unit, term.left), right=self._scaled_term(unit, term.right)
            )
        if term.ast_type is _AT.UnaryOperation:
            return term.update(argument=self._scaled_term(unit, term.argument))
        return term

    def _scaled_operation(self, term: ast.AST) -> ast.AST:
        operator = term.operator_type
        if operator in (ast.BinaryOperator.Plus, ast.BinaryOperator.Minus):
            return term.update(
                left=self._scaled_term(_HALF, term.left), right=self._scaled_term(_HALF, term.right)
            )
        if operator == ast.BinaryOperator.Multiplication and _PLAIN in (
            self._unit(term.left),
            self._unit(term.right),
        ):
            sides = {
                name: self._scaled_term(self._unit(side), side)
                for name, side in (("left", term.left), ("right", term.right))
            }
            return term.update(**sides)
        raise BadInput(
            f"{_text(term)}: levels and costs may be added, subtracted and multiplied by a number; "
            "write it without another operation"
        )

    def _doubled(self, term: ast.AST) -> ast.AST:
        if term.ast_type is _AT.SymbolicTerm and term.symbol.type is SymbolType.Number:
            return term.update(symbol=Number(2 * term.symbol.number))
        if term.ast_type is _AT.SymbolicTerm or term.ast_type is _AT.Function:
            return term  # #sup, #inf and constants have no unit
        if term.ast_type is _AT.Interval:
            return term.update(left=self._doubled(term.left), right=self._doubled(term.right))
        two = ast.SymbolicTerm(term.location, Number(2))
        return ast.BinaryOperation(term.location, ast.BinaryOperator.Multiplication, two, term)

    def _scaled(self, node: ast.AST) -> ast.AST:
        """Write a literal in the law's units."""
        if node.ast_type is _AT.ConditionalLiteral:
            return node.update(
                literal=self._scaled(node.literal),
                condition=[self._scaled(each) for each in node.condition],
            )
        atom = node.atom
        if atom.ast_type is _AT.SymbolicAtom:
            return node.update(atom=atom.update(symbol=self._scaled_symbol(atom.symbol)))
        if atom.ast_type is _AT.Comparison:
            terms = [atom.term, *(each.term for each in atom.guards)]
            unit = _HALF if _HALF in map(self._unit, terms) else _PLAIN
            guards = [each.update(term=self._scaled_term(unit, each.term)) for each in atom.guards]
            return node.update(
                atom=atom.update(term=self._scaled_term(unit, atom.term), guards=guards)
            )
        if atom.ast_type is _AT.BodyAggregate:
            return node.update(atom=self._scaled_aggregate(atom))
        if atom.ast_type is _AT.Aggregate:
            elements = [self._scaled(each) for each in atom.elements]
            return node.update(atom=atom.update(elements=elements))
        return node

    def _scaled_aggregate(self, atom: ast.AST) -> ast.AST:
        counts = atom.function == ast.AggregateFunction.Count
        unit = _PLAIN
        elements = []
        for each in atom.elements:
            if not counts and each.terms:
                unit = max(unit, self._unit(each.terms[0]), key=(_PLAIN, _HALF).index)
            elements.append(each.update(condition=[self._scaled(c) for c in each.condition]))
        if not counts:
            elements = [
                each.update(terms=[self._scaled_term(unit, each.terms[0]), *each.terms[1:]])
                for each in elements
            ]
        guards = {
            side: None if guard is None else guard.update(term=self._guard(unit, guard.term))
            for side, guard in (("left_guard", atom.left_guard), ("right_guard", atom.right_guard))
        }
        return atom.update(elements=elements, **guards)

    def _guard(self, unit: str, term: ast.AST) -> ast.AST:
        if term.ast_type is _AT.Variable and unit == _HALF:
            self._give_kind(term.name, "cost")
        return self._scaled_term(unit, term)

    def _scaled_symbol(self, symbol: ast.AST) -> ast.AST:
        if symbol.ast_type is _AT.Pool:
            return symbol.update(arguments=[self._scaled_symbol(each) for each in symbol.arguments])
        askable = self._askable(symbol)
        arguments = []
        for kind, argument in zip(askable.kinds, symbol.arguments, strict=True):
            if kind == "location" and (name := _string_in(argument)) is not None:
                found = read_location(self.board, name)[0].name
                argument = argument.update(symbol=String(found))
            arguments.append(self._scaled_term(_HALF if kind in HALVED else _PLAIN, argument))
        return symbol.update(arguments=arguments)

    # --- what is left ----------------------------------------------------------------------------------

    def _body(self, literals: list[ast.AST]) -> Body:
        literals = _with_path_terms(literals)
        looked_up = tuple(str(each) for each in literals if _is_steady(each))
        signatures: set[tuple[str, int]] = set()
        asked: list[Asked] = []

        def gather(node: ast.AST, scope: Scope) -> None:
            if node.ast_type is not _AT.Literal or node.atom.ast_type is not _AT.SymbolicAtom:
                return
            for function in _alternatives(node.atom.symbol):
                joined = function.name in PATHS  # what is asked of the path is its last argument
                askable = askables()[function.name, len(function.arguments) - joined]
                signatures.add((function.name, len(function.arguments)))
                if askable.told:
                    beside = dict.fromkeys(
                        (*looked_up, *(str(x) for x in scope.literals if _is_steady(x)))
                    )
                    arguments = tuple(map(str, function.arguments))
                    positive = node.sign == ast.Sign.NoSign
                    asked.append(Asked(askable, arguments, tuple(beside), positive))

        _walk(literals, gather)
        names = dict.fromkeys(
            name for each in literals for name in _variables(each) if not name.startswith("Value")
        )
        variables = tuple(name for name in names if _is_global(literals, name))
        text = "; ".join(map(str, literals))
        return Body(text, frozenset(signatures), tuple(asked), variables, looked_up)


def _walk(literals: list[ast.AST], visit: Callable[[ast.AST, Scope], None]) -> None:
    """Visit all literals, those in conditions with their scope."""
    scope = Scope(literals)
    for node in literals:
        if node.ast_type is _AT.ConditionalLiteral:
            inner = list(node.condition)
            _walk_with(visit, Scope([*literals, *inner]), [*inner, node.literal])
        elif node.atom.ast_type is _AT.BodyAggregate:
            for element in node.atom.elements:
                inner = list(element.condition)
                _walk_with(visit, Scope([*literals, *inner]), inner)
        elif node.atom.ast_type is _AT.Aggregate:
            for element in node.atom.elements:
                inner = list(element.condition)
                _walk_with(visit, Scope([*literals, *inner]), [*inner, element.literal])
        visit(node, scope)


def _walk_with(
    visit: Callable[[ast.AST, Scope], None], scope: Scope, literals: Iterable[ast.AST]
) -> None:
    for each in literals:
        visit(each, scope)


def _alternatives(symbol: ast.AST) -> Iterator[ast.AST]:
    """List what a pool of atoms stands for; a symbol alone stands for itself."""
    if symbol.ast_type is _AT.Pool:
        for each in symbol.arguments:
            yield from _alternatives(each)
    else:
        yield symbol


def _is_steady(node: ast.AST) -> bool:
    """Tell whether a literal hangs on the board alone, or compares."""
    if node.ast_type is not _AT.Literal or node.sign != ast.Sign.NoSign:
        return False
    if node.atom.ast_type is not _AT.SymbolicAtom:
        return bool(node.atom.ast_type is _AT.Comparison)
    return all(
        each.name in STEADY
        or (each.name not in PATHS and not askables()[each.name, len(each.arguments)].told)
        for each in _alternatives(node.atom.symbol)
    )


def _with_path_terms(literals: list[ast.AST]) -> list[ast.AST]:
    """Write what is asked of a path, crosses and enters, into the path itself."""
    terms = [each for each in literals if _name_of(each) in PATH_TERMS]
    paths = [each for each in literals if _name_of(each) in PATHS]
    nested: list[ast.AST] = []
    _walk(literals, lambda node, scope: nested.append(node))
    if any(_name_of(each) in {*PATH_TERMS, *PATHS} for each in nested if each not in literals):
        raise BadInput(
            "path, crosses and enters cannot stand in a condition; write them in the body"
        )
    if terms and len(paths) != 1:
        raise BadInput(f"{_text(terms[0])}: of which path? Write one path or bypass_path beside it")
    told = "; ".join(sorted(map(_term_of_path, terms)))
    found = []
    for each in literals:
        if each in paths:
            symbol = each.atom.symbol
            last = ast.SymbolicTerm(symbol.location, String(told))
            symbol = symbol.update(arguments=[*symbol.arguments, last])
            found.append(each.update(atom=each.atom.update(symbol=symbol)))
        elif each not in terms:
            found.append(each)
    return found


def _name_of(node: ast.AST) -> str:
    if node.ast_type is not _AT.Literal or node.atom.ast_type is not _AT.SymbolicAtom:
        return ""
    name: str = getattr(node.atom.symbol, "name", "")
    return name


def _term_of_path(node: ast.AST) -> str:
    """Write what is asked of a path as words: ``not crosses L12 K12``."""
    symbol = node.atom.symbol
    arguments = [_string_in(each) or str(each) for each in symbol.arguments]
    if any(_has_variable(each) for each in symbol.arguments):
        raise BadInput(f"{_text(node)}: takes no variable; name a hex, or ask once for each hex")
    if symbol.name == "crosses" and len(arguments) == 1 and arguments[0] not in CROSSED:
        raise BadInput(
            f"{_text(node)}: a path may cross a {listed(CROSSED, 'or')}, or the hexside of two hexes"
        )
    return " ".join(["not"] * (node.sign != ast.Sign.NoSign) + [symbol.name, *arguments])


def _is_global(literals: list[ast.AST], name: str) -> bool:
    """Tell whether a variable stands outside of conditions."""
    return any(
        name in _variables(each)
        for each in literals
        if each.ast_type is _AT.Literal
        and each.sign == ast.Sign.NoSign
        and each.atom.ast_type in (_AT.SymbolicAtom, _AT.Comparison)
    )


def _variables(node: ast.AST) -> list[str]:
    found: dict[str, None] = {}

    class Names(ast.Transformer):
        def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802
            if node.name != "_":
                found[node.name] = None
            return node

    Names().visit(node)
    return list(found)


def _has_variable(term: ast.AST) -> bool:
    return "_" in str(term).split() or bool(_variables(term)) or "_" in str(term)


def _uses_halves(term: ast.AST) -> bool:
    return f"{_HALVES}(" in str(term)


def _string_in(term: ast.AST) -> str | None:
    if term.ast_type is _AT.SymbolicTerm and term.symbol.type is SymbolType.String:
        text: str = term.symbol.string
        return text
    return None


def _constant_in(term: ast.AST) -> bool:
    if term.ast_type is _AT.SymbolicTerm:
        return bool(term.symbol.type is SymbolType.Function)
    return bool(term.ast_type is _AT.Function and term.name != _HALVES)


def _an_example(board: Board) -> str:
    return board.hexes[len(board.hexes) // 2].name if board.hexes else "A1"


def _text(node: ast.AST) -> str:
    """Write a node as it was asked, more or less."""
    return str(node).replace("; ", ", ")[:80]
