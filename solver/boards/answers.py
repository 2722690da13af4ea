"""Answers about boards and their hexes, named areas, and grid coordinates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from hexcourt.facts.areas.read_sentences import (
    EntrySentence,
    Placed,
    Setup,
    is_sentence,
    read_area,
    read_sentence,
)
from hexcourt.facts.base.errors import BadInput, listed
from hexcourt.facts.boards.board import Board, hex_order, hexside_key
from hexcourt.facts.boards.records import Counter as OnMap
from hexcourt.facts.boards.records import Hex, Location
from hexcourt.facts.formats.embedded import embedded_board, embedded_names
from hexcourt.facts.geometry.coordinates import Coordinate, parse_coordinate
from hexcourt.facts.tracing.movement_facts import is_cut_out
from hexcourt.facts.tracing.touched import hexes_of
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import (
    attributes,
    counted,
    counter_words,
    in_columns,
    level_words,
    terrain_words,
)
from hexcourt.solver.position.areas import Areas
from hexcourt.solver.position.locations import read_location
from hexcourt.solver.query.answers import area_arguments, north_assumption

CUT = "the edges are those at which the board was cut out of a larger map"

_KINDS = {Setup: "setup", EntrySentence: "entry", Placed: "placed"}


def list_areas(board: Board) -> Answer:
    """List the named areas of a board with their hexes."""
    areas = Areas(board)
    if not areas.names:
        raise BadInput(
            f"board {board.title} has no named areas; give a sentence such as 'hexes <= 4', or "
            "--areas NAME=SENTENCE"
        )
    rows = [_named_row(areas, name) for name in areas.names]
    return _answer(areas, rows, None, "done")


def find_area(board: Board, sentence: str) -> Answer:
    """List the hexes of an area, or of a sentence of setup or entry."""
    areas = Areas(board)
    row = _sentence_row(areas, sentence)
    return _answer(areas, [row], sentence, "yes" if row["hexes"] else "no")


def _answer(
    areas: Areas, rows: Sequence[Mapping[str, Any]], sentence: str | None, verdict: str
) -> Answer:
    board = areas.board
    assumptions = tuple(_assumptions(areas, rows))
    lines = [line for row in rows for line in _lines(row)]
    lines += [f"taken for granted: {each}" for each in assumptions]
    arguments = {"sentence": sentence, **area_arguments(board)}
    counts = {"areas": len(rows), "hexes": len({name for row in rows for name in row["hexes"]})}
    return Answer(
        "map areas", board, verdict, arguments, rows, counts, assumptions, "asking", tuple(lines)
    )


def _named_row(areas: Areas, name: str) -> dict[str, Any]:
    result = areas.sentences.get(name, ())
    read = [read_area(each, areas.names) for each in result]
    return {
        "area": name,
        "kind": "area",
        "sentences": list(result),
        "read": [str(each.value) for each in read],
        "hexes": sorted(areas.named(name), key=hex_order),
        "notes": [note for each in read for note in each.notes],
    }


def _sentence_row(areas: Areas, sentence: str) -> dict[str, Any]:
    row = {"area": None, "kind": "area", "sentences": [sentence]}
    if is_sentence(sentence):
        read = read_sentence(sentence, areas.names)
        found = areas.ground.of_sentence(read.value)
        remarks = [f"not read: {each}" for each in read.value.remarks]
        if (
            isinstance(read.value, EntrySentence)
            and not found
            and areas.ground.hexes(read.value.where)
        ):
            remarks.append("none of these hexes lies at an edge, where units enter (A2.5)")
        row["kind"], text, notes = _KINDS[type(read.value)], str(read.value), read.notes
    else:
        area = read_area(sentence, areas.names)
        found, remarks = areas.ground.hexes(area.value), []
        text, notes = str(area.value), area.notes
    return {
        **row,
        "read": [text],
        "hexes": sorted(found, key=hex_order),
        "notes": [*notes, *remarks],
    }


def _assumptions(areas: Areas, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Describe what was taken for granted: where North is, and that edges are edges."""
    items = [each for row in rows for each in row["read"]]
    yield from north_assumption(areas.board, *items)
    if is_cut_out(areas.board) and any("edge" in each for each in items):
        yield CUT


def _lines(row: Mapping[str, Any]) -> Iterator[str]:
    read = " or ".join(row["read"])
    hexes = counted(len(row["hexes"]), "hex", "hexes")
    text = f"{row['area']}: " if row["area"] else ""
    yield f"{text}{hexes}" + (f": {read}" if read else "")
    yield from (f"  {line}" for line in in_columns(row["hexes"]))
    yield from (f"  note: {note}" for note in row["notes"])


