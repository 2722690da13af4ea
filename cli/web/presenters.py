"""What the page shows: scenario cards, the map of a position, marks of an answer, the palette."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import dist
from pathlib import Path
from typing import Any

import numpy as np

from hexcourt.cli.render.sheet import HexSpot, Sheet, UndrawnMap
from hexcourt.cli.render.style import Point
from hexcourt.cli.web.board_registry import BoardRegistry, is_picture_alone
from hexcourt.facts.base.errors import BadInput, shown
from hexcourt.facts.base.fact_syntax import ArgumentForm, Term
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.board import Board, direction_between, hexside_key
from hexcourt.facts.boards.piece_table import PIECE_KINDS
from hexcourt.facts.boards.records import Hex, Location
from hexcourt.facts.cards.card import Group
from hexcourt.facts.cards.drafting import read_or_draft
from hexcourt.facts.cards.read_cards import is_card
from hexcourt.facts.drafting.lists import SHIPPED, legend_words, shipped_text
from hexcourt.facts.formats.vassal import SAVES
from hexcourt.facts.geometry.coordinates import HEX, HEX_NAME
from hexcourt.facts.maps.compose_map import archive_paths, read_composed_map
from hexcourt.facts.maps.configuration import SUFFIX as MAP_SUFFIX
from hexcourt.facts.maps.map_pictures import Pixels, archive_pixels, map_pixels, picture_in
from hexcourt.facts.pieces.pieces import PIECES
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.arguments import QUESTIONS, REQUIRED, QuestionKind, Texts
from hexcourt.solver.answer.words import attributes, reason_words, terrain_words
from hexcourt.solver.position.board_state import BoardState
from hexcourt.solver.position.opening import sentence_finder
from hexcourt.solver.scenario.scenario import Scenario
from hexcourt.solver.scenario.setup.limits import setup_hexes


def kind_of_file(path: Path) -> str:
    """Return what a file that may be asked about is: ``save``, ``card``, ``map``, ``board``, or
    ``picture`` for an archive of a map that has a picture alone.
    """
    kind = path.suffix.lower()
    if kind in SAVES:
        return "save"
    try:
        if kind == ".toml":
            return "card" if is_card(path) else "map"
        if is_picture_alone(path):
            return "picture"
    except (BadInput, OSError):
        pass
    return "board"


def open_scenario(path: Path, registry: BoardRegistry) -> Scenario | None:
    """Open the scenario of a card, or of a save, its boards looked for wherever archives lie on the
    registry; None for another file.
    """
    if kind_of_file(path) not in ("card", "save"):
        return None
    folders = registry.folders()
    return Scenario(read_or_draft(path, folders), folders)


def card_as_json(name: str, scenario: Scenario) -> dict[str, Any]:
    """Return a card as JSON: its areas on the map, its groups, and what of it is not understood."""
    card = scenario.card
    areas = scenario.position.opened.areas
    return {
        "card": name,
        "id": card.id,
        "title": card.title,
        "sides": [each.name for each in card.sides],
        "areas": {area: list(areas[area]) for area in card.areas if area in areas},
        "groups": [_group(scenario, each) for each in card.groups],
        "not_understood": [
            {"subject": subject, "text": text, "why": why}
            for subject, text, why in scenario.not_understood
        ],
    }


def _group(scenario: Scenario, group: Group) -> Mapping[str, Any]:
    enters = group.entry is not None
    hexes = scenario.entry_hexes(group) if enters else setup_hexes(scenario, group)
    return {
        **attributes(group, "id", "side", "placed"),
        "enters": enters,
        "where": str(group.entry) if enters else group.setup,
        "hexes": None if hexes is None else list(hexes),
        "units": [str(each) for each in group.units],
        "fortifications": [str(each) for each in group.fortifications],
    }


def marks_of(rows: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Light the hexes that show findings, each by the worst of these."""
    worst = ("fail", "unknown", "warn", "pass")
    hexes: dict[str, dict[str, Any]] = {}
    for row in sorted(rows, key=lambda each: worst.index(each["found"])):
        for name in row["witness"]["hexes"]:
            hexes.setdefault(name, {"found": row["found"]})
    return {"hexes": hexes, "points": [], "line": None}


def has_picture(path: Path, registry: BoardRegistry, scenario: Scenario | None) -> bool:
    """Return whether the archive of a board, or of one of a map or a scenario, holds a picture."""
    paths: Iterable[Path] = (path,)
    if scenario is not None:
        paths = (Path(each.printed.path) for each in scenario.composed_map.drawings.values())
    elif path.suffix.lower() == MAP_SUFFIX:
        paths = archive_paths(path, registry.folders())
    return any(picture_in(each) is not None for each in paths)


