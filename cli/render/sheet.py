"""The sheet: name, caption, the pieces of the map in rows, and the legend below."""

from __future__ import annotations

import textwrap
from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree

from hexcourt.cli.render import palette
from hexcourt.cli.render.board import DrawnPiece, draw_counters, draw_hexes, draw_hexsides
from hexcourt.cli.render.canvas import MARGIN, Canvas, Look, Marks
from hexcourt.cli.render.land import draw_fillings, draw_ground, draw_outlines, draw_pixels
from hexcourt.cli.render.marks import (
    draw_ground_marks,
    draw_marks,
    draw_sample,
    draw_seen,
    draw_signs,
    draw_small_maps,
    fill_tint,
    line_layers,
)
from hexcourt.cli.render.signs import Sign
from hexcourt.cli.render.style import (
    BLANK,
    HEX_SIGNS,
    HREF,
    LEVEL_LOOK,
    Element,
    Point,
    add,
    box_sign,
    counter_sign,
    cross_sign,
    face_of,
    face_rank,
    haloed,
    hex_signs,
    level_fill,
    line_sign,
    number_text,
    rank_of,
    stroke_sign,
    target_sign,
    verdict_key,
    verdict_style,
)
from hexcourt.facts.base.errors import BadInput, visible
from hexcourt.facts.boards.board import Board
from hexcourt.facts.boards.records import UNDER, Hex
from hexcourt.facts.geometry.hexes import STEPS, neighbour
from hexcourt.solver.answer.words import level_words

USUAL_LOOK = Look()
_SVG = "http://www.w3.org/2000/svg"
_GAP = 24.0


def beside(left: str, right: str, look: Look = USUAL_LOOK) -> str:
    """Put two documents that ``draw_board`` gave into one; their definitions are kept apart."""
    root = Element("svg", {"xmlns": _SVG})
    add(root, "title", "two boards compared" if look.title is None else visible(look.title))
    x, deepest = 0.0, 0.0
    for number, text in enumerate((left, right)):
        drawn = ElementTree.fromstring(text)  # our own drawing
        for each in drawn.iter():
            each.tag = each.tag.rpartition("}")[2]
            for name, value in each.attrib.items():
                each.set(name, _marked(name, value, f"board{number}-"))
        drawn.set("x", number_text(x))
        x += float(drawn.get("width", 0)) + _GAP
        deepest = max(deepest, float(drawn.get("height", 0)))
        root.append(drawn)
    width, height = number_text(x - _GAP), number_text(deepest)
    root.attrib.update({"width": width, "height": height, "viewBox": f"0 0 {width} {height}"})
    return _finished(root, look)


def _marked(name: str, value: str, mark: str) -> str:
    """Mark what names, or cites, a definition of one of the documents."""
    if name == "id":
        return mark + value
    if name.endswith("href") and value.startswith("#"):
        return f"#{mark}{value[1:]}"
    return value.replace("url(#", f"url(#{mark}")


def draw_piece(piece: DrawnPiece, x: float, y: float) -> None:
    """Draw a piece with its upper left corner at a point of the sheet."""
    place = f"translate({number_text(x - piece.box[0])} {number_text(y - piece.box[1])})"
    edge = _edge(piece)
    drawn = add(piece.canvas.root, "g", class_="map", transform=place, clip_path=edge)
    land = add(drawn, "g", class_="land", clip_path=piece.clip("hexes", piece.names))
    if piece.board.raster is not None:
        draw_pixels(piece, piece.board.raster, land)
    else:
        draw_ground(piece, land)
    draw_fillings(piece, land)
    draw_outlines(piece, land)
    draw_seen(piece, drawn)
    draw_ground_marks(piece, drawn, piece.marks.signs)
    board = drawn
    if piece.marks.small_maps:  # which show it once more
        land.set("id", f"land-{piece.number}")
        board = add(drawn, "g", class_="board", id=f"board-{piece.number}")
    draw_hexes(piece, board)
    draw_hexsides(piece, board)
    draw_counters(piece, board)
    draw_marks(piece, drawn)
    draw_signs(piece, drawn, piece.marks.signs)


