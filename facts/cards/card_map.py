"""Reads the map of a card: boards at their places, or by rows, made into a configuration of boards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.cards.card import Card, Place, Refusal
from hexcourt.facts.cards.card_shape import NORTHS
from hexcourt.facts.maps.compose_map import found_boards
from hexcourt.facts.maps.configuration import Configuration, read_overlays, read_rows

Told = Mapping[str, Any]
_Value = TypeVar("_Value")


@dataclass(frozen=True)
class CardMap:
    """The map of a card, and the versions of boards that it names."""

    map: Configuration
    versions: Mapping[str, str]


def read_map(told: Told, refuse: Refusal) -> CardMap:
    """Read ``[map]``, whose shape is checked; raises BadInput with line and mend. It may have no boards
    yet, as that of a draft.
    """
    place: Place = ("map",)
    if "rows" in told and "boards" in told:
        raise refuse(place, "map has boards twice over; leave rows out")
    rows = told["rows"] if "rows" in told else _rows(told.get("boards", ()), refuse)
    where: Place = (*place, "rows" if "rows" in told else "boards")
    overlays = [
        {**each, "hexes": [each["hexes"]] if isinstance(each.get("hexes"), str) else each["hexes"]}
        if "hexes" in each
        else each
        for each in told.get("overlays", ())
    ]
    found = Configuration(
        north=NORTHS.get(told.get("north", ""), ""),
        rows=_at(refuse, where, lambda: read_rows(_without_places(rows)) if rows else ()),
        overlays=_at(refuse, (*place, "overlays"), lambda: read_overlays(overlays)),
        overlay_folder=told.get("overlay_folder"),
        changes=tuple(told.get("changes", ())),
        play=tuple(told.get("play", ())),
        areas=MappingProxyType({}),
    )
    every = [each for row in rows for each in row if isinstance(each, Mapping)]
    versions = {each["board"]: each["version"] for each in every if "version" in each}
    return CardMap(found, MappingProxyType(versions))


def _rows(boards: Sequence[str | Told], refuse: Refusal) -> list[list[str | Told]]:
    """Put boards into rows by their places."""
    place: Place = ("map", "boards")
    if not boards:
        return []
    found: dict[tuple[int, int], str | Told] = {}
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
    rows = [
        [found[at] for at in sorted(found) if at[0] == row] for row in sorted({r for r, _ in found})
    ]
    left = min(column for _, column in found)
    top = min(row for row, _ in found)
    for row, column in found:
        gap = next(
            (each for each in ((row, c) for c in range(left, column)) if each not in found), None
        )
        gap = gap or next(
            ((r, left) for r in range(top, row) if not any(at[0] == r for at in found)), None
        )
        if gap:
            raise refuse(
                place, f"no board lies at [{gap[1]}, {gap[0]}], and a map has no gaps; close it"
            )
    return rows


def _without_places(rows: Sequence[Sequence[str | Told]]) -> list[list[Any]]:
    return [
        [
            {name: value for name, value in each.items() if name != "at"}
            if isinstance(each, Mapping)
            else each
            for each in row
        ]
        for row in rows
    ]


def _at(refuse: Refusal, place: Place, read: Callable[[], _Value]) -> _Value:
    try:
        return read()
    except BadInput as error:
        raise refuse(place, str(error)) from None


# --- Archives of the boards -----------------------------------------------------------------------


def with_boards(card: Card, boards: Sequence[Path] = ()) -> Configuration:
    """Give the map of a card with the paths of its boards, looked for in some folders, in those that
    the card names, and beside the card. What is found nowhere stays as it was written.
    """
    own = (card.folder / each for each in card.boards_folder)
    return found_boards(card.map, [*boards, *own, card.folder])
