"""Answers about boards drafted from pictures: what was read, what is not sure, which colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hexcourt.facts.base.errors import listed, shown
from hexcourt.facts.drafting.colours import Sample
from hexcourt.facts.drafting.drafts import BoardDraft
from hexcourt.facts.drafting.pictures import mixed_colours
from hexcourt.facts.drafting.textures import Textures
from hexcourt.solver.answer.answer import Answer
from hexcourt.solver.answer.words import counted

_FEW = 12
"""How many hexes a line of text tells."""

_FITS = 0.6
"""The share of hexsides along which lines are drawn, below which the grid may not fit."""

_TRUSTED = 0.85
"""The share of pixels in known colours, below which it is told why others are not known."""

_REASON_WORDS = {
    "unread": "could not be read",
    "guessed(storeys)": "guessed, how many levels the building has",
    "guessed(level)": "guessed, on which level the hex lies",
    "guessed(ground)": "guessed, what lies in the hex",
    "off": "beyond the map",
}
"""What each mark of a hex means."""


def draft_answer(draft: BoardDraft, path: Path, out: Path) -> Answer:
    """Return what a draft came to, and what is not sure of it."""
    layout = draft.found.layout
    off = sum("off" in marks for marks in draft.marks.values())
    hexes = len(draft.grid.names) - off
    heading: dict[str, Any] = {
        "picture": shown(draft.picture.member),
        "other_pictures": [shown(each) for each in draft.picture.others],
        "grid": draft.found.source,
        "fit": round(draft.found.fit, 3),
        "origin": [float(layout.origin[0]), float(layout.origin[1])],
        "hex_size": [float(layout.column_step), float(layout.hex_height)],
        "known": round(draft.known, 4),
    }
    if draft.textures is not None:
        heading["textures"] = {
            "hexes": draft.textures.named,
            "read": round(draft.textures.read, 4),
            "terrain": round(draft.textures.terrain_right, 4),
            "level": round(draft.textures.level_right, 4),
        }
    rows = [heading, *({"hex": name, "marks": list(each)} for name, each in draft.marks.items())]
    counts = Counter(mark for marks in draft.marks.values() for mark in marks)
    lines = tuple(_draft_lines(draft, heading, hexes, out))
    fields = {"hexes": hexes, **{_key(mark): counts[mark] for mark in _REASON_WORDS}}
    questions = {"boards": [shown(str(path))], "written": shown(str(out))}
    return Answer("board draft", None, "done", questions, rows, fields, lines=lines)


def _key(mark: str) -> str:
    return mark.replace("(", "_").replace(")", "")


def _draft_lines(
    draft: BoardDraft, heading: dict[str, Any], hexes: int, out: Path
) -> Iterator[str]:
    across, down = heading["hex_size"]
    left, top = heading["origin"]
    yield f"a draft of {counted(hexes, 'hex', 'hexes')}, read from {heading['picture']}, not checked"
    others = heading["other_pictures"]
    if others:
        yield f"other pictures in the archive, which --picture takes: {', '.join(others[:4])}"
    yield (
        f"grid by {heading['grid']}: hexes of {across:g} by {down:g} pixels, the first at "
        f"{left:g},{top:g}; lines are drawn along {heading['fit']:.0%} of the hexsides"
    )
    if heading["fit"] < _FITS:
        yield "so few lines follow this grid that it may not fit; give --origin X,Y and --hex W,H"
    if draft.textures is None:
        mixed = mixed_colours(draft.picture.packed) if heading["known"] < _TRUSTED else ""
        more = mixed and f"; {mixed}"
        yield f"colours that are known: {heading['known']:.2%} of the map's pixels{more}"
    else:
        yield from _texture_lines(draft.textures)
    for mark, entry in _REASON_WORDS.items():
        named = [name for name, marks in draft.marks.items() if mark in marks]
        if named:
            more = f" and {len(named) - _FEW} more" if len(named) > _FEW else ""
            yield f"{entry}: {counted(len(named), 'hex', 'hexes')} ({', '.join(named[:_FEW])}{more})"
    yield f"written to {shown(str(out))}: give it wherever a board is asked for"


def _texture_lines(textures: Textures) -> Iterator[str]:
    yield (
        f"read by what {textures.named} hexes of the legend look like, so all of it is a guess: where "
        f"the column of each of these is left out, {textures.read:.0%} are read, of which "
        f"{textures.terrain_right:.0%} have the terrain that is named, and {textures.level_right:.0%} "
        "the level"
    )
    if textures.alone:
        words = listed([each.replace("_", " ") for each in textures.alone], "and")
        yield f"nothing is read as {words}, which the legend names in one hex alone"


def colours_answer(
    samples: Sequence[Sample],
    known: float,
    path: Path,
    out: Path | None = None,
) -> Answer:
    """Return which colours of a picture nothing names, with a guess of each; ``out`` is the legend that
    was written.
    """
    rows = [
        {
            "colour": each.written,
            "share": round(each.share, 6),
            "solid": round(each.solid, 3),
            "guess": each.guess or None,
            "reason": each.reason,
        }
        for each in samples
    ]
    questions: dict[str, Any] = {"boards": [shown(str(path))]}
    if out is not None:
        questions["written"] = shown(str(out))
    return Answer(
        "board legend",
        None,
        "done",
        questions,
        rows,
        {"colours": len(samples)},
        lines=tuple(_colour_lines(samples, known, out)),
    )


def _colour_lines(samples: Sequence[Sample], known: float, out: Path | None) -> Iterator[str]:
    if samples and isinstance(samples[0].colour, str):
        yield (
            f"its colours mean nothing by themselves, so the legend names hexes: {known:.0%} are named; "
            f"{counted(len(samples), 'hex', 'hexes')} that look different are asked for"
        )
    else:
        number = counted(len(samples), "colour")
        yield f"colours that are known: {known:.2%} of the pixels; not known: {number}"
    for each in samples[:_FEW]:
        guess = f"perhaps {each.guess} ({each.reason})" if each.guess else each.reason
        yield f"{each.written} {each.share:.2%}: {guess}"
    if len(samples) > _FEW:
        yield f"and {len(samples) - _FEW} more"
    if out is not None:
        yield (
            f"written to {shown(str(out))}: fill in the terrain, and give it to board draft --legend"
        )
