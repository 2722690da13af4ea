"""Answers about what is on a board, or in one of its hexes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from hexcourt.facts.boards.board import Board, hexside_key
from hexcourt.facts.boards.records import Counter as OnMap
from hexcourt.facts.boards.records import Hex, Location
from hexcourt.facts.errors import listed
from hexcourt.facts.lines.outlines.drawing import hexes_of
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.boards.listing import size_words
from hexcourt.solver.answering.words import counted, counter_words, level_words, terrain_words
from hexcourt.solver.position.locations import read_location


def show_board(board: Board, hex_name: str | None = None) -> Answer:
    """Tell what is on a board, or in one of its hexes, which is named as a user writes it."""
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
        "terrain": list(record.terrain),
        "inherent": record.inherent,
        "bed": None if record.bed is None else record.bed / 2,
        "stairwell": record.stairwell,
        "locations": [_location_row(place) for place in board.locations_of(record.name)],
        "hexsides": sides,
        "depictions": list(_depictions(board, record)),
        "features": list(record.features),
        "counters": [
            {"terrain": each.terrain, "place": each.place}
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
    said = ", ".join(f"{terrain_words(term)} {count}" for term, count in sorted(terrain.items()))
    yield f"terrain at the centre dots: {said}"
    sides = Counter(term for terms in board.hexsides.values() for term in terms)
    if sides:
        said = ", ".join(f"{terrain_words(term)} {count}" for term, count in sorted(sides.items()))
        yield f"hexsides: {said}"
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
        said = counter_words(OnMap(row["hex"], each["place"], each["terrain"]))
        yield f"counter: {said}"
    for note in row["notes"]:
        yield f"note ({note['confidence']} confidence): {note['text']}"
