"""A question as it is asked: its mode, its terms, and its body as rules for the solver.

``MODE TERMS : BODY``, and for ``all`` ``TERMS : BODY -> BODY``. A body is that of a clingo rule. It is
checked against the vocabulary and the board before anything is solved, and turned into the law's
units: levels and costs are asked in wholes, ``2.5`` among them, and counted in halves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from clingo import ast

from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput
from hexcourt.solver.asking.language.literals import Body, Reader
from hexcourt.solver.asking.language.parsing import (
    HEAD,
    LONGEST,
    in_short,
    masked,
    parsed,
    parted,
    split_outside_strings,
    terms_of,
)
from hexcourt.solver.asking.language.safety import check_safe
from hexcourt.solver.guarding.numbers.intervals import check_arithmetic
from hexcourt.solver.guarding.numbers.reckoning import Reckoned, exact

ANSWER, CASE, KEPT, BROKEN = HEAD, "case", "claim_kept", "broken"
"""The predicates that a question derives."""

NAMED = (
    "hex",
    "location",
    "place",
    "terrain",
    "material",
    "status",
    "rule",
    "feature",
    "counter",
    "board",
    "side",
    "area",
)
"""The kinds of argument that have neither least nor greatest."""


@dataclass(frozen=True)
class Question:
    """A question: ``body`` is what it asks for, ``then`` what ``all`` claims of it (else nothing).

    ``terms`` are written as the solver reads them, ``names`` as they were asked; ``variables`` are all
    that the body names. ``kinds`` maps each of both to its kind of argument, as far as it is known.
    """

    text: str
    mode: str
    names: tuple[str, ...]
    terms: tuple[str, ...]
    variables: tuple[str, ...]
    body: Body
    then: Body | None
    kinds: Mapping[str, str]
    wording: Callable[[ast.AST], str] = field(default=str, compare=False, repr=False)

    @property
    def columns(self) -> tuple[str, ...]:
        """Name what a row of the answer holds: the terms asked for, else all variables."""
        return self.names if self.mode in ("which", "count") else (*self.names, *self.variables)

    @property
    def arity(self) -> int:
        """Count the values of a row."""
        return len(self.columns)

    @property
    def rules(self) -> str:
        """Write the rules that derive the answers; for a claim its cases, and those that break it."""
        named = self.terms if self.mode in ("which", "count") else (*self.terms, *self.variables)
        row = f"({','.join(named)})" if named else ""
        if self.then is None:
            return f"{ANSWER}{row} :- {self.body.text}."
        return (
            f"{CASE}{row} :- {self.body.text}.\n"
            f"{KEPT}{row} :- {self.body.text}; {self.then.text}.\n"
            f"{BROKEN}{row} :- {CASE}{row}, not {KEPT}{row}."
        )

    def exact_rules(self, facts: str) -> Reckoned:
        """Give the rules so that no number wraps where they are grounded over some facts."""
        return exact(self.text, self.rules, facts, self.wording)

    def check_bounded(self) -> None:
        """Raise BadInput unless no number can leave the range, whatever the board."""
        check_arithmetic(self.text, self.rules, self.wording)

    @property
    def bodies(self) -> tuple[Body, ...]:
        """List the bodies; what ``all`` claims is asked of what its cases are."""
        if self.then is None:
            return (self.body,)
        return (self.body, self.then.after(self.body))


def read_question(text: str, board: Board) -> Question:
    """Read a question about a board; raises BadInput where it is none, or names what does not exist."""
    if len(text) > LONGEST:
        raise BadInput(
            f"the question is {len(text)} characters long; write at most {LONGEST}, or ask in parts"
        )
    text = board.renamed(text)
    mode, terms, rest = parted(text)
    if "%" in masked(text):
        raise BadInput(f"{in_short(text)}: % begins a comment; leave comments out")
    premise, arrow, claim = split_outside_strings(rest, "->")
    if mode == "all" and not arrow:
        raise BadInput(
            f"{in_short(text)}: all needs a claim; write all H : hex(H) -> level(H) >= 0"
        )
    if arrow and mode not in ("all", "always"):
        raise BadInput(f"{in_short(text)}: only all and always may claim with ->; use all")
    reader = Reader(board)
    listed_terms, body = parsed(terms, premise)
    bodies = [body, parsed("", claim)[1]] if arrow else [body]
    read = reader.finished(bodies, listed_terms)
    names = tuple(each.strip() for each in terms_of(terms)) if terms.strip() else ()
    _check_numbers(mode, names, read.term_kinds)
    question = Question(
        text=text.strip(),
        mode=mode,
        names=names,
        terms=read.terms,
        variables=tuple(each for each in read.bodies[0].variables if each not in names),
        body=read.bodies[0],
        then=read.bodies[1] if arrow else None,
        kinds={**dict(zip(names, read.term_kinds, strict=True)), **read.kinds},
        wording=reader.wording.of,
    )
    rules = question.exact_rules("").program  # clingo crashes at some numbers while it only reads
    check_safe(question.text, rules, question.kinds, reader.wording)
    return question


def _check_numbers(mode: str, names: Sequence[str], kinds: Sequence[str]) -> None:
    """Refuse to look for the least or greatest of what is no number."""
    if mode in ("min", "max") and kinds[0] in NAMED:
        raise BadInput(
            f"{mode} {names[0]}: is a {kinds[0]}, no number; write which {names[0]}, or ask for a "
            "level, a cost or a number"
        )
