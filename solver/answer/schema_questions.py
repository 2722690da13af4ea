"""Rows of ``ask``, of its explanations and certificates, and of ``vocabulary`` and ``verify``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

# --- What rows of several kinds are made of: citations, numbers, steps of a way, reasons of a line
#
# The types are msgspec's; a class's docstring and a ``note`` describe it in the JSON schema.


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
    """One thing the rules decided about a line, in order from its first end."""

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
    from_: Annotated[str, note("as docs/reference/movement.md writes places")] = field(name="from")
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
    note("the pieces that lie in a world beside those of the board, as --place takes them"),
]
NamedValues = Annotated[
    dict[str, str | float], note("what a row holds, by the names of the question")
]


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


class WinningChoice(Shape):
    """A choice that holds against every reply, or a reply that no choice answers (ask --choose)."""

    choice: Pieces
    says: YesNo


class BeatingReply(Shape):
    """A reply that beats a choice (ask --choose)."""

    reply: Pieces
    clears: Annotated[list[str], note("pieces of the choice that it takes away")]
    beats: Pieces
    says: YesNo
    beats_all: Annotated[bool, note("it beats every choice")]


class BestWorld(Shape):
    """One of the best worlds of a family, best first (ask --best)."""

    best: Annotated[float, note("the number; levels and costs in whole ones, halves as .5")]
    pieces: Pieces


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
    """The statement of the rules that a line of an explanation rests on."""

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
    judged: Annotated[bool, note("told by the rules; false: looked up on the board")]
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


# --- Rows about lines of sight, moves, actions and attacks ------------------------------------------


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
    """The fewest pieces that block all certain paths, or all possible ones (cut)."""

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
    """A certain consequence of an action."""

    brings: Annotated[str, note("as eliminated(trailer)")]


class RuledAction(Shape):
    """Whether one thing may be placed, set up or done (legal)."""

    action: Annotated[str, note("as written")]
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
