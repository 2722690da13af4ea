"""Answers about what is kept of earlier work."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from hexcourt.facts.caching import all_kept, cache_folder, clear
from hexcourt.facts.errors import BadInput
from hexcourt.facts.showing import shown
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.words import counted


def show_cache() -> Answer:
    """Tell what is kept, and where."""
    folder = cache_folder()
    where = "nowhere: HEXCOURT_CACHE is off" if folder is None else f"in {shown(str(folder))}"
    rows = _rows()
    lines = [
        f"kept {where}",
        *(
            f"    {row['folder']}: {counted(row['files'], 'file')}, {row['bytes'] / (1 << 20):.1f} MiB"
            for row in rows
        ),
    ]
    arguments = {"folder": None if folder is None else shown(str(folder))}
    return Answer("cache show", None, "done", arguments, rows, lines=tuple(lines))


def clear_cache() -> Answer:
    """Remove all that is kept; give what it was."""
    rows = _rows()
    try:
        clear()
    except OSError as error:
        raise BadInput(
            f"{shown(str(cache_folder()))}: cannot be cleared: {error.strerror}"
        ) from None
    removed = counted(sum(row["files"] for row in rows), "file")
    return Answer("cache clear", None, "done", {}, rows, lines=(f"removed {removed}",))


def _rows() -> list[dict[str, Any]]:
    return [asdict(each) for each in all_kept()]
