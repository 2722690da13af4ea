"""Tries worked examples: their claims, and where their units stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rich.console import Console

from hexcourt.cli.answers import AS_DRAWN, Answer
from hexcourt.cli.boards import open_board
from hexcourt.cli.output import say
from hexcourt.cli.words import counter_words, in_columns, terrain_words
from hexcourt.facts.board import Board
from hexcourt.facts.embedded import embedded_example, example_names
from hexcourt.facts.errors import BadInput
from hexcourt.facts.example_board import example_board
from hexcourt.facts.example_reading import read_example
from hexcourt.facts.examples import Example
from hexcourt.solver.abduction import AS_PRINTED, Search, Solution
from hexcourt.solver.conformance import (
    AGREED,
    CONTRADICTED,
    DIFFERS,
    GAP,
    TOO_CLOSE,
    UNKNOWN,
    Finding,
    try_claims,
)
from hexcourt.solver.court import SightCourt
from hexcourt.solver.placing import check_status, with_counters
from hexcourt.solver.posts import Post, printed_posts

OUTCOMES = {
    AGREED: "agreed",
    DIFFERS: "agreed, but",
    CONTRADICTED: "CONTRADICTED",
    TOO_CLOSE: "too close to call",
    GAP: "gap: nothing printed",
    UNKNOWN: "unknown",
}


def open_example(name: str) -> Example:
    """Open an example by its name, or a file by its path."""
    if name in example_names():
        return embedded_example(name)
    path = Path(name)
    shown = name if 0 < len(name) <= 120 and name.isprintable() else repr(name[:60])
    try:
        found = bool(name) and path.is_file()
    except (OSError, ValueError):
        found = False
    if found:
        return read_example(path)
    near = get_close_matches(name[:60], example_names(), n=1, cutoff=0.6)
    mend = f"write {near[0]}" if near else f"write one of {', '.join(example_names())}"
    raise BadInput(f"{shown}: no such example; {mend}, or the path of a file")


def list_examples(console: Console, as_json: bool) -> int:
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
    if as_json:
        say(console, Answer("examples list", None, "done", {}, rows).as_json())
        return 0
    for row in rows:
        said = "{name}: {title} on {board}, {units} units, {claims} claims".format(**row)
        say(console, said)
    return 0


def run_example(console: Console, name: str, as_json: bool) -> int:
    """Try every claim of an example; the status is 1 where a claim is contradicted."""
    example = open_example(name)
    plain = open_board(example.board)
    board = with_counters(example_board(example, plain), example.counters)
    posts = printed_posts(board, example)
    for post in posts.values():
        _check(board, post)
    findings = try_claims(SightCourt(board), example, posts)
    counts = Counter(finding.outcome for finding in findings)
    answer = Answer(
        "examples run",
        board,
        "no" if counts[CONTRADICTED] else "unknown" if counts[UNKNOWN] else "yes",
        {"example": name},
        [_finding_row(finding) for finding in findings],
        counts,
        _assumed(example, board),
    )
    if as_json:
        say(console, answer.as_json())
    else:
        _show_findings(console, example, board, findings)
    return answer.exit_status


def solve_example(console: Console, name: str, as_json: bool) -> int:
    """Search for the best placement of an example's units."""
    example = open_example(name)
    search = Search(example, open_board(example.board))
    for posts in search.stand.values():
        for post in posts:
            _check(search.board, post)
    found = search.solve()
    answer = Answer(
        "examples solve",
        search.board,
        "no" if found.contradicted else "yes",
        {"example": name},
        [_unit_row(search, found, unit) for unit in search.stand],
        {
            "contradicted": len(found.contradicted),
            "marks missed": len(found.missed),
            "too close": len(found.close),
            "lines judged": found.lines,
        },
        _assumed(example, search.board),
    )
    if as_json:
        say(console, answer.as_json())
    else:
        _show_solution(console, search, found)
    return answer.exit_status


def _check(board: Board, post: Post) -> None:
    if post.status is not None:
        check_status(board, post.location, post.status)


def _assumed(example: Example, board: Board) -> tuple[str, ...]:
    read = [
        f"{terrain_words(term)} is {terrain_words(other)}"
        for term, other in sorted(example.reads_as.items())
    ]
    return (*map(counter_words, board.counters), *(read or [AS_DRAWN]))


# --- claims ---------------------------------------------------------------------------------------


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


