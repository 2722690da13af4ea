"""What may be asked: the predicates of questions, as ``asp/vocabulary/askable.lp`` has them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType

from clingo import ast

from hexcourt.facts.errors import BadInput, listed
from hexcourt.solver.statutes.repeal import law_folder

FILE = "vocabulary/askable.lp"

HALVED = ("level", "cost")
"""The kinds of argument that the law counts in halves, and a question in wholes."""

NUMBERS = (*HALVED, "number", "turn")

PLACES = ("hex", "location", "place")
"""The kinds that are quoted names; every hex is a Location, every Location a place."""

STEADY = ("range", "embankments")
"""The told predicates that hang on the board alone, not on what lies on it."""

STATUSES = ("entrenched", "emplaced")
MATERIALS = ("stone", "wood")

_EITHER_WAY = {"roadblock": "roadblock_between"}
"""What is asked under the name of a piece that is laid one way round, and lies both ways."""

_DECLARED = re.compile(
    r"%: (?P<told>told )?(?P<name>\w+)\((?P<arguments>[^)]*)\): (?P<sentence>.*?) \| (?P<example>.*)"
)


@dataclass(frozen=True, slots=True)
class Askable:
    """A predicate of questions: ``arguments`` are pairs of kind and name.

    ``told`` marks those that come of lines and moves that the law has judged; the others are
    looked up on the board.
    """

    name: str
    arguments: tuple[tuple[str, str], ...]
    told: bool
    sentence: str
    example: str

    @property
    def kinds(self) -> tuple[str, ...]:
        """Give the kind of each argument."""
        return tuple(kind for kind, _ in self.arguments)

    @property
    def signature(self) -> tuple[str, int]:
        """Give name and arity."""
        return self.name, len(self.arguments)

    @property
    def derived(self) -> str:
        """Give the name that it goes by in rules."""
        return _EITHER_WAY.get(self.name, self.name)

    @property
    def form(self) -> str:
        """Write it with the names of its arguments: ``sees(Viewer,Target)``."""
        return f"{self.name}({','.join(name for _, name in self.arguments)})"

    @property
    def has_value(self) -> bool:
        """Tell whether it may be written as its value: ``level(H) >= 2``."""
        return len(self.arguments) > 1 and self.kinds[-1] in NUMBERS


@cache
def askables() -> Mapping[tuple[str, int], Askable]:
    """Map name and arity to every predicate that may be asked, in the order of their file."""
    found = {}
    for line in _text().splitlines():
        match = _DECLARED.fullmatch(line)
        if match is not None:
            arguments = tuple(
                (kind, name)
                for kind, name in (each.split() for each in match["arguments"].split(","))
            )
            askable = Askable(
                match["name"],
                arguments,
                match["told"] is not None,
                match["sentence"],
                match["example"],
            )
            found[askable.signature] = askable
    return MappingProxyType(found)


def find_askables(word: str) -> tuple[Askable, ...]:
    """List the predicates of a name, else those whose name or sentence has a word.

    Raises BadInput, with the nearest name, where there is none.
    """
    every = tuple(askables().values())
    named = tuple(each for each in every if each.name == word)
    wanted = word.lower()
    found = named or tuple(
        each
        for each in every
        if wanted in each.name or re.search(rf"\b{re.escape(wanted)}", each.sentence.lower())
    )
    if not found:
        raise BadInput(f"{word[:40]}: nothing of that name may be asked{meant(word)}")
    return found


def meant(name: str) -> str:
    """Offer the names most like one that may not be asked, as the end of a sentence."""
    known = sorted({each for each, _ in askables()})
    near = get_close_matches(name[:40], known, n=2, cutoff=0.5)
    if near:
        return f"; did you mean {listed(near, 'or')}?"
    return "; `hexcourt vocabulary` lists what may be asked"


@cache
def definitions(wanted: frozenset[str]) -> tuple[str, frozenset[str]]:
    """Give the rules that some predicates hang on, and the names of all facts that these read."""
    rules = _rules()
    kept: list[str] = []
    names, waiting = set(wanted), set(wanted)
    while waiting:
        name = waiting.pop()
        for head, text, body in rules:
            if head == name and text not in kept:
                kept.append(text)
                waiting |= body - names
                names |= body
    return "\n".join(sorted(kept)), frozenset(names)


@cache
def _rules() -> tuple[tuple[str, str, frozenset[str]], ...]:
    """List the rules of the file: name of the head, text, names in the body."""
    found: list[tuple[str, str, frozenset[str]]] = []

    def visit(node: ast.AST) -> None:
        if node.ast_type is ast.ASTType.Rule:
            body = frozenset(
                literal.atom.symbol.name
                for literal in node.body
                if literal.atom.ast_type is ast.ASTType.SymbolicAtom
            )
            found.append((node.head.atom.symbol.name, str(node), body))

    ast.parse_string(_text(), visit)
    return tuple(found)


def names_of(signatures: Iterable[tuple[str, int]]) -> frozenset[str]:
    """Give the names alone of some predicates."""
    return frozenset(name for name, _ in signatures)


@cache
def _text() -> str:
    with law_folder() as folder:
        return (folder / FILE).read_text("utf-8")
