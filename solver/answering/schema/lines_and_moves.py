"""Rows about lines of sight, moves, deeds and attacks."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, field

from hexcourt.solver.answering.schema.parts import (
    Cited,
    Count,
    Factor,
    Positive,
    Reason,
    Shape,
    Step,
    Strings,
    When,
    YesNo,
    note,
)

LineVerdict = Literal["clear", "blocked", "unknown", "too_close"]


class Line(Shape):
    """One line of sight (los, see, matrix)."""

    from_: Annotated[str, note("a Location: K5, K5/L2, K5/under")] = field(name="from")
    to: str
    range: Annotated[Count, note("hexes")]
    verdict: LineVerdict
    hindrance: Count | None
    rule: Annotated[str | None, note("the rule that blocks or leaves it open")]
    margin: Annotated[
        float, note("0 when moving the thread by the drawing's grain changes the verdict")
    ]
    hindrance_margin: Annotated[
        float | None, note("the same of the hindrance of a clear line; null where it is not clear")
    ]
    reasons: list[Reason] | UnsetType = UNSET
    without_status: Annotated[
        LineVerdict | UnsetType,
        note("see of a unit with a status: the verdict if the unit looked at did not have it"),
    ] = UNSET


class Way(Shape):
    """A way of a unit (path)."""

    way: Annotated[
        Literal["found", "possible", "without_luck", "later", "unrestricted"],
        note(
            "the answer; the answer if what is not decided allows it; the cheapest way that no dice "
            "decide; the way in more turns; the way on no terms"
        ),
    ]
    from_: str = field(name="from")
    to: str
    turns: Positive
    spent: Annotated[float, note("in the last turn")]
    spent_most: float
    factor: Factor
    certain: bool
    at_risk: bool
    steps: Annotated[list[Step], Meta(min_length=1)]
    atom: Annotated[str | UnsetType, note("ask --why: what of the question rests on this way")] = (
        UNSET
    )


class Bar(Cited):
    """A rule that bars moves out of all that can be reached (path)."""

    bars: Annotated[Positive, note("how many moves")]
    from_: Annotated[str, note("where one of them begins")] = field(name="from")
    to: str


class Reached(Shape):
    """One Location, or state, that can be reached (reach)."""

    location: str
    hex: str
    turn: Positive
    spent: Annotated[float, note("in that turn, at the cheapest")]
    factor: Factor
    certain: Annotated[bool, note("false: only if rules that are not decided allow it")]
    at_risk: bool
    minimum_move: bool
    without_luck: When | None
    perhaps: Annotated[
        When | None, note("the cheaper way that rules that are not decided may allow")
    ]
    rules: Annotated[Strings, note("those not decided")]
    steps: list[Step]


class Cut(Shape):
    """The fewest pieces that bar all certain ways, or all possible ones (cut)."""

    bars: Literal["certain ways", "possible ways"]
    pieces: Annotated[
        Strings | None,
        note("as --place takes them; null where there is no set of max pieces or fewer"),
    ]
    at_least: Annotated[Count, note("no fewer do: proved")]
    max: Count
    possible: Annotated[bool, note("false: no set of any size bars them")]
    candidates: Annotated[Count, note("how many pieces were tried")]
    tried: Annotated[Strings, note("the rules that give leave for them")]


class Proof(Shape):
    """One of the ways that fewer pieces cannot bar together (cut)."""

    proof: Annotated[Strings, note("what it passes")]
    certain: bool


class Entry(Shape):
    """One hex by which units may enter, how many turns late, and whether that is certain (entry)."""

    hex: str
    turns_late: Count
    certain: bool


class Adjacent(Cited):
    """One Location ADJACENT to, or connected with, the one asked about (adjacent)."""

    from_: str = field(name="from")
    location: str
    adjacent: Annotated[bool, note("whether it is ADJACENT, or only connected")]
    why: Literal[
        "hexside",
        "stairwell",
        "building_hexside",
        "roof_access",
        "rooftop",
        "trench",
        "entrenchment",
        "manhole",
        "tunnel",
    ]


class RiskOfDeed(Cited):
    """What dice may bring about."""

    risk: Annotated[str, note("as bog")]


class Consequence(Cited):
    """What surely comes of a deed."""

    brings: Annotated[str, note("as eliminated(trailer)")]


class Deed(Shape):
    """Whether one thing may be placed, set up or done (legal)."""

    deed: Annotated[str, note("as written")]
    verdict: YesNo
    rules: Annotated[
        list[Cited], note("those that forbid it, permit it expressly, or leave it open")
    ]
    risks: list[RiskOfDeed]
    brings: list[Consequence]


class Effect(Cited):
    """One thing that an attack comes to, or that the rules leave open (effect)."""

    effect: Annotated[str, note("as tem(woods), area_fire, sw_dr")]
    value: Annotated[int | str | None, note("null: the rules do not tell")]
    dr: Annotated[str | UnsetType, note("what has to be thrown for it")] = UNSET
