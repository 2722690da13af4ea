"""Opens files of facts as text."""

from __future__ import annotations

from pathlib import Path

from hexcourt.facts.errors import BadInput

LARGEST_FILE = 64 << 20
"""The largest facts file, in bytes."""


def read_text(path: Path) -> str:
    """Read the text of a facts file; raises BadInput where it is too large, unreadable or not UTF-8."""
    try:
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise BadInput(
                f"{path}: {size} bytes are too many for a facts file; "
                f"give {LARGEST_FILE >> 20} MiB at most"
            )
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadInput(f"{path}: cannot be read ({reason}); name a facts file") from None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadInput(f"{path}, line {line}: not UTF-8 text; save the file as UTF-8") from None
