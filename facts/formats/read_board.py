"""Reads a board from plain ASP facts.

The text may come from anywhere and is only read, never run. A board that ``board_text`` wrote
comes back equal; in a board written by hand most facts may be left out:

- ``place``: columns A, B, ... with every second one (B, D, ...) half a hex lower;
- ``elevation``: 0; ``terrain``: open; a ground Location: at the hex's elevation;
- ``layout``: thousandths of a hex, origin at the centre of A1, width and height as needed;
- ``board``: the file's name; ``confidence``: high.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.base.fact_syntax import (
    CONFIDENCE,
    NAME,
    NOTE,
    TEXT,
    Argument,
    ArgumentForm,
    Arguments,
    DeclaredFacts,
    Fact,
    Predicates,
    QuotedText,
    SourceText,
    Term,
    choices,
    numbers,
    string_term,
    written,
)
from hexcourt.facts.base.files import read_text
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import (
    Board,
    direction_between,
    hexside_key,
    location_order,
    natural,
    note_order,
)
from hexcourt.facts.boards.piece_table import COUNTERS, IN_THE_AIR
from hexcourt.facts.boards.records import (
    AREA,
    BOARD_ID,
    COUNTER_PLACE,
    GROUND,
    TERRAIN,
    Counter,
    Hex,
    Hexsides,
    Location,
    Outline,
    Sections,
    inherent_in,
    raster_of,
)
from hexcourt.facts.boards.sizes import MAX_CORNERS, MAX_HEXES, MAX_HEXES_OUTLINED, MAX_OUTLINES
from hexcourt.facts.formats.kinds import FACTS, expecting
from hexcourt.facts.geometry.coordinates import HEX, column_index
from hexcourt.facts.geometry.hexes import Layout, Position

# --- Predicates of a board (``asp/vocabulary``) ---------------------------------------------------


HIGHEST = 60
"""The highest level, up or down, in half levels."""

FARTHEST = 4_000
"""The largest column or half row."""

LARGEST_COORDINATE = 1_000_000
"""The largest coordinate of a drawing."""

LAYOUT_ITEMS = ("column_step", "hex_height", "origin_x", "origin_y", "width", "height")

MAP_RULES = ("cellars",)
"""What the rules say of one map alone: its multi-hex buildings have Cellars (O6.1)."""

NORTHS = ("up", "right", "down", "left")
"""Where North may lie on a drawing (A2.1)."""

_PLACE = pattern(r"ground|under|level\([1-9]\)")

_BOARD = ArgumentForm(
    'a quoted name on one line such as "budapest"',
    lambda value: isinstance(value, QuotedText) and "\n" not in value,
)
_LEVEL = numbers(f"a level (half levels, {-HIGHEST} to {HIGHEST})", -HIGHEST, HIGHEST)
_TERM = ArgumentForm("a term such as manhole", lambda value: isinstance(value, Term))
_COLUMN = numbers(f"a column (0 to {FARTHEST})", 0, FARTHEST)
_HALF_ROW = numbers(f"a half row ({-FARTHEST} to {FARTHEST})", -FARTHEST, FARTHEST)
_COUNT = numbers("a number from 0", 0, LARGEST_COORDINATE)
_COORDINATE = numbers(
    f"a coordinate ({-LARGEST_COORDINATE} to {LARGEST_COORDINATE})",
    -LARGEST_COORDINATE,
    LARGEST_COORDINATE,
)
_ANY_NUMBER = ArgumentForm("a whole number", lambda value: isinstance(value, int))
_DIVISOR = numbers("a whole number from 1", 1, 2**31 - 1)
_DIRECTION = numbers("a direction (0 N, 1 NE, ... 5 NW)", 0, 5)
_PLACE_TERM = ArgumentForm(
    "ground, under or level(1) to level(9)",
    lambda value: isinstance(value, Term) and _PLACE.fullmatch(value) is not None,
)
_BASE = ArgumentForm(
    "a level in half levels or ground",
    lambda value: value == "ground" if isinstance(value, Term) else _LEVEL.fits(value),
)
_COUNTER = choices(f"one of {', '.join(COUNTERS)}", *COUNTERS)
_MAP_RULE = choices(f"one of {', '.join(MAP_RULES)}", *MAP_RULES)
_NORTH = choices(f"one of {', '.join(NORTHS)}", *NORTHS)
_ITEM = choices(f"one of {', '.join(LAYOUT_ITEMS)}", *LAYOUT_ITEMS)

PREDICATES: Predicates = MappingProxyType(
    {
        "board": (("Name", _BOARD),),
        "source": (("Text", TEXT),),
        "layout": (("Item", _ITEM), ("Numerator", _ANY_NUMBER), ("Denominator", _DIVISOR)),
        "hex": (("Hex", HEX),),
        "place": (("Hex", HEX), ("Column", _COLUMN), ("HalfRow", _HALF_ROW)),
        "elevation": (("Hex", HEX), ("Level", _LEVEL)),
        "terrain": (("Hex", HEX), ("Terrain", TERRAIN)),
        "inherent": (("Hex", HEX), ("Terrain", TERRAIN)),
        "bed": (("Hex", HEX), ("Level", _LEVEL)),
        "stairwell": (("Hex", HEX),),
        "slope": (("Hex", HEX), ("Direction", _DIRECTION)),
        "hexside": (("Hex", HEX), ("Hex", HEX), ("Terrain", TERRAIN)),
        "location": (("Hex", HEX), ("Place", _PLACE_TERM), ("Level", _LEVEL)),
        "outline": (("Id", NAME), ("Terrain", TERRAIN), ("Base", _BASE)),
        "corner": (
            ("Id", NAME),
            ("Ring", _COUNT),
            ("Number", _COUNT),
            ("X", _COORDINATE),
            ("Y", _COORDINATE),
        ),
        "confidence": (("Id", NAME), ("Confidence", CONFIDENCE)),
        "feature": (("Hex", HEX), ("Printed", _TERM)),
        "span": (
            ("Row", _COUNT),
            ("First", _COUNT),
            ("Last", _COUNT),
            ("Terrain", TERRAIN),
            ("Level", _LEVEL),
        ),
        "counter": (("Hex", HEX), ("Place", COUNTER_PLACE), ("Terrain", _COUNTER)),
        "map_rule": (("Said", _MAP_RULE),),
        "part_of": (("Hex", HEX), ("Board", BOARD_ID)),
        "half_hex": (("Hex", HEX),),
        "also_named": (("Hex", HEX), ("Name", HEX)),
        "north": (("Side", _NORTH),),
        "area_means": (("Area", AREA), ("Sentence", TEXT)),
        "area": (("Area", AREA), ("Hex", HEX)),
        "given": (("Thing", _TERM),),
        "note": NOTE,
    }
)
"""The predicates in the order of the vocabulary, with the name and the kind of each argument."""


COLUMN_STEP = Fraction(872)
HEX_HEIGHT = Fraction(1000)
"""The hex of a board without a layout, in thousandths of its height."""

_KEYS = {
    "board": (0, "names"),
    "source": (0, "sources"),
    "layout": (1, "values"),
    "place": (1, "places"),
    "elevation": (1, "levels"),
    "inherent": (1, "inherent terrains"),
    "bed": (1, "depths"),
    "location": (2, "levels"),
    "outline": (1, "descriptions"),
    "corner": (3, "points"),
    "confidence": (1, "confidences"),
    "north": (0, "sides"),
}
"""Predicates with one fact for equal first arguments: how many those are, what the fact tells."""

_MOST = {"hex": MAX_HEXES, "outline": MAX_OUTLINES, "corner": MAX_CORNERS}
"""Predicates of which a board may have only so many facts."""

_HEX_NAME = pattern(r"(([A-Z])\2*)([0-9]+)")

Rings = tuple[tuple[tuple[int, int], ...], ...]


def read_board(path: Path) -> Board:
    """Read a facts file; raises BadInput with file, line and mend where it is not a board."""
    return parse_board(read_text(path, expecting("a board's facts (.lp)", FACTS)), str(path))


def parse_board(text: str, origin: str) -> Board:
    """Read a board from the text of a facts file; ``origin`` names the file in refusals.

    Hexes come in the order of their places; outlines and notes in natural order; terrain, features
    and the Locations of a hex sorted.
    """
    return _Reading(SourceText(text, origin)).board()


#! Q4.3 high: a large round dot of a house of two stories stands for its stairwell, too
TWO_STORIES = "dot(large_round)"


class _Reading(DeclaredFacts):
    """The facts of one file, by predicate, on their way to a board."""

    def __init__(self, source: SourceText) -> None:
        super().__init__(source, PREDICATES, "boards", _KEYS)
        if not self.facts["hex"]:
            raise BadInput(f'{source.origin}: the board has no hexes; add facts such as hex("A1").')
        for predicate, most in _MOST.items():
            if len(self.facts[predicate]) > most:
                at, text = self.facts[predicate][most].at, f"{predicate} facts are too many"
                raise self.source.refusal(
                    at, f"{len(self.facts[predicate])} {text}; give {most} at most"
                )
        if not self.facts["span"] and len(self.facts["hex"]) > MAX_HEXES_OUTLINED:
            sentence = (
                f"{source.origin}: more than {MAX_HEXES_OUTLINED} hexes need a drawing by spans"
            )
            raise BadInput(f"{sentence}; give fewer hexes, or spans")
        self.names = {str(fact.arguments[0]) for fact in self.facts["hex"]}
        self._refuse_unknown_hexes()
        self.places = self._places()

    def board(self) -> Board:
        """Put the board together."""
        hexes = self._hexes()
        outlines = self._outlines()
        layout = self._layout(outlines)
        spans = self.facts["span"]
        locations = self._locations(hexes)
        return Board(
            name=self.value("board", shown(Path(self.source.origin).stem)),
            source=self.value("source"),
            layout=layout,
            hexes=hexes,
            locations=locations,
            hexsides=self._hexsides(),
            outlines=outlines,
            raster=raster_of(self.source, spans, *self._raster_size()) if spans else None,
            notes=tuple(sorted(self.notes, key=note_order)),
            counters=self._counters(locations),
            sections=self._sections(),
            map_rules=tuple(sorted({str(each) for (each,) in self.listed("map_rule")})),
            north=self.value("north"),
            areas=MappingProxyType(self._areas()),
            area_sentences=self._listed("area_means"),
            given=tuple(sorted({str(each) for (each,) in self.listed("given")})),
        )

    def _areas(self) -> dict[str, tuple[str, ...]]:
        """Return the hexes of each area, none of one that is only given by sentences."""
        found = self._listed("area")
        return {name: found.get(name, ()) for name in {**found, **self._listed("area_means")}}

    def _listed(self, predicate: str) -> Mapping[str, tuple[str, ...]]:
        """Map the first argument of a predicate's facts to the second ones, in order, each once."""
        found: dict[str, dict[str, None]] = {}
        for fact in self.facts[predicate]:
            found.setdefault(str(fact.arguments[0]), {})[str(fact.arguments[1])] = None
        return MappingProxyType({name: tuple(each) for name, each in found.items()})

    def gathered(self, predicate: str) -> dict[str, set[str]]:
        """Map each hex to what a predicate lists for it."""
        found: dict[str, set[str]] = {}
        for fact in self.facts[predicate]:
            found.setdefault(str(fact.arguments[0]), set()).add(str(fact.arguments[1]))
        return found

    def _counters(self, locations: Sequence[Location]) -> tuple[Counter, ...]:
        known = {(each.hex, each.place) for each in locations}
        found = set()
        for fact in self.facts["counter"]:
            counter = Counter(*map(str, fact.arguments))
            if counter.place.startswith("level") and counter.terrain not in IN_THE_AIR:
                sentence = (
                    f"{counter.terrain} lies on {counter.place}; only SMOKE may, write ground"
                )
                raise self.source.refusal(fact.at, sentence)
            if (counter.hex, counter.place) not in known:
                sentence = f"{counter.hex} has no Location {counter.place}"
                mend = f'add location("{counter.hex}",{counter.place},Level)'
                raise self.source.refusal(fact.at, f"{sentence} for {counter.terrain}; {mend}")
            found.add(counter)
        return tuple(sorted(found))

    def _sections(self) -> Sections | None:
        """Describe the boards that a map is joined of, if it is."""
        if not any(self.facts[each] for each in ("part_of", "half_hex", "also_named")):
            return None
        parts = self.gathered("part_of")
        for name, at in self._declared().items():
            if name not in parts:
                sentence = f"hex {name} is part of no board, and others are"
                raise self.source.refusal(at, f'{sentence}; add part_of("{name}","1") or such')
        return Sections(
            parts=MappingProxyType({name: tuple(sorted(parts[name])) for name in self.places}),
            halves=frozenset(str(fact.arguments[0]) for fact in self.facts["half_hex"]),
            aliases=MappingProxyType(self._aliases()),
        )

    def _aliases(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for fact in self.facts["also_named"]:
            name, other = map(str, fact.arguments)
            if other in self.names or found.setdefault(other, name) != name:
                holder = found.get(other, other)
                sentence = f"{other} is the name of hex {holder} already; give {name} another"
                raise self.source.refusal(fact.at, sentence)
        return found

    def _declared(self) -> dict[str, int]:
        """Return where the facts declare each hex."""
        return {str(fact.arguments[0]): fact.at for fact in self.facts["hex"]}

    def _refuse_unknown_hexes(self) -> None:
        for predicate, facts in self.facts.items():
            hexes = [at for at, (name, _) in enumerate(PREDICATES[predicate]) if name == "Hex"]
            for fact in facts if hexes else ():
                for name in (str(fact.arguments[at]) for at in hexes):
                    if name not in self.names:
                        near = get_close_matches(name, sorted(self.names), n=1, cutoff=0.5)
                        other = f", or write {near[0]}" if near else ""
                        sentence = f'hex {name} is not on the board; add hex("{name}"){other}'
                        raise self.source.refusal(fact.at, sentence)

    def _places(self) -> dict[str, Position]:
        """Map the hexes to their places, in the order of the places."""
        given = self.single("place")
        places: dict[str, Position] = {}
        holders: dict[Position, str] = {}
        declared = self._declared()
        declared.update((str(fact.arguments[0]), fact.at) for fact in self.facts["place"])
        for name, at in declared.items():
            place = self._place(name, at, given)
            if place in holders:
                sentence = f"hexes {holders[place]} and {name} share one place; give each its own"
                raise self.source.refusal(at, sentence)
            holders[place] = name
            places[name] = place
        return dict(sorted(places.items(), key=lambda item: item[1]))

    def _place(self, name: str, at: int, given: dict[Arguments, Arguments]) -> Position:
        result = given.get((QuotedText(name),))
        if result is None:
            return self._usual_place(name, at)
        column, half_row = _whole(result[0]), _whole(result[1])
        if (column + half_row) % 2:
            sentence = f"column {column} and half row {half_row} of {name} add up to an odd number"
            raise self.source.refusal(at, f"{sentence}; mend one of them")
        return column, half_row

    def _usual_place(self, name: str, at: int) -> Position:
        match = _HEX_NAME.fullmatch(name)
        row = int(match[3]) if match else FARTHEST
        if match is None or row > FARTHEST // 2:
            sentence = f"hex {name} has no place and its name tells none; add"
            raise self.source.refusal(at, f'{sentence} place("{name}",Column,HalfRow)')
        column = column_index(match[1])
        return column, 2 * (row - 1) + column % 2

    def _hexes(self) -> tuple[Hex, ...]:
        levels, beds, inherent = map(self.single, ("elevation", "bed", "inherent"))
        terrain, features = self.gathered("terrain"), self.gathered("feature")
        stairwells = {str(fact.arguments[0]) for fact in self.facts["stairwell"]}
        slopes: dict[str, set[int]] = {}
        for fact in self.facts["slope"]:
            slopes.setdefault(str(fact.arguments[0]), set()).add(_whole(fact.arguments[1]))
        return tuple(
            Hex(
                name=name,
                place=place,
                level=_whole(levels.get((QuotedText(name),), (0,))[0]),
                terrain=tuple(sorted(terrain.get(name, {"open"}))),
                inherent=str(inherent[key][0])
                if (key := (QuotedText(name),)) in inherent
                else inherent_in(terrain.get(name, ())),
                bed=_whole(beds[key][0]) if key in beds else None,
                stairwell=name in stairwells or TWO_STORIES in features.get(name, ()),
                slopes=frozenset(slopes.get(name, ())),
                features=tuple(sorted(features.get(name, ()), key=natural)),
            )
            for name, place in self.places.items()
        )

    def _locations(self, hexes: Sequence[Hex]) -> tuple[Location, ...]:
        levels: dict[str, dict[str, int]] = {each.name: {GROUND: each.level} for each in hexes}
        for (name, place), (level,) in self.single("location").items():
            levels[str(name)][str(place)] = _whole(level)
        return tuple(
            Location(name, place, level)
            for name, places in levels.items()
            for place, level in sorted(places.items(), key=lambda item: location_order(item[0]))
        )

    def _hexsides(self) -> Hexsides:
        found: dict[tuple[str, str], frozenset[str]] = {}
        for fact in self.facts["hexside"]:
            first, second, term = map(str, fact.arguments)
            if direction_between(self.places[first], self.places[second]) is None:
                sentence = f"hexes {first} and {second} do not adjoin; name two neighbours"
                raise self.source.refusal(fact.at, sentence)
            key = hexside_key(first, second)
            found[key] = found.get(key, frozenset()) | {term}
        return MappingProxyType(found)

    def _outlines(self) -> tuple[Outline, ...]:
        described = self.single("outline")
        confidences = self.single("confidence")
        self._refuse_unknown_outlines({str(name) for (name,) in described})
        rings = self._rings()
        found = []
        for fact in self.facts["outline"]:
            name = str(fact.arguments[0])
            if name not in rings:
                shown = string_term(name)
                sentence = f"outline {shown} has no corners; add corner({shown},0,0,X,Y) and so on"
                raise self.source.refusal(fact.at, sentence)
            terrain, base = described[(QuotedText(name),)]
            confidence = confidences.get((QuotedText(name),), ("high",))[0]
            level = base if isinstance(base, int) else None
            found.append(Outline(name, str(terrain), level, rings[name], str(confidence)))
        return tuple(sorted(set(found), key=lambda each: natural(each.name)))

    def _refuse_unknown_outlines(self, names: set[str]) -> None:
        for fact in self.facts["corner"] + self.facts["confidence"]:
            name = str(fact.arguments[0])
            if name not in names:
                shown = string_term(name)
                sentence = f"outline {shown} is not declared; add outline({shown},Terrain,Base)"
                raise self.source.refusal(fact.at, sentence)

    def _rings(self) -> dict[str, Rings]:
        """Put the corners of each outline in order."""
        corners: dict[str, dict[int, dict[int, tuple[int, int]]]] = {}
        for (name, ring, number), (x, y) in self.single("corner").items():
            rings = corners.setdefault(str(name), {})
            rings.setdefault(_whole(ring), {})[_whole(number)] = (_whole(x), _whole(y))
        for fact in self.facts["corner"]:
            self._refuse_gaps(fact, corners[str(fact.arguments[0])])
        return {
            name: tuple(
                tuple(rings[ring][number] for number in range(len(rings[ring])))
                for ring in range(len(rings))
            )
            for name, rings in corners.items()
        }

    def _refuse_gaps(self, fact: Fact, rings: dict[int, dict[int, tuple[int, int]]]) -> None:
        name = written(fact.arguments[0])
        ring, number = _whole(fact.arguments[1]), _whole(fact.arguments[2])
        size = len(rings[ring])
        if ring >= len(rings):
            sentence = f"outline {name} has a ring {ring} but {len(rings)} in all; count from 0"
        elif number >= size:
            sentence = f"ring {ring} of {name} has corner {number} but {size} in all; count from 0"
        elif size < 3:
            sentence = f"ring {ring} of outline {name} has {size} corners; give 3 at least"
        else:
            return
        raise self.source.refusal(fact.at, sentence)

    def _layout(self, outlines: Sequence[Outline]) -> Layout:
        items = self._layout_items()
        across = items.get("column_step", COLUMN_STEP)
        down = items.get("hex_height", HEX_HEIGHT)
        origin = (items.get("origin_x", Fraction(0)), items.get("origin_y", Fraction(0)))
        width, height = self._needed(across, down, origin, outlines)
        width, height = items.get("width", width), items.get("height", height)
        if max(width, height) > LARGEST_COORDINATE:
            raise BadInput(
                f"{self.source.origin}: the drawing is {width} by {height}; give nearer hexes or a "
                f"layout within {LARGEST_COORDINATE}"
            )
        return Layout(across, down, origin, (int(width), int(height)))

    def _needed(
        self,
        across: Fraction,
        down: Fraction,
        origin: tuple[Fraction, Fraction],
        outlines: Sequence[Outline],
    ) -> tuple[Fraction, Fraction]:
        """Return the width and height that hold all hexes and outlines."""
        corners = [corner for each in outlines for ring in each.rings for corner in ring]
        column = max(place[0] for place in self.places.values())
        half_row = max(place[1] for place in self.places.values())
        right = origin[0] + across * (column + Fraction(2, 3))
        bottom = origin[1] + down * Fraction(half_row + 1, 2)
        width = max([math.ceil(right), 1, *(x for x, _ in corners)])
        height = max([math.ceil(bottom), 1, *(y for _, y in corners)])
        return Fraction(width), Fraction(height)

    def _layout_items(self) -> dict[str, Fraction]:
        self.single("layout")
        items: dict[str, Fraction] = {}
        for fact in self.facts["layout"]:
            item, value = str(fact.arguments[0]), Fraction(*map(_whole, fact.arguments[1:]))
            if not item.startswith("origin") and value <= 0:
                raise self.source.refusal(fact.at, f"layout {item} is {value}; write more than 0")
            if abs(value) > LARGEST_COORDINATE:
                sentence = f"layout {item} is {value}; write {LARGEST_COORDINATE} at most"
                raise self.source.refusal(fact.at, sentence)
            if item in ("width", "height") and value.denominator != 1:
                raise self.source.refusal(
                    fact.at, f"layout {item} is {value}; write a whole number"
                )
            items[item] = value
        return items

    def _raster_size(self) -> tuple[int, int]:
        items = self._layout_items()
        for item in ("width", "height"):
            if item not in items:
                at = self.facts["span"][0].at
                sentence = f"a board drawn by spans needs its {item}; add layout({item},Pixels,1)"
                raise self.source.refusal(at, sentence)
        return int(items["width"]), int(items["height"])


def _whole(argument: Argument) -> int:
    """Take an argument whose kind has been checked as the whole number that it is."""
    return int(argument)
