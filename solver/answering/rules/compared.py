"""Answers about two versions of the law: which rules differ, and which answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hexcourt.facts.errors import BadInput
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.words import counted
from hexcourt.solver.comparing import board_answers
from hexcourt.solver.comparing.board_answers import Said
from hexcourt.solver.comparing.differences import Difference, differences
from hexcourt.solver.comparing.rules_compared import Change, Comparison, compare_laws
from hexcourt.solver.comparing.world_differences import (
    Compared,
    WorldDifference,
    differences_in_worlds,
)
from hexcourt.solver.examining.families import FAMILIES
from hexcourt.solver.examining.printed_facts import told_shortly
from hexcourt.solver.statutes.amending import asked_where, is_folder, law_with, read_house_rules
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.lawbook import Lawbook, enacted, printed_law, read_lawbook
from hexcourt.solver.statutes.program import LawError
from hexcourt.solver.statutes.statute import Statute

Asking = Callable[[Lawbook, frozenset[str], Callable[[str], None], Sequence[str]], Said]
"""Asks a law all that some profiles have a say in, on some boards or on all embedded ones."""

ON: dict[str, Asking] = {"boards": board_answers.answers}
"""On what laws are compared, beside their rules and worlds: what each answers there."""

WORLDS = "worlds"
"""Laws are compared in all worlds of bounded scopes, both asked at once."""

MOST_SHOWN = 12
"""How many classes of differences, and statements of changes, the text shows."""


def law_in(folder: Path) -> Lawbook:
    """Read the law in a folder: ``asp`` of some version, or what holds it."""
    found = next((each for each in (folder / "asp", folder) if is_folder(each / "profiles")), None)
    if found is None:
        raise BadInput(
            f"{folder}: holds no law; give a folder like asp/, with profiles/ in it, or leave it out"
        )
    try:
        law = read_lawbook(found)
        with enacted(law):
            for profile in law.profiles:
                Law(profile).ground_whole()  # what cannot be read is told at once
    except (LawError, UnicodeDecodeError) as error:
        raise BadInput(f"{folder}: cannot be read as a law: {error}") from None
    return law


def compare(
    folders: Sequence[Path],
    amend: Sequence[Path],
    on: str = "boards",
    boards: Sequence[str] = (),
    tell: Callable[[str], None] = lambda _: None,
    seconds: float = 1800.0,
) -> Answer:
    """Compare two laws: yes where no answer differs. One that is left out is the law as it is, amended
    by house rules where there are any.
    """
    if len(folders) + bool(amend) not in (1, 2):
        raise BadInput(
            "law diff: name two laws: OLD and NEW, OLD alone against the law as it is, or --amend FILE"
        )
    laws = [law_in(each) for each in folders]
    if amend:
        laws = [*laws, law_with(read_house_rules(amend))] if laws else [printed_law()]
    if len(laws) == 1:
        laws.append(law_with(read_house_rules(amend)) if amend else printed_law())
    old, new = laws
    comparison = compare_laws(old, new)
    named = [*map(str, folders), *(each.name for each in new.house_rules)]
    if on == WORLDS:
        return _compared_on_worlds(comparison, named, seconds, tell)
    profiles = comparison.profiles
    try:
        said = [ON[on](law, profiles, tell, boards) if comparison.changes else {} for law in laws]
    except LawError as error:
        raise BadInput(
            f"law diff: one of the laws cannot be asked by this program: {error}"
        ) from None
    found = differences(comparison, said[0], said[1])
    asked = len({*said[0], *said[1]})
    rows = [*map(_change_row, comparison.changes), *map(_difference_row, found)]
    counts = {
        "changes": len(comparison.changes),
        "rewritten": comparison.rewritten,
        "retold": comparison.retold,
        "asked": asked,
        "differ": sum(each.count for each in found),
    }
    text = tuple(
        _lines(
            comparison,
            found,
            counts,
            board_answers.sampled(*said),
            ", ".join(boards) or "the embedded boards",
        )
    )
    return Answer(
        "law diff",
        None,
        "no" if found else "yes",
        {"laws": named},
        rows,
        counts,
        profile="los",
        lines=text,
    )


def _compared_on_worlds(
    comparison: Comparison,
    named: Sequence[str],
    seconds: float,
    tell: Callable[[str], None],
) -> Answer:
    """Compare two laws in bounded worlds: no where one differs, unknown where time was over before."""
    families = [each for each in FAMILIES.values() if each.differences]
    try:
        told = differences_in_worlds(comparison, families, seconds, tell)
    except LawError as error:
        raise BadInput(
            f"law diff: one of the laws cannot be asked by this program: {error}"
        ) from None
    found = [each for compared in told for each in compared.found]
    complete = all(each.complete for each in told)
    rows = [*map(_change_row, comparison.changes), *map(_world_row, found)]
    counts = {
        "changes": len(comparison.changes),
        "rewritten": comparison.rewritten,
        "retold": comparison.retold,
        "differ": len(found),
    }
    return Answer(
        "law diff",
        None,
        "no" if found else "yes" if complete else "unknown",
        {"laws": list(named)},
        rows,
        counts,
        profile="los",
        lines=tuple(_lines_of_worlds(comparison, told, counts)),
    )


def _lines_of_worlds(
    comparison: Comparison, told: Sequence[Compared], counts: Mapping[str, int]
) -> Iterator[str]:
    yield from _lines_of_changes(comparison, counts)
    for each in told if comparison.changes else ():
        scope = ", ".join(f"{n.replace('_', ' ')} {v}" for n, v in each.family.scope.items())
        if not each.asked:
            yield f"in worlds of {each.family.name}: nothing of it hangs on the rules that differ"
            continue
        if each.complete:
            end = "complete"
        elif each.ended:
            ended = counted(each.ended, "hex", "hexes")
            end = f"complete up to {ended}, then stopped: there may be more"
        else:
            end = "stopped: there may be more"
        kinds = counted(len(each.found), "kind of difference", "kinds of difference")
        yield f"in all worlds of {each.family.name} ({scope}): {kinds} ({end}; not certified)"
        if each.complete and not each.derived:
            yield "  what differs is derived alike in all of them, so that they say nothing of it"
        by_cause: dict[tuple[str, ...], list[WorldDifference]] = {}
        for one in each.found:
            by_cause.setdefault(one.causes, []).append(one)
        for causes, some in sorted(by_cause.items(), key=lambda pair: (len(pair[1]), pair[0])):
            yield f"  by {' or '.join(causes) or 'several rules together'}: {len(some)}"
            for one in some[:MOST_SHOWN]:
                yield from _world_lines(one)
            if len(some) > MOST_SHOWN:
                yield f"    and {len(some) - MOST_SHOWN} more"


def _world_lines(each: WorldDifference) -> Iterator[str]:
    yield f"    {each.what}{f': {each.old} -> {each.new}' if each.position else ''}"
    if each.position is None:
        yield "      time was over before a smallest position was found"
    else:
        yield f"      smallest: {told_shortly(each.position)}"
        yield f"      {each.position.command}"
    if each.untold:
        yield "      the program tells both alike: what differs is derived, and not told"
    elif each.alike:
        yield "      not confirmed, so that the generator errs: the program answers alike"


def _world_row(each: WorldDifference) -> dict[str, Any]:
    return {
        "worlds": each.family,
        "kind": each.what,
        "causes": list(each.causes),
        "old": each.old,
        "new": each.new,
        "smallest": None
        if each.position is None
        else {
            "facts": each.position.facts,
            "command": each.position.command,
            "confirmed": each.confirmed,
        },
    }


def _lines(
    comparison: Comparison,
    found: Sequence[Difference],
    counts: Mapping[str, int],
    sampled: bool,
    where_asked: str,
) -> Iterator[str]:
    yield from _lines_of_changes(comparison, counts)
    if not comparison.changes:
        return
    more = ", of lines of sight a sample" if sampled else ""
    yield f"answers that differ on {where_asked}: {counts['differ']} of {counts['asked']}{more}"
    for each in found[:MOST_SHOWN]:
        yield from _difference_lines(each)
    if len(found) > MOST_SHOWN:
        left = found[MOST_SHOWN:]
        yield f"  and {sum(e.count for e in left)} more in {counted(len(left), 'class', 'classes')}"


def _lines_of_changes(comparison: Comparison, counts: Mapping[str, int]) -> Iterator[str]:
    changes = comparison.changes
    rules = counted(len(changes), "rule differs", "rules differ")
    yield f"{rules}{':' * bool(changes)}"
    where = {(each.file, each.line): names for each, names in asked_where(comparison.new)}
    for change in changes[:MOST_SHOWN]:
        yield from _change_lines(change, where)
    if len(changes) > MOST_SHOWN:
        yield f"  and {len(changes) - MOST_SHOWN} more"
    if counts["rewritten"]:
        yield f"written otherwise, but saying the same: {counted(counts['rewritten'], 'statement')}"
    if counts["retold"]:
        yield f"told in other words: {counted(counts['retold'], 'rule')}"


def _change_lines(change: Change, where: Mapping[tuple[str, int], Sequence[str]]) -> Iterator[str]:
    yield f"  {change.kind} {change.number}"
    for sign, some in (("-", change.gone), ("+", change.new)):
        for each in dict.fromkeys(some):
            yield f"    {sign} {_place(each)}  {' '.join(each.text.split())}"
            names = where.get((each.file, each.line))
            if sign == "+" and names:
                yield f"      asked in {', '.join(names)}"


def _difference_lines(each: Difference) -> Iterator[str]:
    cause = " or ".join(each.causes) or "several rules together"
    yield f"  {each.count:>5}  {each.subject}, by {cause}: {each.old} -> {each.new}"
    yield f"         such as {each.example.words} on {each.example.board}"


def _place(statute: Statute) -> str:
    """Name file and line; a file of house rules by its own name."""
    return re.sub(r"^amendments/\d+/\d+/", "", statute.place)


def _change_row(change: Change) -> dict[str, Any]:
    def told(some: Sequence[Statute]) -> list[dict[str, str]]:
        return [{"place": _place(e), "text": " ".join(e.text.split())} for e in dict.fromkeys(some)]

    return {
        "change": change.kind,
        "rule": change.number,
        "gone": told(change.gone),
        "new": told(change.new),
    }


def _difference_row(each: Difference) -> dict[str, Any]:
    return {
        "subject": each.subject,
        "causes": list(each.causes),
        "old": each.old,
        "new": each.new,
        "count": each.count,
        "board": each.example.board,
        "example": each.example.words,
    }
