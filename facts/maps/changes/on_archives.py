"""Changes the terrain of the boards of a map before anything is derived from their drawings.

Changes are made one after the other: those of each board, then those of the whole map. One that finds
nothing because another has taken it contradicts that one, and is refused; so is one in words of our own
that finds nothing at all. A word of players' tools may find nothing: they come in lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.fact_syntax import string_term
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import direction_between
from hexcourt.facts.boards.records import kind_of, terrain_codes
from hexcourt.facts.formats.import_archive import grid_of, with_filled_hexes
from hexcourt.facts.formats.vasl_archive import Archive
from hexcourt.facts.geometry.hexes import Position
from hexcourt.facts.maps.changes.meaning import (
    DONE,
    JUNGLE,
    NO_STAIRWELLS,
    NOTHING,
    REFUSED,
    ChangeMeaning,
    Made,
    meaning_of,
    nothing_there,
    taker,
)
from hexcourt.facts.maps.changes.reading import HexesByPlace, TerrainChange
from hexcourt.facts.maps.changes.repainting import (
    PROCEDURES,
    Mask,
    PaintedBoard,
    Pixels,
    Sides,
    level_cliffs,
    matching,
    repaint,
)

Spot = tuple[frozenset[int] | None, Sides | None]
"""The hexes, or the hexsides, of a board that a change is told of: nothing for all."""


@dataclass(frozen=True, slots=True)
class WrittenChange:
    """A change as it is given: of one board, or of the whole map."""

    text: str
    board: str = ""


def changed_archives(
    archives: Mapping[str, Archive],
    turned: Mapping[str, bool],
    written_changes: Sequence[WrittenChange],
    places: HexesByPlace,
    counted: bool = False,
) -> tuple[Mapping[str, Archive], tuple[Made, ...]]:
    """Make changes on the archives of a map, by their boards' ids; tell what each came to.

    ``turned`` says which boards lie reversed. Hexes are listed only where they are to be ``counted``.
    """
    if not written_changes:
        return archives, ()
    canvases = {name: _Canvas(archive) for name, archive in archives.items()}
    changing = _Changing(canvases, turned, places, counted)
    made = [each for one in written_changes for each in changing.make(one)]
    made += changing.finish()
    done = {name: with_filled_hexes(each.done(), archives[name]) for name, each in canvases.items()}
    return MappingProxyType(done), tuple(made)


class _Canvas:
    """An archive that is being changed."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        layout, names = grid_of(archive)
        terms = [""] * 256
        for number, code in terrain_codes().items():
            terms[number] = code.term
        self.picture = PaintedBoard(layout, names, terms, archive.terrain, archive.elevation)
        self.printed = PaintedBoard(layout, names, terms, archive.terrain, archive.elevation)
        self.stairways = archive.stairways
        self.made: list[ChangeMeaning] = []
        self.own: list[ChangeMeaning] = []

    def apply(self, step: TerrainChange | str, spot: Spot) -> Mask:
        """Make one step; give the pixels that it found."""
        if isinstance(step, TerrainChange):
            return repaint(self.picture, step, *spot)
        if step == NO_STAIRWELLS:
            found = np.zeros(self.picture.terrain.shape, np.bool_)
            dots = np.minimum(self.picture.centres.astype(np.int64), np.array(found.shape) - 1)
            found[tuple(dots[self.stairways].T)] = True
            self.stairways = np.zeros_like(self.stairways)
            return found
        return PROCEDURES[step](self.picture)

    def was_there(self, step: TerrainChange | str, spot: Spot) -> bool:
        """Return whether a step would have found something on the board as it is printed."""
        if isinstance(step, TerrainChange):
            return bool(matching(self.printed, step, *spot).any())
        return step in PROCEDURES and bool(PROCEDURES[step](copy(self.printed)).any())

    def done(self) -> Archive:
        """Return the archive with all changes; cliffs and slopes between hexes of one level are gone."""
        levelled: set[tuple[int, int]] = set()
        if not np.array_equal(self.printed.level, self.picture.level):
            levelled = set(level_cliffs(self.picture, self.printed))
        gone = {
            (name, side)
            for name, number in self.picture.numbers.items()
            for side in range(6)
            if (number, side) in levelled
        }
        slopes = {
            name: frozenset(side for side in sides if (name, side) not in gone)
            for name, sides in self.archive.slopes.items()
        }
        return replace(
            self.archive,
            terrain=self.picture.terrain,
            elevation=self.picture.level,
            stairways=self.stairways,
            slopes=MappingProxyType(slopes),
        )


