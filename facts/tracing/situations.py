"""Sorts what sight lines touch into *situations*: all that the rules can see of one touch.

Levels are counted from the lower end of the line and ends are distinguished as upper and lower,
so that equal situations stand for many places on the board, and a line is judged alike in both
directions. Ranges are left out at first; only where the rules say that a situation depends on
them is it distinguished by range (``refine``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.kernels import (
    Bools,
    Int16s,
    Int32s,
    Int64s,
    Uint8s,
    Uint16s,
    suited,
)
from hexcourt.facts.boards.board import Board, hexside_key
from hexcourt.facts.boards.records import CELLAR, GROUND, Location, kind_of
from hexcourt.facts.geometry.hexes import Position, neighbour
from hexcourt.facts.tracing.pixel_tracing import NOWHERE, SLOTS
from hexcourt.facts.tracing.scene import Scene
from hexcourt.facts.tracing.touched import (
    HEX_FACTS,
    TOUCHED,
    UNKNOWN_GROUND,
    VERTEX_FROM,
    Runs,
    is_water,
    undetermined_of,
)

COMPILE_FROM = 20_000
"""Runs for which the compiled sorting repays its loading."""

DEPRESSED, UPSLOPE, ENTRENCHED, EMPLACED, AFLOAT, EMBANKED, ON_HILLOCK = 1, 2, 4, 8, 16, 32, 64
"""States of an end: IN a depression; the line leaves it over a slope hexside; the unit's status; in a
water hex; on an embankment railway; on a hillock."""

IN_CELLAR, BENEATH_RUBBLE, LEAVES_INDOORS = 128, 256, 512
"""Further states: in a Cellar; with rubble above it; the line leaves it over a building hexside."""

AT_VERTEX, ON_CREST, CREST_FACES, ACROSS_OWN_HEX = 1024, 2048, 4096, 8192
"""At a vertex, in Bypass; in Crest status; the line leaves it over the hexside that it faces; from a
vertex the line goes across the hex that is passed."""

ON_UNKNOWN_GROUND, UPSTAIRS, ON_STREET = 16384, 32768, 65536
"""In a hex of which an overlay does not tell how high it lies, or what lies there; above the ground of
its hex, the other end being a Cellar; at a vertex of a Narrow Street hexside of its hex."""

IN_PILLBOX, DOT_BETWEEN_ROWS, DOT_ON_ROW = 131072, 262144, 524288
VERTEX_BETWEEN_ROWS, VERTEX_ON_ROW = 1048576, 2097152
"""In a pillbox; how the dot of the other end's hex, or the vertex at the other end, lies to the two rows
of hexes that begin with those its Covered Arc names: between them, or on one of them."""

STATES = 4194304
"""One more than all states together."""

STATE_NAMES = {
    DEPRESSED: "in_depression",
    UPSLOPE: "upslope",
    ENTRENCHED: "entrenched",
    EMPLACED: "emplaced",
    AFLOAT: "afloat",
    EMBANKED: "on_embankment",
    ON_HILLOCK: "on_hillock",
    IN_CELLAR: "in_cellar",
    BENEATH_RUBBLE: "beneath_rubble",
    LEAVES_INDOORS: "leaves_indoors",
    AT_VERTEX: "at_vertex",
    ON_CREST: "on_crest",
    CREST_FACES: "crest_faces",
    ACROSS_OWN_HEX: "across_own_hex",
    ON_UNKNOWN_GROUND: "on_unknown_ground",
    UPSTAIRS: "upstairs",
    ON_STREET: "on_street",
    IN_PILLBOX: "in_pillbox",
    DOT_BETWEEN_ROWS: "dot_between_rows",
    DOT_ON_ROW: "dot_on_row",
    VERTEX_BETWEEN_ROWS: "vertex_between_rows",
    VERTEX_ON_ROW: "vertex_on_row",
}

ALONG_HEXSIDE, OVER_A_RIM, ALONG_OVERLAY_EDGE = 1, 2, 3
"""How the line meets a run (``way``), if not plainly: along the hexside that the run lies on, over a
depression's rim, along a hexside where an overlay ends (A2.72)."""