def drawn_picture(path: Path, registry: BoardRegistry, scenario: Scenario | None) -> bytes:
    """Return the picture of a board, a map or a scenario as PNG; raises BadInput without one."""
    pixels: Pixels | None
    if scenario is not None:
        pixels = map_pixels(scenario.shown_map)
    elif path.suffix.lower() == MAP_SUFFIX:
        pixels = map_pixels(read_composed_map(path, sentence_finder, registry.folders()))
    else:
        pixels = archive_pixels(path)
    if pixels is None or not pixels[:, :, 3].any():
        raise BadInput(f"{shown(path.name)}: the archive holds no picture of its board")
    from PIL import Image

    made = io.BytesIO()
    image = Image.fromarray(np.ascontiguousarray(pixels.transpose(1, 0, 2)))
    image.save(made, "PNG", compress_level=1)
    return made.getvalue()


def map_of(name: str, position: BoardState, sheet: Sheet, pictured: bool = False) -> dict[str, Any]:
    """Return the map of a position in the units of its drawing, and where a picture of it lies."""
    board = position.board_of_lines
    return {
        "board": name,
        "title": board.title,
        "digest": position.digest,
        "width": _tenths(sheet.width),
        "height": _tenths(sheet.height),
        "north": board.north,
        "hexes": [_hex(board, each, sheet.spots[each.name]) for each in board.hexes],
        "edges": list(_edges(board, sheet)),
        "areas": {area: list(hexes) for area, hexes in sorted(board.areas.items())},
        "picture": _picture_box(board, sheet) if pictured else None,
    }


def _picture_box(board: Board, sheet: Sheet) -> list[float]:
    """Return where the picture of a board lies on its drawing: left, top, width and height."""
    first = board.hexes[0]
    spot, (x, y) = sheet.spots[first.name], board.layout.centre(first.place)
    scale = dist(spot.corners[0], spot.corners[3]) / (
        2 * dist((0, 0), board.layout.corner_offsets()[0])
    )
    width, height = board.layout.extent
    box = spot.centre[0] - x * scale, spot.centre[1] - y * scale, width * scale, height * scale
    return [_tenths(float(each)) for each in box]


def draw_map(position: BoardState) -> str:
    """Draw the map of a position."""
    return UndrawnMap(position.board_of_lines).draw()


def sheet_of(position: BoardState) -> Sheet:
    """Return where the hexes of a position lie on its drawing; what lies on it moves none."""
    return UndrawnMap(position.opened).sheet


def _hex(board: Board, record: Hex, spot: HexSpot) -> dict[str, Any]:
    places = board.locations_of(record.name)
    x, y = _point(spot.centre)
    return {
        "name": record.name,
        "x": x,
        "y": y,
        "corners": [_point(each) for each in spot.corners],
        "level": record.level / 2,
        **attributes(record, "terrain", "inherent", "features", "stairwell"),
        "words": [terrain_words(each) for each in record.terrain],
        "locations": [each.name for each in places],
        "places": [_place(each) for each in places],
        "counters": [
            attributes(each, "terrain", "place")
            for each in board.counters
            if each.hex == record.name
        ],
    }


def _place(place: Location) -> dict[str, Any]:
    level = None if place.unsure else place.level / 2
    return {"name": place.name, "place": place.place, "level": level}


def _edges(board: Board, sheet: Sheet) -> Iterator[Mapping[str, Any]]:
    """List the hexsides between two hexes that hold terrain, with their ends."""
    blocked = {hexside_key(*each[:2]): each for each in board.roadblocks}
    for one, other in sorted({*board.hexsides, *blocked}):
        direction = direction_between(board.hex(one).place, board.hex(other).place)
        if direction is None:
            continue
        terms = sorted(board.hexsides.get((one, other), ()))
        there = sheet.spots[other].centre
        near = sorted(sheet.spots[one].corners, key=lambda corner: dist(corner, there))[:2]
        yield {
            "hexes": [one, other],
            "ends": [_point(each) for each in near],
            "terrain": terms,
            "roadblock": (one, other) in blocked,
        }


def _point(point: Point) -> list[float]:
    return [_tenths(point[0]), _tenths(point[1])]


def _tenths(value: float) -> float:
    return round(value, 1)


Row = Mapping[str, Any]

_HEX = pattern(HEX_NAME)
_BEHIND = pattern(r"/|ca(?=[A-Z\[0-9])")
"""What parts the hexes of a place from a Location in it, or from the VCA of a vehicle there."""


