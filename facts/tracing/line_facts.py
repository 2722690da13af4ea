"""Writes one sight line as facts, whole and with true levels: what the direct way asks the rules.

Bulk questions go by situations instead (``situations``); tests hold both ways equal.
"""

from __future__ import annotations

import operator
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.boards.board import Board, hexside_key
from hexcourt.facts.boards.records import (
    CELLAR,
    GROUND,
    SEWER,
    STEEPLE,
    UNDER,
    Hex,
    Location,
    is_building,
    is_screening,
    known_inherent_terms,
)
from hexcourt.facts.geometry.hexes import STEPS, Position, distance, neighbour, spine_along
from hexcourt.facts.tracing.scene import Scene
from hexcourt.facts.tracing.situations import STATE_NAMES, undetermined_names
from hexcourt.facts.tracing.touched import (
    ALONG,
    HEX_FACTS,
    INHERENT,
    NEAR_A,
    NEAR_B,
    OVER_RIM,
    TOUCHED,
    VERTEX_FROM,
    Runs,
    undetermined_of,
    ways_along,
)
from hexcourt.facts.tracing.touched_counters import TouchedCounter


@dataclass(frozen=True, slots=True)
class Feature:
    """Something a line touches: its number there, the hex, the terrain and the level of its ground.

    ``hexside`` names both hexes of the hexside that hexside terrain belongs to.
    """

    number: int
    hex: str
    terrain: str
    ground: int
    hexside: tuple[str, str] | None


class LineNames(NamedTuple):
    """What a line and its features are called in its facts: its number, and its first feature's."""

    line: int
    first: int


ALONE = LineNames(0, 0)


@dataclass(frozen=True, eq=False)
class SightLine:
    """One sight line with all it touches, in order from end a to end b, and its facts.

    In the facts the line has a number, and its features count up from another (``Called``).
    """

    a: Location
    b: Location
    features: tuple[Feature, ...]
    facts: tuple[str, ...]


def write_line(
    scene: Scene,
    a: Location,
    b: Location,
    states: tuple[int, int],
    runs: Runs,
    line: int,
    called: LineNames = ALONE,
) -> SightLine:
    """Write line number ``line`` of a trace between the hexes of two Locations."""
    first, last = int(runs.starts[line]), int(runs.starts[line + 1])
    astray = runs.astray is not None and bool(runs.astray[line])
    return _Writer(scene, a, b, called).written(states, runs, range(first, last), astray)


def with_own_hex(
    scene: Scene, direct: SightLine, runs: Runs | None, called: LineNames = ALONE
) -> SightLine:
    """Add to a line within one hex what lies there, of which ``write_direct`` tells nothing: counters,
    and between two vertices what the line meets, roadblocks that screen them among this; ``runs`` are
    those of that line alone.
    """
    if runs is not None:
        direct = _Writer(scene, direct.a, direct.b, called).line_in_hex(direct, runs)
    return with_counters_there(scene.board, direct, scene.counters, called)


def with_counters_there(
    board: Board, direct: SightLine, counters: Collection[TouchedCounter], called: LineNames = ALONE
) -> SightLine:
    """Add the counters that lie in the hex of a line within it."""
    if direct.a.hex != direct.b.hex or not counters:
        return direct
    here = board.indices[direct.a.hex]
    there = [each for each in counters if each.hex == here]
    features = [
        Feature(number, direct.a.hex, each.term, each.level, None)
        for number, each in enumerate(there, start=len(direct.features))
    ]
    facts = list(direct.facts)
    for each in features:
        number = called.first + each.number
        facts.append(f"touch({number},{called.line},{each.terrain},{each.ground}).")
        facts.append(f"lies_in({number},{string_term(each.hex)}).")
        facts += [f"range({number},{end},0). within({number},{end})." for end in "ab"]
    return SightLine(direct.a, direct.b, (*direct.features, *features), tuple(facts))


