"""Answers to questions drawn: their rows on the map, and a small map for each world that decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hexcourt.cli.drawing.answers.laid import term_mark
from hexcourt.cli.drawing.answers.spots import piece_spot, said_spots, spot_of, within
from hexcourt.cli.drawing.sheet.marks import Mark, Marks, SmallMap, Spot
from hexcourt.cli.drawing.style.answers import (
    ASKED,
    BROKEN,
    CERTAIN,
    LAID,
    MORE,
    OTHER_WAY,
    PERHAPS,
    PIECE_OF_SET,
    UPPER,
    Sign,
    of_column,
    of_share,
)
from hexcourt.facts.boards.board import Board
from hexcourt.facts.showing import LONGEST_SENTENCE, shown
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.words import counted
from hexcourt.solver.asking.outcomes import UNIVERSAL

MOST_LINES = 400
"""How many rows of several places are drawn as lines."""

MOST_WORLDS = 24
"""How many worlds are drawn as small maps."""

_MOST_NOTES = 3
_LONGEST_HEADING = 70


def asked_marks(answer: Answer, board: Board) -> Marks:
    """Show the places of a question, the rows of its answer, and the worlds that decide it."""
    rows = [row for row in answer.rows if "row" in row]
    worlds = [row for row in answer.rows if "world" in row and "says" in row]
    spots = [_spots_of(board, row["row"]) for row in rows]
    several = any(len(each) > 1 for each in spots)
    marks = list(_lines(answer, rows, spots) if several else _tints(answer, rows, spots))
    question = answer.arguments["question"]
    asked = tuple(Mark(ASKED, (spot,), told="asked about") for spot in said_spots(board, question))
    caption = [shown(question, LONGEST_SENTENCE), *answer.lines[:1]]
    if several and len(rows) > MOST_LINES:
        caption.append(f"the first {MOST_LINES} of {len(rows)} rows are drawn")
    if len(worlds) > MOST_WORLDS:
        caption.append(f"the first {MOST_WORLDS} of {len(worlds)} worlds are drawn small")
    marks += _deciding(board, [row for row in worlds if row["says"] != "unknown"])
    small = (_small_map(board, row, asked) for row in worlds[:MOST_WORLDS])
    return Marks(
        signs=(*marks, *asked), small_maps=tuple(small), caption="\n".join(caption).rstrip(":")
    )


def _spots_of(board: Board, row: Mapping[str, Any]) -> list[tuple[str, Spot]]:
    """List the columns of a row that name places, with these."""
    found = ((name, spot_of(board, value)) for name, value in row.items())
    return [(name, spot) for name, spot in found if spot is not None]


def _breaks(answer: Answer) -> bool:
    """Tell whether the rows are those that break a claim."""
    return str(answer.arguments["question"]).split(None, 1)[0] in UNIVERSAL


def _row_sign(answer: Answer, row: Mapping[str, Any]) -> Sign:
    """Choose the tint of a row: certain or not, or in how many worlds it holds."""
    if "worlds" in row:
        share = row["worlds"] / max(1, answer.counts.get("worlds", 1))
        if not row["worlds"]:
            return PERHAPS.named("perhaps in some world")
        return of_share(0.9, "in all worlds") if share == 1 else of_share(0.3, "in some worlds")
    if not row["certain"]:
        return PERHAPS
    return BROKEN if _breaks(answer) else CERTAIN.named("a row of the answer")


def _tints(
    answer: Answer, rows: Sequence[Mapping[str, Any]], spots: Sequence[list[tuple[str, Spot]]]
) -> Iterator[Mark]:
    """Tint the hex of each row of one place, and write there what else the row holds."""
    by_spot: dict[Spot, list[tuple[str, Mapping[str, Any]]]] = {}
    for row, found in zip(rows, spots, strict=True):
        for name, spot in found:
            by_spot.setdefault(spot, []).append((name, row))
    for spot, held in by_spot.items():
        sign = _row_sign(answer, held[0][1])
        if spot.hexside is not None or spot.vertex is not None:
            sign = Sign("ring", sign.label, sign.colour)
        notes = _notes(held)
        if len(notes) > _MOST_NOTES:
            notes = [*notes[: _MOST_NOTES - 1], f"+{len(notes) - _MOST_NOTES + 1}"]
            yield Mark(MORE, ())
        told = "; ".join(_row_words(row["row"]) for _, row in held)
        yield Mark(sign, (spot,), note="\n".join(notes), told=told)
    places = [within(str(row["row"][name])) for held in by_spot.values() for name, row in held]
    if any(places):
        yield Mark(UPPER, ())


def _notes(held: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """Write what rows hold beside the hex that they are in: the Location there, and all else."""
    notes = list(dict.fromkeys(_note(name, row["row"]) for name, row in held))
    too = "+" * ("" in notes)  # the ground of the hex is in the answer as well
    return [f"{too}{note}" for note in notes if note]


def _note(name: str, row: Mapping[str, Any]) -> str:
    others = (value for column, value in row.items() if column != name)
    told = (f"{each:g}" if isinstance(each, float) else str(each) for each in others)
    return " ".join(filter(None, (within(str(row[name])), *told)))[:12]


def _row_words(row: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in row.items())


def _lines(
    answer: Answer, rows: Sequence[Mapping[str, Any]], spots: Sequence[list[tuple[str, Spot]]]
) -> Iterator[Mark]:
    """Draw each row of several places as a line through them, each place in its column's colour."""
    columns = list(dict.fromkeys(name for found in spots for name, _ in found))
    drawn = list(zip(rows, spots, strict=True))[:MOST_LINES]
    for row, found in drawn:
        places = tuple(dict.fromkeys(spot for _, spot in found))
        if len(places) > 1:
            label = _row_sign(answer, row).label
            sign = OTHER_WAY.named(f"{label}")
            if row.get("certain", True) and row.get("worlds", 1):
                sign = Sign(
                    "line", sign.label, BROKEN.colour if _breaks(answer) else CERTAIN.colour
                )
            yield Mark(sign, places, told=_row_words(row["row"]))
    dots = {(name, spot): row for row, found in drawn for name, spot in found}
    for name, spot in dots:
        sign = of_column(columns.index(name), "dot", f"{name} of a row")
        yield Mark(sign, (spot,), told=f"{name} = {spot.hex}")


