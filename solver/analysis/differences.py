"""Which answers differ between two rule sets, in classes, each with its causes and one example."""

from __future__ import annotations

import math
import re
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest

import clingo

from hexcourt.facts.base.errors import BadInput, RuleError
from hexcourt.facts.base.patterns import pattern
from hexcourt.solver.analysis.board_answers import (
    ACTIONS,
    LINES,
    MOVES,
    BoardAnswers,
    BoardQuestion,
    answer_again,
)
from hexcourt.solver.analysis.core.programs import BoundedPosition, PositionFamily, worlds_of
from hexcourt.solver.analysis.core.search import Search
from hexcourt.solver.analysis.core.touched import touched
from hexcourt.solver.analysis.core.two_rule_sets import (
    FamilyRules,
    RuleChange,
    RuleSetComparison,
    both_of,
    steps_to_an_answer,
    with_compared,
    worlds_of_both,
)
from hexcourt.solver.analysis.delta_debugging import (
    CutPosition,
    ReducedQuestion,
    TwoReplies,
    cut_down,
    question_of,
)
from hexcourt.solver.analysis.generators.families import GROWING, family_of, largest
from hexcourt.solver.rulebase.rulebase import RuleBase, use_rules

NOTHING = "nothing"
"""What is said of that which one of two rule sets does not answer: a Location that it does not know."""

MAX_TRIED = 12
"""How many changes are undone one by one, at most, to find the cause of a difference."""

PRINTED = "printed commands"
"""The subject of commands that documents show, and of printed examples: their answers are outputs."""

MAX_CUT = 12
"""Of how many classes the position is cut down, at most: so many are shown."""

SHARE = 0.25
"""The share of the time left that cutting down one position may take."""

Again = Callable[[RuleBase, BoardQuestion], str | None]
"""Asks a rule set one thing again."""

Questions = Callable[[BoardQuestion], ReducedQuestion | None]
"""Gives what is asked so that its position can be cut down; nothing where it is asked as a whole."""

_PART = pattern(r"\S+")


@dataclass(frozen=True, slots=True)
class Difference:
    """Answers that differ alike: what the rule sets say, how many there are, one of them, and the
    numbers of the rules that cause it: none where that takes several rules together. ``smallest`` is
    the position of that one reduced, where it was.
    """

    subject: str
    causes: tuple[str, ...]
    old: str
    new: str
    count: int
    example: BoardQuestion
    smallest: CutPosition | None = None


def differences(
    comparison: RuleSetComparison,
    old: BoardAnswers,
    new: BoardAnswers,
    until: float = math.inf,
    questions: Questions = question_of,
    again: Again = answer_again,
    tell: Callable[[str], None] = lambda _: None,
) -> tuple[Difference, ...]:
    """Sort the answers that differ into classes, the smallest first; up to a point in time one of
    each is reduced to what matters.
    """
    classes: dict[tuple[str, str, str], list[BoardQuestion]] = defaultdict(list)
    for query, before, after in _differing(old, new):
        classes[query.subject, *_without_common(query, before, after)].append(query)
    examples = {each: min(some, key=lambda e: (len(e.words), e)) for each, some in classes.items()}
    found: list[Difference] = []
    for kind in sorted(classes, key=lambda each: (len(classes[each]), each[0], examples[each])):
        subject, before, after = kind
        example, smallest = examples[kind], None
        if len(found) < MAX_CUT and time.monotonic() < until:
            tell(f"cutting down {example.words} on {example.board}")
            smallest = _smallest(comparison, example, (before, after), until, questions)
        result = old.get(example)
        causes = _causes(comparison, (before, after), example, result, smallest, again)
        count = len(classes[kind])
        found.append(Difference(subject, causes, before, after, count, example, smallest))
    return tuple(found)


def _smallest(
    comparison: RuleSetComparison,
    example: BoardQuestion,
    kind: tuple[str, str],
    until: float,
    questions: Questions,
) -> CutPosition | None:
    question = questions(example)
    if question is None:
        return None

    def stays(facts: TwoReplies) -> bool:
        before, after = (each if each is not None else NOTHING for each in facts)
        return before != after and _without_common(example, before, after) == kind

    now = time.monotonic()
    share = now + SHARE * (until - now)
    return cut_down(question, (comparison.old, comparison.new), stays, share)