def read_coordinate(text: str) -> Answer:
    """Read a coordinate and tell its parts."""
    coordinate = parse_coordinate(text)
    coordinate.check_neighbours()
    parts = dict(_parts(coordinate))
    sentence = ", ".join(f"{name} {entry}".strip() for name, entry in parts.items())
    lines = (f"{coordinate}: {sentence}",)
    return Answer("coordinate", None, "done", {"coordinate": text}, [parts], lines=lines)


def _parts(coordinate: Coordinate) -> Iterator[tuple[str, str]]:
    where = coordinate.hex
    if where.board is not None:
        yield "board", where.board
    if where.overlay is not None:
        yield "overlay", where.overlay
    yield "hex", str(where.name)
    if len(coordinate.bypass) == 1:
        yield "Bypass along the hexside with", str(coordinate.bypass[0])
    if len(coordinate.bypass) == 2:
        yield "at the vertex with", " and ".join(map(str, coordinate.bypass))
    if coordinate.half_levels:
        yield "level", level_words(coordinate.half_levels)
    if coordinate.inside is not None:
        yield "in its", coordinate.inside.name.lower()
    if coordinate.facing is not None:
        status = coordinate.facing.status.name.replace("_", " ").capitalize()
        yield f"{status} status facing", str(coordinate.facing.toward)
    if coordinate.covered_arc is not None:
        yield "Covered Arc on the hexspine", "/".join(map(str, coordinate.covered_arc))
    if coordinate.conveyed is not None:
        yield coordinate.conveyed.role.name.capitalize() + " of", coordinate.conveyed.vehicle
    if coordinate.beneath_wire:
        yield "beneath", "Wire"
    if coordinate.beneath_bridge:
        yield "beneath", "a Bridge counter"


def list_boards() -> Answer:
    """List the embedded boards."""
    rows, lines = [], []
    for board in map(embedded_board, embedded_names()):
        size = {"hexes": len(board.hexes), "locations": len(board.locations)}
        rows.append({"name": board.title, "source": board.source, **size})
        lines += [f"{board.title}: {size_words(board)}", f"    {board.source}"]
    return Answer("boards", None, "done", {}, rows, lines=tuple(lines))


def size_words(board: Board) -> str:
    """Describe how many hexes and Locations a board has."""
    hexes = counted(len(board.hexes), "hex", "hexes")
    return f"{hexes}, {counted(len(board.locations), 'Location')}"


def show_board(board: Board, hex_name: str | None = None) -> Answer:
    """Return what is on a board, or in one of its hexes, which is named as a user writes it."""
    chosen = board.hexes if hex_name is None else (_read_hex(board, hex_name),)
    rows = [_hex_row(board, record) for record in chosen]
    lines = _board_lines(board) if hex_name is None else _hex_lines(board, rows[0])
    return Answer(
        "board show", board, "done", {"hex": hex_name}, rows, assumed=(), lines=tuple(lines)
    )


def _read_hex(board: Board, text: str) -> Hex:
    """Find a hex by what a user writes: its coordinate."""
    place, _ = read_location(board, text)
    return board.hex(place.hex)


def _location_row(place: Location) -> dict[str, Any]:
    row = {"name": place.name, "place": place.place, "level": place.level / 2}
    return {**row, "level": None, "undecided": place.unsure} if place.unsure else row


def _hex_row(board: Board, record: Hex) -> dict[str, Any]:
    sides = {}
    for other in board.neighbours[board.indices[record.name]]:
        if other >= 0:
            name = board.hexes[other].name
            terms = board.hexsides.get(hexside_key(record.name, name))
            if terms:
                sides[name] = sorted(terms)
    return {
        "hex": record.name,
        "level": record.level / 2,
        **attributes(record, "terrain", "inherent", "stairwell", "features"),
        "bed": None if record.bed is None else record.bed / 2,
        "locations": [_location_row(place) for place in board.locations_of(record.name)],
        "hexsides": sides,
        "depictions": list(_depictions(board, record)),
        "counters": [
            attributes(each, "terrain", "place")
            for each in board.counters
            if each.hex == record.name
        ],
        "notes": [
            {"confidence": sure, "text": text}
            for subject, sure, text in board.notes
            if subject == record.name
        ],
        **_boards_row(board, record),
    }


def _boards_row(board: Board, record: Hex) -> dict[str, Any]:
    """Tell, on a map of boards, of which a hex is part, and what it is called besides."""
    if board.sections is None:
        return {}
    aliases = board.sections.aliases
    return {
        "boards": list(board.sections.parts[record.name]),
        "half_hex": record.name in board.sections.halves,
        "also_named": [other for other, name in aliases.items() if name == record.name],
    }


