"""Tries the claims of a worked example: what is printed against what the law says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from hexcourt.facts.examples.worked_example import SHELTERS, Claim, Example, Meaning
from hexcourt.solver.examples.unit_places import UnitPlace
from hexcourt.solver.seeing.bulk import VERDICTS
from hexcourt.solver.seeing.session import SightCourt

AGREED, CONTRADICTED, DIFFERS, GAP, TOO_CLOSE, UNKNOWN = (
    "agreed", "contradicted", "differs", "gap", "too_close", "unknown"
)  # fmt: skip
"""What came of a claim. Of a gap nothing is printed; what differs agrees but for hindrance or marks."""

_SAYS = {"clear": "yes", "blocked": "no"}


@dataclass(frozen=True, slots=True)
class Judged:
    """What the law says of a line: verdict, the rule that blocks it, hindrance, whether moving the
    thread by the drawing's grain changes the verdict.
    """

    verdict: str
    rule: str | None
    hindrance: int
    close: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of a claim; ``remarks`` say in which hindrance or mark law and claim differ."""

    claim: Claim
    viewer: UnitPlace
    target: UnitPlace
    judged: Judged
    outcome: str
    remarks: tuple[str, ...] = ()


def judge_lines(court: SightCourt, lines: Sequence[tuple[UnitPlace, UnitPlace]]) -> list[Judged]:
    """Judge lines between posts."""
    posts = sorted({post for line in lines for post in line}, key=lambda post: post.name)
    numbers = {post: number for number, post in enumerate(posts)}
    pairs = np.array([[numbers[a], numbers[b]] for a, b in lines], dtype=np.int64).reshape(-1, 2)
    table = court.table([post.location for post in posts], pairs, [post.status for post in posts])
    found = table.verdicts
    return [
        Judged(
            VERDICTS[found.verdict[n]],
            table.rules[found.rule[n]] or None,
            int(found.hindrance[n]),
            bool(table.margin[n] == 0),
        )
        for n in range(len(table))
    ]


def line_of(claim: Claim, posts: Mapping[str, UnitPlace]) -> tuple[UnitPlace, UnitPlace]:
    """Give the posts of a claim's viewer and target, with the statuses that it supposes."""
    viewer, target = (posts[u].given(claim.given.get(u)) for u in (claim.viewer, claim.target))
    return viewer, target


def try_claims(
    court: SightCourt, example: Example, posts: Mapping[str, UnitPlace]
) -> tuple[Finding, ...]:
    """Try the claims of an example, its units standing at their posts."""
    lines = [line_of(claim, posts) for claim in example.claims]
    judged = judge_lines(court, lines)
    return tuple(
        _finding(court, example, *each) for each in zip(example.claims, lines, judged, strict=True)
    )


def _finding(
    court: SightCourt,
    example: Example,
    claim: Claim,
    line: tuple[UnitPlace, UnitPlace],
    judged: Judged,
) -> Finding:
    remarks: tuple[str, ...] = ()
    if judged.verdict == "clear" and claim.says == "yes":
        remarks = (
            *_hindrance_remarks(claim, judged),
            *mark_remarks(court, example.meanings, claim, line),
        )
    return Finding(claim, *line, judged, _outcome(claim, judged, remarks), remarks)


def _outcome(claim: Claim, judged: Judged, remarks: tuple[str, ...]) -> str:
    if claim.says == "silent":
        return GAP
    if judged.verdict == "unknown":
        return UNKNOWN
    if judged.close:
        return TOO_CLOSE
    if _SAYS[judged.verdict] != claim.says:
        return CONTRADICTED
    return DIFFERS if remarks else AGREED


def _hindrance_remarks(claim: Claim, judged: Judged) -> tuple[str, ...]:
    if claim.hindrance in (None, judged.hindrance):
        return ()
    return (f"hindrance: printed +{claim.hindrance}, derived +{judged.hindrance}",)


def mark_remarks(
    court: SightCourt,
    meanings: Mapping[str, Meaning],
    claim: Claim,
    line: tuple[UnitPlace, UnitPlace],
) -> tuple[str, ...]:
    """Say which marks of a claim do not fit its line."""
    found = []
    for mark, meaning in meanings.items():
        printed = mark in claim.marks
        if meaning.what == SHELTERS:
            derived = _sheltered(court, line, meaning.rule)
        elif printed:
            derived = _blocked_if(court, line, meaning)
        else:
            continue
        if printed != derived:
            said = "printed, not derived" if printed else "derived, not printed"
            found.append(f"{mark}: {said} ({meaning.rule})")
    return tuple(found)


def _sheltered(court: SightCourt, line: tuple[UnitPlace, UnitPlace], rule: str) -> bool:
    """Tell whether a rule shelters the target from the viewer."""
    a, b = line
    _, ruling = court.rule(a.location, b.location, (a.status, b.status), explain=True)
    return any(
        reason.effect == SHELTERS and reason.citation.number == rule and reason.end == "b"
        for reason in ruling.reasons
    )


def _blocked_if(court: SightCourt, line: tuple[UnitPlace, UnitPlace], meaning: Meaning) -> bool:
    """Tell whether a rule would block if the target had the status that a mark speaks of."""
    a, b = line
    _, ruling = court.rule(a.location, b.location, (a.status, meaning.what))
    return meaning.rule in ruling.blocked
