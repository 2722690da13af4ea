"""Draws the marks of an answer: tints and lines below the hexes, above them rings, signs, and the line
of sight that was asked about.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hexcourt.cli.render import palette
from hexcourt.cli.render.board import DrawnPiece
from hexcourt.cli.render.canvas import MARGIN, Canvas, Mark, Motifs, Spot
from hexcourt.cli.render.palette import VerdictStyle
from hexcourt.cli.render.signs import Sign
from hexcourt.cli.render.style import (
    Element,
    Point,
    Written,
    add,
    chip_sign,
    cross_sign,
    dot_sign,
    haloed,
    line_path,
    line_sign,
    number_text,
    ring_path,
    target_sign,
    use,
    verdict_key,
    verdict_style,
    way_path,
)
from hexcourt.facts.boards.records import Hex

_INSET = (
    0.86  # of the way from the centre of a hex to its vertex or hexside: in the hex, not beside it
)
_ASIDE = 18.0  # from a sign to the next one at the same spot
LINE = 11  # from a line of a note to the next
_BELOW, _CLOSE = 20.0, 16.0  # from a spot down to the first line


def draw_ground_marks(piece: DrawnPiece, drawn: Element, marks: Iterable[Mark]) -> None:
    """Draw what lies below the names of the hexes: tints, and above them lines.

    What a tint tells is read on hover over its hex, which lies above.
    """
    marks = tuple(marks)
    group = add(drawn, "g", class_="ground-marks", stroke_linejoin="round")
    tints: dict[Sign, dict[str, None]] = {}
    for mark in _of_shape(piece, marks, "tint"):
        hex_name = mark.at[0].hex
        tints.setdefault(mark.sign, {})[hex_name] = None
        if mark.description:
            piece.notes.setdefault(hex_name, []).append(mark.description)
    for sign, names in tints.items():
        tint = add(group, "g", class_="mark tint", data_sign=sign.label)
        fill_tint(tint, sign, piece.canvas.motifs)
        _fill_hexes(piece, tint, names)
    for mark in _of_shape(piece, marks, "line"):
        _draw_line(piece, group, mark)


def _fill_hexes(piece: DrawnPiece, group: Element, names: Iterable[str]) -> None:
    """Add most of the area of some hexes to a group that says what it looks like."""
    for name in names:
        shape = ring_path(piece.around(piece.board.hex(name), 0.93))
        add(group, "path", data_hex=name, d=shape)


def fill_tint(tint: Element, sign: Sign, motifs: Motifs) -> None:
    """Fill a shape as a sign says."""
    tint.set("fill", motifs.hatch(sign.hatch, palette.HATCH_COLOUR) if sign.hatch else sign.colour)
    tint.set("fill-opacity", str(sign.opacity))
    tint.set("stroke", sign.colour)
    tint.set("stroke-width", "2")


def draw_signs(piece: DrawnPiece, drawn: Element, marks: Iterable[Mark]) -> None:
    """Draw all other marks: rings lowest, then signs side by side, then what is written."""
    marks = tuple(marks)
    group = add(drawn, "g", class_="signs", text_anchor="middle", stroke_linejoin="round")
    for mark in _of_shape(piece, marks, "ring"):
        _draw_ring(piece, group, mark)
    beside: Tally[Spot] = Tally()
    for mark in _of_shape(piece, marks, "cross", "dot", "chip"):
        _draw_sign(piece, group, mark, beside)
    noted = _of_shape(piece, marks, "tint", "ring", "cross", "dot", "chip", "text")
    lines = Tally(mark.at[0] for mark in noted for _ in mark.note.splitlines())
    # several lines begin higher where the last would cover the level of the hex, unless a sign is there
    high = [spot for spot, count in lines.items() if count > 1 and piece.has_level(spot.hex)]
    below = Tally({spot: -1 for spot in high if not beside[spot]})
    look = {"font_size": "10.5"}
    written: dict[bool, list[Written]] = {False: [], True: []}
    for mark in noted:
        written[mark.sign.shape == "text"] += _note_texts(piece, mark, below)
    for bold, texts in written.items():
        more = {**look, "font_weight": "bold"} if bold else look
        haloed(group, piece.canvas.text_name(), "notes", texts, **more)


def point_of(piece: DrawnPiece, spot: Spot) -> Point:
    """Return the point at which a spot is marked; that of a vertex lies within its hex."""
    record = piece.board.hex(spot.hex)
    if spot.vertex is not None:
        return piece.around(record, _INSET)[spot.vertex]
    if spot.hexside is not None:
        (x1, y1), (x2, y2) = _hexside(piece, spot, 1.0)
        return (x1 + x2) / 2, (y1 + y2) / 2
    return piece.centre(record.place)


def _of_shape(piece: DrawnPiece, marks: Iterable[Mark], *shapes: str) -> list[Mark]:
    """List the marks of some shapes that lie on a piece, and note that their signs are drawn."""
    on = [
        each
        for each in marks
        if each.sign.shape in shapes and all(spot.hex in piece.names for spot in each.at)
    ]
    piece.canvas.signs.update(dict.fromkeys(replace(each.sign, size=1.0) for each in on))
    return on


def _hexside(piece: DrawnPiece, spot: Spot, share: float) -> tuple[Point, Point]:
    around = piece.around(piece.board.hex(spot.hex), share)
    side = spot.hexside or 0
    return around[side], around[(side + 1) % 6]


def _draw_line(piece: DrawnPiece, group: Element, mark: Mark) -> None:
    way = way_path(point_of(piece, spot) for spot in mark.at)
    line = add(group, "g", class_="mark line", fill="none", stroke_linecap="round")
    line_layers(line, way, mark.sign)
    _describe(line, mark)


def line_layers(group: Element, way: str, sign: Sign) -> None:
    """Draw a line along a path, on a pale ground of its own."""
    add(group, "path", d=way, stroke="#ffffff", stroke_width=6, stroke_opacity="0.8")
    line = add(group, "path", d=way, stroke=sign.colour, stroke_width=3)
    if sign.dash:
        line.set("stroke-dasharray", sign.dash)


def _draw_ring(piece: DrawnPiece, group: Element, mark: Mark) -> None:
    """Outline a hex, a hexside or a vertex."""
    sign, spot = mark.sign, mark.at[0]
    if spot.vertex is not None:
        x, y = point_of(piece, spot)
        ring = add(group, "circle", cx=x, cy=y, r=7, fill="none")
    elif spot.hexside is not None:
        ring = add(group, "path", d=line_path(*_hexside(piece, spot, _INSET)), fill="none")
    else:
        shape = ring_path(piece.around(piece.board.hex(spot.hex), 0.93))
        ring = add(group, "path", d=shape, fill="none")
    ring.attrib.update({"class": "mark ring", "data-hex": spot.hex, "stroke": sign.colour})
    ring.set("stroke-width", "3.5")
    if sign.dash:
        ring.set("stroke-dasharray", sign.dash)
    _describe(ring, mark)


def _draw_sign(piece: DrawnPiece, group: Element, mark: Mark, beside: Tally[Spot]) -> None:
    sign, spot = mark.sign, mark.at[0]
    x, y = point_of(piece, spot)
    place = (beside[spot] + 1) // 2  # right and left in turn
    x += _ASIDE * (place if beside[spot] % 2 else -place)
    beside[spot] += 1
    drawn = add(group, "g", class_=f"mark {sign.shape}", data_hex=spot.hex)
    draw_sample(drawn, sign, x, y, mark.text or sign.sample, sign.size)
    _describe(drawn, mark)


def draw_sample(
    group: Element, sign: Sign, x: float, y: float, text: str, size: float = 1.0
) -> None:
    """Draw a cross, a dot or a chip round a point."""
    if size != 1.0:
        place = f"translate({number_text(x)} {number_text(y)}) scale({number_text(size)})"
        group, x, y = add(group, "g", transform=place), 0.0, 0.0
    if sign.shape == "cross":
        cross_sign(group, x, y, sign.colour)
    elif sign.shape == "dot":
        dot_sign(group, x, y, sign.colour, text)
    else:
        chip_sign(group, x, y, sign.colour, text)


def _note_texts(piece: DrawnPiece, mark: Mark, below: Tally[Spot]) -> Iterator[Written]:
    """List the lines that stand beside a mark, each with its place, below what was written there."""
    spot = mark.at[0] if mark.note else None
    if spot is not None:
        x, y = point_of(piece, spot)
        for line in mark.note.splitlines():
            yield (
                line,
                x,
                y + (_BELOW if mark.sign.shape == "dot" else _CLOSE) + LINE * below[spot],
            )
            below[spot] += 1


def _describe(element: Element, mark: Mark) -> None:
    """Add to an element what a mark is: which sign, and on hover what it tells."""
    element.set("data-sign", mark.sign.label)
    if mark.description:
        add(element, "title", mark.description)


def draw_seen(piece: DrawnPiece, drawn: Element) -> None:
    """Tint or hatch the hexes that look, by what they see."""
    group = add(drawn, "g", class_="answers")
    seen: dict[str, list[str]] = {}
    for name, verdict in sorted(piece.marks.seen.items()):
        if name in piece.names:
            seen.setdefault(verdict_key(verdict), []).append(name)
    for key, names in seen.items():
        style = palette.VERDICTS[key]
        found = add(group, "g", class_=f"seen {key}")
        if style.hatch:
            found.set("fill", piece.canvas.motifs.hatch(style.hatch, palette.HATCH_COLOUR))
            found.set("fill-opacity", str(palette.HATCHED))
        else:
            found.set("fill", style.colour)
            found.set("fill-opacity", str(style.tint))
        if not style.hatch or style.tint:
            found.set("stroke", style.colour)
            found.set("stroke-width", "2")
        if style.dash and not style.hatch:
            found.set("stroke-dasharray", style.dash)
        if style.hatch and not style.tint:  # what has no edge needs none between two hexes
            add(found, "path", d=piece.outline(map(piece.board.hex, names)))
        else:
            _fill_hexes(piece, found, names)


def draw_marks(piece: DrawnPiece, drawn: Element) -> None:
    """Draw on top of the map what the question was about and what it found."""
    group = add(drawn, "g", class_="marks", fill="none", pointer_events="none")
    marks = piece.marks
    for name in marks.highlighted:
        _draw_ring_found(piece, group, name, "highlighted", palette.HIGHLIGHT, 0.95)
    for name in marks.blocked_at:
        _draw_ring_found(piece, group, name, "blocked-at", palette.VERDICTS["blocked"].colour, 0.9)
    if marks.target in piece.names:
        _draw_target(piece, group, piece.board.hex(marks.target))
    whole = piece.names == piece.canvas.names
    if marks.line and (whole or piece.names.issuperset(marks.line)):
        _draw_line_found(piece, group, marks.line, verdict_style(marks.verdict))


def _draw_ring_found(
    piece: DrawnPiece, group: Element, name: str, kind: str, colour: str, share: float
) -> None:
    """Outline a hex, if it is on the piece."""
    if name in piece.names:
        shape = ring_path(piece.around(piece.board.hex(name), share))
        ring = add(group, "path", class_=kind, data_hex=name, d=shape, stroke=colour)
        ring.set("stroke-width", "3.5")


def _draw_target(piece: DrawnPiece, group: Element, record: Hex) -> None:
    x, y = piece.centre(record.place)
    mark = add(group, "g", class_="target", data_hex=record.name)
    target_sign(mark, x, y, 13)


def _draw_line_found(
    piece: DrawnPiece, group: Element, line: tuple[str, str], style: VerdictStyle
) -> None:
    """Draw the sight line, its ends, and a cross where each hex that blocks it is nearest."""
    first, second = (piece.centre(piece.board.hex(name).place) for name in line)
    mark = add(group, "g", class_=f"line {verdict_key(piece.marks.verdict)}")
    line_sign(mark, line_path(first, second), style)
    for x, y in (first, second):
        add(mark, "circle", cx=x, cy=y, r=5, fill="#ffffff", stroke=style.colour, stroke_width=3)
    for name in piece.marks.blocked_at:
        cross_sign(mark, *_nearest(piece.centre(piece.board.hex(name).place), first, second))


def _nearest(point: Point, first: Point, second: Point) -> Point:
    """Find the point of a line that is nearest to a point."""
    across, down = second[0] - first[0], second[1] - first[1]
    length = across**2 + down**2
    share = (
        ((point[0] - first[0]) * across + (point[1] - first[1]) * down) / length if length else 0.0
    )
    share = min(1.0, max(0.0, share))
    return first[0] + share * across, first[1] + share * down


_WIDEST, _HIGHEST = 330.0, 300.0
_LARGEST = 0.7
_ROUND = 90.0  # of the map round what is marked
_HEADING = 18.0
_LETTER = 6.8

Box = tuple[float, float, float, float]


def draw_small_maps(
    canvas: Canvas, pieces: Sequence[DrawnPiece], top: float, width: float
) -> float:
    """Draw the small maps in rows, and give the height at which the legend begins."""
    if not canvas.marks.small_maps or not pieces:
        return top
    piece = max(pieces, key=lambda each: (len(_marked(each)), -each.number))
    box = _part(piece)
    scale = min(_LARGEST, _WIDEST / (box[2] - box[0]), _HIGHEST / (box[3] - box[1]))
    wide, high = scale * (box[2] - box[0]), scale * (box[3] - box[1])
    heading = _LETTER * max(len(each.heading) for each in canvas.marks.small_maps)
    cell = max(wide, min(heading, width - 2 * MARGIN)) + MARGIN
    columns = max(1, int((width - MARGIN) // cell))
    _define_part(canvas, box)
    group = add(canvas.root, "g", class_="small-maps", font_size=11)
    for number, small in enumerate(canvas.marks.small_maps):
        x = MARGIN + cell * (number % columns)
        y = top + (high + _HEADING + MARGIN) * (number // columns)
        add(group, "text", small.heading, x=x, y=y + 12)
        drawn = add(group, "g", class_="small-map", transform=_placed(box, scale, x, y + _HEADING))
        drawn.set("clip-path", "url(#small)")
        use(drawn, f"land-{piece.number}")
        draw_ground_marks(piece, drawn, small.marks)
        use(drawn, f"board-{piece.number}")
        draw_signs(piece, drawn, small.marks)
        _frame(drawn, box)
    rows = -(-len(canvas.marks.small_maps) // columns)
    return top + rows * (high + _HEADING + MARGIN)


def _marked(piece: DrawnPiece) -> list[str]:
    small = {spot.hex for each in piece.marks.small_maps for mark in each.marks for spot in mark.at}
    return sorted(small & piece.names)


def _part(piece: DrawnPiece) -> Box:
    """Bound what any of the small maps marks, with some of the map round it."""
    spots = [spot for each in piece.marks.small_maps for mark in each.marks for spot in mark.at]
    points = [point_of(piece, spot) for spot in spots if spot.hex in piece.names]
    left, top, right, bottom = piece.box
    if not points:
        return piece.box
    xs, ys = zip(*points, strict=True)
    return (
        max(left, min(xs) - _ROUND),
        max(top, min(ys) - _ROUND),
        min(right, max(xs) + _ROUND),
        min(bottom, max(ys) + _ROUND),
    )


def _define_part(canvas: Canvas, box: Box) -> None:
    clip = add(canvas.definitions, "clipPath", id="small")
    add(clip, "rect", x=box[0], y=box[1], width=box[2] - box[0], height=box[3] - box[1])


def _placed(box: Box, scale: float, x: float, y: float) -> str:
    across, down = number_text(x - scale * box[0]), number_text(y - scale * box[1])
    return f"translate({across} {down}) scale({scale:.4f})"


def _frame(group: Element, box: Box) -> None:
    edge = ring_path([(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])])
    add(group, "path", d=edge, fill="none", stroke=palette.INK_TEXT, stroke_width=3)
