"""Answers about certificates of properties: made, and checked from their folder alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hexcourt.facts.errors import BadInput
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.proofs import certificate_row, check_lines, check_row, what_failed
from hexcourt.solver.answering.words import counted
from hexcourt.solver.examining.families import FAMILIES, family_of
from hexcourt.solver.examining.searching.certifying import (
    PropertyStatement,
    VerifiedProperty,
    certify_property,
    verify_property,
)


def certify_law(named: Sequence[str], hexes: int | None, folder: Path) -> Answer:
    """Certify that the one property named holds in every world of a family: that which is named, or the
    first that can break it.
    """
    stated = _stated(named, hexes)
    made = certify_property(stated, folder)
    size = f"{made.rules} ground rules, {made.clauses} clauses"
    row = {**certificate_row(made, folder), "stated": stated.as_json}
    proof = counted(made.proof_lines, "line")
    lines = (stated.sentence, f"certified in {folder}: {size}, proof of {proof}")
    return Answer("law properties", None, "yes", {"rules": list(named)}, [row], lines=lines)


def _stated(named: Sequence[str], hexes: int | None) -> PropertyStatement:
    names = [each for each in named if each not in FAMILIES]
    if len(names) != 1:
        raise BadInput("one property is certified at a time; name it, as reciprocity")
    families = [each for each in named if each in FAMILIES] or list(FAMILIES)
    known = [PropertyStatement(family_of(each, hexes), names[0]) for each in families]
    stated = [each for each in known if each.is_known]
    if not stated:
        told = (
            "none of these families has lines" if len(families) < len(FAMILIES) else "no family has"
        )
        raise BadInput(f"{names[0][:40]}: {told} such a property to break; see asp/worlds")
    return stated[0]


def verify_certified(folder: Path, checkers: str | None = None) -> Answer:
    """Check a certificate of a property from its folder, against the law that is installed."""
    found = verify_property(folder, checkers)
    bound = found.ok and found.stated is not None
    rows: list[dict[str, Any]] = []
    if bound and found.stated is not None:
        rows.append({"statement": found.stated.sentence, "stated": found.stated.as_json})
    rows += map(check_row, found.every)
    verdict = "yes" if bound else "unbound" if found.ok else "no"
    return Answer(
        "verify", None, verdict, {"folder": str(folder)}, rows, lines=tuple(_lines(found))
    )


def _lines(found: VerifiedProperty) -> Iterator[str]:
    if found.ok and found.stated is not None:
        yield f"yes: {found.stated.sentence}"
        yield (
            "by: the program written again from property, scope and law; grounded again by clingo "
            f"{version('clingo')} and compared; the refutation of its clauses checked"
        )
        yield (
            "taken on trust: that the worlds are what boards are, clingo's grounder, the translation "
            "into clauses"
        )
    elif found.ok:
        told = "a ground program is refuted; that it is the property's was not checked"
        yield f"{told}: {found.needed}"
    else:
        yield what_failed(found.every)
    yield from check_lines(found.every)