APART, OWN, SPINE, OPEN_END = 0, 1, 2, 3
"""How a hexside lies to an end's hex: elsewhere; one of its six; one of its hexspines; at the far end
of the hexspine along which the line leaves, where not all three hexsides carry hexside terrain."""

RELATION_NAMES = {OWN: "own_hexside", SPINE: "hexspine", OPEN_END: "open_hexspine_end"}


class LineFact(NamedTuple):
    """What is known of a feature of a line, as packed into a key: its name, how many bits it takes, and
    whether it is a ``flag``: a fact of one argument, the feature, that holds or does not.
    """

    name: str
    bits: int
    flag: bool = False


FIELDS = (
    LineFact("side_upper", 2),
    LineFact("side_lower", 2),
    LineFact("near_upper", 1),
    LineFact("near_lower", 1),
    LineFact("way", 2),
    LineFact("cliff", 1),
    LineFact("indoors_upper", 1),
    LineFact("indoors_lower", 1),
    LineFact("aside", 1, flag=True),
    *(LineFact(name, 1, flag=True) for name in HEX_FACTS),
    LineFact("along_tram", 1, flag=True),
    LineFact("grazed", 1, flag=True),
    LineFact("places", 5),
    LineFact("terrain", 8),
    LineFact("foot", 8),
    LineFact("base", 8),
    LineFact("ground", 8),
    LineFact("sight", 10),
)
"""The facts about features of lines that a key holds, lowest bits first. A further one that holds of the
hex alone is a row of ``HEX_FACTS``. Any other is a row here, a line of ``_situate`` that packs it and
one of ``line_facts`` that writes it. Each is declared in ``asp/vocabulary/lines.lp``."""

KEY_BITS = 64
"""How many bits a key has."""


def bit_layout(fields: Sequence[LineFact]) -> Mapping[str, tuple[int, int]]:
    """Map the names of line facts to where their bits begin in a key, and how many they are; raises
    ValueError where they do not fit.
    """
    found: dict[str, tuple[int, int]] = {}
    used = 0
    for each in fields:
        if each.name in found:
            raise ValueError(f"the line fact {each.name} is declared twice")
        found[each.name] = used, each.bits
        used += each.bits
    if used > KEY_BITS:
        raise ValueError(
            f"line facts take {used} bits, but a key has {KEY_BITS}; make one narrower, or leave one out"
        )
    return MappingProxyType(found)


LAYOUT = bit_layout(FIELDS)
_SHIFTS = {name: shift for name, (shift, _) in LAYOUT.items()}

# what ``_situate`` packs by: it is compiled, and reads no table
_SIDE_UPPER, _SIDE_LOWER = _SHIFTS["side_upper"], _SHIFTS["side_lower"]
_NEAR_UPPER, _NEAR_LOWER = _SHIFTS["near_upper"], _SHIFTS["near_lower"]
_WAY, _CLIFF, _ASIDE = _SHIFTS["way"], _SHIFTS["cliff"], _SHIFTS["aside"]
_INDOORS_UPPER, _INDOORS_LOWER = _SHIFTS["indoors_upper"], _SHIFTS["indoors_lower"]
_IN_HEX = _SHIFTS[next(iter(HEX_FACTS))]
_ALONG_TRAM, _GRAZED = _SHIFTS["along_tram"], _SHIFTS["grazed"]
_PLACES, _TERRAIN, _SIGHT = _SHIFTS["places"], _SHIFTS["terrain"], _SHIFTS["sight"]
_FOOT, _BASE, _GROUND = _SHIFTS["foot"], _SHIFTS["base"], _SHIFTS["ground"]

_LEVELS = ("foot", "base", "ground")

MAX_SIGHTS = 1 << LAYOUT["sight"][1]
"""The most kinds of ends that keys tell apart; boards have some dozens."""

ZERO_LEVEL = 128
"""Levels are stored with this added; ``base``, the level of the hex, is kept only where
the run is near an end, ``foot``, the lower side of a cliff, only where the line runs along one."""

OWN_HEX, NEXT_HEX, FARTHER = 0, 1, 2
"""Where a run lies to an end; ``places`` holds that of both ends, and what is untold of the hex."""


