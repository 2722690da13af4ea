"""What questions take from their subject: kinds of arguments, names, and examples for messages."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

import clingo
from clingo import ast

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.solver.language.terms import Wording, signature_in
from hexcourt.solver.language.vocabulary import Askable, askables

_UNSAFE = re.compile(r"'(#?\w+)' is unsafe")


class Dialect(ABC):
    """What one question may name; a subclass knows the names of a subject.

    ``halved`` are the kinds of argument that rules count in halves and questions in wholes, ``counts``
    the other kinds of numbers. ``places`` are the kinds of quoted names, each among the next; those in
    ``settled_kinds`` have names of their own in tables. ``steady`` predicates depend on the subject's
    data alone, although they are computed. ``derived`` maps predicates to their names in rules, and
    ``extended`` are those that ``rewritten`` gives one argument more. ``example`` is a question,
    ``example_literal``, ``example_claim`` and ``example_pool`` are parts of questions.
    """

    halved: ClassVar[tuple[str, ...]] = ()
    counts: ClassVar[tuple[str, ...]] = ("number",)
    places: ClassVar[tuple[str, ...]] = ()
    settled_kinds: ClassVar[tuple[str, ...]] = ()
    steady: ClassVar[tuple[str, ...]] = ()
    extended: ClassVar[tuple[str, ...]] = ()
    derived: ClassVar[Mapping[str, str]] = MappingProxyType({})
    example: ClassVar[str]
    example_literal: ClassVar[str]
    example_claim: ClassVar[str]
    example_pool: ClassVar[str]

    def __init__(self) -> None:
        self.wording = Wording()

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the kinds that are numbers."""
        return (*self.halved, *self.counts)

    @property
    def halved_words(self) -> str:
        """Name what is counted in halves."""
        return listed(f"{each}s" for each in self.halved)

    def has_value(self, askable: Askable) -> bool:
        """Return whether a predicate may be written as its value: ``price(X) >= 2``."""
        return len(askable.arguments) > 1 and askable.kinds[-1] in self.numbers

    def askable_of(self, function: ast.AST) -> Askable | None:
        """Find the predicate of a rewritten literal; None for one that has another name there."""
        name, arity = signature_in(function)
        return askables().get((name, arity - (name in self.extended)))

    def check_safe(self, asked: str, rules: str, kinds: Mapping[str, str]) -> None:
        """Raise BadInput where a variable of some rules ranges over everything; nothing is grounded."""
        told: list[str] = []
        control = clingo.Control(logger=lambda code, text: told.append(text))
        try:
            control.add("base", [], rules)
            control.ground([("nothing", [])])  # clingo checks every part before it grounds one
        except RuntimeError:
            raise self._unsafe(asked, " ".join(told), kinds) from None

    def _unsafe(self, asked: str, told: str, kinds: Mapping[str, str]) -> BadInput:
        shown = " ".join(asked.split())[:60]
        unsafe = dict.fromkeys(_UNSAFE.findall(told))
        named = sorted(
            each for each in unsafe if each not in self.wording.fresh and "#" not in each
        )
        if named:
            name = min(named, key=asked.find)
            such = self.bound(name, kinds.get(name, ""))
            return BadInput(f"{shown}: nothing says where {name} ranges; add such as {such}")
        if unsafe:
            return BadInput(
                f"{shown}: _ stands for everything there; name a variable that ranges somewhere"
            )
        said = " ".join(told.split())[:200]
        return BadInput(f"{shown}: cannot be asked: {said}; write it plainer")

    @abstractmethod
    def renamed(self, text: str) -> str:
        """Write the names of a question as the subject writes them."""

    @abstractmethod
    def check_constant(self, text: str, kind: str, argument: ast.AST) -> None:
        """Raise BadInput unless a term is of a kind; ``text`` is the literal that it stands in."""

    @abstractmethod
    def check_argument(self, askable: Askable, argument: ast.AST) -> None:
        """Raise BadInput where a predicate takes no such term, although it is of the right kind."""

    @abstractmethod
    def check_variable(self, name: str) -> None:
        """Raise BadInput for a variable that is a name without its quotation marks."""

    @abstractmethod
    def is_term(self, name: str) -> bool:
        """Return whether terms of the subject are built with a function of this name."""

    @abstractmethod
    def other_use(self, name: str) -> str:
        """Describe what a name is that is no predicate, and what to write; empty where it is nothing."""

    @abstractmethod
    def settled(self, kind: str, term: ast.AST) -> ast.AST:
        """Write a name as tables have it."""

    @abstractmethod
    def rewritten(self, literals: list[ast.AST]) -> list[ast.AST]:
        """Write what is asked of one literal by others beside it into that literal."""

    @abstractmethod
    def bound(self, name: str, kind: str) -> str:
        """Write a literal that bounds a variable of a kind, which is empty where it is not known."""
