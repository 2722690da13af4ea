"""Reads the boards of a configuration: ``rows``, each a list of boards from the left.

A board is a text, ``"bd02 reversed"``, or a table that says more of it::

    { board = "bd03", reversed = true, crop = [928, 0, 872, -1], changes = ["NoRoads"], version = "6.1" }
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexcourt.facts.errors import BadInput
from hexcourt.facts.maps.told import refuse_unknown_keys, shown_value, texts
from hexcourt.facts.sizes import LARGEST_SIDE, MOST_BOARDS

REVERSED = "reversed"

_SUCH_AS = 'rows = [["bd01", "bd02 reversed"]]'
_KEYS = ("board", REVERSED, "crop", "changes", "version")

Crop = tuple[int, int, int, int]
"""A rectangle of the board as it is printed, in pixels: left, top, width and height, -1 for the rest."""


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """A board as a configuration tells it.

    ``text`` names it, and may end in ``reversed`` where it was told as a text; ``reversed`` is nothing
    then. ``where`` is its place in the configuration, as sentences call it.
    """

    text: str
    where: str
    reversed: bool | None = None
    crop: Crop | None = None
    changes: tuple[str, ...] = ()
    version: str | None = None


def read_rows(told: object) -> tuple[tuple[BoardEntry, ...], ...]:
    """Read ``rows``, as TOML gives them."""
    if told is None:
        raise BadInput(f"rows are missing; write such as {_SUCH_AS}")
    if not isinstance(told, list) or not all(isinstance(each, list) for each in told):
        raise BadInput(f"rows is no list of lists; write such as {_SUCH_AS}")
    for number, row in enumerate(told, 1):
        if not row:
            raise BadInput(f"row {number} has 0 boards; give every row one at least")
    boards = sum(map(len, told))
    if not 0 < boards <= MOST_BOARDS:
        raise BadInput(f"the map has {boards} boards; give 1 to {MOST_BOARDS}")
    return tuple(
        tuple(_entry(each, number, place) for place, each in enumerate(row, 1))
        for number, row in enumerate(told, 1)
    )


def _entry(told: object, row: int, place: int) -> BoardEntry:
    where = f"row {row}, place {place}"
    if isinstance(told, str) and told.strip():
        return BoardEntry(told.strip(), where)
    if isinstance(told, Mapping):
        return _from_table(told, where)
    raise BadInput(
        f"row {row} has {shown_value(told)} for a board; write its path in quotes, or a table "
        '{ board = "bd01" }'
    )


def _from_table(told: Mapping[str, object], where: str) -> BoardEntry:
    refuse_unknown_keys(told, _KEYS, "a board", f"{where}: ")
    board = told.get("board")
    if not isinstance(board, str) or not board.strip():
        raise BadInput(f'{where}: board is {shown_value(board)}; write board = "bd01"')
    turned = told.get(REVERSED, False)
    if not isinstance(turned, bool):
        raise BadInput(f"{where}: {REVERSED} is {shown_value(turned)}; write true or false")
    version = told.get("version")
    if version is not None and not isinstance(version, str):
        raise BadInput(f'{where}: version is {shown_value(version)}; write such as "6.1"')
    return BoardEntry(
        text=board.strip(),
        where=where,
        reversed=turned,
        crop=_crop(told.get("crop"), where),
        changes=texts(told.get("changes", []), f"{where}: changes"),
        version=version,
    )


def _crop(told: object, where: str) -> Crop | None:
    if told is None:
        return None
    numbers = told if isinstance(told, list) else []
    if len(numbers) != 4 or not all(type(each) is int for each in numbers):
        raise BadInput(
            f"{where}: crop is {shown_value(told)}; write left, top, width and height in pixels "
            "such as [928, 0, 872, -1], -1 for all that is left"
        )
    left, top, width, height = numbers
    if not (0 <= left <= LARGEST_SIDE and 0 <= top <= LARGEST_SIDE):
        raise BadInput(
            f"{where}: crop begins at {left}, {top}; write pixels from 0 to {LARGEST_SIDE}"
        )
    for what, size in (("width", width), ("height", height)):
        if size != -1 and not 0 < size <= LARGEST_SIDE:
            raise BadInput(
                f"{where}: crop has the {what} {size}; write 1 to {LARGEST_SIDE}, or -1 for all that "
                "is left"
            )
    return left, top, width, height
