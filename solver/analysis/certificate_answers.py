"""Answers about certificates of what no world shows: made, and checked from their folder alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import make_new_folder
from hexcourt.solver.analysis.certifying import (
    VerifiedWorlds,
    WorldsStatement,
    certify_worlds,
    is_of_worlds,
    verify_worlds,
)
from hexcourt.solver.analysis.findings import CLASSES, Examined, Looked
from hexcourt.solver.analysis.generators.families import FAMILIES, family_of
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import (
    certificate_row,
    check_lines,
    check_row,
    counted,
    what_failed,
)
from hexcourt.solver.proof.certificate import Certificate, UndecidedError
from hexcourt.solver.proof.ground_program import ProgramError
from hexcourt.solver.proof.verification import Verification, verify
from hexcourt.solver.query.certifying import verify_answer


@dataclass(frozen=True, slots=True)
class Certified:
    """What became of the certificate of a check: a few words, and what its row says of it."""

    sentence: str
    row: dict[str, Any]


UNASKED = Certified("not certified", {})
"""Nobody asked for a certificate."""


def make_folder(folder: Path, rules: Sequence[str], properties: str) -> None:
    """Make the folder that certificates of families go into.

    Raises BadInput where it is not empty, or where something else than whole families is named.
    """
    if rules:
        raise BadInput(
            f"{rules[0][:60]}: whole families are certified, or one property by `hexcourt rules "
            "properties`; name none but these"
        )
    if properties:
        raise BadInput("properties of your own are not certified; leave --properties out")
    make_new_folder(folder)


def certify_examined(
    examined: Examined, folder: Path, until: float, tell: Callable[[str], None]
) -> dict[str, Certified]:
    """Certify what each check of a family came to, into folders of their own, as long as a moment of the
    clock is not over.
    """
    family = examined.worlds.family
    found = {}
    for looked in examined.looked:
        why = _why_not(examined, looked, until)
        if why:
            found[looked.check] = _not_certified(why)
            continue
        tell(f"{family.name}: proof of {looked.check}")
        into = folder / f"{looked.check}_{family.name}"
        but = tuple(sorted(map(str, looked.classes)))
        try:
            made = certify_worlds(WorldsStatement(family, looked.check, but=but), into)
        except (ProgramError, UndecidedError) as error:
            found[looked.check] = _not_certified(str(error))
            continue
        some = f"no more than the {len(but)} accepted: " if but else ""
        said = f"certified in {into}: {some}{_size(made)}"
        found[looked.check] = Certified(said, {"certified": certificate_row(made, into)})
    return found


def _why_not(examined: Examined, looked: Looked, until: float) -> str:
    """Describe why there is nothing to certify."""
    if looked.check not in CLASSES:
        return "that something never occurs is shown by the search alone"
    if looked.empty:
        return "there is no world"
    if not looked.complete:
        return "the search was stopped"
    unmet = [each for each in examined.open if each.check == looked.check]
    if unmet:
        return f"{counted(len(unmet), 'finding')} open"
    return "the time was over" if time.monotonic() >= until else ""


def _not_certified(why: str) -> Certified:
    return Certified(f"not certified: {why}", {"not_certified": why})


def _size(made: Certificate) -> str:
    proof = counted(made.proof_lines, "line")
    return f"{made.rules} ground rules, {made.clauses} clauses, proof of {proof}"


def names_property(named: Sequence[str]) -> bool:
    """Return whether something else than families is named."""
    return any(each not in FAMILIES for each in named)


def certify_law(named: Sequence[str], hexes: int | None, folder: Path) -> Answer:
    """Certify that the one property named holds in every world of a family: that which is named, or the
    first that can break it.
    """
    stated = _stated(named, hexes)
    try:
        made = certify_worlds(stated, folder)
    except (ProgramError, UndecidedError) as error:
        said = (f"not certified: {error}",)
        return Answer("rules properties", None, "unknown", {"rules": list(named)}, [], lines=said)
    rows = [certificate_row(made, folder), _stated_row(stated)]
    lines = (stated.sentence, f"certified in {folder}: {_size(made)}")
    return Answer("rules properties", None, "yes", {"rules": list(named)}, rows, lines=lines)


def _stated_row(stated: WorldsStatement) -> dict[str, Any]:
    return {"statement": stated.sentence, "stated": stated.as_json}


def _stated(named: Sequence[str], hexes: int | None) -> WorldsStatement:
    names = [each for each in named if each not in FAMILIES]
    if len(names) != 1:
        raise BadInput(
            "one property is certified at a time; name it, as reciprocity, or families alone"
        )
    families = [each for each in named if each in FAMILIES] or list(FAMILIES)
    known = [WorldsStatement(family_of(each, hexes), "properties", names[0]) for each in families]
    stated = [each for each in known if each.is_known]
    if not stated:
        told = (
            "none of these families has lines" if len(families) < len(FAMILIES) else "no family has"
        )
        raise BadInput(f"{names[0][:40]}: {told} such a property to break; see asp/worlds")
    return stated[0]


def verify_folder(folder: Path, checkers: str | None = None) -> Answer:
    """Check a certificate, of an answer or of worlds, from its folder and by the installed rules.

    ``checkers`` is a folder in which ``drat-trim`` and ``cake_lpr`` are looked for before the path.
    """
    checked = verify(folder, checkers=checkers)
    return _verify_worlds(checked) if is_of_worlds(checked) else verify_answer(checked)


def _verify_worlds(checked: Verification) -> Answer:
    found = verify_worlds(checked)
    bound = found.ok and found.stated is not None
    rows: list[dict[str, Any]] = []
    if bound and found.stated is not None:
        rows.append(_stated_row(found.stated))
    rows += map(check_row, found.every)
    verdict = "yes" if bound else "unbound" if found.ok else "no"
    return Answer(
        "verify", None, verdict, {"folder": str(checked.folder)}, rows, lines=tuple(_lines(found))
    )


def _lines(found: VerifiedWorlds) -> Iterator[str]:
    if found.ok and found.stated is not None:
        yield f"yes: {found.stated.sentence}"
        yield from (
            f"  but {each.key}, accepted by {each.accepted}" for each in found.stated.accepted
        )
        yield (
            "by: the program written again from check, scope and law; grounded again by clingo "
            f"{version('clingo')} and compared; the refutation of its clauses checked"
        )
        yield (
            "taken on trust: that the worlds are what boards are, clingo's grounder, the translation "
            "into clauses"
        )
    elif found.ok:
        told = "a ground program is refuted; that it is of these worlds was not checked"
        yield f"{told}: {found.needed}"
    else:
        yield what_failed(found.every)
    yield from check_lines(found.every)
