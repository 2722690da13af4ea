"""Answers about the law itself: what bounded worlds show of it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.sizes import LARGEST_DERIVED
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.comparing.two_laws import both_of
from hexcourt.solver.examining.deed_worlds import DEEDS
from hexcourt.solver.examining.families import FAMILIES, family_of
from hexcourt.solver.examining.findings import (
    CHECKS,
    OF_ANY_SCOPE,
    Examined,
    Finding,
    Looked,
    examine,
    was_examined,
)
from hexcourt.solver.examining.printed_facts import told_shortly
from hexcourt.solver.examining.repairs import Repairing, Repairs
from hexcourt.solver.examining.wording.words import Worded, words_of
from hexcourt.solver.examining.worlds import Family
from hexcourt.solver.guarding.guard import Allowed, checked_statements
from hexcourt.solver.guarding.numbers.intervals import check_derived, head_of
from hexcourt.solver.statutes.lawbook import in_force, printed_law
from hexcourt.solver.statutes.statute import Citation

NOT_LOOKED_AT = (
    "lines of sight along hexspines for more than two hexes, at other angles for more than "
    "three, between vertices of two hexes, over trams, roadblocks and overlays",
    "sums of prices; whole paths, which are sampled",
    "what is drawn in a hex beside its centre dot",
    "two deeds at once",
    "units in a status",
    "maps joined of boards",
)
"""What no family looks at."""


_WORD = re.compile(r"_*[a-z][A-Za-z0-9_]*")


def examine_law(
    command: str,
    checks: Sequence[str],
    named: Sequence[str] = (),
    hexes: int | None = None,
    seconds: float = 1800.0,
    properties: str = "",
    tell: Callable[[str], None] = lambda _: None,
    changed: bool = False,
) -> Answer:
    """Examine the law by some checks; findings are kept to the rules or files ``named``, if any are,
    else to house rules where the law in force is amended.

    ``properties`` are rules for ``broken/2`` of a user's own. Where only what ``changed`` is wanted,
    families whose searches are not kept are looked at in their smallest scope, which cannot tell what
    never occurs.
    """
    families, rules = _families(named, hexes)
    own = [number for numbers in in_force().numbers for number in numbers]
    rules = rules or own
    if own and not named:
        hang = [each for each in families if both_of(each, printed_law(), in_force()).first]
        families = hang or families[:1]
    _check_properties(properties)
    until = time.monotonic() + seconds
    examined = []
    for each in families:
        family, wanted = each, checks
        if changed and not was_examined(family, checks, properties):
            family, wanted = family_of(family.name, 1), [e for e in checks if e in OF_ANY_SCOPE]
        if set(wanted) & set(family.checks):
            left = until - time.monotonic()
            examined.append(examine(family, wanted, left, properties, _wanted(rules), tell))
    worded = words_of(in_force(), _wanted(rules)) if "words" in checks else None
    return _answer(command, examined, {"rules": list(named)}, worded)


def _families(named: Sequence[str], hexes: int | None) -> tuple[list[Family], list[str]]:
    """Tell the families that are named, all where none is, from rules and files."""
    families = [each for each in named if each in FAMILIES] or list(FAMILIES)
    return [family_of(each, hexes) for each in families], [e for e in named if e not in FAMILIES]


def _check_properties(text: str) -> None:
    """Refuse what is no rule for ``broken/2``, or reckons beyond the range of numbers."""
    rules = checked_statements(text, "properties", allowed=Allowed(choices=False))
    for rule in rules:
        name, arguments = head_of(rule)
        word = arguments[0] if name == "broken" and len(arguments) == 2 else None
        if word is not None and not _WORD.fullmatch(str(word)):
            raise BadInput(
                f"properties, line {rule.location.begin.line}: {word} names no property; write "
                "broken(name,Class), the name a word of its own"
            )
    placed = [(f"properties, line {rule.location.begin.line}", rule) for rule in rules]
    check_derived(placed, LARGEST_DERIVED)


def explain_finding(key: str, seconds: float, hexes: int | None = None) -> tuple[Answer, Finding]:
    """Find one finding again, by its key, and tell all about it.

    Raises BadInput where there is no such finding.
    """
    wanted = " ".join(key.split())
    check = wanted.partition(" ")[0]
    if check not in CHECKS:
        raise BadInput(f"{key[:60]}: is no finding; `hexcourt law check` lists them")
    if check == "words":
        return _explained_words(key, wanted)
    word = [*wanted.split(), ""][1]
    family = family_of(word if word in FAMILIES else DEEDS.name, hexes)
    until = time.monotonic() + seconds
    examined = examine(family, (check,), seconds, wanted=lambda each, _: each == wanted, whole=True)
    if not examined.findings:
        raise BadInput(f"{key[:60]}: this is not found; `hexcourt law {check}` lists what is")
    (found,) = examined.findings
    answer = _answer("law explain", [examined], {"finding": wanted})
    row, lines = _row(found), [*_told(found)]
    if found.shown is not None:
        repairs = Repairing(examined.worlds, found.shown).repairs(until)
        row |= _repairs_row(repairs)
        lines += _repairs_told(repairs)
    lines += _explained(examined, found)
    return replace(answer, lines=tuple(lines), rows=[row]), found


def _repairs_row(repairs: Repairs) -> dict[str, Any]:
    return {
        "in_conflict": [_cited_row(each) for each in repairs.in_conflict],
        "mended_without": [[_cited_row(each) for each in some] for some in repairs.mended_without],
    }


def _repairs_told(repairs: Repairs) -> Iterator[str]:
    if repairs.in_conflict:
        yield f"  enough for it, with none to spare: {_places(repairs.in_conflict)}"
    if repairs.mended_without:
        ways = " or ".join(_places(each) for each in repairs.mended_without)
        yield f"  gone without: {ways}"


def _places(cited: Sequence[Citation]) -> str:
    return ", ".join(f"{each.number} ({each.key})" for each in cited)


def _explained_words(key: str, wanted: str) -> tuple[Answer, Finding]:
    worded = words_of(in_force(), lambda each, _: each == wanted)
    if not worded.findings:
        raise BadInput(f"{key[:60]}: this is not found; `hexcourt law words` lists what is")
    (found,) = worded.findings
    blocks = (each for each in in_force().blocks if each.citation in found.rules)
    written = (line for each in blocks for line in (f"\n{each.file}:{each.line}", each.text))
    answer = _answer("law explain", [], {"finding": wanted}, worded)
    return replace(answer, lines=(*_told(found), *written), rows=[_row(found)]), found


def _wanted(named: Sequence[str]) -> Callable[[str, Sequence[Citation]], bool]:
    """Keep to findings about some rules, files or properties."""
    wanted = {each.removeprefix("asp/").rpartition("/")[2] for each in named}

    def is_wanted(key: str, rules: Sequence[Citation]) -> bool:
        told = any(f"broken({each}," in key for each in wanted)
        return told or not wanted or any({each.number, each.file} & wanted for each in rules)

    return is_wanted


def _answer(
    command: str,
    every: Sequence[Examined],
    arguments: dict[str, Any],
    worded: Worded | None = None,
) -> Answer:
    parts = _parts(every, worded)
    findings = [_row(each) for part in parts for each in part.findings]
    looked = [_looked_row(examined, each) for examined in every for each in examined.looked]
    stale = [{"stale": each} for part in parts for each in part.stale]
    complete = all(each.complete for examined in every for each in examined.looked)
    unmet = sum(each.accepted is None for part in parts for each in part.findings)
    verdict = "no" if unmet or stale else "yes" if complete else "unknown"
    counts = {"findings": len(findings), "open": unmet, "stale": len(stale)}
    return Answer(
        command,
        None,
        verdict,
        arguments,
        [*looked, *findings, *stale],
        counts,
        profile=every[0].worlds.family.profile if every else "los",
        lines=tuple(_lines(every, worded)),
    )


def _parts(every: Sequence[Examined], worded: Worded | None) -> tuple[Examined | Worded, ...]:
    return (*every, *([worded] if worded is not None else []))


def _lines(every: Sequence[Examined], worded: Worded | None) -> Iterator[str]:
    for examined in every:
        yield _scope_line(examined)
        yield from (_looked_line(examined, each) for each in examined.looked)
        yield from _never_fired(examined)
    if worded is not None:
        yield from _worded_lines(worded)
    for part in _parts(every, worded):
        for finding in (each for each in part.findings if each.accepted is None):
            yield ""
            yield from _told(finding)
        for key in part.stale:
            yield f"\n{key}"
            yield "  is accepted in asp/worlds/accepted.lp, but occurs no more; take it out there"
    if every:
        left_out = sorted({word for each in every for word in each.worlds.family.left_out})
        yield f"\nnot looked at: {', '.join((*NOT_LOOKED_AT, *left_out))}"


def _worded_lines(worded: Worded) -> Iterator[str]:
    yield f"in the law as it is written: {worded.citations} citations, {worded.statutes} statements"
    count = len(worded.findings)
    told = f"{count} findings" if count != 1 else "1 finding"
    yield (
        f"  {'words':<12}{told} (complete; {worded.unread} citations are of chapters whose text is "
        "not at hand: their numbers were not looked up)"
    )


def _looked_line(examined: Examined, looked: Looked) -> str:
    found = [each for each in examined.findings if each.check == looked.check]
    kept = sum(each.accepted is not None for each in found)
    told = f"{len(found)} findings" if len(found) != 1 else "1 finding"
    told += f", {kept} of them accepted" if kept else ""
    end = "complete" if looked.complete else "stopped: there may be more"
    took = f"{looked.solves} solves, {looked.seconds:.0f} s; not certified"
    if looked.complete and not looked.solves:
        took = "as kept from an earlier run; not certified"
    return f"  {looked.check:<12}{told} ({end}; {took})"


def _never_fired(examined: Examined) -> Iterator[str]:
    never = examined.never_fired
    if never:
        count = len({cited for _, cited in examined.worlds.statutes.values()})
        numbers = listed(sorted({each.number for each in never}))
        yield f"  never fired {len(never)} of {count} citations, so that nothing is said of {numbers}"


def _told(finding: Finding) -> Iterator[str]:
    yield finding.key
    yield f"  {finding.sentence}"
    for each in finding.rules:
        yield f"    {each.number}  {each.file}:{each.line}"
    if finding.position is not None:
        yield f"  smallest: {told_shortly(finding.position)}"
        yield f"    {finding.position.command}: {finding.position.verdict}"
    if finding.differs:
        yield f"  not confirmed, so that the generator errs: {finding.differs}"
    if finding.accepted is not None:
        yield f"  accepted by {finding.accepted.number}: {finding.accepted.sentence}"


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


def _scope_line(examined: Examined) -> str:
    worlds = examined.worlds
    scope = ", ".join(
        f"{name.replace('_', ' ')} {number}" for name, number in worlds.family.scope.items()
    )
    return (
        f"in all worlds of {worlds.family.name}: {scope}; {len(worlds.scope.terrains)} terrains, "
        f"{len(worlds.scope.hexside_terrains)} hexside terrains"
    )


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
        "never_fired": None
        if examined.never_fired is None
        else [each.key for each in examined.never_fired],
    }


def _row(finding: Finding) -> dict[str, Any]:
    position = finding.position
    return {
        "finding": finding.key,
        "check": finding.check,
        "sentence": finding.sentence,
        "rules": [_cited_row(each) for each in finding.rules],
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


def _cited_row(cited: Citation) -> dict[str, Any]:
    return {
        "rule": cited.number,
        "confidence": cited.confidence,
        "sentence": cited.sentence,
        "file": cited.file,
        "line": cited.line,
    }
