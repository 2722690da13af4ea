"""Consoles and pipes as they are: code pages without our signs, pipes that nobody reads any more."""

from __future__ import annotations

import codecs
import errno
import io
import sys
import unicodedata

PLAIN = "hexcourt.plain"
"""The name of the way to write what a code page lacks."""

_SIGNS = {
    "−": "-",
    "–": "-",
    "—": "-",
    "‘": "'",
    "’": "'",
    "“": '"',
    "”": '"',
    "…": "...",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "×": "x",
    "·": "-",
    "→": "->",
    "←": "<-",
    "•": "*",
    "½": ".5",
    "─": "-",
    "━": "-",
    "│": "|",
    "┃": "|",
    "╸": "-",
    "╺": "-",
}


def write_plainly(*streams: object) -> None:
    """Let streams write signs that their code page lacks by others, as ``->``: no output fails."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)


def plain(text: str) -> str:
    """Write a text in ASCII: signs by others, letters without their marks, ``?`` for the rest."""
    return "".join(each if each.isascii() else _plain(each) for each in text)


def is_broken_pipe(error: OSError) -> bool:
    """Tell whether an error of writing says that nobody reads; Windows calls that a bad argument."""
    told = sys.platform == "win32" and error.errno == errno.EINVAL and error.filename is None
    return told or isinstance(error, BrokenPipeError)


def _plain(sign: str) -> str:
    if sign in _SIGNS:
        return _SIGNS[sign]
    parts = unicodedata.normalize("NFKD", sign).replace("\u2044", "/")
    kept = "".join(each for each in parts if each.isascii())
    return kept or ("" if unicodedata.combining(sign) else "?")


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error(PLAIN, _replace)
