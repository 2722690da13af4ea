"""Which answers differ between two laws, in classes, each with its causes and one example."""

from __future__ import annotations

import math
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest

from hexcourt.facts.errors import BadInput
from hexcourt.solver.comparing.board_answers import Asked, Said, answer_again
from hexcourt.solver.comparing.cut_down import CutPosition, Question, Told, cut_down, question_of
from hexcourt.solver.comparing.one_answer import DEEDS, LINES, MOVES
from hexcourt.solver.comparing.rules_compared import Change, Comparison
from hexcourt.solver.statutes.errors import LawError
from hexcourt.solver.statutes.lawbook import Lawbook

NOTHING = "nothing"
"""What is said of that which one of two laws does not answer: a Location that it does not know."""

MOST_TRIED = 12
"""How many changes are undone one by one, at most, to find the cause of a difference."""

PRINTED = "printed commands"
"""The subject of commands that documents show, and of printed examples: their answers are outputs."""

MOST_CUT = 12
"""Of how many classes the position is cut down, at most: so many are shown."""

SHARE = 0.25
"""The share of the time left that cutting down one position may take."""

Again = Callable[[Lawbook, Asked], str | None]
"""Asks a law one thing again."""

Questions = Callable[[Asked], Question | None]
"""Gives what is asked so that its position can be cut down; nothing where it is asked as a whole."""

_PART = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Difference:
    """Answers that differ alike: what the laws say, how many there are, one of them, and the numbers of
    the rules that cause it: none where that takes several rules together. ``smallest`` is the position
    of that one cut down, where it was.
    """

    subject: str
    causes: tuple[str, ...]
    old: str
    new: str
    count: int
    example: Asked
    smallest: CutPosition | None = None


def differences(
    comparison: Comparison,
    old: Said,
    new: Said,
    until: float = math.inf,
    questions: Questions = question_of,
    again: Again = answer_again,
    tell: Callable[[str], None] = lambda _: None,
) -> tuple[Difference, ...]:
    """Sort the answers that differ into classes, the smallest first; up to a moment of the clock one of
    each is cut down to what matters.
    """
    classes: dict[tuple[str, str, str], list[Asked]] = defaultdict(list)
    for asked, before, after in _differing(old, new):
        classes[asked.subject, *_told_apart(asked, before, after)].append(asked)
    examples = {each: min(some, key=lambda e: (len(e.words), e)) for each, some in classes.items()}
    found: list[Difference] = []
    for kind in sorted(classes, key=lambda each: (len(classes[each]), each[0], examples[each])):
        subject, before, after = kind
        example, smallest = examples[kind], None
        if len(found) < MOST_CUT and time.monotonic() < until:
            tell(f"cutting down {example.words} on {example.board}")
            smallest = _smallest(comparison, example, (before, after), until, questions)
        told = old.get(example)
        causes = _causes(comparison, (before, after), example, told, smallest, again)
        count = len(classes[kind])
        found.append(Difference(subject, causes, before, after, count, example, smallest))
    return tuple(found)


def _smallest(
    comparison: Comparison,
    example: Asked,
    kind: tuple[str, str],
    until: float,
    questions: Questions,
) -> CutPosition | None:
    question = questions(example)
    if question is None:
        return None

    def stays(told: Told) -> bool:
        before, after = (each if each is not None else NOTHING for each in told)
        return before != after and _told_apart(example, before, after) == kind

    now = time.monotonic()
    share = now + SHARE * (until - now)
    return cut_down(question, (comparison.old, comparison.new), stays, share)


def _differing(old: Said, new: Said) -> Iterator[tuple[Asked, str, str]]:
    lines = {each for each in (*old, *new) if each.subject == LINES}
    for asked in sorted({*old, *new}):
        if asked in lines and not (asked in old and asked in new):
            continue  # where lines are sampled
        before, after = old.get(asked, NOTHING), new.get(asked, NOTHING)
        if before != after:
            yield asked, before, after


def _told_apart(asked: Asked, before: str, after: str) -> tuple[str, str]:
    """Leave out what both say alike, where answers are lists."""
    kind = asked.words.partition("(")[0] + ": " if asked.subject == DEEDS else ""
    if asked.subject == PRINTED:
        return _first_unlike(before, after)
    if asked.subject != MOVES:
        return kind + before, kind + after
    one, other = _PART.findall(before), _PART.findall(after)
    unit = f"{asked.words.partition(' ')[0]}: "
    return unit + _left(one, other), unit + _left(other, one)


def _first_unlike(before: str, after: str) -> tuple[str, str]:
    """Give the first lines in which two outputs differ."""
    for one, other in zip_longest(before.splitlines(), after.splitlines(), fillvalue="no more"):
        if one != other:
            return one.strip(), other.strip()
    return before, after


def _left(some: Iterable[str], others: Iterable[str]) -> str:
    gone = set(others)
    return " ".join(each for each in some if each not in gone) or "no more"


def _causes(
    comparison: Comparison,
    told: tuple[str, str],
    example: Asked,
    before: str | None,
    smallest: CutPosition | None,
    again: Again,
) -> tuple[str, ...]:
    """Find the changes without which the example, or its position cut down, is answered as before.

    A change that is cited by what differs is one; else each is undone by itself.
    """
    changes = comparison.changes
    if len(changes) == 1:
        return (changes[0].number,)
    cited = tuple(each.number for each in changes if any(_cites(e, each) for e in told))
    if len(cited) == 1:
        return cited
    tried = [each for each in changes if each.number in cited] or list(changes)

    def said(law: Lawbook) -> str | None:
        try:
            return again(law, example) if smallest is None else smallest.said(law)
        except (
            BadInput,
            LawError,
            ValueError,
        ) as error:  # a law that is not whole without a change
            return f"{NOTHING}: {error}"

    as_before = before if smallest is None else smallest.said(comparison.old)
    found = (e.number for e in tried[:MOST_TRIED] if said(comparison.without(e)) == as_before)
    return tuple(found) or cited


def _cites(said: str, change: Change) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(change.number)}(?![\w.]*\w)", said) is not None


def counts_by_cause(found: Iterable[Difference]) -> Mapping[tuple[str, ...], int]:
    """Count differing answers by what causes them."""
    counts: dict[tuple[str, ...], int] = defaultdict(int)
    for each in found:
        counts[each.causes] += each.count
    return counts
