"""What the facts of a file may say: predicates, and the kind of each of their arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from hexcourt.facts.boards.terrain_terms import known_terms, nearest_term
from hexcourt.facts.formats.fact_text import Argument, Fact, Source, Term, Text, read_facts, written
from hexcourt.facts.grid.coordinates import HEX_NAME
from hexcourt.facts.sizes import MOST_FACTS

Arguments = tuple[Argument, ...]

AREA_NAME = "[A-Za-z][A-Za-z0-9_ -]{0,39}"
"""A regular expression for the name of an area."""


class Kind(NamedTuple):
    """A kind of argument: what it is called, whether an argument is one, whether it may be left out."""

    what: str
    fits: Callable[[Argument], bool]
    optional: bool = False


Predicates = Mapping[str, tuple[tuple[str, Kind], ...]]
"""The predicates of a file, with the name and the kind of each argument; optional ones come last."""


def numbers(what: str, least: int, most: int) -> Kind:
    """Make the kind of whole numbers within two limits."""
    return Kind(what, lambda value: isinstance(value, int) and least <= value <= most)


def choices(what: str, *allowed: str) -> Kind:
    """Make the kind of terms that are listed."""
    return Kind(what, lambda value: isinstance(value, Term) and value in allowed)


def matching(what: str, pattern: str) -> Kind:
    """Make the kind of quoted strings that a regular expression matches whole."""
    compiled = re.compile(pattern)
    return Kind(
        what, lambda value: isinstance(value, Text) and compiled.fullmatch(value) is not None
    )


def optional(kind: Kind) -> Kind:
    """Make a kind that may be left out."""
    return kind._replace(optional=True)


TEXT = Kind('a quoted string such as "words"', lambda value: isinstance(value, Text))
NAME = Kind(
    'a short quoted name such as "b1"',
    lambda value: isinstance(value, Text) and 0 < len(value) <= 80,
)
HEX = matching('a quoted hex name such as "F31"', HEX_NAME)
BOARD_ID = matching('a quoted board number such as "1" or "2a"', "[A-Za-z0-9_.-]{1,20}")
AREA = matching('a quoted name of an area such as "east bank"', AREA_NAME)
TERRAIN = Kind("a terrain term such as woods", lambda value: isinstance(value, Term))
"""A term that must be known besides."""

CONFIDENCE = choices("high, medium or low", "high", "medium", "low")
COUNTER_PLACE = choices("ground or under", "ground", "under")

NOTE = (("Subject", NAME), ("Confidence", CONFIDENCE), ("Text", TEXT))
"""A doubt or a remark, in whatever file."""


def declared_facts(source: Source, predicates: Predicates, of: str) -> dict[str, list[Fact]]:
    """Read the facts of a text by predicate, in order; raises BadInput where one does not fit.

    ``of`` says whose predicates they are: ``boards``.
    """
    found: dict[str, list[Fact]] = {name: [] for name in predicates}
    for number, fact in enumerate(read_facts(source)):
        if number >= MOST_FACTS:
            raise source.refusal(fact.at, f"too many facts; give {MOST_FACTS} at most")
        _check(source, fact, predicates, of)
        found[fact.predicate].append(fact)
    return found


def single_values(
    source: Source, facts: Sequence[Fact], key: int, noun: str
) -> dict[Arguments, Arguments]:
    """Map the first ``key`` arguments of a predicate's facts to the others; refuse contradictions.

    ``noun`` says what the others tell.
    """
    found: dict[Arguments, Arguments] = {}
    for fact in facts:
        subject, value = fact.arguments[:key], fact.arguments[key:]
        if found.setdefault(subject, value) != value:
            about = f"{fact.predicate}({_listed(subject)})" if subject else fact.predicate
            values = f"{_listed(found[subject])[:60]} and {_listed(value)[:60]}"
            raise source.refusal(fact.at, f"{about} has two {noun}, {values}; keep one")
    return found


def _listed(arguments: Arguments) -> str:
    return ",".join(map(written, arguments))


def _check(source: Source, fact: Fact, predicates: Predicates, of: str) -> None:
    declared = predicates.get(fact.predicate)
    if declared is None or len(fact.arguments) not in _arities(declared):
        raise source.refusal(fact.at, _undeclared(fact, predicates, of))
    for (name, kind), value in zip(declared, fact.arguments, strict=False):
        if not kind.fits(value):
            shown = written(value)[:60]
            sentence = f"{fact.predicate} has {shown} as its {name}; write {kind.what}"
            raise source.refusal(fact.at, sentence)
        if kind is TERRAIN and value not in known_terms():
            sentence = f"terrain {written(value)[:60]} is not known{nearest_term(str(value))}"
            raise source.refusal(fact.at, sentence)


def _arities(declared: Sequence[tuple[str, Kind]]) -> range:
    return range(sum(not kind.optional for _, kind in declared), len(declared) + 1)


def _undeclared(fact: Fact, predicates: Predicates, of: str) -> str:
    arity = len(fact.arguments)
    if fact.predicate in predicates:
        counts = _arities(predicates[fact.predicate])
        wanted = " or ".join(map(str, counts)) + " argument" + "s" * (counts[-1] > 1)
        form = _form(fact.predicate, predicates)
        return f"{fact.predicate} takes {wanted}, not {arity}; write {form}"
    shown = f"{fact.predicate[:40]}/{arity}"
    near = get_close_matches(fact.predicate[:40], predicates, n=1, cutoff=0.5)
    mend = (
        f"write {_form(near[0], predicates)}" if near else f"write one of {', '.join(predicates)}"
    )
    return f"{shown} is not a predicate of {of}; {mend}"


def _form(predicate: str, predicates: Predicates) -> str:
    declared = predicates[predicate]
    names = [name for name, _ in declared]
    return " or ".join(f"{predicate}({', '.join(names[:n])})" for n in _arities(declared))