def _lie_across(a: Location, b: Location) -> bool:
    """Return whether two vertices of a hex lie on no common hexside."""
    return None not in (a.vertex, b.vertex) and ((a.vertex or 0) - (b.vertex or 0)) % 6 in (2, 3, 4)


def is_direct(a: Location, b: Location) -> bool:
    """Return whether what lies between two Locations is nothing to the line: they lie in one hex, or
    open into each other, or the one is a sewer or lies nobody knows how high.
    """
    unknown = a.unsure or b.unsure or SEWER in (a.place, b.place)
    return a.hex == b.hex or bool(unknown) or _open_into_each_other(a, b)


def circumstances_of(board: Board, a: str, b: str, line: int) -> list[str]:
    """Write how far the hexes of a line's ends are apart, and what is given that bears on all lines."""
    facts = [f"length({line},{board.range(a, b)})."]
    for term in board.circumstances:
        facts.append(f"given({term}).")
        facts += [f"lit({line},{end})." for end, name in (("a", a), ("b", b)) if lights(term, name)]
    return facts


def lights(term: str, name: str) -> bool:
    """Return whether something given illuminates a hex."""
    return term == f"{ILLUMINATED}({string_term(name)})"


ILLUMINATED = "illuminated"
"""What is given of hexes that lines tell of their ends."""


def _open_into_each_other(a: Location, b: Location) -> bool:
    return b.name in a.opens or a.name in b.opens  # printed Locations do not tell it


class LineAtLevel(NamedTuple):
    """What a line is at one of the levels that its ends may have."""

    verdict: str
    hindrance: int
    rule: str


def write_direct(
    board: Board, a: Location, b: Location, line: int = 0, held: Collection[LineAtLevel] = ()
) -> SightLine:
    """Write the line between two Locations for which ``is_direct`` holds, by whatever number; ``held``
    is what it is at each level that ends may have whose level is not known.
    """
    facts = [f"end({line},a,{a.sight_level}).", f"end({line},b,{b.sight_level})."]
    facts += circumstances_of(board, a.hex, b.hex, line)
    for end, place in (("a", a), ("b", b)):
        facts.append(f"end_in({line},{end},{place.place}).")
        if place.unsure:
            facts.append(f"unsure_end({line},{end},{string_term(place.unsure)}).")
    for verdict, hindrance, rule in sorted(set(held)):
        facts.append(f"held({line},{verdict},{hindrance},{string_term(rule)}).")
    if _open_into_each_other(a, b):
        facts.append(f"opens({line}).")
    if a.hex == b.hex:
        facts += _within_one_hex(board, a, b, line)
    return SightLine(a, b, (), tuple(facts))


def _within_one_hex(board: Board, a: Location, b: Location, line: int) -> list[str]:
    facts = [f"same_hex({line}).", f"adjoining({line})."]
    ground, *_ = (each.level for each in board.locations_of(a.hex) if each.place == GROUND)
    if UNDER in (a.place, b.place):
        facts.append(f"across_bridge({line}).")
    elif all(each.printed or each.place in (CELLAR, STEEPLE) for each in (a, b)) and not (
        a.unsure or b.unsure
    ):
        floors = [_storey(each, ground) for each in (a, b)]
        facts.append(f"apart_by({line},{abs(floors[0] - floors[1])}).")
    if not board.by_name[a.hex].stairwell:
        facts.append(f"no_stairwell({line}).")
    if any(each.place == STEEPLE for each in board.locations_of(a.hex)):
        facts.append(f"steeple_hex({line}).")
    return facts


def _storey(place: Location, ground: int) -> int:
    return place.floor if place.floor is not None else (place.level - ground) // 2


