"""Tells the rules of situations: as facts of its vocabulary, and by marks that know no board.

What is given about a situation is a few facts that hold or do not (``FACT_NAMES``), its terrain, three
levels and what the ends of its line are like.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.digests import digest_of
from hexcourt.facts.tracing.situations import (
    ALONG_HEXSIDE,
    ALONG_OVERLAY_EDGE,
    FIELDS,
    NEXT_HEX,
    OVER_A_RIM,
    OWN_HEX,
    RELATION_NAMES,
    STATE_NAMES,
    ZERO_LEVEL,
    Sight,
    undetermined_names,
    unpacked,
)

Marks = npt.NDArray[np.uint64]
"""Marks of situations."""

Bits = npt.NDArray[np.int64]
"""What is told of situations, packed."""

Ranges = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
"""The ranges of situations to the upper and to the lower end."""

_ENDS = (("a", "upper"), ("b", "lower"))
_FLAGS = tuple(each.name for each in FIELDS if each.flag)

FACT_NAMES = (
    *(f"{name}(#,{end})" for name in ("within", "next_to", "near", "indoors") for end in "ab"),
    *(f"beside(#,{end},{name})" for end in "ab" for name in RELATION_NAMES.values()),
    "centre_level(#,base)",
    "along_cliff(#,foot)",
    "by_cliff(#)",
    "along(#)",
    "over_rim(#)",
    "at_overlay_edge(#)",
    *(f"{name}(#)" for name in _FLAGS),
    *(f"{name}(#)" for unknown in (1, 2) for name in undetermined_names(unknown)),
)
"""The facts that are told of a feature # where they hold, beside what it touches, lowest bit first."""

BIT = {fact: 1 << place for place, fact in enumerate(FACT_NAMES)}

_SHIFTS = {"ground": 32, "base": 40, "foot": 48}
assert len(FACT_NAMES) <= _SHIFTS["ground"], "features have more facts than there are bits for"
_LEVEL = 255
LEVELS = sum(_LEVEL << shift for shift in _SHIFTS.values())
"""The bits of the three levels: the ground's, the hex's, and that of the foot of a cliff."""


