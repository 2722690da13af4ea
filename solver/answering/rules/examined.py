"""Answers about the law itself: what bounded worlds show of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from hexcourt.facts.errors import BadInput
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.examining.findings import CHECKS, Examined, Finding, Looked, examine
from hexcourt.solver.examining.positions import WorldPosition
from hexcourt.solver.examining.worlds import DEEDS, Family
from hexcourt.solver.guarding.guard import Allowed, checked_statements
from hexcourt.solver.statutes.statute import Citation

NOT_LOOKED_AT = (
    "lines of sight",
    "prices and paths of moves",
    "what attacks come to",
    "what is drawn in a hex beside its centre dot",
    "two deeds at once",
    "units in a status",
    "maps joined of boards",
)
"""What no family looks at."""


def examine_law(
    command: str,
    checks: Sequence[str],
    named: Sequence[str] = (),
    hexes: int | None = None,
    seconds: float = 1800.0,
    properties: str = "",
    tell: Callable[[str], None] = lambda _: None,
) -> Answer:
    """Examine the law by some checks; findings are kept to the rules or files ``named``, if any are.

    ``properties`` are rules for ``broken/2`` of a user's own.
    """
    family = _family(hexes)
    checked_statements(properties, "properties", allowed=Allowed(choices=False))
    examined = examine(family, checks, seconds, properties, _wanted(named), tell)
    return _answer(command, examined, {"rules": list(named)})


def explain_finding(key: str, seconds: float, hexes: int | None = None) -> tuple[Answer, Finding]:
    """Find one finding again, by its key, and tell all about it.

    Raises BadInput where there is no such finding.
    """
    wanted = " ".join(key.split())
    check = wanted.partition(" ")[0]
    if check not in CHECKS:
        raise BadInput(f"{key[:60]}: is no finding; `hexcourt law check` lists them")
    examined = examine(
        _family(hexes), (check,), seconds, wanted=lambda each, _: each == wanted, whole=True
    )
    if not examined.findings:
        raise BadInput(f"{key[:60]}: this is not found; `hexcourt law {check}` lists what is")
    (found,) = examined.findings
    lines = (*_told(found), *_explained(examined, found))
    answer = _answer("law explain", examined, {"finding": wanted})
    return replace(answer, lines=lines, rows=[_row(found)]), found


def _family(hexes: int | None) -> Family:
    if hexes is None:
        return DEEDS
    return replace(DEEDS, scope=MappingProxyType({**DEEDS.scope, "most_hexes": hexes}))


def _wanted(named: Sequence[str]) -> Callable[[str, Sequence[Citation]], bool]:
    """Keep to findings about some rules or files."""
    wanted = {each.removeprefix("asp/").rpartition("/")[2] for each in named}

    def is_wanted(_key: str, rules: Sequence[Citation]) -> bool:
        return not wanted or any({each.number, each.file} & wanted for each in rules)

    return is_wanted


def _answer(command: str, examined: Examined, arguments: dict[str, Any]) -> Answer:
    findings = [_row(each) for each in examined.findings]
    looked = [_looked_row(examined, each) for each in examined.looked]
    stale = [{"stale": each} for each in examined.stale]
    complete = all(each.complete for each in examined.looked)
    verdict = "no" if examined.open or stale else "yes" if complete else "unknown"
    counts = {"findings": len(findings), "open": len(examined.open), "stale": len(stale)}
    return Answer(
        command,
        None,
        verdict,
        arguments,
        [*looked, *findings, *stale],
        counts,
        profile=examined.worlds.family.profile,
        lines=tuple(_lines(examined)),
    )


def _lines(examined: Examined) -> Iterator[str]:
    for each in examined.looked:
        yield _looked_line(examined, each)
    for finding in examined.open:
        yield ""
        yield from _told(finding)
    for key in examined.stale:
        yield f"\n{key}\n  is accepted in asp/worlds/accepted.lp, but occurs no more; take it out there"
    yield ""
    yield from _scope_lines(examined)


def _looked_line(examined: Examined, looked: Looked) -> str:
    found = [each for each in examined.findings if each.check == looked.check]
    kept = sum(each.accepted is not None for each in found)
    told = f"{len(found)} findings" if len(found) != 1 else "1 finding"
    told += f", {kept} of them accepted" if kept else ""
    end = "complete" if looked.complete else "stopped: there may be more"
    took = f"{looked.solves} solves, {looked.seconds:.0f} s; not certified"
    return f"{looked.check:<12}{told} ({end}; {took})"


def _told(finding: Finding) -> Iterator[str]:
    yield finding.key
    yield f"  {finding.sentence}"
    for each in finding.rules:
        yield f"    {each.number}  {each.file}:{each.line}"
    if finding.position is not None:
        yield f"  smallest: {_shown(finding.position)}"
        yield f"    {finding.position.command}: {finding.position.verdict}"
    if finding.differs:
        yield f"  not confirmed, so that the generator errs: {finding.differs}"
    if finding.accepted is not None:
        yield f"  accepted by {finding.accepted.number}: {finding.accepted.sentence}"


def _shown(position: WorldPosition) -> str:
    """Tell what of a position is not plain open ground at level 0."""
    facts = position.facts.splitlines()
    told = [each.rstrip(".") for each in facts if not each.startswith(("hex(", "location("))]
    plain = [
        each for each in told if not each.endswith((",open)", ",0)")) or each.startswith("bed(")
    ]
    hexes = sum(each.startswith("hex(") for each in facts)
    return ", ".join([f"{hexes} hex{'es' * (hexes != 1)}", *plain])


def _explained(examined: Examined, finding: Finding) -> Iterator[str]:
    """Tell the position as a facts file, and the rules as they are written."""
    if finding.position is not None:
        yield "\nsmallest.lp:"
        yield from (f"  {each}" for each in finding.position.facts.splitlines())
    for cited in finding.rules:
        for statute, own in examined.worlds.statutes.values():
            if own == cited:
                yield f"\n{statute.file}:{statute.line}"
                yield from (f"  {each}" for each in statute.text.splitlines())


def _scope_lines(examined: Examined) -> Iterator[str]:
    worlds = examined.worlds
    scope = ", ".join(f"{name} {number}" for name, number in worlds.family.scope.items())
    yield (
        f"in all worlds of: {worlds.family.name}: {scope}; {len(worlds.terrains)} terrains, "
        f"{len(worlds.hexside_terrains)} hexside terrains"
    )
    left_out = ", ".join((*NOT_LOOKED_AT, *sorted(worlds.family.left_out)))
    yield f"not looked at: {left_out}"


def _looked_row(examined: Examined, looked: Looked) -> dict[str, Any]:
    family = examined.worlds.family
    return {
        "looked": looked.check,
        "worlds": family.name,
        "scope": dict(family.scope),
        "complete": looked.complete,
        "classes": looked.seen,
        "solves": looked.solves,
        "not_looked_at": [*NOT_LOOKED_AT, *sorted(family.left_out)],
    }


def _row(finding: Finding) -> dict[str, Any]:
    position = finding.position
    return {
        "finding": finding.key,
        "check": finding.check,
        "sentence": finding.sentence,
        "rules": [
            {
                "rule": each.number,
                "confidence": each.confidence,
                "sentence": each.sentence,
                "file": each.file,
                "line": each.line,
            }
            for each in finding.rules
        ],
        "smallest": None
        if position is None
        else {
            "facts": position.facts,
            "command": position.command,
            "says": position.verdict,
            "confirmed": not finding.differs,
            **({"differs": finding.differs} if finding.differs else {}),
        },
        "accepted": None if finding.accepted is None else str(finding.accepted),
    }
