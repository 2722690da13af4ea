"""Checks what a question names before anything is solved: a misspelt name would read as "no"."""

from __future__ import annotations

from collections.abc import Iterable

from clingo import ast

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.solver.language.dialect import Dialect
from hexcourt.solver.language.terms import (
    Scope,
    compared,
    is_aggregate,
    is_atom,
    is_comparison,
    is_constant,
    is_number,
    operands,
    terms_within,
)
from hexcourt.solver.language.vocabulary import Askable, askables, meant
from hexcourt.solver.rulebase.syntax import (
    alternatives,
)

_AT = ast.ASTType


class Names:
    """What the predicates, constants and variables of one question are."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.wording = dialect.wording
        self.kinds: dict[str, str] = {}

    def give_kind(self, variable: str, kind: str) -> None:
        """Describe what a variable is; raises BadInput where it is something else already."""
        if variable == "_":
            return
        known = self.kinds.setdefault(variable, kind)
        if known == kind:
            return
        places = self.dialect.places
        if known in places and kind in places:
            self.kinds[variable] = min(known, kind, key=places.index)
        elif not {known, kind} <= set(self.dialect.counts):
            shown = self.wording.fresh.get(variable, variable)
            raise BadInput(f"{shown}: is a {known} and a {kind} at once; use two variables")

    def check(self, node: ast.AST, scope: Scope) -> None:
        """Check a literal of a predicate, and give its variables their kinds."""
        if not is_atom(node):
            return
        for function in alternatives(node.atom.symbol):
            askable = self.askable(function)
            text = self.wording.of_atom(function)
            for kind, argument in zip(askable.kinds, function.arguments, strict=True):
                self._check_argument(text, kind, argument)
                self._check_reckoning([argument])
                self.dialect.check_argument(askable, argument)

    def askable(self, function: ast.AST) -> Askable:
        """Find the predicate; raises BadInput where there is none of that name and arity."""
        if function.ast_type is not _AT.Function:
            raise BadInput(
                f"{self.wording.of(function)}: is no literal of the vocabulary; write not before what "
                "does not hold"
            )
        known = askables().get((function.name, len(function.arguments)))
        if known is not None:
            return known
        forms = [each.form for each in askables().values() if each.name == function.name]
        if forms:
            raise BadInput(
                f"{self.wording.of(function)[:60]}: {function.name[:20]} has other arguments; "
                f"write {listed(forms, 'or')}"
            )
        use = self.dialect.other_use(function.name)
        if use:
            raise BadInput(f"{function.name}: {use}")
        raise BadInput(f"{function.name[:40]}: may not be asked{meant(function.name)}")

    def _check_argument(self, text: str, kind: str, argument: ast.AST) -> None:
        for each in alternatives(argument):
            if each.ast_type is _AT.Variable:
                self.give_kind(each.name, kind)
            else:
                self.dialect.check_constant(text, kind, each)

    def kind_of(self, term: ast.AST) -> str:
        """Return the kind of a term, empty where it is not known."""
        if term.ast_type is _AT.Variable:
            return self.kinds.get(term.name, "")
        found = {self.kind_of(each) for each in operands(term)} & set(self.dialect.halved)
        return min(found, default="")

    def check_use(self, node: ast.AST, scope: Scope) -> None:
        """Check what is compared and computed with, the kinds of all variables being known."""
        if is_comparison(node):
            self._check_reckoning(compared(node.atom))
            self._check_compared(node, compared(node.atom))
        elif is_aggregate(node) and node.atom.ast_type is _AT.BodyAggregate:
            self._check_aggregate(node)

    def check_terms(self, terms: Iterable[ast.AST]) -> None:
        """Check what is computed in terms."""
        self._check_reckoning(terms)

    def _check_reckoning(self, terms: Iterable[ast.AST]) -> None:
        for term in terms_within(terms):
            for each in operands(term):
                kind = self.kind_of(each)
                if is_constant(each) or (kind and kind not in self.dialect.numbers):
                    shown = self.wording.of(each)
                    what = f"is a {kind}" if kind else "is no number"
                    raise BadInput(
                        f"{self.wording.of(term)}: {shown} {what}, and cannot be reckoned with; name it "
                        "alone"
                    )

    def _check_compared(self, node: ast.AST, terms: list[ast.AST]) -> None:
        text = self.wording.of(node)
        kinds = sorted({kind for each in terms if (kind := self.kind_of(each))})
        named = [kind for kind in kinds if kind not in self.dialect.numbers]
        every = [each for term in terms for each in alternatives(term)]
        numbers = [each for each in every if is_number(each)]
        if named and (len(kinds) > len(named) or numbers):
            other = next((kind for kind in kinds if kind in self.dialect.numbers), "number")
            raise BadInput(f"{text}: compares a {named[0]} with a {other}; compare like with like")
        if len(named) > 1 and not set(named) <= set(self.dialect.places):
            raise BadInput(
                f"{text}: compares a {named[0]} with a {named[1]}; compare like with like"
            )
        for each in every:
            if not is_constant(each):
                continue
            if named:
                self.dialect.check_constant(text, named[0], each)
            elif kinds or numbers:
                what = kinds[0] if kinds else "number"
                raise BadInput(f"{text}: {self.wording.of(each)[:40]} is no {what}; write a number")

    def _check_aggregate(self, node: ast.AST) -> None:
        adds = node.atom.function in (ast.AggregateFunction.Sum, ast.AggregateFunction.SumPlus)
        for element in node.atom.elements:
            self._check_reckoning(element.terms)
            first = element.terms[0] if element.terms else None
            if adds and first is not None:
                kind = self.kind_of(first)
                if is_constant(first) or (kind and kind not in self.dialect.numbers):
                    raise BadInput(
                        f"{self.wording.of(first)}: is no number to add up; put a number first, or "
                        "count with #count"
                    )
