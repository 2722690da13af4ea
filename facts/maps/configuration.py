"""Reads the configuration of a map (A2.1): a small TOML file that says how boards lie edge to edge, and
what a scenario does to them.

    north = "up"                  # where North lies on the diagram; up where it is left out
    rows = [
        ["bd01", "bd02 reversed"],
        [{ board = "bd03", crop = [0, 0, 900, -1], changes = ["NoRoads"] }, "bd04 reversed"],
    ]
    overlays = [{ name = "o2", board = "1", hexes = ["K5", "K6"] }]
    changes = ["woods -> orchard"]           # of the whole map
    play = ["hexrows A-P"]                   # what is in play
    [areas]
    "north bank" = "hexrows A-K"             # docs/areas.md

Rows run from the top, boards from the left. Here are the keys and what kind of thing each has; what the
parts mean is read by a module each, and ``laying`` lays the map.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hexcourt.facts.boards.board_predicates import NORTHS
from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.formats.text_files import read_toml_text, toml_mend
from hexcourt.facts.maps.area_entries import read_areas
from hexcourt.facts.maps.board_entries import BoardEntry, read_rows
from hexcourt.facts.maps.overlay_entries import (
    OverlayEntry,
    read_overlay_folder,
    read_overlays,
)
from hexcourt.facts.maps.told import refuse_unknown_keys, shown_value, texts

_KEYS = ("north", "rows", "overlays", "overlay_folder", "changes", "play", "areas")


@dataclass(frozen=True)
class Configuration:
    """A map as a file tells it: nothing opened yet, nothing changed. ``north`` may be untold."""

    north: str
    rows: tuple[tuple[BoardEntry, ...], ...]
    overlays: tuple[OverlayEntry, ...]
    overlay_folder: str | None
    changes: tuple[str, ...]
    play: tuple[str, ...]
    areas: Mapping[str, tuple[str, ...]]


def read_configuration(path: Path) -> Configuration:
    """Read a configuration; raises BadInput, naming file, part and mend."""
    try:
        return configuration_of(_parsed(path))
    except BadInput as error:
        if str(error).startswith(f"{path}: "):
            raise
        raise BadInput(f"{path}: {error}") from None


def configuration_of(told: Mapping[str, Any]) -> Configuration:
    """Read what TOML gives of a configuration."""
    refuse_unknown_keys(told, _KEYS, "a configuration")
    north = told.get("north", "")
    if "north" in told and north not in NORTHS:
        raise BadInput(f"north is {shown_value(north)}; write {listed(NORTHS, 'or')}")
    return Configuration(
        north=north,
        rows=read_rows(told.get("rows")),
        overlays=read_overlays(told.get("overlays")),
        overlay_folder=read_overlay_folder(told.get("overlay_folder")),
        changes=texts(told.get("changes", []), "changes"),
        play=texts(told.get("play", []), "play"),
        areas=read_areas(told.get("areas")),
    )


def _parsed(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(read_toml_text(path, "a configuration of boards"))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path}: cannot be read as TOML: {error}; {toml_mend(error)}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is no text in UTF-8; write the configuration as TOML") from None
    except RecursionError:
        raise BadInput(
            f'{path}: is nested too deep; write such as rows = [["bd01", "bd02 reversed"]]'
        ) from None