def _depictions(board: Board, record: Hex) -> Iterator[dict[str, Any]]:
    """List what is drawn in a hex: outlines with a corner or the centre in it, or pixels by kind."""
    if board.raster is None:
        for drawn in board.outlines:
            if record.name in hexes_of(board, drawn):
                yield {"name": drawn.name, "terrain": drawn.terrain, "confidence": drawn.confidence}
        return
    x, y = board.layout.centre(record.place)
    across, down = float(board.layout.column_step) * 2 / 3, float(board.layout.hex_height) / 2
    window = np.s_[
        max(0, int(x - across)) : int(x + across) + 1, max(0, int(y - down)) : int(y + down) + 1
    ]
    terrain, level = board.raster.terrain[window], board.raster.level[window]
    xs, ys = np.nonzero(terrain >= 0)
    held = (
        board.layout.places_at(xs + window[0].start + 0.5, ys + window[1].start + 0.5)
        == np.array(record.place)
    ).all(axis=1)
    pairs = zip(
        terrain[xs[held], ys[held]].tolist(), level[xs[held], ys[held]].tolist(), strict=True
    )
    for (kind, height), count in sorted(
        Counter(pairs).items(), key=lambda item: (-item[1], item[0])
    ):
        yield {"terrain": board.raster.terms[kind], "level": height / 2, "pixels": count}


def _board_lines(board: Board) -> Iterator[str]:
    levels = Counter(record.level for record in board.hexes)
    terrain = Counter(term for record in board.hexes for term in record.terrain)
    yield f"{board.title}: {size_words(board)}"
    if board.source:
        yield board.source
    of_levels = (
        f"{level_words(n)} ({counted(k, 'hex', 'hexes')})" for n, k in sorted(levels.items())
    )
    yield f"levels: {', '.join(of_levels)}"
    text = ", ".join(f"{terrain_words(term)} {count}" for term, count in sorted(terrain.items()))
    yield f"terrain at the centre dots: {text}"
    sides = Counter(term for terms in board.hexsides.values() for term in terms)
    if sides:
        text = ", ".join(f"{terrain_words(term)} {count}" for term, count in sorted(sides.items()))
        yield f"hexsides: {text}"
    if board.counters:
        yield f"counters: {', '.join(map(counter_words, board.counters))}"


def _level(place: Mapping[str, Any]) -> str:
    unsure = place.get("undecided")
    return f"unknown: {unsure}" if unsure else level_words(int(2 * place["level"]))


def _hex_lines(board: Board, row: Mapping[str, Any]) -> Iterator[str]:
    terrain = ", ".join(map(terrain_words, row["terrain"]))
    yield f"{row['hex']} on {board.title}: level {level_words(int(2 * row['level']))}, {terrain}"
    if "boards" in row:
        named = "".join(f", also named {other}" for other in row["also_named"])
        half = ", a half-hex at the edge of the map" if row["half_hex"] else ""
        yield f"part of board {listed(row['boards'])}{half}{named}"
    if row["inherent"]:
        yield f"inherent terrain: {terrain_words(row['inherent'])}"
    if row["bed"] is not None:
        yield f"depression, bottom at level {level_words(int(2 * row['bed']))}"
    for place in row["locations"]:
        name = terrain_words(place["place"])
        yield f"Location {place['name']}: {name}, level {_level(place)}"
    if any(place["place"].startswith("level(") for place in row["locations"]):
        yield "stairwell" if row["stairwell"] else "no stairwell"
    for other, terms in sorted(row["hexsides"].items()):
        yield f"hexside {row['hex']}-{other}: {', '.join(map(terrain_words, terms))}"
    for drawn in row["depictions"]:
        size = f", {drawn['pixels']} pixels" if "pixels" in drawn else ""
        level = f" on level {level_words(int(2 * drawn['level']))}" if "level" in drawn else ""
        sure = f", outline of {drawn['confidence']} confidence" if "confidence" in drawn else ""
        name = f" {drawn['name']}" if "name" in drawn else ""
        yield f"drawn{name}: {terrain_words(drawn['terrain'])}{level}{size}{sure}"
    for feature in row["features"]:
        yield f"printed: {feature}"
    for each in row["counters"]:
        result = counter_words(OnMap(row["hex"], each["place"], each["terrain"]))
        yield f"counter: {result}"
    for note in row["notes"]:
        yield f"note ({note['confidence']} confidence): {note['text']}"
