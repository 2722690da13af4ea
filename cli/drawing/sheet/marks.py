"""What a drawing shows on top of a board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Marks:
    """What to show on top of a board.

    ``line`` are the hexes at a sight line's two ends and ``verdict`` (``clear``, ``blocked``,
    ``too_close`` or ``unknown``) how it is drawn; ``blocked_at`` are the hexes where it is blocked.
    ``target`` is the hex looked at and ``seen`` the verdict of each hex that looks. ``highlighted``
    hexes are outlined, and ``highlight`` says what they are. ``caption`` is printed under the name of
    the board.
    """

    line: tuple[str, str] | None = None
    verdict: str | None = None
    blocked_at: tuple[str, ...] = ()
    target: str | None = None
    seen: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    highlighted: tuple[str, ...] = ()
    highlight: str = "asked about"
    caption: str = ""
