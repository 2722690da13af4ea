"""What the vocabulary declares: predicates from outside (``%?``), for outside (``%>``), and words of
questions and cases (``%:``), each with its arguments and a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from hexcourt.solver.statutes.lawbook import Lawbook
from hexcourt.solver.statutes.program import LawError
from hexcourt.solver.statutes.statute import Signature

TOLD = "%?"
"""Predicates that may come in from outside."""

GIVEN_OUT = "%>"
"""Predicates that are read outside; their role says what they are: decides, open, dice or tells."""

SAID = "%:"
"""Words of questions (``told``, or no role) and of cases (deed, given, attack or target)."""

INSTEAD = "%<"
"""What to do instead of deriving what the file declares as told, or the predicate that is named."""

_INSTEAD = re.compile(r"(?:(?P<name>\w+)/(?P<arity>\d+): )?(?P<mend>.*)")

OF_FEATURES = "%~"
"""What is told of features of lines by themselves."""

SORTS = "%="
"""Sorts of arguments, by the names that these have."""

_SORT = re.compile(r"(?P<kind>text|number|word) (?P<sort>\w+): (?P<names>[\w, ]+) \| .*")

_DECLARED = re.compile(
    r"(?:(?P<role>[a-z]+) )?(?P<name>\w+)(?:\((?P<arguments>[^)]*)\))?:?\s+(?P<sentence>.*?)"
    r"(?: \| (?P<example>.*))?"
)


_DESCRIBED = re.compile(r"%   (?P<name>\w+)\((?P<arguments>[^()]*)\)\s+(?P<sentence>\S.*)")


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declared predicate or word; ``arguments`` are pairs of kind and name, the kind of ``%?`` and
    ``%>`` being "".
    """

    role: str
    name: str
    arguments: tuple[tuple[str, str], ...]
    sentence: str
    example: str
    file: str
    line: int

    @property
    def signature(self) -> Signature:
        """Give name and arity."""
        return Signature(self.name, len(self.arguments))


@cache
def declarations(lawbook: Lawbook, mark: str) -> tuple[Declaration, ...]:
    """List what the programs declare with a mark, in their order; raises LawError for what is not
    written as it should be.
    """
    return tuple(
        _declaration(told, program.name, line)
        for program in lawbook.programs.values()
        if mark in program.text
        for line, told in program.told(mark)
    )


@cache
def told_otherwise(lawbook: Lawbook) -> Mapping[Signature, str]:
    """Map predicates that are told, of which the program reads more than rules do, to what to do
    instead of deriving them; what the law derives of its own may be derived.
    """
    derived = {h for e in lawbook.statutes if not e.file.startswith("vocabulary/") for h in e.heads}
    named: dict[Signature, str] = {}
    found: dict[Signature, str] = {}
    for program in lawbook.programs.values():
        for _, told in program.told(INSTEAD) if INSTEAD in program.text else ():
            match = _INSTEAD.fullmatch(told)
            assert match is not None  # it matches any text
            if match["name"]:
                named[Signature(match["name"], int(match["arity"]))] = match["mend"]
                continue
            every = {e.signature for e in declarations(lawbook, TOLD) if e.file == program.name}
            found |= dict.fromkeys(every - derived, match["mend"])
    return MappingProxyType({**found, **named})


@cache
def told_of_features(lawbook: Lawbook) -> frozenset[str]:
    """Name what is told of each feature of a line by itself."""
    told = (
        e for p in lawbook.programs.values() if OF_FEATURES in p.text for e in p.told(OF_FEATURES)
    )
    return frozenset(name.strip() for _, names in told for name in names.split(","))


@cache
def sort_names(lawbook: Lawbook) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """List the sorts: of which kind each is, its name, and what arguments of it are called."""
    found = []
    for program in lawbook.programs.values():
        for line, told in program.told(SORTS) if SORTS in program.text else ():
            match = _SORT.fullmatch(told)
            if match is None:
                raise LawError(f"{program.name}:{line}: declares no sort: {told[:60]}")
            names = frozenset(each.strip() for each in match["names"].split(","))
            found.append((match["kind"], match["sort"], names))
    return tuple(found)


@cache
def descriptions(lawbook: Lawbook) -> tuple[Declaration, ...]:
    """List what the heads of programs say of predicates: ``%   spot(H,P)   hex H has a Location P``."""
    found = []
    for program in lawbook.programs.values():
        first = min((each.line for each in program.statutes), default=0)
        for line, comment in sorted(program.comments.items()):
            match = _DESCRIBED.fullmatch(comment) if line < first else None
            if match is not None:
                names = [each.strip() for each in match["arguments"].split(",") if each.strip()]
                arguments = tuple(("", each) for each in names)
                told = (match["name"], arguments, match["sentence"], "")
                found.append(Declaration("", *told, program.name, line))
    return tuple(found)


def _declaration(told: str, file: str, line: int) -> Declaration:
    match = _DECLARED.fullmatch(told)
    if match is None:
        raise LawError(f"{file}:{line}: declares nothing: {told[:60]}")
    arguments = [each.split() for each in (match["arguments"] or "").split(",") if each.strip()]
    if not all(0 < len(each) < 3 for each in arguments):
        raise LawError(f"{file}:{line}: an argument is a name, or a kind and a name: {told[:60]}")
    return Declaration(
        match["role"] or "",
        match["name"],
        tuple((each[0] if each[1:] else "", each[-1]) for each in arguments),
        match["sentence"],
        match["example"] or "",
        file,
        line,
    )
