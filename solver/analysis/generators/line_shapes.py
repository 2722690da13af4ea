"""Shapes of lines of sight: which hexes and hexsides a line touches, as the tracer tells it.

Each shape is traced over blank boards, over boards with one thing on one hexside, and both ways. What
is given about each touch becomes a *slot*: where a world has something there to be touched, the slot
tells the rules of it in these words. Shapes that a turn or a mirror makes equal count as one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import hexside_key
from hexcourt.facts.boards.records import GROUND, Location, pillbox_place, vertex_place
from hexcourt.facts.formats.read_board import parse_board
from hexcourt.facts.geometry.hexes import CORNERS, STEPS, Position, distance, neighbour
from hexcourt.solver.sight.los_engine import LosEngine

Side = tuple[str, str]

_FACT = pattern(r"(\w+)\((\d+)(?:,(.*))?\)\.")
_OF_LINE = (
    "end",
    "adjoining",
    "end_hex",
    "embankment",
    "leaves_board",
    "at_vertex",
    "across_own_hex",
    "length",
)
_BY_TERRAIN = (
    *("touch", "lies_in", "on_side", "centre_level", "over_rim", "in_bed", "in_water"),
    *("by_cliff", "along_cliff", "along_tram", "indoors"),
)
"""What a world tells of a touch by what lies there, and no shape does."""

_FILLINGS = ("brush", "grain", "marsh")
"""Terrain that fills its hex, by which it is seen how far terrain reaches: neighbours have others, as
what fills both is met between them, too.
"""

_PROBES = (*_FILLINGS, "orchard", "open", "wall", "cliff")

_LINE, _STEP, _INHERENT, _GROUND, _AIR = 10_000, 40, 25, 30, 35
"""How far the numbers of lines and of grounds lie apart; before each ground come hexsides, and what
fills the hex, behind it what fills the air of a hex that a line does not meet.
"""


@dataclass(frozen=True, slots=True)
class LineShape:
    """A line by its number: from a hex, or a vertex of it (-1: its centre), to another."""

    number: int
    ends: tuple[str, str]
    vertices: tuple[int, int]
    range: int

    @property
    def title(self) -> str:
        """Name both ends."""
        lines = (f"{h}{f'.{v}' * (v >= 0)}" for h, v in zip(self.ends, self.vertices, strict=True))
        return " to ".join(lines)


@dataclass(frozen=True, slots=True)
class _Touch:
    """What is given about one touch: the hex, the hexside that it belongs to, the rest as written."""

    hex: str
    side: Side | None
    facts: tuple[tuple[str, str], ...]

    def says(self, name: str) -> bool:
        return any(each == name for each, _ in self.facts)

    @property
    def at_rim(self) -> bool:
        """Return whether it is of open ground that what fills the hex leaves free."""
        return self.side is None and not any(map(self.says, (*_FILLINGS, "along")))


def centre_shapes(farthest: int, at_angles: int) -> list[LineShape]:
    """List the lines between centre dots, those apart by a turn or a mirror once: straight down a column
    up to one range, along hexspines and at other angles up to another.
    """
    found = []
    for reach in range(1, max(farthest, at_angles) + 1):
        # of the twelve equal sectors that between straight down and a hexspine
        for columns in range(reach // 2 + 1):
            if reach > (at_angles if columns else farthest):
                continue
            there = _name((columns, 2 * reach - columns))
            found.append(LineShape(0, ("A1", there), (-1, -1), reach))
    return [LineShape(n, s.ends, s.vertices, s.range) for n, s in enumerate(found, start=1)]


def vertex_shapes(farthest: int, first: int = 1) -> list[LineShape]:
    """List the lines from a vertex to a centre dot up to a range, as ``centre_shapes`` does."""
    home = _place("C3")
    found: dict[Position, LineShape] = {}
    for columns in range(-farthest, farthest + 1):
        for half_rows in range(-2 * farthest, 2 * farthest + 1):
            place = home[0] + columns, home[1] + half_rows
            if (columns + half_rows) % 2 or not 0 < distance(home, place) <= farthest:
                continue
            # from the vertex at the upper left; its mirror image swaps the two axes beside it
            x, y = 3 * columns - CORNERS[0][0], half_rows - CORNERS[0][1]
            key = min((x, y), ((-x + 3 * y) // 2, (x + y) // 2))
            shape = LineShape(0, ("C3", _name(place)), (0, -1), distance(home, place))
            found.setdefault(key, shape)
    ordered = sorted(found.values(), key=lambda each: (each.range, each.ends))
    return [LineShape(first + n, s.ends, s.vertices, s.range) for n, s in enumerate(ordered)]


def within_one_hex(number: int, lines: int, pillboxes: bool = False) -> tuple[str, ...]:
    """Return the shape of the lines within one hex: between its Locations, and to two of its
    vertices; to a pillbox there, if ``pillboxes`` are wanted.
    """
    home, around = "B2", [_name(neighbour(_place("B2"), direction)) for direction in (0, 1, 2)]
    facts = [
        f'shape_hex({number},{n},"{each}").' for n, each in enumerate((home, *around), start=1)
    ]
    facts += [f"shape_end({number},{end},1,anywhere)." for end in "ab"]
    facts += [f"shape_adjoins({number},1,{n},{n - 2})." for n in (2, 3, 4)]
    facts += [f"shape_corner({number},{vertex})." for vertex in (1, 2)]
    facts += [f'shape_arc({number},b,1,"{around[0]}","{around[1]}").'] * pillboxes
    for line in (10 * number + each for each in range(lines)):
        facts += [f"shape_line({number},{line},{line % 10}).", f"line_says({line},length(0))."]
        for place, on in ((_INHERENT + 1, "inherent"), (_GROUND + 1, "ground")):
            slot = _LINE * line + place
            facts.append(f"slot({slot},{line},1,counter({on})).")
            facts += [f"slot_says({slot},{each})." for end in "ab" for each in _within(end)]
    return (f"scope_shape({number}).", *facts)


def _within(end: str) -> tuple[str, str]:
    """Return what is given about a counter in an end's own hex."""
    return f"within({end})", f"range({end},0)"


