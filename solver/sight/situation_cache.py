"""What the rules have decided about situations so far, kept by the situation.

Situations know no board: whatever board, process or day one was met in, the rules say the same of it. So
what it says is kept on disk too (``kept_rulings``), and only what was never met is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter
from threading import RLock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.cache import digest_of
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.tracing.scene import Scene
from hexcourt.facts.tracing.situations import Sight, SightLines, Situations
from hexcourt.facts.tracing.touched import Ends, Runs
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules
from hexcourt.solver.sandbox.threads import free_in_children
from hexcourt.solver.sight.situation_facts import (
    FeatureVerdict,
    Marks,
    Ranges,
    SituationFacts,
    sight_facts,
    store_for,
)

# Where the rules say that a verdict hangs on what else the line meets (``counted``), as along
# embankments (FB6.1231), the counted features of a line are told together, with their hexes. Lines
# that look equal then are asked once.


class CountedFeatures(NamedTuple):
    """What the rules are given about a line: for each counted feature, from the upper end on, its
    situation, its hex and the hexes of its hexside (none for what is no hexside terrain); for
    each hex its embankment, -1 for none.

    Hexes and embankments are numbered as they come; the upper end's hex is 0, the lower end's 1.
    """

    situations: tuple[int, ...]
    hexes: tuple[int, ...]
    hexsides: tuple[tuple[int, ...], ...]
    embankments: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class KnownSituations:
    """The keys of the situations met so far, and the sights they speak of."""

    keys: npt.NDArray[np.int64]
    sights: Sequence[Sight]
    terms: tuple[str, ...]


class WholeLines:
    """What the rules have decided so far about the counted features of lines of one board.

    It is kept as what it says of situations is: by a mark of each feature of each line.
    """

    def __init__(self) -> None:
        self.decided: dict[CountedFeatures, tuple[FeatureVerdict, ...]] = {}

    def decide(
        self, lines: Sequence[CountedFeatures], known: KnownSituations
    ) -> list[FeatureVerdict]:
        """Describe what the rules say of each feature of some lines, line by line."""
        fresh = [line for line in dict.fromkeys(lines) if line not in self.decided]
        if fresh:
            marks = _marks(fresh, known)
            rulings, numbers = store_for(active_rules()).find(np.concatenate(marks))
            parts = np.split(numbers, np.cumsum([len(each) for each in marks])[:-1])
            for line, part in zip(fresh, parts, strict=True):
                if (part >= 0).all():
                    self.decided[line] = tuple(rulings[each] for each in part.tolist())
            self._ask(
                {
                    line: mark
                    for line, mark in zip(fresh, marks, strict=True)
                    if line not in self.decided
                },
                known,
            )
        return [each for line in lines for each in self.decided[line]]

    def _ask(self, lines: Mapping[CountedFeatures, Marks], known: KnownSituations) -> None:
        """Ask the rules about lines, and keep what it says."""
        if not lines:
            return
        result = _ask_counted_features(list(lines), known)
        store_for(active_rules()).keep(np.concatenate([*lines.values()]), result)
        for line in lines:
            self.decided[line] = tuple(result[: len(line.situations)])
            del result[: len(line.situations)]


def _marks(lines: Sequence[CountedFeatures], known: KnownSituations) -> list[Marks]:
    """Mark the features of lines so that equal marks stand for equal facts of equal lines."""
    met = {situation for line in lines for situation in line.situations}
    numbers = np.array(sorted(met), dtype=np.int64)
    marks = SituationFacts.of(known.keys[numbers], known.sights, known.terms).marks().tolist()
    mark_of = dict(zip(numbers.tolist(), marks, strict=True))
    found = []
    for line in lines:
        items = ([mark_of[each] for each in line.situations], *line[1:])
        first = np.uint64(int(digest_of([repr(items)])[:16], 16))
        found.append(first + np.arange(len(line.situations), dtype=np.uint64))
    return found


def gather(
    scene: Scene,
    traced: tuple[Ends, Runs, SightLines],
    found: Situations,
    counted: npt.NDArray[np.int64],
    situations: npt.NDArray[np.int64],
) -> tuple[list[int], list[CountedFeatures]]:
    """Gather counted runs, given by their numbers in ``found``, into lines.

    ``situations`` numbers the situation of every run. Of runs that look alike one after the other only
    the first is kept; those kept come back in the order in which the lines list them.
    """
    ends, runs, lines = traced
    of_line = np.searchsorted(found.starts, counted, side="right") - 1
    borders = np.flatnonzero(np.diff(of_line, prepend=-1, append=-1)).tolist()
    remaining: list[int] = []
    gathered: list[CountedFeatures] = []
    for first, last in pairwise(borders):
        line, some = int(of_line[first]), counted[first:last]
        number = int(lines.line[line])
        where = scene.board.owners[ends[number]].tolist()
        if found.lower_first[line]:
            some, where = some[::-1], where[::-1]
        traced_runs = some + (runs.starts[number] - found.starts[line])
        features = zip(
            situations[some].tolist(),
            runs.hexes[traced_runs].tolist(),
            scene.touchables.hexside[runs.codes[traced_runs]].tolist(),
            strict=True,
        )
        alike = groupby(zip(features, some.tolist(), strict=True), key=itemgetter(0))
        distinct = [next(group) for _, group in alike]
        remaining += [run for _, run in distinct]
        gathered.append(_whole(scene, where, [feature for feature, _ in distinct]))
    return remaining, gathered


def _whole(scene: Scene, ends: list[int], features: list[tuple[int, int, int]]) -> CountedFeatures:
    """Write a line down so that equal lines look equal: features are situation, hex and hexside."""
    numbers = {ends[0]: 0, ends[1]: 1}
    hexes, hexsides = [], []
    for _, here, side in features:
        flanks = scene.hexsides.sides[side, :2].tolist() if side >= 0 else []
        hexes.append(numbers.setdefault(here, len(numbers)))
        hexsides.append(tuple(numbers.setdefault(each, len(numbers)) for each in flanks))
    held = scene.board.embankments[list(numbers)].tolist()
    first = {embankment: held.index(embankment) for embankment in held if embankment >= 0}
    return CountedFeatures(
        tuple(situation for situation, _, _ in features),
        tuple(hexes),
        tuple(hexsides),
        tuple(first.get(embankment, -1) for embankment in held),
    )


def _ask_counted_features(
    lines: Sequence[CountedFeatures], known: KnownSituations
) -> list[FeatureVerdict]:
    """Ask the rules about lines."""
    features = [each for line in lines for each in line.situations]
    result = SituationFacts.of(known.keys[features], known.sights, known.terms)
    lines_of = [number for number, line in enumerate(lines) for _ in line.situations]
    sights = dict(zip(lines_of, result.sight.tolist(), strict=True))
    facts = result.features(lines_of)
    feature = label = 0
    for number, line in enumerate(lines):
        facts.append(sight_facts(number, known.sights[sights[number]]))
        facts.append(f"end_hex({number},a,{label}). end_hex({number},b,{label + 1}).")
        for own, flanks in zip(line.hexes, line.hexsides, strict=True):
            facts.append(f"lies_in({feature},{label + own}).")
            facts += [f"on_side({feature},{label + flank})." for flank in flanks]
            feature += 1
        for place, embankment in enumerate(line.embankments):
            if embankment >= 0:
                facts.append(f"embankment({label + place},{label + embankment}).")
        label += len(line.embankments)
    return _answers("\n".join(facts), len(features))


def _answers(facts: str, features: int) -> list[FeatureVerdict]:
    wanted = (("surely_blocks", 2), ("surely_hinders", 2))
    grounded = ActiveRules("features").ground(facts, wanted=wanted)
    rules = [""] * features
    hindrance = [0] * features
    for of, rule in arguments_of(grounded, "surely_blocks", 2):
        rules[of.number] = min(filter(None, (rules[of.number], rule.string)))
    for of, value in arguments_of(grounded, "surely_hinders", 2):
        hindrance[of.number] = max(hindrance[of.number], value.number)
    both = zip(rules, hindrance, strict=True)
    return [FeatureVerdict(rule, "", value, 0, False, False) for rule, value in both]


_NUMBER = pattern(r"-?[0-9]+")

DECIDING = free_in_children(RLock())
"""Held by the one thread that asks the rules about lines: its statements are not read by two at once."""


@dataclass(frozen=True, eq=False)
class FeatureVerdicts:
    """What the rules say of features: rule that blocks and rule that leaves it unknown (0: none), the
    hindrance and the layer it is counted in, and whether it depends on ranges or on the whole line.
    """

    rule: npt.NDArray[np.int32]
    doubt: npt.NDArray[np.int32]
    hindrance: npt.NDArray[np.int32]
    layer: npt.NDArray[np.int32]
    ranged: npt.NDArray[np.bool_]
    counted: npt.NDArray[np.bool_]

    @classmethod
    def none(cls, features: int) -> FeatureVerdicts:
        """Make room for rulings that say nothing yet."""
        return cls(*(np.zeros(features, dtype=kind) for kind in ("i4", "i4", "i4", "i4", "?", "?")))

    def and_then(self, more: FeatureVerdicts) -> FeatureVerdicts:
        """Add further rulings behind these."""
        return FeatureVerdicts(*map(np.append, self.columns, more.columns))

    def at(self, places: npt.NDArray[np.int64]) -> FeatureVerdicts:
        """Return the rulings at some places."""
        return FeatureVerdicts(*(each[places] for each in self.columns))

    def put(self, places: slice, part: FeatureVerdicts) -> None:
        """Fill in some of the rulings."""
        for mine, new in zip(self.columns, part.columns, strict=True):
            mine[places] = new

    @property
    def columns(self) -> tuple[npt.NDArray[Any], ...]:
        """List the arrays."""
        return tuple(getattr(self, each.name) for each in fields(self))


class CachedVerdicts:
    """Rulings kept by the situation they were made for."""

    def __init__(self) -> None:
        self.keys = np.zeros(0, dtype=np.int64)
        self.rulings = FeatureVerdicts.none(0)
        self._sorted = (self.keys, self.keys)  # keys, and where each stands; never changed in place
        self.before_judging: Callable[[npt.NDArray[np.int64]], None] | None = None
        """Is told first which keys are not known, if any, where others may have met them, too."""

    def __len__(self) -> int:
        """Count the rulings."""
        return len(self.keys)

    def unknown(self, keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """List those of distinct keys for which there is no ruling yet."""
        return keys[self._positions(keys) < 0]

    def add(self, keys: npt.NDArray[np.int64], rulings: FeatureVerdicts) -> None:
        """Add rulings for distinct keys that were not known."""
        self.rulings = self.rulings.and_then(rulings)  # before keys: other threads begin with these
        self.keys = np.append(self.keys, keys)
        order = np.argsort(self.keys)
        self._sorted = (self.keys[order], order)

    def find(
        self,
        keys: npt.NDArray[np.int64],
        decide: Callable[[npt.NDArray[np.int64]], FeatureVerdicts],
    ) -> npt.NDArray[np.int64]:
        """Return the positions of the rulings for distinct keys; those not yet made are decided, by one
        thread at a time.
        """
        positions = self._positions(keys)
        if self.before_judging is None and (positions >= 0).all():
            return positions
        with DECIDING:
            fresh = self.unknown(keys)
            if self.before_judging is not None:
                self.before_judging(fresh)
                fresh = self.unknown(fresh)
            if len(fresh):
                self.add(fresh, decide(fresh))
            return self._positions(keys)

    def _positions(self, keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Return the positions of the rulings for keys, -1 for those not yet made."""
        known, positions = self._sorted
        if not len(known):
            return np.full(len(keys), -1, dtype=np.int64)
        at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
        return np.where(known[at] == keys, positions[at], -1)