def _edge(piece: DrawnPiece) -> str:
    """Define the edge of a piece as a clip."""
    left, top, _, _ = piece.box
    clip = add(piece.canvas.definitions, "clipPath", id=f"edge-{piece.number}")
    # half a line more, so that the grid along the edge keeps its width
    add(clip, "rect", x=left - 1, y=top - 1, width=piece.width + 2, height=piece.height + 2)
    return f"url(#edge-{piece.number})"


ANSWER = "Answer"

_ROW = 22.0
_SWATCH = 30.0
_COUNTER = 18.0
_LETTER = 7.3
_SAMPLE = "M0 8H30"


def draw_legend(canvas: Canvas, top: float, width: float) -> float:
    """List what is drawn, and give the height that the drawing needs."""
    group = add(canvas.root, "g", class_="legend", font_size=12, stroke_width=0.8)
    y = top
    of_board = (
        ("Ground", _level_entries),
        ("Terrain", _terrain_entries),
        ("Hexes", _hex_entries),
        ("Hexsides", _stroke_entries),
    )
    of_answer = (
        ("Counters", _counter_entries),
        ("Sight", _mark_entries),
        ("Marked", _highlight_entries),
        (ANSWER, _sign_entries),
    )
    for title, listing in of_answer if canvas.look.legend == "answer" else of_board + of_answer:
        entries = list(listing(canvas))
        if entries:
            y = _draw_entries(group, title, entries, y, width)
    return y + MARGIN


def _draw_entries(
    group: Element, title: str, entries: list[tuple[str, Element]], top: float, width: float
) -> float:
    """Draw entries in rows, and return the height at which the next ones begin."""
    indent = MARGIN + 72
    x, y = indent, top + 4
    add(group, "text", title, x=MARGIN, y=y + 12, font_weight="bold")
    for label, sign in entries:
        needed = _SWATCH + 8 + _LETTER * len(label) + 16
        if x > indent and x + needed > width:
            x, y = indent, y + _ROW
        entry = add(group, "g", class_="entry")
        if sign.tag == "rect":
            for name, start in (("x", round(x)), ("y", y)):
                sign.set(name, number_text(start + float(sign.get(name, 0))))
        else:
            sign.set("transform", f"translate({round(x)} {number_text(y)})")
        entry.append(sign)
        if title == ANSWER:
            entry.set("data-sign", label)
        add(entry, "text", label, x=round(x + _SWATCH + 8), y=y + 12)
        x += needed
    return y + _ROW


def _swatch(fill: str, edge: str) -> Element:
    edge = palette.GRID if edge == "none" else edge
    size = {"width": number_text(_SWATCH), "height": "16"}
    return Element("rect", {**size, "fill": fill, "stroke": edge})


def _level_entries(canvas: Canvas) -> Iterator[tuple[str, Element]]:
    for level in sorted(canvas.levels):
        yield f"level {level_words(level)}", _swatch(level_fill(level), "none")


def _terrain_entries(canvas: Canvas) -> Iterator[tuple[str, Element]]:
    strokes = {each.label for each in canvas.strokes}  # what stands on hexsides is listed there
    for ink in sorted(canvas.inks, key=rank_of):
        if ink.label and ink.label not in strokes:
            yield ink.label, _swatch(canvas.motifs.fill(ink), ink.edge)


def _hex_entries(canvas: Canvas) -> Iterator[tuple[str, Element]]:
    for name, label in HEX_SIGNS.items():
        if name in canvas.hex_signs:
            sign = Element("g", {"text-anchor": "middle"})
            if name == "level":
                haloed(sign, "level", "sample", [("2", 15, 12)], **LEVEL_LOOK)
            elif name == "crest":
                add(sign, "path", d=_SAMPLE, stroke=palette.CREST, stroke_width=0.8)
            elif name == "faint":
                add(
                    sign,
                    "rect",
                    width=_SWATCH,
                    height=16,
                    fill=palette.FADED,
                    opacity=palette.FAINT,
                )
            else:
                hex_signs(sign, name, [(15, 8)], canvas.shape)
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
        sign = Element("g", {"opacity": palette.UNDERNEATH})
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
        yield canvas.marks.highlight, box_sign(palette.HIGHLIGHT)


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
    for key, style in palette.VERDICTS.items():
        if not counts[key]:
            continue
        fill = (
            canvas.motifs.hatch(style.hatch, palette.HATCH_COLOUR) if style.hatch else style.colour
        )
        sign = _swatch(fill, style.colour if style.tint else palette.GRID)
        sign.set("fill-opacity", str(palette.HATCHED if style.hatch else style.tint))
        yield f"{style.label}: {counts[key]} hex{'es' * (counts[key] != 1)}", sign


FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
_NARROWEST = 460.0
_OF_SMALL_MAPS = 1020.0
_WIDE = 1400.0


def draw_board(
    board: Board,
    marks: Marks | None = None,
    only: Collection[str] | None = None,
    look: Look = USUAL_LOOK,
) -> str:
    """Draw a board, or ``only`` some of its hexes, as the text of an SVG document.

    Equal boards, marks and looks give equal text. Raises BadInput for a hex that is not on the board,
    and for an arrow to a North that is not known.
    """
    if look.north and not board.north:
        raise BadInput(
            f"{board.title}: does not say where North is; leave the arrow out, or write north into its"
            " map or card"
        )
    canvas = Canvas(board, marks or Marks(), only, look)
    pieces = [DrawnPiece(canvas, number, hexes) for number, hexes in enumerate(groups_of(canvas))]
    paper = add(canvas.root, "rect", class_="paper", fill="#ffffff")
    places = in_rows([(piece.width, piece.height) for piece in pieces])
    placed = list(zip(pieces, places, strict=True))
    narrowest = _OF_SMALL_MAPS if len(canvas.marks.small_maps) > 2 else _NARROWEST
    width = max([narrowest, *(x + piece.width + MARGIN for piece, (x, _) in placed)])
    top = bottom = _heading(canvas, width, board.north if look.north else "")
    for piece, (x, y) in placed:
        draw_piece(piece, x, top + y)
        bottom = max(bottom, top + y + piece.height + MARGIN)
    bottom = draw_small_maps(canvas, pieces, bottom, width)
    if look.legend != "none":
        bottom = draw_legend(canvas, bottom, width)
    size = size_root(canvas.root, width, bottom, palette.INK_TEXT)
    paper.attrib.update(size)
    return _finished(canvas.root, look)


def _finished(root: Element, look: Look) -> str:
    """Write a document, in greys and of another size where that is wanted."""
    if look.grey:
        for each in root.iter():
            for name in each.attrib.keys() & {"fill", "stroke"}:
                each.set(name, grey_of(each.attrib[name]))
    if look.size is not None:
        share = look.size / float(root.get("width", 0))
        root.set("height", number_text(share * float(root.get("height", 0))))
        root.set("width", number_text(look.size))
    return ElementTree.tostring(root, encoding="unicode") + "\n"


_GREYS = dict(
    zip(
        palette.HUES,
        ("#141414", "#b4b4b4", "#6a6a6a", "#d8d8d8", "#3c3c3c", "#909090"),
        strict=True,
    )
)


def grey_of(colour: str) -> str:
    """Return the grey that is as light as a colour; those that count turns and columns get greys that
    differ more.
    """
    if colour in _GREYS or not colour.startswith("#"):
        return _GREYS.get(colour, colour)
    digits = colour[1:] if len(colour) == 7 else "".join(2 * each for each in colour[1:])
    red, green, blue = bytes.fromhex(digits)
    light = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{light:02x}{light:02x}{light:02x}"


def groups_of(canvas: Canvas) -> list[list[Hex]]:
    """Split the hexes into those that hang together, unless a line runs between them."""
    waiting = {each.place: each for each in canvas.hexes}
    groups = []
    while waiting:
        reached = [waiting.pop(next(iter(waiting)))]
        for record in reached:
            around = (neighbour(record.place, direction) for direction in range(len(STEPS)))
            reached += [waiting.pop(place) for place in around if place in waiting]
        groups.append(sorted(reached, key=lambda each: canvas.board.indices[each.name]))
    ends = set(canvas.marks.line or ())
    split = not any(ends <= {each.name for each in group} for group in groups)
    return [canvas.hexes] if ends and split else groups


def in_rows(sizes: list[tuple[float, float]]) -> list[Point]:
    """Place rectangles side by side, in as many rows as a sheet of ordinary width needs."""
    limit = max([_WIDE, *(width for width, _ in sizes)])
    places: list[Point] = []
    x, y, deepest = MARGIN, 0.0, 0.0
    for width, height in sizes:
        if x > MARGIN and x + width > limit:
            x, y, deepest = MARGIN, y + deepest + 2 * MARGIN, 0.0
        places.append((x, y))
        x, deepest = x + width + 3 * MARGIN, max(deepest, height)
    return places