@dataclass(frozen=True, eq=False)
class SightLines:
    """Sight lines to be judged: for each its two Locations and the traced line between their hexes.

    ``line`` numbers the traced line; ``level_*`` are the ends' levels in half levels; ``state_*``
    combine the states above. All have shape (sight lines,).
    """

    line: npt.NDArray[np.int32]
    level_a: npt.NDArray[np.int32]
    level_b: npt.NDArray[np.int32]
    state_a: npt.NDArray[np.int32]
    state_b: npt.NDArray[np.int32]

    def chosen(self, which: npt.NDArray[np.int64], line: npt.NDArray[np.int64]) -> SightLines:
        """Take some of the sight lines, with new numbers for their traced lines."""
        return SightLines(
            line.astype(np.int32),
            self.level_a[which],
            self.level_b[which],
            self.state_a[which],
            self.state_b[which],
        )


@dataclass(frozen=True, slots=True)
class Sight:
    """What the ends of a line are like: the upper end's height above the lower, and both states."""

    gap: int
    upper: int
    lower: int
    adjoining: bool


@dataclass(frozen=True, eq=False)
class Situations:
    """Distinct situations of many lines, packed in ``keys``.

    ``of_run`` and the ranges are parallel and hold every run of every sight line, with ``starts`` as in
    ``Runs``: its situation and its ranges to the upper and the lower end. ``lower_first`` tells for
    each sight line whether its end A is the lower one.
    """

    keys: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]
    of_run: npt.NDArray[np.int32]
    range_upper: npt.NDArray[np.uint8]
    range_lower: npt.NDArray[np.uint8]
    lower_first: npt.NDArray[np.bool_]


def unpacked(keys: npt.NDArray[np.int64], name: str) -> npt.NDArray[np.int64]:
    """Unpack a field of packed situations; levels come relative to the lower end."""
    shift, bits = LAYOUT[name]
    value: npt.NDArray[np.int64] = (keys >> shift) & ((1 << bits) - 1)
    return value - ZERO_LEVEL if name in _LEVELS else value


