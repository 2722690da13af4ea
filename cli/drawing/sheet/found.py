"""What a question found: who sees, the sight line, where it is blocked, and outlined hexes."""

from __future__ import annotations

from hexcourt.cli.drawing.board.piece import Piece
from hexcourt.cli.drawing.sheet.svg import Element, Point, add, line_path, ring_path
from hexcourt.cli.drawing.style.palette import HATCH_COLOUR, HATCHED, HIGHLIGHT, VERDICTS, Verdict
from hexcourt.cli.drawing.style.signs import cross_sign, line_sign, target_sign
from hexcourt.cli.drawing.style.styles import verdict_key, verdict_style
from hexcourt.facts.boards.records import Hex


def draw_seen(piece: Piece, drawn: Element) -> None:
    """Tint or hatch the hexes that look, by what they see."""
    group = add(drawn, "g", class_="answers")
    for name, verdict in sorted(piece.marks.seen.items()):
        if name not in piece.names:
            continue
        style = verdict_style(verdict)
        shape = ring_path(piece.around(piece.board.hex(name), 0.93))
        kind = f"seen {verdict_key(verdict)}"
        found = add(group, "path", class_=kind, data_hex=name, d=shape)
        if style.hatch:
            found.set("fill", piece.canvas.motifs.hatch(style.hatch, HATCH_COLOUR))
            found.set("fill-opacity", str(HATCHED))
        else:
            found.set("fill", style.colour)
            found.set("fill-opacity", str(style.tint))
        if not style.hatch or style.tint:
            found.set("stroke", style.colour)
            found.set("stroke-width", "2")
        if style.dash and not style.hatch:
            found.set("stroke-dasharray", style.dash)


def draw_marks(piece: Piece, drawn: Element) -> None:
    """Draw on top of the map what the question was about and what it found."""
    group = add(drawn, "g", class_="marks", fill="none", pointer_events="none")
    marks = piece.marks
    for name in marks.highlighted:
        _draw_ring(piece, group, name, "highlighted", HIGHLIGHT, 0.95)
    for name in marks.blocked_at:
        _draw_ring(piece, group, name, "blocked-at", VERDICTS["blocked"].colour, 0.9)
    if marks.target in piece.names:
        _draw_target(piece, group, piece.board.hex(marks.target))
    whole = piece.names == piece.canvas.names
    if marks.line and (whole or piece.names.issuperset(marks.line)):
        _draw_line(piece, group, marks.line, verdict_style(marks.verdict))


def _draw_ring(
    piece: Piece, group: Element, name: str, kind: str, colour: str, share: float
) -> None:
    """Outline a hex, if it is on the piece."""
    if name in piece.names:
        shape = ring_path(piece.around(piece.board.hex(name), share))
        ring = add(group, "path", class_=kind, data_hex=name, d=shape, stroke=colour)
        ring.set("stroke-width", "3.5")


def _draw_target(piece: Piece, group: Element, record: Hex) -> None:
    x, y = piece.centre(record.place)
    mark = add(group, "g", class_="target", data_hex=record.name)
    target_sign(mark, x, y, 13)


def _draw_line(piece: Piece, group: Element, line: tuple[str, str], style: Verdict) -> None:
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