def _differing(old: BoardAnswers, new: BoardAnswers) -> Iterator[tuple[BoardQuestion, str, str]]:
    lines = {each for each in (*old, *new) if each.subject == LINES}
    for query in sorted({*old, *new}):
        if query in lines and not (query in old and query in new):
            continue  # where lines are sampled
        before, after = old.get(query, NOTHING), new.get(query, NOTHING)
        if before != after:
            yield query, before, after


def _without_common(query: BoardQuestion, before: str, after: str) -> tuple[str, str]:
    """Leave out what both say alike, where answers are lists."""
    kind = query.words.partition("(")[0] + ": " if query.subject == ACTIONS else ""
    if query.subject == PRINTED:
        return _first_unlike(before, after)
    if query.subject != MOVES:
        return kind + before, kind + after
    one, other = _PART.findall(before), _PART.findall(after)
    unit = f"{query.words.partition(' ')[0]}: "
    return unit + _left(one, other), unit + _left(other, one)


def _first_unlike(before: str, after: str) -> tuple[str, str]:
    """Return the first lines in which two outputs differ."""
    for one, other in zip_longest(before.splitlines(), after.splitlines(), fillvalue="no more"):
        if one != other:
            return one.strip(), other.strip()
    return before, after


def _left(some: Iterable[str], others: Iterable[str]) -> str:
    gone = set(others)
    return " ".join(each for each in some if each not in gone) or "no more"


def _causes(
    comparison: RuleSetComparison,
    texts: tuple[str, str],
    example: BoardQuestion,
    before: str | None,
    smallest: CutPosition | None,
    again: Again,
) -> tuple[str, ...]:
    """Find the changes without which the example, or its position reduced, is answered as before.

    A change that is cited by what differs is one; else each is undone by itself.
    """
    changes = comparison.changes
    if len(changes) == 1:
        return (changes[0].number,)
    cited = tuple(each.number for each in changes if any(_cites(e, each) for e in texts))
    if len(cited) == 1:
        return cited
    tried = [each for each in changes if each.number in cited] or list(changes)

    def report(rule_base: RuleBase) -> str | None:
        try:
            return again(rule_base, example) if smallest is None else smallest.ask(rule_base)
        except (
            BadInput,
            RuleError,
            ValueError,
        ) as error:  # a rule set that is not whole without a change
            return f"{NOTHING}: {error}"

    as_before = before if smallest is None else smallest.ask(comparison.old)
    found = (e.number for e in tried[:MAX_TRIED] if report(comparison.without(e)) == as_before)
    return tuple(found) or cited


def _cites(text: str, change: RuleChange) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(change.number)}(?![\w.]*\w)", text) is not None


def counts_by_cause(found: Iterable[Difference]) -> Mapping[tuple[str, ...], int]:
    """Count differing answers by what causes them."""
    counts: dict[tuple[str, ...], int] = defaultdict(int)
    for each in found:
        counts[each.causes] += each.count
    return counts


# Differences in bounded worlds
#
# Worlds grow hex by hex, so that what differs is found in as few hexes as show it.


Atoms = tuple[str, ...]
"""What holds in a world."""

SLICE = 1.0
"""For how many seconds of CPU time, where that is bounded, some worlds are searched before others have
their turn; twice as long each time after.
"""

WORLDS_SHARE = 0.4
"""The share of the time that is kept for making positions small."""

EAGER = 2.0
"""How much more than its even share of the time that is left the search of some worlds may take."""


@dataclass(frozen=True)
class WorldDifference:
    """One way in which two rule sets differ: its class, the rules that cause it, none where that takes
    several together, what each rule set answers in a smallest position; no position where time was over.
    Where the program answers ``alike``, what differs is derived and not given, as both rule sets
    confirm (``is_unexplained``), or the generator errs.
    """

    family: str
    what: str
    causes: tuple[str, ...]
    old: str
    new: str
    position: BoundedPosition | None
    alike: bool = False
    is_unexplained: bool = False

    @property
    def confirmed(self) -> bool:
        """Return whether the program says so too."""
        return self.position is not None and (self.is_unexplained or not self.alike)


