"""Writes small saves as VASSAL does: the inverse of what is read, written apart from it."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Mapping, Sequence

ESCAPE = "\x1b"
MODULE = "<data><version>6.6.4</version></data>"
SAVED = "<data><version>6.6.4</version><VassalVersion>3.6.6</VassalVersion></data>"
KEY = 0x5A


def sequence(parts: Sequence[str], delimiter: str) -> str:
    """Join fields by a delimiter; one within a field is escaped, an awkward field quoted."""
    return delimiter.join(_quoted(part.replace(delimiter, f"\\{delimiter}")) for part in parts)


def _quoted(part: str) -> str:
    awkward = part.endswith("\\") or (len(part) > 1 and part[0] == part[-1] == "'")
    return f"'{part}'" if awkward else part


def command(own: str, *parts: str) -> str:
    """Write a command and those that follow from it, which are written already."""
    return sequence([own, *parts], ESCAPE)


def traits(parts: Sequence[str]) -> str:
    """Write traits, or their states, each with those within it."""
    outer, *inner = parts
    return sequence([outer, traits(inner)], "\t") if inner else outer


def layer(names: Sequence[str], images: Sequence[str] = (), name: str = "") -> str:
    """Write the type of a trait that shows one of several layers."""
    between = [""] * 14
    told = sequence(images or [""] * len(names), ","), sequence(names, ",")
    return sequence(["emb2", name, *between, *told, "true", ""], ";")


def counter(
    base: str,
    at: tuple[int, int],
    *around: tuple[str, str],
    image: str = "",
    gpid: str = "",
    chart: str = "Main Map",
    ident: str = "1",
) -> str:
    """Write the command for a counter; ``around`` are types and states of traits, from outside in."""
    kinds = [*(kind for kind, _ in around), sequence(["piece", "", "", image, base], ";")]
    states = [*(state for _, state in around), f"{chart};{at[0]};{at[1]};{gpid};0"]
    return sequence(["+", ident, traits(kinds), traits(states)], "/")


def label(text: str, at: tuple[int, int], second: str = "") -> str:
    """Write the command for a label."""
    types = ("label;76,130;Label;14;;0,0,0", "label;50,130;Line 2;14;;0,0,0")
    return counter("User-Labeled", at, *zip(types, (text, second), strict=True), image="DO/LabelMe")


def board(
    name: str,
    place: tuple[int, int] = (0, 0),
    crop: Sequence[int] = (),
    version: str = "6.1",
    more: Sequence[str] = (),
) -> str:
    """Write a board of the command ``bd``, with the tab behind each of its fields."""
    parts = ["bd", *map(str, place), name, *map(str, crop), "VER", version, *more]
    return "".join(f"{part}\t" for part in parts)


def saved(*commands: str, begin: str = "begin_save") -> str:
    """Write the text of a save: all commands follow from the first, counters from an empty one."""
    counters = [each for each in commands if each.startswith("+/")]
    others = [command(each) for each in commands if not each.startswith("+/")]
    return command(begin, "", command("", *map(command, counters)), *others, "end_save")


def hidden(text: str, header: str = "!VCSK") -> bytes:
    """Hide a text as VASSAL does."""
    content = text.encode()
    if header == "plain":
        return content
    if header in ("xz", "!VOXZ"):
        content = lzma.compress(content, preset=3)
    if header == "xz":
        return content
    if header == "!VCSZ":
        content = zlib.compress(content)
    content = bytes(each ^ KEY for each in content)
    if header in ("VOBS", "!VOBS", "!VOXZ"):
        return header.encode() + bytes([KEY]) + content
    return f"{header}{KEY:02x}{content.hex()}".encode()


def zipped(members: Mapping[str, bytes]) -> bytes:
    """Zip the members of a save."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in members.items():
            opened.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def save_file(*commands: str, header: str = "!VCSK") -> bytes:
    """Write a save, from the commands in it."""
    game = hidden(saved(*commands), header)
    return zipped({"savedGame": game, "moduledata": MODULE.encode(), "savedata": SAVED.encode()})
