"""Which answers differ between two laws, in classes, each with its causes and one example."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from hexcourt.solver.comparing.board_answers import Asked, Said, answer_again
from hexcourt.solver.comparing.rules_compared import Change, Comparison
from hexcourt.solver.statutes.lawbook import Lawbook

NOTHING = "nothing"
"""What is said of that which one of two laws does not answer: a Location that it does not know."""

MOST_TRIED = 12
"""How many changes are undone one by one, at most, to find the cause of a difference."""

Again = Callable[[Lawbook, Asked], str | None]
"""Asks a law one thing again."""

_PART = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Difference:
    """Answers that differ alike: what the laws say, how many there are, one of them, and the numbers of
    the rules that cause it: none where that takes several rules together.
    """

    subject: str
    causes: tuple[str, ...]
    old: str
    new: str
    count: int
    example: Asked


def differences(
    comparison: Comparison, old: Said, new: Said, again: Again = answer_again
) -> tuple[Difference, ...]:
    """Sort the answers that differ into classes, the smallest first."""
    classes: dict[tuple[str, str, str], list[Asked]] = defaultdict(list)
    for asked, before, after in _differing(old, new):
        classes[asked.subject, *_told_apart(asked, before, after)].append(asked)
    found = []
    for (subject, before, after), some in classes.items():
        example = min(some, key=lambda each: (len(each.words), each))
        causes = _causes(comparison, (before, after), example, old.get(example), again)
        found.append(Difference(subject, causes, before, after, len(some), example))
    return tuple(sorted(found, key=lambda each: (each.count, each.subject, each.example)))


def _differing(old: Said, new: Said) -> Iterator[tuple[Asked, str, str]]:
    lines = {each for each in (*old, *new) if each.subject == "lines of sight"}
    for asked in sorted({*old, *new}):
        if asked in lines and not (asked in old and asked in new):
            continue  # where lines are sampled
        before, after = old.get(asked, NOTHING), new.get(asked, NOTHING)
        if before != after:
            yield asked, before, after


def _told_apart(asked: Asked, before: str, after: str) -> tuple[str, str]:
    """Leave out what both say alike, where answers are lists."""
    kind = asked.words.partition("(")[0] + ": " if asked.subject == "deeds" else ""
    if asked.subject != "moves":
        return kind + before, kind + after
    one, other = _PART.findall(before), _PART.findall(after)
    unit = f"{asked.words.partition(' ')[0]}: "
    return unit + _left(one, other), unit + _left(other, one)


def _left(some: Iterable[str], others: Iterable[str]) -> str:
    gone = set(others)
    return " ".join(each for each in some if each not in gone) or "no more"


def _causes(
    comparison: Comparison,
    told: tuple[str, str],
    example: Asked,
    before: str | None,
    again: Again,
) -> tuple[str, ...]:
    """Find the changes without which the example is answered as before.

    A change that is cited by what differs is one; else each is undone by itself.
    """
    changes = comparison.changes
    if len(changes) == 1:
        return (changes[0].number,)
    cited = tuple(each.number for each in changes if any(_cites(e, each) for e in told))
    if len(cited) == 1:
        return cited
    tried = [each for each in changes if each.number in cited] or list(changes)
    found = (
        each.number
        for each in tried[:MOST_TRIED]
        if again(comparison.without(each), example) == before
    )
    return tuple(found) or cited


def _cites(said: str, change: Change) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(change.number)}(?![\w.]*\w)", said) is not None


def counts_by_cause(found: Iterable[Difference]) -> Mapping[tuple[str, ...], int]:
    """Count differing answers by what causes them."""
    counts: dict[tuple[str, ...], int] = defaultdict(int)
    for each in found:
        counts[each.causes] += each.count
    return counts