_TURNS = {"up": 0, "right": 90, "down": 180, "left": 270}
_COMPASS = 52.0


def _draw_north(root: Element, north: str, x: float, y: float) -> None:
    """Draw an arrow round a point, and the letter N at its tip."""
    compass = add(
        root, "g", class_="north", transform=f"translate({number_text(x)} {number_text(y)})"
    )
    arrow = add(compass, "g", transform=f"rotate({_TURNS[north]})")
    add(arrow, "path", d="M0 -20L8 18L0 11L-8 18z", fill=palette.INK_TEXT)
    haloed(compass, "north", "letter", [("N", 0, 5)], font_size="13", font_weight="bold")


def _heading(canvas: Canvas, width: float, north: str) -> float:
    """Write the title, the caption and the arrow to the North, and give the height at which the map
    begins.
    """
    root = canvas.root
    y = 4.0
    if north:
        _draw_north(root, north, width - MARGIN - _COMPASS / 2, _COMPASS / 2)
        width -= _COMPASS
    for piece in textwrap.wrap(canvas.title, int((width - 2 * MARGIN) / 12)):
        y += 22
        add(root, "text", piece, x=MARGIN, y=y, font_size=17, font_weight="bold")
    columns = int((width - 2 * MARGIN) / 7.8)  # of the widest font that may be at hand
    for line in canvas.marks.caption.splitlines():
        for piece in textwrap.wrap(line, columns) or [""]:
            y += 18
            add(root, "text", piece, class_="caption", x=MARGIN, y=y, font_size=13)
    return max(y + 14, _COMPASS if north else 0.0)


def size_root(root: Element, width: float, height: float, fill: str = "") -> dict[str, str]:
    """Return a document its size, now that all is drawn; return this as attributes."""
    size = {"width": number_text(width), "height": number_text(height)}
    root.attrib.update(size)
    root.set("viewBox", f"0 0 {size['width']} {size['height']}")
    root.set("font-family", FONT)
    if fill:
        root.set("fill", fill)
    root.set("role", "img")
    return size


@dataclass(frozen=True, slots=True)
class HexSpot:
    """Where a hex lies on the sheet: its centre and its six corners."""

    centre: Point
    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """How large the map is, and where its hexes lie on it."""

    width: float
    height: float
    spots: Mapping[str, HexSpot]


class UndrawnMap:
    """The map of a board, placed out but not drawn yet."""

    def __init__(self, board: Board, marks: Marks | None = None) -> None:
        self._canvas = Canvas(board, marks or Marks(), None)
        groups = groups_of(self._canvas)
        pieces = [DrawnPiece(self._canvas, number, hexes) for number, hexes in enumerate(groups)]
        places = in_rows([(each.width, each.height) for each in pieces])
        self._placed = [
            (each, (x - MARGIN, y)) for each, (x, y) in zip(pieces, places, strict=True)
        ]

    @property
    def pieces(self) -> list[DrawnPiece]:
        """List the pieces of the map, in the order in which they are drawn."""
        return [each for each, _ in self._placed]

    @property
    def sheet(self) -> Sheet:
        """Return where all lies."""
        spots = {}
        for piece, (x, y) in self._placed:
            left, top = x - piece.box[0], y - piece.box[1]
            for record in piece.hexes:
                (cx, cy), ring = piece.centre(record.place), piece.around(record)
                corners = tuple((a + left, b + top) for a, b in ring)
                spots[record.name] = HexSpot((cx + left, cy + top), corners)
        width = max(x + piece.width for piece, (x, _) in self._placed)
        height = max(y + piece.height for piece, (_, y) in self._placed)
        return Sheet(width, height, spots)

    def draw(self) -> str:
        """Draw it, once; equal boards give equal text."""
        return ElementTree.tostring(self.drawn(), encoding="unicode") + "\n"

    def drawn(self) -> Element:
        """Draw it, once, as an element for browsers, which know the plain ``href``."""
        root, sheet = self._canvas.root, self.sheet
        for piece, (x, y) in self._placed:
            draw_piece(piece, x, y)
        for each in root.iter("use"):
            each.set("href", each.attrib.pop(HREF))
        size_root(root, sheet.width, sheet.height, palette.INK_TEXT)
        return root
