"""The faces of counters, as data: what is printed on each kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from hexcourt.cli.drawing.style.palette import INK_TEXT, UNKNOWN_FILL
from hexcourt.cli.drawing.style.terms import term_text
from hexcourt.facts.boards.records import UNDER, Counter


@dataclass(frozen=True, slots=True)
class Face:
    """What a counter looks like: its colour, and layers of (path, fill, stroke, width), lowest first.

    Paths lie in a square of 24 units round the origin.
    """

    label: str
    colour: str
    layers: tuple[tuple[str, str, str, float], ...]


_STONES = (
    "M-10.4 8.4l1.4 -5.2l4.6 -.8l2 6zM-1.8 8.4l-1.8 -5.6l3.4 -2.2l3.4 2l-.4 5.8z"
    "M3.4 8.4l.6 -5.6l3.8 -.6l2.6 6.2zM-7.4 2.2l2.2 -5.2l4 .2l.6 2.6l-3.2 2.2z"
    "M.6 -.4l-.8 -4.2l4.2 -.2l3.4 6.4l-3.4 .2zM-3.8 -3.8l2.2 -4.4l3.4 .6l1.2 2.4l-3.2 .2z"
)
_BEAMS = (
    "M-9.6 5l17.4 .8l1.8 1.2l-1.6 1.4l-17.2 -.6zM-8.4 3.2l12.2 -9l2.4 -.4l-.6 2.2l-12.4 9.2z"
    "M8.8 4l-1.8 .6l-11.4 -8.4l-.6 -2.6l2.4 .4l11.6 8.4zM-1.2 -8.8l2.4 -.4l1.6 10.4l-2.4 .6z"
)
_BITS = (
    "M-9 -5.6l2.8 -2l1.2 2.6zM-.8 -8.6l2.2 .4l-.8 2.4zM5.2 -7l3.4 1.2l-2.6 2.2z"
    "M-8.6 1.2l2 -1.4l1.8 1.4l-1.6 1.8zM-2.6 -2.6l3.4 -.6l.4 2.4l-2.6 .8zM4.6 .6l2.2 -1l1.8 1.6l-2.4 1z"
    "M-7.6 7l2.2 -2l1.8 2.2zM-1.2 4l2.4 .6l-1 2.2zM3.8 8.4l.8 -3l3.2 1.6z"
)
_TANK = (
    "M-9 1.2h18a1.6 1.6 0 0 1 1.4 2.4l-1.8 3.2a2 2 0 0 1 -1.6 1h-14a2 2 0 0 1 -1.6 -1l-1.8 -3.2"
    "a1.6 1.6 0 0 1 1.4 -2.4zM-9.4 .4l1.4 -3h15.4l2 3zM-6 -3.4l1 -4.2h6.6l1.2 1h8v1.6h-7.2l.4 1.6z"
)
_WHEELS = "M-6 4.5h.1M-2 4.5h.1M2 4.5h.1M6 4.5h.1"
_CROSSED = "M-9 -9L9 9M9 -9L-9 9"

_FACES: Mapping[str, Face] = MappingProxyType(
    {
        "rubble(stone)": Face("stone rubble", "#e6e7ea", ((_STONES, "#555a63", "#e6e7ea", 0.6),)),
        "rubble(wood)": Face("wooden rubble", "#f2e3c8", ((_BEAMS, "#a5713a", "#452a10", 0.9),)),
        "debris": Face("debris", "#efe2d8", ((_BITS, "#8a6a54", "#4f3828", 0.6),)),
        "wreck": Face(
            "wreck",
            "#f4f2ee",
            (
                (_TANK, "#8f8a81", "none", 0),
                (_WHEELS, "none", "#f4f2ee", 2.2),
                (_CROSSED, "none", INK_TEXT, 1.8),
            ),
        ),
        "afv": Face(
            "AFV",
            "#c9d2a8",
            ((_TANK, "#343b25", "none", 0), (_WHEELS, "none", "#c9d2a8", 2.2)),
        ),
    }
)
_QUESTION = (("M-3 -3.4a3.2 3.2 0 1 1 4.6 3q-1.6 .8 -1.6 2.8M0 6.4h.1", "none", INK_TEXT, 2.0),)
BLANK = Face("", "#f4f2ee", ())


def face_of(terrain: str) -> Face:
    """Choose the face of a counter."""
    known = _FACES.get(terrain)
    return known or Face(term_text(terrain), UNKNOWN_FILL[0], _QUESTION)


def counter_text(counter: Counter) -> str:
    """Name a counter for a reader."""
    label = face_of(counter.terrain).label
    return f"{label} (under the bridge)" if counter.place == UNDER else label


def face_rank(terrain: str) -> tuple[int, str]:
    """Order counters from what lies lowest to what stands on it."""
    order = list(_FACES)
    return order.index(terrain) if terrain in order else len(order), terrain
