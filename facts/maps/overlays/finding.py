"""Finds archives of overlays: where an entry says, beside the map, or in a folder of overlays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from hexcourt.facts.errors import BadInput, listed
from hexcourt.facts.maps.overlays.archives import OverlayArchive, archive_name, read_overlay_archive
from hexcourt.facts.maps.told import shown_value

FOLDER = "overlays"
"""The folder beside the map in which overlays are looked for, where the map names no other."""

_MOST_FILES = 2_000


def find_archive(
    folder: Path, overlay_folder: str | None, name: str, archive: str | None
) -> OverlayArchive:
    """Open the archive of an overlay; paths are seen from ``folder``, that of the map."""
    if archive is not None:
        path = folder / archive
        if not _is_file(path):
            raise BadInput(
                f"there is no archive {shown_value(archive)} beside the map; give the path of a VASL "
                f"archive of overlays such as {archive_name(name)}"
            )
        return _with_overlay(read_overlay_archive(path), name)
    wanted = archive_name(name)
    folders = [folder, folder / (FOLDER if overlay_folder is None else overlay_folder)]
    for each in folders:
        for path in _called(each, wanted):
            return _with_overlay(read_overlay_archive(path), name)
    looked = listed(["beside the map", f"in {shown_value(overlay_folder or FOLDER)}"], "or")
    raise BadInput(
        f"its archive {wanted} is not {looked}; put it there, or name it by archive or overlay_folder"
    )


def _with_overlay(found: OverlayArchive, name: str) -> OverlayArchive:
    if not found.has(name):
        known = found.overlays
        some = listed(known[:12]) + (", ..." if len(known) > 12 else "")
        has = f"it has {some}" if known else "it has none"
        raise BadInput(f"{found.path} has no overlay {name}; {has}")
    return found


def _called(folder: Path, wanted: str) -> Iterator[Path]:
    """List the files of a name in a folder, the one written alike first."""
    if _is_file(folder / wanted):
        yield folder / wanted
    try:
        names = sorted(each.name for each in islice(folder.iterdir(), _MOST_FILES))
    except (OSError, ValueError):
        return
    yield from (
        folder / each
        for each in names
        if each.lower() == wanted.lower() and _is_file(folder / each)
    )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False
