"""A question as it is asked: its mode, its terms, and its body as rules for the solver.

``MODE TERMS : BODY``, and for ``all`` ``TERMS : BODY -> BODY``. A body is that of a clingo rule. It is
checked against the vocabulary and the board before anything is solved, and turned into the law's
units: levels and costs are asked in wholes, ``2.5`` among them, and counted in halves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from clingo import ast

from hexcourt.facts.board import Board
from hexcourt.facts.errors import BadInput, listed
from hexcourt.solver.asking.literals import Body, Reader
from hexcourt.solver.guard import checked_statements

MODES = ("which", "exists", "all", "count", "min", "max", "always", "never")
"""What may be asked of a body: see docs/questions.md."""

WITH_TERMS = {"which": "H", "count": "H", "min": "C", "max": "C"}
"""The modes that name terms, with an example of one."""

ANSWER, CASE, KEPT, BROKEN = "answer", "case", "kept", "broken"
"""The predicates that a question derives."""

_STRINGS = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_HALVES = re.compile(r"(?<![\w.])(\d{1,6})(?:\.([05])0*(?![\w.])|½)")
_LONGEST = 20_000


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

    @property
    def bodies(self) -> tuple[Body, ...]:
        """List the bodies; what ``all`` claims is asked of what its cases are."""
        if self.then is None:
            return (self.body,)
        return (self.body, self.then.after(self.body))


def read_question(text: str, board: Board) -> Question:
    """Read a question about a board; raises BadInput where it is none, or names what does not exist."""
    if len(text) > _LONGEST:
        raise BadInput(
            f"the question is {len(text)} characters long; write at most {_LONGEST}, or ask in parts"
        )
    mode, terms, rest = _parted(text)
    premise, arrow, claim = _split_outside_strings(rest, "->")
    if mode == "all" and not arrow:
        raise BadInput(f"{_shown(text)}: all needs a claim; write all H : hex(H) -> level(H) >= 0")
    if arrow and mode not in ("all", "always"):
        raise BadInput(f"{_shown(text)}: only all and always may claim with ->; use all")
    reader = Reader(board)
    listed_terms, body = _parsed(reader, terms, premise)
    then = _parsed(reader, "", claim)[1] if arrow else None
    read = reader.finished((body, then), listed_terms)
    names = tuple(each.strip() for each in _names(terms)) if terms.strip() else ()
    variables = read.bodies[0].variables
    return Question(
        text=text.strip(),
        mode=mode,
        names=names,
        terms=read.terms,
        variables=tuple(each for each in variables if each not in names),
        body=read.bodies[0],
        then=read.bodies[1],
        kinds={**dict(zip(names, read.term_kinds, strict=True)), **read.kinds},
    )


def _parted(text: str) -> tuple[str, str, str]:
    """Part a question into mode, terms and the rest."""
    head, colon, rest = _split_outside_strings(text, ":")
    words = head.split(None, 1)
    if not words:
        raise BadInput('the question is missing; write one such as which H : sees(H, "F31")')
    mode = words[0]
    terms = words[1] if len(words) > 1 else ""
    if mode not in MODES:
        near = get_close_matches(mode[:20].lower(), MODES, n=1, cutoff=0.6)
        mend = f"did you mean {near[0]}?" if near else f"begin with {listed(MODES, 'or')}"
        raise BadInput(f"{_shown(mode)}: is no way to ask; {mend}")
    if not colon:
        raise BadInput(f"{_shown(text)}: the colon is missing; write {mode} ... : what is asked")
    if not rest.strip():
        raise BadInput(
            f"{_shown(text)}: nothing is asked after the colon; write for example hex(H)"
        )
    if mode in WITH_TERMS and not terms.strip():
        raise BadInput(
            f"{_shown(text)}: {mode} of what? Write for example {mode} {WITH_TERMS[mode]} : ..."
        )
    if mode in ("min", "max") and len(_names(terms)) > 1:
        raise BadInput(
            f"{_shown(text)}: {mode} takes one term; write {mode} {WITH_TERMS[mode]} : ..."
        )
    if mode in ("exists", "always", "never") and terms.strip():
        raise BadInput(f"{_shown(text)}: {mode} takes no term; write {mode} : ...")
    return mode, terms, rest


def _names(terms: str) -> list[str]:
    """Part terms at the commas between them."""
    parts, depth = [""], 0
    for each in re.findall(r'"(?:[^"\\\n]|\\.)*"|.', terms, re.DOTALL):
        depth += (each == "(") - (each == ")")
        if each == "," and not depth:
            parts.append("")
        else:
            parts[-1] += each
    return parts


def _parsed(reader: Reader, terms: str, body: str) -> tuple[tuple[ast.AST, ...], list[ast.AST]]:
    """Parse terms and a body; raises BadInput where they are anything else."""
    shown = _shown(body)
    for each in _names(terms) if terms.strip() else ():
        if not each.strip():
            raise BadInput(
                f"{_shown(terms)}: a term is missing between commas; leave the comma out"
            )
    if not body.strip():
        raise BadInput(f"{shown}: a side of -> is empty; write what is claimed")
    told = f"{_halved(terms)}) :- {_halved(body)}"
    statements = checked_statements(f"{ANSWER}({told}.", "the question")
    if len(statements) != 1 or statements[0].ast_type is not ast.ASTType.Rule:
        raise BadInput(f"{shown}: a question is one body; leave full stops out")
    rule = statements[0]
    symbol = getattr(getattr(rule.head, "atom", None), "symbol", None)
    if symbol is None or symbol.ast_type is not ast.ASTType.Function or symbol.name != ANSWER:
        raise BadInput(f"{shown}: cannot be read as a question; write terms, a colon and a body")
    return tuple(symbol.arguments), list(rule.body)


def _halved(text: str) -> str:
    """Write numbers with halves as terms that clingo reads: 2.5 as ``halves(5)``."""

    def number(match: re.Match[str]) -> str:
        return f"halves({2 * int(match[1]) + (match[2] != '0')})"

    parts = _STRINGS.split(text)
    strings = [*_STRINGS.findall(text), ""]
    return "".join(
        _HALVES.sub(number, part) + string for part, string in zip(parts, strings, strict=True)
    )


def _split_outside_strings(text: str, mark: str) -> tuple[str, str, str]:
    """Split at the first mark that is not in a quoted string."""
    masked = _STRINGS.sub(lambda match: "_" * len(match[0]), text)
    at = masked.find(mark)
    if at < 0:
        return text, "", ""
    return text[:at], mark, text[at + len(mark) :]


def _shown(text: str) -> str:
    short = " ".join(text.split())[:60]
    return "".join(each if each.isprintable() else "?" for each in short) or "the question"