@dataclass(frozen=True, eq=False)
class SituationFacts:
    """What the rules are given about situations: ``bits`` as above, the ``terrain`` by its number among
    ``terms``, what the ends are like (``sight``) by its number among ``sights``.
    """

    bits: Bits
    terrain: Bits
    sight: Bits
    terms: Sequence[str]
    sights: Sequence[Sight]

    @classmethod
    def of(cls, keys: Bits, sights: Sequence[Sight], terms: Sequence[str]) -> SituationFacts:
        """Unpack situations."""

        def read(name: str) -> Bits:
            return unpacked(keys, name)

        bits = np.zeros(len(keys), dtype=np.int64)

        def add(fact: str, where: npt.NDArray[np.bool_] | Bits) -> None:
            np.bitwise_or(bits, BIT[fact], out=bits, where=where.astype(np.bool_))

        rest, upper = np.divmod(read("places"), 3)
        unknown, lower = np.divmod(rest, 3)
        for (end, name), place in zip(_ENDS, (upper, lower), strict=True):
            add(f"within(#,{end})", place == OWN_HEX)
            add(f"next_to(#,{end})", place == NEXT_HEX)
            add(f"near(#,{end})", near := read(f"near_{name}"))
            add("centre_level(#,base)", near)
            add(f"indoors(#,{end})", read(f"indoors_{name}"))
            side = read(f"side_{name}")
            if side.any():
                for number, relation in RELATION_NAMES.items():
                    add(f"beside(#,{end},{relation})", side == number)
        way, cliff = read("way"), read("cliff").astype(np.bool_)
        along = (way == ALONG_HEXSIDE) | (way == ALONG_OVERLAY_EDGE)
        add("along_cliff(#,foot)", cliff & along)
        add("by_cliff(#)", cliff & ~along)
        add("along(#)", along)
        add("over_rim(#)", way == OVER_A_RIM)
        add("at_overlay_edge(#)", way == ALONG_OVERLAY_EDGE)
        for name in _FLAGS:
            add(f"{name}(#)", read(name))
        if unknown.any():
            for number in (1, 2):
                for name in undetermined_names(number):
                    add(f"{name}(#)", unknown == number)
        for name, shift in _SHIFTS.items():
            bits |= (read(name) + ZERO_LEVEL) << shift
        return cls(bits, read("terrain"), read("sight"), terms, sights)

    def __len__(self) -> int:
        """Count the situations."""
        return len(self.bits)

    def at(self, places: npt.NDArray[np.int64]) -> SituationFacts:
        """Return some of them."""
        return replace(
            self, bits=self.bits[places], terrain=self.terrain[places], sight=self.sight[places]
        )

    def marks(self, ranges: Ranges | None = None) -> Marks:
        """Mark situations so that equal marks stand for equal facts, whatever board they are met on.

        Marks are of 64 bits: among a million situations two have one mark once in some 10 million times.
        """
        marks = self.bits.astype(np.uint64)
        of_terms = np.array([_mark(each) for each in self.terms], dtype=np.uint64)
        of_sights = np.array([_mark_of(each) for each in self.sights], dtype=np.uint64)
        for each in (of_terms[self.terrain], of_sights[self.sight]):
            marks = mixed(marks ^ each)
        if ranges is not None:
            upper, lower = (each.astype(np.uint64) for each in ranges)
            marks = mixed(marks ^ mixed((upper << np.uint64(8) | lower) + np.uint64(1)))
        return marks

    def facts(self, ranges: Ranges | None = None) -> str:
        """Write them as facts: feature N is the situation N.

        Each kind of ends is a line of its own, end a the upper and end b the lower.
        """
        lines = [sight_facts(number, sight) for number, sight in enumerate(self.sights)]
        lines += self.features(self.sight.tolist())
        if ranges is not None:
            for end, values in zip("ab", ranges, strict=True):
                lines += [f"range({n},{end},{value})." for n, value in enumerate(values.tolist())]
        return "\n".join(lines)

    def features(self, lines_of: Sequence[int]) -> list[str]:
        """Write features: feature N of the line ``lines_of[N]`` in the situation N."""
        levels = map(self.level, ("ground", "base", "foot"))
        columns = (self.bits & ~LEVELS, self.terrain, *levels)
        return [
            _written(entry).format(
                n=number, line=line, term=self.terms[terrain], ground=ground, base=base, foot=foot
            )
            for number, (line, entry, terrain, ground, base, foot) in enumerate(
                zip(lines_of, *(each.tolist() for each in columns), strict=True)
            )
        ]

    def level(self, name: str) -> Bits:
        """Return one of the levels, counted from the lower end."""
        return ((self.bits >> _SHIFTS[name]) & _LEVEL) - ZERO_LEVEL

    def kinds(self) -> Bits:
        """Return one number for each kind of facts: those of one number differ in levels alone."""
        return (self.bits & ~LEVELS) | self.terrain << _SHIFTS["ground"]


def sight_facts(line: int, sight: Sight) -> str:
    """Write what the ends of a line are like."""
    facts = [f"end({line},a,{sight.gap}). end({line},b,0)."]
    if sight.adjoining:
        facts.append(f"adjoining({line}).")
    for end, state in (("a", sight.upper), ("b", sight.lower)):
        facts += [f"{name}({line},{end})." for bit, name in STATE_NAMES.items() if state & bit]
    return " ".join(facts)


@cache
def _written(result: int) -> str:
    """Write what is given about a feature, with gaps for its number, terrain and levels."""
    named = {"#": "{n}", ",base": ",{base}", ",foot": ",{foot}"}
    facts = ["touch({n},{line},{term},{ground})."]
    for fact, bit in BIT.items():
        if result & bit:
            for name, gap in named.items():
                fact = fact.replace(name, gap)
            facts.append(f"{fact}.")
    return "\n".join(facts)


@cache
def _mark(text: str) -> int:
    return int(digest_of([text])[:16], 16)


@cache
def _mark_of(sight: Sight) -> int:
    return _mark(sight_facts(0, sight))


def mixed(marks: Marks) -> Marks:
    """Mix the bits of numbers well, and so that no two become one (the end of SplitMix64)."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        marks = (marks ^ (marks >> np.uint64(shift))) * np.uint64(factor)
    return marks ^ (marks >> np.uint64(31))
