"""Answers about the claims of a worked example: each as printed, and what the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from hexcourt.facts.boards.embedded import embedded_example, example_names
from hexcourt.facts.examples.worked_example import Example
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.examples.claim_words import arguments, assumed, claim_words
from hexcourt.solver.answering.words import counted
from hexcourt.solver.examples.conformance import (
    AGREED,
    CONTRADICTED,
    DIFFERS,
    GAP,
    TOO_CLOSE,
    UNKNOWN,
    Finding,
    line_of,
    try_claims,
)
from hexcourt.solver.examples.named import NamedExample, check_statuses
from hexcourt.solver.examples.unit_places import printed_unit_places
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.seeing.session import SightCourt

OUTCOMES = {
    AGREED: "agreed",
    DIFFERS: "agreed, but",
    CONTRADICTED: "CONTRADICTED",
    TOO_CLOSE: "too close to call",
    GAP: "a gap",
    UNKNOWN: "unknown",
}


def list_examples() -> Answer:
    """List the examples that come with the program."""
    rows = [
        {
            "name": name,
            "title": (example := embedded_example(name)).name,
            "board": example.board,
            "units": len(example.units),
            "claims": len(example.claims),
        }
        for name in example_names()
    ]
    said = "{name}: {title} on {board}, {units} units, {claims} claims"
    lines = tuple(said.format(**row) for row in rows)
    return Answer("examples list", None, "done", {}, rows, lines=lines)


def run_example(named: NamedExample) -> Answer:
    """Try every claim of an example: no where one is contradicted."""
    example = named.example
    position = named.position(example.counters)
    board = position.board_of_lines
    with named.telling():
        posts = printed_unit_places(board, example, position.statuses)
        lines = (line_of(claim, posts) for claim in example.claims)
        check_statuses(board, chain(posts.values(), *lines))
    findings = try_claims(SightCourt(board), example, posts)
    counts = Counter(finding.outcome for finding in findings)
    return Answer(
        "examples run",
        board,
        "no" if counts[CONTRADICTED] else "unknown" if counts[UNKNOWN] else "yes",
        arguments(named),
        [_finding_row(finding) for finding in findings],
        counts,
        assumed(example, position),
        lines=tuple(_lines(example, position, findings)),
    )


def _finding_row(finding: Finding) -> dict[str, Any]:
    claim, judged = finding.claim, finding.judged
    return {
        "claim": claim.number,
        "viewer": claim.viewer,
        "target": claim.target,
        "from": finding.viewer.location.table_name,
        "from_status": finding.viewer.status,
        "to": finding.target.location.table_name,
        "to_status": finding.target.status,
        "printed": claim.says,
        "printed_hindrance": claim.hindrance,
        "marks": sorted(claim.marks),
        "verdict": judged.verdict,
        "hindrance": judged.hindrance if judged.verdict == "clear" else None,
        "rule": judged.rule,
        "outcome": finding.outcome,
        "remarks": list(finding.remarks),
    }


def _lines(example: Example, position: BoardState, findings: Sequence[Finding]) -> Iterator[str]:
    size = counted(len(findings), "claim")
    yield f"{example.name} on {position.board.title}: {size}"
    yield f"taken for granted: {', '.join(assumed(example, position))}"
    if not findings:
        return
    yield "each as printed, then what the rules say, and what comes of it:"
    yield from map(_finding_words, findings)
    counts = Counter(finding.outcome for finding in findings)
    total = ", ".join(
        f"{counts[outcome]} {words}" for outcome, words in _TOTALS.items() if counts[outcome]
    )
    yield f"{size}: {total}"
    pairs = {key: set(told) for key, told in _pairs(findings).items() if set(told) != {GAP}}
    as_printed = sum(told <= {AGREED, DIFFERS, GAP} for told in pairs.values())
    gaps = sorted(key for key, told in pairs.items() if GAP in told)
    said = f"; printed one way only: {', '.join(map('-'.join, gaps))}" if gaps else ""
    yield f"{as_printed} of {counted(len(pairs), 'pair')} of units as printed{said}"


_TOTALS = {
    AGREED: "agreed",
    DIFFERS: "agreed but for a hindrance or mark",
    CONTRADICTED: "contradicted",
    TOO_CLOSE: "too close to call",
    GAP: "not printed",
    UNKNOWN: "unknown",
}


def _pairs(findings: Sequence[Finding]) -> Mapping[tuple[str, str], list[str]]:
    """Gather the outcomes of each unordered pair of units."""
    found: dict[tuple[str, str], list[str]] = {}
    for finding in findings:
        first, second = sorted((finding.claim.viewer, finding.claim.target))
        found.setdefault((first, second), []).append(finding.outcome)
    return found


def _finding_words(finding: Finding) -> str:
    claim, judged = finding.claim, finding.judged
    units = (
        f"{unit} ({post.name})"
        for unit, post in ((claim.viewer, finding.viewer), (claim.target, finding.target))
    )
    said = judged.verdict + (f" by {judged.rule}" if judged.rule else "")
    said += f" +{judged.hindrance}" if judged.verdict == "clear" and judged.hindrance else ""
    remarks = f" {'; '.join(finding.remarks)}" if finding.remarks else ""
    printed = claim_words(claim, *units)
    return f"{claim.number:4} {printed}: {said}; {OUTCOMES[finding.outcome]}{remarks}"
