"""The engine for one board: a warm session that answers questions about lines of sight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.kernels import much_ahead
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Location, kinds
from hexcourt.facts.tracing.line_facts import (
    ALONE,
    LineAtLevel,
    LineNames,
    SightLine,
    is_direct,
    with_own_hex,
    write_direct,
    write_line,
)
from hexcourt.facts.tracing.pixel_tracing import Stops
from hexcourt.facts.tracing.scene import Scene
from hexcourt.facts.tracing.sight_lines import Pairs, Posts, Statuses, line_up, states_of
from hexcourt.facts.tracing.situations import SightLines
from hexcourt.facts.tracing.touched import Ends, Runs
from hexcourt.solver.placement.placement import (
    BarrierRules,
    counter_effects,
    grown_terrain,
    swept_terrain,
)
from hexcourt.solver.rulebase.ground import mentioned_names
from hexcourt.solver.rulebase.rulebase import active_rules, cached_by_rules
from hexcourt.solver.rulebase.statement import Citation
from hexcourt.solver.sandbox.threads import run_in_threads, usable_cores
from hexcourt.solver.sight.batch_los import (
    CLEAR,
    TOO_CLOSE,
    UNKNOWN,
    VERDICTS,
    StopTable,
    Verdicts,
    Written,
    WrittenVerdict,
    evaluate_lines,
    judge_whole,
    look_up_situations,
)
from hexcourt.solver.sight.exact_los import (
    LineVerdict,
    OnLines,
    close_call,
    close_calls,
    close_hindrance,
    hindrances_may_be_close,
    house_rules_on_lines,
    judge_facts,
    rule_of_close_calls,
)
from hexcourt.solver.sight.situation_cache import SituationCache, numbered

LEARNT_FROM = 1_000
"""Of so many lines that are traced whole the rules are asked first what blocks them."""

BLOCK = 8_192
"""How many pairs are in work at once in a thread."""


@dataclass(frozen=True, eq=False)
class VerdictTable:
    """Verdicts for pairs of Locations.

    ``rules`` are what ``verdicts.rule`` indexes. ``margin`` tells how far the whole thread may move
    sideways, in drawing units, before the verdict changes: 0, or at least the drawing's grain;
    ``hindrance_margin`` how far a clear line's may before its hindrance does.
    """

    places: tuple[Location, ...]
    pairs: Pairs
    verdicts: Verdicts
    margin: npt.NDArray[np.float64]
    hindrance_margin: npt.NDArray[np.float64]
    rules: tuple[str, ...]

    def __len__(self) -> int:
        """Count the pairs."""
        return len(self.pairs)


@dataclass(frozen=True, eq=False)
class LineResult:
    """One sight line judged exactly: the line, the verdict of the rules, the margin of ``VerdictTable``.

    ``ways`` are the verdicts when the thread is moved by the drawing's grain to either side; ``close``
    cites the rule by which the line is then too close to call. ``hindered`` and ``close_hindrance``
    tell the same of its hindrance, where it is clear.
    """

    line: SightLine
    line_verdict: LineVerdict
    margin: float
    ways: tuple[str, ...]
    verdict: str
    close: Citation | None = None
    hindered: tuple[int, ...] = ()
    close_hindrance: Citation | None = None


class _Block(NamedTuple):
    """Pairs that are judged together, and the octant that their lines go to, of many."""

    pairs: npt.NDArray[np.int64]
    octant: int | None


class LosEngine:
    """Answers who sees whom on one board."""

    def __init__(
        self,
        board: Board,
        like: LosEngine | None = None,
        precedents_of: LosEngine | None = None,
    ) -> None:
        """Open an engine; one for the same board with other counters lends what it knows (``like``),
        one for any board the verdicts on situations: they are the same wherever these occur.
        """
        self.board = board
        lent: Scene | None = None if like is None else like.scene
        self.barriers: BarrierRules = BarrierRules(board) if like is None else like.barriers
        raised = self.barriers.raised(board)
        cleared, placed = counter_effects(board)
        self.scene: Scene = Scene(
            board,
            unmentioned_terrain(),
            cleared,
            placed,
            lent,
            raised,
            swept_terrain(),
            grown_terrain(),
        )
        lender = like or precedents_of
        self._known: dict[tuple[str, ...], SituationCache] = {} if lender is None else lender._known
        self._whole: dict[tuple[str, ...], WrittenVerdict] = {} if like is None else like._whole
        self._state_of: dict[Location, int] = {}

    @cached_property
    def precedents(self) -> SituationCache:
        """Return what is known of the situations on boards with such terrain."""
        terms = self.scene.touchables.terms
        return self._known.setdefault(terms, SituationCache(terms))

    @cached_property
    def _stop_table(self) -> StopTable:
        return StopTable(self.scene)

    def measure(self, ends: Ends) -> None:
        """Measure what tracing lines needs, of which these are some."""
        self.scene.trace(ends)
        self._stop_table  # noqa: B018

    def explain_line(
        self,
        a: Location,
        b: Location,
        statuses: Statuses | None = None,
        margin: float = 0.0,
        explain: bool = False,
        may_be_close: bool = True,
    ) -> LineResult:
        """Judge one sight line exactly, with reasons if it is to ``explain``. Where it is known that
        it cannot be close its thread is not moved.
        """
        line, ruling = self.rule(a, b, statuses, explain)
        if is_direct(a, b) or not may_be_close:
            return LineResult(line, ruling, self.scene.grain, (), ruling.verdict)
        moved = [self.rule(a, b, statuses, shifted=way)[1] for way in (1.0, -1.0)]
        ways = tuple(each.verdict for each in moved)
        close = close_call(ruling.verdict, ways)
        hindered = tuple(each.hindrance for each in moved if each.verdict == "clear")
        other = close_hindrance(ruling.hindrance, hindered) if ruling.verdict == "clear" else None
        found = self.scene.grain if close is None else 0.0
        called = found < min(margin, self.scene.grain)
        verdict = "too_close" if called else ruling.verdict
        return LineResult(line, ruling, found, ways, verdict, close, hindered, other)

    def rule(
        self,
        a: Location,
        b: Location,
        statuses: Statuses | None = None,
        explain: bool = False,
        shifted: float = 0.0,
    ) -> tuple[SightLine, LineVerdict]:
        """Judge one sight line exactly, its thread ``shifted`` by so many grains sideways."""
        line = self.line(a, b, statuses, shifted)
        return line, judge_facts(line.facts, explain, active_rules())

    def line(
        self,
        a: Location,
        b: Location,
        statuses: Statuses | None = None,
        shifted: float = 0.0,
        called: LineNames = ALONE,
    ) -> SightLine:
        """Write one sight line as facts, its thread ``shifted`` by so many grains sideways."""
        if is_direct(a, b):
            held = self._held((a, b), np.array([[0, 1]]), statuses, [0])
            return self._write_direct(a, b, held.get(0, ()), called)
        states = self._states((a, b), statuses)
        ends, lines = line_up(self.board, (a, b), np.array([[0, 1]]), states)
        runs = self.scene.trace(ends, shifted * self.scene.sideways(ends))
        both = (int(lines.state_a[0]), int(lines.state_b[0]))
        return write_line(self.scene, a, b, both, runs, 0, called)

    def _within_one_hex(self, a: Location, b: Location) -> Runs | None:
        """Trace the line between two vertices of a hex."""
        if a.hex != b.hex or a.vertex is None or b.vertex is None:
            return None
        ends = np.array([[self.board.point_of(a), self.board.point_of(b)]], dtype=np.int32)
        return self.scene.trace(ends)

    def _states(
        self, places: Sequence[Location], statuses: Statuses | None
    ) -> npt.NDArray[np.int32]:
        rubbled = [place.hex in self.scene.cleared for place in places]
        return states_of(self.board, places, statuses, rubbled, self._state_of)

    def table(
        self,
        places: Sequence[Location],
        pairs: Pairs,
        statuses: Statuses | None = None,
        margin: float = 0.0,
        progress: Callable[[int], None] = lambda done: None,
        chunk: int = BLOCK,
        measured: bool = True,
        threads: int = 1,
    ) -> VerdictTable:
        """Judge pairs of Locations; ``progress`` is given how many more are done.

        Lines whose verdict would change within ``margin`` drawing units, at most the drawing's grain,
        are too close to call. Without ``measured`` no margins are, and none is below the grain.
        """
        if house_rules_on_lines() is OnLines.WHOLE:
            return self._table_of_wholes(places, pairs, statuses, margin, progress, measured)
        states = self._states(places, statuses)
        hexes = np.array([self.board.indices[place.hex] for place in places])
        direct = _direct(places, pairs, hexes)
        verdicts = Verdicts.none(len(pairs))
        margins = np.full((2, len(pairs)), self.scene.grain)

        def judge_block(block: _Block) -> None:
            some = block.pairs
            found, margins[:, some] = self._evaluate(places, pairs[some], states, measured, posts)
            verdicts.put(some, found)

        posts = Posts.of(self.board, places)
        blocks = self._blocks(posts, pairs, np.flatnonzero(~direct), chunk)
        self._learn(places, pairs, blocks, states, threads)
        left = Counter(block.octant for block in blocks)

        def done(block: _Block) -> None:
            progress(len(block.pairs))
            left[block.octant] -= 1
            if block.octant is not None and not left[block.octant]:
                self.scene.forget(block.octant)

        by_octant = (list(some) for _, some in groupby(blocks, key=lambda block: block.octant))
        for part in by_octant if self.scene.takes_much else [blocks]:
            run_in_threads(judge_block, part, threads, done)
        alone = np.flatnonzero(direct).tolist()
        held = self._held(places, pairs, statuses, alone)
        for pair in alone:
            self._put_direct(verdicts, pair, places, pairs, held.get(pair, ()))
        progress(len(alone))
        close = margins[0] < min(margin, self.scene.grain)
        verdicts.verdict[close] = TOO_CLOSE
        if close.any():
            verdicts.rule[close] = numbered(self.precedents.rules, rule_of_close_calls())
        rules = tuple(self.precedents.rules)
        return VerdictTable(tuple(places), pairs, verdicts, margins[0], margins[1], rules)

    def _table_of_wholes(
        self,
        places: Sequence[Location],
        pairs: Pairs,
        statuses: Statuses | None,
        margin: float,
        progress: Callable[[int], None],
        measured: bool,
    ) -> VerdictTable:
        """Judge pairs of Locations as ``table`` does, each line whole."""
        result = judge_whole(self._whole, self._written(places, pairs, statuses, 0.0))
        margins = np.full((2, len(pairs)), self.scene.grain)
        if measured:
            ways = [
                judge_whole(self._whole, self._written(places, pairs, statuses, way))
                for way in (1.0, -1.0)
            ]
            for pair, (drawn, *moved) in enumerate(zip(result, *ways, strict=True)):
                if is_direct(places[pairs[pair, 0]], places[pairs[pair, 1]]):
                    continue
                if close_call(drawn[0], [each[0] for each in moved]) is not None:
                    margins[0, pair] = 0.0
                hindered = [each[2] for each in moved if each[0] == VERDICTS[CLEAR] == drawn[0]]
                if close_hindrance(drawn[2], hindered) is not None:
                    margins[1, pair] = 0.0
        rules = self.precedents.rules
        verdicts = Verdicts(
            np.array([VERDICTS.index(each[0]) for each in result], dtype="i1"),
            np.array([numbered(rules, each[1]) for each in result], dtype="i4"),
            np.full(len(pairs), -1, dtype="i4"),
            np.array([each[2] for each in result], dtype="i4"),
        )
        close = margins[0] < min(margin, self.scene.grain)
        verdicts.verdict[close] = TOO_CLOSE
        verdicts.rule[close] = numbered(rules, rule_of_close_calls()) if close.any() else 0
        progress(len(pairs))
        return VerdictTable(tuple(places), pairs, verdicts, margins[0], margins[1], tuple(rules))

    def _written(
        self, places: Sequence[Location], pairs: Pairs, statuses: Statuses | None, shifted: float
    ) -> list[Written]:
        """Return what writes the lines of pairs, traced together, by whatever numbers."""
        states = self._states(places, statuses)
        apart = [
            n for n, (a, b) in enumerate(pairs.tolist()) if not is_direct(places[a], places[b])
        ]
        direct = sorted(set(range(len(pairs))).difference(apart))
        held = self._held(places, pairs, statuses, direct)
        found: dict[int, Written] = {}
        if apart:
            ends, lines = line_up(self.board, places, pairs[apart], states)
            runs = self.scene.trace(ends, shifted * self.scene.sideways(ends))
            both = np.stack([lines.state_a, lines.state_b], axis=1).tolist()
            for pair, line, of_ends in zip(apart, lines.line.tolist(), both, strict=True):
                a, b = (places[each] for each in pairs[pair].tolist())
                found[pair] = partial(write_line, self.scene, a, b, tuple(of_ends), runs, line)
        for pair in direct:
            a, b = (places[each] for each in pairs[pair].tolist())
            found[pair] = partial(self._write_direct, a, b, held.get(pair, ()))
        return [found[pair] for pair in range(len(pairs))]

    def _write_direct(
        self, a: Location, b: Location, held: Sequence[LineAtLevel], called: LineNames
    ) -> SightLine:
        direct = write_direct(self.board, a, b, called.line, held)
        return with_own_hex(self.scene, direct, self._within_one_hex(a, b), called)

    def _held(
        self, places: Sequence[Location], pairs: Pairs, statuses: Statuses | None, of: Sequence[int]
    ) -> dict[int, list[LineAtLevel]]:
        """Judge the lines that have an end of which the level is not known at each level it may have."""
        found: dict[int, list[LineAtLevel]] = {}
        ends: list[Location] = []
        post_of: list[int] = []
        pair_of: list[int] = []
        for pair in of:
            one, two = pairs[pair].tolist()
            if not (places[one].unsure or places[two].unsure):
                continue
            for both in product(_at_each_level(places[one]), _at_each_level(places[two])):
                ends += both
                post_of += [one, two]
                pair_of.append(pair)
        if not ends:
            return found
        if statuses is not None and not isinstance(statuses, Mapping):
            statuses = [statuses[post] for post in post_of]
        result = self.table(ends, np.arange(len(ends)).reshape(-1, 2), statuses, measured=False)
        columns = (result.verdicts.verdict, result.verdicts.hindrance, result.verdicts.rule)
        items = zip(pair_of, *(each.tolist() for each in columns), strict=True)
        for pair, verdict, hindrance, rule in items:
            text = result.rules[rule] if verdict == UNKNOWN else ""
            found.setdefault(pair, []).append(LineAtLevel(VERDICTS[verdict], hindrance, text))
        return found

    def _evaluate(
        self,
        places: Sequence[Location],
        pairs: Pairs,
        states: npt.NDArray[np.int32],
        measured: bool,
        posts: Posts,
    ) -> tuple[Verdicts, npt.NDArray[np.float64]]:
        ends, lines = line_up(self.board, places, pairs, states, posts)
        runs = self.scene.trace(ends, stops=self._stops(ends, lines))
        found = evaluate_lines(self.scene, ends, runs, lines, self.precedents)
        if not measured:
            return found, np.full((2, len(pairs)), self.scene.grain)
        return found, self._margins(ends, runs, lines, found)

    def _blocks(
        self, posts: Posts, pairs: Pairs, apart: npt.NDArray[np.int64], chunk: int
    ) -> list[_Block]:
        """Split pairs into blocks: those together that share a traced line, or go to one octant."""
        if len(apart) <= min(chunk, 3 * LEARNT_FROM):
            return [_Block(apart, None)] if len(apart) else []
        ends = posts.points[pairs[apart]].astype(np.int32)
        octants, count = self.scene.octants_of(ends), len(self.board.points)
        order = np.argsort((octants * count + ends[:, 0]) * count + ends[:, 1], kind="stable")
        groups = np.split(order, np.cumsum(np.bincount(octants))[:-1])
        return [
            _Block(apart[part], octant)
            for octant, group in enumerate(groups)
            if len(group)
            for part in np.array_split(group, -(-len(group) // chunk))
        ]

    def _learn(
        self,
        places: Sequence[Location],
        pairs: Pairs,
        blocks: Sequence[_Block],
        states: npt.NDArray[np.int32],
        threads: int,
    ) -> None:
        """Trace a few of many lines whole: by what is evaluated of them the others are left off
        earlier.

        They are of one octant, since pixels may not be packed for more of them at a time. Which ones
        does not depend on how the pairs are parted, so that nothing is asked by one parting alone.
        """
        octant = [block.pairs for block in blocks if block.octant == blocks[0].octant]
        step = sum(map(len, octant)) // LEARNT_FROM
        if step < 2 or not self.scene.may_stop:
            return

        def learn_from(some: npt.NDArray[np.int64]) -> None:
            ends, lines = line_up(self.board, places, pairs[some], states)
            look_up_situations(self.scene, ends, self.scene.trace(ends), lines, self.precedents)

        some = np.array_split(np.concatenate(octant)[::step], threads)
        with much_ahead():
            run_in_threads(learn_from, some, threads)

    def _stops(self, ends: Ends, lines: SightLines) -> Stops | None:
        return self._stop_table.stops(ends, lines, self.precedents)

    def _margins(
        self, ends: Ends, runs: Runs, lines: SightLines, found: Verdicts
    ) -> npt.NDArray[np.float64]:
        """Measure the margins, those of verdicts and of hindrances: move the threads of those lines that
        a small shift could change.

        A line that goes deep into what blocks it stays blocked.
        """
        blocking = np.where(found.run >= 0, runs.starts[lines.line] + found.run, -1)
        deep = np.append(runs.depths, 0)[blocking] > 1
        close = close_calls(VERDICTS[:TOO_CLOSE])
        shaky = np.flatnonzero(~deep & np.asarray(close.any(axis=(1, 2)))[found.verdict])
        margins = np.full((2, len(deep)), self.scene.grain)
        if not len(shaky):
            return margins
        traced, line = np.unique(lines.line[shaky], return_inverse=True)
        aside = self.scene.sideways(ends[traced])
        both_ends = np.concatenate([ends[traced], ends[traced]])
        some = lines.chosen(np.tile(shaky, 2), np.concatenate([line, line + len(traced)]))
        stops = self._stops(both_ends, some)
        moved = self.scene.trace(both_ends, np.concatenate([aside, -aside]), stops)
        other = evaluate_lines(self.scene, both_ends, moved, some, self.precedents)
        one, two = other.verdict.reshape(2, -1)
        margins[0, shaky[close[found.verdict[shaky], one, two]]] = 0.0
        clear = (other.verdict.reshape(2, -1) == CLEAR) & (found.verdict[shaky] == CLEAR)
        changed = clear & (other.hindrance.reshape(2, -1) != found.hindrance[shaky])
        if changed.any() and hindrances_may_be_close():
            margins[1, shaky[changed.any(axis=0)]] = 0.0
        return margins

    def _put_direct(
        self,
        verdicts: Verdicts,
        pair: int,
        places: Sequence[Location],
        pairs: Pairs,
        held: Sequence[LineAtLevel],
    ) -> None:
        a, b = places[pairs[pair, 0]], places[pairs[pair, 1]]
        verdict, rule, hindrance = exact_verdict(self._write_direct(a, b, held, ALONE))
        verdicts.hindrance[pair] = hindrance
        verdicts.verdict[pair] = verdict
        verdicts.rule[pair] = numbered(self.precedents.rules, rule)
        verdicts.run[pair] = -1


def unmentioned_terrain() -> frozenset[str]:
    """List the terrain that the rules cannot tell from open ground, since they mention neither."""
    ground, mentioned = ("open", "road", "water", "depression"), mentioned_names("los")
    return frozenset(
        term
        for term, kind in kinds().items()
        if kind in ground and term.split("(")[0] not in mentioned
    )


def _direct(
    places: Sequence[Location], pairs: Pairs, hexes: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """Return the pairs for which ``is_direct`` holds."""
    found: npt.NDArray[np.bool_] = hexes[pairs[:, 0]] == hexes[pairs[:, 1]]
    special = np.array([bool(each.opens) or not each.printed for each in places])
    for pair in np.flatnonzero(special[pairs].any(axis=1)).tolist():
        found[pair] = is_direct(*(places[n] for n in pairs[pair]))
    return found


def exact_verdict(line: SightLine) -> tuple[int, str, int]:
    """Return verdict, rule and hindrance of a line for which ``is_direct`` holds; where nothing lies
    in its hex it is the same at any level.
    """
    levels = line.facts[:2] if line.features else ("end(0,a,0).", "end(0,b,0).")
    return _verdict_of_facts((*levels, *line.facts[2:]))


@cached_by_rules(256)
def _verdict_of_facts(facts: tuple[str, ...]) -> tuple[int, str, int]:
    ruling = judge_facts(facts, False, active_rules())
    hindrance = ruling.hindrance if ruling.verdict == "clear" else 0
    return VERDICTS.index(ruling.verdict), ruling.rule, hindrance


def _at_each_level(place: Location) -> list[Location]:
    """List what a place is at each level that it may have."""
    if not place.unsure:
        return [place]
    return [replace(place, level=level, unsure="") for level in place.perhaps]


PAIRS_PER_THREAD = 8_000
"""How many pairs repay one more thread."""

LEAST = 2_048
"""How many pairs a thread has in work at least."""


def judge_on_cores(
    engine: LosEngine,
    places: Sequence[Location],
    pairs: Pairs,
    statuses: Statuses | None = None,
    margin: float = 0.0,
    progress: Callable[[int], None] = lambda done: None,
    measured: bool = True,
    workers: int | None = None,
) -> VerdictTable:
    """Judge pairs as ``LosEngine.table`` does, by ``workers`` threads at most, or one a core.

    Only the lines of boards that are drawn as pixels are traced without Python's lock.
    """
    threads, block = 1, BLOCK
    if engine.board.raster is not None and house_rules_on_lines() is not OnLines.WHOLE:
        threads = threads_for(len(pairs), workers)
    if threads > 1:
        block = max(LEAST, min(BLOCK, len(pairs) // (4 * threads)))
    return engine.table(places, pairs, statuses, margin, progress, block, measured, threads)


def threads_for(pairs: int, workers: int | None) -> int:
    """Return how many threads some pairs repay, of ``workers`` at most, or else of one a core."""
    return max(1, min(pairs // PAIRS_PER_THREAD, workers or usable_cores()))
