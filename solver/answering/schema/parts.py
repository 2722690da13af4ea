"""What rows of several kinds are made of: citations, numbers, steps of a way, reasons of a line.

The types are msgspec's; a class's docstring and a ``note`` describe it in the JSON schema.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field


class Shape(Struct, forbid_unknown_fields=True):
    """Part of an answer as JSON: nothing is missing, nothing is added."""


def note(text: str) -> Meta:
    """Describe a field."""
    return Meta(description=text)


Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Confidence = Literal["high", "medium", "low"]
Strings = list[str]
Factor = Literal["MF", "MP"]
YesNo = Literal["yes", "no", "unknown"]


class Cited(Shape):
    """The rule that decides, or leaves something open."""

    rule: str
    confidence: Confidence
    sentence: str


class Reason(Cited):
    """One thing the law decided about a line, in order from its first end."""

    effect: Literal[
        "blocked",
        "hindered",
        "undecided",
        "passes",
        "another reading",
        "shelters",
        "may shelter",
        "hull down",
        "advantage",
    ]
    hindrance: int | UnsetType = UNSET
    tem: Annotated[int | UnsetType, note("with shelters: the TEM against Direct Fire")] = UNSET
    of: Annotated[str | UnsetType, note("the Location of the unit that it is about")] = UNSET
    hex: str | UnsetType = UNSET
    hexside: str | UnsetType = UNSET
    terrain: str | UnsetType = UNSET
    ground: Annotated[float | UnsetType, note("level of the ground")] = UNSET
    top: Annotated[float | UnsetType, note("level to which the terrain rises")] = UNSET


class Charge(Cited):
    """One part of what a step costs."""

    what: str
    cost: float
    perhaps: Annotated[bool, note("whether it is paid is not decided")]


class RiskOfStep(Cited):
    """What dice may bring about on a step."""

    what: str


class Step(Shape):
    """One step of a way; MF or MP in whole numbers, halves as .5."""

    turn: Positive
    to: str
    how: Annotated[str | None, note("Bypass along K13-L12, in reverse, ...")]
    cost: Annotated[float, Meta(ge=0, description="what it surely costs")]
    cost_most: Annotated[float, note("with what is not decided")]
    spent: Annotated[float, note("in its turn, after it")]
    spent_most: float
    minimum_move: Annotated[bool, note("for all the unit has (A4.134)")]
    at_risk: Annotated[bool, note("dice decide what comes of it")]
    doubtful: Annotated[bool, note("whether it is allowed is not decided")]
    from_: Annotated[str, note("as docs/movement.md writes places")] = field(name="from")
    charges: list[Charge] | UnsetType = UNSET
    risks: list[RiskOfStep] | UnsetType = UNSET
    undecided: list[Cited] | UnsetType = UNSET
    remarks: list[Cited] | UnsetType = UNSET
    choices: Annotated[
        Strings | UnsetType, note("the vertices of which it declares one to pass beside (Q4.141)")
    ] = UNSET


class When(Shape):
    """When something is reached, and for how much."""

    turn: Positive
    spent: float


Pieces = Annotated[
    list[str],
    note("the pieces that lie in a world beside those of the board, as --suppose takes them"),
]
NamedValues = Annotated[
    dict[str, str | float], note("what a row holds, by the names of the question")
]
