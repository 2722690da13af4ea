"""Facts about what moving units meet: hexes, hexsides, and what is drawn near them.

Directions run from 0 (North) clockwise to 5; hexside D of a hex runs from its vertex D to D+1. The
facts, beside those that facts files write of a hex::

    adjoins(Hex, Other, D)      Other adjoins Hex in direction D
    edge(Hex, D, map)           no hex lies beyond hexside D, as the map ends there
    edge(Hex, D, cut)           the board is cut out of a larger map there
    over(Hex, D, T)             hexside D carries T, or T runs over it: road(paved), wall, gully, ...
    clearance(Hex, D, T, Gap)   how far T, as drawn in Hex, is from hexside D and its two vertices,
                                in thousandths of the hex height; not distinguished from 401 on,
                                nor of T that is inherent in Hex
    depicted(Hex, T, Share)     how much of Hex T covers, in thousandths, 1 at least

Nothing here is a rule: what a distance allows is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Collection, ItemsView, Iterable, Iterator, Mapping, ValuesView
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType

from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board, board_lines, direction_between
from hexcourt.facts.boards.records import CREST_LINE, Hex
from hexcourt.facts.geometry.coordinates import CoordinateError, HexName, parse_hex
from hexcourt.facts.geometry.hexes import Position
from hexcourt.facts.tracing.clearance import FARTHEST, Measures, has_clearance, measure_outlines
from hexcourt.facts.tracing.raster_clearance import measure_raster

MAP_EDGE = "map_edge"
"""The feature of a hex at the true edge of the map, on a board that is cut out of a larger one."""

_PLAIN = pattern(
    "(?:hex|place|elevation|terrain|inherent|bed|stairwell|slope|location|feature|counter"
    "|part_of|half_hex)"
    r'\((?P<name>"(?:[^"\\]|\\.)*")'
)
_TOWARD = pattern(r'(?P<kind>road|rail|hexside)\((?P<what>.+),"(?P<hex>[^"]+)"\)')


def movement_facts(board: Board) -> MovementFacts:
    """Map each hex's name to the facts about it, sorted, each ending in a full stop."""
    return MovementFacts(board)


class MovementFacts(Mapping[str, tuple[str, ...]]):
    """The facts about the hexes of a board, by name; the drawing is measured in the hexes that are
    looked up, since measuring takes long.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self._found: dict[str, tuple[str, ...]] = {}

    def __getitem__(self, name: str) -> tuple[str, ...]:
        if name not in self._found:
            self.measure([name])
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.board.by_name)

    def __len__(self) -> int:
        return len(self.board.hexes)

    def values(self) -> ValuesView[tuple[str, ...]]:
        """List the facts of all hexes, which are measured at once."""
        self.measure(self)
        return super().values()

    def items(self) -> ItemsView[str, tuple[str, ...]]:
        """List all hexes with their facts, which are measured at once."""
        self.measure(self)
        return super().items()

    def about(self, names: Iterable[str]) -> list[str]:
        """List the facts about some hexes, in their order; measured at once they take less time.

        Raises KeyError where the board has no such hex.
        """
        names = list(names)
        self.measure(names)
        return [fact for name in names for fact in self._found[name]]

    def measure(self, names: Iterable[str]) -> None:
        """Measure some hexes at once; raises KeyError where the board has no such hex."""
        fresh = {name: self.board.indices[name] for name in names if name not in self._found}
        if not fresh:
            return
        measures = measured(self.board, fresh.values())
        gathered: dict[str, set[str]] = {name: set() for name in fresh}
        hexsides = _Hexsides(self.board)
        drawn = (
            (self.board.hexes[number], direction, term) for number, direction, term in measures.over
        )
        for name, fact in (
            *_neighbours(self.board, fresh),
            *_over((*hexsides.recorded(fresh), *hexsides.leaving(), *drawn)),
            *_printed(self.board, fresh),
            *_shown(self.board, measures),
        ):
            if name in gathered:
                gathered[name].add(fact)
        self._found |= {name: tuple(sorted(facts)) for name, facts in gathered.items()}


def measured(board: Board, hexes: Collection[int] | None = None) -> Measures:
    """Measure what the board's drawing shows, in all hexes or around those of some numbers."""
    if board.raster is not None:
        return measure_raster(board, board.raster, hexes)
    return measure_outlines(board, hexes)


def _over(hexsides: Iterable[tuple[Hex, int, str]]) -> Iterator[tuple[str, str]]:
    """Write what runs over hexsides, each with the name of its hex."""
    for record, direction, term in hexsides:
        yield record.name, f"over({string_term(record.name)},{direction},{term})."


def printed_facts(board: Board) -> Mapping[str, tuple[str, ...]]:
    """Map each hex's name to what facts files tell of it, which takes no measuring."""
    gathered: dict[str, tuple[str, ...]] = {record.name: () for record in board.hexes}
    for name, fact in _printed(board, board.by_name):
        gathered[name] += (fact,)
    return MappingProxyType(gathered)


