"""The meaning of areas: which hexes of a board they hold.

What is drawn and how far apart hexes lie is measured here. What a rule decides (which hexes lie at an
edge, are whole, hold a building or a road) is asked of the rules, by ``ask``, in the words of its
vocabulary: the literal ``edge(H,north)`` gives all hexes H for which it holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from hexcourt.facts.areas.area import (
    Anywhere,
    Area,
    AtLevel,
    BesideGrain,
    BesideHexrow,
    Beyond,
    Both,
    Buildings,
    Compass,
    Edge,
    EdgeBeside,
    EdgeBetween,
    Either,
    Except,
    Hexes,
    Hexrows,
    HexRun,
    NamedArea,
    NextTo,
    Numbered,
    OffBoard,
    OfTerrain,
    OnBoards,
    RoadsOff,
    Within,
    all_of,
)
from hexcourt.facts.areas.map_names import MapNames, Names, Scope
from hexcourt.facts.areas.read_sentences import EntrySentence, Sentence
from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import Hex, Raster, is_building
from hexcourt.facts.geometry.hexes import Position, distance
from hexcourt.facts.geometry.regions import regions_of
from hexcourt.facts.tracing.movement_facts import measured
from hexcourt.facts.tracing.raster_clearance import BUILDING_SIDE

# --- How far buildings reach: the hexes whose building it is, at the centre dot or beside it (B.1)
#
# On a drawing by pixels a building is a patch of building pixels that touch each other, at corners
# too. On one by outlines it is what is told, or measured, to run on over hexsides.


def building_extents(board: Board, held: Names = frozenset()) -> Mapping[str, frozenset[str]]:
    """Map each building hex to the hexes of all of its building.

    ``held`` are the hexes that hold a building by the rules, besides those with one at the centre dot.
    """
    built = {each.name for each in board.hexes if any(map(is_building, each.terrain))} | held
    if board.raster is not None:
        patches = _patches(board.raster)
        columns, rows = np.floor(board.centres).astype(int).T
        width, height = patches.shape
        at = patches[np.clip(columns, 0, width - 1), np.clip(rows, 0, height - 1)]
        groups = {record.name: int(number) for record, number in zip(board.hexes, at, strict=True)}
        groups |= {
            record.name: _largest(board, patches, record)
            for record in board.hexes
            if not groups[record.name] and record.name in built
        }
        return _grouped({name: group for name, group in groups.items() if group})
    return _grouped(_by_hexsides(board, built))


def _patches(raster: Raster) -> npt.NDArray[np.int64]:
    """Number the patches of building pixels from 1; 0 is none."""
    built = np.array([is_building(term) for term in raster.terms])[raster.terrain]
    return np.where(built, regions_of(built).grid + 1, 0)


def _largest(board: Board, patches: npt.NDArray[np.int64], record: Hex) -> int:
    """Number the patch that covers most of a hex whose dot lies in none, 0 where none does."""
    x, y = map(float, board.layout.centre(record.place))
    half = float(board.layout.column_step) * 2 / 3  # as far as the vertices are
    left, top = max(0, int(x - half)), max(0, int(y - half))
    window = patches[left : int(x + half) + 1, top : int(y + half) + 1]
    xs, ys = np.nonzero(window)
    owners = board.layout.places_at(xs + left + 0.5, ys + top + 0.5)
    inside = (owners == np.array(record.place)).all(axis=1)
    counts = np.bincount(window[xs[inside], ys[inside]], minlength=1)
    return int(counts.argmax())


def _by_hexsides(board: Board, built: Set[str]) -> dict[str, int]:
    """Number the buildings of a board that is drawn by outlines, or given by hexsides."""
    found = {each.name: number for number, each in enumerate(board.hexes) if each.name in built}
    joined = [pair for pair, terms in board.hexsides.items() if BUILDING_SIDE in terms]
    for number, side, term in measured(board).over:
        if term == BUILDING_SIDE:
            beyond = board.hexes[int(board.neighbours[number, side])]
            joined.append((board.hexes[number].name, beyond.name))
    for one, other in joined:
        if one in found and other in found:
            least, most = sorted((found[one], found[other]))
            found = {name: least if group == most else group for name, group in found.items()}
    return found


def _grouped(groups: Mapping[str, int]) -> Mapping[str, frozenset[str]]:
    gathered: dict[int, set[str]] = {}
    for name, group in groups.items():
        gathered.setdefault(group, set()).add(name)
    whole = {group: frozenset(names) for group, names in gathered.items()}
    return {name: whole[group] for name, group in groups.items()}


UP, RIGHT, DOWN, LEFT = DRAWN = ("up", "right", "down", "left")
"""The sides of a map as it is drawn, clockwise."""

_MATERIALS = {"stone building": "stone", "wooden building": "wood"}
_STEPS = {UP: (0, -1), RIGHT: (1, 0), DOWN: (0, 1), LEFT: (-1, 0)}


@dataclass(frozen=True)
class Ground:
    """A board to find areas on: ``north`` is where North lies on it, ``ask`` what the rules say of its
    hexes, ``named`` the hexes of areas by name.
    """

    board: Board
    ask: Callable[[str], Names]
    named: Callable[[str], Names]
    north: str = UP

    def of_sentence(self, sentence: Sentence) -> Names:
        """Return the hexes of a sentence; units enter by those of its area that lie at an edge
        (A2.5).
        """
        if isinstance(sentence, EntrySentence):
            return self.hexes(sentence.where) & self.hexes(Edge())
        return self.hexes(sentence.area)

    def hexes(self, area: Area, scope: Scope = ()) -> Names:
        """Return the hexes of an area, whose names without a board are those of ``scope``; raises
        BadInput where it names what the map does not have.
        """
        match area:
            case Anywhere():
                return self.all
            case OffBoard():
                return frozenset()
            case OnBoards(boards, whole):
                found = self.names.of_boards(boards or self.names.boards)
                return found & self.ask("whole(H)") if whole else found
            case Numbered(least, most):
                return self._numbered(least or 0, 10**6 if most is None else most, scope)
            case Hexrows(first, last):
                low, high = sorted(self.names.column(each, scope) for each in (first, last))
                return self._where(lambda place: low <= place[0] <= high)
            case BesideHexrow():
                return self._beside_hexrow(area, scope)
            case BesideGrain():
                return self._beside_grain(area, scope)
            case Hexes(hexes):
                return frozenset(self.names.hex(each, scope) for each in hexes)
            case HexRun():
                return self._hex_run(area, scope)
            case Buildings():
                return self._buildings(area, scope)
            case OfTerrain(words):
                return _all_of(map(self._terrain, words))
            case AtLevel(least, most):
                low_bound = "" if least is None else f", X >= {2 * least}"
                high_bound = "" if most is None else f", X <= {2 * most}"
                return self.ask(f"hex(H), level(H,X){low_bound}{high_bound}")
            case Within(most, of):
                far = self._distances(of, scope)
                return frozenset(name for name, hexes in far.items() if hexes <= most)
            case Beyond(least, of):
                far = self._distances(of, scope)
                return self.all - {name for name, hexes in far.items() if hexes < least}
            case NextTo(of, on):
                far = self._distances(of, scope)
                return frozenset(name for name, n in far.items() if n == 1 or (on and n == 0))
            case Edge():
                return self._edge(area)
            case EdgeBetween(edge, start, end):
                one, other = (self.names.hex(each, scope) for each in (start, end))
                return self._part_of_edge(edge, one, other, str(area))
            case EdgeBeside():
                return self._edge_beside(area, scope)
            case RoadsOff(edge):
                edges = (each for each in all_of(area) if isinstance(each, Edge))
                roads = _all_of(self._asked_of_sides("road_off", each) for each in edges)
                return self.hexes(edge, scope) & roads
            case NamedArea(name):
                return self.named(name)
            case Except(of):
                return self.all - self.hexes(of, scope)
            case Either(parts):
                return _all_of(self.hexes(each, scope) for each in parts)
            case Both(parts):
                for each in parts:
                    if isinstance(each, OnBoards) and each.boards:
                        scope = tuple(map(self.names.board_called, each.boards))
                return frozenset.intersection(*(self.hexes(each, scope) for each in parts))
        raise TypeError(f"{area!r} is no area")

    @cached_property
    def names(self) -> MapNames:
        """Return the names of the map."""
        return MapNames(self.board)

    @cached_property
    def all(self) -> Names:
        """Return all hexes."""
        return frozenset(self.board.by_name)

    def _where(self, holds: Callable[[Position], bool]) -> Names:
        return frozenset(each.name for each in self.board.hexes if holds(each.place))

    def _places(self, names: Iterable[str]) -> list[Position]:
        return [self.board.by_name[name].place for name in names]

    def _drawn(self, side: Compass) -> str:
        """Return where on the drawn map a side of the compass is."""
        return DRAWN[(DRAWN.index(self.north) + list(Compass).index(side)) % 4]

    # --- boards, hexrows, numbers ----------------------------------------------------------------

    def _numbered(self, least: int, most: int, scope: Scope) -> Names:
        boards = scope or self.names.boards
        return frozenset(
            name
            for written, name in self.names.hexes.items()
            if written.board in boards and least <= written.name.row <= most
        )

    def _beside_hexrow(self, area: BesideHexrow, scope: Scope) -> Names:
        way, _ = _STEPS[self._drawn(area.side)]
        if not way:
            along, across = ("north to south", "east or west")
            if area.side in (Compass.EAST, Compass.WEST):
                along, across = ("east to west", "north or south")
            raise BadInput(
                f"{area}: hexrows of map {self.board.title} run from {along}; name {across}, "
                "or hex numbers"
            )
        column = self.names.column(area.hexrow, scope)
        return self._where(lambda at: (at[0] - column) * way > 0 or (area.on and at[0] == column))

    def _beside_grain(self, area: BesideGrain, scope: Scope) -> Names:
        places = self._places(self.names.hex(each, scope) for each in area.grain)
        first, last = places[0], places[-1]
        across, down = last[0] - first[0], last[1] - first[1]

        def beside(place: Position) -> int:
            return across * (place[1] - first[1]) - down * (place[0] - first[0])

        straight = (across == 0) != (abs(across) == abs(down))
        if not straight or any(map(beside, places)):
            raise BadInput(
                f"{area}: these hexes lie on no hexgrain; name two in a straight line of adjoining hexes"
            )
        step = _STEPS[self._drawn(area.side)]
        way = across * step[1] - down * step[0]
        if not way:
            raise BadInput(
                f"{area}: this hexgrain runs from {area.side} to the other side; name another side"
            )
        return self._where(lambda at: beside(at) * way > 0 or (area.on and not beside(at)))

    # --- hexes, buildings, terrain ---------------------------------------------------------------

    def _hex_run(self, area: HexRun, scope: Scope) -> Names:
        first, last = (self.names.hex(each, scope) for each in (area.first, area.last))
        one, other = self._places((first, last))
        if distance(one, other) == 1:
            return frozenset((first, last))
        if one[0] == other[0]:
            low, high = sorted((one[1], other[1]))
            return self._where(lambda place: place[0] == one[0] and low <= place[1] <= high)
        return self._part_of_edge(Edge(), first, last, str(area))

    def _buildings(self, area: Buildings, scope: Scope) -> Names:
        names = [self.names.hex(each, scope) for each in area.hexes]
        for name in names:
            if name not in self.extents:
                raise BadInput(f"{area}: no building lies in {name}; name a building hex")
        return _all_of(self.extents[name] for name in names)

    @cached_property
    def extents(self) -> Mapping[str, Names]:
        """Map each building hex to the hexes of all of its building."""
        return building_extents(self.board, self._held(filter(is_building, self._terms)))

    def _terrain(self, word: str) -> Names:
        if word in ("road", "bridge"):
            return self.ask(f"{word}(H)")
        if word == "building":
            return self.ask("building(H)") | self._held(filter(is_building, self._terms))
        if word in _MATERIALS:
            material = _MATERIALS[word]
            of_it = (each for each in self._terms if re.search(rf"\({material}\b", each))
            return self.ask(f"building(H,{material})") | self._held(filter(is_building, of_it))
        name = word.replace(" ", "_")
        alike = [term for term in self._terms if term.split("(")[0] == name]
        return self._held(alike).union(*(self.ask(f"terrain(H,{term})") for term in alike))

    @cached_property
    def _terms(self) -> tuple[str, ...]:
        """List the terrain of the map, at centre dots and drawn elsewhere."""
        terms = {term for each in self.board.hexes for term in each.terrain}
        terms.update(self.board.raster.terms if self.board.raster is not None else ())
        terms.update(each.terrain for each in self.board.outlines)
        return tuple(sorted(terms))

    def _held(self, terms: Iterable[str]) -> Names:
        """List the hexes that hold terrain by the rules."""
        return _all_of(self.ask(f"holds(H,{term})") for term in terms)

    # --- distances -------------------------------------------------------------------------------

    def _distances(self, area: Area, scope: Scope) -> dict[str, int]:
        """Count how far each hex is from the nearest of an area; nothing where that has none."""
        names, every = sorted(self.hexes(area, scope)), self.board.places
        nearest = np.full(len(every), 1 << 20)
        for aim in self._places(names):
            across, down = np.abs(every - aim).T
            nearest = np.minimum(nearest, across + np.maximum(0, down - across) // 2)
        items = zip((each.name for each in self.board.hexes), nearest.tolist(), strict=True)
        return dict(items) if names else {}

    # --- edges -----------------------------------------------------------------------------------

    def _edge(self, area: Edge) -> Names:
        found = self._asked_of_sides("edge", area)
        if not area.boards:
            return found
        found &= self.names.of_boards(area.boards)
        if not found:
            raise BadInput(
                f"{area}: lies against another board, and is no edge of map {self.board.title}; name "
                "one that is"
            )
        return found

    def _asked_of_sides(self, predicate: str, edge: Edge) -> Names:
        sides = edge.sides or tuple(Compass)
        return _all_of(self.ask(f"{predicate}(H,{side})") for side in sides)

    def _axis(self, side: Compass) -> int:
        """Return which coordinate grows along an edge: that of columns, or of half rows."""
        return 0 if self._drawn(side) in (UP, DOWN) else 1

    def _part_of_edge(self, edge: Edge, first: str, last: str, text: str) -> Names:
        """Return the hexes of an edge from one to another: both on one side of it, or on two sides that
        meet at a corner.
        """
        sides = {each: self.hexes(replace(edge, sides=(each,))) for each in edge.sides or Compass}
        if len(sides) == 1:
            ((side, names),) = sides.items()
            for each in (first, last):
                if each not in names:
                    raise BadInput(
                        f"{text}: {each} does not lie on the {side} edge; name one that does"
                    )
        held = [names for names in sides.values() if {first, last} <= names]
        one, other = ([s for s, names in sides.items() if each in names] for each in (first, last))
        corner = sides[one[0]] & sides[other[0]] if len(one) == len(other) == 1 else frozenset()
        if len(held) == 1:
            (side,) = (each for each, names in sides.items() if names is held[0])
            return self._stretch(side, held[0], first, last)
        if not held and corner:  # the way round it
            turn = sorted(corner)[0]
            return self._stretch(one[0], sides[one[0]], first, turn) | self._stretch(
                other[0], sides[other[0]], turn, last
            )
        raise BadInput(
            f"{text}: {first} and {last} do not lie on one edge, nor on two that meet at a corner; "
            "name the edge, or the hexes"
        )

    def _stretch(self, side: Compass, names: Names, first: str, last: str) -> Names:
        axis = self._axis(side)
        low, high = sorted(place[axis] for place in self._places((first, last)))
        return names & self._where(lambda place: low <= place[axis] <= high)

    def _edge_beside(self, area: EdgeBeside, scope: Scope) -> Names:
        name, names = self.names.hex(area.hex, scope), self.hexes(area.edge)
        if name not in names and name in self.hexes(Edge()):
            raise BadInput(f"{area}: {name} does not lie on the {area.edge}; name a hex that does")
        step = _STEPS[self._drawn(area.side)]
        axis = 0 if step[0] else 1
        if name not in names or any(
            self._axis(each) != axis for each in area.edge.sides or Compass
        ):
            raise BadInput(
                f"{area}: {name} does not part that edge so; name a hex of it, and a side that it "
                "runs to"
            )
        (here,) = self._places((name,))
        return names & self._where(
            lambda at: (at[axis] - here[axis]) * step[axis] > 0 or (area.on and at == here)
        )


def _all_of(parts: Iterable[Names]) -> Names:
    return frozenset().union(*parts)
