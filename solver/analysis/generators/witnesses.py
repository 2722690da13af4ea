"""Positions that worlds of different kinds turn into: a facts file, what lies there, what is given."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import clingo
from clingo.symbol import parse_term

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import (
    CREST_LINE,
    kinds,
    known_inherent_terms,
    known_terms,
    storeys,
)
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.pieces.pieces import Piece, piece_text
from hexcourt.facts.tracing.clearance import has_clearance, is_measured
from hexcourt.solver.analysis.core.programs import Scope
from hexcourt.solver.placement.hex_facts import hexes_in
from hexcourt.solver.position.read_actions import words
from hexcourt.solver.position.states import State, state_words
from hexcourt.solver.rulebase.program import grounded
from hexcourt.solver.rulebase.statement import RuleStatement

T = TypeVar("T")


@dataclass(frozen=True)
class PlacedPosition:
    """A facts file called smallest.lp, the pieces placed there, and what is given beside."""

    facts: str
    placed: tuple[str, ...]
    given: tuple[str, ...]

    @property
    def board(self) -> Board:
        """Read the facts file."""
        return parse_board(self.facts, "smallest.lp")

    @property
    def summary(self) -> str:
        """Return what of it is not plain open ground at level 0."""
        return board_words(self.facts)

    @property
    def options(self) -> tuple[str, ...]:
        """Write what lies there, and what is given, as options of a command."""
        placed = (f"--place '{each}'" for each in self.placed)
        return (*placed, *(f"--given '{each}'" for each in self.given))


@dataclass(frozen=True)
class ExpectedPosition(PlacedPosition, Generic[T]):
    """A position of which the world tells something that the program is asked about as a whole."""

    expected: T

    @abstractmethod
    def asked(self) -> T:
        """Ask the active rules; raises BadInput where they do not take the position."""

    @abstractmethod
    def in_words(self, result: T) -> str:
        """Write what is given in a line."""

    def unlike(self, result: T) -> str:
        """Describe in what the program differs from the world, "" if in nothing."""
        return "" if result == self.expected else f"the program says {self.in_words(result)}"

    @property
    def verdict(self) -> str:
        """Return what the world says."""
        return self.in_words(self.expected)

    def answered(self) -> str:
        """Ask the active rules; raises BadInput where they do not take the position."""
        return self.in_words(self.asked())

    def ask_again(self, atoms: Iterable[str], broken: str | None, further: str) -> str:
        """Ask the shipped program; say what differs from a world's atoms, "" if nothing."""
        del atoms, broken, further
        try:
            result = self.asked()
        except BadInput as error:
            return f"the program does not take it: {error}"
        return self.unlike(result)


@dataclass(frozen=True)
class ExpectedSet(ExpectedPosition[frozenset[str]]):
    """A position of which the world tells a set of things, each in words of its own."""

    def in_words(self, known: frozenset[str]) -> str:
        """Write what is given in a line."""
        return "; ".join(sorted(known)) or "nothing"

    def unlike(self, known: frozenset[str]) -> str:
        """Describe what either tells beyond the other."""
        if known == self.expected:
            return ""
        more, less = sorted(known - self.expected), sorted(self.expected - known)
        return f"the program says {more}, the world {less}"


# What is read of the atoms of a world