@dataclass(frozen=True)
class FamilyComparison:
    """A family in which two rule sets were compared: what differs; whether it is ``asked``, as it is not
    where nothing of it depends on the rules that differ; the number of hexes up to which the search
    ended; whether these rules derive anything otherwise there.
    """

    family: PositionFamily
    found: tuple[WorldDifference, ...] = ()
    asked: bool = False
    ended: int = 0
    derived: bool = False

    @property
    def complete(self) -> bool:
        """Return whether no world of the whole scope shows another difference."""
        return not self.asked or self.ended == largest(self.family)


def at_least(hexes: int) -> str:
    """Write the constraint that worlds have at least so many hexes."""
    return f":- #count {{ H : hex(H) }} < {hexes}."


@dataclass
class _Growing:
    """A family while its worlds grow."""

    comparison: RuleSetComparison
    family: PositionFamily
    both: FamilyRules
    found: list[WorldDifference] = field(default_factory=list)
    seen: set[clingo.Symbol] = field(default_factory=set)
    searches: dict[int, Search] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)
    derived: bool = False

    @property
    def sizes(self) -> list[int]:
        """List how many hexes worlds have, the fewest first."""
        sizes = range(1, largest(self.family) + 1)
        return [n for n in sizes if largest(family_of(self.family.name, n)) == n]

    def search(
        self,
        hexes: int,
        until: float,
        tell: Callable[[str], None],
        most: int | None,
        processor_seconds: float = math.inf,
    ) -> None:
        """Search the worlds of so many hexes for what no other world has shown, from where an earlier
        search of them stopped; for so much CPU time once they are grounded.
        """
        family, rule_sets = family_of(self.family.name, hexes), self.comparison
        tell(f"{family.name}: both rule sets in worlds of {hexes} hexes")
        search = self.searches.get(hexes) or self._grounded(family, hexes)
        if search is None:
            self.done.add(hexes)
            return
        search.processor_until = time.process_time() + processor_seconds
        soon = until - WORLDS_SHARE * max(0.0, until - time.monotonic())
        searched = search.every("derived", soon, 1)
        if searched.classes:
            self.derived = True
            searched = search.every("differs", soon, most)
        for entry in [each for each in searched.classes if each not in self.seen][:most]:
            tell(f"{family.name}: {entry}")
            search.processor_until = time.process_time() + processor_seconds
            atoms = search.smallest("differs", entry, until, or_any=processor_seconds < math.inf)
            self.found.append(_world_difference(rule_sets, family, entry, self.both.split(atoms)))
        self.seen.update(searched.classes)
        if searched.complete:
            self.done.add(hexes)

    def _grounded(self, family: PositionFamily, hexes: int) -> Search | None:
        """Ground the worlds of so many hexes; None where nothing is derived otherwise in them."""
        old, new = self.comparison.old, self.comparison.new
        only = touched(worlds_of(with_compared(family), new), self.both, old)
        if not only.any:
            return None
        further = [at_least(hexes)] if GROWING in family.scope else []
        search = Search(only.keep(worlds_of_both(family, old, new, self.both, further)))
        search.leave_out("differs", self.seen)
        self.searches[hexes] = search
        return search

    def result(self) -> FamilyComparison:
        """Return what was found."""
        smaller = takewhile(self.done.__contains__, self.sizes)
        return FamilyComparison(
            self.family, tuple(self.found), True, max(smaller, default=0), self.derived
        )


