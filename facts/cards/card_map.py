"""Reads the map of a card: boards at their places, or by rows, made into a configuration of boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.json_schema import Place
from hexcourt.facts.cards.card import NORTHS, Card, CardErrors
from hexcourt.facts.maps.compose_map import found_boards
from hexcourt.facts.maps.configuration import Configuration, Table, read_overlays, read_rows


@dataclass(frozen=True)
class CardMap:
    """The map of a card, and the versions of boards that it names."""

    map: Configuration
    versions: Mapping[str, str]


def read_map(table: Table, refuse: CardErrors) -> CardMap:
    """Read ``[map]``, whose shape is checked; raises BadInput with line and mend. It may have no boards
    yet, as that of a draft.
    """
    key = "rows" if "rows" in table else "boards"
    if "rows" in table and "boards" in table:
        raise refuse(("map",), "map has boards twice over; leave rows out")
    rows = table["rows"] if key == "rows" else _rows(table.get("boards", ()), refuse)
    try:
        boards = read_rows(rows) if rows else ()
    except BadInput as error:
        raise refuse(("map", key), str(error)) from None
    found = Configuration(
        north=NORTHS.get(table.get("north", ""), ""),
        rows=boards,
        overlays=read_overlays(table.get("overlays", ())),
        overlay_folder=table.get("overlay_folder"),
        changes=tuple(table.get("changes", ())),
        play=tuple(table.get("play", ())),
        areas=MappingProxyType({}),
    )
    every = [each for row in boards for each in row]
    versions = {each.text: each.version for each in every if each.version is not None}
    return CardMap(found, MappingProxyType(versions))


def _rows(boards: Sequence[str | Table], refuse: CardErrors) -> list[list[str | Table]]:
    """Put boards into rows by their places."""
    place: Place = ("map", "boards")
    found: dict[tuple[int, int], str | Table] = {}
    for number, each in enumerate(boards):
        at = each.get("at") if isinstance(each, Mapping) else None
        if at is None and len(boards) > 1:
            raise refuse(
                (*place, number),
                f"board {number + 1} has no place; write at = [0, 1] for the first of row 2",
            )
        column, row = at or (0, 0)
        if (row, column) in found:
            raise refuse(
                (*place, number), f"board {number + 1} lies at [{column}, {row}] as another does"
            )
        found[row, column] = each
    rows = sorted({row for row, _ in found})
    columns = sorted({column for _, column in found})
    left, top = min(columns, default=0), min(rows, default=0)
    for row, column in found:
        before = [(row, each) for each in range(left, column)]
        above = [(each, left) for each in range(top, row) if each not in rows]
        gap = next((each for each in before if each not in found), None) or next(iter(above), None)
        if gap:
            raise refuse(
                place, f"no board lies at [{gap[1]}, {gap[0]}], and a map has no gaps; close it"
            )
    return [[found[row, each] for each in columns if (row, each) in found] for row in rows]


# --- Archives of the boards -----------------------------------------------------------------------


def with_boards(card: Card, boards: Sequence[Path] = ()) -> Configuration:
    """Return the map of a card with the paths of its boards, looked for in some folders, in those that
    the card names, and beside the card. What is found nowhere stays as it was written.
    """
    return found_boards(card.map, board_folders(card, boards), card.folder)


def board_folders(card: Card, boards: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Return the folders in which archives of a card's boards are looked for, the first first."""
    return (*boards, *(card.folder / each for each in card.boards_folder), card.folder)
