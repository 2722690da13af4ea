"""Answers about the claims of a worked example: each as printed, and what the rules say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from hexcourt.facts.examples.worked_example import (
    Example,
    LineClaim,
    embedded_example,
    example_names,
)
from hexcourt.solver.answer.answer import AS_DRAWN, Answer
from hexcourt.solver.answer.words import counted, in_columns, pieces_in_words, terrain_words
from hexcourt.solver.examples.abduction import (
    AS_PRINTED,
    PROFILE,
    ExampleSearch,
    Solution,
    fixed_counters,
)
from hexcourt.solver.examples.conformance import (
    AGREED,
    CONTRADICTED,
    DIFFERS,
    GAP,
    TOO_CLOSE,
    UNKNOWN,
    ClaimResult,
    NamedExample,
    check_statuses,
    line_of,
    printed_unit_places,
    try_claims,
)
from hexcourt.solver.placement.statuses import status_words
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.sight.answers import unread_by_sight
from hexcourt.solver.sight.los_engine import LosEngine


def arguments(named: NamedExample) -> dict[str, Any]:
    """Return the arguments of a question about an example for JSON."""
    fields: dict[str, Any] = {"example": named.name}
    fields |= {"place": list(named.placed)} if named.placed else {}
    return fields | ({"given": list(named.given)} if named.given else {})


def assumed(example: Example, position: BoardState) -> tuple[str, ...]:
    """List what is taken for granted: what lies there, how terrain is read, what is given."""
    board = position.board_of_lines
    read = [
        f"{terrain_words(term)} read as {terrain_words(other)}"
        for term, other in sorted(example.reads_as.items())
    ]
    return (
        *pieces_in_words(board),
        *(read or [AS_DRAWN]),
        *status_words(board, position.statuses),
        *unread_by_sight(position),
    )


def claim_words(claim: LineClaim, viewer: str, target: str) -> str:
    """Describe what is printed."""
    if claim.says == "silent":
        return f"{viewer} to {target}, nothing printed"
    sees = "sees" if claim.says == "yes" else "does not see"
    hindrance = "" if claim.hindrance is None else f" at +{claim.hindrance}"
    marks = "".join(f", {mark.replace('_', ' ')}" for mark in sorted(claim.marks))
    return f"{viewer} {sees} {target}{hindrance}{marks}"


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
    text = "{name}: {title} on {board}, {units} units, {claims} claims"
    lines = tuple(text.format(**row) for row in rows)
    return Answer("examples list", None, "done", {}, rows, lines=lines)


def run_example(named: NamedExample) -> Answer:
    """Try every claim of an example: no where one is contradicted."""
    example = named.example
    position = named.position(example.counters)
    board = position.board_of_lines
    with named.naming_refusals():
        posts = printed_unit_places(board, example, position.statuses)
        lines = (line_of(claim, posts) for claim in example.claims)
        check_statuses(board, chain(posts.values(), *lines))
    findings = try_claims(LosEngine(board), example, posts)
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


def _finding_row(finding: ClaimResult) -> dict[str, Any]:
    claim, evaluated = finding.claim, finding.result
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
        "verdict": evaluated.verdict,
        "hindrance": evaluated.hindrance if evaluated.verdict == "clear" else None,
        "rule": evaluated.rule,
        "outcome": finding.outcome,
        "remarks": list(finding.remarks),
    }


def _lines(
    example: Example, position: BoardState, findings: Sequence[ClaimResult]
) -> Iterator[str]:
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
    pairs = {key: set(entry) for key, entry in _pairs(findings).items() if set(entry) != {GAP}}
    as_printed = sum(entry <= {AGREED, DIFFERS, GAP} for entry in pairs.values())
    gaps = sorted(key for key, entry in pairs.items() if GAP in entry)
    text = f"; printed one way only: {', '.join(map('-'.join, gaps))}" if gaps else ""
    yield f"{as_printed} of {counted(len(pairs), 'pair')} of units as printed{text}"


_TOTALS = {
    AGREED: "agreed",
    DIFFERS: "agreed but for a hindrance or mark",
    CONTRADICTED: "contradicted",
    TOO_CLOSE: "too close to call",
    GAP: "not printed",
    UNKNOWN: "unknown",
}


def _pairs(findings: Sequence[ClaimResult]) -> Mapping[tuple[str, str], list[str]]:
    """Gather the outcomes of each unordered pair of units."""
    found: dict[tuple[str, str], list[str]] = {}
    for finding in findings:
        first, second = sorted((finding.claim.viewer, finding.claim.target))
        found.setdefault((first, second), []).append(finding.outcome)
    return found


def _finding_words(finding: ClaimResult) -> str:
    claim, evaluated = finding.claim, finding.result
    units = (
        f"{unit} ({post.name})"
        for unit, post in ((claim.viewer, finding.viewer), (claim.target, finding.target))
    )
    text = evaluated.verdict + (f" by {evaluated.rule}" if evaluated.rule else "")
    text += (
        f" +{evaluated.hindrance}" if evaluated.verdict == "clear" and evaluated.hindrance else ""
    )
    remarks = f" {'; '.join(finding.remarks)}" if finding.remarks else ""
    printed = claim_words(claim, *units)
    return f"{claim.number:4} {printed}: {text}; {OUTCOMES[finding.outcome]}{remarks}"


def solve_example(named: NamedExample) -> Answer:
    """Search for the best placement of an example's units: no where it contradicts a claim."""
    example = named.example
    with named.naming_refusals():
        counters = fixed_counters(example)
    position = named.position(counters)
    with named.naming_refusals():
        search = ExampleSearch(example, position)
        check_statuses(search.board, chain(*search.stand.values(), *search.lines))
    found = search.solve()
    return Answer(
        "examples solve",
        search.board,
        "no" if found.contradicted else "yes",
        arguments(named),
        [*_unit_rows(search, found), *_choice_rows(found), *_claim_rows(example, found)],
        {
            "contradicted": len(found.contradicted),
            "marks_missed": len(found.missed),
            "too_close": len(found.close),
            "lines_judged": found.lines,
        },
        assumed(example, position),
        PROFILE,
        tuple(_lines_solutions(search, found)),
    )


