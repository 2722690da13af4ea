"""Lines of sight and who sees a Location, drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hexcourt.cli.drawing.answers.spots import within
from hexcourt.cli.drawing.sheet.marks import Mark, Marks, Spot
from hexcourt.cli.drawing.style.answers import ABOVE, ASKS, HINDERED, Sign
from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput
from hexcourt.solver.answering.answer import Answer

_FLOOR = re.compile(r"^L(?=\d)")
_LONGEST = 12
"""How many letters stand in a line of what is written into a hex."""


def line_marks(answer: Answer, board: Board) -> Marks:
    """Show a line, its verdict, and where it is blocked."""
    (row,) = answer.rows
    blocked_at = [r["hex"] for r in row["reasons"] if r["effect"] == "blocked" and "hex" in r]
    first, second = (board.locations_by_name[row[end]].hex for end in ("from", "to"))
    return Marks(
        line=(first, second),
        verdict=row["verdict"],
        blocked_at=tuple(dict.fromkeys(blocked_at)),
        caption=answer.lines[0],
    )


def seen_marks(answer: Answer, board: Board) -> Marks:
    """Show which hexes see a Location; raises BadInput where it was asked of several."""
    if "target" not in answer.arguments:
        raise BadInput("see: a picture shows who sees one Location; ask about one")
    named = answer.arguments["target"]
    held = answer.arguments["statuses"].get(named)
    rows: dict[str, list[Mapping[str, Any]]] = {}
    for row in answer.rows:
        rows.setdefault(board.locations_by_name[row["from"]].hex, []).append(row)
    return Marks(
        target=board.locations_by_name[named].hex,
        seen={name: _whole(name, here) for name, here in rows.items()},
        signs=tuple(mark for name, here in rows.items() for mark in _written(name, here)),
        caption=f"Who sees {named}" + (f" {held}" if held else ""),
    )


_BEST = ("clear", "too_close", "unknown", "blocked")


def _whole(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Give how a hex is drawn: by its ground, unless another Location sees where that does not."""
    ground = next((row["verdict"] for row in rows if row["from"] == name), _BEST[-1])
    best: str = min((row["verdict"] for row in rows), key=_BEST.index)
    return "upper" if best == _BEST[0] != ground else best


def _written(name: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[Mark]:
    """Write into a hex the hindrance of its ground, and what its other Locations see."""
    lines = [""]
    signs: list[Sign] = []
    for row in rows:
        place = _FLOOR.sub("h", within(row["from"]))
        if row["verdict"] == "blocked":
            continue
        sure = row["verdict"] == "clear"
        word = place + (f"+{row['hindrance']}" if row["hindrance"] else "") + "?" * (not sure)
        if not word or (not place and not sure):
            continue  # all of the hex says so
        signs.append((ABOVE if place else HINDERED) if sure else ASKS)
        if len(lines[-1]) + len(word) > _LONGEST:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    for number, sign in enumerate(dict.fromkeys(signs)):
        yield Mark(sign, (Spot(name),), note="" if number else "\n".join(lines).strip())