class _Writer:
    def __init__(self, scene: Scene, a: Location, b: Location, called: LineNames) -> None:
        self.line, self.first = called
        self.scene = scene
        self.board = scene.board
        self.a, self.b = a, b
        self.places = {"a": a, "b": b}
        self.ends = {"a": self.board.by_name[a.hex], "b": self.board.by_name[b.hex]}
        grid = self.board.grid_points
        self.points = {end: grid[self.board.point_of(e)].tolist() for end, e in self.places.items()}

    def written(
        self, states: tuple[int, int], runs: Runs, numbers: range, astray: bool
    ) -> SightLine:
        facts = [
            f"end({self.line},{end},{place.sight_level})." for end, place in self.places.items()
        ]
        facts += circumstances_of(self.board, self.a.hex, self.b.hex, self.line)
        if distance(self.ends["a"].place, self.ends["b"].place) <= 1:
            facts.append(f"adjoining({self.line}).")
        if astray:
            facts.append(f"leaves_board({self.line}).")
        for end, state in zip("ab", states, strict=True):
            facts += [
                f"{name}({self.line},{end})." for bit, name in STATE_NAMES.items() if state & bit
            ]
        touched = [self._feature(runs, run, numbers) for run in numbers]
        facts += self._embankments({feature.hex for feature in touched})
        indoors = self._indoors(runs, numbers)
        for feature, run in zip(touched, numbers, strict=True):
            facts += self._facts(feature, run, runs)
            facts += [
                f"indoors({self.first + feature.number},{end})." for end in indoors[feature.number]
            ]
        return SightLine(self.a, self.b, tuple(touched), tuple(facts))

    def line_in_hex(self, direct: SightLine, runs: Runs) -> SightLine:
        numbers = range(len(runs.hexes))
        touched = [(self._feature(runs, run, numbers), run) for run in numbers]
        across = _lie_across(self.a, self.b)
        counters = {each.term for each in self.scene.counters}
        remaining = [
            (each, run)
            for each, run in touched
            if is_screening(each.terrain)
            or (
                across
                and each.hex == self.a.hex
                and not each.hexside
                and each.terrain not in counters
            )
        ]
        features = [replace(each, number=place) for place, (each, _) in enumerate(remaining)]
        facts = list(direct.facts)
        if across:
            facts += [f"across_own_hex({self.line},{end})." for end in "ab"]
        for feature, (_, run) in zip(features, remaining, strict=True):
            facts += self._facts(feature, run, runs)
        return SightLine(self.a, self.b, tuple(features), tuple(facts))

    def _embankments(self, hexes: set[str]) -> list[str]:
        """Return the hexes of the ends, and to which embankment hexes belong."""
        facts = [
            f"end_hex({self.line},{end},{string_term(each.name)})."
            for end, each in self.ends.items()
        ]
        for name in sorted(hexes | {each.name for each in self.ends.values()}):
            number = int(self.board.embankments[self.board.indices[name]])
            facts += [f"embankment({string_term(name)},{number})."] if number >= 0 else []
        return facts

    def _feature(self, runs: Runs, run: int, numbers: range) -> Feature:
        touched = self.scene.touchables
        owner = self.board.hexes[runs.hexes[run]]
        code = int(runs.codes[run])
        ground = int(touched.level[code])
        if code == INHERENT and int(runs.marks[run]) & TOUCHED:
            vertex = int(runs.marks[run]) >> VERTEX_FROM
            ground = int(self.scene.vertex_levels[runs.hexes[run], vertex])
        elif code == INHERENT:
            # inherent terrain stands on the ground that the line meets next in the hex
            later = (n for n in range(run + 1, numbers.stop) if runs.hexes[n] == runs.hexes[run])
            grounds = (int(runs.codes[n]) for n in later if not touched.lies_on[runs.codes[n]])
            ground = int(touched.level[next(grounds, INHERENT)])
        side = int(touched.hexside[code])
        return Feature(
            number=run - numbers.start,
            hex=owner.name,
            terrain=self._terrain(owner, code),
            ground=ground,
            hexside=None if side < 0 else self._hexside_names(side),
        )

    def _terrain(self, owner: Hex, code: int) -> str:
        """Name what is touched; inherent terrain fills its own hex and counts nowhere else (B.6)."""
        touched = self.scene.touchables
        if code == INHERENT:
            return owner.inherent or "open"
        term: str = touched.terms[touched.terrain[code]]
        stray = term in known_inherent_terms() and term != owner.inherent
        return "open" if stray and not touched.lies_on[code] else term

    def _hexside_names(self, side: int) -> tuple[str, str]:
        first, second = self.scene.hexsides.sides[side, :2]
        return self.board.hexes[first].name, self.board.hexes[second].name

    def _indoors(self, runs: Runs, numbers: range) -> dict[int, str]:
        touched = self.scene.touchables
        found = {number - numbers.start: "" for number in numbers}
        places = self.board.places[runs.hexes]
        for end, order in (("a", numbers), ("b", numbers[::-1])):
            last = order[0] if len(order) else 0
            for run in order:
                if distance(places[last], places[run]) > 1:
                    break  # nobody knows what lies between
                last, code = run, runs.codes[run]
                if touched.lies_on[code]:
                    continue  # what fills the hex stands beside the building, on either side of it
                if not is_building(touched.terms[touched.terrain[code]]):
                    break
                found[run - numbers.start] += end
        return found

    def _facts(self, feature: Feature, run: int, runs: Runs) -> list[str]:
        number, mark = self.first + feature.number, int(runs.marks[run])
        owner = self.board.by_name[feature.hex]
        code = int(runs.codes[run])
        facts = [f"touch({number},{self.line},{feature.terrain},{feature.ground})."]
        facts += [f"lies_in({number},{string_term(owner.name)})."]
        facts += [f"on_side({number},{string_term(name)})." for name in feature.hexside or ()]
        whole = distance(self.ends["a"].place, self.ends["b"].place)
        ranges = {end: distance(owner.place, record.place) for end, record in self.ends.items()}
        for end, count in ranges.items():
            facts.append(f"range({number},{end},{count}).")
            if count == 0:
                facts.append(f"within({number},{end}).")
            if count == 1:
                facts.append(f"next_to({number},{end}).")
            if mark & (NEAR_A if end == "a" else NEAR_B):
                facts.append(f"near({number},{end}).")
                ground = int(self.scene.columns.ground[runs.hexes[run]])
                facts.append(f"centre_level({number},{ground}).")
            relation = self._relation(code, end)
            if relation:
                facts.append(f"beside({number},{end},{relation}).")
        if max(ranges.values()) >= whole:
            facts.append(f"aside({number}).")
        if mark & ALONG:
            facts.append(f"along({number}).")
            facts += self._overlay_edge(number, owner, code == INHERENT)
        if mark & OVER_RIM:
            facts.append(f"over_rim({number}).")
        if mark & TOUCHED:
            facts.append(f"grazed({number}).")
        facts += [f"{name}({number})." for name, holds in HEX_FACTS.items() if holds(owner)]
        if self._along_tram(owner):
            facts.append(f"along_tram({number}).")
        facts += [f"{name}({number})." for name in undetermined_names(undetermined_of(owner))]
        return facts + self._cliff(number, owner, code, mark)

    def _spine(self, end: str) -> int | None:
        """Return by which hexspine the line leaves an end, if it runs along hexspines."""
        here, there = self.points[end], self.points["b" if end == "a" else "a"]
        return spine_along((there[0] - here[0], there[1] - here[1]))

    def _along_tram(self, owner: Hex) -> bool:
        """Return whether the line runs straight along the tram line of a hex, or along the road over its
        bridge, over both its hexsides.
        """
        if any(place.vertex is not None for place in self.places.values()):
            return False
        away = (self.ends[end].place for end in "ba")
        columns, half_rows = map(operator.sub, next(away), next(away))
        steps = abs(columns) or abs(half_rows) // 2
        if (columns, half_rows) not in {(steps * c, steps * h) for c, h in STEPS}:
            return False
        over = (owner.place[0] + columns // steps, owner.place[1] + half_rows // steps)
        back = (2 * owner.place[0] - over[0], 2 * owner.place[1] - over[1])
        beyond = [self.board.by_place.get(place) for place in (over, back)]
        ways = frozenset(ways_along(self.board, owner))
        return all(
            each is not None
            and not ways.isdisjoint(self.board.hexsides.get(hexside_key(owner.name, each.name), ()))
            for each in beyond
        )

    def _overlay_edge(self, number: int, owner: Hex, inherent: bool) -> list[str]:
        """Return whether the hexside along which the line meets a hex is the edge of an overlay. What is
        inherent in the hex beside the overlay is the board's own, and no overlay's.
        """
        spine = self._spine("a")
        twin = None if spine is None else self._across(owner.place, spine)
        if twin is None or hexside_key(owner.name, twin.name) not in self.board.overlay_edges:
            return []
        beside = twin.name in self.board.overlaid and owner.name not in self.board.overlaid
        return [] if inherent and beside else [f"at_overlay_edge({number})."]

    def _cliff(self, number: int, owner: Hex, code: int, mark: int) -> list[str]:
        spine = self._spine("a")
        if spine is None:
            return [f"by_cliff({number})."] if self.scene.touchables.cliff[code] else []
        if not mark & ALONG:
            return []  # on hexspines a cliff is met end on
        twin = self._across(owner.place, spine)
        if twin is None or "cliff" not in self.board.hexsides.get(
            (min(owner.name, twin.name), max(owner.name, twin.name)), frozenset()
        ):
            return []
        return [f"along_cliff({number},{min(owner.level, twin.level)})."]

    def _across(self, place: Position, vertex: int) -> Hex | None:
        """Find the hex on the other side of the hexside that the line runs along."""
        for direction in ((vertex + 1) % 6, (vertex + 4) % 6):
            other = neighbour(place, direction)
            first, second = (
                hexspine_side(self.points["a"], self.points["b"], (3 * each[0], each[1]))
                for each in (place, other)
            )
            if first * second < 0:
                return self.board.by_place.get(other)
        return None

    def _relation(self, code: int, end: str) -> str | None:
        """Return how a hexside, or a roadblock that straddles one, lies to an end's hex."""
        side = int(self.scene.touchables.hexside[code])
        if side < 0:
            return self._screened(code, end)
        sides = self.scene.hexsides
        here = self.board.indices[self.ends[end].name]
        corners = sides.sides[side].tolist()
        if here in corners[:2]:
            return "own_hexside"
        if here in corners[2:]:
            return "hexspine"
        return "open_hexspine_end" if side in self._open_ends(end) else None

    def _screened(self, code: int, end: str) -> str | None:
        """Return whether an end is a vertex of the hexside that a roadblock straddles."""
        barrier = self.scene.barrier_of(code)
        if barrier is None or self.places[end].vertex is None:
            return None
        x, y = self.board.grid_points[barrier.hex].tolist()
        flanks = [[x + dx, y + dy] for dx, dy in barrier.flanks()]
        return "straddled_hexside" if self.points[end] in flanks else None

    def _open_ends(self, end: str) -> tuple[int, ...]:
        """Find the two hexsides at the far end of the hexspine that the line leaves an end's hex by,
        where the hexspine carries hexside terrain and not both of them do.
        """
        vertex = self._spine(end)
        if vertex is None:
            return ()
        if (begun := self.places[end].vertex) is not None and begun % 3 != vertex % 3:
            return ()  # from a vertex along one of the hex's own hexsides
        before = (vertex - 1) % 6
        here = self.board.indices[self.ends[end].name]
        one, two = self.board.neighbours[here, [before, vertex]]
        if one < 0 or two < 0:
            return ()
        sides, standing = self.scene.hexsides, np.append(self.scene.hexsides.standing, False)
        own = sides.by_hex[one, (vertex + 1) % 6]
        ends = (int(sides.by_hex[one, vertex]), int(sides.by_hex[two, before]))
        return ends if standing[own] and not standing[list(ends)].all() else ()


def hexspine_side(start: Position, end: Position, place: Position) -> int:
    """Return on which side of a line a place lies: negative left, positive right, 0 on it."""
    across = (end[0] - start[0]) * (place[1] - start[1])
    return across - (end[1] - start[1]) * (place[0] - start[0])
