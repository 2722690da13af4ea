"""What the vocabulary declares: predicates from outside (``%?``), for outside (``%>``), and words of
questions and cases (``%:``), each with its arguments and a sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from hexcourt.solver.statutes.lawbook import Lawbook
from hexcourt.solver.statutes.program import LawError
from hexcourt.solver.statutes.statute import Signature

TOLD = "%?"
"""Predicates that may come in from outside."""

GIVEN_OUT = "%>"
"""Predicates that are read outside; their role says what they are: decides, open, dice or tells."""

SAID = "%:"
"""Words of questions (``told``, or no role) and of cases (deed, given, attack or target)."""

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