class AtomsByName(Mapping[str, Sequence[clingo.Symbol]]):
    """The atoms of a world by their names; those of a name are parsed when they are first read: a
    world has some ten thousand, of which few are.
    """

    def __init__(self, atoms: Iterable[str]) -> None:
        """Sort atoms, as clingo writes them."""
        self._texts: dict[str, list[str]] = {}
        self._terms: dict[str, Sequence[clingo.Symbol]] = {}
        for each in atoms:
            self._texts.setdefault(each.partition("(")[0], []).append(each)

    def __getitem__(self, name: str) -> Sequence[clingo.Symbol]:
        """Return the atoms of a name; raises KeyError where there are none."""
        if name not in self._terms:
            self._terms[name] = [*map(parse_term, self._texts[name])]
        return self._terms[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def firsts(held: AtomsByName, name: str) -> list[clingo.Symbol]:
    """List the first argument of each atom of a name."""
    return [each.arguments[0] for each in held.get(name, ())]


def piece_words(term: clingo.Symbol) -> str:
    """Write a piece as a user places it."""
    return piece_text(Piece(str(term), tuple(hexes_in(str(term)))))


def term_in_words(board: Board, role: str, term: clingo.Symbol) -> str:
    """Write an action, an attack or a given fact as a user does."""
    word = words()[role, term.name]
    lines = [
        f'"{state_words(board, State.parse(each))}"' if kind == "place" else str(each)
        for each, (kind, _) in zip(term.arguments, word.arguments, strict=True)
    ]
    return f"{word.name}({', '.join(lines)})" if lines else word.name


# Facts files


PRINTED = (
    "hex",
    "elevation",
    "terrain",
    "bed",
    "stairwell",
    "slope",
    "hexside",
    "location",
    "feature",
    "map_rule",
)
"""What a facts file of a world holds."""


def facts_file(held: AtomsByName, gone: Collection[clingo.Symbol] = ()) -> str:
    """Write the facts file of a world from its atoms by their names, without what is ``gone``."""
    lines = [f"{each}." for name in PRINTED for each in held.get(name, ()) if each not in gone]
    return "\n".join(lines) + "\n"


def board_words(text: str) -> str:
    """Return what of a facts file is not plain open ground at level 0."""
    facts = text.splitlines()
    lines = [each.rstrip(".") for each in facts if not each.startswith(("hex(", "location("))]
    plain = [
        each for each in lines if not each.endswith((",open)", ",0)")) or each.startswith("bed(")
    ]
    hexes = sum(each.startswith("hex(") for each in facts)
    return ", ".join([f"{hexes} hex{'es' * (hexes != 1)}", *plain])


# Terrain that rules cannot distinguish


_TABLES = "tables/"


def alike_terrains(
    rules: Sequence[RuleStatement], wanted: Iterable[str], most_storeys: int
) -> list[str]:
    """List one term of each kind of terrain among some kinds, the plainest of all that are alike."""
    # The plainest term of all that are alike.
    alike = _alike(rules)
    first: dict[Signature, str] = {}
    for term in sorted(alike, key=lambda each: (each != "open", len(each), each)):
        if kinds()[term] in wanted:
            first.setdefault(alike[term], term)
    found = sorted(first.values())
    return [each for each in found if storeys(each) <= most_storeys]


Signature = tuple[tuple[str, ...], tuple[str, ...]]


def _alike(rules: Sequence[RuleStatement]) -> dict[str, Signature]:
    """Map each term to what the tables say of it, and what readers of boards make of it: terms of which
    both are equal are distinguished by nothing. A term that rules name stands for itself.
    """
    tables = [each for each in rules if each.file.startswith(_TABLES)]
    others = " ".join(str(each.node) for each in rules if not each.file.startswith(_TABLES))
    named = set(re.findall(r"[a-z]\w*", others))
    known: dict[str, set[str]] = defaultdict(set)
    control = grounded((each.node for each in tables), "")  # atoms live no longer than this
    for atom in [each.symbol for each in control.symbolic_atoms if each.symbol.arguments]:
        for place, argument in enumerate(atom.arguments):
            rest = [str(e) if n != place else "*" for n, e in enumerate(atom.arguments)]
            known[str(argument)].add(f"{atom.name}({','.join(rest)})")
    found: dict[str, Signature] = {}
    for term in known_terms() - {CREST_LINE}:
        own = {term} if term.partition("(")[0] in named or term in named else set()
        inherent = ("inherent",) * (term in known_inherent_terms())
        kind = kinds()[term]
        read = ({"factory": "building", "road": "open", "other": "open"}.get(kind, kind), *inherent)
        found[term] = (tuple(sorted(known[term] | own)), read)
    return found


def ground_facts(terrains: Iterable[str], over: Iterable[str]) -> tuple[str, ...]:
    """Write the facts about the ground of a scope: ``terrains`` of hexes, those ``over`` hexsides, and
    which of them the readers of boards measure.
    """
    printed, inherent = tuple(terrains), sorted(known_inherent_terms())
    shown = [each for each in printed if is_measured(each) and each not in inherent]
    return (
        *(f"scope_measured({each})." for each in shown),
        *(f"scope_road({each})." for each in shown if not has_clearance(each)),
        *(f"scope_terrain({each})." for each in printed),
        *(f"scope_over({each})." for each in over),
        *(f"scope_inherent({each})." for each in inherent),
    )


def terrain_scope(
    facts: tuple[str, ...],
    terrains: tuple[str, ...],
    hexside_terrains: tuple[str, ...],
    shapes: int = 0,
) -> Scope:
    """Return the scope of a family: its facts, and the terrain in its hexes and on its hexsides."""
    things = {"terrains": terrains, "hexside terrains": hexside_terrains}
    return Scope(facts, things, shapes)
