"""What statements say, in one form: whatever their variables are called, in whatever order their bodies
stand. So laws are compared, and findings keep their names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from clingo import ast

from hexcourt.facts.digests import digest_of
from hexcourt.solver.statutes.statute import Block, Statute

_FLIPPED = {
    ast.ComparisonOperator.GreaterThan: "<",
    ast.ComparisonOperator.GreaterEqual: "<=",
}
_SIGNS = {
    ast.ComparisonOperator.LessThan: "<",
    ast.ComparisonOperator.LessEqual: "<=",
    ast.ComparisonOperator.Equal: "=",
    ast.ComparisonOperator.NotEqual: "!=",
}
_MOST_WAYS = 120
"""In how many orders variables that stand alike are numbered, to find the first one."""


@cache
def fingerprint(block: Block) -> str:
    """Fingerprint number, sentence and statements of a rule, by what these say."""
    said = sorted(text for each in block.statutes for text in meanings(each))
    return digest_of([block.number, " ".join(block.sentence.split()), *said])


@cache
def meanings(statute: Statute) -> tuple[str, ...]:
    """Write what a statement says: one text for each statement that its pools stand for."""
    if statute.node.ast_type is not ast.ASTType.Rule:
        return (str(statute.node),)
    return tuple(dict.fromkeys(_canonical(each) for each in statute.node.unpool()))


def _canonical(node: ast.AST) -> str:
    """Write a rule with its body in order, its variables numbered, comparisons one way round."""
    head, body = _Part(node.head), [*{str(each): _Part(each) for each in node.body}.values()]
    variables = dict.fromkeys(v for part in (head, *body) for v in part.variables)
    return min(
        f"{head.named(names)} :- {'; '.join(sorted(part.named(names) for part in body))}."
        for names in _numbered(head, body, dict.fromkeys(variables, 0), [_MOST_WAYS])
    )


def _numbered(
    head: _Part, body: Sequence[_Part], classes: Mapping[str, int], left: list[int]
) -> Iterator[Mapping[str, str]]:
    """Number variables by where they stand, whatever they are called; those that stand alike in each
    order, as long as so many ways are ``left``.
    """
    classes = _told_apart(head, body, classes)
    sizes = Counter(classes.values())
    alike = min((each for each, size in sizes.items() if size > 1), default=None)
    if alike is None:
        left[0] -= 1
        yield {name: f"V{number}" for name, number in classes.items()}
        return
    for name in [each for each, number in classes.items() if number == alike]:
        if left[0] > 0:
            yield from _numbered(head, body, {**classes, name: len(classes)}, left)


def _told_apart(
    head: _Part, body: Sequence[_Part], classes: Mapping[str, int]
) -> Mapping[str, int]:
    """Tell variables apart by what they stand in, and beside which others, as far as that goes."""
    while True:
        names = {name: f"V{number}" for name, number in classes.items()}
        seen: dict[str, list[str]] = {name: [] for name in classes}
        for part, place in ((head, "head "), *((each, "body ") for each in body)):
            for name in dict.fromkeys(part.variables):
                seen[name].append(place + part.named({**names, name: "V"}))
        keys = {name: (classes[name], sorted(told)) for name, told in seen.items()}
        order = sorted({(number, tuple(told)) for number, told in keys.values()})
        found = {name: order.index((key[0], tuple(key[1]))) for name, key in keys.items()}
        if len(order) == len(set(classes.values())):
            return found
        classes = found


_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![\w\'])_*[A-Z][\w\']*')
"""A string, or a variable."""


class _Part:
    """A head, or a literal of a body: one text, or the two sides of a comparison and its sign."""

    def __init__(self, node: ast.AST) -> None:
        self._before, self._sign, sides = _sides(node)
        self._sides = [self._split(each) for each in sides]
        self.variables = [w for side in self._sides for w, is_name in side if is_name]

    @staticmethod
    def _split(text: str) -> list[tuple[str, bool]]:
        """Part a text into names of variables and what stands between them."""
        found, last = [], 0
        for match in _WORD.finditer(text):
            if not match[0].startswith('"'):
                found += [(text[last : match.start()], False), (match[0], True)]
                last = match.end()
        return [*found, (text[last:], False)]

    def named(self, names: Mapping[str, str]) -> str:
        """Write it with other names of variables."""
        told = ["".join(names[w] if is_name else w for w, is_name in e) for e in self._sides]
        if self._sign in ("=", "!="):
            told.sort()
        return self._before + f" {self._sign} ".join(told)


def _sides(node: ast.AST) -> tuple[str, str, Sequence[str]]:
    """Take a comparison of two terms apart: what stands before it, its sign, < and <= alone, and its
    sides; else give the whole text as one.
    """
    if node.ast_type is ast.ASTType.Literal and node.atom.ast_type is ast.ASTType.Comparison:
        guards = node.atom.guards
        if len(guards) == 1:
            sides, operator = (str(node.atom.term), str(guards[0].term)), guards[0].comparison
            before = "not " * int(node.sign)
            if operator in _FLIPPED:
                return before, _FLIPPED[operator], sides[::-1]
            return before, _SIGNS[operator], sides
    return "", "", (str(node),)