def _show_findings(
    console: Console, example: Example, board: Board, findings: Sequence[Finding]
) -> None:
    say(console, f"{example.name} on {board.name}: {len(findings)} claims")
    say(console, f"taken for granted: {', '.join(_assumed(example, board))}")
    for finding in findings:
        say(console, _finding_words(finding))
    counts = Counter(finding.outcome for finding in findings)
    total = ", ".join(
        f"{counts[outcome]} {words.strip(':,').lower()}"
        for outcome, words in _TOTALS.items()
        if counts[outcome]
    )
    say(console, f"{len(findings)} claims: {total}")
    pairs = _pairs(findings)
    told = {key: set(outcomes) - {GAP} for key, outcomes in pairs.items()}
    as_printed = sum(bool(each) and each <= {AGREED, DIFFERS} for each in told.values())
    gaps = sorted(key for key, outcomes in pairs.items() if GAP in outcomes)
    said = f"; printed one way only: {', '.join(map('-'.join, gaps))}" if gaps else ""
    say(console, f"{as_printed} of {len(pairs)} pairs of units as printed{said}")


_TOTALS = {
    AGREED: "agreed",
    DIFFERS: "agreed but for a hindrance or mark",
    CONTRADICTED: "contradicted",
    TOO_CLOSE: "too close to call",
    GAP: "gaps",
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
    units = f"{claim.viewer} ({finding.viewer.name}) to {claim.target} ({finding.target.name})"
    printed = claim.says + ("" if claim.hindrance is None else f" +{claim.hindrance}")
    said = judged.verdict + (f" by {judged.rule}" if judged.rule else "")
    said += f" +{judged.hindrance}" if judged.verdict == "clear" and judged.hindrance else ""
    remarks = f" {'; '.join(finding.remarks)}" if finding.remarks else ""
    return (
        f"{claim.number:4} {units}: printed {printed}; {said}; {OUTCOMES[finding.outcome]}{remarks}"
    )


# --- placements -----------------------------------------------------------------------------------


def _unit_row(search: Search, found: Solution, unit: str) -> dict[str, Any]:
    return {
        "unit": unit,
        "post": found.posts[unit].name,
        "posts": [post.name for post in found.every[unit]],
        "candidates": [post.name for post in search.stand[unit]],
        "found": _kind(search, found, unit),
    }


def _kind(search: Search, found: Solution, unit: str) -> str:
    """Tell how much is known of a unit: told beforehand, forced, several places, or unidentified."""
    candidates, left = search.stand[unit], found.every[unit]
    if len(candidates) == 1:
        return "only candidate"
    if len(left) == 1:
        return "forced"
    alike = (other for other in search.stand if other != unit and found.every[other] == left)
    return "several, interchangeable" if any(alike) else "several"


def _show_solution(console: Console, search: Search, found: Solution) -> None:
    example = search.example
    claims = {claim.number: claim for claim in example.claims}

    def listed(numbers: Sequence[int]) -> str:
        said = (f"{claims[n].viewer} to {claims[n].target} ({claims[n].says})" for n in numbers)
        return ", ".join(said) or "none"

    say(
        console, f"{example.name} on {search.board.name}: {len(claims)} claims, {found.lines} lines"
    )
    say(console, f"taken for granted: {', '.join(_assumed(example, search.board)) or 'nothing'}")
    say(
        console,
        f"the best placement contradicts {len(found.contradicted)} claims, and none contradicts fewer "
        "(proved):",
    )
    names = [f"{unit} {post.name}," for unit, post in found.posts.items()]
    for line in in_columns(names):
        say(
            console, "  " + line.removesuffix(",") if line.endswith(f"{names[-1]}") else "  " + line
        )
    for name, value in found.chosen.items():
        others = [each for each in found.values[name] if each != value]
        also = f" (or {', '.join(map(_reading, others))})" if others else " (forced)"
        say(console, f"  {name}: {_reading(value)}{also}")
    say(console, f"contradicted: {listed(found.contradicted)}")
    say(console, f"marks that do not fit: {listed(found.missed)}")
    say(console, f"too close to call: {listed(found.close)}")
    for kind, heading in _KINDS.items():
        units = [unit for unit in search.stand if _kind(search, found, unit) == kind]
        if units:
            say(console, f"{heading}:")
        for unit in units:
            say(console, f"  {unit}: {', '.join(post.name for post in found.every[unit])}")


_KINDS = {
    "only candidate": "one place to look in, and it fits",
    "forced": "forced: every placement as good has them there",
    "several": "several places fit as well",
    "several, interchangeable": "cannot be identified: others fit the same places",
}


def _reading(value: str) -> str:
    return "as printed" if value == AS_PRINTED else terrain_words(value)
