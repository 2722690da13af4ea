"""Commands that examine the law itself."""

from __future__ import annotations

import click


@click.group("law")
def law() -> None:
    """Examine the law itself: what in it contradicts, what is never heard, what changes change."""
