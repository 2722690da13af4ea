"""What a save says, as immutable values, and the configuration of a map that ``map from`` writes of it.

Pixels count from the map's upper left corner. Sides and kinds are words (``german``, ``squad``). Nothing
here tells who plays, owns or has hidden something.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hexcourt.facts.base.errors import BadInput
from hexcourt.facts.base.files import relative_path
from hexcourt.facts.base.toml_text import toml
from hexcourt.facts.formats.vassal.save_map import Chart, SavedBoard, SavedSpot, archive_of
from hexcourt.facts.geometry.coordinates import board_number


@dataclass(frozen=True, slots=True)
class SavedCounter:
    """A counter on the map, in the order of the save.

    ``name`` is what it shows, without where it faces; ``base`` what its slot is called. ``kind`` and
    ``nation`` are those of ``facts/formats/vassal/counters.py``; ``gpid`` its number in a palette.
    ``x`` and ``y``
    are pixels, ``spot`` the hex in play there, None off the boards; ``beneath`` counts what lies below
    it in its stack (units above an entrenchment are not in it). ``facing`` are pairs such as ("vca", 3),
    the numbers as VASL writes them; ``turned`` is (steps, of how many) clockwise.
    ``states`` are words like ``broken`` and ``BU``; ``label`` is what its author wrote on it.
    """

    name: str
    base: str
    kind: str
    nation: str | None
    gpid: str | None
    x: int
    y: int
    spot: SavedSpot | None
    beneath: int
    hidden: bool
    concealed: bool
    facing: tuple[tuple[str, int], ...]
    turned: tuple[int, int] | None
    states: tuple[str, ...]
    label: str | None


@dataclass(frozen=True, slots=True)
class Label:
    """A text on the map: its lines joined by newlines, the id that vasl-templates gave it
    (``german/ob_setup_2.1``) if any, the pixels of its middle, and the hex in play there.
    """

    text: str
    template: str | None
    x: int
    y: int
    spot: SavedSpot | None


@dataclass(frozen=True, slots=True)
class ColouredHexes:
    """Hexes or hexsides marked in a colour, in their order, and how many such markers lie beside the
    boards. Colours are called as captions call them: lime, fuchsia; ``vc`` are victory hexes.
    """

    colour: str
    spots: tuple[SavedSpot, ...]
    off_map: int


@dataclass(frozen=True, slots=True)
class SavedGroup:
    """A caption, and the counters beside the boards that lie nearest below it."""

    caption: Label
    counters: tuple[SavedCounter, ...]

    @property
    def counts(self) -> Mapping[str, int]:
        """Count the counters by the names that they show."""
        return Tally(each.name for each in self.counters)


@dataclass(frozen=True, slots=True)
class Info:
    """The turn information of a save: ``fields`` are those of INFO_FIELDS, "?" where one is open;
    ``notes`` the lines of the setup's notes.
    """

    fields: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def field(self, name: str) -> str | None:
        """Return a field by its name, one of INFO_FIELDS; None where it is open."""
        at = INFO_FIELDS.index(name)
        text = self.fields[at] if at < len(self.fields) else "?"
        return None if text in ("", "?") else text


INFO_FIELDS = ("first", "mover", "turn", "axis_elr", "axis_san", "allied_elr", "allied_san")
"""The side that moves first, the side that moves, the turn, then ELR and SAN of either side."""


@dataclass(frozen=True, slots=True)
class Save:
    """A save of VASSAL.

    ``source`` is its path as it was named; ``header`` tells how its text is kept (``!VCSK``, ``VOBS``,
    ``plain`` and so on), ``vasl`` and ``vassal`` the versions that wrote it. ``north`` is where North
    lies on the map (up, right, down, left), ``north_given`` whether a counter says so; without one it is
    taken as up. ``extensions`` are (name, version). ``elsewhere`` counts the counters off the main map,
    ``recorded`` the commands of a log, which are not played: a log tells the map as it began.
    ``notes`` are sentences about what could not be taken as it stands.
    """

    source: str
    header: str
    vasl: str | None
    vassal: str | None
    chart: Chart
    north: str
    north_given: bool
    info: Info
    extensions: tuple[tuple[str, str], ...]
    counters: tuple[SavedCounter, ...]
    labels: tuple[Label, ...]
    colours: tuple[ColouredHexes, ...]
    lines: tuple[ColouredHexes, ...]
    groups: tuple[SavedGroup, ...]
    elsewhere: int
    recorded: int
    notes: tuple[str, ...]

    @property
    def hidden(self) -> tuple[SavedCounter, ...]:
        """List the counters that are out of sight (HIP)."""
        return tuple(each for each in self.counters if each.hidden)

    @property
    def concealed(self) -> tuple[SavedCounter, ...]:
        """List the counters that are concealed."""
        return tuple(each for each in self.counters if each.concealed)


# --- The map of a save as a configuration (``facts/maps/configuration.py``) -----------------------


def configuration_text(save: Save, boards: Sequence[Path], place: Path) -> str:
    """Write a configuration that lies in the folder ``place``, of archives in the folders ``boards``.

    Remarks of the save stand above it. Raises BadInput where there is no board to write, or where boards
    leave gaps, which a configuration cannot tell.
    """
    if not save.chart.in_play:
        raise BadInput(
            f"{save.source}: has no boards, so there is no map to write; set boards up first"
        )
    _refuse_gaps(save)
    return "".join(f"{line}\n" for line in _lines(save, boards, place))


def _refuse_gaps(save: Save) -> None:
    """Refuse boards that would lie elsewhere without the fillers, or the nothing, beside them."""
    taken = {each.board.grid for each in save.chart.in_play}
    left, top = (min(each[axis] for each in taken) for axis in (0, 1))
    for column, row in sorted(taken):
        before = (column - 1, row) if column > left else (left, row - 1)
        if before not in taken and before[1] >= top:
            raise BadInput(
                f"{save.source}: no board of terrain lies in row {before[1] + 1}, place "
                f"{before[0] + 1}, and a configuration has no gaps; write its rows by hand"
            )


def _lines(save: Save, boards: Sequence[Path], place: Path) -> Iterator[str]:
    for remark in save.notes:
        yield f"# {remark}"
    if save.north_given:
        yield f"north = {toml(save.north)}"
    yield "rows = ["
    in_play = [each.board for each in save.chart.in_play]
    for row in sorted({each.grid[1] for each in in_play}):
        yield "    ["
        for each in sorted(in_play, key=lambda board: board.grid):
            if each.grid[1] == row:
                yield f"        {_board(each, boards, place)},"
        yield "    ],"
    yield "]"
    if any(each.overlays for each in in_play):
        yield "overlays = ["
        for each in in_play:
            for name, *hexes in each.overlays:
                fields = {"name": name, "board": board_number(each.name), "hexes": hexes}
                yield f"    {toml(fields)},"
        yield "]"


def _board(board: SavedBoard, boards: Sequence[Path], place: Path) -> str:
    return toml(
        {
            "board": relative_path(archive_of(board, boards), place),
            "reversed": board.reversed or None,
            "crop": board.crop,
            "changes": tuple(dict.fromkeys(board.changes)),
            "version": board.version,
        }
    )
