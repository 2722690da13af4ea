"""Lines up pairs of Locations for tracing: each pair of hexes is traced once, whatever the levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import CELLAR, Location
from hexcourt.facts.geometry.hexes import CORNERS, STEPS
from hexcourt.facts.tracing.situations import (
    ACROSS_OWN_HEX,
    BENEATH_RUBBLE,
    CREST_FACES,
    DOT_BETWEEN_ROWS,
    DOT_ON_ROW,
    EMPLACED,
    ENTRENCHED,
    IN_CELLAR,
    IN_PILLBOX,
    LEAVES_INDOORS,
    ON_CREST,
    UPSLOPE,
    UPSTAIRS,
    VERTEX_BETWEEN_ROWS,
    VERTEX_ON_ROW,
    SightLines,
    location_state,
)
from hexcourt.facts.tracing.touched import Ends

STATUSES: Mapping[str, int] = {"entrenched": ENTRENCHED, "emplaced": EMPLACED}
"""The statuses a unit can be given in a question about a line of sight."""

Statuses = Mapping[str, str] | Sequence[str | None]
"""Statuses of units: by the names of their Locations, or one for each Location of a list."""

Pairs = npt.NDArray[np.int64]
"""Pairs of Locations by their numbers in a list, shape (pairs, 2)."""


def every_pair(count: int) -> Pairs:
    """Pair every Location with every later one, shape (count * (count - 1) / 2, 2)."""
    return np.stack(np.triu_indices(count, 1), axis=1)


def pairs_within(board: Board, places: Sequence[Location], most: int) -> Pairs:
    """Pair every Location with every later one whose hex is no farther than so many hexes."""
    hexes = _hexes_of(board, places)
    found = [np.zeros((0, 2), dtype=np.int64)]
    for number, here in enumerate(hexes.tolist()):
        ranges = _ranges_between(board, np.array([here]), hexes[number + 1 :])
        later = np.flatnonzero(ranges <= most) + number + 1
        found.append(np.stack([np.full_like(later, number), later], axis=1))
    return np.concatenate(found)


def ranges_of(board: Board, places: Sequence[Location], pairs: Pairs) -> npt.NDArray[np.int64]:
    """Return the range between the hexes of each pair, which are numbered as the ``places``."""
    hexes = _hexes_of(board, places)
    return _ranges_between(board, hexes[pairs[:, 0]], hexes[pairs[:, 1]])


def _hexes_of(board: Board, places: Sequence[Location]) -> npt.NDArray[np.int64]:
    return np.array([board.indices[place.hex] for place in places], dtype=np.int64)


def _ranges_between(
    board: Board, some: npt.NDArray[np.int64], others: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    gaps = np.abs(board.places[some] - board.places[others])
    ranges: npt.NDArray[np.int64] = gaps[:, 0] + np.maximum(0, (gaps[:, 1] - gaps[:, 0]) // 2)
    return ranges


class Posts(NamedTuple):
    """Where Locations are: the points that lines to them run to, and their levels."""

    points: npt.NDArray[np.int64]
    levels: npt.NDArray[np.int32]

    @classmethod
    def of(cls, board: Board, places: Sequence[Location]) -> Posts:
        """Look up where Locations are."""
        points = np.array([board.point_of(place) for place in places], dtype=np.int64)
        return cls(points, np.array([place.sight_level for place in places], dtype=np.int32))


def line_up(
    board: Board,
    places: Sequence[Location],
    pairs: Pairs,
    states: npt.NDArray[np.int32],
    posts: Posts | None = None,
) -> tuple[Ends, SightLines]:
    """Line up pairs of Locations in different hexes: the hexes to trace between, and the lines.

    ``pairs`` number the ``places``; ``states`` are those of ``places``, shape (places,); ``posts`` tell
    where they are, if that was looked up before.
    """
    points, levels = posts or Posts.of(board, places)
    joined = points[pairs[:, 0]] * len(board.points) + points[pairs[:, 1]]
    if len(points) == len(board.hexes) and np.array_equal(points, np.arange(len(points))):
        traced, line = joined, np.arange(len(joined))  # one Location a hex: nothing is shared
    else:
        traced, line = np.unique(joined, return_inverse=True)
    ends = np.stack(np.divmod(traced, len(board.points)), axis=1).astype(np.int32)
    leaving = np.where(_leaving(board, ends, _slopes(board))[line], UPSLOPE, 0)
    for state, entry in ((IN_CELLAR, LEAVES_INDOORS), (ON_CREST, CREST_FACES)):
        held = (states[pairs] & state) > 0
        if held.any():
            sides = _own_sides(board, places, states, state)
            leaving |= np.where(_leaving(board, ends, sides)[line] & held, entry, 0)
    below = (states[pairs] & IN_CELLAR) > 0
    if below.any():
        above = np.array([place.is_upstairs for place in places])
        leaving |= np.where(below[:, ::-1] & above[pairs], UPSTAIRS, 0)
    leaving |= np.where(_across_own(board, ends)[line], ACROSS_OWN_HEX, 0)
    if (states & IN_PILLBOX).any():
        leaving |= _of_arcs(board, places, pairs)
    combined = (states[pairs] | leaving).astype(np.int32)
    lines = SightLines(
        line=line.astype(np.int32),
        level_a=levels[pairs[:, 0]],
        level_b=levels[pairs[:, 1]],
        state_a=combined[:, 0],
        state_b=combined[:, 1],
    )
    return ends, lines


def line_up_among(
    board: Board,
    places: Sequence[Location],
    pairs: Pairs,
    states: npt.NDArray[np.int32],
    world_of: npt.NDArray[np.int64],
) -> tuple[Ends, npt.NDArray[np.int64], SightLines]:
    """Line up pairs as ``line_up`` does, each in the world of its number: what comes back second is the
    world of each line that is to be traced.
    """
    ends, lines = line_up(board, places, pairs, states)
    worlds = int(world_of.max(initial=0)) + 1
    traced, line = np.unique(lines.line * worlds + world_of, return_inverse=True)
    line_of, world = np.divmod(traced, worlds)
    return ends[line_of], world, replace(lines, line=line.astype(np.int32))


def hexes_near(board: Board, ends: Ends, margin: float) -> npt.NDArray[np.bool_]:
    """Return which hexes each line between points comes within ``margin`` drawing units of.

    Shape (lines, hexes); what a line meets there, or just beside it, can change its verdict. Line and
    hex are apart when their shadows on one of the normals of their sides are.
    """
    start, end = board.points[ends[:, 0]], board.points[ends[:, 1]]
    corners = board.layout.corner_offsets()
    sides = np.roll(corners, -1, axis=0)[:3] - corners[:3]
    course = end - start
    across = np.stack([-course[:, 1], course[:, 0]], axis=1)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    fixed = np.stack([-sides[:, 1], sides[:, 0]], axis=1)
    fixed /= np.linalg.norm(fixed, axis=1, keepdims=True)
    reach = np.abs(corners @ across.T).max(axis=0) + margin
    near: npt.NDArray[np.bool_] = (
        np.abs(across @ board.centres.T - (across * start).sum(axis=1)[:, None]) <= reach[:, None]
    )
    for normal in fixed:
        shadow = np.sort(np.stack([start @ normal, end @ normal]), axis=0)
        width = float(np.abs(corners @ normal).max()) + margin
        middle = board.centres @ normal
        near &= (middle >= shadow[0][:, None] - width) & (middle <= shadow[1][:, None] + width)
    return near


def states_of(
    board: Board,
    places: Sequence[Location],
    statuses: Statuses | None = None,
    rubbled: Sequence[bool] | None = None,
    known: dict[Location, int] | None = None,
) -> npt.NDArray[np.int32]:
    """Combine the states of Locations; ``statuses`` are those of the units there; ``rubbled`` tells
    where rubble has taken the place of the building. What is ``known`` of where they lie is kept there.
    """
    known = {} if known is None else known
    for place in places:
        if place not in known:
            known[place] = location_state(board, place)
    if statuses is None or isinstance(statuses, Mapping):
        statuses = [(statuses or {}).get(place.name) for place in places]
    rubbled = rubbled or [False] * len(places)
    return np.array(
        [
            known[place]
            | (STATUSES[status] if status else 0)
            | (BENEATH_RUBBLE if under and place.place == CELLAR else 0)
            for place, status, under in zip(places, statuses, rubbled, strict=True)
        ],
        dtype=np.int32,
    )


def _slopes(board: Board) -> npt.NDArray[np.bool_]:
    slopes = np.zeros((len(board.hexes), 6), dtype=np.bool_)
    for number, record in enumerate(board.hexes):
        if record.slopes:
            slopes[number, list(record.slopes)] = True
    return slopes


def _own_sides(
    board: Board, places: Sequence[Location], states: npt.NDArray[np.int32], state: int
) -> npt.NDArray[np.bool_]:
    """Return the hexsides of Locations in some state, shape (hexes, 6): a Cellar's within its building,
    or that which Crest status faces, of which there can be one in a hex at a time.
    """
    sides = np.zeros((len(board.hexes), 6), dtype=np.bool_)
    for number in np.flatnonzero(states & state).tolist():
        place = places[number]
        faced = place.indoors if place.crest is None else (place.crest,)
        sides[board.indices[place.hex], list(faced)] = True
    return sides


def _of_arcs(board: Board, places: Sequence[Location], pairs: Pairs) -> npt.NDArray[np.int64]:
    """Return how the other ends of pairs lie to the two rows of hexes that begin with those the Covered
    Arc of a pillbox names, as states, shape (pairs, 2); what of that the arc covers the rules say.
    """
    found = np.zeros(pairs.shape, dtype=np.int64)
    arcs = np.array([-1 if place.arc is None else place.arc for place in places])
    for pair, end in np.argwhere(arcs[pairs] >= 0).tolist():
        here, there = places[pairs[pair, end]], places[pairs[pair, 1 - end]]
        vertex, start = int(arcs[pairs[pair, end]]), board.indices[here.hex]
        first, second = ((3 * c, h) for c, h in (STEPS[vertex - 1], STEPS[vertex]))
        points = [(board.indices[there.hex], DOT_BETWEEN_ROWS, DOT_ON_ROW)]
        if there.vertex is not None:
            points.append((board.point_of(there), VERTEX_BETWEEN_ROWS, VERTEX_ON_ROW))
        for point, between, on_row in points:
            x, y = (board.grid_points[point] - board.grid_points[start]).tolist()
            turn = min(first[0] * y - first[1] * x, x * second[1] - y * second[0])
            found[pair, end] |= between if turn > 0 else on_row if turn == 0 else 0
    return found


def _across_own(board: Board, ends: Ends) -> npt.NDArray[np.bool_]:
    """Return which lines go from a vertex into the inside of the hex that is passed, shape (lines,
    2).
    """
    found = np.zeros(ends.shape, dtype=np.bool_)
    corners = np.array(CORNERS)
    for line, end in np.argwhere(ends >= len(board.hexes)).tolist():
        point = int(ends[line, end])
        vertex = (point - len(board.hexes)) % 6
        x, y = (board.grid_points[ends[line, 1 - end]] - board.grid_points[point]).tolist()
        (back_x, back_y), (on_x, on_y) = (
            (corners[(vertex + turn) % 6] - corners[vertex]).tolist() for turn in (5, 1)
        )
        found[line, end] = on_x * y > on_y * x and back_x * y < back_y * x
    return found


def _leaving(board: Board, ends: Ends, sides: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return which lines leave an end's hex over one of some hexsides (hexes, 6), shape (lines, 2)."""
    found = np.zeros(ends.shape, dtype=np.bool_)
    if not sides.any():
        return found
    corners = board.layout.corner_offsets()
    for end in (0, 1):
        here, there = board.owners[ends[:, end]], ends[:, 1 - end]
        course = board.points[there] - board.points[ends[:, end]]
        turns = corners[None, :, 0] * course[:, None, 1] - corners[None, :, 1] * course[:, None, 0]
        clockwise, ahead = turns >= -1e-9, corners @ course.T > 0
        for side in range(6):
            after = (side + 1) % 6
            # the line leaves between the two vertices of the hexside, or through one of them
            crossed = clockwise[:, side] & (turns[:, after] <= 1e-9)
            crossed &= ahead[side] | ahead[after]
            # one that begins at a vertex crosses none of the hexsides there
            dot = ends[:, end] < len(board.hexes)
            found[:, end] |= crossed & sides[here, side] & dot
    return found