class _Changing:
    """Makes changes one after the other, and tells what each came to."""

    def __init__(
        self,
        canvases: Mapping[str, _Canvas],
        turned: Mapping[str, bool],
        places: HexesByPlace,
        counted: bool,
    ) -> None:
        self.canvases = canvases
        self.turned = turned
        self.places = places
        self.counted = counted
        self.jungle: dict[str, ChangeMeaning] = {}
        self.waiting: list[Made] = []

    def make(self, change: WrittenChange) -> Iterator[Made]:
        """Make a change wherever it is about."""
        try:
            meaning = meaning_of(change.text, self._pictured(change.board))
            spots = dict(self._spots(change, meaning))
        except BadInput as error:
            yield Made(change.text, change.board, REFUSED, why=str(error))
            return
        if not meaning.steps:
            yield self._made(change.board, meaning, NOTHING, meaning.why)
            return
        outcomes = [
            self._on_board(name, meaning, spot, bool(change.board)) for name, spot in spots.items()
        ]
        known = [each for each in outcomes if each.outcome != NOTHING or each.why]
        if known:
            yield from known
        elif any(map(_is_jungle, meaning.steps)):
            why = "nothing of that is left for it"
            self.waiting.append(self._made(change.board, meaning, NOTHING, why))
        elif meaning.of_word:
            yield self._made(change.board, meaning, NOTHING, "nothing of that is there")
        else:
            why = nothing_there(meaning, self._terms(spots))
            yield self._made(change.board, meaning, REFUSED, why)

    def finish(self) -> Iterator[Made]:
        """Make what comes after all else: in the Pacific woods that are left are light jungle."""
        grown: set[str] = set()
        for name, meaning in self.jungle.items():
            found = self.canvases[name].apply(meaning.steps[0], (None, None))
            if found.any():
                grown.add(meaning.written)
                yield self._counted(name, meaning, found)
        yield from (each for each in self.waiting if each.written not in grown)

    def _terms(self, spots: Mapping[str, Spot]) -> set[str]:
        """Name what is drawn in the hexes, where a change is about some."""
        found: set[str] = set()
        for name, (hexes, _) in spots.items():
            picture = self.canvases[name].picture
            if hexes is not None:
                every = np.ones(picture.terrain.shape, np.bool_)
                codes = np.unique(picture.terrain[picture.within(every, hexes)])
                found |= {picture.terms[each] for each in codes.tolist()} - {""}
        return found

    def _pictured(self, board: str) -> frozenset[str]:
        boards = [board] if board else list(self.canvases)
        return frozenset().union(*(self.canvases[each].archive.pictured for each in boards))

    def _on_board(self, name: str, meaning: ChangeMeaning, spot: Spot, alone: bool) -> Made:
        canvas = self.canvases[name]
        same = [each for each in canvas.made if each.steps == meaning.steps]
        if same:
            return self._made(name, meaning, NOTHING, f"given already, as {same[0].written}")
        steps = [step for step in meaning.steps if not _is_jungle(step)]
        if len(steps) < len(meaning.steps):
            last = next(step for step in meaning.steps if _is_jungle(step))
            self.jungle.setdefault(
                name, replace(meaning, steps=(last,), words="woods -> light_jungle")
            )
        found = np.zeros(canvas.picture.terrain.shape, np.bool_)
        items = []
        try:
            for step in steps:
                there = canvas.apply(step, spot)
                if there.any():
                    items.append(step.text if isinstance(step, TerrainChange) else step)
                found |= there
        except BadInput as error:
            return self._made(name, meaning, REFUSED, str(error))
        if found.any():
            canvas.made.append(meaning)
            if alone:
                canvas.own.append(meaning)
            return self._counted(name, replace(meaning, words="; ".join(items)), found)
        if any(canvas.was_there(step, spot) for step in steps):
            other = taker(canvas.made, meaning)
            if other is not None and not alone and other in canvas.own:
                return self._made(
                    name, meaning, NOTHING, f"{other.written} is given for this board alone"
                )
            taken = repr(other.written[:60]) if other is not None else "another"
            mend = "leave one of them out, or tell this one first"
            return self._made(name, meaning, REFUSED, f"{taken} has taken it before; {mend}")
        return self._made(name, meaning, NOTHING)

    def _spots(self, change: WrittenChange, meaning: ChangeMeaning) -> Iterator[tuple[str, Spot]]:
        """Return of which hexes of which boards a change is given."""
        places = self.places.seen_from(change.board)
        where = meaning.where
        if where is None:
            for name in [change.board] if change.board else self.canvases:
                yield name, (None, None)
            return
        step = meaning.steps[0]
        pair = step.hexside if isinstance(step, TerrainChange) else None
        if pair is not None:
            yield from self._sides(places.hex(pair[0]), places.hex(pair[1]), where)
            return
        found = places.read(where)
        for name, canvas in self.canvases.items():
            printed = places.printed(found, name)
            if printed:
                yield name, (frozenset(canvas.picture.numbers[each] for each in printed), None)

    def _sides(self, first: Position, other: Position, where: str) -> Iterator[tuple[str, Spot]]:
        direction = direction_between(first, other)
        if direction is None:
            raise BadInput(f"names {where}, which do not adjoin; name two hexes that do")
        for name, canvas in self.canvases.items():
            turn = 3 if self.turned[name] else 0
            sides = {
                (canvas.picture.numbers[each], (way + turn) % 6)
                for place, way in ((first, direction), (other, direction + 3))
                for each in self.places.printed([place], name)
            }
            if sides:
                yield name, (None, frozenset(sides))

    def _counted(self, name: str, meaning: ChangeMeaning, found: Mask) -> Made:
        made = self._made(name, meaning, DONE)
        if not self.counted:
            return made
        picture = self.canvases[name].picture
        pixels: Pixels = np.nonzero(found)
        owners = picture.owned(pixels)
        names = list(picture.numbers)
        inside = owners >= 0
        left = set(self.places.printed(self.places.names, name))
        hexes = tuple(
            each for n in np.unique(owners[inside]).tolist() if (each := names[n]) in left
        )
        if not hexes:
            return replace(made, why="only beyond what is left of the board")
        sides: set[tuple[str, str]] = set()
        if all(map(_of_hexsides, meaning.steps)):
            for number, direction in picture.sides_in(found):
                both = [names[each] for each, _ in picture.both((number, direction))]
                if len(both) == 2 and left.issuperset(both):
                    sides.add((min(both), max(both)))
        return replace(made, pixels=int(found.sum()), hexes=hexes, hexsides=tuple(sorted(sides)))

    def _made(self, board: str, meaning: ChangeMeaning, outcome: str, why: str = "") -> Made:
        return Made(meaning.written, board, outcome, meaning.words, meaning.cited, why)


