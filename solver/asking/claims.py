"""What an answer claims of rows and numbers, as rules that derive ``wrong`` where it is not so.

An answer set in which ``wrong`` holds is a world, and a reading of what the law leaves open, against
the claim; so a proof that there is none is a proof of both bounds: no further row and none less, no
lower and no higher value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import clingo

from hexcourt.facts.errors import BadInput
from hexcourt.facts.formats.fact_text import LARGEST_NUMBER, quoted
from hexcourt.solver.asking.deciding import GOAL, Number, Row, Value
from hexcourt.solver.asking.language.question import ANSWER, Question
from hexcourt.solver.asking.outcomes import Finding

NUMBERED = ("which", "count", "min", "max")
"""The modes that answer with rows or a number."""

WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Claim:
    """What is claimed of every world and reading: that ``certain`` rows are among its rows, and none but
    ``possible`` ones (nothing where no rows are claimed); that its ``number`` is not beyond this one;
    and, if ``some``, that there is any row.
    """

    certain: tuple[Row, ...] = ()
    possible: tuple[Row, ...] | None = None
    number: Number | None = None
    some: bool = False

    @property
    def as_json(self) -> dict[str, Any]:
        """Give the claim as plain values."""
        told: dict[str, Any] = {"some": self.some}
        if self.possible is not None:
            told["certain"] = [list(row) for row in self.certain]
            told["possible"] = [list(row) for row in self.possible]
        if self.number is not None:
            told["number"] = [self.number.least, self.number.most]
        return told


def claim_of(finding: Finding) -> Claim | None:
    """Claim what was found of rows and numbers; nothing where that is all in the answer itself."""
    mode, number, worlds = finding.question.mode, finding.number, finding.worlds
    if mode not in NUMBERED or finding.over is not None:
        return None
    if worlds is None and finding.answer != "yes":
        return None
    if mode in ("min", "max"):
        if number is None or number.least is None or number.most is None:
            return None
        return Claim(number=Number(number.least, number.most), some=not number.may_lack)
    if worlds is None:
        return Claim(finding.rows, (*finding.rows, *finding.perhaps), some=True)
    if mode == "count":
        return None if number is None else Claim(number=Number(number.least, number.most))
    rows = {row for row, _ in (*worlds.rows, *worlds.perhaps)}
    return Claim(possible=tuple(sorted(rows, key=repr)))


def read_claim(asked: Question, told: Any) -> Claim:
    """Read a claim from plain values; raises BadInput where it is none about a question."""
    if not isinstance(told, Mapping) or asked.mode not in NUMBERED:
        raise BadInput("the claim is none about this question; certify anew")
    number = None
    if "number" in told:
        bounds = told["number"]
        if not isinstance(bounds, list) or len(bounds) != 2 or not all(map(_is_number, bounds)):
            raise BadInput("the claim's number is no pair of numbers; certify anew")
        number = Number(bounds[0], bounds[1])
    certain, possible = told.get("certain", []), told.get("possible")
    certain = tuple(_read_row(asked, row) for row in _listed(certain))
    rows = None if possible is None else tuple(_read_row(asked, row) for row in _listed(possible))
    _check_claimed(asked, certain, rows, number)
    return Claim(certain, rows, number, told.get("some") is True)


def _check_claimed(
    asked: Question, certain: Sequence[Row], possible: Sequence[Row] | None, number: Number | None
) -> None:
    """Refuse a claim of what its question does not ask for, or that counts a row twice."""
    if (number is None) == (possible is None):
        raise BadInput("the claim is of rows or of a number, one of both; certify anew")
    if asked.mode not in (("which", "count") if number is None else ("count", "min", "max")):
        raise BadInput("the claim is of what the question does not ask for; certify anew")
    for rows in (certain, possible or ()):
        if len({next(_readings(row)) for row in rows}) < len(rows):
            raise BadInput("the claim tells a row twice; certify anew")
    if possible is not None and not set(certain) <= set(possible):
        raise BadInput("the claim's rows are certain and not possible; certify anew")


def _listed(told: Any) -> Sequence[Any]:
    if not isinstance(told, list):
        raise BadInput("the claim's rows are no list; certify anew")
    return told


def _read_row(asked: Question, told: Any) -> Row:
    values = _listed(told)
    fine = all(isinstance(each, str) or _is_number(each) for each in values)
    if len(values) != asked.arity or not fine:
        raise BadInput("the claim holds what is no row of this question; certify anew")
    return tuple(values)


def _is_number(value: Any) -> bool:
    return type(value) is int and abs(value) <= LARGEST_NUMBER


def claim_rules(asked: Question, claim: Claim) -> str:
    """Write the rules that derive ``wrong`` in a world and reading against a claim."""
    lines = [f"#defined {WRONG}/0."]
    if claim.some:
        lines.append(f"{WRONG} :- not {GOAL}.")
    if claim.possible is not None:
        lines += _row_rules(asked, claim)
    if claim.number is not None:
        lines += _count_rules(asked, claim.number) if asked.mode == "count" else ()
        lines += _value_rules(asked, claim) if asked.mode in ("min", "max") else ()
    return "\n".join(lines)


def _row_rules(asked: Question, claim: Claim) -> Iterator[str]:
    names = [f"X{n}" for n in range(asked.arity)]
    yield f"#defined claimed/{asked.arity}."
    for row in claim.possible or ():
        yield from (f"{_atom('claimed', terms)}." for terms in _readings(row))
    yield f"{WRONG} :- {_atom(ANSWER, names)}, not {_atom('claimed', names)}."
    for number, row in enumerate(claim.certain):
        yield from (f"is_there({number}) :- {_atom(ANSWER, terms)}." for terms in _readings(row))
    if claim.certain:
        yield f"#defined is_there/1. {WRONG} :- N = 0..{len(claim.certain) - 1}, not is_there(N)."


def _count_rules(asked: Question, number: Number) -> Iterator[str]:
    names = ",".join(f"X{n}" for n in range(asked.arity))
    row = _atom(ANSWER, names.split(","))
    yield f"so_many :- {number.least} <= #count {{ {names} : {row} }} <= {number.most}."
    yield f"{WRONG} :- not so_many."


def _value_rules(asked: Question, claim: Claim) -> Iterator[str]:
    assert claim.number is not None
    row = _atom(ANSWER, ["N", *("_" * (asked.arity - 1))])
    least, most = claim.number.least, claim.number.most
    is_number = f"N >= -{LARGEST_NUMBER}, N <= {LARGEST_NUMBER}"
    beyond, within = f"N < {least}", f"N <= {most}"
    if asked.mode == "max":
        beyond, within = f"N > {most}", f"N >= {least}"
    yield f"{WRONG} :- {row}, {is_number}, {beyond}."
    if claim.some:
        yield f"reached :- {row}, {is_number}, {within}."
        yield f"#defined reached/0. {WRONG} :- not reached."


def _atom(name: str, terms: Sequence[str]) -> str:
    return f"{name}({','.join(terms)})" if terms else name


def _readings(row: Row) -> Iterator[tuple[str, ...]]:
    """Write a row as terms, in each way: what a string is to us is a string or a term to the solver."""
    yield from product(*map(_terms, row))


def _terms(value: Value) -> tuple[str, ...]:
    if isinstance(value, int):
        return (str(value),)
    try:
        symbol = clingo.parse_term(value, logger=lambda code, said: None)
    except (RuntimeError, UnicodeError):
        return (quoted(value),)
    is_term = str(symbol) == value and symbol.type is not clingo.SymbolType.Number
    return (quoted(value), value) if is_term else (quoted(value),)
