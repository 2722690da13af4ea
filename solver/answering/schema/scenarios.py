"""Rows about scenarios examined (scenario check, scenario checks, scenario explain)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from hexcourt.solver.answering.schema.parts import Positive, Shape, Strings, note

Pair = Annotated[list[str], Meta(min_length=2, max_length=2)]


class ScenarioWitness(Shape):
    """What shows a finding; most parts are empty."""

    hexes: Strings
    lines: Annotated[list[Pair], note("lines of sight, by their Locations")]
    path: Annotated[Strings, note("Locations or hexes in order")]
    units: Strings
    placement: Annotated[list[Pair], note("units and the Locations they are put in")]


class ScenarioFinding(Shape):
    """What a check finds of a subject (scenario check)."""

    check: str
    subject: Annotated[str, note("a group, a hex, a sentence, a rule of the card")]
    found: Literal["pass", "fail", "warn", "unknown"]
    finding: str
    rules: Annotated[Strings, note("numbers that it rests on")]
    witness: ScenarioWitness


class ScenarioCheck(Shape):
    """A check that there is (scenario checks, scenario explain)."""

    check: str
    title: str
    looks_at: str
    granted: Annotated[Strings, note("what it takes for granted")]
    rules: Strings
    needs: Annotated[Strings, note("the parts of the card that it reads")]


class PlacedCounter(Shape):
    """A counter that is on the map already."""

    counter: str
    hex: Annotated[str | None, note("null: the map has none of this name")]


class ScenarioGroup(Shape):
    """Where a group is (scenario show)."""

    group: str
    side: str
    kind: Annotated[
        Literal["setup", "entry"] | None, note("null: not understood, or on the map already")
    ]
    sentence: str
    turn: Annotated[Positive | None, note("on which it enters")]
    hexes: Strings
    units: Strings
    fortifications: Strings
    placed: list[PlacedCounter]


class ScenarioArea(Shape):
    """A named area of the card (scenario show)."""

    area: str
    sentences: Strings
    hexes: Strings


class NotUnderstood(Shape):
    """A sentence of the card that is not understood (scenario show)."""

    subject: str
    text: str
    why: str
