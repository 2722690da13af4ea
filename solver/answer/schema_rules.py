"""Rows about the rules examined: findings, and how far each check looked."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from hexcourt.solver.answer.schema_questions import (
    Certificate,
    Confidence,
    Count,
    Positive,
    Shape,
    Strings,
    note,
)

Check = Literal["conflicts", "gaps", "dead", "shadowed", "properties", "words", "consistency"]


class CitedStatement(Shape):
    """A rule of the rules, and where it stands."""

    rule: str
    confidence: Confidence
    sentence: str
    file: str
    line: Count


class SmallestPosition(Shape):
    """The smallest position that shows a finding."""

    facts: Annotated[str, note("a facts file")]
    command: Annotated[str, note("what asks of it; the facts file is called smallest.lp")]
    says: Annotated[str, note("what the rules say there")]
    confirmed: Annotated[bool, note("whether the shipped program says all of it, asked again")]
    differs: Annotated[str | UnsetType, note("in what it does not: a generator errs")] = UNSET


class LawFinding(Shape):
    """One finding about the rules (rules check and the like)."""

    finding: Annotated[str, note("its key")]
    check: Check
    sentence: str
    rules: list[CitedStatement]
    smallest: Annotated[
        SmallestPosition | None,
        note("null: none shows what never occurs; not made of what is accepted"),
    ]
    accepted: Annotated[str | None, note("why it stands; null: it is open")]
    in_conflict: Annotated[
        list[CitedStatement] | UnsetType, note("the fewest rules that are enough (rules explain)")
    ] = UNSET
    mended_without: Annotated[
        list[list[CitedStatement]] | UnsetType,
        note("the smallest sets of rules without which it is gone (rules explain)"),
    ] = UNSET


class LawLooked(Shape):
    """How far a check looked (rules check and the like)."""

    looked: Check
    worlds: Annotated[str, note("the family")]
    scope: Annotated[dict[str, Count], note("how large its worlds are")]
    complete: Annotated[bool, note("no world of the scope shows anything else")]
    empty: Annotated[bool, note("there is no world in the scope: nothing is shown")]
    classes: Annotated[Count, note("how many classes of what it looks for were seen")]
    solves: Count
    not_looked_at: Strings
    never_fired: Annotated[
        Strings | None,
        note(
            "FILE:LINE of what is cited for rules that hold in none of its worlds; null: not searched"
        ),
    ]
    certified: Annotated[
        Certificate | UnsetType, note("of nothing but what is accepted (--certify)")
    ] = UNSET
    not_certified: Annotated[str | UnsetType, note("why there is none (--certify)")] = UNSET


class NeedlessRule(Shape):
    """A rule that no world needs, and what tests make of the rules without it."""

    needless: Annotated[str, note("FILE:LINE of the rule")]
    rule: str
    check: Literal["dead", "shadowed"]
    state: Annotated[
        Literal["missed", "survives", "untried"],
        note("a test fails without the rule; none does; it was not tried as it is now"),
    ]
    test: Annotated[str | None, note("the test that fails without it")]


class StaleAcceptance(Shape):
    """An accepted finding that does not occur any more."""

    stale: str


# --- Rows about two rule sets compared: rules that differ, and classes of answers that do --------------


class PlacedStatement(Shape):
    """A statement of a rule set, and where it stands."""

    place: Annotated[str, note("file and line")]
    text: str


class LawChange(Shape):
    """A rule that differs between two rule sets (rules diff)."""

    change: Literal["added", "removed", "changed"]
    rule: str
    gone: list[PlacedStatement]
    new: list[PlacedStatement]


class SmallestDifference(Shape):
    """A smallest position in which two rule sets answer otherwise."""

    facts: Annotated[str, note("a facts file")]
    command: Annotated[str, note("the question; the facts file is called smallest.lp")]
    confirmed: Annotated[bool, note("the program answers otherwise under both rule sets")]


class LawDifference(Shape):
    """Answers that differ alike between two rule sets (rules diff)."""

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
    """A kind of difference between two rule sets in bounded worlds (rules diff --on worlds)."""

    worlds: Annotated[str, note("the family of worlds")]
    kind: str
    causes: Annotated[Strings, note("rules; none: it takes several together, or time was over")]
    old: str
    new: str
    smallest: Annotated[SmallestDifference | None, note("none where time was over")]


class StatementsDerive(Shape):
    """What changed statements derive otherwise by themselves (rules check --changed, --against)."""

    statements: Annotated[Strings, note("file and line of each")]
    facts: Annotated[Strings, note("the fewest facts that show it; they need be on no board")]
    before: Strings
    after: Strings


# --- Rows about the program itself: its documents, files and texts that it writes, its errors -----


class DocumentPage(Shape):
    """A page of the documents (docs)."""

    page: str
    title: str
    path: Annotated[str, note("where it lies")]
    text: Annotated[str | UnsetType, note("where one page is asked for, as Markdown")] = UNSET


class WrittenText(Shape):
    """What a command writes for other programs (board facts, map from, completion, examples copy)."""

    written: Annotated[str, note("the text itself, or the file that it was written to")]


class SweptQuestion(Shape):
    """What a question of a study came to (sweep)."""

    question: str
    counts: Annotated[dict[str, Count], note("worlds by answer")]


class TriedRules(Shape):
    """An answer by one of two rule sets (rules try)."""

    rules: Literal["as it is", "amended"]
    said: Annotated[dict[str, Any], note("the JSON of the command that was put to it")]


class RuleTest(Shape):
    """A question with its expected answer (rules test)."""

    test: Annotated[Positive, note("its number in the file")]
    command: str
    expected: Literal["yes", "no", "unknown", "too_close", "out_of_budget"]
    says: Annotated[str, note("what the answer in words has to contain; empty: nothing")]
    answer: Literal["yes", "no", "unknown", "too_close", "out_of_budget", "done", "unbound"]
    passed: bool
    text: Annotated[str, note("the answer in words, with its reasons")]


class SaidWord(Shape):
    """An action, an attack, a target or a given fact that may be written (legal, effect)."""

    form: str
    role: str
    sentence: str
    example: str


class Failure(Shape):
    """Why there is no answer."""

    kind: Literal["bad_input", "out_of_budget", "interrupted", "broken"]
    sentence: str
    status: Annotated[int, note("the exit status: 2 bad input, 3 out of budget, 130, 70")]


class Refusal(Shape):
    """What --json prints where there is no answer."""

    schema: Annotated[Literal[2], note("version of this shape")]
    hexcourt: Annotated[str, note("version of the program")]
    error: Failure


# --- Rows about scenarios examined (scenario check, scenario checks, scenario explain) ------------


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