class SituationCache:
    """What the rules have decided so far about the situations of boards of one kind of drawing.

    ``rules`` are the rule numbers met, the first entry standing for none.
    """

    def __init__(self, terms: tuple[str, ...]) -> None:
        self.terms = terms
        self.rules: list[str] = [""]
        self.sights: list[Sight] = []
        self.coarse = CachedVerdicts()
        self.fine = CachedVerdicts()
        self.whole = WholeLines()

    @property
    def known(self) -> KnownSituations:
        """Return what situations are known by their numbers."""
        return KnownSituations(self.coarse.keys, self.sights, self.terms)

    def numbers_of(self, rules: Sequence[str]) -> npt.NDArray[np.int32]:
        """Return the numbers of rules, adding those that are new."""
        return np.array([numbered(self.rules, each) for each in rules], dtype=np.int32)

    def decide_coarse(self, keys: npt.NDArray[np.int64]) -> FeatureVerdicts:
        """Decide situations whatever their ranges."""
        return self._decide(keys, None)

    def decide_fine(self, keys: npt.NDArray[np.int64]) -> FeatureVerdicts:
        """Decide situations distinguished by their ranges, packed by ``with_ranges``."""
        ranges = ((keys >> 8) & 255, keys & 255)
        return self._decide(self.coarse.keys[keys >> 16], ranges)

    def _decide(self, keys: npt.NDArray[np.int64], ranges: Ranges | None) -> FeatureVerdicts:
        """Look situations up among what is kept, ask the rules about the others, and keep what it
        says.
        """
        stored = store_for(active_rules())
        result = SituationFacts.of(keys, self.sights, self.terms)
        marks = result.marks(ranges)
        rulings, numbers = stored.find(marks)
        fresh = np.flatnonzero(numbers < 0)
        if len(fresh):
            new, first, which = np.unique(marks[fresh], return_index=True, return_inverse=True)
            query = fresh[first]
            apart = None if ranges is None else (ranges[0][query], ranges[1][query])
            found = ask_about(result.at(query), apart)
            stored.keep(new, found)
            numbers[fresh] = len(rulings) + which
            rulings = (*rulings, *found)
        met, at = np.unique(numbers, return_inverse=True)
        return self._numbered([rulings[each] for each in met.tolist()]).at(at)

    def _numbered(self, feature_verdicts: Sequence[FeatureVerdict]) -> FeatureVerdicts:
        """Write rulings as arrays; new rule numbers are added to ``rules``."""
        if not feature_verdicts:
            return FeatureVerdicts.none(0)
        columns = zip(*feature_verdicts, strict=True)
        rule, undetermined = (
            [numbered(self.rules, each) for each in next(columns)] for _ in range(2)
        )
        hindrance, layer, ranged, counted = columns
        return FeatureVerdicts(
            np.array(rule, dtype=np.int32),
            np.array(undetermined, dtype=np.int32),
            np.array(hindrance, dtype=np.int32),
            np.array(layer, dtype=np.int32),
            np.array(ranged, dtype=np.bool_),
            np.array(counted, dtype=np.bool_),
        )