def are_separate(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return which situations are of runs apart from both ends, of which nothing but the touch
    counts.
    """
    fields = {name: unpacked(keys, name) for name in LAYOUT}
    others = [name for name in fields if name not in ("places", "terrain", "ground", "sight")]
    plain: npt.NDArray[np.bool_] = fields["places"] == 3 * FARTHER + FARTHER
    for name in others:
        plain &= fields[name] == 0
    return plain


def near_one_end(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return which situations are of runs within a hex of one end alone, of which hardly more counts."""
    fields = {name: unpacked(keys, name) for name in LAYOUT}
    rest, upper = np.divmod(fields["places"], 3)
    unknown, lower = np.divmod(rest, 3)
    plain: npt.NDArray[np.bool_] = np.maximum(lower, upper) == FARTHER
    plain &= (lower != upper) & (unknown == 0)
    for name in (
        *("way", "cliff", "indoors_upper", "indoors_lower"),
        *(*HEX_FACTS, "along_tram", "grazed", "foot"),
    ):
        plain &= fields[name] == 0
    for name in ("side", "near"):
        other = np.where(lower < upper, fields[f"{name}_upper"], fields[f"{name}_lower"])
        plain &= other == 0
    return plain


def near_slots(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Put such situations into slots, in which the walk looks them up (``trace_raster``); of two that
    have one slot the last.

    What counts is the kind of ends, the level of the ground and of the hex (128 more), the terrain, how
    a hexside lies to that end (0: not), whether it is in the end's own hex, nearer to the end than the
    middle, near the lower end, aside.
    """
    fields = {name: unpacked(keys, name) for name in LAYOUT}
    upper, lower = fields["places"] % 3, fields["places"] // 3 % 3
    at_lower = lower < upper
    side, near = (
        np.where(at_lower, fields[f"{name}_lower"], fields[f"{name}_upper"])
        for name in ("side", "near")
    )
    key = (fields["sight"] * 256 + fields["ground"] + ZERO_LEVEL) * 256
    key = (key + fields["base"] + ZERO_LEVEL) * 256 + fields["terrain"]
    key = (key * 4 + side) * 2 + (np.minimum(lower, upper) == OWN_HEX)
    key = ((key * 2 + near) * 2 + at_lower) * 2 + fields["aside"]
    slots = np.full(SLOTS, NOWHERE, dtype=np.int64)
    slots[(key ^ (key >> 13) ^ (key >> 26)) & (SLOTS - 1)] = key
    return slots


def location_state(board: Board, place: Location) -> int:
    """Combine the states of a Location that come of where it lies."""
    status = 0
    owner = board.by_name[place.hex]
    if owner.bed is not None and place.printed and place.level == owner.bed:
        status |= DEPRESSED
    on_ground = place.place == GROUND or place.arc is not None
    if on_ground and is_water(owner):
        status |= AFLOAT
    if on_ground and any(kind_of(term) == "embankment" for term in owner.terrain):
        status |= EMBANKED
    if on_ground and "hillock" in owner.terrain:
        status |= ON_HILLOCK
    if place.place == CELLAR:
        status |= IN_CELLAR
    if place.vertex is not None:
        status |= AT_VERTEX
        status |= ON_STREET if _on_street(board, owner.place, place.vertex) else 0
    if place.crest is not None:
        status |= ON_CREST
    if place.arc is not None:
        status |= IN_PILLBOX
    if undetermined_of(owner) == UNKNOWN_GROUND:
        status |= ON_UNKNOWN_GROUND
    return status


def _on_street(board: Board, here: Position, vertex: int) -> bool:
    """Return whether one of the two hexsides of a hex that meet at a vertex is a Narrow Street."""
    for direction in (vertex - 1, vertex):
        beyond = board.by_place.get(neighbour(here, direction % 6))
        if beyond is not None:
            terms = board.hexsides.get(hexside_key(board.by_place[here].name, beyond.name), ())
            if any(term.startswith("narrow_street(") for term in terms):
                return True
    return False


def undetermined_names(unknown: int) -> tuple[str, ...]:
    """Name what is untold as lines are about it."""
    return ((), ("unknown_storeys",), ("unknown_ground",))[unknown]


def sights_of(
    board: Board, hexes: npt.NDArray[np.int32], lines: SightLines, sights: list[Sight]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.int32], npt.NDArray[np.int64]]:
    """Sort sight lines by what their ends are like: whether end A is the lower one, the lower level, and
    the number among ``sights``, to which those met for the first time are added.

    ``hexes`` are those at the ends of the traced lines, shape (traced lines, 2).
    """
    lower_first = (lines.level_a < lines.level_b) | (
        (lines.level_a == lines.level_b) & (lines.state_a < lines.state_b)
    )
    low = np.minimum(lines.level_a, lines.level_b)
    gap = np.abs(lines.level_a - lines.level_b)
    upper = np.where(lower_first, lines.state_b, lines.state_a)
    lower = np.where(lower_first, lines.state_a, lines.state_b)
    beside = np.array(board.neighbours[hexes[lines.line, 0]] == hexes[lines.line, 1:2])
    adjoining = beside.any(axis=1)
    combined = ((gap.astype(np.int64) * STATES + upper) * STATES + lower) * 2 + adjoining
    kinds = np.unique(combined)
    known = {each: number for number, each in reversed([*enumerate(sights)])}
    numbers = []
    for kind in kinds.tolist():
        kind, close = divmod(kind, 2)
        each = Sight(kind // STATES**2, kind // STATES % STATES, kind % STATES, bool(close))
        if each not in known:
            sights.append(each)
            known[each] = sights.index(each)  # another thread may have added it meanwhile
        numbers.append(known[each])
    assert len(sights) <= MAX_SIGHTS, "no more kinds of ends fit into a situation"
    return lower_first, low, np.array(numbers, dtype=np.int64)[np.searchsorted(kinds, combined)]


def situate(
    scene: Scene,
    ends: npt.NDArray[np.int32],
    runs: Runs,
    lines: SightLines,
    sights: list[Sight],
) -> Situations:
    """Sort the runs of sight lines into situations.

    ``ends`` are the points of the traced lines, shape (traced lines, 2). Kinds of ends met for
    the first time are added to ``sights``, so that keys mean the same from one call to the next.
    """
    board, touched, sides, columns = scene.board, scene.touchables, scene.hexsides, scene.columns
    hexes = board.owners[ends]
    lower_first, low, sight = sights_of(board, hexes, lines, sights)

    plain = touched.terms.index("open") if "open" in touched.terms else -1
    of_lines = runs.starts[lines.line + 1] - runs.starts[lines.line]
    work, longest = int(of_lines.sum()), int(of_lines.max(initial=0))
    sort = suited(_situate, work, COMPILE_FROM)
    starts, of_run = np.zeros(len(of_lines) + 1, np.int64), np.empty(work, np.int32)
    range_upper, range_lower = np.empty(work, np.uint8), np.empty(work, np.uint8)
    keys, distinct = np.empty(1 << 14, np.int64), np.zeros(1, np.int64)
    line = 0
    while line < len(of_lines):
        line = sort(
            runs.starts, runs.hexes, runs.codes, runs.marks, hexes, ends, board.grid_points,
            lines.line, lower_first, low, sight,
            board.places, columns.level, columns.ground, columns.hex_facts, columns.undetermined,
            columns.tram, columns.inherent,
            touched.terrain, touched.level, touched.hexside, touched.cliff, scene.vertex_levels,
            touched.lies_on, columns.building, columns.filling, plain,
            sides.sides, sides.by_hex, columns.standing, columns.cliff, columns.overlay_edge,
            columns.overlaid, board.neighbours,
            np.zeros(len(runs), np.bool_) if runs.cut is None else runs.cut,
            np.empty(longest, np.uint8), np.empty(len(keys), np.int64),
            np.full(len(keys), -1, np.int32), keys, distinct,
            line, starts, of_run, range_upper, range_lower,
        )  # fmt: skip
        if line < len(of_lines):
            keys = np.concatenate([keys, np.empty(3 * len(keys), np.int64)])
    keys = keys[: distinct[0]].copy()
    return Situations(keys, starts, of_run, range_upper, range_lower, lower_first)


def _situate(
    run_starts: Int64s, run_hex: Int16s, run_code: Uint16s, run_mark: Uint8s,
    ends: Int32s, points: Int32s, grid: Int64s,
    line_of: Int32s, lower_first: Bools, low: Int32s, sight_of: Int64s,
    places: Int32s, hex_level: Int32s, hex_ground: Int32s, hex_facts: Int64s,
    unknown: Int64s, tram_over: Bools, hex_inherent: Int32s,
    touch_terrain: Int32s, touch_level: Int32s, touch_side: Int32s, touch_cliff: Bools,
    vertex_level: Int32s, lies_on: Bools, building: Bools, filling: Bools, plain: int,
    sides: Int32s, side_of: Int32s, walled: Bools, cliffs: Bools, overlay_edges: Bools,
    overlaid: Bools, neighbours: Int32s, cut: Bools,
    indoors: Uint8s, table_key: Int64s, table_id: Int32s, keys: Int64s, known: Int64s,
    begun: int, starts: Int64s, of_run: Int32s, run_up: Uint8s, run_down: Uint8s,
) -> int:  # fmt: skip
    """Pack the situation of every run and number the distinct ones in order of appearance, from sight
    line ``begun`` on, until all are done or the table is too small; return the next one. A kernel.

    ``keys`` are the situations so far, ``known[0]`` many; the table of open addressing, of the same
    length, is empty (``table_id`` -1).
    """
    lines = len(line_of)
    size = len(keys)
    distinct = known[0]
    for old in range(distinct):
        key = keys[old]
        slot = (key ^ (key >> 13) ^ (key >> 27) ^ (key >> 44)) & (size - 1)
        while table_id[slot] >= 0:
            slot += 1
            if slot == size:
                slot = 0
        table_key[slot] = key
        table_id[slot] = old
    count = starts[begun]
    for number in range(begun, lines):
        starts[number] = count
        line = line_of[number]
        first = run_starts[line]
        last = run_starts[line + 1]
        if 2 * (distinct + last - first) > size:
            known[0] = distinct
            return number
        a = ends[line, 0]
        b = ends[line, 1]
        swap = lower_first[number]
        up = b if swap else a
        down = a if swap else b
        up_c = places[up, 0]
        up_h = places[up, 1]
        down_c = places[down, 0]
        down_h = places[down, 1]
        gap_c = abs(up_c - down_c)
        gap_h = abs(up_h - down_h)
        whole = gap_c + max(0, (gap_h - gap_c) // 2)

        # the hexsides at the far ends of the hexspines that the line leaves its ends by
        up_point = points[line, 1] if swap else points[line, 0]
        down_point = points[line, 0] if swap else points[line, 1]
        hexes = places.shape[0]
        spine = -1
        d_x = grid[down_point, 0] - grid[up_point, 0]
        d_h = grid[down_point, 1] - grid[up_point, 1]
        if d_h == 0 and d_x != 0:
            spine = 2 if d_x > 0 else 5
        elif d_x != 0 and abs(d_h) == abs(d_x):
            if d_h > 0:
                spine = 3 if d_x > 0 else 4
            else:
                spine = 1 if d_x > 0 else 0
        # the direction of a line that runs straight from hex to hex, through their centre dots
        course = -1
        if up_point >= hexes or down_point >= hexes:
            pass
        elif d_x == 0:
            course = 0
        elif 3 * abs(d_h) == abs(d_x):
            course = 1 if (d_h > 0) != (d_x > 0) else 2
        far_one = -1
        far_two = -1
        far_three = -1
        far_four = -1
        for end in range(2):
            if spine < 0:
                break
            here = up if end == 0 else down
            point = up_point if end == 0 else down_point
            vertex = spine if end == 0 else (spine + 3) % 6
            if point >= hexes and (point - hexes) % 3 != spine % 3:
                continue  # from a vertex along one of the hex's own hexsides
            left_of = (vertex + 5) % 6
            one = neighbours[here, left_of]
            two = neighbours[here, vertex]
            if one < 0 or two < 0:
                continue
            own = side_of[one, (vertex + 1) % 6]  # the hexspine itself, between both flanks
            left = side_of[one, vertex]
            right = side_of[two, left_of]
            if own >= 0 and walled[own] and not (walled[left] and walled[right]):
                if end == 0:
                    far_one = left
                    far_two = right
                else:
                    far_three = left
                    far_four = right

        # from each end on, the line is indoors as long as it has touched buildings alone
        span = last - first
        for index in range(span):
            indoors[index] = 0
        for end in range(1 if cut[line] else 2):  # what a line is left off at is outside of end B
            for index in range(span):
                at = index if end == 0 else span - 1 - index
                here = run_hex[first + at]
                if index == 0:
                    before = here
                gap_c = abs(places[here, 0] - places[before, 0])
                gap_h = abs(places[here, 1] - places[before, 1])
                if gap_c + max(0, (gap_h - gap_c) // 2) > 1:
                    break  # nobody knows what lies between
                before = here
                terrain = touch_terrain[run_code[first + at]]
                if lies_on[run_code[first + at]]:
                    continue  # what fills the hex stands beside the building, on either side of it
                if not building[terrain]:
                    break
                from_up = (end == 0) != swap
                indoors[at] |= 1 if from_up else 2

        in_hex = -1
        range_up = 0
        range_down = 0
        for index in range(span):
            run = first + index
            here = run_hex[run]
            code = run_code[run]
            mark = run_mark[run]
            terrain = touch_terrain[code]
            level = touch_level[code]
            fills = hex_inherent[here]
            if terrain < 0:
                # B.6: the hex's inherent terrain, which fills its hexsides too, on the ground there
                terrain = fills
                if mark & TOUCHED:
                    level = vertex_level[here, mark >> VERTEX_FROM]
                else:
                    ahead = run + 1
                    while ahead < last - 1 and (lies_on[run_code[ahead]] or run_hex[ahead] != here):
                        ahead += 1
                    level = touch_level[run_code[ahead]]
            elif filling[terrain] and terrain != fills and not lies_on[code]:
                # inherent terrain drawn beyond its own hex counts for nothing there (B.6)
                terrain = plain
            if here != in_hex:
                in_hex = here
                gap_c = abs(places[here, 0] - up_c)
                gap_h = abs(places[here, 1] - up_h)
                range_up = gap_c + max(0, (gap_h - gap_c) // 2)
                gap_c = abs(places[here, 0] - down_c)
                gap_h = abs(places[here, 1] - down_h)
                range_down = gap_c + max(0, (gap_h - gap_c) // 2)
            side = touch_side[code]
            rel_up = 0
            rel_down = 0
            if side >= 0:
                for corner in range(4):
                    if sides[side, corner] == up:
                        rel_up = 1 if corner < 2 else 2
                    if sides[side, corner] == down:
                        rel_down = 1 if corner < 2 else 2
                if rel_up == 0 and (side in (far_one, far_two)):
                    rel_up = 3
                if rel_down == 0 and (side in (far_three, far_four)):
                    rel_down = 3
            # along a cliff its lower side counts (B11); elsewhere on hexspines a cliff is met end on
            cliff = touch_cliff[code] and spine < 0
            foot = hex_level[here]
            way = (mark >> 2) & 3
            if mark & 4:
                turn = d_x * (grid[here, 1] - grid[up_point, 1]) - d_h * (
                    grid[here, 0] - grid[up_point, 0]
                )
                toward = (spine + 4) % 6 if turn > 0 else (spine + 1) % 6
                cliff = cliffs[side_of[here, toward]]
                twin = neighbours[here, toward]
                if twin >= 0:
                    foot = min(foot, hex_level[twin])
                # what is inherent in the hex beside the overlay is the board's own
                own = touch_terrain[code] < 0 and not overlaid[here] and overlaid[twin]
                if overlay_edges[side_of[here, toward]] and not own:
                    way = 3
            near_a = mark & 1
            near_b = (mark >> 1) & 1
            aside = 1 if range_up >= whole or range_down >= whole else 0
            near_up = near_b if swap else near_a
            near_down = near_a if swap else near_b
            base = hex_ground[here] - low[number] if near_a or near_b else 0
            lower_side = foot - low[number] if cliff and mark & 4 else 0
            by_tram = course >= 0 and tram_over[here, course] and tram_over[here, course + 3]
            lies = (unknown[here] * 3 + min(range_down, 2)) * 3 + min(range_up, 2)
            key = sight_of[number] << _SIGHT  # the highest bit may be the sign
            key |= int(level - low[number] + ZERO_LEVEL) << _GROUND
            key |= int(base + ZERO_LEVEL) << _BASE
            key |= int(lower_side + ZERO_LEVEL) << _FOOT
            key |= int(terrain) << _TERRAIN
            key |= int(lies) << _PLACES
            key |= (1 if mark & TOUCHED else 0) << _GRAZED
            key |= (1 if by_tram else 0) << _ALONG_TRAM
            key |= int(hex_facts[here]) << _IN_HEX
            key |= int(aside) << _ASIDE
            key |= int(indoors[index] & 1) << _INDOORS_UPPER
            key |= int(indoors[index] >> 1) << _INDOORS_LOWER
            key |= (1 if cliff else 0) << _CLIFF
            key |= int(way) << _WAY
            key |= int(near_up) << _NEAR_UPPER
            key |= int(near_down) << _NEAR_LOWER
            key |= int(rel_up) << _SIDE_UPPER
            key |= int(rel_down) << _SIDE_LOWER
            slot = (key ^ (key >> 13) ^ (key >> 27) ^ (key >> 44)) & (size - 1)
            while table_id[slot] >= 0 and table_key[slot] != key:
                slot += 1
                if slot == size:
                    slot = 0
            if table_id[slot] < 0:
                table_key[slot] = key
                table_id[slot] = distinct
                keys[distinct] = key
                distinct += 1
            of_run[count] = table_id[slot]
            run_up[count] = range_up
            run_down[count] = range_down
            count += 1
    starts[lines] = count
    known[0] = distinct
    return lines
