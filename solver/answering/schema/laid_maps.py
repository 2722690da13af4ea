"""Rows about maps as they are laid (map show)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from hexcourt.solver.answering.schema.parts import Count, Positive, Shape, Strings, note

Two = Annotated[list[str], Meta(min_length=2, max_length=2)]


class LaidBoard(Shape):
    """A board of a map."""

    board: str
    row: Positive
    place: Positive
    reversed: bool
    crop: Annotated[
        list[int] | None, note("x, y, width, height of the printed board; -1: to its end")
    ]
    version: str
    version_wanted: Annotated[str | None, note("null: the configuration names none")]
    hexes: Count
    hexrows: Annotated[Two, note("the first and the last")]


class MapEdge(Shape):
    """An edge of the map by compass."""

    edge: Literal["north", "east", "south", "west"]
    hexes: Strings


class MapSeam(Shape):
    """The hexes that two or more boards have in common."""

    seam: Annotated[Strings, note("the boards")]
    hexes: Strings


class LaidOverlay(Shape):
    """An overlay, and the hexes that it covers."""

    overlay: str
    hexes: Strings


class MadeChange(Shape):
    """What a change of terrain came to on a board."""

    change: str
    board: Annotated[str | None, note("null: the whole map")]
    outcome: Literal["made", "nothing", "refused"]
    meaning: Annotated[str | None, note("in words of hexcourt")]
    cited: Annotated[str | None, note("where its word and the rule are told")]
    why: str | None
    hexes: Strings
    hexsides: list[Two]
