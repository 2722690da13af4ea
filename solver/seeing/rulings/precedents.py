"""What the law has decided about situations so far, kept by the situation.

Situations know no board: whatever board, process or day one was met in, the law says the same of it. So
what it says is kept on disk too (``kept_rulings``), and only what was never met is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from threading import RLock
from typing import Any

import numpy as np
import numpy.typing as npt

from hexcourt.facts.lines.situations import Sight
from hexcourt.facts.lines.told_situations import Ranges, Told
from hexcourt.solver.guarding.forking import free_in_children
from hexcourt.solver.seeing.rulings.counted_features import Known, WholeLines
from hexcourt.solver.seeing.rulings.kept_rulings import kept_under
from hexcourt.solver.seeing.rulings.marked_rulings import Ruling
from hexcourt.solver.statutes.law import Law
from hexcourt.solver.statutes.lawbook import Lawbook, in_force

_NUMBER = re.compile(r"-?[0-9]+")

DECIDING = free_in_children(RLock())
"""Held by the one thread that asks the law about lines: its statements are not read by two at once."""


@dataclass(frozen=True, eq=False)
class Rulings:
    """What the law says of features: rule that blocks and rule that leaves it unknown (0: none), the
    hindrance and the layer it is counted in, and whether it hangs on ranges or on the whole line.
    """

    rule: npt.NDArray[np.int32]
    doubt: npt.NDArray[np.int32]
    hindrance: npt.NDArray[np.int32]
    layer: npt.NDArray[np.int32]
    ranged: npt.NDArray[np.bool_]
    counted: npt.NDArray[np.bool_]

    @classmethod
    def none(cls, features: int) -> Rulings:
        """Make room for rulings that say nothing yet."""
        return cls(*(np.zeros(features, dtype=kind) for kind in ("i4", "i4", "i4", "i4", "?", "?")))

    def and_then(self, more: Rulings) -> Rulings:
        """Add further rulings behind these."""
        return Rulings(*map(np.append, self.columns, more.columns))

    def at(self, places: npt.NDArray[np.int64]) -> Rulings:
        """Give the rulings at some places."""
        return Rulings(*(each[places] for each in self.columns))

    def put(self, places: slice, part: Rulings) -> None:
        """Fill in some of the rulings."""
        for mine, new in zip(self.columns, part.columns, strict=True):
            mine[places] = new

    @property
    def columns(self) -> tuple[npt.NDArray[Any], ...]:
        """List the arrays."""
        return tuple(getattr(self, each.name) for each in fields(self))


class Decided:
    """Rulings kept by the situation they were made for."""

    def __init__(self) -> None:
        self.keys = np.zeros(0, dtype=np.int64)
        self.rulings = Rulings.none(0)
        self._sorted = (self.keys, self.keys)  # keys, and where each stands; never changed in place
        self.counsel: Callable[[npt.NDArray[np.int64]], None] | None = None
        """Is told first which keys are not known, if any, where others may have met them, too."""

    def __len__(self) -> int:
        """Count the rulings."""
        return len(self.keys)

    def unknown(self, keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """List those of distinct keys for which there is no ruling yet."""
        return keys[self._positions(keys) < 0]

    def add(self, keys: npt.NDArray[np.int64], rulings: Rulings) -> None:
        """Add rulings for distinct keys that were not known."""
        self.rulings = self.rulings.and_then(rulings)  # before keys: other threads begin with these
        self.keys = np.append(self.keys, keys)
        order = np.argsort(self.keys)
        self._sorted = (self.keys[order], order)

    def find(
        self,
        keys: npt.NDArray[np.int64],
        decide: Callable[[npt.NDArray[np.int64]], Rulings],
    ) -> npt.NDArray[np.int64]:
        """Give the positions of the rulings for distinct keys; those not yet made are decided, by one
        thread at a time.
        """
        positions = self._positions(keys)
        if self.counsel is None and (positions >= 0).all():
            return positions
        with DECIDING:
            fresh = self.unknown(keys)
            if self.counsel is not None:
                self.counsel(fresh)
                fresh = self.unknown(fresh)
            if len(fresh):
                self.add(fresh, decide(fresh))
            return self._positions(keys)

    def _positions(self, keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Give the positions of the rulings for keys, -1 for those not yet made."""
        known, positions = self._sorted
        if not len(known):
            return np.full(len(keys), -1, dtype=np.int64)
        at = np.minimum(np.searchsorted(known, keys), len(known) - 1)
        return np.where(known[at] == keys, positions[at], -1)