class Marker:
    """Finds on the map of a board what an answer speaks of."""

    def __init__(self, board: Board, sheet: Sheet) -> None:
        self.board = board
        self.sheet = sheet

    def of(self, question: str, answer: Answer, named: Sequence[str]) -> dict[str, Any]:
        """Return what to light: ``hexes`` by name, ``points`` in order, and the ``line`` of ``los``.

        ``named`` is what the question named, in words that may hold hexes.
        """
        rows = answer.rows
        hexes: dict[str, dict[str, Any]] = {}
        points: list[dict[str, Any]] = []
        line = None
        if question == "los":
            row = rows[0]
            ends = [self._mark(row[end], what="end") for end in ("from", "to")]
            points += [*ends, *self._reasons(row["reasons"])]
            line = [[each["x"], each["y"]] for each in ends]
        elif question == "see":
            hexes = {row["from"]: _some(row, "verdict", "hindrance", "rule") for row in rows}
            hexes = {name: result for name, result in hexes.items() if name in self.board.by_name}
            points += [self._mark(each, what="target") for each in answer.arguments["targets"]]
        elif question in ("reach", "entry"):
            for row in rows:
                result = _some(row, "turn", "spent", "certain", "turns_late")
                hexes.setdefault(row["hex"], result)
        elif question == "exposure" and answer.answer != "no":
            points += self._steps(0, rows)
        elif question in ("path", "exposure"):
            for number, row in enumerate(rows):
                points += self._steps(number, row.get("steps", ()))
        elif question == "adjacent":
            hexes = {
                name: {"adjacent": row["adjacent"]}
                for row in rows
                for name in self._hexes(row["location"])
            }
        elif question == "ask":
            hexes = {
                name: {"certain": row.get("certain", True)}
                for row in rows
                if "row" in row
                for value in row["row"].values()
                for name in self._hexes(value)
            }
        if question == "cut":
            pieces = [piece for row in rows for piece in row.get("pieces") or ()]
            points += [self._mark(each, what="piece") for each in dict.fromkeys(pieces)]
        points += [self._mark(each, what="named") for each in named if self._hexes(each)]
        return {"hexes": hexes, "points": points, "line": line}

    def _reasons(self, reasons: Sequence[Row]) -> Iterator[dict[str, Any]]:
        for number, reason in enumerate(reasons):
            where = reason.get("hexside") or reason.get("hex")
            if where is not None:
                words = reason_words(reason)[0]
                fields = {"reason": number, "effect": reason["effect"], "words": words}
                yield self._mark(where, what="reason", **fields)

    def _steps(self, way: int, steps: Sequence[Row]) -> Iterator[dict[str, Any]]:
        if steps:
            yield self._mark(steps[0]["from"], what="start", row=way)
        for step in steps:
            result = _some(step, "turn", "cost", "spent")
            yield self._mark(step["to"], what="step", row=way, **result)

    def _mark(self, text: str, **value: Any) -> dict[str, Any]:
        """Mark what a text names: a hex in its middle, a hexside or a vertex between its hexes."""
        hexes = self._hexes(text)
        spots = [self.sheet.spots[each].centre for each in hexes]
        count = len(spots) or 1
        x, y = (round(sum(each[n] for each in spots) / count, 1) for n in (0, 1))
        where = {"x": x, "y": y} if spots else {"x": None, "y": None}
        return {**value, "name": text, "hexes": hexes, **where}

    def _hexes(self, value: object) -> list[str]:
        """List the hexes that a text names, in order, each once."""
        if not isinstance(value, str):
            return []
        where = value if '"' in value else _BEHIND.split(value)[0]
        found = (self.board.called(each) for each in _HEX.findall(where))
        return [each for each in dict.fromkeys(found) if each in self.board.by_name]


def _some(row: Row, *names: str) -> dict[str, Any]:
    return {name: row[name] for name in names if name in row}


def palette() -> dict[str, Any]:
    """List the kinds of pieces with what each needs to be given, the units that move, the terrain
    that a legend may name, and the legends that are shipped.
    """
    from hexcourt.solver.placement.hex_facts import known_units

    return {
        "pieces": [
            {
                "kind": name,
                "sign": kind.sign,
                "lies": kind.lies,
                "arguments": [_argument(*each) for each in PIECES[name]],
            }
            for name, kind in PIECE_KINDS.items()
        ],
        "units": [name.replace("_", "-") for name in known_units()],
        "terrain": legend_words(),
        "legends": {name: shipped_text(name) for name in SHIPPED},
    }


def forms() -> dict[str, Any]:
    """List the questions with their arguments, and the words for actions, attacks and facts."""
    from hexcourt.solver.position.read_actions import words

    return {
        "questions": [_form(each) for each in QUESTIONS.values() if each.over_network],
        "words": [
            {**attributes(each, "role", "form", "sentence", "example")} for each in words().values()
        ],
    }


def _form(question: QuestionKind) -> dict[str, Any]:
    arguments = [
        {
            "name": name,
            "help": argument.help,
            "unit": argument.unit,
            "default": None if default is REQUIRED else default,
            "required": default is REQUIRED,
            "several": isinstance(argument.kind, Texts),
            "kind": type(argument.kind).__name__.lower(),
            "choices": list(getattr(argument.kind, "words", ())),
            "completion": argument.completion,
        }
        for name, argument, default in question.offered()
    ]
    return {"name": question.name, "help": question.help, "arguments": arguments}


def _argument(name: str, kind: ArgumentForm) -> dict[str, Any]:
    words = dict.fromkeys(re.findall(r"\w+", kind.what))
    return {
        "name": name,
        "hex": kind.fits is HEX.fits,
        "optional": kind.optional,
        "choices": [each for each in words if kind.fits(Term(each))],
    }
