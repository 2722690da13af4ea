"""Rows of ``ask``, of its explanations and certificates, and of ``vocabulary`` and ``verify``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field

from hexcourt.solver.answering.schema.parts import (
    Cited,
    Confidence,
    Count,
    NamedValues,
    Pieces,
    Positive,
    Reason,
    Shape,
    YesNo,
    note,
)


class Value(Shape):
    """The number asked for (ask: count, min, max); levels and costs in whole ones, halves as .5."""

    value: Annotated[
        float | None, note("at least; null: there may be none, of many worlds in one of them")
    ]
    value_most: Annotated[float | None, note("at most; null: there is none")]
    value_least: Annotated[
        float | UnsetType, note("at least, if there is one; where there may be none")
    ] = UNSET


class Row(Shape):
    """One row of the answer, for a claim one that breaks it (ask)."""

    row: NamedValues
    certain: Annotated[bool, note("false: it hangs on what is not decided")]


class Undecided(Shape):
    """Rules that the answer, or a part of it, hangs on (ask)."""

    undecided: Annotated[list[str], Meta(min_length=1)]


class Limit(Shape):
    """A limit that was met (ask)."""

    limit: Literal["seconds", "memory", "conflicts"]
    why: str


class World(Shape):
    """One world that decides the answer, or is not decided (ask --vary)."""

    world: Pieces
    says: YesNo
    smallest: Annotated[bool | UnsetType, note("none that decides has fewer pieces")] = UNSET
    minimal: Annotated[bool | UnsetType, note("no part of it decides too")] = UNSET


class ImpossibleWorld(Shape):
    """One world that cannot be (ask --vary)."""

    world: Pieces
    impossible: Annotated[str, note("why it cannot be, with the rule")]


class LeftOut(Shape):
    """A piece that may not lie where the family would have it (ask --vary)."""

    left_out: str
    rule: str


class RowWorlds(Shape):
    """In how many worlds a row holds (ask --vary)."""

    row: NamedValues
    worlds: Annotated[Count, note("in which it holds for certain")]
    worlds_perhaps: Annotated[Count, note("others, in which that is not decided")]


class ValueWorlds(Shape):
    """How many worlds come to a number, or to one between two, or to none (ask --vary)."""

    value: Annotated[float | None, note("at least; null: there may be none")]
    value_most: Annotated[float | None, note("at most; null: there is none")]
    worlds: Positive
    value_least: Annotated[
        float | UnsetType, note("at least, if there is one; where there may be none")
    ] = UNSET


class Statement(Shape):
    """The statement of the law that a line of an explanation rests on."""

    number: str | None
    confidence: Confidence | None
    sentence: str | None
    text: str
    file: str
    line: int


class ExplanationLine(Shape):
    """One line of an explanation, in reading order."""

    kind: str
    text: str
    atom: str | None
    depth: Count
    parent: Annotated[int | None, note("the place of another line; null: the root")]
    rule: Statement | None
    because: Annotated[str, note("the step in words")]
    note: str
    left_out: Annotated[Count, note("lines below it")]


class Explanation(Shape):
    """Why an atom holds, or nothing is like a pattern."""

    question: Literal["why", "why not"]
    goal: Annotated[str, note("the atom explained, or the pattern that nothing is like")]
    lines: list[ExplanationLine]
    left_out: Annotated[Count, note("lines")]


class Why(Shape):
    """Why the answer is what it is, in one world (ask --why)."""

    why: Explanation
    world: Pieces


class Passed(Shape):
    """What a line of sight of the answer passes, and what hinders it (ask --why)."""

    line: Annotated[list[str], Meta(min_length=2, max_length=2)]
    reasons: list[Reason]


class Beside(Cited):
    """Why two Locations of the answer are ADJACENT (ask --why)."""

    atom: str
    because: str


class Turn(Shape):
    """One of the smallest changes that turn the answer (ask --why-not)."""

    turns: Pieces
    from_: Annotated[YesNo, note("the answer as it is")] = field(name="from")


class Certificate(Shape):
    """What was certified (ask --certify)."""

    certificate: Annotated[str, note("the folder")]
    verdict: Literal["satisfiable", "unsatisfiable"]
    ground_rules: Count
    clauses: Count
    proof_lines: Count


class Argument(Shape):
    """An argument of a predicate that may be asked."""

    kind: str
    name: str


class Askable(Shape):
    """One predicate that may be asked (vocabulary)."""

    predicate: str
    arguments: list[Argument]
    judged: Annotated[bool, note("told by the law; false: looked up on the board")]
    sentence: str
    example: Annotated[str, note("a whole question")]


class CertifiedStatement(Shape):
    """What a certificate states (verify)."""

    statement: str
    stated: Annotated[dict[str, Any], note("question.json of the certificate")]


class Check(Shape):
    """One check of a certificate (verify)."""

    check: str
    ok: bool
    sentence: str
