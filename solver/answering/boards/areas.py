"""Answers about areas: the hexes of those that have names on a map, or of one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hexcourt.facts.areas.reading_sentences import is_sentence, read_area, read_sentence
from hexcourt.facts.areas.sentences import Entry, Placed, Setup
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.writing_boards import hex_order
from hexcourt.facts.errors import BadInput
from hexcourt.facts.moving.movement_facts import is_cut_out
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.asking.area_words import area_arguments, north_granted
from hexcourt.solver.answering.words import counted, in_columns
from hexcourt.solver.areas.finding import Areas

CUT = "the edges are those at which the board was cut out of a larger map"

_KINDS = {Setup: "setup", Entry: "entry", Placed: "placed"}


def list_areas(board: Board) -> Answer:
    """List the named areas of a board with their hexes."""
    areas = Areas(board)
    if not areas.names:
        raise BadInput(
            f"board {board.title} has no named areas; give a sentence such as 'hexes <= 4', or "
            "--area NAME=SENTENCE"
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
    granted = tuple(_granted(areas, rows))
    lines = [line for row in rows for line in _lines(row)]
    lines += [f"taken for granted: {each}" for each in granted]
    arguments = {"sentence": sentence, **area_arguments(board)}
    counts = {"areas": len(rows), "hexes": len({name for row in rows for name in row["hexes"]})}
    return Answer(
        "map areas", board, verdict, arguments, rows, counts, granted, "asking", tuple(lines)
    )


def _named_row(areas: Areas, name: str) -> dict[str, Any]:
    told = areas.sentences.get(name, ())
    read = [read_area(each, areas.names) for each in told]
    return {
        "area": name,
        "kind": "area",
        "sentences": list(told),
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
        if isinstance(read.value, Entry) and not found and areas.ground.hexes(read.value.where):
            remarks.append("none of these hexes lies at an edge, where units enter (A2.5)")
        row["kind"], told, notes = _KINDS[type(read.value)], str(read.value), read.notes
    else:
        area = read_area(sentence, areas.names)
        found, told, notes, remarks = (
            areas.ground.hexes(area.value),
            str(area.value),
            area.notes,
            [],
        )
    return {
        **row,
        "read": [told],
        "hexes": sorted(found, key=hex_order),
        "notes": [*notes, *remarks],
    }


def _granted(areas: Areas, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Say what was taken for granted: where North is, and that edges are edges."""
    said = [each for row in rows for each in row["read"]]
    yield from north_granted(areas.board, *said)
    if is_cut_out(areas.board) and any("edge" in each for each in said):
        yield CUT


def _lines(row: Mapping[str, Any]) -> Iterator[str]:
    read = " or ".join(row["read"])
    hexes = counted(len(row["hexes"]), "hex", "hexes")
    told = f"{row['area']}: " if row["area"] else ""
    yield f"{told}{hexes}" + (f": {read}" if read else "")
    yield from (f"  {line}" for line in in_columns(row["hexes"]))
    yield from (f"  note: {note}" for note in row["notes"])
