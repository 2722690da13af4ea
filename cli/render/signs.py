"""The signs of answers, as data: how what was found is marked on the map, and what that means."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexcourt.cli.render.palette import HIGHLIGHT, HUES, INK_TEXT, VERDICTS


@dataclass(frozen=True, slots=True, order=True)
class Sign:
    """A sign: its shape, colour, and what it stands for in the legend.

    ``shape`` is ``tint`` or ``ring`` of a hex, ``line``, ``dot``, ``cross`` or ``chip``; or ``text``,
    what is meant by something written on the map. A tint has an opacity, or the motif that hatches it;
    ``sample`` is what stands in it in the legend. A sign on a small map is of a larger ``size``.
    """

    shape: str
    label: str
    colour: str
    opacity: float = 0.35
    hatch: str = ""
    dash: str = ""
    sample: str = ""
    size: float = 1.0

    def named(self, label: str) -> Sign:
        """Return the same sign for something else."""
        return replace(self, label=label)

    def larger(self) -> Sign:
        """Return the same sign for a small map."""
        return replace(self, size=2.0)


_YES, _NO = VERDICTS["clear"].colour, VERDICTS["blocked"].colour

ASKED_ABOUT = Sign("ring", "asked about", HIGHLIGHT)
START = Sign("dot", "from here", INK_TEXT, sample="S")
GOAL = Sign("dot", "to here", INK_TEXT, sample="G")
CERTAIN = Sign("tint", "certain", _YES)
PERHAPS = Sign("tint", "depends on what is not decided", INK_TEXT, 0.6, "questions")
BROKEN = Sign("tint", "breaks the claim", _NO)
ALLOWED = Sign("ring", "allowed", _YES)
REFUSED = Sign("ring", "refused", _NO)
UNDECIDED = Sign("ring", "unknown", INK_TEXT, dash="2 4")
ATTACK = Sign("line", "attacks", _NO)
OTHER_WAY = Sign("line", "another path", "#5a5a5a", dash="7 5")
FORBIDDEN = Sign("cross", "blocked", "#b02a00")
PLACED = Sign("chip", "placed", "#fff6d6")
GIVEN = Sign("chip", "given", "#e3eefc")
PIECE_OF_SET = Sign("cross", "in the set", HIGHLIGHT)
AT_RISK = Sign("text", "dice decide what comes of it", INK_TEXT, sample="!")
DOUBTFUL = Sign("text", "not decided", INK_TEXT, sample="?")
MORE = Sign("text", "so many more there", INK_TEXT, sample="+2")
UPPER = Sign("text", "that Location alone; with +, the ground too", INK_TEXT, sample="h2")
HINDERED = Sign("text", "hindrance from the ground", INK_TEXT, sample="+2")
ABOVE = Sign("text", "clear from that Location; +N its own hindrance", INK_TEXT, sample="h1")
ASKS = Sign("text", "from that Location not decided, or too close", INK_TEXT, sample="h1?")
LINK = Sign("line", "connected with it", _NO, dash="2 5")


def of_turn(turn: int, shape: str, label: str, sample: str = "") -> Sign:
    """Return the sign of a turn: turns differ in hue, and tell their number."""
    return Sign(shape, label, HUES[(turn - 1) % len(HUES)], 0.3, sample=sample)


def of_column(number: int, shape: str, label: str) -> Sign:
    """Return the sign for what stands in a column of rows."""
    return Sign(shape, label, HUES[number % len(HUES)])


def of_share(share: float, label: str) -> Sign:
    """Return the tint of a share, the darker the more: of what may be spent, of all worlds."""
    return Sign("tint", label, _YES, round(0.08 + 0.47 * share, 2))
