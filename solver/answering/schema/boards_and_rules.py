"""Rows about boards and coordinates, the register of rules, and worked and printed examples."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from hexcourt.solver.answering.schema.parts import (
    Confidence,
    Count,
    Positive,
    Shape,
    Strings,
    note,
)

Status = Literal["entrenched", "emplaced"]


Coordinate = Annotated[
    dict[str, str],
    Meta(
        description="what a grid coordinate names, part by part (coordinate)",
        extra_json_schema={"required": ["hex"]},
    ),
]


class HexLocation(Shape):
    """A Location of a hex."""

    name: str
    place: str
    level: Annotated[float | None, note("null: undecided")]
    undecided: Annotated[str | UnsetType, note("why its level is")] = UNSET


class Depiction(Shape):
    """What is drawn in a hex: an outline, or on an archive so many pixels."""

    terrain: str
    name: str | UnsetType = UNSET
    confidence: Confidence | UnsetType = UNSET
    level: float | UnsetType = UNSET
    pixels: Positive | UnsetType = UNSET


class HexCounter(Shape):
    """A counter in a hex."""

    terrain: Literal["debris", "rubble(stone)", "rubble(wood)", "afv", "wreck"]
    place: Literal["ground", "under"]


class Note(Shape):
    """What is to be known of how a board was read."""

    confidence: str
    text: str


class Hex(Shape):
    """One hex (board show); levels in whole levels, halves as .5."""

    hex: str
    level: float
    terrain: Strings
    inherent: str | None
    bed: float | None
    stairwell: bool
    locations: list[HexLocation]
    hexsides: Annotated[dict[str, list[str]], note("terrain, by the hex on the other side")]
    depictions: list[Depiction]
    features: Strings
    counters: list[HexCounter]
    notes: list[Note]
    boards: Annotated[list[str], Meta(min_length=1, max_length=2)] | UnsetType = UNSET
    half_hex: bool | UnsetType = UNSET
    also_named: Annotated[list[str], Meta(max_length=1)] | UnsetType = UNSET


class EmbeddedBoard(Shape):
    """One embedded board (boards)."""

    name: str
    hexes: Count
    locations: Count
    source: str


class Kept(Shape):
    """What is kept of earlier work in one folder of the cache (cache show, cache clear)."""

    folder: str
    files: Count
    bytes: Count


class NamedArea(Shape):
    """An area, or a sentence about one, and the hexes that it holds (map areas)."""

    area: Annotated[str | None, note("its name; null: the sentence that was asked")]
    kind: Literal["area", "setup", "entry", "placed"]
    sentences: Annotated[Strings, note("as written, any of them")]
    read: Annotated[Strings, note("as they were understood")]
    hexes: Strings
    notes: Annotated[Strings, note("what in them was read as something else, or not at all")]


class RegisteredStatement(Shape):
    """A statement of the law, in our words."""

    sentence: str
    confidence: Confidence
    file: str
    line: Positive
    program: str
    needs: Strings
    gives: Strings


class Paragraph(Shape):
    """One paragraph of the documents, or a rule that these lean on (rules)."""

    number: str
    document: str
    subject: str
    state: Literal["decided", "dice", "unknown", "contradiction", "heading", "missing"]
    confidence: Annotated[Confidence | None, note("the least of its rules")]
    text: Literal["whole", "cut", "heading", "outside"]
    rules: Count
    tests: Count
    examples: Count
    statements: list[RegisteredStatement] | UnsetType = UNSET
    held_by: Annotated[Strings | UnsetType, note("tests")] = UNSET
    shown_by: Annotated[Strings | UnsetType, note("examples")] = UNSET
    open: Annotated[str | UnsetType, note("what its text leaves open")] = UNSET
    contradiction: str | UnsetType = UNSET


class PrintedExample(Shape):
    """One printed example of the documents, derived by a command (examples run)."""

    example: str
    rule: str
    asks: str
    printed: Annotated[str, note("what the document says, in our words")]
    command: str
    derived: Annotated[str, note("what the command says")]
    outcome: Literal["agreed", "contradiction", "differs", "no board"]
    readings: Annotated[str, note("how a contradiction may be read")]


class Example(Shape):
    """One worked example that comes with the program (examples list)."""

    name: str
    title: str
    board: str
    units: Count
    claims: Count


class Claim(Shape):
    """One claim and what came of it (examples run)."""

    claim: Positive
    viewer: Annotated[str, note("a unit")]
    target: str
    from_: Annotated[str, note("the viewer's Location: K5, K5/L2, K5/under")] = field(name="from")
    from_status: Status | None
    to: str
    to_status: Status | None
    printed: Literal["yes", "no", "silent"]
    printed_hindrance: Count | None
    marks: list[Literal["star", "dagger", "double_dagger"]]
    verdict: Literal["clear", "blocked", "unknown"]
    hindrance: Count | None
    rule: str | None
    outcome: Literal["agreed", "differs", "contradicted", "too_close", "gap", "unknown"]
    remarks: Annotated[Strings, note("in which hindrance or mark claim and rules differ")]


class UnmetClaim(Shape):
    """One claim that the placement told does not meet (examples solve)."""

    claim: Positive
    viewer: str
    target: str
    printed: Literal["yes", "no", "silent"]
    outcome: Literal["contradicted", "marks_missed", "too_close"]


class Unit(Shape):
    """Where one unit may stand (examples solve)."""

    unit: str
    post: Annotated[str, note("in the placement told: Location, and status")]
    posts: Annotated[Strings, note("in any placement as good")]
    candidates: Strings
    found: Literal["only candidate", "forced", "several", "several, interchangeable"]


class Choice(Shape):
    """What was open about the board (examples solve)."""

    choice: Annotated[str, note("rubble in a hex, or the name of an outline")]
    value: Annotated[str, note("in the placement told: as_printed, or terrain")]
    values: Annotated[Strings, note("in any placement as good")]
    found: Literal["forced", "several"]
