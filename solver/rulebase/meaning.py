"""What statements say, in one form: whatever their variables are called, in whatever order their bodies
stand. So rule sets are compared, and findings keep their names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from clingo import ast

from hexcourt.facts.base.cache import digest_of
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.rulebase.statement import Block, RuleStatement

_MIRRORED = {
    ast.ComparisonOperator.GreaterThan: "<",
    ast.ComparisonOperator.GreaterEqual: "<=",
}
_SIGNS = {
    ast.ComparisonOperator.LessThan: "<",
    ast.ComparisonOperator.LessEqual: "<=",
    ast.ComparisonOperator.Equal: "=",
    ast.ComparisonOperator.NotEqual: "!=",
}
_EITHER_WAY = {ast.BinaryOperator.Plus: "+", ast.BinaryOperator.Multiplication: "*"}

_MAX_WAYS = 120
"""In how many orders variables that stand alike are numbered, to find the first one."""


def statements_fingerprint(block: Block) -> str:
    """Fingerprint number and statements of a rule, whatever the words of its sentence are."""
    every = (text for each in block.statements for text in meanings(each))
    return digest_of([block.number, *sorted(every)])


@cache
def meanings(statement: RuleStatement) -> tuple[str, ...]:
    """Write what a statement says: one text for each statement that its pools stand for."""
    return meanings_of(statement.node)


def meanings_of(node: ast.AST) -> tuple[str, ...]:
    """Write what a statement says, as clingo reads it."""
    if node.ast_type is not ast.ASTType.Rule:
        return (str(node),)
    return tuple(dict.fromkeys(_canonical(each) for each in node.unpool()))


def _canonical(node: ast.AST) -> str:
    """Write a rule with its body in order, its variables numbered, comparisons one way round."""
    head, body = _Part(node.head), [*{str(each): _Part(each) for each in node.body}.values()]
    variables = dict.fromkeys(v for part in (head, *body) for v in part.variables)
    return min(
        f"{head.named(names)} :- {'; '.join(sorted(part.named(names) for part in body))}."
        for names in _numbered(head, body, dict.fromkeys(variables, 0), [_MAX_WAYS])
    )


def _numbered(
    head: _Part, body: Sequence[_Part], classes: Mapping[str, int], left: list[int]
) -> Iterator[Mapping[str, str]]:
    """Number variables by where they stand, whatever they are called; those that stand alike in each
    order, as long as so many ways are ``left``.
    """
    classes = _distinguished(head, body, classes)
    sizes = Counter(classes.values())
    alike = min((each for each, size in sizes.items() if size > 1), default=None)
    if alike is None:
        left[0] -= 1
        yield {name: f"V{number}" for name, number in classes.items()}
        return
    for name in [each for each, number in classes.items() if number == alike]:
        if left[0] > 0:
            yield from _numbered(head, body, {**classes, name: len(classes)}, left)


def _distinguished(
    head: _Part, body: Sequence[_Part], classes: Mapping[str, int]
) -> Mapping[str, int]:
    """Distinguish variables by what they stand in, and beside which others, as far as that goes."""
    while True:
        names = {name: f"V{number}" for name, number in classes.items()}
        seen: dict[str, list[str]] = {name: [] for name in classes}
        for part, place in ((head, "head "), *((each, "body ") for each in body)):
            for name in dict.fromkeys(part.variables):
                seen[name].append(place + part.named({**names, name: "V"}))
        keys = {name: (classes[name], sorted(entry)) for name, entry in seen.items()}
        order = sorted({(number, tuple(entry)) for number, entry in keys.values()})
        found = {name: order.index((key[0], tuple(key[1]))) for name, key in keys.items()}
        if len(order) == len(set(classes.values())):
            return found
        classes = found


_WORD = pattern(r'"(?:[^"\\]|\\.)*"|(?<![\w\'])_*[A-Z][\w\']*')
"""A string, or a variable."""


class _Part:
    """A head, or a literal of a body; comparisons, sums and products are kept as their sides."""

    def __init__(self, node: ast.AST) -> None:
        self._node = _normalised(node)
        self.variables = list(_variables(self._node))

    def named(self, names: Mapping[str, str]) -> str:
        """Write it with other names of variables."""
        return _written(self._node, names)


_Text = list[tuple[str, bool]]
"""A text in pieces, and whether each is the name of a variable."""


@dataclass(frozen=True, slots=True)
class _Sides:
    before: str
    sign: str
    sides: Sequence[_Sides | _Text]


def _normalised(node: ast.AST) -> _Sides | _Text:
    """Take comparisons of two terms apart, which are given with < and <= alone, sums and
    products.
    """
    if node.ast_type is ast.ASTType.Literal and node.atom.ast_type is ast.ASTType.Comparison:
        guards = node.atom.guards
        if len(guards) == 1:
            sides = [_normalised(node.atom.term), _normalised(guards[0].term)]
            operator, before = guards[0].comparison, "not " * int(node.sign)
            if operator in _MIRRORED:
                return _Sides(before, _MIRRORED[operator], sides[::-1])
            return _Sides(before, _SIGNS[operator], sides)
    if node.ast_type is ast.ASTType.BinaryOperation and node.operator_type in _EITHER_WAY:
        sides = [_normalised(node.left), _normalised(node.right)]
        return _Sides("", _EITHER_WAY[node.operator_type], sides)
    text = str(node)
    found, last = [], 0
    for match in _WORD.finditer(text):
        if not match[0].startswith('"'):
            found += [(text[last : match.start()], False), (match[0], True)]
            last = match.end()
    return [*found, (text[last:], False)]


def _variables(node: _Sides | _Text) -> Iterator[str]:
    if isinstance(node, _Sides):
        for each in node.sides:
            yield from _variables(each)
    else:
        yield from (word for word, is_name in node if is_name)


def _written(node: _Sides | _Text, names: Mapping[str, str]) -> str:
    if not isinstance(node, _Sides):
        return "".join(names[word] if is_name else word for word, is_name in node)
    items = [_written(each, names) for each in node.sides]
    if node.sign in ("=", "!=", *_EITHER_WAY.values()):
        items.sort()
    text = f" {node.sign} ".join(items)
    return f"({text})" if node.sign in _EITHER_WAY.values() else node.before + text
