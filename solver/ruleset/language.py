"""What questions to another rule set may name: predicates that it declares, and words that it has."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import ClassVar

from clingo import ast

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.solver.language.vocabulary import Askable, Dialect, askables, is_constant
from hexcourt.solver.rulebase.known_words import words_known
from hexcourt.solver.rulebase.rulebase import active_rules

_WORD = re.compile(r"(?<![\w\"])[a-z]\w*")


class FolderLanguage(Dialect):
    """What one question may name: arguments are numbers or names, by their kinds in the vocabulary."""

    example: ClassVar[str] = "which X : name(X)"
    example_literal: ClassVar[str] = "name(X)"
    example_claim: ClassVar[str] = "all X : name(X) -> other(X)"
    example_pool: ClassVar[str] = "name((one;other))"

    def __init__(self, facts: str) -> None:
        """Take the names that questions may use from a facts file, beside those of the rules."""
        super().__init__()
        self._words = words_known(active_rules()) | frozenset(_WORD.findall(facts))

    def renamed(self, text: str) -> str:
        """Return a question as it is."""
        return text

    def check_constant(self, text: str, kind: str, argument: ast.AST) -> None:
        """Raise BadInput for a name where a number belongs, and for one that nothing has."""
        shown = self.wording.of(argument)[:40]
        if kind in self.numbers:
            if is_constant(argument):
                raise BadInput(f"{text}: {shown} is no {kind}; write a number")
            return
        for word in _WORD.findall(str(argument)):
            if word not in self._words:
                near = get_close_matches(word, sorted(self._words), n=2, cutoff=0.6)
                mend = f"did you mean {listed(near, 'or')}?" if near else "name what the facts name"
                raise BadInput(f"{text}: {word[:40]} is named by no fact and no rule; {mend}")

    def check_argument(self, askable: Askable, argument: ast.AST) -> None:
        """Take any argument of the right kind."""

    def check_variable(self, name: str) -> None:
        """Take any variable."""

    def is_term(self, name: str) -> bool:
        """Return whether facts or rules have terms of this name."""
        return name in self._words

    def other_use(self, name: str) -> str:
        """Return "": a name that is no predicate is nothing else."""
        del name
        return ""

    def settled(self, kind: str, term: ast.AST) -> ast.AST:
        """Return a term as it is."""
        del kind
        return term

    def rewritten(self, literals: list[ast.AST]) -> list[ast.AST]:
        """Return literals as they are."""
        return literals

    def bound(self, name: str, kind: str) -> str:
        """Write a literal that bounds a variable of a kind."""
        if kind in self.numbers:
            return f"{name} = 0..3"
        for each in askables().values():
            if kind in each.kinds:
                names = (name if k == kind else "_" for k in each.kinds)
                return f"{each.name}({', '.join(names)})"
        return f"a literal that names {name}"
