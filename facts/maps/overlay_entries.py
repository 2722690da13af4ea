"""Reads the overlays of a configuration (A2.7).

``overlays`` is a list of tables::

    overlays = [
        { name = "o2", board = "1", hexes = ["K5", "K6"] },
        { name = "x11", board = "2a", hexes = ["C3", "D3"], archive = "more/ovrX", upper_levels = 1 },
    ]

``hexes`` are those on which the overlay's hexes 1 and 2 lie, as the board by itself calls them; they may
be left out of overlays that bear the coordinates of their place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hexcourt.facts.errors import BadInput
from hexcourt.facts.grid.coordinates import board_number
from hexcourt.facts.maps.overlays.archives import NAME
from hexcourt.facts.maps.told import refuse_unknown_keys, shown_value
from hexcourt.facts.sizes import MOST_OVERLAYS

_KEYS = ("name", "board", "hexes", "archive", "upper_levels")
_SUCH_AS = '{ name = "o2", board = "1", hexes = ["K5", "K6"] }'

MOST_UPPER_LEVELS = 4
"""The most upper levels of a building."""


@dataclass(frozen=True, slots=True)
class OverlayEntry:
    """An overlay as a configuration tells it: where its hexes 1 and 2 lie on which board.

    ``hexes`` are nothing where its own place is meant, ``archive`` where it lies by the overlay's name;
    ``upper_levels`` are those of its buildings, if they are told. ``where`` is what sentences call it.
    """

    name: str
    board: str
    hexes: tuple[str, str] | None
    archive: str | None
    upper_levels: int | None
    where: str


def read_overlays(told: object) -> tuple[OverlayEntry, ...]:
    """Read ``overlays``, as TOML gives them."""
    if told is None:
        return ()
    if not isinstance(told, list):
        raise BadInput(f"overlays is {shown_value(told)}; write a list of such as {_SUCH_AS}")
    if len(told) > MOST_OVERLAYS:
        raise BadInput(f"the map has {len(told)} overlays; give {MOST_OVERLAYS} at most")
    return tuple(_entry(each, number) for number, each in enumerate(told, 1))


def read_overlay_folder(told: object) -> str | None:
    """Read ``overlay_folder``: where archives of overlays lie, seen from the folder of the map."""
    if told is None or (isinstance(told, str) and told.strip()):
        return told
    raise BadInput(f"overlay_folder is {shown_value(told)}; write the path of a folder in quotes")


def _entry(told: object, number: int) -> OverlayEntry:
    where = f"overlay {number}"
    if not isinstance(told, Mapping):
        raise BadInput(f"{where} is {shown_value(told)}; write a table such as {_SUCH_AS}")
    refuse_unknown_keys(told, _KEYS, "an overlay", f"{where}: ")
    name = told.get("name")
    if not isinstance(name, str) or not NAME.fullmatch(name.strip().lower()):
        raise BadInput(f'{where}: name is {shown_value(name)}; write such as "o2"')
    where = f"{where}, {name.strip().lower()}"
    board = told.get("board")
    if not isinstance(board, str) or not board.strip():
        raise BadInput(f'{where}: board is {shown_value(board)}; write the board\'s number as "1"')
    archive = told.get("archive")
    if archive is not None and (not isinstance(archive, str) or not archive.strip()):
        raise BadInput(f"{where}: archive is {shown_value(archive)}; write its path in quotes")
    levels = told.get("upper_levels")
    if levels is not None and (type(levels) is not int or not 0 <= levels <= MOST_UPPER_LEVELS):
        raise BadInput(
            f"{where}: upper_levels is {shown_value(levels)}; write 0 to {MOST_UPPER_LEVELS}, the "
            "levels above ground of its buildings"
        )
    return OverlayEntry(
        name=name.strip().lower(),
        board=board_number(board.strip()),
        hexes=_hexes(told.get("hexes"), where),
        archive=archive,
        upper_levels=levels,
        where=where,
    )


def _hexes(told: object, where: str) -> tuple[str, str] | None:
    if told is None:
        return None
    names = told if isinstance(told, list) else []
    if not 1 <= len(names) <= 2 or not all(isinstance(each, str) for each in names):
        raise BadInput(
            f"{where}: hexes is {shown_value(told)}; write the two on which its hexes 1 and 2 lie, such "
            'as ["K5", "K6"]'
        )
    return names[0].strip(), names[-1].strip()
