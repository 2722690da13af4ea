"""The legend: what is drawn, and what it stands for."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from hexcourt.cli.drawing.board.faces import BLANK, face_of, face_rank
from hexcourt.cli.drawing.sheet.answered import draw_sample, fill_tint, line_layers
from hexcourt.cli.drawing.sheet.canvas import MARGIN, Canvas
from hexcourt.cli.drawing.sheet.svg import Element, add, number_text
from hexcourt.cli.drawing.style.answers import Sign
from hexcourt.cli.drawing.style.palette import (
    CREST,
    FADED,
    FAINT,
    GRID,
    HATCH_COLOUR,
    HATCHED,
    HIGHLIGHT,
    UNDERNEATH,
    VERDICTS,
)
from hexcourt.cli.drawing.style.signs import (
    HEX_SIGNS,
    box_sign,
    counter_sign,
    cross_sign,
    hex_sign,
    level_sign,
    line_sign,
    stroke_sign,
    target_sign,
)
from hexcourt.cli.drawing.style.styles import level_fill, rank_of, verdict_key, verdict_style
from hexcourt.facts.boards.records import UNDER
from hexcourt.solver.answering.words import level_words

ANSWER = "Answer"

_ROW = 22.0
_SWATCH = 30.0
_COUNTER = 18.0
_LETTER = 7.3
_SAMPLE = "M0 8H30"


def draw_legend(canvas: Canvas, top: float, width: float) -> float:
    """List what is drawn, and give the height that the drawing needs."""
    group = add(canvas.root, "g", class_="legend", font_size=12)
    y = top
    for title, entries in (
        ("Ground", list(_level_entries(canvas))),
        ("Terrain", list(_terrain_entries(canvas))),
        ("Hexes", list(_hex_entries(canvas))),
        ("Hexsides", list(_stroke_entries(canvas))),
        ("Counters", list(_counter_entries(canvas))),
        ("Sight", list(_mark_entries(canvas))),
        ("Marked", list(_highlight_entries(canvas))),
        (ANSWER, list(_sign_entries(canvas))),
    ):
        if entries:
            y = _draw_entries(group, title, entries, y, width)
    return y + MARGIN


def _draw_entries(
    group: Element, title: str, entries: list[tuple[str, Element]], top: float, width: float
) -> float:
    """Lay entries out in rows, and give the height at which the next ones begin."""
    indent = MARGIN + 72
    x, y = indent, top + 4
    add(group, "text", title, x=MARGIN, y=y + 12, font_weight="bold")
    for label, sign in entries:
        needed = _SWATCH + 8 + _LETTER * len(label) + 16
        if x > indent and x + needed > width:
            x, y = indent, y + _ROW
        place = f"translate({number_text(x)} {number_text(y)})"
        entry = add(group, "g", class_="entry", transform=place)
        entry.append(sign)
        if title == ANSWER:
            entry.set("data-sign", label)
        add(entry, "text", label, x=_SWATCH + 8, y=12)
        x += needed
    return y + _ROW


def _swatch(fill: str, edge: str) -> Element:
    edge = GRID if edge == "none" else edge
    size = {"width": number_text(_SWATCH), "height": "16"}
    return Element("rect", {**size, "fill": fill, "stroke": edge, "stroke-width": "0.8"})


def _level_entries(canvas: Canvas) -> Iterator[tuple[str, Element]]:
    for level in sorted(canvas.levels):
        yield f"level {level_words(level)}", _swatch(level_fill(level), "none")


def _terrain_entries(canvas: Canvas) -> Iterator[tuple[str, Element]]:
    strokes = {each.label for each in canvas.strokes}  # what stands on hexsides is told there
    for ink in sorted(canvas.inks, key=rank_of):
        if ink.label and ink.label not in strokes:
            yield ink.label, _swatch(canvas.motifs.fill(ink), ink.edge)


def _hex_entries(canvas: Canvas) -> Iterator[tuple[str, Element]]:
    for name, label in HEX_SIGNS.items():
        if name in canvas.hex_signs:
            sign = Element("g", {"text-anchor": "middle"})
            if name == "level":
                level_sign(sign, "2", 15, 12, "sample")
            elif name == "crest":
                add(sign, "path", d=_SAMPLE, stroke=CREST, stroke_width=0.8)
            elif name == "faint":
                add(sign, "rect", width=_SWATCH, height=16, fill=FADED, opacity=FAINT)
            else:
                hex_sign(sign, name, 15, 8)
            yield label, sign


def _stroke_entries(canvas: Canvas) -> Iterator[tuple[str, Element]]:
    for stroke in sorted(canvas.strokes, key=lambda each: each.label):
        sign = Element("g", {"fill": "none"})
        stroke_sign(sign, _SAMPLE, stroke)
        yield stroke.label, sign


def _counter_entries(canvas: Canvas) -> Iterator[tuple[str, Element]]:
    for terrain in sorted({each.terrain for each in canvas.counters}, key=face_rank):
        face = face_of(terrain)
        sign = Element("g")
        counter_sign(sign, 15, 8, _COUNTER, face)
        yield face.label, sign
    if any(each.place == UNDER for each in canvas.counters):
        sign = Element("g", {"opacity": UNDERNEATH})
        counter_sign(sign, 15, 8, _COUNTER, BLANK)
        yield "fainter: under a bridge", sign


def _mark_entries(canvas: Canvas) -> Iterator[tuple[str, Element]]:
    marks = canvas.marks
    if marks.line is not None:
        style = verdict_style(marks.verdict)
        sign = Element("g", {"fill": "none"})
        line_sign(sign, _SAMPLE, style)
        yield f"sight line {marks.line[0]} to {marks.line[1]}: {style.label}", sign
    if marks.blocked_at:
        sign = Element("g", {"fill": "none"})
        cross_sign(sign, 15, 8)
        yield "blocks it", sign
    if marks.target is not None:
        sign = Element("g", {"fill": "none"})
        target_sign(sign, 15, 8, 8)
        yield f"{marks.target}, looked at", sign
    yield from _seen_entries(canvas)


def _highlight_entries(canvas: Canvas) -> Iterator[tuple[str, Element]]:
    if canvas.marks.highlighted:
        yield canvas.marks.highlight, box_sign(HIGHLIGHT)


def _sign_entries(canvas: Canvas) -> Iterator[tuple[str, Element]]:
    for sign in canvas.signs:
        yield sign.label, _sign_sample(canvas, sign)


def _sign_sample(canvas: Canvas, sign: Sign) -> Element:
    if sign.shape == "tint":
        swatch = _swatch("none", "none")
        fill_tint(swatch, sign, canvas.motifs)
        return swatch
    drawn = Element("g", {"fill": "none"})
    if sign.shape == "ring":
        box = box_sign(sign.colour)
        if sign.dash:
            box.set("stroke-dasharray", sign.dash)
        drawn.append(box)
    elif sign.shape == "line":
        line_layers(drawn, _SAMPLE, sign)
    elif sign.shape == "text":
        look = {"font_weight": "bold", "fill": sign.colour, "text_anchor": "middle"}
        add(drawn, "text", sign.sample, x=15, y=12, **look)
    else:
        draw_sample(drawn, sign, 15, 8, sign.sample)
    return drawn


def _seen_entries(canvas: Canvas) -> Iterator[tuple[str, Element]]:
    seen = canvas.marks.seen
    counts = Tally(verdict_key(seen[name]) for name in seen if name in canvas.names)
    for key, style in VERDICTS.items():
        if not counts[key]:
            continue
        fill = canvas.motifs.hatch(style.hatch, HATCH_COLOUR) if style.hatch else style.colour
        sign = _swatch(fill, style.colour if style.tint else GRID)
        sign.set("fill-opacity", str(HATCHED if style.hatch else style.tint))
        yield f"{style.label}: {counts[key]} hex{'es' * (counts[key] != 1)}", sign
