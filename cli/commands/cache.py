"""The commands that show and clear the cache of earlier results."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import Commands, limited, show
from hexcourt.facts.base.cache import cache_folder, cache_usage, clear
from hexcourt.facts.base.errors import BadInput, shown


@click.group(cls=Commands)
def cache() -> None:
    """Show or clear the cache of earlier results; `hexcourt --no-cache ...` does not use it.

    Everything in it can be computed again. HEXCOURT_CACHE names another folder, or is `off`.
    """


@cache.command("show")
@options.as_json
@limited
def cache_show(as_json: bool) -> int:
    """Show the folder of the cache, and its size."""
    from hexcourt.solver.answer.answer import Answer
    from hexcourt.solver.answer.words import counted

    folder = cache_folder()
    where = "nowhere: HEXCOURT_CACHE is off" if folder is None else f"in {shown(str(folder))}"
    rows = _rows()
    lines = [f"kept {where}"]
    for row in rows:
        size = f"{counted(row['files'], 'file')}, {row['bytes'] / (1 << 20):.1f} MiB"
        lines.append(f"    {row['folder']}: {size}")
    arguments = {"folder": None if folder is None else shown(str(folder))}
    return show(Answer("cache show", None, "done", arguments, rows, lines=lines), as_json)


@cache.command("clear")
@options.as_json
@limited
def cache_clear(as_json: bool) -> int:
    """Remove everything from the cache."""
    from hexcourt.solver.answer.answer import Answer
    from hexcourt.solver.answer.words import counted

    rows = _rows()
    try:
        clear()
    except OSError as error:
        folder = shown(str(cache_folder()))
        raise BadInput(f"{folder}: cannot be cleared: {error.strerror}") from None
    removed = f"removed {counted(sum(row['files'] for row in rows), 'file')}"
    return show(Answer("cache clear", None, "done", {}, rows, lines=(removed,)), as_json)


def _rows() -> list[dict[str, Any]]:
    return [asdict(each) for each in cache_usage()]