def _printed(board: Board, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """List the facts about some hexes as facts files have them."""
    bare = replace(
        board,
        hexes=tuple(board.by_name[name] for name in names),
        locations=tuple(each for each in board.locations if each.hex in names),
        counters=tuple(each for each in board.counters if each.hex in names),
        areas=MappingProxyType({}),
        area_sentences=MappingProxyType({}),
        hexsides=MappingProxyType({}),
        outlines=(),
        raster=None,
        notes=(),
    )
    quoted = {string_term(name): name for name in names}
    for line in board_lines(bare):
        if (match := _PLAIN.match(line)) is not None:
            yield quoted[match["name"]], line


def _shown(board: Board, measures: Measures) -> Iterator[tuple[str, str]]:
    """List shares and clearances."""
    for (number, term), shown in measures.shown.items():
        record = board.hexes[number]
        name = string_term(record.name)
        yield record.name, f"depicted({name},{term},{shown.share})."
        if not has_clearance(term) or term == record.inherent:
            continue
        for direction, gap in enumerate(shown.gaps):
            if gap <= FARTHEST:
                yield record.name, f"clearance({name},{direction},{term},{gap})."


class _Hexsides:
    """Lists what is known of hexsides without measuring."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def recorded(self, names: Collection[str]) -> Iterator[tuple[Hex, int, str]]:
        """List what the board records of the hexsides of some hexes, distinguished from both hexes;
        crests follow from the levels of the hexes.
        """
        for pair, terms in self.board.hexsides.items():
            if pair[0] not in names and pair[1] not in names:
                continue
            for name, other in (pair, pair[::-1]):
                record, beyond = self.board.by_name[name], self.board.by_name[other]
                direction = direction_between(record.place, beyond.place)
                for term in terms - {CREST_LINE} if direction is not None else ():
                    yield record, direction or 0, term

    def leaving(self) -> Iterator[tuple[Hex, int, str]]:
        """List what leads to hexes that are not on the board."""
        for record, term, other in _off_board(self.board):
            place = self._place(other)
            direction = direction_between(record.place, place) if place is not None else None
            if direction is not None and term != CREST_LINE:
                yield record, direction, term

    def _place(self, name: str) -> Position | None:
        """Place a hex that is not on the board, as those of its name's column or like it are.

        On a board of one column the next column lies half a hex lower, as in ``reading``.
        """
        wanted = _parsed(name)
        if wanted is None or not self._named:
            return None
        alike = [each for each in self._named if (each[0].column - wanted.column) % 2 == 0]
        own, record = (alike or self._named)[0]
        column, half_row = record.place
        lower = wanted.column % 2 - own.column % 2
        return (
            column + wanted.column - own.column,
            half_row + 2 * (wanted.row - own.row) + lower,
        )

    @cached_property
    def _named(self) -> tuple[tuple[HexName, Hex], ...]:
        """Read the names of the board's hexes, those that are coordinates."""
        read = ((_parsed(record.name), record) for record in self.board.hexes)
        return tuple((own, record) for own, record in read if own is not None)


def neighbour_facts(board: Board) -> Iterator[str]:
    """Return for each hexside what lies beyond: another hex, or the edge of the map."""
    return (fact for _, fact in _neighbours(board, board.by_name))


def is_cut_out(board: Board) -> bool:
    """Return whether a board is cut out of a larger map: it names hexes beyond it."""
    return bool(_off_board(board))


def _neighbours(board: Board, names: Collection[str]) -> Iterator[tuple[str, str]]:
    cut_out = is_cut_out(board)
    numbers = [board.indices[name] for name in names]
    for number, beyond in zip(numbers, board.neighbours[numbers].tolist(), strict=True):
        record = board.hexes[number]
        name = string_term(record.name)
        end = "cut" if cut_out and MAP_EDGE not in record.features else "map"
        for direction, other in enumerate(beyond):
            if other >= 0:
                there = string_term(board.hexes[other].name)
                yield record.name, f"adjoins({name},{there},{direction})."
            else:
                yield record.name, f"edge({name},{direction},{end})."


def _off_board(board: Board) -> tuple[tuple[Hex, str, str], ...]:
    """List the hexes that lead to hexes beyond the board: hex, what leads there, hex beyond."""
    found = []
    for record in board.hexes if board.raster is None else ():
        for feature in record.features:
            match = _TOWARD.fullmatch(feature)
            if match is not None and match["hex"] not in board.by_name:
                kind, what = match["kind"], match["what"]
                term = what if kind == "hexside" else f"{kind}({what})"
                found.append((record, term, match["hex"]))
    return tuple(found)


def _parsed(name: str) -> HexName | None:
    try:
        return parse_hex(name)
    except CoordinateError:
        return None
