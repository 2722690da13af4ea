"""What the rules are given of situations, and what they have said of them, kept on disk.

What is given about a situation is a few facts that hold or do not (``FACT_NAMES``), its terrain, three
levels and what the ends of its line are like: written as facts of the vocabulary, and as marks that know
no board. What the rules said is kept by these marks for other boards, processes and days, in a file for
each rule set in the user's cache (``facts/base/cache.py``). It is only a copy, and is never believed
where it is not what was written. What was decided together is one row: the marks of the situations, and
by number which of a few rulings is that of each.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.cache import SITUATIONS, CacheFile, cache_folder, digest_of
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
from hexcourt.solver.rulebase.rulebase import RuleBase, kept_reading
from hexcourt.solver.rulebase.slicing import firing

if TYPE_CHECKING:
    from sqlite3 import Connection


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


# --- what the rules have said, kept on disk ---


_MARK, _NUMBER = np.dtype("<u8"), np.dtype("<u2")


class FeatureVerdict(NamedTuple):
    """What the rules say of a feature: the rule that blocks and the one that leaves it unknown ("" for
    none), the hindrance and the layer it is counted in, whether it depends on ranges, or on the
    line.
    """

    rule: str
    doubt: str
    hindrance: int
    layer: int
    ranged: bool
    counted: bool


Numbers = npt.NDArray[np.int64]
"""Rulings by their numbers, -1 for none."""


@dataclass(frozen=True, eq=False)
class MarkedVerdicts:
    """The rulings on situations, by their marks, which are sorted."""

    marks: Marks
    numbers: Numbers
    rulings: tuple[FeatureVerdict, ...]

    @classmethod
    def of(cls, marks: Marks, feature_verdicts: Sequence[FeatureVerdict]) -> MarkedVerdicts:
        """Sort rulings by the marks of their situations."""
        distinct = tuple(dict.fromkeys(feature_verdicts))
        number = {each: place for place, each in enumerate(distinct)}
        numbers = np.array([number[each] for each in feature_verdicts], dtype=np.int64)
        return cls(marks, numbers, distinct).sorted

    @property
    def sorted(self) -> MarkedVerdicts:
        """Sort them; of one situation the first is left."""
        marks, first = np.unique(self.marks, return_index=True)
        return MarkedVerdicts(marks, self.numbers[first], self.rulings)

    def joined(self, more: MarkedVerdicts) -> MarkedVerdicts:
        """Add further rulings."""
        rulings = tuple(dict.fromkeys((*self.rulings, *more.rulings)))
        known = {each: place for place, each in enumerate(rulings)}
        numbers = np.array([known[each] for each in more.rulings], dtype=np.int64)
        numbers = np.append(self.numbers, numbers[more.numbers])
        return MarkedVerdicts(np.append(self.marks, more.marks), numbers, rulings).sorted

    def of_marks(self, marks: Marks) -> Numbers:
        """Return the numbers of the rulings on situations."""
        if not len(self.marks):
            return np.full(len(marks), -1, dtype=np.int64)
        at = places_of(marks, self.marks)
        return np.where(at >= 0, self.numbers[at], -1)

    @property
    def row(self) -> tuple[bytes, bytes, str, int]:
        """Write them down, with a check sum."""
        result = json.dumps(self.rulings, separators=(",", ":"))
        row = self.marks.astype(_MARK).tobytes(), self.numbers.astype(_NUMBER).tobytes(), result
        return *row, _sum(*row)

    @classmethod
    def of_row(cls, marks: bytes, numbers: bytes, text: str, check_sum: int) -> MarkedVerdicts:
        """Read what was written; of what has not its check sum nothing."""
        if _sum(marks, numbers, text) != check_sum:
            return NONE
        return cls(
            np.frombuffer(marks, _MARK).astype(np.uint64),
            np.frombuffer(numbers, _NUMBER).astype(np.int64),
            tuple(FeatureVerdict(*each) for each in json.loads(text)),
        )


def places_of(marks: Marks, among: Marks) -> npt.NDArray[np.int64]:
    """Find marks among sorted ones, of which there are some: -1 where they are not there."""
    at = np.minimum(np.searchsorted(among, marks), len(among) - 1)
    return np.where(among[at] == marks, at, -1)


NONE = MarkedVerdicts(np.zeros(0, np.uint64), np.zeros(0, np.int64), ())


def _sum(marks: bytes, numbers: bytes, text: str) -> int:
    return zlib.crc32(text.encode(), zlib.crc32(numbers, zlib.crc32(marks)))


MAX_ROWS = 64
"""So many rows are made one."""

PROFILE = "features"

_FORM = 3  # how the files are written
_TABLE = "said (part INTEGER PRIMARY KEY, marks BLOB, numbers BLOB, rulings TEXT, sum INTEGER)"


@dataclass(eq=False)
class SituationStore:
    """The rulings that are kept in a file, or nowhere; ``digest`` is the digest of what decided them."""

    path: Path | None
    digest: str = ""
    _read: MarkedVerdicts = field(default=NONE, init=False)
    _until: tuple[int, int] = field(default=(0, 0), init=False)  # of which file, and of its rows
    _as_of: tuple[int, int, int] | None = field(default=None, init=False)

    def find(self, marks: Marks) -> tuple[Sequence[FeatureVerdict], Numbers]:
        """Return rulings, and for each situation, by its mark, the number of its ruling, or -1."""
        if self.path is None or not len(marks):
            return (), np.full(len(marks), -1, dtype=np.int64)
        found = self._kept()
        return found.rulings, found.of_marks(marks)

    def keep(self, marks: Marks, feature_verdicts: Sequence[FeatureVerdict]) -> None:
        """Keep rulings, where there is room."""
        if self.path is None or not len(marks):
            return
        row = MarkedVerdicts.of(marks, feature_verdicts).row

        def write(opened: Connection) -> None:
            opened.execute("BEGIN IMMEDIATE")
            last = opened.execute("SELECT max(part) FROM said").fetchone()[0] or 0
            _insert(opened, last + 1, row)
            if opened.execute("SELECT count(*) FROM said").fetchone()[0] > MAX_ROWS:
                whole = _rows(opened, 0)[0].row
                opened.execute("DELETE FROM said")
                _insert(opened, last + 2, whole)  # by its number readers know that it is new
            opened.commit()

        file = self._file()
        file.make_room()
        file.use(write)

    def _kept(self) -> MarkedVerdicts:
        """Read what was written since it was read."""
        written = self._written()
        if written is None:
            return NONE
        if written == self._as_of:
            return self._read

        def look_up(opened: Connection) -> MarkedVerdicts:
            made = opened.execute("PRAGMA user_version").fetchone()[0]
            first = opened.execute("SELECT min(part) FROM said").fetchone()[0] or 0
            known, until = self._read, self._until[1]
            if self._until[0] != made or first > until:
                known, until = NONE, 0
            found, last = _rows(opened, until)
            if last > until:
                self._read, self._until = known.joined(found), (made, last)
            return self._read

        found = self._file().use(look_up)
        self._as_of = None if found is None else written
        return found or NONE

    def _written(self) -> tuple[int, int, int] | None:
        """Return by what the file is known to be as it was; None where there is none."""
        assert self.path is not None
        try:
            result = self.path.stat()
        except OSError:
            return None
        return result.st_ino, result.st_size, result.st_mtime_ns

    def _file(self) -> CacheFile:
        assert self.path is not None
        return CacheFile(self.path, _TABLE, SITUATIONS)


def _insert(opened: Connection, part: int, row: tuple[bytes, bytes, str, int]) -> None:
    opened.execute("INSERT INTO said VALUES (?,?,?,?,?)", (part, *row))


def _rows(opened: Connection, after: int) -> tuple[MarkedVerdicts, int]:
    """Read the rows after one, and give the number of the last."""
    found, last = NONE, after
    rows = opened.execute("SELECT * FROM said WHERE part > ? ORDER BY part", [after])
    for part, *row in rows:
        found, last = found.joined(MarkedVerdicts.of_row(*row)), part
    return found, last


def store_for(rule_base: RuleBase) -> SituationStore:
    """Return what is kept under a rule set."""
    folder = cache_folder()
    if folder is None:
        return SituationStore(None)
    digest = rules_digest(rule_base)
    return _kept_in(folder / SITUATIONS.name / f"{digest}.sqlite", digest)


@lru_cache(8)
def _kept_in(path: Path, digest: str) -> SituationStore:
    return SituationStore(path, digest)


@cache
def rules_digest(rule_base: RuleBase) -> str:
    """Fingerprint the rules that situations are decided by, and how these are given and written."""

    def read() -> str:
        nodes = map(str, firing(rule_base, PROFILE).nodes)
        return digest_of(each for each in nodes if not each.startswith("#defined"))

    read_by = ("situation_facts.py", "situation_cache.py")
    code = [Path(__file__).with_name(each).read_text(encoding="utf-8") for each in read_by]
    rules = kept_reading(rule_base, f"digest {PROFILE}", read)
    return digest_of([rules, *code, *FACT_NAMES, str(ZERO_LEVEL), str(_FORM)])
