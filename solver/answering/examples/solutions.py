"""Answers about where the units of a worked example stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from hexcourt.facts.examples.worked_example import Example
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.examples.claim_words import arguments, assumed, claim_words
from hexcourt.solver.answering.words import counted, in_columns, terrain_words
from hexcourt.solver.examples.abduction import (
    AS_PRINTED,
    PROFILE,
    Search,
    Solution,
    fixed_counters,
)
from hexcourt.solver.examples.named import NamedExample, check_statuses


def solve_example(named: NamedExample) -> Answer:
    """Search for the best placement of an example's units: no where it contradicts a claim."""
    example = named.example
    with named.telling():
        counters = fixed_counters(example)
    position = named.position(counters)
    with named.telling():
        search = Search(example, position)
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
        tuple(_lines(search, found)),
    )


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


def _lines(search: Search, found: Solution) -> Iterator[str]:
    example = search.example
    claims = {claim.number: claim for claim in example.claims}

    def listed(numbers: Sequence[int]) -> str:
        said = (claim_words(claims[n], claims[n].viewer, claims[n].target) for n in numbers)
        return "; ".join(said) or "none"

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