def _is_jungle(step: TerrainChange | str) -> bool:
    return isinstance(step, TerrainChange) and step.text == JUNGLE


def _of_hexsides(step: TerrainChange | str) -> bool:
    if not isinstance(step, TerrainChange):
        return False
    source = step.source if step.source is not None else ()
    return step.hexside is not None or (
        bool(source) and all(kind_of(each) == "hexside" for each in source)
    )


# --- Changes that are no terrain: given facts -----------------------------------------------------
#
# ``fortified L33h1`` makes a Location Fortified. Whether it can be, the rules say as the map is opened.


_FORTIFIED = pattern(r"fortified\s+([A-Za-z0-9]+)", re.IGNORECASE)


def split_changes(
    written_changes: Iterable[WrittenChange],
) -> tuple[list[WrittenChange], tuple[str, ...], tuple[Made, ...]]:
    """Split what is given from changes of terrain: these, the given terms, and what to tell of them."""
    terrain: list[WrittenChange] = []
    given: list[str] = []
    made: list[Made] = []
    for each in written_changes:
        match = _FORTIFIED.fullmatch(each.text.strip())
        if match is None:
            terrain.append(each)
            continue
        given.append(f"fortified({string_term(each.board + match[1])})")
        made.append(Made(each.text, each.board, DONE, f"given {given[-1]}", "B23.9"))
    return terrain, tuple(sorted(set(given))), tuple(made)
