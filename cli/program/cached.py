"""Commands about what is kept of earlier work."""

from __future__ import annotations

import click

from hexcourt.cli.commands import options
from hexcourt.cli.commands.running import guarded, show


@click.group()
def cache() -> None:
    """Show or clear what is kept of earlier work; `hexcourt --no-cache ...` does without.

    It holds nothing that cannot be worked out again. HEXCOURT_CACHE names another folder, or is `off`.
    """


@cache.command("show")
@options.as_json
@guarded
def cache_show(as_json: bool) -> int:
    """Show where it is kept, and how much."""
    from hexcourt.solver.answering.boards.cached import show_cache

    return show(show_cache(), as_json)


@cache.command("clear")
@options.as_json
@guarded
def cache_clear(as_json: bool) -> int:
    """Remove all that is kept."""
    from hexcourt.solver.answering.boards.cached import clear_cache

    return show(clear_cache(), as_json)