class Precedents:
    """What the law has decided so far about the situations of boards of one kind of drawing.

    ``rules`` are the rule numbers met, the first entry standing for none.
    """

    def __init__(self, terms: tuple[str, ...]) -> None:
        self.terms = terms
        self.rules: list[str] = [""]
        self.sights: list[Sight] = []
        self.coarse = Decided()
        self.fine = Decided()
        self.whole = WholeLines()

    @property
    def known(self) -> Known:
        """Give what situations are known by their numbers."""
        return Known(self.coarse.keys, self.sights, self.terms)

    def numbers_of(self, rules: Sequence[str]) -> npt.NDArray[np.int32]:
        """Give the numbers of rules, adding those that are new."""
        return np.array([numbered(self.rules, each) for each in rules], dtype=np.int32)

    def decide_coarse(self, keys: npt.NDArray[np.int64]) -> Rulings:
        """Decide situations whatever their ranges."""
        return self._decide(keys, None)

    def decide_fine(self, keys: npt.NDArray[np.int64]) -> Rulings:
        """Decide situations told apart by their ranges, packed by ``with_ranges``."""
        ranges = ((keys >> 8) & 255, keys & 255)
        return self._decide(self.coarse.keys[keys >> 16], ranges)

    def _decide(self, keys: npt.NDArray[np.int64], ranges: Ranges | None) -> Rulings:
        """Look situations up among what is kept, ask the law about the others, and keep what it says."""
        kept = kept_under(in_force())
        told = Told.of(keys, self.sights, self.terms)
        marks = told.marks(ranges)
        rulings, numbers = kept.find(marks)
        fresh = np.flatnonzero(numbers < 0)
        if len(fresh):
            new, first, which = np.unique(marks[fresh], return_index=True, return_inverse=True)
            asked = fresh[first]
            apart = None if ranges is None else (ranges[0][asked], ranges[1][asked])
            said = ask_about(told.at(asked), apart)
            kept.keep(new, said)
            numbers[fresh] = len(rulings) + which
            rulings = (*rulings, *said)
        met, at = np.unique(numbers, return_inverse=True)
        return self._numbered([rulings[each] for each in met.tolist()]).at(at)

    def _numbered(self, said: Sequence[Ruling]) -> Rulings:
        """Write rulings as arrays; new rule numbers are added to ``rules``."""
        if not said:
            return Rulings.none(0)
        columns = zip(*said, strict=True)
        rule, doubt = ([numbered(self.rules, each) for each in next(columns)] for _ in range(2))
        hindrance, layer, ranged, counted = columns
        return Rulings(
            np.array(rule, dtype=np.int32),
            np.array(doubt, dtype=np.int32),
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
    """Give the index of a rule, adding it when it is new."""
    if name not in rules:
        rules.append(name)
    return rules.index(name)


def ask_about(told: Told, ranges: Ranges | None) -> list[Ruling]:
    """Ask the law about situations."""
    _, some = np.unique(told.kinds(), return_index=True)
    like = _kinds_met(in_force())
    like.update(dict.fromkeys(_NUMBER.sub("0", told.at(some).facts()).split("\n")))
    if ranges is not None:
        like.update(dict.fromkeys(f"range(0,{end},0)." for end in "ab"))
    return _ask(told.facts(ranges), len(told), "\n".join(like))


@lru_cache(8)
def _kinds_met(lawbook: Lawbook) -> dict[str, None]:
    """Give facts of each kind that a law was looked through for; numbers are all of one kind."""
    return {}


def _ask(facts: str, features: int, like: str) -> list[Ruling]:
    """Ask the law about features; ``like`` are facts of the same kinds."""
    grounded = Law("features").ground(facts, like=like)  # atoms live no longer than this
    atoms = grounded.symbolic_atoms
    rule, doubt = [""] * features, [""] * features
    hindrance, layer = [0] * features, [0] * features
    ranged, counted = [False] * features, [False] * features
    for predicate, names in (("surely_blocks", rule), ("doubtful", doubt)):
        for atom in atoms.by_signature(predicate, 2):
            feature, name = atom.symbol.arguments[0].number, atom.symbol.arguments[1].string
            names[feature] = min(names[feature] or name, name)
    for predicate, numbers in (("surely_hinders", hindrance), ("layer", layer)):
        for atom in atoms.by_signature(predicate, 2):
            feature, value = (argument.number for argument in atom.symbol.arguments)
            numbers[feature] = max(numbers[feature], value)
    for predicate, marks in (("ranged", ranged), ("counted", counted)):
        for atom in atoms.by_signature(predicate, 1):
            marks[atom.symbol.arguments[0].number] = True
    columns = (rule, doubt, hindrance, layer, ranged, counted)
    return [Ruling(*each) for each in zip(*columns, strict=True)]
