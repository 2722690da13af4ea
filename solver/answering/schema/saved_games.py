"""Rows about saves of VASSAL (map tell)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from hexcourt.solver.answering.schema.parts import Count, Positive, Shape, Strings, note

Pair = Annotated[list[int], Meta(min_length=2, max_length=2)]
Pixels = Annotated[Pair, note("across, down")]


class TurnInformation(Shape):
    """What the save says of the turn; null where that is open."""

    first: Annotated[str | None, note("the side that moves first")]
    mover: str | None
    turn: str | None
    axis_elr: str | None
    axis_san: str | None
    allied_elr: str | None
    allied_san: str | None


class SavedGame(Shape):
    """A save as a whole (map tell)."""

    header: Annotated[str, note("how its text is kept: !VCSK, VOBS, xz, plain and so on")]
    vasl: str | None
    vassal: str | None
    north: Literal["up", "right", "down", "left"]
    north_told: Annotated[bool, note("whether a counter says so; without one it is taken as up")]
    info: TurnInformation
    setup_notes: Strings
    extensions: Annotated[dict[str, str], note("versions by name")]
    elsewhere: Annotated[Count, note("counters off the main map")]
    recorded: Annotated[Count, note("commands of a log, which are not played")]
    remarks: Annotated[Strings, note("what was left out, taken as given or could not be told")]


class SavedOverlay(Shape):
    """An overlay, and the hexes that its hexes 1 and 2 lie on."""

    name: str
    hexes: Annotated[list[str], Meta(min_length=2, max_length=2)]


class SavedBoardRow(Shape):
    """A board of a save; hexrows and numbers first and last, of those in play."""

    board: str
    row: Positive
    place: Positive
    reversed: bool
    filler: Annotated[bool, note("no terrain, but a place for notes")]
    crop: Annotated[
        list[int] | None, note("x, y, width, height of the printed board; -1: to its end")
    ]
    version: str | None
    archive_version: Annotated[str | None, note("null: the archive is not there")]
    overlays: list[SavedOverlay]
    changes: Annotated[Strings, note("words for terrain changes, as they stand")]
    zoom: Annotated[float, note("how much larger than printed it lies")]
    corner: Pixels
    size: Pixels
    hexes: Count
    hexrows: Strings
    numbers: list[int]


class SavedSpot(Shape):
    """Where something lies on the boards of a save."""

    board: str
    hex: str
    coordinate: Annotated[str, note("as A2.2 writes it, for questions on the map")]
    where: Literal["centre", "hexside", "vertex", "inside"]
    number: Annotated[int | None, note("of hexside or vertex, as the map lies")]
    distance: Annotated[float, note("pixels from there, or from the centre")]
    beside: Annotated[bool, note("beside the boards, where the rest of a half-hex would be")]
    others: Annotated[Strings, note("what other boards call the same hex")]


class SavedCounterRow(Shape):
    """A counter of a save; turned as steps, of how many, clockwise."""

    counter: str
    base: str
    kind: str
    nation: str | None
    gpid: str | None
    x: int
    y: int
    at: Annotated[SavedSpot | None, note("null: beside the boards")]
    beneath: Annotated[Count, note("what lies below it in its stack")]
    hidden: bool
    concealed: bool
    facing: Annotated[dict[str, int], note("vca, tca or ca, as VASL numbers them")]
    turned: Pair | None
    states: Strings
    label: str | None


class SavedMarks(Shape):
    """Hexes, or lines along hexsides, that markers give a colour."""

    colour: str
    marks: Literal["hexes", "lines"]
    spots: list[SavedSpot]
    off_map: Count


class SavedLabel(Shape):
    """A text on the map of a save."""

    label: str
    template: Annotated[str | None, note("the id that vasl-templates gave it")]
    x: int
    y: int
    at: SavedSpot | None


class SavedGroup(Shape):
    """A caption, and how many counters of which name lie nearest below it."""

    caption: str
    template: str | None
    counters: dict[str, int]
