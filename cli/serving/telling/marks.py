"""What an answer lights on the map: hexes, points in order, and a line, in the units of the drawing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hexcourt.cli.drawing.sheet.bare import Sheet
from hexcourt.facts.boards.board import Board
from hexcourt.facts.grid.coordinates import HEX_NAME
from hexcourt.solver.answering.answer import Answer
from hexcourt.solver.answering.words import reason_words

Row = Mapping[str, Any]

_HEX = re.compile(HEX_NAME)
_BEHIND = re.compile(r"/|ca(?=[A-Z\[0-9])")
"""What parts the hexes of a place from a Location in it, or from the VCA of a vehicle there."""


class Marker:
    """Finds on the map of a board what an answer speaks of."""

    def __init__(self, board: Board, sheet: Sheet) -> None:
        self.board = board
        self.sheet = sheet

    def of(self, question: str, answer: Answer, named: Sequence[str]) -> dict[str, Any]:
        """Tell what to light: ``hexes`` by name, ``points`` in order, and the ``line`` of ``los``.

        ``named`` is what the question named, in words that may hold hexes.
        """
        rows = answer.rows
        hexes: dict[str, dict[str, Any]] = {}
        points: list[dict[str, Any]] = []
        line = None
        if question == "los":
            row = rows[0]
            ends = [self._mark(row[end], what="end") for end in ("from", "to")]
            points += [*ends, *self._reasons(row["reasons"])]
            line = [[each["x"], each["y"]] for each in ends]
        elif question == "see":
            hexes = {row["from"]: _some(row, "verdict", "hindrance", "rule") for row in rows}
            hexes = {name: said for name, said in hexes.items() if name in self.board.by_name}
            points += [self._mark(answer.arguments["target"], what="target")]
        elif question in ("reach", "enter"):
            for row in rows:
                said = _some(row, "turn", "spent", "certain", "turns_late")
                hexes.setdefault(row["hex"], said)
        elif question == "path":
            for number, row in enumerate(rows):
                points += self._steps(number, row.get("steps", ()))
        elif question == "adjacent":
            hexes = {
                name: {"adjacent": row["adjacent"]}
                for row in rows
                for name in self._hexes(row["location"])
            }
        elif question == "ask":
            hexes = {
                name: {"certain": row.get("certain", True)}
                for row in rows
                if "row" in row
                for value in row["row"].values()
                for name in self._hexes(value)
            }
        if question == "cut":
            pieces = [piece for row in rows for piece in row.get("pieces") or ()]
            points += [self._mark(each, what="piece") for each in dict.fromkeys(pieces)]
        points += [self._mark(each, what="named") for each in named if self._hexes(each)]
        return {"hexes": hexes, "points": points, "line": line}

    def _reasons(self, reasons: Sequence[Row]) -> Iterator[dict[str, Any]]:
        for number, reason in enumerate(reasons):
            where = reason.get("hexside") or reason.get("hex")
            if where is not None:
                words = reason_words(reason)[0]
                said = {"reason": number, "effect": reason["effect"], "words": words}
                yield self._mark(where, what="reason", **said)

    def _steps(self, way: int, steps: Sequence[Row]) -> Iterator[dict[str, Any]]:
        if steps:
            yield self._mark(steps[0]["from"], what="start", row=way)
        for step in steps:
            said = _some(step, "turn", "cost", "spent")
            yield self._mark(step["to"], what="step", row=way, **said)

    def _mark(self, text: str, **said: Any) -> dict[str, Any]:
        """Mark what a text names: a hex in its middle, a hexside or a vertex between its hexes."""
        hexes = self._hexes(text)
        spots = [self.sheet.spots[each].centre for each in hexes]
        count = len(spots) or 1
        x, y = (round(sum(each[n] for each in spots) / count, 1) for n in (0, 1))
        where = {"x": x, "y": y} if spots else {"x": None, "y": None}
        return {**said, "name": text, "hexes": hexes, **where}

    def _hexes(self, value: object) -> list[str]:
        """List the hexes that a text names, in order, each once."""
        if not isinstance(value, str):
            return []
        where = value if '"' in value else _BEHIND.split(value)[0]
        found = (self.board.called(each) for each in _HEX.findall(where))
        return [each for each in dict.fromkeys(found) if each in self.board.by_name]


def _some(row: Row, *names: str) -> dict[str, Any]:
    return {name: row[name] for name in names if name in row}
