"""Rows about board data: what is wrong or odd about it, and what differs between two boards."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import field

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


class DifferentHeading(Shape):
    """What differs of two boards as wholes (board diff)."""

    differs: Literal["name", "source", "size", "map rules"]
    old: str
    new: str


class LocationsAlone(Shape):
    """The Locations that one of two boards has alone (board diff)."""

    only_on: Literal["old", "new"]
    locations: Strings


class BoardChange(Shape):
    """One difference of a hex or a hexside between two boards (board diff)."""

    change: Annotated[str, note("level, terrain, hexside, drawing, and so on")]
    hexes: Strings
    old: str
    new: str
    pixels: Annotated[Count | None, note("how many are drawn otherwise")]
    place: Annotated[Count, note("changes that hang together have one number")]


class LineCause(Shape):
    """Lines that differ between two boards and are due to the same places of changes (board diff)."""

    cause: Annotated[list[Count], note("places")]
    together: Annotated[bool, note("false: of several places each alone turns the lines")]
    hexes: Strings
    lines: Count
    kinds: Annotated[dict[str, Count], note("as clear -> blocked")]


class ChangedLine(Shape):
    """A line that is judged otherwise on the new board (board diff)."""

    from_: str = field(name="from")
    to: str
    old: Annotated[str, note("clear, clear+2, blocked by A6.2, ...")]
    new: str
    causes: Annotated[list[Count], note("places")]
    together: Annotated[bool, note("false: of several places each alone turns the line")]
