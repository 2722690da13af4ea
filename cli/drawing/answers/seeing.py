"""Lines of sight and who sees a Location, drawn."""

from __future__ import annotations

from hexcourt.cli.drawing.sheet.marks import Marks
from hexcourt.facts.boards.board import Board
from hexcourt.facts.errors import BadInput
from hexcourt.solver.answering.answer import Answer


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
    return Marks(
        target=board.locations_by_name[named].hex,
        seen={r["from"]: r["verdict"] for r in answer.rows if r["from"] in board.by_name},
        caption=f"Who sees {named}" + (f" {held}" if held else ""),
    )