def with_ranges(
    situation: npt.NDArray[np.int64],
    upper: npt.NDArray[np.uint8],
    lower: npt.NDArray[np.uint8],
) -> npt.NDArray[np.int64]:
    """Pack the position of a situation with its ranges."""
    return (situation << 16) | (upper.astype(np.int64) << 8) | lower


def numbered(rules: list[str], name: str) -> int:
    """Return the index of a rule, adding it when it is new."""
    if name not in rules:
        rules.append(name)
    return rules.index(name)


def ask_about(situation_facts: SituationFacts, ranges: Ranges | None) -> list[FeatureVerdict]:
    """Ask the rules about situations."""
    _, some = np.unique(situation_facts.kinds(), return_index=True)
    like = _kinds_met(active_rules())
    like.update(dict.fromkeys(_NUMBER.sub("0", situation_facts.at(some).facts()).split("\n")))
    if ranges is not None:
        like.update(dict.fromkeys(f"range(0,{end},0)." for end in "ab"))
    return _ask(situation_facts.facts(ranges), len(situation_facts), "\n".join(like))


@lru_cache(8)
def _kinds_met(rule_base: RuleBase) -> dict[str, None]:
    """Return facts of each kind that a rule set was looked through for; numbers are all of one kind."""
    return {}


_READ = (
    *((name, 2) for name in ("surely_blocks", "doubtful", "surely_hinders", "layer")),
    *((name, 1) for name in ("ranged", "counted")),
)
"""What is read of a feature."""


def _ask(facts: str, features: int, like: str) -> list[FeatureVerdict]:
    """Ask the rules about features; ``like`` are facts of the same kinds."""
    grounded = ActiveRules("features").ground(facts, like=like, wanted=_READ)
    rule, lines = [""] * features, [""] * features
    hindrance, layer = [0] * features, [0] * features
    ranged, counted = [False] * features, [False] * features
    for predicate, names in (("surely_blocks", rule), ("doubtful", lines)):
        for of, name in arguments_of(grounded, predicate, 2):
            names[of.number] = min(names[of.number] or name.string, name.string)
    for predicate, numbers in (("surely_hinders", hindrance), ("layer", layer)):
        for of, value in arguments_of(grounded, predicate, 2):
            numbers[of.number] = max(numbers[of.number], value.number)
    for predicate, marks in (("ranged", ranged), ("counted", counted)):
        for (of,) in arguments_of(grounded, predicate, 1):
            marks[of.number] = True
    columns = (rule, lines, hindrance, layer, ranged, counted)
    return [FeatureVerdict(*each) for each in zip(*columns, strict=True)]
