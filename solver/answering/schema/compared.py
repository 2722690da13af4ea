"""Rows about two laws compared: rules that differ, and classes of answers that do."""

from __future__ import annotations

from typing import Annotated, Literal

from hexcourt.solver.answering.schema.parts import Count, Shape, Strings, note


class PlacedStatement(Shape):
    """A statement of a law, and where it stands."""

    place: Annotated[str, note("file and line")]
    text: str


class LawChange(Shape):
    """A rule that differs between two laws (law diff)."""

    change: Literal["added", "removed", "changed"]
    rule: str
    gone: list[PlacedStatement]
    new: list[PlacedStatement]


class SmallestDifference(Shape):
    """A smallest position in which two laws answer otherwise."""

    facts: Annotated[str, note("a facts file")]
    command: Annotated[str, note("the question; the facts file is called smallest.lp")]
    confirmed: Annotated[bool, note("the program answers otherwise under both laws")]


class LawDifference(Shape):
    """Answers that differ alike between two laws (law diff)."""

    subject: str
    causes: Annotated[Strings, note("rules; none: it takes several together")]
    old: str
    new: str
    count: Count
    board: str
    example: Annotated[str, note("one of them")]
    smallest: Annotated[
        SmallestDifference | None, note("its board cut down; none where that was not done")
    ]


class LawWorldDifference(Shape):
    """A kind of difference between two laws in bounded worlds (law diff --on worlds)."""

    worlds: Annotated[str, note("the family of worlds")]
    kind: str
    causes: Annotated[Strings, note("rules; none: it takes several together, or time was over")]
    old: str
    new: str
    smallest: Annotated[SmallestDifference | None, note("none where time was over")]