def _unit_rows(search: ExampleSearch, found: Solution) -> Iterator[dict[str, Any]]:
    for unit, candidates in search.stand.items():
        yield {
            "unit": unit,
            "post": found.posts[unit].name,
            "posts": [post.name for post in found.every[unit]],
            "candidates": [post.name for post in candidates],
            "found": _kind(search, found, unit),
        }


def _choice_rows(found: Solution) -> Iterator[dict[str, Any]]:
    for choice, value in found.chosen.items():
        values = found.values[choice]
        yield {
            "choice": choice,
            "value": value,
            "values": list(values),
            "found": "forced" if len(values) == 1 else "several",
        }


def _claim_rows(example: Example, found: Solution) -> Iterator[dict[str, Any]]:
    """List the claims with which something is wrong in the best placement."""
    claims = {claim.number: claim for claim in example.claims}
    items = (("contradicted", found.contradicted), ("marks_missed", found.missed))
    for outcome, numbers in (*items, ("too_close", found.close)):
        for number in numbers:
            yield {
                "claim": number,
                "viewer": claims[number].viewer,
                "target": claims[number].target,
                "printed": claims[number].says,
                "outcome": outcome,
            }


def _kind(search: ExampleSearch, found: Solution, unit: str) -> str:
    """Return how much is known of a unit: given beforehand, forced, several places, or unidentified."""
    candidates, left = search.stand[unit], found.every[unit]
    if len(candidates) == 1:
        return "only candidate"
    if len(left) == 1:
        return "forced"
    alike = (other for other in search.stand if other != unit and found.every[other] == left)
    return "several, interchangeable" if any(alike) else "several"


def _lines_solutions(search: ExampleSearch, found: Solution) -> Iterator[str]:
    example = search.example
    claims = {claim.number: claim for claim in example.claims}

    def listed(numbers: Sequence[int]) -> str:
        items = (claim_words(claims[n], claims[n].viewer, claims[n].target) for n in numbers)
        return "; ".join(items) or "none"

    size = f"{counted(len(claims), 'claim')}, {counted(found.lines, 'line')} judged"
    yield f"{example.name} on {search.board.title}: {size}"
    yield f"taken for granted: {', '.join(assumed(example, search.position))}"
    if found.contradicted:
        wrong = counted(len(found.contradicted), "claim")
        yield f"the best placement contradicts {wrong}, and none contradicts fewer (proved):"
    else:
        yield "the best placement contradicts no claim:"
    names = [f"{unit} {post.name}," for unit, post in found.posts.items()]
    names[-1:] = [name.removesuffix(",") for name in names[-1:]]
    yield from (f"  {line}" for line in in_columns(names))
    for name, value in found.chosen.items():
        others = [each for each in found.values[name] if each != value]
        also = f" (or {' or '.join(map(_reading, others))})" if others else " (forced)"
        yield f"  {name}: {_reading(value)}{also}"
    yield f"contradicted: {listed(found.contradicted)}"
    yield f"marks that do not fit: {listed(found.missed)}"
    yield f"too close to call: {listed(found.close)}"
    for kind, heading in _KINDS.items():
        units = [unit for unit in search.stand if _kind(search, found, unit) == kind]
        if units:
            yield f"{heading}:"
        for unit in units:
            yield f"  {unit}: {', '.join(post.name for post in found.every[unit])}"


_KINDS = {
    "only candidate": "one place to look in, and it fits",
    "forced": "forced: every placement as good has them there",
    "several": "several places fit as well",
    "several, interchangeable": "cannot be identified: others fit the same places",
}


def _reading(value: str) -> str:
    return "as printed" if value == AS_PRINTED else terrain_words(value)