def _name(place: Position) -> str:
    return f"{'ABCDEFGHIJ'[place[0]]}{(place[1] - place[0] % 2) // 2 + 1}"


def _place(name: str) -> Position:
    column = "ABCDEFGHIJ".index(name[0])
    return column, 2 * (int(name[1:]) - 1) + column % 2


@lru_cache(maxsize=256)
def shape_facts(shape: LineShape, lines: int, pillboxes: bool = False) -> tuple[str, ...]:
    """Write a shape as facts that worlds are made of, with the slots of so many lines along it, and
    the Covered Arcs of ``pillboxes`` at its ends.
    """
    traced = _Traced(shape)
    return (*traced.facts(lines), *(traced.arcs() if pillboxes else ()))


class _Traced:
    """A shape, traced."""

    def __init__(self, shape: LineShape) -> None:
        self.shape = shape
        places = [_place(each) for each in shape.ends]
        self.window = [
            (column, half_row)
            for column in range(
                max(0, min(p[0] for p in places) - 1), max(p[0] for p in places) + 2
            )
            for half_row in range(
                max(0, min(p[1] for p in places) - 3), max(p[1] for p in places) + 4
            )
            if (column + half_row) % 2 == 0
        ]
        self.all_sides = sorted(
            {
                hexside_key(_name(here), _name(there))
                for here in self.window
                for there in (neighbour(here, direction) for direction in range(6))
                if there in self.window
            }
        )

    @cached_property
    def hexes(self) -> list[str]:
        """List the hexes that the line touches, or whose hexsides it does, in order."""
        touched = [each.hex for each in self._blank[0]]
        beside = [each for side in self.sides for each in side]
        return list(dict.fromkeys((*touched, *beside)))

    @cached_property
    def sides(self) -> list[Side]:
        """List the hexsides that the line touches, in order."""
        return list(dict.fromkeys(t.side for t in self._walled[0] if t.side is not None))

    @cached_property
    def _blank(self) -> tuple[list[_Touch], list[_Touch]]:
        return self._both_ways()

    @cached_property
    def _walled(self) -> tuple[list[_Touch], list[_Touch]]:
        return self._both_ways(dict.fromkeys(self.all_sides, "wall"))

    @cached_property
    def _inherent(self) -> tuple[list[_Touch], list[_Touch]]:
        return self._both_ways(inherent=True)

    def arcs(self) -> Iterator[str]:
        """Return the Covered Arcs of pillboxes at the ends, and how the other end lies to each."""
        for place, (end, name, vertex) in enumerate(
            zip("ab", self.shape.ends, self.shape.vertices, strict=True)
        ):
            around = [neighbour(_place(name), direction) for direction in range(6)]
            for arc in range(6):
                two = around[arc - 1], around[arc]
                if vertex >= 0 or not {*two} <= {*self.window}:
                    continue
                named = ",".join(f'"{_name(each)}"' for each in two)
                yield f"shape_arc({self.shape.number},{end},{arc},{named})."
                for fact in self._lines({}, pillbox=(place, arc))[0]:
                    of, _, rest = _parts(fact)
                    if of.endswith(("_between_rows", "_on_row")) and rest == end:
                        yield f"arc_says({self.shape.number},{end},{arc},{of})."

    def facts(self, lines: int) -> Iterator[str]:
        number, hexes = self.shape.number, self.hexes
        yield f"scope_shape({number})."
        for place, name in enumerate(hexes, start=1):
            yield f'shape_hex({number},{place},"{name}").'
        for place, (one, two) in enumerate(self.sides, start=1):
            yield f"shape_side({number},{place},{self._number(one)},{self._number(two)})."
        for here in hexes:
            for direction in range(6):
                there = _name(neighbour(_place(here), direction))
                if there in hexes:
                    both = f"{self._number(here)},{self._number(there)}"
                    yield f"shape_adjoins({number},{both},{direction})."
        for end, name, vertex in zip("ab", self.shape.ends, self.shape.vertices, strict=True):
            stands = "centre" if vertex < 0 else vertex_place(vertex)
            yield f"shape_end({number},{end},{self._number(name)},{stands})."
            yield from self._exits(end, name)
        for line in range(lines):
            yield f"shape_line({number},{10 * number + line},{line})."
            yield from self._line(line % 2 * (line == 1), 10 * number + line)

    def _number(self, name: str) -> int:
        return self.hexes.index(name) + 1

    def _exits(self, end: str, name: str) -> Iterator[str]:
        """Return over which hexsides the line leaves an end's hex, and by which directions these lie."""
        for direction, step in enumerate(STEPS):
            place = _place(name)
            there = place[0] + step[0], place[1] + step[1]
            if there not in self.window:
                continue
            entry = self._lines({}, slopes=((name, direction),))[0]
            if f"upslope(0,{end})." in entry:
                side = self.sides.index(hexside_key(name, _name(there))) + 1
                yield f"shape_exit({self.shape.number},{end},{side},{direction})."

    def _line(self, way: int, line: int) -> Iterator[str]:
        """Return the slots of the line in one direction."""
        for fact in self._lines({})[way]:
            name, _, rest = _parts(fact)
            if name in ("adjoining", "at_vertex", "across_own_hex", "length"):
                yield f"line_says({line},{name}{f'({rest})' * bool(rest)})."
        first = _LINE * line
        inherent = [each for each in self._inherent[way] if each.says("orchard")]
        met: Counter[str] = Counter()
        for place, each in enumerate(self._blank[way]):
            if each.at_rim:
                yield from self._slot(first + _STEP * place + _GROUND, line, each, "rim")
                continue
            filled = [e for e in inherent if e.hex == each.hex][met[each.hex]]
            ground = f"along({self._along(each, way)})" if each.says("along") else "ground"
            slots = {_GROUND: ground, _INHERENT: "inherent"}
            if each.hex not in met:  # counters are met once
                slots |= {_GROUND + 1: "counter(ground)", _INHERENT + 1: "counter(inherent)"}
            met[each.hex] += 1
            for shift, what in slots.items():
                result = each if shift >= _GROUND else filled
                yield from self._slot(first + _STEP * place + shift, line, result, what)
        yield from self._air_at_vertex(way, line, met)
        yield from self._side_slots(way, line)

    def _air_at_vertex(self, way: int, line: int, met: Collection[str]) -> Iterator[str]:
        """Return the slot of what fills the air of the hex at one of whose vertices the line begins or
        ends, if the line does not meet that hex.
        """
        for name, vertex, end, other in zip(
            self.shape.ends, self.shape.vertices, *("ab", "ba")[:: 1 - 2 * way], strict=True
        ):
            if vertex < 0 or name in met:
                continue
            place = 0 if end == "a" else len(self._blank[way]) - 1
            facts = [("range", f"{other},{self.shape.range}"), ("aside", "")]
            facts += [
                (each.partition("(")[0], each.partition("(")[2][:-1]) for each in _within(end)
            ]
            facts += [("next_to", other)] * (self.shape.range == 1)
            touch = _Touch(name, None, tuple(facts))
            yield from self._slot(_LINE * line + _STEP * place + _AIR, line, touch, "air")

    def _along(self, touch: _Touch, way: int) -> int:
        """Number the hexside along which the line meets a hex: that with the other hex met so."""
        along = {each.hex for each in self._blank[way] if each.says("along")}
        return next(
            n
            for n, side in enumerate(self.sides, start=1)
            if touch.hex in side and along >= {*side}
        )

    def _slot(self, slot: int, line: int, touch: _Touch, what: str) -> Iterator[str]:
        yield f"slot({slot},{line},{self._number(touch.hex)},{what})."
        for name, rest in touch.facts:
            if name not in (*_BY_TERRAIN, *_PROBES):
                yield f"slot_says({slot},{name}{f'({rest})' * bool(rest)})."

    def _side_slots(self, way: int, line: int) -> Iterator[str]:
        """Return the slots of hexsides: when what stands there is met, and what depends on it."""
        number_of: dict[tuple[Side, str, int], int] = {}
        counted: Counter[tuple[Side, str]] = Counter()
        grounds, here = 0, 0
        for each in self._walled[way]:
            if each.side is None:
                grounds, here = grounds + 1, 0
                continue
            slot = _LINE * line + _STEP * grounds + here
            if here == _INHERENT:
                raise AssertionError(
                    "a line meets more hexsides at one point than there is room for"
                )
            here += 1
            number_of[each.side, each.hex, counted[each.side, each.hex]] = slot
            counted[each.side, each.hex] += 1
        for side in self.sides:
            place = self.sides.index(side) + 1
            level = self._both_ways({side: "wall"})[way]
            for slot, entry in _numbered(level, side, number_of):
                yield from self._slot(slot, line, entry, f"side({place})")
                yield f"slot_met({slot},level)."
            for higher, case in zip(side, ("first", "second"), strict=True):
                raised = self._both_ways({side: "wall"}, {higher: 2})[way]
                for slot, _ in _numbered(raised, side, number_of):
                    yield f"slot_met({slot},{case})."
                cliff = self._both_ways({side: "cliff"}, {higher: 2})[way]
                for slot, entry in _numbered(cliff, side, number_of):
                    yield f"slot_met_as_cliff({slot},{case})."
                    if entry.says("by_cliff"):
                        yield f"slot_by_cliff({slot})."
            yield from self._of_grounds(way, line, place, side)
        yield from self._open_ends(way, number_of)

    def _of_grounds(self, way: int, line: int, place: int, side: Side) -> Iterator[str]:
        """Return which grounds are described by what lies on a hexside: a depression's rim, a cliff."""
        rims = self._both_ways({side: "gully"})[way]
        cliffs = self._both_ways({side: "cliff"}, {side[0]: 2})[way]
        for entry, name, fact in (
            (rims, "over_rim", "slot_rim"),
            (cliffs, "along_cliff", "slot_foot"),
        ):
            grounds = [each for each in entry if each.side is None]
            for index in _aligned(self._blank[way], grounds, name):
                for shift in (_GROUND, _GROUND + 1, _INHERENT, _INHERENT + 1):
                    yield f"{fact}({_LINE * line + _STEP * index + shift},{place})."

    def _open_ends(self, way: int, number_of: Mapping[tuple[Side, str, int], int]) -> Iterator[str]:
        """Return which hexsides lie at the far end of a hexspine that carries a wall."""
        walled = self._walled[way]
        for end in "ab":
            spines = {t.side for t in walled if ("beside", f"{end},hexspine") in t.facts}
            apart = [
                side
                for side in self.sides
                if not any(t.side == side and ("beside", end) in _line_terms(t) for t in walled)
            ]
            for spine in sorted(each for each in spines if each is not None):
                for side in apart:
                    entry = self._both_ways({spine: "wall", side: "wall"})[way]
                    for slot, each in _numbered(entry, side, number_of):
                        if ("beside", f"{end},open_hexspine_end") in each.facts:
                            yield f"slot_opens({slot},{end},{self.sides.index(spine) + 1})."

    def _both_ways(
        self,
        sides: Mapping[Side | None, str] | None = None,
        levels: Mapping[str, int] | None = None,
        inherent: bool = False,
    ) -> tuple[list[_Touch], list[_Touch]]:
        result = self._lines(sides or {}, levels or {}, inherent=inherent)
        return _touches(result[0]), _touches(result[1])

    def _lines(
        self,
        sides: Mapping[Side | None, str],
        levels: Mapping[str, int] | None = None,
        slopes: Collection[tuple[str, int]] = (),
        inherent: bool = False,
        pillbox: tuple[int, int] | None = None,
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Trace the line in both directions over a board that is blank but for what is given."""
        names = [_name(place) for place in self.window]
        facts = [
            f'hex("{name}"). elevation("{name}",{(levels or {}).get(name, 0)}).' for name in names
        ]
        filling = (_FILLINGS[half_row % 3] for _, half_row in self.window)
        terms = ["orchard"] * len(names) if inherent else [*filling]
        facts += [f'terrain("{n}",{term}).' for n, term in zip(names, terms, strict=True)]
        facts += [f'inherent("{name}",orchard).' for name in names] * inherent
        facts += [f'hexside("{s[0]}","{s[1]}",{term}).' for s, term in sides.items() if s]
        facts += [f'slope("{name}",{direction}).' for name, direction in slopes]
        engine = LosEngine(parse_board("\n".join(facts), "blank.lp"))
        ends = [
            Location(
                name, GROUND if vertex < 0 else vertex_place(vertex), (levels or {}).get(name, 0)
            )
            for name, vertex in zip(self.shape.ends, self.shape.vertices, strict=True)
        ]
        if pillbox is not None:
            end, arc = pillbox
            ends[end] = replace(ends[end], place=pillbox_place(arc))
        return engine.line(ends[0], ends[1]).facts, engine.line(ends[1], ends[0]).facts


def _parts(fact: str) -> tuple[str, str, str]:
    found = _FACT.fullmatch(fact)
    return ("", "", "") if found is None else (found[1], found[2], found[3] or "")


def _line_terms(touch: _Touch) -> set[tuple[str, str]]:
    return {(name, rest.partition(",")[0]) for name, rest in touch.facts}


def _touches(facts: Iterable[str]) -> list[_Touch]:
    """Read the touches of a line, in order."""
    known: dict[int, list[tuple[str, str]]] = {}
    for fact in facts:
        name, number, rest = _parts(fact)
        if name and name not in _OF_LINE and name != "upslope":
            known.setdefault(int(number), []).append((name, rest))
    found = []
    for _, entry in sorted(known.items()):
        (name,) = (rest.strip('"') for each, rest in entry if each == "lies_in")
        side = [rest.strip('"') for each, rest in entry if each == "on_side"]
        (touched,) = (rest.split(",")[1] for each, rest in entry if each == "touch")
        entry += [(touched, "")]
        found.append(_Touch(name, hexside_key(*side) if side else None, tuple(entry)))
    return found


def _numbered(
    touches: Iterable[_Touch], side: Side | None, number_of: Mapping[tuple[Side, str, int], int]
) -> Iterator[tuple[int, _Touch]]:
    """Return the touches of one hexside with their slots."""
    counted: Counter[str] = Counter()
    for each in touches:
        if each.side is not None and each.side == side:
            yield number_of[each.side, each.hex, counted[each.hex]], each
            counted[each.hex] += 1


def _aligned(blank: list[_Touch], grounds: list[_Touch], name: str) -> Iterator[int]:
    """Return the places among the grounds of a blank line of those of which something is given."""
    for hex_name in {each.hex for each in grounds}:
        places = [n for n, each in enumerate(blank) if each.hex == hex_name]
        for place, each in zip(places, (e for e in grounds if e.hex == hex_name), strict=True):
            if each.says(name):
                yield place
