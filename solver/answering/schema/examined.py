"""Rows about the law examined: findings, and how far each check looked."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from hexcourt.solver.answering.schema.parts import Confidence, Count, Shape, Strings, note
from hexcourt.solver.answering.schema.questions import Certificate

Check = Literal["conflicts", "gaps", "dead", "shadowed", "properties", "words", "doors"]


class CitedStatement(Shape):
    """A rule of the law, and where it stands."""

    rule: str
    confidence: Confidence
    sentence: str
    file: str
    line: Count


class SmallestPosition(Shape):
    """The smallest position that shows a finding."""

    facts: Annotated[str, note("a facts file")]
    command: Annotated[str, note("what asks of it; the facts file is called smallest.lp")]
    says: Annotated[str, note("what the law says there")]
    confirmed: Annotated[bool, note("whether the shipped program says all of it, asked again")]
    differs: Annotated[str | UnsetType, note("in what it does not: a generator errs")] = UNSET


class LawFinding(Shape):
    """One finding about the law (law check and the like)."""

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
        list[CitedStatement] | UnsetType, note("the fewest rules that are enough (law explain)")
    ] = UNSET
    mended_without: Annotated[
        list[list[CitedStatement]] | UnsetType,
        note("the smallest sets of rules without which it is gone (law explain)"),
    ] = UNSET


class LawLooked(Shape):
    """How far a check looked (law check and the like)."""

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
    """A rule that no world needs, and what tests make of the law without it."""

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