def differences_in_worlds(
    comparison: RuleSetComparison,
    families: Iterable[PositionFamily],
    seconds: float,
    tell: Callable[[str], None] = lambda _: None,
    most: int | None = None,
    processor_seconds: float = math.inf,
    most_each: int | None = None,
) -> tuple[FamilyComparison, ...]:
    """Compare two rule sets in the worlds of some families; until so many kinds of differences are
    found, where that is said, or this process has taken so many seconds of CPU time. Of each family
    and number of hexes ``most_each`` kinds are given.
    """
    until = time.monotonic() + seconds
    began = time.process_time()
    questions = {each.name: each for each in families}
    growing = {}
    for name, family in questions.items():
        both = both_of(family, comparison.old, comparison.new)
        if both.first:
            growing[name] = _Growing(comparison, family, both)
    near = {n: steps_to_an_answer(questions[n], each.both) for n, each in growing.items()}
    steps = [(n, hexes, each) for each in growing.values() for n, hexes in enumerate(each.sizes)]
    # the smallest worlds of each family first, and of these where the change is nearest to an answer; of
    # families that derive about as much from it the first, as later ones have sums and outlines too
    steps.sort(key=lambda e: (e[0], near[e[2].family.name], len(e[2].both.affected).bit_length()))
    waiting = deque((hexes, each, SLICE) for _, hexes, each in steps)
    while waiting:
        hexes, each, share = waiting.popleft()
        left = None if most is None else most - sum(len(one.found) for one in growing.values())
        if left is not None and left <= 0:
            break
        remaining = processor_seconds - (time.process_time() - began)
        if remaining <= 0:
            break
        if most_each is not None:
            left = most_each if left is None else min(left, most_each)
        now, found = time.monotonic(), len(each.found)
        late, share = until, min(share, remaining)
        if remaining == math.inf:
            late = min(until, now + EAGER * max(0.0, until - now) / (len(waiting) + 1))
            share = math.inf
        each.search(hexes, late, tell, left, share)
        if share < math.inf and hexes not in each.done and len(each.found) == found:
            waiting.append((hexes, each, 2 * share))
        else:
            each.searches.pop(hexes, None)  # what is grounded takes much memory
    return tuple(
        growing[name].result() if name in growing else FamilyComparison(family)
        for name, family in questions.items()
    )


def _world_difference(
    comparison: RuleSetComparison,
    family: PositionFamily,
    result: clingo.Symbol,
    atoms: tuple[Atoms, Atoms],
) -> WorldDifference:
    what = str(result)
    if not atoms[0]:
        return WorldDifference(family.name, what, (), "", "", None)
    position = family.read(atoms[0])
    rule_sets = (comparison.old, comparison.new)
    old, new = (_answer(rule_base, position) for rule_base in rule_sets)
    causes = _causes_world_differences(comparison, position, old)
    unchanged = old == new and all(
        _derives(rule_base, family, some) for rule_base, some in zip(rule_sets, atoms, strict=True)
    )
    return WorldDifference(family.name, what, causes, old, new, position, old == new, unchanged)


def _derives(rule_base: RuleBase, family: PositionFamily, atoms: Atoms) -> bool:
    """Return whether the program derives under a rule set what a world says; of a rule set that gives
    two verdicts at once it tells but one.
    """
    verdicts = [each.partition(",")[0] for each in atoms if each.startswith("verdict(")]
    if len(verdicts) > len(set(verdicts)):
        return True
    with use_rules(rule_base):
        try:
            return not family.read(atoms).ask_again(atoms, None, "")
        except (BadInput, RuleError, ValueError):
            return False


def _causes_world_differences(
    comparison: RuleSetComparison, position: BoundedPosition, old: str
) -> tuple[str, ...]:
    """Find the changes without which the position is answered as before."""
    changes = comparison.changes
    if len(changes) == 1:
        return (changes[0].number,)
    return tuple(
        each.number
        for each in changes[:MAX_TRIED]
        if _answer(comparison.without(each), position) == old
    )


def _answer(rule_base: RuleBase, position: BoundedPosition) -> str:
    with use_rules(rule_base):
        try:
            return position.answered()
        except BadInput as error:
            return f"{NOTHING}: {error}"
        except (RuleError, ValueError) as error:
            # a rule set that contradicts itself: two verdicts where programs take the one there is
            return f"{NOTHING} that this program can tell: {error}"
