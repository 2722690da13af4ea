"""Pieces as a user places them on the map: ``roadblock("L12","K13")``, ``debris("G38",under)``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.base.fact_syntax import (
    ArgumentForm,
    Fact,
    Predicates,
    SourceText,
    choices,
    declared_facts,
    optional,
    string_term,
)
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.piece_table import PIECE_KINDS, Parameter
from hexcourt.facts.boards.records import GROUND, Counter
from hexcourt.facts.geometry.coordinates import HEX, HEX_NAME

MATERIAL = choices("stone or wood", "stone", "wood")


def _kind(parameter: Parameter) -> ArgumentForm:
    """Make the kind of argument that a parameter of the table is."""
    if not parameter.choices:
        kind = HEX
    else:
        allowed = (
            [each.replace("(N)", f"({floor})") for floor in range(1, 10)]
            if "(N)" in each
            else [each]
            for each in parameter.choices
        )
        kind = choices(listed(parameter.choices, "or"), *chain.from_iterable(allowed))
    return optional(kind) if parameter.optional else kind


PIECES: Predicates = MappingProxyType(
    {
        name: tuple((each.name, _kind(each)) for each in kind.parameters)
        for name, kind in PIECE_KINDS.items()
    }
)
"""The predicates that lay a piece, in the order of their table (``asp/vocabulary/pieces.lp``)."""

PLACEMENTS: Predicates = MappingProxyType(
    {name: PIECES[name] for name, kind in PIECE_KINDS.items() if kind.is_counter}
)
"""The predicates that lay a counter, on the ground where no place is told."""


def read_one(text: str, predicates: Predicates, such_as: str) -> Fact:
    """Read the one fact that lays a counter; raises BadInput, with an example, where it is not one."""
    shown = "".join(each if each.isprintable() else " " for each in text.strip()[:60])
    plain = text.strip().removesuffix(".")
    if not plain:
        raise BadInput(f"the counter to place is missing; write one such as {such_as}")
    try:
        facts = _facts(plain, shown, predicates)
    except BadInput:
        if _WORDS.fullmatch(plain) is None:
            raise
        facts = _reread(plain, predicates)
    if len(facts) != 1:
        raise BadInput(f"{shown}: these are {len(facts)} counters; place each by itself")
    return facts[0]


def _facts(text: str, shown: str, predicates: Predicates) -> list[Fact]:
    read = declared_facts(SourceText(f"{text}.", shown, in_lines=False), predicates, "counters")
    return [fact for each in read.values() for fact in each]


def _reread(text: str, predicates: Predicates) -> list[Fact]:
    """Read a text by its words, ``Rubble(h38, Stone)``; raises BadInput with what is wrong then."""
    name, *words = re.findall("[A-Za-z0-9_]+", text)
    items = [_as_written(word) for word in words]
    return _facts(f"{name.lower()}({','.join(items)})", text, predicates)


_WORDS = pattern(r"""\s*[A-Za-z_]\w*\s*[(\s]\s*(?:["']?\w+["']?[\s,]*){1,6}\)?\s*""")


def _as_written(word: str) -> str:
    """Quote what is a hex, its letters great; write all else small."""
    named = re.fullmatch("([0-9]*[A-Za-z]?)([A-Za-z]{1,2})(-?[0-9]+)", word)
    if named is None or not re.search("[A-Za-z]", word):
        return word.lower()
    match = re.fullmatch("([0-9]*[a-z]?)([A-Z]{1,2}[0-9]+)", word)
    return string_term(word if match is not None else word.upper())


def counter_of(fact: Fact) -> Counter:
    """Return the counter that a checked fact lays."""
    where, *rest = map(str, fact.arguments)
    term = fact.predicate
    for each in PIECE_KINDS[term].parameters[1:]:
        if not each.optional:
            term += f"({rest.pop(0)})"
    return Counter(where, rest[0] if rest else GROUND, term)


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """A piece on the map: ``fact`` is what the rules are given, ``hexes`` those that it lies in or
    between.
    """

    fact: str
    hexes: tuple[str, ...]

    @property
    def predicate(self) -> str:
        """Return what kind of piece it is."""
        return self.fact.split("(")[0]


def read_piece(text: str) -> Piece:
    """Read one piece; raises BadInput where the text is anything else."""
    return piece_of(read_one(text, PIECES, 'roadblock("L12","K13")'))


def piece_of(fact: Fact) -> Piece:
    """Return the piece that a checked fact lays."""
    hexes = tuple(str(each) for each in fact.arguments if re.fullmatch(HEX_NAME, str(each)))
    if fact.predicate in PLACEMENTS:
        counter = counter_of(fact)
        return Piece(
            f"counter({string_term(counter.hex)},{counter.place},{counter.terrain})", hexes
        )
    lines = [string_term(each) if each in hexes else str(each) for each in fact.arguments]
    parameters = PIECE_KINDS[fact.predicate].parameters
    lines += [GROUND for each in parameters[len(lines) :] if each.choices]  # the place left out
    return Piece(f"{fact.predicate}({','.join(lines)})", hexes)


def piece_text(piece: Piece) -> str:
    """Write a piece as ``--place`` takes it."""
    counter = re.fullmatch(r'counter\((".+"),(\w+),(\w+)(?:\((\w+)\))?\)', piece.fact)
    if counter is None:
        return piece.fact.replace(",ground)", ")")
    where, place, kind, material = counter.groups()
    items = [where, *filter(None, [material]), *([] if place == "ground" else [place])]
    return f"{kind}({','.join(items)})"


_COUNTER = pattern(r'counter\("(.+?)",(\w+(?:\(\d\))?),(.+)\)')


def counter_of_fact(fact: str) -> Counter:
    """Read a fact such as ``counter("G37",ground,rubble(stone))``; raises ValueError."""
    match = _COUNTER.fullmatch(fact)
    if match is None:
        raise ValueError(f"{fact} is no counter")
    return Counter(*match.groups())
