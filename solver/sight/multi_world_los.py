"""Judges lines of sight on a raster board in many worlds at once, each with counters of its own.

A test holds this equal to a ``LosEngine`` of the board with the counters of each world.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Counter, Location
from hexcourt.facts.tracing.line_facts import is_direct, with_counters_there, write_direct
from hexcourt.facts.tracing.multi_world_scene import CounterEffects, MultiWorldScene
from hexcourt.facts.tracing.sight_lines import line_up_among, states_of
from hexcourt.solver.placement.placement import Placing, grown_terrain, swept_terrain, with_counters
from hexcourt.solver.sight.batch_los import evaluate_lines
from hexcourt.solver.sight.exact_los import AskedLine, OnLines, house_rules_on_lines
from hexcourt.solver.sight.los_engine import LosEngine, exact_verdict, unmentioned_terrain
from hexcourt.solver.sight.situation_cache import SituationCache

BATCH = 20_000
"""How many lines are traced together: enough to be quick, and few enough for the memory."""


@dataclass(frozen=True, slots=True)
class WorldVerdict:
    """What the rules say of a line: the rule that blocks or leaves it open, "" for a clear one."""

    verdict: int
    rule: str
    hindrance: int


PlacedLine = tuple[AskedLine, frozenset[Counter]]
"""A line, and the counters that lie where it is asked for."""


class _World(NamedTuple):
    effects: CounterEffects
    gone: frozenset[tuple[str, str]]


class MultiWorldLos:
    """Answers who sees whom on one raster board, with whatever counters."""

    def __init__(self, board: Board, units: Mapping[str, str] = MappingProxyType({})) -> None:
        """``units`` maps Locations to the status of the unit there."""
        self.board = board
        self.units = units
        self.placing = Placing(board)
        self.scene = MultiWorldScene(board, unmentioned_terrain(), swept_terrain(), grown_terrain())
        self.precedents = SituationCache(self.scene.among(()).touchables.terms)

    def evaluate(self, questions: Sequence[PlacedLine]) -> list[WorldVerdict | None]:
        """Judge lines, each where some counters lie that may lie there: nothing for a line that has an
        end that is no more, or where no unit can have that status.
        """
        self.placing.prepare({counters for _, counters in questions})
        found: list[WorldVerdict | None] = []
        if house_rules_on_lines() is OnLines.WHOLE:
            return self._evaluate_whole(questions)
        for start in range(0, len(questions), BATCH):
            found += self._evaluate(questions[start : start + BATCH])
        return found

    def _evaluate_whole(self, questions: Sequence[PlacedLine]) -> list[WorldVerdict | None]:
        """Judge lines by an engine for each world, which asks about them whole."""
        found: list[WorldVerdict | None] = [None] * len(questions)
        worlds: dict[frozenset[Counter], list[int]] = {}
        for number, (_, counters) in enumerate(questions):
            worlds.setdefault(counters, []).append(number)
        for counters, numbers in worlds.items():
            world = self._world(counters)
            engine = LosEngine(with_counters(self.board, tuple(counters)))
            known = engine.board.locations_by_name
            standing = [
                (number, [known[each] for each in (sight.viewer, sight.target)])
                for number in numbers
                for sight in [questions[number][0]]
                if {sight.viewer, sight.target} <= known.keys()
                and self._stand(
                    sight, [known[e] for e in (sight.viewer, sight.target)], counters, world
                )
            ]
            if not standing:
                continue
            places = [place for _, ends in standing for place in ends]
            held = [
                status or None
                for number, _ in standing
                for status in questions[number][0].statuses(self.units)
            ]
            pairs = np.arange(len(places)).reshape(-1, 2)
            table = engine.table(places, pairs, held, measured=False)
            for row, (number, _) in enumerate(standing):
                verdicts = table.verdicts
                rule = table.rules[int(verdicts.rule[row])]
                found[number] = WorldVerdict(
                    int(verdicts.verdict[row]), rule, int(verdicts.hindrance[row])
                )
        return found

    def _evaluate(self, questions: Sequence[PlacedLine]) -> list[WorldVerdict | None]:
        worlds: dict[frozenset[Counter], _World] = {}
        for _, counters in questions:
            if counters not in worlds:
                worlds[counters] = self._world(counters)
        found: list[WorldVerdict | None] = [None] * len(questions)
        apart: list[int] = []
        for number, (sight, counters) in enumerate(questions):
            ends = [self.board.locations_by_name[name] for name in (sight.viewer, sight.target)]
            if not self._stand(sight, ends, counters, worlds[counters]):
                continue
            if is_direct(*ends):
                found[number] = self._direct(ends, counters, worlds[counters].effects)
            else:
                apart.append(number)
        if apart:
            scene = self.scene.among([world.effects for world in worlds.values()])
            self._evaluate_separately(scene, questions, apart, worlds, found)
        return found

    def _world(self, counters: frozenset[Counter]) -> _World:
        cleared, placed, gone = self.placing.effect(counters)
        return _World(CounterEffects(cleared, placed), gone)

    def _stand(
        self,
        sight: AskedLine,
        ends: Sequence[Location],
        counters: frozenset[Counter],
        world: _World,
    ) -> bool:
        if sight.viewer == sight.target or any((e.hex, e.place) in world.gone for e in ends):
            return False
        known = self.board.locations_by_name
        return not any(
            self.placing.is_refused(known[name], status, counters) for name, status in sight.posts
        )

    def _direct(
        self, ends: Sequence[Location], counters: frozenset[Counter], effects: CounterEffects
    ) -> WorldVerdict:
        first, second = ends
        if first.vertex is not None and second.vertex is not None:
            engine = LosEngine(with_counters(self.board, tuple(counters)))
            return WorldVerdict(*exact_verdict(engine.line(first, second)))
        record = self.board.by_name[first.hex]
        if record.name in effects.cleared:
            record = replace(record, stairwell=False)
        other = self.board.by_name[second.hex]
        line = write_direct(replace(self.board, hexes=(record, other)), first, second)
        return WorldVerdict(*exact_verdict(with_counters_there(self.board, line, effects.placed)))

    def _evaluate_separately(
        self,
        scene: MultiWorldScene,
        questions: Sequence[PlacedLine],
        apart: Sequence[int],
        worlds: dict[frozenset[Counter], _World],
        found: list[WorldVerdict | None],
    ) -> None:
        posts: dict[tuple[str, str, bool], int] = {}
        places: list[Location] = []

        def numbered(name: str, status: str, cleared: frozenset[str]) -> int:
            place = self.board.locations_by_name[name]
            post = (name, status, place.hex in cleared)
            if post not in posts:
                posts[post] = len(places)
                places.append(place)
            return posts[post]

        pairs = np.array(
            [
                (numbered(s.viewer, held[0], cleared), numbered(s.target, held[1], cleared))
                for s, cleared in (
                    (questions[n][0], worlds[questions[n][1]].effects.cleared) for n in apart
                )
                for held in [s.statuses(self.units)]
            ],
            dtype=np.int64,
        )
        numbers = {counters: number for number, counters in enumerate(worlds)}
        world_of = np.array([numbers[questions[n][1]] for n in apart], dtype=np.int64)
        statuses, rubbled = (
            [status or None for _, status, _ in posts],
            [each[2] for each in posts],
        )
        states = states_of(self.board, places, statuses, rubbled)
        ends, traced_in, lines = line_up_among(self.board, places, pairs, states, world_of)
        runs = scene.trace_among(ends, traced_in)
        verdicts = evaluate_lines(scene, ends, runs, lines, self.precedents)
        rules = self.precedents.rules
        columns = zip(
            verdicts.verdict.tolist(),
            verdicts.rule.tolist(),
            verdicts.hindrance.tolist(),
            strict=True,
        )
        for n, (verdict, rule, hindrance) in zip(apart, columns, strict=True):
            found[n] = WorldVerdict(verdict, rules[rule], hindrance)