# --- worlds ------------------------------------------------------------------------------------------


def _deciding(board: Board, worlds: Sequence[Mapping[str, Any]]) -> Iterator[Mark]:
    """Mark on the map itself every piece of the worlds that decide."""
    for piece in dict.fromkeys(piece for row in worlds for piece in row["world"]):
        spot = piece_spot(board, said_spots(board, piece))
        if spot is not None:
            yield Mark(PIECE_OF_SET.named("a piece of a world that decides"), (spot,), told=piece)


def _small_map(board: Board, row: Mapping[str, Any], asked: tuple[Mark, ...]) -> SmallMap:
    laid = [mark for piece in row["world"] for mark in term_mark(board, piece, LAID)]
    marks = [replace(mark, sign=mark.sign.larger()) for mark in laid]
    words = f"{row['says']}: {', '.join(row['world']) or 'nothing more laid'}"
    return SmallMap(shown(words, _LONGEST_HEADING), (*asked, *marks))


def area_marks(answer: Answer, board: Board) -> Marks:
    """Tint the hexes of an area."""
    hexes = list(dict.fromkeys(name for row in answer.rows for name in row["hexes"]))
    size = counted(len(hexes), "hex", "hexes")
    marks = tuple(Mark(CERTAIN.named("in the area"), (Spot(name),), told=name) for name in hexes)
    said = "; ".join(each for row in answer.rows for each in row["sentences"])
    return Marks(signs=marks, caption=f"{size}: {said}")
