"""Reads the overlays of a configuration (A2.7): ``overlays``, a list of tables."""

from __future__ import annotations

from dataclasses import dataclass

from hexcourt.facts.errors import BadInput


@dataclass(frozen=True, slots=True)
class OverlayEntry:
    """An overlay as a configuration tells it: where its hexes 1 and 2 lie on which board."""

    name: str
    board: str
    hexes: tuple[str, str]


def read_overlays(told: object) -> tuple[OverlayEntry, ...]:
    """Read ``overlays``, as TOML gives them."""
    if told in (None, []):
        return ()
    raise BadInput("overlays (A2.7) are not laid on maps yet; leave them out")
