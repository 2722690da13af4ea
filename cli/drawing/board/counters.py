"""The counters on the map: each hex's side by side, those under a bridge lower and fainter.

They lie above the centre dot, or below it under a bridge, so that the name and the level of the hex
and the end of a sight line stay in sight.
"""

from __future__ import annotations

from hexcourt.cli.drawing.board.faces import counter_text, face_of, face_rank
from hexcourt.cli.drawing.board.piece import Piece
from hexcourt.cli.drawing.sheet.svg import Element, Point, add
from hexcourt.cli.drawing.style.palette import UNDERNEATH
from hexcourt.cli.drawing.style.signs import counter_sign
from hexcourt.facts.boards.records import UNDER, Counter, Hex

_SIZE = 24.0
_ASIDE, _UP = 19.0, 2.0  # from a counter to the next in its row
_WIDEST = 42.0  # from the first counter of a row to the last
_DOWN = 11.0  # from the centre dot down to the row under a bridge, and up to the other
_NAME = 12.0  # kept free for the hex's name at the upper edge of the map


def draw_counters(piece: Piece, drawn: Element) -> None:
    """Draw the counters of a piece."""
    group = add(drawn, "g", class_="counters")
    for record in piece.hexes:
        here = [each for each in piece.board.counters if each.hex == record.name]
        for (x, y), counter in _laid(piece, record, here):
            piece.canvas.counters.add(counter)
            mark = add(group, "g", class_="counter", data_hex=counter.hex)
            mark.set("data-terrain", counter.terrain)
            if counter.place == UNDER:
                mark.set("opacity", UNDERNEATH)
            add(mark, "title", f"{counter.hex}: {counter_text(counter)}")
            counter_sign(mark, x, y, _SIZE, face_of(counter.terrain))


def _laid(piece: Piece, record: Hex, here: list[Counter]) -> list[tuple[Point, Counter]]:
    """Place counters round the centre of their hex, or inwards where the map's edge would cut them."""
    under = _in_row([each for each in here if each.place == UNDER], _DOWN)
    above = _in_row([each for each in here if each.place != UNDER], -_DOWN)
    laid = under + above
    if not laid:
        return []
    left, top, right, bottom = piece.box
    x, y = piece.centre(record.place)
    x += _inwards([x + across for (across, _), _ in laid], left, right)
    y += _inwards([y + down for (_, down), _ in laid], top + _NAME, bottom)
    return [((x + across, y + down), counter) for (across, down), counter in laid]


def _in_row(row: list[Counter], down: float) -> list[tuple[Point, Counter]]:
    """Lay counters in a row round the middle, each a little above the one before it."""
    aside = min(_ASIDE, _WIDEST / max(1, len(row) - 1))
    steps = [number - (len(row) - 1) / 2 for number in range(len(row))]
    row = sorted(row, key=lambda each: face_rank(each.terrain))
    return [
        ((step * aside, down - step * _UP), each) for step, each in zip(steps, row, strict=True)
    ]


def _inwards(middles: list[float], low: float, high: float) -> float:
    """Tell how far counters have to move to lie between two edges."""
    reach = _SIZE / 2 + 1
    return max(0.0, low + reach - min(middles)) + min(0.0, high - reach - max(middles))
