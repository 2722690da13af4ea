"""Opens the archive of a board that may have no LOSData, and finds and decodes the map's picture in it.

Names of members count without folders and without case. A picture's size is checked before it is
decoded.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from lzma import LZMAError
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

import numpy as np
import numpy.typing as npt

from hexcourt.facts.base.errors import BadInput, listed, shown
from hexcourt.facts.base.files import is_zip, member_names, opened_zip, read_bytes, unpacked
from hexcourt.facts.base.patterns import pattern
from hexcourt.facts.boards.sizes import (
    LARGEST_ARCHIVE,
    LARGEST_METADATA,
)
from hexcourt.facts.formats.kinds import BOARD_ARCHIVE, PICTURE, SEVEN_ZIP, ZIP, expect_kind
from hexcourt.facts.formats.pictures import decoded_pixels
from hexcourt.facts.formats.vasl_archive import metadata_root

if TYPE_CHECKING:
    from PIL.Image import Image

_PICTURE = pattern(r".+\.(gif|png|jpe?g|bmp)", re.IGNORECASE)
MAX_PALETTE = 2048
"""The most colours of a picture that is drawn, not photographed, blurred or resized."""

MIN_ALIKE = 0.4
"""Which share of the pixels must be like the one beside them, or colours are mixed of dots."""

_MAP = pattern(r"bd.*", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class MapPicture:
    """A map's picture and what its archive says of it.

    ``packed`` holds red, green and blue of each pixel in one number, -1 where the picture is
    transparent, shape (width, height). ``root`` is that of BoardMetadata.xml, where there is one;
    ``data`` the words of the member ``data`` with their numbers; ``colors`` the text of that member.
    """

    path: str
    member: str
    packed: npt.NDArray[np.int32]
    root: Element | None
    data: Mapping[str, float]
    colors: str
    others: tuple[str, ...]

    @property
    def board(self) -> str:
        """Name the board after its file: ``PB`` for ``bdPB``."""
        stem = Path(self.path).name
        return re.sub(r"^bd|\.(zip|gif|png)$", "", stem, flags=re.IGNORECASE) or stem


def read_map_picture(path: Path, wanted: str | None = None) -> MapPicture:
    """Read an archive's picture of the whole map, or the member ``wanted``; ``BadInput`` names what is
    wrong, and how to mend it.
    """
    content = read_bytes(path, LARGEST_ARCHIVE, "a board archive")
    if content.startswith(b"Rar!"):
        raise BadInput(
            f"{path}: is a RAR archive; unpack it, put its files into a zip archive and give that"
        )
    if content.startswith(SEVEN_ZIP):
        content = _as_zip(path, content)
    such = "a board archive (a zip with a picture)"
    expect_kind(path, content, such, BOARD_ARCHIVE, ZIP, PICTURE)
    if not is_zip(content):
        if _PICTURE.fullmatch(path.name):
            packed = decoded(content, str(path))
            return MapPicture(str(path), path.name, packed, None, MappingProxyType({}), "", ())
        raise BadInput(f"{path}: is no board archive (a zip with a picture); give one")
    with opened_zip(path, content, "fetch the board again") as opened:
        members = member_names(opened)
        root = None
        if "boardmetadata.xml" in members:
            text = unpacked(opened, path, members["boardmetadata.xml"], LARGEST_METADATA)
            root = metadata_root(path, text or b"")
        name, others = _chosen(path, opened, members, root, wanted)
        picture = unpacked(opened, path, name, LARGEST_ARCHIVE) or b""
        data, colors = (_text(opened, path, members, each) for each in ("data", "colors"))
    where = f"{path}: {shown(name)}"
    return MapPicture(
        str(path), name, decoded(picture, where), root, _numbers(data), colors, tuple(others)
    )


def _as_zip(path: Path, content: bytes) -> bytes:
    """Pack the members of a 7-zip archive as a zip archive; raises BadInput, also without py7zr."""
    try:
        import py7zr
        from py7zr.exceptions import ArchiveError
        from py7zr.io import BytesIOFactory
    except ImportError:
        raise BadInput(
            f"{path}: is a 7-zip archive, which wants py7zr; pip install 'hexcourt[sevenzip]', or put "
            "its files into a zip archive and give that"
        ) from None
    packed = io.BytesIO()
    members = BytesIOFactory(LARGEST_ARCHIVE)
    try:
        with py7zr.SevenZipFile(io.BytesIO(content)) as opened:
            size = sum(each.uncompressed for each in opened.list())
            if size > LARGEST_ARCHIVE or opened.needs_password():
                what = "wants a password" if opened.needs_password() else f"holds {size} bytes"
                raise BadInput(f"{path}: the 7-zip archive {what}; give its files in a zip archive")
            opened.extractall(factory=members)
    except (ArchiveError, OSError, EOFError, ValueError, LookupError, LZMAError):
        raise BadInput(f"{path}: is no whole 7-zip archive; fetch the board again") from None
    with zipfile.ZipFile(packed, "w") as written:
        for name, member in members.products.items():
            member.seek(0)
            written.writestr(zipfile.ZipInfo(name), member.read())
    return packed.getvalue()


def _text(opened: zipfile.ZipFile, path: Path, members: Mapping[str, str], name: str) -> str:
    if name not in members:
        return ""
    content = unpacked(opened, path, members[name], LARGEST_METADATA) or b""
    return content.decode("utf-8", "replace")


def _numbers(data: str) -> Mapping[str, float]:
    """Read the lines of ``data`` that give a number: ``x0 36``."""
    found = {}
    for line in data.splitlines():
        match = re.fullmatch(r"\s*(x0|y0|dx|dy)\s+(-?\d{1,6}(?:\.\d{1,9})?)\s*", line.lower())
        if match is not None:
            found[match[1]] = float(match[2])
    return MappingProxyType(found)


def _chosen(
    path: Path,
    opened: zipfile.ZipFile,
    members: Mapping[str, str],
    root: Element | None,
    wanted: str | None,
) -> tuple[str, list[str]]:
    """Choose the picture of the whole map, and list the others that might be: the one asked for, the one
    that the metadata name, the one named after the board, else the largest ``bd...``, else the largest.
    """
    pictures = [name for name in members if _PICTURE.fullmatch(name)]
    if not pictures:
        raise BadInput(f"{path}: holds no picture (GIF, PNG, JPEG or BMP); give a board archive")
    if wanted is not None:
        if wanted.lower() not in pictures:
            text = listed(sorted(shown(members[each]) for each in pictures[:8]), "or")
            raise BadInput(f"{path}: holds no picture {shown(wanted)}; name {text}")
        return members[wanted.lower()], []
    text = (root.get("boardImageFileName", "") if root is not None else "").lower()
    stem = path.name.lower().removesuffix(".zip")
    for name in (text, *(f"{stem}.{kind}" for kind in ("gif", "png", "jpg", "jpeg", "bmp"))):
        if name in pictures:
            return members[name], []
    maps = [name for name in pictures if _MAP.fullmatch(name)] or pictures
    sizes = {name: opened.getinfo(members[name]).file_size for name in maps}
    order = sorted(maps, key=lambda name: (-sizes[name], name))
    return members[order[0]], [members[name] for name in order[1:]]


def decoded(content: bytes, where: str) -> npt.NDArray[np.int32]:
    """Decode a picture to red, green and blue in one number a pixel, shape (width, height)."""
    formats = ["GIF", "PNG", "JPEG", "BMP"]
    pixels = decoded_pixels(content, where, formats, "fetch the board again")
    packed = pixels[:, :, 0].astype(np.int32) << 16
    packed |= pixels[:, :, 1].astype(np.int32) << 8
    packed |= pixels[:, :, 2]
    packed[pixels[:, :, 3] == 0] = -1
    return np.ascontiguousarray(packed)


def mixed_colours(packed: npt.NDArray[np.int32]) -> str:
    """Describe why no legend can name the colours of a picture, with the mend; ``""`` where one can.

    ``packed`` is as ``MapPicture`` has it. Of drawn maps most pixels are like the one beside them.
    """
    alike = float((packed[1:] == packed[:-1]).mean())
    number = len(np.unique(packed))
    if number > MAX_PALETTE:
        return (
            f"its {number} colours come of JPEG or of resizing; give the GIF or PNG that the map was "
            "published in, in its own size, or name hexes in the legend"
        )
    if alike < MIN_ALIKE:
        return (
            f"its colours are dithered ({alike:.0%} of the pixels are like the one beside them), so "
            "none means a terrain; name hexes in the legend in place of colours (hexcourt board legend)"
        )
    return ""


def crop_around(
    middle: Sequence[int], shape: Sequence[int], side: int
) -> tuple[tuple[int, int], tuple[slice, slice]]:
    """Return where a square of a picture begins that lies round a spot, as far as there is room, and the
    window of pixels that it is.
    """
    left, top = (
        max(0, min(at - side // 2, size - side)) for at, size in zip(middle, shape, strict=True)
    )
    return (left, top), np.s_[left : left + side, top : top + side]


def crop_image(packed: npt.NDArray[np.int32], marked: npt.NDArray[np.bool_] | None = None) -> Image:
    """Draw pixels, numbers as ``MapPicture`` has them, shape (width, height); those ``marked`` in
    magenta.
    """
    from PIL import Image

    pixels = (packed if marked is None else np.where(marked, 0xFF00FF, packed)).T
    channels = np.stack([pixels >> 16 & 255, pixels >> 8 & 255, pixels & 255], axis=-1)
    return Image.fromarray(channels.astype(np.uint8))


def png_of(image: Image) -> bytes:
    """Encode a picture as PNG."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()
