"""Tries worked examples: their claims, and where their units stand."""

from __future__ import annotations

import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from typing import Any

from rich.console import Console

from hexcourt.cli.showing.output import say
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.embedded import embedded_example, embedded_names, example_names
from hexcourt.facts.errors import BadInput
from hexcourt.facts.examples.example_board import example_board
from hexcourt.facts.examples.example_reading import read_example
from hexcourt.facts.examples.worked_example import Claim, Example
from hexcourt.solver.answering.answer import AS_DRAWN, Answer
from hexcourt.solver.answering.words import counted, counter_words, in_columns, terrain_words
from hexcourt.solver.examples.abduction import AS_PRINTED, PROFILE, Search, Solution
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
from hexcourt.solver.examples.unit_places import UnitPlace, printed_unit_places
from hexcourt.solver.placing.placing import with_counters
from hexcourt.solver.placing.statuses import check_status
from hexcourt.solver.position.opening import no_such_board, open_board, shown_name
from hexcourt.solver.seeing.session import SightCourt

OUTCOMES = {
    AGREED: "agreed",
    DIFFERS: "agreed, but",
    CONTRADICTED: "CONTRADICTED",
    TOO_CLOSE: "too close to call",
    GAP: "a gap",
    UNKNOWN: "unknown",
}


def open_example(name: str) -> Example:
    """Open an example by its name, or a file by its path."""
    if name in example_names():
        return embedded_example(name)
    path = Path(name)
    shown = shown_name(name)
    try:
        found = bool(name) and path.exists()
    except (OSError, ValueError):
        found = False
    if not found:
        near = get_close_matches(name[:60], example_names(), n=1, cutoff=0.6)
        mend = f"write {near[0]}" if near else f"write one of {', '.join(example_names())}"
        raise BadInput(f"{shown}: no such example; {mend}, or the path of a file")
    if not path.is_file():
        raise BadInput(f"{shown}: is no file; give the path of an example's facts (.lp)")
    if zipfile.is_zipfile(path):
        raise BadInput(f"{shown}: is an archive, no example; name it in one, by on_board")
    return read_example(path)


@contextmanager
def _telling_of(name: str, example: Example) -> Iterator[None]:
    """Let a refusal name the example as the user did."""
    try:
        yield
    except BadInput as error:
        told = str(error).removeprefix(f"{example.name}: ")
        raise BadInput(f"{name}: {told}") from None


def _board_of(name: str, example: Example) -> Board:
    """Open the board of an example; a path counts from the folder of the example's file."""
    if name in example_names() or example.board in embedded_names():
        return open_board(example.board)
    path = Path(name).parent / example.board
    if not path.exists():
        raise BadInput(no_such_board(example.board))
    return open_board(str(path))


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
    with _telling_of(name, example):
        plain = _board_of(name, example)
        board = with_counters(example_board(example, plain), example.counters)
        posts = printed_unit_places(board, example)
        lines = (line_of(claim, posts) for claim in example.claims)
        _check_statuses(board, chain(posts.values(), *lines))
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
    """Search for the best placement of an example's units; status 1 where it contradicts a claim."""
    example = open_example(name)
    with _telling_of(name, example):
        search = Search(example, _board_of(name, example))
        _check_statuses(search.board, chain(*search.stand.values(), *search.lines))
    found = search.solve()
    answer = Answer(
        "examples solve",
        search.board,
        "no" if found.contradicted else "yes",
        {"example": name},
        [*_unit_rows(search, found), *_choice_rows(found), *_claim_rows(example, found)],
        {
            "contradicted": len(found.contradicted),
            "marks_missed": len(found.missed),
            "too_close": len(found.close),
            "lines_judged": found.lines,
        },
        _assumed(example, search.board),
        PROFILE,
    )
    if as_json:
        say(console, answer.as_json())
    else:
        _show_solution(console, search, found)
    return answer.exit_status


def _check_statuses(board: Board, posts: Iterable[UnitPlace]) -> None:
    """Refuse a status, of a unit or supposed by a claim, that nobody can have where the unit stands."""
    for post in dict.fromkeys(posts):
        if post.status is not None:
            check_status(board, post.location, post.status)


def _assumed(example: Example, board: Board) -> tuple[str, ...]:
    read = [
        f"{terrain_words(term)} read as {terrain_words(other)}"
        for term, other in sorted(example.reads_as.items())
    ]
    return (*map(counter_words, board.counters), *(read or [AS_DRAWN]))


def _claim_words(claim: Claim, viewer: str, target: str) -> str:
    """Say what is printed."""
    if claim.says == "silent":
        return f"{viewer} to {target}, nothing printed"
    sees = "sees" if claim.says == "yes" else "does not see"
    hindrance = "" if claim.hindrance is None else f" at +{claim.hindrance}"
    marks = "".join(f", {mark.replace('_', ' ')}" for mark in sorted(claim.marks))
    return f"{viewer} {sees} {target}{hindrance}{marks}"


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
    size = counted(len(findings), "claim")
    say(console, f"{example.name} on {board.name}: {size}")
    say(console, f"taken for granted: {', '.join(_assumed(example, board))}")
    if not findings:
        return
    say(console, "each as printed, then what the rules say, and what comes of it:")
    for finding in findings:
        say(console, _finding_words(finding))
    counts = Counter(finding.outcome for finding in findings)
    total = ", ".join(
        f"{counts[outcome]} {words}" for outcome, words in _TOTALS.items() if counts[outcome]
    )
    say(console, f"{size}: {total}")
    pairs = {key: set(told) for key, told in _pairs(findings).items() if set(told) != {GAP}}
    as_printed = sum(told <= {AGREED, DIFFERS, GAP} for told in pairs.values())
    gaps = sorted(key for key, told in pairs.items() if GAP in told)
    said = f"; printed one way only: {', '.join(map('-'.join, gaps))}" if gaps else ""
    say(console, f"{as_printed} of {counted(len(pairs), 'pair')} of units as printed{said}")


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
    printed = _claim_words(claim, *units)
    return f"{claim.number:4} {printed}: {said}; {OUTCOMES[finding.outcome]}{remarks}"


# --- placements -----------------------------------------------------------------------------------


def _unit_rows(search: Search, found: Solution) -> Iterator[dict[str, Any]]:
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
    told = (("contradicted", found.contradicted), ("marks_missed", found.missed))
    for outcome, numbers in (*told, ("too_close", found.close)):
        for number in numbers:
            yield {
                "claim": number,
                "viewer": claims[number].viewer,
                "target": claims[number].target,
                "printed": claims[number].says,
                "outcome": outcome,
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
        said = (_claim_words(claims[n], claims[n].viewer, claims[n].target) for n in numbers)
        return "; ".join(said) or "none"

    size = f"{counted(len(claims), 'claim')}, {counted(found.lines, 'line')} judged"
    say(console, f"{example.name} on {search.board.name}: {size}")
    say(console, f"taken for granted: {', '.join(_assumed(example, search.board))}")
    if found.contradicted:
        wrong = counted(len(found.contradicted), "claim")
        say(
            console, f"the best placement contradicts {wrong}, and none contradicts fewer (proved):"
        )
    else:
        say(console, "the best placement contradicts no claim:")
    names = [f"{unit} {post.name}," for unit, post in found.posts.items()]
    names[-1:] = [name.removesuffix(",") for name in names[-1:]]
    for line in in_columns(names):
        say(console, f"  {line}")
    for name, value in found.chosen.items():
        others = [each for each in found.values[name] if each != value]
        also = f" (or {' or '.join(map(_reading, others))})" if others else " (forced)"
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
