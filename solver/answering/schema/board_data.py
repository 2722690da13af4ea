"""Rows about board data: what is wrong or odd about it, and what differs between two boards."""

from __future__ import annotations

from typing import Annotated, Literal

from hexcourt.solver.answering.schema.parts import Count, Shape, Strings, note


class Evidence(Shape):
    """What shows a finding."""

    pixels: Annotated[Count | None, note("how many show it")]
    at: Annotated[list[Count] | None, note("one of them, from the upper left corner")]
    metadata: Annotated[str | None, note("what the metadata say")]


class LintFinding(Shape):
    """One finding about the data of a board (board lint)."""

    board: Annotated[str, note("as it was named")]
    code: str
    title: str
    hexes: Strings
    finding: str
    certainty: Literal["certain", "likely", "odd"]
    evidence: Evidence
    mend: Annotated[str, note("what a map maker would do")]
    rests_on: Annotated[str | None, note("a rule")]


class UnreadBoard(Shape):
    """A board that could not be read (board lint)."""

    board: str
    refused: str


class ExplainedCode(Shape):
    """What a code of findings means (board lint --explain)."""

    code: str
    title: str
    meaning: str
    mend: str
    rests_on: str | None
