"""Judges many sight lines by asking the rules once for each distinct situation.

The rules decide one feature at a time (profile ``features``). What hinders a line is added up by them
too, once for each combination (A6.7, B.10). Tests hold this equal to asking about whole lines
(profile ``los``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, islice, takewhile
from threading import Lock

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.kernels import Bools, Int32s, Int64s, suited
from hexcourt.facts.boards.board import Board
from hexcourt.facts.tracing.line_facts import ALONE, LineNames, SightLine, lights
from hexcourt.facts.tracing.pixel_tracing import AT_HEXSIDE, NOWHERE, Stops
from hexcourt.facts.tracing.scene import Scene
from hexcourt.facts.tracing.situations import (
    ZERO_LEVEL,
    SightLines,
    Situations,
    are_separate,
    near_one_end,
    near_slots,
    sights_of,
    situate,
    unpacked,
)
from hexcourt.facts.tracing.touched import Ends, Runs
from hexcourt.solver.rulebase.ground import ActiveRules, arguments_of
from hexcourt.solver.rulebase.rulebase import RuleBase, active_rules
from hexcourt.solver.sight.exact_los import PROFILE, OnLines, house_rules_on_lines
from hexcourt.solver.sight.situation_cache import (
    DECIDING,
    SituationCache,
    gather,
    numbered,
    with_ranges,
)
from hexcourt.solver.sight.situation_facts import mixed

LOOK_FROM = 200_000
"""Runs for which compiled passes repay their loading."""

CLEAR, BLOCKED, UNKNOWN, TOO_CLOSE = 0, 1, 2, 3
VERDICTS = ("clear", "blocked", "unknown", "too_close")
"""What can be said of a line of sight."""


@dataclass(frozen=True, eq=False)
class Verdicts:
    """Verdicts of many lines: ``verdict`` is CLEAR, BLOCKED, UNKNOWN or TOO_CLOSE.

    ``rule`` is an index into the rules known, 0 for a clear line; ``run`` counts, from end A, the run
    that blocks first (-1: none); ``hindrance`` is the total of clear lines.
    """

    verdict: npt.NDArray[np.int8]
    rule: npt.NDArray[np.int32]
    run: npt.NDArray[np.int32]
    hindrance: npt.NDArray[np.int32]

    @classmethod
    def none(cls, lines: int) -> Verdicts:
        """Make room for the verdicts of some lines."""
        return cls(*(np.zeros(lines, dtype=kind) for kind in ("i1", "i4", "i4", "i4")))

    def put(self, places: npt.NDArray[np.int64], part: Verdicts) -> None:
        """Fill in the verdicts of some lines."""
        for name in ("verdict", "rule", "run", "hindrance"):
            getattr(self, name)[places] = getattr(part, name)


def look_up_situations(
    scene: Scene,
    ends: npt.NDArray[np.int32],
    runs: Runs,
    lines: SightLines,
    precedents: SituationCache,
) -> tuple[Situations, npt.NDArray[np.int64]]:
    """Sort lines into situations, and have those decided that were not evaluated of before;
    their rulings stand among the stored situations at the positions given.
    """
    found = situate(scene, ends, runs, lines, precedents.sights)
    return found, precedents.coarse.find(found.keys, precedents.decide_coarse)


def evaluate_lines(
    scene: Scene,
    ends: npt.NDArray[np.int32],
    runs: Runs,
    lines: SightLines,
    precedents: SituationCache,
) -> Verdicts:
    """Judge sight lines; ``ends`` are the hex numbers of the traced lines."""
    found, at = look_up_situations(scene, ends, runs, lines, precedents)
    coarse = precedents.coarse.rulings
    evaluated = _PartialVerdicts(found, at[found.of_run], coarse.doubt)
    if house_rules_on_lines() is OnLines.NOTHING:
        rule, hinders = coarse.rule[evaluated.situations], coarse.hindrance[evaluated.situations]
        evaluated.take(slice(None), rule, hinders)
        _evaluate_ranges(evaluated, precedents, coarse.ranged)
    else:  # house rules may look at ranges
        _evaluate_ranges(evaluated, precedents, np.ones_like(coarse.ranged))
    _evaluate_whole_lines(evaluated, precedents, scene, (ends, runs, lines))

    hindrance, limit = _totals(found, evaluated, coarse.layer, precedents.rules)
    unknown = _unknown_rules(evaluated, runs, lines, precedents.rules)
    if scene.board.circumstances:
        owners = scene.board.owners[ends][lines.line]
        astray = np.zeros(len(owners), np.bool_) if runs.astray is None else runs.astray[lines.line]
        hindrance, limit, unsettled = _in_all(
            scene.board, owners, astray, hindrance, precedents.rules
        )
        unknown = np.where(unsettled > 0, unsettled, unknown)
    blocked = np.where(evaluated.rule == 0, limit, evaluated.rule)
    unknown = np.where(blocked == 0, unknown, 0)
    verdict = _precedence(active_rules())[(blocked > 0).astype(int), (unknown > 0).astype(int)]
    rule = np.choose(verdict, [0, blocked, unknown]).astype(np.int32)
    hindrance = np.where(verdict == CLEAR, hindrance, 0)
    return Verdicts(verdict, rule, evaluated.run, hindrance)


@lru_cache(maxsize=8)
def _precedence(rule_base: RuleBase) -> npt.NDArray[np.int8]:
    """Ask the rules for the verdict on a line by whether something blocks it, and whether something
    leaves it unknown; shape (2, 2).
    """
    facts = 'end(0..3,a,0). blocked(2..3,""). unknown((1;3),"").'  # lines 2 * blocked + unknown
    with DECIDING:
        grounded = ActiveRules(PROFILE).ground(facts, wanted=(("verdict", 2),))
        verdicts = arguments_of(grounded, "verdict", 2)
    found = {line.number: VERDICTS.index(verdict.name) for line, verdict in verdicts}
    return np.array([found[line] for line in range(4)], dtype=np.int8).reshape(2, 2)


class _PartialVerdicts:
    """What is known so far: of each line the rule that blocks it (0: none) and the run, counted from
    end A (-1: none); of each run the hindrance and what leaves it unknown (0: nothing).
    ``situations`` numbers the situation of each run, of which ``doubts`` tells the latter.
    """

    def __init__(
        self,
        found: Situations,
        situations: npt.NDArray[np.int64],
        values: npt.NDArray[np.int32],
    ) -> None:
        lines = len(found.starts) - 1
        self.found = found
        self.situations = situations
        self.rule = np.zeros(lines, dtype=np.int32)
        self.run = np.full(lines, -1, dtype=np.int32)
        self.hinders = np.zeros(len(situations), dtype=np.int32)
        self.doubt: npt.NDArray[np.int32] = values[situations]

    def open(self, wanted: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """List the runs in wanted situations, of lines that nothing blocks so far."""
        if not wanted.any():
            return np.zeros(0, dtype=np.int64)
        runs = len(self.situations)
        listed = np.empty(runs, dtype=np.int64)
        count = suited(_open, runs, LOOK_FROM)(
            self.found.starts, self.situations, wanted, self.run, listed
        )
        return listed[:count]

    def take(
        self,
        runs: npt.NDArray[np.int64] | slice,
        rules: npt.NDArray[np.int32],
        hindrance: npt.NDArray[np.int32],
    ) -> None:
        """Take the rules and the hindrance of some runs."""
        self.hinders[runs] = hindrance
        rule_of_run = np.zeros(len(self.situations), dtype=np.int32)
        rule_of_run[runs] = rules
        first = _first(self.found, rule_of_run)
        seen = first >= 0
        self.rule[seen] = rule_of_run[(self.found.starts[:-1] + first)[seen]]
        self.run[seen] = first[seen]


def _evaluate_ranges(
    evaluated: _PartialVerdicts, precedents: SituationCache, ranged: npt.NDArray[np.bool_]
) -> None:
    """Distinguish by range what depends on ranges."""
    found = evaluated.found
    wanted = evaluated.open(ranged)
    packed = with_ranges(
        evaluated.situations[wanted], found.range_upper[wanted], found.range_lower[wanted]
    )
    distinct = np.unique(packed)
    at = precedents.fine.find(distinct, precedents.decide_fine)[np.searchsorted(distinct, packed)]
    fine = precedents.fine.rulings
    hindrance = np.maximum(evaluated.hinders[wanted], fine.hindrance[at])
    evaluated.take(wanted, fine.rule[at], hindrance)
    evaluated.doubt[wanted] = fine.doubt[at]


def _evaluate_whole_lines(
    evaluated: _PartialVerdicts,
    precedents: SituationCache,
    scene: Scene,
    traced: tuple[Ends, Runs, SightLines],
) -> None:
    """Evaluate what is counted along a line, each with its whole line."""
    counted = evaluated.open(precedents.coarse.rulings.counted)
    if not len(counted):
        return
    stored, wholes = gather(scene, traced, evaluated.found, counted, evaluated.situations)
    with DECIDING:
        result = precedents.whole.decide(wholes, precedents.known)
    rules = [numbered(precedents.rules, each.rule) for each in result]
    evaluated.hinders[counted] = 0
    evaluated.take(
        np.array(stored),
        np.array(rules, dtype=np.int32),
        np.array([each.hindrance for each in result], dtype=np.int32),
    )


def _unknown_rules(
    evaluated: _PartialVerdicts,
    runs: Runs,
    lines: SightLines,
    rules: list[str],
) -> npt.NDArray[np.int32]:
    """Find the rule that leaves a line unknown, 0 for none."""
    leaves = np.zeros(len(lines.line), dtype=np.int32)
    if evaluated.doubt.any():
        found = evaluated.found
        first = _first(found, evaluated.doubt)
        held = first >= 0
        leaves[held] = evaluated.doubt[(found.starts[:-1] + first)[held]]
    if runs.astray is not None and runs.astray.any() and (name := _astray(active_rules())):
        leaves[runs.astray[lines.line]] = numbered(rules, name)
    return leaves


def _in_all(
    board: Board,
    owners: npt.NDArray[np.int32],
    astray: npt.NDArray[np.bool_],
    hindrance: npt.NDArray[np.int32],
    rules: list[str],
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Add to the hindrance of lines between hexes (lines, 2) what bears on the whole of them (night, Low
    Visibility, weather): return the hindrance in all, the rule by which it blocks, and the rule that
    leaves a line unknown (0: none), be it that it leaves the board (``astray``). Lines alike in
    hindrance, length, light and this are asked about once.
    """
    gaps = np.abs(board.places[owners[:, 0]] - board.places[owners[:, 1]])
    lengths = gaps[:, 0] + np.maximum(0, (gaps[:, 1] - gaps[:, 0]) // 2)
    bright = [any(lights(term, each.name) for term in board.circumstances) for each in board.hexes]
    lit = np.array(bright)[owners].any(axis=1)
    packed = (hindrance.astype(np.int64) << 32) | (lengths.astype(np.int64) << 2) | (lit << 1)
    packed |= astray
    kinds, which = np.unique(packed, return_inverse=True)
    facts = [f"given({term})." for term in board.circumstances]
    for line, kind in enumerate(kinds.tolist()):
        amount, rest = divmod(kind, 1 << 32)
        facts.append(f'end({line},a,0). end({line},b,0). held({line},clear,{amount},"").')
        facts.append(f"length({line},{rest >> 2}).{f' lit({line},a).' * (rest >> 1 & 1)}")
        facts += [f"leaves_board({line})."] * (rest & 1)
    with DECIDING:
        grounded = ActiveRules(PROFILE).ground("\n".join(facts))
        found = np.zeros((3, len(kinds)), dtype=np.int32)
        for of_line, total in arguments_of(grounded, "total", 2):
            found[0, of_line.number] = total.number
        for row, predicate in ((1, "blocked"), (2, "unsettled")):
            pairs = arguments_of(grounded, predicate, 2)
            cited = [(rule.string, of_line.number) for of_line, rule in pairs]
            for name, number in sorted(cited, reverse=True):
                found[row, number] = numbered(rules, name)
    return found[0][which], found[1][which], found[2][which]


def _first(found: Situations, rule_of_run: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """Count, from end A, the first run of each line that blocks; -1 for none."""
    first = np.full(len(found.starts) - 1, -1, dtype=np.int32)
    suited(_find_first, len(rule_of_run), LOOK_FROM)(found.starts, rule_of_run, first)
    return first


def _find_first(starts: Int64s, rule_of_run: Int32s, first: Int32s) -> None:
    """Count the runs before the first one of each line that has a rule. A kernel."""
    for line in range(starts.shape[0] - 1):
        for run in range(starts[line], starts[line + 1]):
            if rule_of_run[run] != 0:
                first[line] = run - starts[line]
                break


def _open(
    starts: Int64s, situations: Int64s, wanted: Bools, blocked: Int32s, listed: Int64s
) -> int:
    """List the runs in wanted situations of lines that are not blocked; return how many. A kernel."""
    count = 0
    for line in range(starts.shape[0] - 1):
        if blocked[line] < 0:
            for run in range(starts[line], starts[line + 1]):
                if wanted[situations[run]]:
                    listed[count] = run
                    count += 1
    return count


@lru_cache(maxsize=8)
def _astray(rule_base: RuleBase) -> str | None:
    """Ask the rules what leaves a line unknown that runs off the board: the first of several rules."""
    with DECIDING:
        grounded = ActiveRules("features").ground("leaves_board(0).", wanted=(("unsettled", 2),))
        found = arguments_of(grounded, "unsettled", 2)
        return min((rule.string for _, rule in found), default=None)


def _totals(
    found: Situations, evaluated: _PartialVerdicts, layers: npt.NDArray[np.int32], rules: list[str]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Ask the rules for the hindrance of each line, and for the rule by which it blocks (0: none).

    What hinders a line is given by ranges that are equal or differ, layer and value; lines that
    equal things hinder are asked about once, lines that are blocked are not.
    """
    lines = len(found.starts) - 1
    totals, limits = np.zeros(lines, np.int32), np.zeros(lines, np.int32)
    line_of = np.repeat(np.arange(lines), np.diff(found.starts))
    runs = np.flatnonzero((evaluated.hinders > 0) & (evaluated.rule == 0)[line_of])
    if not len(runs):
        return totals, limits
    packed = line_of[runs] << 16 | found.range_upper[runs].astype(np.int64) << 8
    packed = (packed | found.range_lower[runs]) << 16 | layers[evaluated.situations[runs]] << 8
    packed = np.unique(packed | evaluated.hinders[runs])
    line, starts = np.unique(packed >> 32, return_index=True)
    place = np.cumsum(np.diff(packed >> 16, prepend=-1) != 0)
    place -= np.repeat(place[starts], np.diff([*starts, len(packed)]))
    hindering = place << 16 | packed & 0xFFFF
    marks = np.add.reduceat(mixed(hindering.astype(np.uint64) + np.uint64(1)), starts)
    distinct, first, which = np.unique(marks, return_index=True, return_inverse=True)
    ends = [*starts[1:], len(packed)]
    known = _known_totals(active_rules())
    with DECIDING:
        fresh = {
            mark: hindering[starts[number] : ends[number]].tolist()
            for mark, number in zip(distinct.tolist(), first.tolist(), strict=True)
            if mark not in known
        }
        known.update(zip(fresh, ask_totals(fresh.values()), strict=True))
    items = [known[mark] for mark in distinct.tolist()]
    totals[line] = np.array([total for total, _ in items])[which]
    limits[line] = np.array([numbered(rules, rule) for _, rule in items])[which]
    return totals, limits


@lru_cache(maxsize=8)
def _known_totals(rule_base: RuleBase) -> dict[int, tuple[int, str]]:
    """Return what is known of lines by what hinders them: the total, and the rule by which it blocks."""
    return {}


def ask_totals(lines: Collection[Sequence[int]]) -> list[tuple[int, str]]:
    """Ask the rules for the total hindrance of lines, and by which rule it blocks ("": none); what
    hinders a line is packed: a number for the ranges, the layer, the value.
    """
    if not lines:
        return []
    facts, features = [], count()
    for line, hindering in enumerate(lines):
        facts.append(f"end({line},a,0).")
        for packed in hindering:
            feature, (place, rest) = next(features), divmod(packed, 1 << 16)
            layer, value = divmod(rest, 1 << 8)
            facts.append(f'touch({feature},{line},open,0). hinders({feature},{value},"").')
            facts.append(f"range({feature},a,{place}). range({feature},b,0).")
            facts += [f"layer({feature},{layer})."] if layer else []
    wanted = (("total", 2), ("blocked", 2))
    grounded = ActiveRules(PROFILE).ground("\n".join(facts), wanted=wanted)
    totals, rules = [0] * len(lines), [""] * len(lines)
    for of_line, total in arguments_of(grounded, "total", 2):
        totals[of_line.number] = total.number
    for of_line, rule in arguments_of(grounded, "blocked", 2):
        rules[of_line.number] = min(filter(None, (rules[of_line.number], rule.string)))
    return list(zip(totals, rules, strict=True))


MAX_COUNTED = 63
"""The greatest hindrance that is thought of where the rules let any pass."""


@lru_cache(maxsize=8)
def most_hindrance(rule_base: RuleBase) -> int:
    """Return the greatest hindrance of a line that is not blocked by it (B.10)."""
    with DECIDING:
        result = ask_totals([[value] for value in range(1, MAX_COUNTED + 1)])
    return sum(1 for _ in takewhile(lambda each: not each[1], result))


# Under house rules lines are judged whole: what lets a line be put together from its features, and these
# be told apart by what the printed rules look at, need not hold of those.


BATCH = 300
"""How many lines the rules are asked about at once."""

Written = Callable[[LineNames], SightLine]
"""Writes a line by some numbers."""

WrittenVerdict = tuple[str, str, int]
"""The verdict on a line, the rule that blocks it or leaves it open, "" for none, and its hindrance."""


def judge_whole(
    known: dict[tuple[str, ...], WrittenVerdict], lines: Sequence[Written]
) -> list[WrittenVerdict]:
    """Judge lines; those that are ``known`` by their facts are not judged again, others are added."""
    keys = [write(ALONE).facts for write in lines]
    fresh = {key: write for key, write in zip(keys, lines, strict=True) if key not in known}
    waiting = iter(fresh.items())
    while some := list(islice(waiting, BATCH)):
        result = _ask([write for _, write in some])
        known.update(zip((key for key, _ in some), result, strict=True))
    return [known[key] for key in keys]


def _ask(lines: Sequence[Written]) -> list[WrittenVerdict]:
    facts: list[str] = []
    first = 0
    for number, write in enumerate(lines):
        line = write(LineNames(number, first))
        facts += line.facts
        first += len(line.features)
    wanted = tuple((name, 2) for name in ("verdict", "total", "blocked", "unknown"))
    grounded = ActiveRules(PROFILE).ground("\n".join(dict.fromkeys(facts)), wanted=wanted)

    def report(predicate: str) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for number, value in arguments_of(grounded, predicate, 2):
            found.setdefault(number.number, []).append(str(value).strip('"'))
        return found

    verdicts, totals = report("verdict"), report("total")
    rules = {"blocked": report("blocked"), "unknown": report("unknown"), "clear": {}}
    items: list[WrittenVerdict] = []
    for number in range(len(lines)):
        (verdict,) = verdicts[number]
        rule = min(rules[verdict].get(number, [""]))
        hindrance = max(map(int, totals.get(number, ["0"])))
        items.append((verdict, rule, hindrance if verdict == "clear" else 0))
    return items


class StopTable:
    """What is known to block lines of one scene, kept up as the rules decide more."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._looked_up = 0
        self._lookup_lock = Lock()
        self._blocks = np.zeros((0, 2 * ZERO_LEVEL, len(scene.touchables.terms)), np.bool_)
        self._near = np.zeros(0, dtype=np.int64)
        self._near_slots = near_slots(self._near)
        self._touched = _stop_at(scene)
        self._plain_hex = _plain_hexes(scene)

    def stops(self, ends: Ends, lines: SightLines, precedents: SituationCache) -> Stops | None:
        """Return where the sight lines along some lines may be left off; None where none may be."""
        if not self.scene.may_stop or house_rules_on_lines() is not OnLines.NOTHING:
            return None
        board = self.scene.board
        hexes = board.owners[ends]
        a_lower, low, sight = sights_of(board, hexes, lines, precedents.sights)
        self._update(precedents)
        if not self._blocks.any():
            return None
        order = np.argsort(lines.line, kind="stable")
        counts = np.bincount(lines.line, minlength=len(ends))
        return Stops(
            self._blocks,
            low[order].astype(np.int64),
            sight[order],
            np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
            *self._touched,
            self._plain_hex,
            board.places.astype(np.int64),
            hexes.astype(np.int64),
            self._near_slots,
            a_lower[order],
            self.scene.columns.level,
            self.scene.touchables.hexside,
            self.scene.hexsides.sides,
        )

    def _update(self, precedents: SituationCache) -> None:
        """Take down what the rules have decided since."""
        with self._lookup_lock:
            self._take_down(precedents)

    def _take_down(self, precedents: SituationCache) -> None:
        keys = precedents.coarse.keys[
            self._looked_up :
        ]  # before sights: another thread may add both
        more = len(precedents.sights) - len(self._blocks)
        if more > 0:
            self._blocks = np.concatenate(
                [self._blocks, np.zeros_like(self._blocks, shape=(more, *self._blocks.shape[1:]))]
            )
        rules = precedents.coarse.rulings.rule[self._looked_up : self._looked_up + len(keys)]
        blocked = are_separate(keys) & (rules > 0)
        sight, terrain, ground = (
            unpacked(keys[blocked], name) for name in ("sight", "terrain", "ground")
        )
        self._blocks[sight, ground + ZERO_LEVEL, terrain] = True
        near = keys[near_one_end(keys) & (rules > 0)]
        if len(near):
            self._near = np.append(self._near, near)
            self._near_slots = near_slots(self._near)
        self._looked_up += len(keys)


def _stop_at(scene: Scene) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Pack level and terrain of what can be touched, and tell what is of buildings.

    Lines go on at what is inherent or by a cliff: what becomes of it depends on its hex.
    """
    touched, filling, built = scene.touchables, scene.columns.filling, scene.columns.building
    passed = touched.lies_on | filling[touched.terrain] | touched.cliff
    packed = (touched.level.astype(np.int64) + ZERO_LEVEL) << 8 | touched.terrain
    packed += np.where(touched.hexside >= 0, AT_HEXSIDE, 0)
    return np.where(passed, NOWHERE, packed), built[touched.terrain] & (touched.terrain >= 0)


def _plain_hexes(scene: Scene) -> npt.NDArray[np.bool_]:
    """Return the hexes in which no fact of the hex, no tram line, and nothing untold applies."""
    columns = scene.columns
    apart = (columns.hex_facts > 0) | columns.tram.any(axis=1) | (columns.undetermined > 0)
    return np.asarray(~apart)
